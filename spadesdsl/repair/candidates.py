"""Propose what a mistake may have been meant as: by meaning first, then the check's own idea, then by form."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import cache, partial
from typing import TYPE_CHECKING, Final

from spadesdsl.diagnostics import Diagnostic, Fix, nearest
from spadesdsl.frozen import replace
from spadesdsl.repair import brackets, search, structure, synonyms
from spadesdsl.repair.amounts import as_amount, asked_of, in_its_let
from spadesdsl.repair.blocks import cases, lists, records, settings, told_bids
from spadesdsl.repair.bundled import declared, suits_of
from spadesdsl.repair.by_code import TWO_WAYS, for_code
from spadesdsl.repair.concepts import card_players_words
from spadesdsl.repair.decoder import meant
from spadesdsl.repair.lacking import added, lacking
from spadesdsl.repair.likely import likelihood, written_so
from spadesdsl.repair.outlines import for_each_inside, outlines
from spadesdsl.repair.played import played, told_examples
from spadesdsl.repair.programs import in_one_go, in_programs, inlined
from spadesdsl.repair.prose import prose_of
from spadesdsl.repair.sections import other_sections, unnamed
from spadesdsl.repair.slips import Slip
from spadesdsl.repair.spoken import moves, of_own_names, passes
from spadesdsl.repair.steps import LONG_NAMES
from spadesdsl.repair.text import CARD, OWN, UNFOUND, Words, changed, differing, left_out, replaced, several, wrong_word
from spadesdsl.repair.told import in_english, told_outside
from spadesdsl.repair.wholes import pasted, ranks, wholes
from spadesdsl.rules.operations import GLOBALS, PROPERTIES
from spadesdsl.syntax.explaining import patterns
from spadesdsl.syntax.places import NAMING, place_of
from spadesdsl.syntax.sentences import SECTIONS, SENTENCES, section_form
from spadesdsl.syntax.wordlist import EXAMPLE_LINES, ITEMS, NOUNS, RESERVED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl.repair.excerpt import Excerpt

_FORM: Final = frozenset(
    f"E{number}"
    for number in (104, 105, 106, 107, 108, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 121, 122, 123)
)
"""Findings about how a file is written: a word or sign too many or too few."""
_OF_SHAPE: Final = frozenset(f"E{number}" for number in (110, 112, 113, 114, 115, 116, 117, 118, 122, 123))
"""Findings about a sentence that can be read, and has a piece too many or too few."""
_UNKNOWN: Final = frozenset(
    f"E{number}"
    for number in (203, 204, 205, 209, 227, 228, 234, 235, 236, 239, 240, 241, *range(252, 258), 406, 408, 438)
)
"""Findings about a word that means nothing in its place."""
_OF_A_WORD: Final = _UNKNOWN | frozenset(
    f"E{number}" for number in (227, 231, 232, 238, 242, 258, 301, 302, 303, 304, 305, 306, 310, 311, 312, 313, 314)
)
"""Findings about a word that means nothing, or another kind of thing, in its place."""
_NO_SETS: Final = {"hand": ("scoring", "ending", "file"), "tricks": ("scoring", "ending", "file", "phase", "bid")}
"""Names of sets, and where they are hardly meant."""
_NEAR_WORDS: Final = 3
"""How many words before the one that does not fit may be the wrong ones."""

_OF_PACK: Final = re.compile(r"The pack `\w+` has no option\b")
"""Said of a setting that is for a pack: the options of the game do not help."""


def proposals(
    finding: Diagnostic, words: Words, excerpt: Excerpt | None = None, *, is_guess_alone: bool = False
) -> Iterator[Fix]:
    """Propose what a mistake may have been meant as: by the words of people, by its kind, by spelling, by form."""
    if is_guess_alone or _OF_PACK.match(finding.message):
        yield from _guess(finding, words)
        return
    text = words.source.text
    yield from lacking(finding, words)
    yield from in_its_let(finding, words)
    if finding.code == "E234":
        yield from added(finding, words)
    elsewhere = _NO_SETS.get(text[finding.span.start : finding.span.end]) if finding.code == "E302" else None
    if elsewhere is not None and place_of(words.source, finding.span.start).section not in elsewhere:
        yield from as_amount(finding, words)
    if finding.code in _TO_COUNT:
        yield from for_code(finding, words)
        return
    if (finding.code == "E304" and TWO_WAYS.search(finding.hint)) or "or rename yours" in finding.hint:
        return
    if finding.code in ("E231", "E232", "E234", "E302", "E303"):
        yield from _as_replaced(finding, words)
    if finding.code in _UNKNOWN or finding.code == "E304":
        yield from _written_apart(finding, words)
    guess = finding.guess
    if guess is not None and guess.wrong.rstrip("s") == guess.text.rstrip("s") and guess.text in OWN.findall(text):
        yield from _guess(finding, words)
    at = words.at(finding.span.start)
    is_form, is_shape = finding.code in _FORM, finding.code in _OF_SHAPE
    if finding.code in ("E112", "E209"):
        yield from for_code(finding, words)
    if is_form or finding.code in ("E257", "E258"):
        yield from structure.twice(words, at)
    if is_form:
        yield from structure.otherwise_nothing(finding, words)
        yield from _each(words, finding.span.start)
        yield from structure.new_lines(words, at, is_sure=True)
        yield from brackets.in_examples(words)
        yield from pasted(words)
        yield from wholes(finding, words)
        yield from settings(finding, words)
        yield from for_each_inside(words)
        yield from outlines(finding, words)
        yield from told_examples(finding, words)
    if is_form or finding.code in ("E257", "E258"):
        yield from played(finding, words)
    if finding.code in ("E234", "E406", "E408"):
        yield from ranks(finding, words)
    if is_form or finding.code in _MAY_BE_SENTENCES:
        yield from (fix for _, fix in _matches(finding, words, "sentences", is_whole=True))
    if is_form:
        yield from structure.one_name(finding, words, is_sure=True)
        yield from structure.unquoted(words, at)
    if is_form or finding.code == "E258":
        yield from told_bids(finding, words)
    if (is_form and not is_shape) or finding.code in ("E110", "E258"):
        yield from structure.joined(words, at)
    if is_shape:
        yield from _guess(finding, words)
        yield from for_code(finding, words)
    is_piece = finding.code in _OF_PIECES and "after `of`" not in finding.message
    is_of_words = (is_form and not is_piece) or finding.code in _OF_A_WORD
    found = list(_matches(finding, words, "all")) if is_of_words else []
    if is_of_words:
        yield from _as_programs(finding, words)
        yield from passes(finding, words)
        yield from (_said(finding, words, (start, end), text) for start, end, text in in_english(finding, words))
        yield from (one for is_close, one in found if is_close)
        yield from of_own_names(finding, words)
        yield from _in_plain_words(finding, words)
        yield from _respelt(finding, words)
    elif finding.code == "E114":
        said = ((start, end, text) for start, end, text in in_english(finding, words) if _COMPARED.search(text))
        yield from (_said(finding, words, (start, end), text) for start, end, text in said)
    if words.is_first(at) and (is_form or finding.code in _UNKNOWN):
        yield from _keywords(finding, words, is_form=is_form)
    if not is_shape:
        yield from for_code(finding, words)
        yield from _guess(finding, words)
    yield from (one for is_close, one in found if not is_close)
    if is_of_words:
        yield from _in_one_word(finding, words)
        yield from _in_one_go(finding, words)
        free = in_english(finding, words, is_free=True)
        yield from (_said(finding, words, (start, end), text) for start, end, text in free)
        yield from told_outside(finding, words) if is_form else ()
    if is_form:
        yield from unnamed(words, at)
        yield from _unlikely(structure.signs(words, at))
        yield from _by_keywords(finding, words)
        for propose in (moves, cases, lists, records):
            yield from propose(finding, words)
        yield from structure.missing(words, at)
        if excerpt is not None and not any(start <= finding.span.start < end for start, end in prose_of(text)):
            yield from likeliest(finding, words, excerpt)  # prose is no sentence with a few slips
        yield from structure.one_name(finding, words, is_sure=False) if not is_shape else ()
    if finding.code.startswith("E3") or finding.code == "E106":
        yield from asked_of(finding, words)
    if finding.code != "E231":
        yield from other_sections(finding, words)
    yield from search.other_keywords(finding, words)
    if is_form and excerpt is not None:
        yield from search.moved_pieces(words, at, excerpt)


def _as_replaced(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose nearly the same word of the sentence that is replaced, which the new one does not have."""
    span, source = finding.span, words.source
    wrong, place = source.text[span.start : span.end], place_of(source, span.end)
    shown = written_so(source, span.end) if source.text.startswith("replace ", place.start) else None
    if shown is None or not re.fullmatch("[a-z]+", wrong):
        return
    own = set(re.findall(r"\w+", source.text[place.start : words.line_around(span.start)[1]]))
    near = nearest(wrong, [one for one in re.findall("[a-z]+", shown[0]) if one not in own], _SPELT)
    if near is None and finding.code == "E234":
        near = _in_its_place(wrong, source.text[place.start : words.line_around(span.start)[1]], shown[0])
    if near is not None:
        cause = f"The rule that this one replaces has `{near}` there."
        yield replaced(source, span.start, span.end, near, cause, f"write `{near}` for `{wrong}`")


