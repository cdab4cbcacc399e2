"""The ops of `spadesdsl.check.vocabulary` to closures: properties, tests, arithmetic, things of the table."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, Any

from spadesdsl.binding.trick import compile_beaters
from spadesdsl.check.terms import Kind, Op
from spadesdsl.engine import seats
from spadesdsl.engine.claims import is_sure
from spadesdsl.engine.generator import below
from spadesdsl.engine.play import best_card
from spadesdsl.engine.view import contract_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadesdsl.binding.compiler import Compiler
    from spadesdsl.engine.spec import Code, Value
    from spadesdsl.engine.state import StateData

    Reader = Callable[[StateData, Any], Any]


def compile_op(compiler: Compiler, term: Op) -> Code:
    """Compile an op that gives one value."""
    op = term.op
    if op in GLOBALS:
        return GLOBALS[op]
    if op in PROPERTIES:
        return _property(compiler, term)
    if op in CONNECTIVES:
        return CONNECTIVES[op](compiler, term)
    if op in COMPARISONS or op in ARITHMETIC:
        return _of_amounts(compiler, term)
    return TESTS[op](compiler, term)


# ---------------------------------------------------------------- things that need no subject


def _led(s: StateData, e: list[Any]) -> int | None:
    return s.trick[0] if s.trick else None


def _best(s: StateData, e: list[Any]) -> int | None:
    return best_card(s)


GLOBALS: dict[str, Code] = {
    "deal": lambda s, e: s.deal,
    "dealer": lambda s, e: s.dealer,
    "trumps": lambda s, e: s.ranking.trumps,
    "last_trick": lambda s, e: s.tricks[-1] if s.tricks else None,
    "this_trick": lambda s, e: None,
    "trick_number": lambda s, e: s.trick_number,
    "led": _led,
    "leader": lambda s, e: s.leader,
    "leading": lambda s, e: not s.trick,
    "following": lambda s, e: bool(s.trick),
    "nobody": lambda s, e: None,
}


# ---------------------------------------------------------------- properties


def _partner(s: StateData, seat: int) -> int | None:
    return seats.partner_of(s, seat)


def _across(s: StateData, seat: int) -> int:
    return (seat + len(s.spec.seats) // 2) % len(s.spec.seats)


def _seat_bid(s: StateData, seat: int) -> Value:
    side = s.side_of[seat]
    own = s.bids[seat]
    return own if own is not None or side is None else s.side_bids[side]


def _bid_place(s: StateData, seat: int) -> int:
    bid = _seat_bid(s, seat)
    return 0 if bid is None else int(bid.place)


def _seat_contract(s: StateData, seat: int) -> Value:
    own = s.contracts[seat]
    side = s.side_of[seat]
    if own is None and side is not None and s.side_contracts[side] is not None and len(s.sides[side]) == 1:
        return s.side_contracts[side]
    return own or 0


def _side_bid(s: StateData, side: int) -> Value:
    own = s.side_bids[side]
    return s.bids[s.sides[side][0]] if own is None and len(s.sides[side]) == 1 else own


def _side_taken(s: StateData, side: int) -> int:
    taken = s.taken
    return sum(taken[seat] for seat in s.sides[side])


def _card_player(s: StateData, card: int) -> int | None:
    if card in s.trick:
        return s.trick_seats[s.trick.index(card)]
    for trick in s.tricks:
        if card in trick.cards:
            return trick.seats[trick.cards.index(card)]
    return None


def _card_position(s: StateData, card: int) -> int:
    if card in s.trick:
        return s.trick.index(card) + 1
    return next((trick.cards.index(card) + 1 for trick in s.tricks if card in trick.cards), 0)


def _seat_score(s: StateData, seat: int) -> Value:
    holder = seats.holder_of(s, seat)
    return 0 if holder is None else s.scores[holder]


def _seat_behind(s: StateData, seat: int) -> Value:
    return seats.behind(s, _seat_score(s, seat))


def _twin(s: StateData, suit: int) -> int:
    # Colours pair the suits from the outside: in clubs, diamonds, hearts, spades the first and last are black.
    return len(s.spec.deck.suits) - 1 - suit


PROPERTIES: dict[str, tuple[Reader, Any]] = {
    "left": (lambda s, x: seats.next_player(s, x), None),
    "right": (lambda s, x: seats.next_player(s, x, -1), None),
    "across": (_across, None),
    "partner": (_partner, None),
    "side": (lambda s, x: s.side_of[x], None),
    "seat_taken": (lambda s, x: s.taken[x], 0),
    "seat_bid": (_seat_bid, None),
    "seat_contract": (_seat_contract, 0),
    "bid_place": (_bid_place, 0),
    "seat_score": (_seat_score, 0),
    "seat_behind": (_seat_behind, 0),
    "looked": (lambda s, x: bool(s.looked >> x & 1), False),
    "side_taken": (_side_taken, 0),
    "side_bid": (_side_bid, None),
    "side_contract": (contract_of, 0),
    "side_score": (seats.score_of, 0),
    "side_behind": (lambda s, x: seats.behind(s, seats.score_of(s, x)), 0),
    "side_subtotal": (lambda s, x: s.subtotals[x], 0),
    "card_rank": (lambda s, x: s.ranking.rank[x], None),
    "card_suit": (lambda s, x: s.ranking.suit[x], None),
    "card_player": (_card_player, None),
    "card_position": (_card_position, 0),
    "suit_rank": (lambda s, x: x + 1, 0),
    "suit_twin": (_twin, None),
    "trick_led": (lambda s, x: x.cards[0] if x.cards else None, None),
    "trick_best": (lambda s, x: x.best, None),
    "trick_winner": (lambda s, x: x.winner, None),
    "trick_leader": (lambda s, x: x.leader, None),
    "trick_number_of": (lambda s, x: x.number, 0),
}
"""By op: how the property is read, and what it is of nobody."""


def _this_trick_winner(s: StateData, e: list[Any]) -> int | None:
    best = best_card(s)
    return None if best is None else s.trick_seats[s.trick.index(best)]


_THIS_TRICK: dict[str, Code] = {
    "trick_led": _led,
    "trick_best": _best,
    "trick_winner": _this_trick_winner,
    "trick_leader": lambda s, e: s.leader,
    "trick_number_of": lambda s, e: s.trick_number,
}


def _property(compiler: Compiler, term: Op) -> Code:
    of = term.arguments[0]
    if isinstance(of, Op) and of.op == "this_trick":
        return _THIS_TRICK[term.op]
    read, none = PROPERTIES[term.op]
    if isinstance(of, Op) and of.op == "led" and term.op == "card_suit":
        return _led_suit
    code = compiler.value(of)

    def value(s: StateData, e: list[Any]) -> Value:
        x = code(s, e)
        return none if x is None else read(s, x)

    return value


def _led_suit(s: StateData, e: list[Any]) -> int | None:
    return s.ranking.suit[s.trick[0]] if s.trick else None


# ---------------------------------------------------------------- connectives


def _and(compiler: Compiler, term: Op) -> Code:
    codes = [compiler.value(part) for part in term.arguments]
    if len(codes) == 2:
        first, second = codes
        return lambda s, e: first(s, e) and second(s, e)
    return lambda s, e: all(code(s, e) for code in codes)


def _or(compiler: Compiler, term: Op) -> Code:
    codes = [compiler.value(part) for part in term.arguments]
    return lambda s, e: any(code(s, e) for code in codes)


def _not(compiler: Compiler, term: Op) -> Code:
    code = compiler.value(term.arguments[0])
    return lambda s, e: not code(s, e)


def _if(compiler: Compiler, term: Op) -> Code:
    condition, then, otherwise = (compiler.value(part) for part in term.arguments)
    return lambda s, e: then(s, e) if condition(s, e) else otherwise(s, e)


def _else(compiler: Compiler, term: Op) -> Code:
    first, second = (compiler.value(part) for part in term.arguments)

    def read(s: StateData, e: list[Any]) -> Value:
        found = first(s, e)
        return second(s, e) if found is None else found

    return read


CONNECTIVES: dict[str, Callable[[Compiler, Op], Code]] = {
    "and": _and,
    "or": _or,
    "not": _not,
    "if": _if,
    "else": _else,
}


# ---------------------------------------------------------------- amounts


def _divide(a: Value, b: Value) -> Value:
    return 0 if not b else _whole(Fraction(a) / Fraction(b))


def _whole(value: Value) -> Value:
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def _down(a: Value, b: Value) -> Value:
    return a if not b else floor(Fraction(a) / Fraction(b)) * b


ARITHMETIC: dict[str, Callable[..., Any]] = {
    "+": lambda a, b: _whole(a + b),
    "-": lambda a, b: _whole(a - b),
    "*": lambda a, b: _whole(a * b),
    "/": _divide,
    "max": max,
    "min": min,
    "negative": lambda a: -a,
    "abs": abs,
    "rounded_down": _down,
}
"""Nobody's amounts are 0; nothing is divided by 0, the result is 0 then."""

COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


LEVEL_OPS = frozenset({*CONNECTIVES, *ARITHMETIC, *COMPARISONS})
"""Ops that read nothing but their arguments."""


def _of_amounts(compiler: Compiler, term: Op) -> Code:
    codes = [compiler.value(part) for part in term.arguments]
    is_rank = term.arguments[0].type.kind is Kind.RANK
    apply: Callable[..., Value] = ARITHMETIC.get(term.op) or COMPARISONS[term.op]
    if len(codes) == 1:
        only = codes[0]
        return lambda s, e: apply(only(s, e) or 0)
    first, second = codes
    if is_rank:

        def ranked(s: StateData, e: list[Any]) -> bool:
            a, b = first(s, e), second(s, e)
            return False if a is None or b is None else apply(a, b)

        return ranked
    return lambda s, e: apply(first(s, e) or 0, second(s, e) or 0)


# ---------------------------------------------------------------- tests and things


def _same(compiler: Compiler, term: Op) -> Code:
    left, right = term.arguments
    first, second = compiler.value(left), compiler.value(right)
    wanted = term.op == "is"
    is_card = left.type.kind is Kind.CARD and right.type.kind is Kind.CARD
    faces = compiler.deck.faces

    def read(s: StateData, e: list[Any]) -> bool:
        a, b = first(s, e), second(s, e)
        if a is None or b is None:
            return not wanted
        return ((faces[a] == faces[b]) if is_card else a == b) is wanted

    return read


