"""Examples: which of them apply to a game, and which were dropped with what they name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

from spadesdsl.check.constants import constant_of
from spadesdsl.check.findings import Mistake, mistake, refuse_unknown, suggest
from spadesdsl.check.options import PRESET, number_of, preset_of, value_set
from spadesdsl.check.resolved import Key, Resolution, source_of
from spadesdsl.check.tables import word_of
from spadesdsl.check.types import NOBODY_ASKED
from spadesdsl.diagnostics import Diagnostic, Note, guess, warning
from spadesdsl.engine.bids import letters
from spadesdsl.frozen import Frozen, replace
from spadesdsl.rules.game import Rules, WorkedExample
from spadesdsl.rules.operations import NUMBER
from spadesdsl.rules.parts import Ask
from spadesdsl.rules.terms import Kind
from spadesdsl.rules.walking import all_steps
from spadesdsl.syntax import bodies, examples, expressions, nodes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spadesdsl.check.checker import Checker
    from spadesdsl.rules.game import Option
    from spadesdsl.rules.parts import BidType, Parameter
    from spadesdsl.source import Span

    _Whole: TypeAlias = nodes.SetOptions | examples.Plays | examples.Expect | examples.NextDeal
    _Part: TypeAlias = _Whole | examples.Fact | examples.BidsOf | examples.TrickOf | examples.Outcome | examples.Result


def sort_examples(
    checker: Checker,
    game: Rules,
    only: frozenset[str] | None = None,
    others: frozenset[Key] = frozenset(),
    *,
    as_written: bool,
) -> Rules:
    """Give a game its examples.

    Args:
        only: The documents whose examples are wanted; None for all.
        others: With `only`, the rules of deals without any block: examples missing there are wanted too.
        as_written: Whether the file's own examples have to fit. With settings from outside they are treated as
            inherited ones: an example is dropped if it names something that a setting removed.
    """
    resolution = checker.symbols.resolution
    kept, gone = [], []
    for key, resolved in resolution.rules.items():
        node = resolved.node
        if key[1] != "example" or not isinstance(node, examples.Example):
            continue
        if only is not None and resolved.document.name not in only and key in others:
            continue
        is_own = as_written and resolved.document is resolution.document
        try:
            _Reader(checker, game, _set_in(node, resolution), is_own).example(node)
        except Mistake as stop:
            if is_own and stop.finding is not None:
                checker.findings.add(stop.finding)
            elif stop.finding is not None:
                gone.append((node.title, stop.finding.message))
            continue
        if is_own:
            for found in _without_effect(node):
                checker.findings.add(found)
        kept.append(WorkedExample(node, resolved.document.name, source_of(node)))
    return replace(game, examples=tuple(kept), gone_examples=tuple(gone))


def _without_effect(example: examples.Example) -> Iterator[Diagnostic]:
    """Warn about an example that expects nothing, and about a trick that nothing in it is expected of (W527)."""
    found = [one.expect if isinstance(one, examples.CaseOf) else one for one in example.lines]
    results = [result for one in found if isinstance(one, examples.Expect) for result in one.results]
    if not results:
        hint = "write what comes out: `case us take 7: us { contract = 50 }`, or `expect South wins the trick`"
        yield warning("W527", example.title_span, "This example expects nothing, so it checks nothing.", hint)
    elif all(isinstance(one, examples.Sheet | examples.ExpectDealer) for one in results):
        for line in example.lines:
            if isinstance(line, examples.Plays):
                hint = (
                    "write `tricks` for a trick that is over, or what is expected of it: `expect South wins the trick`"
                )
                yield warning("W527", line.span, "Nothing is expected of this trick.", hint)


def _set_in(example: examples.Example, resolution: Resolution) -> dict[str, bodies.Assign]:
    lines = (line for line in example.lines if isinstance(line, nodes.SetOptions))
    return {
        one.name: one
        for line in lines
        for assign in line.assigns
        for one in (preset_of(assign, resolution).assigns if assign.name == PRESET else (assign,))
    }


_NO_BIDS = (expressions.Name("look"), expressions.Name("wait"))
"""Words allowed among bids that are not bids."""


def _said_by(line: examples.Line) -> Iterator[_Part]:
    """Go over what a line of an example says."""
    match line:
        case examples.Given(facts=parts) | examples.Bids(bids=parts) | examples.Tricks(tricks=parts):
            yield from parts
        case examples.CaseOf(outcomes=outcomes, expect=expect):
            yield from (*outcomes, *expect.results, expect)
        case examples.Expect(results=results):
            yield from (*results, line)
        case _:
            yield line


_SPELT: Final = 0.8
"""How alike a slip of the pen and the name of a place are: card players have many words for places."""


class _Reader(Frozen):
    """Looks up every name in an example."""

    checker: Checker
    game: Rules
    set: dict[str, bodies.Assign]
    """What the example sets, overriding everything else."""
    is_own: bool
    """Whether its mistakes are reported; an inherited one that does not fit is left out."""

    def example(self, example: examples.Example) -> None:
        for line in example.lines:
            for part in _said_by(line):
                self._part(part)

    def _part(self, part: _Part) -> None:
        match part:
            case nodes.SetOptions(assigns=assigns):
                self._settings(assigns)
            case examples.Sheet():
                self._sheet(part)
            case examples.GivenValue():
                self._value(part)
            case examples.GivenCards(who=who, zone=zone, cards=cards, span=span):
                self._place(who, zone, span)
                self._cards(cards)
            case (
                examples.GivenTaken(who=who, span=span)
                | examples.GivenUnlooked(who=who, span=span)
                | examples.Take(who=who, span=span)
                | examples.WinTricks(who=who, span=span)
            ):
                self._who(who, span)
            case examples.GivenDid():
                self._did(part)
            case examples.BidsOf(who=who, bids=bids, span=span):
                self._who(who, span)
                self._bids(bids)
            case examples.Plays(plays=plays, span=span):
                for play in plays:
                    self._seat(play.who, span)
                    self._card(play.card)
                    if play.said is not None:
                        self._did(examples.GivenDid(play.who, "did", play.said, span=play.said.span))
            case examples.TrickOf(leader=leader, cards=cards, span=span):
                self._seat(leader, span)
                self._cards(cards)
            case examples.ExpectMoves(bids=True, moves=moves):
                self._bids(move for move in moves if move not in _NO_BIDS)
            case examples.ExpectMoves(moves=moves):
                for card, *said in examples.said_with(moves, self.checker.symbols.decisions):
                    self._cards((card,))
                    for word in said:
                        self._did(examples.GivenDid(self.game.seats[0], "did", word, span=word.span))
            case examples.ExpectTrick(who="nobody") | examples.ExpectGame(who="nobody") | examples.NextDeal():
                pass
            case (
                examples.ExpectTrick(who=who, span=span)
                | examples.ExpectLead(who=who, span=span)
                | examples.ExpectDealer(who=who, span=span)
            ):
                self._seat(who, span)
            case examples.ExpectGame(who=who, span=span):
                self._who(who, span)
            case examples.ExpectAsked(who=who, decision=decision, span=span):
                self._who(who, span)
                known = [*self.checker.symbols.decisions, *self.checker.symbols.rounds]
                refuse_unknown(decision, known, "decisions", "E253", span, f"There is no decision `{decision}`.")
                self._refuse_said_with_card(part)
            case examples.ExpectLate(clock=clock, what=what, is_bid=is_bid, span=span):
                known = [one.name for one in self.game.clocks if one.phase]
                refuse_unknown(clock, known, "clocks", "E253", span, f"No choice has a clock `{clock}`.")
                (self._bids if is_bid else self._cards)((what,))
            case examples.ExpectHeld(who=who, zone=zone, held=held, lacks=lacks, span=span):
                if who != "deck":
                    self._place(who, zone, span)
                self._cards(() if isinstance(held, int) or (lacks and who == "deck") else held)
            case examples.Expect(because=because, span=span):
                if because is not None:
                    self._because(".".join(because), span)
            case _:
                assert_never(part)

    def _cards(self, cards: Iterable[examples.BidNode]) -> None:
        for card in cards:
            assert not isinstance(card, examples.BidText)
            self._card(card)

    def _refuse_said_with_card(self, asked: examples.ExpectAsked) -> None:
        """Refuse a question for what is said with a card: nobody is asked for that."""
        steps = [one for one in all_steps(self.game) if isinstance(one, Ask) and one.name == asked.decision]
        if steps and all(one.timing is not None and one.timing.moment == "with each" for one in steps):
            is_legal = "legal" if asked.is_asked else "illegal"
            card = next(iter(self.game.faces)).name
            message = f"`{asked.decision}` is said with a card, and nobody is asked for it."
            raise mistake("E253", asked.span, message, f"ask for the card: `{is_legal} {card} {asked.decision}`")

    def _settings(self, assigns: Iterable[bodies.Assign]) -> None:
        options = self.game.option_of
        for assign in assigns:
            if assign.name == PRESET:
                continue  # it was looked up
            if assign.name not in options:
                hint = suggest(assign.name, options, "options") if self.is_own else ""
                raise mistake("E251", assign.span, f"There is no option `{assign.name}`.", hint)
            value_set(assign, options[assign.name], self.checker.symbols.table)

    def _value(self, fact: examples.GivenValue) -> None:
        name, value = fact.name, fact.value
        times = tuple(clock.name for clock in self.game.clocks if not clock.phase)
        known = ("deal", "dealer", "trick_number", *times)
        if name not in known:
            hint = guess(name, known) or "`deal`, `dealer` and `trick_number` can"
            raise mistake("E252", fact.span, f"`{name}` cannot be given.", hint)
        if name == "dealer":
            self._seat(word_of(value), value.span)
        elif name not in times and number_of(value) is None:
            raise mistake("E304", value.span, "A number belongs here.", f"write it out, as in `{name} = 4`")

    def _place(self, who: str, zone: str | None, span: Span) -> None:
        """Check that a place can hold cards: a hand, a zone, what a rule has moved."""
        symbols = self.checker.symbols
        own = [name for name, one in symbols.table.zones.items() if one.each is not None]
        if zone is not None:
            self._seat(who, span)
            if zone not in own:
                message = f"Nobody has a zone `{zone}` of their own."
                raise mistake("E252", span, message, guess(zone, own) or "give the cards of a hand")
        elif who in own:
            hint = f"say whose it is: `{self.game.seats[0]}.{who} holds …`"
            raise mistake("E252", span, f"Each has a zone `{who}` of their own.", hint)
        elif who not in (places := (*symbols.table.zones, *symbols.moves, "stock", "discards")):
            self._seat(who, span, places, "seat or place")

    def _did(self, fact: examples.GivenDid) -> None:
        self._who(fact.who, fact.span)
        symbols = self.checker.symbols
        if fact.verb == "bid":
            self._bids((fact.what,))
            return
        name = fact.what.name if isinstance(fact.what, expressions.Name | expressions.Call) else ""
        known = symbols.trusts if fact.verb == "broke" else symbols.decisions
        what = "trust" if fact.verb == "broke" else "decision"
        refuse_unknown(name, known, "decisions", "E253", fact.what.span, f"There is no {what} `{name}`.")
        if name in symbols.decisions:
            rule = symbols.decisions[name].rule
            count, given = len(rule.parameters), fact.what.arguments if isinstance(fact.what, expressions.Call) else ()
            if len(given) != count:
                answers = ", ".join(one.name for one in rule.parameters)
                message = f"`{name}` is answered with {count} value{'s' * (count != 1)}."
                hint = (
                    f"write what was answered for `{answers}`: `{name}({answers})`"
                    if count
                    else f"write `{name}` alone"
                )
                if rule.keyword == "pass":
                    message = "An example does not say which cards are passed."
                    hint = "give the hands as they are after it, or what a `give` or a `show` moved"
                raise mistake("E238", fact.what.span, message, hint)
            self._check_listed(given, rule)

    def _because(self, key: str, span: Span) -> None:
        if any(rule.key == key for rule in self.game.rules):
            return
        section, name = key.split(".", maxsplit=1)
        for where, gone in self.checker.symbols.resolution.gone.items():
            if (where[0], where[2]) == (section, name):
                note = Note(gone.span, "it is dropped here")
                raise mistake("E254", span, f"There is no rule `{key}` any more.", "drop or change this example", note)
        known = [rule.name for rule in self.game.rules if rule.section == section]
        near = None if known else guess(key, [rule.key for rule in self.game.rules])
        hint = near or suggest(name, known, f"rules of `{section}`")
        raise mistake("E254", span, f"There is no rule `{key}`.", hint)

    def _sheet(self, sheet: examples.Sheet) -> None:
        scoring = self.game.scoring
        if sheet.who == "table":
            self._table(sheet)
            return
        self._who(sheet.who, sheet.span)
        known = ["score", *(line.name for line in scoring.lines), *(tally.name for tally in scoring.tallies)]
        known += [clock.name for clock in self.game.clocks if clock.phase]
        for assign in sheet.amounts:
            message = f"The score sheet has no line and no tally `{assign.name}`."
            refuse_unknown(assign.name, known, "amounts", "E255", assign.span, message)
            if number_of(assign.value) is None and assign.name not in {clock.name for clock in self.game.clocks}:
                raise mistake("E304", assign.value.span, "A number belongs here.", "write it out, as in `score = 40`")

    def _table(self, sheet: examples.Sheet) -> None:
        """Check facts about the table itself: it only keeps tallies."""
        known = [tally.name for tally in self.game.scoring.tallies if tally.of_table]
        for assign in sheet.amounts:
            message = f"The table keeps no tally `{assign.name}`."
            refuse_unknown(assign.name, known, "tallies of the table", "E255", assign.span, message)

    def _who(self, who: str, span: Span) -> None:
        sides = self.game.teams.sides
        if who in ("us", "them") and self.game.teams.is_single:
            message = f"Each plays alone here, so nobody is `{who}`."
            raise mistake("E256", span, message, f"name a seat: {', '.join(self.game.seats)}")
        if who != "us" and (who != "them" or len(sides) != 2):
            self._seat(who, span, ("us", "them") if len(sides) == 2 < len(self.game.seats) else ())

    def _seat(self, who: str, span: Span, others: tuple[str, ...] = (), what: str = "seat") -> None:
        if who in ("us", "them"):
            side = next(iter(self.game.teams.sides if who == "us" else self.game.teams.sides[1:]), ())
            named = " or ".join(f"`{self.game.seats[one]}`" for one in side)
            raise mistake(
                "E256", span, f"There is no seat `{who}`: that is a side.", f"name one of its players: {named}"
            )
        if who not in self.game.seats:
            names, others = (others, ()) if what == "seat" else ((), others)
            listed = f"the seats are {', '.join(self.game.seats)}"
            listed += f", and the places {', '.join(others)}" if what != "seat" else ""
            hint = guess(who, (*self.game.seats, *names)) or guess(who, others, _SPELT) or listed
            raise mistake("E256", span, f"There is no {what} `{who}`.", hint)

    def _card(self, node: expressions.Expr) -> None:
        word = word_of(node)
        symbols = self.checker.symbols
        # The example's settings may change which cards are removed.
        table = symbols.whole if symbols.whole is not None and symbols.deck_reads & self.set.keys() else symbols.table
        if table.face_index(word) is None:
            cards = suggest(word, (face.name for face in self.game.faces), "cards")
            raise mistake("E257", node.span, f"`{word}` is not in this deck.", cards)

    def _bids(self, bids: Iterable[examples.BidNode]) -> None:
        for node in sorted(bids, key=lambda one: not self._is_next_bidder(one)):
            if isinstance(node, examples.BidText):
                self._label(node)
                continue
            name = node.name if isinstance(node, expressions.Name | expressions.Call) else ""
            bid = next((one for one in self.game.bids if one.name == name), None)
            if bid is None:
                if isinstance(node, expressions.Name) and any(self._can_read(one, name) for one in self.game.bids):
                    continue
                raise self._no_bid(name, node.span)
            arguments = node.arguments if isinstance(node, expressions.Call) else ()
            if len(arguments) != len(bid.parameters):
                raise mistake("E238", node.span, f"The bid `{name}` has {len(bid.parameters)} values.", "give them all")
            for argument, parameter in zip(arguments, bid.parameters, strict=True):
                self._check_range(argument, parameter, name)
            self._check_listed(arguments, self.checker.symbols.bids[name].rule)

    def _check_listed(self, arguments: tuple[expressions.Expr, ...], rule: nodes.Rule) -> None:
        """Refuse a value that is not of the kind of its choice, or not in its list."""
        for argument, parameter in zip(arguments, rule.parameters, strict=True):
            kind = self.checker.parameter_type(rule, parameter).kind
            if kind is Kind.CARD and not isinstance(parameter.choices, bodies.Listed):
                self._card(argument)
            elif kind is not Kind.SIDE:
                self.checker.among(NOBODY_ASKED, rule, parameter, argument)

    def _is_next_bidder(self, node: examples.BidNode) -> bool:
        """Tell whether what should be one bid begins with the name of the next bidder."""
        who, _, bid = node.text.partition(" ") if isinstance(node, examples.BidText) else ("", "", "")
        return bool(bid) and who in ("us", "them", *self.game.seats)

    def _label(self, node: examples.BidText) -> None:
        """Check that some bid can be written this way; its numbers are checked against their range when it is read."""
        if self._is_next_bidder(node):
            message = f"`{node.text}` is not a bid, and a comma does not separate the bids of two players."
            raise mistake("E258", node.span, message, f"write `;` before `{node.text.split()[0]}`")
        if not any(self._can_read(bid, node.text) for bid in self.game.bids):
            raise self._no_bid(node.text, node.span)

    def _can_read(self, bid: BidType, text: str) -> bool:
        """Tell whether a bid may be written this way, as far as its label says."""
        kinds = {
            one.name: "[0-9.]+" if one.type == NUMBER and not one.labels else "[a-z0-9]+" for one in bid.parameters
        }
        parts = re.split(r"\{([a-z0-9_]+)\}", bid.label)
        label = "".join(kinds.get(part, "") if at % 2 else re.escape(letters(part)) for at, part in enumerate(parts))
        name = re.escape(letters(bid.name))
        return re.fullmatch(f"{label}|{name}{label}|{name}{''.join(kinds.values())}", letters(text)) is not None

    def _no_bid(self, text: str, span: Span) -> Mistake:
        known = (word for one in self.game.bids for word in (one.name, one.label) if "{" not in word)
        return mistake("E258", span, f"There is no bid `{text}`.", suggest(text, known, "bids"))

    def _check_range(self, argument: expressions.Expr, parameter: Parameter, bid: str) -> None:
        if parameter.low is None or parameter.high is None:
            return
        if (value := number_of(argument)) is None:
            raise mistake("E304", argument.span, "A number belongs here.", f"write it out, as in `{bid}(4)`")
        options = self._options()
        low, high = constant_of(parameter.low, options), constant_of(parameter.high, options)
        step = 1 if parameter.step is None else constant_of(parameter.step, options)
        if low is None or high is None or step is None:
            return
        if not low <= value <= high or (step and (value - low) % step):
            steps = "" if step == 1 else f" in steps of {step}"
            message = f"`{bid}` goes from {low} to {high}{steps} and is never {value}."
            raise mistake("E259", argument.span, message, "choose one in that range")

    def _options(self) -> dict[str, Option]:
        """Return the options of the game, with the values that the example sets."""
        options = self.game.option_of
        table = self.checker.symbols.table
        changed = [options[name] for name in self.set if name in options]
        return {
            **options,
            **{one.name: replace(one, value=value_set(self.set[one.name], one, table)) for one in changed},
        }
