"""A bot that bids what its hand is good for, wins while it needs tricks and ducks afterwards.

It plays no deal out, but to bid in an auction where cards count.

Whole games of such players are played by a kernel: each of their choices is the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import exp, floor
from types import SimpleNamespace
from typing import Any, Final

from spadesdsl.bots import rollout
from spadesdsl.bots.aims import CHANCES_NEAR, Aims, likely, share_of, shift
from spadesdsl.bots.evaluation import evaluation_of, is_with
from spadesdsl.bots.player import Advice, Adviser, belief_in, luck_of
from spadesdsl.engine import flow, play
from spadesdsl.engine.belief import Belief, is_fed_in_play
from spadesdsl.engine.game import State
from spadesdsl.engine.ranking import mask_of
from spadesdsl.engine.spec import Amount
from spadesdsl.engine.state import Bid
from spadesdsl.engine.turns import Option, Turn
from spadesdsl.engine.view import View
from spadesdsl.kernel import Kernel, Packed
from spadesdsl.kernel.habits import DOUBT, FARTHEST, TRICK, tricks_expected
from spadesdsl.kernel.layout import KINDS
from spadesdsl.kernel.thinking import MOST_TRIED, quiet_bids, raising_bids
from spadesdsl.kernel.values import NONE

DEALS = 8
"""How many deals it imagines."""
TRIED = 2
"""After so many of them a bid is tried no more that was nowhere better than another one, as most of an auction are."""
ALONE = round(2 * (100 * 1.15) ** 2 / 16)
"""How far the tricks of each hand of a side are from what it is good for, together with what the others hold."""
DRAWS = "It makes the most of the cards that are drawn after this trick."
ANSWERED = "That is how a hand like this is answered, without much thought."
RISK = 0.1
"""How much more a bid that nobody has to make must bring than a pass: a share of what sides typically differ by."""


class GreedyPlayer(Adviser):
    """A bot that plays by its own hand and by what a trick is worth to it now."""

    seed: int = 0

    def advise(self, view: View, turn: Turn) -> Advice:
        """Return the move, with its reason."""
        if len(turn.moves) == 1:
            return Advice(turn.moves[0], "There is no other choice.")
        belief = belief_in(view)
        luck = luck_of(self.seed, view, turn)
        s = belief.imagine(luck)
        entry = rollout.entry_of(s, turn)
        aims = evaluation_of(s.game).aims(s)
        found = by_habit(s, entry)
        if found is not None:
            return Advice(found.text, _why(s, entry, aims, found))
        deals = _deals(belief, luck)
        if entry.holder >= 0:
            option = _drawing(s, entry, aims, deals)
            advice = Advice(option.text, DRAWS) if option else None
            option = option or rollout.habit(s, entry, aims, 1)
            if _has_words(entry):
                spoken = (one for one in entry.options if one.said >= 0 and one is not option)
                return _say(s, entry, (option, *spoken), tuple(_deals(belief, luck)))
            return advice or Advice(option.text, _why(s, entry, aims, option))
        if any(option.kind == "bid" for option in entry.options):
            return _call(s, entry, tuple(deals))
        if view.phase.startswith("play") and not getattr(s.step, "actions", True):
            return _say(s, entry, sorted(entry.options, key=lambda one: one.kind != "no"), tuple(deals))
        return Advice(rollout.habit(s, entry, aims).text, ANSWERED)


def by_habit(s: State, entry: Turn) -> Option | None:
    """Return what a seat chooses where it need imagine no deal; None where it does.

    It reads nothing that the seat may not know, so it can be asked at the real table.
    """
    if len(entry.options) == 1:
        return entry.options[0]
    kinds = {option.kind for option in entry.options}
    if entry.holder >= 0:
        return (
            None
            if is_fed_in_play(s.spec) or _has_words(entry)
            else rollout.habit(s, entry, evaluation_of(s.game).aims(s), 1)
        )
    if "look" in kinds or kinds == {"pass"} or (kinds <= {"yes", "no"} and rollout.names_numbers(s, entry)):
        return rollout.habit(s, entry, evaluation_of(s.game).aims(s))
    best = _best(s, entry)
    if best is not None:
        return entry.options[best]
    return _bid(s, entry) if "bid" in kinds and len(_members(s, entry.seat)) > 1 else None


def _has_words(entry: Turn) -> bool:
    """Tell whether something may be said with a card."""
    return any(option.said >= 0 for option in entry.options)


def _members(s: State, seat: int) -> list[int]:
    """Return a seat and its partners with a hand."""
    return [one for one, hand in enumerate(s.hands) if one == seat or (hand and is_with(s, one, seat))]


def _best(s: State, entry: Turn) -> int | None:
    """Return the number of the bid that brings most; None if not all options are bids, or as `best_bid` says."""
    if any(one.kind != "bid" for one in entry.options):
        return None
    return best_bid(s, entry.seat, [(one.value, one.arguments) for one in entry.options])


def best_bid(s: State, seat: int, offers: Sequence[tuple[int, tuple[Any, ...]]]) -> int | None:
    """Return which bid brings most to who promises for a whole side, for the tricks that it is good for.

    Args:
        offers: kinds of bids, each with what it names.

    Returns:
        None if a partner promises tricks, too, or some bid promises no number of tricks, as in an auction.
    """
    members = _members(s, seat)
    if len(members) > 1 and not all(s.spec.bids[kind].by_side for kind, _ in offers):
        return None
    size = s.hands[seat].bit_count()
    worth = evaluation_of(s.game)
    mean = tricks_expected(s, seat, mask_of(members), size)
    if worth.choosiness:  # the others chose their hands, too, which are better than what is hidden on average
        mean = (mean + 100 * size // sum(1 for hand in s.hands if hand)) // 2
    away = ((100 * tricks - mean) ** 2 // (ALONE * len(members)) for tricks in range(size + 1))
    chances = [CHANCES_NEAR[min(FARTHEST - 1, far)] for far in away]
    found = []
    for kind, arguments in offers:
        contract = rollout.offered(s, seat, kind, arguments)
        bid = Bid(kind, arguments, "", contract, 1)
        values = () if contract is None else worth.promised(s, seat, bid, size)
        if not values:
            return None
        found.append(sum(chance * value for chance, value in zip(chances, values, strict=True)))
    return found.index(max(found))


def _why(s: State, entry: Turn, aims: Aims, option: Option) -> str:
    """Say why it is chosen by habit."""
    if entry.holder >= 0:
        if aims.gain(s, entry.holder) > 0:
            return "Another trick is worth points: win it cheaply, or lose the least."
        return "Another trick is worth nothing now: get rid of a high card and keep out of the lead."
    contract = rollout.contract_after(s, entry, option) if option.kind == "bid" else None
    if option.kind != "bid":
        return ANSWERED
    whose = "hand" if entry.side is None else "side"
    if _best(s, entry) is not None:
        return f"It brings most for the tricks that the {whose} is good for."
    sure = _sure(s, entry)
    if contract and contract <= sure:
        return f"The {whose} is good for {sure} {'trick' if sure == 1 else 'tricks'}."
    return "The hand has no sure trick for more."


def _deals(belief: Belief, luck: int) -> Iterator[State]:
    """Imagine a few deals."""
    lacks = belief.lacks()
    for number in range(DEALS):
        yield likely(belief, (luck + number) % (1 << 64), lacks)


def _drawing(s: State, entry: Turn, aims: Aims, deals: Iterator[State]) -> Option | None:
    """Return the card that makes the most of a trick and of what the hands draw after it; None if they draw nothing."""
    seat, gain = entry.holder, max(0.0, aims.gain(s, entry.holder))
    found = {option.value: 0.0 for option in rollout.candidates(s, entry, aims)}
    mates = [one for one in range(len(s.hands)) if is_with(s, one, seat)]
    idle = evaluation_of(s.game).idle(s.spec)
    for deal in deals:
        for card in found:
            after = deal.copy()
            play.play_card(after, seat, card, "")
            rollout.finish(after, lambda _: aims, tricks=len(deal.tricks) + 1)
            size = after.hands[seat].bit_count()
            if size < deal.hands[seat].bit_count():
                return None
            trick = after.tricks[-1]
            points = sum(aims.weights[card] for card in trick.cards) if aims.weights else 0.0
            points += gain if trick.number > idle else 0.0
            found[card] += size * share_of(after, mates) + (points if trick.winner in mates else -points)
    best = max(found, key=found.__getitem__)
    return next(option for option in entry.options if option.value == best)


def _sure(s: State, entry: Turn) -> int:
    """Return how many tricks are sure: parts of one only where there is no whole one."""
    tricks = rollout.strength_for(s, entry.seat, entry.side)
    return tricks // TRICK or (2 * tricks + TRICK) // (2 * TRICK)


def _bid(s: State, entry: Turn) -> Option | None:
    """Return the highest bid that promises no more than the sure tricks; None if no bid promises any.

    Without one it is the lowest, or none if that is nearer. It passes instead, if it can, where somebody has bid, and
    where its side cannot hope for as much, or is good for a trick.
    """
    promised = dict(_promises(s, entry))
    if not promised:
        return None
    sure = _sure(s, entry)
    kept = [option for option, contract in promised.items() if 0 < contract <= sure]
    if kept:
        return max(kept, key=promised.__getitem__)
    quiet = quiet_bids(s.game, s.spec)
    passes = (one for one in entry.options if one.kind == "bid" and one.value in quiet and one not in promised)
    passed = next(passes, None)
    own, whole = (rollout.strength_for(s, entry.seat, side) for side in (entry.side, s.side_of[entry.seat]))
    least = min((contract for contract in promised.values() if contract), default=0.0)
    if 0.0 in promised.values() and 2 * own <= least * TRICK:
        least = 0.0
    lowest = next(option for option, contract in promised.items() if contract == least)
    is_hopeful = floor(100 * least) * TRICK <= 100 * whole if least else not sure
    return lowest if passed is None or (is_hopeful and not rollout.has_opened(s)) else passed


def _promises(s: State, entry: Turn) -> Iterator[tuple[Option, float]]:
    """Yield the bids that promise tricks, and how many."""
    for option in entry.options:
        if option.kind == "bid" and (contract := rollout.contract_after(s, entry, option)) is not None:
            yield option, contract


def _call(s: State, entry: Turn, deals: Sequence[State]) -> Advice:
    """Bid alone or in an auction: what brings most for the tricks that its side is good for in a few likely deals."""
    worth = evaluation_of(s.game)
    options = rollout.candidates(s, entry, worth.aims(s))
    known: dict[object, list[float]] = {}
    quiet = quiet_bids(s.game, s.spec)
    silent = next((option.text for option in options if option.kind == "bid" and option.value in quiet), None)
    if worth.weights(s):
        # How many tricks a hand takes says little of the points in them.
        found = _points(entry, options, deals, silent)
    else:
        found = {option.text: _outlook(s, entry, option, deals, known) for option in options}
    best = max(found, key=found.__getitem__)
    if silent is not None and found[best] <= found[silent] + RISK * worth.spread:
        return Advice(silent, "No bid brings more than a pass, if the others pass.")
    return Advice(best, "It brings most for the tricks that the hand is good for.")


def _points(entry: Turn, options: Sequence[Option], deals: Sequence[State], silent: str | None) -> dict[str, float]:
    """Return what options bring if likely deals are played out; without those that were nowhere better than another."""
    rows: dict[str, list[float]] = {one.text: [] for one in options}
    for number, deal in enumerate(deals):
        if number == TRIED:
            bids = [text for text in rows if text != silent]
            beaten = {one for at, one in enumerate(bids) if _is_beaten(rows[one], at, [rows[bid] for bid in bids])}
            rows = {text: row for text, row in rows.items() if text not in beaten}
        worth = evaluation_of(deal.game)
        for one in options:
            if one.text in rows:
                rows[one.text].append(rollout.played_out(deal, entry, one, worth, entry.seat))
    return {text: sum(row) / len(row) for text, row in rows.items()}


def _is_beaten(row: Sequence[float], at: int, rows: Sequence[Sequence[float]]) -> bool:
    """Tell whether an option was nowhere better than another, of equal ones than one before it."""
    others = (other for place, other in enumerate(rows) if place < at or (place > at and other != row))
    return any(all(one >= its for one, its in zip(other, row, strict=True)) for other in others)


def _say(s: State, entry: Turn, options: Sequence[Option], deals: Sequence[State]) -> Advice:
    """Say what moves nothing, between the cards or with one: what brings most if likely deals are played out.

    Of equal ones it is the first.
    """
    worth, found = evaluation_of(s.game), {}
    for one in options:
        found[one.text] = sum(rollout.played_out(deal, entry, one, worth, entry.seat) for deal in deals)
    return Advice(max(found, key=found.__getitem__), "It brings most in a few deals that agree with what is known.")


def _outlook(s: State, entry: Turn, option: Option, deals: Sequence[State], known: dict[object, list[float]]) -> float:
    """Return how good a call is for a seat's side if the others pass, or if they raise the stakes where that pays."""
    worth = evaluation_of(s.game)
    others = sum(1 << seat for seat in range(len(s.hands)) if not is_with(s, seat, entry.seat))
    found = []
    for raising in (0, others) if raising_bids(s.game, s.spec) else (0,):
        after = s.copy()
        flow.carry_out(after, entry, option)
        rollout.finish(after, worth.aims, raising, tricks=0)
        if not after.is_playing:
            return 0.0
        values = worth.outlooks(after, entry.seat)
        what_decides = after.ranking, after.hands[entry.seat], after.tricks_total, after.side_of
        if what_decides not in known:
            known[what_decides] = _likely_tricks(after, entry.seat, deals)
        found.append(sum(chance * value for chance, value in zip(known[what_decides], values, strict=True)))
    return min(found)


