"""Terms as they are at this table: options are their values, and what they decide is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.check.constants import value_of
from spadesdsl.rules.parts import with_expressions
from spadesdsl.rules.terms import Const, Kind, LetRef, Op, Term, Var
from spadesdsl.rules.walking import rebuilt

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from spadesdsl.rules.game import Let, Option, Rules


def settled_rule(rule: Any, game: Rules) -> Any:  # noqa: ANN401 - any rule, and the same class
    """Return a rule with all its terms settled."""
    options, lets = game.option_of, game.let_of
    return with_expressions(rule, lambda term, _: _settled(term, options, lets))


def settled(term: Term, game: Rules) -> Term:
    """Return what a term is with the options as they are set."""
    return _settled(term, game.option_of, game.let_of)


def in_full(term: Term | None, game: Rules) -> Term | None:
    """Return a condition as it is at this table, with what the author's names for conditions mean in their place."""
    if term is None:
        return None
    match settled(term, game):
        case LetRef(let=let, subject=None) as named if named.type.kind is Kind.TRUTH:
            return in_full(next(one for one in game.lets if one.key == let).body, game)
        case Op(op="and" | "or" | "not" as op, arguments=parts, type=kind):
            return Op(op, tuple([in_full(part, game) or part for part in parts]), kind)
        case known:
            return known


def _settled(term: Term, options: Mapping[str, Option], lets: Mapping[str, Let]) -> Term:
    known = value_of(term, options)
    if known is not None:
        return known
    term = rebuilt(term, lambda one: _settled(one, options, lets))
    match term:
        case LetRef(let=let, subject=None | Var() as subject) if let in lets:
            body = _settled(lets[let].body, options, lets)
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
            return left[0] if len(left) == 1 else Op(op, tuple(left), kind, term.span)
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
