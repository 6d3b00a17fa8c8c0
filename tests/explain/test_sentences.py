"""The sentences beside the predicates fit them."""

import re

from solver_bridge.program_text import program
from solver_bridge.programs import JUDGE, files_for
from solver_bridge.wording import speech

CARDS = (
    "Captain Baldassare",
    "Crave Golem",
    "Dodge Roll",
    "Dome of Osiros",
    "Lance",
    "Rubble",
    "Sir Kay",
    "Wills-o'-the-Wisp",
)


def test_every_sentence_is_about_a_predicate_and_has_no_more_holes_than_it_has_arguments():
    rules = program(files_for((JUDGE, "verdict", "explain"), CARDS))
    known = set(rules.signatures)
    spoken = speech()
    for key, arity in {*spoken.sentences, *spoken.denials, *spoken.plain, *spoken.obvious}:
        name = key[0] if isinstance(key, tuple) else key
        assert (name, arity) in known, (key, arity)
    for texts in (spoken.sentences, spoken.denials):
        for (key, arity), found in texts.items():
            for text in found:
                holes = [int(hole) for hole in re.findall(r"\{(\d)\}", text)]
                assert isinstance(key, tuple) or all(hole < arity for hole in holes), text
                assert text.endswith("."), text


def test_reasons_stand_where_they_are_said_to():
    rules = program(files_for((JUDGE, "verdict", "explain"), CARDS))
    for (name, arity), index in speech().reasons.items():
        assert rules.rules((name, arity)), name
        assert index < arity
