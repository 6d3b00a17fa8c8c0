import json
import pickle

import pytest

from solver_bridge import events, words
from solver_bridge.document import parse
from solver_bridge.errors import UnusableInput
from solver_bridge.events import EVENT_TYPES, Choice, Effect, event_from_data, parse_event
from solver_bridge.model import Position
from solver_bridge.options import read_option
from solver_bridge.sequence import Sequence

POSITION = """\
active: north
sites: {8: {}, 9: {}}
units:
  thieves: {controller: north, at: surface 8}
  knight: {controller: south, at: surface 9}
  shark: {controller: south, at: surface 9}
  kay: {controller: north, at: surface 8}
artifacts: {helm: {carried_by: knight}}
auras: {fog: {at: surface 8}}
"""


@pytest.fixture
def position(known):
    return Position.from_document(parse(POSITION), **known)


@pytest.fixture
def event(known, position):
    def event(text):
        return parse_event(text, "f", position=position, **known)

    return event


CONTRACT = [
    ("move_and_attack: {unit: thieves, path: [surface 9]}",
     events.MoveAndAttack(unit="thieves", path=(("surface 9",),))),
    ("move_and_attack: {unit: thieves, path: [[surface 9, surface 4], surface 3]}",
     events.MoveAndAttack(unit="thieves", path=(("surface 4", "surface 9"), ("surface 3",)))),
    ("move_and_attack: {unit: thieves, path: []}", events.MoveAndAttack(unit="thieves")),
    ("attack: {unit: thieves, target: knight}", events.Attack(unit="thieves", target="knight")),
    ("attack: {unit: thieves, target: Site 09, at: surface 9}",
     events.Attack(unit="thieves", target="site 9", at="surface 9")),
    ("decline_attack: {unit: thieves}", events.DeclineAttack(unit="thieves")),
    ("resolve: {source: kay, choice: {}}", events.Resolve(source="kay")),
    ("resolve: {source: kay, choice: {target: knight, path: [surface 9]}}",
     events.Resolve(source="kay", choice=Choice(target=("knight",), path=(("surface 9",),)))),
    ("resolve: {source: helm, choice: {target: [knight, site 8, fog], to: void 3, player: south, unit: kay}}",
     events.Resolve(source="helm", choice=Choice(
         target=("knight", "site 8", "fog"), to=("void 3",), player="south", unit="kay"))),
    ("decline: {source: site 8}", events.Decline(source="site 8")),
    ("decline: {source: spell dodge roll}", events.Decline(source="spell Dodge Roll")),
    ("cast: {player: south, card: Dodge Roll, unit: knight, to: surface 4}",
     events.Cast(player="south", card="Dodge Roll", unit="knight", to=("surface 4",))),
    ("cast: {player: south, card: Dodge Roll}", events.Cast(player="south", card="Dodge Roll")),
    ("defend: {unit: shark, path: [surface 9], original: leaves}",
     events.Defend(unit="shark", path=(("surface 9",),), original="leaves")),
    ("original: {unit: knight, choice: stays, by: south}",
     events.Original(unit="knight", choice="stays", by="south")),
    ("intercept: {unit: shark}", events.Intercept(unit="shark")),
    ("pass: {player: south}", events.Pass(player="south")),
    ("strike: {assign: {thieves: {knight: 2, shark: 1, site 9: 0}}}",
     events.Strike(assign={"thieves": {"knight": 2, "shark": 1, "site 9": 0}})),
    ("strike: {assign: {}}", events.Strike()),
    ("begin_turn: {player: north}", events.BeginTurn(player="north")),
    ("effect: {unit: knight, kill: true}", Effect(unit="knight", kill=True)),
    ("effect: {unit: knight, to: surface 8}", Effect(unit="knight", to=("surface 8",))),
    ("effect: {unit: knight, gain: movement 2}", Effect(unit="knight", gain="movement 2")),
    ("effect: {unit: knight, controller: north}", Effect(unit="knight", controller="north")),
    ("effect: {site: 8, terrain: water}", Effect(site=8, terrain="water")),
    ("effect: {site: 8, destroy: true}", Effect(site=8, destroy=True)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "value"), CONTRACT)
