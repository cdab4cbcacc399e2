"""Proposals about options, presets, packs and parents: what a file sets, tells or extends."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from spadesdsl.diagnostics import Diagnostic, Fix, nearby
from spadesdsl.frozen import replace
from spadesdsl.repair.blocks import closing_of
from spadesdsl.repair.bundled import (
    game_of,
    games_with,
    is_pack,
    is_shipped,
    options_of,
    packs_with,
    titles,
    with_parents,
)
from spadesdsl.repair.concepts import meant_name
from spadesdsl.repair.likely import shipped_sentences
from spadesdsl.repair.sections import whole_line
from spadesdsl.repair.synonyms import meant_by
from spadesdsl.repair.text import OWN, UNFOUND, Words, inserted, lines_of, replaced, several
from spadesdsl.syntax.places import place_of
from spadesdsl.words import NUMBER, and_list

if TYPE_CHECKING:
    from collections.abc import Iterator


def as_setting(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose to set an option that the parent has, or the only choices that it can have."""
    found = re.search(r"`((set|option) (\w+) = )([^` ]+)[^`]*`", finding.hint)
    start, line = lines_of(finding, words)
    for written in _OPTION_WHOLE.finditer(line) if found is not None else ():
        if found is not None and written[2] == found[3]:
            end = written.end(1) if found[2] == "option" else written.end()
            text = f"{found[1]}{found[4]} of yes, no" if found[2] == "option" else f"{found[1]}{written[3]}"
            yield replaced(words.source, start + written.start(), start + end, text, words=f"write `{text}`")


_OPTION_WHOLE: Final = re.compile(
    r"(?:replace +)?(option +(\w+) *= *(-?[\w.]+))(?: +of +[\w.]+(?:, *[\w.]+)*| +from +-?[\w.]+ +to +-?[\w.]+"
    r"(?: +step +[\w.]+)?)?(?: +(?:ask +)?\"[^\"\n]*\")?"
)
"""An option with its choices and its sentence."""


