"""What holds between any two events: abilities, where a minion can live, what is carried along."""

from __future__ import annotations

from collections.abc import Iterable

from .position import LANCE, State, Unit, card_name
from .realm import LOCATIONS, REGION_OF, SQUARE_OF, Footprint, direction, order, shifted

CONFERRED = ("airborne", "burrowing", "submerge", "voidwalk")
NONE: frozenset[str] = frozenset()


# Location: a square has a void, or a surface and one subsurface (Underground, Underwater).
def top(state: State, square: int) -> str:
    """The surface, or the void where no site is."""
    return LOCATIONS["surface" if square in state.sites else "void", square]


def below(state: State, square: int) -> str:
    """The subsurface, or the void where no site is."""
    site = state.sites.get(square)
    if site is None:
        return LOCATIONS["void", square]
    return LOCATIONS["underwater" if site.water else "underground", square]


def exists(state: State, location: str) -> bool:
    """Whether the realm has this location now."""
    square = SQUARE_OF[location]
    return location in (top(state, square), below(state, square))


def on_water(state: State, location: str) -> bool:
    """A water location: surface or subsurface of a water site."""
    site = state.sites.get(SQUARE_OF[location])
    return site is not None and site.water


def on_land(state: State, location: str) -> bool:
    """A land location: surface or subsurface of a land site."""
    site = state.sites.get(SQUARE_OF[location])
    return site is not None and not site.water


# Landbound, Waterbound: disabled while not occupying at least one such location, persisting when disabled;
# being silenced takes them away (Silenced). They speak of minions.
def is_disabled(state: State, u: Unit) -> bool:
    """Disabled: by an effect, or by its own bond to land or water."""
    if u.disabled:
        return True
    if u.avatar or u.silenced:
        return False
    to_land = "landbound" in u.abilities and "landbound" not in u.lost
    to_water = "waterbound" in u.abilities and "waterbound" not in u.lost
    return (to_land and not any(on_land(state, loc) for loc in u.at)) or (
        to_water and not any(on_water(state, loc) for loc in u.at)
    )


# Disabled: no abilities at all. Silenced, Lose: no special ability, and none can be had. Carrying Units:
# Airborne, Burrowing, Submerge and Voidwalk of the carrier are conferred.
def abilities(state: State, u: Unit) -> frozenset[str]:
    """The special abilities the unit has now."""
    if u.silenced or is_disabled(state, u):
        return NONE
    have = set(u.abilities)
    seen = {u.name}
    carrier = state.units.get(u.carrier) if u.carrier else None
    while carrier is not None and carrier.name not in seen:
        if carrier.silenced or is_disabled(state, carrier):
            break
        seen.add(carrier.name)
        have.update(word for word in CONFERRED if word in carrier.abilities and word not in carrier.lost)
        carrier = state.units.get(carrier.carrier) if carrier.carrier else None
    return frozenset(have - u.lost)


def has(state: State, u: Unit, word: str) -> bool:
    """Whether the unit has this ability now."""
    return word in abilities(state, u)


# Movement +X: several add together.
def movement(state: State, u: Unit) -> int:
    """How many additional steps basic movement gives."""
    if u.silenced or is_disabled(state, u) or "movement" in u.lost:
        return 0
    words = (word.split() for word in u.abilities if word not in u.lost)
    return sum(int(w[1]) if len(w) > 1 else 1 for w in words if w[0] == "movement")


def is_ranged(state: State, u: Unit) -> bool:
    """Ranged, with or without a number."""
    return any(word.split()[0] == "ranged" for word in abilities(state, u))


# Immobile: takes no steps. The field of a position is an effect of something outside and stays.
def is_immobile(state: State, u: Unit) -> bool:
    """Whether the unit cannot take steps because it is Immobile."""
    return u.immobile or has(state, u, "immobile")


# Lance: an artifact that is carried; the field counts those the position does not show.
def lances_carried(state: State, name: str) -> int:
    """Lances among the artifacts that the unit carries."""
    things = state.artifacts.values()
    return sum(1 for a in things if a.get("carried_by") == name and card_name(a.get("card")) == LANCE)


