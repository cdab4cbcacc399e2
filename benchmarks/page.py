"""How soon the page that needs no server is there: `make page` first, then `python benchmarks/page.py`.

A visitor with an empty profile opens the page from a server on this machine: how long until the first cards, and then
without a network; until a mistake is found after it was typed; and the longest time for which the page answers nobody
while games are compared. Beside each is its ratio to a start of the `spadesdsl` command in the same run.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.site.test_page import NOBODY_ELSE, Host, Visitor
from tests.web.browsers import chromium

SITE = Path(__file__).resolve().parent.parent / "build" / "site"
LONGEST = """() => {
  window.longest = 0;
  let last = performance.now();
  setInterval(() => { const now = performance.now(); longest = Math.max(longest, now - last); last = now; }, 20);
}"""


def start_of_the_command() -> float:
    """Return how long the command takes to say its version, in seconds."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-m", "spadesdsl", "--version"], check=True, capture_output=True)
    return time.perf_counter() - begun


def seconds_to_the_cards(visitor: Visitor) -> float:
    """Return how long the page took from its beginning to the first cards."""
    visitor.wait_for_cards()
    return float(visitor.page.evaluate("performance.getEntriesByName('dealt')[0].startTime / 1000"))


def main() -> int:
    """Measure, and print a line for each figure."""
    if not (SITE / "play").is_dir():
        print("There is no page yet: run `make page` first.", file=sys.stderr)
        return 1
    host, browsers = Host(SITE), chromium(NOBODY_ELSE)
    found = {}
    visitor = Visitor(next(browsers), f"{host.origin}/play/")
    found["first cards, first visit"] = seconds_to_the_cards(visitor)
    visitor.wait_for_examples()
    visitor.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    origin_port = host.server.server_port
    host.stop()
    visitor.page.reload()
    found["first cards, without a network"] = seconds_to_the_cards(visitor)
    host = Host(SITE, origin_port)
    visitor.wait_for_examples()
    visitor.write(visitor.text.replace("must unbroken", "must unbrokn"))
    begun = time.perf_counter()
    visitor.page.wait_for_selector("#findings .error:has-text('E203')")
    found["a mistake is found"] = time.perf_counter() - begun
    visitor.page.evaluate(LONGEST)
    for name in ("nyc", "doppelkopf"):
        visitor.page.select_option("#game", name)
        visitor.page.click("#tab-diff")
        visitor.page.wait_for_selector("#diff :is(h1, p:has-text('no parent'))")
        visitor.page.click("#tab-table")
    found["longest silence of the page"] = visitor.page.evaluate("longest / 1000")
    host.stop()
    start = median(start_of_the_command() for _ in range(5))
    for what, seconds in found.items():
        print(f"{what:32}{seconds:8.2f} s   {seconds / start:6.1f} × a start of the command ({start:.2f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
