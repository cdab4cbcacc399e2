"""States set up without play: a deal that was played elsewhere, or the situation of an example.

`blank` gives a deal about which nothing is known; the other functions add what is known. They change the state that
they are given, which only the caller holds.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from spadesdsl.engine import choices, dealing, flow, scoring, seats
from spadesdsl.engine.actions import environment, make_bid
from spadesdsl.engine.choices import phase_now, values
from spadesdsl.engine.game import GameError, State
from spadesdsl.engine.play import best_card
from spadesdsl.engine.ranking import mask_of
from spadesdsl.engine.spec import Ask, Do, Hand
from spadesdsl.engine.state import Answered, Frame, Trick
from spadesdsl.rules.parts import Give, MakeBid, Shuffle, Skip

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spadesdsl.engine.game import Game
    from spadesdsl.engine.spec import Amount


class PositionError(GameError):
    """A fact that is put into a position is impossible."""


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
        game: The game.
        deal: Its number, from 1.
        dealer: The dealer; None for the last player.
        scores: By side, before the deal; None for the start of a game.
        tallies: By side, before the deal.
    """
    s = State()
    s.game, s.seed, s.generator = game, 0, 0
    s.given_deals, s.all_given = (), ()
    holders = seats.holders(game.base)
    s.scores = tuple(scores) if scores is not None else (0,) * holders
    rows: list[tuple[Amount, ...]] = []
    for name in game.tallies:
        given = [row.get(name, 0) for row in tallies] if tallies is not None else [0] * holders
        rows.append((given[0],) if name in game.table_tallies else tuple(given))
    s.tallies = s.tallies_before = tuple(rows)
    s.filled = tuple((0,) * len(row) for row in rows)
    s.out, s.time_up, s.over, s.winners, s.ended_by = 0, (), False, (), ""
    s.line, s.moves_made, s.thrown_in, s.events, s.sheets, s.last_sheet = None, 0, 0, (), (), None
    s.memo = {}
    s.deal, s.deals_dealt = deal, 1
    s.spec = game.edition(deal)
    s.dealer = s.spec.players[-1] if dealer is None else dealer
    s.first_dealer = s.dealer
    dealing.empty_table(s)
    s.looked = (1 << len(s.spec.seats)) - 1
    s.tricks_total = tricks_of(game, deal)
    return s


