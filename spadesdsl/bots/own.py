"""Bots that somebody else has written, each named by its module and its name there, as in `my_bots:Careful`."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from traceback import extract_tb
from typing import Any

from spadesdsl.bots.player import Advice, Adviser
from spadesdsl.engine.boundary import GameError
from spadesdsl.engine.turns import Turn
from spadesdsl.engine.view import View


class BotError(GameError):
    """A bot that somebody else has written cannot be made, or fails."""


class OwnPlayer(Adviser):
    """A bot of another program: `choose(view, turn)` is all that it has to have."""

    name: str
    bot: Any

    def choose(self, view: View, turn: Turn) -> str:
        """Return the move that the bot chooses.

        Raises:
            BotError: the bot fails, or chooses what is no move of its seat.
        """
        try:
            move = self.bot.choose(view, turn)
        except Exception as problem:
            raise _failed(self.name, problem) from problem
        moves = [one for listed in (turn, *view.volunteers) for one in listed.moves]
        if move not in moves:
            raise BotError(f"the bot {self.name} chose {move!r}; its moves were {', '.join(moves)}")
        return str(move)

    def advise(self, view: View, turn: Turn) -> Advice:
        """Return that move; the bot gives no reason."""
        return Advice(self.choose(view, turn), f"That is what {self.name} chose.")


def own(name: str, seed: int) -> OwnPlayer:
    """Return a bot that is named by its module, which may lie in the folder that one works in.

    Args:
        name: `MODULE:NAME`, a class or a function.
        seed: what that is called with.

    Raises:
        BotError: there is no such bot, or it cannot be made.
    """
    module, _, what = name.partition(":")
    if not {"", here := str(Path.cwd())} & set(sys.path):
        sys.path.insert(0, here)
    try:
        found = getattr(import_module(module), what, None)
        made = None if found is None else found(seed)
    except Exception as problem:
        if isinstance(problem, ModuleNotFoundError) and problem.name == module.partition(".")[0]:
            raise BotError(f"there is no module `{module}` here for the bot {name}") from problem
        raise _failed(name, problem) from problem
    if made is None:
        raise BotError(f"there is no bot `{what}` in the module `{module}`")
    if not callable(getattr(made, "choose", None)):
        raise BotError(f"the bot {name} has no method `choose(view, turn)`")
    return OwnPlayer(name, made)


def _failed(name: str, problem: Exception) -> BotError:
    """Say how a bot failed, and where in its own file."""
    last = extract_tb(problem.__traceback__)[-1]
    return BotError(f"the bot {name} failed: {type(problem).__name__}: {problem} ({last.filename}:{last.lineno})")
