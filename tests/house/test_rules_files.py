"""The rules files keep to the house: headers that agree with the code, sources, style, words that exist."""

import json
import re
from collections import Counter, defaultdict
from functools import cache

import pytest
from clingo import ast
from rules_files import (
    ASP,
    RulesFile,
    Signature,
    all_files,
    children,
    facts,
    functions,
    names,
    read,
    signature,
    walk,
)

from solver_bridge import programs

FUNCTION, TERM, VARIABLE, POOL = (
    ast.ASTType.Function,
    ast.ASTType.SymbolicTerm,
    ast.ASTType.Variable,
    ast.ASTType.Pool,
)
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
        ("searched", 2),
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


def each_file(function):
    return pytest.mark.parametrize("name", names())(function)


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


# Sources


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


@each_file
def test_every_rule_stands_under_its_source(name):
    file = read(name)
    assert [file.lines[rule.line - 1] for rule in file.rules if rule.source is None] == []
    used = {rule.source for rule in file.rules}
    assert [source for source in file.sources if source not in used] == []


@each_file
def test_sources_exist(name):
    for source in read(name).sources:
        assert [each for each in source.sources if not exists(each)] == [], f"line {source.line}"


def test_every_clause_has_a_rule():
    under = {
        re.sub(" of .*", "", source)
        for file in all_files()
        for rule in file.rules
        if file.name != "entries.lp"
        for source in rule.source.sources
    }
    assert clauses() - under == set()


def test_older_editions_in_sources_exist():
    found = {str(text_of(arguments[0])) for _, _, arguments in facts("edition", 2)}
    for file in all_files():
        for source in file.sources:
            for each in source.sources:
                if dated := re.search(r" of (20\d\d-\d\d)$", each):
                    assert f"codex-{dated[1]}" in found


# Readings, editions, keywords


def _named(predicate: str, arity: int) -> set[str]:
    return {str(text_of(arguments[0])) for _, _, arguments in facts(predicate, arity)}


def readings_in(atoms) -> set[str]:
    return {
        text_of(atom.arguments[0])
        for atom in atoms
        if signature(atom) == ("reading", 3) and atom.arguments[0].ast_type != VARIABLE
    }


@each_file
def test_rules_of_a_reading_stand_under_its_name(name):
    below = defaultdict(set)
    for rule in read(name).rules:
        used = readings_in(rule.uses)
        assert used <= set(rule.source.readings), f"line {rule.line}"
        below[rule.source] |= used
    for source in read(name).sources:
        assert set(source.readings) == below[source], f"line {source.line}"


def test_readings_are_used_with_values_that_exist():
    values = defaultdict(set)
    for _, _, (name, value, _) in facts("reading_value", 3):
        values[text_of(name)].add(text_of(value))
    used = defaultdict(set)
    for file in all_files():
        for rule in file.rules:
            for atom in rule.uses:
                if signature(atom) == ("reading", 3) and atom.arguments[0].ast_type != VARIABLE:
                    name, value = map(text_of, atom.arguments[:2])
                    assert value in values[name], f"{file.name}:{rule.line}: {name}, {value}"
                    used[name].add(value)
    assert _named("reading", 2) == set(used) == set(values)


def test_counterfactuals_are_marked_as_such():
    found = {source.readings for file in all_files() for source in file.sources for line in [file.lines[source.line - 1]] if "(counterfactual " in line}
    assert {reading for each in found for reading in each} == _named("counterfactual", 1)


def test_editions_are_used_and_exist():
    used = set()
    for file in all_files():
        for rule in file.rules:
            for atom in rule.uses:
                if atom.name == "since" and (text := text_of(atom.arguments[0])):
                    used.add(text)
    ranks = {str(text_of(name)): int(text_of(rank)) for _, _, (name, rank) in facts("edition", 2)}
    oldest = max(ranks, key=ranks.__getitem__)
    assert used == set(ranks) - {oldest}


KEYWORD_ROLE = {("has", 3): 1, ("able", 3): 1, ("able_at", 4): 1, ("conferred", 4): 1, ("needs", 2): 1}
KEYWORD_FLUENTS = {("ability", 2), ("number", 3)}


def _keyword_uses(file: RulesFile):
    for rule in file.rules:
        for atom in (*rule.heads, *rule.uses):
            if signature(atom) in KEYWORD_ROLE:
                yield from ((word, rule.line) for word, _ in parts_of(atom.arguments[KEYWORD_ROLE[signature(atom)]]))
            for node in walk(atom):
                if node.ast_type == FUNCTION and (node.name, len(node.arguments)) in KEYWORD_FLUENTS:
                    yield from ((word, rule.line) for word, _ in parts_of(node.arguments[1]))


def test_keywords_in_rules_exist_and_every_keyword_has_a_rule():
    keywords, used = _named("keyword", 3), set()
    for file in all_files():
        for word, line in _keyword_uses(file):
            assert word in keywords, f"{file.name}:{line}: {word}"
            used.add(word)
    marks = {"stealth", "ward", "lance"}
    assert keywords - used == marks


# Reasons, problems, effects


HOLE = re.compile(r"\{(\d+)\}")


def _texts(predicate: str, arity: int, sentence: int) -> dict[str, tuple[str, RulesFile, list[ast.AST]]]:
    found = {}
    for file, line, arguments in facts(predicate, arity):
        name = text_of(arguments[0])
        assert name not in found, f"{file.name}:{line}: a second {predicate} {name}"
        found[name] = (text_of(arguments[sentence]), file, arguments)
    return found


