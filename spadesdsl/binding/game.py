"""From a checked variant to a game that can be played."""

from __future__ import annotations

from contextlib import nullcontext
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.binding.cards import in_trick
from spadesdsl.binding.compiler import Compiler
from spadesdsl.binding.deck import compile_orders, compile_ranking, compile_trumps, every_ranking
from spadesdsl.binding.digest import digest
from spadesdsl.binding.rules import explainer
from spadesdsl.binding.steps import Steps
from spadesdsl.binding.toward import compared_quantities, points_in_cards, tricks_toward
from spadesdsl.binding.writer import Module, Writer
from spadesdsl.check.meaning_sizes import times_worked_out
from spadesdsl.check.options import say_value
from spadesdsl.check.types import THE_SIDE
from spadesdsl.engine import spec
from spadesdsl.engine.game import Game
from spadesdsl.engine.plan import plan_of
from spadesdsl.engine.queries import whole
from spadesdsl.frozen import replace
from spadesdsl.rules.operations import BID, Topic, topic_of
from spadesdsl.rules.parts import MakeBid, Must, Round
from spadesdsl.rules.terms import Kind, Op, TallyRef, Term, Value
from spadesdsl.rules.walking import all_actions, all_steps, ops_read, options_named, terms_of, walk

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spadesdsl.kernel import Kernel
    from spadesdsl.rules.game import Option, Rules, Variant
    from spadesdsl.source import Source


class Bound:
    """The rules of some deals as they were bound: the same rules with other options share what those leave alone."""

    def __init__(self, game: Rules, compiler: Compiler, made: spec.Spec) -> None:
        """Keep the rules, what compiled them, and what became of them."""
        self.game = game
        self.compiler = compiler
        self.spec = made

    @cached_property
    def read_by_all(self) -> frozenset[str]:
        """The options that the table and the named quantities read: all else depends on those."""
        game = self.game
        table = (game.teams, game.zones, game.trumps, game.orders, game.dealer_first, game.dealer_next, game.clocks)
        return _options_read(game.lets, *table)

    @cached_property
    def read_in_course(self) -> frozenset[str]:
        """The options that what happens until the deal is scored reads."""
        return _options_read(self.game.phases, self.game.bids, self.game.play)

    @cached_property
    def read_by_sheet(self) -> frozenset[str]:
        """The options that the score and the endings read."""
        return _options_read(self.game.scoring, self.game.endings)


_USUAL_CASES: Final = 20
"""A sheet with no more cases takes the usual work."""


def _options_read(*things: object) -> frozenset[str]:
    return options_named({}, *terms_of(things))


def bind(variant: Variant, sources: Mapping[str, Source], known: list[Bound] | None = None) -> Game:
    """Bind a checked variant.

    Args:
        sources: The texts that they come from, by file name, for explanations.
        known: What was bound of the file with other options; what is bound now is added.
    """
    base = variant.game
    tallies = _tallies(variant)
    spec_of: dict[int, spec.Spec] = {}

    def edition(deal: int) -> spec.Spec:
        # Editions are few: all deals with the same rules share one.
        game = variant.edition(deal)
        if id(game) not in spec_of:
            spec_of[id(game)] = bind_edition(game, sources, tallies, known)
        return spec_of[id(game)]

    first = bind_edition(base, sources, tallies, known)
    spec_of[id(base)] = first
    everywhere = [tally for game in variant.games for tally in game.scoring.tallies]
    return Game(
        name=base.name,
        title=base.title,
        about=base.about,
        version=base.version,
        fingerprint=cache(lambda: digest(variant)),
        options={option.name: _told(option, base) for option in base.options},
        labels=_labels(variant),
        tallies=tallies,
        table_tallies=frozenset(tally.name for tally in everywhere if tally.of_table),
        base=first,
        edition=edition,
        scopes=variant.scopes,
        compiled=_kernel,
    )


@lru_cache(maxsize=64)
def _kernel(game: Game, is_for_few: bool) -> Kernel:
    """Compile a game; the same one is compiled once."""
    from spadesdsl.kernel import Kernel  # most runs need none

    return Kernel(game, is_for_few=is_for_few)


def _told(option: Option, game: Rules) -> Value:
    """Return the value of an option for programs, with things by name."""
    if option.type.kind in (Kind.SUIT, Kind.RANK, Kind.CARD, Kind.SEAT, Kind.SIDE):
        return str(say_value(option.type, option.value, game))
    value: Value = whole(option.value)
    return value


def _labels(variant: Variant) -> dict[str, str]:
    """Return how people read added cards and zones, where the files say so."""
    found: dict[str, str] = {}
    for game in variant.games:
        found |= {face.name: face.said for face in game.faces if face.said}
        found |= {zone.name: zone.rule.label for zone in game.zones if zone.rule.label}
    return found


