"""What an expert would notice: mistakes of bots that can be seen in a position, counted over deals among one bot.

The detectors know no game. They read whose card is winning, which cards could still beat it, and who has promised to
take no tricks:

    python benchmarks/expert.py standard --deals 200 --bots steady strong

- *partner beaten*: the card takes a trick that the partner had for certain, as far as its player could see, and another
  choice was at hand.
- *too high*: the last card of a trick wins it, and a lower one of the same suit would have won it too, with a card of
  another hand between the two.
- *none helped*: a lead under which an opponent who has promised no tricks can duck in most of the deals that its player
  can imagine, where another lead would force a trick on that hand in most of them.
- *none with a sure trick*: a promise of no tricks by a hand with the highest trump.

The first two are no mistakes where an expert does the same, and then they are counted as *meant*: if tricks beyond the
contract cost, and the hand's own highest cards complete it or it is lost; or if an opponent has promised no tricks, and
a card that stays in the hand would now force one on that opponent in enough of the imagined deals.

For each bot a line follows with how many contracts were kept, promises of no tricks kept, and tricks beyond the
contract of a side.

    python benchmarks/expert.py standard blind_nil --deals 200 --without-none

plays `strong` against a twin that never promises to take no tricks, on duplicate deals: by how many points a deal the
promises gain.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import spadesdsl
from benchmarks.bots import mean_interval
from spadesdsl.bots import BOTS, Effort, StrongPlayer, by_name
from spadesdsl.bots.aims import promises
from spadesdsl.bots.evaluation import evaluation_of, is_with
from spadesdsl.bots.rollout import contract_after, entry_of
from spadesdsl.engine import play
from spadesdsl.engine.belief import belief_of
from spadesdsl.engine.choices import due
from spadesdsl.engine.events import taken_after
from spadesdsl.engine.ranking import bits
from spadesdsl.kernel.habits import cards_over

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from spadesdsl import State
    from spadesdsl.engine.turns import Turn
    from spadesdsl.engine.view import View

IMAGINED = 20
"""Deals in which a lead is tried against a promise of no tricks."""
WORTH_THE_LEAD = 0.25
"""The share of them in which a lead must force a trick on the opponent, for the lead to be worth a card."""


def to_follow(s: State, seat: int) -> list[int]:
    """Return the seats that play to this trick after a seat."""
    order = [(seat + step) % len(s.hands) for step in range(1, len(s.hands))]
    return [one for one in order if s.hands[one] and one not in s.trick_seats]


def replies(s: State, seat: int, led: int) -> int:
    """Return the cards with which a hand can answer a lead, if it has to follow suit."""
    suit = s.ranking.suit[led]
    held = 0 if suit is None else s.hands[seat] & s.ranking.masks[suit]
    return held or s.hands[seat]


def has_none(s: State, seat: int) -> bool:
    """Tell whether a seat has promised no tricks, and has none."""
    return s.contracts[seat] == 0 and not s.taken[seat]


def has_use(s: State, seat: int) -> bool:
    """Tell whether a seat can use tricks besides this one and those of its highest cards."""
    aims = evaluation_of(s.game).aims(s)
    aim = aims.by_seat[seat]
    if aim.contract is None or aim.over >= 0:
        return aims.gain(s, seat) > 0
    missing = aim.contract - sum(s.taken[one] for one in aim.members)
    unseen = s.spec.deck.all & ~(s.played | s.hands[seat])
    sure = sum(not s.ranking.above[card] & unseen for card in bits(s.hands[seat]))
    return 1 + sure < missing <= s.hands[seat].bit_count()


def is_meant(s: State, seat: int, card: int, instead: int | None = None) -> bool:
    """Tell whether an expert may spend a card: to be rid of it, or for what can be led next.

    Args:
        s: The position.
        seat: Who plays the card.
        card: A card that takes the trick.
        instead: A lower card that takes it too, and so gets the lead as well.
    """
    if not has_use(s, seat):
        return True
    gain = forced(s, seat, s.hands[seat] & ~(1 << card))
    if instead is not None:
        gain -= forced(s, seat, s.hands[seat] & ~(1 << instead))
    return gain >= WORTH_THE_LEAD


def forced(s: State, seat: int, leads: int) -> float:
    """Return in which share of the deals that it can imagine a hand can force a trick on who promised none."""
    others = [one for one in range(len(s.hands)) if s.hands[one] and one != seat]
    targets = [one for one in others if has_none(s, one) and not is_with(s, seat, one)]
    if not targets or not leads:
        return 0.0
    belief = belief_of(s, seat)
    deals = [belief.imagine(luck, belief.lacks()) for luck in range(IMAGINED)]
    return max(
        sum(forces(deal, other, one, others) for deal in deals) / IMAGINED for one in bits(leads) for other in targets
    )


def seen(s: State, seat: int, card: int) -> Iterator[str]:
    """Yield the names of the mistakes in playing a card."""
    legal = sum(1 << option.value for option in due(s)[0].options)
    if not legal & (legal - 1):
        return
    if not s.trick:
        yield from seen_in_lead(s, seat, card, legal)
        return
    best = play.best_card(s)
    if best is None:
        return
    over = cards_over(s, best)
    owner = s.trick_seats[s.trick.index(best)]
    follow = to_follow(s, seat)
    unseen = s.spec.deck.all & ~(s.played | s.hands[seat])
    can_be_beaten = bool(unseen & over) and any(not is_with(s, seat, one) for one in follow)
    if over >> card & 1 and is_with(s, seat, owner) and not has_none(s, owner):
        if legal & ~over and not can_be_beaten:
            yield "meant" if is_meant(s, seat, card) else "partner beaten"
        return
    suit = s.ranking.suit[card]
    if not follow and over >> card & 1 and suit is not None and legal & ~over:
        lower = [one for one in bits(legal & over & s.ranking.masks[suit]) if s.ranking.above[one] >> card & 1]
        elsewhere = s.spec.deck.all & ~s.played & ~s.hands[seat]
        spared = [one for one in lower if (s.ranking.above[one] & ~s.ranking.above[card] & ~(1 << card)) & elsewhere]
        if spared:
            yield "meant" if is_meant(s, seat, card, spared[0]) else "too high"


def seen_in_lead(s: State, seat: int, card: int, legal: int) -> Iterator[str]:
    """Yield the mistakes in leading a card."""
    for other in to_follow(s, seat):
        if has_none(s, other) and not is_with(s, seat, other):
            belief = belief_of(s, seat)
            deals = [belief.imagine(luck, belief.lacks()) for luck in range(IMAGINED)]
            follow = to_follow(s, seat)
            forcing = {one: sum(forces(deal, other, one, follow) for deal in deals) for one in bits(legal)}
            if max(forcing.values()) > IMAGINED * 0.6 and forcing[card] < IMAGINED * 0.4:
                yield "none helped"
                return


def forces(s: State, other: int, card: int, follow: Sequence[int]) -> bool:
    """Tell whether a lead forces a trick on a hand, whatever it plays, if nobody else has a higher card."""
    own = replies(s, other, card)
    if own & ~cards_over(s, card):
        return False
    least = min(bits(own), key=lambda one: s.ranking.strength[one])
    return not any(replies(s, one, card) & cards_over(s, least) for one in follow if one != other)


def has_sure_trick(s: State, seat: int) -> bool:
    """Tell whether a hand holds the highest trump."""
    trumps = s.ranking.trumps
    return trumps is not None and any(
        not s.ranking.above[card] for card in bits(s.hands[seat] & s.ranking.masks[trumps])
    )


def shown(s: State, seat: int, card: int, mistakes: Sequence[str]) -> str:
    """Write a position, to be looked at."""
    names = s.spec.deck.names
    hands = [" ".join(names[one] for one in bits(hand)) for hand in s.hands]
    table = " ".join(f"{s.spec.seats[one]} {names[held]}" for one, held in zip(s.trick_seats, s.trick, strict=True))
    told = [f"{', '.join(mistakes)}: {s.spec.seats[seat]} plays {names[card]} after {table or 'nothing'}"]
    for one, hand in enumerate(hands):
        told.append(f"  {s.spec.seats[one]} {s.taken[one]} of {s.contracts[one]}: {hand}")
    return "\n".join(told)


def play_deals(name: str, bot: str, effort: str, deals: int, counts: Counter[str], *, show: bool = False) -> None:
    """Play deals among four of a bot, and count what is seen."""
    game = spadesdsl.load(name)
    seed = 0
    while counts["deals"] < deals:
        seed += 1
        state = game.start(seed)
        player = by_name(bot, seed, Effort(effort))
        expected: dict[int | None, float] = {}
        while not state.sheets and not state.over:
            turn = state.turns[0]
            advice = player.advise(state.view(turn.seat), turn)
            move = advice.move
            entry = due(state)[0]
            option = next((one for one in entry.options if one.text == move), None)
            if entry.holder >= 0 and option is not None and entry.holder == turn.seat:
                counts["cards"] += 1
                mistakes = list(seen(state, turn.seat, option.value))
                counts.update(mistakes)
                if show and mistakes:
                    print(shown(state, turn.seat, option.value, mistakes), file=sys.stderr)
            before = state
            state = state.apply(move, turn.seat)
            kept = advice.options[0].kept if advice.options and not before.is_playing else None
            if kept is not None and state.contracts[turn.seat] != 0:
                expected[before.side_of[turn.seat]] = kept
            if before.contracts[turn.seat] is None and state.contracts[turn.seat] == 0:
                counts["none with a sure trick"] += has_sure_trick(before, turn.seat)
        counts["deals"] += 1
        count_promises(before, state, counts, expected)


def count_promises(before: State, after: State, counts: Counter[str], expected: Mapping[int | None, float]) -> None:
    """Count what was promised in a deal, and what was kept; `expected` says how likely each side's last bid seemed."""
    taken = taken_after(before.taken, after.events)
    for seat, contract in enumerate(before.contracts):
        if contract == 0:
            counts["promises of none"] += 1
            counts["none kept"] += not taken[seat]
    for side in range(len(before.sides)):
        found = promises(before, side)
        if found is not None and found[0]:
            own, least = int(sum(taken[seat] for seat in found[1])), int(found[0])
            counts["contracts"] += 1
            counts["expected"] += round(1000 * expected.get(side, 0.0))
            counts["kept"] += own >= least
            counts["over"] += max(0, own - least)


