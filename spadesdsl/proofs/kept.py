"""What two players never have bid or answered: partners keep to the rules, and what one takes no other is offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Final

from spadesdsl.algebra.bids import bids_made_in, numbers_in
from spadesdsl.algebra.cases import Asker, Kept
from spadesdsl.algebra.forms import NO, YES, all_of, compared, exchanged, joined, negated, sum_of, without_bids, written
from spadesdsl.algebra.reads import topics_of
from spadesdsl.algebra.seated import bound_to
from spadesdsl.algebra.sums import Form, Sum, plain
from spadesdsl.rules.game import Rules
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import Ask, BidType, Parameter, Round
from spadesdsl.rules.terms import Term
from spadesdsl.rules.walking import all_steps, conjuncts

_OF_TWO: Final = 2
MADE: Final = ("seat_bid", ("variable", "player"))
CONTRACT: Final = written({(("seat_contract", ("variable", "player")),): 1})
WHEN_MADE: Final = frozenset(
    {Topic.OPTION, Topic.SEATING, Topic.DEAL, Topic.SCORE, Topic.TALLY, Topic.DECISION, Topic.CHOICE, Topic.NOTHING}
)
"""What a bid may read that is the same once it is made."""
_STAYS: Final = frozenset({Topic.BIDS, Topic.OPTION, Topic.SEATING, Topic.DEAL, Topic.SCORE, Topic.TALLY})
"""What a rule may read: it is the same after the last bid of the two."""


def kept_in_turn(asker: Asker) -> Kept:
    """Return what is so at any time of what players have bid and answered in turn, by what is asked about."""
    if not asker.bounds.seated.is_fixed:
        return {}
    partners = kept_by_partners(asker)
    return {**taken_by_one(asker), **(dict.fromkeys(("seat_bid", "seat_contract", "side_contract"), partners))}


def taken_by_one(asker: Asker) -> Kept:
    """Return, by what is offered to one after the other until somebody takes it, that no two have taken it."""
    game, found = asker.bounds.game, dict[str, tuple[Form, ...]]()
    asked = Counter(step.rule.name for step in all_steps(game) if isinstance(step, Ask))
    offered = Counter(bid for step in all_steps(game) if isinstance(step, Round) for bid in step.bids)
    for ask in (one for one in all_steps(game) if isinstance(one, Ask) and asked[one.rule.name] == 1):
        some: Form = ("Holds", "some", ("players",), ("Did", ("variable", 0), ask.rule.name, ()))
        is_one_by_one = ask.by.turns != "at once" and ask.by.noun in ("player", "seat")
        if is_one_by_one and negated(some) in all_of(asker.former.condition(ask.when)):
            each: list[Form] = [("Did", ("value", "seat", one), ask.rule.name, ()) for one in range(len(game.seats))]
            found[ask.rule.name] = tuple(negated(joined("and", two)) for two in combinations(each, 2))
    steps = (step for phase in game.phases for step in phase.steps if step.timing is None)
    for step in (one for one in steps if isinstance(one, Ask | Round)):
        stops = NO if step.by.stopping is None or step.by.until is not None else asker.former.form(step.by.stopping)
        whose = {"player": "players", "seat": "players", "team": "sides"}.get(step.by.noun)
        for part in stops[1:] if stops[0] == "or" else (stops,):
            match part:
                case ("Holds", "some", (over,), taken) if over == whose and step.by.turns == "each":
                    kinds = taken[1:] if taken[0] == "or" else (taken,)
                case _:
                    continue
            own = [_taken_in(step, one) for one in kinds]
            once = asked if isinstance(step, Ask) else offered
            if all(one is not None and once[one] == 1 for one in own) and not bids_made_in(game):
                among = list(range(len(game.teams.sides) if whose == "sides" else len(game.seats)))
                said = [bound_to(taken, ("value", "side" if whose == "sides" else "seat", one)) for one in among]
                pairs = tuple(negated(joined("and", two)) for two in combinations(said, 2))
                found |= dict.fromkeys((one for one in own if one is not None), pairs)
    return found


def _taken_in(step: Ask[Term] | Round[Term], taken: Form) -> str | None:
    """Return the decision or the bid of a step that somebody has made, if that is what is asked; None for others."""
    match taken:
        case ("Did", ("variable", 0), str() as name, ()) if name == step.rule.name and isinstance(step, Ask):
            return name
        case ("IsBid", ("seat_bid" | "side_bid", ("variable", 0)), str() as name, ()) if (
            isinstance(step, Round) and name in step.bids
        ):
            return name
        case _:
            return None


def kept_by_partners(asker: Asker) -> tuple[Form, ...]:
    """Return what is so at any time of what each two partners have bid, by the rules of the one round of bidding."""
    game = asker.bounds.game
    rounds = [step for step in all_steps(game) if isinstance(step, Round)]
    own = [bid for bid in game.bids if rounds and bid.name in rounds[0].bids]
    asks_again = any(bid.needs_yes is not None or bid.before_looking or bid.by_side for bid in own)
    is_plain = len(rounds) == 1 and (rounds[0].by.turns, rounds[0].by.noun) == ("each", "player")
    if not is_plain or rounds[0].timing is not None or asks_again or bids_made_in(game):
        return ()
    return tuple(dict.fromkeys(_kept(asker, game, rounds[0], own)))


def _kept(asker: Asker, game: Rules, among: Round, own: Sequence[BidType]) -> Iterator[Form]:
    former, seated = asker.former, asker.bounds.seated
    musts = [one for one in game.play.musts if not one.judges_card and one.during in (None, among.name)]
    names = frozenset(bid.name for bid in game.bids)
    for at, must in enumerate(musts):
        form = former.narrowing(must)
        reads_more = must.bid_type is not None or not topics_of(game, must.when, must.body) <= _STAYS
        if reads_more or without_bids(form, names) != YES:
            continue
        if not leaves_one(asker, [among], own, [former.form(one.body) for one in musts[: at + 1]]):
            continue
        for pair in (one for one in game.teams.sides if len(one) == _OF_TWO):
            said = [seated.of_seat(form, seat) for seat in pair]
            if all(_seats_in(one) <= set(pair) for one in said):
                yield joined("or", said)


def can_always_be_made(bid: BidType, asker: Asker | None = None) -> bool:
    """Tell whether everybody can make a bid at any time, perhaps with a range that is never empty."""
    is_plain = bid.when is None and bid.needs_yes is None and not bid.before_looking
    return is_plain and all(one.choices or (asker and _has_numbers(asker, one)) for one in bid.parameters)


def _has_numbers(asker: Asker, parameter: Parameter) -> bool:
    """Tell whether a range has a number in it on all deals."""
    if parameter.low is None or parameter.high is None:
        return False
    ends = [sum_of(asker.former.form(end)) for end in (parameter.low, parameter.high)]
    return not asker.can_hold(compared("<", ends[1], ends[0]))


def leaves_one(asker: Asker, rounds: Sequence[Round], bids: Sequence[BidType], forms: Sequence[Form]) -> bool:
    """Tell whether a bid that everybody can make always satisfies a `must` and those above it, which ask for `forms`.

    If none does, the `must` does not count, and what it bars can be bid.
    """
    fails = negated(joined("and", forms))
    free = [bid for bid in bids if can_always_be_made(bid, asker) and all(bid.name in step.bids for step in rounds)]
    answers = asker.finest((fails,), is_judged=True)
    if answers is not None and any(one.form == MADE for one in answers.quantities):
        lost = {given[MADE] for given, (fails_there,) in answers.combinations() if fails_there}
        names = {bid.name for bid in free}
        return any(one.name in names and one not in lost for one in asker.bounds.bids or ())
    ways = ((*as_made(asker, bid), *said) for bid in free for said in _ways_to_say(asker, bid))
    return any(not asker.can_hold(fails, *way, is_judged=True) for way in ways)


def as_made(asker: Asker, bid: BidType) -> Iterator[Form]:
    """Yield what is certain where a player has made a bid: of what kind it is, and what it adds to the contract."""
    yield "IsBid", MADE, bid.name, ()
    if bid.contract is not None and topics_of(asker.bounds.game, bid.contract) <= WHEN_MADE:
        added = _as_said(bid, asker.former.form(bid.contract))
        yield compared("=", sum_of(CONTRACT), sum_of(added))


def when_made(asker: Asker, bid: BidType) -> Iterator[Form]:
    """Yield what the condition of a bid asks that is still so once it is made."""
    for one in conjuncts(bid.when):
        if topics_of(asker.bounds.game, one) <= WHEN_MADE:
            yield _as_said(bid, asker.former.form(one))


def _as_said(bid: BidType, form: Form) -> Form:
    """Return what reads the parameters of a bid as of the bid that a player has made."""
    its = {("variable", f"param:{one.name}"): ("BidParameter", MADE, one.name, one.type.is_amount)
           for one in bid.parameters}  # fmt: skip
    return exchanged(form, its)  # type: ignore[no-any-return]


def _ways_to_say(asker: Asker, bid: BidType) -> Iterator[list[Form]]:
    """Yield with which numbers everybody can make a bid: all that are listed, or the lowest of a range."""
    lists: list[list[Form]] = []
    for one in bid.parameters:
        if not one.type.is_amount:
            continue
        listed = [plain(number) for number in numbers_in(one.choices or ())]
        lows = listed or ([] if one.low is None else [sum_of(asker.former.form(one.low))])
        number: Sum = {(("BidParameter", MADE, one.name, True),): 1}
        lists.append([compared("=", number, low) for low in lows])
    yield from map(list, product(*lists))


def _seats_in(form: object) -> set[int]:
    """Return the seats with a name in a form; −1 for one without."""
    if not isinstance(form, tuple):
        return set()
    if form[:2] == ("value", "seat"):
        return {form[2]}
    here = {-1} if form[:1] in (("variable",), ("players",), ("seats",), ("calls",)) else set()
    return here.union(*map(_seats_in, form))
