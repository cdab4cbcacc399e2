"""Terms: expressions whose names and types are settled. What `check` makes of `syntax` nodes and `binding` compiles.

Where a node says `taken`, a term says *whose*. Every variable has a name that is unique where it is visible.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from spadesdsl.source import NOWHERE, Span


class Kind(StrEnum):
    """The kinds of value. The last five are amounts."""

    SEAT = "seat"
    SIDE = "side"
    SUIT = "suit"
    RANK = "rank"
    CARD = "card"
    BID = "bid"
    TRICK = "trick"
    WORD = "word"
    TRUTH = "yes or no"
    NOBODY = "nobody"
    """Of the name `nobody` alone: fits every kind."""
    POINTS = "points"
    TRICKS = "tricks"
    CARDS = "cards"
    COUNTS = "counts"
    NUMBER = "plain number"


AMOUNTS = frozenset({Kind.POINTS, Kind.TRICKS, Kind.CARDS, Kind.COUNTS, Kind.NUMBER})


@dataclass(frozen=True, slots=True)
class Type:
    """A kind, or a set of it."""

    kind: Kind
    many: bool = False
    words: tuple[str, ...] = ()
    """Of a word: those that it can be."""

    @property
    def is_amount(self) -> bool:
        """Whether values can be added and compared with `<`."""
        return self.kind in AMOUNTS and not self.many


Value: TypeAlias = int | Fraction | bool | str | None
"""Suits, ranks, seats, sides and cards by index: suits low to high, ranks low to high (0 is the lowest),
seats and sides in the order of the table, cards as faces in the order of `CheckedGame.faces`. None is nobody."""


@dataclass(frozen=True, slots=True)
class Const:
    """A value known when the file is read."""

    value: Value
    type: Type
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Var:
    """A variable.

    Free ones are given by the place of the expression: `player` and `side` (the subject: who decides or who is
    scored; `side` is always the player's side where both are bound), `card` (the one judged, in a `must` of the play),
    and a parameter of the bid or decision being offered (under its own name, prefixed: `param:n`).
    Quantities and quantifiers bind others (`v1`, `v2` …).
    """

    name: str
    type: Type
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class OptionRef:
    """The value of an option; a constant by the time of binding."""

    name: str
    type: Type
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class LetRef:
    """A named quantity, of a subject where it is `for each …` or of the scoring section."""

    let: str
    """Key in `CheckedGame.lets`."""
    subject: Term | None
    type: Type
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ZoneRef:
    """The cards of a zone (`stock`, `discards`, or declared), top first; of a player where each has one."""

    zone: str
    owner: Term | None
    type: Type = Type(Kind.CARD, many=True)
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Moved:
    """The cards that a named `give` or `show` last moved or laid open in this deal, wherever they lie now."""

    rule: str
    """Key of the rule: `deal.turn_up`."""
    type: Type = Type(Kind.CARD, many=True)
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TallyRef:
    """A tally of its holder: as it stands, as it stood before this deal, or how often it was filled in this deal."""

    tally: str
    holder: Term | None
    """A side or seat; None for a tally of the table."""
    which: str
    """`now`, `before` or `filled`."""
    type: Type = Type(Kind.COUNTS)
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """A parameter of what was answered, or a value fixed there by `let`: of `who`, or of the last seat that made it."""

    decision: str
    name: str
    who: Term | None
    type: Type
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Did:
    """Whether `who` (a seat or side; None: anybody) made a decision, said yes to it, with these answers where given."""

    who: Term | None
    decision: str
    """A decision's name; `bid` for any bid."""
    arguments: tuple[Term, ...] = ()
    type: Type = Type(Kind.TRUTH)
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class IsBid:
    """Whether a bid is of one of these types, with these parameters where given."""

    bid: Term
    bid_type: str
    arguments: tuple[Term, ...] = ()
    type: Type = Type(Kind.TRUTH)
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class BidParameter:
    """A parameter of a bid; nobody where that bid has none of this name."""

    bid: Term
    name: str
    type: Type = Type(Kind.NUMBER)
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Broke:
    """Whether a seat broke a rule that the table trusts, in a trick that is over."""

    who: Term
    trust: str
    type: Type = Type(Kind.TRUTH)
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Ran:
    """A clock: how often `who` ran out of time in this deal, or, of the whole game, whether its time is up."""

    clock: str
    who: Term | None
    """A seat or side; None for a clock of the whole game."""
    type: Type
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Op:
    """A property, function, comparison or connective, by its name in `spadesdsl.check.vocabulary`."""

    op: str
    arguments: tuple[Term, ...]
    type: Type
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Filter:
    """The part of a set for whose elements a condition holds."""

    of: Term
    variable: str
    condition: Term
    type: Type
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Holds:
    """A quantifier: `some`, `every` or `no` element satisfies the condition."""

    quantifier: str
    of: Term
    variable: str
    condition: Term
    type: Type = Type(Kind.TRUTH)
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Fold:
    """`sum`, `most` or `least` of an amount over a set; 0 over the empty set."""

    how: str
    of: Term
    variable: str
    body: Term
    type: Type
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Extreme:
    """The `highest` or `lowest` card of a set by keys (each a term over `variable`); without keys by rank."""

    highest: bool
    of: Term
    variable: str
    keys: tuple[Term, ...]
    type: Type = Type(Kind.CARD)
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Run:
    """`final` or `longest` run of neighbouring tricks in the set `over` (all tricks) for which the condition holds."""

    how: str
    of: Term
    variable: str
    condition: Term
    type: Type = Type(Kind.TRICKS)
    span: Span = field(default=NOWHERE, compare=False, repr=False)


Term: TypeAlias = (
    Const
    | Var
    | OptionRef
    | LetRef
    | ZoneRef
    | Moved
    | TallyRef
    | Answer
    | Did
    | IsBid
    | BidParameter
    | Broke
    | Ran
    | Op
    | Filter
    | Holds
    | Fold
    | Extreme
    | Run
)
