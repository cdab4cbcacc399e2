"""Explain in words of the game why a word does not fit in its place, and what would."""

from __future__ import annotations

import re
from functools import cache

from spadesdsl.diagnostics import Diagnostic, Note, error, guess, nearest
from spadesdsl.frozen import Frozen
from spadesdsl.source import Source, Span
from spadesdsl.syntax import bodies, broken
from spadesdsl.syntax.grammar import grammar
from spadesdsl.syntax.places import belongs_here, place_of
from spadesdsl.syntax.reader import kind, tokens
from spadesdsl.syntax.sentences import KEYWORDS, Content, Piece, keywords, rows_of, section_form, what_begins
from spadesdsl.syntax.tree import Branch, Token
from spadesdsl.syntax.wordlist import NOUNS, RESERVED
from spadesdsl.words import and_list, capital

_WORD = re.compile(r'"(?:\\.|[^"\\\n])*"|[A-Za-z_][A-Za-z0-9_]*|[0-9][0-9.]*|[<>!=]=?|\S')
_WRITTEN = {
    "==": "write `=` to compare amounts and `is` for all else", "& &&": "write `and`", "| ||": "write `or`",
    "!": "write `not`", "'": 'write texts between `"` and `"`', "“ ” „": 'write texts between plain `"` and `"`',
    "− –": "write a plain `-`", "×": "write `*`", "≥ =>": "write `>=`", "≤ =<": "write `<=`", "≠ <>": "write `!=`",
    "%": "write a percentage as a part: `x / 2` is half of it", "//": "a comment begins with `#`",
    "/*": "a comment begins with `#`, on every line of it", ";": "begin the next sentence on a line of its own",
    "^ **": "it has no powers: the square of `n` is `n * n`",
}  # fmt: skip
"""How to write what others write with some signs."""
_SIGNS = {sign: hint for signs, hint in _WRITTEN.items() for sign in signs.split()}
_TWO_SIGNS = re.compile(r"==|=<|=>|<>|//|/\*|\*\*|&&|\|\|")
_ARTICLE = re.compile(r"\b(the|an?)\s+$")
_CARD = re.compile(r"(10|[2-9TJQKA])[A-Z]\b")
_GROUPS = (
    (frozenset(("NAME", "NUMBER", "_LPAR", "_LBRACKET")), "an amount, a condition or a name"),
    (frozenset(("PLUS", "MINUS", "TIMES", "DIVIDE")), "a calculation"),
    (frozenset(("IS", "IS_NOT", "_EQUAL", "RELATION")), "a comparison"),
    (frozenset(("_AND", "_OR")), "`and` or `or`"),
)
_SINGLES = {
    "NAME": "a name", "NUMBER": "a number", "CARD": "a card", "STRING": "a sentence in quotation marks",
    "NOUN": ", ".join(f"`{noun}`" for noun in NOUNS),
}  # fmt: skip
_HIDDEN = frozenset(
    ("RANK", "NEVER", "_IF", "SOME", "EVERY", "NO", "FIRST", "LAST", "_NOT", "MINUS", "_DOT", "UNIT", "_THEN_COMMA")
)
_HEADS: tuple[list[str], ...] = ([], ["variant"], ["pack"], ["language"])
_BEGIN = KEYWORDS | {"drop", "replace", "set", "include"}
_LONGEST_NAME = 60
_KEYWORD_AND_NAME = 2
_CARD_BEFORE = re.compile(r"\b(?:10|[2-9AKQJT])[A-Z]\s+\Z")
_SHORTEST_TYPO = 4
"""The fewest letters of a word that is checked for a typo; shorter ones are close to too many others."""


class Trouble(Frozen):
    """A place at which the parser can go no further."""

    source: Source
    at: int
    """Offset of the word that does not fit."""
    is_end: bool
    accepted: frozenset[str]
    """The terminals that would fit."""
    begun: tuple[Branch | Token, ...]
    """What of the sentence was read: words and branches."""
    before: Branch | Token | None
    """What was read before it in its block."""

    def word(self) -> str:
        """Return the word that does not fit."""
        found = _WORD.match(self.source.text, self.at)
        return found[0] if found else ""

    def span(self) -> Span:
        """Return its place."""
        return self.source.span(self.at, self.at + max(1, len(self.word())))


