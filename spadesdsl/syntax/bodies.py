"""The nodes that sentences are made of: what follows the name of a rule, and the parts of it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from spadesdsl.syntax.expressions import Call, Expr, Expression, Name, Number
from spadesdsl.syntax.node import Holder, Keyword, Node, Others, OwnName, Text, Then, Unit

if TYPE_CHECKING:
    from spadesdsl.syntax.nodes import Rule

# ---------------------------------------------------------------- parts of a sentence


class Range(Node):
    """`from a to b [step s]`."""

    form = "from {low:sum} to {high:sum}[ step {step:sum}]"
    low: Expr
    high: Expr
    step: Expr | None = None


class Labelled(Node):
    """`none "no trump"`: a choice, and how people read it."""

    form = "{item} {label:quoted}"
    item: Expr
    label: Text


class Values(Node):
    """A list: `suits`, `ranks`, `seats`, `add`, `remove`, `dummy`, `trust`, the bid types of a round."""

    form = "{items:,/}"
    kinds: ClassVar[Iterable[str]] = ()
    items: tuple[Expr | Labelled, ...]

    @property
    def values(self) -> tuple[Expr, ...]:
        """The items without what people read."""
        return tuple(one.item if isinstance(one, Labelled) else one for one in self.items)


class Listed(Values):
    """`of suit, grand, null`: all values of a parameter; words mean themselves."""

    form = "of {items:,/}"
    kinds = ("listed", "listed_first")

    @property
    def labels(self) -> tuple[str, ...]:
        """How people read each choice; empty for one that reads as it is written."""
        return tuple(one.label if isinstance(one, Labelled) else "" for one in self.items)


class Parameter(Node):
    """One parameter of a bid or a decision: `n from 1 to 13`, `s in suits`, `k of suit, grand, null`.

    The words of `choose format of mirrors, suicide` are a parameter with the decision's own name.
    """

    form = "{name} in {choices:sum}"
    name: OwnName
    choices: Range | Listed | Expr
    """A range of numbers, a list, or a set."""

    def template(self) -> str:
        """Return its form: a range and a list have a word of their own."""
        return self.form if isinstance(self.choices, Expression) else "{name} {choices}"


class Place(Node):
    """`above rule`, `below rule`, `above all`, `below all`."""

    form = "{above:above|below} {rule|all}"
    above: bool
    rule: str | None
    """None for `all`."""


class Moment(StrEnum):
    """When a timed sentence is asked or done."""

    BEFORE_EACH = "before each"
    AFTER_EACH = "after each"
    WITH_EACH = "with each"
    AFTER = "after"
    ANY_TIME = "any time during"


class Timing(Node):
    """`before each trick`, `after each card`, `with each card`, `after claim`, `any time during play`."""

    form = "{moment} {what}"
    moment: Moment
    what: str
    """`trick`, `card`, a decision's name, a phase."""


class Turns(StrEnum):
    """How the deciders after `by` are asked."""

    ONE = "one"
    """`by dealer`: one seat; or a side, for which the first member to answer speaks."""
    EACH = "each"
    """`by each player from left of dealer`: once each in turn."""
    AT_ONCE = "at once"
    """`by each player at once`: nobody sees another's answer before all are in."""


class By(Node):
    """Who decides: `by dealer`, `by each player from left of dealer until c`, `by each player at once`, `by team`."""

    kinds = ("by_one", "by_each", "by_each_at_once")
    turns: Turns
    who: Expr
    """The seat or side (ONE); for the others the noun as a `Name` (`player`, `team`, `member`, `seat`)."""
    start: Expr | None = None
    """After `from`."""
    until: Expr | None = None
    """`until c`: round and round until c holds."""
    stopping: Expr | None = None
    """`stopping when c`: once each, ending as soon as c holds."""

    def template(self) -> str:
        """Return its form, which depends on the turns."""
        turns = {Turns.ONE: "{who}", Turns.EACH: "each {who}[ from {start}]", Turns.AT_ONCE: "each {who} at once"}
        return f"by {turns[self.turns]}[//until {{until}}][//stopping when {{stopping}}]"


