"""The command line. `main` is the program; each command has a module of its own, and only `console` prints."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn, TextIO

from spadesdsl.cli.arguments import read
from spadesdsl.cli.commands import COMMANDS
from spadesdsl.cli.console import Console, Exit

_COMPLETION = "_SPADESDSL_COMPLETE"
_GARBAGE = (300_000, 20, 50)
"""Python rarely needs to look for garbage, because a command uses what it makes. This saves a twentieth of the time."""


def program() -> NoReturn:
    """Run the program with the words of this process, and end it.

    It ends at once: to take apart what a command has made would take a fortieth of a first look at a file. Only a
    thread is waited for, which may still compile a kernel; and if the user interrupts the command, not even that.
    """
    code = main()
    threads = sys.modules.get("threading")
    others = () if threads is None else tuple(one for one in threads.enumerate() if one is not threads.main_thread())
    if not others or (code == Exit.INTERRUPTED and any(one.daemon for one in others)):
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):
                stream.flush()
        os._exit(code)
    gc.freeze()  # what is left need not be looked through once more
    sys.exit(code)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program with these words after its name, or those of this process; return its exit code."""
    gc.set_threshold(*_GARBAGE)
    return _in_process(sys.argv[1:] if arguments is None else list(arguments))


def _in_process(words: Sequence[str]) -> int:
    """Run one command for the streams of this process, whatever happens."""
    console = Console.of_process()
    try:
        code = _run(console, words)
        console.flush()
    except BrokenPipeError:
        return _hush(Exit.CLOSED_PIPE)
    except KeyboardInterrupt:
        if console.is_live:
            console.tell("")
        return _hush(Exit.INTERRUPTED)
    except Exception as problem:
        if os.environ.get("SPADESDSL_DEBUG"):
            raise
        from spadesdsl.cli.fault import is_of_the_disk, own_up

        if is_of_the_disk(problem):
            _silence(sys.stdout)
        return own_up(console, problem, words)
    return code


def _run(console: Console, words: Sequence[str]) -> int:
    """Run one command; help, completion and a wrong command line are for typer."""
    is_known = bool(words) and words[0] in COMMANDS and _COMPLETION not in os.environ
    call = read(COMMANDS[words[0]], words[1:]) if is_known else None
    if call is not None:
        return call.run(console)
    from spadesdsl.cli import app

    answered = app.read(words)
    return answered if isinstance(answered, int) else answered.run(console)


def _hush(code: Exit) -> int:
    """Write nothing more, not even when the interpreter exits."""
    _silence(sys.stdout, sys.stderr)
    return code


def _silence(*streams: TextIO) -> None:
    try:
        quiet = os.open(os.devnull, os.O_WRONLY)
        for stream in streams:
            os.dup2(quiet, stream.fileno())
    except (OSError, ValueError, AttributeError):
        pass
