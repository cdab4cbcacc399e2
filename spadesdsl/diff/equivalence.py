"""Prove that two games are the same though their rules are worded differently: part by part, over every case.

Two games are the same if each of their parts is the same in every situation: from one state both reach the same next
one. Rules that narrow, tricks, endings and scores are compared by what they decide; everything else has to be equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import pairwise, product
from typing import Final

from spadesdsl.algebra.alike import Alike
from spadesdsl.algebra.bids import options_of_ranges
from spadesdsl.algebra.bounds import Bounds
from spadesdsl.algebra.facts import Facts, of_either
from spadesdsl.algebra.finished import TAKEN, all_tricks
from spadesdsl.algebra.former import DealsAlike, Former
from spadesdsl.algebra.forms import NO, YES, BidMade, mentions, negated, questions, sum_of, worked_out, written
from spadesdsl.algebra.grids import Grid, of_both
from spadesdsl.algebra.judge import combinations
from spadesdsl.algebra.reads import Effect, options_read, places, topics_of
from spadesdsl.algebra.seated import Seated
from spadesdsl.algebra.sums import Ends, Form, Limit, Number, Sum, added
from spadesdsl.check.play_options import options_of_the_table
from spadesdsl.diff.as_written import are_alike_else
from spadesdsl.diff.card_questions import CARD, Tables, can_be_held, says_none_is_held, tricks_won_alike
from spadesdsl.diff.changes import Change, ChangeKind
from spadesdsl.diff.leaders import asked_of_leaders
from spadesdsl.engine.game import Game
from spadesdsl.frozen import replace
from spadesdsl.proofs.ranges import everyone_bids
from spadesdsl.rules.game import Rules, Variant, calendar
from spadesdsl.rules.operations import Topic
from spadesdsl.rules.parts import Line, MakeBid, Tally
from spadesdsl.rules.terms import Op, Term
from spadesdsl.rules.walking import all_actions, all_read, terms_of, walk
from spadesdsl.words import count

_MOST_CASES: Final = 100_000

_OF_CARDS = frozenset({"seat_taken", "side_taken", "seat_contract", "side_contract", "trick_number", "count", "Fold"})
"""Amounts that the deal, the cards, the bids and the plan of the play bound, and not scores, tallies or endings."""

_IN_OTHER_WORDS: Final = "the rules that differ say the same in other words"


class _Common(Bounds):
    """What is known of amounts in two games whose scores, tallies and endings may differ."""

    def __init__(self, game: Rules, bound: Game, variant: Variant, other: Bounds, *, all_have_bid: bool) -> None:
        """Keep what is known of the other game too, and whether each player has bid when it is asked."""
        super().__init__(game, bound, variant)
        self.other, self.all_have_bid = other, all_have_bid

    @cached_property
    def bids(self) -> tuple[BidMade, ...] | None:
        """Every bid that can be made in either game; None if they cannot be listed."""
        is_made = any(isinstance(one, MakeBid) for one in all_actions(self.game))
        return None if is_made else super().bids

    @cached_property
    def contract(self) -> Ends:
        """The least and the most that one bid can add to a contract in either game."""
        return of_either(Bounds(self.game, self.bound, self.variant).contract, self.other.contract)

    @cached_property
    def answered(self) -> Mapping[str, Form]:
        """What holds in both games for the rest of a deal once the player has made a decision."""
        other = self.other.answered
        return {name: form for name, form in super().answered.items() if other.get(name) == form}

    @property
    def someone_leads(self) -> bool:
        """Whether one of all sides is not behind, in both games."""
        return super().someone_leads and self.other.someone_leads

    def promised(self, whose: str, kind: str) -> frozenset[Number] | None:
        """Return what the contract can be with a kind of bid, the same in both games; None if anything."""
        found = super().promised(whose, kind)
        return found if found == self.other.promised(whose, kind) else None

    def ends(self, form: Form) -> Ends:
        """Return the least and the most that an amount can be: of tricks and cards in either game, else in any."""
        if form[0] not in _OF_CARDS:
            return Facts.ends(self, form)
        return of_either(super().ends(form), self.other.ends(form))

    @cached_property
    def finished(self) -> Sum | None:
        """How many tricks each deal of both games has, all of which somebody has won; None if that is not known."""
        found = all_tricks(Bounds(self.game, self.bound, self.variant))
        return found if found is not None and found.keys() <= {()} and found == all_tricks(self.other) else None

    def limits(self, form: Form, *, is_leading: bool = False) -> Iterator[Limit]:
        """Yield what is known of an amount, whatever the rules say."""
        if form[0] in TAKEN and self.finished is not None:
            return super().limits(form)
        return Facts.limits(self, form, is_leading=is_leading)

    def values(self, form: Form) -> None:
        """List nothing but bids."""

    def together(self, amounts: Iterable[Form]) -> Iterator[Limit]:
        """Yield nothing: what the deck says of several amounts is known of one game."""
        return Facts.together(self, amounts)

    @cached_property
    def seated(self) -> Seated:
        """The seats and sides, if they are the same in all deals of both games."""
        return super().seated if self.other.seated.is_fixed else self.other.seated

    @property
    def moments(self) -> tuple[Bounds, ...]:
        """What is known on each deal: nothing that holds in both games."""
        return ()

    def has_bid(self, seat: Form) -> bool:
        """Tell whether a seat is a player's, at a time when each has bid."""
        return self.all_have_bid and seat[0] == "variable" and (seat[1] == "player" or isinstance(seat[1], int))

    def early_deals(self, *conditions: Form) -> tuple[int, ...]:
        """List no deals: all are tried at once."""
        del conditions
        return ()

    @property
    def grids(self) -> Mapping[str, Grid]:
        """Which numbers tallies and scores can be: any."""
        return {}

    def grid(self, form: Form) -> Grid:
        """Return which numbers an amount can be in either game."""
        return of_both(super().grid(form), self.other.grid(form))


