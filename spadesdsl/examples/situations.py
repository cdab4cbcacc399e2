"""The situation that an example gives: a deal to be scored, a position of the play, or a point of the bidding."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from spadesdsl.engine import choices, dealing, position
from spadesdsl.engine.ranking import bits
from spadesdsl.engine.spec import Round
from spadesdsl.examples.names import (
    bid_text,
    called,
    card_name,
    card_of,
    cards_of,
    fail,
    listed,
    members_of,
    no_such_bid,
    seat_of,
    sentence,
    side_of,
    value_of,
    written_bid,
)
from spadesdsl.syntax import nodes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spadesdsl.engine.choices import Option
    from spadesdsl.engine.game import Game, State

MOST_QUESTIONS = 500
"""Questions that are passed over on the way to a point of the bidding."""


def lines_of(example: nodes.Example, kind: type[Any]) -> list[Any]:
    """Return the lines of one kind."""
    return [line for line in example.lines if isinstance(line, kind)]


def facts(example: nodes.Example) -> list[nodes.Fact]:
    """Return all that is given."""
    return [fact for line in lines_of(example, nodes.Given) for fact in line.facts]


def start(game: Game, example: nodes.Example, usual_deal: int) -> State:
    """Return a deal of which only its number, its dealer and how the sides stand is known.

    `usual_deal` is the deal where the example names none: 1, or the first on which the rules hold that it belongs to.
    """
    given = facts(example)
    values = {fact.name: fact.value for fact in given if isinstance(fact, nodes.GivenValue)}
    empty = position.blank(game)
    deal = int(value_of(empty, values["deal"])) if "deal" in values else usual_deal
    dealer = value_of(empty, values["dealer"]) if "dealer" in values else None
    scores: list[Any] = [0] * len(empty.scores)
    tallies: list[dict[str, Any]] = [{} for _ in empty.scores]
    for fact in given:
        if isinstance(fact, nodes.Sheet):
            side = side_of(empty, fact.who, fact.span)
            for amount in fact.amounts:
                value = value_of(empty, amount.value)
                if amount.name == "score":
                    scores[side] = value
                else:
                    tallies[side][amount.name] = value
    return position.blank(game, deal=deal, dealer=dealer, scores=scores, tallies=tallies)


def put_in(s: State, given: Iterable[nodes.Fact | nodes.Outcome]) -> None:
    """Put facts into a position: what was decided first, because a bid can say how a hand is held."""
    taken = list(s.taken)
    used: set[int] = set()
    for fact in sorted(given, key=lambda one: not isinstance(one, nodes.GivenDid)):
        match fact:
            case nodes.GivenDid():
                _put_decision(s, fact)
            case nodes.GivenCards():
                _put_cards(s, fact, used)
            case nodes.GivenTaken():
                taken[seat_of(s, fact.who, fact.span)] = fact.tricks
            case nodes.GivenValue():
                if fact.name == "trick_number":
                    s.trick_number = int(value_of(s, fact.value))
            case nodes.GivenUnlooked():
                for seat in members_of(s, fact.who, fact.span):
                    s.looked &= ~(1 << seat)
            case _:
                pass  # sheets are read by `start`, outcomes by `spadesdsl.examples.scores`
    position.take(s, taken)
    position.settle(s)


def _put_decision(s: State, fact: nodes.GivenDid) -> None:
    name, arguments = called(s, fact.what)
    seat = members_of(s, fact.who, fact.span)[0]
    try:
        if fact.verb == "broke":
            position.broke(s, name, seat)
        elif fact.verb == "bid":
            position.bid(s, name, arguments, seat=seat)
        else:
            fixed = {assign.name: value_of(s, assign.value) for assign in fact.fixed}
            position.did(s, name, seat, arguments, fixed)
    except position.PositionError as problem:
        hint = "`spadesdsl show` lists the bids, decisions and rules that there are"
        raise fail("E704", fact.span, sentence(str(problem)), hint) from None


def _put_cards(s: State, fact: nodes.GivenCards, used: set[int]) -> None:
    owner = 0 if fact.zone is None else seat_of(s, fact.who, fact.span)
    zone = fact.zone or fact.who
    is_place = fact.who in s.spec.seats or any(one.name == zone for one in s.spec.zones)
    # Cards that a `give` or a `show` moved lie somewhere, and may be given there too.
    cards = _copies(s, cards_of(s, fact.cards), used if is_place else set())
    if zone not in s.spec.seats:
        try:
            position.lay(s, zone, cards, owner)
        except position.PositionError as problem:
            zones = listed(one.name for one in s.spec.zones)
            raise fail("E704", fact.span, sentence(str(problem)), f"the zones are {zones}") from None
        return
    seat = s.spec.seats.index(fact.who)
    if fact.verb == "won":
        position.win_cards(s, seat, cards)
    else:
        position.hold(s, seat, cards)


def put_bids(s: State, example: nodes.Example) -> None:
    """Put bids into a deal that is to be scored; their order is not asked, their range is."""
    for line in lines_of(example, nodes.Bids):
        for one in line.bids:
            members = members_of(s, one.who, one.span)
            for at, node in enumerate(one.bids):
                _put_bid(s, node, members[at % len(members)])
    if s.spec.teams.after is not None:
        dealing.make_sides(s)


def _put_bid(s: State, node: nodes.Expr, seat: int) -> None:
    name, arguments = called(s, node)
    if all(kind.name != name for kind in s.spec.bids):
        raise no_such_bid(s, name, node.span)
    try:
        position.bid(s, name, arguments, seat=seat)
    except position.PositionError as problem:
        raise fail("E704", node.span, sentence(str(problem)), "give it what the bid takes, in its range") from None


def put_tricks(s: State, example: nodes.Example) -> None:
    """Put in the tricks that were played: the last ones before `trick_number`, where that is given, else the first."""
    tricks = [one for line in lines_of(example, nodes.Tricks) for one in line.tricks]
    count, next_number = len(s.spec.seats), s.trick_number
    for one in tricks:
        cards = _unplayed(s, one.cards)
        if len(cards) != count:
            message = f"This trick has {len(cards)} cards, and a trick has {count}."
            raise fail("E703", one.span, message, "give the cards of all seats, clockwise from the leader")
        position.play_trick(s, seat_of(s, one.leader, one.span), cards)
    if tricks and any(isinstance(fact, nodes.GivenValue) and fact.name == "trick_number" for fact in facts(example)):
        first = next_number - len(tricks)
        s.tricks = tuple(replace(trick, number=first + at) for at, trick in enumerate(s.tricks))
        s.trick_number = next_number


def _unplayed(s: State, given: tuple[nodes.Expr, ...]) -> tuple[int, ...]:
    """Return cards of which equal ones were played before."""
    found: list[int] = []
    names = s.spec.deck.names
    for node in given:
        left = (card for card, name in enumerate(names) if name == names[card_of(s, node)] and card not in found)
        card = next((card for card in left if not s.played >> card & 1), None)
        if card is None:
            raise fail("E703", node.span, f"{card_name(node)} was played before.", "a card is played once")
        found.append(card)
    return tuple(found)


def in_play(game: Game, example: nodes.Example, usual_deal: int) -> State:
    """Return a position of the play: hands as given, the trick so far on the table."""
    s = start(game, example, usual_deal)
    put_bids(s, example)
    put_in(s, facts(example))
    put_tricks(s, example)
    plays = [play for line in lines_of(example, nodes.Plays) for play in line.plays]
    held = {card for hand in s.hands for card in bits(hand)}
    cards = _copies(s, [card_of(s, node) for _, node, _ in plays], held)
    played = [(seat_of(s, who, node.span), card) for (who, node, _), card in zip(plays, cards, strict=True)]
    position.on_table(s, played)
    for (seat, card), (_, node, said) in zip(played, plays, strict=True):
        if said is not None:
            try:
                name, arguments = called(s, said)
                position.did(s, name, seat, arguments, card=card)
            except position.PositionError as problem:
                raise fail("E704", node.span, f"{problem}.") from None
    holder = next((seat for seat, hand in enumerate(s.hands) if hand), None)
    position.in_play(s, leader=holder)
    return s


def _copies(s: State, cards: Iterable[int], used: set[int]) -> tuple[int, ...]:
    """Return cards as copies that are not used yet: equal cards of several packs are different ones."""
    found = []
    for card in cards:
        copies = s.spec.deck.copies[s.spec.deck.faces[card]]
        one = next((copy for copy in copies if copy not in used), card)
        used.add(one)
        found.append(one)
    return tuple(found)


# ---------------------------------------------------------------- the bidding


def at_bidding(game: Game, example: nodes.Example, usual_deal: int, *, to_bid: bool) -> State:
    """Return the point of a deal after the bids that are given, by the deal's own way.

    Questions that the example does not answer are passed over; `to_bid` goes on to the next bid, else the question
    right after the last bid is the point.
    """
    like = start(game, example, usual_deal)
    given = facts(example)
    for fact in given:
        if isinstance(fact, nodes.GivenUnlooked):
            for seat in members_of(like, fact.who, fact.span):
                like.looked &= ~(1 << seat)
    for seats, name in _bidders(like, example):
        if any(kind.name == name and kind.before_looking for kind in like.spec.bids):
            for seat in seats:
                like.looked &= ~(1 << seat)
    holds = [fact for fact in given if isinstance(fact, nodes.GivenCards) and fact.verb == "holds"]
    names = like.spec.seats
    used: set[int] = set()
    hands = {
        names.index(fact.who): _copies(like, cards_of(like, fact.cards), used)
        for fact in holds
        if fact.who in names and fact.zone is None
    }
    # Where no hand is dealt, the players draw from the stock that is given.
    drawn = [fact for fact in holds if fact.who == "stock" and not any(position.dealt_sizes(game, like.deal))]
    stock = [card for fact in drawn for card in cards_of(like, fact.cards)]
    s = position.begun(game, deal=like.deal, like=like, hands=hands, stock=stock)
    put_in(
        s,
        [
            fact
            for fact in holds
            if fact not in drawn
            and (fact.who not in names or fact.zone is not None or _is_short(s, names.index(fact.who), fact))
        ],
    )
    queues = _queues(s, example)
    for _ in range(MOST_QUESTIONS):
        if not queues and not to_bid:
            break
        step = _next_bid(s, queues, given)
        if step is None:
            return s
        s = step
    return s


def _is_short(s: State, seat: int, fact: nodes.GivenCards) -> bool:
    """Tell whether fewer cards are given than a hand has: then they are the whole hand of the example.

    A hand that has taken up more than it was dealt, as from a kitty, keeps what it has: the cards given are among them.
    """
    count = s.hands[seat].bit_count()
    return len(fact.cards) < count <= position.dealt_sizes(s.game, s.deal)[seat]


def _bidders(s: State, example: nodes.Example) -> list[tuple[tuple[int, ...], str]]:
    """Return who makes which bid: who bids before looking has not looked."""
    return [(seats, called(s, node)[0]) for seats, node in _queues(s, example)]


def _queues(s: State, example: nodes.Example) -> list[tuple[tuple[int, ...], nodes.Expr]]:
    """Return the bids that are still to be made, each with the seats of which one makes it."""
    queue: list[tuple[tuple[int, ...], nodes.Expr]] = []
    for line in lines_of(example, nodes.Bids):
        for one in line.bids:
            members = members_of(s, one.who, one.span)
            for at, node in enumerate(one.bids):
                name, _ = called(s, node)
                by_side = any(kind.name == name and kind.by_side for kind in s.spec.bids)
                queue.append((members if by_side else (members[at % len(members)],), node))
    return queue


def _next_bid(s: State, queue: list[tuple[tuple[int, ...], nodes.Expr]], given: list[nodes.Fact]) -> State | None:
    """Make the next bid that is given, or pass over a question; None where the example's own question is reached."""
    entries = choices.due(s)
    if not entries or s.flow[-1].kind == "play":
        return None
    step = s.spec.steps[s.flow[-1].step]
    if not isinstance(step, Round):
        return pass_over(s, given)
    for at, (seats, node) in enumerate(queue):
        for entry in entries:
            if entry.seat in seats:
                text = bid_text(s, node)
                option = next((option for option in entry.options if _is_bid(s, option, node, text)), None)
                if option is None:
                    seat, bid = s.spec.seats[entry.seat], written_bid(node)
                    hint = f"{seat} may bid {', '.join(option.text for option in entry.options)}"
                    raise fail("E705", node.span, f"{seat} cannot bid `{bid}` here.", hint)
                del queue[at]
                return s.take(entry, option)
    if queue and s.flow[-1].stage == "unseen":
        return pass_over(s, given, look=True)
    if queue:
        seats, node = queue[0]
        due = ", ".join(s.spec.seats[entry.seat] for entry in entries)
        message = f"It is {due}'s turn to bid before `{written_bid(node)}` comes."
        raise fail("E705", node.span, message, "give the bids clockwise from the left of the dealer, none left out")
    return None


def _is_bid(s: State, option: Option, node: nodes.Expr, text: str) -> bool:
    name, arguments = called(s, node)
    if name in ("look", "wait"):
        return option.kind == name
    return (
        option.kind == "bid" and s.spec.bids[option.value].name == name and option.arguments == arguments and bool(text)
    )


def pass_over(s: State, given: list[nodes.Fact], *, look: bool = False) -> State:
    """Answer a question as the example gives it, or else with no, or with the first that can be said."""
    for entry in choices.due(s):
        for fact in given:
            if isinstance(fact, nodes.GivenDid) and entry.seat in members_of(s, fact.who, fact.span):
                name, arguments = called(s, fact.what)
                for option in entry.options:
                    is_it = option.kind == "yes" and option.arguments == arguments
                    if name == entry.choice and (is_it or option.kind == "look"):
                        return s.take(entry, option)
    entry = choices.due(s)[0]
    waiting = next((option for option in entry.options if option.kind == "wait"), None)
    if waiting is not None:
        return s.take(entry, waiting)
    option = entry.options[-1] if look or entry.options[-1].kind == "no" else entry.options[0]
    return s.take(entry, option)
