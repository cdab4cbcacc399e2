"""When the program is wrong it says so, without a traceback; Ctrl-C and closed pipes end it quietly."""

from __future__ import annotations

import errno
import sys
import threading
from typing import TYPE_CHECKING, NoReturn

import pytest

from spadesdsl import cli

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def raising(problem: BaseException) -> Callable[..., NoReturn]:
    def run(*_: object) -> NoReturn:
        raise problem

    return run


def test_a_fault_of_ours_is_owned_up_to(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.delenv("SPADESDSL_DEBUG", raising=False)
    monkeypatch.setattr(cli, "_run", raising(AssertionError("a card too many")))
    assert cli.main(["show", "standard"]) == 70
    told = capsys.readouterr().err
    assert "Please report it" in told
    assert "Traceback" not in told
    (log,) = tmp_path.iterdir()
    assert str(log) in told
    assert "a card too many" in log.read_text(encoding="utf-8")
    assert "['show', 'standard']" in log.read_text(encoding="utf-8")
    assert log.stat().st_mode & 0o077 == 0


def test_whoever_looks_for_the_fault_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPADESDSL_DEBUG", "1")
    monkeypatch.setattr(cli, "_run", raising(AssertionError("a card too many")))
    with pytest.raises(AssertionError, match="a card too many"):
        cli.main(["show", "standard"])


@pytest.mark.parametrize(("problem", "code"), [(KeyboardInterrupt(), 130), (BrokenPipeError(), 141)])
def test_ctrl_c_and_a_closed_pipe_end_it_quietly(
    problem: BaseException, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "_hush", lambda end: end)
    monkeypatch.setattr(cli, "_run", raising(problem))
    assert cli.main(["show", "standard"]) == code
    assert capsys.readouterr().err == ""


def test_a_full_disk_is_no_fault_of_ours(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("SPADESDSL_DEBUG", raising=False)
    monkeypatch.setattr(cli, "_silence", lambda *_: None)
    monkeypatch.setattr(cli, "_run", raising(OSError(errno.ENOSPC, "No space left on device")))
    assert cli.main(["show", "standard"]) == 3
    assert capfd.readouterr().err == "The answer cannot be written: no space left on device.\n"


def test_the_program_that_is_called_leaves_the_threads_of_its_caller_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()
    threading.Thread(target=over.wait, daemon=True).start()
    monkeypatch.setattr(sys, "argv", ["spadesdsl", "list"])
    assert cli.main() == 0
    over.set()
