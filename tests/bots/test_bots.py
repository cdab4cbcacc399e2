"""The bots as their users meet them."""

from __future__ import annotations

from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest

import spadesdsl
from spadesdsl.bots import BOTS, Advice, Effort, GreedyPlayer, SteadyPlayer, by_name, greedy, rollout
from spadesdsl.bots.aims import tricks_in
from spadesdsl.bots.evaluation import evaluation_of
from spadesdsl.bots.rollout import answer_of, candidates, entry_of
from spadesdsl.engine import choices
from spadesdsl.engine.boundary import GameError
from spadesdsl.kernel.habits import card_by_habit
from tests.bots.tables import ALL_EXAMPLES, dealt, made, play_deal, standard
from tests.engine.playing import NAMES, game_of

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl import State
    from spadesdsl.bots import Adviser

GAMES = NAMES[::6]
"""Every sixth of the bundled games: the others differ from one of them in what no bot does differently."""
OTHERS = 5
"""Of so many moves the bot makes one; the others are made at random, which takes no time."""


def states(name: str, seed: int, bot: Adviser) -> list[State]:
    """Return the states of a game between four of a bot, in its first deals."""
    state = game_of(name).start(seed)
    found = [state]
    for _ in range(90):
        if state.over:
            break
        turn = state.turns[-1]
        state = state.apply(bot.choose(state.view(turn.seat), turn), turn.seat)
        found.append(state)
    return found


@pytest.mark.usefixtures("_few_trials")
@pytest.mark.parametrize(
    ("bot", "name"),
    [(bot, name) for bot in BOTS for name in (GAMES[::3] if bot == "strong" else GAMES)],  # its kernels take longest
)
def test_a_bot_plays_any_game_and_the_same_game_again(bot: str, name: str) -> None:
    state = game_of(name).start(7)
    player, other = by_name(bot, 1, 20), by_name("random", 1)
    for number in range(70):
        if state.over:
            break
        turn = state.turns[-1]
        view = state.view(turn.seat)
        if number % OTHERS:
            move = other.choose(view, turn)
        else:
            move = player.choose(view, turn)
            if number % (2 * OTHERS) == 0:
                assert by_name(bot, 1, 20).choose(view, turn) == move
        state = state.apply(move, turn.seat)
    assert state.line is not None


@pytest.mark.parametrize("bot", BOTS)
def test_advice_is_the_move_that_is_chosen_and_says_why(bot: str) -> None:
    player = by_name(bot, 5, 40)
    for state in islice(states("standard", 3, by_name("greedy")), 0, 60, 6):
        turn = state.turns[0]
        view = state.view(turn.seat)
        advice = player.advise(view, turn)
        assert advice.move == player.choose(view, turn)
        assert advice.reason.endswith(".")
        assert advice.reason[0].isupper()


def test_where_there_is_one_move_that_is_said() -> None:
    state = states("standard", 3, by_name("greedy"))[55]
    while len(state.turns[0].moves) > 1:
        turn = state.turns[0]
        state = state.apply(turn.moves[0], turn.seat)
    turn = state.turns[0]
    for name in ("steady", "greedy"):
        assert by_name(name).advise(state.view(turn.seat), turn) == Advice(turn.moves[0], "There is no other choice.")


def test_there_is_no_other_bot() -> None:
    with pytest.raises(GameError, match="there is no bot clever: they are steady, strong, greedy, random, strong:ca"):
        by_name("clever")


def test_a_bot_thinks_in_cards_and_not_in_time() -> None:
    state = standard().start(2)
    turn = state.turns[0]
    view = state.view(turn.seat)
    tried = {
        effort: sum(one.deals for one in SteadyPlayer(1, effort).advise(view, turn).options) for effort in (300, 12_000)
    }
    assert 5 * tried[300] < tried[12_000]
    assert SteadyPlayer(1, Effort.QUICK).advise(view, turn) == SteadyPlayer(1, Effort.QUICK).advise(view, turn)


