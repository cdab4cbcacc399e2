"""Documents from texts, without files: a small game, and a finder over named texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.check import Unfound, check
from spadesdsl.source import Source
from spadesdsl.syntax.parser import parse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.rules.game import Variant
    from spadesdsl.syntax.nodes import Document

GAME = """
variant small "A small game" {
  option most = 3 from 1 to 5 "Cards in a hand."
  table {
    seats North, East, South, West
    teams of 2
  }
  deck {
    suits clubs, hearts
    ranks A, K, Q, J, 10, 9, 8, 7, 6, 5
    trumps: hearts
  }
  deal {
    dealer first: random of players
    dealer next:  left of dealer
    give hands: most from stock to each player from left of dealer
  }
  bidding {
    round opening by each player from left of dealer
    bid tricks(n from 0 to most) "{n}" { contract n }
  }
  play {
    lead first: left of dealer
    lead next:  last_trick.winner
    must follow_suit when following: card in led.suit "Follow suit."
    trick winner: highest of trick in trumps, else highest of trick in led.suit
  }
  scoring for each team {
    let made = taken >= contract
    score contract: if made then 10 * contract else -10 * contract
    tally sets: add 1 when not made
    score fine: -5 * sets
  }
  ending {
    win target_reached when score >= 50
    tie level: play on
  }
}
"""
"""Stands for a parent: four seats, two suits, one of each kind of rule."""


def document(text: str) -> Document:
    """Parse a text that is free of mistakes."""
    parsed, found = parse(Source("text.spades", text))
    assert parsed is not None, found
    return parsed


def checked(text: str, others: Mapping[str, str] | None = None) -> tuple[Variant | None, tuple[Diagnostic, ...]]:
    """Check a text; `small` and the others are found by name."""
    known = {name: document(one) for name, one in {"small": GAME, **(others or {})}.items()}
    return check(document(text), find=lambda name, _kind, _by="": known.get(name, Unfound(tuple(known))))


def good(text: str, others: Mapping[str, str] | None = None) -> Variant:
    """Check a text in which nothing is wrong."""
    variant, found = checked(text, others)
    assert variant is not None, found
    return variant


def codes(text: str, others: Mapping[str, str] | None = None) -> list[str]:
    """Check a text and return the codes of what was found."""
    return [one.code for one in checked(text, others)[1]]
