"""A game that can be played, and its states: the interface of the runtime."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from spadesdsl.engine import choices, clocks, dealing, flow, seats, why
from spadesdsl.engine.bids import AmbiguousBid, OneBid, every_bid, named, read_move, spellings
from spadesdsl.engine.boundary import (
    Deal,
    DealError,
    GameError,
    GameOver,
    MoveRefused,
    NoClock,
    NotYourTurn,
    OptionError,
    Seat,
    Settings,
    UnknownMove,
    checked,
)
from spadesdsl.engine.clocks import Running
from spadesdsl.engine.plan import Agrees
from spadesdsl.engine.ranking import bits, card_name
from spadesdsl.engine.spec import Ask, Round, Spec
from spadesdsl.engine.state import DRAFT, RanOut, StateData, with_move
from spadesdsl.engine.turns import Option, Turn
from spadesdsl.engine.view import View, view_of
from spadesdsl.engine.why import Verdict
from spadesdsl.frozen import Itself
from spadesdsl.rules.game import DealScope, calendar
from spadesdsl.words import SeatNames, and_list, count, words_of
from spadesdsl.work import limit, spend

_MOST_SAID: Final = 14
"""A message lists no more moves."""


class Game(Itself):
    """A game that can be played. Made by `spadesdsl.load`; never changes.

    It is pickled as the texts of its rules with the options that were set, loaded from them again, and refused if its
    hash has changed.
    """

    name: str
    title: str
    about: str
    version: int
    fingerprint: Callable[[], str]
    """Works out `hash`, which most runs do not need."""
    options: Mapping[str, Any]
    """The value of every option."""
    labels: Mapping[str, str]
    """How people read added cards and zones, by name, where their names as words will not do."""
    tallies: tuple[str, ...]
    """All tallies of the game and of its editions."""
    table_tallies: frozenset[str]
    """Those that the whole table shares."""
    base: Spec
    edition: Callable[[int], Spec]
    """The rules of a deal, by its number."""
    scopes: tuple[DealScope, ...] = ()
    """The blocks of rules that hold on some deals only."""
    compiled: Callable[[Game, bool], Any] | None = None
    """Makes the kernel of a game, for many deals or for few."""
    reset: Callable[[Mapping[str, str]], Game] | None = None
    """Loads the rules again with other options, as `with_options` does."""
    kept: Callable[[], tuple[Any, ...]] | None = None
    """Returns the function that loads the same rules again, and its arguments."""

    def __repr__(self) -> str:
        return f"<Game {self.name}: {self.title}>"

    def __copy__(self) -> Game:
        """Return the game itself, which never changes."""
        return self

    def __deepcopy__(self, _: object) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the texts of the rules."""
        if self.kept is None:
            raise TypeError(f"the game `{self.name}` was not loaded from texts, so it cannot be pickled")
        function, *arguments = self.kept()
        return function, tuple(arguments)

    @checked
    def with_options(self, settings: Settings) -> Game:
        """Return the game with these options set, on top of those that it was loaded with.

        Raises:
            OptionError: there is no such option, or it cannot have that value.
        """
        if self.reset is None:
            raise OptionError("the options of this game cannot be set any more")
        return self.reset(settings)

    def kernel(self, *, is_for_few: bool = False) -> Any:  # noqa: ANN401 - a `spadesdsl.kernel.Kernel`, of a floor above
        """Return the game's kernel, for playing many deals, or some thousand; see `spadesdsl.kernel.Kernel`."""
        assert self.compiled is not None, "a game that was loaded can be compiled"
        return self.compiled(self, is_for_few)

    @property
    def hash(self) -> str:
        """Return the SHA-256 of the resolved rules, in hexadecimal."""
        return self.fingerprint()

    @property
    def seats(self) -> tuple[str, ...]:
        """Return the names of the seats, clockwise."""
        return self.base.seats

    def named(self, own: Mapping[int, str]) -> tuple[str, ...]:
        """Return what the seats are called where some have names of their own; a side of others keeps its label."""
        teams = self.base.teams
        names = tuple([own.get(seat, name) for seat, name in enumerate(self.base.seats)])
        labels = {side: label for side, label in zip(teams.sides, teams.said, strict=False) if not own.keys() & {*side}}
        return SeatNames.of(names, labels) if labels else names

    @property
    def players(self) -> tuple[int, ...]:
        """Return the seats that decide."""
        return self.base.players

    @property
    def deck(self) -> tuple[str, ...]:
        """Return the names of all cards, equal cards repeated."""
        return self.base.deck.names

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Return the seats of each side at the start of the game."""
        return self.base.teams.sides

    @property
    def side_names(self) -> tuple[str, ...]:
        """Return the names of the sides: their labels, `North and South`, or the seat's name."""
        return self.base.teams.said or tuple(" and ".join(self.seats[seat] for seat in side) for side in self.sides)

    def said(self, name: str) -> str:
        """Return how people read the name of a card or a zone: `AS`, `little fool`."""
        return self.labels.get(name) or words_of(name)

    @property
    def specs(self) -> tuple[Spec, ...]:
        """Return the rules of all deals, each once."""
        return tuple(self.edition(one.first) for one in calendar(self.scopes) or ()) or (self.base,)

    @property
    def hand_size(self) -> int:
        """Return how many cards each player has after the first deal, as seed 0 deals it."""
        return max(hand.bit_count() for hand in self.start(0).hands)

    @checked
    def start(self, seed: int = 0, *, dealer: Seat | None = None, deals: Sequence[Deal] = ()) -> State:
        """Begin a game.

        Args:
            seed: Any whole number; together with the game and the moves, it determines every card.
            dealer: The first dealer, by number or name; None to choose as the variant says.
            deals: Deals to use, in this order, before any that the seed deals.

        Raises:
            DealError: a deal does not have exactly the deck's cards, or the hands that the game deals.
            GameError: there is no such dealer, or the seed is no whole number.
        """
        if dealer is not None and dealer not in self.base.players:
            raise GameError(f"{self.seats[dealer]} cannot deal: that seat has no player")
        if not isinstance(deals, list | tuple) or not all(isinstance(deal, Deal) for deal in deals):
            raise DealError(f"`deals` must be a list of `Deal`, not {deals!r}")
        given = tuple(self._read_deal(deal) for deal in deals)
        for number, one in enumerate(given, 1):
            self._check_hands(number, one[0])
        s = State.new(self, seed, given)
        dealing.first_deal(s, dealer)
        s.first_dealer = s.dealer
        flow.advance(s)
        return s

    def _check_hands(self, number: int, hands: tuple[tuple[int, ...], ...]) -> None:
        """Refuse a deal if its hands are not the size that this game deals in the deal of that number.

        If seats go out of the game, later deals depend on the play.
        """
        if number > 1 and any(ending.kind == "out" for spec in self.specs for ending in spec.endings):
            return
        from spadesdsl.engine.deals import dealt_sizes

        for seat, (hand, size) in enumerate(zip(hands, dealt_sizes(self, number), strict=True)):
            if len(hand) != size:
                raise DealError(f"{self.seats[seat]} is given {len(hand)} cards, and this game deals {size}")

    def _read_deal(self, deal: Deal) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
        deck = self.base.deck
        if len(deal.hands) != len(self.seats):
            given = f"{count(len(deal.hands), 'hand')} {'is' if len(deal.hands) == 1 else 'are'} given"
            raise DealError(f"{given}, and the game has {len(self.seats)} seats")
        left = list(range(deck.size))
        read: list[tuple[int, ...]] = []
        for cards in (*deal.hands, deal.rest):
            found = []
            for name in cards:
                wanted = card_name(name)
                card = next((c for c in left if deck.names[c] == wanted), None)
                if card is None:
                    known = wanted in deck.names
                    raise DealError(f"{name} is given twice" if known else f"{name} is not a card of this game")
                left.remove(card)
                found.append(card)
            read.append(tuple(found))
        if left:
            missing = " ".join(deck.names[card] for card in left[:8])
            raise DealError(f"{len(left)} cards of the deck are not given: {missing}{' …' if len(left) > 8 else ''}")
        return tuple(read[:-1]), read[-1]

    def load(self, record: Mapping[str, Any]) -> State:
        """Replay a record to its last move.

        Raises:
            RecordError: it is of another game or other rules, or one of its moves is refused.
        """
        return self.replay(record)[-1]

    def replay(self, record: Mapping[str, Any]) -> list[State]:
        """Replay a record; return every state that it goes through, in order.

        Raises:
            RecordError: it is of another game or other rules, or one of its moves is refused.
        """
        from spadesdsl.engine.record import replay

        return replay(self, record)


