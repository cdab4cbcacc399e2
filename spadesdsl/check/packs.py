"""Packs: each sees only the parent, so that their order never matters; if two differ, the file says which wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.check.edits import Edit, apply, apply_headers, apply_settings, called, edits_of, put_setting, refusal
from spadesdsl.check.findings import Findings, suggest
from spadesdsl.diagnostics import Note
from spadesdsl.frozen import replace
from spadesdsl.syntax.examples import Example
from spadesdsl.syntax.nodes import Block, Change, Document, Include, OnDeal, Prefer, Rule

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spadesdsl.check.resolved import Key, Resolution, Resolved
    from spadesdsl.source import Span


def layer_packs(
    base: Resolution,
    packs: Sequence[tuple[Include, Document]],
    prefers: Sequence[Prefer],
    document: Document,
    findings: Findings,
) -> None:
    """Lay packs on `base`, in the order of their names."""
    ordered = sorted(packs, key=lambda pair: pair[1].name)
    edits = [_on(base, edit) for _, pack in ordered for edit in edits_of(pack.items, pack) if not _is_there(edit, base)]
    allowed = [edit for edit in edits if not refusal(edit, base, findings)]
    places = {pack.name: include.span for include, pack in ordered}
    chosen = _settle(allowed, _losers(prefers, allowed, findings), places, findings)
    for _, pack in ordered:
        apply_headers(pack.items, base, pack, findings)
    for edit in chosen:
        apply(edit, base, findings)
    given: dict[str, Span] = {}
    for include, pack in ordered:
        base.packs[pack.name] = pack
        apply_settings(pack.items, base, pack, findings)
        base.on_deals.extend((item, pack) for item in pack.items if isinstance(item, OnDeal))
        for assign in include.assigns:
            put_setting(assign, given, base, document, findings)


def _is_there(edit: Edit, base: Resolution) -> bool:
    """Tell whether the same pack has already added a rule: an option of a pack that some deals include."""
    there = base.rules.get(edit.key)
    return there is not None and edit.resolved is not None and there.node is edit.resolved.node


def _on(base: Resolution, edit: Edit) -> Edit:
    """Return an edit as it applies to a game: a round that is there already gets the bids of the pack."""
    there = base.rules.get(edit.key)
    if there is None or edit.resolved is None or edit.replaces:
        return edit
    if isinstance(edit.resolved.node, Example):
        return _own_example(edit)
    both = both_rounds(there, edit.resolved)
    return (
        edit if both is None else replace(edit, resolved=replace(both, node=replace(both.rule, change=Change.REPLACE)))
    )


def _own_example(edit: Edit) -> Edit:
    """Return a pack's own example under a new title: another example already has this one."""
    assert edit.resolved is not None
    assert isinstance(edit.resolved.node, Example)
    title = f"{edit.resolved.node.title} ({edit.document.name})"
    resolved = replace(edit.resolved, node=replace(edit.resolved.node, title=title))
    return replace(edit, key=(*edit.key[:2], title), resolved=resolved)


def both_rounds(one: Resolved, other: Resolved) -> Resolved | None:
    """Return a round with the bids of two that are otherwise the same; None if they are not."""
    first, second = one.node, other.node
    if not (isinstance(first, Rule) and isinstance(second, Rule) and first.keyword == second.keyword == "round"):
        return None
    if not (isinstance(first.body, Block) and isinstance(second.body, Block)):
        return None
    listed = tuple(dict.fromkeys((*first.body.values, *second.body.values)))
    both = replace(first, body=replace(first.body, values=listed))
    like = replace(second, body=replace(second.body, values=listed), change=first.change, remarks=first.remarks)
    return replace(one, node=both) if both == like and first.body.values and second.body.values else None


