"""Load checked rules, or a game to play, from a name or a path."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spadesdsl.check import Unfound, Whole, check, check_whole, errors_with
from spadesdsl.check.play_options import reset, settled_options
from spadesdsl.diagnostics import Diagnostic, Fix, Severity, has_errors
from spadesdsl.frozen import Changing, field, replace
from spadesdsl.library import Library, Opened
from spadesdsl.reading import read_text
from spadesdsl.settings import read_settings
from spadesdsl.source import Source, Span
from spadesdsl.syntax.bodies import Assign
from spadesdsl.syntax.nodes import Document, Include, Item, Prefer, Preset, Rule, SetOptions
from spadesdsl.syntax.parser import normalised
from spadesdsl.syntax.writing import show

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spadesdsl.binding.game import Bound
    from spadesdsl.engine.game import Game
    from spadesdsl.rules.game import Variant
    from spadesdsl.rules.terms import Value


class Loaded(Changing, eq=False):
    """A loaded file: its rules, if nothing is wrong with them, and all findings."""

    variant: Variant | None
    """None if there are errors."""
    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]
    """The texts that the findings point into, by file name."""
    _library: Library
    _whole: Whole | None
    """The file as parsed, with its parents and packs; None if it could not be parsed."""
    _assigns: tuple[Assign, ...]
    settings: Mapping[str, str] = field(default_factory=dict)
    """What was set from outside."""
    gave: set[Span] = field(default_factory=set)
    """Where the lines stand that gave points in an example that was run, whatever its settings."""
    _game: Game | None = None
    _bound: list[Bound] = field(default_factory=list)
    """What was bound of the file, whatever its settings."""
    _reset: dict[tuple[Assign, ...], Loaded] = field(default_factory=dict)
    _plain: Loaded | None = None
    """The file without its own rules, once requested."""
    _settled: frozenset[str] | None = None
    """The options that need a new check of the file when set; None until requested."""

    def with_fixes(self) -> tuple[Fix, Source, Loaded] | None:
        """Return the fixes of all mistakes in one, the text, and the file with them; None if that is not right yet."""
        wrong = [one for one in self.diagnostics if one.severity is Severity.ERROR]
        source = normalised(self._library.texts[0]) if self._library.texts else None
        if source is None or self.settings or any(one.fix is None or one.span.file != source.name for one in wrong):
            return None
        edits = sorted((edit for one in wrong if one.fix for edit in one.fix.edits), key=lambda one: one.span.start)
        fix = Fix(tuple(edits), "")
        if any(one.span.end > other.span.start for one, other in pairwise(edits)):
            return None
        loaded = self.with_text(fix.applied(source.text))
        return None if loaded.variant is None else (fix, source, loaded)

    @property
    def opened(self) -> tuple[Opened, ...]:
        """Return all texts that were requested, found or not."""
        return tuple(self._library.opened)

    @property
    def texts(self) -> tuple[Source, ...]:
        """Return all texts that were read, the file's own first."""
        return tuple(self._library.texts)

    @property
    def is_shipped(self) -> bool:
        """Tell whether these are the rules of the package, not a file that reads some of them."""
        return any(one.kind == "bundled" and one.source is self.texts[0] for one in self.opened[:1])

    @property
    def document(self) -> Document | None:
        """Return the file as parsed; None if it could not be parsed."""
        return None if self._whole is None else self._whole.document

    @property
    def game(self) -> Game | None:
        """Return the game, bound on first use; None if there are errors."""
        if self._game is None and self.variant is not None:
            from spadesdsl.binding.game import bind

            self._game = replace(bind(self.variant, self.sources, self._bound), reset=self._again, kept=self._kept)
        return self._game

    @property
    def rules(self) -> Variant:
        """Return the rules of a file without errors."""
        assert self.variant is not None, "its errors were shown"
        return self.variant

    @property
    def playable(self) -> Game:
        """Return the game of a file without errors."""
        assert self.game is not None, "its errors were shown"
        return self.game

    def _kept(self) -> tuple[Any, ...]:
        """Return how to load these rules again from their texts alone, even if their files change."""
        assert self._game is not None
        texts = tuple((source.name, source.text) for source in self.texts)
        settings = tuple((assign.name, show(assign.value)) for assign in self._assigns)
        return _loaded_again, texts, settings, self._game.hash

    def _again(self, settings: Mapping[str, str]) -> Game:
        """Return the game with settings over those that it was loaded with; if one is wrong, raise `OptionError`."""
        from spadesdsl.engine.boundary import OptionError

        assigns, _, wrong = read_settings(settings)
        names = {assign.name for assign in assigns}
        kept = tuple(assign for assign in self._assigns if assign.name not in names)
        again = self.with_settings((*kept, *assigns))
        errors = [found for found in (*wrong, *again.diagnostics) if found.severity is Severity.ERROR]
        if errors or again.game is None:
            raise OptionError("; ".join(f"{one.message} ({one.hint})" if one.hint else one.message for one in errors))
        return again.game

    def with_settings(self, assigns: tuple[Assign, ...]) -> Loaded:
        """Return the file as written, with these settings over all else, as an example's `set` gives them.

        What was set from outside does not count: an example is about the file.
        """
        if assigns == self._assigns:
            return self
        if assigns not in self._reset:
            checked, found = self._checked_with(assigns)
            again = Loaded(checked, found, self.sources, self._library, self._whole, assigns, self.settings)
            again._bound, again.gave = self._bound, self.gave
            if checked is not None and self.variant is not None and _values(checked) == _values(self.variant):
                again._game = self.game
            self._reset[assigns] = again
        return self._reset[assigns]

    def with_text(self, text: str) -> Loaded:
        """Return another text in the place of the file, loaded like it and without fixes."""
        library = Library(folder=self._library.folder, first=self._library.first, given=self._library.given)
        document = library.enter(Source(self.texts[0].name, text))
        return _loaded(library, document, self.settings, has_fixes=False)

    def without_own_rules(self) -> Loaded | None:
        """Return the file with only what it extends, includes and sets; None if that is not a game."""
        if self._plain is None:
            assert self.document is not None
            items = tuple(item for item in self.document.items if _is_setting(item))
            plain = Whole(replace(self.document, items=items), self._library.find)
            checked, found = check_whole(plain)
            variant = None if has_errors(found) else checked
            self._plain = Loaded(variant, found, self.sources, self._library, plain, ())
        return self._plain if self._plain.variant is not None else None

    def parent(self) -> Variant | None:
        """Return the rules that the file extends, or that a pack is for; None if there are none, or they are wrong."""
        assert self.document is not None
        name = self.document.extends or self.document.pack_for
        document = None if name is None else self._library.find(name, "variant")
        if document is None or isinstance(document, Unfound):
            return None
        checked, found = check_whole(Whole(document, self._library.find), is_trial=True)
        return None if has_errors(found) else checked

    def errors_with(self, assigns: tuple[Assign, ...]) -> tuple[Diagnostic, ...]:
        """Return why the file, which is correct as written, cannot be played with these settings."""
        assert self._whole is not None
        return errors_with(self._whole, assigns)

    def _checked_with(self, assigns: tuple[Assign, ...]) -> tuple[Variant | None, tuple[Diagnostic, ...]]:
        known = {assign.name for assign in assigns}
        if self.variant is not None and all(assign.name in known for assign in self._assigns):
            if self._settled is None:
                self._settled = settled_options(self.variant)
            if (again := reset(self.variant, assigns, self._settled)) is not None:
                return again, ()
        assert self._whole is not None
        checked, found = check_whole(self._whole, assigns, is_trial=bool(assigns))
        return (None if has_errors(found) else checked), found


