"""The situation that an example gives: a deal to be scored, or a position of the play."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import Any, TypeVar

from spadesdsl.engine import deals
from spadesdsl.engine.actions import environment
from spadesdsl.engine.bids import AmbiguousBid, in_rounds, is_asked_again, spellings
from spadesdsl.engine.choices import answer_text
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.outcomes import awards_tricks, wrong_total
from spadesdsl.engine.possible import ended_before, is_open, too_full
from spadesdsl.engine.ranking import mask_of
from spadesdsl.engine.situation import Impossible, Situation, SituationError
from spadesdsl.engine.state import changed
from spadesdsl.examples import names
from spadesdsl.frozen import Frozen
from spadesdsl.rules import terms
from spadesdsl.rules.operations import Topic, topic_of
from spadesdsl.rules.terms import Term
from spadesdsl.source import NOWHERE, Span
from spadesdsl.syntax import examples, expressions
from spadesdsl.words import and_list, count, value_text

N = TypeVar("N")

BIDS_HINT = "give each seat, or side, the bids that it is asked for"


class Scene(Frozen):
    """A deal that an example describes, and what comes before it."""

    game: Game
    example: examples.Example
    """Its lines about this deal."""
    deal: int
    """Its number if the example names none: 1, or the first on which the rules hold that it belongs to."""
    scored: State | None = None
    """The deal before it, if the example describes that too."""
    dealer: int | None = None
    """Who deals after that; None if it depends on what the example leaves out."""
    span: Span = NOWHERE
    """The line between the two."""
    is_own: bool = True
    """Whether the example is the file's own: an inherited one may have scores that end this game."""
    chance: int = 0
    """Which of several deals completes what the example does not give."""

    def lines(self, kind: type[N]) -> list[N]:
        """Return the lines of one kind."""
        return [line for line in self.example.lines if isinstance(line, kind)]

    @property
    def facts(self) -> list[examples.Fact]:
        """Return all that is given."""
        return [fact for line in self.lines(examples.Given) for fact in line.facts]

    def given(self, kind: type[N]) -> list[N]:
        """Return what is given of one kind."""
        return [fact for fact in self.facts if isinstance(fact, kind)]

    @property
    def values(self) -> dict[str, expressions.Expr]:
        """Return the given values, by name."""
        return {fact.name: fact.value for fact in self.given(examples.GivenValue)}

    @property
    def bids(self) -> list[examples.BidsOf]:
        """Return all bids in the order of the example, those among the given facts too."""
        found: list[examples.BidsOf] = []
        for line in self.example.lines:
            if isinstance(line, examples.Bids):
                found += line.bids
            elif isinstance(line, examples.Given):
                said = (fact for fact in line.facts if isinstance(fact, examples.GivenDid) and fact.verb == "bid")
                found += (examples.BidsOf(fact.who, (fact.what,), span=fact.span) for fact in said)
        return found


def start(scene: Scene) -> Situation:
    """Return a deal with only its number, its dealer, and the sides' scores and tallies."""
    _check_said_once(scene.facts)
    deal, dealer = _deal_and_dealer(scene)
    players = scene.game.players
    known = dealer if dealer is not None or not scene.chance else players[scene.chance % len(players)]
    s = deals.blank(scene.game, deal=deal, dealer=known)
    s.generator = scene.chance
    if scene.scored is not None:
        s.scores, s.tallies, s.out = scene.scored.scores, scene.scored.tallies, scene.scored.out
        s.tallies_before = s.tallies
    told: dict[tuple[int, str], tuple[Any, str]] = {}
    sheets = scene.given(examples.Sheet)
    for sheet in sheets:
        _read_sheet(s, sheet, told, is_carried=scene.scored is not None)
    s.tallies_before = s.tallies
    ended = ended_before(s) if scene.is_own and scene.scored is None else ""
    if ended:
        at = sheets[0].span
        message = f"There is no deal after these scores: `{ended}` has ended the game."
        raise names.fail("E722", at, message, "give scores with which the game goes on")
    if not s.spec.ranking_is_fixed:
        Situation(s).settle()  # trumps may depend on a tally
    return Situation(s, has_dealer=dealer is not None)


