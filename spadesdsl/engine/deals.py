"""Deals apart from a game: one about which nothing is known, one at its first choice, and what they have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from spadesdsl.engine import choices, dealing, flow
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.spec import Amount, Ask, Do, Hand
from spadesdsl.rules.parts import Give, Skip

MOST_QUESTIONS = 1000
_THROWN_IN = 3
"""After so many deals that nobody plays, a deal's hands are taken as they were dealt."""


def blank(
    game: Game,
    *,
    deal: int = 1,
    dealer: int | None = None,
    scores: Sequence[Amount] | None = None,
    tallies: Sequence[Mapping[str, Amount]] | None = None,
) -> State:
    """Return a deal about which only its number, its dealer, the scores and the tallies are known.

    Args:
        deal: Its number, from 1.
        dealer: The dealer; None for the last player.
        scores: By side, before the deal; None for the start of a game.
        tallies: By side, before the deal.
    """
    s = State.new(game)
    s.deal = s.deals_dealt = deal
    s.spec = game.edition(deal)
    s.dealer = s.first_dealer = s.spec.players[-1] if dealer is None else dealer
    if scores is not None:
        s.scores = tuple(scores)
    if tallies is not None:
        given = [tuple(row.get(name, 0) for row in tallies) for name in game.tallies]
        s.tallies = tuple(row[: len(old)] for row, old in zip(given, s.tallies, strict=True))
    dealing.open_tallies(s)
    dealing.empty_table(s)
    s.looked = (1 << len(s.spec.seats)) - 1
    s.tricks_total = tricks_of(game, deal)
    return s


def begun(
    game: Game,
    *,
    deal: int = 1,
    dealer: int | None = None,
    like: State | None = None,
    hands: Mapping[int, Sequence[int]] | None = None,
    stock: Sequence[int] = (),
) -> State:
    """Return a deal at its first decision; scores and tallies as in `like`.

    The cards are dealt from seed 0, but `hands` names all or some of the cards that a seat gets, and `stock` the cards
    on top before the deal. If a deal is thrown in before its first decision, they apply to the next one.
    """
    s = _fresh(game, deal, dealer, like)
    for _ in range(flow.MOST_THROWN_IN):
        if like is not None:
            s.looked = like.looked
        _lay_out(s, hands or {}, stock)
        if flow.advance_in_deal(s) or s.flow:
            break
        dealing.begin_deal(s)
    flow.advance(s)
    return s


def _fresh(game: Game, deal: int, dealer: int | None = None, like: State | None = None) -> State:
    """Return a deal in which nothing has happened yet."""
    if like is None:
        s = State.new(game)
        s.dealer = s.first_dealer = game.base.players[-1] if dealer is None else dealer
    else:
        s = like.copy()
    s.deal, s.deals_dealt = deal, deal - 1
    dealing.begin_deal(s)
    return s


def _lay_out(s: State, hands: Mapping[int, Sequence[int]], stock: Sequence[int]) -> None:
    """Set the cards that a deal which has just begun will deal."""
    s.piles = ((*stock, *(card for card in s.piles[0] if card not in stock)), *s.piles[1:])
    s.designated = tuple(tuple(hands.get(seat, ())) for seat in range(len(s.spec.seats)))


# ---------------------------------------------------------------- what deals have in common


_MOST_LOOKED_AT = 40
"""Among so many deals the first with the same rules is looked for."""


def _like(game: Game, deal: int) -> int:
    """Return the first deal that goes like this one, or this one if it is later than those that are looked at."""
    spec = game.edition(deal)
    others = () if spec.numbers_deals else range(1, min(deal, _MOST_LOOKED_AT))
    return next((other for other in others if game.edition(other) is spec), deal)


def tricks_of(game: Game, deal: int) -> int:
    """Return how many tricks a deal has: the cards in the largest hand when the play begins, plus those drawn in it."""
    return _tricks_of(game, _like(game, deal))


