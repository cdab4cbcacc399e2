"""The bot that imagines deals by the thousand: what it imagines, what it says, and what it is without a kernel."""

from __future__ import annotations

from itertools import islice
from math import inf, tanh
from typing import TYPE_CHECKING

import pytest

import spadesdsl
from spadesdsl.bots import TEMPERS, Effort, GreedyPlayer, SteadyPlayer, StrongPlayer, aims, by_name, thinkers
from spadesdsl.bots.aims import tricks_in
from spadesdsl.bots.allies import makes_allies
from spadesdsl.bots.evaluation import evaluation_of
from spadesdsl.bots.imagining import Imagination
from spadesdsl.bots.player import Advice, Weighed
from spadesdsl.bots.rollout import entry_of
from spadesdsl.bots.search import UNIT, Arm, reason
from spadesdsl.engine.belief import belief_of
from spadesdsl.engine.turns import Option, Turn
from spadesdsl.frozen import replace
from spadesdsl.kernel.habits import missed
from spadesdsl.kernel.thinking import AIM_WIDTH, TREE_SIZE, TREE_WIDTH, quiet_bids, raising_bids
from tests.bots.tables import dealt, play_deal, standard
from tests.engine.playing import game_of, walk

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl import State
    from spadesdsl.bots.evaluation import Evaluation

BOT = StrongPlayer(1, 100)


def imagined(state: State, seat: int, many: int) -> tuple[Imagination, list[list[int]]]:
    """Return many imagined worlds of a seat, by the hidden cards that each hand holds in them."""
    belief = belief_of(state, seat)
    imagination = Imagination(thinkers.kernel_of(state.game), belief, seat, evaluation_of(state.game))  # type: ignore[arg-type]
    imagination.arms(())
    found = []
    imagination.deal(5)
    for _ in range(many):
        imagination.row(0, 1)
        found.append(imagination.memory.read(imagination.at["world"], len(state.hands)))
    return imagination, found


def test_imagined_deals_hold_the_hidden_cards_and_nothing_that_the_play_has_ruled_out() -> None:
    state = standard().start(5)
    bot = StrongPlayer(1, 20)
    seen = 0
    for _ in range(40):
        turn = state.turns[0]
        state = state.apply(bot.choose(state.view(turn.seat), turn), turn.seat)
        if state.phase == "play" and not state.trick:
            seat = state.turns[0].seat
            imagination, worlds = imagined(state, seat, 40)
            belief = imagination.belief
            assert len({tuple(world) for world in worlds}) > 10 or len(belief.pool) < 10
            for world in worlds:
                assert sum(world) == sum(1 << card for card in belief.pool)
                assert [cards.bit_count() for cards in world] == list(belief.wanted)
                assert not any(cards & lack for cards, lack in zip(world, imagination.lacks, strict=True))
            seen += any(imagination.lacks)
    assert seen > 3


def test_a_hand_that_bid_much_is_strong_in_imagined_deals() -> None:
    state = standard().start(2)
    for bid in ("1", "6", "1"):
        state = state.apply(bid, state.turns[0].seat)
    seat = state.turns[0].seat
    told = {one: 0.0 for one in range(4) if one != seat}
    table = belief_of(state, seat).table
    for world in imagined(state, seat, 60)[1]:
        table.hands = tuple(world)
        for one in told:
            told[one] += tricks_in(table, one) / 60
    bold = next(one for one in told if state.contracts[one] == 6)
    assert all(told[one] < told[bold] - 1.5 for one in told if one != bold)


def test_partners_are_those_whom_the_score_makes_partners_though_nobody_names_them() -> None:
    for name, expected in (("schafkopf", True), ("skat", True), ("nap", True), ("hearts", False), ("oh_hell", False)):
        assert makes_allies(game_of(name)) == expected, name
    state = game_of("schafkopf").start(3)
    caller, called = state.turns[0].seat, state.spec.deck.names.index("AD")
    for move in ("call the ace of diamonds", "pass", "pass", "pass"):
        state = state.apply(move, state.turns[0].seat)
    while state.turns[0].seat != caller:
        state = state.apply(state.turns[0].moves[-1], state.turns[0].seat)
    entry, belief = entry_of(state, state.turns[0]), belief_of(state, caller)
    imagination = Imagination(thinkers.kernel_of(state.game), belief, caller, evaluation_of(state.game))  # type: ignore[arg-type]
    imagination.arms([(entry, entry.options[0])])
    imagination.deal(5)
    partners = set()
    for _ in range(30):
        imagination.row(1, 1)
        world = imagination.memory.read(imagination.at["world"], 4)
        partner = next(seat for seat, cards in enumerate(world) if cards >> called & 1)
        ours = 1 << caller | 1 << partner
        allies = imagination.memory.read(imagination.at["allies"], 4)
        assert allies == [ours if ours >> seat & 1 else 15 & ~ours for seat in range(4)]
        partners.add(partner)
    assert len(partners) > 1