def _values(variant: Variant) -> list[tuple[tuple[str, Value], ...]]:
    """Return the values of the options on all deals."""
    return [tuple((option.name, option.value) for option in game.options) for game in variant.games]


def _is_setting(item: Item) -> bool:
    """Tell whether an item sets, includes, or declares what can be set."""
    return isinstance(item, SetOptions | Include | Prefer | Preset) or (
        isinstance(item, Rule) and item.keyword == "option"
    )


def load(name: str, settings: Mapping[str, str], *, has_fixes: bool = True) -> Loaded:
    """Load and check a bundled variant by its name, or a file by its path.

    Args:
        name: The name or path; a pack is checked on the variant that it is for.
        settings: Options set from outside, as texts.
        has_fixes: Whether to try a fix for each mistake, which is slow.
    """
    library = Library()
    return _loaded(library, library.open(name), settings, has_fixes=has_fixes)


def load_text(data: bytes, settings: Mapping[str, str], *, has_fixes: bool = True) -> Loaded:
    """Load from the standard input; parents and packs come from the bundle. Without fixes it is quicker."""
    library = Library()
    source, found = read_text(data)
    library.findings.extend(found)
    return _loaded(library, None if source is None else library.enter(source), settings, has_fixes=has_fixes)


def load_sources(first: Source, others: Mapping[str, Source], settings: Mapping[str, str]) -> Loaded:
    """Load what a record keeps: a text, and its parents and packs by name; no other file is read."""
    library = Library(given=others)
    return _loaded(library, library.enter(first), settings, has_fixes=False)


@lru_cache(maxsize=32)
def _loaded_again(texts: tuple[tuple[str, str], ...], settings: tuple[tuple[str, str], ...], known: str) -> Game:
    """Load a pickled game; if these texts are other rules in this version, or none, raise `GameError`."""
    from spadesdsl.engine.boundary import GameError

    first, *others = (Source(*text) for text in texts)
    game = load_sources(first, {Path(source.name).stem: source for source in others}, dict(settings)).game
    if game is None or game.hash != known:
        raise GameError(f"the pickled rules of {first.name} are other rules, or none, for this version of the program")
    return game


