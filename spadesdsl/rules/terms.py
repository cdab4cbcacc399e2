"""Terms: expressions whose names and types are settled. `check` makes them from nodes and `binding` compiles them.

For a node that says `taken`, a term says *whose*. Every variable has a name that is unique where it is visible.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from spadesdsl.frozen import Frozen, field
from spadesdsl.source import NOWHERE, Span


class Kind(StrEnum):
    """The kinds of value. The last five are amounts."""

    SEAT = "seat"
    SIDE = "side"
    SUIT = "suit"
    RANK = "rank"
    CARD = "card"
    BID = "bid"
    CALL = "call"
    """A bid when it was made: `bid` alone is a player's latest."""
    TRICK = "trick"
    WORD = "word"
    TRUTH = "yes or no"
    NOBODY = "nobody"
    """Only for the name `nobody`: fits every kind."""
    POINTS = "points"
    TRICKS = "tricks"
    CARDS = "cards"
    COUNTS = "counts"
    NUMBER = "plain number"


AMOUNTS = frozenset({Kind.POINTS, Kind.TRICKS, Kind.CARDS, Kind.COUNTS, Kind.NUMBER})


class Type(Frozen):
    """A kind, or a set of it."""

    kind: Kind
    many: bool = False
    words: tuple[str, ...] = ()
    """For a word: its possible values. For a suit or a seat: `none`, if that is one of the choices."""

    @property
    def has_none(self) -> bool:
        """Whether nobody, or no suit, is one of the choices."""
        return self.kind in (Kind.SUIT, Kind.SEAT) and bool(self.words)

    @property
    def is_amount(self) -> bool:
        """Whether values can be added and compared with `<`."""
        return self.kind in AMOUNTS and not self.many


Value: TypeAlias = int | Fraction | bool | str | None
"""Suits, ranks, seats, sides and cards by index: suits low to high, ranks low to high (0 is the lowest),
seats and sides in the order of the table, cards as faces in the order of `Rules.faces`. None is nobody."""


class Placed(Frozen):
    """A term, and where it is written."""

    span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


class Const(Placed):
    """A value known when the file is read."""

    value: Value
    type: Type


class Var(Placed):
    """A variable.

    Free ones are given by the place of the expression: `player` and `side` (the subject: who decides or who is scored;
    `side` is always the player's side if both are bound), `card` (the one judged, in a `must` of the play), and a
    parameter of the bid or decision on offer (under its own name, prefixed: `param:n`). Quantities and quantifiers bind
    others (`v1`, `v2` …).
    """

    name: str
    type: Type


class OptionRef(Placed):
    """The value of an option; a constant by the time of binding."""

    name: str
    type: Type


class LetRef(Placed):
    """A named quantity; of a subject if it is `for each …` or in the scoring section."""

    let: str
    """Key in `Rules.lets`."""
    subject: Term | None
    type: Type


class ZoneRef(Placed):
    """The cards of a zone (`stock`, `discards`, or declared), top first; of a player if each has one."""

    zone: str
    owner: Term | None
    type: Type = Type(Kind.CARD, many=True)


class Moved(Placed):
    """The cards that a named `give` or `show` last moved or showed in this deal, wherever they are now."""

    rule: str
    """Key of the rule: `deal.turn_up`."""
    type: Type = Type(Kind.CARD, many=True)


class TallyRef(Placed):
    """A tally of its holder: now, before this deal, or how often it was filled in this deal."""

    tally: str
    holder: Term | None
    """A side or seat; None for a tally of the table."""
    which: str
    """`now`, `before` or `filled`."""
    type: Type = Type(Kind.COUNTS)


class Answer(Placed):
    """A parameter of an answer, or a value fixed there by `let`: of `who`, or of the last seat that made it."""

    decision: str
    name: str
    who: Term | None
    type: Type


class Did(Placed):
    """Whether `who` (a seat or side; None: anybody) made a decision, said yes to it, with these answers if given."""

    who: Term | None
    decision: str
    """A decision's name; `bid` for any bid."""
    arguments: tuple[Term, ...] = ()
    type: Type = Type(Kind.TRUTH)


class IsBid(Placed):
    """Whether a bid is of one of these types, with these parameters if given."""

    bid: Term
    bid_type: str
    arguments: tuple[Term, ...] = ()
    type: Type = Type(Kind.TRUTH)


class BidParameter(Placed):
    """A parameter of a bid; nobody if that bid has none of this name."""

    bid: Term
    name: str
    type: Type = Type(Kind.NUMBER)


class Broke(Placed):
    """Whether a seat broke a trusted rule, in a finished trick."""

    who: Term
    trust: str
    type: Type = Type(Kind.TRUTH)


class Ran(Placed):
    """A clock: how often `who` ran out of time in this deal, or, for the whole game, whether time is up."""

    clock: str
    who: Term | None
    """A seat or side; None for a clock of the whole game."""
    type: Type


class Op(Placed):
    """A property, function, comparison or connective, by its name in `spadesdsl.rules.operations`."""

    op: str
    arguments: tuple[Term, ...]
    type: Type


class Filter(Placed):
    """The elements of a set that satisfy the condition."""

    of: Term
    variable: str
    condition: Term
    type: Type


class Holds(Placed):
    """A quantifier: `some`, `every` or `no` element satisfies the condition."""

    quantifier: str
    of: Term
    variable: str
    condition: Term
    type: Type = Type(Kind.TRUTH)


class Fold(Placed):
    """`sum`, `most` or `least` of an amount over a set; 0 over the empty set."""

    how: str
    of: Term
    variable: str
    body: Term
    type: Type


class Extreme(Placed):
    """The `highest` or `lowest` card of a set by keys (each a term over `variable`); without keys by rank."""

    highest: bool
    of: Term
    variable: str
    keys: tuple[Term, ...]
    type: Type = Type(Kind.CARD)


class Run(Placed):
    """`final` or `longest` run of neighbouring tricks in the set `over` (all tricks) that satisfy the condition."""

    how: str
    of: Term
    variable: str
    condition: Term
    type: Type = Type(Kind.TRICKS)


Term: TypeAlias = (
    Const | Var | OptionRef | LetRef | ZoneRef | Moved | TallyRef | Answer | Did | IsBid | BidParameter | Broke | Ran
    | Op | Filter | Holds | Fold | Extreme | Run
)  # fmt: skip
