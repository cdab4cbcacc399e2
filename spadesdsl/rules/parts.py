"""The rules of a game, each a frozen value: who decides, what happens, what narrows, what scores.

One family of classes serves all readers. `check` makes rules whose expressions are terms, which the proofs, `diff` and
`show` read; `with_expressions` makes of them the same rules with functions, which the engine runs. `RuleInfo.node` is
the sentence as written, for printing; nothing else holds a syntax node.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeAlias

from spadesdsl.frozen import Frozen, field, fields
from spadesdsl.rules.terms import AMOUNTS, Term, Type, Value

if TYPE_CHECKING:
    from fractions import Fraction

    from typing_extensions import TypeVar

    from spadesdsl.source import Span
    from spadesdsl.syntax import bodies, nodes

    E = TypeVar("E", default=Term)
    P = TypeVar("P", default=Term)
else:
    from typing import TypeVar

    E = TypeVar("E")
    """How a rule holds an expression: as a term, or as a function of a state."""
    P = TypeVar("P")
    """How it holds a place of cards: as a term, or as a place of the engine."""

AS_MASK = {"form": "mask"}
"""A set of cards."""
AS_ITEMS = {"form": "items"}
"""A set, one after the other."""
AS_JUDGED = {"form": "judged"}
"""What a choice has to be: of a card, the mask of those that are it."""
AS_PLACE = {"form": "place"}
"""Where cards lie: a pile, a hand, or these cards, wherever they are."""


class RuleInfo(Frozen):
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
    label: str = ""
    """How people read its name, `{s}` for a parameter; empty if they read the name itself."""
    node: nodes.Rule | None = field(default=None, compare=False, repr=False)

    @property
    def file(self) -> str:
        """The file that it is written in."""
        return self.span.file

    @property
    def line(self) -> int:
        """The line that it begins on."""
        return self.span.line

    @property
    def name_span(self) -> Span:
        """Where its name is written; all of it if it has none."""
        return self.node.name_span if self.node is not None and self.node.name_span.end else self.span

    @property
    def cases(self) -> tuple[bodies.Case, ...]:
        """Its cases as they are written; none if it has a single answer."""
        return () if self.node is None else self.node.cases

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what people read; the sentence as written stays with its game."""
        return type(self), tuple(getattr(self, one.name) for one in fields(self))[:-1]


class Ruled(Frozen):
    """A part of the rules that a sentence of a file says."""

    rule: RuleInfo
    """The sentence."""

    @property
    def name(self) -> str:
        """Its name."""
        return self.rule.name


class Teams(Ruled, Generic[E]):
    """How sides are made: fixed, or after a phase."""

    sides: tuple[tuple[int, ...], ...]
    """Seats of each side, in the order of their lowest seat; each player alone until the bidding makes sides."""
    after: str | None = None
    first: E | None = None
    partner: E | None = None
    others_together: bool = False
    said: tuple[str, ...] = ()
    """How people read the sides; empty if by their players."""

    @property
    def is_single(self) -> bool:
        """Whether everybody plays alone, at least until the bidding makes sides."""
        return all(len(side) == 1 for side in self.sides)


class Trumps(Ruled):
    """Which suit is trumps, when, and which cards rank above it, highest first."""

    when: Term | None
    suit: Term
    topped: tuple[Term, ...]


class Order(Ruled):
    """Another order of the ranks, for the cards that satisfy `when`. The first such order of a card counts."""

    when: Term | None
    """Reads the Var `card`; None: all cards."""
    ranks: tuple[int, ...]
    """All ranks by index, low to high."""


# ---------------------------------------------------------------- what happens and who decides


class By(Frozen, Generic[E]):
    """Who decides."""

    turns: str
    """`one`, `each` or `at once`."""
    noun: str
    """`seat`, `player`, `team`, `member`; for `one`: `seat` or `side` by the type of `who`."""
    who: E | None
    """Of `one`."""
    start: E | None = None
    """The seat that `each` starts from; None: from the left of the dealer."""
    until: E | None = None
    stopping: E | None = None


class Give(Frozen, Generic[E, P]):
    """Move cards."""

    number: E | None
    """None: all."""
    source: P = field(metadata=AS_PLACE)
    """A `ZoneRef`, a hand (`Op hand`), or any set of cards, taken from wherever they are."""
    to: P = field(metadata=AS_PLACE)
    """A `ZoneRef`, or a seat (its hand)."""
    each: str | None
    """`player` or `seat`: to each of them in turn; `to` is then the Var `player`."""
    start: E | None
    face_up: bool
    seen_by: E | None


