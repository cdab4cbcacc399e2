"""Situations that were not played: what a deal begins with, and its cards, or what was bid and taken in it.

Proofs, comparisons and what attacks both take their deals from here; `ranges` goes through all bids and tricks of some
seats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from spadesdsl.engine import deals
from spadesdsl.engine.actions import environment
from spadesdsl.engine.events import number
from spadesdsl.engine.generator import below, shuffled
from spadesdsl.engine.labels import bid_label
from spadesdsl.engine.offers import values
from spadesdsl.engine.seats import holders
from spadesdsl.engine.situation import Situation, find_cards
from spadesdsl.engine.state import StateData, changed
from spadesdsl.frozen import Frozen, replace
from spadesdsl.rules.parts import Award

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from random import Random

    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.spec import Amount

Made: TypeAlias = tuple[str, tuple[Any, ...]]
"""A bid: its type and its arguments."""
Bids: TypeAlias = tuple[tuple[int, Made], ...]
"""Seats with their bids; a bid of a side is made by its first seat."""


class Case(Frozen):
    """A deal that was not played: what it begins with, and its cards, or what was bid and taken in it."""

    deal: int = 1
    dealer: int = -1
    """The seat that deals; −1 for the last player."""
    scores: tuple[Amount, ...] = ()
    """By holder; empty means as at the start of a game."""
    tallies: tuple[tuple[tuple[str, Amount], ...], ...] = ()
    """By holder; empty means as at the start of a game."""
    cards: tuple[str, ...] = ()
    """All cards by name, in order, the top one first; empty if none are dealt."""
    bids: Bids = ()
    taken: tuple[int, ...] = ()
    """Tricks by seat."""
    won: tuple[tuple[str, ...], ...] = ()
    """The cards in them, by seat; empty if nothing is said about them."""

    @property
    def size(self) -> int:
        """Return how much has to be said about it besides cards, bids and tricks: less is plainer."""
        said = sum(map(bool, self.scores)) + sum(bool(value) for row in self.tallies for _, value in row)
        return said + (self.deal > 1)

    def given(self, game: Game) -> list[dict[str, int | float]]:
        """Return each side's scores and tallies, without those that are as at the start of a game."""
        rows: list[dict[str, int | float]] = []
        for holder in range(holders(game.base)):
            row = {"score": number(self.scores[holder])} if holder < len(self.scores) and self.scores[holder] else {}
            tallies = self.tallies[holder] if holder < len(self.tallies) else ()
            rows.append({**row, **{name: number(value) for name, value in tallies if value}})
        return rows

    def to_json(self, game: Game) -> dict[str, Any]:
        """Write it as a position to play from; without cards, as a score document."""
        document: dict[str, Any] = {"deal": self.deal} if self.cards or self.deal > 1 else {}
        if self.dealer >= 0:
            document["dealer"] = self.dealer
        given = self.given(game)
        if any(given):
            document["given"] = given
        if self.cards:
            return {**document, "cards": list(self.cards)}
        s = deals.blank(game, deal=self.deal)
        kinds = {kind.name: kind for kind in s.spec.bids}
        made = {seat: bid for seat, bid in self.bids if bid[0] in kinds}
        labels = {seat: bid_label(s, kinds[name].id, arguments) for seat, (name, arguments) in made.items()}
        if any(kinds[name].by_side for name, _ in made.values()):
            document["bids"] = {"by_side": [labels.get(side[0]) for side in s.sides]}
        elif labels:
            document["bids"] = [labels.get(seat) for seat in range(len(s.hands))]
        if self.won:
            document["won"] = {str(seat): list(cards) for seat, cards in enumerate(self.won)}
        return {**document, "taken": [number(tricks) for tricks in self.taken]}

    def with_cards_won(self, game: Game) -> Case | None:
        """Return it with some card of each suit in every trick; None if the tricks are not those of the whole deck."""
        s = deals.blank(game, deal=self.deal)
        names, tricks = s.spec.deck.names, s.tricks_total
        if sum(self.taken) != tricks or tricks * len(s.spec.players) != len(names):
            return None
        won, first = [], 0
        for number_of in self.taken:
            won.append(tuple(name for at in range(first, first + number_of) for name in names[at::tricks]))
            first += number_of
        return replace(self, won=tuple(won))

    # ---- as a state

    def blank(self, game: Game) -> State:
        """Return the deal before anything happens in it."""
        count = holders(game.base)
        tallies = [dict(row) for row in self.tallies] if len(self.tallies) == count else None
        scores = self.scores if len(self.scores) == count else None
        dealer = self.dealer if self.dealer >= 0 else None
        return deals.blank(game, deal=self.deal, dealer=dealer, scores=scores, tallies=tallies)

    def begun(self, game: Game) -> State:
        """Return the deal at its first decision, dealt from the cards by the game's own rules."""
        like = self.blank(game)
        like.looked = 0 if like.spec.has_unseen_bids else like.looked
        return deals.begun(game, deal=self.deal, like=like, stock=find_cards(like, self.cards))

    def bid(self, game: Game) -> State:
        """Return the deal after the bidding.

        Raises:
            SituationError: the bids are impossible in this game.
        """
        s = self.blank(game)
        sit = Situation(s)
        for seat, (name, arguments) in self.bids:
            sit.bid(name, arguments, seat)
        sit.make_sides()
        sit.settle()
        return s


