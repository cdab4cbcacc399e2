"""Checks of meaning about the course of a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spadesdsl.diagnostics import error, warning
from spadesdsl.rules.parts import Ask, Do, Round
from spadesdsl.rules.terms import Op
from spadesdsl.rules.walking import walk, with_blocks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.check.checker import Checker
    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.rules.game import Rules
    from spadesdsl.rules.parts import Step
    from spadesdsl.rules.terms import Term

_OF_TRICKS: Final = {
    "trick": "trick",
    "this_trick": "trick",
    "led": "led",
    "leader": "leader",
    "leading": "leading",
    "following": "following",
    "trick_number": "trick_number",
    "last_trick": "last_trick",
}


def play_is_timed(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report sentences of `play` that do not say when they happen (E435)."""
    for step in game.play.steps:
        if step.timing is None:
            yield error(
                "E435",
                step.rule.span,
                f"Nothing says when in the play `{step.rule.name}` is due.",
                "write `before each trick`, `after each trick`, `after each card` or `any time during play` "
                "after its name",
            )


def timings_fit_their_phase(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report tricks and cards of the play that a step outside the play waits for (E437)."""
    outside = [(phase.name, step) for phase in game.phases for step in with_blocks(phase.steps)]
    for place, step in (*outside, *(("bidding", step) for bid in game.bids for step in bid.steps)):
        if step.timing is not None and step.timing.what in ("trick", "card"):
            yield error(
                "E437",
                step.rule.span,
                f"No {step.timing.what} is played in `{place}`.",
                f"move `{step.rule.name}` into `play`",
            )


_DUE: Final = (("before each", "trick"), ("after each", "trick"), ("after each", "card"), ("with each", "card"))


def timings_are_kept(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report a moment at which no such step can happen (E444)."""
    outside = [step for phase in game.phases for step in phase.steps]
    in_blocks = [inner for step in outside if isinstance(step, Round) for inner in step.block]
    in_blocks += [step for bid in game.bids for step in bid.steps]
    found: list[tuple[Step, str]] = [(step, _fix_in_play(step)) for step in game.play.steps]
    found += [(step, _fix_elsewhere(step, is_in_block=False)) for step in outside]
    found += [(step, _fix_elsewhere(step, is_in_block=True)) for step in in_blocks]
    for step, fix in found:
        if fix and step.timing is not None:
            written = f"{step.timing.moment} {step.timing.what}"
            message = f"A `{step.rule.keyword}` cannot happen `{written}`."
            yield error("E444", step.rule.span, message, fix)


def _fix_in_play(step: Step) -> str:
    """Return what to write if a step of the play cannot have its time; empty if it can."""
    timing = step.timing
    if timing is None or not timing.moment.endswith("each"):
        return _fix_elsewhere(step, is_in_block=False)
    is_said = isinstance(step, Ask) and step.kind in ("may", "choose")
    if (timing.moment, timing.what) in _DUE and (is_said or timing.moment != "with each"):
        return ""
    if timing.moment == "with each" and timing.what == "card":
        return "only a `may` or a `choose` goes with a card: write `after each card`"
    return "write `before each trick`, `after each card` or `after each trick`"


def _fix_elsewhere(step: Step, *, is_in_block: bool) -> str:
    timing = step.timing
    if timing is None or timing.moment == "after" or timing.what in ("trick", "card"):
        return ""
    if timing.moment != "any time during":
        return "write `after` and a decision, or move it into `play`"
    if is_in_block:
        return f"move `{step.rule.name}` out of the block, and write `when …`"
    # Only what a player says can happen at any time.
    return (
        f"write `may {step.rule.name} any time during {timing.what} by each player: …`" if isinstance(step, Do) else ""
    )


def nothing_reads_tricks_before_the_play(checker: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Warn about a condition on the trick where there is none yet (W510)."""
    own = checker.symbols.resolution.document.name
    for phase in game.phases:
        if phase.name == "play":
            return
        for step in with_blocks(phase.steps):
            if step.rule.document != own:
                continue
            for term in _asked(step):
                yield from _warn_of_tricks(term, phase.name)


def _asked(step: Step) -> Iterator[Term]:
    if step.when is not None:
        yield step.when
    if isinstance(step, Ask | Round):
        yield from (term for term in (step.by.until, step.by.stopping) if term is not None)
    elif isinstance(step, Do):
        return


def _warn_of_tricks(term: Term, phase: str) -> Iterator[Diagnostic]:
    for one in walk(term):
        if isinstance(one, Op) and not one.arguments and one.op in _OF_TRICKS:
            word = _OF_TRICKS[one.op]
            yield warning(
                "W510",
                one.span,
                f"There is no trick in `{phase}` yet, so `{word}` says nothing here.",
                "move the rule into `play`, or read something else",
            )