def _in_its_place(wrong: str, own: str, other: str) -> str | None:
    """Return the name that another sentence has in the place of a wrong one, if it is nearly the same otherwise."""
    mine, others = (re.findall(r"[\w.]+|[^\w\s]", one) for one in (own.partition("replace ")[2], other))
    same = SequenceMatcher(None, mine, others)
    if mine.count(wrong) == 1 and same.ratio() > _ALIKE:
        at = mine.index(wrong)
        for kind, start, end, low, high in same.get_opcodes():
            if (
                kind == "replace"
                and (start, end, high - low) == (at, at + 1, 1)
                and re.fullmatch("[a-z_]+", others[low])
            ):
                return str(others[low])
    return None


_ALIKE: Final = 0.8
"""How much of two sentences has to be the same."""


def _each(words: Words, at: int) -> Iterator[Fix]:
    """Propose, for `2 points each`, so much for what the rule counts that is replaced."""
    source, place = words.source, place_of(words.source, at)
    found = _SO_MUCH_EACH.search(source.text, place.start, words.line_around(at)[1])
    shown = written_so(source, at) if found and source.text.startswith("replace ", place.start) else None
    counted = _COUNTED.search(shown[0]) if shown is not None else None
    if found is not None and counted is not None:
        cause, text = "What a line counts is written out.", found[1] + counted[1]
        yield replaced(source, *found.span(), text, cause, f"write `{text}` for `{found[0]}`")


