"""How hypothesis looks for examples, that compiled modules are kept, and how often Python looks for garbage.

Examples are the same ones each time, so that a change is judged by what it changes; `pytest
--hypothesis-profile=search` looks for new ones. Compiled modules are kept even if the environment says otherwise:
hundreds of tests start the program, and compiling it takes longer than most of what they do. Garbage is looked for as
seldom as in a command, and never twice at the same things: a seventh of the time of the suite went into it.
"""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

if sys.dont_write_bytecode:
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

gc.set_threshold(100_000)


def keep(phase: str, found: dict[str, int]) -> None:
    """Look no more at what is still there after all has been looked at: games that were read, and tests."""
    if phase == "stop" and found["generation"] == 2:
        gc.freeze()


WAITING = frozenset({"oracle", "packaging", "simulation", "site", "web"})
"""Rooms whose tests wait for browsers and other programs."""


SHIPPED = frozenset(file.stem for file in (Path(__file__).parent.parent / "variants").rglob("*.spades"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that wait, so that others can be run meanwhile, and no process is left to wait alone.

    Tests of one shipped file come together at the end, so that one process reads it, and not each of them.
    """
    items.sort(key=lambda one: (not WAITING.isdisjoint(one.path.parts) and -1, shipped(one)))


def shipped(item: pytest.Item) -> str:
    """Return the shipped file that a test is about, one of those that all go through; empty if it is about none."""
    call = getattr(item, "callspec", None)
    names = () if call is None else (Path(one).stem for one in call.params.values() if isinstance(one, str | Path))
    return next((name for name in names if name in SHIPPED), "")


def pytest_sessionfinish() -> None:
    """Leave what is still there to the end of the process: pytest looks through all of it twice otherwise."""
    gc.freeze()


def stay(_: int) -> None:
    """Leave what a test writes to the system: no power cut is tested, and programs that tests start still wait."""


vars(os)["fsync"] = stay

from hypothesis import given, settings, strategies  # noqa: E402 - its modules are compiled when they are imported

settings.register_profile("suite", derandomize=True, deadline=None)
settings.register_profile("search", deadline=None)
settings.load_profile("suite")


@settings(max_examples=1, database=None)
@given(strategies.none())
def begin(_: None) -> None:
    """Begin with chance."""


def pytest_collection() -> None:
    """Begin while there is little to look at: when it is first used, hypothesis looks for garbage and its holders."""
    begin()
    gc.callbacks.append(keep)
