"""What happens by itself: cards move, are shown or shuffled, tricks are awarded, a bid is made, a deal is thrown in.

Each function changes a state that is still being built, so nobody else holds it yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, assert_never

from spadesdsl.engine import dealing, seats
from spadesdsl.engine.events import AwardEvent, GiveEvent, RedealEvent
from spadesdsl.engine.generator import shuffled
from spadesdsl.engine.labels import bid_label
from spadesdsl.engine.ranking import bits, kept_in, mask_of
from spadesdsl.engine.spec import CARD, PLAYER, SIDE, Cards, Code, Hand, Pile, Place, Value, Zone, amount
from spadesdsl.engine.state import Bid, StateData, changed
from spadesdsl.frozen import replace
from spadesdsl.rules.parts import Action, Award, Fix, Give, MakeBid, Redeal, RuleInfo, Show, Shuffle, Skip
from spadesdsl.work import spend


def environment(s: StateData, player: int) -> list[Any]:
    """Return an environment whose subject is a seat (−1 for none) and its side; its card is the last one played."""
    env: list[Any] = list(s.spec.environment)
    if s.trick:
        env[CARD] = s.trick[-1]
    if player >= 0:
        env[PLAYER] = player
        env[SIDE] = s.side_of[player]
    return env


_OF_AN_ACTION: Final = 15
"""Steps of work that an action takes."""


def run(
    s: StateData,
    rule: RuleInfo,
    actions: tuple[Action[Code, Place], ...],
    env: list[Any],
    chosen: tuple[tuple[int, ...] | None, ...] = (),
    decision: int = -1,
    place: int = -1,
) -> None:
    """Do actions in order, up to a redeal: nothing in the deal is left to do after it.

    Args:
        chosen: The cards of each `give`, if they were chosen beforehand.
        decision: The decision whose answer the actions follow from, if they do.
        place: The place of that answer among those to the decision: it keeps the values that the actions fix.
    """
    spend(_OF_AN_ACTION * len(actions))
    for at, action in enumerate(actions):
        match action:
            case Give():
                give(s, rule, action, env, chosen[at] if chosen else None)
            case Show():
                show(s, rule, action, env)
            case Shuffle():
                shuffle(s, action, env)
            case Award():
                award(s, rule, action, env)
            case Skip():
                s.skips |= {action.phase}
            case MakeBid():
                make_bid_of(s, action, env)
            case Fix():
                fix(s, decision, place, action.name, action.value(s, env))
            case Redeal():
                redeal(s, action, env)
                return
            case _:
                assert_never(action)


def make_bid_of(s: StateData, action: MakeBid[Code], env: list[Any]) -> None:
    """Make the bid that a rule says."""
    values = tuple([code(s, env) for code in action.arguments])
    kept = list(env)
    make_bid(s, s.spec.bid_numbers[action.bid_type], values, env)
    env[:] = kept


def fix(s: StateData, decision: int, place: int, name: str, value: Value) -> None:
    """Keep a value that is fixed with an answer."""
    if place >= 0:
        row = s.answers[decision]
        fixed = (*row[place].fixed, (name, amount(value) if type(value) in (int, Fraction) else value))
        s.answers = changed(s.answers, decision, changed(row, place, replace(row[place], fixed=fixed)))


# ---------------------------------------------------------------- cards


def take_away(s: StateData, cards: int) -> None:
    """Take cards (a mask) from wherever they lie."""
    spend(20 + len(s.piles) // 8)
    keep = ~cards
    s.hands = tuple([hand & keep for hand in s.hands])
    s.stacks = tuple([None if stack is None else kept_in(stack, keep) for stack in s.stacks])
    s.piles = tuple([kept_in(pile, keep) for pile in s.piles])
    s.open &= keep
    s.known = tuple([known & keep for known in s.known])
    s.followed = tuple([followed & keep for followed in s.followed])


def into_hand(s: StateData, cards: Sequence[int], seat: int, *, face_up: bool) -> None:
    """Put cards into a hand; at the bottom if the hand is a pile."""
    mask = mask_of(cards)
    s.hands = changed(s.hands, seat, s.hands[seat] | mask)
    stack = s.stacks[seat]
    if stack is not None:
        s.stacks = changed(s.stacks, seat, (*stack, *cards))
    if face_up:
        s.open |= mask


def onto_pile(s: StateData, cards: Sequence[int], zone: Zone, owner: int, *, face_up: bool) -> None:
    """Put cards on a pile of the table, the first of them on top."""
    at = zone.base + owner if zone.is_each else zone.base
    s.piles = changed(s.piles, at, tuple(cards) + s.piles[at])
    if face_up or zone.face_up:
        s.open |= mask_of(cards)
    if zone.seen_by_owner:
        reveal(s, mask_of(cards), owner)


def reveal(s: StateData, cards: int, seat: int | None) -> None:
    """Let one seat know where cards are."""
    if seat is not None:
        s.known = changed(s.known, seat, s.known[seat] | cards)


def _deal_from_stock(
    s: StateData, order: tuple[int, ...], numbers: list[int], most: int, *, face_up: bool
) -> dict[int, tuple[int, ...]]:
    """Deal each seat the cards it wants, at most so many, one at a time from the stock; return what each was dealt."""
    stock, wanted = s.piles[0], {seat: min(numbers[seat], most) for seat in order}
    found: dict[int, tuple[int, ...]] = {}
    if any(s.designated):
        for seat, number in wanted.items():
            owed = s.designated[seat]
            dealt, rest = owed[:number], owed[number:]
            if len(dealt) < number:
                left = [card for card in s.piles[0] if not any(card in other for other in s.designated)]
                dealt += tuple(left[: number - len(dealt)])
            take_away(s, mask_of(dealt))
            into_hand(s, dealt, seat, face_up=face_up)
            s.designated = changed(s.designated, seat, rest)
            found[seat] = dealt
        return found
    if len(set(wanted.values())) == 1:
        found = {seat: stock[at : sum(wanted.values()) : len(wanted)] for at, seat in enumerate(wanted)}
    else:
        dealt_out = [seat for turn in range(max(wanted.values())) for seat in wanted if turn < wanted[seat]]
        found = {seat: tuple(card for card, to in zip(stock, dealt_out, strict=False) if to == seat) for seat in wanted}
    s.piles = (stock[sum(wanted.values()) :], *s.piles[1:])
    for seat, cards in found.items():
        into_hand(s, cards, seat, face_up=face_up)
    return found


def give(
    s: StateData, rule: RuleInfo, action: Give[Code, Place], env: list[Any], chosen: tuple[int, ...] | None = None
) -> None:
    """Move cards as a `give` says; `chosen` are the cards of a pass."""
    target = action.to
    if action.each is not None:
        give_each(s, rule, action, env)
    elif isinstance(target, Hand):
        owner = target.seat(s, env)
        if owner is not None:
            give_once(s, rule, action, env, owner, chosen)
    elif isinstance(target, Pile):
        place = _owner(target, env, s) if target.zone.is_each else 0
        if place is not None:
            give_once(s, rule, action, env, place, chosen)


def cards_of(s: StateData, action: Action[Code, Place], env: list[Any]) -> tuple[int, ...] | None:
    """Return the cards that a `give` would move now; None for any other action, and for cards dealt to each."""
    if not isinstance(action, Give) or action.each is not None:
        return None
    return cards_of_source(s, action, env)


def cards_of_source(s: StateData, action: Give[Code, Place], env: list[Any]) -> tuple[int, ...]:
    """Return the cards that a `give` would move now."""
    source = _source(s, action.source, env)
    number = _number(s, action, env)
    return source[: len(source) if number is None else number]


def _number(s: StateData, action: Give[Code, Place], env: list[Any]) -> int | None:
    return None if action.number is None else max(0, int(action.number(s, env)))


def give_each(s: StateData, rule: RuleInfo, action: Give[Code, Place], env: list[Any]) -> None:
    """Give every seat in turn the cards it is due; cards from the stock are dealt one at a time."""
    start = seats.first_seat(s) if action.start is None else action.start(s, env)
    if start is None:
        return
    everybody = seats.clockwise(len(s.spec.seats), start)
    order = tuple([seat for seat in everybody if not s.out >> seat & 1])
    if action.each == "player":
        order = seats.players_from(s, start)
    player, side, source = env[PLAYER], env[SIDE], action.source
    if isinstance(source, Pile) and source.zone.base == 0 and not source.zone.is_each:
        each, wanted = len(s.piles[0]) // len(order), [0] * len(s.hands)
        for seat in order:
            env[PLAYER], env[SIDE] = seat, s.side_of[seat]
            number = _number(s, action, env)
            wanted[seat] = each if number is None else number
        least, most = min([wanted[seat] for seat in order]), max([wanted[seat] for seat in order])
        if least == most:  # nobody gets one more than the others when the stock runs out
            most = min(most, each)
        dealt = _deal_from_stock(s, order, wanted, most, face_up=action.face_up)
        for seat in order if action.face_up else ():
            _tell(s, rule, "stock", f"hand of {seat}", dealt[seat], is_seen=True)
    else:
        for seat in order:
            env[PLAYER], env[SIDE] = seat, s.side_of[seat]
            give_once(s, rule, action, env, seat)
    env[PLAYER], env[SIDE] = player, side


def give_once(
    s: StateData,
    rule: RuleInfo,
    action: Give[Code, Place],
    env: list[Any],
    owner: int,
    chosen: tuple[int, ...] | None = None,
) -> None:
    """Move cards to a seat's hand, or to a pile: that of a seat if each has one."""
    cards = cards_of_source(s, action, env) if chosen is None else chosen
    if not cards:
        return
    _remember(s, rule, cards)
    mask = mask_of(cards)
    source = _source_name(s, action.source, env, mask)
    was_open = mask & s.open == mask
    followed = _follow(s, action.source, env, mask, is_chosen=chosen is not None)
    take_away(s, mask)
    s.followed = followed
    target = action.to
    if isinstance(target, Hand):
        into_hand(s, cards, owner, face_up=action.face_up)
    else:
        assert isinstance(target, Pile)
        onto_pile(s, cards, target.zone, owner, face_up=action.face_up)
    if action.seen_by is not None:
        reveal(s, mask, action.seen_by(s, env))
    _tell(s, rule, source, _place_name(target, owner), cards, is_seen=was_open or mask & s.open == mask)


