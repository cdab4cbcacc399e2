"""A score document and an example are scored by the same rules, and refused for the same reasons."""

from __future__ import annotations

import pytest

from spadesdsl import loader, score
from spadesdsl.examples.run import run_examples

HEARTS = "AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H"


def faults(game: str, document: str) -> list[str]:
    found = loader.load(game, {}).game
    assert found is not None
    return [fault.message for fault in score.run(found, document, strict=True).faults]


@pytest.mark.parametrize(
    ("game", "document", "example", "reason"),
    [
        (
            "hearts",
            "taken: [12, 0, 1, 0]",
            "case North take 12, East take 0, South take 1, West take 0: North { score = 0 }",
            "the rules read the cards that North won",
        ),
        (
            "hearts",
            f"taken: [13, 0, 0, 0]\nwon: {{0: [{HEARTS.replace(' ', ', ')}], 2: [QS]}}",
            f"given North won {HEARTS}, South won QS case North take 13: North {{ score = 13 }}",
            "South won cards, and takes no trick",
        ),
        (
            "hearts",
            f"taken: [12, 0, 1, 0]\nwon: {{0: [{HEARTS.replace(' ', ', ')}], 2: [QS, 2H]}}",
            f"given North won {HEARTS}, South won QS 2H case North take 12, South take 1: North {{ score = 13 }}",
            "2H is",
        ),
        (
            "standard",
            'bids: ["3", "4", "2", "3"]\ntaken: [4, 2, 3, 5]',
            "bids North 3; East 4; South 2; West 3 case us take 4 + 3, them take 2 + 5: us { contract = 50 }",
            "14 tricks",
        ),
        (
            "standard",
            'bids: ["3", "4", "2", "3"]\ntaken: [4, 2, 3, 3]',
            "bids North 3; East 4; South 2; West 3 case us take 4 + 3, them take 2 + 3: us { contract = 50 }",
            "12 tricks",
        ),
        (
            "standard",
            'bids: ["3", "4", "2", "3"]',
            "bids North 3; East 4; South 2; West 3 expect us { contract = -50 }",
            "the rules read the tricks of North",
        ),
        (
            "spoil_five",
            "taken: [3, 1, 1, 0, 0]",
            "case One take 3, Two take 1, Three take 1: One { put_in = -1 }",
            "the rules read the cards that were played",
        ),
        (
            "standard",
            "given: [{score: 600}, {}]\nbids: [3, 4, 2, 3]\ntaken: [4, 2, 3, 4]",
            "given us { score = 600 } bids us 3, 2; them 4, 3 case us take 7: us { contract = 50 }",
            "there is no deal after these scores: `ending.target_reached` has ended the game",
        ),
    ],
)
def test_what_a_document_may_not_leave_out_or_say_an_example_may_not_either(
    game: str, document: str, example: str, reason: str
) -> None:
    text = f'language 1 variant house "House" extends {game} {{ example "mine" {{ {example} }} }}'
    results = run_examples(loader.load_text(text.encode(), {}))
    told = [one.message for result in results if result.title == "mine" for one in result.failures]
    for messages in (told, faults(game, document)):
        assert reason.lower() in " ".join(messages).lower()


def test_a_card_lies_in_one_place_in_a_document_too() -> None:
    assert faults("sixty_six", "taken: [4, 3]\nwon: {0: [9D], 1: []}\nholds: {upcard: [9D]}") == [
        "9D is in the upcard already, and cannot be among the cards that South won"
    ]


def test_all_cards_are_played_in_a_deal_in_which_each_is_dealt_to_a_player() -> None:
    text = """language 1 variant house "House" extends standard {
      scoring for each team {
        score quiet when not broken: 25
        score aces when count of (played where card.rank is A) = 4: 6
      }
      example "mine" { bids us 3, 2; them 4, 3 case us take 7: us { quiet = 0, aces = 6 } }
    }"""
    found = loader.load_text(text.encode(), {})
    (mine,) = (one for one in run_examples(found) if one.title == "mine")
    assert mine.passed, mine.failures
    scored = score.run(found.playable, "bids: [3, 4, 2, 3]\ntaken: [4, 2, 3, 4]").sheet
    assert scored is not None
    assert [side.points for side in scored.sides] == [58, -64]
