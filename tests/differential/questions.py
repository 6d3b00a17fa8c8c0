"""Questions about one moment, put to both engines: attacks, range of motion, targets, defenders, interceptors, orders."""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from solver_bridge import answers
from solver_bridge.conversation import Conversation
from solver_bridge.errors import IllegalEvent
from solver_bridge.model import Position
from solver_bridge.orders import orders_talk
from solver_bridge.reasons import Reason
from tests.differential.comparing import Disagree, names_of
from tests.differential.drawing import some_path
from tests.reference import answers as reference
from tests.reference.movement import read_path
from tests.reference.position import State

__all__ = ["QUESTIONS", "Scene", "ask", "attack_key", "first_questions", "later_question"]

Plain = dict[str, Any]


class Scene(NamedTuple):
    """A moment as the two engines see it."""

    position: Position
    state: State


def attack_key(row: Plain) -> str:
    """Write an attack with the names of its reasons, each once."""
    reasons = sorted({r if isinstance(r, str) else r["rule"] for r in row.get("reasons", ())})
    return json.dumps([row["unit"], row["path"], row["at"], row["target"], reasons])


def _attacks(scene: Scene, unit: str | None, disagree: Disagree) -> Conversation[None]:
    mine = yield from answers.attacks_talk(scene.position, unit, True)
    theirs = reference.attacks(scene.state, unit)  # type: ignore[arg-type]
    # Without a range of motion there is nothing that the unit could reach, so nothing is barred either.
    none = scene.state.reading("range_without_use") == "none"
    idle = {"not_active", "tapped", "summoning_sick"} if none else set[str]()
    for key, rows in (("attacks", mine.attacks), ("barred", mine.barred)):
        one = [attack_key(row) for row in (each.to_data() for each in rows) if not _aboard(scene, row)]
        two = [
            attack_key(row)
            for row in theirs[key]
            if idle.isdisjoint(row.get("reasons", ())) and not _aboard(scene, row)
        ]
        _same(key, one, two, disagree)


def _aboard(scene: Scene, row: Plain) -> bool:
    """Say whether an attack is on whom the attacker itself carries (LIMITATIONS)."""
    target = scene.state.units.get(row["target"])
    return target is not None and target.carrier == row["unit"]


def _reach(scene: Scene, unit: str, disagree: Disagree) -> Conversation[None]:
    mine = yield from answers.reach_talk(scene.position, unit)
    theirs = reference.reach(scene.state, unit)  # type: ignore[arg-type]
    one = [json.dumps([at, answers.path_data(path)]) for at, path in mine.locations]
    _same(
        f"reach of {unit}",
        one,
        [json.dumps([row["at"], row["path"]]) for row in theirs["locations"]],
        disagree,
    )


def _targets(scene: Scene, fields: Plain, disagree: Disagree) -> Conversation[None]:
    path = tuple(read_path(fields["path"]))
    mine = yield from answers.targets_talk(scene.position, fields["unit"], path)
    theirs = reference.targets(scene.state, fields["unit"], fields["path"])  # type: ignore[arg-type]
    if sorted(mine.legal) != sorted(theirs["targets"]):
        disagree("targets", sorted(mine.legal), sorted(theirs["targets"]))
    # What could not be where the position puts it is gone before anything is asked; the rules tell of it all the same.
    there = {each.unit: each.reasons for each in mine.barred if each.unit not in scene.state.gone}
    _same_reasons(there, theirs["reasons"], disagree)


def _defenders(scene: Scene, asked: Any, disagree: Disagree) -> Conversation[None]:
    """Ask who may defend in a window that is open, or against an attack."""
    attack = scene.state.attack
    if attack is None:
        fields = {"path": None, "at": None, **asked}
        path = fields["path"] if fields["path"] is None else tuple(read_path(fields["path"]))
        talk = answers.defenders_talk(
            scene.position, fields["attacker"], fields["target"], path, fields["at"]
        )
        theirs = reference.defenders(scene.state, **fields)  # type: ignore[arg-type]
    else:
        assert attack.target is not None
        talk = answers.defenders_talk(scene.position, attack.unit, attack.target)
        theirs = reference.defenders(scene.state, attack.unit, attack.target)  # type: ignore[arg-type]
    yield from _responders(talk, theirs, "defenders", disagree)


def _interceptors(scene: Scene, asked: Any, disagree: Disagree) -> Conversation[None]:
    """Ask who may intercept in a window that is open, or after a movement."""
    if scene.state.attack is None:
        talk = answers.interceptors_talk(scene.position, asked["unit"], tuple(read_path(asked["path"])))
        theirs = reference.interceptors(scene.state, asked["unit"], asked["path"])  # type: ignore[arg-type]
    else:
        talk = answers.interceptors_talk(scene.position, scene.state.attack.unit)
        theirs = reference.all_interceptors(scene.state)
    yield from _responders(talk, theirs, "interceptors", disagree)


