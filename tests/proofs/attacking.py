"""Claims attacked: whole games at random, with settings, deals, bids and tricks that no proof has chosen.

A game is played from its first deal by the interpreter, so that every score, tally and dealer in it can be. Where rules
read only bids and numbers of tricks, the cards of a deal are not played: its tricks are shared out at random.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from spadesdsl.algebra.deals import can_go_to_anybody
from spadesdsl.algebra.reads import facts_of
from spadesdsl.binding.game import bind
from spadesdsl.engine import choices, flow, offers
from spadesdsl.engine.moving import go_to
from spadesdsl.engine.plan import Scores
from spadesdsl.engine.scoring import scored
from spadesdsl.engine.situation import Situation, SituationError
from spadesdsl.proofs.context import assigned
from spadesdsl.proofs.playing import look_at, note_silence
from spadesdsl.proofs.recording import Record, watched
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import Give
from spadesdsl.rules.walking import terms_of

if TYPE_CHECKING:
    from spadesdsl.engine.game import Game, State
    from spadesdsl.engine.turns import Option, Turn
    from spadesdsl.proofs.claims import Proof
    from spadesdsl.proofs.context import ProofContext, Setting
    from spadesdsl.rules.game import Option as GameOption

_SHARED_OUT = frozenset(
    {
        *(Topic.BIDS, Topic.TAKEN, Topic.OPTION, Topic.CHOICE, Topic.SEATING, Topic.SUBTOTAL, Topic.TALLY),
        *(Topic.SCORE, Topic.DEAL, Topic.DECISION, Topic.PLACE, Topic.LOOKED),
    }
)
"""What a deal settles whose tricks were shared out and not played."""
MOST_MOVES = 2_500
"""Moves of a deal; a deal that takes more has no end."""
_SETTINGS = 3


@dataclass(slots=True)
class Attack:
    """What was seen while claims were attacked."""

    record: Record = field(default_factory=lambda: Record(is_keeping=False))
    wrong: list[str] = field(default_factory=list)
    """What contradicts a claim that no event of a rule contradicts."""

    @property
    def cases(self) -> int:
        """Return how many choices and scored deals were looked at."""
        return self.record.cases


def attack(context: ProofContext, proofs: list[Proof], cases: int, seed: int) -> Attack:
    """Play games until so many choices and scores were looked at."""
    found, rng = Attack(), Random(seed)
    games = [_Player(context, found, proofs, setting, rng) for setting in settings(context, found, proofs, rng)]
    options = [option for option in context.variant.game.options if option.name in _plain_options(proofs)]
    while found.cases < cases:
        before = found.cases
        games[rng.randrange(len(games))].play()
        if options and rng.random() < 0.1:
            _play_beside(context, found, rng.choice(options), rng)
        if found.cases == before:
            break  # nothing can be chosen in this game
    return found


def contradicted(proofs: list[Proof], found: Attack) -> list[str]:
    """List the claims that a case has contradicted."""
    return [
        *dict.fromkeys(found.wrong),
        *(
            f"{proof.line}: {event} {rule} {part}"
            for proof in proofs
            for event, rule, part in proof.never
            if proof.standing != "not proved" and found.record.has(event, rule, part)
        ),
    ]


# ---------------------------------------------------------------- settings


def settings(context: ProofContext, found: Attack, proofs: list[Proof], rng: Random) -> list[Setting]:
    """Draw some settings of all options; the file's own is one of them."""
    drawn: list[Setting] = [()]
    are_sound = any(proof.claim == "the cards come out however these are set" for proof in proofs
                    if proof.standing == "proved")  # fmt: skip
    for _ in range(_SETTINGS - 1 if context.variant.game.options else 0):
        some = [one for one in context.variant.game.options if rng.random() < 0.6]
        setting = tuple((one.name, one.choices[rng.randrange(len(one.choices))]) for one in some if one.choices)
        if {name for name, _ in setting} & context.settled:
            errors = context.loaded.errors_with(assigned(context.loaded, setting))
            if errors and are_sound:
                found.wrong.append(f"the cards do not come out with {context.told(setting)}: {errors[0].message}")
            if errors:
                continue
        drawn.append(setting)
    return drawn


