"""The rules of a game, each a frozen value: who decides, what happens, what narrows, what scores.

What is executed holds no syntax nodes; `RuleInfo.node` is the sentence as written, for printing.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, TypeAlias

from spadesdsl.frozen import dataclass

if TYPE_CHECKING:
    from fractions import Fraction

    from spadesdsl.rules.terms import Term, Type, Value
    from spadesdsl.source import Span
    from spadesdsl.syntax.nodes import Rule


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """The name of a rule and where it is."""

    key: str
    """Section and name: `play.follow_suit`; for a declaration without name its keyword: `deck.suits`."""
    keyword: str
    section: str
    """`top`, `table`, `deck`, a phase's name, `play`, `scoring`, `ending`."""
    name: str
    sentence: str
    """For people; empty if the file gives none."""
    source: str
    """Where the rule comes from; the document's own `source` if the rule has none."""
    document: str
    """The variant or pack that wrote it."""
    span: Span
    node: Rule | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Teams:
    """How sides are made: fixed, or after a phase."""

    rule: RuleInfo
    sides: tuple[tuple[int, ...], ...]
    """Seats of each side, in the order of their lowest seat; each player alone until the bidding makes sides."""
    after: str | None = None
    first: Term | None = None
    partner: Term | None = None
    others_together: bool = False


@dataclass(frozen=True, slots=True)
class Trumps:
    """Which suit is trumps, when, and which cards rank above it, highest first."""

    rule: RuleInfo
    when: Term | None
    suit: Term
    topped: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Order:
    """Another order of the ranks, for the cards that satisfy `when`. The first such order of a card counts."""

    rule: RuleInfo
    when: Term | None
    """Reads the Var `card`; None: all cards."""
    ranks: tuple[int, ...]
    """All ranks by index, low to high."""


# ---------------------------------------------------------------- what happens and who decides


@dataclass(frozen=True, slots=True)
class By:
    """Who decides."""

    turns: str
    """`one`, `each` or `at once`."""
    noun: str
    """`seat`, `player`, `team`, `member`; for `one`: `seat` or `side` by the type of `who`."""
    who: Term | None
    """Of `one`."""
    start: Term | None
    """The seat that `each` starts from; None: from the left of the dealer."""
    until: Term | None
    stopping: Term | None


@dataclass(frozen=True, slots=True)
class Give:
    """Move cards."""

    number: Term | None
    """None: all."""
    source: Term
    """A `ZoneRef`, a hand (`Op hand`), or any set of cards, taken from wherever they are."""
    to: Term
    """A `ZoneRef`, or a seat (its hand)."""
    each: str | None
    """`player` or `seat`: to each of them in turn; `to` is then the Var `player`."""
    start: Term | None
    face_up: bool
    seen_by: Term | None


