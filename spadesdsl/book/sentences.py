"""One rule as a sentence: what happens, who decides, which bids there are, which cards may be played."""

from __future__ import annotations

import re
from collections.abc import Iterable
from copy import copy
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from spadesdsl.book.language import Language, Part, Phrase, joined, language, listed, phrase
from spadesdsl.book.nouns import thing_of
from spadesdsl.book.settled import gone_bids, rules_here, settled, settled_rule
from spadesdsl.book.terms import Terms
from spadesdsl.rules.game import Rules
from spadesdsl.rules.parts import (
    Action,
    Ask,
    Award,
    BidType,
    By,
    Do,
    Fix,
    Give,
    MakeBid,
    Must,
    Parameter,
    Redeal,
    Round,
    RuleInfo,
    Show,
    Shuffle,
    Skip,
    Step,
)
from spadesdsl.rules.terms import Const, Op, Term, Value, Var, ZoneRef
from spadesdsl.rules.walking import free_variables, walk

_FEWEST_OF_A_ROW: Final = 3
_MOST_NAMED: Final = 8
"""Of more choices only the first and the last are named."""


def sentence(text: str) -> str:
    """Return text as a sentence: with a capital and a full stop."""
    text = text.strip()
    first = next((at for at, letter in enumerate(text) if letter.isalnum()), 0)
    text = text[:first] + text[first : first + 1].upper() + text[first + 1 :]
    text = re.sub(r",+(?=[,:;])", "", text)
    return text if text.endswith((".", ":", "?", "!")) else f"{text}."


def depends(condition: Term | None) -> bool:
    """Tell whether a condition holds at some times and not at others."""
    return condition is not None and not isinstance(condition, Const)


_ASKED = {
    ("may", False): "may", ("choose", False): "chooses", ("may", True): "may_say", ("choose", True): "says",
}  # fmt: skip
"""How an answer is called for, by its kind and whether it is said with a card."""


