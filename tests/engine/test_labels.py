"""How people read the names of a file: labels of cards, places and teams, and names as words without them."""

from __future__ import annotations

from spadesdsl.loader import load_text
from spadesdsl.words import side_name

PLAIN = """variant x "X" extends standard {
  set failed_nil = bags, set_cost = per_bid, bags_past_limit = carried
  table { %s zone lost_and_found%s }
  deck { add big_one%s, little_one  remove 2C, 2D  replace trumps: spades, topped by big_one, little_one }
}"""


def text(teams: str = "", zone: str = "", card: str = "") -> bytes:
    return (PLAIN % (teams, zone, card)).encode()


def test_a_name_without_a_label_is_read_as_words() -> None:
    game = load_text(text(), {}).game
    assert game is not None
    assert [game.said(name) for name in ("AS", "10H", "little_one", "lost_and_found")] == [
        "AS", "10H", "little one", "lost and found"]  # fmt: skip
    assert game.side_names == ("North and South", "East and West")


def test_a_label_is_read_in_its_place_and_changes_nothing_else() -> None:
    plain = load_text(text(), {}).game
    game = load_text(text('replace teams of 2 "Old", "Young"', ' "bin"', ' "the fool"'), {}).game
    assert plain is not None
    assert game is not None
    assert [game.said(name) for name in ("big_one", "little_one", "lost_and_found")] == [
        "the fool",
        "little one",
        "bin",
    ]
    assert game.side_names == ("Old", "Young")
    assert side_name(game.named({}), (1, 3)) == "Young"
    assert [side_name(game.named({1: "Ann"}), side) for side in game.sides] == ["Old", "Ann & West"]
    assert game.hash == plain.hash
    assert game.deck == plain.deck
