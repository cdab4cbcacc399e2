"""The result of an example."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.frozen import dataclass

if TYPE_CHECKING:
    from spadesdsl.diagnostics import Diagnostic


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """The result of an example."""

    title: str
    document: str
    """The variant or pack that wrote it."""
    file: str
    line: int
    failures: tuple[Diagnostic, ...]

    @property
    def passed(self) -> bool:
        """Tell whether it holds."""
        return not self.failures
