"""What is kept of the samples of mutants of the Python package, and the quick tests that try them."""

import tomllib
from collections import Counter

from tests.mutation.python.fresh import forget, mangled
from tests.mutation.python.results import HERE, PAGE, argued, known, page, share
from tests.mutation.python.sampling import (
    KILLED,
    NO_TESTS,
    NOT_TRIED,
    ROOT,
    SURVIVED,
    TIMED_OUT,
    Mutant,
    sampled,
)

NAME = "solver_bridge.proving.cover.xǁCoveringǁ_sift__mutmut_1"


def test_a_mutant_is_told_by_its_function():
    assert (Mutant(NAME, None).module, Mutant(NAME, None).function) == ("proving.cover", "proving.cover:Covering._sift")
    assert Mutant("solver_bridge.paths.x__square__mutmut_3", None).function == "paths:_square"


def test_outcomes():
    codes = {None: NOT_TRIED, 0: SURVIVED, 1: KILLED, 3: KILLED, -11: KILLED, 33: NO_TESTS, 36: TIMED_OUT, -9: TIMED_OUT}
    assert {code: Mutant(NAME, code).outcome for code in codes} == codes


def test_a_sample_is_the_same_for_the_same_seed():
    found = [Mutant(f"solver_bridge.m.x_f__mutmut_{number}", None) for number in range(50)]
    assert sampled(found, 1, 9) == sampled(found, 1, 9) != sampled(found, 2, 9)
    assert sampled(found, 1, 99) == sorted(found)


def test_shares_are_of_all_that_were_tried():
    assert share(Counter({KILLED: 6, TIMED_OUT: 1, SURVIVED: 2, NO_TESTS: 1})) == "70.0 %"
    assert share(Counter({KILLED: 6, TIMED_OUT: 1, SURVIVED: 2, NO_TESTS: 1}), 2) == "87.5 %"


def test_the_page_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == page(known())


def test_nothing_is_argued_of_what_was_not_drawn():
    drawn = {(each["function"], each["change"]) for sample in known()["samples"] for each in sample["alive"]}
    assert set(argued()) - drawn == set()


def test_the_quick_tests_are_there():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutmut"]
    files = [each for each in settings["pytest_add_cli_args_test_selection"] if each.startswith("tests/")]
    slow = [each.partition("::")[0] for each in (HERE / "slow.txt").read_text(encoding="utf-8").splitlines()]
    assert [each for each in (*files, *settings["also_copy"], *slow) if not (ROOT / each).exists()] == []
    assert files


def test_nothing_is_remembered_once_it_is_forgotten():
    from solver_bridge import resources

    resources.asp_dir()
    assert resources.asp_dir.cache_info().currsize == 1
    forget()
    assert resources.asp_dir.cache_info().currsize == 0


def test_functions_have_the_names_that_mutmut_gives_them():
    assert mangled(mangled) == "tests.mutation.python.fresh.x_mangled"
    assert mangled(Mutant.outcome.fget) == "tests.mutation.python.sampling.xǁMutantǁoutcome"
