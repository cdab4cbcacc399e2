"""The documents as a site: the pages of `docs/`, the shipped games with their rule books, and the Python interface."""

from __future__ import annotations

import re
import shutil
from html import escape
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sphinx.application import Sphinx
from sphinx.util.console import nocolor

import spadesdsl
from spadesdsl.book.blocks import markdown
from spadesdsl.book.book import book
from spadesdsl.loader import load

ROOT: Final = Path(__file__).resolve().parent.parent.parent
DOCS: Final = ROOT / "docs"
GROUPS: Final = {
    "variants/": "Spades and its variants",
    "variants/other/": "Other games",
    "variants/packs/": "House rules to include",
}
"""The shipped files, by folder."""
CHAPTERS: Final = {
    "Players": ("page", "tutorial", "how_do_i_say", "session", "serve", "records", "diff", "simulate", "decisions"),
    "Rule writers": ("language", "editors", "book", "other_games", "diagnostics", "proofs"),
    "Programmers": ("api", "python", "referee", "bots"),
}
"""The order of the pages; the rest is for those who work on the program."""
SETTINGS: Final = {
    "project": "spadesdsl",
    "html_title": "spadesdsl",
    "extensions": ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"],
    "html_theme": "furo",
    "html_favicon": "icon.svg",
    "html_show_sourcelink": False,
    "html_copy_source": False,
    "myst_heading_anchors": 6,
    "autodoc_member_order": "bysource",
    "autodoc_typehints": "description",
    "autodoc_inherit_docstrings": False,
    "templates_path": ["templates"],
    "html_sidebars": {"**": [
        "sidebar/brand.html", "sidebar/search.html", "play.html", "sidebar/scroll-start.html",
        "sidebar/navigation.html", "sidebar/scroll-end.html",
    ]},
    "suppress_warnings": ["misc.highlighting_failure", "toc.not_included"],
}  # fmt: skip
_OUTSIDE: Final = re.compile(r"\[([^\]]*)\]\(\.\./([^)#]*)(?:#[^)]*)?\)")
_COMMENT: Final = re.compile(r"^<!-- .* -->\n", re.MULTILINE)
"""Marks of made parts, and what is said only where the tutorial is beside the editor."""
_PLAY: Final = (
    '<div class="sidebar-tree"><ul><li class="toctree-l1"><a class="reference" '
    "href=\"{{ pathto('play/index.html', 1) }}\">Write rules and play</a></li></ul></div>\n"
)


def write(site: Path, games: list[dict[str, str]]) -> str:
    """Write the documents into the folder of the site, beside the page, and return what Sphinx warns of."""
    with TemporaryDirectory(dir=site.parent) as name:
        source, made = Path(name) / "source", Path(name) / "made"
        _gather(source, games)
        nocolor()
        told = StringIO()
        app = Sphinx(source, None, made, Path(name) / "trees", "html", SETTINGS, status=None, warning=told)
        app.connect("autodoc-process-signature", _without_constructors)
        app.build()
        for path in site.iterdir():
            if path.name != "play":
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        for path in made.iterdir():
            path.rename(site / path.name)
        return told.getvalue()


def _without_constructors(app: Sphinx, what: str, *rest: object) -> tuple[str, str] | None:
    """Leave out how a class is made: programs get its values from others."""
    del app
    *_, signature, _ = rest
    return ("", "") if what == "class" and signature else None


def _gather(source: Path, games: list[dict[str, str]]) -> None:
    """Lay out the pages from which the site is made."""
    (source / "games").mkdir(parents=True)
    (source / "templates").mkdir()
    (source / "templates" / "play.html").write_text(_PLAY, encoding="utf-8")
    for path in DOCS.iterdir():
        if path.suffix in (".png", ".svg"):
            shutil.copy(path, source)
        elif path.suffix == ".md":
            (source / path.name).write_text(_linked(path.read_text(encoding="utf-8")), encoding="utf-8")
    shutil.copy(ROOT / "spadesdsl" / "web" / "static" / "icon.svg", source)
    (source / "python.md").write_text(_interface(), encoding="utf-8")
    shipped = [one for one in games if one["file"]]
    for one in shipped:
        (source / "games" / f"{one['name']}.md").write_text(_game(one), encoding="utf-8")
    (source / "games" / "index.md").write_text(_gallery(shipped), encoding="utf-8")
    _add_contents(source)


