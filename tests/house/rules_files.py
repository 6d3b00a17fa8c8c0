"""The rules files as the tests of this folder look at them: their headers, their rules, what those use and define.

The form of a header, machine-readable: `%!` lines at the top of the file. First the purpose, in prose; then the
sections `%! input:`, `%! defined:`, `%! private:` (and `%! fluents:`, in one file), each as lines

    %!   name(A, B), other(C)   meaning
    %!       the meaning goes on

with predicates shown by the roles of their arguments. Several may share a line and a meaning; a predicate whose meaning
stands in another header needs none.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from clingo import ast

ASP = Path(__file__).parents[2] / "asp"
SECTIONS = ("input", "defined", "private", "fluents")
FUNCTION, TERM, VARIABLE, POOL = (
    ast.ASTType.Function,
    ast.ASTType.SymbolicTerm,
    ast.ASTType.Variable,
    ast.ASTType.Pool,
)

_SECTION = re.compile(r"%! (\w+):")
_ENTRY = re.compile(r"%!   (\S.*)")
_FURTHER = re.compile(r"%!      +(\S.*)")
_LISTED = re.compile(r"(_*[a-z]\w*)(?:\(([A-Za-z', ]*)\))?(,? ?)")
_SOURCE = re.compile(r"%%% (?P<sources>[^:(]+?)(?: \((?P<kind>reading|readings|counterfactual) (?P<readings>[^)]+)\))?(?:: (?P<words>.+))?")


class Signature(NamedTuple):
    """A predicate: its name and its number of arguments."""

    name: str
    arity: int

    def __str__(self) -> str:
        return f"{self.name}/{self.arity}"


class Listed(NamedTuple):
    """A predicate as a header lists it."""

    signature: Signature
    roles: tuple[str, ...]
    meaning: str
    line: int


class Source(NamedTuple):
    """A `%%%` line: what the rules below it rest on."""

    sources: tuple[str, ...]
    readings: tuple[str, ...]
    words: str
    line: int


class Rule(NamedTuple):
    """A rule: what it defines and uses, and the source that it stands under."""

    node: ast.AST
    line: int
    heads: tuple[ast.AST, ...]
    uses: tuple[ast.AST, ...]
    source: Source | None


class RulesFile(NamedTuple):
    """A rules file, taken apart."""

    name: str
    lines: tuple[str, ...]
    purpose: str
    header: dict[str, tuple[Listed, ...]]
    faults: tuple[str, ...]
    rules: tuple[Rule, ...]
    sources: tuple[Source, ...]
    shown: tuple[Signature, ...]
    declared: tuple[Signature, ...]
    others: tuple[str, ...]

    @property
    def defined(self) -> set[Signature]:
        """Give what stands in the heads of the file."""
        return {signature(atom) for rule in self.rules for atom in rule.heads}

    @property
    def used(self) -> set[Signature]:
        """Give what stands in the bodies of the file, and what it shows."""
        return {signature(atom) for rule in self.rules for atom in rule.uses} | set(self.shown)

    def listed(self, section: str) -> dict[Signature, Listed]:
        """Give what a section of the header lists."""
        return {entry.signature: entry for entry in self.header.get(section, ())}


def signature(atom: ast.AST) -> Signature:
    """Give the predicate of an atom (a Function of the syntax tree)."""
    return Signature(atom.name, len(atom.arguments))


def functions(node: ast.AST) -> Iterator[ast.AST]:
    """Give every atom below a node of the syntax tree; each of a pool is one."""
    if node.ast_type == ast.ASTType.SymbolicAtom:
        yield from _unpooled(node.symbol)
    else:
        for child in children(node):
            yield from functions(child)


def children(node: ast.AST) -> Iterator[ast.AST]:
    """Give the nodes right below a node."""
    for key in node.child_keys:
        value = getattr(node, key)
        if isinstance(value, ast.AST):
            yield value
        elif value is not None:
            yield from (item for item in value if isinstance(item, ast.AST))


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """Give a node and every node below it."""
    yield node
    for child in children(node):
        yield from walk(child)


def _unpooled(term: ast.AST) -> Iterator[ast.AST]:
    if term.ast_type == ast.ASTType.Pool:
        for argument in term.arguments:
            yield from _unpooled(argument)
    else:
        yield term


def _heads_and_uses(head: ast.AST) -> tuple[list[ast.AST], list[ast.AST]]:
    """Split the atoms of a head into those that it derives and those that are conditions of it."""
    if head.ast_type == ast.ASTType.ConditionalLiteral:
        return list(functions(head.literal)), [atom for part in head.condition for atom in functions(part)]
    heads: list[ast.AST] = []
    uses: list[ast.AST] = []
    if head.ast_type in (ast.ASTType.Aggregate, ast.ASTType.HeadAggregate, ast.ASTType.Disjunction):
        for child in children(head):
            more = _heads_and_uses(child)
            heads += more[0]
            uses += more[1]
        return heads, uses
    return list(functions(head)), uses


def _parse_header(lines: tuple[str, ...]) -> tuple[str, dict[str, tuple[Listed, ...]], list[str]]:
    purpose: list[str] = []
    header: dict[str, list[Listed]] = {}
    faults: list[str] = []
    section = None
    unfinished: list[Listed] = []
    for number, line in enumerate(lines, start=1):
        if not line.startswith("%!"):
            break
        begun = _SECTION.fullmatch(line)
        if begun and begun[1] in SECTIONS:
            if begun[1] in header:
                faults.append(f"line {number}: a second section {begun[1]}")
            section = begun[1]
            header.setdefault(section, [])
        elif re.match(rf"%! ({'|'.join(SECTIONS)}):", line):
            faults.append(f"line {number}: a section has its predicates on lines of their own: {line}")
        elif section is None:
            purpose.append(line[2:].strip())
        elif further := _FURTHER.fullmatch(line):
            if header[section] and header[section][-1].meaning:
                header[section][-1] = header[section][-1]._replace(meaning=f"{header[section][-1].meaning} {further[1]}")
            else:
                faults.append(f"line {number}: nothing that could go on")
        elif entry := _ENTRY.fullmatch(line):
            found, meaning, more = _parse_entry(entry[1], number)
            if not found or (more and meaning):
                faults.append(f"line {number}: no list of predicates: {line}")
            unfinished += found
            if not more:
                header[section] += (listed._replace(meaning=meaning) for listed in unfinished)
                unfinished = []
        else:
            faults.append(f"line {number}: in no form of a header: {line}")
    if unfinished:
        faults.append("a list of predicates that ends with a comma")
    return " ".join(filter(None, purpose)), {name: tuple(found) for name, found in header.items()}, faults


def _parse_entry(text: str, number: int) -> tuple[list[Listed], str, bool]:
    found: list[Listed] = []
    position = 0
    while match := _LISTED.match(text, position):
        roles = tuple(match[2].split(", ")) if match[2] else ()
        found.append(Listed(Signature(match[1], len(roles)), roles, "", number))
        position = match.end()
        if match[3] != ", ":
            return found, text[position:].strip(), match[3] == ","
    return [], text, False


def parse_source(line: str, number: int) -> Source | None:
    """Read a `%%%` line."""
    match = _SOURCE.fullmatch(line)
    if match is None:
        return None
    readings = tuple(match["readings"].split(", ")) if match["readings"] else ()
    return Source(tuple(match["sources"].split(" / ")), readings, match["words"] or "", number)


@cache
def read(name: str) -> RulesFile:
    """Take a rules file apart."""
    path = ASP / name
    lines = tuple(path.read_text(encoding="utf-8").splitlines())
    purpose, header, faults = _parse_header(lines)
    sources: list[Source] = []
    for number, line in enumerate(lines, start=1):
        if line.startswith("%%%"):
            source = parse_source(line, number)
            if source is None:
                faults.append(f"line {number}: in no form of a source: {line}")
            else:
                sources.append(source)
    nodes: list[ast.AST] = []
    ast.parse_files([str(path)], nodes.append)
    rules: list[Rule] = []
    shown: list[Signature] = []
    declared: list[Signature] = []
    others: list[str] = []
    for node in nodes:
        kind = node.ast_type
        line = node.location.begin.line
        if kind == ast.ASTType.Rule:
            heads, uses = _heads_and_uses(node.head)
            uses += (atom for part in node.body for atom in functions(part))
            above = [source for source in sources if source.line < line]
            rules.append(Rule(node, line, tuple(heads), tuple(uses), above[-1] if above else None))
        elif kind == ast.ASTType.ShowSignature:
            shown.append(Signature(node.name, node.arity))
        elif kind == ast.ASTType.Defined:
            declared.append(Signature(node.name, node.arity))
        elif kind not in (ast.ASTType.Program, ast.ASTType.Comment):
            others.append(f"line {line}: {kind}")
    return RulesFile(
        name=name,
        lines=lines,
        purpose=purpose,
        header=header,
        faults=tuple(faults),
        rules=tuple(rules),
        sources=tuple(sources),
        shown=tuple(shown),
        declared=tuple(declared),
        others=tuple(others),
    )


@cache
def names() -> tuple[str, ...]:
    """Give the names of all rules files, relative to asp/."""
    return tuple(sorted(path.relative_to(ASP).as_posix() for path in ASP.rglob("*.lp")))


@cache
def all_files() -> tuple[RulesFile, ...]:
    """Take every rules file apart."""
    return tuple(map(read, names()))


@cache
def _facts() -> dict[Signature, list[tuple[RulesFile, int, list[ast.AST]]]]:
    found: dict[Signature, list[tuple[RulesFile, int, list[ast.AST]]]] = {}
    for file in all_files():
        for rule in file.rules:
            if not rule.node.body:
                for head in rule.heads:
                    found.setdefault(signature(head), []).append((file, rule.line, list(head.arguments)))
    return found


def facts(predicate: str, arity: int) -> Iterator[tuple[RulesFile, int, list[ast.AST]]]:
    """Give the facts of a predicate: the file, the line, and the arguments as nodes of the syntax tree."""
    yield from _facts().get(Signature(predicate, arity), ())


def text_of(node):
    """Give a string, a constant or a number of the syntax tree as a Python value."""
    if node.ast_type == TERM:
        return node.symbol.string if str(node.symbol).startswith('"') else str(node.symbol)
    return node.name if node.ast_type == FUNCTION and not node.arguments else None


def parts_of(node):
    """Give a constant or compound term as its name and arguments; nothing for variables and the like."""
    if node.ast_type == POOL:
        return [part for argument in node.arguments for part in parts_of(argument)]
    if node.ast_type == FUNCTION:
        return [(node.name, list(node.arguments))]
    return [(text, [])] if (text := text_of(node)) is not None else []


@cache
def roles() -> dict[Signature, tuple[str, ...]]:
    found = {}
    for file in all_files():
        for section in ("input", "defined", "private"):
            for entry in file.header.get(section, ()):
                found[entry.signature] = entry.roles
    return found


@cache
def entries() -> frozenset[str]:
    return frozenset(str(text_of(arguments[0])) for _, _, arguments in facts("entry", 2))


@cache
def clauses() -> frozenset[str]:
    return frozenset(str(text_of(arguments[0])) for _, _, arguments in facts("clause", 2))


@cache
def cards() -> frozenset[str]:
    lines = (ASP / "catalogue.jsonl").read_text(encoding="utf-8").splitlines()
    return frozenset(json.loads(line)["name"] for line in lines)


def exists(source: str) -> bool:
    """Say whether a source is a clause, an entry or a card; an entry may name a subsection, and an older edition."""
    source = re.sub(r" of 20\d\d-\d\d$", "", source)
    if source in clauses() | entries() | cards():
        return True
    entry, dash, section = source.partition(" - ")
    return bool(dash and section) and entry in entries()


def each_file(function: Callable[[str], None]) -> pytest.MarkDecorator:
    """Let a test be run for every rules file, by its name."""
    return pytest.mark.parametrize("name", names())(function)