def from_json(document: Mapping[str, Any], game: Game) -> Case:
    """Read a position."""
    rows = document.get("given", [])
    scores: tuple[Amount, ...] = tuple(row.get("score", 0) for row in rows)
    tallies = tuple(tuple((name, value) for name, value in row.items() if name != "score") for row in rows)
    dealer = document.get("dealer", game.players[-1])
    return Case(document.get("deal", 1), dealer, scores, tallies, tuple(document["cards"]))


# ---------------------------------------------------------------- deals with cards


def fresh(game: Game, seed: int) -> Case:
    """Return the first deal of a game, with cards and dealer from a seed."""
    state = seed & (1 << 64) - 1
    names, state = shuffled(state, game.edition(1).deck.names)
    place, _ = below(state, len(game.players))
    return Case(dealer=game.players[place], cards=names)


def following(case: Case, after: State, seed: int) -> Case:
    """Return the deal that follows another, given how that one ended."""
    names, _ = shuffled(seed & (1 << 64) - 1, after.game.edition(case.deal + 1).deck.names)
    pairs = list(zip(after.game.tallies, after.tallies, strict=True))
    tallies = tuple(
        tuple((name, row[0] if len(row) == 1 else row[holder]) for name, row in pairs)
        for holder in range(len(after.scores))
    )
    return Case(case.deal + 1, after.dealer, after.scores, tallies, names)


def near(case: Case, landmarks: Sequence[Amount], seed: int) -> Case:
    """Return a deal whose scores are near a number in the rules, so that its effects show."""
    if not landmarks or not case.scores:
        return case
    state = seed & (1 << 64) - 1
    scores: list[Amount] = []
    for _ in case.scores:
        place, state = below(state, len(landmarks))
        away, state = below(state, 16)
        scores.append(landmarks[place] + 10 * (away - 12))
    return replace(case, scores=tuple(scores))


def plainer(case: Case, landmarks: Sequence[Amount]) -> Iterator[Case]:
    """Yield simpler starts of the same deal: values as at the start of a game, or numbers in the rules."""
    if case.deal > 1 + (case.size > 1):
        yield after_some_deals(replace(case, deal=1))
    for at, row in enumerate(case.tallies):
        if any(value for _, value in row):
            yield replace(case, tallies=changed(case.tallies, at, ()))
    for at, score in enumerate(case.scores):
        marks = sorted({0, *landmarks}, key=lambda mark: (abs(mark), mark < 0))
        for mark in marks if score and score not in landmarks else ():
            yield replace(case, scores=changed(case.scores, at, mark))
        if score in landmarks and score:
            yield replace(case, scores=changed(case.scores, at, 0))


# ---------------------------------------------------------------- drawn

DAYS: Final = (1, 1, 2, 3, 4, 5, 8, 13, 30, 61, 70, 150)
MARKS: Final = (0, 0, 50, 100, -100, 200, 250, 399, 400, 490, 499, 500, -200)
_NEAR: Final = (0, 0, 1, -1, 7, 10, -10)
_LARGE: Final = 50
"""Scores are drawn near numbers that are not smaller, if there are any."""
_MOST_TALLIED: Final = 100
"""More is not drawn for a tally."""


def drawn(games: Sequence[Game], rng: Random, days: Sequence[int] = DAYS, marks: Sequence[Amount] = MARKS) -> Case:
    """Draw what a deal begins with: any number and dealer, and scores and tallies as at the start, or near numbers."""
    first = games[0]
    count, names = holders(first.base), sorted({name for game in games for name in game.tallies})
    large = [mark for mark in marks if max(mark, -mark) >= _LARGE] or [*marks]
    few: tuple[Amount, ...] = (0, 1, 2, 4, 9, *(mark for mark in marks if 0 < mark < _MOST_TALLIED))
    scores = tuple(rng.choice((0, *[rng.choice(large) + rng.choice(_NEAR)] * 3)) for _ in range(count))
    tallies = tuple(tuple((name, rng.choice(few)) for name in names) for _ in range(count))
    is_new = rng.random() < 1 / 4
    case = Case(rng.choice(days), rng.choice(first.players))
    return case if is_new else after_some_deals(case, scores=scores, tallies=tallies)


