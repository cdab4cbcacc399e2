"""Inheritance: merge a document with its parent and packs into one flat list of rules; and its `on deal` blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from spadesdsl.check.edits import Edit, apply, apply_headers, apply_settings, called, edits_of, refusal
from spadesdsl.check.findings import Findings, mistake
from spadesdsl.check.packs import layer_packs
from spadesdsl.check.resolved import Key, Resolution, Resolved
from spadesdsl.diagnostics import Guess, Note, guess, nearest
from spadesdsl.frozen import Frozen, replace
from spadesdsl.rules.game import LONGEST, DealScope, calendar, period
from spadesdsl.source import Span
from spadesdsl.syntax import nodes
from spadesdsl.syntax.examples import Example
from spadesdsl.syntax.nodes import Document, Include, Item, OnDeal, Rule, Section
from spadesdsl.syntax.writing import text_of
from spadesdsl.words import and_list, capital

MOST_PARENTS = 20
"""How long a chain of parents may be."""


class Unfound(Frozen):
    """A `Finder`'s answer if it has no such document."""

    known: tuple[str, ...] = ()
    """The names it has, for "did you mean"."""
    is_told: bool = False
    """Whether the file was there and its own findings say what is wrong with it."""


class Finder(Protocol):
    """Finds a document by name; the caller reads the files."""

    def __call__(self, name: str, kind: str, by: str = "") -> Document | Unfound:
        """Return the document, of any kind; `kind` is the kind wanted, `by` the file that names it: never itself."""
        ...


def resolve(document: Document, find: Finder, findings: Findings, chain: tuple[str, ...] = ()) -> Resolution | None:
    """Resolve a variant, or a pack on the variant that it is for; None if there is nothing to build on."""
    if document.kind == "pack":
        return _resolve_pack(document, find, findings)
    chain = (*chain, document.name)
    if (base := _base(document, find, findings, chain)) is None:
        return None
    base.document, base.inherited = document, dict(base.rules)
    return extend(base, document.items, document, find, findings)


def extend(
    base: Resolution, items: Sequence[Item], document: Document, find: Finder, findings: Findings
) -> Resolution | None:
    """Lay packs, then the file's own items, on a base (which is used up)."""
    includes = [item for item in items if isinstance(item, Include)]
    prefers = [item for item in items if isinstance(item, nodes.Prefer)]
    if (packs := _find_packs(includes, base, find, findings)) is None:
        return None
    layer_packs(base, packs, prefers, document, findings)
    apply_headers(items, base, document, findings)
    replaced: dict[Key, Edit] = {}
    for edit in edits_of(items, document):
        first = replaced.setdefault(edit.key, edit) if edit.replaces else edit
        if first is not edit:
            _refuse_second(edit, first, findings)
        elif not refusal(edit, base, findings):
            apply(edit, base, findings)
    apply_settings(items, base, document, findings)
    _drop_deals([item for item in items if isinstance(item, nodes.DropDeals)], base, findings)
    base.on_deals.extend((item, document) for item in items if isinstance(item, OnDeal))
    return base


def _refuse_second(edit: Edit, first: Edit, findings: Findings) -> None:
    note = Note(first.span, "the first one is here")
    findings.error("E202", edit.span, capital(f"{called(edit.key)} is replaced twice."), "remove one of them", note)


def _drop_deals(drops: Sequence[nodes.DropDeals], base: Resolution, findings: Findings) -> None:
    """Take away rules for some deals that the parent or a pack has."""
    for drop in drops:
        kept = [one for one in base.on_deals if (one[0].deals, one[0].every) != (drop.deals, drop.every)]
        if len(kept) == len(base.on_deals):
            known = and_list(f"`{text_of(block)}`" for block, _ in kept)
            message = f"There are no rules {text_of(drop).removeprefix('drop ')} to drop."
            findings.error("E203", drop.span, message, f"there are the rules {known}" if kept else "leave it out")
        base.on_deals[:] = kept


def _resolve_pack(pack: Document, find: Finder, findings: Findings) -> Resolution | None:
    if pack.pack_for is None:
        message = f"The pack `{pack.name}` does not say for which game it is."
        findings.error("E208", pack.name_span, message, f'write `pack {pack.name} "…" for` and the variant')
        return None
    game = find(pack.pack_for, "variant")
    if isinstance(game, Unfound):
        if not game.is_told:
            message = f"There is no variant `{pack.pack_for}` for this pack to be checked on."
            findings.error("E209", pack.name_span, message, guess(pack.pack_for, game.known))
        return None
    if game.kind == "pack":
        message = f"`{pack.pack_for}` is a pack, not a game."
        findings.error("E210", pack.name_span, message, "name the game that the pack is for")
        return None
    if (base := resolve(game, find, findings)) is None or findings.has_failed():
        return None
    itself = [Include(pack.name, span=pack.name_span)]
    packs = _find_packs(
        itself, base, lambda name, kind, by="": pack if name == pack.name else find(name, kind, by), findings
    )
    if packs is None:
        return None
    layer_packs(base, packs, [], pack, findings)
    base.document = pack
    return base