def test_another_seed_is_another_bot() -> None:
    state = standard().start(2)
    turn = state.turns[0]
    means = {SteadyPlayer(seed, 200).advise(state.view(turn.seat), turn).options for seed in range(4)}
    assert len(means) == 4


def test_an_ace_adds_as_much_to_a_hand_with_two_players_as_with_four() -> None:
    hands = ("AS KS 4H 5H 6H 2D 3D 4D 5D 2C 3C 4C 5C", "3S 2S 4H 5H 6H 2D 3D 4D 5D 2C 3C 4C 5C")
    found = []
    for name in ("two_player", "standard"):
        s = game_of(name).start(1).copy()
        worths = []
        for hand in hands:
            mask = sum(1 << s.spec.deck.names.index(card) for card in hand.split())
            s.hands = (mask,) * len(s.hands)
            worths.append(tricks_in(s, 0))
        found.append(worths[0] - worths[1])
    assert found[0] == pytest.approx(found[1], abs=0.3)


def test_steady_does_not_run_from_a_double_up_to_the_highest_bid() -> None:
    state = game_of("bridge").start(1)
    bot = SteadyPlayer(1, 400)
    while state.phase != "play" and not state.over:
        turn = state.turns[0]
        state = state.apply(bot.choose(state.view(turn.seat), turn), turn.seat)
    assert max(call.arguments[0] for call in state.calls if call.arguments) < 6


def test_greedy_bids_its_sure_tricks() -> None:
    for hand, least, most in (
        ("AS KS QS JS AH KH 2H AD KD 2D AC KC 2C", 8, 12),
        ("2S 3S 4H 5H 6H 2D 3D 4D 5D 2C 3C 4C 5C", 1, 1),
    ):
        state = standard().start(1, dealer=1, deals=[dealt(standard(), hand, 1)])
        assert least <= int(by_name("greedy").choose(state.view(2), state.turns[0])) <= most


def test_greedy_passes_in_an_auction_that_is_higher_than_its_hand(tmp_path: Path) -> None:
    text = """language 1
    variant highest "Highest bids" extends whist {
      bidding {
        round auction by each player from left of dealer until final_run of (calls where bid is pass) >= 3
        bid tricks(n from 1 to 13) "{n}" when n > most of contract over players { contract n }
        bid pass
      }
    }
    """
    file = tmp_path / "highest.spades"
    file.write_text(text, encoding="utf-8")
    state = spadesdsl.load(file).start(1)
    for _ in range(40):
        if state.turns[0].choice != "auction":
            break
        turn = state.turns[0]
        state = state.apply(by_name("greedy").choose(state.view(turn.seat), turn), turn.seat)
    assert state.turns[0].choice != "auction"
    assert 1 <= max(contract or 0 for contract in state.contracts) <= 7


def test_greedy_bids_in_bridge_and_does_not_run_up_to_the_highest_bid() -> None:
    levels = []
    for seed in (1, 4, 6):
        state = game_of("bridge").start(seed + 1)
        while state.turns[0].choice == "auction":
            turn = state.turns[0]
            state = state.apply(GreedyPlayer(seed).choose(state.view(turn.seat), turn), turn.seat)
        levels.append(max((call.arguments[0] for call in state.calls if call.arguments), default=0))
    assert min(levels) >= 1
    assert max(levels) <= 4


def test_of_bids_that_come_out_alike_one_is_tried_in_all_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    state, tried = game_of("skat").start(3), Mock(wraps=rollout.played_out)
    turn = state.turns[0]
    monkeypatch.setattr(rollout, "played_out", tried)
    quick, few = by_name("greedy").choose(state.view(turn.seat), turn), tried.call_count
    monkeypatch.setattr(greedy, "TRIED", greedy.DEALS)
    slow, many = by_name("greedy").choose(state.view(turn.seat), turn), tried.call_count - few
    assert quick == slow
    assert few < many / 2


