"""Brings terms into normal form: what a rule says, however it is worded."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from typing import Any, Final

from spadesdsl.algebra.forms import (
    DEAL,
    HOLDS,
    NO,
    SIDES,
    YES,
    compared,
    is_large,
    joined,
    named,
    negated,
    questions,
    sum_of,
    written,
)
from spadesdsl.algebra.plainer import as_in_suit, plainer_of
from spadesdsl.algebra.sums import Form, Sum, added, divided, exact, multiplied, plain
from spadesdsl.frozen import Frozen, replace
from spadesdsl.rules.game import DealScope, Rules, period
from spadesdsl.rules.operations import FORMS, NUMBER
from spadesdsl.rules.parts import Must
from spadesdsl.rules.terms import (
    BidParameter,
    Const,
    Extreme,
    Filter,
    Fold,
    Holds,
    Kind,
    LetRef,
    Op,
    OptionRef,
    Run,
    Term,
    Var,
)
from spadesdsl.work import spend

_DENIED: Final = {
    **{op: form.denies for op, form in FORMS.items() if form.denies and form.denies not in ("<", "<=")},
    "following": "leading",
}
_EITHER_WAY: Final = frozenset({"is", "same", "max", "min"})
"""Ops whose arguments can be swapped."""
_OTHERS: Final = frozenset({("partner",), ("across",)})
"""What is never the seat itself, even where all others are out."""
_LATEST: Final = 10_000
"""Questions about later deals are left open."""
_OWN: Final = {Kind.SEAT: "player", Kind.SIDE: "side", Kind.CARD: "card"}
EACH_TAKEN: Final = written({(("seat_taken", ("variable", 0)),): 1})
"""What each of some seats has taken."""
_OF_A_TERM: Final = 8
"""Steps of work that a part of a term takes."""


class DealsAlike(Frozen):
    """The deals on which the same `on deal` blocks hold as on one deal."""

    scopes: tuple[DealScope, ...]
    deal: int
    last: int | None
    """The last deal of each game; None if there is always another one."""

    def has(self, deal: int) -> bool:
        """Tell whether a deal is one of them."""
        return all(scope.covers(deal) is scope.covers(self.deal) for scope in self.scopes)

    def round(self, step: int) -> list[int]:
        """Return enough of them to show what their numbers, divided by a step, can leave over."""
        named = max((deal for scope in self.scopes for deal in scope.deals), default=0)
        latest = named + lcm(period(self.scopes), step) if self.last is None else self.last
        return [deal for deal in range(1, latest + 1) if self.has(deal)] if latest <= _LATEST else []


class Former:
    """Brings the terms of one edition of a game into normal form."""

    def __init__(
        self,
        game: Rules,
        *,
        keeps_options: bool = False,
        alike: DealsAlike | None = None,
        deal: int = 0,
    ) -> None:
        """Read what names mean in a game.

        Args:
            keeps_options: Whether options are things that vary; otherwise they have the values that they are set to.
            alike: The deals that the forms are for; None for all.
            deal: The only deal that they are for; 0 for several.
        """
        self.alike, self.deal = alike, deal
        self.keeps_options = keeps_options
        self.lets = game.let_of
        self.options = {} if keeps_options else {option.name: option.value for option in game.options}
        trumps = game.trumps
        is_fixed = trumps is not None and trumps.when is None and isinstance(trumps.suit, Const | OptionRef)
        self.trumps = trumps.suit if trumps is not None and is_fixed else None
        has_added = (trumps is not None and trumps.topped) or any(face.rank is None for face in game.faces)
        self.beyond = () if has_added else ((">", len(game.ranks) - 1), ("<", 0))
        """The comparisons that no rank of a card satisfies, where no card is above all ranks or has none."""
        self.turns = _turns(game)
        """By word how many seats clockwise it goes, if that is always the same."""
        self.seats = len(game.seats)
        self.has_two_kinds = bool(self.turns) and game.teams.after is None
        """Whether every seat is always a member of a side or an opponent of it."""
        self.has_all_seats = not game.puts_out and not game.dummies
        """Whether a side has all its seats as members in every deal."""
        further = [("left",) * away for away in range(1, self.seats if self.turns else 2)]
        has_others = not game.puts_out and game.player_count > 1
        self.others: frozenset[Form] = _OTHERS.union([*further, ("right",)] if has_others else ())
        """What is never the seat itself, by the words that lead there from it."""
        self.plays_alone = self.has_all_seats and game.teams.is_single and game.teams.after is None
        """Whether the only member of a side is the player."""
        self.terms: dict[Form, Term] = {}
        """What was taken as an atom or as a comparison, as the game has it, in the order of its appearance."""
        self.opposites: dict[Form, Term] = {}
        """By question, what the game has instead: the opposite of it."""
        self._known: dict[str, Form] = {}
        self._drawn = 0

    def form(self, term: Term) -> Form:
        """Return the normal form of a term."""
        if not self.keeps_options:
            self._drawn = 0  # in two games the same draw of the same rule is the same
        return self._form(term, ())

    def _form(self, term: Term, bound: tuple[str, ...]) -> Form:
        """Return the normal form of a part of a term; `bound` names the variables bound around it, the innermost last.

        A variable is known by how many are bound between it and what binds it, so a part that reads none of those
        around it has the same form wherever it stands.
        """
        spend(_OF_A_TERM)
        if term.type.kind is Kind.TRUTH and not term.type.many:
            return self._truth(term, bound)
        if term.type.is_amount:
            return written(self._sum(term, bound))
        return self._thing(term, bound)

    def condition(self, term: Term | None) -> Form:
        """Return the normal form of a condition; none always holds."""
        return YES if term is None else self.form(term)

    def narrowing(self, must: Must) -> Form:
        """Return the condition on a choice that a `must` keeps: the rule does not apply, or the choice satisfies it."""
        binds = [self.condition(must.when)]
        if must.bid_type is not None:
            binds.append(("bid is of type", must.bid_type))
        return joined("or", (negated(joined("and", binds)), self.form(must.body)))

    # ---- yes or no

    def _truth(self, term: Term, bound: tuple[str, ...]) -> Form:
        match term:
            case Const(value=value):
                return YES if value else NO
            case OptionRef(name=name) if name in self.options:
                return YES if self.options[name] else NO
            case LetRef(let=name) if self._is_own(term):
                return self._of_let(name)
            case Op(op="not", arguments=(inner,)):
                return negated(self._truth(inner, bound))
            case Op(op="and" | "or" as how, arguments=parts):
                return joined(how, (self._truth(part, bound) for part in parts))
            case Op(op="if", arguments=(condition, then, otherwise)):
                first = self._truth(condition, bound)
                cases = (
                    joined("and", (first, self._truth(then, bound))),
                    joined("and", (negated(first), self._truth(otherwise, bound))),
                )
                return joined("or", cases)
            case Op(op=op) if op in _DENIED:
                positive = self._truth(Op(_DENIED[op], term.arguments, term.type, span=term.span), bound)
                self._is_opposite_of(term, positive)
                return negated(positive)
            case Op(
                op="member", arguments=(who, Op(op="opponents" | "side_opponents" as op, arguments=(whose,)) as others)
            ):
                ours = replace(others, op=op.replace("opponents", "members"))
                if self.has_two_kinds and self._is_somebody(self._form(whose, bound)) == YES:
                    is_there = self._is_somebody(self._form(who, bound))
                    among_ours = self._thing(replace(term, arguments=(who, ours)), bound)
                    self._is_opposite_of(term, among_ours)
                    return joined("and", (is_there, negated(among_ours)))
                return self._thing(term, bound)
            case Op(op="=" | "<" | "<=" | ">" | ">=" as op, arguments=(left, right)) if left.type.is_amount:
                found = compared(op, self._sum(left, bound), self._sum(right, bound))
                for question in questions(found):
                    self.terms.setdefault(question, term)
                return self._on_these_deals(found)
            case Op(op=op, arguments=(left, Const(value=rank))) if (
                left.type.kind is Kind.RANK and (op, rank) in self.beyond
            ):
                return NO
            case Op(op="in_suits", arguments=(card, Op(op="list", arguments=suits))):
                return joined("or", (self._truth(Op("in_suit", (card, suit), term.type), bound) for suit in suits))
            case Op(op="is_whole"):
                return self._on_these_deals(self._thing(term, bound))
            case _:
                return self._thing(term, bound)

    def _is_opposite_of(self, term: Term, form: Form) -> None:
        """Keep that the file has a question only as its opposite, if it was not met before."""
        if (known := self.terms.get(form)) is not None and known.span == term.span:
            self.opposites.setdefault(form, term)

    def _on_these_deals(self, question: Form) -> Form:
        """Return the answer to a question about the number of the deal, if it is the same on all that are meant."""
        match question:
            case ("not", inner):
                return negated(self._on_these_deals(inner))
            case (how, about, limit) if self.alike is not None and about == DEAL and limit < _LATEST:
                last = self.alike.last
                # The latest stands for all after it.
                late = max(0, int(limit)) + 2 if last is None else last
                days = [deal for deal in range(1, late + 1) if deal == late or self.alike.has(deal)]
                held = [deal for deal in days if HOLDS[how](deal, limit)]
                if held in ([], days):
                    return YES if held else NO
                is_late = last is not None and held == days[-len(held) :]
                return negated(("less", DEAL, held[0])) if is_late else question
            case ("is_whole", about) if self.alike is not None and sum_of(about).keys() <= {DEAL[1][0], ()}:
                whole = sum_of(about)
                step, first = (Fraction(whole.get(part, 0)) for part in (DEAL[1][0], ()))
                found = {(step * deal + first).denominator == 1 for deal in self.alike.round(step.denominator)}
                return question if len(found) != 1 else YES if True in found else NO
            case _:
                return question

    # ---- amounts

    def _sum(self, term: Term, bound: tuple[str, ...]) -> Sum:
        match term:
            case Const(value=value) if isinstance(value, int | Fraction):
                return plain(value)
            case OptionRef(name=name) if isinstance(self.options.get(name), int | Fraction):
                return plain(self.options[name])  # type: ignore[arg-type]
            case Op(op="deal") if self.deal:
                return plain(self.deal)
            case Op(op="+", arguments=(left, right)):
                return added(self._sum(left, bound), self._sum(right, bound))
            case Op(op="-", arguments=(left, right)):
                return added(self._sum(left, bound), self._sum(right, bound), -1)
            case Op(op="negative", arguments=(inner,)):
                return added({}, self._sum(inner, bound), -1)
            case Op(op="*", arguments=(left, right)):
                factors = self._sum(left, bound), self._sum(right, bound)
                product = multiplied(*factors)
                return self._unmultiplied(term, factors) if product is None else product
            case Op(op="/", arguments=(left, Const(value=int() | Fraction() as value))) if value:
                return added({}, self._sum(left, bound), divided(1, value))
            case Op(op="if", arguments=(condition, then, otherwise)):
                found = self._either(self._truth(condition, bound), self._sum(then, bound), self._sum(otherwise, bound))
                for part in found if len(found) == 1 else ():
                    if len(part) == 1 and part[0][0] == "if":
                        self.terms.setdefault(part[0], term)
                return found
            case LetRef(let=name) if self._is_own(term):
                return sum_of(self._of_let(name))
            case Fold(
                how="sum",
                of=of,
                variable=name,
                body=Op(op="if", arguments=(test, Const(value=int() | Fraction() as value), Const(value=0))),
            ):
                counted = Op("count", (Filter(of, name, test, of.type, span=term.span),), NUMBER, span=term.span)
                return added({}, self._sum(counted, bound), value)
            case _:
                return self._atom(term, bound)

    def _unmultiplied(self, term: Term, factors: tuple[Sum, Sum]) -> Sum:
        """Return a product that has too many parts as one thing, and a very large one as a name."""
        found: Form = ("*", *sorted(map(written, factors), key=repr))
        found = named(found) if is_large(found) else found
        self.terms.setdefault(found, term)
        return {(found,): 1}

    def _atom(self, term: Term, bound: tuple[str, ...]) -> Sum:
        match thing := self._thing(term, bound):
            case ("count", ("Filter", _, _, condition)) if condition == NO:
                return {}
            case _:
                return {(thing,): 1}

    def _either(self, condition: Form, then: Sum, otherwise: Sum) -> Sum:
        if condition[0] == "not":
            condition, then, otherwise = condition[1], otherwise, then
        if condition == YES or then == otherwise:
            return then
        if condition == NO:
            return otherwise
        # What both cases share comes before the condition, so that a case of 0 leaves only the other.
        both = {one: times for one, times in then.items() if otherwise.get(one) == times}
        first, second = ({one: n for one, n in case.items() if one not in both} for case in (then, otherwise))
        return added(both, {(("if", condition, written(first), written(second)),): 1})

    # ---- everything else

    def _is_own(self, ref: LetRef) -> bool:
        """Tell whether a quantity belongs to the subject itself, so that its definition can replace its name."""
        let = self.lets[ref.let]
        own = None if let.subject is None else _OWN.get(let.subject)
        return let.subject is None or ref.subject is None or (isinstance(ref.subject, Var) and ref.subject.name == own)

    def _of_let(self, name: str) -> Form:
        """Return what a quantity says; one that draws is worked out each time, and a very large one stays a name."""
        if name in self._known:
            return self._known[name]
        drawn = self._drawn
        found = self._form(self.lets[name].body, ())
        if is_large(found):
            found = named(found)
            self.terms[found] = self.lets[name].body
            found = found if self.lets[name].type.kind is Kind.TRUTH else written({(found,): 1})
        if self._drawn == drawn:
            self._known[name] = found
        return found

    def _thing(self, term: Term, bound: tuple[str, ...]) -> Form:
        found = self._taken_apart(term, bound)
        self.terms.setdefault(found, term)
        return found

    def _taken_apart(self, term: Term, bound: tuple[str, ...]) -> Form:
        match term:
            case Const(value=value, type=kind):
                return ("value", kind.kind.value, exact(value) if isinstance(value, Fraction) else value)
            case OptionRef(name=name, type=kind):
                return ("value", kind.kind.value, self.options[name]) if name in self.options else ("option", name)
            case Var(name=name):
                return ("variable", bound[::-1].index(name) if name in bound else name)
            case LetRef(let=name, subject=subject):
                body = self._of_let(name)
                return body if self._is_own(term) or subject is None else ("of", body, self._form(subject, bound))
            case Op(op="trumps") if self.trumps is not None:
                return self._taken_apart(self.trumps, bound)
            case Op(op="is") if (in_suit := as_in_suit(term)) != term:
                return self._taken_apart(in_suit, bound)
            case Op(op="random", arguments=(of,)):
                self._drawn += 1
                return ("random", self._drawn, self._form(of, bound))
            case Op(op=op, arguments=(who,)) if op in self.turns:
                return self._turned(self._form(who, bound), self.turns[op])
            case Op(op=op, arguments=arguments):
                forms = [self._form(part, bound) for part in arguments]
                if op == "is" and self.has_all_seats and "side" in (forms[0][0], forms[1][0]):
                    other, its = sorted(forms, key=lambda one: (one[0] == "side", repr(one)))
                    op, forms = "member", [its[1], ("side_members", other)]
                if op == "member" and "partner" in self.turns and forms[1][0] in SIDES:
                    forms[0] = self._for_its_side(forms[0])
                if op == "member" and self.plays_alone and forms[1] == ("side_members", ("variable", "side")):
                    op, forms = "is", [forms[0], ("variable", "player")]
                if op == "is" and (known := self._is_one(*forms)) is not None:
                    return known
                return (op, *(sorted(forms, key=repr) if op in _EITHER_WAY else forms))
            case Filter() | Holds() if (plainer := plainer_of(term)) != term:
                return self._form(plainer, bound)
            case Filter(of=of, condition=inner) | Holds(of=of, condition=inner) | Run(of=of, condition=inner):
                how = getattr(term, "quantifier", getattr(term, "how", ""))
                return (type(term).__name__, how, self._form(of, bound), self._form(inner, (*bound, term.variable)))
            case Fold(how=how, of=of, variable=name, body=body):
                over, each = self._form(of, bound), self._form(body, (*bound, name))
                if (how, over[0], each) == ("sum", "side_members", EACH_TAKEN):
                    return ("side_taken", *over[1:])  # what its members take is what a side takes
                return ("Fold", how, over, each)
            case Extreme(highest=highest, of=of, variable=name, keys=keys):
                within = (*bound, name)
                return ("Extreme", highest, self._form(of, bound), *(self._form(key, within) for key in keys))
            case BidParameter(bid=bid, name=name, type=kind):
                return ("BidParameter", self._form(bid, bound), name, kind.is_amount)
            case _:
                return (type(term).__name__, *self._fields(term, bound))

    def _turned(self, seat: Form, away: int) -> Form:
        """Return the seat so many clockwise from another, as one that is so often to the left."""
        before, first = self._away(seat)
        away = (before + away) % self.seats
        match first:
            case ("value", kind, int() as number):
                return ("value", kind, (number + away) % self.seats)
            case _:
                for _ in range(away):
                    first = ("left", first)
                return first

    def _for_its_side(self, seat: Form) -> Form:
        """Return the seat that stands for a seat and the one across, where these two are a side."""
        away, first = self._away(seat)
        match first:
            case ("value", kind, int() as number):
                return ("value", kind, number % (self.seats // 2))
            case _:
                return self._turned(first, away % (self.seats // 2))

    def is_same_seat(self, one: Form, other: Form) -> bool | None:
        """Tell whether two seats are the same, if that is always so or never; None if it is not known."""
        (away, first), (further, also) = self._away(one), self._away(other)
        return away == further if self.turns and first == also else None

    def of_seats(self, form: Form, who: Form) -> Form:
        """Return a condition with the answers that are known where it asks who somebody is; `who` is somebody."""
        match form:
            case ("and" | "or" as how, *parts):
                return joined(how, (self.of_seats(part, who) for part in parts))
            case ("not", part):
                return negated(self.of_seats(part, who))
            case ("is", one, other):
                known = YES if one == other == who else self._is_one(one, other)
                return ("is", *sorted((one, other), key=repr)) if known is None else known
            case _:
                return form

    def _is_one(self, one: Form, other: Form) -> Form | None:
        """Return the answer to whether two things are the same one, if that is known."""
        if one[0] == other[0] == "value":
            return YES if one == other and one[2] is not None else NO
        if one == other:
            return YES if self._is_somebody(one) == YES else None
        if any((beside, one) == other or (beside, other) == one for (beside, *more) in self.others if not more):
            return NO
        # One player is not another; and nobody is not nobody.
        return NO if self._away(one)[1] == self._away(other)[1] else None

    def _away(self, seat: Form) -> tuple[int, Form]:
        """Return how often a seat is to the left, and of which seat."""
        away = 0
        while self.turns and seat[0] == "left":
            away, seat = away + 1, seat[1]
        return away, seat

    def _is_somebody(self, seat: Form) -> Form:
        """Return the condition that a seat or a side is not nobody."""
        match self._away(seat)[1]:
            case ("variable", int() | "player" | "side") | ("dealer",) | ("value", _, int()):
                return YES
            case _:
                return ("member", seat, ("players",))

    def _fields(self, term: Term, bound: tuple[str, ...]) -> Iterator[Any]:
        """Return what a term names, and its parts; it binds no variable."""
        for name in term.__dataclass_fields__:
            if name in ("type", "span"):
                continue
            value = getattr(term, name)
            if isinstance(value, tuple):
                yield tuple(self._form(part, bound) for part in value)
            else:
                yield self._form(value, bound) if hasattr(value, "type") else value


def _turns(game: Rules) -> dict[str, int]:
    """Return how many seats clockwise each word goes, if no seat is ever passed over."""
    seats = len(game.seats)
    if game.dummies or game.puts_out:
        return {}
    found = {"left": 1, "right": seats - 1, "across": seats // 2}
    pairs = {(seat, seat + seats // 2) for seat in range(seats // 2)}
    return {**found, "partner": seats // 2} if game.teams.after is None and pairs == set(game.teams.sides) else found
