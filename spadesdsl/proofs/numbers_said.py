"""A number or a rank that a sentence names, where its rule has another one: "three deals win" and `deal >= 5`."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from spadesdsl.proofs.ways_said import Said
from spadesdsl.rules.terms import AMOUNTS, Const, Kind, LetRef, Op, OptionRef, TallyRef, Type
from spadesdsl.rules.walking import all_read, walk
from spadesdsl.words import RANK_WORDS, Words, numbers_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spadesdsl.rules.game import Rules
    from spadesdsl.rules.terms import Term

_UNSURE: Final = Words(
    r"\b(?:half|twice|double[ds]?|triple|thrice|times|dozen|pair|minus|both|all but|or|instead|not|no|never|nobody|"
    r"nothing|unless|otherwise|else|until|but|except|without|others?|only|before|than|about|nearly|also|\w+n't)\b|"
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


_OTHERS: Final = Words(r"\b(?:or|instead|but|except|others?|than|beats?|above|below|over|under|unless|next)\b")
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