def _losers(prefers: Sequence[Prefer], edits: Sequence[Edit], findings: Findings) -> set[tuple[str, str, str]]:
    """Return (pack, section, rule name) for the rules that the file takes from another pack."""
    losers = set()
    names = {edit.document.name for edit in edits}
    for prefer in prefers:
        for pack in (prefer.pack, prefer.over):
            if pack not in names:
                findings.error(
                    "E215", prefer.span, f"No pack `{pack}` is included here.", suggest(pack, sorted(names), "packs")
                )
                break
        else:
            idle = next((one for one in (prefer.over, prefer.pack) if not _has(edits, one, prefer)), None)
            if idle is not None:
                message = f"`{idle}` does not touch `{prefer.section}.{prefer.rule}`."
                findings.error("E215", prefer.span, message, "remove this line")
            losers.add((prefer.over, prefer.section, prefer.rule))
    return losers


def _has(edits: Sequence[Edit], pack: str, prefer: Prefer) -> bool:
    return any(
        edit.document.name == pack and edit.key[0] == prefer.section and prefer.rule in (edit.key[2], edit.key[1])
        for edit in edits
    )


def _settle(
    edits: Sequence[Edit], losers: set[tuple[str, str, str]], places: Mapping[str, Span], findings: Findings
) -> list[Edit]:
    """Return the edits to make: one for each key, conflicts noted."""
    chosen: dict[Key, Edit] = {}
    clashes: dict[tuple[str, str], list[tuple[Edit, Edit]]] = {}
    for edit in edits:
        section, keyword, name = edit.key
        if (edit.document.name, section, name or keyword) in losers:
            continue
        first = chosen.setdefault(edit.key, edit)
        if first is edit or _same(first, edit):
            continue
        joined = None if first.document is edit.document else _together(first, edit)
        if joined:
            chosen |= {one.key: one for one in joined}
            continue
        if first.document is edit.document:
            message = f"There are two of {called(edit.key)}."
            hint = "remove one of them, or rename it"
            findings.error("E202", edit.span, message, hint, Note(first.span, "the first one is here"))
            continue
        clashes.setdefault((first.document.name, edit.document.name), []).append((first, edit))
    for (one, other), pairs in clashes.items():
        _tell_clash(one, other, pairs, places, findings)
    return list(chosen.values())


def _tell_clash(
    one: str, other: str, pairs: Sequence[tuple[Edit, Edit]], places: Mapping[str, Span], findings: Findings
) -> None:
    """Report two packs that change the same rules in different ways."""
    what = " and ".join(called(edit.key) for _, edit in pairs)
    are_new = all(edit.resolved and not edit.replaces for pair in pairs for edit in pair)
    do, does = ("add", "adds") if are_new else ("change", "changes")
    hint = f"remove `include {one}` or `include {other}`"
    section, keyword, name = pairs[0][0].key
    if len(pairs) == 1 and keyword != "round":  # its pack may also say which bids a round has
        rule = f"{section}.{name or keyword}"
        hint += f"; or write `prefer {one} over {other} for {rule}` or `prefer {other} over {one} for {rule}`"
    message = f"These two packs do not go together: `{one}` and `{other}` both {do} {what}, each in its own way."
    edits = (Note(edit.span, f"`{edit.document.name}` {does} it here") for edit in pairs[0])
    findings.error("E216", places[other], message, hint, Note(places[one], f"`{one}` is included here"), *edits)


def _together(one: Edit, other: Edit) -> tuple[Edit, ...]:
    """Return the combined edits of two packs that change one thing and are compatible; empty if they are not."""
    if one.key[1] == "example":
        if one.resolved is None or other.resolved is None or one.replaces or other.replaces:
            # An example that each changes in its own way is true for neither of them beside the other.
            return (replace(one, resolved=None),)
        return one, _own_example(other)
    both = None if one.resolved is None or other.resolved is None else both_rounds(one.resolved, other.resolved)
    return () if both is None else (replace(one, resolved=both),)


def _same(one: Edit, other: Edit) -> bool:
    if one.resolved is None or other.resolved is None:
        return one.resolved is other.resolved
    return one.resolved.node == other.resolved.node
