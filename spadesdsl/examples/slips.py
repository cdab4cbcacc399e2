"""Small changes of one sentence that a slip of the pen explains: a number, a sign, a comparison, another such word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from spadesdsl.diagnostics import Edit, Fix
from spadesdsl.repair.text import CARD, Token, Words, replaced, words_of
from spadesdsl.rules.operations import OPPOSITES
from spadesdsl.source import Source, Span
from spadesdsl.words import NUMBERS

_COMPARED: Final = {
    "<": ("<=", ">", ">="), "<=": ("<", ">=", ">"), ">": (">=", "<", "<="), ">=": (">", "<=", "<"),
    "=": (">=", "<=", "!="), "!=": ("=",), "+": ("-",), "-": ("+",), "*": ("+",),
}  # fmt: skip
_ROWS: Final = tuple(row.split() for row in (
    "some every no", "player opponent member team", "players opponents members teams", "highest lowest",
    "most least sum", "first last", "max min", "win lose", "yes no", "and or", "taken contract",
    "leading following", "left right across partner", "dealer leader player", "next first", "before after",
    "above below",
))  # fmt: skip
_ALIKE: Final = {
    word: tuple(dict.fromkeys(other for row in _ROWS if word in row for other in row if other != word))
    for word in {word for row in _ROWS for word in row}
}
"""Words of which one is easily written for another."""
_PLACES: Final = ("win", "lose", "above", "below")
"""Words of these before what a sentence says."""
_SIGNED: Final = frozenset(("score", "behind", "subtotal", ")", ":", "then", "else", "+", "(", "=", ","))
"""After which, and after whose comparisons, a number may well be below 0."""
_WHOSE: Final = ("side", "partner")
_OWNED: Final = frozenset(("taken", "contract", "bid", "score"))
_DENIED: Final = frozenset((*(sign for sign in _COMPARED if sign not in "+-*"), "is", "in"))
_CONTENTS: Final = frozenset((":", "when", "=", "during", "(", "by"))
"""What comes after the name of a rule."""
_BEGINS: Final = frozenset(("when", "if", "case", "and", "or", "where"))
"""What a condition comes after."""
_ENDS: Final = frozenset(("and", "or", "then", ":", "{", "}", "else", ",", ")"))
_BEFORE_AMOUNTS: Final = frozenset(("then", "else", "from", "to", "step", "and", "or", "when", "add"))
_SMALL: Final = 13
"""The most tricks that a player of a usual deal takes: a number up to this is easily one too high or too low."""

_SPOKEN: Final = frozenset(("taken", "contract", "partner", "highest", "lowest", "first", "last", "dealer", "leader"))
"""Words of a rule that its sentence may say, too: `takes` for `taken`."""
_NONE: Final = ("no", "none", "nobody", "nothing", "never", "without")
"""How a sentence says that there are 0 of something."""
_STEM: Final = 4


def slips(
    source: Source,
    span: Span,
    known: Mapping[str, tuple[str, ...]],
    amounts: tuple[int, int] | None,
    lines: Sequence[str] = (),
) -> list[tuple[int, Fix]]:
    """Return the changes of a sentence that are worth a try, each with how unlikely it is, the likeliest first.

    Args:
        known: By a name of the game, those that may be meant instead: other seats, suits, quantities.
        amounts: What should have come out and what came out, if these are numbers.
        lines: Other lines of the sheet, which it may be meant instead of.
    """
    words = words_of(source)
    start = words.at(span.start)
    tokens = words.within(span.start, span.end)
    first = next((at for at, one in enumerate(tokens) if one.text in _CONTENTS), len(tokens))
    found: list[tuple[int, Fix]] = []
    alike = {**_ALIKE, **known}
    told = re.findall(r"\w+", " ".join(one.text.lower() for one in tokens if one.text.startswith('"')))
    said = {NUMBERS.get(word, "0" if word in _NONE else word) for word in told if word != "one"}
    stems = {word[:_STEM] for word in told if len(word) >= _STEM}
    if [one.text for one in tokens[:1]] == ["score"] and "instead" not in [one.text for one in tokens]:
        found += ((0, _instead_of(words, tokens[1], line)) for line in lines if line != tokens[1].text)
    for at, token in enumerate(tokens):
        if (token.text.isdigit() and token.text in said) or (token.text in _SPOKEN and token.text[:_STEM] in stems):
            continue  # its sentence says the same
        if (at >= first and (at, token.text) != (first, "=")) or token.text in _PLACES:
            found += _of_token(words, start + at, alike, amounts)
        if at >= first and (token.text in _BEGINS or (token.text == ":" and tokens[0].text in ("must", "replace"))):
            found += _of_condition(words, start + at + 1, span.end)
    unique = {fix.applied(source.text): (rank, fix) for rank, fix in sorted(found, key=lambda one: -one[0])}
    return sorted(unique.values(), key=lambda one: one[0])


def _instead_of(words: Words, name: Token, line: str) -> Fix:
    """Return the change that makes a line count instead of another one."""
    text = f" instead of {line}"
    return _written(words, name.end, name.end, text, f"write `{text.strip()}` after `{name.text}`")


def other_cards(source: Source, aside: Sequence[Span]) -> Iterator[Fix]:
    """Yield the changes of a card into another one that the file names, in all its rules at once.

    Args:
        aside: What is no rule: there a card is left as it is.
    """
    cards = [one for one in words_of(source).all if CARD.fullmatch(one.text)]
    in_rules = [one for one in cards if not any(span.start <= one.start < span.end for span in aside)]
    for old in dict.fromkeys(one.text for one in in_rules):
        for new in dict.fromkeys(one.text for one in cards):
            if new != old and new[:-1] == old[:-1]:
                places = [source.span(one.start, one.end) for one in in_rules if one.text == old]
                yield Fix(tuple(Edit(span, new) for span in places), f"write `{new}` for `{old}`")


def _of_token(
    words: Words, at: int, alike: Mapping[str, tuple[str, ...]], amounts: tuple[int, int] | None
) -> Iterator[tuple[int, Fix]]:
    """Yield the changes of one word or sign, each with how unlikely it is."""
    token, before, after = words.all[at], words.get(at - 1), words.get(at + 1)
    if token.text[0].isdigit():
        yield from _of_number(words, at, amounts)
    for other in _COMPARED.get(token.text, ()):
        if before is not None and before.is_value:
            is_near = other.rstrip("=") == token.text.rstrip("=")
            yield (0 if is_near or other == OPPOSITES.get(token.text) else 3), _changed(words, at, other)
    around = [one.text if one is not None else "" for one in (words.get(at - 2), words.get(at + 2))]
    if token.text == "-" and before is not None and after is not None and around[0] in "(,:" and around[1] in ",)":
        turned = f"{after.text} - {before.text}"
        said = f"write `{turned}` for `{before.text} - {after.text}`"
        yield 0, _written(words, before.start, after.end, turned, said)
    if token.text == "not" and after is not None:
        yield 0, _left_out(words, at)
    elif token.text in ("is", "in") and after is not None and after.text != "not":
        is_set = token.text == "in" and (before is None or before.text == "not")
        if not is_set:
            yield 0, _changed(words, at, "is not" if token.text == "is" else "not in")
    if token.text in ("dealer", "leader") and (before is None or before.text != "of"):
        yield 1, _changed(words, at, f"left of {token.text}")
    if token.text in ("left", "right") and after is not None and after.text == "of":
        yield 2, _cut(words, token.start, after.end + 1)
    if token.text in _OWNED:
        yield from _of_owner(words, at)
    if not token.is_word or (before is not None and before.text == "did") or (after is not None and after.text == "."):
        return
    yield from ((2, _changed(words, at, other)) for other in alike.get(token.text, ()))


def _of_number(words: Words, at: int, amounts: tuple[int, int] | None) -> Iterator[tuple[int, Fix]]:
    """Yield other numbers: the sign turned, a digit or one more or less, and what would make the amount right."""
    token, before = words.all[at], words.get(at - 1)
    if not token.text.isdigit():
        return
    number = int(token.text)
    is_negative = before is not None and before.text == "-"
    is_sign = is_negative and not _is_operand(words.get(at - 2))
    if is_sign:
        yield 0, _left_out(words, at - 1)
    elif number and not is_negative and _may_be_negative(words, at):
        yield 0, _changed(words, at, f"-{number}")
    compared = before.text if before is not None else ""
    is_bound = compared in ("<", "<=", ">", ">=", "=", "!=", "to", "from")
    compared_with = words.get(at - 2)
    is_of_tricks = (
        is_bound and compared_with is not None and compared_with.text in ("taken", "contract", "trick_number")
    )
    others = [] if is_of_tricks else [(1, number * 10), (1, number // 10 if number % 10 == 0 else number)]
    if is_bound or amounts is None:
        # `> 4` is `>= 5` in other words, and said by another comparison.
        rank = 1 if number <= _SMALL else 2
        others += [(rank, number + 1)] if compared not in (">=", "<") else []
        others += [(rank, number - 1)] if compared not in (">", "<=") else []
    else:
        wanted, got = amounts
        others += [(1, number * wanted // got)] if got and number * wanted % got == 0 else []
        others += [(1, number + wanted - got), (1, number + got - wanted)]
    for rank, other in others:
        if (other > 0 or (is_bound and other == 0)) and other != number:
            yield rank, _changed(words, at, str(other))


def _may_be_negative(words: Words, at: int) -> bool:
    """Tell whether a number is one of points, by what it is compared with or what comes before it."""
    before, compared, after = words.get(at - 1), words.get(at - 2), words.get(at + 1)
    if before is not None and before.text in ("<", "<=", ">", ">=", "=") and compared is not None:
        return compared.text in _SIGNED
    return (before is not None and before.text in _SIGNED) or (after is not None and after.text == "*")


def _of_owner(words: Words, at: int) -> Iterator[tuple[int, Fix]]:
    """Yield whose amount it may be: the side's, the partner's, or the subject's own."""
    before, owner = words.get(at - 1), words.get(at - 2)
    if before is not None and before.text == ".":
        if owner is not None and owner.text in (*_WHOSE, "player"):
            yield 2, _cut(words, owner.start, before.end)
        return
    yield from ((4, _changed(words, at, f"{one}.{words.all[at].text}")) for one in _WHOSE)


