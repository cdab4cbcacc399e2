"""All bids and tricks of some seats, the smallest first: deals to score, in proofs and in comparisons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, product
from math import prod
from typing import Final

from spadesdsl.algebra.bids import bids_made_in, lists_bids_made
from spadesdsl.algebra.bounds import Bounds
from spadesdsl.algebra.deals import is_always_won
from spadesdsl.algebra.reads import reads_own_side, topics_of
from spadesdsl.engine import deals
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.possible import divisions
from spadesdsl.engine.situation import SituationError
from spadesdsl.engine.state import StateData
from spadesdsl.frozen import Frozen, replace
from spadesdsl.proofs.situations import Bids, Case, Made, are_numbers, bidders, offered, shared_evenly, usual_bids
from spadesdsl.rules.game import Rules, Variant
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import Award, BidType, Line, Round, Skip
from spadesdsl.rules.terms import Const, Did, Op, OptionRef, Term, Var
from spadesdsl.rules.walking import all_actions, all_steps, ops_read, terms_of
from spadesdsl.words import and_list

FROM_BIDS: Final = frozenset({Topic.BIDS, Topic.TAKEN, Topic.OPTION, Topic.CHOICE, Topic.SEATING})
"""The facts that bids and tricks settle completely."""
FROM_SHEET: Final = FROM_BIDS | {Topic.SUBTOTAL, Topic.TALLY, Topic.SCORE, Topic.DEAL}
"""The facts that they settle in a first deal: a case that it shows there is real."""
_BY_DEALER: Final = frozenset({"dealer", "first", "last", "first_n", "last_n"})
"""Ops whose value depends on who deals."""


class Range(Frozen):
    """What cases range over."""

    seats: tuple[int, ...]
    """The seats whose bids and tricks vary; the others take what is left."""
    choices: tuple[Bids, ...]
    """Every way that these seats can have bid; the smallest first."""
    tricks: int
    is_whole: bool
    """Whether the rules in question read nothing else."""
    others: Bids = ()
    """What the other seats bid."""

    @property
    def count(self) -> int:
        """Return how many cases there are."""
        ways = 1
        for at in range(len(self.seats)):
            ways = ways * (self.tricks + at + 1) // (at + 1)
        return len(self.choices) * ways


def range_of(game: Rules, bound: Game, lines: tuple[Line, ...], deal: int) -> Range:
    """Return the deals that the cases of some lines tell apart."""
    terms = tuple(term for line in lines for term in terms_of(line))
    topics = topics_of(game, *terms)
    blank = deals.blank(bound, deal=deal)
    side = max(blank.sides, key=len)
    is_own = reads_own_side(game, *terms) and len({len(members) for members in blank.sides}) == 1
    seats = side if is_own else tuple(seat for members in blank.sides for seat in members)
    ways = _ways_to_bid(game, blank, seats)
    # The deals do not vary the dealer, the number of tricks, or the worth of a trick that nobody wins.
    is_whole = game.teams.after is None and topics <= FROM_BIDS and len(ways) < _MOST_WAYS
    bounds = Bounds(game, bound, Variant(game))
    bounds.deals = (deal, None)
    is_whole = is_whole and bounds.has_fixed_tricks
    # Of one side alone all numbers of tricks are tried, and the others may go to anybody, or to nobody.
    is_apart = is_own and len(seats) < game.player_count
    is_whole = is_whole and (is_apart or is_always_won(game) or _can_lose_tricks(blank))
    is_whole = is_whole and all(map(_is_settled, game.bids)) and lists_bids_made(game)
    is_whole = is_whole and (is_own or not ops_read(game.let_of, *terms) & _BY_DEALER)
    others = [seat for seat in range(len(blank.hands)) if seat not in seats]
    return Range(seats, ways, blank.tricks_total, is_whole, usual_bids((blank,), others))


def range_of_side(games: Sequence[Game]) -> Range:
    """Return all bids of the first side that the games have, and all numbers of its tricks.

    Of too many bids only some of each type are tried.
    """
    states = [deals.blank(game) for game in games]
    kinds, tricks, mine = offered(states), min(s.tricks_total for s in states), states[0].sides[0]
    own = [seat for seat in bidders(states[0]) if seat in mine]
    choices = [kinds[seat] for seat in own if kinds[seat]]
    over = Range(mine, (), tricks, is_whole=False)
    if replace(over, choices=((),)).count * prod(map(len, choices)) > MOST_CASES:
        choices = list(map(_few, choices))
    ways = [tuple(zip([seat for seat in own if kinds[seat]], way, strict=True)) for way in product(*choices)]
    others = usual_bids(states, [seat for seat in range(len(kinds)) if seat not in mine])
    return replace(over, choices=tuple(sorted(ways, key=_plainness)), others=others)


MOST_CASES: Final = 30_000
"""No more cases are made of a side's bids and tricks."""