def load_draft(source: Source, folder: Path, *, first: Path | None = None, has_fixes: bool = True) -> Loaded:
    """Load a text as if it were in a folder, with the parents and packs that are there.

    Args:
        first: The file whose text this is, if there is one: it is no parent of itself.
        has_fixes: Whether to try a fix for each mistake, which is slow.
    """
    library = Library(folder=folder, first=first)
    return _loaded(library, library.enter(source), {}, has_fixes=has_fixes)


def _loaded(
    library: Library, document: Document | None, settings: Mapping[str, str], *, has_fixes: bool = True
) -> Loaded:
    assigns, source, wrong = read_settings(settings)
    library.sources[source.name] = source
    library.findings.extend(wrong)
    whole, checked, found, trial = _found(library, document, assigns)
    settled = _settled(library, assigns, found, trial) if has_fixes else found
    variant = None if has_errors(found) else checked
    return Loaded(variant, settled, library.sources, library, whole, assigns, dict(settings))


def _found(
    library: Library, document: Document | None, assigns: tuple[Assign, ...]
) -> tuple[Whole | None, Variant | None, tuple[Diagnostic, ...], tuple[Diagnostic, ...]]:
    """Check a document, or what could be read of it.

    Returns:
        The file as parsed and as checked, its findings, and these with what its wrong sentences may have caused, for a
        trial.
    """
    whole = None if document is None else Whole(document, library.find)
    if whole is not None and not has_errors(library.findings):
        checked, found = check_whole(whole, assigns)
        told = (*library.findings, *found)
        return whole, checked, told, told
    read, rest = tuple(library.findings), _of_the_rest(library, assigns)
    sentences = () if library.rest is None else library.rest.torn
    torn = frozenset[str]().union(*sentences)
    added = frozenset[str]().union(*(words for words in sentences if "drop" not in words))
    changes = "replace" in torn  # what could not be read may have replaced what reads something dropped
    own = (
        one
        for one in rest
        if not _names(one, library.sources) & (added if one.code in _OF_PACKS else torn)
        and not (changes and one.code == "E233")
    )
    own = (one for one in own if one.code not in _OF_PACKS or "include" not in torn)
    own = (one for one in own if one.code not in _OF_LISTS or _LISTS.isdisjoint(torn))
    own = (one for one in own if not any(one.span.encloses(other.span) for other in read))
    return whole, None, (*read, *own), (*read, *rest)


def _settled(
    library: Library, assigns: tuple[Assign, ...], findings: tuple[Diagnostic, ...], trial: tuple[Diagnostic, ...]
) -> tuple[Diagnostic, ...]:
    """Add to each mistake its fix, if one was tried and works."""
    if not library.texts or all(one.severity is Severity.OPEN for one in findings):
        return findings
    from spadesdsl.repair.joined import settle_all

    source = normalised(library.texts[0])

    def again(text: str) -> tuple[Diagnostic, ...]:
        if text == library.texts[0].text:
            return trial
        other = Library(folder=library.folder, first=library.first, given=library.given)
        return _found(other, other.enter(Source(source.name, text)), assigns)[-1]

    return settle_all(findings, source, again)


_OF_PACKS = frozenset({"E203", "E204", "E205", "E228", "E234", "E239", "E254"})
"""Findings about a name that is nowhere, which a pack may have whose `include` could not be read."""
_LISTS = frozenset(("seats", "suits", "ranks"))
_OF_LISTS = frozenset({"E256", "E257", "E404", "E406", "E408"})
"""Findings about seats and cards, which a list that could not be read may declare."""
_MISSING_CODES = frozenset({"E401", "E420", "E421"})
"""Findings that something is missing, or that cards do not add up, which the unreadable part may explain."""


def _of_the_rest(library: Library, assigns: tuple[Assign, ...]) -> list[Diagnostic]:
    """Check what could be read of a file, so that one run reports all its mistakes.

    Findings that name a word of a wrong sentence count only in a trial, before and after: that sentence may be their
    only cause.
    """
    if library.rest is None or library.rest.rest is None:
        return []
    file = library.rest.rest.name_span.file
    _, found = check(library.rest.rest, find=library.find, settings=assigns)
    errors = (one for one in found if one.severity is Severity.ERROR and one.span.file == file)
    return [one for one in errors if one.code not in _MISSING_CODES]


def _names(finding: Diagnostic, sources: Mapping[str, Source]) -> set[str]:
    """Return the names in a finding, and those in the lines of its other places."""
    known = [note.span for note in finding.notes if note.span.file in sources]
    around = [sources[span.file].line(span.line) for span in known]
    texts = re.findall(r"`([^`]+)`", finding.message)
    return {word for text in (*texts, *around) for word in re.findall(r"\w+", text)}
