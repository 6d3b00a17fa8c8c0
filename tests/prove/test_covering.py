"""Covers of small scopes, whole; how candidates are chosen, with a measure that is written down here."""

import json

import pytest
import yaml

from solver_bridge.cli import main
from solver_bridge.engine import FOUND, NONE, UNKNOWN, Found
from solver_bridge.model import Position
from solver_bridge.proving import cover as covers
from solver_bridge.proving.cases import (
    READINGS,
    REASON,
    RULE,
    Case,
    Measure,
    _expect,
    _reasons_in,
    asked,
    line_ruling,
)
from solver_bridge.proving.cover import Cover, Covering, cover_data, irredundant, source_of
from solver_bridge.proving.hunt import Hunt
from solver_bridge.proving.pairs import Pair
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.workers import Here, Workers

TAPPED, DISABLED, AIRBORNE, CAST = (
    (REASON, kind, name)
    for kind, name in (
        ("move_and_attack", "tapped"),
        ("move_and_attack", "disabled"),
        ("attack", "airborne"),
        ("cast", "not_now"),
    )
)
EMPTY = line_ruling(Position(active="north"), ())


def covering(heard=None, workers=None, **options):
    heard = [] if heard is None else heard
    return Covering(
        Scope(units=1, width=1, height=1, effects=0), workers or Here(), lambda *told: heard.append(told), files=(), **options
    )


def only(cover, *items):
    cover.wanted = {item: cover.wanted.get(item) for item in items}
    cover._items = list(items)
    cover._numbers = {item: number for number, item in enumerate(items)}
    return cover


def test_what_is_wanted_of_a_scope():
    cover = Covering(Scope(units=1, width=1, height=1), Here(), lambda *_: None, files=("intercept.lp",))
    rules = [item for item in cover.wanted if item[0] == RULE]
    assert all(item[1].startswith("intercept.lp:") for item in rules)
    assert list(cover.wanted)[: len(rules)] == rules
    reasons = [item for item in cover.wanted if item[0] == REASON]
    assert len(rules) + len(reasons) == len(cover.wanted)
    assert reasons == sorted(reasons)
    assert cover.wanted[TAPPED] == Pair("move_and_attack", "tapped", "tapped")
    assert (cover.games, cover.cases, cover.why) == (48, [], {})
    assert cover._atom(TAPPED) == "together(move_and_attack,tapped,tapped)"
    assert [cover._atom(item) for item in rules[:2]] == ["fired(0)", "fired(1)"]
    text = cover._rules(())
    assert "askable(attack)." in text
    assert "against(tapped,T) :- asked(T)" in text
    assert text.count("fired(0) :- ") == len(cover.wanted[rules[0]].fires)


def test_a_small_cover_is_whole(monkeypatch):
    monkeypatch.setattr(Hunt, "_lemmas_hold", lambda _hunt: True)  # they are proved elsewhere
    heard = []
    cover = only(covering(heard, games=0), TAPPED, DISABLED, AIRBORNE, CAST)
    cover._readings = lambda: None
    assert list(cover.run()) == [True]
    found = cover.cover()
    assert [set(case.items) for case in found.cases] == [{TAPPED}, {DISABLED}]
    for case, (reason, field) in zip(found.cases, (("tapped", "tapped"), ("disabled", "disabled")), strict=True):
        (unit,) = case.ruling.position.units.values()
        assert getattr(unit, field)
        assert (case.ruling.ask.question, [event.word for event in case.ruling.ask.events]) == ("legal", ["move_and_attack"])
        assert case.ruling.expect["legal"] is False
        assert reason in case.ruling.expect["reasons"]
        assert (case.ruling.source, case.ruling.note) == ("Codex", f"Only here: reason move_and_attack {reason}")
    never = "in no state of the scope, whatever the event (induction); no random game came to it"
    assert found.missing == {AIRBORNE: never, CAST: never}
    assert heard == [
        *(("what can be in the scope at all", number, 4) for number in range(1, 5)),
        ("1 units, 1x1, 0 events", 0, 0),
        ("lines that were found", 2, 2),
        ("cases out of lines that were found", 0, 1),
        ("cases out of lines that were found", 1, 1),
    ]


