"""Who may know what a rule reads: what decides who is asked, what is listed or what is shown gives no card away.

Each such place of a game is a `_Place`: a rule, a term and who finds out what it says, the seat that chooses or
everybody. What an operation reads is its topic in `rules.operations`. What nobody is asked about is free: who leads,
who gets cards, an award, a deal that is thrown in. Those mean everybody to hear them. In a round in which all bid at
once, nobody knows the others' bids.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from spadesdsl.check.checker import Checker
from spadesdsl.check.constants import value_of
from spadesdsl.diagnostics import Diagnostic, Note, error
from spadesdsl.frozen import Frozen, replace
from spadesdsl.rules import parts, walking
from spadesdsl.rules.game import Let, Option, Rules, Zone
from spadesdsl.rules.operations import Topic, topic_of
from spadesdsl.rules.terms import Answer, Broke, Did, Kind, LetRef, Op, Term, Var, ZoneRef
from spadesdsl.source import Span

_PUBLIC: Final = ("count", "is_empty")
"""How many cards there are is public in every place; which ones is not."""
_UNSEEN: Final = "a hand that is not looked at yet"
_HELD: Final = {"holder": "who holds a card", "sure_of_the_rest": "all the hands"}


class _Place(Frozen):
    """A term of a rule, and who finds out what it says."""

    rule: parts.RuleInfo
    term: Term
    is_for_all: bool = False
    """Whether everybody finds out, not only the seat that chooses."""
    is_unseen: bool = False
    """Whether the seat has not looked at its hand."""
    shown: frozenset[ZoneRef] = frozenset()
    """The places whose cards those who find out were shown before."""
    are_hands_open: bool = False
    """Whether all cards in hands lie face up then."""


def questions_tell_nothing(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report what gives away cards that those who find out may not see (E430)."""
    knowledge = _Knowledge(game)
    told: set[tuple[parts.RuleInfo, Span]] = set()
    for place in _places(game):
        if (hidden := _Reader(knowledge, place).hidden()) is None:
            continue
        where, inner, what = hidden
        span = where.span if where.span.end else place.rule.span
        if (place.rule, span) in told:
            continue
        told.add((place.rule, span))
        name = place.rule.name or place.rule.keyword
        if place.is_for_all:
            message = f"`{name}` reads {what}, which not everybody sees, and everybody sees what it decides."
            hint = "let it read what all see, or ask each player about their own `hand`"
        else:
            message = f"`{name}` reads {what}, which that player cannot see: being asked would give it away."
            hint = "ask about something that the player sees, such as `hand`"
        hint = "let the bid be made after looking" if place.is_unseen else hint
        yield error("E430", span, message, hint, *_notes(inner))


