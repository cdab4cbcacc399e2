"""What a kernel needs to think: places beside the state for a bot's imagined deals, its moves and their results."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from spadesdsl.engine import choices, flow
from spadesdsl.engine.deals import begun
from spadesdsl.engine.game import Game
from spadesdsl.engine.spec import Spec
from spadesdsl.kernel.habits import FARTHEST, HEAD, TABLE
from spadesdsl.kernel.layout import Layout
from spadesdsl.kernel.values import Name

MOST_LUCK: Final = 1 << 62
"""Below this is drawn what the luck of a deal is drawn from."""
MOST_STATE: Final = 1 << 16
MOST_ARMS: Final = 64
"""Moves that can be tried beside each other."""
MOST_EXACT: Final = 16
"""How many choices an exact search goes deep."""
MOST_RESULTS: Final = 1 << 15
MOST_STEPS: Final = 4_000
"""Choices and points of the plan after which an imagined deal is given up."""
MOST_DEALS: Final = 60
"""In so many deals a game shows all its rules."""
MOST_TRIED: Final = 12
"""The most answers of one choice to try out on the hand."""
TALLY_VALUES: Final = 128
LEADS: Final = 258
"""How many leads the worth of a lead is known for; between two of them it is a straight line."""
AIM_WIDTH: Final = 8
TREE_SIZE: Final = 1 << 13
"""Positions of which it is remembered what they were worth."""
TREE_WIDTH: Final = 4
MOST_TRAIL: Final = 60
"""How many of them are remembered in one imagined deal."""
EXPAND: Final = 4
"""How often a position is reached before other cards than the policy's are tried in it."""
_CALLED: Final = (
    *("begin_deal", "choose_edition", "advance", "play", "take", "next_node", "exactly"),
    *("begin_again", "keep_aside", "put_back", "keep_at", "back_to", "volunteers", "volunteer"),
)
"""Functions of a whole game that templates call."""


@lru_cache(maxsize=256)
def quiet_bids(game: Game, spec: Spec) -> frozenset[int]:
    """Return the bids that pass: they name no number and no suit, and if everybody makes one, the bidding ends."""
    plain = [bid for bid in spec.bids if not bid.parameters]
    found = [bid.id for bid in plain if bid.when is None] or [bid.id for bid in plain]
    return frozenset(bid for bid in found if len(found) == 1 or _can_follow_itself(game, spec, bid)) or frozenset(found)


def raising_bids(game: Game, spec: Spec) -> frozenset[int]:
    """Return the bids of an auction that only raise its stakes, such as a double."""
    found = {bid.id for bid in spec.bids if bid.contract is None} - quiet_bids(game, spec)
    raising = {bid.id for bid in spec.bids if bid.id in found and not bid.parameters}
    return frozenset(raising if raising < found else ())


def _can_follow_itself(game: Game, spec: Spec, bid: int) -> bool:
    """Tell whether no player is refused a bid where another has just made it, and the bidding ends if all make it."""
    number = next((deal for deal in range(1, MOST_DEALS) if game.edition(deal) is spec), 1)
    s = begun(game, deal=number, like=game.start(0))
    made_in, in_a_row = None, 0
    for _ in range(MOST_TRIED + 2 * len(s.hands)):
        if not flow.advance_in_deal(s) or s.is_playing:
            break
        entry = choices.due(s)[0]
        same = [option for option in entry.options if option.kind == "bid" and option.value == bid]
        if made_in == entry.choice and not same:
            return False
        in_a_row = in_a_row + 1 if same and made_in == entry.choice else 0
        if in_a_row >= 2 * len(s.hands):  # an auction that this bid never ends
            return False
        made_in = entry.choice if same else None
        flow.carry_out(s, entry, (same or entry.options)[0])
    return True


