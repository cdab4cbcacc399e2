"""What the rules of a deal say about working it out with all cards seen, from their terms and the plan."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from spadesdsl.engine.plan import BACK, Asks, Happens, Node, OfRound, PlaysCard, Scores, links
from spadesdsl.engine.ranking import Ranking, bits
from spadesdsl.engine.spec import Code, Hand, Pile, Spec, Step
from spadesdsl.rules import terms
from spadesdsl.rules.operations import Topic, topic_of
from spadesdsl.rules.parts import Give, Shuffle
from spadesdsl.rules.terms import BidParameter, Broke, Const, Did, Extreme, Filter, IsBid, Kind, LetRef, Op, Term, Var


def _written(spec: Spec, code: Code | None) -> tuple[Term, ...]:
    """Return a rule's function as terms: the whole first, then its parts, and those of the quantities that it reads."""
    found: list[Term] = []
    if code is not None:
        spec.reads(code, lambda term: bool(found.append(term)))  # type: ignore[func-returns-value]
    return tuple(found)


def _play_rules(spec: Spec) -> Iterator[Code | None]:
    """Yield the functions that say which cards may be played, who plays, and who wins."""
    for must in spec.play.musts:
        yield from (must.when, must.body)
    for control in spec.play.controls:
        yield from (control.when, control.player, control.seat)
    yield spec.play.winner


def _score_rules(spec: Spec) -> Iterator[Code | None]:
    """Yield the functions that say what a deal is worth, and whether it is the last."""
    for tally in spec.scoring.tallies:
        for step in tally.steps:
            yield from (step.when, step.amount)
    for line in spec.scoring.lines:
        yield line.when
        for case in line.cases:
            yield from (case.condition, case.value)
    yield from (ending.when for ending in spec.endings)


def _later(spec: Spec) -> tuple[Node, ...]:
    """Return the nodes that can follow the first card, up to the score."""
    seen: dict[int, Node] = {}
    waiting = [node.id for node in spec.plan.of(PlaysCard)]
    while waiting:
        node = spec.plan.nodes[waiting.pop()]
        if node.id not in seen:
            seen[node.id] = node
            over = getattr(node, "over", BACK)
            if not isinstance(node, Scores):
                waiting += [*(link.to for link in links(node)), *([] if over == BACK else [over])]
    return tuple(seen.values())


_TOPICS_OF_A_POSITION: Final = frozenset(set(Topic) - {Topic.TRICKS, Topic.PLAYED, Topic.LUCK, Topic.TIME})
"""What the hands, the leader, the tricks and cards taken and broken trust tell, or what stays the same in the play."""


_TOPICS_OF_TRICKS: Final = frozenset(
    (Topic.NOTHING, Topic.TAKEN, Topic.BIDS, Topic.PLACE, Topic.SCORE, Topic.SUBTOTAL, Topic.SEATING, Topic.DEAL,
     Topic.CHOICE, Topic.DECISION, Topic.TRUMPS)
)  # fmt: skip


class Reading(NamedTuple):
    """What the rules of a deal say about solving it, from their terms and the plan."""

    why_not: str
    """Why it cannot be solved; empty if it can."""
    is_simple: bool
    """Whether nothing happens between the cards and the score but tricks."""
    is_tabled: bool
    """Whether hands, leader and what was taken are all that the rest of the deal reads."""
    is_by_order: bool
    """Whether only the order within a suit tells cards of it apart, and that only by who wins."""
    reads_won: bool
    """Whether the score reads which cards were won."""
    is_plain: bool
    """Whether suits are followed, the highest trump or card of the suit led wins, and that is all."""
    restricts: bool
    """Of a plain game: whether trumps are led only once one has been played, or by who has nothing else."""
    counts_tricks: bool
    """Whether the score reads nothing of the play but how many tricks each seat took."""


def _history(read: list[Term]) -> set[str]:
    """Return how terms get at finished tricks. The last one is still to come for a score, but over for the play."""
    ops = {term.op for term in read if isinstance(term, Op)} & {"last_trick", "tricks", "seat_tricks", "side_tricks"}
    return ops | {"run" for term in read if isinstance(term, terms.Run)}