def _follow(s: StateData, source: Place, env: list[Any], cards: int, *, is_chosen: bool) -> tuple[int, ...]:
    """Return, by seat, the cards that it saw go where they are, once these have moved.

    It sees open cards, those of its own hand, and from a pile those whose place there it knows, unless somebody else
    chooses. Another card that it had in mind may have been among those that it does not see; so may one that it was
    shown in the same place, and then it knows no card there any more.
    """
    is_pile = isinstance(source, Pile)
    held = s.spec.deck.all if isinstance(source, Cards) else mask_of(_source(s, source, env))
    followed, known = [], []
    for seat, kept in enumerate(s.followed):
        seen = cards & s.open
        if s.looked >> seat & 1 and s.stacks[seat] is None:
            seen |= cards & s.hands[seat]
        sees_pile = is_pile and (not is_chosen or seat == env[PLAYER])
        if sees_pile:
            seen |= cards & (s.known[seat] | kept)
        lost = 0 if seen == cards or (is_pile and not is_chosen) else held
        followed.append(kept & ~(cards | lost) | seen)
        known.append(s.known[seat] & ~lost)
    s.known = tuple(known)
    return tuple(followed)


def _place_name(target: Hand | Pile, owner: int) -> str:
    return target.zone.called(owner) if isinstance(target, Pile) else f"hand of {owner}"


