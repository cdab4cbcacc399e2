"""How many cards and tricks a deal can have, whatever is answered."""

from __future__ import annotations

from fractions import Fraction
from itertools import takewhile
from typing import Final

from spadesdsl.algebra.bids import bids_made_in, may_be_left_out
from spadesdsl.algebra.reads import topics_of
from spadesdsl.engine import deals
from spadesdsl.engine.game import Game
from spadesdsl.rules.game import Rules
from spadesdsl.rules.operations import CARD, SUIT, Topic
from spadesdsl.rules.parts import Ask, Award, Do, Give, Skip, Step, Timing
from spadesdsl.rules.terms import Const, Extreme, Filter, Op, Term, Var, ZoneRef
from spadesdsl.rules.walking import (
    all_actions,
    all_steps,
    free_variables,
    options_named,
    terms_of,
    with_blocks,
)
from spadesdsl.syntax.expressions import names_in


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


def draws(game: Rules) -> bool:
    """Tell whether cards are given to hands, or taken from them, during the play."""
    return any(is_of_a_hand(one) for step in game.play.steps for one in step.actions)


def tricks_drawn(game: Rules, bound: Game, deal: int) -> int | None:
    """Return how many tricks a deal has in which hands are filled up, if that is always the same; None if not."""
    gives = [step for step in game.play.steps if any(isinstance(action, Give) for action in step.actions)]
    is_even = all(map(_gives_by_who_won, gives)) and _stays_even(game, bound, deal)
    return deals.tricks_of(bound, deal) if is_even else None


def is_of_a_hand(action: object) -> bool:
    """Tell whether an action moves cards to hands or from them."""
    return isinstance(action, Give) and not (isinstance(action.to, ZoneRef) and isinstance(action.source, ZoneRef))


def _gives_by_who_won(step: Step) -> bool:
    """Tell whether a step always moves as many cards of the table: to all, or to seats from who won a trick on."""
    if not isinstance(step, Do) or step.when or step.by or step.timing not in (None, Timing("after each", "trick")):
        return False
    for one in step.actions:
        is_there = isinstance(one, Give) and isinstance(one.source, ZoneRef) and one.source.owner is None
        if not is_there or not isinstance(one, Give) or not isinstance(one.number, Const | None):
            return False
        if one.each is not None:
            continue
        seat = one.to
        while isinstance(seat, Op) and seat.op in ("hand", "left", "right"):  # across from some nobody may sit
            (seat,) = seat.arguments
        is_of_table = isinstance(seat, ZoneRef) and seat.owner is None
        if not is_of_table and not (isinstance(seat, Op) and seat == Op("trick_winner", seat.arguments, seat.type)
                                    and seat.arguments == (Op("last_trick", (), seat.arguments[0].type),)):  # fmt: skip
            return False
    return True


def _stays_even(game: Rules, bound: Game, deal: int) -> bool:
    """Tell whether all hands are as large whenever a trick begins: then one deal shows it of all."""
    has_skips = any(isinstance(one, Skip) for one in all_actions(game))
    if game.play.controls or game.puts_out or has_skips or not is_always_won(game):
        return False
    begin = deals.begun(bound, deal=deal)
    states = deals.answered(begin, -1, lambda s: s.deals_dealt != begin.deals_dealt)
    sizes = [{hand.bit_count() for hand in s.hands} for s in states if s.is_playing and not s.trick]
    return bool(sizes) and all(len(one) == 1 for one in sizes)


def most_laid(game: Rules, place: str) -> int | None:
    """Return how many cards a player's own place has at most: each lays some there, once; None if that is not known."""
    steps = [step for phase in game.phases for step in phase.steps if step.timing is None]
    most = 0
    for step in all_steps(game):
        for one in (one for one in step.actions if isinstance(one, Give)):
            if not isinstance(one.to, ZoneRef) or one.to.zone != place:
                continue
            by, number = step.by, one.number
            is_own = isinstance(one.to.owner, Var) and one.to.owner.name == "player"
            is_once = by is not None and by.until is None and by.noun in ("player", "seat") and step in steps
            if not (is_own and is_once and isinstance(number, Const) and isinstance(number.value, int | Fraction)):
                return None
            most += int(number.value)
    return most


def number_dealt(game: Rules) -> Term | None:
    """Return how many cards each hand has if one step deals them, as many to all, and no other step moves any."""
    gives = [(step, one) for step in all_steps(game) for one in step.actions if isinstance(one, Give)]
    to_hands = [
        (step, one) for step, one in gives if not (isinstance(one.to, ZoneRef) and isinstance(one.source, ZoneRef))
    ]
    if len(to_hands) != 1 or counts_tricks_unplayed(game) or game.play.controls or cards_put_back(game):
        return None
    ((step, one),) = to_hands
    is_sure = isinstance(step, Do) and step.is_sure and step is gives[0][0] and step not in may_be_left_out(game)
    is_same = one.each in ("player", "seat") and topics_of(game, one.number) <= {Topic.OPTION, Topic.DEAL}
    is_same = is_same and (one.number is None or not free_variables(one.number))
    return one.number if is_sure and is_same and not game.puts_out and step not in game.play.steps else None


def is_always_won(game: Rules) -> bool:
    """Tell whether somebody certainly wins each trick: a card of the suit led, or any card, wins if no other does."""
    trumps = game.trumps
    above = trumps.topped if trumps is not None and trumps.when is None and isinstance(trumps.suit, Const) else ()
    topped = {one.value for one in above if isinstance(one, Const)}
    have_suits = all(face.suit is not None or at in topped for at, face in enumerate(game.faces))
    return game.play.equal != "cancel" and _is_somebody(game.play.winner, have_suits=have_suits)


def can_go_to_anybody(game: Rules) -> bool:
    """Tell whether players can share the tricks of a deal in any way: all are played, by all, and a card wins each."""
    is_cut = any(isinstance(action, Award | Skip) for action in all_actions(game))
    sits_out = any(control.player is None for control in game.play.controls)
    return not is_cut and not sits_out and _is_best_card(game.play.winner)


def _is_best_card(winner: Term) -> bool:
    """Tell whether a winner rule gives the best of some cards of the trick."""
    match winner:
        case Op(op="else", arguments=parts) | Op(op="if", arguments=(_, *parts)):
            return all(map(_is_best_card, parts))
        case Extreme(of=of):
            while isinstance(of, Filter) or (isinstance(of, Op) and of.op == "part_suit"):
                of = of.of if isinstance(of, Filter) else of.arguments[0]
            return isinstance(of, Op) and of.op == "trick"
        case _:
            return False


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
    early, left_out = takewhile(lambda phase: phase.name != "play", game.phases), may_be_left_out(game)
    dealt = sum(
        _least(one.number)
        for step in (step for phase in early for step in phase.steps)
        for one in (step.actions if isinstance(step, Do) and step.is_sure and step not in left_out else ())
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


_BEFORE_CARDS: Final = frozenset(
    {
        *(Topic.OPTION, Topic.DEAL, Topic.NOTHING, Topic.SCORE, Topic.TALLY, Topic.SEATING),
        *(Topic.BIDS, Topic.DECISION),
    }
)
"""What a condition may read that stays the same when cards are given."""


def counts_tricks_unplayed(game: Rules) -> bool:
    """Tell whether somebody can be awarded a number of tricks that were not played: there may be any number of them."""
    return any(isinstance(action, Award) and action.tricks is not None for action in all_actions(game))
