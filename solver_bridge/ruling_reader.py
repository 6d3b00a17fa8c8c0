"""Reads rulings, each by itself: one that cannot be read does not spoil the others."""

from typing import Any

from solver_bridge.catalogue import Catalogue
from solver_bridge.document import Document
from solver_bridge.errors import Fault, UnusableInput, quoted, shown
from solver_bridge.expectation import EXPECTATION_KINDS, read_expectation
from solver_bridge.reader import BAD, Kinds, Reader
from solver_bridge.ruling import Ask, Ruling, UnreadableRuling
from solver_bridge.sequence_reader import SEQUENCE_KINDS, position_first
from solver_bridge.tree import Path
from solver_bridge.vocabulary import Vocabulary
from solver_bridge.words import ASK, ASKS, EVENTS_ONLY, EXPECT, NAME, RULING, RULINGS, Field

__all__ = ["document_rulings"]


def document_rulings(
    document: Document, vocabulary: Vocabulary | None = None, catalogue: Catalogue | None = None
) -> list[Ruling | UnreadableRuling]:
    """Make the rulings of a document that was read."""
    data = document.data
    path: Path = ()
    if isinstance(data, dict) and RULINGS in data:
        others = [key for key in data if key != RULINGS]
        if others:
            message = f"beside {RULINGS} nothing else can stand here, such as {quoted(str(others[0]))}"
            raise UnusableInput([document.lines.fault((others[0],), message)])
        data, path = data[RULINGS], (RULINGS,)
    if not isinstance(data, list):
        message = f"a file of rulings is a list, or a list under {RULINGS}:, not {shown(data)}"
        raise UnusableInput([document.lines.fault(path, message)])
    listed = {(*path, str(index)) for index in range(len(data))}
    spoilt = [fault for where, fault in document.faults if tuple(where[: len(path) + 1]) not in listed]
    if spoilt:
        raise UnusableInput(spoilt)
    whole = Reader(document.lines, RULING_KINDS, vocabulary, catalogue)
    return [_ruling(whole, document, value, (*path, index), index) for index, value in enumerate(data)]


def _ruling(
    whole: Reader, document: Document, value: Any, path: Path, index: int
) -> Ruling | UnreadableRuling:
    lines = document.lines.under(*path)
    reader = whole.elsewhere(lines)
    values = reader.fields(position_first(value), (), RULING, "a ruling")
    if ASK in values and EXPECT in values:
        values[EXPECT] = read_expectation(reader, values[ASK].question, values[EXPECT], (EXPECT,))
    faults: list[Fault] = document.faults_under(path) + reader.faults
    if not faults:
        return Ruling(**values).placed(lines)
    name = value.get(NAME) if isinstance(value, dict) else None
    shown_name = name if isinstance(name, str) else f"ruling {index + 1}"
    return UnreadableRuling(shown_name, *lines.place(), UnusableInput(faults).faults)


def _ask(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    data = reader.mapping(value, path, ASK)
    if data is None:
        return BAD
    if len(data) != 1:
        return reader.fault(path, f"{ASK} is a mapping of one question; it is one of {', '.join(ASKS)}")
    [(question, body)] = data.items()
    if question not in ASKS:
        hint = reader.instead(str(question), ASKS)
        return reader.fault((*path, question), f"there is no question {shown(question)}{hint}")
    before = len(reader.faults)
    place = (*path, question)
    table = ASKS[question]
    if EVENTS_ONLY in table:
        values = {EVENTS_ONLY: reader.read(table[EVENTS_ONLY], body, place)}
    else:
        values = reader.fields(body, place, table, question)
    return Ask(question=question, **values) if len(reader.faults) == before else BAD


def _expect(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    return BAD if reader.mapping(value, path, EXPECT) is None else value


RULING_KINDS: Kinds = {**SEQUENCE_KINDS, **EXPECTATION_KINDS, ASK: _ask, EXPECT: _expect}
