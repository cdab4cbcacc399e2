"""The game that an environment is made from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadesdsl import api
from spadesdsl.engine.game import Game

if TYPE_CHECKING:
    from pathlib import Path


def game_of(variant: Game | str | Path, options: dict[str, Any]) -> Game:
    """Return a game, or load it.

    Raises:
        RulesError: the file or an option is wrong.
        OptionError: the game that is given has no such option.
    """
    if not isinstance(variant, Game):
        return api.load(variant, **options)
    return variant.with_options(options) if options else variant