def _tallies(variant: Variant) -> tuple[str, ...]:
    names = [tally.name for game in variant.games for tally in game.scoring.tallies]
    return tuple(dict.fromkeys(names))


def bind_edition(
    game: Rules, sources: Mapping[str, Source], tallies: tuple[str, ...], known: list[Bound] | None = None
) -> spec.Spec:
    """Bind the rules of the deals that share them."""
    for bound in known or ():
        if (shared := _with_options(game, bound)) is not None:
            return shared
    compiler = Compiler(game, sources, tallies)
    compiler.begin("deck.trumps")
    ranking, is_fixed, follows_play = compile_ranking(compiler)
    trumps = compile_trumps(compiler)
    course = _course(compiler)
    made = spec.Spec(
        seats=game.seats,
        players=tuple(seat for seat in range(len(game.seats)) if seat not in game.dummies),
        deck=compiler.deck,
        ranking=ranking,
        ranking_is_fixed=is_fixed,
        ranking_follows_play=follows_play,
        zones=tuple(compiler.zones.values()),
        piles=compiler.piles,
        dealer_first=compiler.named("deal.dealer_first", game.dealer_first),
        dealer_next=compiler.named("deal.dealer_next", game.dealer_next),
        teams=compiler.bound(game.teams),
        tie=game.tie,
        tie_rule=game.tie_rule,
        best_lowest=game.best_lowest,
        bid_numbers=compiler.bids,
        memories=tuple(compiler.memories),
        has_unseen_bids=_has_unseen_bids(game),
        numbers_deals=_numbers_deals(game),
        reads_subtotal="side_subtotal" in ops_read(compiler.lets, *terms_of(game.scoring.lines)),
        quantities_read_sheet=any(_is_of_sheet(term) for let in game.lets for term in walk(let.body)),
        marks=compiler.marks,
        trumps=None if trumps is None else (trumps[0], trumps[1]),
        orders=lambda: compile_orders(compiler),
        rankings=lambda: every_ranking(compiler),
        loops=cache(
            lambda: (
                times_worked_out(game, game.play.musts) // 20,
                times_worked_out(game, game.scoring) // 20 + 2 * max(0, _cases(game) - _USUAL_CASES),
            )
        ),
        python=lambda: compiler.module.text,
        **course,
        **_sheet(compiler),
        clocks=tuple(map(compiler.bound, game.clocks)),
        **_numbers(compiler),
    )
    if known is not None:
        known.append(Bound(game, compiler, made))
    return made


def _cases(game: Rules) -> int:
    return sum(len(line.cases) for line in game.scoring.lines)


def _course(compiler: Compiler) -> dict[str, Any]:
    """Bind what happens in a deal until it is scored."""
    game = compiler.game
    musts = tuple((must.during, _must(compiler, must)) for must in game.play.musts if not must.judges_card)
    steps = Steps(compiler, musts)
    bids = tuple(steps.bid(number, bid) for number, bid in enumerate(game.bids))
    phases = tuple(spec.Phase(phase.name, steps.add_all(phase.steps)) for phase in game.phases)
    play = _play(compiler, steps)
    plan = plan_of(phases, steps.steps, bids, game.teams.after)
    return {"phases": phases, "bids": bids, "play": play, "plan": plan}


def _sheet(compiler: Compiler) -> dict[str, Any]:
    """Bind what is scored, and the endings."""
    game = compiler.game
    return {
        "scoring": replace(
            game.scoring,
            tallies=tuple(map(compiler.bound, game.scoring.tallies)),
            lines=tuple(map(compiler.bound, game.scoring.lines)),
        ),
        "endings": tuple(map(compiler.bound, game.endings)),
        "tricks_toward": compiler.optional(tricks_toward(compiler)),
        "points_in_cards": compiler.optional(points_in_cards(compiler)),
        "compared": {let: compiler.value(term) for let, term in compared_quantities(compiler).items()},
    }


def _numbers(compiler: Compiler) -> dict[str, Any]:
    """Return what a compiler knows once all is bound, and how it explains it."""
    return {
        "decisions": tuple(compiler.decisions),
        "environment": compiler.environment,
        "told": explainer(compiler),
        "reads": compiler.reads,
        "known_part": compiler.known_part,
    }


