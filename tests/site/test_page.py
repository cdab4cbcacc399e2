"""The page that needs no server, in a real browser: from an empty profile, with no network but its own site."""

from __future__ import annotations

import base64
import functools
import gzip
import http.server
import os
import re
import threading
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from docs.site.__main__ import POLICY, ROOT, Unmade, is_installed, made_from, make
from tests.web.browsers import FAULTS, NARROW, PHONE, chromium

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DESK = {"width": 1280, "height": 800}
PATIENCE = 60_000
NOBODY_ELSE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
MUST = "SPADESDSL_SITE"
"""Set where the site can be made for the tests: then they fail if there is none."""
CARDS = "#hand .card, #answers button"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    yield from chromium(NOBODY_ELSE)


@pytest.fixture(scope="module")
def folder() -> Path:
    """Return the site, made again if it is not of these sources."""
    site = ROOT / "build" / "site"
    made = site / "play" / "made-from"
    with locked(ROOT / "build" / "site.lock"):
        if made.is_file() and made.read_text(encoding="utf-8") == made_from():
            return site
        if not os.environ.get(MUST) and not is_installed(ROOT / "build"):
            pytest.skip("the page that needs no server was not tested: `make site` has not been run here")
        try:
            make(site)
        except Unmade as problem:
            if os.environ.get(MUST):
                raise
            pytest.skip(f"the page that needs no server was not tested: {problem}")
    return site


@contextmanager
def locked(path: Path) -> Iterator[None]:
    import fcntl

    path.parent.mkdir(exist_ok=True)
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves files as the plainest host does, and forbids everything that the page must not need."""

    def end_headers(self) -> None:
        self.send_header("content-security-policy", POLICY)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        return


class Host:
    """A host of the site that can be switched off."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        self.handler = functools.partial(Handler, directory=str(folder))
        self.port = port
        self.start()

    def start(self) -> None:
        """Serve, always at the same address."""
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), self.handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(scope="module")
def host(folder: Path) -> Iterator[Host]:
    host = Host(folder)
    yield host
    host.stop()


class Visitor:
    """Somebody with an empty browser of their own."""

    def __init__(self, browser: Any, link: str, size: dict[str, int] | None = None, **more: Any) -> None:
        size = size or DESK
        self.context = browser.new_context(viewport=size, has_touch=size["width"] < 700, **more)
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.wrong: list[str] = []
        self.asked: list[str] = []
        self.context.on("request", lambda request: self.asked.append(request.url))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", self._hear)
        self.page.goto(link)

    def _hear(self, told: Any) -> None:
        # Where coloured words are replaced, the browser itself would keep their colour in an attribute, and may not.
        if told.type == "error" and not told.text.startswith("Applying inline style violates"):
            self.wrong.append(told.text)

    @property
    def table(self) -> Any:
        """The page of the table, inside of this one."""
        return self.page.frame_locator("#table iframe")

    def wait_for_cards(self) -> Visitor:
        self.table.locator(CARDS).first.wait_for()
        return self

    def wait_for_examples(self) -> Visitor:
        self.page.wait_for_selector("#examples li", state="attached")
        return self

    def write(self, text: str) -> None:
        """Replace the rules by typing."""
        self.page.locator("#editor .cm-content").focus()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(text)

    @property
    def text(self) -> str:
        return str(self.page.evaluate("localStorage.getItem('rules')"))

    def hand(self) -> list[str]:
        cards = self.table.locator("#hand .card")
        cards.first.wait_for()
        return list(cards.evaluate_all("all => all.map((one) => one.dataset.card)"))

    def wait_for_turn(self) -> None:
        """Wait until we have to choose, and close what has opened over the table."""
        self.table.locator("#prompt.mine").wait_for()
        if self.table.locator("#dialog[open]").count():
            self.table.locator("#dialog-close").click()

    def choose(self) -> None:
        """Make the first choice that is allowed, when it is our turn."""
        self.wait_for_turn()
        before = self.table.locator("#prompt, #hand").all_inner_texts()
        self.table.locator("#hand .card.lit, #answers button:not(.may)").first.click()
        while self.table.locator("#prompt, #hand").all_inner_texts() == before:
            self.page.wait_for_timeout(50)


@pytest.fixture(scope="module")
def anna(browser: Any, host: Host) -> Visitor:
    """Somebody who has the page open, for tests that follow one another."""
    return Visitor(browser, f"{host.origin}/play/").wait_for_cards().wait_for_examples()


def test_all_of_a_first_load_is_less_than_ten_megabytes(folder: Path) -> None:
    files = [path for path in (folder / "play").rglob("*") if path.is_file()]
    assert sum(len(gzip.compress(path.read_bytes(), 6)) for path in files) < 10_000_000