class Show(Frozen, Generic[E]):
    """Show cards to everyone, or to a seat."""

    cards: E = field(metadata=AS_MASK)
    to: E | None


class Shuffle(Frozen, Generic[P]):
    """Put a pile in random order; a hand becomes a pile that its owner does not see."""

    cards: P = field(metadata=AS_PLACE)


class Redeal(Frozen, Generic[E]):
    """End the deal without scoring; `dealer` deals again."""

    dealer: E
    is_new: bool


class Skip(Frozen):
    """Skip a phase (`play`, or one of the file's own)."""

    phase: str


class Award(Frozen, Generic[E]):
    """Count tricks without playing them; None for all that are left."""

    tricks: E | None
    to: E


class MakeBid(Frozen, Generic[E]):
    """Make the subject's bid this one."""

    bid_type: str
    arguments: tuple[E, ...]


class Fix(Frozen, Generic[E]):
    """Fix a value with the answer."""

    name: str
    value: E


Action: TypeAlias = Give[E, P] | Show[E] | Shuffle[P] | Redeal[E] | Skip | Award[E] | MakeBid[E] | Fix[E]
"""`nothing` is an empty tuple of actions."""


class Parameter(Frozen, Generic[E]):
    """One parameter. Inside conditions and actions it is the Var `param:NAME`."""

    name: str
    type: Type
    choices: tuple[Value, ...] | None = None
    """The numbers of a range whose ends are known when the file is loaded; the values of a list."""
    low: E | None = None
    high: E | None = None
    step: E | None = None
    """A range whose ends are worked out when the question is asked."""
    of: E | None = field(default=None, metadata=AS_ITEMS)
    """A set."""
    labels: tuple[str, ...] = ()
    """How people read each of the choices, if one is read otherwise than it is written."""

    @property
    def kind(self) -> str:
        """What its values are, in a word: `number`, `suit`, `seat`, `card` …."""
        return "number" if self.type.kind in AMOUNTS else self.type.kind.value


class Timing(Frozen):
    """When a timed step is done or asked."""

    moment: str
    """`before each`, `after each`, `with each`, `after`, `any time during`."""
    what: str
    """`trick`, `card`, a decision, a phase."""


class Do(Ruled, Generic[E, P]):
    """An action that happens when its turn comes."""

    when: E | None
    by: By[E] | None
    """Whom it happens for, each in turn; None: once, for nobody in particular or for the player with this bid."""
    actions: tuple[Action[E, P], ...]
    timing: Timing | None

    @property
    def is_sure(self) -> bool:
        """Whether it happens once and in its turn, whatever else is so."""
        return (self.when, self.by, self.timing) == (None, None, None)


class Ask(Ruled, Generic[E, P]):
    """A decision: `may`, `choose` or `pass`."""

    kind: str
    """`may`, `choose` or `pass`."""
    parameters: tuple[Parameter[E], ...]
    when: E | None
    """May read the Vars `player`, `side` and the parameters."""
    by: By[E]
    actions: tuple[Action[E, P], ...]
    """For a `pass`: one `Give` whose number is how many cards are chosen."""
    timing: Timing | None


class Round(Ruled, Generic[E, P]):
    """A round of bids."""

    bids: tuple[str, ...]
    """The bid types on offer."""
    when: E | None
    by: By[E]
    block: tuple[Step[E, P], ...]
    """What happens at each turn before the bid."""
    timing: Timing | None

    @property
    def actions(self) -> tuple[Action[E, P], ...]:
        """None: a round asks."""
        return ()


Step: TypeAlias = Do[E, P] | Ask[E, P] | Round[E, P]


class Phase(Frozen, Generic[E, P]):
    """A stretch of a deal: `deal`, `bidding`, the file's own, and `play` and `scoring` as markers without steps."""

    name: str
    steps: tuple[Step[E, P], ...]


class BidType(Ruled, Generic[E, P]):
    """A bid type."""

    name: str
    parameters: tuple[Parameter[E], ...]
    label: str
    """How it is written, `{n}` for a parameter."""
    by_side: bool
    is_final: bool
    """Whether the bidder is not asked for another bid."""
    before_looking: bool
    when: E | None
    contract: E | None
    """May read `param:n`. None if the bid leaves the contract unchanged."""
    needs_yes: E | None
    """The seat that has to say yes."""
    steps: tuple[Step[E, P], ...]
    """Actions and decisions of its block: after the bidding, for its bidder."""


# ---------------------------------------------------------------- play


