"""Steps, paths and range of motion."""

from __future__ import annotations

import math
from typing import NamedTuple

from .ongoing import (
    abilities,
    below,
    cargo,
    exists,
    has,
    is_disabled,
    is_immobile,
    may_enter,
    movement,
    on_land,
    on_water,
    relocate,
    top,
)
from .position import State, Unit
from .realm import (
    DIAGONAL,
    HERE,
    ORTHOGONAL,
    REGION_OF,
    SQUARE_OF,
    Footprint,
    Unusable,
    column,
    direction,
    footprint,
    order,
    plain,
    row,
    shifted,
)

Path = tuple[Footprint, ...]
Situation = tuple[Footprint, tuple[Unit | None, ...]]


class End(NamedTuple):
    """Where a movement can end: its shortest path, the last footprint, the state then."""

    path: Path
    at: Footprint
    state: State


# Step, Airborne, Burrowing, Submerge, Voidwalk: one part of a unit, one step.
def may_step(state: State, u: Unit, have: frozenset[str], a: str, b: str) -> bool:
    """Whether the unit's abilities let it (or this part of it) step from a to b."""
    ra, rb = REGION_OF[a], REGION_OF[b]
    way = direction(SQUARE_OF[a], SQUARE_OF[b])
    if way == HERE:
        needed = {"surface": rb, "underground": ra, "underwater": ra}.get(ra)
        ability = {"underground": "burrowing", "underwater": "submerge"}.get(needed or "")
        return ra != rb and "surface" in (ra, rb) and ability in have
    if way in ORTHOGONAL:
        if "void" in (ra, rb):
            return "voidwalk" in have
        if ra == rb:
            return True
        return "surface" not in (ra, rb) and {"burrowing", "submerge"} <= have
    if way in DIAGONAL and ra == "surface" and "airborne" in have:
        if rb == "void":
            return "voidwalk" in have and state.reading("diagonal_into_void") == "yes"
        return rb == "surface"
    return False


# Oversized Units, Moving; Characteristics (avatars): all parts go the same way, or none does; never surface and subsurface at once.
def ways(state: State, u: Unit) -> list[Footprint]:
    """Every footprint that the unit's abilities let it step to."""
    have = abilities(state, u)
    sideways = ORTHOGONAL + DIAGONAL if "airborne" in have else ORTHOGONAL
    found: set[Footprint] = set()
    for down, right in (HERE, *sideways):
        squares = [shifted(SQUARE_OF[loc], down, right) for loc in u.at]
        if None in squares:
            continue
        for level in (top, below):
            there = tuple(level(state, s) for s in squares if s is not None)
            able = all(may_step(state, u, have, a, b) for a, b in zip(u.at, there, strict=True))
            if able and may_enter(u, there):
                found.add(there)
    return sorted(found, key=order)


# Immobile, Disabled: cannot take steps.
def stuck(state: State, u: Unit) -> list[str]:
    """Why the unit can take no step of its own at all."""
    reasons = ["disabled"] if is_disabled(state, u) else []
    return reasons + (["immobile"] if is_immobile(state, u) else [])


# Reading lethal_region_step: a step after which the unit could not live.
def steps(state: State, name: str) -> dict[Footprint, State]:
    """Every own step that the unit may take now, with the state after it."""
    u = state.units[name]
    found: dict[Footprint, State] = {}
    if stuck(state, u):
        return found
    for at in ways(state, u):
        after = relocate(state, name, at)
        if name in after.units or state.reading("lethal_region_step") != "never":
            found[at] = after
    return found


# Moves Freely: both ends satisfy the condition (of an oversized unit, all its parts).
def is_free(state: State, u: Unit, at: Footprint) -> bool:
    """Whether basic movement spends nothing on this step."""
    have = abilities(state, u)
    if "moves freely" in have:
        return True
    ends = u.at + at
    if "moves freely between water locations" in have and all(on_water(state, loc) for loc in ends):
        return True
    if "moves freely between land locations" in have and all(on_land(state, loc) for loc in ends):
        return True
    a, b = SQUARE_OF[u.at[0]], SQUARE_OF[at[0]]
    return "moves freely sideways" in have and row(a) == row(b) and column(a) != column(b)


