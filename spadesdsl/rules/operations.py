"""The operations of the language: one row each, with everything there is to know about it.

The checker reads its types, the functions made from rules its `code` and `row`, proofs and diff its `topic` and
`least`, and the language reference its `meaning`. To add a property, add its row.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final

from spadesdsl.frozen import Frozen
from spadesdsl.rules.terms import AMOUNTS, Kind, Type

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
CALL: Final = Type(Kind.CALL)
CALLS: Final = Type(Kind.CALL, many=True)
TRUTH: Final = Type(Kind.TRUTH)
POINTS: Final = Type(Kind.POINTS)
TRICK_AMOUNT: Final = Type(Kind.TRICKS)
COUNTS: Final = Type(Kind.COUNTS)
NUMBER: Final = Type(Kind.NUMBER)


class Topic(StrEnum):
    """What a rule can read of a game in progress."""

    NOTHING = "nothing"
    """Nothing but the arguments of the operation."""
    RANKING = "ranking"
    """Which suit a card counts as and how it ranks: the trumps, if those can change."""
    BIDS = "bids"
    """The bids, their bidders and their contracts."""
    PLACE = "order of bids"
    TAKEN = "tricks taken"
    TRICKS = "tricks that are over"
    """Who won which, with which cards."""
    WON = "cards won"
    SCORE = "score"
    SUBTOTAL = "lines above"
    TALLY = "tally"
    OPTION = "option"
    HAND = "hand"
    """The cards of a hand, which only its owner sees."""
    HELD = "other hands"
    """Who holds a card, who can win the rest: what no single seat knows."""
    PILE = "pile"
    SHOWN = "open cards"
    PLAYED = "cards played"
    TRICK = "trick on the table"
    LEADING = "leading or following"
    NUMBER = "number of the trick"
    CARD = "the card"
    TRUMPS = "trumps"
    DECISION = "decision"
    BREACH = "broken trust"
    DEAL = "number of the deal"
    SEATING = "who sits where"
    """The dealer, who is still in the game, who is whose partner."""
    LUCK = "a draw"
    LOOKED = "who has looked"
    TIME = "time"
    """Who ran out of time, and whether the game's time is up."""
    CHOICE = "the choice at hand"
    """A parameter of the bid or answer that is being chosen or scored."""


class CardOrder(StrEnum):
    """What of the order of the cards the value of an operation changes with."""

    RANKS = "ranks"
    """How cards rank."""
    SUITS = "suits"
    """Which suit a card counts as, and which is trumps."""


class Operation(Frozen):
    """One operation: what it takes and gives, what it means, and the code that works it out.

    `code` and `row` are Python expressions. In them `{0}`, `{1}` … are the arguments, `s` is the state, and functions
    are those of `spadesdsl.engine.queries`. An argument that is nobody never gets there: the result is then nobody, 0,
    no, or an empty set, whatever fits the type. Without either, the operation is a form of the language itself (`and`,
    `count`, `is` …), whose code depends on the types that it joins: see `spadesdsl.binding.forms`.
    """

    op: str
    takes: tuple[Type, ...]
    type: Type
    meaning: str
    code: str = ""
    """Its value; of cards the mask."""
    row: str = ""
    """Of cards that have an order of their own: the tuple of them, in that order."""
    topic: Topic = Topic.NOTHING
    least: int | None = None
    is_own: bool = False
    """Of a seat or a side: whether it gives only members of the same side."""
    order: CardOrder | None = None
    """What of the order of the cards its value changes with."""

    def __post_init__(self) -> None:
        """Refuse a row whose parts do not fit."""
        for text in (self.code, self.row):
            named = {int(found) for found in re.findall(r"\{(\d)\}", text)}
            if text and not named <= set(range(len(self.takes))):
                raise TypeError(f"{self.op}: the code names an argument that the row does not take")
        if self.row and self.type != CARDS:
            raise TypeError(f"{self.op}: only cards lie in a row")
        if self.least is not None and self.type.kind not in AMOUNTS:
            raise TypeError(f"{self.op}: only an amount has a least value")