def _of_condition(words: Words, at: int, end: int) -> Iterator[tuple[int, Fix]]:
    """Yield a condition denied, or asked of others."""
    token = words.get(at)
    if token is None or token.start >= end or token.text in ("not", "otherwise"):
        return
    stop = _end_of(words, at, end)
    inner = words.within(token.start, stop)
    if token.text in ("some", "every", "no"):
        has = next((one for one in inner if one.text == "has"), None)
        if has is not None:
            yield 2, _cut(words, token.start, has.end + 1)
    text = words.source.text[token.start : stop]
    # A comparison is denied by another comparison.
    if "\n" not in text and text.count("(") == text.count(")") and not any(one.text in _DENIED for one in inner):
        yield 0, _written(words, token.start, stop, f"not ({text})", f"write `not ({text})`")


def _end_of(words: Words, at: int, end: int) -> int:
    """Return where a condition ends that is not joined with others."""
    depth, stop = 0, words.all[at].end
    for token in words.all[at:]:
        if token.start >= end or token.text.startswith('"') or (depth == 0 and token.text in _ENDS):
            break
        depth += (token.text == "(") - (token.text == ")")
        stop = token.end
    return stop


def _is_operand(token: Token | None) -> bool:
    """Tell whether a `-` after a word takes something away from it."""
    return token is not None and (token.text == ")" or (token.is_value and token.text not in _BEFORE_AMOUNTS))


