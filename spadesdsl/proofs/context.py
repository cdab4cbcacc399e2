"""What the proofs of one file share: its rules, its watched game, and what was seen so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from itertools import combinations, islice, product
from math import prod
from random import Random
from typing import Any, Final, TypeVar

from spadesdsl.algebra.bounds import Bounds
from spadesdsl.algebra.cases import Asker
from spadesdsl.algebra.reads import Effect, facts_of, reads_of
from spadesdsl.check.options import say_value
from spadesdsl.check.play_options import ranged_options, settled_options
from spadesdsl.engine import choices
from spadesdsl.engine.game import Game, State
from spadesdsl.engine.scoring import scored
from spadesdsl.engine.spec import Amount
from spadesdsl.engine.state import StateData
from spadesdsl.frozen import Changing, field, replace
from spadesdsl.loader import Loaded
from spadesdsl.proofs.claims import Event, Happening, id_of
from spadesdsl.proofs.kept import kept_in_turn
from spadesdsl.proofs.playing import begin, can_be_bid, placed, play_deal, reach_of
from spadesdsl.proofs.ranges import FROM_SHEET, Range, deals_of, range_of, thinned
from spadesdsl.proofs.recording import Record, watched
from spadesdsl.rules.game import Option, Rules, Variant
from spadesdsl.rules.operations import OPPOSITES, Topic
from spadesdsl.rules.parts import RuleInfo
from spadesdsl.rules.terms import Kind, Op, Term, Value
from spadesdsl.rules.walking import COMPARISONS, all_read, all_steps, terms_of
from spadesdsl.settings import read_settings
from spadesdsl.source import Source, Span
from spadesdsl.syntax.bodies import Assign
from spadesdsl.syntax.nodes import Include

_T = TypeVar("_T")

USUAL_DEALS: Final = 24
"""The most deals to play out with a file's options as they are."""

_MOST_FOLLOWING: Final = 60
"""At most so many deals follow one another before one is played."""
_MOST_MADE: Final = 250
"""How many deals to make from bids and tricks."""

MADE_UP: Final = frozenset({Topic.SCORE, Topic.TALLY})
"""What a deal is given at random if it does not follow another one."""
OF_PAST: Final = MADE_UP | {Topic.DEAL}
"""What earlier deals decide."""
OF_COURSE: Final = frozenset({Effect.DEAL, Effect.VIEW, Effect.BIDS, Effect.PLAYS, Effect.WINNER})
"""What leads to the tricks of a deal."""

Setting = tuple[tuple[str, "Value"], ...]
"""Options and their values."""