def explain(trouble: Trouble) -> Diagnostic:
    """Return the finding about a word that does not fit."""
    if trouble.is_end:
        return _at_end(trouble)
    accepted = trouble.accepted
    if "VARIANT" in accepted:
        message = f"A file of rules begins with `variant` or `pack`, not with {_shown(trouble.word())}."
        return error("E106", trouble.span(), message, 'write `variant name "Title" { … }`')
    if accepted == {"$END"}:
        if trouble.word() == "}":
            return error("E108", trouble.span(), "This `}` closes nothing.", "take it out, or look for a `}` too many")
        return error("E106", trouble.span(), "Nothing can come after the last `}` of a file.", "take it out")
    return (
        broken.wrong_time(trouble.source, trouble.at)
        or _sign(trouble)
        or broken.unnamed_kind(trouble.source, trouble.at)
        or broken.misplaced_piece(trouble.source, trouble.at)
        or broken.range_of_cards(trouble.source, trouble.at)
        or _loose(trouble)
        or _keyword(trouble, accepted)
        or _unfinished(trouble, accepted)
        or _other(trouble, accepted)
    )


# ---------------------------------------------------------------- the end of the file


def _at_end(trouble: Trouble) -> Diagnostic:
    text = trouble.source.text
    opening = _unclosed(trouble.source)
    end = trouble.source.span(len(text.rstrip()), len(text.rstrip()) + 1)
    if opening is None:
        if not re.sub(r"#[^\n]*", "", text).strip():
            return error("E106", end, "The file is empty.", 'write `variant name "Title" { … }`')
        return error("E106", end, "The file ends in the middle of a sentence.", "finish it")
    note = Note(end, "the file ends here")
    span = trouble.source.span(opening, opening + 1)
    return error("E108", span, "This `{` is never closed.", "write `}` where its block ends", note)


def _unclosed(source: Source) -> int | None:
    """Return the brace that lacks its `}`: one whose `}` stands under the beginning of another line, else the last."""
    opened: list[int] = []
    suspect: int | None = None
    for piece in re.finditer(r'"(?:\\.|[^"\\\n])*"|#[^\n]*|[{}]', source.text):
        if piece[0] == "{":
            opened.append(piece.start())
        elif piece[0] == "}" and opened:
            opening, before = opened.pop(), source.before(piece.start())
            line = source.line(source.span(opening, opening).line)
            is_moved = not before.strip() and len(line) - len(line.lstrip(" \t")) > len(before)
            if suspect is None and is_moved:
                suspect = opening
    if not opened:
        return None
    return suspect if suspect is not None else opened[-1]


# ---------------------------------------------------------------- words and signs


def _shown(word: str) -> str:
    return f"the text {word}" if word.startswith('"') else f"`{word}`"


def _sign(trouble: Trouble) -> Diagnostic | None:
    """Explain a sign that the language does not have, or writes otherwise."""
    word = trouble.word()
    previous = trouble.source.text[trouble.at - 1 : trouble.at]
    twice = _TWO_SIGNS.match(trouble.source.text, trouble.at) or _TWO_SIGNS.match(trouble.source.text, trouble.at - 1)
    if twice is not None and (previous in "=<*&|" or word in ("/", "==", "&", "|")):
        return error("E104", trouble.source.span(*twice.span()), f"The language has no `{twice[0]}`.", _SIGNS[twice[0]])
    hint = _SIGNS.get(word)
    if word == "'" and previous.isalnum():
        hint = "write what belongs to something with `of` or `.`, as in `left of dealer` and `last_trick.winner`"
    if hint is None:
        if word.isascii() and (word[:1].isalnum() or word[:1] in '_"<>!=+-*/(){}[]:;,.@#'):
            return None
        hint = "take it out"
    return error("E104", trouble.span(), f"`{word}` does not belong here.", hint)


def _open_if(trouble: Trouble) -> tuple[int, int]:
    """Return where the last `if` before the trouble is that has no `else`."""
    text = broken.TEXTS.sub(lambda found: " " * len(found[0]), trouble.source.text[: trouble.at])
    still_open: list[tuple[int, int]] = []
    for found in re.finditer(r"\bif\b|(?:, *)?\belse\b", text):
        if found[0] == "if":
            still_open.append(found.span())
        elif found[0] == "else" and still_open:  # `, else` is of a value, not of an `if`
            still_open.pop()
    return still_open[-1]


