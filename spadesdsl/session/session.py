"""The session: gives out turns, asks people, lets bots choose, and shows what happens."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from spadesdsl.frozen import Changing, field
from spadesdsl.session import commands
from spadesdsl.session.commands import completions
from spadesdsl.session.news import News, end_lines, leaving_lines, welcome_lines
from spadesdsl.session.past import Past
from spadesdsl.session.prompt import MANY, prompt_lines, read_answer, shown_moves
from spadesdsl.session.screen import Drawing, Screen
from spadesdsl.session.table import spoken_table, table_lines
from spadesdsl.session.terminal import (
    Countdown,
    Leaving,
    Outcome,
    Page,
    Resized,
    Terminal,
    TimeRanOut,
    with_cards,
    without_interrupts,
)
from spadesdsl.session.wall_clock import WallClock, is_timed, length_words
from spadesdsl.words import WIDTH, words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from spadesdsl.bots import Adviser
    from spadesdsl.engine.clocks import Running
    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.turns import Turn
    from spadesdsl.rules.game import Rules, Variant


_SPOKEN = {"\N{MINUS SIGN}": "-", "\N{MULTIPLICATION SIGN}": "times", "\N{DIVISION SIGN}": "divided by",
           "\N{EN DASH}": "-", " \N{MIDDLE DOT}": ","}  # fmt: skip


_SHORT_STORY = 8
"""More lines of what happened are not shown beside the table, but before it."""


class Session(Changing):
    """One game among people and bots."""

    game: Game
    terminal: Terminal
    bots: Callable[[int], Adviser]
    """Returns the bot of a seat."""
    variant: Variant
    """The checked rules, as their author wrote them."""
    people: tuple[int, ...] = ()
    """The seats of the people; bots have the others."""
    seed: int = 0
    most_deals: int = 200
    """How many deals bots play alone."""
    is_plain: bool = False
    """Whether it is for a screen reader."""
    is_quick: bool = False
    """Whether the only card or answer of a person who sits alone at the machine is played without a question."""
    past: Past = field(default_factory=Past)
    """The game so far, and its record."""
    names: tuple[str, ...] = ()
    """What the seats are called, by the people who sit there; their names in the rules if nobody says."""
    clock: WallClock = field(default_factory=WallClock)
    """The clock on the wall, for the times that the rules set."""
    pace: str = "normal"
    """How fast cards appear at a terminal."""
    drawing: Drawing = field(init=False)
    """The table on the screen, where it can be drawn in its place."""
    seat: int | None = field(init=False, default=None)
    """The seat at the machine; None while nobody is there, or if bots play all seats."""
    news: News = field(init=False)
    _players: dict[int, Adviser] = field(init=False, default_factory=dict)
    _offered: frozenset[str] = field(init=False, default=frozenset())
    """What the person could volunteer at the last question."""
    _is_sheet_new: bool = field(init=False, default=False)
    _answers: list[str] | None = field(init=False, default=None)
    """What the program has answered to the person at the screen, while it does."""
    _waiting: str = field(init=False, default="")
    """What the person has typed where Enter was enough: it is their next answer."""
    _held_back: list[str] = field(init=False, default_factory=list)
    """What to show of the next deal after the person has read the score sheet."""
    _is_secret: bool = field(init=False, default=False)
    """Whether somebody's cards may be on the screen."""

    def run(self, states: Sequence[State] = ()) -> Outcome:
        """Play until the game is over, the person leaves, or the input ends.

        A game goes on from its states so far, from the first on; without any, a new one begins from the seed.
        """
        self._begin(states)
        try:
            while not self.state.over and (self.people or self.state.deal <= self.most_deals):
                self._step()
        except (Leaving, KeyboardInterrupt) as leaving:
            is_interrupted = isinstance(leaving, KeyboardInterrupt)
            with without_interrupts():
                self._hide()
                self._note_time()
                self.say(["", *leaving_lines(self, "You left the game." if is_interrupted else str(leaving))])
            return Outcome.INTERRUPTED if is_interrupted else Outcome.DONE
        if len(self.people) > 1:
            self._hide()
            self.say(self.news.take(None))
        self.say(end_lines(self))
        return Outcome.DONE

    def _begin(self, states: Sequence[State]) -> None:
        """Set up a new game, or continue one."""
        is_new = len(states) < 2
        last_deal = None if self.people else self.most_deals
        self.names = self.names or self.game.named({})
        self.drawing = Drawing(self, Screen(self.terminal, self.pace))
        self.past.begin(self.people, states or [self.game.start(self.seed)], self.drawing.note)
        self.news = News(self.game, self.variant, self.people, last_deal, self.names)
        if len(self.people) == 1:
            self.seat = self.people[0]
        self.drawing.recent = welcome_lines(self)
        self.say(self.drawing.recent)
        if is_new:
            news = self.news.add(None, self.state, None, self.page)
            self.say(news[self.seat] if self._is_told_at_once else [])
            self.drawing.recent += [line for line in news[self.seat] if line.startswith("  ")]
        else:
            self.news.go_back(self.state, f"The game continues in deal {self.state.deal}.")
            self.say(self.news.take(self.seat) if self._is_told_at_once else [])

    @property
    def state(self) -> State:
        """Return the state of the game now."""
        return self.past.state

    # ---- the page

    @property
    def page(self) -> Page:
        """Return the page of this moment: people resize terminals."""
        has_symbols = self.terminal.has_symbols and not self.is_plain
        return Page(min(WIDTH, self.terminal.width), has_symbols, self.is_plain, self.names)

    def say(self, lines: Iterable[str]) -> None:
        """Write lines, broken to the width of the page; answers beside a drawn table are kept for its picture."""
        if self._answers is None:
            for line in self.written(lines):
                self.terminal.say(line)
        else:
            self._answers += lines

    def written(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield lines as they are written on the page."""
        page = self.page
        deck = self.state.spec.deck
        for plain in lines:
            line = with_cards(_spoken(plain) if page.is_plain else plain, deck, has_symbols=page.has_symbols)
            yield from page.refolded(line.strip() if page.is_linear else line)

    def think(self, who: str) -> None:
        """Show that somebody thinks, while they do; a screen reader would read it as one more sentence."""
        if not self.is_plain:
            self.terminal.murmur(f"{who} …")

    @property
    def _is_told_at_once(self) -> bool:
        """Whether to show what happens at once, and not keep it until somebody sits down."""
        return self.seat is not None or not self.people

    # ---- turns

    def _step(self) -> None:
        if self._ring_for_all():
            return
        if self._is_sheet_new:
            self._is_sheet_new = False
            here = self.state
            self._pause()
            self.say(self._held_back if self.state is here else [])
        if (asked := self._asked()) is not None:
            seat, turn = asked
            if self.is_quick and len(self.people) == len(turn.moves) == 1:  # beside others it would tell them so
                self.apply(turn.moves[0], seat, seat)
            else:
                self._ask(seat, turn)
            return
        if self._wants_to_speak():
            return
        turn = self.state.turns[0]
        self.think(f"{self.names[turn.seat]} thinks")
        self.apply(self.player(turn.seat).choose(self.state.view(turn.seat), turn), turn.seat)

    def _asked(self) -> tuple[int, Turn] | None:
        """Return who must choose now, and what: first the person at the machine, if it is their turn."""
        people = sorted(self.people, key=lambda seat: seat != self.seat)
        return next(((seat, turn) for seat in people if (turn := turn_of(self.state, seat)) is not None), None)

    def offer_words(self) -> list[str]:
        """Return what the person may say unasked, as people read it."""
        return [move for turn in self.state.volunteers if turn.seat == self.seat for move in shown_moves(turn)]

    def apply(self, move: str, seat: int, by: int | None = None) -> None:
        """Make a move of a bot, or of the person who chose it, and save it before the screen shows it."""
        self._go_on(self.state.apply(move, seat), by)

    def _go_on(self, after: State, by: int | None, *, is_again: bool = False) -> None:
        """Go on from the state after a new move, or after a time ran out; save what led to it and tell it."""
        self._answers = None
        before = self.state
        if by is not None and by == self.seat:
            self.drawing.recent.clear()  # before the record is written: what happens to it is news
        self.past.go_on(after, is_again=is_again)
        news = self.news.add(before, after, by, self.page)
        if self._is_told_at_once and self.drawing.is_on:
            self.drawing.draw(before, after, news[self.seat])
            self._is_sheet_new, self._held_back = bool(after.sheets) and not after.over, []
        elif self._is_told_at_once:
            self._is_sheet_new = bool(after.sheets) and not after.over
            end = self.news.narrators[self.seat].next_deal_at if self._is_sheet_new else None
            self.say(news[self.seat][:end])
            self._held_back = news[self.seat][end:] if end is not None else []
        if len(self.people) == 1:
            self.news.take(None)
        if after.sheets:
            self._note_time()

    # ---- time

    @property
    def _has_clocks(self) -> bool:
        """Whether times run here: where a person sits at a terminal, and not where input is piped in or bots play."""
        return bool(self.people) and self.terminal.is_live

    @property
    def _clocks(self) -> tuple[Running, ...]:
        return self.state.clocks if self._has_clocks else ()

    def _ring_for_all(self) -> bool:
        """Let the time of the whole game run out if it is up; tell whether it did."""
        for clock in self._clocks:
            if clock.seat is None and self.clock.is_up(clock):
                self._go_on(self.state.run_out(clock.clock), None)
                return True
        return False

    def time_lines(self) -> list[str]:
        """Say how long the game goes on, where its rules limit that."""
        return [f"  {words_of(clock.clock)}: {self.clock.words(clock)}" for clock in self._clocks if clock.seat is None]

    def _note_time(self) -> None:
        """Keep for how long the game has been played, where that matters to its end."""
        if self._has_clocks and is_timed(self.state):
            self.past.spend(self.clock.played)

    @property
    def edition(self) -> Rules:
        """Return the game as it is on this deal."""
        return self.variant.edition(self.state.deal)

    def take_back(self) -> str:
        """Take the game back to the last choice of the person at the machine; return why not, if that is impossible."""
        if not (refused := self.past.take_back(self.seat)):
            assert self.seat is not None
            self.news.go_back(self.state, f"  {self.names[self.seat]} has taken the game back to an earlier choice.")
        return refused

    def make_again(self) -> str:
        """Make again what the person at the machine has taken back last; return why not, if that is impossible."""
        states = self.past.taken_back(self.seat)
        for after in states:
            assert after.last_move is not None
            mover = after.last_move[0]
            self._go_on(after, mover if mover in self.people else None, is_again=True)
        return "" if states else "There is no move to make again."

    def player(self, seat: int) -> Adviser:
        """Return the bot of a seat, or the adviser of the person there."""
        if seat not in self._players:
            self._players[seat] = self.bots(seat)
        return self._players[seat]

    # ---- people

    def _ask(self, seat: int, turn: Turn) -> None:
        """Ask a person until they answer."""
        if seat != self.seat:
            self._hand_over(seat)
        self._is_secret = len(self.people) > 1
        self._offered = frozenset(self.offer_words())
        self.drawing.show_question(turn)
        clock = next((clock for clock in self._clocks if clock.seat == seat), None)
        countdown = None if clock is None else self._begin_countdown(clock)
        shown: list[str] = []
        while True:
            only = turn.moves[0] if len(turn.moves) == 1 and self.terminal.is_live else ""
            card = with_cards(words_of(only), self.state.spec.deck, has_symbols=self.page.has_symbols)
            prompt = f"{self.names[seat]}{f' (Enter: {card})' if only else ''}> "
            try:
                text, self._waiting = self._waiting, ""
                redraw = partial(self.drawing.show_question, turn, shown or None)
                text = text or self.read(prompt, turn, countdown, redraw) or only
                self._answers = [] if self.drawing.is_on else None
                has_moved = bool(text) and self._obey(text, turn)
            except TimeRanOut:
                assert clock is not None
                self.past.choose(seat)
                self._go_on(self.state.run_out(clock.clock, seat), seat)
                return
            finally:
                answers, self._answers = self._answers, None
            if has_moved:
                self.drawing.recent = answers or self.drawing.recent
                return
            if answers is not None:
                self._waiting, shown = self.drawing.show_answers(answers, turn), answers

    def question(self, turn: Turn, most: int = MANY) -> list[str]:
        """Write the question, its choices (if they are not more than `most`), and what else the person may say."""
        return prompt_lines(self.state, turn, turn.seat, sorted(self.offer_words()), self.page, most)

    def _begin_countdown(self, clock: Running) -> Countdown:
        """Say how long there is for the choice at hand, and begin to count."""
        seconds = float(clock.seconds or 0)
        self.say(self.page.folded(f"You have {length_words(seconds)}. {clock.rule.sentence}".rstrip()))
        end = self.clock.now() + seconds
        return Countdown(lambda: end - self.clock.now(), is_shown=not self.is_plain)

    def table(self, turn: Turn | None) -> list[str]:
        """Write the table as the person at the machine sees it."""
        assert self.seat is not None
        page = self.page
        write = spoken_table if page.is_linear else table_lines
        return write(self.state, self.state.view(self.seat), turn, page)

    def _hand_over(self, seat: int) -> None:
        """Let another person sit down at the machine, with nothing of the last person left on the screen."""
        self._hide()
        self.seat = None
        self.say(self.news.take(None))
        name = self.names[seat]
        while True:
            text = self.read(f"Pass the machine to {name}. {name}, press Enter. ", None)
            if not text:
                break
            if not self._obey_in_public(text):
                self.say([f"No cards are shown now. {name}, press Enter to continue."])
        self.terminal.wipe(is_plain=self.page.is_plain)
        self.seat = seat
        story = self.news.take(seat)
        self.drawing.recent = [line for line in story if line.startswith("  ")]
        if not self.drawing.is_on or len(story) > _SHORT_STORY:
            self.say(story)
        if self.drawing.is_on and len(story) > _SHORT_STORY:
            self.drawing.recent = []
            self._waiting = self.read("Press Enter for the table. ", None)

    def _hide(self) -> None:
        """Clear cards from the screen that the next person must not see."""
        if self._is_secret:
            self.terminal.wipe(is_plain=self.page.is_plain)
            self._is_secret = False

    def _pause(self) -> None:
        """Leave a score sheet on the screen until somebody presses Enter."""
        here = self.state
        while self.terminal.is_live and self.seat is not None and self.state is here:
            if not (text := self.read("Press Enter to continue. ", None)):
                return
            if not self._obey_in_public(text):
                self.say(["Press Enter first; you have nothing to choose yet."])

    def _wants_to_speak(self) -> bool:
        """Offer the person at a terminal what they may newly volunteer between other turns."""
        offers = frozenset(self.offer_words())
        if len(self.people) != 1 or not self.terminal.is_live or not offers - self._offered:
            return False
        self._offered = offers
        self.drawing.show_offer(f"You may say {', '.join(sorted(offers))}; press Enter to continue.")
        while text := self.read(f"{self.names[self.people[0]]}> ", None):
            if self._obey(text, None):
                return True
        return False

    def read(
        self,
        prompt: str,
        turn: Turn | None,
        countdown: Countdown | None = None,
        redraw: Callable[[], object] | None = None,
    ) -> str:
        """Read a line, or leave the game where there is none; draw again what the window's new size has spoilt."""
        while True:
            try:
                text = self.terminal.ask(prompt, partial(completions, self, turn), countdown)
            except Resized:
                self.terminal.say()
                if redraw is not None and self.drawing.is_on:
                    redraw()
                continue
            if text is None:
                is_live = self.terminal.is_live
                raise Leaving("You left the game." if is_live else "The input ended, so the game stops here.")
            return text.strip()

    def _obey(self, text: str, turn: Turn | None) -> bool:
        """Do what was typed; return whether the game has moved on."""
        command = None if turn is not None and text in turn.moves else commands.find(text)
        if command is not None:
            return bool(command.run(self, text.partition(" ")[2].strip(), turn))
        assert self.seat is not None
        found = read_answer(self.state, text, turn, self.seat)
        if isinstance(found, str):
            if self._ring_for_all() and found not in self.state.moves(self.seat):
                return True
            self.past.choose(self.seat)
            self.apply(found, self.seat, self.seat)
            return True
        self.say(found)
        return False

    def _obey_in_public(self, text: str) -> bool:
        """Do what was typed between turns; return whether that was possible."""
        command = commands.find(text)
        if command is None or not (command.is_public or self.seat is not None):
            return False
        command.run(self, text.partition(" ")[2].strip(), None)
        return True


def _spoken(line: str) -> str:
    """Return a line without the signs that a screen reader may pass over."""
    for sign, words in _SPOKEN.items():
        line = line.replace(sign, words)
    return line


def turn_of(state: State, seat: int) -> Turn | None:
    """Return the turn of a seat. If either partner may answer, this one may answer first."""
    return next((turn for turn in state.turns if turn.seat == seat), None)
