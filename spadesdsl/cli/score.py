"""`spadesdsl score`: the score sheet of a deal that was played elsewhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from spadesdsl.cli.exits import Exit
from spadesdsl.cli.files import STDIN
from spadesdsl.cli.loading import game_of

if TYPE_CHECKING:
    from spadesdsl.cli.calls import Score
    from spadesdsl.cli.console import Console