def _responders(
    talk: Conversation[answers.Responders], theirs: Plain, word: str, disagree: Disagree
) -> Conversation[None]:
    try:
        mine = yield from talk
    except IllegalEvent as error:
        if "reasons" not in theirs:
            disagree(f"whether there are {word} at all", [reason.rule for reason in error.reasons], "legal")
        elif (one := names_of(reason.rule for reason in error.reasons)) != (
            two := names_of(theirs["reasons"])
        ):
            disagree(f"why there are no {word} at all", sorted(one), sorted(two))
        return
    if "reasons" in theirs:
        disagree(f"whether there are {word} at all", "legal", theirs["reasons"])
        return
    _same(
        word,
        [json.dumps([each.unit, answers.path_data(each.path)]) for each in mine.able],
        [json.dumps([row["unit"], row["path"]]) for row in theirs[word]],
        disagree,
    )
    excluded = {row["unit"]: row["reasons"] for row in theirs["excluded"]}
    _same_reasons({each.unit: each.reasons for each in mine.excluded}, excluded, disagree)


def _orders(scene: Scene, _: Any, disagree: Disagree) -> Conversation[None]:
    """Ask in which orders what is pending may resolve."""
    _, mine = yield from orders_talk(scene.position, ())
    theirs = reference.orders(scene.state)  # type: ignore[arg-type]
    _same(
        "orders",
        [json.dumps(order) for order in mine.listed],
        [json.dumps(order) for order in theirs],
        disagree,
    )


def _same(what: str, one: list[str], two: list[str], disagree: Disagree) -> None:
    if sorted(one) != sorted(two):
        disagree(what, sorted(set(one) - set(two)), sorted(set(two) - set(one)))


def _same_reasons(
    mine: Mapping[str, Sequence[Reason]], theirs: Mapping[str, list[str]], disagree: Disagree
) -> None:
    one = {name: sorted(names_of(reason.rule for reason in reasons)) for name, reasons in mine.items()}
    two = {name: sorted(names_of(reasons)) for name, reasons in theirs.items()}
    if one != two:
        differing = {name for name in one.keys() | two.keys() if one.get(name) != two.get(name)}
        disagree("who may not", {n: one.get(n) for n in differing}, {n: two.get(n) for n in differing})


QUESTIONS: Mapping[str, Callable[[Scene, Any, Disagree], Conversation[None]]] = {
    "attacks": _attacks,
    "reach": _reach,
    "targets": _targets,
    "defenders": _defenders,
    "interceptors": _interceptors,
    "orders": _orders,
}


def first_questions(scene: Scene, rng: random.Random, disagree: Disagree) -> Conversation[None]:
    """Ask of a position before anything has happened: all of its attacks and ranges of motion, and one question more."""
    yield from _attacks(scene, None, disagree)
    for unit in scene.state.units:
        yield from _reach(scene, unit, disagree)
    if scene.state.units:
        word = rng.choice(["attacks", "targets", "defenders", "interceptors"])
        yield from ask(scene, some_question(rng, scene.state, word), disagree)


def later_question(scene: Scene, rng: random.Random, disagree: Disagree) -> Conversation[None]:
    """Ask of a position under way: a question by chance, mostly what there is to ask at that moment."""
    if scene.state.lost or not scene.state.units:  # nothing is to be asked
        return
    words = {
        "triggers": ["orders", "defenders"],
        "defend": ["defenders"],
        "golem": ["orders"],
        "intercept": ["interceptors"],
    }
    word = rng.choice([*2 * words.get(scene.state.phase, []), "reach", "attacks", "targets"])
    yield from ask(scene, some_question(rng, scene.state, word), disagree)


def ask(scene: Scene, asked: Plain, disagree: Disagree) -> Conversation[None]:
    """Put a question, {word: what of}, to both engines."""
    ((word, what),) = asked.items()

    def told(part: str, one: Any, two: Any) -> None:
        disagree(f"{part}, asked {json.dumps(asked)}", one, two)

    yield from QUESTIONS[word](scene, what, told)


def some_question(rng: random.Random, state: State, word: str) -> Plain:
    """Draw what a question is about."""
    unit = rng.choice([*state.units])
    if word in ("reach", "attacks"):
        return {word: unit}
    if word == "orders" or (state.attack is not None and word != "targets"):
        return {word: None}
    path = some_path(rng, state, unit)
    if word != "defenders":
        return {word: {"unit": unit, "path": path}}
    legal = reference.attacks(state)["attacks"]  # type: ignore[arg-type]
    if legal and rng.random() < 0.8:
        row = rng.choice(legal)
        return {word: {"attacker": row["unit"], **{key: row[key] for key in ("target", "path", "at")}}}
    target = rng.choice([*state.units, *(f"site {square}" for square in state.sites)])
    return {word: {"attacker": unit, "target": target, "path": path, "at": None}}
