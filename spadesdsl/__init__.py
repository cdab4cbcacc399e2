"""Rules of trick-taking games as data: load a `.spades` file, play it, ask why, score a deal.

>>> import spadesdsl
>>> game = spadesdsl.load("standard", target=250)
>>> state = game.start(seed=7)
>>> state.turns[0].choice
'opening'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spadesdsl.api import Checked, RulesError, check_file, load
    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.engine.boundary import Deal, GameError, MoveRefused
    from spadesdsl.engine.events import ScoreSheet
    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.turns import Turn
    from spadesdsl.engine.view import View
    from spadesdsl.engine.why import Verdict
    from spadesdsl.research.environment import env
    from spadesdsl.research.spiel import open_spiel
    from spadesdsl.research.vector import vector_env
    from spadesdsl.score import ScoreResult, score_document

_HOMES = {
    "spadesdsl.api": ("Checked", "RulesError", "check_file", "load"),
    "spadesdsl.diagnostics": ("Diagnostic",),
    "spadesdsl.engine.events": ("ScoreSheet",),
    "spadesdsl.engine.boundary": ("Deal", "GameError", "MoveRefused"),
    "spadesdsl.engine.game": ("Game", "State"),
    "spadesdsl.engine.turns": ("Turn",),
    "spadesdsl.engine.view": ("View",),
    "spadesdsl.engine.why": ("Verdict",),
    "spadesdsl.research.environment": ("env",),
    "spadesdsl.research.spiel": ("open_spiel",),
    "spadesdsl.research.vector": ("vector_env",),
    "spadesdsl.score": ("ScoreResult", "score_document"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__version__ = "0.1.0"
__all__ = [
    "Checked",
    "Deal",
    "Diagnostic",
    "Game",
    "GameError",
    "MoveRefused",
    "RulesError",
    "ScoreResult",
    "ScoreSheet",
    "State",
    "Turn",
    "Verdict",
    "View",
    "check_file",
    "env",
    "load",
    "open_spiel",
    "score_document",
    "vector_env",
]


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that the command starts quickly."""
    if (home := _HOME_OF.get(name)) is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(home), name)
