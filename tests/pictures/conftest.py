"""The commands as a user runs them, as in the tests of the command line."""

from tests.cli.conftest import arbiter, example, written

__all__ = ["arbiter", "example", "written"]
