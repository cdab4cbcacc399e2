"""How many cards and tricks a deal can have, whatever is answered."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from itertools import pairwise, takewhile
from math import ceil
from typing import Final

from spadesdsl.algebra.bids import bids_made_in
from spadesdsl.algebra.reads import facts_of, topics_of
from spadesdsl.engine import deals
from spadesdsl.engine.game import Game
from spadesdsl.rules.game import Rules
from spadesdsl.rules.operations import CARD, SUIT, Topic
from spadesdsl.rules.parts import Ask, Award, BidType, Do, Give, Round, Skip, Step, Timing
from spadesdsl.rules.terms import Const, Did, Extreme, Holds, Kind, LetRef, Op, Term, Var, ZoneRef
from spadesdsl.rules.walking import (
    all_actions,
    all_read,
    all_steps,
    options_named,
    terms_of,
    walk,
    with_blocks,
)
from spadesdsl.syntax.expressions import names_in

_PARTNERS: Final = 2


def _read_for_the_deck(game: Rules) -> list[frozenset[str]]:
    """Return, for each card that is taken out of the deck, the options and quantities that decide it."""
    out = (rule.node for rule in game.rules if (rule.section, rule.keyword) == ("deck", "remove"))
    listed = (value for node in out if node is not None for value in node.values)
    return [frozenset(names_in(value)) & (game.option_of.keys() | game.let_of.keys()) for value in listed]


def cards_put_back(game: Rules) -> int:
    """Return how many cards the deck can have with other settings beyond those that it has as its options are set."""
    return sum(map(bool, _read_for_the_deck(game)))


def options_of_the_deck(game: Rules) -> frozenset[str]:
    """Return the names of the options that decide which cards are taken out of the deck."""
    names = frozenset[str]().union(*_read_for_the_deck(game))
    lets = game.let_of
    return names & game.option_of.keys() | options_named(lets, *(lets[name].body for name in names & lets.keys()))


def tricks_for_sure(game: Rules, bound: Game, deal: int) -> int | None:
    """Return how many tricks a deal has at most, where one deal shows it of all; None if others may have more."""
    gives = [step for step in all_steps(game) if any(isinstance(action, Give) for action in step.actions)]
    others = _uneven_steps(game)
    is_plain = not any(is_of_a_hand(one) for step in others for one in step.actions)
    is_even = all(map(_gives_by_who_won, others)) and _stays_even(game, bound, deal)
    is_plain = is_plain and not sits_out_at_times(game) and all(ending.kind != "out" for ending in game.endings)
    return deals.tricks_of(bound, deal) if _are_dealt_alike(game, gives) and (is_even or is_plain) else None


def is_of_a_hand(action: object) -> bool:
    """Tell whether an action moves cards to hands or from them."""
    return isinstance(action, Give) and not (isinstance(action.to, ZoneRef) and isinstance(action.source, ZoneRef))


def _gives_by_who_won(step: Step) -> bool:
    """Tell whether a step always moves as many cards of the table, to who won a trick, or to seats from there on."""
    if not isinstance(step, Do) or step.when or step.by or step.timing not in (None, Timing("after each", "trick")):
        return False
    for one in step.actions:
        is_there = isinstance(one, Give) and isinstance(one.source, ZoneRef) and one.source.owner is None
        if not is_there or not isinstance(one, Give) or not isinstance(one.number, Const | None):
            return False
        seat = one.to
        while isinstance(seat, Op) and seat.op in ("hand", "left", "right", "across"):
            (seat,) = seat.arguments
        is_of_table = isinstance(seat, ZoneRef) and seat.owner is None
        if not is_of_table and not (isinstance(seat, Op) and seat == Op("trick_winner", seat.arguments, seat.type)
                                    and seat.arguments == (Op("last_trick", (), seat.arguments[0].type),)):  # fmt: skip
            return False
    return True


def _stays_even(game: Rules, bound: Game, deal: int) -> bool:
    """Tell whether all hands are as large whenever a trick begins: then one deal shows it of all."""
    has_out = game.play.controls or any(ending.kind == "out" for ending in game.endings)
    if has_out or not is_always_won(game) or any(isinstance(one, Skip) for one in all_actions(game)):
        return False
    begin = deals.begun(bound, deal=deal)
    states = deals.answered(begin, -1, lambda s: s.deals_dealt != begin.deals_dealt)
    sizes = [{hand.bit_count() for hand in s.hands} for s in states if s.is_playing and not s.trick]
    return bool(sizes) and all(len(one) == 1 for one in sizes)


def _are_dealt_alike(game: Rules, gives: Iterable[Step]) -> bool:
    """Tell whether no number of a deal, no score and no setting decides how many cards there are, and where."""
    topics = topics_of(game, *terms_of(tuple(gives)))
    actions = [action for step in gives for action in step.actions if isinstance(action, Give)]
    numbers = facts_of(game, *(action.number for action in actions))
    is_same = not cards_put_back(game) and not topics & {Topic.DEAL, Topic.SCORE, Topic.TALLY, Topic.LUCK}
    return is_same and all(fact.topic is not Topic.OPTION for fact in numbers)


def has_fixed_tricks(game: Rules, bound: Game, deal: int) -> bool:
    """Tell whether all deals have the same number of tricks, unless some are skipped, or won by nobody."""
    gives = [step for step in all_steps(game) if any(isinstance(action, Give) for action in step.actions)]
    if counts_tricks_unplayed(game) or may_lack_tricks(game) or not _are_dealt_alike(game, gives):
        return False
    return tricks_for_sure(game, bound, deal) is not None


def number_dealt(game: Rules) -> Term | None:
    """Return how many cards each hand has if one step deals them, as many to all, and no other step moves any."""
    gives = [(step, one) for step in all_steps(game) for one in step.actions if isinstance(one, Give)]
    to_hands = [
        (step, one) for step, one in gives if not (isinstance(one.to, ZoneRef) and isinstance(one.source, ZoneRef))
    ]
    if len(to_hands) != 1 or counts_tricks_unplayed(game) or game.play.controls or cards_put_back(game):
        return None
    ((step, one),) = to_hands
    is_sure = isinstance(step, Do) and step.is_sure and _in_block(game, step) is None and step is gives[0][0]
    is_same = one.each in ("player", "seat") and topics_of(game, one.number) <= {Topic.OPTION, Topic.DEAL}
    has_out = any(ending.kind == "out" for ending in game.endings)
    return one.number if is_sure and is_same and not has_out and step not in game.play.steps else None


def is_always_won(game: Rules) -> bool:
    """Tell whether somebody certainly wins each trick: a card of the suit led, or any card, wins if no other does."""
    trumps = game.trumps
    above = trumps.topped if trumps is not None and trumps.when is None and isinstance(trumps.suit, Const) else ()
    topped = {one.value for one in above if isinstance(one, Const)}
    have_suits = all(face.suit is not None or at in topped for at, face in enumerate(game.faces))
    return game.play.equal != "cancel" and _is_somebody(game.play.winner, have_suits=have_suits)


def _is_somebody(winner: Term, *, have_suits: bool) -> bool:
    """Tell whether a card of each trick is what a winner rule gives."""
    match winner:
        case Op(op="else", arguments=parts):
            return any(_is_somebody(one, have_suits=have_suits) for one in parts)
        case Op(op="if", arguments=(_, *cases)):
            return all(_is_somebody(one, have_suits=have_suits) for one in cases)
        case Extreme(of=Op(op="trick")):
            return True
        case Extreme(of=Op(op="part_suit", arguments=(Op(op="trick"), suit))):
            return have_suits and suit == Op("card_suit", (Op("led", (), CARD),), SUIT)
        case _:
            return False


def each_has_a_card(game: Rules) -> bool:
    """Tell whether everybody certainly has a card to play to the first trick."""
    early = takewhile(lambda phase: phase.name != "play", game.phases)
    dealt = sum(
        _least(one.number)
        for step in (step for phase in early for step in phase.steps)
        for one in (step.actions if isinstance(step, Do) and step.is_sure else ())
        if isinstance(one, Give) and one.each in ("player", "seat")
    )
    for step in all_steps(game):
        for one in step.actions:
            if isinstance(one, Give) and not isinstance(one.source, ZoneRef):
                is_known = isinstance(one.number, Const) and not (isinstance(step, Ask) and step.by.until is not None)
                dealt -= _least(one.number) if is_known else dealt
    return dealt > 0


def _least(number: Term | None) -> int:
    """Return how many cards are certainly moved."""
    match number:
        case Const(value=int() | Fraction() as value):
            return max(0, int(value))
        case Op(op="if", arguments=(_, *parts)):
            return min(map(_least, parts))
        case _:
            return 0


def sits_out_at_times(game: Rules) -> bool:
    """Tell whether a seat may sit out of some tricks alone, so that it still has cards when the others have none."""
    asks = any(isinstance(step, Ask) for step in with_blocks(game.play.steps))
    known = (_BEFORE_CARDS | {Topic.PLACE}) - ({Topic.DECISION} if asks else set())
    known -= {Topic.BIDS, Topic.PLACE} if bids_made_in(game) else set()
    return any(
        one.player is None and not topics_of(game, *terms_of((one.when, one.seat))) <= known
        for one in game.play.controls
    )


def may_lack_tricks(game: Rules) -> bool:
    """Tell whether some answers, or some settings, take cards out of hands, so that a deal has fewer tricks."""
    given = (one for step in _uneven_steps(game) for one in step.actions if isinstance(one, Give))
    return any(not isinstance(one.source, ZoneRef) for one in given)


def _uneven_steps(game: Rules) -> list[Step]:
    """Return the steps that some deals have and others have not, without passes that leave all hands as large."""
    as_many = balanced_steps(game)
    waiting = [one for one in all_steps(game) if isinstance(one, Ask | Do) and id(one) not in as_many]
    found: list[Step] = []
    while more := [one for one in waiting if not _is_as_in_every_deal(game, one, found)]:
        found += more
        waiting = [one for one in waiting if one not in more]
    return found


def balanced_steps(game: Rules) -> frozenset[int]:
    """Return the identities of steps that leave all hands as large, alone or two of them together."""
    steps = [one for one in all_steps(game) if isinstance(one, Ask | Do)]
    pairs = [pair for pair in pairwise(steps) if _gives_back(game, *pair) or _lays_away(game, *pair)]
    alone = (one for one in steps if _is_exchange(game, one))
    return frozenset(map(id, (*alone, *(step for pair in pairs for step in pair))))


def _is_as_in_every_deal(game: Rules, step: Step, unlike: Iterable[Step]) -> bool:
    """Tell whether a step happens once in each deal, or at each trick, and gives the same cards; `unlike` do not."""
    if not isinstance(step, Do) or step.when is not None or _in_block(game, step) is not None:
        return False
    if step.timing is not None and step.timing.moment == "after":
        return False
    gives = (one for other in unlike for one in other.actions if isinstance(one, Give))
    filled = {one.to.zone for one in gives if isinstance(one.to, ZoneRef)}
    for one in step.actions:
        if isinstance(one, Give):
            topics = topics_of(game, one.number, one.to)
            # A seat with a name deals at times, and then what is of it may be of the dealer as well.
            is_by_seat = any(
                isinstance(read, Const) and read.type.kind is Kind.SEAT and read.value not in game.dummies
                for read in all_read(game.let_of, one.number, one.to, one.source)
            )
            if not topics <= _SAME or is_by_seat or not _is_as_full(game, one, filled):
                return False
    return True


def _is_as_full(game: Rules, give: Give[Term], filled: Collection[str]) -> bool:
    """Tell whether as many cards lie in every deal where a step takes them from."""
    match give.source:
        case ZoneRef(zone=zone):
            return zone not in filled
        case Op(op="hand") as hand:
            return topics_of(game, *hand.arguments) <= _SAME
        case _:
            return False


_FOR_ALL: Final = frozenset({Topic.OPTION, Topic.DEAL})
"""What is the same for every player, at any time of a deal."""
_SAME: Final = _FOR_ALL | {Topic.NOTHING, Topic.SCORE, Topic.TALLY, Topic.LUCK, Topic.SEATING}
"""What numbers of cards may read and still be known before the deal; `most_tricks` knows which of it varies."""
_BEFORE_CARDS: Final = _SAME - {Topic.LUCK} | {Topic.BIDS, Topic.DECISION}
"""What a condition may read that stays the same when cards are given."""


def _in_block(game: Rules, step: Step) -> Round | BidType | None:
    """Return the round or the bid in whose block a step is."""
    rounds = [one for phase in game.phases for one in phase.steps if isinstance(one, Round)]
    both: tuple[Round | BidType, ...] = (*rounds, *game.bids)
    for one in both:
        block: tuple[Step, ...] = one.block if isinstance(one, Round) else one.steps
        if any(other is step for other in with_blocks(block)):
            return one
    return None


def _most_often(game: Rules, step: Step) -> int | None:
    """Return how often a step comes at most in a deal; None if any number of times."""
    block = _in_block(game, step)
    steps = [one for one in (step, block) if isinstance(one, Ask | Do | Round)]
    by = [one.by for one in steps if one.by is not None]
    if any(one.timing is not None for one in steps) or any(one.until is not None for one in by):
        return None
    many = sum(one.turns != "one" for one in by) + isinstance(block, BidType)
    return int(len(game.seats) ** many)


def _number_given(game: Rules, action: Give) -> int | None:
    """Return how many cards a `give` moves at most; None if that is not certain."""
    if isinstance(action.number, Const) and isinstance(action.number.value, int | Fraction):
        return ceil(action.number.value)
    if action.number is not None or not isinstance(action.source, ZoneRef):
        return None
    if action.source.zone == "stock":
        return _left_in_stock(game, action)
    found = 0
    for step in all_steps(game):
        for one in step.actions:
            if isinstance(one, Give) and isinstance(one.to, ZoneRef) and one.to.zone == action.source.zone:
                number = one.number.value if isinstance(one.number, Const) else None
                is_once = isinstance(step, Do) and step.by is None and _in_block(game, step) is None
                if not is_once or one.each is not None or step.timing is not None:
                    return None
                if not isinstance(number, int | Fraction):
                    return None
                found += ceil(number)
    return found


def _left_in_stock(game: Rules, action: Give) -> int | None:
    """Return how many cards the stock has for a `give` that takes them all; None if that is not certain."""
    gives = [(step, one) for step in all_steps(game) for one in step.actions if isinstance(one, Give)]
    found = sum(face.count for face in game.faces)
    for step, one in gives:
        is_there = any(
            isinstance(part, ZoneRef) and part.zone == "stock"
            for term in terms_of((one.source, one.to))
            for part in walk(term)
        )
        if one is action or not is_there:
            continue
        is_sure = isinstance(step, Do) and step.is_sure
        if not is_sure or _in_block(game, step) is not None or not isinstance(one.number, Const):
            return None
        found -= int(_least(one.number)) * game.hands_of(one)
    return None if cards_put_back(game) or found < 0 else found


def _is_exchange(game: Rules, step: Step) -> bool:
    """Tell whether everybody passes as many cards to a player as come from another, or nobody passes any."""
    if not isinstance(step, Ask) or step.kind != "pass" or step.by.turns == "one":
        return False
    if not topics_of(game, step.when) <= _FOR_ALL:
        return False
    gives = [action for action in step.actions if isinstance(action, Give)]
    is_for_all = step.by.noun in ("player", "seat") and step.by.stopping is None and step.by.until is None
    lets = {let.key: let.body for let in game.lets}
    to = [lets[one.to.let] if isinstance(one.to, LetRef) else one.to for one in gives]
    is_even = topics_of(game, *(one.number for one in gives)) <= _FOR_ALL
    return is_for_all and is_even and all(_is_of_player(one, ("left", "right", "across", "partner")) for one in to)


def _gives_back(game: Rules, one: Step, other: Step) -> bool:
    """Tell whether a player passes cards to the partner, and then the partner as many back."""
    if not (isinstance(one, Ask) and isinstance(other, Ask) and one.kind == other.kind == "pass"):
        return False
    if game.teams.after is not None or any(len(side) > _PARTNERS for side in game.teams.sides):
        return False
    first, second = one.actions[0], other.actions[0]
    if not (isinstance(first, Give) and isinstance(second, Give)):
        return False
    is_there = one.by.turns == other.by.turns == "one" and _is_player(one.by.who) and first.number == second.number
    is_there = is_there and topics_of(game, first.number) <= _FOR_ALL
    is_back = is_there and other.by.who == first.to and all(_is_of_player(x.to, ("partner",)) for x in (first, second))
    match one.when, other.when:
        case None, None:
            return is_back
        case Did(who=who, decision=decision), Did(who=partner, decision=same):
            return is_back and _is_player(who) and partner == first.to and decision == same
        case _:
            return False


def _lays_away(game: Rules, one: Step, other: Step) -> bool:
    """Tell whether one step gives a player cards, and the next takes as many from the same hand whenever it does."""
    if not isinstance(one, Ask | Do) or not isinstance(other, Ask) or other.kind != "pass" or other.by.turns != "one":
        return False
    if len(one.actions) != 1 or len(other.actions) != 1 or one.timing is not None or other.timing is not None:
        return False
    first, second = one.actions[0], other.actions[0]
    if not (isinstance(first, Give) and isinstance(second, Give)):
        return False
    if first.number is not None and _most_often(game, one) != 1:
        return False
    number = second.number.value if isinstance(second.number, Const) else None
    to: Term | None = first.to.arguments[0] if isinstance(first.to, Op) and first.to.op == "hand" else first.to
    to = one.by.who if one.by is not None and one.by.turns == "one" and _is_player(to) else to
    is_back = to == other.by.who and not isinstance(first.source, Op) and first.each is None
    is_back = is_back and _is_hand(second.source) and isinstance(second.to, ZoneRef) and second.each is None
    if not is_back or number is None or _number_given(game, first) != number:
        return False
    match other.when:
        case Holds(quantifier="some", of=Op(op="players"), condition=Did(decision=decision, arguments=())):
            return isinstance(one, Ask) and one.rule.name == decision
        case Did(who=who, decision=decision, arguments=()) if isinstance(one, Ask):
            return one.rule.name == decision and one.by.turns == "one" and who == one.by.who
        case when:  # the cards that are given may not change the answer
            return isinstance(one, Do) and when == one.when and topics_of(game, when) <= _BEFORE_CARDS


def _is_player(term: Term | None) -> bool:
    return isinstance(term, Var) and term.name == "player"


def _is_of_player(term: Term, ops: tuple[str, ...]) -> bool:
    return isinstance(term, Op) and term.op in ops and _is_player(term.arguments[0])


def _is_hand(term: Term) -> bool:
    return isinstance(term, Op) and term.op == "hand"


def counts_tricks_unplayed(game: Rules) -> bool:
    """Tell whether somebody can be awarded a number of tricks that were not played: there may be any number of them."""
    return any(isinstance(action, Award) and action.tricks is not None for action in all_actions(game))
