"""Comparisons: `=` and `<` of amounts, `is` of things, `in`, `includes`, `beats`."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from spadesdsl.check.findings import Mistake, mistake
from spadesdsl.check.names import gone_of, refuse_missing
from spadesdsl.check.symbols import is_players_own
from spadesdsl.check.tables import rank_named
from spadesdsl.check.types import THE_SIDE, Scope, join, join_amounts, members_of, say, want, want_amount, want_set
from spadesdsl.diagnostics import Guess, guess
from spadesdsl.frozen import replace
from spadesdsl.rules.operations import CARD, CARDS, RANK, TRUTH
from spadesdsl.rules.terms import Const, Filter, IsBid, Kind, Moved, Op, Term, Type, ZoneRef
from spadesdsl.syntax import expressions
from spadesdsl.syntax.expressions import Operator
from spadesdsl.syntax.writing import show
from spadesdsl.words import NUMBERS, or_list

if TYPE_CHECKING:
    from spadesdsl.check.checker import Checker

TESTS = ("empty", "whole", "sure_of_the_rest")
"""Words that only `is` asks for."""


def comparison(checker: Checker, scope: Scope, node: expressions.Binary) -> Term:
    """Settle a comparison."""
    match node.operator:
        case Operator.EQUAL | Operator.UNEQUAL | Operator.LESS | Operator.AT_MOST | Operator.MORE | Operator.AT_LEAST:
            return _of_amounts(checker, scope, node)
        case Operator.IS | Operator.IS_NOT:
            return _of_things(checker, scope, node)
        case Operator.IN | Operator.NOT_IN:
            return _membership(checker, scope, node)
        case Operator.INCLUDES:
            return _includes(checker, scope, node)
        case Operator.BEATS:
            left = want(checker.typed(scope, node.left), Kind.CARD, "A card")
            right = want(checker.typed(scope, node.right), Kind.CARD, "A card")
            return Op("beats", (left, right), TRUTH)
        case Operator.ADD | Operator.SUBTRACT | Operator.MULTIPLY | Operator.DIVIDE | Operator.AND | Operator.OR:
            raise AssertionError(node.operator)
        case _:
            assert_never(node.operator)


def _pair(checker: Checker, scope: Scope, node: expressions.Binary) -> tuple[Term, Term]:
    """Settle both sides; a number beside a rank is a rank."""
    left, right = checker.typed(scope, node.left), checker.typed(scope, node.right)
    if left.type == RANK and isinstance(node.right, expressions.Number):
        right = rank_named(checker, str(node.right.value), node.right.span)
    elif right.type == RANK and isinstance(node.left, expressions.Number):
        left = rank_named(checker, str(node.left.value), node.left.span)
    if isinstance(left, ZoneRef | Moved) and right.type == CARD:
        left = Op("only", (left,), CARD, span=left.span)
    elif left.type == CARD and isinstance(right, ZoneRef | Moved):
        right = Op("only", (right,), CARD, span=right.span)
    return left, right


def _of_amounts(checker: Checker, scope: Scope, node: expressions.Binary) -> Term:
    op = node.operator
    equality = op in (Operator.EQUAL, Operator.UNEQUAL)
    if (
        equality
        and isinstance(node.right, expressions.Name | expressions.Call)
        and node.right.name in checker.symbols.bids
    ):
        left = checker.typed(scope, node.left)
        if left.type.kind is Kind.BID:
            raise _no_amount(left, left, op, node)
    left, right = _pair(checker, scope, node)
    if left.type == right.type == RANK and not equality:
        return Op(op.value, (left, right), TRUTH)
    if equality and not (left.type.is_amount and right.type.is_amount) and not (left.type.many or right.type.many):
        raise _no_amount(*((left, right) if not left.type.is_amount else (right, left)), op, node)
    want_amount(left)
    want_amount(right)
    join_amounts(left, right, "compared", node.span)
    return Op(op.value, (left, right), TRUTH)


def _no_amount(thing: Term, other: Term, op: Operator, node: expressions.Binary) -> Exception:
    """Explain that a thing cannot be more, less or as much as something."""
    word = "is" if op is Operator.EQUAL else "is not"
    if thing.type.kind is other.type.kind is Kind.BID:
        hint = _ALIKE
    elif not other.type.is_amount:
        hint = f"write `{word}` for `{op.value}`"
    elif thing.type.kind is Kind.BID:
        hint = "the tricks that were bid are the contract"
    else:
        hint = f"an amount is never {say(thing.type)}"
        if thing.type.kind is Kind.WORD:
            named = next((one for one in thing.type.words if NUMBERS.get(one) == show(node.right)), "")
            listed = or_list(f"`{one}`" for one in thing.type.words)
            hint = f"write `{word} {named}` for `{op.value} {show(node.right)}`" if named else f"it is one of {listed}"
    return mistake("E310", node.span, f"`{op.value}` compares amounts, and this is {say(thing.type)}.", hint)


def _is_of_seat(bid: Term) -> bool:
    """Tell whether a bid is that of a player, which is never the bid of another one."""
    return isinstance(bid, Op) and all(one.type.kind is Kind.SEAT for one in bid.arguments)


_ALIKE = "compare their numbers, as in `bid.n = partner.bid.n`"


def _of_things(checker: Checker, scope: Scope, node: expressions.Binary) -> Term:
    positive = node.operator is Operator.IS
    if (test := _test(checker, scope, node)) is not None:
        return test if positive else Op("not", (test,), TRUTH)
    left = checker.typed(scope, node.left)
    if left.type.kind is Kind.BID and isinstance(node.right, expressions.Name | expressions.Call):
        _refuse_bid_of_side(checker, left, node)
        if (bid := _is_bid(checker, scope, left, node.right)) is not None:
            return bid if positive else Op("not", (bid,), TRUTH)
    if left.type.kind is Kind.WORD and isinstance(node.right, expressions.Name | expressions.Truth):
        right: Term = word_among(left.type, node.right)
        return Op("is" if positive else "is_not", (left, right), TRUTH)
    left, right = _pair(checker, scope, node)
    if left.type.kind is right.type.kind is Kind.BID and _is_of_seat(left) and _is_of_seat(right):
        message = f"`{node.operator.value}` asks which bid was made, and never whether two bids are alike."
        raise mistake("E310", node.span, message, _ALIKE)
    if left.type.has_none or right.type.has_none:
        _check_same(left, right, node)
        same = Op("same", (left, right), TRUTH)
        return same if positive else Op("not", (same,), TRUTH)
    if Kind.NOBODY in (left.type.kind, right.type.kind):
        raise _compared_with_nobody(node, left.type.kind)
    _check_same(left, right, node)
    return Op("is" if positive else "is_not", (left, right), TRUTH)


_EVERYBODY = {
    Kind.SEAT: "seats",
    Kind.SIDE: "teams",
    Kind.SUIT: "suits",
    Kind.CARD: "deck",
    Kind.TRICK: "tricks",
    Kind.CALL: "calls",
}
"""Where everything of a kind is, but for nobody."""


def _compared_with_nobody(node: expressions.Binary, kind: Kind) -> Mistake:
    """Say that nobody is like nothing, and how to ask whether there is somebody."""
    is_positive = node.operator is Operator.IS
    holds = "is always false, so this one never holds" if is_positive else "is never true, so this one always holds"
    message = f"A comparison with nobody {holds}."
    if kind not in _EVERYBODY:
        return mistake("E317", node.span, message, "ask about a player, a card or a trick: `x in seats`, `x in deck`")
    meant = f"{(Operator.NOT_IN if is_positive else Operator.IN).value} {_EVERYBODY[kind]}"
    wrong = f"{node.operator.value} {show(node.right)}"
    return mistake("E317", node.span, message, Guess(wrong, meant, f"ask whether there is somebody: `(…) {meant}`"))


def _test(checker: Checker, scope: Scope, node: expressions.Binary) -> Term | None:
    if not isinstance(node.right, expressions.Name) or node.right.name not in TESTS:
        return None
    left = checker.typed(scope, node.left)
    match node.right.name:
        case "empty":
            return Op("is_empty", (want_set(left),), TRUTH)
        case "whole":
            want_amount(left)
            return Op("is_whole", (left,), TRUTH)
        case _:
            return Op("sure_of_the_rest", (want(left, Kind.SEAT, "A seat"),), TRUTH)


def _is_bid(checker: Checker, scope: Scope, bid: Term, right: expressions.Name | expressions.Call) -> Term | None:
    resolved = checker.symbols.bids.get(right.name) or checker.symbols.other_bids.get(right.name)
    if resolved is None:
        gone = gone_of(checker, right.name, "bid")
        if gone is not None and checker.reads_gone_bid(right.name, gone, right.span):
            return Const(value=False, type=TRUTH, span=right.span)
        _refuse_no_bid(checker, scope, right)
        return None
    if isinstance(right, expressions.Name):
        return IsBid(bid, right.name)
    return IsBid(bid, right.name, checker.arguments(scope, resolved.rule, right.arguments, right.span))


def _refuse_bid_of_side(checker: Checker, left: Term, node: expressions.Binary) -> None:
    """Refuse to ask whether the bid of a side is one that only players make: it never is."""
    name = node.right.name if isinstance(node.right, expressions.Name | expressions.Call) else ""
    bid = checker.symbols.bids.get(name)
    if (
        bid is None
        or not isinstance(left, Op)
        or left.op != "side_bid"
        or not is_players_own(checker.symbols, bid.rule)
    ):
        return
    if node.span.file != checker.symbols.resolution.document.name_span.file:
        return  # a pack may ask for the bid of the one who bids, be it a player or a side
    message = f"A player bids `{name}`, never a side: this is about the bid of a side."
    asked = show(node).removeprefix("side.")
    both = f"write `some member has {asked}` or `every member has {asked}`"
    hint = both if left.arguments == (THE_SIDE,) else "ask about one of its members"
    raise mistake("E231", node.span, message, hint)


def _refuse_no_bid(checker: Checker, scope: Scope, right: expressions.Name | expressions.Call) -> None:
    """Refuse a word after `bid is` that is no bid type; the name of a value that is a bid (or nobody) is allowed."""
    symbols = checker.symbols
    known = right.name in ("nobody", "none", "bid") or right.name in scope.names or right.name in symbols.lets
    if isinstance(right, expressions.Name) and known:
        return
    place = (right.span, f"There is no bid `{right.name}`.")
    refuse_missing(checker, right.name, symbols.bids, "bids", place, "bid", gone="the bid ")


def word_among(kind: Type, node: expressions.Name | expressions.Truth) -> Term:
    """Settle a word that has to come from a list."""
    word = node.name if isinstance(node, expressions.Name) else node.word
    if word not in kind.words:
        listed = ", ".join(f"`{one}`" for one in kind.words)
        message = f"It is never `{word}`: it is one of {listed}."
        raise mistake("E240", node.span, message, guess(word, kind.words))
    return Const(word, Type(Kind.WORD, words=kind.words), span=node.span)


def _check_same(left: Term, right: Term, node: expressions.Binary) -> None:
    if left.type.is_amount and right.type.is_amount:
        op = "=" if node.operator is Operator.IS else "!="
        raise mistake("E311", node.span, "`is` compares things, and these are amounts.", f"write `{op}`")
    for one in (left, right):
        if one.type.many:
            message = f"`is` compares one thing with another, and this is {say(one.type)}."
            raise mistake("E304", one.span, message, "write `in`, or say which: `first of …`")
    if join(left.type, right.type) is None:
        hint = ""
        if {left.type.kind, right.type.kind} == {Kind.SEAT, Kind.SIDE}:
            hint = "write `in`: a seat is in a side"
        elif {left.type.kind, right.type.kind} == {Kind.CARD, Kind.SUIT}:
            hint = "write `in`: a card is in a suit"
        elif {left.type.kind, right.type.kind} == {Kind.CARD, Kind.RANK}:
            hint = "write `.rank` after the card"
        raise mistake("E312", node.span, f"{say(left.type).capitalize()} is never {say(right.type)}.", hint)


def _membership(checker: Checker, scope: Scope, node: expressions.Binary) -> Term:
    negative = "not_" if node.operator is Operator.NOT_IN else ""
    left = checker.typed(scope, node.left)
    if left.type.kind is Kind.WORD and not left.type.many and isinstance(node.right, expressions.ListOf):
        words = tuple(word_among(left.type, one) for one in node.right.items if isinstance(one, expressions.Name))
        if len(words) == len(node.right.items):
            return Op(f"{negative}member", (left, Op("list", words, replace(left.type, many=True))), TRUTH)
    right = checker.typed(scope, node.right)
    if left.type == RANK and isinstance(node.right, expressions.ListOf):
        numbers = [one for one in node.right.items if isinstance(one, expressions.Number)]
        if len(numbers) == len(node.right.items):  # numbers beside a rank are ranks
            ranks = tuple(rank_named(checker, str(one.value), one.span) for one in numbers)
            right = Op("list", ranks, replace(RANK, many=True), span=right.span)
    if left.type.many:
        if negative or left.type.kind is not Kind.CARD:
            message = f"`in` asks for one thing, and this is {say(left.type)}."
            raise mistake("E304", left.span, message, "write `every card in … has …`, or `count of … in …`")
        return part_of(scope, left, right)
    if left.type == CARD and right.type.kind in (Kind.SUIT, Kind.NOBODY):
        return Op(f"{negative}in_suit{'s' if right.type.many else ''}", (left, right), TRUTH)
    if right.type.kind is Kind.SIDE and not right.type.many and left.type.kind is Kind.SEAT:
        right = members_of(right)
    if not right.type.many:
        hint = "write `is`" if join(left.type, right.type) is not None else ""
        raise mistake("E305", right.span, f"After `in` comes a set or a suit, but this is {say(right.type)}.", hint)
    if isinstance(node.left, expressions.Number) and right.type.kind is Kind.RANK:
        left = rank_named(checker, str(node.left.value), node.left.span)
    if join(left.type, Type(right.type.kind, words=right.type.words)) is None:
        raise mistake("E312", node.span, f"{say(left.type).capitalize()} is never in {say(right.type)}.", "")
    return Op(f"{negative}member", (left, right), TRUTH)


def part_of(scope: Scope, of: Term, within: Term) -> Term:
    """Return the part of a set that is in a suit, in one of some suits, or in another set."""
    if of.type == CARDS and within.type.kind in (Kind.SUIT, Kind.NOBODY) and not within.type.many:
        return Op("part_suit", (of, within), CARDS, span=of.span.to(within.span))
    if of.type == CARDS and within.type.kind is Kind.SUIT:
        _, one = scope.element(CARD, None)
        return Filter(of, one.name, Op("in_suits", (one, within), TRUTH), CARDS)
    if within.type.kind is Kind.SIDE and not within.type.many:
        within = members_of(within)
    if not within.type.many or within.type.kind is not of.type.kind:
        message = f"After `in` comes a suit or {say(of.type)}, but this is {say(within.type)}."
        raise mistake("E305", within.span, message, "")
    return Op("part", (of, within), of.type, span=of.span.to(within.span))


_INCLUDED = {
    Kind.SUIT: "write `count of … in hearts > 0`, with your suit",
    Kind.RANK: "write `some card in … has rank is …`",
}
"""What to write instead of `includes`, by the kind of thing."""


def _includes(checker: Checker, scope: Scope, node: expressions.Binary) -> Term:
    left = want_set(checker.typed(scope, node.left))
    right = checker.typed(scope, node.right)
    if right.type.many or join(Type(left.type.kind), right.type) is None:
        message = f"{say(left.type).capitalize()} never includes {say(right.type)}."
        hint = _INCLUDED.get(right.type.kind, "")
        if right.type == CARDS:
            cards = f"({show(node.right)})" if isinstance(node.right, expressions.Binary) else show(node.right)
            hint = f"write `every card c in {cards} has {show(node.left)} includes c`"
        raise mistake("E312", node.span, message, hint)
    return Op("includes", (left, right), TRUTH)