def last_of_both(variants: tuple[Variant, Variant], games: tuple[Game, Game]) -> int | None:
    """Return the deal that ends one of two games, as their options are set; None if that is not known.

    Two games that part do so by then.
    """
    found = [Bounds(its.game, game, its).last_deal() for its, game in zip(variants, games, strict=True)]
    return min((one for one in found if one is not None), default=None)


class Pair:
    """The rules of two games on one kind of deal, or on one deal if there are only a few of the kind."""

    def __init__(
        self,
        deal: int,
        is_only: bool,
        variants: tuple[Variant, Variant],
        games: tuple[Game, Game],
        *,
        keeps_options: bool = False,
    ) -> None:
        self.deal = deal
        self.rules = variants[0].edition(deal), variants[1].edition(deal)
        self.games = games

        only, last = deal if is_only else 0, None if keeps_options else last_of_both(variants, games)
        alike = DealsAlike((*variants[0].scopes, *variants[1].scopes), deal, last)
        former = partial(Former, keeps_options=keeps_options, alike=alike, deal=only)
        self.formers = former(self.rules[0]), former(self.rules[1])
        other = Bounds(self.rules[1], games[1], variants[1])
        common = partial(_Common, self.rules[0], games[0], variants[0], other)
        self.alike = Alike(common(all_have_bid=False))
        # A player who is out, or a dummy, has no bid.
        all_bid = all(former.turns for former in self.formers) and all(map(everyone_bids, self.rules))
        over = common(all_have_bid=all_bid)
        self.scored = Alike(over, over.finished)
        """What compares what is read when a deal is scored."""

    @cached_property
    def draws_otherwise(self) -> bool:
        """Whether they may draw at other times: from then on other cards would be dealt."""
        return _draws(self.rules[0]) != _draws(self.rules[1])

    def are_alike(self, *terms: tuple[Term | None, Term | None], is_scored: bool = False) -> bool:
        """Tell whether a condition or an amount of the one game is that of the other, perhaps when a deal is scored."""
        alike = self.scored if is_scored else self.alike
        return all(alike.are(self.formers[0].condition(a), self.formers[1].condition(b)) for a, b in terms)


def _draws(game: Rules) -> list[tuple[str, tuple[str, ...]]]:
    """Return every rule that draws by lot, as it is written and in its place, but for the first dealer."""
    terms = terms_of((game.lets, game.phases, game.bids, game.play, game.scoring, game.endings))
    if not any(map(_is_drawn, (one for term in terms for one in walk(term)))):
        return []
    lets = ((let.rule, frozenset[Effect](), (let.body,)) for let in game.lets)
    return [
        (rule.key, tuple(map(repr, terms)))
        for rule, _, terms in (*places(game), *lets)
        if any(map(_is_drawn, all_read(game.let_of, *terms))) and (rule.keyword, rule.name) != ("dealer", "first")
    ]


