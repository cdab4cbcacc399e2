"""Run the examples of a file, its own and inherited ones, each on the deal and with the settings it names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, assert_never

from spadesdsl.diagnostics import Diagnostic, Severity
from spadesdsl.engine import choices
from spadesdsl.engine.dealing import next_dealer
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.situation import Impossible
from spadesdsl.engine.spec import MissingFact, Round
from spadesdsl.examples import moves, scores, situations
from spadesdsl.examples.bidding import at_bidding
from spadesdsl.examples.moves import hold_cards, hold_not_asked
from spadesdsl.examples.names import FIX_HINT, Failed, came_out, fail, impossible, word_of
from spadesdsl.examples.result import ExampleResult
from spadesdsl.examples.scores import hold_dealer, run_case
from spadesdsl.examples.situations import Scene
from spadesdsl.frozen import replace
from spadesdsl.loader import Loaded
from spadesdsl.rules.game import Variant, WorkedExample
from spadesdsl.source import Span
from spadesdsl.syntax import examples, expressions, nodes
from spadesdsl.work import GIVEN_UP, at_most

CHANCES = 8
"""How many deals to try for a result that may depend on cards the example does not give."""


def run_anyhow(scene: Scene, expect: examples.Expect) -> None:
    """Check what may depend on the cards on several deals; if it does not hold on all of them, raise `Failed`."""
    problems: list[Failed] = []
    for chance in range(CHANCES):
        try:
            _run_once(replace(scene, chance=chance), expect)
        except Failed as problem:
            problems.append(problem)
    if problems and len(problems) < CHANCES:
        message = f"This depends on what the example does not give: on some deals, {problems[0].finding.message}"
        raise fail("E706", expect.span, message, "give the dealer, or the cards that decide it")
    if problems:
        raise problems[0]


def _run_once(scene: Scene, expect: examples.Expect) -> None:
    for result in expect.results:
        match result:
            case examples.ExpectHeld():
                hold_cards(_at_point(scene), result)
            case examples.ExpectLead():
                _hold_lead(scene, result)
            case examples.ExpectAsked():
                s, answers = at_bidding(scene, to_bid=False)
                hold_not_asked(s, result, answers)
                answers.check(s)
            case examples.ExpectDealer():
                if (after := _thrown_in(scene)) is None:
                    run_case(scene, (), replace(expect, results=(result,)))
                else:
                    hold_dealer(after, after.dealer, result)
            case _:
                raise fail("E701", result.span, "This has no such outcome.", "write it in an `expect` of its own")


def _at_point(scene: Scene) -> State:
    """Return the deal after what the example gives; with `trick_number = 1`, at the beginning of the play."""
    s, answers = at_bidding(scene, to_bid=False)
    is_at_play = "trick_number" in scene.values
    s = answers.until(s, lambda s: _is_played(s) or (answers.are_made and not is_at_play))
    answers.check(s)
    return s


def _is_played(s: State) -> bool:
    """Tell whether the play has begun, or the deal has come to its end without it."""
    phase = choices.phase_now(s)
    return not choices.due(s) or phase is None or phase.name == "play"


def _hold_lead(scene: Scene, result: examples.ExpectLead) -> None:
    leader = _leader(scene, result)
    names = scene.game.seats
    if leader != names.index(result.who):
        message = f"{result.who} should lead, and {names[leader]} does."
        raise fail("E725", result.span, message, came_out(f"{names[leader]} leads"))


def _leader(scene: Scene, result: examples.ExpectLead) -> int:
    """Return who leads to the trick after those that are given, or to the first."""
    if scene.lines(examples.Tricks):
        if (leader := situations.next_leader(scene)) is None:
            message = "Who leads depends on cards that the example does not give."
            raise fail("E701", result.span, message, "give them")
        return leader
    s, answers = at_bidding(scene, to_bid=False)
    s = answers.until(s, _is_played)
    if not choices.due(s) or choices.phase_now(s) is None:
        raise fail("E701", result.span, "No card is played in this deal.", "give what leads to the play")
    answers.check(s)
    return s.leader


def _thrown_in(scene: Scene) -> State | None:
    """Return the deal after one that is thrown in before its first bid; None if it is played."""
    s, answers = at_bidding(scene, to_bid=False)
    dealt = situations.start(scene).s.deals_dealt
    s = answers.until(
        s, lambda s: s.deals_dealt > dealt or not choices.due(s) or s.is_playing or isinstance(s.step, Round)
    )
    return s if s.deals_dealt > dealt else None


OUTCOMES = frozenset({"E710", "E711", "E712", "E713", "E714", "E715", "E725"})
"""Codes for a result that differs from what an example expects."""
_TOO_MUCH: Final = "E728"
OF_THE_EXAMPLE = frozenset({"E701", "E702", "E703", "E704", "E723", "E724", _TOO_MUCH})
"""Codes for an example that cannot be read or run, whatever the rules say; a slip in a rule may explain any other."""
UNSAID = "E727"
"""The code for an example that leaves out what the rules read: for the rules it was written for, it may be complete."""


def run_examples(loaded: Loaded) -> tuple[ExampleResult, ...]:
    """Run all examples of a file without errors, except those that its settings and packs made obsolete."""
    return tuple(one for one in _run_all(loaded) if one.passed or not _is_set_aside(loaded, one))


def holds(loaded: Loaded, title: str) -> bool:
    """Tell whether the example of a title holds."""
    return all(one.passed for one in _run_all(loaded, title))


def with_examples_that_hold(loaded: Loaded) -> Variant:
    """Return the game without the inherited examples that its settings, packs and new rules make fail.

    An example is about the game of the file that wrote it. A file that sets an option or includes a pack says that its
    game differs there, and need not mark the examples that follow; a rule of the file's own has to be marked.
    """
    variant = loaded.rules
    gone = {
        one.title: one.failures[0].message for one in _run_all(loaded) if not one.passed and _is_set_aside(loaded, one)
    }
    kept = tuple(one for one in variant.game.examples if one.node.title not in gone)
    reasons = (*variant.game.gone_examples, *gone.items())
    return replace(variant, game=replace(variant.game, examples=kept, gone_examples=reasons))


def count_set_aside(loaded: Loaded, shown: Iterable[ExampleResult]) -> int:
    """Count the inherited examples that were left out when the others were run."""
    games = [] if loaded.variant is None else [loaded.variant.game, *(one.game for one in loaded.variant.calendar())]
    titles = {one.node.title for game in games for one in game.examples}
    gone = {title for game in games for title, _ in game.gone_examples}
    return len((titles | gone) - {one.title for one in shown})


def _is_set_aside(loaded: Loaded, failed: ExampleResult) -> bool:
    """Tell whether an inherited example fails without the file's own rules too, or leaves out what new rules read."""
    if loaded.document is None or failed.document == loaded.document.name:
        return False
    codes = {one.code for one in failed.failures}
    if not codes or _TOO_MUCH in codes:
        return False
    if codes == {UNSAID}:
        return True
    if (plain := loaded.without_own_rules()) is None or plain.variant is None:
        return False
    return all(one.title != failed.title or not one.passed for one in _run_all(plain, failed.title))


