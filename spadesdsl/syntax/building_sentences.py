"""Turn one sentence into its rule, using the table of sentences."""

from __future__ import annotations

import re
from typing import Any, Final

from spadesdsl.diagnostics import Guess, guess
from spadesdsl.frozen import Frozen, replace
from spadesdsl.source import Span
from spadesdsl.syntax import bodies, expressions, nodes, sentences
from spadesdsl.syntax.building import build, build_as
from spadesdsl.syntax.building_pieces import BODIES, check_name, content, sort_pieces, unfolded
from spadesdsl.syntax.reader import Reader, branches, kind, tokens, word_of
from spadesdsl.syntax.tree import Branch, Token

_SHOWN = {"file": "the top of a file", "phase": "a phase", "bid": "a bid", "round": "a round"}


def shown(section: str) -> str:
    """Return the name of a section for people: "`scoring`", "a bid"."""
    return _SHOWN.get(section, f"`{section}`")


class Head(Frozen):
    """The context of a sentence: whether it changes a rule, and its section."""

    section: str
    change: nodes.Change = nodes.Change.ADD
    span: Span | None = None
    """The place of `replace`."""


def settled(block: Branch, reader: Reader) -> list[Branch]:
    """Return the sentences of a block; those torn apart by a missing word are reported once, and left out."""
    parts = list(branches(block))
    if all(unknown_keyword(part) is None for part in parts):
        return parts
    from spadesdsl.syntax import broken  # a right file needs none of it

    return broken.settled(parts, reader)


def unknown_keyword(tree: Branch) -> Token | None:
    """Return the keyword of a sentence if no section has it."""
    if kind(tree) == "replaced":
        return unknown_keyword(next(branches(tree)))
    if kind(tree) != "sentence":
        return None
    word = next(tokens(tree))
    return None if sentences.homes_of(str(word)) or sentences.section_form(str(word)) else word


def rule(tree: Branch, head: Head, reader: Reader) -> nodes.Rule | None:
    """Return the rule of a sentence; None if its keyword is unknown in this section."""
    node = _sentence(tree, head, reader) if kind(tree) == "sentence" else _special(tree, head, reader)
    return node if node is None or head.span is None else replace(node, span=head.span.to(node.span))


_LAST_DEAL = re.compile(r"(?:on\s+)?(?:the\s+)?last\s+(?:deal|hand|round)\b")


def no_such_sentence(section: str, reader: Reader, keyword: str, where: Span) -> None:
    """Report a sentence that its section does not have."""
    if reader.is_full():
        return
    near = guess(keyword, sentences.keywords(section))
    if _LAST_DEAL.match(reader.source.text, where.start):
        numbered = "write its number, if the game always has the same number of deals: `on deal 10 { … }`"
        reader.report("E111", where, "Nobody knows which deal is the last before it has been played.", numbered)
        return
    if keyword == "on":
        numbers = "write their numbers, as in `on deal 1 { … }` or `on deals 1, 2 { … }`"
        reader.report("E111", where, "This does not say on which deals.", numbers)
        return
    homes = [shown(home) for home in sentences.homes_of(keyword)]
    form = sentences.section_form(keyword)
    hint: str | Guess | None
    if form is not None:
        hint = "sections are not inside each other: is a `}` missing before it?"
    elif homes:
        hint = f"`{keyword}` belongs in {' or '.join(homes)}"
    else:
        hint = near or sentences.what_begins(section)
    what = f"{shown(section)} has no sentence `{keyword}`."
    reader.report("E111", where, what[0].upper() + what[1:], hint)


def _form(tree: Branch, head: Head, keyword: str, reader: Reader) -> sentences.Form | None:
    if (form := sentences.form_of(head.section, keyword)) is None:
        first = next(tokens(tree), None)
        span = reader.span(tree)
        where = reader.span(first) if first is not None and str(first) == keyword else span
        no_such_sentence(head.section, reader, keyword, where)
    return form


