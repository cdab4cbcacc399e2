"""A program that plays from what is piped in and keeps a record; what it prints, it has acknowledged.

Called with the file of the record. Where there is one, its game goes on. Each line of the input is a number that picks
a move; every seventeenth takes moves back.
"""

from __future__ import annotations

import sys
from pathlib import Path

from spadesdsl import loader
from spadesdsl.journal import Journal, Resumed, begin, resume


def tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    path = Path(sys.argv[1])
    if path.exists():
        resumed = resume(path)
        assert isinstance(resumed, Resumed), str(resumed)
        states, journal = list(resumed.states), resumed.journal
    else:
        rules = loader.load("hearts", {})
        assert rules.game is not None
        states = [rules.game.start(5)]
        begun = begin(rules, states[0], (), path)
        assert isinstance(begun, Journal), str(begun)
        journal = begun
    tell("ready")
    for line in sys.stdin:
        if states[-1].over:
            break
        number = int(line)
        if number % 17 == 0 and len(states) > 4:
            del states[-(number % 3 + 1) :]
            journal.take_back(states[-1])
            tell(f"undo {number % 3 + 1}")
            continue
        turn = states[-1].turns[0]
        states.append(states[-1].apply(turn.moves[number % len(turn.moves)], turn.seat))
        journal.append(states[-1])
        tell(f"{turn.seat} {turn.moves[number % len(turn.moves)]}")


if __name__ == "__main__":
    main()