def test_what_is_not_found_says_so():
    cover = only(covering(games=0), TAPPED)
    assert cover.cover() == Cover((), {TAPPED: "in no line of up to five events in the scope, and no random game came to it"})
    late = covering(workers=Here(until=0.0), games=0)
    late._hunt = late._random = late._readings = lambda: None
    assert list(late.run()) == [False]


def case_of(name, *items):
    return Case(asked(Position(active="north"), "reach", unit=name), frozenset(items))


def test_of_cases_as_small_the_first_by_its_text_goes():
    one, two, both = case_of("a", "x"), case_of("b", "y"), case_of("c", "x", "y")
    assert irredundant([both, two, one]) == [both]
    twins = [case_of("b", "x", "y"), case_of("a", "x", "y")]
    assert irredundant(twins) == [twins[0]]
    assert irredundant(twins[::-1]) == [twins[0]]
    assert irredundant([one, two]) == [one, two]
    assert irredundant([]) == []


def test_the_source_of_what_is_exercised():
    assert source_of(TAPPED) == "reason move_and_attack tapped"
    rule = next(item for item in Covering(Scope(), Here(), lambda *_: None, files=("realm.lp",)).wanted if item[0] == RULE)
    assert source_of(rule)
    assert source_of((RULE, "realm.lp:1")) == "realm.lp"


class Marked(Measure):
    """A measure for which a ruling exercises what its name says."""

    def __init__(self, **items):
        super().__init__()
        self.items = items
        self.asked = []

    def case(self, ruling):
        items = self.items.get(ruling.name)
        return None if items is None else Case(ruling, frozenset(items))

    def promising(self, rulings):
        self.asked.append([ruling.name for ruling in rulings])
        return any(set(self.items.get(ruling.name, ())) - self.seen for ruling in rulings)


def named(name, position=None, question="legal"):
    return line_ruling(position or Position(active="north"), (), question).__class__(
        name=name, source="Codex", position=position or Position(active="north"), ask=asked(EMPTY.position, question).ask
    )


def test_only_what_is_new_and_wanted_is_kept():
    cover = only(covering(), TAPPED, DISABLED)
    cover._measure = Marked(a=[TAPPED, AIRBORNE], b=[TAPPED], c=[AIRBORNE], d=[DISABLED])
    for name in "abcd":
        cover._keep(named(name))
    assert [(case.ruling.name, set(case.items)) for case in cover.cases] == [("a", {TAPPED}), ("d", {DISABLED})]
    pair = (READINGS, "one", "two")
    cover._keep(named("c"), [pair])
    cover._keep(named("nothing"), [pair])
    assert (cover.cases[-1].items, len(cover.cases)) == ({pair}, 3)
    assert cover._open() == []


def test_rulings_are_halved_until_the_new_ones_are_found():
    cover = only(covering(), TAPPED, DISABLED)
    cover._measure = Marked(c=[TAPPED], e=[TAPPED, DISABLED])
    cover._sift([named(name) for name in "abcde"])
    assert cover._measure.asked == [list("abcde"), ["a", "b"], ["c", "d", "e"], ["c"], ["d", "e"], ["d"], ["e"]]
    assert [case.ruling.name for case in cover.cases] == ["c", "e"]
    cover._measure.asked.clear()
    cover._sift([])
    assert cover._measure.asked == []
    late = only(covering(workers=Here(until=0.0)), TAPPED)
    late._measure = Marked(a=[TAPPED])
    late._sift([named("a")])
    assert (late._measure.asked, late.cases) == ([], [])


def test_random_games_go_on_while_something_is_open(monkeypatch):
    heard = []
    cover = only(covering(heard, games=25), TAPPED, DISABLED)
    cover._measure = Marked()
    sifted = []

    def play(position):
        yield from ()
        return [position, position], []

    monkeypatch.setattr(cover.scenes, "position", lambda: Position(active="north"))
    monkeypatch.setattr(cover.scenes, "play", play)
    monkeypatch.setattr(cover, "_questions", lambda passed, events: [named("q")] * 3)
    monkeypatch.setattr(cover, "_sift", lambda rulings: sifted.append(len(rulings)))
    cover._random()
    assert heard == [("random games; 2 still to be exercised", number, 25) for number in (0, 12, 24)]
    assert sifted == [20, 16] * 3
    cover._measure.seen |= {TAPPED, DISABLED}
    cover._random()
    assert len(heard) == 3


