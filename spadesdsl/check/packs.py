"""Packs: each sees only the parent, so that their order never matters; if two differ, the file says which wins.

A mistake that no file has by itself is found where it shows, which may be inside a pack. Here it is moved to where the
author can fix it: the `include`s.
"""

from __future__ import annotations

from itertools import combinations
from pathlib import PurePath
from typing import TYPE_CHECKING, Final, TypeAlias

from spadesdsl.check.constants import value_of
from spadesdsl.check.edits import Edit, apply, apply_headers, apply_settings, called, edits_of, put_setting, refusal
from spadesdsl.check.findings import Findings, suggest
from spadesdsl.diagnostics import Diagnostic, Note, Severity, error
from spadesdsl.frozen import replace
from spadesdsl.syntax.bodies import Block
from spadesdsl.syntax.examples import Example
from spadesdsl.syntax.nodes import Change, Document, Include, Item, OnDeal, Prefer, Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from spadesdsl.check.checker import Checker
    from spadesdsl.check.resolved import Key, Resolution, Resolved
    from spadesdsl.rules.game import Rules
    from spadesdsl.rules.parts import RuleInfo
    from spadesdsl.rules.terms import Term
    from spadesdsl.source import Span

    Judge: TypeAlias = Callable[[Document], Iterable[Diagnostic]]
    """Checks a document and says what is wrong with it."""


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


MOST_PACKS = 24
"""With more packs than this, not every pair is tried."""


def blame_includes(document: Document, found: Sequence[Diagnostic], judge: Judge) -> list[Diagnostic]:
    """Report mistakes in packs at their `include`, if that explains them; leave the rest unchanged."""
    own = document.name_span.file
    elsewhere = [one for one in found if _is_error(one) and one.span.file != own]
    clashes = [one for one in found if one.code == "E216"]
    includes = [item for item in document.items if isinstance(item, Include)]
    if document.kind == "pack" or not includes or len(includes) > MOST_PACKS or not (elsewhere or clashes):
        return list(found)
    told = {one.span: one for one in clashes}
    blamed = [_with_true_hint(document, one, judge) for one in clashes]
    if elsewhere:
        blamed += _blamed(document, includes, frozenset(told), judge)
    if not blamed:
        return list(found)
    kept = [one for one in found if one.code != "E216" and (one not in elsewhere or not _is_error(one))]
    return [*blamed, *kept]


def _is_error(one: Diagnostic) -> bool:
    return one.severity is Severity.ERROR


def _blamed(document: Document, includes: list[Include], told: frozenset[object], judge: Judge) -> list[Diagnostic]:
    """Try each pack by itself, then those that pass two by two."""
    own = document.name_span.file
    alone = {include: _wrong(document, own, (include,), judge) for include in includes}
    blamed = [_not_with_game(document, include, first) for include, first in alone.items() if first is not None]
    good = [include for include, first in alone.items() if first is None]
    for one, other in combinations(good, 2):
        if other.span in told or one.span in told:
            continue
        if (first := _wrong(document, own, (one, other), judge)) is not None:
            blamed.append(_not_together(one, other, first))
    return blamed


def _wrong(document: Document, own: str, includes: tuple[Include, ...], judge: Judge) -> Diagnostic | None:
    """Return the first mistake in another file when only these packs are included."""
    tried = replace(document, items=tuple(_left(document, includes)))
    return next((one for one in judge(tried) if _is_error(one) and (one.span.file != own or one.code == "E216")), None)


def _left(document: Document, includes: tuple[Include, ...]) -> Iterator[Item]:
    names = {include.pack for include in includes}
    for item in document.items:
        match item:
            case Include():
                if item in includes:
                    yield item
            case Prefer(pack=pack, over=over):
                if {pack, over} <= names:
                    yield item
            case OnDeal():
                pass
            case _ if document.extends is None:
                yield item
            case _:
                pass


