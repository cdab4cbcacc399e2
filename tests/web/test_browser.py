"""The page in a real browser: on a phone, with the keyboard alone, for those who cannot see well."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.browsers import NARROW, Person, chromium
from tests.web.guests import served

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PATIENCE = 20
COVERED = """() => {
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const boxes = (what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
  const covers = (card) => boxes(".seat").some((seat) => over(card, seat));
  return [...boxes("#trick .card, #hand .card").filter(covers),
          ...boxes("#hand .card, #tools button").filter((one) => one.bottom > innerHeight)];
}"""
"""What of the cards lies over a name, and what is below the edge of the screen."""
CUT_OFF = """() => {
  const felt = document.querySelector("#felt").getBoundingClientRect();
  const boxes = [...document.querySelectorAll(".seat")].map((one) => one.getBoundingClientRect());
  return boxes.filter((one) => one.top < felt.top || one.bottom > felt.bottom).length;
}"""
"""How many seats have more to say than fits between them and the edge of the table."""
SEAT = """document.querySelector('#seats').innerHTML = `<li class="seat" style="--l: 50%; --t: 50%"><button>
  Ann<span class="facts"><span>bid 6 no trump, redoubled</span></span></button></li>`"""
"""A seat with more to say than its label can hold in a line."""


@pytest.fixture(scope="module")
def opened() -> Iterator[Any]:
    yield from chromium()


@pytest.fixture
def browser(opened: Any) -> Iterator[Any]:
    """Yield the browser, and close its pages: each would look for its server for ever."""
    yield opened
    for context in opened.contexts:
        context.close()


def wait(holds: Callable[[], Any], what: str) -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.02)


def test_four_browsers_play_a_game_to_its_end_and_one_is_reloaded_in_the_middle(browser: Any, tmp_path: Path) -> None:
    with served(tmp_path, "spoil_five", deals="1") as server:  # a short game of five, so a bot plays too
        friends = [Person(browser, server.link).sit(at, name) for at, name in enumerate(("Ann", "Bob", "Cid", "Dot"))]
        big = Person(browser, f"{server.link}/table", {"width": 1280, "height": 800})
        friends[0].page.click("#begin")
        table, moves = server.room.table, 0
        wait(lambda: table.is_playing, "the game does not begin")
        while table.is_playing:
            wait(lambda: table.bot_turn() is None, "the bot does not play")
            if not table.is_playing:
                break
            friend, before = friends[table.states[-1].turns[0].seat], table.version
            shown = lambda friend=friend, before=before: friend.has_seen(before) and friend.is_asked  # noqa: E731
            wait(shown, f"nobody is asked after {moves} moves")
            friend.choose()
            wait(lambda before=before: table.version > before, "the move is not made")
            moves += 1
            if moves == 9:
                friends[1].page.reload()
                friends[1].page.wait_for_selector("#hand .card")
        assert moves > 9, "a game that ends before the page was reloaded"
        for one in friends:
            one.page.get_by_role("button", name="Play again").first.wait_for()
            one.page.wait_for_selector("#dialog tfoot")
            assert one.wrong == []
        big.page.wait_for_selector("#side-pad tfoot")
        assert "win" in big.page.inner_text("#prompt")
        assert big.page.locator("#hand .card").count() == 0
        assert big.page.locator("#side-rules :is(li, td)").count() > 5
        assert big.wrong == []


def test_a_grey_card_says_why_not_and_help_is_one_touch_away(browser: Any, tmp_path: Path) -> None:
    with served(tmp_path) as server:
        anna = Person(browser, server.link).sit(2, "Anna")
        page = anna.page
        page.click("#begin")
        while not page.locator("#hand .card.grey").count():
            wait(lambda: anna.is_asked, "no turn")
            if not page.locator("#hand .card.grey").count():
                version = server.room.table.version
                anna.choose()
                wait(lambda version=version: server.room.table.version > version, "no move")
                wait(lambda: anna.has_seen(server.room.table.version), "the page shows an old table")
        page.locator("#hand .card.grey").first.click()
        page.wait_for_selector("#toast:has-text('is not allowed')")
        assert "From pagat.com" in page.inner_text("#toast")
        page.click("#hint")
        page.wait_for_selector("#toast:has-text(':')")
        anna.choose()
        page.wait_for_selector("#toast", state="hidden", timeout=2000)
        for tool, words in (("#rules-open", "Follow suit if you can"), ("#story-open", "Said in this deal"),
                            ("#score", "Continue"), ("#menu", "Four colours for the suits")):  # fmt: skip
            page.click(tool)
            page.wait_for_selector(f"#dialog :text('{words}')")
            anna.close_dialog()
        page.set_viewport_size({"width": 740, "height": 360})  # the phone is turned: the table goes to the left
        assert page.evaluate(COVERED) == []
        assert anna.wrong == []


def test_a_game_is_played_with_the_keyboard_alone(browser: Any, tmp_path: Path) -> None:
    with served(tmp_path) as server:
        page = (anna := Person(browser, server.link, {"width": 1280, "height": 800})).page

        def tab_to(found: str) -> None:
            for _ in range(60):
                page.keyboard.press("Tab")
                if page.evaluate("(found) => document.activeElement.matches(found)", found):
                    return
            raise AssertionError(f"the Tab key does not reach {found}")

        tab_to("#name")
        page.keyboard.type("Anna")
        tab_to(".choices button")
        page.keyboard.press("Enter")
        page.wait_for_selector("#begin:focus")
        page.keyboard.press("Enter")
        table = server.room.table
        wait(lambda: anna.is_asked, "no turn")
        tab_to("#answers button")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        wait(lambda: table.is_playing and table.states[-1].view(0).bids[0] == "2", "no bid")
        for _ in range(3):
            wait(lambda: anna.is_asked and page.locator("#hand .lit").count(), "no turn to play")
            held = page.locator("#hand .card").count()
            tab_to("#hand .card")
            while not page.evaluate("document.activeElement.matches('.lit')"):
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            wait(lambda held=held: page.locator("#hand .card").count() < held, "the card stays")
            assert page.evaluate("document.activeElement !== document.body"), "the focus is lost"
        assert anna.wrong == []


@pytest.mark.parametrize(
    ("name", "scheme"), [("cancellation_8", "dark"), ("bridge", "light"), ("two_player", "dark"), ("hearts", "light")]
)
def test_nobody_stumbles_over_the_page(browser: Any, tmp_path: Path, name: str, scheme: str) -> None:
    with served(tmp_path, name) as server:
        anna = Person(browser, server.link, NARROW, color_scheme=scheme)
        assert anna.faults() == []
        anna.sit(0, "Anna")
        anna.page.click("#begin")
        table = server.room.table
        for _ in range(9):
            wait(lambda: anna.is_asked or anna.page.evaluate("document.querySelector('#dialog').open"), "no turn")
            anna.close_dialog()
            assert anna.faults() == []
            assert anna.page.evaluate(CUT_OFF) == 0
            version = table.version
            anna.choose()
            wait(lambda version=version: table.version > version, "no move")
            wait(lambda: anna.has_seen(table.version), "the page shows an old table")
        for tool in ("#menu", "#rules-open", "#story-open", "#score"):
            anna.close_dialog()
            anna.page.click(tool)
            anna.page.wait_for_selector("#dialog[open]")
            assert anna.faults() == [], tool
        assert anna.wrong == []


def test_axe_finds_nothing_serious(browser: Any, tmp_path: Path) -> None:
    with served(tmp_path, "euchre") as server:
        anna = Person(browser, server.link, NARROW, color_scheme="dark")
        assert anna.serious() == []
        anna.sit(0, "Anna")
        anna.page.click("#begin")
        wait(lambda: anna.is_asked, "no turn")
        assert anna.serious() == []
        for tool in ("#menu", "#rules-open", "#story-open", "#score"):
            anna.close_dialog()
            anna.page.click(tool)
            anna.page.wait_for_selector("#dialog[open]")
            assert anna.serious() == [], tool
        big = Person(browser, f"{server.link}/table", {"width": 1280, "height": 800})
        assert big.serious() == []


def test_the_check_of_a_page_finds_what_it_looks_for(browser: Any, tmp_path: Path) -> None:
    with served(tmp_path) as server:
        page = (anna := Person(browser, server.link)).page
        page.evaluate("document.querySelector('#tools').append(document.createElement('button'))")
        page.evaluate("document.querySelector('#tools').style.cssText = 'display: flex'")
        assert any(told.startswith("button-name") for told in anna.serious())
        page.evaluate("document.querySelector('#title').style.cssText = 'color: #bbb; width: 900px'")
        page.evaluate(SEAT)
        found = " ".join(anna.faults())
        assert all(word in found for word in ("no name", "contrast", "Spades", "over the edge of a seat"))


SCORED = """document.querySelector('#score').innerHTML = `<span>Anneliese von Hohenfeld & South</span><b>1020</b>
  <span>3 of 11, points 103</span>`"""
"""The score of a side with a long name, in a game that counts tricks and cards."""


def test_a_long_name_leaves_the_score_to_be_read(browser: Any, tmp_path: Path) -> None:
    with served(tmp_path) as server:
        page = Person(browser, server.link).sit(0, "Anna").page
        page.click("#begin")
        page.wait_for_selector("#hand .card")
        page.evaluate(SCORED)
        told = page.locator("#score > :last-child").evaluate("(one) => [one.scrollWidth, one.clientWidth]")
        assert told[0] <= told[1]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("link", ["wrong", "onelettertoomany"])
def test_a_wrong_link_promises_no_seat(browser: Any, tmp_path: Path, link: str) -> None:
    with served(tmp_path) as server:
        page = browser.new_context().new_page()
        page.goto(f"{server.link.partition('/t/')[0].rstrip('/')}/t/{link}")
        page.wait_for_selector("#dialog :text('There is no such table here')")
        time.sleep(0.5)  # the server closes the connection, and nothing may come of it
        assert not page.is_visible("#line")


def test_a_late_friend_is_told_so_and_can_let_bots_play_for_who_has_gone(browser: Any, tmp_path: Path) -> None:
    with served(tmp_path) as server:
        anna, table = Person(browser, server.link).sit(0, "Anna"), server.room.table
        anna.page.click("#begin")
        wait(lambda: anna.is_asked, "Anna is not asked")
        anna.choose()
        wait(lambda: len(table.states) > 2 and table.bot_turn() is None, "nobody waits for Anna")
        anna.context.close()
        wait(lambda: not server.room.online, "Anna has not gone")
        late = Person(browser, server.link)
        late.page.get_by_role("button", name="Take a seat").last.click()
        late.page.fill("#name", "Ben")
        late.page.get_by_role("button", name="Sit here").first.click()
        late.page.wait_for_selector("#prompt :text('You play from the next deal on.')")
        assert not late.page.get_by_role("button", name="Take a seat").count()
        late.page.get_by_role("button", name="Let a bot play for Anna").click()
        wait(lambda: table.people[0].is_away, "no bot plays for Anna")
        assert late.wrong == []


def test_a_phone_that_loses_the_network_comes_back_to_its_seat(browser: Any, tmp_path: Path) -> None:
    with served(tmp_path) as server:
        anna, ben = Person(browser, server.link).sit(0, "Anna"), Person(browser, server.link).sit(1, "Ben")
        anna.page.click("#begin")
        table, room = server.room.table, server.room
        wait(lambda: (table.is_playing and 1 in {turn.seat for turn in table.states[-1].turns}) or anna.is_asked, "")
        if anna.is_asked:
            anna.choose()
        wait(lambda: ben.is_asked, "Ben is not asked")
        wait(lambda: anna.has_seen(table.version), "Anna's page does not show the game from which she goes")
        anna.context.set_offline(True)
        anna.page.goto("about:blank")  # the phone forgets the page, so that it does not come back before it should
        for watcher in list(room.watchers):
            if room.seat_of(watcher) == 0:
                watcher.is_lost = True  # the server gives it up
                watcher.wake.set()
        wait(lambda: room.online == {1}, "the server does not see that Anna has gone")
        told = table.stories[0].last
        ben.choose()
        wait(lambda: table.stories[0].last > told + 2, "Ben and the bots cannot go on")
        anna.context.set_offline(False)
        anna.page.goto(server.link)
        anna.page.wait_for_selector("#hand .card")
        anna.page.wait_for_selector("#dialog :text('While you were away')")
        assert "Ben" in anna.page.inner_text("#dialog li >> nth=0")
        assert table.people[0].name == "Anna"
        wait(lambda: room.online == {0, 1}, "they are not both back")
