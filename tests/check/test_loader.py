"""From names and paths to checked rules: what cannot be read is a finding."""

from __future__ import annotations

import os
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from spadesdsl.diagnostics import Severity
from spadesdsl.loader import load, load_text
from spadesdsl.reading import LARGEST_BYTES
from spadesdsl.resources import variant_names
from spadesdsl.settings import read_settings
from tests.loading import loaded

if TYPE_CHECKING:
    from pathlib import Path

CHILD = """variant child "Child" extends standard {
  set failed_nil = bags, set_cost = per_bid, bags_past_limit = carried
}
"""


def codes(name: object, settings: dict[str, str] | None = None) -> list[str]:
    return [one.code for one in load(str(name), settings or {}).diagnostics if one.severity is not Severity.OPEN]


@pytest.mark.parametrize("name", variant_names())
def test_every_bundled_file_is_free_of_mistakes(name: str) -> None:
    found = loaded(name)
    assert found.variant is not None, found.diagnostics
    assert [one for one in found.diagnostics if one.severity is not Severity.OPEN] == []


def test_file_is_loaded_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "child.spades"
    path.write_text(CHILD, encoding="utf-8")
    loaded = load(str(path), {})
    variant, found, sources = loaded.variant, loaded.diagnostics, loaded.sources
    assert variant is not None
    assert not found
    assert {str(path), "standard.spades"} <= set(sources)


def test_parent_beside_the_file_comes_before_the_bundled_one(tmp_path: Path) -> None:
    (tmp_path / "house.spades").write_text(CHILD.replace("child", "house"), encoding="utf-8")
    path = tmp_path / "grandchild.spades"
    path.write_text('variant grandchild "G" extends house {\n  set target = 300\n}\n', encoding="utf-8")
    variant = load(str(path), {}).variant
    assert variant is not None
    assert next(option.value for option in variant.game.options if option.name == "failed_nil") == "bags"


def test_a_file_with_the_name_of_its_parent_shows_its_own_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = "scoring for each team { score odd_tricks: 5 }"
    (tmp_path / "whist.spades").write_text(f'variant clan "C" extends whist {{\n  {rules}\n}}\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    found = load("whist.spades", {})
    (there,) = found.diagnostics
    (note,) = there.notes
    assert found.sources[there.span.file].line(there.span.line).strip() == rules
    assert "max(taken - 6, 0)" in found.sources[note.span.file].line(note.span.line)


def test_mistake_in_a_parent_is_told_once_and_there(tmp_path: Path) -> None:
    (tmp_path / "house.spades").write_text('variant house "H" extends standard {\n  set\n}\n', encoding="utf-8")
    path = tmp_path / "child.spades"
    path.write_text('variant child "C" extends house { }\n', encoding="utf-8")
    loaded = load(str(path), {})
    variant, found, sources = loaded.variant, loaded.diagnostics, loaded.sources
    assert variant is None
    assert found
    assert all(one.code.startswith("E1") and one.span.file.endswith("house.spades") for one in found)
    assert all(one.span.file in sources for one in found)


@pytest.mark.parametrize("name", ["../standard", "/etc/passwd", "..", "a/b"])
def test_names_never_leave_the_folder(tmp_path: Path, name: str) -> None:
    path = tmp_path / "child.spades"
    path.write_text(f'variant child "C" extends {name} {{ }}\n', encoding="utf-8")
    assert all(code.startswith(("E1", "E209")) for code in codes(path))


def test_missing_file(tmp_path: Path) -> None:
    (tmp_path / "house.spades").write_text(CHILD, encoding="utf-8")
    found = load(str(tmp_path / "hose.spades"), {}).diagnostics
    assert [(one.code, one.hint) for one in found] == [("E001", "did you mean `house.spades`?")]


def test_missing_name() -> None:
    found = load("standrad", {}).diagnostics
    assert [(one.code, one.hint) for one in found] == [("E001", "did you mean `standard`?")]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"variant \xff", "E006"),
        (b"variant \0", "E005"),
        (b"#" * (LARGEST_BYTES + 1), "E004"),
    ],
)
def test_bytes_that_are_no_rules(tmp_path: Path, data: bytes, code: str) -> None:
    path = tmp_path / "child.spades"
    path.write_bytes(data)
    assert codes(path) == [code]


def test_folder(tmp_path: Path) -> None:
    assert codes(tmp_path) == ["E002"]


def test_no_plain_file(tmp_path: Path) -> None:
    path = tmp_path / "pipe.spades"
    os.mkfifo(path)
    assert codes(path) == ["E003"]
    assert codes("a\0b.spades") in (["E001"], ["E003"])


