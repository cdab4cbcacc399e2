"""What each rule of a game reads and decides, worked out from the rule itself, including the quantities it uses.

`reads_of` returns one `RuleReads` per rule. A *fact* is something about a game in progress that a rule can read: the
bids, tricks taken, a tally, the card that was led. A *matter* is what a rule has a say in: the bids, the plays, the
score.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final, assert_never

from spadesdsl.frozen import Frozen, replace
from spadesdsl.rules.game import Option, Rules
from spadesdsl.rules.operations import OPERATIONS, Topic, topic_of
from spadesdsl.rules.parts import (
    Ask,
    Award,
    BidType,
    Do,
    Fix,
    Give,
    MakeBid,
    Round,
    RuleInfo,
    Show,
    Shuffle,
    Skip,
    Step,
)
from spadesdsl.rules.terms import (
    Answer,
    BidParameter,
    Broke,
    Const,
    Did,
    Extreme,
    Filter,
    Fold,
    Holds,
    IsBid,
    Kind,
    LetRef,
    Moved,
    Op,
    OptionRef,
    Ran,
    Run,
    TallyRef,
    Term,
    Var,
    ZoneRef,
)
from spadesdsl.rules.walking import all_read, all_steps, is_subject, ops_read, terms_of, walk, walk_behind


class Effect(StrEnum):
    """What a rule has a say in, and so what may differ where the rule does."""

    DEAL = "deal"
    """Which cards each seat gets, and who deals."""
    VIEW = "view"
    """What a seat may know."""
    BIDS = "bids"
    """What may be bid or answered."""
    PLAYS = "plays"
    """Which cards may be played, and who leads."""
    WINNER = "trick winner"
    SCORE = "score"
    TALLIES = "tallies"
    ENDING = "ending"
    """Whether the game is over, and who has won it."""
    TIME = "time"
    """How long choices and the game may take, and what is done when time runs out."""
    WORDS = "words"
    """What the rules say to people."""


class Fact(Frozen):
    """Something that a rule reads."""

    topic: Topic
    name: str = ""
    """Which tally, option, decision, pile or trust; empty for other kinds."""
    is_own: bool = False
    """Whether it belongs only to the seat or side that decides or is scored; False for facts that belong to nobody."""

    def __lt__(self, other: Fact) -> bool:
        """Compare for an order that is always the same."""
        return (self.topic, self.name, self.is_own) < (other.topic, other.name, other.is_own)


class RuleReads(Frozen):
    """A rule, what it reads and what it decides."""

    rule: RuleInfo
    facts: frozenset[Fact]
    lets: frozenset[str]
    """Quantities that it reads, directly or through others."""
    decides: frozenset[Effect]
    """For a quantity: what the rules that read it decide."""

    @property
    def topics(self) -> frozenset[Topic]:
        """Return the kinds of fact that it reads."""
        return frozenset(fact.topic for fact in self.facts)

    def names(self, topic: Topic) -> frozenset[str]:
        """Return the names of the facts of a kind: the options, tallies or decisions that it reads."""
        return frozenset(fact.name for fact in self.facts if fact.topic is topic)


_FREE: Final = {"card": Topic.CARD, "player": None, "side": None}


# ---------------------------------------------------------------- facts of a term


def facts_of(game: Rules, *terms: Term | None) -> frozenset[Fact]:
    """Return the facts that terms read, through the quantities that they use."""
    return _Reader(game).facts(terms)


def topics_of(game: Rules, *terms: Term | None) -> frozenset[Topic]:
    """Return the kinds of fact that terms read, through the quantities that they use."""
    return frozenset(fact.topic for fact in facts_of(game, *terms))


def options_read(game: Rules, *terms: Term | None, also: Iterable[str] = ()) -> tuple[Option, ...]:
    """Return the options that terms read, through the quantities that they use, and others by name."""
    names = {fact.name for fact in facts_of(game, *terms) if fact.topic is Topic.OPTION}.union(also)
    return tuple(option for option in game.options if option.name in names)


class _Reader:
    """Reads the terms of one game."""

    def __init__(self, game: Rules) -> None:
        self.lets = game.let_of
        steps = [(tally.name, step.verb) for tally in game.scoring.tallies for step in tally.steps]
        self.filled = {name for name, verb in steps if verb == "full at"}
        self.trumps_change = game.trumps is not None and any(
            not isinstance(one, Const | OptionRef | Op)
            or (isinstance(one, Op) and topic_of(one.op) not in (Topic.NOTHING, Topic.RANKING))
            for outer in terms_of(game.trumps)
            for one in walk(outer)
        )

    def lets_read(self, terms: Iterable[Term]) -> frozenset[str]:
        parts = (one for one, _, _ in walk_behind(terms, self._behind))
        return frozenset(one.let for one in parts if isinstance(one, LetRef) and one.let in self.lets)

    def facts(self, terms: Iterable[Term | None]) -> frozenset[Fact]:
        parts = walk_behind((term for term in terms if term is not None), self._behind)
        return frozenset(fact for one, owns, _ in parts for fact in self._fact(one, owns=owns))

    def _behind(self, term: Term, owns: bool) -> Iterator[tuple[Term, bool]]:
        if isinstance(term, LetRef) and term.let in self.lets:
            yield self.lets[term.let].body, owns and (term.subject is None or is_subject(term.subject))

    def _fact(self, term: Term, *, owns: bool) -> Iterator[Fact]:
        match term:
            case Op():
                yield from self._of_op(term, owns=owns)
            case OptionRef(name=name):
                yield Fact(Topic.OPTION, name)
            case TallyRef(tally=name, which="filled") if name not in self.filled:
                pass  # it is 0 on every deal
            case TallyRef(tally=name, holder=holder):
                yield Fact(Topic.TALLY, name, owns and holder is not None and is_subject(holder))
            case Answer(decision=name):
                yield Fact(Topic.DECISION, name)
            case Did(decision=name):
                yield Fact(Topic.BIDS) if name == "bid" else Fact(Topic.DECISION, name)
            case IsBid(bid=bid) | BidParameter(bid=bid):
                yield Fact(Topic.BIDS, "", _is_of_subject(bid, owns=owns))
            case Broke(trust=name):
                yield Fact(Topic.BREACH, name)
            case Ran(clock=name, who=who):
                yield Fact(Topic.TIME, name, owns and who is not None and is_subject(who))
            case ZoneRef(zone=name):
                yield Fact(Topic.PILE, name)
            case Moved(rule=name):
                yield Fact(Topic.SHOWN, name)
            case Run(of=of):
                yield Fact(Topic.PLACE if of.type.kind is Kind.CALL else Topic.TRICKS)
            case Var(name=name):
                topic = Topic.CHOICE if name.startswith("param:") else _FREE.get(name)
                if topic is not None:
                    yield Fact(topic)
            case Const() | LetRef() | Filter() | Holds() | Fold() | Extreme():
                pass
            case _:
                assert_never(term)

    def _of_op(self, term: Op, *, owns: bool) -> Iterator[Fact]:
        topic = topic_of(term.op)
        if topic is Topic.RANKING:
            topic = Topic.TRUMPS
        if topic is Topic.NOTHING or (topic is Topic.TRUMPS and not self.trumps_change):
            return
        of = term.arguments[0] if term.arguments else None
        if isinstance(of, Op) and of.op == "this_trick":
            topic = Topic.TRICK
        yield Fact(topic, "", topic is not Topic.SEATING and _is_of_subject(term, owns=owns))


def _is_of_subject(term: Term, *, owns: bool) -> bool:
    """Tell whether a property is read from the subject itself."""
    return owns and isinstance(term, Op) and len(term.arguments) == 1 and is_subject(term.arguments[0])


def reads_own_side(game: Rules, *terms: Term | None) -> bool:
    """Tell whether terms read of no other seat or side than the subject's own: not one that is named, nor a rival."""
    return all(map(_stays, all_read(game.let_of, *terms)))


