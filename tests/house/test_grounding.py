"""The rules load and ground without a word of the grounder, and answer questions without search."""

from functools import cache
from pathlib import Path

import clingo
import pytest

from solver_bridge import answers, engine, orders, play, programs
from solver_bridge.asking import Request, ask_all
from solver_bridge.catalogue import load as load_catalogue
from solver_bridge.document import parse
from solver_bridge.model import Position
from solver_bridge.ruling import UnreadableRuling, load_rulings
from solver_bridge.sequence import Sequence

RULINGS = sorted((Path(__file__).parents[1] / "rulings").rglob("*.yaml"))

EVERYTHING = """
active: north
sites:
  3: {terrain: land, controller: north}
  7: {terrain: water, controller: north, ward: true}
  8: {card: Rustic Village, controller: south}
  9: {card: Dome of Osiros, controller: south}
  10: {card: Rubble}
  13: {terrain: land, controller: south}
  14: {terrain: water, controller: south}
  18: {terrain: land, controller: south}
units:
  kay: {card: Sir Kay, controller: north, at: surface 8}
  captain: {card: Captain Baldassare, controller: north, at: surface 8, lance: 1}
  golem: {card: Crave Golem, controller: north, at: surface 8}
  wisp: {card: Wills-o'-the-Wisp, controller: south, at: surface 8}
  troll: {card: Bridge Troll, controller: south, at: surface 8}
  scout: {power: 2, abilities: [airborne, movement 1, ranged 1], controller: south, at: surface 13, stealth: true}
  mole: {power: 3/5, abilities: [burrowing, submerge, waterbound], controller: south, at: underground 8}
  rider: {power: 1, controller: south, at: surface 13, carried_by: scout}
  giant: {card: Mountain Giant, controller: south, at: [surface 13, surface 14, surface 18, void 19]}
  sorcerer: {type: avatar, power: 1, life: 3, controller: south, at: surface 8}
  druid: {type: avatar, power: 1, controller: north, at: surface 3}
auras: {blizzard: {card: Blizzard, controller: south, at: [surface 3, surface 7, surface 8, void 2]}}
artifacts:
  lance: {card: Lance, carried_by: sorcerer}
  helm: {card: Goswhit Helmet, at: surface 9}
hands: {south: [Dodge Roll]}
affinity: {south: {water: 2}}
"""

LINE = """
- move_and_attack: {unit: captain, path: []}
- attack: {unit: captain, target: sorcerer}
- cast: {player: south, card: Dodge Roll, unit: sorcerer, to: surface 13}
- resolve: {source: captain}
- defend: {unit: wisp, path: []}
- effect: {unit: giant, tap: true}
- pass: {player: south}
- strike: {}
- effect: {site: 13, terrain: water}
- begin_turn: {player: south}
- resolve: {source: golem, choice: {target: kay, path: []}}
- decline: {source: wisp}
- original: {unit: kay, choice: leaves}
- intercept: {unit: wisp}
- decline_attack: {unit: kay}
"""


class Watched(clingo.Control):
    """A Control that keeps what the grounder says, and counts the ground rules that are no facts."""

    said: list[str] = []
    rules: list[object] = []

    def __init__(self, arguments=(), logger=None, message_limit=20):
        def keep(code, text):
            Watched.said.append(text)
            if logger is not None:
                logger(code, text)

        super().__init__(arguments, keep, message_limit)
        self.register_observer(Counter())


class Counter(clingo.Observer):
    """Keeps the ground rules that are no facts."""

    def rule(self, choice, head, body):
        if choice or body or len(head) != 1:
            Watched.rules.append((choice, head, body))

    def weight_rule(self, choice, head, lower_bound, body):
        Watched.rules.append((choice, head, body))


@pytest.fixture
def watched(monkeypatch):
    monkeypatch.setattr(engine.clingo, "Control", Watched)
    Watched.said, Watched.rules = [], []
    return Watched


def sample() -> Position:
    return Position.from_document(parse(EVERYTHING))


def line() -> list:
    text = "position:\n" + "".join(f"  {row}\n" for row in EVERYTHING.splitlines()) + "events:\n" + LINE
    return list(Sequence.from_document(parse(text)).events)


def shows() -> list[str]:
    folder = Path(engine.asp_dir()) / "show"
    return sorted(path.stem for path in folder.glob("*.lp") if path.stem not in ("names", "whatif"))


def test_everything_loads_and_grounds_without_a_word(watched):
    events = tuple(line())
    asked = tuple(
        (moment, word, arguments)
        for moment in range(len(events) + 1)
        for word, arguments in (
            ("attacks", ()),
            ("attacks", ("kay",)),
            ("reach", ("giant",)),
            ("why_not", ()),
            ("targets", ()),
            ("defenders", ()),
            ("interceptors", ()),
            ("events", ()),
            ("orders", ()),
            ("position", ()),
        )
    )
    ask_all([Request(sample(), events, asked, (programs.PLAY, *shows()))])
    assert watched.said == []


