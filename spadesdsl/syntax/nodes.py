"""The nodes of a parsed file: frozen, typed, each with the span of its words, which does not count for equality.

A file is a `Document` of `Item`s. Nearly every item is a `Rule`: one skeleton for every sentence of the language. Names
in nodes are as written; `spadesdsl.check` works out what they mean.
"""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from spadesdsl.frozen import dataclass
from spadesdsl.source import NOWHERE, Span

if TYPE_CHECKING:
    from fractions import Fraction

# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number or a half: `10`, `0.5`. A rank written in digits is a number too."""

    value: Fraction
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Truth:
    """`always` and `never` in conditions, `yes` and `no` as values of options."""

    word: str
    """The word as written."""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Name:
    """A name: an option, a `let`, a seat, a suit, a property of the innermost subject."""

    name: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class CardName:
    """A card by rank and initial of its suit: `AS`, `10H` (`TH` is read as `10H`)."""

    rank: str
    """`A`, `K`, `10` …"""
    suit: str
    """The capital initial of the suit."""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class RankName:
    """A rank by its letter: `A`, `K`. A rank in digits is a `Number`."""

    rank: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Property:
    """`x.y`."""

    of: Expr
    name: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Call:
    """`name(x, y)`: a function, a bid with its parameters, an answer with its parameters."""

    name: str
    arguments: tuple[Expr, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class OfPhrase:
    """`word [n] of x [in y] [over z] [comparing (k, …)]`.

    Every quantity and neighbour: `left of dealer`, `count of hand in spades`, `sum of taken over members`,
    `first 7 of tricks`, `highest of trick in trumps comparing (rank, suit)`, `J of called_suit`.
    """

    word: str
    """`left`, `count`, `sum`, `first` … or a rank: `J`."""
    of: Expr
    """The part after `of`."""
    number: Expr | None = None
    """The `n` of `first n of`, `last n of`."""
    within: Expr | None = None
    """The part after `in`."""
    over: Expr | None = None
    """The part after `over`."""
    keys: tuple[Expr, ...] = ()
    """The part after `comparing`."""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ListOf:
    """`[a, b]`."""

    items: tuple[Expr, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Where:
    """`(s where c)`, `(s as v where c)`: the part of a set."""

    of: Expr
    variable: str | None
    condition: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Negative:
    """`-x`."""

    operand: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


class Operator(StrEnum):
    """The word or sign between two operands."""

    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    DIVIDE = "/"
    EQUAL = "="
    UNEQUAL = "!="
    LESS = "<"
    AT_MOST = "<="
    MORE = ">"
    AT_LEAST = ">="
    IS = "is"
    IS_NOT = "is not"
    IN = "in"
    NOT_IN = "not in"
    BEATS = "beats"
    INCLUDES = "includes"
    AND = "and"
    OR = "or"


@dataclass(frozen=True, slots=True)
class Binary:
    """Two operands and the word or sign between them. `and`, `or`, `+`, `-`, `*`, `/` group to the left."""

    operator: Operator
    left: Expr
    right: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Not:
    """`not c`."""

    operand: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Did:
    """`x did d`, `x did d(answer)`, `x did bid`; without a subject after a quantifier's noun: `some player did d`."""

    subject: Expr | None
    name: str
    """A decision, or `bid`."""
    arguments: tuple[Expr, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Broke:
    """`x broke t`: whether a player broke a rule that the table takes on trust."""

    subject: Expr
    name: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


class Quantifier(StrEnum):
    """How many."""

    SOME = "some"
    EVERY = "every"
    NO = "no"


@dataclass(frozen=True, slots=True)
class Quantified:
    """`some player o in players has c`, `no trick t in tricks_won has c`, `every player did bid`."""

    quantifier: Quantifier
    noun: str
    """`player`, `member`, `opponent`, `team`, `side`, `card`, `trick`, `seat`."""
    variable: str | None
    within: Expr | None
    condition: Expr
    """After `has`; or a `Did` without subject."""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class If:
    """`if c then a else b`."""

    condition: Expr
    then: Expr
    otherwise: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Fallback:
    """`a, else b`: b if a is nobody or empty. Groups to the right."""

    first: Expr
    second: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


Expr: TypeAlias = (
    Number
    | Truth
    | Name
    | CardName
    | RankName
    | Property
    | Call
    | OfPhrase
    | ListOf
    | Where
    | Negative
    | Binary
    | Not
    | Did
    | Broke
    | Quantified
    | If
    | Fallback
)


# ---------------------------------------------------------------- parts of a sentence


@dataclass(frozen=True, slots=True)
class Range:
    """`from a to b [step s]`."""

    low: Expr
    high: Expr
    step: Expr | None = None
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Listed:
    """`of suit, grand, null`: all values of a parameter; words mean themselves."""

    items: tuple[Expr, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a bid or a decision: `n from 1 to 13`, `s in suits`, `k of suit, grand, null`.

    The words of `choose format of mirrors, suicide` are a parameter with the decision's own name.
    """

    name: str
    choices: Range | Listed | Expr
    """A range of numbers, a list, or a set."""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Place:
    """`above rule`, `below rule`, `above all`, `below all`."""

    above: bool
    rule: str | None
    """None for `all`."""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


class Moment(StrEnum):
    """When a timed sentence is asked or done."""

    BEFORE_EACH = "before each"
    AFTER_EACH = "after each"
    WITH_EACH = "with each"
    AFTER = "after"
    ANY_TIME = "any time during"


@dataclass(frozen=True, slots=True)
class Timing:
    """`before each trick`, `after each card`, `with each card`, `after claim`, `any time during play`."""

    moment: Moment
    what: str
    """`trick`, `card`, a decision's name, a phase."""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


class Turns(StrEnum):
    """How the deciders after `by` are asked."""

    ONE = "one"
    """`by dealer`: one seat; or a side, for which the first member to answer speaks."""
    EACH = "each"
    """`by each player from left of dealer`: once each in turn."""
    AT_ONCE = "at once"
    """`by each player at once`: nobody sees another's answer before all are in."""


@dataclass(frozen=True, slots=True)
class By:
    """Who decides: `by dealer`, `by each player from left of dealer until c`, `by each player at once`, `by team`."""

    turns: Turns
    who: Expr
    """The seat or side (ONE); for the others the noun as a `Name` (`player`, `team`, `member`, `seat`)."""
    start: Expr | None = None
    """After `from`."""
    until: Expr | None = None
    """`until c`: round and round until c holds."""
    stopping: Expr | None = None
    """`stopping when c`: once each, ending as soon as c holds."""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


class Face(StrEnum):
    """Who sees a card, if not only the owner of the hand."""

    UP = "face up"
    DOWN = "face down"


@dataclass(frozen=True, slots=True)
class Assign:
    """`name = value`, in `set`, `with`, `preset` and the sheets of examples; `preset = name` is a group of them."""

    name: str
    value: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


# ---------------------------------------------------------------- bodies


@dataclass(frozen=True, slots=True)
class Amount:
    """One expression: the body of `let`, `must`, `score`, `dealer`, `lead`, `trick winner` and the like."""

    value: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Case:
    """`case c: e "sentence"`; `condition` is None for `otherwise`."""

    condition: Expr | None
    value: Expr
    sentence: str | None = None
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Cases:
    """The block of a `score`."""

    cases: tuple[Case, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Values:
    """A list: `suits`, `ranks`, `seats`, `add`, `remove`, `dummy`, `trust`, the bid types of a round."""

    values: tuple[Expr, ...]
    suitless: bool = False
    """`in no suit`, of `add` alone."""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class OptionBody:
    """`= default of a, b`, `= default from 1 to 9`."""

    default: Expr
    choices: tuple[Expr, ...] | Range
    """Listed values, or a range."""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Trumps:
    """`trumps: suit, topped by c, c`; `trumps: none` has the Name `none`."""

    suit: Expr
    topped: tuple[Expr, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Teams:
    """`teams none`; `teams of 2`; `teams after bidding: declarer with Table, others alone`."""

    size: int | None
    """Members of a team, who sit evenly spaced round the table; None for the other two forms."""
    after: str | None = None
    """The phase after which sides are made."""
    first: Expr | None = None
    partner: Expr | None = None
    """`first with partner`."""
    others: str | None = None
    """`alone` or `together`."""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ZoneBody:
    """`zone kitty`, `zone upcard face up`, `zone aside of each player seen by player`."""

    each: str | None = None
    """`player` or `seat`, if each has one."""
    face: Face | None = None
    seen_by: Expr | None = None
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Give:
    """`[n from] source to target [from start] [face up|face down] [seen by x]`; also what a `pass` passes.

    Without a number all cards of `source` move. If `source` is a stock or a pile, its first (top) cards are taken.
    """

    number: Expr | None
    source: Expr
    target: Expr
    """A zone, a seat, or `Quantified`-free `each player` as `EachOf`."""
    each: str | None = None
    """`player` or `seat` for `to each player`; `target` is then the Name `hand`."""
    start: Expr | None = None
    """`from left of dealer` after `to each player`."""
    face: Face | None = None
    seen_by: Expr | None = None
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Show:
    """`show x to everyone`, `show x to partner`."""

    cards: Expr
    to: Expr | None
    """None for `everyone`."""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Shuffle:
    """`shuffle hand`: from now on the hand is a pile whose order and faces nobody knows."""

    cards: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Redeal:
    """`redeal by seat [as a new deal]`."""

    dealer: Expr
    is_new: bool
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Skip:
    """`skip play`."""

    phase: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Award:
    """`award 1 to seat`, `award rest to seat`: tricks counted without being played."""

    tricks: Expr | None
    """None for `rest`."""
    to: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class MakeBid:
    """`bid agreed(10)` as an action: the seat's (or its side's) bid is now this."""

    bid: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Fix:
    """`let name = e` inside a decision: a value fixed when the decision is made."""

    name: str
    value: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Nothing:
    """`nothing`: saying it is the only effect."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


Action: TypeAlias = Give | Show | Shuffle | Redeal | Skip | Award | MakeBid | Fix | Nothing


@dataclass(frozen=True, slots=True)
class Actions:
    """What happens: the body of `give`, `show` … and `pass` (one), of `may` and `choose` (some, `;` between them)."""

    actions: tuple[Action, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Block:
    """The block of a `bid` or a `round`: rules of their own. A round lists its bid types in `values`, after `:`."""

    rules: tuple[Rule, ...]
    values: tuple[Expr, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)


class TallyVerb(StrEnum):
    """What a step of a tally does."""

    ADD = "add"
    RESET = "reset"
    FULL = "full at"


@dataclass(frozen=True, slots=True)
class TallyStep:
    """`add e [when c]`, `reset [when c]`, `full at n [losing the rest [when c]]`."""

    verb: TallyVerb
    amount: Expr | None
    """None for `reset`."""
    when: Expr | None = None
    """For `full at`: the `when` of `losing the rest`."""
    loses_rest: bool = False
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TallyBody:
    """The steps of a tally, in the order written."""

    steps: tuple[TallyStep, ...]
    of_table: bool = False
    """`of the table`: one for all."""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Control:
    """`a plays for b`; `a` is the Name `nobody` if a seat sits out."""

    player: Expr
    seat: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a closed list: `tie level: play on`, `best score lowest`, `trick equal: cancel`."""

    word: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Clock:
    """A time: `10 seconds, then lowest`, `90 minutes`, `until 22`."""

    amount: Expr
    unit: str
    """`seconds`, `minutes` or `hours`; empty for `until`, where the amount is an hour of the day."""
    then: str = ""
    """What is chosen when time runs out: a word of `THEN_WORDS`."""
    bid: Name | Call | None = None
    """The bid that is made then."""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


Body: TypeAlias = (
    Amount
    | Cases
    | Values
    | OptionBody
    | Trumps
    | Teams
    | ZoneBody
    | Actions
    | Block
    | TallyBody
    | Control
    | Clock
    | Word
    | None
)


# ---------------------------------------------------------------- items


@dataclass(frozen=True, slots=True)
class Remark:
    """`source "…"` or `note "…"`."""

    keyword: str
    text: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


class Change(StrEnum):
    """Whether a sentence adds a rule or changes an existing one."""

    ADD = "add"
    REPLACE = "replace"


@dataclass(frozen=True, slots=True)
class Rule:
    """One sentence: keyword, name, place, when it is asked, who, condition, body, sentence for people."""

    keyword: str
    """`must`, `may`, `score`, `option`, `let`, `seats`, `trumps` …"""
    name: str | None = None
    """None for the declarations that need no name (`seats`, `suits`, `ranks`, `trumps`, `packs`, `teams`)."""
    body: Body = None
    change: Change = Change.ADD
    parameters: tuple[Parameter, ...] = ()
    """Of `bid`, `may`, `choose`."""
    label: str | None = None
    """For `bid`: how the bid is written, `{n}` for a parameter."""
    during: str | None = None
    """`during ROUND`: the bidding round that a `must` applies to."""
    place: Place | None = None
    timing: Timing | None = None
    by: By | None = None
    is_final: bool = False
    """`final` of a bid: its bidder bids no more."""
    before_looking: bool = False
    instead_of: tuple[str, ...] = ()
    """Of `score`: the lines that are 0 when this one counts."""
    each: str | None = None
    """`for each player` of a `let`."""
    when: Expr | None = None
    sentence: str | None = None
    """For people."""
    ask: str | None = None
    """Of `option`: the question that a file leaves open if it does not set the option."""
    needs_yes: Expr | None = None
    """`needs yes from x` of a bid."""
    contract: Expr | None = None
    """`contract e` of a bid: what it adds to its side's contract."""
    remarks: tuple[Remark, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    name_span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Drop:
    """`drop score overtricks, bag_fine`, `drop example "title"`, `drop preset short`."""

    keyword: str
    names: tuple[str, ...]
    """For a declaration without a name: empty."""
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    name_spans: tuple[Span, ...] = field(default=(), compare=False, repr=False)
    sentence: str | None = None
    """For people: "Spades may be led at any time."."""


@dataclass(frozen=True, slots=True)
class SetOptions:
    """`set a = 1, b = 2`."""

    assigns: tuple[Assign, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Preset:
    """`preset short "A short game": target = 250, bag_limit = 5`."""

    name: str
    title: str
    assigns: tuple[Assign, ...]
    change: Change = Change.ADD
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Include:
    """`include pack with a = 1, b = 2`."""

    pack: str
    assigns: tuple[Assign, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Prefer:
    """`prefer pack over pack for section.rule`."""

    pack: str
    over: str
    section: str
    rule: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Section:
    """`table {…}`, `deal {…}`, `play {…}`, `scoring for each team {…}`, `phase p before q {…}` and the others."""

    keyword: str
    """`phase` for a phase of the file's own."""
    name: str | None
    """The phase's name; else None."""
    items: tuple[Rule | Drop, ...]
    each: str | None = None
    """`team`, `player`, `side` of a scoring section."""
    place: tuple[str, str] | None = None
    """(`before` or `after`, phase) of a phase; None if the phase already exists."""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class OnDeal:
    """`on deal 1 {…}`, `on deals 2, 5 {…}`, `on deal 5 of every 8 {…}`."""

    deals: tuple[int, ...]
    every: int | None
    items: tuple[Item, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


# ---------------------------------------------------------------- examples


@dataclass(frozen=True, slots=True)
class Sheet:
    """`us { contract = 50, bags = 2 }`: amounts of a side or seat, by name of a line, a tally, or `score`."""

    who: str
    amounts: tuple[Assign, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class BidText:
    """`3`, `blind 6`, `"take 3"`: a bid as its label writes it, if that is more than a name."""

    text: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


BidNode: TypeAlias = Expr | BidText
"""A bid, or a decision: `nil` (`Name`), `tricks(3)` (`Call`), `blind 6` (`BidText`)."""


@dataclass(frozen=True, slots=True)
class GivenValue:
    """`deal = 3`, `dealer = South`, `trick_number = 5`."""

    name: str
    value: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class GivenCards:
    """`South holds AS KS` (top card first), `South won AC AD`, `kitty holds 9C 4C`, `South.aside holds 4C`."""

    who: str
    zone: str | None
    """The zone of theirs, if each has one; None for a hand, cards won, and a zone of the table."""
    verb: str
    """`holds` or `won`."""
    cards: tuple[Expr, ...]
    """`CardName`s, and `Name`s for added cards."""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class GivenTaken:
    """`South took 3`."""

    who: str
    tricks: int
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class GivenUnlooked:
    """`us not looked`."""

    who: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class GivenDid:
    """`South did name(hearts)`, `South did claim with proved = no`, `South broke t`, `South bid nil`."""

    who: str
    verb: str
    """`did`, `broke` or `bid`."""
    what: BidNode
    fixed: tuple[Assign, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)


Fact: TypeAlias = Sheet | GivenValue | GivenCards | GivenTaken | GivenUnlooked | GivenDid


@dataclass(frozen=True, slots=True)
class Given:
    """`given FACT, FACT`."""

    facts: tuple[Fact, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class BidsOf:
    """`us tricks(3), tricks(2)` or `West tricks(4)`."""

    who: str
    bids: tuple[BidNode, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Bids:
    """`bids us tricks(3), tricks(2); them tricks(4), tricks(3)`."""

    bids: tuple[BidsOf, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Plays:
    """`plays West AH, North KS low`: the trick so far, in order."""

    plays: tuple[tuple[str, Expr, Expr | None], ...]
    """Seat, card, and what is said with it, if anything: a name, or a call with the answers."""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TrickOf:
    """`West AH KH 2H 3H`: a finished trick, its leader and its cards clockwise."""

    leader: str
    cards: tuple[Expr, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Tricks:
    """`tricks West AH KH 2H 3H; North 2S 3S 4S 5S`: the last finished tricks, in order."""

    tricks: tuple[TrickOf, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Take:
    """`us take 7`, `us take 2 + 4` (by seat)."""

    who: str
    tricks: tuple[int, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class WinTricks:
    """`us win tricks 1 to 10`."""

    who: str
    first: int
    last: int
    span: Span = field(default=NOWHERE, compare=False, repr=False)


Outcome: TypeAlias = Take | WinTricks | GivenDid


@dataclass(frozen=True, slots=True)
class ExpectMoves:
    """`legal 7H 3D`, `illegal AS KS`, `legal bids tricks(4), nil`, `illegal bids nil`; `look` is a Name."""

    legal: bool
    bids: bool
    moves: tuple[BidNode, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ExpectTrick:
    """`South wins the trick`; `nobody wins the trick`."""

    who: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ExpectGame:
    """`us wins`: the game ends and this side has won it; `nobody wins`: the game goes on."""

    who: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ExpectAsked:
    """`North asked switch`, `North not asked switch`."""

    who: str
    decision: str
    is_asked: bool = True
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ExpectLate:
    """`too_slow plays 2C`, `too_slow bids tricks(3)`: what is chosen when that clock runs out."""

    clock: str
    what: BidNode
    is_bid: bool
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ExpectLead:
    """`West leads`: to the first trick, or to the one after those that are given."""

    who: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ExpectDealer:
    """`East deals next`: after this deal is scored, or thrown in."""

    who: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ExpectHeld:
    """`North holds 13`, `deck lacks 2C`, `stock holds 2`, `North.aside holds 4C`."""

    who: str
    """A seat, `deck`, `stock` or a zone."""
    zone: str | None
    held: int | tuple[Expr, ...]
    """How many cards, or some of them."""
    lacks: bool = False
    span: Span = field(default=NOWHERE, compare=False, repr=False)


Result: TypeAlias = (
    Sheet | ExpectMoves | ExpectTrick | ExpectGame | ExpectAsked | ExpectLead | ExpectDealer | ExpectHeld | ExpectLate
)


@dataclass(frozen=True, slots=True)
class Expect:
    """`expect RESULT; RESULT [because section.rule]`."""

    results: tuple[Result, ...]
    because: tuple[str, str] | None = None
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class CaseOf:
    """`case us take 7: us { score = 389 }`: one outcome, and its result."""

    outcomes: tuple[Outcome, ...]
    expect: Expect
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class NextDeal:
    """`next deal`: what follows is about the deal after the previous one."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


Line: TypeAlias = SetOptions | Given | Bids | Plays | Tricks | CaseOf | Expect | NextDeal
"""A line of an example."""


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: a test that lives in the file."""

    title: str
    lines: tuple[Line, ...]
    change: Change = Change.ADD
    remarks: tuple[Remark, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    title_span: Span = field(default=NOWHERE, compare=False, repr=False)


Item: TypeAlias = Rule | Drop | SetOptions | Preset | Include | Prefer | Section | OnDeal | Example


@dataclass(frozen=True, slots=True)
class Document:
    """A whole file: a variant (a game) or a pack (rules for a game)."""

    kind: str
    """`variant` or `pack`."""
    name: str
    title: str | None = None
    items: tuple[Item, ...] = ()
    language: int = 1
    """The version of the language that the file is written in; 1 if it does not say."""
    version: int | None = None
    """The variant's own version."""
    extends: str | None = None
    pin: int | None = None
    """The parent's version that the file was written for."""
    pack_for: str | None = None
    """`for standard`, of a pack."""
    about: str | None = None
    remarks: tuple[Remark, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    name_span: Span = field(default=NOWHERE, compare=False, repr=False)
    extends_span: Span = field(default=NOWHERE, compare=False, repr=False)
