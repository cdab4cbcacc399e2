"""Options: with which settings the rules cannot be played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spadesdsl.algebra.reads import Effect, reads_of
from spadesdsl.diagnostics import Note, warning
from spadesdsl.proofs.claims import Proof, Standing
from spadesdsl.proofs.context import assigned, settings_of
from spadesdsl.rules.operations import Topic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.proofs.context import ProofContext, Setting

MOST_LOADED: Final = 40
"""The most settings to load a file with."""


def prove_settings(context: ProofContext) -> Iterator[Proof]:
    """Prove that no setting makes rules that cannot be played.

    Only options that decide cards, ranges and hands can do that: no other option is read before the game begins.
    """
    game = context.variant.game
    reading = tuple(option for option in game.options if option.name in context.settled)
    early = _before_play(context)
    plain = [option.name for option in game.options if option.name not in early]
    if plain:
        claim = "no setting of these options changes what can be dealt, bid or held"
        how = f"{_listed(plain)}: read only by rules of the play and of the sheet"
        yield Proof("options", claim, Standing.PROVED, len(plain), how)
    if not reading:
        return
    settings, is_whole = settings_of(reading, MOST_LOADED)
    names = [option.name for option in reading]
    broken: list[Setting] = []
    for setting in sorted(filter(None, settings), key=lambda one: (len(one), [names.index(name) for name, _ in one])):
        if any(set(one) <= set(setting) for one in broken):
            continue
        errors = context.loaded.errors_with(assigned(context.loaded, setting))
        if errors:
            broken.append(setting)
            yield _broken(context, setting, errors[0], len(settings))
    if not broken:
        standing = Standing.PROVED if is_whole else Standing.OPEN
        listed = _listed(names)
        how = f"all settings of {listed}" if is_whole else f"values of {listed} from end to end"
        yield Proof("options", "the cards come out however these are set", standing, len(settings), how)


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _before_play(context: ProofContext) -> frozenset[str]:
    """Return the options that have a say in what is dealt, bid or held, also by way of the play and the scores."""
    reads = [one for _, game in context.editions for one in reads_of(game)]
    early = {Effect.DEAL, Effect.VIEW, Effect.BIDS}
    if any(ending.kind == "out" for _, game in context.editions for ending in game.endings) or context.variant.scopes:
        early.add(Effect.ENDING)  # who is out gets no cards, and not every deal may come
    for _ in Effect:
        topics = frozenset[Topic]().union(*(one.topics for one in reads if one.decides & early))
        early |= {matter for matter, by in _DECIDED_BY.items() if not topics <= by}
    found = {name for one in reads if one.decides & early for name in one.names(Topic.OPTION)}
    return context.settled | found


_WITHOUT_SCORES: Final = frozenset(Topic) - {Topic.SCORE, Topic.TALLY, Topic.SUBTOTAL}
_BEFORE_THE_PLAY: Final = frozenset(
    {
        *(Topic.BIDS, Topic.OPTION, Topic.CHOICE, Topic.SEATING, Topic.HAND, Topic.HELD, Topic.DECISION, Topic.LOOKED),
        *(Topic.PLACE, Topic.DEAL, Topic.LUCK, Topic.PILE, Topic.SHOWN, Topic.TRUMPS, Topic.CARD),
        *(Topic.SCORE, Topic.TALLY, Topic.SUBTOTAL, Topic.NOTHING),
    }
)
_DECIDED_BY: Final = {
    Effect.SCORE: _WITHOUT_SCORES,
    Effect.TALLIES: _WITHOUT_SCORES,
    Effect.PLAYS: _BEFORE_THE_PLAY,
    Effect.WINNER: _BEFORE_THE_PLAY - {Topic.TRUMPS},
    Effect.TIME: frozenset(Topic) - {Topic.TIME},
}
"""By what a rule has a say in: what others may read without depending on it."""


def _broken(context: ProofContext, setting: Setting, first: Diagnostic, count: int) -> Proof:
    options = {option.name: option for option in context.variant.game.options}
    told = context.told(setting)
    what = "each of them is fine, and together they are not" if len(setting) > 1 else "it is among the choices"
    message = f"With {told} the rules cannot be played, though {what}: {first.message}"
    option = options[setting[0][0]]
    hint = "take the value out of its choices, or let the rules use it"
    finding = warning("W809", option.rule.name_span, message, hint, Note(first.span, "it goes wrong here"))
    return Proof("options", f"with {told} the rules cannot be played", Standing.FOUND, count, "settings", finding)
