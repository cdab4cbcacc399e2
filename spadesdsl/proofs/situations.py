"""Deals to score, made from bids and tricks alone: the smallest first, and all of them if there are few."""

from __future__ import annotations

from itertools import islice, product
from operator import contains
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.algebra.bounds import bids_made_in, lists_bids_made
from spadesdsl.algebra.reads import reads_own_side, topics_of
from spadesdsl.algebra.tricks import counts_tricks_unplayed, may_lack_tricks, most_tricks
from spadesdsl.engine import choices, deals
from spadesdsl.engine.actions import environment
from spadesdsl.engine.possible import divisions
from spadesdsl.engine.situation import Situation, SituationError
from spadesdsl.frozen import dataclass
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import Award, Round, Skip
from spadesdsl.rules.terms import Const, Did, Op, OptionRef, Var
from spadesdsl.rules.walking import all_actions, all_steps, ops_read, terms_of
from spadesdsl.words import and_list

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.state import StateData
    from spadesdsl.rules.game import Rules
    from spadesdsl.rules.parts import BidType, Line
    from spadesdsl.rules.terms import Term

FROM_BIDS: Final = frozenset({Topic.BIDS, Topic.TAKEN, Topic.OPTION, Topic.CHOICE, Topic.SEATING})
"""The facts that such a deal settles completely."""
FROM_SHEET: Final = FROM_BIDS | {Topic.SUBTOTAL, Topic.TALLY, Topic.SCORE, Topic.DEAL}
"""The facts that such a deal settles when it is a first deal: a case that it shows there is real."""
_BY_DEALER: Final = frozenset({"dealer", "first", "last", "first_n", "last_n"})
"""Ops whose value depends on who deals."""

Made = tuple[str, tuple[Any, ...]]
"""A bid: its type and arguments."""


@dataclass(frozen=True, slots=True)
class Range:
    """What the deals range over."""

    seats: tuple[int, ...]
    """The seats whose bids and tricks vary; the others' stay the same."""
    choices: tuple[tuple[tuple[int, Made], ...], ...]
    """Every way that these seats can have bid, as seats with their bids; the smallest first."""
    tricks: int
    is_whole: bool
    """Whether the rules in question read nothing else."""

    @property
    def count(self) -> int:
        """Return how many deals there are."""
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
    has_fixed_tricks = not (counts_tricks_unplayed(game) or may_lack_tricks(game))
    has_fixed_tricks = has_fixed_tricks and most_tricks(game, bound, deal) == blank.tricks_total
    is_whole = game.teams.after is None and topics <= FROM_BIDS and has_fixed_tricks and len(ways) < _MOST_WAYS
    is_whole = is_whole and all(map(_is_settled, game.bids)) and lists_bids_made(game)
    return Range(
        seats, ways, blank.tricks_total, is_whole and (is_own or not ops_read(game.let_of, *terms) & _BY_DEALER)
    )


def _is_settled(bid: BidType) -> bool:
    """Tell whether a bid has the same choices, and adds the same to the contract, in every deal."""
    is_plain = bid.contract is None or isinstance(bid.contract, Const | OptionRef | Var)
    return is_plain and all(parameter.choices is not None for parameter in bid.parameters)


def _ways_to_bid(game: Rules, s: State, seats: tuple[int, ...]) -> tuple[tuple[tuple[int, Made], ...], ...]:
    """List the ways that some seats can have bid, up to a limit."""
    offered = {name for step in all_steps(game) if isinstance(step, Round) for name in step.bids}
    offered |= {one.bid_type for one in bids_made_in(game)}
    singles: list[Made] = []
    for_sides: list[Made] = []
    for kind in s.spec.bids:
        env = environment(s, seats[0])
        arguments = kind.fixed if kind.fixed is not None else choices.values(s, kind.parameters, env)
        made = [(kind.name, values) for values in arguments]
        if kind.name in offered:
            (for_sides if kind.by_side else singles).extend(made)
    weights = {made: _weight(made) for made in (*singles, *for_sides)}
    players_bid, sides_bid = (_everyone_bids(game, by_side=by_side) for by_side in (False, True))
    sides = [[seat for seat in seats if s.side_of[seat] == side] for side in dict.fromkeys(s.side_of[x] for x in seats)]

    def of_a_side(members: list[int]) -> Iterator[tuple[float, tuple[tuple[int, Made], ...]]]:
        """Yield the ways of a side and their weights: who is asked until there is a bid is not without one."""
        shared = [(), *(((members[0], one),) for one in for_sides)]
        own = [[(), *(((seat, one),) for one in singles)] for seat in members]
        asked = [at for at, seat in enumerate(members) if seat not in game.dummies]  # a dummy bids nothing
        for of_side, *of_seats in product(shared, *own):
            has_bid = [bool(of_seats[at]) for at in asked]
            if of_side or ((not players_bid or all(has_bid)) and (not sides_bid or any(has_bid))):
                bids = (*of_side, *(one for made in of_seats for one in made))
                yield sum(weights[made] for _, made in bids), bids

    found = islice(product(*(tuple(islice(of_a_side(members), _MOST_WAYS)) for members in sides)), _MOST_WAYS)
    joined = [(sum(weight for weight, _ in ways), tuple(one for _, bids in ways for one in bids)) for ways in found]
    return tuple(bids for _, bids in sorted(joined, key=lambda one: (one[0], len(one[1]))))