def test_every_shipped_file_is_there_to_begin_with(anna: Visitor) -> None:
    listed = anna.page.locator("#game option").evaluate_all("all => all.map((one) => one.value)")
    assert {path.stem for path in (ROOT / "variants").rglob("*.spades")} <= set(listed)
    for name, words in (("hearts", "Hearts"), ("ace_leads", "Spades"), ("spoil_five", "Spoil Five")):
        anna.page.select_option("#game", name)
        anna.table.locator(f"#title:has-text('{words}')").wait_for()
        anna.wait_for_cards()
        anna.page.wait_for_selector("#verdict.good-text")
    anna.page.select_option("#game", "hearts")
    anna.page.select_option("#game", "friday")  # the deal that this one stops does not free the button
    anna.page.wait_for_selector("#deal:enabled")
    assert "friday" in anna.page.evaluate("sessionStorage.getItem('dealt')")
    anna.table.locator("#title:has-text('Friday')").wait_for()
    assert anna.wrong == []


def test_it_is_the_table_of_the_server_with_hints_reasons_and_a_score(anna: Visitor) -> None:
    anna.page.click("#more")
    anna.page.fill("#dialog-body input >> nth=0", "12")
    anna.page.get_by_role("button", name="Deal these cards").click()
    for _ in range(4):  # South cannot lead before the second trick
        anna.choose()
        anna.wait_for_turn()
        if anna.table.locator("#hand .card.grey").count():
            break
    anna.table.locator("#hand .card.grey").first.click()
    anna.table.locator("#toast:has-text('is not allowed')").wait_for()
    anna.table.locator("#hint").click()
    anna.table.locator("#toast:has-text(':')").wait_for()
    anna.table.locator("#rules-open").click()
    anna.table.locator("#dialog :text('Follow suit if you can') >> nth=0").wait_for()
    anna.table.locator("#dialog-close").click()
    assert anna.wrong == []


def test_a_mistake_is_found_as_it_is_typed_and_fixed_with_one_touch(anna: Visitor) -> None:
    text = anna.text
    anna.write(text.replace("must unbroken", "must unbrokn"))
    anna.page.wait_for_selector("#findings .error:has-text('E203')")
    anna.page.wait_for_selector("#editor .cm-lintRange-error", state="attached")
    assert "go on" in anna.page.inner_text("#table .old") or "goes on" in anna.page.inner_text("#table .old")
    anna.page.locator("#findings .error button:not(.where)").click()
    anna.page.wait_for_selector("#verdict:has-text('fine')")
    assert anna.text == text
    assert anna.wrong == []


def test_words_have_colours_say_what_they_mean_and_are_completed(anna: Visitor) -> None:
    seen = anna.page.locator("#editor .cm-line span").evaluate_all(
        "all => Object.fromEntries(all.map((one) => [one.textContent, getComputedStyle(one).color]))"
    )
    assert seen["extends"] == seen["score"] != seen["300"]
    anna.page.locator("#editor .cm-line span", has_text="score").first.hover()
    anna.page.wait_for_selector(".cm-says:has-text('score')")
    anna.page.mouse.move(1200, 790)
    anna.write('language 1\nvariant mine "Mine" extends stan')
    anna.page.click(".cm-tooltip-autocomplete li:has-text('standard')")
    anna.page.wait_for_selector("#editor .cm-line:has-text('extends standard')")
    assert anna.text.endswith("extends standard")
    anna.page.keyboard.press("Control+z")
    assert anna.wrong == []


def test_after_the_first_load_it_needs_no_network_and_own_rules_are_not_lost(anna: Visitor, host: Host) -> None:
    rules = 'language 1\nvariant mine "Mine alone" extends standard { set target = 450 }\n'
    anna.write(rules)
    anna.page.wait_for_selector("#verdict:has-text('Mine alone')")
    anna.page.select_option("#game", "hearts")
    anna.page.wait_for_selector("#verdict:has-text('Hearts')")
    anna.page.wait_for_selector("#deal:enabled")
    anna.page.select_option("#game", "")
    anna.page.wait_for_selector("#verdict:has-text('Mine alone')")
    anna.page.wait_for_selector("#deal:enabled")  # until then, the cards of Hearts may be on the table
    assert anna.text == rules
    hand = anna.hand()
    anna.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    assert anna.page.evaluate("caches.keys().then((all) => all.length)") == 1
    assert {re.sub(r"(?<=\d)/.*", "", url) for url in anna.asked} == {host.origin}, "it asks somebody else"
    host.stop()
    anna.page.reload()
    anna.wait_for_cards().wait_for_examples()
    assert anna.text == rules
    assert anna.hand() == hand, "the same cards are on the table"
    assert "Mine alone" in anna.page.inner_text("#verdict")
    anna.choose()
    anna.page.click("#tab-book")
    anna.page.wait_for_selector("#book h1:has-text('Mine alone')")
    anna.page.click("#tab-table")
    assert anna.wrong == []
    host.start()


