"""Private folders: a cache (the parser's tables, findings) and the records of games.

They belong to the user and are closed to others; the program reads nothing from a folder, or a file in one, that does
not. On Windows they are in the user's local application data; elsewhere the owner and the mode of each is checked.
Losing the cache only costs time: `SPADESDSL_CACHE=off` does without it, `SPADESDSL_CACHE=grammar` keeps only the
parser's tables. Floor 0.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from zlib import crc32

ON_WINDOWS = os.name == "nt"
LARGEST_BYTES = 20_000_000
"""Nothing larger is read back."""
_KEPT_FOR = 90 * 24 * 60 * 60
"""After so many seconds, something kept may go; it is worked out again if it is wanted."""
_SELDOM = 64
"""Once in so many times that something is kept, old things are looked for."""


def kept(name: str) -> bytes | None:
    """Return what was kept under a name; None if there is nothing, or it cannot be trusted."""
    if (folder := _folder()) is None:
        return None
    file = folder / name
    try:
        if not file.is_file() or not _is_private(file) or file.stat().st_size > LARGEST_BYTES:
            return None
        return file.read_bytes()
    except OSError:
        return None


def keep(name: str, data: bytes) -> None:
    """Keep something in the cache; if the disk is full, say, it is not kept."""
    if (folder := _folder()) is not None:
        with suppress(OSError):
            write_whole(folder / name, data, is_lasting=False)
            if crc32(data) % _SELDOM == 0:
                _clear(folder)


def _clear(folder: Path) -> None:
    """Remove what was kept long ago: most of it is about rules that were changed since."""
    long_ago = time.time() - _KEPT_FOR
    for one in os.scandir(folder):
        if one.is_file(follow_symlinks=False) and one.stat(follow_symlinks=False).st_mtime < long_ago:
            with suppress(OSError):
                (folder / one.name).unlink()


def last_written(path: Path) -> tuple[int, str]:
    """Return what sorts files by when they were written, the longest ago first."""
    try:
        return path.stat().st_mtime_ns, path.name
    except OSError:
        return 0, path.name


def write_whole(
    path: Path, data: bytes, *, is_new: bool = False, is_lasting: bool = True, mode: int | None = None
) -> None:
    """Write a file beside its place and move it there, so that nobody reads half of it; `OSError` if the disk refuses.

    Args:
        is_new: Whether it must not take the place of another (`FileExistsError`).
        is_lasting: Whether it is on the disk when this returns.
        mode: Who may read and write it; None for this user alone.
    """
    from tempfile import NamedTemporaryFile

    draft = None
    try:
        with NamedTemporaryFile(dir=path.parent, prefix=".", suffix=".part", delete=False) as opened:
            draft = Path(opened.name)
            opened.write(data)
            if is_lasting:
                opened.flush()
                os.fsync(opened.fileno())
        if mode is not None:
            draft.chmod(mode)
        if is_new:
            _put_in_place(draft, path)
        else:
            draft.replace(path)
        if is_lasting:
            _settle(path.parent)
    finally:
        if draft is not None:
            with suppress(OSError):
                draft.unlink(missing_ok=True)


def usual_mode() -> int:
    """Return who may read and write a new file where the user has not said so: what any other program would give it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return 0o666 & ~mask


def _put_in_place(draft: Path, path: Path) -> None:
    """Give a finished file its name, unless that is taken."""
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):  # a system, or a file system, without links
        if path.exists():
            raise FileExistsError(path) from None
        draft.rename(path)


def _settle(folder: Path) -> None:
    """Write the folder's list of names to disk too, if the system allows it."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def keeps_findings() -> bool:
    """Tell whether more than the parser's tables is kept."""
    return os.environ.get("SPADESDSL_CACHE", "").lower() not in ("off", "grammar")


def _folder() -> Path | None:
    """Return the private folder, creating it if necessary; None if that is impossible."""
    if os.environ.get("SPADESDSL_CACHE", "").lower() == "off":
        return None
    return _made(_place("cache", "XDG_CACHE_HOME", ".cache", "spadesdsl"))


def games_folder() -> Path | None:
    """Return the user's own folder for the records of games, creating it if necessary; None if that is impossible."""
    return _made(games_place())


def games_place() -> Path | None:
    """Return where that folder is, or would be; None if the user has no home."""
    return _place("games", "XDG_DATA_HOME", ".local/share", "spadesdsl/games")


def tables_folder() -> Path | None:
    """Return the user's own folder for the tables of a server, creating it if necessary; None if that is impossible."""
    return _made(_place("tables", "XDG_DATA_HOME", ".local/share", "spadesdsl/tables"))


def _place(on_windows: str, variable: str, usual: str, below: str) -> Path | None:
    """Return where a folder of the user's own belongs; None if the user has no home.

    Args:
        on_windows: Its name below `spadesdsl` in the user's local application data.
        variable: Elsewhere, the environment variable with the folder that contains it.
        usual: That folder, below the user's home, if the variable is not set.
        below: Its name there.
    """
    try:
        if ON_WINDOWS:
            return _root("LOCALAPPDATA", "AppData/Local") / "spadesdsl" / on_windows
        return _root(variable, usual) / below
    except RuntimeError:
        return None


def _made(folder: Path | None) -> Path | None:
    """Create a folder of the user's own if necessary, and return it; None if that is impossible."""
    if folder is None:
        return None
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder if _is_private(folder) else None
    except OSError:
        return None


def _root(variable: str, usual: str) -> Path:
    named = Path(os.environ.get(variable) or "")
    return named if named.is_absolute() else Path.home() / usual


def _is_private(path: Path) -> bool:
    """Tell whether a file or folder is the user's own and nobody else may write to it.

    On Windows this depends on the place and not on the mode, which is 0777 for every folder: everything in the user's
    local application data inherits that folder's rights, which keep everyone else out.
    """
    if path.is_symlink():
        return False
    if ON_WINDOWS:
        return True
    found = path.stat()
    return (not hasattr(os, "getuid") or found.st_uid == os.getuid()) and not found.st_mode & 0o022


def path_at(name: str) -> Path:
    """Return a path that a person named; `~` is a home folder if there is one of that name."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)
