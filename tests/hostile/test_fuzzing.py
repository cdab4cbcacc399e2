"""Files and commands with mistakes made by chance: a few of those that `tests.hostile.fuzzing` tries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.hostile.fuzzing import commands, files

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_what_is_wrong_by_chance_is_said_and_never_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert not [*files(3, 1, tmp_path), *commands(6, 4, tmp_path)]
