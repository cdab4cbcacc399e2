"""The nodes of sentences and files: frozen, typed, each with the span of its words, which does not count for equality.

A file is a `Document` of `Item`s. Nearly every item is a `Rule`: one skeleton for every sentence of the language. Names
in nodes are as written; `spadesdsl.check` works out what they mean. `syntax.bodies` has the nodes of what a sentence
says, `syntax.expressions` those of values, and `syntax.examples` those of worked examples.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

from spadesdsl.frozen import field, fields, replace
from spadesdsl.source import NOWHERE, Span
from spadesdsl.syntax.bodies import (
    Action,
    Actions,
    Amount,
    Assign,
    Block,
    Body,
    By,
    Case,
    Cases,
    Face,
    Parameter,
    Place,
    Timing,
    Values,
)
from spadesdsl.syntax.expressions import Expr
from spadesdsl.syntax.node import Holder, Keyword, Node, Subject, Text, below

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spadesdsl.syntax.examples import Example

# ---------------------------------------------------------------- items


class Remark(Node):
    """`source "…"` or `note "…"`."""

    form = "{keyword} {text:quoted}"
    keyword: Keyword
    text: Text


class Change(StrEnum):
    """Whether a sentence adds a rule or changes an existing one."""

    ADD = ""
    REPLACE = "replace "


class Rule(Node):
    """A sentence: keyword, name, what it says. Those that take pieces have a class of their own, with a field for each.

    This one is for all that take none: `seats`, `teams`, `dealer`, `trick` and the like.
    """

    kinds = ()
    keywords: ClassVar[Iterable[str]] = ()
    keyword: str
    """`must`, `may`, `score`, `option`, `let`, `seats`, `trumps` …"""
    body: Body = None
    name: str | None = field(default=None, kw_only=True)
    """None for the declarations that need no name (`seats`, `suits`, `ranks`, `trumps`, `packs`, `teams`)."""
    change: Change = field(default=Change.ADD, kw_only=True)
    sentence: str | None = field(default=None, kw_only=True)
    """For people."""
    remarks: tuple[Remark, ...] = field(default=(), kw_only=True)
    name_span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)

    def without(self, *names: str) -> Self:
        """Return the sentence as if some of its fields were not written; it need not have them."""
        usual: dict[str, Any] = {one.name: one.default for one in fields(self) if one.name in names}
        return replace(self, **usual)

    @property
    def place(self) -> Place | None:
        """Where it comes among its like, if it can say so."""
        return None

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """What is chosen with it, if that is said of it: with a bid or a decision."""
        return ()

    @property
    def inner(self) -> tuple[Rule, ...]:
        """The sentences in its block."""
        return self.body.rules if isinstance(self.body, Block) else ()

    @property
    def values(self) -> tuple[Expr, ...]:
        """The list that it gives, or the one value."""
        match self.body:
            case Values(values=values) | Block(values=values):
                return values
            case Amount(value=value):
                return (value,)
            case _:
                return ()

    @property
    def actions(self) -> tuple[Action, ...]:
        """What happens by it."""
        return self.body.actions if isinstance(self.body, Actions) else ()

    @property
    def cases(self) -> tuple[Case, ...]:
        """Its cases; none if it has a single answer."""
        return self.body.cases if isinstance(self.body, Cases) else ()


class About(Rule):
    """`about "…"`, and the remarks `source` and `note`."""

    keywords = ("about", "source", "note")
    label: Text | None = None


class Option(Rule):
    """A setting that each table can choose."""

    keywords = ("option",)
    ask: Text | None = None
    """The question that a file leaves open if it does not set the option."""


class Zone(Rule):
    """A place for cards: `zone kitty`, `zone upcard face up`, `zone aside of each player seen by player`."""

    keywords = ("zone",)
    label: Text | None = None
    each: Holder | None = None
    """`player` or `seat`, if each has one."""
    face: Face | None = None
    seen_by: Expr | None = None


class Add(Rule):
    """Cards added to the pack."""

    keywords = ("add",)
    suitless: bool = False
    """`in no suit`."""


class Conditional(Rule):
    """`trumps` and `control`: what holds when something is so."""

    keywords = ("trumps", "control")
    when: Expr | None = None


class Ranked(Rule):
    """`order` and the endings: the first of them whose condition is true counts."""

    keywords = ("order", "win", "lose", "out")
    place: Place | None = None
    when: Expr | None = None


class Must(Rule):
    """Which cards or bids a player must choose from, if able."""

    keywords: ClassVar[Iterable[str]] = ("must",)
    during: str | None = None
    """The bidding round that it applies to."""
    place: Place | None = None
    when: Expr | None = None


class Clock(Must):
    """How long a choice or the game may take."""

    keywords = ("clock",)


class Let(Rule):
    """A quantity with a name."""

    keywords = ("let",)
    each: Subject | None = None
    """`for each player`."""
    instead_of: tuple[str, ...] = ()
    """The quantities that it replaces."""


class Score(Rule):
    """A line of the score sheet."""

    keywords = ("score",)
    place: Place | None = None
    instead_of: tuple[str, ...] = ()
    """The lines that are 0 when this one counts."""
    when: Expr | None = None


class Tally(Rule):
    """Something counted from deal to deal."""

    keywords = ("tally",)
    of_table: bool = False
    """`of the table`: one for all."""


class Round(Rule):
    """A round of bidding, in turn."""

    keywords = ("round",)
    place: Place | None = None
    by: By | None = None
    when: Expr | None = None


class Do(Rule):
    """What happens in a phase: cards are given, shown or shuffled, hands are thrown in."""

    keywords: ClassVar[Iterable[str]] = ("give", "show", "shuffle", "redeal", "skip", "award")
    place: Place | None = None
    timing: Timing | None = None
    by: By | None = None
    when: Expr | None = None


class Ask(Do):
    """What a player may or must choose, with what happens then."""

    keywords = ("may", "choose", "pass")
    parameters: tuple[Parameter, ...] = ()
    label: Text | None = None
    """How people read it, `{s}` for a parameter."""


class Bid(Rule):
    """A kind of bid."""

    keywords = ("bid",)
    parameters: tuple[Parameter, ...] = ()
    label: Text | None = None
    """How the bid is written, `{n}` for a parameter."""
    by: By | None = None
    is_final: bool = False
    """Whether its bidder bids no more."""
    before_looking: bool = False
    when: Expr | None = None
    needs_yes: Expr | None = None
    """`needs yes from x`."""
    contract: Expr | None = None
    """What it adds to its side's contract."""


