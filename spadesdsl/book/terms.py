"""Terms in sentences: amounts and things as nouns, conditions as clauses, sets as what one of them is.

The words are in the table of the language; what the author has named is set in italics and explained in the list of
terms. Nothing here knows a game or a language: the words come from the rules and from the table.
"""

from __future__ import annotations

import unicodedata
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Final

from spadesdsl.book.blocks import plain
from spadesdsl.book.language import Language, Part, joined, language, listed, phrase
from spadesdsl.frozen import dataclass, field
from spadesdsl.rules.operations import FORMS, ops_of
from spadesdsl.rules.terms import (
    Answer,
    BidParameter,
    Broke,
    Const,
    Did,
    Extreme,
    Filter,
    Fold,
    Holds,
    IsBid,
    Kind,
    LetRef,
    Moved,
    Op,
    OptionRef,
    Ran,
    Run,
    TallyRef,
    Term,
    Var,
    ZoneRef,
)
from spadesdsl.rules.walking import walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from spadesdsl.rules.game import Rules

_COMPARISONS: Final = frozenset({"=", "!=", "<", "<=", ">", ">="})
_DENIED: Final = {op: form.denies for op, form in FORMS.items() if form.denies}
_OPPOSITE: Final = _DENIED | {denied: op for op, denied in _DENIED.items()}
_THINGS: Final = {
    Kind.SEAT: "player", Kind.SIDE: "side", Kind.SUIT: "suit", Kind.CARD: "card", Kind.TRICK: "trick",
    Kind.CALL: "bid", Kind.BID: "bid", Kind.RANK: "rank",
}  # fmt: skip
_PRODUCTS: Final = frozenset({"*", "/", "negative", "rounded_down"})
_COMPOUND: Final = frozenset({"+", "-", "rounded_down", "max", "min"})
_TRICKS_TAKEN: Final = ops_of("taken")
_SUBJECTS: Final = ("player", "side", "card")