_SO_MUCH_EACH: Final = re.compile(r"(?<=: )(-?\d+) (?:points? )?(?:each|apiece)\b")
_COUNTED: Final = re.compile(r": -?\d+( \* [\w.]+)$")


_COMPARED: Final = re.compile(r"[<>=] \w+ [-+] \w+")
"""What `2 below contract` is meant as, and no piece of a sentence."""


def likeliest(finding: Diagnostic, words: Words, excerpt: Excerpt) -> Iterator[Fix]:
    """Propose what the sentence was most likely meant as, with the words of people for some of its own."""
    edits = (fix.edits for _, fix in _matches(finding, words, "all", is_whole=True))
    said = [Slip(one.span.start, one.span.end, one.text, 1.0) for (one,) in edits]
    return meant(words, finding, excerpt, said) if finding.code not in _OF_CHOICES else iter(())


_OF_CHOICES: Final = ("E227", "E216", "E259", "E410", "E422")
"""Findings that name several ways out: which of them is meant, only the author knows."""
_TO_COUNT: Final = ("E410", "E420", "E422")
"""Findings about how many players and cards there are, of which no word is wrong."""
_OF_PIECES: Final = ("E113", "E114", "E115")
"""Findings about clauses that have been read: in a wrong sentence, order or number."""
_MAY_BE_SENTENCES: Final = frozenset(("E203", "E227", "E258", "E239", "E302", "E305", "E116"))
"""Findings about words that may say in English what a whole sentence says."""


def _keywords(finding: Diagnostic, words: Words, *, is_form: bool) -> Iterator[Fix]:
    """Propose a keyword for a word at the beginning of a sentence, and that with `replace`."""
    for fix in _by_keywords(finding, words):
        yield fix
        edit = fix.edits[0]
        text = f"replace {edit.text}"
        if is_form:
            yield replaced(words.source, edit.span.start, edit.span.end, text, fix.cause, f"write `{text}`")


def _unlikely(fixes: Iterator[Fix]) -> Iterator[Fix]:
    """Mark fixes that are only trusted if nothing else is wrong with the file afterwards."""
    return (replace(fix, is_likely=False) for fix in fixes)


