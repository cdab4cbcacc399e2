from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import TYPE_CHECKING

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from spadesdsl.loader import load
from spadesdsl.web.seen import book_told
from tests.loading import loaded
from tests.web.guests import Guest, Server, call, play_to_the_end, served

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("tables")) as server:
        yield server


@pytest.fixture
def table(server: Server) -> str:
    """A table that no other test sits at."""
    return server.house.open()


@pytest.fixture
def anna(server: Server, table: str) -> Guest:
    """Somebody in the middle of a deal with three bots."""
    anna = Guest(server, table=table).sit(0, "Anna")
    anna.done("begin")
    anna.wait_for_turn()
    anna.move()
    anna.wait_for_turn()
    return anna


def test_a_guest_sits_down_deals_and_plays_while_bots_have_the_other_seats(server: Server, table: str) -> None:
    anna = Guest(server, table=table).sit(2, "Anna")
    assert anna.now["stage"] == "lobby"
    anna.done("begin")
    anna.wait_for_turn()
    assert len(anna.now["hand"]) == 13
    assert anna.now["turn"]["label"] == "Your bid"
    anna.move(2)
    anna.wait_for_turn()
    assert anna.now["turn"]["choice"] == "play"
    assert "You bid 3." in anna.lines


def test_the_rules_at_the_table_are_the_whole_book_also_what_has_no_sentence(tmp_path: Path) -> None:
    told = book_told(loaded("standard").rules)
    for words in ("13 cards go to each player", "The trick is won by", "10 × the side&#x27;s contract", "Follow suit"):
        assert words in told
    file = tmp_path / "wicked.spades"
    file.write_text('variant wicked "W" extends standard { about "<script>alert(1)</script>" }', encoding="utf-8")
    assert "<script" not in book_told(load(str(file), {}).rules)


def test_four_friends_play_a_game_to_its_end_and_another(tmp_path: Path) -> None:
    with served(tmp_path, "hands_limit", hands="2") as server:
        friends = [Guest(server).sit(seat, name) for seat, name in enumerate(("Ann", "Bob", "Cid", "Dot"))]
        friends[0].done("begin")
        assert play_to_the_end(friends) > 50
        assert all(one.now["end"]["says"] == friends[0].now["end"]["says"] for one in friends)
        friends[3].done("begin")
        friends[3].see(lambda: friends[3].now["stage"] == "play")
        assert friends[3].now["game"] == 2


def test_a_seat_is_kept_for_its_key_and_what_was_missed_is_told_in_order(server: Server, table: str) -> None:
    anna, ben = Guest(server, table=table).sit(0, "Anna"), Guest(server, table=table).sit(1, "Ben")
    anna.done("begin")
    anna.see(lambda: anna.now["stage"] == "play")
    anna.wait_for(1)
    anna.close()
    heard, epoch, last = list(anna.lines), anna.epoch, anna.last
    ben.wait_for_turn()
    said = ben.move()
    again = Guest(server, anna.key, table, since=last, epoch=epoch)
    assert again.now["you"] == 0
    assert again.key == anna.key
    again.see(lambda: again.now["due"] == [0])
    whole = Guest(server, anna.key, table)
    whole.see(lambda: whole.lines)
    assert heard + again.lines == whole.lines
    assert again.lines[0] in (f"Ben bids {said}.", f"Ben plays {said}.")


def test_another_key_opens_no_seat(server: Server, table: str) -> None:
    anna = Guest(server, table=table).sit(0, "Anna")
    stranger = Guest(server, "A" * 22, table)
    assert stranger.now["you"] is None
    assert stranger.key not in (anna.key, "A" * 22)
    assert stranger.refused("begin") == "You have no seat here."
    assert stranger.refused("sit", seat=0, name="Eve") == "That seat is taken."


def test_a_late_friend_takes_a_bots_seat_when_the_next_deal_begins(server: Server, table: str, anna: Guest) -> None:
    late = Guest(server, table=table)
    late.done("sit", seat=2, name="Ben")
    late.see(lambda: late.now["people"][2].get("next") == "Ben")
    assert late.now["you"] is None
    assert "hand" not in late.now or late.now["hand"] is None
    while anna.now["heading"].startswith("Deal 1"):
        anna.see(lambda: anna.now["turn"] or not anna.now["heading"].startswith("Deal 1"))
        if anna.now["turn"]:
            anna.move()
    late.see(lambda: late.now["you"] == 2)
    assert len(late.now["hand"]) == 13


