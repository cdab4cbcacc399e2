"""All proofs of one file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Final

from spadesdsl.algebra.reads import reads_of, topics_of
from spadesdsl.diagnostics import Diagnostic
from spadesdsl.frozen import Frozen, replace
from spadesdsl.loader import Loaded
from spadesdsl.proofs.at_once import as_far_as_it_goes, context_of, prove_plain
from spadesdsl.proofs.biddings import prove_bets
from spadesdsl.proofs.claims import Event, Proof, Standing, id_of
from spadesdsl.proofs.conditions import NEVER_HOLDS, prove_conditions, unseen_conditions, unsettled_options
from spadesdsl.proofs.context import USUAL_DEALS, ProofContext, singles_of
from spadesdsl.proofs.endings import prove_endings
from spadesdsl.proofs.narrowing import prove_musts
from spadesdsl.proofs.own_words import prove_own_words
from spadesdsl.proofs.ranges import FROM_BIDS
from spadesdsl.proofs.rounds import prove_rounds
from spadesdsl.proofs.scoring import prove_lines
from spadesdsl.proofs.settings import prove_settings
from spadesdsl.proofs.tried import prove_tried
from spadesdsl.proofs.without_effect import prove_idle, prove_turned_round
from spadesdsl.rules.game import Rules
from spadesdsl.rules.parts import Line
from spadesdsl.rules.walking import terms_of
from spadesdsl.source import Span
from spadesdsl.work import at_most

PROOFS: Final[dict[Callable[[ProofContext], Iterator[Proof]], str]] = {
    prove_settings: "settings that make the rules unplayable",
    prove_rounds: "players who are left without a bid, and bids that nobody can make",
    prove_lines: "gaps and dead cases of all lines",
    prove_idle: "rules that change nothing",
    prove_bets: "bids that are never the best",
    prove_endings: "endings that never happen, ties, and whether games end",
    prove_musts: "rules that take no choice away",
    prove_conditions: "conditions that always have the same answer",
    prove_plain: "what shows without a deal",
    prove_own_words: "rules that do not say what their sentences say",
    prove_turned_round: "rules that ask the opposite of what they replace",
    prove_tried: "what shows in the first deals",
}
"""Every kind of proof, in order, as later ones use what earlier ones have seen; and what is open if it is given up."""
MOST_WORK: Final = 4_000_000
"""How much work the proofs of a file may take; of what is left, each kind may use a half."""

_DEALS_OF_A_SETTING: Final = 3
_MOST_SETTINGS: Final = 12


class Proved(Frozen):
    """The result of proving a file."""

    proofs: tuple[Proof, ...]

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Return the findings."""
        return tuple(dict.fromkeys(proof.finding for proof in self.proofs if proof.finding is not None))

    def number(self, standing: Standing) -> int:
        """Count the claims with a given result."""
        return sum(proof.standing is standing for proof in self.proofs)


def prove(loaded: Loaded, gave: Callable[[], Collection[Span]] | None = None) -> Proved:
    """Prove what can be proved of a file that was loaded without errors, and play some deals for the rest.

    Args:
        loaded: The file.
        gave: What returns where the lines stand that gave points in an example; by default in those run so far.
    """
    context = context_of(loaded, gave)
    proofs: list[Proof] = []
    with at_most(MOST_WORK):
        context.is_cut = bool(as_far_as_it_goes(lambda: play_until_seen(context, USUAL_DEALS)))
        as_far_as_it_goes(lambda: _play_settings(context))
        for one, about in PROOFS.items():
            said = as_far_as_it_goes(lambda prove_all=one: proofs.extend(prove_all(context)))  # type: ignore[misc]
            if said:
                proofs.append(Proof("the file", about, Standing.OPEN, 0, said))
    return Proved(tuple(_once(context, proofs)))


def _once(context: ProofContext, proofs: list[Proof]) -> Iterator[Proof]:
    """Yield what is claimed of a rule on several deals once: it is proved only if it is on all of them.

    Where a condition never holds, it is no finding of its own that the rule always gives 0, or takes no choice away,
    nor that a rule never counts which reads a quantity that has a finding.
    """
    never = {one.about for one in proofs if one.finding is not None and one.finding.code == "W806"}
    idle = {one.about for one in proofs if one.finding is not None and one.claim == NEVER_HOLDS}
    lets = {let.key for _, game in context.editions for let in game.lets if let.rule.key in never}
    after = (
        {one.rule.key for _, game in context.editions for one in reads_of(game) if one.lets & lets} if lets else set()
    )
    found: dict[tuple[object, ...], Proof] = {}
    for proof in proofs:
        about = (proof.about, proof.claim, proof.finding)
        if about not in found or proof.standing is Standing.OPEN:
            found[about] = proof
    for one in found.values():
        code = "" if one.finding is None else one.finding.code
        is_told = (code == "W813" and one.about in never) or (code in _FOLLOWS and one.about in after)
        is_told = is_told or (code == "W804" and one.about in idle)
        yield replace(one, finding=None) if is_told else one


_FOLLOWS: Final = frozenset({"W803", "W806", "W813"})
"""What is found of a rule because of what it reads."""


def _play_settings(context: ProofContext) -> None:
    """Play with other settings of the options in conditions that have not yet had both answers."""
    for setting in singles_of(unsettled_options(context))[:_MOST_SETTINGS]:
        context.play(_DEALS_OF_A_SETTING, setting)


# ---------------------------------------------------------------- what is still to be seen

FIRST_DEALS = 8
"""Deals to play of every file, whatever they show."""
_MORE_DEALS = 4
_DEALS_OF_ANSWERS = 12
"""Where something is still unseen, so many deals are played in which all bids and answers have their turn."""


def play_until_seen(context: ProofContext, most: int) -> None:
    """Play deals until they have shown all that they can, up to a limit."""
    context.play(min(most, max(FIRST_DEALS, 2 * len(context.editions))))
    while context.deals < most and _is_curious(context):
        context.play(min(_MORE_DEALS, most - context.deals))
    if most > FIRST_DEALS and _is_curious(context):
        context.play_all_answers(_DEALS_OF_ANSWERS)


def _is_curious(context: ProofContext) -> bool:
    """Tell whether a deal could still show something new."""
    has = context.record.has
    return any(
        any(_is_tried(game, line) for line in game.scoring.lines)
        or not all(has(Event.NARROWS, id_of(must.rule)) for must in game.play.musts)
        or not all(has(Event.OFFERED, id_of(bid.rule)) for bid in game.bids)
        or any(True for _ in unseen_conditions(context, game))
        for _, game in context.editions
    )


def _is_tried(game: Rules, line: Line) -> bool:
    """Tell whether the cases of a line are tried on played deals instead of enumerated."""
    return line.cases[0].condition is not None and not topics_of(game, *terms_of(line)) <= FROM_BIDS
