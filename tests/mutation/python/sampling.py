"""mutmut's mutants: which there are, what each of them changes, what became of those that it ran; and running some."""

import json
import random
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

__all__ = ["KILLED", "NOT_TRIED", "NO_TESTS", "SURVIVED", "TIMED_OUT", "Mutant", "change", "generate", "mutants", "run", "sampled"]

ROOT = Path(__file__).parents[3]
WORK = ROOT / "mutants"
NOT_TRIED, KILLED, SURVIVED, TIMED_OUT, NO_TESTS = "not tried", "killed", "survived", "timed out", "no tests"
_OUTCOMES = {
    None: NOT_TRIED,
    0: SURVIVED,
    **dict.fromkeys((5, 33), NO_TESTS),
    **dict.fromkeys((36, 24, 152, 255, -24, -9), TIMED_OUT),
}
"""Of mutmut's exit codes; whatever else ends the tests has noticed the mutant."""


class Mutant(NamedTuple):
    """A mutant by mutmut's name, and the exit code of the tests when it was tried last."""

    name: str
    code: int | None

    @property
    def outcome(self) -> str:
        """Say what became of it."""
        return _OUTCOMES.get(self.code, KILLED)

    @property
    def module(self) -> str:
        """Give the module, without that of the package."""
        return self.function.partition(":")[0]

    @property
    def function(self) -> str:
        """Give the function that it changes, after its module."""
        module, _, function = self.name.partition("__mutmut_")[0].rpartition(".")
        plain = function.removeprefix("x").removeprefix("_").removeprefix("ǁ").replace("ǁ", ".")
        return f"{module.removeprefix('solver_bridge.')}:{plain}"


def generate() -> None:
    """Write the mutants of what has changed, as `mutmut run` does before it runs any."""
    code = (
        "from mutmut.__main__ import *\n"
        "set_mutant_under_test('mutant_generation'); makedirs('mutants', exist_ok=True)\n"
        "copy_src_dir(); copy_also_copy_files(); create_mutants(1)\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def mutants() -> list[Mutant]:
    """Give all mutants that were written, sorted by name."""
    found = []
    for path in WORK.glob("solver_bridge/**/*.meta"):
        if (ROOT / path.relative_to(WORK)).with_suffix("").exists():
            found += [Mutant(*item) for item in json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"].items()]
    return sorted(found, key=lambda mutant: mutant.name)


def sampled(found: Sequence[Mutant], seed: int, size: int) -> list[Mutant]:
    """Choose some, by the seed."""
    return sorted(random.Random(seed).sample(found, min(size, len(found))), key=lambda mutant: mutant.name)


def run(names: Iterable[str], seconds: float | None = None) -> None:
    """Let mutmut try some mutants, one at a time, for so long; what it finds is kept under mutants/ at once."""
    given = list(names)
    if not given:
        return
    command = [str(Path(sys.executable).parent / "mutmut"), "run", "--max-children", "1", *given]
    with subprocess.Popen(command, cwd=ROOT) as process:
        try:
            status = process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
            status = 0
    if status:
        raise SystemExit(f"mutmut ended with status {status}; see mutants/failed-without-a-mutant.txt")


def change(mutant: Mutant) -> str:
    """Say in one line what a mutant changes."""
    from mutmut.mutation.diff_apply import get_diff_for_mutant

    path = mutant.name.rpartition(".")[0].replace(".", "/")
    file = next(found for found in (f"{path}.py", f"{path}/__init__.py") if (ROOT / found).exists())
    difference = get_diff_for_mutant(mutant.name, path=file).splitlines()
    old, new = (
        " ".join(" ".join(line[1:].split()) for line in difference if line.startswith(sign) and not line.startswith(sign * 3))
        for sign in "-+"
    )
    return f"{old} → {new}"
