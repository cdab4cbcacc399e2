"""A game for OpenSpiel: every choice a numbered action, every deal the outcome of one chance node."""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Final, NamedTuple

from spadesdsl.engine.boundary import GameError, whole
from spadesdsl.engine.game import Game, State
from spadesdsl.research.encoding import Actions, NoActionError, Observation, game_of
from spadesdsl.words import value_text

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise ImportError("games for OpenSpiel need it: pip install open_spiel") from error

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

MOST_POINTS: Final = 1e6
"""What OpenSpiel hears of how much can be won or lost; the rules do not say."""
MOST_MOVES: Final = 100_000
PARAMETERS: Final = {"file": "", "hash": "", "options": "", "deals": 1, "shuffles": 1000}
TYPE: Final = pyspiel.GameType(
    short_name="spadesdsl",
    long_name="Rules of a trick-taking game",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=16,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
    default_loadable=False,
)


def open_spiel(
    variant: Game | str | Path, *, deals: int = 1, shuffles: int = 1000, **options: str | int | float | Fraction | bool
) -> SpielGame:
    """Return a game for OpenSpiel.

    Args:
        variant: The name of a variant, the path of a file, or a game.
        deals: It ends after so many scored deals, or with the game; 0 for whole games.
        shuffles: It begins with a chance node of so many outcomes, each a shuffle of all the cards that it will need.
        options: Options of the game.

    Raises:
        RulesError: the file or an option is wrong.
    """
    game = game_of(variant, options)
    _KNOWN[game.hash] = game
    file = game.name if isinstance(variant, Game) else str(variant)
    settings = ";".join(f"{name}={value_text(value)}" for name, value in options.items())
    given = {"file": file, "hash": game.hash, "options": settings, "deals": deals, "shuffles": shuffles}
    return SpielGame(given)


_KNOWN: Final[dict[str, Game]] = {}
"""Games that were made from loaded rules, by their hash."""


class Rules(NamedTuple):
    """What the states of a game share."""

    game: Game
    deals: int
    shuffles: int
    actions: Actions
    """Every action by its number."""
    layout: Observation
    """Where each part of an observation is."""


