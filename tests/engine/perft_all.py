"""All games that are told twice, and the deals they are counted on; `python -m tests.engine.perft_all` counts again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from tests.engine.perft import perft
from tests.engine.perft_bids import BIDS
from tests.engine.perft_cards import CARDS
from tests.engine.perft_continent import CONTINENT
from tests.engine.perft_games import GAMES
from tests.engine.perft_newest import NEWEST
from tests.engine.perft_others import OTHERS
from tests.engine.perft_plays import PLAYS
from tests.engine.perft_shelf import SHELF

if TYPE_CHECKING:
    from tests.engine.perft import Rules

POSITIONS = Path(__file__).parent.parent / "data" / "perft"
"""The deals that are counted, with what was counted; beside them the files that the games are children of."""
ALL: dict[str, Rules] = GAMES | OTHERS | CARDS | BIDS | PLAYS | NEWEST | SHELF | CONTINENT
"""Every game, by the name of its golden file."""


def main() -> None:
    """Count again, and write the golden files."""
    for name, rules in ALL.items():
        path = POSITIONS / f"{name}.json"
        position = json.loads(path.read_text(encoding="utf-8"))
        position.update(perft(rules, position, position["depth"]).to_json())
        path.write_text(json.dumps(position, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
