"""The words of the rules: every ability and every state has a constant, and is told by it again."""

from solver_bridge.catalogue import Catalogue
from solver_bridge.events import Cast, event_from_data
from solver_bridge.vocabulary import load


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
