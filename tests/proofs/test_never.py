"""What can never hold when a deal is scored is seen, and what can hold, if seldom, is not said never to."""

from __future__ import annotations

import re
from typing import Final

import pytest

from spadesdsl.loader import load_text
from spadesdsl.proofs.asked import answers_of, conditions_of
from spadesdsl.proofs.at_once import context_of
from spadesdsl.resources import variant_text

_EXAMPLE: Final = re.compile(r"^  (replace )?example .*?^  }$\n", re.MULTILINE | re.DOTALL)

CASES: Final = (
    # Who decides, and when: one seat alone, only with one answer, only if nobody else has, only after three tricks.
    ("jass", "dealer did shove", "(left of dealer) did shove"),
    ("jass", "kind is top_down and trump_suit is hearts", "kind is suit and trump_suit is hearts"),
    ("ninety_nine", "player did reveal and some opponent did declare", "player did declare and taken = 0"),
    ("spoil_five", "player did jink and taken < 3", "player did jink and taken = 3"),
    ("dummy_whist", "low_wins and declarer.bid is up", "low_wins and declarer.bid is no_trump"),
    ("big_little_mo", "every team has bid is big_mo", "some team has bid is big_mo"),
    # Who wins a trick ends the play.
    ("five_hundred", "misery and declarer.taken > 1", "misery and declarer.taken = 1"),
    # What was bid or answered before.
    (
        "bridge",
        "(no call has bid is level) and some call has bid is double",
        "(no call has bid is redouble) and some call has bid is double",
    ),
    ("euchre", "maker did go_alone and maker.partner did go_alone", "maker did go_alone and maker is dealer"),
    # Bids that are chosen among those of the deal.
    ("five_hundred", "top.bid.n <= 5 and not misery", "top.bid.n <= 6 and not misery"),
    ("pinochle", "top.place > 0 and top.bid.n < least_bid", "top.place > 0 and top.bid.n = least_bid"),
    ("nap", "every player has bid is pass", "no player has bid is pass"),
    ("pitch", "got = 3 and top.bid.n = 2 and is_set", "got = 2 and top.bid.n = 3 and is_set"),
    ("superspades", "declarer.contract < declarer.partner.contract", "declarer.contract = declarer.partner.contract"),
    # What tricks bring, and what the lines above have counted.
    ("klaverjassen", "won_roem > 0 and taken = 0", "won_roem > 0 and taken = 1"),
    ("black_maria", "subtotal = 43 and taken = 1", "subtotal = 32 and taken = 1"),
    # The game went on: nobody had won, and of two sides both or neither had what an ending asks for.
    ("standard", "score >= target and behind > 0", "score >= target and behind = 0"),
    ("standard", "score >= target and some opponent has score < target",
     "score >= target and every opponent has score >= target"),
    ("five_hundred", "score <= -target and behind > 0", "score >= target and behind > 0"),
    ("german_whist", "score >= target and behind > 0", "score >= target and behind = 0"),
    ("rubber_bridge", "games >= 3", "games >= 2"),
    ("rubber_bridge", "games.before >= 2", "games.before >= 1"),
    # A quantity of a side that the bidding names, and cards that were laid away.
    ("bridge", "board = 0 and at_risk", "board = 1 and at_risk"),
    ("bridge", "redoubled and top.player in members and side is not declarers",
     "redoubled and top.player in opponents and side is not declarers"),
    ("ninety_nine", "count of Left.aside in clubs + count of Right.aside in clubs > 9",
     "count of Left.aside in clubs + count of Right.aside in clubs > 5"),
    ("ninety_nine", "aim > 9", "aim = 9"),
    # The numbers of a bid, and the bids that the last one may not make add up.
    ("pinochle", "top.bid.n > 0 and top.bid.n < 10", "top.bid.n > 0 and top.bid.n <= 10"),
    ("pinochle", "declarer in members and top.bid.n < 10", "declarer in members and top.bid.n = 10"),
    ("oh_hell", "hook and every player p has p.taken = p.contract",
     "hook and every opponent p has p.taken = p.contract"),
    ("ninety_nine", "(every player has exact) and sum of aim over players != 9",
     "(every player has exact) and sum of aim over players = 9"),
    # Only some settings, some deals or one player come to a decision, or count something.
    ("king", "name.s is hearts and deal < 7", "name.s is hearts and deal = 7"),
    ("spoil_five", "not jinks and some player did jink", "jinks and some player did jink"),
    ("sixty_six", "player did close and some opponent did close", "player did close and no opponent did close"),
    ("knockout_whist", "dogs > 0 and not dogs_life", "dogs > 0 and dogs_life"),
    # So many cards there are, whatever is trumps.
    ("whist", "count of cards_won in trumps > 13", "count of cards_won in trumps = 13"),
    ("pinochle", "count of (cards_won where card in trumps and card.rank is A) > 2",
     "count of (cards_won where card in trumps and card.rank is A) = 2"),
    ("jass", "count of (cards_won where card in trumps and (card.rank is J or card.rank is 9)) = 3",
     "count of (cards_won where card in trumps and (card.rank is J or card.rank is 9)) = 2"),
    # Each trick is won by one.
    ("german_whist", "counted > half and some opponent has counted > half",
     "counted < half and some opponent has counted > half"),
    ("jass", "taken = 9 and not (last of tricks).winner in members",
     "taken = 8 and not (last of tricks).winner in members"),
    # Nobody is beside themselves, and a card is in one suit.
    ("nap", "bidder is left and bidder in members", "bidder is left and bidder not in members"),
    ("euchre", "maker is left of maker", "maker is left of dealer"),
    ("euchre", "dealer.left is maker and maker is dealer", "dealer.left is maker and maker.right is dealer"),
    ("dummy_whist", "declarer.right is declarer", "declarer.right is dealer"),
    ("whist", """some card c in cards_won has c in trumps
     and some card d in cards_won has d in trumps and c.suit is not d.suit""",
     """some card c in cards_won has c in trumps
     and some card d in cards_won has d in trumps and c.rank is not d.rank"""),
    ("whist", "AS in trumps and AH in trumps", "AS in trumps and KS in trumps"),
    ("euchre", "some card c in cards_won has c is J of trumps and c not in trumps",
     "some card c in cards_won has c is J of trumps and c not in spades"),
)  # fmt: skip


