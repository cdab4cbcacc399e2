"""Terms as they are at this table: options are their values, and what they decide is gone, bids and questions too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple, TypeVar

from spadesdsl.check.constants import value_of
from spadesdsl.frozen import replace
from spadesdsl.rules.game import Let, Option, Rules
from spadesdsl.rules.parts import Ask, Give, MakeBid, Must, Order, Round, Trumps
from spadesdsl.rules.terms import Answer, Const, Did, Filter, Holds, IsBid, Kind, LetRef, Op, Term, Var
from spadesdsl.rules.walking import all_steps, rebuilt, with_expressions, written_out

Kept = TypeVar("Kept")
_MOST_TERMS: Final = 400
"""A condition with more terms than these is left with the names that it has for others."""


class _Table(NamedTuple):
    """What terms can be settled by."""

    options: Mapping[str, Option]
    lets: Mapping[str, Let]
    known: dict[str, Term]
    """The quantities that were settled."""
    answers: dict[int, tuple[Term, Term]]
    """By the identity of a term: the term, so that it stays, and what it is here."""
    kept: dict[Callable[[Rules], Any], Any]
    """What was worked out about the game, by what works it out."""
    gone: frozenset[str] = frozenset()
    """The bids that nobody can make."""
    unasked: frozenset[str] = frozenset()
    """The decisions that nobody is asked for."""


def settled_rule(rule: Any, game: Rules) -> Any:  # noqa: ANN401 - any rule, and the same class
    """Return a rule with all its terms settled."""
    table = _table(game)
    found = with_expressions(rule, lambda term, _: _once(term, table))
    if isinstance(found, Trumps | Order):  # whose terms stay terms in every game
        found = replace(found, when=found.when and _once(found.when, table))
    if isinstance(found, Trumps):
        topped = tuple(_once(card, table) for card in found.topped)
        found = replace(found, suit=_once(found.suit, table), topped=topped)
    if isinstance(found, Round):
        return replace(found, bids=tuple(name for name in found.bids if name not in table.gone))
    return found


def rules_here(rules: Iterable[Any], game: Rules) -> list[Any]:
    """Return the rules that can hold at this table, settled: none that only serves a bid that is gone."""
    gone = gone_bids(game)
    return [
        one
        for one, rule in ((settled_rule(rule, game), rule) for rule in rules)
        if not is_never(getattr(one, "when", None))
        and not _does_nothing(one, rule)
        and getattr(one, "bid_type", None) not in gone
    ]


def _does_nothing(rule: Any, written: Any) -> bool:  # noqa: ANN401 - any rule
    """Tell whether a round lost all its bids, or a pass has no cards."""
    match rule:
        case Round(bids=()):
            return bool(written.bids)
        case Ask(kind="pass", actions=(Give(number=Const(value=0)),)):
            return True
        case _:
            return False


def settled(term: Term, game: Rules) -> Term:
    """Return what a term is with the options as they are set."""
    return _once(term, _table(game))


def gone_bids(game: Rules) -> frozenset[str]:
    """Return the names of the bids that nobody can make with the options as they are set."""
    return _table(game).gone


def is_never(condition: Term | None) -> bool:
    """Tell whether a condition cannot hold at this table."""
    return isinstance(condition, Const) and condition.value is False


_TABLES: Final[list[tuple[Rules, _Table]]] = []
"""Those of the games that were asked about last: a screen shows the same numbers after each move."""
_MOST_TABLES: Final = 8
_MOST_ANSWERS: Final = 4_000


def _table(game: Rules) -> _Table:
    for one, table in _TABLES:
        if one is game:
            return table
    plain = _Table(game.option_of, game.let_of, {}, {}, {})
    gone = frozenset(bid.name for bid in game.bids if bid.when is not None and is_never(_settled(bid.when, plain)))
    gone |= {bid.name for bid in game.bids} - _offered(game)
    gone |= {name for must in game.play.musts if not must.judges_card and (name := _barred(must, game, plain))}
    asks = [step for step in all_steps(game) if isinstance(step, Ask) and step.when is not None]
    unasked = frozenset(step.name for step in asks if step.when is not None and is_never(_settled(step.when, plain)))
    made = plain._replace(known={}, gone=gone, unasked=unasked)
    _TABLES.insert(0, (game, made))
    del _TABLES[_MOST_TABLES:]
    return made


def _offered(game: Rules) -> set[str]:
    """Return the bids that a round or a decision makes."""
    steps = list(all_steps(game))
    rounds = {name for step in steps if isinstance(step, Round) for name in step.bids}
    return rounds | {act.bid_type for step in steps for act in step.actions if isinstance(act, MakeBid)}


def _barred(must: Must, game: Rules, table: _Table) -> str:
    """Return the bid that nobody can make because of a rule that always holds here, where there are others to make."""
    if must.bid_type is not None or (
        must.when is not None and _settled(must.when, table) != Const(True, must.when.type)
    ):
        return ""
    match _settled(must.body, table):
        case Holds(
            quantifier="no",
            of=Op(op="members" | "side_members" | "players"),
            condition=IsBid(bid=Op(op="seat_bid"), bid_type=name, arguments=()),
        ):
            pass
        case Op(op="not", arguments=(IsBid(bid=Op(op="seat_bid", arguments=(Var(name="player"),)), bid_type=name),)):
            pass
        case _:
            return ""
    free = {bid.name for bid in game.bids if bid.when is None} - {name}
    rounds = [step for step in all_steps(game) if isinstance(step, Round) and name in step.bids]
    is_all = all(must.during in (None, one.name) and not free.isdisjoint(one.bids) for one in rounds)
    return name if rounds and is_all else ""


def kept_of(game: Rules, work_out: Callable[[Rules], Kept]) -> Kept:
    """Work something out about a game once, as long as it is asked about again and again."""
    kept = _table(game).kept
    if work_out not in kept:
        kept[work_out] = work_out(game)
    found: Kept = kept[work_out]
    return found


def _once(term: Term, table: _Table) -> Term:
    """Settle a term of a game, which has few, only once."""
    kept = table.answers.get(id(term))
    if kept is None:
        if len(table.answers) >= _MOST_ANSWERS:
            table.answers.clear()
        kept = table.answers[id(term)] = term, _settled(term, table)
    return kept[1]


def _is_unasked(term: Term, table: _Table) -> bool:
    return isinstance(term, Answer) and term.decision in table.unasked


def in_full(term: Term | None, game: Rules) -> Term | None:
    """Return a condition as it is at this table, with what the author's names for conditions mean in their place."""
    if term is None:
        return None
    match settled(term, game):
        case LetRef(let=let, subject=None) as named if (
            named.type.kind is Kind.TRUTH and written_out(named, game.let_of, {}) <= _MOST_TERMS
        ):
            return in_full(game.let_of[let].body, game)
        case Op(op="and" | "or" | "not" as op, arguments=parts, type=kind):
            return Op(op, tuple([in_full(part, game) or part for part in parts]), kind)
        case known:
            return known


