"""What a sentence names where its rule reads another of the same kind: "the jack of diamonds" and `JH`, "two" and 5."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain
from typing import Final

from spadesdsl.algebra.reads import places
from spadesdsl.proofs.context import ProofContext
from spadesdsl.proofs.ways_said import Said, otherwise
from spadesdsl.rules.game import Rules
from spadesdsl.rules.parts import RuleInfo
from spadesdsl.rules.terms import AMOUNTS, Const, Kind, LetRef, Op, OptionRef, TallyRef, Term, Type
from spadesdsl.rules.walking import all_read, walk
from spadesdsl.source import Span
from spadesdsl.words import RANK_WORDS, Words, numbers_in

_UNSURE: Final = Words(
    r"\b(?:half|twice|double[ds]?|triple|thrice|times|dozen|pair|minus|both|all but|or|instead|not|no|never|nobody|"
    r"nothing|unless|otherwise|else|until|but|except|without|others?|only|before|than|about|nearly|also|too|\w+n't)\b|"
    r"\b(?:1st|2nd|3rd|\d+th)\b|[;:%]|\d\.\d",
)
"""What makes it unsure which number a rule has to have."""
_OF_A_CARD: Final = Words(rf"\b(?:{'|'.join(RANK_WORDS)}|\d+) of (?!the )\w+")
"""A card, in whose name a number may be."""
_PLURAL: Final = "|".join(f"{word}e?s" for word in RANK_WORDS)
_RANK: Final = Words(rf"\b(?:(ace|king|queen|jack|knave|deuce)|({_PLURAL}))\b")


def of_numbers(game: Rules, sentence: str, terms: Sequence[Term]) -> Iterator[Said]:
    """Yield the one number of a rule that its sentence does not say, where that says one that cannot come of it."""
    direct = [one for term in terms for one in walk(term)]
    if any(isinstance(one, OptionRef | TallyRef) for one in direct) or not any(map(_number, direct)):
        return
    told = _OF_A_CARD.sub("", sentence)
    said = {value: words for value, words in numbers_in(told).items() if value != 1}
    is_dealt = any(f"{one} cards" in sentence for one in said.values())
    if not said or (_UNSURE.search(told) and not is_dealt):
        return
    is_points = any(words in found[0] for found in _POINTS.finditer(sentence) for words in said.values())
    if not is_points and any(isinstance(one, LetRef) for one in direct):
        return
    given = [one for term in terms for one in (_given(term) if is_points else walk(term))]
    own = [(one, number) for one in given if (number := _number(one))] or [
        (one, number) for one in direct if (number := _number(one))
    ]
    reached = {one: op for it in direct if isinstance(it, Op) and it.op in _REACHES for one, op in _sides(it)}
    read = {abs(number) for one in all_read(game.let_of, *terms) if (number := _number(one)) is not None}
    sizes = {len(game.seats), len(game.suits), *(len(side) for side in game.teams.sides)}
    ranks = {game.ranks[at] for one in direct if (at := _rank_of(game, one)) is not None}
    may_be = read | {abs(number) + _REACHES[reached[one]] for one, number in own if one in reached}
    may_be |= {one * other for one in read for other in (*read, *(() if is_points else map(Fraction, sizes)))}
    may_be |= set() if is_points and len(said) == 1 else {*map(Fraction, sizes), Fraction(len(game.seats) - 1)}
    dealt = {value for value, it in said.items() if f"{it} cards" in sentence and value not in read}
    left = [value for value in said if (value not in may_be or value in dealt) and f"{value}" not in ranks]
    unsaid = [
        (one, number)
        for one, number in own
        if not {abs(number), abs(number) + _REACHES.get(reached.get(one, ""), 0)} & said.keys()
    ]
    if len(left) == len(unsaid) == 1:
        (value,), ((one, number),) = left, unsaid
        yield Said(said[value], f"{'-' if number < 0 else ''}{value}", one)


_REACHES: Final = {">": 1, "<": -1}
"""What a comparison reaches beyond its number: more than three are four."""


def _sides(compared: Op) -> Iterator[tuple[Term, str]]:
    """Yield the sides of a comparison, each as if it were on the right."""
    left, right = compared.arguments
    yield right, compared.op
    yield left, {">": "<", "<": ">"}[compared.op]


_POINTS: Final = Words(
    r"(?:^|\b(?:is|are|costs?|worth|scores?|gets?|wins?|loses?|earns?|(?:bonus|penalty|fine) of) )"
    r"(?:a )?[\w-]+(?: hundred| thousand| and [\w-]+)*(?: points?)?"
    r"(?= (?:for|off|more|extra|each|a trick|per)\b|[.,]|$)",
)
"""Points that a sentence gives."""


def _given(term: Term) -> Iterator[Const]:
    """Yield the numbers that an amount gives: not those that it compares."""
    match term:
        case Const():
            yield term
        case Op(op="if", arguments=(_, *amounts)) | Op(op="*" | "+" | "-", arguments=(*amounts,)):
            for one in amounts:
                yield from _given(one)
        case _:
            pass


def _number(term: Term) -> Fraction | None:
    """Return the number that a term is; None if it is none."""
    is_amount = isinstance(term, Const) and term.type.kind in AMOUNTS
    return Fraction(str(term.value)) if is_amount and isinstance(term, Const) else None


def of_ranks(game: Rules, sentence: str, terms: Sequence[Term]) -> Iterator[Said]:
    """Yield the only rank of a rule, where its sentence names another one."""
    own = [one for term in terms for one in walk(term) if _rank_of(game, one) is not None]
    read = {at for one in all_read(game.let_of, *terms) if (at := _rank_of(game, one)) is not None}
    words = {_rank(one[0]): one[0] for one in _RANK.finditer(sentence)} if len(own) == len(read) == 1 else {}
    if len(words) != 1 or _OTHERS.search(sentence):
        return
    ((rank, said),) = words.items()
    if own[0].type.kind is Kind.RANK and rank in game.ranks and game.ranks.index(rank) not in read:
        yield Said(said, rank, own[0])


_OTHERS: Final = Words(
    r"\b(?:or|instead|but|except|others?|than|beats?|above|below|over|under|unless|next|"
    r"(?:face|court|picture) cards?)\b",
)
"""What a sentence says of other cards than those that its rule reads."""


def _rank_of(game: Rules, term: Term) -> int | None:
    """Return the rank that a rule names, by itself or with its suit."""
    match term:
        case Const(type=Type(Kind.RANK), value=int() as rank):
            return rank
        case Const(type=Type(Kind.CARD), value=int() as card):
            return game.faces[card].rank
        case _:
            return None


def _rank(word: str) -> str:
    """Return the rank that a word names, singular or plural."""
    lower = word.lower()
    words = (lower, lower.removesuffix("s"), lower.removesuffix("es"))
    return next(RANK_WORDS[one] for one in words if one in RANK_WORDS)


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
