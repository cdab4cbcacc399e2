"""The rule book of a game: its chapters, in the order in which somebody learns a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final

from spadesdsl.book.blocks import Block, Box, Heading, Items, Para, Table, texts_of, unmarked
from spadesdsl.book.examples import Examples
from spadesdsl.book.language import Language, Part, joined, listed, phrase
from spadesdsl.book.numbers import numbers_of
from spadesdsl.book.sayings import Sayings
from spadesdsl.book.sentences import sentence
from spadesdsl.check.options import range_of, say_value
from spadesdsl.check.wording import REMARKS
from spadesdsl.rules.game import DealScope, Option, Rules, Variant
from spadesdsl.rules.parts import Round, RuleInfo, Step
from spadesdsl.words import amount_text, and_list, capital

_PLAYED: Final = "play"
_CHAPTER: Final = 2
"""The level of a chapter's heading."""
_MOST_EXPLAINED: Final = 6
"""With more terms, the card for the pocket explains none."""
_IN_CHAPTERS: Final = ("deal", _PLAYED, "scoring")
"""Phases that the card for the pocket tells otherwise, or that everybody knows."""


def book(variant: Variant, parent: Variant | None = None, tongue: Language | None = None) -> tuple[Block, ...]:
    """Return the whole rule book of a game.

    Args:
        parent: The game that it extends; a box for its readers says what is different.
        tongue: The language of the book; English unless it says otherwise.
    """
    return tuple(_Book(variant, variant.game, tongue).blocks(parent))


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
    pages = _Book(variant, edition)
    usual = numbers_of(variant.game)
    numbers = [text for text in numbers_of(edition) if text not in usual]
    said = [sentence(and_list(numbers))] if numbers else []
    for rule in _changed(variant, edition):
        if rule.sentence:
            said.append(rule.sentence)
        elif rule.keyword not in REMARKS:
            said += map(unmarked, pages.only(rule.key))
    if gone := pages.gone(variant.game, edition):
        said.append(pages.say("book.do_not_hold", listed(gone)))
    return list(dict.fromkeys(said))


def _changed(variant: Variant, edition: Rules) -> list[RuleInfo]:
    """Return the rules of some deals that are not the usual ones.

    Where deals take turns, so that every other kind of deal replaces a usual rule, that rule is one of some deals too.
    """
    usual = {(rule.key, rule.span) for rule in variant.game.rules}
    if edition is not variant.game:
        return [rule for rule in edition.rules if (rule.key, rule.span) not in usual]
    others = [{rule.key for rule in _changed(variant, one)} for _, one in variant.editions]
    return [rule for rule in edition.rules if len(others) > 1 and all(rule.key in keys for keys in others)]


