"""Types: which go together, and what to say if they do not; and scopes, which say whose an expression is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from spadesdsl.check.findings import Mistake, mistake
from spadesdsl.frozen import Frozen, field, replace
from spadesdsl.rules.operations import CARD, PROPERTIES, SEAT, SEATS, SIDE, ops_of
from spadesdsl.rules.terms import AMOUNTS, Const, Kind, Op, Term, Type, Var
from spadesdsl.source import Span

_UNCOUNTED = frozenset({*AMOUNTS, Kind.TRUTH, Kind.NOBODY}) - {Kind.NUMBER}
"""Kinds that have no article."""


def say(kind: Type) -> str:
    """Name a type as a card player would."""
    if kind.many:
        return f"a set of {'values' if kind.kind in _UNCOUNTED or kind.kind is Kind.WORD else _several(kind.kind)}"
    if kind.kind is Kind.COUNTS:
        return "what a tally counts"
    return kind.kind.value if kind.kind in _UNCOUNTED else f"a {kind.kind}"


def has_no(kind: Type) -> str:
    """Begin a sentence about what a type has not: "A card has no", "Points have no"."""
    many = kind.kind in (Kind.POINTS, Kind.TRICKS) and not kind.many
    return f"{say(kind).capitalize()} {'have' if many else 'has'} no"


def _several(kind: Kind) -> str:
    """Name several of a kind: seats, points, numbers."""
    return kind.value if kind in _UNCOUNTED else f"{kind.value.removeprefix('plain ')}s"


def join(one: Type, other: Type) -> Type | None:
    """Return the type that covers the values of both; None if they do not go together."""
    if one == other:
        return one
    if one.many != other.many:
        if Kind.NOBODY in (one.kind, other.kind):
            return one if other.kind is Kind.NOBODY else other
        return None
    if one.kind is Kind.NOBODY or other.kind is Kind.NOBODY:
        return other if one.kind is Kind.NOBODY else one
    if one.kind is other.kind is Kind.WORD:
        return Type(Kind.WORD, words=tuple(dict.fromkeys((*one.words, *other.words))))
    if one.is_amount and other.is_amount and Kind.NUMBER in (one.kind, other.kind):
        return other if one.kind is Kind.NUMBER else one
    return max(one, other, key=lambda kind: kind.words) if one.kind is other.kind else None


def join_amounts(one: Term, other: Term, doing: str, span: Span) -> Type:
    """Return the type of a sum or a comparison of two amounts."""
    want_amount(one)
    want_amount(other)
    if (kind := join(one.type, other.type)) is None:
        first, second = _several(one.type.kind), _several(other.type.kind)
        hint = (
            f"on the left are {first}, and on the right {second}: compare {first} with {first}"
            if doing == "compared"
            else rate_hint(one, other)
        )
        raise mistake("E301", span, f"{first.capitalize()} and {second} cannot be {doing}.", hint)
    return kind


def rate_hint(one: Term, other: Term) -> str:
    """Say how to turn one amount into another."""
    poor = next((term for term in (one, other) if term.type.kind is not Kind.POINTS), other)
    return f"say what one of the {_several(poor.type.kind)} is worth: `1 * …`"


def want_amount(term: Term) -> None:
    """Refuse anything but an amount."""
    if term.type.is_amount:
        return
    hint = "write `count of …`" if term.type.many else ""
    if term.type.kind is Kind.TRUTH:
        hint = "write `if … then 1 else 0`"
    if term.type.kind is Kind.BID:
        hint = "write `contract` for what it adds, or its number, as in `bid.n`"
    raise mistake("E302", term.span, f"An amount belongs here, but this is {say(term.type)}.", hint)


def want_truth(term: Term) -> Term:
    """Refuse anything but a condition."""
    if term.type == Type(Kind.TRUTH):
        return term
    hint = "say how much, as in `… > 0` or `… >= 4`" if term.type.is_amount else ""
    if term.type.many:
        hint = "write `some … has …`, or `count of … > 0`"
    if term.type.kind is Kind.WORD:
        hint = f"write `… is {term.type.words[0]}`" if term.type.words else ""
    elif not hint:
        hint = "write a whole condition, `… is …`, on each side of `and` and `or` too"
    raise mistake("E303", term.span, f"A condition belongs here, but this is {say(term.type)}.", hint)


def want(term: Term, kind: Kind, what: str) -> Term:
    """Refuse anything but one thing of a kind (nobody always is one)."""
    if not term.type.many and term.type.kind in (kind, Kind.NOBODY):
        return term
    if term.type.many and term.type.kind is kind:
        hint = "say which: `first of …`"
        if isinstance(term, Op) and term.op == "opponents":
            hint = "say which of them, as in `left of dealer` or `right of dealer`"
        raise mistake("E304", term.span, f"{what} belongs here, but this is {say(term.type)}.", hint)
    hint = ""
    if kind is Kind.SEAT and term.type.kind is Kind.SIDE:
        hint = "a side has several members: say which of them"
        if isinstance(term, Op) and term.op == "side":
            hint = "leave out `.side` for that player, or write `.partner` in its place for the other of two"
    ways = [name for (of, name), row in PROPERTIES.items() if of is term.type.kind and row.type == Type(kind)]
    if ways and not term.type.many and not isinstance(term, Const):
        listed = " or ".join(f"`.{name}`" for name in ways)
        hint = f"write {listed} after it" if len(ways) == 1 else f"say what of it: {listed}"
    raise mistake("E304", term.span, f"{what} belongs here, but this is {say(term.type)}.", hint)


def want_set(term: Term) -> Term:
    """Refuse anything but a set; a side stands for its members."""
    if term.type.many:
        return term
    if term.type.kind is Kind.SIDE:
        return members_of(term)
    hint = "" if term.type.is_amount else "write `[…]` around it for a set of one"
    if term.type.kind is Kind.TRUTH:
        hint = "say of what it is asked, as in `count of (members where …)`"
    if term.type.kind is Kind.TRICK:
        hint = "write `.cards` after it, for the cards of the trick"
    if isinstance(term, Op) and term.op in ops_of("taken"):
        hint = "write `cards_won` for `taken`: that is how many tricks, and these are the cards in them"
    raise mistake("E305", term.span, f"A set belongs here, but this is {say(term.type)}.", hint)


def want_cards(term: Term) -> Term:
    """Refuse anything but a set of cards; a card stands for the set of it alone."""
    if term.type.kind is Kind.CARD:
        return term if term.type.many else Op("list", (term,), Type(Kind.CARD, many=True), span=term.span)
    raise mistake("E305", term.span, f"Cards belong here, but this is {say(term.type)}.", "")


def members_of(side: Term) -> Term:
    """Return a side's seats."""
    return Op("side_members", (side,), Type(Kind.SEAT, many=True), span=side.span)


def element_of(kind: Type) -> Type:
    """Return the type of a set's elements."""
    return Type(kind.kind, words=kind.words)


def clash(one: Term, other: Term, span: Span) -> Mistake:
    """Make the mistake of two branches whose types do not fit."""
    message = f"One branch gives {say(one.type)}, the other {say(other.type)}."
    are_amounts = one.type.kind in AMOUNTS and other.type.kind in AMOUNTS
    hint = rate_hint(one, other) if are_amounts else "make both give the same kind of thing"
    return mistake("E306", span, message, hint)


PLAYER: Final = Var("player", SEAT)
THE_SIDE: Final = Var("side", SIDE)
THE_CARD: Final = Var("card", CARD)


class Scope(Frozen):
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
