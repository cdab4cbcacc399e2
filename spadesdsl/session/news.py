"""What happened, in sentences; how a session begins and ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from spadesdsl.book.book import changes_of_deal
from spadesdsl.engine import events
from spadesdsl.engine.choices import told_cards
from spadesdsl.engine.events import Event
from spadesdsl.engine.flow import MOST_THROWN_IN
from spadesdsl.engine.spec import Ask, Round
from spadesdsl.engine.turns import choice_words, move_words
from spadesdsl.frozen import Changing, field
from spadesdsl.session.terminal import Page
from spadesdsl.sheet import pad_lines, sheet_lines, spoken_lines
from spadesdsl.words import amount_text, and_list, count, side_name, words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from spadesdsl.engine.game import Game, State
    from spadesdsl.journal import Journal
    from spadesdsl.rules.game import Variant
    from spadesdsl.rules.parts import RuleInfo
    from spadesdsl.session.session import Session


class Narrator(Changing):
    """Tells events in their order."""

    seats: Sequence[str]
    seat: int | None
    """The seat that the story calls "You"."""
    first_side: int = 0
    """The side whose column comes first on score sheets."""
    last_deal: int | None = None
    """The story stops after this deal."""
    page: Page = field(default_factory=Page)
    next_deal_at: int | None = None
    """How many lines of the last story came before a new deal; None if no deal began."""
    played: list[tuple[int, str]] = field(default_factory=list)
    """The cards of the unfinished trick."""
    tells_cards: bool = False
    """Whether it tells every card as it is played, and not only in its trick."""
    variant: Variant | None = None
    """The rules, for the words of score sheets."""
    said: Callable[[str], str] = words_of
    """How people read the names of cards and places."""

    def tell(self, before: State | None, after: State, by: int | None = None) -> list[str]:
        """Tell what a seat's move (`by`) brought, from the state before it, if there is one, to the state after it."""
        self.said = after.game.said
        lines: list[str] = []
        self.next_deal_at = None
        for event in after.events:
            if isinstance(event, events.DealEvent):
                if self.last_deal is not None and event.deal > self.last_deal:
                    break
                self.next_deal_at = len(lines)
            lines += self.one(event, before or after, by)
        return lines

    def catch_up(self, state: State) -> None:
        """Continue from an earlier state, after an undo."""
        self.played = [*zip(state.trick_seats, told_cards(state, state.trick), strict=True)]

    def who(self, seat: int) -> str:
        """Return the name of a seat, or "You"."""
        return "You" if seat == self.seat else self.seats[seat]

    def one(self, event: Event, at: State, by: int | None) -> list[str]:
        """Tell one event of a move that was made `at` a state."""
        match event:
            case events.DealEvent():
                self.played = []
                return ["", self.page.heading(f"Deal {event.deal}", self._does(event.dealer, "deal"))]
            case events.GiveEvent():
                return self._give(event)
            case events.ChoiceEvent():
                return self._said(self._choice(event, at.spec.plan.asked.get(event.choice)))
            case events.PlayEvent():
                self.played.append((event.seat, event.text))
                return self._play(event) if self.tells_cards or (by is not None and by == self.seat) else []
            case events.TrickEvent():
                played, self.played = self.played, []
                return self._said(self.trick(event.trick, played, event.winner))
            case events.AwardEvent():
                return self._said(f"{count(event.tricks, 'trick')} to {self.seats[event.seat]}, without play.")
            case events.RedealEvent():
                return self._said(f"The cards are thrown in; {self.seats[event.dealer]} deals.")
            case events.SidesEvent():
                sides = " against ".join(and_list(self.seats[seat] for seat in side) for side in event.sides)
                return self._said(f"The sides: {sides}.")
            case events.TimeEvent():
                is_up = "Time is up" if event.seat is None else f"{self._does(event.seat, 'run')} out of time"
                return self._said(f"{is_up} ({words_of(event.clock)}).")
            case events.OutEvent():
                gone = and_list(self.who(seat) for seat in event.seats)
                is_one = len(event.seats) == 1 and event.seats[0] != self.seat
                return self._said(f"{gone} {'is' if is_one else 'are'} out of the game.")
            case events.ScoreSheet():
                return ["", *self.sheet(event)]
            case events.EndEvent():
                return []
            case _:
                assert_never(event)

    def _said(self, text: str) -> list[str]:
        """Put what happened into lines; for a screen reader, it ends like a sentence."""
        is_open = self.page.is_linear and not text.endswith(".")
        return [f"  {text}." if is_open else f"  {text}"]

    def _does(self, seat: int, verb: str) -> str:
        """Say who does what: "You bid", "North bids"."""
        return f"{self.who(seat)} {verb if seat == self.seat else verb + 's'}"

    def _choice(self, event: events.ChoiceEvent, step: Ask | Round | None) -> str:
        """Tell a bid or an answer."""
        seat, choice, move = event.seat, event.choice, event.move
        named = choice_words(step) if isinstance(step, Ask) else words_of(choice)
        if move is None:
            is_pass = isinstance(step, Ask) and step.kind == "pass"
            what = "cards" if is_pass else "a bid" if isinstance(step, Round) else named
            return f"{self._does(seat, 'choose')} {what}"
        if move == "look":
            return f"{self._does(seat, 'look')} at the cards"
        if move == "wait" and isinstance(step, Round):
            return f"{self._does(seat, 'wait')}"
        if isinstance(step, Round) and move == "pass":
            return f"{self.who(seat)} {'pass' if seat == self.seat else 'passes'}"
        if isinstance(step, Round) and move not in ("yes", "no"):
            return f"{self._does(seat, 'bid')} {words_of(move)}"
        if isinstance(step, Ask) and step.kind == "choose" and step.parameters and not step.rule.label:
            return f"{self._does(seat, 'choose')} {move_words(step, move, is_asked=True)} ({named})"
        if move == choice or move.startswith(f"{choice}("):
            return f"{self._does(seat, 'say')} {move_words(step, move) if isinstance(step, Ask) else words_of(move)}"
        to = f" ({named})" if isinstance(step, Ask) else f" to {named}"
        return f"{self._does(seat, 'say')} {words_of(move)}{to}"

    def sheet(self, sheet: events.ScoreSheet) -> list[str]:
        """Write a score sheet."""
        rules = None if self.variant is None else self.variant.edition(sheet.deal)
        write = spoken_lines if self.page.is_linear else sheet_lines
        return write(sheet, self.seats, rules, first=self.first_side, width=self.page.width)

    def _play(self, event: events.PlayEvent) -> list[str]:
        """Tell a card: to the person, one of their own, or one that they played for another seat."""
        if self.tells_cards:
            return self._said(f"{self._does(event.seat, 'play')} {event.text}")
        hand = "" if event.seat == self.seat else f" from {self.seats[event.seat]}'s hand"
        return self._said(f"You play {event.text}{hand}")

    def _give(self, event: events.GiveEvent) -> list[str]:
        """Tell about cards that all see, that somebody gave away, or that somebody took up after the deal."""
        whose = event.source.partition("hand of ")[2]
        source = self._place(event.source)
        to = event.target.partition("hand of ")[2]
        target = self._place(event.target) if not to else "you" if int(to) == self.seat else self.seats[int(to)]
        if event.target == "everyone" and isinstance(event.cards, tuple):
            cards = " ".join(event.cards)
            up = f"{cards} {'is' if len(event.cards) == 1 else 'are'} turned up in {source}"
            return self._said(f"{self._does(int(whose), 'show')} {cards}" if whose else up)
        is_dealt = event.source == "stock" and event.rule.partition(".")[0] in ("deal", "play")
        if isinstance(event.cards, int) and not whose and (is_dealt or not to or " of " in event.source):
            return []
        number = event.cards if isinstance(event.cards, int) else len(event.cards)
        cards = count(number, "card") if isinstance(event.cards, int) else " ".join(event.cards)
        start = "" if event.source == "cards" else f" from {source}"
        return self._said(f"{cards} {'goes' if number == 1 else 'go'}{start} to {target}")

    def _place(self, name: str) -> str:
        """Write a place with the name of its seat: `hand of 2` is South's hand."""
        zone, of, seat = name.rpartition(" of ")
        if not of or not seat.isdecimal():
            zone = self.said(name)
            return zone if zone.startswith("the ") else f"the {zone}"
        zone = self.said(zone)
        return f"your {zone}" if int(seat) == self.seat else f"{self.seats[int(seat)]}'s {zone}"

    def trick(self, number: int, played: Iterable[tuple[int, str]], winner: int | None) -> str:
        """Tell a trick in a sentence."""
        cards = ", ".join(f"{self.who(seat)} {card}" for seat, card in played)
        end = "Nobody wins it." if winner is None else f"{self._does(winner, 'win')} it."
        return f"Trick {number}: {cards}. {end}"


