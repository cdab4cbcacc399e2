"""What the rules of a file mean in play, where it is easy to get wrong: each a small game and what must come of it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import spadesdsl
from spadesdsl import loader
from spadesdsl.engine import choices, flow, scoring
from spadesdsl.engine.events import TrickEvent
from spadesdsl.examples.run import run_examples

if TYPE_CHECKING:
    from spadesdsl import Game, State


def game_of(folder: Path, text: str, parent: str = "standard") -> Game:
    """Load a small child of a bundled game."""
    path = folder / "semantics_child.spades"
    path.write_text(f'variant semantics_child "A child" extends {parent} {{\n{text}\n}}\n', encoding="utf-8")
    return spadesdsl.load(path)


def to_the_sheet(state: State) -> State:
    """Play the first move there is until a deal is scored."""
    while not state.sheets:
        state = state.apply(state.turns[0].moves[0], state.turns[0].seat)
    return state


def points(state: State, side: int) -> dict[str, object]:
    """Return the points of a side's lines on the last sheet."""
    assert state.last_sheet is not None
    return {line.rule.key: line.points for line in state.last_sheet.sides[side].lines}


# ---------------------------------------------------------------- the play


def test_what_is_read_of_the_play_is_never_stale_where_rules_are_trusted(tmp_path: Path) -> None:
    trusting = "play { trust honour: follow_suit"
    plain = game_of(tmp_path, trusting + " }")
    turned = game_of(
        tmp_path, trusting + ' replace must unbroken when not broken and leading: card not in trumps "Not led." }'
    )
    for seed in range(20):
        rng = random.Random(seed)
        one, other = plain.start(seed), turned.start(seed)
        while not one.sheets:
            assert set(one.turns[0].moves) == set(other.turns[0].moves)
            move = rng.choice(one.turns[0].moves)
            one, other = one.apply(move), other.apply(move)


def test_the_rest_of_the_tricks_is_what_those_who_play_hold(tmp_path: Path) -> None:
    text = "play { award gift before each trick when trick_number = 4: rest to leader }"
    state = game_of(tmp_path, text, "euchre").start(1)
    said = {"name", "go_alone"}
    while not state.sheets:
        turn = state.turns[0]
        found = [one for one in turn.moves if any(word in repr(one) for word in said)]
        state = state.apply((found or turn.moves)[0], turn.seat)
    assert state.last_sheet is not None
    assert sum(sum(side.taken) for side in state.last_sheet.sides) == 5


def test_the_name_of_a_give_stands_for_its_cards_wherever_they_go_and_for_one_deal(tmp_path: Path) -> None:
    game = game_of(
        tmp_path,
        """deck { replace trumps: turn_up.suit }
        table { zone upcard face up }
        deal {
          give turn_up above hands when deal != 2: 1 from stock to upcard face up
          give taken_up above hands: upcard to dealer
          give late: stock to dealer
        }""",
    )
    state = game.start(5)
    for deal in (1, 2, 3):
        assert state.deal == deal
        (cards,) = state.moved
        assert len(cards) == deal % 2
        suit = state.spec.deck.printed_suit[cards[0]] if cards else None
        assert state.ranking.trumps == suit
        assert all(state.hands[state.dealer] >> card & 1 for card in cards)
        while state.deal == deal and not state.over:
            state = state.apply(state.turns[0].moves[0], state.turns[0].seat)
            assert state.deal != deal or state.ranking.trumps == suit


# ---------------------------------------------------------------- decisions


def test_a_pass_counts_before_it_is_asked_whether_to_stop(tmp_path: Path) -> None:
    game = game_of(
        tmp_path,
        """phase gifts before bidding {
          pass gift by each player from left of dealer stopping when some player did gift:
               1 from hand to partner face down
        }""",
    )
    state = game.start(1)
    assert state.phase == "gifts.gift"
    assert state.apply(state.turns[0].moves[0]).phase == "bidding.opening"


def test_only_who_is_asked_at_once_looks(tmp_path: Path) -> None:
    game = game_of(
        tmp_path,
        """include blind_nil
        phase gifts before bidding {
          may gift by each player at once when player is left of dealer: give 1 from stock to player
        }""",
    )
    state = game.start(1, dealer=0)
    assert [(turn.seat, turn.moves) for turn in state.turns] == [(1, ("look", "no"))]
    assert all(state.view(seat).hand is None for seat in range(4))
    state = state.apply("look")
    assert [(turn.seat, turn.moves) for turn in state.turns] == [(1, ("yes", "no"))]
    assert [state.view(seat).hand is None for seat in range(4)] == [True, False, True, True]


