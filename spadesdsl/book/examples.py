"""The worked examples of a file as a card player would tell them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from spadesdsl.book.blocks import plain
from spadesdsl.book.language import Part, joined, listed, phrase
from spadesdsl.book.sentences import Sentences
from spadesdsl.rules.parts import Ask, Parameter
from spadesdsl.rules.terms import Term
from spadesdsl.rules.walking import all_steps
from spadesdsl.syntax import bodies, examples, expressions, nodes
from spadesdsl.syntax.writing import show


class Examples:
    """Tells the examples of one game."""

    def __init__(self, pages: Sentences) -> None:
        self.pages = pages
        self.game = pages.game
        self.faces = {face.name: number for number, face in enumerate(self.game.faces)}

    def lines(self, node: examples.Example) -> Iterator[str]:
        """Tell an example, line by line."""
        for line in node.lines:
            yield from (self.pages.say("example.line", part) for part in self.line(line))

    def line(self, line: examples.Line) -> Iterator[Part]:
        """Tell one line of an example."""
        match line:
            case nodes.SetOptions(assigns=assigns):
                yield phrase("example.table", listed([self.setting(one) for one in assigns]))
            case examples.Given(facts=facts):
                yield from map(self.fact, facts)
            case examples.Bids(bids=bids):
                yield joined(map(self.bids, bids), "list.semicolon")
            case examples.Plays(plays=plays):
                yield phrase("example.on_table", joined(map(self.played, plays), "list.comma"))
            case examples.Tricks(tricks=tricks):
                led = [phrase("example.led", self.pages.own(one.leader), self.cards(one.cards)) for one in tricks]
                yield phrase("example.last_tricks", joined(led, "list.semicolon"))
            case examples.CaseOf(outcomes=outcomes, expect=expect):
                start = joined(map(self.outcome, outcomes), "list.comma")
                alone = outcomes[0].who if len(outcomes) == 1 else ""
                results = [self.result(one, of=alone) for one in expect.results]
                yield phrase("example.if", start, joined(results, "list.semicolon"))
            case examples.Expect(results=results):
                yield joined(map(self.result, results), "list.semicolon")
            case _:
                yield phrase("example.next_deal")

    def setting(self, one: bodies.Assign) -> Part:
        """Tell how the table has set an option."""
        return phrase("example.is", self.pages.terms.named(one.name), self.value(one.value))

    def who(self, name: str) -> Part:
        """Name a seat, a side, or a place."""
        sides = self.game.teams.sides
        if name in ("us", "them"):
            members = [self.pages.own(self.game.seats[seat]) for seat in sides[name == "them"]]
            who: Part = listed(members) if len(sides) == 2 else self.pages.own(name)
            return phrase("example.many", who) if len(sides[0]) > 1 else who
        return phrase(f"noun.{name}") if name in ("deck", "stock", "discards") else self.pages.own(name)

    def card(self, node: expressions.Expr) -> Part:
        """Draw a card; one that only the settings of the example put into the deck is drawn alike."""
        text, terms = show(node), self.pages.terms
        if (number := self.faces.get(text)) is not None:
            return terms.card(number)
        kinds = ((rank, suit) for suit in self.game.suits for rank in self.game.ranks)
        outside = (terms.drawn(*kind) for kind in kinds if text == f"{kind[0]}{kind[1][0].upper()}")
        return next(outside, self.value(node))

    def move(self, said: list[examples.BidNode]) -> Part:
        """Draw a card, with what is said with it."""
        card, *words = said
        drawn = self.card(card)  # type: ignore[arg-type]
        return phrase("example.saying", drawn, self.value(words[0])) if words else drawn

    def cards(self, found: Iterable[expressions.Expr]) -> str:
        """Draw some cards."""
        return " ".join(self.pages.terms.say(self.card(one)) for one in found)

    def value(self, node: examples.BidNode) -> str:
        """Write a value."""
        return self.pages.own(node.text if isinstance(node, examples.BidText) else show(node)).replace("-", "−")

    def bid(self, node: examples.BidNode) -> str:
        """Write a bid as it is said."""
        match node:
            case examples.BidText(text=text):
                return plain(text)
            case expressions.Call(name=name, arguments=arguments):
                bid = next((one for one in self.game.bids if one.name == name), None)
                if bid is None:
                    return self.value(node)
                shown = self.pages.own(bid.label)
                for parameter, argument in zip(bid.parameters, arguments, strict=False):
                    shown = shown.replace(f"{{{parameter.name}}}", self.pages.own(show(argument)))
                return shown
            case expressions.Name(name=name):
                return self.pages.label(name)
            case _:
                return self.value(node)

    def answer(self, node: examples.BidNode) -> Part:
        """Write a decision with what was named."""
        if isinstance(node, expressions.Call):
            of = self.pages.terms.asked(node.name)
            said = [self.choice(one, of[at : at + 1]) for at, one in enumerate(node.arguments)]
            return phrase("example.named", self.pages.terms.named(node.name), listed(said))
        return f"*{self.value(node)}*"

    def choice(self, node: expressions.Expr, of: Iterable[Parameter[Term]]) -> str:
        """Write what was named, by what the decision calls it."""
        suits = dict(enumerate(self.game.suits))
        for one in of:
            for value, label in zip(one.choices or (), one.labels, strict=False):
                name = suits.get(value) if isinstance(value, int) else "none" if value is None else value
                if label and name == show(node):
                    return self.pages.own(label)
        return self.value(node)

    def bids(self, one: examples.BidsOf) -> Part:
        """Tell the bids of somebody."""
        return phrase("example.bids", self.who(one.who), listed(map(self.bid, one.bids)))

    def played(self, one: examples.Played) -> Part:
        """Tell a card that was played."""
        card = self.move([one.card] if one.said is None else [one.card, one.said])
        return phrase("example.played", self.pages.own(one.who), card)

    def amount(self, name: str, value: examples.BidNode) -> Part:
        """Tell one amount."""
        return phrase("example.amount", self.pages.own(name), self.value(value))

    def sheet(self, sheet: examples.Sheet, of: str = "") -> Part:
        """Tell amounts, with their owner if the sentence has not named that one already."""
        amounts = listed([self.amount(one.name, one.value) for one in sheet.amounts])
        return amounts if sheet.who == of else phrase("example.sheet", self.who(sheet.who), amounts)

    def did(self, fact: examples.GivenDid) -> Part:
        """Tell what somebody did."""
        who = self.who(fact.who)
        match fact.verb:
            case "bid":
                return phrase("example.did_bid", who, self.bid(fact.what))
            case "broke":
                return phrase("example.broke", who, self.value(fact.what))
            case _:
                chose = phrase("example.chose", who, self.answer(fact.what))
                fixed = [self.amount(one.name, one.value) for one in fact.fixed]
                return phrase("did.with", chose, joined(fixed, "list.comma")) if fixed else chose

    def fact(self, fact: examples.Fact) -> Part:
        """Tell what is given."""
        match fact:
            case examples.Sheet():
                return self.sheet(fact)
            case examples.GivenValue(name="trick_number" | "deal" as name, value=value):
                return phrase(f"example.{name}", self.value(value))
            case examples.GivenValue(name=name, value=value):
                return phrase("example.the_is", self.pages.own(name), self.value(value))
            case examples.GivenCards(who=who, zone=zone, verb=verb, cards=cards):
                return phrase(
                    f"example.{'has_won' if verb == 'won' else 'holds'}", self.place(who, zone), self.cards(cards)
                )
            case examples.GivenTaken(who=who, tricks=tricks):
                return phrase("example.took", self.who(who), str(tricks))
            case examples.GivenUnlooked(who=who):
                return phrase("example.unlooked", self.who(who))
            case examples.GivenDid():
                return self.did(fact)

    def place(self, who: str, zone: str | None) -> Part:
        """Name somebody, and a pile of theirs if one is meant."""
        return phrase("example.as", self.who(who), self.pages.terms.named(zone)) if zone else self.who(who)

    def outcome(self, one: examples.Outcome) -> Part:
        """Tell how a deal came out."""
        match one:
            case examples.Take(who=who, tricks=tricks):
                return phrase("example.take", self.who(who), listed(map(str, tricks)))
            case examples.WinTricks(who=who, first=first, last=last):
                key = "example.win_trick" if first == last else "example.win_tricks"
                return phrase(key, self.who(who), str(first), str(last))
            case examples.GivenDid():
                return self.did(one)

    def result(self, one: examples.Result, of: str = "") -> Part:
        """Tell what comes out, in a sentence that speaks of somebody."""
        match one:
            case examples.Sheet():
                return self.sheet(one, of)
            case examples.ExpectMoves(legal=legal, bids=bids, moves=moves):
                words = {one.name for one in all_steps(self.game) if isinstance(one, Ask)}
                said = [self.bid(one) for one in moves] if bids else map(self.move, examples.said_with(moves, words))
                return phrase(f"example.may{'' if legal else '_not'}_be_{'bid' if bids else 'played'}", listed(said))
            case examples.ExpectTrick(who=who):
                return phrase("example.wins_trick", self.who(who))
            case examples.ExpectGame(who="nobody"):
                return phrase("example.goes_on")
            case examples.ExpectGame(who=who):
                return phrase("example.wins_game", self.who(who))
            case examples.ExpectAsked(who=who, decision=decision, is_asked=is_asked):
                return phrase(
                    "example.asked" if is_asked else "example.not_asked", self.who(who), self.pages.own(decision)
                )
            case examples.ExpectLate(clock=clock, what=what, is_bid=is_bid):
                late: Part = self.bid(what) if is_bid else self.card(what)  # type: ignore[arg-type]
                return phrase(f"example.late_{'bid' if is_bid else 'played'}", self.pages.terms.named(clock), late)
            case examples.ExpectLead(who=who):
                return phrase("example.leads", self.who(who))
            case examples.ExpectDealer(who=who):
                return phrase("example.deals_next", self.who(who))
            case examples.ExpectHeld(who=who, zone=zone, held=held, lacks=lacks):
                cards = phrase("example.cards", held) if isinstance(held, int) else self.cards(held)
                return phrase("example.lacks" if lacks else "example.has", self.place(who, zone), cards)
