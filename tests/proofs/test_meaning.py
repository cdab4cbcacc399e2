"""Rules that are grammatical and not meant: plain `validate` says one thing of them, and nothing of what was meant.

Each case is a game, what was meant in it, what is written instead, and the code and words of the finding.
"""

from __future__ import annotations

from typing import Final

import pytest

from spadesdsl.diagnostics import Severity
from spadesdsl.loader import load_text
from spadesdsl.proofs.at_once import glance

AUCTION: Final = """
language 1
variant house "Our house" {
  table { seats North, East, South, West  teams none }
  deck {
    suits clubs, diamonds, hearts, spades
    ranks A, K, Q, J, 10, 9, 8, 7
    trumps: spades
  }
  deal {
    dealer first: random of players
    dealer next: left of dealer
    give hands: 8 from stock to each player from left of dealer
  }
  bidding {
    let top = last of (calls where bid is tricks) "The highest bid so far."
    round auction by each player from left of dealer until count of (players where bid is pass) >= 3
    bid tricks(n from 1 to 8) "{n}" { contract n }
    bid pass
    must higher during auction: bid is pass or bid.n > most of bid.n over (calls where place < count of calls)
    redeal all_passed when top.place = 0: by left of dealer as a new deal
  }
  play {
    lead first: top.player
    lead next: last_trick.winner
    must follow_suit when following: card in led.suit
    trick winner: highest of trick in trumps, else highest of trick in led.suit
  }
  scoring for each player {
    score made when top.player is player and taken >= top.bid.n: 10 * top.bid.n
    score most_tricks when every opponent o has o.taken < taken: 3
  }
  ending { win last_deal when deal >= 12  tie level: shared }
}
"""
EUCHRE: Final = """
language 1
variant house "Our house" extends euchre {
  bidding {
    replace redeal thrown_in when not called: by left of dealer as a new deal "Everyone passed twice: a new deal."
    replace may name(s in suits) by each player from left of dealer stopping when some player did name
        when no player did order_up and s is not upcard.suit: nothing "Name another suit than the one turned down."
    drop choose stuck
    replace let called = some player did order_up or some player did name
    replace let called_suit = order_up.s, else name.s
    replace let maker = first of (players where player did order_up or player did name)
  }
}
"""
WHIST: Final = """
language 1
variant house "Our house" extends whist {
  scoring for each team {
    replace score odd_tricks: 5 * sum of taken over members "Five for each trick of the side."
  }
  drop example "nine tricks are three points", "five points are game"
}
"""
SHOWN: Final = """
language 1
variant house "Our house" {
  table { seats North, East, South, West  teams of 2  zone widow }
  deck {
    packs 2
    suits clubs, diamonds, hearts, spades
    ranks A, K, Q, J, 10, 9
    trumps: last_card.suit
  }
  deal {
    dealer first: random of players
    dealer next: left of dealer
    give aside: 4 from stock to widow
    show last_card: last of stock to everyone "The last card is turned up."
    give hands: 11 from stock to each player from left of dealer
  }
  bidding {
    let top = last of (calls where bid is tricks)
    round opening by each player from left of dealer until count of (players where bid is pass) >= 3
        when bid is not pass
    bid tricks(n from 1 to 11) "{n}" when n > top.bid.n { needs yes from partner }
    bid pass
    redeal all_passed when top.place = 0: by left of dealer as a new deal
    give widow_to_top: widow to top.player
    pass bury by top.player: 4 from hand to discards face down
  }
  play {
    lead first: left of dealer
    lead next: last_trick.winner, else last_trick.leader
    must follow_suit when following: card in led.suit
    must trump_in when following: card in trumps or card in led.suit
    trick winner: highest of trick in trumps, else highest of trick in led.suit
    trick equal: cancel
  }
  scoring for each team { score tricks: 1 * taken }
  ending { win fifty when score >= 50  tie level: shared }
}
"""
_SCORING: Final = "  scoring for each team {\n"
_FREE: Final = '  play { drop must follow_suit }\n  drop example "follow suit if you can"\n'
_SHOW: Final = '    show last_card: last of stock to everyone "The last card is turned up."\n'
_HANDS: Final = "    give hands: 11 from stock to each player from left of dealer\n"
_WIDOW: Final = "    give widow_to_top: widow to top.player\n"
_ROUND: Final = SHOWN[SHOWN.index("    round opening") : SHOWN.index("    bid tricks")]
SENTENCES: Final = """
language 1
variant house "Our house" extends euchre {
  play {
    replace control alone_partner when maker did go_alone: nobody plays for maker.partner "The partner sits out."
  }
  scoring for each team {
    tally wins: add 1 when taken >= 3, reset when taken < 3, full at 3
    score streak: 2 * wins.filled "Two for three deals won in a row."
    score short when taken < 2: -1 * (2 - taken) "One off for each trick under two."
    score long when taken > 3: 1 "One more for four tricks."
  }
}
"""
GROWING: Final = """
language 1
variant house "Our house" {
  table { seats North, East, South, West  teams none  zone upcard face up }
  deck {
    suits clubs, diamonds, hearts, spades
    ranks A, K, Q, J, 10, 9, 8, 7
    trumps: upcard.suit
  }
  deal {
    dealer first: random of players
    dealer next: left of dealer
    give hands: deal from stock to each player from left of dealer
    give turn_up: 1 from stock to upcard face up
  }
  play {
    lead first: left of dealer
    lead next: last_trick.winner
    must follow_suit when following: card in led.suit
    trick winner: highest of trick in trumps, else highest of trick in led.suit
  }
  scoring for each player { score tricks: 1 * taken }
  ending { win most when deal >= 7  tie level: shared }
}
"""
EXCHANGE: Final = """
language 1
variant house "Our house" extends standard {
  set failed_nil = help, set_cost = per_bid, bags_past_limit = carried
  bidding {
    replace bid nil "nil" {
      contract 0
      score nil: if taken = 0 then nil_worth else -nil_worth
      pass give_away by player: 2 from hand to partner face down
      pass give_back by partner: 2 from hand to partner face down
    }
  }
}
"""
TALLIES: Final = """
language 1
variant house "Our house" extends standard {
  set failed_nil = help, set_cost = per_bid, bags_past_limit = carried
  scoring for each team {
    tally sets: add 1 when not made, full at 2
    score set_fine: -50 * sets.filled "Two sets cost fifty."
  }
}
"""

