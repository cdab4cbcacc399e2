"""What a document changes in its parent: a flat list of edits, and how each is made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from spadesdsl.check.findings import Findings, suggest
from spadesdsl.check.resolved import PHASES, Gone, Key, Resolution, Resolved, Sentence, Setting
from spadesdsl.diagnostics import Guess, Note, guess, nearest, warning
from spadesdsl.frozen import Frozen
from spadesdsl.source import Span
from spadesdsl.syntax import bodies, nodes
from spadesdsl.syntax.examples import Example
from spadesdsl.syntax.expressions import names_in
from spadesdsl.syntax.nodes import Document, Item, Rule, Section
from spadesdsl.syntax.writing import show
from spadesdsl.words import capital


class Edit(Frozen):
    """One change: a rule added or replaced, or (without one that took its place) dropped."""

    key: Key
    resolved: Resolved | None
    document: Document
    span: Span

    @property
    def replaces(self) -> bool:
        """Whether it says `replace`."""
        return self.resolved is not None and self.resolved.node.change is nodes.Change.REPLACE


def section_key(section: Section) -> str:
    """Return the name of a section as its rules' keys have it."""
    return section.name or section.keyword if section.keyword == "phase" else section.keyword


def edits_of(items: Sequence[Item], document: Document) -> Iterator[Edit]:
    """List the edits of a file's items, in order."""
    for item in items:
        match item:
            case Rule() | nodes.Preset() | Example():
                yield _edit("top", item, document)
            case nodes.Drop():
                yield from _drops("top", item, document)
            case Section():
                for inner in item.items:
                    if isinstance(inner, nodes.Drop):
                        yield from _drops(section_key(item), inner, document)
                    else:
                        yield _edit(section_key(item), inner, document)
            case nodes.SetOptions() | nodes.Include() | nodes.Prefer() | nodes.OnDeal() | nodes.DropDeals():
                pass
            case _:
                assert_never(item)


def _edit(section: str, node: Sentence, document: Document) -> Edit:
    match node:
        case Rule():
            key, span = (section, node.keyword, node.name or ""), node.name_span if node.name else node.span
        case nodes.Preset():
            key, span = ("top", "preset", node.name), node.span
        case Example():
            key, span = ("top", "example", node.title), node.title_span
        case _:
            assert_never(node)
    return Edit(key, Resolved(node, section, document), document, span if span.end else node.span)


def _drops(section: str, drop: nodes.Drop, document: Document) -> Iterator[Edit]:
    if not drop.names:
        yield Edit((section, drop.keyword, ""), None, document, drop.span)
    spans = drop.name_spans or (drop.span,) * len(drop.names)
    for name, span in zip(drop.names, spans, strict=True):
        yield Edit((section, drop.keyword, name), None, document, span)


def called(key: Key) -> str:
    """Return how people name a rule: "`must unbroken` of `play`"."""
    section, keyword, name = key
    if keyword == "example":
        return f'the example "{name}"'
    words = f"`{keyword} {name}`" if name else f"`{keyword}`"
    return words if section == "top" else f"{words} in `{section}`"


_OF_FIXED_NAMES: Final = ("best", "dealer", "lead", "trick")
"""Sentences that have a word of the language for a name."""


