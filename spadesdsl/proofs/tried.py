"""What a file's own rules do in a dozen first deals, seldom in sixty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

from spadesdsl.algebra.cases import Asker
from spadesdsl.algebra.forms import negated
from spadesdsl.algebra.reads import topics_of
from spadesdsl.check.constants import value_of
from spadesdsl.engine.actions import sitting_out
from spadesdsl.engine.events import GiveEvent
from spadesdsl.engine.game import State
from spadesdsl.engine.narrowing import Effect, effects_on_cards
from spadesdsl.frozen import Frozen
from spadesdsl.proofs.asked import asked_before_bids, asks_nobody
from spadesdsl.proofs.claims import Proof, Standing, found_at
from spadesdsl.proofs.context import ProofContext, values_of
from spadesdsl.proofs.endings import NEVER_SCORED, always_thrown_in, throwing_in
from spadesdsl.proofs.playing import MOST_MOVES
from spadesdsl.rules.game import Rules
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import Ask, Do, Give, Must, Round, RuleInfo, Show, Step
from spadesdsl.rules.terms import Op, Term, Var, ZoneRef
from spadesdsl.rules.walking import all_steps

_GAMES: Final = 12
_ALWAYS_THERE: Final = frozenset({"dealer", "left", "right", "hand"})
_OVERRULED: Final = 8
"""A rule that comes too late so often, and never in time, is not there for rare hands."""
_DEALING: Final = frozenset({"deal", "deck"})
_OF_SEVERAL_DEALS: Final = frozenset({Topic.SCORE, Topic.TALLY, Topic.DEAL})


def prove_tried(context: ProofContext) -> Iterator[Proof]:
    """Look for own steps that move no card, own endings after each first deal, and own rules that come too late."""
    game = context.variant.game
    gives = [one for one in _gives(game) if context.is_own(one.rule) and _is_of_one_deal(game, *one.to)]
    own = [one for one in game.endings if context.is_own(one.rule)]
    endings = [one for one in own if one.when is not None and _is_of_one_deal(game, one.when)]
    musts = [one for one in game.play.musts if context.is_own(one.rule) and one.judges_card and one.when is not None]
    dealt = [one for one in game.rules if context.is_own(one) and _deals(one)]
    thrown = next((rule for rule in throwing_in(game) if context.is_own(rule)), None)
    if thrown is not None and all(context.loaded.playable.start(seed).ended_by == "redeal" for seed in range(2)):
        if not asks_nobody(context, game):
            yield Proof("ending", NEVER_SCORED, Standing.FOUND, 2, "games begun", always_thrown_in(thrown))
        return
    if len(context.editions) > 1 or not (gives or endings or musts or dealt):
        return
    tried = _Tried({one.rule.key for one in musts})
    ended = set[str]()
    for seed in range(_GAMES):
        after = tried.first_deal(context.loaded.playable.start(seed), Random(seed))
        ended.add(after.ended_by if after.over else "")
    for seed in range(_GAMES, _GAMES * 5) if any(len(some) for some in tried.overruled.values()) else ():
        if all(
            key in tried.decided or some.most_common(1)[0][1] >= _OVERRULED for key, some in tried.overruled.items()
        ):
            break  # what came too late did so in too few deals, or in enough of them
        tried.first_deal(context.loaded.playable.start(seed), Random(seed))
    if any(one.rule.key not in tried.moved for one in gives):  # the deck may be another at another table
        for option in game.options:
            for value in values_of(option) if option.name in context.settled else ():
                other = context.game(((option.name, value),))
                with context.record.idle():
                    tried.first_deal(other.start(0), Random(0))
    unmoved = [one for one in gives if one.rule.key not in tried.moved]
    yield from (_not_moved(context, game, one) for one in unmoved)
    begun = sorted((one for one in tried.begun if one.are_unlike), key=lambda one: max(one.sizes) - min(one.sizes))
    # Who gets cards during the play, as a trump that lay face down goes back, has fewer before.
    if dealt and not unmoved and begun and not any(_gives_cards(step) for step in game.play.steps):
        is_always = len(begun) == len(tried.begun) and not any(_is_may(step) for step in all_steps(game))
        when = "When the play begins, some" if is_always else "In some deals, when the play begins, some"
        message = f"{when} hold {min(begun[0].sizes)} cards and others {max(begun[0].sizes)}."
        hint = "let all hands be as large: deal, pass or lay away as many"
        unlike = [rule for key in begun[0].by_rule for rule in dealt if rule.key == key]
        unlike += reversed([*dealt, *(rule for rule in dealt if rule.section in _DEALING)])
        yield found_at(unlike[0], "W821", message, hint, cases=_GAMES)
    for ending in endings:
        if ended == {ending.rule.key}:
            message = f"`{ending.kind} {ending.rule.name}` ended each of the {_GAMES} games tried after its first deal."
            hint = "compare what adds up from deal to deal, as the score does"
            yield found_at(ending.rule, "W820", message, hint, cases=_GAMES)
    for must in musts:
        above, times = tried.overruled[must.rule.key].most_common(1)[0] if must.rule.key in tried.overruled else ("", 0)
        if times >= _OVERRULED and must.rule.key not in tried.decided:
            first = next(one for one in game.play.musts if one.rule.key == above)
            name = first.rule.name
            message = (
                f"`must {must.rule.name}` comes too late: `{name}`, above it, takes away the cards that it asks for."
            )
            hint = f"write `must {must.rule.name} above {name} …`"
            if _are_opposed(context.asker(game), must, first):
                hint = f"no card is as both of them ask: remove it, or `{name}`"
            yield found_at(must.rule, "W804", message, hint, cases=_GAMES)


def _are_opposed(asker: Asker, must: Must, first: Must) -> bool:
    """Tell whether one rule would never count below another: whenever it applies, that one asks for other cards."""
    former = asker.former
    if asker.can_hold(former.form(must.body), former.form(first.body)):
        return False
    return not asker.can_hold(former.condition(first.when), negated(former.condition(must.when)))


def _deals(rule: RuleInfo) -> bool:
    """Tell whether a rule decides how many cards there are in a hand."""
    return rule.keyword in ("give", "pass") or (rule.section == "deck" and rule.keyword in ("remove", "add", "ranks"))


def _is_may(step: Step) -> bool:
    """Tell whether a step moves cards if somebody says yes."""
    return isinstance(step, Ask) and step.kind == "may" and _gives_cards(step)


def _gives_cards(step: Step) -> bool:
    """Tell whether a step moves cards."""
    return any(isinstance(action, Give) for action in step.actions)


class _Begun(Frozen):
    """A deal when its play begins."""

    sizes: tuple[int, ...]
    """How many cards each player has who plays in the first trick."""
    gained: Mapping[str, tuple[int, ...]]
    """By rule, in the order in which they came: how many of them each has got by it."""

    @property
    def are_unlike(self) -> bool:
        """Whether some have more cards than others."""
        return len(set(self.sizes)) > 1

    @property
    def by_rule(self) -> list[str]:
        """The rules that give some more than others: first those without which all have as many, then the last."""
        unlike = [key for key, gained in self.gained.items() if len(set(gained)) > 1]
        alone = [key for key in unlike if len({a - b for a, b in zip(self.sizes, self.gained[key], strict=True)}) == 1]
        return [*alone, *reversed(unlike)]


class _Moving(Frozen):
    """A step that always happens and takes or shows cards of a zone or a hand."""

    rule: RuleInfo
    place: str
    phase: str
    before: RuleInfo | None
    """The step before it in the phase that takes cards from the same place."""
    to: tuple[Term, ...]
    """Who gets the cards, and who gives them, if nobody may be that; empty if they are shown to all."""


def _gives(game: Rules) -> Iterator[_Moving]:
    """Go over the steps that always happen and take cards from a zone or a hand, or show some, besides the deal."""
    for phase in game.phases:
        before: dict[str, RuleInfo] = {}
        for step in phase.steps:
            is_sure = isinstance(step, Do | Ask) and step.when is None and step.timing is None
            for action in step.actions:
                moving = _moving(game, action) if isinstance(action, Give | Show) else None
                if moving is not None and is_sure:
                    who = step.by.who if isinstance(step, Do | Ask) and step.by is not None else None
                    to = tuple(one for one in (*moving[1], who) if one is not None and not _is_there(one))
                    yield _Moving(step.rule, moving[0], phase.name, before.get(moving[0]), to)
                if isinstance(action, Give):
                    before |= dict.fromkeys(_zones(action.source), step.rule)


def _moving(game: Rules, action: Give | Show) -> tuple[str, tuple[Term, ...]] | None:
    """Return where cards are taken from, and who gets them; None if it may be nothing, or if nobody can say where."""
    match action:
        case Give(source=source, to=to, number=number, each=None) if number is None or _is_some(game, number):
            place = source.zone if isinstance(source, ZoneRef) else ""
            place = "hand" if isinstance(source, Op) and source.op == "hand" else place
            return (place, (to,)) if place else None
        case Show(cards=cards, to=None):
            zones = _zones(cards)
            return (zones[0], ()) if len(zones) == 1 else None
        case _:
            return None


def _zones(cards: Term) -> list[str]:
    """Return the zones from which cards are taken, if all that is there can be among them."""
    match cards:
        case ZoneRef(zone=zone):
            return [zone]
        case Op(op="first" | "last" | "first_n" | "last_n", arguments=(of, *_)) | Op(op="list", arguments=(of,)):
            return _zones(of)
        case _:
            return []


def _is_there(to: Term) -> bool:
    """Tell whether somebody, or a place, is always there."""
    return isinstance(to, ZoneRef | Var) or (isinstance(to, Op) and to.op in _ALWAYS_THERE)


def _not_moved(context: ProofContext, game: Rules, one: _Moving) -> Proof:
    """Say of a step that it moved or showed no card, why, and what to do."""
    rule, names = one.rule, [phase.name for phase in game.phases]
    does = "showed" if rule.keyword == "show" else "moved"
    message = f"`{rule.keyword} {rule.name}` {does} no card in any deal that was tried"
    nobody = [to for to in one.to if topics_of(game, to) & _OF_BIDS] if rule in asked_before_bids(game) else []
    if nobody:
        message += f": `{context.said(nobody[0])}` is nobody before the first bid."
        return found_at(rule, "W819", message, _below_the_bids(game), cases=_GAMES)
    message += f": `{one.place}` was empty" + (", or nobody was there to get them." if one.to else ".")
    hint = "put cards there before, or take them from elsewhere"
    if one.place == "hand" and "deal" in names[names.index(one.phase) :]:
        hint = f"the cards are dealt in `deal`: write `phase {one.phase} after deal`"
    elif rule.keyword == "show" and one.before is not None:
        hint = f"put it above `{one.before.keyword} {one.before.name}`, which takes the cards away"
    return found_at(rule, "W819", message, hint, cases=_GAMES)


_OF_BIDS: Final = frozenset({Topic.BIDS, Topic.PLACE})


def _below_the_bids(game: Rules) -> str:
    steps = (step for phase in game.phases for step in phase.steps)
    first = next((step.rule for step in steps if isinstance(step, Round)), None)
    return "put it below the bids" if first is None else f"put it below `round {first.name}`"


def _is_some(game: Rules, number: Term) -> bool:
    known = value_of(number, game.option_of)
    return known is not None and known.value != 0


def _is_of_one_deal(game: Rules, *terms: Term) -> bool:
    """Tell whether nothing is read that adds up from deal to deal."""
    return not topics_of(game, *terms) & _OF_SEVERAL_DEALS


def _gained(given: Sequence[GiveEvent], rule: str, seat: int) -> int:
    """Return how many more cards a seat has by a rule."""
    hand = f"hand of {seat}"
    return sum(
        ((one.target == hand) - (one.source == hand)) * (one.cards if isinstance(one.cards, int) else len(one.cards))
        for one in given
        if one.rule == rule
    )


class _Tried:
    """What own rules do in the first deals of some games."""

    def __init__(self, musts: set[str]) -> None:
        """Look at these rules of the play."""
        self.musts = musts
        self.moved = set[str]()
        """The rules that moved cards."""
        self.decided = set[str]()
        """Rules of the play that took a choice away, or found it taken away by those above."""
        self.begun: list[_Begun] = []
        self.overruled: dict[str, Counter[str]] = {}
        """By rule: how often each rule above it had taken away all the cards in the hand that it asks for."""

    def first_deal(self, state: State, rng: Random) -> State:
        """Play the first deal of a game at random, and take note of what the rules do."""
        is_to_begin, given, dealt = True, list[GiveEvent](), state.deals_dealt
        for _ in range(MOST_MOVES):
            given = [
                *(given if state.deals_dealt == dealt else ()),
                *(one for one in state.events if isinstance(one, GiveEvent)),
            ]
            dealt = state.deals_dealt
            self.moved.update(one.rule for one in given)
            if state.over or state.deal > 1:
                break
            turn = rng.choice(state.turns)
            if is_to_begin and turn.holder >= 0:
                is_to_begin = False
                out = sitting_out(state)
                seats = [seat for seat in state.spec.players if not out >> seat & 1]
                gained = {one.rule: tuple(_gained(given, one.rule, seat) for seat in seats) for one in given}
                self.begun.append(_Begun(tuple(state.hands[seat].bit_count() for seat in seats), gained))
            if self.musts and turn.holder >= 0:
                self._look(effects_on_cards(state, turn.holder, state.hands[turn.holder]), state.hands[turn.holder])
            state = state.apply(rng.choice(turn.moves), turn.seat)
        return state

    def _look(self, effects: list[Effect], hand: int) -> None:
        for at, one in enumerate(effects):
            key = one.must.rule.key
            agrees = not one.is_waived and bool(hand & ~one.allowed) and one.before.bit_count() > 1
            if key in self.musts and (one.narrows or agrees):
                self.decided.add(key)
            elif key in self.musts and one.is_waived and one.allowed & hand:
                above = next(two for two in effects[:at] if two.before & one.allowed and not two.kept & one.allowed)
                self.overruled.setdefault(key, Counter())[above.must.rule.key] += 1
