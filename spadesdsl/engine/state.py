"""The state of a game: a value. Every move makes a new one; an old one never changes.

A state holds only tuples, whole numbers and masks, so a shallow copy is enough and two states are equal when their
contents are. The history that rules read (who did what, which cards were played, who took how many tricks) is updated
with each move, never searched for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self, TypeVar

from spadesdsl.engine.plan import NOBODY, Asks, Node, OfRound, PlaysCard, Point, Turns
from spadesdsl.frozen import Frozen

if TYPE_CHECKING:
    from spadesdsl.engine.events import Event, ScoreSheet
    from spadesdsl.engine.game import Game
    from spadesdsl.engine.ranking import Ranking
    from spadesdsl.engine.spec import Amount, Ask, Round, Spec
    from spadesdsl.engine.turns import Turn


Made = TypeVar("Made", bound="StateData")
Part = TypeVar("Part")


class Bid(Frozen):
    """A bid that was made."""

    type: int
    """Number of the bid type."""
    arguments: tuple[Any, ...]
    label: str
    contract: Amount | None
    """What it adds to the contract; None if it leaves the contract unchanged."""
    place: int
    """1 for the first bid of the deal."""
    seat: int = -1
    """Who made it."""


class Trick(NamedTuple):
    """A finished trick. A tuple, as `Turn` is, because many are made."""

    number: int
    leader: int
    cards: tuple[int, ...]
    seats: tuple[int, ...]
    """The seat that played each card."""
    best: int | None = None
    """The card that won it."""
    winner: int | None = None


class Answered(Frozen):
    """A yes to a decision."""

    seat: int
    arguments: tuple[Any, ...]
    fixed: tuple[tuple[str, Any], ...] = ()
    """Values fixed when it was given."""
    card: int = -1
    """The card that it was said with; −1 for none."""


class RanOut(NamedTuple):
    """Marks, among the moves, that time ran out."""

    clock: str


def changed(row: tuple[Part, ...], at: int, value: Part) -> tuple[Part, ...]:
    """Return a row with another value in one place."""
    values = list(row)
    values[at] = value
    return tuple(values)


class _Draft(dict[Any, Any]):
    """The memory of a state that still changes: it keeps nothing."""

    def __setitem__(self, key: object, value: object) -> None:
        """Keep nothing."""


DRAFT: Final = _Draft()


class StateData:
    """Everything about one moment of a game. `spadesdsl.engine.game.State` adds what people do with it."""

    # ---- the game
    game: Game
    spec: Spec
    seed: int
    generator: int
    deal: int
    deals_dealt: int
    """How many times cards were dealt, redeals included."""
    thrown_in: int
    """How many times in a row cards were thrown in before anybody chose anything."""
    given_deals: tuple[Any, ...]
    """Given deals that are not yet used: the hands by seat, and the cards left over."""
    designated: tuple[tuple[int, ...], ...]
    """By seat: the cards that a given deal still owes it."""
    announced: int
    """The place among the events where the deal will be announced; −1 once it has been."""
    dealer: int
    scores: tuple[Amount, ...]
    """By holder: a side if sides are fixed, else a player."""
    tallies: tuple[tuple[Amount, ...], ...]
    """By tally (in the order of `Game.tallies`), by holder."""
    tallies_before: tuple[tuple[Amount, ...], ...]
    """As they were when this deal began."""
    filled: tuple[tuple[int, ...], ...]
    """How many times each was filled in this deal."""
    out: int
    """Mask of the seats that are out of the game."""
    time_up: tuple[str, ...]
    """The clocks of the whole game that have run out."""
    over: bool
    winners: tuple[int, ...]
    ended_by: str

    # ---- the deal
    flow: tuple[Point, ...]
    """Where the deal is in the plan, and above it the blocks that interrupt it."""
    skips: frozenset[str]
    hands: tuple[int, ...]
    """Masks, by seat."""
    stacks: tuple[tuple[int, ...] | None, ...]
    """By seat: the hand in order, top card first, if it is a pile that nobody sees."""
    piles: tuple[tuple[int, ...], ...]
    """Zones, top card first."""
    open: int
    """Mask of the cards that everybody can see."""
    known: tuple[int, ...]
    """By seat: mask of the cards outside its hand whose place it has been shown."""
    followed: tuple[int, ...]
    """By seat: mask of the cards that it has seen go where they are now, such as those that it passed."""
    looked: int
    """Mask of the seats that have seen their hand."""
    sides: tuple[tuple[int, ...], ...]
    side_of: tuple[int | None, ...]
    bids: tuple[Bid | None, ...]
    """By seat: its latest bid."""
    side_bids: tuple[Bid | None, ...]
    contracts: tuple[Amount | None, ...]
    """By seat."""
    side_contracts: tuple[Amount | None, ...]
    calls: tuple[Bid, ...]
    """All bids of the deal, in order."""
    moved: tuple[tuple[int, ...], ...]
    """By `Spec.memories`: the cards that the rule last moved or showed."""
    did: tuple[int, ...]
    """By decision: mask of the seats that did it."""
    answers: tuple[tuple[Answered, ...], ...]
    """By decision, in order."""
    said: tuple[tuple[int, str, str], ...]
    """What everybody heard: seat, decision or round, text."""
    late: tuple[tuple[int, str], ...]
    """Which seat ran out of time on which clock, in order."""
    waited: tuple[tuple[int, str], ...]
    """Those of them whose choice is still awaited. A clock runs once per choice."""
    volunteered: frozenset[tuple[int, int, tuple[Any, ...]]]
    """Seat, decision and arguments of what was volunteered: nobody says the same thing twice in a deal."""

    # ---- the play
    ranking: Ranking
    leader: int
    trick: tuple[int, ...]
    trick_seats: tuple[int, ...]
    trick_number: int
    tricks: tuple[Trick, ...]
    tricks_total: int
    """Tricks of the deal, played and awarded."""
    taken: tuple[int, ...]
    won: tuple[int, ...]
    """By seat: mask of the cards in its tricks."""
    played: int
    broke: tuple[int, ...]
    """By trust: mask of the seats that broke it in a finished trick."""
    broke_now: tuple[int, ...]
    """By trust: mask of the seats that broke it in the trick on the table."""

    # ---- what the last move led to
    line: tuple[Any, ...] | None
    """The moves so far: (earlier moves, seat, text, seat, text, …), where time that ran out has a seat or None, and
    `RanOut`. See `with_move`."""
    moves_made: int
    events: tuple[Event, ...]
    sheets: tuple[ScoreSheet, ...]
    last_sheet: ScoreSheet | None

    # ---- while scoring
    subtotals: tuple[Amount, ...]
    """By side: the sum of the lines above the current one."""

    # ---- worked out when read, never compared
    memo: dict[Any, Any]
    """What was worked out; `DRAFT` while the state still changes."""

    def copy(self) -> Self:
        """Return a draft with the same contents: the caller may change it until it passes it on."""
        new = object.__new__(type(self))
        new.__dict__ = values = self.__dict__.copy()
        values["memo"] = DRAFT
        return new

    @property
    def last_move(self) -> tuple[Any, Any] | None:
        """The last move or time-out, with its seat."""
        return None if self.line is None else (self.line[-2], self.line[-1])

    def waits(self, due: tuple[Turn, ...] | None = None) -> None:
        """Change no more: what is worked out from now on is remembered, beginning with what is due, if known."""
        self.memo = {} if due is None else {"due": due}

    @property
    def node(self) -> Node | None:
        """The node of the plan that the deal has reached; None if there is no deal."""
        return self.spec.plan.nodes[self.flow[-1].node] if self.flow else None

    @property
    def asking(self) -> Turns:
        """Whose turn it is in a decision or a round."""
        return (self.flow[-1].turns if self.flow else None) or NOBODY

    @property
    def step(self) -> Ask | Round | None:
        """The decision or the round that is going on; None in the play."""
        node = self.node
        return node.step if isinstance(node, Asks | OfRound) else None

    @property
    def is_playing(self) -> bool:
        """Whether a card is due."""
        return isinstance(self.node, PlaysCard)

    __copy__ = copy

    def __deepcopy__(self, _: object) -> Self:
        """Return a shallow copy: what a state holds never changes."""
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the values of a state, and its game as its rules; see `Game`."""
        values = {name: value for name, value in self.__dict__.items() if name not in _MADE_AGAIN}
        moves = moves_of(self)
        if self.spec.ranking_is_fixed:
            del values["ranking"]
        return _state_of, (type(self), self.game, values, moves)

    def in_game(self, game: Game) -> Self:
        """Return the same state of the same rules, loaded another time."""
        function, (kind, _, *rest) = self.__reduce__()
        found: Self = function(kind, game, *rest)
        return found

    _IDENTITY = (
        *("deal", "dealer", "generator", "scores", "tallies", "out", "over", "winners", "ended_by"),
        *("flow", "skips", "hands", "stacks", "piles", "open", "known", "followed", "looked", "sides"),
        *("bids", "side_bids", "contracts", "calls", "side_contracts"),
        *("did", "answers", "said", "volunteered", "moved", "late", "waited", "time_up"),
        *("leader", "trick", "trick_seats", "tricks", "taken", "won", "broke", "broke_now"),
        *("tallies_before", "filled", "given_deals", "designated"),
    )
    """The fields that tell two states apart."""

    def _key(self) -> tuple[Any, ...]:
        content = self.__dict__
        return tuple(content[name] for name in self._IDENTITY)

    def __eq__(self, other: object) -> bool:
        """Two states of one game are equal when they differ in nothing but the moves that led to them."""
        return isinstance(other, StateData) and self._key() == other._key() and self.game.hash == other.game.hash

    def __hash__(self) -> int:
        return hash(self._key())