def remarks(block: Branch | None, reader: Reader, *, alone: bool) -> tuple[nodes.Remark, ...]:
    """Return what `source` and `note` of a block say; report everything else if nothing else is allowed."""
    if block is None:
        return ()
    found: list[nodes.Remark] = []
    for part in branches(block):
        if (remark := remark_of(part, reader)) is not None:
            found.append(remark)
        elif alone:
            message = "These braces can only contain `source` and `note`."
            reader.report("E117", reader.span(part), message, "take it out")
    return tuple(found)


def remark_of(tree: Branch, reader: Reader) -> nodes.Remark | None:
    """Return a `source` or a `note`; None if the sentence is another."""
    if kind(tree) not in ("sentence", "remark"):
        return None
    words = list(tokens(tree))
    if str(words[0]) not in ("source", "note") or len(words) != 2 or words[1].type != "STRING" or list(branches(tree)):
        return None
    return nodes.Remark(str(words[0]), reader.text(words[1]), span=reader.span(tree))


# ---------------------------------------------------------------- the generic sentence


def _sentence(tree: Branch, head: Head, reader: Reader) -> nodes.Rule | None:
    keyword = next(tokens(tree))
    if (form := _form(tree, head, str(keyword), reader)) is None:
        return None
    tree = unfolded(tree, form, reader)
    name = check_name(tree, form, reader)
    pieces = sort_pieces(tree, form, reader)
    block = next(branches(tree, "block"), None)
    body = _body(tree, form, block, reader)
    if body is None and form.needs_content and form.content is not sentences.Content.NOTHING:
        return None
    cls = nodes.RULES.get(str(keyword), nodes.Rule)
    found = pieces.fields(cls, reader)
    parameters = _parameters(tree, form, reader)
    if form.takes_parameters:
        found["parameters"] = parameters
    if form.section == "bid":
        found["needs_yes"] = _line(block, "needs", reader)
        found["contract"] = _line(block, "contract", reader)
    return cls(
        str(keyword),
        body,
        **found,
        name=str(name) if name is not None else None,
        change=head.change,
        sentence=reader.text(pieces.closing) if pieces.closing is not None else None,
        remarks=remarks(block, reader, alone=not form.section and form.content is not sentences.Content.SCORE),
        span=reader.span(tree),
        name_span=reader.span(name if name is not None else keyword),
    )


def _parameters(tree: Branch, form: sentences.Form, reader: Reader) -> tuple[bodies.Parameter, ...]:
    head = next(branches(tree, "head", "listing"), None)
    written = next(branches(head, "parameters", "listed"), None) if head else None
    if written is not None and kind(written) == "listed":
        if form.keyword not in ("may", "choose"):
            message = f"`{form.keyword}` takes no choices after `of`."
            reader.report("E113", reader.span(written), message, "leave them out")
            return ()
        name = next(branches(head)) if head else written
        return (bodies.Parameter(str(next(tokens(name))), build(written, reader), span=reader.span(written)),)
    if written is not None and not form.takes_parameters:
        message = f"`{form.keyword}` takes no choices in brackets."
        reader.report("E113", reader.span(written), message, "leave the brackets out")
        return ()
    return _in_brackets(written, reader)


def _in_brackets(tree: Branch | None, reader: Reader) -> tuple[bodies.Parameter, ...]:
    """Return the parameters that stand in brackets."""
    found: list[bodies.Parameter] = []
    for part in branches(tree) if tree else ():
        if kind(part) == "parameter":
            found.append(build(part, reader))
            continue
        before, word = found[-1], build(part, reader)
        if isinstance(before.choices, bodies.Listed):
            items, end = (*before.choices.items, word), word.span
            choices = replace(before.choices, items=items, span=before.choices.span.to(end))
            found[-1] = replace(before, choices=choices, span=before.span.to(end))
        else:
            message = "Only a list after `of` has more words after a comma."
            hint = f"write each choice, as in `{before.name} of clubs, hearts, none`, or say of each what it can be"
            reader.report("E449", word.span, message, hint)
    return tuple(found)


def _body(tree: Branch, form: sentences.Form, block: Branch | None, reader: Reader) -> bodies.Body:
    written = next(branches(tree, *BODIES), None)
    if form.declares:
        _no_content(written, form, reader)
        return _declared(tree, reader)
    if form.section:
        return _rules(written, block, form, reader)
    if form.content is sentences.Content.SCORE:
        return _score(tree, written, block, form, reader)
    if form.content is sentences.Content.NOTHING:
        _no_content(written, form, reader)
        return None
    return _content(tree, written, form, reader)


