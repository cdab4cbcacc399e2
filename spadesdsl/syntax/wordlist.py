"""Lists of words: what is outside of sections and in examples, what is counted, what no value may be called."""

from __future__ import annotations

ITEMS: dict[str, str] = {
    "set": "Sets options, or a group of them with `preset = …`.",
    "include": "Adds a pack of rules.",
    "prefer": "Says which pack wins if two change one rule.",
    "preset": "A named group of settings.",
    "on": "Rules for some deals.",
    "example": "A worked example, which is a test.",
    "drop": "Removes an existing rule.",
    "replace": "Changes an existing rule.",
}
"""What else is allowed outside the sections."""

EXAMPLE_LINES: dict[str, str] = {
    "set": "Sets options for this example.",
    "given": "The situation.",
    "bids": "The bids.",
    "plays": "The trick so far.",
    "tricks": "Finished tricks: who led, and the cards clockwise.",
    "case": "One outcome, and what it scores.",
    "expect": "What must come out.",
    "next deal": "The lines below are about the deal after this one.",
    "source": "Where the example comes from.",
    "note": "A remark for readers.",
}
"""The lines of an example."""

THEN_WORDS = ("lowest", "highest", "random", "no")
"""What may be chosen for a player whose time has run out, besides a bid."""

NOUNS = ("player", "member", "opponent", "team", "side", "card", "trick", "call", "seat", "suit")
"""What a quantifier or `each` may count."""

_RESERVED = """
above add after and as award beats before below broke by case comparing did drop during each else every example
final first from give has if in include includes is last let never no not of option or otherwise over prefer preset
redeal replace reset set show shuffle skip some step then to until when where with yes
"""
RESERVED = frozenset(_RESERVED.split())
"""The words that may not be names of values. They join expressions and pieces, or begin what happens."""
