"""What the runtime plays: a game bound to functions and masks. `spadesdsl.binding` makes it; nothing changes it.

The runtime knows no game. It knows seats, sides, cards, piles, bids, decisions, tricks, lines and tallies; every rule
reaches it as a function of a state and an environment.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

from spadesdsl.frozen import Frozen, Itself, field
from spadesdsl.rules import parts
from spadesdsl.rules.parts import RuleInfo

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from spadesdsl.engine.narrowing import Watch
    from spadesdsl.engine.plan import Plan
    from spadesdsl.engine.ranking import Deck, Ranking
    from spadesdsl.engine.state import StateData
    from spadesdsl.rules.terms import Term

Code: TypeAlias = "Callable[[StateData, Sequence[Any]], Any]"
"""A bound expression. It only reads the environment: 0 the player (seat), 1 the side, 2 the card under test, then
parameters and the variables of quantities; see `Spec.environment`."""

Narrow: TypeAlias = "Callable[[StateData, int, int, Watch | None], int]"

PLAYER = 0
SIDE = 1
CARD = 2
FIRST_FREE = 3

Amount: TypeAlias = int | Fraction

Value: TypeAlias = Any
"""A value of the language in play: a number, a truth, a seat, side, suit, rank or card by number, a bid, a trick,
a word, a mask of cards, a tuple, or None for nobody. Checking the file settled which one a function returns."""


class MissingFact(Exception):
    """A rule has read something that the document leaves out: `key` says where it belongs, `what` is it in words."""

    def __init__(self, key: str, what: str) -> None:
        super().__init__(key, what)
        self.key = key
        self.what = what


class Unknown:
    """Takes the place of a value; reading it raises `MissingFact`."""

    __slots__ = ("_missing",)

    def __init__(self, key: str, what: str) -> None:
        self._missing = (key, what)

    def _ask(self, *_: object) -> NoReturn:
        raise MissingFact(*self._missing)

    __getattr__ = _ask
    _any: Any = _ask  # those that know more answer some of these
    __bool__ = __len__ = __iter__ = __getitem__ = __contains__ = __index__ = __int__ = __hash__ = _any
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __neg__ = __abs__ = _any
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __and__ = __rand__ = __or__ = __ror__ = __rshift__ = _any
    __rrshift__ = __lshift__ = __rlshift__ = __xor__ = __rxor__ = __invert__ = __reversed__ = __call__ = _any
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _any


class Read(Frozen):
    """Something that a rule reads, used in explanations."""

    text: str
    """As written in the file: `led.suit`."""
    code: Code
    kind: str
    """Kind of value: `suit`, `seat`, `card`, `cards` …, for writing it."""


class Told(Frozen):
    """What explains a rule."""

    reads: tuple[Read, ...] = ()
    conditions: tuple[tuple[str, Code], ...] = ()
    """The parts of its `when`, as written, to say what would have to differ."""


# ---------------------------------------------------------------- cards on the move


class Zone(Itself):
    """A pile on the table, or one per seat. Its pile number is `base + seat` if each seat has one, else `base`."""

    name: str
    base: int
    is_each: bool
    face_up: bool
    seen_by_owner: bool

    def called(self, owner: int) -> str:
        """Return how events and views name it: `kitty`, or `aside of 2` if each has one."""
        return f"{self.name} of {owner}" if self.is_each else self.name


class Pile(Itself):
    """A pile of the table: cards come off its top, and go onto it."""

    zone: Zone
    owner: Code | None


class Hand(Itself):
    """The hand of a seat."""

    seat: Code


class Cards(Itself):
    """Named cards, wherever they are."""

    cards: Code
    """Returns a mask."""


Place: TypeAlias = Pile | Hand | Cards
"""Where cards lie."""


# ---------------------------------------------------------------- decisions


LARGEST_AMOUNT: Final = 10**18
"""Scores, tallies and contracts stop here: otherwise each deal could square what the last one left."""
MOST_IN_A_RANGE: Final = 5_000
"""No more values of a range are offered."""


def amount(value: Amount) -> Amount:
    """Return an amount as it is kept: a whole fraction as a whole number, and none beyond the largest."""
    if type(value) is not int and isinstance(value, Fraction):  # whether it is an abstract number is slow to ask
        kept = value if value.denominator <= LARGEST_AMOUNT else value.limit_denominator(LARGEST_AMOUNT)
        value = kept.numerator if kept.denominator == 1 else kept
    return value if -LARGEST_AMOUNT <= value <= LARGEST_AMOUNT else LARGEST_AMOUNT if value > 0 else -LARGEST_AMOUNT


class Parameter(Itself, parts.Parameter[Code]):
    """A parameter of a bid or a decision, in play."""

    slot: int = field(kw_only=True)
    """Its place in the environment."""

    def said(self, value: Value) -> str:
        """Return the label of a choice; empty if it has none."""
        return self.labels[self.choices.index(value)] if self.labels and self.choices else ""

    def values(self, s: StateData, e: Sequence[Any]) -> tuple[Value, ...]:
        """Return the values that may be chosen, in order."""
        if self.choices is not None:
            return self.choices
        if self.of is not None:
            return tuple(self.of(s, e))
        assert self.low is not None
        assert self.high is not None
        value, last = self.low(s, e), self.high(s, e)
        by = 1 if self.step is None else self.step(s, e)
        found: list[Amount] = []
        while value <= last and len(found) < (MOST_IN_A_RANGE if by > 0 else 1):
            found.append(amount(value))
            value += by
        return tuple(found)


class Do(Itself, parts.Do[Code, Place]):
    """A step that happens."""

    id: int


class Ask(Itself, parts.Ask[Code, Place]):
    """A decision, in play. `when` holds the parts of its condition that decide whether it is asked.

    Those do not read the parameters; if all are asked, they are what everybody can judge.
    """

    parameters: tuple[Parameter, ...]
    id: int
    decision: int
    """Number of the decision that answers are kept under."""
    when_choice: Code | None
    """The parts that read the parameters; if all are asked, also those that read cards only its seat sees."""
    asks_all: bool
    """Whether to ask even players who can only say no, since being asked would give away cards others do not see."""
    may_decline: bool
    """Whether a later round offers bids before looking: then a player who has not looked may say no without looking."""
    is_settled: bool
    """Whether its answers depend only on their own parameters: then they are worked out once and kept in `settled`."""
    settled: list[tuple[Any, ...]] = field(default_factory=list, init=False)
    """The moves of such a question, once they have been asked for: at most one entry."""

    @property
    def is_taking(self) -> bool:
        """Whether cards are chosen for a hand from elsewhere, not from a hand."""
        action = self.actions[0] if self.kind == "pass" else None
        return isinstance(action, parts.Give) and isinstance(action.to, Hand) and not isinstance(action.source, Hand)


class Round(Itself, parts.Round[Code, Place]):
    """A round of bids, in play."""

    block: tuple[Step, ...]
    id: int
    offers: tuple[int, ...]
    """The bid types on offer, by number."""
    unseen: tuple[int, ...]
    """The ones that are made before looking."""
    musts: tuple[Must, ...]
    """What narrows the bids of this round."""
    may_wait: bool
    """Whether all its bids are made before looking, as are some in a later round: then nobody has to look yet."""


Step: TypeAlias = Do | Ask | Round


class BidType(Itself, parts.BidType[Code, Place]):
    """A bid type, in play. `when` holds the parts of its condition that do not read its parameters."""

    parameters: tuple[Parameter, ...]
    steps: tuple[Step, ...]
    id: int
    when_choice: Code | None
    """The parts that read them."""
    fixed: tuple[tuple[Any, ...], ...] | None
    """All values of its parameters, if they are the same in every state."""


class Must(Itself, parts.Must[Code]):
    """A rule that narrows choices, in play: for cards `body` returns a mask, for bids a truth value."""

    trust: int | None
    """Number of the trust that leaves this rule to the players."""
    reads_hand: bool
    """Whether it reads the bidder's cards: then it does not bind a bidder who has not looked at them."""
    reads_side_bid: bool
    """Whether it reads the bidding side's bid: then it does not bind a bid that a player makes for himself alone."""


