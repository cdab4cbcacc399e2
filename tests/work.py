"""A limit of work instead of time: how many functions are called, which no other program on the machine changes."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
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
