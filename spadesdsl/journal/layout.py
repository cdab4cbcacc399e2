"""Write a record as YAML that people can read, with one line for each entry of the list at its end."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from spadesdsl.journal.rules import RuleText

_UNPRINTABLE: Final = re.compile("[\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
"""What JSON leaves unescaped and YAML reads differently, or refuses."""
_NOT_IN_A_BLOCK: Final = re.compile(
    "[^\t\n\x20-\x7e\xa1-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)


def flow(value: object) -> str:
    """Write a value on one line, in a form that JSON and YAML read alike."""
    text = json.dumps(value, ensure_ascii=False)
    return _UNPRINTABLE.sub(lambda letter: f"\\u{ord(letter[0]):04x}", text)


def entry_lines(entries: Iterable[object]) -> str:
    """Write entries of the list, one on each line."""
    return "".join(f"- {flow(entry)}\n" for entry in entries)


def header(values: Mapping[str, Any], rules: Iterable[RuleText]) -> str:
    """Write all but the entries; the list is opened at the end.

    Args:
        values: The keys and their values, in the order in which to write them.
        rules: The texts of the rules.
    """
    lines = ["# A game of cards as spadesdsl keeps it. One line is one move; `spadesdsl replay` shows and checks it."]
    lines += [f"{key}: {flow(value)}" for key, value in values.items()]
    written = list(rules)
    lines += ["rules:"] if written else []
    for rule in written:
        lines.append(f"  - file: {flow(rule.file)}")
        lines += ["    bundled: true"] if rule.is_bundled else []
        lines += _text_lines(rule.text)
    return "\n".join([*lines, "moves:", ""])


def _text_lines(text: str) -> list[str]:
    """Write a text as a block, line by line; on one line if it contains what no block can."""
    if not text.strip() or _NOT_IN_A_BLOCK.search(text):
        return [f"    text: {flow(text)}"]
    ends = len(text) - len(text.rstrip("\n"))
    keep = "-" if ends == 0 else "" if ends == 1 else "+"
    body = text.removesuffix("\n").split("\n")
    return [f"    text: |2{keep}", *(f"      {line}" if line else "" for line in body)]
