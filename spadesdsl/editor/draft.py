"""A file that is being typed: its findings, its names, and where those come from."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from spadesdsl.diagnostics import Severity
from spadesdsl.editor import vocabulary
from spadesdsl.editor.names import Declaration, Names, Symbol, declarations, names_of
from spadesdsl.frozen import dataclass, field, replace
from spadesdsl.loader import Loaded, load_draft
from spadesdsl.source import Source
from spadesdsl.syntax.parser import normalised, read

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.examples.result import ExampleResult

_PARENT: Final = re.compile(r"^\s*(?:variant|pack)\b.*\b(?:extends|for)\s+([a-z_]\w*)", re.MULTILINE)
_PACK: Final = re.compile(r"^\s*include\s+([a-z_]\w*)", re.MULTILINE)


@dataclass(slots=True)
class Draft:
    """One text of a file; a changed text is a new draft."""

    path: Path
    text: str
    """With the line ends of the editor as plain ones."""
    _quick: Loaded | None = None
    _whole: Loaded | None = None
    _names: Names | None = None
    _inherited: tuple[Declaration, ...] | None = None
    _examples: tuple[ExampleResult, ...] | None = None
    _found: dict[str, tuple[Diagnostic, ...]] = field(default_factory=dict)

    @property
    def source(self) -> Source:
        """The text as a source, named by its path."""
        return normalised(Source(str(self.path), self.text))

    @property
    def loaded(self) -> Loaded:
        """The file as loaded, by what is known so far: with fixes if they have been tried."""
        if self._whole is not None:
            return self._whole
        if self._quick is None:
            self._quick = load_draft(self.source, self.path.parent, first=self.path, has_fixes=False)
        return self._quick

    def quick_findings(self) -> tuple[Diagnostic, ...]:
        """Return what is wrong with the file; no fix is tried and no example is run."""
        return self.loaded.diagnostics

    def findings(self) -> tuple[Diagnostic, ...]:
        """Return everything that `validate` finds: with fixes, failed examples and cheap proofs."""
        if "all" not in self._found:
            loaded = self.loaded
            if any(one.severity is Severity.ERROR for one in loaded.diagnostics):
                self._whole = loaded = load_draft(self.source, self.path.parent, first=self.path)
            found = loaded.diagnostics
            if loaded.variant is not None:
                from spadesdsl.proofs.prove import glance

                failed = [failure for one in self.examples() for failure in one.failures]
                found = (*found, *failed, *glance(loaded))
            self._found["all"] = tuple(found)
        return self._found["all"]

    def examples(self) -> tuple[ExampleResult, ...]:
        """Run the examples; none if the file has mistakes."""
        if self._examples is None:
            from spadesdsl.examples.run import run_examples

            self._examples = () if self.loaded.variant is None else run_examples(self.loaded)
        return self._examples

    @property
    def names(self) -> Names:
        """The names in the file."""
        if self._names is None:
            self._names = names_of(self.source, self.inherited)
        return self._names

    @property
    def inherited(self) -> tuple[Declaration, ...]:
        """What the parents and packs of the file declare."""
        if self._inherited is None:
            self._inherited = tuple(one for text in self._others() for one in declarations(text))
        return self._inherited

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
        found = self.names.at(offset)
        if found is None:
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
        again = replace(self, text=_written(self.text, spans, name), _quick=None, _whole=None, _names=None,
                        _inherited=None, _examples=None, _found={})  # fmt: skip
        before = sorted(one.code for one in (*self.loaded.diagnostics, *self._failures()))
        after = (*again.loaded.diagnostics, *again._failures())
        if sorted(one.code for one in after) != before:
            worst = next((one.message for one in after if one.code not in before), "the rules would change")
            return f"`{name}` cannot be its name: {worst}"
        return spans

    def _failures(self) -> list[Diagnostic]:
        return [failure for one in self.examples() for failure in one.failures]


def _written(text: str, spans: tuple[tuple[int, int], ...], name: str) -> str:
    for start, end in reversed(spans):
        text = text[:start] + name + text[end:]
    return text
