"""A stranger's bytes never end the server, and a slow or greedy one does not stop the others."""

from __future__ import annotations

import json
import random
import socket
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from websockets.exceptions import ConnectionClosed

from spadesdsl.web.frames import KINDS, MAX_BYTES, Bucket, read_frame
from spadesdsl.web.table import Refused, clean_name
from tests.web.guests import Guest, Server, call, served

if TYPE_CHECKING:
    from collections.abc import Iterator

VALUES: tuple[Any, ...] = (None, True, -1, 0, 3, 1 << 60, 1.5, "", "QS", "x" * 300, "\x00", "\ud800", [], {}, [[[]]])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("tables")) as server:
        yield server


def hold_that_it_serves(server: Server) -> None:
    """See that a new guest can still play."""
    guest = Guest(server, table=server.house.open()).sit(0, "Anna")
    guest.done("begin")
    guest.wait_for_turn()
    guest.close()


def test_frames_of_any_form_are_refused_in_words() -> None:
    rng = random.Random(5)
    for _ in range(3000):
        keys = ["do", "id", *(key for kind in KINDS.values() for part in kind for key in part), "nonsense"]
        frame = {key: rng.choice(VALUES) for key in rng.sample(keys, rng.randrange(5))}
        if rng.random() < 0.8:
            frame["do"] = rng.choice([*KINDS, "fly"])
        text = json.dumps(frame)
        if rng.random() < 0.3:
            at = rng.randrange(len(text))
            text = text[:at] + rng.choice(["", "{", "\x00", "]", '"', "1e999", "NaN"]) + text[at + 1 :]
        try:
            told = read_frame(text)
            assert told["do"] in KINDS
        except Refused as refused:
            told = {"why": str(refused)}
        json.dumps(told, ensure_ascii=False).encode()  # it can be sent, and kept on the disk


def test_a_name_is_seen_and_two_that_look_the_same_are_the_same() -> None:
    for name in ("\u3164", "\u2800 \u115f", "\u200b", "\ufe0f"):
        with pytest.raises(Refused):
            clean_name(name)
    said = ("North", "\uff2e\uff4f\uff52\uff54\uff48", "North\u3164", "No\ufe0frth")
    assert {clean_name(name) for name in said} == {"North"}
    assert clean_name("Rene\u0301") == "Ren\u00e9"
    assert clean_name("\u0351Z" + 18 * "\u0351") == "Z" + 3 * "\u0351"


def test_any_json_from_somebody_with_a_seat_is_answered(server: Server) -> None:
    anna, rng = Guest(server, table=server.house.open()).sit(0, "Anna"), random.Random(3)
    anna.done("begin")
    anna.wait_for_turn()
    for _ in range(60):
        kind = rng.choice([*KINDS, "fly"])
        needed = KINDS.get(kind, ((), ()))[0]
        anna.socket.send(json.dumps({"do": kind, "id": 5} | {key: rng.choice(VALUES) for key in needed}))
        time.sleep(0.005)
    anna.until(lambda told: told["is"] == "refused")
    anna.close()
    hold_that_it_serves(server)


def test_bytes_that_are_no_frames_close_only_their_own_connection(server: Server) -> None:
    rng = random.Random(9)
    for _ in range(30):
        with socket.create_connection(("127.0.0.1", server.port)) as raw:
            raw.sendall(rng.randbytes(rng.randrange(1, 3000)))
    handshake = (
        f"GET /ws HTTP/1.1\r\nHost: {server.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Origin: http://{server.host}\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n"
    )
    for _ in range(30):
        with socket.create_connection(("127.0.0.1", server.port)) as raw:
            raw.sendall(handshake.encode())
            raw.recv(2000)
            raw.sendall(rng.randbytes(rng.randrange(1, 500)))
    hold_that_it_serves(server)


@pytest.mark.parametrize("sent", [b"\x00\xff", "x" * (MAX_BYTES + 1), "[" * 4000, '{"do": "enter", "do": "enter"}'])
def test_a_frame_that_is_too_long_or_no_text_ends_the_connection(server: Server, sent: bytes | str) -> None:
    with call(server) as guest:
        guest.send(sent)
        with suppress(ConnectionClosed):
            assert json.loads(guest.recv(10))["is"] == "refused"
        with pytest.raises(ConnectionClosed):
            guest.recv(10)
    hold_that_it_serves(server)


def test_a_flood_is_refused_and_then_closed(server: Server) -> None:
    flooder = Guest(server, table=server.house.open())
    with suppress(ConnectionClosed):
        for _ in range(400):
            flooder.socket.send('{"do": "history"}')
    with pytest.raises(ConnectionClosed):
        flooder.until(lambda told: False)
    hold_that_it_serves(server)


def test_who_asks_too_fast_is_told_to_wait(server: Server) -> None:
    guest = Guest(server, table=server.house.open())
    assert any("too fast" in guest.ask("history")["why"] for _ in range(60))
    time.sleep(0.3)
    assert "too fast" not in guest.refused("history")


def test_who_does_not_read_does_not_hold_up_the_others(server: Server) -> None:
    table = server.house.open()
    anna = Guest(server, table=table).sit(0, "Anna")
    sleepers = [Guest(server, table=table) for _ in range(5)]  # they never read again
    anna.done("begin")
    began = time.monotonic()
    for _ in range(20):
        anna.wait_for_turn()
        anna.move()
    assert time.monotonic() - began < 10
    assert all(len(watcher.answers) < 60 for watcher in server.house.rooms[table].watchers)
    for one in sleepers:
        one.close()


def test_strangers_open_only_so_many_tables(server: Server) -> None:
    guest = Guest(server, table=server.house.open())
    assert guest.ask("open")["is"] == "done"
    server.house._opening.left = 0
    time.sleep(1)
    assert "Try again" in guest.refused("open")


def test_a_bucket_fills_with_time() -> None:
    clock = [1.0]
    bucket = Bucket(most=2, a_second=1, now=lambda: clock[0], left=2)
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    clock[0] += 1
    assert [bucket.take() for _ in range(2)] == [True, False]
