"""What a seat is sent: its view, what everybody knows, and the story that it has heard."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from spadesdsl.book.blocks import Box, Heading, body
from spadesdsl.book.book import book, changes_of_deal
from spadesdsl.book.numbers import numbers_of
from spadesdsl.engine.actions import sitting_out
from spadesdsl.engine.choices import told_cards
from spadesdsl.engine.events import DealEvent, EndEvent, ScoreSheet, some
from spadesdsl.engine.spec import Round
from spadesdsl.engine.view import ChosenEvent, HandEvent, Heard, SeenEvent, UndoEvent, View, said
from spadesdsl.frozen import Changing, field, replace
from spadesdsl.referee.requests import event_told, label, rule_words, turns_told
from spadesdsl.session import known
from spadesdsl.session.news import Narrator, deal_text, end_of, winners_text
from spadesdsl.session.prompt import question
from spadesdsl.session.terminal import Page
from spadesdsl.words import amount_text, capital, names_as_words, side_name, sign_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.state import Trick
    from spadesdsl.engine.turns import Turn
    from spadesdsl.loader import Loaded
    from spadesdsl.rules.game import Variant
    from spadesdsl.web.table import Table

Told: TypeAlias = "dict[str, Any]"

PROTOCOL: Final = 1


@lru_cache(maxsize=64)
def cards_told(game: Game) -> Told:
    """Return how each card of a deck is drawn: its suit and rank, or the words on it."""
    deck = game.base.deck
    found = {}
    for card, name in enumerate(deck.names):
        suit, rank = deck.printed_suit[card], deck.printed_rank[card]
        is_plain = suit is not None and rank is not None
        text = deck.ranks[rank] if rank is not None and is_plain else label(name)
        of = None if suit is None or not is_plain else suit
        spoken = f"{text} of {deck.suits[of]}" if of is not None else text
        found[name] = {"rank": text, "suit": of, "name": spoken}
    return found


def welcome(table: Table) -> Told:
    """Write what does not change while a game is played."""
    game = table.game
    return {
        "is": "welcome",
        "protocol": PROTOCOL,
        "table": table.id,
        **some(game, "title about seats players"),
        "suits": [{"name": suit, "sign": sign_of(suit)} for suit in game.base.deck.suits],
        "cards": cards_told(game),
        "book": book_told(table.loaded.rules),
    }


@lru_cache(maxsize=8)
def book_told(variant: Variant) -> str:
    """Write the rule book as HTML, below a heading of the second level."""
    pages = (block for block in book(variant)[1:] if not isinstance(block, Box))
    lower = (replace(one, level=one.level + 1) if isinstance(one, Heading) else one for one in pages)
    return body(lower).replace('<span class="card', '<span class="mini')


def pad(table: Table) -> Told:
    """Write the score sheets of all deals of this game."""
    sheets = [event_told(sheet, table.game.edition(sheet.deal), in_words=True) for sheet in table.sheets]
    sides = [side_name(table.names, side) for side in table.game.sides]
    deal = 1 if table.state is None else table.state.deal
    return {"is": "pad", "sheets": sheets, "sides": sides} | _rules_here(table.loaded, deal)


@lru_cache(maxsize=256)
def _rules_here(loaded: Loaded, deal: int) -> Told:
    """Write the numbers of a game on a deal, and what is different on it; all tables of a server have the same."""
    variant = loaded.rules
    return {"numbers": list(numbers_of(variant.edition(deal))), "changes": changes_of_deal(variant, deal)}


def in_public(table: Table) -> Told:
    """Write what all seats see alike."""
    state = table.state
    told: Told = {"is": "table", "version": table.version, "game": table.number, "people": _people(table)}
    if state is None:
        return told | {"stage": "lobby"}
    return told | {"stage": "over" if state.over else "play"} | _position(table, state, state.view(None))


def in_private(table: Table, seat: int | None) -> Told:
    """Write what one seat sees: its cards, those of others as it sees them, what it may choose."""
    if (state := table.state) is None:
        return {"you": seat}
    view = state.view(seat)
    own = next((turn for turn in view.turns if turn.seat == seat), None)
    told: Told = {
        "you": seat,
        "hand": None if view.hand is None else list(view.hand),
        "around": [_around(state, view, other) for other in range(len(view.hands))],
        "zones": [{"name": label(name), "cards": cards} for name, cards in known.zones_told(state, view, table.names)],
        "turn": None if own is None else _turn(state, own, table.names),
        "may": [_turn(state, turn, table.names) for turn in view.volunteers],
    }
    return told | _wishes(table, seat)


def _people(table: Table) -> list[Told]:
    """Write who sits where."""
    found = []
    for seat, own in enumerate(table.game.seats):
        person, coming = table.people.get(seat), table.coming.get(seat)
        kind = "person" if person else "bot" if seat in table.game.players else "dummy"
        one: Told = {"seat": own, "name": person.name if person else own, "kind": kind}
        one |= {"away": True} if person is not None and person.is_away else {}
        found.append(one | ({"next": coming.name} if coming else {}))
    return found


def _position(table: Table, state: State, view: View) -> Told:
    told: Told = {
        "heading": capital(label(known.where_text(view))),
        "facts": [label(fact) for fact in known.facts_of_deal(state, view, table.names)],
        "known": [[label(fact) for fact in _known_of(state, view, seat)] for seat in range(len(view.hands))],
        "trumps": state.ranking.trumps,
        "dealer": view.dealer,
        "leader": view.leader,
        "sides": []
        if known.is_all_alone(view)
        else [_side(table, state, view, side) for side in range(len(view.sides))],
        "trick": _cards(state, state.trick_seats, state.trick),
        "last": _trick(state, state.tricks[-1]) if state.tricks else None,
        "due": sorted({turn.seat for turn in view.turns}),
        "said": [{"seat": seat, "what": what, "says": says} for seat, what, says in known.said_words(state)],
        "clocks": [clock.to_json() for clock in view.clocks],
    }
    if isinstance(state.step, Round) and known.is_auction(state):
        told["auction"] = [{"seat": seat, "says": text} for seat, text in known.bids_said(state)]
    return told | ({"end": _end(table, state)} if state.over else {})


def _around(state: State, view: View, seat: int) -> Told:
    """Write what one seat knows of another: its cards, and its score if everybody plays alone."""
    cards, shown = view.hands[seat], view.shown[seat]
    number = len(cards) if isinstance(cards, tuple) else cards or 0
    told: Told = {"cards": list(cards) if isinstance(cards, tuple) and seat != view.seat else number}
    if (side := state.side_of[seat]) is not None and known.is_all_alone(view):
        told["score"] = amount_text(view.score[side])
    if shown and seat != view.seat and not isinstance(cards, tuple):
        told["shown"] = list(shown)
    return told


def _known_of(state: State, view: View, seat: int) -> list[str]:
    """Say what everybody knows of a seat: its bid, tricks, and its score if it plays for itself."""
    is_out = seat in state.game.players and known.is_played(view) and sitting_out(state) >> seat & 1
    return ["sits out"] if is_out else known.seat_facts(state, view, seat)


def _side(table: Table, state: State, view: View, side: int) -> Told:
    """Write what a side has bid, taken and scored."""
    members = view.sides[side]
    bid = state.side_bids[side]
    return {
        "name": side_name(table.names, members),
        "seats": list(members),
        "bid": None if bid is None else label(bid.label),
        "tricks": known.tricks_text(state, view, side) if known.is_played(view) or any(view.bids) else "",
        "score": amount_text(view.score[side]),
        "tallies": [label(one) for one in (*known.cards_texts(state, side), *known.tally_texts(state, view, side))],
    }


def _cards(state: State, seats: tuple[int, ...], cards: tuple[int, ...]) -> list[Told]:
    """Write played cards, with what was said with them."""
    names = state.spec.deck.names
    told = zip(seats, (names[card] for card in cards), told_cards(state, cards), strict=True)
    return [
        {"seat": seat, "card": card} | ({"says": label(text[len(card) + 1 :])} if text != card else {})
        for seat, card, text in told
    ]


def _trick(state: State, trick: Trick) -> Told:
    return {"number": trick.number, "cards": _cards(state, trick.seats, trick.cards), "winner": trick.winner}


def _turn(state: State, turn: Turn, names: Sequence[str]) -> Told:
    """Write a question to this seat with all its answers."""
    (told,) = turns_told([turn], in_words=True)
    if told["labels"] == told["moves"]:
        del told["labels"]
    if turn.optional or turn.choice == "play":
        return told
    is_bid = isinstance(state.step, Round)
    name, words = question(state, turn, turn.seat, names)
    return told | {"label": "Your bid" if is_bid and name else capital(label(name)), "sentence": words}


def _wishes(table: Table, seat: int | None) -> Told:
    """Write who wants to take a move back, and whether this seat can ask for it."""
    if (undo := table.undo) is not None:
        missing = [other for other, one in table.people.items() if other not in undo.agreed and not one.is_away]
        return {"undo": {"by": undo.seat, "missing": missing}}
    can = seat is not None and table.can_take_back(seat) is not None
    return {"undo": {"can": True}} if can else {}


def _end(table: Table, state: State) -> Told:
    end = end_of(state)
    words = rule_words(state.spec, end.ended_by)
    says = winners_text(table.game, end, table.names)
    return {"winners": list(end.winners), "says": says, "why": words.get("sentence", "")}


def verdict(state: State, move: str, seat: int) -> Told:
    """Say whether a move is allowed, by which rule, and what would allow it."""
    told = state.why(move, seat).to_json()
    kept = ("message", "sentence", "source", "allowed_if")
    found = {"legal": told["legal"]} | {key: told[key] for key in kept if told.get(key)}
    if "rule" in told:
        found["label"] = label(told["rule"].rpartition(".")[2])
    return found


def history(table: Table) -> Told:
    """Write the tricks of this deal; all of them were seen by everybody."""
    return {"tricks": [_trick(table.now, one) for one in table.now.tricks]}


MOST_KEPT: Final = 400
"""Older sentences are forgotten: the score sheets of all deals are kept beside them."""


class Story(Changing):
    """The sentences for one seat, or for everybody."""

    game: Game
    seat: int | None
    names: Sequence[str]
    last: int = 0
    """The number of the last sentence."""
    lines: list[str] = field(default_factory=list)
    """The last ones; what was taken back stays, with a sentence that says so."""
    narrator: Narrator = field(init=False)

    def __post_init__(self) -> None:
        self.narrator = Narrator(self.names, self.seat, page=Page(is_plain=True), tells_cards=True)

    def add(self, before: State | None, after: State) -> None:
        """Tell what a move brought."""
        by = None if after.last_move is None else after.last_move[0]
        for event in said(before, after, self.seat):
            self._say(self._told(event, before or after, after, by))

    def _say(self, lines: Sequence[str]) -> None:
        told = [line.strip() for line in lines if line.strip()]
        self.lines += told
        self.last += len(told)
        del self.lines[: max(0, len(self.lines) - MOST_KEPT)]

    def _told(self, event: Heard, at: State, after: State, by: int | None) -> list[str]:
        match event:
            case ScoreSheet():
                return [deal_text(event, self.narrator.seats)]
            case EndEvent():
                why = rule_words(after.spec, event.ended_by).get("sentence", "")
                return [f"{why} {winners_text(self.game, event, self.narrator.seats)}"]
            case ChosenEvent():
                return [f"You choose {label(event.move)}."]
            case HandEvent() | SeenEvent() | UndoEvent():
                return []  # the hand and the table show it
            case DealEvent() if event.deal == 1 and len(self.lines) == 0:
                return [f"{self.game.title} begins.", *self.narrator.one(event, at, by)]
            case _:
                return list(map(names_as_words, self.narrator.one(event, at, by)))

    def take_back(self, moves: int, to: State, who: str) -> None:
        """Say that moves were taken back."""
        self.narrator.catch_up(to)
        self._say([f"{who} took a choice back; all agreed. {moves} of the last moves no longer count."])

    def for_seat(self, seat: int, states: Sequence[State]) -> Story:
        """Return the story of somebody who sits down now: what everybody has heard so far."""
        own = replace(self, seat=seat, lines=list(self.lines))
        own.narrator.catch_up(states[-1])
        return own

    def to_json(self, known: int) -> list[dict[str, Any]]:
        """Write the sentences after one, with their numbers."""
        numbered = enumerate(self.lines, self.last - len(self.lines) + 1)
        return [{"n": n, "say": line} for n, line in numbered if n > known]
