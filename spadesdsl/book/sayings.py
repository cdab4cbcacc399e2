"""All rules of a game as sentences by their keys, and what two games, or two deals of one, say differently."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, Final

from spadesdsl.book.language import Part, Phrase, joined, listed, phrase
from spadesdsl.book.numbers import made_bid
from spadesdsl.book.sentences import Sentences, depends, sentence
from spadesdsl.book.settled import is_never
from spadesdsl.book.terms import Terms
from spadesdsl.frozen import Frozen, replace
from spadesdsl.rules.game import Let, Rules, Zone
from spadesdsl.rules.parts import Ending, Line, Order, Tally
from spadesdsl.rules.terms import Const, Kind, Moved, Op, Term
from spadesdsl.rules.walking import all_steps, every_term, free_variables, walk
from spadesdsl.words import capital, sign_of

_TERM: Final = re.compile(r"(?<!\*)\*([^*]+)\*(?!\*)")
"""A term that the author has named, in a text."""
_MOST_TERMS: Final = 3
"""With more of them, a formula is no sentence."""
_SAID = frozenset({"must", "score", "tally", "bid", "round", "may", "choose", "pass", "win", "lose", "out", "give"})
"""Keywords of rules whose loss is worth a word."""
_PACK = frozenset({"add", "remove", "packs", "suits", "ranks", "faces"})
"""Keywords of rules that say which cards there are."""
_MORE: Final = "+"
"""After a rule's key: its further sentences, each of which can differ alone."""


class Case(Frozen):
    """One case of a line of the score."""

    name: str
    """Of the first case of a line."""
    own: str
    """What its author says."""
    when: tuple[Part, ...]
    """In which case it counts."""
    instead: Part
    """In the place of which other lines; empty for none."""
    points: Part