def test_file_with_other_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "child.spades"
    path.write_bytes(b"\xef\xbb\xbf" + CHILD.replace("\n", "\r\n").encode())
    assert codes(path) == []


# ---------------------------------------------------------------- settings


def test_settings_are_over_all_else() -> None:
    variant = load("short_250", {"target": "400", "bags_past_limit": "lost"}).variant
    assert variant is not None
    values = {option.name: option.value for option in variant.game.options}
    assert (values["target"], values["bags_past_limit"], values["bag_limit"]) == (400, "lost", 5)


def test_settings_answer_open_choices() -> None:
    settings = {"failed_nil": "help", "set_cost": "nothing", "bags_past_limit": "lost"}
    found = load("standard", settings).diagnostics
    asked = {one.message.split("`")[1] for one in found}
    assert not asked & set(settings)


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("targett", "300", "E228"),
        ("failed_nil", "bag", "E227"),
        ("target", "many points", "E229"),
        ("target", "", "E229"),
        ("target", "9" * 5000, "E229"),
        ("target", "-5", "E227"),
    ],
)
def test_wrong_settings_have_the_findings_of_a_file(name: str, value: str, code: str) -> None:
    loaded = load("standard", {name: value})
    found, sources = loaded.diagnostics, loaded.sources
    errors = [one for one in found if one.severity is Severity.ERROR]
    assert [one.code for one in errors] == [code]
    assert errors[0].span.file == "--set"
    assert sources["--set"].line(errors[0].span.line).startswith(name)


def test_a_name_that_is_a_word_of_the_language_is_told_once() -> None:
    rules = 'bidding { round a by each player: in, out bid in "in" bid out "out" }'
    found = load_text(f'variant a "A" extends standard {{ {rules} }}'.encode(), {}).diagnostics
    assert [one.code for one in found if one.severity is Severity.ERROR] == ["E110"]


def test_a_setting_has_as_many_places_as_the_range_of_its_option() -> None:
    option = 'option worth = 0.5 from 0 to 1 step 0.25 "What a bag is worth."'
    line = "scoring for each team { score worths: worth * extra }"
    loaded = load_text(f'variant a "A" extends standard {{ {option} {line} }}'.encode(), {"worth": "0.75"})
    assert loaded.variant is not None
    assert loaded.variant.game.option_of["worth"].value == Fraction(3, 4)
    wrong = loaded.with_settings(()).errors_with(read_settings({"worth": "0.3"})[0])
    assert [one.hint.partition(",")[0] for one in wrong] == ["choose `0.25` or `0.5`"]


@pytest.mark.parametrize("sentence", ["extends secret {", "extends standard { include secret"])
def test_a_link_out_of_the_folder_is_not_read(tmp_path: Path, sentence: str) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "passwords").write_text("root:hunter2\n", encoding="utf-8")
    house = tmp_path / "house"
    house.mkdir()
    (house / "mine.spades").write_text(f'language 1\nvariant mine "Mine" {sentence} }}\n', encoding="utf-8")
    (house / "secret.spades").symlink_to(tmp_path / "elsewhere" / "passwords")
    loaded = load(str(house / "mine.spades"), {})
    assert "E003" in [one.code for one in loaded.diagnostics]
    assert not any("hunter2" in source.text for source in loaded.sources.values())


def test_a_link_within_the_folder_and_a_folder_that_is_a_link_are_read(tmp_path: Path) -> None:
    house = tmp_path / "house"
    house.mkdir()
    (house / "mine.spades").write_text('language 1\nvariant mine "Mine" extends base { }\n', encoding="utf-8")
    (house / "v1.spades").write_text('language 1\nvariant base "Base" extends standard { }\n', encoding="utf-8")
    (house / "base.spades").symlink_to("v1.spades")
    (tmp_path / "link").symlink_to(house)
    for folder in (house, tmp_path / "link"):
        assert load(str(folder / "mine.spades"), {}).game is not None


def test_a_file_may_have_the_name_of_the_bundled_game_that_it_extends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("whist", "child"):
        (tmp_path / f"{name}.spades").write_text(f'variant own_{name} "Mine" extends whist {{\n  about "Ours."\n}}\n')
    for name in ("whist", "child"):
        found = load(f"{name}.spades", {})
        assert found.variant is not None
        assert [one for one in found.sources if one.endswith("whist.spades")] == [
            "whist.spades",
            "variants/whist.spades",
        ]
        assert all(source.text == found.sources[source.name].text for source in found.texts)
