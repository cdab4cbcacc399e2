"""Every code has a fixture with its findings: code, place, words and fix; `tests/mistakes/test_meant.py` holds them."""

from __future__ import annotations

from pathlib import Path

from spadesdsl.codes import CODES

FOLDER = Path(__file__).parent.parent / "data" / "errors" / "check"
ELSEWHERE = {"E245", "E261", "E414", "A601"} | {f"E00{number}" for number in range(1, 7)} | {"E212", "E229"}
"""Codes whose tests need more than one small file."""


def fixtures() -> list[Path]:
    return sorted(FOLDER.glob("*.txt"))


def test_every_fixture_has_its_findings() -> None:
    alone = {path.stem for path in FOLDER.glob("*.spades")} - {path.stem for path in fixtures()}
    assert all(name.startswith("with_") for name in alone), alone


def test_every_code_has_a_fixture() -> None:
    shown = {line[:4] for golden in fixtures() for line in golden.read_text(encoding="utf-8").splitlines()}
    missing = {code for code in CODES if code[:2] in ("E0", "E2", "E3", "E4", "W5", "A6")} - shown - ELSEWHERE
    assert not missing


def test_every_finding_of_a_fixture_is_registered_and_says_its_mend() -> None:
    for golden in fixtures():
        lines = golden.read_text(encoding="utf-8").splitlines()
        for at, line in enumerate(lines):
            if line.startswith(" "):
                continue
            assert line[:4] in CODES, golden.stem
            assert at + 1 < len(lines), golden.stem
            assert lines[at + 1].startswith("  "), golden.stem