def _no_content(written: Branch | None, form: sentences.Form, reader: Reader) -> None:
    if written is not None:
        span = reader.span(written)
        has_when = re.search(r"\bwhen\b[^{}\n]*\Z", reader.source.text[: span.start])
        hint = "leave out the `:` and what comes after it"
        if sentences.Piece.WHEN in form.pieces and not has_when:
            hint = f"write `when` for the `:`, as in `{form.example}`"
        reader.report("E116", span, f"`{form.keyword}` says nothing after `:`.", hint)


def _content(tree: Branch, written: Branch | None, form: sentences.Form, reader: Reader) -> bodies.Body:
    if written is not None:
        return content(written, form, reader)
    sign = "=" if form.content is sentences.Content.VALUE else ":"
    message = f"`{form.keyword}` needs a `{sign}`, and then {form.content}."
    reader.report("E116", reader.span(tree), message, f"such as `{form.example}`")
    return None


def _declared(tree: Branch, reader: Reader) -> bodies.Values:
    head = next(branches(tree, "head", "listing", "labelled"), None)
    parts = [head] if head and kind(head) == "labelled" else branches(head) if head else []
    values = [part for part in parts if kind(part) not in ("parameters", "listed")]
    span = reader.span(head if head is not None else tree)
    return bodies.Values(tuple(build(part, reader) for part in values), span=span)


def _score(
    tree: Branch, written: Branch | None, block: Branch | None, form: sentences.Form, reader: Reader
) -> bodies.Body:
    cases = list(branches(block, "case", "otherwise")) if block is not None else []
    if block is not None:
        for part in branches(block):
            if part not in cases and remark_of(part, reader) is None:
                message = "The braces of a `score` can only contain cases."
                reader.report("E117", reader.span(part), message, "take it out")
    if cases and block is not None:
        if written is not None:
            message = "This line has both an amount and cases."
            reader.report("E117", reader.span(written), message, "keep the cases, and write the amount as one of them")
        return bodies.Cases(tuple(build(part, reader) for part in cases), span=reader.span(block))
    if block is not None and _CASE.search(reader.source.text, block.start, block.end):
        return None  # another message says why its cases cannot be read
    return _content(tree, written, form, reader)


_CASE: Final = re.compile(r"[{\n]\s*(?:case|otherwise)\b")


# ---------------------------------------------------------------- blocks of rules


def _line(block: Branch | None, keyword: str, reader: Reader) -> expressions.Expr | None:
    """Return the expression of `contract` or `needs yes from` in a bid's block."""
    lines = list(branches(block, keyword)) if block is not None else []
    for again in lines[1:]:
        reader.report("E115", reader.span(again), f"This bid has a `{keyword}` line already.", "keep one of them")
    return build(next(branches(lines[0])), reader) if lines else None


def _rules(written: Branch | None, block: Branch | None, form: sentences.Form, reader: Reader) -> bodies.Block | None:
    bids = None
    if written is not None and form.content is sentences.Content.BIDS:
        bids = content(written, form, reader)
    elif written is not None:
        _no_content(written, form, reader)
    values = bids.values if isinstance(bids, bodies.Block) else ()
    rules: list[nodes.Rule] = []
    for part in settled(block, reader) if block is not None else ():
        if remark_of(part, reader) is not None or (kind(part) in ("contract", "needs") and form.section == "bid"):
            continue
        node = inner_rule(part, Head(form.section), reader)
        if isinstance(node, nodes.Rule) and node.keyword in ("contract", "needs"):
            row = sentences.form_of(form.section, node.keyword)
            assert row is not None, "a bid has both"
            hint = f"such as `{row.example}`"
            reader.report("E116", node.span, f"`{node.keyword}` is written without a `:`.", hint)
        elif isinstance(node, nodes.Rule):
            rules.append(node)
        elif node is not None:
            reader.report("E117", node.span, f"Nothing can be dropped inside of {shown(form.section)}.", "take it out")
    if not rules and not values:
        return None
    place_of = block if block is not None else written
    assert place_of is not None, "rules go in a block, and bids after `:`"
    return bodies.Block(tuple(rules), values, span=reader.span(place_of))


