"""What the words of an example mean in a game: seats, sides, cards, bids, values; and who won which tricks by them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from spadesdsl.check.options import number_of
from spadesdsl.diagnostics import Diagnostic, did_you_mean, error
from spadesdsl.engine import bids, told
from spadesdsl.engine.bids import OneBid
from spadesdsl.engine.game import State
from spadesdsl.engine.situation import Impossible, Told
from spadesdsl.engine.spec import Value
from spadesdsl.engine.turns import LOOK, WAIT
from spadesdsl.rules.parts import RuleInfo
from spadesdsl.source import Span
from spadesdsl.syntax import examples, expressions, nodes
from spadesdsl.syntax.printer import flat
from spadesdsl.syntax.writing import show

OR_RULE = ", or fix the rule"
"""The end of a hint that says what to change in the example."""
IF_RIGHT = " if that is right"
"""What is said before that where the hint says what came out."""
FIX_HINT = f"correct the example{OR_RULE}"
"""How to resolve a conflict between an example and a rule."""


def came_out(words: str) -> str:
    """Return the hint for an example in which something else comes out: how the example would say it."""
    return f"write `{words}`{IF_RIGHT}{OR_RULE}"


COUNT_HINT = "count the tricks again"


class Failed(Exception):
    """The example does not hold, or cannot be run."""

    def __init__(self, finding: Diagnostic) -> None:
        super().__init__(finding.message)
        self.finding = finding


def fail(code: str, span: Span, message: str, hint: str = "") -> Failed:
    """Return the failure of an example that does not hold."""
    return Failed(error(code, span, message, hint))


_IMPOSSIBLE = {
    "card": ("E703", "give each card once, and only cards of this deck"),
    "trick": ("E703", "give the cards of all seats, clockwise from the leader"),
    "play": ("E726", "correct the cards, or leave out what the seat has later"),
    "hand": ("E717", "give no more cards than the hand can have"),
    "turn": ("E718", "the seats play clockwise, one card each"),
    "lead": ("E719", "name the seat that leads, or correct the trick before"),
    "winner": ("E719", "give the next trick, too, or the card that is led to it"),
    "decision": ("E720", "give what it needs, or take it out"),
    "tricks": ("E707", COUNT_HINT),
}
"""By what is impossible: its code, and how to fix it."""


_NOT_MET: Final = ": its condition is not met"


def undecided(why_not: str, rule: RuleInfo) -> tuple[str, str]:
    """Say why nobody can have made a decision, with its condition, and what to do about it."""
    if "is never asked" in why_not:
        return why_not, "name a seat that is asked, or take it out"
    if "is not an answer that" in why_not:
        return why_not, "give another answer"
    is_refused = why_not.rstrip(".").endswith(_NOT_MET) or " can only answer " in why_not
    if is_refused and isinstance(rule.node, nodes.Do) and rule.node.when is not None:
        needed = f"`{flat(show(rule.node.when))}` does not hold"
        bare = why_not.removesuffix(".").removesuffix(_NOT_MET)
        return f"{bare}: {needed}.", "give what that needs, or take it out"
    return why_not, f"give what `{rule.name}` needs, or take it out"


def impossible(problem: Impossible, elsewhere: Span) -> Failed:
    """Return the failure of an example that describes something impossible at a table."""
    code, hint = _IMPOSSIBLE[problem.kind]
    message = sentence(str(problem))
    if problem.rule is not None:
        message, hint = undecided(message, problem.rule)
    return fail(code, problem.at if isinstance(problem.at, Span) else elsewhere, message, hint)


def seat_of(s: State, who: str, span: Span) -> int:
    """Return the seat with a name; for a side of one, its member."""
    if who in s.spec.seats:
        return s.spec.seats.index(who)
    side = side_of(s, who, span)
    if len(s.sides[side]) == 1:
        return s.sides[side][0]
    raise fail("E702", span, f"`{who}` is a side, and this must be one seat.", f"write {_either(s, s.sides[side])}")


def side_of(s: State, who: str, span: Span) -> int:
    """Return the side of `us`, `them` or a seat."""
    if who == "us":
        return s.side_of[0] or 0
    if who == "them":
        others = [side for side in range(len(s.sides)) if side != s.side_of[0]]
        if len(others) == 1:
            return others[0]
        message = f"There are {len(s.sides)} sides, and `them` could be any of them."
        raise fail("E702", span, message, f"name a seat: {_either(s, range(len(s.spec.seats)))}")
    if who in s.spec.seats and (side := s.side_of[s.spec.seats.index(who)]) is not None:
        return side
    hint = did_you_mean(who, s.spec.seats) or f"write {_either(s, range(len(s.spec.seats)))}"
    raise fail("E702", span, f"There is no seat or side `{who}`.", hint)


def word_of(s: State, side: int) -> str:
    """Return the word of examples for a side."""
    if len(s.sides[side]) == 1 or len(s.sides) > 2:
        return s.spec.seats[s.sides[side][0]]
    return "us" if side == s.side_of[0] else "them"


def _either(s: State, seats: Iterable[int]) -> str:
    return " or ".join(f"`{s.spec.seats[seat]}`" for seat in seats)


def members_of(s: State, who: str, span: Span) -> tuple[int, ...]:
    """Return the seats that a word names: one, or those of a side in the order of the seats."""
    if who in s.spec.seats:
        return (s.spec.seats.index(who),)
    return s.sides[side_of(s, who, span)]


def value_of(s: State, node: expressions.Expr, kind: str = "") -> Value:
    """Return the value of a word, number or card in an example; of any kind, or of that of a parameter."""
    match node:
        case expressions.Number() | expressions.Binary() if (number := number_of(node)) is not None:
            return told.exact(number)
        case expressions.Negative():
            return -value_of(s, node.operand)
        case expressions.Truth():
            return node.word == "yes"
        case expressions.Name() if node.name in ("nobody", "none"):
            return None
        case expressions.CardName() | expressions.Name() | expressions.RankName():
            text = node.rank if isinstance(node, expressions.RankName) else card_name(node)
            try:
                return told.value_of(s, kind, text, None)
            except told.UnknownValue as unknown:
                if kind and kind != "word":
                    raise fail("E720", node.span, sentence(str(unknown)), f"name a {kind} of this game") from None
            if isinstance(node, expressions.Name):
                return text
            told_cards(s, (node,))
            return s.spec.deck.names.index(text)
        case _:
            raise fail("E701", node.span, "An example takes plain values only.", "write a number, a card or a name")


def card_name(node: examples.BidNode) -> str:
    """Return the name of a card as written."""
    if isinstance(node, expressions.CardName):
        return node.rank + node.suit
    return node.name if isinstance(node, expressions.Name) else ""


def told_cards(s: State, given: tuple[examples.BidNode, ...]) -> tuple[Told, ...]:
    """Return the names of cards, each with its place in the file; each has to be a card of the deck."""
    deck = s.spec.deck.names
    for node in given:
        if card_name(node) not in deck:
            hint = did_you_mean(card_name(node), deck)
            raise fail("E703", node.span, f"{card_name(node)} is not a card of this game.", hint)
    return tuple((node.span, card_name(node)) for node in given)


def called(s: State, node: examples.BidNode) -> tuple[str, tuple[Any, ...]]:
    """Return the name and arguments of a decision: `claim`, `name(hearts)`."""
    assert isinstance(node, expressions.Call | expressions.Name)
    arguments = node.arguments if isinstance(node, expressions.Call) else ()
    kinds = [parameter.kind for ask in s.spec.plan.questions(node.name)[:1] for parameter in ask.parameters]
    kinds += [""] * len(arguments)
    return node.name, tuple(value_of(s, one, kind) for one, kind in zip(arguments, kinds, strict=False))


def told_bid(s: State, one: examples.BidsOf, node: examples.BidNode, at: int = 0) -> told.ToldBid:
    """Return a bid of those that an example gives, the one of this place."""
    members = members_of(s, one.who, one.span)
    seat = members[at % len(members)]
    found = readings(s, node, seat)
    by_side = any(s.spec.bids[bid.kind].by_side for bid in found)
    return told.ToldBid(node, members if by_side else (seat,), found, written_bid(node), by_side)


def readings(s: State, node: examples.BidNode, seat: int) -> tuple[OneBid, ...]:
    """Return the bids that an example can mean by `nil`, `tricks(3)`, or `3`; none for a look or a wait."""
    if isinstance(node, expressions.Name) and node.name in (LOOK.text, WAIT.text):
        return ()
    try:
        return tuple(told.bids_meant(s, written_bid(node), seat))
    except told.UnknownBid as unknown:
        hint, parts = unknown.hint, written_bid(node).split(" ")
        if len(parts) > 1 and all(_is_bid(s, one, seat) for one in parts):
            hint = f"separate the bids of a side by commas: `{', '.join(parts)}`"
        named = re.findall(r"`[a-z][\w ]*`", hint) if parts == ["0"] else []
        if named:
            hint = f"no bid is a 0 here: those that are no number are {', '.join(named)}"
        raise fail("E704", node.span, sentence(str(unknown)), hint) from None


def _is_bid(s: State, label: str, seat: int) -> bool:
    """Tell whether a label is that of a bid."""
    try:
        return bool(told.bids_meant(s, label, seat))
    except told.UnknownBid:
        return False


def ambiguous(problem: bids.AmbiguousBid, node: examples.BidNode) -> Failed:
    """Return the failure of an example whose bid can mean several."""
    return fail("E723", node.span, f"{problem}.", "write the one that is meant")


def sentence(words: str) -> str:
    """Write words as a sentence."""
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith('.') else '.'}"


def listed(names: Iterable[str], most: int = 8) -> str:
    """List names, but only the first of many."""
    known = [f"`{name}`" for name in dict.fromkeys(names)]
    return ", ".join(known[:most]) + (" …" if len(known) > most else "") if known else "none"


@lru_cache(maxsize=256)
def written_bid(node: examples.BidNode) -> str:
    """Return a bid as the example writes it."""
    from spadesdsl.syntax.writing import show

    return node.text if isinstance(node, examples.BidText) else show(node)


Winners: TypeAlias = "list[int | None]"
"""Who won each trick; None for nobody."""


def that_win(
    s: State, shares: list[tuple[int, ...]], outcomes: tuple[examples.Outcome, ...], counted: frozenset[int]
) -> list[tuple[int, ...]]:
    """Return the shares in which each side has the tricks that it is said to win."""
    found = [share for share in shares if winners_of(s, share, outcomes, counted) != []]
    if not found:
        wins = next(one for one in outcomes if isinstance(one, examples.WinTricks))
        message = f"`{wins.who}` cannot win these tricks: fewer are taken."
        raise fail("E707", wins.span, message, COUNT_HINT)
    return found


def _said(s: State, outcomes: Sequence[examples.Outcome]) -> dict[int, tuple[int, ...]]:
    """Return the seats of which one won a trick, by its number, as far as outcomes say that."""
    won: dict[int, tuple[int, ...]] = {}
    given = {trick.number: trick for trick in s.tricks}
    for outcome in outcomes:
        if not isinstance(outcome, examples.WinTricks):
            continue
        if not 1 <= outcome.first <= outcome.last <= max(s.tricks_total, 1):
            message = f"There are no tricks {outcome.first} to {outcome.last}: this deal has {s.tricks_total}."
            raise fail("E707", outcome.span, message, COUNT_HINT)
        members = members_of(s, outcome.who, outcome.span)
        for number in range(outcome.first, outcome.last + 1):
            if number in won:
                raise fail("E707", outcome.span, f"Trick {number} is won twice.", COUNT_HINT)
            if (trick := given.get(number)) is not None and trick.winner not in members:
                who = "nobody" if trick.winner is None else s.spec.seats[trick.winner]
                message = f"`{outcome.who}` cannot win trick {number}: {who} wins it with the cards that are given."
                raise fail("E707", outcome.span, message, "correct the cards, or who wins the trick")
            won[number] = members
    return won


def winners_of(
    s: State, share: Sequence[int], outcomes: Sequence[examples.Outcome], counted: frozenset[int]
) -> list[Winners] | None:
    """Return who won each trick, in every order tried, if outcomes say that of some; none if the share differs.

    If nothing says how many tricks are taken, all others go to a seat that is not named.

    Args:
        share: Tricks by seat.
        counted: The seats whose tricks are among the facts.
    """
    if not (said := _said(s, outcomes)):
        return None
    left = list(share)
    named = {seat for members in said.values() for seat in members}
    is_told = named <= counted or any(isinstance(outcome, examples.Take) for outcome in outcomes)
    won: dict[int, int | None] = {trick.number: trick.winner for trick in s.tricks}
    for winner in won.values():
        if winner is not None:
            left[winner] -= 1
    for number, members in said.items():
        if number not in won:
            seat = max(members, key=left.__getitem__) if is_told else members[0]
            won[number] = seat
            left[seat] -= 1
    numbers = range(1, max(s.tricks_total, *won) + 1)
    if not is_told:
        other = next((seat for seat in range(len(s.spec.seats)) if seat not in named), None)
        return [[won.get(number, other) for number in numbers]]
    if min(left) < 0:
        return []
    orders = [iter(order) for order in orders_of(left)]
    return [[won[number] if number in won else next(order, None) for number in numbers] for order in orders]


def orders_of(share: Sequence[int]) -> list[Winners]:
    """Return orders in which tricks may have been won: the last by each seat, with few and with many before it."""
    tricks = [seat for seat, number in enumerate(share) for _ in range(number)]
    found: list[Winners] = []
    for last, number in enumerate(share):
        others = [seat for seat in tricks if seat != last]
        if number:
            found += [[*others, *[last] * number], [*[last] * (number - 1), *others, last]]
    return found or [[]]
