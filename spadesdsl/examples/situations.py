"""The situation that an example gives: a deal to be scored, a position of the play, or a point of the bidding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadesdsl.engine import choices, deals
from spadesdsl.engine.bids import AmbiguousBid, OneBid, in_rounds, is_asked_again, spellings
from spadesdsl.engine.dealing import next_dealer
from spadesdsl.engine.plan import BidsUnseen
from spadesdsl.engine.possible import refusal_of_decision, too_full
from spadesdsl.engine.situation import Impossible, Situation, SituationError, awards_tricks
from spadesdsl.engine.spec import Round
from spadesdsl.engine.state import changed
from spadesdsl.examples.names import (
    ambiguous,
    called,
    fail,
    listed,
    members_of,
    readings,
    seat_of,
    sentence,
    side_of,
    told_cards,
    value_of,
    written_bid,
)
from spadesdsl.frozen import dataclass, replace
from spadesdsl.syntax import examples, expressions
from spadesdsl.words import count

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from spadesdsl.engine.choices import Option
    from spadesdsl.engine.game import Game, State

BIDS_HINT = "give each seat, or side, the bids that it is asked for"
MOST_QUESTIONS = 500
"""How many questions are skipped on the way to a point of the bidding."""


def lines_of(example: examples.Example, kind: type[Any]) -> list[Any]:
    """Return the lines of one kind."""
    return [line for line in example.lines if isinstance(line, kind)]


def facts(example: examples.Example) -> list[examples.Fact]:
    """Return all that is given."""
    return [fact for line in lines_of(example, examples.Given) for fact in line.facts]


def bids_of(example: examples.Example) -> list[examples.BidsOf]:
    """Return all bids in the order of the example, those among the given facts too."""
    found: list[examples.BidsOf] = []
    for line in example.lines:
        if isinstance(line, examples.Bids):
            found += line.bids
        elif isinstance(line, examples.Given):
            said = (fact for fact in line.facts if isinstance(fact, examples.GivenDid) and fact.verb == "bid")
            found += (examples.BidsOf(fact.who, (fact.what,), span=fact.span) for fact in said)
    return found


@dataclass(frozen=True, slots=True)
class Before:
    """What comes before the deal of an example."""

    deal: int
    """Its number if the example names none: 1, or the first on which the rules hold that it belongs to."""
    scored: State | None = None
    """The deal before it, if the example describes that too."""
    chance: int = 0
    """Which of several deals completes what the example does not give."""


def start(game: Game, example: examples.Example, before: Before) -> Situation:
    """Return a deal with only its number, its dealer, and the sides' scores and tallies."""
    given = facts(example)
    _check_said_once(given)
    values = {fact.name: fact.value for fact in given if isinstance(fact, examples.GivenValue)}
    empty = deals.blank(game)
    deal, dealer = _deal_and_dealer(empty, values, before)
    known = dealer if dealer is not None or not before.chance else game.players[before.chance % len(game.players)]
    s = deals.blank(game, deal=deal, dealer=known)
    s.generator = before.chance
    if before.scored is not None:
        s.scores, s.tallies, s.out = before.scored.scores, before.scored.tallies, before.scored.out
        s.tallies_before = s.tallies
    told: dict[tuple[int, str], tuple[Any, str]] = {}
    for fact in given:
        if isinstance(fact, examples.Sheet):
            _read_sheet(s, fact, told, is_carried=before.scored is not None)
    s.tallies_before = s.tallies
    if not s.spec.ranking_is_fixed:
        Situation(s).settle()  # trumps may depend on a tally
    return Situation(s, has_dealer=dealer is not None)


def _deal_and_dealer(empty: State, values: Mapping[str, expressions.Expr], before: Before) -> tuple[int, int | None]:
    """Return the number of the deal and its dealer; None if the dealer is not given."""
    deal = value_of(empty, values["deal"]) if "deal" in values else before.deal
    if not isinstance(deal, int) or deal < 1:
        raise fail("E722", values["deal"].span, f"There is no deal {deal}.", "deals are numbered from 1")
    dealer = value_of(empty, values["dealer"]) if "dealer" in values else None
    if dealer is not None and dealer not in empty.spec.players:
        raise fail("E722", values["dealer"].span, f"{empty.spec.seats[dealer]} never deals.", "name a player")
    if before.scored is None:
        return deal, dealer
    if deal != before.deal:
        raise fail("E722", values["deal"].span, f"The deal after the one before is deal {before.deal}.", "leave it out")
    following = next_dealer(before.scored)
    if dealer not in (None, following):
        message = f"{empty.spec.seats[following]} deals after the deal before."
        raise fail("E722", values["dealer"].span, message, "leave it out")
    return deal, following


