"""What a position is worth, by trying everything with the interpreter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.engine import choices

if TYPE_CHECKING:
    from random import Random

    from spadesdsl.engine.game import Game, State


def ending(game: Game, chance: Random, most: int, *, in_trick: bool = False) -> State:
    """Return a random position of the play in which nobody has more than so many cards."""
    while True:
        s = game.start(chance.getrandbits(64))
        for _ in range(2000):
            entries = choices.due(s)
            if not entries:
                break
            is_card = all(option.kind == "card" for option in entries[0].options)
            if is_card and max(hand.bit_count() for hand in s.hands) <= most and bool(s.trick) == in_trick:
                return s
            entry = chance.choice(entries)
            s = s.take(entry, chance.choice(entry.options))


def side_to_move(s: State) -> int:
    """Return the side whose card it is."""
    found = s.side_of[choices.due(s)[0].seat]
    assert found is not None
    return found


def values(s: State) -> dict[int, tuple[int, ...]]:
    """Return what each card to play leads to: points by side, if each side does what is best for itself.

    With two sides that is the difference of points; with more its own points, the lowest card among equals.
    """
    before, deal = s.scores, s.deal

    def won(last: State, after: State) -> tuple[int, ...]:
        sign = -1 if s.spec.best_lowest else 1
        found = []
        for number, side in enumerate(last.sides):
            is_fixed = s.spec.teams.after is None
            rows = enumerate(s.spec.teams.sides)
            holder = number if is_fixed else next(place for place, row in rows if set(row) & set(side))
            found.append(int(sign * (after.scores[holder] - before[holder])))
        return (found[0] - found[1], found[1] - found[0]) if len(found) == 2 else tuple(found)

    def leads_to(last: State) -> dict[int, tuple[int, ...]]:
        (entry,) = choices.due(last)
        found = {}
        for option in sorted(entry.options, key=lambda one: one.value):
            after = last.take(entry, option)
            is_end = bool(after.sheets) or after.over or after.deal != deal
            found[option.value] = won(last, after) if is_end else best(after)
        return found

    def best(last: State) -> tuple[int, ...]:
        own = side_to_move(last)
        return max(leads_to(last).values(), key=lambda row: row[own])

    return leads_to(s)
