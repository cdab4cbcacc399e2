"""A kernel beside the interpreter: the same choices, and the same state after each.

The interpreter plays first and writes logs; a kernel plays them: see `tests.kernel.log`.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from spadesdsl.engine import choices
from spadesdsl.engine import deals as deals_of_engine
from spadesdsl.engine.plan import AsksAtOnce, BidsAtOnce
from spadesdsl.engine.ranking import bits, mask_of
from spadesdsl.kernel.edition import LARGEST
from spadesdsl.kernel.layout import MOST_OPTIONS
from spadesdsl.rules.game import calendar
from tests.kernel.log import CARD, CHOOSES, GIVEN_BACK, OVER, Log, Player

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from spadesdsl.engine.game import State
    from spadesdsl.engine.turns import Option, Turn
    from spadesdsl.kernel import Kernel, Packed

MOST_IN_A_DEAL = 400
MOST_IN_A_LOG = 600
"""After so many choices a log ends with a deal, and in its middle after twice as many."""
SHARE_BEYOND = 0.1
"""How often a game begins with a score at the end of what a kernel follows."""
SHARE_OF_HABIT = 0.3
"""How often all begin a game with a habit: always the first or the last option, so that everybody passes or raises."""
FIRM = 0.85
"""How often they follow it, in half of these games: so most pass, and somebody bids low."""
LONGEST_HABIT = 80
"""Choices after which it is given up: some games go on for as long as everybody passes."""
SHARE_UNEVEN = 0.4
"""How often the cards of a deal are dealt again so that one side has the best of them, or each player a suit."""
SHARE_BY_SUIT = 0.3
SHARE_LOW = 0.3
"""How often they choose one of the first options much more often than others: low bids, which the others can raise."""
SHARE_HURRIED = 0.3
"""How often those who choose at once are asked one after the other, as in a playout."""
SHARE_UNASKED = 0.2
"""How often something is said unasked, where that is possible."""


def compare(array: Packed, s: State) -> None:
    """Compare two whole states."""
    for part in array.built.packer(s.spec).parts:
        for at, values in part.write(s):
            assert array.read(at, len(values)) == list(values), at


def chooser(chance: Random) -> Callable[[int], int]:
    """Return what chooses one of so many options."""
    habit = chance.choice((0, -1)) if chance.random() < SHARE_OF_HABIT else None
    firm, draw = chance.choice((1.0, FIRM)), chance.random
    power = 4 if draw() < SHARE_LOW else 1
    choices_left = iter(range(LONGEST_HABIT))

    def choose(many: int) -> int:
        follows = habit is not None and next(choices_left, None) is not None and draw() < firm
        return habit % many if follows and habit is not None else int(draw() ** power * many)

    return choose


def _chosen(turns: tuple[Turn, ...], number: int) -> tuple[Turn, Option]:
    """Return the option with a number among those of some turns."""
    for turn in turns:
        if number < len(turn.options):
            return turn, turn.options[number]
        number -= len(turn.options)
    raise IndexError


def _many(turns: tuple[Turn, ...]) -> int:
    """Return how many options some turns have."""
    return len(turns[0].options) if len(turns) == 1 else sum([len(turn.options) for turn in turns])


def logs(kernel: Kernel, s: State, chance: Random, *, deals: int, most: int, hurries: bool = False) -> Iterator[Log]:
    """Play on with the interpreter, and yield what it wrote, up to the end of the game or of what is played."""
    choose, first, scored, sheets = chooser(chance), s.deal, 0, ()
    log, talks = Log(kernel, s), any(spec.plan.volunteered for spec in kernel.built.specs)  # type: ignore[union-attr]
    for made in range(most + 1):
        many = len(log.states)
        if many > 2 * MOST_IN_A_LOG or ((sheets or s.over) and many and (many > MOST_IN_A_LOG or not log.fits(s))):
            yield log.closed()
            if log.is_cut:
                return
            log = Log(kernel, s)
        if sheets and _score(log, s, scored):
            break
        scored += len(sheets)
        turns = _first_to_choose(s, choices.due(s)) if hurries else choices.due(s)
        if _many(turns) > MOST_OPTIONS:
            log.add(s, (GIVEN_BACK, *[0] * 7))
            break
        ends = not turns or made == most or s.deal >= first + deals
        number = -1 if ends else choose(_many(turns))
        if talks and s.spec.plan.volunteered:
            asked, said = choices.volunteered(s), -1
            if asked and not ends and chance.random() < SHARE_UNASKED:
                said = int(chance.random() * _many(asked))
            log.add(s, (*_told(log, s, turns, number)[:6], log.listed(s, asked), said))
            chosen = None if ends else _chosen(turns, number) if said < 0 else _chosen(asked, said)
        else:
            log.add(s, _told(log, s, turns, number))
            chosen = None if ends else _chosen(turns, number)
        if chosen is None:
            break
        s = s.take(*chosen)
        sheets = s.sheets
    yield log.closed()


def _first_to_choose(s: State, turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """Return the turns of those who are asked first, where several choose at once."""
    if not isinstance(s.node, AsksAtOnce | BidsAtOnce) or not turns:
        return turns
    first = next(group for group in s.asking.order if turns[0].seat in group)
    return tuple(turn for turn in turns if turn.seat in first)


def _told(log: Log, s: State, turns: tuple[Turn, ...], number: int) -> tuple[int, ...]:
    """Return what can be chosen and what is, as a log has it."""
    if not turns:
        return OVER, 0, -1, 0, 0, 0, 0, -1
    turn = turns[0]
    hand, options = turn.holder, turn.options
    if hand < 0 or (s.spec.plan.with_card and s.stacks[hand] is None):
        return CHOOSES, log.listed(s, turns), number, 0, 0, 0, 0, -1
    stack = s.stacks[hand]
    if stack is not None:
        return CARD, 0, stack[0] if number >= 0 else -1, hand, turn.seat, 1 << stack[0], 0, -1
    legal = 0
    for one in options:
        legal |= 1 << one.value
    return CARD, 0, options[number].value if number >= 0 else -1, hand, turn.seat, legal, 0, -1


def _score(log: Log, s: State, scored: int) -> bool:
    """Add the deals that were scored; tell whether a kernel gives the last back, and so the game ends."""
    is_beyond = _is_beyond(s)
    for number, sheet in enumerate(s.sheets[:-1] if is_beyond else s.sheets, scored + 1):
        log.score(s.game, sheet, number)
    if is_beyond:
        log.add(s, (GIVEN_BACK, *[0] * 7))
    return is_beyond


def _is_beyond(s: State) -> bool:
    """Tell whether a deal was scored that a kernel gives back: with too high a score, or a part of a point."""
    points = [line.points for side in s.sheets[-1].sides for line in side.lines]
    whole = all(one == int(one) for one in chain(points, s.scores, *s.tallies))
    return not whole or any(abs(one) > LARGEST for one in s.scores)


def planted(s: State, chance: Random) -> State:
    """Return a state with other scores and tallies: in the middle of a game, near its end, just at a limit, or far off.

    For a limit the deal is played once, and the scores are set so that the same choices end near it. A game whose deals
    differ begins with any kind of deal, and in some one side has the best cards, so that it makes what it bids.
    """
    days = calendar(s.game.scopes) or ()
    if len(days) > 1:
        cards = chance.sample(range(s.spec.deck.size), s.spec.deck.size)
        s = deals_of_engine.begun(s.game, deal=chance.choice(days).first, like=s, stock=cards)
    new = s.copy()
    if chance.random() < SHARE_UNEVEN:
        new.hands = uneven(s, chance)
    goals = [int(one) for one in s.game.options.values() if isinstance(one, int) and one > 12] or [500]
    goal = chance.choice(goals)
    most = chance.choice((3, 12, 30))
    new.tallies = new.tallies_before = tuple(tuple(chance.randrange(most) for _ in row) for row in s.tallies)
    low, high = chance.choice(((-300, 400), (0, 12), (goal - 150, goal + 20), (goal, goal), (goal - 1, goal + 1)))
    new.scores = tuple(chance.randint(low, high) for _ in s.scores)
    if high - low < 3:
        before = chance.getstate()
        new.waits()
        new.scores = tuple(one - won for one, won in zip(new.scores, _won(new, chance), strict=True))
        chance.setstate(before)
    if chance.random() < SHARE_BEYOND:
        one = chance.randrange(len(new.scores))
        beyond = chance.choice((1, -1)) * (LARGEST - chance.randrange(2))
        new.scores = (*new.scores[:one], beyond, *new.scores[one + 1 :])
    new.waits()
    return new


def uneven(s: State, chance: Random) -> tuple[int, ...]:
    """Return the hands of a deal with their cards dealt again: by suit, or from the best to the worst, side by side."""
    best, ranking = chance.choice(s.game.players), s.ranking
    seats = [seat for seat, hand in enumerate(s.hands) if hand and s.stacks[seat] is None]
    seats.sort(key=lambda seat: (seat != best, s.side_of[seat] != s.side_of[best], seat))
    cards = [card for seat in seats for card in bits(s.hands[seat] & ~s.open)]
    cards.sort(key=lambda card: (ranking.suit[card] != ranking.trumps, -ranking.strength[card]))
    if chance.random() < SHARE_BY_SUIT:
        cards.sort(key=lambda card: ranking.suit[card] or 0)
    hands = list(s.hands)
    for seat in seats:
        many = (hands[seat] & ~s.open).bit_count()
        hands[seat] = hands[seat] & s.open | mask_of(cards[:many])
        del cards[:many]
    return tuple(hands)


def _won(s: State, chance: Random) -> list[int]:
    """Return what is won in this deal, by whom scores are kept, with the choices that `moments` would make."""
    scores, choose = s.scores, chooser(chance)
    for _ in range(MOST_IN_A_DEAL):
        turns = choices.due(s)
        if not turns or s.sheets:
            break
        s = s.take(*_chosen(turns, choose(_many(turns))))
    return [int(now - old) for now, old in zip(s.scores, scores, strict=True)]


class Compared(NamedTuple):
    """How far a game was compared."""

    deals: int
    choices: int


def play(kernel: Kernel, s: State, chance: Random, *, deals: int = 3, most: int = 10_000) -> Compared:
    """Play on from a state in both, with the same choices, and compare everything; return how far that was.

    Args:
        kernel: The kernel.
        s: Where to begin: at a choice.
        chance: What chooses.
        deals: How many deals to play.
        most: How many choices at most.
    """
    return play_with(Player(kernel), s, chance, deals=deals, most=most)


def play_with(player: Player, s: State, chance: Random, *, deals: int, most: int, seed: int | None = None) -> Compared:
    """Do what `play` does, with a kernel that is ready to play logs; with a seed, it begins the game by itself."""
    scored = chosen = 0
    hurries = chance.random() < SHARE_HURRIED and not s.spec.has_unseen_bids
    player.begin(s if seed is None else seed, hurries=hurries)
    for log in logs(player.kernel, s, chance, deals=deals, most=most, hurries=hurries):
        player.check(log)
        scored, chosen = scored + log.scored, chosen + log.many
    return Compared(scored, chosen - 1)  # at its end nobody chooses
