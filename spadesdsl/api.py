"""The two calls that most programs start with: `load` a game to play it, `check_file` to see what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

from spadesdsl import loader
from spadesdsl.diagnostics import Diagnostic, Severity
from spadesdsl.engine import boundary
from spadesdsl.engine.boundary import Settings
from spadesdsl.engine.game import Game
from spadesdsl.frozen import Frozen
from spadesdsl.reading import PLACE
from spadesdsl.rules.game import Variant
from spadesdsl.source import Source
from spadesdsl.words import value_text


class Checked(Frozen):
    """The findings about a file."""

    variant: Variant | None
    """The checked rules; None if there are errors."""
    diagnostics: tuple[Diagnostic, ...]
    """Errors, warnings and open choices."""
    sources: Mapping[str, Source]
    """The texts that the findings point into, by file name."""


class RulesError(ValueError):
    """A file cannot be loaded."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...], sources: Mapping[str, Source]) -> None:
        errors = [one for one in diagnostics if one.severity is Severity.ERROR]
        lines = []
        for one in errors:
            where = "" if one.span.file == PLACE else f"{one.span}: "
            lines.append(f"{where}{one.code}: {one.message}{f' ({one.hint})' if one.hint else ''}")
        super().__init__("\n".join(lines))
        self.diagnostics = diagnostics
        self.sources = sources


def load(name: str | Path, **options: str | int | float | Fraction | bool) -> Game:
    """Load a game: a bundled variant by its name, or a file by its path.

    Args:
        name: A name such as `standard`, or a path; a pack is played on the variant that it is for.
        options: Settings, checked as a file's are.

    Raises:
        RulesError: the file or a setting is wrong; it holds every finding.
    """
    found = loader.load(str(name), {option: value_text(value) for option, value in options.items()})
    if found.game is None:
        raise RulesError(found.diagnostics, found.sources)
    return found.game


def check_file(name: str | Path, settings: Settings | None = None) -> Checked:
    """Check a file, or a bundled variant by its name, without playing it or running its examples.

    Raises:
        GameError: `settings` are no options by name.
    """
    found = loader.load(str(name), boundary.settings(None, "settings", settings or {}))
    return Checked(found.variant, found.diagnostics, found.sources)
