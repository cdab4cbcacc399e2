"""From an example that fails to the rules of the file that decide what it expects."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from spadesdsl.algebra.reads import Effect, RuleReads, reads_of
from spadesdsl.diagnostics import Diagnostic
from spadesdsl.examples.run import UNSAID
from spadesdsl.frozen import Frozen
from spadesdsl.loader import Loaded
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import RuleInfo
from spadesdsl.source import Span
from spadesdsl.syntax import bodies, examples, nodes
from spadesdsl.syntax.parser import normalised

_KEY: Final = re.compile(r"`(\w+\.\w+)`")


class Cause(Frozen):
    """A sentence of the file that has a say in what an example expects."""

    span: Span
    shown: Span
    """Its name."""
    words: str
    """What it has to do with it; empty if the line that decides it is known, and this is another."""
    is_sure: bool
    """Whether it decides what came out; otherwise it only may."""


def causes_of(loaded: Loaded, title: str, failure: Diagnostic) -> list[Cause]:
    """Return the sentences that decide what an example expects, those of the file first, the surest first."""
    assert loaded.document is not None
    own = loaded.document.name
    found = reads(loaded)
    result = _expected(loaded, title, failure.span)
    keys = set(_KEY.findall(failure.message)) | _named(result, failure.span)
    surest = [one for one in found if one.rule.key in keys or _is_asked(one.rule, result)]
    if failure.code == UNSAID:  # whatever comes out, these are the rules that ask for what is not said
        unsaid = next((topic for words, topic in _UNSAID_TOPICS if words in failure.message), Topic.TRICKS)
        surest = [one for one in found if unsaid in one.topics and one.decides & _OF_RESULT[examples.Sheet]]
    effects = _OF_CARDS.get(failure.code) or _effects(result)
    others = [one for one in found if one not in surest and one.decides & effects]
    others.sort(key=lambda one: one.rule.keyword != _LIKELIEST.get(type(result), "must"))
    causes: dict[Span, Cause] = {}
    for group, is_sure in ((surest, True), (others, False)):
        sure = "this reads it" if failure.code == UNSAID else "this decides it"
        words = sure if is_sure else "" if surest else "this has a say in it"
        for one in group:
            if one.rule.document == own:
                causes.setdefault(one.rule.span, Cause(one.rule.span, one.rule.name_span, words, is_sure=is_sure))
        for one, reader in ((let, rule) for rule in group for let in found if _reads_quantity(rule, let)):
            if one.rule.document == own:
                words = f"`{reader.rule.key}` reads this"
                causes.setdefault(one.rule.span, Cause(one.rule.span, one.rule.name_span, words, is_sure=is_sure))
        for assign, reader in _settings(loaded, group):
            words = f"`{reader.rule.key}` reads this"
            causes.setdefault(assign.span, Cause(assign.span, assign.span, words, is_sure=False))
    if not causes and failure.code != "E710":
        for one in surest:
            causes.setdefault(one.rule.span, Cause(one.rule.span, one.rule.name_span, "this decides it", is_sure=True))
    return list(causes.values())


def places_not_given(loaded: Loaded, title: str, failure: Diagnostic) -> list[str]:
    """Return the places for cards that rules of the play read, and that an example of it leaves empty."""
    result = _expected(loaded, title, failure.span)
    example = next((one for one in _examples(loaded) if one.title == title), None)
    if failure.code != "E713" or example is None or not isinstance(result, examples.ExpectMoves) or result.bids:
        return []
    said = normalised(loaded.sources[example.span.file]).text[example.span.start : example.span.end]
    read = {place for one in reads(loaded) if Effect.PLAYS in one.decides for place in one.names(Topic.PILE)}
    return sorted(place for place in read if re.search(rf"\b{place} holds\b", said) is None)


def reads(loaded: Loaded) -> list[RuleReads]:
    """Return what each rule of all editions reads and decides."""
    assert loaded.variant is not None
    found = {one.rule.span: one for game in loaded.variant.games for one in reads_of(game)}
    return list(found.values())


def _reads_quantity(rule: RuleReads, let: RuleReads) -> bool:
    if let.rule.keyword == "tally":
        return let.rule.name in rule.names(Topic.TALLY)
    return let.rule.keyword == "let" and let.rule.name in rule.lets


def _settings(loaded: Loaded, group: Iterable[RuleReads]) -> Iterator[tuple[bodies.Assign, RuleReads]]:
    """Yield what the file sets of the options that rules read."""
    assert loaded.document is not None
    for item in _with_deals(loaded.document.items):
        for assign in item.assigns if isinstance(item, nodes.SetOptions | nodes.Include) else ():
            reader = next((one for one in group if assign.name in one.names(Topic.OPTION)), None)
            if reader is not None:
                yield assign, reader


def _with_deals(items: Iterable[nodes.Item]) -> Iterator[nodes.Item]:
    """Go over the items of a file and those for some deals."""
    for item in items:
        yield item
        if isinstance(item, nodes.OnDeal):
            yield from _with_deals(item.items)


def _examples(loaded: Loaded) -> Iterator[examples.Example]:
    assert loaded.variant is not None
    return (one.node for game in loaded.variant.games for one in game.examples)


def _expected(loaded: Loaded, title: str, span: Span) -> examples.Result | None:
    """Return what an example expects in a place."""
    for example in _examples(loaded):
        if example.title == title:
            for line in example.lines:
                expect = line.expect if isinstance(line, examples.CaseOf) else line
                if isinstance(expect, examples.Expect):
                    inner = (one for one in expect.results if one.span.encloses(span))
                    found = next(inner, expect.results[0] if expect.span.encloses(span) else None)
                    if found is not None:
                        return found
    return None


def _named(result: examples.Result | None, span: Span) -> set[str]:
    """Return the keys of the lines and tallies that an example names, where it failed or in all."""
    amounts = result.amounts if isinstance(result, examples.Sheet) else ()
    failed = [amount for amount in amounts if amount.span.encloses(span)] or amounts
    return {f"scoring.{amount.name}" for amount in failed if amount.name != "score"}


def _is_asked(rule: RuleInfo, result: examples.Result | None) -> bool:
    """Tell whether a rule is the decision that an example asks about."""
    is_decision = rule.keyword in ("may", "choose", "pass")
    return is_decision and isinstance(result, examples.ExpectAsked) and rule.name == result.decision


_OF_CARDS: Final = {"E707": {Effect.DEAL}, "E717": {Effect.DEAL}}
"""What decides how many cards and tricks there are."""
_OF_RESULT: Final[dict[type, set[Effect]]] = {
    examples.Sheet: {Effect.SCORE, Effect.TALLIES}, examples.ExpectGame: {Effect.ENDING},
    examples.ExpectTrick: {Effect.WINNER}, examples.ExpectLead: {Effect.PLAYS}, examples.ExpectAsked: {Effect.BIDS},
    examples.ExpectDealer: {Effect.DEAL}, examples.ExpectHeld: {Effect.DEAL}, examples.ExpectLate: {Effect.TIME},
}  # fmt: skip
"""What rules have a say in that decide what is expected."""
_UNSAID_TOPICS: Final = (
    ("the cards that were played", Topic.PLAYED), ("the cards that", Topic.WON), ("the tricks of", Topic.TAKEN),
)  # fmt: skip
"""What a message says is left open, and what rules that read it read."""
_LIKELIEST: Final[dict[type, str]] = {examples.ExpectLead: "lead", examples.ExpectDealer: "dealer"}
"""What the rules begin with that most often decide it, if it is not `must`."""


def _effects(result: examples.Result | None) -> set[Effect]:
    """Return what rules have a say in that decide what is expected."""
    if isinstance(result, examples.ExpectMoves):
        return {Effect.BIDS if result.bids else Effect.PLAYS}
    return _OF_RESULT.get(type(result), {Effect.BIDS, Effect.PLAYS})
