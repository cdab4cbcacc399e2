"""A game as an environment of PettingZoo: one player after the other, each with its own observation."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from spadesdsl.engine.boundary import GameError, state_of, whole
from spadesdsl.research.encoding import Actions, NoActionError, Observation, game_of

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as error:
    raise ImportError('environments need PettingZoo: pip install "spadesdsl[rl]"') from error

from fractions import Fraction
from pathlib import Path

from spadesdsl.engine.game import Game, State

_OF_A_GAME: Final = frozenset(
    {
        *("state_", "scored", "seat", "choices", "agents", "agent_selection", "rewards", "_cumulative_rewards"),
        *("terminations", "truncations", "infos", "num_agents"),
    }
)
"""What an environment has once `reset` has begun a game."""


def env(variant: Game | str | Path, *, deals: int = 1, **options: str | int | float | Fraction | bool) -> Environment:
    """Return a game as an environment of PettingZoo.

    Args:
        variant: The name of a variant, the path of a file, or a game.
        deals: An episode ends after so many scored deals, or with the game; 0 for whole games.
        options: Options of the game.

    Raises:
        RulesError: the file or an option is wrong.
    """
    return Environment(game_of(variant, options), deals)


class NotBegunError(GameError, AttributeError):
    """Something was asked of an environment before its first game."""


class Environment(AECEnv[str, "dict[str, Any]", "int | None"]):  # type: ignore[misc]
    """A game for learning programs. Agents have the names of their seats.

    An observation is a dictionary: `observation` is what the seat may know, as numbers, and `action_mask` has a 1 for
    each action that it may choose now. The reward comes with each scored deal: the points of the agent's side.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "spadesdsl", "render_modes": ["ansi"], "is_parallelizable": False,
    }  # fmt: skip

    def __init__(self, game: Game, deals: int = 1) -> None:
        super().__init__()
        self.game, self.deals = game, whole(None, "deals", deals, 0)
        self.render_mode = "ansi"
        self.actions = Actions(game)
        """Every action by its number."""
        self.layout = Observation(self.actions)
        """Where each part of an observation is."""
        self.possible_agents = [game.seats[seat] for seat in game.players]
        self.seat_of = {agent: game.seats.index(agent) for agent in self.possible_agents}
        low, high = np.zeros(self.layout.size, np.float32), np.zeros(self.layout.size, np.float32)
        for one in self.layout.sections.values():
            low[one.start : one.stop], high[one.start : one.stop] = one.least, one.most
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.float32),
                    "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents}
        self.chance = np.random.default_rng()

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a game brings
        """Say that there is no game yet, whatever of it is asked for."""
        if name in _OF_A_GAME:
            raise NotBegunError("no game has begun: call `reset` first")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations: always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions: always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game.

        Args:
            seed: The same seed begins the same games, in the same order; without one, the last one's order goes on.
            options: `state` to begin with a `State` of the game; all else is left alone.
        """
        if seed is not None:
            self.chance = np.random.default_rng(whole(None, "seed", seed, 0))
        if not isinstance(options, dict | None):
            raise GameError(f"`options` must be a dictionary, as in {{'state': …}}, not {options!r}")
        given = (options or {}).get("state")
        new = self.game.start(int(self.chance.integers(1 << 62))) if given is None else None
        self.state_: State = new or state_of(self.game, "state", given)
        self.scored = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._look()
        self.agent_selection = self.agents[0] if self.seat < 0 else self.game.seats[self.seat]

    def _look(self) -> None:
        """Find out who chooses, and what."""
        self.seat, self.choices = self.actions.due(self.state_)

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent may know now; its mask is empty unless it has to choose."""
        seat = self.seat_of[agent]
        mask = np.zeros(len(self.actions), np.int8)
        if seat == self.seat and not self.terminations.get(agent, True):
            mask[list(self.choices)] = 1
        return {"observation": np.array(self.layout.of(self.state_.view(seat)), np.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Carry out the choice of the agent whose turn it is.

        Raises:
            NoActionError: it may not choose that now.
            GameError: that is not a whole number.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = -1 if action is None else whole(None, "action", action)
        chosen = self.choices.get(number)
        if chosen is None:
            told = "nothing" if action is None else f"action {number}"
            raise NoActionError(f"{agent} may not choose {told} now: the action mask has what it may choose")
        self._cumulative_rewards[agent] = 0.0
        before = self._points()
        self.state_ = self.state_.take(*chosen)
        self.scored += len(self.state_.sheets)
        after = self._points()
        self.rewards = {one: after[one] - before[one] for one in self.agents}
        is_over = self.state_.over or bool(self.deals and self.scored >= self.deals)
        self._look()
        if is_over or self.seat < 0:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.game.seats[self.seat]
        self._accumulate_rewards()
        if is_over:
            self._deads_step_first()

    def _points(self) -> dict[str, float]:
        """Return the points of each agent's side."""
        return {agent: float(self.layout.points(self.state_, seat)) for agent, seat in self.seat_of.items()}

    def render(self) -> str:
        """Return a line on where the game stands, without any hidden card."""
        return repr(self.state_)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