TRUE: Final = """
language 1

variant house "Our house" extends standard {
  set failed_nil = help, set_cost = per_bid, bags_past_limit = carried

  bidding {
    must few during opening: contract <= 9 "Ten is one too many."
    must thirteen during opening when partner did bid: side.contract <= 13 "Partners together never bid over thirteen."
    must others_three during opening when player is not dealer: contract > 2 "The dealer may bid anything."
  }
  play {
    must club_first when leading and trick_number = 1: card in clubs "No suit but clubs is led to the first trick."
    must keep_queen when leading and trick_number = 1: card is not QS "The queen of spades waits for the second trick."
    must top_lead when leading and trick_number = 3: card is highest of hand "Save the lowest card, lead the top one."
    must third_high when following and count of trick = 2 and led.suit is not spades: card.rank >= 10 "Ten or higher."
    must heart_next when leading and trick_number = 2: card in hearts "You cannot lead anything but hearts next."
    must hearts_late when leading and trick_number >= 10: card in hearts "From the tenth trick until the end, hearts."
    must trump_in when following and count of (hand in led.suit) = 0: card in trumps "Unable to follow suit, you trump."
  }
  scoring for each team {
    score in_time when taken >= contract: 5 "Five for a bid that is made, exactly or with overtricks."
    score last_lost when last_trick.winner in opponents: -10 "Losing the last trick costs ten."
    score missed when contract >= 10 and taken < 13: -50 "Without winning all tricks, a bid of ten or more loses 50."
    score safe when taken >= contract: 6 "Six for avoiding a set."
    score short when taken < contract: -5 * (contract - taken) "Five off for each trick short of the bid that was made."
    score ducked: if cards_won includes QS then 0 else 5 "Five for ducking the queen of spades."
    score doubled when deal >= 5: 2 * extra "One point for each overtrick, doubled from the fifth deal on."
    score fined when deal > 3: -5 "Fines begin at the end of the first three deals."
    score led_last when last_trick.leader in members: 5 "Five for leading to the last trick, whoever wins it."
    score lazy when some member has taken = 0: -5 "Five off unless both partners take a trick."
    score their_set when (some opponent o has o.taken < o.contract): 10 "Their set costs them, and gives us ten."
  }
  ending {
    replace tie level: shared "No extra deal is played."
    out bust when score < -200 "Below minus 200 you are out; at minus 200 you stay in."
    win mercy when some opponent o has o.score <= -150 "When the lowest side is at minus 150, the other wins."
    win last_deal when deal >= 12 "At most twelve deals are played."
  }
}
"""
CASES: Final = (
    # A rule of the parent turned round, whatever kind of rule it is.
    (EUCHRE, "when not called:", "when called:", "W825", "write `not called`"),
    (EUCHRE, "s is not upcard.suit", "s is upcard.suit", "W825", "write `s is not upcard.suit`"),
    (EUCHRE, "when no player did order_up", "when some player did order_up", "W825", "write `no player did order_up`"),
    # A bid that is judged is among the calls, and a player among the players.
    (AUCTION, " over (calls where place < count of calls)", " over calls", "W811", "(calls where place < count of"),
    (AUCTION, "(calls where place <", "(calls where bid is tricks or place <", "", ""),
    (
        AUCTION,
        "most of bid.n over (calls where place < count of calls)",
        "most of bid.n over (calls where bid is tricks)",
        "W811",
        "write `most of bid.n over (calls where bid is tricks and place < count of calls)`",
    ),
    (
        AUCTION,
        "most of bid.n over (calls where place < count of calls)",
        "top.bid.n",
        "W811",
        "write `last of (calls where bid is tricks and place < count of calls)`",
    ),
    (
        AUCTION,
        "bid is pass or bid.n > most of bid.n over (calls where place < count of calls)",
        "contract > most of contract over players",
        "W814",
        "write `most of contract over opponents`",
    ),
    (
        AUCTION,
        "every opponent o has o.taken < taken",
        "taken > most of taken over players",
        "W806",
        "the player is one of them: write `most of taken over opponents`",
    ),
    (AUCTION, "every opponent o has o.taken < taken", "taken = most of taken over players", "", ""),
    # Inside a quantifier both are the same player's.
    (
        AUCTION,
        "every opponent o has o.taken < taken",
        "every opponent has taken < taken",
        "W806",
        "write `every opponent o has o.taken < taken`",
    ),
    (
        AUCTION,
        "every opponent o has o.taken < taken",
        "no player p in opponents has p.taken >= p.taken",
        "W806",
        "write `no player p in opponents has p.taken >= taken`",
    ),
    # What is the side's is not added up over its members.
    (WHIST, "sum of taken over", "sum of side.taken over", "W823", "write `side.taken` alone"),
    (WHIST, "sum of taken over members", "count of (members where side.taken > 6)", "W823", "`side.taken > 6` alone"),
    (WHIST, "sum of taken over members", "most of side.taken over members", "", ""),
    # Cards are shown before they are dealt, and given to somebody who is there.
    (SHOWN, _SHOW + _HANDS, _HANDS + _SHOW, "W819", "showed no card in any deal that was tried: `stock` was empty."),
    (SHOWN, _SHOW + _HANDS, _HANDS + _SHOW, "W819", "put it above `give hands`, which takes the cards away"),
    (SHOWN, "last of stock to", "first of stock to", "", ""),
    # One card of the stock is one card, and who gives some may be known from the second deal on.
    (SHOWN, "4 from stock to widow", "3 from stock to widow  give up: last of stock to widow", "", ""),
    (
        WHIST,
        "  scoring for each team {",
        """  phase paying after deal {
    pass one by (first of (players where side.ahead > 6)): 1 from hand to discards face down
  }
  scoring for each team {
    tally ahead: reset, add taken""",
        "",
        "",
    ),
    # What a sentence lets players do, it does not make them do.
    (WHIST, _SCORING, f'  about "There is no need to follow suit."\n{_FREE}{_SCORING}', "", ""),
    (WHIST, _SCORING, f'  about "Follow suit if you can."\n{_FREE}{_SCORING}', "W824", "no rule makes players do that"),
    (
        SHOWN,
        _ROUND,
        _WIDOW.replace("widow_to_top", "early") + _ROUND,
        "W819",
        "`top.player` is nobody before the first",
    ),
    (SHOWN, _ROUND, _WIDOW.replace("widow_to_top", "early") + _ROUND, "W819", "put it below `round opening`"),
    # A round that begins with nobody asks nobody.
    (SHOWN, "when bid is not pass", "when bid is pass", "W806", "it asks nobody: write `bid is not pass`"),
    (SHOWN, "when bid is not pass", "when partner did bid", "W806", "it asks nobody: ask for what is so before any"),
    (SHOWN, "when bid is not pass", "when bid is not pass or partner did bid", "", ""),
    (SHOWN, "when bid is not pass", "when player is dealer or bid is pass", "", ""),
    # Who bids is not asked to agree.
    (SHOWN, "yes from partner", "yes from player", "W813", "write `partner`, or leave out `needs yes from`"),
    (SHOWN, "yes from partner", "yes from left of left of left of left of player", "W813", "write `partner`"),
    (SHOWN, "yes from partner", "yes from left of player", "", ""),
    # Equal cards are in the deck.
    (
        SHOWN,
        "packs 2\n    suits clubs, diamonds, hearts, spades\n    ranks A",
        "suits clubs, diamonds, hearts, spades\n    ranks A, 8, 7, 6, 5, 4, 3",
        "W813",
        "write `packs 2` in `deck`",
    ),
    # What is left below another rule is all alike.
    (
        SHOWN,
        "card in trumps or card in led.suit",
        "card in trumps and card in led.suit",
        "W804",
        "write `or` for `and`",
    ),
    (SHOWN, "trumps or card in led.suit", "clubs and card in led.suit", "W804", "the cards that `follow_suit` leaves"),
    (SHOWN, "card in trumps or card in led.suit", "card in trumps", "", ""),
    (SHOWN, "card in trumps or card in led.suit", "card in led.suit and card is not highest of hand", "", ""),
    # Points off are below nothing, the partner is not the maker, and what is in a row ends with a gap.
    (
        SENTENCES,
        "-1 * (2 - taken)",
        "1 * (2 - taken)",
        "W824",
        "“One off”, and what `score short` gives there is always",
    ),
    (SENTENCES, "-1 * (2 - taken)", "1 * (taken - 2)", "", ""),
    (SENTENCES, '-1 * (2 - taken) "One off for', '1 * (2 - taken) "You lose one for', "W824", "“lose one”"),
    (SENTENCES, '-1 * (2 - taken) "One off for', '1 * (2 - taken) "The opponents lose one for', "", ""),
    (SENTENCES, '-1 * (2 - taken) "One off for', '-1 * (taken - 2) "One off for', "W824", "leave out the `-`"),
    (SENTENCES, '1 "One more', '-1 "One more', "W824", "leave out the `-`"),
    (SENTENCES, "for maker.partner", "for maker", "W824", "write `nobody plays for maker.partner`"),
    (SENTENCES, "for maker.partner", "for across of maker", "", ""),
    (SENTENCES, "reset when taken < 3", "reset when taken < 2", "W824", "write `reset when taken < 3`"),
    (SENTENCES, "reset when taken < 3, ", "", "W824", "nothing sets `wins` back. write `reset when taken < 3`"),
    (SENTENCES, "three deals won in a row", "three deals won", "", ""),
    (
        AUCTION,
        "last of (calls where bid is tricks)",
        "first of (calls where bid is tricks)",
        "W824",
        "write `last of (calls",
    ),
    (AUCTION, "last of (calls where bid is tricks)", "first of (calls where bid.n = most of bid.n over calls)", "", ""),
    # Hands that grow until the cards are used up, or shrink to nothing.
    (
        GROWING,
        "when deal >= 7",
        "when deal >= 9",
        "W809",
        "On deal 8, `give turn_up` wants 1 card, and the stock has 0.",
    ),
    (GROWING, "when deal >= 7", "when deal >= 9", "W809", "let the game end after deal 7, or deal fewer cards"),
    (GROWING, "hands: deal", "hands: 8 - deal", "", ""),
    (
        GROWING,
        "hands: deal",
        "hands: 7 - deal",
        "W809",
        "On deal 7, nobody is dealt a card. let the game end after deal 6",
    ),
    (GROWING, "hands: deal", "hands: min(deal, 7)", "", ""),
    # Who gives cards away gets as many back, also where few bid so.
    (
        EXCHANGE,
        "by partner: 2 from",
        "by partner: 1 from",
        "W821",
        "In some deals, when the play begins, some hold 12 cards",
    ),
    (
        EXCHANGE,
        "      pass give_back by partner: 2 from hand to partner face down\n",
        "",
        "W821",
        "some hold 11 cards and others",
    ),
    # The tally that a line is about is the one that it reads.
    (TALLIES, "-50 * sets.filled", "-50 * bags.filled", "W503", "is about. write `sets.filled` for `bags.filled`"),
    (TALLIES, "-50 * sets.filled", "-50 * bags", "W503", "write `sets` for `bags`"),
    (TALLIES, 'sets.filled "Two sets cost', 'bags.filled "Two sets and full bags cost', "W503", "write a line for it"),
    (TRUE, 'shared "No extra deal is played."', 'play on "A win is never shared."', "", ""),
    # What is said of one player does not belong to what is said of all.
    (
        AUCTION,
        "every opponent o has o.taken < taken",
        "every player has taken < 3 and player is dealer",
        "W535",
        "write `player is dealer and every player has taken < 3`",
    ),
)


