"""No name and no text from outside reaches the terminal as more than letters, whatever the command."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

import pytest

from spadesdsl.cli import main
from spadesdsl.cli.commands import COMMANDS
from spadesdsl.cli.console import Exit
from spadesdsl.words import COMMANDING
from tests.journal.games import record_of

if TYPE_CHECKING:
    from pathlib import Path

EVIL = "a\x1b[31m\x9b2J\x07\u202ez"
RULES = """\
language 1

variant mine "Mine" extends standard {
  set target = 300, failed_nil = help, set_cost = per_bid
}
"""
FORBIDDEN = re.compile(f"[{COMMANDING}]")
NEEDS = {"new": ["--from", "standard"], "diff": ["standard"], "export": ["-o", f"{EVIL}.pbn"],
         "serve": ["--keep", f"{EVIL}.txt"],
         "simulate": ["standard", "--deals", "5", "--bots", "random"]}  # fmt: skip
"""What must be said besides the name; a server that could keep its tables would not end."""
SHORT = {
    "diff": ["--deals", "20"],
    "play": ["--deals", "1", "--bots", "greedy"],
    "review": ["--effort", "quick", "--most", "1"],
}
"""What ends a command soon that would play, or think, for long."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go into a folder in which everything has an evil name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SPADESDSL_CACHE", "off")
    (tmp_path / f"{EVIL}.spades").write_text(RULES, encoding="utf-8")
    (tmp_path / f"{EVIL}_wrong.spades").write_text(RULES.replace("target", "targt"), encoding="utf-8")
    (tmp_path / f"{EVIL}.txt").write_text("{deal: {", encoding="utf-8")
    record_of("standard", tmp_path / f"{EVIL}.yaml", 70)
    return tmp_path


def shown(capfd: pytest.CaptureFixture[str], *words: str) -> str:
    code = main(words)
    out, err = capfd.readouterr()
    assert code != 70, err
    return out + err


@pytest.mark.parametrize("command", sorted(COMMANDS))
@pytest.mark.parametrize("name", [EVIL, f"{EVIL}.spades", f"{EVIL}.yaml"])
@pytest.mark.usefixtures("folder")
def test_no_command_lets_a_name_command_the_terminal(
    command: str, name: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    if command in ("review", "simulate"):
        monkeypatch.delenv("SPADESDSL_CACHE")  # its kernels are compiled once on this machine, and not in each test
    for words in ([command, name, *NEEDS.get(command, [])], [command, *NEEDS.get(command, ["standard"]), name]):
        assert not FORBIDDEN.search(shown(capfd, *words, *SHORT.get(command, []))), words


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "words",
    [
        [EVIL],
        ["validate", f"--{EVIL}"],
        ["validate", "standard", "--set", f"{EVIL}=1"],
        ["validate", "standard", "--set", f"target={EVIL}"],
        ["fmt", "--check", f"{EVIL}.spades", f"{EVIL}_wrong.spades"],
        ["play", "standard", "--from", f"{EVIL}.txt"],
        ["play", "standard", "--from", EVIL],
        ["play", "standard", "--seat", EVIL],
        ["play", "standard", "--seats", EVIL],
        ["play", "standard", "--bots", EVIL],
        ["play", "standard", "--record", f"{EVIL}/x.yaml", "--seat", "none", "--deals", "1"],
        ["play", "--resume", f"{EVIL}.txt"],
        ["play", "--resume", f"{EVIL}.yaml"],
        ["replay", f"{EVIL}.yaml", "--under", f"{EVIL}.spades"],
        ["score", "standard", f"{EVIL}.txt"],
        ["compare", f"{EVIL}.spades", "standard", "--format", "html"],
        ["compare", f"{EVIL}.spades", "standard", "--format", "markdown"],
        ["diff", f"{EVIL}.spades", "standard", "--format", "html", "--deals", "1"],
        ["diff", f"{EVIL}.spades", "standard", "--save", EVIL, "--deals", "1"],
        ["list", EVIL],
        ["schema", EVIL],
        ["explain", EVIL],
    ],
)
def test_no_option_does_either(
    words: list[str], capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert not FORBIDDEN.search(shown(capfd, *words))


@pytest.mark.usefixtures("folder")
def test_what_is_piped_into_a_session_and_the_texts_of_a_record_do_not_either(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.delenv("SPADESDSL_CACHE")  # as above
    typed = "".join(f"{EVIL}\n{word} {EVIL}\n" for word in ("why", "rules", "save", "help", "hint"))
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    text = shown(capfd, "play", "standard", "--seat", "South", "--seed", "1")
    assert "South> a" in text
    assert not FORBIDDEN.search(text)
    record = folder / f"{EVIL}.yaml"
    lines = record.read_text(encoding="utf-8")
    for key in ("title", "program", "variant"):
        record.write_text(
            re.sub(f'^{key}: ".*"', f'{key}: "x\\\\u001b[31m"', lines, flags=re.MULTILINE), encoding="utf-8"
        )
        for words in (["replay"], ["play", "--resume"], ["export"]):
            assert not FORBIDDEN.search(shown(capfd, *words, str(record)))


@pytest.mark.parametrize(
    "line", ["book standard --out ~nobody_at_all/page", "new ~nobody_at_all/page --from standard",
             "play standard --seat none --deals 1 --record ~nobody_at_all/page", "score standard ~nobody_at_all/page"],
)  # fmt: skip
@pytest.mark.usefixtures("folder")
def test_a_home_folder_that_nobody_has_is_a_folder_that_is_not_there(line: str) -> None:
    assert main(line.split()) in (Exit.USAGE, Exit.UNREADABLE)