def _is_drawn(term: Term) -> bool:
    return isinstance(term, Op) and term.op == "random"


def shown_alike(pairs: Sequence[Pair], of_rules: Sequence[Change] = ()) -> str:
    """Tell how two games were shown to be the same; empty if they were not.

    Args:
        pairs: Their rules for each kind of deal, as `pairs_of` returns them.
        of_rules: What was changed in the rules, if all of it is given.
    """
    if not pairs or any(pair.draws_otherwise or not are_alike_else(pair) for pair in pairs):
        return ""
    told: dict[str | None, None] = {}
    for pair, part in product(pairs, (_musts_of_play, _musts_of_bids, _winners, _endings, _scoring)):
        told[part(pair)] = None
        if None in told:  # where parts are too large to be compared, the rules may be that differ
            return _IN_OTHER_WORDS if of_rules and not unlike_changes(of_rules, pairs) else ""
    return "; ".join(filter(None, told)) or _IN_OTHER_WORDS


def unlike_changes(changes: Iterable[Change], pairs: Sequence[Pair]) -> list[Change]:
    """Leave out rules that say the same in other words: nothing depends on them."""
    forms = [(pair, _forms(0, pair), _forms(1, pair)) for pair in pairs]

    def says_the_same(change: Change) -> bool:
        key = (change.key, change.keyword)
        known = [(pair, old.get(key), new.get(key)) for pair, old, new in forms]
        return change.kind is ChangeKind.CHANGED and all(
            old is not None and new is not None and not pair.draws_otherwise and pair.alike.are(old, new)
            for pair, old, new in known
        )

    return [change for change in changes if not pairs or not says_the_same(change)]


def are_alike_however_set(
    changes: Sequence[Change], before: Variant, after: Variant, first: Game, second: Game
) -> bool:
    """Tell whether two games, the same as their options are set, were shown to be the same with any other settings.

    That is shown where only the score and the endings read an option: no card, bid or question depends on one.
    """
    declared = [[(one.name, one.type, one.choices) for one in variant.game.options] for variant in (before, after)]
    if declared[0] != declared[1] or any(map(_plays_by_options, (*before.games, *after.games))):
        return False
    return bool(shown_alike(pairs_of(before, after, first, second, keeps_options=True), changes))


def _plays_by_options(game: Rules) -> bool:
    """Tell whether anything but the score and the endings reads an option, or draws by lot after the first dealer."""
    rest = terms_of(replace(game, scoring=replace(game.scoring, tallies=(), lines=()), endings=(), lets=(), options=()))
    names = options_of_the_table(game).union(*(options_of_ranges(game, bid) for bid in game.bids))
    is_drawn = any(_is_drawn(one) for term in terms_of((game.lets, game.scoring, game.endings)) for one in walk(term))
    return is_drawn or bool(options_read(game, *rest, also=names))


def pairs_of(before: Variant, after: Variant, first: Game, second: Game, *, keeps_options: bool = False) -> list[Pair]:
    """Return the rules of both games for each kind of deal; none if there are too many kinds."""
    return [
        Pair(deal, not kind.is_endless, (before, after), (first, second), keeps_options=keeps_options)
        for kind in calendar((*before.scopes, *after.scopes)) or ()
        for deal in (kind.deals[:1] if kind.is_endless else kind.deals)
    ]


# ---------------------------------------------------------------- rules in normal form


def _forms(at: int, pair: Pair) -> dict[tuple[str, str], Form]:
    """Return the normal form of every rule of one of two games that is compared by what it says."""
    former, game = pair.formers[at], pair.rules[at]
    found: dict[tuple[str, str], Form] = {}
    for option in game.options:
        found[option.name, "option"] = ("option is", option.type.kind.value, option.value)
    for let in game.lets:
        found[let.rule.key, "let"] = ("let is", let.subject, former.form(let.body))
    for must in game.play.musts:
        what = repr((must.during, must.bid_type))
        found[must.rule.key, must.rule.keyword] = ("must is", what, former.narrowing(must))
    for line in game.scoring.lines:
        found[line.rule.key, line.rule.keyword] = _line(former, line)
    for tally in game.scoring.tallies:
        found[tally.rule.key, tally.rule.keyword] = _tally(former, tally, game)
    for ending in game.endings:
        found[ending.rule.key, ending.rule.keyword] = ("ending is", ending.kind, former.condition(ending.when))
    return found