class Must(Ruled, Generic[E]):
    """A narrowing rule."""

    during: str | None
    """The round it applies to; None: every round (a bidding `must`)."""
    bid_type: str | None
    """The bid type whose block it is in: it applies to the player who made that bid."""
    judges_card: bool
    """True: it limits play and reads the Var `card`. False: it limits bids; the bid judged is already in the state."""
    when: E | None
    body: E = field(metadata=AS_JUDGED)


class Control(Ruled, Generic[E]):
    """`player` plays the cards of `seat`; None: the seat sits out."""

    when: E | None
    player: E | None
    seat: E
    """If `player` is None it may be a set of seats."""


class Trust(Ruled):
    """`must` rules that are recorded but not enforced."""

    name: str
    musts: tuple[str, ...]


class Play(Frozen, Generic[E, P]):
    """The play of the cards."""

    lead_first: E
    lead_next: E
    winner: E
    """A term for the winning card of the trick on the table."""
    winner_rule: RuleInfo
    equal: str | None
    """`first`, `last` or `cancel`."""
    equal_rule: RuleInfo | None
    musts: tuple[Must[E], ...]
    """In order of priority, including those inside bids, each at its place."""
    controls: tuple[Control[E], ...]
    trusts: tuple[Trust, ...]
    steps: tuple[Do[E, P] | Ask[E, P], ...]
    """All timed, in order."""

    @property
    def trust_names(self) -> tuple[str, ...]:
        """The names of the trusts."""
        return tuple(trust.name for trust in self.trusts)


# ---------------------------------------------------------------- scores, endings


class Case(Frozen, Generic[E]):
    """One case of a line; `condition` None: always, or `otherwise`."""

    condition: E | None
    value: E
    sentence: str


class Line(Ruled, Generic[E]):
    """A line of the score sheet."""

    name: str
    bid_type: str | None
    """In a bid's block: a line for each seat (or side) whose bid it is."""
    when: E | None
    instead_of: tuple[str, ...]
    cases: tuple[Case[E], ...]


class TallyStep(Frozen, Generic[E]):
    """`add`, `reset` or `full at`."""

    verb: str
    amount: E | None
    when: E | None
    loses_rest: bool

    def change(self, now: Any, amount: Any, *, holds: bool) -> tuple[Any, int]:  # noqa: ANN401 - whole or a fraction
        """Return what this step makes of a tally, and how often it fills it.

        `amount` is 0 if the step has none, and `holds` says whether its `when` does.
        """
        match self.verb:
            case "full at":
                times = int(now // amount) if now > 0 and amount > 0 else 0
                if not times:
                    return now, 0
                return (0 if self.loses_rest and holds else now - times * amount), times
            case "reset":
                return (0 if holds else now), 0
            case _:
                return (now + amount if holds else now), 0


class Tally(Ruled, Generic[E]):
    """Running state."""

    name: str
    of_table: bool
    steps: tuple[TallyStep[E], ...]


class Scoring(Frozen, Generic[E]):
    """What is scored, and for whom."""

    each: str
    """`side` or `player`."""
    tallies: tuple[Tally[E], ...]
    lines: tuple[Line[E], ...]
    """Those of bids first."""


class Ending(Ruled, Generic[E]):
    """`win`, `lose` or `out`. The condition reads the Var `side`."""

    kind: str
    when: E | None


class Clock(Ruled, Generic[E]):
    """How long a choice, or the game, may take."""

    name: str
    phase: str
    """The phase whose choices it times; empty for the whole game."""
    during: str
    """The only round or decision that it times; empty for all of the phase."""
    when: E | None
    written: Term
    """The time as it is written, with its options; `number` is its value."""
    is_hour: bool
    number: Fraction
    """Seconds, or the hour of the day."""
    then: str
    """What is chosen when time runs out: `lowest`, `highest`, `random`, `no`; empty for nothing or a bid."""
    bid: MakeBid[E] | None


class DealRules(Frozen, Generic[E, P]):
    """What is played: who plays, what happens in a deal, what it scores, and how the game ends."""

    seats: tuple[str, ...]
    teams: Teams[E]
    phases: tuple[Phase[E, P], ...]
    """In order, with `play` and `scoring`."""
    dealer_first: E
    dealer_next: E
    bids: tuple[BidType[E, P], ...]
    play: Play[E, P]
    scoring: Scoring[E]
    endings: tuple[Ending[E], ...]
    tie: str
    """`play on` or `shared`."""
    tie_rule: RuleInfo | None
    best_lowest: bool
    clocks: tuple[Clock[E], ...]
    """In order: the first one that fits a choice times it."""