class Play(Itself, parts.Play[Code, Place]):
    """The play of the cards. `winner` returns the winning card of the trick on the table, or None."""

    musts: tuple[Must, ...]
    """Those that judge cards."""
    narrow: Narrow
    """Returns what these rules leave of some cards of a seat, while a `Watch` looks on if there is one."""
    steps: tuple[Do | Ask, ...]


# ---------------------------------------------------------------- scores


class Phase(Itself, parts.Phase[Code, Place]):
    """A phase of a deal, with the steps that come in order."""

    steps: tuple[Step, ...]


class Spec(Itself, parts.DealRules[Code, Place]):
    """The rules of a deal, bound."""

    phases: tuple[Phase, ...]
    bids: tuple[BidType, ...]
    play: Play
    players: tuple[int, ...]
    """The seats that decide."""
    deck: Deck
    ranking: Callable[[StateData], Ranking]
    """Returns the current suits and strengths of the cards."""
    ranking_is_fixed: bool
    ranking_follows_play: bool
    """Whether the ranking may change from trick to trick."""
    zones: tuple[Zone, ...]
    piles: int
    """Number of piles, the table's and the seats'."""
    plan: Plan
    bid_numbers: Mapping[str, int]
    decisions: tuple[str, ...]
    """Names of decisions, by number."""
    memories: tuple[str, ...]
    """Rules that give or show cards and whose names other rules read, in the order of `StateData.moved`."""
    environment: tuple[None, ...]
    has_unseen_bids: bool
    """Whether anything is decided before looking."""
    numbers_deals: bool
    """Whether the number of the deal matters before it is scored."""
    reads_subtotal: bool
    """Whether a line reads the lines above it."""
    quantities_read_sheet: bool
    """Whether a named quantity reads tallies or the lines above, which change while a deal is scored."""
    tricks_toward: Code | None
    """Returns the tricks that count toward a side's contract; None if the sheet has no single answer."""
    points_in_cards: Code | None = None
    """Returns what the cards are worth that a side has won; None if cards do not score."""
    compared: Mapping[str, Code] = field(default_factory=dict)
    """By key, the named amounts of a side that conditions of the sheet compare."""
    told: Callable[[RuleInfo], Told] = lambda rule: Told()
    """Returns what a rule that narrows choices reads, worked out when somebody asks why."""
    marks: dict[str, int] = field(default_factory=dict)
    """Counts of evaluations, kept only while a test needs them."""
    reads: Callable[[Code, Callable[[Term], bool]], bool] = lambda *_: True
    """Tells whether one of these functions reads such a thing, known before it is run."""
    known_part: Callable[[Code, Callable[[Term], bool]], Code | None] = lambda *_: None
    """Returns the part of a condition that can be judged without such things: it holds whenever the condition may.
    None if there is no such part."""
    trumps: tuple[Code | None, Code] | None = None
    """When there are trumps, and which suit they are; None if there never are any."""
    orders: Callable[[], tuple[Code, ...]] = tuple
    """Returns when each order of the ranks applies that the play can turn on and off: to all cards, or to none."""
    rankings: Callable[[], tuple[Ranking, ...]] = tuple
    """Returns every ranking that there can be, that without trumps first; again for each set of those orders."""
    loops: Callable[[], tuple[int, int]] = lambda: (0, 0)
    """Returns how much work, beyond the usual, one choice and one sheet take that go through sets inside of sets."""
    python: Callable[[], str] = str
    """Returns the Python source that the rules were compiled to, for people to read."""
