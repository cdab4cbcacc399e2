"""What the runtime plays: a game bound to functions and masks. Made by `spadesdsl.binding`, never changed.

The runtime knows no game. It knows seats, sides, cards, piles, bids, decisions, tricks, lines and tallies; every rule
reaches it as a function of a state and an environment.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadesdsl.engine.ranking import Deck, Ranking
    from spadesdsl.engine.state import StateData

Code: TypeAlias = "Callable[[StateData, list[Any]], Any]"
"""A bound expression. The environment is a list: 0 the player (seat), 1 the side, 2 the card judged, then parameters
and the variables of quantities; see `Spec.environment`."""

PLAYER = 0
SIDE = 1
CARD = 2
FIRST_FREE = 3

Amount: TypeAlias = int | Fraction

Value: TypeAlias = Any
"""A value of the language in play: a number, a truth, a seat, side, suit, rank or card by number, a bid, a trick,
a word, a mask of cards, a tuple, or None for nobody. The check of the file settled which one a function gives."""


@dataclass(frozen=True, slots=True)
class Read:
    """Something that a rule reads, for explanations."""

    text: str
    """As the file writes it: `led.suit`."""
    code: Code
    kind: str
    """Kind of value: `suit`, `seat`, `card`, `cards` …, for writing it."""


@dataclass(frozen=True, slots=True)
class RuleRef:
    """A rule as people meet it: what it is called, what it says, where it stands."""

    key: str
    sentence: str
    source: str
    file: str
    line: int
    reads: tuple[Read, ...] = field(default=(), compare=False, repr=False)
    conditions: tuple[tuple[str, Code], ...] = field(default=(), compare=False, repr=False)
    """The parts of its `when`, as written, so that it can be said what would have to differ."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what people read of it: code stays with its game."""
        return type(self), (self.key, self.sentence, self.source, self.file, self.line)


# ---------------------------------------------------------------- cards on the move


@dataclass(frozen=True, slots=True, eq=False)
class Zone:
    """A pile of the table, or one each seat has. Pile number `base + seat` where each has one, else `base`."""

    name: str
    base: int
    is_each: bool
    face_up: bool
    seen_by_owner: bool


@dataclass(frozen=True, slots=True, eq=False)
class FromZone:
    """Cards off the top of a pile."""

    zone: Zone
    owner: Code | None


@dataclass(frozen=True, slots=True, eq=False)
class FromHand:
    """Cards of a seat's hand."""

    seat: Code


@dataclass(frozen=True, slots=True, eq=False)
class FromCards:
    """Named cards, wherever they lie."""

    cards: Code
    """Gives a mask."""


@dataclass(frozen=True, slots=True, eq=False)
class ToZone:
    """Onto a pile."""

    zone: Zone
    owner: Code | None


@dataclass(frozen=True, slots=True, eq=False)
class ToHand:
    """Into a seat's hand; `each`: to every player (or seat) in turn from `start`."""

    seat: Code | None
    each: str | None = None
    start: Code | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Give:
    """Move cards."""

    number: Code | None
    source: FromZone | FromHand | FromCards
    to: ToZone | ToHand
    face_up: bool
    seen_by: Code | None
    memory: int = -1
    """Where the state keeps which cards were moved; −1 where no rule reads it."""


@dataclass(frozen=True, slots=True, eq=False)
class Show:
    """Lay cards open, to all or to one seat."""

    cards: Code
    to: Code | None
    memory: int = -1
    """As of `Give`."""


@dataclass(frozen=True, slots=True, eq=False)
class Shuffle:
    """Put a pile in random order; a hand becomes a pile that nobody sees."""

    cards: FromZone | FromHand


@dataclass(frozen=True, slots=True, eq=False)
class Redeal:
    """End the deal unscored."""

    dealer: Code
    is_new: bool


@dataclass(frozen=True, slots=True, eq=False)
class Skip:
    """Leave a phase out."""

    phase: str


@dataclass(frozen=True, slots=True, eq=False)
class Award:
    """Count tricks that are not played."""

    tricks: Code | None
    to: Code