RULES: dict[str, type[Rule]] = {
    keyword: cls
    for cls in (About, Option, Zone, Add, Conditional, Ranked, Must, Clock, Let, Score, Tally, Round, Do, Ask, Bid)
    for keyword in cls.keywords
}
"""By keyword: the class of a sentence that takes pieces."""


class Drop(Node):
    """`drop score overtricks, bag_fine`, `drop example "title"`, `drop preset short`."""

    keyword: str
    names: tuple[str, ...]
    """For a declaration without a name: empty."""
    name_spans: tuple[Span, ...] = field(default=(), compare=False, repr=False, kw_only=True)
    sentence: str | None = None
    """For people: "Spades may be led at any time."."""


class DropDeals(Node):
    """`drop on deal 4 of every 4`: the rules for these deals that the parent and the packs have."""

    deals: tuple[int, ...]
    every: int | None

    def template(self) -> str:
        """Return its form."""
        return f"drop {on_deals(self.deals)}"


class SetOptions(Node):
    """`set a = 1, b = 2`."""

    form = "set {assigns:,/}"
    assigns: tuple[Assign, ...]


class Preset(Node):
    """`preset short "A short game": target = 250, bag_limit = 5`."""

    form = "{change}preset {name} {title:quoted}://{assigns:,/}"
    name: str
    title: Text
    assigns: tuple[Assign, ...]
    change: Change = field(default=Change.ADD, kw_only=True)


class Include(Node):
    """`include pack with a = 1, b = 2`."""

    form = "include {pack}[//with {assigns:,/}]"
    pack: str
    assigns: tuple[Assign, ...] = ()


class Prefer(Node):
    """`prefer pack over pack for section.rule`."""

    form = "prefer {pack} over {over} for {section}.{rule}"
    pack: str
    over: str
    section: str
    rule: str


class Section(Node):
    """`table {…}`, `deal {…}`, `play {…}`, `scoring for each team {…}`, `phase p before q {…}` and the others."""

    form = "{keyword}[ {name}][ {place: }][ for each {each}]"
    keyword: str
    """`phase` for a phase of the file's own."""
    name: str | None
    """The phase's name; else None."""
    items: tuple[Rule | Drop, ...]
    each: str | None = None
    """`team`, `player`, `side` of a scoring section."""
    place: tuple[str, str] | None = None
    """(`before` or `after`, phase) of a phase; None if the phase already exists."""


class OnDeal(Node):
    """`on deal 1 {…}`, `on deals 2, 5 {…}`, `on deal 5 of every 8 {…}`."""

    deals: tuple[int, ...]
    every: int | None
    items: tuple[Item, ...]

    def template(self) -> str:
        """Return its form."""
        return on_deals(self.deals)


def on_deals(deals: tuple[int, ...]) -> str:
    """Return the form of the deals that rules are for."""
    return f"on {'deals' if len(deals) > 1 else 'deal'} {{deals:, }}[ of every {{every}}]"


Item: TypeAlias = "Rule | Drop | DropDeals | SetOptions | Preset | Include | Prefer | Section | OnDeal | Example"


class Document(Node):
    """A whole file: a variant (a game) or a pack (rules for a game)."""

    form = "{kind} {name}[ {title:quoted}][ extends {extends}][ @ {pin}][ for {pack_for}]"
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
    name_span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)
    version_span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)
    about_span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)
    extends_span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


def walk(node: Node, rule: Rule | None = None) -> Iterator[tuple[Node, Rule | None]]:
    """Yield a node and all below it, each with the sentence that it is in."""
    waiting = [(node, rule)]
    while waiting:
        one, around = waiting.pop()
        inner = one if isinstance(one, Rule) else around
        yield one, inner
        waiting += [(part, inner) for part in reversed(below(one))]
