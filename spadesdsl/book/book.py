"""The rule book of a game: its chapters, in the order in which somebody learns a game."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.book.actions import Actions, counted, sentence
from spadesdsl.book.blocks import Block, Box, Heading, Items, Para, Table, plain, unmarked
from spadesdsl.book.english import English, number_text, sign_of
from spadesdsl.book.examples import Examples
from spadesdsl.book.numbers import made_bid, numbers_of
from spadesdsl.book.settled import settled, settled_rule
from spadesdsl.check.options import choices_text, say_value
from spadesdsl.rules.parts import (
    Ask,
    Do,
    Round,
    with_expressions,
)
from spadesdsl.rules.terms import Const, Kind, LetRef, Op, Term, Var
from spadesdsl.rules.walking import free_variables, walk
from spadesdsl.words import and_list, or_list, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spadesdsl.rules.game import Let, Rules, Variant
    from spadesdsl.rules.parts import BidType, Line, Must, Parameter, RuleInfo, Step, Tally
    from spadesdsl.rules.terms import Value

_PLAYED: Final = "play"
_CHAPTER: Final = 2
"""The level of a chapter's heading."""
_FEWEST_OF_A_ROW: Final = 3
_INSTEAD: Final = "in the place of "
_TERM: Final = re.compile(r"(?<!\*)\*([^*]+)\*(?!\*)")
"""A term that the author has named, in a text."""
_MOST_TERMS: Final = 3
"""With more of them, a formula is no sentence."""
_MOST_EXPLAINED: Final = 6
_MOST_NAMED: Final = 8
"""Of more choices only the first and the last are named."""
_REMARKS: Final = frozenset({"option", "preset", "example", "about", "source", "version", "note"})
_SAID: Final = frozenset(
    {"must", "score", "tally", "bid", "round", "may", "choose", "pass", "win", "lose", "out", "give"}
)
"""Keywords of rules whose loss is worth a word."""


def book(variant: Variant, parent: Variant | None = None) -> tuple[Block, ...]:
    """Return the whole rule book of a game.

    Args:
        variant: The game.
        parent: The game that it extends; a box for its readers says what is different.
    """
    return tuple(_Book(variant).blocks(parent))


@lru_cache(maxsize=8)  # a person at a table asks for one chapter after another
def chapters(variant: Variant, deal: int) -> dict[str, tuple[Block, ...]]:
    """Return the rule book of one deal, chapter by chapter; first, without a title, what fits on one card."""
    pages = _Book(variant, variant.edition(deal))
    found: dict[str, list[Block]] = {"": [block for box in pages.pocket() for block in box.blocks]}
    name = ""
    for block in pages.blocks(None):
        if isinstance(block, Heading) and block.level <= _CHAPTER:
            name = block.text if block.level == _CHAPTER else ""
        elif name and not isinstance(block, Box):
            found.setdefault(name, []).append(block)
    return {title: tuple(blocks) for title, blocks in found.items()}


def changes_of_deal(variant: Variant, deal: int) -> list[str]:
    """Say what is different on this deal: in the sentences of its rules, or else as the book says them."""
    edition = variant.edition(deal)
    if edition is variant.game:
        return []
    pages = _Book(variant, edition)
    usual = numbers_of(variant.game)
    numbers = [text for text in numbers_of(edition) if text not in usual]
    said = [sentence(and_list(numbers))] if numbers else []
    for rule in _changed(variant.game, edition):
        if rule.sentence:
            said.append(rule.sentence)
        elif rule.keyword not in _REMARKS:
            told = (item for block in pages.only({rule.key}) if isinstance(block, Items) for item in block.items)
            said += [unmarked(item) for item in told]
    gone = _gone(variant.game, edition)
    if gone:
        said.append(sentence(f"these rules do not hold: {and_list(gone)}"))
    return list(dict.fromkeys(said))


def _gone(usual: Rules, other: Rules) -> list[str]:
    """Name the rules that others do not have, as players call them: what only helps another rule is no loss."""
    kept = {rule.key for rule in other.rules}
    gone = (rule for rule in usual.rules if rule.keyword in _SAID and rule.key not in kept)
    return list(dict.fromkeys("passing cards" if rule.keyword == "pass" else words_of(rule.name) for rule in gone))


