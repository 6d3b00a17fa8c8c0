"""Step 5 and every other fight: strikes, damage, deaths."""

from __future__ import annotations

from collections.abc import Iterator

from .ongoing import has, is_disabled, lances_carried, leave, settle
from .position import LANCE, Attack, State, Unit, card_name
from .realm import SQUARE_OF

Assignment = dict[str, dict[str, int]]


def site_name(attack: Attack) -> str:
    """The site that is struck in an undefended attack."""
    assert attack.at is not None
    return f"site {SQUARE_OF[attack.at]}"


def lances(state: State, u: Unit) -> int:
    """How many Lances the unit carries."""
    return u.lance + lances_carried(state, u.name)


# Fight 1: first strikes. Lance: whoever attacks, defends or intercepts.
def strikes_first(state: State, u: Unit) -> bool:
    """Whether the unit's strike in this fight is a first strike."""
    assert state.attack is not None
    attacking = state.attack.unit == u.name and state.attack.target is not None
    return (
        lances(state, u) > 0
        or has(state, u, "strikes first")
        or (attacking and has(state, u, "strikes first while attacking"))
    )


# Fight; Attack 5: the attacker and everyone on the other side, defenders never one another; no survivor
# opposite, no strike; Disabled: does not strike.
def strikers(state: State) -> dict[str, list[str]]:
    """Who strikes in the next stage of the fight, and whom."""
    attack = state.attack
    assert attack is not None
    a = state.units.get(attack.unit)
    if a is None or attack.stage == 2:
        return {}
    if attack.strikes_site:
        return {} if is_disabled(state, a) else {a.name: [site_name(attack)]}
    there = [name for name in attack.opposed if name in state.units]
    pairs = {a.name: there, **{name: [a.name] for name in there}}
    able = {
        name: targets for name, targets in pairs.items()
        if targets and name not in attack.fought and not is_disabled(state, state.units[name])
    }  # fmt: skip
    if attack.stage == 0:
        first = {n: targets for n, targets in able.items() if strikes_first(state, state.units[n])}
        if first:
            return first
    return able


# Strike: the (attack) power; Lance: +1 each against units. Reading lance_split.
def total(state: State, u: Unit, targets: list[str]) -> int:
    """The damage of the unit's strike that its controller splits."""
    assert state.attack is not None
    if state.attack.strikes_site or (len(targets) > 1 and state.reading("lance_split") == "on_each"):
        return u.attack
    return u.attack + lances(state, u)


def splits(amount: int, targets: list[str]) -> Iterator[dict[str, int]]:
    """Every way to split a strike, the zeros left out."""
    if len(targets) == 1:
        yield {targets[0]: amount} if amount else {}
        return
    for part in range(amount, -1, -1):
        for rest in splits(amount - part, targets[1:]):
            yield {targets[0]: part, **rest} if part else rest


def options(state: State) -> list[Assignment]:
    """Every strike event of the next stage; who has one possible target is left out."""
    found: list[Assignment] = [{}]
    for name, targets in strikers(state).items():
        amount = total(state, state.units[name], targets)
        if len(targets) > 1:
            ways = [split or {targets[0]: 0} for split in splits(amount, targets)]
            found = [{**before, name: way} for before in found for way in ways]
    return found


def complete(state: State, assign: Assignment) -> Assignment | None:
    """The strike with everything filled in; none if it is not one that can be made.

    Only who strikes one may be left out, even of those who have nothing to deal.
    """
    who = strikers(state)
    if not set(assign) <= set(who):
        return None
    whole: Assignment = {}
    for name, targets in who.items():
        amount = total(state, state.units[name], targets)
        split = assign.get(name)
        if split is None:
            if len(targets) > 1:
                return None
            split = {targets[0]: amount}
        numbers = list(split.values())
        if not set(split) <= set(targets) or sum(numbers) != amount or min(numbers, default=0) < 0:
            return None
        whole[name] = {t: split.get(t, 0) for t in targets}
    return whole