def _read_sheet(
    s: State, fact: examples.Sheet, told: dict[tuple[int, str], tuple[Any, str]], *, is_carried: bool
) -> None:
    """Read a side's scores and tallies, or those of the table."""
    holders = range(len(s.scores))
    for amount in fact.amounts:
        if amount.name != "score" and amount.name not in s.game.tallies:
            continue  # how often somebody ran out of time: `put_in` reads that
        value = value_of(s, amount.value)
        of_table = amount.name in s.game.table_tallies
        holder = 0 if fact.who == "table" or of_table else side_of(s, fact.who, fact.span)
        earlier, who = told.setdefault((-1 if of_table else holder, amount.name), (value, fact.who))
        if is_carried:
            earlier, who = _stands(s, amount.name, holder), "the deal before"
        if earlier != value:
            message = f"`{amount.name}` is {earlier} by {who}, and {value} here."
            raise fail("E722", amount.span, message, "say it once")
        problem = "" if is_carried or amount.name == "score" else too_full(s.game, s.deal, amount.name, value)
        if problem:
            hint = "give what was left of it after the deal before"
            raise fail("E722", amount.span, f"{problem}.", hint)
        if amount.name == "score":
            s.scores = tuple(value if one == holder else s.scores[one] for one in holders)
        elif amount.name in s.game.tallies:
            row = s.game.tallies.index(amount.name)
            kept = tuple(value if one == holder else old for one, old in enumerate(s.tallies[row]))
            s.tallies = changed(s.tallies, row, kept)


def _stands(s: State, name: str, holder: int) -> Any:  # noqa: ANN401 - an amount
    return s.scores[holder] if name == "score" else s.tallies[s.game.tallies.index(name)][holder]


def _check_said_once(given: Iterable[examples.Fact]) -> None:
    """Refuse a value, a hand or a number of tricks that is given twice."""
    seen: dict[tuple[str, ...], examples.Fact] = {}
    key: tuple[str, ...]
    for fact in given:
        match fact:
            case examples.GivenValue():
                key, what = ("value", fact.name), f"`{fact.name}`"
            case examples.GivenTaken():
                key, what = ("took", fact.who), f"what {fact.who} took"
            case examples.GivenCards(verb="holds"):
                owned = f"{fact.who}'s {fact.zone}" if fact.zone else f"what {fact.who} holds"
                key, what = ("holds", fact.who, fact.zone or ""), owned
            case _:
                continue
        if key in seen:
            raise fail("E722", fact.span, f"The example says twice {what}.", "say it once")
        seen[key] = fact


def put_in(sit: Situation, given: Iterable[examples.Fact | examples.Outcome]) -> None:
    """Put facts into a position: decisions first, because a bid can decide how a hand is held."""
    s = sit.s
    taken = list(s.taken)
    for fact in sorted(given, key=lambda one: not isinstance(one, examples.GivenDid)):
        match fact:
            case examples.GivenDid():
                _put_decision(sit, fact)
            case examples.GivenCards():
                _put_cards(sit, fact)
            case examples.GivenTaken():
                taken[seat_of(s, fact.who, fact.span)] = fact.tricks
            case examples.GivenValue():
                if fact.name == "trick_number":
                    s.trick_number = _trick_number(s, fact)
                elif any(clock.name == fact.name for clock in s.spec.clocks) and value_of(s, fact.value):
                    s.time_up = (*s.time_up, fact.name)
            case examples.Sheet():
                _put_late(s, fact)
            case examples.GivenUnlooked():
                for seat in members_of(s, fact.who, fact.span):
                    s.looked &= ~(1 << seat)
            case _:
                pass  # `spadesdsl.examples.scores` reads outcomes
    sit.take(taken)
    sit.settle()


def _trick_number(s: State, fact: examples.GivenValue) -> int:
    number = value_of(s, fact.value)
    if not isinstance(number, int) or not 1 <= number <= max(1, s.tricks_total):
        message = f"There is no trick {number}: this deal has {count(s.tricks_total, 'trick')}."
        raise fail("E707", fact.value.span, message, "count the tricks again")
    return number


def _put_late(s: State, fact: examples.Sheet) -> None:
    """Put in how often somebody ran out of time; `start` reads the rest of a sheet."""
    clocks = {clock.name for clock in s.spec.clocks}
    if not any(amount.name in clocks for amount in fact.amounts):
        return
    seat = members_of(s, fact.who, fact.span)[0]
    for amount in fact.amounts:
        if amount.name in clocks:
            s.late = (*s.late, *((seat, amount.name),) * int(value_of(s, amount.value)))


