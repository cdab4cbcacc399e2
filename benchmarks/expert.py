"""What an expert would notice: mistakes of bots that can be seen in a position, counted over deals among one bot.

The detectors know no game. They read whose card is winning, which cards could still beat it, and who has promised to
take no tricks:

    python benchmarks/expert.py standard --deals 200 --bots steady strong

- *partner beaten*: the card takes a trick that the partner had for certain, as far as its player could see, and another
  choice was at hand.
- *too high*: the last card of a trick wins it, and a lower one of the same suit would have won it too, with a card of
  another hand between the two.
- *none helped*: a lead under which an opponent who has promised no tricks can duck, where another lead would have
  forced a trick on that hand.
- *none with a sure trick*: a promise of no tricks by a hand with the highest trump.

For each bot a line follows with how many contracts were kept, promises of no tricks kept, and tricks beyond the
contract of a side.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import spadesdsl
from spadesdsl.bots import BOTS, Effort, by_name
from spadesdsl.bots.aims import promises
from spadesdsl.bots.rollout import beating
from spadesdsl.engine import play
from spadesdsl.engine.choices import due
from spadesdsl.engine.events import TrickEvent
from spadesdsl.engine.ranking import bits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadesdsl import State


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


def is_mate(s: State, seat: int, other: int) -> bool:
    """Tell whether two seats are partners."""
    return seat != other and s.side_of[seat] is not None and s.side_of[seat] == s.side_of[other]


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
    over = beating(s, best)
    owner = s.trick_seats[s.trick.index(best)]
    follow = to_follow(s, seat)
    unseen = s.spec.deck.all & ~(s.played | s.hands[seat])
    can_be_beaten = bool(unseen & over) and any(not is_mate(s, seat, one) for one in follow)
    if over >> card & 1 and is_mate(s, seat, owner) and not has_none(s, owner):
        if legal & ~over and not can_be_beaten:
            yield "partner beaten"
        return
    suit = s.ranking.suit[card]
    if not follow and over >> card & 1 and suit is not None and legal & ~over:
        lower = [one for one in bits(legal & over & s.ranking.masks[suit]) if s.ranking.above[one] >> card & 1]
        elsewhere = s.spec.deck.all & ~s.played & ~s.hands[seat]
        if any((s.ranking.above[one] & ~s.ranking.above[card] & ~(1 << card)) & elsewhere for one in lower):
            yield "too high"


def seen_in_lead(s: State, seat: int, card: int, legal: int) -> Iterator[str]:
    """Yield the mistakes in leading a card."""
    for other in to_follow(s, seat):
        if has_none(s, other) and not is_mate(s, seat, other):
            forcing = [one for one in bits(legal) if forces(s, seat, other, one)]
            if forcing and card not in forcing:
                yield "none helped"
                return


def forces(s: State, seat: int, other: int, card: int) -> bool:
    """Tell whether a lead forces a trick on a hand, whatever it plays, if its partner has no higher card."""
    own = replies(s, other, card)
    if own & ~beating(s, card):
        return False
    least = min(bits(own), key=lambda one: s.ranking.strength[one])
    return not any(replies(s, one, card) & beating(s, least) for one in to_follow(s, seat) if one != other)


def has_sure_trick(s: State, seat: int) -> bool:
    """Tell whether a hand holds the highest trump."""
    trumps = s.ranking.trumps
    return trumps is not None and any(
        not s.ranking.above[card] for card in bits(s.hands[seat] & s.ranking.masks[trumps])
    )


def play_deals(name: str, bot: str, effort: str, deals: int, counts: Counter[str]) -> None:
    """Play deals among four of a bot, and count what is seen."""
    game = spadesdsl.load(name)
    seed = 0
    while counts["deals"] < deals:
        seed += 1
        state = game.start(seed)
        player = by_name(bot, seed, Effort(effort))
        while not state.sheets and not state.over:
            turn = state.turns[0]
            move = player.choose(state.view(turn.seat), turn)
            entry = due(state)[0]
            option = entry.find(move)
            if entry.hand >= 0 and option is not None and entry.hand == turn.seat:
                counts["cards"] += 1
                counts.update(seen(state, turn.seat, option.value))
            before = state
            state = state.apply(move, turn.seat)
            if before.contracts[turn.seat] is None and state.contracts[turn.seat] == 0:
                counts["none with a sure trick"] += has_sure_trick(before, turn.seat)
        counts["deals"] += 1
        count_promises(before, state, counts)


def count_promises(before: State, after: State, counts: Counter[str]) -> None:
    """Count what was promised in a deal, and what was kept."""
    taken = list(before.taken)
    for event in after.events:
        if isinstance(event, TrickEvent) and event.winner is not None:
            taken[event.winner] += 1
    for seat, contract in enumerate(before.contracts):
        if contract == 0:
            counts["promises of none"] += 1
            counts["none kept"] += not taken[seat]
    for side in range(len(before.sides)):
        found = promises(before, side)
        if found is not None and found[0]:
            own = sum(taken[seat] for seat in found[1])
            counts["contracts"] += 1
            counts["kept"] += own >= found[0]
            counts["over"] += max(0, own - int(found[0]))


MISTAKES = ("partner beaten", "too high", "none helped", "none with a sure trick")


def main() -> None:
    """Count for each bot."""
    parser = argparse.ArgumentParser(description="Count mistakes that an expert would notice.")
    parser.add_argument("games", nargs="+", metavar="GAME")
    parser.add_argument("--deals", type=int, default=80)
    parser.add_argument("--bots", nargs="+", choices=BOTS, default=["steady", "strong"])
    parser.add_argument("--effort", choices=[*Effort], default=Effort.QUICK)
    options = parser.parse_args()
    print("| game | bot | deals | " + " | ".join(MISTAKES) + " | contracts kept | none kept | tricks over, a side |")
    print("|" + " --- |" * (len(MISTAKES) + 6))
    for name in options.games:
        for bot in options.bots:
            counts: Counter[str] = Counter()
            play_deals(name, bot, options.effort, options.deals, counts)
            told = [str(counts[one]) for one in MISTAKES]
            told.append(f"{counts['kept']} of {counts['contracts']}")
            told.append(f"{counts['none kept']} of {counts['promises of none']}")
            told.append(f"{counts['over'] / max(1, counts['contracts']):.2f}")
            print(f"| {name} | {bot}, {options.effort} | {counts['deals']} | {' | '.join(told)} |", flush=True)


if __name__ == "__main__":
    main()