_MADE_AGAIN = frozenset({"game", "spec", "memo", "line"})
"""Fields of a state that are not pickled as they are."""


def _state_of(kind: type[Made], game: Game, values: dict[str, Any], moves: list[tuple[int, str]]) -> Made:
    """Rebuild a pickled state."""
    s = object.__new__(kind)
    s.__dict__.update(values)
    s.game, s.spec, s.memo, s.line = game, game.edition(s.deal), {}, None
    for seat, text in moves:
        s.line = with_move(s.line, seat, text)
    if s.spec.ranking_is_fixed:
        s.ranking = s.spec.ranking(s)
    return s


def moves_of(s: StateData) -> list[tuple[int | None, str | RanOut]]:
    """Return the moves and time-outs on the way to a state, each with its seat, in order."""
    parts: list[tuple[Any, ...]] = []
    line = s.line
    while line is not None:
        line, *told = line
        parts.append(tuple(zip(told[::2], told[1::2], strict=True)))
    return [move for part in reversed(parts) for move in part]


_MOST_TOGETHER: Final = 65


def with_move(line: tuple[Any, ...] | None, seat: int | None, text: str | RanOut) -> tuple[Any, ...]:
    """Return a line of moves with one more.

    Some thirty moves share a tuple: a tuple for each would be kept as long as the game, and Python's search for garbage
    would go over all of them again and again.
    """
    if line is None or len(line) == _MOST_TOGETHER:
        return line, seat, text
    line += (seat, text)
    return line
