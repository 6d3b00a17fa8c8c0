"""The rules files keep to the house: headers that agree with the code, style, words that say what they are."""

import re
from collections import Counter, defaultdict
from functools import cache

from clingo import ast
from rules_files import (
    ASP,
    FUNCTION,
    POOL,
    TERM,
    VARIABLE,
    RulesFile,
    Signature,
    all_files,
    cards,
    children,
    each_file,
    functions,
    names,
    parts_of,
    read,
    roles,
    signature,
    text_of,
    walk,
)

from solver_bridge import programs

BASE = programs.files_for((), ())
PLAY = programs.files_for((programs.PLAY,), ())
OUTSIDE = {
    Signature(*words)
    for words in (
        ("arg", 3),
        ("ask", 2),
        ("event", 2),
        ("given", 4),
        ("next", 2),
        ("object", 3),
        ("remembered", 2),
        ("printed", 3),
        ("member", 1),
        ("parts_at", 1),
        ("scoped", 2),
        ("allowed", 1),
        ("fixed", 2),
        ("left_out", 1),
        ("carded", 1),
        ("plays", 1),
        ("begun", 0),
        ("sought", 1),
        ("looked_at", 1),
        ("cube", 1),
        ("second", 2),
        ("final", 1),
        ("ghost", 1),
        ("layer", 1),
        ("asked", 1),
        ("askable", 1),
        ("against", 2),
        ("part", 1),
        ("remembered", 2),
        ("at_most", 1),
        ("wanted", 1),
        ("was_doomed", 1),
        ("was_given", 4),
        ("was_object", 3),
    )
}
"""The facts that come from outside the rules."""
READ_OUTSIDE = {
    Signature(*words)
    for words in (
        ("clause", 2),
        ("counterfactual", 1),
        ("denial", 3),
        ("edition", 2),
        ("entry", 2),
        ("keyword", 3),
        ("names_reason", 3),
        ("only_in", 2),
        ("obvious", 2),
        ("plain", 2),
        ("reading", 2),
        ("reading_value", 3),
        ("without", 2),
        ("region", 1),
        ("sentence", 3),
        ("square", 1),
        ("property", 3),
        ("wants", 2),
        ("loads", 2),
        ("needs_next", 1),
        ("by_image", 2),
        ("in_parts", 2),
        ("frees", 2),
        ("square_image", 3),
        ("squares_in", 3),
        ("word_image", 3),
        ("goal", 3),
        ("told", 2),
        ("odd", 1),
        ("parts_in", 1),
        ("difference", 2),
        ("together", 3),
    )
}
"""The facts that the bridge reads, or that these tests read."""


# Headers


@each_file
def test_header_is_in_form(name):
    file = read(name)
    assert file.faults == ()
    assert file.purpose
    order = [section for section in ("input", "defined", "private", "fluents") if section in file.header]
    assert list(file.header) == order
    for section, listed in file.header.items():
        counts = Counter(entry.signature for entry in listed)
        assert [str(entry) for entry, count in counts.items() if count > 1] == [], section


@each_file
def test_header_agrees_with_the_code(name):
    file = read(name)
    private = {entry for entry in file.defined if entry.name.startswith("_")}
    assert set(file.listed("defined")) == file.defined - private
    assert set(file.listed("private")) == private
    assert set(file.listed("input")) == file.used - file.defined


@cache
def files_defining() -> dict[str, set[str]]:
    found = defaultdict(set)
    for file in all_files():
        for entry in file.defined:
            found[entry.name].add(file.name)
    return found


@each_file
def test_private_names_are_used_in_their_file_alone(name):
    file = read(name)
    assert {str(entry) for entry in file.used - file.defined if entry.name.startswith("_")} == set()
    private = {entry.name for entry in file.defined if entry.name.startswith("_")}
    assert {each for each in private if files_defining()[each] != {name}} == set()


def test_every_predicate_has_one_meaning_and_the_same_arguments_everywhere():
    meanings, shown = defaultdict(set), defaultdict(set)
    for file in all_files():
        for section in ("input", "defined", "private"):
            for entry in file.header.get(section, ()):
                shown[entry.signature].add(entry.roles)
                if entry.meaning:
                    meanings[entry.signature].add(entry.meaning)
    assert {str(entry) for entry, found in shown.items() if len(found) > 1} == set()
    assert {str(entry) for entry in shown if len(meanings[entry]) != 1} == set()
    assert {role for found in shown.values() for each in found for role in each if not role[0].isupper()} == set()


