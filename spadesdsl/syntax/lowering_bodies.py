"""Turn the text after `:` or `=`, or in the braces of a sentence, into a node."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.diagnostics import guess
from spadesdsl.syntax import nodes
from spadesdsl.syntax.forms import Content
from spadesdsl.syntax.lowering_expressions import atom, call_or_name, expression, expressions
from spadesdsl.syntax.lowering_pieces import face, range_of
from spadesdsl.syntax.reader import branches, kind, tokens, word_of
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
            return nodes.Values(_list(tree, reader), False, span) if kind(tree) == "values" else None
        case Content.BIDS:
            return nodes.Block((), _list(tree, reader), span) if kind(tree) == "values" else None
        case Content.TRUMPS:
            return _trumps(tree, reader)
        case Content.CONTROL:
            return _control(tree, reader)
        case Content.CLOCK:
            return _clock(tree, reader)
        case Content.TALLY:
            steps = tuple(_step(step, reader) for step in branches(tree)) if kind(tree) == "steps" else None
            return nodes.TallyBody(steps, False, span) if steps else None
        case Content.WORD:
            return _word(tree, form, reader)
        case Content.ACTIONS:
            return _actions(tree, reader)
        case Content.GIVE | Content.SHOW | Content.AWARD | Content.SHUFFLE | Content.SKIP | Content.REDEAL:
            action = _action_of(form.content, tree, reader)
            return nodes.Actions((action,), span) if action else None
        case Content.NOTHING | Content.RULES | Content.OPTION | Content.SIDES:
            return None


def _list(tree: Branch, reader: Reader) -> tuple[Expr, ...]:
    return expressions(list(branches(tree)), reader)


def _control(tree: Branch, reader: Reader) -> nodes.Control | None:
    if kind(tree) != "control":
        return None
    player, seat = _list(tree, reader)
    return nodes.Control(player, seat, reader.span(tree))


def _clock(tree: Branch, reader: Reader) -> nodes.Clock | None:
    parts = list(branches(tree))
    span = reader.span(tree)
    if kind(tree) == "hour":
        return nodes.Clock(expression(parts[0], reader), "", span=span)
    if kind(tree) != "limit":
        return None
    unit, *words = tokens(tree)
    then = "" if not words else "no" if words[0].type == "NO" else reader.noun(words[0], THEN_WORDS)
    bid = call_or_name(parts[1], reader) if len(parts) > 1 else None
    return nodes.Clock(expression(parts[0], reader), f"{unit.rstrip('s')}s", then, bid, span)


def _amount(tree: Branch, reader: Reader) -> nodes.Amount | None:
    parts = list(branches(tree))
    return nodes.Amount(expression(parts[0], reader), reader.span(tree)) if len(parts) == 1 else None


def _trumps(tree: Branch, reader: Reader) -> nodes.Trumps | None:
    if kind(tree) not in ("values", "topped"):
        return None
    values = _list(tree, reader)
    if kind(tree) == "values" and len(values) > 1:
        return None
    return nodes.Trumps(values[0], values[1:], reader.span(tree))


def _word(tree: Branch, form: Form, reader: Reader) -> nodes.Word | None:
    if kind(tree) == "play_on":
        return nodes.Word("play on", reader.span(tree))
    values = list(branches(tree)) if kind(tree) == "values" else []
    if len(values) != 1 or kind(values[0]) != "name":
        return None
    return nodes.Word(reader.noun(next(tokens(values[0])), form.choices), reader.span(tree))


# ---------------------------------------------------------------- tallies


def _step(tree: Branch, reader: Reader) -> nodes.TallyStep:
    when = next(branches(tree, "when"), None)
    amounts = [part for part in branches(tree) if kind(part) != "when"]
    match kind(tree):
        case "add":
            verb = nodes.TallyVerb.ADD
        case "reset":
            verb = nodes.TallyVerb.RESET
        case "full":
            verb = nodes.TallyVerb.FULL
        case other:
            raise AssertionError(other)
    return nodes.TallyStep(
        verb,
        expression(amounts[0], reader) if amounts else None,
        expression(next(branches(when)), reader) if when else None,
        word_of(tree, "LOSING_THE_REST") is not None,
        reader.span(tree),
    )


# ---------------------------------------------------------------- what happens


def _actions(tree: Branch, reader: Reader) -> nodes.Actions | None:
    span = reader.span(tree)
    match kind(tree):
        case "values":
            parts = list(branches(tree))
            if len(parts) == 1 and kind(parts[0]) == "name" and str(next(tokens(parts[0]))) == "nothing":
                return nodes.Actions((nodes.Nothing(span),), span)
            return None
        case "actions":
            actions = tuple(_action(part, reader) for part in branches(tree))
            return nodes.Actions(tuple(action for action in actions if action), span)
        case "move":
            reader.report(
                "E118",
                span,
                "Who gets what is said, but not what is done.",
                "write the verb too: `give …`, `show …` or `award …`",
            )
            return nodes.Actions((), span)
        case _:
            return None


def _action(tree: Branch, reader: Reader) -> nodes.Action | None:
    span = reader.span(tree)
    parts = list(branches(tree))
    match kind(tree):
        case "moving":
            (verb,) = tokens(tree)
            action = _action_of(Content[verb.type], parts[0], reader)
            if action is None:
                reader.report("E118", span, f"This is not what `{verb}` says.", f"write {Content[verb.type]}")
            return action
        case "shuffle":
            return nodes.Shuffle(expression(parts[0], reader), span)
        case "redealing":
            return _redeal(parts[0], reader)
        case "skip":
            return nodes.Skip(str(next(tokens(tree))), span)
        case "make_bid":
            return nodes.MakeBid(call_or_name(parts[0], reader), span)
        case "fix":
            name = word_of(tree, "NAME")
            assert name is not None, "`let` has a name"
            return nodes.Fix(reader.name(name), expression(parts[0], reader), span)
        case other:
            raise AssertionError(other)


def _action_of(verb: Content, tree: Branch, reader: Reader) -> nodes.Action | None:
    parts = list(branches(tree))
    if verb is Content.REDEAL:
        return _redeal(tree, reader) if kind(tree) == "redeal" else None
    if verb in (Content.SHUFFLE, Content.SKIP):
        if kind(tree) != "values" or len(parts) != 1:
            return None
        if verb is Content.SHUFFLE:
            return nodes.Shuffle(expression(parts[0], reader), reader.span(tree))
        return nodes.Skip(str(next(tokens(parts[0]))), reader.span(tree)) if kind(parts[0]) == "name" else None
    if kind(tree) != "move":
        return None
    move = _give(tree, reader)
    if verb is Content.GIVE:
        return move
    if move.number or move.each or move.start or move.face or move.seen_by:
        return None
    if verb is Content.SHOW:
        return nodes.Show(move.source, None if _is_word(move.target, "everyone") else move.target, move.span)
    return nodes.Award(None if _is_word(move.source, "rest") else move.source, move.target, move.span)


def _is_word(node: Expr, word: str) -> bool:
    return isinstance(node, nodes.Name) and node.name == word


def _redeal(tree: Branch, reader: Reader) -> nodes.Redeal:
    (dealer,) = branches(tree)
    return nodes.Redeal(expression(dealer, reader), word_of(tree, "AS_A_NEW_DEAL") is not None, reader.span(tree))


def _give(tree: Branch, reader: Reader) -> nodes.Give:
    sides: dict[str, list[Branch]] = {"what": [], "to": [], "from": []}
    for part in branches(tree):
        if kind(part) in ("what", "to", "from"):
            sides[kind(part)].append(next(branches(part), part))
    what = [expression(part, reader) for part in sides["what"]]
    target_tree = next(branches(tree, "to"))
    noun = word_of(target_tree, "NAME")
    start = sides["from"]
    seen = next(branches(tree, "seen_by"), None)
    target = expression(sides["to"][0], reader) if noun is None else nodes.Name("hand", reader.span(noun))
    return nodes.Give(
        what[0] if len(what) > 1 else None,
        what[-1],
        target,
        reader.noun(noun, _EACH_TARGET) if noun is not None else None,
        expression(start[0], reader) if start else None,
        face(next(branches(tree, "face"), None)),
        expression(next(branches(seen)), reader) if seen else None,
        reader.span(tree),
    )


# ---------------------------------------------------------------- bodies with words of their own


def option(tree: Branch, reader: Reader) -> nodes.OptionBody:
    """Return the default of an option and its other choices."""
    default, choices = (part for part in branches(tree) if kind(part) not in ("ask", "block"))
    span = reader.span(default).to(reader.span(choices))
    first = atom(default, reader)
    match kind(choices):
        case "choices_of":
            return nodes.OptionBody(first, tuple(atom(part, reader) for part in branches(choices)), span)
        case _:
            return nodes.OptionBody(first, range_of(next(branches(choices)), reader), span)


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
            first, partner = (expression(part, reader) for part in branches(tree) if kind(part) != "block")
            named = [word for word in words if word.type == "NAME"]
            others = reader.noun(named[1], ("alone", "together"))
            return nodes.Teams(None, str(named[0]), first, partner, others, span)
        case other:
            raise AssertionError(other)


def cases(block: Branch, reader: Reader) -> nodes.Cases:
    """Return the cases of a score line."""
    return nodes.Cases(tuple(_case(part, reader) for part in branches(block, "case", "otherwise")), reader.span(block))


def _case(tree: Branch, reader: Reader) -> nodes.Case:
    parts = expressions(list(branches(tree)), reader)
    sentence = word_of(tree, "STRING")
    return nodes.Case(
        parts[0] if kind(tree) == "case" else None,
        parts[-1],
        reader.text(sentence) if sentence is not None else None,
        reader.span(tree),
    )


def unknown_word(word: str, known: tuple[str, ...]) -> str | Guess:
    """Return "did you mean `must`?" or what could be here instead."""
    return guess(word, known) or "here may stand " + ", ".join(f"`{one}`" for one in known)
