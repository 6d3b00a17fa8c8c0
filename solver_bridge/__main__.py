"""`python -m solver_bridge` is the command `arbiter`."""

import sys

from solver_bridge.cli import run

__all__: list[str] = []

if __name__ == "__main__":
    sys.exit(run())
