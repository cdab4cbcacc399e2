"""From the words of a command line to a call: how each field of a call is written, and the reading of it.

The classes in `commands` say which words each command takes. `read` makes a call of words that fit. Words that do not,
`--help` and completion are for typer, which `app` builds from the same classes: loading it takes as long as checking a
file.
"""

from __future__ import annotations

import re
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Final

from spadesdsl.diagnostics import did_you_mean
from spadesdsl.frozen import Frozen, field, fields
from spadesdsl.words import or_list, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from spadesdsl.cli.console import Console

_MODULE: Final = re.compile(r"[^\W\d][\w.]*:[^\W\d]\w*\Z")
_WHOLE: Final = re.compile(r"-?[0-9]{1,40}\Z")


class Misuse(Exception):
    """A value that an option cannot have. The text says why."""


class Call(Frozen):
    """A command with its arguments."""

    word: ClassVar[str]
    """The name of the command."""
    home: ClassVar[str]
    """Its module."""
    does: ClassVar[str]
    """The function there that runs it."""

    example: ClassVar[str]
    """A command line that uses it, without the name of the program."""

    def __init_subclass__(cls, *, word: str, home: str, does: str = "run", example: str) -> None:
        """Keep what the command is called, what runs it, and how it is used."""
        cls.word, cls.home, cls.does, cls.example = word, home, does, example

    def run(self, console: Console) -> int:
        """Run the command and return its exit code."""
        from spadesdsl.cli.console import Stop

        try:
            code: int = getattr(import_module(f"spadesdsl.cli.{self.home}"), self.does)(console, self)
        except Stop as stop:
            if str(stop):
                console.remark(str(stop))
            return stop.code
        return code


class Parameter(Frozen):
    """How a field of a call is written on the command line."""

    words: tuple[str, ...]
    """The names of the option; none for an argument."""
    metavar: str
    """How its value is called in the help; empty for a flag."""
    help: str
    usual: str | None = None
    """What it is if nothing is said, as somebody would write it."""
    is_required: bool = False
    is_many: bool = False
    is_bare: bool = False
    """Whether the option can be written without a value."""
    read: Callable[[str], object] = str
    """What makes a value of a text, or raises `Misuse`."""
    offers: str | tuple[str, ...] = ()
    """What the shell offers for it: words, or the function of `completion` that finds them."""

    @property
    def is_flag(self) -> bool:
        """Tell whether it has no value."""
        return not self.metavar

    @property
    def is_argument(self) -> bool:
        """Tell whether it is a word without an option's name."""
        return not self.words


def argument(metavar: str, help: str, *, usual: str | None = None, **more: Any) -> Any:
    """Return a field that an argument fills; without a usual value it must be given."""
    return _field(Parameter((), metavar, help, usual, is_required=usual is None, **more))


def arguments(metavar: str, help: str, *, is_required: bool = True, offers: str = "") -> Any:
    """Return a field that takes all the arguments."""
    return _field(Parameter((), metavar, help, is_required=is_required, is_many=True, offers=offers))


def option(words: str, metavar: str, help: str, *, usual: str | None = "", **more: Any) -> Any:
    """Return a field that an option fills."""
    return _field(Parameter(tuple(words.split()), metavar, help, usual, **more))


def flag(word: str, help: str) -> Any:
    """Return a field that is true if its word is there."""
    return _field(Parameter((word,), "", help))


def choice(word: str, choices: Sequence[str], help: str, read: Any = None) -> Any:
    """Return a field for one of a few words, or for what `read` takes besides them; the first is the usual one."""
    read = partial(read or one_of, choices)
    return option(word, "|".join(choices), help, usual=choices[0], read=read, offers=tuple(choices))


def _field(parameter: Parameter) -> Any:
    metadata = {"parameter": parameter}
    if parameter.is_required:
        return field(metadata=metadata)
    return field(default=_value(parameter, None), metadata=metadata)


def parameters(command: type[Call]) -> dict[str, Parameter]:
    """Return how the fields of a command are written."""
    return {one.name: one.metadata["parameter"] for one in fields(command)}


# ---------------------------------------------------------------- values


def one_of(words: Sequence[str], text: str) -> str:
    """Read one of a few words."""
    if text not in words:
        near = did_you_mean(text, words) or f"write {or_list(words)}."
        raise Misuse(f"there is no `{printable(text)}`: {near}")
    return text


def bot(words: Sequence[str], text: str) -> str:
    """Read the name of a bot: one of a few words, or `MODULE:NAME`."""
    return text if _MODULE.match(text) and text.split(":")[0] not in words else one_of(words, text)


