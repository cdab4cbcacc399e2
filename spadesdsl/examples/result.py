"""The result of an example."""

from __future__ import annotations

from spadesdsl.diagnostics import Diagnostic
from spadesdsl.frozen import Frozen


class ExampleResult(Frozen):
    """The result of an example."""

    title: str
    document: str
    """The variant or pack that wrote it."""
    file: str
    line: int
    failures: tuple[Diagnostic, ...]
    has_failed: bool = False
    """Whether it does not hold, though why is said with another example."""

    @property
    def passed(self) -> bool:
        """Tell whether it holds."""
        return not self.failures and not self.has_failed
