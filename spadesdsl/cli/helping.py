"""The help of a command, without a programmer's types."""

from __future__ import annotations

import re
from typing import Any, Final

from typer.core import TyperCommand

_TYPE: Final = re.compile(r"(?<=[A-Z]) <(?:str|list\[str\])>")


class Command(TyperCommand):
    """A command whose help shows the names of arguments, not their types."""

    def get_help(self, ctx: Any) -> str:  # noqa: ANN401 - typer does not export the class that it wants here
        """Return the help, with its right column in place."""
        return _TYPE.sub(lambda found: " " * len(found[0]), str(super().get_help(ctx)))
