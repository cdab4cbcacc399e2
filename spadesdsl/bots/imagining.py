"""Many imagined deals at once: a belief as a kernel's array, the moves to try, and how each deal ended."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import log, tanh

from spadesdsl.bots import aims
from spadesdsl.bots.aims import CHANCES_NEAR
from spadesdsl.bots.allies import makes_allies
from spadesdsl.bots.evaluation import Evaluation
from spadesdsl.bots.rollout import CAUTION
from spadesdsl.bots.search import UNIT
from spadesdsl.engine.belief import NOWHERE, Belief, is_fed_in_play
from spadesdsl.engine.game import State
from spadesdsl.engine.ranking import bits
from spadesdsl.engine.turns import Option, Turn
from spadesdsl.kernel import Kernel
from spadesdsl.kernel.habits import DOUBT
from spadesdsl.kernel.layout import KINDS
from spadesdsl.kernel.pack import packed
from spadesdsl.kernel.thinking import LEADS, MOST_ARMS, MOST_RESULTS, TALLY_VALUES, raising_bids
from spadesdsl.kernel.values import NONE

ROWS = 2
"""Rows of imagined deals each time the moves are compared."""
SLIPS = 64
"""Cards out of 256 that are played at random where a bid is judged, by who promised exactly so many tricks."""
URGE = 0.5
"""How much a card that was seldom tried is to be tried again, in what sides typically differ by on a deal."""
SETTLING = 3
"""How many times over the hidden cards are exchanged before the first imagined deal of a row."""
_PRIME = 0x9E3779B97F4A7C15


class Imagination:
    """The deals that a seat can imagine, and its moves in them, in the array of a kernel.

    Deals come in rows: the first of a row is dealt out by the belief, and each further one follows by exchanging hidden
    cards, so that a deal is as frequent as it is likely after what was said.
    """

    fewest = 8

    def __init__(
        self,
        kernel: Kernel,
        belief: Belief,
        seat: int,
        worth: Evaluation,
        caution: float = CAUTION,
        luck: int = 0,
        *,
        remembers: bool = True,
    ) -> None:
        """Pack a belief.

        Args:
            seat: Whose side the deals are worth something to.
            caution: The share of the tricks in a hand that its holder promises.
            luck: Determines the deals.
            remembers: Whether it draws conclusions from what was said and played.

        Raises:
            NotPackedError: no kernel can go on from this state.
        """
        assert kernel.built is not None
        self.belief, self.kernel, self.built = belief, kernel, kernel.built
        s = belief.table
        self.remembers, self.luck = remembers, luck
        self.lacks = belief.lacks() if remembers else (0,) * len(s.hands)
        self.array: list[int] = packed(self.built, s)
        self.memory = kernel.memory()
        self.at = self.built.thinking.places
        self.array[self.built.layout.places["stops"][0]] = 1
        self.memory.write(self.built.backup, self.array)
        edition = self.built.layout.places["edition"][0]
        self.memory[edition] = self.array[edition]
        self.is_mixed = not belief.says_with_cards()
        """Whether cards may be exchanged: not where a card was shown to belong to another in the same hand."""
        self.put("seat", seat)
        self.put("fixed", 0)
        self.put("interest", 0)
        self.put("exactly", 0)
        self.put("fresh", 1)
        self.put("searches", int(s.is_playing))
        self.put("urge", round(URGE * UNIT * worth.spread))
        self.put("raising", 0)
        self.put("raises", int(not s.is_playing and bool(raising_bids(s.game, s.spec))))
        self.put("slips", 0 if s.is_playing else SLIPS)
        is_fed = is_fed_in_play(s.spec)
        drawn = worth.drawn(s.spec) if is_fed else -1
        layout = self.built.layout
        self.put("idle", worth.idle(s.spec) if is_fed else 0)
        self.put("prize", layout.places["piles"][0] + drawn * (layout.cards + 1) if drawn >= 0 else 0)
        self.put("pairs", int(makes_allies(worth.game)))
        self._worths(worth)
        self._hands(s, caution, worth.choosiness)

    def put(self, name: str, *values: int) -> None:
        """Write numbers at a place."""
        self.memory.write(self.at[name], values)

    def _worths(self, worth: Evaluation) -> None:
        win, tallies, leads = _constants(worth)
        weights = tuple(round(UNIT * one) for one in worth.weights(self.belief.table))
        self.put("win", win)
        self.put("point", UNIT * worth.sign)
        self.put("tallies", *tallies)
        self.put("leads", *leads)
        self.put("has_weights", int(any(weights)))
        self.put("least_weight", min(weights, default=0))
        if weights:
            self.put("weights", *weights)

    def _hands(self, s: State, caution: float, choosiness: tuple[float, ...]) -> None:
        """Write what a hand is worth, and what was said of the hidden ones."""
        players = max(2, sum(1 for hand, more in zip(s.hands, self.belief.wanted, strict=True) if hand or more))
        shown = [0] * len(s.hands)
        if not is_fed_in_play(s.spec):
            tricks = [(trick.cards, trick.seats) for trick in s.tricks]
            for cards, players_of_it in (*tricks, (s.trick, s.trick_seats)):
                for card, seat in zip(cards, players_of_it, strict=True):
                    shown[seat] |= 1 << card
        known = [hand | cards for hand, cards in zip(s.hands, shown, strict=True)]
        sizes = [one.bit_count() + more for one, more in zip(known, self.belief.wanted, strict=True)]
        said = aims.claimed(self.belief) if self.belief.pool and self.remembers else {}
        self.put("players", players)
        self.put("caution", round(caution * UNIT))
        self.put("doubt", max(1, round(2 * (DOUBT * UNIT) ** 2 / 16)))
        whole = max(sizes)
        self.put("shift", round(UNIT * aims.shift(s.spec.deck, s.ranking, whole, players)))
        self.put("a_card", round(UNIT * aims.worth_of_a_card(s.spec.deck, s.ranking, players)))
        expected = {seat: tricks / caution for seat, tricks in said.items()}
        chosen = choosiness if self.belief.pool and self.remembers else ()
        ranks = [aims.rank_of(s.ranking, card) for card in range(s.spec.deck.size)]
        shares = [chosen[at] if chosen else 0.5 for at in ranks]
        self.put("likelier", *(round(16 * log(one)) for share in shares for one in (share, 1 - share)))
        self.put("said", *(round(UNIT * expected.get(one, -1 / UNIT)) for one in range(len(s.hands))), -1, -1)
        named = aims.named(self.belief) if self.belief.pool and self.remembers else {}
        lengths = [named.get(seat, (0, 0)) for seat in range(len(s.hands))]
        self.put("named", *(suit for suit, _ in lengths), 0, 0)
        self.put("lengths", *(least for _, least in lengths), 0, 0)
        self.put("shown", *known, 0, 0)
        self.put("lacks", *self.lacks, 0, 0)
        self.put("likely", *CHANCES_NEAR)
        self.said = expected

    # ---- deals

    def deal(self, luck: int) -> None:
        """Begin a row of imagined deals."""
        s = self.belief.table
        first = self.belief.imagine(luck, self.lacks)
        places, width = self.built.layout.places["piles"][0], self.built.layout.cards + 1
        owners, cards, where = [], [], []
        world = []
        for seat, (hand, known) in enumerate(zip(first.hands, s.hands, strict=True)):
            world.append(hand & ~known)
            for card in bits(hand & ~known):
                owners.append(seat)
                cards.append(card)
                where.append(-1)
        for number, (pile, known_pile) in enumerate(zip(first.piles, s.piles, strict=True)):
            for place, (card, known_card) in enumerate(zip(pile, known_pile, strict=True)):
                if known_card == NOWHERE:
                    owners.append(len(s.hands) + (number == 0))
                    cards.append(card)
                    where.append(places + number * width + 1 + place)
        self.put("pool", len(cards))
        self.put("owners", *owners)
        self.put("cards", *cards)
        self.put("places", *where)
        self.put("world", *world, 0, 0)
        # The first deal counts as unlikely, so that any exchange is welcome until the hands suit what was said.
        self.put("odd", *(1 << 20 if seat in self.said else 0 for seat in range(len(s.hands))), 0, 0)
        self.put("chance", luck & ((1 << 62) - 1))
        self.put("swaps", len(cards) if self.is_mixed else 0)
        self.put("settling", SETTLING * len(cards) if self.is_mixed else 0)

    def arms(self, moves: Sequence[tuple[Turn, Option]]) -> None:
        """Write the moves to try; what is said unasked has the number of its question."""
        width, unasked = self.built.layout.option_width, self.belief.table.spec.plan.volunteered
        for number, (entry, option) in enumerate(moves[:MOST_ARMS]):
            arguments = map(self.built.layout.argument, option.arguments)
            asked = 1 + next(at for at, one in enumerate(unasked) if one.id == entry.node) if entry.optional else 0
            row = [entry.seat, KINDS[option.kind], option.value, asked or option.said, *arguments]
            self.memory.write(self.at["options"] + number * (width + 1), [*row, *[0] * (width - len(row)), len(row)])
        self.put("arms", len(moves))

    def try_out(self, moves: Sequence[tuple[Turn, Option]], many: int) -> list[tuple[list[int], list[int]]]:
        """Play the moves out in so many deals more, in a few rows."""
        many = min(many, ROWS * (MOST_RESULTS // len(moves)))
        self.arms(moves)
        found: list[tuple[list[int], list[int]]] = [([], []) for _ in moves]
        rows = ROWS if self.is_mixed else many
        for _ in range(rows):
            self.luck = (self.luck + _PRIME) % (1 << 64)
            self.deal(self.luck)
            for (values, facts), (more, more_facts) in zip(
                found, self.row(len(moves), max(1, many // rows)), strict=True
            ):
                values += more
                facts += more_facts
        return found

    def row(self, many: int, worlds: int) -> list[tuple[list[int], list[int]]]:
        """Play the moves out in so many deals; return by move how each deal ended, and whether its promise was kept.

        Deals that the kernel could not play to the end are left out.
        """
        self.put("worlds", worlds)
        self.memory.call("think")
        found = self.memory.read(self.at["results"], 2 * many * worlds)
        values = [found[2 * arm :: 2 * many] for arm in range(many)]
        facts = [found[2 * arm + 1 :: 2 * many] for arm in range(many)]
        if NONE in found:
            good = [at for at in range(worlds) if all(row[at] != NONE for row in values)]
            values = [[row[at] for at in good] for row in values]
            facts = [[row[at] for at in good] for row in facts]
        return list(zip(values, facts, strict=True))

    @property
    def interest(self) -> int:
        """Return what one more trick is worth to the hand that plays, in the play."""
        return self.memory[self.at["interest"]]


@lru_cache(maxsize=64)
def _constants(worth: Evaluation) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """Return what a kernel knows of a game's worths: the game, its tallies, leads."""
    win = max(1, round(UNIT * worth.win))
    tallies: list[int] = []
    for number in range(len(worth.game.tallies)):
        known = worth.tallies[number]
        low, high = int(min(known, default=0)), int(max(known, default=0))
        many = min(TALLY_VALUES, high - low + 1) if known else 0
        row = [round(UNIT * worth.tally(number, low + at)) for at in range(many)]
        tallies += [low, many, *row, *[0] * (TALLY_VALUES - many)]
    leads = tuple(round(win * tanh((number - 128) / 32)) for number in range(LEADS))
    return win, tuple(tallies), leads
