import pickle

import pytest

from solver_bridge.errors import (
    ArbiterError,
    Fault,
    IllegalEvent,
    LimitReached,
    UnusableInput,
    one_line,
    quoted,
    shown,
)


def test_a_fault_is_one_line():
    assert str(Fault("a.yaml", 3, "wrong")) == "a.yaml:3: wrong"
    assert str(Fault("a\nb.yaml", 3, "wrong\u2028here\r")) == "a\\nb.yaml:3: wrong\\u2028here\\r"


def test_unusable_input_holds_each_fault_once_in_order():
    faults = [Fault("b", 9, "x"), Fault("a", 2, "y"), Fault("b", 1, "z"), Fault("a", 2, "y")]
    error = UnusableInput(faults)
    assert error.faults == (Fault("b", 1, "z"), Fault("b", 9, "x"), Fault("a", 2, "y"))
    assert str(error) == "b:1: z\nb:9: x\na:2: y"


@pytest.mark.parametrize(
    "error",
    [
        UnusableInput([Fault("a", 1, "x")]),
        IllegalEvent("event", ["one", "two"], ["other"]),
        LimitReached({"states": 3}),
    ],
)
def test_errors_travel_between_processes(error):
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert vars(copy) == vars(error)
    assert isinstance(copy, ArbiterError)


def test_an_illegal_event_says_its_reasons():
    error = IllegalEvent("go", ["tapped", "disabled"], ["stay"])
    assert error.reasons == ("tapped", "disabled")
    assert error.legal_instead == ("stay",)
    assert "tapped; disabled" in str(error)


def test_a_limit_says_what_is_known():
    assert LimitReached([1, 2]).known == [1, 2]


def test_values_in_messages_are_short_and_on_one_line():
    assert quoted("x" * 100) == repr("x" * 57 + "...")
    assert quoted("a\nb") == "'a\\nb'"
    assert one_line("plain") == "plain"
    values = [None, True, False, {}, [], 3, 2.5, "x"]
    words = ["nothing", "true", "false", "a mapping", "a list", "3", "2.5", "'x'"]
    assert list(map(shown, values)) == words