@dataclass(frozen=True)
class Twin:
    """A bot that never promises to take no tricks, and is otherwise like another."""

    bot: StrongPlayer

    def choose(self, view: View, turn: Turn) -> str:
        """Return the best move that does not promise to take none."""
        advice = self.bot.advise(view, turn)
        assert view.belief is not None
        s = view.belief.imagine(1)
        entry = entry_of(s, turn)
        none = {one.text for one in entry.options if one.kind == "bid" and contract_after(s, entry, one) == 0}
        ranked = [advice.move, *(one.move for one in advice.options), *turn.moves]
        return next((move for move in ranked if move not in none), advice.move)


def gains(name: str, effort: str, deals: int, scores: tuple[int, int]) -> list[float]:
    """Return by how many points a deal from these scores `strong` is ahead of its twin, with both ways to sit."""
    game = spadesdsl.load(name)
    found = []
    for seed in range(1, deals + 1):
        bots = (StrongPlayer(seed, Effort(effort)), Twin(StrongPlayer(seed, Effort(effort))))
        start = game.start(seed).copy()
        start.scores = scores
        begun = [play_on(start, (bots[own], bots[1 - own]), bids_only=True) for own in (0, 1)]
        if not any(0 in state.contracts for state in begun):
            # Both play alike from here on, so that the sides are level.
            found.append(0.0)
            continue
        ahead = 0.0
        for own, state in enumerate(begun):
            first, second = (float(score) for score in play_on(state, (bots[own], bots[1 - own])).scores)
            ahead += (first - second - scores[0] + scores[1]) * (1 if own == 0 else -1) / 2
        found.append(ahead)
    return found