def after_some_deals(case: Case, **given: Any) -> Case:  # noqa: ANN401
    """Return a case with other scores and tallies; it is not the first deal if there are any."""
    other = replace(case, **given)
    return other if other.deal > 1 or not other.size else replace(other, deal=2)


def dealt(case: Case, game: Game, rng: Random) -> Case:
    """Return a case with cards in a random order."""
    cards = list(game.edition(case.deal).deck.names)
    rng.shuffle(cards)
    return replace(case, cards=tuple(cards))


def drawn_scored(games: Sequence[Game], rng: Random, days: Sequence[int], marks: Sequence[Amount]) -> Iterator[Case]:
    """Yield cases in which everything is drawn: what the deal begins with, bids and tricks."""
    while True:
        case = drawn(games, rng, days, marks)
        states = [deals.blank(game, deal=case.deal) for game in games]
        spec, kinds = states[0].spec, offered(states)
        bids = tuple((seat, _drawn_bid(kinds[seat], rng)) for seat in bidders(states[0]) if kinds[seat])
        left, taken = min(s.tricks_total for s in states), [0] * len(spec.seats)
        for seat in rng.sample(spec.players, len(spec.players)):
            taken[seat] = rng.randint(0, left)
            left -= taken[seat]
        taken[seat] += left
        if any(isinstance(action, Award) for action in spec.plan.actions):
            taken[rng.choice(spec.players)] += rng.choice((0, 1, 2))
        yield replace(case, bids=bids, taken=tuple(taken))


def _drawn_bid(bids: Sequence[Made], rng: Random) -> Made:
    """Draw a bid: each type is as likely as the others."""
    kind = rng.choice(sorted({bid[0] for bid in bids}))
    return rng.choice([bid for bid in bids if bid[0] == kind])


# ---------------------------------------------------------------- the bids that there are


def bidders(s: State) -> tuple[int, ...]:
    """Return the seats that bid: all players, or the first of each side where sides bid together."""
    is_by_side = any(kind.by_side for kind in s.spec.bids)
    return tuple(side[0] for side in s.sides) if is_by_side else s.spec.players


def offered(states: Sequence[State]) -> list[list[Made]]:
    """Return, by seat, the bids that all games have, each with the arguments that all allow."""
    first, *others = states
    found: list[list[Made]] = [[] for _ in first.hands]
    for kind in first.spec.bids:
        same = [(s, one) for s in others for one in s.spec.bids if (one.name, one.by_side) == (kind.name, kind.by_side)]
        for seat in range(len(found)) if len(same) == len(others) else ():
            ways = kind.fixed if kind.fixed is not None else values(first, kind.parameters, environment(first, seat))
            allowed = [{*values(s, one.parameters, environment(s, seat))} for s, one in same]
            found[seat] += [(kind.name, way) for way in ways if all(way in those for those in allowed)]
    return found


def _usual(bids: Sequence[Made], tricks: int, seats: int) -> Made | None:
    """Return the bid of a number that is nearest to what a hand would take."""
    share = _SHARE * tricks / seats
    plain = [bid for bid in bids if len(bid[1]) == 1 and are_numbers(bid[1])]
    return min(plain or bids, key=lambda bid: abs(sum(map(float, bid[1])) - share) if plain else 0, default=None)


_SHARE: Final = 0.9


def are_numbers(arguments: Sequence[Any]) -> bool:
    """Tell whether arguments of a bid are numbers."""
    return all(not isinstance(value, str) and value is not None for value in arguments)


def usual_bids(states: Sequence[State], seats: Sequence[int]) -> Bids:
    """Return for some of the seats that bid what a hand would take."""
    tricks, kinds = min(s.tricks_total for s in states), offered(states)
    made = [(seat, _usual(kinds[seat], tricks, len(kinds))) for seat in bidders(states[0]) if seat in seats]
    return tuple((seat, bid) for seat, bid in made if bid is not None)


def usual_case(games: Sequence[Game], deal: int = 1) -> Case:
    """Return a typical deal: everybody bids what a hand would take, and the tricks are split evenly."""
    states = [deals.blank(game, deal=deal) for game in games]
    bids, tricks = usual_bids(states, range(len(states[0].hands))), min(s.tricks_total for s in states)
    return Case(deal, bids=bids, taken=shared_evenly(states[0], (), (), tricks))


def shared_evenly(s: StateData, seats: Sequence[int], way: Sequence[int], tricks: int) -> tuple[int, ...]:
    """Return tricks by seat: the other players share evenly what these seats have not taken."""
    row = [0] * len(s.hands)
    for seat, taken in zip(seats, way, strict=True):
        row[seat] = taken
    others = [seat for seat in s.spec.players if seat not in seats]
    for at in range(tricks - sum(way) if others else 0):
        row[others[at % len(others)]] += 1
    return tuple(row)
