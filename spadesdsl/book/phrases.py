"""The words for the forms of the language: values as nouns, tests as clauses, and how people say comparisons.

The words for a property are in its row of `rules.operations`.
"""

from __future__ import annotations

from typing import Final

from spadesdsl.rules.terms import Kind

NOUNS: Final[dict[str, str]] = {
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
"""What the value of a form is called; `{0}` and `{1}` are the arguments."""

CLAUSES: Final[dict[str, str]] = {
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
"""How a form that is a test is said."""
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
