"""From an example that fails to the rules of the file that decide it, and to the slip in one of them that explains it.

Nobody can know whether the rule or the example is wrong, so a message names both ways out. A change of a rule is shown
only if all examples hold with it, and no other small change of these sentences makes another such game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import cache, partial
from typing import Final, TypeVar

from spadesdsl.diagnostics import Diagnostic, Edit, Fix, Note, Severity
from spadesdsl.examples.deciding import Cause, causes_of, places_not_given, reads
from spadesdsl.examples.names import IF_RIGHT, OR_RULE
from spadesdsl.examples.result import ExampleResult
from spadesdsl.examples.run import OF_THE_EXAMPLE, OUTCOMES, UNSAID, holds, run_examples
from spadesdsl.examples.slips import other_cards, slips
from spadesdsl.frozen import Changing, Frozen, replace
from spadesdsl.loader import Loaded
from spadesdsl.proofs.at_once import glance
from spadesdsl.source import Source, Span
from spadesdsl.syntax import examples, nodes
from spadesdsl.syntax.parser import normalised
from spadesdsl.words import and_list, count, or_list
from spadesdsl.work import at_most

MOST_TRIES: Final = 40
"""How many changes are tried for one file; one takes about twenty milliseconds."""
MOST_SENTENCES: Final = 12
"""How many sentences are left out, one by one, to find the one that changes an inherited example."""
MOST_LETTERS: Final = 300_000
"""How many characters may be read again for it. No clock decides what is shown."""
AN_EXAMPLE: Final = 1_000
"""As how many characters an example counts that is run again; one with long rules counts for more."""
_ENDLESS: Final = 1 << 62
_T = TypeVar("_T")
MOST_SHOWN: Final = 3
"""How many rules are shown with one example, and how many changes with all."""
LONGEST: Final = 40_000
"""How many characters a file may have for changes to be tried."""
_FARTHEST: Final = 3
"""How unlikely a change may be that is tried."""
_AMOUNTS: Final = re.compile(r"should be (−?\d+), and is (−?\d+)")


class _Help(Frozen):
    """A change of one sentence with which failed examples hold, and none fails that held."""

    fix: Fix
    rank: int
    """How unlikely it is."""
    game: str
    """What game it makes: two changes that make the same one are two ways to write it."""
    held: frozenset[str]
    """The titles of the examples that hold with it."""


class _Tries(Changing):
    """How much may still be tried."""

    left: int = MOST_LETTERS

    def are_left(self, letters: int, examples: int = 1) -> bool:
        """Take what a text takes with so many examples; tell whether that was left."""
        self.left -= letters + AN_EXAMPLE * examples
        return self.left >= 0

    def does(self, work: Callable[[], _T]) -> _T:
        """Run examples, and take what they take beyond the usual."""
        with at_most(_ENDLESS) as budget:
            found = work()
        self.left -= budget.given - budget.left
        return found


def with_causes(loaded: Loaded, results: tuple[ExampleResult, ...]) -> tuple[ExampleResult, ...]:
    """Add to each failed example the rules of the file that decide it, and a change of one of them that helps.

    Args:
        loaded: The file, in which nothing else is wrong.
        results: Its examples as they came out.
    """
    if loaded.document is None or all(one.passed for one in results):
        return results
    causes = {one: causes_of(loaded, title, one) for title, one in _failures(results)}
    own, tries = loaded.texts[0].name, _Tries()
    for title, one in _failures(results):
        if one.span.file != own and not any(cause.is_sure and cause.span.file == own for cause in causes[one]):
            causes[one] += _without_which_it_holds(loaded, title, tries)
    shown = {failure: _with_notes(failure, found) for failure, found in causes.items()}
    for title, one in _failures(results):
        if places := places_not_given(loaded, title, one):
            given = or_list(f"`given {place} holds …`" for place in places)
            hint = f"a place that the example does not give is empty, and a rule reads it: add {given}, or fix the rule"
            shown[one], causes[one] = replace(shown[one], hint=hint), []
    for helps in _chosen(_helps(loaded, results, causes)):
        if (failure := _first_helped(results, causes, helps)) is not None:
            same = [one for title, one in _failures(results) if title in helps[0].held and one is not failure]
            others = [shown.pop(one) for one in same if one.span.file == failure.span.file == loaded.texts[0].name]
            shown[failure] = _with_fixes(_with_others(shown[failure], others), helps, results)
    shown = _at_rules(loaded, results, causes, shown)
    failures = ((one, tuple(shown[failure] for failure in one.failures if failure in shown)) for one in results)
    return tuple(replace(one, failures=left, has_failed=not one.passed) for one, left in failures)


def _at_rules(
    loaded: Loaded,
    results: tuple[ExampleResult, ...],
    causes: dict[Diagnostic, list[Cause]],
    shown: dict[Diagnostic, Diagnostic],
) -> dict[Diagnostic, Diagnostic]:
    """Say at the rules of the file that change inherited examples what they change, in one message."""
    own = loaded.texts[0].name
    wrong = [one for one in (*loaded.diagnostics, *glance(loaded)) if one.severity is Severity.WARNING]
    reasons: dict[Diagnostic, Diagnostic] = {}
    changed: dict[tuple[str, tuple[Span, ...]], list[tuple[str, Diagnostic]]] = {}
    for title, failure in _failures(results):
        rules = [cause for cause in causes[failure] if cause.span.file == own != failure.span.file]
        rules = [cause for cause in rules if cause.is_sure] or rules
        warned = [next((one for one in wrong if cause.span.encloses(one.span)), None) for cause in rules]
        if warned and None not in warned and warned[0] is not None:
            # Whatever the example says, something is wrong with the rule.
            shown[failure], reasons[failure] = replace(shown[failure], fix=None), warned[0]
        places = tuple(cause.shown for cause in rules)
        changed.setdefault((failure.code if len(places) > 1 else "", places), []).append((title, failure))
    for (_, places), told in changed.items():
        if not places or (len(places) > 1 and len(told) == 1):
            continue
        title, first = next((one for one in told if shown[one[1]].fix is not None), told[0])
        for _, failure in told:
            said = shown.pop(failure)
            if failure is first:
                shown[first] = _told_at(places, said, title, told)
    for failure, reason in reasons.items():
        if failure in shown:
            message = f"{reason.message} {shown[failure].message}"
            shown[failure] = replace(shown[failure], message=message, hint=reason.hint)
    return shown


def _told_at(
    places: tuple[Span, ...], said: Diagnostic, title: str, told: Sequence[tuple[str, Diagnostic]]
) -> Diagnostic:
    """Return a failure of an inherited example as what a rule of the file changes, or one of several."""
    of_all = "an inherited example" if len(told) == 1 else f"{len(told)} results of inherited examples, such as this"
    drops = dict.fromkeys(f'`drop example "{one}"`' for one, _ in told)
    hint = said.hint.replace(f'`drop example "{title}"`', and_list(drops))
    notes = (Note(said.span, f'the example "{title}"'), *(one for one in said.notes if one.span != places[0]))
    others = f", or {or_list(f'line {place.line}' for place in places[1:])}," if places[1:] else ""
    message = f"This{others} changes {of_all}: {said.message}"
    return replace(said, span=places[0], message=message, hint=hint, notes=notes[:MOST_SHOWN])


def _failures(results: Iterable[ExampleResult]) -> Iterator[tuple[str, Diagnostic]]:
    return ((one.title, failure) for one in results for failure in one.failures)


def _with_notes(failure: Diagnostic, causes: Sequence[Cause]) -> Diagnostic:
    """Show the rules that decide; where none is known to, those that may."""
    sure = [cause for cause in causes if cause.is_sure] or (causes if failure.code in OUTCOMES else [])
    notes = tuple(Note(cause.shown, cause.words) for cause in sure[:MOST_SHOWN] if cause.words)
    return replace(failure, notes=(*failure.notes, *notes))


def _with_fixes(failure: Diagnostic, helps: Sequence[_Help], results: Sequence[ExampleResult]) -> Diagnostic:
    """Say which changes of a rule help, and what to change in the example otherwise."""
    failed = sum(not one.passed for one in results)
    held = len(helps[0].held)
    if held == failed:
        hold = f"all {len(results)} examples hold" if len(results) > 1 else "the example holds"
    else:
        hold = f"{count(held, 'more example')} hold{'s' if held == 1 else ''}"
    ways = [f"you {one.fix.words} in {_lines(one.fix)}" for one in helps]
    otherwise = failure.hint.removesuffix(OR_RULE).removesuffix(IF_RIGHT)
    joint = f"; {'' if otherwise.startswith('if ') else 'otherwise '}" if otherwise else ""
    hint = f"the rule or the example is wrong: {hold} if {', or if '.join(ways)}{joint}{otherwise}"
    places = tuple(Note(_shown(one.fix), "this may be a slip") for one in helps)
    notes = tuple(one for one in failure.notes if all(one.span.line != place.span.line for place in places))
    fix = helps[0].fix if len(helps) == 1 else None
    return replace(failure, hint=hint, fix=fix, notes=(*places, *notes)[:MOST_SHOWN])


def not_gone(
    loaded: Loaded,
    failures: Sequence[Diagnostic],
    found: Sequence[Diagnostic],
    look: Callable[[Loaded], Iterable[Diagnostic]],
) -> tuple[Diagnostic, ...]:
    """Leave out the warnings that a failed example repeats, or that go with the change of a rule that explains it."""
    found = [one for one in found if not any(failure.message.startswith(one.message) for failure in failures)]
    fix = next((one.fix for one in failures if one.fix is not None), None)
    if fix is None or not found or fix.edits[0].span.file != loaded.texts[0].name:
        return tuple(found)
    other = loaded.with_text(fix.applied(normalised(loaded.texts[0]).text))
    after = _said(look(other)) if other.variant is not None else _said(found)
    return tuple(one for one in found if after[one.code, one.message] or one.severity is not Severity.WARNING)


def _with_others(failure: Diagnostic, others: Sequence[Diagnostic]) -> Diagnostic:
    """Say in one message which other examples fail for the same reason."""
    lines = list(dict.fromkeys(str(one.span.line) for one in others if one.span.line != failure.span.line))
    also = f" Line{'s' if len(lines) > 1 else ''} {and_list(lines)} fail{'s' if len(lines) == 1 else ''} with it."
    return replace(failure, message=failure.message + also) if lines else failure


def _lines(fix: Fix) -> str:
    """List the lines that a change is made in."""
    lines = dict.fromkeys(str(edit.span.line) for edit in fix.edits)
    return f"line{'s' if len(lines) > 1 else ''} {and_list(lines)}"


def _shown(fix: Fix) -> Span:
    """Return the words that a change is about."""
    span = fix.edits[0].span
    return span if span.end > span.start else replace(span, end=span.start + 1)


def _without_which_it_holds(loaded: Loaded, title: str, tries: _Tries) -> list[Cause]:
    """Return the sentence of the file without which an inherited example holds, where none is known to decide it."""
    assert loaded.document is not None
    source = normalised(loaded.texts[0])

    def does_hold(without: Sequence[nodes.Item]) -> bool:
        if not tries.are_left(len(source.text)):
            return False
        other = loaded.with_text(Fix(tuple(Edit(one.span, "") for one in without), "").applied(source.text))
        return other.variant is not None and tries.does(partial(holds, other, title))

    items = (one.items if isinstance(one, nodes.Section) else (one,) for one in loaded.document.items)
    sentences = [one for some in items for one in some if not isinstance(one, examples.Example)]
    singles = sentences[:MOST_SENTENCES] if len(source.text) < LONGEST else []
    found = next((one for one in singles if does_hold([one])), None)
    drops = [one for one in singles if isinstance(one, nodes.Drop) and one.keyword != "example"]
    if found is None and len(drops) > 1 and does_hold(drops):  # a line may need a quantity that was dropped with it
        for one in sorted(drops, key=lambda drop: drop.keyword != "let"):
            others = [other for other in drops if other is not one]
            drops = others if others and does_hold(others) else drops
        found = next((one for one in drops if one.keyword != "let"), drops[0])
    if found is None:
        return []
    shown = found.name_span if isinstance(found, nodes.Rule) and found.name_span.end else found.span
    return [Cause(found.span, shown, "", is_sure=True)]


# ---------------------------------------------------------------- which slip explains it


def _chosen(helps: Sequence[_Help]) -> Iterator[list[_Help]]:
    """Yield the likeliest changes with which most examples hold, if they are few; then those with which others do."""
    left = sorted(helps, key=lambda one: (-len(one.held), one.rank))
    while left:
        same: dict[str, _Help] = {}
        for one in left:
            if one.held == left[0].held and one.rank == left[0].rank:
                same.setdefault(one.game, one)
        places = {one.fix.edits[0].span for one in same.values()}
        if len(same) <= MOST_SHOWN and len(places) == len(same):  # of two words for one, nothing says which
            yield list(same.values())
        done = left[0].held
        left = [one for one in left if not one.held & done]


def _first_helped(
    results: tuple[ExampleResult, ...], causes: dict[Diagnostic, list[Cause]], helps: Sequence[_Help]
) -> Diagnostic | None:
    """Return the failure to say it with: of an example beside the rule, if there is one."""
    at = helps[0].fix.edits[0].span
    is_one, held = len(helps[0].fix.edits) == 1, helps[0].held
    others = [one for title, one in _failures(results) if title not in held]
    if is_one and any(cause.is_sure and cause.span.encloses(at) for one in others for cause in causes[one]):
        return None  # the rule still gives another example something else: this one holds by chance
    failures = (failure for title, failure in _failures(results) if title in held)
    found = [one for one in failures if not is_one or any(cause.span.encloses(at) for cause in causes[one])]
    return min(found, key=lambda one: one.span.file != at.file, default=None)


def _helps(loaded: Loaded, results: tuple[ExampleResult, ...], causes: dict[Diagnostic, list[Cause]]) -> list[_Help]:
    """Try small changes of the sentences that decide the failed examples."""
    source = normalised(loaded.texts[0])
    wrong = [one for one in results if any(failure.code in OF_THE_EXAMPLE for failure in one.failures)]
    is_unread = any(one.code == "W502" for one in loaded.diagnostics)  # that is the slip
    if wrong or is_unread or len(source.text) > LONGEST:
        return []
    before = _said(loaded.diagnostics)
    passed = frozenset(one.title for one in results if one.passed)
    found: list[_Help] = []
    meant: list[Span] = []
    at_first = cache(lambda: _said(glance(loaded)))
    tries = _Tries()
    for rank, fix, title in _worth_a_try(loaded, source, results, causes):
        if not tries.are_left(len(source.text)):
            break
        alone = loaded.with_text(_with_example_alone(loaded, fix, title))
        if alone.variant is None or not tries.does(partial(holds, alone, title)):
            continue
        other = loaded.with_text(fix.applied(source.text))
        if other.variant is None or _said(other.diagnostics) - before:
            continue
        tries.are_left(len(source.text), len(results))
        now = frozenset(one.title for one in tries.does(partial(run_examples, other)) if one.passed)
        if passed < now and (replaced := _replaced_by_itself(loaded, fix, other)) is not None:
            meant.append(replaced)
        elif passed < now and not _said(glance(other)) - at_first():
            found.append(_Help(fix, rank, other.playable.hash, now - passed))
    return [one for one in found if not any(span.encloses(one.fix.edits[0].span) for span in meant)]


def _replaced_by_itself(loaded: Loaded, fix: Fix, other: Loaded) -> Span | None:
    """Return the replaced rule that a change makes the rule which it replaces: so what it says otherwise is meant."""
    at = fix.edits[0].span
    rules = (one.rule for one in reads(loaded) if one.rule.span.encloses(at) and one.rule.node is not None)
    span = next((rule.span for rule in rules if rule.node and rule.node.change is nodes.Change.REPLACE), None)
    if span is None:
        return None
    plain = loaded.with_text(Fix((Edit(span, ""),), "").applied(normalised(loaded.texts[0]).text))
    return span if plain.variant is not None and plain.playable.hash == other.playable.hash else None


def _with_example_alone(loaded: Loaded, fix: Fix, title: str) -> str:
    """Return the text with a change and without the other examples, which take long to read."""
    assert loaded.document is not None
    others = (one for one in loaded.document.items if isinstance(one, examples.Example) and one.title != title)
    cuts = tuple(Edit(one.span, "") for one in others if one.change is nodes.Change.ADD)
    edits = sorted((*fix.edits, *cuts), key=lambda edit: edit.span.start)
    return Fix(tuple(edits), "").applied(normalised(loaded.texts[0]).text)


def _worth_a_try(
    loaded: Loaded, source: Source, results: tuple[ExampleResult, ...], causes: dict[Diagnostic, list[Cause]]
) -> Iterator[tuple[int, Fix, str]]:
    """Yield small changes of the sentences that decide failed examples, each with its rank and the title of one."""
    blamed: dict[Span, list[tuple[int, str, Diagnostic]]] = {}
    for title, failure in _failures(results):
        for place, cause in enumerate(causes[failure]):
            if cause.span.file == source.name:
                blamed.setdefault(cause.span, []).append((place, title, failure))
    known = _known(loaded)
    quantities = {one for names in known.values() for one in names}
    assert loaded.document is not None
    titles = [title for title, _ in _failures(results)]
    shown = [item.span for item in loaded.document.items if isinstance(item, examples.Example)]
    tries: list[tuple[int, int, Fix, str]] = [(0, 0, fix, titles[0]) for fix in other_cards(source, shown)]
    for at, failures in enumerate(sorted(blamed.items(), key=lambda one: (min(it[0] for it in one[1]), -len(one[1])))):
        span, who = failures
        who.sort(key=lambda one: one[0])
        amounts = next(filter(None, (_amounts(failure) for _, _, failure in who)), None)
        lines = [] if amounts is None else _added(loaded, who[0][2])
        found = slips(source, span, known, amounts, lines)
        if all(failure.code == UNSAID for _, _, failure in who):  # only another quantity reads less
            found = [one for one in found if all(edit.text in quantities for edit in one[1].edits)]
        tries += ((rank, at, fix, who[0][1]) for rank, fix in found)
    tries = [one for one in tries if one[0] <= _FARTHEST]
    # The likely ones of all sentences, and of the first few sentences the others too.
    tries.sort(key=lambda one: one[0] + one[1])
    return ((rank, fix, title) for rank, _, fix, title in tries[:MOST_TRIES])


def _added(loaded: Loaded, failure: Diagnostic) -> list[str]:
    """Return the lines that a failure says have a part in what came out."""
    names = re.findall(r"`scoring\.(\w+)` (?:added|took)", failure.message)
    return [name for name in dict.fromkeys(names) if any(line.name == name for line in loaded.rules.game.scoring.lines)]


def _amounts(failure: Diagnostic) -> tuple[int, int] | None:
    """Return what should have come out and what came out, if these are whole numbers."""
    found = _AMOUNTS.search(failure.message)
    return None if found is None else (int(found[1].replace("−", "-")), int(found[2].replace("−", "-")))


def _known(loaded: Loaded) -> dict[str, tuple[str, ...]]:
    """Return by a name of the game those that may be meant instead: other seats and suits, quantities called alike."""
    game = loaded.rules.game
    rows = [game.seats, game.suits]
    kinds: dict[tuple[object, object], list[str]] = {}
    for let in game.lets:
        kinds.setdefault((let.type, let.subject), []).append(let.key)
    kinds[None, None] = [option.name for option in game.options]
    found = {name: tuple(other for other in row if other != name) for row in rows for name in row}
    for names in kinds.values():
        for name in names:
            others = [other for other in names if other != name]
            found[name] = tuple(get_close_matches(name, others, n=2, cutoff=0.6))
    full = [tally.name for tally in game.scoring.tallies if any(step.verb == "full at" for step in tally.steps)]
    return found | {name: (f"{name}.filled",) for name in full}


def _said(findings: Iterable[Diagnostic]) -> Counter[tuple[str, str]]:
    return Counter((one.code, one.message) for one in findings if one.severity is not Severity.OPEN)
