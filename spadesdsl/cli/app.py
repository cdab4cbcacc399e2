"""The command line as typer knows it: every command, option and sentence of help. Loaded only where it is needed."""

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
    help="House rules of trick-taking games: check them, read them, play them, keep score by them.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
)

_TAKES = "a file, or the name of a bundled variant"
_SIDE = f"{_TAKES.capitalize()}, or REV:FILE of a git repository."


def _format(command: str) -> OptionInfo:
    """Return the option that says how the answer is written."""
    words = FORMATS[command]
    hint = "How the answer is written; --json is short for --format json."
    option: OptionInfo = typer.Option("--format", metavar="|".join(words), help=hint, autocompletion=offered(words))
    return option


def _form(command: str, form: str) -> str:
    return one_of(form, FORMATS[command], "--format")


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
    typer.Option(
        "--set", metavar="OPTION=VALUE", help="Set an option, or preset=NAME.", autocompletion=complete_settings
    ),
]


def read(words: Sequence[str]) -> Call | int:
    """Return the call that the words make; an exit code where typer has answered itself (help, a mistake)."""
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
        typer.echo("`spadesdsl --show-completion` prints it, to be put where your shell reads it.", err=True)
        return Exit.UNREADABLE
    return chosen[0]


def _with_value(words: Sequence[str]) -> list[str]:
    """Write `--json` out, and give `--resume` a value where it stands alone: no option's value can be left out else."""
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
        bool, typer.Option("--version", help="Print the version and stop.", is_eager=True, callback=_version)
    ] = False,
) -> None:
    """House rules of trick-taking games: check them, read them, play them, keep score by them."""


@app.command(cls=Command)
def validate(
    context: typer.Context,
    names: Names,
    *,
    settings: Settings = None,
    form: Annotated[str, _format("validate")] = "text",
    strict: Annotated[bool, typer.Option("--strict", help="Warnings and open choices count as errors.")] = False,
    proofs: Annotated[bool, typer.Option("--proofs", help="Prove what can be proved of the rules, too.")] = False,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Use nothing that was kept, and keep nothing.")] = False,
) -> None:
    """Check rules: syntax, names, types, meaning, and the examples."""
    form = _form("validate", form)
    context.obj.append(Validate(tuple(names), pairs(settings), form, strict, proofs, no_cache))


@app.command(cls=Command)
def explain(
    context: typer.Context,
    code: Annotated[
        str,
        typer.Argument(
            metavar="CODE", help="Code of a finding, such as W801; without one, all.", autocompletion=complete_codes
        ),
    ] = "",
) -> None:
    """Explain a finding: what it means, a file that has it, the mend."""
    context.obj.append(Explain(code))


@app.command("test", cls=Command)
def run_examples(
    context: typer.Context,
    names: Names,
    *,
    settings: Settings = None,
    form: Annotated[str, _format("test")] = "text",
) -> None:
    """Run the worked examples of rules, and no other check."""
    context.obj.append(Test(tuple(names), pairs(settings), _form("test", form)))


@app.command(cls=Command)
def show(
    context: typer.Context,
    name: Name,
    *,
    settings: Settings = None,
    form: Annotated[str, _format("show")] = "text",
) -> None:
    """Show all the rules of a variant, each with its place."""
    context.obj.append(Show(name, pairs(settings), _form("show", form)))


@app.command(cls=Command)
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
        typer.Option(metavar="SEAT", help="Where you sit; none: bots play all seats.", autocompletion=complete_seats),
    ] = "",
    seats: Annotated[
        str,
        typer.Option(
            metavar="WHO", help="Several people: `2,bots`, or `South,West,bots`.", autocompletion=complete_people
        ),
    ] = "",
    hotseat: Annotated[
        bool, typer.Option("--hotseat", help="People share this machine; without --seats they take all seats.")
    ] = False,
    bots: Annotated[
        str, typer.Option(metavar="|".join(BOTS), help="How the bots play.", autocompletion=offered(BOTS))
    ] = BOTS[0],
    seed: Annotated[str | None, typer.Option(metavar="N", help="The same seed deals the same cards.")] = None,
    deals: Annotated[str, typer.Option(metavar="N", help="When bots alone stop, if nothing ends the game.")] = "200",
    record: Annotated[str, typer.Option(metavar="FILE", help="Keep the game in this file.")] = "",
    resume: Annotated[
        str | None, typer.Option(metavar="[FILE]", help="Go on with this record, or with the last game.")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Sentences only, for a screen reader: nothing is drawn or coloured.")
    ] = False,
    start: Annotated[
        str, typer.Option("--from", metavar="FILE", help="Go on from a position, as `diff --save` writes it.")
    ] = "",
) -> None:
    """Play a game against bots, or with others at this machine."""
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
    """Score a deal that was played elsewhere."""
    context.obj.append(Score(name, file, pairs(settings), _form("score", form), strict))