def _deal_and_dealer(scene: Scene) -> tuple[int, int | None]:
    """Return the number of the deal and its dealer; None if the dealer is not given."""
    empty, values = State.new(scene.game), scene.values
    deal = names.value_of(empty, values["deal"]) if "deal" in values else scene.deal
    if not isinstance(deal, int) or deal < 1:
        raise names.fail("E722", values["deal"].span, f"There is no deal {deal}.", "deals are numbered from 1")
    dealer = names.value_of(empty, values["dealer"]) if "dealer" in values else None
    if dealer is not None and dealer not in empty.spec.players:
        raise names.fail("E722", values["dealer"].span, f"{empty.spec.seats[dealer]} never deals.", "name a player")
    if scene.scored is None:
        return deal, dealer
    if deal != scene.deal:
        raise names.fail(
            "E722", values["deal"].span, f"The deal after the one before is deal {scene.deal}.", "leave it out"
        )
    if scene.dealer is None and dealer is None:
        message = "Who deals now depends on what the example does not say of the deal before."
        last = empty.spec.seats[empty.spec.players[-1]]
        raise names.fail("E727", scene.span, message, f"add `given dealer = {last}` below")
    if None not in (dealer, scene.dealer) and dealer != scene.dealer:
        message = f"{empty.spec.seats[scene.dealer or 0]} deals after the deal before."
        raise names.fail("E722", values["dealer"].span, message, "leave it out")
    return deal, dealer if scene.dealer is None else scene.dealer


def _read_sheet(
    s: State, fact: examples.Sheet, told: dict[tuple[int, str], tuple[Any, str]], *, is_carried: bool
) -> None:
    """Read a side's scores and tallies, or those of the table."""
    holders = range(len(s.scores))
    for amount in fact.amounts:
        if amount.name != "score" and amount.name not in s.game.tallies:
            continue  # how often somebody ran out of time: `put_in` reads that
        value = names.value_of(s, amount.value)
        of_table = amount.name in s.game.table_tallies
        holder = 0 if fact.who == "table" or of_table else names.side_of(s, fact.who, fact.span)
        earlier, who = told.setdefault((-1 if of_table else holder, amount.name), (value, fact.who))
        if is_carried:
            stands = s.scores if amount.name == "score" else s.tallies[s.game.tallies.index(amount.name)]
            earlier, who = stands[holder], "the deal before"
        if earlier != value:
            message = f"`{amount.name}` is {earlier} by {who}, and {value} here."
            raise names.fail("E722", amount.span, message, "say it once")
        problem = "" if is_carried or amount.name == "score" else too_full(s.game, s.deal, amount.name, value)
        if problem:
            hint = "give what was left of it after the deal before"
            raise names.fail("E722", amount.span, f"{problem}.", hint)
        if amount.name == "score":
            s.scores = tuple(value if one == holder else s.scores[one] for one in holders)
        elif amount.name in s.game.tallies:
            row = s.game.tallies.index(amount.name)
            kept = tuple(value if one == holder else old for one, old in enumerate(s.tallies[row]))
            s.tallies = changed(s.tallies, row, kept)


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
            raise names.fail("E722", fact.span, f"The example says {what} twice.", "say it once")
        seen[key] = fact


def put_in(sit: Situation, given: Iterable[examples.Fact | examples.Outcome]) -> None:
    """Put facts into a position: decisions first, because a bid can decide how a hand is held."""
    s = sit.s
    given = tuple(given)
    taken = list(s.taken)
    for fact in sorted(given, key=lambda one: not isinstance(one, examples.GivenDid)):
        match fact:
            case examples.GivenDid():
                _put_decision(sit, fact)
            case examples.GivenCards():
                put_cards(sit, fact)
            case examples.GivenTaken():
                taken[names.seat_of(s, fact.who, fact.span)] = fact.tricks
            case examples.GivenValue():
                if fact.name == "trick_number":
                    s.trick_number = _trick_number(s, fact)
                elif any(clock.name == fact.name for clock in s.spec.clocks) and names.value_of(s, fact.value):
                    s.time_up = (*s.time_up, fact.name)
            case examples.Sheet():
                _put_late(s, fact)
            case examples.GivenUnlooked():
                s.looked &= ~mask_of(names.members_of(s, fact.who, fact.span))
            case _:
                pass  # `spadesdsl.examples.scores` reads outcomes
    _check_answers(s, given)
    sit.take(taken)
    sit.settle()


def _check_answers(s: State, given: Iterable[examples.Fact | examples.Outcome]) -> None:
    """Refuse an answer that the one card which the example gives for a place on the table rules out."""
    cards = [fact for fact in given if isinstance(fact, examples.GivenCards) and fact.verb == "holds"]
    told = {fact.who for fact in cards if fact.zone is None and len(fact.cards) == 1} - set(s.spec.seats)
    for fact in given:
        if not told or not isinstance(fact, examples.GivenDid) or fact.verb != "did":
            continue
        seat = names.members_of(s, fact.who, fact.span)[0]
        name, arguments = names.called(s, fact.what)
        env = environment(s, seat)
        for ask in s.spec.plan.questions(name):
            for parameter, value in zip(ask.parameters, arguments, strict=False):
                codes = [code for code in (parameter.of, parameter.low, parameter.high) if code is not None]
                of_places = [code for code in codes if s.spec.reads(code, _is_place)]
                is_known = of_places and not any(s.spec.reads(code, partial(_is_untold, s, told)) for code in codes)
                if is_known and value not in parameter.values(s, env):
                    message = f"`{answer_text(s, ask, arguments)}` is not an answer that {s.spec.seats[seat]} can give:"
                    shown = and_list(f"`{one}`" for one in sorted(told))
                    message += f" it depends on {shown}, which the example gives."
                    raise names.fail("E720", fact.span, message, "give another card, or another answer")
                env[parameter.slot] = value


