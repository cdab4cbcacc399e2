"""Proposes whole pieces of a line in another form: headers, lists without commas, braces where none belong."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, Final

from spadesdsl.diagnostics import Diagnostic, Fix, nearest
from spadesdsl.repair.blocks import closing_of
from spadesdsl.repair.bundled import is_pack, scored, suits_of, titles, usual_game, with_parents
from spadesdsl.repair.sections import whole_line
from spadesdsl.repair.text import Words, inserted, lines_of, replaced, several
from spadesdsl.resources import variant_names
from spadesdsl.syntax.places import place_of
from spadesdsl.words import RANK_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator


HEADER: Final = re.compile(r'^(?:variant|pack)\b(?:[^\n{"#]|"[^"\n]*")*', re.MULTILINE)
_SECOND_PARENT: Final = re.compile(
    r"\b(extends[ \t]+\w+)[ \t]*(?:(?:,|\+|&|\b(?:and|with|plus|extends|includes?|using)\b)[ \t]*)+(\w+)[ \t]*\{"
)
_BARE_TITLE: Final = re.compile(
    r'^(?:variant|pack)\s+(?P<name>\w+)[ \t]+(?P<title>[^\W\d][^"{#\n]*?)(?=\s+(?:extends|for)\b|\s*[{\n])', re.M
)
_NO_NAME: Final = re.compile(
    r"^(?:variant|pack)\s+(\"(?P<quoted>[^\"\n]+)\"(?=\s+[a-z(<:]|\s*\{)|"
    r"(?P<bare>[A-Z][\w ]*?)(?=\s+(?:extends|for)\b|\s*\{))",
    re.M,
)
_LIST: Final = re.compile(
    r"\b(seats|suits|ranks|remove|add)[ \t]*[:=]?[ \t]*[(\[]?[ \t]*"
    r"(\w+(?:(?:[ \t]*(?:[,;>/&|+-]|\band\b)+[ \t]*|[ \t]+)\w+)+)(?:[ \t]*[)\]];?)?"
    r"(?=[ \t]*(?:[}#\n]|\bin no suit\b|$))"
)
_QUOTED_LIST: Final = re.compile(
    r"\b(seats|suits|ranks|remove|add)[ \t]*[:=]?[ \t]*[(\[]?[ \t]*((?:[\"']\w+[\"'][ \t]*,?[ \t]*){2,})[)\]]?"
)
_BETWEEN: Final = re.compile(r"[ \t]*(?:[,;>/&|+-]|\band\b)+[ \t]*(?:\band\b[ \t]*)?|[ \t]+")
_SERIES: Final = re.compile(r"\bon[ \t]+deals?[ \t]+(\d+(?:,? \d+)+),?[ \t]*(?:\.\.+|…|etc\b\.?|and so on)[ \t]*(?=\{)")
_EVERY_DEAL: Final = re.compile(r"\b(?:on[ \t]+)?(?:every|each|any|all)[ \t]+(?:deal|hand|round)s?[ \t]*\{")
_DEALS_BEHIND: Final = re.compile(
    r"(?<![\w.])(table|deck|deal|bidding|play|ending|scoring for each \w+|phase \w+(?: (?:before|after) \w+)?)"
    r"[ \t]+(on deals? [\d, ]*\d(?: of every \d+)?|on every (?:deal )?(\d+)(?:st|nd|rd|th)?(?: deals?)?)[ \t]*\{"
)
_IN_PARTS: Final = re.compile(
    r":[ \t]*(\d+(?:[ \t]*(?:,|-|\+|/|\bthen\b|\band\b)[ \t]*\d+)+)(?=[ \t]+(?:cards\b|from\b|to\b))"
)
_FOR_WHOM: Final = re.compile(
    r"\bscoring[ \t]+(?:(?:for|by|per|of|each|every|all|the)[ \t]+)*"
    r"(?:\(?(?:(?:const|let|var)[ \t]+)?\w+[ \t]+(?:in|of)[ \t]+)?"
    r"(?:(player)|team|side|partnership|pair|each)s?\)?(?=[ \t]*:?[ \t]*\{)"
)


_PASTED: Final = (
    (
        re.compile(r"&(?:[a-z]+|#\d+);"),
        None,
        "These signs are written as in the source of a web page.",
        "write `>` for `&gt;`, and so on",
    ),
    (
        re.compile(r"[“”„«»]"),
        '"',
        'A sentence for people is written between plain `"` and `"`.',
        'write `"` for these quotation marks',
    ),
    (
        re.compile(r"(?<![\w\"])'(?=[^'\"\n]+'\s*(?:[}\n{]|extends\b|$))|(?<=[^\s'\"])'(?=\s*(?:[}\n{]|extends\b|$))"),
        '"',
        'A sentence for people is written between `"` and `"`.',
        "write `\"` for each `'`",
    ),
    (
        re.compile(r"^[ \t]*(?:```|~~~)[^\n]*\n?", re.MULTILINE),
        "",
        "Lines with ``` belong to the page that this was copied from.",
        "take them out",
    ),
)
_MARKED: Final = re.compile(r"^[ \t]*(?:>|\d+[.:|)]) ?", re.MULTILINE)
"""A mark before a line, where each has one."""


def pasted(words: Words) -> Iterator[Fix]:
    """Propose the file without what was copied along from a page or a message."""
    text = words.source.text
    for pattern, instead, cause, hint in _PASTED:
        found = [(*one.span(), unescape(one[0]) if instead is None else instead) for one in pattern.finditer(text)]
        if found:
            yield several(words.source, iter(found), hint, cause)
    marked = [(*one.span(), "") for one in _MARKED.finditer(text)]
    if marked and len(marked) == sum(1 for line in text.splitlines() if line.strip()):
        yield several(words.source, iter(marked), "take them out", "The marks before each line were copied along.")


def above_trumps(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose to put added cards above the trumps, or the pack that is called like them."""
    source, start, end = words.source, finding.span.start, finding.span.end
    cards = ", ".join(re.findall(r"`(\w+)`", finding.message))
    trumps = next((one for text in with_parents(source.text) if (one := _TRUMPS.search(text)) is not None), None)
    if trumps is not None and trumps.string == source.text:
        text = f"{', ' if trumps[2] else ', topped by '}{cards}"
        yield inserted(source, trumps.end(), text, f"write `{trumps[0]}{text}`", "")
    elif trumps is not None and not trumps[2]:
        text, (line, stop) = f"replace trumps: {trumps[1]}, topped by {cards}", words.line_around(start)
        is_first = not source.text[line:start].strip()
        more = f"\n{source.text[line:start]}{text}" if is_first else f" {text}"
        yield inserted(source, stop if is_first else end, more, f"write `{text}`", "")
    packs = sorted((title.count(" "), name) for name, title in titles().items() if name.startswith(f"{cards}_"))
    alone = re.compile(rf"deck\s*\{{\s*{re.escape(source.text[start:end])}\s*\}}").search(source.text)
    if packs and alone is not None:
        text = f"include {packs[0][1]}"
        cause = f"`{cards}` says neither which cards these are, nor what they beat, nor which others go."
        yield replaced(source, *alone.span(), text, cause, f"write `{text}`, a pack that says all of that")