def _linked(text: str) -> str:
    """Return a page without what is for the tutorial in the editor, and with links to the pages of shipped games."""

    def link(found: re.Match[str]) -> str:
        path = Path(found[2])
        return f"[{found[1]}](games/{path.stem}.md)" if path.suffix == ".spades" else found[1]

    return _OUTSIDE.sub(link, _COMMENT.sub("", text))


def _add_contents(source: Path) -> None:
    """Give the index its contents."""
    known = {name for names in CHAPTERS.values() for name in names} | {"index"}
    others = tuple(sorted(path.stem for path in source.glob("*.md") if path.stem not in known))
    chapters = {"Games": ("games/index",), **CHAPTERS, "Working on it": others}
    parts = [
        f"```{{toctree}}\n:hidden:\n:caption: {title}\n:maxdepth: 1\n\n" + "\n".join(names) + "\n```\n"
        for title, names in chapters.items()
    ]
    index = source / "index.md"
    play = '<p><a href="play/index.html"><b>Write rules and play them</b></a>, here in the browser. ' \
           'Or look at <a href="games/index.html">all games</a> with their rule books.</p>\n'  # fmt: skip
    head, _, rest = index.read_text(encoding="utf-8").partition("\n")
    index.write_text("\n".join([head, "", play, rest, *parts]), encoding="utf-8")


def _gallery(games: list[dict[str, str]]) -> str:
    parts = ["# All games", "", "Every game has its rule book, its rules as a file, and a table to play it at.", ""]
    for folder, title in GROUPS.items():
        listed = [one for one in games if one["file"].removesuffix(f"{one['name']}.spades") == folder]
        parts += [f"## {title}", "", "| | |", "| --- | --- |"]
        parts += [f"| [{_plain(one['title'])}]({one['name']}.md) | {_plain(_about(one))} |" for one in listed]
        parts += ["", "```{toctree}", ":hidden:", "", *(one["name"] for one in listed), "```", ""]
    return "\n".join(parts)


def _plain(text: str) -> str:
    return re.sub(r"([\\`*_{}\[\]<>#|])", r"\\\1", text)


def _about(game: dict[str, str]) -> str:
    found = re.search(r'^\s*about\s+"((?:\\.|[^"\\])*)"', game["text"], re.MULTILINE)
    return re.sub(r"\\(.)", r"\1", found[1]) if found else ""


def _game(game: dict[str, str]) -> str:
    """Return the page of a shipped file: its rule book, unless it is only a part of a game, and its rules."""
    play = f'<p><a href="../play/index.html#g.{escape(game["name"])}"><b>Play it</b></a>, here in the browser.</p>'
    loaded = load(game["name"], {})
    assert loaded.variant is not None, game["name"]
    assert loaded.document is not None, game["name"]
    if loaded.document.pack_for is None:
        title, _, rest = markdown(book(loaded.variant, loaded.parent())).partition("\n")
    else:
        title, rest = f"# {_plain(game['title'])}", _plain(_about(game))
    return f"{title}\n\n{play}\n\n{rest}\n\n## The rules as a file\n\n```spades\n{game['text']}```\n"


def _interface() -> str:
    head = "# All names of the Python interface\n\n[Python](api.md) shows how they are used.\n"
    names = [
        f".. autoclass:: spadesdsl.{name}\n   :members:\n"
        if isinstance(getattr(spadesdsl, name), type)
        else f".. autofunction:: spadesdsl.{name}\n"
        for name in spadesdsl.__all__
    ]
    return "\n".join([head, "```{eval-rst}", *names, "```", ""])
