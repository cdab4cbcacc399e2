"""The session: deals out turns, asks the person, lets bots choose, tells what happens."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from spadesdsl.session import commands
from spadesdsl.session.prompt import prompt_lines, read_answer
from spadesdsl.session.story import Storyteller, ending_text
from spadesdsl.session.table import table_lines
from spadesdsl.words import WIDTH, amount_text, and_list, count, folded, side_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from spadesdsl.check.checked import CheckedVariant, RuleInfo
    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.turns import Turn
    from spadesdsl.players import Player


class Terminal(Protocol):
    """Where a session is played."""

    @property
    def is_live(self) -> bool:
        """Whether a person sits there; else what is read was piped in."""

    def say(self, text: str = "") -> None:
        """Write a line, or several."""

    def ask(self, prompt: str) -> str | None:
        """Read a line; None at the end of the input."""


@dataclass(slots=True)
class Session:
    """One game between a person and bots, or among bots."""

    game: Game
    terminal: Terminal
    bots: Callable[[int], Player]
    """Gives the bot of a seat."""
    variant: CheckedVariant
    """The rules as they are written."""
    seat: int | None = None
    """The person's; None where bots play all."""
    seed: int = 0
    most_deals: int = 200
    """When bots alone stop."""
    state: State = field(init=False)
    past: list[State] = field(init=False, default_factory=list)
    """Where the person chose something, and what there was to choose from."""
    story: Storyteller = field(init=False)
    _players: dict[int, Player] = field(init=False, default_factory=dict)
    _offered: frozenset[str] = field(init=False, default=frozenset())
    """What the person could volunteer when last asked."""

    def run(self, state: State | None = None) -> None:
        """Play until the game is over, the person leaves, or the input ends.

        Args:
            state: where to begin; None for a new game from the seed.
        """
        self.state = self.game.start(self.seed) if state is None else state
        last_deal = self.most_deals if self.seat is None else None
        self.story = Storyteller(self.game.seats, self.seat, self.side or 0, last_deal)
        self._welcome()
        self.say(self.story.tell(None, self.state))
        self._tell_special_rules()
        try:
            while not self.state.over and not self._has_played_enough():
                self._step()
        except commands.Leaving as leaving:
            self.say(["", *folded(f"{leaving} {self._standing()}"), *folded(f"{self._scores()}.")])
            self.say([f"The same cards again: --seed {self.seed}"])
            return
        self.say(self._end())

    def say(self, lines: Iterable[str]) -> None:
        """Write lines."""
        for line in lines:
            self.terminal.say(line)

    @property
    def side(self) -> int | None:
        """Return the person's side."""
        return None if self.seat is None else self.state.side_of[self.seat]

    # ---- turns

    def _step(self) -> None:
        turn = self.own_turn()
        if turn is not None:
            self._ask(turn)
            return
        if self._wants_to_speak():
            return
        turn = self.state.turns[0]
        self.apply(self._player(turn.seat).choose(self.state.view(turn.seat), turn), turn.seat)

    def own_turn(self) -> Turn | None:
        """Return the turn that the person takes: their own, or one in which an answer speaks for their side."""
        if self.seat is None:
            return None
        turns = self.state.turns
        own = [turn for turn in turns if turn.seat == self.seat]
        return next(iter(own or [turn for turn in turns if turn.side is not None and turn.side == self.side]), None)

    def offers(self) -> tuple[str, ...]:
        """Return what the person may say without being asked."""
        return tuple(move for turn in self.state.volunteers if turn.seat == self.seat for move in turn.moves)

    def apply(self, move: str, seat: int) -> None:
        """Make a move, and tell what it brings."""
        before = self.state
        self.state = before.apply(move, seat)
        self.story.first_side = self.side or 0
        self.say(self.story.tell(before, self.state))
        self._tell_new_cards(before)
        if before.deals_dealt != self.state.deals_dealt:
            self._tell_special_rules()

    @property
    def rules(self) -> tuple[RuleInfo, ...]:
        """Return the rules of this deal."""
        return self.variant.edition(self.state.deal).rules

    def take_back(self) -> bool:
        """Take the game back to the person's last choice; False where there is none."""
        if not self.past:
            return False
        self.state = self.past.pop()
        self.story.catch_up(self.state)
        return True

    def _player(self, seat: int) -> Player:
        if seat not in self._players:
            self._players[seat] = self.bots(seat)
        return self._players[seat]

    def _tell_new_cards(self, before: State) -> None:
        """Tell which cards came into the person's hand from elsewhere, once they have seen it."""
        if self.seat is None or before.deals_dealt != self.state.deals_dealt:
            return
        old, new = before.view(self.seat).hand, self.state.view(self.seat).hand
        if old is None or new is None:
            return
        gained = [card for card in new if new.count(card) > old.count(card)]
        if gained:
            self.say(folded(f"You get {' '.join(gained)}", WIDTH, "  ", "    "))

    def _tell_special_rules(self) -> None:
        """Tell what holds on this deal and not on others."""
        usual = self.variant.game.rules
        said = [rule.sentence for rule in self.rules if rule.sentence and rule not in usual]
        if said:
            self.say(folded(f"On this deal: {' '.join(dict.fromkeys(said))}", WIDTH, "  ", "    "))

    # ---- the person

    def _ask(self, turn: Turn) -> None:
        """Ask the person until there is an answer."""
        assert self.seat is not None
        self.say(table_lines(self.state, self.state.view(self.seat), turn))
        offers = self._offered = frozenset(self.offers())
        self.say(prompt_lines(self.state, turn, self.seat, sorted(offers)))
        while True:
            text = self._read()
            if not text and len(turn.moves) == 1 and self.terminal.is_live:
                text = turn.moves[0]
            if text and self._obey(text, turn):
                return

    def _wants_to_speak(self) -> bool:
        """Offer the person at a terminal what they may newly volunteer between the turns of others."""
        offers = frozenset(self.offers())
        if not self.terminal.is_live or not offers - self._offered:
            return False
        self._offered = offers
        self.say([*folded(f"You may say {', '.join(sorted(offers))}; Enter goes on.")])
        text = self._read()
        return bool(text) and self._obey(text, None)

    def _read(self) -> str:
        assert self.seat is not None
        text = self.terminal.ask(f"{self.game.seats[self.seat]}> ")
        if text is None:
            raise commands.Leaving("The input has ended.")
        return text.strip()

    def _obey(self, text: str, turn: Turn | None) -> bool:
        """Do what was typed; tell whether the game has moved on."""
        command = None if turn is not None and text in turn.moves else commands.find(text)
        if command is not None:
            return command.run(self, text.partition(" ")[2].strip(), turn)
        found = read_answer(self.state, text, turn, self.seat)
        if isinstance(found, str):
            self.say(folded(found))
            return False
        self.past.append(self.state)
        self.apply(found.move, found.seat)
        return True

    # ---- the frame

    def _welcome(self) -> None:
        about = f"{self.game.title}. {self.game.about}".strip()
        self.say(folded(about))
        if self.seat is None:
            self.say(folded(f"Bots play every seat. Seed {self.seed}."))
            return
        members = () if self.side is None else self.state.sides[self.side]
        partners = [self.game.seats[seat] for seat in members if seat != self.seat]
        verb = "is your partner" if len(partners) == 1 else "are your partners"
        with_whom = f" {and_list(partners)} {verb}." if partners else ""
        self.say(
            folded(
                f"You are {self.game.seats[self.seat]}.{with_whom} Seed {self.seed}. `help` tells what you can type."
            )
        )

    def _has_played_enough(self) -> bool:
        return self.seat is None and self.state.deal > self.most_deals

    def _standing(self) -> str:
        """Say where the game stands."""
        phase = self.state.phase.partition(".")[0]
        done = f", {count(len(self.state.tricks), 'trick')} over" if phase == "play" else ""
        return f"It stands in deal {self.state.deal}, {phase}{done}."

    def _scores(self) -> str:
        """Say the scores: by side, or by player where the bidding makes the sides."""
        names = self.game.side_names
        scores = zip(self.game.sides, self.state.scores, strict=True)
        return ", ".join(
            f"{side_name(self.game.seats, members)} {amount_text(score)}" for members, score in scores
        ) or ", ".join(names)

    def _end(self) -> list[str]:
        if not self.state.over:
            return folded(f"After {count(self.most_deals, 'deal')} nothing has ended the game. {self._scores()}.")
        winners = [self.game.sides[side] for side in self.state.winners]
        told = ending_text(self.game.seats, winners, self.state.ended_by, self.rules)
        return [*folded(told), *folded(f"{self._scores()}.")]