def _put_decision(sit: Situation, fact: examples.GivenDid) -> None:
    s = sit.s
    seat = members_of(s, fact.who, fact.span)[0]
    if fact.verb == "bid":
        return  # `put_bids` puts it in
    name, arguments = called(s, fact.what)
    try:
        if fact.verb == "broke":
            sit.broke(name, seat)
        else:
            fixed = {assign.name: value_of(s, assign.value) for assign in fact.fixed}
            sit.did(name, seat, arguments, fixed, at=fact.span)
    except SituationError as problem:
        hint = "`spadesdsl show` lists the bids, decisions and rules that there are"
        raise fail("E704", fact.span, sentence(str(problem)), hint) from None


def _put_cards(sit: Situation, fact: examples.GivenCards) -> tuple[int, ...]:
    """Put cards where the example says they are; return them."""
    s = sit.s
    owner = 0 if fact.zone is None else seat_of(s, fact.who, fact.span)
    zone = fact.zone or fact.who
    told = told_cards(s, fact.cards)
    if zone not in s.spec.seats:
        try:
            return sit.lay(zone, told, owner)
        except Impossible:
            raise
        except SituationError as problem:
            zones = listed(one.name for one in s.spec.zones)
            raise fail("E704", fact.span, sentence(str(problem)), f"the zones are {zones}") from None
    seat = s.spec.seats.index(fact.who)
    if fact.verb == "won":
        return sit.win_cards(seat, told)
    return sit.hold(seat, told, fact.span)


def put_bids(sit: Situation, example: examples.Example) -> None:
    """Put bids into a deal that is to be scored, in the order of the example."""
    s = sit.s
    places: dict[tuple[int, bool], int] = {}
    for one in bids_of(example):
        members = members_of(s, one.who, one.span)
        for at, node in enumerate(one.bids):
            _put_bid(sit, node, members[at % len(members)], places)
    sit.make_sides()


def _put_bid(sit: Situation, node: examples.BidNode, seat: int, places: dict[tuple[int, bool], int]) -> None:
    """Put in a seat's bid, from a round after that of its last one; `places` keeps these, its side's too."""
    s = sit.s
    found = readings(s, node, seat)
    whose = (seat, s.spec.bids[found[0].kind].by_side)
    place = places.get(whose, 0)
    try:
        bid, places[whose] = in_rounds(s, written_bid(node), found, place)
        if place and not is_asked_again(s, bid, place):
            message = f"{s.spec.seats[seat]} has bid, and is not asked again for `{spellings(s, bid)[0]}`."
            raise fail("E705", node.span, message, BIDS_HINT)
        sit.bid(s.spec.bids[bid.kind].name, bid.arguments, seat)
    except AmbiguousBid as several:
        raise ambiguous(several, node) from None
    except SituationError as problem:
        raise fail("E704", node.span, sentence(str(problem)), "give it what the bid takes, in its range") from None


def put_tricks(sit: Situation, example: examples.Example) -> None:
    """Put in the tricks that were played: the last ones before `trick_number` if that is given, else the first."""
    s = sit.s
    tricks = [one for line in lines_of(example, examples.Tricks) for one in line.tricks]
    if not tricks:
        return
    is_numbered = any(isinstance(fact, examples.GivenValue) and fact.name == "trick_number" for fact in facts(example))
    next_number = s.trick_number
    first = next_number - len(tricks) if is_numbered else sum(s.taken) + 1
    if first < 1:
        message = f"{count(len(tricks), 'trick')} cannot have been played before trick {next_number}."
        raise fail("E707", tricks[0].span, message, "count the tricks again")
    for at, one in enumerate(tricks):
        leader = seat_of(s, one.leader, one.span)
        sit.play_trick(leader, told_cards(s, one.cards), first + at, one.span)
    if is_numbered:
        s.tricks = tuple(replace(trick, number=first + at) for at, trick in enumerate(s.tricks))
        s.trick_number = next_number


