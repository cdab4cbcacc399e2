"""The state of one check: lets, parameters and infos, worked out when first read, each once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from spadesdsl.check import types
from spadesdsl.check.constants import constant_of, listed, listed_range
from spadesdsl.check.expressions import did, fitting, typed
from spadesdsl.check.findings import Findings, Mistake, mistake
from spadesdsl.check.names import refuse_missing
from spadesdsl.check.resolved import Gone, Resolved, describe
from spadesdsl.check.symbols import Nested, Symbols, bids_by_side
from spadesdsl.diagnostics import Note
from spadesdsl.frozen import Changing, field
from spadesdsl.rules.game import Let
from spadesdsl.rules.operations import BID, NUMBER, TRUTH
from spadesdsl.rules.parts import Parameter, RuleInfo
from spadesdsl.rules.terms import BidParameter, Const, Kind, Op, Term, Type, Var
from spadesdsl.rules.walking import free_variables
from spadesdsl.source import Span
from spadesdsl.syntax import bodies, expressions, nodes

UNSURE: Final = Const(value=True, type=TRUTH)
"""Stands for a condition that is wrong."""


class _Needed(Exception):
    """Says that another quantity has to be checked before the current one."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Checker(Changing):
    """One check of one edition of a game."""

    symbols: Symbols
    findings: Findings
    lets: dict[str, Let | None] = field(default_factory=dict)
    """None: its mistake has been reported."""
    is_edition: bool = False
    """Whether these are the rules of some deals only."""
    every_term: tuple[Term, ...] = ()
    """All terms of the game that it warns about, with their parts."""
    unbid: dict[Span, tuple[str, Gone]] = field(default_factory=dict)
    """Conditions on bids that another file has dropped: their place, the bid, and who dropped it."""
    _reading: str = ""
    """The quantity being checked."""
    _waiting: list[str] = field(default_factory=list)
    """Quantities that wait for the one after them."""
    _types: dict[tuple[str, str], Type] = field(default_factory=dict)
    """Of answers, by decision and name."""
    _open: set[tuple[str, str]] = field(default_factory=set)
    _infos: dict[int, RuleInfo] = field(default_factory=dict)

    def info(self, resolved: Resolved, section: str | None = None) -> RuleInfo:
        """Describe a rule; the same sentence gets the same description."""
        at = id(resolved.node)
        if at not in self._infos:
            self._infos[at] = describe(resolved.rule, section or resolved.section, resolved.document)
        return self._infos[at]

    def missing_info(self, section: str, keyword: str, name: str) -> RuleInfo:
        """Describe a rule that is missing, after that has been reported."""
        document = self.symbols.resolution.document
        word = name or keyword
        return RuleInfo(f"{section}.{word}", keyword, section, word, "", "", document.name, document.name_span)

    def reads_gone_bid(self, bid: str, gone: Gone, where: Span) -> bool:
        """Tell whether a condition may ask for a dropped bid: nobody can make a bid that a pack drops or asks for."""
        packs = {pack.name_span.file for pack in self.symbols.resolution.packs.values()}
        if where.file == gone.span.file or not packs & {where.file, gone.span.file}:
            return False
        self.unbid[where] = bid, gone
        return True

    # -------------------------------------------------------------- expressions

    def typed(self, scope: types.Scope, node: expressions.Expr) -> Term:
        """Settle the names and types of an expression."""
        return typed(self, scope, node)

    def did(self, scope: types.Scope, node: expressions.Did, subject: Term) -> Term:
        """Settle `did` right after a quantifier's noun."""
        return did(self, scope, node, subject)

    def truth(self, scope: types.Scope, node: expressions.Expr) -> Term:
        """Settle a condition."""
        return types.want_truth(typed(self, scope, node))

    def truth_or_none(self, scope: types.Scope, node: expressions.Expr | None) -> Term | None:
        """Settle a condition, if there is one; the rest of its sentence is read even if it is wrong."""
        try:
            return None if node is None else self.truth(scope, node)
        except Mistake as stop:
            if stop.finding is None:  # it is wrong because of another sentence, and so may be the rest
                raise
            self.findings.note(stop)
            return UNSURE

    def amount(self, scope: types.Scope, node: expressions.Expr) -> Term:
        """Settle an amount."""
        term = typed(self, scope, node)
        types.want_amount(term)
        return term

    def seat(self, scope: types.Scope, node: expressions.Expr) -> Term:
        """Settle a seat."""
        return types.want(typed(self, scope, node), Kind.SEAT, "A seat")

    def set_of(self, scope: types.Scope, node: expressions.Expr) -> Term:
        """Settle a set."""
        return types.want_set(typed(self, scope, node))

    def cards(self, scope: types.Scope, node: expressions.Expr) -> Term:
        """Settle a set of cards."""
        return types.want_cards(typed(self, scope, node))

    # -------------------------------------------------------------- lets

    def let(self, name: str) -> Let:
        """Return a named quantity, or the one that replaces it, checked when it is first read."""
        name = self._quantity_for(name)
        if name not in self.lets:
            if self._waiting:
                # One quantity reads another that is not checked yet: check that one first, without recursion.
                raise _Needed(name)
            self._check_in_turn(name)
        if (known := self.lets[name]) is None:
            raise Mistake
        return known

    def _quantity_for(self, name: str) -> str:
        """Return which quantity a name reads: its last replacement; within a replacement, the one before.

        A quantity that replaces another can read that one, so that several exceptions add up.
        """
        others = self.symbols.instead.get(name, ())
        own = others.index(self._reading) if self._reading in others else len(others)
        return self._quantity_for(others[own - 1]) if own else name

    def _check_in_turn(self, name: str) -> None:
        """Check a quantity and those that it needs, the innermost first."""
        self._waiting.append(name)
        while self._waiting:
            top = self._waiting[-1]
            self._reading = top
            try:
                self.lets[top] = self._check_let(self.symbols.lets[top])
            except _Needed as needed:
                if needed.name not in self._waiting:
                    self._waiting.append(needed.name)
                    continue
                self._tell_circle(needed.name)
            except Mistake as stop:
                self.findings.note(stop)
                self.lets[top] = None
            finally:
                self._reading = ""
            self._waiting.pop()

    def _tell_circle(self, name: str) -> None:
        circle = self._waiting[self._waiting.index(name) :]
        words = " needs ".join(f"`{one}`" for one in (*circle, name))
        message = f"These quantities depend on each other in a circle: {words}."
        hint = "work one of them out from something else, or give what the other needs of it a name of its own"
        if len(circle) == 1 and self.symbols.lets[name].rule.change is nodes.Change.REPLACE:
            hint = f"to work it out from the one that it replaces, write `let our_{name} instead of {name}`"
        self.findings.error("E230", self.symbols.lets[name].rule.name_span, message, hint)
        self.lets.update(dict.fromkeys(circle))

    def _check_let(self, nested: Nested) -> Let:
        rule = nested.resolved.sentence(nodes.Let)
        assert isinstance(rule.body, bodies.Amount)
        scope, subject = self._let_scope(nested)
        body = self.typed(scope, rule.body.value)
        if subject is None:
            subject = _subject_read(body)
        let = Let(self.info(nested.resolved), rule.name or "", subject, body, body.type)
        for other in rule.instead_of:
            self._check_instead(let, other)
        return let

    def _check_instead(self, let: Let, other: str) -> None:
        """Check that a quantity can replace another."""
        rule = self.symbols.lets[let.key].rule
        if other == let.key:
            message = f"`{other}` cannot replace itself."
            raise mistake("E316", rule.name_span, message, "take the name out of `instead of`")
        message = f"There is no quantity `{other}` that `{let.key}` could replace."
        refuse_missing(self, other, self.symbols.lets, "quantities", (rule.name_span, message), "let")
        if let.key not in self.symbols.instead.get(other, ()):
            raise Mistake  # part of a circle, which has been reported
        former = self.let(other)
        # A plain number takes the kind of the amount in whose place it is.
        is_number = Kind.NUMBER in (former.type.kind, let.type.kind) and former.type.is_amount and let.type.is_amount
        if former.subject != let.subject or (former.type != let.type and not is_number):
            message = f"`{let.key}` cannot replace `{other}`: it is {_kind(let)}, and that is {_kind(former)}."
            hint = "make both the same kind of thing, for the same player or side"
            note = Note(self.symbols.lets[former.key].rule.name_span, f"`{former.key}` is here")
            raise mistake("E318", rule.name_span, message, hint, note)

    def _let_scope(self, nested: Nested) -> tuple[types.Scope, Kind | None]:
        match nested.resolved.sentence(nodes.Let).each:
            case "player" | "seat" | "member":
                return types.seat_scope(), Kind.SEAT
            case "team" | "side":
                return types.side_scope(), Kind.SIDE
            case "card" | "suit" | "trick" | "call" as noun:
                return types.thing_scope(Kind(noun)), Kind(noun)
            case _:
                pass
        if nested.bid is not None:
            scope = types.side_scope() if bids_by_side(nested.bid) else types.seat_scope()
            return self.with_bid(scope, nested.bid), (Kind.SIDE if bids_by_side(nested.bid) else Kind.SEAT)
        if nested.resolved.section == "scoring":
            return self.scoring_scope(), Kind.SIDE
        if nested.resolved.section == "ending":
            return types.side_scope(), Kind.SIDE
        return types.seat_scope(), None

    def scoring_scope(self) -> types.Scope:
        """Return the scope of the scoring's subject."""
        return types.side_scope(is_player=self.symbols.resolution.scoring_each == "player")

    def with_bid(self, scope: types.Scope, bid: nodes.Rule) -> types.Scope:
        """Add to the scope of a bid's block the parameters of the bid that was made."""
        subject = types.THE_SIDE if bids_by_side(bid) else types.PLAYER
        made = Op("side_bid" if bids_by_side(bid) else "seat_bid", (subject,), BID)
        given = {one.name: BidParameter(made, one.name, self.parameter_type(bid, one)) for one in bid.parameters}
        return scope.binding(**given)

    # -------------------------------------------------------------- parameters

    def parameter_type(self, rule: nodes.Rule, parameter: bodies.Parameter) -> Type:
        """Return the type of a parameter of a bid or a decision."""
        if isinstance(parameter.choices, bodies.Range):
            return NUMBER
        if isinstance(parameter.choices, bodies.Listed):
            return listed(self, parameter.choices)[0]
        choices = parameter.choices
        scope = types.side_scope() if _asks_side(rule) else types.seat_scope()
        return self._type_of(
            (rule.name or "", parameter.name),
            lambda: types.element_of(self.set_of(scope, choices).type),
            parameter.span,
        )

    def fix_type(self, nested: Nested, fix: bodies.Fix) -> Type:
        """Return the type of a value that a decision fixes."""

        def work_out() -> Type:
            scope = types.side_scope() if _asks_side(nested.rule) else types.seat_scope()
            return self.typed(self.with_parameters(scope, nested.rule), fix.value).type

        return self._type_of((nested.rule.name or "", fix.name), work_out, fix.span)

    def _type_of(self, answer: tuple[str, str], work_out: Callable[[], Type], span: Span) -> Type:
        """Return the type of an answer, worked out when it is first read."""
        if answer not in self._types:
            if answer in self._open:
                message = f"The choices for `{answer[1]}` depend on `{answer[0]}.{answer[1]}` itself."
                raise mistake("E230", span, message, "work it out from something else")
            self._open.add(answer)
            try:
                self._types[answer] = work_out()
            finally:
                self._open.discard(answer)
        return self._types[answer]

    def with_parameters(self, scope: types.Scope, rule: nodes.Rule) -> types.Scope:
        """Add the parameters of the bid or decision on offer."""
        given = {one.name: Var(f"param:{one.name}", self.parameter_type(rule, one)) for one in rule.parameters}
        return scope.binding(**given)

    def arguments(
        self,
        scope: types.Scope,
        rule: nodes.Rule,
        given: tuple[expressions.Expr, ...],
        where: Span,
        *,
        are_optional: bool = True,
    ) -> tuple[Term, ...]:
        """Settle the values of a bid or an answer, each of its parameter's kind."""
        if len(given) != len(rule.parameters):
            has = f"The bid `{rule.name}` has" if rule.keyword == "bid" else f"`{rule.name}` is answered with"
            message = f"{has} {len(rule.parameters)} values, and this gives {len(given)}."
            note = Note(rule.name_span, f"`{rule.name}` is here")
            hint = "give them all, or none" if are_optional else "give them all"
            raise mistake("E238", where, message, hint, *([note] if are_optional else []))
        pairs = zip(given, rule.parameters, strict=True)
        found = tuple(self.among(scope, rule, parameter, argument) for argument, parameter in pairs)
        self._check_range(rule, found)
        return found

    def among(
        self, scope: types.Scope, rule: nodes.Rule, parameter: bodies.Parameter, argument: expressions.Expr
    ) -> Term:
        """Settle a value of a bid or an answer; refuse one that is not in its parameter's list."""
        term = fitting(self, scope, argument, self.parameter_type(rule, parameter))
        of = parameter.choices
        if isinstance(of, bodies.Listed) and isinstance(term, Const) and term.value not in listed(self, of)[1]:
            raise mistake("E259", argument.span, f"`{rule.name}` never has this value.", "name one that is in its list")
        return term

    def _check_range(self, rule: nodes.Rule, arguments: tuple[Term, ...]) -> None:
        """Refuse numbers that a bid or an answer never has."""
        for parameter, argument in zip(rule.parameters, arguments, strict=False):
            choices = parameter.choices
            value = constant_of(argument, self.symbols.options)
            if value is None or not isinstance(choices, bodies.Range):
                continue
            low = constant_of(self.amount(types.seat_scope(), choices.low), self.symbols.options)
            high = constant_of(self.amount(types.seat_scope(), choices.high), self.symbols.options)
            if low is not None and high is not None and not low <= value <= high:
                message = f"`{rule.name}` goes from {low} to {high} and is never {value}."
                raise mistake("E259", argument.span, message, "name a number that it can have")

    def parameters(self, scope: types.Scope, rule: nodes.Rule) -> tuple[Parameter, ...]:
        """Check the parameters of a bid or a decision."""
        return tuple(self._parameter(scope, rule, parameter) for parameter in rule.parameters)

    def _parameter(self, scope: types.Scope, rule: nodes.Rule, parameter: bodies.Parameter) -> Parameter:
        choices = parameter.choices
        if isinstance(choices, bodies.Listed):
            kind, values = listed(self, choices)
            labels = choices.labels if any(choices.labels) else ()
            return Parameter(parameter.name, kind, values, labels=labels)
        if not isinstance(choices, bodies.Range):
            return Parameter(parameter.name, self.parameter_type(rule, parameter), of=self.set_of(scope, choices))
        low = self.amount(scope, choices.low)
        high = self.amount(scope, choices.high)
        step = None if choices.step is None else self.amount(scope, choices.step)
        ranged: Parameter = Parameter(parameter.name, NUMBER, low=low, high=high, step=step)
        return listed_range(ranged, self.symbols.options, choices.span)


def _asks_side(rule: nodes.Rule) -> bool:
    if rule.keyword == "bid":
        return bids_by_side(rule)
    by = rule.by if isinstance(rule, nodes.Do | nodes.Round) else None
    return (
        by is not None
        and by.turns is not bodies.Turns.ONE
        and isinstance(by.who, expressions.Name)
        and by.who.name in ("team", "side")
    )


def _subject_read(body: Term) -> Kind | None:
    free = free_variables(body)
    if "player" in free:
        return Kind.SEAT
    return Kind.SIDE if "side" in free else None


def _kind(let: Let) -> str:
    """Say what a quantity is, and for whom it is worked out."""
    noun = "player" if let.subject is Kind.SEAT else let.subject
    return types.say(let.type) + (f" for each {noun}" if noun else "")