def _base(document: Document, find: Finder, findings: Findings, chain: tuple[str, ...]) -> Resolution | None:
    if document.extends is None:
        return Resolution(document)
    span = document.extends_span if document.extends_span.end else document.name_span
    if document.extends in chain:
        circle = " → ".join([*chain[chain.index(document.extends) :], document.extends])
        findings.error("E211", span, f"The game extends itself: {circle}.", "extend another variant, or none")
        return None
    if len(chain) > MOST_PARENTS:
        findings.error("E212", span, f"More than {MOST_PARENTS} variants extend one another.", "extend an earlier one")
        return None
    missing = f"There is no variant `{document.extends}` to extend."
    wrong = f"`{document.extends}` is a pack and cannot be extended."
    hint = f"extend a variant and write `include {document.extends}`"
    parent = _named(document.extends, "variant", span, find, findings, missing, (wrong, hint))
    if parent is None:
        return None
    version = parent.version or 1
    if document.pin is not None and document.pin != version:
        message = f"This file was written for `{parent.name} @ {document.pin}`; what is here is version {version}."
        findings.error("E213", span, message, f"look at what changed, then write `@ {version}`")
    return resolve(parent, find, findings, chain)


def _meant(name: str, known: Sequence[str]) -> str | Guess:
    """Say which file a name may be meant as: the one that is spelt so, or those that share a word with it."""
    parts = {part for part in name.split("_") if len(part) > _SMALL}
    alike = [one for one in known if not parts.isdisjoint(one.split("_"))]
    longer = [one for one in alike if one.startswith(f"{name}_")]
    near = guess(name, known) if len(longer) <= 1 else None
    told = (
        f"; there {'are' if alike[1:] else 'is'} {and_list(f'`{one}`' for one in alike)}"
        if 0 < len(alike) <= _MOST_ALIKE
        else ""
    )
    return near or f"put its file beside this one{told}"


_SMALL: Final = 3
"""Words of a name with so few letters say little."""
_MOST_ALIKE: Final = 8


def _named(
    name: str, kind: str, span: Span, find: Finder, findings: Findings, missing: str, of_other_kind: tuple[str, str]
) -> Document | None:
    """Return the document of a name, or of the name that was misspelt: the rest of the file is checked in the same run.

    Args:
        missing: What to say if it is not there.
        of_other_kind: What to say if it is of another kind, and what to write.
    """
    found = find(name, kind, span.file)
    if isinstance(found, Unfound):
        if not found.is_told:
            findings.error("E209", span, missing, _meant(name, found.known))
        near = nearest(name, found.known)
        meant = None if near is None else find(near, kind)
        return None if meant is None or isinstance(meant, Unfound) or meant.kind != kind else meant
    if found.kind != kind:
        findings.error("E210", span, *of_other_kind)
        return None
    return found


def _find_packs(
    includes: Sequence[Include], base: Resolution, find: Finder, findings: Findings
) -> list[tuple[Include, Document]] | None:
    """Find the included packs and those that they include; None if one is missing."""
    waiting = _each_once(includes, base, findings)
    found: dict[str, tuple[Include, Document]] = {}
    is_complete = True
    while waiting:
        include = waiting.pop(0)
        if include.pack in found or include.pack in base.packs:
            continue
        missing, wrong = f"There is no pack `{include.pack}`.", f"`{include.pack}` is a whole game, not a pack."
        hint = f"write `extends {include.pack}` in the first line, or include a pack"
        pack = _named(include.pack, "pack", include.span, find, findings, missing, (wrong, hint))
        if pack is None:
            is_complete = False
            continue
        found[include.pack] = (include, pack)
        # A pack includes its own packs: its author can change that there.
        waiting.extend(replace(item, span=include.span) for item in pack.items if isinstance(item, Include))
    return list(found.values()) if is_complete else None


def _each_once(includes: Sequence[Include], base: Resolution, findings: Findings) -> list[Include]:
    """Report packs that the file includes twice, or that its parent includes; return the others."""
    known = set(base.packs)
    once: list[Include] = []
    for include in includes:
        if include.pack in known:
            message = f"The pack `{include.pack}` is included already."
            plain = next((one for one in once if one.pack == include.pack and not one.assigns), include)
            place = plain.span if include.assigns else include.span
            findings.error("E214", place, message, "remove this line; `set` changes its options")
        else:
            once.append(include)
        known.add(include.pack)
    return once


