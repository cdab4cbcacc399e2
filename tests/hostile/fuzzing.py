"""Files and commands with mistakes made by chance: the program never fails, and never takes long.

`python -m tests.hostile.fuzzing 3000 500` reads 3,000 changed files and tries 500 changed commands, records, moves and
documents. It prints what failed, and takes half an hour of one core; the suite tries a few of each.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import re
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from spadesdsl.cli import main
from tests.journal.games import begun, loaded, play_on

if TYPE_CHECKING:
    from collections.abc import Iterator

VARIANTS = Path(__file__).parent.parent.parent / "variants"
FILES = sorted(VARIANTS.rglob("*.spades"))
MOST_SECONDS = 5
OUR_FAULT = 70
ENDED: Counter[tuple[str, int]] = Counter()
"""How often each command ended with each exit code."""
ODD = (
    *"{}():,;=*+-/<>\"'#.[]|!@?\\\t\x00", "\ufeff", "é", "♠", "-1", "0", "999999999999", "1.5", "2c", "XX", "nil", "''",
    "{{", "}}", "and", "or", "not",
    "when", "if", "then", "else", "case", "of", "each", "player", "side", "tricks(3)", "language 2", "drop", "replace",
    "include standard", "extends nobody", "every", "some", "sum of", "first of", "left of", "looks", "at once", "until",
    "on deal 3 {", "set", "option", "preset", "example", "given", "expect", "bids", "plays", "stock", "hand",
)  # fmt: skip
"""What is put into a text."""
COMMANDS = (
    "validate F", "validate F --proofs", "test F", "show F", "show F --plan", "show F --python", "book F",
    "fmt --check F",
    "score F DOC", "score F DOC --strict", "referee F", "play F --seat none --deals 1 --seed 1", "play --resume REC",
    "replay REC", "export REC", "review REC", "diff standard F", "compare standard F", "explain E101", "schema score",
    "list", "games", "stats", "simulate F --deals 2", "new house --from standard --output OUT",
    "diff standard nyc --case DOC",
)  # fmt: skip
FLAGS = (
    "--set", "target=300", "target=", "=", "--set target", "--set nil_value=x", "--set preset=short", "--json",
    "--format", "xml", "--seed", "-1", "1e9", "--deals", "0", "--seat", "Nobody", "--bots", "evil", "--strict",
    "--help", "--", "-", "", "nope", "\x00",
)  # fmt: skip
SCORE = (
    '{"deal": 2, "given": [{"score": 337, "bags": 7}, {"score": 250}], '
    '"bids": ["3", "nil", "2", "blind 3"], "taken": [4, 2, 3, 4]}'
)
REQUESTS = (
    '{"do": "new", "seed": 7}\n{"do": "move", "move": "3", "seat": 1}\n{"do": "move", "move": "nil", "seat": 2}\n'
    '{"do": "view", "seat": 1}\n{"do": "undo"}\n{"do": "why", "move": "AS", "seat": 2}\n{"do": "events", "for": 1}\n'
)
MOVES = "3\n4\nnil\n?\nwhy AS\nAS\nKH\n7\nundo\nhint\nscore\nhelp\nclaim\nlook\n"


def changed(text: str, rng: random.Random) -> str:
    """Return a text with one to four mistakes."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        text = _with_mistake(text, rng)
    return text


def _with_mistake(text: str, rng: random.Random) -> str:
    words = text.split(" ")
    at = rng.randrange(len(words))
    match rng.randrange(8):
        case 0:
            del words[at]
        case 1:
            words.insert(at, rng.choice(ODD))
        case 2:
            words[at] = rng.choice(ODD)
        case 3:
            other = rng.randrange(len(words))
            words[at], words[other] = words[other], words[at]
        case 4:
            words[at] = rng.choice(words)
        case 5:
            lines = text.split("\n")
            line = rng.randrange(len(lines))
            lines.insert(rng.randrange(len(lines)), lines[line] if rng.random() < 0.5 else lines.pop(line))
            return "\n".join(lines)
        case 6:
            place = rng.randrange(len(text) + 1)
            return text[:place] + rng.choice(ODD) + text[place + rng.randrange(4) :]
        case _:
            place = rng.randrange(len(text) + 1)
            return text[:place] if rng.random() < 0.2 else text[:place] + text[place + rng.randrange(60) :]
    return " ".join(words)