def refusal(edit: Edit, base: Resolution, findings: Findings) -> bool:
    """Tell whether an edit cannot be made on `base`, after noting why."""
    there = base.rules.get(edit.key)
    value = _only_value(edit)
    if there is not None and there.document is not edit.document and value:
        message, note = f"`{edit.key[2]}` is an option of `{there.document.name}`.", Note(there.span, "declared here")
        findings.error("E201", edit.span, message, f"write `set {edit.key[2]} = {value}`", note)
        return True
    if edit.resolved is None or edit.replaces:
        if there is None and not _is_dropped_on_other_deals(edit, base):
            _tell_missing(edit, base, findings)
        return there is None
    if there is None:
        return False
    keyword, name = edit.key[1:]
    quote = '"' if keyword == "example" else ""
    write = f"`replace {keyword} {quote}{name}{quote}`".replace(" `", "`")
    note = Note(there.span, f"it is written here, in `{there.document.name}`")
    if there.document is edit.document:
        message = f"There are two of {called(edit.key)}."
        hint = "remove one of them, or rename it"
        if not name or keyword in _OF_FIXED_NAMES:
            hint = "remove one of them, or say it once: `if … then … else …` has both"
        if not name and isinstance(edit.resolved.node, Rule) and isinstance(edit.resolved.node.body, bodies.Values):
            hint = "put both into one list"
        findings.error("E202", edit.span, message, hint, note)
        return True
    message, hint = f"{capital(called(edit.key))} is there already.", f"write {write} to change it"
    if isinstance(edit.resolved.node, nodes.Let) and name in names_in(edit.resolved.node):
        hint = f"to work it out from the one that is there, write `let our_{name} instead of {name}`"
        findings.error("E201", edit.span, message, hint, note)
        return True
    mine, theirs = (_listed(one) for one in (edit.resolved, there))
    is_longer = mine and theirs and not any(" " in one for one in (*mine, *theirs)) and not set(mine) <= set(theirs)
    if is_longer:
        hint = f"write `replace {keyword} {', '.join(dict.fromkeys((*theirs, *mine)))}`"
        message += f" It has {', '.join(f'`{one}`' for one in theirs)}."
    else:
        can_have_another = name and keyword not in _OF_FIXED_NAMES
        hint += ", or give yours another name" if can_have_another else ", or leave yours out if it says the same"
    findings.error("E201", edit.span, message, hint, note)
    return bool(is_longer)  # else read as the one in its place, so that what it says is checked


def _listed(resolved: Resolved) -> tuple[str, ...]:
    """Return what a sentence without a name lists, as it is written."""
    node = resolved.node
    if not isinstance(node, Rule) or node.keyword not in ("remove", "add") or not isinstance(node.body, bodies.Values):
        return ()
    return tuple(show(one) for one in node.body.values)


def _only_value(edit: Edit) -> str:
    """Return the value of an option that has no choices, as it is written; an empty text for all else."""
    body = edit.resolved.node.body if edit.resolved is not None and isinstance(edit.resolved.node, Rule) else None
    return show(body.default) if isinstance(body, bodies.OptionBody) and body.choices == () else ""


def _is_dropped_on_other_deals(edit: Edit, base: Resolution) -> bool:
    """Tell whether a block drops what another block, for other deals, or a file that builds on it, drops too."""
    gone = base.gone.get(edit.key)
    if edit.resolved is not None or gone is None:
        return False
    blocks = [block for block, _ in base.on_deals]
    mine, theirs = ([one for one in blocks if one.span.encloses(span)] for span in (edit.span, gone.span))
    if mine and not theirs and gone.document is base.document is not edit.document:
        return True
    return bool(mine and theirs) and (mine[0].deals, mine[0].every) != (theirs[0].deals, theirs[0].every)


