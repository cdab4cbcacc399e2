"""Who is compared with whom: somebody with all players, among whom they are, or by mistake with themselves.

A `must` judges a bid that has been made: it is the last of the `calls`, and no bid is above the highest of them. Inside
`every opponent has …` a bare name is the opponent's, so `taken < taken` compares a number with itself; and what is the
side's is the same for all its members, so a sum over them counts it again and again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from spadesdsl.algebra.forms import compared, exchanged, joined, mentions, negated, questions, sum_of, written
from spadesdsl.algebra.sums import Form
from spadesdsl.diagnostics import Diagnostic, warning
from spadesdsl.proofs.context import ProofContext
from spadesdsl.rules.game import Rules
from spadesdsl.rules.parts import RuleInfo
from spadesdsl.rules.terms import Filter, Fold, Holds, LetRef, Op, Term, Var
from spadesdsl.rules.walking import COMPARISONS, all_read, parts_of, variables, walk

_PLAYER: Final = ("variable", "player")
_EACH: Final = ("variable", 0)
_OWN: Final = {("call_bid", _EACH): ("seat_bid", _PLAYER), ("call_player", _EACH): _PLAYER}
_SIDES: Final = {
    (f"seat_{what}", _PLAYER): (f"side_{what}", ("variable", "side")) for what in ("taken", "contract", "score")
}
"""What is the same of a player and of the side, where each player is a side."""
_CALLS: Final = ("calls",)
_OTHER_CALLS: Final = "place < count of calls"
_LAST: Final = re.compile(r"\b(?:dealer|last)\b", re.IGNORECASE)
_FIRST: Final = re.compile(r"\bfirst\b", re.IGNORECASE)


def among_others(game: Rules, form: Form, *, is_judged: bool) -> Iterator[Form]:
    """Yield what is certain of the amounts that a condition compares with the highest or lowest of everybody's.

    Args:
        game: The rules that it is one of.
        form: The condition.
        is_judged: Whether it is asked of a bid that has been made.
    """
    is_alone = game.teams.is_single and game.teams.after is None
    for question in questions(form):
        match question:
            case ("less" | "more" | "equal", amount, _):
                for one in {one for part in sum_of(amount) for one in part}:
                    of_players = list(_of_fold(one, is_judged=is_judged))
                    yield from of_players
                    yield from (exchanged(fact, _SIDES) for fact in of_players if is_alone)
                    if is_judged:
                        yield from _of_last(one)
            case _:
                pass


def _of_fold(one: Form, *, is_judged: bool) -> Iterator[Form]:
    match one:
        case ("Fold", "most" | "least" as how, of, body):
            whole, condition = (of[2], of[3]) if of[0] == "Filter" else (of, ())
            own = {_EACH: _PLAYER} if whole == ("players",) else _OWN if whole == _CALLS and is_judged else {}
            mine, is_there = exchanged(body, own), exchanged(condition, own)
            is_known = not mentions((mine, is_there), _EACH) and mentions(mine, _PLAYER)
            # A bid without the number is not the lowest.
            if own and is_known and (how == "most" or whole != _CALLS):
                beyond = compared(">" if how == "most" else "<", sum_of(mine), sum_of(one))
                yield negated(beyond if not condition else joined("and", (is_there, beyond)))
        case _:
            pass


def _of_last(one: Form) -> Iterator[Form]:
    match one:
        case ("BidParameter", ("call_bid", ("last", of)), name, kind):
            whole, condition = (of[2], exchanged(of[3], _OWN)) if of[0] == "Filter" else (of, ())
            if whole == _CALLS and not mentions(condition, _EACH):
                mine: Form = ("BidParameter", ("seat_bid", _PLAYER), name, kind)
                same = compared("=", sum_of(written({(one,): 1})), sum_of(written({(mine,): 1})))
                yield same if not condition else joined("or", (negated(condition), same))
        case _:
            pass


def with_a_bid(form: Form) -> Iterator[Form]:
    """Yield what is certain of the questions in a condition when the bidder has bid."""
    if mentions(form, ("count", _CALLS)):
        yield "more", written({(("count", _CALLS),): 1}), 0
    for question in questions(form):
        match question:
            case ("Did", ("variable", "player"), "bid", _):
                yield question
            case ("Holds", "some" | "no" as how, ("players",), ("Did", ("variable", 0), "bid", _)):
                yield question if how == "some" else negated(question)
            case ("is_empty", ("calls",)):
                yield negated(question)
            case _:
                pass


def before_a_bid(form: Form) -> Iterator[Form]:
    """Yield what is certain of the questions in a condition while the player who is asked has not bid."""
    for question in questions(form):
        match question:
            case ("Holds", "every", ("players",), each):
                own = exchanged(each, {_EACH: _PLAYER})
                if not mentions(own, _EACH) and negated(own) in before_a_bid(own):
                    yield negated(question)
            case ("Did", ("variable", "player"), "bid", _) | ("IsBid", ("seat_bid", ("variable", "player")), *_):
                yield negated(question)
            case ("less" | "more" | "equal", amount, _) if mentions(amount, _OWN_CONTRACT):
                yield "equal", written({(_OWN_CONTRACT,): 1}), 0
            case _:
                pass


_OWN_CONTRACT: Final = ("seat_contract", _PLAYER)


def without_itself(context: ProofContext, game: Rules, rule: RuleInfo, term: Term, *, is_judged: bool) -> str:
    """Say how a condition is written that compares a player, or a bid, with the others alone."""
    for one in all_read(game.let_of, term):
        match one:
            case Fold(of=of) | Op(op="first" | "last", arguments=(of,)):
                pass
            case _:
                continue
        said, all_said = context.said(of), context.said(one)
        whole = of.of if isinstance(of, Filter) else of
        if isinstance(whole, Op) and whole.op == "calls" and is_judged:
            others = f"({said} where {_OTHER_CALLS})"
            if isinstance(of, Filter):
                others = f"{said[:-1]} and {_OTHER_CALLS})"
            if said in all_said and " or " not in said:
                return f"the bid that it judges is among the calls already: write `{all_said.replace(said, others)}`"
        is_of_all = isinstance(of, Op) and of.op == "players" and said == "players"
        if is_of_all and isinstance(one, Fold) and one.how != "sum":
            alone = game.teams.is_single
            others = f"write `{all_said.replace(said, 'opponents')}`" if alone else "compare with the opponents alone"
            return f"the player is one of them: {others}"
    if not is_judged:
        return ""
    if not any(isinstance(one, LetRef) for one in walk(term)) and re.search(r"\bdid bid\b", context.said(term)):
        last, first = (
            "`every player did bid` for the player who bids last",
            "`count of calls = 1` for the player who bids first",
        )
        ways = [first] * bool(_FIRST.search(rule.sentence)) or [last] * bool(_LAST.search(rule.sentence))
        return f"the bid that it judges is among the bids already: write {' or '.join(ways or (last, first))}"
    return "the bid that it judges is among the bids already: ask `count of calls = 1`, or about other players"


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
    if game.teams.is_single or game.teams.after is not None:
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
