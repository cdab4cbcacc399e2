"""Terms as nouns: amounts, things, and sets as what one of them is.

The words are in the table of the language; what the author has named is set in italics and explained in the list of
terms. Nothing here knows a game or a language: the words come from the rules and from the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, Self

from spadesdsl.book.blocks import plain
from spadesdsl.book.language import Language, Part, joined, language, listed, phrase
from spadesdsl.frozen import Frozen, field, replace
from spadesdsl.rules import terms
from spadesdsl.rules.game import Rules
from spadesdsl.rules.parts import Ask, Parameter
from spadesdsl.rules.walking import all_read, all_steps, free_variables, rebuilt, walk
from spadesdsl.words import sign_of

_THINGS: Final = {
    terms.Kind.SEAT: "player", terms.Kind.SIDE: "side", terms.Kind.SUIT: "suit", terms.Kind.CARD: "card",
    terms.Kind.TRICK: "trick", terms.Kind.CALL: "bid", terms.Kind.BID: "bid", terms.Kind.RANK: "rank",
}  # fmt: skip
_PRODUCTS: Final = frozenset({"*", "/", "negative", "rounded_down"})
_COMPOUND: Final = frozenset({"+", "-", "rounded_down", "max", "min"})
_MARK: Final = "\N{INVISIBLE SEPARATOR}"
"""The name of a player, to see whether a condition begins with it."""
_TOGETHER: Final = {"seat_taken": "taken", "seat_contract": "contracts", "side_contract": "contracts"}
"""Sums that have a name: the tricks taken by some players, their contracts together."""
_SUBJECTS: Final = ("player", "side", "card")


class Nouns(Frozen):
    """Says the values and the sets of one game."""

    game: Rules
    language: Language = field(default_factory=language)
    names: Mapping[str, Part] = field(default_factory=dict)
    """What the variables are called here: `player` is "the player" unless it says otherwise."""

    is_after_deal: bool = False
    """Whether the deal is over when the terms are read: on deal 8, eight deals have been played."""

    @property
    def _are_alone(self) -> bool:
        """Whether a side is a player: not in a deal in which the bidding makes sides, whose scores are of players."""
        return self.game.teams.is_single and (self.game.teams.after is None or self.is_after_deal)

    def called(self, **names: Part) -> Self:
        """Return the same with other names for some variables."""
        return type(self)(self.game, self.language, {**self.names, **names}, self.is_after_deal)

    def say(self, part: Part) -> str:
        """Return the words for a sentence."""
        return self.language.whole(part)

    def own(self, text: str) -> str:
        """Return what an author wrote, made harmless."""
        return plain(self.language.own(text))

    def named(self, name: str) -> str:
        """Return a name of the author's, or the label of a decision that says all of it."""
        rules = (*self.game.lets, *self.game.bids, *all_steps(self.game))
        label = next((one.rule.label for one in rules if isinstance(one, Ask) and one.name == name), "")
        if "{" in label or not label:
            bare = name.removeprefix("is_")
            label = name if any(one.rule.name == bare for one in rules) else bare
        return f"*{self.own(label)}*"

    def clause(self, term: terms.Term) -> Part:
        """Say a condition."""
        raise NotImplementedError

    def is_about(self, variable: str, condition: terms.Term) -> bool:
        """Tell whether a condition, or each part of one, begins with a variable and does not name it again."""
        marked = self.called(**{variable: _MARK})
        begins = (self.language.say(marked.clause(part)).startswith(_MARK) for part in parts_of(condition))
        named = (
            [one for one in walk(part) if isinstance(one, terms.Var) and one.name == variable]
            for part in parts_of(condition)
        )
        return all(len(found) == 1 for found in named) and all(begins)

    def relative(self, thing: Part, variable: str, condition: terms.Term, pronoun: str) -> Part | None:
        """Say a condition on things as what follows them, `who have bid nil`; None if that cannot be said of them."""
        if not self.is_about(variable, condition):
            return None
        return self.called(**{variable: phrase(f"relative.{pronoun}", thing)}).clause(condition)

    # ---------------------------------------------------------------- nouns

    def noun(self, term: terms.Term) -> Part:
        """Say a value."""
        match term:
            case terms.Const(value=value):
                return self._constant(value, term.type.kind)
            case terms.Var(name=name):
                return self.names.get(name) or self._variable(name, term.type.kind)
            case terms.OptionRef(name=name):
                return self.named(name)
            case terms.LetRef(let=let, subject=subject):
                return self._of(let.split(".")[-1], subject if self._has_owner(let) else None)
            case terms.TallyRef(tally=tally, holder=holder, which=which):
                named = self.named(tally) if which == "filled" else self._of(tally, holder)
                return named if which == "now" else phrase(f"tally.{which}", named)
            case terms.ZoneRef(zone=zone, owner=owner):
                return self._zone(zone, owner)
            case terms.Moved(rule=rule):
                return phrase("noun.moved", self.named(rule.split(".")[-1]))
            case terms.Op(op="only", arguments=(terms.Moved(rule=rule),)):
                return phrase("noun.moved_one", self.named(rule.split(".")[-1]))
            case terms.Answer(decision=decision, name=name):
                return self._answer(decision, name)
            case terms.BidParameter(bid=bid, name=name):
                things = {thing_of(name, one.parameters) for one in self.game.bids if name in _names(one.parameters)}
                if len(things) == 1 and "" not in things:
                    return phrase("noun.thing_of_bid", phrase(f"thing.{things.pop()}"), self.noun(bid))
                return phrase("noun.of_bid", self.named(name), self.noun(bid))
            case terms.Ran(who=who):
                return phrase("noun.ran", self.noun(who) if who else phrase("noun.anybody"))
            case terms.Filter():
                return self.plural(term)
            case terms.Fold(of=of, variable=variable, body=body) if (alone := self._only_player(of)) is not None:
                said = self.called(**{variable: alone}).noun(body)
                if not isinstance(of, terms.Filter):
                    return said
                return phrase("op.if", said, self.called(**{of.variable: alone}).clause(of.condition), 0)
            case terms.Fold(
                how="sum", of=of, variable=variable, body=terms.Op(op=op, arguments=(terms.Var(name=name),))
            ) if name == variable and op in _TOGETHER:
                return phrase(f"fold.{_TOGETHER[op]}", self.plural(of))
            case terms.Fold(how=how, of=of, variable=variable, body=body):
                inner = self.called(**{variable: self._each(of)})
                return phrase(f"fold.{how}", self.plural(of), inner.noun(body))
            case terms.Extreme(highest=highest, of=of, keys=keys, variable=variable):
                which = "extreme.highest" if highest else "extreme.lowest"
                extreme = phrase(which, self._one(of, without="trick"))
                by = self.called(**{variable: phrase("noun.card")})
                by_keys = [phrase("extreme.key", by.noun(key)) for key in keys]
                return phrase("extreme.by", extreme, listed(by_keys)) if keys else extreme
            case terms.Run(how=how, of=of, variable=variable, condition=condition):
                relative = self.relative(self._thing(of), variable, condition, "many")
                clause = self.called(**{variable: self._each(of)}).clause(condition)
                return phrase(f"run.{how}", self._thing(of), relative or phrase("run.which", clause))
            case terms.Op() if term.op in ("part_suit", "list", "part"):
                return self.plural(term)
            case terms.Op() if term.type.kind is not terms.Kind.TRUTH or term.op == "if":
                return self._operation(term)
            case terms.Op() | terms.Did() | terms.IsBid() | terms.Broke() | terms.Holds():
                return phrase("noun.whether", self.clause(term))

    def _constant(self, value: object, kind: terms.Kind) -> Part:
        match kind:
            case terms.Kind.SUIT if isinstance(value, int):
                return self.own(self.game.suits[value])
            case terms.Kind.SEAT if isinstance(value, int):
                return self.own(self.game.seats[value])
            case terms.Kind.SIDE if isinstance(value, int):
                teams = self.game.teams
                return (
                    self.own(teams.said[value])
                    if teams.said
                    else listed([self.own(self.game.seats[seat]) for seat in teams.sides[value]])
                )
            case terms.Kind.RANK if isinstance(value, int):
                return self.game.ranks[value]
            case terms.Kind.CARD if isinstance(value, int):
                return self.card(value)
            case _ if value is None:
                return phrase("nobody" if kind in (terms.Kind.SEAT, terms.Kind.SIDE) else "none")
            case _ if isinstance(value, bool):
                return phrase("yes" if value else "no")
            case _ if isinstance(value, Fraction | int):
                return value
            case _:
                return self.named(str(value))

    def card(self, face: int) -> Part:
        """Draw a card: `A♠`, `10♥`; an added card by its name."""
        card = self.game.faces[face]
        if card.rank is None or card.suit is None:
            return self.own(card.said or card.name)
        return self.drawn(self.game.ranks[card.rank], self.game.suits[card.suit])

    def drawn(self, rank: str, suit: str) -> Part:
        """Draw a card of a rank and a suit, which need not be in the deck."""
        sign = sign_of(suit)
        return f"{rank}{sign}" if sign else phrase("noun.card_of", rank, self.own(suit))

    def _variable(self, name: str, kind: terms.Kind) -> Part:
        if name.startswith("param:"):
            return self.named(name.removeprefix("param:"))
        if name == "side" and self._are_alone:
            return phrase("noun.player")
        return (
            phrase(f"noun.{name}") if name in _SUBJECTS else phrase("that", phrase(f"thing.{_THINGS.get(kind, 'one')}"))
        )

    def naming(self, parameters: tuple[Parameter[terms.Term], ...]) -> Self:
        """Return the same inside a decision, whose parameters are what they are: `the suit named`."""
        things = {name: thing_of(name, parameters) for name in _names(parameters)}
        named = {name: phrase("noun.named", phrase(f"thing.{thing}")) for name, thing in things.items() if thing}
        return self.called(**{f"param:{name}": one for name, one in named.items()})

    def asked(self, decision: str) -> tuple[Parameter[terms.Term], ...]:
        """Return the parameters of a decision."""
        steps = (step for step in all_steps(self.game) if isinstance(step, Ask) and step.name == decision)
        return next((step.parameters for step in steps), ())

    def _answer(self, decision: str, name: str) -> Part:
        parameters = self.asked(decision)
        if thing := thing_of(name, parameters):
            return phrase("noun.answer_thing", self.named(decision), phrase(f"thing.{thing}"))
        is_only = name == decision or _names(parameters) == [name]
        return phrase("noun.answer" if is_only else "noun.answer_as", self.named(decision), self.named(name))

    def _of(self, name: str, subject: terms.Term | None) -> Part:
        subject = subject and self._alone(subject)
        if subject is None or (isinstance(subject, terms.Var) and subject.name in _SUBJECTS):
            return self.named(name)
        return phrase("noun.of", self.named(name), self.noun(subject))

    def _alone(self, term: terms.Term) -> terms.Term:
        """Return the side of which this is the first player, where everybody plays alone; all else as it is."""
        match term:
            case terms.Op(op="first", arguments=(terms.Op(op="side_members", arguments=(side,)),)):
                return side if self._are_alone else term
            case _:
                return term

    def _only_player(self, of: terms.Term) -> Part | None:
        """Return the player of a side, where everybody plays alone and a set is all its players, or those of a kind."""
        match of.of if isinstance(of, terms.Filter) else of:
            case terms.Op(op="side_members", arguments=(side,)) if self._are_alone:
                return self.noun(side)
            case _:
                return None

    def _has_owner(self, let: str) -> bool:
        """Tell whether a quantity is another for each player, side or card."""
        lets = self.game.let_of
        read = all_read(lets, lets[let].body if let in lets else None)
        return let not in lets or any(isinstance(one, terms.Var) and one.name in _SUBJECTS for one in read)

    def _zone(self, zone: str, owner: terms.Term | None) -> Part:
        if zone in ("stock", "discards"):
            return phrase(f"noun.{zone}")
        named = self.pile(zone)
        return phrase("noun.pile", named) if owner is None else phrase("noun.pile_of", self.noun(owner), named)

    def pile(self, zone: str) -> str:
        """Return what a place for cards is called, without an article of the author's."""
        label = next((one.rule.label for one in self.game.zones if one.name == zone), "")
        return f"*{self.bare(label or zone)}*"

    def bare(self, name: str) -> str:
        """Return a name of the author's without its article."""
        form = self.language.forms.get("bare")
        return form.of(self.own(name)) if form else self.own(name)

    def _operation(self, term: terms.Op) -> Part:
        if (side := self._alone(term)) is not term:
            return self.noun(side)
        op, arguments = term.op, term.arguments
        if op == "side" and self._are_alone:  # whose only player it is
            return self.noun(arguments[0])
        if op == "count" and isinstance(arguments[0], terms.Op) and arguments[0].op == "hand":
            return phrase("count.in_hand", self.noun(arguments[0]))
        if op == "+" and (said_in_classes := self._classes(_summands(term))) is not None:
            return said_in_classes
        if op == "abs" and isinstance(arguments[0], terms.Op) and arguments[0].op == "-":
            return phrase("sum.difference", *map(self.noun, arguments[0].arguments))
        if op in ("first", "last") and term.type.kind is terms.Kind.SEAT:
            return phrase(f"noun.{op}_player", self.noun(arguments[0]))
        if op == "if":
            return self._cases(term)
        is_product, is_sum = op in _PRODUCTS, op in _PRODUCTS or op in ("+", "-")
        said = [
            self._bracketed(one, is_product=is_product or (op == "-" and number > 0), is_last=number > 0)
            if is_sum
            else self.noun(one)
            for number, one in enumerate(arguments)
        ]
        is_to_whole = op == "rounded_down" and isinstance(arguments[1], terms.Const) and arguments[1].value == 1
        return phrase("sum.rounded", said[0]) if is_to_whole else phrase(f"op.{op}", *said)

    def _cases(self, term: terms.Op) -> Part:
        """Say a choice; of more than two `11 if the rank is A, 10 if it is 10, otherwise 0`."""
        condition, then, otherwise = term.arguments
        first = self._bracketed(then, is_product=False)
        cases = [phrase("case.when", first, self.clause(condition))]
        while isinstance(otherwise, terms.Op) and otherwise.op == "if":
            known = condition
            condition, then, otherwise = otherwise.arguments
            first = self._bracketed(then, is_product=False)
            match known, condition:
                case terms.Op(op="=" | "is" | "same", arguments=(one, _)), terms.Op(
                    op="=" | "is" | "same", arguments=(same, terms.Const() as value)
                ) if one == same:
                    cases.append(phrase("case.same", first, self.noun(value)))
                case _:
                    cases.append(phrase("case.when", first, self.clause(condition)))
        return phrase("case.last", joined(cases, "list.comma"), self.noun(otherwise))

    def _classes(self, parts: list[terms.Term]) -> Part | None:
        """Say a sum that counts cards by rank: `11 for each A and 10 for each 10 among the cards the side has won`."""
        counted: dict[terms.Term, list[Part]] = {}
        rest: list[Part] = []
        for part in parts:
            worth, of = part.arguments if isinstance(part, terms.Op) and part.op == "*" else (None, part)
            match of, worth and self.noun(worth):
                case (
                    terms.Op(op="count", arguments=(terms.Filter(of=cards, condition=terms.Op(op="is") as test),)),
                    None | int() | Fraction() as each,
                ) if isinstance(test.arguments[0], terms.Op) and test.arguments[0].op in ("card_rank", "card_face"):
                    rank = self.noun(test.arguments[1])
                    counted.setdefault(cards, []).append(phrase("sum.each", 1 if each is None else each, rank))
                case _:
                    rest.append(self._bracketed(part, is_product=False))
        if not any(len(each) > 1 for each in counted.values()):
            return None
        said = [phrase("sum.among", listed(each), self.plural(cards)) for cards, each in counted.items()]
        return joined([*said, *rest], "sum.plus")

    def _bracketed(self, term: terms.Term, *, is_product: bool, is_last: bool = True) -> Part:
        said = self.noun(term)
        needs = isinstance(term, terms.Op) and (term.op in ("if", "else") or (is_product and term.op in _COMPOUND))
        return phrase("brackets", said) if needs or not (is_last or _is_closed(term)) else said

    # ---------------------------------------------------------------- sets

    def plural(self, term: terms.Term) -> Part:
        """Say a set."""
        match term:
            case terms.Op(op="part_suit", arguments=(of, suit)):
                return phrase("set.part_suit", self._suit(suit, "many"), self._among(of))
            case terms.Filter(of=of, variable=variable, condition=condition):
                inner, whole = self.called(**{variable: self._each(of)}), self.plural(of)
                match _extreme(of, variable, condition):
                    case (how, terms.Op(op="seat_score" | "side_score", arguments=(terms.Var(),))):
                        return phrase(f"set.{how}_score", whole)
                    case (how, amount):
                        return phrase(f"set.{how}", whole, inner.noun(amount))
                    case None:
                        pass
                several = isinstance(of, terms.Op) and of.op == "list" and len(of.arguments) > 1
                if (several and of.type.kind is terms.Kind.CARD) or getattr(of, "op", "") in ("hand", "deck"):
                    whole = phrase("set.cards", self._among(of))
                if (relative := self.relative(self._thing(of), variable, condition, "many")) is not None:
                    return phrase("relative.set", whole, relative)
                return phrase("set.filter", whole, inner.clause(condition))
            case terms.Op(op="list", arguments=arguments):
                return listed(map(self.noun, arguments), "list.or", "none")
            case terms.Op(op="part", arguments=(of, terms.Op(op="list") as cards)) if (
                cards.type.kind is terms.Kind.CARD
            ):
                return phrase("set.part_list", self.plural(cards), self._among(of))
            case terms.Op(op="part", arguments=(one, other)):
                return phrase("op.part", self.plural(one), self.plural(other))
            case _:
                return self.noun(term)

    def _among(self, of: terms.Term) -> Part:
        match of:
            case terms.Op(op="played" | "trick" | "deck" as op):
                return phrase(f"among.{op}")
            case terms.Op(op="hand") | terms.ZoneRef():
                return phrase("among.hand", self.noun(of))
            case terms.Op(op="seat_cards" | "side_cards", arguments=(who,)):
                return phrase("among.won", self.noun(who))
            case _:
                return phrase("among.others", self.plural(of))

    def suit(self, suit: terms.Term) -> tuple[str, tuple[Part, ...]]:
        """Return how a suit is known: `suit`, `trump`, `led` or in another way, and what it is called."""
        match suit:
            case terms.Const(value=int(value)):
                return "suit", (self.own(self.game.suits[value]),)
            case terms.Op(op="trumps"):
                return "trump", ()
            case terms.Op(op="card_suit", arguments=(terms.Op(op="led"),)):
                return "led", ()
            case _:
                return "", (self.noun(suit),)

    def _suit(self, suit: terms.Term, number: str) -> Part:
        """Say cards of a suit: one, or many."""
        which, named = self.suit(suit)
        how = {"suit": "", "trump": "_trumps", "led": "_led", "": "_in"}[which]
        return phrase(f"suit.{number}{how}", *named)

    def _thing(self, of: terms.Term) -> Part:
        return phrase(f"thing.{_THINGS.get(of.type.kind, 'one')}")

    def _each(self, of: terms.Term) -> Part:
        """Say one element of a set, as `that player`; `the other player` beside one that is called so."""
        that = phrase("that", self._thing(of))
        return phrase("the_other", self._thing(of)) if that in self.names.values() else that

    def _one(self, of: terms.Term, without: str = "") -> Part:
        """Say what one element of a set is: `trump played so far`, or only `trump` `without` the place."""
        match of:
            case terms.Op(op="part_suit", arguments=(inner, suit)):
                card = self._suit(suit, "one")
                return card if is_from(inner, without) else phrase("one.among", card, self._among(inner))
            case terms.Op(op="players" | "seats"):
                return phrase("thing.player")
            case terms.Op(op="sides"):
                return phrase("thing.side")
            case terms.Op(op="tricks" | "calls" as op):
                return phrase(f"one.{op}")
            case terms.Op(op="members" | "side_members" as op, arguments=(who,)):
                return phrase(f"one.{op}", self.noun(who))
            case terms.Op(op="opponents" | "side_opponents"):
                return phrase("one.opponent")
            case terms.Filter(of=inner, variable=variable, condition=condition):
                if (relative := self.relative(self._thing(inner), variable, condition, "one")) is not None:
                    return phrase("relative.single", self._one(inner), relative)
                clause = self.called(**{variable: self._each(inner)}).clause(condition)
                return phrase("one.filter", self._one(inner), clause)
            case _ if of.type.kind is terms.Kind.CARD:
                card = phrase("thing.card")
                return card if is_from(of, without) else phrase("one.among", card, self._among(of))
            case _:
                return phrase("one.other", self._thing(of), self.noun(of))