def test_it_expects_others_to_promise_as_much_of_a_hand_as_it_would_itself() -> None:
    caution = thinkers.caution_of(standard())
    # Hands are worth thirteen tricks in all; if everybody promised them, many contracts would fail.
    assert 0.75 < caution < 0.9
    state = standard().start(2)
    expected = Imagination(thinkers.kernel_of(state.game), belief_of(state, 1), 1, evaluation_of(state.game), caution)  # type: ignore[arg-type]
    assert expected.memory[expected.at["caution"]] == round(100 * caution)
    assert thinkers.caution_of(game_of("hearts")) == thinkers.CAUTION


def test_without_a_kernel_it_is_steady(monkeypatch: pytest.MonkeyPatch) -> None:
    state = standard().start(1)
    turn = state.turns[0]
    monkeypatch.setattr(thinkers, "kernel_of", lambda _: None)
    assert BOT.advise(state.view(turn.seat), turn) == SteadyPlayer(1, 100).advise(state.view(turn.seat), turn)


def test_a_promise_of_part_of_a_trick_takes_a_whole_one() -> None:
    game = game_of("half_tricks")
    state = game.start(1, dealer=1, deals=[dealt(game, "AS KS QS JS AH KH 2H AD KD 2D AC KC 2C", 1)])
    turn = state.turns[0]
    best, *others = StrongPlayer(1, Effort.QUICK).advise(state.view(2), turn).options
    assert best.deals > 100  # by the kernel
    assert 7 <= float(best.move) <= 9
    # The partner adds half a trick or more, so that the contract of the side is whole.
    kept = {one.move: one.kept or 0.0 for one in (best, *others)}
    assert kept["7"] > 0.9
    assert kept["8"] > kept["10"] > kept["11.5"]


def test_advice_has_what_each_move_is_worth() -> None:
    state = standard().start(1, dealer=1, deals=[dealt(standard(), "AS KS QS JS AH KH 2H AD KD 2D AC KC 2C", 1)])
    turn = state.turns[0]
    advice = StrongPlayer(1, Effort.QUICK).advise(state.view(2), turn)
    assert advice.options[0].move == advice.move
    assert {one.move for one in advice.options} <= set(turn.moves)
    tried = {one.move: one for one in advice.options}
    assert tried["nil"].kept == 0
    assert tried["nil"].behind < -50
    assert tried["9"].kept is not None
    assert tried["9"].kept > 0.8
    assert advice.options[0].behind == 0
    assert all(one.margin >= 0 and one.deals > 0 for one in advice.options)


def test_a_promise_of_exactly_so_many_tricks_is_not_kept_with_more() -> None:
    state = game_of("oh_hell").start(3)
    turn = state.turns[0]
    tried = {one.move: one.kept for one in BOT.advise(state.view(turn.seat), turn).options}
    # In oh hell only one of these can be kept: the hand takes one trick, or two.
    assert tried["1"] is not None
    assert tried["2"] is not None
    assert tried["1"] > 0
    assert tried["2"] > 0
    assert tried["1"] + tried["2"] < 1.4


def test_it_thinks_as_long_as_it_is_told_and_finds_the_same_again() -> None:
    state = standard().start(2)
    turn = state.turns[0]
    view = state.view(turn.seat)
    few, many = (
        sum(one.deals for one in StrongPlayer(1, cards).advise(view, turn).options) for cards in (1000, 20_000)
    )
    assert 10 * few < many
    assert StrongPlayer(1, 500).advise(view, turn) == StrongPlayer(1, 500).advise(view, turn)


