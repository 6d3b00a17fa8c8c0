"""What the command line gives: positions and sequences under its edition and readings, its units and paths."""

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from solver_bridge.errors import Fault, UnusableInput, shown
from solver_bridge.model import Footprint, Position
from solver_bridge.vocabulary import load as load_vocabulary
from solver_bridge.words import PLAYERS

__all__ = [
    "check_options",
    "of_attack",
    "option",
    "path_option",
    "position_of",
    "sequence_of",
    "under",
    "unusable",
]


def unusable(option: str, message: str) -> UnusableInput:
    """Make the error of an option."""
    return UnusableInput([Fault(option, 1, message)])


def under(args: argparse.Namespace) -> Mapping[str, Any]:
    """Give the edition and the readings that the command line asks for."""
    readings: dict[str, str] = {}
    for given in args.reading:
        name, equals, value = given.partition("=")
        if not equals:
            raise unusable(
                "--reading",
                f"{shown(given)} is no reading; write NAME=VALUE, as `arbiter readings` lists them",
            )
        if name.strip() in readings:
            raise unusable("--reading", f"{shown(name.strip())} is given more than once; choose one value for it")
        readings[name.strip()] = value.strip()
    found: dict[str, Any] = {}
    if args.edition is not None:
        found["edition"] = args.edition
    if readings:
        found["readings"] = readings
    return found


def check_options(args: argparse.Namespace) -> Position:
    """Raise UnusableInput if the edition or a reading is unknown; give an empty position under them."""
    return Position(active=PLAYERS[0]).under(**under(args))


def position_of(args: argparse.Namespace) -> Position:
    """Read the position of a command."""
    asked = under(args)
    position = Position.load(args.position)
    return position.under(**asked) if asked else position


def sequence_of(args: argparse.Namespace) -> Any:
    """Read the sequence of a command."""
    from solver_bridge.sequence import Sequence as EventSequence

    asked = under(args)
    sequence = EventSequence.load(args.sequence)
    if not asked:
        return sequence
    return msgspec.structs.replace(sequence, position=sequence.position.under(**asked))


def option(args: argparse.Namespace, name: str, kind: str, position: Position) -> Any:
    """Read an option with the names of a position; None if it was not given."""
    value = getattr(args, name)
    if value is None:
        return None
    from solver_bridge.options import read_option

    return read_option(f"--{name}", kind, value, position)


def of_attack(args: argparse.Namespace, name: str, kind: str, position: Position) -> str:
    """Read who attacks, or what is attacked; in an attack under way that is known already."""
    given: str | None = option(args, name, kind, position)
    known = None if position.attack is None else position.attack.get(name)
    if given is None and known is None:
        raise unusable(
            f"--{name}", f"who or what is it? give --{name}, as no attack is under way in the position"
        )
    if given is not None and known is not None and given != known:
        raise unusable(
            f"--{name}", f"an attack is under way, and its {name} is {shown(known)}, not {shown(given)}"
        )
    return str(known if given is None else given)


def path_option(args: argparse.Namespace, position: Position) -> tuple[Footprint, ...] | None:
    """Read the option --path, with or without quotes around each location; None if it was not given."""
    if args.path is None:
        return None
    from solver_bridge.options import read_option

    path: tuple[Footprint, ...] = read_option("--path", "path", _joined(args.path), position)
    return path


def _joined(words: Sequence[str]) -> list[str]:
    """Put `surface 9` together again where the shell has taken it apart."""
    vocabulary = load_vocabulary()
    found: list[str] = []
    for word in words:
        if found and found[-1].casefold() in vocabulary.regions and vocabulary.is_square(word):
            found[-1] = f"{found[-1]} {word}"
        else:
            found.append(word)
    return found