@app.command(cls=Command)
def referee(context: typer.Context, name: Name, *, settings: Settings = None) -> None:
    """Let a program play: JSON Lines on the standard input and output."""
    context.obj.append(Referee(name, pairs(settings)))


@app.command(cls=Command)
def schema(
    context: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="DOCUMENT", help="Which document.", autocompletion=complete_schemas)
    ] = "",
) -> None:
    """Print the JSON Schema of a document; without a name, the names."""
    context.obj.append(Schema(name))


@app.command(cls=Command)
def replay(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record, as `play` keeps it.", show_default=False)],
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
    """Show a recorded game, and check that it was played by the rules."""
    last = None if to is None else whole(to, "--to", least=0)
    context.obj.append(Replay(file, last, _form("replay", form), under))


@app.command(cls=Command)
def export(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record, as `play` keeps it.", show_default=False)],
    *,
    form: Annotated[str, typer.Option("--format", metavar="pbn", help="The form: pbn, for bridge readers.")] = FORMATS[
        "export"
    ][0],
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="FILE", help="Where it is written; else the standard output.")
    ] = "",
) -> None:
    """Write a recorded game for another program."""
    _form("export", form)
    context.obj.append(Export(file, out))


@app.command("list", cls=Command)
def list_all(
    context: typer.Context,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="WORD", help="Only what says these words.", show_default=False)
    ] = None,
    *,
    long: Annotated[bool, typer.Option("--long", help="All that the head of each file says.")] = False,
    form: Annotated[str, _format("list")] = "text",
) -> None:
    """List the games and packs that come with the program."""
    context.obj.append(List(tuple(words or ()), long, _form("list", form)))


@app.command(cls=Command)
def new(
    context: typer.Context,
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="What your game is called; NAME.spades is written.", show_default=False),
    ],
    *,
    parent: Annotated[
        str,
        typer.Option("--from", metavar="VARIANT", help="The game that it stands on.", autocompletion=complete_games),
    ],
    packs: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="PACK", help="A pack that it takes in.", autocompletion=complete_packs),
    ] = None,
) -> None:
    """Write a file of house rules to begin with, commented and valid."""
    context.obj.append(New(name, parent, tuple(packs or ())))


@app.command(cls=Command)
def diff(
    context: typer.Context,
    before: Annotated[
        str,
        typer.Argument(metavar="A", help=_SIDE, autocompletion=complete_variants, show_default=False),
    ],
    after: Annotated[
        str, typer.Argument(metavar="B", help="The same.", autocompletion=complete_variants, show_default=False)
    ],
    *,
    settings: Settings = None,
    witness: Annotated[bool, typer.Option("--witness", help="Show the case on which they part.")] = False,
    deals: Annotated[str, typer.Option("--deals", metavar="N", help="Deals that are played in both.")] = "200",
    form: Annotated[str, _format("diff")] = "text",
    fail_on: Annotated[
        list[str] | None,
        typer.Option(
            "--fail-on", metavar="EFFECT", help="Exit 1 for this effect alone.", autocompletion=complete_effects
        ),
    ] = None,
    save: Annotated[
        str, typer.Option("--save", metavar="FOLDER", help="Write each case there, to be played from.")
    ] = "",
) -> None:
    """Tell how two games differ, and the case on which they part."""
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
    every: Annotated[bool, typer.Option("--all", help="The rules that all have alike, too.")] = False,
) -> None:
    """Put the rules of several games side by side, in one table."""
    context.obj.append(Compare(tuple(names), pairs(settings), _form("compare", form), every))