def test_a_high_hand_bids_high_and_an_empty_one_nothing() -> None:
    bot = StrongPlayer(1, Effort.QUICK)
    for hand, wanted in (
        ("AS KS QS JS AH KH 2H AD KD 2D AC KC 2C", {"8", "9", "10"}),
        ("2S 3H 4H 5H 6H 2D 3D 4D 5D 2C 3C 4C 5C", {"nil"}),
    ):
        state = standard().start(1, dealer=1, deals=[dealt(standard(), hand, 1)])
        assert bot.choose(state.view(2), state.turns[0]) in wanted


def test_it_leaves_a_trick_that_its_partner_has_and_wins_with_the_lowest_card_that_does() -> None:
    game = standard()
    deal = spadesdsl.Deal(
        (
            ("AH", "3C", "4C", "5C", "6C", "7C", "8C", "2D", "3D", "4D", "2S", "3S", "4S"),
            ("2H", "3H", "4H", "9C", "10C", "JC", "5D", "6D", "7D", "8D", "5S", "6S", "7S"),
            ("KH", "QH", "5H", "QC", "KC", "AC", "9D", "10D", "JD", "8S", "9S", "10S", "2C"),
            ("JH", "10H", "9H", "8H", "7H", "6H", "QD", "KD", "AD", "JS", "QS", "KS", "AS"),
        )
    )
    state = game.start(1, dealer=3, deals=[deal])
    for bid in ("2", "2", "3", "4"):
        state = state.apply(bid, state.turns[0].seat)
    for card in ("AH", "2H"):
        state = state.apply(card, state.turns[0].seat)
    bot = StrongPlayer(1, Effort.QUICK)
    assert state.turns[0].seat == 2
    assert bot.choose(state.view(2), state.turns[0]) == "5H"


@pytest.mark.usefixtures("_few_trials")
@pytest.mark.parametrize("name", ["hearts", "euchre", "cancellation", "kitty_deal", "two_player", "spoil_five"])
def test_it_thinks_in_any_game_and_does_not_fall_back(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinkers.SteadyPlayer, "searches", lambda *_: pytest.fail("it fell back"))
    for state in islice(walk(game_of(name).start(4), 4, 60), 0, None, 3):
        turn = state.turns[0]
        assert BOT.choose(state.view(turn.seat), turn) in turn.moves


def searched(s: State, seat: int, worth: Evaluation) -> float:
    """Return how a deal ends for a seat if its side plays the best for itself, and the other the worst."""
    if s.sheets or s.over:
        return worth.value(s, seat)
    turn = s.turns[0]
    found = [searched(s.apply(move, turn.seat), seat, worth) for move in turn.moves]
    return max(found) if s.side_of[turn.seat] == s.side_of[seat] else min(found)


def test_the_last_tricks_are_played_out_exactly() -> None:
    game = standard()
    worth = evaluation_of(game)
    for seed in range(3):
        state = game.start(seed)
        bots = GreedyPlayer(seed)
        while state.phase != "play" or sum(hand.bit_count() for hand in state.hands) > 8:
            turn = state.turns[0]
            state = state.apply(bots.choose(state.view(turn.seat), turn), turn.seat)
        seat = state.turns[0].seat
        belief = belief_of(state, seat)
        imagination = Imagination(thinkers.kernel_of(game), belief, seat, worth)  # type: ignore[arg-type]
        entry = entry_of(belief.imagine(1), state.turns[0])
        imagination.arms([(entry, one) for one in entry.options])
        imagination.deal(seed)
        imagination.put("exactly", 1)
        found = imagination.row(len(entry.options), 1)
        world = imagination.memory.read(imagination.at["world"], 4)
        whole = belief.table.copy()
        whole.hands = tuple(hand | more for hand, more in zip(whole.hands, world, strict=True))
        for option, (values, _) in zip(entry.options, found, strict=True):
            best = searched(whole.apply(option.text, seat), seat, worth)
            assert abs(values[0] / 100 - best) < 1.5


def test_few_cards_are_not_the_last_ones_while_more_come_from_the_stock(monkeypatch: pytest.MonkeyPatch) -> None:
    state = game_of("german_whist").start(1)
    monkeypatch.setattr(thinkers, "EXACT", {26: 1})
    belief = belief_of(state, state.turns[0].seat)
    kernel = thinkers.kernel_of(state.game)
    assert kernel is not None
    imagined = thinkers.search_with(kernel, belief, state.turns[0], 1, thinkers.BUDGETS[Effort.NORMAL], 1.0).imagined
    assert isinstance(imagined, Imagination)
    assert imagined.memory[imagined.at["exactly"]] == 0


