"""The attack, step by step (the numbers are the entry's), and the intercept."""

from __future__ import annotations

from typing import Any

from .defending import facing, side
from .fight import strikers
from .movement import Path, take_path
from .ongoing import is_disabled
from .position import Attack, State
from .realm import LOCATIONS, PLAYERS, SQUARE_OF
from .storyline import triggers, who
from .targets import barred, everywhere, shared, site_square

Skipped = list[tuple[Any, list[str]]]


# Move and Attack: tap, then the declared path, step by step.
def move(state: State, name: str, path: Path) -> tuple[State, Skipped]:
    """Move and Attack is used; the attack may follow."""
    new = state.copy()
    new.put(name, tapped=True)
    new.dead = ()
    new.attack = Attack(unit=name, side=new.units[name].controller)
    new.phase = "moved"
    moved, skipped = take_path(new, name, path)
    return advance(moved.copy()), skipped


def declare(state: State, target: str, at: str) -> State:
    """Attack 1 and 2: the target is legal; now it is targeted and attacked, and triggers are placed."""
    new = state.copy()
    attack = new.attack
    assert attack is not None
    a = new.units[attack.unit]
    b = new.units.get(target)
    # Ward: targeted by an opponent's special ability, it breaks instead (a reading, for a card's attack).
    breaks = new.reading("ward_against_card_attack") == "breaks_instead"
    if attack.golem and breaks and b is not None and b.ward and b.controller != a.controller:
        new.put(target, ward=False)
        return close(new)
    new.now(target=target, at=at, original=True, stealthy=a.stealth)
    # Dodge Roll is cast when an ally is attacked: nobody's ally becomes one later.
    new.now(pending=triggers(new), passed=tuple(p for p in ("north", "south") if b is None or p != b.controller))
    new.phase = "triggers"
    return advance(new)


def close(new: State) -> State:
    """Nothing of the Move and Attack is left; start-of-turn triggers may wait below."""
    new.attack = None
    new.phase = "golem" if new.start and not new.lost else "idle"
    return advance(new)


# Attack 6.
def finish(new: State) -> State:
    """The attack, or the intercept fight, is over."""
    attack = new.attack
    assert attack is not None
    lives = {u.controller: u.life for u in new.units.values() if u.avatar}
    new.result = {
        "attacked": attack.target,
        "defenders": sorted(attack.defenders),
        "struck": sorted(attack.struck),
        "dead": sorted(set(new.dead)),
        "life": {p: lives[p] for p in PLAYERS if p in lives},
        "successful_attack": attack.success,
        "effects": list(attack.effects),
        "lost": sorted(set(new.lost)),
    }
    return close(new)


# Reading attacker_gone, which is looked at first.
def attacker_gone(state: State) -> bool:
    """The attacker is dead, or away from the attack's location."""
    attack = state.attack
    assert attack is not None
    a = state.units.get(attack.unit)
    return a is None or attack.at not in a.at


def follow(new: State) -> None:
    """Reading attack_location: under follows_target the attack is where its target went."""
    attack = new.attack
    assert attack is not None
    b = new.units.get(attack.target or "")
    if new.reading("attack_location") == "declared" or b is None or not attack.original:
        return
    if attack.at not in b.at:
        both = shared(new, attack.unit, b.name) if attack.unit in new.units else []
        new.now(at=(both or list(b.at))[0])


def advance(new: State) -> State:
    """Go on with everything that needs no event, in this (already copied) state."""
    attack = new.attack
    new.start = tuple(t for t in new.start if t.source in new.units)
    if new.lost:
        new.start = ()
        if attack is not None:
            return finish(new)
        new.dead = ()
        return new
    if attack is None:
        new.dead = ()
        if new.phase == "golem" and not new.start:
            new.phase = "idle"
        return new
    if new.phase == "moved":
        return new if attack.unit in new.units else close(new)
    if new.phase == "fight":
        return new if strikers(new) else finish(new)
    if new.phase in ("triggers", "defend", "original"):
        return advance_attack(new)
    return new


def advance_attack(new: State) -> State:
    """The same, from step 2 to the end of step 3."""
    assert new.attack is not None
    follow(new)
    if attacker_gone(new) and new.reading("attacker_gone") == "ends_at_once":
        new.now(ended=True)
    # Storyline: an event whose source has left the realm is ignored.
    new.now(pending=tuple(t for t in new.attack.pending if t.source in new.units))
    if new.attack.ended:
        return finish(new)
    if new.phase == "triggers" and who(new) is not None:
        return new
    if new.phase == "triggers":
        new.phase = "defend"
    if new.phase == "original" and new.attack.target not in new.units:
        new.phase = "defend"
    if new.phase == "defend":
        new.now(asking=None)
    return new


