"""Deals played out at random, on a game that notes what its rules do."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

from spadesdsl.algebra.scores import ends_of_scores
from spadesdsl.engine import choices, dealing, deals, offers
from spadesdsl.engine.actions import environment
from spadesdsl.engine.narrowing import Effect, effects_on_cards, narrow_bids
from spadesdsl.engine.plan import Agrees
from spadesdsl.engine.seats import bid_of
from spadesdsl.engine.spec import Amount, Round, Spec
from spadesdsl.proofs.claims import Event, id_of
from spadesdsl.rules.terms import Const, OptionRef
from spadesdsl.rules.walking import terms_of, walk

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Mapping, Sequence

    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.state import Bid, StateData
    from spadesdsl.engine.turns import Option, Turn
    from spadesdsl.proofs.recording import Record
    from spadesdsl.rules.game import Variant


Said: TypeAlias = "Counter[tuple[str, str, int, tuple[object, ...]]]"
"""How often each bid or answer was chosen."""

MOST_MOVES = 500
"""A deal is left unfinished after this many moves; no known game has as many."""
_SELDOM = 0.08
"""How often somebody volunteers something unasked."""


def reach_of(variant: Variant) -> range:
    """Return the scores worth trying: up to the largest number in a comparison by a rule that reads scores.

    If lines only give points, or only take them, the scores lie on that side of 0.
    """
    game = variant.game
    options = {option.name: option.value for option in game.options}
    numbers = [100]
    for term in (*terms_of(game.endings), *terms_of(game.bids), *terms_of(game.phases)):
        for one in walk(term):
            value = one.value if isinstance(one, Const) else None
            value = options.get(one.name) if isinstance(one, OptionRef) else value
            if isinstance(value, int) and not isinstance(value, bool):
                numbers.append(abs(value))
    least, most = ends_of_scores(variant.games)
    far = max(numbers)
    return range(-far if least is None else 0, far if most is None else 1)


def begin(
    game: Game,
    rng: Random,
    deal: int,
    reach: range,
    hands: Mapping[int, Sequence[int]] | None = None,
    standing: State | None = None,
    dealer: int | None = None,
) -> State:
    """Return a deal at its first choice, with random scores and tallies unless it is the first of a game.

    Args:
        game: The game.
        rng: The source of chance.
        deal: The number of the deal.
        reach: The scores worth trying.
        hands: Cards that seats are dealt; the rest are random.
        standing: A game after some deals, whose scores and tallies the deal begins with.
        dealer: The dealer; None for one who can be, if no deal is thrown in.
    """
    dealer = dealer_of(game, deal, rng) if dealer is None else dealer
    blank = deals.blank(game, deal=deal, dealer=dealer)
    if deal > 1:
        blank.scores = tuple(rng.randrange(reach.start, reach.stop) for _ in blank.scores)
        tallies = [_tallies(blank, rng.randrange(0, 10)) for _ in blank.scores]
        filled = deals.blank(game, deal=deal, dealer=dealer, scores=blank.scores, tallies=tallies)
        blank.tallies = filled.tallies
    if standing is not None:
        blank.scores, blank.tallies = standing.scores, standing.tallies
    blank.generator = rng.getrandbits(63)
    blank.looked = 0 if blank.spec.has_unseen_bids else (1 << len(game.seats)) - 1
    return deals.begun(game, deal=deal, like=blank, hands=hands)


def dealer_of(game: Game, deal: int, rng: Random) -> int:
    """Return who deals if the first dealer is chosen as the rules say, and the others follow."""
    s = deals.blank(game)
    s.generator = rng.getrandbits(63)
    first = s.spec.dealer_first(s, list(s.spec.environment))
    s.dealer = s.spec.players[0] if first is None else int(first)
    for number in range(1, deal):
        s.deal, s.deals_dealt, s.spec = number, number, game.edition(number)
        s.dealer = dealing.next_dealer(s)
    return s.dealer


def dealers_of(game: Game, deal: int) -> tuple[int, ...]:
    """Return everybody who may deal."""
    return tuple(sorted({dealer_of(game, deal, Random(seed)) for seed in range(_DRAWS * len(game.seats))}))


_DRAWS: Final = 12
"""How often the first dealer is drawn for each seat, so that everybody who can be drawn is."""


def placed(s: StateData, before: State | None) -> State:
    """Return a played deal as the next one of a game."""
    start = deals.blank(s.game) if before is None else before
    made = s.copy()
    made.deal = 1 if before is None else before.deal + 1
    made.deals_dealt += made.deal - s.deal + (0 if before is None else before.deals_dealt - before.deal)
    spec = s.game.edition(made.deal)
    if spec is not s.spec and _fits(s.spec, spec):
        made.spec = spec
    made.scores, made.tallies, made.out = start.scores, start.tallies, start.out
    made.tallies_before = made.tallies
    made.over, made.winners, made.ended_by, made.memo = False, (), "", {}
    return made  # type: ignore[return-value]


def _fits(played: Spec, other: Spec) -> bool:
    """Tell whether a deal can be scored by another deal's rules: with the same bids and the same decisions."""
    names = [kind.name for kind in played.bids]
    return names == [kind.name for kind in other.bids] and played.decisions == other.decisions