@lru_cache(maxsize=64)
def _rules(file: str, known: str, options: str, deals: int, shuffles: int) -> Rules:
    """Return what the states of a game share, from its parameters."""
    if (game := _KNOWN.get(known)) is None:
        settings = [one.partition("=") for one in options.split(";") if one]
        if not all(sign for _, sign, _ in settings):
            raise GameError(f"`options` must be as in 'target=250;nil_value=50', not {options!r}")
        game = game_of(file, {name: value for name, _, value in settings})
        if known and game.hash != known:
            raise GameError(f"`{file}` has other rules than the game that was written down")
    actions = Actions(game)
    deals, shuffles = whole(None, "deals", deals, 0), whole(None, "shuffles", shuffles, 1)
    return Rules(game, deals, shuffles, actions, Observation(actions))


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """The rules of a file as a game of OpenSpiel. Players are the seats that decide, in their order."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Prepare a game from the parameters of `pyspiel.load_game`."""
        given = {**PARAMETERS, **(params or {})}
        rules = _rules(*(given[name] for name in PARAMETERS))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(rules.actions),
            max_chance_outcomes=rules.shuffles,
            num_players=len(rules.game.players),
            min_utility=-MOST_POINTS,
            max_utility=MOST_POINTS,
            max_game_length=MOST_MOVES,
        )
        super().__init__(TYPE, info, given)

    @property
    def rules(self) -> Rules:
        """What the states share; OpenSpiel may have made this object again, so nothing is kept in it."""
        given = self.get_parameters()
        return _rules(*(given[name] for name in PARAMETERS))

    def new_initial_state(self) -> SpielState:
        """Return the state before the cards are shuffled."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:  # noqa: ANN401 - OpenSpiel's
        """Return what writes observations."""
        del iig_obs_type, params
        return Observer(self)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A moment of a game, for OpenSpiel."""

    def __init__(self, game: SpielGame) -> None:
        """Begin before the cards are shuffled."""
        super().__init__(game)
        self.spiel = game.rules
        self.table: State | None = None
        """The state of the game; None before the shuffle."""
        self.first: State | None = None
        self.scored = 0
        self.seat = -1
        self.choices: dict[int, Any] = {}
        self.past = [""] * len(self.spiel.game.players)
        """By player: a digest of all that it knew and did at its choices so far."""

    # ---- what OpenSpiel asks

    def current_player(self) -> int:
        """Return whose turn it is."""
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.seat < 0:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.spiel.game.players.index(self.seat)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the shuffles, all equally likely."""
        many = self.spiel.shuffles
        return [(number, 1.0 / many) for number in range(many)]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.choices) if player == self.current_player() else []

    def _apply_action(self, action: int) -> None:
        if action not in (self.choices if self.table else range(self.spiel.shuffles)):
            raise NoActionError(f"action {action} may not be chosen now: `legal_actions` has what may")
        if self.table is None:
            self._go_to(self.spiel.game.start(action))
            self.first = self.table
            return
        player = self.current_player()
        known = f"{self.past[player]}\n{self.known(player)}\n{action}"
        self.past[player] = blake2b(known.encode(), digest_size=16).hexdigest()
        table = self.table.take(*self.choices[action])
        self.scored += len(table.sheets)
        self._go_to(table)

    def _go_to(self, table: State) -> None:
        self.table = table
        is_over = bool(self.spiel.deals) and self.scored >= self.spiel.deals
        self.seat, self.choices = (-1, {}) if is_over else self.spiel.actions.due(table)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"shuffle {action}" if player == pyspiel.PlayerId.CHANCE else self.spiel.actions.names[action]

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.table is not None and self.seat < 0

    def returns(self) -> list[float]:
        """Return the points that each player's side has won."""
        if self.table is None or self.first is None or not self.is_terminal():
            return [0.0] * len(self.past)
        points = self.spiel.layout.points
        return [float(points(self.table, one) - points(self.first, one)) for one in self.spiel.game.players]

    def __str__(self) -> str:
        """Name the moment: what chance and the players did."""
        return "not shuffled" if self.table is None else f"{self.table!r} {self.history()}"

    # ---- what players know

    def known(self, player: int) -> str:
        """Return all that a player sees now, as text."""
        if self.table is None:
            return "not shuffled"
        view = self.table.view(self.spiel.game.players[player])
        mine = list(view.last_trick), view.last_winner, [turn.moves for turn in view.turns]
        return json.dumps([view.to_json(), mine], separators=(",", ":"))

    def information_state_string(self, player: int | None = None) -> str:
        """Return what a player knows and did at each of its choices, as a digest, and what it sees now."""
        player = self.current_player() if player is None else player
        return f"{player} {self.past[player]} {self.known(player)}"

    def observation_string(self, player: int | None = None) -> str:
        """Return what a player sees now."""
        player = self.current_player() if player is None else player
        return f"{player} {self.known(player)}"

    def resample_from_infostate(self, player: int, chance: Callable[[], float]) -> SpielState:
        """Return a state that the player cannot tell from this one: cards that it does not see are dealt again.

        Others who have chosen in secret choose again, by chance. What they knew at their choices is left out.
        """
        found: SpielState = self.clone()
        view = None if self.table is None else self.table.view(self.spiel.game.players[player])
        if view is not None and view.belief is not None:
            table = view.belief.imagine(int(chance() * (1 << 53)))
            table.waits()
            found._go_to(table)
            while found.seat not in (self.seat, -1):
                choices = list(found.choices.values())
                table = table.take(*choices[int(chance() * len(choices))])
                found._go_to(table)
            found.past = [past if one == player else "" for one, past in enumerate(self.past)]
        return found


class Observer:
    """Writes observations for OpenSpiel."""

    def __init__(self, game: SpielGame) -> None:
        self.spiel = game.rules
        self.tensor = np.zeros(self.spiel.layout.size, np.float32)
        self.dict = {
            one.name: self.tensor[one.start : one.stop].reshape(one.rows, one.width)
            for one in self.spiel.layout.sections.values()
        }
        """The same numbers by section."""

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player knows."""
        self.tensor[:] = 0
        if state.table is not None:
            self.tensor[:] = self.spiel.layout.of(state.table.view(self.spiel.game.players[player]))

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player knows, as text."""
        return state.observation_string(player)


pyspiel.register_game(TYPE, SpielGame)