def test_a_game_that_cannot_be_asked_is_left_out(monkeypatch):
    cover = only(covering(games=1), TAPPED)
    cover._measure = Marked()

    def play(position):
        yield from ()
        Position.from_data({"active": "nobody"})

    monkeypatch.setattr(cover.scenes, "position", lambda: Position(active="north"))
    monkeypatch.setattr(cover.scenes, "play", play)
    monkeypatch.setattr(cover, "_questions", lambda *_: pytest.fail("there is no game"))
    cover._random()


POSITION = Position.from_data({
    "active": "north",
    "units": {"ann": {"controller": "north", "at": "void 8", "abilities": ["voidwalk"]}},
})  # fmt: skip


def test_what_is_asked_of_a_line():
    cover = covering()
    event = POSITION._event({"move_and_attack": {"unit": "ann", "path": []}})
    later = POSITION.apply(event)
    for place, expected in ((0, [(POSITION, "check", 1)]), (1, [(POSITION, "check", 1), (POSITION, "legal", 1), (POSITION, "orders", 1)])):
        cover.scenes.rng.randrange = lambda _length, place=place: place
        cover.scenes.event = lambda _here: None
        rulings = list(cover._questions([POSITION, later], [event]))
        told = [(ruling.position, ruling.ask.question, len(ruling.ask.events)) for ruling in rulings]
        assert told[: len(expected)] == expected
        assert [ruling.ask.question for ruling in rulings[len(expected) :]] == ["reach", "targets", "interceptors", "defenders"]
        assert all(ruling.position == POSITION for ruling in rulings[len(expected) :])
        reach, targets, interceptors, defenders = (ruling.ask for ruling in rulings[len(expected) :])
        assert (reach.unit, targets.unit, interceptors.unit) == ("ann", "ann", "ann")
        assert (targets.path, interceptors.path, defenders.path) == ((), (), None)
        assert (defenders.attacker, defenders.target) == ("ann", "ann")
    cover.scenes.event = lambda here: event
    rulings = list(cover._questions([POSITION, later], [event]))
    asked_then = [(ruling.position, len(ruling.ask.events)) for ruling in rulings if ruling.ask.question == "legal"]
    assert asked_then == [(POSITION, 1), *[(POSITION, 2), (later, 1)] * 4]
    cover.scenes.rng.randrange = lambda _length: 1
    rulings = list(cover._questions([POSITION, later, later], [event, event]))
    assert [(r.position, r.ask.question, len(r.ask.events)) for r in rulings][:3] == [
        (POSITION, "check", 2),
        (later, "check", 1),
        (POSITION, "orders", 1),
    ]
    cover.scenes.rng.randrange = lambda _length: 0
    assert {ruling.ask.question for ruling in cover._questions([POSITION], [])} >= {"legal", "reach", "defenders"}
    assert "check" not in {ruling.ask.question for ruling in cover._questions([POSITION], [])}


