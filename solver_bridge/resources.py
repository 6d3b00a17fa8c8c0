"""Where the rules programs and the catalogue lie."""

import os
from functools import lru_cache

__all__ = ["asp_dir"]

_OTHER_RULES = "ARBITER_RULES"


@lru_cache(maxsize=1)
def asp_dir() -> str:
    """Give the folder of the rules: one named by ARBITER_RULES, or inside an installed package, or beside it."""
    other = os.environ.get(_OTHER_RULES)
    if other:
        return other
    package = os.path.dirname(os.path.abspath(__file__))
    inside = os.path.join(package, "asp")
    if os.path.isdir(inside):
        return inside
    return os.path.join(os.path.dirname(package), "asp")