_ELSE_IF = frozenset(("elif", "elsif", "elseif"))
"""What programs write for `else if`."""


_OTHERWISE = {"trumps": "else none", "lead": "else left of dealer", "dealer": "else left of dealer"}
"""What may come after the `else` of a sentence that names no amount."""


def _unfinished(trouble: Trouble, accepted: frozenset[str]) -> Diagnostic | None:
    """Explain an `if` without its `else`, and a set with a condition that has no brackets around it."""
    word = trouble.word()
    if (
        "_ELSE" in accepted
        and word not in _ELSE_IF
        and (not word[:1].isalnum() or broken.is_first_on_line(trouble.source, trouble.at))
    ):
        message, span = f"An `if` has no `else` before {_shown(word)}.", trouble.span()
        begins = re.match(r"(?:replace )?(\w+)", _text_so_far(trouble))
        otherwise = _OTHERWISE.get(begins[1] if begins else "", "else 0")
        hint = f"say what it is otherwise, as in `{otherwise}`"
        if place_of(trouble.source, trouble.at).section == "bid":
            hint = "say what the bid costs that was not made, as in `else -50`, or `else 0` if nothing"
        if broken.is_first_on_line(trouble.source, trouble.at):  # the next sentence has no part in it
            message, span = "This `if` has no `else`.", trouble.source.span(*_open_if(trouble))
        return error("E106", span, message, hint)
    if word in broken.PIECES and ":" in broken.TEXTS.sub("", _text_so_far(trouble)):
        if re.match(r"(replace )?tally\b", _text_so_far(trouble)):
            steps = and_list(f"`{verb} …`" for verb in bodies.TallyVerb)
            hint = f"its steps are {steps}, with commas between them; `when …` ends a step"
            return error("E106", trouble.span(), f"No step of a tally begins with `{word}`.", hint)
        return broken.behind_colon(trouble.source, trouble.span(), word)
    if word == "when" and _text_so_far(trouble).startswith("drop"):
        hint = "write `replace` in the place of `drop`, and say when the rule holds"
        return error("E106", trouble.span(), "A dropped rule is gone for good: `drop` takes no `when`.", hint)
    if word == "where":
        hint = "write brackets round all of it, as in `(deck where card in trumps)`"
        return error("E106", trouble.span(), "A set with `where` needs brackets around it.", hint)
    return None


def _loose(trouble: Trouble) -> Diagnostic | None:
    """Explain a sentence that began with a word that begins none: something before it is missing or misspelt."""
    if not trouble.begun or not isinstance(trouble.begun[0], str) or trouble.begun[0].type != "NAME":
        return None
    keyword = trouble.begun[0]
    start = keyword.start
    article = _ARTICLE.search(trouble.source.text[max(0, start - 20) : start])
    if article is not None:
        span = trouble.source.span(start - len(article[0]), start - len(article[0]) + len(article[1]))
        return error("E106", span, f"The language has no `{article[1]}`.", "leave it out")
    if str(keyword) in KEYWORDS:
        return _swallowed(trouble, keyword)
    if (at := _keyword_before(trouble.source, start)) is not None:
        above = _last_word(trouble.source, at)
        said = " ".join(place_of(trouble.source, above.start).sentence.split()[:2])
        return error(
            "E106", above, f"`{said} …` is not finished on its line.", belongs_here(trouble.source, above.start)
        )
    before = _sentence(trouble.before, 1)
    earlier = next(tokens(before)) if before is not None and kind(before) == "sentence" else None
    if earlier is not None and str(earlier) not in KEYWORDS:
        found = broken.loose_word(
            trouble.source, str(earlier), _span(trouble.source, earlier), _sentence(trouble.before, 2)
        )
        if found is not None:
            return found
    return broken.loose_word(trouble.source, str(keyword), _span(trouble.source, keyword), before) or _no_keyword(
        trouble, keyword
    )


def _no_keyword(trouble: Trouble, keyword: Token) -> Diagnostic | None:
    """Explain a line that begins with a word that begins no sentence."""
    place = place_of(trouble.source, keyword.start)
    if not place.section or not broken.is_first_on_line(trouble.source, keyword.start):
        return None
    known = keywords(place.section)
    hint = guess(str(keyword), known) or what_begins(place.section)
    return error("E111", _span(trouble.source, keyword), f"No sentence begins with `{keyword}`.", hint)


