"""How a command tells what it takes: without the types of a programmer."""

from __future__ import annotations

import re
from typing import Any, Final

from typer.core import TyperCommand

_TYPE: Final = re.compile(r"(?<=[A-Z]) <(?:str|list\[str\])>")


class Command(TyperCommand):
    """A command whose arguments are told by what they are called."""

    def get_help(self, ctx: Any) -> str:  # noqa: ANN401 - typer does not export the class that it wants here
        """Return the help; what stands at the right stays where it stood."""
        return _TYPE.sub(lambda found: " " * len(found[0]), str(super().get_help(ctx)))
