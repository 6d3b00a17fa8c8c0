"""Rules programs cut down to a slice: what can matter to the atoms that they show, for the facts that they can get.

A rule can fire only if each predicate that it needs is given or has a rule that can fire; it matters only if what it
derives is shown or constrains, or a rule that matters names it. Predicates are told apart by their first argument, too:
`holds(unit(U), T)` is not `holds(site(N), T)`. What is left is written so that the grounder has less to look through: a
predicate that is only another name for one is left out, and one whose atoms all begin with a word is one for each word.
A slice of a stratified program shows the same as all of it.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple, TypeAlias

from solver_bridge.resources import asp_dir

__all__ = ["Given", "Slicer", "Statement", "given", "read", "sliced"]

_Kind: TypeAlias = tuple[str, int, str | None]
"""Atoms of one kind: their predicate, its number of arguments, and the word at the beginning of the first, if any."""

Given: TypeAlias = tuple[str, str]
"""Facts of one kind: their predicate, and the word that their first argument begins with, empty where it is no word."""

_Signature: TypeAlias = tuple[str, int]

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|#?\w[\w\']*|:[-~]|[<>!]=|\.\.|\*\*|\S')
_FACT = re.compile(r"\.\s*(\w+)\((\w*)")
_RENAMING = re.compile(r"(\w+)\((\w+(?:,\w+)*)\) :- (\w+)\(\2\)\.")
_WORDS = frozenset({"not"})
_COMPARING = frozenset({"=", "!=", "<", ">", "<=", ">="})


class Statement(NamedTuple):
    """A statement of a program with the kinds of atoms that it derives, that it needs, and that it names at all.

    A plain rule derives a single atom. One that renames says no more than that the second predicate holds where the
    first does.
    """

    text: str
    is_rule: bool
    is_plain: bool
    derives: tuple[_Kind, ...]
    needs: tuple[_Kind, ...]
    names: tuple[_Kind, ...]
    renames: tuple[_Signature, _Signature] | None


class _Kinds:
    """A set of kinds: a kind is met by those that could be the same atoms."""

    def __init__(self, kinds: Iterable[_Kind] = ()) -> None:
        self._firsts: dict[_Signature, set[str | None]] = {}
        for kind in kinds:
            self.add(kind)

    def add(self, kind: _Kind) -> bool:
        """Add a kind, and say whether it is new."""
        firsts = self._firsts.setdefault(kind[:2], set())
        if kind[2] in firsts:
            return False
        firsts.add(kind[2])
        return True

    def meets(self, kind: _Kind) -> bool:
        """Say whether some kind in the set could be the same atoms."""
        firsts = self._firsts.get(kind[:2])
        return firsts is not None and (kind[2] is None or None in firsts or kind[2] in firsts)


class _Frame:
    """Something in brackets while it is read: what stands before them, and how many arguments there are so far."""

    __slots__ = ("arity", "first", "inside", "name", "pooled")

    def __init__(self, name: str, inside: bool) -> None:
        self.name = name
        self.inside = inside
        self.arity = 1
        self.first: str | None = None
        self.pooled = False


def _is_word(token: str) -> bool:
    return token[0] == '"' or token.lstrip("_")[:1].islower() or token.isdigit()


def _kinds(tokens: Sequence[str]) -> list[_Kind]:
    """Give the kinds of all atoms in a text; terms outside of atoms are taken for atoms, too."""
    found: list[_Kind] = []
    frames: list[_Frame] = []
    for index, token in enumerate(tokens):
        if token == "(":
            before = tokens[index - 1] if index else ""
            name = before if before and _is_word(before) and before not in _WORDS else ""
            frames.append(_Frame(name, any(frame.name for frame in frames)))
        elif token == ")":
            frame = frames.pop()
            if frame.name and not frame.inside:
                found.append((frame.name, frame.arity, None if frame.pooled else frame.first))
        elif frames and token in (",", ";"):
            frame = frames[-1]
            frame.pooled |= token == ";"
            frame.arity += token == "," and not frame.pooled
        elif _is_word(token) and token not in _WORDS:
            after = tokens[index + 1] if index + 1 < len(tokens) else ""
            if frames and frames[-1].arity == 1 and tokens[index - 1] == "(" and after in ("(", ",", ")"):
                frames[-1].first = token
            elif not frames and after != "(" and token[0] not in '"0123456789':
                found.append((token, 0, None))
    return found


def _parts(tokens: Sequence[str]) -> list[list[str]]:
    """Give the parts of a body: what stands between its semicolons."""
    parts: list[list[str]] = [[]]
    depth = 0
    for token in tokens:
        depth += (token in "({[") - (token in ")}]")
        if token == ";" and depth == 0:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _needed(part: Sequence[str]) -> _Kind | None:
    """Give the kind of a part of a body that is nothing but an atom."""
    if part[1:2] == ["("] and _is_word(part[0]):
        depth = 0
        for index, token in enumerate(part):
            depth += (token == "(") - (token == ")")
            if token == ")" and depth == 0:
                return _kinds(part)[0] if index == len(part) - 1 else None
    return None


def _is_idle(part: Sequence[str], known: _Kinds) -> bool:
    """Say whether a part of a body says that an atom does not hold, which never holds."""
    refused = _needed(part[1:]) if part[0] == "not" else None
    return refused is not None and not known.meets(refused)


def read(tree: Any) -> Statement | None:
    """Read a statement, a tree of the solver's, by its text; nothing of one that says nothing."""
    kind = tree.ast_type.name
    if kind in ("Comment", "Program", "Defined"):
        return None
    text = str(tree)
    if kind == "ShowSignature":
        shown = ((tree.name, tree.arity, None),) if tree.name else ()
        return Statement(text, False, False, (), (), shown, None)
    tokens = _TOKEN.findall(text)
    if kind != "Rule":
        return Statement(text, False, False, (), (), tuple(_kinds(tokens)), None)
    at = tokens.index(":-") if ":-" in tokens else len(tokens) - 1
    head, body = tokens[:at], tokens[at + 1 : -1]
    derives = tuple(_kinds(head)) if head != ["#false"] else ()
    needs = tuple(kind for kind in map(_needed, _parts(body)) if kind is not None)
    plain = len(derives) == 1 and not {"{", ";", ":"} & set(head)
    names = (*(() if plain else derives), *_kinds(body))
    same = _RENAMING.fullmatch(text)
    if same is None or same[1] == same[3] or not all(word[0].isupper() for word in same[2].split(",")):
        return Statement(text, True, plain, derives, needs, names, None)
    arity = len(same[2].split(","))
    return Statement(text, True, plain, derives, needs, names, ((same[3], arity), (same[1], arity)))