def _is_place(term: Term) -> bool:
    return isinstance(term, terms.ZoneRef)


def _is_untold(s: State, told: Collection[str], term: Term) -> bool:
    """Tell whether a part of a rule reads what an example leaves open, but for what lies in some places."""
    if isinstance(term, terms.ZoneRef):
        return term.zone not in told
    is_of_ranks = isinstance(term, terms.Op) and topic_of(term.op) in (Topic.RANKING, Topic.TRUMPS)
    return not is_of_ranks and is_open(s, term)


def _trick_number(s: State, fact: examples.GivenValue) -> int:
    number = names.value_of(s, fact.value)
    if not isinstance(number, int) or not 1 <= number <= max(1, s.tricks_total):
        message = f"There is no trick {number}: this deal has {count(s.tricks_total, 'trick')}."
        raise names.fail("E707", fact.value.span, message, names.COUNT_HINT)
    return number


def _put_late(s: State, fact: examples.Sheet) -> None:
    """Put in how often somebody ran out of time; `start` reads the rest of a sheet."""
    clocks = {clock.name for clock in s.spec.clocks}
    if not any(amount.name in clocks for amount in fact.amounts):
        return
    seat = names.members_of(s, fact.who, fact.span)[0]
    for amount in fact.amounts:
        if amount.name in clocks:
            s.late = (*s.late, *((seat, amount.name),) * int(names.value_of(s, amount.value)))


def _put_decision(sit: Situation, fact: examples.GivenDid) -> None:
    s = sit.s
    seat = names.members_of(s, fact.who, fact.span)[0]
    if fact.verb == "bid":
        return  # `put_bids` puts it in
    name, arguments = names.called(s, fact.what)
    try:
        if fact.verb == "broke":
            sit.broke(name, seat)
        else:
            fixed = {assign.name: names.value_of(s, assign.value) for assign in fact.fixed}
            sit.did(name, seat, arguments, fixed, at=fact.span)
    except SituationError as problem:
        hint = "`spadesdsl show` lists the bids, decisions and rules that there are"
        raise names.fail("E704", fact.span, names.sentence(str(problem)), hint) from None


def put_cards(sit: Situation, fact: examples.GivenCards) -> tuple[int, ...]:
    """Put cards where the example says they are; return them."""
    s = sit.s
    owner = 0 if fact.zone is None else names.seat_of(s, fact.who, fact.span)
    zone = fact.zone or fact.who
    told = names.told_cards(s, fact.cards)
    if zone not in s.spec.seats:
        try:
            return sit.lay(zone, told, owner)
        except Impossible:
            raise
        except SituationError as problem:
            zones = names.listed(one.name for one in s.spec.zones)
            raise names.fail("E704", fact.span, names.sentence(str(problem)), f"the zones are {zones}") from None
    seat = s.spec.seats.index(fact.who)
    return sit.win_cards(seat, told) if fact.verb == "won" else sit.hold(seat, told, fact.span)


def put_bids(sit: Situation, scene: Scene) -> None:
    """Put bids into a deal that is to be scored, in the order of the example."""
    s = sit.s
    places: dict[tuple[int, bool], int] = {}
    for one in scene.bids:
        members = names.members_of(s, one.who, one.span)
        for at, node in enumerate(one.bids):
            _put_bid(sit, node, members[at % len(members)], places)
    for one in scene.bids:
        members = names.members_of(s, one.who, one.span)
        silent = [s.spec.seats[seat] for seat in members if s.bids[seat] is None]
        if silent and one.bids and not any(names.told_bid(s, one, node).by_side for node in one.bids):
            others = and_list(silent)
            message = (
                f"What {others} bid is not said: `{one.who}` are {and_list(s.spec.seats[seat] for seat in members)}."
            )
            raise names.fail("E705", one.span, message, "give their bids with a comma between them, as in `us 4, 3`")
    sit.make_sides()


