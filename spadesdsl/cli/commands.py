"""The commands: one frozen class each, from which typer's help and the reading of a command line are both made.

The first line of a class is its help. A field is an argument or an option of the command, in the order of the help.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from spadesdsl.cli.arguments import (
    Call,
    address,
    argument,
    arguments,
    bot,
    choice,
    flag,
    margin,
    option,
    picture,
    players,
    setting,
    whole,
)

BOTS: Final = (*("steady", "strong", "greedy", "random"), *("strong:careful", "strong:bold", "strong:beginner"))
"""The bots of `spadesdsl.bots`, which is slow to import; the first is the default."""
MOST_DEALS: Final = 1_000_000
"""The most deals that `diff` plays."""

_TAKES = "A file, or the name of a game"
_VARIANT = "VARIANT", f"{_TAKES}."
_SIDE = f"{_TAKES}, or REV:FILE of a git repository."
_FILES = "a folder means all its files; - is standard input."


def _names() -> Any:
    return arguments("FILE_OR_NAME", f"{_TAKES}; {_FILES}", offers="variants")


def _name(usual: str | None = None) -> Any:
    return argument(*_VARIANT, usual=usual, offers="variants")


def _settings() -> Any:
    words = "Set an option of the rules, as in target=300, or preset=NAME."
    return option("--set", "OPTION=VALUE", words, is_many=True, read=setting, offers="settings")


def _form(*more: str) -> Any:
    """Return the field for the form of the answer; `--json` is short for `--format json` everywhere."""
    words = "The form of the answer; --json is short for --format json."
    return choice("--format", ("text", "json", *more), words)


class Validate(Call, word="validate", home="validate", example="validate friday.spades --set target=300"):
    """Check rules for mistakes, and run their examples."""

    names: tuple[str, ...] = _names()
    settings: tuple[tuple[str, str], ...] = _settings()
    form: str = _form("github", "sarif")
    is_strict: bool = flag("--strict", "Warnings and open choices count as errors.")
    with_proofs: bool = flag("--proofs", "Also look for gaps: cases that the rules do not cover.")
    is_fresh: bool = flag("--no-cache", "Do not use the cache, and do not fill it.")


class Explain(Call, word="explain", home="explain", example="explain E203"):
    """Explain a message, with the fix and a file that causes it."""

    code: str = argument(
        "CODE", "The code of a message, such as W801; without one, list them all.", usual="", offers="codes"
    )


class Test(Call, word="test", home="validate", does="test", example="test friday.spades"):
    """Run only the examples."""

    names: tuple[str, ...] = _names()
    settings: tuple[tuple[str, str], ...] = _settings()
    form: str = _form()


class Show(Call, word="show", home="show", example="show standard --set target=300"):
    """Show all the rules of a game, with file and line."""

    name: str = _name()
    settings: tuple[tuple[str, str], ...] = _settings()
    form: str = _form("mermaid")
    is_plan: bool = flag("--plan", "Show the order of a deal: who is asked what, and what follows.")
    is_python: bool = flag("--python", "Print the Python code that the rules become.")


class Book(Call, word="book", home="show", does="book", example="book hearts --format html --out hearts.html"):
    """Print a rule book, for people who do not know the language."""

    name: str = _name()
    settings: tuple[tuple[str, str], ...] = _settings()
    form: str = choice("--format", ("markdown", "html"), "The form: Markdown, or one page of HTML.")
    lang: str = option("--lang", "LANG", "The language: en, de, or a file with a table of sentences.", usual="en")
    out: str = option("--out -o", "FILE", "Write to this file instead of standard output.")


class Format(Call, word="fmt", home="fmt", example="fmt friday.spades"):
    """Tidy files: put them into the standard layout."""

    names: tuple[str, ...] = arguments("FILE", f"Files; {_FILES}")
    is_check: bool = flag("--check", "Change nothing; list the files that would change.")


class Play(Call, word="play", home="play", example="play hearts --seats 2,bots --names Ann,Ben"):
    """Play against bots, or with friends at this machine."""

    name: str = _name(usual="")
    settings: tuple[tuple[str, str], ...] = _settings()
    seat: str = option("--seat", "SEAT", "Where you sit; with none, bots play all seats.", offers="seats")
    seats: str = option("--seats", "WHO", "Who plays: `2,bots`, or `South,West,bots`.", offers="people")
    is_hotseat: bool = flag("--hotseat", "People share this machine: all seats, or those in --seats.")
    bots: str = choice("--bots", BOTS, "How the bots play; `module:Name` is one of yours.", read=bot)
    seed: int | None = option("--seed", "N", "The same seed deals the same cards.", usual=None, read=whole())
    deals: int = option(
        "--deals", "N", "How many deals bots play alone if nothing ends the game.", usual="200", read=whole(least=1)
    )
    record: str = option("--record", "FILE", "Save the game in this file.")
    """Empty: a file in the player's own folder, if somebody sits at a terminal."""
    resume: str | None = option(
        "--resume",
        "[FILE]",
        "Continue this saved game (a file, or its number in `games`), or the last one.",
        usual=None,
        is_bare=True,
    )
    """Empty: the last game; None: a new game."""
    names: str = option("--names", "NAMES", "What the people are called: `Ann` or `Ann,Ben`.")
    pace: str = choice("--pace", ("normal", "slow", "fast"), "How fast cards appear at a terminal; Enter skips.")
    is_quick: bool = flag("--auto", "Play your only card, or give your only answer, without a question.")
    is_plain: bool = flag("--plain", "Sentences only, for a screen reader: no drawing, no colour.")
    start: str = option("--from", "FILE", "Start from a position that `diff --save` wrote.")


