"""What the games in lock step with OpenSpiel share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable, Sequence


def below(rng: random.Random, size: int) -> int:
    """Return a random number; only `random()` is promised to be the same in every version of Python."""
    return int(rng.random() * size)


def shuffled(rng: random.Random, items: Sequence[str]) -> list[str]:
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        place = below(rng, last + 1)
        order[last], order[place] = order[place], order[last]
    return order


class Names:
    """Their actions by our names, made of number, text and choice: for a kind of choice they stay the same."""

    def __init__(self, name: Callable[[int, str, str], str]) -> None:
        self.name = name
        self.known: dict[str, dict[int, str]] = {}
        self.cards: dict[str, int] = {}

    def of(self, theirs: Any, choice: str) -> dict[str, int]:
        """Return the actions that are legal now."""
        known, legal = self.known.setdefault(choice, {}), theirs.legal_actions()
        for action in legal:
            if action not in known:
                known[action] = self.name(action, theirs.action_to_string(action), choice)
        return {known[action]: action for action in legal}

    def deal(self, theirs: Any, cards: Iterable[str]) -> None:
        """Answer their chance nodes with these cards, in their order."""
        self.cards = self.cards or self.of(theirs, "to deal")
        for card in cards:
            theirs.apply_action(self.cards[card])
