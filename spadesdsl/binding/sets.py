"""Terms that are sets: cards as masks, and any set as a tuple in order."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from spadesdsl.check.terms import Answer, Const, Filter, Kind, LetRef, Moved, Op, Term, ZoneRef
from spadesdsl.engine import seats
from spadesdsl.engine.play import live_cards
from spadesdsl.engine.ranking import mask_of
from spadesdsl.engine.spec import PLAYER

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadesdsl.binding.compiler import Compiler
    from spadesdsl.engine.ranking import Ranking
    from spadesdsl.engine.spec import Code, Value, Zone
    from spadesdsl.engine.state import StateData


# ---------------------------------------------------------------- masks of cards


def compile_mask(compiler: Compiler, term: Term) -> Code:
    """Compile a set of cards, or one card, to a mask."""
    if not term.type.many:
        return _one_card(compiler, term)
    match term:
        case ZoneRef():
            return _zone_mask(compiler, term)
        case Filter() if is_ordered(term.of):
            # A trick or a pile has few cards: to try those is less than to try the deck.
            items = compiler.items(term)
            return lambda s, e: mask_of(items(s, e))
        case Filter():
            of = compiler.mask(term.of)
            condition = compiler.condition(term.condition, term.variable)
            return lambda s, e: of(s, e) & condition(s, e)
        case LetRef():
            return compiler.let(term)
        case Op():
            return _op_mask(compiler, term)
        case _:
            items = compiler.items(term)
            return lambda s, e: mask_of(items(s, e))


def _one_card(compiler: Compiler, term: Term) -> Code:
    if isinstance(term, Const):
        cards = mask_of(compiler.deck.copies[term.value]) if isinstance(term.value, int) else 0
        return lambda s, e: cards
    card = compiler.value(term)

    def read(s: StateData, e: list[Any]) -> int:
        one = card(s, e)
        return 0 if one is None else 1 << one

    return read


def _zone_mask(compiler: Compiler, term: ZoneRef) -> Code:
    zone: Zone = compiler.zones[term.zone]
    if not zone.is_each:
        return lambda s, e: mask_of(s.piles[zone.base])
    items = _zone_items(compiler, term)
    return lambda s, e: mask_of(items(s, e))


def _op_mask(compiler: Compiler, term: Op) -> Code:
    arguments = term.arguments
    match term.op:
        case "hand" | "seat_cards" | "shown":
            return _of_seat(compiler, term)
        case "side_cards":
            side = compiler.value(arguments[0])
            return lambda s, e: _side_cards(s, side(s, e))
        case "played":
            return lambda s, e: s.played
        case "deck":
            everything = compiler.deck.all
            return lambda s, e: everything
        case "part_suit":
            of, suit = compiler.mask(arguments[0]), compiler.value(arguments[1])
            return lambda s, e: of(s, e) & suit_mask(s, suit(s, e))
        case "part":
            first, second = compiler.mask(arguments[0]), compiler.mask(arguments[1])
            return lambda s, e: first(s, e) & second(s, e)
        case "list":
            masks = [compiler.mask(argument) for argument in arguments]

            def union(s: StateData, e: list[Any]) -> int:
                joined = 0
                for code in masks:
                    joined |= code(s, e)
                return joined

            return union
        case "else" | "if":
            return _either(compiler, compiler.mask, term)
        case _:
            items = compiler.items(term)
            return lambda s, e: mask_of(items(s, e))


def _either(compiler: Compiler, form: Callable[[Term], Code], term: Op) -> Code:
    """Compile `a, else b` (b where a is empty) and `if c then a else b`, of sets in one form: masks or tuples."""
    *conditions, then, otherwise = term.arguments
    first, second = form(then), form(otherwise)
    if not conditions:
        return lambda s, e: first(s, e) or second(s, e)
    condition = compiler.value(conditions[0])
    return lambda s, e: first(s, e) if condition(s, e) else second(s, e)


def _of_seat(compiler: Compiler, term: Op) -> Code:
    seat = compiler.value(term.arguments[0])
    which = term.op

    def read(s: StateData, e: list[Any]) -> int:
        who = seat(s, e)
        if who is None:
            return 0
        if which == "hand":
            return s.hands[who]
        return s.won[who] if which == "seat_cards" else s.hands[who] & s.open

    return read


def _side_cards(s: StateData, side: int | None) -> int:
    mask = 0
    for seat in () if side is None else s.sides[side]:
        mask |= s.won[seat]
    return mask


def suit_mask(s: StateData, suit: int | None) -> int:
    """Return the cards that count for a suit now; none for nobody."""
    return 0 if suit is None else s.ranking.masks[suit]


# ---------------------------------------------------------------- ordered sets


def compile_items(compiler: Compiler, term: Term) -> Code:
    """Compile a set to a tuple in order."""
    if not term.type.many:
        one = compiler.value(term)
        return lambda s, e: (one(s, e),) if one(s, e) is not None else ()
    match term:
        case ZoneRef():
            return _zone_items(compiler, term)
        case Moved(rule=rule):
            memory = compiler.memories[rule]
            return lambda s, e: s.moved[memory]
        case Filter():
            return _filtered(compiler, term)
        case LetRef() | Answer():
            return _by_mask(compiler, term) if term.type.kind is Kind.CARD else _plain(compiler, term)
        case Op():
            return _op_items(compiler, term)
        case _:
            return compiler.value(term)


def _plain(compiler: Compiler, term: Term) -> Code:
    if isinstance(term, LetRef):
        return compiler.let(term)
    from spadesdsl.binding.values import compile_value

    return compile_value(compiler, term)


def _by_mask(compiler: Compiler, term: Term) -> Code:
    mask = compiler.mask(term)
    return lambda s, e: tuple(s.ranking.sorted(mask(s, e)))


def _zone_items(compiler: Compiler, term: ZoneRef) -> Code:
    zone = compiler.zones[term.zone]
    if not zone.is_each:
        return lambda s, e: s.piles[zone.base]
    owner = compiler.optional(term.owner)

    def read(s: StateData, e: list[Any]) -> tuple[int, ...]:
        who = e[PLAYER] if owner is None else owner(s, e)
        return () if who is None else s.piles[zone.base + who]

    return read


def is_ordered(term: Term) -> bool:
    """Tell whether a set of cards has an order of its own: a pile, or the cards of a trick."""
    match term:
        case ZoneRef() | Moved():
            return True
        case Filter():
            return is_ordered(term.of)
        case Op():
            if term.op in ("trick", "trick_cards"):
                return True
            return term.op in ("part_suit", "part", "first_n", "last_n") and is_ordered(
                term.arguments[-1] if term.op.endswith("_n") else term.arguments[0]
            )
        case _:
            return False


def _filtered(compiler: Compiler, term: Filter) -> Code:
    if term.type.kind is Kind.CARD and not is_ordered(term.of):
        return _by_mask(compiler, term)
    of = compiler.items(term.of)
    slot = compiler.slot(term.variable)
    condition = compiler.value(term.condition)

    def kept(s: StateData, e: list[Any]) -> tuple[Any, ...]:
        before = e[slot]
        found = []
        for item in of(s, e):
            e[slot] = item
            if condition(s, e):
                found.append(item)
        e[slot] = before
        return tuple(found)

    return kept


def _op_items(compiler: Compiler, term: Op) -> Code:
    arguments = term.arguments
    match term.op:
        case "trick":
            return live_items if compiler.in_winner else trick_items
        case "hand":
            seat = compiler.value(arguments[0])
            return lambda s, e: _hand_items(s, seat(s, e))
        case "trick_cards":
            trick = compiler.value(arguments[0])
            return lambda s, e: _cards_of_trick(s, trick(s, e))
        case "part_suit" | "part" if is_ordered(arguments[0]):
            of = compiler.items(arguments[0])
            allowed = compiler.mask(arguments[1]) if term.op == "part" else _suit_cards(compiler, arguments[1])
            return lambda s, e: _kept(of(s, e), allowed(s, e))
        case "part":
            first, second = compiler.items(arguments[0]), compiler.items(arguments[1])
            return lambda s, e: tuple(item for item in first(s, e) if item in second(s, e))
        case "first_n" | "last_n":
            number, of = compiler.value(arguments[0]), compiler.items(arguments[1])
            if term.op == "first_n":
                return lambda s, e: of(s, e)[: max(0, int(number(s, e)))]
            return lambda s, e: of(s, e)[-int(number(s, e)) :] if number(s, e) > 0 else ()
        case "list":
            codes = [compiler.value(argument) for argument in arguments]
            return lambda s, e: tuple(item for item in (code(s, e) for code in codes) if item is not None)
        case "else" | "if":
            return _either(compiler, compiler.items, term)
        case _:
            return _by_mask(compiler, term) if term.type.kind is Kind.CARD else _of_table(compiler, term)


def trick_items(s: StateData, e: list[Any]) -> tuple[int, ...]:
    """Give the cards on the table in the order played."""
    return s.trick


def live_items(s: StateData, e: list[Any]) -> tuple[int, ...]:
    """Give the cards on the table that do not cancel each other."""
    return live_cards(s)


def _suit_cards(compiler: Compiler, term: Term) -> Code:
    suit = compiler.value(term)
    return lambda s, e: suit_mask(s, suit(s, e))


def _kept(items: tuple[int, ...], allowed: int) -> tuple[int, ...]:
    return tuple(card for card in items if allowed >> card & 1)


def _hand_items(s: StateData, seat: int | None) -> tuple[int, ...]:
    if seat is None:
        return ()
    stack = s.stacks[seat]
    return tuple(s.ranking.sorted(s.hands[seat])) if stack is None else stack


def _cards_of_trick(s: StateData, trick: Value) -> tuple[int, ...]:
    return () if trick is None else trick.cards


def _of_table(compiler: Compiler, term: Op) -> Code:
    """Compile the sets of seats, sides, suits and tricks."""
    arguments = [compiler.value(argument) for argument in term.arguments]
    match term.op:
        case "seats":
            return lambda s, e: seats.clockwise(len(s.spec.seats), seats.first_seat(s))
        case "players":
            return lambda s, e: seats.players_from(s, seats.first_seat(s))
        case "sides":
            return lambda s, e: seats.sides_from(s, seats.first_seat(s))
        case "suits":
            return lambda s, e: suits_of(s.ranking)
        case "tricks":
            return lambda s, e: s.tricks
        case "members" | "opponents" | "seat_tricks":
            return _by_seat(term.op, arguments[0])
        case _:
            return _by_side(term.op, arguments[0])


@lru_cache(maxsize=256)
def suits_of(ranking: Ranking) -> tuple[int, ...]:
    """Return the suits for which some card of the deck counts."""
    return tuple(suit for suit, cards in enumerate(ranking.masks) if cards)


def _in_order(s: StateData, wanted: tuple[int, ...]) -> tuple[int, ...]:
    """Return seats in the order from the left of the dealer."""
    return tuple(seat for seat in seats.clockwise(len(s.spec.seats), seats.first_seat(s)) if seat in wanted)


def _by_seat(op: str, seat: Code) -> Code:
    def read(s: StateData, e: list[Any]) -> tuple[Any, ...]:
        who = seat(s, e)
        if who is None:
            return ()
        side = s.side_of[who]
        if op == "seat_tricks":
            return tuple(trick for trick in s.tricks if trick.winner == who)
        if op == "members":
            return () if side is None else _in_order(s, s.sides[side])
        return _in_order(s, tuple(other for other in seats.players_of(s) if s.side_of[other] != side))

    return read


def _by_side(op: str, side: Code) -> Code:
    def read(s: StateData, e: list[Any]) -> tuple[Any, ...]:
        which = side(s, e)
        if which is None:
            return ()
        if op == "side_tricks":
            return tuple(trick for trick in s.tricks if trick.winner in s.sides[which])
        if op == "side_members":
            return _in_order(s, s.sides[which])
        return _in_order(s, tuple(other for other in seats.players_of(s) if s.side_of[other] != which))

    return read