def _tallies(s: State, count: int) -> dict[str, Amount]:
    """Return tallies as high as they can be, up to a number; one that empties when full stays below that value."""
    found: dict[str, Amount] = dict.fromkeys(s.game.tallies, count)
    for tally in s.spec.scoring.tallies:
        last = tally.steps[-1]
        if last.verb == "full at" and last.amount is not None:
            found[tally.name] = min(count, max(0, last.amount(s, environment(s, 0)) - 1))
    return found


def play_deal(
    s: State, rng: Random, record: Record, *, boldness: float | None = None, said: Said | None = None
) -> State:
    """Play a deal to its end, and note what narrows and what is offered; return the state after it.

    Args:
        s: The deal, at its first choice.
        rng: The source of chance.
        record: Where to note what is seen.
        boldness: How seldom a low bid is chosen; None for any.
        said: How often each answer was chosen before: then the one chosen least comes first, except of cards.
    """
    dealt, deal = s.deals_dealt, s.deal
    bold = rng.random() if boldness is None else boldness
    is_bidding = True
    for _ in range(MOST_MOVES):
        entries = choices.due(s)
        if not entries or s.over or s.deals_dealt != dealt or s.deal != deal:
            break
        if is_bidding and s.is_playing:
            is_bidding = False
            note_silence(s, record)
        look_at(s, entries, record)
        if (volunteers := choices.volunteered(s)) and rng.random() < _SELDOM:
            entries = volunteers
        entry = entries[rng.randrange(len(entries))]
        options = entry.options if said is None else _least_said(entry, said, rng)
        s = s.take(entry, _choose(options, rng, bold))
    return s


_PLAIN: Final = 0.7
"""How often a bid without a number is chosen where there is one: otherwise every auction would go to its top."""


def _least_said(entry: Turn, said: Said, rng: Random) -> Sequence[Option]:
    """Return the answer of an entry that was chosen least, and count it; any card will do."""
    if entry.holder >= 0 or entry.options[0].kind == "pass":
        return entry.options
    plain = [option for option in entry.options if not option.arguments]
    options = plain if plain and rng.random() < _PLAIN else entry.options
    keys = [(entry.choice, one.kind, one.value, one.arguments) for one in options]
    least = min(said[key] for key in keys)
    key, option = next(one for one in zip(keys, options, strict=True) if said[one[0]] == least)
    said[key] += 1
    return [option]


def bid_out(s: State, rng: Random) -> State | None:
    """Answer at random until the play begins; None if it does not begin in this deal."""
    dealt, deal = s.deals_dealt, s.deal
    for _ in range(MOST_MOVES):
        if not (entries := choices.due(s)) or s.deals_dealt != dealt or s.deal != deal:
            return None
        if s.is_playing:
            return s
        entry = entries[rng.randrange(len(entries))]
        s = s.take(entry, entry.options[rng.randrange(len(entry.options))])
    return None


def _choose(options: Sequence[Option], rng: Random, bold: float) -> Option:
    """Choose an option; among bids with numbers, sometimes only from the low ones."""
    if options[0].kind == "bid" and len(options) > 2 and rng.random() > bold:
        low = [option for option in options if sum(map(_size, option.arguments)) <= 4]
        options = low or options
    return options[rng.randrange(len(options))]


def _size(argument: object) -> float:
    return abs(float(argument)) if isinstance(argument, int | float) else 0


# ---------------------------------------------------------------- what the rules do at a turn


def look_at(s: State, entries: Sequence[Turn], record: Record) -> None:
    """Note what each `must` does at this turn, which bids are offered, and who has no bid."""
    record.cases += 1
    effects: list[Effect] = []
    if s.is_playing:
        seat = choices.to_play(s)
        if s.stacks[seat] is None and not record.has_narrowed(s.spec.play):
            effects = effects_on_cards(s, seat, s.hands[seat])
    elif isinstance(s.step, Round) and not isinstance(s.node, Agrees):
        is_known = record.has_narrowed(s.step)
        for entry in entries:
            for kind in {option.value for option in entry.options if option.kind == "bid"}:
                record.note(Event.OFFERED, id_of(s.spec.bids[kind].rule))
            if not is_known:
                is_unseen = offers.is_before_looking(s, s.step, s.asking, entry.seat)
                bids = offers.bid_candidates(s, s.step, entry.seat, s.asking.closed, is_unseen=is_unseen)
                narrow_bids(s, s.step, entry.seat, bids, is_unseen=is_unseen, effects=effects)
    for effect in effects:
        if effect.narrows:
            record.note(Event.NARROWS, id_of(effect.must.rule))


