"""The words of the rules: every ability and every state has a constant, and is told by it again."""

from solver_bridge.catalogue import Catalogue
from solver_bridge.events import Cast, event_from_data
from solver_bridge.vocabulary import Keyword, Reading, Vocabulary, fold_quotes, load


def test_abilities_and_states_there_and_back():
    vocabulary = load()
    for text in (*vocabulary.examples(), "movement 3", "disabled", "silenced"):
        assert vocabulary.ability_text(*vocabulary.ability_parts(text)) == text
        assert vocabulary.gained(text.upper()) == text
    assert vocabulary.ability_parts("disabled") == ("disabled", 0)
    assert vocabulary.ability_parts("movement 3") == ("movement", 3)
    assert vocabulary.gained("no such thing") is None


def test_an_event_is_read_by_the_catalogue_that_is_given(tmp_path):
    path = tmp_path / "cards.jsonl"
    path.write_text('{"name": "Roll of Its Own", "types": ["magic"], "rest": true}\n', encoding="utf-8")
    data = {"cast": {"player": "south", "card": "roll of its own", "unit": "knight", "to": "surface 4"}}
    event = event_from_data(data, catalogue=Catalogue(path))
    assert isinstance(event, Cast)
    assert event.card == "Roll of Its Own"


FACTS = [
    ("region", ("surface",)), ("region", ("void",)), ("square", (3,)), ("square", (12,)), ("square", (7,)),
    ("keyword", ("airborne", "Airborne", "flag")), ("keyword", ("movement", "Movement +X", "number")),
    ("keyword", ("cant_attack", "Can't Attack", "flag")), ("state_word", ("out", "disabled")),
    ("edition", ("old", 2)), ("edition", ("new", 0)), ("edition", ("middle", 1)),
    ("reading", ("stay", "Who stays?")), ("reading", ("kept", "Kept?")), ("reading", ("late", "Late?")),
    ("reading_value", ("stay", "last", 1)), ("reading_value", ("stay", "each", 0)),
    ("reading_value", ("kept", "no", 0)), ("reading_value", ("late", "yes", 0)),
    ("counterfactual", ("kept",)), ("only_in", ("late", 1)), ("reason", ("tapped", 1)), ("reason", ("gone", 0)),
]  # fmt: skip


def test_a_small_vocabulary_is_read_whole():
    known = Vocabulary(FACTS)
    assert (known.regions, known.squares) == (("surface", "void"), {3, 7, 12})
    assert known.keywords == {
        "airborne": Keyword("airborne", "airborne", False),
        "movement": Keyword("movement", "movement", True),
        "can't attack": Keyword("cant_attack", "can't attack", False),
    }
    assert known.states == {"disabled": "out"}
    assert known.editions == ("new", "middle", "old")
    assert known.readings == {
        "stay": Reading("stay", "Who stays?", ("each", "last")),
        "kept": Reading("kept", "Kept?", ("no",)),
        "late": Reading("late", "Late?", ("yes",)),
    }
    assert known.defaults == {"stay": "each", "kept": "no", "late": "yes"}
    assert known.reasons == {"tapped", "gone"}
    assert [[reading.name for reading in known.open_readings(edition)] for edition in known.editions] == [
        ["stay"], ["stay", "late"], ["stay", "late"],
    ]  # fmt: skip
    assert known.examples() == ("airborne", "movement 1", "can't attack")
    assert Vocabulary([]).editions == ()


def test_locations_squares_and_their_order():
    known = Vocabulary(FACTS)
    told = {text: known.location(text) for text in ("surface 3", "SURFACE  012", "Void 7", "surface 4", "surface", "deep 3", "surface 3 4", "surface x")}
    assert list(told.values()) == ["surface 3", "surface 12", "void 7", None, None, None, None, None]
    assert [known.is_square(text) for text in ("3", "0012", "00012", "-3", "٣", "", "4")] == [True, True, False, False, False, False, False]
    places = ["border 3-7", "void 12", "surface 12", "surface 3", "void 3"]
    assert sorted(places, key=known.order) == ["surface 3", "void 3", "surface 12", "void 12", "border 3-7"]
    assert known.order("deep 7") == (7, 0, "deep 7")
    assert known.order("border 3-7") == (13, 0, "border 3-7")


def test_abilities_of_a_small_vocabulary():
    known = Vocabulary(FACTS)
    told = {
        "airborne": "airborne", " AIRBORNE ": "airborne", "movement": "movement 1", "movement 2": "movement 2", "Movement +02": "movement 2",
        "movement+3": "movement 3", "can\u2019t  attack": "can't attack", "airborne 2": None, "flying": None, "movement 12345": None,
    }  # fmt: skip
    assert {text: known.ability(text) for text in told} == told
    assert known.gained(" Disabled ") == "disabled"
    assert known.gained("Movement") == "movement 1"
    assert [known.ability_parts(text) for text in ("airborne", "movement 4", "disabled")] == [
        ("airborne", 0), ("movement", 4), ("out", 0),
    ]  # fmt: skip
    assert [known.ability_text(*parts) for parts in (("out", 0), ("movement", 4), ("cant_attack", 0), ("new_word", 0))] == [
        "disabled", "movement 4", "can't attack", "new_word",
    ]  # fmt: skip
    assert fold_quotes("\u2018a\u2019 \u02bc\u00b4` \u201cb\u201d") == "'a' ''' \"b\""
