"""A fingerprint of the rules: two files that mean the same share it, whatever their wording and layout."""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import Any, Final

from spadesdsl.frozen import fields, is_dataclass
from spadesdsl.rules.game import DealScope, Face, Rules, Variant
from spadesdsl.rules.parts import Ask, RuleInfo
from spadesdsl.rules.terms import Op, Term, Type, Var, ZoneRef

_WORDS = frozenset((
    "span", "about", "remarks", "title", "sentence", "examples", "gone_examples", "rules", "ask", "is_set", "said",
    "written",
))  # fmt: skip
"""Fields that do not affect the play; nor does it matter whether an option's value was set or is the default."""

_LATER = frozenset({"clocks", "labels"})
"""Fields that are left out when empty: games without them keep the fingerprint that existing records hold."""

_RULES: Final = (
    "name", "version", "options", "presets", "seats", "dummies", "teams", "zones", "suits", "ranks", "faces",
    "trumps", "orders", "phases", "dealer_first", "dealer_next", "bids", "play", "scoring", "endings", "tie",
    "tie_rule", "best_lowest", "lets", "clocks",
)  # fmt: skip
"""The fields of `Rules` in the order in which the fingerprints of existing records have them."""

_NAMED = {
    "Give": "DoGive", "Show": "DoShow", "Shuffle": "DoShuffle", "Redeal": "DoRedeal", "Skip": "DoSkip",
    "Award": "DoAward", "MakeBid": "DoBid", "Fix": "DoFix", "Do": "DoStep", "Ask": "AskStep", "Round": "RoundStep",
    "BidType": "CheckedBid", "Rules": "CheckedGame",
}  # fmt: skip
"""The names under which fingerprints of existing records know the rules; other rules go by `Checked…`."""


def digest(variant: Variant) -> str:
    """Return the SHA-256 of the rules, in hexadecimal."""
    from hashlib import sha256

    parts: list[str] = []
    _write(parts, variant)
    return sha256("".join(parts).encode()).hexdigest()


def _write(parts: list[str], value: Any, *, is_pass: bool = False) -> None:  # noqa: ANN401 - any part of the rules
    kind: Any = type(value)
    if kind is tuple:
        parts.append("[")
        for item in value:
            _write(parts, item, is_pass=is_pass)
            parts.append(",")
        parts.append("]")
    elif kind is RuleInfo:
        parts.append(f"rule {value.key};")
    elif (read := _read_of(kind)) is not None:
        is_pass |= kind is Ask and value.kind == "pass"
        parts.append(f"{_name_of(kind)}(")
        for name in read:
            part = getattr(value, name)
            if (part or name not in _LATER) and not (name == "source" and _is_usual(part, is_pass)):
                parts.append(f"{name}=")
                _write(parts, part, is_pass=is_pass)
        parts.append(")")
    else:
        parts.append(f"{value.value if isinstance(value, Enum) else repr(value)};")


@cache
def _read_of(kind: Any) -> tuple[str, ...] | None:  # noqa: ANN401 - a class
    """Return the fields of a kind of part that affect the play; None if it is no such part but a plain value."""
    if not is_dataclass(kind):
        return None
    names = _RULES if kind is Rules else tuple(field.name for field in fields(kind))
    return tuple(name for name in names if name not in _WORDS)


def _is_usual(source: object, is_pass: bool) -> bool:
    """Tell whether cards come from the stock, or from the hand of who passes them.

    Fingerprints of existing records say only where other cards come from.
    """
    if is_pass:
        return (
            isinstance(source, Op)
            and source.op == "hand"
            and isinstance(of := source.arguments[0], Var)
            and of.name == "player"
        )
    return isinstance(source, ZoneRef) and source.zone == "stock"


@cache
def _name_of(kind: Any) -> str:  # noqa: ANN401 - a class
    """Return the name under which fingerprints know a kind of rule or term."""
    name = kind.__name__
    return _NAMED.get(name) or (name if issubclass(kind, Term | Type | DealScope | Face) else f"Checked{name}")
