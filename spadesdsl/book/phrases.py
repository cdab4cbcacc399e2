"""How people say comparisons, opposites and counts. The words for an operation are in its row of `rules.operations`."""

from __future__ import annotations

from typing import Final

from spadesdsl.rules.operations import FORMS, ops_of
from spadesdsl.rules.terms import Kind

FEWER: Final = {
    "=": "exactly {0}", "!=": "any number but {0}", "<": "fewer than {0}", "<=": "at most {0}", ">": "more than {0}",
    ">=": "at least {0}",
}  # fmt: skip
AS_MANY: Final = {
    "=": "exactly as many tricks as", "!=": "more or fewer tricks than", "<": "fewer tricks than",
    "<=": "no more tricks than", ">": "more tricks than", ">=": "at least as many tricks as",
}  # fmt: skip
_DENIED: Final = {op: form.denies for op, form in FORMS.items() if form.denies}
OPPOSITE: Final = _DENIED | {denied: op for op, denied in _DENIED.items()}
THINGS: Final = {
    Kind.SEAT: "player", Kind.SIDE: "side", Kind.SUIT: "suit", Kind.CARD: "card", Kind.TRICK: "trick",
    Kind.CALL: "bid", Kind.BID: "bid", Kind.RANK: "rank",
}  # fmt: skip
PRODUCTS: Final = frozenset({"*", "/", "negative", "rounded_down"})
COMPOUND: Final = frozenset({"+", "-", "rounded_down", "max", "min"})
TRICKS_TAKEN: Final = ops_of("taken")
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