def _source(s: StateData, source: Place, env: list[Any]) -> tuple[int, ...]:
    match source:
        case Pile():
            return pile_of(s, source, env)
        case Hand():
            seat = source.seat(s, env)
            return () if seat is None else hand_row(s, seat)
        case Cards():
            return tuple(s.ranking.sorted(source.cards(s, env)))


def hand_row(s: StateData, seat: int) -> tuple[int, ...]:
    """Return a hand in sorted order; a pile that nobody sees, from the top."""
    stack = s.stacks[seat]
    return tuple(s.ranking.sorted(s.hands[seat])) if stack is None else stack


def _source_name(s: StateData, source: Place, env: list[Any], cards: int) -> str:
    """Name the place that cards come from; `cards` if they come from several."""
    if isinstance(source, Pile):
        return source.zone.called(_owner(source, env, s) or 0)
    return next((place for place, held in _places(s) if cards & held == cards), "cards")


def _owner(source: Pile, env: list[Any], s: StateData) -> int | None:
    owner: int | None = env[PLAYER] if source.owner is None else source.owner(s, env)
    return owner


def pile_of(s: StateData, source: Pile, env: list[Any]) -> tuple[int, ...]:
    """Return the cards of the pile, top card first; if the owner is nobody, there are none.

    Cards that a given deal still owes to hands go underneath: cards turned up before the deal belong to no hand.
    """
    if not source.zone.is_each:
        pile = s.piles[source.zone.base]
        if not any(s.designated):
            return pile
        owed = {card for hand in s.designated for card in hand}
        return tuple(sorted(pile, key=owed.__contains__))
    owner = _owner(source, env, s)
    return () if owner is None else s.piles[source.zone.base + owner]