def _line(former: Former, line: Line) -> Form:
    """Return the points of a line: of the first case that holds, 0 if none does or if the line does not apply."""
    points: Form = written({})
    for case in reversed(line.cases):
        points = _when(former.condition(case.condition), former.form(case.value), points)
    applies = former.condition(line.when)
    names = repr((line.rule.key, line.bid_type, sorted(line.instead_of)))
    return ("line is", names, applies if line.instead_of else YES, _when(applies, points, written({})))


def _when(condition: Form, one: Form, other: Form) -> Form:
    if condition in (YES, NO) or one == other:
        return other if condition == NO else one
    return written({(("if", condition, one, other),): 1})


def _tally(former: Former, tally: Tally, game: Rules) -> Form:
    """Return the steps of a tally; what is added in one go is one sum, unless it depends on what was added before."""
    reads_tally = Topic.TALLY in topics_of(game, *terms_of(tally.steps))
    steps: list[Form] = []
    for step in tally.steps:
        amount, when = None if step.amount is None else former.form(step.amount), former.condition(step.when)
        if step.verb == "add" and amount is not None and not reads_tally:
            amount, when = _when(when, amount, written({})), YES
            if steps and steps[-1][1] == "add":
                amount = written(added(sum_of(steps.pop()[2]), sum_of(amount)))
        steps.append(("step is", step.verb, amount, when, step.loses_rest))
    return ("tally is", repr((tally.rule.key, tally.of_table)), *steps)


# ---------------------------------------------------------------- parts compared by what they decide


def _endings(pair: Pair) -> str | None:
    """Show that each ending holds in the same cases in both games, in the same order; None if that was not shown."""
    can_hold = pair.scored.can_be
    old, new = (
        [one for one in game.endings if can_hold(former.condition(one.when))]
        for former, game in zip(pair.formers, pair.rules, strict=True)
    )
    if [one.kind for one in old] != [one.kind for one in new]:
        return None
    found = [(one.when, other.when) for one, other in zip(old, new, strict=True)]
    is_plain = all(pair.formers[0].condition(one) == pair.formers[1].condition(other) for one, other in found)
    wins = [one.kind == "win" for one in old]
    if not all(_end_alike(pair, *terms, is_win=is_win) for terms, is_win in zip(found, wins, strict=True)):
        return None
    return "" if is_plain else "the endings are the same whatever the scores"


def _end_alike(pair: Pair, old: Term | None, new: Term | None, *, is_win: bool) -> bool:
    """Tell whether an ending of each game holds in the same cases, or lets the same sides win."""
    forms = [former.condition(one) for former, one in zip(pair.formers, (old, new), strict=True)]
    if pair.scored.are(*forms):
        return True
    lowest = {game.best_lowest for game in pair.rules}
    if not is_win or len(lowest) > 1 or not pair.scored.facts.someone_leads:
        return False
    asked = [asked_of_leaders(form, best_lowest=lowest == {True}) for form in forms]
    return None not in asked and pair.scored.are(*asked)  # type: ignore[arg-type]


def _scoring(pair: Pair) -> str | None:
    """Show that each line and each tally is the same; lines in any order if none of them reads an earlier one."""
    forms = []
    found = [[(line, _line(former, line)) for line in game.scoring.lines]
             for former, game in zip(pair.formers, pair.rules, strict=True)]  # fmt: skip
    shared = {one for _, one in found[0]} & {one for _, one in found[1]}
    for own, former, game in zip(found, pair.formers, pair.rules, strict=True):
        # A line that never gives a point does nothing, unless it takes the place of another.
        gives = [line.instead_of or one in shared or not pair.scored.are(one[-1], written({})) for line, one in own]
        lines = [one for (_, one), is_of_use in zip(own, gives, strict=True) if is_of_use]
        reads_above = Topic.SUBTOTAL in topics_of(game, *terms_of(game.scoring.lines))
        ordered = lines if reads_above else sorted(lines, key=lambda line: line[1])
        forms.append([*ordered, *(_tally(former, tally, game) for tally in game.scoring.tallies)])
    if forms[0] == forms[1]:
        return ""
    if len(forms[0]) != len(forms[1]) or not all(map(pair.scored.are, *forms)):
        return None
    return "all lines and tallies are the same whatever happens in a deal"