class Sayings(Sentences):
    """Says the score of one game, and all its rules by their keys."""

    # ---------------------------------------------------------------- lines

    def line(self, line: Line) -> Iterator[tuple[str, str, str]]:
        """Say a line of the score: a row of a table for each of its cases."""
        for case in self.cases_of(line):
            clauses = self.say("line.when", joined(case.when, "line.and")) if case.when else ""
            own = f"*{case.own}* " if case.own else ""
            when = (own + clauses).strip() or self.words("clause.always")
            yield case.name, when, self.terms.say(self.points_of(case))

    def cases_of(self, line: Line) -> Iterator[Case]:
        """Yield each case of a line."""
        name = f"**{self.own(line.name)}**"
        if line.bid_type:
            name = self.words("line.of_bid", name, f"*{self.label(line.bid_type)}*")
        others = [f"**{self.own(name)}**" for name in line.instead_of]
        instead = phrase("line.instead", listed(others)) if others else ""
        first: tuple[Part, ...] = ()
        if line.when is not None and depends(line.when):
            first += (phrase("line.clause", self.terms.clause(line.when)),)
        own = self.told(line.rule.sentence)
        cases = [case for case in line.cases if not is_never(case.condition)]
        for number, case in enumerate(cases):
            when = first
            own = self.told(case.sentence) or own
            if case.condition is not None and depends(case.condition):
                when += (phrase("line.clause", self.terms.clause(case.condition)),)
            elif case.condition is None and len(cases) > 1:
                when += (phrase("line.none_above" if first else "line.otherwise"),)
            value = made_bid(case.value, line.bid_type, self.game) if line.bid_type else case.value
            yield from self.split(Case(name if number == 0 else "", own, when, instead, ""), value)
            own = ""

    def split(self, case: Case, value: Term) -> Iterator[Case]:
        """Split `if c then a else b` into two cases, and one more such choice after `else` into two more."""
        says = self.terms
        match value:
            case Op(op="if", arguments=(condition, then, otherwise)) if not _has_if(then) and _has_few_ifs(otherwise):
                holds = (*case.when, phrase("line.clause", says.clause(condition)))
                fails = (*case.when, phrase("line.clause", says.negated(condition)))
                yield Case(case.name, case.own, holds, case.instead, says.noun(then))
                yield from self.split(Case("", "", fails, case.instead, ""), otherwise)
            case _:
                yield Case(case.name, case.own, case.when, case.instead, says.noun(value))

    def line_told(self, line: Line) -> str:
        """Say a line of the score in a sentence: `Nil, for a bid of nil: 50 if the player has taken no trick; …`."""
        cases = list(self.cases_of(line))
        own = " ".join(f"*{case.own}*" for case in cases if case.own)
        told = filter(None, (own, sentence("; ".join(map(self.case_told, cases)))))
        return sentence(f"{cases[0].name}: {' '.join(told)}") if cases else ""

    def line_in_short(self, line: Line) -> str:
        """Say what a line of the score brings, or only what its author says if that takes many terms."""
        cases = list(self.cases_of(line))
        said = []
        for case in cases:
            is_nothing = self.terms.say(case.points) == "0" and case.when and not case.instead
            said += [] if is_nothing and len(cases) > 1 else [self.case_told(case)]
        text = "; ".join(said)
        own = " ".join(case.own for case in cases if case.own)
        name = self.own(line.name)
        named = self.terms_of([text])
        is_nested = any(_TERM.sub("", meaning) != meaning for meaning in named.values())
        is_short = len(set(_TERM.findall(text))) <= _MOST_TERMS and not (own and is_nested)
        if not line.rule.sentence and not all(one.sentence or _is_nothing(one.value) for one in line.cases):
            own = ""  # the author says nothing of some cases
        told = sentence(text) if is_short else "" if own else self.words("short.see_chapter")
        parts = [told, own] if own.endswith(("...", "…")) else [own, told]  # a sentence may go on in the next line
        return f"**{capital(name)}**: {' '.join(filter(None, parts))}"

    def case_told(self, case: Case) -> str:
        """Say what a case of a line brings, and when."""
        points = self.points_of(case)
        if case.when == (phrase("line.otherwise"),):
            return self.terms.say(phrase("short.otherwise", points))
        if not case.when:
            return self.terms.say(points)
        is_choice = isinstance(points, Phrase) and points.key == "case.last"
        points = phrase("brackets", points) if is_choice else points
        return self.terms.say(phrase("short.if", points, joined(case.when, "clause.and")))

    def points_of(self, case: Case) -> Part:
        """Return what a case brings, and in the place of which lines."""
        return phrase("short.instead", case.points, case.instead) if case.instead else case.points

    def terms_of(self, texts: Iterable[str]) -> dict[str, str]:
        """Say what the terms in some sentences mean, and those in their meaning."""
        words = {name.lower(): (name, rule) for name, rule in self.meant_words().items()}
        found: dict[str, str] = {}
        waiting = [term.lower() for text in texts for term in _TERM.findall(text)]
        while waiting:
            term, rule = words.get(waiting.pop(0), ("", None))
            if rule is not None and term not in found:
                found[term] = self.let(rule) if isinstance(rule, Let) else self.step(rule)
                waiting += [one.lower() for one in _TERM.findall(found[term])]
        return found

    def meant_words(self) -> dict[str, Any]:
        """Return the rules that words in italics stand for: steps whose cards others read, and quantities."""
        steps = [step for step in all_steps(self.game) if step.rule.key in self.moved]
        named: dict[str, Any] = {self.own(step.rule.name): step for step in self.here(steps)}
        return named | {self.terms.named(let.key.split(".")[-1]).strip("*"): let for let in self.game.lets}

    @cached_property
    def moved(self) -> frozenset[str]:
        """The rules whose cards others read by their names."""
        return frozenset(part.rule for part in every_term(self.game) if isinstance(part, Moved))

    def let(self, let: Let) -> str:
        """Say what a quantity of the author's is."""
        body = self.term(let.body)
        told = self.told(let.rule.sentence)
        if let.type.kind is Kind.TRUTH and not let.type.many:
            text = self.say("let.truth", self.terms.clause(body))
        else:
            text = sentence(self.terms.say(self.terms.noun(body)))
        return f"*{told}* {text}" if told else text

    # ---------------------------------------------------------------- tallies and endings

    def tally(self, tally: Tally) -> str:
        """Say how a tally is kept."""
        steps: list[Part] = []
        for step in tally.steps:
            if is_never(step.when) and not step.loses_rest:
                continue
            amount: Part = "" if step.amount is None else self.terms.noun(step.amount)
            clause = self.terms.clause(step.when) if step.when is not None and depends(step.when) else None
            if step.verb == "full at":
                full = phrase("tally.full", amount)
                if step.loses_rest and not is_never(step.when):
                    lost = phrase("tally.loses_rest", full)
                    full = lost if clause is None else phrase("tally.when", lost, clause)
                steps.append(full)
            else:
                done = phrase(f"tally.{step.verb}", amount)
                steps.append(done if clause is None else phrase("tally.when", done, clause))
        whose = (
            "tally.of_table" if tally.of_table else "tally.of_player" if self.game.teams.is_single else "tally.of_side"
        )
        name = f"**{self.own(tally.name)}**"
        return self.led(tally.rule, self.say("tally.counted", name, phrase(whose), joined(steps, "list.semicolon")))

    def ending(self, ending: Ending) -> str:
        """Say when the game is over."""
        one = self.settled(ending)
        it = phrase("thing.player" if self.game.teams.is_single else "thing.side")
        best = phrase("end.lowest" if self.game.best_lowest else "end.highest")
        is_of_one = one.when is not None and "side" in free_variables(one.when)
        key = f"end.{one.kind}" if one.kind != "win" or is_of_one else "end.win_best"
        after = Terms(self.game, self.language, is_after_deal=True)
        when = after.clause(one.when) if one.when is not None and depends(one.when) else None
        said = phrase(key, it, best)
        return self.led(ending.rule, self.say("end.after", said) if when is None else self.say("end.when", when, said))

    def tie(self) -> str:
        """Say what happens if the best scores are level."""
        return self.say("end.play_on" if self.game.tie == "play on" else "end.share")

    def clock(self, clock: Any) -> str:  # noqa: ANN401 - a clock with terms
        """Say when time is up."""
        key = "clock.hour" if clock.is_hour else "clock.choice" if clock.phase else "clock.game"
        return self.led(clock.rule, self.say("clock.is", self.terms.named(clock.name), phrase(key, clock.number)))

    # ---------------------------------------------------------------- players and cards

    def seated(self) -> list[str]:
        """Say who sits where."""
        game = self.game
        seats = listed(map(self.own, game.seats))
        dummies = [self.say("players.dummy", self.own(game.seats[seat])) for seat in game.dummies]
        return [self.say("players.sit", game.player_count, seats), *dummies]

    def together(self) -> str:
        """Say who plays with whom."""
        game, says = self.game, self.terms
        teams = self.settled(game.teams)
        if teams.after is not None and teams.first is not None:
            first = says.noun(teams.first)
            partner = phrase("players.a_partner") if teams.partner is None else says.noun(teams.partner)
            is_single = isinstance(teams.partner, Const) and teams.partner.value is None
            who = phrase("players.single", first) if is_single else phrase("players.with", first, partner)
            key = "players.found_together" if teams.others_together else "players.found_alone"
            return self.say(key, self.own(teams.after), who)
        if game.teams.is_single:
            return self.say("players.alone")
        sides = [listed([self.own(game.seats[seat]) for seat in side]) for side in teams.sides]
        if teams.said:
            said = zip(sides, teams.said, strict=True)
            sides = [phrase("players.side", names, self.own(label)) for names, label in said]
        return self.say("players.together", joined(sides, "list.semicolon"))

    def dealers(self) -> dict[str, str]:
        """Say who deals first, and who next, by the keys of these rules."""
        game, says = self.game, self.terms
        return {
            "deal.first": self.say("players.first_dealer", says.noun(self.term(game.dealer_first))),
            "deal.next": self.say("players.next_dealer", says.noun(self.term(game.dealer_next))),
        }

    def suits(self) -> Iterator[tuple[str, str]]:
        """Yield each suit and its cards, the highest suit and the highest card first."""
        game = self.game
        for number, suit in reversed(list(enumerate(game.suits))):
            cards = [face for face in game.faces if face.suit == number and face.rank is not None]
            high_to_low = sorted(cards, key=lambda face: -(face.rank or 0))
            ranks = [(game.ranks[face.rank or 0], face.count) for face in high_to_low]
            said = " ".join(self.words("cards.times", rank, many) if many > 1 else rank for rank, many in ranks)
            if said:
                yield f"{sign_of(suit)} {self.own(suit)}".strip(), said

    def added(self) -> list[str]:
        """Name the added cards."""
        return [self.own(one.said or one.name) for one in self.game.faces if one.suit is None for _ in range(one.count)]

    def pack(self) -> str:
        """Say all cards in a sentence."""
        game = self.game
        suits = [": ".join(row) for row in self.suits()]
        said = joined([*suits, *filter(None, [", ".join(self.added())])], "list.semicolon")
        return self.say("book.pack", sum(face.count for face in game.faces), said)

    def place(self, zone: Zone) -> str:
        """Say which place for cards there is."""
        seen = "face_up" if zone.face_up else "seen" if zone.seen_by_owner else "face_down"
        key = f"pile.{'each' if zone.each is not None else 'one'}_{seen}"
        return self.led(zone.rule, self.say(key, self.terms.pile(zone.name)))

    def order(self, order: Order) -> str:
        """Say in which order some cards rank."""
        text = phrase("cards.order", " ".join(self.game.ranks[rank] for rank in reversed(order.ranks)))
        return self.led(order.rule, sentence(self.terms.say(self.when(order.when, text))))

    # ---------------------------------------------------------------- by key

    def trumps(self) -> Iterator[str]:
        """Say which cards are trumps."""
        if self.game.trumps is None:
            yield self.say("trumps.none")
            return
        trumps, says = self.settled(self.game.trumps), self.terms
        text = phrase("trumps.none") if _is_none(trumps.suit) else phrase("trumps.are", says.noun(trumps.suit))
        yield self.led(trumps.rule, sentence(says.say(self.when(trumps.when, text))))
        topped = [says.noun(card) for card in trumps.topped if not _is_none(card)]
        if topped:
            yield self.say("trumps.topped", joined(topped, "list.comma"))

    def leads(self) -> str:
        """Say who leads."""
        play, says = self.settled(self.game.play), self.terms
        return self.say("play.leads", says.noun(play.lead_first), says.noun(play.lead_next))

    def of_play(self) -> dict[str, str]:
        """Say which of two equal cards wins, who plays for whom, and what players are trusted with, by their keys."""
        written, play, says = self.game.play, self.settled(self.game.play), self.terms
        found: dict[str, str] = {}
        if written.equal_rule is not None:
            equal = written.equal_rule
            found[equal.key] = self.led(equal, self.say(f"play.equal_{play.equal}"))
        for control in play.controls:
            seat = says.noun(control.seat)
            out = control.player is None
            text = phrase("play.sits_out", seat) if out else phrase("play.plays_for", says.noun(control.player), seat)
            found[control.rule.key] = self.led(control.rule, sentence(says.say(self.when(control.when, text))))
        for trust in written.trusts:
            rules = listed([says.named(name.split(".")[-1]) for name in trust.musts])
            found[trust.rule.key] = self.led(trust.rule, self.say("play.trusted", rules))
        return found

    def trick_won(self) -> str:
        """Say who wins a trick."""
        winner = self.terms.noun(self.settled(self.game.play).winner)
        return self.led(self.game.play.winner_rule, self.say("play.won_by", winner))

    def unlike_those_of(self, usual: Sayings) -> tuple[str, ...]:
        """Return the sentences of the rules that the usual ones do not have, and of the quantities that they name."""
        known, said = usual.sayings(), self.sayings()
        if usual.game.teams.is_single is not self.game.teams.is_single:  # what only calls a side a player is not new
            usual = Sayings(replace(usual.game, teams=self.game.teams), self.language)
            known = {**usual.sayings(), "table.teams": known["table.teams"]}
        terms, usual_terms = self.meant(said.values()), usual.meant(known.values())
        new = (text for key, texts in said.items() if texts != known.get(key) for text in texts)
        items = list(dict.fromkeys(new))
        items += [f"*{term}*: {text}" for term, text in terms.items() if usual_terms.get(term) != text]
        return tuple(items)

    def meant(self, said: Iterable[tuple[str, ...]]) -> dict[str, str]:
        """Say what the terms in sentences mean."""
        return self.terms_of(text for texts in said for text in texts)

    def sayings(self) -> dict[str, tuple[str, ...]]:
        """Return the sentences of each rule that holds at this table, by its key."""
        game = self.game

        found: dict[str, tuple[str, ...]] = {"table.seats": tuple(self.seated()), "table.teams": (self.together(),)}
        found |= {key: (text,) for key, text in self.dealers().items()}
        found["deck.suits"] = (self.pack(),)
        found |= {rule.key: (self.pack(),) for rule in game.rules if rule.keyword in _PACK}
        found |= {zone.rule.key: (self.place(zone),) for zone in game.zones}
        found |= {order.rule.key: (self.order(order),) for order in self.here(game.orders)}
        found |= {step.rule.key: (self.step(step),) for phase in game.phases for step in self.here(phase.steps)}
        found |= {must.rule.key: (text,) for must in self.here(game.play.musts) if (text := self.must(must))}
        if game.trumps is not None:
            # Which suit it is and what ranks above it change one without the other.
            found |= {game.trumps.rule.key + _MORE * number: (text,) for number, text in enumerate(self.trumps())}
        found |= {bid.rule.key: (": ".join(self.bid(bid)),) for bid in self.bids_here()}
        lines = {line.rule.key: self.line_told(line) for line in self.here(game.scoring.lines)}
        found |= {key: (text,) for key, text in lines.items() if text}
        found |= {tally.rule.key: (self.tally(tally),) for tally in self.here(game.scoring.tallies)}
        found |= {rule.key: (self.leads(),) for rule in game.rules if rule.keyword == "lead"}
        found[game.play.winner_rule.key] = (self.trick_won(),)
        found |= {key: (text,) for key, text in self.of_play().items()}
        found |= {rule.key: (self.tie(),) for rule in game.rules if rule.keyword == "tie"}
        found |= {clock.rule.key: (self.clock(clock),) for clock in game.clocks}
        return found | {one.rule.key: (self.ending(one),) for one in self.here(game.endings)}

    def only(self, key: str) -> tuple[str, ...]:
        """Return the sentences of one rule, or of one quantity."""
        let = next((one for one in self.game.lets if one.rule.key == key), None)
        if let is None:
            return tuple(text for said, texts in self.sayings().items() if said.rstrip(_MORE) == key for text in texts)
        term = self.own(let.key.split(".")[-1])
        return (f"*{capital(term)}*: {self.let(let)}",) if term in self.meant(self.sayings().values()) else ()

    def gone(self, usual: Rules, other: Rules) -> list[str]:
        """Name the rules that others do not have, as players call them: what only helps another rule is no loss.

        A phase of which nothing is left is named in the place of its steps.
        """
        kept = {rule.key for rule in other.rules}
        empty = {phase.name for phase in usual.phases if phase.steps}
        empty -= {phase.name for phase in other.phases if phase.steps}
        gone = (rule for rule in usual.rules if rule.keyword in _SAID and rule.key not in kept)
        named = (
            self.words("book.passing") if rule.keyword == "pass"
            else self.words("book.dealing") if (rule.keyword, rule.section) == ("give", "deal")
            else self.own(rule.section if rule.section in empty else rule.name)
            for rule in gone
        )  # fmt: skip
        return list(dict.fromkeys(named))


def _has_if(term: Term) -> bool:
    return any(isinstance(one, Op) and one.op == "if" for one in walk(term))


def _has_few_ifs(term: Term) -> bool:
    """Tell whether a value chooses at most once, and at once."""
    inner = term.arguments[1:] if isinstance(term, Op) and term.op == "if" else (term,)
    return not any(map(_has_if, inner))


def _is_nothing(term: Term) -> bool:
    return isinstance(term, Const) and term.value == 0


def _is_none(term: Term) -> bool:
    return isinstance(term, Const) and term.value is None