def suit_of_trumps(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the suit that the parent names, for trumps that name only the cards above its ace."""
    start, line = lines_of(finding, words)
    found = re.search(r"\btrumps\b[^:{}\"\n]*: *(?=[^:{}\"\n]*,)", line)
    parents = (one for text in [*with_parents(words.source.text)][1:] for one in _SUIT_OF_TRUMPS.findall(text))
    for suit in [*parents][:1] if found is not None and "topped" not in line else ():
        cause = "The trump suit comes first, and after `topped by` the cards above its ace."
        text = f"{suit}, topped by "
        yield inserted(
            words.source, start + (found.end() if found else 0), text, f"write `{text.strip()}` before them", cause
        )


_SUIT_OF_TRUMPS: Final = re.compile(r"(?m)^ *(?:replace )?trumps[^:\n]*: *([a-z][\w.]*)(?=, topped by|\n)")
_TRUMPS: Final = re.compile(r"\btrumps: ([a-z]+)(?:, topped by ([^\"\n{}#]{0,200}[^\"\n{}#\s]))?(?=\s*(?:[\"}#\n]))")


def wholes(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose fixes of a sentence that cannot be read, each for the line of a finding."""
    source = words.source
    yield from _headers(finding, words)
    yield from parent_inside(finding, words)
    start, end = words.lines_around(finding.span.start)
    line = source.text[start:end]
    yield from ranks(finding, words)
    for found in _IN_PARTS.finditer(line):
        total = str(sum(int(one) for one in re.findall(r"\d+", found[1])))
        cause = "A deal says how many cards each player gets in all."
        yield replaced(source, start + found.start(1), start + found.end(1), total, cause, f"write `{total}`")
    yield from _ranked_otherwise(finding, words)
    yield from lists(finding, words)
    for found in _SERIES.finditer(line):
        deals = [int(one) for one in re.findall(r"\d+", found[1])]
        text = f"on deal {deals[0]} of every {deals[1] - deals[0]} "
        cause = "Deals that come again and again are written with `of every`."
        if deals == [deals[0] + at * (deals[1] - deals[0]) for at in range(len(deals))]:
            yield replaced(source, start + found.start(), start + found.end(), text, cause, f"write `{text.strip()}`")
    for found in _EVERY_DEAL.finditer(line):
        closing = closing_of(source.text, start + found.end())
        cause = "Rules hold on every deal, without a block for it."
        edits = [(start + found.start(), start + found.end(), ""), (closing, closing + 1, "")]
        if closing >= 0:
            yield several(source, iter(edits), f"leave out `{found[0].strip()}` and its `}}`", cause)
    for found in _DEALS_BEHIND.finditer(line):
        closing = closing_of(source.text, start + found.end())
        said = f"on deal {found[3]} of every {found[3]}" if found[3] else found[2]
        cause = f"The deals come first: `{found[1]}` is in their block."
        opened = f"{said} {{ {found[1]} {{"
        edits = [(start + found.start(), start + found.end(), opened), (closing + 1, closing + 1, " }")]
        if closing >= 0:
            yield several(source, iter(edits), f"write `{opened}`, and one more `}}` at its end", cause)
    for found in _FOR_WHOM.finditer(line):
        own = scored(source.text)
        for whom in (found[1],) if found[1] else (own, "player" if own == "team" else "team"):
            text = f"scoring for each {whom}"
            cause = f"For whom a section scores is written `{text}`."
            yield replaced(source, start + found.start(), start + found.end(), text, cause, f"write `{text}`")


_APART: Final = re.compile(r"\b[a-z]\w* [a-z]\w*")
_ONE_MISSING: Final = 2
_OTHER_SIGN: Final = re.compile(r"[^\w, \t]|\band\b")


def lists(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose commas, and nothing else, between what a sentence lists."""
    source = words.source
    start, end = words.lines_around(finding.span.start)
    line = source.text[start:end]
    for found in (one for one in _QUOTED_LIST.finditer(line) if re.search(r"[:=(\[]", one[0])):
        text = ", ".join(re.findall(r"\w+", found[2]))
        text = f"{found[1]} {text}"
        cause = f"What `{found[1]}` lists comes right after the word, without quotation marks and brackets."
        stop = start + found.start() + len(found[0].rstrip())
        yield replaced(source, start + found.start(), stop, text, cause, f"write `{text}`")
    for found in _LIST.finditer(line):
        if _CARD_RANGE.search(found[2]):
            continue
        own = _APART.sub(
            lambda one: one[0].replace(" ", "_" if one[0].replace(" ", "_") in source.text else " "), found[2]
        )
        parts = _BETWEEN.split(own)
        text = ", ".join(parts)
        if found[2].count(",") == len(parts) - _ONE_MISSING and not _OTHER_SIGN.search(found[2]):
            continue  # one comma is missing, and nothing else
        if len(set(parts)) < len(parts):
            continue  # what is there twice is a part of each of two names
        cause = f"The list after `{found[1]}` has no commas."
        if found[2] != text:
            cause = cause if "," not in found[2] else f"Only commas separate what is in the list after `{found[1]}`."
            yield replaced(source, start + found.start(2), start + found.end(2), text, cause, f"write `{text}`")
        cause = f"What `{found[1]}` lists comes right after the word."
        yield replaced(source, start + found.start(), start + found.end(), f"{found[1]} {text}", cause)


_RANK: Final = rf"(?:(?:10|[2-9AKQJ])(?:'?s)?|(?:{'|'.join(RANK_WORDS)})(?:s|(?<=x)es)?)"
_ALL_OF: Final = re.compile(
    r"\bremove (?:(?:all|every|each|the|four|4|both|two|of|cards?|ranked|where|when|if|card\.rank|rank|with|is|in|=)"
    rf"[ \t]+)*(?:(?P<colour>black|red)[ \t]+)?(?P<ranks>{_RANK}(?:(?:,? (?:and|or)|,) (?:the )?{_RANK})*)"
    r"(?=[ \t]*(?:[}#\n]|$))"
)
_OF_COLOUR: Final = {"black": "cs", "red": "dh"}
"""How the suits of a colour begin."""
_ALL_ABOVE: Final = re.compile(
    rf"\b(?:all|every|each)(?: the| four| of the)* ({'|'.join(RANK_WORDS)}|[AKQJ])(?:'?s|es)?(?=,|\s*(?:[}}#\n]|$))"
)
_RANK_RANGE: Final = re.compile(r"\b(10|[2-9AKQJ])[ \t]*(?:down to|through|thru|to|-|–|\.\.+)[ \t]*(10|[1-9AKQJ])\b")
_CARD_RANGE: Final = re.compile(
    r"\b(10|[2-9AKQJ])([A-Z])[ \t]*(down to|through|thru|to|-|–|\.\.+)[ \t]*(10|[2-9AKQJ])\2\b"
)
_RANKS_FROM: Final = re.compile(
    r"\branks[ \t]+(?:card\.rank |rank )?(?:>= ?|from |at least |down to |(?=\w+ (?:and|or) (?:up|higher|above)))"
    r"(10|[2-9])(?: (?:and|or) (?:up|higher|above))?(?=\s*(?:[}#\n]|$))"
)
_LISTS_RANKS: Final = re.compile(r"\b(?:ranks|faces|order)\b")
_RANK_ORDER: Final = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")


def ranks(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the cards of a rank for `all 2s`, and all ranks for `A to 2`."""
    source = words.source
    start, line = lines_of(finding, words)
    for found in _ALL_OF.finditer(line):
        named = re.findall(rf"10|[2-9AKQJ]|{'|'.join(RANK_WORDS)}", found["ranks"])
        of_colour = [one for one in suits_of(source.text) if one[0] in _OF_COLOUR.get(found["colour"], one)]
        removed = (f"{RANK_WORDS.get(rank, rank)}{suit[0].upper()}" for rank in named for suit in of_colour)
        text = f"remove {', '.join(removed)}"
        cause = f"`remove` lists single cards, and not `{' '.join(found[0].split()[1:])}`."
        yield replaced(source, start + found.start(), start + found.end(), text, cause, f"write `{text}`")
    for found in _ALL_ABOVE.finditer(line) if "topped by" in line else ():
        suits = reversed(suits_of(source.text))
        text = ", ".join(f"{RANK_WORDS.get(found[1], found[1])}{suit[0].upper()}" for suit in suits)
        cause = f"What is above the trumps is listed card by card, and not as `{found[0]}`."
        yield replaced(source, start + found.start(), start + found.end(), text, cause, f"write `{text}`")
    ranges = [(one, one[1], one[2], "") for one in _RANK_RANGE.finditer(line) if _LISTS_RANKS.search(line)]
    ranges += [(one, one[1], one[4], one[2]) for one in _CARD_RANGE.finditer(line)]
    for found in _RANKS_FROM.finditer(line):
        text = "ranks " + ", ".join(_RANK_ORDER[: _RANK_ORDER.index(found[1]) + 1])
        cause = "`ranks` is a list, and not a condition."
        yield replaced(source, start + found.start(), start + found.end(), text, cause, f"write `{text}`")
    edits = []
    for found, *ends, suit in ranges:
        first, last = ((*_RANK_ORDER, "1").index(end) for end in ends)
        order = _RANK_ORDER[first : last + 1] if first < last else _RANK_ORDER[last : first + 1][::-1]
        order = (*order, *("A" for _ in range(last - len(_RANK_ORDER) + 1)))  # 1 is a low ace
        edits.append((start + found.start(), start + found.end(), ", ".join(f"{rank}{suit}" for rank in order)))
    if edits:
        cause = f"The {'cards' if ranges[0][-1] else 'ranks'} are listed one by one."
        yield several(source, iter(edits), "write " + ", and ".join(f"`{text}`" for *_, text in edits), cause)


_PLACE_OF_RANK: Final = re.compile(
    rf"\b(?:replace )?(?:ranks?:? )?(?:the )?(?P<rank>{'|'.join(RANK_WORDS)}|10|[2-9AKQJ])s?(?: cards?)?"
    r"(?: (?:is|are|ranks?|counts?|plays?|goes|always))* ?(?:(?:the )?(?:(?P<high>high(?:est)?)|low(?:est)?)|"
    r"(?:(?P<above>above|over|higher than|beats?)|(?:just )?(?:below|under|lower than|after)) (?:the )?"
    rf"(?P<other>{'|'.join(RANK_WORDS)}|10|[2-9AKQJ])s?)(?=\s*(?:[\"}}#\n]|$))"
)
_RANKS: Final = re.compile(r"(?m)^ *(?:replace )?ranks (\w+(?:, \w+)+)")


def _ranked_otherwise(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose all ranks in their order, for what is said of the place of one of them."""
    source = words.source
    start, line = lines_of(finding, words)
    order = next((one[1].split(", ") for text in with_parents(source.text) if (one := _RANKS.search(text))), [])
    for found in _PLACE_OF_RANK.finditer(line) if place_of(source, finding.span.start).section == "deck" else ():
        rank, other = (RANK_WORDS.get(found[one] or "", found[one] or "") for one in ("rank", "other"))
        rest = [one for one in order if one != rank]
        if len(rest) == len(order) or other not in ("", *rest):
            continue
        at = (0 if found["high"] else len(rest)) if not other else rest.index(other) + (not found["above"])
        text = "replace ranks " + ", ".join([*rest[:at], rank, *rest[at:]])
        cause = "The order of the ranks is a list, from high to low."
        yield replaced(source, start + found.start(), start + found.end(), text, cause, f"write `{text}`")


def _headers(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the `{` after the header, and quotation marks round the title."""
    source, text = words.source, words.source.text
    for found in _NO_NAME.finditer(text):
        title = found["quoted"] or found["bare"]
        name = "_".join(re.findall(r"[a-z0-9]+", title.lower().replace("'", "")))
        cause = "A game has a name, of small letters, and then its title in quotation marks."
        if name[:1].isalpha():
            yield replaced(source, found.start(1), found.end(1), f'{name} "{title}"', cause)
    for found in _BARE_TITLE.finditer(text):
        name, title = found["name"], found["title"]
        if finding.span.start > found.end() or nearest(title.split()[0], ("extends", "extending", "for")):
            continue
        if name.islower() and title.isalpha() and title.islower():
            cause = "A game has a name, of small letters and in one word, and then its title in quotation marks."
            yield replaced(source, found.start("name"), found.end(), f'{name}_{title} "{name} {title}"', cause)
        cause = 'A title is written between `"` and `"`.'
        yield replaced(source, found.start("title"), found.end(), f'"{title}"', cause, f'write `"{title}"`')
    for found in _SECOND_PARENT.finditer(text):
        edits = [(found.end(1), found.end(), f" {{\n  include {found[2]}")]
        cause = f"A game extends one other, and `{found[2]}` is a pack."
        if is_pack(found[2]) and not is_pack(found[1].split()[-1]):
            yield several(source, iter(edits), f"write `include {found[2]}` inside the braces", cause)
    header = HEADER.search(text)
    if header is None or text[header.end() : header.end() + 1] == "{":
        return
    at, last = header.start() + len(header[0].rstrip()), len(text.rstrip())
    if header[0].rstrip().endswith(":") and text.count("}") == text.count("{"):
        cause = "The rules go between `{` and `}`, not after a `:`."
        yield several(
            source, iter([(at - 1, at, " {"), (last, last, "\n}")]), "write `{` for it, and `}` at the end", cause
        )
    if finding.span.start < header.end():
        return
    cause = "There is no `{` at the end of this line: the rules go between `{` and `}`."
    if text.count("}") > text.count("{"):
        yield inserted(source, at, " {", "write `{` at its end", cause)
    else:
        hint = "write `{` at its end, and `}` at the end of the file"
        yield several(source, iter([(at, at, " {"), (last, last, "\n}")]), hint, cause)


def parent_inside(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the game that a file starts from in its first line, where it is said inside of the braces."""
    text = words.source.text
    start, end = words.line_around(finding.span.start)
    found, header = _EXTENDS.match(text, start, end), HEADER.search(text)
    if found is None or header is None or start < header.end():
        return
    is_game = found["word"] == "extends" or found["game"] in variant_names()
    if is_game and not is_pack(found["game"]):
        old = re.search(r" +extends \w+(?: @ \d+)?", header[0])
        first, last = old.span() if old is not None else 2 * (len(header[0].rstrip()),)
        name = f" extends {found['game']}"
        edits = [(header.start() + first, header.start() + last, name), (*whole_line(text, *found.span("all")), "")]
        cause = "The game that a file starts from is said in its first line, before the `{`."
        yield several(words.source, iter(edits), f"write `{name.strip()}` there", cause)


_EXTENDS: Final = re.compile(
    r"[ \t]*(?P<all>(?P<word>extends?|extending|inherits?(?:[ _]from)?|derived[ _]from|based[ _](?:up)?on|from|parent|"
    r"base(?:[ _]game)?)\b[ \t]*[:=]?[ \t]*\"?(?P<game>\w+)\"?;?)(?=[ \t]*(?:#|$))",
    re.MULTILINE,
)


def missing_section(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the sentence that a game needs, in its section at the end of the file."""
    header = HEADER.search(words.source.text)
    if header is not None and " extends " not in header[0]:
        at = header.start() + len(header[0].rstrip())
        cause = "Much that every game needs is missing here, and the file does not say which game it starts from."
        hint = "write `extends standard` after the title, or the name of another game"
        yield inserted(words.source, at, " extends standard", hint, cause)


def for_a_game(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the game that most packs are for."""
    title = re.compile(r' *"[^"\n]*"').match(words.source.text, finding.span.end)
    at, game = title.end() if title is not None else finding.span.end, usual_game()
    hint = f"write `for {game}` before its `{{`, or another game"
    yield inserted(words.source, at, f" for {game}", hint, finding.message)


def by_letter(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the suit that begins with a letter."""
    span, text = finding.span, words.source.text
    for at in (one.start() + span.start for one in re.finditer(r"\b[A-Z]\b", text[span.start : span.end])):
        for suit in (one for one in suits_of(text) if one[0].upper() == text[at]):
            yield replaced(words.source, at, at + 1, suit, "A suit is called by its name.", f"write `{suit}`")
