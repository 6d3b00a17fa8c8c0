import json

import yaml
from hypothesis import HealthCheck, settings
from hypothesis import given as hypothesis_given
from hypothesis import strategies as st
from input_samples import NAMES, events, positions
from json_schema_check import accepts

from solver_bridge import words
from solver_bridge.document import parse
from solver_bridge.errors import UnusableInput
from solver_bridge.events import event_from_data
from solver_bridge.model import Position
from solver_bridge.ruling_reader import document_rulings
from solver_bridge.schema import schema
from solver_bridge.sequence import Sequence

WORDS = sorted(
    {name for table in (words.POSITION, *words.ENTITIES.values(), *words.EVENTS.values()) for name in table}
    | set(words.EVENTS)
    | {
        "north",
        "south",
        "surface 8",
        "void 9",
        "airborne",
        "border 8-9",
        "site 8",
        "spell Dodge Roll",
        "no",
        "3/5",
    }
)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-5, 30)
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(WORDS)
)
KEYS = st.sampled_from(WORDS) | st.integers(0, 25) | st.text(max_size=5)
DATA = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5)
)


SETTINGS = settings(
    derandomize=True,
    deadline=None,
    max_examples=150,
    suppress_health_check=[HealthCheck.too_slow],
)


def given(**strategies):
    """Draw the same examples each time."""
    return lambda test: SETTINGS(hypothesis_given(**strategies)(test))


def dumped(data):
    return yaml.safe_dump(data, sort_keys=False, width=10_000)


def read_or_fault(read):
    try:
        return read()
    except UnusableInput as error:
        check(error)
        return None


def check(error):
    assert error.faults
    lines = str(error).split("\n")
    assert len(lines) == len(error.faults)
    assert all(line.isprintable() for line in lines)
    assert all(fault.line >= 1 for fault in error.faults)


def read_all(text, known):
    """Read a text as everything it could be."""
    document = read_or_fault(lambda: parse(text, "f"))
    if document is None:
        return
    assert all(1 <= line <= len(text) + 1 for line in document.lines.table.values())
    read_or_fault(lambda: Position.from_document(document, **known))
    read_or_fault(lambda: Sequence.from_document(document, **known))
    read_or_fault(lambda: event_from_data(document.data, document.lines, **known))
    read_or_fault(lambda: document_rulings(document, **known))


@given(text=st.text(max_size=200))
def test_any_text_is_a_value_or_unusable_input(text, known):
    read_all(text, known)


@given(text=st.text(alphabet="{}[]:,-&*!|>'\"%#?~\n \tabc019.x", max_size=80))
def test_anything_like_yaml_is_a_value_or_unusable_input(text, known):
    read_all(text, known)


@given(content=st.binary(max_size=200))
def test_any_bytes_are_a_value_or_unusable_input(content):
    read_or_fault(lambda: parse(content))


@given(data=DATA)
def test_any_data_are_a_value_or_unusable_input(data, known):
    read_or_fault(lambda: Position.from_data(data, **known))
    read_or_fault(lambda: Sequence.from_data(data, **known))
    read_or_fault(lambda: event_from_data(data, **known))
    read_all(json.dumps(data), known)


@given(body=st.dictionaries(st.sampled_from(sorted(words.POSITION)), DATA, max_size=6))
def test_any_fields_are_a_position_or_unusable_input(body, known):
    position = read_or_fault(lambda: Position.from_data({"active": "north", **body}, **known))
    if position is not None:
        assert Position.from_data(position.to_data(), **known) == position


@given(word=st.sampled_from(sorted(words.EVENTS)), body=DATA)
def test_any_event_is_an_event_or_unusable_input(word, body, known):
    event = read_or_fault(lambda: event_from_data({word: body}, **known))
    if event is not None:
        assert event_from_data(event.to_data(), **known) == event


JSON_SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**31) + 1, 2**31 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20)
)
JSON = st.recursive(
    JSON_SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=20), inner, max_size=4),
).filter(lambda data: isinstance(data, list | dict))


@given(data=JSON, indent=st.none() | st.just(2), ascii_only=st.booleans())
def test_json_is_read_as_it_was_written(data, indent, ascii_only):
    assert parse(json.dumps(data, indent=indent, ensure_ascii=ascii_only)).usable().data == data


@given(data=positions())
def test_positions_are_read_back_equal(data, known, vocabulary):
    position = Position.from_data(data, **known)
    written = position.to_data()
    assert Position.from_data(written, **known) == position
    assert hash(Position.from_data(written, **known)) == hash(position)
    text = json.dumps(written)
    assert Position.from_document(parse(text), **known) == position
    assert Position.from_document(parse(dumped(written)), **known) == position
    assert accepts(schema("position", vocabulary), json.loads(json.dumps(data)))
    assert accepts(schema("position", vocabulary), json.loads(text))


@given(data=st.data())
def test_events_are_read_back_equal(data, known, vocabulary):
    units = ["kay", "knight", "a\nb"]
    position = Position.from_data(
        {
            "active": "north",
            "sites": {8: {}, 9: {}},
            "units": {name: {"controller": "north", "at": "surface 8"} for name in units},
        },
        **known,
    )
    given = data.draw(st.lists(events(units, [8, 9]), max_size=5))
    sequence = Sequence.from_data({"position": position.to_data(), "events": given}, **known)
    written = sequence.to_data()
    assert Sequence.from_data(written, **known) == sequence
    assert Sequence.from_document(parse(dumped(written)), **known) == sequence
    assert accepts(schema("sequence", vocabulary), json.loads(json.dumps(written)))
    for event in written["events"] + given:
        assert accepts(schema("event", vocabulary), json.loads(json.dumps(event)))


@given(name=NAMES)
def test_the_line_of_a_fault_is_that_of_its_field(name, known):
    key = json.dumps(name, ensure_ascii=False)
    text = f"active: north\nunits:\n  {key}:\n    controller: north\n    at: nowhere\n"
    error = None
    try:
        Position.from_document(parse(text, "f"), **known)
    except UnusableInput as caught:
        error = caught
    assert error is not None
    assert [fault.line for fault in error.faults] == [5]
