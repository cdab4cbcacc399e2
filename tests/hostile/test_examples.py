"""Whatever an example expects, it holds or there is a finding."""

from __future__ import annotations

import pytest

from spadesdsl.examples.run import run_examples
from spadesdsl.loader import load_text

FILE = """
language 1
variant made "Made" extends onhand_3 {{
  example "odd" {{ {} }}
}}
"""


@pytest.mark.parametrize(
    "said",
    [
        "given dealer = South expect legal bids look",
        "given dealer = South, West not looked expect legal bids wait, look",
        "given dealer = South expect legal bids tricks(-1)",
        "given dealer = South expect legal bids tricks(1.5)",
        "given dealer = South expect legal bids tricks(999999999)",
        "given dealer = South expect legal bids blind(-1)",
        "given dealer = South, deal = 1.5 expect legal bids nil",
        "given dealer = South, deal = -1 expect legal bids nil",
        "given dealer = South, trick_number = 99 expect legal AS",
        "given dealer = South, trick_number = 0.5 expect legal AS",
        "bids North tricks(-1), East nil, South nil case North takes 99: North { score = 1.5 }",
        "bids North tricks(1.5), East nil, South nil case North takes 0: North { score = -1 }",
        "bids North look, East wait, South no case North takes 0: North { score = 0 }",
    ],
)
def test_an_example_that_cannot_be_is_a_finding(said: str) -> None:
    loaded = load_text(FILE.format(said).encode(), {})
    examples = [] if loaded.variant is None else [one for one in run_examples(loaded) if one.title == "odd"]
    assert loaded.variant is None or (examples and not examples[0].passed)
