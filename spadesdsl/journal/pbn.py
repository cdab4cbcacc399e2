"""Write a record as Portable Bridge Notation (PBN 2.1, export format): one board per deal, for bridge software.

PBN is for bridge: it has no place for a number of tricks that a player bids. Bids and scores are in commentary; the
contract, without which software cannot follow the tricks, is of the lowest level and only gives the trump suit, and
declarer is the player before the opening leader, as in bridge. A game whose tricks are not taken as in bridge is
refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

from spadesdsl.engine.events import ChoiceEvent, DealEvent, PlayEvent, RedealEvent, ScoreSheet, TrickEvent
from spadesdsl.engine.game import State
from spadesdsl.engine.ranking import Deck
from spadesdsl.frozen import Changing, Frozen, field
from spadesdsl.journal.resuming import Replayed
from spadesdsl.words import amount_text, side_name

SEATS: Final = "NESW"
RANKS: Final = "AKQJT98765432"
SUITS: Final = "SHDC"
_LONGEST: Final = 200
"""How many characters a line of commentary may have; PBN allows 255."""
_HAND: Final = 13
_HEAD: Final = "% PBN 2.1\n% EXPORT\n%Content-type: text/x-pbn; charset=ISO-8859-1\n%Creator: spadesdsl\n"


class Unfit(Frozen):
    """Why a game cannot be written as PBN."""

    message: str


class _Board(Changing):
    """One deal as it was played."""

    number: int
    dealer: int
    hands: tuple[tuple[str, ...], ...] = ()
    """As they are when the play begins; until then as they were dealt."""
    trumps: str = ""
    leader: int | None = None
    tricks: list[tuple[int, tuple[str, ...], int | None]] = field(default_factory=list)
    """Leader, cards in the order of play, winner."""
    open_trick: list[tuple[int, str]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    sheet: ScoreSheet | None = None


def to_pbn(replayed: Replayed) -> str | Unfit:
    """Write a game as PBN, or say why PBN cannot hold it."""
    game = replayed.game
    if wrong := _unfit_table(game.seats, game.base.deck):
        return Unfit(wrong)
    boards = [deal for deal in _boards(replayed.states) if deal.leader is not None]
    if not boards:
        return Unfit("no card has been played in it yet")
    for deal in boards:
        if wrong := _unfit_board(deal):
            return Unfit(f"deal {deal.number}: {wrong}")
    return _HEAD + "".join(_board_text(deal, replayed) + "\n" for deal in boards)


def pbn_card(name: str) -> str:
    """Write a card suit first: `10H` is `HT`."""
    return name[-1] + name[:-1].replace("10", "T")


def _unfit_table(seats: Sequence[str], deck: Deck) -> str:
    cards = {pbn_card(name) for name in deck.names}
    if deck.size != len(SUITS) * len(RANKS) or cards != {suit + rank for suit in SUITS for rank in RANKS}:
        return "its cards are not one pack of 52 without jokers, and PBN has no others"
    if len(seats) != len(SEATS):
        return f"it has {len(seats)} seats, and PBN knows four"
    if "".join(seat[:1].upper() for seat in seats) != SEATS:
        return f"its seats are {', '.join(seats)}, and PBN knows North, East, South and West"
    return ""


def _boards(states: Sequence[State]) -> list[_Board]:
    """Collect what was played, deal by deal."""
    boards: list[_Board] = []
    for before, state in zip((states[0], *states), states, strict=False):
        for event in state.events:
            match event:
                case DealEvent():
                    boards.append(_Board(event.deal, event.dealer, state.hidden_hands))
                case RedealEvent():
                    boards.pop()
                case ChoiceEvent() if event.move is not None:
                    boards[-1].said.append(f"{state.game.seats[event.seat]} {event.choice} {event.move}")
                case PlayEvent():
                    _play(boards[-1], before, event)
                case TrickEvent():
                    boards[-1].tricks.append((event.leader, event.cards, event.winner))
                    boards[-1].open_trick.clear()
                case ScoreSheet():
                    boards[-1].sheet = event
                case _:
                    pass
    return boards


def _play(deal: _Board, before: State, event: PlayEvent) -> None:
    if deal.leader is None:
        deal.leader, deal.hands = event.seat, before.hidden_hands
        trumps = before.ranking.trumps
        deal.trumps = "NT" if trumps is None else before.spec.deck.suits[trumps][:1].upper()
    deal.open_trick.append((event.seat, event.card))


def _unfit_board(deal: _Board) -> str:
    """Say what a bridge reader would not understand in a deal."""
    if {len(hand) for hand in deal.hands} != {_HAND}:
        return "the hands do not have 13 cards each when the play begins"
    leader = deal.leader
    for number, (led_by, cards, winner) in enumerate(deal.tricks, start=1):
        if led_by != leader or len(cards) != len(SEATS):
            return f"trick {number} is not led by the winner of the one before, or not played by all four"
        leader = (led_by + _best([pbn_card(card) for card in cards], deal.trumps)) % len(SEATS)
        if leader != winner:
            return f"trick {number} is not won as in bridge"
    return ""


def _best(cards: Sequence[str], trumps: str) -> int:
    """Return which card of a trick wins it in bridge."""
    suits = [card[0] for card in cards]
    wanted = trumps if trumps in suits else suits[0]
    return min((at for at, suit in enumerate(suits) if suit == wanted), key=lambda at: RANKS.index(cards[at][1]))


def _board_text(deal: _Board, replayed: Replayed) -> str:
    game, record = replayed.game, replayed.record
    sitters = {sitter.seat: sitter.by for sitter in record.sitters}
    date = record.begun[:10].replace("-", ".") if re.match(r"\d{4}-\d\d-\d\d", record.begun) else "????.??.??"
    assert deal.leader is not None
    declarer = (deal.leader - 1) % len(SEATS)
    tags = {
        "Event": _latin(game.title),
        "Site": "?",
        "Date": date,
        "Board": f"{deal.number}",
        **{game.seats[seat]: _latin(sitters.get(seat, "?")) for seat in (3, 0, 1, 2)},
        "Dealer": SEATS[deal.dealer],
        "Vulnerable": "None",
        "Deal": _deal(deal),
        "Scoring": "",
        "Declarer": SEATS[declarer],
        "Contract": f"1{deal.trumps}",
        "Result": _result(deal, declarer),
    }
    lines = [f'[{name} "{value}"]' for name, value in tags.items()]
    lines += [f"{{{line}}}" for line in _commentary(deal, replayed)]
    return "\n".join([*lines, *_play_section(deal), ""])


def _deal(deal: _Board) -> str:
    hands = []
    for hand in deal.hands[deal.dealer :] + deal.hands[: deal.dealer]:
        cards = {pbn_card(card) for card in hand}
        hands.append(".".join("".join(rank for rank in RANKS if suit + rank in cards) for suit in SUITS))
    return f"{SEATS[deal.dealer]}:{' '.join(hands)}"


def _result(deal: _Board, declarer: int) -> str:
    """Count the tricks of declarer's side; unknown while the play goes on."""
    if len(deal.tricks) < _HAND:
        return "?"
    return str(sum(winner is not None and winner % 2 == declarer % 2 for _, _, winner in deal.tricks))


