"""What the page asks of the program, without a browser."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from html import unescape
from typing import Any

import pytest

from docs.site import thinker
from docs.site.__main__ import ROOT, Unmade, games, installed
from docs.site.lessons import lessons
from docs.site.thinker import Units

HOUSE = 'language 1\nvariant ours "Ours 🂡" extends standard {{\n  set target = {target}\n}}\n'


def ask(what: str, **more: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(asyncio.run(thinker.answered(json.dumps({"do": what, **more}))))
    return answer


def test_places_are_counted_as_a_browser_counts() -> None:
    text = "a🂡b🂡c"
    units = Units(text)
    for offset in range(len(text) + 1):
        assert units.of(offset) == len(text[:offset].encode("utf-16-le")) // 2
        assert units.characters(units.of(offset)) == offset


def test_a_finding_has_its_place_and_a_fix_that_can_be_made() -> None:
    text = HOUSE.format(target=300).replace("set target", "set tagret")
    found = ask("study", text=text)["done"]["findings"][0]
    units = text.encode("utf-16-le")
    assert units[2 * found["from"] : 2 * found["to"]].decode("utf-16-le").startswith("tagret")
    (edit,) = found["fix"]["edits"]
    fixed = units[: 2 * edit["from"]] + edit["insert"].encode("utf-16-le") + units[2 * edit["to"] :]
    assert fixed.decode("utf-16-le") == HOUSE.format(target=300)
    assert all(one["severity"] == "open" for one in ask("study", text=HOUSE.format(target=300))["done"]["findings"])


def test_rules_with_mistakes_have_no_book_no_changes_and_no_cards() -> None:
    for what in ("book", "diff", "deal"):
        assert "mistakes" in ask(what, text="language 1\nvariant x {", seed=None)["refused"]


def test_a_book_and_the_changes_come_from_the_rules() -> None:
    assert "300" in ask("book", text=HOUSE.format(target=300))["done"]["html"]
    told = ask("diff", text=HOUSE.format(target=300))["done"]["html"]
    assert "target" in told
    assert "<td>–</td>" not in told


def test_what_an_author_wrote_is_shown_and_never_obeyed() -> None:
    text = HOUSE.format(target=300).replace("Ours", "<img src=x onerror=alert(1)>")
    for what in ("book", "diff"):
        assert "<img" not in ask(what, text=text)["done"]["html"]


def test_a_game_without_a_parent_has_nothing_to_be_compared_to() -> None:
    standard = next(one["text"] for one in games() if one["name"] == "standard")
    assert "no parent" in ask("diff", text=standard)["refused"]


def test_a_seed_gives_the_same_cards_to_everybody_who_opens_the_link() -> None:
    async def cards(seed: int) -> tuple[str, ...]:
        parlour = thinker.Parlour()
        await parlour.deal(thinker.Desk(), HOUSE.format(target=300), seed)
        assert parlour.guest is not None
        room, key = parlour.guest
        seat = room.table.seat_of(key)
        assert parlour.seed() == seed
        hand = room.table.states[0].view(seat).hand
        assert hand is not None
        assert parlour.house is not None
        await parlour.house.close()
        return tuple(hand)

    assert asyncio.run(cards(7)) == asyncio.run(cards(7)) != asyncio.run(cards(8))


def test_the_person_sits_where_a_player_sits_in_the_terminal_and_plays_over_frames() -> None:
    async def play() -> dict[str, Any]:
        parlour = thinker.Parlour()
        await parlour.deal(thinker.Desk(), HOUSE.format(target=300), 7)
        asked: asyncio.Queue[str] = asyncio.Queue()
        told: asyncio.Queue[str] = asyncio.Queue()
        asked.put_nowait('{"do": "enter", "since": 0, "epoch": ""}')
        await parlour.seat(asked.get, told.put_nowait)
        asked.put_nowait('{"do": "hint", "id": 1}')
        for _ in range(200):
            message: dict[str, Any] = json.loads(await asyncio.wait_for(told.get(), 20))
            if message["is"] == "table" and message.get("turn"):
                assert parlour.house is not None
                await parlour.house.close()
                return message
        raise AssertionError("it is never our turn")

    table = asyncio.run(play())
    assert table["people"][table["you"]] == {"seat": "South", "name": "You", "kind": "person"}


def test_a_text_that_is_too_long_is_refused() -> None:
    assert "too long" in ask("look", text="x" * 1_000_001)["refused"]


def test_without_npm_it_is_said_what_is_missing(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(Unmade, match=r"needs Node.js 18 or newer with npm"):
        installed(tmp_path)


def test_the_page_begins_with_the_house_rules_of_the_readme() -> None:
    first, *others = games()
    assert first["title"] == "Friday at our table"
    assert ask("study", text=first["text"])["done"]["findings"] == []
    assert len(others) > 100


def test_the_ten_minutes_of_the_tutorial_happen_on_the_page() -> None:
    tutorial = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```spades (wrong )?file=.*\n((?:.*\n)*?)```", tutorial, re.MULTILINE)
    assert len(blocks) >= 3
    for wrong, text in blocks:
        found = ask("study", text=text)["done"]
        errors = [one for one in found["findings"] if one["severity"] == "error"]
        assert bool(errors) == bool(wrong)
        assert all(one["fix"] or not all(one["passed"] for one in found["examples"]) for one in errors)


def test_the_rules_of_each_step_of_the_tutorial_do_what_it_says() -> None:
    html = "".join(one["html"] for one in lessons())
    assert "$ spadesdsl" not in html
    assert "<!--" not in html
    rules = [unescape(found) for found in re.findall(r'<div class="rules"><pre>(.*?)</pre>', html, re.DOTALL)]
    found = [[one["code"] for one in ask("study", text=text)["done"]["findings"]] for text in rules]
    assert found == [["A601", "A601", "A601"], ["E203"], ["E710"], []]
