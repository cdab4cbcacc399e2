"""What the shell offers on Tab."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


def offered(typed: str) -> list[str]:
    """Return what bash is offered for the last word."""
    words = typed.split(" ")
    environment = {
        **os.environ,
        "_SPADESDSL_COMPLETE": "complete_bash",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(words) - 1),
    }
    program = "import sys; from spadesdsl.cli import main; sys.exit(main())"
    ended = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    return ended.stdout.split()


@pytest.mark.parametrize(
    ("typed", "offers"),
    [
        ("spadesdsl val", {"validate"}),
        ("spadesdsl play ny", {"nyc", "nyc_french_cut"}),
        ("spadesdsl show standard --set bag", {"bag_limit=", "bag_penalty=", "bags_past_limit="}),
        ("spadesdsl validate standard --set failed_nil=h", {"failed_nil=help"}),
        ("spadesdsl play standard --seat n", {"north", "none"}),
        ("spadesdsl play no_such_variant --seat n", {"none"}),
        ("spadesdsl schema ref", {"referee"}),
        ("spadesdsl new mine --from ny", {"nyc", "nyc_french_cut"}),
        ("spadesdsl new mine --from standard --with no_o", {"no_ones", "no_overs"}),
        ("spadesdsl rep", {"replay"}),
    ],
)
def test_tab_offers(typed: str, offers: set[str]) -> None:
    assert set(offered(typed)) == offers
