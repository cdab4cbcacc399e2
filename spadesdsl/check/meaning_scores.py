"""Checks of meaning about the score sheet, the endings, and the names that explanations use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.check.play_options import names_in
from spadesdsl.diagnostics import Note, error, warning
from spadesdsl.rules.terms import Kind, LetRef, Op
from spadesdsl.rules.walking import terms_of, used_by, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.check.checker import Checker
    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.rules.game import Rules
    from spadesdsl.rules.parts import RuleInfo

_NAMED_BY_BECAUSE = ("must", "score", "win", "lose", "out")


def players_score_alone(checker: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report players who are scored one by one and sit in teams (E426)."""
    resolution = checker.symbols.resolution
    if game.scoring.each == "player" and any(len(side) > 1 for side in game.teams.sides):
        yield error(
            "E426",
            resolution.scoring_span or resolution.document.name_span,
            "Each player is scored, and the players sit in teams.",
            "write `scoring for each team`, or `teams none`",
            Note(game.teams.rule.span, "the teams are here"),
        )


def otherwise_is_last(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report a case after `otherwise` (E432)."""
    for line in game.scoring.lines:
        if any(case.condition is None for case in line.cases[:-1]):
            yield error(
                "E432",
                line.rule.span,
                f"In `{line.name}` a case comes after `otherwise` and never counts.",
                "put `otherwise` last",
            )


def subtotal_is_of_lines(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report a subtotal that is read outside the lines of the sheet (E439)."""
    in_lets = {
        let.key for let in game.lets if any(isinstance(one, Op) and one.op == "side_subtotal" for one in walk(let.body))
    }
    outside = (game.phases, game.bids, game.play, game.endings, game.trumps, game.scoring.tallies)
    for term in terms_of(outside):
        for one in walk(term):
            direct = isinstance(one, Op) and one.op == "side_subtotal"
            if direct or (isinstance(one, LetRef) and one.let in in_lets):
                yield error(
                    "E439",
                    one.span,
                    "`subtotal` is the sum of the lines above, and this is not a line of the sheet.",
                    "read `score`, or move this into a `score`",
                )


def names_are_told_apart(checker: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report two rules that an explanation could not distinguish, or one named like a value (E434)."""
    seen: dict[str, RuleInfo] = {}
    values = {
        rule.name: rule for rule in game.rules if rule.keyword in ("let", "option", "tally", "may", "choose", "pass")
    }
    for rule in game.rules:
        if rule.keyword not in _NAMED_BY_BECAUSE:
            continue
        first = seen.setdefault(rule.key, rule)
        if first is not rule:
            yield _double(checker, rule, first)
        elif rule.name in values:
            yield _double(checker, rule, values[rule.name])


def _double(checker: Checker, one: RuleInfo, other: RuleInfo) -> Diagnostic:
    """Return the finding about two rules with one name, at the one that the file itself wrote."""
    if one.document != checker.symbols.resolution.document.name:
        one, other = other, one
    return error(
        "E434",
        one.name_span,
        f"`{one.name}` is the name of a `{one.keyword}` and of another `{other.keyword}`, so that neither can be named."
        if one.keyword == other.keyword
        else f"`{one.name}` is the name of a `{one.keyword}` and of a `{other.keyword}`.",
        "rename one of them",
        Note(other.name_span, "the other is here"),
    )


def words_are_asked_for(checker: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Warn about an option with two words or more that no rule distinguishes (W509)."""
    removed = checker.symbols.resolution.one("deck", "remove")
    # Which cards are removed is worked out when the file is read: no condition of it is left in the game.
    asked = used_by(game).words | set(() if removed is None else names_in(removed.rule.body))
    own = checker.symbols.resolution.document.name
    for option in game.options:
        if option.type.kind is not Kind.WORD or option.rule.document != own:
            continue
        silent = [word for word in option.type.words if word not in asked]
        if len(silent) > 1 and len(silent) < len(option.type.words):
            listed = ", ".join(f"`{word}`" for word in silent)
            yield warning(
                "W509",
                option.rule.name_span,
                f"No rule tells {listed} of `{option.name}` apart.",
                f"write a rule that asks `{option.name} is {silent[0]}`, or remove one of them",
            )
