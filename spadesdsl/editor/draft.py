"""A file that is being typed: its findings, its names and where they come from, and what is said of a word in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Final

from spadesdsl.check.options import choices_text, say_value
from spadesdsl.check.types import say
from spadesdsl.diagnostics import Diagnostic, Severity
from spadesdsl.editor import vocabulary
from spadesdsl.editor.names import Declaration, Names, Symbol, declarations, names_of
from spadesdsl.editor.vocabulary import Context, context_at
from spadesdsl.examples.result import ExampleResult
from spadesdsl.loader import Loaded, load_draft
from spadesdsl.reading import SUFFIX
from spadesdsl.rules.operations import GLOBALS, PROPERTIES
from spadesdsl.source import Source
from spadesdsl.syntax.parser import normalised, read
from spadesdsl.syntax.sentences import SENTENCES, form_of, section_form
from spadesdsl.syntax.wordlist import EXAMPLE_LINES, ITEMS

_PARENT: Final = re.compile(r"^\s*(?:variant|pack)\b.*\b(?:extends|for)\s+([a-z_]\w*)", re.MULTILINE)
_PACK: Final = re.compile(r"^\s*include\s+([a-z_]\w*)", re.MULTILINE)


class Draft:
    """One text of a file; a changed text is a new draft."""

    def __init__(self, path: Path, text: str) -> None:
        """Begin with a text, with the line ends of the editor as plain ones."""
        self.path, self.text = path, text
        self.source = normalised(Source(str(path), text))
        self._whole: Loaded | None = None
        """The file with fixes, once they were tried."""

    @property
    def loaded(self) -> Loaded:
        """The file as loaded, by what is known so far: with fixes if they have been tried."""
        return self._quick if self._whole is None else self._whole

    @cached_property
    def _quick(self) -> Loaded:
        return load_draft(self.source, self.path.parent, first=self.path, has_fixes=False)

    @cached_property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Everything that `validate` finds: with fixes, failed examples and cheap proofs."""
        if any(one.severity is Severity.ERROR for one in self.loaded.diagnostics):
            self._whole = load_draft(self.source, self.path.parent, first=self.path)
        if self.loaded.variant is None:
            from spadesdsl.proofs.hidden import hidden

            return (*self.loaded.diagnostics, *hidden(self.loaded))
        from spadesdsl.examples.causes import with_causes
        from spadesdsl.proofs.at_once import glance

        failures = (failure for one in with_causes(self.loaded, self.examples) for failure in one.failures)
        return (*self.loaded.diagnostics, *failures, *glance(self.loaded))

    @cached_property
    def examples(self) -> tuple[ExampleResult, ...]:
        """What the examples gave; nothing if the file has mistakes."""
        from spadesdsl.examples.run import run_examples

        return () if self.loaded.variant is None else run_examples(self.loaded)

    @cached_property
    def names(self) -> Names:
        """The names in the file."""
        return names_of(self.source, self.inherited)

    @cached_property
    def inherited(self) -> tuple[Declaration, ...]:
        """What the parents and packs of the file declare."""
        return tuple(one for text in self._others() for one in declarations(text))

    def known(self, *keywords: str) -> Iterator[Declaration]:
        """Yield what the file, its parents and its packs declare with some keywords."""
        return (one for one in (*self.names.declared, *self.inherited) if one.symbol.keyword in keywords)

    def _others(self) -> list[Source]:
        """Return the texts of the parents and packs, even if the file cannot be read at all, as while it is typed."""
        own = str(self.path)
        if self.names_are_whole:
            return [text for text in self.loaded.texts if text.name != own]
        head = _PARENT.search(re.sub(f"{vocabulary.TEXT}|{vocabulary.COMMENT}", "", self.text))
        if head is None:
            return []
        packs = "".join(f"\ninclude {name}" for name in _PACK.findall(self.text))
        plain = Source(own, f"variant draft extends {head[1]} {{{packs}\n}}")
        found = load_draft(plain, self.path.parent, first=self.path, has_fixes=False)
        return [text for text in found.texts if text.name != own]

    def declared(self, symbol: Symbol) -> list[Declaration]:
        """Return where a symbol is declared: the file's own place first, then those of its parents and packs."""
        return [one for one in (*self.names.declared, *self.inherited) if one.symbol == symbol]

    @property
    def names_are_whole(self) -> bool:
        """Whether the file could be read, perhaps without some wrong sentences."""
        reading = read(self.source)
        return reading.document is not None or reading.rest is not None

    def text_of(self, declaration: Declaration) -> Source | None:
        """Return the text that a declaration is in."""
        name = declaration.span.file
        own = self.source
        return own if name == own.name else next((text for text in self._others() if text.name == name), None)

    def renamed(self, offset: int, name: str) -> tuple[tuple[int, int], ...] | str:
        """Return the places to write a new name in, or why the name at an offset cannot be changed.

        A new name must leave no finding that the old one did not have.
        """
        if (found := self.names.at(offset)) is None:
            return "There is no name here that a file gives."
        symbol = found.symbol
        places = self.names.of(symbol)
        if symbol.keyword == "file" or not any(one.is_declaration for one in places):
            return f"`{symbol.name}` is declared in another file: rename it there."
        if self.inherited and any(one.symbol == symbol for one in self.inherited):
            return f"`{symbol.name}` changes a rule of a parent or pack: it needs the name that the rule has there."
        if not name.isidentifier() or not name.isascii():
            return "A name has letters, digits and `_`, and begins with a letter."
        spans = tuple((one.span.start, one.span.end) for one in places)
        again = Draft(self.path, _written(self.text, spans, name))
        before = sorted(one.code for one in (*self.loaded.diagnostics, *self._failures()))
        after = (*again.loaded.diagnostics, *again._failures())
        if sorted(one.code for one in after) != before:
            worst = next((one.message for one in after if one.code not in before), "the rules would change")
            return f"`{name}` cannot be its name: {worst}"
        return spans

    def _failures(self) -> list[Diagnostic]:
        return [failure for one in self.examples for failure in one.failures]


def _written(text: str, spans: tuple[tuple[int, int], ...], name: str) -> str:
    for start, end in reversed(spans):
        text = text[:start] + name + text[end:]
    return text


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
    begins = context.is_first or not context.sentence or context.sentence.split() in (["replace"], ["drop"])
    found = _beginning(context, word) if begins and not is_property else ""
    if not found and (is_property or word in vocabulary.meanings()):
        found = _meanings(word, is_property=is_property)
    return found


def _beginning(context: Context, word: str) -> str:
    """Say what a sentence is that begins with a word."""
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