@cache
def reading(spec: Spec) -> Reading:
    """Read the rules of a deal."""
    later = _later(spec)
    happens = [node for node in later if isinstance(node, Happens)]
    plays = [term for code in _play_rules(spec) for term in _written(spec, code)]
    scores = [term for code in _score_rules(spec) for term in _written(spec, code)]
    read = {topic_of(term.op) for term in (*plays, *scores) if isinstance(term, Op)}
    if not _history(plays) and _history(scores) <= {"last_trick"}:
        read = read - {Topic.TRICKS}
    played_mask = {term.op for term in (*plays, *scores) if isinstance(term, Op) and topic_of(term.op) is Topic.PLAYED}
    leads = {term.op for term in _written(spec, spec.play.lead_next) if isinstance(term, Op)}
    follows = all(op in ("last_trick", "left", "right", "partner", "else") or "winner" in op for op in leads)
    is_simple = not happens
    knows = read - {Topic.PLAYED} <= _TOPICS_OF_A_POSITION and played_mask <= {"played"} and follows
    return Reading(
        _why_not(spec, later, [*plays, *scores]),
        is_simple,
        is_simple and knows,
        is_simple and not any(map(_tells_apart, (*_without_winner(spec), *scores))) and _wins_by_order(spec),
        Topic.WON in read,
        *_plain(spec, is_simple=is_simple),
        {topic_of(term.op) for term in scores if isinstance(term, Op)} <= _TOPICS_OF_TRICKS
        and not any(isinstance(term, Broke) for term in scores),
    )


_TOPICS_BEFORE_PLAY: Final = frozenset(
    (Topic.NOTHING, Topic.BIDS, Topic.PLACE, Topic.DECISION, Topic.DEAL, Topic.SEATING, Topic.OPTION)
)


def sits_out_all_along(spec: Spec) -> bool:
    """Tell whether who sits out is settled when the play begins."""
    said = (*spec.plan.with_card, *spec.plan.volunteered)
    controls = [one for one in spec.play.controls if one.player is None]
    read = [term for one in controls for code in (one.when, one.seat) for term in _written(spec, code)]
    return not any(isinstance(node, Happens | Asks | OfRound) for node in (*_later(spec), *said)) and all(
        topic_of(term.op) in _TOPICS_BEFORE_PLAY
        if isinstance(term, Op)
        else isinstance(term, Did | Var | Const | LetRef | Filter | IsBid | BidParameter | terms.OptionRef)
        for term in read
    )


def _why_not(spec: Spec, later: tuple[Node, ...], read: list[Term]) -> str:
    """Return why a deal cannot be solved."""
    if not any(isinstance(node, Scores) for node in later):
        return "the game has no play that leads to a score"
    said = (*spec.plan.with_card, *spec.plan.volunteered)
    asked: list[Step] = [node.step for node in (*later, *said) if isinstance(node, Asks | OfRound)]
    for step in asked:
        return f"`{step.rule.key}` asks a question in mid-play"
    for clock in spec.clocks:
        if clock.phase in ("", "play"):
            return f"`{clock.rule.key}` gives the play a time"
    for one in spec.plan.steps:
        for action in one.actions:
            if isinstance(action, Shuffle) and isinstance(action.cards, Hand):
                return f"`{one.rule.key}` makes a hand that is turned up card by card"
    for node in later:
        for action in getattr(getattr(node, "step", None), "actions", ()):
            if isinstance(action, Shuffle):
                return f"`{node.step.rule.key}` shuffles in mid-play"  # type: ignore[attr-defined]
            if isinstance(action, Give) and isinstance(action.source, Pile) and not action.source.zone.face_up:
                return f"`{node.step.rule.key}` draws cards that nobody sees in mid-play"  # type: ignore[attr-defined]
    if any(isinstance(term, terms.Ran) for term in read):
        return "a rule reads who ran out of time"
    if any(isinstance(term, Op) and topic_of(term.op) is Topic.LUCK and term.op == "random" for term in read):
        return "a rule draws lots in mid-play"
    return ""


_OF_SUITS: Final = frozenset(
    ("trick", "led", "card_suit", "in_suit", "not_in_suit", "in_suits", "not_in_suits", "part_suit", "part", "count",
     "is_empty", "played", "hand", "deck")
)  # fmt: skip
"""What may be done with cards if only their suits matter."""
_CARDLY: Final = frozenset((Kind.CARD, Kind.RANK))


def _tells_apart(term: Term) -> bool:
    """Tell whether a term may tell two cards of a suit apart."""
    match term:
        case Op(op=op, arguments=parts):
            return op not in _OF_SUITS and any(one.type.kind in _CARDLY for one in (term, *parts))
        case Const() | terms.ZoneRef() | terms.Moved() | Extreme():
            return term.type.kind in _CARDLY
        case Var():
            return False
        case _:
            return term.type.kind in _CARDLY


