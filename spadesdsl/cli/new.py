"""`spadesdsl new`: a new file of house rules, commented and valid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NoReturn

from spadesdsl import loader
from spadesdsl.check.options import choices_text, say_value
from spadesdsl.cli.catalogue import read_item
from spadesdsl.cli.commands import New
from spadesdsl.cli.console import Console, Exit, Stop
from spadesdsl.cli.loading import tell_errors
from spadesdsl.diagnostics import did_you_mean
from spadesdsl.examples.run import run_examples
from spadesdsl.frozen import replace
from spadesdsl.journal.writing import create
from spadesdsl.loader import Loaded
from spadesdsl.reading import PLAIN_NAME, SUFFIX, read_file
from spadesdsl.resources import variant_names, variant_text
from spadesdsl.rules.game import Rules
from spadesdsl.rules.parts import RuleInfo
from spadesdsl.source import Source
from spadesdsl.storage import path_at, usual_mode
from spadesdsl.syntax.wordlist import RESERVED
from spadesdsl.words import and_list, count, folded

_SHOWN: Final = 100
"""Columns of a comment in the file."""


def run(console: Console, call: New) -> int:
    """Write a file of house rules that extends a game and includes packs."""
    path = path_at(call.name)
    path = path if path.suffix == SUFFIX else path.with_name(f"{path.name}{SUFFIX}")
    wrong = _unfit_name(path) or _unfit_parent(path, call) or _unfit_packs(path, call.packs)
    if wrong:
        raise Stop(Exit.USAGE, wrong)
    call = replace(call, parent=call.parent.removesuffix(SUFFIX))
    plain = _loaded(path, _text(path, call))
    if plain.variant is None:
        _refuse(console, call, plain)
    game = plain.variant.game
    whole = _loaded(path, _text(path, call, game))
    broken = [example.title for example in run_examples(whole) if example.failures]
    if broken:  # two packs may change one score
        whole = _loaded(path, _text(path, call, game, broken))
    if whole.variant is None:
        _refuse(console, call, whole)

    if (trouble := create(path, whole.texts[0].text.encode("utf-8"), usual_mode())) is not None:
        raise Stop(Exit.UNREADABLE, f"{path}: {trouble.message}.")
    asked = sum(bool(option.ask) and not option.is_set for option in game.options)
    console.say(f"{path} is ready.")
    if asked:
        questions = count(asked, "open question")
        console.say(*folded(f"It gives {questions} the usual answer: see its `set` lines."))
    console.say(f"`spadesdsl validate {path}` checks it,\n`spadesdsl play {path}` plays it.")
    return Exit.FINE


def _unfit_name(path: Path) -> str:
    """Say why a file cannot have this name."""
    if not PLAIN_NAME.match(path.stem):
        words = "begin with a small letter, and go on with small letters, digits and `_`, as in `house_rules`"
        return f"`{path.stem}` cannot be the name of a game: {words}."
    if path.stem in RESERVED:
        return f"`{path.stem}` is a word of the language: choose another name, such as `our_{path.stem}`."
    if path.stem in variant_names():
        return f"There is a game or pack `{path.stem}` already: choose another name, such as `our_{path.stem}`."
    if path.exists():
        return f"There is a file `{path}` already: choose another name."
    if not path.parent.is_dir():
        return f"There is no folder `{path.parent}`: make it first."
    return ""


def _unfit_parent(path: Path, call: New) -> str:
    """Say why nothing can extend the named game."""
    if (kind := _kind_of(path, call.parent.removesuffix(SUFFIX))) is None:
        parent = path_at(call.parent)
        if parent.is_file() and parent.suffix == SUFFIX:
            there = f"`spadesdsl new {parent.with_name(path.stem)} --from {parent.stem}`"
            return f"A game that yours extends lies in the folder of your file: write {there}."
        return _unknown("game", call.parent)
    if kind == "pack":
        return f"`{call.parent}` is a pack. Name a game with `--from`, and add `--with {call.parent}`."
    return ""


def _unfit_packs(path: Path, packs: Sequence[str]) -> str:
    """Say which of the names is not a pack."""
    for pack in packs:
        if (kind := _kind_of(path, pack)) is None:
            return _unknown("pack", pack)
        if kind == "game":
            return f"`{pack}` is a game, not a pack. To start from it, write `--from {pack}`."
    return ""


def _unknown(kind: str, name: str) -> str:
    near = did_you_mean(name, variant_names()) or "`spadesdsl list` lists them all."
    return f"There is no {kind} `{name}`: {near}"


def _kind_of(path: Path, name: str) -> str | None:
    """Return whether a name is a game or a pack, beside the file or in the bundle; None if neither."""
    if not PLAIN_NAME.match(name):
        return None
    beside = path.parent / f"{name}{SUFFIX}"
    source = read_file(beside)[0] if beside.is_file() else None
    if source is None:
        found = variant_text(name)
        source = None if found is None else Source(*found)
    item = None if source is None else read_item(source)
    return None if item is None else item.kind


def _loaded(path: Path, text: str) -> Loaded:
    """Load a text as if the file were there."""
    return loader.load_draft(Source(str(path), text), path.parent)


def _refuse(console: Console, call: New, loaded: Loaded) -> NoReturn:
    """Show why the packs do not go together."""
    tell_errors(console, loaded.diagnostics, loaded.sources)
    packs = f" with {and_list(call.packs)}" if call.packs else ""
    raise Stop(Exit.FOUND, f"`{call.parent}`{packs} makes no playable game, so there is no new file.")


# ---------------------------------------------------------------- the text


def _text(path: Path, call: New, game: Rules | None = None, broken: Sequence[str] = ()) -> str:
    """Write the file; without a game, only what makes it one."""
    title = path.stem.replace("_", " ").capitalize()
    lines = [
        "language 1",
        "",
        *_comment(f"House rules, starting from `{call.parent}`. Write only what differs from it."),
        f'variant {path.stem} "{title}" extends {call.parent} {{',
        f'  about "Our rules, on top of {call.parent}."',
    ]
    if game is not None:
        lines += [*_answers(game), *_settable(game)]
    if call.packs:
        lines += ["", *(f"  include {pack}" for pack in call.packs)]
    if broken:
        lines += ["", *_comment("Together, the packs change the results of these examples:", "  ")]
        lines += [f'  drop example "{title}"' for title in broken]
    if game is not None:
        lines += _advice(path, call, game)
    return "\n".join([*lines, "}", ""])


def _comment(text: str, indent: str = "") -> list[str]:
    return folded(text, _SHOWN, f"{indent}# ", f"{indent}# ")


def _answers(game: Rules) -> Iterator[str]:
    """Give the open questions the usual answers, and list the others."""
    asked = [option for option in game.options if option.ask and not option.is_set]
    if asked:
        yield ""
        yield from _comment("The books differ on these. Here is the usual answer; write what your table does.", "  ")
    for option in asked:
        yield from _comment(f"{option.ask} {choices_text(option, game)}", "  ")
        yield f"  set {option.name} = {say_value(option.type, option.value, game)}"


def _settable(game: Rules) -> Iterator[str]:
    """List the other options, as comments."""
    plain = [option for option in game.options if not option.ask]
    if plain:
        yield ""
        yield from _comment("Other options: remove the `#` before `set` and write your value.", "  ")
    for option in plain:
        yield f"  # set {option.name} = {say_value(option.type, option.value, game)}"
        yield from folded(f"{option.rule.sentence} ({choices_text(option, game)})", _SHOWN, "  #   ", "  #   ")


def _advice(path: Path, call: New, game: Rules) -> Iterator[str]:
    """Show how to change a rule, with rules of the game."""
    yield ""
    yield from _comment(
        f"`spadesdsl show {call.parent}` lists every rule with its name. In the section of a rule, `drop` removes it, "
        "and `replace` with a new text changes it:",
        "  ",
    )
    musts = [must.rule for must in game.play.musts if must.bid_type is None]
    lines = [line.rule for line in game.scoring.lines if line.bid_type is None]
    for rules in (musts, lines):
        rule = next((rule for rule in rules if _can_go(path, call, game, rule)), None)
        if rule is not None:
            line = f"  #     drop {rule.keyword} {rule.name}"
            says = f"  # {rule.sentence}" if rule.sentence else ""
            yield f"  #   {_section(game, rule)} {{"
            yield line + (says if len(line) + len(says) <= _SHOWN else "")
            yield "  #   }"
    yield from _comment(
        "An `example` says what a deal should score; `spadesdsl test` checks your rules against it.", "  "
    )


def _section(game: Rules, rule: RuleInfo) -> str:
    each = "player" if game.scoring.each == "player" else "team"
    return f"scoring for each {each}" if rule.section == "scoring" else rule.section


def _can_go(path: Path, call: New, game: Rules, rule: RuleInfo) -> bool:
    """Tell whether a file can drop a rule: no other rule reads it."""
    dropped = f"{_section(game, rule)} {{ drop {rule.keyword} {rule.name} }}"
    included = " ".join(f"include {pack}" for pack in call.packs)
    text = f'variant {path.stem} "Without a rule" extends {call.parent} {{ {included} {dropped} }}'
    return _loaded(path, text).variant is not None
