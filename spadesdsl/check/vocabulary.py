"""The closed list of what expressions can say: properties, globals, functions and tests, with their types.

`check` looks names up here, `binding` compiles each `op`, and the language reference is written from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from spadesdsl.check.terms import Kind, Type

SEAT: Final = Type(Kind.SEAT)
SEATS: Final = Type(Kind.SEAT, many=True)
SIDE: Final = Type(Kind.SIDE)
SIDES: Final = Type(Kind.SIDE, many=True)
SUIT: Final = Type(Kind.SUIT)
SUITS: Final = Type(Kind.SUIT, many=True)
RANK: Final = Type(Kind.RANK)
CARD: Final = Type(Kind.CARD)
CARDS: Final = Type(Kind.CARD, many=True)
TRICK: Final = Type(Kind.TRICK)
TRICKS: Final = Type(Kind.TRICK, many=True)
BID: Final = Type(Kind.BID)
TRUTH: Final = Type(Kind.TRUTH)
POINTS: Final = Type(Kind.POINTS)
TRICK_AMOUNT: Final = Type(Kind.TRICKS)
COUNTS: Final = Type(Kind.COUNTS)
NUMBER: Final = Type(Kind.NUMBER)


@dataclass(frozen=True, slots=True)
class Entry:
    """One word: the op that it compiles to, its type, and what it means."""

    op: str
    type: Type
    meaning: str


PROPERTIES: Final[dict[tuple[Kind, str], Entry]] = {
    (Kind.SEAT, "left"): Entry("left", SEAT, "the next player clockwise"),
    (Kind.SEAT, "right"): Entry("right", SEAT, "the next player anticlockwise"),
    (Kind.SEAT, "across"): Entry("across", SEAT, "the seat halfway round the table"),
    (Kind.SEAT, "partner"): Entry("partner", SEAT, "the next member of the seat's side, clockwise; nobody if alone"),
    (Kind.SEAT, "side"): Entry("side", SIDE, "the seat's side"),
    (Kind.SEAT, "opponents"): Entry("opponents", SEATS, "the seats of the other sides"),
    (Kind.SEAT, "members"): Entry("members", SEATS, "the seats of the seat's side"),
    (Kind.SEAT, "hand"): Entry("hand", CARDS, "the cards held"),
    (Kind.SEAT, "taken"): Entry("seat_taken", TRICK_AMOUNT, "tricks won in this deal"),
    (Kind.SEAT, "tricks_won"): Entry("seat_tricks", TRICKS, "the tricks won"),
    (Kind.SEAT, "cards_won"): Entry("seat_cards", CARDS, "the cards in the tricks won"),
    (Kind.SEAT, "bid"): Entry("seat_bid", BID, "the latest bid, or the side's if sides bid; nobody before"),
    (Kind.SEAT, "contract"): Entry("seat_contract", TRICK_AMOUNT, "what the latest bid with a `contract` line adds"),
    (Kind.SEAT, "bid_place"): Entry("bid_place", NUMBER, "1 for the seat that bid first, and so on"),
    (Kind.SEAT, "score"): Entry("seat_score", POINTS, "the score of the seat, or of its side"),
    (Kind.SEAT, "behind"): Entry("seat_behind", POINTS, "points behind the best score; 0 for the leader"),
    (Kind.SEAT, "shown"): Entry("shown", CARDS, "the cards of its hand that lie face up"),
    (Kind.SIDE, "members"): Entry("side_members", SEATS, "its seats"),
    (Kind.SIDE, "opponents"): Entry("side_opponents", SEATS, "the seats of the other sides"),
    (Kind.SIDE, "taken"): Entry("side_taken", TRICK_AMOUNT, "tricks won by its members"),
    (Kind.SIDE, "tricks_won"): Entry("side_tricks", TRICKS, "the tricks won by its members"),
    (Kind.SIDE, "cards_won"): Entry("side_cards", CARDS, "the cards in those tricks"),
    (Kind.SIDE, "bid"): Entry("side_bid", BID, "the side's own bid, or that of its only member"),
    (Kind.SIDE, "contract"): Entry("side_contract", TRICK_AMOUNT, "the side's own, or the sum over its members"),
    (Kind.SIDE, "score"): Entry("side_score", POINTS, "before this deal; in endings, after it"),
    (Kind.SIDE, "behind"): Entry("side_behind", POINTS, "points behind the best score; 0 for the leader"),
    (Kind.SIDE, "subtotal"): Entry("side_subtotal", POINTS, "the sum of the lines above this one"),
    (Kind.CARD, "rank"): Entry("card_rank", RANK, "its rank; cards that top the trumps are above all ranks"),
    (Kind.CARD, "suit"): Entry("card_suit", SUIT, "its suit, as it counts now; nobody for a card in no suit"),
    (Kind.CARD, "player"): Entry(
        "card_player", SEAT, "the player who played it in this deal; nobody if it was not played"
    ),
    (Kind.CARD, "position"): Entry("card_position", NUMBER, "1 for the card that was led to its trick, and so on"),
    (Kind.SUIT, "rank"): Entry("suit_rank", NUMBER, "its place in `suits`, 1 for the lowest"),
    (Kind.SUIT, "twin"): Entry("suit_twin", SUIT, "the other suit of its colour"),
    (Kind.TRICK, "cards"): Entry("trick_cards", CARDS, "its cards in the order played"),
    (Kind.TRICK, "led"): Entry("trick_led", CARD, "the card led"),
    (Kind.TRICK, "best"): Entry("trick_best", CARD, "the card that wins it; nobody if all cancel"),
    (Kind.TRICK, "winner"): Entry("trick_winner", SEAT, "the player who won it; nobody if it is dead"),
    (Kind.TRICK, "leader"): Entry("trick_leader", SEAT, "the player who led to it"),
    (Kind.TRICK, "number"): Entry("trick_number_of", NUMBER, "1 for the first"),
}
"""What `x.y` and a bare `y` of the subject can be."""

GLOBALS: Final[dict[str, Entry]] = {
    "deal": Entry("deal", NUMBER, "the number of this deal, 1 for the first"),
    "dealer": Entry("dealer", SEAT, "the dealer"),
    "seats": Entry("seats", SEATS, "all seats, from the left of the dealer"),
    "players": Entry("players", SEATS, "the seats that make decisions (no dummies), from the left of the dealer"),
    "teams": Entry("sides", SIDES, "all sides, in the order of their first seat from the left of the dealer"),
    "suits": Entry("suits", SUITS, "the suits, low to high; one for which no card of the deck counts now is left out"),
    "deck": Entry("deck", CARDS, "all cards of the game"),
    "trumps": Entry("trumps", SUIT, "the trump suit; nobody if there is none"),
    "played": Entry("played", CARDS, "the cards played in this deal, this trick's included"),
    "tricks": Entry("tricks", TRICKS, "the finished tricks of this deal"),
    "last_trick": Entry("last_trick", TRICK, "the trick before this one"),
    "trick": Entry(
        "trick", CARDS, "the cards on the table; `trick.best`, `.led`, `.leader`, `.number` are the trick's"
    ),
    "this_trick": Entry("this_trick", TRICK, "what `trick` is before a dot"),
    "trick_number": Entry("trick_number", NUMBER, "1 for the first trick"),
    "led": Entry("led", CARD, "the card led to this trick"),
    "leader": Entry("leader", SEAT, "the player who leads to this trick"),
    "leading": Entry("leading", TRUTH, "no card has been played to this trick"),
    "following": Entry("following", TRUTH, "a card has been played to this trick"),
    "nobody": Entry("nobody", Type(Kind.NOBODY), "no one"),
    "none": Entry("nobody", Type(Kind.NOBODY), "no one"),
}
"""Names that need no subject."""

NOUNS: Final[dict[str, tuple[str, Type]]] = {
    "player": ("players", SEAT),
    "seat": ("seats", SEAT),
    "member": ("members", SEAT),
    "opponent": ("opponents", SEAT),
    "team": ("teams", SIDE),
    "side": ("teams", SIDE),
    "suit": ("suits", SUIT),
    "card": ("trick", CARD),
    "trick": ("tricks", TRICK),
}
"""What a quantifier runs over without `in`, and its variable's type. `member` and `opponent` are of the subject."""