def _not_with_game(document: Document, include: Include, first: Diagnostic) -> Diagnostic:
    game = document.extends or document.name
    message = f"The pack `{include.pack}` does not go with `{game}`: {_begun(first.message)}"
    return error("E247", include.span, message, f"remove `include {include.pack}`", Note(first.span, "it shows here"))


def _not_together(one: Include, other: Include, first: Diagnostic) -> Diagnostic:
    culprit = one.pack if PurePath(first.span.file).stem == one.pack else other.pack
    why = first.message.replace("With this ", f"With `{culprit}` ", 1)
    message = f"These two packs do not go together: `{one.pack}` and `{other.pack}`. {why}"
    hint = f"remove `include {one.pack}` or `include {other.pack}`"
    notes = Note(one.span, f"`{one.pack}` is included here"), Note(first.span, "it shows here")
    return error("E216", other.span, message, hint, *notes, *first.notes)


def _begun(message: str) -> str:
    return message if message.startswith("`") else message[:1].lower() + message[1:]


def _with_true_hint(document: Document, clash: Diagnostic, judge: Judge) -> Diagnostic:
    """Return a clash of two packs with only those `prefer`s that fix the file."""
    ways = [way for way in clash.hint.split("`") if way.startswith("prefer ")]
    good = []
    for way in ways:
        _, pack, _, over, _, rule = way.split(" ")
        section, _, name = rule.partition(".")
        prefer = Prefer(pack, over, section, name, span=clash.span)
        if not any(map(_is_error, judge(replace(document, items=(*document.items, prefer))))):
            good.append(f"`{way}`")
    first = clash.hint.split("; ")[0]
    return replace(clash, hint=f"{first}; or write {' or '.join(good)}" if good else first)


_WITHOUT_EFFECT: Final = frozenset(("option", "let", "example", "preset"))
"""Sentences that do nothing by themselves."""


def tell_hollow(checker: Checker, game: Rules) -> None:
    """Report each pack whose rules were all lost with a bid, and each that asks for a dropped bid."""
    resolution = checker.symbols.resolution
    files = {gone.file for gone in checker.unbid}
    for pack in resolution.packs.values():
        if pack.name_span.file not in files:
            continue
        dead, impossible = _dead(checker, game, pack.name)
        rules = {
            info.key
            for (section, keyword, name), resolved in resolution.rules.items()
            if resolved.document is pack and keyword not in _WITHOUT_EFFECT
            for info in (checker.info(resolved),)
            if section and name is not None
        }
        if not impossible and not rules <= dead:
            continue
        read = next(span for span in checker.unbid if span.file == pack.name_span.file)
        bid, gone = checker.unbid[read]
        says = "asks for it" if impossible else "has nothing left to say"
        message = f"With this the bid `{bid}` is gone, and the pack `{pack.name}` {says}."
        checker.findings.error("E246", gone.span, message, "leave one of the two out", Note(read, "it is read here"))


def _dead(checker: Checker, game: Rules, pack: str) -> tuple[frozenset[str], bool]:
    """Return the rules of a pack that never do anything, and whether one can never be obeyed."""
    dead: set[str] = set()
    impossible = False
    for info, when, body in _conditions(game):
        if info.document != pack:
            continue
        # A bid that is gone is never made, whatever the options are.
        holds = None if when is None else value_of(when, {}, checker.lets)
        asked = None if body is None else value_of(body, {}, checker.lets)
        if (holds is not None and not holds.value) or (asked is not None and asked.value):
            dead.add(info.key)
        elif asked is not None:
            impossible = True
    return frozenset(dead), impossible


def _conditions(game: Rules) -> Iterator[tuple[RuleInfo, Term | None, Term | None]]:
    """List each rule with the condition under which it applies, and what a `must` asks for."""
    yield from ((must.rule, must.when, must.body) for must in game.play.musts)
    for phase in game.phases:
        yield from ((step.rule, step.when, None) for step in phase.steps)
    yield from ((step.rule, step.when, None) for step in game.play.steps)
    yield from ((ending.rule, ending.when, None) for ending in game.endings)
    yield from ((line.rule, line.when, None) for line in game.scoring.lines)
