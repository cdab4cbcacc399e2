"""Terms in sentences: conditions as clauses, their denials, and comparisons as people say them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from typing import Final

from spadesdsl.book.language import Part, joined, phrase
from spadesdsl.book.nouns import Nouns, is_from
from spadesdsl.book.settled import kept_of, settled
from spadesdsl.rules import terms
from spadesdsl.rules.game import Rules
from spadesdsl.rules.operations import OPPOSITES, ops_of
from spadesdsl.rules.parts import Parameter
from spadesdsl.rules.walking import COMPARISONS, every_term, free_variables, walk

_TRICKS_TAKEN: Final = ops_of("taken")
_NONE_OR_SOME: Final = {
    ("=", 0): "none", ("<=", 0): "none", ("<", 1): "none", (">", 0): "some", ("!=", 0): "some", (">=", 1): "some",
}  # fmt: skip
"""What comparisons with 0 and 1 say of a number that is never below 0."""
_NAMING: Final = (terms.LetRef, terms.Did, terms.IsBid, terms.Answer)
_SHORT: Final = 12
"""Of so many terms is what a condition says instead of its name."""


class Terms(Nouns):
    """Says the terms of one game."""

    def clause(self, term: terms.Term) -> Part:
        """Say a condition."""
        match term:
            case terms.Const(value=bool(value)):
                return phrase("clause.always" if value else "clause.never")
            case terms.LetRef() if (meant := self._meant(term)) is not None:
                return self.clause(meant)
            case terms.Op(op="and" | "or" as op, arguments=arguments):
                parts = tuple([self._meant(part) or part for part in arguments])
                said = self._without_repeating(parts, [self._within(part, op) for part in parts])
                return joined(said, f"clause.{op}" if op == "and" or len(said) == 2 else "clause.or_more")
            case terms.Op(op="not", arguments=(inner,)):
                return self.negated(inner)
            case terms.LetRef(let=let, subject=subject):
                return self._is_so(let.split(".")[-1], subject)
            case terms.Answer(name=name):
                return phrase("clause.applies", self.named(name))
            case terms.Did():
                return self._did(term)
            case terms.IsBid():
                return self._is_bid(term)
            case terms.Broke(who=who, trust=trust):
                return phrase("clause.broke", self.noun(who), self.named(trust))
            case terms.Ran():
                return phrase("clause.time_up") if term.who is None else phrase("clause.ran", self.noun(term.who))
            case terms.Holds(quantifier=quantifier, of=of, variable=variable, condition=condition):
                return self._quantified(quantifier, of, variable, condition)
            case terms.Op(op="if", arguments=(condition, then, otherwise)):
                return phrase("clause.if", self.clause(then), self.clause(condition), self.clause(otherwise))
            case terms.Op():
                return self._test(term)
            case _:
                return phrase("clause.so", self.noun(term))

    def negated(self, term: terms.Term) -> Part:
        """Say that a condition does not hold."""
        match term:
            case terms.Op(op="not", arguments=(inner,)):
                return self.clause(inner)
            case terms.Op(op="leading" | "following" | "is_empty" as op, arguments=arguments):
                return phrase(f"clause.not_{op}", *map(self.noun, arguments))
            case terms.Op(op=op, arguments=arguments, type=kind) if op in OPPOSITES:
                return self.clause(terms.Op(OPPOSITES[op], arguments, kind))
            case terms.Op(op="same", arguments=(one, other)):
                return phrase("op.is_not", self.noun(one), self.noun(other))
            case terms.Op(op="includes", arguments=(of, one)):
                return self._includes(of, one, no="not_")
            case terms.LetRef() if (meant := self._meant(term)) is not None:
                return self.negated(meant)
            case terms.LetRef(let=let, subject=subject):
                return self._is_so(let.split(".")[-1], subject, no="not_")
            case terms.Answer(name=name):
                return phrase("clause.not_applies", self.named(name))
            case terms.IsBid():
                return self._is_bid(term, no="not_")
            case terms.Did():
                return self._did(term, no="not_")
            case terms.Holds(quantifier="some" | "no" as quantifier, of=of, variable=variable, condition=condition):
                return self._quantified("no" if quantifier == "some" else "some", of, variable, condition)
            case _:
                return phrase("clause.not", self.clause(term))

    def _meant(self, term: terms.Term) -> terms.Term | None:
        """Return what a condition with a name means, if that is short and about cards, and has no sentence.

        What was bid and chosen is better called by the author's name.
        """
        if not isinstance(term, terms.LetRef) or term.type.kind is not terms.Kind.TRUTH or term.type.many:
            return None
        let = self.game.let_of[term.let]
        if let.rule.sentence or not isinstance(term.subject, terms.Var | None):
            return None
        body = settled(let.body, self.game)
        parts = list(walk(body))
        is_named = any(isinstance(one, _NAMING) or (isinstance(one, terms.Op) and one.op == "if") for one in parts)
        own = {one.name for one in parts if isinstance(one, terms.Var)} & free_variables(body)
        is_of_it = own <= ({term.subject.name} if term.subject is not None else set())
        is_clumsy = _has_parts(body) and term.let in kept_of(self.game, _denied)
        return None if is_named or is_clumsy or not is_of_it or len(parts) > _SHORT else body

    def _includes(self, of: terms.Term, one: terms.Term, no: str = "") -> Part:
        """Say that a card is in a place, or that it is not there."""
        match of:
            case terms.Op(op="played" | "trick" as place):
                return phrase(f"clause.{no}{'played' if place == 'played' else 'on_table'}", self.noun(one))
            case terms.Op(op="seat_cards" | "side_cards", arguments=(who,)):
                return phrase(f"clause.{no}won", self.noun(who), self.noun(one))
            case terms.Op(op="hand", arguments=(who,)):
                return phrase(f"clause.{no}held", self.noun(who), self.noun(one))
            case _:
                return phrase(f"clause.{no}includes", self.plural(of), self.noun(one))

    def _within(self, part: terms.Term, op: str) -> Part:
        said = self.clause(part)
        inner = part.condition if isinstance(part, terms.Holds) else part
        is_other = isinstance(inner, terms.Op) and inner.op in ("and", "or") and inner.op != op
        return phrase("brackets", said) if is_other else said

    def _without_repeating(self, parts: tuple[terms.Term, ...], said: list[Part]) -> list[Part]:
        """Name a player that conditions share only once: `the player has taken no trick and has won the queen`."""
        texts = [self.language.say(one) for one in said]
        for variable in {one.name: one for part in parts for one in walk(part) if isinstance(one, terms.Var)}.values():
            subject = f"{self.language.say(self.noun(variable))} "
            for at, pair in enumerate(pairwise(parts)):
                is_again = texts[at].startswith(subject) and texts[at + 1].startswith(subject)
                if is_again and all(self.is_about(variable.name, part) for part in pair):
                    said[at + 1] = texts[at + 1].removeprefix(subject)
        return said

    def _did(self, term: terms.Did, no: str = "") -> Part:
        if term.who is None:
            who: Part = phrase("nobody" if no else "noun.somebody")
            no = ""
        else:
            who = self.noun(term.who)
        if term.decision == "bid":
            return phrase(f"did.{no}bid", who)
        chosen: Part = self.named(term.decision)
        if term.arguments:
            of = self.asked(term.decision)
            said = [self._chosen(one, of[number : number + 1]) for number, one in enumerate(term.arguments)]
            chosen = phrase("did.with", chosen, joined(said, "list.comma"))
        is_card = term.who is not None and term.who.type.kind is terms.Kind.CARD
        return phrase(f"did.{no}{'played_with' if is_card else 'chosen'}", who, chosen)

    def _chosen(self, value: terms.Term, of: tuple[Parameter[terms.Term], ...]) -> Part:
        """Say a value that was named, by what its parameter calls it."""
        labels = {choice: label for one in of for choice, label in zip(one.choices or (), one.labels, strict=False)}
        label = labels.get(value.value) if isinstance(value, terms.Const) else None
        return self.own(label) if label else self.noun(value)

    def _is_so(self, name: str, subject: terms.Term | None, no: str = "") -> Part:
        """Say that a quantity of the author's holds, or that it does not."""
        named = self._of(name, subject)
        if isinstance(named, str) or subject is None or name.startswith("has_"):
            return phrase(f"clause.{no}applies", named)
        return phrase(f"clause.{no}is", self.noun(subject), self.named(name))

    def _is_bid(self, term: terms.IsBid, no: str = "") -> Part:
        bid, made = term.bid, self.made(term.bid_type, term.arguments)
        match bid:
            case terms.Op(op="seat_bid" | "side_bid", arguments=(who,)):
                return phrase(f"clause.{no}has_bid", self.noun(who), made)
            case _:
                return phrase(f"clause.{no}is", self.noun(bid), made)  # made at some time, or a bid with a name

    def made(self, name: str, arguments: Iterable[terms.Term]) -> str:
        """Say a bid: by its label if all of it is known, else by its name."""
        bid = next((one for one in self.game.bids if one.name == name), None)
        said = [self.say(self.noun(one)) for one in arguments]
        if bid is None or not said:
            return self.named(name)
        shown = self.language.own(bid.label)
        for parameter, value in zip(bid.parameters, said, strict=False):
            shown = shown.replace(f"{{{parameter.name}}}", value.replace("*", ""))
        return f"*{shown}*"

    def _quantified(self, quantifier: str, of: terms.Term, variable: str, condition: terms.Term) -> Part:
        if (alone := self._only_player(of)) is not None and not isinstance(of, terms.Filter):
            inner = self.called(**{variable: alone})
            return inner.negated(condition) if quantifier == "no" else inner.clause(condition)
        each, start = self._each(of), phrase(f"quantifier.{quantifier}", self._one(of))
        if _is_of(condition, variable):
            return self.called(**{variable: start}).clause(condition)
        clause = self.called(**{variable: each}).clause(condition)
        joins = [one.op for one in walk(condition) if isinstance(one, terms.Op) and one.op in ("and", "or", "list")]
        if not joins or (len(joins) == 1 and joins[0] != "list" and self.is_about(variable, condition)):
            said = self.language.say(clause)
            for form in ("", *self.language.forms):
                subject = self.language.say(each, form)
                if said.startswith(f"{subject} "):
                    return self.language.say(start, form) + said.removeprefix(subject)
        return phrase("quantifier.for", start, clause)

    def _test(self, term: terms.Op) -> Part:
        op, arguments = term.op, term.arguments
        if op in ("member", "not_member") and self.game.teams.is_single and self.game.teams.after is None:
            match arguments[1]:
                case terms.Op(op="side_members", arguments=(side,)):  # nobody has a partner
                    op, arguments = "is" if op == "member" else "is_not", (arguments[0], side)
                case _:
                    pass
        if op in COMPARISONS and isinstance(arguments[0], terms.Op):
            said = self._counted(op, arguments[0], arguments[1])
            if said:
                return said
        if op in ("member", "not_member") and _is_place(arguments[1]):
            return self._includes(arguments[1], arguments[0], no="not_" if op == "not_member" else "")
        if op in ("in_suit", "not_in_suit", "in_suits", "not_in_suits"):
            return self._suit_test(op, arguments[0], arguments[1])
        if op == "includes":
            return self._includes(arguments[0], arguments[1])
        match arguments:
            case (terms.Op(op="card_player", arguments=(card,)), who) if op in ("is", "same"):
                return phrase("clause.has_played", self.noun(who), self.noun(card))
            case _:
                pass
        return phrase(f"op.{op}", *[self._bracketed(one, is_product=False) for one in arguments])

    def _suit_test(self, op: str, card: terms.Term, suit: terms.Term) -> Part:
        which, named = self.suit(suit)
        key = {"suit": "in_suit", "trump": "trump", "led": "led_suit", "": "in"}[which]
        return phrase(f"clause.{'not_' if op.startswith('not') else ''}{key}", self.noun(card), *named)

    def _counted(self, op: str, left: terms.Op, right: terms.Term) -> Part:
        """Say the comparisons that people say in their own way: of tricks taken, of how many there are, of numbers."""
        number = right.value if isinstance(right, terms.Const) and isinstance(right.value, Fraction | int) else None
        none_or_some = _NONE_OR_SOME.get((op, int(number)), "") if number in (0, 1) else ""
        if left.op in _TRICKS_TAKEN:
            who = self.noun(left.arguments[0])
            if none_or_some:
                return phrase(f"taken.{none_or_some}", who)
            if number is not None:
                return phrase("taken.number", who, phrase(f"fewer.{op}", number), number)
            return phrase("taken.as_many", who, phrase(f"as_many.{op}", self.noun(right)))
        if left.op == "count" and none_or_some:
            of = left.arguments[0]
            played = "_played" if is_from(of, "played") else ""
            return phrase(f"count.{none_or_some}{played}", self._one(of, without="played"))
        if left.op == "call_place" and none_or_some:
            return phrase(f"count.{none_or_some}_called", self.noun(left.arguments[0]))
        if left.op == "deal" and self.is_after_deal:
            deals = self.noun(right) if op == "=" else phrase(f"fewer.{op}", self.noun(right))
            return phrase("number.played", deals, number or 2)
        if left.op == "count" and number is not None and isinstance(left.arguments[0], terms.Filter):
            of = left.arguments[0]
            left_out = "no_one" if number == 1 else "no_many"
            if (said := self.relative("", of.variable, of.condition, left_out)) is not None:
                return phrase("relative.counted", phrase(f"fewer.{op}", number), self.plural(of.of), said)
            clause = self.called(**{of.variable: self._each(of.of)}).clause(of.condition)
            return phrase("count.filter", phrase(f"fewer.{op}", number), self.plural(of.of), clause)
        place = left.arguments[0] if left.op == "count" else None
        which = "zone" if isinstance(place, terms.ZoneRef) else getattr(place, "op", "")
        if place is not None and which in ("hand", "trick", "zone"):
            return phrase(f"count.{which}", self.noun(place), phrase(f"fewer.{op}", self.noun(right)), number or 2)
        match left.arguments[0] if left.op == "count" and number is not None else None:
            case terms.Op(
                op="part_suit", arguments=(terms.Op(op="seat_cards" | "side_cards", arguments=(winner,)), suit)
            ):
                cards = phrase("count.of_suit", phrase(f"fewer.{op}", number or 0), self._suit(suit, "many"))
                return phrase("clause.won", self.noun(winner), cards)
            case _:
                pass
        if left.op == "count" and number is not None:
            way = "count.number_of" if isinstance(left.arguments[0], terms.LetRef) else "count.number"
            return phrase(way, phrase(f"fewer.{op}", number), self.plural(left.arguments[0]), number)
        if left.op in ("seat_behind", "side_behind"):
            return phrase("clause.behind", self.noun(left.arguments[0]), phrase(f"fewer.{op}", self.noun(right)))
        if left.op in ("trick_number", "deal") and number is not None and number >= 1:
            return self._numbered(op, phrase("thing.trick" if left.op == "trick_number" else "thing.deal"), int(number))
        return ""

    def _numbered(self, op: str, thing: Part, number: int) -> Part:
        match op:
            case "=":
                return phrase("number.is", thing, number)
            case "!=":
                return phrase("number.is_not", thing, number)
            case "<=" | "<":
                last = number if op == "<=" else number - 1
                return phrase("number.first" if last > 1 else "number.is", thing, max(last, 1))
            case _:
                over = number if op == ">" else number - 1
                return phrase("number.any", thing) if over < 1 else phrase("number.over", thing, over)