_LISTS: Final = (choices.due, choices.volunteered)


class State(StateData):
    """A game at one moment: an immutable value with the methods that people, bots and programs use."""

    first_dealer: int | None
    all_given: tuple[Any, ...]
    """All given deals, used or not."""

    @classmethod
    def new(cls, game: Game, seed: int = 0, given: tuple[Any, ...] = ()) -> State:
        """Return a game in which nothing has been dealt; given deals come before any that the seed deals."""
        s = cls()
        s.game, s.spec = game, game.base
        s.seed, s.generator = seed, seed & (1 << 64) - 1
        s.given_deals = s.all_given = given
        holders = seats.holders(game.base)
        s.scores = (0,) * holders
        s.tallies = tuple((0,) * (1 if name in game.table_tallies else holders) for name in game.tallies)
        s.out, s.time_up, s.over, s.winners, s.ended_by = 0, (), False, (), ""
        s.line, s.moves_made, s.thrown_in, s.events, s.sheets, s.last_sheet = None, 0, 0, (), (), None
        s.memo = DRAFT
        return s

    def __repr__(self) -> str:
        """Show the state of the game, without the cards of any hand."""
        if "moves_made" not in self.__dict__:
            return "<State, not begun>"
        return f"<State of {self.game.name}: deal {self.deal}, {self.phase}, {count(self.moves_made, 'move')} made>"

    @property
    def phase(self) -> str:
        """Return the point that the game has reached: `bidding.opening`, `play`, `over`."""
        return choices.phase_of(self)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Return who has to act now, with all that they may do; empty only when the game is over."""
        return choices.due(self)

    @property
    def volunteers(self) -> tuple[Turn, ...]:
        """Return who may say something now without being asked."""
        return choices.volunteered(self)

    @property
    def hidden_hands(self) -> tuple[tuple[str, ...], ...]:
        """Return every hand, for referees and tests; a seat gets its `view`."""
        names = self.spec.deck.names
        return tuple(tuple(names[card] for card in self.ranking.sorted(hand)) for hand in self.hands)

    @checked
    def moves(self, seat: Seat) -> tuple[str, ...]:
        """Return all that a seat may do now; what it may volunteer comes last."""
        return tuple(option.text for entry in self._entries() if entry.seat == seat for option in entry.options)

    @checked
    def view(self, seat: Seat | None) -> View:
        """Return all that a seat may know, and not a card more; for None, what everybody may see."""
        found: View | None = self.memo.get(("view", seat))
        if found is None:
            found = self.memo["view", seat] = view_of(self, seat)
        return found

    def _entries(self) -> tuple[Turn, ...]:
        return (*choices.due(self), *choices.volunteered(self))

    def _find(self, text: str, seat: int | None) -> tuple[Turn, Option] | None:
        for listed in _LISTS:
            for turn in listed(self):
                if (seat is None or turn.seat == seat) and text in turn.moves:
                    return turn, turn.options[turn.moves.index(text)]
        return self._find_bid(text, seat)

    def _find_bid(self, text: str, seat: int | None) -> tuple[Turn, Option] | None:
        """Find a bid that is not written as listed, but by the name of its type."""
        entries = (entry for entry in choices.due(self) if seat is None or entry.seat == seat)
        bids = ((entry, one) for entry in entries for one in entry.options if one.kind == "bid")
        found = [(entry, one) for entry, one in bids if text in spellings(self, OneBid(one.value, one.arguments))]
        several = list(dict.fromkeys(option.text for _, option in found))
        if len(several) > 1:
            raise UnknownMove(str(AmbiguousBid(text, several)))
        return found[0] if found else None

    def _check_turn(self, seat: int | None) -> None:
        if self.over:
            raise GameOver("the game is over")
        if seat is not None and seat not in {entry.seat for entry in self._entries()}:
            raise NotYourTurn(self._whose_turn(seat))

    def apply(self, move: str, seat: Seat | None = None) -> State:
        """Return the state after a move.

        Args:
            move: The move as it is listed (`turns`, `moves`).
            seat: Who makes it, by number or name; may be left out if only one seat may act.

        Raises:
            GameOver, NotYourTurn, UnknownMove: see there.
            MoveRefused: it breaks a rule; the verdict says which.
        """
        if type(move) is str and type(seat) is int:  # as nearly always: what is listed needs no other check
            for turn in self.memo.get("due") or choices.due(self):
                if turn.seat == seat and move in (moves := turn.moves):
                    return self.take(turn, turn.options[moves.index(move)])
        return self._apply(move, seat)

    @checked
    def _apply(self, move: str, seat: Seat | None) -> State:
        if (found := self._find(move, seat)) is None:
            raise MoveRefused(self.why(move, seat))
        if seat is None and not self._is_clear(*found):
            raise NotYourTurn("several seats may act: say whose move it is")
        turn, option = found
        return self.take(turn, option)

    def _is_clear(self, entry: Turn, option: Option) -> bool:
        """Tell whether a move needs no seat: nobody else could mean it, or it speaks for a side."""
        if entry.side is not None:
            return True
        if entry.node < 0:
            return len({other.seat for other in choices.due(self)}) == 1
        return not any(other.seat != entry.seat and option in other.options for other in self._entries())

    def take(self, entry: Turn, option: Option) -> State:
        """Return the state after an option from `spadesdsl.engine.choices`: the fast way to play many games."""
        is_counted = limit() is not None
        if is_counted:
            spend(50 + 2 * len(entry.options) + 6 * len(self.spec.plan.volunteered) + self.spec.loops()[0])
        new = self._with_move(entry.seat, option.text)
        if not flow.carry_out(new, entry, option):
            flow.advance(new)
        if is_counted:
            spend(3 * len(new.sheets) * len(self.sides) * len(self.spec.scoring.lines))
        if new.waited:
            clocks.forget_waiting(new, entry.seat)
        return new

    def _with_move(self, seat: int | None, move: str | RanOut) -> State:
        """Return a copy in which a move is noted, and nothing has come of it yet."""
        new = self.copy()
        new.events, new.sheets = (), ()
        new.line, new.moves_made = with_move(self.line, seat, move), self.moves_made + 1
        return new

    @property
    def clocks(self) -> tuple[Running, ...]:
        """Return the time limits that run now under the rules; the game itself has no clock."""
        return clocks.running(self)

    @checked
    def run_out(self, clock: str, seat: Seat | None = None) -> State:
        """Return the state after time has run out; the table that runs the game says when.

        Args:
            clock: The clock, as `clocks` names it.
            seat: Whose time it is; None for the time of the whole game.

        Raises:
            GameOver: The game is over.
            NoClock: No such time runs now.
        """
        if self.over:
            raise GameOver("the game is over")
        if not any((one.clock, one.seat) == (clock, seat) for one in self.clocks):
            whose = "for the game" if seat is None else f"for seat {seat}"
            raise NoClock(f"no clock `{clock}` is running {whose} now")
        new = self._with_move(seat, RanOut(clock))
        clocks.run_out(new, clock, seat)
        return new

    @checked
    def read_move(self, text: str, seat: Seat | None = None) -> str:
        """Return the move, as listed, that a person means by `qs`, `10h` or `Name Hearts`.

        Raises:
            UnknownMove: no move is close to it; the message says what the moves are.
        """
        try:
            found = read_move(self, text, seat)
        except AmbiguousBid as several:
            raise UnknownMove(str(several)) from None
        if found is None:
            raise self._unknown(text, seat)
        return found

    @checked
    def why(self, move: str, seat: Seat | None = None) -> Verdict:
        """Tell whether a move is legal, and which rule says so.

        Raises:
            GameOver, NotYourTurn, UnknownMove: see there.
        """
        self._check_turn(seat)
        entries = [entry for entry in self._entries() if seat is None or entry.seat == seat]
        for entry in entries:
            if (verdict := self._why(entry, move)) is not None:
                return verdict
        if seat is not None and all(entry.seat != seat for entry in choices.due(self)):
            raise NotYourTurn(self._whose_turn(seat))
        raise self._unknown(move, seat)

    def _unknown(self, text: str, seat: int | None) -> UnknownMove:
        turns = [turn for turn in self.turns if seat in (None, turn.seat)]
        moves = turns[0].moves if len(turns) == 1 else ()
        listed = f"; it can be {', '.join(moves[:_MOST_SAID])}{', …' if len(moves) > _MOST_SAID else ''}"
        return UnknownMove(f"`{text}` is not a move here{listed if moves else ''}")

    def _whose_turn(self, seat: int) -> str:
        names = dict.fromkeys(self.spec.seats[entry.seat] for entry in choices.due(self))
        whose = f"{and_list(names)}'s" if len(names) == 1 else f"the turn of {and_list(names)}"
        return f"it is not {self.spec.seats[seat]}'s turn: it is {whose}"

    def _why(self, entry: Turn, move: str) -> Verdict | None:
        found = self._find(move, entry.seat)
        listed = found[1] if found is not None and found[1] in entry.options else None
        if entry.holder >= 0 and self.stacks[entry.holder] is not None:
            message = "The top card of the hand is played: there is no other choice."
            return None if listed is None else Verdict(move, entry.seat, legal=True, rule=None, message=message)
        if entry.holder >= 0:
            word = move.split(" ")[0]
            if (card := self.spec.deck.find(word)) is None:
                return None
            held = [c for c in bits(self.hands[entry.holder]) if self.spec.deck.names[c] == word]
            verdict = why.of_card(self, entry, held[0] if held else card, move)
            return verdict if listed is not None or not verdict.legal else why.of_word(self, entry, word, move)
        if entry.node < 0:
            step = self.step
            if isinstance(step, Round) and not isinstance(self.node, Agrees):
                option = listed if listed is not None and listed.kind == "bid" else self._any_bid(entry, step, move)
                if option is not None:
                    return why.of_bid(self, entry, step, option)
        if listed is not None:
            return self._listed(entry, listed)
        step = choices.step_of(self, entry)
        return why.of_answer(self, entry, step, move) if isinstance(step, Ask) else None

    def _any_bid(self, entry: Turn, step: Round, move: str) -> Option | None:
        """Return the bid that a text means, whether or not it can be made now."""
        found = [bid for bid in every_bid(self, entry.seat) if move in spellings(self, bid)]
        offered = [bid for bid in found if bid.kind in step.offers] or found
        if len(offered) > 1:
            raise UnknownMove(str(AmbiguousBid(move, (named(self, bid) for bid in offered))))
        if not offered:
            return None
        label, by_name, *_ = spellings(self, offered[0])
        return Option(label if move != by_name else move, "bid", *offered[0])

    def _listed(self, entry: Turn, option: Option) -> Verdict:
        step = choices.step_of(self, entry)
        rule = None if step is None else step.rule
        return Verdict(option.text, entry.seat, legal=True, rule=rule, message=f"{option.text} is allowed.")

    def record(self) -> dict[str, Any]:
        """Return the game so far as a record (ready for JSON) that `Game.load` resumes from."""
        from spadesdsl.engine.record import record_of

        return record_of(self)
