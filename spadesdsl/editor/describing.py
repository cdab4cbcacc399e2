"""What an editor says of the word under the pointer, in Markdown."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from spadesdsl.check.options import choices_text, say_value
from spadesdsl.check.types import say
from spadesdsl.editor import vocabulary
from spadesdsl.editor.context import context_at
from spadesdsl.reading import SUFFIX
from spadesdsl.rules.operations import GLOBALS, PROPERTIES
from spadesdsl.syntax.sentences import SENTENCES, form_of, section_form
from spadesdsl.syntax.wordlist import EXAMPLE_LINES, ITEMS

if TYPE_CHECKING:
    from spadesdsl.editor.draft import Draft
    from spadesdsl.editor.names import Declaration

_MOST_LINES = 12
_WORD = re.compile(vocabulary.NAME)


def describe(draft: Draft, offset: int) -> tuple[str, int, int] | None:
    """Return what to say of the word at an offset, and where that word begins and ends; None if there is nothing."""
    if (named := draft.names.at(offset)) is not None:
        if found := draft.declared(named.symbol):
            return _declaration(draft, found[0]), named.span.start, named.span.end
        if named.symbol.keyword == "file":
            text = _file(draft, named.symbol.name)
            return (text, named.span.start, named.span.end) if text else None
    word = next((one for one in _WORD.finditer(draft.text) if one.start() <= offset <= one.end()), None)
    if word is None or context_at(draft.text, word.start()).is_text:
        return None
    text = _of_the_language(draft.text, word[0], word.start())
    return (text, *word.span()) if text else None


def _declaration(draft: Draft, declared: Declaration) -> str:
    source = draft.text_of(declared)
    lines = [] if source is None else source.text[declared.whole.start : declared.whole.end].split("\n")
    indent = min((len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()), default=0)
    lines = [lines[0], *(line[indent:] if line[:indent].isspace() else line for line in lines[1:])] if lines else []
    shown = lines[:_MOST_LINES] + (["…"] if len(lines) > _MOST_LINES else [])
    parts = [fenced("\n".join(shown))]
    parts += _value(draft, declared)
    if declared.span.file != draft.source.name:
        parts.append(f"*from {Path(declared.span.file).name}, line {declared.span.line}*")
    return "\n\n".join(parts)


def fenced(text: str) -> str:
    """Return rules as a block of Markdown."""
    return f"```{SUFFIX.removeprefix('.')}\n{text}\n```"


def _value(draft: Draft, declared: Declaration) -> list[str]:
    """Say the value of an option now, and the type of a quantity."""
    if (variant := draft.loaded.variant) is None:
        return []
    game, name = variant.game, declared.symbol.name
    for option in game.options:
        if declared.symbol.keyword == "option" and option.name == name:
            return [f"now {say_value(option.type, option.value, game)}; {choices_text(option, game)}"]
    for let in game.lets:
        if declared.symbol.keyword == "let" and let.rule.name == name:
            return [say(let.type) + (f", for each {let.subject.value}" if let.subject is not None else "")]
    return []


def _file(draft: Draft, name: str) -> str:
    from spadesdsl.syntax.parser import read

    for text in draft.loaded.texts:
        if (document := read(text).document) is not None and document.name == name:
            head = f"**{document.title or document.name}** ({document.kind} `{document.name}`)"
            return "\n\n".join(filter(None, (head, document.about)))
    return ""


def _of_the_language(text: str, word: str, start: int) -> str:
    """Say what a word of the language means in its place."""
    context = context_at(text, start)
    is_property = text[start - 1 : start] == "."
    is_meant = is_property or (context.sentence and word in vocabulary.meanings())
    if is_meant and (found := _meanings(word, is_property=is_property)):
        return found
    begins = not context.sentence or context.sentence.strip() == "replace" or context.sentence.split() == ["drop"]
    if not begins:
        return _meanings(word, is_property=False) if word in vocabulary.meanings() else ""
    if context.section == "example":
        return f"**{word}** {EXAMPLE_LINES[word]}" if word in EXAMPLE_LINES else ""
    form = form_of(context.section, word) if context.section in SENTENCES else None
    if form is not None:
        return f"**{word}** {form.line}\n\n{fenced(form.example)}"
    if (section := section_form(word)) is not None:
        return f"**{word}** {section.line}"
    return f"**{word}** {ITEMS[word]}" if word in ITEMS else ""


def _meanings(word: str, *, is_property: bool) -> str:
    found = [
        f"of a {kind.value}: {say(row.type)}. {row.meaning}" for (kind, name), row in PROPERTIES.items() if name == word
    ]
    if not is_property and word in GLOBALS:
        found.insert(0, f"{say(GLOBALS[word].type)}. {GLOBALS[word].meaning}")
    return f"**{word}**\n\n" + "\n\n".join(found) if found else ""