def test_events_are_read_and_written(text, value, event):
    read = event(text)
    assert read == value
    assert hash(read)
    assert pickle.loads(pickle.dumps(read)) == read
    written = read.to_data()
    assert list(written) == [text.partition(":")[0]] == [read.word]
    assert event(json.dumps(written)) == read
    assert event(str(read)) == read


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("strike", events.Strike()),
        ("strike:", events.Strike()),
        ("move_and_attack: {unit: kay}", events.MoveAndAttack(unit="kay")),
        ("resolve: {source: kay, choice: }", events.Resolve(source="kay")),
        ("move_and_attack: {unit: kay, path: [void 1], not_taken: [{step: void 1, reasons: []}]}",
         events.MoveAndAttack(unit="kay", path=(("void 1",),))),
    ],
)  # fmt: skip
def test_other_ways_to_write_events(text, value, event):
    assert event(text) == value


def test_printed_events_show_paths_and_choices():
    assert events.Defend(unit="x").to_data() == {"defend": {"unit": "x", "path": []}}
    assert events.Resolve(source="x").to_data() == {"resolve": {"source": "x", "choice": {}}}
    assert events.Strike(by="north").to_data() == {"strike": {"assign": {}, "by": "north"}}


def test_an_effect_names_its_change():
    assert Effect(unit="x", to=("void 1", "void 2")).change == ("to", ["void 1", "void 2"])
    assert Effect(site=8, destroy=True).change == ("destroy", True)


def test_every_event_has_a_type_and_every_type_its_fields():
    assert list(EVENT_TYPES) == list(words.EVENTS)
    for word, of in EVENT_TYPES.items():
        assert {*words.EVENTS[word], "by"} == set(of.__struct_fields__)


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("3", 1, "an event is a mapping of fields, not 3"),
        ("{}", 1, "a mapping of one word"),
        ("pass: {player: north}\nstrike: {}", 1, "a mapping of one word"),
        ("atack: {unit: kay}", 1, "there is no event 'atack'; did you mean 'attack'"),
        ("pass: north", 1, "pass is a mapping of fields, not 'north'"),
        ("pass:", 1, "pass must have the field 'player'"),
        ("pass: {player: east}", 1, "'north' or 'south'"),
        ("pass:\n  player: north\n  x: 1", 3, "pass has no field 'x'"),
        ("attack: {unit: kay, target: site 10}", 1, "there is no site in square 10"),
        ("attack: {unit: kay, target: site 99}", 1, "there is no site in square 99"),
        ("attack: {unit: kay, target: helm}", 1, "'helm' stands under artifacts; a unit or `site N`"),
        ("attack: {unit: kay, target: knigt}", 1, "`site N` is expected; did you mean 'knight'"),
        ("attack: {unit: site 8, target: knight}", 1, "the position has no 'site 8'"),
        ("attack: {unit: kay, target: sit 8}", 1, "the position has no 'sit 8'; a unit or `site N` is expected; did you mean 'site 8'"),
        ("attack: {unit: kay, target: knight, at: 9}", 1, "9 is no location"),
        ("attack: {unit: kay, target: [knight]}", 1, "a unit or `site N` is expected here, not a list"),
        ("move_and_attack:\n  unit: kay\n  path:\n  - surface 8\n  - surfac 9", 5, "no location"),
        ("move_and_attack: {unit: kay, path: surface 9}", 1, "a path is a list"),
        ("move_and_attack: {unit: kay, path: [[]]}", 1, "must not be empty"),
        ("resolve: {source: nobody}", 1, "a unit, artifact, aura, `site N` or `spell NAME` is expected"),
        ("resolve: {source: spell Dodge Rol}", 1, "did you mean 'Dodge Roll'"),
        ("resolve: {source: kay, choice: {too: void 1}}", 1, "has no field 'too'; did you mean 'to'"),
        ("resolve: {source: kay, choice: {target: [nobody]}}", 1, "has no 'nobody'"),
        ("cast: {player: south, card: Sorcerer}", 1, "of type avatar"),
        ("defend: {unit: shark, original: left}", 1, "'stays' or 'leaves' is expected here, not 'left'"),
        ("original: {unit: shark}", 1, "must have the field 'choice'; it is one of 'stays', 'leaves'"),
        ("strike: {assign: {thieves: {knight: -1}}}", 1, "a whole number"),
        ("strike: {assign: {thieves: 3}}", 1, "what a striker deals is a mapping"),
        ("strike: {assign: {nobody: {knight: 1}}}", 1, "has no 'nobody'"),
        ("strike: {assign: [thieves]}", 1, "an assignment is a mapping"),
        ("effect: {kill: true}", 1, "on one unit or one site; here: none"),
        ("effect: {unit: kay, site: 8, controller: north}", 1, "here: unit, site"),
        ("effect: {unit: kay}", 1, "an effect is one change; here: none of to, tap"),
        ("effect: {unit: kay, tap: true, kill: true}", 1, "an effect is one change; here: tap, kill"),
        ("effect: {unit: kay, destroy: true}", 1, "'destroy' cannot happen to a unit; it is one of to, tap"),
        ("effect: {site: 8, kill: true}", 1, "'kill' cannot happen to a site"),
        ("effect: {unit: kay, tap: false}", 1, "only true can stand here"),
        ("effect: {unit: kay, gain: wings}", 1, "nothing can gain or lose 'wings'"),
        ("effect: {site: 10, destroy: true}", 1, "there is no site in square 10"),
        ("effect: {site: 21, destroy: true}", 1, "the square of a site, 1 to 20"),
        ("intercept: {unit: kay, by: me}", 1, "'north' or 'south'"),
    ],
)  # fmt: skip
def test_unusable_events(text, line, part, event):
    with pytest.raises(UnusableInput) as caught:
        event(text)
    found = [(fault.line, fault.message) for fault in caught.value.faults]
    assert any(at == line and part in message for at, message in found), found


