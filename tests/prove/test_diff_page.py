"""What diff writes of differences, whole: its page, its document and its files; what it reads as a side."""

import json

import pytest

from solver_bridge.cli import main
from solver_bridge.engine import FOUND, NONE, UNKNOWN, Found
from solver_bridge.model import Position
from solver_bridge.proving import differences as module
from solver_bridge.proving.differences import Difference, Side, _shown, differences
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.workers import Here
from solver_bridge.sequence import Sequence

AT = Position.from_data({
    "active": "north",
    "edition": "codex-2026-05",
    "sites": {1: {"controller": "south"}},
    "units": {"alpha": {"controller": "north", "at": "surface 1", "power": 0}},
})  # fmt: skip
LINE = [
    {"move_and_attack": {"unit": "alpha", "path": []}},
    {"attack": {"unit": "alpha", "target": "site 1"}},
    {"pass": {"player": "south"}},
    {"strike": {}},
]
SCOPE = Scope(units=1, width=1, height=1)


def difference(events=LINE, words=("whether the attack is successful",)):
    sequence = Sequence(position=AT, events=tuple(AT._event(event) for event in events))
    return Difference(words, sequence, SCOPE, Side("codex-2026-05"))


YAML = """\
position:
  edition: codex-2026-05
  active: north
  sites:
    1:
      controller: south
  units:
    alpha:
      controller: north
      at: surface 1
      power: 0
events:
- move_and_attack:
    unit: alpha
    path: []
- attack:
    unit: alpha
    target: site 1
- pass:
    player: south
- strike:
    assign: {}
"""


def given(monkeypatch, *found):
    asked = []

    def search(one, two, scope, workers, progress):
        asked.append((one, two, scope))
        return iter(found)

    monkeypatch.setattr(module, "differences", search)
    return asked


def test_a_difference_is_written_whole(monkeypatch, tmp_path, capsys):
    asked = given(monkeypatch, difference())
    arguments = ["diff", "codex-2026-05", "codex-2026-07", "--units", "3", "--squares", "2x1", "--effects", "0"]
    assert main([*arguments, "--out", str(tmp_path)]) == 1
    file = tmp_path / "difference-1.yaml"
    said = "Attacked: site 1. Nobody joined as a defender. Struck: site 1. Nobody died."
    assert capsys.readouterr().out.splitlines() == [
        "They differ in whether the attack is successful:",
        f"  codex-2026-05: {said}",
        f"  codex-2026-07: {said} The attack on the site was successful.",
        f"written to {file}",
        *(f"    {line}" for line in YAML.splitlines()),
        "",
        "1 independent difference in this scope",
    ]
    assert file.read_text(encoding="utf-8") == f"# whether the attack is successful\n{YAML}"
    assert asked == [
        (Side("codex-2026-05"), Side("codex-2026-07"), Scope(units=3, width=2, height=1, effects=0)),
    ]  # fmt: skip
    assert main([*arguments, "--json"]) == 1
    result = {
        "attacked": "site 1", "defenders": [], "struck": ["site 1"], "dead": [], "life": {}, "effects": [], "lost": [],
    }  # fmt: skip
    found = difference()
    assert json.loads(capsys.readouterr().out) == {
        "schema_version": 1,
        "complete": True,
        "differences": [
            {
                **json.loads(json.dumps(found.sequence.to_data())),
                "words": ["whether the attack is successful"],
                "answers": {
                    edition: {"legal": True, "result": {**result, "successful_attack": success}}
                    for edition, success in (("codex-2026-05", False), ("codex-2026-07", True))
                },
            }
        ],
    }