def _tell_missing(edit: Edit, base: Resolution, findings: Findings) -> None:
    section, keyword, name = edit.key
    verb = "drop" if edit.resolved is None else "replace"
    ending = "take the line with this `drop` out" if verb == "drop" else "leave the word `replace` out"
    missing = called(edit.key).removeprefix("the ")
    if (gone := base.gone.get(edit.key)) is not None:
        note = Note(gone.span, f"`{gone.document.name}` dropped it here")
        findings.error("E203", edit.span, f"There is no {missing} any more to {verb}.", ending, note)
        return
    elsewhere = [key for key in base.rules if key[2] == name and name]
    if section == "top" and keyword != "example" and not elsewhere:
        known = {key[2]: key for key in base.rules if key[1] == keyword and key[2]}
        elsewhere = [known[near] for near in [nearest(name, known)] if near]
    same = [key[2] for key in base.rules if key[0] == section and key[1] == keyword]
    hint: str | Guess | None = ""
    if name:
        hint = guess(name, same) or _with_its_word(name, same)
    if elsewhere and elsewhere[0][1] in ("option", "let"):
        readers = [key[2] for key in base.rules if key[:2] == edit.key[:2] and name in names_in(base.rules[key].node)]
        hint = hint or (Guess(name, readers[0]) if len(readers) == 1 else "")
    bid = next(
        (key for key in base.rules if key[1] == "bid" and _has_inside(base.rules[key].node, keyword, name)), None
    )
    if bid is not None and not hint:
        hint = f"it is inside {called(bid)}: write that bid again, with `replace`, and all that its braces have"
    if elsewhere:
        hint = hint or f"did you mean {called(elsewhere[0])}?"
    elif name:
        hint = hint or guess(name, [key[2] for key in base.rules if key[0] == section])
    if not hint and len(same) == 1 and same[0]:
        hint = f"the only {keyword} is `{same[0]}`"
    if not hint:
        hint = f"{ending} to make a new one" if verb == "replace" else ending
    findings.error("E203", edit.span, f"There is no {missing} to {verb}.", hint)


def _with_its_word(name: str, known: list[str]) -> Guess | None:
    """Return the only name of one word that has a long word of another name in it: `unbroken` for `spades_broken`."""
    parts = [part for part in name.split("_") if len(part) >= _LONG]
    near = [
        one for one in known if "_" not in one and any(part in one and len(one) - len(part) < _LONG for part in parts)
    ]
    return Guess(name, near[0]) if len(near) == 1 else None


_LONG: Final = 5


def _has_inside(node: Sentence, keyword: str, name: str) -> bool:
    """Tell whether a rule has another one in its braces."""
    inner = node.inner if isinstance(node, Rule) else ()
    return any((one.keyword, one.name) == (keyword, name) for one in inner)


def apply(edit: Edit, to: Resolution, findings: Findings) -> None:
    """Make an edit that can be made."""
    if edit.resolved is None:
        to.gone[edit.key] = Gone(to.rules.pop(edit.key), edit.span, edit.document)
        return
    node = edit.resolved.node
    place = node.place if isinstance(node, Rule) else None
    if edit.key[1] == "option" and edit.replaces:
        # A replaced option is a new question: earlier settings answered the old one.
        to.settings.pop(edit.key[2], None)
    to.gone.pop(edit.key, None)
    _tell_lost_contract(edit.resolved, to.rules.get(edit.key), findings)
    if not to.put(edit.key, edit.resolved, place) and place is not None:
        mates = [key[2] for key in to.rules if key[0] == edit.key[0] and key != edit.key]
        side = "above" if place.above else "below"
        message = f"There is no `{place.rule}` in `{edit.key[0]}` to put this {side}."
        is_option = any(key[1:] == ("option", place.rule) for key in to.rules)
        homes = sorted({key[0] for key in to.rules if key[2] == place.rule and key[0] and not is_option})
        elsewhere = f"`{place.rule}` belongs in `{homes[0]}`: write yours there" if homes else ""
        begun = [name for name in mates if name.startswith(f"{place.rule}_")]
        meant = Guess(place.rule or "", begun[0]) if len(begun) == 1 else guess(place.rule or "", mates)
        hint = elsewhere or meant or f"write `{side} all`"
        findings.error("E204", place.span, message, hint)


def _tell_lost_contract(new: Resolved, old: Resolved | None, findings: Findings) -> None:
    """Warn about a bid without the braces of the one that it replaces (W539)."""
    bid, was = new.node, old.node if old is not None else None
    if not isinstance(bid, nodes.Bid) or not isinstance(was, nodes.Bid):
        return
    has_none = bid.contract is None and bid.needs_yes is None and not bid.inner
    if has_none and (was.contract is not None or was.inner):
        lost = [f"contract {show(was.contract)}"] if was.contract is not None else []
        lost += [f"{one.keyword} {one.name}" for one in was.inner]
        listed = " and ".join(f"`{one}`" for one in lost)
        message = f"The `bid {bid.name}` that this one replaces has {listed} in its braces, and this one has no braces."
        hint = "write that again in braces at its end"
        if len(lost) == 1 and not was.inner:
            hint = f"write `{{ {lost[0]} }}` after it"
        findings.add(warning("W539", bid.span, message, hint))