# ---------------------------------------------------------------- bidding

BLIND = """include blind_nil with deficit = 0
bidding {
  bid blind_some(b from 1 to 3) "blind {b}" before looking { contract b }
  replace round blind_bids by each player from left of dealer: blind_nil, blind_some "Bid blind, or look."
  replace bid blind_nil "blind nil" before looking {
    contract 0
    needs yes from partner
    score blind_nil: if taken = 0 then 200 else -200
  }
"""


def test_a_no_from_partner_leaves_the_other_blind_bids_open(tmp_path: Path) -> None:
    state = game_of(tmp_path, BLIND + "}").start(1, dealer=3).apply("blind nil")
    assert [(turn.seat, turn.moves) for turn in state.turns] == [(2, ("yes", "no"))]
    state = state.apply("no")
    assert [(turn.seat, turn.moves) for turn in state.turns] == [(0, ("blind 1", "blind 2", "blind 3", "look"))]
    assert state.view(0).hand is None
    assert "partner has said no" in state.why("blind nil").message


def test_a_bid_made_before_looking_is_not_narrowed_by_the_cards(tmp_path: Path) -> None:
    game = game_of(tmp_path, BLIND + 'must aces: contract >= count of (hand where rank is A) "A trick an ace." }')
    for seed in range(6):
        state = game.start(seed, dealer=3)
        assert state.moves(0) == ("blind nil", "blind 1", "blind 2", "blind 3", "look")
        assert state.why("blind 1").legal
        assert "hand" not in str(state.why("blind 1").reads)


def test_all_see_their_cards_on_a_deal_on_which_no_bid_is_made_before_looking() -> None:
    state = spadesdsl.load("nyc").start(seed=1)
    assert [len(state.view(seat).hand or ()) for seat in range(4)] == [13] * 4
    while state.deal == 1:
        state = state.apply(state.turns[0].moves[0])
    assert None in [state.view(seat).hand for seat in range(4)]  # a side that is far behind may bid blind


def test_an_open_bid_tells_nothing_of_cards_that_are_not_looked_at(tmp_path: Path) -> None:
    game = game_of(
        tmp_path,
        """include blind_nil with deficit = 0
        bidding {
          replace round opening by each player from left of dealer when not player did bid: blind_nil, tricks, nil
          drop round blind_bids
          replace bid nil "nil" when count of (hand in spades) < 4 { contract 0 }
        }""",
    )
    verdicts = [game.start(seed, dealer=3).why("nil").to_json() for seed in range(6)]
    assert all(verdict == verdicts[0] for verdict in verdicts)
    assert "look at your cards" in verdicts[0]["message"]


# ---------------------------------------------------------------- scoring


def test_a_bid_line_takes_the_place_of_another_only_for_who_made_the_bid(tmp_path: Path) -> None:
    game = game_of(
        tmp_path,
        """bidding { bid everything "everything" {
          contract 13
          score everything instead of contract: if taken = 13 then 200 else -200 "All of them."
        } }""",
    )
    state = game.start(1, dealer=3)
    for bid in ("everything", "3", "3", "3"):
        state = state.apply(bid)
    state = to_the_sheet(state)
    assert points(state, 0)["scoring.contract"] == 0
    assert points(state, 0)["scoring.everything"] in (200, -200)
    assert points(state, 1)["scoring.contract"] != 0


def test_a_tally_is_read_as_it_stands_between_its_steps(tmp_path: Path) -> None:
    game = game_of(
        tmp_path, "scoring for each team { tally deals: add 1, reset when deals >= 2 score seen: 1 * deals }"
    )
    state = game.start(1)
    seen = []
    for _ in range(4):
        state = to_the_sheet(state)
        seen.append(points(state, 0)["scoring.seen"])
        state = state.apply(state.turns[0].moves[0], state.turns[0].seat)
    assert seen == [1, 0, 1, 0]


