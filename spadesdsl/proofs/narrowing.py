"""The `must` rules: each takes some choice away somewhere, and so does something.

In the play two cards are enough to see it. Whether a rule takes a card away and leaves another hangs on no third card,
unless a rule reads the hand: so a position needs no hand, and every pair of cards is looked at by the masks alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING, Final

from spadesdsl.check.reading import walk_through
from spadesdsl.check.terms import Op
from spadesdsl.diagnostics import warning
from spadesdsl.engine import choices, position
from spadesdsl.engine.actions import environment
from spadesdsl.engine.ranking import bits
from spadesdsl.proofs.claims import Event, Happening, Proof, Standing, id_of_info, name_span
from spadesdsl.proofs.reads import Topic, facts_of
from spadesdsl.proofs.situations import FROM_BIDS
from spadesdsl.proofs.workshop import settings_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.check.checked import CheckedGame, CheckedMust
    from spadesdsl.engine.game import Game, State
    from spadesdsl.proofs.workshop import Workshop

MOST_POSITIONS: Final = 6_000
MOST_SETTINGS: Final = 12

_SEEN_AT_ONCE: Final = FROM_BIDS | {Topic.CARD, Topic.LEADING, Topic.NUMBER, Topic.TRICK}
"""What the positions that are looked at differ in."""


@dataclass(frozen=True, slots=True)
class _Look:
    """What looking for a decision of a rule came to."""

    positions: int
    is_whole: bool
    pair: tuple[str, str] | None = None


def prove_musts(shop: Workshop) -> Iterator[Proof]:
    """Prove of each `must` that it decides something somewhere."""
    done: set[object] = set()
    for deal, game in shop.editions:
        lets = tuple(game.lets)
        for at, must in enumerate(game.play.musts):
            if (must, lets, game.play.musts[:at]) not in done:
                done.add((must, lets, game.play.musts[:at]))
                yield _of_must(shop, game, must, deal)


def _of_must(shop: Workshop, game: CheckedGame, must: CheckedMust, deal: int) -> Proof:
    rule, key = id_of_info(must.rule), must.rule.key
    if shop.record.has(Event.NARROWS, rule):
        return Proof(key, "it takes choices away", Standing.PROVED, 1, "seen in a deal that was played")
    never: tuple[Happening, ...] = ((Event.NARROWS, rule, 0),)
    can_hold, can_fail, count = shop.asker(game).can_be(must.body)
    if not can_fail:
        return _idle(shop, must, count, "every answer to what it asks", never)
    look = _look(shop, game, must, deal) if must.judges_card else _Look(0, is_whole=False)
    if look.pair is not None:
        how = f"a hand of {look.pair[0]} and {look.pair[1]} shows it"
        return Proof(key, "it takes choices away", Standing.PROVED, look.positions, how)
    if look.is_whole or not can_hold:
        return _idle(shop, must, look.positions or count, "every card led, every pair of cards", never)
    tried = look.positions + shop.record.cases
    return Proof(key, "it was never seen to take a choice away", Standing.OPEN, tried, f"{shop.deals} deals played")


def _idle(shop: Workshop, must: CheckedMust, count: int, how: str, never: tuple[Happening, ...]) -> Proof:
    message = f"`must {must.rule.name}` never takes a choice away: without it the game is the same."
    found = warning("W804", name_span(must.rule), message, "take it away, or mend it; look at the rules above it")
    finding = found if shop.is_own(must.rule) else None
    standing = Standing.FOUND if finding else Standing.PROVED
    return Proof(must.rule.key, "it never takes a choice away", standing, count, how, finding, never)


# ---------------------------------------------------------------- positions of the play


def _look(shop: Workshop, game: CheckedGame, must: CheckedMust, deal: int) -> _Look:
    """Look for a position and two cards between which the rule decides, under all that its options can be set to."""
    own = facts_of(game, must.when, must.body)
    names = {fact.name for fact in own if fact.topic is Topic.OPTION}
    settings = list(settings_of(tuple(option for option in game.options if option.name in names)))
    is_whole = _is_whole(game, must) and all(fact.topic in _SEEN_AT_ONCE for fact in own)
    at = [one for one in game.play.musts if one.judges_card].index(must)
    count = 0
    for setting in settings[:MOST_SETTINGS]:
        for s in _positions(shop.game(setting), must, deal, every_number=is_whole):
            count += 1
            pair = _decides(s, at)
            if pair is not None:
                return _Look(count, is_whole, pair)
            if count >= MOST_POSITIONS:
                return _Look(count, is_whole=False)
    return _Look(count, is_whole and len(settings) <= MOST_SETTINGS)


def _is_whole(game: CheckedGame, must: CheckedMust) -> bool:
    """Tell whether the positions are all that there are, as far as the rule can tell them apart."""
    lets = {let.key: let for let in game.lets}
    terms = [term for term in (must.when, must.body) if term is not None]
    ops = {one.op for term in terms for one in walk_through(term, lets) if isinstance(one, Op)}
    reads_more = {"trick", "this_trick", "beats", "leader", "hand"} & ops
    return not reads_more and game.trumps is not None and game.trumps.when is None and must.bid_type is None


def _decides(s: State, at: int) -> tuple[str, str] | None:
    """Return two cards of which a rule takes one away, where the rules above it keep both."""
    env = environment(s, 0)
    classes = [s.spec.deck.all & ~s.played]
    for must in s.spec.play.musts[:at]:
        # What a rule above reads beyond these positions may keep two cards apart at times; never always.
        mask = choices.must_mask(s, must, env, 0)
        if mask is not None and must.trust is None:
            classes = [part for one in classes for part in (one & mask, one & ~mask) if part.bit_count() > 1]
    return _split(s, classes, choices.must_mask(s, s.spec.play.musts[at], env, 0))


def _split(s: State, classes: list[int], mask: int | None) -> tuple[str, str] | None:
    if mask is None:
        return None
    for one in classes:
        if one & mask and one & ~mask:
            names = s.spec.deck.names
            return names[bits(one & mask)[0]], names[bits(one & ~mask)[0]]
    return None


def _positions(bound: Game, must: CheckedMust, deal: int, *, every_number: bool) -> Iterator[State]:
    """Give positions without hands: nothing led, each card led, two cards on the table; early and late tricks."""
    blank = position.blank(bound, deal=deal)
    if must.bid_type is not None:
        kind = next(one for one in blank.spec.bids if one.name == must.bid_type)
        values = choices.values(blank, kind.parameters, environment(blank, 0))
        if not values:
            return
        position.bid(blank, must.bid_type, values[0], seat=0)
    last = max(1, blank.tricks_total)
    numbers = range(1, last + 1) if every_number else sorted({1, 2, 3, last})
    cards = [copies[0] for copies in blank.spec.deck.copies]
    before: list[tuple[int, ...]] = [(), *((card,) for card in cards)] if not every_number else [()]
    count = len(bound.seats)
    tables: list[tuple[int, ...]] = [(), *((card,) for card in cards)]
    for number, played, table in product(numbers, before[:1], tables):
        yield _laid(blank, number, played, table, count)
    if not every_number:
        for number, played, table in product(numbers[:2], before[1:], [(), (cards[0],), (cards[-1],)]):
            if not set(played) & set(table):
                yield _laid(blank, number, played, table, count)
        for pair in combinations(cards[:: max(1, len(cards) // 16)], 2):
            yield _laid(blank, 2, (), pair, count)


def _laid(blank: State, number: int, played: tuple[int, ...], table: tuple[int, ...], seats: int) -> State:
    s = blank.copy()
    s.trick_number = number
    s.played = sum(1 << card for card in played)
    position.on_table(s, [((seats - len(table) + at) % seats, card) for at, card in enumerate(table)])
    if not table:
        s.leader = 0
    return s
