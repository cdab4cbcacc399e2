"""What the shell offers on Tab: bundled variants, options of the rules and their values, seats."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from spadesdsl.rules.game import Rules


def complete_variants(incomplete: str) -> list[str]:
    """Offer the bundled variants and files of rules; a shell that is offered nothing looks for other files itself."""
    from spadesdsl.reading import SUFFIX
    from spadesdsl.resources import variant_names

    folder = incomplete[: incomplete.rfind("/") + 1]
    try:
        files = sorted(one.name for one in Path(folder or ".").iterdir() if one.suffix == SUFFIX)
    except OSError:
        files = []
    plain = [f"{folder}{name}" for name in files if name.isprintable() and " " not in name]  # bash would not quote it
    return [name for name in (*variant_names(), *plain) if name.startswith(incomplete)]


def complete_settings(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Offer the options of the variant on the line, and after `=` the values of one."""
    if (game := _game(ctx)) is None:
        return []
    wanted, equals, start = incomplete.partition("=")
    if not equals:
        known = [(option.name, option.rule.sentence or option.ask) for option in game.options]
        known += [("preset", "A group of settings.")] if game.presets else []
        return [(f"{name}=", says) for name, says in known if name.startswith(wanted)]
    if wanted == "preset":
        return [(f"preset={name}", title) for name, title, _ in game.presets if name.startswith(start)]
    option = next((option for option in game.options if option.name == wanted), None)
    from spadesdsl.check.options import say_value

    values = () if option is None else option.choices
    words = [say_value(option.type, value, game) for value in values if option is not None]
    return [(f"{wanted}={word}", "") for word in words if word.startswith(start)]


def complete_seats(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer the seats of the variant on the line."""
    game = _game(ctx)
    seats = [] if game is None else [seat.lower() for seat in game.seats]
    return [seat for seat in [*seats, "none"] if seat.startswith(incomplete.lower())]


def complete_people(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer, after each comma, a seat of the variant on the line, or bots."""
    game = _game(ctx)
    before, comma, last = incomplete.rpartition(",")
    seats = [] if game is None else [seat.lower() for seat in game.seats]
    taken = before.lower().split(",")
    left = [word for word in [*seats, "bots"] if word not in taken]
    return [f"{before}{comma}{word}" for word in left if word.startswith(last.lower())]


def complete_games(incomplete: str) -> list[tuple[str, str]]:
    """Offer the bundled games, each with its title."""
    return _items("game", incomplete)


def complete_packs(incomplete: str) -> list[tuple[str, str]]:
    """Offer the bundled packs, each with its title."""
    return _items("pack", incomplete)


def _items(kind: str, incomplete: str) -> list[tuple[str, str]]:
    from spadesdsl.cli.catalogue import items

    return [(item.name, item.title) for item in items() if item.kind == kind and item.name.startswith(incomplete)]


def complete_codes(incomplete: str) -> list[tuple[str, str]]:
    """Offer the codes of findings."""
    from spadesdsl.codes import CODES

    return [(code, entry.title) for code, entry in CODES.items() if code.startswith(incomplete.upper())]


def complete_schemas(incomplete: str) -> list[str]:
    """Offer the documents that have a schema."""
    from spadesdsl.schemas import NAMES

    return [name for name in NAMES if name.startswith(incomplete)]


def complete_effects(incomplete: str) -> list[str]:
    """Offer what `--fail-on` can name."""
    from spadesdsl.algebra.reads import Effect

    names = [effect.value.replace(" ", "-") for effect in Effect]
    return [name for name in [*names, "any"] if name.startswith(incomplete.lower())]


def _game(ctx: typer.Context) -> Rules | None:
    """Return the checked variant on the command line so far."""
    from spadesdsl.loader import load

    # An option without its value stops the parser, and the words before it are among the rest.
    given = (*(ctx.params.get("names") or ()), ctx.params.get("name"), *ctx.args)
    name = next((word for word in given if word and not word.startswith("-")), None)
    if name is None:
        return None
    variant = load(name, {}, has_fixes=False).variant
    return None if variant is None else variant.game