def reads_more_than_the_lead(game: Rules, *terms: Term | None) -> bool:
    """Tell whether terms read of the trick on the table, or of another, more than which card was led; or who plays."""
    ops = ops_read(game.let_of, *terms)
    names_seats = any(one.type.kind in (Kind.SEAT, Kind.SIDE) for one in all_read(game.let_of, *terms))
    return names_seats or any(topic_of(op) in (Topic.TRICK, Topic.TRICKS) for op in ops - {"led"})


def _stays(term: Term) -> bool:
    """Tell whether a term, as far as it is a seat or a side itself, is one of the subject's own side."""
    match term:
        case Did(who=None) | Answer(who=None) | Broke() | Ran() | Moved():
            return False
        case Op(op=op) if op in OPERATIONS and term.type.kind in (Kind.SEAT, Kind.SIDE):
            return OPERATIONS[op].is_own
        case Const(value=value) if term.type.kind in (Kind.SEAT, Kind.SIDE):
            return value is None
        case Op(op="holder" | "random") | Answer():
            return term.type.kind not in (Kind.SEAT, Kind.SIDE)
        case Var(name=name) if term.type.kind in (Kind.SEAT, Kind.SIDE):
            return not name.startswith("param:")
        case _:
            return True


# ---------------------------------------------------------------- rules


def reads_of(game: Rules) -> tuple[RuleReads, ...]:
    """Return what every rule of a game reads and decides, in the order of its rules as far as they have one."""
    found = next((reads for one, reads in _LATEST if one is game), None)
    if found is None:
        found = _reads_of(game)
        _LATEST.append((game, found))
    return found


_LATEST: Final[deque[tuple[Rules, tuple[RuleReads, ...]]]] = deque(maxlen=8)
"""What the games that were asked about last read: a comparison asks about the same two for each change."""


