"""Turn the text after `:` or `=`, or in the braces of a sentence, into a node."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.syntax import nodes
from spadesdsl.syntax.building import build, build_as, moved
from spadesdsl.syntax.forms import Content
from spadesdsl.syntax.reader import branches, kind, tokens

if TYPE_CHECKING:
    from spadesdsl.syntax.forms import Form
    from spadesdsl.syntax.reader import Reader
    from spadesdsl.syntax.tree import Branch


def content(tree: Branch, form: Form, reader: Reader) -> nodes.Body:
    """Return the body of a sentence; report one of the wrong kind."""
    body = _content(tree, form, reader) if kind(tree) in form.content.kinds else None
    if body is None:
        message = f"`{form.keyword}` does not say this: it says {form.content}."
        reader.report("E118", reader.span(tree), message, f"such as `{form.example}`")
    return body


def _content(tree: Branch, form: Form, reader: Reader) -> nodes.Body:
    span = reader.span(tree)
    match form.content:
        case Content.BIDS:
            return nodes.Block((), tuple(build(part, reader) for part in branches(tree)), span=span)
        case Content.NAMES | Content.RANKS | Content.FACES:
            return build_as(nodes.Values, tree, reader)
        case Content.TALLY | Content.CONTROL | Content.CLOCK:
            body: nodes.Body = build(tree, reader)
            return body
        case Content.WORD | Content.LAST_WORD:
            return _word(tree, form, reader)
        case Content.ACTIONS:
            return _actions(tree, reader)
        case Content.GIVE | Content.SHOW | Content.AWARD | Content.SHUFFLE | Content.SKIP | Content.REDEAL:
            action = _action(form.content, tree, reader)
            return nodes.Actions((action,), span=span) if action else None
        case Content.TRUMPS:
            return build_as(nodes.Trumps, tree, reader) if _is_one(tree) or kind(tree) == "topped" else None
        case _:
            return build_as(nodes.Amount, tree, reader) if _is_one(tree) else None


def _is_one(tree: Branch) -> bool:
    return len(tree.children) == 1


def _word(tree: Branch, form: Form, reader: Reader) -> nodes.Word | None:
    if kind(tree) == "play_on":
        return nodes.Word("play on", span=reader.span(tree))
    (value,) = branches(tree) if _is_one(tree) else (tree,)
    if kind(value) != "name":
        return None
    return nodes.Word(reader.noun(next(tokens(value)), form.choices), span=reader.span(tree))


# ---------------------------------------------------------------- what happens


def _actions(tree: Branch, reader: Reader) -> nodes.Actions | None:
    span = reader.span(tree)
    if kind(tree) == "actions":
        return build_as(nodes.Actions, tree, reader)
    if kind(tree) == "move":
        hint = "write the verb too: `give …`, `show …` or `award …`"
        reader.report("E118", span, "This says who gets what, but not what happens to it.", hint)
        return nodes.Actions((), span=span)
    (value,) = branches(tree) if _is_one(tree) else (tree,)
    is_nothing = kind(value) == "name" and str(next(tokens(value))) == "nothing"
    return nodes.Actions((nodes.Nothing(span=span),), span=span) if is_nothing else None


def _action(verb: Content, tree: Branch, reader: Reader) -> nodes.Action | None:
    match verb:
        case Content.REDEAL:
            return build_as(nodes.Redeal, tree, reader)
        case Content.SHUFFLE:
            return build_as(nodes.Shuffle, tree, reader) if _is_one(tree) else None
        case Content.SKIP:
            (value,) = branches(tree) if _is_one(tree) else (tree,)
            return nodes.Skip(str(next(tokens(value))), span=reader.span(tree)) if kind(value) == "name" else None
        case _:
            return moved(verb.name.lower(), build(tree, reader))


# ---------------------------------------------------------------- bodies with words of their own


def option(tree: Branch, reader: Reader) -> nodes.OptionBody:
    """Return the default of an option and its other choices."""
    default, choices = (part for part in branches(tree) if kind(part) not in ("ask", "block"))
    is_list = kind(choices) == "choices_of"
    return nodes.OptionBody(
        build(default, reader),
        tuple(build(part, reader) for part in branches(choices)) if is_list else build(choices, reader),
        span=reader.span(default).to(reader.span(choices)),
    )


def teams(tree: Branch, reader: Reader) -> nodes.Teams:
    """Return how the sides are made."""
    if kind(tree) != "teams_word":
        return build_as(nodes.Teams, tree, reader)
    reader.noun(next(tokens(tree)), ("none",))
    return nodes.Teams(None, span=reader.span(tree))


def cases(block: Branch, reader: Reader) -> nodes.Cases:
    """Return the cases of a score line."""
    found = tuple(build(part, reader) for part in branches(block, "case", "otherwise"))
    return nodes.Cases(found, span=reader.span(block))