OPS: Final[dict[str, str]] = {
    # connectives and choice
    "and": "(truth, truth …)",
    "or": "(truth, truth …)",
    "not": "(truth)",
    "if": "(truth, x, x)",
    "else": "(x or nobody, x)",
    # amounts; NUMBER takes the type of what stands beside it
    "+": "(amount, amount)",
    "-": "(amount, amount)",
    "negative": "(amount)",
    "*": "(number, amount)",
    "/": "(amount, amount)",
    "abs": "(amount)",
    "max": "(amount, amount)",
    "min": "(amount, amount)",
    "rounded_down": "(amount, number): down to a multiple",
    "is_whole": "(amount)",
    "=": "(amount, amount)",
    "!=": "(amount, amount)",
    "<": "(amount or rank, same)",
    "<=": "…",
    ">": "…",
    ">=": "…",
    # things; any test about nobody is false, and `is_not`, `!=`, `not_in` are the opposites
    "is": "(x, x) of one kind",
    "is_not": "(x, x)",
    "member": "(x, set of x): `card in [..]`, `seat in side` has the side's members as set",
    "not_member": "…",
    "in_suit": "(card, suit): by suit as it counts now",
    "not_in_suit": "…",
    "in_suits": "(card, suits)",
    "not_in_suits": "…",
    # sets
    "list": "(x, x …): a set",
    "part": "(set of x, set of x): those in both",
    "part_suit": "(cards, suit): those of the suit",
    "count": "(set): a plain number",
    "is_empty": "(set)",
    "first": "(set): its first; nobody if empty",
    "last": "(set)",
    "first_n": "(number, set)",
    "last_n": "(number, set)",
    "includes": "(set, x)",
    "only": "(cards): its one card (`upcard.suit`)",
    # seats and cards
    "holder": "(card): the seat whose hand holds it; nobody",
    "random": "(set of seats): by the game's own generator",
    "top_of_suit": "(rank, suit): the card `J of called_suit`",
    "beats": "(card, card or nobody): would win over it in this trick",
    "sure_of_the_rest": "(seat): wins every trick left against any play",
    "looked": "(seat)",
}
"""The other ops and their arguments. All properties and globals are ops too, by the names in their entries."""
