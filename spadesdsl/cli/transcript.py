"""A recorded game as text: what everybody heard, with the numbers of the moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.engine.events import DealEvent, EndEvent, PlayEvent, ScoreSheet
from spadesdsl.engine.record import goes_on
from spadesdsl.frozen import dataclass, field
from spadesdsl.session.news import Narrator, ending_text
from spadesdsl.session.terminal import with_cards
from spadesdsl.words import WIDTH, count, folded

if TYPE_CHECKING:
    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.record import Step
    from spadesdsl.rules.game import Variant


@dataclass(slots=True)
class Transcript:
    """Writes a game step by step, as the session tells it to everybody."""

    game: Game
    variant: Variant
    lines: list[str] = field(default_factory=list)
    _narrator: Narrator = field(init=False)
    _before: State | None = None
    _made: int = 0
    """How many moves were made."""
    _from: int = 0
    """The move with which the trick on the table began."""

    def __post_init__(self) -> None:
        self._narrator = Narrator(self.game.named({}), None, variant=self.variant)

    def take(self, step: Step) -> None:
        """Write one step."""
        if step.entry is None or goes_on(step.entry):
            self._made += step.entry is not None
            self._tell(step.state)
        elif "undo" in step.entry:
            self._say([f"{count(step.entry['undo'], 'move')} taken back"], self._made)
            self._narrator.catch_up(step.state)
        self._before = step.state

    def done(self) -> list[str]:
        """Return all the lines."""
        played = self._narrator.played
        if played:
            self._say([", ".join(f"{self.game.seats[seat]} {card}" for seat, card in played)], self._from)
        return self.lines

    def _tell(self, state: State) -> None:
        for event in state.events:
            if isinstance(event, PlayEvent) and not self._narrator.played:
                self._from = self._made
            first = self._from if self._narrator.played else self._made
            told = self._narrator.one(event, self._before or state, None)
            if isinstance(event, EndEvent):
                rules = self.variant.edition(state.deal).rules
                self.lines += ["", *folded(ending_text(self.game, event, rules, self._narrator.seats))]
            elif isinstance(event, DealEvent | ScoreSheet):
                self.lines += told
            else:
                self._say(told, first)

    def _say(self, lines: list[str], first: int) -> None:
        """Write lines with the numbers of their moves."""
        number = f"{first}" if first == self._made else f"{first}-{self._made}"
        for line in lines:
            told = with_cards(line.strip(), self.game.base.deck, has_symbols=False)
            self.lines += folded(told, WIDTH, f"{number:>9}  ", " " * 15)