def given(facts: str) -> set[Given]:
    """Give the kinds of some facts, written one after another."""
    return set(_FACT.findall(f".{facts}"))


def sliced(statements: Sequence[Statement], facts: AbstractSet[Given]) -> str:
    """Give the text of the statements that can matter where facts of no other kinds than some are given."""
    statements = _renamed(statements, {name for name, _ in facts})
    firsts: dict[str, list[str | None]] = {}
    for name, first in facts:
        firsts.setdefault(name, []).append(first or None)
    named = {kind[:2] for each in statements for kind in each.names}
    known = _Kinds((name, arity, first) for name, arity in named for first in firsts.get(name, ()))
    firing = _closed(
        [each for each in statements if each.is_rule],
        lambda rule: rule.needs,
        lambda rule: all(map(known.meets, rule.needs)),
        known,
        lambda rule: rule.derives,
    )
    wanted = _Kinds(kind for each in statements if not each.is_rule for kind in each.names)
    mattering = _closed(
        firing,
        lambda rule: rule.derives,
        lambda rule: not rule.derives or any(map(wanted.meets, rule.derives)),
        wanted,
        lambda rule: rule.names,
    )
    kept = set(map(id, mattering))
    left = [each for each in statements if not each.is_rule or id(each) in kept]
    several = _several(left, {name for name, _ in facts})
    return "\n".join(_written(each.text, known, several) for each in left)


def _several(statements: Sequence[Statement], given: AbstractSet[str]) -> set[str]:
    """Give the predicates of which each atom that a rule names begins with a word: they are as good as several."""
    words: dict[str, set[bool]] = {}
    for each in statements:
        for name, _, first in (*each.derives, *each.names):
            words.setdefault(name, set()).add(each.is_rule and first is not None and first[0].islower())
    derived = {name for each in statements for name, _, _ in each.derives}
    found = {name for name in derived if words[name] == {True} and name not in given}
    return found - {name for each in statements for name in _compared(_TOKEN.findall(each.text), found)}


def _compared(tokens: Sequence[str], names: AbstractSet[str]) -> Iterator[str]:
    """Give those names that stand beside a comparison, where they are no predicates."""
    for index, token in enumerate(tokens):
        if token in names and tokens[index + 1] == "(":
            after = _closing(tokens, index + 1) + 1
            if {tokens[index - 1], tokens[after]} & _COMPARING:
                yield token


def _written(text: str, known: _Kinds, several: AbstractSet[str]) -> str:
    """Write a statement, without denying what never holds; atoms of some predicates by the words they begin with."""
    tokens = _TOKEN.findall(text)
    if "not" in tokens and ":-" in tokens:
        start = tokens.index(":-") + 1
        parts = [part for part in _parts(tokens[start:-1]) if not _is_idle(part, known)]
        body = [token for part in parts for token in (";", *part)]
        tokens = [*tokens[: start - 1], *([":-", *body[1:]] if parts else []), "."]
    return " ".join(_split(tokens, several))


