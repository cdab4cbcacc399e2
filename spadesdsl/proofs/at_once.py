"""What can be said about a file's own rules at once, with a dozen deals at most: plain `validate` says it too.

Only the file's own rules are checked: those of its parents and packs are checked with their own files.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Final

from spadesdsl.algebra.forms import joined, negated, questions
from spadesdsl.algebra.reads import topics_of
from spadesdsl.check.constants import value_of
from spadesdsl.diagnostics import Diagnostic, warning
from spadesdsl.engine import deals
from spadesdsl.engine.events import GiveEvent
from spadesdsl.engine.scoring import subject
from spadesdsl.proofs.claims import Proof, Standing
from spadesdsl.proofs.conditions import Condition, answers_of, by_condition, settled_by_answers
from spadesdsl.proofs.context import ProofContext, values_of
from spadesdsl.proofs.endings import never_ends
from spadesdsl.proofs.narrowing import without_effect
from spadesdsl.proofs.playing import MOST_MOVES
from spadesdsl.proofs.rounds import always_replaced, never_bid, never_unseen, replaced_in, turned_up_before
from spadesdsl.proofs.scoring import prove_lines
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import Ask, BidType, Do, Ending, Give, Must, RuleInfo
from spadesdsl.rules.terms import Const, Op, Term, Var, ZoneRef
from spadesdsl.rules.walking import actions_in, all_actions, all_steps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.algebra.sums import Form
    from spadesdsl.engine.game import State
    from spadesdsl.rules.game import Rules


_AT_ONCE: Final = frozenset({Topic.SCORE, Topic.DEAL, Topic.OPTION, Topic.TALLY, Topic.SEATING})
"""What an ending may read to be checked before the first deal."""
_SOME_OF: Final = {"Extreme": 2, "Filter": 2, "part_suit": 1, "first": 1, "last": 1}
"""Where a form of cards, or of one of them, has the cards it takes them from."""
_FOUND_AT_ONCE: Final = "seen at once"


def quick_findings(context: ProofContext) -> tuple[Diagnostic, ...]:
    """Return what is wrong with a file's own rules, as far as this shows at once."""
    found = [proof.finding for proof in prove_plain(context)]
    found += [proof.finding for proof in prove_lines(context, is_own_alone=True)]
    found += _conditions(context)
    found += [proof.finding for proof in prove_tried(context)]
    return tuple(dict.fromkeys(one for one in found if one is not None))


def prove_plain(context: ProofContext) -> Iterator[Proof]:
    """Look for what shows without a deal: a bid out of reach, too many cards passed, an ending true at the start."""
    for _, game in context.editions:
        for must in game.play.musts:
            if context.is_own(must.rule):
                yield from _of_must(context, game, must)
        for bid in game.bids:
            if context.is_own(bid.rule):
                yield from _of_bid(context, game, bid)
            yield from _of_early_bid(context, game, bid)
        for step in all_steps(game):
            if isinstance(step, Ask) and context.is_own(step.rule) and step.kind == "pass":
                yield from _of_pass(context, game, step)
        for ending in game.endings:
            if context.is_own(ending.rule):
                yield from _of_ending(context, game, ending)


def _of_must(context: ProofContext, game: Rules, must: Must) -> Iterator[Proof]:
    """Find a `must` that no choice can ever satisfy, or that every choice does; not one that simply says `never`."""
    asker = context.asker(game)
    form, is_bid = asker.former.form(must.body), not must.judges_card
    never = [] if is_bid or not _stay_played(game) else filter(_is_of_table, questions(form))
    holds, fails, _ = asker.could_be(form, is_judged=is_bid)
    if isinstance(must.body, Const):
        pass
    elif not holds:
        what = "bid" if is_bid else "card"
        message = f"No {what} can ever satisfy `must {must.rule.name}`: what it asks for contradicts itself."
        yield _found(must.rule, "W814", message, "change one of its conditions, or write `or` for `and`")
    elif not asker.could_be(joined("and", (form, *map(negated, never))))[0]:
        message = f"No card can ever satisfy `must {must.rule.name}`: the one it asks for has been played already."
        yield _found(must.rule, "W814", message, "ask for one of the hand, as in `card is highest of hand in led.suit`")
    if not fails:
        found = without_effect(must, is_always=True)
        yield Proof(must.rule.key, "it never takes a choice away", Standing.FOUND, 0, _FOUND_AT_ONCE, found)


