"""Whatever comes in, one line goes out for it, and nothing has changed."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spadesdsl.referee import serve
from spadesdsl.referee.requests import forms
from spadesdsl.schemas import validator
from tests.referee.talking import Talk, conversation, game_of

HELLO = '{"do": "hello"}'


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("", "bad_json", "the line is empty"),
        (" \t", "bad_json", "the line is empty"),
        ("hello", "bad_json", "not JSON"),
        ('{"do": "hello"', "bad_json", "line 1, column"),
        ('{"do": "hello"} {"do": "hello"}', "bad_json", "extra data"),
        ('{"do": "new", "seed": NaN}', "bad_json", "`NaN` is not a number"),
        ('{"do": "new", "seed": -Infinity}', "bad_json", "`-Infinity` is not a number"),
        ('{"do": "new", "seed": 1e999}', "bad_json", "too large"),
        ('{"do": "new", "seed": ' + "9" * 5000 + "}", "bad_json", "digits"),
        ('{"do": "hello", "do": "new"}', "bad_json", "do: this key is there twice"),
        ("[" * 20_000, "bad_json", "nested"),
        ('{"do": "new", "deals": ' + "[" * 60 + "]" * 60 + "}", "bad_json", "nested"),
        ("[]", "bad_request", "object"),
        ("null", "bad_request", "object"),
        ('"hello"', "bad_request", "object"),
        ("{}", "bad_request", "`do` is missing"),
        ('{"do": 3}', "bad_request", "no such request"),
        ('{"do": ["hello"]}', "bad_request", "no such request"),
        ('{"do": "nwe"}', "bad_request", "did you mean `new`?"),
        ('{"do": "new", "sead": 3}', "bad_request", "did you mean `seed`?"),
        ('{"do": "new", "seed": "3"}', "bad_request", "`seed`"),
        ('{"do": "new", "seed": 3.5}', "bad_request", "`seed`"),
        ('{"do": "new", "seed": true}', "bad_request", "`seed`"),
        ('{"do": "new", "seed": null}', "bad_request", "`seed`"),
        ('{"do": "new", "dealer": -1}', "bad_request", "`dealer`"),
        ('{"do": "new", "dealer": "North"}', "bad_request", "`dealer`"),
        ('{"do": "new", "deals": {}}', "bad_request", "`deals`"),
        ('{"do": "new", "deals": [{"rest": []}]}', "bad_request", "`deals[0]`: `hands` is missing"),
        ('{"do": "new", "deals": [{"hands": [], "left": []}]}', "bad_request", "no key `left`"),
        (
            '{"do": "new", "deals": [{"hands": [["AS", 3]]}]}',
            "bad_request",
            "`deals[0].hands[0][1]`: this must be a text, not 3",
        ),
        ('{"do": "new", "deals": [{"hands": ["AS"]}]}', "bad_request", "`deals[0].hands[0]`: this must be a list"),
        ('{"do": "move"}', "bad_request", "`move` is missing"),
        ('{"do": "move", "move": 3}', "bad_request", "`move`"),
        ('{"do": "move", "move": ""}', "bad_request", "`move`"),
        ('{"do": "move", "move": "' + "x" * 300 + '"}', "bad_request", "`move`"),
        ('{"do": "move", "move": "AS", "seat": "1"}', "bad_request", "`seat`"),
        ('{"do": "view"}', "bad_request", "`seat` is missing"),
        ('{"do": "view", "seat": true}', "bad_request", "`seat`"),
        ('{"do": "load"}', "bad_request", "`record` is missing"),
        ('{"do": "load", "record": []}', "bad_request", "`record`"),
        ('{"do": "load", "record": {}}', "bad_record", "`format` is missing"),
    ],
)
def test_a_bad_line(line: str, code: str, words: str) -> None:
    talk = Talk()
    before = talk.say(do="new", seed=1)
    answer = talk.raw(line)
    assert answer["ok"] is False
    assert answer["error"]["code"] == code
    assert words in answer["error"]["message"]
    assert talk.say(do="state") == before


@pytest.mark.parametrize(
    "move", ["\x00", "\ud800", "½", "AS\n", "{n}", "%s", "../..", "a" * 200, "４", "AS low", "look(1)"]
)
def test_a_move_of_odd_letters(move: str) -> None:
    talk = Talk()
    talk.say(do="new")
    answer = talk.raw(json.dumps({"do": "move", "move": move}))
    assert answer["error"]["code"] == "unknown_move"


def test_one_answer_a_line_and_the_end_of_input_ends() -> None:
    answers = conversation("standard", f"{HELLO}\n\nnonsense\n{HELLO}\n")
    assert [answer["ok"] for answer in answers] == [True, False, False, True]


def test_quit_ends() -> None:
    answers = conversation("standard", f'{HELLO}\n{{"do": "quit"}}\n{HELLO}\n')
    assert answers[1:] == [{"ok": True}]


def test_the_last_line_needs_no_end() -> None:
    assert len(conversation("standard", HELLO)) == 1


def test_windows_line_ends_and_a_byte_order_mark() -> None:
    answers = conversation("standard", f"\ufeff{HELLO}\r\n{HELLO}\r\n")
    assert [answer["ok"] for answer in answers] == [True, True]


def test_bytes_that_are_no_text() -> None:
    answers = conversation("standard", b"\xff\xfe\x00\n" + HELLO.encode() + b"\n")
    assert answers[0]["error"]["code"] == "bad_json"
    assert answers[1]["ok"] is True


@pytest.mark.parametrize("end", [b"", b"\n" + HELLO.encode() + b"\n"])
def test_a_huge_line(end: bytes) -> None:
    answers = conversation("standard", b'{"do": "' + b"x" * 5_000_000 + b'"}' + end)
    assert answers[0]["error"]["code"] == "bad_json"
    assert "longer than" in answers[0]["error"]["message"]
    assert [answer["ok"] for answer in answers[1:]] == [True] * bool(end)


def test_every_answer_is_flushed_and_is_one_line_of_ascii() -> None:
    class Flushed(io.StringIO):
        flushes = 0

        def flush(self) -> None:
            self.flushes += 1
            assert self.getvalue().endswith("\n")

    out = Flushed()
    serve(game_of("standard"), io.StringIO(f'{HELLO}\n{{"do": "move", "move": "\u2028"}}\n'), out)
    assert out.flushes == 2
    assert out.getvalue().count("\n") == 2
    assert out.getvalue().isascii()


SCRAPS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 70)
    | st.sampled_from([0.0, 2.0, 1.5, -1.0])
    | st.sampled_from(["AS", "3", "nil", "hello", "new", "move", "", "x"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["hands", "rest", "hash"]), inner, max_size=3)
    ),
    max_leaves=5,
)
KEYS = ["seed", "dealer", "deals", "move", "seat", "record", "sead", "for", "since", "game", "sentences", "clock"]
REQUESTS = st.builds(
    lambda kind, rest: {"do": kind, **rest},
    st.sampled_from(sorted(forms())) | SCRAPS,
    st.dictionaries(st.sampled_from(KEYS), SCRAPS, max_size=3),
)


@settings(max_examples=400)
@given(request=REQUESTS)
def test_what_the_schema_refuses_is_a_bad_request_and_nothing_else_is_for_its_form(request: Any) -> None:
    """What the schema refuses is a `bad_request`, and what it lets through is not refused for its form."""
    talk = Talk()
    talk.say(do="new", seed=1)
    answer = talk.raw(json.dumps(request))
    is_formed = validator("referee", "request").is_valid(request)
    if not is_formed:
        assert answer["error"]["code"] == "bad_request"
    elif not answer["ok"] and answer["error"]["code"] == "bad_request":
        words = (
            "is not at this table", "more than one seat", "no move to take back", "there is no player",
            "the last event of this game is", "`for` and `seat` differ", "makes no move",
        )  # fmt: skip
        assert any(word in answer["error"]["message"] for word in words)