def play_on(state: State, bots: Sequence[StrongPlayer | Twin], *, bids_only: bool = False) -> State:
    """Play a deal to its sheet, or let the sides bid."""
    while not state.sheets and not state.over and not (bids_only and state.is_playing):
        turn = state.turns[0]
        state = state.apply(bots[turn.seat % 2].choose(state.view(turn.seat), turn), turn.seat)
    return state


MISTAKES = ("partner beaten", "too high", "none helped", "none with a sure trick", "meant")


def main() -> None:
    """Count for each bot."""
    parser = argparse.ArgumentParser(description="Count mistakes that an expert would notice.")
    parser.add_argument("games", nargs="+", metavar="GAME")
    parser.add_argument("--deals", type=int, default=80)
    parser.add_argument("--bots", nargs="+", choices=BOTS, default=["steady", "strong"])
    parser.add_argument("--effort", choices=[*Effort], default=Effort.QUICK)
    parser.add_argument("--show", action="store_true", help="write each position with a mistake, too")
    parser.add_argument("--without-none", action="store_true", help="measure what promises of no tricks gain")
    parser.add_argument("--scores", nargs=2, type=int, default=(0, 0), help="scores that such a deal begins from (0 0)")
    options = parser.parse_args()
    if options.without_none:
        for name in options.games:
            mean, half = mean_interval(gains(name, options.effort, options.deals, tuple(options.scores)))
            print(f"{name}: {mean:+.1f} ± {half:.1f} points a deal, {options.deals} deals", flush=True)
        return
    print(
        "| game | bot | deals | "
        + " | ".join(MISTAKES)
        + " | contracts kept, expected | none kept | tricks over, a side |"
    )
    print("|" + " --- |" * (len(MISTAKES) + 6))
    for name in options.games:
        for bot in options.bots:
            counts: Counter[str] = Counter()
            play_deals(name, bot, options.effort, options.deals, counts, show=options.show)
            told = [str(counts[one]) for one in MISTAKES]
            told.append(f"{counts['kept']} of {counts['contracts']}, {counts['expected'] / 1000:.0f}")
            told.append(f"{counts['none kept']} of {counts['promises of none']}")
            told.append(f"{counts['over'] / max(1, counts['contracts']):.2f}")
            print(f"| {name} | {bot}, {options.effort} | {counts['deals']} | {' | '.join(told)} |", flush=True)


if __name__ == "__main__":
    main()