def _heads_with(role: str):
    """Give the terms at the place of a role in heads, with their file and line."""
    for file in all_files():
        for rule in file.rules:
            for head in rule.heads:
                if role in (shown := roles()[signature(head)]):
                    for name, arguments in parts_of(head.arguments[shown.index(role)]):
                        if not _bases(arguments):
                            yield file, rule.line, name, len(arguments)


def _bases(arguments):
    """Give the names in the by(...) in which a reason's arguments end, if they do: another sentence tells them."""
    last = parts_of(arguments[-1]) if arguments else []
    return [text_of(basis) for name, inner in last if name == "by" for basis in inner]


def test_what_a_reason_rests_on_has_its_sentence():
    sentences = {text_of(arguments[0]): text_of(arguments[2]) for _, _, arguments in facts("basis", 3)}
    used = set()
    for file in all_files():
        for rule in file.rules:
            for head in rule.heads:
                if "Reason" in (shown := roles()[signature(head)]):
                    for name, arguments in parts_of(head.arguments[shown.index("Reason")]):
                        for basis in _bases(arguments):
                            used.add(basis)
                            holes = {int(hole) for hole in HOLE.findall(sentences[basis])}
                            assert holes <= set(range(len(arguments) - 1)), f"{file.name}:{rule.line}: {name}"
    assert used == sentences.keys()


def loaded_with(file: RulesFile) -> set[str]:
    """Give the files that are loaded whenever a file is."""
    if file.name in BASE:
        return set(BASE)
    return {file.name, *PLAY}


def _check_texts(role: str, texts: dict[str, tuple[str, RulesFile, list[ast.AST]]]) -> None:
    used = set()
    for file, line, name, arity in _heads_with(role):
        assert name in texts, f"{file.name}:{line}: {name} has no sentence"
        sentence, home, _ = texts[name]
        assert {int(hole) for hole in HOLE.findall(sentence)} <= set(range(arity)), f"{file.name}:{line}: {name}/{arity}"
        assert home.name in loaded_with(file), f"{file.name}:{line}: the sentence of {name} is in {home.name}"
        used.add(name)
    assert set(texts) - used == set()


def test_every_reason_has_its_sentence_and_its_source():
    texts = _texts("reason", 3, 2)
    _check_texts("Reason", texts)
    for name, (_, file, arguments) in texts.items():
        assert exists(text_of(arguments[1])), f"{file.name}: {name}"


def test_the_arguments_of_a_reason_are_all_told():
    arities = defaultdict(set)
    for _, _, name, arity in _heads_with("Reason"):
        arities[name].add(arity)
    assert {name for name, found in arities.items() if len(found) > 1} == set()


def test_problems_and_warnings_have_their_text():
    both = defaultdict(list)
    for file, line, name, arity in _heads_with("What"):
        both["warning" if name in _texts("warning_text", 2, 1) else "problem"].append((file, line, name, arity))
    problems, warnings = _texts("problem_text", 2, 1), _texts("warning_text", 2, 1)
    assert set(problems) & set(warnings) == set()
    _check_texts("What", problems | warnings)


def test_effects_have_their_text():
    texts = _texts("effect_text", 2, 1)
    made = set()
    for file in all_files():
        for rule in file.rules:
            for head in rule.heads:
                for node in walk(head):
                    if node.ast_type == FUNCTION and node.name == "effect" and len(node.arguments) == 3:
                        made |= {name for name, _ in parts_of(node.arguments[2])}
    assert made == set(texts)


# Sentences of proofs

SPOKEN = [("sentence", 3), ("denial", 3), ("plain", 2), ("obvious", 2)]


def test_sentences_are_about_predicates_that_exist():
    defined = {entry for file in all_files() for entry in file.defined | file.used}
    listed = {entry.signature.name for file in all_files() for entry in file.header.get("fluents", ())}
    firsts = defaultdict(set)
    for file in all_files():
        for rule in file.rules:
            for atom in (*rule.heads, *rule.uses):
                if atom.arguments:
                    firsts[signature(atom)] |= {name for name, _ in parts_of(atom.arguments[0])}
    for predicate, arity in SPOKEN:
        for file, line, arguments in facts(predicate, arity):
            place = f"{file.name}:{line}"
            ((name, functors),) = parts_of(arguments[0])
            about = Signature(name, int(text_of(arguments[1])))
            assert about in defined, f"{place}: {about}"
            for functor in functors if predicate != "denial" else ():  # what never holds can be denied of anything
                known = listed if about.name == "holds" else firsts[about]
                assert {name for name, _ in parts_of(functor)} <= known, f"{place}: {functor}"


def test_sentences_have_no_hole_too_many():
    for predicate, arity in SPOKEN[:2]:
        for file, line, arguments in facts(predicate, arity):
            if not parts_of(arguments[0])[0][1]:
                holes = {int(hole) for hole in HOLE.findall(text_of(arguments[2]))}
                assert holes <= set(range(int(text_of(arguments[1])))), f"{file.name}:{line}"


def test_arguments_that_are_reasons_are_told():
    for file, line, (name, arity, place) in facts("names_reason", 3):
        shown = roles()[Signature(text_of(name), int(text_of(arity)))]
        assert shown[int(text_of(place)) - 1] == "Reason", f"{file.name}:{line}"


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