def _swallowed(trouble: Trouble, keyword: Token) -> Diagnostic | None:
    """Explain a keyword in the middle of a line, where the sentence before it has said nothing yet."""
    before = _sentence(trouble.before, 1)
    if before is None or broken.is_first_on_line(trouble.source, keyword.start):
        return None
    return broken.loose_word(trouble.source, str(keyword), _span(trouble.source, keyword), before)


def _span(source: Source, token: Token) -> Span:
    return source.span(token.start, token.end)


def _sentence(before: Branch | Token | None, back: int) -> Branch | None:
    """Return the sentence that was read last in a block, or so many back, if it was one of the generic sentences."""
    if before is None or isinstance(before, str) or len(before.children) < back:
        return None
    last = before.children[-back]
    return last if not isinstance(last, str) and kind(last) in ("sentence", "replaced") else None


def _keyword(trouble: Trouble, accepted: frozenset[str]) -> Diagnostic | None:
    """Explain a word of the language in the place of a name."""
    word = trouble.word()
    if len(trouble.begun) == _KEYWORD_AND_NAME:
        keyword, name = trouble.begun
        if isinstance(keyword, str) and isinstance(name, str) and str(name) in RESERVED:
            message = f"`{name}` is a word of the language and cannot be a name."
            return error("E110", _span(trouble.source, name), message, "call it something else")
    if word == "and" and "NAME" in accepted and _CARD_BEFORE.search(trouble.source.text, 0, trouble.at):
        return error("E106", trouble.span(), "There is no `and` between cards.", "leave out `and`")
    if "NAME" in accepted and "_DROP" not in accepted and word in RESERVED:
        message = f"`{word}` is a word of the language and cannot be used as a name here."
        return error("E110", trouble.span(), message, "call it something else, or write what is missing before it")
    return None


def _other(trouble: Trouble, accepted: frozenset[str]) -> Diagnostic:
    word = trouble.word()
    wanted = wanted_words(accepted)
    near = guess(word, _plain_words(accepted)) if word[:1].isalpha() else ""
    explained = (_later, _bracket, _side_by_side, _hyphen, _one_game, _letter)
    special = next((found for one in explained if (found := one(trouble, accepted)) is not None), None)
    if special is not None:
        return special
    if not near and "_COLON" in accepted and (len(accepted) == 1 or bool(re.match(r'[A-Za-z0-9("\-\[]', word))):
        return _no_colon(trouble)
    if not near and accepted == {"_EQUAL"} and word == ":":
        return error("E107", trouble.span(), "There is `:` where `=` belongs.", "write `=` for `:`")
    if not near and accepted == {"_EQUAL"} and place_of(trouble.source, trouble.at).keyword == "option":
        hint = belongs_here(trouble.source, trouble.at)
        return error("E107", trouble.span(), f"There is no `=` and no value before {_shown(word)}.", hint)
    if not near and accepted == {"_EQUAL"}:
        return error("E107", trouble.span(), f"There is no `=` before {_shown(word)}.", "write `=` before it")
    message = _does_not_fit(trouble)
    if (
        not trouble.begun
        and "_EXPECT" in accepted
        and word[:1].isalpha()
        and broken.is_first_on_line(trouble.source, trouble.at)
    ):
        return error(
            "E106", trouble.span(), f"No line of an example begins with `{word}`.", near or what_begins("example")
        )
    is_below = broken.is_first_on_line(trouble.source, trouble.at)
    if word == "}" and not is_below:
        message = f"This `}}` comes before {_sentence_so_far(trouble)} is finished."
    if word == ",":
        is_piece = re.match(r",\s*(,|face\b|when\b|by\b|until\b|in\b|\")", trouble.source.text[trouble.at :])
        near = "write `and`, or leave the comma out" if "_AND" in accepted and not is_piece else "leave the comma out"
    near = near or _typo_before(trouble) or belongs_here(trouble.source, trouble.at)
    above = _unfinished_above(trouble)
    if above is not None and _text_so_far(trouble).split()[:1] not in _HEADS:
        message = f"{capital(_sentence_so_far(trouble))} is not finished on its line."
        return error("E106", above, message, near or f"what can come here: {wanted}")
    return error("E106", trouble.span(), message, near or f"what can come here: {wanted}")