def players(words: Sequence[str], text: str) -> tuple[str, ...]:
    """Read names of bots, with commas between them; none if the text is empty."""
    return tuple(bot(words, one.strip()) for one in text.split(",")) if text else ()


def whole(least: int | None = None, most: int | None = None) -> Callable[[str], int]:
    """Return what reads a whole number."""
    return partial(_whole, least, most)


def _whole(least: int | None, most: int | None, text: str) -> int:
    if not _WHOLE.match(text):
        is_long = text.removeprefix("-").isdecimal() and text.isascii()
        what = "has more than 40 digits" if is_long else "is not a whole number"
        raise Misuse(f"`{printable(text)}` {what}.")
    number = int(text)
    if (least is not None and number < least) or (most is not None and number > most):
        span = f"at least {least}" if most is None else f"from {least} to {most:,}"
        raise Misuse(f"`{text}` is out of range: it must be {span}.")
    return number


def margin(text: str) -> float:
    """Read how closely something has to be known: `0.5`, or `±0.5`; 0 if that is not said."""
    plain = text.removeprefix("±")
    if text and not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", plain):
        raise Misuse(f"`{printable(text)}` is not a number of points, such as 0.5.")
    if text and not float(plain):
        raise Misuse("nothing is known to 0 points: write a number such as 0.5.")
    return float(plain or 0)


def address(text: str) -> str:
    """Read where a scheduler answers: `tcp://10.0.0.5:8786`; nothing for this machine."""
    if text and not re.fullmatch(r"(tcp|tls|ws|wss)://[\w.-]+:[0-9]{1,5}", text, re.ASCII):
        raise Misuse(f"`{printable(text)}` is not the address of a scheduler, such as tcp://10.0.0.5:8786.")
    return text


def picture(text: str) -> str:
    """Read the name of a picture's file."""
    if text and not text.lower().endswith((".png", ".svg")):
        raise Misuse(f"`{printable(text)}` is no picture's name: it ends in .png or .svg.")
    return text


def setting(text: str) -> tuple[str, str]:
    """Read the name and the value of an option of the rules."""
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise Misuse(f"`{printable(text)}` does not set anything: write OPTION=VALUE, as in `target=300`.")
    return name, value


# ---------------------------------------------------------------- reading


def read(command: type[Call], words: Iterable[str]) -> Call | None:
    """Return the call that the words after the command's name make; None if typer should look at them."""
    known = parameters(command)
    of_word = {word: name for name, one in known.items() for word in one.words}
    given: dict[str, list[str]] = {name: [] for name in known}
    free: list[str] = []
    rest = spelled_out(command, words)
    for word in rest:
        name, equals, value = word.partition("=")
        if word == "-" or not word.startswith("-"):
            free.append(word)
        elif name not in of_word or (equals and known[of_word[name]].is_flag):
            return None
        elif known[of_word[name]].is_flag or equals:
            given[of_word[name]].append(value)
        elif (following := next(rest, "-")).startswith("-"):
            return None
        else:
            given[of_word[name]].append(following)
    if not _hand_out(free, known, given):
        return None
    try:
        return made(command, given)
    except Misuse:
        return None


def _hand_out(free: list[str], known: dict[str, Parameter], given: dict[str, list[str]]) -> bool:
    """Give the words without a name to the arguments; tell whether all fit."""
    for name, one in known.items():
        if one.is_argument:
            count = len(free) if one.is_many else 1
            given[name], free = free[:count], free[count:]
    return not free and all(given[name] for name, one in known.items() if one.is_required)


def made(command: type[Call], given: dict[str, list[str]]) -> Call:
    """Return the call with what was given for each field.

    Raises:
        Misuse: A value cannot be used; `args` has the words of its option too.
    """
    values = {}
    for name, one in parameters(command).items():
        try:
            values[name] = _value(one, given[name])
        except Misuse as problem:
            raise Misuse(str(problem), one.words) from None
    return command(**values)


def _value(one: Parameter, texts: Sequence[str] | None) -> object:
    if one.is_flag:
        return bool(texts)
    if one.is_many:
        return tuple(one.read(text) for text in texts or ())
    text = texts[-1] if texts else one.usual
    return None if text is None else one.read(text)


def spelled_out(command: type[Call], words: Iterable[str]) -> Iterator[str]:
    """Yield the words, `--json` in full, and with an empty value for an option that is written without."""
    known = parameters(command).values()
    has_forms = any("--format" in one.words for one in known)
    bare = {word for one in known if one.is_bare for word in one.words}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "--":
            yield from (word, *rest)
            return
        if word == "--json" and has_forms:
            yield "--format=json"
        elif word in bare:
            has_value = bool(rest) and not rest[0].startswith("-")
            yield f"{word}={rest.pop(0) if has_value else ''}"
        else:
            yield word
