"""The dataclasses of the package do what those of the standard library do."""

from __future__ import annotations

import dataclasses
import pickle
from dataclasses import FrozenInstanceError

import pytest

from spadesdsl.frozen import Changing, Frozen, Itself, field


class Card(Frozen):
    rank: int
    suit: str = "clubs"
    seen: tuple[int, ...] = field(default=(), compare=False, repr=False)


class Marked(Card):
    marks: list[str] = field(default_factory=list, hash=False)


class Pile(Changing):
    cards: list[Card] = field(default_factory=list)
    size: int = field(init=False)
    note: str = field(init=False, default="new")

    def __post_init__(self) -> None:
        self.size = len(self.cards)


class Same(Itself):
    name: str


class AlsoSame(Same):
    other: str = ""


class Loud(Frozen):
    name: str

    def __repr__(self) -> str:
        return self.name.upper()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Loud) and other.name.lower() == self.name.lower()

    def __hash__(self) -> int:
        return hash(self.name.lower())


def test_values_are_equal_when_the_fields_that_are_compared_are() -> None:
    assert Card(3, seen=(1,)) == Card(3, seen=(2,))
    assert Card(3) != Card(4)
    assert Card(3) != Marked(3)
    assert Card(3) != 3
    assert hash(Card(3, seen=(1,))) == hash(Card(3))
    assert Same("a") != Same("a")
    assert AlsoSame("a", "b") != AlsoSame("a", "b")
    assert Loud("a") == Loud("A")
    assert len({Loud("a"), Loud("A")}) == 1


def test_a_default_list_is_made_for_each_value() -> None:
    one, other = Marked(1), Marked(1)
    one.marks.append("x")
    assert other.marks == []
    assert hash(one) == hash(other)


def test_a_class_that_can_change_has_no_hash() -> None:
    pile = Pile([Card(2)])
    assert (pile.size, pile.note) == (1, "new")
    pile.note = "old"
    with pytest.raises(TypeError):
        hash(pile)


def test_a_frozen_value_refuses_a_change() -> None:
    with pytest.raises(FrozenInstanceError, match="rank"):
        Card(3).rank = 4  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError, match="rank"):
        del Card(3).rank


def test_a_missing_or_unknown_argument_is_refused() -> None:
    with pytest.raises(TypeError, match="rank"):
        Card()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="colour"):
        Card(3, colour="red")  # type: ignore[call-arg]


def test_what_the_standard_library_does_with_dataclasses_works() -> None:
    assert dataclasses.replace(Marked(3, "hearts"), rank=5) == Marked(5, "hearts")
    assert dataclasses.asdict(Card(3)) == {"rank": 3, "suit": "clubs", "seen": ()}
    assert pickle.loads(pickle.dumps(Marked(3, "hearts", (1,), ["x"]))) == Marked(3, "hearts", (1,), ["x"])
    assert repr(Marked(3)) == "Marked(rank=3, suit='clubs', marks=[])"
    assert repr(Loud("a")) == "A"
    match Card(3):
        case Card(rank, suit):
            assert (rank, suit) == (3, "clubs")