def apply_headers(items: Sequence[Item], to: Resolution, document: Document, findings: Findings) -> None:
    """Adopt what the heads of sections say: new phases, and who is scored."""
    sections = [item for item in items if isinstance(item, Section)]
    for item in sections:
        if item.keyword == "scoring" and item.each:
            to.scoring_each, to.scoring_span = item.each, item.span
    for item in _in_order([item for item in sections if item.keyword == "phase"]):
        _apply_phase(item, to, document, findings)


def _in_order(phases: list[Section]) -> Iterator[Section]:
    """Yield phases as they are written, but each after the one that it is put beside, or adds to."""
    while phases:
        new = {one.name for one in phases if one.place is not None}
        needs = [one.name if one.place is None else one.place[1] for one in phases]
        ready = next((at for at, name in enumerate(needs) if name not in new), 0)
        yield phases.pop(ready)


def _apply_phase(section: Section, to: Resolution, document: Document, findings: Findings) -> None:
    name = section.name or ""
    if section.place is None:
        if name not in to.phases:
            hint = guess(name, to.phases) or f"say where it comes: `phase {name} before bidding`"
            findings.error("E205", section.span, f"There is no phase `{name}` yet.", hint)
        return
    if name in PHASES:
        findings.error("E206", section.span, f"Every game has a phase `{name}` already.", f"write `{name} {{ … }}`")
        return
    side, other = section.place
    if name in to.phases:
        _tell_placed(section, to, document, findings)
        return
    if other not in to.phases:
        message = f"There is no phase `{other}` that `{name}` could come {side}."
        findings.error("E205", section.span, message, suggest(other, to.phases, "phases"))
        return
    to.phases.insert(to.phases.index(other) + (side == "after"), name)
    to.placed[name] = section, document


def _tell_placed(section: Section, to: Resolution, document: Document, findings: Findings) -> None:
    """Report a phase that is there already, unless a pack says the same of its place: then the pack adds to it."""
    name = section.name or ""
    there, by = to.placed[name]
    assert section.place is not None
    assert there.place is not None
    if document.kind == "pack" and section.place == there.place:
        return
    message = f"The phase `{name}` is there already."
    hint = "leave `{} {}` out to add to it, or give yours another name"
    if document is not by and section.place != there.place:
        before, after = " ".join(there.place), " ".join(section.place)
        message = f"`{by.name}` puts the phase `{name}` {before}, and `{document.name}` puts it {after}."
    findings.error("E206", section.span, message, hint.format(*section.place), Note(there.span, "it is put there here"))


def apply_settings(items: Sequence[Item], to: Resolution, document: Document, findings: Findings) -> None:
    """Take over what a file sets."""
    seen: dict[str, Span] = {}
    for item in items:
        if not isinstance(item, nodes.SetOptions):
            continue
        for assign in item.assigns:
            put_setting(assign, seen, to, document, findings)


def put_setting(
    assign: bodies.Assign, seen: dict[str, Span], to: Resolution, document: Document, findings: Findings
) -> None:
    """Give an option its value, unless it was seen to get one already."""
    if assign.name in seen:
        first = Note(seen[assign.name], "it is set here already")
        findings.error("E207", assign.span, f"`{assign.name}` is set twice.", "keep one of the two", first)
        return
    seen[assign.name] = assign.span
    to.settings.pop(assign.name, None)  # a later setting comes later, and overrides what a preset set before
    to.settings[assign.name] = Setting(assign, document)
