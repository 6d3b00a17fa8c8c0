"""Pictures are as they were when they were looked at last."""

import pytest

from tests.pictures.kept import FOLDER, PICTURES, drawn


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_as_it_is_kept(name: str) -> None:
    assert drawn(name) == (FOLDER / name).read_text(encoding="utf-8")