def test_a_late_friend_is_not_kept_waiting_by_people_who_have_gone(server: Server, table: str, anna: Guest) -> None:
    anna.close()
    late, stranger = Guest(server, table=table), Guest(server, table=table)
    late.done("sit", seat=2, name="Ben")
    late.see(lambda: late.now["online"] == [] and late.now.get("coming") == 2)
    assert "coming" not in stranger.now
    assert stranger.refused("stand_in", seat=0) == "You have no seat here."
    late.done("stand_in", seat=0)
    late.see(lambda: late.now["you"] == 2)
    assert "coming" not in late.now


def test_who_leaves_gives_the_seat_to_a_bot_and_it_plays_on(server: Server, table: str) -> None:
    anna, ben = Guest(server, table=table).sit(0, "Anna"), Guest(server, table=table).sit(1, "Ben")
    anna.done("begin")
    ben.done("leave")
    ben.see(lambda: ben.now["you"] is None)
    anna.wait_for_turn()
    anna.move()
    anna.wait_for_turn()
    assert anna.now["people"][1]["kind"] == "bot"


def test_a_bot_plays_for_who_is_away_until_they_are_back(server: Server, table: str) -> None:
    anna, ben = Guest(server, table=table).sit(0, "Anna"), Guest(server, table=table).sit(1, "Ben")
    anna.done("begin")
    assert anna.refused("stand_in", seat=1) == "They are here."
    ben.close()
    anna.see(lambda: anna.now["online"] == [0])
    anna.done("stand_in", seat=1)
    anna.wait_for_turn()
    anna.move()
    anna.wait_for_turn()
    assert anna.now["people"][1]["away"] is True
    back = Guest(server, ben.key, table)
    assert back.now["you"] == 1
    assert "away" not in back.now["people"][1]


def test_a_choice_is_taken_back_when_all_people_agree(server: Server, table: str) -> None:
    anna, ben = Guest(server, table=table).sit(0, "Anna"), Guest(server, table=table).sit(2, "Ben")
    anna.done("begin")
    ben.see(lambda: ben.now["stage"] == "play")
    anna.see(lambda: {0, 2} & {*anna.now.get("due", ())})
    first = anna if 0 in anna.now["due"] else ben
    first.wait_for_turn()
    before = first.now["known"][first.now["you"]]
    first.move(3)
    assert first.now["known"][first.now["you"]] != before
    second = ben if first is anna else anna
    first.done("undo")
    second.see(lambda: "by" in second.now.get("undo", {}))
    assert second.now["undo"]["missing"] == [second.now["you"]]
    second.done("agree", yes=False)
    first.see(lambda: "by" not in first.now.get("undo", {}))
    first.done("undo")
    second.done("agree", yes=True)
    first.see(lambda: first.now["known"][first.now["you"]] == before and first.now["turn"])
    assert "took a choice back" in first.lines[-1]


def test_nothing_is_taken_back_over_cards_that_were_shown(tmp_path: Path) -> None:
    with served(tmp_path, "hearts") as server:
        anna = Guest(server).sit(0, "Anna")
        anna.done("begin")
        for _ in range(3):
            anna.wait_for_turn()
            anna.move()
        anna.wait_for_turn()
        assert anna.now["turn"]["choice"] == "play"  # the passed cards have come
        assert "undo" not in anna.now
        assert "never past cards that somebody has been shown" in anna.refused("undo")