class Form(Frozen):
    """A form of the language itself: its code depends on the types that it joins."""

    takes: str
    """What it takes, for people."""
    topic: Topic = Topic.NOTHING
    order: CardOrder | None = None
    """What of the order of the cards its value changes with."""
    denies: str = ""
    """The form that holds when this one does not."""
    works: Callable[..., Any] | None = None
    """What it gives for values that are known, if no state is needed."""
    mirror: str = ""
    """Of two amounts in order: the form that says the same with them the other way round."""


# fmt: off
def _of(kind: Type, word: str, op: str, gives: Type, meaning: str, code: str, topic: Topic = Topic.NOTHING,
        **more: Any) -> tuple[tuple[Kind, str], Operation]:  # noqa: ANN401 - the other fields of the row
    return (kind.kind, word), Operation(op, (kind,), gives, meaning, code, topic=topic, **more)


def _free(word: str, gives: Type, meaning: str, code: str, topic: Topic = Topic.NOTHING,
          *, op: str = "", **more: Any) -> tuple[str, Operation]:  # noqa: ANN401
    return word, Operation(op or word, (), gives, meaning, code, topic=topic, **more)


PROPERTIES: Final[dict[tuple[Kind, str], Operation]] = dict(
    (
        # ---- of a seat
        _of(SEAT, "left", "left", SEAT, "the next player clockwise", "seats.next_player(s, {0})", Topic.SEATING),
        _of(SEAT, "right", "right", SEAT, "the next player anticlockwise", "seats.next_player(s, {0}, -1)",
            Topic.SEATING),
        _of(SEAT, "across", "across", SEAT, "the seat halfway round the table; nobody if that player is out",
            "across(s, {0})", Topic.SEATING),
        _of(SEAT, "partner", "partner", SEAT, "the next member of the seat's side, clockwise; nobody if alone",
            "seats.partner_of(s, {0})", Topic.SEATING, is_own=True),
        _of(SEAT, "side", "side", SIDE, "the seat's side", "s.side_of[{0}]", Topic.SEATING, is_own=True),
        _of(SEAT, "opponents", "opponents", SEATS, "the seats of the other sides", "opponents(s, s.side_of[{0}])",
            Topic.SEATING),
        _of(SEAT, "members", "members", SEATS, "the seats of the seat's side", "members(s, s.side_of[{0}])",
            Topic.SEATING, is_own=True),
        _of(SEAT, "hand", "hand", CARDS, "the cards held", "s.hands[{0}]", Topic.HAND, row="hand_row(s, {0})"),
        _of(SEAT, "taken", "seat_taken", TRICK_AMOUNT, "tricks won in this deal", "s.taken[{0}]", Topic.TAKEN,
            least=0),
        _of(SEAT, "tricks_won", "seat_tricks", TRICKS, "the tricks won", "tricks_won(s, ({0},))", Topic.TRICKS),
        _of(SEAT, "cards_won", "seat_cards", CARDS, "the cards in the tricks won", "s.won[{0}]", Topic.WON),
        _of(SEAT, "bid", "seat_bid", BID, "the latest bid, or the side's if sides bid; nobody before",
            "bid_of(s, {0})", Topic.BIDS),
        _of(SEAT, "contract", "seat_contract", TRICK_AMOUNT, "what the latest bid with a `contract` line adds",
            "contract_of_seat(s, {0})", Topic.BIDS),
        _of(SEAT, "bid_place", "bid_place", NUMBER, "1 for the seat that bid first, and so on", "bid_place(s, {0})",
            Topic.PLACE, least=0),
        _of(SEAT, "score", "seat_score", POINTS, "the score of the seat, or of its side", "score_of_seat(s, {0})",
            Topic.SCORE),
        _of(SEAT, "behind", "seat_behind", POINTS, "points behind the best score; 0 for the leader",
            "seats.behind(s, score_of_seat(s, {0}))", Topic.SCORE, least=0),
        _of(SEAT, "shown", "shown", CARDS, "the cards of its hand that lie face up", "s.hands[{0}] & s.open",
            Topic.SHOWN),
        # ---- of a side
        _of(SIDE, "members", "side_members", SEATS, "its seats", "members(s, {0})", Topic.SEATING, is_own=True),
        _of(SIDE, "opponents", "side_opponents", SEATS, "the seats of the other sides", "opponents(s, {0})",
            Topic.SEATING),
        _of(SIDE, "taken", "side_taken", TRICK_AMOUNT, "tricks won by its members", "taken_by_side(s, {0})",
            Topic.TAKEN, least=0),
        _of(SIDE, "tricks_won", "side_tricks", TRICKS, "the tricks won by its members", "tricks_won(s, s.sides[{0}])",
            Topic.TRICKS),
        _of(SIDE, "cards_won", "side_cards", CARDS, "the cards in those tricks", "cards_won(s, {0})", Topic.WON),
        _of(SIDE, "bid", "side_bid", BID, "the side's own bid, or that of its only member", "bid_of_side(s, {0})",
            Topic.BIDS),
        _of(SIDE, "contract", "side_contract", TRICK_AMOUNT, "the side's own, or the sum over its members",
            "contract_of(s, {0})", Topic.BIDS),
        _of(SIDE, "score", "side_score", POINTS, "before this deal; in endings, after it",
            "seats.score_of(s, {0})", Topic.SCORE),
        _of(SIDE, "behind", "side_behind", POINTS, "points behind the best score; 0 for the leader",
            "seats.behind(s, seats.score_of(s, {0}))", Topic.SCORE, least=0),
        _of(SIDE, "subtotal", "side_subtotal", POINTS, "the sum of the lines above this one", "s.subtotals[{0}]",
            Topic.SUBTOTAL),
        # ---- of a card
        _of(CARD, "rank", "card_rank", RANK, "its rank; cards that top the trumps are above all ranks",
            "s.ranking.rank[{0}]", Topic.RANKING, order=CardOrder.RANKS),
        _of(CARD, "face", "card_face", RANK, "the rank printed on it, also of a card that tops the trumps; nobody for "
            "an added card", "s.spec.deck.printed_rank[{0}]"),
        _of(CARD, "suit", "card_suit", SUIT, "its suit, as it counts now; nobody for a card in no suit",
            "s.ranking.suit[{0}]", Topic.RANKING, order=CardOrder.SUITS),
        _of(CARD, "player", "card_player", SEAT, "the player who played it in this deal; nobody if it was not played",
            "player_of_card(s, {0})", Topic.PLAYED),
        _of(CARD, "position", "card_position", NUMBER, "1 for the card that was led to its trick, and so on",
            "position_of_card(s, {0})", Topic.PLAYED, least=0),
        # ---- of a suit
        _of(SUIT, "rank", "suit_rank", NUMBER, "its place in `suits`, 1 for the lowest", "{0} + 1", least=0,
            order=CardOrder.RANKS),
        _of(SUIT, "twin", "suit_twin", SUIT, "the other suit of its colour", "twin_of_suit(s, {0})"),
        # ---- of a call
        _of(CALL, "bid", "call_bid", BID, "the bid that was made", "{0}", Topic.PLACE),
        _of(CALL, "player", "call_player", SEAT, "the player who made it", "{0}.seat", Topic.PLACE),
        _of(CALL, "place", "call_place", NUMBER, "1 for the first call of the deal", "{0}.place", Topic.PLACE,
            least=0),
        # ---- of a trick
        _of(TRICK, "cards", "trick_cards", CARDS, "its cards in the order played", "", Topic.TRICKS, row="{0}.cards"),
        _of(TRICK, "led", "trick_led", CARD, "the card led", "({0}.cards[0] if {0}.cards else None)",
            Topic.TRICKS),
        _of(TRICK, "best", "trick_best", CARD, "the card that wins it; nobody if all cancel", "{0}.best",
            Topic.TRICKS, order=CardOrder.RANKS),
        _of(TRICK, "winner", "trick_winner", SEAT, "the player who won it; nobody if it is dead", "{0}.winner",
            Topic.TRICKS, order=CardOrder.RANKS),
        _of(TRICK, "leader", "trick_leader", SEAT, "the player who led to it", "{0}.leader", Topic.TRICKS),
        _of(TRICK, "number", "trick_number_of", NUMBER, "1 for the first", "{0}.number", Topic.TRICKS, least=0
        ),
    )
)
"""What `x.y` and a bare `y` of the subject can be."""

