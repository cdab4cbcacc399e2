"""Terms in English: amounts and things as nouns, conditions as clauses, sets as what one of them is.

A word for a value that the language has is in its row of `rules.operations`; what the author has named is
set in italics and explained in the list of terms. Nothing here knows a game: the words come from the rules.
"""

from __future__ import annotations

import unicodedata
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from spadesdsl.book.phrases import (
    AS_MANY,
    COMPOUND,
    FEWER,
    OPPOSITE,
    ORDINALS,
    PRODUCTS,
    THINGS,
    TRICKS_TAKEN,
)
from spadesdsl.frozen import dataclass, field
from spadesdsl.rules.operations import said_of
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
from spadesdsl.words import and_list, or_list, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from spadesdsl.rules.game import Rules


def ordinal(number: int) -> str:
    """Return `first`, `second` … `21st`."""
    if number <= len(ORDINALS):
        return ORDINALS[number - 1]
    tail = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in (11, 12, 13) else "th"
    return f"{number}{tail}"


def with_article(noun: str) -> str:
    """Return `a card`, `an ace`."""
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def owned(noun: str) -> str:
    """Return whose: `the dealer's`, `the players'`."""
    return f"{noun}'" if noun.endswith("s") and noun != "its" else f"{noun}'s"


@dataclass(frozen=True, slots=True)
class English:
    """Says the terms of one game."""

    game: Rules
    names: Mapping[str, str] = field(default_factory=dict)
    """What the variables are called here: `player` is "the player" unless it says otherwise."""

    def called(self, **names: str) -> English:
        """Return the same with other names for some variables."""
        return English(self.game, {**self.names, **names})

    # ---------------------------------------------------------------- nouns

    def noun(self, term: Term) -> str:
        """Say a value."""
        match term:
            case Const(value=value):
                return self._constant(value, term.type.kind)
            case Var(name=name):
                return self.names.get(name) or self._variable(name, term.type.kind)
            case OptionRef(name=name):
                return f"*{words_of(name)}*"
            case LetRef(let=let, subject=subject):
                return self._named(words_of(let.split(".")[-1]), subject)
            case TallyRef(tally=tally, holder=holder, which=which):
                return self._tally(words_of(tally), holder, which)
            case ZoneRef(zone=zone, owner=owner):
                return self._zone(zone, owner)
            case Moved(rule=rule):
                return f"the cards of *{words_of(rule.split('.')[-1])}*"
            case Answer(decision=decision, name=name):
                return f"what *{words_of(decision)}* named" + (f" as *{words_of(name)}*" if name != decision else "")
            case BidParameter(bid=bid, name=name):
                return f"the *{words_of(name)}* of {self.noun(bid)}"
            case Ran(who=who):
                return "the number of times " + (self.noun(who) if who else "anybody") + " ran out of time"
            case Filter() | Op(op="part_suit" | "list" | "part"):
                return self.plural(term)
            case Fold(how="sum", of=of, variable=variable, body=body):
                inner = self.called(**{variable: self._each(of)})
                return f"the sum, over {self.plural(of)}, of {inner.noun(body)}"
            case Fold(how=how, of=of, variable=variable, body=body):
                inner = self.called(**{variable: self._each(of)})
                return f"the {how}, over {self.plural(of)}, of {inner.noun(body)}"
            case Extreme(highest=highest, of=of, keys=keys, variable=variable):
                by = f" by {and_list([self._key(key, variable) for key in keys])}" if keys else ""
                return f"the {'highest' if highest else 'lowest'} {self._one(of).removesuffix(' on the table')}{by}"
            case Run(how=how, of=of, variable=variable, condition=condition):
                inner = self.called(**{variable: self._each(of)})
                where = "at the end" if how == "final" else "in a row, at most,"
                return f"the number of {THINGS[of.type.kind]}s {where} for which {inner.clause(condition)}"
            case Op() if term.type.kind is not Kind.TRUTH or term.op == "if":
                return self._operation(term)
            case Op() | Did() | IsBid() | Broke() | Holds():
                return f"whether {self.clause(term)}"

    def _key(self, key: Term, variable: str) -> str:
        return self.called(**{variable: "the card"}).noun(key).removesuffix(" of the card").removeprefix("the ")

    def _constant(self, value: object, kind: Kind) -> str:
        match kind:
            case Kind.SUIT if isinstance(value, int):
                return self.game.suits[value]
            case Kind.SEAT if isinstance(value, int):
                return self.game.seats[value]
            case Kind.SIDE if isinstance(value, int):
                return (
                    self.game.teams.said[value]
                    if self.game.teams.said
                    else and_list([self.game.seats[seat] for seat in self.game.teams.sides[value]])
                )
            case Kind.RANK if isinstance(value, int):
                return self.game.ranks[value]
            case Kind.CARD if isinstance(value, int):
                return card_text(self.game, value)
            case _ if value is None:
                return "nobody" if kind in (Kind.SEAT, Kind.SIDE) else "none"
            case _ if isinstance(value, bool):
                return "yes" if value else "no"
            case _ if isinstance(value, Fraction | int):
                return number_text(Fraction(value))
            case _:
                return f"*{words_of(str(value))}*"

    def _variable(self, name: str, kind: Kind) -> str:
        if name.startswith("param:"):
            return f"*{name.removeprefix('param:')}*"
        if name == "side" and all(len(side) == 1 for side in self.game.teams.sides):
            return "the player"
        if name in ("player", "side", "card"):
            return f"the {name}"
        return f"that {THINGS.get(kind, 'one')}"

    def _named(self, words: str, subject: Term | None) -> str:
        if subject is None or (isinstance(subject, Var) and subject.name in ("player", "side", "card")):
            return f"*{words}*"
        return f"*{words}* of {self.noun(subject)}"

    def _tally(self, words: str, holder: Term | None, which: str) -> str:
        if which == "filled":
            return f"the number of times *{words}* was filled"
        named = self._named(words, holder)
        return f"{named} before this deal" if which == "before" else named

    def _zone(self, zone: str, owner: Term | None) -> str:
        if zone == "stock":
            return "the stock"
        if zone == "discards":
            return "the cards laid away"
        label = next((one.rule.label for one in self.game.zones if one.name == zone), "") or words_of(zone)
        return f"the *{label}*" if owner is None else f"{owned(self.noun(owner))} *{label}*"

    def _operation(self, term: Op) -> str:
        op, arguments = term.op, term.arguments
        if op == "if":
            condition, then, otherwise = arguments
            first = self._bracketed(then, is_product=False)
            return f"{first} if {self.clause(condition)}, otherwise {self.noun(otherwise)}"
        if op == "else":
            return f"{self.noun(arguments[0])}; if there is none, {self.noun(arguments[1])}"
        if op == "list":
            return or_list([self.noun(one) for one in arguments])
        if op == "top_of_suit":
            return f"the {self.noun(arguments[0])} of {self.noun(arguments[1])}"
        if op == "count":
            return f"the number of {self.plural(arguments[0]).removeprefix('the ')}"
        form = said_of(op)
        if not form:
            return f"{words_of(op)} of {and_list([self.noun(one) for one in arguments])}"
        is_product, is_sum = op in PRODUCTS, op in PRODUCTS or op in ("+", "-")
        said = [
            self._bracketed(one, is_product=is_product or (op == "-" and number > 0)) if is_sum else self.noun(one)
            for number, one in enumerate(arguments)
        ]
        return form.format(*said, s=owned(said[0]) if said else "")

    def _bracketed(self, term: Term, *, is_product: bool) -> str:
        said = self.noun(term)
        needs = isinstance(term, Op) and (term.op in ("if", "else") or (is_product and term.op in COMPOUND))
        return f"({said})" if needs else said

    # ---------------------------------------------------------------- sets

    def plural(self, term: Term) -> str:
        """Say a set."""
        match term:
            case Op(op="part_suit", arguments=(of, suit)):
                return f"the {self._suit_plural(suit)} {self._among(of)}"
            case Filter(of=of, variable=variable, condition=condition):
                thing = self._each(of)
                whole = self.plural(of)
                if isinstance(of, Op) and of.op == "hand":
                    whole = f"the cards {self._among(of)}"
                return f"{whole} for which {self.called(**{variable: thing}).clause(condition)}"
            case Op(op="list", arguments=arguments):
                return or_list([self.noun(one) for one in arguments])
            case Op(op="part", arguments=(one, other)):
                return f"{self.plural(one)} that are also among {self.plural(other)}"
            case _:
                return self.noun(term)

    def _among(self, of: Term) -> str:
        match of:
            case Op(op="played"):
                return "played so far"
            case Op(op="trick"):
                return "on the table"
            case Op(op="hand"):
                return f"in {self.noun(of)}"
            case Op(op="deck"):
                return "of the pack"
            case Op(op="seat_cards" | "side_cards", arguments=(who,)):
                return f"won by {self.noun(who)}"
            case _:
                return f"among {self.plural(of)}"

    def _suit_plural(self, suit: Term) -> str:
        match suit:
            case Const(value=int(value)):
                return self.game.suits[value]
            case Op(op="trumps"):
                return "trumps"
            case Op(op="card_suit", arguments=(Op(op="led"),)):
                return "cards of the suit led"
            case _:
                return f"cards in {self.noun(suit)}"

    def _each(self, of: Term) -> str:
        """Say one element of a set, as `that player`."""
        return f"that {THINGS.get(of.type.kind, 'one')}"

    def _one(self, of: Term) -> str:
        """Say what one element of a set is: `player`, `trump played so far`."""
        match of:
            case Op(op="part_suit", arguments=(inner, suit)):
                plural = self._suit_plural(suit)
                kind = plural.removesuffix("s") if not plural.startswith("cards") else f"card{plural[5:]}"
                return f"{kind} {self._among(inner)}"
            case Op(op="players" | "seats"):
                return "player"
            case Op(op="sides"):
                return "side"
            case Op(op="tricks"):
                return "trick so far"
            case Op(op="calls"):
                return "bid so far"
            case Op(op="members" | "side_members", arguments=(who,)):
                return f"player of {self.noun(who) if of.op == 'side_members' else owned(self.noun(who)) + ' side'}"
            case Op(op="opponents" | "side_opponents", arguments=(_,)):
                return "opponent"
            case Filter(of=inner, variable=variable, condition=condition):
                clause = self.called(**{variable: self._each(inner)}).clause(condition)
                return f"{self._one(inner)} for which {clause}"
            case _ if of.type.kind is Kind.CARD:
                return f"card {self._among(of)}"
            case _:
                return f"{THINGS.get(of.type.kind, 'one')} among {self.noun(of)}"

    # ---------------------------------------------------------------- clauses

    def clause(self, term: Term) -> str:
        """Say a condition."""
        match term:
            case Const(value=bool(value)):
                return "always" if value else "never"
            case Op(op="and" | "or" as op, arguments=parts):
                said = [self._within(part, op) for part in parts]
                return f" {op} ".join(said) if op == "and" or len(said) == 2 else ", or ".join(said)
            case Op(op="not", arguments=(inner,)):
                return self.negated(inner)
            case LetRef(let=let, subject=subject):
                return self._is_so(words_of(let.split(".")[-1]), subject)
            case Did():
                return self._did(term)
            case IsBid(bid=bid, bid_type=bid_type, arguments=arguments) if self._is_call(bid):
                return f"{self.noun(bid)} is {self._bid(bid_type, arguments).removeprefix('has bid ')}"
            case IsBid(bid=bid, bid_type=bid_type, arguments=arguments):
                return f"{self._bidder(bid)} {self._bid(bid_type, arguments)}"
            case Broke(who=who, trust=trust):
                return f"{self.noun(who)} broke *{words_of(trust)}*"
            case Ran():
                return "time is up" if term.who is None else f"{self.noun(term.who)} ran out of time"
            case Holds(quantifier=quantifier, of=of, variable=variable, condition=condition):
                return self._quantified(quantifier, of, variable, condition)
            case Op(op="if", arguments=(condition, then, otherwise)):
                return f"{self.clause(then)} if {self.clause(condition)}, otherwise {self.clause(otherwise)}"
            case Op():
                return self._test(term)
            case _:
                return f"{self.noun(term)} is so"

    def negated(self, term: Term) -> str:
        """Say that a condition does not hold."""
        match term:
            case Op(op="not", arguments=(inner,)):
                return self.clause(inner)
            case Op(op="leading"):
                return "the player does not lead"
            case Op(op="following"):
                return "the player does not follow"
            case Op(op=op, arguments=arguments, type=kind) if op in OPPOSITE:
                return self.clause(Op(OPPOSITE[op], arguments, kind))
            case Op(op="includes", arguments=(of, one)):
                return f"{self.noun(one)} is not among {self.plural(of)}"
            case LetRef(let=let, subject=subject):
                return self._is_so(words_of(let.split(".")[-1]), subject, no=" not")
            case IsBid(bid=bid, bid_type=bid_type, arguments=arguments) if self._is_call(bid):
                return f"{self.noun(bid)} is not {self._bid(bid_type, arguments).removeprefix('has bid ')}"
            case IsBid(bid=bid, bid_type=bid_type, arguments=arguments):
                return f"{self._bidder(bid)} has not {self._bid(bid_type, arguments).removeprefix('has ')}"
            case Did():
                return self._did(term, is_so=False)
            case Holds(quantifier="some", of=of, variable=variable, condition=condition):
                return self._quantified("no", of, variable, condition)
            case Holds(quantifier="no", of=of, variable=variable, condition=condition):
                return self._quantified("some", of, variable, condition)
            case _:
                return f"it is not so that {self.clause(term)}"

    def _within(self, part: Term, op: str) -> str:
        said = self.clause(part)
        return f"({said})" if isinstance(part, Op) and part.op in ("and", "or") and part.op != op else said

    def _did(self, term: Did, *, is_so: bool = True) -> str:
        who = "somebody" if term.who is None else self.noun(term.who)
        if not is_so and term.who is None:
            who = "nobody"
        has = "has" if is_so or term.who is None else "has not"
        if term.decision == "bid":
            return f"{who} {has} bid"
        with_them = f" ({', '.join(self.noun(one) for one in term.arguments)})" if term.arguments else ""
        return f"{who} {has} chosen *{words_of(term.decision)}*{with_them}"

    def _is_so(self, words: str, subject: Term | None, no: str = "") -> str:
        """Say that a quantity of the author's holds, or that it does not."""
        named = self._named(words, subject)
        if words.startswith(("is ", "has ")):
            return f"{named} {'does not hold' if no else 'holds'}"
        if named != f"*{words}*" and subject is not None:
            return f"{self.noun(subject)} is{no} *{words}*"
        return f"it is{no} {named}"

    def _is_call(self, bid: Term) -> bool:
        """Tell whether a bid is one that was made at some time, and not somebody's."""
        return bid.type.kind is Kind.CALL or (isinstance(bid, Op) and bid.op == "call_bid")

    def _bidder(self, bid: Term) -> str:
        match bid:
            case Op(op="seat_bid" | "side_bid", arguments=(who,)):
                return self.noun(who)
            case _:
                return self.noun(bid)

    def _bid(self, name: str, arguments: Iterable[Term]) -> str:
        return f"has bid {self.made(name, arguments)}"

    def made(self, name: str, arguments: Iterable[Term]) -> str:
        """Say a bid: by its label if all of it is known, else by its name."""
        bid = next((one for one in self.game.bids if one.name == name), None)
        said = [self.noun(one) for one in arguments]
        if bid is None or not said:
            return f"*{words_of(name)}*"
        shown = bid.label
        for parameter, value in zip(bid.parameters, said, strict=False):
            shown = shown.replace(f"{{{parameter.name}}}", value.replace("*", ""))
        return f"*{shown}*"

    def _quantified(self, quantifier: str, of: Term, variable: str, condition: Term) -> str:
        one, each = self._one(of), self._each(of)
        clause = self.called(**{variable: each}).clause(condition)
        start = {"some": f"at least one {one}", "every": f"every {one}", "no": f"no {one}"}[quantifier]
        if clause.startswith(f"{each}'s ") and " and " not in clause and " or " not in clause:
            return f"{start}'s{clause.removeprefix(each + chr(39) + 's')}"
        if clause.startswith(f"{each} ") and " and " not in clause and " or " not in clause:
            return f"{start}{clause.removeprefix(each)}"
        return f"for {start}, {clause}"

    def _test(self, term: Op) -> str:
        op, arguments = term.op, term.arguments
        if op in FEWER and isinstance(arguments[0], Op):
            said = self._counted(op, arguments[0], arguments[1])
            if said:
                return said
        if op in ("in_suit", "not_in_suit", "in_suits", "not_in_suits"):
            return f"{self.noun(arguments[0])} {self._suit_test(op, arguments[1])}"
        form = said_of(op)
        if not form:
            return f"{words_of(op)}: {and_list([self.noun(one) for one in arguments])}"
        return form.format(*[self._bracketed(one, is_product=False) for one in arguments])

    def _suit_test(self, op: str, suit: Term) -> str:
        no = " not" if op.startswith("not") else ""
        match suit:
            case Const(value=int(value)) if op.endswith("suit"):
                return f"is{no} a {self.game.suits[value].removesuffix('s')}"
            case Op(op="trumps"):
                return f"is{no} a trump"
            case Op(op="card_suit", arguments=(Op(op="led"),)):
                return f"is{no} of the suit led"
            case _:
                return f"is{no} in {self.noun(suit)}"

    def _counted(self, op: str, left: Op, right: Term) -> str:
        """Say the comparisons that people say in their own way: of tricks taken, of how many there are, of numbers."""
        number = right.value if isinstance(right, Const) and isinstance(right.value, Fraction | int) else None
        if left.op in TRICKS_TAKEN:
            who = self.noun(left.arguments[0])
            if number == 0 and op in ("=", ">", "!="):
                return f"{who} has taken {'no trick' if op == '=' else 'a trick'}"
            if number is not None:
                tricks = "trick" if number == 1 else "tricks"
                return f"{who} has taken {FEWER[op].format(number_text(Fraction(number)))} {tricks}"
            return f"{who} has taken {AS_MANY[op]} {self.noun(right)}"
        if left.op == "count" and number == 0 and op in ("=", ">", "!="):
            one = self._one(left.arguments[0])
            if one.endswith(" played so far"):
                one = one.removesuffix(" played so far")
                return f"{'no ' + one if op == '=' else with_article(one)} has been played"
            return f"there is {'no ' + one if op == '=' else with_article(one)}"
        if left.op == "count" and number is not None:
            plural = self.plural(left.arguments[0]).removeprefix("the ")
            return f"there are {FEWER[op].format(number_text(Fraction(number)))} of the {plural}"
        if left.op in ("seat_behind", "side_behind"):
            many = FEWER[op].format(self.noun(right))
            return f"{self.noun(left.arguments[0])} is {many} points behind"
        if left.op in ("trick_number", "deal") and number is not None and number >= 1:
            return self._numbered(op, "trick" if left.op == "trick_number" else "deal", int(number))
        return ""

    def _numbered(self, op: str, thing: str, number: int) -> str:
        match op:
            case "=":
                return f"it is the {ordinal(number)} {thing}"
            case "!=":
                return f"it is not the {ordinal(number)} {thing}"
            case "<" if number == 2:
                return f"it is the first {thing}"
            case "<=" | "<":
                last = number if op == "<=" else number - 1
                return f"it is one of the first {last} {thing}s" if last > 1 else f"it is the first {thing}"
            case _:
                over = number if op == ">" else number - 1
                if over < 1:
                    return f"it is any {thing}"
                return f"the first {over} {thing}s are over" if over > 1 else f"the first {thing} is over"


@cache
def sign_of(suit: str) -> str:
    """Return the sign of a suit, if Unicode has one by that name: `♥` for hearts."""
    try:
        return unicodedata.lookup(f"BLACK {suit.removesuffix('s').upper()} SUIT")
    except KeyError:
        return ""


def card_text(game: Rules, face: int) -> str:
    """Draw a card: `A♠`, `10♥`; an added card by its name."""
    card = game.faces[face]
    if card.rank is None or card.suit is None:
        return card.said or words_of(card.name)
    suit = game.suits[card.suit]
    return f"{game.ranks[card.rank]}{sign_of(suit) or f' of {suit}'}"


def number_text(number: Fraction) -> str:
    """Write a number: with a real minus, and a half as one."""
    size = abs(number)
    text = (
        str(int(size))
        if size.denominator == 1
        else f"{int(size) or ''}½"
        if size.denominator == 2
        else str(float(size))
    )
    return f"−{text}" if number < 0 else text
