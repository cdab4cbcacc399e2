"""All rules of a game as sentences by their keys, and what two games, or two deals of one, say differently."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spadesdsl.book.language import joined, phrase
from spadesdsl.book.scores import Scores
from spadesdsl.book.sentences import sentence
from spadesdsl.rules.terms import Const, Term

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spadesdsl.rules.game import Rules

_SAID: Final = frozenset(
    {"must", "score", "tally", "bid", "round", "may", "choose", "pass", "win", "lose", "out", "give"}
)
"""Keywords of rules whose loss is worth a word."""
_MORE: Final = "+"
"""After a rule's key: its further sentences, each of which can differ alone."""


class Sayings(Scores):
    """Says the rules of one game by their keys."""

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

    def trick_won(self) -> str:
        """Say who wins a trick."""
        winner = self.terms.noun(self.settled(self.game.play).winner)
        return self.led(self.game.play.winner_rule, self.say("play.won_by", winner))

    def unlike_those_of(self, usual: Sayings) -> tuple[str, ...]:
        """Return the sentences of the rules that the usual ones do not have, and of the quantities that they name."""
        known, said = usual.sayings(), self.sayings()
        terms, usual_terms = self.meant(said.values()), usual.meant(known.values())
        items = [text for key, texts in said.items() if texts != known.get(key) for text in texts]
        items += [f"*{term}*: {text}" for term, text in terms.items() if usual_terms.get(term) != text]
        return tuple(items)

    def meant(self, said: Iterable[tuple[str, ...]]) -> dict[str, str]:
        """Say what the terms in sentences mean."""
        return self.terms_of(text for texts in said for text in texts)

    def sayings(self) -> dict[str, tuple[str, ...]]:
        """Return the sentences of each rule that holds at this table, by its key."""
        game = self.game

        found: dict[str, tuple[str, ...]] = {}
        found |= {step.rule.key: (self.step(step),) for phase in game.phases for step in self.here(phase.steps)}
        found |= {must.rule.key: (self.must(must),) for must in self.here(game.play.musts)}
        if game.trumps is not None:
            # Which suit it is and what ranks above it change one without the other.
            found |= {game.trumps.rule.key + _MORE * number: (text,) for number, text in enumerate(self.trumps())}
        found |= {bid.rule.key: (": ".join(self.bid(bid)),) for bid in self.bids_here()}
        for line in self.here(game.scoring.lines):
            found[line.rule.key] = tuple(" ".join(filter(None, parts)) for parts in self.line(line))
        found |= {tally.rule.key: (self.tally(tally),) for tally in self.here(game.scoring.tallies)}
        return found | {one.rule.key: (self.ending(one),) for one in self.here(game.endings)}

    def only(self, key: str) -> tuple[str, ...]:
        """Return the sentences of one rule, or of one quantity."""
        let = next((one for one in self.game.lets if one.rule.key == key), None)
        if let is None:
            return tuple(text for said, texts in self.sayings().items() if said.rstrip(_MORE) == key for text in texts)
        term = self.own(let.key.split(".")[-1])
        return (f"*{term}*: {self.let(let)}",) if term.lower() in self.meant(self.sayings().values()) else ()

    def gone(self, usual: Rules, other: Rules) -> list[str]:
        """Name the rules that others do not have, as players call them: what only helps another rule is no loss."""
        kept = {rule.key for rule in other.rules}
        gone = (rule for rule in usual.rules if rule.keyword in _SAID and rule.key not in kept)
        named = (self.words("book.passing") if rule.keyword == "pass" else self.own(rule.name) for rule in gone)
        return list(dict.fromkeys(named))


def _is_none(term: Term) -> bool:
    return isinstance(term, Const) and term.value is None