@pytest.mark.parametrize("cards", [False, True], ids=["no-cards", "all-cards"])
def test_every_question_loads_without_a_word(watched, cards):
    position = sample() if cards else Position.from_document(parse("active: north\nsites: {8: {terrain: land}}\n"))
    events = line()[:2] if cards else []
    answers.attacks(position, why_not=True)
    for unit in position.units:
        answers.attacks(position, unit)
        answers.reach(position, unit)
    answers.legal_events(position)
    if cards:
        answers.targets(position, "kay")
        answers.defenders(position, "kay", "sorcerer")
        answers.interceptors(position, "kay")
        play.talk(orders.orders_talk(position, events))
    play.talk(play.follow(position, events))
    assert watched.said == []


def test_a_hand_of_cards_without_rules_loads_without_a_word(watched):
    position = Position.from_document(parse("active: north\nhands: {south: [Firebolts]}\n"))
    answers.legal_events(position)
    assert watched.said == []


@pytest.mark.parametrize("cards", [False, True], ids=["no-cards", "all-cards"])
def test_explanations_load_without_a_word(watched, cards):
    position = sample() if cards else Position.from_document(parse(IDLE))
    unit = "captain" if cards else "ogre"
    position.explain({"move_and_attack": {"unit": unit, "path": []}})
    assert watched.said == []


def test_the_watch_hears_the_grounder(watched, tmp_path):
    control = engine.clingo.Control([])
    control.add("base", [], "a :- b.")
    control.ground([("base", [])])
    assert len(watched.said) == 1


@cache
def positions_of(file: Path) -> list[Position]:
    found = {ruling.position: None for ruling in load_rulings(str(file)) if not isinstance(ruling, UnreadableRuling)}
    return list(found)


@pytest.mark.parametrize("file", RULINGS, ids=[file.stem for file in RULINGS])
def test_questions_without_events_need_no_search(watched, file):
    """The ground program of a question is facts alone, so it has one model, and no word of the grounder."""
    requests = []
    for position in positions_of(file):
        asked = [(0, "attacks", ()), (0, "why_not", ()), *((0, "reach", (unit,)) for unit in position.units)]
        requests.append(Request(position, (), tuple(asked), ("attacks", "reach", "paths")))
    assert len(ask_all(requests)) == len(requests)
    assert watched.rules == []
    assert watched.said == []


@pytest.mark.parametrize("file", RULINGS, ids=[file.stem for file in RULINGS])
def test_lines_of_play_ground_without_a_word(watched, file):
    asked = ((0, "events", ()), (0, "position", ()))
    ask_all([Request(p, (), asked, (programs.PLAY, "events", "paths", "position")) for p in positions_of(file)])
    assert watched.said == []


IDLE = """
active: north
sites: {8: {terrain: land, controller: south}}
units:
  troll: {power: 3, controller: north, at: surface 8, tapped: true}
  ogre: {power: 3, controller: south, at: surface 8}
hands: {south: [Firebolts]}
"""

OUT_OF_PLACE = """
- move_and_attack: {unit: ogre, path: []}
- move_and_attack: {unit: troll, path: []}
- attack: {unit: troll, target: ogre}
- decline_attack: {unit: troll}
- resolve: {source: troll}
- decline: {source: troll}
- cast: {player: south, card: Firebolts}
- cast: {player: south, card: Dodge Roll}
- defend: {unit: ogre, path: []}
- original: {unit: ogre, choice: stays}
- intercept: {unit: ogre}
- pass: {player: south}
- strike: {}
"""


def test_no_event_is_legal_out_of_place():
    """In a position whose cards have no rules, so that none brings in rules that an event does without."""
    text = "position:\n" + "".join(f"  {row}\n" for row in IDLE.splitlines()) + "events:\n"
    given = [Sequence.from_document(parse(text + event + "\n")) for event in OUT_OF_PLACE.strip().splitlines()]
    for found in play.talk_all([play.follow(each.position, each.events, complete=False) for each in given]):
        assert not found.legal, found.events
        assert all(reason.text and reason.source for judged in found.events for reason in judged.reasons)


def test_the_sample_has_every_card_that_has_rules():
    stems = {Path(file).stem for file in programs.card_files(card.name for card in load_catalogue())}
    position = sample()
    things = (*position.units.values(), *position.sites.values(), *position.artifacts.values())
    cards = {thing.card for thing in things if thing.card} | {card for hand in position.hands.values() for card in hand}
    assert {Path(file).stem for file in programs.card_files(cards)} == stems