def _plainness(bids: Bids) -> tuple[int, float]:
    """Return how much has to be said about bids: less is plainer."""
    said = [arguments for _, (_, arguments) in bids]
    return sum(not one for one in said), sum(sum(map(float, one)) for one in said if are_numbers(one))


def _few(bids: Sequence[Made]) -> list[Made]:
    """Return the first bids of each type."""
    found: list[Made] = []
    for bid in bids:
        if sum(bid[0] == other[0] for other in found) < 3:
            found.append(bid)
    return found


def cases_of(game: Game, over: Range) -> Iterator[Case]:
    """Yield first deals with the bids and tricks of a range, the smallest first."""
    s = deals.blank(game)
    rows = [shared_evenly(s, over.seats, way, over.tricks) for way in shares(over.tricks, len(over.seats))]
    for bids in over.choices:
        yield from (Case(bids=(*bids, *over.others), taken=row) for row in rows)


def _is_settled(bid: BidType) -> bool:
    """Tell whether a bid has the same choices, and adds the same to the contract, in every deal."""
    is_plain = bid.contract is None or isinstance(bid.contract, Const | OptionRef | Var)
    return is_plain and all(parameter.choices is not None for parameter in bid.parameters)


def _ways_to_bid(game: Rules, s: State, seats: tuple[int, ...]) -> tuple[Bids, ...]:
    """List the ways that some seats can have bid, up to a limit."""
    named = {name for step in all_steps(game) if isinstance(step, Round) for name in step.bids}
    named |= {one.bid_type for one in bids_made_in(game)}
    of_sides = {kind.name for kind in s.spec.bids if kind.by_side}
    made = [bid for bid in offered((s,))[seats[0]] if bid[0] in named]
    for_sides = [bid for bid in made if bid[0] in of_sides]
    singles = [bid for bid in made if bid[0] not in of_sides]
    is_bid = everyone_bids(game, by_side=False), everyone_bids(game, by_side=True)
    sides = tuple(
        tuple(seat for seat in seats if s.side_of[seat] == side) for side in dict.fromkeys(s.side_of[x] for x in seats)
    )
    return _ways_of_sides(sides, tuple(singles), tuple(for_sides), is_bid, tuple(game.dummies))


@lru_cache(maxsize=4)
def _ways_of_sides(
    sides: tuple[tuple[int, ...], ...],
    singles: tuple[Made, ...],
    for_sides: tuple[Made, ...],
    is_bid: tuple[bool, bool],
    dummies: tuple[int, ...],
) -> tuple[Bids, ...]:
    """List the ways of some sides to bid: whether each player bids, and each side, is in `is_bid`."""
    weights = {bid: sum(float(value) for value in bid[1] if isinstance(value, int)) for bid in (*singles, *for_sides)}
    players_bid, sides_bid = is_bid

    def of_a_side(members: tuple[int, ...]) -> Iterator[tuple[float, Bids]]:
        """Yield the ways of a side and their weights: who is asked until there is a bid is not without one."""
        shared = [(), *(((members[0], one),) for one in for_sides)]
        own = [[(), *(((seat, one),) for one in singles)] for seat in members]
        asked = [at for at, seat in enumerate(members) if seat not in dummies]  # a dummy bids nothing
        for of_side, *of_seats in product(shared, *own):
            has_bid = [bool(of_seats[at]) for at in asked]
            if of_side or ((not players_bid or all(has_bid)) and (not sides_bid or any(has_bid))):
                bids = (*of_side, *(one for own_bid in of_seats for one in own_bid))
                yield sum(weights[bid] for _, bid in bids), bids

    found = islice(product(*(tuple(islice(of_a_side(members), _MOST_WAYS)) for members in sides)), _MOST_WAYS)
    joined = [(sum(weight for weight, _ in ways), tuple(one for _, bids in ways for one in bids)) for ways in found]
    return tuple(bids for _, bids in sorted(joined, key=lambda one: (one[0], len(one[1]))))


_MOST_WAYS: Final = 40_000


def everyone_bids(game: Rules, *, by_side: bool = False) -> bool:
    """Tell whether some round leaves no player, or no side, without a bid."""
    if any(isinstance(action, Skip) for action in all_actions(game)):
        return False  # the phase of the round may be left out
    rounds = [step for phase in game.phases for step in phase.steps if isinstance(step, Round) and step.timing is None]
    return any(_asks_all(game, step, by_side=by_side) for step in rounds)