def test_in_imagined_deals_players_learn_from_the_deals_before() -> None:
    state = standard().start(1)
    while state.phase != "play":
        state = state.apply(
            GreedyPlayer(1).choose(state.view(state.turns[0].seat), state.turns[0]), state.turns[0].seat
        )
    seat, deals, values = state.turns[0].seat, 50, []
    for searches in (1, 0):
        belief = belief_of(state, seat)
        imagination = Imagination(thinkers.kernel_of(state.game), belief, seat, evaluation_of(state.game))  # type: ignore[arg-type]
        imagination.put("searches", searches)
        entry = entry_of(belief.imagine(1), state.turns[0])
        imagination.arms([(entry, one) for one in entry.options[:3]])
        imagination.deal(1)
        values.append([sum(found) / deals for found, _ in imagination.row(3, deals)])
        tree = imagination.memory.read(imagination.at["tree"], TREE_SIZE * TREE_WIDTH)
        assert sorted(tree[1::TREE_WIDTH])[-3:] == [deals * searches] * 3
    # Those who follow find better answers than their first ideas, so the moves are worth something else.
    assert all(learned != plain for learned, plain in zip(*values, strict=True))


def test_hands_slip_where_a_bid_is_judged_and_not_where_a_card_is() -> None:
    state = standard().start(1)
    slips = []
    for _ in range(2):
        worth = evaluation_of(state.game)
        imagination = Imagination(thinkers.kernel_of(state.game), belief_of(state, state.turns[0].seat), 0, worth)  # type: ignore[arg-type]
        slips.append(imagination.memory[imagination.at["slips"]])
        while state.phase != "play":
            turn = state.turns[0]
            state = state.apply(GreedyPlayer(1).choose(state.view(turn.seat), turn), turn.seat)
    assert slips[0] > 0
    assert slips[1] == 0


def interest(state: State) -> tuple[int, list[int]]:
    """Return what one more trick is worth to the seat that plays, and what it aims at."""
    seat = state.turns[0].seat
    belief = belief_of(state, seat)
    imagination = Imagination(thinkers.kernel_of(state.game), belief, seat, evaluation_of(state.game))  # type: ignore[arg-type]
    entry = entry_of(belief.imagine(1), state.turns[0])
    imagination.arms([(entry, entry.options[0])])
    imagination.deal(1)
    imagination.row(1, 1)
    at = imagination.at["aims"] + AIM_WIDTH * seat
    return int(imagination.interest), imagination.memory.read(at, AIM_WIDTH)


def test_a_contract_is_attacked_whichever_partner_promised_no_tricks_and_by_who_has_broken_such_a_promise() -> None:
    found = []
    for bids in (("4", "nil", "3", "5"), ("4", "5", "3", "nil")):
        state = standard().start(3, dealer=0)
        for bid in bids:
            state = state.apply(bid, state.turns[0].seat)
        found.append(interest(state)[0])
    assert found[0] == found[1] > 0
    while not (state.contracts[state.turns[0].seat] == 0 and state.taken[state.turns[0].seat] and not state.trick):
        turn = state.turns[0]
        state = state.apply(max(turn.moves), turn.seat)
    wanted, aim = interest(state)
    assert wanted > aim[4]


@pytest.mark.parametrize("name", TEMPERS)
def test_a_temper_plays_and_thinks_otherwise(name: str) -> None:
    state = standard().start(7)
    bots = by_name(name, 1, 400), by_name("strong", 1, 400)
    for _ in range(40):
        turn = state.turns[0]
        one, other = (bot.advise(state.view(turn.seat), turn) for bot in bots)
        if one != other:
            break
        state = state.apply(one.move, turn.seat)
    assert one != other
    play_deal(state, dict.fromkeys(range(4), bots[0]))


def test_it_beats_greedy() -> None:
    game, bot = game_of("standard"), StrongPlayer(1, 400)
    won = 0.0
    for seed in range(8):
        for own in (0, 1):
            bots = {seat: bot if seat % 2 == own else GreedyPlayer(1) for seat in range(4)}
            state = play_deal(game.start(seed), bots)
            won += float(state.scores[own] - state.scores[1 - own])
    assert won > 0


