"""A limit of work instead of time: how many functions are called, which no other program on the machine changes."""

from __future__ import annotations

import signal
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType


@contextmanager
def at_most(calls: int) -> Iterator[None]:
    """Fail if more functions of Python are called in this block, besides those of threads that it starts."""
    left = calls

    def count(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal left
        left -= event == "call"
        if left < 0:
            raise AssertionError(f"more than {calls:,} calls")

    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(None)


class _Slow(BaseException):
    """Something took a second of the processor."""


def does_at_most(calls: int, act: Callable[[], object]) -> None:
    """Do something, and fail if it takes more calls; they are counted, which is slow, only if it takes a second."""

    def stop(_signal: int, _frame: object) -> None:
        raise _Slow

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, 1)
    try:
        act()
    except _Slow:
        with at_most(calls):
            act()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
