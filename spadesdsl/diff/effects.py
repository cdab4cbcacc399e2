"""The second layer of a comparison: whom a difference affects, worked out from what the changed rules decide."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cached_property
from typing import Final, Protocol

from spadesdsl.algebra.former import Former
from spadesdsl.algebra.reads import Effect, RuleReads, places, reads_of
from spadesdsl.binding.digest import digest
from spadesdsl.diff.changes import Change, ChangeKind
from spadesdsl.frozen import replace
from spadesdsl.rules.game import Rules, Variant
from spadesdsl.rules.operations import BY_ORDER, CardOrder, Topic, ops_of
from spadesdsl.rules.parts import (
    Ask,
    Award,
    BidType,
    Clock,
    Do,
    Fix,
    Give,
    MakeBid,
    Must,
    Redeal,
    Round,
    RuleInfo,
    Show,
    Shuffle,
    Tally,
    Trust,
)
from spadesdsl.rules.terms import Extreme, Op, Term
from spadesdsl.rules.walking import all_actions, all_read, all_steps
from spadesdsl.syntax.expressions import names_in


class _HasRule(Protocol):
    """A part of a game that a rule belongs to."""

    @property
    def rule(self) -> RuleInfo: ...


class Direction(StrEnum):
    """How choices differ: more, fewer, or others."""

    WIDER = "wider"
    NARROWER = "narrower"
    OTHER = "other"


_ALL: Final = frozenset(Effect) - {Effect.WORDS, Effect.TIME}
_OF_RANKS: Final = BY_ORDER[CardOrder.RANKS]
_OF_CONTRACT: Final = ops_of("contract")
"""Ops whose value is what bids add up to."""
_OF_WINNER: Final = frozenset({"trick_best", "trick_winner", "last_trick"})
"""Ops about who won a trick."""
_SIGHT: Final = re.compile(r" face (up|down)| seen by .*")
_OF_CARDS: Final = {
    "suits": _OF_RANKS, "ranks": _OF_RANKS, "order": _OF_RANKS, "trumps": _OF_RANKS | BY_ORDER[CardOrder.SUITS],
    "trick": _OF_WINNER - {"last_trick"},
}  # fmt: skip
"""By keyword of a rule about cards: ops whose value depends on it."""


def may_affect(change: Change, before: Rules, after: Rules, contracts: frozenset[str]) -> frozenset[Effect]:
    """Return what a change of a rule can affect, from what the rule decides in the games that have it.

    Args:
        change: The change.
        before: The rules of the first game.
        after: Those of the second.
        contracts: The bids that add something else to the contract in them.
    """
    if not change.is_of_rules:
        return frozenset({Effect.WORDS})
    found: set[Effect] = set()
    for game, wording in ((before, change.before), (after, change.after)):
        if wording is not None and _has(game, change):
            found |= _decided(change, game, contracts)
    if change.keyword in ("ranks", "suits") and any(
        {*one} != {*other} for one, other in ((before.ranks, after.ranks), (before.suits, after.suits))
    ):
        found.add(Effect.DEAL)
    return frozenset(found - {Effect.DEAL} if _lays_open_alone(change) else found)


def _has(game: Rules, change: Change) -> bool:
    """Tell whether a game has a rule on these deals; without it the rule decides nothing."""
    rules = ((rule.key, rule.keyword) for rule in game.rules)
    return change.topic != "rule" or (change.key, change.keyword) in rules


def possible_effects(changes: Iterable[Change], before: Variant, after: Variant) -> frozenset[Effect]:
    """Return everything that the changed rules influence; all else is the same in both games."""
    # The lines of a bid that only one game has count only if it was made.
    own_bids = frozenset({bid.name for bid in before.game.bids} ^ {bid.name for bid in after.game.bids})
    pairs = [
        (before.game, after.game),
        *((one, other) for _, one in before.editions for other in after.games),
        *((before.game, other) for _, other in after.editions),
    ]
    some = (one for one in changes if one.keyword != "score" or one.key.rpartition(".")[2] not in own_bids)
    effects = [(change, set[Effect]()) for change in some]
    for old, new in pairs:  # all changes in one pair before the next: what its rules read is worked out once
        contracts = _of_other_contract(old, new)
        for change, found in effects:
            found |= may_affect(change, old, new, contracts)
    # An option that no rule reads in a game is read when the cards are made.
    unread = {Effect.DEAL} if any(change.topic == "option" and not found for change, found in effects) else set()
    return frozenset(unread).union(*(found for _, found in effects))


def are_the_same(before: Variant, after: Variant) -> bool:
    """Tell whether two games have the same resolved rules, apart from what they say to people."""
    return digest(bare(before)) == digest(bare(after))


def bare(variant: Variant) -> Variant:
    """Return a game without its name, its labels, and the unused choices of its options."""

    def of_game(game: Rules) -> Rules:
        options = tuple(
            replace(option, default=option.value, choices=(), is_set=False, ask="")
            for option in sorted(game.options, key=lambda option: option.name)
        )
        bids = tuple(
            replace(bid, label="", parameters=tuple(replace(one, labels=()) for one in bid.parameters))
            for bid in game.bids
        )
        lets = tuple(sorted(game.lets, key=lambda let: let.key))
        return replace(game, name="", version=1, presets=(), options=options, bids=bids, lets=lets)

    editions = tuple((holds, of_game(game)) for holds, game in variant.editions)
    return replace(variant, game=of_game(variant.game), editions=editions)


# ---------------------------------------------------------------- what a rule decides


def _decided(change: Change, game: Rules, contracts: frozenset[str]) -> set[Effect]:
    reads = _places_of(game).reads
    own = [one for one in reads if one.rule.key == change.key and one.rule.keyword == change.keyword]
    if change.topic == "option" or change.keyword == "let":
        own = [one for one in reads if _is_read_by(change, game, one)]
    if change.kind is ChangeKind.MOVED and own:
        # What it was moved past now comes before or after it.
        steps, section = {step.rule.key for step in all_steps(game)}, own[0].rule.section
        own = [one for one in reads if one.rule.section == section and one.rule.key in steps | {change.key}]
    found: set[Effect] = set()
    concerned = _with_readers(own, game, contracts)
    for one in concerned:
        is_score_alike = one.rule.keyword == "bid" and one.rule.name not in contracts
        found |= _of_rule(one, game) - ({Effect.SCORE} if is_score_alike else set())
    if change.topic == "option" and change.key in {
        name for bid in game.bids if bid.rule.node is not None for name in names_in(*bid.rule.node.parameters)
    }:
        found.add(Effect.BIDS)
    if change.keyword in _OF_CARDS:
        found |= set(_by_ranking(game, reads, ops=_OF_CARDS[change.keyword]))
    elif change.keyword == "best":
        # Which scores are good decides who wins, and who is behind.
        readers = (rule for rule in reads if Topic.SCORE in rule.topics)
        found |= {Effect.ENDING, *(effect for rule in readers for effect in rule.decides)}
    elif not own and change.topic == "rule" and change.kind is not ChangeKind.MOVED:
        found |= {Effect.DEAL} if change.keyword in ("add", "remove", "packs") else set(_ALL)
    if change.keyword == "teams" or any(one.rule.keyword == "teams" for one in concerned):
        found |= _ALL
    # Where one game asks somebody and the other does not, the other may throw the cards in.
    asked = (part for one in own for part in _places_of(game).parts(one) if isinstance(part, Round | Ask))
    if any(asked) and any(isinstance(action, Redeal) for action in all_actions(game)):
        found.add(Effect.DEAL)
    return found


def _of_other_contract(before: Rules, after: Rules) -> frozenset[str]:
    """Return the bids that both games have and that add something else to the contract, or to somebody else's."""
    contracts = [{bid.name: (bid.by_side, repr(Former(game).form(bid.contract)) if bid.contract else "")
                  for bid in game.bids} for game in (before, after)]  # fmt: skip
    return frozenset(name for name, one in contracts[0].items() if contracts[1].get(name, one) != one)


