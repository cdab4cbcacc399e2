"""What a sentence names where its rule reads another of the same kind: "the jack of diamonds" and `JH`."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, Final

from spadesdsl.algebra.reads import places
from spadesdsl.proofs.numbers_said import of_numbers, of_ranks
from spadesdsl.proofs.ways_said import Said, otherwise
from spadesdsl.rules.terms import Const, Kind, Op, Type
from spadesdsl.rules.walking import all_read, walk
from spadesdsl.words import RANK_WORDS, Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from spadesdsl.proofs.context import ProofContext
    from spadesdsl.rules.game import Rules
    from spadesdsl.rules.parts import RuleInfo
    from spadesdsl.rules.terms import Term
    from spadesdsl.source import Span

_RANKS: Final = "|".join(RANK_WORDS)
_SEATS: Final = {
    "partner": Words(r"\bpartners?\b(?! of\b)"),
    "opponents": Words(r"\bopponents?\b"),
    "left": Words(r"(?<!from )(?:\b(?:the|your|his|her|their|dealer's|player's) left\b(?!-?over)|\bleft of\b)"),
    "right": Words(
        r"(?<!from )(?:\b(?:the|your|his|her|their|dealer's|player's) right\b(?! (?:to|card|suit))|\bright of\b)",
    ),
    "across": Words(r"\bacross\b"),
}
"""How people name seats."""
_ANOTHER: Final = {
    "partner": frozenset({"left", "right"}),
    "opponents": frozenset({"partner"}),
    "left": frozenset({"right", "across", "partner"}),
    "right": frozenset({"left", "across", "partner"}),
    "across": frozenset({"left", "right"}),
}
"""What is surely another seat."""
_LEADS: Final = Words(r"\b(?:leads?|(?:is|are|be|been) led)\b")
_FOLLOWS: Final = Words(r"\b(?:follow\w*|after|reply|answer\w*|trick|played?)\b")


def of_another(context: ProofContext, game: Rules) -> Iterator[tuple[RuleInfo, Span, str, str, str]]:
    """Yield own rules that read another thing than their sentence names: what it says, they do, and what to write."""
    quantities = ((let.rule, (let.body,)) for let in game.lets)
    for rule, terms in (*((rule, terms) for rule, _, terms in places(game)), *quantities):
        sentence = " ".join(filter(None, (rule.sentence, *(case.sentence for case in rule.cases))))
        if (sentence or rule.keyword == "tally") and terms and context.is_own(rule):
            things = _of_rule(context, game, sentence, terms)
            ways = otherwise(context, game, rule, sentence, terms)
            numbers = of_numbers(game, sentence, terms)
            found = next(chain(things, ways, numbers, of_ranks(game, sentence, terms)), None)
            if found is not None:
                told = context.said(found.term)
                called = rule.keyword if rule.name == rule.keyword else f"{rule.keyword} {rule.name}"
                does = f"`{called}` reads `{told}`"
                hint = f"write `{found.meant}` for `{told}`"
                hint = "ask about them, as in `some opponent has …`" if found.meant == "opponents" else hint
                yield rule, found.term.span, found.words, does, hint


def _of_rule(context: ProofContext, game: Rules, sentence: str, terms: Sequence[Term]) -> Iterator[Said]:
    direct = [one for term in terms for one in walk(term)]
    read = list(all_read(game.let_of, *terms))
    ops = {one.op for one in read if isinstance(one, Op)}
    seats = [one for one in direct if isinstance(one, Op) and one.op in _SEATS]
    looked_for = _SEATS if seats else {}
    named = {name: found[0] for name, words in looked_for.items() if (found := words.search(sentence)) is not None}
    for name, words in named.items() if len(named) == 1 else ():
        if name not in _OF_SIDES and _GETS.search(sentence):
            continue  # from the other end
        if name in _OF_SIDES and any(isinstance(it, Op) and it.op == "dealer" for one in seats for it in one.arguments):
            continue  # the order in which they are asked
        passed = rf"\bto (?:the (?:player|seat|person|one) (?:on|at|to) )?(?:the|your|his|her|their) {name}\b"
        is_passed = re.search(passed, sentence, re.IGNORECASE)
        if name in ("left", "right") and any(one.op == "partner" for one in seats) and not is_passed:
            continue
        if {one.op for one in seats} in ({other} for other in _ANOTHER[name]) and not ops & _NEAR[name]:
            yield Said(words, re.sub(rf"\b{seats[0].op}\b", name, context.said(seats[0])), seats[0])
    yield from _another_card(game, sentence, direct, read)
    yield from _another_suit(context, game, sentence, terms)
    following = [one for one in direct if isinstance(one, Op) and one.op == "following"]
    said = _LEADS.search(sentence) if len(following) == 1 and not ops & _OF_TRICK else None
    if said and not _FOLLOWS.search(sentence):
        yield Said(said[0], "leading", following[0])


_GETS: Final = Words(r"\b(?:gets?|receives?|from the player)\b")
_OF_SIDES: Final = ("partner", "opponents")
_SIDES: Final = frozenset({"members", "side_members", "side", "sides", "side_opponents"})
_NEAR: Final = {
    "partner": _SIDES | {"partner", "across", "opponents"},
    "opponents": _SIDES | {"opponents", "left", "right"},
    "left": frozenset({"left"}), "right": frozenset({"right"}), "across": frozenset({"across", "partner"}),
}  # fmt: skip
"""What may be the same seat, seen from somewhere else."""
_OF_TRICK: Final = frozenset({"leading", "led", "trick", "trick_led", "trick_best", "leader", "trick_leader"})


def _another_card(game: Rules, sentence: str, direct: Sequence[Term], read: Sequence[Term]) -> Iterator[Said]:
    """Yield a card that a sentence names, and another one of which its rule speaks."""
    suits = "|".join(re.escape(suit.removesuffix("s")) for suit in game.suits)
    cards = rf"\b((?:(?:{_RANKS})(?:,| or| and)* (?:the )?)*(?:{_RANKS})) of ({suits})s?\b"
    said = {
        f"{RANK_WORDS[rank.lower()]}{one[2][0].upper()}": one[0]
        for one in re.finditer(cards, sentence, re.IGNORECASE)
        for rank in re.findall(_RANKS, one[1], re.IGNORECASE)
    }
    named = {game.faces[at].name: one for at, one in _named(Kind.CARD, direct)}
    if len(said) == len(named) == 1 and not said.keys() & {game.faces[at].name for at, _ in _named(Kind.CARD, read)}:
        ((name, words),) = said.items()
        yield Said(words, name, *named.values())


def _another_suit(context: ProofContext, game: Rules, sentence: str, terms: Sequence[Term]) -> Iterator[Said]:
    """Yield a suit that a sentence names, and another one of which what its rule asks for speaks."""
    words = {suit: Words(rf"\b{re.escape(suit.removesuffix('s'))}s?\b") for suit in game.suits}
    said = {suit: found[0] for suit, it in words.items() if (found := it.search(sentence)) is not None}
    if len(said) != 1:
        return
    ((suit, text),) = said.items()
    body = next((must.body for must in game.play.musts if must.body in terms), None)
    asked = terms if body is None else (body,)
    named = {game.suits[at]: one for at, one in _named(Kind.SUIT, (it for term in asked for it in walk(term)))}
    read = [*all_read(game.let_of, *asked), *(one for term in terms for one in walk(term))]
    own = {game.suits[at] for at, _ in _named(Kind.SUIT, read)}
    own |= {game.suits[of] for at, _ in _named(Kind.CARD, read) if (of := game.faces[at].suit) is not None}
    if any(isinstance(one, Op) and one.op == "trumps" for one in read):
        own |= _trumps(context)
    if len(named) == 1 and suit not in own:
        yield Said(text, suit, *named.values())


def _trumps(context: ProofContext) -> set[str]:
    """Return the suits that can be trumps."""
    found: set[str] = set()
    for _, game in context.editions:
        known = [] if game.trumps is None else list(_named(Kind.SUIT, (game.trumps.suit,)))
        found |= {game.suits[at] for at, _ in known} or set(game.suits)
    return found


def _named(kind: Kind, terms: Iterable[Term]) -> Iterator[tuple[int, Term]]:
    """Yield the terms that name a suit or a card, each with its number."""
    for one in terms:
        if isinstance(one, Const) and one.type == Type(kind) and isinstance(one.value, int):
            yield one.value, one
