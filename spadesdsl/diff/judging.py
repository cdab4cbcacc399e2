"""Judge a played game by other rules: what they would have refused, who would have won, what it would score.

The cards are those that were dealt, the moves those that were made. Scores carry on by the other rules from deal to
deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from spadesdsl.diff import matching
from spadesdsl.engine import choices, deals
from spadesdsl.engine.boundary import GameError, MoveRefused
from spadesdsl.engine.events import AwardEvent, ChoiceEvent, PlayEvent, TrickEvent
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.generator import shuffled, wound_back
from spadesdsl.engine.play import best_card
from spadesdsl.engine.ranking import bits
from spadesdsl.engine.scoring import scored
from spadesdsl.engine.situation import Situation, SituationError, find_cards
from spadesdsl.engine.spec import Amount
from spadesdsl.engine.state import Bid, RanOut, Trick, changed
from spadesdsl.frozen import Changing, Frozen, field
from spadesdsl.words import amount_text, and_list, count, side_name

_MOST_ANSWERS = 12


class Illegal(Frozen):
    """A move that the other rules refuse."""

    deal: int
    move: int
    """Its number in the game, from 1."""
    seat: int
    text: str
    rule: str
    """The rule that refuses it; empty if the other rules have no such move at all."""
    message: str


class Elsewhere(Frozen):
    """A trick that goes to another seat by the other rules."""

    deal: int
    trick: int
    cards: tuple[str, ...]
    leader: int
    winner: int | None
    would_win: int | None


class Rescored(Frozen):
    """A deal as both rules score it."""

    deal: int
    points: tuple[Amount, ...]
    """By side, as played."""
    would_score: tuple[Amount, ...]
    """By side, by the other rules."""
    scores: tuple[Amount, ...]
    """After the deal, as played."""
    would_stand: tuple[Amount, ...]
    """After the deal, by the other rules."""


class Judgement(Changing):
    """How other rules judge a game."""

    illegal: Illegal | None = None
    """The first move that they refuse."""
    tricks: list[Elsewhere] = field(default_factory=list)
    deals: list[Rescored] = field(default_factory=list)
    ended: str = ""
    """When and how the game would have ended; empty if it would not, or ended just so."""
    goes_on: str = ""
    """When the game ended and would have gone on; empty if it would have ended too."""
    notes: list[str] = field(default_factory=list)

    @property
    def is_alike(self) -> bool:
        """Tell whether they judge the game exactly as it was played."""
        differs = self.illegal is not None or self.tricks or self.notes or self.ended or self.goes_on
        return not differs and all(deal.points == deal.would_score for deal in self.deals)


class _Judge:
    """Follows a game in the other one."""

    def __init__(self, played: Game, other: Game) -> None:
        self.played = played
        self.other = other
        self.found = Judgement()
        self.scores: tuple[Amount, ...] | None = None
        self.tallies: list[dict[str, Amount]] | None = None
        self.followed: State | None = None
        """The other game after the same moves; None while it cannot follow, until the next deal."""
        self.known: State | None = None
        """The last moment of the deal that the other game could follow."""
        self.tricks: list[Trick] = []
        """The tricks of the deal, as the other rules give them."""
        self.awarded: list[AwardEvent] = []
        """Tricks of the deal that were counted without being played: they stay with the player who got them."""
        self.is_over = False

    def begin(self, s: State) -> None:
        """Begin a deal with the cards that were dealt."""
        self.tricks, self.awarded = [], []
        self.known = None
        like = deals.blank(self.other, deal=s.deal, dealer=s.dealer, scores=self.scores, tallies=self.tallies)
        like.looked = 0 if like.spec.has_unseen_bids else like.looked
        names = s.spec.deck.names
        if (order := cards_before(s)) is not None:
            stock = find_cards(like, [names[card] for card in order])
            self.followed = deals.begun(self.other, deal=s.deal, like=like, stock=stock)
        else:
            self.followed = self._with_hands(s, like)
        self.known = self.followed
        if not matching.are_cards_alike(s, self.followed):
            self._lose(f"Deal {s.deal}: the other rules deal differently, so only the tricks and scores are judged.")

    def _with_hands(self, s: State, like: State) -> State:
        """Return a deal in which each seat gets the cards it was dealt, though not in the same order."""
        names = s.spec.deck.names
        dealt = iter(find_cards(like, [names[card] for hand in s.hands for card in bits(hand)]))
        hands = {seat: tuple(islice(dealt, hand.bit_count())) for seat, hand in enumerate(s.hands)}
        stock = find_cards(like, [names[card] for pile in s.piles for card in pile])
        return deals.begun(self.other, deal=s.deal, like=like, hands=hands, stock=stock)

    def move(self, before: State, after: State) -> None:
        """Make a move in the other game as well, if possible."""
        assert after.last_move is not None
        seat, text = after.last_move
        if self.followed is not None:
            self.known = self.followed
            self._follow(before, after, seat, text)
        for event in after.events:
            if isinstance(event, TrickEvent):
                self._trick(before, event)
            if isinstance(event, AwardEvent):
                self.awarded.append(event)
        if after.sheets:
            self._score(before, after)

    def _follow(self, before: State, after: State, seat: int, text: str | RanOut) -> None:
        assert self.followed is not None
        if (s := self._passed_over(self.followed, before)) is None:
            return
        if isinstance(text, RanOut):
            timed = _timed(s, after, seat, text.clock)
            if not isinstance(timed, str):
                self.followed = timed
                return
            text = timed
        try:
            later = s.apply(_text_in(s, before, seat, text), seat)
        except GameError as refused:
            rule = refused.verdict.rule if isinstance(refused, MoveRefused) else None
            if self.found.illegal is None:
                key = "" if rule is None else rule.key
                self.found.illegal = Illegal(before.deal, after.moves_made, seat, text, key, str(refused))
            self.followed = None
            return
        self.followed = later

    def _passed_over(self, s: State, before: State) -> State | None:
        """Say no to what the other rules ask and these do not; None if no is not an answer."""
        wanted = {entry.seat: entry.holder >= 0 for entry in choices.due(before)}
        for _ in range(_MOST_ANSWERS):
            entries = choices.due(s)
            if any(wanted.get(entry.seat) is (entry.holder >= 0) for entry in entries):
                return s
            option = next((one for entry in entries for one in entry.options if one.kind in ("no", "wait")), None)
            if option is None or not entries:
                break
            s = s.take(entries[0], option)
        asked = and_list(dict.fromkeys(f"{self.other.seats[one.seat]} (`{one.choice}`)" for one in choices.due(s)))
        self._lose(f"Deal {before.deal}: the other rules would ask {asked} before move {before.moves_made + 1}.")
        return None

    def _lose(self, note: str) -> None:
        self.followed = None
        self.found.notes.append(note)

    # ---- tricks

    def _trick(self, before: State, event: TrickEvent) -> None:
        """Give a trick to its winner by the other rules."""
        s = self._facts(before)
        seats = (*before.trick_seats, choices.to_play(before))
        cards = find_cards(s, event.cards)
        s.leader, s.trick, s.trick_seats = event.leader, cards, seats
        best = best_card(s)
        winner = None if best is None else seats[cards.index(best)]
        self.tricks.append(Trick(event.trick, event.leader, cards, seats, best, winner))
        if winner != event.winner:
            self.found.tricks.append(
                Elsewhere(before.deal, event.trick, event.cards, event.leader, event.winner, winner)
            )
            self.followed = None

    def _facts(self, played: State) -> State:
        """Return a position of the other game with what has been decided and taken so far."""
        assert self.known is not None
        s = self.known.copy()
        # What was dealt, turned up and shown stays; the bids and cards played are put in again.
        s.bids = s.contracts = (None,) * len(s.hands)
        s.side_bids = s.side_contracts = (None,) * len(s.sides)
        s.calls = ()
        s.did, s.answers = (0,) * len(s.did), ((),) * len(s.answers)
        s.tricks, s.trick, s.trick_seats, s.played = (), (), (), 0
        s.taken, s.won = (0,) * len(s.hands), (0,) * len(s.hands)
        sit = Situation(s)
        kinds = {kind.name for kind in s.spec.bids}
        for bid in played.calls:
            self._put_bid(sit, played, bid, kinds)
        for name, answers in zip(played.spec.decisions, played.answers, strict=True):
            for answer in answers if name in s.spec.decisions else ():
                sit.did(name, answer.seat, answer.arguments, dict(answer.fixed), answer.card)
        sit.make_sides()
        for trick in self.tricks:
            s.tricks = (*s.tricks, trick)
            for card in trick.cards:
                s.played |= 1 << card
            if trick.winner is not None:
                taken = s.taken[trick.winner] + 1
                sit.win_cards(trick.winner, trick.cards)
                sit.take(changed(s.taken, trick.winner, taken))
        for award in self.awarded:
            taken = s.taken[award.seat] + award.tricks
            sit.take(changed(s.taken, award.seat, taken))
        s.trick_number = len(s.tricks) + 1
        sit.settle()
        return s

    def _put_bid(self, sit: Situation, played: State, bid: Bid, kinds: set[str]) -> None:
        name = played.spec.bids[bid.type].name
        try:
            if name not in kinds:
                raise SituationError("there is no such bid")
            sit.bid(name, bid.arguments, seat=bid.seat)
        except SituationError:
            name = played.spec.seats[bid.seat]
            note = f"Deal {played.deal}: the other rules have no bid {bid.label}; {name} counts as having said nothing."
            if note not in self.found.notes:
                self.found.notes.append(note)

    # ---- scores

    def _score(self, before: State, after: State) -> None:
        """Score the deal by the other rules."""
        sheet = after.sheets[0]
        if (end := self.followed) is None or not end.sheets:
            end = scored(self._facts(before))
        told = end.sheets[0] if end.sheets else end.last_sheet
        assert told is not None
        self.scores = end.scores
        self.tallies = [dict(_tallies(end, holder)) for holder in range(len(end.scores))]
        points = (tuple(side.points for side in one.sides) for one in (sheet, told))
        scores = (tuple(side.score for side in one.sides) for one in (sheet, told))
        self.found.deals.append(Rescored(sheet.deal, *points, *scores))
        self.is_over = end.over
        if end.over and _won(end) != _won(after):
            names = self.other.side_names
            winners = and_list(names[winner] for winner in end.winners)
            self.found.ended = f"after deal {sheet.deal}, by `{end.ended_by}`: {winners} won"
        elif after.over and not end.over:
            self.found.goes_on = f"after deal {sheet.deal}"


def _won(s: State) -> set[frozenset[int]] | None:
    """Return the sides that have won, as their seats; None if the game goes on."""
    sides = s.game.sides if len(s.game.sides) == len(s.scores) else s.sides
    return {frozenset(sides[winner]) for winner in s.winners} if s.over else None


def cards_before(s: State) -> tuple[int, ...] | None:
    """Return the cards as they lay before a deal that has just begun; None if that is not known.

    The generator is a counter, so its state before the shuffle follows from its state after it. The result is checked
    against the deal: it does not fit if the deal was given, or if something else was drawn in between.
    """
    size = s.spec.deck.size
    cards, after = shuffled(wound_back(s.generator, size - 1), range(size))
    if after != s.generator:
        return None
    like = s.copy()
    like.looked = 0 if s.spec.has_unseen_bids else s.looked
    again = deals.begun(s.game, deal=s.deal, like=like, stock=cards)
    return cards if (again.hands, again.piles) == (s.hands, s.piles) else None


def _tallies(s: State, holder: int) -> Iterator[tuple[str, Amount]]:
    for name, row in zip(s.game.tallies, s.tallies, strict=True):
        yield name, row[0] if len(row) == 1 else row[holder]


def _timed(s: State, after: State, seat: int | None, clock: str) -> State | str:
    """Let time run out in the other game too, or return what was chosen then if that game would choose otherwise."""
    chosen = _chosen(after)
    if any((one.clock, one.seat) == (clock, seat) for one in s.clocks):
        later = s.run_out(clock, seat)
        if _chosen(later) == chosen:
            return later
    return chosen or s


def _chosen(s: State) -> str:
    """Return what was chosen for a player whose time ran out; empty for nothing, or for what nobody heard."""
    told = next((event for event in s.events if isinstance(event, PlayEvent | ChoiceEvent)), None)
    return "" if told is None else told.card if isinstance(told, PlayEvent) else told.move or ""


def _text_in(s: State, before: State, seat: int, text: str) -> str:
    """Return a move as the other game writes it: a bid may have another name there."""
    options = (option for entry in choices.due(before) if entry.seat == seat for option in entry.options)
    found = next((option for option in options if option.text == text), None)
    if found is None or found.kind != "bid":
        return text
    wanted = matching.move_of(before, found)
    entries = [entry for entry in choices.due(s) if entry.seat == seat]
    same = (option.text for entry in entries for option in entry.options if matching.move_of(s, option) == wanted)
    return next(same, text)


def judge(states: Sequence[State], other: Game) -> Judgement | str:
    """Judge a game by other rules.

    Args:
        states: Every state of the game, the beginning first, without what was taken back.
        other: The game that judges.

    Returns:
        The judgement; or why there can be none.
    """
    played = states[0].game
    if not matching.are_dealt_alike(played, other):
        tables = [f"{count(len(game.deck), 'card')} at {count(len(game.seats), 'seat')}" for game in (played, other)]
        return (
            f"{played.name} is played with {tables[0]}, {other.name} with {tables[1]}, and they are not the same cards"
        )
    judging = _Judge(played, other)
    judging.begin(states[0])
    for before, after in pairwise(states):
        judging.move(before, after)
        if judging.is_over:
            break
        if not after.over and (after.deal, after.deals_dealt) != (before.deal, before.deals_dealt):
            judging.begin(after)
    return judging.found


def lines_of(found: Judgement, played: Game, other: Game, name: str) -> list[str]:
    """Write a judgement for people; `name` is the name of the other rules."""
    seats = played.seats
    lines = [f"Judged by {name}:"]
    if found.illegal is None:
        lines.append("Every move that could be judged would have been legal.")
    else:
        bad = found.illegal
        by = f" by `{bad.rule}`" if bad.rule else ""
        why = bad.message.removesuffix(".")
        lines.append(f"Move {bad.move}, in deal {bad.deal}: {seats[bad.seat]} {bad.text} would be refused{by}: {why}.")
    for trick in found.tricks:
        to, would = ("nobody" if seat is None else seats[seat] for seat in (trick.winner, trick.would_win))
        cards = " ".join(trick.cards)
        lines.append(
            f"Deal {trick.deal}, trick {trick.trick}: {cards} led by {seats[trick.leader]} went to {to}; to {would}."
        )
    for deal in found.deals:
        for what, then, now in (
            ("scored", deal.points, deal.would_score), ("standing", deal.scores, deal.would_stand)
        ):  # fmt: skip
            lines.append(
                f"Deal {deal.deal}, {what}: {_sides(played, then)}; by {name} "
                + ("the same." if then == now else f"{_sides(other, now)}.")
            )
    lines += found.notes
    lines += [f"The game would have been over {found.ended}."] if found.ended else []
    lines += [f"The game would have gone on {found.goes_on}."] if found.goes_on else []
    return lines


def _sides(game: Game, amounts: Sequence[Amount]) -> str:
    """Write each side's amounts; without names if the bidding made the sides."""
    if len(game.sides) != len(amounts):
        return ", ".join(map(amount_text, amounts))
    told = zip(game.sides, amounts, strict=True)
    return ", ".join(f"{side_name(game.seats, members)} {amount_text(amount)}" for members, amount in told)
