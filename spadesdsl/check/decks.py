"""Cards removed from the deck, which may depend on options; other orders of the ranks."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from spadesdsl.check.constants import value_of
from spadesdsl.check.findings import mistake
from spadesdsl.check.scopes import NOBODY_ASKED, THE_CARD
from spadesdsl.check.tables import values_of, word_of
from spadesdsl.check.types import want
from spadesdsl.frozen import replace
from spadesdsl.rules.parts import Order
from spadesdsl.rules.terms import Kind, OptionRef
from spadesdsl.rules.walking import walk
from spadesdsl.syntax import nodes

if TYPE_CHECKING:
    from spadesdsl.check.checker import Checker
    from spadesdsl.check.resolved import Resolved
    from spadesdsl.check.tables import Table


def take_out(checker: Checker) -> tuple[Table, frozenset[str]]:
    """Return the table with the deck that is played with, and the options read for it.

    The checker is one for the whole deck: its cards are looked up there.
    """
    table = checker.symbols.table
    resolved = checker.symbols.resolution.one("deck", "remove")
    out: Counter[int] = Counter()
    read: set[str] = set()
    listed = values_of(resolved.rule) if resolved else ()
    for value, card in checker.findings.each(lambda value: (value, _card(checker, value, read)), listed):
        if card is None:
            continue
        out[card] += 1
        if out[card] > table.faces[card].count:
            times = (
                "is removed already" if table.faces[card].count == 1 else "is removed more often than the deck has it"
            )
            checker.findings.error(
                "E407", value.span, f"`{table.faces[card].name}` {times}.", "take it out of the list"
            )
    faces = tuple(
        replace(face, count=face.count - out[at]) for at, face in enumerate(table.faces) if face.count > out[at]
    )
    return replace(table, faces=faces), frozenset(read)


def _card(checker: Checker, node: nodes.Expr, read: set[str]) -> int | None:
    term = checker.typed(NOBODY_ASKED, node)
    read.update(one.name for one in walk(term) if isinstance(one, OptionRef))
    if term.type.many or term.type.kind not in (Kind.CARD, Kind.NOBODY):
        raise mistake(
            "E406",
            node.span,
            f"`{word_of(node)}` is not a card that can be removed.",
            "`remove` lists cards by rank and suit: `remove 2C, 2H`",
        )
    value = value_of(want(term, Kind.CARD, "A card"), checker.symbols.options)
    if value is None:
        raise mistake(
            "E406",
            node.span,
            "Which card is removed has to be known before the first deal.",
            "name the card, or let an option choose it",
        )
    return value.value if isinstance(value.value, int) else None


# ---------------------------------------------------------------- orders of the ranks


def check_orders(checker: Checker) -> tuple[Order, ...]:
    """Check the orders of the ranks."""
    return checker.findings.each(lambda one: _order(checker, one), checker.symbols.resolution.of("deck", "order"))


def _order(checker: Checker, resolved: Resolved) -> Order:
    ranks = checker.symbols.table.ranks
    rule = resolved.sentence(nodes.Ranked)
    listed = []
    for value in values_of(rule):
        word = word_of(value)
        if word not in ranks:
            raise mistake(
                "E409", value.span, f"This deck has no rank `{word}`.", f"the ranks are {', '.join(reversed(ranks))}"
            )
        if ranks.index(word) in listed:
            raise mistake("E402", value.span, f"`{word}` is in `{rule.name}` twice.", "remove one of them")
        listed.append(ranks.index(word))
    missing = [word for at, word in reversed(list(enumerate(ranks))) if at not in listed]
    if missing:
        raise mistake(
            "E409",
            rule.name_span,
            f"`{rule.name}` does not say where {', '.join(missing)} {'come' if len(missing) > 1 else 'comes'}.",
            "list every rank, high to low",
        )
    when = checker.truth_or_none(NOBODY_ASKED.binding(card=THE_CARD), rule.when)
    return Order(checker.info(resolved), when, tuple(reversed(listed)))