# Range of Motion, Move and Attack, Movement +X: one step and X more; free ones cost nothing.
def walk(state: State, name: str, unlimited: bool = False) -> list[End]:
    """Every state that own steps can lead to, each with its shortest path (then the lowest squares).

    ``unlimited``: as if the unit had any number of steps, each counted (Closest).
    """
    involved = [name, *cargo(state, name)]
    home = state.units[name].at

    def situation(s: State, at: Footprint) -> Situation:
        return at, tuple(s.units.get(n) for n in involved)

    start = situation(state, home)
    layer: dict[tuple[Situation, int], tuple[list[object], Path, State]] = {(start, 0): ([], (), state)}
    cheapest: dict[Situation, float] = {start: 0}
    ends: dict[Situation, End] = {}
    while layer:
        following: dict[tuple[Situation, int], tuple[list[object], Path, State]] = {}
        for (what, spent), (lows, path, now) in sorted(layer.items(), key=lambda item: item[1][0]):
            ends.setdefault(what, End(path, what[0], now))
            if name not in now.units:
                continue
            u = now.units[name]
            limit = math.inf if unlimited else 1 + movement(now, u)
            if spent >= limit and not any(word.startswith("moves freely") for word in u.abilities):
                continue
            for there, after in steps(now, name).items():
                cost = spent + (1 if unlimited or not is_free(now, u, there) else 0)
                key = (situation(after, there), cost)
                if cost > limit or cheapest.get(key[0], math.inf) <= cost:
                    continue
                found = ([*lows, order(there)], (*path, there), after)
                if key not in following or found[0] < following[key][0]:
                    following[key] = found
        for what, spent in following:
            cheapest[what] = min(spent, cheapest.get(what, math.inf))
        layer = following
    return list(ends.values())


def read_path(path: object) -> Path:
    """A path as the contract writes it."""
    if path is None:
        return ()
    if not isinstance(path, list | tuple):
        raise Unusable(f"no path: {path!r}")
    return tuple(footprint(entry) for entry in path)


def plain_path(path: Path) -> list[str | list[str]]:
    """A path as contract data."""
    return [plain(at) for at in path]


# Path: no step is repeated. A step to where one stands may be declared; it is none, and so is not taken.
def repeats(home: Footprint, path: Path) -> bool:
    """Whether the declared path repeats a step."""
    pairs = list(zip((home, *path), path, strict=False))
    return len(set(pairs)) < len(pairs)


# Path: each step is looked at as it is about to be taken; if it is not legal it is skipped, the rest goes on.
def take_path(state: State, name: str, path: Path) -> tuple[State, list[tuple[Footprint, list[str]]]]:
    """The state after the path, and the steps that were not taken with their reasons."""
    skipped: list[tuple[Footprint, list[str]]] = []
    spent = 0
    here = state.units[name].at
    for there in path:
        u = state.units.get(name)
        if u is None:
            reasons = ["gone"]
        elif u.at != here:
            reasons = ["not_there"]
        else:
            reasons = stuck(state, u)
            possible = {} if reasons else steps(state, name)
            cost = spent + (0 if is_free(state, u, there) else 1)
            if not reasons and there not in possible:
                reasons = ["no_such_step"]
            if cost > 1 + movement(state, u):
                reasons.append("out_of_steps")
            if not reasons:
                state, spent = possible[there], cost
        if reasons:
            skipped.append((there, reasons))
        here = there
    return state, skipped


# Range of Motion: none for a unit that has not Move and Attack; reading range_without_use: nor for one that
# could not use it now.
def motion(state: State, name: str) -> list[End]:
    """The unit's range of motion: the ends of every movement by Move and Attack."""
    u = state.units[name]
    if is_disabled(state, u):
        return []
    idle_for_now = u.tapped or is_sick(state, u) or u.controller != state.active
    if idle_for_now and state.reading("range_without_use") == "none":
        return []
    return walk(state, name)


# Summoning Sickness, Charge: a minion that cannot tap to pay for anything.
def is_sick(state: State, u: Unit) -> bool:
    """Summoning sick, without Charge."""
    return u.sick and not u.avatar and not has(state, u, "charge")


def reach(state: State, name: str) -> dict[str, Path]:
    """Each single location in the range of motion, with a shortest path."""
    found: dict[str, Path] = {}
    for end in motion(state, name):
        for loc in end.at:
            if exists(state, loc) and (loc not in found or _sooner(end.path, found[loc])):
                found[loc] = end.path
    return found


def _sooner(a: Path, b: Path) -> bool:
    return (len(a), [order(at) for at in a]) < (len(b), [order(at) for at in b])
