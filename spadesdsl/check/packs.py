"""Packs: each sees only the parent, so that their order never matters; where two differ, the file says which."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.check.edits import Edit, apply, apply_headers, apply_settings, called, edits_of, refusal
from spadesdsl.check.findings import suggest
from spadesdsl.check.standing import Setting
from spadesdsl.diagnostics import Note
from spadesdsl.syntax.nodes import OnDeal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spadesdsl.check.findings import Findings
    from spadesdsl.check.standing import Key, Resolution
    from spadesdsl.source import Span
    from spadesdsl.syntax.nodes import Document, Include, Prefer


def layer_packs(
    base: Resolution,
    packs: Sequence[tuple[Include, Document]],
    prefers: Sequence[Prefer],
    document: Document,
    findings: Findings,
) -> None:
    """Lay packs on `base`, in the order of their names."""
    ordered = sorted(packs, key=lambda pair: pair[1].name)
    edits = [edit for _, pack in ordered for edit in edits_of(pack.items, pack) if not _is_there(edit, base)]
    allowed = [edit for edit in edits if not refusal(edit, base, findings)]
    places = {pack.name: include.span for include, pack in ordered}
    chosen = _settle(allowed, _losers(prefers, allowed, findings), places, findings)
    for _, pack in ordered:
        apply_headers(pack.items, base, pack, findings)
    for edit in chosen:
        apply(edit, base, findings)
    for include, pack in ordered:
        base.packs[pack.name] = pack
        apply_settings(pack.items, base, pack, findings)
        base.on_deals.extend((item, pack) for item in pack.items if isinstance(item, OnDeal))
        for assign in include.assigns:
            base.settings.pop(assign.name, None)
            base.settings[assign.name] = Setting(assign, document)


def _is_there(edit: Edit, base: Resolution) -> bool:
    """Tell whether a rule stands already by the same pack: an option of a pack that some deals include."""
    there = base.rules.get(edit.key)
    return there is not None and edit.standing is not None and there.node is edit.standing.node


def _losers(prefers: Sequence[Prefer], edits: Sequence[Edit], findings: Findings) -> set[tuple[str, str, str]]:
    """Return (pack, section, rule name) of what the file prefers another pack's version of."""
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
            if not _has(edits, prefer.over, prefer):
                findings.error(
                    "E215",
                    prefer.span,
                    f"`{prefer.over}` does not touch `{prefer.section}.{prefer.rule}`.",
                    "take this line away",
                )
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
    for edit in edits:
        section, keyword, name = edit.key
        if (edit.document.name, section, name or keyword) in losers:
            continue
        first = chosen.setdefault(edit.key, edit)
        if first is edit or _same(first, edit):
            continue
        if first.document is edit.document:
            findings.error(
                "E202",
                edit.span,
                f"There are two of {called(edit.key)}.",
                "take one of them away, or rename it",
                Note(first.span, "the first one is here"),
            )
            continue
        one, other = first.document.name, edit.document.name
        rule = f"{section}.{name or keyword}"
        findings.error(
            "E216",
            places[other],
            f"The packs `{one}` and `{other}` both change {called(edit.key)}, in different ways.",
            f"write `prefer {one} over {other} for {rule}`, or the other way round",
            Note(first.span, f"`{one}` changes it here"),
            Note(edit.span, f"`{other}` changes it here"),
        )
    return list(chosen.values())


def _same(one: Edit, other: Edit) -> bool:
    if one.standing is None or other.standing is None:
        return one.standing is other.standing
    return one.standing.node == other.standing.node