def _changed(usual: Rules, edition: Rules) -> list[RuleInfo]:
    """Return the rules of some deals that are not those of the others."""
    known = {(rule.key, rule.span) for rule in usual.rules}
    return [rule for rule in edition.rules if (rule.key, rule.span) not in known]


class _Book:
    """Writes the book of one game."""

    def __init__(self, variant: Variant, game: Rules | None = None) -> None:
        self.variant = variant
        self.game = game or variant.game
        self.says = English(self.game)

    @property
    def is_single(self) -> bool:
        """Whether everybody plays alone."""
        return all(len(side) == 1 for side in self.game.teams.sides)

    def settled(self, rule: Any) -> Any:  # noqa: ANN401 - any rule, and the same class
        return settled_rule(rule, self.game)

    def term(self, term: Term) -> Term:
        return settled(term, self.game)

    def blocks(self, parent: Variant | None) -> Iterator[Block]:
        game = self.game
        yield Heading(1, plain(game.title))
        if game.about:
            yield Para(plain(game.about))
        if game.source:
            yield Para(f"*Source: {plain(game.source)}*")
        if parent is not None:
            yield from self.unlike(parent)
        yield from self.players()
        yield from self.cards()
        for phase in game.phases:
            if phase.name == _PLAYED:
                yield from self.play()
            elif phase.name == "scoring":
                yield from self.scoring()
            else:
                yield from self.phase(phase.name, phase.steps)
        yield from self.end()
        yield from self.some_deals()
        yield from self.table()
        yield from self.terms()
        yield from self.examples()
        yield from self.pocket()

    def unlike(self, parent: Variant) -> Iterator[Block]:
        """Say what is different for readers who know the parent."""
        known = {rule.key: rule for rule in parent.game.rules}
        values = {option.name: option.value for option in parent.game.options}
        changed = {
            rule.key
            for rule in self.game.rules
            if rule.keyword not in _REMARKS and (rule.key not in known or known[rule.key].span != rule.span)
        }
        gone = _gone(parent.game, self.game)
        blocks: list[Block] = []
        if gone:
            blocks.append(Para(sentence(f"these rules are gone: {and_list(gone)}")))
        blocks += [block for block in self.only(changed) if not isinstance(block, Para)]
        settings = [
            f"{words_of(option.name)}: {words_of(say_value(option.type, option.value, self.game))}"
            for option in self.game.options
            if option.name in values and option.value != values[option.name]
        ]
        if settings:
            blocks.append(Para(sentence(f"set otherwise: {and_list(settings)}")))
        if blocks:
            yield Box(f"If you know {plain(parent.game.title)}", tuple(blocks))

    def pocket(self) -> Iterator[Box]:
        """Yield what fits on a card in one's pocket: what is asked at the table, in sentences."""
        game = self.game
        items = [block.text for block in self.trumps() if isinstance(block, Para)]
        musts = [must for must in map(self.settled, game.play.musts) if must.judges_card and not _never(must.when)]
        items += [plain(must.rule.sentence) or self.must(must) for must in musts]
        play = self.settled(game.play)
        items.append(self.led(game.play.winner_rule, f"the trick is won by {self.says.noun(play.winner)}"))
        items += [f"You can bid {'; '.join(map(self.bid_in_short, game.bids))}."] if game.bids else []
        scores = [self.line_in_short(line) for line in map(self.settled, game.scoring.lines) if not _never(line.when)]
        items += scores
        items += self.terms_of(scores)
        items += [plain(rule.rule.sentence) for rule in game.endings if rule.rule.sentence]
        yield Box("On one card", (Items(tuple(items)),))

    def bid_in_short(self, bid: BidType) -> str:
        """Say which bids of a type there are: `1 to 13`, `1 to 7 clubs, diamonds, hearts, spades or no trump`."""
        text = plain(bid.label)
        for one in self.settled(bid).parameters:
            choices = self.parameter(one).removeprefix("from ").removeprefix("one of ")
            first, comma, _ = choices.partition(", ")
            if comma and len(one.choices or ()) > _MOST_NAMED:
                choices = f"{first} to {choices.rpartition(' or ')[2]}"
            text = text.replace("{" + one.name + "}", choices)
        said = ["before looking at the cards"] if bid.before_looking else []
        said += [plain(bid.rule.sentence).rstrip(".")] if bid.rule.sentence else []
        return f"{text} ({'; '.join(said)})" if said else text

    def line_in_short(self, line: Line) -> str:
        """Say what a line of the score brings, or only what its author says if that takes many terms."""
        cases, said = [], []
        for _, own, when, points in self.parts_of_line(line):
            instead = "".join(f" {part}" for part in when if part.startswith(_INSTEAD))
            holds = " and ".join(part for part in when if not part.startswith(_INSTEAD))
            cases.append(f"{points}{instead}{' if ' if holds else ''}{holds}")
            said.append(own.replace("*", "").strip())
        text = "; ".join([case for case in cases if len(cases) == 1 or not case.startswith("0 if ")])
        is_short = len(set(_TERM.findall(text))) <= _MOST_TERMS
        own = " ".join(filter(None, said))
        name = words_of(line.name)
        told = f": {text}." if is_short else "." if own else ": the chapter on the score says how much."
        return f"**{name[:1].upper()}{name[1:]}**{told} {own}".rstrip()

    def terms_of(self, texts: Iterable[str]) -> list[str]:
        """Say what the terms in some sentences mean, and those in their meaning, unless there are many."""
        lets = {words_of(let.key.split(".")[-1]): let for let in self.game.lets}
        found: dict[str, str] = {}
        waiting = [term.lower() for text in texts for term in _TERM.findall(text)]
        while waiting:
            term = waiting.pop(0)
            if term in lets and term not in found:
                found[term] = self.let(lets[term])
                waiting += [one.lower() for one in _TERM.findall(found[term])]
        return (
            [f"*{term[:1].upper()}{term[1:]}*: {text}" for term, text in found.items()]
            if len(found) <= _MOST_EXPLAINED
            else []
        )

    # ---------------------------------------------------------------- players and cards

    def players(self) -> Iterator[Block]:
        game = self.game
        yield Heading(2, "The players")
        number = len(game.seats) - len(game.dummies)
        seats = and_list([plain(seat) for seat in game.seats])
        yield Para(sentence(f"{counted(number, 'player')} sit round the table, clockwise: {seats}"))
        for seat in game.dummies:
            yield Para(sentence(f"{plain(game.seats[seat])} holds cards but makes no decisions"))
        teams = self.settled(game.teams)
        if teams.after is not None and teams.first is not None:
            partner = self.says.noun(teams.partner) if teams.partner is not None else "a partner"
            others = "play together" if teams.others_together else "each play alone"
            first = self.says.noun(teams.first)
            text = f"after the {words_of(teams.after)}, {first} plays with {partner}, and the others {others}"
            yield Para(sentence(text))
        elif all(len(side) == 1 for side in teams.sides):
            yield Para("Everybody plays alone.")
        else:
            members = [and_list([plain(game.seats[seat]) for seat in side]) for side in teams.sides]
            labels = [f" (*{plain(label)}*)" for label in teams.said] or [""] * len(members)
            sides = [f"{names}{label}" for names, label in zip(members, labels, strict=True)]
            yield Para(sentence(f"these play together: {'; '.join(sides)}"))
        yield Para(sentence(f"the first dealer is {self.says.noun(self.term(game.dealer_first))}"))
        yield Para(sentence(f"after each deal the next dealer is {self.says.noun(self.term(game.dealer_next))}"))

    def cards(self) -> Iterator[Block]:
        game = self.game
        yield Heading(2, "The cards")
        total = sum(face.count for face in game.faces)
        yield Para(sentence(f"the pack has {total} cards"))
        rows = []
        for number, suit in enumerate(game.suits):
            cards = [face for face in game.faces if face.suit == number and face.rank is not None]
            if cards:
                ranks = " ".join(
                    game.ranks[face.rank or 0] + (f" ({face.count} times)" if face.count > 1 else "")
                    for face in sorted(cards, key=lambda one: -(one.rank or 0))
                )
                rows.append((f"{sign_of(suit)} {suit}".strip(), ranks))
        yield Table(("suit", "cards, high to low"), tuple(rows[::-1]))
        added = [
            face.said or words_of(face.name) for face in game.faces if face.suit is None for _ in range(face.count)
        ]
        if added:
            yield Para(sentence(f"added to it: {and_list(added)}"))
        for zone in game.zones:
            whose = "each player has" if zone.each is not None else "there is"
            seen = ", face up" if zone.face_up else ", which its owner sees" if zone.seen_by_owner else ", face down"
            yield Para(
                self.led(
                    zone.rule, f"{whose} a place for cards, the *{plain(zone.rule.label) or words_of(zone.name)}*{seen}"
                )
            )
        yield from self.trumps()
        for order in game.orders:
            ranks = " ".join(game.ranks[rank] for rank in reversed(order.ranks))
            when = f"when {self.says.clause(self.term(order.when))}, " if order.when is not None else ""
            yield Para(self.led(order.rule, f"{when}the cards rank {ranks}, high to low"))

    def trumps(self) -> Iterator[Block]:
        trumps = self.game.trumps
        if trumps is None:
            yield Para("There are no trumps.")
            return
        suit = self.term(trumps.suit)
        named = self.says.noun(suit)
        text = "there are no trumps" if named in ("none", "nobody") else f"trumps: {named}"
        if trumps.when is not None:
            text = f"when {self.says.clause(self.term(trumps.when))}, {text}"
        yield Para(self.led(trumps.rule, text))
        topped = [self.says.noun(self.term(card)) for card in trumps.topped]
        topped = [card for card in topped if card not in ("none", "nobody")]
        if topped:
            yield Para(sentence(f"these cards rank above all other trumps, the highest first: {', '.join(topped)}"))

    # ---------------------------------------------------------------- phases

    def phase(self, name: str, steps: Iterable[Step]) -> Iterator[Block]:
        found = list(self.steps(steps, name))
        if found:
            yield Heading(2, sentence(f"the {words_of(name)}").removesuffix("."))
            yield from found

    def steps(self, steps: Iterable[Step], phase: str) -> Iterator[Block]:
        found = [self.settled(step) for step in steps]
        items = [self.step(step) for step in found if not _never(step.when)]
        if items:
            yield Items(tuple(items))
        rounds = [step for step in steps if isinstance(step, Round)]
        names = dict.fromkeys(name for step in rounds for name in step.bids)
        bids = [bid for bid in self.game.bids if bid.name in names]
        if bids:
            yield Table(("bid", "what it says"), tuple(self.bid(bid) for bid in bids))
        for must in map(self.settled, self.game.play.musts):
            if not must.judges_card and phase == must.rule.section and not _never(must.when):
                yield Para(self.must(must))
        for bid in bids:
            for step in bid.steps:
                said = self.step(self.settled(step))
                if said:
                    yield Para(f"*{plain(bid.name.replace('_', ' '))}*: {said}")

    def step(self, step: Step) -> str:
        match step:
            case Do():
                says = Actions(self.says, self.label)
                text = "; ".join(says.action(action) for action in step.actions)
                who = f"for {says.turns(step.by)}, " if step.by is not None else ""
                return self.led(step.rule, self.timed(step, who + text))
            case Ask():
                return self.led(step.rule, self.timed(step, self.ask(step)))
            case Round():
                says = Actions(self.says, self.label)
                bids = or_list([f"*{self.label(name)}*" for name in step.bids])
                own = [self.step(inner).removesuffix(".") for inner in step.block if not _never(inner.when)]
                before = f"; at each turn, before the bid: {'; '.join(own)}" if own else ""
                return self.led(step.rule, self.timed(step, f"{says.turns(step.by)} bids: {bids}{before}"))

    def ask(self, step: Ask[Term, Term]) -> str:
        says = Actions(self.says, self.label)
        who = says.turns(step.by)
        done = "; ".join(says.action(action) for action in step.actions)
        chosen = self.chosen(step.parameters)
        if step.kind == "pass":
            return f"{who} passes cards: {done}"
        verb = "may choose" if step.kind == "may" else "chooses"
        return f"{who} {verb} *{words_of(step.name)}*{chosen}{': ' if done else ''}{done}"

    def chosen(self, parameters: Iterable[Parameter[Term]]) -> str:
        said = [f"*{words_of(one.name)}*, {self.parameter(one)}" for one in parameters]
        return f" with {and_list(said)}" if said else ""

    def parameter(self, one: Parameter[Term]) -> str:
        if one.choices is not None and _is_row(one.choices):
            numbers = [self.says.noun(Const(value, one.type)) for value in one.choices]
            return f"from {numbers[0]} to {numbers[-1]}"
        if one.choices is not None:
            said = [label or self.says.noun(Const(value, one.type)) for value, label in
                    zip(one.choices, one.labels or ("",) * len(one.choices), strict=False)]  # fmt: skip
            return f"one of {or_list([plain(word) for word in said])}"
        if one.low is not None and one.high is not None:
            return f"from {self.says.noun(self.term(one.low))} to {self.says.noun(self.term(one.high))}"
        return f"one of {self.says.plural(self.term(one.of))}" if one.of is not None else "a choice"

    def timed(self, step: Any, text: str) -> str:  # noqa: ANN401 - one of three rules
        start = ""
        if step.timing is not None:
            what = {"trick": "trick", "card": "card"}.get(step.timing.what) or f"*{words_of(step.timing.what)}*"
            moment = step.timing.moment
            start = f"{moment} {what}, "
        if step.when is not None and not isinstance(step.when, Const):
            start += f"if {self.says.clause(step.when)}, "
        return start + text

    def label(self, name: str) -> str:
        bid = next((one for one in self.game.bids if one.name == name), None)
        return words_of(name) if bid is None else plain(bid.label.replace("{", "").replace("}", ""))

    def bid(self, bid: BidType) -> tuple[str, str]:
        one = self.settled(bid)
        said = [plain(bid.rule.sentence)] if bid.rule.sentence else []
        said += [f"With *{words_of(one.name)}* {self.parameter(one)}." for one in one.parameters]
        if one.when is not None and not isinstance(one.when, Const):
            said.append(sentence(f"only if {self.says.clause(one.when)}"))
        if one.contract is not None:
            number = one.contract.value if isinstance(one.contract, Const) else None
            text = "it promises no trick" if number == 0 else f"it promises {self.says.noun(one.contract)} tricks"
            said.append(sentence(text.replace("1 tricks", "1 trick") if number == 1 else text))
        if bid.by_side:
            said.append("It is the bid of a side.")
        if bid.before_looking:
            said.append("It is made before looking at the cards.")
        if bid.is_final:
            said.append("The player who makes it bids no more.")
        if one.needs_yes is not None:
            said.append(sentence(f"{self.says.noun(one.needs_yes)} has to agree"))
        label = self.label(bid.name)
        named = "" if words_of(bid.name) in label else f" (*{words_of(bid.name)}*)"
        return f"**{label}**{named}", " ".join(said) or "–"

    # ---------------------------------------------------------------- play

    def play(self) -> Iterator[Block]:
        play = self.settled(self.game.play)
        yield Heading(2, "The play")
        lead = self.says.noun(play.lead_first), self.says.noun(play.lead_next)
        yield Para(sentence(f"{lead[0]} leads to the first trick; to each later one, {lead[1]}"))
        musts = [must for must in play.musts if must.judges_card and not _never(must.when)]
        if musts:
            yield Para("Which cards may be played; where two of these rules disagree, the earlier one counts:")
            yield Items(tuple(self.must(must) for must in musts))
        else:
            yield Para("Any card may be played at any time.")
        yield Para(self.led(self.game.play.winner_rule, f"the trick is won by {self.says.noun(play.winner)}"))
        if play.equal is not None:
            words = {"first": "the one played first wins", "last": "the one played last wins",
                     "cancel": "they cancel each other, and neither can win"}[play.equal]  # fmt: skip
            rule = self.game.play.equal_rule
            yield Para(
                self.led(rule, f"of two equal cards, {words}") if rule else sentence(f"of two equal cards, {words}")
            )
        for control in play.controls:
            seat = self.says.noun(control.seat)
            text = (
                f"{seat} sits out" if control.player is None else f"{self.says.noun(control.player)} plays for {seat}"
            )
            when = self.when(control.when)
            yield Para(self.led(control.rule, when + text))
        for trust in self.game.play.trusts:
            rules = and_list([f"*{words_of(name.split('.')[-1])}*" for name in trust.musts])
            yield Para(self.led(trust.rule, f"players are trusted to keep {rules}; a mistake may be found out later"))
        yield from self.steps(self.game.play.steps, _PLAYED)

    def must(self, must: Must) -> str:
        says = self.says
        if not must.judges_card:
            when = self.when(must.when)
            during = f" in *{words_of(must.during)}*" if must.during else ""
            return self.led(
                must.rule, f"{when}a bid{during} has to be such that {says.clause(must.body)}, if it can be"
            )
        who = "the player" if must.bid_type is None else f"the player who has bid *{self.label(must.bid_type)}*"
        when = self.when(must.when)
        return self.led(must.rule, f"{when}{who} must play {self.card(must.body)}, if possible")

    def when(self, condition: Term | None) -> str:
        """Say a condition before a rule; nothing if it always holds at this table."""
        return "" if condition is None or isinstance(condition, Const) else f"when {self.says.clause(condition)}, "

    def card(self, body: Term) -> str:
        """Say which cards a rule wants."""
        match body:
            case Op(op="in_suit" | "not_in_suit", arguments=(Var(name="card"), suit)):
                no = body.op == "not_in_suit"
                match suit:
                    case Op(op="trumps"):
                        return "a card that is not a trump" if no else "a trump"
                    case Op(op="card_suit", arguments=(Op(op="led"),)):
                        return "a card of another suit than the one led" if no else "a card of the suit led"
                    case Const(value=int(number)):
                        named = f"a {self.game.suits[number].removesuffix('s')}"
                        return f"a card that is not {named}" if no else named
                    case _:
                        pass
            case _:
                pass
        clause = self.says.called(card="it").clause(body)
        if clause.startswith("it ") and " and " not in clause and " or " not in clause:
            return f"a card that {clause.removeprefix('it ')}"
        return f"a card such that {clause}"

    # ---------------------------------------------------------------- scores

    def scoring(self) -> Iterator[Block]:
        scoring = self.game.scoring
        yield Heading(2, "The score")
        each = "player" if scoring.each == "player" else "side"
        yield Para(sentence(f"after each deal, each {each} scores the sum of these lines"))
        rows: list[tuple[str, str, str]] = []
        for line in map(self.settled, scoring.lines):
            rows += [] if _never(line.when) else self.line(line)
        yield Table(("line", "when", "points"), tuple(rows))
        for tally in scoring.tallies:
            yield Para(self.tally(self.settled(tally)))

    def line(self, line: Line) -> Iterator[tuple[str, str, str]]:
        for name, own, when, points in self.parts_of_line(line):
            clauses = sentence(", and ".join(when)) if when else ""
            yield name, (own + clauses).strip() or "always", points

    def parts_of_line(self, line: Line) -> Iterator[tuple[str, str, list[str], str]]:
        """Yield each case of a line: its name, its sentence, when it holds, and the points."""
        name = f"**{words_of(line.name)}**"
        if line.bid_type:
            name += f", for a bid of *{self.label(line.bid_type)}*"
        own = f"*{plain(line.rule.sentence)}* " if line.rule.sentence else ""
        first: list[str] = []
        if line.when is not None and not isinstance(line.when, Const):
            first.append(self.says.clause(line.when))
        if line.instead_of:
            first.append(f"{_INSTEAD}{and_list([words_of(one) for one in line.instead_of])}")
        cases = [
            case for case in line.cases if not (isinstance(case.condition, Const) and case.condition.value is False)
        ]
        for number, case in enumerate(cases):
            when = list(first)
            if case.sentence:
                own = f"*{plain(case.sentence)}* "
            if case.condition is not None and not isinstance(case.condition, Const):
                when.append(self.says.clause(case.condition))
            elif case.condition is None and len(cases) > 1:
                when.append("otherwise")
            value = made_bid(case.value, line.bid_type, self.game) if line.bid_type else case.value
            yield from self.cases(name if number == 0 else "", own, when, value)
            own = ""

    def cases(self, name: str, own: str, when: list[str], value: Term) -> Iterator[tuple[str, str, list[str], str]]:
        """Split `if c then a else b` into two cases."""
        match value:
            case Op(op="if", arguments=(condition, then, otherwise)) if not _has_if(then) and not _has_if(otherwise):
                yield name, own, [*when, self.says.clause(condition)], self.points(then)
                yield "", "", [*when, self.says.negated(condition)], self.points(otherwise)
            case _:
                yield name, own, when, self.points(value)

    def points(self, value: Term) -> str:
        return self.says.noun(value)

    def tally(self, tally: Tally) -> str:
        parts = []
        for step in (one for one in tally.steps if not _never(one.when) or one.loses_rest):
            when = self.when(step.when).removesuffix(", ")
            amount = "" if step.amount is None else self.says.noun(step.amount)
            match step.verb:
                case "reset":
                    parts.append(f"it goes back to 0 {when}".rstrip())
                case "full at":
                    lost = step.loses_rest and not _never(step.when)
                    rest = f", and what is over is lost {when}".rstrip() if lost else ""
                    parts.append(f"each time it reaches {amount}, that many are taken off{rest}")
                case verb:
                    parts.append(" ".join(filter(None, (verb, amount, when))))
        each = "player" if self.is_single else "side"
        whose = "for the whole table" if tally.of_table else f"for each {each}"
        text = f"**{words_of(tally.name)}** are counted {whose} from deal to deal: {'; '.join(parts)}"
        return self.led(tally.rule, text)

    # ---------------------------------------------------------------- the end

    def end(self, keys: set[str] | None = None) -> Iterator[Block]:
        """Say when the game is over; with `keys` only by some endings."""
        if keys is None:
            yield Heading(2, "The end of the game")
        best = "lowest" if self.game.best_lowest else "highest"
        for ending in self.game.endings:
            one = self.settled(ending)
            when = self.when(one.when).removesuffix(", ") or "after the deal"
            it = "player" if all(len(side) == 1 for side in self.game.teams.sides) else "side"
            is_of_one = one.when is not None and "side" in free_variables(one.when)
            wins = (
                f"that {it} wins; of several, the one with the {best} score" if is_of_one else f"the {best} score wins"
            )
            says = {
                "win": f"{when}, the game is over: {wins}",
                "lose": f"{when}, the game is over and that {it} has lost it",
                "out": f"{when}, that {it} is out of the game, and the others play on",
            }[one.kind]
            if not _never(one.when) and (keys is None or ending.rule.key in keys):
                yield Para(self.led(ending.rule, says))
        if keys is not None:
            return
        tie = "they play on" if self.game.tie == "play on" else "they share the win"
        yield Para(sentence(f"if the best scores are level, {tie}"))
        for clock in self.game.clocks:
            yield Para(self.led(clock.rule, f"there is a clock, *{words_of(clock.name)}*: {self.clock(clock)}"))

    def clock(self, clock: Any) -> str:  # noqa: ANN401 - a clock with terms
        if clock.is_hour:
            return f"until {number_text(clock.number)} o'clock"
        return f"{number_text(clock.number)} seconds for {'the game' if not clock.phase else 'each choice'}"

    def some_deals(self) -> Iterator[Block]:
        """Say what is different on some deals."""
        for holds, edition in self.variant.editions:
            scopes = [scope.words for scope, does in zip(self.variant.scopes, holds, strict=True) if does]
            changed = _changed(self.game, edition)
            gone = _gone(self.game, edition)
            yield Heading(2, sentence(and_list(scopes)).removesuffix("."))
            if gone:
                yield Para(sentence(f"these rules do not hold: {and_list(gone)}"))
            other = _Book(self.variant, edition)
            keys = {rule.key for rule in changed}
            yield from other.only(keys)

    def only(self, keys: set[str]) -> Iterator[Block]:
        """Say some of the rules: what an edition or a variant changes."""
        game = self.game

        def chosen(rules: Iterable[Any]) -> list[Any]:
            found = [self.settled(rule) for rule in rules if rule.rule.key in keys]
            return [rule for rule in found if not _never(getattr(rule, "when", None))]

        items = [self.step(step) for phase in game.phases for step in chosen(phase.steps)]
        items += [self.must(must) for must in chosen(game.play.musts)]
        if game.trumps is not None and game.trumps.rule.key in keys:
            items += [block.text for block in self.trumps() if isinstance(block, Para)]
        items += [": ".join(self.bid(bid)) for bid in game.bids if bid.rule.key in keys]
        for line in chosen(game.scoring.lines):
            items += [" ".join(filter(None, parts)) for parts in self.line(line)]
        items += [self.tally(tally) for tally in chosen(game.scoring.tallies)]
        items += [block.text for block in self.end(keys) if isinstance(block, Para)]
        used = self.used()
        lets = [let for let in game.lets if let.rule.key in keys and let.key in used]
        items += [f"*{words_of(let.key)}*: {self.let(let)}" for let in lets]
        yield Items(tuple(items)) if items else Para("The rest is the same.")

    # ---------------------------------------------------------------- options, terms, examples

    def table(self) -> Iterator[Block]:
        options = self.game.options
        if not options:
            return
        yield Heading(2, "What each table can choose")
        rows = []
        for option in options:
            value = say_value(option.type, option.value, self.game)
            said = plain(option.rule.sentence or option.ask) or words_of(option.name)
            rows.append((said, f"**{words_of(value)}**", words_of(choices_text(option, self.game))))
        yield Table(("the question", "at this table", "it could be"), tuple(rows))

    def terms(self) -> Iterator[Block]:
        used = self.used()
        lets = [let for let in self.game.lets if let.key in used and not isinstance(self.term(let.body), Const)]
        if lets:
            yield Heading(2, "Terms")
            yield Para("Words in italics above mean this:")
            rows = tuple((f"*{words_of(let.key.split('.')[-1])}*", self.let(let)) for let in lets)
            yield Table(("term", "what it means"), rows)

    def used(self) -> set[str]:
        """Return the quantities that the rules read, as they are at this table."""
        found: set[str] = set()
        known = {let.key: let for let in self.game.lets}
        waiting: list[Term] = []

        def note(term: Term, _: str) -> Term:
            waiting.append(self.term(term))
            return term

        game = self.game
        for rule in (*game.phases, *game.bids, game.play, *game.scoring.lines, *game.scoring.tallies, *game.endings):
            with_expressions(rule, note)
        trumps = game.trumps
        waiting += (
            [] if trumps is None else [self.term(one) for one in (trumps.when, trumps.suit, *trumps.topped) if one]
        )
        waiting += [self.term(order.when) for order in game.orders if order.when is not None]
        while waiting:
            for one in walk(waiting.pop()):
                if isinstance(one, LetRef) and one.let in known and one.let not in found:
                    found.add(one.let)
                    waiting.append(self.term(known[one.let].body))
        return found

    def let(self, let: Let) -> str:
        body = self.term(let.body)
        said = [f"*{plain(let.rule.sentence)}*"] if let.rule.sentence else []
        text = self.says.clause(body) if let.type.kind is Kind.TRUTH and not let.type.many else self.says.noun(body)
        return " ".join([*said, sentence(text)])

    def examples(self) -> Iterator[Block]:
        examples = [one.node for one in self.game.examples]
        if not examples:
            return
        yield Heading(2, "For example")
        pages = Examples(self.game, self.says, self.label)
        for node in examples:
            yield Heading(3, sentence(plain(node.title)).removesuffix("."))
            yield Items(tuple(sentence(line) for line in pages.lines(node)))

    def led(self, rule: RuleInfo, text: str) -> str:
        """Return a rule: the author's own sentence, if there is one, and what the rule says."""
        own = f"**{plain(rule.sentence)}** " if rule.sentence else ""
        return own + sentence(text)


def _is_row(values: tuple[Value, ...]) -> bool:
    """Tell whether these are three or more numbers, each one more than the one before."""
    numbers = [value for value in values if isinstance(value, int | Fraction) and not isinstance(value, bool)]
    steps = {after - before for before, after in pairwise(numbers)}
    return len(numbers) == len(values) >= _FEWEST_OF_A_ROW and steps == {1}


def _never(condition: Term | None) -> bool:
    """Tell whether a condition cannot hold at this table."""
    return isinstance(condition, Const) and condition.value is False


def _has_if(term: Term) -> bool:
    return any(isinstance(one, Op) and one.op == "if" for one in walk(term))