def _reads_of(game: Rules) -> tuple[RuleReads, ...]:
    reader = _Reader(game)
    made = [
        RuleReads(rule, reader.facts(terms), reader.lets_read(terms), matters) for rule, matters, terms in places(game)
    ]
    for let in game.lets:
        readers = [one.decides for one in made if let.key in one.lets]
        decides = frozenset[Effect]().union(*readers)
        terms = (let.body,)
        made.append(RuleReads(let.rule, reader.facts(terms), reader.lets_read(terms), decides))
    for option in game.options:
        readers = [one.decides for one in made if option.name in one.names(Topic.OPTION)]
        made.append(RuleReads(option.rule, frozenset(), frozenset(), frozenset[Effect]().union(*readers)))
    order = {_name_of(rule): at for at, rule in enumerate(game.rules)}
    return tuple(sorted(made, key=lambda one: order.get(_name_of(one.rule), len(order))))


def _name_of(rule: RuleInfo) -> tuple[str, str, str]:
    return (rule.section, rule.keyword, rule.name)


Place = tuple["RuleInfo", frozenset[Effect], tuple[Term, ...]]


def places(game: Rules) -> Iterator[Place]:
    """List the rules of a game, each with what it has a say in and its terms, without quantities and options."""
    yield from _of_table(game)
    for step in all_steps(game):
        alone = replace(step, block=()) if isinstance(step, Round) else step
        yield step.rule, _matters_of(step), tuple(terms_of(alone))
    yield from ((bid.rule, _matters_of_bid(bid), tuple(terms_of(replace(bid, steps=())))) for bid in game.bids)
    play = game.play
    for must in play.musts:
        matter = Effect.PLAYS if must.judges_card else Effect.BIDS
        yield must.rule, frozenset({matter}), tuple(terms_of(must))
    for control in play.controls:
        yield control.rule, frozenset({Effect.PLAYS, Effect.VIEW}), tuple(terms_of(control))
    yield from ((trust.rule, frozenset({Effect.PLAYS}), ()) for trust in play.trusts)
    yield play.winner_rule, frozenset({Effect.WINNER}), (play.winner,)
    if play.equal_rule is not None:
        yield play.equal_rule, frozenset({Effect.WINNER}), ()
    for tally in game.scoring.tallies:
        yield tally.rule, frozenset({Effect.TALLIES}), tuple(terms_of(tally))
    yield from ((line.rule, frozenset({Effect.SCORE}), tuple(terms_of(line))) for line in game.scoring.lines)
    for ending in game.endings:
        # Who is out is dealt no cards.
        decides = {Effect.ENDING, Effect.DEAL} if ending.kind == "out" else {Effect.ENDING}
        yield ending.rule, frozenset(decides), tuple(terms_of(ending))
    yield from ((clock.rule, frozenset({Effect.TIME}), tuple(terms_of(clock))) for clock in game.clocks)
    if game.tie_rule is not None:
        yield game.tie_rule, frozenset({Effect.ENDING}), ()


def _of_table(game: Rules) -> Iterator[Place]:
    yield game.teams.rule, frozenset({Effect.SCORE, Effect.BIDS}), tuple(terms_of(game.teams))
    yield from ((zone.rule, frozenset({Effect.VIEW}), ()) for zone in game.zones)
    if game.trumps is not None:
        yield game.trumps.rule, frozenset({Effect.WINNER, Effect.PLAYS}), tuple(terms_of(game.trumps))
    yield from ((order.rule, frozenset({Effect.WINNER}), tuple(terms_of(order))) for order in game.orders)
    named = {
        ("dealer", "first"): (Effect.DEAL, game.dealer_first),
        ("dealer", "next"): (Effect.DEAL, game.dealer_next),
        ("lead", "first"): (Effect.PLAYS, game.play.lead_first),
        ("lead", "next"): (Effect.PLAYS, game.play.lead_next),
    }
    for rule in game.rules:
        if (rule.keyword, rule.name) in named:
            matter, term = named[rule.keyword, rule.name]
            yield rule, frozenset({matter}), (term,)


def _matters_of(step: Step) -> frozenset[Effect]:
    """Return what a step has a say in: what it moves, shows and decides."""
    found = {Effect.BIDS} if isinstance(step, Round | Ask) else set()
    if step.timing is not None and isinstance(step, Ask):
        # After a decision, or during a phase, may be before the play.
        found = {Effect.PLAYS} if step.timing.what in ("trick", "card", "play") else {Effect.BIDS, Effect.PLAYS}
    for action in step.actions:
        match action:
            case Give():
                found |= {Effect.DEAL, Effect.VIEW}
            case Show() | Shuffle():
                found.add(Effect.VIEW)
            case Award(tricks=tricks):
                found |= (
                    {Effect.SCORE} if tricks is not None else {Effect.SCORE, Effect.PLAYS}
                )  # the rest ends the play
            case MakeBid() | Fix():
                found.add(Effect.BIDS)
            case Skip(phase=phase):
                found |= {Effect.DEAL, Effect.PLAYS if phase == "play" else Effect.BIDS}
            case _:
                found.add(Effect.PLAYS if isinstance(step, Do) and step.timing is not None else Effect.DEAL)
    return frozenset(found)


def _matters_of_bid(bid: BidType) -> frozenset[Effect]:
    return frozenset({Effect.BIDS} if bid.contract is None else {Effect.BIDS, Effect.SCORE})
