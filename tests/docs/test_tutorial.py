"""What the tutorial builds step by step is the file that comes with the program."""

from __future__ import annotations

from tests.docs.test_blocks import ROOT, blocks_of


def test_the_last_step_is_the_bundled_file() -> None:
    blocks = [block for block in blocks_of(ROOT / "docs" / "tutorial.md") if block.file]
    assert {block.file for block in blocks} == {"friday_night.spades"}
    assert blocks[-1].text == (ROOT / "variants" / "friday_night.spades").read_text(encoding="utf-8")
