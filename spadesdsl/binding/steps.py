"""Steps of a deal: what happens and who decides, with a number for each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import assert_never

from spadesdsl.binding.compiler import Compiler
from spadesdsl.binding.forms import LEVEL_OPS
from spadesdsl.binding.rules import known_to_all, reads_own_cards, split, split_by_parameters
from spadesdsl.engine import spec
from spadesdsl.engine.queries import whole
from spadesdsl.engine.spec import Value
from spadesdsl.frozen import replace
from spadesdsl.rules import parts
from spadesdsl.rules.game import Rules
from spadesdsl.rules.terms import Const, Kind, Op, OptionRef, Term, Var
from spadesdsl.rules.walking import joined, variables, walk, with_blocks


class Steps:
    """The steps of one edition, each with a number."""

    def __init__(self, compiler: Compiler, musts: tuple[tuple[str | None, spec.Must], ...]) -> None:
        """Number all steps.

        Args:
            musts: What narrows bids, each with the round that it is for; None for every round.
        """
        self.compiler = compiler
        self.musts = musts
        game = compiler.game
        own = sorted(game.play.steps, key=lambda step: not is_volunteered(step))
        of_bids = [step for bid in game.bids for step in bid.steps]
        of_phases = [step for phase in game.phases for step in phase.steps]
        self.order = tuple(with_blocks((*of_bids, *of_phases, *own)))
        self.numbers = {step.rule: number for number, step in enumerate(self.order)}
        self.early = _before_unseen_bids(game, self.order)
        self.bound: list[spec.Step | None] = [None] * len(self.order)

    @property
    def steps(self) -> tuple[spec.Step, ...]:
        """All steps, by number."""
        return tuple(step for step in self.bound if step is not None)

    def add(self, step: parts.Step) -> spec.Step:
        """Bind a step."""
        number = self.numbers[step.rule]
        made: spec.Step
        match step:
            case parts.Do():
                made = self.compiler.extended(spec.Do, step, id=number)
            case parts.Ask():
                made = self._ask(number, step)
            case parts.Round():
                made = self._round(number, step)
            case _:
                assert_never(step)
        self.bound[number] = made
        return made

    def add_all(self, steps: tuple[parts.Step, ...]) -> tuple[spec.Step, ...]:
        """Bind steps in order; leave out those that have their own time."""
        made = [(step, self.add(step)) for step in steps]
        return tuple(bound for step, bound in made if step.timing is None)

    def _ask(self, number: int, step: parts.Ask) -> spec.Ask:
        compiler = self.compiler
        plain, own, asks_all = self._conditions(step)
        derived: dict[str, object] = {}
        if step.timing is not None and step.timing.moment == "with each" and step.when is not None:
            compiler.begin(step.rule.key)
            derived["when"] = compiler.condition(step.when, "card")
        return compiler.extended(
            spec.Ask,
            replace(step, when=plain, parameters=()),
            id=number,
            decision=compiler.decision(step.name),
            parameters=self.parameters(step.parameters),
            when_choice=compiler.optional(own),
            asks_all=asks_all,
            may_decline=step.kind == "may" and step.rule in self.early,
            is_settled=not asks_all and _is_settled(step),
            **derived,
        )

    def _conditions(self, step: parts.Ask) -> tuple[Term | None, Term | None, bool]:
        """Return when a question is asked, when each of its answers may be given, and whether all are asked."""
        compiler = self.compiler
        moment = None if step.timing is None else step.timing.moment
        if moment == "with each":
            return None, None, False
        names = frozenset(f"param:{parameter.name}" for parameter in step.parameters) | {"card"}
        # Being asked shows that a player may say yes. If that would give away cards, all are asked.
        may_tell = step.kind == "may" and moment != "any time during"

        def is_hidden(term: Term) -> bool:
            return may_tell and reads_own_cards(compiler, term)

        def is_apart(term: Term) -> bool:
            return bool(variables(term) & names) or is_hidden(term)

        plain, own = split(step.when, is_apart)
        lists = [term for one in step.parameters for term in (one.low, one.high, one.of) if term is not None]
        asks_all = any(map(is_hidden, lists if own is None else [*lists, own]))
        if asks_all and own is not None:
            plain = joined([part for part in (plain, known_to_all(own, is_apart)) if part is not None])
        return plain, own, asks_all

    def _round(self, number: int, step: parts.Round) -> spec.Round:
        compiler = self.compiler
        return compiler.extended(
            spec.Round,
            replace(step, block=()),
            id=number,
            offers=tuple(compiler.bids[name] for name in step.bids),
            unseen=tuple(compiler.bids[name] for name in _unseen(compiler.game, step)),
            block=self.add_all(step.block),
            musts=tuple(must for during, must in self.musts if during in (None, step.name)),
            may_wait=self._may_wait(number, step),
        )

    def _may_wait(self, number: int, step: parts.Round) -> bool:
        """Tell whether nobody has to look when a round ends: it has only unseen bids, and a later round has more."""
        game = self.compiler.game
        later = (other for other in self.order[number + 1 :] if isinstance(other, parts.Round))
        return len(_unseen(game, step)) == len(step.bids) and any(_unseen(game, other) for other in later)

    # ---- parts of a step

    def parameters(self, parameters: tuple[parts.Parameter, ...]) -> tuple[spec.Parameter, ...]:
        """Bind parameters."""
        return tuple(map(self._parameter, parameters))

    def _parameter(self, parameter: parts.Parameter) -> spec.Parameter:
        listed = self._listed(parameter)
        if listed is not None:  # the ends of its range are not needed
            parameter = replace(parameter, low=None, high=None, step=None)
        slot = self.compiler.slot(f"param:{parameter.name}")
        return self.compiler.extended(spec.Parameter, parameter, slot=slot, choices=listed)

    def _listed(self, parameter: parts.Parameter) -> tuple[Value, ...] | None:
        """Return the values of a parameter that are known at load; a card means the first of its copies."""
        if parameter.choices is None or parameter.type.kind is not Kind.CARD:
            return None if parameter.choices is None else tuple(whole(value) for value in parameter.choices)
        return tuple(self.compiler.deck.copies[value][0] for value in parameter.choices if isinstance(value, int))

    # ---- bids

    def bid(self, number: int, bid: parts.BidType) -> spec.BidType:
        """Bind a bid type."""
        compiler = self.compiler
        names = frozenset(f"param:{parameter.name}" for parameter in bid.parameters)
        plain, with_them = split_by_parameters(bid.when, names)
        parameters = self.parameters(bid.parameters)
        listed = [parameter.choices for parameter in parameters if parameter.choices is not None]
        return compiler.extended(
            spec.BidType,
            replace(bid, when=plain, parameters=(), steps=()),
            id=number,
            parameters=parameters,
            when_choice=compiler.optional(with_them),
            steps=self.add_all(bid.steps),
            fixed=tuple(product(*listed)) if len(listed) == len(parameters) else None,
        )


def is_volunteered(step: parts.Step) -> bool:
    """Tell whether a step is open at any time during a phase."""
    return step.timing is not None and step.timing.moment == "any time during"


def _unseen(game: Rules, step: parts.Round) -> tuple[str, ...]:
    """Return the bids of a round that are made before looking."""
    unseen = {bid.name for bid in game.bids if bid.before_looking}
    return tuple(name for name in step.bids if name in unseen)


def _after(ask: parts.Ask, steps: tuple[parts.Step, ...]) -> Iterator[parts.Step]:
    """Yield the steps that follow a decision immediately."""
    return (step for step in steps if step.timing == parts.Timing("after", ask.name))


def _before_unseen_bids(game: Rules, steps: tuple[parts.Step, ...]) -> frozenset[parts.RuleInfo]:
    """Return the steps that come before some bid made before looking, with what follows them immediately."""
    order = [step for phase in game.phases for step in phase.steps if step.timing is None]
    windows = [at for at, step in enumerate(order) if isinstance(step, parts.Round) and _unseen(game, step)]
    asked = [step for step in order[: windows[-1] if windows else 0] if isinstance(step, parts.Ask)]
    return frozenset(step.rule for ask in asked for step in (ask, *_after(ask, steps)))


def _is_settled(step: parts.Ask) -> bool:
    """Tell whether the answers to a question depend only on their own parameters."""
    names = frozenset(f"param:{parameter.name}" for parameter in step.parameters)
    are_listed = all(one.choices is not None and one.type.kind is not Kind.SIDE for one in step.parameters)
    own = split_by_parameters(step.when, names)[1]
    return bool(names) and are_listed and all(_is_level(part, names) for part in (walk(own) if own is not None else ()))


def _is_level(term: Term, names: frozenset[str]) -> bool:
    """Tell whether a term, apart from its parts, reads nothing but constants, options and these variables."""
    match term:
        case Const() | OptionRef():
            return True
        case Var(name=name):
            return name in names
        case Op(op=op):
            return op in LEVEL_OPS
        case _:
            return False
