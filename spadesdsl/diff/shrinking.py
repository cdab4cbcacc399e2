"""Shrink a situation in which two games part to the smallest that still shows it: fewer tricks, fewer cards.

What is removed is removed from both games, and stays removed only if they part as before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial, reduce
from operator import or_

from spadesdsl.algebra.reads import Effect
from spadesdsl.diff import matching
from spadesdsl.diff.effects import Direction
from spadesdsl.diff.lockstep import Parting
from spadesdsl.engine import choices
from spadesdsl.engine.game import State
from spadesdsl.engine.play import winning_seat
from spadesdsl.engine.ranking import bits, mask_of
from spadesdsl.engine.situation import Situation
from spadesdsl.engine.spec import Amount
from spadesdsl.frozen import Frozen

Pair = tuple["State", "State"]


class Turn(Frozen):
    """What two games allow in one situation."""

    seat: int
    """Who is to choose."""
    hand: int
    """Whose cards are played; −1 if no card is."""
    before: tuple[str, ...]
    after: tuple[str, ...]


def turn_of(pair: Pair) -> Turn | None:
    """Return the first turn of a situation; None if nobody has to choose, or not the same seat."""
    entries = [choices.due(s) for s in pair]
    if not all(entries):
        return None
    mine, their = entries[0][0], entries[1][0]
    if (mine.seat, mine.holder) != (their.seat, their.holder):
        return None
    moves = [tuple(option.text for option in entry.options) for entry in (mine, their)]
    return Turn(mine.seat, mine.holder, moves[0], moves[1])


def smallest(parting: Parting) -> Pair:
    """Return the smallest situation found in which the two games still part in the same way."""
    pair = (parting.before, parting.after)
    match parting.effect:
        case Effect.PLAYS if turn_of(pair) is not None:
            return _shrunk(pair, lambda now: _parts(now) is parting.direction, parting.before)
        case Effect.BIDS if turn_of(pair) is not None:
            return _without_hands(pair, lambda now: _parts(now) is parting.direction)
        case Effect.WINNER:
            return _without_past(pair, lambda now: winners(now, parting) is not None)
        case _:
            return pair


def _parts(pair: Pair) -> Direction | None:
    turn = turn_of(pair)
    return None if turn is None else matching.direction([(text,) for text in turn.before], [(t,) for t in turn.after])


def winners(pair: Pair, parting: Parting) -> tuple[int | None, int | None] | None:
    """Return who wins the trick in each game after its last card; None if it is the same seat."""
    assert parting.outcome_before is not None
    assert parting.outcome_before.last_move is not None
    card = parting.outcome_before.last_move[1]
    found = [_winner(s, str(card)) for s in pair]
    return None if found[0] == found[1] else (found[0], found[1])


def _winner(s: State, card: str) -> int | None:
    """Return who wins the trick on the table after one more card."""
    after = s.copy()
    seat = choices.to_play(s)
    names = s.spec.deck.names
    held = next((one for one in bits(s.hands[seat]) if names[one] == card.split(" ")[0]), None)
    if held is None:
        return None
    said = [option for entry in choices.due(s) for option in entry.options if option.text == card and option.said >= 0]
    for option in said[:1]:
        asks = s.spec.plan.with_card[option.said]
        Situation(after).did(asks.step.name, seat, option.arguments, card=held)
    after.trick, after.trick_seats = (*s.trick, held), (*s.trick_seats, seat)
    return winning_seat(after)


def _shrunk(pair: Pair, shows: Callable[[Pair], bool], first: State) -> Pair:
    pair = _without_past(pair, shows)
    turn = turn_of(pair)
    assert turn is not None
    for seat in range(len(first.hands)):
        if seat != turn.hand:
            pair = _tried(pair, partial(hold, seat=seat, cards=()), shows)
    pair = _tried(pair, _forget_standing, shows)
    names = matching.cards(pair[0], pair[0].hands[turn.hand])
    for name in sorted(names, key=lambda name: name in turn.before and name in turn.after):
        pair = _tried(pair, partial(_drop, seat=turn.hand, name=name), shows)
    return pair


def _without_hands(pair: Pair, shows: Callable[[Pair], bool]) -> Pair:
    """Leave out the hands if the choices are the same without them: then no rule there reads a hand."""
    turn = turn_of(pair)
    for seat in range(len(pair[0].hands)):
        pair = _tried(pair, partial(hold, seat=seat, cards=()), lambda now: shows(now) and turn_of(now) == turn)
    return pair


def _without_past(pair: Pair, shows: Callable[[Pair], bool]) -> Pair:
    """Forget the finished tricks: all of them, or all but one."""
    for kept in (None, *reversed(range(len(pair[0].tricks)))):
        tried = _tried(pair, partial(_forget_tricks, kept=kept), shows)
        if tried is not pair:
            return tried
    return pair


def _tried(pair: Pair, change: Callable[[State], None], shows: Callable[[Pair], bool]) -> Pair:
    """Return the situation after a change, or unchanged if they no longer part."""
    made = []
    for s in pair:
        copy = s.copy()
        change(copy)
        Situation(copy).settle()
        made.append(copy)
    now = (made[0], made[1])
    return now if shows(now) else pair


def without_won(parting: Parting, side: int) -> Pair:
    """Return both games before the last card, without the cards won that do not affect what a side scores."""
    pair = (parting.before, parting.after)
    assert parting.outcome_before is not None
    if parting.outcome_before.last_move is None:
        return pair
    seat, played = parting.outcome_before.last_move
    wanted = _scored(pair, side, seat, str(played))

    def shows(now: Pair) -> bool:
        return _scored(now, side, seat, str(played)) == wanted

    nothing = _tried(pair, partial(_lose, cards=-1), shows)
    if nothing is not pair:
        return nothing
    for card in bits(reduce(or_, parting.before.won)):
        pair = _tried(pair, partial(_lose, cards=1 << card), shows)
    return pair


def _scored(pair: Pair, side: int, seat: int, move: str) -> list[tuple[Amount, Mapping[str, Amount]] | None]:
    """Return what the last card makes a side score in both games."""
    after = [s.apply(move, seat) for s in pair]
    rows = [s.sheets[0].sides[side] if s.sheets else None for s in after]
    return [None if row is None else (row.points, row.tallies) for row in rows]


def _lose(s: State, cards: int) -> None:
    s.won = tuple(won & ~cards for won in s.won)


def _forget_tricks(s: State, kept: int | None) -> None:
    tricks = () if kept is None else (s.tricks[kept],)
    s.tricks = ()
    s.taken = (0,) * len(s.hands)
    s.won = (0,) * len(s.hands)
    s.played = mask_of(s.trick)
    for trick in tricks:
        s.tricks = (trick,)
        s.played |= mask_of(trick.cards)
        if trick.winner is not None:
            Situation(s).win_cards(trick.winner, trick.cards)
            s.taken = tuple(int(seat == trick.winner) for seat in range(len(s.hands)))
    s.trick_number = len(tricks) + 1


def _forget_standing(s: State) -> None:
    s.scores = (0,) * len(s.scores)
    s.tallies = tuple((0,) * len(row) for row in s.tallies)


def hold(s: State, seat: int, cards: tuple[int, ...]) -> None:
    """Put other cards into a hand."""
    s.hands = tuple(mask_of(cards) if at == seat else hand for at, hand in enumerate(s.hands))


def _drop(s: State, seat: int, name: str) -> None:
    names = s.spec.deck.names
    card = next((one for one in bits(s.hands[seat]) if names[one] == name), None)
    if card is not None:
        s.hands = tuple(hand & ~(1 << card) if at == seat else hand for at, hand in enumerate(s.hands))


def told(pair: Pair) -> Iterator[str]:
    """Describe a situation of the play: what was played before, what is on the table."""
    s = pair[0]
    for trick in s.tricks[-1:] if len(s.tricks) == 1 else ():
        yield f"Trick {trick.number} was {_played(s, trick.seats, trick.cards)}."
    if len(s.tricks) > 1:
        yield f"{len(s.tricks)} tricks are over."
    if s.trick:
        yield f"On the table: {_played(s, s.trick_seats, s.trick)}."


def _played(s: State, seats: tuple[int, ...], cards: tuple[int, ...]) -> str:
    told = zip(seats, choices.told_cards(s, cards), strict=True)
    return ", ".join(f"{s.spec.seats[seat]} {card}" for seat, card in told)
