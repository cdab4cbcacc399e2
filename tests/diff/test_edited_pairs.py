"""Whatever `diff` says of edits anywhere in the shipped files is held against what is played."""

from __future__ import annotations

import os
from collections import Counter
from random import Random

from spadesdsl.diff import Effect
from spadesdsl.loader import load_text
from spadesdsl.resources import variant_text
from tests.diff.beside import played_apart
from tests.diff.edited_pairs import contradiction, documents, edited
from tests.diff.parting import parts
from tests.diff.test_edits import compared

EDITS = int(os.environ.get("SPADES_EDITS", "150"))


def test_what_is_called_the_same_is_played_alike_and_no_deal_differs_in_what_was_ruled_out() -> None:
    files = documents()
    said: Counter[str] = Counter()
    for seed in range(EDITS):
        random = Random(seed)
        edit = edited(random, files)
        if edit is None:
            continue
        told, wrong = contradiction(edit, random, 5)
        assert not wrong, (seed, edit.name, edit.how, told, wrong)
        said["different" if told in ("different", "at other tables") else "the same"] += 1
    assert said["different"] >= EDITS // 8
    assert said["the same"] >= EDITS // 40


def test_a_case_that_is_shown_for_an_edit_is_one() -> None:
    files = documents()
    shown = 0
    for seed in range(1_000, 1_000 + EDITS // 5):
        edit = edited(Random(seed), files)
        if edit is None or edit.before.game is None or edit.after.game is None:
            continue
        for one in compared(edit.before, edit.after, 6).found:
            if one.witness is not None and one.witness.document is not None and one.effect is not Effect.WORDS:
                assert parts(one, edit.before.game, edit.after.game), (seed, edit.name, edit.how, one.witness)
                shown += 1
    assert shown >= EDITS // 40


def test_kernels_played_side_by_side_show_that_two_games_differ() -> None:
    text = (variant_text("whist") or ("", ""))[1]
    pair = [load_text(one.encode(), {}).game for one in (text, text.replace("max(taken - 6, 0)", "max(taken - 7, 0)"))]
    assert pair[0] is not None
    assert pair[1] is not None
    assert played_apart(Random(1), pair[0], pair[1], 10, native=False)[1]
    assert played_apart(Random(1), pair[0], pair[0], 1, native=False) == (1, "")