def _stay_played(game: Rules) -> bool:
    """Tell whether no card that was played can be in a hand: no second one like it, and none that is taken back."""
    gives = [action.source for action in all_actions(game) if isinstance(action, Give)]
    places = [isinstance(one, ZoneRef) or (isinstance(one, Op) and one.op == "hand") for one in gives]
    return all(places) and all(face.count == 1 for face in game.faces)


def _is_of_table(question: Form) -> bool:
    """Tell whether a question is whether the chosen card is one of those that were played."""
    match question:
        case ("is", other, ("variable", "card")) | ("is", ("variable", "card"), other):
            pass
        case ("member", ("variable", "card"), other) | ("includes", other, ("variable", "card")):
            pass
        case _:
            return False
    while other[0] in _SOME_OF:
        other = other[_SOME_OF[other[0]]]
    return other[0] in ("trick", "played", "led", "trick_best")


def _of_bid(context: ProofContext, game: Rules, bid: BidType) -> Iterator[Proof]:
    """Find a bid of more tricks than a deal has."""
    added = bid.contract.name.removeprefix("param:") if isinstance(bid.contract, Var) else ""
    parameter = next((one for one in bid.parameters if one.name == added), None)
    listed = parameter.choices if parameter is not None and parameter.choices else ()
    choices = [one for one in listed if isinstance(one, int | Fraction)]
    tricks = context.asker(game).bounds.tricks
    if choices and max(choices) > tricks:
        message = f"`{bid.name}` can be bid up to {max(choices)}, and a deal has {tricks} tricks."
        yield _found(bid.rule, "W816", message, f"end its range at {tricks}, or deal more cards")


def _of_early_bid(context: ProofContext, game: Rules, bid: BidType) -> Iterator[Proof]:
    """Find a bid before looking that its bidder always has to replace."""
    later = replaced_in(context, game, bid)
    span = None if later is None else context.own_place(bid.rule, later)
    if later is not None and span is not None:
        found = always_replaced(bid, later, span)
        yield Proof(bid.rule.key, found.message, Standing.FOUND, 1, _FOUND_AT_ONCE, found)


def _of_pass(context: ProofContext, game: Rules, step: Ask) -> Iterator[Proof]:
    """Find a pass of more cards than a hand ever has, with any setting."""
    bounds = context.asker(game).bounds
    for action in actions_in(step):
        if isinstance(action, Give) and action.number is not None:
            number, _ = bounds.ends(bounds.former.form(action.number))
            if number is not None and number > bounds.tricks:
                message = f"`pass {step.rule.name}` asks for {number} cards, and a hand has {bounds.tricks}."
                yield _found(step.rule, "W817", message, f"pass {bounds.tricks} cards at most")


def _of_ending(context: ProofContext, game: Rules, ending: Ending) -> Iterator[Proof]:
    """Find an ending that holds before anything is scored, or always."""
    if ending.when is None:
        message = f"`{ending.kind} {ending.rule.name}` has no `when`, so it ends the game after the first deal."
        yield _found(
            ending.rule, "W815", message, f"say when, as in `{ending.kind} {ending.rule.name} when score >= 500`"
        )
        return
    topics = topics_of(game, ending.when)
    if not topics <= _AT_ONCE or not topics & {Topic.SCORE, Topic.TALLY}:
        return
    bound = next((one for one in context.game().base.endings if one.rule.key == ending.rule.key), None)
    s = deals.blank(context.game(), deal=1)
    sides = [subject(s, side) for side in range(len(s.sides))]
    if bound is not None and bound.when is not None and any(bound.when(s, env) for env in sides):
        message = f"`{ending.kind} {ending.rule.name}` is true at the very start, when every score is 0."
        yield _found(ending.rule, "W815", message, "turn the comparison around, or compare with another number")


def _found(rule: RuleInfo, code: str, message: str, hint: str, *, cases: int = 1) -> Proof:
    finding = warning(code, rule.name_span, message, hint)
    return Proof(rule.key, message, Standing.FOUND, cases, _FOUND_AT_ONCE if cases == 1 else "seen in play", finding)


