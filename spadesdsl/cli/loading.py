"""Loads rules for a command, or shows their errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.cli.console import Exit
from spadesdsl.cli.files import STDIN
from spadesdsl.diagnostics import Diagnostic, Severity, has_errors

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from spadesdsl.cli.console import Console
    from spadesdsl.engine.game import Game
    from spadesdsl.loader import Loaded


def load(console: Console, name: str, settings: Sequence[tuple[str, str]]) -> Loaded:
    """Load a file, a bundled variant or the standard input."""
    from spadesdsl import loader

    if name == STDIN:
        return loader.load_text(console.read_bytes(), dict(settings))
    return loader.load(name, dict(settings))


def name_of(name: str) -> str:
    """Return the name of a file for people."""
    return "standard input" if name == STDIN else name


def game_of(console: Console, name: str, settings: Sequence[tuple[str, str]]) -> tuple[Game, Loaded] | Exit:
    """Return the game of a variant, or show why there is none and return the exit code."""
    loaded = load(console, name, settings)
    if loaded.game is not None:
        return loaded.game, loaded
    from spadesdsl.report import Report

    errors = [finding for finding in loaded.diagnostics if finding.severity is Severity.ERROR]
    console.tell(Report(loaded.sources, has_colour=console.has_colour).all(errors))
    return exit_of(errors)


def exit_of(findings: Iterable[Diagnostic], *, is_strict: bool = False) -> Exit:
    """Return the exit code for findings."""
    found = list(findings)
    if any(is_unreadable(finding) for finding in found):
        return Exit.UNREADABLE
    return Exit.FOUND if has_errors(found) or (is_strict and found) else Exit.FINE


def is_unreadable(finding: Diagnostic) -> bool:
    """Tell whether a finding means that a file cannot be read."""
    return finding.code.startswith("E0")
