"""The user's own folders: where they are, and that nobody else's are read."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from spadesdsl import storage


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("SPADESDSL_CACHE", "XDG_CACHE_HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    return tmp_path


@pytest.fixture
def windows(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go by the rules for Windows, and open every folder to all, as Windows reports them."""
    monkeypatch.setattr(storage, "ON_WINDOWS", True)
    local = home / "AppData" / "Local"
    for folder in (local / "spadesdsl" / "cache", local / "spadesdsl" / "games"):
        folder.mkdir(parents=True)
        folder.chmod(0o777)
    return local


def test_on_windows_folders_that_report_mode_0777_are_used(windows: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCALAPPDATA", str(windows))
    assert storage.games_folder() == windows / "spadesdsl" / "games"
    storage.keep("note", b"kept")
    file = windows / "spadesdsl" / "cache" / "note"
    file.chmod(0o666)
    assert storage.kept("note") == b"kept"


def test_on_windows_the_folders_are_in_the_users_profile_where_no_variable_says_so(windows: Path) -> None:
    assert storage.games_folder() == windows / "spadesdsl" / "games"
    assert storage.kept("note") is None


def test_on_windows_only_the_local_application_data_counts(
    windows: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "elsewhere"))
    monkeypatch.setenv("LOCALAPPDATA", "not/absolute")
    assert storage.games_folder() == windows / "spadesdsl" / "games"
    storage.keep("note", b"kept")
    assert (windows / "spadesdsl" / "cache" / "note").is_file()
    assert not (tmp_path / "elsewhere").exists()


def test_on_windows_nothing_is_read_through_a_link(windows: Path) -> None:
    cache = windows / "spadesdsl" / "cache"
    (windows / "other").write_bytes(b"planted")
    (cache / "note").symlink_to(windows / "other")
    assert storage.kept("note") is None
    (cache / "note").unlink()
    cache.rmdir()
    cache.symlink_to(windows)
    assert storage.kept("other") is None


def test_elsewhere_a_folder_that_others_may_write_to_is_not_used(home: Path) -> None:
    games, cache = storage.games_folder(), home / ".cache" / "spadesdsl"
    storage.keep("note", b"kept")
    assert games == home / ".local" / "share" / "spadesdsl" / "games"
    assert storage.kept("note") == b"kept"
    for folder in (games, cache):
        folder.chmod(0o777)
    assert storage.games_folder() is None
    assert storage.kept("note") is None


def test_the_page_says_where_saved_games_are_on_windows_and_what_was_tried_there() -> None:
    page = (Path(__file__).parent.parent / "docs" / "records.md").read_text(encoding="utf-8")
    assert "%LOCALAPPDATA%\\spadesdsl\\games" in page
    assert "Nothing has been run on Windows" in page


def test_the_cache_can_be_switched_off(windows: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPADESDSL_CACHE", "off")
    storage.keep("note", b"kept")
    assert list((windows / "spadesdsl" / "cache").iterdir()) == []


@pytest.mark.parametrize("blocked", ["a folder", "a folder with something in it"])
def test_where_the_place_is_blocked_no_temporary_file_stays(home: Path, blocked: str) -> None:
    cache = home / ".cache" / "spadesdsl"
    storage.keep("note", b"kept")
    (cache / "note").unlink()
    (cache / "note").mkdir()
    if blocked != "a folder":
        (cache / "note" / "x").touch()
    for _ in range(3):
        storage.keep("note", b"kept")
    assert [one.name for one in cache.iterdir()] == ["note"]
    assert storage.kept("note") is None


def test_what_was_kept_long_ago_goes_and_nothing_else(home: Path) -> None:
    cache = home / ".cache" / "spadesdsl"
    days = {"new": 0, "month": 30, "old": 120, "older": 500}
    for name, age in days.items():
        storage.keep(name, b"kept")
        then = time.time() - age * 24 * 60 * 60
        os.utime(cache / name, (then, then))
    (home / "elsewhere").write_bytes(b"mine")
    (cache / "link").symlink_to(home / "elsewhere")
    for number in range(500):
        storage.keep("last", str(number).encode())
    assert {one.name for one in cache.iterdir()} == {"new", "month", "last", "link"}
    assert (home / "elsewhere").read_bytes() == b"mine"
