"""The table as one seat sees it, drawn or in sentences: seats, bids, tricks taken, cards on it, the own hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import zip_longest

from spadesdsl import words
from spadesdsl.engine.actions import sitting_out
from spadesdsl.engine.choices import told_cards
from spadesdsl.engine.game import State
from spadesdsl.engine.spec import Round
from spadesdsl.engine.turns import Turn
from spadesdsl.engine.view import View
from spadesdsl.frozen import Frozen
from spadesdsl.session import known
from spadesdsl.session.terminal import Page, with_cards

_BREADTH = 62
"""Columns of a table for four."""
_CELL = 26
"""Columns of a seat, if many sit side by side."""
_NARROW = 14
"""Columns of a seat that can spare only one for the next."""
_ON_TABLE = len("  10C  led, takes it")
"""Columns of a card on the table: kept free, so that a seat stays in its place when the card falls."""
MARK = "> "
"""Marks the player whose turn it is."""


class _Cell(Frozen):
    """A seat at the table."""

    lines: list[str]
    width: int
    """Without its card on the table, which comes and goes."""


def table_lines(
    state: State, view: View, turn: Turn | None, page: Page, trick: known.OnTable | None = None, numbers: str = ""
) -> list[str]:
    """Draw everything a seat sees at its turn.

    Args:
        turn: The seat's turn, if it is.
        trick: The cards in the middle, if they are not those of the state: while they fall.
        numbers: The numbers of the game, for the line below the heading.
    """
    trick = known.on_table(state) if trick is None else trick
    left, facts = known.heading_of(state, view, page.seats(state))
    lines = ["", page.heading(left, *facts)]
    lines += page.folded(numbers) if numbers else []
    if not known.is_all_alone(view):
        lines += side_lines(state, view, page)
    lines += circle_lines(state, view, turn, page, trick)
    if view.last_trick and state.trick and trick.winner is None:
        lines += page.folded(last_trick_text(state, view, page), "", "  ")
    return lines + rest_lines(state, view, turn, page)


def rest_lines(state: State, view: View, turn: Turn | None, page: Page) -> list[str]:
    """Write what a seat sees besides the seats and the trick: the bidding, tallies, piles and hands."""
    lines = auction_lines(state, page) if isinstance(state.step, Round) else []
    lines += shared_lines(state, view, page)
    for name, cards in known.zones_told(state, view, page.seats(state)):
        lines += page.told(
            f"{name}: {' '.join(cards) if isinstance(cards, tuple) else words.count(cards or 0, 'card')}"
        )
    due = frozenset(turn.moves) if turn is not None else frozenset[str]()
    for seat, cards in enumerate(view.hands):
        if isinstance(cards, tuple) and seat != view.seat:
            title = f"{page.name(state, seat)}'s hand"
            is_own = page.is_linear or (turn is not None and turn.hand == seat)
            whole = hand_lines(state, title, cards, due, page) if is_own else []
            lines += whole or page.folded(f"{title}  {' '.join(cards)}", "", "  ")
    for seat, cards in enumerate(view.shown):
        if cards and seat != view.seat and not isinstance(view.hands[seat], tuple):
            lines += page.told(f"{page.name(state, seat)} has shown {' '.join(cards)}")
    if view.hand is not None:
        own = view.seat if turn is None or turn.hand is None else turn.hand
        lines += hand_lines(state, "Your hand", view.hand, due if own == view.seat else (), page)
    return lines + unseen_lines(state, view)


def auction_lines(state: State, page: Page) -> list[str]:
    """Write the bidding as a table, a column for each seat, where somebody could bid more than once."""
    if not known.is_auction(state):
        return []
    deck = state.spec.deck  # the columns are as wide as what is shown in them
    bids = [(seat, with_cards(text, deck, has_symbols=page.has_symbols)) for seat, text in known.bids_said(state)]
    order = [(bids[0][0] + step) % len(state.hands) for step in range(len(state.hands))]
    order = [seat for seat in order if seat in state.game.players]
    if page.is_linear:
        return page.folded(f"The bidding: {', '.join(f'{page.name(state, seat)} {text}' for seat, text in bids)}.")
    rows = [[page.name(state, seat) for seat in order]]
    last = len(order)
    for seat, text in bids:
        column = order.index(seat)
        if column <= last:
            rows.append([""] * len(order))
        rows[-1][column] += f", {text}" if rows[-1][column] else text
        last = column
    return [f"  {line}"[: page.width] for line in words.columns(rows)]


# ---------------------------------------------------------------- seats


def circle_lines(state: State, view: View, turn: Turn | None, page: Page, trick: known.OnTable) -> list[str]:
    """Draw the seats round the table: the own seat below, the others clockwise from the left."""
    number = len(view.hands)
    order = [((view.seat or 0) + step) % number for step in range(number)]
    sideways = number > 2
    top = order[2:-1] if sideways else order[1:]
    breadth = min(page.width, max(_BREADTH, _CELL * len(top)))
    half, column = breadth // 2, breadth // max(2, len(top))
    room = column - (2 if column > _NARROW else 1)
    cells = {seat: _cell(state, view, turn, seat, room if seat in top else half - 2, page, trick) for seat in order}
    lines = _centred([cells[seat] for seat in top], breadth)
    if sideways:
        left, right = cells[order[1]], cells[order[-1]]
        begin = min(breadth - right.width, page.width - _ON_TABLE)
        lines += [
            (words.at_left(west, begin) + east).rstrip()
            for west, east in zip_longest(left.lines, right.lines, fillvalue="")
        ]
    return lines + _centred([cells[order[0]]], breadth)


def _centred(cells: Sequence[_Cell], width: int) -> list[str]:
    """Put cells side by side, each in the middle of its column."""
    if not cells:
        return []
    column = width // len(cells)
    lines = []
    for row in range(max(len(cell.lines) for cell in cells)):
        parts = []
        for cell in cells:
            inset = max(0, min((column - cell.width) // 2, column - _ON_TABLE))
            line = " " * inset + (cell.lines[row] if row < len(cell.lines) else "")
            parts.append(words.at_left(line, column))
        lines.append("".join(parts).rstrip())
    return lines


def _cell(state: State, view: View, turn: Turn | None, seat: int, room: int, page: Page, trick: known.OnTable) -> _Cell:
    """Write what is known about a seat: name, bid, tricks, the card it has played."""
    due = None if turn is None else turn.seat if turn.hand is None else turn.hand
    name = page.name(state, seat) + (" (you)" if seat == view.seat else "")
    if seat not in state.game.players:
        name += " (dummy)"
    elif known.is_played(view) and sitting_out(state) >> seat & 1:
        name += " (sits out)"
    facts = known.seat_facts(state, view, seat)
    inset = " " * len(MARK)
    mark = MARK if seat == due else inset
    told = words.folded_list(facts, max(10, room - len(MARK)))
    lines = [mark + name[: room - len(MARK)], *(inset + line for line in told)]
    width = max(map(words.breadth, lines))
    card = next((card for player, card in trick.cards if player == seat), None)
    if card is not None:
        did = ["led"] * (seat == trick.leader) + ["takes it"] * (seat == trick.winner)
        lines.append(f"  {card}  {', '.join(did)}".rstrip())
    return _Cell(lines, width)


def shared_lines(state: State, view: View, page: Page) -> list[str]:
    """Write the tallies of the table that are not 0."""
    told = ((name, view.tallies[0][name]) for name in view.tallies[0] if name in state.game.table_tallies)
    texts = (f"{words.capital(words.words_of(name))}: {words.amount_text(value)}" for name, value in told if value)
    return [line for text in texts for line in page.told(text)]


# ---------------------------------------------------------------- sides


def side_lines(state: State, view: View, page: Page) -> list[str]:
    """Write a row for each side: its bid if it bids as one, tricks against the contract, score and tallies."""
    rows = [["", "bid", "tricks", "score"]]
    for number in known.side_order(view):
        name = words.side_name(page.seats(state), view.sides[number], page.width // 3)
        points = words.amount_text(view.score[number])
        score = ", ".join([points, *known.cards_texts(state, number), *known.tally_texts(state, view, number)])
        bid = state.side_bids[number]
        rows.append([name, "-" if bid is None else bid.label, known.tricks_text(state, view, number), score])
    if all(row[1] == "-" for row in rows[1:]):
        rows = [[row[0], *row[2:]] for row in rows]
    return [line[: page.width] for line in words.columns(rows)]


# ---------------------------------------------------------------- cards


def last_trick_text(state: State, view: View, page: Page) -> str:
    """Write the trick before this one, and who won it."""
    names = ["you" if seat == view.seat else page.name(state, seat) for seat, _ in view.last_trick]
    cards = [f"{name} {card}" for name, card in zip(names, told_cards(state, state.tricks[-1].cards), strict=True)]
    winner = view.last_winner
    won = "nobody" if winner is None else "you" if winner == view.seat else page.name(state, winner)
    return f"Last trick: {', '.join(cards)}; {won} won it."


def unseen_lines(state: State, view: View) -> list[str]:
    """Say what the own hand is before the player looks at it."""
    if view.seat is None or view.hand is not None or not view.hands[view.seat]:
        return []
    is_pile = state.stacks[view.seat] is not None
    return [f"You have {view.hands[view.seat]} cards {'in a pile' if is_pile else 'and have not looked at them'}."]


def hand_lines(state: State, title: str, cards: Iterable[str], legal: Collection[str], page: Page) -> list[str]:
    """Write a hand by suits, trumps first, with the legal cards in brackets; or in a sentence, without them."""
    cards = list(cards)
    if page.is_linear:
        suits = [f"{suit} {' '.join(row)}" for suit, row in known.by_suit(state, cards).items()]
        return page.folded(f"{title}: {'; '.join(suits) or 'no cards'}.")
    choice = [card for card in cards if card in legal]
    is_marked = 0 < len(choice) < len(cards)
    rows = {
        suit: [f"[{card}]" if is_marked and card in legal else f" {card} " for card in row]
        for suit, row in known.by_suit(state, cards).items()
    }
    if page.has_symbols:
        rows = {f"{words.sign_of(suit) or ' '} {suit}": row for suit, row in rows.items()}
    width = max(map(len, rows), default=0)
    if not cards:
        return [f"{title} is empty."]
    lines = [f"{title}, what you can choose in brackets" if is_marked else title]
    for suit, row in rows.items():
        lines += words.folded(f"{suit.ljust(width)} {' '.join(row)}", page.width, "  ", " " * (width + 3))
    return lines


def ranking_lines(state: State, page: Page) -> list[str]:
    """Write how the cards rank now, suit by suit from the highest card down, trumps first."""
    ranking, deck = state.ranking, state.spec.deck
    order = list(dict.fromkeys(deck.names[card] for card in sorted(range(deck.size), key=ranking.place.__getitem__)))
    by = {suit: " ".join(cards) for suit, cards in known.by_suit(state, order).items()}
    trumps = None if ranking.trumps is None else deck.suits[ranking.trumps]
    lines = ["The cards from the highest to the lowest:"] if trumps else ["There are no trumps now."]
    for suit in sorted(by, key=lambda suit: suit != trumps):
        named = f"Trumps ({suit})" if suit == trumps else words.capital(suit)
        lines += page.folded(f"{named}: {by[suit]}", "  ", "      ")
    return lines


# ---------------------------------------------------------------- in sentences, for a screen reader or a narrow page


def spoken_table(state: State, view: View, turn: Turn | None, page: Page) -> list[str]:
    """Say everything a seat sees at its turn."""
    seats = page.seats(state)
    left, facts = known.heading_of(state, view, seats)
    right = ", ".join(facts)
    said = [f"{left}. {words.capital(right)}."]
    if not known.is_all_alone(view):
        said += spoken_sides(state, view, page)
    for step in range(1, len(seats) + 1):
        seat = ((view.seat or 0) + step) % len(seats)
        if facts := known.seat_facts(state, view, seat):
            said.append(f"{'You' if seat == view.seat else seats[seat]}: {', '.join(facts)}.")
    if view.last_trick:
        said.append(last_trick_text(state, view, page))
    if view.trick:
        told = zip(state.trick_seats, told_cards(state, state.trick), strict=True)
        played = [f"{seats[seat]} {card}" for seat, card in told]
        said.append(f"On the table: {', '.join(played)}. {seats[view.leader]} led.")
    lines = [line for sentence in said for line in page.folded(sentence)]
    return [*lines, *rest_lines(state, view, turn, page), *_legal(view, turn, page)]


def spoken_sides(state: State, view: View, page: Page) -> list[str]:
    """Say what each side has bid, taken and scored."""
    said = []
    for number in known.side_order(view):
        bid = state.side_bids[number]
        facts = [known.bid_text(bid.label)] if bid is not None else []
        facts += [f"tricks {known.tricks_text(state, view, number)}"] if view.phase == "play" else []
        facts += known.cards_texts(state, number)
        facts += [f"score {words.amount_text(view.score[number])}", *known.tally_texts(state, view, number)]
        said.append(f"{words.and_list(page.name(state, seat) for seat in view.sides[number])}: {', '.join(facts)}.")
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