def _is_closed(term: terms.Term) -> bool:
    """Tell whether what comes after a number is not read as a part of it, as after `the sum, over all cards, of …`."""
    match term:
        case terms.Fold(how="sum", of=of, body=terms.Op(op=op)) if op in _TOGETHER:
            return not isinstance(of, terms.Filter)
        case terms.Fold():
            return False
        case terms.Op(op="count", arguments=(of,)):
            return not isinstance(of, terms.Filter)
        case terms.Op(op="+" | "-" | "*" | "/", arguments=(_, last)):
            return _is_closed(last)
        case _:
            return True


def parts_of(condition: terms.Term) -> tuple[terms.Term, ...]:
    """Return the parts of a condition that are all to hold, or of which one is; else the condition itself."""
    is_both = isinstance(condition, terms.Op) and condition.op in ("and", "or")
    return condition.arguments if isinstance(condition, terms.Op) and is_both else (condition,)


def thing_of(name: str, parameters: tuple[Parameter[terms.Term], ...]) -> str:
    """Return what a parameter is, as `suit`; empty if that does not tell which one is meant."""
    kinds = {one.name: "number" if one.type.is_amount else _THINGS.get(one.type.kind, "") for one in parameters}
    found = kinds.get(name, "")
    return found if list(kinds.values()).count(found) == 1 else ""


