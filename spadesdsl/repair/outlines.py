"""Read a section that is written as an outline: a word and a colon, and below it entries with dashes or more colons."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from spadesdsl.repair.blocks import closing_of
from spadesdsl.repair.bundled import scored
from spadesdsl.repair.english import condition_of
from spadesdsl.repair.text import Words, replaced, several
from spadesdsl.syntax.sentences import KEYWORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.diagnostics import Diagnostic, Fix

_OUTLINE: Final = re.compile(
    r"(?m)^(?P<indent>[ \t]*)(?P<section>scoring|play|bidding|deal|deck|ending|table|include|includes|packs)"
    r"(?: for each (?P<each>\w+))?[ \t]*:[ \t]*\n(?P<body>(?:(?P=indent)(?:[ \t]+|- ?)[^\s}][^\n]*(?:\n|$))+)"
)
_ENTRY: Final = re.compile(
    r"(?P<dash>- ?)?(?:(?P<key>[A-Za-z_][\w ]*?)[ \t]*:(?:[ \t]+(?P<value>[^\n]*))?|(?P<said>.+))"
)
_KEYS: Final = {
    "name": ("name", "id", "called", "key"),
    "kind": ("type", "kind", "rule"),
    "when": ("when", "if", "condition", "only_if", "applies"),
    "value": (
        "value",
        "points",
        "score",
        "amount",
        "worth",
        "then",
        "result",
        "gives",
        "allow",
        "require",
        "must",
        "is",
    ),
    "text": ("text", "description", "desc", "reason", "label", "message", "why", "title"),
}
_KINDS: Final = {"scoring": "score", "ending": "win", "play": "must", "bidding": "must", "deck": "trumps"}


def outlines(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose a section in braces, or an `include` for each pack, for an outline."""
    text = words.source.text
    for found in _OUTLINE.finditer(text):
        if not found.start() <= finding.span.start < found.end():
            continue
        section, indent = found["section"], found["indent"]
        entries = [one.strip() for one in found["body"].rstrip().split("\n")]
        start, end = found.end("indent"), found.start("body") + len(found["body"].rstrip())
        if section in ("include", "includes", "packs"):
            told = f"\n{indent}".join(f"include {one.lstrip('- ').rstrip(',')}" for one in entries)
            cause = "Each pack has an `include` of its own, without a `:`."
            yield replaced(words.source, start, end, told, cause, f"write `{told.partition(chr(10))[0]}`, and so on")
            continue
        sentences = _sentences(entries, section, text)
        if sentences:
            each = f" for each {found['each'] or scored(text)}" if section == "scoring" else ""
            inner = "".join(f"\n{indent}  {one}" for one in sentences)
            told = f"{section}{each} {{{inner}\n{indent}}}"
            cause = f"What belongs to `{section}` is between `{{` and `}}`, each rule as a sentence."
            yield replaced(words.source, start, end, told, cause, f"write `{section}{each} {{ {sentences[0]} … }}`")


def for_each_inside(words: Words) -> Iterator[Fix]:
    """Propose `scoring for each team {` for a `for each` that has braces of its own within those of the section."""
    text = words.source.text
    for found in re.finditer(r"\bscoring[ \t]*\{\s*for (?:each|every|all) (team|player)s?[ \t]*[:{]", text):
        end = closing_of(text, found.end()) if found[0].endswith("{") else -1
        told = f"scoring for each {found[1]} {{"
        edits = [(*found.span(), told), *([(end - (text[end - 1] == " "), end + 1, "")] if end >= 0 else [])]
        cause = "For whom a section scores is said before its `{`."
        yield several(words.source, iter(edits), f"write `{told}`, and leave out the inner `}}`", cause)


def _sentences(entries: list[str], section: str, text: str) -> list[str]:
    """Return the sentences that entries say; empty if one of them says none."""
    found: list[str] = []
    record: dict[str, str] = {}
    for said in entries:
        one = _ENTRY.fullmatch(said)
        if one is None:
            return []
        key = next((kind for kind, names in _KEYS.items() if (one["key"] or "").lower() in names), "")
        is_new = one["dash"] or (not key and one["key"])
        if is_new and record:
            found.append(_sentence(record, section, text))
            record = {}
        if one["said"] or (not key and " " in (one["key"] or "")):
            found.append(said.removeprefix("-").strip())
        elif key:
            record[key] = (one["value"] or "").strip()
        elif one["key"] in KEYWORDS:
            record |= {"kind": one["key"], **({"name": one["value"].strip()} if one["value"] else {})}
        else:
            record |= {"name": one["key"], **({"value": one["value"].strip()} if one["value"] else {})}
    if record:
        found.append(_sentence(record, section, text))
    return found if all(found) else []


def _sentence(record: dict[str, str], section: str, text: str) -> str:
    """Return the sentence that a record says; empty if it says too little."""
    kind = record.get("kind", _KINDS.get(section, ""))
    name = re.sub(r"\W+", "_", record.get("name", "our_rule").strip("\"'")).lower()
    when = condition_of(record["when"].strip("\"'"), text) or record["when"] if record.get("when") else ""
    value = record.get("value", "").strip("\"'")
    if not kind or (not value and kind not in ("win", "lose", "out")):
        return ""
    label = record.get("text", "").strip("\"'")
    head = f"{kind} {name}{' when ' if when else ''}{when}"
    return f"{head}{': ' if value else ''}{value}" + (f' "{label}"' if label else "")