def _settled(term: Term, table: _Table) -> Term:
    if (known := value_of(term, table.options)) is not None:
        return known
    term = rebuilt(term, lambda one: _settled(one, table))
    match term:
        case IsBid(bid_type=name, type=kind) if name in table.gone:
            return Const(value=False, type=kind)
        case Did(decision=name, type=kind) if name in table.unasked:
            return Const(value=False, type=kind)
        case Holds(quantifier="some" | "no" as quantifier, condition=Const(value=False), type=kind):
            return Const(quantifier == "no", kind)
        case Filter(of=of, condition=Const(value=True)):
            return of
        case Op(op="else", arguments=(one, other)) if _is_unasked(one, table) or _is_unasked(other, table):
            return other if _is_unasked(one, table) else one
        case LetRef(let=let, subject=None | Var() as subject) if let in table.lets:
            body = table.known.get(let) or _settled(table.lets[let].body, table)
            table.known[let] = body
            is_other_name = isinstance(body, LetRef) and body.subject == subject
            return body if isinstance(body, Const) or is_other_name else term
        case Op(op="if", arguments=(Const(value=bool(holds)), then, otherwise)):
            return then if holds else otherwise
        case Op(op="and" | "or" as op, arguments=parts, type=kind):
            left = [part for part in parts if not isinstance(part, Const)]
            fixed = [bool(part.value) for part in parts if isinstance(part, Const)]
            if op == "and" and not all(fixed):
                return Const(value=False, type=kind)
            if op == "or" and any(fixed):
                return Const(value=True, type=kind)
            if not left:
                return Const(op == "and", kind)
            return left[0] if len(left) == 1 else Op(op, tuple(left), kind, span=term.span)
        case Op(op="not", arguments=(Const(value=bool(holds)),), type=kind):
            return Const(not holds, kind)
        case Op(op="+", arguments=(one, Const(value=0))) | Op(op="+", arguments=(Const(value=0), one)):
            return one
        case Op(op="-", arguments=(one, Const(value=0))):
            return one
        case Op(op="*", arguments=(Const(value=1), one)) | Op(op="*", arguments=(one, Const(value=1))):
            return one
        case _:
            return term