# Void, Underground, Underwater: a minion without the ability is banished or dies. An avatar is not.
def cannot_live(state: State, u: Unit) -> bool:
    """Whether the minion stands where it cannot live."""
    if u.avatar:
        return False
    have: frozenset[str] | None = None
    for loc in u.at:
        region = REGION_OF[loc]
        if region == "surface":
            continue
        have = abilities(state, u) if have is None else have
        if {"void": "voidwalk", "underground": "burrowing", "underwater": "submerge"}[region] not in have:
            return True
    return False


# Carrying Units: dropped when no location is shared, or when the carrier has lost the ability to carry.
def let_go(state: State, u: Unit) -> bool:
    """Whether the carried unit is dropped now."""
    carrier = state.units.get(u.carrier or "")
    if carrier is None or carrier.silenced or is_disabled(state, carrier):
        return True
    return not set(carrier.at) & set(u.at)


# Ongoing Effect: all are applied before deaths are looked at; then again, until nothing changes.
def settle(state: State, names: Iterable[str] | None = None) -> None:
    """Apply what is ongoing to this (already copied) state, to the units named or to all."""
    again = True
    while again:
        again = False
        present = [n for n in (state.units if names is None else names) if n in state.units]
        for name in present:
            u = state.units[name]
            if u.carrier is not None and let_go(state, u):
                state.put(name, carrier=None)
                again = True
            # Stealth, Ward: the marks are lost, for good, by a unit that is disabled or silenced.
            if (u.stealth or u.ward) and (u.silenced or is_disabled(state, u)):
                state.put(name, stealth=False, ward=False)
        # Damage, Die, Zero: damage of at least its power, never of zero damage.
        doomed = [
            n for n in present
            if cannot_live(state, state.units[n])
            or (not state.units[n].avatar and 0 < state.units[n].damage >= state.units[n].defence)
        ]  # fmt: skip
        for name in doomed:
            leave(state, name)
        if doomed:
            again, names = True, None


def leave(state: State, name: str) -> None:
    """Die, Banished: the unit leaves the realm; what it carried stays where it was."""
    u = state.units.pop(name)
    state.dead += (name,)
    state.gone += (name,)
    for thing, data in state.artifacts.items():
        if data.get("carried_by") == name:
            left = {k: v for k, v in data.items() if k not in ("carried_by", "controller")}
            state.artifacts = {**state.artifacts, thing: {**left, "at": u.at[0]}}
    if state.attack is not None and state.attack.unit == name:
        state.now(side=u.controller)


def cargo(state: State, name: str) -> list[str]:
    """Who is carried by the unit, and by whom that carries."""
    found = [name]
    for carrier in found:
        found += [n for n, u in state.units.items() if u.carrier == carrier and n not in found]
    return found[1:]


# Characteristics: avatars may only enter surface locations.
def may_enter(u: Unit, at: Footprint) -> bool:
    """Whether the unit may enter all of these locations by force."""
    return not u.avatar or all(REGION_OF[loc] == "surface" or loc in u.at for loc in at)


# Carrying Units: what is carried is moved along, by force, keeping its place; what cannot enter stays behind.
def relocate(state: State, name: str, at: Footprint) -> State:
    """The state after the unit, and all it carries, moved there; ongoing effects applied."""
    new = state.copy()
    touched = [name, *cargo(state, name)]
    down, right = direction(SQUARE_OF[state.units[name].at[0]], SQUARE_OF[at[0]])
    deep = any(REGION_OF[loc].startswith("under") for loc in at)
    new.put(name, at=at)
    for other_name in touched[1:]:
        u = state.units[other_name]
        carrier = new.units[u.carrier or ""]
        if carrier.at == state.units[carrier.name].at:
            continue  # its carrier stayed behind
        squares = [shifted(SQUARE_OF[loc], down, right) for loc in u.at]
        if None in squares:
            continue
        there = [below(state, s) if deep else top(state, s) for s in squares if s is not None]
        place = tuple(sorted(set(there), key=lambda loc: order((loc,))))
        if may_enter(u, place):
            new.put(other_name, at=place)
    settle(new, touched)
    return new