class Sentences:
    """Says the rules of one game, one by one."""

    def __init__(self, game: Rules, tongue: Language | None = None) -> None:
        self.game = game
        self.language = tongue or language()
        self.terms = Terms(game, self.language)

    # ---------------------------------------------------------------- words

    def say(self, key: str, *parts: Part, **named: Part) -> str:
        """Return an entry of the table as a sentence."""
        return sentence(self.terms.say(phrase(key, *parts, **named)))

    def words(self, key: str, *parts: Part) -> str:
        """Return an entry of the table as it is: the title of a chapter, the head of a column."""
        return self.terms.say(phrase(key, *parts))

    def own(self, text: str) -> str:
        """Return a word or a title of the author's."""
        return self.terms.own(text)

    def told(self, text: str) -> str:
        """Return a sentence of the author's, if readers of this language can read it."""
        told = self.own(text) if self.language.own_sentences or text in self.language.words else ""
        return told if not told or told.endswith((".", "!", "?", ":", "…", '"', ")")) else f"{told}."

    def led(self, rule: RuleInfo | None, text: str) -> str:
        """Return a rule: the author's own sentence, if there is one, and what the rule says."""
        told = "" if rule is None else self.told(rule.sentence)
        return f"**{told}** {text}" if told else text

    def settled(self, rule: Any) -> Any:  # noqa: ANN401 - any rule, and the same class
        """Return a rule as it is at this table."""
        return settled_rule(rule, self.game)

    def here(self, rules: Iterable[Any]) -> list[Any]:
        """Return the rules that can hold at this table, as they are here."""
        return rules_here(rules, self.game)

    def bids_here(self) -> list[BidType]:
        """Return the bids that can be made at this table."""
        gone = gone_bids(self.game)
        return [bid for bid in self.game.bids if bid.name not in gone]

    def term(self, term: Term) -> Term:
        """Return a term as it is at this table."""
        return settled(term, self.game)

    def label(self, name: str) -> str:
        """Return what a bid is called."""
        bid = next((one for one in self.game.bids if one.name == name), None)
        text = self.own(name if bid is None else bid.label)
        for one in bid.parameters if bid is not None else ():
            only = self.only_choice(one)
            text = text if only is None else text.replace(f"{{{one.name}}}", self.terms.say(only))
        return text.replace("{", "").replace("}", "")

    def when(self, condition: Term | None, text: Part) -> Part:
        """Say a condition before a rule; nothing if it always holds at this table."""
        if condition is None or not depends(condition):
            return text
        return phrase("rule.when", self.terms.clause(condition), text)

    # ---------------------------------------------------------------- what happens

    def step(self, step: Step) -> str:
        """Say one step of a phase."""
        inside = copy(self)
        inside.terms = self.terms.naming(step.parameters if isinstance(step, Ask) else ())
        return inside.step_inside(step)

    def step_inside(self, step: Step) -> str:
        """Say one step of a phase, in which its parameters are known."""
        match step:
            case Do():
                text = joined(map(self.action, step.actions), "list.semicolon")
                who = self.turns(step.by, step.when)
                said: Part = text if step.by is None else phrase("step.for", who, text)
            case Ask():
                said = self.ask(step)
            case Round():
                bids = listed([f"*{self.label(name)}*" for name in step.bids], "list.or")
                unseen = {bid.name for bid in self.game.bids if bid.before_looking}
                is_unseen = bool(step.bids) and unseen.issuperset(step.bids)
                own = " ".join(map(self.step, self.here(step.block)))
                who = self.turns(step.by, step.when)
                said = phrase("step.bids_unseen" if is_unseen else "step.bids", who, bids)
                said = phrase("step.bids_after", said, own) if own else said
                said = said if step.bids else phrase("step.no_bids", who, own)
        return self.led(step.rule, sentence(self.terms.say(self.timed(step, said))))

    def timed(self, step: Step, text: Part) -> Part:
        """Say at what moment a step is done, and under which condition, if that does not say who does it."""
        condition = self.parted(step.by, step.when)[1]
        if depends(condition) and condition is not None:
            is_one = step.by is not None and step.by.turns == "one" and step.by.who is not None
            says = self.terms.called(player=self.turns(step.by)) if is_one else self.terms
            text = phrase("step.if", says.clause(condition), text)
        if step.timing is None:
            return text
        what = step.timing.what
        named = phrase(f"thing.{what}") if what in ("trick", "card") else self.terms.named(what)
        return phrase(f"moment.{step.timing.moment.replace(' ', '_')}", named, text)

    def ask(self, step: Ask[Term, Term]) -> Part:
        """Say a decision."""
        who, done = self.turns(step.by, step.when), joined(map(self.action, step.actions), "list.semicolon")
        if step.kind == "pass":
            is_passed = all(isinstance(one, Give) and not isinstance(one.to, ZoneRef) for one in step.actions)
            return phrase("step.pass" if is_passed else "step.lay_away", who, done)
        chosen: Part = self.terms.named(step.name)
        if step.parameters:
            how = "step.parameter" if len(step.parameters) == 1 else "step.with"
            chosen = phrase(how, chosen, listed(self.parameter_asked(one, step) for one in step.parameters))
        is_said = step.timing is not None and step.timing.moment == "with each"
        asked = phrase(f"step.{_ASKED[step.kind, is_said]}", who, chosen)
        return phrase("step.then", asked, done) if step.actions else asked

    def parted(self, by: By[Term] | None, condition: Term | None) -> tuple[Term | None, Term | None]:
        """Part what is to hold for whose turn it is from the rest of a condition."""
        if by is None or by.turns == "one" or condition is None or not depends(condition):
            return None, condition
        is_all = isinstance(condition, Op) and condition.op == "and"
        parts = condition.arguments if isinstance(condition, Op) and is_all else (condition,)
        own = tuple(part for part in parts if self.terms.is_about(_whose(by), part))
        rest = _all_of(tuple(part for part in parts if part not in own))
        return (None, condition) if rest is not None and _whose(by) in free_variables(rest) else (_all_of(own), rest)

    def turns(self, by: By[Term] | None, condition: Term | None = None) -> Part:
        """Say who, in which order, if that is not always everybody."""
        if by is None:
            return phrase("turns.nobody")
        if by.turns == "one":
            return self.terms.noun(by.who) if by.who is not None else phrase("noun.player")
        noun: Part = phrase(f"thing.{by.noun}")
        if (own := self.parted(by, condition)[0]) is not None:
            noun = phrase("relative.single", noun, self.terms.relative(noun, _whose(by), own, "one") or "")
        if by.turns == "at once":
            return phrase("turns.at_once", noun)
        said = phrase("turns.each", noun) if by.start is None else phrase("turns.from", noun, self.terms.noun(by.start))
        said = said if by.until is None else phrase("turns.until", said, self.terms.clause(by.until))
        return said if by.stopping is None else phrase("turns.stopping", said, self.terms.clause(by.stopping))

    def action(self, action: Action[Term, Term]) -> Part:
        """Say one action."""
        says = self.terms
        match action:
            case Give():
                return self.give(action)
            case Show(cards=cards, to=to):
                return phrase("action.show", says.plural(cards), says.noun(to) if to else phrase("noun.everybody"))
            case Shuffle(cards=cards):
                return phrase("action.shuffle", says.plural(cards))
            case Redeal(dealer=dealer, is_new=is_new):
                return phrase("action.redeal_new" if is_new else "action.redeal", says.noun(dealer))
            case Skip(phase=name):
                return phrase("action.skip", self.own(name))
            case Award(tricks=tricks, to=to) if tricks is not None:
                many = tricks.value if isinstance(tricks, Const) and isinstance(tricks.value, int | Fraction) else 2
                return phrase("action.award", says.noun(to), says.noun(tricks), many)
            case Award(to=to):
                return phrase("action.award_all", says.noun(to))
            case MakeBid(bid_type=name, arguments=arguments):
                return phrase("action.bid", says.made(name, arguments))
            case Fix(name=name, value=value):
                return phrase("action.fix", says.named(name), says.noun(value))

    def give(self, give: Give[Term, Term]) -> Part:
        """Say how cards move."""
        says = self.terms
        source = says.plural(give.source)
        number = give.number.value if give.number is not None and isinstance(give.number, Const) else None
        is_pile = isinstance(give.source, ZoneRef) and give.source.zone != "discards"  # "the cards laid away"
        many: Part | None = None
        if give.number is None:
            what = source if give.source.type.many or is_pile else phrase("give.the_card", source)
            is_one = isinstance(give.source, Op) and give.source.op == "list" and len(give.source.arguments) == 1
            key = "give.go" if give.source.type.many and not is_pile and not is_one else "give.goes"
        elif isinstance(number, int | Fraction) and number == int(number):
            is_stock = isinstance(give.source, ZoneRef) and give.source.zone == "stock"
            what = phrase("give.number" if is_stock else "give.number_from", int(number), source)
            key = "give.goes" if number == 1 else "give.go"
        elif isinstance(give.number, Op):
            what, key, many = phrase("give.cards", source), "give.go", says.noun(give.number)
        else:
            what, key = phrase("give.some", says.noun(give.number), source), "give.go"
        if give.each is None:
            target = says.noun(give.to)
        else:
            each = phrase(f"thing.{give.each}")
            start = give.start
            target = phrase("give.each", each) if start is None else phrase("give.each_from", each, says.noun(start))
        said = phrase(key, what, target)
        said = said if many is None else phrase("give.how_many", said, many)
        said = phrase("give.face_up", said) if give.face_up else said
        return said if give.seen_by is None else phrase("give.seen", said, says.noun(give.seen_by))

    # ---------------------------------------------------------------- bids and cards

    def parameter_asked(self, one: Parameter[Term], step: Ask[Term, Term]) -> Part:
        """Say what can be named in a decision, by its name only if there are others like it."""
        said = self.parameter(one)
        if len(step.parameters) > 1 and not thing_of(one.name, step.parameters):
            return phrase("step.parameter", self.terms.named(one.name), said)
        is_range = isinstance(said, Phrase) and said.key == "choice.range"
        return phrase("choice.number", said) if is_range else said

    def only_choice(self, one: Parameter[Term]) -> Part | None:
        """Return what alone can be named, if there is just one choice."""
        named = self.choices(one)
        of = one.of
        if len(named) == 1:
            return named[0]
        return (
            self.terms.noun(of.arguments[0])
            if isinstance(of, Op) and of.op == "list" and len(of.arguments) == 1
            else None
        )

    def parameter(self, one: Parameter[Term], *, is_short: bool = False) -> Part:
        """Say what can be named: `a number from 1 to 13`, or in short `1 to 13`."""
        says, span = self.terms, "choice.short" if is_short else "choice.range"
        named, only = self.choices(one), self.only_choice(one)
        if only is not None:
            return only
        if one.kind == "number" and one.choices is not None and _is_row(one.choices):
            return phrase(span, *(says.noun(Const(value, one.type)) for value in (one.choices[0], one.choices[-1])))
        if is_short and len(named) > _MOST_NAMED:
            return phrase(span, named[0], named[-1])
        found: Part
        if one.choices is not None:
            found = listed(named, "list.or", "none")
        elif one.low is not None and one.high is not None:
            return phrase(span, says.noun(self.term(one.low)), says.noun(self.term(one.high)))
        elif one.of is not None:
            found = says.plural(self.term(one.of))
        else:
            return phrase("choice.any")
        return found if is_short and one.choices is not None else phrase("choice.one", found)

    def choices(self, one: Parameter[Term]) -> list[Part]:
        """Return the choices of a parameter that has a list of them."""
        labels = one.labels or ("",) * len(one.choices or ())
        return [
            self.own(label) if label else self.terms.noun(Const(value, one.type))
            for value, label in zip(one.choices or (), labels, strict=False)
        ]

    def bid(self, bid: BidType) -> tuple[str, str]:
        """Say a type of bid: what it is called, and what it says."""
        one, says = self.settled(bid), self.terms
        said = [self.told(bid.rule.sentence)]
        free = [each for each in one.parameters if self.only_choice(each) is None]
        said += [self.say("bid.with", says.named(each.name), self.parameter(each)) for each in free]
        if depends(one.when):
            said.append(self.say("bid.only_if", says.clause(one.when)))
        if one.contract is not None:
            is_known = isinstance(one.contract, Const)
            is_none = isinstance(one.contract, Const) and one.contract.value == 0
            key = "bid.no_trick" if is_none else "bid.tricks" if is_known else "bid.tricks_of"
            said.append(self.say(key, says.noun(one.contract)))
        facts = {"bid.by_side": bid.by_side, "bid.unseen": bid.before_looking, "bid.final": bid.is_final}
        said += [self.say(key) for key, holds in facts.items() if holds]
        if one.needs_yes is not None:
            said.append(self.say("bid.needs_yes", says.noun(one.needs_yes)))
        label = self.label(bid.name)
        named = "" if self.own(bid.name) in label else f" (*{self.own(bid.name)}*)"
        return f"**{label}**{named}", " ".join(filter(None, said)) or "–"

    def bid_in_short(self, bid: BidType) -> str:
        """Say which bids of a type there are: `1 to 13`, `1 to 7 clubs, diamonds, hearts, spades or no trump`."""
        text = self.own(bid.label)
        for one in self.settled(bid).parameters:
            text = text.replace("{" + one.name + "}", self.terms.say(self.parameter(one, is_short=True)))
        unseen = self.words("bid.unseen_in_short") if bid.before_looking else ""
        said = "; ".join(filter(None, (unseen, self.told(bid.rule.sentence).rstrip("."))))
        return f"{text} ({said})" if said else text

    def must(self, must: Must) -> str:
        """Say a duty: which bids, or which cards."""
        body: Part
        if not depends(must.body):  # it bars a bid, which is gone
            return self.told(must.rule.sentence)
        if not must.judges_card:
            clause = self.terms.clause(must.body)
            named = phrase("must.bid_in", clause, self.terms.named(must.during)) if must.during else None
            body = named or phrase("must.bid", clause)
        else:
            bid = must.bid_type
            who = phrase("noun.player") if bid is None else phrase("must.who_bid", f"*{self.label(bid)}*")
            body = phrase("must.play", who, self.card(must.body))
        return self.led(must.rule, sentence(self.terms.say(self.when(must.when, body))))

    def card(self, body: Term) -> Part:
        """Say which cards a rule wants."""
        match body:
            case Op(op="in_suit" | "not_in_suit" as op, arguments=(Var(name="card"), suit)):
                which, named = self.terms.suit(suit)
                if which:
                    return phrase(f"card.{'not_' if op == 'not_in_suit' else ''}{which}", *named)
            case Op(op="is" | "same", arguments=(Var(name="card"), one)):
                return self.terms.noun(one)
            case _:
                pass
        says = self.terms
        whole = body.op if isinstance(body, Op) else ""
        joins = {"and", "or"} if whole in ("member", "not_member") else {"and", "or", "list"}
        inside = [one.op for one in walk(body) if isinstance(one, Op) and one.op in joins]
        if inside in ([], [whole]) and says.is_about("card", body):
            return phrase("card.with", says.called(card=phrase("card.that")).clause(body))
        return phrase("card.such_that", says.called(card=phrase("card.it")).clause(body))


def _whose(by: By[Term]) -> str:
    """Return the variable of whose turn it is."""
    return "side" if by.noun == "team" else "player"


def _all_of(parts: tuple[Term, ...]) -> Term | None:
    """Return one condition that holds where all of these do."""
    return Op("and", parts, parts[0].type) if len(parts) > 1 else parts[0] if parts else None


def _is_row(values: tuple[Value, ...]) -> bool:
    """Tell whether these are three or more numbers, each one more than the one before."""
    numbers = [value for value in values if isinstance(value, int | Fraction) and not isinstance(value, bool)]
    steps = {after - before for before, after in pairwise(numbers)}
    return len(numbers) == len(values) >= _FEWEST_OF_A_ROW and steps == {1}
