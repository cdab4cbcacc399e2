"""Explain what is wrong with a clock's time that the parser cannot read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from spadesdsl.diagnostics import error
from spadesdsl.syntax.wordlist import THEN_WORDS

if TYPE_CHECKING:
    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.source import Source

_TIME = re.compile(r"\bclock\s+\w+[^:{}\"]*:(?P<time>[^{}\"\n]*)\Z")
_REST = re.compile(r"[^{}\"\n]*")
_HOUR = re.compile(r"until\s+(?P<hour>\d{1,2})\s*(?::\s*(?P<minutes>\d\d))?\s*(?P<half>am|pm|o'?clock)?\b")
_WITHOUT_UNIT = re.compile(r"(?P<number>[\w.]+)\s*,\s*then\s+(?P<then>\w+)")
_WITHOUT_THEN = re.compile(r"(?P<long>[\w.]+\s+(?:seconds?|minutes?|hours?))\s*,?\s*(?:else\s+)?(?P<word>\w+)")
_THEN = re.compile(r"then\s+(?:the\s+)?(?P<word>\w+)")
_LETTERS = 60


def wrong_time(source: Source, at: int) -> Diagnostic | None:
    """Return the finding about a word in the time of a clock; None if the word is elsewhere."""
    begun = _TIME.search(source.text, max(0, at - 400), at)
    if begun is None:
        return None
    written = begun["time"] + _REST.match(source.text, at)[0]  # type: ignore[index]
    words = " ".join(written.split())[:_LETTERS]
    start = begun.start("time") + len(begun["time"]) - len(begun["time"].lstrip())
    span = source.span(start, max(start + len(written.strip()), at + 1))
    return error("E106", span, f"This is not a time that a clock can have: `{words}`.", _mend(words))


def _mend(words: str) -> str:
    hour = _HOUR.match(words)
    if hour is not None:
        minutes = int(hour["minutes"] or 0)
        number = int(hour["hour"]) + (12 if hour["half"] == "pm" and int(hour["hour"]) < 12 else 0) + minutes / 60
        return f"write `until {number:g}`" if minutes % 15 == 0 else "an hour goes in quarters: `until 22.25`"
    short = _WITHOUT_UNIT.match(words)
    if short is not None:
        return f"say what is counted: `{short['number']} seconds, then {short['then']}`"
    chosen = _THEN.search(words)
    if chosen is not None:
        listed = ", ".join(f"`{word}`" for word in THEN_WORDS)
        known = chosen["word"] in THEN_WORDS
        return f"write `then {chosen['word']}` alone" if known else f"after `then` comes {listed} or `bid …`"
    bare = _WITHOUT_THEN.match(words)
    if bare is not None and bare["word"] in THEN_WORDS:
        return f"write `{bare['long']}, then {bare['word']}`"
    return "such as `10 seconds, then lowest`, `90 minutes` or `until 22.5`"