def in_play(game: Game, example: examples.Example, before: Before) -> State:
    """Return a position of the play: hands as given, the trick so far on the table."""
    sit = start(game, example, before)
    s = sit.s
    put_bids(sit, example)
    put_in(sit, facts(example))
    put_tricks(sit, example)
    plays = [one for line in lines_of(example, examples.Plays) for one in line.plays]
    played = [(seat_of(s, one.who, one.card.span), told_cards(s, (one.card,))[0]) for one in plays]
    cards = sit.on_table(played)
    for card, (seat, _), one in zip(cards, played, plays, strict=True):
        if one.said is not None:
            try:
                name, arguments = called(s, one.said)
                sit.did(name, seat, arguments, card=card, at=one.card.span)
            except SituationError as problem:
                raise fail("E704", one.card.span, f"{problem}.") from None
    holder = next((seat for seat, hand in enumerate(s.hands) if hand), None)
    sit.in_play(leader=holder)
    sit.check()
    sit.check_turn()
    check_taken(sit, example)
    return s


def after_tricks(game: Game, example: examples.Example, before: Before) -> int | None:
    """Return who leads after the tricks that are given; None if that depends on cards that are not."""
    sit = start(game, example, before)
    put_bids(sit, example)
    put_in(sit, facts(example))
    put_tricks(sit, example)
    sit.check()
    return sit.leader


def check_taken(sit: Situation, example: examples.Example) -> None:
    """Refuse more tricks than were played."""
    s = sit.s
    at = next((one.span for one in facts(example) if isinstance(one, examples.GivenTaken)), None)
    if at is None:
        return
    sit.check_taken(at, s.taken)
    numbered = [one for one in facts(example) if isinstance(one, examples.GivenValue) and one.name == "trick_number"]
    if numbered and sum(s.taken) >= s.trick_number and not awards_tricks(s):
        message = f"{count(sum(s.taken), 'trick')} cannot have been taken before trick {s.trick_number}."
        raise fail("E707", at, message, "count the tricks again")


# ---------------------------------------------------------------- the bidding


def at_bidding(game: Game, example: examples.Example, before: Before, *, to_bid: bool) -> tuple[State, Answers]:
    """Return the point of a deal after the given bids, in the order in which the deal asks for them.

    Questions that the example does not answer are skipped; with `to_bid` up to the next bid, otherwise the point is the
    question right after the last bid.
    """
    sit = start(game, example, before)
    like = sit.s
    given = facts(example)
    for fact in given:
        if isinstance(fact, examples.GivenUnlooked):
            for seat in members_of(like, fact.who, fact.span):
                like.looked &= ~(1 << seat)
    for seats, node in _queues(like, example):
        if any(like.spec.bids[bid.kind].before_looking for bid in _readings(like, node, seats[0])):
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
            break
        s = step
    for seats, node in queues:
        message = f"Nobody asks {s.spec.seats[seats[0]]} for `{written_bid(node)}`: the bidding is over by then."
        raise fail("E705", node.span, message, BIDS_HINT)
    return s, answers


def _dealt(sit: Situation, given: list[examples.Fact]) -> State:
    """Return the deal at its first question, with the given cards in their places."""
    like, game = sit.s, sit.s.game
    holds = [fact for fact in given if isinstance(fact, examples.GivenCards) and fact.verb == "holds"]
    names = like.spec.seats
    cards = {id(fact): _put_cards(sit, fact) for fact in holds}
    hands = {names.index(fact.who): cards[id(fact)] for fact in holds if fact.who in names and fact.zone is None}
    # If no hand is dealt, the players draw from the given stock.
    drawn = [fact for fact in holds if fact.who == "stock" and not any(deals.dealt_sizes(game, like.deal))]
    stock = [card for fact in drawn for card in cards[id(fact)]]
    blank = sit.blank.copy()
    blank.looked = like.looked
    s = deals.begun(game, deal=like.deal, like=blank, hands=hands, stock=stock)
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


def _is_short(s: State, seat: int, fact: examples.GivenCards) -> bool:
    """Tell whether fewer cards are given than a hand has: then they are the whole hand of the example.

    A hand that has picked up more than it was dealt, as from a kitty, keeps its cards: those given are among them.
    """
    count = s.hands[seat].bit_count()
    return len(fact.cards) < count <= deals.dealt_sizes(s.game, s.deal)[seat]


def _readings(s: State, node: examples.BidNode, seat: int) -> list[OneBid]:
    """Return the bids that are meant; none for a look or a wait."""
    is_bid = not isinstance(node, expressions.Name) or node.name not in (choices.LOOK.text, choices.WAIT.text)
    return readings(s, node, seat) if is_bid else []


def _queues(s: State, example: examples.Example) -> list[tuple[tuple[int, ...], examples.BidNode]]:
    """Return the bids that are still to be made, each with the seats that may make it."""
    queue: list[tuple[tuple[int, ...], examples.BidNode]] = []
    for one in bids_of(example):
        members = members_of(s, one.who, one.span)
        for at, node in enumerate(one.bids):
            seat = members[at % len(members)]
            by_side = any(s.spec.bids[bid.kind].by_side for bid in _readings(s, node, seat))
            queue.append((members if by_side else (seat,), node))
    return queue