def _with_options(game: Rules, bound: Bound) -> spec.Spec | None:
    """Return the spec of rules that differ only in the values of options; None if they differ in more, or too much."""
    old = bound.game
    if game.lets is not old.lets or game.scoring is not old.scoring or len(game.options) != len(old.options):
        return None
    changed = {one.name for one, other in zip(game.options, old.options, strict=True) if one.value != other.value}
    if changed & bound.read_by_all:
        return None
    again = bound.compiler.with_options(game, lambda term: bool(changed & _options_read(term)))
    changes: dict[str, Any] = {}
    if game.bids is not old.bids or changed & bound.read_in_course:
        changes |= _course(again)
    if changed & bound.read_by_sheet:
        changes |= _sheet(again)
    return replace(bound.spec, **changes, **_numbers(again))


def _play(compiler: Compiler, steps: Steps) -> spec.Play:
    play = compiler.game.play
    musts = tuple(_must(compiler, must) for must in play.musts if must.judges_card)
    compiler.in_winner = True
    winner = compiler.named("play.winner", in_trick(play.winner))
    compiler.in_winner = False
    return spec.Play(
        lead_first=compiler.named("play.lead_first", play.lead_first),
        lead_next=compiler.named("play.lead_next", play.lead_next),
        winner=winner,
        winner_rule=play.winner_rule,
        equal=play.equal,
        equal_rule=play.equal_rule,
        musts=musts,
        narrow=_narrowing(compiler, musts),
        controls=tuple(map(compiler.bound, play.controls)),
        trusts=play.trusts,
        steps=tuple(step for step in map(steps.add, play.steps) if not isinstance(step, spec.Round)),
    )


_BID_OF_SIDE = Op("side_bid", (THE_SIDE,), BID)


def _must(compiler: Compiler, must: Must) -> spec.Must:
    trusts = enumerate(compiler.game.play.trusts if must.judges_card else ())
    terms = [term for term in (must.when, must.body) if term is not None]
    return compiler.extended(
        spec.Must,
        must,
        trust=next((number for number, trust in trusts if must.rule.name in trust.musts), None),
        reads_hand="hand" in ops_read(compiler.lets, *terms),
        reads_side_bid=any(one == _BID_OF_SIDE for term in terms for one in walk(term)),
    )


def _has_unseen_bids(game: Rules) -> bool:
    """Tell whether a round offers a bid before looking, or a step makes one; otherwise all look at once."""
    made = [action.bid_type for action in all_actions(game) if isinstance(action, MakeBid)]
    offered = {*made, *(bid for step in all_steps(game) if isinstance(step, Round) for bid in step.bids)}
    return any(bid.before_looking and bid.name in offered for bid in game.bids)


def _numbers_deals(game: Rules) -> bool:
    course = (game.teams, game.phases, game.bids, game.play, game.trumps, game.orders)
    return "deal" in ops_read(game.let_of, *terms_of(course))


def _narrowing(compiler: Compiler, musts: tuple[spec.Must, ...]) -> spec.Narrow:
    """Write how the rules narrow the cards that may be played: each keeps what it allows, unless that is nothing."""
    writer, module = Writer(), compiler.module
    for number, must in enumerate(musts):
        is_asked = "watch is None or" if must.trust is None else "watch is not None and"
        bid = None if must.bid_type is None else f"if bind_bid(s, {compiler.bids[must.bid_type]}, e, seat):"
        with writer.block(f"if {is_asked} watch.judges({number}):"), writer.block(bid) if bid else nullcontext():
            if must.when is None:
                _keep(number, must, module, writer)
                continue
            holds = module.inlined(must.when, writer)
            with writer.block(f"if {holds[5:-1] if holds == 'bool(s.trick)' else holds}:"):
                _keep(number, must, module, writer)
            with writer.block("elif watch is not None:"):
                writer.line(f"watch.fails({number})")
    writer.line("return cards")
    if module.reads_environment(writer.lines):
        writer.lines.insert(0, "    e = environment(s, seat)")
    else:
        writer.lines[:] = [line.replace("(s, e, ", "(s, None, ") for line in writer.lines]
    return module.function("play_narrow", writer.lines, "s, seat, cards, watch")


def _keep(number: int, must: spec.Must, module: Module, writer: Writer) -> None:
    """Write what a rule of the play that applies does."""
    writer.line(f"allowed = {module.inlined(must.body, writer)}")
    with writer.block("if watch is not None:"):
        writer.line(f"watch.applies({number}, cards, allowed)")
    with nullcontext() if must.trust is None else writer.block("if allowed & watch.chosen:"):
        writer.line("cards = cards & allowed or cards")


def _is_of_sheet(term: Term) -> bool:
    """Tell whether a term reads what changes while a deal is scored."""
    return isinstance(term, TallyRef) or (isinstance(term, Op) and topic_of(term.op) is Topic.SUBTOTAL)