def test_a_tally_of_the_table_counts_once_a_deal(tmp_path: Path) -> None:
    game = game_of(
        tmp_path,
        """scoring for each team {
          tally deals of the table: add 1, reset when deals >= 3
          tally won of the table: add sum of taken over teams, full at 20
          score seen: 100 * deals + 1 * won
          score filled: 1 * won.filled
        }""",
    )
    state = game.start(1)
    seen = []
    for _ in range(4):
        state = to_the_sheet(state)
        seen.append((points(state, 0)["scoring.seen"], points(state, 1)["scoring.filled"]))
        state = state.apply(state.turns[0].moves[0], state.turns[0].seat)
    assert seen == [(113, 0), (206, 1), (19, 0), (112, 1)]


# ---------------------------------------------------------------- sides made by the bidding

CALLED = """
table { replace teams after bidding: declarer with holder of AS, others together }
bidding {
  replace bid tricks(n from 1 to 4) "{n}" { contract n }
  drop bid nil
  let declarer = first of (players where bid.n = most of bid.n over players)
}
play { must dull: card is lowest of hand "Low." }
scoring for each side {
  replace let helping = taken
  replace let extra = 0
  drop score overtricks
  replace score contract: 10 * contract
}
"""


def called(folder: Path) -> Game:
    return game_of(folder, CALLED, "standard")


def test_who_calls_a_card_of_his_own_plays_alone(tmp_path: Path) -> None:
    game = called(tmp_path)
    state = game.start(3)
    holder = next(seat for seat in range(4) if "AS" in state.hidden_hands[seat])
    while state.phase == "bidding.opening":
        state = state.apply("4" if state.turns[0].seat == holder else "1")
    others = tuple(seat for seat in range(4) if seat != holder)
    assert sorted(state.sides) == sorted([(holder,), others])


def test_scores_kept_by_player_end_the_game_for_the_player_who_has_them(tmp_path: Path) -> None:
    game = called(tmp_path).with_options({"target": 100})
    state = game.start(3)
    rng = random.Random(1)
    while not state.over:
        scores = state.scores
        state = state.apply(rng.choice(state.turns[0].moves), state.turns[0].seat)
    assert max(scores) < 100
    best = max(state.scores)
    assert best >= 100
    assert state.winners == tuple(seat for seat in range(4) if state.scores[seat] == best)


# ---------------------------------------------------------------- who moves


def test_what_several_may_volunteer_needs_a_seat(tmp_path: Path) -> None:
    state = game_of(tmp_path, "play { may call any time during the play by each player: nothing }").start(1, dealer=3)
    for bid in ("1", "1", "1", "1"):
        state = state.apply(bid)
    with pytest.raises(spadesdsl.GameError, match="say whose move it is"):
        state.apply("call")
    assert state.apply("call", 2).view(0).said[-1] == (2, "call", "call")


# ---------------------------------------------------------------- cards that are not there


def test_cards_of_nobody_and_fewer_than_none_are_no_cards(tmp_path: Path) -> None:
    game = game_of(
        tmp_path,
        """table { replace teams none zone aside of each player }
        deal {
          give negative: count of North.hand - 20 from stock to left of dealer
          give of_nobody: 2 from dealer.partner.hand to discards
          give of_no_pile: 1 from dealer.partner.aside to dealer
        }""",
    )
    assert [len(hand) for hand in game.start(1).hidden_hands] == [13, 13, 13, 13]


def test_a_game_whose_deals_are_thrown_in_for_ever_is_over(tmp_path: Path) -> None:
    state = game_of(tmp_path, "deal { redeal again when deal > 0: by dealer }").start(1)
    assert state.over
    assert state.winners == ()
    assert [event.to_json()["event"] for event in state.events][-1] == "end"


def test_a_game_whose_deals_are_thrown_in_after_every_bidding_is_over_some_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flow, "MOST_THROWN_IN", 20)
    game = game_of(tmp_path, "bidding { redeal again when some player did bid: by dealer }")
    state = game.start(1)
    while not state.over:
        state = state.take(choices.due(state)[0], choices.due(state)[0].options[0])
    assert (state.ended_by, state.winners, state.deals_dealt) == ("redeal", (), 21)


