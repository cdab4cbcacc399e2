"""The console stands what terminals and pipes do."""

from __future__ import annotations

import io

import pytest

from spadesdsl.cli.console import Console


class Screen(io.TextIOWrapper):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


def test_letters_that_the_terminal_lacks_are_written_with_letters_that_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding="ascii"))
    console = Console.of_process()
    console.say("a set costs −50 … “Béla” plays A♠, 1½ ± ☃")
    console.flush()
    assert raw.getvalue().decode("ascii").strip() == 'a set costs -50 ... "Bela" plays AS, 1.5 +- ?'


def test_input_that_is_no_utf8_is_read_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"q\xffs\n"), encoding="utf-8"))
    monkeypatch.setattr("sys.stdout", io.StringIO())
    assert Console.of_process().ask("> ") == "q\N{REPLACEMENT CHARACTER}s"


@pytest.mark.parametrize(
    ("typed", "is_yes"), [("quit\nhelp\nn\n", False), ("2\ny\n", True), ("\n", True), ("q\n", False)]
)
def test_only_yes_and_enter_mean_yes(typed: str, is_yes: bool) -> None:
    assert Console(io.StringIO(), None, io.StringIO(typed)).agrees("Continue? ", usually=True) == is_yes


def test_what_is_piped_in_is_written_as_if_typed() -> None:
    out = io.StringIO()
    console = Console(out, None, io.StringIO("qs\n"))
    assert not console.is_silent
    assert console.ask("South> ") == "qs"
    assert console.ask("South> ") is None
    assert out.getvalue() == "South> qs\n"


def test_a_program_without_streams_says_nothing_and_reads_nothing() -> None:
    console = Console(None, None, None)
    console.say("x")
    console.tell("y")
    assert console.ask("> ") is None
    assert console.is_silent
    assert console.read_bytes() == b""
    assert not console.has_colour


def test_no_color_is_obeyed(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Console(Screen(io.BytesIO()), None, None)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert screen.has_colour
    monkeypatch.setenv("NO_COLOR", "1")
    assert not screen.has_colour
    assert not Console(io.StringIO(), None, None).has_colour
