"""The command line as typer knows it: every command, option and help text. Loaded only when needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer
from typer.models import OptionInfo

from spadesdsl import __version__
from spadesdsl.cli.calls import (
    BOTS,
    FORMATS,
    MOST_DEALS,
    Call,
    Compare,
    Diff,
    Explain,
    Export,
    Format,
    List,
    New,
    Play,
    Referee,
    Replay,
    Schema,
    Score,
    Show,
    Test,
    Validate,
)
from spadesdsl.cli.completion import (
    complete_codes,
    complete_effects,
    complete_games,
    complete_packs,
    complete_people,
    complete_schemas,
    complete_seats,
    complete_settings,
    complete_variants,
)
from spadesdsl.cli.exits import Exit
from spadesdsl.cli.given import offered, one_of, pairs, whole
from spadesdsl.cli.helping import Command

app = typer.Typer(
    name="spadesdsl",
    help="House rules for trick-taking games: check them, read them, play by them, keep score.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
)

_TAKES = "a file, or the name of a game"
_SIDE = f"{_TAKES.capitalize()}, or REV:FILE of a git repository."


def _format(command: str) -> OptionInfo:
    """Return the option for the form of the answer."""
    words = FORMATS[command]
    hint = "The form of the answer; --json is short for --format json."
    option: OptionInfo = typer.Option("--format", metavar="|".join(words), help=hint, autocompletion=offered(words))
    return option


def _form(command: str, form: str) -> str:
    return one_of(form, FORMATS[command], "--format")


Names = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE_OR_NAME",
        help=f"{_TAKES.capitalize()}; a folder means all its files; - is standard input.",
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
    typer.Option(
        "--set", metavar="OPTION=VALUE", help="Set an option, or preset=NAME.", autocompletion=complete_settings
    ),
]


def read(words: Sequence[str]) -> Call | int:
    """Return the call that the words make, or an exit code if typer has answered by itself (help, a mistake)."""
    chosen: list[Call] = []
    try:
        app(args=_with_value(words), prog_name="spadesdsl", obj=chosen)
    except SystemExit as end:
        if not chosen:
            return end.code if isinstance(end.code, int) else Exit.USAGE
    except OSError as problem:
        if "--install-completion" not in words:
            raise
        why = (problem.strerror or str(problem)).lower()
        typer.echo(f"Completion cannot be installed in your home folder: {why}.", err=True)
        typer.echo("Run `spadesdsl --show-completion`, and put what it prints where your shell reads it.", err=True)
        return Exit.UNREADABLE
    return chosen[0]


def _with_value(words: Sequence[str]) -> list[str]:
    """Spell out `--json`, and give a lone `--resume` an empty value, because typer wants one."""
    found: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "--":
            return [*found, word, *rest]
        if word == "--json" and words[0] in FORMATS:
            word = "--format=json"
        elif word == "--resume":
            has_value = bool(rest) and not rest[0].startswith("-")
            word = f"--resume={rest.pop(0) if has_value else ''}"
        found.append(word)
    return found


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"spadesdsl {__version__}")
        raise typer.Exit


@app.callback()
def everything(
    *,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", is_eager=True, callback=_version)
    ] = False,
) -> None:
    """House rules for trick-taking games: check them, read them, play by them, keep score."""


@app.command(cls=Command)
def validate(
    context: typer.Context,
    names: Names,
    *,
    settings: Settings = None,
    form: Annotated[str, _format("validate")] = "text",
    strict: Annotated[bool, typer.Option("--strict", help="Warnings and open choices count as errors.")] = False,
    proofs: Annotated[
        bool, typer.Option("--proofs", help="Also look for gaps: cases that the rules do not cover.")
    ] = False,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Do not use the cache, and do not fill it.")] = False,
) -> None:
    """Check rules for mistakes, and run their examples."""
    form = _form("validate", form)
    context.obj.append(Validate(tuple(names), pairs(settings), form, strict, proofs, no_cache))


@app.command(cls=Command)
def explain(
    context: typer.Context,
    code: Annotated[
        str,
        typer.Argument(
            metavar="CODE",
            help="The code of a message, such as W801; without one, list them all.",
            autocompletion=complete_codes,
        ),
    ] = "",
) -> None:
    """Explain a message, with the fix and a file that causes it."""
    context.obj.append(Explain(code))


@app.command("test", cls=Command)
def run_examples(
    context: typer.Context,
    names: Names,
    *,
    settings: Settings = None,
    form: Annotated[str, _format("test")] = "text",
) -> None:
    """Run only the examples."""
    context.obj.append(Test(tuple(names), pairs(settings), _form("test", form)))


@app.command(cls=Command)
def show(
    context: typer.Context,
    name: Name,
    *,
    settings: Settings = None,
    form: Annotated[str, _format("show")] = "text",
    python: Annotated[bool, typer.Option("--python", help="Print the Python code that the rules become.")] = False,
) -> None:
    """Show all the rules of a game, with file and line."""
    context.obj.append(Show(name, pairs(settings), "python" if python else _form("show", form)))


@app.command(cls=Command)
def fmt(
    context: typer.Context,
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE", help="Files; a folder means all its files; - is standard input.", show_default=False
        ),
    ],
    *,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; list the files that would change.")] = False,
) -> None:
    """Tidy files: put them into the standard layout."""
    context.obj.append(Format(tuple(names), check))


@app.command(cls=Command)
def play(
    context: typer.Context,
    name: Annotated[
        str,
        typer.Argument(
            metavar="VARIANT", help=f"{_TAKES.capitalize()}.", autocompletion=complete_variants, show_default=False
        ),
    ] = "",
    *,
    settings: Settings = None,
    seat: Annotated[
        str,
        typer.Option(
            metavar="SEAT", help="Where you sit; with none, bots play all seats.", autocompletion=complete_seats
        ),
    ] = "",
    seats: Annotated[
        str,
        typer.Option(metavar="WHO", help="Who plays: `2,bots`, or `South,West,bots`.", autocompletion=complete_people),
    ] = "",
    hotseat: Annotated[
        bool, typer.Option("--hotseat", help="People share this machine: all seats, or those in --seats.")
    ] = False,
    bots: Annotated[
        str, typer.Option(metavar="|".join(BOTS), help="How the bots play.", autocompletion=offered(BOTS))
    ] = BOTS[0],
    seed: Annotated[str | None, typer.Option(metavar="N", help="The same seed deals the same cards.")] = None,
    deals: Annotated[
        str, typer.Option(metavar="N", help="How many deals bots play alone if nothing ends the game.")
    ] = "200",
    record: Annotated[str, typer.Option(metavar="FILE", help="Save the game in this file.")] = "",
    resume: Annotated[
        str | None, typer.Option(metavar="[FILE]", help="Continue this saved game, or the last one.")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Sentences only, for a screen reader: no drawing, no colour.")
    ] = False,
    start: Annotated[
        str, typer.Option("--from", metavar="FILE", help="Start from a position that `diff --save` wrote.")
    ] = "",
) -> None:
    """Play against bots, or with friends at this machine."""
    bots = one_of(bots, BOTS, "--bots")
    number = None if seed is None else whole(seed, "--seed")
    most = whole(deals, "--deals", least=1)
    call = Play(name, pairs(settings), seat, seats, number, most, bots, record, resume, hotseat, plain, start)
    context.obj.append(call)


@app.command(cls=Command)
def score(
    context: typer.Context,
    name: Name,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A score document, YAML or JSON.")] = "-",
    *,
    settings: Settings = None,
    form: Annotated[str, _format("score")] = "text",
    strict: Annotated[bool, typer.Option("--strict", help="Refuse bids that the rules do not allow.")] = False,
) -> None:
    """Score a deal that you played elsewhere."""
    context.obj.append(Score(name, file, pairs(settings), _form("score", form), strict))


@app.command(cls=Command)
def referee(context: typer.Context, name: Name, *, settings: Settings = None) -> None:
    """Let another program play, over JSON Lines."""
    context.obj.append(Referee(name, pairs(settings)))


@app.command(cls=Command)
def schema(
    context: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="DOCUMENT", help="Which document.", autocompletion=complete_schemas)
    ] = "",
) -> None:
    """Print the JSON Schema of a document, or list the documents."""
    context.obj.append(Schema(name))


@app.command(cls=Command)
def replay(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A saved game.", show_default=False)],
    *,
    to: Annotated[str | None, typer.Option("--to", metavar="N", help="Stop after move N.")] = None,
    form: Annotated[str, _format("replay")] = "text",
    under: Annotated[
        str,
        typer.Option(
            "--under", metavar="VARIANT", help="Judge the game by other rules.", autocompletion=complete_variants
        ),
    ] = "",
) -> None:
    """Play a saved game back, and check every move by the rules."""
    last = None if to is None else whole(to, "--to", least=0)
    context.obj.append(Replay(file, last, _form("replay", form), under))


@app.command(cls=Command)
def export(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A saved game.", show_default=False)],
    *,
    form: Annotated[str, typer.Option("--format", metavar="pbn", help="The form: pbn, for bridge programs.")] = FORMATS[
        "export"
    ][0],
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="FILE", help="Write to this file instead of standard output.")
    ] = "",
) -> None:
    """Write a saved game for another program."""
    _form("export", form)
    context.obj.append(Export(file, out))


@app.command("list", cls=Command)
def list_all(
    context: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="WORD", help="List only games and packs that mention these words.", show_default=False),
    ] = None,
    *,
    long: Annotated[bool, typer.Option("--long", help="Show what each file says about itself.")] = False,
    form: Annotated[str, _format("list")] = "text",
) -> None:
    """List the games and packs that come with the program."""
    context.obj.append(List(tuple(words or ()), long, _form("list", form)))


@app.command(cls=Command)
def new(
    context: typer.Context,
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="The name of your game; the file will be NAME.spades.", show_default=False),
    ],
    *,
    parent: Annotated[
        str,
        typer.Option("--from", metavar="VARIANT", help="The game to start from.", autocompletion=complete_games),
    ],
    packs: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="PACK", help="A pack to include.", autocompletion=complete_packs),
    ] = None,
) -> None:
    """Start a file of house rules, with comments."""
    context.obj.append(New(name, parent, tuple(packs or ())))


@app.command(cls=Command)
def diff(
    context: typer.Context,
    before: Annotated[
        str,
        typer.Argument(metavar="A", help=_SIDE, autocompletion=complete_variants, show_default=False),
    ],
    after: Annotated[
        str, typer.Argument(metavar="B", help="Likewise.", autocompletion=complete_variants, show_default=False)
    ],
    *,
    settings: Settings = None,
    witness: Annotated[bool, typer.Option("--witness", help="Show a hand on which they differ.")] = False,
    deals: Annotated[str, typer.Option("--deals", metavar="N", help="How many deals to play in both.")] = "200",
    form: Annotated[str, _format("diff")] = "text",
    fail_on: Annotated[
        list[str] | None,
        typer.Option(
            "--fail-on", metavar="EFFECT", help="Exit with 1 only for this effect.", autocompletion=complete_effects
        ),
    ] = None,
    save: Annotated[str, typer.Option("--save", metavar="FOLDER", help="Save each case there, to play from it.")] = "",
) -> None:
    """Show how two games differ, with a hand that shows it."""
    played = whole(deals, "--deals", least=0, most=MOST_DEALS)
    form = _form("diff", form)
    context.obj.append(Diff(before, after, pairs(settings), witness, played, form, tuple(fail_on or ()), save))


@app.command(cls=Command)
def compare(
    context: typer.Context,
    names: Annotated[
        list[str],
        typer.Argument(metavar="VARIANT", help=_SIDE, autocompletion=complete_variants, show_default=False),
    ],
    *,
    settings: Settings = None,
    form: Annotated[str, _format("compare")] = "text",
    every: Annotated[bool, typer.Option("--all", help="Also show rules that are the same in all games.")] = False,
) -> None:
    """Compare the rules of several games in one table."""
    context.obj.append(Compare(tuple(names), pairs(settings), _form("compare", form), every))