@contextlib.contextmanager
def _stopped_after(seconds: float) -> Iterator[None]:
    def stop(_signal: int, _frame: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def outcome(words: list[str], given: str = "") -> str:
    """Run a command; return what is wrong with how it ended or with a message of it, or nothing."""
    out, err = io.StringIO(), io.StringIO()
    before, begun_at, code, wrong = sys.stdin, time.process_time(), 0, ""
    sys.stdin = io.TextIOWrapper(io.BytesIO(given.encode("utf-8", "replace")), encoding="utf-8")
    try:
        with _stopped_after(4 * MOST_SECONDS), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(words)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except BaseException as problem:
        wrong = "".join(traceback.format_exception(problem))[-1500:]
    finally:
        sys.stdin = before
    ENDED[words[0] if words else "", code] += 1
    seconds = time.process_time() - begun_at
    if code == OUR_FAULT or "Traceback (most recent" in err.getvalue():
        wrong = wrong or f"exit code {code}"
    if not wrong and seconds > MOST_SECONDS:
        wrong = f"{seconds:.1f} seconds"
    if not wrong and (lost := without_place(f"{out.getvalue()}\n{err.getvalue()}")):
        wrong = f"no place: {lost}"
    return wrong and f"{wrong}\n{err.getvalue()[-800:]}"


def without_place(shown: str) -> str:
    """Return the first finding that does not say where, except those about a whole file, which begin with E00."""
    for found in re.split(r"^(?=(?:error|warning|open choice) (?!E00)[A-Z]\d+:)", shown, flags=re.MULTILINE)[1:]:
        if " --> " not in found:
            return found.splitlines()[0]
    return ""


def files(count: int, seed: int, folder: Path) -> Iterator[str]:
    """Validate changed files; yield what failed."""
    for number in range(count):
        rng = random.Random(f"{seed} {number}")
        file = rng.choice(FILES)
        path = folder / f"file_{number}.spades"
        path.write_text(changed(file.read_text("utf-8"), rng), "utf-8", "surrogatepass")
        words = ["validate", str(path)]
        wrong = outcome(words)
        if wrong:
            yield f"file {number}, {file.name}: {path}: {wrong}"
        else:
            path.unlink()


def commands(count: int, seed: int, folder: Path) -> Iterator[str]:
    """Try changed commands, with changed documents, records, requests and moves; yield what failed."""
    journal, state = begun(loaded("standard"), folder / "record.yaml")
    play_on(journal, state, 70)
    journal.close()
    record = (folder / "record.yaml").read_text("utf-8")
    for number in range(count):
        rng = random.Random(f"{seed} {number}")
        file, kept, document = (folder / f"{name}_{number}" for name in ("game.spades", "record.yaml", "document.json"))
        named = {"F": str(file), "REC": str(kept), "DOC": str(document), "OUT": str(folder / f"new_{number}.spades")}
        file.write_bytes(rng.choice(FILES).read_bytes())
        kept.write_text(changed(record, rng), "utf-8", "surrogatepass")
        document.write_text(changed(SCORE, rng), "utf-8", "surrogatepass")
        words = [named.get(word, word) for word in rng.choice(COMMANDS).split(" ")]
        if rng.random() < 0.4:
            words.insert(rng.randrange(1, len(words) + 1), rng.choice(FLAGS))
        given = changed(rng.choice((REQUESTS, MOVES, SCORE)), rng)
        wrong = outcome(words, given)
        if wrong:
            yield f"command {number}: {words}\ngiven {json.dumps(given)[:400]}: {wrong}"
        else:
            for path in (file, kept, document):
                path.unlink()


def run(many: int, few: int, seed: int) -> None:
    """Print what failed."""
    folder = Path(tempfile.mkdtemp(prefix="fuzzing"))
    os.environ["XDG_DATA_HOME"] = str(folder)
    # A command without a name looks at the folder in which it is run.
    os.chdir(folder)
    failed = 0
    for line in chain(files(many, seed, folder), commands(few, seed, folder)):
        failed += 1
        print(line, flush=True)  # noqa: T201 - it is a report
    ended = ", ".join(f"{command} {code}: {count}" for (command, code), count in sorted(ENDED.items()))
    print(f"Ended with: {ended}")  # noqa: T201 - it is a report
    print(f"{many} files and {few} commands tried, {failed} failed; what failed is in {folder}")  # noqa: T201


if __name__ == "__main__":
    run(*map(int, [*sys.argv[1:4], *("3000", "500", "1")[len(sys.argv) - 1 :]]))
