"""How many cards a player can hold when the play begins, whatever is answered.

One player, who may be any of them, goes through the steps before the play. What a condition asks has each answer in
turn, and later steps get the same one as long as nothing can change it: so who takes two cards lays two away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import floor
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from spadesdsl.algebra.bids import bids_made_in
from spadesdsl.algebra.forms import (
    NO,
    YES,
    asked_in,
    decided,
    exchanged,
    in_cases,
    joined,
    mentions,
    negated,
    questions,
    sum_of,
    worked_out,
    written,
)
from spadesdsl.algebra.judge import YES_OR_NO, Judge, combinations
from spadesdsl.algebra.reads import Fact, facts_of
from spadesdsl.algebra.sums import Form, Number, Sum, added, plain
from spadesdsl.frozen import Frozen, replace
from spadesdsl.rules.operations import NUMBER, Topic
from spadesdsl.rules.parts import Ask, Do, Give, Phase, Redeal, Round, Skip, Step
from spadesdsl.rules.terms import Filter, Kind, Op, Term, Type, Var, ZoneRef
from spadesdsl.rules.walking import all_actions, all_steps, replaced

if TYPE_CHECKING:
    from spadesdsl.algebra.known import Known

_PLAYER: Final = ("variable", "player")
_ME: Final = Var("player", Type(Kind.SEAT))
_HELD: Final = ("count", ("hand", _PLAYER))
_SIZE: Final = written({(_HELD,): 1})
_MOST_WAYS: Final = 200
_MOST_ASKED: Final = 10
_STAYS: Final = frozenset({Topic.OPTION, Topic.DEAL, Topic.SCORE, Topic.TALLY, Topic.NOTHING, Topic.DECISION})
"""What has the same answer during all of a deal, once it has been decided."""
_OF_BIDS: Final = frozenset({Topic.BIDS, Topic.PLACE})

Say: TypeAlias = "Mapping[Form, bool]"


class CannotSayError(Exception):
    """Cards move in a way that is not followed."""


class _Hand(Frozen):
    """How many cards the player holds at most, and how many lie in each place, where some answers were given."""

    held: Sum
    piles: Mapping[str, Number]
    said: Say
    is_exact: bool = True
    """Whether the player holds as many cards for certain."""
    unsure: frozenset[str] = frozenset()
    """The places where there may be fewer cards."""


class _Move(Frozen):
    """Cards that the player gets or gives away, or that are moved between places, where a condition holds."""

    when: Form
    number: Sum | None
    """None: all that lie there."""
    source: str
    """The place on the table that they come from; `hand` if it is one, empty if it may be anywhere."""
    to: str
    """The place that they go to."""
    way: int = 0
    """1 if the player gets them, -1 if they come from the hand."""
    times: int = 1
    """How often it may happen at most."""
    is_for_each: bool = False
    """Whether every player gets as many."""
    is_sure: bool = False
    """Whether it happens for certain where the condition holds."""
    kept: Number = 0
    """How many cards of the hand may be such as are not given away."""
    is_exact: bool = True
    """Whether it moves as many cards as it says."""


class _Doer(Frozen):
    """Who does a step, and when."""

    who: Term | None
    """One player; None: several, or nobody."""
    acts: Form
    """When the player who is followed does it, or that one."""
    somebody: Form
    """That somebody has done it, where it ends with the first who does; else what always holds."""
    is_each: bool
    """Whether all may do it, each in turn."""
    is_sure: bool
    """Whether it happens for certain where the condition holds."""
    is_endless: bool
    """Whether it goes round until something holds."""


class Hands:
    """Follows a player through the steps before the play."""

    def __init__(self, facts: Known, deck: int) -> None:
        """Keep what is known of amounts, and how many cards the deck can have."""
        self.facts, self.game, self.former, self.deck = facts, facts.game, facts.former, deck
        self.judge = Judge(facts)
        self.bid_of = {id(step): bid for bid in self.game.bids for step in bid.steps}
        """By step in the block of a bid: that bid."""
        self.steps = [step for phase in self.game.phases if phase.name != "play" for step in self._steps_of(phase)]
        self._read: dict[Form, frozenset[Fact]] = {}
        """What questions read that no rule asks in this way."""
        self._moves_of: dict[int, list[tuple[list[_Move], list[Form], Form]]] = {}

    def _steps_of(self, phase: Phase) -> Iterator[Step]:
        """Yield the steps of a phase; what the blocks of bids say comes once the bidding is over."""
        rounds = [step for step in phase.steps if isinstance(step, Round)]
        names = {name for step in rounds for name in step.bids}
        for step in phase.steps:
            yield step
            if rounds and step is rounds[-1]:
                yield from (one for bid in self.game.bids if bid.name in names for one in bid.steps)

    def held(self) -> tuple[tuple[Sum, ...], bool] | None:
        """Return the most cards in each way, and whether all hold as many for certain; None if that cannot be said."""
        moves = [step for step in self.steps if _gives(step) or _throws_in(step)]
        early = [step for step in moves if step.timing is None and isinstance(step, Ask | Do)]
        late = [step for step in all_steps(self.game) if _gives(step) and step not in early]
        skips = any(one.phase != "play" for one in all_actions(self.game) if isinstance(one, Skip))
        if skips or any(step not in self.game.play.steps for step in late):
            return None
        hands = [_Hand({}, {"stock": self.deck}, {})]
        try:
            for step in early:
                after, most = self.steps[self.steps.index(step) + 1 :], max(self._most(one.held) for one in hands)
                hands = [replace(one, piles={**one.piles, "hand": most}) for one in hands]
                ways: dict[object, _Hand] = {}
                for one in (new for hand in hands for new in self._after(hand, step, after)):
                    rest = one.is_exact, one.unsure, frozenset(one.said.items())
                    ways[written(one.held), tuple(sorted(one.piles.items())), *rest] = one
                hands = list(ways.values())
                if not 0 < len(hands) <= _MOST_WAYS:
                    return None
        except CannotSayError:
            return None
        ways_held = {written(one.held): one.held for one in hands}
        return tuple(ways_held.values()), len(ways_held) == 1 and all(one.is_exact for one in hands)

    def _most(self, amount: Sum) -> Number:
        most = self.facts.ends(written(amount))[1]
        if most is None:
            raise CannotSayError
        return most

    def _least(self, amount: Sum) -> Number:
        least = self.facts.ends(written(amount))[0]
        return 0 if least is None or least < 0 else least

    # ---- what a step moves

    def _moves(self, step: Ask | Do, *, is_open: bool) -> Iterator[_Move]:
        """Yield what a step moves; if it `is_open`, whether its condition holds is a question of its own."""
        doer = self._doer(step, is_open=is_open)
        for give in (one for one in step.actions if isinstance(one, Give)):
            number, kept = self._number(give, doer.who)
            source, to = (
                one.zone if isinstance(one, ZoneRef) and one.owner is None else "" for one in (give.source, give.to)
            )
            source = source if _owner_of(give.source) is None else "hand"
            base = _Move(doer.acts, number, source, to, is_sure=doer.is_sure, kept=kept)
            if doer.is_endless:  # no more than all cards
                yield replace(base, number=None, source="", way=1, is_exact=False)
            elif give.each is None:
                yield from self._given_away(give, doer, replace(base, to=""))
                yield from self._received(give, doer, base)
            elif isinstance(step, Ask) or step.by is not None or id(step) in self.bid_of:
                raise CannotSayError
            else:
                yield replace(base, way=1, is_for_each=True)

    def _doer(self, step: Ask | Do, *, is_open: bool) -> _Doer:
        by, bid = step.by, self.bid_of.get(id(step))
        who = by.who if by is not None and by.turns == "one" else None
        is_each = bid is not None or (by is not None and who is None)
        is_plain = by is None or by.noun in ("player", "seat", *["side"] * (not is_each))
        if not is_plain or (bid is not None and bid.by_side):
            raise CannotSayError
        acts: Form = ("happens", step.rule.name) if is_open else self._form(step.when, who)
        if bid is not None:
            made: Form = ("IsBid", ("seat_bid", _PLAYER), bid.name, ())
            self._read[made] = frozenset({Fact(Topic.BIDS)})
            acts = joined("and", (made, acts))
        if isinstance(step, Ask) and step.kind != "pass":
            subject = _PLAYER if who is None else self.former.form(who)
            acts = joined("and", (acts, self._about(("Did", subject, step.rule.name, ()), who)))
        somebody: Form = ("Holds", "some", ("players",), ("Did", ("variable", 0), step.rule.name, ()))
        is_once = is_each and by is not None and by.stopping is not None and self._form(by.stopping, None) == somebody
        self._read[somebody] = frozenset({Fact(Topic.DECISION, step.rule.name)})
        is_sure = isinstance(step, Do) and by is None and bid is None
        is_endless = by is not None and by.until is not None
        return _Doer(who, acts, somebody if is_once else YES, is_each=is_each, is_sure=is_sure, is_endless=is_endless)

    def _given_away(self, give: Give[Term, Term], doer: _Doer, base: _Move) -> Iterator[_Move]:
        """Yield what leaves the hand of the player who is followed."""
        if (owner := _owner_of(give.source)) is None:
            # Cards of any hand may be among some that are named.
            yield from () if isinstance(give.source, ZoneRef) else (replace(base, is_exact=False),)
        elif not doer.is_each:
            yield replace(base, when=joined("and", (doer.acts, self._is_me(owner, doer.who))), way=-1)
        elif (own := self._at(base, self.former.form(_of(owner, doer.who)))) is not None:
            yield replace(own, way=-1)
        else:
            yield replace(base, when=YES, is_exact=False)

    def _received(self, give: Give[Term, Term], doer: _Doer, base: _Move) -> Iterator[_Move]:
        """Yield what comes to the player who is followed, or to a place."""
        many = self.game.player_count if doer.is_each and doer.somebody == YES else 1
        if isinstance(give.to, ZoneRef):
            yield replace(base, when=YES if doer.is_each else doer.acts, times=many)
            return
        for case, seat in _cases_of(self.former.form(_of(give.to, doer.who))):
            here = replace(base, when=joined("and", (doer.acts, case)), way=1)
            if doer.is_each and mentions(seat, _PLAYER):
                if (got := self._at(here, seat)) is None:
                    raise CannotSayError
                yield got
            else:
                acts = doer.somebody if doer.is_each else here.when
                when = joined("and", (acts, self._is_me(give.to, doer.who, seat)))
                yield replace(here, when=when, times=many)

    def _at(self, move: _Move, seat: Form) -> _Move | None:
        """Return what each player does to a seat as what is done to the player who is followed; None if not known.

        The player gets what another one gives, who sits so many seats away.
        """
        number = written(move.number or {})
        if seat == _PLAYER:
            return move
        away = self._away(seat)
        if away is None and seat in _BESIDE and not mentions((move.when, number), _PLAYER):
            # Players who are out are passed over on the way round; across from some nobody may sit then.
            return replace(move, is_exact=move.is_exact and seat in _BESIDE[:2])
        if move.number is None or away is None:
            return None
        return replace(move, when=self._turned(move.when, away), number=sum_of(self._turned(number, away)))

    def _form(self, term: Term | None, who: Term | None) -> Form:
        return YES if term is None else in_cases(self.former.form(_of(term, who)))

    def _about(self, question: Form, term: Term | None) -> Form:
        """Keep what a question reads that is made here."""
        self._read[question] = facts_of(self.game, term)
        return question

    def _is_me(self, term: Term, who: Term | None, seat: Form | None = None) -> Form:
        """Return whether a seat is the player's."""
        seat = self.former.form(_of(term, who)) if seat is None else seat
        if seat == _PLAYER:
            return YES
        first, second = sorted((_PLAYER, seat), key=repr)
        return self._about(("is", first, second), _of(term, who))

    def _number(self, give: Give[Term, Term], who: Term | None) -> tuple[Sum | None, Number]:
        """Return how many cards are moved, and how many cards of a hand may be such as are not; None: all."""
        source, number = give.source, give.number
        if number is None and isinstance(source, Op) and source.op in ("first_n", "last_n"):
            number = source.arguments[0]
        if number is None and isinstance(source, Op) and source.op == "list":
            return plain(len(source.arguments)), 0
        if number is None:
            if not isinstance(source, ZoneRef) or source.owner is not None:
                raise CannotSayError
            return None, 0
        amount = sum_of(self.former.form(_of(number, who)))
        kept: Number = 0
        if isinstance(source, Op) and source.op == "else":
            source = source.arguments[-1]
        if isinstance(source, Filter):
            others = replace(source, condition=Op("not", (source.condition,), source.condition.type))
            most = self.facts.ends(self.former.form(Op("count", (others,), NUMBER)))[1]
            kept = self.deck if most is None or (source is not give.source and amount != plain(1)) else most
        return amount, kept

    # ---- seats

    def _away(self, seat: Form) -> int | None:
        """Return how many seats to the left of a seat the one sits who gives to it; None if that varies."""
        steps = 0
        while seat[0] == "left":
            steps, seat = steps + 1, seat[1]
        return len(self.game.seats) - steps if self.former.turns and seat == _PLAYER else None

    def _turned(self, form: Form, away: int) -> Any:  # noqa: ANN401 - a form
        """Return what is said of a player as it is of the one so many seats to the left."""
        seat: Form = _PLAYER
        for _ in range(away):
            seat = ("left", seat)
        for question in questions(form):
            if (read := self._facts(question)) is not None:
                self._read[self._plainer(exchanged(question, {_PLAYER: seat}))] = read
        return self._plainer(exchanged(form, {_PLAYER: seat}))

    def _facts(self, question: Form) -> frozenset[Fact] | None:
        """Return what a question reads; None if that is not known."""
        if question not in self._read and question in self.former.terms:
            self._read[question] = facts_of(self.game, self.former.terms[question])
        return self._read.get(question)

    def _plainer(self, form: Any) -> Any:  # noqa: ANN401 - a form, or a part of one
        match form:
            case ("and" | "or" as how, *parts):
                return joined(how, map(self._plainer, parts))
            case ("not", part):
                return negated(self._plainer(part))
            case ("sum", *parts):
                return written({self._plainer(part): number for part, number in parts})
            case ("left", _):
                steps, seat = 0, form
                while seat[0] == "left":
                    steps, seat = steps + 1, seat[1]
                for _ in range(steps % len(self.game.seats)):
                    seat = ("left", seat)
                return seat
            case tuple():
                return tuple(map(self._plainer, form))
            case _:
                return form

    # ---- after a step

    def _after(self, hand: _Hand, step: Ask | Do, later: Sequence[Step]) -> Iterator[_Hand]:
        """Yield what the player can hold after a step, with each answer."""
        for told in self._told(step):
            moves, forms, thrown = told
            asked = [one for one in questions(*forms) if one not in hand.said]
            answers = combinations(asked, self.facts) if len(asked) <= _MOST_ASKED else None
            if answers is not None:
                break
        else:
            raise CannotSayError
        for new in answers:
            said = {**hand.said, **new}
            held = self._limited(hand.held, new)
            if held is not None and _agree(said) and self.judge.can_be(said) and not worked_out(thrown, said):
                kept = {**hand.said, **{one: so for one, so in new.items() if self._stays(one, later)}}
                yield self._moved(replace(hand, held=held, said=kept), moves, said)

    def _told(self, step: Ask | Do) -> list[tuple[list[_Move], list[Form], Form]]:
        """Return what a step moves, what that depends on, and when the deal is thrown in.

        Then the same with its condition as one question.
        """
        if id(step) not in self._moves_of:
            who = step.by.who if step.by is not None and step.by.turns == "one" else None
            when = self._form(step.when, who)
            found = self._moves_of[id(step)] = []
            for is_open in YES_OR_NO[mentions(when, step.rule.name) :]:
                moves = list(self._moves(step, is_open=is_open))
                forms = [form for one in moves for form in (one.when, *asked_in(one.number or {}))]
                thrown = when if _throws_in(step) and not is_open else NO
                found.append((moves, [*forms, thrown], thrown))
        return self._moves_of[id(step)]

    def _limited(self, held: Sum, new: Say) -> Sum | None:
        """Return the most cards if questions about their number have these answers; None: it never is as they say."""
        for question, holds in new.items():
            if question[0] not in ("less", "more", "equal") or question[1] != _SIZE or question[2] % 1:
                continue
            how, most, limit = question[0], self._most(held), floor(question[2])
            if (how, holds) in (("more", False), ("less", True), ("equal", True)):
                held = plain(limit - (how == "less")) if most > limit - (how == "less") else held
            if most < limit + (how == "more") and (holds or how == "less") and (how, holds) != ("less", True):
                return None
        return held

    def _stays(self, question: Form, later: Sequence[Step]) -> bool:
        """Tell whether a question has the same answer from now on."""
        facts = self._facts(question)
        asked = {step.rule.name for step in (*later, *(one for one in all_steps(self.game) if one.timing is not None))}
        is_bid = not bids_made_in(self.game) and not any(isinstance(step, Round) for step in later)
        stays = _STAYS | (_OF_BIDS if is_bid else set()) | ({Topic.SEATING} if self.game.teams.after is None else set())
        stays |= set() if mentions(question, "random") else {Topic.LUCK}
        is_asked = question[0] == "Did" and question[2] in asked
        return (
            facts is not None
            and not is_asked
            and all(
                fact.topic in stays and (fact.topic is not Topic.DECISION or fact.name not in asked) for fact in facts
            )
        )

    def _moved(self, hand: _Hand, moves: Sequence[_Move], said: Say) -> _Hand:
        held, piles, unsure, is_exact = hand.held, dict(hand.piles), set(hand.unsure), hand.is_exact
        has_out = self.game.puts_out
        for move in moves:
            places = {move.source, move.to} - {"", "hand"}
            if not worked_out(move.when, said):
                unsure |= places  # somebody else may do it
                continue
            lying = piles.get(move.source, 0) if move.source else self.deck
            number = plain(lying) if move.number is None else self._of_held(decided(move.number, said), held)
            least, most = self.facts.ends(written(number))
            is_same = move.is_for_each and not has_out and not mentions(written(move.number or {}), _PLAYER)
            share = lying // (self.game.player_count if is_same else move.times)
            is_sure = move.is_exact and move.source not in unsure and most is not None and most <= share
            if most is None or most > share:
                number, most = {(("min", written(number), written(plain(share))),): 1}, share
            number = added({}, number, move.times)
            is_some = least is not None and least >= 0
            if move.way == 1:
                more = added(held, number)
                held = more if is_some else plain(max(self._most(held), self._most(more)))
            elif move.way == -1 and is_some:
                left = added(held, number, -1)
                fewest = self.facts.ends(written(left))[0]
                if move.kept or fewest is None or fewest < 0:
                    left, is_sure = plain(max(0, self._most(left), min(self._most(held), move.kept))), False
                held = left
            is_exact = is_exact and (not move.way or (is_sure and is_some and move.times == 1)) and move.is_exact
            if move.to:
                piles[move.to] = min(self.deck, piles.get(move.to, 0) + most * max(1, move.times))
            if move.source and move.is_sure:
                many = self.game.player_count if move.is_for_each and not has_out else 1
                gone = lying if move.number is None else many * max(0, least or 0)
                piles[move.source] = max(0, lying - gone)
            if not (is_sure and move.is_sure and least == most):
                unsure |= places
        return _Hand(held, piles, hand.said, is_exact, frozenset(unsure))

    def _of_held(self, number: Sum, held: Sum) -> Sum:
        """Return a number of cards where it is known how many the player holds."""
        rest = {part: times for part, times in number.items() if part != (_HELD,)}
        times = number.get((_HELD,), 0)
        if not -1 <= times <= 1 or any(mentions(part, _HELD) for part in rest):
            raise CannotSayError
        return added(rest, held, times)


