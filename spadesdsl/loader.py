"""From a name or a path to checked rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.check import check
from spadesdsl.diagnostics import has_errors
from spadesdsl.library import Library, read_file, read_text
from spadesdsl.settings import read_settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spadesdsl.check.checked import CheckedVariant
    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.source import Source
    from spadesdsl.syntax.nodes import Document


def load_checked(
    name: str, settings: Mapping[str, str]
) -> tuple[CheckedVariant | None, tuple[Diagnostic, ...], Mapping[str, Source]]:
    """Load and check a bundled variant by its name, or a file by its path.

    Args:
        name: The name or path; a pack is checked on the variant that it is for.
        settings: Options set from outside, as texts.

    Returns:
        The checked rules, or None where there are errors; all findings; the texts that they point into.
    """
    library = Library()
    return _checked(library, library.open(name), settings)


def check_text(
    data: bytes, settings: Mapping[str, str]
) -> tuple[CheckedVariant | None, tuple[Diagnostic, ...], Mapping[str, Source]]:
    """Check what comes from the standard input; its parents and packs come from the bundle."""
    library = Library()
    source, found = read_text(data)
    library.findings.extend(found)
    return _checked(library, None if source is None else library.enter(source), settings)


def _checked(
    library: Library, document: Document | None, settings: Mapping[str, str]
) -> tuple[CheckedVariant | None, tuple[Diagnostic, ...], Mapping[str, Source]]:
    assigns, source, wrong = read_settings(settings)
    library.sources[source.name] = source
    library.findings.extend(wrong)
    if document is None or has_errors(library.findings):
        return None, tuple(library.findings), library.sources
    checked, found = check(document, find=library.find, settings=assigns)
    findings = (*library.findings, *found)
    return (None if has_errors(findings) else checked), findings, library.sources


__all__ = ["check_text", "load_checked", "read_file", "read_text"]