class ProofContext(Changing):
    """Everything about one file that a proof may need."""

    loaded: Loaded
    variant: Variant
    own: str
    """The name of the file's own document: findings are about its own rules."""
    gave: Callable[[], Collection[Span]]
    """Returns where the lines stand that gave points in an example."""
    record: Record = field(default_factory=Record)
    deals: int = 0
    """How many deals were played out."""
    is_cut: bool = False
    """Whether fewer deals were played than should be, so that what was not seen in them says nothing."""
    varied: list[StateData] = field(default_factory=list)
    """Deals in which each answer was chosen as often as the others, as they were before scoring."""
    _set_otherwise: dict[Happening, Setting] = field(default_factory=dict)
    """What was seen with other settings only, and with which."""
    _worked_out: dict[object, Any] = field(default_factory=dict)

    def once(self, about: object, work_out: Callable[[], _T]) -> _T:
        """Return what a function returns, called once for the whole file."""
        if about not in self._worked_out:
            self._worked_out[about] = work_out()
        return self._worked_out[about]  # type: ignore[no-any-return]

    def around(self, game: Rules) -> int:
        """Return a number for the rules around the lines, the endings and the `must`s: the same for the same rules."""

        def number() -> int:
            bare = replace(game, rules=(), endings=(), play=replace(game.play, musts=()))
            known.append(replace(bare, scoring=replace(bare.scoring, lines=())))
            return known.index(known[-1])

        known: list[Rules] = self.once("around", list)
        return self.once(("around", id(game)), number)

    def __post_init__(self) -> None:
        """Note what each rule reads."""
        for _, game in self.editions:
            for one in reads_of(game):
                self.record.reads[id_of(one.rule)] = self.record.reads.get(id_of(one.rule), frozenset()) | one.topics

    @property
    def sources(self) -> Mapping[str, Source]:
        """Return the texts of the rules."""
        return self.loaded.sources

    @property
    def editions(self) -> tuple[tuple[int, Rules], ...]:
        """Return the rules of all deals, each with the first deal that they apply to."""
        return tuple((one.first, one.game) for one in self.variant.calendar())

    def first_deal(self, game: Rules) -> int:
        """Return the first deal that has these rules."""
        return next(deal for deal, one in self.editions if one is game)

    @property
    def reach(self) -> range:
        """Return the scores worth trying."""
        return self.once("reach", lambda: reach_of(self.variant))

    @property
    def settled(self) -> frozenset[str]:
        """Return the options that cards, ranges or hands depend on."""
        return self.once("settled", lambda: settled_options(self.variant) | ranged_options(self.variant))

    def replays(self, s: StateData) -> bool:
        """Tell whether a played deal could be any deal of a game: nothing that led to it reads what came before."""
        past = self.once(("past", s.deal), lambda: self._past(s.deal))
        made = {s.spec.bids[bid.type].name for bid in (*s.bids, *s.side_bids) if bid is not None}
        return not past & {"", *made} and not self.reads_dealer

    def is_as_played(self, made: State, deal: StateData) -> bool:
        """Tell whether the rules that led to a deal hold where it is placed, too: others may lead to other tricks."""
        here, there = (self._leading(self.variant.edition(one.deal)) for one in (made, deal))
        return made.spec is made.game.edition(made.deal) and here is there

    def _leading(self, game: Rules) -> Rules:
        """Return the rules of a deal without those that only score it; the same ones wherever they are equal."""

        def bare() -> Rules:
            scoring = replace(game.scoring, lines=(), tallies=())
            left = replace(game, rules=(), endings=(), scoring=scoring, examples=(), gone_examples=())
            return self.once(("leading", left), lambda: left)

        return self.once(("leading of", id(game)), bare)  # to hash all rules takes long

    def _past(self, deal: int) -> frozenset[str]:
        """Return the bids whose rules read what came before, and "" if anything else does that leads to the tricks."""
        reads = reads_of(self.variant.edition(deal))
        past = [one.rule for one in reads if one.topics & OF_PAST and one.decides & OF_COURSE]
        return frozenset(rule.name if rule.keyword == "bid" else "" for rule in past)

    @property
    def reads_dealer(self) -> bool:
        """Tell whether it makes a difference to a rule who deals: the same deal cannot be dealt by everybody."""
        return self.once("dealer", lambda: any(names_dealer(game, *_decided_by(game)) for _, game in self.editions))

    def doubts(self, s: StateData) -> frozenset[Topic]:
        """Return what a deal does not settle if it is taken as one of a game."""
        past = frozenset() if self.replays(s) else OF_PAST
        return past if any(s is one for one in self.record.deals) else past | self.unplayed

    @property
    def unplayed(self) -> frozenset[Topic]:
        """Return what deals made of bids and tricks alone do not tell: with it, what such deals score may be wrong."""
        return self.once("unplayed", self._unplayed)

    def _unplayed(self) -> frozenset[Topic]:
        lines = (facts_of(game, *terms_of(game.scoring)) for _, game in self.editions)
        are_real = all(self.asker(game).bounds.are_tricks_free for _, game in self.editions)
        is_told = are_real and all(fact.topic in FROM_SHEET for facts in lines for fact in facts)
        untold = frozenset(Topic) - FROM_SHEET | (frozenset() if is_told else OF_PAST)
        return untold if are_real else untold | {Topic.TAKEN}

    def game(self, setting: Setting = ()) -> Game:
        """Return the watched game with some options set."""
        return self.once(("game", setting), lambda: watched(self._with(setting).playable, self.record))

    def rules(self, setting: Setting) -> Variant:
        """Return the rules with some options set; the file's own if they cannot be set that way."""
        return self._with(setting).variant or self.variant

    def _with(self, setting: Setting) -> Loaded:
        again = self.loaded.with_settings(assigned(self.loaded, setting)) if setting else self.loaded
        return self.loaded if again.variant is None else again

    def told(self, setting: Setting) -> str:
        """Write a setting: "`first = yes` and `second = 2`"."""
        types = {option.name: option.type for option in self.variant.game.options}
        return " and ".join(f"`{name} = {say_value(types[name], value, self.variant.game)}`" for name, value in setting)

    def said(self, term: Term | None) -> str:
        """Return the file's words for a term."""
        if term is None:
            return "…"
        source = self.sources.get(term.span.file)
        return "…" if source is None else " ".join(source.text[term.span.start : term.span.end].split())

    def said_not(self, condition: Term) -> str:
        """Write the opposite of a condition."""
        match condition:
            case Op(op=op, arguments=(left, right)) if op in COMPARISONS:
                return self.compared(left, OPPOSITES[op], right)
            case Op(op="not", arguments=(inner,)):
                return self.said(inner)
            case _:
                said = self.said(condition)
                return f"not {said}" if " " not in said else f"not ({said})"

    def compared(self, left: Term, sign: str, right: Term) -> str:
        """Write a comparison: an amount that an `if` chooses is in brackets, since it would take in what follows."""
        said = (f"({self.said(one)})" if isinstance(one, Op) and one.op == "if" else self.said(one)
                for one in (left, right))  # fmt: skip
        return f" {sign} ".join(said)

    def asker(self, game: Rules) -> Asker:
        """Return the asker that splits the conditions of an edition."""
        return self.once(("asker", id(game)), lambda: Asker(self._bounds(game), kept_in_turn))

    def _bounds(self, game: Rules) -> Bounds:
        """Return what is known of an edition; what goes over all deals is known of all editions at once."""
        bounds = Bounds(game, self.game(), self.variant)
        first, *others = (one for _, one in self.editions)
        bounds.of_all = self.asker(first).bounds if any(game is one for one in others) else None
        return bounds

    def made_deals(self, setting: Setting = ()) -> list[StateData]:
        """Return deals made of bids and tricks alone that chance seldom brings, all with biddings that can happen."""
        return self.once(("made", setting), lambda: list(self._made_deals(setting)))

    def _made_deals(self, setting: Setting) -> Iterator[StateData]:
        bound, first = self.game(setting), self.editions[-1][0]
        can: dict[object, bool] = {}
        over = self._range(setting, first)
        extremes = partial(deals_of, bound, over, first, is_extreme=True)
        tries = list(islice(extremes(), _MOST_MADE))
        if any(sum(s.taken) != over.tricks for s in tries):  # tricks may be lost, but deals without say more
            whole = (s for s in extremes() if sum(s.taken) == over.tricks)
            tries = [*tries[: _MOST_MADE // 5], *islice(whole, _MOST_MADE)]
        for s in tries:
            bids = (s.bids, s.side_bids)
            if bids not in can:
                can[bids] = can_be_bid(bound, s, over.seats, self.reach)
            if can[bids]:
                yield s

    def _range(self, setting: Setting, deal: int) -> Range:
        """Return some bids to make deals from, the same for all settings except those of options in ranges."""
        about = tuple(one for one in setting if one[0] in self.settled)

        def work_out() -> Range:
            game = self.rules(about).edition(deal)
            return thinned(range_of(game, self.game(about), game.scoring.lines, deal))

        return self.once(("range", about), work_out)

    def is_own(self, rule: RuleInfo) -> bool:
        """Tell whether a rule is the file's own."""
        return rule.document == self.own

    def own_place(self, *rules: RuleInfo) -> Span | None:
        """Return where a file brought one of these rules in: at its own rule, or where it includes the pack."""
        for rule in rules:
            if self.is_own(rule):
                return rule.name_span
        items = () if self.loaded.document is None else self.loaded.document.items
        packs = {item.pack: item.span for item in items if isinstance(item, Include)}
        return next((packs[rule.document] for rule in reversed(rules) if rule.document in packs), None)

    def seen(self, happening: Happening) -> str:
        """Say that something was seen in play, and with which settings if the file's own never showed it."""
        setting = self._set_otherwise.get(happening)
        where = "seen in a deal that was played"
        return where if setting is None else f"{where} with {self.told(setting)}"

    def play(self, deals: int, setting: Setting = ()) -> None:
        """Play out some deals at random."""
        before = set(self.record.seen)
        game = self.game(setting)
        rng = Random(self.deals + 1)
        firsts = [deal for deal, _ in self.editions]
        going_on: State | None = None
        for number in range(self.deals, self.deals + deals):
            deal = firsts[number % len(firsts)] if number % 2 else 1 + rng.randrange(12)
            standing = self._reached(setting, deal, Random(number)) if number % 3 else None
            is_game = number % 4 == 0
            is_real = is_game or deal == 1 or (standing is not None and standing.deal == deal - 1)
            if is_game:
                start = game.start(rng.getrandbits(40)) if going_on is None else going_on
            else:
                start = begin(game, rng, deal, self.reach, standing=standing)
            with self.record.given(() if is_real else OF_PAST), self.record.keeping(self._kept(setting)):
                after = play_deal(start, rng, self.record)
                for ending in after.spec.endings if after.over else ():
                    if ending.rule.key == after.ended_by:
                        self.record.note(Event.ENDS, id_of(ending.rule))
            if is_game:
                going_on = None if after.over else after
        self.deals += deals
        if setting:
            self._set_otherwise |= dict.fromkeys(self.record.seen - before, setting)

    def play_all_answers(self, deals: int) -> None:
        """Play deals in which each bid and each answer is chosen as often as the others, so that few are missed."""
        game, rng, said = self.game(), Random(0), Counter[Any]()
        firsts = [deal for deal, _ in self.editions]
        with self.record.keeping(self.varied):
            for number in range(deals * len(firsts)):
                deal = firsts[number % len(firsts)]
                start = game.start(number) if deal == 1 else begin(game, rng, deal, self.reach)
                with self.record.given(() if deal == 1 else OF_PAST):
                    play_deal(start, rng, self.record, said=said)
        self.deals += deals * len(firsts)

    def play_games(self, deals: int) -> None:
        """Play whole games, deal after deal."""
        rng, s, number = Random(0), self.game().start(0), 0
        for number in range(1, deals + 1):
            s = play_deal(s, rng, self.record)
            s = self.game().start(number) if s.over or choices.due(s)[:1] == () else s
        self.deals += number

    def _kept(self, setting: Setting) -> list[StateData]:
        """Return the deals that were played with a setting."""
        return self.once(("deals", setting), list) if setting else self.record.deals

    def _reached(self, setting: Setting, deal: int, rng: Random) -> State | None:
        """Return how a game may be before a deal: deals that were played with its settings follow one another."""
        pool = [s for s in self._kept(setting) if not s.out and self.replays(s)]
        known: list[tuple[Amount, ...]] = self.once(("gains", setting), list)
        with self.record.idle():
            known.extend(scored(placed(s, None), has_sheet=False).scores for s in pool[len(known) :])
            gains = sorted((gain, at) for at, gain in enumerate(known))
            few = (gains, gains[:3], gains[-3:])[rng.randrange(3)]
            found: State | None = None
            for _ in range(deal - 1 if few and deal <= _MOST_FOLLOWING else 0):
                played = pool[few[rng.randrange(len(few))][1]]
                after = scored(this := placed(played, found), has_sheet=False)
                if after.over or after.out or not self.is_as_played(this, played):
                    break
                found = after
        return found


def _decided_by(game: Rules) -> tuple[Term | None, ...]:
    """Return what rules ask and count, but for who begins."""
    rules = terms_of((game.bids, game.play.musts, game.scoring, game.endings))
    return (*rules, *(step.when for step in all_steps(game)))


def names_dealer(game: Rules, *terms: Term | None) -> bool:
    """Tell whether terms name the dealer, or who sits first from there."""
    return any(map(_names_dealer, all_read(game.let_of, *terms)))


def _names_dealer(term: Term) -> bool:
    if not isinstance(term, Op) or term.op not in ("dealer", "first", "last", "first_n", "last_n"):
        return False
    return term.type.kind is Kind.SEAT or term.type.kind is Kind.SIDE


def assigned(loaded: Loaded, setting: Setting) -> tuple[Assign, ...]:
    """Write a setting, on top of those the file was loaded with, as sentences."""
    assert loaded.variant is not None
    options = loaded.variant.game.option_of
    texts = dict(loaded.settings)
    for name, value in setting:
        texts[name] = say_value(options[name].type, value, loaded.variant.game)
    return read_settings(texts)[0]


def settings_of(options: tuple[Option, ...], most: int, *, is_quick: bool = False) -> tuple[list[Setting], bool]:
    """Return all settings of some options, the file's own first, and whether they are all.

    If there are more than `most`, or it has to be quick, these are the first of each single value and of all pairs; of
    a long range only the ends and the middle.
    """
    number = prod(len(one.choices) for one in options)
    if number <= most and not is_quick:
        every = product(*((one.value, *(value for value in one.choices if value != one.value)) for one in options))
        named = [zip(options, values, strict=True) for values in every]
        return [tuple((one.name, value) for one, value in pairs if value != one.value) for pairs in named], True
    some = list(islice(_some_settings(options), most))
    return some, len(some) == number


def _some_settings(options: tuple[Option, ...]) -> Iterator[Setting]:
    yield ()
    singles = singles_of(options)
    yield from singles
    yield from ((*one, *other) for one, other in combinations(singles, 2) if one[0][0] != other[0][0])


def singles_of(options: tuple[Option, ...]) -> list[Setting]:
    """Return the settings of one of some options to another value than it has."""
    return [((one.name, value),) for one in options for value in values_of(one) if value != one.value]


def values_of(option: Option) -> tuple[Value, ...]:
    """Return the values of an option to try."""
    values = option.choices
    return values if len(values) <= _MOST_VALUES else (values[0], values[len(values) // 2], values[-1])


_MOST_VALUES: Final = 6