def ending_text(game: Game, end: events.EndEvent, rules: Iterable[RuleInfo], seats: Sequence[str]) -> str:
    """Say who won, by what, and what ended the game, for which seats that applies."""
    if end.ended_by == "redeal":
        return f"Nobody wins: {MOST_THROWN_IN:,} deals in a row were thrown in."
    sentence = next((rule.sentence for rule in rules if rule.key == end.ended_by), "")
    met = and_list(side_name(seats, game.sides[side]) for side in end.met_by)
    whose = ", for all sides" if 1 < len(end.met_by) == len(game.sides) else f", for {met}" if end.met_by else ""
    told = f'"{sentence}"' if sentence else f"{words_of(end.ended_by.rpartition('.')[2])}."
    return f"{winners_text(game, end, seats)}{_margin(end)} What ended the game{whose}: {told}"


def winners_text(game: Game, end: events.EndEvent, seats: Sequence[str]) -> str:
    """Say who won."""
    if not end.winners:
        return "Nobody wins."
    winners = [game.sides[side] for side in end.winners]
    verb = "wins" if [len(members) for members in winners] == [1] else "win"
    return f"{and_list(side_name(seats, members) for members in winners)} {verb}."


def _margin(end: events.EndEvent) -> str:
    """Say by how much somebody won; nothing if everybody did, or nobody."""
    others = [score for side, score in enumerate(end.scores) if side not in end.winners]
    if not end.winners or not others:
        return ""
    own = end.scores[end.winners[0]]
    margin = min(abs(float(own - other)) for other in others)
    points = "1 point" if margin == 1 else f"{amount_text(margin)} points"
    return f" {points} ahead: {amount_text(own)} to {and_list(map(amount_text, others))}."


