"""`spadesdsl show`: a variant with everything it inherits, rule by rule; `spadesdsl book`: its rule book."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from spadesdsl.check.options import choices_text, say_value
from spadesdsl.check.wording import REMARKS, case_words, rule_words
from spadesdsl.cli.commands import Book, Show
from spadesdsl.cli.console import Console, Exit
from spadesdsl.cli.loading import game_of, write
from spadesdsl.engine.events import some
from spadesdsl.rules.game import Option, Rules, Variant
from spadesdsl.rules.parts import RuleInfo
from spadesdsl.rules.terms import Value
from spadesdsl.words import WIDTH, and_list, folded, placed


def run(console: Console, call: Show) -> int:
    """Show the resolved rules of a variant."""
    loaded = game_of(console, call.name, call.settings)
    variant = loaded.rules
    if call.is_plan or call.form == "mermaid":
        from spadesdsl.cli.plans import plan_json, plan_lines, plan_mermaid

        if call.form == "json":
            console.data(plan_json(loaded.playable, variant))
        else:
            is_drawn = call.form == "mermaid"
            console.say(*(plan_mermaid(loaded.playable) if is_drawn else plan_lines(loaded.playable, variant)))
        return Exit.FINE
    if call.is_python:
        game = loaded.playable
        names = "`s` is the state; `e` holds the player, the side and the card."
        console.say(f"# {game.name}: the code its rules become. {names}\n\n{game.base.python()}".rstrip())
        return Exit.FINE
    from spadesdsl.examples.run import with_examples_that_hold

    variant = with_examples_that_hold(loaded)
    if call.form == "json":
        console.data(variant_json(variant))
    else:
        console.say(*variant_lines(variant))
    return Exit.FINE


def book(console: Console, call: Book) -> int:
    """Print the rule book, or write it to a file."""
    loaded = game_of(console, call.name, call.settings)
    from spadesdsl.book.blocks import html, markdown
    from spadesdsl.book.book import book
    from spadesdsl.book.language import TableError, language
    from spadesdsl.examples.run import with_examples_that_hold

    try:
        tongue = language(call.lang)
    except TableError as error:
        console.tell(str(error))
        return Exit.USAGE
    pages = book(with_examples_that_hold(loaded), loaded.parent(), tongue)
    title = tongue.own(loaded.rules.game.title)
    text = html(title, pages, tongue.code) if call.form == "html" else markdown(pages)
    if not call.out:
        console.say(text.removesuffix("\n"))
        return Exit.FINE
    return write(console, call.out, text.encode("utf-8"), "written")


def variant_lines(variant: Variant) -> list[str]:
    """Write a variant for people."""
    game = variant.game
    lines = folded(f"{game.title} ({game.name}), version {game.version}")
    lines += folded(game.about, WIDTH, "  ", "  ") + (
        folded(f"from {game.source}", WIDTH, "  ", "  ") if game.source else []
    )
    lines += folded(f"rules of {and_list(dict.fromkeys(rule.document for rule in game.rules))}", WIDTH, "  ", "  ")
    lines += ["", "options"] if game.options else []
    for option in game.options:
        lines += _option_lines(option, game)
    lines += ["", "presets, as in --set preset=NAME"] if game.presets else []
    for name, title, settings in game.presets:
        said = ", ".join(f"{option} = {value}" for option, value in _said(settings, game).items())
        lines += folded(f"{name}  {title}: {said}", WIDTH, "  ", "      ")
    lines += _section_lines(game.rules, game)
    for holds, edition in variant.editions:
        changed = [rule for rule in edition.rules if rule not in game.rules]
        gone = [rule.key for rule in game.rules if rule.key not in {other.key for other in edition.rules}]
        lines += ["", " and ".join(variant.words_of(holds))]
        lines += folded(f"without {', '.join(gone)}", WIDTH, "  ", "    ") if gone else []
        lines += _section_lines(changed, edition, indent="  ")
    lines += ["", "inherited examples left out, each with its reason"] if game.gone_examples else []
    for title, reason in game.gone_examples:
        lines += folded(f'"{title}": {reason}', WIDTH, "  ", "    ")
    return lines


def _option_lines(option: Option, game: Rules) -> list[str]:
    """Write an option: value, range, default, sentence, place."""
    value, default = say_value(option.type, option.value, game), say_value(option.type, option.default, game)
    what = f"{option.name} = {value}   {choices_text(option, game)}"
    what += f"; {default} unless set" if value != default else ""
    lines = placed(what, option.rule.span.row, "  ")
    sentence = option.rule.sentence or option.ask
    return lines + (folded(sentence, WIDTH, "      ", "      ") if sentence else [])


def _said(settings: Iterable[tuple[str, Value]], game: Rules) -> dict[str, str]:
    """Return the values of a preset as a file writes them."""
    options = game.option_of
    return {name: say_value(options[name].type, value, game) for name, value in settings if name in options}


def _section_lines(rules: Iterable[RuleInfo], game: Rules, indent: str = "") -> list[str]:
    """Write rules by section, in the order of a deal: each with its text, place and sentence."""
    order = ["table", "deck", *(phase.name for phase in game.phases), "ending"]
    sections: dict[str, list[RuleInfo]] = {section: [] for section in order}
    for rule in rules:
        if rule.keyword not in REMARKS:
            sections.setdefault(rule.section, []).append(rule)
    lines: list[str] = []
    for section, group in sections.items():
        lines += ["", f"{indent}{section}"] if group else []
        for rule in group:
            lines += placed(rule_words(rule), rule.span.row, f"{indent}  ")
            lines += folded(rule.sentence, WIDTH, f"{indent}      ", f"{indent}      ") if rule.sentence else []
            lines += _case_lines(rule, f"{indent}      ")
    return lines


def _case_lines(rule: RuleInfo, indent: str) -> list[str]:
    """Write the cases of a line, each with its sentence."""
    lines: list[str] = []
    for case in rule.cases:
        says = f'  "{case.sentence}"' if case.sentence else ""
        lines += folded(f"{case_words(case)}{says}", WIDTH, indent, f"{indent}    ")
    return lines


def variant_json(variant: Variant) -> dict[str, Any]:
    """Write a variant for programs."""
    game = variant.game
    return {
        "variant": game.name,
        **some(game, "title about source version seats"),
        "options": [_option_json(option, game) for option in game.options],
        "presets": [
            {"name": name, "title": title, "settings": _said(settings, game)}
            for name, title, settings in game.presets
        ],
        "rules": [_rule_json(rule) for rule in game.rules],
        "deals": [
            {"on": variant.words_of(holds), "rules": [_rule_json(rule) for rule in edition.rules]}
            for holds, edition in variant.editions
        ],
        "gone_examples": [{"title": title, "reason": reason} for title, reason in game.gone_examples],
    }  # fmt: skip


def _option_json(option: Option, game: Rules) -> dict[str, Any]:
    values = (option.value, option.default, *option.choices)
    value, default, *choices = (say_value(option.type, one, game) for one in values)
    said = {"value": value, "default": default, "choices": choices}
    return {"name": option.name, **said, **some(option, "ask is_set"), **some(option.rule, "sentence file line")}


def _rule_json(rule: RuleInfo) -> dict[str, Any]:
    return {**some(rule, "key keyword sentence source"), "from": rule.document, **some(rule.span, "file line column")}