def _run_all(loaded: Loaded, title: str | None = None) -> tuple[ExampleResult, ...]:
    """Run all examples, or the one of a title."""
    if loaded.variant is None:
        return ()
    # Inherited examples were written for rules that no `on deal` changes; or for the first deal, if rules read it.
    days = loaded.variant.calendar()
    plain = next((one.first for one in days if one.game is loaded.variant.game), 1)
    own = None if loaded.document is None else loaded.document.name
    examples = {
        example.node.title: (example, 1 if example.document == own else plain)
        for example in loaded.variant.game.examples
    }
    for edition in days:
        for example in edition.game.examples:
            examples.setdefault(example.node.title, (example, edition.first))
    results: list[ExampleResult] = []
    with at_most(MOST_WORK) as budget:
        for one, deal in examples.values():
            if title in (None, one.node.title):
                try:
                    result = _run(loaded, one, deal)
                    is_elsewhere = one.document != own and deal == plain != 1 and not result.passed
                    first = _run(loaded, one, 1) if is_elsewhere else result
                    results.append(first if first.passed else result)
                except GIVEN_UP:
                    is_first = all(not result.has_failed for result in results)
                    results.append(_given_up(one, budget.said if is_first else ""))
    return tuple(results)


MOST_WORK: Final = 3_000_000
"""How much work the examples of a file may take."""


