"""The pieces that the code of an edition is put together from."""

from __future__ import annotations

import re
from math import prod
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.engine import plan
from spadesdsl.engine.claims import MOST_CARDS, MOST_POSITIONS
from spadesdsl.engine.moving import MOST_LAPS
from spadesdsl.engine.spec import MOST_IN_A_RANGE, Ask, Hand
from spadesdsl.kernel.layout import KINDS, MOST_ANSWERS, MOST_BLOCKS, MOST_CALLS, MOST_OPTIONS, POSITIONS
from spadesdsl.kernel.reading import sits_out_all_along
from spadesdsl.kernel.unit import Unit
from spadesdsl.kernel.values import CannotCompileError, Name, Type
from spadesdsl.rules.parts import Shuffle

if TYPE_CHECKING:
    from spadesdsl.engine.ranking import Ranking
    from spadesdsl.engine.spec import Parameter, Spec
    from spadesdsl.kernel.build import Built


LARGEST: Final = 10**9
"""Beyond such scores the interpreter goes on: the product of two of them still fits into a word."""


def code(function: Any) -> Name | None:  # noqa: ANN401 - a function of the rules, if there is one
    """Return what a template calls for a function of the rules."""
    return None if function is None else Name(function)


def _rankings(spec: Spec) -> tuple[Ranking, ...]:
    """Return every ranking that a deal can have."""
    if spec.ranking_is_fixed:
        stub: Any = SimpleNamespace(spec=spec)
        return (spec.ranking(stub),)
    try:
        return spec.rankings()
    except ValueError as error:
        found = CannotCompileError(str(error))
        found.rule = "deck.trumps"
        raise found from error


def _most_options(spec: Spec) -> int:
    """Return how many options there can be at once, at most: all that can ever be said, and any card, by every seat."""
    asked = [step.parameters for step in spec.plan.steps if isinstance(step, Ask)]
    things = spec.deck.size + len(spec.seats)
    ways = sum(
        prod(
            things if one.of is not None else MOST_IN_A_RANGE if one.choices is None else len(one.choices)
            for one in row
        )
        for row in (*asked, *(bid.parameters for bid in spec.bids))
    )
    return len(spec.seats) * (ways + spec.deck.size + 4) + spec.deck.size * ways * bool(spec.plan.with_card)


