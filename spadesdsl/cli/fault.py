"""The message when the program itself fails: sorry, and where the details are."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

from spadesdsl import __version__
from spadesdsl.cli.console import Console, Exit
from spadesdsl.words import reason_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spadesdsl.cli.findings import Checked

REPORT = """\
spadesdsl has failed. This is a bug in the program, and your file may be fine.
  what   {what}
  log    {log}
Please report it, with the log. SPADESDSL_DEBUG=1 shows the details here."""


_DISK = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EFBIG))


def is_of_the_disk(problem: Exception) -> bool:
    """Tell whether the disk has failed, not the program."""
    return isinstance(problem, OSError) and problem.errno in _DISK


def own_up(console: Console, problem: Exception, words: Sequence[str]) -> int:
    """Say what is wrong with the disk; or write a log and say where it is. Return the exit code."""
    if is_of_the_disk(problem):
        console.remark(f"The answer cannot be written: {reason_of(problem)}.")
        return Exit.UNREADABLE
    console.tell(report(problem, words))
    return Exit.OUR_FAULT


def report(problem: Exception, words: Sequence[str]) -> str:
    """Write a log, and return the message about it."""
    what = " ".join(f"{type(problem).__name__}: {problem}".split())
    return REPORT.format(what=what[:200], log=_log(problem, words))


def checked_or_fault(name: str, check: Callable[[], Checked]) -> Checked:
    """Check one file of several; if the program fails on it, say so and go on with the others."""
    from spadesdsl.cli.findings import Checked

    try:
        return check()
    except Exception as problem:
        if os.environ.get("SPADESDSL_DEBUG") or is_of_the_disk(problem):
            raise
        return Checked(name, (), {}, fault=report(problem, [name]))


def _log(problem: Exception, words: Sequence[str]) -> str:
    """Write the details into a file that only this user can read, and return its name."""
    import platform
    import tempfile
    import traceback

    lines = [
        f"spadesdsl {__version__}, Python {platform.python_version()}, {platform.platform()}",
        f"arguments: {list(words)!r}",
        "".join(traceback.format_exception(problem)),
    ]
    try:
        descriptor, name = tempfile.mkstemp(prefix="spadesdsl-", suffix=".log")
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write("\n".join(lines))
    except OSError:
        return "could not be written"
    return name