def _given_up(example: WorkedExample, said: str) -> ExampleResult:
    """Return the result of an example that was not run to its end; only of the first one it is said why."""
    node = example.node
    message = f"This example was {said}, and none below it was run."
    hint = "take out some of its cases, or of those above it; or let rules go through fewer sets inside of sets"
    failures = (fail(_TOO_MUCH, node.span, message, hint).finding,) if said else ()
    return ExampleResult(node.title, example.document, node.span.file, node.span.line, failures, has_failed=True)


def _run(loaded: Loaded, example: WorkedExample, usual_deal: int) -> ExampleResult:
    node = example.node
    assigns = tuple(assign for line in node.lines if isinstance(line, nodes.SetOptions) for assign in line.assigns)
    failures: list[Diagnostic] = []
    is_own = loaded.document is None or example.document == loaded.document.name
    again = loaded.with_settings(assigns)
    if (game := again.game) is None:
        failures = [one for one in again.diagnostics if one.severity is Severity.ERROR]
    else:
        scene = Scene(game, node, usual_deal, is_own=is_own)
        failures = _on_other_deals(loaded, scene) or _run_deals(scene, loaded.gave)
    if not is_own:
        failures = [replace(one, hint=_mark(one, node.title)) for one in failures]
    return ExampleResult(node.title, example.document, node.span.file, node.span.line, tuple(dict.fromkeys(failures)))


def _on_other_deals(loaded: Loaded, scene: Scene) -> list[Diagnostic]:
    """Refuse a deal number on which the example's block does not hold."""
    variant = loaded.variant
    assert variant is not None, "its examples are run"
    title = scene.example.title
    if any(one.node.title == title for one in variant.game.examples):
        return []
    for fact in scene.given(examples.GivenValue):
        if fact.name == "deal" and isinstance(fact.value, expressions.Number):
            deal = int(fact.value.value)
            if deal >= 1 and all(one.node.title != title for one in variant.edition(deal).examples):
                message = f"The rules of this block do not hold on deal {deal}."
                return [fail("E722", fact.span, message, "name a deal of the block, or none").finding]
    return []


def _mark(failure: Diagnostic, title: str) -> str:
    """Say how a file marks an inherited example whose result it changes."""
    if failure.code == "E706":
        return f'if your game is meant so, write `drop example "{title}"`, or `replace example` with the tricks by seat'
    if failure.code == UNSAID:
        return f'write `replace example "{title}"`, and there {failure.hint}; or `drop example "{title}"`'
    if failure.code not in OUTCOMES:
        what = "your file changes what the example is about"
        return f'{what}: write `replace example "{title}"` with what is so now, or `drop example "{title}"`'
    return f'if your game is meant so, write `drop example "{title}"`, or `replace example` with what comes out now'


def _run_deals(scene: Scene, gave: set[Span]) -> list[Diagnostic]:
    """Run the deals of an example, one after the other, and note where the lines stand that gave points."""
    failures: list[Diagnostic] = []
    lines: list[examples.Line] = []
    for line in (*scene.example.lines, None):
        if line is not None and not isinstance(line, examples.NextDeal):
            lines.append(line)
            continue
        part = replace(scene, example=replace(scene.example, lines=tuple(lines)))
        scored: list[tuple[State, ...]] = []
        for one in lines:
            try:
                scored += _run_line(part, one)
            except Failed as failed:
                failures.append(failed.finding)
            except Impossible as problem:
                failures.append(impossible(problem, one.span).finding)
        sheets = (s.last_sheet for states in scored for s in states)
        sides = (side for sheet in sheets if sheet is not None for side in sheet.sides)
        gave.update(one.rule.span for side in sides for one in side.lines if one.points)
        if line is None or failures:
            break
        try:
            scene = _following(scene, scored, line.span)
        except Failed as failed:
            return [failed.finding]
        lines = []
    return failures


