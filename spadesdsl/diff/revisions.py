"""Read a variant, its parents and its packs at a revision of a git repository. Nothing is written there."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Final

from spadesdsl.diagnostics import Diagnostic
from spadesdsl.frozen import Frozen
from spadesdsl.loader import Loaded, load_sources
from spadesdsl.reading import SUFFIX, read_text, unreadable
from spadesdsl.resources import variant_names, variant_text
from spadesdsl.source import Source

_NAMED: Final = re.compile(r"(?P<revision>[^:]+):(?P<path>.+)\Z", re.DOTALL)
_MOST_SECONDS: Final = 60
_BUNDLE: Final = "variants"


class Unread(Frozen):
    """Why a revision, or a file in it, cannot be read."""

    diagnostics: tuple[Diagnostic, ...]


class _Tree(Frozen):
    """The files of one revision."""

    root: Path
    commit: str
    shown: str
    """The revision as the user named it."""
    paths: frozenset[str]
    """All files, from the top of the repository."""

    def text(self, path: str) -> tuple[Source | None, tuple[Diagnostic, ...]]:
        """Read a file."""
        done = _git(self.root, "cat-file", "blob", f"{self.commit}:{path}")
        name = f"{self.shown}:{path}"
        if isinstance(done, str):
            return None, unreadable("E003", name, f"`{name}` cannot be read: {done}.", "look at the revision")
        return read_text(done, name)


def names_revision(name: str) -> bool:
    """Tell whether a name is `REV:FILE` and not an existing file."""
    return _NAMED.match(name) is not None and not Path(name).is_file()


def load_revision(name: str, settings: Mapping[str, str]) -> Loaded | Unread:
    """Load `REV:FILE`: the file at that revision, with the parents and packs beside it.

    What is not beside it comes from the bundle; and if the bundle is in the same repository, from the bundle at that
    revision.
    """
    found = _NAMED.match(name)
    assert found is not None
    tree = _tree(found["revision"], name)
    if isinstance(tree, Unread):
        return tree
    if (path := _path_in(tree, found["path"])) is None:
        message = f"There is no file `{found['path']}` at `{found['revision']}`."
        return Unread(unreadable("E001", name, message, "name it from the top of the repository"))
    source, wrong = tree.text(path)
    return Unread(wrong) if source is None else load_sources(source, _Beside(tree, path), settings)


def _git(folder: Path, *words: str) -> bytes | str:
    """Ask git; return its answer, or why there is none."""
    command = ["git", "-C", str(folder), "--no-optional-locks", *words]
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=_MOST_SECONDS)
    except FileNotFoundError:
        return "git is not installed"
    except (OSError, ValueError, subprocess.SubprocessError) as problem:
        return str(problem).lower()
    if done.returncode == 0:
        return done.stdout
    told = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return told[-1].removeprefix("fatal: ").rstrip(".") if told else f"git ended with {done.returncode}"


def _tree(revision: str, name: str) -> _Tree | Unread:
    here = Path.cwd()
    top = _git(here, "rev-parse", "--show-toplevel")
    if isinstance(top, str):
        message = f"`{name}` names a revision, and git finds none here: {top}."
        return Unread(unreadable("E003", name, message, "run this inside the repository"))
    root = Path(top.decode("utf-8", "surrogateescape").strip())
    commit = _git(here, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if isinstance(commit, str):
        message = f"The repository has no revision `{revision}`."
        return Unread(
            unreadable("E001", name, message, "name a commit, a branch or a tag; `git log` lists the commits")
        )
    wanted = commit.decode("ascii", "replace").strip()
    listed = _git(root, "ls-tree", "-r", "-z", "--name-only", wanted)
    paths = "" if isinstance(listed, str) else listed.decode("utf-8", "surrogateescape")
    return _Tree(root, wanted, revision, frozenset(filter(None, paths.split("\0"))))


def _path_in(tree: _Tree, path: str) -> str | None:
    """Return a path from the top of the repository, given as that or from the current folder."""
    written = PurePosixPath(path.replace("\\", "/"))
    try:
        here = (Path.cwd() / path).resolve().relative_to(tree.root.resolve()).as_posix()
    except ValueError:
        here = ""
    return next((one for one in (str(written), here) if one in tree.paths), None)


class _Beside(dict[str, Source]):
    """The texts that a file at a revision may build on, by name; each is read on demand."""

    def __init__(self, tree: _Tree, path: str) -> None:
        super().__init__()
        self._tree = tree
        self._folder = PurePosixPath(path).parent
        self._file = path
        self._bundle = _bundle_in(tree)

    def get(self, name: str, default: object = None) -> Source | None:  # type: ignore[override]
        """Return the text of a parent or a pack; None if there is none."""
        del default
        if name not in self:
            if (found := self._find(name)) is None:
                return None
            self[name] = found
        return self[name]

    def __iter__(self) -> Iterator[str]:
        """Yield the names that can be looked up."""
        beside = (PurePosixPath(path) for path in self._tree.paths)
        own = {path.stem for path in beside if path.parent == self._folder and path.suffix == SUFFIX}
        return iter(sorted({*own, *(self._bundle or variant_names())}))

    def _find(self, name: str) -> Source | None:
        beside = str(self._folder / f"{name}{SUFFIX}")
        path = beside if beside in self._tree.paths and beside != self._file else (self._bundle or {}).get(name)
        if path is not None:
            return self._tree.text(path)[0]
        bundled = None if self._bundle is not None else variant_text(name)
        return None if bundled is None else Source(*bundled)


def _bundle_in(tree: _Tree) -> dict[str, str] | None:
    """Return the bundled files at the revision if this program runs from the same repository; else None."""
    program = Path(__file__).resolve().parent.parent.parent
    if program != tree.root.resolve():
        return None
    paths = (PurePosixPath(path) for path in sorted(tree.paths))
    return {path.stem: str(path) for path in paths if path.parts[0] == _BUNDLE and path.suffix == SUFFIX}