class Serve(Call, word="serve", home="serve", example="serve standard --lan"):
    """Play with friends in the browser: everybody on their own phone."""

    name: str = _name()
    settings: tuple[tuple[str, str], ...] = _settings()
    port: int = option("--port", "N", "The port to listen on; 0 for any.", usual="8000", read=whole(0, 65535))
    is_lan: bool = flag("--lan", "Let other machines in your network in, not only this one.")
    bots: str = choice("--bots", BOTS, "How the bots play that fill empty seats.")
    pace: str = choice("--pace", ("normal", "slow", "fast"), "How fast the bots play.")
    keep: str = option(
        "--keep", "FOLDER", "Where the games are kept, to go on later; your own folder if you name none."
    )


class Games(Call, word="games", home="stats", does="games", example="games --all"):
    """List your saved games, to continue one or to look back at it."""

    number: int = option("--last", "N", "How many to list.", usual="20", read=whole(least=1))
    has_all: bool = flag("--all", "List all of them.")
    form: str = _form()


class Stats(Call, word="stats", home="stats", example="stats Ann"):
    """Show how you have played in your saved games."""

    player: str = argument("PLAYER", "Only this player, by the name of `play --names`.", usual="")
    form: str = _form()


class Score(Call, word="score", home="score", example="score standard deal.yaml"):
    """Score a deal that you played elsewhere."""

    name: str = _name()
    file: str = argument(
        "FILE",
        "What was bid and taken, as YAML or JSON: `bids: [3, 4, 2, 3]`, `taken: [4, 2, 3, 4]`; - is standard input.",
        usual="-",
    )
    settings: tuple[tuple[str, str], ...] = _settings()
    form: str = _form()
    is_strict: bool = flag("--strict", "Refuse bids that the rules do not allow.")


class Referee(Call, word="referee", home="serve", does="referee", example="referee euchre"):
    """Let another program play, over JSON Lines."""

    name: str = _name()
    settings: tuple[tuple[str, str], ...] = _settings()


class Schema(Call, word="schema", home="explain", does="schema", example="schema record"):
    """Print the JSON Schema of a document, or list the documents."""

    name: str = argument("DOCUMENT", "Its name, such as record; without one, list them.", usual="", offers="schemas")


class Replay(Call, word="replay", home="replay", example="replay 1 --to 24"):
    """Play a saved game back, and check every move by the rules."""

    file: str = argument("FILE", "A saved game: a file, or its number in `games`.")
    to: int | None = option("--to", "N", "Stop after move N.", usual=None, read=whole(least=0))
    form: str = _form()
    under: str = option("--under", "VARIANT", "Judge the game by other rules.", offers="variants")


class Review(Call, word="review", home="review", example="review 1 --seat South"):
    """Look through a saved game for the choices that cost most."""

    file: str = argument("FILE", "A saved game: a file, or its number in `games`.")
    seat: str = option("--seat", "SEAT", "Whose choices; without it, those of the people who played.", offers="seats")
    most: int = option("--most", "N", "How many to name.", usual="5", read=whole(least=1))
    effort: str = choice("--effort", ("normal", "quick"), "How long to think about each.")
    seed: int = option("--seed", "N", "Imagine other deals, with any other number.", usual="0", read=whole())
    form: str = _form()