@dataclass(frozen=True, slots=True)
class Show:
    """Show cards to everyone, or to a seat."""

    cards: Term
    to: Term | None


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Put a pile in random order; a hand becomes a pile that its owner does not see."""

    cards: Term


@dataclass(frozen=True, slots=True)
class Redeal:
    """End the deal without scoring; `dealer` deals again."""

    dealer: Term
    is_new: bool


@dataclass(frozen=True, slots=True)
class Skip:
    """Skip a phase (`play`, or one of the file's own)."""

    phase: str


@dataclass(frozen=True, slots=True)
class Award:
    """Count tricks without playing them; None for all that are left."""

    tricks: Term | None
    to: Term


@dataclass(frozen=True, slots=True)
class MakeBid:
    """Make the subject's bid this one."""

    bid_type: str
    arguments: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Fix:
    """Fix a value with the answer."""

    name: str
    value: Term


Action: TypeAlias = Give | Show | Shuffle | Redeal | Skip | Award | MakeBid | Fix
"""`nothing` is an empty tuple of actions."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter. Inside conditions and actions it is the Var `param:NAME`."""

    name: str
    type: Type
    choices: tuple[Value, ...] | None
    """The numbers of a range whose ends are known when the file is loaded; the values of a list."""
    low: Term | None
    high: Term | None
    step: Term | None
    """A range whose ends are worked out when the question is asked."""
    of: Term | None
    """A set."""


@dataclass(frozen=True, slots=True)
class Timing:
    """When a timed step is done or asked."""

    moment: str
    """`before each`, `after each`, `with each`, `after`, `any time during`."""
    what: str
    """`trick`, `card`, a decision, a phase."""


@dataclass(frozen=True, slots=True)
class Do:
    """An action that happens when its turn comes."""

    rule: RuleInfo
    when: Term | None
    by: By | None
    """Whom it happens for, each in turn; None: once, for nobody in particular or for the player with this bid."""
    actions: tuple[Action, ...]
    timing: Timing | None


@dataclass(frozen=True, slots=True)
class Ask:
    """A decision: `may`, `choose` or `pass`."""

    rule: RuleInfo
    kind: str
    """`may`, `choose` or `pass`."""
    parameters: tuple[Parameter, ...]
    when: Term | None
    """May read the Vars `player`, `side` and the parameters."""
    by: By
    actions: tuple[Action, ...]
    """For a `pass`: one `Give` whose number is how many cards are chosen."""
    timing: Timing | None


@dataclass(frozen=True, slots=True)
class Round:
    """A round of bids."""

    rule: RuleInfo
    bids: tuple[str, ...]
    """The bid types on offer."""
    when: Term | None
    by: By
    block: tuple[Step, ...]
    """What happens at each turn before the bid."""
    timing: Timing | None


Step: TypeAlias = Do | Ask | Round


@dataclass(frozen=True, slots=True)
class Phase:
    """A stretch of a deal: `deal`, `bidding`, the file's own, and `play` and `scoring` as markers without steps."""

    name: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class BidType:
    """A bid type."""

    rule: RuleInfo
    name: str
    parameters: tuple[Parameter, ...]
    label: str
    """How it is written, `{n}` for a parameter."""
    by_side: bool
    is_final: bool
    """Whether the bidder is not asked for another bid."""
    before_looking: bool
    when: Term | None
    contract: Term | None
    """May read `param:n`. None if the bid leaves the contract unchanged."""
    needs_yes: Term | None
    """The seat that has to say yes."""
    steps: tuple[Step, ...]
    """Actions and decisions of its block: after the bidding, for its bidder."""


# ---------------------------------------------------------------- play


@dataclass(frozen=True, slots=True)
class Must:
    """A narrowing rule."""

    rule: RuleInfo
    during: str | None
    """The round it applies to; None: every round (a bidding `must`)."""
    bid_type: str | None
    """The bid type whose block it is in: it applies to the player who made that bid."""
    judges_card: bool
    """True: it limits play and reads the Var `card`. False: it limits bids; the bid judged is already in the state."""
    when: Term | None
    body: Term


@dataclass(frozen=True, slots=True)
class Control:
    """`player` plays the cards of `seat`; None: the seat sits out."""

    rule: RuleInfo
    when: Term | None
    player: Term | None
    seat: Term
    """If `player` is None it may be a set of seats."""


@dataclass(frozen=True, slots=True)
class Trust:
    """`must` rules that are recorded but not enforced."""

    rule: RuleInfo
    name: str
    musts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """The play of the cards."""

    lead_first: Term
    lead_next: Term
    winner: Term
    """A term for the winning card of the trick on the table."""
    winner_rule: RuleInfo
    equal: str | None
    """`first`, `last` or `cancel`."""
    equal_rule: RuleInfo | None
    musts: tuple[Must, ...]
    """In order of priority, including those inside bids, each at its place."""
    controls: tuple[Control, ...]
    trusts: tuple[Trust, ...]
    steps: tuple[Do | Ask, ...]
    """All timed, in order."""


# ---------------------------------------------------------------- scores, endings


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a line; `condition` None: always, or `otherwise`."""

    condition: Term | None
    value: Term
    sentence: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the score sheet."""

    rule: RuleInfo
    name: str
    bid_type: str | None
    """In a bid's block: a line for each seat (or side) whose bid it is."""
    when: Term | None
    instead_of: tuple[str, ...]
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class TallyStep:
    """`add`, `reset` or `full at`."""

    verb: str
    amount: Term | None
    when: Term | None
    loses_rest: bool


@dataclass(frozen=True, slots=True)
class Tally:
    """Running state."""

    rule: RuleInfo
    name: str
    of_table: bool
    steps: tuple[TallyStep, ...]


@dataclass(frozen=True, slots=True)
class Scoring:
    """What is scored, and for whom."""

    each: str
    """`side` or `player`."""
    tallies: tuple[Tally, ...]
    lines: tuple[Line, ...]
    """Those of bids first."""


@dataclass(frozen=True, slots=True)
class Ending:
    """`win`, `lose` or `out`. The condition reads the Var `side`."""

    rule: RuleInfo
    kind: str
    when: Term | None


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a choice, or the game, may take."""

    rule: RuleInfo
    name: str
    phase: str
    """The phase whose choices it times; empty for the whole game."""
    during: str
    """The only round or decision that it times; empty for all of the phase."""
    when: Term | None
    written: Term
    """The time as it is written, with its options; `number` is its value."""
    is_hour: bool
    number: Fraction
    """Seconds, or the hour of the day."""
    then: str
    """What is chosen when time runs out: `lowest`, `highest`, `random`, `no`; empty for nothing or a bid."""
    bid: MakeBid | None