_MOST_WAYS: Final = 40_000


def _weight(bid: Made) -> float:
    return sum(float(value) for value in bid[1] if isinstance(value, int))


def _everyone_bids(game: Rules, *, by_side: bool) -> bool:
    """Tell whether some round leaves no player, or no side, without a bid."""
    if any(isinstance(action, Skip) for action in all_actions(game)):
        return False  # the phase of the round may be left out
    return any(_asks_all(game, step, by_side=by_side) for step in all_steps(game) if isinstance(step, Round))


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


# ---------------------------------------------------------------- the deals


def deals_of(game: Game, over: Range, deal: int, *, is_extreme: bool = False) -> Iterator[StateData]:
    """Iterate over deals to score, those with few tricks and low bids first.

    Args:
        game: The game.
        over: What the deals range over.
        deal: The number of the deal.
        is_extreme: Whether each seat takes only nothing, one, what it bid, or all there is.
    """
    blank = deals.blank(game, deal=deal)
    others = [seat for seat in range(len(game.seats)) if seat not in over.seats]
    usual = _usual(over)
    loses_tricks = bool(others) or _can_lose_tricks(blank)
    for bids in over.choices:
        s = blank.copy()
        rest = () if usual is None else tuple((seat, usual) for seat in others)
        if not _put(s, (*bids, *rest)):
            continue
        Situation(s).make_sides()
        wanted = _extreme_numbers(s, over) if is_extreme else None
        for taken in shares(over.tricks, len(over.seats)):
            if wanted is not None and not all(map(contains, wanted, taken)):
                continue
            if not loses_tricks and sum(taken) != over.tricks:
                continue
            made = s.copy()
            row = [0] * len(game.seats)
            for seat, number in zip(over.seats, taken, strict=True):
                row[seat] = number
            if others:
                row[others[0]] = over.tricks - sum(taken)
            made.taken = tuple(row)
            yield made


def _can_lose_tricks(s: StateData) -> bool:
    """Tell whether there may be tricks that nobody wins, or that go unplayed."""
    return s.spec.play.equal == "cancel" or any(isinstance(action, Skip | Award) for action in s.spec.plan.actions)


def _put(s: State, bids: tuple[tuple[int, Made], ...]) -> bool:
    """Put bids into a deal; return False if one is outside the range that the others leave it."""
    sit = Situation(s)
    try:
        for seat, (name, arguments) in bids:
            sit.bid(name, arguments, seat)
    except SituationError:
        return False
    return True


def thinned(over: Range, most: int = 24) -> Range:
    """Return some of the ways to bid, and for each kind of bid one in which everybody bids it."""
    step = max(1, len(over.choices) // most)
    few = dict.fromkeys((*over.choices[::step], *_one_kind(over)))
    return Range(over.seats, tuple(few), over.tricks, over.is_whole)


def extremes(game: Game, over: Range, deal: int) -> Iterator[StateData]:
    """Iterate over deals in which each seat takes nothing, one, what it bid, or all there is."""
    return deals_of(game, over, deal, is_extreme=True)


def _extreme_numbers(s: StateData, over: Range) -> list[set[Any]]:
    """Return, by seat, the tricks of an extreme deal."""
    bids = [s.bids[seat] for seat in over.seats]
    return [{0, 1, over.tricks, *(() if bid is None or bid.contract is None else (bid.contract,))} for bid in bids]


def _one_kind(over: Range) -> list[tuple[tuple[int, Made], ...]]:
    """Return one way to bid for each kind of bid in which everybody bids that kind."""
    found: dict[str, tuple[tuple[int, Made], ...]] = {}
    for bids in over.choices:
        kinds = {made[0] for _, made in bids}
        if len(kinds) == 1:
            found.setdefault(kinds.pop(), bids)
    return list(found.values())


def _usual(over: Range) -> Made | None:
    """Return a bid for the seats whose bids stay the same."""
    return next((made for bids in over.choices for _, made in bids), None)


def shares(most: int, seats: int) -> Iterator[tuple[int, ...]]:
    """Iterate over all ways for some seats to take up to a number of tricks."""
    for *taken, _ in divisions(most, seats + 1):
        yield tuple(taken)


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