def _guess(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Put the check's own idea in the place of the wrong word; or this in the place of a name that nothing reads."""
    yield from _misspelt_where_declared(finding, words)
    guess = finding.guess
    text = words.source.text
    if guess is None or (finding.code == "E234" and (guess.text in RESERVED or _is_read_often(guess.wrong, text))):
        return
    _, end = words.line_around(finding.span.start)
    used, named = (list(re.finditer(rf"(?<!\w){re.escape(one)}(?!\w)", text)) for one in (guess.wrong, guess.text))
    is_known = guess.wrong in likelihood().ones and guess.text not in likelihood().ones
    if (len(used) > 1 or is_known) and len(named) == 1:
        at, end_of = named[0].span()
        line = words.source.span(at, end_of).line
        low, high = words.line_around(at)
        kin = re.finditer(r"(?<=[ ,])[a-z]+(?<!s)(?=,|\s*$)", text[low:high]) if guess.wrong == f"{guess.text}s" else ()
        edits = [(low + one.start(), low + one.end(), f"{one[0]}s") for one in kin if " suits " in text[low:high]]
        if len(edits) > 1:
            hint = f"write {', '.join(f'`{one}`' for *_, one in edits)}"
            yield several(words.source, iter(edits), hint, f"Here it is `{guess.text}`, and else the plural.")
        hint = f"write `{guess.wrong}` for `{guess.text}` on line {line}"
        cause = f"`{guess.text}` is said only once, and `{guess.wrong}` everywhere else."
        if len(used) == 1:
            cause = f"Nothing reads `{guess.text}`, and line {finding.span.line} reads `{guess.wrong}`."
        yield replace(replaced(words.source, at, end_of, guess.wrong, words=hint), cause=cause)
    for found in re.finditer(
        rf"(?<!\w){re.escape(guess.wrong)}(?!\w)", text[finding.span.start : max(end, finding.span.end)]
    ):
        start = finding.span.start + found.start()
        yield replaced(words.source, start, start + len(guess.wrong), guess.text, words=guess.words)


def _misspelt_where_declared(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the name that several sentences read for one like it that is declared, and that none reads."""
    text = words.source.text
    wrong = UNFOUND.search(finding.message)
    others = [one for one in words.all if wrong and one.text.lower() == wrong[1] != one.text and one.text[0] != '"']
    if others and wrong is not None and len(others) <= len(re.findall(rf"\b{wrong[1]}\b", text)):
        cause = f"`{others[0].text}` and `{wrong[1]}` are two names: capitals and small letters count."
        edits = [(one.start, one.end, wrong[1]) for one in others]
        yield several(words.source, iter(edits), f"write `{wrong[1]}` for `{others[0].text}`", cause)
    if wrong is None or len(re.findall(rf"(?<!\w){wrong[1]}(?!\w)", text)) < _SEVERAL:
        return
    unread = [name for name in OWN.findall(text) if len(re.findall(rf"\b{name}\b", text)) == 1]
    near = nearest(wrong[1], unread, _SPELT)
    for found in re.finditer(rf"\b{near}\b", text) if near is not None else ():
        line = words.source.span(*found.span()).line
        cause = f"Nothing reads `{near}`, and line {finding.span.line} reads `{wrong[1]}`."
        hint = f"write `{wrong[1]}` for `{near}` on line {line}"
        yield replaced(words.source, *found.span(), wrong[1], cause, hint)


_SEVERAL: Final = 2


def _is_read_often(name: str, text: str) -> bool:
    """Tell whether a file has a name several times: nobody makes the same slip of the pen twice."""
    bare = re.sub(rf'"(?:\\.|[^"\\\n])*"|#[^\n]*|\b(?:{"|".join(NAMING)}) {name}\b', "", text)
    return len(re.findall(rf"(?<!\w){re.escape(name)}(?!\w)", bare)) >= _SEVERAL


def _by_keywords(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose keywords for a card player's word in a finding, or near it on its line."""
    found = list(_matches(finding, words, "keywords"))
    yield from (fix for is_close, fix in found if is_close)
    yield from (fix for is_close, fix in found if not is_close)


def _matches(
    finding: Diagnostic, words: Words, table: synonyms.Table, *, is_whole: bool = False
) -> Iterator[tuple[bool, Fix]]:
    """Find the words of a table on the line of a finding, and tell whether they are where the finding is.

    Args:
        finding: The finding.
        words: The file.
        table: What to look for.
        is_whole: Whether anywhere on the line is near enough, because a row is a whole sentence.
    """
    source, span = words.source, finding.span
    start, end = words.lines_around(span.start)
    at = words.at(span.start)
    first = words.get(max(0, at - _NEAR_WORDS))
    begin = start if is_whole else max(start, first.start if first is not None else start)
    stop = end if is_whole else min(max(span.end, span.start + 1), end)
    line = source.text[start:end]
    blank = _without_texts(line)
    found_fixes: list[tuple[int, bool, Fix]] = []
    for row, found in synonyms.said_on(blank, table):
        here = start + found.start(), start + found.end()
        is_keyword = table == "keywords" and not line[: found.start()].strip()
        is_section = table == "keywords" and section_form(found[0]) and blank[found.end() :].lstrip()[:1] == "{"
        is_own = finding.code == "E231" and here == (span.start, span.end) and found[0] in declared(source.text)
        if (here[1] <= begin and not is_keyword) or here[0] > stop or is_section or is_own:
            continue
        is_close = here[0] < stop and here[1] > span.start
        for written in row.written:
            text = row.meaning(found, written, line)
            if written.startswith("CARD:") and CARD.fullmatch(text) is None:
                continue
            owner = text.rpartition(".")[0]
            if text != found[0] and not (owner and line[: found.start()].endswith(f"{owner}.")):
                low, high, text = differing(source, *here, text) if here[1] - here[0] > _LONG else (*here, text)
                found_fixes.append((here[1] - here[0], is_close, _said(finding, words, (low, high), text)))
    # What covers more of what was said says better what was meant.
    found_fixes.sort(key=lambda one: -one[0])
    yield from ((is_close, fix) for _, is_close, fix in found_fixes)


def _as_programs(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose what calls and comprehensions of programs say of sets, one by one and all at once."""
    for edits in inlined(words.source.text) if finding.code.startswith("E1") else ():
        cause = "The language has no functions of your own: what one says is written out where it is called."
        yield several(words.source, iter(edits), f"write `{edits[1][2]}` there, and leave the function out", cause)
    start, end = words.lines_around(finding.span.start)
    found = [(start + low, start + high, text) for low, high, text in in_programs(words.source.text[start:end])]
    yield from (_said(finding, words, (low, high), text) for low, high, text in found)


def _in_one_go(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose all of a line with the signs of the language."""
    low, high = words.line_around(finding.span.start)
    line = words.source.text[low:high]
    if (text := in_one_go(line, suits_of(words.source.text))) != line:
        low, high, text = differing(words.source, low, high, text)
        yield _said(finding, words, (low, high), text)


def _in_plain_words(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the line without all that English has and the language says otherwise, everywhere at once."""
    source = words.source
    start, end = words.lines_around(finding.span.start)
    parts = re.split(r'("(?:\\.|[^"\\\n])*"|#[^\n]*)', source.text[start:end])
    for row in synonyms.PLAIN:
        parts[::2] = [row.regex().sub(partial(row.meaning, written=row.written[0]), part) for part in parts[::2]]
    text = source.text[:start] + "".join(parts) + source.text[end:]
    if text != source.text:
        yield changed(source, text, "")


def _written_apart(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the name of the file that has the same letters, with `_` elsewhere: `handsize` for `hand_size`."""
    start, end = finding.span.start, finding.span.end
    said = words.source.text[start:end]
    for name in sorted(declared(words.source.text)):
        if name != said and name.replace("_", "") == said.replace("_", "").lower():
            yield replaced(words.source, start, end, name, words=f"did you mean `{name}`?")
    said = said.rpartition(".")[2]
    start = end - len(said)
    properties = {name for _, name in PROPERTIES}
    for name in sorted(properties, key=len, reverse=True):
        owner = said.removesuffix(name)
        if owner != said and owner in declared(words.source.text) | GLOBALS.keys() | properties:
            cause = f"There is no `.` between `{owner}` and `{name}`."
            yield replaced(words.source, start, end, f"{owner}.{name}", cause, f"write `{owner}.{name}`")


def _in_one_word(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the name that words beside each other are with `_` between them: `cards won` is `cards_won`."""
    start, end = words.lines_around(finding.span.start)
    line = _without_texts(words.source.text[start:end])
    names = [one for one in {*LONG_NAMES, *declared(words.source.text)} if "_" in one]
    joined = "|".join(one.replace("_", "[ -]") for one in sorted(names, key=len, reverse=True))
    for found in re.finditer(rf"(?<![\w.])(?:{joined})(?!\w)", line):
        name = re.sub("[ -]", "_", found[0])
        yield _said(finding, words, (start + found.start(), start + found.end()), name)


def _respelt(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose what a card player's word means that is a slip of the pen away from the unknown one."""
    start, end = finding.span.start, finding.span.end
    said = words.source.text[start:end]
    near = nearest(said, card_players_words(), _SPELT) if said.islower() and len(said) > _SHORT else None
    if near is None or near == said or (finding.guess and nearest(said, (finding.guess.text,), _SPELT)):
        return  # a name of the game is as near
    meant_so = ((row, found) for row in synonyms.ALL if (found := row.regex().fullmatch(near)) is not None)
    for row, found in meant_so:
        for written in row.written:
            text = row.meaning(found, written)
            cause = f"`{said}` looks like `{near}`, which is written `{text}` here."
            yield replaced(words.source, start, end, text, cause, f"write `{text}`")


_SPELT, _SHORT = 0.8, 4
"""How alike a slip of the pen and its word are, and how long a word is at least that is looked for."""
_LONG: Final = 24
"""From how many letters on only the words are shown that change."""


def _said(finding: Diagnostic, words: Words, here: tuple[int, int], text: str) -> Fix:
    source = words.source
    start, end = here
    word, written = " ".join(source.text[start:end].split()), " ".join(text.split())
    if not written:
        return left_out(source, start, end, f"The language does not use `{word}` here.")
    if word.endswith(f" {written}") and source.text[start:end].endswith(written):
        word = word.removesuffix(f" {written}")
        return left_out(source, start, end - len(written) - 1, f"The language does not use `{word}` here.")
    inner = source.text[start:end].strip()
    if word.startswith(f"{written} ") and inner.startswith(written):
        word = word.removeprefix(f"{written} ")
        begin = source.text.index(inner, start) + len(written) + 1
        return left_out(source, begin, end, f"The language does not use `{word}` here.")
    if written.startswith(f"{word} "):
        return replaced(source, start, end, text, wrong_word(word, written), f"write `{written}`")
    sign = written[len(word) :] if written.startswith(word) else ""
    if sign in (":", ",", "=") and word:
        cause = f"There is no `{sign}` after `{word}`."
        return replaced(source, start, end, text, cause, f"write `{sign}` after `{word}`")
    if written.startswith("{") and word.startswith(":"):
        cause, hint = "The rules go between `{` and `}`, not after a `:`.", "write `{` for it, and `}` at the end"
        return replaced(source, start, end, text, cause, hint)
    if CARD.fullmatch(written):
        cause = (
            f"`{word}` is not how a card is written: first its rank, then the first letter of its suit, in capitals."
        )
    elif finding.code.startswith("E3") or finding.code == "E122":
        cause = ""  # what it is, and what is wanted there, is already said
    else:
        cause = f"In this language `{word}` is written `{written}`."
    hint = f"write `{written}`" if cause else f"write `{written}` for `{word}`"
    return replaced(source, start, end, text, cause, hint)


def _without_texts(line: str) -> str:
    """Blank out comments and what is between quotation marks, so that their words are not taken for rules."""
    return re.sub(r'"(?:\\.|[^"\\\n])*"|#[^\n]*', lambda found: _blanked(found[0]), line)


def _blanked(text: str) -> str:
    return " " * len(text) if text[0] == "#" else f'"{" " * (len(text) - 2)}"'


@cache
def known_words() -> tuple[str, ...]:
    """Return the words of the language that have fixed places."""
    keywords = {form.keyword for forms in SENTENCES.values() for form in forms}
    words = {word for forms in SENTENCES.values() for form in forms for word in (*form.words, *form.choices)}
    more = {word for text in patterns().values() for word in re.findall("[a-z]+", text)}
    return tuple(sorted({
        *RESERVED, *keywords, *words, *(form.keyword for form in SECTIONS), *ITEMS, *EXAMPLE_LINES, *NOUNS, *more,
    }))  # fmt: skip
