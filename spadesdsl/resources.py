"""The bundled files: the grammar, the variants and tables, in a checkout or in an installed (perhaps zipped) package.

`importlib.resources` loads modules for archives and temporary files, so it is used only where a package is zipped.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

_SUFFIX = ".spades"


def _folder(name: str) -> Traversable:
    """Return a bundled folder: the checkout's own first, since an editable install keeps a stale copy."""
    package = Path(__file__).parent
    checkout = package.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / name).is_dir():
        return checkout / name
    if (package / "_data" / name).is_dir():
        return package / "_data" / name
    from importlib.resources import files

    return files("spadesdsl").joinpath("_data", name)


def package_text(package: str, name: str) -> str:
    """Return the text of a file beside the modules of a package."""
    from pkgutil import get_data

    data = get_data(package, name)
    assert data is not None, f"{package} is not loaded from files"
    return data.decode()


@cache
def grammar_text() -> str:
    """Return the grammar of the language."""
    return _folder("grammars").joinpath("spades.lark").read_text(encoding="utf-8")


def words_text(language: str) -> str:
    """Return what the words of the bundled variants are called in a language, as TOML; empty if nobody wrote it."""
    file = _folder("variants").joinpath(f"words.{language}.toml")
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def _files_below(folder: Traversable) -> Iterator[Traversable]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _files_below(entry)
        elif entry.name.endswith(_SUFFIX):
            yield entry


@cache
def _variants() -> dict[str, Traversable]:
    folder = _folder("variants")
    if not folder.is_dir():
        return {}
    return {entry.name.removesuffix(_SUFFIX): entry for entry in _files_below(folder)}


def variant_names() -> tuple[str, ...]:
    """List the names of all bundled variants and packs."""
    return tuple(sorted(_variants()))


@cache
def pack_names() -> frozenset[str]:
    """List the names of all bundled packs."""
    packs = _folder("variants").joinpath("packs")
    return frozenset(one.name.removesuffix(_SUFFIX) for one in _files_below(packs)) if packs.is_dir() else frozenset()


def variant_text(name: str) -> tuple[str, str] | None:
    """Return the file name to show and the text of a bundled variant or pack; None if there is none of that name."""
    entry = _variants().get(name)
    return None if entry is None else (entry.name, entry.read_text(encoding="utf-8"))


def variant_path(name: str) -> Path | None:
    """Return the file of a bundled variant or pack; None if there is none, or it is inside a zipped package."""
    entry = _variants().get(name)
    return entry if isinstance(entry, Path) else None