class Export(Call, word="export", home="replay", does="export", example="export 1 --out game.pbn"):
    """Write a saved game for another program."""

    file: str = argument("FILE", "A saved game: a file, or its number in `games`.")
    form: str = choice("--format", ("pbn",), "The form: pbn, for bridge programs.")
    out: str = option("--out -o", "FILE", "Write to this file instead of standard output.")


class List(Call, word="list", home="catalogue", example="list joker --long"):
    """List the games and packs that come with the program."""

    words: tuple[str, ...] = arguments("WORD", "List only games and packs that mention these words.", is_required=False)
    is_long: bool = flag("--long", "Show what each file says about itself.")
    form: str = _form()


class New(Call, word="new", home="new", example="new friday --from standard --with jokers_high"):
    """Start a file of house rules, with comments."""

    name: str = argument("NAME", "The name of your game; the file will be NAME.spades.")
    parent: str = option(
        "--from", "VARIANT", "The game to start from, such as `standard`; `list` shows all.",
        is_required=True, offers="games",
    )  # fmt: skip
    packs: tuple[str, ...] = option("--with", "PACK", "A pack to include.", is_many=True, offers="packs")


class Diff(Call, word="diff", home="diff", example="diff standard friday.spades --witness"):
    """Show how two games differ, with a hand that shows it."""

    before: str = argument("A", _SIDE, offers="variants")
    after: str = argument("B", "The other game, in the same form.", offers="variants")
    settings: tuple[tuple[str, str], ...] = _settings()
    has_witnesses: bool = flag("--witness", "Show a hand on which they differ.")
    deals: int = option(
        "--deals", "N", "How many deals to play in both.", usual="200", read=whole(least=0, most=MOST_DEALS)
    )
    form: str = _form("markdown", "html")
    fail_on: tuple[str, ...] = option(
        "--fail-on",
        "EFFECT",
        "Exit with 1 only if they differ in this, such as bids, plays or score.",
        is_many=True,
        offers="effects",
    )
    save: str = option("--save", "FOLDER", "Save each case there, to play from it.")


class Compare(Call, word="compare", home="diff", does="compare", example="compare standard nyc wikipedia"):
    """Compare the rules of several games in one table."""

    names: tuple[str, ...] = arguments("VARIANT", _SIDE, offers="variants")
    settings: tuple[tuple[str, str], ...] = _settings()
    form: str = _form("markdown", "html")
    has_all: bool = flag("--all", "Also show rules that are the same in all games.")


class Simulate(Call, word="simulate", home="simulate", example="simulate standard friday.spades --deals 5000"):
    """Play the same deals under several rules, and compare."""

    names: tuple[str, ...] = arguments("VARIANT", f"{_TAKES}; the others are compared with the first.", offers="games")
    settings: tuple[tuple[str, str], ...] = _settings()
    varied: str = option(
        "--by-option", "OPTION=VALUES", "Compare values of an option: `target=300..500`, or `size=small,large`."
    )
    bots: str = choice(
        "--bots",
        ("greedy", "steady", "strong", "random"),
        "Who plays; steady and strong take about a second for a deal. `module:Name` is one of yours.",
        read=bot,
    )
    deals: int = option(
        "--deals", "N", "How many deals to play under the first rules.", usual="1000", read=whole(1, MOST_DEALS)
    )
    seed: int = option("--seed", "N", "The same seed gives the same answer.", usual="1", read=whole())
    workers: int = option("--workers", "N", "How many processes play.", usual="1", read=whole(1, 256))
    seats: tuple[str, ...] = option(
        "--seats",
        "BOT,BOT",
        "Who plays where, a bot for each player: `steady,random`, or yours: `module:Name`.",
        read=partial(players, BOTS),
    )
    dask: str = option(
        "--dask", "ADDRESS", "Let the workers of a Dask scheduler play: `tcp://host:8786`.", read=address
    )
    plot: str = option("--plot", "FILE", "Draw what was found, as PNG or SVG.", read=picture)
    until: float = option(
        "--until", "POINTS", "Stop once the points of a side are known this closely: `0.5`.", read=margin
    )
    form: str = _form("markdown")


class Lsp(Call, word="lsp", home="serve", does="lsp", example="lsp"):
    """Help an editor: findings as you type, fixes, names. Editors start it themselves."""


COMMANDS: Final = {one.word: one for one in Call.__subclasses__()}
"""By name, in the order of the help."""
