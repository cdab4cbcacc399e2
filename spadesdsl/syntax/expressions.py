"""The nodes of amounts, conditions, cards and players: whatever has a value."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from spadesdsl.syntax.node import Keyword, Node, OwnName, Rank, below


class Expression(Node):
    """An amount, a condition, cards, players: whatever has a value."""


class Number(Expression):
    """A whole number or a half: `10`, `0.5`. A rank written in digits is a number too."""

    form = "{value}"
    value: Fraction


class Truth(Expression):
    """`always` and `never` in conditions, `yes` and `no` as values of options."""

    form = "{word}"
    kinds = ("truth", "never")
    word: Keyword


class Name(Expression):
    """A name: an option, a `let`, a seat, a suit, a property of the innermost subject."""

    form = "{name}"
    name: OwnName


class CardName(Expression):
    """A card by rank and initial of its suit: `AS`, `10H` (`TH` is read as `10H`)."""

    form = "{rank}{suit}"
    kinds = ("card",)
    rank: str
    """`A`, `K`, `10` …"""
    suit: str
    """The capital initial of the suit."""


class RankName(Expression):
    """A rank by its letter: `A`, `K`. A rank in digits is a `Number`."""

    form = "{rank}"
    kinds = ("rank",)
    rank: Rank


class Property(Expression):
    """`x.y`."""

    form = "{of}.{name}"
    of: Expr
    name: str


class Call(Expression):
    """`name(x, y)`: a function, a bid with its parameters, an answer with its parameters."""

    form = "{name}({arguments:,/})"
    name: OwnName
    arguments: tuple[Expr, ...]


class OfPhrase(Expression):
    """`word [n] of x [in y] [over z] [comparing (k, …)]`.

    Every quantity and neighbour: `left of dealer`, `count of hand in spades`, `sum of taken over members`,
    `first 7 of tricks`, `highest of trick in trumps comparing (rank, suit)`, `J of called_suit`.
    """

    form = "{word}[ {how_many:postfix}] of {of}[ in {within:operand}][ over {over:operand}][ comparing ({keys:,/})]"
    kinds = ("full_of", "bare_of")
    word: OwnName
    """`left`, `count`, `sum`, `first` … or a rank: `J`."""
    of: Expr
    """The part after `of`."""
    how_many: Expr | None = None
    """The `n` of `first n of`, `last n of`."""
    within: Expr | None = None
    """The part after `in`."""
    over: Expr | None = None
    """The part after `over`."""
    keys: tuple[Expr, ...] = ()
    """The part after `comparing`."""


class ListOf(Expression):
    """`[a, b]`."""

    form = "[[{items:,/}]]"
    kinds = ("list",)
    items: tuple[Expr, ...]


class Where(Expression):
    """`(s where c)`, `(s as v where c)`: the part of a set."""

    form = "({of}[ as {variable}] where {condition})"
    of: Expr
    variable: OwnName | None
    condition: Expr


class Negative(Expression):
    """`-x`."""

    form = "-{operand}"
    operand: Expr


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


class Binary(Expression):
    """Two operands and the word or sign between them. `and`, `or`, `+`, `-`, `*`, `/` group to the left."""

    form = "{left} {operator} {right}"
    kinds = {
        "arithmetic": {},
        "compare": {},
        "equal": {"operator": Operator.EQUAL},
        "and": {"operator": Operator.AND},
        "or": {"operator": Operator.OR},
    }

    operator: Operator
    left: Expr
    right: Expr

    def template(self) -> str:
        """Return its form; a long line may be broken before `and` and `or`."""
        return "{left}/{operator} {right}" if self.operator in (Operator.AND, Operator.OR) else self.form


class Not(Expression):
    """`not c`."""

    form = "not {operand}"
    operand: Expr


class Did(Expression):
    """`x did d`, `x did d(answer)`, `x did bid`; without a subject after a quantifier's noun: `some player did d`."""

    form = "[{subject} ]did {name}[({arguments:,/})]"
    subject: Expr | None
    name: str
    """A decision, or `bid`."""
    arguments: tuple[Expr, ...] = ()


class Broke(Expression):
    """`x broke t`: whether a player broke a rule that the table takes on trust."""

    form = "{subject} broke {name}"
    subject: Expr
    name: str


class Quantifier(StrEnum):
    """How many."""

    SOME = "some"
    EVERY = "every"
    NO = "no"


class Quantified(Expression):
    """`some player o in players has c`, `no trick t in tricks_won has c`, `every player did bid`."""

    form = "{quantifier} {noun}[ {variable}][ in {within:sum}] has {condition}"
    kinds = ("quantified", "quantified_did")
    quantifier: Quantifier
    noun: Keyword
    """`player`, `member`, `opponent`, `team`, `side`, `card`, `trick`, `seat`."""
    variable: OwnName | None
    within: Expr | None
    condition: Expr
    """After `has`; or a `Did` without subject."""

    def template(self) -> str:
        """Return its form: without `has` if what is asked is what they did."""
        return self.form.replace("has {condition}", "{condition:has_done}") if self.ends_with_did else self.form

    @property
    def ends_with_did(self) -> bool:
        """Whether it has the form `some player did d`, which ends there."""
        return isinstance(self.condition, Did) and self.condition.subject is None


class If(Expression):
    """`if c then a else b`."""

    form = "if {condition} then {then}/else {otherwise}"
    condition: Expr
    then: Expr
    otherwise: Expr


class Fallback(Expression):
    """`a, else b`: b if a is nobody or empty. Groups to the right."""

    form = "{first},/else {second}"
    first: Expr
    second: Expr


Expr: TypeAlias = (
    Number | Truth | Name | CardName | RankName | Property | Call | OfPhrase | ListOf | Where | Negative | Binary
    | Not | Did | Broke | Quantified | If | Fallback
)  # fmt: skip


def names_in(*trees: Node | None) -> Iterator[str]:
    """Yield every name in some nodes."""
    waiting = [one for one in reversed(trees) if one is not None]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Name):
            yield one.name
        waiting += reversed(below(one))