def _tell(s: StateData, rule: RuleInfo, source: str, target: str, cards: tuple[int, ...], *, is_seen: bool) -> None:
    names = s.spec.deck.names
    written = tuple(names[card] for card in cards) if is_seen else len(cards)
    s.events += (GiveEvent(rule.key, source, target, written),)


def _remember(s: StateData, rule: RuleInfo, cards: tuple[int, ...]) -> None:
    """Keep the cards that a rule moved or showed, if another rule reads them."""
    if rule.key not in s.spec.memories or rule.keyword not in ("give", "show"):
        return
    memory = s.spec.memories.index(rule.key)
    s.moved = changed(s.moved, memory, cards)


def show(s: StateData, rule: RuleInfo, action: Show[Code], env: list[Any]) -> None:
    """Turn cards face up for all, or let one seat see them."""
    cards = action.cards(s, env)
    _remember(s, rule, bits(cards))
    if action.to is None:
        s.open |= cards
        _tell_shown(s, rule, cards)
    else:
        reveal(s, cards, action.to(s, env))


def _tell_shown(s: StateData, rule: RuleInfo, cards: int) -> None:
    names = s.spec.deck.names
    for place, held in _places(s):
        if held & cards:
            shown = tuple(names[card] for card in s.ranking.sorted(held & cards))
            s.events += (GiveEvent(rule.key, place, "everyone", shown),)


def _places(s: StateData) -> Iterator[tuple[str, int]]:
    """List the hands and the piles: the name of each, and its cards."""
    yield from ((f"hand of {seat}", hand) for seat, hand in enumerate(s.hands))
    yield from ((place, mask_of(pile)) for place, pile in piles_of(s))


def piles_of(s: StateData) -> Iterator[tuple[str, tuple[int, ...]]]:
    """List the piles of the zones: the name of each and its cards."""
    for zone in s.spec.zones:
        for owner in range(len(s.spec.seats)) if zone.is_each else (0,):
            yield zone.called(owner), s.piles[zone.base + owner]