@lru_cache(maxsize=256)
def _tricks_of(game: Game, deal: int) -> int:
    begin = begun(game, deal=deal)

    def is_settled(s: State) -> bool:
        """Tell whether the play begins, or one deal after the other is thrown in."""
        return s.is_playing or s.deals_dealt >= begin.deals_dealt + _THROWN_IN

    for place in (-1, 0):  # the last answer is no; if everybody says it, the cards may be thrown in
        *_, s = answered(begin, place, is_settled)
        if s.is_playing:
            break
    tricks = _largest_hand(s) + sum(s.taken)  # including tricks awarded before the play
    if not draws(s):
        return tricks
    if any(isinstance(action, Skip) for action in s.spec.plan.actions):
        return max(tricks, s.spec.deck.size // len(s.spec.players))  # another deal may last longer
    in_play = answered(s, -1, lambda now: now.deals_dealt != s.deals_dealt)
    return max([tricks, *(later.trick_number for later in in_play if choices.due(later))])


def answered(s: State, place: int, is_end: Callable[[State], bool]) -> Iterator[State]:
    """Yield a deal at each choice, up to its end, if the option in this place is always chosen."""
    for _ in range(MOST_QUESTIONS):
        yield s
        entries = choices.due(s)
        if not entries or is_end(s):
            break
        s = s.take(entries[0], entries[0].options[place])


def _largest_hand(s: State) -> int:
    return max(hand.bit_count() for hand in s.hands)


def draws(s: State) -> bool:
    """Tell whether hands draw cards between tricks."""
    return any(isinstance(step, Do) and _gives(step) for step in s.spec.plan.in_play)


def _gives(step: Do | Ask) -> bool:
    """Tell whether a step adds cards to a hand."""
    return any(isinstance(action, Give) and isinstance(action.to, Hand) for action in step.actions)


def most_held(game: Game, deal: int) -> int:
    """Return the most cards that a hand can have before the play; the whole deck if that is not known.

    Each question before the play is tried with its first answer and with its last.
    """
    return _most_held(game, _like(game, deal))


@lru_cache(maxsize=256)
def _most_held(game: Game, deal: int) -> int:
    begin = begun(game, deal=deal)

    def is_end(s: State) -> bool:
        return s.is_playing or s.deals_dealt != begin.deals_dealt

    states = [s for place in (0, -1) for s in answered(begin, place, is_end)]
    asked = {entry.choice for s in states for entry in choices.due(s) if not is_end(s)}
    may_grow = draws(states[-1]) or any(
        isinstance(step, Ask) and step.kind != "pass" and step.name not in asked and _gives(step)
        for step in begin.spec.plan.steps
    )
    return game.base.deck.size if may_grow else max(map(_largest_hand, states))


@lru_cache(maxsize=512)
def dealt_sizes(game: Game, deal: int) -> tuple[int, ...]:
    """Return how many cards each seat is dealt from the stock, not counting cards it is given otherwise or draws.

    For a deal thrown in before anybody has chosen anything: what it dealt until then.
    """
    deck = tuple(range(game.base.deck.size))
    # Every seat is owed every card, so what it was dealt is what it is no longer owed. Each begins with its own cards,
    # so that none is taken from another hand, whose size a rule may read.
    seats = len(game.seats)
    s = _fresh(game, deal)
    owed = {seat: (*deck[seat::seats], *(card for card in deck if card % seats != seat)) for seat in range(seats)}
    _lay_out(s, owed, ())
    names = [phase.name for phase in s.spec.phases]
    is_asked = flow.advance_in_deal(s)
    for _ in range(MOST_QUESTIONS):
        phase = choices.phase_now(s)
        if not is_asked or phase is None or names.index(phase.name) > names.index("deal"):
            break
        entry = choices.due(s)[0]
        flow.carry_out(s, entry, entry.options[-1])
        is_asked = flow.advance_in_deal(s)
    return tuple(len(deck) - len(left) for left in s.designated)