def _plain_options(proofs: list[Proof]) -> set[str]:
    """Return the options that are said to change nothing that is dealt, bid or held."""
    said = "no setting of these options changes"
    listed = [proof.how for proof in proofs if proof.claim.startswith(said) and proof.standing == "proved"]
    return {name for how in listed for name in how.split("`")[1::2]}


def _play_beside(context: ProofContext, found: Attack, option: GameOption, rng: Random) -> None:
    """Play two games that differ in one option, with the same choices, up to the play of some deals."""
    setting = ((option.name, rng.choice(option.choices)),)
    seed, dealer = rng.getrandbits(40), rng.choice(context.game().players)
    pair = [bind(context.rules(one), context.sources).start(seed, dealer=dealer) for one in ((), setting)]
    for _ in range(60):
        one, other = pair
        if one.over or other.over or one.deals_dealt != other.deals_dealt:
            break  # in one of them the play of a deal was shorter
        if one.hands != other.hands or one.piles != other.piles or choices.due(one) != choices.due(other):
            if not one.is_playing or one.hands != other.hands:
                found.wrong.append(f"{context.told(setting)} changes what is dealt or bid")
            break
        entries = choices.due(one)
        place = rng.randrange(len(entries))
        option_at = rng.randrange(len(entries[place].options))
        found.record.cases += 1
        pair = [s.take(choices.due(s)[place], choices.due(s)[place].options[option_at]) for s in pair]


# ---------------------------------------------------------------- games


class _Player:
    """Plays games with one setting."""

    def __init__(
        self, context: ProofContext, found: Attack, proofs: list[Proof], setting: Setting, rng: Random
    ) -> None:
        variant = context.rules(setting)
        self.found, self.rng = found, rng
        self.game = watched(bind(variant, context.sources), found.record)
        self.shares_out = all(_can_share_out(self.game, deal, game) for deal, game in context.editions)
        self.latest = min((_latest(proof) for proof in proofs), default=10**9)
        found_worse = [proof for proof in proofs if "never scores less than this bid" in proof.claim]
        self.rivals = [_rival_of(proof) for proof in found_worse if not setting or "options" not in proof.claim]

    def play(self) -> None:
        """Play one game, or its first deals."""
        rng = self.rng
        s = self.game.start(rng.getrandbits(40))
        deals = rng.choice((1, 3, 12, 40, 160) if self.shares_out else (1, 2, 3))
        style = rng.choice(("any", "any", "low", "first", "last", "few"))
        while not s.over and s.deal <= deals:
            s = self._deal(s, style if rng.random() < 0.8 else "any")

    def _deal(self, s: State, style: str) -> State:
        """Play one deal; return the next one at its first choice."""
        rng, deal, dealt, is_bidding = self.rng, s.deal, s.deals_dealt, True
        for _ in range(MOST_MOVES):
            if s.over or s.deal != deal or s.deals_dealt != dealt:
                break
            if is_bidding and s.is_playing:
                is_bidding = False
                note_silence(s, self.found.record)
                if self.shares_out and rng.random() < 0.97:
                    s = self._shared_out(s)
                    continue
            entries = choices.due(s)
            look_at(s, entries, self.found.record)
            volunteers = choices.volunteered(s)
            if volunteers and rng.random() < 0.1:
                entries = volunteers
            entry = entries[rng.randrange(len(entries))]
            s = s.take(entry, _chosen(entry, style, rng))
        else:
            if self.latest < 10**9:
                self.found.wrong.append(f"deal {deal} has no end, and it is said that games are over by {self.latest}")
            s = s.copy()
            s.over = True
        if deal >= self.latest and not s.over and s.deal != deal and not s.thrown_in and not _is_level(s):
            self.found.wrong.append(f"no game is over at deal {self.latest}: {s.scores} after deal {deal}")
        return s

    def _shared_out(self, s: State) -> State:
        """Share out the tricks of a deal at random, and score it."""
        rng, after = self.rng, s.copy()
        total = max(hand.bit_count() for hand in s.hands)
        after.taken = tuple(old + new for old, new in zip(s.taken, _shares(s, total, rng), strict=True))
        after.hands = (0,) * len(s.hands)
        self._try_rivals(after)
        go_to(after, next(node.id for node in s.spec.plan.nodes if isinstance(node, Scores)))
        flow.advance(after)
        return after

    def _try_rivals(self, s: State) -> None:
        """Give the players of a bid the bid that is said never to score less."""
        for worse, better in self.rivals:
            for seat, bid in enumerate(s.bids):
                if any(map(any, s.tallies)) or bid is None or s.spec.bids[bid.type].name != worse:
                    continue
                points = [scored(s).subtotals[s.side_of[seat] or 0]]
                kind = next(one for one in s.spec.bids if one.name == better)
                for values in offers.values(s, kind.parameters, list(s.spec.environment)):
                    other = s.copy()
                    try:
                        Situation(other).bid(better, values, seat)
                    except SituationError:
                        continue
                    points.append(scored(other).subtotals[s.side_of[seat] or 0])
                if len(points) > 1 and max(points[1:]) < points[0]:
                    self.found.wrong.append(f"`{better}` scores less than `{worse}`: {points}")


