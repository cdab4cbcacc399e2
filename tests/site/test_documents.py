"""The documents as a site, with a few of the games."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import pytest

from docs.site.__main__ import games
from docs.site.documents import write

if TYPE_CHECKING:
    from pathlib import Path

SOME = ("hearts", "nyc", "jokers_high")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("build") / "site"
    (folder / "play").mkdir(parents=True)
    (folder / "play" / "index.html").write_text("", encoding="utf-8")
    shipped = re.compile(r"standard|" + "|".join(SOME))
    warned = write(folder, [one for one in games() if shipped.fullmatch(one["name"])])
    # Only pages of games that are not in this share may be missing.
    assert [line for line in warned.splitlines() if "'games/" not in line] == []
    return folder


def test_every_document_is_a_page_and_every_link_leads_somewhere(site: Path) -> None:
    @cache
    def marks(path: Path) -> set[str]:
        return set(re.findall(r'\bid="([^"]+)"', path.read_text(encoding="utf-8")))

    wrong = []
    for page in site.rglob("*.html"):
        for link in re.findall(r'\b(?:href|src)="([^"]+)"', page.read_text(encoding="utf-8")):
            where, _, mark = link.partition("#")
            path = (page.parent / where.partition("?")[0]).resolve() if where else page
            if re.match(r"[a-z]+:", link) or path.parts[-2:] == ("play", "index.html"):
                continue
            if path.parent.name == "games" and path.stem not in (*SOME, "standard", "index"):
                continue
            if not path.exists() or (mark and path.suffix == ".html" and mark not in marks(path)):
                wrong.append(f"{page.relative_to(site)}: {link}")
    assert wrong == []


def test_a_game_has_its_book_its_rules_and_a_table(site: Path) -> None:
    page = (site / "games" / "hearts.html").read_text(encoding="utf-8")
    assert 'href="../play/index.html#g.hearts"' in page
    assert "The players" in page
    assert '<span class="k">extends</span>' in (site / "games" / "nyc.html").read_text(encoding="utf-8")
    assert "The players" not in (site / "games" / "jokers_high.html").read_text(encoding="utf-8")


def test_search_and_the_python_interface_come_from_this_site_alone(site: Path) -> None:
    assert "hearts" in (site / "searchindex.js").read_text(encoding="utf-8")
    assert 'id="spadesdsl.State"' in (site / "python.html").read_text(encoding="utf-8")
    for page in site.rglob("*.html"):
        assert not re.findall(r'<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)="(?:https?:)?//',
                              page.read_text(encoding="utf-8")), page  # fmt: skip