def test_who_may_draw_keeps_a_card_that_is_worth_more_than_the_next_and_refuses_a_low_one() -> None:
    game = game_of("two_player")
    table = game.start(1).copy()
    entry = entry_of(table, table.turns[0])
    aims = evaluation_of(game).aims
    said = {}
    for name in ("AS", "QS", "2H", "3C"):
        # The card that was drawn lies alone.
        table.piles = tuple((game.deck.index(name),) if len(pile) == 1 else pile for pile in table.piles)
        said[name] = answer_of(table, entry, aims).kind
    assert said == {"AS": "yes", "QS": "yes", "2H": "no", "3C": "no"}


def test_a_trick_that_breaks_a_contract_by_being_one_too_many_is_shunned_in_time() -> None:
    worth = evaluation_of(game_of("nyc"))
    aim = worth.aims(worth.samples[0]).by_seat[0]
    assert aim.beyond[:2] == (0, 0)
    assert aim.beyond[2] < -50
    assert aim.overtrick(2) < aim.overtrick(1) < aim.overtrick(0) < 0


def test_greedy_wins_while_it_needs_tricks_and_ducks_after() -> None:
    state = standard().start(1, dealer=1, deals=[dealt(standard(), "AH 2H KS 3S 4D 5D 6D 7C 8C 9C 10C 2S 4S", 1)])
    for bid in ("2", "3", "3", "2"):
        state = state.apply(bid, state.turns[0].seat)
    assert by_name("greedy").choose(state.view(2), state.turns[0]) == "AH"
    # Their side has its five, and the others theirs: another trick is a bag.
    sated = state.copy()
    sated.taken = (3, 3, 2, 2)
    assert by_name("greedy").choose(sated.view(2), sated.turns[0]) != "AH"


def test_in_an_auction_passing_is_tried_and_nobody_is_thought_to_double_for_nothing() -> None:
    game = spadesdsl.load("bridge")
    # A part score is worth a hundred points or two; redoubled slams would be thousands.
    assert 50 < evaluation_of(game).spread < 500
    state = game.start(3)
    belief = state.view(0).belief
    assert belief is not None
    first = belief.imagine(1)
    found = {one.text for one in candidates(first, choices.due(first)[0], evaluation_of(game).aims(first))}
    assert {"pass", "1 clubs", "1 no trump"} < found


def test_what_cards_are_worth_is_read_from_the_rules() -> None:
    hearts = spadesdsl.load("hearts")
    weights = dict(zip(hearts.deck, evaluation_of(hearts).weights(hearts.start(0)), strict=True))
    assert weights["QS"] == -13
    assert {weight for card, weight in weights.items() if card[-1] == "H"} == {-1}
    assert {weight for card, weight in weights.items() if card[-1] != "H" and card != "QS"} == {0}
    assert evaluation_of(standard()).weights(standard().start(0)) == ()


def test_where_only_many_cards_together_count_each_is_worth_its_share() -> None:
    worth = evaluation_of(game_of("sixty_six"))
    deal = worth.samples[0]
    by_rank = {name[:-1]: points for name, points in zip(deal.spec.deck.names, worth.weights(deal), strict=True)}
    assert by_rank["A"] > by_rank["10"] > by_rank["K"] > by_rank["Q"] > by_rank["J"] >= 0


@pytest.mark.parametrize("name", ["moon", "team_nil", "big_little_moe"])
def test_greedy_promises_nothing_for_a_whole_side_that_the_side_cannot_hope_for(name: str) -> None:
    state = game_of(name).start(seed=4)
    turn = state.turns[0]
    while turn.choice != "play" and turn.moves[0] not in ("1", "nil"):
        move = GreedyPlayer(1).choose(state.view(turn.seat), turn)
        assert move in ("look", f"no {name.replace('_', ' ').removeprefix('big little ')}")
        state = state.apply(move, turn.seat)
        turn = state.turns[0]