def deal_text(sheet: events.ScoreSheet, seats: Sequence[str]) -> str:
    """Write in one sentence what every side scored in a deal."""
    sides = [
        f"{side_name(seats, side.members)} {amount_text(side.points)}, score {amount_text(side.score)}"
        for side in sheet.sides
    ]
    return f"Deal {sheet.deal}: {'; '.join(sides)}."


_FEWEST_TO_COMPARE = 2
"""With fewer deals, none is the best."""
_NOT_PLAYED = ("top", "table", "deck")
"""Sections that describe what the game is played with."""


def played_rules(rules: Iterable[RuleInfo]) -> list[RuleInfo]:
    """Return the rules that a player asks for."""
    return [rule for rule in rules if rule.section not in _NOT_PLAYED]


def end_of(state: State) -> events.EndEvent:
    """Return how a game that is over has ended."""
    told = (event for event in reversed(state.events) if isinstance(event, events.EndEvent))
    return next(told, events.EndEvent(state.winners, state.ended_by, state.scores))


class News(Changing):
    """One story for each person, and one that everybody may hear."""

    game: Game
    variant: Variant
    people: Sequence[int]
    last_deal: int | None = None
    """The story stops after this deal."""
    names: Sequence[str] = ()
    """Of the seats, as people call each other."""
    waiting: dict[int | None, list[str]] = field(init=False)
    """By person: what happened since their last move. Under None: what all may hear and no screen has shown."""
    narrators: dict[int | None, Narrator] = field(init=False)
    """By person: who tells their story."""

    def __post_init__(self) -> None:
        readers = (None, *self.people)
        self.waiting = {reader: [] for reader in readers}
        names = self.names or self.game.named({})
        self.narrators = {who: Narrator(names, who, 0, self.last_deal, variant=self.variant) for who in readers}

    def add(self, before: State | None, after: State, by: int | None, page: Page) -> dict[int | None, list[str]]:
        """Add what a move brought, and return it as each reader sees it.

        As a game begins, there is no state before; `by` is the person who moved, None for a bot.
        """
        news = {}
        for reader, teller in self.narrators.items():
            teller.page = page
            teller.first_side = (None if reader is None else after.side_of[reader]) or 0
            lines = teller.tell(before, after, by)
            lines += [] if before is None else _new_cards(reader, before, after)
            if teller.next_deal_at is not None:
                below = teller.next_deal_at + 2  # an empty line and the heading
                said = changes_of_deal(self.variant, after.deal)
                lines[below:below] = [f"  On this deal: {' '.join(said)}"] if said else []
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
        for reader, teller in self.narrators.items():
            teller.catch_up(state)
            self.waiting[reader] = [notice]