def test_every_predicate_is_defined_and_used():
    defined = {entry for file in all_files() for entry in file.defined}
    used = {entry for file in all_files() for entry in file.used}
    assert {str(entry) for entry in used - defined - OUTSIDE} == set()
    assert {str(entry) for entry in defined - used - READ_OUTSIDE} == set()


def meets(one, other) -> bool:
    """Say whether two terms can be equal, as far as constants and functors tell."""
    if POOL in (one.ast_type, other.ast_type):
        pool, term = (one, other) if one.ast_type == POOL else (other, one)
        return any(meets(argument, term) for argument in pool.arguments)
    if one.ast_type == other.ast_type == FUNCTION:
        pairs = zip(one.arguments, other.arguments, strict=False)
        return signature(one) == signature(other) and all(meets(*pair) for pair in pairs)
    plain = (FUNCTION, TERM)
    return one.ast_type not in plain or other.ast_type not in plain or text_of(one) == text_of(other)


@cache
def heads_of(name: str) -> dict[Signature, list[ast.AST]]:
    found = defaultdict(list)
    for rule in read(name).rules:
        for head in rule.heads:
            found[signature(head)].append(head)
    return found


@each_file
def test_defined_stands_beside_its_consumer_and_only_where_it_is_needed(name):
    file = read(name)
    assert {str(entry) for entry in file.declared} <= {str(entry) for entry in file.used}
    loaded = {name, *(PLAY if name in PLAY and name not in BASE else BASE)}
    uses = [atom for rule in file.rules for atom in rule.uses]
    for entry in file.declared:
        heads = [head for other in loaded for head in heads_of(other).get(entry, ())]
        met = [any(meets(atom, head) for head in heads) for atom in uses if signature(atom) == entry]
        assert not all(met) or entry in file.shown, str(entry)


# Fluents


FLUENT = ("begins", "holds", "initiated", "terminated", "following", "lasts")


def _fluent_uses(file: RulesFile):
    for rule in file.rules:
        for atom in (*rule.heads, *rule.uses):
            if atom.name in FLUENT and len(atom.arguments) == 2:
                made = atom in rule.heads and atom.name != "terminated"
                for name, arguments in parts_of(atom.arguments[0]):
                    yield Signature(name, len(arguments)), made, rule.line


def test_fluents_are_listed_and_each_is_made_and_looked_at():
    listed = Counter(entry.signature for file in all_files() for entry in file.header.get("fluents", ()))
    assert set(listed.values()) == {1}
    made, seen = set(), set()
    for file in all_files():
        for fluent, makes, line in _fluent_uses(file):
            assert fluent in listed, f"{file.name}:{line}: {fluent}"
            (made if makes else seen).add(fluent)
    assert {str(fluent) for fluent in set(listed) - (made & seen)} == set()


def test_what_lasts_is_changed_by_nothing_but_effects():
    """asp/lasting.lp says of some fluents that nothing changes them; here the rules are asked."""
    changed = defaultdict(set)
    for file in all_files():
        for rule in file.rules:
            for head in rule.heads:
                if head.name in ("initiated", "terminated"):
                    for name, arguments in parts_of(head.arguments[0]):
                        changed[name, len(arguments)].add((file.name, _first(arguments)))
    said = []
    for rule in read("lasting.lp").rules:
        for part in rule.node.body:
            if "F = " in str(part):
                pool = next(node for node in walk(part) if node.ast_type == POOL)
                said.append([(term.name, term.arguments) for term in pool.arguments])
    assert [len(fluents) for fluents in said] == [6, 4]
    for effects, fluents in zip(({"effect.lp"}, set()), said, strict=True):
        for name, arguments in fluents:
            found = changed[name, len(arguments)]
            files = {file for file, first in found if _first(arguments) in (None, first) or first is None}
            assert files <= effects, name


def _first(arguments) -> str | None:
    """Give the functor of a fluent's first argument, which tells site(N) from units."""
    return arguments[0].name if arguments and arguments[0].ast_type == FUNCTION and arguments[0].arguments else None


# Style