def _asks_all(game: Rules, step: Round, *, by_side: bool) -> bool:
    by = step.by
    kinds = [bid for bid in game.bids if bid.name in step.bids]
    is_open = any(
        bid.when is None and bid.needs_yes is None and not bid.before_looking and bid.by_side == by_side
        for bid in kinds
    )
    is_of_all = by.turns != "one" and by.noun == ("team" if by_side else "player")
    return is_open and is_of_all and by.stopping is None and by.until is None and _is_without_bid(step.when, by.noun)


def _is_without_bid(term: Term | None, noun: str) -> bool:
    """Tell whether a condition holds for every player, or every side, without a bid."""
    match term:
        case None:
            return True
        case Op(op="not", arguments=(Did(who=Var(name=name), decision="bid", arguments=()),)):
            return name == ("side" if noun == "team" else noun)
        case Op(op="=", arguments=(Op(op="side_contract", arguments=(Var(name="side"),)), Const(value=0))):
            return noun == "team"
        case _:
            return False


# ---------------------------------------------------------------- as states to score


def deals_of(game: Game, over: Range, deal: int, *, is_extreme: bool = False) -> Iterator[StateData]:
    """Iterate over deals to score, those with few tricks and low bids first.

    Args:
        game: The game.
        over: What the deals range over.
        deal: The number of the deal.
        is_extreme: Whether each seat takes only nothing, one, what it bid, or all there is.
    """
    blank = deals.blank(game, deal=deal)
    loses_tricks = len(over.seats) < len(blank.spec.players) or _can_lose_tricks(blank)
    for bids in over.choices:
        try:
            s = Case(deal, bids=(*bids, *over.others)).bid(game)
        except SituationError:
            continue  # a bid is outside of the range that the others leave it
        for way in _extreme_shares(s, over) if is_extreme else shares(over.tricks, len(over.seats)):
            if loses_tricks or sum(way) == over.tricks:
                made = s.copy()
                made.taken = shared_evenly(s, over.seats, way, over.tricks)
                yield made


def _can_lose_tricks(s: StateData) -> bool:
    """Tell whether there may be tricks that nobody wins, or that go unplayed."""
    return s.spec.play.equal == "cancel" or any(isinstance(action, Skip | Award) for action in s.spec.plan.actions)


def thinned(over: Range) -> Range:
    """Return some of the ways to bid, and for each kind of bid one in which everybody bids it."""
    step = max(1, len(over.choices) // _FEW)
    few = dict.fromkeys((*over.choices[::step], *_one_kind(over)))
    return replace(over, choices=tuple(few))


_FEW: Final = 24


def _extreme_shares(s: StateData, over: Range) -> Iterator[tuple[int, ...]]:
    """Iterate over the ways for each seat to take an extreme number of tricks."""
    contracts = [bid.contract if (bid := s.bids[seat]) is not None else None for seat in over.seats]
    numbers = [[at for at in range(over.tricks + 1) if at in (0, 1, over.tricks, one)] for one in contracts]
    return (way for way in product(*numbers) if sum(way) <= over.tricks)


def _one_kind(over: Range) -> list[Bids]:
    """Return one way to bid for each kind of bid in which everybody bids that kind."""
    found: dict[str, Bids] = {}
    for bids in over.choices:
        kinds = {made[0] for _, made in bids}
        if len(kinds) == 1:
            found.setdefault(kinds.pop(), bids)
    return list(found.values())


def shares(most: int, seats: int) -> Iterator[tuple[int, ...]]:
    """Iterate over all ways for some seats to take up to a number of tricks."""
    yield from (tuple(taken) for *taken, _ in divisions(most, seats + 1))


# ---------------------------------------------------------------- in words


def told(s: StateData, seats: tuple[int, ...]) -> str:
    """Say what some seats bid and took, as people would: "North bids nil, South bids 4; they take 2 and 0"."""
    names = s.spec.seats
    bids = [f"{names[seat]} bids {bid.label}" for seat in seats if (bid := s.bids[seat]) is not None]
    bids += [
        f"{' and '.join(names[seat] for seat in s.sides[side])} bid {bid.label}"
        for side, bid in enumerate(s.side_bids)
        if bid is not None and set(s.sides[side]) & set(seats)
    ]
    numbers = [str(s.taken[seat]) for seat in seats]
    if len(seats) == 1:
        return f"{bids[0]} and takes {numbers[0]}" if bids else f"{names[seats[0]]} takes {numbers[0]}"
    who = "they" if bids else and_list([names[seat] for seat in seats])
    taken = f"{who} take {and_list(numbers)}"
    return f"{', '.join(bids)}; {taken}" if bids else taken