def test_in_an_auction_others_are_expected_to_double_what_fails_and_to_hold_the_suit_that_they_named() -> None:
    game = game_of("bridge")
    assert raising_bids(game, game.base) == {bid.id for bid in game.base.bids if bid.name in ("double", "redouble")}
    assert not raising_bids(standard(), standard().base)
    state = game.start(1)
    for call in ("1 clubs", "pass", "1 spades", "pass", "2 clubs", "pass", "2 spades"):
        state = state.apply(call, state.turns[0].seat)
    seat = state.turns[0].seat
    imagination, worlds = imagined(state, seat, 60)
    suits = game.base.deck.suits
    clubs, spades = (imagination.belief.table.ranking.masks[suits.index(suit)] for suit in ("clubs", "spades"))
    assert aims.named(imagination.belief) == {0: (clubs, 6), 2: (spades, 6)}
    lengths = [sum((world[one] & suit).bit_count() for world in worlds) / 60 for one, suit in ((0, clubs), (2, spades))]
    assert min(lengths) > 4.5
    # A contract that nobody can make costs more than it does undoubled.
    option = next(
        one for one in entry_of(imagination.belief.imagine(1), state.turns[0]).options if one.text == "7 no trump"
    )
    values = []
    for raises in (0, 1):
        imagination.put("raises", raises)
        imagination.arms([(entry_of(imagination.belief.imagine(1), state.turns[0]), option)])
        imagination.deal(1)
        values.append(sum(imagination.row(1, 20)[0][0]))
    assert values[1] < 2 * values[0] < 0


def test_a_bid_that_loses_the_game_is_no_pass_though_it_names_no_number() -> None:
    game = game_of("five_hundred")
    names = {
        one: [load.base.bids[number].name for number in quiet_bids(load, load.base)]
        for one, load in (("five_hundred", game), ("boston", game_of("boston")))
    }
    assert names["five_hundred"] == ["pass"]
    assert "no_moon" in names["boston"]
    # Nobody is expected to lose the game by it, so what a deal is worth is what ordinary bids bring.
    assert evaluation_of(game).spread < 200


def test_a_bid_that_never_ends_the_auction_is_no_pass(tmp_path: Path) -> None:
    # Bots that made it in turn imagined one deal for a minute.
    file = tmp_path / "endless.spades"
    file.write_text(
        """variant endless "Endless" extends standard {
          bidding {
            replace round opening by each player from left of dealer
              until count of calls >= 4 and final_run of (calls where bid is pass) >= 3
            replace bid tricks(n from 1 to 13) "{n}" when n > most of bid.n over calls { contract n }
            drop bid nil
            bid alone
            bid pass
          }
        }"""
    )
    game = spadesdsl.load(str(file))
    assert [game.base.bids[number].name for number in quiet_bids(game, game.base)] == ["pass"]


def test_a_bid_that_brings_little_more_than_a_surer_one_is_not_made() -> None:
    state = standard().start(24)
    turn = state.turns[0]
    search = next(StrongPlayer(1, 20).searches(state.view(turn.seat), turn))
    risky, sure = search.arms[:2]
    sure.values = [1000, 1400] * 100
    for gain, chosen in ((1500, sure), (6000, risky)):
        risky.values = [1200 + gain + swing for swing in (9000, -9000)] * 100
        assert search.advice([risky, sure]).move == chosen.option.text


def test_advice_says_what_the_game_counts_where_it_is_among_the_points() -> None:
    weighed = tuple(Weighed(move, points, points - 90.0, 1.0, 50) for move, points in (("2C", 90.0), ("AS", 0.0)))
    told = [reason(weighed, 16.0, game) for game in (None, 160.0)]
    assert told[0].endswith("`2C` is 90 points better than `AS`.")
    assert told[1] == f"{told[0]} To win or lose the game counts as 160 points."
    for first, second, more in (
        (0.8, 0.3, ", `2C` wins the game in 80%, `AS` in 30%; `2C` is"),
        (0.0, 0.0, ", `2C` is"),
        (0.001, 0.004, ", `2C` is"),
    ):
        shares = tuple(replace(one, won=share) for one, share in zip(weighed, (first, second), strict=True))
        assert more in reason(shares, 16.0, 160.0)


def test_a_reason_can_be_told_in_the_words_of_the_table() -> None:
    advice = Advice("order_up(clubs)", "`order_up(clubs)` is 0.1 points better than `no`.")
    assert advice.told({"order_up(clubs)": "order it up"}) == "`order it up` is 0.1 points better than `no`."


