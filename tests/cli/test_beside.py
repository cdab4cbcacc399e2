"""Work that a copy of the process does: what it brings, and what happens where it cannot."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from spadesdsl.cli import beside as module
from spadesdsl.cli import main
from spadesdsl.cli.beside import beside
from spadesdsl.source import Span
from tests.test_architecture import ROOT

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system copies no processes")
WRONG = """variant it extends standard {
  scoring for each team { score bonus "bonus" when taken > 13: 5 }
  example "a set costs nothing" {
    given North 5, East 3, South 4, West 1
    taken North 4, East 4, South 3, West 2
    expect us 0
  }
}
"""


@pytest.fixture(params=[True, False], ids=["a copy", "no copy"])
def copies(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[bool]:
    """Copy this process, or not; afterwards no copy is left."""
    made: list[int] = []
    fork = os.fork

    def copied() -> int:
        made.append(fork())
        return made[-1]

    monkeypatch.setattr(os, "fork", copied)
    monkeypatch.setattr(module, "_can_copy", lambda: request.param)
    yield request.param
    assert bool(made) == request.param
    for one in made:
        with pytest.raises(ChildProcessError):
            os.waitpid(one, os.WNOHANG)


def _who() -> tuple[int, Span]:
    return os.getpid(), Span("x.spades", 1, 2, 3, 4)


def test_the_copy_brings_what_the_work_returns(copies: bool) -> None:
    with beside(_who) as result:
        found, span = result()
        assert result() == (found, span)
    assert (found != os.getpid()) == copies
    assert span == Span("x.spades", 1, 2, 3, 4)


@pytest.mark.parametrize("end", [lambda: os._exit(0), lambda: os._exit(3), lambda: os.kill(os.getpid(), 9)])
def test_what_a_copy_does_not_bring_is_done_here(end: Callable[[], object], copies: bool) -> None:
    here = os.getpid()

    def work() -> int:
        if os.getpid() != here:
            end()
        return os.getpid()

    with beside(work) as result:
        assert result() == here
    assert copies in (True, False)


@pytest.mark.usefixtures("copies")
def test_an_error_in_the_work_is_raised_here() -> None:
    with beside(lambda: 1 // 0) as result:
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                result()


def test_the_work_is_done_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_can_copy", lambda: False)
    done: list[int] = []
    with beside(lambda: done.append(1)) as result:
        result()
        result()
    assert done == [1]


@pytest.mark.usefixtures("copies")
def test_nobody_has_to_want_the_result() -> None:
    with pytest.raises(KeyError), beside(lambda: "x" * 1_000_000):
        raise KeyError


@pytest.mark.parametrize("rules", [WRONG, WRONG.replace("> 13", "> 12"), WRONG[: WRONG.index("  example")] + "}\n"])
def test_validate_says_the_same_with_a_copy(
    rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "it.spades"
    file.write_text(rules, encoding="utf-8")
    said = []
    for copies in (True, False):
        monkeypatch.setattr(module, "_can_copy", lambda copies=copies: copies)
        code = main(["validate", "--no-cache", "--json", str(file)])
        said.append((code, capsys.readouterr()))
    assert said[0] == said[1]
    assert "it.spades" in said[0][1].out


def test_the_standard_input_is_looked_over_as_a_file_is() -> None:
    command = [sys.executable, "-m", "spadesdsl", "validate", "-"]
    rules = WRONG[: WRONG.index("  example")] + "}\n"
    ended = subprocess.run(command, input=rules, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 0
    assert "warning W806: The condition of `score bonus` never holds" in ended.stdout
