"""The highest card of a set, who wins a trick, and which cards would beat another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadesdsl.binding import sets
from spadesdsl.check.terms import Extreme, Op, Term
from spadesdsl.engine.play import best_card
from spadesdsl.engine.ranking import bits

if TYPE_CHECKING:
    from spadesdsl.binding.compiler import Compiler
    from spadesdsl.engine.spec import Code
    from spadesdsl.engine.state import StateData


def compile_extreme(compiler: Compiler, term: Extreme) -> Code:
    """Compile `highest of …` and `lowest of …`.

    Of cards that are equal by all keys the first is taken, or the last where `trick equal: last` says so.
    """
    last_wins = compiler.in_winner and compiler.game.play.equal == "last"
    if not term.keys:
        if not sets.is_ordered(term.of):
            return _of_mask(compiler.mask(term.of), highest=term.highest)
        return _by_strength(compiler.items(term.of), highest=term.highest, last_wins=last_wins)
    items = compiler.items(term.of)
    keys = [compiler.value(key) for key in term.keys]
    slot = compiler.slot(term.variable)
    sign = 1 if term.highest else -1

    def read(s: StateData, e: list[Any]) -> int | None:
        best: int | None = None
        best_key: tuple[Any, ...] = ()
        kept = e[slot]
        for card in items(s, e):
            e[slot] = card
            key = tuple(sign * (code(s, e) or 0) for code in keys)
            if best is None or key > best_key or (last_wins and key == best_key):
                best, best_key = card, key
        e[slot] = kept
        return best

    return read


def _by_strength(items: Code, *, highest: bool, last_wins: bool) -> Code:
    sign = 1 if highest else -1

    def read(s: StateData, e: list[Any]) -> int | None:
        strength = s.ranking.strength
        best: int | None = None
        most = 0
        for card in items(s, e):
            value = sign * strength[card]
            if best is None or value > most or (last_wins and value == most):
                best, most = card, value
        return best

    return read


def _of_mask(mask: Code, *, highest: bool) -> Code:
    def read(s: StateData, e: list[Any]) -> int | None:
        cards = bits(mask(s, e))
        if not cards:
            return None
        return (max if highest else min)(cards, key=s.ranking.strength.__getitem__)

    return read


def winner_classes(compiler: Compiler, term: Term) -> list[Code] | None:
    """Return the classes of a winner rule as masks, best class first; None where it compares by keys of its own.

    `highest of trick in trumps, else highest of trick in led.suit` has two classes: the trumps, the suit led.
    """
    if isinstance(term, Op) and term.op == "else":
        first = winner_classes(compiler, term.arguments[0])
        second = winner_classes(compiler, term.arguments[1])
        return None if first is None or second is None else first + second
    if not isinstance(term, Extreme) or not term.highest or term.keys:
        return None
    of = term.of
    if isinstance(of, Op) and of.op == "trick":
        everything = compiler.deck.all
        return [lambda s, e: everything]
    if (
        isinstance(of, Op)
        and of.op == "part_suit"
        and isinstance(of.arguments[0], Op)
        and of.arguments[0].op == "trick"
    ):
        suit = compiler.value(of.arguments[1])
        return [lambda s, e: sets.suit_mask(s, suit(s, e))]
    return None


def compile_beaters(compiler: Compiler, against: Term) -> Code:
    """Compile the mask of the cards that would win over a card of this trick.

    Where the winner rule is an order of suits this is a mask; else each card of the hand is tried.
    """
    card = compiler.value(against)
    classes = winner_classes(compiler, compiler.game.play.winner)
    everything = compiler.deck.all
    if classes is None or compiler.game.play.equal == "cancel":
        return _tried(compiler)
    faces, copies = compiler.deck.faces, compiler.deck.copies
    last_wins = compiler.game.play.equal == "last"

    def read(s: StateData, e: list[Any]) -> int:
        best = card(s, e)
        if best is None:
            return everything
        better = 0
        for code in classes:
            mask = code(s, e)
            if mask >> best & 1:
                stronger = s.ranking.above[best]
                if last_wins:
                    stronger |= sum(1 << one for one in copies[faces[best]])
                return int(better | (mask & stronger))
            better |= mask
        return int(better)

    return read


def _tried(compiler: Compiler) -> Code:
    marks = compiler.marks

    def read(s: StateData, e: list[Any]) -> int:
        marks["cards tried on the trick"] = marks.get("cards tried on the trick", 0) + 1
        mask = 0
        for card in bits(s.hands[e[0]]):
            tried = s.copy()
            tried.trick = (*s.trick, card)
            tried.trick_seats = (*s.trick_seats, e[0])
            if best_card(tried) == card:
                mask |= 1 << card
        return mask

    return read
