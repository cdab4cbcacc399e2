"""Rounds in which all bid at once: what has no place in them, and what reads bids that nobody knows yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.check.constants import value_of
from spadesdsl.diagnostics import Diagnostic, Note, error
from spadesdsl.frozen import Frozen
from spadesdsl.rules.parts import BidType, MakeBid, Round, RuleInfo, Step
from spadesdsl.rules.terms import Did, LetRef, Op, Term, Var
from spadesdsl.rules.walking import conjuncts, walk_behind, with_blocks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from spadesdsl.check.checker import Checker
    from spadesdsl.rules.game import Let, Option, Rules

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


def _sides_bid_alone(game: Rules, step: Round) -> Iterator[Diagnostic]:
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
        are_alone = all(len(side) == 1 for side in game.teams.sides) or step.by.noun in ("team", "side")
        told: set[RuleInfo] = set()
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


def _secret_rounds(game: Rules) -> Iterator[Round]:
    for step in _in_order(game):
        if isinstance(step, Round) and step.by.turns == "at once":
            yield step


def _in_order(game: Rules) -> Iterator[Step]:
    for phase in game.phases:
        yield from with_blocks(phase.steps)


def _offered(game: Rules, step: Round) -> tuple[BidType, ...]:
    return tuple(bid for bid in game.bids if bid.name in step.bids)


def _bids_before(game: Rules, step: Round) -> bool:
    """Tell whether bids can have been made before a round."""
    for other in _in_order(game):
        if other is step:
            return False
        if isinstance(other, Round) and other.bids:
            return True
        if any(isinstance(action, MakeBid) for action in other.actions):
            return True
    return False


def _read_in(game: Rules, step: Round, options: Mapping[str, Option]) -> Iterator[tuple[RuleInfo, Term]]:
    """List what decides who is asked in a round, and what may be bid."""
    if step.when is not None:
        yield step.rule, step.when
    for bid in _offered(game, step):
        lists = [term for one in bid.parameters for term in (one.low, one.high, one.step, one.of)]
        yield from ((bid.rule, term) for term in (bid.when, bid.contract, *lists) if term is not None)
    for must in game.play.musts:
        is_of_bids = not must.judges_card and must.during in (None, step.rule.name)
        if must.when is not None and _is_ruled_out(must.when, options):
            continue
        if is_of_bids and (must.bid_type is None or must.bid_type in step.bids):
            yield from ((must.rule, term) for term in (must.when, must.body) if term is not None)


def _is_ruled_out(when: Term, options: Mapping[str, Option]) -> bool:
    """Tell whether a condition never holds, as the options are set."""
    return any((known := value_of(part, options)) is not None and not known.value for part in conjuncts(when))


class _Bids(Frozen):
    lets: Mapping[str, Let]
    are_alone: bool
    """Whether a side is one bidder."""

    def other(self, term: Term) -> Term | None:
        """Return the first thing read that reveals somebody else's bids."""
        found = walk_behind((term,), self._behind)
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
