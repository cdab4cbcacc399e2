"""Many games at once: a kernel plays them, and writes who chooses, what, and what that seat knows."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from spadesdsl.engine.boundary import GameError, whole
from spadesdsl.engine.plan import Agrees, Asks
from spadesdsl.kernel.build import Built
from spadesdsl.kernel.layout import KINDS
from spadesdsl.kernel.native import functions, is_there
from spadesdsl.kernel.text import reachable
from spadesdsl.kernel.values import CannotCompileError
from spadesdsl.research.encoding import Actions, Key, Observation, domain, game_of

try:
    import numpy as np
except ImportError as error:
    raise ImportError('environments need numpy: pip install "spadesdsl[rl]"') from error

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction
    from pathlib import Path

    from numpy.typing import NDArray

    from spadesdsl.engine.game import Game
    from spadesdsl.engine.spec import Parameter, Spec

NEXT_SHUFFLE: Final = 1 << 62
MOST_STEPS: Final = 10_000
"""Deals without a choice before a game is given up."""


def vector_env(
    variant: Game | str | Path, many: int, *, seed: int = 0, deals: int = 1,
    **options: str | int | float | Fraction | bool,
) -> VectorEnvironment:  # fmt: skip
    """Return many games of the same rules, played at once by a kernel.

    Args:
        variant: The name of a variant, the path of a file, or a game.
        many: How many games.
        seed: The same seed gives the same games.
        deals: An episode ends after so many scored deals, or with the game; 0 for whole games.
        options: Options of the game.

    Raises:
        RulesError: the file or an option is wrong.
        GameError: no kernel can be made for the game, or there are no games.
    """
    return VectorEnvironment(game_of(variant, options), many, seed, deals)


class Moment(NamedTuple):
    """What there is in each of many games."""

    observations: NDArray[np.float32]
    """By game: what the seat that chooses may know."""
    masks: NDArray[np.int8]
    """By game: a 1 for each action that it may choose."""
    seats: NDArray[np.int64]
    """By game: the seat that chooses."""
    rewards: NDArray[np.float32]
    """By game and seat: the points that its side won with the last step."""
    ended: NDArray[np.bool_]
    """By game: whether the last step ended an episode. What is shown then is the start of the next."""


class VectorEnvironment:
    """Many games of the same rules. In each, the seat that is due chooses; what is said unasked is left out."""

    def __init__(self, game: Game, many: int, seed: int = 0, deals: int = 1, *, native: bool | None = None) -> None:
        """Prepare the games; `native` is whether to compile to the machine's code, None for if there is a compiler."""
        if whole(None, "many", many) < 1:
            raise GameError(f"there is nothing to play with {many} games: `many` has to be at least 1")
        try:
            built = Built(game)
        except CannotCompileError as error:
            raise GameError(f"{game.name} has no kernel: {error.why}") from None
        self.game, self.many, self.deals = game, many, whole(None, "deals", deals, 0)
        self.actions = Actions(game)
        """Every action by its number."""
        self.layout = Observation(self.actions, of_kernels=True)
        """Where each part of an observation is."""
        self.writer = _Writer(built, self.actions, self.layout, deals)
        text = f"{reachable(built.text, 'start', 'advance', 'play', 'take')}\n{self.writer.text()}"
        self.words = built.width // 64
        self.cells = np.zeros((many, self.writer.total * self.words), np.int64)
        self.is_native = is_there() if native is None else native
        self.places: Sequence[Any] = [
            row.ctypes.data if self.is_native else [0] * self.writer.total for row in self.cells
        ]
        for at, value in built.layout.settings.items():
            self._put(at, [value] * many)
        made = functions(text, built.width, is_native=self.is_native)
        self._step, self._begin = made["step"], made["begin"]
        self.reset(seed)

    def _column(self, at: int, many: int = 1) -> Any:  # noqa: ANN401 - an array
        """Return some places of all games."""
        if not self.is_native:
            for row, place in zip(self.cells, self.places, strict=True):
                row[at * self.words : (at + many) * self.words : self.words] = place[at : at + many]
        return self.cells[:, at * self.words : (at + many) * self.words : self.words]

    def _put(self, at: int, values: Sequence[int]) -> None:
        """Write a number for each game."""
        if self.is_native:
            self.cells[:, at * self.words] = values
            if self.words > 1:
                self.cells[:, at * self.words + 1] = np.asarray(values) >> 63
        else:
            for place, value in zip(self.places, values, strict=True):
                place[at] = int(value)

    def reset(self, seed: int = 0) -> Moment:
        """Begin all games from their start."""
        first = (whole(None, "seed", seed) * 0x9E3779B97F4A7C15) & (1 << 62) - 1
        self._put(self.writer.chance, [first + number for number in range(self.many)])
        for place in self.places:
            self._begin(place)
        self.moment = self._now()
        return self.moment

    def step(self, actions: Sequence[int] | NDArray[np.int64]) -> Moment:
        """Carry out one choice in each game.

        Raises:
            GameError: a seat may not choose that now, and nothing has happened in any game; or a game has come to a
                fraction or a number that no kernel has room for.
        """
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu":
            raise GameError(f"actions are whole numbers, and these are of type {chosen.dtype}")
        if chosen.shape != (self.many,):
            raise GameError(f"there are {self.many} games, and one action for each is wanted")
        known = (chosen >= 0) & (chosen < len(self.actions))
        legal = known & (self.moment.masks[np.arange(self.many), np.where(known, chosen, 0)] == 1)
        if not legal.all():
            wrong = int(np.flatnonzero(~legal)[0])
            raise GameError(f"in game {wrong}, action {chosen[wrong]} may not be chosen now: see its mask")
        self._put(self.writer.argument, chosen)  # type: ignore[arg-type]
        step = self._step
        for place in self.places:
            step(place)
        self.moment = self._now()
        return self.moment

    def _now(self) -> Moment:
        writer = self.writer
        if (stuck := self._column(writer.code)[:, 0] == 5).any():
            game = int(np.flatnonzero(stuck)[0])
            raise GameError(f"game {game} has come to a fraction or a number that no kernel has room for: reset all")
        return Moment(
            self._column(writer.observation, self.layout.size).astype(np.float32),
            self._column(writer.mask, len(self.actions)).astype(np.int8),
            self._column(writer.acting)[:, 0].copy(),
            self._column(writer.rewards, self.layout.seats).astype(np.float32),
            self._column(writer.ended)[:, 0] != 0,
        )