def added_up(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the number that a sum of numbers makes, for a setting; and thousands without their sign."""
    span = finding.span
    thousands = re.compile(r"(\d{1,3})[.,' ](\d{3})(?!\d)").match(words.source.text, span.start)
    if thousands is not None:
        number, cause = thousands[1] + thousands[2], "A number has no sign between its thousands."
        yield replaced(words.source, span.start, thousands.end(), number, cause, f"write `{number}`")
    below = re.search(r"\n\s*(includes)\b", words.source.text[span.start : span.end])
    if below is not None:
        at, cause = span.start + below.start(1), "A pack is taken in with `include`."
        yield replaced(words.source, at, at + len(below[1]), "include", cause)
    found = re.fullmatch(r"(\d+) ([-+*]) (\d+)", words.source.text[span.start : span.end])
    if found is not None:
        one, other = int(found[1]), int(found[3])
        number = str({"+": one + other, "-": one - other, "*": one * other}[found[2]])
        cause = f"A setting is one number, not worked out: `{found[0]}` is {number}."
        yield replaced(words.source, span.start, span.end, number, cause, f"write `{number}`")


def set_inside(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose `set`, outside of the section, for the new value of an option in it, or of what an option is for."""
    source, start = words.source, finding.span.start
    place = place_of(source, start)
    found = _VALUE.match(source.text, place.start) or _VALUE.match(source.text, start)
    name = found[1] if found is not None and found[1] in options_of(source.text) else ""
    if not name and (played := _PLAYED_TO.search(source.text, *words.line_around(start))) is not None:
        targets = [one for text in with_parents(source.text) for one in _TARGET.findall(text)]
        found, name = played, next((one for one in targets if one in options_of(source.text)), "")
    line, end = words.line_around(start)
    more = ""
    yield from _switched(words, line, end) if not name and place.section in ("", "file") else ()
    if not name and (found := _SO_MANY.search(source.text, line, end)) is not None:
        name, more = _limit_and_points(found, source.text)
    if not name:
        found = _WORTH.search(source.text, max(line, source.text.rfind("{", line, start) + 1), end)
        name = "" if found is None else _counted_by(found[1], source.text)
    before = "" if found is None else source.text[words.line_around(found.start())[0] : found.start()].strip()
    if found is None or not name or before[-1:] not in ("", "{"):
        return
    text = f"set {name} = {meant_by(f'‹{found[1 if more else found.lastindex or 0]}›')}{more}"
    if place.section in ("", "file"):
        cause = f"`{name}` is an option: `set` gives it its value."
        yield replaced(source, *found.span(), text, cause, f"write `{text}`")
        return
    cause = f"`{name}` is an option: `set` gives it another value, outside of the sections."
    opening = source.text.rfind("{", 0, start)
    closing = closing_of(source.text, opening + 1)
    head, _ = words.line_around(opening)
    indent = source.text[head : head + len(source.text[head:]) - len(source.text[head:].lstrip(" \t"))]
    at = max(head + len(indent), source.text.rfind("{", head, opening) + 1)
    at += len(source.text[at:]) - len(source.text[at:].lstrip(" "))
    low, high = whole_line(source.text, *found.span())
    if not (source.text[opening + 1 : found.start()] + source.text[found.end() : closing]).strip():
        yield replaced(source, at, closing + 1, text, cause, f"write `{text}`")
        return
    gap = len(source.text[found.end() :]) - len(source.text[found.end() :].lstrip(" "))
    edits = [(at, at, f"{text}\n{indent}"), (low, high + gap * (high == found.end()), "")]
    yield several(source, iter(edits), f"write `{text}` before the section", cause)


_TARGET: Final = re.compile(r"(?m)^ *(?:replace )?win \w+[^\n:]* when (?:some \w+ has )?score >= (\w+)")
_PLAYED_TO: Final = re.compile(
    r"(?<![\w,] )(?<=[\s{])(?:(?:the|an?|we|you|games?|is|are) )*(?:play(?:ed|s)?|first|goes|ends|who\w*) "
    r"(?:(?:is|gets|comes|side|team|player|first|reaches|past|at|up|to|over) )+(\d+)(?: points)?(?: wins?)?\.?"
    r"(?=\s*(?:[}#]|$))",
    re.MULTILINE,
)


def _counted_by(said: str, text: str) -> str:
    """Return the option for a number that is meant by what people say; empty if there is none, or are several."""
    options = {name: label for one in with_parents(text) for name, label in _NUMBERED.findall(one)}
    bound = re.sub(r"^(?:minimum|lowest|smallest|opening)\b", "least", said)
    said = re.sub(r"(?<=\w) (?:bids?|bonus|points?)$", "", said)
    parts = set(re.split(r"[ _]", said))
    names = [one for one in options if one == said or parts & set(one.split("_"))] if len(parts) == 1 else []
    return names[0] if len(names) == 1 else "" if names else meant_name(bound, options.items())


def _switched(words: Words, start: int, end: int) -> Iterator[Fix]:
    """Propose to set the option, of which the answers are yes and no, that a line names by what it is for."""
    found = re.compile(
        r"\s*(?P<no>(?:no|without) )?(?:(?:with|play|we|the) ){0,3}(?P<what>[a-z]\w*(?: [a-z]\w*)*)\s*"
    ).fullmatch(words.source.text, start, end)
    options = [one for text in with_parents(words.source.text) for one in _SWITCH.findall(text)]
    if found is not None and (name := meant_name(found["what"], options)):
        text = f"set {name} = {'no' if found['no'] else 'yes'}"
        at = found.start() + len(found[0]) - len(found[0].lstrip())
        yield replaced(words.source, at, found.end(), text, f"`{name}` is an option for that.", f"write `{text}`")


_SWITCH: Final = re.compile(r'(?m)\boption (\w+) = (?:yes|no) of yes, no[^"\n]*\n?[^"\n]*"([^"\n]*)"')


def _limit_and_points(found: re.Match[str], text: str) -> tuple[str, str]:
    """Return the option for so many of something, and that for what they cost with its value; empty for none."""
    options = {name: label.lower() for one in with_parents(text) for name, label in _NUMBERED.findall(one)}
    about = [name for name in options if found[2].rstrip("s") in name.split("_")]
    about.sort(key=lambda name: "points" not in options[name])
    return (about[1], f", {about[0]} = {meant_by(f'‹{found[3]}›')}") if len(about) == _BOTH else ("", "")


_BOTH: Final = 2
_SO_MANY: Final = re.compile(
    r"\b(?:(?:every|each|when|if|an?|the|any|team|side|player|has|gets|collects|reaches) ){0,8}"
    rf"({NUMBER}) ([a-z]+)"
    r"(?:[:=,]* (?:(?:it|they|costs?|loses?|are|is|=|a|penalty|of|minus|you) )+|[:=] ?)-?"
    r"(\d+)(?: points)?(?=\s*(?:[}#]|$))",
    re.MULTILINE,
)
_NUMBERED: Final = re.compile(r'(?m)\boption (\w+) = -?\d[^"\n]*\n?[^"\n]*"([^"\n]*)"')
_WORTH: Final = re.compile(
    r"(?:replace )?(?:(?:score|an?|the|made|successful|good) )*(?!set |each |every )([a-z]\w*(?: [a-z]\w*)*?),? ?"
    r"(?:(?:is|are) (?:worth|now)|(?:must|has to) be(?: at (?:least|most))?|is|are|to|"
    r"costs?|scores?|counts?|worth|pays?|[=:])(?: for)? "
    rf"({NUMBER})(?: points?)?(?=\s*(?:[}}#]|$))",
    re.MULTILINE,
)
_VALUE: Final = re.compile(r"(?:(?:replace|let|score) +)*([a-z]\w*) *[=:] *(-?[\w.]+)(?=\s|\}|$)")


def option_or_pack(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the options that have a word of the name; or to include the pack that declares it."""
    said = words.source.text[finding.span.start : finding.span.end].split(" ")[0]
    yield from of_a_pack(finding, words)
    switched = re.compile(rf"set {said} = (?:yes|on|true|1)\b").search(words.source.text)
    if switched is not None and is_pack(said):
        cause = f"`{said}` is a pack, and no option: `include` adds it."
        yield replaced(words.source, *switched.span(), f"include {said}", cause, f"write `include {said}`")
    yield from _other_parent(words)
    texts = list(with_parents(words.source.text))
    listed = _options(texts)
    likely = _read_by(said, texts)
    for rank, name in enumerate(likely):
        for fix in _instead(finding, words, name):
            yield replace(fix, choice="option", cost=1.0 + _NEXT_OPTION * rank)
    for name in listed if not likely else ():
        if set(said.rstrip("s").split("_")) & {one.rstrip("s") for one in name.split("_")}:
            for fix in _instead(finding, words, name):
                yield replace(fix, choice="option", cost=1.0)
    # An option of another game, or a word that says what one is for: `points = 300` for "Points that win the game".
    labels = [set(_told(whole, said)) for (_, kind, whole) in shipped_sentences() if kind == "option"]
    said_of = Counter(part for label in labels for part in label)
    told = {part for part, number in said_of.items() if 2 * number > sum(map(bool, labels))}
    for name in listed:
        own = {part for text in with_parents(words.source.text) for part in _told(text, name)}
        is_alike = len(told & own) >= _TOLD_ALIKE
        if is_alike or (said.islower() and said[:4] in own):
            for fix in _instead(finding, words, name):
                yield replace(fix, choice="option", cost=1.0 if is_alike else 1.0 + _NEXT_OPTION)


def _other_parent(words: Words) -> Iterator[Fix]:
    """Propose the game that has all of several names that the file uses and its parent has not."""
    names = [name for name in words.unfound if is_shipped(name)]
    games = games_with(names) if len(names) > 1 else []
    parent = re.search(r"\bextends (\w+)", words.source.text)
    if parent is not None and len(games) == 1:
        named = and_list(f"`{name}`" for name in names)
        cause = f"{named} are names of `{games[0]}`, and this game extends `{parent[1]}`."
        yield replaced(words.source, parent.start(1), parent.end(1), games[0], cause, f"write `extends {games[0]}`")


def number_first(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the option that is counted so, for a number and what it counts: `set 5 bags`, `set 250 points`."""
    start, line = lines_of(finding, words)
    texts = list(with_parents(words.source.text))
    for found in re.finditer(r"(?<=\bset )(-?\d+) ([a-z]\w*)(?=\s*[,}#]|\s*$)", line):
        about = [name for name in _options(texts) if any(found[2][:4] in _told(text, name) for text in texts)]
        for rank, name in enumerate(_read_by(found[2], texts) or about):
            text = f"{name} = {found[1]}"
            cause = "After `set` comes the name of an option, and then its value."
            fix = replaced(words.source, start + found.start(), start + found.end(), text, cause, f"write `{text}`")
            yield replace(fix, choice="option", cost=1.0 + _NEXT_OPTION * rank * (not about))


def _options(texts: list[str]) -> list[str]:
    """Return the names of the options in some texts."""
    return list(dict.fromkeys(name for text in texts for name in OPTION.findall(text)))


def _read_by(said: str, texts: list[str]) -> list[str]:
    """Return the options that the rules of a name read, as they come in its sentence."""
    rule = re.compile(rf"(?m)^( *)(?:replace )?(?!option|set|drop)\w+ {said}\b.*(?:\n\1 +.*)*")
    words = [word for text in texts for one in rule.finditer(text) for word in re.findall(r"\w+", one[0])]
    options = set(_options(texts))
    return list(dict.fromkeys(word for word in words if word in options))


OPTION: Final = re.compile(r"(?m)^ *(?:replace )?option (\w+)")
_NEXT_OPTION: Final = 4.0
"""How much less likely each further option is that the rule of the name reads."""


def _told(text: str, name: str) -> Iterator[str]:
    """Yield the beginnings of the words that say what an option is for."""
    for label in dict(_LABEL.findall(text)).get(name, "").split("\n"):
        yield from (word[:4] for word in re.findall(r"[a-z]{4,}", label.lower()) if word not in _IN_ALL)


_LABEL: Final = re.compile(r'(?m)\boption (\w+) =[^"\n]*\n?[^"\n]*"([^"\n]*)"')
_TOLD_ALIKE: Final = 2
"""How many words say that an option of another game is for the same."""
_IN_ALL: Final = frozenset(("that", "this", "what", "with", "when", "does", "many", "each", "have"))


def told_option(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the option that is meant by what is said of it: `set winning score = 300`."""
    start, line = lines_of(finding, words)
    for found in re.finditer(r"(?<=\bset )((?:[a-z]\w* )+?)(?:to|=|is worth|is|at|worth)(?= (-?\d)?)", line):
        options = [one for text in with_parents(words.source.text) for one in _LABEL.findall(text)]
        name = _counted_by(found[1].strip(), words.source.text) if found[2] else meant_name(found[1], options)
        cause = f"What is set is an option: here that is `{name}`."
        if name and found[1].strip() not in dict(options):
            text = f"{name} ="
            yield replaced(words.source, start + found.start(), start + found.end(), text, cause, f"write `{text}`")
    bare = re.search(r"\bset (\w+)\s*\Z", words.source.text[: finding.span.start])
    texts = list(with_parents(words.source.text)) if bare is not None else []
    for kind, form in (("preset", "preset = {}"), ("option", "{} = yes")):
        if bare is not None and any(re.search(rf"\b{kind} {bare[1]}\b", one) for one in texts):
            text, cause = form.format(bare[1]), f"`{bare[1]}` is {'a preset' if kind == 'preset' else 'an option'}."
            yield replaced(words.source, *bare.span(1), text, cause, f"write `{text}`")


def of_a_pack(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose to include the pack that declares an option or a bid."""
    found = re.search(r"There is no (option|bid) `(\w+)`", finding.message)
    if found is None:
        return
    start = re.search(r"\{[ \t]*\n([ \t]*)", words.source.text)
    if start is None:
        return
    packs = packs_with(found[1], found[2])
    for pack in packs if len(packs) == 1 else ():
        cause = f"`{found[2]}` belongs to the pack `{pack}`, which this file does not include."
        text = f"include {pack}\n{start[1]}"
        yield replace(inserted(words.source, start.end(), text, f"write `include {pack}`", cause), is_likely=False)


def no_parent(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose to include a pack, and to extend the game that it is for."""
    source, start = words.source, finding.span.start
    pack = re.compile(r"\w+").match(source.text, start)
    brace = source.text.find("{", start)
    if pack is not None and is_pack(pack[0]) and brace >= 0:
        game = game_of(pack[0])
        cause = f"`{pack[0]}` is a pack: a game extends another game, and includes packs."
        edits = iter([(start, pack.end(), game), (brace + 1, brace + 1, f"\n  include {pack[0]}")])
        yield several(source, edits, f"write `extends {game}`, and `include {pack[0]}` inside the braces", cause)


def by_title(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the name of the game or pack with such a title."""
    source, span = words.source, finding.span
    wrong = re.search(r"`(\w+)`", finding.message)
    said = (wrong[1] if wrong is not None else "").replace("_", " ").lower()
    at = next((one.start for one in words.all if wrong and one.text == wrong[1] and one.start >= span.start), -1)
    known = {title.lower(): name for name, title in titles().items() if title.lower() != name.replace("_", " ")}
    for title in nearby(said, known, _LIKE_TITLE) if at >= 0 else ():
        name, whole = known[title], titles()[known[title]]
        yield replaced(source, at, at + len(said), name, f'The name of "{whole}" is `{name}`.')


_LIKE_TITLE: Final = 0.85


def _instead(finding: Diagnostic, words: Words, name: str) -> Iterator[Fix]:
    """Propose a name for the one that a finding does not know, on its line."""
    start, line = lines_of(finding, words)
    for wrong in UNFOUND.findall(finding.message):
        for found in re.finditer(rf"\b{wrong}\b", line):
            yield replaced(words.source, start + found.start(), start + found.end(), name)


def written_out(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose an option that nothing reads for its default, where one rule about the same thing says that."""
    source, name = words.source, words.source.text[finding.span.start : finding.span.end]
    default = re.match(rf"{name} = (\d+)", source.text[finding.span.start :])
    parts = {part[:_STEM] for part in name.split("_") if len(part) >= _STEM}
    there = []
    for token in words.all if default is not None else ():
        if default is None or token.text != default[1]:
            continue
        place, (start, end) = place_of(source, token.end), words.line_around(token.start)
        said = {word[:_STEM].lower() for word in re.findall(r"[A-Za-z]+", source.text[start:end])}
        if parts & said and (place.block == "score" or place.section not in ("file", "example", "")):
            there.append(token)
    for token in there if len(there) == 1 else ():
        cause = f"Nothing reads the option `{name}`, and its value is written out here."
        yield replaced(source, token.start, token.end, name, cause, f"write `{name}`")


_STEM: Final = 4
"""How many letters of a word say what it is about."""


def by_a_number(finding: Diagnostic, words: Words) -> Iterator[Fix]:
    """Propose the option of the file that nothing reads as the number to multiply with."""
    text, span = words.source.text, finding.span
    start, line = lines_of(finding, words)
    for name in OPTION.findall(text):
        if len(re.findall(rf"\b{name}\b", text)) == 1:
            factors = list(re.finditer(r"[a-z][\w.]*", line[span.start - start : span.end - start]))
            for found in (one for one in factors if one[0] not in OWN.findall(text)):
                at = span.start + found.start()
                cause = f"{finding.message} And nothing reads `{name}`."
                yield replaced(words.source, at, at + len(found[0]), name, cause, f"write `{name}` for `{found[0]}`")
