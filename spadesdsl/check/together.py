"""Mistakes that no file has by itself: packs that do not fit the others, or that do nothing any more.

A mistake of names is found where it shows, which may be inside a pack. Here it is moved to where the author can fix
it: the `include`s.
"""

from __future__ import annotations

from itertools import combinations
from pathlib import PurePath
from typing import TYPE_CHECKING, Final, TypeAlias

from spadesdsl.check.constants import value_of
from spadesdsl.diagnostics import Diagnostic, Note, Severity, error
from spadesdsl.frozen import replace
from spadesdsl.syntax.nodes import Document, Include, Item, OnDeal, Prefer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from spadesdsl.check.checker import Checker
    from spadesdsl.rules.game import Rules
    from spadesdsl.rules.parts import RuleInfo
    from spadesdsl.rules.terms import Term

    Judge: TypeAlias = Callable[[Document], Iterable[Diagnostic]]
    """Checks a document and says what is wrong with it."""

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