def room_for_habits(cards: int, seats: int, players: int) -> int:
    """Return how many numbers say what the seats play for, at most, if all cards are dealt alike."""
    most = cards // max(1, players) + 2
    return HEAD + FARTHEST + cards + 2 * seats * (TABLE + (most + 1) ** 2 + most)


class Thinking:
    """Where the numbers are that a bot gives to its kernel and gets back."""

    def __init__(self, layout: Layout, begin: int) -> None:
        """Give each part its place, from `begin` on."""
        seats, cards = layout.seats, layout.cards
        suits = len(layout.specs[0].deck.suits)
        curve = max(layout.tricks, 2) + 1
        self.tally_width = TALLY_VALUES + 2
        sizes = {
            **dict.fromkeys(
                ("chance", "worlds", "arms", "swaps", "settling", "seat", "pool", "aimed", "fixed", "trick", "point",
                 "win", "has_weights", "least_weight", "coming", "on_table", "players", "caution", "doubt",
                 "interest", "exactly", "slips", "shift", "raises", "raising", "fresh", "searches",
                 "path", "urge", "a_card", "idle", "prize", "known", "corrected", "correction", "pairs", "parties"),
                1,
            ),
            "tallies": max(1, len(layout.game.tallies)) * self.tally_width,
            "leads": LEADS, "weights": cards, "likelier": 2 * cards, "likely": FARTHEST, "goals": seats,
            "aims": seats * AIM_WIDTH, "gains": seats, "keeps": seats, "pledges": seats, "allies": seats,
            "ends": seats * seats, "brings": suits, "curves": seats * curve,
            **dict.fromkeys(("said", "named", "lengths", "shown", "lacks", "world", "odd"), seats + 2), "owners": cards,
            "cards": cards, "places": cards, "options": MOST_ARMS * (layout.option_width + 1),
            "habits": room_for_habits(cards, seats, len(layout.specs[0].players)),
            "results": 2 * MOST_RESULTS, "tree": TREE_SIZE * TREE_WIDTH, "trail": 2 * MOST_TRAIL + 1,
        }  # fmt: skip
        self.places: dict[str, int] = {}
        for name, size in sizes.items():
            self.places[name] = begin
            begin += size
        self.aside = begin
        """Where the state is kept while something is tried on it."""
        self.stack = begin + MOST_STATE
        """Where states are kept that an exact search goes back to."""
        self.constants: dict[str, Any] = {
            **{f"T_{name.upper()}": at for name, at in self.places.items()}, "AIM_WIDTH": AIM_WIDTH,
            "TREE_SIZE": TREE_SIZE, "TREE_WIDTH": TREE_WIDTH, "MOST_TRAIL": MOST_TRAIL, "EXPAND": EXPAND,
            "CURVE_WIDTH": curve, "TALLY_WIDTH": self.tally_width, "MOST_STEPS": MOST_STEPS, "MOST_TRIED": MOST_TRIED,
            "MOST_LUCK": MOST_LUCK, "SUITS": suits, "RANKING_AT": layout.places["ranking"][0],
            "SAYS_UNASKED": any(spec.plan.volunteered for spec in layout.specs),
            **{name: Name(name) for name in _CALLED},
        }  # fmt: skip

    def end(self, size: int) -> int:
        """Return how long the whole array is, for states of this size."""
        return self.stack + MOST_EXACT * size

    def copies(self, size: int, backup: int) -> dict[str, str]:
        """Return the functions that copy a whole state of this size."""
        at, aside = f"{self.stack} + {size} * ply + ", f"{self.aside} + "
        ways = {
            "begin_again(S)": ("", f"{backup} + "), "keep_aside(S)": (aside, ""), "put_back(S)": ("", aside),
            "keep_at(S, ply)": (at, ""), "back_to(S, ply)": ("", at),
        }  # fmt: skip
        loop = f"    for j in range({size}):\n"
        return {
            head.split("(")[0]: f"def {head}:\n{loop}        S[{to}j] = S[{source}j]\n    return 0"
            for head, (to, source) in ways.items()
        }
