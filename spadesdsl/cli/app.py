"""Typer's app, made from the commands: help, completion and the messages about a wrong command line."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from inspect import Parameter as Place
from inspect import Signature
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand

from spadesdsl import __version__
from spadesdsl.cli import completion
from spadesdsl.cli.arguments import Call, Misuse, Parameter, made, parameters, spelled_out
from spadesdsl.cli.commands import COMMANDS
from spadesdsl.cli.console import Exit
from spadesdsl.resources import variant_text
from spadesdsl.words import and_list, harmless, reason_of

_SAYS: Final = "House rules for trick-taking games: check them, read them, play by them, keep score."
_TYPE: Final = re.compile(r"(?<=[A-Z]) <(?:str|list\[str\])>")


class Command(TyperCommand):
    """A command whose help shows the names of arguments, not their types."""

    def get_help(self, ctx: Any) -> str:  # noqa: ANN401 - typer does not export the class that it wants here
        """Return the help, with its right column in place."""
        return _TYPE.sub(lambda found: " " * len(found[0]), str(super().get_help(ctx)))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ANN401
        """Return what a command line is made of; typer writes `{FILE}` where one has to be named."""
        return [piece.replace("{", "").replace("}", "") for piece in super().collect_usage_pieces(ctx)]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401
        """Read the words; what is missing is explained, and so is what is too much."""
        ctx.allow_extra_args = True
        try:
            rest: list[str] = super().parse_args(ctx, args)
        except typer.BadParameter as problem:
            problem.message = problem.message or getattr(problem.param, "help", "")
            raise
        if rest and not ctx.resilient_parsing:
            words = [str(one.metavar) for one in self.params if one.param_type_name == "argument"]
            ctx.fail(f"`{' '.join(rest)}` is not expected: this command takes {and_list([*words, 'options'])}.")
        return rest


def read(words: Sequence[str]) -> Call | int:
    """Return the call that the words make, or an exit code if typer has answered by itself (help, a mistake)."""
    calls: list[Call] = []
    words = [harmless(word) for word in words]  # typer prints by itself what it does not understand
    command = COMMANDS.get(words[0]) if words else None
    if command is None and words and (words[0].endswith(".spades") or variant_text(words[0]) is not None):
        file = words[0]
        told = f"`spadesdsl play {file}` plays it, and `spadesdsl validate {file}` checks it."
        typer.echo(f"`{file}` is a game, not a command: {told}", err=True)
        return Exit.USAGE
    in_full = words if command is None else [words[0], *spelled_out(command, words[1:])]
    try:
        _app()(args=list(in_full), prog_name="spadesdsl", obj=calls)
    except SystemExit as end:
        if not calls:
            return end.code if isinstance(end.code, int) else Exit.USAGE
    except OSError as problem:
        if "--install-completion" not in words:
            raise
        typer.echo(f"Completion cannot be installed in your home folder: {reason_of(problem)}.", err=True)
        typer.echo("Run `spadesdsl --show-completion`, and put what it prints where your shell reads it.", err=True)
        return Exit.UNREADABLE
    return calls[0]


def _app() -> typer.Typer:
    app = typer.Typer(
        name="spadesdsl",
        help=_SAYS,
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
    )
    app.callback()(_everything)
    for name, command in COMMANDS.items():
        example = f"Example: spadesdsl {command.example}"
        app.command(name, cls=Command, help=command.__doc__, epilog=example)(_function(command))
    return app


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"spadesdsl {__version__}")
        raise typer.Exit


def _everything(
    *,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", is_eager=True, callback=_version)
    ] = False,
) -> None:
    pass


def _function(command: type[Call]) -> Callable[..., None]:
    """Return the function of a command with the parameters that typer looks for."""

    def collect(context: typer.Context, **values: Any) -> None:  # noqa: ANN401 - what typer makes of the words
        given = {name: _texts(value) for name, value in values.items()}
        try:
            context.obj.append(made(command, given))
        except Misuse as problem:
            raise typer.BadParameter(str(problem.args[0]), param_hint=problem.args[1][0]) from None

    places = [Place("context", Place.POSITIONAL_OR_KEYWORD, annotation=typer.Context)]
    places += [_place(name, one) for name, one in parameters(command).items()]
    collect.__signature__ = Signature(places)  # type: ignore[attr-defined]  # every function may have one
    collect.__annotations__ = {place.name: place.annotation for place in places}
    return collect


def _texts(value: str | list[str] | bool | None) -> list[str]:
    """Return what was written for a field, as often as it was written."""
    if isinstance(value, str):
        return [value]
    return list(value) if isinstance(value, list | tuple) else ["yes"] if value else []


def _place(name: str, one: Parameter) -> Place:
    """Return a parameter of a function, with what typer should know of it."""
    told: dict[str, Any] = {"help": one.help, "autocompletion": _offers(one.offers)}
    if not one.is_flag:
        told["metavar"] = one.metavar
    told["show_default"] = bool(one.usual)
    info = typer.Argument(**told) if one.is_argument else typer.Option(*one.words, **told)
    kind = bool if one.is_flag else list[str] if one.is_many else str
    usual: dict[str, Any] = (
        {} if one.is_required else {"default": False if one.is_flag else None if one.is_many else one.usual}
    )
    annotation: Any = kind | None if usual and not one.is_flag else kind
    return Place(name, Place.KEYWORD_ONLY, annotation=Annotated[annotation, info], **usual)


def _offers(offers: str | tuple[str, ...]) -> Callable[..., Any] | None:
    """Return what completes a value: a function of `completion`, or one for a few words."""
    if isinstance(offers, tuple) and offers:
        return lambda incomplete: [word for word in offers if word.startswith(incomplete)]
    return getattr(completion, f"complete_{offers}") if offers else None