def _is_of(condition: terms.Term, variable: str) -> bool:
    """Tell whether a condition compares one thing of a variable, such as its score, with something else."""
    match condition:
        case terms.Op(
            op="=" | "<" | "<=" | ">" | ">=" | "is" | "same",
            arguments=(
                terms.LetRef(subject=terms.Var(name=name))
                | terms.TallyRef(holder=terms.Var(name=name))
                | terms.BidParameter(bid=terms.Op(op="call_bid", arguments=(terms.Var(name=name),)))
                | terms.Op(arguments=(terms.Var(name=name),)),
                other,
            ),
        ):
            return name == variable and variable not in free_variables(other)
        case _:
            return False


def _has_parts(term: terms.Term) -> bool:
    """Tell whether a condition joins others, or is about all of some things: its denial is clumsy."""
    joins = (one for one in walk(term) if isinstance(one, terms.Holds | terms.Op))
    return any(isinstance(one, terms.Holds) or one.op in ("and", "or") for one in joins)


def _denied(game: Rules) -> frozenset[str]:
    """Return the conditions with a name of which some rule says what is so where they do not hold."""
    nots = (one.arguments[0] for one in every_term(game) if isinstance(one, terms.Op) and one.op in ("not", "if"))
    return frozenset(one.let for one in nots if isinstance(one, terms.LetRef))


def _is_place(of: terms.Term) -> bool:
    """Tell whether these are the cards that are somewhere, and not some that are named."""
    return of.type.kind is terms.Kind.CARD and not (isinstance(of, terms.Op) and of.op in ("list", "part"))
