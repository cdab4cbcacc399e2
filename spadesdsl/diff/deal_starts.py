"""Where a deal begins: its number, its dealer, the sides' scores, the order of the cards. The same in two games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadesdsl.engine import deals
from spadesdsl.engine.events import number
from spadesdsl.engine.generator import below, shuffled
from spadesdsl.engine.seats import holders
from spadesdsl.engine.situation import find_cards
from spadesdsl.engine.state import changed
from spadesdsl.frozen import dataclass, replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.spec import Amount


@dataclass(frozen=True, slots=True)
class Standing:
    """A deal before its cards are dealt."""

    cards: tuple[str, ...]
    """All cards by name, in order, the top one first."""
    deal: int = 1
    dealer: int = 0
    scores: tuple[Amount, ...] = ()
    """By holder; empty means as at the start of a game."""
    tallies: tuple[tuple[tuple[str, Amount], ...], ...] = ()
    """By holder; empty means as at the start of a game."""

    @property
    def size(self) -> int:
        """Return how much has to be said about it besides the cards: less is plainer."""
        said = sum(map(bool, self.scores)) + sum(bool(value) for row in self.tallies for _, value in row)
        return said + (self.deal > 1)

    def to_json(self, game: Game) -> dict[str, Any]:
        """Write it in the form of a position document."""
        document: dict[str, Any] = {"deal": self.deal, "dealer": self.dealer}
        given = self.given(game)
        if any(given):
            document["given"] = given
        return {**document, "cards": list(self.cards)}

    def given(self, game: Game) -> list[dict[str, int | float]]:
        """Return each side's scores and tallies, without those that are as at the start of a game."""
        rows: list[dict[str, int | float]] = []
        for holder in range(holders(game.base)):
            row = {"score": number(self.scores[holder])} if holder < len(self.scores) and self.scores[holder] else {}
            tallies = self.tallies[holder] if holder < len(self.tallies) else ()
            rows.append({**row, **{name: number(value) for name, value in tallies if value and name in game.tallies}})
        return rows


def begin(game: Game, standing: Standing) -> State:
    """Return a deal at its first decision, dealt from these cards by the game's own rules."""
    count = holders(game.base)
    scores = standing.scores if len(standing.scores) == count else (0,) * count
    tallies = [dict(row) for row in standing.tallies] if len(standing.tallies) == count else None
    like = deals.blank(game, deal=standing.deal, dealer=standing.dealer, scores=scores, tallies=tallies)
    like.looked = 0 if like.spec.has_unseen_bids else like.looked
    return deals.begun(game, deal=standing.deal, like=like, stock=find_cards(like, standing.cards))


def fresh(game: Game, seed: int) -> Standing:
    """Return the first deal of a game, with cards and dealer from a seed."""
    state = seed & (1 << 64) - 1
    names, state = shuffled(state, game.edition(1).deck.names)
    place, _ = below(state, len(game.players))
    return Standing(names, 1, game.players[place])


def following(standing: Standing, after: State, seed: int) -> Standing:
    """Return the deal that follows another, given how that one ended."""
    names, _ = shuffled(seed & (1 << 64) - 1, after.game.edition(standing.deal + 1).deck.names)
    rows = zip(after.game.tallies, after.tallies, strict=True)
    pairs = [(name, row) for name, row in rows]
    tallies = tuple(
        tuple((name, row[0] if len(row) == 1 else row[holder]) for name, row in pairs)
        for holder in range(len(after.scores))
    )
    return Standing(names, standing.deal + 1, after.dealer, after.scores, tallies)


def near(standing: Standing, landmarks: Sequence[Amount], seed: int) -> Standing:
    """Return a deal whose scores are near a number in the rules, so that its effects show."""
    if not landmarks or not standing.scores:
        return standing
    state = seed & (1 << 64) - 1
    scores: list[Amount] = []
    for _ in standing.scores:
        place, state = below(state, len(landmarks))
        away, state = below(state, 16)
        scores.append(landmarks[place] + 10 * (away - 12))
    return Standing(standing.cards, standing.deal, standing.dealer, tuple(scores), standing.tallies)


def plainer(standing: Standing, landmarks: Sequence[Amount]) -> Iterator[Standing]:
    """Yield simpler starts on the same cards: values as at the start of a game, or numbers in the rules."""
    if standing.deal > 1:
        yield replace(standing, deal=1)
    for at, row in enumerate(standing.tallies):
        if any(value for _, value in row):
            yield replace(standing, tallies=changed(standing.tallies, at, ()))
    for at, score in enumerate(standing.scores):
        marks = sorted({0, *landmarks}, key=lambda mark: (abs(mark), mark < 0))
        for mark in marks if score and score not in landmarks else ():
            yield replace(standing, scores=changed(standing.scores, at, mark))
        if score in landmarks and score:
            yield replace(standing, scores=changed(standing.scores, at, 0))


def from_json(document: Mapping[str, Any], game: Game) -> Standing:
    """Read what `to_json` wrote."""
    rows = document.get("given", [])
    scores: tuple[Amount, ...] = tuple(row.get("score", 0) for row in rows)
    tallies = tuple(tuple((name, value) for name, value in row.items() if name != "score") for row in rows)
    players = game.players
    return Standing(
        tuple(document["cards"]), document.get("deal", 1), document.get("dealer", players[-1]), scores, tallies
    )
