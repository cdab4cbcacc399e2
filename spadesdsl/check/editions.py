"""Editions: the rules of the deals on which an `on deal` block holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.check.findings import mistake
from spadesdsl.check.resolve import Unfound, extend
from spadesdsl.check.resolved import Resolved
from spadesdsl.rules.calendar import LONGEST, DealScope, calendar, period
from spadesdsl.syntax.examples import Example
from spadesdsl.syntax.nodes import Drop, DropDeals, Include, OnDeal, Prefer, Preset, Rule, Section, SetOptions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadesdsl.check.findings import Findings
    from spadesdsl.check.resolve import Finder
    from spadesdsl.check.resolved import Resolution
    from spadesdsl.source import Span
    from spadesdsl.syntax.nodes import Document, Item

MOST_BLOCKS = 60
"""How many `on deal` blocks a file may have."""
MOST_EDITIONS = 200
"""How many combinations of them may hold: each is checked separately."""
MOST_DEALS = 10_000
"""The latest deal that may be listed."""


def scopes_of(resolution: Resolution, findings: Findings) -> list[DealScope]:
    """List the `on deal` blocks, in order."""
    scopes = []
    for block, document in resolution.on_deals:
        _check_block(block, document, findings)
        scopes.append(DealScope(block.deals, block.every))
    return scopes


def _check_block(block: OnDeal, document: Document, findings: Findings) -> None:
    last = block.every or MOST_DEALS
    for deal in block.deals:
        if not 1 <= deal <= last:
            what = f"deal {deal} of every {block.every}" if block.every else f"deal {deal}"
            findings.error("E412", block.span, f"There is no {what}.", f"name deals from 1 to {last}")
    del document
    for item in block.items:
        _check_item(item, findings)


def _check_item(item: Item, findings: Findings) -> None:
    match item:
        case Section(keyword="table", span=span):
            findings.error("E413", span, "The table is the same on every deal.", "move this out of `on deal`")
        case OnDeal(span=span) | DropDeals(span=span):
            findings.error("E413", span, "An `on deal` block cannot be inside another one.", "move it out")
        case Rule(keyword="option", span=span) | Preset(span=span):
            findings.error(
                "E413", span, "An option is the same on every deal.", "declare it outside, and `set` it here"
            )
        case Section(keyword="scoring", items=items):
            for inner in items:
                if isinstance(inner, Drop) and inner.keyword == "tally":
                    findings.error(
                        "E413",
                        inner.span,
                        "A tally is kept over all deals and cannot be dropped on one.",
                        "write `replace tally … add 0`",
                    )
        case Rule() | Drop() | SetOptions() | Include() | Prefer() | Section() | Example():
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
        raise mistake(
            "E414",
            span,
            f"There are {len(scopes)} `on deal` blocks; {MOST_BLOCKS} are the most.",
            "put those for the same deals together",
        )
    days = calendar(scopes)
    if days is None:
        raise mistake(
            "E260",
            span,
            f"The `on deal … of every` blocks begin again together only after {period(scopes)} deals; "
            f"{LONGEST} are the most.",
            "give them periods that go into one another, as 4 goes into 8",
        )
    found = [one.holds for one in days if any(one.holds)]
    if len(found) > MOST_EDITIONS:
        raise mistake(
            "E261",
            span,
            f"The `on deal` blocks hold in {len(found)} combinations; {MOST_EDITIONS} are the most.",
            "put those for the same deals together",
        )
    return found


def edition_of(resolution: Resolution, which: tuple[bool, ...], find: Finder, findings: Findings) -> Resolution | None:
    """Resolve the rules of the deals that these blocks hold on."""
    made: Resolution | None = resolution.copy()
    for (block, document), holds in zip(resolution.on_deals, which, strict=True):
        if holds and made is not None:
            made = extend(made, block.items, document, find, findings)
    return made