def _following(scene: Scene, scored: list[tuple[State, ...]], span: Span) -> Scene:
    """Return where the next deal begins."""
    if len(scored) != 1:
        message = f"One `case` has to say what the deal before `next deal` scored, and there are {len(scored)}."
        raise fail("E724", span, message, "write one `case` above it, and the others in examples of their own")
    first, *others = scored[0]
    dealers = {_dealer_after(one) for one in scored[0]}
    if any((one.scores, one.tallies) != (first.scores, first.tallies) for one in others):
        message = "What the deal before leaves depends on who takes which of its tricks."
        raise fail("E706", span, message, "give them by seat, as in `us take 2 + 4`")
    if first.over:
        raise fail("E711", span, f"There is no next deal: `{first.ended_by}` ends the game.", FIX_HINT)
    dealer = dealers.pop() if len(dealers) == 1 else None
    return replace(scene, deal=first.deal + 1, scored=first, dealer=dealer, span=span)


def _dealer_after(s: State) -> int | None:
    """Return who deals next; None if that depends on what the example leaves out."""
    try:
        return next_dealer(s)
    except MissingFact:
        return None


def _run_line(scene: Scene, line: examples.Line) -> list[tuple[State, ...]]:
    """Run a line; return the deals that it scores, in each way that it leaves open."""
    match line:
        case examples.CaseOf():
            _check_kind(scene.game, line.expect)
            return [scores.run_case(scene, line.outcomes, line.expect)]
        case examples.Expect():
            return _run_expect(scene, line)
        case (
            nodes.SetOptions()
            | examples.Given()
            | examples.Bids()
            | examples.Plays()
            | examples.Tricks()
            | examples.NextDeal()
        ):
            return []
        case _:
            assert_never(line)


def _check_kind(game: Game, expect: examples.Expect) -> None:
    for result in expect.results:
        if not isinstance(result, examples.Sheet | examples.ExpectGame | examples.ExpectDealer):
            message = "A `case` tells what a deal scores, or who wins the game."
            hint = f"write `{word_of(game.start(0), 0)} {{ score = 50 }}` after the colon, or this in an `expect`"
            raise fail("E701", result.span, message, hint)


def _run_expect(scene: Scene, expect: examples.Expect) -> list[tuple[State, ...]]:
    first = expect.results[0]
    of_play = [line for line in scene.example.lines if isinstance(line, examples.Tricks | examples.Plays)]
    if isinstance(first, examples.ExpectAsked | examples.ExpectHeld) and of_play:
        message = "Who is asked and what lies where can be said before the first trick, not between tricks."
        raise fail("E701", of_play[0].span, message, "leave this out, or ask for the cards that may be played")
    match first:
        case examples.ExpectGame(who=who) if scene.lines(examples.Plays):
            message = f"`{who} wins` is about the game, and the example plays a trick."
            raise fail("E701", first.span, message, f"write `{who} wins the trick`")
        case examples.Sheet() | examples.ExpectGame():
            return [scores.run_case(scene, (), expect)]
        case examples.ExpectMoves() if first.bids:
            moves.run_bidding(scene, expect)
        case examples.ExpectAsked(is_asked=True) | examples.ExpectLate(is_bid=True):
            moves.run_bidding(scene, expect)
        case examples.ExpectMoves() | examples.ExpectTrick() | examples.ExpectLate():
            moves.run_play(scene, expect)
        case examples.ExpectAsked() | examples.ExpectHeld() | examples.ExpectLead() | examples.ExpectDealer():
            run_anyhow(scene, expect)
        case _:
            assert_never(first)
    return []