# ---------------------------------------------------------------- who has no bid to make


def note_silence(s: StateData, record: Record) -> None:
    """Note, as the play begins, who had no bid in a round that asked everybody."""
    for step in s.spec.plan.rounds:
        if step.bids and len(step.unseen) < len(step.bids):
            kinds = (kind for kind in s.spec.bids if kind.name in step.bids)
            is_real = all(record.is_certain(id_of(kind.rule)) for kind in kinds)
            if silent_in(s, step.name) and is_real:
                record.note(Event.SILENT, id_of(step.rule), 0, s)
            elif silent_in(s, step.name):
                record.seen.add((Event.SILENT, id_of(step.rule), 0))


def silent_in(s: StateData, name: str) -> list[int]:
    """Return the seats that have not bid because a round that asks everybody once has nothing to offer them."""
    step = next(one for one in s.spec.plan.rounds if one.name == name)
    if not asks_everybody(step):
        return []
    waiting = [seat for seat in s.spec.players if bid_of(s, seat) is None and not s.out >> seat & 1]
    asked = [seat for seat in waiting if step.when is None or step.when(s, environment(s, seat))]
    return [seat for seat in asked if not offers.bid_candidates(s, step, seat)]


def asks_everybody(step: Round) -> bool:
    """Tell whether a round asks everybody once, and for nothing but a bid."""
    by = step.by
    return not (by.turns == "one" or by.stopping is not None or by.until is not None or step.block)


def bids_so_far(s: StateData) -> str:
    """Say what was bid."""
    names = s.spec.seats
    told = [f"{names[seat]} has bid {bid.label}" for seat, bid in enumerate(s.bids) if bid is not None]
    return ", ".join(told) or "nobody has bid"


# ---------------------------------------------------------------- can a bidding lead to it?

_TRIES: Final = 16
_MOST_QUESTIONS: Final = 200


def can_be_bid(game: Game, wanted: StateData, seats: tuple[int, ...], reach: range) -> bool:
    """Tell whether a bidding was found in which these seats, and their sides, make the bids of a state."""
    return any(
        _bids_so(_beginning(game, wanted.deal, reach, seed), wanted, seats, Random(seed)) for seed in range(_TRIES)
    )


@lru_cache(maxsize=4 * _TRIES)
def _beginning(game: Game, deal: int, reach: range, seed: int) -> State:
    """Return a deal at its first choice; the same few deals are tried for every bidding."""
    return begin(game, Random(seed), deal, reach)


def _bids_so(s: State, wanted: StateData, seats: tuple[int, ...], rng: Random) -> bool:
    for _ in range(_MOST_QUESTIONS):
        if not (entries := choices.due(s)) or s.is_playing or s.deal != wanted.deal:
            break
        answers = ((entry, _answer(s, entry, wanted, seats, rng)) for entry in entries)
        entry, option = next((one for one in answers if one[1] is not None), (entries[0], None))
        if option is None:
            return False
        s = s.take(entry, option)
    return all(
        _said(s.bids[seat]) == _said(wanted.bids[seat]) and _said(_of_side(s, seat)) == _said(_of_side(wanted, seat))
        for seat in seats
    )


def _answer(s: State, entry: Turn, wanted: StateData, seats: tuple[int, ...], rng: Random) -> Option | None:
    bids = [option for option in entry.options if option.kind == "bid"]
    if not bids:
        refusals = {option.kind: option for option in entry.options if option.kind in ("look", "no")}
        refusal = refusals.get("no") or refusals.get("look")
        agreed = next((option for option in entry.options if option.kind == "yes"), None)
        is_consent = isinstance(s.node, Agrees)
        return (agreed if is_consent else refusal) or entry.options[rng.randrange(len(entry.options))]
    side = s.side_of[entry.seat]
    is_theirs = side in {s.side_of[seat] for seat in seats}
    if is_theirs and entry.seat not in seats and side is not None and _of_side(wanted, entry.seat) is None:
        bids = [option for option in bids if not s.spec.bids[option.value].by_side]  # what a partner bids is free
        return bids[rng.randrange(len(bids))] if bids else None
    if entry.seat in seats or is_theirs:
        aims = [_said(wanted.bids[entry.seat]), _said(_of_side(wanted, entry.seat))]
        for option in bids:
            if (option.value, option.arguments) in aims:
                return option
        look = [option for option in entry.options if option.kind in ("look", "wait")]
        return look[-1] if look else None
    return entry.options[rng.randrange(len(entry.options))]


def _of_side(s: StateData, seat: int) -> Bid | None:
    """Return the bid of a seat's side; where the bidding makes the sides, there are others before."""
    side = s.side_of[seat]
    return None if side is None else s.side_bids[side]


def _said(bid: Bid | None) -> tuple[object, ...]:
    return () if bid is None else (bid.type, bid.arguments)