def _can_share_out(game: Game, deal: int, rules: Any) -> bool:
    spec = game.edition(deal)
    topics = {fact.topic for fact in facts_of(rules, *terms_of((rules.scoring, rules.endings)))}
    is_plain = can_go_to_anybody(rules) and not any(
        isinstance(action, Give) for step in spec.plan.in_play for action in step.actions
    )
    all_play = len(spec.players) == len(spec.seats) and spec.play.equal != "cancel" and not spec.clocks
    return topics <= _SHARED_OUT and is_plain and all_play and spec.teams.after is None


def _shares(s: State, total: int, rng: Random) -> list[int]:
    """Share out tricks: to all, to a few, or as they were bid."""
    seats = [seat for seat in s.spec.players if s.hands[seat]]
    row = [0] * len(s.spec.seats)
    how = rng.random()
    if how < 0.4:
        for seat in rng.sample(seats, len(seats)):
            bid = s.bids[seat]
            wanted = 0 if bid is None or bid.contract is None else int(bid.contract) + rng.choice((0, 0, 0, 1, -1))
            row[seat] = max(0, min(wanted, total - sum(row)))
    takers = seats if how > 0.6 else rng.sample(seats, rng.randrange(1, len(seats)))
    for _ in range(total - sum(row)):
        row[rng.choice(takers)] += 1
    return row


def _chosen(entry: Turn, style: str, rng: Random) -> Option:
    """Choose an option in the style of the game."""
    options = entry.options
    if style == "low" and len(options) > 3:
        return options[rng.randrange(3)]
    if style == "few" and len(options) > 2:
        return options[rng.choice((0, 1, -1))]
    if style in ("first", "last") and rng.random() < 0.9:
        return options[0 if style == "first" else -1]
    return options[rng.randrange(len(options))]


def _is_level(s: State) -> bool:
    """Tell whether the best are tied."""
    scores = sorted(s.scores)
    return scores[0] == scores[1] if s.spec.best_lowest else scores[-1] == scores[-2]


def _latest(proof: Proof) -> int:
    """Return the deal by which every game is said to be over."""
    said = re.match(r"(?:every game is over by|a game ends with the first) deal (?:from )?(\d+)", proof.claim)
    return int(said[1]) if said and proof.standing == "proved" else 10**9


def _rival_of(proof: Proof) -> tuple[str, str]:
    return proof.about.rpartition(".")[2], proof.claim.split("`")[1]
