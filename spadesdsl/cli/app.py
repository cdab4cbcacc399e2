"""The command line as typer knows it: every command, option and sentence of help. Loaded only where it is needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import typer

from spadesdsl import __version__
from spadesdsl.cli.calls import Call, Format, Play, Referee, Schema, Score, Show, Test, Validate
from spadesdsl.cli.completion import complete_schemas, complete_seats, complete_settings, complete_variants
from spadesdsl.cli.exits import Exit

app = typer.Typer(
    name="spadesdsl",
    help="House rules of trick-taking games: check them, read them, play them, keep score by them.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
)

_TAKES = "a file, or the name of a bundled variant"

Names = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE_OR_NAME",
        help=f"{_TAKES.capitalize()}; a folder is searched; - is the standard input.",
        autocompletion=complete_variants,
        show_default=False,
    ),
]
Name = Annotated[
    str,
    typer.Argument(
        metavar="VARIANT", help=f"{_TAKES.capitalize()}.", autocompletion=complete_variants, show_default=False
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="Set an option of the rules.", autocompletion=complete_settings),
]
Form = Annotated[Literal["text", "json"], typer.Option("--format", help="How the answer is written.")]


def read(words: Sequence[str]) -> Call | int:
    """Return the call that the words make; an exit code where typer has answered itself (help, a mistake)."""
    chosen: list[Call] = []
    try:
        app(args=list(words), prog_name="spadesdsl", obj=chosen)
    except SystemExit as end:
        if not chosen:
            return end.code if isinstance(end.code, int) else Exit.USAGE
    return chosen[0]


def _pairs(settings: list[str] | None) -> tuple[tuple[str, str], ...]:
    """Return settings as names and values."""
    pairs = []
    for text in settings or ():
        name, equals, value = text.partition("=")
        if not (name and equals):
            message = f"`{text}` does not set anything: write OPTION=VALUE, as in `target=300`."
            raise typer.BadParameter(message, param_hint="--set")
        pairs.append((name, value))
    return tuple(pairs)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"spadesdsl {__version__}")
        raise typer.Exit


@app.callback()
def everything(
    *,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and stop.", is_eager=True, callback=_version)
    ] = False,
) -> None:
    """House rules of trick-taking games: check them, read them, play them, keep score by them."""


@app.command()
def validate(
    context: typer.Context,
    names: Names,
    *,
    settings: Settings = None,
    form: Form = "text",
    strict: Annotated[bool, typer.Option("--strict", help="Warnings and open choices count as errors.")] = False,
) -> None:
    """Check rules: syntax, names, types, meaning, and the examples."""
    context.obj.append(Validate(tuple(names), _pairs(settings), form, strict))


@app.command("test")
def run_examples(context: typer.Context, names: Names, *, settings: Settings = None, form: Form = "text") -> None:
    """Run the worked examples of rules, and no other check."""
    context.obj.append(Test(tuple(names), _pairs(settings), form))


@app.command()
def show(context: typer.Context, name: Name, *, settings: Settings = None, form: Form = "text") -> None:
    """Show all the rules of a variant, each with its place."""
    context.obj.append(Show(name, _pairs(settings), form))


@app.command()
def fmt(
    context: typer.Context,
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE", help="Files; a folder is searched; - is the standard input.", show_default=False
        ),
    ],
    *,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; tell which files would change.")] = False,
) -> None:
    """Write files in the one way the language is written."""
    context.obj.append(Format(tuple(names), check))


@app.command()
def play(
    context: typer.Context,
    name: Name,
    *,
    settings: Settings = None,
    seat: Annotated[
        str,
        typer.Option(metavar="SEAT", help="Where you sit; none: bots play all seats.", autocompletion=complete_seats),
    ] = "",
    seed: Annotated[int | None, typer.Option(metavar="N", help="The same seed deals the same cards.")] = None,
    deals: Annotated[
        int, typer.Option(metavar="N", min=1, help="When bots alone stop, if nothing ends the game.")
    ] = 200,
) -> None:
    """Play a game against bots."""
    context.obj.append(Play(name, _pairs(settings), seat, seed, deals))


@app.command()
def score(
    context: typer.Context,
    name: Name,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A score document, YAML or JSON.")] = "-",
    *,
    settings: Settings = None,
    json: Annotated[bool, typer.Option("--json", help="Answer with the score event.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Refuse bids that the rules do not allow.")] = False,
) -> None:
    """Score a deal that was played elsewhere."""
    context.obj.append(Score(name, file, _pairs(settings), "json" if json else "text", strict))


@app.command()
def referee(context: typer.Context, name: Name, *, settings: Settings = None) -> None:
    """Let a program play: JSON Lines on the standard input and output."""
    context.obj.append(Referee(name, _pairs(settings)))


@app.command()
def schema(
    context: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="DOCUMENT", help="Which document.", autocompletion=complete_schemas)
    ] = "",
) -> None:
    """Print the JSON Schema of a document; without a name, the names."""
    context.obj.append(Schema(name))
