"""Checks of meaning: each is a function with one finding, in the order in which they run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spadesdsl.check.clocks import clocks_find_a_choice, clocks_matter
from spadesdsl.check.meaning_cards import (
    added_cards_have_a_suit,
    cards_divide,
    equal_cards_have_a_rule,
    first_cards_have_an_order,
    ranks_are_those_in_play,
    ranks_have_cards,
)
from spadesdsl.check.meaning_play import (
    bids_are_offered,
    bids_do_not_read_themselves,
    labels_are_told_apart,
    labels_name_parameters,
    nothing_reads_tricks_before_the_play,
    play_is_timed,
    rounds_ask_something,
    rounds_end,
    timings_are_kept,
    timings_fit_their_phase,
)
from spadesdsl.check.meaning_sizes import (
    choices_can_be_listed,
    names_are_told_apart,
    numbers_stay_small,
    otherwise_is_last,
    players_score_alone,
    quantities_are_shallow,
    redeals_have_a_reason,
    subtotal_is_of_lines,
    words_are_asked_for,
)
from spadesdsl.check.secret_bids import secret_bids_are_bids_alone, secret_bids_are_not_read
from spadesdsl.check.visibility import clocks_tell_nothing, questions_tell_nothing
from spadesdsl.diagnostics import Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from spadesdsl.check.checker import Checker
    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.rules.game import Rules

CHECKS: Final[tuple[Callable[[Checker, Rules], Iterator[Diagnostic]], ...]] = (
    quantities_are_shallow,
    numbers_stay_small,
    cards_divide,
    equal_cards_have_a_rule,
    added_cards_have_a_suit,
    players_score_alone,
    rounds_ask_something,
    rounds_end,
    labels_name_parameters,
    bids_do_not_read_themselves,
    play_is_timed,
    timings_are_kept,
    timings_fit_their_phase,
    questions_tell_nothing,
    clocks_tell_nothing,
    secret_bids_are_bids_alone,
    secret_bids_are_not_read,
    otherwise_is_last,
    subtotal_is_of_lines,
    names_are_told_apart,
    choices_can_be_listed,
    redeals_have_a_reason,
    clocks_find_a_choice,
)
"""Every check that can find an error, in order."""

REMARKS: Final[tuple[Callable[[Checker, Rules], Iterator[Diagnostic]], ...]] = (
    ranks_have_cards,
    bids_are_offered,
    labels_are_told_apart,
    nothing_reads_tricks_before_the_play,
    words_are_asked_for,
    first_cards_have_an_order,
    ranks_are_those_in_play,
    clocks_matter,
)
"""Checks that only warn, made for the game as a whole."""


def check_meaning(checker: Checker, game: Rules, *, is_edition: bool, is_trial: bool = False) -> None:
    """Make all checks; only errors count in a trial, and for the edition of a deal: the game has had its warnings."""
    checker.is_edition = is_edition
    has_warnings = not is_edition and not is_trial
    for one in (*CHECKS, *REMARKS) if has_warnings else CHECKS:
        for found in one(checker, game):
            if has_warnings or found.severity is Severity.ERROR:
                checker.findings.add(found)