GLOBALS: Final[dict[str, Operation]] = dict((
    _free("deal", NUMBER, "the number of this deal, 1 for the first", "s.deal", Topic.DEAL, least=1),
    _free("times_dealt", NUMBER, "how often cards were dealt in this game, deals thrown in included; 1 at first",
          "s.deals_dealt", Topic.LUCK, least=1),
    _free("dealer", SEAT, "the dealer", "s.dealer", Topic.SEATING),
    _free("seats", SEATS, "all seats, from the left of the dealer",
          "seats.clockwise(len(s.spec.seats), seats.first_seat(s))", Topic.SEATING),
    _free("players", SEATS, "the seats that make decisions (no dummies), from the left of the dealer",
          "seats.players_from(s, seats.first_seat(s))", Topic.SEATING),
    _free("teams", SIDES, "all sides, in the order of their first seat from the left of the dealer",
          "seats.sides_from(s, seats.first_seat(s))", Topic.SEATING, op="sides"),
    _free("suits", SUITS, "the suits, low to high; one for which no card of the deck counts now is left out",
          "suits_of(s.ranking)", Topic.RANKING),
    _free("deck", CARDS, "all cards of the game", "s.spec.deck.all"),
    _free("trumps", SUIT, "the trump suit; nobody if there is none", "s.ranking.trumps", Topic.TRUMPS,
          order=CardOrder.SUITS),
    _free("played", CARDS, "the cards played in this deal, this trick's included, in the order played", "s.played",
          Topic.PLAYED, row="played_row(s)"),
    _free("calls", CALLS, "the bids of this deal in order; in a `must`, the bid that it judges is the last", "s.calls",
          Topic.PLACE),
    _free("tricks", TRICKS, "the finished tricks of this deal", "s.tricks", Topic.TRICKS),
    _free("last_trick", TRICK, "the trick before this one", "(s.tricks[-1] if s.tricks else None)", Topic.TRICKS,
          order=CardOrder.RANKS),
    _free("trick", CARDS, "the cards on the table; `trick.best`, `.led`, `.leader`, `.number` are the trick's",
          "", Topic.TRICK, row="s.trick"),
    _free("this_trick", TRICK, "what `trick` is before a dot", "ThisTrick(s)", Topic.TRICK),
    _free("trick_number", NUMBER, "1 for the first trick", "s.trick_number", Topic.NUMBER, least=1),
    _free("led", CARD, "the card led to this trick", "(s.trick[0] if s.trick else None)", Topic.TRICK),
    _free("leader", SEAT, "the player who leads to this trick", "s.leader", Topic.TRICK),
    _free("leading", TRUTH, "no card has been played to this trick", "(not s.trick)", Topic.LEADING),
    _free("following", TRUTH, "a card has been played to this trick", "bool(s.trick)", Topic.LEADING),
    _free("nobody", Type(Kind.NOBODY), "no one", "None"),
    _free("none", Type(Kind.NOBODY), "no one", "None", op="nobody"),
))
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
    "call": ("calls", CALL),
}
"""What a quantifier runs over without `in`, and its variable's type. `member` and `opponent` are of the subject."""

