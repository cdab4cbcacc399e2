"""`show --plan`: the order of a deal, as an author reads it, as a flowchart and for programs."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from spadesdsl.cli import main

GOLDEN = Path(__file__).parent.parent / "data" / "plans"
"""What is printed, by game; `spadesdsl show NAME --plan > FILE` writes such a file again."""


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what a command prints."""
    assert main(["show", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.txt")), ids=lambda file: file.stem)
def test_the_order_of_a_deal_reads_as_it_did(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, file.stem, "--plan") == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.mmd")), ids=lambda file: file.stem)
def test_the_flowchart_is_drawn_as_it_was(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, file.stem, "--format", "mermaid") == file.read_text(encoding="utf-8")


def test_each_arrow_of_a_flowchart_leads_from_one_box_to_another(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "nyc", "--plan", "--format", "mermaid")
    boxes = set(re.findall(r"^    (n\d+)\W", text, re.MULTILINE))
    arrows = re.findall(r"^  (n\d+) -\.?->(?:\|[^|]+\|)? (n\d+)$", text, re.MULTILINE)
    assert len(arrows) == text.count("-->") + text.count("-.->") > len(boxes)
    assert {end for arrow in arrows for end in arrow} == boxes


def test_programs_read_each_moment_with_its_rule_and_what_can_follow(capsys: pytest.CaptureFixture[str]) -> None:
    plan = json.loads(said(capsys, "hearts", "--plan", "--json"))
    assert [one["on"] for one in plan["plans"]] == [[], *([f"on deal {deal} of every 4"] for deal in (2, 3, 4))]
    nodes = {node["id"]: node for node in plan["plans"][0]["nodes"]}
    passing = next(node for node in nodes.values() if node.get("rule") == "passing.three")
    assert (passing["kind"], passing["file"]) == ("asks at once", "hearts.spades")
    assert nodes[passing["next"][-1]["to"]]["kind"] == "phase ends"
    assert all(link["to"] in nodes for node in nodes.values() for link in node["next"])


def test_what_is_said_unasked_or_with_a_card_asks_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    for name, title in (("tram", "at any time, unasked"), ("sixty_six", "with a card")):
        lines = [line.strip() for line in said(capsys, name, "--plan").splitlines()]
        assert "one player may say it" in lines[lines.index(title) : lines.index(title) + 6]


def test_what_an_answer_leads_to_is_below_it(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "nyc", "--plan").splitlines()
    at = next(at for at, line in enumerate(lines) if line.strip() == "at each turn, before the bid")
    assert lines[at + 1].startswith("      choose estimate")
