"""The worked examples of a file as a card player would tell them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.book.blocks import plain
from spadesdsl.book.english import English, card_text
from spadesdsl.syntax import examples, expressions, nodes
from spadesdsl.syntax.writing import show
from spadesdsl.words import and_list, words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from spadesdsl.rules.game import Rules


class Examples:
    """Tells the examples of one game."""

    def __init__(self, game: Rules, says: English, label: Callable[[str], str]) -> None:
        self.game = game
        self.says = says
        self.label = label
        self.faces = {face.name: number for number, face in enumerate(game.faces)}

    def lines(self, node: examples.Example) -> Iterator[str]:
        """Tell an example, line by line."""
        for line in node.lines:
            match line:
                case nodes.SetOptions(assigns=assigns):
                    settings = [f"*{plain(words_of(one.name))}* is {self.value(one.value)}" for one in assigns]
                    yield f"at a table where {and_list(settings)}"
                case examples.Given(facts=facts):
                    for fact in facts:
                        yield self.fact(fact)
                case examples.Bids(bids=bids):
                    yield "; ".join(self.bids(one) for one in bids)
                case examples.Plays(plays=plays):
                    yield f"on the table: {', '.join(self.played(one) for one in plays)}"
                case examples.Tricks(tricks=tricks):
                    yield "the last tricks: " + "; ".join(
                        f"{plain(one.leader)} led {self.cards(one.cards)}" for one in tricks
                    )
                case examples.CaseOf(outcomes=outcomes, expect=expect):
                    start = ", ".join(self.outcome(one) for one in outcomes)
                    yield f"if {start}: {'; '.join(self.result(one) for one in expect.results)}"
                case examples.Expect(results=results):
                    yield "; ".join(self.result(one) for one in results)
                case _:
                    yield "after that comes the next deal"

    def who(self, name: str) -> str:
        """Name a seat, a side, or a place."""
        sides = self.game.teams.sides
        if name in ("us", "them") and len(sides) == 2:
            return and_list([plain(self.game.seats[seat]) for seat in sides[name == "them"]])
        return f"the {name}" if name in ("deck", "stock", "discards") else plain(words_of(name))

    def is_many(self, name: str) -> bool:
        """Tell whether a name is that of several people."""
        return name in ("us", "them") and len(self.game.teams.sides[0]) > 1

    def card(self, node: expressions.Expr) -> str:
        """Draw a card."""
        number = self.faces.get(show(node))
        return self.value(node) if number is None else card_text(self.game, number)

    def cards(self, found: Iterable[expressions.Expr]) -> str:
        """Draw some cards."""
        return " ".join(self.card(one) for one in found)

    def value(self, node: examples.BidNode) -> str:
        """Write a value."""
        return plain(words_of(node.text if isinstance(node, examples.BidText) else show(node)).replace("-", "−"))

    def bid(self, node: examples.BidNode) -> str:
        """Write a bid as it is said."""
        match node:
            case examples.BidText(text=text):
                return plain(text)
            case expressions.Call(name=name, arguments=arguments):
                bid = next((one for one in self.game.bids if one.name == name), None)
                if bid is None:
                    return self.value(node)
                shown = bid.label
                for parameter, argument in zip(bid.parameters, arguments, strict=False):
                    shown = shown.replace(f"{{{parameter.name}}}", show(argument))
                return plain(words_of(shown))
            case expressions.Name(name=name):
                return self.label(name)
            case _:
                return self.value(node)

    def answer(self, node: examples.BidNode) -> str:
        """Write a decision with what was named."""
        if isinstance(node, expressions.Call):
            return f"*{plain(words_of(node.name))}*: {and_list([self.value(one) for one in node.arguments])}"
        return f"*{self.value(node)}*"

    def bids(self, one: examples.BidsOf) -> str:
        """Tell the bids of somebody."""
        verb = "bid" if self.is_many(one.who) else "bids"
        return f"{self.who(one.who)} {verb} {and_list([self.bid(bid) for bid in one.bids])}"

    def played(self, one: examples.Played) -> str:
        """Tell a card that was played."""
        said = f" ({self.value(one.said)})" if one.said is not None else ""
        return f"{plain(one.who)} {self.card(one.card)}{said}"

    def sheet(self, sheet: examples.Sheet) -> str:
        """Tell amounts."""
        amounts = and_list([f"{plain(words_of(one.name))} {self.value(one.value)}" for one in sheet.amounts])
        return f"{self.who(sheet.who)}: {amounts}"

    def did(self, fact: examples.GivenDid) -> str:
        """Tell what somebody did."""
        match fact.verb:
            case "bid":
                return f"{self.who(fact.who)} bid {self.bid(fact.what)}"
            case "broke":
                return f"{self.who(fact.who)} broke {self.value(fact.what)}"
            case _:
                fixed = [f"*{words_of(one.name)}* {self.value(one.value)}" for one in fact.fixed]
                return f"{self.who(fact.who)} chose {self.answer(fact.what)}" + (
                    f" ({', '.join(fixed)})" if fixed else ""
                )

    def fact(self, fact: examples.Fact) -> str:
        """Tell what is given."""
        match fact:
            case examples.Sheet():
                return self.sheet(fact)
            case examples.GivenValue(name="trick_number" | "deal" as name, value=value):
                return f"it is {'trick' if name == 'trick_number' else 'deal'} {self.value(value)}"
            case examples.GivenValue(name=name, value=value):
                return f"the {plain(words_of(name))} is {self.value(value)}"
            case examples.GivenCards(who=who, zone=zone, verb=verb, cards=cards):
                place = f", as *{plain(words_of(zone))}*," if zone else ""
                return f"{self.who(who)}{place} {'has won' if verb == 'won' else 'holds'} {self.cards(cards)}"
            case examples.GivenTaken(who=who, tricks=tricks):
                return f"{self.who(who)} took {tricks}"
            case examples.GivenUnlooked(who=who):
                return f"{self.who(who)} {'have' if self.is_many(who) else 'has'} not looked at the cards"
            case examples.GivenDid():
                return self.did(fact)

    def outcome(self, one: examples.Outcome) -> str:
        """Tell how a deal came out."""
        match one:
            case examples.Take(who=who, tricks=tricks):
                verb = "take" if self.is_many(who) else "takes"
                return f"{self.who(who)} {verb} {and_list([str(number) for number in tricks])}"
            case examples.WinTricks(who=who, first=first, last=last):
                return f"{self.who(who)} {'win' if self.is_many(who) else 'wins'} the tricks from {first} to {last}"
            case examples.GivenDid():
                return self.did(one)

    def result(self, one: examples.Result) -> str:
        """Tell what comes out."""
        match one:
            case examples.Sheet():
                return self.sheet(one)
            case examples.ExpectMoves(legal=legal, bids=bids, moves=moves):
                said = [self.bid(move) if bids else self.card(move) for move in moves]  # type: ignore[arg-type]
                return (
                    f"{and_list(said)} may {'be bid' if bids else 'be played'}"
                    if legal
                    else f"{and_list(said)} may not {'be bid' if bids else 'be played'}"
                )
            case examples.ExpectTrick(who=who):
                return f"{self.who(who)} wins the trick"
            case examples.ExpectGame(who=who):
                wins = f"{self.who(who)} {'win' if self.is_many(who) else 'wins'} the game"
                return "the game goes on" if who == "nobody" else wins
            case examples.ExpectAsked(who=who, decision=decision, is_asked=is_asked):
                return f"{self.who(who)} is {'' if is_asked else 'not '}asked: {plain(words_of(decision))}"
            case examples.ExpectLate(clock=clock, what=what, is_bid=is_bid):
                late = self.bid(what) if is_bid else self.card(what)  # type: ignore[arg-type]
                return f"when *{plain(words_of(clock))}* runs out, {late} is {'bid' if is_bid else 'played'}"
            case examples.ExpectLead(who=who):
                return f"{self.who(who)} leads"
            case examples.ExpectDealer(who=who):
                return f"{self.who(who)} deals next"
            case examples.ExpectHeld(who=who, zone=zone, held=held, lacks=lacks):
                place = f"{self.who(who)}{f', as *{plain(words_of(zone))}*,' if zone else ''}"
                cards = f"{held} cards" if isinstance(held, int) else self.cards(held)
                return f"{place} {'does not have' if lacks else 'has'} {cards}"