def test_what_a_trick_is_worth_is_read_from_the_rules() -> None:
    worth = evaluation_of(standard())
    state = standard().start(0)
    for bid in ("4", "nil", "3", "5"):
        state = state.apply(bid, state.turns[0].seat)
    aims = worth.aims(state).by_seat
    maker = next(seat for seat in range(4) if state.contracts[seat] == 4)
    partner, none, other = (maker + 2) % 4, (maker + 1) % 4, (maker + 3) % 4
    assert aims[maker].contract == 7
    assert aims[maker].short == aims[partner].short == 140  # seventy won, and not seventy lost
    assert aims[maker].over < 0  # a bag
    assert aims[none].promised_none
    assert aims[none].over < -200  # the nil, and a bag
    assert aims[other].members == (other,)


def test_a_contract_is_attacked_whichever_partner_promised_no_tricks_and_by_who_has_broken_such_a_promise() -> None:
    worth, found = evaluation_of(standard()), []
    for bids in (("4", "nil", "3", "5"), ("4", "5", "3", "nil")):
        state = standard().start(3, dealer=0)
        for bid in bids:
            state = state.apply(bid, state.turns[0].seat)
        seat, aims = state.turns[0].seat, worth.aims(state)
        found.append(aims.gain(state, seat) - aims.by_seat[seat].short)
    assert found[0] == found[1] > 0
    while not (state.contracts[state.turns[0].seat] == 0 and state.taken[state.turns[0].seat] and not state.trick):
        turn = state.turns[0]
        state = state.apply(max(turn.moves), turn.seat)
    seat, aims = state.turns[0].seat, worth.aims(state)
    assert aims.gain(state, seat) > aims.by_seat[seat].short > aims.by_seat[seat].over


def test_winning_the_game_is_worth_more_than_any_lead() -> None:
    game = standard()
    bots = {seat: by_name("greedy", seat) for seat in range(4)}
    scored = play_deal(game.start(4), bots)
    worth = evaluation_of(game)
    ahead, won, lost = scored.copy(), scored.copy(), scored.copy()
    ahead.scores = (450, -100)
    won.scores, won.over, won.winners = (505, 500), True, (0,)
    lost.scores, lost.over, lost.winners = (600, 601), True, (1,)
    assert worth.value(won, 0) > worth.value(ahead, 0) > 0 > worth.value(lost, 0)
    assert worth.value(ahead, 1) > worth.value(lost, 0)


def test_greedy_leads_no_ace_for_a_low_card() -> None:
    game, bot, led, could = game_of("german_whist"), by_name("greedy", 1), 0, 0
    assert evaluation_of(game).idle(game.base) == 13
    (upcard,) = (zone.base for zone in game.base.zones if zone.name == "upcard")
    assert evaluation_of(game).drawn(game.base) == upcard
    assert evaluation_of(standard()).drawn(standard().base) == -1
    for seed in range(5):
        state = game.start(seed)
        while len(state.tricks) < 12:
            turn = state.turns[0]
            move = bot.choose(state.view(turn.seat), turn)
            trumps = state.ranking.masks[state.ranking.trumps or 0]
            (drawn,) = state.view(0).zones["upcard"]
            is_low = drawn[0] in "2345" and not trumps >> state.spec.deck.names.index(drawn) & 1
            if not state.trick and is_low and any(one.startswith("A") for one in turn.moves):
                could, led = could + 1, led + move.startswith("A")
            state = state.apply(move, turn.seat)
    assert could > 5
    assert led == 0


