"""Files and commands with mistakes made by chance: a few of those that `tests.hostile.fuzzing` tries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.hostile.fuzzing import commands, files, without_place

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_what_is_wrong_by_chance_is_said_and_never_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert not [*files(3, 1, tmp_path), *commands(6, 4, tmp_path)]


def test_a_finding_without_its_place_is_noticed() -> None:
    placed = "error E203: There is no `x`.\n --> file.spades:1:1\n"
    assert without_place(placed) == ""
    assert without_place("error E001: There is no file `x`.\n") == ""
    assert without_place(f"{placed}warning W502: Nothing reads it.\n") == "warning W502: Nothing reads it."