def _play_section(deal: _Board) -> Iterator[str]:
    """Write the play: a column for each seat, from the opening leader on, a row for each trick."""
    assert deal.leader is not None
    yield f'[Play "{SEATS[deal.leader]}"]'
    for led_by, cards, _ in deal.tricks:
        played = {(led_by + at) % len(SEATS): pbn_card(card) for at, card in enumerate(cards)}
        yield _row(played, deal.leader)
    if deal.open_trick:
        yield _row({seat: pbn_card(card) for seat, card in deal.open_trick}, deal.leader)
    if len(deal.tricks) < _HAND:
        yield "*"


def _row(played: dict[int, str], first: int) -> str:
    return " ".join(played.get((first + step) % len(SEATS), "-") for step in range(len(SEATS)))


def _commentary(deal: _Board, replayed: Replayed) -> list[str]:
    """Write what bridge has no tags for."""
    game = replayed.game
    says = [f"{game.title}, not bridge: the contract only gives the trump suit."]
    says += [f"Said: {', '.join(deal.said)}."] if deal.said else []
    if deal.sheet is not None:
        scores = ", ".join(
            f"{side_name(game.seats, side.members)} {amount_text(side.points)} (now {amount_text(side.score)})"
            for side in deal.sheet.sides
        )
        says.append(f"Scored: {scores}.")
    words = _latin(" ".join(says)).replace("{", "(").replace("}", ")").split()
    return wrap(" ".join(words), _LONGEST, break_long_words=False, break_on_hyphens=False)


def _latin(text: str) -> str:
    """Write a text in the characters that PBN has."""
    return text.encode("iso-8859-1", "replace").decode("iso-8859-1").replace('"', "'").replace("\\", "/")
