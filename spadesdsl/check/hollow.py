"""Packs that no longer do anything because another file has dropped the bid that they are about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spadesdsl.check.constants import value_of
from spadesdsl.diagnostics import Note

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.check.checker import Checker
    from spadesdsl.rules.game import Rules
    from spadesdsl.rules.parts import RuleInfo
    from spadesdsl.rules.terms import Term

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
        checker.findings.error(
            "E246",
            gone.span,
            f"With this the bid `{bid}` is gone, and the pack `{pack.name}` {says}.",
            "leave one of the two out",
            Note(read, "it is read here"),
        )


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
