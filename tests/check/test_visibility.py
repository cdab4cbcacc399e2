"""What decides who is asked, what is listed or what is shown reads only what those who find out may know."""

from __future__ import annotations

import pytest

from tests.check.texts import codes, good

FEWER = "replace give hands: 3 from stock to each player from left of dealer"
KITTY = "table { zone kitty face down } deal { give left_over: stock to kitty }"


@pytest.mark.parametrize(
    "rules",
    [
        "bidding { replace round opening by each player from left of dealer stopping when North.hand includes AC }",
        "bidding { replace round opening by each player from left of dealer until some player has hand includes AC }",
        "bidding { replace round opening by each player from holder of AC }",
        "bidding { replace round opening by each player from left of dealer when partner.hand includes AC }",
        "bidding { bid grand { contract 3 needs yes from holder of AC } }",
        "bidding { bid grand { contract 3 needs yes from if partner.hand includes AC then partner else left } }",
        "bidding { bid grand { contract count of partner.hand in hearts } }",
        "bidding { let rich for each player = count of hand in hearts bid grand { contract partner.rich } }",
        "bidding { may speak by holder of AC: nothing }",
        "bidding { may speak by each player from holder of AC: nothing }",
        "bidding { choose speak by first of (players where hand includes AC): nothing }",
        "bidding { may speak by each player from left of dealer stopping when hand includes AC: nothing }",
        "bidding { may speak by each player from left of dealer: let heard = partner.hand includes AC }"
        " play { must odd when leading and player.speak.heard: card in hearts }",
        "bidding { may speak by each player from left of dealer: let mine = count of hand in hearts }"
        " play { must odd when leading and partner.speak.mine > 1: card in hearts }",
        "bidding { pass away by each player at once: (count of left.hand in hearts) from hand to left face down }",
        "bidding { pass away by each player at once: (if hand includes AC then 2 else 1) from hand to left face down }",
        "bidding { pass away by each player at once when hand includes AC: 1 from hand to left face down }",
        "bidding { pass away by dealer: 1 from (hand as c where left.hand includes AC) to left face down }",
        "bidding { choose speak by each player from left of dealer when hand includes AC: nothing }",
        "bidding { choose speak(s in suits) by dealer when count of hand > 2 and hand includes AC: nothing }",
        "bidding { round late by each player from left of dealer when hand includes AC: more bid more { contract 1 } }",
        "bidding { let rich for each player = count of hand in hearts"
        " round late by each player at once when rich > 2: more, less bid more { contract 1 } bid less }",
        "play { choose speak after each trick by last_trick.winner when hand includes AC: nothing }",
        "bidding { bid dark before looking { contract count of hand in hearts } }",
        f"{KITTY} play {{ must odd when leading and kitty includes AC: card in hearts }}",
        f"{KITTY} play {{ must odd when leading: card.rank > (first of kitty).rank }}",
        f"{KITTY} play {{ let low = lowest of kitty must odd when leading: card is low }}",
        "play { may call any time during play by partner of holder of AC: nothing }",
        "deck { replace trumps: if North.hand includes AC then hearts else clubs }",
        f"{KITTY} deck {{ replace trumps: (first of kitty).suit }}",
        "deck { order low when North.hand includes AC: 5, 6, 7, 8, 9, 10, J, Q, K, A }",
        "play { control dummy when North.hand includes AC: North plays for South }",
        "play { replace trick winner: if North.hand includes AC then lowest of trick else highest of trick }",
        "phase look before bidding { show lucky when North.hand includes AC: South.hand to everyone }",
        "phase look before bidding { show mates by each player when partner.hand includes AC: hand to everyone }",
        f"deal {{ {FEWER} choose pick(c in stock) by dealer: nothing }}",
        f"deal {{ {FEWER} may pick(c in (stock in hearts)) by dealer: nothing }}",
        f"{KITTY} phase more before bidding {{ choose pick(c in kitty) by dealer: give pick.c to dealer }}",
        f"{KITTY} phase more before bidding {{ show seen: kitty to dealer"
        " choose pick(c in kitty) by left of dealer: nothing }",
        f"{KITTY} phase more before bidding {{ show seen: kitty to dealer shuffle mixed: kitty"
        " choose pick(c in kitty) by dealer: nothing }",
        f"deal {{ {FEWER} }} bidding {{ bid grand when count of (holder of AC).hand > 2 {{ contract 3 }} }}",
        f"deal {{ {FEWER} }} bidding {{ may draw by dealer: give (count of left.hand in clubs) from stock to dealer }}",
        f"deal {{ {FEWER} give more: (if North.hand includes AC then 1 else 0) from stock to dealer }}",
        "phase look before bidding { show one: first of (holder of AC).hand to everyone }",
        "play { trust honour: follow_suit\n"
        " may speak before each trick by leader when some player p has p broke honour: nothing }",
    ],
)
def test_what_tells_hidden_cards_is_refused(rules: str) -> None:
    found = codes(f'variant child "Child" extends small {{ {rules} }}')
    assert "E430" in found, found


@pytest.mark.parametrize(
    "rules",
    [
        "bidding { may show_ace by each player from left of dealer when hand includes AC: nothing }",
        'bidding { bid grand(n from 1 to 1 + count of hand in hearts) "grand {n}" { contract n } }',
        "bidding { bid grand { contract count of hand in hearts } }",
        "bidding { choose speak(s in suits) by each player from left of dealer when count of hand in s > 0: nothing }",
        "bidding { may speak by each player from left of dealer stopping when some player did speak: nothing }",
        f"{KITTY} phase more before bidding {{ show seen: kitty to dealer"
        " choose pick(c in kitty) by dealer: nothing }",
        "bidding { replace round opening by each player from left of dealer until every player has count of hand = 3 }",
        "phase look before bidding { show rich by each player when hand includes AC: hand to everyone }",
        "play { replace lead first: holder of AC }",
        f"{KITTY} play {{ replace lead first: holder of (if AC in kitty then KC else AC)"
        " must low_leads above follow_suit when leading and trick_number = 1:"
        " card is (if AC in kitty then KC else AC) }",
        f"{KITTY} phase more before bidding {{ give pick_up: kitty to holder of AC, else dealer }}",
        "deal { redeal weak when some player has count of hand in hearts = 0: by dealer }",
        "play { may call any time during play by holder of AC: nothing }",
        "play { may claim any time during play by leader: let good = player is sure_of_the_rest"
        "  award won after claim when claim.good: rest to leader }",
        f"deal {{ {FEWER} give early above hands: 1 from stock to each player from left of dealer face up"
        " choose speak above hands by each player from left of dealer until some player has hand includes AC:"
        " nothing }",
        f"table {{ zone turned face up }} deal {{ {FEWER} give up: 1 from stock to turned face up }}"
        " deck { replace trumps: up.suit }",
    ],
)
def test_what_gives_nothing_away_is_fine(rules: str) -> None:
    good(f'variant child "Child" extends small {{ {rules} }}')