_BESIDE: Final = tuple((where, _PLAYER) for where in ("left", "right", "across", "partner"))


def _gives(step: Step) -> bool:
    return any(isinstance(one, Give) for one in step.actions)


def _throws_in(step: Step) -> bool:
    """Tell whether a deal is thrown in for certain where the condition of a step holds."""
    return isinstance(step, Do) and step.by is None and any(isinstance(one, Redeal) for one in step.actions)


def _agree(said: Say) -> bool:
    """Tell whether some player has done what the player has."""
    done = {one[2] for one, holds in said.items() if one[0] == "Did" and holds}
    for question, holds in said.items():
        match question:
            case ("Holds", "some" | "no" as how, ("players",), ("Did", ("variable", 0), name, ())) if name in done:
                if holds is not (how == "some"):
                    return False
            case _:
                pass
    return True


def _of(term: Term, who: Term | None) -> Term:
    return term if who is None else replaced(term, _ME, who)


def _owner_of(source: Term) -> Term | None:
    """Return the player from whose hand cards are taken; None if they are taken elsewhere."""
    while isinstance(source, Filter) or (isinstance(source, Op) and source.op == "else"):
        source = source.of if isinstance(source, Filter) else source.arguments[-1]
    return source.arguments[0] if isinstance(source, Op) and source.op == "hand" else None


def _cases_of(seat: Form, holds: Form = YES) -> Iterator[tuple[Form, Form]]:
    """Yield the seats that an `if` chooses from, each with when it does."""
    if seat[0] != "if":
        yield holds, seat
        return
    _, condition, then, otherwise = seat
    yield from _cases_of(then, joined("and", (holds, condition)))
    yield from _cases_of(otherwise, joined("and", (holds, negated(condition))))
