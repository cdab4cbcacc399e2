"""A checked game: every rule resolved through its parents, packs and options, every name and type settled.

`check` builds it, `binding` compiles it, `show`, `diff` and the proofs read it. What is executed holds no syntax nodes;
`RuleInfo.node` is the sentence as written, for printing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from spadesdsl.check.calendar import calendar

if TYPE_CHECKING:
    from fractions import Fraction

    from spadesdsl.check.calendar import DealScope
    from spadesdsl.check.terms import Kind, Term, Type, Value
    from spadesdsl.source import Span
    from spadesdsl.syntax.nodes import Example, Remark, Rule


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


# ---------------------------------------------------------------- options, table, deck


@dataclass(frozen=True, slots=True)
class CheckedOption:
    """An option and its value in this game."""

    rule: RuleInfo
    name: str
    type: Type
    default: Value
    value: Value
    choices: tuple[Value, ...]
    """All values, in order (a range is listed; at most 1,000)."""
    ask: str
    """The question that is open unless some file answers it; empty for a plain option."""
    is_set: bool
    """Whether a file, an `include … with` or the command set or replaced it."""


@dataclass(frozen=True, slots=True)
class CheckedZone:
    """A declared zone. Hands, `stock`, `discards` and the table need no declaration."""

    rule: RuleInfo
    name: str
    each: str | None
    """`player` or `seat` if each has one."""
    face_up: bool
    seen_by_owner: bool


@dataclass(frozen=True, slots=True)
class CheckedTeams:
    """How sides are made: fixed, or after a phase."""

    rule: RuleInfo
    sides: tuple[tuple[int, ...], ...]
    """Seats of each side, in the order of their lowest seat; each player alone until the bidding makes sides."""
    after: str | None = None
    first: Term | None = None
    partner: Term | None = None
    others_together: bool = False


@dataclass(frozen=True, slots=True)
class Face:
    """One kind of card."""

    name: str
    """`AS`, `10H`, `big_joker`."""
    rank: int | None
    """Index, 0 is the lowest; None for an added card."""
    suit: int | None
    """Index, 0 is the lowest; None for an added card."""
    count: int
    """How many copies the deck has."""


@dataclass(frozen=True, slots=True)
class CheckedTrumps:
    """Which suit is trumps, when, and which cards rank above it, highest first."""

    rule: RuleInfo
    when: Term | None
    suit: Term
    topped: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class CheckedOrder:
    """Another order of the ranks, for the cards that satisfy `when`. The first such order of a card counts."""

    rule: RuleInfo
    when: Term | None
    """Reads the Var `card`; None: all cards."""
    ranks: tuple[int, ...]
    """All ranks by index, low to high."""


# ---------------------------------------------------------------- what happens and who decides


@dataclass(frozen=True, slots=True)
class CheckedBy:
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
class DoGive:
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
class DoShow:
    """Show cards to everyone, or to a seat."""

    cards: Term
    to: Term | None


@dataclass(frozen=True, slots=True)
class DoShuffle:
    """Put a pile in random order; a hand becomes a pile that its owner does not see."""

    cards: Term


@dataclass(frozen=True, slots=True)
class DoRedeal:
    """End the deal without scoring; `dealer` deals again."""

    dealer: Term
    is_new: bool


@dataclass(frozen=True, slots=True)
class DoSkip:
    """Skip a phase (`play`, or one of the file's own)."""

    phase: str


@dataclass(frozen=True, slots=True)
class DoAward:
    """Count tricks without playing them; None for all that are left."""

    tricks: Term | None
    to: Term


@dataclass(frozen=True, slots=True)
class DoBid:
    """Make the subject's bid this one."""

    bid_type: str
    arguments: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class DoFix:
    """Fix a value with the answer."""

    name: str
    value: Term


DoAction: TypeAlias = DoGive | DoShow | DoShuffle | DoRedeal | DoSkip | DoAward | DoBid | DoFix
"""`nothing` is an empty tuple of actions."""


@dataclass(frozen=True, slots=True)
class CheckedParameter:
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
class CheckedTiming:
    """When a timed step is done or asked."""

    moment: str
    """`before each`, `after each`, `with each`, `after`, `any time during`."""
    what: str
    """`trick`, `card`, a decision, a phase."""


@dataclass(frozen=True, slots=True)
class DoStep:
    """An action that happens when its turn comes."""

    rule: RuleInfo
    when: Term | None
    by: CheckedBy | None
    """Whom it happens for, each in turn; None: once, for nobody in particular or for the player with this bid."""
    actions: tuple[DoAction, ...]
    timing: CheckedTiming | None


@dataclass(frozen=True, slots=True)
class AskStep:
    """A decision: `may`, `choose` or `pass`."""

    rule: RuleInfo
    kind: str
    """`may`, `choose` or `pass`."""
    parameters: tuple[CheckedParameter, ...]
    when: Term | None
    """May read the Vars `player`, `side` and the parameters."""
    by: CheckedBy
    actions: tuple[DoAction, ...]
    """For a `pass`: one `DoGive` whose number is how many cards are chosen."""
    timing: CheckedTiming | None


@dataclass(frozen=True, slots=True)
class RoundStep:
    """A round of bids."""

    rule: RuleInfo
    bids: tuple[str, ...]
    """The bid types on offer."""
    when: Term | None
    by: CheckedBy
    block: tuple[Step, ...]
    """What happens at each turn before the bid."""
    timing: CheckedTiming | None


Step: TypeAlias = DoStep | AskStep | RoundStep


@dataclass(frozen=True, slots=True)
class CheckedPhase:
    """A stretch of a deal: `deal`, `bidding`, the file's own, and `play` and `scoring` as markers without steps."""

    name: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class CheckedBid:
    """A bid type."""

    rule: RuleInfo
    name: str
    parameters: tuple[CheckedParameter, ...]
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
class CheckedMust:
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
class CheckedControl:
    """`player` plays the cards of `seat`; None: the seat sits out."""

    rule: RuleInfo
    when: Term | None
    player: Term | None
    seat: Term
    """If `player` is None it may be a set of seats."""


@dataclass(frozen=True, slots=True)
class CheckedTrust:
    """`must` rules that are recorded but not enforced."""

    rule: RuleInfo
    name: str
    musts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CheckedPlay:
    """The play of the cards."""

    lead_first: Term
    lead_next: Term
    winner: Term
    """A term for the winning card of the trick on the table."""
    winner_rule: RuleInfo
    equal: str | None
    """`first`, `last` or `cancel`."""
    equal_rule: RuleInfo | None
    musts: tuple[CheckedMust, ...]
    """In order of priority, including those inside bids, each at its place."""
    controls: tuple[CheckedControl, ...]
    trusts: tuple[CheckedTrust, ...]
    steps: tuple[DoStep | AskStep, ...]
    """All timed, in order."""


# ---------------------------------------------------------------- scores, endings


@dataclass(frozen=True, slots=True)
class CheckedCase:
    """One case of a line; `condition` None: always, or `otherwise`."""

    condition: Term | None
    value: Term
    sentence: str


@dataclass(frozen=True, slots=True)
class CheckedLine:
    """A line of the score sheet."""

    rule: RuleInfo
    name: str
    bid_type: str | None
    """In a bid's block: a line for each seat (or side) whose bid it is."""
    when: Term | None
    instead_of: tuple[str, ...]
    cases: tuple[CheckedCase, ...]


@dataclass(frozen=True, slots=True)
class CheckedTallyStep:
    """`add`, `reset` or `full at`."""

    verb: str
    amount: Term | None
    when: Term | None
    loses_rest: bool


@dataclass(frozen=True, slots=True)
class CheckedTally:
    """Running state."""

    rule: RuleInfo
    name: str
    of_table: bool
    steps: tuple[CheckedTallyStep, ...]


@dataclass(frozen=True, slots=True)
class CheckedScoring:
    """What is scored, and for whom."""

    each: str
    """`side` or `player`."""
    tallies: tuple[CheckedTally, ...]
    lines: tuple[CheckedLine, ...]
    """Those of bids first."""


@dataclass(frozen=True, slots=True)
class CheckedEnding:
    """`win`, `lose` or `out`. The condition reads the Var `side`."""

    rule: RuleInfo
    kind: str
    when: Term | None


@dataclass(frozen=True, slots=True)
class CheckedClock:
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
    bid: DoBid | None


@dataclass(frozen=True, slots=True)
class CheckedLet:
    """A named quantity."""

    rule: RuleInfo
    key: str
    """Unique in the game: its name."""
    subject: Kind | None
    """SEAT, SIDE or CARD: what it is worked out for (Var `player`, `side` or `card`)."""
    body: Term
    type: Type


@dataclass(frozen=True, slots=True)
class CheckedExample:
    """An example to run on this game."""

    node: Example
    document: str
    """The variant or pack that wrote it."""
    source: str


@dataclass(frozen=True, slots=True)
class CheckedGame:
    """All rules of a game, where no `on deal` rule changes them (or, as an edition, where some do)."""

    name: str
    title: str
    about: str
    version: int
    source: str
    remarks: tuple[Remark, ...]
    options: tuple[CheckedOption, ...]
    presets: tuple[tuple[str, str, tuple[tuple[str, Value], ...]], ...]
    """Name, title, settings."""
    seats: tuple[str, ...]
    dummies: tuple[int, ...]
    teams: CheckedTeams
    zones: tuple[CheckedZone, ...]
    suits: tuple[str, ...]
    """Low to high."""
    ranks: tuple[str, ...]
    """Low to high."""
    faces: tuple[Face, ...]
    """By suit low to high, rank low to high, then the added ones."""
    trumps: CheckedTrumps | None
    orders: tuple[CheckedOrder, ...]
    phases: tuple[CheckedPhase, ...]
    """In order, with `play` and `scoring`."""
    dealer_first: Term
    dealer_next: Term
    bids: tuple[CheckedBid, ...]
    play: CheckedPlay
    scoring: CheckedScoring
    endings: tuple[CheckedEnding, ...]
    tie: str
    """`play on` or `shared`."""
    tie_rule: RuleInfo | None
    best_lowest: bool
    lets: tuple[CheckedLet, ...]
    rules: tuple[RuleInfo, ...]
    """Every rule by section and order, for `show` and `diff`."""
    clocks: tuple[CheckedClock, ...] = ()
    examples: tuple[CheckedExample, ...] = ()
    gone_examples: tuple[tuple[str, str], ...] = ()
    """Title and reason of inherited examples dropped with what they name."""


@dataclass(frozen=True, slots=True)
class Edition:
    """The rules of some deals, and when they hold."""

    game: CheckedGame
    first: int
    """The first deal that they hold on."""
    last: int | None
    """The last one; None if there is always another."""


@dataclass(frozen=True, slots=True)
class CheckedVariant:
    """A checked file: the game, and its editions for the deals on which other rules hold."""

    game: CheckedGame
    scopes: tuple[DealScope, ...] = ()
    editions: tuple[tuple[tuple[bool, ...], CheckedGame], ...] = ()
    """For each combination of scopes that holds on some deal (except none): those scopes, and the game then."""

    def edition(self, deal: int) -> CheckedGame:
        """Return the rules of a deal."""
        holds = tuple(scope.covers(deal) for scope in self.scopes)
        return self._with(holds)

    def calendar(self) -> tuple[Edition, ...]:
        """Return the rules of all deals, each with when they hold, in the order of their first deals."""
        days = calendar(self.scopes)
        assert days is not None, "the check refuses periods that are too long"
        return tuple(Edition(self._with(one.holds), one.first, one.last) for one in days)

    def on_deal(self, deal: int) -> CheckedGame:
        """Return the rules of a deal."""
        return self._with(tuple(scope.covers(deal) for scope in self.scopes))

    def _with(self, holds: tuple[bool, ...]) -> CheckedGame:
        """Return the rules where these blocks hold and no others."""
        return next((game for which, game in self.editions if which == holds), self.game)
