"""Checks of meaning: each one function, in the order in which they are made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadesdsl.check.checked import CheckedGame
    from spadesdsl.check.checker import Checker

CHECKS: Final[tuple[Callable[[Checker, CheckedGame], None], ...]] = ()
"""Every check, in order."""


def check_meaning(checker: Checker, game: CheckedGame) -> None:
    """Make all checks."""
    for one in CHECKS:
        one(checker, game)
