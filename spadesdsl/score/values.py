"""Values of decisions, as a document writes them and as the runtime keeps them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from spadesdsl.documents import DocumentError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadesdsl.engine.game import State
    from spadesdsl.engine.spec import Amount


def exact(value: float) -> Amount:
    """Return a number of a document as the runtime keeps it."""
    found = Fraction(value).limit_denominator(10**6)
    return found.numerator if found.denominator == 1 else found


def card_name(text: str) -> str:
    """Return a card's name as the deck writes it: `TH` is `10H`."""
    return f"10{text[1]}" if len(text) == 2 and text[0] in "Tt" else text


def names_of(s: State, kind: str) -> Sequence[str]:
    """Return the names of all values of a kind, in the order of their numbers."""
    match kind:
        case "suit":
            return s.spec.deck.suits
        case "seat":
            return s.spec.seats
        case "card":
            return s.spec.deck.names
        case "rank":
            return s.spec.deck.ranks
        case _:
            return ()


def value_of(s: State, kind: str, given: object, words: Sequence[str] = ()) -> Any:  # noqa: ANN401 - of any kind
    """Return a value: a number, a truth value, or a suit, seat, card or rank by name; a seat or side by number too.

    Args:
        s: The deal.
        kind: The kind it has to be; empty if that is not known.
        given: What the document says.
        words: For a word: its possible values.

    Raises:
        DocumentError: It is not of that kind.
    """
    if isinstance(given, bool) and kind == "":
        return given
    if isinstance(given, int | float) and not isinstance(given, bool):
        count = {"seat": len(s.spec.seats), "side": len(s.sides)}.get(kind)
        if kind in ("", "number") or (count is not None and given in range(count)):
            return exact(given)
    if kind == "word" and given in words:
        return given
    text = card_name(str(given))
    for one in (kind,) if kind else ("suit", "seat", "card", "rank"):
        if text in names_of(s, one):
            return names_of(s, one).index(text)
    raise DocumentError("", f"`{str(given)[:40]}` is no {kind or 'value'} of this game")