SOUND: Final = (
    ("standard", "bidding { let lucky = first of (players where player is random of players) }",
     "lucky is not random of players and lucky in seats"),
    ("standard", """bidding {
       may first_word by each player from left of dealer stopping when some player did first_word: nothing
       may second_word by each player from left of dealer stopping when some player did first_word: nothing
     }""", "every member did second_word"),
    ("standard", """play {
       may word any time during play by North: nothing
       skip enough after each trick when North did word and last_trick.winner is East: play
     }""", "East.taken = 2 and North did word"),
    ("standard", "play { may grab after each trick by last_trick.winner when taken = 3: nothing }",
     "some member has player did grab and taken = 9"),
    ("skat", "", "game.s is none and soloist did ouvert"),
    ("cutthroat", "", "score >= target and behind > 0"),  # two others were level above
    ("standard", "ending { replace win target_reached when score >= 0 } bidding { redeal passed when "
     "every player has bid is nil: by left of dealer as a new deal }", "score >= 0 and behind = 0 and deal = 2"),
    ("standard", "ending { win norths when dealer is North and some team has score >= 5 }",
     "dealer is North and score >= 5 and behind > 0"),
    ("hearts", "", "not some team t has t.taken > taken"),  # nobody has taken more than himself
    # A round that stops before the last bid, and a card that counts for trumps beside one of another suit.
    ("oh_hell", "bidding { replace round opening by each player from left of dealer stopping when hand_size = 3 }",
     "hook and sum of contract over players = hand_size"),
    ("euchre", "", "JS in trumps and JC in trumps"),
    ("euchre", "", "count of cards_won in trumps = 7"),
    ("standard", "bidding { may word by each player at once when no player did word: nothing }",
     "North did word and South did word"),
    ("standard", "bidding { may word by each team when no player did word: nothing }",
     "North did word and South did word"),
    ("standard", "scoring for each team { tally odd_ones: add 1 when deal > 3, add 2 when failed_nil is help }",
     "odd_ones > 0 and failed_nil is bags"),
    ("knockout_whist", "", "left of player is player"),
    ("ninety_nine", "", "count of Left.aside + count of Right.aside > 4"),  # each lays three there
    ("nyc", "", "sum of contract over players = 9"),  # on some deals nobody bids
    ("hearts", "", "some card c in cards_won has count of (cards_won as d where d is c) > 0"),
    ("hearts", "", "some card c in cards_won has count of (cards_won as d where d.rank is c.rank) > 3"),
)  # fmt: skip
"""What only seems to follow: seats drawn anew, what stops for another reason, is said later, or is beside a card."""


def _can_hold(name: str, condition: str, body: str = "") -> bool:
    """Tell whether a condition of a line could hold, in a shipped file that has it as its last line."""
    text = _EXAMPLE.sub("", (variant_text(name) or ("", ""))[1])
    scored = re.search(r"scoring for each (\w+) \{", text)
    of = scored[1] if scored else "team"
    line = f"{body} scoring for each {of} {{ score odd when {condition}: 1 }}\n}}"
    loaded = load_text(text.rstrip().removesuffix("}").encode() + line.encode(), {})
    assert loaded.variant is not None, [one.message for one in loaded.diagnostics]
    context = context_of(loaded)
    return any(
        answers_of(context, game, one)[0]
        for _, game in context.editions
        for one in conditions_of(game)
        if one.rule.name == "odd"
    )


@pytest.mark.parametrize(("name", "never", "seldom"), CASES)
def test_what_never_holds_is_told_from_what_seldom_does(name: str, never: str, seldom: str) -> None:
    assert not _can_hold(name, never)
    assert _can_hold(name, seldom)


@pytest.mark.parametrize(("name", "body", "seldom"), SOUND)
def test_what_only_seems_to_follow_is_not_said(name: str, body: str, seldom: str) -> None:
    assert _can_hold(name, seldom, body)
