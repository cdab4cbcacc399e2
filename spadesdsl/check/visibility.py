"""What a question would reveal: a condition of a decision may read only what its seat may know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.diagnostics import Note
from spadesdsl.frozen import dataclass
from spadesdsl.rules.operations import Topic, topic_of
from spadesdsl.rules.parts import Ask, Round
from spadesdsl.rules.terms import Kind, LetRef, Op, Term, Var, ZoneRef
from spadesdsl.rules.walking import all_steps, parts_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from spadesdsl.check.checker import Checker
    from spadesdsl.rules.game import Let, Rules, Zone
    from spadesdsl.rules.parts import Parameter, RuleInfo
    from spadesdsl.source import Span

_PUBLIC = ("count", "is_empty")
"""How many cards there are is public in every place; which ones is not."""


_UNSEEN = "a hand that is not looked at yet"


def questions_tell_nothing(checker: Checker, game: Rules) -> None:
    """Report a question, a bid or a `must` that reads cards which its seat cannot see (E430)."""
    for rule, term, is_unseen, may_read_piles in _questions(game):
        reader = _Reader(
            {let.key: let for let in game.lets}, {zone.name: zone for zone in game.zones}, is_unseen, may_read_piles
        )
        hidden = reader.hidden(term)
        if hidden is None:
            continue
        place, inner, what = hidden
        notes = () if inner is None else (Note(inner, "it is read here"),)
        hint = (
            "let the bid be made after looking"
            if is_unseen
            else "ask about something that the player sees, such as `hand`"
        )
        checker.findings.error(
            "E430",
            place.span if place.span.end else rule.span,
            f"`{rule.name}` reads {what}, which that player cannot see: being asked would give it away.",
            hint,
            *notes,
        )


def clocks_tell_nothing(checker: Checker, game: Rules) -> None:
    """Report a clock whose condition reads cards that not everybody sees: all see it run (E330)."""
    for clock in game.clocks:
        if clock.when is None:
            continue
        lets, zones = {let.key: let for let in game.lets}, {zone.name: zone for zone in game.zones}
        hidden = _Reader(lets, zones, is_unseen=True, may_read_piles=False).hidden(clock.when)
        if hidden is not None:
            place, inner, what = hidden
            what = "the hand of the player who chooses" if what == _UNSEEN else what
            checker.findings.error(
                "E330",
                place.span if place.span.end else clock.rule.span,
                f"`{clock.name}` reads {what}, and everybody sees whether it runs.",
                "let it depend on what all know: the bids, the trick, the score",
                *(() if inner is None else (Note(inner, "it is read here"),)),
            )


def _questions(game: Rules) -> Iterator[tuple[RuleInfo, Term, bool, bool]]:
    """List what decides whether and how something is asked; whether the hand is unseen; whether piles may be read."""
    for step in all_steps(game):
        if isinstance(step, Ask | Round) and step.when is not None:
            yield step.rule, step.when, False, False
        if isinstance(step, Ask):
            yield from ((step.rule, term, False, True) for term in _choices(step.parameters))
    for bid in game.bids:
        terms = [*_choices(bid.parameters), *(term for term in (bid.when,) if term is not None)]
        yield from ((bid.rule, term, bid.before_looking, False) for term in terms)
    for must in game.play.musts:
        yield from ((must.rule, term, False, must.judges_card) for term in (must.when, must.body) if term is not None)


def _choices(parameters: tuple[Parameter, ...]) -> Iterator[Term]:
    for parameter in parameters:
        yield from (term for term in (parameter.low, parameter.high, parameter.step, parameter.of) if term is not None)


@dataclass(frozen=True, slots=True)
class _Reader:
    lets: Mapping[str, Let]
    zones: Mapping[str, Zone]
    is_unseen: bool
    may_read_piles: bool
    """Rules that narrow cards or list choices may read face-down cards: to choose from a pile is to see it,
    and the player who leads because a card is out knows that it is.
    """

    def hidden(self, term: Term) -> tuple[Term, Span | None, str] | None:
        """Find the first thing that cannot be seen: where it is read, where in a quantity, and what it is."""
        seen: set[tuple[str, bool]] = set()
        waiting: list[tuple[Term, bool, LetRef | None]] = [(term, True, None)]
        while waiting:
            one, owns, origin = waiting.pop()
            if isinstance(one, Op) and one.op in _PUBLIC and _is_place(one.arguments[0]):
                continue
            what = self._what(one, owns=owns)
            if what:
                return (one, None, what) if origin is None else (origin, one.span, what)
            if isinstance(one, LetRef) and one.let in self.lets:
                let = self.lets[one.let]
                is_own = let.subject is Kind.SEAT and _is_asked(one.subject, owns=owns)
                if (one.let, is_own) not in seen:
                    seen.add((one.let, is_own))
                    waiting.append((let.body, is_own, origin or one))
            waiting.extend((part, owns, origin) for part in reversed(parts_of(one)))
        return None

    def _what(self, term: Term, *, owns: bool) -> str:
        """Describe what a term reads that the seat cannot see; `owns`: whether the Var `player` is the asked seat."""
        match term:
            case Op(op=op, arguments=(owner,)) if topic_of(op) is Topic.HAND:
                is_own = _is_asked(owner, owns=owns)
                if is_own and not self.is_unseen:
                    return ""
                return _UNSEEN if is_own else "another hand"
            case Op(op="holder"):
                return "who holds a card"
            case Op(op="sure_of_the_rest"):
                return "all the hands"
            case ZoneRef(zone=zone, owner=owner) if self._is_closed(zone, owner, owns=owns):
                return f"the cards of `{zone}`"
            case _:
                return ""

    def _is_closed(self, zone: str, owner: Term | None, *, owns: bool) -> bool:
        declared = self.zones.get(zone)
        if self.may_read_piles:
            return False
        if declared is None:
            return True
        is_own = _is_asked(owner, owns=owns)
        return not (declared.face_up or (declared.seen_by_owner and is_own))


def _is_place(term: Term) -> bool:
    return isinstance(term, ZoneRef) or (isinstance(term, Op) and topic_of(term.op) is Topic.HAND)


def _is_asked(owner: Term | None, *, owns: bool) -> bool:
    return isinstance(owner, Var) and owner.name == "player" and owns
