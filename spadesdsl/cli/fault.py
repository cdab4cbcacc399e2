"""What is said when the program itself is wrong: sorry, and where the particulars are."""

from __future__ import annotations

import errno
import os
import platform
import tempfile
import traceback
from typing import TYPE_CHECKING

from spadesdsl import __version__
from spadesdsl.cli.exits import Exit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spadesdsl.cli.console import Console
    from spadesdsl.cli.findings import Checked

REPORT = """\
spadesdsl has made a mistake of its own; your file may be as good as any other.
  what   {what}
  log    {log}
Please report it, with the log. SPADESDSL_DEBUG=1 shows the particulars here."""


_DISK = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EFBIG))


def is_of_the_disk(problem: Exception) -> bool:
    """Tell whether it is the disk that refuses, not the program that is wrong."""
    return isinstance(problem, OSError) and problem.errno in _DISK


def tell_of_the_disk(console: Console, problem: Exception) -> int:
    """Say what the disk refuses, and return the exit code."""
    reason = problem.strerror if isinstance(problem, OSError) else str(problem)
    console.remark(f"The answer cannot be written: {reason}.")
    return Exit.UNREADABLE


def own_up(console: Console, problem: Exception, words: Sequence[str]) -> int:
    """Write a log, say where it is, and return the exit code."""
    console.tell(report(problem, words))
    return Exit.OUR_FAULT


def report(problem: Exception, words: Sequence[str]) -> str:
    """Write a log, and return what is said about it."""
    what = " ".join(f"{type(problem).__name__}: {problem}".split())
    return REPORT.format(what=what[:200], log=_log(problem, words))


def checked_or_fault(name: str, check: Callable[[], Checked]) -> Checked:
    """Check one file of several; where the program fails in it, say so and let the others be checked."""
    from spadesdsl.cli.findings import Checked

    try:
        return check()
    except Exception as problem:
        if os.environ.get("SPADESDSL_DEBUG") or is_of_the_disk(problem):
            raise
        return Checked(name, (), {}, fault=report(problem, [name]))


def _log(problem: Exception, words: Sequence[str]) -> str:
    """Write the particulars into a file that only this user can read, and return where it is."""
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
