"""Turn a sentence into text, without its block: the row of its keyword says which pieces come in which order.

`HARD` shows where a long sentence is broken first: before a piece, its body, its sentence for people.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadesdsl.syntax import nodes
from spadesdsl.syntax.forms import Content, Form, Naming, Piece
from spadesdsl.syntax.node import HARD
from spadesdsl.syntax.sentences import row_like
from spadesdsl.syntax.writing import filled, text_of

if TYPE_CHECKING:
    from spadesdsl.syntax.nodes import Rule


def rule_text(rule: Rule) -> str:
    """Write a rule up to its block."""
    form = row_like(rule.keyword)
    body = _body(rule, form)
    is_declared = form.naming is Naming.VALUES
    text = f"{_head(rule, form)} {body}" if is_declared else _head(rule, form)
    text = HARD.join((text, *_pieces(rule, form)))
    if body and not is_declared:
        text += f"{form.content.sign}{HARD}{body}" if form.content.sign else f" {body}"
    if isinstance(rule, nodes.Option):
        text += filled("[//ask {ask:quoted}]", rule)
    return text + filled("[//{sentence:quoted}]", rule)


def _head(rule: Rule, form: Form) -> str:
    head = f"{rule.change}{rule.keyword}" + ("" if rule.name is None else f" {rule.name}")
    if form.takes_parameters:
        own = rule.parameters[0] if rule.parameters else None
        if own is not None and own.name == rule.name and isinstance(own.choices, nodes.Listed):
            head += f" {text_of(own.choices)}"
        else:
            head += filled("[({parameters:,/})]", rule)
    return head + (filled("[ {label:quoted}]", rule) if Piece.LABEL in form.pieces else "")


def _pieces(rule: Rule, form: Form) -> list[str]:
    found = (filled(f"[{piece.form}]", rule) for piece in form.pieces if piece is not Piece.LABEL)
    return [text for text in found if text]


def _body(rule: Rule, form: Form) -> str:
    """Write what a rule says; where its keyword is the verb already, without that."""
    words = "" if rule.body is None else text_of(rule.body)
    is_verb = isinstance(rule.body, nodes.Actions) and form.content is not Content.ACTIONS
    return words.partition(" ")[2] if is_verb else words