def _is_read_by(change: Change, game: Rules, reads: RuleReads) -> bool:
    """Tell whether a rule that decides something reads an option or a quantity."""
    if reads.rule.keyword in ("option", "let"):
        return False
    if change.topic == "option":
        return change.key in reads.names(Topic.OPTION)
    return any(let.key in reads.lets for let in game.lets if let.rule.key == change.key)


def _of_rule(reads: RuleReads, game: Rules) -> set[Effect]:
    """Return what a rule influences.

    A step that moves cards influences the deal, and so does a question asked on the way. It influences what is seen if
    it turns cards face up or shows them; so does each question where a player may bid before looking.
    """
    found = set(reads.decides)
    parts = _places_of(game).parts(reads)
    actions = [action for part in parts if isinstance(part, Do | Ask) for action in part.actions]
    if any(isinstance(part, Ask) for part in parts) and any(isinstance(one, _OF_DEAL) for one in actions):
        found = found - {Effect.BIDS, Effect.PLAYS} | {Effect.DEAL}
    if any(isinstance(one, Shuffle) for one in actions):
        found.add(Effect.DEAL)
    if actions and all(isinstance(one, Give) and not one.face_up and one.seen_by is None for one in actions):
        found.discard(Effect.VIEW)
    asked = (isinstance(part, Ask | Round) or getattr(part, "before_looking", False) for part in parts)
    if any(bid.before_looking for bid in game.bids) and any(asked):
        found.add(Effect.VIEW)
    return found


_OF_DEAL: Final = (Give, Show, Redeal, Shuffle)
"""What a question on the way of the cards does."""


def _with_readers(own: Iterable[RuleReads], game: Rules, contracts: frozenset[str]) -> list[RuleReads]:
    """Return rules, and all that read what these leave behind in a situation that looks the same in both games."""
    places, found = _places_of(game), dict[int, RuleReads]()
    waiting = list(own)
    while waiting:
        one = waiting.pop()
        found[id(one)] = one
        parts = places.parts(one)
        readers = [other for fact in places.written(one) for other in places.readers.get(fact, ())]
        if any(isinstance(part, BidType) and part.name in contracts for part in parts):
            readers += places.of_contracts
        waiting += {id(other): other for other in readers if id(other) not in found}.values()
    return list(found.values())