def test_a_winner_that_is_no_card_of_the_trick_is_nobody(tmp_path: Path) -> None:
    rules = "play { replace trick winner: if trick_number < 13 then AS else highest of trick in led.suit }"
    state, won = game_of(tmp_path, rules).start(1), []
    while not state.sheets:
        state = state.take(choices.due(state)[0], choices.due(state)[0].options[0])
        won += [event for event in state.events if isinstance(event, TrickEvent)]
    assert [one.winner is not None for one in won] == ["AS" in one.cards or one.trick == 13 for one in won]


def test_a_deal_whose_cards_come_back_has_no_more_tricks_than_cards(tmp_path: Path) -> None:
    game = game_of(tmp_path, "play { give back after each trick: last_trick.cards to dealer }")
    state = game.start(1)
    while not state.sheets:
        state = state.take(choices.due(state)[0], choices.due(state)[0].options[-1])
    assert [event.trick for event in state.events if isinstance(event, TrickEvent)] == [52]


# ---------------------------------------------------------------- quantities instead of others

SCORED = """scoring for each team {
  let tens_bags instead of extra = if contract = 10 then 0 else extra
  let odd_bags instead of extra = if extra = 3 then 30 else extra
  let more_bags instead of odd_bags = odd_bags + 1
}
example "each exception stands on the one before" {
  set failed_nil = nothing
  bids us tricks(5), tricks(5); them tricks(1), tricks(1)
  case us take 11: us { overtricks = 1, contract = 100 }
}
example "of a bid of five" {
  set failed_nil = nothing
  bids us tricks(3), tricks(2); them tricks(4), tricks(3)
  case us take 8: us { overtricks = 31, bags = 1, contract = 50 }
  case us take 7: us { overtricks = 3 }
  case us take 4: us { overtricks = 1 }
}"""


def failures(folder: Path, text: str) -> list[str]:
    """Run the examples of a small child; return what those that it wrote itself say is wrong."""
    game_of(folder, text)
    loaded = loader.load(str(folder / "semantics_child.spades"), {})
    own = [example for example in run_examples(loaded) if example.document == "semantics_child"]
    assert own
    return [one.message for example in own for one in example.failures]


def test_each_exception_to_a_quantity_stands_on_the_one_before(tmp_path: Path) -> None:
    assert failures(tmp_path, SCORED) == []


@pytest.mark.parametrize("packs", ["include moon include ten_for_200", "include ten_for_200 include moon"])
def test_two_packs_make_their_exceptions_in_any_order(tmp_path: Path, packs: str) -> None:
    example = """example "both" {
      set ten_exactly = yes, ten_lost = 200, moon_value = 200, moon_wins = no, failed_nil = bags
      bids us tricks(5), tricks(5); them tricks(1), tricks(1)
      case us take 11: us { ten_for_200 = -200, overtricks = 0 }; them { overtricks = 0 }
    }
    example "the moon" {
      set ten_exactly = yes, ten_lost = 200, moon_value = 200, moon_wins = no, failed_nil = bags
      bids us moon; them tricks(1), tricks(1)
      case us take 13: us { moon = 200, overtricks = 0, score = 200 }
    }"""
    assert failures(tmp_path, f"{packs} {example}") == []


def test_which_lines_stand_in_the_place_of_others_is_found_once() -> None:
    lines = "\n".join(f"score l{at} when taken > {at % 13}: {at}" for at in range(60))
    others = ", ".join(f"l{at}" for at in range(60))
    more = "\n".join(f"score m{at} instead of {others} when taken = {at % 13}: {at}" for at in range(60))
    text = f'variant h "H" extends whist {{ scoring for each team {{ {lines} {more} }} }}'
    game = loader.load_text(text.encode(), {}).playable
    spec = game.edition(1)
    assert scoring._in_place(spec) is scoring._in_place(spec)
    assert [mask.bit_count() for _, mask in scoring._in_place(spec)] == [60] * 60


def test_a_player_who_is_out_gets_no_card_from_across() -> None:
    game = spadesdsl.load(Path(__file__).parent.parent / "kernel" / "rules" / "few_left.spades")
    dealt = 0
    for seed in range(20):
        state = game.start(seed)
        while not state.winners:
            state = state.apply(state.turns[0].moves[0], state.turns[0].seat)
            gone = [seat for seat in range(4) if state.out >> seat & 1]
            assert not any(state.hands[seat] for seat in gone)
            dealt += len(gone)
    assert dealt