@dataclass(frozen=True, slots=True)
class Terms:
    """Says the terms of one game."""

    game: Rules
    language: Language = field(default_factory=language)
    names: Mapping[str, Part] = field(default_factory=dict)
    """What the variables are called here: `player` is "the player" unless it says otherwise."""

    is_after_deal: bool = False
    """Whether the deal is over when the terms are read: on deal 8, eight deals have been played."""

    def called(self, **names: Part) -> Terms:
        """Return the same with other names for some variables."""
        return Terms(self.game, self.language, {**self.names, **names}, self.is_after_deal)

    def say(self, part: Part) -> str:
        """Return the words for a sentence."""
        return self.language.whole(part)

    def own(self, text: str) -> str:
        """Return what an author wrote, made harmless."""
        return plain(self.language.own(text))

    def named(self, name: str) -> str:
        """Return a name of the author's."""
        return f"*{self.own(name)}*"

    # ---------------------------------------------------------------- nouns

    def noun(self, term: Term) -> Part:
        """Say a value."""
        match term:
            case Const(value=value):
                return self._constant(value, term.type.kind)
            case Var(name=name):
                return self.names.get(name) or self._variable(name, term.type.kind)
            case OptionRef(name=name):
                return self.named(name)
            case LetRef(let=let, subject=subject):
                return self._of(let.split(".")[-1], subject)
            case TallyRef(tally=tally, holder=holder, which=which):
                named = self.named(tally) if which == "filled" else self._of(tally, holder)
                return named if which == "now" else phrase(f"tally.{which}", named)
            case ZoneRef(zone=zone, owner=owner):
                return self._zone(zone, owner)
            case Moved(rule=rule):
                return phrase("noun.moved", self.named(rule.split(".")[-1]))
            case Answer(decision=decision, name=name):
                which = "noun.answer_as" if name != decision else "noun.answer"
                return phrase(which, self.named(decision), self.named(name))
            case BidParameter(bid=bid, name=name):
                return phrase("noun.of_bid", self.named(name), self.noun(bid))
            case Ran(who=who):
                return phrase("noun.ran", self.noun(who) if who else phrase("noun.anybody"))
            case Filter():
                return self.plural(term)
            case Fold(how=how, of=of, variable=variable, body=body):
                inner = self.called(**{variable: self._each(of)})
                return phrase(f"fold.{how}", self.plural(of), inner.noun(body))
            case Extreme(highest=highest, of=of, keys=keys, variable=variable):
                which = "extreme.highest" if highest else "extreme.lowest"
                extreme = phrase(which, self._one(of, without="trick"))
                by = self.called(**{variable: phrase("noun.card")})
                by_keys = [phrase("extreme.key", by.noun(key)) for key in keys]
                return phrase("extreme.by", extreme, listed(by_keys)) if keys else extreme
            case Run(how=how, of=of, variable=variable, condition=condition):
                inner = self.called(**{variable: self._each(of)})
                return phrase(f"run.{how}", self._thing(of), inner.clause(condition))
            case Op() if term.op in ("part_suit", "list", "part"):
                return self.plural(term)
            case Op() if term.type.kind is not Kind.TRUTH or term.op == "if":
                return self._operation(term)
            case Op() | Did() | IsBid() | Broke() | Holds():
                return phrase("noun.whether", self.clause(term))

    def _constant(self, value: object, kind: Kind) -> Part:
        match kind:
            case Kind.SUIT if isinstance(value, int):
                return self.own(self.game.suits[value])
            case Kind.SEAT if isinstance(value, int):
                return self.own(self.game.seats[value])
            case Kind.SIDE if isinstance(value, int):
                teams = self.game.teams
                return (
                    self.own(teams.said[value])
                    if teams.said
                    else listed([self.own(self.game.seats[seat]) for seat in teams.sides[value]])
                )
            case Kind.RANK if isinstance(value, int):
                return self.game.ranks[value]
            case Kind.CARD if isinstance(value, int):
                return self.card(value)
            case _ if value is None:
                return phrase("nobody" if kind in (Kind.SEAT, Kind.SIDE) else "none")
            case _ if isinstance(value, bool):
                return phrase("yes" if value else "no")
            case _ if isinstance(value, Fraction | int):
                return value
            case _:
                return self.named(str(value))

    def card(self, face: int) -> Part:
        """Draw a card: `A♠`, `10♥`; an added card by its name."""
        card = self.game.faces[face]
        if card.rank is None or card.suit is None:
            return self.own(card.said or card.name)
        suit, rank = self.game.suits[card.suit], self.game.ranks[card.rank]
        sign = sign_of(suit)
        return f"{rank}{sign}" if sign else phrase("noun.card_of", rank, self.own(suit))

    def _variable(self, name: str, kind: Kind) -> Part:
        if name.startswith("param:"):
            return self.named(name.removeprefix("param:"))
        if name == "side" and all(len(side) == 1 for side in self.game.teams.sides):
            return phrase("noun.player")
        return (
            phrase(f"noun.{name}") if name in _SUBJECTS else phrase("that", phrase(f"thing.{_THINGS.get(kind, 'one')}"))
        )

    def _of(self, name: str, subject: Term | None) -> Part:
        if subject is None or (isinstance(subject, Var) and subject.name in _SUBJECTS):
            return self.named(name)
        return phrase("noun.of", self.named(name), self.noun(subject))

    def _zone(self, zone: str, owner: Term | None) -> Part:
        if zone in ("stock", "discards"):
            return phrase(f"noun.{zone}")
        label = next((one.rule.label for one in self.game.zones if one.name == zone), "") or zone
        named = self.named(label)
        return phrase("noun.pile", named) if owner is None else phrase("noun.pile_of", self.noun(owner), named)

    def _operation(self, term: Op) -> Part:
        op, arguments = term.op, term.arguments
        if op == "if":
            condition, then, otherwise = arguments
            first = self._bracketed(then, is_product=False)
            return phrase("op.if", first, self.clause(condition), self.noun(otherwise))
        is_product, is_sum = op in _PRODUCTS, op in _PRODUCTS or op in ("+", "-")
        said = [
            self._bracketed(one, is_product=is_product or (op == "-" and number > 0)) if is_sum else self.noun(one)
            for number, one in enumerate(arguments)
        ]
        return phrase(f"op.{op}", *said)

    def _bracketed(self, term: Term, *, is_product: bool) -> Part:
        said = self.noun(term)
        needs = isinstance(term, Op) and (term.op in ("if", "else") or (is_product and term.op in _COMPOUND))
        return phrase("brackets", said) if needs else said

    # ---------------------------------------------------------------- sets

    def plural(self, term: Term) -> Part:
        """Say a set."""
        match term:
            case Op(op="part_suit", arguments=(of, suit)):
                return phrase("set.part_suit", self._suit(suit, "many"), self._among(of))
            case Filter(of=of, variable=variable, condition=condition):
                clause = self.called(**{variable: self._each(of)}).clause(condition)
                whole = self.plural(of)
                if isinstance(of, Op) and of.op == "hand":
                    whole = phrase("set.cards", self._among(of))
                return phrase("set.filter", whole, clause)
            case Op(op="list", arguments=arguments):
                return listed(map(self.noun, arguments), "list.or", "none")
            case Op(op="part", arguments=(one, other)):
                return phrase("op.part", self.plural(one), self.plural(other))
            case _:
                return self.noun(term)

    def _among(self, of: Term) -> Part:
        match of:
            case Op(op="played" | "trick" | "deck" as op):
                return phrase(f"among.{op}")
            case Op(op="hand"):
                return phrase("among.hand", self.noun(of))
            case Op(op="seat_cards" | "side_cards", arguments=(who,)):
                return phrase("among.won", self.noun(who))
            case _:
                return phrase("among.others", self.plural(of))

    def _suit(self, suit: Term, number: str) -> Part:
        """Say cards of a suit: one, or many."""
        match suit:
            case Const(value=int(value)):
                return phrase(f"suit.{number}", self.own(self.game.suits[value]))
            case Op(op="trumps"):
                return phrase(f"suit.{number}_trumps")
            case Op(op="card_suit", arguments=(Op(op="led"),)):
                return phrase(f"suit.{number}_led")
            case _:
                return phrase(f"suit.{number}_in", self.noun(suit))

    def _thing(self, of: Term) -> Part:
        return phrase(f"thing.{_THINGS.get(of.type.kind, 'one')}")

    def _each(self, of: Term) -> Part:
        """Say one element of a set, as `that player`."""
        return phrase("that", self._thing(of))

    def _one(self, of: Term, without: str = "") -> Part:
        """Say what one element of a set is: `trump played so far`, or only `trump` `without` the place."""
        match of:
            case Op(op="part_suit", arguments=(inner, suit)):
                card = self._suit(suit, "one")
                return card if _is_from(inner, without) else phrase("one.among", card, self._among(inner))
            case Op(op="players" | "seats"):
                return phrase("thing.player")
            case Op(op="sides"):
                return phrase("thing.side")
            case Op(op="tricks" | "calls" as op):
                return phrase(f"one.{op}")
            case Op(op="members" | "side_members" as op, arguments=(who,)):
                return phrase(f"one.{op}", self.noun(who))
            case Op(op="opponents" | "side_opponents"):
                return phrase("one.opponent")
            case Filter(of=inner, variable=variable, condition=condition):
                clause = self.called(**{variable: self._each(inner)}).clause(condition)
                return phrase("one.filter", self._one(inner), clause)
            case _ if of.type.kind is Kind.CARD:
                card = phrase("thing.card")
                return card if _is_from(of, without) else phrase("one.among", card, self._among(of))
            case _:
                return phrase("one.other", self._thing(of), self.noun(of))

    # ---------------------------------------------------------------- clauses

    def clause(self, term: Term) -> Part:
        """Say a condition."""
        match term:
            case Const(value=bool(value)):
                return phrase("clause.always" if value else "clause.never")
            case Op(op="and" | "or" as op, arguments=parts):
                said = [self._within(part, op) for part in parts]
                return joined(said, f"clause.{op}" if op == "and" or len(said) == 2 else "clause.or_more")
            case Op(op="not", arguments=(inner,)):
                return self.negated(inner)
            case LetRef(let=let, subject=subject):
                return self._is_so(let.split(".")[-1], subject)
            case Did():
                return self._did(term)
            case IsBid():
                return self._is_bid(term)
            case Broke(who=who, trust=trust):
                return phrase("clause.broke", self.noun(who), self.named(trust))
            case Ran():
                return phrase("clause.time_up") if term.who is None else phrase("clause.ran", self.noun(term.who))
            case Holds(quantifier=quantifier, of=of, variable=variable, condition=condition):
                return self._quantified(quantifier, of, variable, condition)
            case Op(op="if", arguments=(condition, then, otherwise)):
                return phrase("clause.if", self.clause(then), self.clause(condition), self.clause(otherwise))
            case Op():
                return self._test(term)
            case _:
                return phrase("clause.so", self.noun(term))

    def negated(self, term: Term) -> Part:
        """Say that a condition does not hold."""
        match term:
            case Op(op="not", arguments=(inner,)):
                return self.clause(inner)
            case Op(op="leading" | "following" | "is_empty" as op, arguments=arguments):
                return phrase(f"clause.not_{op}", *map(self.noun, arguments))
            case Op(op=op, arguments=arguments, type=kind) if op in _OPPOSITE:
                return self.clause(Op(_OPPOSITE[op], arguments, kind))
            case Op(op="includes", arguments=(of, one)):
                return phrase("clause.not_includes", self.plural(of), self.noun(one))
            case LetRef(let=let, subject=subject):
                return self._is_so(let.split(".")[-1], subject, no="not_")
            case IsBid():
                return self._is_bid(term, no="not_")
            case Did():
                return self._did(term, no="not_")
            case Holds(quantifier="some" | "no" as quantifier, of=of, variable=variable, condition=condition):
                return self._quantified("no" if quantifier == "some" else "some", of, variable, condition)
            case _:
                return phrase("clause.not", self.clause(term))

    def _within(self, part: Term, op: str) -> Part:
        said = self.clause(part)
        is_other = isinstance(part, Op) and part.op in ("and", "or") and part.op != op
        return phrase("brackets", said) if is_other else said

    def _did(self, term: Did, no: str = "") -> Part:
        if term.who is None:
            who: Part = phrase("nobody" if no else "noun.somebody")
            no = ""
        else:
            who = self.noun(term.who)
        if term.decision == "bid":
            return phrase(f"did.{no}bid", who)
        chosen: Part = self.named(term.decision)
        if term.arguments:
            chosen = phrase("did.with", chosen, joined(map(self.noun, term.arguments), "list.comma"))
        return phrase(f"did.{no}chosen", who, chosen)

    def _is_so(self, name: str, subject: Term | None, no: str = "") -> Part:
        """Say that a quantity of the author's holds, or that it does not."""
        named = self._of(name, subject)
        if name.startswith(("is_", "has_")):
            return phrase(f"clause.{no}holds", named)
        if not isinstance(named, str) and subject is not None:
            return phrase(f"clause.{no}is", self.noun(subject), self.named(name))
        return phrase(f"clause.{no}it_is", named)

    def _is_bid(self, term: IsBid, no: str = "") -> Part:
        bid, made = term.bid, self.made(term.bid_type, term.arguments)
        match bid:
            case _ if bid.type.kind is Kind.CALL or (isinstance(bid, Op) and bid.op == "call_bid"):
                return phrase(f"clause.{no}is", self.noun(bid), made)  # made at some time, and not somebody's
            case Op(op="seat_bid" | "side_bid", arguments=(who,)):
                return phrase(f"clause.{no}has_bid", self.noun(who), made)
            case _:
                return phrase(f"clause.{no}has_bid", self.noun(bid), made)

    def made(self, name: str, arguments: Iterable[Term]) -> str:
        """Say a bid: by its label if all of it is known, else by its name."""
        bid = next((one for one in self.game.bids if one.name == name), None)
        said = [self.say(self.noun(one)) for one in arguments]
        if bid is None or not said:
            return self.named(name)
        shown = self.language.own(bid.label)
        for parameter, value in zip(bid.parameters, said, strict=False):
            shown = shown.replace(f"{{{parameter.name}}}", value.replace("*", ""))
        return f"*{shown}*"

    def _quantified(self, quantifier: str, of: Term, variable: str, condition: Term) -> Part:
        each, start = self._each(of), phrase(f"quantifier.{quantifier}", self._one(of))
        clause = self.called(**{variable: each}).clause(condition)
        if not any(isinstance(one, Op) and one.op in ("and", "or", "list") for one in walk(condition)):
            said = self.language.say(clause)
            for form in ("", *self.language.forms):
                subject = self.language.say(each, form)
                if said.startswith(f"{subject} "):
                    return self.language.say(start, form) + said.removeprefix(subject)
        return phrase("quantifier.for", start, clause)

    def _test(self, term: Op) -> Part:
        op, arguments = term.op, term.arguments
        if op in _COMPARISONS and isinstance(arguments[0], Op):
            said = self._counted(op, arguments[0], arguments[1])
            if said:
                return said
        if op in ("in_suit", "not_in_suit", "in_suits", "not_in_suits"):
            return self._suit_test(op, arguments[0], arguments[1])
        return phrase(f"op.{op}", *[self._bracketed(one, is_product=False) for one in arguments])

    def _suit_test(self, op: str, card: Term, suit: Term) -> Part:
        no, one = "not_" if op.startswith("not") else "", self.noun(card)
        match suit:
            case Const(value=int(value)) if op.endswith("suit"):
                return phrase(f"clause.{no}in_suit", one, self.own(self.game.suits[value]))
            case Op(op="trumps"):
                return phrase(f"clause.{no}trump", one)
            case Op(op="card_suit", arguments=(Op(op="led"),)):
                return phrase(f"clause.{no}led_suit", one)
            case _:
                return phrase(f"clause.{no}in", one, self.noun(suit))

    def _counted(self, op: str, left: Op, right: Term) -> Part:
        """Say the comparisons that people say in their own way: of tricks taken, of how many there are, of numbers."""
        number = right.value if isinstance(right, Const) and isinstance(right.value, Fraction | int) else None
        none_or_some = {"=": "none", ">": "some", "!=": "some"}.get(op, "") if number == 0 else ""
        if left.op in _TRICKS_TAKEN:
            who = self.noun(left.arguments[0])
            if none_or_some:
                return phrase(f"taken.{none_or_some}", who)
            if number is not None:
                return phrase("taken.number", who, phrase(f"fewer.{op}", number), number)
            return phrase("taken.as_many", who, phrase(f"as_many.{op}", self.noun(right)))
        if left.op == "count" and none_or_some:
            of = left.arguments[0]
            played = "_played" if _is_from(of, "played") else ""
            return phrase(f"count.{none_or_some}{played}", self._one(of, without="played"))
        if left.op == "call_place" and none_or_some:
            return phrase(f"count.{none_or_some}_called", self.noun(left.arguments[0]))
        if left.op == "deal" and self.is_after_deal:
            return phrase("number.played", phrase(f"fewer.{op}", self.noun(right)), number or 2)
        if left.op == "count" and number is not None and isinstance(left.arguments[0], Filter):
            of = left.arguments[0]
            clause = self.called(**{of.variable: self._each(of.of)}).clause(of.condition)
            return phrase("count.filter", phrase(f"fewer.{op}", number), self.plural(of.of), clause)
        if left.op == "count" and number is not None:
            return phrase("count.number", phrase(f"fewer.{op}", number), self.plural(left.arguments[0]))
        if left.op in ("seat_behind", "side_behind"):
            return phrase("clause.behind", self.noun(left.arguments[0]), phrase(f"fewer.{op}", self.noun(right)))
        if left.op in ("trick_number", "deal") and number is not None and number >= 1:
            return self._numbered(op, phrase("thing.trick" if left.op == "trick_number" else "thing.deal"), int(number))
        return ""

    def _numbered(self, op: str, thing: Part, number: int) -> Part:
        match op:
            case "=":
                return phrase("number.is", thing, number)
            case "!=":
                return phrase("number.is_not", thing, number)
            case "<=" | "<":
                last = number if op == "<=" else number - 1
                return phrase("number.first" if last > 1 else "number.is", thing, max(last, 1))
            case _:
                over = number if op == ">" else number - 1
                return phrase("number.any", thing) if over < 1 else phrase("number.over", thing, over)


def _is_from(of: Term, place: str) -> bool:
    """Tell whether cards are those of a place, or those of a suit there."""
    match of:
        case Op(op="part_suit", arguments=(inner, _)):
            return _is_from(inner, place)
        case Op(op=op):
            return op == place
        case _:
            return False


@cache
def sign_of(suit: str) -> str:
    """Return the sign of a suit, if Unicode has one by that name: `♥` for hearts."""
    try:
        return unicodedata.lookup(f"BLACK {suit.removesuffix('s').upper()} SUIT")
    except KeyError:
        return ""
