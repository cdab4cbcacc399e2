"""What `diff` rules out is ruled out: pairs of games that differ where it once said that they cannot."""

from __future__ import annotations

from spadesdsl.diff import Effect, changes_between
from spadesdsl.diff.effects import possible_effects
from spadesdsl.diff.equivalence import pairs_of, shown_alike, unlike_changes
from spadesdsl.diff.lockstep import Chooser, walk
from spadesdsl.loader import Loaded, load_text
from spadesdsl.proofs.situations import fresh
from spadesdsl.resources import variant_text

SCORING = "scoring for each team"
_DEEP = 'bidding {{ bid deep "deep" {{ contract {} }} }}'
_NEXT = "replace dealer next: if {} then dealer else left of dealer"
_UPPER = "let upper = spades.rank > hearts.rank"
PAIRS = {
    "a line moved past another on some deals": (
        f"on deal 3 {{ {SCORING} {{ score five: 5 score more: subtotal }} }}",
        f"on deal 3 {{ {SCORING} {{ score more: subtotal score five: 5 }} }}",
        {Effect.SCORE},
    ),
    "an option set on other deals": (
        "on deal 2 of every 4 { set bag_limit = 11 }",
        "on deals 2, 6, 10 { set bag_limit = 11 }",
        {Effect.SCORE, Effect.TALLIES},
    ),
    "a draw that decides nothing": (
        f"{SCORING} {{ score luck: if (random of players) is North then 5 else 5 }}",
        f"{SCORING} {{ score luck: 5 }}",
        {Effect.SCORE},
    ),
    "a draw that comes sooner": (
        f"{SCORING} {{ score luck when (random of players) is North and taken > 3: 5 }}",
        f"{SCORING} {{ score luck when taken > 3 and (random of players) is North: 5 }}",
        {Effect.SCORE},
    ),
    "a bid of the player or of the side": (
        'bidding { round again by each team from dealer: more bid more(n from 1 to 3) "{n}" by team { contract n } }',
        'bidding { round again by each team from dealer: more bid more(n from 1 to 3) "{n}" { contract n } }',
        {Effect.BIDS, Effect.SCORE, Effect.TALLIES},
    ),
    "a quantity that only the condition of a bid reads": (
        f'{SCORING} {{ let rich = contract > 5 }} bidding {{ bid grand "grand" when side.rich {{ contract 7 }} }}',
        f'{SCORING} {{ let rich = contract > 6 }} bidding {{ bid grand "grand" when side.rich {{ contract 7 }} }}',
        {Effect.BIDS},
    ),
    "a tally that is never full": (
        f"{SCORING} {{ tally odd: add 1 when taken > 6 score x: 1 * odd.filled }}",
        f"{SCORING} {{ tally odd: add 1 when taken > 7 score x: 1 * odd.filled }}",
        {Effect.TALLIES},
    ),
    "a question after another one in the bidding": (
        "bidding { may tell by dealer: nothing may hear after tell by each player from dealer: nothing }",
        "bidding { may tell by dealer: nothing may hear after tell by dealer: nothing }",
        {Effect.BIDS, Effect.PLAYS},
    ),
    "a question for which players look at their cards": (
        "include blind_nil phase asking before bidding { choose pick(n from 1 to 3) by dealer: nothing }",
        "include blind_nil phase asking before bidding { choose pick(n from 1 to 3) by left of dealer: nothing }",
        {Effect.BIDS, Effect.VIEW},
    ),
    "a contract that decides who deals": (
        f"{_DEEP.format(5)} deal {{ {_NEXT.format('dealer.contract > 5')} }}",
        f"{_DEEP.format(6)} deal {{ {_NEXT.format('dealer.contract > 5')} }}",
        {Effect.BIDS, Effect.DEAL, Effect.SCORE, Effect.TALLIES},
    ),
    "an order of the suits that decides who deals": (
        f"deck {{ replace suits clubs, diamonds, hearts, spades }} deal {{ {_NEXT.format('upper')} }} {_UPPER}",
        f"deck {{ replace suits clubs, diamonds, spades, hearts }} deal {{ {_NEXT.format('upper')} }} {_UPPER}",
        {Effect.DEAL, Effect.WINNER},
    ),
}
"""What two games add to `standard`, and the effects that cannot be ruled out; all others are."""


def _loaded(text: str) -> Loaded:
    found = load_text(text.encode(), {})
    assert found.game is not None, [one.message for one in found.diagnostics]
    return found


def test_what_may_differ_is_not_ruled_out() -> None:
    for name, (one, other, effects) in PAIRS.items():
        pair = [_loaded(f'language 1\nvariant house "H" extends standard {{ {body} }}\n') for body in (one, other)]
        assert _possible(*pair) == effects, name


def test_cards_given_in_another_order_are_another_deal() -> None:
    text = (variant_text("oh_hell") or ("", ""))[1]
    lines = [line for line in text.splitlines(keepends=True) if line.lstrip().startswith("give ")]
    turned = text.replace("".join(lines), "".join(reversed(lines)))
    assert turned != text
    assert Effect.DEAL in _possible(_loaded(text), _loaded(turned))


def test_a_pass_that_only_one_game_asks_for_is_of_the_deal() -> None:
    text = (variant_text("six_player_kitty") or ("", ""))[1]
    pair = _loaded(text), _loaded(text.replace("when count of hand > 17: 2 from", "when count of hand > 16: 2 from"))
    games = [one.game for one in pair if one.game is not None]
    found = set()
    for seed in range(4):
        standing = fresh(games[0], seed)
        found |= {one.effect for one in walk(games[0], games[1], standing, Chooser(seed)).partings}
    assert found == {Effect.DEAL}


def _possible(one: Loaded, other: Loaded) -> set[Effect]:
    assert one.variant is not None
    assert one.game is not None
    assert other.variant is not None
    assert other.game is not None
    four = one.variant, other.variant, one.game, other.game
    if shown_alike(pairs_of(*four)):
        return set()
    changes = unlike_changes(changes_between(*four[:2]), pairs_of(*four))
    return set(possible_effects(changes, *four[:2])) - {Effect.WORDS}


def test_a_yes_to_one_question_is_none_to_another_that_both_games_ask() -> None:
    told = f"{SCORING} {{ score told when some member did tell: 5 }}"
    asked = ("may tell by dealer when deal > 1: nothing", "may tell by dealer: nothing")
    bodies = [f"{told} bidding {{ {one} may hear by dealer: nothing }}" for one in asked]
    one, other = (_loaded(f'language 1\nvariant house "H" extends standard {{ {body} }}\n') for body in bodies)
    assert one.game is not None
    assert other.game is not None
    walks = [walk(one.game, other.game, fresh(one.game, seed), Chooser(seed)) for seed in range(8)]
    assert {parting.effect for w in walks for parting in w.partings} == {Effect.BIDS}