MOST_BLOCKS = 60
"""How many `on deal` blocks a file may have."""
MOST_EDITIONS = 200
"""How many combinations of them may hold: each is checked separately."""
MOST_DEALS = 10_000
"""The latest deal that may be listed."""


def scopes_of(resolution: Resolution, findings: Findings) -> list[DealScope]:
    """List the `on deal` blocks, in order."""
    scopes = []
    replaced: dict[tuple[str, tuple[int, ...], int | None, Key], tuple[OnDeal, Edit]] = {}
    for block, document in resolution.on_deals:
        _check_block(block, findings)
        for edit in edits_of(block.items, document):
            if edit.replaces:
                place = (document.name, block.deals, block.every, edit.key)
                other, first = replaced.setdefault(place, (block, edit))
                # Two in one block are found when its edits are made.
                if other is not block:
                    _refuse_second(edit, first, findings)
        scopes.append(DealScope(block.deals, block.every))
    return scopes


def _check_block(block: OnDeal, findings: Findings) -> None:
    last = block.every or MOST_DEALS
    for deal in block.deals:
        if not 1 <= deal <= last:
            what = f"deal {deal} of every {block.every}" if block.every else f"deal {deal}"
            findings.error("E412", block.span, f"There is no {what}.", f"name deals from 1 to {last}")
    for item in block.items:
        _check_item(item, findings)


def _check_item(item: Item, findings: Findings) -> None:
    match item:
        case Section(keyword="table", span=span):
            findings.error("E413", span, "The table is the same on every deal.", "move this out of `on deal`")
        case OnDeal(span=span) | nodes.DropDeals(span=span):
            findings.error("E413", span, "An `on deal` block cannot be inside another one.", "move it out")
        case Rule(keyword="option", span=span, name=name) | nodes.Preset(span=span, name=name):
            hint = f"declare it outside, and `set {name} = …` here"
            findings.error("E413", span, "An option has the same choices on every deal.", hint)
        case Section(keyword="scoring", items=items):
            for inner in items:
                if isinstance(inner, nodes.Drop) and inner.keyword == "tally":
                    message = "A tally is kept over all deals and cannot be dropped on one."
                    findings.error("E413", inner.span, message, "write `replace tally … add 0`")
        case Rule() | nodes.Drop() | nodes.SetOptions() | Include() | nodes.Prefer() | Section() | Example():
            pass


def hoist_options(resolution: Resolution, find: Finder) -> None:
    """Give the whole game the options of packs that are included on some deals only: they are set for all deals."""
    for block, _ in resolution.on_deals:
        waiting = [item.pack for item in block.items if isinstance(item, Include)]
        seen = set(resolution.packs)
        while waiting:
            name = waiting.pop()
            pack = None if name in seen else find(name, "pack")
            seen.add(name)
            if pack is None or isinstance(pack, Unfound):
                continue
            for item in pack.items:
                if isinstance(item, Rule) and item.keyword == "option":
                    resolution.rules.setdefault(("top", "option", item.name or ""), Resolved(item, "top", pack))
            waiting.extend(item.pack for item in pack.items if isinstance(item, Include))


def combinations(scopes: Sequence[DealScope], span: Span) -> list[tuple[bool, ...]]:
    """List which blocks hold together on some deal, except none at all."""
    if not scopes:
        return []
    if len(scopes) > MOST_BLOCKS:
        message = f"There are {len(scopes)} `on deal` blocks; {MOST_BLOCKS} are the most."
        raise mistake("E414", span, message, "put those for the same deals together")
    if (days := calendar(scopes)) is None:
        message = (
            f"The `on deal … of every` blocks begin again together only after {period(scopes)} deals; "
            f"{LONGEST} are the most."
        )
        raise mistake("E260", span, message, "give them periods that go into one another, as 4 goes into 8")
    found = [one.holds for one in days if any(one.holds)]
    if len(found) > MOST_EDITIONS:
        message = f"The `on deal` blocks hold in {len(found)} combinations; {MOST_EDITIONS} are the most."
        raise mistake("E261", span, message, "put those for the same deals together")
    return found


def edition_of(resolution: Resolution, which: tuple[bool, ...], find: Finder, findings: Findings) -> Resolution | None:
    """Resolve the rules of the deals that these blocks hold on."""
    made: Resolution | None = resolution.copy()
    for (block, document), holds in zip(resolution.on_deals, which, strict=True):
        if holds and made is not None:
            made = extend(made, block.items, document, find, findings)
    return made