# Attack 3.1, 3.2: one unit uses Defend, its movement resolves; then it is looked at once.
def defend(state: State, name: str, path: Path, choice: str | None) -> tuple[State, Skipped]:
    """A unit taps, moves, and joins if it now occupies the attack's location."""
    new = state.copy()
    attack = new.attack
    assert attack is not None
    new.put(name, tapped=True)
    new.now(used=(*attack.used, *([] if name in attack.used else [name])))
    new, skipped = take_path(new, name, path)
    new = new.copy()
    u = new.units.get(name)
    arrived = u is not None and attack.at in u.at
    if u is not None and is_disabled(new, u) and new.reading("disabled_on_arrival") == "not_completed":
        arrived = False
    if not arrived:
        return advance(new), skipped
    if name not in attack.defenders:
        new.now(defenders=(*attack.defenders, name))
    if asks(new):
        new.now(asking=name)
        new.phase = "original"
        if choice is not None:
            new = choose_original(new, choice)
    elif site_square(attack.target or "") is not None:
        new.now(original=False)  # 3.2.1: an attacked site leaves
    return advance(new.copy()), skipped


# Attack 3.2.2; reading stay_choice: who has left does not come back, or the last choice stands.
def asks(state: State) -> bool:
    """Whether there is an attacked unit to choose about."""
    attack = state.attack
    assert attack is not None
    if attack.target not in state.units:
        return False
    return attack.original or state.reading("stay_choice") == "last_join"


# Editions, and reading defending_player.
def chooser(state: State, defender: str) -> str:
    """The player who makes the choice of 3.2.2."""
    attack = state.attack
    assert attack is not None
    old = state.edition == "codex-2026-01"
    if old and state.reading("defending_player") == "controls_the_attacked_unit":
        return state.units[attack.target or ""].controller
    u = state.units.get(defender)
    return facing(state) if u is None else u.controller


def choose_original(state: State, choice: str) -> State:
    """The attacked unit stays in the fight, or leaves it."""
    new = state.copy()
    new.now(original=choice == "stays", asking=None)
    new.phase = "defend"
    return advance(new)


# Attack 4.
def recheck(state: State) -> State:
    """The window is closed; legality is checked again; then the fight, if there is one."""
    new = state.copy()
    attack = new.attack
    assert attack is not None
    if attacker_gone(new):
        return finish(new)
    opposed = [name for name in attack.defenders if still_defends(new, name)]
    original = attack.original
    if not opposed and not original and new.reading("removed_target") == "returns":
        original = True
    target = attack.target or ""
    square = site_square(target)
    legal = original and (site_stands(new, target) if square is not None else unit_stands(new, target))
    if square is None and legal and target not in opposed:
        opposed.append(target)
    strikes_site = not opposed and legal and square is not None
    if square is None and original and not opposed and new.reading("target_left") == "strike_site":
        strikes_site = site_there(new)
    new.now(opposed=tuple(opposed), strikes_site=strikes_site)
    new.phase = "fight"
    return advance(new)


# Attack 4: legal as long as it occupies the attack's location (not asked by the edition of 2026-01).
def still_defends(state: State, name: str) -> bool:
    """Whether a unit that joined is still in the fight."""
    attack, u = state.attack, state.units.get(name)
    assert attack is not None
    if u is None:
        return False
    if state.edition != "codex-2026-01" and attack.at not in u.at:
        return False
    return not (u.controller == side(state) and state.reading("defender_changed_sides") == "out")


def unit_stands(state: State, target: str) -> bool:
    """Attack 4 of an original unit: it shares any location with the attacker and no reason bars it."""
    attack = state.attack
    assert attack is not None
    if target not in state.units:
        return False
    ignore = ["not_enemy"] if state.reading("target_changed_sides") == "still_legal" else []
    return not everywhere(state, attack.unit, target, golem=attack.golem, ignore=ignore)


def site_stands(state: State, target: str) -> bool:
    """Attack 4 of an original site; reading site_changed."""
    attack = state.attack
    assert attack is not None
    struck_anyway = state.reading("site_changed") == "still_struck"
    if attack.site_gone and not struck_anyway:
        return False
    ignore = ["not_enemy", "uncontrolled"] if struck_anyway else []
    return not everywhere(state, attack.unit, target, ignore=ignore)


def site_there(state: State) -> bool:
    """The counterfactual target_left=strike_site: whether the site there could be struck."""
    attack = state.attack
    assert attack is not None
    assert attack.at is not None
    square = SQUARE_OF[attack.at]
    if attack.at != LOCATIONS["surface", square] or square not in state.sites:
        return False
    return not barred(state, attack.unit, f"site {square}", attack.at)


# Intercept: all who intercept fight the mover together.
def intercept(state: State, name: str) -> State:
    """A unit taps to intercept."""
    new = state.copy()
    attack = new.attack
    assert attack is not None
    new.put(name, tapped=True)
    new.now(defenders=(*attack.defenders, name))
    return advance(new)


def _still_there(state: State, name: str) -> bool:
    """Whether an interceptor fights as the window closes (reading interceptor_gone)."""
    attack = state.attack
    assert attack is not None
    if state.reading("interceptor_gone") == "fights" or name not in state.units:
        return name in state.units
    mover, own = state.units.get(attack.unit), state.units[name]
    return own.controller != side(state) and (mover is None or bool(set(mover.at) & set(own.at)))


def fight_interceptors(state: State) -> State:
    """The window is closed: the mover and those who intercepted fight, if anybody did."""
    new = state.copy()
    attack = new.attack
    assert attack is not None
    fighting = tuple(name for name in attack.defenders if _still_there(new, name))
    if not fighting:
        return close(new)
    new.now(opposed=fighting)
    new.phase = "fight"
    return advance(new)
