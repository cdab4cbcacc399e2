"""The table and the score sheet in sentences, for a screen reader or a narrow page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.engine.choices import told_cards
from spadesdsl.session import known, table
from spadesdsl.words import amount_text, and_list, capital

if TYPE_CHECKING:
    from spadesdsl.engine.game import State
    from spadesdsl.engine.turns import Turn
    from spadesdsl.engine.view import View
    from spadesdsl.session.terminal import Page


def spoken_table(state: State, view: View, turn: Turn | None, page: Page) -> list[str]:
    """Say everything a seat sees at its turn."""
    seats = page.seats(state)
    left, facts = known.heading_of(state, view, seats)
    right = ", ".join(facts)
    said = [f"{left}. {capital(right)}."]
    if not known.is_all_alone(view):
        said += spoken_sides(state, view, page)
    for step in range(1, len(seats) + 1):
        seat = ((view.seat or 0) + step) % len(seats)
        facts = known.seat_facts(state, view, seat)
        if facts:
            said.append(f"{'You' if seat == view.seat else seats[seat]}: {', '.join(facts)}.")
    if view.last_trick:
        said.append(table.last_trick_text(state, view, page))
    if view.trick:
        told = zip(state.trick_seats, told_cards(state, state.trick), strict=True)
        played = [f"{seats[seat]} {card}" for seat, card in told]
        said.append(f"On the table: {', '.join(played)}. {seats[view.leader]} led.")
    lines = [line for sentence in said for line in page.folded(sentence)]
    return [*lines, *table.rest_lines(state, view, turn, page), *_legal(view, turn, page)]


def spoken_sides(state: State, view: View, page: Page) -> list[str]:
    """Say what each side has bid, taken and scored."""
    said = []
    for number in known.side_order(view):
        bid = state.side_bids[number]
        facts = [f"bid {bid.label}"] if bid is not None else []
        facts += [f"tricks {known.tricks_text(state, view, number)}"] if view.phase == "play" else []
        facts += known.cards_texts(state, number)
        facts += [f"score {amount_text(view.score[number])}", *known.tally_texts(state, view, number)]
        said.append(f"{and_list(page.name(state, seat) for seat in view.sides[number])}: {', '.join(facts)}.")
    return said


def _legal(view: View, turn: Turn | None, page: Page) -> list[str]:
    """Say which cards the player can choose, if not all."""
    if turn is None:
        return []
    seen = view.hand if turn.hand is None else view.hands[turn.hand]
    cards = seen if isinstance(seen, tuple) else ()
    if not cards or not set(turn.moves) < set(cards):
        return []
    return page.folded(f"You can choose {' '.join(turn.moves)}.")
