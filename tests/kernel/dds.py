"""DDS, the double dummy solver of bridge players, through `endplay`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadesdsl import load

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl.engine.game import Game, State

TRUMPLESS = """variant trumpless "Trumpless" extends whist { deck { replace trumps: none } }"""
RANKS = "23456789TJQKA"


def trumpless(folder: Path) -> Game:
    """Return whist without trumps."""
    file = folder / "trumpless.spades"
    file.write_text(TRUMPLESS, encoding="utf-8")
    return load(file)


def board(s: State) -> Any:
    """Return a deal as DDS takes it."""
    import endplay

    order = (3, 2, 1, 0)
    hands = [
        ".".join("".join(RANKS[rank] for rank in range(12, -1, -1) if hand >> 13 * suit + rank & 1) for suit in order)
        for hand in s.hands
    ]
    deal = endplay.Deal("N:" + " ".join(hands))
    trump = s.ranking.trumps
    deal.trump = endplay.Denom.nt if trump is None else getattr(endplay.Denom, s.spec.deck.suits[trump])
    deal.first = endplay.Player(s.leader)
    return deal


def tricks(deal: Any, *, only_best: bool = False) -> dict[str, int]:
    """Return how many of the tricks left a card takes, by its name: all cards, or one of the best."""
    from endplay.dds import solve_board
    from endplay.dds.solve import SolveMode

    found = solve_board(deal, SolveMode.OptimalOne if only_best else SolveMode.Default)
    return {card.rank.name[1].replace("T", "10") + card.suit.name[0].upper(): number for card, number in found}