def _split(tokens: Sequence[str], several: AbstractSet[str]) -> list[str]:
    """Write atoms of some predicates by the words that they begin with: p(f(X),Y) as p'f(X,Y)."""
    found: list[str] = []
    index = 0
    while index < len(tokens):
        token, index = tokens[index], index + 1
        if tokens[index : index + 1] != ["("] or not _is_word(token) or token in _WORDS:
            found.append(token)
            continue
        end = _closing(tokens, index)
        if token not in several:
            found += [token, *tokens[index : end + 1]]
            index = end + 1
            continue
        word, rest = tokens[index + 1], tokens[index + 2 : end]
        if rest[:1] == ["("]:
            inner = _closing(rest, 0)
            rest = [*rest[1:inner], *rest[inner + 1 :]]
        else:
            rest = rest[1:]
        found += [f"{token}'{word}", *(["(", *rest, ")"] if rest else [])]
        index = end + 1
    return found


def _closing(tokens: Sequence[str], start: int) -> int:
    """Give the place of the bracket that closes the one at the start."""
    depth = 0
    for index in range(start, len(tokens)):
        depth += (tokens[index] == "(") - (tokens[index] == ")")
        if depth == 0:
            return index
    raise ValueError(tokens)


def _closed(
    rules: Sequence[Statement],
    hangs_on: Callable[[Statement], tuple[_Kind, ...]],
    applies: Callable[[Statement], bool],
    known: _Kinds,
    adds: Callable[[Statement], tuple[_Kind, ...]],
) -> list[Statement]:
    """Give the rules that apply, as each that does adds to what is known."""
    waiting: dict[_Signature, list[Statement]] = {}
    for rule in rules:
        for kind in hangs_on(rule):
            waiting.setdefault(kind[:2], []).append(rule)
    found: dict[int, Statement] = {}
    again = list(rules)
    while again:
        rule = again.pop()
        if id(rule) in found or not applies(rule):
            continue
        found[id(rule)] = rule
        for kind in adds(rule):
            if known.add(kind):
                again += waiting.get(kind[:2], ())
    return list(found.values())


def _renamed(statements: Sequence[Statement], given: AbstractSet[str]) -> list[Statement]:
    """Write a predicate as the one that its only use derives from it: that saves an atom for each of its atoms."""
    users: dict[_Signature, list[Statement]] = {}
    fixed: set[_Signature] = set()
    for each in statements:
        for signature in {kind[:2] for kind in each.names}:
            users.setdefault(signature, []).append(each)
        if not each.is_plain:
            fixed.update(kind[:2] for kind in each.derives)
    renamed: dict[_Signature, str] = {}
    for each in statements:
        if each.renames is None or each.renames[0] in fixed or each.renames[0][0] in given:
            continue
        (alias, arity), (other, _) = each.renames
        # Two names for each other would be names for nothing.
        if users[alias, arity] == [each] and (_last((other, arity, None), renamed) or other) != alias:
            renamed[alias, arity] = other
    found: list[Statement] = []
    for each in statements:
        if each.renames is not None and each.renames[0] in renamed:
            continue
        name = _last(each.derives[0], renamed) if each.is_plain else None
        found.append(each if name is None else _under(each, name))
    return found


def _last(kind: _Kind, renamed: dict[_Signature, str]) -> str | None:
    """Give the last name by which a predicate goes, if it has another than its own."""
    name = renamed.get(kind[:2])
    while name is not None and (name, kind[1]) in renamed:
        name = renamed[name, kind[1]]
    return name


def _under(rule: Statement, name: str) -> Statement:
    """Give a rule that derives the same of another predicate."""
    ((own, arity, first),) = rule.derives
    return rule._replace(text=name + rule.text.removeprefix(own), derives=((name, arity, first),))


class Slicer:
    """Gives slices of rules files, and keeps them for the questions to come.

    Taking rules apart costs as much as a dozen questions, so a process that asks few of them does without.
    """

    _WORTH = 8
    _MOST = 64
    """So many slices are kept, of some 40 kilobytes each."""

    def __init__(self, syntax: Callable[[Iterable[str]], list[Any]]) -> None:
        """Begin with no rules taken apart; `syntax` gives the solver's trees of rules files."""
        self._syntax = syntax
        self._asked = 0
        self._read: dict[tuple[str, int], list[Statement]] = {}
        self._slices: dict[tuple[tuple[str, int], ...], tuple[set[Given], str]] = {}

    def get(self, files: Sequence[str], facts: str) -> str | None:
        """Give the slice of rules files for some facts, as text; nothing as long as too little has been asked."""
        self._asked += 1
        if self._asked < self._WORTH:
            return None
        paths = [os.path.join(asp_dir(), file) for file in files]
        key = tuple((path, os.stat(path).st_mtime_ns) for path in paths)
        kinds = given(facts)
        known, text = self._slices.pop(key, (set(), None))
        if text is None or not kinds <= known:
            known = known | kinds
            statements = [each for path, file in zip(key, files, strict=True) for each in self._of(path, file)]
            text = sliced(statements, known)
        # The last that was asked for stands last, and the first is the first to go; several threads may do so at once.
        self._slices[key] = known, text
        for oldest in list(self._slices)[: -self._MOST]:
            self._slices.pop(oldest, None)
        return text

    def _of(self, path: tuple[str, int], file: str) -> list[Statement]:
        if path not in self._read:
            self._read[path] = [each for each in map(read, self._syntax([file])) if each is not None]
        return self._read[path]
