"""The situation that an example gives: a deal to be scored, a position of the play, or a point of the bidding."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from spadesdsl.engine import choices, dealing, position
from spadesdsl.engine.possible import refusal_of_decision
from spadesdsl.engine.situation import Impossible, Situation
from spadesdsl.engine.spec import Round
from spadesdsl.examples.names import (
    bid_text,
    called,
    fail,
    listed,
    members_of,
    no_such_bid,
    seat_of,
    sentence,
    side_of,
    told_cards,
    value_of,
    written_bid,
)
from spadesdsl.syntax import nodes
from spadesdsl.words import count

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


def start(game: Game, example: nodes.Example, usual_deal: int) -> Situation:
    """Return a deal of which only its number, its dealer and how the sides stand is known.

    `usual_deal` is the deal where the example names none: 1, or the first on which the rules hold that it belongs to.
    """
    given = facts(example)
    _check_said_once(given)
    values = {fact.name: fact.value for fact in given if isinstance(fact, nodes.GivenValue)}
    empty = position.blank(game)
    deal = value_of(empty, values["deal"]) if "deal" in values else usual_deal
    if not isinstance(deal, int) or deal < 1:
        raise fail("E722", values["deal"].span, f"There is no deal {deal}.", "deals are numbered from 1")
    dealer = value_of(empty, values["dealer"]) if "dealer" in values else None
    if dealer is not None and dealer not in empty.spec.players:
        raise fail("E722", values["dealer"].span, f"{empty.spec.seats[dealer]} never deals.", "name a player")
    scores: list[Any] = [0] * len(empty.scores)
    tallies: list[dict[str, Any]] = [{} for _ in empty.scores]
    told: dict[tuple[int, str], tuple[Any, str]] = {}
    for fact in given:
        if isinstance(fact, nodes.Sheet):
            _read_sheet(empty, fact, scores, tallies, told)
    return Situation(
        position.blank(game, deal=deal, dealer=dealer, scores=scores, tallies=tallies), has_dealer=dealer is not None
    )


def _read_sheet(
    empty: State,
    fact: nodes.Sheet,
    scores: list[Any],
    tallies: list[dict[str, Any]],
    told: dict[tuple[int, str], tuple[Any, str]],
) -> None:
    """Read how a side stands; what the table keeps stands so for all of them."""
    side = side_of(empty, fact.who, fact.span)
    for amount in fact.amounts:
        if amount.name != "score" and amount.name not in empty.game.tallies:
            continue  # how often somebody ran out of time: `put_in` says it
        value = value_of(empty, amount.value)
        of_table = amount.name in empty.game.table_tallies
        before, who = told.setdefault((-1 if of_table else side, amount.name), (value, fact.who))
        if before != value:
            message = f"`{amount.name}` is {before} by `{who}`, and {value} here."
            raise fail("E722", amount.span, message, "give it once")
        if amount.name == "score":
            scores[side] = value
            continue
        for row in tallies if of_table else tallies[side : side + 1]:
            row[amount.name] = value


def _check_said_once(given: Iterable[nodes.Fact]) -> None:
    """Refuse a value, a hand or a number of tricks that is given twice."""
    seen: dict[tuple[str, ...], nodes.Fact] = {}
    key: tuple[str, ...]
    for fact in given:
        match fact:
            case nodes.GivenValue():
                key, what = ("value", fact.name), f"`{fact.name}`"
            case nodes.GivenTaken():
                key, what = ("took", fact.who), f"what {fact.who} took"
            case nodes.GivenCards(verb="holds"):
                owned = f"{fact.who}'s {fact.zone}" if fact.zone else f"what {fact.who} holds"
                key, what = ("holds", fact.who, fact.zone or ""), owned
            case _:
                continue
        if key in seen:
            raise fail("E722", fact.span, f"The example says twice {what}.", "say it once")
        seen[key] = fact


def put_in(sit: Situation, given: Iterable[nodes.Fact | nodes.Outcome]) -> None:
    """Put facts into a position: what was decided first, because a bid can say how a hand is held."""
    s = sit.s
    taken = list(s.taken)
    for fact in sorted(given, key=lambda one: not isinstance(one, nodes.GivenDid)):
        match fact:
            case nodes.GivenDid():
                _put_decision(sit, fact)
            case nodes.GivenCards():
                _put_cards(sit, fact)
            case nodes.GivenTaken():
                taken[seat_of(s, fact.who, fact.span)] = fact.tricks
            case nodes.GivenValue():
                if fact.name == "trick_number":
                    s.trick_number = _trick_number(s, fact)
                elif any(clock.name == fact.name for clock in s.spec.clocks) and value_of(s, fact.value):
                    s.time_up = (*s.time_up, fact.name)
            case nodes.Sheet():
                _put_late(s, fact)
            case nodes.GivenUnlooked():
                for seat in members_of(s, fact.who, fact.span):
                    s.looked &= ~(1 << seat)
            case _:
                pass  # outcomes are read by `spadesdsl.examples.scores`
    position.take(s, taken)
    position.settle(s)


def _trick_number(s: State, fact: nodes.GivenValue) -> int:
    number = value_of(s, fact.value)
    if not isinstance(number, int) or not 1 <= number <= max(1, s.tricks_total):
        message = f"There is no trick {number}: this deal has {count(s.tricks_total, 'trick')}."
        raise fail("E707", fact.value.span, message, "count the tricks again")
    return number


def _put_late(s: State, fact: nodes.Sheet) -> None:
    """Put in how often somebody ran out of time; all else of a sheet is read by `start`."""
    clocks = {clock.name for clock in s.spec.clocks}
    seat = members_of(s, fact.who, fact.span)[0]
    for amount in fact.amounts:
        if amount.name in clocks:
            s.late = (*s.late, *((seat, amount.name),) * int(value_of(s, amount.value)))


def _put_decision(sit: Situation, fact: nodes.GivenDid) -> None:
    s = sit.s
    name, arguments = called(s, fact.what)
    seat = members_of(s, fact.who, fact.span)[0]
    try:
        if fact.verb == "broke":
            position.broke(s, name, seat)
        elif fact.verb == "bid":
            sit.bid(name, arguments, seat)
        else:
            fixed = {assign.name: value_of(s, assign.value) for assign in fact.fixed}
            sit.did(fact.span, name, seat, arguments, fixed)
    except position.PositionError as problem:
        hint = "`spadesdsl show` lists the bids, decisions and rules that there are"
        raise fail("E704", fact.span, sentence(str(problem)), hint) from None


def _put_cards(sit: Situation, fact: nodes.GivenCards) -> tuple[int, ...]:
    """Put cards where they are said to lie; return them."""
    s = sit.s
    owner = 0 if fact.zone is None else seat_of(s, fact.who, fact.span)
    zone = fact.zone or fact.who
    told = told_cards(s, fact.cards)
    if zone not in s.spec.seats:
        try:
            return sit.lay(zone, told, owner)
        except Impossible:
            raise
        except position.PositionError as problem:
            zones = listed(one.name for one in s.spec.zones)
            raise fail("E704", fact.span, sentence(str(problem)), f"the zones are {zones}") from None
    seat = s.spec.seats.index(fact.who)
    if fact.verb == "won":
        return sit.win_cards(seat, told)
    return sit.hold(fact.span, seat, told)


def put_bids(sit: Situation, example: nodes.Example) -> None:
    """Put bids into a deal that is to be scored, in the order of the example."""
    s = sit.s
    for line in lines_of(example, nodes.Bids):
        for one in line.bids:
            members = members_of(s, one.who, one.span)
            for at, node in enumerate(one.bids):
                _put_bid(sit, node, members[at % len(members)])
    if s.spec.teams.after is not None:
        dealing.make_sides(s)


def _put_bid(sit: Situation, node: nodes.Expr, seat: int) -> None:
    s = sit.s
    name, arguments = called(s, node)
    if all(kind.name != name for kind in s.spec.bids):
        raise no_such_bid(s, name, node.span)
    try:
        sit.bid(name, arguments, seat)
    except position.PositionError as problem:
        raise fail("E704", node.span, sentence(str(problem)), "give it what the bid takes, in its range") from None


def put_tricks(sit: Situation, example: nodes.Example) -> None:
    """Put in the tricks that were played: the last ones before `trick_number`, where that is given, else the first."""
    s = sit.s
    tricks = [one for line in lines_of(example, nodes.Tricks) for one in line.tricks]
    if not tricks:
        return
    is_numbered = any(isinstance(fact, nodes.GivenValue) and fact.name == "trick_number" for fact in facts(example))
    next_number = s.trick_number
    first = next_number - len(tricks) if is_numbered else sum(s.taken) + 1
    if first < 1:
        message = f"{count(len(tricks), 'trick')} cannot have been played before trick {next_number}."
        raise fail("E707", tricks[0].span, message, "count the tricks again")
    for at, one in enumerate(tricks):
        leader = seat_of(s, one.leader, one.span)
        sit.play_trick(one.span, leader, told_cards(s, one.cards), first + at)
    if is_numbered:
        s.tricks = tuple(replace(trick, number=first + at) for at, trick in enumerate(s.tricks))
        s.trick_number = next_number


def in_play(game: Game, example: nodes.Example, usual_deal: int) -> State:
    """Return a position of the play: hands as given, the trick so far on the table."""
    sit = start(game, example, usual_deal)
    s = sit.s
    put_bids(sit, example)
    put_in(sit, facts(example))
    put_tricks(sit, example)
    plays = [play for line in lines_of(example, nodes.Plays) for play in line.plays]
    played = [(node.span, seat_of(s, who, node.span), told_cards(s, (node,))[0][1]) for who, node, _ in plays]
    cards = sit.on_table(played)
    for card, (_, seat, _), (_, node, said) in zip(cards, played, plays, strict=True):
        if said is not None:
            try:
                name, arguments = called(s, said)
                sit.did(node.span, name, seat, arguments, card=card)
            except position.PositionError as problem:
                raise fail("E704", node.span, f"{problem}.") from None
    holder = next((seat for seat, hand in enumerate(s.hands) if hand), None)
    position.in_play(s, leader=holder)
    sit.check()
    sit.check_turn()
    check_taken(sit, example)
    return s


def check_taken(sit: Situation, example: nodes.Example) -> None:
    """Refuse more tricks than were played."""
    s = sit.s
    at = next((one.span for one in facts(example) if isinstance(one, nodes.GivenTaken)), None)
    if at is None:
        return
    sit.check_taken(at, s.taken)
    numbered = [one for one in facts(example) if isinstance(one, nodes.GivenValue) and one.name == "trick_number"]
    if numbered and sum(s.taken) >= s.trick_number and not sit.awards_tricks():
        message = f"{count(sum(s.taken), 'trick')} cannot have been taken before trick {s.trick_number}."
        raise fail("E707", at, message, "count the tricks again")


# ---------------------------------------------------------------- the bidding


def at_bidding(game: Game, example: nodes.Example, usual_deal: int, *, to_bid: bool) -> tuple[State, Answers]:
    """Return the point of a deal after the bids that are given, by the deal's own way.

    Questions that the example does not answer are passed over; `to_bid` goes on to the next bid, else the question
    right after the last bid is the point.
    """
    sit = start(game, example, usual_deal)
    like = sit.s
    given = facts(example)
    for fact in given:
        if isinstance(fact, nodes.GivenUnlooked):
            for seat in members_of(like, fact.who, fact.span):
                like.looked &= ~(1 << seat)
    for seats, name in _bidders(like, example):
        if any(kind.name == name and kind.before_looking for kind in like.spec.bids):
            for seat in seats:
                like.looked &= ~(1 << seat)
    s = _dealt(sit, given)
    answers = Answers(given)
    queues = _queues(s, example)
    for _ in range(MOST_QUESTIONS):
        if not queues and not to_bid:
            break
        step = _next_bid(s, queues, answers)
        if step is None:
            return s, answers
        s = step
    return s, answers


def _dealt(sit: Situation, given: list[nodes.Fact]) -> State:
    """Return the deal at its first question, with the cards that are given where they are given."""
    like, game = sit.s, sit.s.game
    holds = [fact for fact in given if isinstance(fact, nodes.GivenCards) and fact.verb == "holds"]
    names = like.spec.seats
    cards = {id(fact): _put_cards(sit, fact) for fact in holds}
    hands = {names.index(fact.who): cards[id(fact)] for fact in holds if fact.who in names and fact.zone is None}
    # Where no hand is dealt, the players draw from the stock that is given.
    drawn = [fact for fact in holds if fact.who == "stock" and not any(position.dealt_sizes(game, like.deal))]
    stock = [card for fact in drawn for card in cards[id(fact)]]
    blank = sit.blank.copy()
    blank.looked = like.looked
    s = position.begun(game, deal=like.deal, like=blank, hands=hands, stock=stock)
    put_in(
        Situation(s, has_dealer=sit.has_dealer),
        [
            fact
            for fact in holds
            if fact not in drawn
            and (fact.who not in names or fact.zone is not None or _is_short(s, names.index(fact.who), fact))
        ],
    )
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


def _next_bid(s: State, queue: list[tuple[tuple[int, ...], nodes.Expr]], answers: Answers) -> State | None:
    """Make the next bid that is given, or pass over a question; None where the example's own question is reached."""
    entries = choices.due(s)
    if not entries or s.flow[-1].kind == "play":
        return None
    said = answers.volunteered(s)
    if said is not None:
        return said
    step = s.spec.steps[s.flow[-1].step]
    if not isinstance(step, Round):
        return answers.pass_over(s)
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
        return answers.pass_over(s, look=True)
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