def _member(compiler: Compiler, term: Op) -> Code:
    x, of = term.arguments
    wanted = term.op == "member"
    if of.type.kind is Kind.CARD and x.type.kind is Kind.CARD:
        one, many = compiler.mask(x), compiler.mask(of)
        return lambda s, e: bool(one(s, e) & many(s, e)) is wanted
    single, several = compiler.value(x), compiler.items(of)

    def read(s: StateData, e: list[Any]) -> bool:
        found = single(s, e)
        return (found is not None and found in several(s, e)) is wanted

    return read


def _includes(compiler: Compiler, term: Op) -> Code:
    return _member(compiler, Op("member", (term.arguments[1], term.arguments[0]), term.type))


def _in_suit(compiler: Compiler, term: Op) -> Code:
    card, suit = (compiler.value(part) for part in term.arguments)
    wanted = term.op == "in_suit"

    def read(s: StateData, e: list[Any]) -> bool:
        one, which = card(s, e), suit(s, e)
        return (one is not None and which is not None and s.ranking.suit[one] == which) is wanted

    return read


def _in_suits(compiler: Compiler, term: Op) -> Code:
    card, suits = compiler.value(term.arguments[0]), compiler.items(term.arguments[1])
    wanted = term.op == "in_suits"

    def read(s: StateData, e: list[Any]) -> bool:
        one = card(s, e)
        return (one is not None and s.ranking.suit[one] in suits(s, e)) is wanted

    return read


def _count(compiler: Compiler, term: Op) -> Code:
    of = term.arguments[0]
    if of.type.kind is Kind.CARD:
        mask = compiler.mask(of)
        return lambda s, e: mask(s, e).bit_count()
    items = compiler.items(of)
    return lambda s, e: len(items(s, e))


def _is_empty(compiler: Compiler, term: Op) -> Code:
    items = compiler.value(term.arguments[0])
    return lambda s, e: not items(s, e)


def _end(compiler: Compiler, term: Op) -> Code:
    items = compiler.items(term.arguments[0])
    at = -1 if term.op == "last" else 0

    def read(s: StateData, e: list[Any]) -> Value:
        found = items(s, e)
        return found[at] if found else None

    return read


def _only(compiler: Compiler, term: Op) -> Code:
    items = compiler.items(term.arguments[0])

    def read(s: StateData, e: list[Any]) -> Value:
        found = items(s, e)
        return found[0] if len(found) == 1 else None

    return read


def _holder(compiler: Compiler, term: Op) -> Code:
    mask = compiler.mask(term.arguments[0])

    def read(s: StateData, e: list[Any]) -> int | None:
        cards = mask(s, e)
        return next((seat for seat, hand in enumerate(s.hands) if hand & cards), None)

    return read


def _random(compiler: Compiler, term: Op) -> Code:
    items = compiler.items(term.arguments[0])

    def read(s: StateData, e: list[Any]) -> Value:
        # The set is read in the order of the seats, so that the draw does not depend on who deals.
        found = sorted(items(s, e))
        if not found:
            return None
        place, s.generator = below(s.generator, len(found))
        return found[place]

    return read


def _card_of_suit(compiler: Compiler, term: Op) -> Code:
    rank, suit = (compiler.value(part) for part in term.arguments)
    faces, copies = compiler.faces, compiler.deck.copies

    def read(s: StateData, e: list[Any]) -> int | None:
        face = faces.get((suit(s, e), rank(s, e)))
        return None if face is None else copies[face][0]

    return read


def _beats(compiler: Compiler, term: Op) -> Code:
    card = compiler.mask(term.arguments[0])
    better = compile_beaters(compiler, term.arguments[1])
    return lambda s, e: bool(card(s, e) & better(s, e))


def _is_whole(compiler: Compiler, term: Op) -> Code:
    code = compiler.value(term.arguments[0])
    return lambda s, e: (code(s, e) or 0) % 1 == 0


def _sure(compiler: Compiler, term: Op) -> Code:
    seat = compiler.value(term.arguments[0])

    def read(s: StateData, e: list[Any]) -> bool:
        who = seat(s, e)
        return who is not None and is_sure(s, who)

    return read


TESTS: dict[str, Callable[[Compiler, Op], Code]] = {
    "is": _same,
    "is_not": _same,
    "member": _member,
    "not_member": _member,
    "includes": _includes,
    "in_suit": _in_suit,
    "not_in_suit": _in_suit,
    "in_suits": _in_suits,
    "not_in_suits": _in_suits,
    "count": _count,
    "is_empty": _is_empty,
    "first": _end,
    "last": _end,
    "only": _only,
    "holder": _holder,
    "random": _random,
    "top_of_suit": _card_of_suit,
    "beats": _beats,
    "is_whole": _is_whole,
    "sure_of_the_rest": _sure,
}