def test_lines_in_which_two_readings_are_at_work(monkeypatch):
    heard = []
    cover = covering(heard)
    monkeypatch.setattr(covers, "_pairs_of_readings", lambda _cards: [("a", "b"), ("a", "c"), ("b", "c")])
    kept = []
    monkeypatch.setattr(cover, "_keep_readings", lambda rulings: kept.append([ruling.name for ruling in rulings]))
    monkeypatch.setattr(covers, "_decoded", lambda part, found: [(POSITION, (part.units, one[0])) for one in found])
    monkeypatch.setattr(covers, "line_ruling", lambda _position, events, question: named(f"{question} {events}"))
    hunts = []

    class Hunted:
        def __init__(self, quarry, scope, workers, progress):
            hunts.append((quarry.atom(("a", "b")), scope, workers, progress))
            assert quarry.rules(()).endswith("both(N,M) :- at_work(N), at_work(M), N < M.")

        def states(self, scope, wanted):
            return scope, tuple(wanted)

        def never(self, states, wanted):
            assert states == (cover.scope, (("a", "b"), ("a", "c"), ("b", "c")))
            return wanted == ("a", "c")

        def lines(self, wanted, longest):
            assert (wanted, longest) == ([("a", "b"), ("b", "c")], 5)
            yield cover.scope, [(("a", "b"), Found(FOUND)), (("b", "c"), Found(NONE))]

    monkeypatch.setattr(covers, "Hunt", Hunted)
    cover.cases = [case_of("x"), Case(named("kept", question="check"), frozenset())]
    cover._readings()
    assert hunts == [("both(a,b)", cover.scope, cover.workers, cover.progress)]
    assert heard == [("readings that act on each other, 1 units, 1x1", 0, 0)]
    assert kept == [["check (1, ('a', 'b'))"], ["kept"]]
    cover.workers = Here(until=0.0)
    cover._readings()
    assert len(kept) == 2


def test_pairs_of_readings_are_kept_once(monkeypatch):
    cover = covering()
    cover._measure = Marked(a=[], b=[], c=[])
    pairs = {"a": {(READINGS, "p", "q")}, "b": {(READINGS, "p", "q")}, "c": set()}
    monkeypatch.setattr(covers, "reading_pairs", lambda ruling: frozenset(pairs[ruling.name]))
    cover._keep_readings([named(name) for name in "abc"])
    assert [(case.ruling.name, case.items) for case in cover.cases] == [("a", {(READINGS, "p", "q")})]
    cover.workers = Here(until=0.0)
    cover._measure.seen.clear()
    cover._keep_readings([named("b")])
    assert len(cover.cases) == 1


def test_what_a_search_saw_in_a_line():
    cover = only(covering(), TAPPED, DISABLED, (RULE, "x:1"))
    cover.wanted.pop(DISABLED)
    atoms = (
        ("fired", 2),
        ("fired", 1),
        ("together", "move_and_attack", "tapped", "tapped"),
        ("together", "attack", "airborne", "stealth"),
        ("field", 0),
    )
    assert cover._shown(Found(FOUND, atoms)) == {(RULE, "x:1"), TAPPED}


def test_pairs_of_readings_and_rules_that_name_them():
    pairs = covers._pairs_of_readings(())
    assert pairs == sorted(pairs)
    assert all(one < two for one, two in pairs)
    names = sorted({name for pair in pairs for name in pair})
    assert len(pairs) == len(names) * (len(names) - 1) // 2
    uses = covers._uses(())
    assert all(f"at_work({name}) :- " in uses for name in names)


def test_what_a_ruling_is_to_expect():
    def expected(question, got):
        return _expect(asked(POSITION, question), got)

    assert expected("legal", {"legal": True, "reasons": []}) == {"legal": True}
    assert expected("legal", {"legal": False, "reasons": ["tapped"]}) == {"legal": False, "reasons": ["tapped"]}
    unit = {"card": "X", "type": "minion", "power": 1, "abilities": [], "tapped": False, "life": None, "at": "void 8"}
    line = {"legal": True, "position": {"units": {"ann": unit, "ben": None}}, "result": None}
    told = {"legal": True, "position": {"units": {"ann": {"tapped": False, "at": "void 8"}, "ben": None}}}
    assert expected("check", line) == told
    assert expected("check", {**line, "result": {"dead": []}}) == {**told, "result": {"dead": []}}
    assert expected("check", {**line, "legal": False}) is None
    assert expected("orders", [["a", "b"]]) == {"exactly": [["a", "b"]]}
    assert expected("targets", {"legal": ["a"], "reasons": {"b": ["x"]}}) == {"exactly": ["a"], "reasons": {"b": ["x"]}}
    assert expected("reach", ("void 8",)) == {"exactly": ["void 8"]}


