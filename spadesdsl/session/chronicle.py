"""What happened, kept for each person until they next see the screen."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from spadesdsl.frozen import dataclass
from spadesdsl.session.story import Storyteller

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadesdsl.engine.game import Game, State
    from spadesdsl.rules.game import Variant
    from spadesdsl.session.page import Page


@dataclass(slots=True)
class Chronicle:
    """One story for each person, and one that everybody may hear."""

    game: Game
    variant: Variant
    people: Sequence[int]
    last_deal: int | None = None
    """The story stops after this deal."""
    waiting: dict[int | None, list[str]] = field(init=False)
    """By person: what happened since their last move. Under None: what all may hear and no screen has shown."""
    _tellers: dict[int | None, Storyteller] = field(init=False)

    def __post_init__(self) -> None:
        readers = (None, *self.people)
        self.waiting = {reader: [] for reader in readers}
        self._tellers = {reader: Storyteller(self.game.seats, reader, 0, self.last_deal) for reader in readers}

    def teller(self, seat: int | None) -> Storyteller:
        """Return the teller of a seat's story."""
        return self._tellers[seat]

    def add(self, before: State | None, after: State, by: int | None, page: Page) -> dict[int | None, list[str]]:
        """Add what a move brought, and return it as each reader sees it.

        Args:
            before: where the move was made; None as a game begins.
            after: what came of it.
            by: the person who made it; None for a bot.
            page: the page it appears on.
        """
        news = {}
        for reader, teller in self._tellers.items():
            teller.page = page
            teller.first_side = (None if reader is None else after.side_of[reader]) or 0
            lines = teller.tell(before, after, by)
            lines += [] if before is None else _new_cards(reader, before, after)
            if before is None or before.deals_dealt != after.deals_dealt:
                lines += self._special_rules(after)
            if by is not None and by == reader:
                self.waiting[reader] = []
            self.waiting[reader] += lines
            news[reader] = lines
        return news

    def take(self, reader: int | None) -> list[str]:
        """Return the story for everybody, which is shown once, or for a person, who may need it again."""
        lines = self.waiting[reader]
        if reader is None:
            self.waiting[None] = []
        return list(lines)

    def go_back(self, state: State, notice: str) -> None:
        """Continue from an earlier state: drop the story since then."""
        for reader, teller in self._tellers.items():
            teller.catch_up(state)
            self.waiting[reader] = [notice]

    def _special_rules(self, state: State) -> list[str]:
        """Say which rules are special to this deal."""
        usual = self.variant.game.rules
        rules = self.variant.edition(state.deal).rules
        said = [rule.sentence for rule in rules if rule.sentence and rule not in usual]
        return [f"  On this deal: {' '.join(dict.fromkeys(said))}"] if said else []


def _new_cards(reader: int | None, before: State, after: State) -> list[str]:
    """Say which cards a person got from elsewhere, once they have seen their hand."""
    if reader is None or before.deals_dealt != after.deals_dealt:
        return []
    old, new = before.view(reader).hand, after.view(reader).hand
    if old is None or new is None:
        return []
    gained = [card for card in new if new.count(card) > old.count(card)]
    return [f"  You get {' '.join(gained)}"] if gained else []
