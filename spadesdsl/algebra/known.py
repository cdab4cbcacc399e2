"""What is known of one edition of a game: its deals, bids, tricks and cards, with any setting of its options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from functools import cached_property, reduce
from itertools import takewhile
from typing import Final

from spadesdsl.algebra.bids import (
    answered_once,
    bids_made_in,
    contracts_of,
    contracts_with,
    every_bid,
    known_with_answers,
    lists_bids_made,
)
from spadesdsl.algebra.deals import (
    can_go_to_anybody,
    cards_put_back,
    counts_tricks_unplayed,
    draws,
    number_dealt,
    sits_out_at_times,
    tricks_drawn,
)
from spadesdsl.algebra.facts import Facts, ends_of, of_either
from spadesdsl.algebra.former import Former
from spadesdsl.algebra.forms import BidMade, joined, mentions, written
from spadesdsl.algebra.hands import Hands
from spadesdsl.algebra.judge import Faces
from spadesdsl.algebra.reads import topics_of
from spadesdsl.algebra.scores import brings_fraction, ends_of_scores, have_whole_tricks
from spadesdsl.algebra.seated import Seated
from spadesdsl.algebra.sums import NOTHING, UNKNOWN, Ends, Form, Number, Sum, plain
from spadesdsl.algebra.turns import held_after_turns
from spadesdsl.binding.compiler import Compiler
from spadesdsl.engine import deals
from spadesdsl.engine.game import Game
from spadesdsl.frozen import replace
from spadesdsl.rules.game import Rules, Variant
from spadesdsl.rules.operations import BY_ORDER, NUMBER, CardOrder, Topic
from spadesdsl.rules.parts import Ask, Award, BidType, Give, Parameter, Round, Timing
from spadesdsl.rules.terms import Const, Extreme, Filter, Fold, Kind, Op, Term, Var, ZoneRef
from spadesdsl.rules.walking import all_actions, all_read, all_steps, free_variables, ops_read, terms_of

_SIDE: Final = ("variable", "side")
_FEWEST_WITH_CHOICE: Final = 2


class Known(Facts):
    """What is known of one edition of a game."""

    def __init__(self, game: Rules, bound: Game, variant: Variant) -> None:
        """Keep the edition, the game, and the rules of all deals."""
        super().__init__(game.options)
        self.game = game
        self.bound = bound
        self.variant = variant
        self.faces = Faces(game)
        side_of = {seat: side for side, seats in enumerate(game.teams.sides) for seat in seats}
        is_fixed = bool(self.former.turns) and game.teams.after is None and len(side_of) == len(game.seats)
        is_fixed = is_fixed and all(side_of[seat] != side_of[(seat + 1) % len(side_of)] for seat in side_of)
        self.alternates = len(game.teams.sides) if is_fixed else 0
        self.others = self.former.others

    @cached_property
    def seated(self) -> Seated:
        """The seats and sides, if they are the same in all deals."""
        return Seated(self.game)

    @cached_property
    def former(self) -> Former:
        """What brings the terms of the edition into normal form."""
        return Former(self.game, keeps_options=True)

    @cached_property
    def deals(self) -> Ends:
        """The first and the last deal that the edition applies to; None for the last if there is always another."""
        days = next((one for one in self.variant.calendar() if one.game is self.game), None)
        return (1, None) if days is None else (days.first, days.last)

    @cached_property
    def tricks(self) -> int:
        """The most tricks of a deal."""
        if draws(self.game):
            drawn = tricks_drawn(self.game, self.bound, self.first) if self.held and self.held[1] else None
            return self._all_cards if drawn is None else drawn
        many = len(self.game.seats) if sits_out_at_times(self.game) else 1
        return min(self._all_cards, self.largest_hand * many)

    @cached_property
    def _all_cards(self) -> int:
        return len(self.bound.deck) + self.put_back

    @cached_property
    def held(self) -> tuple[tuple[Sum, ...], bool] | None:
        """The most cards of a hand when the play begins, in each way, and whether all always hold as many."""
        facts = self._without_tricks()
        many = held_after_turns(facts, self._all_cards)
        return Hands(facts, self._all_cards).held() if many is None else ((plain(many),), True)

    def _without_tricks(self) -> Known:
        """Return what is known while it is not known how many tricks there are."""
        facts = self.beside(self.game)
        facts.former, facts.choices, facts.deals = self.former, self.choices, self.deals
        facts.forget_tricks()
        return facts

    knows_tricks = True
    """Whether it is known how many tricks there are: while that is looked for, it is not, of any edition."""

    def forget_tricks(self) -> None:
        """Go on as if any number of cards could be held and played."""
        self.tricks = self.largest_hand = self._all_cards
        self.knows_tricks = False

    @cached_property
    def largest_hand(self) -> int:
        """The most cards that a player can play."""
        if self.held is None or draws(self.game):
            return self._all_cards
        facts = self._without_tricks()
        most = (facts.ends(written(one))[1] for one in self.held[0])
        return min(self._all_cards, max(self._all_cards if one is None else int(one) for one in most))

    @cached_property
    def are_tricks_free(self) -> bool:
        """Whether players can share the tricks of a deal in any way: all hold as many cards, and any card may win."""
        return self._are_even and can_go_to_anybody(self.game)

    @cached_property
    def _are_even(self) -> bool:
        """Whether all hold as many cards whenever a trick begins, but for those who are out."""
        is_even = (self.held is not None and self.held[1]) or number_dealt(self.game) is not None
        return is_even and not (draws(self.game) and tricks_drawn(self.game, self.bound, self.first) is None)

    @cached_property
    def are_tricks_full(self) -> bool:
        """Whether every seat plays a card to each trick."""
        sits_out = self.game.dummies or any(one.player is None for one in self.game.play.controls)
        return self._are_even and not sits_out and not self.game.puts_out

    @cached_property
    def has_fixed_tricks(self) -> bool:
        """Whether all deals have the same number of tricks, unless some are skipped, or won by nobody."""
        is_fixed = self.held is not None and self.held[1] and self.held[0][0].keys() <= {()} and not self.put_back
        is_plain = not counts_tricks_unplayed(self.game) and not sits_out_at_times(self.game) and not self.game.puts_out
        drawn = tricks_drawn(self.game, self.bound, self.first) if draws(self.game) else self.tricks
        return is_fixed and is_plain and drawn is not None

    def beside(self, game: Rules) -> Known:
        """Return what is known of another edition, or of other rules of this one."""
        return Known(game, self.bound, self.variant)

    @cached_property
    def last_choice(self) -> int:
        """The last trick in which somebody may hold two cards."""
        draws = any(isinstance(action, Give) for step in self.game.play.steps for action in step.actions)
        return self.tricks if draws or self.tricks < _FEWEST_WITH_CHOICE else self.tricks - 1

    @cached_property
    def own_tricks(self) -> int:
        """The most tricks that a player can win: one for each card, if they are not awarded."""
        is_awarded = any(isinstance(one, Award) for one in all_actions(self.game))
        return self.tricks if is_awarded or not sits_out_at_times(self.game) else min(self.tricks, self.largest_hand)

    @cached_property
    def goes_on_after_tricks(self) -> bool:
        """Whether something happens when a trick is over: no card lies there then, and it is still the same trick."""
        return any(step.timing == Timing("after each", "trick") for step in all_steps(self.game))

    @cached_property
    def gives_none_away(self) -> bool:
        """Whether a hand only grows before the play, and then gets smaller with each trick."""
        steps = [step for step in all_steps(self.game) if any(isinstance(one, Give) for one in step.actions)]
        gives = [one for step in steps for one in step.actions if isinstance(one, Give)]
        before = [step for phase in takewhile(lambda one: one.name != "play", self.game.phases) for step in phase.steps]
        are_early = all(step.timing is None and step in before for step in steps)
        return are_early and not self.game.play.controls and all(isinstance(one.source, ZoneRef) for one in gives)

    @cached_property
    def put_back(self) -> int:
        """How many cards the deck may have that it does not have as the options are set."""
        return cards_put_back(self.game)

    @cached_property
    def has_other_suits(self) -> bool:
        """Whether another setting may make other suits of the cards."""
        return Topic.OPTION in topics_of(self.game, *terms_of((self.game.trumps, self.game.orders)))

    @property
    def first(self) -> int:
        """The first deal that the edition applies to."""
        return int(self.deals[0] or 1)

    @cached_property
    def contracts(self) -> frozenset[Number] | None:
        """What one bid can add to a contract; None if that cannot be listed."""
        return contracts_of(self.game)

    @cached_property
    def contract(self) -> Ends:
        """The least and the most that one bid can add to a contract."""
        return self._added_by_a_bid(self.game)

    def _added_by_a_bid(self, game: Rules) -> Ends:
        other = copy(self)
        other.contract = UNKNOWN  # bids may read each other's
        added = (other.ends(self.former.form(bid.contract)) for bid in game.bids if bid.contract is not None)
        return reduce(of_either, added, NOTHING) if lists_bids_made(game) else UNKNOWN

    @cached_property
    def bids(self) -> tuple[BidMade, ...] | None:
        """Every bid that can be made; None if they cannot be listed."""
        return every_bid(self.game)

    @cached_property
    def sizes(self) -> int:
        """Players of the largest side."""
        if self.game.teams.after is not None:
            return len(self.game.seats)  # the bidding makes the sides
        return max((len(side) for side in self.game.teams.sides), default=1)

    @cached_property
    def scores(self) -> Ends:
        """The amounts that scores never fall below and never rise above."""
        return ends_of_scores(self.variant.games)

    @cached_property
    def _calls(self) -> int | None:
        """The most bids of a deal, if every round asks each player once at most."""
        rounds = [step for step in all_steps(self.game) if isinstance(step, Round)]
        are_plain = all(one.by.until is None and one.timing is None for one in rounds) and not bids_made_in(self.game)
        are_plain = are_plain and all(one.by.noun in ("player", "seat") for one in rounds)
        asks_again = any(bid.needs_yes is not None or bid.before_looking for bid in self.game.bids)
        return len(rounds) * len(self.game.seats) if are_plain and not asks_again else None

    @cached_property
    def has_no_fraction(self) -> bool:
        """Whether points and counts are always whole numbers, on all deals."""
        games = self.variant.games
        return self.has_whole_tricks and not any(brings_fraction(game, game.scoring, game.endings) for game in games)

    @cached_property
    def has_whole_tricks(self) -> bool:
        """Whether tricks, those awarded and those bid are always whole numbers, on all deals."""
        return have_whole_tricks(self.variant.games)

    @property
    def someone_leads(self) -> bool:
        """Whether one of all sides, and one of all players, is not behind: none of them is out, or a dummy."""
        return not self.game.dummies and self.game.teams.after is None and not self.game.puts_out

    @cached_property
    def answered(self) -> Mapping[str, Form]:
        """By decision: what holds for the rest of a deal once the player has made it, whichever side is looked at."""
        known = {name: map(self.former.form, terms) for name, terms in known_with_answers(self.game).items()}
        return {
            name: joined("and", (form for form in forms if not mentions(form, _SIDE))) for name, forms in known.items()
        }

    @cached_property
    def _answered_once(self) -> Mapping[str, str]:
        return answered_once(self.game)

    def answers(self, held: Iterable[Form]) -> Iterator[Form]:
        """Yield what the one answer to a decision is, where somebody is said to have given one."""
        for question in held if self._answered_once else ():
            match question:
                case ("Did", _, name, (value,)) | ("Holds", "some", ("players",), ("Did", _, name, (value,))) if (
                    name in self._answered_once
                ):
                    yield "same", ("Answer", name, self._answered_once[name], None), value
                case _:
                    pass

    def promised(self, whose: str, kind: str) -> frozenset[Number] | None:
        """Return what the contract can be where the bid of a seat, or of a side, is of a kind; None if anything."""
        return None if whose == "side_bid" and self.sizes > 1 else self._promised.get(kind)

    @cached_property
    def _promised(self) -> Mapping[str, frozenset[Number] | None]:
        return {bid.name: contracts_with(self.game, bid) for bid in self.game.bids if not bid.by_side}

    def _is_sum_of_tricks(self, form: Form) -> bool:
        """Tell whether an amount is what several seats have taken of the tricks that are played."""
        match self.former.terms.get(form):
            case Fold(of=of, variable=name, body=Op(op="seat_taken", arguments=(Var(name=same),))) if name == same:
                return self._has_each_once(of) and not counts_tricks_unplayed(self.game)
            case _:
                return False

    def _has_each_once(self, of: Term) -> bool:
        """Tell whether nothing is in a set twice, as it may be in a list."""
        return "list" not in ops_read(self.game.let_of, of)

    def _over_deck(self, form: Form) -> Number | None:
        """Return the most that a sum over cards, or a number of cards of a kind, can be: what it is of the whole deck.

        None if a card may be worth less than nothing, or another amount in another deal or beside another card.
        """
        term = self.former.terms.get(form)
        match term:  # what several players have won is no more than all cards
            case Fold(
                how="sum", of=of, variable=name, body=Fold(of=Op(op="seat_cards", arguments=(Var(name=own),)))
            ) if name == own and self._has_each_once(of) and Faces(self.game).are_played_once:
                term = term.body
            case _:
                pass
        match term:
            case Fold(how="sum", body=part, of=of) | Filter(condition=part, of=of) if of.type.kind is Kind.CARD:
                if not self._has_each_once(of):
                    return None
            case _:
                return None
        if self.put_back or not free_variables(part) <= {term.variable} or not self._is_same_in_all_deals(part):
            return None
        compiler, s = Compiler(self.game, {}, ()), deals.blank(self.bound, deal=self.first)
        s.played = s.spec.deck.all
        whole = replace(term, of=Op("played", (), term.of.type))
        asked = (Op("count", (whole,), NUMBER),) if isinstance(whole, Filter) else (replace(whole, how="min"), whole)
        codes = [compiler.value(one) for one in asked]
        env = [*s.spec.environment, *[None] * len(compiler.environment)]
        *least, most = (code(s, env) for code in codes)
        return None if any(one < 0 for one in least) else most

    def _is_same_in_all_deals(self, term: Term) -> bool:
        """Tell whether something about a card is the same whatever is trumps, and with any setting."""
        game, trumps = self.game, self.game.trumps
        is_fixed = trumps is None or (trumps.when is None and isinstance(trumps.suit, Const))
        ops = ops_read(game.let_of, term)
        reads_suits = bool(ops & BY_ORDER[CardOrder.SUITS])
        by_rank = ops & BY_ORDER[CardOrder.RANKS] or any(
            isinstance(one, Extreme) for one in all_read(game.let_of, term)
        )
        of_card = topics_of(game, term, *(terms_of(game.orders) if by_rank else ()))
        return of_card <= {Topic.CARD, Topic.TRUMPS} and (is_fixed or not reads_suits)

    def said(self, name: str, rules: Iterable[BidType | Ask]) -> Ends:
        """Return the least and the most that a number can be with which bids or answers are said."""
        found = [self._ends_of_said(one) for rule in rules for one in rule.parameters if one.name == name]
        return reduce(of_either, found) if found else UNKNOWN

    def offered(self, number: str) -> dict[str, Ends] | None:
        """Return, by kind of bid, the least and the most that a number can be that it is made with; None if unknown."""
        if not lists_bids_made(self.game):
            return None
        return {
            bid.name: self._ends_of_said(one) for bid in self.game.bids for one in bid.parameters if one.name == number
        }

    def _ends_of_said(self, parameter: Parameter) -> Ends:
        if parameter.low is not None and parameter.high is not None:
            low, high = (self.ends(self.former.form(end)) for end in (parameter.low, parameter.high))
            return low[0], high[1]
        return ends_of(parameter.choices or ())
