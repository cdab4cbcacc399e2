"""What a program reads when it asks for what a game cannot do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import spadesdsl

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda: spadesdsl.load("hearts", x=1), "E228: There is no option `x`. (there are the options `limit`,"),
        (lambda: spadesdsl.vector_env("standard", 0), "there is nothing to play with 0 games"),
        (
            lambda: spadesdsl.load("standard").start(seed=1).apply("99"),
            "`99` is not a move here; it can be 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, nil",
        ),
        # Several are asked at once: the cards of one are not for another.
        (lambda: spadesdsl.load("hearts").start(seed=1).apply("zz"), "`zz` is not a move here"),
    ],
)
def test_a_refusal_says_what_there_is(asked: Callable[[], object], said: str) -> None:
    with pytest.raises((spadesdsl.GameError, spadesdsl.RulesError)) as refused:
        asked()
    assert str(refused.value).startswith(said)
    assert ";" in said or ";" not in str(refused.value)
