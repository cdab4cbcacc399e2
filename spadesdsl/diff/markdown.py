"""A comparison as a page in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.diff.telling import TOPICS, effect_name, is_open, open_text, played_text, verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.diff.changes import Change, Wording
    from spadesdsl.diff.difference import Difference


def page_of(difference: Difference, *, has_witnesses: bool) -> list[str]:
    """Write a comparison as a page."""
    lines = [f"# {escaped(difference.before)} and {escaped(difference.after)}", "", verdict(difference)]
    for topic, title in TOPICS:
        changes = [change for change in difference.changes if change.topic == topic]
        if changes:
            head = f"| | | {escaped(difference.before)} | {escaped(difference.after)} | id |"
            lines += ["", f"## {title}", "", head, "| --- | --- | --- | --- | --- |"]
            lines += [_row(change) for change in changes]
    if difference.affected:
        lines += ["", "## Effects", ""]
    lines += [*_effects(difference, has_witnesses=has_witnesses)]
    for text in (*difference.notes, *played_text(difference.played)):
        lines += ["", text]
    return lines


def escaped(text: str) -> str:
    """Return a text that Markdown shows literally, in a table cell too."""
    shown = "".join(f"\\{letter}" if letter in r"\`*_{}[]<>#|~" else letter for letter in text)
    return " ".join(shown.split())


def code(text: str) -> str:
    """Return a text as code, in a table cell too."""
    inside = " ".join(text.split()).replace("|", "\\|")
    fence = "``" if "`" in inside else "`"
    pad = " " if fence == "``" else ""
    return f"{fence}{pad}{inside}{pad}{fence}" if inside else ""


def _row(change: Change) -> str:
    scope = f" {change.scope}" if change.scope else ""
    name = escaped(change.key) if change.topic == "example" else code(change.key)
    where = f" ({change.was_above})" if change.was_above else ""
    cells = [change.kind.value + escaped(where), name + escaped(scope)]
    cells += [_cell(wording, change) for wording in (change.before, change.after)]
    return f"| {' | '.join([*cells, code(change.id)])} |"


def _cell(wording: Wording | None, change: Change) -> str:
    if wording is None or change.topic == "example":
        return ""
    if change.topic == "heading":
        return escaped(wording.words)
    sentence = f" {escaped(wording.sentence)}" if wording.sentence else ""
    return code(wording.words) + sentence


def _effects(difference: Difference, *, has_witnesses: bool) -> Iterator[str]:
    for one in difference.affected:
        if is_open(one):
            continue
        seen = f", in {one.seen} of {difference.played.deals} deals" if one.seen and difference.played else ""
        yield f"- **{effect_name(one)}**{seen}"
        if has_witnesses and one.witness is not None:
            yield f"  {escaped(' '.join(one.witness.situation))}"
            yield f"  - {escaped(difference.before)}: {escaped(one.witness.before)}"
            yield f"  - {escaped(difference.after)}: {escaped(one.witness.after)}"
    if open_text(difference):
        yield from ("", open_text(difference))
