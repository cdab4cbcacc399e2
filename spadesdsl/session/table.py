"""A drawing of the table as one seat sees it: seats, bids, tricks taken, cards on the table, its own hand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from spadesdsl.engine.choices import sitting_out, told_cards
from spadesdsl.engine.scoring import subject
from spadesdsl.engine.spec import Ask, Round
from spadesdsl.engine.turns import move_words
from spadesdsl.frozen import dataclass
from spadesdsl.rules.terms import Answer, BidParameter, Did, IsBid
from spadesdsl.session.terminal import with_cards
from spadesdsl.words import amount_text, capital, columns, count, folded, side_name, sign_of, words_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from spadesdsl.engine.game import State
    from spadesdsl.engine.state import Bid
    from spadesdsl.engine.turns import Turn
    from spadesdsl.engine.view import Cards, View
    from spadesdsl.rules.terms import Term
    from spadesdsl.session.terminal import Page

_BREADTH = 62
"""Columns of a table for four."""
_CELL = 26
"""Columns of a seat, if many sit side by side."""
MARK = "> "
"""Marks the player whose turn it is."""


def table_lines(
    state: State, view: View, turn: Turn | None, page: Page, trick: OnTable | None = None, numbers: str = ""
) -> list[str]:
    """Draw everything a seat sees at its turn.

    Args:
        state: The game.
        view: What the seat knows of it.
        turn: The seat's turn, if it is.
        page: How to write.
        trick: The cards in the middle, if they are not those of the state: while they fall.
        numbers: The numbers of the game, for the line below the heading.
    """
    trick = on_table(state) if trick is None else trick
    left, facts = heading_of(state, view, page.seats(state))
    lines = ["", page.heading(left, *facts)]
    lines += page.folded(numbers) if numbers else []
    if not is_all_alone(view):
        lines += side_lines(state, view, page)
    lines += circle_lines(state, view, turn, page, trick)
    if view.last_trick and state.trick and trick.winner is None:
        lines += page.folded(last_trick_text(state, view, page), "", "  ")
    return lines + rest_lines(state, view, turn, page)


def rest_lines(state: State, view: View, turn: Turn | None, page: Page) -> list[str]:
    """Write what a seat sees besides the seats and the trick: the bidding, tallies, piles and hands."""
    lines = auction_lines(state, page) if isinstance(state.step, Round) else []
    lines += shared_lines(state, view, page)
    for name, cards in zones_told(state, view, page.seats(state)):
        lines += page.told(f"{name}: {' '.join(cards) if isinstance(cards, tuple) else count(cards or 0, 'card')}")
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


def heading_of(state: State, view: View, names: Sequence[str]) -> tuple[str, list[str]]:
    """Return the left part of the line above the table, and the facts at its right, the most important ones first."""
    dealer = "you deal" if view.dealer == view.seat else f"{names[view.dealer]} deals"
    return where_text(view), [*facts_of_deal(state, view, names), dealer]


def where_text(view: View) -> str:
    """Say which deal it is, and which trick or phase."""
    phase = words_of(view.phase.partition(".")[0])
    where = f", trick {view.trick_number}" if view.phase == "play" else "" if phase == "deal" else f", {phase}"
    return f"Deal {view.deal}{where}"


def facts_of_deal(state: State, view: View, names: Sequence[str]) -> list[str]:
    """Say what is played: the contract of an auction, who named trumps or a game, how many tricks are bid."""
    contract = contract_text(state, view, names)
    facts = list(filter(None, (contract, promised_text(state, view))))
    steps = {step.name: step for step in state.spec.plan.steps if isinstance(step, Ask) and step.kind == "choose"}
    maker = None
    if state.ranking.trumps is not None and not state.spec.ranking_is_fixed:
        maker = maker_of_trumps(state)
        by = "" if maker is None else by_whom(maker, view, names)
        suit = state.spec.deck.suits[state.ranking.trumps]
        facts += [] if suit in contract else [f"trumps are {suit}{by}"]
    chosen = [choice for _, choice, _ in state.said]
    for seat, choice, said in state.said if state.is_playing else ():
        is_known = choice not in steps or not steps[choice].parameters or chosen.count(choice) > 1
        if not is_known and (seat != maker or choice not in _deciding(state)):
            facts.append(f"{move_words(steps[choice], said, is_asked=True)}{by_whom(seat, view, names)}")
    return facts


def by_whom(seat: int, view: View, names: Sequence[str]) -> str:
    """Say who did something."""
    return " by you" if seat == view.seat else f" by {names[seat]}"


def bids_said(state: State) -> list[tuple[int, str]]:
    """Return the bids of this deal that everybody heard."""
    rounds = {step.name for step in state.spec.plan.rounds}
    return [(seat, words_of(text)) for seat, choice, text in state.said if choice in rounds]


def is_auction(state: State) -> bool:
    """Tell whether somebody has bid more than once in this deal."""
    bids = bids_said(state)
    return len({seat for seat, _ in bids}) < len(bids)


def contract_text(state: State, view: View, names: Sequence[str]) -> str:
    """Say how an auction has ended: with its last bid that has a number or a suit, and what followed besides passes."""
    if isinstance(state.step, Round) or not is_auction(state) or promised_text(state, view):
        return ""
    heard = set(bids_said(state))
    calls = [call for call in state.calls if (call.seat, words_of(call.label)) in heard]
    passes = _passes(calls)
    bids = [call for call in calls if call.label not in passes]
    anchors = [place for place, call in enumerate(bids) if call.arguments] or [len(bids) - 1]
    return ", ".join(f"{words_of(call.label)}{by_whom(call.seat, view, names)}" for call in bids[max(0, anchors[-1]) :])


def _passes(calls: Sequence[Bid]) -> set[str]:
    """Return what players say who bid no more: two of them as their last word, or the one who ends the auction."""
    last = {call.seat: call for call in calls}
    said = [call.label for call in last.values() if not call.arguments]
    if len(set(said)) < len(said):
        return {label for label in said if said.count(label) > 1}
    is_end = calls and not calls[-1].arguments and any(call.arguments for call in calls)
    return {calls[-1].label} if is_end else set()


def maker_of_trumps(state: State) -> int | None:
    """Return who named the suit that is trumps now: the last to do so where trumps follow what was said."""
    assert state.ranking.trumps is not None
    suit = re.compile(rf"\b{re.escape(state.spec.deck.suits[state.ranking.trumps])}\b")
    deciding = _deciding(state)
    said = (seat for seat, choice, text in reversed(state.said) if choice in deciding and suit.search(words_of(text)))
    return next(said, None)


def _deciding(state: State) -> set[str]:
    """Return the names of the decisions and rounds that trumps depend on."""
    read: set[str] = set()
    reads_bids = False

    def note(term: Term) -> bool:
        nonlocal reads_bids
        if isinstance(term, Answer | Did):
            read.add(term.decision)
        reads_bids |= isinstance(term, BidParameter | IsBid)
        return False

    for code in state.spec.trumps or ():
        if code is not None:
            state.spec.reads(code, note)
    asked = state.spec.plan.asked.items()
    return {name for name, step in asked if (name in read if isinstance(step, Ask) else reads_bids)}


def promised_text(state: State, view: View) -> str:
    """Say how many of the tricks of the deal are bid: `10 of 13 bid`, where bids are numbers of tricks."""
    if state.spec.tricks_toward is None or not any(view.contract):
        return ""
    tricks = len(state.tricks) + max((hand.bit_count() for hand in state.hands), default=0)
    return f"{amount_text(sum(view.contract))} of {tricks} bid"


def auction_lines(state: State, page: Page) -> list[str]:
    """Write the bidding as a table, a column for each seat, where somebody could bid more than once."""
    if not is_auction(state):
        return []
    deck = state.spec.deck  # the columns are as wide as what is shown in them
    bids = [(seat, with_cards(text, deck, has_symbols=page.has_symbols)) for seat, text in bids_said(state)]
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
    return [f"  {line}"[: page.width] for line in columns(rows)]


def is_all_alone(view: View) -> bool:
    """Tell whether every seat plays for itself, so that its side needs no row of its own."""
    return all(len(side) == 1 for side in view.sides)


# ---------------------------------------------------------------- seats


def circle_lines(state: State, view: View, turn: Turn | None, page: Page, trick: OnTable) -> list[str]:
    """Draw the seats round the table: the own seat below, the others clockwise from the left."""
    number = len(view.hands)
    order = [((view.seat or 0) + step) % number for step in range(number)]
    sideways = number > 2
    top = order[2:-1] if sideways else order[1:]
    breadth = min(page.width, max(_BREADTH, _CELL * len(top)))
    room = breadth // max(2, len(top)) - 2
    cells = {seat: _cell(state, view, turn, seat, room, page, trick) for seat in order}
    lines = _centred([cells[seat] for seat in top], breadth)
    if sideways:
        left, right = cells[order[1]], cells[order[-1]]
        width = max(map(len, right))
        height = max(len(left), len(right))
        for row in range(height):
            written = right[row].ljust(width) if row < len(right) else ""
            start = (left[row] if row < len(left) else "").ljust(breadth - width)
            lines.append((start + written).rstrip())
    return lines + _centred([cells[order[0]]], breadth)


def _centred(cells: Sequence[list[str]], width: int) -> list[str]:
    """Put cells side by side, each in the middle of its column."""
    if not cells:
        return []
    column = width // len(cells)
    lines = []
    for row in range(max(map(len, cells))):
        parts = []
        for cell in cells:
            inset = (column - max(map(len, cell))) // 2
            parts.append((" " * inset + (cell[row] if row < len(cell) else "")).ljust(column))
        lines.append("".join(parts).rstrip())
    return lines


def _cell(state: State, view: View, turn: Turn | None, seat: int, room: int, page: Page, trick: OnTable) -> list[str]:
    """Write what is known about a seat: name, bid, tricks, the card it has played."""
    due = None if turn is None else turn.seat if turn.hand is None else turn.hand
    name = page.name(state, seat) + (" (you)" if seat == view.seat else "")
    if seat not in state.game.players:
        name += " (dummy)"
    elif is_played(view) and sitting_out(state) >> seat & 1:
        name += " (sits out)"
    facts = seat_facts(state, view, seat)
    inset = " " * len(MARK)
    mark = MARK if seat == due else inset
    told = folded(", ".join(facts), max(10, room - len(MARK)))
    lines = [mark + name[: room - len(MARK)], *(inset + line for line in told)]
    card = next((card for player, card in trick.cards if player == seat), None)
    if card is not None:
        did = ["led"] * (seat == trick.leader) + ["takes it"] * (seat == trick.winner)
        lines.append(f"  {card}  {', '.join(did)}".rstrip())
    return lines


@dataclass(frozen=True, slots=True)
class OnTable:
    """The cards in the middle: a trick in progress, or the last one until the next is led."""

    cards: tuple[tuple[int, str], ...] = ()
    """Seat and card, in order."""
    winner: int | None = None

    @property
    def leader(self) -> int | None:
        """Return who led."""
        return self.cards[0][0] if self.cards else None


def on_table(state: State) -> OnTable:
    """Return the cards in the middle of the table."""
    if state.trick or not state.tricks or not state.is_playing:
        return OnTable(tuple(zip(state.trick_seats, told_cards(state, state.trick), strict=True)))
    last = state.tricks[-1]
    return OnTable(tuple(zip(last.seats, told_cards(state, last.cards), strict=True)), last.winner)


def seat_facts(state: State, view: View, seat: int) -> list[str]:
    """Return the bid and tricks of a seat, and its score if it plays for itself."""
    side = next((number for number, members in enumerate(view.sides) if seat in members), None)
    facts = []
    bid = view.bids[seat]
    is_own = side is None or state.side_bids[side] is None or len(view.sides[side]) == 1
    if bid is not None and is_own and not contract_text(state, view, state.game.seats):
        facts.append(f"bid {words_of(bid)}")
    if is_played(view):
        facts.append(f"took {view.taken_by_seat[seat]}")
    facts += cards_texts(state, side) if side is not None and is_all_alone(view) else []
    if side is not None and is_all_alone(view):
        facts.append(f"score {amount_text(view.score[side])}")
        facts += tally_texts(state, view, side)
    return facts


def cards_texts(state: State, side: int) -> list[str]:
    """Return what the cards are worth that a side has won in this deal, where cards score."""
    worth = state.spec.points_in_cards
    return [f"points {amount_text(worth(state, subject(state, side)))}"] if worth and state.tricks else []


def is_played(view: View) -> bool:
    """Tell whether the play has begun."""
    return view.phase == "play" or any(view.taken)


def tally_texts(state: State, view: View, side: int) -> list[str]:
    """Return a side's own tallies that are not 0."""
    shared = state.game.table_tallies
    own = ((name, value) for name, value in view.tallies[side].items() if name not in shared)
    return [f"{words_of(name)} {amount_text(value)}" for name, value in own if value]