def _next_bid(s: State, queue: list[tuple[tuple[int, ...], examples.BidNode]], answers: Answers) -> State | None:
    """Make the next bid that is given, or skip a question; None if the example's own question is reached."""
    entries = choices.due(s)
    if not entries or s.is_playing:
        return None
    said = answers.volunteered(s)
    if said is not None:
        return said
    step = s.step
    if not isinstance(step, Round):
        return answers.pass_over(s)
    for at, (seats, node) in enumerate(queue):
        for entry in entries:
            if entry.seat in seats:
                option = option_of(s, entry, node)
                if option is None:
                    seat, bid = s.spec.seats[entry.seat], label_of(s, entry, node)
                    hint = f"{seat} may bid {', '.join(option.text for option in entry.options)}"
                    raise fail("E705", node.span, f"{seat} cannot bid `{bid}` here.", hint)
                del queue[at]
                return s.take(entry, option)
    if queue and isinstance(s.node, BidsUnseen):
        return answers.pass_over(s, look=True)
    if queue:
        seats, node = queue[0]
        due = ", ".join(s.spec.seats[entry.seat] for entry in entries)
        found = _readings(s, node, seats[0])
        bid = spellings(s, found[0])[0] if found else written_bid(node)
        message = f"It is {due}'s turn to bid before {s.spec.seats[seats[0]]}'s `{bid}` comes."
        raise fail("E705", node.span, message, "give the bids clockwise from the left of the dealer, none left out")
    return None


def option_of(s: State, entry: choices.Entry, node: examples.BidNode) -> Option | None:
    """Return the move of a turn that an example means by a bid; None if it is not possible."""
    if isinstance(node, expressions.Name) and node.name in (choices.LOOK.text, choices.WAIT.text):
        return next((option for option in entry.options if option.kind == node.name), None)
    found = readings(s, node, entry.seat)
    options = [one for one in entry.options if one.kind == "bid" and OneBid(one.value, one.arguments) in found]
    if len(options) > 1:
        raise ambiguous(AmbiguousBid(written_bid(node), (one.text for one in options)), node)
    return options[0] if options else None


def label_of(s: State, entry: choices.Entry, node: examples.BidNode) -> str:
    """Write an impossible bid as the game writes it, with its name if another bid has its label."""
    found = _readings(s, node, entry.seat)
    if not found:
        return written_bid(node)
    label, by_name, *_ = spellings(s, found[0])
    return by_name if any(option.text == label for option in entry.options) else label


class Answers:
    """The decisions that an example gives, in the order of the questions, and which were put to their seats."""

    def __init__(self, given: Iterable[examples.Fact]) -> None:
        """Keep the decisions that are given."""
        self._facts = [fact for fact in given if isinstance(fact, examples.GivenDid) and fact.verb == "did"]
        self._made: set[int] = set()
        self._refused: dict[int, str] = {}
        """By fact: why its seat could not answer that when asked."""

    def volunteered(self, s: State) -> State | None:
        """Let a seat say what it volunteers, as soon as it may; None if nobody does."""
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
        """Answer a question as the example does, otherwise no, or else with the first possible answer."""
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

    def onward(self, s: State, *, volunteering: bool = False) -> Iterator[State]:
        """Go on from question to question, this one first, until nobody is asked or the play begins."""
        for _ in range(MOST_QUESTIONS):
            if not choices.due(s) or s.is_playing:
                return
            yield s
            s = (self.volunteered(s) if volunteering else None) or self.pass_over(s)

    def _answer(self, s: State, entry: choices.Entry, fact: examples.GivenDid) -> Option | None:
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

    @property
    def are_made(self) -> bool:
        """Tell whether all decisions were made."""
        return all(id(fact) in self._made for fact in self._facts)

    def check(self, s: State) -> None:
        """Refuse decisions that nobody was asked for on the way to this point."""
        for fact in self._facts:
            if id(fact) in self._made:
                continue
            name, arguments = called(s, fact.what)
            seats = members_of(s, fact.who, fact.span)
            reasons = [refusal_of_decision((s,), name, seat, arguments) for seat in seats]
            reason = self._refused.get(id(fact)) or (sentence(reasons[0]) if all(reasons) else "")
            message = reason or f"{fact.who} is not asked `{name}` before this point."
            raise fail("E720", fact.span, message, f"take it out, or give what `{name}` needs")
