"""`spadesdsl diff` and `spadesdsl compare`: how two games differ, with a case that shows it; rules side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from spadesdsl.book.blocks import Block, html, markdown
from spadesdsl.check.options import PRESET
from spadesdsl.cli.commands import Compare, Diff
from spadesdsl.cli.console import Console, Exit, Stop
from spadesdsl.cli.loading import load, tell_errors
from spadesdsl.diff import Difference, Effect, difference, tables
from spadesdsl.diff.revisions import Unread, load_revision, names_revision
from spadesdsl.diff.telling import blocks_of, effect_name, escaped, lines_of, to_json
from spadesdsl.loader import Loaded
from spadesdsl.rules.game import Rules
from spadesdsl.words import count, reason_of


def run(console: Console, call: Diff) -> int:
    """Compare two games and show how they differ."""
    guarded = _guarded(call.fail_on)
    first, second = read_all(console, (call.before, call.after), call.settings)
    before, after = labels_of((call.before, call.after))
    console.murmur(f"Playing {count(call.deals, 'deal')} of both games …")
    found = difference(
        (before, first.rules, lambda: first.playable), (after, second.rules, lambda: second.playable), deals=call.deals
    )
    if call.form == "json":
        console.data(to_json(found))
    elif call.form == "text":
        console.say(*lines_of(found, has_witnesses=call.has_witnesses))
    else:
        blocks = partial(blocks_of, found, has_witnesses=call.has_witnesses)
        _say_page(console, call.form, f"{found.before} and {found.after}", blocks)
    if call.save:
        _save(console, call.save, found)
    if guarded:  # only these effects count, shown by a case or not ruled out
        return Exit.FOUND if any(one.effect in guarded for one in found.affected) else Exit.FINE
    return Exit.FINE if found.is_same else Exit.FOUND


def _guarded(names: Sequence[str]) -> frozenset[Effect]:
    """Return the effects of `--fail-on`."""
    found = set()
    for name in names:
        wanted = name.lower().replace("_", " ").replace("-", " ").strip()
        fitting = [effect for effect in Effect if wanted and effect.value.startswith(wanted)]
        if wanted == "any":
            fitting = list(Effect)[:-1]
        if not fitting:
            known = ", ".join(effect.value for effect in Effect)
            hint = f"Write {known}, or `any` for everything but words."
            raise Stop(Exit.USAGE, f"`--fail-on {name}`: there is no such effect. {hint}")
        found.update(fitting)
    return frozenset(found)


def _say_page(console: Console, form: str, title: str, blocks: Callable[..., Iterable[Block]]) -> None:
    """Write a page of Markdown or HTML; in Markdown, names are literal."""
    page = markdown(blocks(literal=escaped)) if form == "markdown" else html(title, blocks())
    console.say(page.removesuffix("\n"))


def _save(console: Console, folder: str, found: Difference) -> None:
    """Write the documents of the cases into a folder, one file an effect."""
    import yaml

    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        for one in found.found:
            if one.witness is not None and one.witness.document is not None:
                name = f"{effect_name(one).replace(' ', '_')}.yaml"
                text = yaml.safe_dump(one.witness.document, sort_keys=False, default_flow_style=None, width=118)
                Path(folder, name).write_text(text, encoding="utf-8")
                console.tell(f"{effect_name(one)}: `spadesdsl play VARIANT --from {Path(folder, name)}`")
    except OSError as problem:
        raise Stop(Exit.UNREADABLE, f"`{folder}` cannot be written: {reason_of(problem)}.") from None


def compare(console: Console, call: Compare) -> int:
    """Put games side by side."""
    if len(call.names) < 2:
        raise Stop(Exit.USAGE, "`spadesdsl compare` needs at least two games.")
    loaded = read_all(console, call.names, call.settings)
    table = tables.table_of(labels_of(call.names), [one.variant for one in loaded if one.variant is not None])
    if call.form == "json":
        console.say(tables.json_of(table, has_all=call.has_all))
    elif call.form == "text":
        console.say(*tables.text_of(table, has_all=call.has_all))
    else:
        _say_page(console, call.form, ", ".join(table.names), partial(tables.blocks_of, table, has_all=call.has_all))
    return Exit.FINE


# ---------------------------------------------------------------- reading


def labels_of(names: Sequence[str]) -> tuple[str, ...]:
    """Return the name of each, with its place if two have the same."""
    short = [name if names_revision(name) else Path(name).stem if name.endswith(".spades") else name for name in names]
    if len(set(short)) == len(short):
        return tuple(short)
    if len(set(names)) == len(names):
        return tuple(names)
    return tuple(f"{name} ({at})" for at, name in enumerate(names, 1))


def read_all(console: Console, names: Sequence[str], settings: Sequence[tuple[str, str]]) -> tuple[Loaded, ...]:
    """Load every game. An option is set in those that have it, and at least one must have it.

    A file that cannot be loaded stops the comparison.
    """
    loaded = _read_each(console, [(name, ()) for name in names], Exit.UNREADABLE)
    games = [one.variant.game for one in loaded if one.variant is not None]
    for pair in settings:
        if not any(_can_be_set(pair, game) for game in games):
            what = f"preset `{pair[1]}`" if pair[0] == PRESET else f"option `{pair[0]}`"
            raise Stop(Exit.USAGE, f"`--set {pair[0]}={pair[1]}`: none of these games has the {what}.")
    fitting = [[pair for pair in settings if _can_be_set(pair, game)] for game in games]
    return _read_each(console, zip(names, fitting, strict=True), Exit.USAGE) if settings else loaded


def _read_each(
    console: Console, files: Iterable[tuple[str, Sequence[tuple[str, str]]]], code: Exit
) -> tuple[Loaded, ...]:
    """Load files with settings; stop with this code once it was said what is wrong with each."""
    found = [_read(console, *one) for one in files]
    loaded = tuple(one for one in found if one is not None)
    if len(loaded) < len(found):
        raise Stop(code)
    return loaded


def _can_be_set(pair: tuple[str, str], game: Rules) -> bool:
    """Tell whether a game has the option, or the preset, that a setting names."""
    if pair[0] == PRESET:
        return any(name == pair[1] for name, _, _ in game.presets)
    return any(option.name == pair[0] for option in game.options)


def _read(console: Console, name: str, settings: Sequence[tuple[str, str]]) -> Loaded | None:
    """Load a name, a file or `REV:FILE`, or say what is wrong with it."""
    if names_revision(name):
        found = load_revision(name, dict(settings))
        if isinstance(found, Unread):
            tell_errors(console, found.diagnostics, {})
            return None
    else:
        found = load(console, name, settings)
    if found.variant is not None:
        return found
    tell_errors(console, found.diagnostics, found.sources)
    return None