def clocks_tell_nothing(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report a clock whose condition reads cards that not everybody sees: all see it run (E330)."""
    for clock in game.clocks:
        if clock.when is None:
            continue
        hidden = _Reader(_Knowledge(game), _Place(clock.rule, clock.when, is_unseen=True)).hidden()
        if hidden is not None:
            place, inner, what = hidden
            what = "the hand of the player who chooses" if what == _UNSEEN else what
            message = f"`{clock.name}` reads {what}, and everybody sees whether it runs."
            hint = "let it depend on what all know: the bids, the trick, the score"
            yield error("E330", place.span if place.span.end else clock.rule.span, message, hint, *_notes(inner))


def _notes(inner: Span | None) -> tuple[Note, ...]:
    return () if inner is None else (Note(inner, "it is read here"),)


# ---------------------------------------------------------------- the places


def _places(game: Rules) -> Iterator[_Place]:
    """List what decides who is asked, what is listed, and what is shown."""
    are_open = True
    shown: dict[ZoneRef, Term | None] = {}
    for step in walking.all_steps(game):
        are_open = are_open and not _hides_cards(step)
        asked = None if step.by is None else step.by.who
        seen = frozenset(zone for zone, to in shown.items() if to is None or to == asked)
        yield from _of_step(step, seen, are_hands_open=are_open)
        _take_note(step, shown)
    yield from () if are_open else _after_the_deal(game)


def _take_note(step: parts.Step, shown: dict[ZoneRef, Term | None]) -> None:
    """Keep which places a step shows whole, and who sees them, until other cards get there or it is shuffled."""
    is_always = isinstance(step, parts.Do) and step.when is None and step.timing is None
    for action in step.actions:
        match action:
            case parts.Show(cards=ZoneRef() as zone, to=to) if is_always:
                shown[zone] = to
            case parts.Give(to=ZoneRef(zone=name)) | parts.Shuffle(cards=ZoneRef(zone=name)):
                for zone in [one for one in shown if one.zone == name]:
                    del shown[zone]
            case _:
                pass


def _after_the_deal(game: Rules) -> Iterator[_Place]:
    """List these places in bids, the play and the deck."""
    for bid in game.bids:
        yield from (_Place(bid.rule, term, is_unseen=bid.before_looking) for term in _choices(bid.parameters))
        own = (bid.when, bid.contract)
        yield from (_Place(bid.rule, term, is_unseen=bid.before_looking) for term in own if term is not None)
        if bid.needs_yes is not None:
            yield _Place(bid.rule, bid.needs_yes, is_for_all=True)
    for must in game.play.musts:
        yield from (_Place(must.rule, term) for term in (must.when, must.body) if term is not None)
    if game.trumps is not None:
        yield from (_Place(game.trumps.rule, term, is_for_all=True) for term in walking.terms_of(game.trumps))
    shown = [(rule.rule, tuple(walking.terms_of(rule))) for rule in game.orders]
    shown += [(rule.rule, tuple(walking.terms_of(rule))) for rule in game.play.controls]
    yield from (_Place(rule, term, is_for_all=True) for rule, terms in shown for term in terms)
    yield _Place(game.play.winner_rule, game.play.winner, is_for_all=True)


def _of_step(step: parts.Step, shown: frozenset[ZoneRef], *, are_hands_open: bool) -> Iterator[_Place]:
    if isinstance(step, parts.Ask | parts.Round):
        for term in walking.conjuncts(step.when):
            yield _Place(step.rule, term, is_for_all=_is_seen_to_be_asked(step, term), are_hands_open=are_hands_open)
    if (
        isinstance(step, parts.Do)
        and step.when is not None
        and any(isinstance(one, parts.Show) for one in step.actions)
    ):
        # That cards are shown, all see; of its own hand a seat may show more.
        yield _Place(step.rule, step.when, is_for_all=step.by is None, are_hands_open=are_hands_open)
    if isinstance(step, parts.Ask):
        yield from (_Place(step.rule, term, shown=shown) for term in _choices(step.parameters))
    if step.by is not None:
        asked = [one for one in _deciding(step.by) if not _is_volunteered_by_holder(step, one)]
        yield from (_Place(step.rule, one, is_for_all=True, are_hands_open=are_hands_open) for one in asked)
    for action in step.actions:
        if isinstance(action, parts.Give):
            # All see how many cards move; who passes them sees among which there is a choice.
            numbers = walking.terms_of(action.number)
            yield from (_Place(step.rule, one, is_for_all=True, are_hands_open=are_hands_open) for one in numbers)
            is_passed = isinstance(step, parts.Ask) and step.kind == "pass"
            yield from (_Place(step.rule, one, shown=shown) for one in walking.terms_of(action.source) if is_passed)
        if isinstance(action, parts.Fix | parts.MakeBid):
            yield from (_Place(step.rule, term) for term in walking.terms_of(action) if not _is_verdict(term))
        if isinstance(action, parts.Show):
            # Whose cards are shown may give other cards away.
            either = [
                one.arguments[0]
                for one in walking.walk(action.cards)
                if isinstance(one, Op) and (one.op == "if" or topic_of(one.op) is Topic.HAND)
            ]
            yield from (_Place(step.rule, one, is_for_all=True, are_hands_open=are_hands_open) for one in either)


def _is_seen_to_be_asked(step: parts.Ask | parts.Round, part: Term) -> bool:
    """Tell whether all see by who is asked whether a part of the condition holds.

    Who may say no is asked whatever its cards are, and nobody hears that something may be volunteered. What an answer
    has to be is not who is asked.
    """
    if isinstance(step, parts.Round):
        return True
    is_heard = step.timing is None or step.timing.moment not in ("any time during", "with each")
    return is_heard and step.kind != "may" and not any(name.startswith("param:") for name in walking.variables(part))


def _deciding(by: parts.By) -> Iterator[Term]:
    yield from (term for term in (by.who, by.start, by.until, by.stopping) if term is not None)


def _is_volunteered_by_holder(step: parts.Step, who: Term) -> bool:
    """Tell whether only the player who holds a card is offered something that the others do not hear of."""
    is_volunteered = step.timing is not None and step.timing.moment == "any time during"
    return is_volunteered and isinstance(who, Op) and who.op == "holder"


def _is_verdict(term: Term) -> bool:
    """Tell whether the table judges all hands once something was claimed: the answer is for everybody."""
    return isinstance(term, Broke) or (isinstance(term, Op) and term.op == "sure_of_the_rest")


def _hides_cards(step: parts.Step) -> bool:
    """Tell whether a step gives cards to a hand that not everybody sees."""
    given = (action for action in step.actions if isinstance(action, parts.Give))
    return any(not isinstance(give.to, ZoneRef) and not give.face_up for give in given)


def _choices(parameters: tuple[parts.Parameter, ...]) -> Iterator[Term]:
    for parameter in parameters:
        yield from (term for term in (parameter.low, parameter.high, parameter.step, parameter.of) if term is not None)


# ---------------------------------------------------------------- what a term tells


class _Knowledge:
    """What of a game is needed to tell who may know what a term reads."""

    def __init__(self, game: Rules) -> None:
        self.lets = game.let_of
        self.zones: Mapping[str, Zone] = {zone.name: zone for zone in game.zones}
        self.fixed: dict[tuple[str, str], list[Term]] = {}
        for step in walking.all_steps(game):
            for action in step.actions:
                if isinstance(action, parts.Fix):
                    self.fixed.setdefault((step.rule.name, action.name), []).append(action.value)
        leads = (game.play.lead_first, game.play.lead_next)
        self.read_by_the_lead = frozenset(walking.all_read(self.lets, *leads))

    def is_told_by_the_lead(self, term: Term) -> bool:
        """Tell whether everybody learns from who leads what a term says of a pile: that a card is out, for example."""
        if isinstance(term, ZoneRef) or term not in self.read_by_the_lead:
            return False
        return not any(topic_of(op) in (Topic.HAND, Topic.HELD) for op in walking.ops_read(self.lets, term))


class _Reader(Frozen):
    knowledge: _Knowledge
    place: _Place

    def hidden(self) -> tuple[Term, Span | None, str] | None:
        """Find the first thing that cannot be known: where it is read, where in a quantity, and what it is."""
        owns = not self.place.is_for_all
        for one, is_own, place in walking.walk_behind(
            (self.place.term,), self._behind, owns=owns, skips=self._is_known
        ):
            if what := self._what(one, owns=is_own):
                return place, None if place is one else one.span, what
        return None

    def _is_known(self, term: Term) -> bool:
        """Tell whether all who find out know what a term says, whatever it reads."""
        if isinstance(term, Op) and term.op in _PUBLIC and _is_pile(term.arguments[0]):
            pile = term.arguments[0]
            whose = pile.owner if isinstance(pile, ZoneRef) else next(iter(walking.parts_of(pile)))
            return whose is None or _Reader(self.knowledge, replace(self.place, term=whose)).hidden() is None
        return not self.place.is_for_all and self.knowledge.is_told_by_the_lead(term)

    def _behind(self, term: Term, owns: bool) -> Iterator[tuple[Term, bool]]:
        """List the terms behind a name, and whether their subject is the seat that chooses."""
        match term:
            case LetRef(let=key, subject=subject) if key in self.knowledge.lets:
                let = self.knowledge.lets[key]
                yield let.body, let.subject is Kind.SEAT and _is_asked(subject, owns=owns)
            case Answer(decision=decision, name=name, who=who):
                for value in self.knowledge.fixed.get((decision, name), ()):
                    if not _is_verdict(value):
                        yield value, _is_asked(who, owns=owns)
            case _:
                return

    def _what(self, term: Term, *, owns: bool) -> str:
        """Describe what a term reads that cannot be known; `owns`: whether the Var `player` is who chooses."""
        match term:
            case Op(op=op, arguments=(owner, *_)) if topic_of(op) is Topic.HAND:
                if self.place.are_hands_open:
                    return ""
                if _is_asked(owner, owns=owns):
                    return _UNSEEN if self.place.is_unseen else ""
                return "a hand" if self.place.is_for_all else "another hand"
            case Op(op=op) if topic_of(op) is Topic.HELD:
                return _HELD[op]
            case Broke():
                return "who broke a rule"
            case ZoneRef(zone=zone, owner=owner) if term not in self.place.shown and self._is_closed(
                zone, owner, owns=owns
            ):
                return f"the cards of `{zone}`"
            case _:
                return ""

    def _is_closed(self, zone: str, owner: Term | None, *, owns: bool) -> bool:
        if (declared := self.knowledge.zones.get(zone)) is None:
            return True
        return not (declared.face_up or (declared.seen_by_owner and _is_asked(owner, owns=owns)))


def _is_pile(term: Term) -> bool:
    return isinstance(term, ZoneRef) or (isinstance(term, Op) and topic_of(term.op) is Topic.HAND)


def _is_asked(owner: Term | None, *, owns: bool) -> bool:
    return isinstance(owner, Var) and owner.name == "player" and owns


# ---------------------------------------------------------------- rounds in which all bid at once

_OF_BIDDERS = frozenset({"seat_bid", "seat_contract", "bid_place", "side_bid", "side_contract"})


def secret_bids_are_bids_alone(_: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report a round at once with something at each turn, a partner who has to agree, or two kinds of bidder."""
    for step in _secret_rounds(game):
        yield from _sides_bid_alone(game, step)
        if step.block:
            message = f"Nothing can happen at each turn of `{step.rule.name}`: all bid at once."
            hint = f"write `{step.block[0].rule.name}` before the round, or let the players bid in turn"
            yield error("E445", step.block[0].rule.span, message, hint)
        for bid in _offered(game, step):
            if bid.needs_yes is not None:
                message = f"`{bid.name}` needs a yes, and in `{step.rule.name}` nobody hears a bid before all have bid."
                hint = "offer it in a round that goes in turn"
                yield error("E446", bid.rule.span, message, hint, Note(step.rule.span, "all bid at once here"))


def _sides_bid_alone(game: Rules, step: parts.Round) -> Iterator[Diagnostic]:
    """Report a round in which sides bid at once and players have bids of their own (E450).

    A side that hears a player's own bid is asked on; in secret it has one answer, and which one is left open.
    """
    offered = tuple(_offered(game, step))
    own = [bid for bid in offered if not bid.by_side]
    if step.by.noun in ("team", "side") and own and len(own) < len(offered):
        message = f"Each side bids once in `{step.rule.name}`, in secret, and `{own[0].name}` is a player's own bid."
        hint = "let the sides bid in turn, or offer the players' own bids in a round before"
        yield error("E450", step.rule.span, message, hint, Note(own[0].rule.span, "a player's own bid"))


def secret_bids_are_not_read(checker: Checker, game: Rules) -> Iterator[Diagnostic]:
    """Report a rule of a round at once that reads others' bids when nobody has bid before (E447)."""
    for step in _secret_rounds(game):
        if _bids_before(game, step):
            continue  # it reads earlier bids, which everybody knows
        are_alone = game.teams.is_single or step.by.noun in ("team", "side")
        told: set[parts.RuleInfo] = set()
        for rule, term in _read_in(game, step, checker.symbols.options):
            place = _Bids(game.let_of, are_alone).other(term)
            if place is not None and rule not in told:
                told.add(rule)
                message = (
                    f"`{rule.name}` reads the bids of others, and in `{step.rule.name}` nobody knows them: "
                    "all bid at once."
                )
                hint = "let it read the player's own bid, or let the players bid in turn"
                note = Note(step.rule.span, "all bid at once here")
                yield error("E447", place.span if place.span.end else rule.span, message, hint, note)


def _secret_rounds(game: Rules) -> Iterator[parts.Round]:
    yield from (step for step in _in_order(game) if isinstance(step, parts.Round) and step.by.turns == "at once")


def _in_order(game: Rules) -> Iterator[parts.Step]:
    for phase in game.phases:
        yield from walking.with_blocks(phase.steps)


def _offered(game: Rules, step: parts.Round) -> tuple[parts.BidType, ...]:
    return tuple(bid for bid in game.bids if bid.name in step.bids)


def _bids_before(game: Rules, step: parts.Round) -> bool:
    """Tell whether bids can have been made before a round."""
    for other in _in_order(game):
        if other is step:
            return False
        if (isinstance(other, parts.Round) and other.bids) or any(
            isinstance(action, parts.MakeBid) for action in other.actions
        ):
            return True
    return False


def _read_in(game: Rules, step: parts.Round, options: Mapping[str, Option]) -> Iterator[tuple[parts.RuleInfo, Term]]:
    """List what decides who is asked in a round, and what may be bid."""
    if step.when is not None:
        yield step.rule, step.when
    for bid in _offered(game, step):
        own = (bid.when, bid.contract, *_choices(bid.parameters))
        yield from ((bid.rule, term) for term in own if term is not None)
    for must in game.play.musts:
        is_of_bids = not must.judges_card and must.during in (None, step.rule.name)
        if must.when is not None and _is_ruled_out(must.when, options):
            continue
        if is_of_bids and (must.bid_type is None or must.bid_type in step.bids):
            yield from ((must.rule, term) for term in (must.when, must.body) if term is not None)


def _is_ruled_out(when: Term, options: Mapping[str, Option]) -> bool:
    """Tell whether a condition never holds, as the options are set."""
    return any((known := value_of(part, options)) is not None and not known.value for part in walking.conjuncts(when))


class _Bids(Frozen):
    lets: Mapping[str, Let]
    are_alone: bool
    """Whether a side is one bidder."""

    def other(self, term: Term) -> Term | None:
        """Return the first thing read that reveals somebody else's bids."""
        found = walking.walk_behind((term,), self._behind)
        return next((place for one, owns, place in found if self._is_of_another(one, owns=owns)), None)

    def _behind(self, term: Term, owns: bool) -> Iterator[tuple[Term, bool]]:
        if isinstance(term, LetRef) and term.let in self.lets:
            yield self.lets[term.let].body, term.subject is not None and self._is_own(term.subject, owns=owns)

    def _is_of_another(self, term: Term, *, owns: bool) -> bool:
        match term:
            case Op(op=op, arguments=(whose,)) if op in _OF_BIDDERS:
                return not self._is_own(whose, owns=owns)
            case Op(op="calls"):
                return True
            case Did(who=who, decision="bid"):
                return who is None or not self._is_own(who, owns=owns)
            case _:
                return False

    def _is_own(self, whose: Term, *, owns: bool) -> bool:
        """Tell whether a seat or a side is the bidder."""
        match whose:
            case Var(name="player"):
                return owns
            case Var(name="side") | Op(op="side", arguments=(Var(name="player"),)):
                return owns and self.are_alone
            case Op(op="first", arguments=(Op(op="side_members", arguments=(Var(name="side"),)),)):
                return owns and self.are_alone
            case _:
                return False
