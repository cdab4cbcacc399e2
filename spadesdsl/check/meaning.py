"""Checks of meaning: each is a function with one finding, in the order in which they run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from spadesdsl.check import meaning_cards as cards
from spadesdsl.check import meaning_effects as effects
from spadesdsl.check import meaning_play as play
from spadesdsl.check import meaning_sizes as sizes
from spadesdsl.check import meaning_slips as slips
from spadesdsl.check import visibility
from spadesdsl.check.checker import Checker
from spadesdsl.check.clocks import clocks_find_a_choice, clocks_matter
from spadesdsl.diagnostics import Diagnostic, Severity
from spadesdsl.rules.game import Rules
from spadesdsl.rules.walking import every_term

CHECKS: Final[tuple[Callable[[Checker, Rules], Iterator[Diagnostic]], ...]] = (
    sizes.quantities_are_shallow,
    sizes.numbers_stay_small,
    cards.cards_divide,
    cards.equal_cards_have_a_rule,
    cards.trumps_do_not_read_themselves,
    cards.winners_do_not_read_themselves,
    cards.orders_do_not_read_themselves,
    cards.added_cards_have_a_suit,
    effects.numbers_are_whole,
    sizes.players_score_alone,
    play.rounds_ask_something,
    play.rounds_end,
    play.labels_name_parameters,
    play.bids_do_not_read_themselves,
    play.play_is_timed,
    play.timings_are_kept,
    play.timings_fit_their_phase,
    visibility.questions_tell_nothing,
    visibility.clocks_tell_nothing,
    visibility.secret_bids_are_bids_alone,
    visibility.secret_bids_are_not_read,
    sizes.otherwise_is_last,
    sizes.subtotal_is_of_lines,
    sizes.names_are_told_apart,
    sizes.choices_can_be_listed,
    sizes.redeals_have_a_reason,
    clocks_find_a_choice,
)
"""Every check that can find an error, in order."""

REMARKS: Final[tuple[Callable[[Checker, Rules], Iterator[Diagnostic]], ...]] = (
    cards.ranks_have_cards,
    play.bids_are_offered,
    play.labels_are_told_apart,
    effects.nothing_reads_tricks_before_the_play,
    effects.nothing_reads_the_trick_after_the_play,
    effects.nothing_reads_what_a_must_begins_before,
    effects.partners_exist,
    effects.musts_judge,
    sizes.words_are_asked_for,
    cards.first_cards_have_an_order,
    cards.ranks_are_those_in_play,
    slips.lists_begin_at_the_right_end,
    slips.trumps_are_there,
    slips.something_adds_to_tallies,
    slips.mixed_conditions_are_bracketed,
    slips.what_nobody_has_is_said_of_each,
    slips.winners_are_looked_for_in_order,
    slips.every_trick_has_a_winner,
    slips.branches_differ,
    slips.winners_lead,
    slips.lines_tell_sides_apart,
    slips.sums_of_bids_are_whole,
    slips.answers_are_of_one,
    clocks_matter,
)
"""Checks that only warn, made for the game as a whole; what they find in files of others is left out."""
_OF_OTHERS: Final = frozenset({play.labels_are_told_apart, clocks_matter})
"""Those that tell what they find there, too."""


def check_meaning(checker: Checker, game: Rules, *, is_edition: bool, is_trial: bool = False) -> None:
    """Make all checks; only errors count in a trial, and for the edition of a deal: the game has had its warnings."""
    checker.is_edition = is_edition
    has_warnings = not is_edition and not is_trial
    own = checker.symbols.resolution.document.name_span.file
    for one in CHECKS:
        for found in one(checker, game):
            if has_warnings or found.severity is Severity.ERROR:
                checker.findings.add(found)
    checker.every_term = tuple(every_term(game)) if has_warnings else ()
    for one in REMARKS if has_warnings else ():
        for found in one(checker, game):
            if found.span.file == own or one in _OF_OTHERS:
                checker.findings.add(found)
