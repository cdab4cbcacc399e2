"""The command itself, as a program that starts it sees it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest

from spadesdsl.cli import main
from spadesdsl.schemas import validator


def start(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "spadesdsl", *arguments]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )


def ask(process: subprocess.Popen[str], **request: Any) -> Any:
    """Ask, and wait for the answer: nothing is held back."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(request) + "\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


def test_question_and_answer() -> None:
    with start("referee", "standard", "--set", "target=300") as process:
        assert ask(process, do="hello")["options"]["target"] == 300
        answer = ask(process, do="new", seed=7)
        for _ in range(56):
            turn = answer["to_act"][0]
            answer = ask(process, do="move", move=turn["moves"][0], seat=turn["seat"])
        assert [event["event"] for event in answer["events"]][-2:] == ["score", "deal"]
        assert ask(process, do="quit") == {"ok": True}
        assert process.wait(10) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_the_end_of_the_input_ends_it() -> None:
    process = start("referee", "standard")
    out, err = process.communicate('{"do": "hello"}\nnonsense\n', timeout=30)
    assert [json.loads(line)["ok"] for line in out.splitlines()] == [True, False]
    assert err == ""
    assert process.returncode == 0


def test_a_variant_that_is_not_there() -> None:
    process = start("referee", "nosuch")
    out, err = process.communicate("", timeout=30)
    assert out == ""
    assert "nosuch" in err
    assert process.returncode == 3


@pytest.mark.parametrize(
    ("arguments", "text", "code"),
    [
        ((), "bids: [3, 4, 2, 3]\ntaken: [4, 2, 3, 4]\n", 0),
        (("--json",), "bids: [3, 4, 2, 3]\ntaken: [4, 2, 3, 4]\n", 0),
        (("--set", "set_cost=nothing"), '{"bids": [3, 4, 2, 3], "taken": {"by_side": [7, 6]}}', 0),
        ((), "bids: [3, 4, 2, 3]\n", 1),
        (("--json",), "bids: [3, 4, 2, 3]\n", 1),
        ((), "bids: [3, 4\n", 1),
    ],
)
def test_exit_codes_of_score(
    arguments: tuple[str, ...],
    text: str,
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))
    assert main(["score", "standard", *arguments]) == code
    out = capsys.readouterr().out
    if "--json" in arguments:
        validator("sheet").validate(json.loads(out))


def test_score_is_a_process_too() -> None:
    process = start("score", "standard", "--json")
    out, _ = process.communicate("bids: [3, 4, 2, 3]\n", timeout=30)
    assert process.returncode == 1
    validator("sheet").validate(json.loads(out))