def shuffle(s: StateData, action: Shuffle[Place], env: list[Any]) -> None:
    """Shuffle a pile; a hand becomes a pile, and not even its owner knows what is where."""
    cards = action.cards
    if isinstance(cards, Pile):
        owner = _owner(cards, env, s) if cards.zone.is_each else 0
        if owner is not None:
            shuffle_pile(s, cards.zone.base + owner)
    elif isinstance(cards, Hand):
        seat = cards.seat(s, env)
        if seat is not None:
            shuffle_hand(s, seat)


def shuffle_pile(s: StateData, at: int) -> None:
    """Shuffle a pile; nobody knows any more what is where in it."""
    order, s.generator = shuffled(s.generator, s.piles[at])
    s.piles = changed(s.piles, at, order)
    forgotten = ~mask_of(order)
    s.known = tuple(known & forgotten for known in s.known)
    s.followed = tuple(followed & forgotten for followed in s.followed)


def shuffle_hand(s: StateData, seat: int) -> None:
    """Make a hand a pile, in random order."""
    order, s.generator = shuffled(s.generator, bits(s.hands[seat]))
    s.stacks = changed(s.stacks, seat, order)


# ---------------------------------------------------------------- tricks, bids, deals


def award(s: StateData, rule: RuleInfo, action: Award[Code], env: list[Any]) -> None:
    """Count tricks for a seat; awarding all that are left ends the play."""
    seat = action.to(s, env)
    if seat is None:
        return
    if action.tricks is None:
        out = sitting_out(s) if s.spec.play.controls else 0
        number = 0
        for holder in range(len(s.hands)):
            if not out >> holder & 1:  # the cards of who sits out are in no trick
                number = max(number, s.hands[holder].bit_count())
                s.won = changed(s.won, seat, s.won[seat] | s.hands[holder])
                s.hands = changed(s.hands, holder, 0)
                if s.stacks[holder] is not None:
                    s.stacks = changed(s.stacks, holder, ())
    else:
        number = max(0, int(amount(action.tricks(s, env))))
    s.taken = changed(s.taken, seat, s.taken[seat] + number)
    s.events += (AwardEvent(rule.key, seat, number),)


def sitting_out(s: StateData) -> int:
    """Return the mask of the seats that sit out: nobody plays their cards."""
    idle = 0
    for control in s.spec.play.controls:
        if control.player is None and (control.when is None or control.when(s, s.spec.environment)):
            idle |= as_set(control.seat(s, s.spec.environment))
    return idle


def as_set(found: Value) -> int:
    """Return the mask of a seat, of several, or of nobody."""
    return mask_of([seat for seat in (found if isinstance(found, tuple) else (found,)) if seat is not None])


def make_bid(s: StateData, bid_type: int, values: tuple[Any, ...], env: list[Any]) -> None:
    """Make a bid for the subject, or for its side if sides make it. It replaces the previous one.

    Puts the bid's parameters into the environment.
    """
    kind = s.spec.bids[bid_type]
    contract = None
    if kind.contract is not None:
        for parameter, value in zip(kind.parameters, values, strict=True):
            env[parameter.slot] = value
        contract = amount(kind.contract(s, env))
    bid = Bid(bid_type, values, bid_label(s, bid_type, values), contract, len(s.calls) + 1, env[PLAYER])
    s.calls += (bid,)
    if kind.by_side:
        side = env[SIDE]
        s.side_bids = changed(s.side_bids, side, bid)
        if kind.contract is not None:
            s.side_contracts = changed(s.side_contracts, side, contract)
    else:
        seat = env[PLAYER]
        s.bids = changed(s.bids, seat, bid)
        if kind.contract is not None:
            s.contracts = changed(s.contracts, seat, contract)


def redeal(s: StateData, action: Redeal[Code], env: list[Any]) -> None:
    """Throw the cards in. The flow is left empty; `spadesdsl.engine.dealing` deals again."""
    dealing.announce(s)  # a deal that is thrown in was still dealt
    dealer = action.dealer(s, env)
    if dealer is not None:
        s.dealer = dealer
    if action.is_new:
        s.deal += 1
    s.flow = ()
    s.events += (RedealEvent(s.dealer, action.is_new),)