class _Places:
    """Where the rules of a game are, what they leave behind, and who reads that."""

    def __init__(self, game: Rules) -> None:
        self.game, self.reads = game, reads_of(game)
        play, scoring = game.play, game.scoring
        listed = (*all_steps(game), *game.bids, *play.musts, *play.controls, *play.trusts, *scoring.lines,
                  *scoring.tallies, *game.endings, *game.clocks)  # fmt: skip
        self._parts: dict[str, list[_HasRule]] = {}
        for part in listed:
            self._parts.setdefault(part.rule.key, []).append(part)
        self._written: dict[int, frozenset[tuple[Topic, str]]] = {}
        self.readers: dict[tuple[Topic, str], list[RuleReads]] = {}
        """By fact, those that read it; with no name, those that read one of its kind."""
        for one in self.reads:
            for about in {(fact.topic, name) for fact in one.facts for name in (fact.name, "")}:
                self.readers.setdefault(about, []).append(one)

    def parts(self, one: RuleReads) -> list[_HasRule]:
        """Return the parts of the game that a rule belongs to."""
        return [part for part in self._parts.get(one.rule.key, ()) if part.rule == one.rule]

    def written(self, one: RuleReads) -> frozenset[tuple[Topic, str]]:
        """Return the facts that a rule leaves behind."""
        if id(one) not in self._written:
            self._written[id(one)] = frozenset(fact for part in self.parts(one) for fact in _written(part, self.game))
        return self._written[id(one)]

    @cached_property
    def of_contracts(self) -> list[RuleReads]:
        """Those that read what bids add up to."""
        return [one for one in self.reads if self.reads_any(one, _OF_CONTRACT)]

    def reads_any(self, one: RuleReads, ops: Collection[str]) -> bool:
        """Tell whether a rule reads one of some ops, directly or through quantities; all of ranks: or what is best."""
        read = all_read(self.game.let_of, *self._terms.get((one.rule.key, one.rule.keyword), ()))
        is_by_rank = "card_rank" in ops
        return any(it.op in ops if isinstance(it, Op) else is_by_rank and isinstance(it, Extreme) for it in read)

    @cached_property
    def _terms(self) -> Mapping[tuple[str, str], tuple[Term, ...]]:
        found: dict[tuple[str, str], tuple[Term, ...]] = {}
        for rule, _, terms in places(self.game):
            found[rule.key, rule.keyword] = found.get((rule.key, rule.keyword), ()) + terms
        return found


_LATEST: Final[deque[_Places]] = deque(maxlen=8)


def _places_of(game: Rules) -> _Places:
    """Return where the rules of a game are: a comparison asks about the same two for each change."""
    found = next((one for one in _LATEST if one.game is game), None)
    if found is None:
        found = _Places(game)
        _LATEST.append(found)
    return found


def _written(part: object, game: Rules) -> Iterator[tuple[Topic, str]]:
    """Yield the facts that a rule leaves behind, other than moves and cards: each with its name, or "" for all."""
    match part:
        case Tally(name=name):
            yield Topic.TALLY, name
        case Clock(name=name):
            yield Topic.TIME, name
        case Must(rule=rule):
            yield from ((Topic.BREACH, trust.name) for trust in game.play.trusts if rule.name in trust.musts)
        case Trust(name=name):
            yield Topic.BREACH, name
        case Do(actions=actions) | Ask(actions=actions):
            for action in actions:
                match action:
                    case Fix():
                        yield Topic.DECISION, part.rule.name
                    case MakeBid():
                        yield Topic.BIDS, ""
                    case Award():
                        yield Topic.TAKEN, ""
                    case Give() | Show():
                        yield Topic.SHOWN, ""
                    case Shuffle():
                        yield Topic.LUCK, ""
                    case _:
                        pass
        case _:
            pass


def _lays_open_alone(change: Change) -> bool:
    """Tell whether two steps differ only in who sees the cards."""
    if change.keyword not in ("give", "pass") or change.before is None or change.after is None:
        return False
    if change.kind is ChangeKind.MOVED:
        return False  # the same words, and other cards
    words = [_SIGHT.sub("", one.words) for one in (change.before, change.after)]
    return words[0] == words[1]


def _by_ranking(game: Rules, reads: tuple[RuleReads, ...], ops: frozenset[str]) -> Iterator[Effect]:
    """Yield what is decided by rules that read how cards rank, or which suit they count as.

    Who won the last trick, and so deals or leads, is a consequence of who wins tricks.
    """
    yield Effect.WINNER
    for one in reads:
        read = ops - _OF_WINNER if one.rule.keyword in ("lead", "dealer") else ops
        if read and _places_of(game).reads_any(one, read):
            yield from one.decides