def _new_cards(reader: int | None, before: State, after: State) -> list[str]:
    """Say which cards a person got from elsewhere, once they have seen their hand."""
    if reader is None or before.deals_dealt != after.deals_dealt:
        return []
    old, new = before.view(reader).hand, after.view(reader).hand
    if old is None or new is None:
        return []
    gained = [card for card in new if new.count(card) > old.count(card)]
    return [f"  You get {' '.join(gained)}"] if gained else []


def welcome_lines(session: Session) -> list[str]:
    """Say which game it is, who sits where, and how to get help."""
    game = session.game
    lines = [f"{game.title}. {game.about}".strip()]
    if not session.people:
        return [*lines, f"Bots play every seat. Seed {session.seed}."]
    names = [session.names[seat] for seat in session.people]
    if len(names) > 1:
        others = len(game.players) - len(names)
        bots = "" if not others else " A bot has the other seat." if others == 1 else " Bots have the other seats."
        who = f"{and_list(names)} are people.{bots}"
    else:
        who = f"You are {names[0]}.{_partners(session, session.people[0])}"
    # Nothing about the seed before the game is over: a player could start another game with it and see every hand.
    return [*lines, f"{who} `help` lists what you can type."]


def _partners(session: Session, seat: int) -> str:
    side = session.state.side_of[seat]
    members = () if side is None else session.state.sides[side]
    partners = [session.names[other] for other in members if other != seat]
    verb = "is your partner" if len(partners) == 1 else "are your partners"
    return f" {and_list(partners)} {verb}." if partners else ""


def leaving_lines(session: Session, reason: str) -> list[str]:
    """Say how far the game has got when somebody leaves it, and how to continue."""
    state = session.state
    phase = words_of(state.phase.partition(".")[0])
    done = f", {count(len(state.tricks), 'trick')} played" if phase == "play" else ""
    lines = [f"{reason} The game is in deal {state.deal}, {phase}{done}. {scores_text(session)}."]
    lines += filter(None, [session.past.unsaved])
    return [*lines, *([_again(session)] if session.past.log is None else kept_lines(session.past.log))]


def _again(session: Session) -> str:
    return f"To get the same cards again: --seed {session.seed}"


def kept_lines(log: Journal) -> list[str]:
    """Say where the game is saved, and how to continue it."""
    return [f"The game is saved in {log.path}", "To continue:", f"  {log.again}"]


def end_lines(session: Session) -> list[str]:
    """Say what ended the game, and who won."""
    if not session.state.over:
        deals = count(session.most_deals, "deal")
        return [f"After {deals} the game is not over. {scores_text(session)}."]
    told = ending_text(session.game, end_of(session.state), session.edition.rules, session.names)
    lines = ["", told, f"{scores_text(session)}.", *pad_of(session)]
    lines += filter(None, [session.past.unsaved])
    lines += [] if session.past.log is None else [f"The game is saved in {session.past.log.path}"]
    return lines + ([_again(session)] if session.people else [])


def pad_of(session: Session) -> list[str]:
    """Write all deals of the game, and say which were the best and the worst for the person at the machine."""
    sheets = [sheet for _, sheet in session.past.sheets]
    if not sheets:
        return []
    first = 0 if session.seat is None else session.state.side_of[session.seat] or 0
    if session.page.is_linear:
        told = [deal_text(sheet, session.names) for sheet in sheets]
    else:
        told = ["", *pad_lines(sheets, session.names, first=first, width=session.page.width)]
    return [*told, *_best_and_worst(session, sheets)]


def _best_and_worst(session: Session, sheets: Sequence[events.ScoreSheet]) -> list[str]:
    """Say which deal brought the person's side the most, and which the least."""
    seat = session.people[0] if len(session.people) == 1 else None
    own = [(side.points, sheet.deal) for sheet in sheets for side in sheet.sides if seat in side.members]
    if len(own) < _FEWEST_TO_COMPARE or len({points for points, _ in own}) == 1:
        return []
    ordered = sorted(own, key=lambda one: one[0], reverse=not session.variant.game.best_lowest)
    (most, best), (least, worst) = ordered[0], ordered[-1]
    return [
        f"Your best deal was deal {best}, with {amount_text(most)}, "
        f"and your worst was deal {worst}, with {amount_text(least)}."
    ]


def scores_text(session: Session) -> str:
    """Say the scores by side, or by player if the bidding makes the sides."""
    scores = zip(session.game.sides, session.state.scores, strict=True)
    return ", ".join(f"{side_name(session.names, members)} {amount_text(score)}" for members, score in scores)
