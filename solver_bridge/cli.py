"""The command line: reads what is asked, answers, and never ends in a traceback for what others can cause."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from solver_bridge.commands.arguments import Command
    from solver_bridge.commands.reply import Reply

__all__ = ["main", "run"]

_PROGRAM = "arbiter"
_OK, _UNUSABLE, _LIMIT = 0, 2, 3


def run() -> int:
    """Run the command of this process: most are over so soon that collecting garbage is not worth its time."""
    import gc

    gc.set_threshold(100_000, 20, 20)
    try:
        from solver_bridge import interrupts

        interrupts.heed()
        status = main()
        interrupts.no_more()
    except KeyboardInterrupt:  # as the command was beginning, or its answer had been written
        _complain("interrupted")
        status = _LIMIT
    if _busy_beside():
        os._exit(status)
    gc.freeze()
    return status


def _busy_beside() -> bool:
    """Say whether a question that ran into its limit still runs; it cannot be waited for."""
    threading = sys.modules.get("threading")
    return threading is not None and threading.active_count() > 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name; give the exit status."""
    try:
        return _run(list(sys.argv[1:] if arguments is None else arguments))
    except KeyboardInterrupt:
        _complain("interrupted; no answer is known yet")
        return _LIMIT


def _run(arguments: list[str]) -> int:
    from solver_bridge.commands.arguments import COMMANDS, UsageError, parse_arguments, usage

    name = arguments[0] if arguments else None
    if name in ("-h", "--help", "help"):
        return _write(usage(), _OK)
    if name == "--version":
        from solver_bridge import __version__

        return _write(f"{_PROGRAM} {__version__}\n", _OK)
    if name is None or name not in COMMANDS:
        from solver_bridge.errors import shown
        from solver_bridge.nearest import instead

        wanted = "no command is given" if name is None else f"there is no command {shown(name)}"
        hint = "" if name is None else instead(name, COMMANDS)
        _complain(f"{wanted}{hint}; see {_PROGRAM} --help")
        return _UNUSABLE
    try:
        args = parse_arguments(name, arguments[1:])
    except UsageError as error:
        _complain(str(error), program=False)
        return _UNUSABLE
    except SystemExit as asked_for_help:
        return int(asked_for_help.code or 0)
    return _answer(COMMANDS[name], args)


def _answer(command: "Command", args: "argparse.Namespace") -> int:
    from solver_bridge.commands.arguments import UsageError
    from solver_bridge.errors import LimitReached, UnusableInput

    try:
        reply = _reply(command, args)
        text = _text(reply, as_json=args.json)
    except UnusableInput as error:
        for fault in error.faults:
            is_option = fault.file.startswith("--")
            _complain(f"{fault.file}: {fault.message}" if is_option else str(fault), program=False)
        return _UNUSABLE
    except UsageError as error:
        _complain(str(error), program=False)
        return _UNUSABLE
    except LimitReached as error:
        _complain(str(error))
        return _LIMIT if error.known is None else _write(_so_far(command, args, error.known), _LIMIT)
    except RecursionError:
        _complain("the input is nested too deeply")
        return _UNUSABLE
    except MemoryError:
        _complain("there is not enough memory for an answer")
        return _LIMIT
    except Exception as error:
        _complain(f"this is a fault of the program itself, please report it: {_traced(error)}")
        return _LIMIT
    return _write(text, reply.status)


def _reply(command: "Command", args: "argparse.Namespace") -> "Reply":
    function = getattr(import_module(f"solver_bridge.commands.{command.module}"), command.function)
    if command.keeps_time:
        reply: Reply = function(args)
    else:
        from solver_bridge.progress import beside

        reply = beside(function, args, seconds=args.time_limit)
    return reply


def _so_far(command: "Command", args: "argparse.Namespace", known: object) -> str:
    """Write what is known at a limit, where the command has a way to say it."""
    if not command.so_far:
        return ""
    module = import_module(f"solver_bridge.commands.{command.module}")
    return _text(getattr(module, command.so_far)(known), as_json=args.json)


def _traced(error: BaseException) -> str:
    """Give an error with the place that it came from, on one line."""
    from traceback import extract_tb

    frames = extract_tb(error.__traceback__)
    place = f" at {os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{place}: {error}"


def _text(reply: "Reply", as_json: bool) -> str:
    if as_json:
        import json

        return json.dumps(reply.data(), indent=2) + "\n"
    from solver_bridge.commands.page import show

    return show(reply.page(), sys.stdout)


def _write(text: str, status: int) -> int:
    """Write the answer; a reader who has gone has had enough of it, but a full disk loses it."""
    if sys.stdout is None:
        _complain("standard output is closed; the answer is lost")
        return _LIMIT
    try:
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="backslashreplace")
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        _abandon(sys.stdout.fileno())
    except OSError as error:
        _complain(f"the answer cannot be written: {error.strerror or error}")
        _abandon(sys.stdout.fileno())
        return _LIMIT
    return status


def _complain(text: str, program: bool = True) -> None:
    from solver_bridge.errors import one_line

    try:
        if sys.stderr is not None:
            sys.stderr.write(f"{_PROGRAM}: {one_line(text)}\n" if program else f"{one_line(text)}\n")
            sys.stderr.flush()
    except OSError:
        _abandon(sys.stderr.fileno())


def _abandon(descriptor: int) -> None:
    """Let what is still to be written to a stream go nowhere, so that the interpreter's end is quiet."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)
