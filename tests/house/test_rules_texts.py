"""Whatever the rules name has its words: reasons, problems, effects, and the sentences of proofs."""

import re
from collections import defaultdict

from clingo import ast
from rules_files import (
    FUNCTION,
    RulesFile,
    Signature,
    all_files,
    exists,
    facts,
    parts_of,
    roles,
    signature,
    text_of,
    walk,
)

from solver_bridge import programs

BASE = programs.files_for((), ())
PLAY = programs.files_for((programs.PLAY,), ())
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