@lru_cache(maxsize=256)
def tricks_of(game: Game, deal: int) -> int:
    """Return how many tricks a deal has: the cards in the largest hand when the play begins, plus those drawn in it."""
    s = begun(game, deal=deal)
    for _ in range(1000):
        entries = choices.due(s)
        if not entries or s.flow[-1].kind == "play":
            break
        s = s.take(entries[0], entries[0].options[-1])
    tricks = max(hand.bit_count() for hand in s.hands) + sum(s.taken)  # including tricks awarded before the play
    if not draws(s):
        return tricks
    if any(isinstance(action, Skip) for step in s.spec.steps for action in getattr(step, "actions", ())):
        return max(tricks, s.spec.deck.size // len(s.spec.players))  # another deal may last longer
    dealt = s.deals_dealt
    for _ in range(1000):
        entries = choices.due(s)
        if not entries or s.deals_dealt != dealt:
            break
        tricks = max(tricks, s.trick_number)
        s = s.take(entries[0], entries[0].options[-1])
    return tricks


def draws(s: State) -> bool:
    """Tell whether hands draw cards between tricks."""
    play = s.spec.play
    steps = (s.spec.steps[number] for number in (*play.before_trick, *play.after_trick, *play.after_card))
    actions = (action for step in steps if isinstance(step, Do) for action in step.actions)
    return any(isinstance(action, Give) and isinstance(action.to, Hand) for action in actions)


@lru_cache(maxsize=512)
def dealt_sizes(game: Game, deal: int) -> tuple[int, ...]:
    """Return how many cards each seat is dealt from the stock, not counting cards it is given otherwise or draws.

    For a deal thrown in before anybody has chosen anything: what it dealt until then.
    """
    deck = tuple(range(game.base.deck.size))
    # Every seat is owed every card, so what it was dealt is what it is no longer owed. Each begins with its own cards,
    # so that none is taken from another hand, whose size a rule may read.
    seats = len(game.seats)
    s = _fresh(game, deal, None, None)
    owed = {seat: (*deck[seat::seats], *(card for card in deck if card % seats != seat)) for seat in range(seats)}
    _lay_out(s, owed, ())
    names = [phase.name for phase in s.spec.phases]
    is_asked = flow.advance_in_deal(s)
    for _ in range(1000):
        phase = phase_now(s)
        if not is_asked or phase is None or names.index(phase.name) > names.index("deal"):
            break
        entry = choices.due(s)[0]
        flow.carry_out(s, entry, entry.options[-1])
        is_asked = flow.advance_in_deal(s)
    return tuple(len(deck) - len(left) for left in s.designated)


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
    looked = like.looked if like is not None else None
    for _ in range(flow.MOST_THROWN_IN):
        if looked is not None:
            s.looked = looked
        _lay_out(s, hands or {}, stock)
        if flow.advance_in_deal(s) or s.flow:
            break
        dealing.begin_deal(s)
    flow.advance(s)
    return s


def _fresh(game: Game, deal: int, dealer: int | None, like: State | None) -> State:
    """Return a deal in which nothing has happened yet."""
    s = State()
    if like is not None:
        s.__dict__.update(like.__dict__)
    else:
        s.game, s.seed, s.generator = game, 0, 0
        s.given_deals, s.all_given = (), ()
        holders = seats.holders(game.base)
        s.scores = (0,) * holders
        s.tallies = tuple((0,) * (1 if name in game.table_tallies else holders) for name in game.tallies)
        s.out, s.time_up, s.over, s.winners, s.ended_by = 0, (), False, (), ""
        s.line, s.moves_made, s.thrown_in, s.events, s.sheets, s.last_sheet = None, 0, 0, (), (), None
        s.dealer = game.base.players[-1] if dealer is None else dealer
        s.first_dealer = s.dealer
    s.memo = {}
    s.deal, s.deals_dealt = deal, 0
    s.spec = game.edition(deal)
    dealing.begin_deal(s)
    return s


def _lay_out(s: State, hands: Mapping[int, Sequence[int]], stock: Sequence[int]) -> None:
    """Set the cards that a deal which has just begun will deal."""
    s.piles = ((*stock, *(card for card in s.piles[0] if card not in stock)), *s.piles[1:])
    s.designated = tuple(tuple(hands.get(seat, ())) for seat in range(len(s.spec.seats)))


# ---------------------------------------------------------------- cards


def find_cards(s: State, names: Sequence[str]) -> tuple[int, ...]:
    """Return cards by name; equal names give the equal cards one after the other.

    Raises:
        PositionError: there is no such card, or not that many copies.
    """
    deck = s.spec.deck
    left = list(range(deck.size))
    found = []
    for name in names:
        wanted = "10" + name[1:] if name[:1] in "Tt" and len(name) == 2 else name
        card = next((card for card in left if deck.names[card] == wanted), None)
        if card is None:
            many = deck.names.count(wanted)
            raise PositionError(f"the deck has only {many} of {wanted}" if many else f"{name} is no card of this game")
        left.remove(card)
        found.append(card)
    return tuple(found)


def hold(s: State, seat: int, cards: Sequence[int]) -> None:
    """Give a seat this hand; nobody else holds these cards."""
    mask = mask_of(cards)
    hands = [hand & ~mask for hand in s.hands]
    hands[seat] = mask
    s.hands = tuple(hands)
    if _is_stacked(s, seat):
        s.stacks = (*s.stacks[:seat], tuple(cards), *s.stacks[seat + 1 :])
    s.memo = {}


def _is_stacked(s: State, seat: int) -> bool:
    """Tell whether the seat's bid makes its hand a pile."""
    bid = s.bids[seat]
    if bid is None:
        return False
    steps = (s.spec.steps[number] for number in s.spec.bids[bid.type].steps)
    actions = (action for step in steps if isinstance(step, Do) for action in step.actions)
    return any(isinstance(action, Shuffle) and isinstance(action.cards, Hand) for action in actions)


def lay(s: State, zone: str, cards: Sequence[int], owner: int = 0) -> None:
    """Put cards into a zone, the first on top; or say which cards a rule has moved, if its name is read.

    Raises:
        PositionError: there is no such zone.
    """
    found = next((one for one in s.spec.zones if one.name == zone), None)
    if found is None:
        memory = next((at for at, rule in enumerate(s.spec.memories) if rule.endswith(f".{zone}")), None)
        if memory is None:
            raise PositionError(f"there is no zone `{zone}`")
        s.moved = (*s.moved[:memory], tuple(cards), *s.moved[memory + 1 :])
        return
    at = found.base + (owner if found.is_each else 0)
    s.piles = (*s.piles[:at], tuple(cards), *s.piles[at + 1 :])
    if found.face_up:
        s.open |= mask_of(cards)
    s.memo = {}


def cards_at(s: State, zone: str, owner: int = 0) -> tuple[int, ...]:
    """Return the cards of a zone, or those that a rule has moved, if its name is read."""
    found = next((one for one in s.spec.zones if one.name == zone), None)
    if found is not None:
        return s.piles[found.base + (owner if found.is_each else 0)]
    memory = next((at for at, rule in enumerate(s.spec.memories) if rule.endswith(f".{zone}")), None)
    return () if memory is None else s.moved[memory]


def settle(s: State) -> None:
    """Work out trumps and suits again, once everything they may depend on is in place."""
    if not s.spec.ranking_is_fixed:
        s.ranking = s.spec.ranking(s)
    s.memo = {}


# ---------------------------------------------------------------- what was decided


def bid(s: State, name: str, arguments: tuple[Any, ...] = (), *, seat: int) -> None:
    """Add a bid by a seat, or by its side if sides make it.

    Raises:
        PositionError: there is no such bid, or its parameters are out of range.
    """
    number = next((kind.id for kind in s.spec.bids if kind.name == name), None)
    if number is None:
        raise PositionError(f"there is no bid `{name}` on this deal")
    kind = s.spec.bids[number]
    if len(arguments) != len(kind.parameters):
        raise PositionError(f"the bid `{name}` has {len(kind.parameters)} parameters, not {len(arguments)}")
    env = environment(s, seat)
    if arguments and arguments not in values(s, kind.parameters, env):
        shown = ", ".join(str(argument) for argument in arguments)
        raise PositionError(f"`{name}({shown})` is out of the range of that bid")
    make_bid(s, number, arguments, env)
    s.memo = {}


def did(
    s: State,
    name: str,
    seat: int,
    arguments: tuple[Any, ...] = (),
    fixed: Mapping[str, Any] | None = None,
    card: int = -1,
) -> None:
    """Record that a seat made a decision, with the play of a card if one is given.

    Bids that the decision makes are made; no cards move.

    Raises:
        PositionError: there is no such decision.
    """
    if name not in s.spec.decisions:
        raise PositionError(f"there is no decision `{name}`")
    number = s.spec.decisions.index(name)
    s.did = (*s.did[:number], s.did[number] | 1 << seat, *s.did[number + 1 :])
    answer = Answered(seat, arguments, tuple((fixed or {}).items()), card)
    s.answers = (*s.answers[:number], (*s.answers[number], answer), *s.answers[number + 1 :])
    ask = next((step for step in s.spec.steps if isinstance(step, Ask) and step.name == name), None)
    s.memo = {}
    for action in () if ask is None else ask.actions:
        if isinstance(action, MakeBid):
            env = environment(s, seat)
            make_bid(s, s.spec.bid_numbers[action.bid_type], tuple(code(s, env) for code in action.arguments), env)
            s.memo = {}


def broke(s: State, trust: str, seat: int) -> None:
    """Record that a seat broke a rule that the table trusts.

    Raises:
        PositionError: no such rule is trusted.
    """
    if trust not in s.spec.play.trusts:
        raise PositionError(f"no rule `{trust}` is left to trust")
    number = s.spec.play.trusts.index(trust)
    s.broke = (*s.broke[:number], s.broke[number] | 1 << seat, *s.broke[number + 1 :])
    s.memo = {}


# ---------------------------------------------------------------- tricks


def take(s: State, taken: Sequence[int]) -> None:
    """Set how many tricks each seat took."""
    s.taken = tuple(taken)
    s.memo = {}


def win_cards(s: State, seat: int, cards: Sequence[int]) -> None:
    """Put these cards into a seat's tricks."""
    s.won = (*s.won[:seat], s.won[seat] | mask_of(cards), *s.won[seat + 1 :])
    s.memo = {}


def win_tricks(s: State, winners: Sequence[int | None]) -> None:
    """Set the winner of each trick, in order."""
    s.tricks = tuple(Trick(at + 1, 0, (), (), None, winner) for at, winner in enumerate(winners))
    take(s, [sum(winner == seat for winner in winners) for seat in range(len(s.spec.seats))])


def play_trick(s: State, leader: int, cards: Sequence[int]) -> int | None:
    """Add a whole trick, played clockwise from its leader; return who won it."""
    idle = choices.sitting_out(s)
    around = seats.clockwise(len(s.spec.seats), leader)
    playing = tuple(seat for seat in around if not idle >> seat & 1)
    order = (playing if len(cards) <= len(playing) else around)[: len(cards)]
    s.leader, s.trick, s.trick_seats = leader, tuple(cards), order
    s.memo = {}
    best = best_card(s)
    winner = None if best is None else order[s.trick.index(best)]
    s.tricks = (*s.tricks, Trick(len(s.tricks) + 1, leader, s.trick, order, best, winner))
    if winner is not None:
        s.taken = (*s.taken[:winner], s.taken[winner] + 1, *s.taken[winner + 1 :])
        win_cards(s, winner, cards)
    s.played |= mask_of(cards)
    s.trick, s.trick_seats = (), ()
    s.trick_number = len(s.tricks) + 1
    s.memo = {}
    return winner


def on_table(s: State, played: Sequence[tuple[int, int]]) -> None:
    """Put the cards of the current trick on the table: seat and card, in the order played."""
    s.trick = tuple(card for _, card in played)
    s.trick_seats = tuple(seat for seat, _ in played)
    if played:
        s.leader = played[0][0]
    mask = mask_of(s.trick)
    s.played |= mask
    s.hands = tuple(hand & ~mask for hand in s.hands)
    s.memo = {}


def in_play(s: State, leader: int | None = None) -> None:
    """Set the flow so that the next card of the trick is due."""
    number = next(at for at, phase in enumerate(s.spec.phases) if phase.name == "play")
    if leader is not None and not s.trick:
        s.leader = leader
    s.flow = (Frame("deal", step=number, stage="owed"), Frame("play", stage="turn"))
    s.memo = {}


# ---------------------------------------------------------------- scores


def next_dealer(s: State) -> int:
    """Return who deals after a deal that was scored."""
    dealer = s.spec.dealer_next(s, list(s.spec.environment))
    return s.dealer if dealer is None else int(dealer)


def score(s: State) -> State:
    """Return the state after scoring its deal: its `last_sheet` is the score sheet."""
    after = s.copy()
    after.events, after.sheets = (), ()
    scoring.score_deal(after)
    return after
