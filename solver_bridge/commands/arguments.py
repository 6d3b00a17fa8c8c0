"""The commands by name: what each takes, and where it lives."""

import argparse
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

import msgspec

__all__ = ["COMMANDS", "Argument", "Command", "UsageError", "parse_arguments", "usage"]


class UsageError(Exception):
    """A command line that cannot be understood."""


class Argument(msgspec.Struct, frozen=True):
    """One argument: its flag or name, and how argparse is to take it."""

    name: str
    options: Mapping[str, Any]


class Command(msgspec.Struct, frozen=True):
    """A command: the module and the function it is in, its arguments, and what it answers.

    One that `keeps_time` heeds --time-limit and Ctrl-C by itself, so that it can answer with what it knows by then;
    for another `so_far` names the function that makes an answer of what was noted as known by then, if there is one.
    """

    module: str
    function: str
    arguments: tuple[Argument, ...]
    answers: str
    keeps_time: bool = False
    so_far: str = ""


def _argument(name: str, help: str, **options: Any) -> Argument:
    return Argument(name, {"help": help, **options})


_POSITION = _argument("position", "the file of the position; - is standard input", metavar="POSITION")
_SEQUENCE = _argument("sequence", "the file of the sequence; - is standard input", metavar="SEQUENCE")
_UNIT = _argument("--unit", "the unit that is asked about", metavar="U", required=True)
_PATH = _argument(
    "--path",
    'the steps of the movement, each as "surface 9" ("[surface 1, surface 2]" for an oversized unit);'
    " none at all: it stays",
    metavar="L",
    nargs="*",
)


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds < 10**9:
        raise ValueError
    return seconds


_seconds.__name__ = "number of seconds"


def _number(text: str) -> int:
    number = int(text)
    if not 0 < number < 10**9:
        raise ValueError
    return number


_number.__name__ = "number"

_SCOPE = (
    _argument("--units", "positions of up to so many units (default 2)", metavar="N", type=int, default=2),
    _argument("--squares", "on so many squares (default 3x2)", metavar="WxH", default="3x2"),
    _argument(
        "--effects", "with up to so many outside effects (default 1)", metavar="N", type=int, default=1
    ),
    _argument("--power", "powers up to this (default 1)", metavar="N", type=int, default=1),
    _argument("--oversized", "units may be two by two squares large", action="store_true"),
    _argument("--card", "this card may appear; may be repeated", metavar="C", action="append", default=[]),
    _argument("--jobs", "in so many processes (default 1)", metavar="J", type=int, default=1),
    _argument("--dask", "on the Dask cluster with this scheduler", metavar="ADDRESS"),
    _argument(
        "--seconds",
        "stop after so many seconds, with what is known by then (verify: 600)",
        metavar="S",
        type=_seconds,
    ),
    _argument(
        "--out", "the folder in which sequence files are written (default: none are)", metavar="FOLDER"
    ),
)
_COMMON = (
    _argument("--json", "print one JSON document", action="store_true"),
    _argument("--edition", "judge by this edition, whatever the file says", metavar="E"),
    _argument(
        "--reading",
        "judge by this reading, whatever the file says; may be repeated",
        metavar="NAME=VALUE",
        action="append",
        default=[],
    ),
    _argument("--time-limit", "give up after so many seconds", metavar="SECONDS", type=_seconds),
)

_ATTACK = (
    _argument("--attacker", "the unit that attacks", metavar="U"),
    _argument("--target", "what it attacks: a unit, or site N", metavar="T"),
    _PATH,
    _argument("--at", "where, if they share several locations", metavar="L"),
)
_NO_READINGS = _argument(
    "--no-readings", "do not look for readings and editions that would turn the answer", action="store_true"
)
_LIMIT = _argument(
    "--limit", "stop when more distinct positions than this are met", metavar="N", type=_number
)

