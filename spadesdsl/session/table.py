"""The table as one seat sees it: what was bid and taken, what lies there, its own hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.words import WIDTH, amount_text, count, folded, side_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from spadesdsl.engine.game import State
    from spadesdsl.engine.turns import Turn
    from spadesdsl.engine.view import View


def table_lines(state: State, view: View, turn: Turn | None) -> list[str]:
    """Write all that a seat sees when something is asked of it."""
    seats = state.game.seats
    lines = [""]
    if view.phase == "play":
        lines += side_lines(state, view)
        if state.ranking.trumps is not None and not state.spec.ranking_is_fixed:
            lines.append(f"  trumps are {state.spec.deck.suits[state.ranking.trumps]}")
        room = max(map(len, seats)) + 3
        lines += [
            f"  {seats[seat].ljust(room)}{card}{'  led' if seat == view.leader else ''}" for seat, card in view.trick
        ]
        if not view.trick and turn is not None:
            lines.append("  You lead." if turn.hand is None else f"  {seats[turn.hand]} leads.")
    lines += zone_lines(state, view)
    due = frozenset(turn.moves) if turn is not None else frozenset[str]()
    for seat, shown in enumerate(view.shown):
        cards = view.hands[seat]
        if seat != view.seat and isinstance(cards, tuple):
            lines += hand_lines(state, f"{seats[seat]}'s hand", cards, due if _is_hand(turn, seat) else ())
        elif shown and seat != view.seat:
            lines += [f"{seats[seat]} has shown {' '.join(shown)}"]
    if view.hand is not None:
        own = view.seat if turn is None or turn.hand is None else turn.hand
        lines += hand_lines(state, "Your hand", view.hand, due if own == view.seat else ())
    elif view.hands[view.seat]:
        is_pile = state.stacks[view.seat] is not None
        lines += [
            f"You have {view.hands[view.seat]} cards {'in a pile' if is_pile else 'and have not looked at them'}."
        ]
    return lines


def _is_hand(turn: Turn | None, seat: int) -> bool:
    return turn is not None and turn.hand == seat


def side_lines(state: State, view: View) -> list[str]:
    """Write a row a side: bids, tricks against the contract, score and tallies."""
    rows = [[f"Trick {view.trick_number}" if view.phase == "play" else "", "bid", "tricks", "score"]]
    mine = next((number for number, side in enumerate(view.sides) if view.seat in side), 0)
    for number in sorted(range(len(view.sides)), key=lambda number: (number != mine, number)):
        tallies = [f"{name} {amount_text(value)}" for name, value in view.tallies[number].items() if value]
        name = side_name(state.game.seats, view.sides[number], WIDTH // 4)
        score = ", ".join([amount_text(view.score[number]), *tallies])
        rows.append([name, bid_text(state, view, number), tricks_text(view, number), score])
    if not any(view.bids):
        rows = [[row[0], *row[2:]] for row in rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    padded = (
        "   ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()[:WIDTH] for row in rows
    )
    return list(padded)


def bid_text(state: State, view: View, side: int) -> str:
    """Write what a side has bid: once for the side, or by seat."""
    members = view.sides[side]
    bids = {seat: view.bids[seat] for seat in members if view.bids[seat] is not None}
    if not bids:
        return "-"
    if state.side_bids[side] is not None and len(set(bids.values())) == 1:
        return str(next(iter(bids.values())))
    return ", ".join(f"{state.game.seats[seat]} {bid}" if len(members) > 1 else str(bid) for seat, bid in bids.items())


def tricks_text(view: View, side: int) -> str:
    """Write the tricks that a side has taken, against its contract where it has one."""
    has_bid = any(view.bids[seat] is not None for seat in view.sides[side])
    return f"{view.taken[side]} of {amount_text(view.contract[side])}" if has_bid else str(view.taken[side])


def zone_lines(state: State, view: View) -> list[str]:
    """Write what lies on the table besides hands and trick: cards where they are seen, else how many."""
    lines = []
    for zone, cards in view.zones.items():
        if view.phase == "play" and not isinstance(cards, tuple):
            continue  # nothing comes out of these any more
        name, _, owner = zone.partition(" of ")
        whose = f"{state.game.seats[int(owner)]}'s {name}" if owner else name
        shown = " ".join(cards) if isinstance(cards, tuple) else count(cards or 0, "card")
        lines += folded(f"{whose}: {shown}", WIDTH, "  ", "    ")
    return lines


def hand_lines(state: State, title: str, cards: Iterable[str], legal: Collection[str]) -> list[str]:
    """Write a hand by suits, trumps first, what can be played in brackets."""
    cards = list(cards)
    choice = [card for card in cards if card in legal]
    is_marked = 0 < len(choice) < len(cards)
    rows: dict[str, list[str]] = {}
    for card in cards:
        rows.setdefault(suit_name(state, card), []).append(f"[{card}]" if is_marked and card in legal else f" {card} ")
    width = max(map(len, rows), default=0)
    lines = [f"{title}, what you can choose in brackets" if is_marked else title]
    for suit, row in rows.items():
        lines += folded(f"{suit.ljust(width)} {' '.join(row)}", WIDTH, "  ", " " * (width + 3))
    return lines


def suit_name(state: State, card: str) -> str:
    """Return the name of the suit that a card counts for now."""
    number = state.spec.deck.find(card)
    suit = None if number is None else state.ranking.suit[number]
    return "no suit" if suit is None else state.spec.deck.suits[suit]