def shared_lines(state: State, view: View, page: Page) -> list[str]:
    """Write the tallies of the table that are not 0."""
    return [
        line
        for name, value in view.tallies[0].items()
        if name in state.game.table_tallies and value
        for line in page.told(f"{capital(words_of(name))}: {amount_text(value)}")
    ]


# ---------------------------------------------------------------- sides


def side_order(view: View) -> list[int]:
    """Return the sides, the own side first."""
    mine = next((number for number, side in enumerate(view.sides) if view.seat in side), 0)
    return sorted(range(len(view.sides)), key=lambda number: (number != mine, number))


def side_lines(state: State, view: View, page: Page) -> list[str]:
    """Write a row for each side: its bid if it bids as one, tricks against the contract, score and tallies."""
    rows = [["", "bid", "tricks", "score"]]
    for number in side_order(view):
        name = side_name(page.seats(state), view.sides[number], page.width // 3)
        score = ", ".join(
            [amount_text(view.score[number]), *cards_texts(state, number), *tally_texts(state, view, number)]
        )
        bid = state.side_bids[number]
        rows.append([name, "-" if bid is None else bid.label, tricks_text(state, view, number), score])
    if all(row[1] == "-" for row in rows[1:]):
        rows = [[row[0], *row[2:]] for row in rows]
    return [line[: page.width] for line in columns(rows)]


def tricks_text(state: State, view: View, side: int) -> str:
    """Write the tricks that count toward a side's contract, and those that it took if they are others.

    The lines of the sheet say which tricks count. If they do not say it in one way, only the tricks taken are written.
    """
    taken = str(view.taken[side])
    if all(view.bids[seat] is None for seat in view.sides[side]) or state.spec.tricks_toward is None:
        return taken
    counted = amount_text(state.spec.tricks_toward(state, subject(state, side)))
    against = f"{counted} of {amount_text(view.contract[side])}"
    return against if counted == taken else f"{against} (took {taken})"


# ---------------------------------------------------------------- cards


def last_trick_text(state: State, view: View, page: Page) -> str:
    """Write the trick before this one, and who won it."""
    names = ["you" if seat == view.seat else page.name(state, seat) for seat, _ in view.last_trick]
    cards = [f"{name} {card}" for name, card in zip(names, told_cards(state, state.tricks[-1].cards), strict=True)]
    winner = view.last_winner
    won = "nobody" if winner is None else "you" if winner == view.seat else page.name(state, winner)
    return f"Last trick: {', '.join(cards)}; {won} won it."


def zones_told(state: State, view: View, names: Sequence[str]) -> list[tuple[str, Cards]]:
    """Return what else lies on the table, by name: cards if the seat sees them, else how many."""
    found = []
    for zone, cards in view.zones.items():
        if view.phase == "play" and not isinstance(cards, tuple):
            continue  # no card comes back from these
        name, _, owner = zone.partition(" of ")
        name = state.game.said(name)
        if owner:
            name = f"your {name}" if owner == str(view.seat) else f"{names[int(owner)]}'s {name}"
        found.append((capital(name), cards))
    return found


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
        suits = [f"{suit} {' '.join(row)}" for suit, row in by_suit(state, cards).items()]
        return page.folded(f"{title}: {'; '.join(suits) or 'no cards'}.")
    choice = [card for card in cards if card in legal]
    is_marked = 0 < len(choice) < len(cards)
    rows = {
        suit: [f"[{card}]" if is_marked and card in legal else f" {card} " for card in row]
        for suit, row in by_suit(state, cards).items()
    }
    if page.has_symbols:
        rows = {f"{sign_of(suit) or ' '} {suit}": row for suit, row in rows.items()}
    width = max(map(len, rows), default=0)
    if not cards:
        return [f"{title} is empty."]
    lines = [f"{title}, what you can choose in brackets" if is_marked else title]
    for suit, row in rows.items():
        lines += folded(f"{suit.ljust(width)} {' '.join(row)}", page.width, "  ", " " * (width + 3))
    return lines


def by_suit(state: State, cards: Iterable[str]) -> dict[str, list[str]]:
    """Return cards by the suit that they count for now, in the order of the hand."""
    found: dict[str, list[str]] = {}
    for card in cards:
        number = state.spec.deck.find(card)
        suit = None if number is None else state.ranking.suit[number]
        found.setdefault("no suit" if suit is None else state.spec.deck.suits[suit], []).append(card)
    return found


def ranking_lines(state: State, page: Page) -> list[str]:
    """Write how the cards rank now, suit by suit from the highest card down, trumps first."""
    ranking, deck = state.ranking, state.spec.deck
    order = list(dict.fromkeys(deck.names[card] for card in sorted(range(deck.size), key=ranking.place.__getitem__)))
    by = {suit: " ".join(cards) for suit, cards in by_suit(state, order).items()}
    trumps = None if ranking.trumps is None else deck.suits[ranking.trumps]
    lines = ["The cards from the highest to the lowest:"] if trumps else ["There are no trumps now."]
    for suit in sorted(by, key=lambda suit: suit != trumps):
        named = f"Trumps ({suit})" if suit == trumps else capital(suit)
        lines += page.folded(f"{named}: {by[suit]}", "  ", "      ")
    return lines