def test_a_greyed_card_says_why_not_and_a_hint_names_a_legal_move(server: Server, table: str) -> None:
    anna = Guest(server, table=table).sit(0, "Anna")
    anna.done("begin")
    anna.wait_for_turn()
    anna.move()
    while True:
        anna.wait_for_turn()
        grey = [card for card in anna.now["hand"] if card not in anna.now["turn"]["moves"]]
        if grey:
            break
        anna.move()
    told = anna.done("why", move=grey[0])
    assert told["legal"] is False
    assert "is not allowed" in told["message"]
    assert told["label"]
    assert anna.done("hint")["move"] in anna.now["turn"]["moves"]
    assert "is not allowed" in anna.refused("move", move=grey[0], version=anna.now["version"])
    assert "`Ace OF Spades`" in anna.refused("why", move="Ace OF Spades"), "its capitals are as they were typed"
    assert anna.done("history")["tricks"] is not None


def test_several_tables_do_not_hear_of_each_other(server: Server, table: str) -> None:
    other = Guest(server, table=table).ask("open")["table"]
    anna, ben = Guest(server, table=table).sit(0, "Anna"), Guest(server, table=other).sit(0, "Ben")
    assert [one["name"] for one in ben.now["people"]].count("Anna") == 0
    assert Guest(server, anna.key, other).now["you"] is None


def test_the_pages_carry_their_policy_and_an_unknown_host_is_refused(server: Server) -> None:
    with urllib.request.urlopen(server.link) as page:
        assert page.headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
        body = page.read().decode()
        assert "http" not in body.replace("http://www.w3.org", "")
    for name in ("table.js", "link.js", "cards.js", "table.css", "icon.svg", "table.webmanifest"):
        with urllib.request.urlopen(f"http://{server.host}/static/{name}") as found:
            assert found.status == 200
    with urllib.request.urlopen(f"{server.link}/qr.svg") as found:
        assert b"<svg" in found.read()
    for path, host in (("/static/..%2fapp.py", server.host), ("/", "evil.example")):
        asked = urllib.request.Request(f"http://{server.host}{path}", headers={"host": host})
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(asked)
        assert refused.value.code in (404, 421)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
def test_a_page_of_another_site_gets_no_connection(server: Server, origin: str) -> None:
    with pytest.raises(InvalidStatus):
        call(server, origin).__enter__()
    with pytest.raises(InvalidStatus):
        connect(f"ws://{server.host}/ws").__enter__()


def test_the_first_frame_has_to_name_a_table_that_is_there(server: Server) -> None:
    for frame in ({"do": "enter", "table": "nosuchtable2"}, {"do": "enter", "table": "../../etc"}, {"do": "hint"}):
        with call(server) as socket:
            socket.send(json.dumps(frame))
            assert json.loads(socket.recv(5))["is"] == "refused"
            with pytest.raises(ConnectionClosed):
                socket.recv(5)


def test_a_time_that_the_rules_set_runs_out_at_the_table(tmp_path: Path) -> None:
    with served(tmp_path, "speed_spades") as server:
        anna = Guest(server).sit(0, "Anna")
        anna.done("begin")
        while not anna.now.get("clocks"):
            anna.wait_for_turn()
            if not anna.now["clocks"]:
                anna.move()
        held = len(anna.now["hand"])
        anna.see(lambda: any("run out of time" in line for line in anna.lines))
        anna.see(lambda: len(anna.now["hand"]) < held)


def test_a_table_says_the_contract_and_the_numbers_of_the_game_as_the_terminal_does(tmp_path: Path) -> None:
    with served(tmp_path, "bridge", boards="1") as bridge:
        anna = Guest(bridge).sit(0, "Anna")
        anna.done("begin")
        has_contract = lambda: any(" by " in fact for fact in anna.now.get("facts", ()))  # noqa: E731
        anna.wait_for_turn()
        anna.move(0)  # a bid, so that the deal is not passed out
        while not has_contract():
            anna.see(lambda: has_contract() or anna.now.get("turn"))
            if not has_contract():
                anna.move(-1)
        (contract, *_) = anna.now["facts"]
        named = [one for one in anna.now["said"] if one["says"][0].isdigit()]
        assert contract.startswith(f"{named[-1]['says']} bid by ")
        assert "auction" not in anna.now
        assert not any("bid" in fact for seat in anna.now["known"] for fact in seat)
        pads = [told for told in map(json.loads, anna.sent) if told["is"] == "pad"]
        assert pads[0]["numbers"] == ["1 deal"]
        anna.close()
