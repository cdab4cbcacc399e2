"""The picture in the README shows what the program writes."""

from __future__ import annotations

from docs import picture

ROOT = picture.PICTURE.parent.parent


def test_the_picture_is_in_step() -> None:
    words = picture.words_of(picture.PICTURE.read_text(encoding="utf-8"))
    assert words == picture.words_of(picture.drawn()), "run `python -m docs.picture`"


def test_the_words_of_a_picture_are_all_that_was_written() -> None:
    lines, _ = picture.played()
    written = " ".join(line + typed for line, typed in lines).split()
    assert "".join(written) in "".join(picture.words_of(picture.drawn()))


def test_the_readme_shows_it() -> None:
    assert "](docs/session.svg)" in (ROOT / "README.md").read_text(encoding="utf-8")