def test_an_event_that_is_not_legal_on_a_side_is_told_with_its_reasons(monkeypatch, capsys):
    given(monkeypatch, difference([LINE[0], {"attack": {"unit": "alpha", "target": "alpha"}}], ("what is legal", "who stands where")))
    assert main(["diff", "stay_choice=each_join", "stay_choice=last_join", "--squares", "1x1"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("They differ in what is legal, who stands where:\n")
    told = "the last event is not legal: alpha is no enemy of alpha. (Enemy)"
    assert f"\n  stay_choice=each_join: {told}\n  stay_choice=last_join: {told}\n    position:\n" in out
    assert out.endswith("\n\n1 independent difference in this scope\n")


def test_what_is_not_known_is_said(monkeypatch, capsys):
    given(monkeypatch, difference(), None)
    arguments = ["diff", "codex-2026-05", "codex-2026-07"]
    assert main(arguments) == 3
    assert capsys.readouterr().out.endswith("\n\n1 independent difference so far; not all of the scope is known\n")
    given(monkeypatch, None)
    assert main(arguments) == 3
    assert capsys.readouterr().out == "no independent differences so far; not all of the scope is known\n"
    assert main([*arguments, "--json"]) == 3
    assert json.loads(capsys.readouterr().out) == {"schema_version": 1, "complete": False, "differences": []}


def test_the_cards_of_readings_come_into_the_scope(monkeypatch, capsys):
    asked = given(monkeypatch)
    arguments = ["diff", "dodge_roll_movement=own_step, codex-2026-05", "dodge_roll_movement=forced", "--card", "sir kay"]
    assert main(arguments) == 0
    ((one, two, scope),) = asked
    assert (one, two) == (
        Side("codex-2026-05", {"dodge_roll_movement": "own_step"}), Side(None, {"dodge_roll_movement": "forced"}),
    )  # fmt: skip
    assert scope.cards == ("Dodge Roll", "Sir Kay")
    assert capsys.readouterr().out == "no independent differences in this scope\n"


class Parted:
    """A parting that finds what is written down for it."""

    def __init__(self, found, words=("a", "b")):
        self.found, self._words = list(found), words
        self.part = SCOPE
        self.asked = []

    def lines(self, events):
        yield from ((gap, f"lines {events} {gap}") for gap in (1, 2))

    def words(self, gap):
        return self._words

    def more(self, lines, known):
        self.asked.append((lines, sorted(known)))
        return self.found.pop(0) if self.found else Found(NONE)

    def plainest(self, lines, word):
        self.asked.append((lines, word))
        return Found(FOUND, (("parts_in", word),))


def test_lines_are_looked_at_until_no_word_is_new(monkeypatch):
    monkeypatch.setattr(module, "decode", lambda atoms, units: (AT, (atoms, units)))
    monkeypatch.setattr(module, "sentences", lambda: {"b": "B", "a": "A"})
    parting = Parted([Found(FOUND, (("parts_in", "a"), ("parts_in", "b")))])
    known = set()
    ((words, sequence),) = list(_shown(parting, 3, known))
    assert (words, sequence.position, sequence.events) == ({"b"}, AT, ((("parts_in", "b"),), 1))
    assert parting.asked == [("lines 3 1", []), ("lines 3 1", "b"), ("lines 3 1", []), ("lines 3 2", [])]
    parting = Parted([], words=("a",))
    assert list(_shown(parting, 3, {"a", "b"})) == []
    assert parting.asked == []
    parting = Parted([Found(FOUND, (("parts_in", "a"),))])
    monkeypatch.setattr(parting, "plainest", lambda lines, word: Found(UNKNOWN))
    assert list(_shown(parting, 3, set())) == []


@pytest.mark.parametrize("late", [False, True])
def test_parts_of_a_scope_are_gone_through_the_smallest_first(monkeypatch, late):
    scope = Scope(units=2, width=1, height=1)
    heard, looked = [], []

    class Stub:
        def __init__(self, way, part, workers):
            self.way, self.part = way, part

        def never(self):
            return False

        def ended(self, events):
            return events > 6

        def possible(self):
            return {"a", "b"}

    def shown(parting, events, known):
        looked.append((parting.way.first.edition, parting.part.units, events))
        if (parting.part.units, events, parting.way.first.edition) == (2, 3, "two"):
            yield {"b", "a"}, "a sequence"

    monkeypatch.setattr(module, "Parting", Stub)
    monkeypatch.setattr(module, "_shown", shown)
    monkeypatch.setattr(module, "sentences", lambda: {"b": "the second", "a": "the first"})
    workers = Here(until=0.0 if late else None)
    found = list(differences(Side("one"), Side("two"), scope, workers, lambda *told: heard.append(told)))
    if late:
        assert found == [None]
        assert looked == [(side, 1, 1) for side in ("one", "two")]
        return
    assert found == [Difference(("the first", "the second"), "a sequence", scope, Side("two"))]
    assert looked == [
        *((side, 1, events) for events in range(1, 6) for side in ("one", "two")),
        *((side, 2, events) for events in range(1, 4) for side in ("one", "two")),
    ]
    assert heard[0] == ("1 units, 1x1, 1 events", 0, 0)
    assert heard[-1] == ("2 units, 1x1, 3 events", 0, 0)


def test_without_a_difference_all_lines_are_gone_through(monkeypatch):
    looked = []

    class Stub:
        never_here, ends = False, 8

        def __init__(self, way, part, workers):
            pass

        def never(self):
            return self.never_here

        def ended(self, events):
            return events > self.ends

        def possible(self):
            return {"a"}

    def shown(parting, events, known):
        looked.append(events)
        return iter(())

    monkeypatch.setattr(module, "Parting", Stub)
    monkeypatch.setattr(module, "_shown", shown)

    def search():
        looked.clear()
        return list(differences(Side("one"), Side("two"), SCOPE, Here(), lambda *_: None))

    assert search() == []
    assert looked == [events for events in range(1, 9) for _ in range(2)]
    Stub.ends = 99
    assert search() == [None]
    assert looked == [events for events in range(1, 13) for _ in range(2)]
    Stub.never_here = True
    assert (search(), looked) == ([None], [])
    Stub.possible = lambda self: set()
    assert (search(), looked) == ([], [])
