"""What commands write, all of it, is as it was when it was read last."""

from pathlib import Path

import pytest

from tests.cli.kept_answers import Kept, answered, kept


@pytest.mark.parametrize("each", list(kept()), ids=lambda each: f"{each.session}: {each.commands[0]}")
def test_an_answer_is_as_it_is_kept(each: Kept, tmp_path: Path) -> None:
    assert answered(each.commands, tmp_path) == each.text