COMMANDS: Mapping[str, Command] = {
    "reach": Command("questions", "reach", (_POSITION, _UNIT), "a unit's range of motion"),
    "attacks": Command(
        "questions",
        "attacks",
        (
            _POSITION,
            _argument("--unit", "only the attacks of this unit", metavar="U"),
            _argument("--why-not", "also the barred attacks, with every reason", action="store_true"),
            _NO_READINGS,
        ),
        "every legal attack",
    ),
    "defenders": Command(
        "questions",
        "defenders",
        (
            _POSITION,
            *_ATTACK,
            _NO_READINGS,
        ),
        "who may defend, and who may not and why",
    ),
    "interceptors": Command(
        "questions", "interceptors", (_POSITION, _UNIT, _PATH), "who may intercept, and who may not and why"
    ),
    "check": Command(
        "lines",
        "check",
        (
            _SEQUENCE,
            _argument(
                "--keep-going", "judge what follows the illegal, too: that is left out (a declaration has failed)",
                action="store_true",
            ),
            _NO_READINGS,
        ),
        "each event of a sequence, legal or not and why, and the result",
        so_far="checked_so_far",
    ),
    "explain": Command(
        "explaining",
        "explain",
        (
            _POSITION,
            _argument(
                "events",
                'the events, each as text, "{attack: {unit: U, target: T}}", or a file of them; the last is explained',
                metavar="EVENT",
                nargs="+",
            ),
            _argument("--full", "show every step of the proof", action="store_true"),
            _argument("--no-what-if", "do not look for changes that turn the answer", action="store_true"),
            _NO_READINGS,
        ),
        "why an event is legal or not, and what would turn the answer",
    ),
    "outcomes": Command(
        "ends",
        "outcomes",
        (
            _POSITION,
            *_ATTACK,
            _LIMIT,
            _argument("--svg", "also draw the graph of positions and events as an SVG file", metavar="F"),
            _argument("--dot", "also write the graph in the DOT language", metavar="F"),
        ),
        "every end of an attack, over all choices of both players",
        keeps_time=True,
    ),
    "orders": Command("lines", "orders", (_SEQUENCE,), "the orders in which pending triggers may resolve"),
    "verify": Command(
        "proofs",
        "verify",
        (
            _argument(
                "--property", "only this property; may be repeated", metavar="P", action="append", default=[]
            ),
            _argument("--file", "also the properties of this file", metavar="F", action="append", default=[]),
            *_SCOPE,
        ),
        "proves or refutes properties over all positions of a scope",
        keeps_time=True,
    ),
    "diff": Command(
        "differing",
        "diff",
        (
            _argument("one", "an edition, or NAME=VALUE of readings, or both with commas", metavar="A"),
            _argument("two", "the other", metavar="B"),
            *_SCOPE,
        ),
        "the smallest positions and lines on which two editions or readings disagree",
        keeps_time=True,
    ),
    "find": Command(
        "finding",
        "find",
        (
            _argument("goals", "goals by name, or files of goals", metavar="GOAL", nargs="*"),
            _argument("--list", "only list the goals", action="store_true"),
            _argument(
                "--pairs",
                "every two reasons against one kind of event: where both hold, or that they never do",
                action="store_true",
            ),
            _argument(
                "--pair",
                "these two reasons against this kind of event; may be repeated",
                metavar=("KIND", "REASON", "REASON"),
                nargs=3,
                action="append",
                default=[],
            ),
            _argument(
                "--cover",
                "write rulings that together exercise the rules, the reasons and the readings, none of them to spare",
                action="store_true",
            ),
            _argument(
                "--games",
                "for --cover, so many random games besides (default 48)",
                metavar="N",
                type=int,
                default=48,
            ),
            _argument("--rulings", "for --cover, choose from the rulings of a file or folder, too", metavar="PATH"),
            *_SCOPE,
        ),
        "the smallest position and line in which a goal happens",
        keeps_time=True,
    ),
    "perft": Command(
        "ends",
        "perft",
        (
            _POSITION,
            _argument("--depth", "the length of the longest lines", metavar="D", type=_number, required=True),
            _LIMIT,
        ),
        "how many lines of play there are of each length",
        keeps_time=True,
    ),
    "show": Command(
        "pictures",
        "show",
        (_POSITION, *_ATTACK[:3], _argument("--svg", "also draw the position as an SVG file", metavar="F")),
        "a picture of a position, and of an attack in it",
    ),
    "rulings": Command(
        "rulings",
        "rulings",
        (
            _argument("paths", "ruling files, or folders of them", metavar="PATH", nargs="+"),
            _argument("--junit", "also write a JUnit report", metavar="F"),
        ),
        "runs rulings, like a test runner",
        so_far="run_so_far",
    ),
    "cards": Command(
        "known",
        "cards",
        (_argument("name", "one card by its name", metavar="NAME", nargs="*"),),
        "the known cards, and whether their text is encoded",
    ),
    "editions": Command("known", "editions", (), "the known editions of the rules"),
    "readings": Command(
        "known", "readings", (), "the questions that the rules leave open, and their readings"
    ),
    "schema": Command(
        "known",
        "schema",
        (_argument("name", "position, event, sequence or ruling", metavar="NAME"),),
        "the JSON schema of a kind of file",
    ),
}


class _Help(argparse.HelpFormatter):
    """Lays help out without looking at the terminal, which is slow and done even where nobody wants help."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=100)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{self.prog}: {message}; see {self.prog} --help")


def parse_arguments(name: str, arguments: Sequence[str]) -> argparse.Namespace:
    """Read the arguments of a command; raise UsageError if they cannot be understood."""
    command = COMMANDS[name]
    parser = _Parser(
        prog=f"arbiter {name}",
        description=f"Answers: {command.answers}.",
        epilog="Exit status: 0 legal, 1 illegal or failed, 2 unusable input, 3 a limit was reached.",
        formatter_class=_Help,
        allow_abbrev=False,
    )
    for argument in (*command.arguments, *_COMMON):
        parser.add_argument(argument.name, **argument.options)
    found = parser.parse_args(list(arguments))
    for argument in (*command.arguments, *_COMMON):
        if "action" not in argument.options and _times(argument.name, arguments) > 1:
            parser.error(f"argument {argument.name}: it counts once, and is given more than once")
    return found


def _times(option: str, arguments: Sequence[str]) -> int:
    """Say how often an option is given; what follows a -- by itself is none."""
    before = list(arguments)[: list(arguments).index("--")] if "--" in arguments else arguments
    return sum(word.partition("=")[0] == option for word in before)


def usage() -> str:
    """Give what `arbiter --help` prints."""
    width = max(map(len, COMMANDS))
    lines = [
        "usage: arbiter COMMAND ... [--json] [--edition E] [--reading NAME=VALUE]",
        "       arbiter COMMAND --help",
        "       arbiter --version",
        "",
        "Judges attacks in Sorcery: Contested Realm by the rules.",
        "",
        *(f"  {name.ljust(width)}  {command.answers}" for name, command in COMMANDS.items()),
    ]
    return "\n".join(lines) + "\n"