class Face(StrEnum):
    """Who sees a card, if not only the owner of the hand."""

    UP = "face up"
    DOWN = "face down"


class Assign(Node):
    """`name = value`, in `set`, `with`, `preset` and the sheets of examples; `preset = name` is a group of them."""

    form = "{name} = {value}"
    name: Keyword
    value: Expr


class Fixing(Assign):
    """`proved = no`, after `with`, where `and` joins it to the next."""

    form = "{name} = {value:sum}"


# ---------------------------------------------------------------- bodies


class Amount(Node):
    """One expression: the body of `let`, `must`, `score`, `dealer`, `lead`, `trick winner` and the like."""

    form = "{value}"
    kinds = ()
    value: Expr


class Case(Node):
    """`case c: e "sentence"`; `condition` is None for `otherwise`."""

    form = "case {condition}://{value}[//{sentence:quoted}]"
    kinds = {"case": {}, "otherwise": {"condition": None}}
    condition: Expr | None
    value: Expr
    sentence: Text | None = None

    def template(self) -> str:
        """Return its form."""
        return self.form if self.condition is not None else self.form.replace("case {condition}", "otherwise")


class Cases(Node):
    """The block of a `score`."""

    kinds = ()
    cases: tuple[Case, ...]


class OptionBody(Node):
    """`= default of a, b`, `= default from 1 to 9`."""

    kinds = ()
    default: Expr
    choices: tuple[Expr, ...] | Range
    """Listed values, or a range; an option without any is reported where it is checked."""

    def template(self) -> str:
        """Return its form."""
        listed = "{default} of {choices:,/}" if self.choices else "{default}"
        return "{default} {choices}" if isinstance(self.choices, Range) else listed


class Trumps(Node):
    """`trumps: suit, topped by c, c`; `trumps: none` has the Name `none`."""

    form = "{suit}[,/topped by {topped:,/}]"
    kinds = ("topped", "values")
    suit: Expr
    topped: tuple[Expr, ...] = ()


class Teams(Node):
    """`teams none`; `teams of 2 "Old", "Young"`; `teams after bidding: declarer with Table, others alone`."""

    kinds = ("teams_word", "teams_of", "teams_after")
    size: int | None
    """Members of a team, who sit evenly spaced round the table; None for the other two forms."""
    after: str | None = None
    """The phase after which sides are made."""
    first: Expr | None = None
    partner: Expr | None = None
    """`first with partner`."""
    others: Others | None = None
    """`alone` or `together`."""
    labels: tuple[Text, ...] = ()
    """How people read the sides, that of the first seat first."""

    def template(self) -> str:
        """Return its form."""
        if self.after is not None:
            return "after {after}: {first} with {partner}, others {others}"
        return "none" if self.size is None else "of {size}[ {labels:quoted}]"


class Give(Node):
    """`[n from] source to target [from start] [face up|face down] [seen by x]`; also what a `pass` passes.

    Without a number all cards of `source` move. If `source` is a stock or a pile, its first (top) cards are taken.
    """

    kinds = ("move",)
    how_many: Expr | None
    source: Expr
    target: Expr = Name("hand")
    """A zone or a seat; left as it is if `each` is given."""
    each: Holder | None = None
    """`player` or `seat` for `to each player`."""
    start: Expr | None = None
    """`from left of dealer` after `to each player`."""
    face: Face | None = None
    seen_by: Expr | None = None

    def template(self) -> str:
        """Return its form."""
        target = "each {each}" if self.each is not None else "{target}"
        return f"give [{{how_many}} from ]{{source}} to {target}[ from {{start}}][ {{face}}][ seen by {{seen_by}}]"


class Show(Node):
    """`show x to everyone`, `show x to partner`."""

    form = "show {cards} to {to|everyone}"
    kinds = ()
    cards: Expr
    to: Expr | None
    """None for `everyone`."""


