"""The parser's tables, built from the grammar once and kept in a private cache folder.

A cached table is a pickle, so it is only read from a folder that is the user's own and closed to others. Whatever goes
wrong with the cache, the grammar is built anew.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING

from spadesdsl.resources import grammar_text

if TYPE_CHECKING:
    from lark import Lark


@cache
def grammar() -> Lark:
    """Return the parser of the language."""
    import lark

    text = grammar_text()
    key = sha256("\0".join((text, lark.__version__, sys.version)).encode()).hexdigest()
    folder = _cache_folder()
    file = folder / f"grammar-{key[:32]}.bin" if folder is not None else None
    if file is not None:
        kept = _load(file)
        if kept is not None:
            return kept
    built = lark.Lark(text, parser="lalr", lexer="contextual", propagate_positions=True, maybe_placeholders=False)
    if file is not None:
        _save(built, file)
    return built


def _cache_folder() -> Path | None:
    """Return the private folder, made if it is not there; None if there can be none."""
    if os.environ.get("SPADESDSL_CACHE", "").lower() == "off":
        return None
    try:
        root = os.environ.get("XDG_CACHE_HOME") or ""
        folder = (Path(root) if Path(root).is_absolute() else Path.home() / ".cache") / "spadesdsl"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder if _is_private(folder) else None
    except (OSError, RuntimeError):
        return None


def _is_private(path: Path) -> bool:
    """Tell whether a file or folder is the user's own and nobody else may write to it."""
    if path.is_symlink():
        return False
    found = path.stat()
    is_own = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    return is_own and not found.st_mode & 0o022


def _load(file: Path) -> Lark | None:
    from lark import Lark

    try:
        if not _is_private(file):
            return None
        return Lark.load(BytesIO(file.read_bytes()))
    except Exception:  # a damaged pickle may raise anything, and is only a cache
        return None


def _save(built: Lark, file: Path) -> None:
    """Write the tables beside their place and move them there, so that nobody reads half of them."""
    try:
        with NamedTemporaryFile(dir=file.parent, delete=False) as draft:
            built.save(draft)
        Path(draft.name).replace(file)
    except Exception:  # a full disk or a table that cannot be pickled only costs time
        return