def _said(text: str) -> list[tuple[str, str]]:
    loaded = load_text(text.strip().encode(), {})
    assert loaded.variant is not None, [(one.message, one.hint) for one in loaded.diagnostics]
    found = [*loaded.diagnostics, *glance(loaded)]
    return [(one.code, f"{one.message} {one.hint}") for one in found if one.severity is Severity.WARNING]


@pytest.mark.parametrize(("game", "meant", "written", "code", "words"), CASES)
def test_what_is_not_meant_is_said_once_and_with_its_cause(
    game: str, meant: str, written: str, code: str, words: str
) -> None:
    assert meant in game
    found = _said(game.replace(meant, written, 1))
    assert [code] * bool(code) == [one for one, _ in found], found
    assert all(words in said for _, said in found), found


@pytest.mark.parametrize("game", [AUCTION, EUCHRE, WHIST, SHOWN, SENTENCES, GROWING, EXCHANGE, TALLIES, TRUE])
def test_nothing_is_said_of_what_was_meant(game: str) -> None:
    assert _said(game) == []


def test_too_many_cards_are_told_at_the_number_that_the_file_itself_deals() -> None:
    text = b"""language 1
variant house "Our house" extends euchre {
  deal { replace give hands: 6 from stock to each player from left of dealer }
}
"""
    (found,) = load_text(text, {}).diagnostics
    assert (found.code, found.span.line) == ("E420", 3)
    assert found.message == "6 cards to each of 4 leave 0 in the stock, and `give turn_up` takes 1."
    assert found.hint == "write `5` for `6`, or change the deck"