class _Book(Sayings):
    """Writes the book of one game."""

    def __init__(self, variant: Variant, game: Rules, tongue: Language | None = None) -> None:
        super().__init__(game, tongue)
        self.variant = variant

    def chapter(self, key: str) -> Heading:
        """Return the heading of a chapter."""
        return Heading(_CHAPTER, self.words(key))

    def blocks(self, parent: Variant | None) -> Iterator[Block]:
        """Write the book."""
        game = self.game
        yield Heading(1, self.own(game.title))
        if game.about:
            yield Para(self.own(game.about))
        if game.source:
            yield Para(f"*{self.words('book.source', self.own(game.source))}*")
        if parent is not None:
            yield from self.unlike(parent)
        rules = list(self.rules())
        yield from rules
        yield from self.table()
        yield from self.meanings(rules)
        yield from self.examples()
        yield from self.pocket()

    def rules(self) -> Iterator[Block]:
        """Say the rules, chapter by chapter."""
        game = self.game
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

    def unlike(self, parent: Variant) -> Iterator[Block]:
        """Say what is different for readers who know the parent."""
        values = {option.name: option.value for option in parent.game.options}
        gone = self.gone(parent.game, self.game)
        blocks: list[Block] = []
        if gone:
            blocks.append(Para(self.say("book.gone", listed(gone))))
        pages = _Book(parent, parent.game, self.language)
        own, usual = self.by_deals(), pages.by_deals()
        items = list(self.unlike_those_of(pages))
        for deals, said in own.items():
            if usual.get(deals) != said:
                text = " ".join([*said[0], *said[1]]) or self.say("book.usual")
                items.append(self.words("book.on_deals", deals, text))
        items += [self.say("book.deals_gone", deals[:1].lower() + deals[1:]) for deals in usual if deals not in own]
        if items:
            blocks.append(Items(tuple(items)))
        settings = [
            phrase("book.setting", self.own(option.name), self.value(option.type, option.value))
            for option in self.game.options
            if option.name in values and option.value != values[option.name]
        ]
        if settings:
            blocks.append(Para(self.say("book.set_otherwise", listed(settings))))
        if blocks:
            yield Box(self.words("book.if_you_know", self.own(parent.game.title)), tuple(blocks))

    def value(self, kind: Any, value: Any) -> str:  # noqa: ANN401 - the value of an option, of any type
        """Write the value of an option."""
        if isinstance(value, bool):
            return self.words("yes" if value else "no")
        return self.own(say_value(kind, value, self.game))

    def pocket(self) -> Iterator[Box]:
        """Yield what fits on a card in one's pocket: what is asked at the table, in sentences."""
        game = self.game
        items: list[str] = []
        for phase in game.phases:
            steps = [] if phase.name in _IN_CHAPTERS else self.here(phase.steps)
            items += self.sentences(step.rule for step in steps)
        if bids := self.bids_here():
            short = [self.bid_in_short(bid) for bid in bids]
            is_plain = not any("," in one or ";" in one for one in short)
            said = listed(short, "list.or") if is_plain else joined(short, "list.semicolon")
            items.append(self.say("book.can_bid", said))
        items += self.sentences(must.rule for must in self.here(game.play.musts) if not must.judges_card)
        items += self.trumps()
        musts = [must for must in self.here(game.play.musts) if must.judges_card]
        items += [self.told(must.rule.sentence) or self.must(must) for must in musts]
        items.append(self.trick_won())
        items += [self.line_in_short(line) for line in self.here(game.scoring.lines)]
        items += [self.ending(one) for one in self.here(game.endings)]
        items += self.sentences(clock.rule for clock in game.clocks)
        terms = self.terms_of([*items])
        if len(terms) <= _MOST_EXPLAINED:
            items += [f"*{capital(term)}*: {text}" for term, text in terms.items()]
        yield Box(self.words("book.pocket"), (Items(tuple(items)),))

    def sentences(self, rules: Iterable[RuleInfo]) -> list[str]:
        """Return what the author says of rules."""
        return list(dict.fromkeys(filter(None, (self.told(rule.sentence) for rule in rules))))

    # ---------------------------------------------------------------- players and cards

    def players(self) -> Iterator[Block]:
        """Say who sits where, and who plays with whom."""
        yield self.chapter("chapter.players")
        yield from map(Para, self.seated())
        yield Para(self.together())
        yield from map(Para, self.dealers().values())

    def cards(self) -> Iterator[Block]:
        """Say what cards there are, and what beats what."""
        game = self.game
        yield self.chapter("chapter.cards")
        yield Para(self.say("cards.number", sum(face.count for face in game.faces)))
        yield Table((self.words("cards.suit"), self.words("cards.high_to_low")), tuple(self.suits()))
        if added := self.added():
            yield Para(self.say("cards.added", listed(added)))
        yield from map(Para, map(self.place, game.zones))
        yield from map(Para, self.trumps())
        yield from map(Para, map(self.order, self.here(game.orders)))

    # ---------------------------------------------------------------- phases

    def phase(self, name: str, steps: Iterable[Step]) -> Iterator[Block]:
        """Say what happens in a phase."""
        if found := list(self.steps(steps, name)):
            yield Heading(_CHAPTER, self.say("chapter.phase", self.terms.bare(name)).removesuffix("."))
            yield from found

    def steps(self, steps: Iterable[Step], phase: str) -> Iterator[Block]:
        """Say the steps of a phase, and its bids."""
        items = [self.step(step) for step in self.here(steps)]
        if items:
            yield Items(tuple(items))
        rounds = [step for step in steps if isinstance(step, Round)]
        names = dict.fromkeys(name for step in rounds for name in step.bids)
        bids = [bid for bid in self.bids_here() if bid.name in names]
        if bids:
            head = self.words("bid.head"), self.words("bid.says")
            yield Table(head, tuple(self.bid(bid) for bid in bids))
            if any(bid.contract is not None for bid in bids):
                yield Para(self.say("bid.contract_of_player" if self.game.teams.is_single else "bid.contract_of_side"))
        for must in self.here(self.game.play.musts):
            if not must.judges_card and phase == must.rule.section and (text := self.must(must)):
                yield Para(text)
        for bid in bids:
            yield from (Para(f"*{self.own(bid.name)}*: {self.step(self.settled(step))}") for step in bid.steps)

    # ---------------------------------------------------------------- play

    def play(self) -> Iterator[Block]:
        """Say how cards are played."""
        play = self.settled(self.game.play)
        yield self.chapter("chapter.play")
        yield Para(self.leads())
        musts = [must for must in self.here(play.musts) if must.judges_card]
        yield Para(self.say("play.any" if not musts else "play.must" if len(musts) == 1 else "play.musts"))
        if musts:
            yield Items(tuple(self.must(must) for must in musts))
        yield Para(self.trick_won())
        yield from map(Para, self.of_play().values())
        yield from self.steps(self.game.play.steps, _PLAYED)

    # ---------------------------------------------------------------- scores and the end

    def scoring(self) -> Iterator[Block]:
        """Say what a deal is worth."""
        scoring = self.game.scoring
        yield self.chapter("chapter.score")
        yield Para(self.say("score.sum_each_player" if scoring.each == "player" else "score.sum_each_side"))
        lines = self.here(scoring.lines)
        head = tuple(self.words(f"score.{column}") for column in ("line", "when", "points"))
        yield Table(head, tuple(row for line in lines for row in self.line(line)))
        yield from (Para(self.tally(self.settled(tally))) for tally in scoring.tallies)

    def end(self) -> Iterator[Block]:
        """Say when the game is over."""
        yield self.chapter("chapter.end")
        yield from (Para(self.ending(one)) for one in self.here(self.game.endings))
        yield Para(self.tie())
        yield from map(Para, map(self.clock, self.game.clocks))

    def some_deals(self) -> Iterator[Block]:
        """Say what is different on some deals."""
        for deals, (gone, items) in self.by_deals().items():
            yield Heading(_CHAPTER, deals)
            yield from map(Para, gone)
            yield Items(items) if items else Para(self.say("book.rest_is_same" if gone else "book.usual"))

    def by_deals(self) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
        """Return what is different on some deals: which rules are gone, and which others there are."""
        found: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
        for holds, edition in self.variant.editions:
            scopes = [scope for scope, does in zip(self.variant.scopes, holds, strict=True) if does]
            said = sentence(self.terms.say(listed(map(self.deals, dict.fromkeys(scopes)))))
            gone = self.gone(self.game, edition)
            others = _Book(self.variant, edition, self.language).unlike_those_of(self)
            found[said.removesuffix(".")] = (self.say("book.do_not_hold", listed(gone)),) if gone else (), others
        return found

    def deals(self, scope: DealScope) -> Part:
        """Say on which deals rules hold."""
        deals = joined(map(str, scope.deals), "list.comma")
        return phrase("deals.every" if scope.every else "deals.some", deals, len(scope.deals), scope.every or 0)

    # ---------------------------------------------------------------- options, terms, examples

    def table(self) -> Iterator[Block]:
        """Say what each table can choose."""
        if not (options := self.game.options):
            return
        yield self.chapter("chapter.options")
        rows = []
        for option in options:
            told = self.told(option.rule.sentence) or self.own(option.ask)
            name = self.terms.named(option.name)
            said = self.words("options.named", told, name) if told else name
            rows.append((said, f"**{self.value(option.type, option.value)}**", self.choices_of(option)))
        yield Table(tuple(self.words(f"options.{column}") for column in ("question", "value", "choices")), tuple(rows))

    def choices_of(self, option: Option) -> str:
        """Say what an option could be."""
        if (steps := range_of(option.type, option.choices)) is None:
            return ", ".join(self.value(option.type, value) for value in option.choices)
        first, last, step = map(amount_text, steps)
        return self.words("choice.range" if steps[2] == 1 else "choice.range_step", first, last, step)

    def meanings(self, rules: Iterable[Block]) -> Iterator[Block]:
        """Say what the words in italics mean, in the order in which the file has them."""
        terms = self.terms_of(texts_of(rules))
        rows = tuple((f"*{name}*", terms[name]) for name in self.meant_words() if name in terms)
        if rows:
            yield self.chapter("chapter.terms")
            yield Para(self.say("terms.italics"))
            yield Table((self.words("terms.term"), self.words("terms.means")), rows)

    def examples(self) -> Iterator[Block]:
        """Tell the worked examples."""
        examples = [one.node for one in self.game.examples]
        if not examples:
            return
        yield self.chapter("chapter.examples")
        pages = Examples(self)
        for node in examples:
            yield Heading(3, sentence(self.own(node.title)).removesuffix("."))
            yield Items(tuple(pages.lines(node)))