def _likely_tricks(s: State, seat: int, deals: Sequence[State]) -> list[float]:
    """Return how likely a seat's side is to take no trick, one, two, ... by the hands of imagined deals."""
    chances = [0.0] * (s.tricks_total + 1)
    members = [one for one in range(len(s.hands)) if is_with(s, one, seat)]
    for deal in deals:
        table = deal.copy()
        table.ranking, table.hands = s.ranking, (*deal.hands[:seat], s.hands[seat], *deal.hands[seat + 1 :])
        for tricks, chance in enumerate(_about(s.tricks_total * share_of(table, members), s.tricks_total, DOUBT)):
            chances[tricks] += chance / len(deals)
    return chances


def _about(mean: float, most: int, doubt: float) -> list[float]:
    """Return how likely no trick is, one, two, ... about a mean."""
    found = [exp(-((tricks - mean) ** 2) / (2 * doubt * doubt)) for tricks in range(most + 1)]
    return [one / sum(found) for one in found]


FOR_A_CARD: Final = 7
FOR_ANOTHER: Final = 9
"""What a kernel returns where it takes numbers to go on."""
BEYOND_HABIT: Final = 8
"""What it returns where a choice takes more than habit; a bid that promises for a whole side is made here."""


class Habits:
    """Plays the deals of a game in the array of a kernel."""

    def __init__(self, kernel: Kernel, array: Packed) -> None:
        assert kernel.built is not None
        self.array, self.built, self.layout = array, kernel.built, kernel.built.layout
        self.worth = evaluation_of(kernel.game)
        self.at = kernel.built.thinking.places

    def play_deal(self) -> int:
        """Play on to the end of the deal; return 4, or 2 if the game is over; else no kernel can go on."""
        if any(map(is_fed_in_play, self.built.specs)):
            return BEYOND_HABIT  # what to draw takes more than habit, too
        self._put("known", 0)
        self._put("corrected", 0)
        while True:
            self.array[self.array.slot("steps")] = 1_000_000
            code = self.array.call("play_by_habit")
            if code == BEYOND_HABIT and (best := self._choice()) is not None:
                self.array.take(best)
                continue
            if code not in (FOR_A_CARD, FOR_ANOTHER):
                return code
            s = self._state()
            numbers = self.worth.aims(s).numbers
            if len(numbers) > self.at["results"] - self.at["habits"]:
                return 5
            self.array.write(self.at["habits"], numbers)
            self._put("known", 2 if code == FOR_A_CARD else 1)
            if code == FOR_ANOTHER:
                self._correct(s)

    def _put(self, name: str, value: int) -> None:
        self.array[self.at[name]] = value

    def _choice(self) -> int | None:
        """Return the number of what is chosen: a bid for a whole side, or a number; None if it takes more."""
        rows, s = self.array.options, self._state()
        seat, kind = rows[0][0], rows[0][1]
        rows = tuple(one for one in rows if one[0] == seat)  # a partner who may speak instead comes later
        if any(one[1] != kind for one in rows):
            return None
        if kind == KINDS["yes"]:
            side = self.array[self.array.slot("order_sides") + self.array[self.array.slot("turn_at")]]
            base = self.built.bases[self.array[self.array.slot("edition")]]
            step = getattr(s.spec.plan.nodes[self.array[self.array.slot("node")] - base], "step", None)
            many = len(getattr(step, "parameters", ()))
            if not any(one.kind == "number" for one in getattr(step, "parameters", ())) and len(rows) <= MOST_TRIED:
                return None
            answers = [tuple(map(self._amount, row[4 : 4 + many])) for row in rows]
            return rollout.nearest(s, seat, None if side == NONE else side, step, answers)
        if kind != KINDS["bid"]:
            return None
        offers = []
        for _, _, value, _, *values in rows:
            many = len(s.spec.bids[value].parameters)
            offers.append((value, tuple(map(self._amount, values[:many]))))
        try:
            return best_bid(s, seat, offers)
        except AttributeError:  # a bid promises what depends on more than is known here
            return None

    def _correct(self, s: Any) -> None:  # noqa: ANN401 - what there is of a state
        """Write what corrects the worth of the hand whose turn it is."""
        number = self.array[self.array.slot("ranking")]
        size = s.hands[self.array[self.built.options]].bit_count()
        players = max(2, sum(1 for hand in s.hands if hand))
        self._put("correction", round(TRICK * shift(s.spec.deck, s.ranking, size, players)))
        self._put("corrected", 1 + size * 4096 + number)

    def _state(self) -> Any:  # noqa: ANN401 - what there is of a state
        """Return what decides what the seats play for."""
        array, layout = self.array, self.layout
        seats, record = layout.seats, layout.record
        spec, sides = array.spec, array.sides
        rows = array.read(array.slot("bid_rows"), (seats + max(layout.sides, seats)) * record)
        held = [self._amount(one) for one in array.read(array.slot("held"), seats + max(layout.sides, seats))]
        made: list[Bid | None] = []
        bidding = seats * bool(spec.bids) + (len(held) - seats) * layout.has_side_bids
        for place, contract in enumerate(held[:bidding]):
            kind, *_ = row = rows[place * record : (place + 1) * record]
            values = row[layout.FIRST : layout.FIRST + len(spec.bids[kind].parameters)] if kind >= 0 else ()
            made.append(Bid(kind, tuple(map(self._amount, values)), "", contract, 1) if kind >= 0 else None)
        made += [None] * (len(held) - bidding)
        held[bidding:] = [None] * (len(held) - bidding)
        side_of = {seat: side for side, members in enumerate(sides) for seat in members}
        ranking = self.built.editions[array[array.slot("edition")]].ranked[array[array.slot("ranking")]]
        return SimpleNamespace(
            ranking=ranking, trick=(), played=array[array.slot("played")],
            game=self.built.game, spec=spec, deal=array[array.slot("deal")],
            hands=tuple(array[array.slot("hands") + seat] for seat in range(seats)),
            tricks_total=array[array.slot("tricks_total")], sides=sides,
            side_of=tuple(side_of.get(seat) for seat in range(seats)), bids=tuple(made[:seats]),
            side_bids=tuple(made[seats : seats + len(sides)]), contracts=tuple(held[:seats]),
            side_contracts=tuple(held[seats : seats + len(sides)]),
        )  # fmt: skip

    def _amount(self, value: int) -> Amount | None:
        """Return a value of a bid, or a contract."""
        if value == NONE:
            return None
        found = Fraction(value, self.layout.shares)
        return found.numerator if found.denominator == 1 else found