def strike(state: State, assign: Assignment) -> State | list[str]:
    """One stage: all its strikes at once, then deaths."""
    attack = state.attack
    assert attack is not None
    whole = complete(state, assign)
    if whole is None:
        return ["bad_split"]
    new = state.copy()
    first = attack.stage == 0 and not attack.strikes_site and all(
        strikes_first(state, state.units[name]) for name in whole
    )
    struck = [t for targets in whole.values() for t in targets if t not in attack.struck]
    new.now(
        stage=1 if first else 2,
        fought=(*attack.fought, *whole),
        struck=(*attack.struck, *dict.fromkeys(struck)),
    )
    if attack.strikes_site:
        strike_site(new, state.units[attack.unit].attack)
    else:
        strike_units(new, state, whole)
    # Stealth: lost after the strike, before deathrites, even by a strike for zero.
    for name in whole:
        new.put(name, stealth=False)
    kill_off(new)
    return new


# Damage, Ward, Lethal, Death Blow: all the damage of one moment together.
def strike_units(new: State, before: State, whole: Assignment) -> None:
    """The strikes of one stage against units; then the Lances used break."""
    taken: dict[str, int] = {}
    deadly: set[str] = set()
    for name, split in whole.items():
        u = before.units[name]
        each = lances(before, u) if len(split) > 1 and before.reading("lance_split") == "on_each" else 0
        for target, amount in split.items():
            taken[target] = taken.get(target, 0) + amount + each
            if amount + each > 0 and has(before, u, "lethal"):
                deadly.add(target)
    for target, amount in taken.items():
        if amount == 0:
            continue
        u = new.units[target]
        if u.ward:
            new.put(target, ward=False)
        elif u.avatar:
            damage_avatar(new, u, amount)
        else:
            # Lethal: any damage is enough.
            new.put(target, damage=u.damage + amount)
            if target in deadly:
                new.dead += (target,)  # marked for death; kill_off takes it away
    for name in whole:
        break_lances(new, name)


def break_lances(new: State, name: str) -> None:
    """Lance: after the strike against units all of them break."""
    new.put(name, lance=0)
    if lances_carried(new, name):
        kept = {
            thing: data for thing, data in new.artifacts.items()
            if not (data.get("carried_by") == name and card_name(data.get("card")) == LANCE)
        }  # fmt: skip
        new.gone += tuple(thing for thing in new.artifacts if thing not in kept)
        new.artifacts = kept


# Death's Door, Death Blow: damage on a later turn is a death blow; on that very turn it is nothing.
def damage_avatar(new: State, u: Unit, amount: int) -> None:
    """Damage dealt to an avatar."""
    if u.door == "earlier":
        new.lost += (u.controller,)
        new.dead += (u.name,)
    elif u.door is None:
        lose_life(new, u, amount)


def lose_life(new: State, u: Unit, amount: int) -> None:
    """Life: down to zero, and at zero death's door."""
    left = max(0, u.life - amount)
    new.put(u.name, life=left, door="this_turn" if left == 0 else u.door)


# Attack 5.1: the site is struck, its controller's avatar loses that much life (never a death blow).
def strike_site(new: State, amount: int) -> None:
    """The strike at an undefended site, and whether it is a successful attack."""
    attack = new.attack
    assert attack is not None
    assert attack.at is not None
    square = SQUARE_OF[attack.at]
    site = new.sites[square]
    if site.ward and amount > 0:
        new.sites = {**new.sites, square: site._replace(ward=False)}
        new.now(success=new.reading("prevented_site_strike") == "yes")
        return
    avatar = new.avatar_of(site.controller) if site.controller else None
    if avatar is not None and amount > 0 and avatar.door is None:
        lose_life(new, avatar, amount)
    zero_counts = new.edition == "codex-2026-07" or new.reading("zero_power_success") == "yes"
    new.now(success=amount > 0 or zero_counts)


def kill_off(new: State) -> None:
    """Die: those marked for death leave, then ongoing effects and what dies of them."""
    marked = [name for name in new.dead if name in new.units and not new.units[name].avatar]
    if marked:
        new.dead = tuple(name for name in new.dead if name not in marked)
        for name in marked:
            leave(new, name)
    settle(new)
