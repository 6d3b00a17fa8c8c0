"""Goals and properties in a file of a user's own: read, with every fault of the file at its line."""

import os
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from solver_bridge.catalogue import load as load_catalogue
from solver_bridge.engine import complaints, syntax
from solver_bridge.errors import Fault, UnusableInput
from solver_bridge.nearest import instead
from solver_bridge.program_text import program
from solver_bridge.programs import card_files, scope_files
from solver_bridge.proving.claims import GOALS, PROPERTIES, Claim, claims_in
from solver_bridge.proving.own_files import readable
from solver_bridge.proving.scope import Scope
from solver_bridge.resources import asp_dir

__all__ = ["own_goals", "own_properties"]

_NAME = re.compile(r"[a-z][A-Za-z0-9_]*")


class _Words(NamedTuple):
    """How claims of a kind are written."""

    kind: str
    claim: str
    told: str

    @property
    def form(self) -> str:
        """Show how one is written."""
        return f'{self.claim}(name, "Source", "A sentence.")'


_GOAL = _Words(GOALS, "goal", "happens")
_PROPERTY = _Words(PROPERTIES, "property", "violated")
_SAYS = {"happens": "happens", "violated": "is violated"}
_ABOUT = ("wants", "loads", "needs_next", "by_image", "in_parts")
_NO_HEAD = "atom does not occur in any rule head:"


def own_goals(file: str) -> tuple[Claim, ...]:
    """Give the goals of a file; raise UnusableInput with all of its faults."""
    return _own(_GOAL, file)


def own_properties(file: str) -> tuple[Claim, ...]:
    """Give the properties of a file; raise UnusableInput with all of its faults."""
    return _own(_PROPERTY, file)


def _own(words: _Words, file: str) -> tuple[Claim, ...]:
    path = readable(file)
    said = complaints([path])
    _raise([Fault(file, line, _plain(text)) for _, line, text in said if not text.startswith(_NO_HEAD)])
    heads = list(_heads(path))
    _raise(list(_misfits(words, file, heads)))
    claims = tuple(claims_in(words.kind, path))
    lines = {str(arguments[0]): line for functor, arguments, line in heads if functor == words.claim}
    _raise([fault for claim in claims for fault in _unknown(file, lines[claim.name], claim)])
    for claim in claims:
        facts = f"{Scope(units=1, width=1, height=1, cards=claim.wants).facts()}plays(0).next(0,1)."
        said = complaints((*scope_files(claim.wants, *claim.loads), path), facts)
        _raise([Fault(file, line, _plain(text)) for where, line, text in said if where == path])
    return claims


def _raise(faults: list[Fault]) -> None:
    if faults:
        raise UnusableInput(faults)


def _heads(path: str) -> Iterator[tuple[str, list[Any], int]]:
    """Give the predicate, the arguments and the line of each rule that derives one atom."""
    for node in syntax([path]):
        if node.ast_type.name == "Rule" and node.head.ast_type.name == "Literal":
            atom = node.head.atom
            if atom.ast_type.name == "SymbolicAtom" and atom.symbol.ast_type.name == "Function":
                yield atom.symbol.name, list(atom.symbol.arguments), node.location.begin.line


def _misfits(words: _Words, file: str, heads: list[tuple[str, list[Any], int]]) -> Iterator[Fault]:
    """Say what is wrong with the claims themselves."""
    rules = set(program(tuple(name for name in scope_files(()) if not name.startswith("scope/"))).signatures)
    written = [(functor, [str(argument) for argument in arguments], line) for functor, arguments, line in heads]
    told = {
        arguments[0]
        for functor, arguments, _ in written
        if (functor == words.told and len(arguments) == 2) or (functor == "by_image" and arguments)
    }
    claims = [(arguments, line) for functor, arguments, line in written if functor == words.claim]
    if not claims:
        yield Fault(
            file, 1, f"there is no {words.claim} here: write {words.form}. and rules for {words.told}(name, T)"
        )
    for functor, arguments, line in written:
        if functor == words.told and len(arguments) != 2:
            yield Fault(file, line, f"{functor} has two arguments: the name of a {words.claim}, and the moment")
        if functor in _ABOUT and not arguments:
            yield Fault(file, line, f"{functor} has arguments: the name of a {words.claim} first")
        if functor == "in_parts" and not (len(arguments) == 2 and arguments[1].isdigit()):
            yield Fault(file, line, "in_parts has two arguments: a name, and a number of parts")
    for arguments, line in claims:
        if (
            len(arguments) != 3
            or not _NAME.fullmatch(arguments[0])
            or not all(word.startswith('"') for word in arguments[1:])
        ):
            yield Fault(file, line, f"a {words.claim} is written {words.form}.")
        elif arguments[0] not in told:
            verb = f"{words.told}({arguments[0]}, T)"
            yield Fault(file, line, f"no rule says when {arguments[0]} {_SAYS[words.told]}: write {verb} :- ...")
    known = {arguments[0] for arguments, _ in claims if arguments}
    for functor, arguments, line in written:
        name = arguments[0] if arguments else ""
        if (functor, len(arguments)) in rules:
            yield Fault(file, line, f"{functor} is told by the rules themselves: give it another name here")
        if functor in (words.told, *_ABOUT) and claims and name not in known and _NAME.fullmatch(name):
            yield Fault(file, line, f"there is no {words.claim} {name} here{instead(name, known)}")


def _unknown(file: str, line: int, claim: Claim) -> Iterator[Fault]:
    """Name the cards and the rules files that a goal wants and that are not there."""
    catalogue = load_catalogue()
    for card in claim.wants:
        if catalogue.find(card) is None:
            yield Fault(file, line, f"{claim.name} wants {card}, and there is no such card")
        elif not card_files([card]):
            yield Fault(file, line, f"{claim.name} wants {card}, whose text is not encoded")
    for more in claim.loads:
        if not os.path.isfile(os.path.join(asp_dir(), more)):
            yield Fault(file, line, f"{claim.name} loads {more}, and there is no such file in asp/")


def _plain(text: str) -> str:
    if text.startswith(_NO_HEAD):
        atom = text.removeprefix(_NO_HEAD).strip()
        return f"nothing in the rules says {atom}: a name, or the number of its arguments, is wrong"
    return text.replace("[#inc_base];", "")
