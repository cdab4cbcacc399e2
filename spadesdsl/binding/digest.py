"""A fingerprint of the rules: two files that mean the same share it, whatever their wording and layout."""

from __future__ import annotations

import hashlib
from enum import Enum
from typing import Final

from spadesdsl.frozen import fields, is_dataclass
from spadesdsl.rules.game import DealScope, Face, Rules, Variant
from spadesdsl.rules.parts import Ask, RuleInfo
from spadesdsl.rules.terms import Op, Term, Type, Var, ZoneRef

_WORDS = frozenset(
    {
        "span",
        "about",
        "remarks",
        "title",
        "sentence",
        "examples",
        "gone_examples",
        "rules",
        "ask",
        "is_set",
        "said",
        "written",
    }
)
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
    "Give": "DoGive",
    "Show": "DoShow",
    "Shuffle": "DoShuffle",
    "Redeal": "DoRedeal",
    "Skip": "DoSkip",
    "Award": "DoAward",
    "MakeBid": "DoBid",
    "Fix": "DoFix",
    "Do": "DoStep",
    "Ask": "AskStep",
    "Round": "RoundStep",
    "BidType": "CheckedBid",
    "Rules": "CheckedGame",
}
"""The names under which fingerprints of existing records know the rules; other rules go by `Checked…`."""


def digest(variant: Variant) -> str:
    """Return the SHA-256 of the rules, in hexadecimal."""
    feed = hashlib.sha256()
    _feed(feed, variant)
    return feed.hexdigest()


def _feed(feed: hashlib._Hash, value: object, *, is_pass: bool = False) -> None:
    if isinstance(value, RuleInfo):
        feed.update(f"rule {value.key};".encode())
    elif is_dataclass(value) and not isinstance(value, type):
        is_pass |= isinstance(value, Ask) and value.kind == "pass"
        feed.update(f"{_name_of(value)}(".encode())
        for name in _RULES if isinstance(value, Rules) else [field.name for field in fields(value)]:
            part = getattr(value, name)
            if (
                name not in _WORDS
                and (part or name not in _LATER)
                and not (name == "source" and _is_usual(part, is_pass))
            ):
                feed.update(f"{name}=".encode())
                _feed(feed, part, is_pass=is_pass)
        feed.update(b")")
    elif isinstance(value, tuple):
        feed.update(b"[")
        for item in value:
            _feed(feed, item, is_pass=is_pass)
            feed.update(b",")
        feed.update(b"]")
    elif isinstance(value, Enum):
        feed.update(f"{value.value};".encode())
    else:
        feed.update(f"{value!r};".encode())


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


def _name_of(value: object) -> str:
    """Return the name under which fingerprints know a rule or a term."""
    name = type(value).__name__
    return _NAMED.get(name) or (name if isinstance(value, Term | Type | DealScope | Face) else f"Checked{name}")
