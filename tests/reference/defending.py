"""Who may defend, who may intercept."""

from __future__ import annotations

from .movement import End, is_sick, walk
from .ongoing import abilities, has, is_disabled, is_ranged
from .position import Attack, State, Unit
from .realm import REGION_OF, SQUARE_OF, other
from .targets import shared, site_square


def side(state: State) -> str:
    """The player who controls the attacker (or did, when it left the realm)."""
    assert state.attack is not None
    u = state.units.get(state.attack.unit)
    return state.attack.side if u is None else u.controller


def facing(state: State) -> str:
    """The player whose units may defend or intercept."""
    return other(side(state))


# Reading defend_after_target_left: a target that is dead or shares no location with the attacker has left.
def target_left(state: State, attack: Attack) -> bool:
    """Whether the attacked unit, not removed by 3.2.2, or the attacked site is gone."""
    assert attack.target is not None
    if not attack.original:
        return False
    if site_square(attack.target) is not None:
        return attack.site_gone
    if attack.target not in state.units:
        return True
    return attack.unit in state.units and not shared(state, attack.unit, attack.target)


# Defend, Stealth; readings stealth_when and defend_after_target_left.
def undefendable(state: State, attack: Attack) -> list[str]:
    """Why nobody at all may defend against this attack now."""
    a = state.units.get(attack.unit)
    reasons = []
    if attack.stealthy if state.reading("stealth_when") == "at_declaration" else a is not None and a.stealth:
        reasons.append("stealth")
    cannot = a is not None and has(state, a, "attacks can't be defended")
    if cannot or (state.reading("defend_after_target_left") == "no" and target_left(state, attack)):
        reasons.append("undefendable")
    return reasons


# Defend, Movement Paths for Defending: a path that ends with it occupying the attack's location.
def arrivals(state: State, name: str) -> list[End]:
    """Every way in which the unit can get to the attack's location by basic movement."""
    assert state.attack is not None
    u = state.units[name]
    if is_disabled(state, u):
        return []
    after_tapping = state.copy()
    after_tapping.put(name, tapped=True)
    ends = [end for end in walk(after_tapping, name) if state.attack.at in end.at]
    if has(state, u, "can't move to defend"):
        ends = [end for end in ends if not end.path]
    return ends


def quick_no(state: State, name: str) -> bool:
    """Whether the attack's location is plainly too far away to look any further."""
    assert state.attack is not None
    u = state.units[name]
    if state.attack.at in u.at:
        return False
    if any(word.startswith(("movement", "moves freely")) for word in u.abilities) or len(u.at) > 1:
        return False
    assert state.attack.at is not None
    a, b = SQUARE_OF[u.at[0]] - 1, SQUARE_OF[state.attack.at] - 1
    return abs(a // 5 - b // 5) > 1 or abs(a % 5 - b % 5) > 1


def cannot_defend(state: State, name: str) -> tuple[list[str], list[End]]:
    """Every reason why the unit may not use Defend now; and how it can get there."""
    assert state.attack is not None
    attack, u = state.attack, state.units[name]
    reasons = []
    if u.tapped:
        reasons.append("tapped")
    if is_disabled(state, u):
        reasons.append("disabled")
    if is_sick(state, u):
        reasons.append("summoning_sick")
    if name == attack.target:
        reasons.append("is_target")
    if u.controller == side(state):
        reasons.append("not_enemy")
    ends = [] if quick_no(state, name) else arrivals(state, name)
    rooted = has(state, u, "can't move to defend") and attack.at not in u.at
    if not ends and not (rooted and _could_walk(state, name)):
        reasons.append("out_of_range")
    twice = name in attack.used and state.reading("defend_twice") == "no"
    carried = u.carrier is not None and state.reading("carried_defends") == "no"
    if has(state, u, "can't defend") or rooted or twice or carried:
        reasons.append("cannot_defend")
    return reasons + undefendable(state, attack), ends


def _could_walk(state: State, name: str) -> bool:
    assert state.attack is not None
    return any(state.attack.at in end.at for end in walk(state, name))


# Intercept: untapped, able enemies that are already at the final location.
def cannot_intercept(state: State, name: str) -> list[str]:
    """Every reason why the unit may not intercept the mover now."""
    assert state.attack is not None
    u, mover = state.units[name], state.units.get(state.attack.unit)
    reasons = []
    places = [] if mover is None else [loc for loc in mover.at if loc in u.at]
    if not places:
        reasons.append("elsewhere")
    if u.tapped:
        reasons.append("tapped")
    if is_disabled(state, u):
        reasons.append("disabled")
    if is_sick(state, u):
        reasons.append("summoning_sick")
    if u.controller == side(state):
        reasons.append("not_enemy")
    if mover is not None:
        reasons += _eludes(state, mover, u, places)
    if has(state, u, "can't intercept") or name in state.attack.defenders:
        reasons.append("cannot_intercept")
    if mover is not None and has(state, mover, "can't be intercepted"):
        reasons.append("cannot_be_intercepted")
    return reasons


def _eludes(state: State, mover: Unit, u: Unit, places: list[str]) -> list[str]:
    reasons = ["stealth"] if mover.stealth else []
    # Airborne, Ranged: on the surface, intercepted only with Airborne or Ranged.
    aloft = all(REGION_OF[loc] == "surface" for loc in places) and any(
        REGION_OF[loc] == "surface" for loc in mover.at
    )
    able = "airborne" in abilities(state, u) or is_ranged(state, u)
    if aloft and has(state, mover, "airborne") and not able:
        reasons.append("airborne")
    return reasons