def _musts_of_bids(pair: Pair) -> str | None:
    """Show that the same bids are left in every round, whatever the conditions of its rules give."""
    musts = [[one for one in game.play.musts if not one.judges_card] for game in pair.rules]
    rounds = {None, *(one.during for own in musts for one in own)}
    how = ""
    for during in rounds:
        lists = [
            [pair.alike.plainer(former.narrowing(one)) for one in own if one.during in (None, during)]
            for former, own in zip(pair.formers, musts, strict=True)
        ]
        if lists[0] == lists[1]:
            continue
        # Rules that read a hand are skipped if a bid is made before looking.
        reads_hand = any(
            Topic.HAND in topics_of(game, *terms_of(tuple(own))) for game, own in zip(pair.rules, musts, strict=True)
        )
        ways = combinations(questions(*lists[0], *lists[1]), pair.alike.facts)
        if reads_hand or ways is None:
            return None
        if not (_keep_alike(lists, ways) or _keep_alike(lists, pair.alike.possible(ways, is_judged=True))):
            return None
        how = f"the same bids are left, whatever the rules read ({count(len(ways), 'case')})"
    return how


def _keep_alike(lists: Sequence[Sequence[Form]], choices: Iterable[Mapping[Form, bool]]) -> bool:
    """Tell whether two lists of rules leave the same choices, whichever choices are offered together.

    Each rule keeps the choices that satisfy it, unless none would be left: so the choices left are those whose row of
    answers is the highest. Two lists always leave the same if they put any two choices in the same order.
    """
    rows = {tuple(tuple(bool(worked_out(form, answers)) for form in forms) for forms in lists) for answers in choices}
    return all(one[0] < other[0] and one[1] < other[1] for one, other in pairwise(sorted(rows)))


def _musts_of_play(pair: Pair) -> str | None:
    """Show that the same cards are left for every lead, every two cards, and every value the rules can read."""
    rules, facts = pair.rules, pair.alike.facts
    in_play = negated(("more", written({(("trick_number",),): 1}), facts.last_choice))
    musts = [
        [one for one in game.play.musts if one.judges_card and pair.alike.can_be(former.condition(one.when), in_play)]
        for former, game in zip(pair.formers, rules, strict=True)
    ]
    own_musts = zip(pair.formers, musts, strict=True)
    lists = [[pair.alike.plainer(former.narrowing(one)) for one in own] for former, own in own_musts]
    if lists[0] == lists[1]:
        named = [[one.rule.name for one in own] for own in musts]
        return "" if named[0] == named[1] or not rules[0].play.trusts else None
    if rules[0].play.trusts or rules[1].play.trusts:
        return None
    asked = list(questions(*lists[0], *lists[1]))
    tables = Tables(rules, pair.games, pair.formers, pair.deal)
    seen = [one for one in asked if tables.answers(one)]
    rest = [one for one in asked if one not in seen]
    of_state = combinations((one for one in rest if not mentions(one, CARD)), facts)
    of_card = combinations((one for one in rest if mentions(one, CARD)), facts)
    if of_state is None or of_card is None:
        return None
    states = pair.alike.possible(of_state, in_play)
    held = [one for one in map(says_none_is_held, rest) if one is not None]
    cases = 0
    for table, cards in tables.looks(seen):
        for state in states:
            cases += 1
            if cases * len(of_card) > _MOST_CASES:
                return None
            choices = ({**table, **state, **card, **other} for card, other in product(cards, of_card))
            if not _keep_alike(lists, (one for one in choices if can_be_held(one, held))):
                return None
    return f"the same cards are left whichever card is led and whatever the rules read ({count(cases, 'case')})"


def _winners(pair: Pair) -> str | None:
    """Show that every trick goes to the same seat: whichever card is led, whichever two may win over it."""
    one, other = (game.play for game in pair.rules)
    if pair.are_alike((one.winner, other.winner)) and one.equal == other.equal:
        return ""
    cases = tricks_won_alike(pair.rules, pair.games, pair.deal)
    return None if cases is None else f"every trick goes to the same seat ({cases:,} tricks of two and three cards)"
