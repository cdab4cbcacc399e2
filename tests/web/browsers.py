"""A Chromium that is there, driven by Playwright; and what a page must not have."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import axe_playwright_python
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
         "--in-process-gpu", "--renderer-process-limit=1", "--process-per-site")  # fmt: skip
"""With as few processes as there can be: each takes its time to start."""
PHONE = {"width": 360, "height": 740}
NARROW = {"width": 320, "height": 640}
FAULTS = Path(__file__).with_name("faults.js").read_text(encoding="utf-8")
"""A function of the page that finds what axe does not look for, too."""
AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text(encoding="utf-8")
MUST = "SPADESDSL_BROWSER"
"""Set where a Chromium has been installed for the tests: then they fail if there is none."""


def chromium(*flags: str) -> Iterator[Any]:
    """Yield a Chromium; skip the test, and say so, on a machine that has none."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        assert not os.environ.get(MUST), "a Chromium was installed, and there is none"
        pytest.skip("the page was not tested in a browser: there is no Chromium on this machine")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS, *flags])
        yield browser
        browser.close()


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, browser: Any, link: str, size: dict[str, int] | None = None, **more: Any) -> None:
        size = size or PHONE
        self.context = browser.new_context(viewport=size, has_touch=size["width"] < 700, **more)
        self.context.set_default_timeout(10_000)
        self.page = self.context.new_page()
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda told: self.wrong.append(told.text) if told.type == "error" else None)
        self.page.goto(link)
        self.page.wait_for_selector(".lobby, #seats .seat")

    def sit(self, at: int, name: str) -> Person:
        """Take the seat of that place in the list."""
        self.page.fill("#name", name)
        self.page.locator(".choices li").nth(at).get_by_role("button", name="Sit here").click()
        self.page.wait_for_selector("#begin")
        return self

    def has_seen(self, version: int) -> bool:
        """Tell whether the page shows this version of the table, or a later one."""
        return bool(self.page.evaluate("(version) => Number(document.body.dataset.version) >= version", version))

    @property
    def is_asked(self) -> bool:
        """Tell whether it is their turn."""
        return bool(self.page.evaluate("document.querySelector('#prompt').className === 'mine'"))

    def choose(self) -> None:
        """Touch the first lit card, or the first answer, as soon as no score sheet lies over it."""
        from playwright.sync_api import TimeoutError

        lit = self.page.locator("#hand .card.lit, #open .card.lit, #answers button:not(.may)")
        shown = "document.body.dataset.version"
        before = self.page.evaluate(shown)
        for _ in range(10):
            self.close_dialog()
            with suppress(TimeoutError):
                lit.first.click(timeout=2000)
                return
            with suppress(TimeoutError):  # on a slow machine a click that was made counts as late
                self.page.wait_for_function(f"(before) => {shown} !== before", arg=before, timeout=500)
                return
        raise AssertionError("there is nothing to touch")

    def close_dialog(self) -> None:
        """Close what has opened over the table."""
        if self.page.evaluate("document.querySelector('#dialog').open"):
            self.page.click("#dialog-close")

    def faults(self) -> list[str]:
        """Return what somebody who cannot see well, or has no mouse, would stumble over."""
        found: list[str] = self.page.evaluate(FAULTS)
        return found

    def serious(self) -> list[str]:
        """Return what axe finds that is serious or critical."""
        self.page.evaluate(AXE)
        found: list[str] = self.page.evaluate(
            """async () => (await axe.run({resultTypes: ["violations"]})).violations
            .filter((one) => ["serious", "critical"].includes(one.impact))
            .map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 120)}`)"""
        )
        return found