def test_greedy_leads_low_where_its_hand_takes_so_many_tricks_that_they_break_the_contract(tmp_path: Path) -> None:
    for kept, led in (("made", {"AS", "AH", "AD", "AC"}), ("made and extra < 3", {"2C", "2D"})):
        (folder := tmp_path / kept[-1]).mkdir()
        score = f"replace score contract: if {kept} then 10 * contract else -10 * contract"
        game = made(
            folder,
            f"scoring for each team {{ drop score overtricks, bag_fine\ndrop tally bags\n{score} }}\n{ALL_EXAMPLES}",
        )
        state = game.start(1, dealer=1, deals=[dealt(game, "AS KS QS 3H AH KH 7H 2D AD KD 8D 2C AC", 1)])
        while state.phase != "play":
            state = state.apply("2", state.turns[0].seat)
        assert by_name("greedy").choose(state.view(2), state.turns[0]) in led


def test_a_hint_before_looking_says_nothing_about_the_hand(tmp_path: Path) -> None:
    state = made(tmp_path, "include blind_nil with deficit = 0").start(1)

    def told() -> str:
        turn = state.turns[0]
        return SteadyPlayer(1, Effort.QUICK).advise(state.view(turn.seat), turn).reason

    assert "The hand is good for" not in told()
    while "look" in state.turns[0].moves:
        state = state.apply("look", state.turns[0].seat)
    assert "The hand is good for" in told()


def test_where_the_rules_are_long_fewer_deals_are_imagined(monkeypatch: pytest.MonkeyPatch) -> None:
    state = standard().start(2)
    turn = state.turns[0]
    whole = SteadyPlayer(1, 300).advise(state.view(turn.seat), turn)
    monkeypatch.setattr(import_module("spadesdsl.bots.thinkers"), "WORK_OF_A_CARD", 0)
    few = SteadyPlayer(1, 300).advise(state.view(turn.seat), turn)
    assert 0 < sum(one.deals for one in few.options) < sum(one.deals for one in whole.options)


def test_greedy_takes_a_point_from_a_player_who_might_win_them_all() -> None:
    game = game_of("hearts")
    s, worth = game.start(0), evaluation_of(game)
    costly = sum(1 << card for card, points in enumerate(worth.weights(s)) if points < 0)
    led, low, high, club = (s.spec.deck.names.index(card) for card in ("5H", "3H", "9H", "KC"))
    own, taken = 1 << low | 1 << high | 1 << club, costly & ~(1 << led | 1 << low | 1 << high)
    s = s.copy()
    s.hands, s.trick, s.trick_seats, s.played = (own, 1, 2, 4), (led,), (3,), taken | 1 << led
    played = []
    for other in (0, taken & -taken, taken):  # what another than the leader has won
        s.won = (0, 0, other, taken & ~other)
        played.append(card_by_habit(s, worth.aims(s).numbers, 0, 1 << low | 1 << high, 1))
    assert played == [high, low, low]


@pytest.mark.parametrize(("points", "said"), [(20, "yes"), (-20, "no")])
def test_greedy_says_between_tricks_what_brings_points(tmp_path: Path, points: int, said: str) -> None:
    sing = "may sing before each trick by leader when trick_number = 2: nothing"
    score = f"score songs when some member did sing: {points}"
    game = made(tmp_path, f"play {{ {sing} }}\nscoring for each team {{ {score} }}")
    state = game.start(1)
    while state.turns[0].choice != "sing":
        state = state.apply(state.turns[0].moves[0], state.turns[0].seat)
    turn = state.turns[0]
    assert GreedyPlayer(1).choose(state.view(turn.seat), turn) == said


@pytest.mark.parametrize("points", [20, -20])
def test_greedy_says_with_a_card_what_brings_points(tmp_path: Path, points: int) -> None:
    sing = "may sing with each card by player when leading and card.rank > 6: nothing"
    score = f"score songs when some member did sing: {points}"
    game = made(tmp_path, f"play {{ {sing} }}\nscoring for each team {{ {score} }}")
    state = game.start(1)
    while not any(move.endswith(" sing") for move in state.turns[0].moves):
        state = state.apply(state.turns[0].moves[0], state.turns[0].seat)
    turn = state.turns[0]
    assert GreedyPlayer(1).choose(state.view(turn.seat), turn).endswith(" sing") is (points > 0)
