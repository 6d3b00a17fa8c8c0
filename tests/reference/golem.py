"""The beginning of a turn, and Crave Golem."""

from __future__ import annotations

from typing import Any, NamedTuple

from .attack import advance, declare
from .movement import End, Path, motion, plain_path, read_path, repeats, take_path, walk
from .ongoing import is_disabled
from .position import GOLEM, Attack, State, Trigger
from .realm import Footprint
from .storyline import order_of_players
from .targets import barred, everywhere, shared


class Prey(NamedTuple):
    """A minion that the Golem could attack, where, and how it gets there."""

    target: str
    at: str
    end: End


# End Phase, Summoning Sickness, Death's Door; Start Phase: untap, then the start-of-turn triggers.
def begin_turn(state: State, player: str) -> State:
    """The old turn ends, the player's turn begins."""
    new = state.copy()
    new.active = player
    new.dead = ()
    for name, u in state.units.items():
        door = "earlier" if u.door == "this_turn" else u.door
        tapped = u.tapped and u.controller != player
        new.units[name] = u._replace(damage=0, sick=False, door=door, tapped=tapped)
    new.start = tuple(
        Trigger(u.name, u.controller, False)
        for u in new.units.values()
        if u.card == GOLEM and not u.silenced and not is_disabled(new, u)
    )
    new.phase = "golem"
    return advance(new)


# Storyline, Simultaneous Triggers.
def next_triggers(state: State) -> list[Trigger]:
    """The start-of-turn triggers that may resolve next."""
    for player in order_of_players(state):
        own = [t for t in state.start if t.player == player]
        if own:
            return own
    return []


# Crave Golem: all other minions of either side that it could legally attack in its range of motion.
def prey(state: State, golem: str) -> list[Prey]:
    """Every candidate with every way of attacking it."""
    return attackable(motion(state, golem), golem)


def attackable(ends: list[End], golem: str) -> list[Prey]:
    """Whom the Golem could attack at the ends of these movements."""
    found = []
    for end in ends:
        if golem not in end.state.units:
            continue
        for other in end.state.units.values():
            if other.avatar or other.name == golem:
                continue
            for at in shared(end.state, golem, other.name):
                if not barred(end.state, golem, other.name, at, golem=True):
                    found.append(Prey(other.name, at, end))
    return found


# Closest: unlimited movement, fewest steps; reading golem_closest. One own step on such a path.
def first_steps(state: State, golem: str) -> list[Footprint]:
    """The steps that the Golem can take toward the nearest minion, when it has no candidate."""
    if is_disabled(state, state.units[golem]):
        return []
    ends = walk(state, golem, unlimited=True)
    def meets(end: End) -> bool:
        if golem not in end.state.units:
            return False
        if state.reading("golem_closest") == "attackable_only":
            return bool(attackable([end], golem))
        others = (u for u in end.state.units.values() if u.name != golem and not u.avatar)
        return any(set(u.at) & set(end.at) for u in others)

    near = [end for end in ends if meets(end)]
    if not near:
        return []
    least = min(len(end.path) for end in near)
    if least == 0:
        return []
    found = []
    for end in ends:
        if len(end.path) == 1 and golem in end.state.units and leads(end, golem, least - 1, meets):
            found.append(end.path[0])
    return found


def leads(end: End, golem: str, left: int, meets: Any) -> bool:
    """Whether so many more steps from there meet a nearest minion."""
    if left == 0:
        return bool(meets(end))
    return any(len(e.path) == left and meets(e) for e in walk(end.state, golem, unlimited=True))


def resolve(state: State, golem: str, choice: dict[str, Any]) -> tuple[State | list[str], list[Any]]:
    """The Golem's trigger resolves: an attack; without a candidate one step, or nothing."""
    new = state.copy()
    new.start = tuple(t for t in state.start if t.source != golem)
    path: Path = read_path(choice.get("path", ()))
    u = state.units[golem]
    candidates = prey(state, golem)
    reasons = against(new, golem, path, choice.get("target"))
    if reasons:
        return reasons, []
    if not candidates:
        if "target" in choice or not step_fits(state, golem, path):
            return ["bad_choice"], []
        stepped = {end.path: end.state for end in walk(new, golem, unlimited=True)}[path]
        return advance(stepped.copy()), []
    target = choice.get("target")
    if target not in {p.target for p in candidates}:
        return ["bad_choice"], []
    new.dead = ()
    new.attack = Attack(unit=golem, side=u.controller, golem=True)
    moved, skipped = take_path(new, golem, path)
    moved = moved.copy()
    at = attack_at(moved, golem, str(target), choice.get("to"))
    if at is None:
        return ["out_of_range"], []
    return declare(moved, str(target), at), skipped


def against(state: State, golem: str, path: Path, target: str | None) -> list[str]:
    """What is wrong with a path and a target, whoever else could be attacked: each reason at the path's end."""
    reasons = ["repeated_step"] if repeats(state.units[golem].at, path) else []
    if target is None:
        return reasons
    there, _ = take_path(state, golem, path)
    if target not in state.units or golem not in there.units:
        return [*reasons, "bad_choice"]
    if target == golem:
        return [*reasons, "not_enemy"]
    minion = not state.units[target].avatar
    return [*reasons, *([] if minion else ["bad_choice"]), *everywhere(there, golem, target, golem=minion)]


def step_fits(state: State, golem: str, path: Path) -> bool:
    """Whether this is what the Golem does without a candidate."""
    possible = first_steps(state, golem)
    return path == () if not possible else len(path) == 1 and path[0] in possible


def attack_at(state: State, golem: str, target: str, wanted: Any) -> str | None:
    """Where the Golem, having moved, attacks the target (the first place of several); none if it cannot."""
    if golem not in state.units or target not in state.units:
        return None
    places = [
        at for at in shared(state, golem, target)
        if not barred(state, golem, target, at, golem=True) and wanted in (None, at)
    ]  # fmt: skip
    return places[0] if places else None


def resolutions(state: State, golem: str) -> list[dict[str, Any]]:
    """Every choice with which the Golem's trigger can resolve."""
    candidates = prey(state, golem)
    if not candidates:
        possible = first_steps(state, golem)
        return [{"path": plain_path((step,))} for step in possible] or [{}]
    found = []
    for p in candidates:
        choice: dict[str, Any] = {"target": p.target, "path": plain_path(p.end.path)}
        if len([q for q in candidates if q.target == p.target and q.end is p.end]) > 1:
            choice["to"] = p.at
        found.append(choice)
    return found
