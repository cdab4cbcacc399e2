"""Terms as Python expressions: the code of each form of the language. An op with its own table row is written from it.

Every method returns the text of an expression, and writes the statements that must run before it. If a part may not
run (the second half of `and`, a branch of `if`), its statements stay inside that branch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from spadesdsl.binding import amounts, cards
from spadesdsl.engine.queries import whole
from spadesdsl.rules import terms
from spadesdsl.rules.operations import OPERATIONS
from spadesdsl.rules.terms import AMOUNTS, Const, Kind, Op, OptionRef, Term, Var

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from spadesdsl.binding.compiler import Compiler
    from spadesdsl.binding.writer import Writer
    from spadesdsl.engine.spec import Value

CONNECTIVES = ("and", "or", "not", "if", "else")
LEVEL_OPS = frozenset({*CONNECTIVES, *amounts.WORKED_OUT, *amounts.COMPARISONS})
"""Ops that read nothing but their arguments."""


def nothing(kind: terms.Type) -> Value:
    """Return the code for nobody: 0, False, an empty set, or None."""
    if kind.many:
        return 0 if kind.kind is Kind.CARD else ()
    if kind.kind is Kind.TRUTH:
        return False
    return 0 if kind.kind in AMOUNTS else None


class Forms:
    """Writes terms into one function."""

    def __init__(self, compiler: Compiler, writer: Writer, names: Mapping[str, str] | None = None) -> None:
        """Write for a compiler; `names` holds the local names of variables that are not in the environment."""
        self.compiler = compiler
        self.writer = writer
        self.names = dict(names or {})

    # ---- the forms of a term

    def value(self, term: Term) -> str:
        """Write a term's value: the mask of a set of cards, a tuple for another set."""
        if term.type.many:
            return self.mask(term) if term.type.kind is Kind.CARD else self.items(term)
        match term:
            case Op():
                return self._op(term)
            case Const():
                return self._constant(term)
            case Var():
                return self.variable(term.name)
            case OptionRef():
                return self._option(term)
            case terms.LetRef():
                return self.let(term)
            case terms.TallyRef():
                return self._tally(term)
            case terms.Answer():
                return self.answer(term)
            case terms.Did():
                return self._did(term)
            case terms.IsBid():
                return self._is_bid(term)
            case terms.BidParameter():
                return self._bid_parameter(term)
            case terms.Broke():
                return self._broke(term)
            case terms.Ran():
                return self._ran(term)
            case terms.Holds():
                return self._holds(term)
            case terms.Fold():
                return self._fold(term)
            case terms.Extreme():
                return cards.extreme(self, term)
            case terms.Run():
                return self._run(term)
            case terms.ZoneRef() | terms.Moved() | terms.Filter():
                return self.items(term)
            case _:
                assert_never(term)

    def mask(self, term: Term) -> str:
        """Write a set of cards, or one card, as a mask."""
        return cards.mask(self, term)

    def items(self, term: Term) -> str:
        """Write a set as a tuple in order."""
        return cards.items(self, term)

    def condition(self, term: Term, variable: str) -> str:
        """Write the mask of all cards that meet a condition on the card `variable`."""
        return cards.condition(self, term, variable)

    # ---- names and numbers

    def literal(self, value: Value) -> str:
        """Write a constant."""
        if value is None or isinstance(value, bool | int):
            return repr(value) if value is None or value >= 0 else f"({value})"
        if isinstance(value, str) and value.isidentifier():
            return repr(value)
        return self.compiler.module.constant(value)

    def _option(self, term: OptionRef) -> str:
        """Write an option: a number by a name, so that other numbers are the same code for those who look it up."""
        value = whole(self.compiler.options[term.name])
        if isinstance(value, int) and not isinstance(value, bool) and term.type.kind in AMOUNTS:
            return self.compiler.module.option(tuple(self.compiler.options).index(term.name), value)
        return self.literal(value)

    def _constant(self, term: Const) -> str:
        if term.type.kind is Kind.CARD and isinstance(term.value, int):
            # A card represents its face: the first of its equals.
            return str(self.compiler.deck.copies[term.value][0])
        return self.literal(whole(term.value))

    def variable(self, name: str) -> str:
        """Write a variable: a local one, or one of the environment."""
        return self.names.get(name) or f"e[{self.compiler.slot(name)}]"

    def bound(self, variable: str) -> str:
        """Return a local name for a variable that is bound here."""
        self.names[variable] = local = self.writer.fresh()
        return local

    def unless_nobody(self, term: Term, write: Callable[[str], str], none: str) -> str:
        """Write code for a term's value, and `none` for when the term is nobody."""
        text = self.value(term)
        if is_somebody(term) or text.isdigit():
            return write(text)
        one = self.writer.name(text)
        return f"({none} if {one} is None else {write(one)})"

    def _parts(self, writes: Sequence[Callable[[], str]], joining: str) -> str:
        """Join parts with `and` or `or`; a later one runs only if the earlier ones leave it open."""
        first, *others = writes
        found = first()
        for write in others:
            if found in ("True", "False"):
                if (found == "True") is (joining == "or"):
                    return found
                found = write()
                continue
            with self.writer.apart() as statements:
                text = write()
            if text == ("True" if joining == "and" else "False") and not statements:
                continue
            if not statements:
                found = f"({found} {joining} {text})"
                continue
            local = self.writer.fresh()
            self.writer.line(f"{local} = {found}")
            self.writer.line(f"if {local}:" if joining == "and" else f"if not {local}:")
            self.writer.lines += [*statements, self._deeper(f"{local} = {text}")]
            found = local
        return found

    def _deeper(self, text: str) -> str:
        with self.writer.apart() as statements:
            self.writer.line(text)
        return statements[0]

    def choose(self, condition: str, then: Callable[[], str], otherwise: Callable[[], str]) -> str:
        """Write `then if condition else otherwise`; only one of the two runs."""
        if condition in ("True", "False"):
            return then() if condition == "True" else otherwise()
        with self.writer.apart() as first:
            one = then()
        with self.writer.apart() as second:
            other = otherwise()
        if not first and not second:
            return f"({one} if {condition} else {other})"
        local = self.writer.fresh()
        self.writer.line(f"if {condition}:")
        self.writer.lines += [*first, self._deeper(f"{local} = {one}")]
        self.writer.line("else:")
        self.writer.lines += [*second, self._deeper(f"{local} = {other}")]
        return local

    # ---- what is named

    def let(self, term: terms.LetRef) -> str:
        """Write a reference to a named quantity."""
        let = self.compiler.lets[term.let]
        short = self.compiler.short(term.let) if let.subject is None and not self.compiler.in_winner else ""
        if short:
            return short
        name = self.compiler.let(term.let)
        if term.subject is None:
            own = {Kind.SEAT: "player", Kind.SIDE: "side", Kind.CARD: "card", None: ""}[let.subject]
            return f"{name}(s, e, {self.variable(own) if own else None})"
        none = self.literal(nothing(let.type))
        return self.unless_nobody(term.subject, lambda who: f"{name}(s, e, {who})", none)

    def _tally(self, term: terms.TallyRef) -> str:
        number = self.compiler.tallies.index(term.tally)
        rows = {"now": "s.tallies", "before": "s.tallies_before", "filled": "s.filled"}[term.which]
        row = f"{rows}[{number}]"
        if (holder := term.holder) is None or self._is_of_table(term.tally):
            return f"{row}[0]"
        read = "tally_of_seat" if holder.type.kind is Kind.SEAT else "tally_of_side"
        return self.unless_nobody(holder, lambda who: f"{read}(s, {row}, {who})", "0")

    def _is_of_table(self, name: str) -> bool:
        return any(tally.name == name and tally.of_table for tally in self.compiler.game.scoring.tallies)

    def answer(self, term: terms.Answer) -> str:
        """Write a parameter of an answer, or a value fixed with it."""
        decision = self.compiler.decision(term.decision)
        names = self.compiler.parameters.get(term.decision, ())
        none = self.literal(nothing(term.type))
        found = f"last_answer(s, {decision})"
        if term.who is not None:
            found = f"last_answer_of(s, {decision}, {self.value(term.who)})"
        one = self.writer.name(found)
        if term.name in names:
            return f"({none} if {one} is None else {one}.arguments[{names.index(term.name)}])"
        return f"({none} if {one} is None else fixed_value({one}, {self.literal(term.name)}, {none}))"

    def _did(self, term: terms.Did) -> str:
        who = term.who
        if term.decision == "bid":
            if who is None:
                return "bool(s.calls)"
            read = "has_side_bid" if who.type.kind is Kind.SIDE else "has_bid"
            return self.unless_nobody(who, lambda one: f"{read}(s, {one})", "False")
        decision = self.compiler.decision(term.decision)
        arguments = "None"
        if term.arguments:
            arguments = f"({', '.join(self.value(argument) for argument in term.arguments)},)"
        if who is not None and who.type.kind is Kind.CARD:
            return self.unless_nobody(who, lambda one: f"did_with_card(s, {decision}, {one}, {arguments})", "False")
        if who is None:
            return f"did(s, {decision}, -1, {arguments})"
        seats = "mask_of(s.sides[{0}])" if who.type.kind is Kind.SIDE else "1 << {0}"
        return self.unless_nobody(who, lambda one: f"did(s, {decision}, {seats.format(one)}, {arguments})", "False")

    def _is_bid(self, term: terms.IsBid) -> str:
        number = self.compiler.bids.get(term.bid_type, -1)  # a bid of other deals is never made on this one
        arguments = [self.value(argument) for argument in term.arguments]
        made = self.writer.name(self.value(term.bid))
        same = f" and {made}.arguments == ({', '.join(arguments)},)" if arguments else ""
        return f"({made} is not None and {made}.type == {number}{same})"

    def _bid_parameter(self, term: terms.BidParameter) -> str:
        places = {
            number: names.index(term.name)
            for number, kind in enumerate(self.compiler.game.bids)
            if term.name in (names := [parameter.name for parameter in kind.parameters])
        }
        none = self.literal(nothing(term.type))
        made = self.writer.name(self.value(term.bid))
        found = none
        for number, place in places.items():
            found = f"({made}.arguments[{place}] if {made}.type == {number} else {found})"
        return f"({none} if {made} is None else {found})"

    def _broke(self, term: terms.Broke) -> str:
        number = self.compiler.trusts[term.trust]
        return self.unless_nobody(term.who, lambda seat: f"bool(s.broke[{number}] >> {seat} & 1)", "False")

    def _ran(self, term: terms.Ran) -> str:
        clock = self.literal(term.clock)
        if term.who is None:
            return f"({clock} in s.time_up)"
        seats = "s.sides[{0}]" if term.who.type.kind is Kind.SIDE else "({0},)"
        return self.unless_nobody(term.who, lambda one: f"times_late(s, {clock}, {seats.format(one)})", "0")

    # ---- what runs over a set

    def _holds(self, term: terms.Holds) -> str:
        found = self.writer.fresh()
        ends = "False" if term.quantifier == "every" else "True"
        self.writer.line(f"{found} = {'True' if term.quantifier == 'every' else 'False'}")
        of = cards.any_order(self, term.of)
        with self.writer.block(f"for {self.bound(term.variable)} in {of}:"):
            condition = self.value(term.condition)
            with self.writer.block(f"if {'not ' if term.quantifier == 'every' else ''}{condition}:"):
                self.writer.line(f"{found} = {ends}")
                self.writer.line("break")
        return f"(not {found})" if term.quantifier == "no" else found

    def _fold(self, term: terms.Fold) -> str:
        found = self.writer.fresh()
        self.writer.line(f"{found} = {'0' if term.how == 'sum' else 'None'}")
        of = cards.any_order(self, term.of)
        with self.writer.block(f"for {self.bound(term.variable)} in {of}:"):
            body = self.value(term.body)
            if term.how == "sum":
                self.writer.line(f"{found} += {body}")
            else:
                one = self.writer.name(body)
                sign = ">" if term.how == "most" else "<"
                with self.writer.block(f"if {found} is None or {one} {sign} {found}:"):
                    self.writer.line(f"{found} = {one}")
        return f"({found} or 0)"

    def _run(self, term: terms.Run) -> str:
        length, longest = self.writer.fresh(), self.writer.fresh()
        self.writer.line(f"{length} = {longest} = 0")
        of = self.items(term.of)
        with self.writer.block(f"for {self.bound(term.variable)} in {of}:"):
            self.writer.line(f"{length} = {length} + 1 if {self.value(term.condition)} else 0")
            self.writer.line(f"{longest} = max({longest}, {length})")
        return length if term.how == "final" else longest

    # ---- operations

    def _op(self, term: Op) -> str:
        if term.op == "trumps" and self.compiler.ranking is not None:
            return self.literal(self.compiler.ranking.trumps)
        row = OPERATIONS.get(term.op)
        return self._form(term) if row is None else self.row(row.code, term, self.literal(nothing(row.type)))

    def row(self, code: str, term: Op, none: str) -> str:
        """Write the code of a row; `none` is its value when its argument is nobody."""
        if not term.arguments:
            return code
        return self.unless_nobody(term.arguments[0], lambda one: closed(code.format(one)), none)

    def _form(self, term: Op) -> str:
        op, arguments = term.op, term.arguments
        match op:
            case "and" | "or":
                return self._parts([lambda part=part: self.value(part) for part in arguments], op)  # type: ignore[misc]
            case "not":
                return _opposite(self.value(arguments[0]))
            case "if":
                condition, then, otherwise = arguments
                return self.choose(self.value(condition), lambda: self.value(then), lambda: self.value(otherwise))
            case "else":
                first = self.writer.name(self.value(arguments[0]))
                return self.choose(f"{first} is not None", lambda: first, lambda: self.value(arguments[1]))
            case "is" | "is_not":
                return self._same(term)
            case "same":
                return f"({self.value(arguments[0])} == {self.value(arguments[1])})"
            case "member" | "not_member":
                return self._negated(self._member(*arguments), op)
            case "includes":
                return self._member(arguments[1], arguments[0])
            case "in_suit" | "not_in_suit":
                return self._negated(self._in_suit(*arguments), op)
            case "in_suits" | "not_in_suits":
                suits = self.items(arguments[1])
                inside = self.unless_nobody(arguments[0], lambda one: f"(s.ranking.suit[{one}] in {suits})", "False")
                return self._negated(inside, op)
            case "count":
                of = arguments[0]
                return f"({self.mask(of)}).bit_count()" if of.type.kind is Kind.CARD else f"len({self.items(of)})"
            case "is_empty":
                return f"(not {cards.any_form(self, arguments[0])})"
            case "first" | "last":
                found = self.writer.name(self.items(arguments[0]))
                return f"({found}[{-1 if op == 'last' else 0}] if {found} else None)"
            case "only":
                found = self.writer.name(self.items(arguments[0]))
                return f"({found}[0] if len({found}) == 1 else None)"
            case "holder":
                return f"holder(s, {self.mask(arguments[0])})"
            case "random":
                return f"draw(s, {self.items(arguments[0])})"
            case "top_of_suit":
                return self._top_of_suit(arguments[0], arguments[1])
            case "beats":
                return f"bool({self.mask(arguments[0])} & {cards.beaters(self, arguments[1])})"
            case "looked":
                return self.unless_nobody(arguments[0], lambda one: f"bool(s.looked >> {one} & 1)", "False")
            case "sure_of_the_rest":
                return self.unless_nobody(arguments[0], lambda one: f"is_sure(s, {one})", "False")
            case "is_whole":
                return amounts.is_whole(self, arguments[0])
            case _:
                return amounts.written(self, term)

    def _negated(self, text: str, op: str) -> str:
        return _opposite(text) if op.startswith("not_") else text

    def amount(self, term: Term) -> str:
        """Write an amount; nobody's is 0."""
        text = self.value(term)
        return text if is_somebody(term) else f"({text} or 0)"

    def settled(self, term: Term) -> tuple[Value] | None:
        """Return the value of a term that is the same in every state; None for any other term."""
        match term:
            case Const(value=value) if term.type.kind is not Kind.CARD:
                return (whole(value),)
            case OptionRef(name=name) if term.type.kind is not Kind.CARD:
                return (whole(self.compiler.options[name]),)
            case _:
                return None

    def _same(self, term: Op) -> str:
        left, right = term.arguments
        wanted = term.op == "is"
        known, other_known = self.settled(left), self.settled(right)
        if known is not None and other_known is not None and None not in (*known, *other_known):
            return repr((known == other_known) is wanted)
        first, second = self.value(left), self.value(right)
        is_card = left.type.kind is Kind.CARD and right.type.kind is Kind.CARD
        sign = "==" if wanted else "!="
        if is_card and len(self.compiler.deck.copies) < self.compiler.deck.size:
            faces = self.compiler.module.constant(self.compiler.deck.faces)
            one, other = self.writer.name(first), self.writer.name(second)
            test = f"{faces}[{one}] {sign} {faces}[{other}]"
        else:
            if is_somebody(left) and is_somebody(right):
                return f"({first} {sign} {second})"
            one, other = self.writer.name(first), self.writer.name(second)
            test = f"{one} {sign} {other}"
        if wanted:
            return f"({one} is not None and {other} is not None and {test})"
        return f"({one} is None or {other} is None or {test})"

    def _member(self, x: Term, of: Term) -> str:
        if of.type.kind is Kind.CARD and x.type.kind is Kind.CARD:
            return f"bool({self.mask(x)} & {self.mask(of)})"
        found = self.writer.name(self.value(x))
        several = self.items(of)
        return f"({found} in {several})" if is_somebody(x) else f"({found} is not None and {found} in {several})"

    def _in_suit(self, card: Term, suit: Term) -> str:
        one, which = self.writer.name(self.value(card)), self.writer.name(self.value(suit))
        somebody = "" if is_somebody(card) else f"{one} is not None and "
        somebody += "" if is_somebody(suit) else f"{which} is not None and "
        return f"({somebody}s.ranking.suit[{one}] == {which})"

    def _top_of_suit(self, rank: Term, suit: Term) -> str:
        compiler = self.compiler
        found = {key: compiler.deck.copies[face][0] for key, face in compiler.faces.items()}
        return f"{compiler.module.constant(found)}.get(({self.value(suit)}, {self.value(rank)}))"


def _opposite(text: str) -> str:
    return {"True": "False", "False": "True"}.get(text, f"(not {text})")


def closed(text: str) -> str:
    """Put an expression in brackets, unless it is one name, call or place in a list."""
    depth = 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if depth == 0 and letter == " ":
            return f"({text})"
    return text


def is_somebody(term: Term) -> bool:
    """Tell whether a term is never nobody."""
    if term.type.many or term.type.kind in AMOUNTS or term.type.kind is Kind.TRUTH:
        # An amount of nobody is already 0 when it is read, except for a variable that was never given a value.
        return not isinstance(term, Var)
    match term:
        case Const(value=value):
            return value is not None
        case OptionRef():
            return term.type.kind is Kind.WORD
        case Op(op="this_trick" | "dealer" | "leader"):
            return True
        case Var(name=name):
            return name[:1] == "v" and name[1:].isdigit()
        case _:
            return False