@each_file
def test_style(name):
    file = read(name)
    assert len(file.lines) <= 250
    for number, line in enumerate(file.lines, start=1):
        assert len(line) <= 130, f"line {number}"
        assert line == line.rstrip(), f"line {number}"
        assert line.isascii(), f"line {number}"
        assert "\t" not in line, f"line {number}"
        bare = re.sub(r'"(?:\\.|[^"\\])*"', '""', line)
        if not line.startswith("%"):
            assert re.search(r",\S", bare) is None, f"line {number}: a space after each comma"
            assert "#include" not in bare, f"line {number}"
            assert "#script" not in bare, f"line {number}"
    assert file.others == () or name in SEARCHES
    plain = [rule.heads and rule.node.head.ast_type == ast.ASTType.Literal for rule in file.rules]
    assert all(plain) or name in SEARCHES


@each_file
def test_show_stands_in_the_shows_alone(name):
    assert bool(read(name).shown) == name.startswith("show/")


@each_file
def test_what_is_shown_has_the_moment_last_or_is_a_text(name):
    texts = {"reason", "basis", "effect_text", "problem_text", "warning_text"}
    for entry in read(name).shown:
        assert entry.name in texts or name == "show/whatif.lp" or roles()[entry][-1] == "T", str(entry)


SEARCHES = {"whatif.lp", *(name for name in names() if name.startswith(("scope/", "properties/")))}
"""Programs that look for something: they alone have choices, constraints and costs."""

THINGS = {"A", "G", "S", "U", "X"}
KINDS = {
    "T": {"T"},
    "P": {"P"},
    "L": {"L", "W", "Name"},
    "W": {"W", "L"},
    "U": THINGS,
    "A": THINGS,
    "G": THINGS,
    "X": THINGS | {"P", "N", "Name"},
    "S": THINGS,
    "N": {"N", "M", "I", "J", "K", "D", "C", "R", "V", "S"},
    "K": {"K"},
    "E": {"E"},
    "R": {"R"},
    "Y": {"Y"},
    "Reason": {"R"},
}
"""The letters that may stand at the place of a role; other roles may have any."""


@each_file
def test_variables_say_what_they_are(name):
    for rule in read(name).rules:
        for atom in (*rule.heads, *rule.uses):
            for role, argument in zip(roles()[signature(atom)], atom.arguments, strict=True):
                allowed = KINDS.get(role.rstrip("'"))
                if allowed and argument.ast_type == VARIABLE and argument.name != "_":
                    letter = argument.name.rstrip("'")
                    assert letter in allowed, f"line {rule.line}: {argument.name} for {role} in {atom}"


@each_file
def test_comments_are_headers_or_sources(name):
    file = read(name)
    body = file.lines[next((n for n, line in enumerate(file.lines) if not line.startswith("%!")), 0) :]
    assert [line for line in body if line.startswith("%") and not line.startswith("%%% ")] == []


def test_every_file_is_loaded_by_some_question():
    shows = [name.removeprefix("show/").removesuffix(".lp") for name in names() if name.startswith("show/")]
    loaded = set(programs.files_for((programs.PLAY, *shows), cards()))
    loaded |= set(programs.files_for((programs.RESUME, programs.PLAY), cards()))
    loaded |= set(programs.files_for((programs.WHATIF,), ()))
    loaded |= {name for name in names() if name.startswith(("scope/", "lemmas/", "properties/", "goals/"))}
    assert set(names()) - loaded == {"entries.lp", "sentences.lp", "sentences_attack.lp"}


def test_the_guide_to_the_rules_names_every_file():
    guide = (ASP.parent / "docs" / "RULES.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`([a-z_/]+(?:\.lp|/))`", guide)) - {"asp/"}
    folders = tuple(entry for entry in told if entry.endswith("/"))
    assert {name for name in names() if name not in told and not name.startswith(folders)} == set()
    assert {entry for entry in told if not (ASP / entry).exists()} == set()


def test_atoms_are_found_in_conditions_too():
    found = []
    ast.parse_string("a(X) :- b(X), not c(Y) : d(Y); 1 { e(Z) : f(Z) }.", found.append)
    rule = found[-1]
    assert [atom.name for part in rule.body for atom in functions(part)] == ["b", "c", "d", "e", "f"]
    assert list(children(rule))