def _unfinished_above(trouble: Trouble) -> Span | None:
    """Return where a line above is not finished, if another sentence or the end of the block comes next."""
    if trouble.word() in (*_BEGIN, "}") and broken.is_first_on_line(trouble.source, trouble.at):
        return _last_word(trouble.source, trouble.at)
    at = _keyword_before(trouble.source, trouble.at)
    return _last_word(trouble.source, at) if at is not None and trouble.begun and trouble.begun[0].start < at else None


def _keyword_before(source: Source, at: int) -> int | None:
    """Return where the word before a place is, if it is the keyword of a line and the line above awaits a name."""
    before = re.search(r"(?m)^[ \t]*([a-z]+)\s*\Z", source.text[:at])
    if before is None or before[1] not in _BEGIN:
        return None
    return before.start(1) if _AWAITS.search(source.text, 0, _last_word(source, before.start(1)).end) else None


_AWAITS = re.compile(r"(?:[-+*/=<>(]|(?<!\w)(?:of|else|then|and|or|not|when|in|is|over|by|where|has|beats|includes))\Z")


def _last_word(source: Source, at: int) -> Span:
    """Return the last word before a place that is no remark."""
    text = source.text[:at].rstrip()
    while "\n" in text and (line := text[text.rindex("\n") + 1 :]).lstrip().startswith("#"):
        text = text.removesuffix(line).rstrip()
    return source.span(len(text) - len((text.split() or [""])[-1]), len(text))


def _no_colon(trouble: Trouble) -> Diagnostic:
    """Explain a word in the place of the `:`, or of the `when` that continues a sentence without `:`."""
    forms = [form for keyword in _text_so_far(trouble).split()[:1] for form in rows_of(keyword)]
    if forms and all(form.content is Content.NOTHING and Piece.WHEN in form.pieces for form in forms):
        hint = f"write `when` and a condition, as in `{forms[0].example}`"
        return error("E106", trouble.span(), _does_not_fit(trouble), hint)
    if forms and all(form.declares for form in forms):
        return error("E106", trouble.span(), _does_not_fit(trouble), f"such as `{forms[0].example}`")
    hint = broken.english(trouble.source, trouble.at) or belongs_here(trouble.source, trouble.at)
    return error("E107", trouble.span(), _does_not_fit(trouble), hint)


def _does_not_fit(trouble: Trouble) -> str:
    return f"{capital(_shown(trouble.word()))} does not fit here in {_sentence_so_far(trouble)}."


def _later(trouble: Trouble, _: frozenset[str]) -> Diagnostic | None:
    """Explain rules for all deals from one on, or up to one."""
    told = re.match(r"on deals? (\d+)? ?\Z", f"{_text_so_far(trouble)} ".replace("  ", " "))
    later = re.compile(r"\+|(?:(?:and|or) )?(?:later|after|more|onwards?|on|up)\b|([<>]=?) ?(\d+)").match(
        trouble.source.text, trouble.at
    )
    if told is None or later is None or (told[1] is None) != (later[1] is not None):
        return None
    compared = f"{later[1]} {later[2]}" if later[1] else f">= {told[1]}"
    which = f"with `deal {compared}`" if later[1] else f"from deal {told[1]} on"
    message = f"Rules for all deals {which} have no block of their own."
    hint = f"list the deals, or write the condition `deal {compared}` in the rules"
    return error("E106", trouble.span(), message, hint)


def _bracket(trouble: Trouble, accepted: frozenset[str]) -> Diagnostic | None:
    """Explain a sentence that ends before its bracket is closed."""
    word = trouble.word()
    if "_RPAR" not in accepted or not (word.startswith('"') or word in ("}", "{", ":")):
        return None
    message = f"A `(` is not closed before {_shown(word)}."
    return error("E106", trouble.span(), message, "write `)` where it ends")


def _side_by_side(trouble: Trouble, accepted: frozenset[str]) -> Diagnostic | None:
    """Explain cards without a comma between them, where a list has commas."""
    text = trouble.source.text
    card = _CARD.match(text, trouble.at)
    previous = text[: trouble.at].split()[-1:]
    if card is None or "_COMMA" not in accepted or not previous or _CARD.fullmatch(previous[0]) is None:
        return None
    span = trouble.source.span(card.start(), card.end())
    return error("E106", span, f"There is no comma between `{previous[0]}` and `{card[0]}`.", "write `,` between them")


