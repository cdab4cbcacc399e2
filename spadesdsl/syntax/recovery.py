"""The parse itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.diagnostics import Diagnostic, error
from spadesdsl.syntax.grammar import grammar

if TYPE_CHECKING:
    from spadesdsl.source import Source
    from spadesdsl.syntax.reader import Branch


def tree_of(source: Source) -> tuple[Branch | None, tuple[Diagnostic, ...]]:
    """Return the parse tree."""
    from lark.exceptions import UnexpectedInput

    try:
        return grammar().parse(source.text), ()
    except UnexpectedInput as wrong:
        at = wrong.pos_in_stream or 0
        return None, (error("E106", source.span(at, at + 1), "This cannot be read here."),)