def test_examples_have_ticks_the_book_and_the_changes_follow_the_rules(anna: Visitor) -> None:
    rules = (ROOT / "README.md").read_text(encoding="utf-8").split("file=friday.spades\n")[1].split("```")[0]
    anna.write(rules.replace("taken = 13: 200", "taken = 13: 250"))
    anna.page.wait_for_selector("#examples .cross", state="attached")
    assert "all thirteen tricks" in anna.page.locator("#examples li").first.text_content()
    anna.write(rules.replace("target = 300", "target = 350"))
    anna.page.wait_for_selector("#examples h2.good-text", state="attached")
    anna.page.click("#tab-examples")
    assert "All 11 examples hold" in anna.page.inner_text("#examples h2")
    anna.page.click("#tab-book")
    anna.page.wait_for_selector("#book aside :text('target: 350')")
    anna.page.click("#tab-diff")
    anna.page.wait_for_selector("#diff :text('All thirteen tricks.')")
    anna.page.click("#tab-table")
    anna.page.click("#deal")
    anna.page.wait_for_selector("#table .old", state="detached")
    assert anna.wrong == []


def test_the_ten_minutes_of_the_tutorial_happen_on_the_page(anna: Visitor) -> None:
    anna.page.click("#tab-learn")
    verdicts = iter(["fine, 3 remarks", "1 mistake", "1 mistake", "fine"])
    for step in range(1, 7):
        anna.page.wait_for_selector(f"#learn p:has-text('step {step} of 6')")
        for put in anna.page.locator("#learn .put").all():
            put.click()
            anna.page.wait_for_selector(f"#verdict:has-text('{next(verdicts)}')")
        if step == 4:
            anna.page.wait_for_selector("#examples h2:has-text('All 9 examples hold')", state="attached")
        if step < 6:
            anna.page.click("#learn .steps .main")
    anna.page.click("#deal")
    anna.table.locator("#title:has-text('Friday night at our table')").wait_for()
    assert list(verdicts) == []
    assert anna.wrong == []


def test_nothing_freezes_while_the_program_thinks(anna: Visitor) -> None:
    # Frames are also drawn late where a machine has too much to do; a free page counts on.
    anna.page.evaluate("() => { window.counted = 0; setInterval(() => { counted += 1; }, 10); }")
    for name, shown in (("nyc", "h1"), ("doppelkopf", "p:has-text('no parent')")):
        anna.page.select_option("#game", name)
        anna.page.click("#tab-diff")
        before = anna.page.evaluate("counted")
        anna.page.wait_for_selector(f"#diff {shown}")
        assert anna.page.evaluate("counted") >= before + 5, "the page stood still while it compared the games"
        anna.page.click("#tab-table")


def test_a_link_holds_the_rules_and_the_cards(browser: Any, host: Host, anna: Visitor) -> None:
    rules = 'language 1\nvariant ours "Our café ♠ 🂡" extends standard { set target = 250 }\n'
    anna.write(rules)
    anna.page.wait_for_selector("#verdict:has-text('Our café')")
    anna.page.click("#deal")
    anna.table.locator("#title:has-text('Our café')").wait_for()
    hand = anna.hand()
    anna.page.click("#send")
    link = anna.page.input_value("#dialog[open] input[aria-label='The link']")
    anna.page.click("#dialog-close")
    assert link.startswith(f"{host.origin}/play/#r1.")
    friend = Visitor(browser, link, PHONE)
    assert friend.hand() == hand
    assert friend.text == rules
    assert "came with the link" in friend.page.inner_text("#note")
    assert friend.wrong == []
    deflate = zlib.compressobj(9, wbits=-15)
    bomb = base64.urlsafe_b64encode(deflate.compress(b" " * 50_000_000) + deflate.flush()).decode().rstrip("=")
    for wrong in (f"r1..{bomb}", "r2.1.abc", link.partition("#")[2][:-9]):
        friend.page.evaluate("wrong => { note.hidden = true; location.hash = wrong; }", wrong)
        friend.page.wait_for_selector("#note:has-text('The link is damaged')")
    friend.page.reload()
    friend.page.wait_for_selector("#note:has-text('The link is damaged')")
    friend.wait_for_cards()
    assert friend.text == rules


@pytest.mark.parametrize(("size", "scheme"), [(NARROW, "dark"), (DESK, "light")])
def test_nobody_stumbles_over_the_page(anna: Visitor, size: dict[str, int], scheme: Any) -> None:
    anna.page.set_viewport_size(size)
    anna.page.emulate_media(color_scheme=scheme)
    for tab in anna.page.locator("#tabs button").all():
        if tab.is_visible():
            tab.click()
            assert anna.page.evaluate(FAULTS) == [], tab.inner_text()
    anna.page.wait_for_selector("#diff h1")
    assert anna.page.evaluate("(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(diff)"), "it is too wide"
    anna.page.click("#more")
    assert anna.page.evaluate(FAULTS) == []
    anna.page.click("#dialog-close")
    assert anna.wrong == []