def test_reasons_that_a_ruling_exercises():
    event = POSITION._event({"pass": {"player": "north"}})
    ruling = line_ruling(POSITION, (event,))
    assert _reasons_in(ruling, {"reasons": ["a", "b"]}) == {(REASON, "pass", "a"), (REASON, "pass", "b")}
    assert _reasons_in(ruling, {}) == set()
    assert _reasons_in(line_ruling(POSITION, (event,), "check"), {"reasons": ["a"]}) == set()


def test_a_measure_answers_and_counts():
    measure = Measure()
    event = POSITION._event({"pass": {"player": "north"}})
    ruling = line_ruling(POSITION, (event,))
    assert measure.promising([ruling])
    assert measure.seen == set()
    case = measure.case(ruling)
    assert case.ruling.expect["legal"] is False
    assert {item for item in case.items if item[0] == REASON} == {
        (REASON, "pass", reason) for reason in case.ruling.expect["reasons"]
    }
    assert {item[0] for item in case.items} == {RULE, REASON}
    assert (measure.keep(case), measure.keep(case)) == (True, False)
    assert measure.seen == case.items
    assert not measure.promising([ruling])
    assert measure.case(line_ruling(POSITION, (event,), "check")) is None


# The command


class Prepared:
    """A covering that has two cases, and of one thing knows why there is none."""

    complete = True

    def __init__(self, scope, workers, progress, *, games, rulings):
        assert isinstance(workers, Workers)
        assert rulings == []
        Prepared.given = (scope.units, scope.squares, games, scope.cards)

    def run(self):
        yield Prepared.complete

    def cover(self):
        cases = tuple(
            Case(asked(POSITION, "reach", unit="ann").__class__(
                name=f"case-{n:03}", source="Codex", position=POSITION, ask=asked(POSITION, "reach", unit="ann").ask,
                expect={"exactly": ["void 8"]}, note="Only here: reason x",
            ), frozenset({("reason", "x", str(n))}))
            for n in (1, 2)
        )  # fmt: skip
        return Cover(cases, {AIRBORNE: "because"} if Prepared.complete else {})


@pytest.mark.parametrize("complete", [True, False])
def test_the_command_writes_cases_and_what_is_missing(monkeypatch, tmp_path, capsys, complete):
    monkeypatch.setattr(covers, "Covering", Prepared)
    monkeypatch.setattr(Prepared, "complete", complete)
    arguments = ["find", "--cover", "--out", str(tmp_path), "--units", "1", "--squares", "2x1", "--games", "3"]
    assert main(arguments) == (0 if complete else 3)
    file = tmp_path / "cover.yaml"
    said = [f"2 cases are written to {file}; cover.json says what each of them exercises."]
    if complete:
        said += [
            "1 rules, reasons or pairs of readings are exercised by none:",
            "what                    why",
            "----------------------  -------",
            "reason attack airborne  because",
        ]
    else:
        said.append("The time was over before all had been looked for.")
    assert capsys.readouterr().out.splitlines() == said
    units, squares, games, cards = Prepared.given
    assert (units, squares, games) == (1, "2x1", 3)
    assert cards == tuple(sorted(cards))
    assert "Sir Kay" in cards
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# Cases that together exercise the rules: made by `arbiter find --cover`.\n- name: case-001\n")
    assert [ruling["name"] for ruling in yaml.safe_load(text)] == ["case-001", "case-002"]
    exercised = [{"name": f"case-00{n}", "exercises": [f"reason x {n}"]} for n in (1, 2)]
    missing = [{"what": "reason attack airborne", "why": "because"}] if complete else []
    assert json.loads((tmp_path / "cover.json").read_text(encoding="utf-8")) == {"cases": exercised, "missing": missing}
    assert main([*arguments, "--json"]) == (0 if complete else 3)
    document = json.loads(capsys.readouterr().out)
    assert document.pop("file") == str(file)
    assert document == {"schema_version": 1, "complete": complete, "cases": exercised, "missing": missing}
    assert cover_data(Prepared(Scope(), Here(), None, games=0, rulings=[]).cover())["cases"] == exercised
    assert UNKNOWN not in text