def _without_winner(spec: Spec) -> Iterator[Term]:
    for code in _play_rules(spec):
        if code is not spec.play.winner:
            yield from _written(spec, code)


def _wins_by_order(spec: Spec) -> bool:
    """Tell whether a trick is won by the highest card of some suit, by the ranking alone."""
    for term in _written(spec, spec.play.winner):
        match term:
            case Extreme(keys=()) | Op(op="else"):
                pass
            case _ if _tells_apart(term):
                return False
            case _:
                pass
    return spec.play.equal != "cancel" and not any(len(row) > 1 for row in spec.deck.copies)


def above(spec: Spec, ranking: Ranking) -> tuple[int, ...]:
    """Return for each card those of its suit above it; none for all of a suit that is not numbered in its order."""
    suits: dict[int | None, list[int]] = {}
    for card in range(spec.deck.size):
        suits.setdefault(ranking.suit[card], []).append(card)
    found = [0] * spec.deck.size
    for suit, cards in suits.items():
        order = [ranking.strength[card] for card in cards]
        whole = cards[-1] - cards[0] + 1 == len(cards)
        if suit is not None and whole and all(one < other for one, other in pairwise(order)):
            for number, card in enumerate(cards):
                found[card] = sum(1 << one for one in cards[number + 1 :])
    return tuple(found)


def suits_of(spec: Spec, ranking: Ranking) -> tuple[int, ...]:
    """Return the cards of each suit, if there are at most four and each is numbered in its order; else nothing."""
    tables = above(spec, ranking)
    found: dict[int | None, int] = {}
    for card in range(spec.deck.size):
        found[ranking.suit[card]] = found.get(ranking.suit[card], 0) | 1 << card
    whole = all(
        suit is not None and (mask & (mask - 1) == 0 or any(tables[card] for card in bits(mask)))
        for suit, mask in found.items()
    )
    if not whole or len(found) > 4 or max(mask.bit_count() for mask in found.values()) > 15:
        return ()
    return tuple(found.values())


# ---------------------------------------------------------------- plain games


def _shape(term: Term) -> str:
    """Write a term without the names of quantities and without types."""
    match term:
        case Op(op=op, arguments=parts):
            return f"{op}({', '.join(map(_shape, parts))})" if parts else op
        case Extreme(highest=highest, of=of, keys=()):
            return f"{'highest' if highest else 'lowest'}({_shape(of)})"
        case Const(value=value):
            return str(value)
        case Var(name=name):
            return f"${name}"
        case LetRef():
            return "let"
        case _:
            return type(term).__name__


_OF_SUIT_LED: Final = "highest(part_suit(trick, card_suit(led)))"
_WINNERS: Final = (_OF_SUIT_LED, f"else(highest(part_suit(trick, trumps)), {_OF_SUIT_LED})")
_FOLLOWS: Final = (("following",), "in_suit($card, card_suit(led))")
_HAS_BROKEN: Final = ">(count(part_suit(played, trumps)), 0)"
_RESTRICTS: Final = (
    ("and(leading, not(let))", "leading", "not(let)", "let", _HAS_BROKEN, "count(part_suit(played, trumps))",
     "part_suit(played, trumps)", "played", "trumps", "0"),
    "not_in_suit($card, trumps)",
)  # fmt: skip


def _plain(spec: Spec, *, is_simple: bool) -> tuple[bool, bool]:
    """Tell whether a game is plain, and whether leading trumps is restricted."""
    play = spec.play
    musts = [
        (tuple(map(_shape, _written(spec, must.when))), *map(_shape, _written(spec, must.body)[:1]))
        for must in play.musts
    ]
    is_plain = (
        is_simple
        and spec.teams.after is None
        and spec.teams.sides == ((0, 2), (1, 3))
        and spec.deck.size <= 62
        and all(len(row) == 1 for row in spec.deck.copies)
        and not play.controls
        and not play.trusts
        and not spec.ranking_follows_play
        and musts in ([_FOLLOWS], [_RESTRICTS, _FOLLOWS])
        and [_shape(term) for term in _written(spec, play.lead_next)][:1] == ["trick_winner(last_trick)"]
        and [_shape(term) for term in _written(spec, play.winner)][:1][0] in _WINNERS
    )
    return is_plain, is_plain and len(musts) == 2


def has_trumps(spec: Spec) -> bool:
    """Tell whether trumps of a plain game beat other suits."""
    return _shape(_written(spec, spec.play.winner)[0]) == _WINNERS[1]