def inner_rule(tree: Branch, head: Head, reader: Reader) -> nodes.Rule | nodes.Drop | None:
    """Return the contents of a section or a block; report what is only allowed outside."""
    match kind(tree):
        case "replaced":
            (inner,) = branches(tree)
            span = reader.span(tree)
            return inner_rule(inner, Head(head.section, nodes.Change.REPLACE, span), reader)
        case "drop":
            return drop(tree, reader)
        case "sentence" | "option" | "teams_word" | "teams_of" | "teams_after" | "best" | "trick_equal":
            return rule(tree, head, reader)
        case "case" | "otherwise":
            hint = "such as `score contract { case made: 10 * contract otherwise: 0 }`"
            reader.report("E111", reader.span(tree), "`case` belongs in the braces of a `score`.", hint)
            return None
        case other:
            keyword = {"set_options": "set", "on_deal": "on", "drop_deals": "drop"}.get(other, other)
            hint = "a bid has it" if keyword in ("contract", "needs") else "it stands outside of the sections"
            what = f"{shown(head.section)} has no sentence `{keyword}`."
            reader.report("E111", reader.span(tree), what[0].upper() + what[1:], hint)
            return None


def drop(tree: Branch, reader: Reader) -> nodes.Drop:
    """Return what is dropped."""
    keyword, *strings = tokens(tree)
    taken = [token for part in branches(tree) for token in tokens(part)]
    return nodes.Drop(
        str(keyword),
        tuple(reader.text(token) if token.type == "STRING" else str(token) for token in taken),
        reader.text(strings[0]) if strings else None,
        span=reader.span(tree),
        name_spans=tuple(reader.span(token) for token in taken),
    )


# ---------------------------------------------------------------- sentences with productions of their own


_SPECIAL = {"best": ("best", "score"), "trick_equal": ("trick", "equal"), "option": ("option", "")}
"""By production: keyword and name of its sentence; all others say how the sides are made."""


def _special(tree: Branch, head: Head, reader: Reader) -> nodes.Rule | None:
    keyword, name = _SPECIAL.get(kind(tree), ("teams", ""))
    if _form(tree, head, keyword, reader) is None:
        return None
    sentence, word = word_of(tree, "STRING"), word_of(tree, "NAME")
    around: dict[str, Any] = {
        "change": head.change,
        "sentence": reader.text(sentence) if sentence is not None else None,
        "remarks": remarks(next(branches(tree, "block"), None), reader, alone=True),
        "span": reader.span(tree),
        "name_span": reader.span(tree),
    }
    if keyword == "teams":
        return nodes.Rule("teams", _teams(tree, reader), **around)
    assert word is not None, "an option has a name, and the others take a word"
    if keyword == "option":
        ask = next(branches(tree, "ask"), None)
        question = reader.text(next(tokens(ask))) if ask else None
        around |= {"name": reader.name(word), "name_span": reader.span(word)}
        return nodes.Option("option", _option(tree, reader), question, **around)
    body = bodies.Word(reader.noun(word, sentences.row_of(keyword, name).choices), span=reader.span(word))
    return nodes.Rule(keyword, body, name=name, **around)


def _option(tree: Branch, reader: Reader) -> bodies.OptionBody:
    """Return the default of an option and its other choices."""
    default, *more = (part for part in branches(tree) if kind(part) not in ("ask", "block"))
    is_range = bool(more) and kind(more[0]) != "choices_of"
    return bodies.OptionBody(
        build(default, reader),
        build(more[0], reader) if is_range else tuple(build(part, reader) for one in more for part in branches(one)),
        span=reader.span(default).to(reader.span(more[0] if more else default)),
    )


def _teams(tree: Branch, reader: Reader) -> bodies.Teams:
    """Return how the sides are made."""
    if kind(tree) != "teams_word":
        return build_as(bodies.Teams, tree, reader)
    reader.noun(next(tokens(tree)), ("none",))
    return bodies.Teams(None, span=reader.span(tree))