def _changed(words: Words, at: int, text: str) -> Fix:
    """Return the change of one word, named with the sign beside it."""
    token = words.all[at]
    old, new = (_shown(words, at, one) for one in (token.text, text))
    return _written(words, token.start, token.end, text, f"write `{new}` for `{old}`")


def _shown(words: Words, at: int, text: str) -> str:
    """Write a word with what it is compared with."""
    before, after = words.get(at - 1), words.get(at + 1)
    if text[:1].isdigit() or text[:1] == "-":
        if before is not None and before.text in _COMPARED and before.text != "-":
            return f"{before.text} {text}"
        if after is not None and after.text in ("*", "/"):
            return f"{text} {after.text}"
    return text


def _left_out(words: Words, at: int) -> Fix:
    """Return the change that leaves one word or sign out."""
    token, after = words.all[at], words.get(at + 1)
    assert after is not None, "nothing ends with it"
    return _cut(words, token.start, after.start)


def _cut(words: Words, start: int, end: int) -> Fix:
    said = re.sub(r"\s+", " ", words.source.text[start:end]).strip()
    after = words.get(words.at(end))
    beside = f" before `{after.text}`" if after is not None else ""
    return _written(words, start, end, "", f"leave out the `{said}`{beside}")


def _written(words: Words, start: int, end: int, text: str, said: str) -> Fix:
    return replaced(words.source, start, end, text, words=said)