@dataclass(frozen=True, slots=True, eq=False)
class MakeBid:
    """Make the subject's bid this one."""

    bid_type: int
    arguments: tuple[Code, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Fix:
    """Keep a value with the answer that is being given."""

    name: str
    code: Code


Action: TypeAlias = Give | Show | Shuffle | Redeal | Skip | Award | MakeBid | Fix


# ---------------------------------------------------------------- decisions


@dataclass(frozen=True, slots=True, eq=False)
class Parameter:
    """One parameter of a bid or a decision."""

    name: str
    kind: str
    """`number`, `suit`, `seat`, `card`, `side`, `rank`."""
    slot: int
    """Its place in the environment."""
    values: Code
    """Gives the values that may be chosen, in order."""


@dataclass(frozen=True, slots=True, eq=False)
class By:
    """Who is asked."""

    turns: str
    """`one`, `each`, `at once`."""
    noun: str
    """`seat`, `side`, `player`, `team`, `member`."""
    who: Code | None
    start: Code | None
    until: Code | None
    stopping: Code | None


@dataclass(frozen=True, slots=True, eq=False)
class Do:
    """A step that happens."""

    id: int
    rule: RuleRef
    when: Code | None
    by: By | None
    """For whom, each in turn."""
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Ask:
    """A step that is decided: `may`, `choose` or `pass`."""

    id: int
    name: str
    rule: RuleRef
    kind: str
    decision: int
    """Number of the decision, under which answers are kept."""
    parameters: tuple[Parameter, ...]
    when: Code | None
    """What does not read the parameters; where all are asked, what everybody can judge."""
    when_choice: Code | None
    """What reads the parameters; where all are asked, also what reads cards that its seat alone sees."""
    by: By
    actions: tuple[Action, ...]
    asks_all: bool = False
    """Whether those too are asked who can only say no: to be asked would tell of cards that others do not see."""
    may_decline: bool = False
    """Whether a later round offers bids before looking: who has not looked then need not look to say no."""
    is_settled: bool = False
    """Whether its answers depend only on their own parameters: then they are worked out once, in `settled`."""
    settled: list[tuple[Any, ...]] = field(default_factory=list, init=False)
    """The moves of such a question, once they were asked for: at most one entry."""
    after: tuple[int, ...] = ()
    """Steps that follow the answer at once (`after NAME`)."""


@dataclass(frozen=True, slots=True, eq=False)
class Round:
    """A round of bids."""

    id: int
    name: str
    rule: RuleRef
    bids: tuple[int, ...]
    unseen: tuple[int, ...]
    """Those of them that are made before looking."""
    when: Code | None
    by: By
    block: tuple[int, ...]
    musts: tuple[Must, ...]
    """What narrows the bids of this round."""
    may_wait: bool = False
    """Whether all its bids are made before looking and a later round offers such bids too: nobody has to look yet."""


Step: TypeAlias = Do | Ask | Round


@dataclass(frozen=True, slots=True, eq=False)
class BidType:
    """A kind of bid."""

    id: int
    name: str
    rule: RuleRef
    parameters: tuple[Parameter, ...]
    label: str
    by_side: bool
    is_final: bool
    """Whether who made it is asked for no other bid."""
    before_looking: bool
    when: Code | None
    when_choice: Code | None
    contract: Code | None
    needs_yes: Code | None
    steps: tuple[int, ...]
    """Steps for its bidder after the bidding."""
    fixed: tuple[tuple[Any, ...], ...] | None
    """All its parameters' values where they are the same in every state."""


@dataclass(frozen=True, slots=True, eq=False)
class Must:
    """A narrowing rule. In play `body` gives a mask of cards; of bids a truth."""

    rule: RuleRef
    when: Code | None
    body: Code
    bid_type: int | None
    """Binds only who made this bid."""
    trust: int | None
    """Number of the trust that leaves it to the players."""
    reads_hand: bool
    reads_side_bid: bool
    """Whether it reads the bid of the bidding side: it does not bind a bid that a player makes for himself alone."""
    """Whether it reads the bidder's cards: it does not bind who has not looked at them."""


@dataclass(frozen=True, slots=True, eq=False)
class Control:
    """Somebody plays the cards of a seat, or nobody does."""

    rule: RuleRef
    when: Code | None
    player: Code | None
    seat: Code
    """Gives a seat, or a tuple of seats that sit out."""


@dataclass(frozen=True, slots=True, eq=False)
class Play:
    """The play of the cards."""

    lead_first: Code
    lead_next: Code
    winner: Code
    """Gives the winning card of the trick on the table, or None."""
    winner_rule: RuleRef
    equal: str | None
    equal_rule: RuleRef | None
    musts: tuple[Must, ...]
    controls: tuple[Control, ...]
    trusts: tuple[str, ...]
    before_trick: tuple[int, ...]
    after_trick: tuple[int, ...]
    after_card: tuple[int, ...]
    with_card: tuple[int, ...]
    """Asks that are answered by the play of a card."""


# ---------------------------------------------------------------- scores


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One case of a line."""

    condition: Code | None
    value: Code
    sentence: str


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A line of the sheet."""

    rule: RuleRef
    name: str
    bid_type: int | None
    when: Code | None
    instead_of: tuple[int, ...]
    """Numbers of the lines that are 0 when this one counts."""
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TallyStep:
    """`add`, `reset`, `full at`."""

    verb: str
    amount: Code | None
    when: Code | None
    loses_rest: bool


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """Running state."""

    rule: RuleRef
    name: str
    of_table: bool
    steps: tuple[TallyStep, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Ending:
    """`win`, `lose` or `out`."""

    rule: RuleRef
    kind: str
    when: Code | None


@dataclass(frozen=True, slots=True, eq=False)
class Clock:
    """How long a choice, or the game, may take. The runtime has no clock: the table says that time has run out."""

    name: str
    rule: RuleRef
    phase: str
    """The phase whose choices it times; empty for the whole game."""
    during: str
    """The round or decision that alone it times; empty for all of the phase."""
    when: Code | None
    seconds: Amount | None
    hour: Amount | None
    """The hour of the day; one of the two is None."""
    then: str
    """What is chosen when it has run out: `lowest`, `highest`, `random`, `no`; empty for nothing or a bid."""
    bid: tuple[int, tuple[Any, ...]] | None
    """The bid that is made then: its type and its values."""


@dataclass(frozen=True, slots=True, eq=False)
class Teams:
    """How sides are made."""

    fixed: tuple[tuple[int, ...], ...]
    after: str | None = None
    first: Code | None = None
    partner: Code | None = None
    others_together: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Phase:
    """A stretch of a deal."""

    name: str
    steps: tuple[int, ...]
    volunteers: tuple[int, ...]
    """Asks that are open any time during it."""


@dataclass(frozen=True, slots=True, eq=False)
class Spec:
    """The rules of a deal, bound."""

    seats: tuple[str, ...]
    players: tuple[int, ...]
    """Seats that decide."""
    teams: Teams
    deck: Deck
    ranking: Callable[[StateData], Ranking]
    """Suits and strengths of the cards as they are now."""
    ranking_is_fixed: bool
    ranking_follows_play: bool
    """Whether it may change from trick to trick."""
    zones: tuple[Zone, ...]
    piles: int
    """Number of piles: those of the table and those that each seat has."""
    phases: tuple[Phase, ...]
    steps: tuple[Step, ...]
    bids: tuple[BidType, ...]
    decisions: tuple[str, ...]
    """Names of decisions, by number."""
    play: Play
    dealer_first: Code
    dealer_next: Code
    each: str
    tallies: tuple[Tally, ...]
    lines: tuple[Line, ...]
    endings: tuple[Ending, ...]
    tie: str
    tie_rule: RuleRef | None
    best_lowest: bool
    memories: tuple[str, ...]
    """Rules that give or show cards and whose names are read, in the order of `StateData.moved`."""
    environment: tuple[None, ...]
    """An empty environment."""
    has_unseen_bids: bool
    """Whether anything is decided before looking."""
    reads_subtotal: bool
    """Whether a line reads the lines above it."""
    tricks_toward: Code | None
    """Of a side: the tricks that count toward its contract; None where the sheet does not say it in one way."""
    clocks: tuple[Clock, ...] = ()
    """In order: the first that fits a choice times it."""
    marks: dict[str, int] = field(default_factory=dict)
    """Counts of evaluations, kept only while a test asks for them."""
    python: Callable[[], str] = str
    """Gives the source of the functions that the rules became, for people who read Python."""
