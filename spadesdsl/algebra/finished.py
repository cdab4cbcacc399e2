"""What is certain once a deal is over: all its tricks have been taken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from spadesdsl.algebra.bounds import Bounds
from spadesdsl.algebra.deals import is_always_won, number_dealt
from spadesdsl.algebra.facts import is_of_played
from spadesdsl.algebra.former import EACH_TAKEN
from spadesdsl.algebra.forms import compared, joined, mentions, negated, questions, sum_of, written
from spadesdsl.algebra.judge import OVER
from spadesdsl.algebra.seated import goes_over_seats
from spadesdsl.algebra.sums import Form, Sum, added, plain
from spadesdsl.rules.parts import Award, Skip
from spadesdsl.rules.walking import all_actions

TAKEN: Final = frozenset({"seat_taken", "side_taken"})


def all_tricks(bounds: Bounds) -> Sum | None:
    """Return how many tricks each deal has that is scored; None unless somebody has certainly won each of them."""
    game = bounds.game
    plays_alone = not any(isinstance(action, Award | Skip) for action in all_actions(game))
    if not plays_alone or not is_always_won(game) or game.dummies:
        return None
    if bounds.has_fixed_tricks:
        return plain(bounds.tricks)
    if (number := number_dealt(game)) is None or not bounds.is_whole(dealt := bounds.former.form(number)):
        return None
    most_cards = bounds.bound.base.deck.size // len(game.seats)
    ends = [one.ends(dealt) for one in bounds.moments or (bounds,)]
    is_there = all(low is not None and high is not None and low > 0 and high <= most_cards for low, high in ends)
    return sum_of(dealt) if is_there else None


def of_all_tricks(bounds: Bounds, tricks: Sum, form: Form) -> Iterator[Form]:
    """Yield what is certain of the tricks that a condition reads once all are over, and of cards that all were won."""
    game, played = bounds.game, written(added({}, tricks, bounds.game.player_count))
    is_all = played == written(plain(bounds.bound.base.deck.size)) and not game.play.controls and not game.puts_out
    for question in questions(form) if is_all else ():
        match question:
            case ("Holds", "some" | "no" as how, ("players",) | ("seats",) | ("sides",), ("includes", (_, who), card)):
                if who == ("variable", 0) and card[:2] == ("value", "card"):
                    yield question if how == "some" else negated(question)
            case _:
                pass
    for question in questions(form):
        match question:
            case ("member", ("trick_winner", one), ("side_members", side)) if one in OVER:
                yield joined("or", (question, _misses_one(("side_taken", side), tricks)))
            case ("is", *both):
                for who, one in (both, both[::-1]):
                    if one[0] == "trick_winner" and one[1] in OVER:
                        yield joined("or", (question, _misses_one(("seat_taken", who), tricks)))
            case _:
                pass
    if goes_over_seats(form) and mentions(form, *TAKEN):
        yield compared("=", {(("Fold", "sum", ("players",), EACH_TAKEN),): 1}, tricks)
    for amount in dict.fromkeys(amounts_in(form, _OF_ALL_TRICKS)):
        match amount:
            case ("trick_winner", one) if one in OVER:
                yield "member", amount, ("players",)
            case ("trick_number",):
                yield compared("=", {(amount,): 1}, added(tricks, plain(1)))
            case ("count", ("tricks",)) | ("trick_number_of", ("last_trick",) | ("last", ("tricks",))):
                yield compared("=", {(amount,): 1}, tricks)
            case ("Fold", "sum", ("players",) | ("seats",), taken) if taken == EACH_TAKEN:
                yield compared("=", {(amount,): 1}, tricks)
            case ("Fold", "sum", ("side_opponents", who), taken) if taken == EACH_TAKEN:
                yield compared("=", {(amount,): 1, (("side_taken", who),): 1}, tricks)
            case _:
                pass


def _misses_one(taken: Form, tricks: Sum) -> Form:
    """Return that somebody has not won all tricks: another won the last one."""
    return compared("<", {(taken,): 1}, tricks)


_OF_ALL_TRICKS: Final = frozenset({"trick_number", "count", "trick_number_of", "Fold", "trick_winner"})


def amounts_in(form: Any, ops: frozenset[str]) -> Iterator[Form]:  # noqa: ANN401 - a form, or a part of one
    """Yield the amounts of some kinds in a condition; not what everybody in turn has."""
    match form:
        case (str() as op, *_) if op in ops and (op != "count" or is_of_played(form[1]) or form[1] == ("tricks",)):
            yield form
        case ("Filter" | "Holds" | "Fold" | "Run", _, of, _) | ("Extreme", _, of, *_):
            yield from amounts_in(of, ops)
        case tuple():
            for part in form:
                yield from amounts_in(part, ops)
        case _:
            pass
