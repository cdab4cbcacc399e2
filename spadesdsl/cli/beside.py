"""Work that another process does while this one goes on."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")


@contextmanager
def beside(work: Callable[[], T]) -> Iterator[Callable[[], T]]:
    """Begin some work; what is yielded waits for it, and returns what `work()` would, however often it is asked.

    A copy of this process does it, where one can be made and has a processor of its own. Else, or if the copy ends
    without a result, it is done here, as soon as the result is wanted: so an error in it is raised here, too.
    """
    if not _can_copy():
        yield cache(work)
        return
    reading, writing = os.pipe()
    copy = os.fork()
    if not copy:
        os.close(reading)  # else it would wait for itself to read it
        _send(work, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        is_left = True

        def wait() -> T:
            nonlocal is_left
            sent = pipe.read()
            is_left, failed = False, is_left and os.waitpid(copy, 0)[1]
            if failed or not sent:
                return work()
            import pickle  # only here: an unchanged file does without it

            found: T = pickle.loads(sent)
            return found

        try:
            yield cache(wait)
        finally:
            pipe.close()
            if is_left:  # nobody wants the result any more
                from signal import SIGKILL

                os.kill(copy, SIGKILL)
                os.waitpid(copy, 0)


def _can_copy() -> bool:
    """Tell whether this process can be copied and a processor is free: threads stay behind, and a pool uses all."""
    processors = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
    threads = sys.modules.get("threading")
    is_alone = "multiprocessing" not in sys.modules and (threads is None or threads.active_count() == 1)
    return hasattr(os, "fork") and len(processors) > 1 and is_alone


def _send(work: Callable[[], object], writing: int) -> None:
    """Do the work, send its result, and end this process, whatever happens; it ends well only if all was sent."""
    code = 1
    try:
        import pickle

        sent = pickle.dumps(work(), pickle.HIGHEST_PROTOCOL)
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(sent)
        code = 0
    finally:
        os._exit(code)