def test_the_share_of_the_deals_that_win_the_game_is_known_where_one_decides_it() -> None:
    arm = Arm(Turn(0, "opening", ("2",)), Option("2", "bid"))
    arm.values = [9_000, 100, -9_000, 9_500]
    assert (arm.beside(arm).won, arm.beside(arm, 8_000).won) == (None, 0.5)


def test_no_lead_decides_a_game_that_goes_on() -> None:
    state = standard().start(2)
    search = next(BOT.searches(state.view(state.turns[0].seat), state.turns[0]))
    arm, worth = search.arms[0], search.worth
    arm.values = [round(UNIT * worth.win * tanh(lead)) for lead in (-2, 2)]
    assert search.decided([arm]) == inf
    arm.values = [round(UNIT * worth.win)]
    assert search.decided([arm]) < arm.values[0]


def test_advice_says_why_it_is_not_the_move_that_brought_most_in_these_deals() -> None:
    chosen = Weighed("2C", 10.0, 0.0, 0.0, 50, 0.84)
    for behind, why, told in (
        (0.4, "is cheaper", "keeps the promise in 84%, `AS` in 85%; `2C` and `AS` are worth about the same, and `2C` "
            "is cheaper."),
        (12.0, "is surer", "`AS` is 12 points better than `2C`, but `2C` is surer."),
        (-0.4, "", "`2C` is 0.4 points better than `AS`, which may be luck."),
        (-4.0, "", "`2C` is 4.0 points better than `AS`."),
    ):  # fmt: skip
        assert reason((chosen, Weighed("AS", 10.0 + behind, behind, 1.0, 50, 0.85)), 16.0, None, why).endswith(told)


@pytest.mark.parametrize("name", ["standard", "hearts"])
def test_the_better_card_is_played_and_the_cheaper_only_where_every_deal_ends_the_same(name: str) -> None:
    state = game_of(name).start(2)
    while state.phase != "play" or state.trick or len(state.turns[0].moves) < 4:
        turn = state.turns[0]
        state = state.apply(GreedyPlayer(1).choose(state.view(turn.seat), turn), turn.seat)
    turn = state.turns[0]
    search = next(StrongPlayer(1, 20).searches(state.view(turn.seat), turn))
    low, high = (choose(search.arms[1:], key=lambda arm: missed(state, arm.option.value)) for choose in (min, max))
    search.run()
    for better, chosen in ((low, low), (high, high), (None, high if name == "hearts" else low)):
        for arm in search.arms:
            arm.values = [1000 * (arm in (low, high)) + (arm is better)] * 100
        assert search.advice([low, high]).move == chosen.option.text


def test_of_two_cards_that_are_drawn_each_player_keeps_the_better() -> None:
    game = game_of("two_player_two_card")
    state = game.start(1)
    turn = state.turns[0]
    imagination, _ = imagined(state, turn.seat, 0)
    imagination.arms([(entry_of(imagination.belief.imagine(1), turn), entry_of(state, turn).options[0])])
    kept = [0] * game.base.deck.size
    for luck in range(30):
        imagination.deal(luck)
        imagination.row(1, 1)
        played = imagination.memory[imagination.built.layout.places["played"][0]]
        kept = [many + (played >> card & 1) for card, many in enumerate(kept)]
    best, worst = (game.base.deck.names.index(name) for name in ("AS", "2C"))
    assert kept[best] == 30
    assert kept[worst] < 10


@pytest.mark.parametrize("name", ["two_player", "two_player_two_card"])
def test_others_who_chose_their_cards_are_taken_to_hold_better_hands_than_random_ones(name: str) -> None:
    game = game_of(name)
    kept = evaluation_of(game).choosiness
    assert kept[0] > 0.6 > 0.4 > kept[4]
    assert min(kept[5:]) > 0.55
    assert evaluation_of(standard()).choosiness == ()
    state = game.start(1)
    while state.turns[0].choice in ("keep", "throw_away", "take"):
        turn = state.turns[0]
        state = state.apply(GreedyPlayer(1).choose(state.view(turn.seat), turn), turn.seat)
    seat = state.turns[0].seat
    table = belief_of(state, seat).table
    found = trumps = 0.0
    for world in imagined(state, seat, 60)[1]:
        table.hands = tuple(world[:2])
        found += tricks_in(table, 1 - seat) / 60
        trumps += (world[1 - seat] & table.ranking.masks[3]).bit_count() / 60
    assert found > 7
    assert trumps > 4