def _hyphen(trouble: Trouble, accepted: frozenset[str]) -> Diagnostic | None:
    """Explain a name with a hyphen in it."""
    text, at = trouble.source.text, trouble.at
    around = re.search(r"[A-Za-z_]\w*\Z", text[max(0, at - _LONGEST_NAME) : at]) and re.match(r"-\w", text[at : at + 2])
    if around is None or "MINUS" in accepted:
        return None
    return error("E106", trouble.span(), "A name has letters, digits and `_`.", "write `_` for `-`")


def _letter(trouble: Trouble, accepted: frozenset[str]) -> Diagnostic | None:
    """Explain a seat that is called by a letter alone."""
    first, *_ = (*_text_so_far(trouble).split(), "")
    is_of_example = first in ("case", "bids", "given", "plays", "tricks", "expect")
    if not is_of_example or "NAME" not in accepted or "RANK" in accepted or not re.fullmatch("[A-Z]", trouble.word()):
        return None
    message = f"`{trouble.word()}` alone is read as a rank, and a seat belongs here."
    return error("E106", trouble.span(), message, "give the seat a name of two letters or more")


def _one_game(trouble: Trouble, _: frozenset[str]) -> Diagnostic | None:
    """Explain a second game after `extends`."""
    if trouble.word() not in (",", "and", "with", "+", "&") or not re.search(
        r"\bextends\s+\w+\s*\Z", _text_so_far(trouble)
    ):
        return None
    hint = "name one of them; rules of others come in packs, with `include` inside the braces"
    return error("E106", trouble.span(), "A game extends one other game, and no more.", hint)


def _typo_before(trouble: Trouble) -> str:
    """Return what the word before the one that does not fit may have been meant as."""
    last = trouble.begun[-1] if trouble.begun else None
    if not isinstance(last, str) or last.type != "NAME" or len(last) < _SHORTEST_TYPO or section_form(str(last)):
        return ""
    known = [text for text in patterns().values() if len(text) >= _SHORTEST_TYPO and text.isalpha()]
    close = nearest(str(last), known, 0.75)
    return f"did you mean `{close}` instead of `{last}`?" if close and close != str(last) else ""


def _text_so_far(trouble: Trouble) -> str:
    """Return the part of the sentence before the word that does not fit."""
    start = trouble.begun[0].start if trouble.begun else trouble.at
    return trouble.source.text[start : trouble.at]


def _sentence_so_far(trouble: Trouble) -> str:
    words = _LANGUAGE.sub("", _text_so_far(trouble)).split("#")[0].split()[:2]
    return f"`{' '.join(words)} …`" if words else "this sentence"


_LANGUAGE = re.compile(r"\A\s*language\s+\d+\s*(?:#[^\n]*\n\s*)*(?=\S)")
"""The line before the first sentence of a file."""


def wanted_words(accepted: frozenset[str]) -> str:
    """Describe in plain words what may be in a place."""
    left = set(accepted)
    found: list[str] = []
    if "_DROP" in left or "_EXPECT" in left:
        return "the next sentence, or `}`"
    for group, words in _GROUPS:
        if group <= left:
            left -= group
            found.append(words)
    if found and found[0].startswith("an amount"):
        left -= _HIDDEN | {"CARD"}
    for name in sorted(left - {"$END"}):
        text = _SINGLES.get(name) or f"`{patterns().get(name, name)}`"
        if text not in found:
            found.append(text)
    shown = found[:6]
    return ", ".join(shown[:-1]) + " or " + shown[-1] if len(shown) > 1 else "".join(shown) or "nothing"


def _plain_words(accepted: frozenset[str]) -> list[str]:
    words = [text for name in accepted if (text := patterns().get(name, ""))[:1].isalpha()]
    return words + (list(NOUNS) if "NOUN" in accepted else [])


@cache
def patterns() -> dict[str, str]:
    """Return how the words of the grammar are written."""
    shown: dict[str, str] = {}
    for terminal in grammar().terminals:
        if terminal.text is not None:
            shown[terminal.name] = terminal.text
        elif re.fullmatch(r"[a-z\\s+,*]+?(\\b)?", terminal.pattern):
            shown[terminal.name] = re.sub(r"\\s[+*]", " ", terminal.pattern.removesuffix(r"\b"))
    shown.update({"FACE": "face up", "ANY_TIME": "any time during", "_ON_DEAL": "on deal", "_MAKE_BID": "bid"})
    return shown
