"""The scope of an expression: whose it is, and which variables are visible."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING, Final

from spadesdsl.frozen import dataclass
from spadesdsl.rules.operations import CARD, SEAT, SEATS, SIDE
from spadesdsl.rules.terms import Kind, Op, Term, Type, Var

if TYPE_CHECKING:
    from collections.abc import Mapping

PLAYER: Final = Var("player", SEAT)
THE_SIDE: Final = Var("side", SIDE)
THE_CARD: Final = Var("card", CARD)


@dataclass(frozen=True, slots=True)
class Scope:
    """Subjects, innermost first, and variables by name."""

    subjects: tuple[Term, ...] = ()
    names: Mapping[str, Term] = field(default_factory=dict)
    depth: int = 0
    """How many quantities surround it: it numbers their variables."""

    def binding(self, **names: Term) -> Scope:
        """Return this scope with more variables."""
        return replace(self, names={**self.names, **names})

    def of(self, *subjects: Term) -> Scope:
        """Return this scope with other subjects inside its own."""
        return replace(self, subjects=(*subjects, *self.subjects))

    def element(self, kind: Type, variable: str | None) -> tuple[Scope, Var]:
        """Return the scope of a condition on each element of a set, and the element's variable.

        An element without a name is the innermost subject; one with a name is read by it alone, so that a bare
        name stays with the subject outside.
        """
        one = Var(f"v{self.depth + 1}", kind)
        if variable is not None:
            return replace(self, names={**self.names, variable: one}, depth=self.depth + 1), one
        names = {**self.names, **_nouns(one)}
        return Scope((one, *self.subjects), names, self.depth + 1), one

    @property
    def has_subject(self) -> bool:
        """Whether somebody is asked or scored."""
        return bool(self.subjects)


def _nouns(one: Var) -> dict[str, Term]:
    side: Term
    match one.type.kind:
        case Kind.SEAT:
            side = Op("side", (one,), SIDE)
            return {"player": one, "side": side, "team": side}
        case Kind.SIDE:
            return {"side": one, "team": one}
        case Kind.CARD:
            return {"card": one}
        case Kind.TRICK:
            return {"trick": one}
        case Kind.SUIT:
            return {"suit": one}
        case Kind.CALL:
            who = Op("call_player", (one,), SEAT)
            side = Op("side", (who,), SIDE)
            return {"call": one, "player": who, "side": side, "team": side}
        case _:
            return {}


NOBODY_ASKED: Final = Scope()
"""The scope of what belongs to nobody in particular: the lead, trumps, the dealer."""


def seat_scope() -> Scope:
    """Return the scope of a seat that is asked: its own properties first, then its side's."""
    return Scope((PLAYER, THE_SIDE), {"player": PLAYER, "side": THE_SIDE, "team": THE_SIDE})


def side_scope(*, is_player: bool = False) -> Scope:
    """Return the scope of a side; one that is a single player has that player's properties too."""
    names: dict[str, Term] = {"side": THE_SIDE, "team": THE_SIDE}
    if not is_player:
        return Scope((THE_SIDE,), names)
    only = Op("first", (Op("side_members", (THE_SIDE,), SEATS),), SEAT)
    return Scope((THE_SIDE, only), {**names, "player": only})


def thing_scope(kind: Kind) -> Scope:
    """Return the scope of a `let … for each card`, suit, trick or call."""
    one = Var(kind.value, Type(kind))
    return Scope((one,), _nouns(one))
