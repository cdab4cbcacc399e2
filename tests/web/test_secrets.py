"""Nobody looks into a hand: all that a seat is sent is the same when the cards that it does not see change places."""

from __future__ import annotations

import json
import random
import re
from typing import TYPE_CHECKING, Any

import pytest

from spadesdsl.resources import variant_names
from spadesdsl.web import seen
from spadesdsl.web.room import dumped
from spadesdsl.web.table import Person, Table, digest, new_key
from tests.engine.test_properties import exchanged
from tests.loading import loaded
from tests.web.guests import Guest, play_to_the_end, served

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl.engine.game import State

MOVES = 110
LOOKS = 8


def table_of(name: str) -> Table:
    """Return a table with a person in every seat."""
    table = Table("abcdefghjkmn", loaded(name))
    table.people = {seat: Person(f"Person {seat}", digest(new_key())) for seat in table.game.players}
    return table


def sent(table: Table, seat: int | None, before: State | None, after: State) -> str:
    """Return all that a seat can get out of the server at a moment, and what it hears of the last move."""
    table.take_up([after] if before is None else [before, after])
    table.version = 0
    here = seen.in_public(table) | seen.in_private(table, seat)
    told: list[Any] = [seen.welcome(table), seen.pad(table), here, table.stories[seat].to_json(0)]
    told.append(seen.history(table))
    if seat is not None and any(turn.seat == seat for turn in after.turns):
        hand = after.view(seat).hand or ()
        asked = [turn.choice for turn in after.turns if turn.seat == seat]
        moves = (*after.moves(seat)[:6], *(hand if asked == ["play"] else ()))
        told += [seen.verdict(after, move, seat) for move in moves]
    return "".join(map(dumped, told))


@pytest.mark.parametrize("names", [variant_names()[start::8] for start in range(8)], ids=range(8))
def test_no_byte_depends_on_cards_that_a_seat_does_not_see(names: tuple[str, ...]) -> None:
    looked = 0
    for name in names:
        if loaded(name).game is None:
            continue  # a pack
        table, rng = table_of(name), random.Random(name)
        state = table.game.start(7)
        for number in range(MOVES):
            if state.over:
                break
            if number % (MOVES // LOOKS) == 0:
                seat = rng.choice([None, *range(len(state.hands))])
                seat = seat if seat in table.people else None
                other = exchanged(state, seat, rng)
                assert sent(table, seat, None, state) == sent(table, seat, None, other), (name, number, seat)
                looked += seat is not None
            turn = rng.choice(state.turns)
            state = state.apply(rng.choice(turn.moves), turn.seat)
    assert looked > 3 * len(names)


@pytest.mark.parametrize("name", ["secret_bids", "hearts", "kitty_deal", "ninety_nine"])
def test_no_secret_choice_changes_what_others_are_sent(name: str) -> None:
    table, rng, compared = table_of(name), random.Random(name), 0
    state = table.game.start(17)
    while not state.over and state.moves_made < 100:
        turn = rng.choice(state.turns)
        if len(turn.moves) > 1:
            states = [state.apply(move, turn.seat) for move in rng.sample(turn.moves, 2)]
            if not any(one.events for one in states):
                for seat in (*table.people, None):
                    told = [sent(table, seat, state, one) for one in states]
                    assert (told[0] == told[1]) is (seat != turn.seat), (name, seat)
                    compared += seat != turn.seat
        state = state.apply(rng.choice(turn.moves), turn.seat)
    assert compared > 10


def test_what_goes_over_the_wire_never_names_a_hidden_card_or_a_secret(tmp_path: Path) -> None:
    with served(tmp_path, "hands_limit", hands="1") as server:
        friends = [Guest(server).sit(seat, name) for seat, name in enumerate(("Ann", "Bob", "Cid", "Dot"))]
        watcher = Guest(server)
        friends[0].done("begin")
        friends[0].see(lambda: friends[0].now["stage"] == "play")
        watcher.see(lambda: watcher.now["stage"] == "play")
        first = [text for text in watcher.sent if '"is":"table"' in text][-1]
        assert not re.search(r'"\d?[2-9AKQJ0][SHDC]"', first), "who looks on sees no hand"
        hands = []
        for friend in friends:
            friend.see(lambda friend=friend: friend.now["stage"] == "play")
            hands.append(set(friend.now["hand"]))
        play_to_the_end(friends)
        room = server.room
        secrets = [str(room.table.seed), *(friend.key for friend in friends)]
        for friend in friends:
            own = [text for text in friend.sent if '"is":"welcome"' not in text]
            assert not any(secret in text for secret in secrets for text in own)
            for text in own:
                told = json.loads(text)
                if told["is"] == "table" and told["stage"] == "play" and not told["said"]:
                    shown = set(re.findall(r'"([0-9AKQJ]+[SHDC])"', text))
                    assert shown == hands[friends.index(friend)] & shown


def test_who_won_is_told_with_the_names_of_the_people() -> None:
    table = table_of("whist")
    state = table.game.start(3)
    table.take_up([state])
    while not state.over:
        turn = state.turns[0]
        state = state.apply(turn.moves[0], turn.seat)
        table.moved(state)
    assert "Person" in seen.in_public(table)["end"]["says"]
    assert "Person" in table.stories[None].lines[-1]
