"""What can happen at a table, judged without the cards that nobody has named.

A situation from outside names only some cards, bids and decisions. The question here is whether the rest could be
such that all of it happened: "no" is certain, "yes" is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache, partial
from itertools import takewhile
from typing import Any, TypeVar

from spadesdsl.engine import choices, seats
from spadesdsl.engine.actions import environment
from spadesdsl.engine.deals import blank
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.plan import FinalBids
from spadesdsl.engine.ranking import mask_of
from spadesdsl.engine.scoring import end_game
from spadesdsl.engine.spec import CARD, Amount, Ask, Code, MissingFact, Parameter
from spadesdsl.engine.state import changed
from spadesdsl.frozen import replace
from spadesdsl.rules import terms
from spadesdsl.rules.operations import Topic, topic_of
from spadesdsl.rules.parts import Do, Redeal, RuleInfo
from spadesdsl.rules.terms import Op, Term

N = TypeVar("N", bound="int | Fraction")
_CARDS = frozenset(
    {Topic.HAND, Topic.HELD, Topic.SHOWN, Topic.LOOKED, Topic.TRICK, Topic.LEADING, Topic.NUMBER, Topic.TAKEN,
     Topic.WON, Topic.PLAYED}
)  # fmt: skip
"""What depends on the cards or on the moment."""


def is_open(s: State, term: Term, *, has_tricks: bool = False, has_card: bool = False) -> bool:
    """Tell whether a part of a rule reads what a situation from outside leaves open.

    The finished tricks are known (`has_tricks`), and the card that the rule is about (`has_card`), or not.
    """
    match term:
        case Op(op=op):
            topic = topic_of(op)
            if topic in (Topic.RANKING, Topic.TRUMPS):
                return not s.spec.ranking_is_fixed
            return op == "random" or topic in _CARDS or (topic is Topic.TRICKS and not has_tricks)
        case terms.Moved(rule=rule):
            return not s.moved[s.spec.memories.index(rule)]
        case terms.Var(name="card"):
            return not has_card
        case terms.Run():
            return not has_tricks
        case _:
            return isinstance(term, terms.ZoneRef | terms.Broke)


def worked_out(s: State, code: Code, env: list[Any] | None = None, *, has_tricks: bool = False) -> Any:  # noqa: ANN401
    """Work out a rule; if it reads what is left open, or what a document leaves out, raise `MissingFact`."""
    if s.spec.reads(code, partial(is_open, s, has_tricks=has_tricks)):
        raise MissingFact("", "the cards")
    return code(s, environment(s, -1) if env is None else env)


def before_said_in_play(s: State) -> State:
    """Return a position without what is said, and moved, during the play: facts do not say in which trick that was.

    What is said with a card was said when that card was played.
    """
    spec, earlier = s.spec, s.copy()
    for at in {step.decision for step in spec.play.steps if isinstance(step, Ask)}:
        answers = tuple(one for one in s.answers[at] if one.card >= 0)
        earlier.answers = changed(earlier.answers, at, answers)
        earlier.did = changed(earlier.did, at, mask_of([one.seat for one in answers]))
    moved = {at for at, rule in enumerate(spec.memories) if rule.startswith("play.")}
    earlier.moved = tuple(() if at in moved else one for at, one in enumerate(s.moved))
    if not spec.ranking_is_fixed and (earlier.did, earlier.moved) != (s.did, s.moved):
        earlier.ranking = spec.ranking(earlier)
    return earlier


def thrown_in_by(s: State) -> RuleInfo | None:
    """Return the rule that throws a deal in for what was bid and decided, whatever the cards; None if none does."""
    before = takewhile(lambda phase: phase.name != "play", s.spec.phases)
    for step in (step for phase in before for step in phase.steps):
        is_plain = isinstance(step, Do) and step.by is None and any(isinstance(one, Redeal) for one in step.actions)
        if is_plain and step.when is not None and s.spec.reads(step.when, _is_said):
            with suppress(MissingFact):
                if worked_out(s, step.when):
                    return step.rule
    return None


def _is_said(term: Term) -> bool:
    is_op = isinstance(term, Op) and topic_of(term.op) in (Topic.BIDS, Topic.PLACE, Topic.DECISION)
    return is_op or isinstance(term, terms.Did | terms.Answer | terms.IsBid)


# ---------------------------------------------------------------- decisions


def refusal_of_decision(
    before: Iterable[State], name: str, seat: int, arguments: tuple[Any, ...], card: int = -1
) -> str:
    """Say why a seat cannot have made a decision, whatever the cards; empty if it can have.

    Args:
        before: The states in one of which it was made; their cards are not read.
        arguments: What was chosen with it.
        card: The card that it was said with; −1 for none.
    """
    reason = ""
    for s in before:
        for ask in s.spec.plan.questions(name):
            if not (reason := _refusal(s, ask, seat, arguments, card)):
                return ""
    return reason


def _refusal(s: State, ask: Ask, seat: int, arguments: tuple[Any, ...], card: int) -> str:
    who, name = s.spec.seats[seat], ask.name
    try:
        asked = _asked(s, ask)
    except MissingFact:
        asked = None
    if asked is not None and seat not in asked:
        others = " or ".join(s.spec.seats[one] for one in asked)
        return f"{who} is never asked `{name}`: {f'{others} is' if others else 'nobody is'}"
    env = environment(s, seat)
    if any(asks.step is ask for asks in s.spec.plan.with_card):
        return _refusal_with_card(s, ask, env, arguments, card)
    if not _may_be(s, ask.when, env):
        return f"{who} is not asked `{name}` here: its condition is not met"
    for parameter, value in zip(ask.parameters, arguments, strict=False):
        with suppress(MissingFact):
            if value not in _values(s, parameter, env):
                return f"`{choices.answer_text(s, ask, arguments)}` is not an answer that {who} can give"
        env[parameter.slot] = value
    is_whole = len(arguments) == len(ask.parameters) and CARD not in {p.slot for p in ask.parameters}
    if is_whole and not _may_be(s, ask.when_choice, env):
        return f"{who} cannot answer `{choices.answer_text(s, ask, arguments)}` here: its condition is not met"
    return ""


def _values(s: State, parameter: Parameter, env: list[Any]) -> tuple[Any, ...]:
    """Return the values that may be chosen; if what they are depends on what is left open, raise `MissingFact`."""
    for code in (parameter.of, parameter.low, parameter.high, parameter.step):
        if code is not None and s.spec.reads(code, partial(is_open, s)):
            raise MissingFact("", "the cards")
    return parameter.values(s, env)


def _refusal_with_card(s: State, ask: Ask, env: list[Any], arguments: tuple[Any, ...], card: int) -> str:
    for parameter, value in zip(ask.parameters, arguments, strict=False):
        env[parameter.slot] = value
    mask = s.spec.deck.all if card < 0 else _may_be(s, ask.when, env, has_card=True)
    return "" if card < 0 or mask >> card & 1 else f"`{ask.name}` is never said with {s.spec.deck.names[card]}"


def refusal_of_bid_decision(s: State, name: str, seat: int) -> str:
    """Say why a seat cannot have made a decision that bids lead to, once all bids are given; empty if it can have."""
    blocks = next((node.blocks for node in s.spec.plan.of(FinalBids)), ())
    asks = s.spec.plan.questions(name)
    led_to = {kind: s.spec.plan.within(begin) for kind, begin in enumerate(blocks)}
    kinds = {kind for kind, steps in led_to.items() if any(step in steps for step in asks)}
    if not kinds or not all(any(step in led_to[kind] for kind in kinds) for step in asks):
        return ""
    stand = {one: s.bids[one] or s.side_bids[s.side_of[one] or 0] for one in s.spec.players}
    bidders = tuple(one for one, bid in stand.items() if bid is None or bid.type in kinds)
    who = s.spec.seats[seat]
    if not bidders:
        bids = " or ".join(f"`{s.spec.bids[kind].name}`" for kind in sorted(kinds))
        return f"{who} is not asked `{name}`: that belongs to the bid {bids}, and nobody has bid it"
    with suppress(MissingFact):
        asked = {one for ask in asks for one in _asked(s, ask, bidders)}
        if seat not in asked:
            return f"{who} is not asked `{name}`: {' or '.join(s.spec.seats[one] for one in sorted(asked))} is"
    return ""


def _asked(s: State, ask: Ask, subjects: Iterable[int] = ()) -> tuple[int, ...]:
    """Return the seats that may be asked a question: by any of these seats, or by any at all."""
    by = ask.by
    if by.turns != "one" or by.who is None:
        return seats.players_of(s)
    found: list[int] = []
    for subject in subjects or (-1, *s.spec.players):
        if (who := worked_out(s, by.who, environment(s, subject))) is not None:
            found += s.sides[who] if by.noun == "side" else (int(who),)
    return tuple(dict.fromkeys(found))


def _may_be(s: State, code: Code | None, env: list[Any], *, has_card: bool = False) -> int:
    """Return whether a condition holds with some cards; for a condition on a card, for which."""
    known = None if code is None else s.spec.known_part(code, partial(is_open, s, has_card=has_card))
    try:
        return s.spec.deck.all if known is None else int(known(s, env))
    except MissingFact:
        return s.spec.deck.all


# ---------------------------------------------------------------- tallies


@lru_cache(maxsize=256)
def tally_is_full_at(game: Game, deal: int, name: str) -> Amount | None:
    """Return the amount that a tally never has when a deal begins, because the deal before took it away; None if none.

    It is certain only if the tally is emptied after everything is added to it, at a number that is always the same.
    """
    limits = {_full_at(blank(game, deal=one), name) for one in {deal, max(1, deal - 1)}}
    return limits.pop() if len(limits) == 1 else None


def _full_at(s: State, name: str) -> Amount | None:
    steps = next((tally.steps for tally in s.spec.scoring.tallies if tally.name == name), ())
    last = [step for step in steps if step.verb != "reset"][-1:]
    if not last or last[0].verb != "full at" or last[0].amount is None or s.spec.reads(last[0].amount, _changes):
        return None
    limit: Amount = last[0].amount(s, list(s.spec.environment))
    return limit if limit > 0 else None


def _changes(term: Term) -> bool:
    """Tell whether a part of a rule reads something that changes during a game."""
    if isinstance(term, Op):
        return topic_of(term.op) is not Topic.NOTHING
    return not isinstance(term, terms.Const | terms.OptionRef | terms.LetRef)


def too_full(game: Game, deal: int, name: str, value: Amount) -> str:
    """Say why no deal begins with this much in a tally; empty if one may."""
    if (limit := tally_is_full_at(game, deal, name)) is None or value < limit:
        return ""
    return f"`{name}` cannot be {value} when a deal begins: at {limit} it is full, and that much is taken away"


_KNOWN_BEFORE = frozenset({Topic.NOTHING, Topic.SCORE, Topic.TALLY, Topic.OPTION, Topic.SEATING})
"""What is known of a deal before it begins."""
_OF_A_DEAL = (
    terms.ZoneRef, terms.Moved, terms.Answer, terms.Did, terms.IsBid, terms.BidParameter, terms.Broke, terms.Ran,
    terms.Run,
)  # fmt: skip


def ended_before(s: State) -> str:
    """Return the ending that the scores and tallies of a deal would have met before it; empty if the game goes on."""
    known = tuple(one for one in s.spec.endings if one.when and not s.spec.reads(one.when, _comes_later))
    after = s.copy()
    after.spec = replace(s.spec, endings=tuple(one for one in known if one.kind != "out"))
    end_game(after)
    return after.ended_by if after.over else ""


def _comes_later(term: Term) -> bool:
    """Tell whether a part of a rule reads more than scores, tallies and what never changes."""
    if isinstance(term, Op):
        return topic_of(term.op) not in _KNOWN_BEFORE
    return isinstance(term, _OF_A_DEAL) or (isinstance(term, terms.TallyRef) and term.which != "now")


# ---------------------------------------------------------------- tricks


def divisions(total: N, parts: int) -> Iterator[tuple[N, ...]]:
    """Yield every way to divide a total into this many parts; in halves if it is not whole."""
    step = 1 if isinstance(total, int) else Fraction(1, 2)
    if parts == 1:
        yield (total,)
        return
    part: Any = 0
    while part <= total:
        yield from ((part, *rest) for rest in divisions(total - part, parts - 1))
        part += step