NEVER_EMPTY: Final = frozenset({"players", "seats", "sides", "members", "side_members"})
"""Operations that give a set with something in it, unless they are asked of nobody."""

FORMS: Final[dict[str, Form]] = {
    # connectives and choice
    "and": Form("(truth, truth …)"),
    "or": Form("(truth, truth …)"),
    "not": Form("(truth)", works=operator.not_),
    "if": Form("(truth, x, x)"),
    "else": Form("(x or nobody, x)"),
    # amounts; NUMBER takes the type of the amount beside it
    "+": Form("(amount, amount)", works=operator.add),
    "-": Form("(amount, amount)", works=operator.sub),
    "negative": Form("(amount)", works=operator.neg),
    "*": Form("(number, amount)", works=operator.mul),
    "/": Form("(amount, amount)", works=operator.truediv),
    "abs": Form("(amount)", works=abs),
    "max": Form("(amount, amount)", works=max),
    "min": Form("(amount, amount)", works=min),
    "rounded_down": Form("(amount, number): down to a multiple",
                          works=lambda one, other: one // other * other),
    "is_whole": Form("(amount)"),
    "=": Form("(amount, amount)", works=operator.eq),
    "!=": Form("(amount, amount)", denies="=", works=operator.ne),
    "<": Form("(amount or rank, same)", works=operator.lt,
              mirror=">"),
    "<=": Form("…", works=operator.le, mirror=">="),
    ">": Form("…", denies="<=", works=operator.gt, mirror="<"),
    ">=": Form("…", denies="<", works=operator.ge, mirror="<="),
    # things; any test about nobody is false, and `is_not`, `!=`, `not_in` are the opposites
    "is": Form("(x, x) of one kind", works=operator.eq),
    "is_not": Form("(x, x)", denies="is", works=operator.ne),
    "same": Form("(x, x): `is` where `none` is one of the choices, and is itself"),
    "member": Form("(x, set of x): `card in [..]`, `seat in side` has the side's members as set"),
    "not_member": Form("…", denies="member"),
    "in_suit": Form("(card, suit): by suit as it counts now", Topic.RANKING, order=CardOrder.SUITS),
    "not_in_suit": Form("…", Topic.RANKING, order=CardOrder.SUITS, denies="in_suit"),
    "in_suits": Form("(card, suits)", Topic.RANKING, order=CardOrder.SUITS),
    "not_in_suits": Form("…", Topic.RANKING, order=CardOrder.SUITS, denies="in_suits"),
    # sets
    "list": Form("(x, x …): a set"),
    "part": Form("(set of x, set of x): those in both"),
    "part_suit": Form("(cards, suit): those of the suit", Topic.RANKING, order=CardOrder.SUITS),
    "count": Form("(set): a plain number"),
    "is_empty": Form("(set)"),
    "first": Form("(set): its first; nobody if empty"),
    "last": Form("(set)"),
    "first_n": Form("(number, set)"),
    "last_n": Form("(number, set)"),
    "includes": Form("(set, x)"),
    "only": Form("(cards): its one card (`upcard.suit`)"),
    # seats and cards
    "holder": Form("(card): the seat whose hand holds it; nobody", Topic.HELD),
    "random": Form("(set of seats): by the game's own generator", Topic.LUCK),
    "top_of_suit": Form("(rank, suit): the card `J of called_suit`", Topic.RANKING, order=CardOrder.RANKS),
    "sequence": Form("(card, cards): those of the cards whose ranks are in a row with it, in its suit, as printed"),
    "beats": Form("(card, card or nobody): would win over it in this trick", Topic.TRICK, order=CardOrder.RANKS),
    "sure_of_the_rest": Form("(seat): wins every trick left against any play", Topic.HELD),
    "looked": Form("(seat)", Topic.LOOKED),
}
# fmt: on

OPERATIONS: Final[dict[str, Operation]] = {row.op: row for row in (*PROPERTIES.values(), *GLOBALS.values())}
"""The rows of all properties and free names, by op."""


_DENIED: Final = {op: form.denies for op, form in FORMS.items() if form.denies}
OPPOSITES: Final = _DENIED | {denied: op for op, denied in _DENIED.items()}
"""By operation, the one that is true where it is not."""
BY_ORDER: Final = {
    order: frozenset(op for op, row in (OPERATIONS | FORMS).items() if row.order is order) for order in CardOrder
}
"""The ops whose value changes with how cards rank, or with which suit they count as."""


def ops_of(*words: str) -> frozenset[str]:
    """Return the ops of properties by their words, whatever has them: `taken` of a seat and of a side."""
    return frozenset(row.op for (_, word), row in PROPERTIES.items() if word in words)


def topic_of(op: str) -> Topic:
    """Return what an operation reads of a game in progress, besides what its arguments read."""
    row = OPERATIONS.get(op)
    return FORMS[op].topic if row is None else row.topic
