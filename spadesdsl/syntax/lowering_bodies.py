"""Turn the text after `:` or `=`, or in the braces of a sentence, into a node."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.diagnostics import guess
from spadesdsl.syntax import nodes
from spadesdsl.syntax.building import build, moved
from spadesdsl.syntax.forms import Content
from spadesdsl.syntax.reader import branches, kind, tokens
from spadesdsl.syntax.sentences import THEN_WORDS

if TYPE_CHECKING:
    from spadesdsl.diagnostics import Guess
    from spadesdsl.source import Span
    from spadesdsl.syntax.forms import Form
    from spadesdsl.syntax.nodes import Expr
    from spadesdsl.syntax.reader import Branch, Reader

_EACH_TARGET = ("player", "seat")


def content(tree: Branch, form: Form, reader: Reader) -> nodes.Body:
    """Return the body of a sentence; report one of the wrong kind."""
    body = _content(tree, form, reader)
    if body is None:
        _wrong(reader.span(tree), form, reader)
    return body


def _wrong(span: Span, form: Form, reader: Reader) -> None:
    reader.report(
        "E118", span, f"`{form.keyword}` does not say this: it says {form.content}.", f"such as `{form.example}`"
    )


def _content(tree: Branch, form: Form, reader: Reader) -> nodes.Body:
    span = reader.span(tree)
    match form.content:
        case Content.VALUE:
            return _amount(tree, reader) if kind(tree) == "equals" else None
        case Content.AMOUNT | Content.SCORE:
            return _amount(tree, reader) if kind(tree) == "values" else None
        case Content.NAMES | Content.RANKS:
            return nodes.Values(_list(tree, reader), False, span=span) if kind(tree) == "values" else None
        case Content.BIDS:
            return nodes.Block((), _list(tree, reader), span=span) if kind(tree) == "values" else None
        case Content.TRUMPS:
            return _trumps(tree, reader)
        case Content.CONTROL:
            return _control(tree, reader)
        case Content.CLOCK:
            return _clock(tree, reader)
        case Content.TALLY:
            steps = tuple(build(step, reader) for step in branches(tree)) if kind(tree) == "steps" else None
            return nodes.TallyBody(steps, False, span=span) if steps else None
        case Content.WORD:
            return _word(tree, form, reader)
        case Content.ACTIONS:
            return _actions(tree, reader)
        case Content.GIVE | Content.SHOW | Content.AWARD | Content.SHUFFLE | Content.SKIP | Content.REDEAL:
            action = _action_of(form.content, tree, reader)
            return nodes.Actions((action,), span=span) if action else None
        case Content.NOTHING | Content.RULES | Content.OPTION | Content.SIDES:
            return None


def _list(tree: Branch, reader: Reader) -> tuple[Expr, ...]:
    return tuple(build(part, reader) for part in branches(tree))


def _control(tree: Branch, reader: Reader) -> nodes.Control | None:
    if kind(tree) != "control":
        return None
    player, seat = _list(tree, reader)
    return nodes.Control(player, seat, span=reader.span(tree))


def _clock(tree: Branch, reader: Reader) -> nodes.Clock | None:
    parts = list(branches(tree))
    span = reader.span(tree)
    if kind(tree) == "hour":
        return nodes.Clock(build(parts[0], reader), "", span=span)
    if kind(tree) != "limit":
        return None
    unit, *words = tokens(tree)
    then = "" if not words else "no" if words[0].type == "NO" else reader.noun(words[0], THEN_WORDS)
    bid = build(parts[1], reader) if len(parts) > 1 else None
    return nodes.Clock(build(parts[0], reader), f"{unit.rstrip('s')}s", then, bid, span=span)


def _amount(tree: Branch, reader: Reader) -> nodes.Amount | None:
    parts = list(branches(tree))
    return nodes.Amount(build(parts[0], reader), span=reader.span(tree)) if len(parts) == 1 else None


def _trumps(tree: Branch, reader: Reader) -> nodes.Trumps | None:
    if kind(tree) not in ("values", "topped"):
        return None
    values = _list(tree, reader)
    if kind(tree) == "values" and len(values) > 1:
        return None
    return nodes.Trumps(values[0], values[1:], span=reader.span(tree))


def _word(tree: Branch, form: Form, reader: Reader) -> nodes.Word | None:
    if kind(tree) == "play_on":
        return nodes.Word("play on", span=reader.span(tree))
    values = list(branches(tree)) if kind(tree) == "values" else []
    if len(values) != 1 or kind(values[0]) != "name":
        return None
    return nodes.Word(reader.noun(next(tokens(values[0])), form.choices), span=reader.span(tree))


# ---------------------------------------------------------------- what happens


def _actions(tree: Branch, reader: Reader) -> nodes.Actions | None:
    span = reader.span(tree)
    match kind(tree):
        case "values":
            parts = list(branches(tree))
            if len(parts) == 1 and kind(parts[0]) == "name" and str(next(tokens(parts[0]))) == "nothing":
                return nodes.Actions((nodes.Nothing(span=span),), span=span)
            return None
        case "actions":
            actions = tuple(build(part, reader) for part in branches(tree))
            return nodes.Actions(actions, span=span)
        case "move":
            reader.report(
                "E118",
                span,
                "Who gets what is said, but not what is done.",
                "write the verb too: `give …`, `show …` or `award …`",
            )
            return nodes.Actions((), span=span)
        case _:
            return None


def _action_of(verb: Content, tree: Branch, reader: Reader) -> nodes.Action | None:
    parts = list(branches(tree))
    if verb is Content.REDEAL:
        return build(tree, reader) if kind(tree) == "redeal" else None
    if verb in (Content.SHUFFLE, Content.SKIP):
        if kind(tree) != "values" or len(parts) != 1:
            return None
        if verb is Content.SHUFFLE:
            return nodes.Shuffle(build(parts[0], reader), span=reader.span(tree))
        is_name = kind(parts[0]) == "name"
        return nodes.Skip(str(next(tokens(parts[0]))), span=reader.span(tree)) if is_name else None
    return moved(verb.name.lower(), build(tree, reader)) if kind(tree) == "move" else None


# ---------------------------------------------------------------- bodies with words of their own


def option(tree: Branch, reader: Reader) -> nodes.OptionBody:
    """Return the default of an option and its other choices."""
    default, choices = (part for part in branches(tree) if kind(part) not in ("ask", "block"))
    span = reader.span(default).to(reader.span(choices))
    first = build(default, reader)
    match kind(choices):
        case "choices_of":
            return nodes.OptionBody(first, tuple(build(part, reader) for part in branches(choices)), span=span)
        case _:
            return nodes.OptionBody(first, build(choices, reader), span=span)


def teams(tree: Branch, reader: Reader) -> nodes.Teams:
    """Return how the sides are made."""
    span = reader.span(tree)
    words = list(tokens(tree))
    match kind(tree):
        case "teams_word":
            reader.noun(words[0], ("none",))
            return nodes.Teams(None, span=span)
        case "teams_of":
            return nodes.Teams(reader.whole(words[0]), span=span)
        case "teams_after":
            first, partner = (build(part, reader) for part in branches(tree) if kind(part) != "block")
            named = [word for word in words if word.type == "NAME"]
            others = reader.noun(named[1], ("alone", "together"))
            return nodes.Teams(None, str(named[0]), first, partner, others, span=span)
        case other:
            raise AssertionError(other)


def cases(block: Branch, reader: Reader) -> nodes.Cases:
    """Return the cases of a score line."""
    return nodes.Cases(
        tuple(build(part, reader) for part in branches(block, "case", "otherwise")), span=reader.span(block)
    )


def unknown_word(word: str, known: tuple[str, ...]) -> str | Guess:
    """Return "did you mean `must`?" or what could be here instead."""
    return guess(word, known) or "here may stand " + ", ".join(f"`{one}`" for one in known)