class Answers:
    """The decisions that an example gives, as the questions come, and which of them were put to their seats."""

    def __init__(self, given: Iterable[nodes.Fact]) -> None:
        """Keep the decisions that are given."""
        self._facts = [fact for fact in given if isinstance(fact, nodes.GivenDid) and fact.verb == "did"]
        self._made: set[int] = set()
        self._refused: dict[int, str] = {}
        """By fact: why it could not be answered so when its seat was asked."""

    def volunteered(self, s: State) -> State | None:
        """Let a seat say what it volunteers, as soon as it may; None where nobody does."""
        for entry in choices.volunteered(s):
            for fact in self._facts:
                if id(fact) not in self._made and entry.seat in members_of(s, fact.who, fact.span):
                    name, arguments = called(s, fact.what)
                    option = next((one for one in entry.options if one.arguments == arguments), None)
                    if name == entry.choice and option is not None:
                        self._made.add(id(fact))
                        return s.take(entry, option)
        return None

    def pass_over(self, s: State, *, look: bool = False) -> State:
        """Answer a question as the example gives it, or else with no, or with the first that can be said."""
        entries = choices.due(s)
        for entry in entries:
            for fact in self._facts:
                option = self._answer(s, entry, fact)
                if option is not None:
                    return s.take(entry, option)
        entry = entries[0]
        waiting = next((option for option in entry.options if option.kind == "wait"), None)
        if waiting is not None:
            return s.take(entry, waiting)
        option = entry.options[-1] if look or entry.options[-1].kind == "no" else entry.options[0]
        return s.take(entry, option)

    def _answer(self, s: State, entry: choices.Entry, fact: nodes.GivenDid) -> Option | None:
        name, arguments = called(s, fact.what)
        if name != entry.choice or entry.seat not in members_of(s, fact.who, fact.span):
            return None
        for option in entry.options:
            if option.kind in ("look", "pass") or (option.kind == "yes" and option.arguments == arguments):
                if option.kind != "look":
                    self._made.add(id(fact))
                return option
        can = ", ".join(option.text for option in entry.options)
        self._refused[id(fact)] = f"{s.spec.seats[entry.seat]} is asked `{name}`, and can only answer {can}."
        return None

    def check(self, s: State) -> None:
        """Refuse the decisions that nobody was asked for on the way to this point."""
        for fact in self._facts:
            if id(fact) in self._made:
                continue
            name, arguments = called(s, fact.what)
            seats = members_of(s, fact.who, fact.span)
            reasons = [refusal_of_decision((s,), name, seat, arguments) for seat in seats]
            reason = self._refused.get(id(fact)) or (sentence(reasons[0]) if all(reasons) else "")
            message = reason or f"{fact.who} is not asked `{name}` before this point."
            raise fail("E720", fact.span, message, f"take it out, or give what `{name}` needs")
