"""How bids and values are written, for people and programs."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from spadesdsl.words import amount_text

if TYPE_CHECKING:
    from spadesdsl.engine.spec import BidType, Value
    from spadesdsl.engine.state import StateData


def bid_label(s: StateData, bid_type: int, values: tuple[Any, ...]) -> str:
    """Write a bid as its type says: `pass 6`."""
    kind = s.spec.bids[bid_type]
    return _plain_label(kind, values) if is_plain(kind) else label_of(kind, values, s)


def is_plain(kind: BidType) -> bool:
    """Tell whether the bids of a type are written alike in every state: with numbers and words alone."""
    return all(parameter.kind in ("number", "word") for parameter in kind.parameters)


@lru_cache(maxsize=4096)
def _plain_label(kind: BidType, values: tuple[Any, ...]) -> str:
    return label_of(kind, values)


def label_of(kind: BidType, values: tuple[Any, ...], s: StateData | None = None) -> str:
    """Write a bid of a type; without a state it has to be plain."""
    label = kind.label
    for parameter, value in zip(kind.parameters, values, strict=True):
        plain = str if parameter.kind == "word" else amount_text
        text = parameter.said(value) or (plain(value) if s is None else written(s, parameter.kind, value))
        label = label.replace("{" + parameter.name + "}", text)
    return label


def written(s: StateData, kind: str, value: Value) -> str:
    """Write a value as people and programs read it."""
    spec = s.spec
    if value is None:
        return "none" if kind == "suit" else "nobody"
    match kind:
        case "suit":
            return spec.deck.suits[int(value)]
        case "rank":
            return spec.deck.ranks[value] if 0 <= value < len(spec.deck.ranks) else "above all ranks"
        case "seat":
            return spec.seats[int(value)]
        case "side":
            return " and ".join(spec.seats[seat] for seat in s.sides[value])
        case "card":
            return spec.deck.names[int(value)]
        case "bid":
            return str(value.label)
        case "yes or no":
            return "yes" if value else "no"
        case "word":
            return str(value)
        case _:
            return amount_text(value)