class Shuffle(Node):
    """`shuffle hand`: from now on the hand is a pile whose order and faces nobody knows."""

    form = "shuffle {cards}"
    cards: Expr


class Redeal(Node):
    """`redeal by seat [as a new deal]`."""

    form = "redeal by {dealer}{is_new: as a new deal}"
    dealer: Expr
    is_new: bool


class Skip(Node):
    """`skip play`."""

    form = "skip {phase}"
    phase: str


class Award(Node):
    """`award 1 to seat`, `award rest to seat`: tricks counted without being played."""

    form = "award {tricks|rest} to {to}"
    kinds = ()
    tricks: Expr | None
    """None for `rest`."""
    to: Expr


class MakeBid(Node):
    """`bid agreed(10)` as an action: the seat's (or its side's) bid is now this."""

    form = "bid {bid}"
    bid: Expr


class Fix(Node):
    """`let name = e` inside a decision: a value fixed when the decision is made."""

    form = "let {name} = {value}"
    name: OwnName
    value: Expr


class Nothing(Node):
    """`nothing`: saying it is the only effect."""

    form = "nothing"
    kinds = ()


Action: TypeAlias = Give | Show | Shuffle | Redeal | Skip | Award | MakeBid | Fix | Nothing


class Actions(Node):
    """What happens: the body of `give`, `show` … and `pass` (one), of `may` and `choose` (some, `;` between them)."""

    form = "{actions:;/}"
    actions: tuple[Action, ...]


class Block(Node):
    """The block of a `bid` or a `round`: rules of their own. A round lists its bid types in `values`, after `:`."""

    form = "{values:,/}"
    kinds = ()
    rules: tuple[Rule, ...]
    values: tuple[Expr, ...] = ()


class TallyVerb(StrEnum):
    """What a step of a tally does."""

    ADD = "add"
    RESET = "reset"
    FULL = "full at"


class TallyStep(Node):
    """`add e [when c]`, `reset [when c]`, `full at n [losing the rest [when c]]`."""

    form = "{verb}[ {amount}]{loses_rest: losing the rest}[ when {when}]"
    kinds = {"add": {"verb": TallyVerb.ADD}, "reset": {"verb": TallyVerb.RESET}, "full": {"verb": TallyVerb.FULL}}
    verb: TallyVerb
    amount: Expr | None
    """None for `reset`."""
    when: Expr | None = None
    """For `full at`: the `when` of `losing the rest`."""
    loses_rest: bool = False


class Steps(Node):
    """The steps of a tally, in the order written."""

    form = "{steps:,/}"
    steps: tuple[TallyStep, ...]


class Playing(Node):
    """`a plays for b`; `a` is the Name `nobody` if a seat sits out."""

    form = "{player} plays for {seat}"
    kinds = ("control",)
    player: Expr
    seat: Expr


class Word(Node):
    """A word of a closed list: `tie level: play on`, `best score lowest`, `trick equal: cancel`."""

    form = "{word}"
    kinds = ()
    word: str


class Time(Node):
    """A time: `10 seconds, then lowest`, `90 minutes`, `until 22`."""

    kinds = {"limit": {}, "hour": {"unit": ""}}
    amount: Expr
    unit: Unit
    """`seconds`, `minutes` or `hours`; empty for `until`, where the amount is an hour of the day."""
    then: Then = ""
    """What is chosen when time runs out: a word of `THEN_WORDS`."""
    bid: Name | Call | None = None
    """The bid that is made then."""

    def template(self) -> str:
        """Return its form; of one there is one second."""
        if not self.unit:
            return "until {amount}"
        unit = self.unit.removesuffix("s") if self.amount == Number(Fraction(1)) else self.unit
        then = ",/then {then}" if self.then else "[,/then bid {bid}]"
        return f"{{amount}} {unit}{then}"


Body: TypeAlias = (
    Amount | Cases | Values | OptionBody | Trumps | Teams | Actions | Block | Steps | Playing | Time | Word | None
)
