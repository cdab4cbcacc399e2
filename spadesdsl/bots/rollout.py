"""How the seats of an imagined deal choose: quickly, sensibly, and only by what the rules make worth points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadesdsl.bots.aims import Aims, plain_aims, strength_of, tricks_in
from spadesdsl.engine import choices, flow, play
from spadesdsl.engine.actions import environment
from spadesdsl.engine.choices import to_play
from spadesdsl.engine.narrowing import legal_cards
from spadesdsl.engine.ranking import mask_of
from spadesdsl.kernel.habits import TRICK, card_by_habit, gladly_passed
from spadesdsl.kernel.thinking import MOST_TRIED, quiet_bids, raising_bids
from spadesdsl.work import spend

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spadesdsl.bots.evaluation import Evaluation
    from spadesdsl.engine.game import State
    from spadesdsl.engine.spec import Amount
    from spadesdsl.engine.turns import Option, Turn

    Aiming = Callable[[State], Aims]

MOST_CHOICES = 2_000
"""The most choices in one deal; after that it is left unfinished."""
STRONG = 0.4
"""The share of the tricks that a hand must count on for its holder to speak up."""
CAUTION = 0.92
"""The share of the tricks in a hand to count on."""


def finish(s: State, aiming: Aiming = plain_aims, raising: int = 0, tricks: int = -1) -> None:
    """Play an imagined deal to its score sheet, or go on until the next card after so many tricks.

    Args:
        s: the deal, which this changes.
        aiming: says what the seats play for, once the play begins.
        raising: mask of the seats of which the first that can raises the stakes of an auction.
        tricks: after how many to stop; -1 for none.
    """
    aims: Aims | None = None
    each = 20 + 4 * len(s.spec.play.musts) + s.spec.loops()[0]
    spend(4 * len(s.sides) * len(s.spec.scoring.lines))
    for _ in range(MOST_CHOICES):
        spend(each)
        if not flow.advance_in_deal(s) or (s.is_playing and len(s.tricks) == tricks):
            break
        if s.is_playing:
            if aims is None or aims.sides is not s.sides:
                aims = aiming(s)
            seat = to_play(s)
            stack = s.stacks[seat]
            card = card_of(s, seat, legal_cards(s, seat), aims) if stack is None else stack[0]
            s.events = ()
            play.play_card(s, seat, card, "")
        else:
            raising = speak(s, aiming, raising)


def played_out(deal: State, entry: Turn, option: Option, worth: Evaluation, seat: int) -> float:
    """Return how good it is for a seat's side to make a move in an imagined deal, if all then play by habit.

    In an auction, the others raise the stakes if they gain by it.
    """
    listed = next(one for one in entry_of(deal, entry).options if one.text == option.text)
    others = 0
    if option.kind == "bid" and raising_bids(deal.game, deal.spec):
        side = deal.side_of[seat]
        others = mask_of([one for one, of in enumerate(deal.side_of) if one != seat and (side is None or of != side)])
    found = []
    for raising in (0, others) if others else (0,):
        s = deal.copy()
        flow.carry_out(s, entry, listed)
        s.events = ()
        finish(s, worth.aims, raising)
        found.append(worth.value(s, seat))
    return min(found)


def speak(s: State, aiming: Aiming, raising: int = 0) -> int:
    """Make the choice that is due before the play; return the mask of the seats that may still raise the stakes."""
    entry = choices.due(s)[0]
    spend(2 * len(entry.options))
    if raising >> entry.seat & 1:
        raises = raising_bids(s.game, s.spec)
        raised = next((one for one in entry.options if one.kind == "bid" and one.value in raises), None)
        if raised is not None:
            flow.carry_out(s, entry, raised)
            return 0
    flow.carry_out(s, entry, answer_of(s, entry, aiming))
    return raising


# ---------------------------------------------------------------- cards


def card_of(s: State, seat: int, legal: int, aims: Aims, ahead: int = 0) -> int:
    """Return the card that a seat plays; see `card_by_habit`."""
    if not legal & (legal - 1):
        return legal.bit_length() - 1
    return card_by_habit(s, aims.numbers, seat, legal, ahead)


# ---------------------------------------------------------------- bids and answers


def entry_of(s: State, turn: Turn) -> Turn:
    """Return a turn as the engine lists it."""
    listed = (*choices.due(s), *choices.volunteered(s))
    return next(one for one in listed if one.seat == turn.seat and one.choice == turn.choice)


def answer_of(s: State, entry: Turn, aiming: Aiming) -> Option:
    """Return what a seat bids, answers or passes."""
    options = entry.options
    if len(options) == 1:
        return options[0]
    kinds = {option.kind for option in options}
    if "look" in kinds:
        return next(option for option in options if option.kind == "look")
    if kinds == {"pass"}:
        m, sign = aiming(s).numbers, -1 if getattr(s.step, "is_taking", False) else 1
        return max(options, key=lambda option: sign * gladly_passed(s, m, entry.seat, option.value))
    if "bid" in kinds:
        return bid_of(s, entry)
    if names_numbers(s, entry):
        silent = next((option for option in options if option.kind == "no"), None)
        answers = [option.arguments for option in options]
        return silent or options[nearest(s, entry.seat, entry.side, s.step, answers)]
    return _called(s, entry)


def tricks_for(s: State, entry: Turn) -> float:
    """Return how many tricks a seat is likely to take, or its side if it speaks for the side."""
    return strength_for(s, entry.seat, entry.side) / TRICK


def strength_for(s: State, seat: int, side: int | None) -> int:
    """Return the same in parts of `TRICK`."""
    mates = 0 if side is None else len(s.sides[side]) - 1
    playing = sum(1 for hand in s.hands if hand)
    return strength_of(s, seat) + TRICK * mates * s.hands[seat].bit_count() // max(1, playing)


def has_opened(s: State) -> bool:
    """Tell whether somebody has bid more than a pass."""
    quiet = quiet_bids(s.game, s.spec)
    return any(bid is not None and bid.type not in quiet for bid in (*s.bids, *s.side_bids))


def bid_of(s: State, entry: Turn) -> Option:
    """Return the bid nearest to what the hand counts on; only a hand that takes no trick promises none."""
    wanted = CAUTION * tricks_for(s, entry)
    is_open = has_opened(s)
    quiet = quiet_bids(s.game, s.spec)

    def distance(option: Option) -> float:
        contract = contract_after(s, entry, option)
        if contract is None:
            # In an auction the first to speak bids the least, and the others pass.
            return 0.4 + wanted / 4 + (100 if is_open and option.value not in quiet else 0)
        away = wanted - float(contract)
        return away if away >= 0 and contract else -away * 1.2 if contract else wanted + 0.3

    return min((option for option in entry.options if option.kind == "bid"), key=distance)


def contract_after(s: State, entry: Turn, option: Option) -> float | None:
    """Return what a bid adds to the contract; None if it leaves the contract unchanged."""
    found = offered(s, entry.seat, option.value, option.arguments)
    return None if found is None else float(found)


def offered(s: State, seat: int, bid: int, arguments: tuple[Any, ...]) -> Amount | None:
    """Return what a kind of bid adds to the contract; None if it leaves the contract unchanged."""
    kind = s.spec.bids[bid]
    if kind.contract is None:
        return None
    env = environment(s, seat)
    for parameter, value in zip(kind.parameters, arguments, strict=True):
        env[parameter.slot] = value
    found: Amount = kind.contract(s, env)
    return found


def names_numbers(s: State, entry: Turn) -> bool:
    """Tell whether a question is about numbers, or has too many answers to try them."""
    return len(entry.options) > MOST_TRIED or any(one.kind == "number" for one in getattr(s.step, "parameters", ()))


def nearest(s: State, seat: int, side: int | None, step: Any, answers: Sequence[tuple[Any, ...]]) -> int:  # noqa: ANN401 - any step of the plan
    """Return which answer names numbers that add up nearest to what the hand counts on; the first of equal ones."""
    wanted = round(100 * CAUTION) * strength_for(s, seat, side)
    numbers = [at for at, one in enumerate(getattr(step, "parameters", ())) if one.kind == "number"]
    away = [abs(100 * TRICK * sum(answer[at] for at in numbers) - wanted) if answer else 0 for answer in answers]
    return away.index(min(away))


def _called(s: State, entry: Turn) -> Option:
    """Return the answer that makes the most of the hand; only a strong hand says what it need not say."""
    best, most = entry.options[0], -1.0
    silent, grown = None, 0
    now = tricks_in(s, entry.seat)
    for option in entry.options:
        if option.kind == "no":
            silent = option
            continue
        after = s.copy()
        flow.carry_out(after, entry, option)
        found = tricks_in(after, entry.seat) if after.flow else 0.0
        if found > most:
            best, most = option, found
            grown = after.hands[entry.seat].bit_count() - s.hands[entry.seat].bit_count()
    if silent is None:
        return best
    size = s.hands[entry.seat].bit_count()
    if grown:
        # A card that is refused is followed by another, which is worth a player's share of a trick.
        return best if most - now > grown / max(2, sum(1 for hand in s.hands if hand)) else silent
    return best if most >= STRONG * size and most > now else silent


# ---------------------------------------------------------------- moves worth thinking about


NEAR = 3.0
"""How far a bid may be from the tricks that the hand counts on."""
MOST_ANSWERS = 40
"""With more answers than this, a question is about the number of tricks, which imagined deals cannot settle."""
MOST = 14
"""The most moves to think about."""


def habit(s: State, entry: Turn, aims: Aims, ahead: int = 0) -> Option:
    """Return what the seat would do without thinking; `ahead` is that of `gain_of_trick`."""
    if entry.holder < 0:
        return answer_of(s, entry, lambda _: aims)
    legal = sum({1 << option.value for option in entry.options})
    card = card_of(s, entry.holder, legal, aims, ahead)
    return next(option for option in entry.options if option.value == card)


def candidates(s: State, entry: Turn, aims: Aims) -> tuple[Option, ...]:
    """Return the moves to think about, the habitual one first.

    Args:
        s: the table as the seat knows it, or a deal that fits it.
        entry: whose turn it is, and all moves.
    """
    first = habit(s, entry, aims)
    if len(entry.options) > MOST_ANSWERS and entry.holder < 0 and all(one.kind == "yes" for one in entry.options):
        return (first,)
    if entry.holder >= 0:
        found = _different_cards(s, entry, aims)
    elif any(option.kind == "bid" for option in entry.options):
        found = _likely_bids(s, entry)
    else:
        found = list(entry.options)
    rest = [option for option in found if option.text != first.text]
    return (first, *_some(rest, MOST - 1))


def _some(options: Sequence[Option], many: int) -> Sequence[Option]:
    """Return some of the moves: all that are said without a number or a suit, the next few, and some of the rest."""
    if len(options) <= many:
        return options
    plain = [option for option in options if not option.arguments]
    others = [option for option in options if option.arguments]
    few = many - len(plain)
    if few <= 0 or not others:
        return [options[place * len(options) // many] for place in range(many)]
    later = others[few // 2 :]
    far = few - few // 2
    return (*plain, *others[: few // 2], *(later[place * len(later) // far] for place in range(far)))


def _different_cards(s: State, entry: Turn, aims: Aims) -> Sequence[Option]:
    """Return the lowest card of each run in a suit that no other hand's card breaks; with a word said, every card."""
    weights = aims.weights
    elsewhere = s.spec.deck.all & ~(s.played | s.hands[entry.holder]) | sum(1 << card for card in s.trick)
    ranking = s.ranking
    found: list[Option] = []
    for option in reversed(entry.options):
        above = found[-1].value if found else -1
        is_like = (
            above >= 0
            and option.said < 0
            and found[-1].said < 0
            and ranking.suit[above] is not None
            and ranking.suit[above] == ranking.suit[option.value]
            and not (ranking.above[above] ^ ranking.above[option.value]) & elsewhere  # what ranks between them
            and (not weights or weights[above] == weights[option.value])
        )
        if not is_like:
            found.append(option)
    return found


def _likely_bids(s: State, entry: Turn) -> list[Option]:
    """Return the bids close to the tricks that the hand counts on, and all that promise nothing or none."""
    if not s.hands[entry.seat]:
        return list(entry.options)
    wanted = CAUTION * tricks_for(s, entry)
    found = []
    for option in entry.options:
        contract = contract_after(s, entry, option) if option.kind == "bid" else None
        if not contract or abs(contract - wanted) <= NEAR or len(entry.options) <= NEAR * 2:
            found.append(option)
    return found
