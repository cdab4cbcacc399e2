"""Files of rules made by chance: every place that decides something, with every operation that can be read there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.rules.operations import GLOBALS, PROPERTIES
from spadesdsl.rules.terms import AMOUNTS, Kind

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from spadesdsl.rules.terms import Type

HEAD = """
variant made "Made" {
  table {
    seats North, East, South, West
    teams of 2
    zone kitty face down
    zone aside of each player seen by player
    zone turned face up
  }
  deck {
    suits clubs, hearts
    ranks A, K, Q, J, 10, 9, 8, 7, 6, 5, 4, 3, 2
    trumps: TRUMPS
  }
  deal {
    dealer first: random of players
    dealer next: left of dealer
    give hands: 4 from stock to each player from left of dealer
    give private: 1 from stock to each player from left of dealer
    give left_over: 3 from stock to kitty face down
    give turn_up: 1 from stock to turned face up
  }
  phase passing before bidding {
    pass away by each player at once: 1 from hand to left face down
    EARLY
  }
  bidding {
    round opening by each player from left of dealer
    bid tricks(n from 0 to 5) "{n}" { contract n }
    BIDDING
  }
  play {
    lead first: left of dealer
    lead next: last_trick.winner
    must follow_suit when following: card in led.suit
    trick winner: highest of trick in trumps, else highest of trick in led.suit
    PLAY
  }
  scoring for each team { score won: 10 * taken }
  ending {
    win target when score >= 100
    tie level: play on
  }
}
"""
PLACES: dict[str, tuple[str, ...]] = {
    "EARLY": (
        "may e1 by each player from left of dealer when {truth}: nothing",
        "may e2 by {seat}: nothing",
        "choose e3(p in players) by {seat}: nothing",
        "choose e4(s in suits) by each player from {seat}: nothing",
        "may e5 by each player from left of dealer until {truth}: nothing",
        "may e6 by each player from left of dealer stopping when {truth} : nothing",
        "pass e7 by each player from left of dealer when {truth}: 1 from hand to aside face down",
        "may e8(n from 1 to {number}) by dealer: nothing",
        "choose e9(c in (hand as h where h in {cards})) by dealer: nothing",
        "choose e12(c in {cards}) by dealer: nothing",
        "choose e13 by each player from left of dealer when {truth}: nothing",
        "give e10 when {truth}: 1 from stock to {seat}",
        "show e11 when {truth}: first of {cards} to everyone",
    ),
    "BIDDING": (
        'bid grand "grand" when {truth} {{ contract 5 }}',
        'bid sure "sure" {{ contract {number} }}',
        'bid wide(n from 1 to {number}) "wide {{n}}" {{ contract n }}',
        'bid agreed "agreed" {{ contract 3 needs yes from {seat} }}',
        "must b1 when {truth}: contract > 1",
        "must b2: contract != {number}",
        "may b3 above opening by each player from left of dealer when {truth}: let fact = {truth}",
        "may b3 above opening by each player from left of dealer: let fact = {number}",
        'round late by each player from {seat} when {truth}: more bid more "more" {{ contract 1 }}',
        'round later by each player from left of dealer stopping when {truth}: more bid more "more" {{ contract 1 }}',
        'round last by each player at once when {truth}: more bid more "more" {{ contract 1 }}',
    ),
    "PLAY": (
        "must p1 when {truth}: card in hearts",
        "must p2 when leading: {card_truth}",
        "may p3 before each trick by leader when {truth}: nothing",
        "may p4 any time during play by {seat} when {truth}: nothing",
        "may p5 after each trick by {seat}: nothing",
        "may p6 with each card by player when {truth}: nothing",
        "control p7 when {truth}: leader plays for leader.left",
        "choose p10 after each trick by last_trick.winner when {truth}: nothing",
        "give p8 after each trick when {truth}: 1 from kitty to {seat}",
        "must p9 when some player p has p did b3 and {truth}: card in clubs",
    ),
    "TRUMPS": ("hearts", "hearts", "hearts", "turn_up.suit", "if {truth} then hearts else clubs", "({card}).suit"),
}


def _is_one_seat(kind: Type) -> bool:
    return kind.kind is Kind.SEAT and not kind.many


class Maker:
    """Makes one file after the other."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def file(self) -> str:
        """Return the text of a file with some such sentences, about one in every section."""
        text = HEAD
        chosen = self.rng.sample(("EARLY", "BIDDING", "PLAY", "TRUMPS"), self.rng.choice((1, 1, 2)))
        for name, sentences in PLACES.items():
            said = self.rng.choice(sentences) if name in chosen else "hearts" if name == "TRUMPS" else ""
            text = text.replace(name, self.filled(said))
        return text

    def filled(self, sentence: str) -> str:
        """Return a sentence with its gaps filled."""
        makes: dict[str, Callable[[], str]] = {
            "truth": self.truth, "seat": self.seat, "cards": self.cards, "card": self.card, "number": self.number,
            "card_truth": lambda: f"card {self.rng.choice(('in', 'not in'))} {self.cards()} or {self.truth()}",
        }  # fmt: skip
        for name, make in makes.items():
            while f"{{{name}}}" in sentence:
                sentence = sentence.replace(f"{{{name}}}", make(), 1)
        return sentence.replace("{{", "{").replace("}}", "}")

    # ---- expressions

    def seat(self, depth: int = 2) -> str:
        """Return a seat."""
        plain = ["North", "South", "player", "dealer", "leader", "left of dealer", "partner", "first of players"]
        deep = [
            lambda: f"{self._seat_before_dot()}.{self._word(Kind.SEAT, _is_one_seat)}",
            lambda: f"holder of {self.card(depth - 1)}",
            lambda: f"first of (players where {self.truth(depth - 1)})",
            lambda: f"(if {self.truth(depth - 1)} then {self.seat(depth - 1)} else {self.seat(depth - 1)})",
            lambda: f"first of (players as q where q.hand includes {self._name()})",
        ]  # fmt: skip
        return self.rng.choice(plain) if depth <= 0 or self.rng.random() < 0.5 else self.rng.choice(deep)()

    def _seat_before_dot(self) -> str:
        return self.rng.choice(("North", "East", "player", "partner", "left", "dealer", "leader"))

    def cards(self, depth: int = 2) -> str:
        """Return a set of cards."""
        plain = ["hand", "kitty", "turned", "played", "trick", "deck", "stock", "discards", "aside", "turn_up"]
        seats = self._seat_before_dot()
        deep = [
            lambda: f"{seats}.{self._word(Kind.SEAT, lambda one: one.kind is Kind.CARD and one.many)}",
            lambda: f"{seats}.side.{self._word(Kind.SIDE, lambda one: one.kind is Kind.CARD and one.many)}",
            lambda: f"({self.cards(depth - 1)} in {self.rng.choice(('hearts', 'clubs', 'trumps'))})",
            lambda: f"({self.cards(depth - 1)} as c{depth} where c{depth} in {self.cards(depth - 1)})",
            lambda: f"{seats}.aside",
            lambda: f"(first 2 of {self.cards(depth - 1)})",
        ]  # fmt: skip
        return self.rng.choice(plain) if depth <= 0 or self.rng.random() < 0.4 else self.rng.choice(deep)()

    def _name(self) -> str:
        return self.rng.choice(("AH", "KH", "AC", "2C", "10H", "5C"))

    def card(self, depth: int = 2) -> str:
        """Return a card."""
        of = self.rng.choice(("first of", "last of", "highest of", "lowest of"))
        return self._name() if depth <= 0 or self.rng.random() < 0.4 else f"({of} {self.cards(depth - 1)})"

    def number(self, depth: int = 2) -> str:
        """Return an amount."""
        amounts = [word for word, row in GLOBALS.items() if row.type.kind in AMOUNTS and not row.type.many]
        plain = ["1", "2", "3", *amounts]
        is_amount: Callable[[Type], bool] = lambda one: one.kind in AMOUNTS and not one.many  # noqa: E731
        deep = [
            lambda: f"count of {self.cards(depth - 1)}",
            lambda: f"1 * {self._seat_before_dot()}.{self._word(Kind.SEAT, is_amount)}",
            lambda: f"1 * {self._seat_before_dot()}.side.{self._word(Kind.SIDE, is_amount)}",
            lambda: f"(sum of (count of {self.rng.choice(('hand', 'aside', 'shown', 'cards_won'))}) over players)",
            lambda: f"count of (players where {self.truth(depth - 1)})",
            lambda: f"(1 * {self.card(depth - 1)}.{self._word(Kind.CARD, is_amount)})",
            lambda: f"(if {self.truth(depth - 1)} then 1 else 3)",
        ]  # fmt: skip
        return self.rng.choice(plain) if depth <= 0 or self.rng.random() < 0.3 else self.rng.choice(deep)()

    def truth(self, depth: int = 2) -> str:
        """Return a condition."""
        rng = self.rng
        plain = ["leading", "following", "player is dealer", "some player did tricks(2)", "deal = 1", "taken = 0"]
        deep = [
            lambda: f"{self.cards(depth - 1)} includes {self.card(depth - 1)}",
            lambda: f"{self.cards(depth - 1)} is {rng.choice(('empty', 'not empty'))}",
            lambda: f"{self.number(depth - 1)} {rng.choice(('>', '<=', '='))} {self.number(depth - 1)}",
            lambda: f"{self.seat(depth - 1)} is {self.seat(depth - 1)}",
            lambda: f"{rng.choice(('some', 'no', 'every'))} player p{depth} has p{depth}.hand includes {self._name()}",
            lambda: f"{rng.choice(('some', 'no', 'every'))} opponent has {self.truth(depth - 1)}",
            lambda: f"({self.truth(depth - 1)} {rng.choice(('and', 'or'))} {self.truth(depth - 1)})",
            lambda: f"not ({self.truth(depth - 1)})",
            lambda: f"{self.card(depth - 1)}.suit is {rng.choice(('hearts', 'trumps', 'led.suit'))}",
            lambda: f"{self.card(depth - 1)}.rank > {self.card(depth - 1)}.rank",
            lambda: f"{self._seat_before_dot()} is sure_of_the_rest",
            lambda: f"{self._seat_before_dot()}.b3.fact",
            lambda: f"{self.card(depth - 1)} beats trick.best",
        ]  # fmt: skip
        return rng.choice(plain) if depth <= 0 or rng.random() < 0.2 else rng.choice(deep)()

    def _word(self, of: Kind, fits: Callable[[Type], bool]) -> str:
        words = [word for (kind, word), row in PROPERTIES.items() if kind is of and fits(row.type)]
        return self.rng.choice(words or ["hand"])