def _conditions(context: ProofContext) -> Iterator[Diagnostic | None]:
    """Find the file's own conditions that always hold, or never do; those of endings and bids in rules of all deals."""
    for some in by_condition(context):
        proof = settled_by_answers(context, some) if context.is_own(some[0][1].rule) else None
        if proof is not None:
            yield proof.finding
    if len(context.editions) > 1:
        return
    game = context.variant.game
    asker = context.asker(game)
    for ending in game.endings:
        if context.is_own(ending.rule) and ending.when is not None and not asker.can_be(ending.when)[0]:
            yield never_ends(ending)
    for bid in game.bids:
        when = None if bid.when is None else Condition(bid.rule, bid.when)
        if context.is_own(bid.rule) and when is not None and not answers_of(context, game, when)[0]:
            yield never_bid(bid)
        first = turned_up_before(context, game, bid)
        span = None if first is None else context.own_place(bid.rule, first)
        if first is not None and span is not None:
            yield never_unseen(bid, first, span)


_GAMES: Final = 12
_OF_SEVERAL_DEALS: Final = frozenset({Topic.SCORE, Topic.TALLY, Topic.DEAL})


def prove_tried(context: ProofContext) -> Iterator[Proof]:
    """Look for own steps that never move a card, and own endings that end each game after its first deal."""
    game = context.variant.game
    gives = [one for one in _gives(game) if context.is_own(one[0])]
    endings = [one for one in game.endings if context.is_own(one.rule) and _is_of_one_deal(game, one)]
    if len(context.editions) > 1 or not (gives or endings):
        return
    moved, ended = set[str](), set[str]()
    for seed in range(_GAMES):
        after = _first_deal(context.loaded.playable.start(seed), Random(seed), moved)
        ended.add(after.ended_by if after.over else "")
    if any(rule.key not in moved for rule, _ in gives):  # the deck may be another at another table
        for option in game.options:
            for value in values_of(option) if option.name in context.settled else ():
                other = context.game(((option.name, value),))
                with context.record.idle():
                    _first_deal(other.start(0), Random(0), moved)
    for rule, zone in gives:
        if rule.key not in moved:
            message = f"`{rule.keyword} {rule.name}` moved no card in any deal that was tried: `{zone}` was empty."
            hint = "put cards there before, or take them from elsewhere"
            yield _found(rule, "W819", message, hint, cases=_GAMES)
    for ending in endings:
        if ended == {ending.rule.key}:
            message = f"`{ending.kind} {ending.rule.name}` ended each of the {_GAMES} games tried after its first deal."
            hint = "compare what adds up from deal to deal, as the score does"
            yield _found(ending.rule, "W820", message, hint, cases=_GAMES)


def _gives(game: Rules) -> Iterator[tuple[RuleInfo, str]]:
    """Go over the steps that always happen and take cards from a zone, besides the deal: each with the zone."""
    for phase in game.phases:
        for step in phase.steps:
            if isinstance(step, Do | Ask) and step.when is None and step.timing is None:
                for action in step.actions:
                    match action:
                        case Give(number=number, source=ZoneRef(zone=zone), each=None) if number is None or _is_some(
                            game, number
                        ):
                            yield step.rule, zone
                        case _:
                            pass


def _is_some(game: Rules, number: Term) -> bool:
    known = value_of(number, game.option_of)
    return known is not None and known.value != 0


def _is_of_one_deal(game: Rules, ending: Ending) -> bool:
    """Tell whether an ending reads nothing that adds up from deal to deal."""
    return ending.when is not None and not topics_of(game, ending.when) & _OF_SEVERAL_DEALS


def _first_deal(state: State, rng: Random, moved: set[str]) -> State:
    """Play the first deal of a game at random, and note the rules that moved cards."""
    for _ in range(MOST_MOVES):
        moved.update(one.rule for one in state.events if isinstance(one, GiveEvent))
        if state.over or state.deal > 1:
            break
        turn = rng.choice(state.turns)
        state = state.apply(rng.choice(turn.moves), turn.seat)
    return state
