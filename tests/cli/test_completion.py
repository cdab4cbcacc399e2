"""What the shell offers on Tab."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from spadesdsl.cli import main

if TYPE_CHECKING:
    from pathlib import Path


def asking(typed: str) -> dict[str, str]:
    """Return what bash sets when Tab is pressed behind the last word."""
    place = str(len(typed.split(" ")) - 1)
    return {"_SPADESDSL_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": place}


@pytest.mark.parametrize(
    ("typed", "offers"),
    [
        ("spadesdsl val", {"validate"}),
        ("spadesdsl play ny", {"nyc", "nyc_french_cut"}),
        ("spadesdsl show standard --set bag", {"bag_limit=", "bag_penalty=", "bags_past_limit="}),
        ("spadesdsl validate standard --set failed_nil=h", {"failed_nil=help"}),
        ("spadesdsl play standard --seat n", {"north", "none"}),
        ("spadesdsl play no_such_variant --seat n", {"none"}),
        ("spadesdsl schema ref", {"referee"}),
        ("spadesdsl new mine --from ny", {"nyc", "nyc_french_cut"}),
        ("spadesdsl new mine --from standard --with no_o", {"no_ones", "no_overs"}),
        ("spadesdsl rep", {"replay"}),
    ],
)
def test_tab_offers(
    typed: str, offers: set[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in asking(typed).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "argv", ["spadesdsl"])
    assert main() == 0
    assert set(capsys.readouterr().out.split()) == offers


def test_tab_offers_files_of_rules_beside_the_games_that_come_with_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rules").mkdir()
    for name in ("friday.spades", "friday.yaml", "rules/whist.spades"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["spadesdsl"])
    for start, offers in (
        ("fri", ["friday_night", "friday.spades"]),
        ("rules/w", ["rules/whist.spades"]),
        ("no/x", []),
    ):
        for name, value in asking(f"spadesdsl validate {start}").items():
            monkeypatch.setenv(name, value)
        assert main() == 0
        assert capsys.readouterr().out.split() == offers


def test_a_shell_asks_the_program_itself() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", "import sys; from spadesdsl.cli import main; sys.exit(main())"],
        env={**os.environ, **asking("spadesdsl val")}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert ended.stdout.split() == ["validate"]