def _put_bid(sit: Situation, node: examples.BidNode, seat: int, places: dict[tuple[int, bool], int]) -> None:
    """Put in a seat's bid, from a round after that of its last one; `places` keeps these, its side's too."""
    s = sit.s
    if not (found := names.readings(s, node, seat)):
        raise names.fail("E704", node.span, f"`{names.written_bid(node)}` is not a bid.", BIDS_HINT)
    whose = (seat, s.spec.bids[found[0].kind].by_side)
    place = places.get(whose, 0)
    try:
        bid, places[whose] = in_rounds(s, names.written_bid(node), found, place)
    except AmbiguousBid as several:
        raise names.ambiguous(several, node) from None
    if place and not is_asked_again(s, bid, place):
        message = f"{s.spec.seats[seat]} has bid, and is not asked again for `{spellings(s, bid)[0]}`."
        raise names.fail("E705", node.span, message, BIDS_HINT)
    sit.bid(s.spec.bids[bid.kind].name, bid.arguments, seat)


def put_tricks(sit: Situation, scene: Scene) -> None:
    """Put in the tricks that were played: the last ones before `trick_number` if that is given, else the first."""
    s = sit.s
    tricks = [one for line in scene.lines(examples.Tricks) for one in line.tricks]
    if not tricks:
        return
    is_numbered = "trick_number" in scene.values
    next_number = s.trick_number
    first = next_number - len(tricks) if is_numbered else sum(s.taken) + 1
    if first < 1:
        message = f"{count(len(tricks), 'trick')} cannot have been played before trick {next_number}."
        raise names.fail("E707", tricks[0].span, message, names.COUNT_HINT)
    plays = [one for line in scene.lines(examples.Plays) for one in line.plays][:1]
    led = [names.seat_of(s, one.leader, one.span) for one in tricks]
    after = [*led[1:], *(names.seat_of(s, one.who, one.card.span) for one in plays), None]
    for at, (one, leader, later) in enumerate(zip(tricks, led, after, strict=False)):
        sit.play_trick(leader, names.told_cards(s, one.cards), first + at, one.span, partial(_leads, later))
    if is_numbered:
        s.tricks = tuple(trick._replace(number=first + at) for at, trick in enumerate(s.tricks))
        s.trick_number = next_number


def _leads(seat: int | None, winner: int | None, leader: int | None) -> bool:
    """Tell whether a seat is the one that leads next."""
    return seat is not None and seat == leader


def in_play(scene: Scene) -> State:
    """Return a position of the play: hands as given, the trick so far on the table."""
    sit = _after_tricks(scene)
    s = sit.s
    plays = [one for line in scene.lines(examples.Plays) for one in line.plays]
    played = [(names.seat_of(s, one.who, one.card.span), names.told_cards(s, (one.card,))[0]) for one in plays]
    for card, (seat, _), one in zip(sit.on_table(played), played, plays, strict=True):
        if one.said is not None:
            try:
                name, arguments = names.called(s, one.said)
                sit.did(name, seat, arguments, card=card, at=one.card.span)
            except SituationError as problem:
                raise names.fail("E704", one.card.span, f"{problem}.") from None
    sit.in_play(leader=next((seat for seat, hand in enumerate(s.hands) if hand), None))
    sit.check()
    sit.check_turn()
    for card, one in zip(s.trick, plays, strict=True):
        if one.said is not None:
            sit.check_word(names.called(s, one.said)[0], card, one.card.span)
    check_taken(sit, scene)
    return s


def _after_tricks(scene: Scene) -> Situation:
    sit = start(scene)
    put_bids(sit, scene)
    put_in(sit, scene.facts)
    put_tricks(sit, scene)
    return sit


def next_leader(scene: Scene) -> int | None:
    """Return who leads after the tricks that are given; None if that depends on cards that are not."""
    sit = _after_tricks(scene)
    sit.check()
    return sit.leader


def check_taken(sit: Situation, scene: Scene) -> None:
    """Refuse more tricks than were played."""
    s = sit.s
    if not (told := scene.given(examples.GivenTaken)):
        return
    at = told[0].span
    check_total(s, [*s.taken, None], at)
    if "trick_number" in scene.values and sum(s.taken) >= s.trick_number and not awards_tricks(s):
        message = f"{count(sum(s.taken), 'trick')} cannot have been taken before trick {s.trick_number}."
        raise names.fail("E707", at, message, names.COUNT_HINT)


def check_total(s: State, taken: Sequence[int | None], at: Span, hint: str = names.COUNT_HINT) -> None:
    """Refuse more tricks than the deal has, and fewer if none can be missing; None for seats that are not given."""
    if (wrong := wrong_total(s, taken)) is not None:
        message = (
            f"{value_text(wrong)} trick{' is' if wrong == 1 else 's are'} taken, and the deal has {s.tricks_total}."
        )
        raise names.fail("E707", at, message, hint)
