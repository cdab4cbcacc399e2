"""Write a comparison for people in a terminal and for programs. Two forms are pages."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from spadesdsl.book.blocks import Block, Heading, Items, Para, Table, literal
from spadesdsl.diff.changes import CASES_APART, Change, ChangeKind, Wording
from spadesdsl.engine.events import some
from spadesdsl.words import WIDTH, and_list, count, folded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from spadesdsl.diff.difference import Affected, Difference, Played
    from spadesdsl.diff.tables import Cell


_INDENT = "      "
_NONE = "\N{EN DASH} none"
TOPICS = (("rule", "Rules"), ("option", "Options"), ("heading", "Words"), ("example", "Examples"))
"""Kinds of change, and their headings."""


def lines_of(difference: Difference, *, has_witnesses: bool) -> list[str]:
    """Write a comparison for people."""
    lines = folded(f"{difference.before} and {difference.after}")
    for topic, title in TOPICS:
        changes = [change for change in difference.changes if change.topic == topic]
        if changes:
            lines += ["", title]
            lines += _example_lines(changes) if topic == "example" else [*_change_lines(changes)]
    if difference.affected:
        lines += ["", "Effects"]
    for one in difference.affected:
        if not is_open(one):
            lines += _affected_lines(one, difference, has_witnesses=has_witnesses)
    lines += folded(open_text(difference), WIDTH, "  ", "  ")
    lines += [""]
    for text in (*difference.notes, *played_text(difference.played), verdict(difference)):
        lines += folded(text)
    return lines


def _change_lines(changes: Iterable[Change]) -> Iterator[str]:
    for change in changes:
        scope = f" {change.scope}" if change.scope else ""
        yield f"  {change.kind.value:<9}{change.key}{scope}"
        if change.kind is ChangeKind.MOVED:
            yield f"{_INDENT}it is {change.was_above} now"
            continue
        for sign, wording in (("-", change.before), ("+", change.after)):
            if wording is not None:
                yield from _wording_lines(sign, wording, change)


def _wording_lines(sign: str, wording: Wording, change: Change) -> Iterator[str]:
    if change.kind is not ChangeKind.REWORDED or not wording.sentence:
        rule, *cases = wording.words.split(CASES_APART)
        yield from folded(rule or _NONE, WIDTH, f"{_INDENT}{sign} ", f"{_INDENT}  ")
        for case in cases:
            yield from folded(case, WIDTH, f"{_INDENT}{sign}   ", f"{_INDENT}      ")
    if wording.sentence and (change.kind is ChangeKind.REWORDED or _is_said_otherwise(change)):
        yield from folded(f'"{wording.sentence}"', WIDTH, f"{_INDENT}{sign} ", f"{_INDENT}  ")


def _is_said_otherwise(change: Change) -> bool:
    return change.before is None or change.after is None or change.before.sentence != change.after.sentence


def _example_lines(changes: Iterable[Change]) -> list[str]:
    """Write how many examples there are of each kind; JSON and Markdown list them."""
    kinds = Counter(change.kind.value for change in changes)
    return [f"  {', '.join(f'{number} {kind}' for kind, number in kinds.items())}"]


def effect_name(one: Affected) -> str:
    """Return the name of an effect: "bids wider", "score"."""
    how = f" {one.direction.value}" if one.direction is not None and one.effect.value in ("bids", "plays") else ""
    return one.effect.value + how


def is_open(one: Affected) -> bool:
    """Tell whether the rules influence something for which no case was found."""
    return one.witness is None and one.effect.value != "words"


def open_text(difference: Difference) -> str:
    """Name everything for which no case was found, in a sentence; empty if there is nothing."""
    names = [effect_name(one) for one in difference.affected if is_open(one)]
    if not names:
        return ""
    why = f"no case was found in {count(difference.tried, 'deal')}" if difference.tried else "no deal was played"
    if any(one.witness is not None and one.witness.is_table for one in difference.affected):
        why = "no deal is the same in both, so there is no case to show"
    return f"The rules that differ may change {and_list(names)} too; {why}."


def _affected_lines(one: Affected, difference: Difference, *, has_witnesses: bool) -> list[str]:
    name = effect_name(one)
    if one.effect.value == "words":
        return [f"  {name:<22}titles or sentences, no rule"]
    seen = f"in {one.seen} of {count(difference.played.deals, 'deal')}" if one.seen and difference.played else ""
    if one.witness is not None and one.witness.is_table:
        seen = "other cards, players or hands"
    lines = [f"  {name:<22}{seen}".rstrip()]
    if has_witnesses and one.witness is not None:
        for sentence in one.witness.situation:
            lines += folded(sentence, WIDTH, _INDENT, _INDENT)
        for label, told in ((difference.before, one.witness.before), (difference.after, one.witness.after)):
            lines += folded(f"{label}: {told}", WIDTH, f"{_INDENT}  ", f"{_INDENT}    ")
        if one.witness.rules:
            lines += folded(f"by {', '.join(one.witness.rules)}", WIDTH, f"{_INDENT}  ", f"{_INDENT}    ")
    return lines


def played_text(played: Played | None) -> Iterator[str]:
    """Write the results of the deals played."""
    if played is None:
        return
    part = f"{played.share.value:.1%} (95 % interval {played.share.low:.1%} to {played.share.high:.1%})"
    yield f"The games part in {played.parted} of {count(played.deals, 'random deal')}, {part}."
    if played.points is not None and played.parted:
        value = played.points
        yield (
            f"A side's points in a deal differ by {value.value:.1f} on average "
            f"(95 % interval {max(0.0, value.low):.1f} to {value.high:.1f})."
        )


def verdict(difference: Difference) -> str:
    """Write the conclusion."""
    if difference.is_same:
        return f"{'As the options are set, the' if difference.is_as_set else 'The'} same game: {difference.shown_same}."
    if any(one.seen or one.witness is None or not one.witness.is_made_up for one in difference.found):
        return "The games differ."
    if difference.found:
        return "The games differ from scores that were made up; no game that was played came to such a deal."
    tried = (
        f"No difference was found in {count(difference.tried, 'deal')}" if difference.tried else "No deal was played"
    )
    return f"{tried}, but that does not show that they are the same game."


def to_json(difference: Difference) -> dict[str, Any]:
    """Write a comparison for programs; `spadesdsl schema diff` describes its form."""
    return {
        **some(difference, "before after"),
        "same": difference.is_same,
        "shown": difference.shown_same,
        "settings": None if not difference.is_same else "as set" if difference.is_as_set else "any",
        "changes": [_change_json(change) for change in difference.changes],
        "effects": [
            {**some(one, "effect direction"), "deals": one.seen, **some(one, "witness")} for one in difference.affected
        ],
        **some(difference, "played"),
        "notes": [*difference.notes, *([verdict(difference)] if difference.is_as_set else [])],
    }


def _change_json(change: Change) -> dict[str, Any]:
    wordings = {"before": _wording_json(change.before), "after": _wording_json(change.after)}
    return {**some(change, "id kind topic key keyword"), "on": change.scope, **wordings, "place": change.was_above}


def _wording_json(wording: Wording | None) -> dict[str, Any] | None:
    return None if wording is None else some(wording, "words sentence source") | some(wording.place, "file line")


# ---------------------------------------------------------------- as a page


def cell_of(one: Wording | Cell | None, literal: Callable[[str], str]) -> str:
    """Return what a rule says, and what it says to people, as a cell of a table."""
    if one is None:
        return _NONE[0]
    return literal(one.words) + (f" *{literal(one.sentence)}*" if one.sentence else "")


def escaped(text: str) -> str:
    """Return a text that Markdown shows literally, in a table cell too."""
    shown = "".join(f"\\{letter}" if letter in r"\`*_{}[]<>#|~" else letter for letter in text)
    return " ".join(shown.split())


def blocks_of(
    difference: Difference, *, has_witnesses: bool, literal: Callable[[str], str] = literal
) -> Iterator[Block]:
    """Write a comparison as a page of the same kind as the rule book; `literal` writes words so that they stay."""
    before, after = literal(difference.before), literal(difference.after)
    yield Heading(1, f"{before} and {after}")
    yield Para(f"**{literal(verdict(difference))}**")
    for topic, title in TOPICS:
        changes = [change for change in difference.changes if change.topic == topic]
        if changes:
            yield Heading(2, title)
            rows = (
                (literal(" ".join(f"{one.key} {one.scope} ({one.kind.value})".split())),
                 *(cell_of(wording, literal) for wording in (one.before, one.after)), one.id)
                for one in changes
            )  # fmt: skip
            yield Table(("", before, after, "id"), tuple(rows))
    shown = [one for one in difference.affected if not is_open(one)]
    if shown or open_text(difference):
        yield Heading(2, "What this changes at the table")
    if shown and not has_witnesses:
        yield Items(tuple(effect_name(one).capitalize() for one in shown))
    for one in shown if has_witnesses else ():
        seen = f", in {one.seen} of {difference.played.deals} deals" if one.seen and difference.played else ""
        yield Heading(3, effect_name(one).capitalize() + seen)
        if one.witness is not None:
            yield Para(literal(" ".join(one.witness.situation)))
            yield Items((f"**{before}**: {literal(one.witness.before)}", f"**{after}**: {literal(one.witness.after)}"))
    for text in (open_text(difference), *difference.notes, *played_text(difference.played)):
        if text:
            yield Para(literal(text))