def _names(parameters: tuple[Parameter[terms.Term], ...]) -> list[str]:
    return [one.name for one in parameters]


def _extreme(of: terms.Term, variable: str, condition: terms.Term) -> tuple[str, terms.Term] | None:
    """Return the amount of which an element has the most or the least of all, if that is what it is chosen by."""
    match condition:
        case terms.Op(op="=", arguments=(amount, terms.Fold(how="most" | "least" as how, of=among, body=body) as fold)):
            is_own = fold.variable == variable or variable not in free_variables(body)
            is_same = among == of and is_own and _with_name(body, fold.variable, variable) == amount
            return (how, amount) if is_same else None
        case _:
            return None


def _with_name(term: terms.Term, old: str, new: str) -> terms.Term:
    if isinstance(term, terms.Var):
        return replace(term, name=new) if term.name == old else term
    return rebuilt(term, lambda one: _with_name(one, old, new))


def _summands(term: terms.Term) -> list[terms.Term]:
    return (
        [one for part in term.arguments for one in _summands(part)]
        if isinstance(term, terms.Op) and term.op == "+"
        else [term]
    )


def is_from(of: terms.Term, place: str) -> bool:
    """Tell whether cards are those of a place, or those of a suit there."""
    match of:
        case terms.Op(op="part_suit", arguments=(inner, _)):
            return is_from(inner, place)
        case terms.Op(op=op):
            return op == place
        case _:
            return False
