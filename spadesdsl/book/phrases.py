"""The words for what the language has: values as nouns, tests as clauses, and how people say comparisons."""

from __future__ import annotations

from typing import Final

from spadesdsl.rules.terms import Kind

NOUNS: Final[dict[str, str]] = {
    # of a seat or a side; {s} is whose, as in "the dealer's"
    "left": "the player to the left of {0}",
    "right": "the player to the right of {0}",
    "across": "the player across from {0}",
    "partner": "{s} partner",
    "side": "{s} side",
    "opponents": "{s} opponents",
    "members": "the players of {s} side",
    "hand": "{s} hand",
    "seat_taken": "the tricks {0} has taken",
    "seat_tricks": "the tricks {0} has won",
    "seat_cards": "the cards {0} has won",
    "seat_bid": "{s} bid",
    "seat_contract": "{s} contract",
    "bid_place": "{s} place in the bidding",
    "seat_score": "{s} score",
    "seat_behind": "the points that {0} is behind",
    "shown": "the cards {0} has shown",
    "side_members": "the players of {0}",
    "side_opponents": "{s} opponents",
    "side_taken": "the tricks {0} has taken",
    "side_tricks": "the tricks {0} has won",
    "side_cards": "the cards {0} has won",
    "side_bid": "{s} bid",
    "side_contract": "{s} contract",
    "side_score": "{s} score",
    "side_behind": "the points that {0} is behind",
    "side_subtotal": "the lines above together",
    # of a card, a suit, a call, a trick
    "card_rank": "the rank of {0}",
    "card_face": "the rank printed on {0}",
    "card_suit": "the suit of {0}",
    "card_player": "the player of {0}",
    "card_position": "the place of {0} in its trick",
    "suit_rank": "the rank of {0}",
    "suit_twin": "the other suit of the colour of {0}",
    "call_bid": "{0}",
    "call_player": "the player who made {0}",
    "call_place": "the place of {0} in the bidding",
    "trick_cards": "the cards of {0}",
    "trick_led": "the card led to {0}",
    "trick_best": "the winning card of {0}",
    "trick_winner": "the winner of {0}",
    "trick_leader": "the leader of {0}",
    "trick_number_of": "the number of {0}",
    # of the game
    "deal": "the number of the deal",
    "times_dealt": "the number of times the cards were dealt",
    "dealer": "the dealer",
    "seats": "all seats",
    "players": "the players",
    "sides": "the sides",
    "suits": "the suits",
    "deck": "the pack",
    "trumps": "the trump suit",
    "played": "the cards played so far",
    "calls": "the bids so far",
    "tricks": "the tricks so far",
    "last_trick": "the last trick",
    "trick": "the cards on the table",
    "this_trick": "this trick",
    "trick_number": "the number of the trick",
    "led": "the card led",
    "leader": "the player who leads",
    "nobody": "nobody",
    # forms
    "holder": "the player who holds {0}",
    "random": "one of {0}, drawn at random",
    "first": "the first of {0}",
    "last": "the last of {0}",
    "first_n": "the first {0} of {1}",
    "last_n": "the last {0} of {1}",
    "count": "the number of {0}",
    "abs": "{0} without its sign",
    "max": "the larger of {0} and {1}",
    "min": "the smaller of {0} and {1}",
    "rounded_down": "{0} rounded down to a multiple of {1}",
    "only": "{0}",
    "part": "{0} that are also among {1}",
    "+": "{0} + {1}",
    "-": "{0} − {1}",
    "*": "{0} × {1}",
    "/": "{0} ÷ {1}",
    "negative": "−{0}",
}
"""What a value is called; `{0}` and `{1}` are the arguments."""

CLAUSES: Final[dict[str, str]] = {
    "leading": "the player leads to a trick",
    "following": "the player follows to a trick",
    "=": "{0} is {1}",
    "!=": "{0} is not {1}",
    "<": "{0} is less than {1}",
    "<=": "{0} is at most {1}",
    ">": "{0} is more than {1}",
    ">=": "{0} is at least {1}",
    "is": "{0} is {1}",
    "is_not": "{0} is not {1}",
    "same": "{0} is {1}",
    "member": "{0} is one of {1}",
    "not_member": "{0} is none of {1}",
    "includes": "{1} is among {0}",
    "is_empty": "there are no {0}",
    "is_whole": "{0} is a whole number",
    "beats": "{0} beats {1}",
    "sure_of_the_rest": "{0} is sure of every trick that is left",
    "looked": "{0} has looked at the hand",
    "not": "not: {0}",
}
"""How a test is said."""
FEWER: Final = {
    "=": "exactly {0}", "!=": "any number but {0}", "<": "fewer than {0}", "<=": "at most {0}", ">": "more than {0}",
    ">=": "at least {0}",
}  # fmt: skip
AS_MANY: Final = {
    "=": "exactly as many tricks as", "!=": "more or fewer tricks than", "<": "fewer tricks than",
    "<=": "no more tricks than", ">": "more tricks than", ">=": "at least as many tricks as",
}  # fmt: skip
OPPOSITE: Final = {
    "=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<", "is": "is_not", "is_not": "is",
    "member": "not_member", "not_member": "member", "in_suit": "not_in_suit", "not_in_suit": "in_suit",
    "in_suits": "not_in_suits", "not_in_suits": "in_suits",
}  # fmt: skip
THINGS: Final = {
    Kind.SEAT: "player", Kind.SIDE: "side", Kind.SUIT: "suit", Kind.CARD: "card", Kind.TRICK: "trick",
    Kind.CALL: "bid", Kind.BID: "bid", Kind.RANK: "rank",
}  # fmt: skip
PRODUCTS: Final = frozenset({"*", "/", "negative", "rounded_down"})
COMPOUND: Final = frozenset({"+", "-", "rounded_down", "max", "min"})
TRICKS_TAKEN: Final = frozenset({"seat_taken", "side_taken"})
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
