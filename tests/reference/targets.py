"""Who may act, and what is a legal target: every way to fail is one named reason."""

from __future__ import annotations

from collections.abc import Iterable

from .movement import is_sick
from .ongoing import abilities, has, is_disabled
from .position import DOME, State, Unit
from .realm import LOCATIONS, REGION_OF, SQUARE_OF, Unusable


# Move and Attack, Activated Ability, Tap: own main phase, empty storyline, and the cost is a tap.
def cannot_act(state: State, name: str) -> list[str]:
    """Why the unit cannot use Move and Attack now."""
    u = state.units[name]
    reasons = []
    if u.controller != state.active:
        reasons.append("not_active")
    if state.phase != "idle":
        reasons.append("storyline_busy")
    if u.tapped:
        reasons.append("tapped")
    if is_disabled(state, u):
        reasons.append("disabled")
    if is_sick(state, u):
        reasons.append("summoning_sick")
    return reasons


def site_square(target: str) -> int | None:
    """The square of a target written as ``site N``, none of a unit's name."""
    head, _, number = target.partition(" ")
    return int(number) if head == "site" and number.isdigit() else None


def known_target(state: State, target: str) -> bool:
    """Whether the target is still in the realm; unusable if it never was."""
    square = site_square(target)
    if square is not None:
        if square not in state.sites:
            raise Unusable(f"no site on square {square}")
        return True
    if target not in state.units and target not in state.gone:
        raise Unusable(f"no unit: {target!r}")
    return target in state.units


# Attack, clause 0: an enemy unit, or the surface of an enemy site, at a location of the attacker.
def shared(state: State, attacker: str, target: str) -> list[str]:
    """The locations that attacker and target share (of a site: its surface and its subsurface)."""
    a = state.units[attacker]
    square = site_square(target)
    if square is not None:
        return [loc for loc in a.at if SQUARE_OF[loc] == square]
    b = state.units.get(target)
    return [loc for loc in a.at if b is not None and loc in b.at]


# Disabled; card texts that say "can't attack".
def unable(state: State, a: Unit, site: bool) -> list[str]:
    """Why the attacker can attack nothing of this kind."""
    reasons = []
    if is_disabled(state, a):
        reasons.append("disabled")
    if abilities(state, a) & {"can't attack", "can't attack sites" if site else "can't attack units"}:
        reasons.append("cannot_attack")
    return reasons


# Dome of Osiros: it, and every minion at its surface or subsurface, can't be attacked. Here.
def under_dome(state: State, u: Unit) -> bool:
    """Whether the unit is a minion at a Dome of Osiros."""
    sites = (state.sites.get(SQUARE_OF[loc]) for loc in u.at)
    return not u.avatar and any(site is not None and site.card == DOME for site in sites)


def barred(
    state: State, attacker: str, target: str, at: str | None, *, golem: bool = False,
    ignore: Iterable[str] = (),
) -> list[str]:  # fmt: skip
    """Attack 1 and 4: every reason why the target is not legal at that location (none: elsewhere)."""
    square = site_square(target)
    if square is None:
        reasons = _barred_unit(state, state.units[attacker], state.units[target], at, golem)
    else:
        reasons = _barred_site(state, state.units[attacker], square, at)
    return [r for r in reasons if r not in ignore]


def _barred_unit(state: State, a: Unit, b: Unit, at: str | None, golem: bool) -> list[str]:
    reasons = []
    ally = a.controller == b.controller
    if ally and not golem:
        reasons.append("not_enemy")
    if at is None:
        reasons.append("elsewhere")
    reasons += unable(state, a, site=False)
    # Stealth; reading golem_allied_stealth.
    open_to_ally = golem and ally and state.reading("golem_allied_stealth") == "only_from_opponents"
    if b.stealth and not open_to_ally:
        reasons.append("stealth")
    # Airborne: while on the surface, not targeted by attackers without Airborne.
    on_surface = any(REGION_OF[loc] == "surface" for loc in (b.at if at is None else (at,)))
    if on_surface and has(state, b, "airborne") and not has(state, a, "airborne"):
        reasons.append("airborne")
    if under_dome(state, b) or has(state, b, "can't be attacked"):
        reasons.append("protected")
    return reasons


def _barred_site(state: State, a: Unit, square: int, at: str | None) -> list[str]:
    site = state.sites[square]
    reasons = []
    # Enemy, Rubble, Uncontrolled.
    if site.controller is None:
        reasons.append("uncontrolled")
    elif site.controller == a.controller:
        reasons.append("not_enemy")
    if at is None:
        reasons.append("elsewhere")
    elif at != LOCATIONS["surface", square]:
        reasons.append("subsurface")
    reasons += unable(state, a, site=True)
    if site.card == DOME:
        reasons.append("protected")
    return reasons


def everywhere(
    state: State, attacker: str, target: str, *, golem: bool = False, ignore: Iterable[str] = ()
) -> list[str]:
    """Nothing if the target is legal at a shared location; else all reasons at any of them (none shared: elsewhere)."""
    places: list[str | None] = [*shared(state, attacker, target)] or [None]
    found = [barred(state, attacker, target, at, golem=golem, ignore=ignore) for at in places]
    return list(dict.fromkeys(reason for reasons in found for reason in reasons)) if all(found) else []


def all_targets(state: State, attacker: str) -> list[str]:
    """Every unit but the attacker, every site."""
    return [n for n in state.units if n != attacker] + [f"site {s}" for s in sorted(state.sites)]


def declarable(state: State, attacker: str) -> list[tuple[str, str]]:
    """Every legal target with the location of the attack."""
    return [
        (target, at)
        for target in all_targets(state, attacker)
        for at in shared(state, attacker, target)
        if not barred(state, attacker, target, at)
    ]


def is_enemy_target(state: State, attacker: str, target: str) -> bool:
    """Enemy: a unit or a site that an opponent controls."""
    square = site_square(target)
    owner = state.units[target].controller if square is None else state.sites[square].controller
    return owner is not None and owner != state.units[attacker].controller


