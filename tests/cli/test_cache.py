"""What is kept about a file is used only while nothing that it hangs on has changed."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from spadesdsl.cli import cache
from spadesdsl.cli import validate as command
from spadesdsl.cli.commands import Validate
from spadesdsl.cli.console import Console

if TYPE_CHECKING:
    from pathlib import Path

HOUSE = 'language 1\n\nvariant house "House" extends standard {\n  set target = 300\n}\n'
PACK = 'language 1\n\npack ours "Ours" for standard {\n  set nil_value = 50\n}\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("SPADESDSL_CACHE", raising=False)
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    (work / "house.spades").write_text(HOUSE, encoding="utf-8")
    return work


class Counted:
    """Counts how often files are really checked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.times = 0
        really = command._check

        def counted(*given: object, **named: object) -> object:
            self.times += 1
            return really(*given, **named)  # type: ignore[arg-type]

        monkeypatch.setattr(command, "_check", counted)

    def of(self, name: str = "house.spades", *settings: tuple[str, str]) -> list[str]:
        """Check a file; return what was found."""
        (checked,) = command._check_all(Console.of_process(), [name], Validate((name,), settings))
        return [f"{one.code} {one.span} {one.message}" for one in checked.findings]


@pytest.fixture
def counted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Counted:
    return Counted(monkeypatch)


def test_a_file_that_did_not_change_is_checked_once(counted: Counted) -> None:
    first = counted.of()
    assert counted.of() == first
    assert first, "the open choices are told again"
    assert counted.times == 1


def test_a_changed_file_is_checked_anew(folder: Path, counted: Counted) -> None:
    counted.of()
    (folder / "house.spades").write_text(HOUSE.replace("300", "30O"), encoding="utf-8")
    assert any(one.startswith("E") for one in counted.of())
    counted.of()
    assert counted.times == 3, "a file with errors is always checked"


def test_a_setting_is_another_check(counted: Counted) -> None:
    counted.of()
    counted.of("house.spades", ("target", "250"))
    assert counted.times == 2


def test_a_pack_that_changes_or_comes_to_lie_beside_the_file_counts(folder: Path, counted: Counted) -> None:
    (folder / "house.spades").write_text(HOUSE.replace("set target", "include whiz\n  set target"), encoding="utf-8")
    counted.of()
    (folder / "whiz.spades").write_text(PACK.replace("ours", "whiz"), encoding="utf-8")
    counted.of()
    assert counted.times == 2
    (folder / "whiz.spades").write_text(PACK.replace("ours", "whiz").replace("50", "30"), encoding="utf-8")
    counted.of()
    assert counted.times == 3


@pytest.mark.parametrize(
    "planted", [b"", b"[]", b"{", b'{"opened": [["file", "house.spades", "x", null]]}', b"\x80\x04"]
)
def test_what_somebody_else_wrote_there_is_not_believed(folder: Path, counted: Counted, planted: bytes) -> None:
    first = counted.of()
    for file in (folder.parent / "cache" / "spadesdsl").glob("findings-*.json"):
        file.write_bytes(planted)
    assert counted.of() == first
    assert counted.times == 2


def test_a_folder_that_others_may_write_to_is_not_used(folder: Path, counted: Counted) -> None:
    counted.of()
    (folder.parent / "cache" / "spadesdsl").chmod(0o777)
    counted.of()
    assert counted.times == 2


@pytest.mark.parametrize("word", ["off", "grammar"])
def test_it_can_be_switched_off(counted: Counted, monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    monkeypatch.setenv("SPADESDSL_CACHE", word)
    counted.of()
    counted.of()
    assert counted.times == 2


def test_what_is_kept_is_plain_data(folder: Path, counted: Counted) -> None:
    counted.of()
    (file,) = (folder.parent / "cache" / "spadesdsl").glob("findings-*.json")
    assert json.loads(file.read_bytes())["name"] == "house.spades"
    assert not hasattr(os, "getuid") or file.stat().st_mode & 0o077 == 0


def test_a_program_in_an_archive_is_known_by_its_archive(tmp_path: Path) -> None:
    archive = tmp_path / "program.whl"
    archive.write_bytes(b"PK")
    assert cache._program_files(archive / "spadesdsl") == [archive]