def test_without_a_position_any_name_will_do(known):
    data = {"attack": {"unit": "anybody", "target": "site 20"}}
    assert event_from_data(data, **known) == events.Attack(unit="anybody", target="site 20")


SEQUENCE = """\
position:
  active: north
  units:
    a: {controller: north, at: surface 8}
events:
- move_and_attack: {unit: a, path: []}
- decline_attack:
    unit: a
"""


def test_a_sequence_is_read(write, known):
    path = write(SEQUENCE)
    read = Sequence.load(path, **known)
    assert [event.word for event in read.events] == ["move_and_attack", "decline_attack"]
    assert read.place(("events", 1)) == (path, 7)
    assert read.position.place(("units", "a", "at")) == (path, 4)
    assert Sequence.from_data(read.to_data(), **known) == read


def test_a_position_in_its_own_file(write, known):
    place = write("active: north\nunits: {a: {controller: north, at: void 1}}", "p.yaml")
    path = write("events: [{decline_attack: {unit: a}}]\nposition: p.yaml\n", "s.yaml")
    read = Sequence.load(path, **known)
    assert read.position.place(("units", "a")) == (place, 2)
    assert read.place(("position",)) == (path, 2)


def sequence_faults(path, known):
    with pytest.raises(UnusableInput) as caught:
        Sequence.load(path, **known)
    return [(fault.file, fault.line, fault.message) for fault in caught.value.faults]


def test_faults_of_both_files_come_together(write, known):
    place = write("active: west\nunits: {a: {controller: north, at: void 1}}", "p.yaml")
    path = write("position: p.yaml\nevents:\n- pass: {player: east}\nother: 1\n", "s.yaml")
    assert [(file, line) for file, line, _ in sequence_faults(path, known)] == [
        (place, 1),
        (path, 3),
        (path, 4),
    ]


def test_names_are_checked_even_if_the_position_has_faults(write, known):
    path = write(SEQUENCE.replace("north, at", "west, at").replace("unit: a\n", "unit: b\n"))
    assert [line for _, line, _ in sequence_faults(path, known)] == [4, 8]


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("position: missing.yaml\nevents: []", 1, "the position in 'missing.yaml': there is no such file"),
        ("position: .\nevents: []", 1, "this is a folder"),
        ("events: []", 1, "a sequence must have the field 'position'"),
        ("position: {active: north}", 1, "a sequence must have the field 'events'"),
        ("position: {active: north}\nevents: {}", 2, "events is a list"),
        ("position: 3\nevents: []", 1, "a position is a mapping of fields, not 3"),
        ("- 1", 1, "a sequence is a mapping of fields, not a list"),
        ("position: {active: north}\nevents:\n- attack: {unit: x, target: y}", 3, "the position has no 'x'"),
        ("position: {active: north}\nevents: []\nevents: []", 3, "stands twice"),
    ],
)
def test_unusable_sequences(text, line, part, write, known):
    path = write(text)
    found = sequence_faults(path, known)
    assert any(file == path and at == line and part in message for file, at, message in found), found


def test_options(position, known):
    assert read_option("--unit", "unit", "kay", position, **known) == "kay"
    assert read_option("--target", "target", "site 8", position, **known) == "site 8"
    path = read_option("--path", "path", ["surface 8", "[surface 9, surface 8]"], position, **known)
    assert path == (("surface 8",), ("surface 8", "surface 9"))
    with pytest.raises(UnusableInput, match=r"^--unit:1: the position has no 'may'; .*did you mean 'kay'"):
        read_option("--unit", "unit", "may", position, **known)
