"""Steps of a deal: what happens and who decides, with a number for each."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, assert_never

from spadesdsl.binding.forms import LEVEL_OPS
from spadesdsl.binding.reads import reads_own_cards, variables
from spadesdsl.binding.rules import code_of, joined, known_to_all, split, split_by_parameters
from spadesdsl.engine import spec
from spadesdsl.engine.queries import whole
from spadesdsl.rules import parts
from spadesdsl.rules.terms import Const, Kind, Op, OptionRef, Term, Var
from spadesdsl.rules.walking import walk

if TYPE_CHECKING:
    from spadesdsl.binding.compiler import Compiler
    from spadesdsl.engine.spec import Value


class Steps:
    """The steps of one edition, numbered as they are bound."""

    def __init__(self, compiler: Compiler) -> None:
        """Begin without steps."""
        self.compiler = compiler
        self.bound: list[spec.Step] = []
        self.after: dict[str, list[int]] = {}
        """Steps that follow a decision immediately, by its name."""

    # ---- steps

    def add(self, step: parts.Step) -> int:
        """Bind a step and return its number."""
        number = len(self.bound)
        self.compiler.begin(step.rule.key)
        self.bound.append(spec.Do(number, step.rule, None, None, ()))  # holds its place until bound
        match step:
            case parts.Do():
                actions = tuple(map(self.compiler.bound, step.actions))
                when = code_of(self.compiler, step.when)
                by = None if step.by is None else self.compiler.bound(step.by)
                self.bound[number] = spec.Do(number, step.rule, when, by, actions)
            case parts.Ask():
                self.bound[number] = self._ask(number, step)
            case parts.Round():
                self.bound[number] = self._round(number, step)
            case _:
                assert_never(step)
        if step.timing is not None and step.timing.moment == "after":
            self.after.setdefault(step.timing.what, []).append(number)
        return number

    def add_all(self, steps: tuple[parts.Step, ...]) -> tuple[int, ...]:
        """Bind steps in order; the numbers returned leave out those that follow a decision."""
        numbers = []
        for step in steps:
            number = self.add(step)
            if step.timing is None:
                numbers.append(number)
        return tuple(numbers)

    def finish(
        self, musts: tuple[tuple[str | None, spec.Must], ...], phases: tuple[spec.Phase, ...]
    ) -> tuple[spec.Step, ...]:
        """Link decisions to the steps that follow them, and rounds to the rules that narrow them."""
        finished: list[spec.Step] = []
        early = self._before_unseen_bids(phases)
        for step in self.bound:
            if isinstance(step, spec.Ask):
                after = tuple(self.after.get(step.name, ()))
                finished.append(replace(step, after=after, may_decline=step.kind == "may" and step.id in early))
            elif isinstance(step, spec.Round):
                own = tuple(must for during, must in musts if during in (None, step.name))
                finished.append(replace(step, musts=own, may_wait=self._may_wait(step)))
            else:
                finished.append(step)
        return tuple(finished)

    def _before_unseen_bids(self, phases: tuple[spec.Phase, ...]) -> frozenset[int]:
        """Return the steps that come before some bid made before looking, with what follows them immediately."""
        order = [self.bound[number] for phase in phases for number in phase.steps]
        windows = [at for at, step in enumerate(order) if isinstance(step, spec.Round) and step.unseen]
        early = order[: windows[-1]] if windows else []
        asked = [step for step in early if isinstance(step, spec.Ask)]
        return frozenset(number for ask in asked for number in (ask.id, *self.after.get(ask.name, ())))

    def _may_wait(self, step: spec.Round) -> bool:
        """Tell whether nobody has to look when a round ends: it has only unseen bids, and a later round has more."""
        later = (other for other in self.bound[step.id + 1 :] if isinstance(other, spec.Round))
        return len(step.unseen) == len(step.bids) and any(other.unseen for other in later)

    def _ask(self, number: int, step: parts.Ask) -> spec.Ask:
        compiler = self.compiler
        parameters = self.parameters(step.parameters)
        when, choice, asks_all = self._conditions(step)
        return spec.Ask(
            id=number,
            name=step.rule.name,
            rule=step.rule,
            kind=step.kind,
            decision=compiler.decision(step.rule.name),
            parameters=parameters,
            when=when,
            when_choice=choice,
            by=compiler.bound(step.by),
            actions=tuple(map(compiler.bound, step.actions)),
            asks_all=asks_all,
            is_settled=not asks_all and _is_settled(step),
        )

    def _conditions(self, step: parts.Ask) -> tuple[spec.Code | None, spec.Code | None, bool]:
        """Return when a question is asked, when each of its answers may be given, and whether all are asked."""
        compiler = self.compiler
        moment = None if step.timing is None else step.timing.moment
        if moment == "with each":
            return None if step.when is None else compiler.condition(step.when, "card"), None, False
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
        return code_of(compiler, plain), code_of(compiler, own), asks_all

    def _round(self, number: int, step: parts.Round) -> spec.Round:
        compiler = self.compiler
        bids = tuple(compiler.bids[name] for name in step.bids)
        unseen = tuple(bid for bid in bids if compiler.game.bids[bid].before_looking)
        return spec.Round(
            id=number,
            name=step.rule.name,
            rule=step.rule,
            bids=bids,
            unseen=unseen,
            when=code_of(compiler, step.when),
            by=compiler.bound(step.by),
            block=self.add_all(step.block),
            musts=(),
        )

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
        compiler.begin(bid.rule.key)
        names = frozenset(f"param:{parameter.name}" for parameter in bid.parameters)
        plain, with_them = split_by_parameters(bid.when, names)
        parameters = self.parameters(bid.parameters)
        listed = [parameter.choices for parameter in parameters if parameter.choices is not None]
        return spec.BidType(
            id=number,
            name=bid.name,
            rule=bid.rule,
            parameters=parameters,
            label=bid.label,
            by_side=bid.by_side,
            is_final=bid.is_final,
            before_looking=bid.before_looking,
            when=code_of(compiler, plain),
            when_choice=code_of(compiler, with_them),
            contract=compiler.optional(bid.contract),
            needs_yes=compiler.optional(bid.needs_yes),
            steps=self.add_all(bid.steps),
            fixed=tuple(product(*listed)) if len(listed) == len(parameters) else None,
        )


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
