"""What a rule says of each of some players, and means of one of them and somebody else.

Inside `every opponent has …` a bare name is the opponent's, so `taken < taken` compares a number with itself; and what
is the side's is the same for all its members, so a sum over them counts it again and again.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from spadesdsl.diagnostics import Diagnostic, warning
from spadesdsl.rules.terms import Filter, Fold, Holds, Op, Term, Var
from spadesdsl.rules.walking import COMPARISONS, parts_of, variables, walk

if TYPE_CHECKING:
    from spadesdsl.proofs.context import ProofContext
    from spadesdsl.rules.game import Rules

_QUANTIFIED: Final = re.compile(
    r"(?P<each>(?:some|every|no) (?P<noun>\w+))(?: (?P<letter>(?!in\b|has\b)\w+))?(?P<of> in .+?)? has "
)
_NAME: Final = re.compile(r"[\w.]+")


def compared_with_itself(context: ProofContext, term: Term | None) -> Diagnostic | None:
    """Find the first comparison, inside a quantifier or a set, of something of each with itself."""
    for outer in walk(term) if term is not None else ():
        if not isinstance(outer, Holds | Filter):
            continue
        for one in walk(outer.condition):
            match one:
                case Op(op=op, arguments=(left, right)) if (
                    op in COMPARISONS and left == right and outer.variable in variables(left)
                ):
                    return _both_alike(context, outer, one, left)
                case _:
                    pass
    return None


def _both_alike(context: ProofContext, outer: Term, one: Op, left: Term) -> Diagnostic:
    """Say that both sides are alike, and how one is written that is not."""
    said, all_said, name = context.said(one), context.said(outer), context.said(left)
    head = _QUANTIFIED.match(all_said)
    always = "always" if one.op in ("=", "<=", ">=") else "never"
    whose, hint = "both are of the same one", "give each of them a letter, as in `every opponent o has o.taken < taken`"
    if head is not None:
        whose = f"both are of the same {head['noun']}"
        letter = head["letter"] or head["noun"][0]
        own = name.removeprefix(f"{letter}.")
        if _NAME.fullmatch(name) and said == f"{name} {one.op} {name}":
            hint = f"write `{head['each']} {letter}{head['of'] or ''} has {letter}.{own} {one.op} {own}`"
    return warning("W806", one.span, f"`{said}` {always} holds: {whose}.", hint)


def added_for_each(context: ProofContext, game: Rules, term: Term) -> Diagnostic | None:
    """Find the first sum, or count, over players of what their side has together: it counts that for each of them."""
    if all(len(side) == 1 for side in game.teams.sides) or game.teams.after is not None:
        return None
    for one in walk(term):
        match one:
            case Fold(how="sum", of=of, variable=variable, body=body):
                does = "is added once for each member"
            case Op(op="count", arguments=(Filter(of=of, variable=variable, condition=body),)):
                does = "counts all the members or none"
            case _:
                continue
        if isinstance(of, Op) and of.op in _OF_A_SIDE and _is_of_its_side(body, variable):
            said = context.said(body)
            message = f"`{said}` {does}, and it is the same for all members of a side."
            hint = f"write `{said}` alone, or ask what each of them did"
            return warning("W823", one.span if one.span.end else body.span, message, hint)
    return None


_OF_A_SIDE: Final = frozenset({"members", "side_members", "opponents", "side_opponents"})


def _is_of_its_side(body: Term, variable: str) -> bool:
    """Tell whether a term reads somebody, and only to know the side."""
    match body:
        case Op(op="side", arguments=(Var(name=name),)) if name == variable:
            return True
        case Var(name=name) if name == variable:
            return False
        case _:
            about = [part for part in parts_of(body) if variable in variables(part)]
            return bool(about) and all(_is_of_its_side(part, variable) for part in about)