@pytest.mark.parametrize(
    ("when", "sentence", "codes"),
    [
        ("taken > 10", "Ten tricks or more earn twenty.", ["W824"]),
        ("taken > 4", "Fewer than four tricks earn twenty.", ["W824"]),
        ("taken >= 10", "Ten tricks or more earn twenty.", []),
        ("deal >= 5 and taken > 9", "Ten or more tricks earn twenty, after four deals.", []),
        ("taken != 7", "Any number but exactly seven earns twenty.", []),
        ("taken = contract", "Twenty, unless you take exactly your bid.", ["W824"]),
        ("taken != contract", "Twenty, unless you take exactly your bid.", []),
        ("deal / 2 is whole", "In odd deals it is twenty.", ["W824"]),
        ("not deal / 2 is whole", "In odd deals it is twenty.", []),
        ("deal > 4", "From the fourth deal on it is twenty.", ["W824"]),
        ("deal > 3", "From the fourth deal on it is twenty.", []),
    ],
)
def test_when_a_line_counts_is_held_against_its_sentence(when: str, sentence: str, codes: list[str]) -> None:
    body = f'scoring for each team {{ score g when {when}: 20 "{sentence}" }}'
    assert [code for code, _ in _said(f'language 1 variant house "H" extends standard {{ {body} }}')] == codes
