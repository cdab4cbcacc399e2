"""What a bot says unasked: what gains points, and nothing else."""

from __future__ import annotations

import pytest

import spadesdsl
from spadesdsl.bots import Effort, by_name
from spadesdsl.engine.game import Game
from spadesdsl.loader import load_text

STAKES = """language 1
variant stakes "Stakes" {
  table { seats North, East, South, West  teams of 2 }
  deck { suits clubs, diamonds, hearts, spades  ranks A, K, Q, J, 10, 9, 8, 7  trumps: spades }
  deal { dealer first: North  dealer next: left of dealer  give hands: 8 from stock to each player from North }
  play {
    lead first: East
    lead next: last_trick.winner
    may double any time during play by each player when count of played = 0: nothing
    may resign any time during play by each player: nothing
    must follow_suit when following: card in led.suit
    trick winner: highest of trick in trumps, else highest of trick in led.suit
  }
  scoring for each team {
    score tricks: 1 * taken
    score doubled when some member has player did double: if taken >= 5 then 20 else -20
    score resigned when some member has player did resign: -5
  }
  ending { win after_a_deal when deal = 1  tie level: shared }
}
"""


def stakes() -> Game:
    found = load_text(STAKES.encode(), {}).game
    assert found is not None
    return found


@pytest.mark.parametrize("name", ["steady", "strong"])
@pytest.mark.parametrize("trumps", [0, 8])
def test_a_bot_says_unasked_what_gains_points_and_nothing_else(name: str, trumps: int) -> None:
    game = stakes()
    suits = [game.deck[8 * suit : 8 * suit + 8] for suit in range(4)]
    assert {card[-1] for card in suits[3]} == {"S"}
    # The seat that leads, East, has all trumps or none; both opponents have some in the second deal.
    mixed = [card for pair in zip(suits[3], suits[0], strict=True) for card in pair]
    others = [suits[1], suits[2], suits[0]] if trumps else [mixed[:8], suits[1], mixed[8:]]
    hands = (others[0], suits[3] if trumps else suits[2], *others[1:])
    state = game.start(1, deals=[spadesdsl.Deal(hands=hands)])
    bot = by_name(name, seed=1, effort=Effort.QUICK)
    turn = state.turns[0]
    assert [offer.choice for offer in state.view(turn.seat).volunteers] == ["double", "resign"]
    advice = bot.advise(state.view(turn.seat), turn)
    assert (advice.move == "double") == bool(trumps)
    assert advice.move in ("double", *turn.moves)
    if trumps:
        assert "`double` is " in advice.reason
        state = state.apply(advice.move, turn.seat)
        turn = state.turns[0]
        assert bot.choose(state.view(turn.seat), turn) in turn.moves
