"""Conditions put together by chance, of all that a game lets rules read: sets and quantifiers inside each other."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from spadesdsl.diagnostics import Severity
from spadesdsl.loader import load_text
from spadesdsl.resources import variant_text
from spadesdsl.rules.parts import Ask
from spadesdsl.rules.terms import Kind
from spadesdsl.rules.walking import all_steps

if TYPE_CHECKING:
    from random import Random

    from spadesdsl.loader import Loaded
    from spadesdsl.rules.game import Rules

DEPTH: Final = 3
LONGEST: Final = 400
_AT_ONCE: Final = 20
"""How many conditions are checked together."""
_OFTEN: Final = 4
"""How often a variable is taken rather than anything else."""
_EXAMPLE: Final = re.compile(r"^  (?:replace )?example .*?^  }$\n", re.MULTILINE | re.DOTALL)
_HOLE: Final = re.compile(r"\{(\w+)([!']?)\}")
_SAYS: Final[dict[str, str]] = {
    "condition": """({condition} and {condition}); ({condition} or {condition}); not ({condition});
        {amount} {sign} {amount}; {amount} {sign} {amount}; {amount} {sign} {number}; {amount} {sign} {number};
        (some player {seat!} in {seats} has {condition'}); (every player {seat!} in {seats} has {condition'});
        (no player {seat!} in {seats} has {condition'}); (some team {side!} has {condition'});
        (some card {card!} in {cards} has {condition'}); (every card {card!} in {cards} has {condition'});
        (no trick {trick!} in {tricks} has {condition'}); (some call {call!} in {calls} has {condition'});
        {seat} is {seat}; {seat} is not {seat}; {seat} in {seats}; {side} is {side}; {cards} includes {card};
        {cards} is empty; {card} in {suit}; ({card}).rank {order} ({card}).rank; ({card}).player is {seat};
        {card} is {card}; ({seat}).bid is {bid}; ({seat}) did bid; ({seat}) did {asked}; score {sign} {far};
        score {sign} ({seat}).score; subtotal {sign} {far}; {tally} {sign} {number}; {tally}.before {sign} {number};
        ({trick}).best in {suit}; ({trick}).winner is {seat}; ({trick}).leader is not {seat}; ({call}).bid is {bid};
        ({call}).player is {seat}; {truth}""",
    "amount": """taken; contract; ({seat}).taken; ({seat}).contract; ({side}).taken; sum of taken over {seats};
        most of taken over {seats}; sum of contract over {seats}; least of contract over {seats};
        max({amount}, {amount}); abs({amount} - {amount}); ({amount} + {amount});
        (if {condition} then {amount} else {amount}); {tricks_of}""",
    "number": """0; 1; 2; 3; 5; 8; 13; deal; count of {cards}; count of {seats}; count of {tricks}; count of {calls};
        sum of count of cards_won over {seats}; {plain}""",
    "sign": "=; !=; <; <=; >; >=",
    "order": "<; <=; >; >=",
    "far": "-50; -1; 0; 1; 60; 119",
    "seat": """dealer; {named}; (left of {seat}); (partner of {seat}); (right of {seat}); (first of players);
        (last of tricks).winner; (first of tricks).leader; (first of {seats}); (last of {seats}); {seat_of}""",
    "side": "side; ({seat}).side; {side_of}",
    "seats": """players; members; opponents; ({seats} as {seat!} where {condition'}); {seats_of}""",
    "cards": """cards_won; played; deck; ({seat}).cards_won; (last of tricks).cards; discards; ({cards} in {suit});
        ({cards} as {card!} where {condition'})""",
    "card": """{printed}; (last of tricks).best; (first of tricks).led; (highest of {cards}); {rank} of {suit};
        {card_of}""",
    "tricks": """tricks; tricks_won; ({seat}).tricks_won; ({tricks} as {trick!} where {condition'})""",
    "trick": "last of tricks; first of tricks; first of {tricks}",
    "calls": "calls; ({calls} as {call!} where {condition'})",
    "call": "last of calls; first of {calls}",
    "suit": "trumps; {printed_suit}",
}
"""What can be said for each kind of hole. `!` is a new variable, and what has a `'` may read it."""


class Phrases:
    """What can be said in one game, for whom it scores."""

    def __init__(self, game: Rules, who: str, chance: Random) -> None:
        self.chance, self.variables = chance, 0
        ours = {Kind.SIDE if who == "team" else Kind.SEAT, None}
        names: dict[str, list[str]] = {
            "named": list(game.seats),
            "printed": [one.name for one in game.faces],
            "printed_suit": list(game.suits),
            "rank": list(game.ranks),
            "bid": [one.rule.name for one in game.bids],
            "asked": [one.rule.name for one in all_steps(game) if isinstance(one, Ask) and one.kind != "pass"],
            "tally": [one.rule.name for one in game.scoring.tallies],
        }
        for hole, kind, many in (
            *(("tricks_of", Kind.TRICKS, False), ("plain", Kind.NUMBER, False), ("truth", Kind.TRUTH, False)),
            *(("seat_of", Kind.SEAT, False), ("seats_of", Kind.SEAT, True), ("side_of", Kind.SIDE, False)),
            ("card_of", Kind.CARD, False),
        ):
            lets = (one for one in game.lets if (one.type.kind, one.type.many) == (kind, many))
            names[hole] = [one.rule.name for one in lets if (str(one.subject) if one.subject else None) in ours]
        self.ways = {hole: [one.strip() for one in ways.split(";")] for hole, ways in _SAYS.items()}
        self.ways |= names
        if who == "player":
            self.ways["seat"] += ["player"] * 2
        for ways in self.ways.values():  # nothing of a kind that the game has not
            ways[:] = [one for one in ways if all(self.ways[hole[1]] for hole in _HOLE.finditer(one))]

    def condition(self) -> str:
        """Return a condition."""
        return self._said("condition", DEPTH, {})

    def _said(self, hole: str, depth: int, known: dict[str, list[str]]) -> str:
        """Return something for a hole: `known` are the variables of each kind that can be read."""
        ways = self.ways[hole]
        plain = [one for one in ways if not any(self._goes_on(found[1]) for found in _HOLE.finditer(one))]
        way = self.chance.choice([*(ways if depth > 0 or not plain else plain), *known.get(hole, ()) * _OFTEN])
        inner = dict(known)

        def filled(found: re.Match[str]) -> str:
            name, mark = found.groups()
            if mark == "!":
                self.variables += 1
                inner[name] = [*known.get(name, ()), f"v{self.variables}"]
                return f"v{self.variables}"
            return self._said(name, depth - 1, inner if mark else known)

        return _HOLE.sub(filled, way)

    def _goes_on(self, hole: str) -> bool:
        return any(_HOLE.search(one) for one in self.ways[hole])


_TWISTS: Final = (
    "on deal {deal} {{ set {option} = {value} }}",
    "on deal 1 {{ ending {{ out gone when taken = 0 }} }}",
    "ending {{ out gone when taken = 0 and deal < 3 }}",
    "play {{ skip cut after each trick when last_trick.winner.taken = 2: play }}",
    "play {{ skip cut after each trick when last_trick.leader.taken = 2: play }}",
    "play {{ skip cut after each trick when (first of players).taken = 1: play }}",
    "play {{ skip cut after each trick when last_trick.winner is not left of dealer: play }}",
    "ending {{ win early when {tally}.filled > 0 and score > 3 }}",
    "ending {{ win early when {tally}.before >= 1 }}",
    "ending {{ win early when score >= 7 lose late when score <= -7 }}",
    "ending {{ replace tie level: shared }}",
    "scoring for each {who} {{ tally fives: add taken, full at 5 score again: subtotal }}",
)
"""What makes another game of one: rules of some deals, players who are out, deals that are cut short."""


def _twisted(text: str, game: Rules, who: str, chance: Random) -> str:
    """Return a game with some of the twists that fit it."""
    for twist in chance.sample(_TWISTS, 3):
        option = chance.choice([one for one in game.options if one.choices] or [None])
        value = None if option is None else chance.choice(option.choices)
        said = ("no", "yes")[value] if isinstance(value, bool) else value
        tally = chance.choice([one.rule.name for one in game.scoring.tallies] or ["none"])
        body = twist.format(
            deal=chance.randrange(1, 4), option=option and option.name, value=said, tally=tally, who=who
        )
        new = f"{text.rstrip().removesuffix('}')}\n{body}\n}}\n"
        text = text if load_text(new.encode(), {}, has_fixes=False).variant is None else new
    return text


def with_conditions(
    name: str, chance: Random, many: int, *, is_twisted: bool = False
) -> tuple[Loaded, list[str]] | None:
    """Return a shipped game with lines `c0`, `c1` … that give nothing, and their conditions; None if it has none."""
    found = variant_text(name)
    text = _EXAMPLE.sub("", found[1] if found is not None else "")
    loaded = load_text(text.encode(), {})
    if loaded.variant is None:
        return None
    game = loaded.variant.game
    who = "player" if game.teams.is_single else "team"
    text = _twisted(text, game, who, chance) if is_twisted else text
    phrases, said = Phrases(game, who, chance), list[str]()
    for _ in range(many):
        said += (one for one in (phrases.condition() for _ in range(_AT_ONCE)) if len(one) <= LONGEST)
        said, loaded = _read(text, who, said)
        if len(said) >= many:
            break
    return (loaded, said) if said else None


def _read(text: str, who: str, said: list[str]) -> tuple[list[str], Loaded]:
    """Return those of the conditions that mean something, and the game with them."""
    while True:
        lines = "\n".join(f"scoring for each {who} {{ score c{at} when {one}: 0 }}" for at, one in enumerate(said))
        first = text.rstrip().count("\n") + 1
        loaded = load_text(f"{text.rstrip().removesuffix('}')}\n{lines}\n}}\n".encode(), {}, has_fixes=False)
        wrong = {one.span.line - first - 1 for one in loaded.diagnostics if one.severity is Severity.ERROR}
        kept = [one for at, one in enumerate(said) if at not in wrong]
        if loaded.variant is not None or not kept or len(kept) == len(said):
            return (kept if loaded.variant is not None else []), loaded
        said = kept