class Pieces:
    """What all code of an edition is put together from."""

    def __init__(self, built: Built, number: int, spec: Spec) -> None:
        self.built, self.spec, self.base = built, spec, built.bases[number]
        self.layout = built.layout
        self.text = spec.python()
        self.doing: dict[int, str] = {}
        self.play_card: dict[int, str] = {}
        self.taking: dict[int, str] = {}
        self.rounds: dict[int, dict[str, Any]] = {}
        self.unasked = self.saying = ""
        self.unit = Unit(built.module, built.layout, self._constants())
        play: list[Any] = [*spec.play.musts, *spec.play.controls]
        keys = [
            one.rule.key
            for one in (*spec.plan.steps, *spec.bids, *play, *spec.scoring.tallies, *spec.scoring.lines, *spec.endings)
        ]
        self.unit.rules = {re.sub(r"\W", "_", key): key for key in keys}
        keys = [(one.trumps, one.suit, one.strength) for one in self.unit.constants["RANKINGS"]]
        self.rankings = {key: keys.index(key) for key in keys}
        """The number of each ranking."""
        self.unit.constants["SAME_RANKING"] = tuple(map(keys.index, keys))

    def _constants(self) -> dict[str, Any]:
        """Return what all templates know of this edition."""
        spec, layout, deck, text = self.spec, self.layout, self.spec.deck, self.text
        seats = layout.seats
        everybody = (1 << seats) - 1
        later = tuple(
            sum(1 << other for other in deck.copies[deck.faces[card]] if other > card) for card in range(deck.size)
        )
        actions = [one for each in layout.specs for one in each.plan.actions]
        has_stacks = any(isinstance(one, Shuffle) and isinstance(one.cards, Hand) for one in actions)
        tracks_open = spec.has_unseen_bids or "s.open" in text
        trumps_when, trumps = (None, None) if spec.trumps is None else spec.trumps
        rankings = _rankings(spec)
        return {
            "SPEC": spec, "BASE": self.base, "OF_STEP": {}, "PHASES": self.built.phases, "WRITER": self,
            "RANKINGS": rankings, "SEATS": seats, "CARDS": deck.size,
            "ALL": deck.all,
            "ALL_SEATS": everybody, "PLAYERS": sum(1 << seat for seat in spec.players), "FIRST_PLAYER": spec.players[0],
            "SIDES": len(spec.teams.sides), "SIDE_SETS": tuple(sum(1 << s for s in row) for row in spec.teams.sides),
            "FIXED_SIDES": layout.fixed_sides,
            "CAN_BE_OUT": layout.can_be_out,
            "HAS_LONERS": not layout.fixed_sides or any(len(row) < 2 for row in spec.teams.sides),
            "HAS_SIDE_BIDS": any(bid.by_side for bid in spec.bids), "HAS_STACKS": has_stacks,
            "HAS_UNSEEN": spec.has_unseen_bids, "TRACKS_OPEN": tracks_open, "HAS_EQUALS": any(later), "LATER": later,
            "FACES": deck.faces, "CANCELS": spec.play.equal == "cancel", "MOST_LAPS": MOST_LAPS,
            "KEEPS_CARDS": any(
                one in text for one in (".cards", "player_of", "position_of", "played_row")
            ),
            "KEEPS_PLAYED": "played_by" in text,
            "KEEPS_CALLS": text.count("s.calls") > text.count("bool(s.calls)"),
            "MOST_CALLS": MOST_CALLS, "LARGEST": LARGEST,
            "KEEPS_TRICKS": ".leader" in text or ".best" in text, "KEEPS_WON": "s.won" in text or "cards_won" in text,
            "MOVING_RANKING": len(rankings) > 1,
            "SUITS_AND_NONE": 1 if spec.trumps is None else len(deck.suits) + 1,
            "FIRST_OF_SIDE": code(spec.teams.first), "PARTNER_OF_SIDE": code(spec.teams.partner),
            "OTHERS_TOGETHER": spec.teams.others_together,
            "TRUMPS_WHEN": code(trumps_when), "TRUMPS": code(trumps),
            "FINAL": sum(1 << bid.id for bid in spec.bids if bid.is_final),
            "BY_SIDE_BIDS": sum(1 << bid.id for bid in spec.bids if bid.by_side),
            "DECISIONS": len(layout.decisions), "TALLIES": len(layout.game.tallies), "HOLDERS": layout.holders,
            "FRAME": layout.frame, "FRAME_SIZE": layout.frame_size, "STACK": layout.places["stack"][0],
            "MOST_BLOCKS": MOST_BLOCKS, "MOST_OPTIONS": MOST_OPTIONS,
            "HAS_MANY_OPTIONS": _most_options(spec) > MOST_OPTIONS, "MOST_ANSWERS": MOST_ANSWERS,
            "OPTIONS": self.built.options, "OPTION_WIDTH": layout.option_width,
            "RECORD": layout.record, "FIRST": layout.FIRST, "MOST_NUMBER": 1 << 30,
            "WINNER": Name(spec.play.winner),
            "DEALER_FIRST": code(spec.dealer_first), "MOST_CLAIMED": MOST_CARDS, "MOST_POSITIONS": MOST_POSITIONS,
            "CLAIMS": self.built.claims, "CLAIMED_TRICKS": self.built.claims + layout.claims,
            "WIDTH_OF_POSITION": 5 + seats, "POSITIONS": POSITIONS,
            "HAS_CONTROLS": bool(spec.play.controls), "FIXED_IDLE": sits_out_all_along(spec),
            **{name.upper(): number for name, number in KINDS.items()}, **self.built.thinking.constants,
        }  # fmt: skip

    def made(self, template: str, **bound: Any) -> Name:  # noqa: ANN401 - numbers and functions
        """Write a copy of a template, and return it for others to call."""
        found = self.unit.template(template, **bound)
        return Name(found.name, found.type)

    def of_engine(self, function: Any, *types: Type) -> Name:  # noqa: ANN401
        """Translate a function of the engine, and return it for templates to call."""
        found = self.unit.engine(function, types)
        return Name(found.name, found.type)

    def wrote(self, title: str, text: str, **bound: Any) -> Name:  # noqa: ANN401
        """Write a function that was put together for this game."""
        found = self.unit.text(title, text, **bound)
        return Name(found.name, found.type)

    def at(self, node: int) -> int:
        """Return the number of a node among those of all editions."""
        return node if node == plan.BACK else self.base + node

    def load(self, parameters: tuple[Parameter, ...]) -> Name:
        """Write what puts arguments into the environment."""
        lines = [f"    e[{one.slot}] = s.memory[at + {number}]" for number, one in enumerate(parameters)]
        return self.wrote("load", "\n".join(["def load(s, at):", *(lines or ["    pass"])]))
