"""What the documents say of the program is so: their made parts, their tables, their links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs import generate, usage
from spadesdsl.check.comparisons import TESTS
from spadesdsl.check.expressions import FUNCTIONS
from spadesdsl.check.quantities import WORDS
from spadesdsl.loader import load
from spadesdsl.resources import variant_names
from spadesdsl.syntax.grammar import grammar
from tests.test_architecture import FLOORS

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
LINK = re.compile(r"\[[^\]]*\]\((?P<target>[^)\s]+)\)")


def read(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", generate.pages(), ids=lambda page: str(page.name))
def test_made_parts_are_in_step(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text == generate.made(text), "run `python -m docs.generate`"


def test_every_made_part_has_a_place() -> None:
    placed = re.findall(r"<!-- made: (\w+) -->", "".join(page.read_text(encoding="utf-8") for page in PAGES))
    assert sorted(placed) == sorted(generate.MADE)


def test_every_rare_word_has_its_reason() -> None:
    assert set(usage.rare()) == set(usage.REASONS), "write the reason into docs/usage.py"
    of_one_game = [word for word, file in usage.rare().items() if file]
    # Six, since a draw for the deal is no deal any more: `as a new deal` is left with Euchre, where all may pass.
    assert len(of_one_game) <= 6, "a word that one game alone needs is a word that everybody has to pass by"
    assert set(usage.rare()) - set(of_one_game) == {"prefer"}, "a word that no game needs can go"


def test_the_floors_are_those_of_the_package() -> None:
    block = re.search(r"```text\n(\d+ +cli.*?)```", read("architecture.md"), re.DOTALL)
    assert block is not None
    told = [tuple(line.split()[1:]) for line in block[1].splitlines()]
    assert told[::-1] == list(FLOORS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for match in LINK.finditer(text):
        target, _, mark = match["target"].partition("#")
        if "://" in target:
            continue
        file = page.parent / target if target else page
        assert file.exists(), match["target"]
        heads = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE) if mark else []
        assert not mark or mark in {anchor(head) for head in heads}, match["target"]


def test_the_index_links_every_page() -> None:
    index = read("index.md")
    pages = {page.name for page in (ROOT / "docs").glob("*.md")} - {"index.md"}
    assert {page for page in pages if f"]({page})" not in index} == set()


def anchor(head: str) -> str:
    return re.sub(r"[^a-z0-9 _-]", "", head.lower()).replace(" ", "-")


# ---------------------------------------------------------------- the language reference


def phrases() -> str:
    """Return what stands in the first column of the lists of phrases, and the functions."""
    text = read("language.md")
    part = text[text.index("### Set phrases") : text.index("### Properties")]
    cells = "".join(line.split(" | ")[0] for line in part.splitlines() if line.startswith("| `"))
    return cells + text[text.index("### Functions") : text.index("## Types")]


def test_every_set_phrase_is_listed() -> None:
    listed = phrases()
    for text in filter(None, (usage.text_of(terminal.pattern) for terminal in grammar().terminals)):
        if " " in text:
            assert text in listed, text


def test_no_paragraph_of_the_reference_is_longer_than_five_lines() -> None:
    text = re.sub(r"```.*?```|<!-- made.*?<!-- end -->", "", read("language.md"), flags=re.DOTALL)
    for paragraph in re.split(r"\n\s*\n|\n(?=- )", text):
        lines = [line for line in paragraph.strip().splitlines() if not line.startswith("|")]
        assert len(lines) <= 5, paragraph
        assert all(len(line) <= 125 for line in lines), paragraph


def test_every_quantity_function_and_test_is_listed() -> None:
    listed = phrases()
    for word in WORDS:
        assert f"{word} of" in listed or f"{word} 7 of" in listed, word
    for word in FUNCTIONS:
        assert f"{word}(" in listed, word
    for word in TESTS:
        assert f"is {word}" in listed, word


# ---------------------------------------------------------------- decisions


def test_what_decisions_point_to_is_there() -> None:
    text = read("decisions.md")
    for game, option in sorted(set(re.findall(r"`(\w+): (\w+)`", text))):
        assert option in load_checked_options(game), f"{game}: {option}"
    for name in sorted(set(re.findall(r"(?:packs?|games?|,) `(\w+)`", text))):
        assert name in variant_names(), name


def load_checked_options(game: str) -> set[str]:
    loaded = load(game, {})
    variant, found = loaded.variant, loaded.diagnostics
    assert variant is not None, found
    return {option.name for option in variant.game.options}


def test_open_means_that_it_is_asked() -> None:
    for line in read("decisions.md").splitlines():
        _, is_open, named = line.rpartition("open: ")
        for game, option in re.findall(r"`(\w+): (\w+)`", named) if is_open else ():
            variant = load(game, {}).variant
            assert variant is not None
            assert next(one for one in variant.game.options if one.name == option).ask, f"{game}: {option}"
