"""The numbers of a game in one line, as players ask for them: what wins, what bids are worth, what a tally costs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from spadesdsl.book.settled import gone_bids, kept_of, settled
from spadesdsl.check.constants import constant_of
from spadesdsl.rules.game import Let, Rules
from spadesdsl.rules.parts import Ending, Line, Tally
from spadesdsl.rules.terms import Const, Holds, IsBid, LetRef, Op, TallyRef, Term
from spadesdsl.rules.walking import options_named, rebuilt, terms_of, walk
from spadesdsl.words import amount_text, words_of

_SCORES: Final = frozenset({"side_score", "seat_score"})
_MINUS: Final = "\N{MINUS SIGN}"


def numbers_of(game: Rules) -> tuple[str, ...]:
    """Return the numbers of a game: `to 500`, `nil 100`, `10 bags −100`, then those of its other options."""
    return kept_of(game, _numbers_of)


def _numbers_of(game: Rules) -> tuple[str, ...]:
    gone = gone_bids(game)
    lines = [line for line in game.scoring.lines if line.bid_type not in gone]
    found: list[tuple[str, object]] = [(text, ending) for ending in game.endings for text in _ending(ending, game)]
    found += [(text, line) for line in lines for text in _bid(line, game)]
    found += [each for tally in game.scoring.tallies for each in _tally(tally, game)]
    named = options_named(game.let_of, *terms_of(tuple(rules for _, rules in found)))
    read = options_named(game.let_of, *terms_of((*lines, *game.scoring.tallies, *game.endings))) - named
    told = [text for text, _ in found] + [
        f"{words_of(option.name)} {_signed(Fraction(option.value))}"
        for option in game.options
        if option.name in read and option.type.is_amount and isinstance(option.value, int | Fraction) and option.value
    ]
    return tuple(dict.fromkeys(told))


def _signed(value: Fraction) -> str:
    return amount_text(value).replace("-", _MINUS)


# ---------------------------------------------------------------- endings


def _ending(ending: Ending, game: Rules) -> Iterator[str]:
    """Yield the scores and deals at which an ending begins to hold."""
    if ending.when is None:
        return
    whole = settled(ending.when, game)
    by_itself = whole.arguments if isinstance(whole, Op) and whole.op == "or" else (whole,)
    for part in walk(whole) if ending.kind == "win" else by_itself:  # a side may lose for more than its score
        match part:
            case Op(op=">=" | ">" as op, arguments=(Op(op=what), Const(value=int() | Fraction() as value))):
                limit = Fraction(value) + (op == ">" and what == "deal")
                if what in _SCORES:
                    yield {"win": f"to {_signed(limit)}"}.get(ending.kind, f"{ending.kind} at {_signed(limit)}")
                elif what == "deal":
                    yield f"{_signed(limit)} {'deal' if limit == 1 else 'deals'}"
            case Op(op="<=" | "<", arguments=(Op(op=what), Const(value=int() | Fraction() as value))) if (
                what in _SCORES and part in by_itself
            ):
                yield f"{ending.kind} at {_signed(Fraction(value))}"
            case _:
                pass


# ---------------------------------------------------------------- bids


def _bid(line: Line, game: Rules) -> Iterator[str]:
    """Yield what a bid wins and loses, if that is always the same."""
    bid = next((one for one in game.bids if one.name == line.bid_type), None)
    if bid is None or "{" in bid.label:
        return
    found: set[Fraction] = set()
    for case in line.cases:
        if (amounts := _amounts(made_bid(case.value, bid.name, game))) is None:
            return
        found |= amounts
    worth = sorted(found - {Fraction(0)}, reverse=True)
    if worth and len({abs(one) for one in worth}) == 1:
        yield f"{words_of(bid.label)} {_signed(worth[0])}"
    elif worth:
        yield f"{words_of(bid.label)} {'/'.join(map(_signed, worth))}"


def made_bid(term: Term, bid: str, game: Rules) -> Term:
    """Return what a term is at this table for a player who has made a bid."""
    return settled(_made(term, bid, game.let_of), game)


def _made(term: Term, bid: str, lets: dict[str, Let]) -> Term:
    """Return what a term is for a player who has made a bid, with the quantities that depend on it."""
    match term:
        case IsBid(bid_type=name, arguments=(), type=kind, bid=Op(op="seat_bid" | "side_bid")):
            return Const(name == bid, kind)
        case LetRef(let=name) if name in lets and _reads_bid(lets[name].body):
            return _made(lets[name].body, bid, lets)
        case _:
            return rebuilt(term, lambda one: _made(one, bid, lets))


def _reads_bid(term: Term) -> bool:
    return any(isinstance(one, IsBid) for one in walk(term)) and not any(isinstance(one, Holds) for one in walk(term))


def _amounts(term: Term) -> set[Fraction] | None:
    """Return everything that a value can be; None if it is not one of a few numbers."""
    if (known := constant_of(term, {})) is not None:
        return {known}
    match term:
        case Op(op="if", arguments=(_, then, otherwise)):
            one, other = _amounts(then), _amounts(otherwise)
            return None if one is None or other is None else one | other
        case Op(op="negative", arguments=(inner,)):
            own = _amounts(inner)
            return None if own is None else {-value for value in own}
        case _:
            return None


# ---------------------------------------------------------------- tallies


def _tally(tally: Tally, game: Rules) -> Iterator[tuple[str, object]]:
    """Yield what a full tally costs, and the rules that say so."""
    full = next((step for step in tally.steps if step.verb == "full at" and step.amount is not None), None)
    limit = None if full is None or full.amount is None else constant_of(settled(full.amount, game), {})
    if full is None or limit is None:
        return
    for line in game.scoring.lines:
        for case in line.cases:
            if each := _each(settled(case.value, game), tally.name):
                text = f"{_signed(limit)} {words_of(tally.name)} {_signed(each)}"
                yield text, (full, line)


def _each(value: Term, tally: str) -> Fraction | None:
    """Return by what a line multiplies how often a tally was filled."""
    match value:
        case TallyRef(tally=name, which="filled") if name == tally:
            return Fraction(1)
        case Op(op="negative", arguments=(inner,)):
            each = _each(inner, tally)
            return None if each is None else -each
        case Op(op="*", arguments=(one, other)):
            for number, rest in ((one, other), (other, one)):
                worth, each = constant_of(number, {}), _each(rest, tally)
                if worth is not None and each is not None:
                    return worth * each
            return None
        case _:
            return None