class _Writer:
    """Writes the functions that a kernel does not have: an action by its number, and what a seat knows."""

    def __init__(self, built: Built, actions: Actions, layout: Observation, deals: int) -> None:
        self.built, self.actions, self.layout, self.deals = built, actions, layout, deals
        self.tables: list[str] = []
        self.at = built.total
        self.code, self.acting, self.ended, self.dealt = (self._place() for _ in range(4))
        self.played, self.rewards = self._place(layout.seats), self._place(layout.seats)
        self.before = self._place(built.layout.holders)
        self.mask, self.observation = self._place(len(actions)), self._place(layout.size)
        self.total = self.at
        self.chance, self.argument = self.slot("chance"), self.slot("argument")
        self.faces = self.table(actions.face_of)
        members = list(enumerate(built.specs[0].teams.sides))
        self.holder = self.table(
            [next((number for number, side in members if seat in side), -1) for seat in range(layout.seats)]
        )
        """By seat: whose score is its own."""

    def _place(self, many: int = 1) -> int:
        self.at += many
        return self.at - many

    def slot(self, name: str) -> int:
        """Return where a part of the state begins."""
        return self.built.layout.places[name][0]

    def number(self, name: str) -> str:
        """Return a number of the state."""
        return f"S[{self.slot(name)}]"

    def table(self, values: Sequence[int]) -> str:
        """Return the name of a table with these numbers."""
        self.tables.append(f"E{len(self.tables)} = ({', '.join(map(str, values))},)")
        return f"E{len(self.tables) - 1}"

    def text(self) -> str:
        """Return the functions."""
        parts = [self._action(), self._known(), self._offer(), self._steps()]
        return "\n".join([*self.tables, *parts, ""])

    # ---- actions

    def _action(self) -> str:
        """Write which action an option is."""
        kinds, faces, number = KINDS, self.faces, self.actions.numbers
        lines = ["def action_of(S, at):", "    kind = S[at + 1]", "    value = S[at + 2]"]
        for word in ("look", "wait"):
            lines += [f"    if kind == {kinds[word]}:", f"        return {number[word,]}"]
        lines += [f"    if kind == {kinds['pass']} or kind == {kinds['card']} and S[at + 3] < 0:"]
        lines += [f"        return {faces}[value]"]
        for edition in self.built.editions:
            spec, here = edition.spec, f"{self.number('edition')} == {self.built.editions.index(edition)}"
            for said, asks in enumerate(spec.plan.with_card):
                keys: list[list[Key]] = [
                    [("with", asks.step.name, face, values) for face in range(self.actions.faces)]
                    for values in product(*(domain(spec, one) for one in asks.step.parameters))
                ]
                test = f"{here} and kind == {kinds['card']} and S[at + 3] == {said}"
                lines += self._found(test, spec, asks.step.parameters, keys, f"{faces}[value]")
            for bid in spec.bids:
                keys = [[("bid", bid.name, values)] for values in product(*(domain(spec, p) for p in bid.parameters))]
                test = f"{here} and kind == {kinds['bid']} and value == {bid.id}"
                lines += self._found(test, spec, bid.parameters, keys)
            for node in (one for one in spec.plan.nodes if isinstance(one, Asks | Agrees)):
                parameters = node.step.parameters if isinstance(node, Asks) else ()
                test = f"{self.number('node')} == {edition.base + node.id} and kind == "
                keys = [[("yes", node.step.name, values)] for values in product(*(domain(spec, p) for p in parameters))]
                lines += self._found(f"{test}{kinds['yes']}", spec, parameters, keys)
                lines += self._found(f"{test}{kinds['no']}", spec, (), [[("no", node.step.name)]])
        return "\n".join([*lines, "    return -1"])

    def _found(
        self, test: str, spec: Spec, parameters: Sequence[Parameter], keys: list[list[Key]], column: str = "0"
    ) -> list[str]:
        """Write that an option is one of these actions: by row its values, by column its card."""
        known = [[self.actions.numbers.get(key, -1) for key in row] for row in keys]
        if not any(number >= 0 for row in known for number in row):
            return []
        lines = [f"    if {test}:", "        row = 0"]
        for at, parameter in enumerate(parameters):
            values = [*map(self.built.layout.argument, domain(spec, parameter))]
            lines += [f"        v = S[at + {4 + at}]", "        place = 0"]
            if values == list(range(values[0], values[0] + len(values))):
                lines += [f"        place = v - {values[0]}"]
            else:
                for place, value in enumerate(values):
                    lines += [f"        if v == {value}:", f"            place = {place}"]
            lines += [f"        row = row * {len(values)} + place"]
        table = self.table([number for row in known for number in row])
        return [*lines, f"        return {table}[row * {len(known[0])} + {column}]"]

    # ---- what there is to choose, and what is known

    def _offer(self) -> str:
        """Write the mask of what may be chosen, and who chooses."""
        wide, options = self.built.layout.option_width, self.built.options
        stack = f"S[{self.slot('stacks')} + {self.built.layout.cards + 1} * {self.number('turn_seat')}]"
        has_stacks = any(one.unit.constants["HAS_STACKS"] for one in self.built.editions)
        top = self.actions.numbers["top",]
        lines = ["def offer(S, r):", f"    for i in range({len(self.actions)}):", f"        S[{self.mask} + i] = 0"]
        lines += ["    if r == 3:", f"        S[{self.acting}] = {self.number('turn_player')}"]
        if has_stacks:
            lines += [f"        if {stack} != -1:", f"            S[{self.mask + top}] = 1", "            return 0"]
        lines += [f"        m = {self.number('legal')}", "        while m != 0:"]
        lines += [f"            S[{self.mask} + {self.faces}[ctz(m)]] = 1", "            m = m & (m - 1)"]
        lines += ["        return 0", f"    S[{self.acting}] = S[{options}]"]
        lines += [f"    for i in range({self.number('options')}):", f"        at = {options} + {wide} * i"]
        lines += [f"        if S[at] == S[{self.acting}]:", f"            S[{self.mask} + action_of(S, at)] = 1"]
        return "\n".join([*lines, "    return 0"])

    def _known(self) -> str:
        """Write what the seat that chooses knows."""
        built, many, wide = self.built.layout, self.layout.seats, self.actions.faces
        at = {one.name: self.observation + one.start for one in self.layout.sections.values()}
        hands, trick, who = self.slot("hands"), self.slot("trick"), self.slot("trick_seats")
        holder = self.holder
        one_card = "            {0} = {0} + 1\n            m = m & (m - 1)"
        hand = one_card.format(f"S[{at['hand']} + {self.faces}[ctz(m)]]")
        played = one_card.format(f"S[{at['played']} + {wide} * row + {self.faces}[ctz(m)]]")
        stack = f"S[{self.slot('stacks')} + {built.cards + 1} * own]"
        has_stacks = any(one.unit.constants["HAS_STACKS"] for one in self.built.editions)
        sees = f"{self.number('looked')} >> own & 1 != 0" + (f" and {stack} == -1" if has_stacks else "")
        return f"""def known(S):
    own = S[{self.acting}]
    for i in range({self.layout.size}):
        S[{self.observation} + i] = 0
    if {sees}:
        m = S[{hands} + own]
        while m != 0:
{hand}
    for seat in range({many}):
        row = seat - own
        if row < 0:
            row = row + {many}
        S[{at["sizes"]} + row] = popcount(S[{hands} + seat])
        S[{at["taken"]} + row] = S[{self.slot("taken")} + seat]
        if {holder}[seat] >= 0:
            S[{at["score"]} + row] = S[{self.slot("scores")} + {holder}[seat]]
        m = S[{self.played} + seat]
        while m != 0:
{played}
        if seat == {self.number("dealer")}:
            S[{at["dealer"]} + row] = 1
        if seat == {self.number("leader")}:
            S[{at["leader"]} + row] = 1
    for i in range(S[{trick}]):
        row = S[{who} + 1 + i] - own
        if row < 0:
            row = row + {many}
        S[{at["table"]} + {wide} * row + {self.faces}[S[{trick} + 1 + i]]] = 1
    S[{at["tricks"]}] = {self.number("trick_number")}
    S[{at["deals"]}] = {self.number("deal")}
    return 0"""

    # ---- steps

    def _steps(self) -> str:
        """Write a choice and all that follows from it, up to the next."""
        many, holders = self.layout.seats, self.built.layout.holders
        scores, options, wide = self.slot("scores"), self.built.options, self.built.layout.option_width
        ends = f"{self.deals} != 0 and {self.number('scored')} >= {self.deals}"
        hand = f"{self.played} + {self.number('turn_seat')}"
        sign = "-" if self.built.game.base.best_lowest else "+"
        return f"""def again(S):
    {self.number("generator")} = below(S, {self.chance}, {NEXT_SHUFFLE})
    {self.number("scored")} = 0
    start(S)
    S[{self.dealt}] = -1
    for i in range({holders}):
        S[{self.before} + i] = 0
    return 0
def reward(S):
    for seat in range({many}):
        if {self.holder}[seat] >= 0:
            points = S[{scores} + {self.holder}[seat]] - S[{self.before} + {self.holder}[seat]]
            S[{self.rewards} + seat] = S[{self.rewards} + seat] {sign} points
    for i in range({holders}):
        S[{self.before} + i] = S[{scores} + i]
    return 0
def go_on(S):
    {self.number("stops")} = 1
    for _ in range({MOST_STEPS}):
        r = advance(S)
        if r == 1 or r == 3:
            if S[{self.dealt}] != {self.number("deals_dealt")}:
                S[{self.dealt}] = {self.number("deals_dealt")}
                for i in range({many}):
                    S[{self.played} + i] = 0
            S[{self.code}] = r
            offer(S, r)
            known(S)
            return 0
        if r == 5:
            S[{self.code}] = r
            return 0
        reward(S)
        if r != 4 or {ends}:
            S[{self.ended}] = 1
            again(S)
    return 0
def begin(S):
    S[{self.ended}] = 0
    again(S)
    for i in range({many}):
        S[{self.rewards} + i] = 0
    return go_on(S)
def step(S):
    action = {self.number("argument")}
    S[{self.ended}] = 0
    for i in range({many}):
        S[{self.rewards} + i] = 0
    if S[{self.code}] == 3:
        m = {self.number("legal")}
        card = ctz(m)
        while m != 0:
            if {self.faces}[ctz(m)] == action:
                card = ctz(m)
                break
            m = m & (m - 1)
        S[{hand}] = S[{hand}] | 1 << card
        play(S, card)
        return go_on(S)
    for i in range({self.number("options")}):
        at = {options} + {wide} * i
        if S[at] == S[{self.acting}] and action_of(S, at) == action:
            if S[at + 1] == {KINDS["card"]}:
                S[{hand}] = S[{hand}] | 1 << S[at + 2]
            take(S, i)
            break
    return go_on(S)"""
