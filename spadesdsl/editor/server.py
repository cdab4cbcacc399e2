"""The language server: what `draft` and its neighbours know, in the terms of the Language Server Protocol.

Findings come in two steps. What the rules themselves have wrong is there at once; fixes, examples and cheap proofs
follow when nobody has typed for a moment.
"""

from __future__ import annotations

import asyncio
import shlex
from bisect import bisect_right
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

import spadesdsl
from spadesdsl.diagnostics import Diagnostic, Severity
from spadesdsl.editor.completion import proposals
from spadesdsl.editor.draft import Draft, describe, fenced
from spadesdsl.editor.vocabulary import KINDS, coloured
from spadesdsl.frozen import Frozen
from spadesdsl.reading import SUFFIX
from spadesdsl.resources import variant_path
from spadesdsl.syntax import examples, nodes
from spadesdsl.syntax.formatting import format_text
from spadesdsl.words import capital

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pygls.workspace import PositionCodec

    from spadesdsl.editor.names import Occurrence
    from spadesdsl.source import Source, Span
    from spadesdsl.syntax.node import Node

QUIET: Final = 0.3
"""How many seconds nobody types before fixes are tried and examples run."""
RUN_EXAMPLE: Final = "spadesdsl.runExample"
PLAY: Final = "spadesdsl.play"
_SEVERITIES: Final = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.OPEN: lsp.DiagnosticSeverity.Information,
}


class Lines(Frozen):
    """The lines of a text, and its offsets as positions of the client, which counts in units of its own."""

    lines: tuple[str, ...]
    starts: tuple[int, ...]
    """The offset at which each of them begins."""
    codec: PositionCodec

    @classmethod
    def of(cls, text: str, codec: PositionCodec) -> Lines:
        """Divide a text."""
        lines = tuple(text.split("\n"))
        return cls(lines, tuple(accumulate((len(one) + 1 for one in lines[:-1]), initial=0)), codec)

    def offset(self, position: lsp.Position) -> int:
        """Return the offset of a position; the nearest one if there is no such position."""
        line = min(position.line, len(self.lines) - 1)
        there = lsp.Position(line, position.character)
        column = self.codec.position_from_client_units(self.lines, there).character
        return self.starts[line] + min(column, len(self.lines[line]))

    def position(self, offset: int) -> lsp.Position:
        """Return the position of an offset."""
        number = bisect_right(self.starts, offset) - 1
        before = self.lines[number][: offset - self.starts[number]]
        # The codec goes through a line sign by sign, which takes long for each word of a long line.
        units = len(before) if before.isascii() else self.codec.client_num_units(before)
        return lsp.Position(number, units)

    def range(self, start: int, end: int) -> lsp.Range:
        """Return a stretch of the text."""
        return lsp.Range(self.position(start), self.position(end))


class _Pointing(Protocol):
    """What a client sends when somebody points at a place."""

    text_document: lsp.TextDocumentIdentifier
    position: lsp.Position


class RulesServer(LanguageServer):
    """A server with the drafts of the open files."""

    def __init__(self) -> None:
        super().__init__("spadesdsl", spadesdsl.__version__, text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
        self.drafts: dict[str, Draft] = {}
        self.found: dict[str, tuple[Diagnostic, ...]] = {}
        """By file: the findings last shown."""

    def draft(self, uri: str) -> Draft:
        """Return the draft of a file as it is now; a file that is neither open nor on the disk has no text."""
        document = self.workspace.get_text_document(uri)
        try:
            source = document.source
        except (OSError, UnicodeDecodeError):
            source = ""
        text = source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        if (known := self.drafts.get(uri)) is None or known.text != text:
            path = to_fs_path(uri)
            known = self.drafts[uri] = Draft(Path(path if path else document.path), text)
        return known

    def lines(self, text: str) -> Lines:
        """Return the lines of a text; only a line feed ends one."""
        return Lines.of(text, self.workspace.position_codec)

    def at(self, params: _Pointing) -> tuple[Draft, Lines, int]:
        """Return the draft that somebody points into, its lines, and the offset."""
        draft = self.draft(params.text_document.uri)
        lines = self.lines(draft.text)
        return draft, lines, lines.offset(params.position)

    def uses(self, params: _Pointing) -> list[tuple[Occurrence, lsp.Range]]:
        """Return the places in a file that name the same thing as the one somebody points at."""
        draft, lines, offset = self.at(params)
        named = draft.names.at(offset)
        found = [] if named is None else draft.names.of(named.symbol)
        return [(one, lines.range(one.span.start, one.span.end)) for one in found]

    def show(self, uri: str, draft: Draft, found: tuple[Diagnostic, ...]) -> None:
        """Show findings."""
        self.found[uri] = found
        version = self.workspace.get_text_document(uri).version
        shown = [_finding(self, draft, one) for one in found]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, shown, version))


server = RulesServer()


# ---------------------------------------------------------------- findings


def _finding(ls: RulesServer, draft: Draft, found: Diagnostic) -> lsp.Diagnostic:
    lines = ls.lines(draft.text)
    is_here = found.span.file == draft.source.name
    message = found.message if is_here else f"{Path(found.span.file).name}, line {found.span.line}: {found.message}"
    places = ((note, _location(ls, draft, note.span)) for note in found.notes)
    notes = [lsp.DiagnosticRelatedInformation(place, note.message) for note, place in places if place is not None]
    return lsp.Diagnostic(
        range=lines.range(found.span.start, found.span.end) if is_here else lsp.Range(_TOP, _TOP),
        message=f"{message}\n{found.hint}" if found.hint else message,
        severity=_SEVERITIES[found.severity],
        code=found.code,
        source="spadesdsl",
        related_information=notes or None,
    )


_TOP: Final = lsp.Position(0, 0)


def _location(ls: RulesServer, draft: Draft, span: Span) -> lsp.Location | None:
    """Return a place in this file or another; None for a text that is in no file."""
    own = draft.source
    source: Source | None = own if span.file == own.name else draft.loaded.sources.get(span.file)
    named = Path(span.file)
    path = draft.path if span.file == own.name else named if named.is_file() else variant_path(named.stem)
    uri = None if path is None else from_fs_path(str(path.resolve()))
    if source is None or uri is None:
        return None
    return lsp.Location(uri, ls.lines(source.text).range(span.start, span.end))


async def _changed(ls: RulesServer, uri: str) -> None:
    draft = ls.draft(uri)
    ls.show(uri, draft, draft.loaded.diagnostics)
    await asyncio.sleep(QUIET)
    if ls.drafts.get(uri) is not draft:
        return
    found = await asyncio.get_running_loop().run_in_executor(None, lambda: draft.findings)
    if ls.drafts.get(uri) is draft:
        ls.show(uri, draft, found)
        if ls.client_capabilities.workspace is not None and ls.client_capabilities.workspace.code_lens is not None:
            await ls.workspace_code_lens_refresh_async(None)


@server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
@server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
async def did_change(ls: RulesServer, params: lsp.DidOpenTextDocumentParams | lsp.DidChangeTextDocumentParams) -> None:
    """Show the findings of a file that was opened or has changed."""
    await _changed(ls, params.text_document.uri)


@server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
async def did_save(ls: RulesServer, params: lsp.DidSaveTextDocumentParams) -> None:
    """Look again at all open files: one of them may be the parent of another."""
    del params
    for uri in list(ls.drafts):
        ls.drafts.pop(uri)
        await _changed(ls, uri)


@server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
def did_close(ls: RulesServer, params: lsp.DidCloseTextDocumentParams) -> None:
    """Forget a file, and its findings."""
    uri = params.text_document.uri
    ls.drafts.pop(uri, None)
    ls.found.pop(uri, None)
    ls.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))


@server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix]))
def code_action(ls: RulesServer, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """Offer the fixes of the findings at a place."""
    uri = params.text_document.uri
    draft = ls.draft(uri)
    lines = ls.lines(draft.text)
    first, last = lines.offset(params.range.start), lines.offset(params.range.end)
    actions = []
    for found in ls.found.get(uri, ()):
        if found.fix is None or found.span.end < first or found.span.start > last:
            continue
        edits = [lsp.TextEdit(lines.range(edit.span.start, edit.span.end), edit.text) for edit in found.fix.edits]
        actions.append(
            lsp.CodeAction(
                title=capital(found.fix.words),
                kind=lsp.CodeActionKind.QuickFix,
                diagnostics=[_finding(ls, draft, found)],
                edit=lsp.WorkspaceEdit(changes={uri: edits}),
                is_preferred=True,
            )
        )
    return actions


# ---------------------------------------------------------------- words


@server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", " "]))
def completion(ls: RulesServer, params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
    """Offer what can come at a place."""
    draft, _, offset = ls.at(params)
    return [
        lsp.CompletionItem(
            label=one.text,
            kind=lsp.CompletionItemKind[one.sort.value],
            detail=one.says or None,
            documentation=lsp.MarkupContent(lsp.MarkupKind.Markdown, fenced(one.example)) if one.example else None,
            sort_text=f"{number:04}",
        )
        for number, one in enumerate(proposals(draft, offset))
    ]


@server.feature(lsp.TEXT_DOCUMENT_HOVER)
def hover(ls: RulesServer, params: lsp.HoverParams) -> lsp.Hover | None:
    """Say what a word means."""
    draft, lines, offset = ls.at(params)
    if (found := describe(draft, offset)) is None:
        return None
    text, start, end = found
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text), lines.range(start, end))


@server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
def definition(ls: RulesServer, params: lsp.DefinitionParams) -> list[lsp.Location]:
    """Find where a name is declared, in this file, its parents and its packs."""
    draft, _, offset = ls.at(params)
    if (named := draft.names.at(offset)) is None:
        return []
    symbol = named.symbol
    if symbol.keyword == "file":
        beside = draft.path.parent / f"{symbol.name}{SUFFIX}"
        path = beside if beside.is_file() else variant_path(symbol.name)
        uri = None if path is None else from_fs_path(str(path.resolve()))
        return [] if uri is None else [lsp.Location(uri, lsp.Range(_TOP, _TOP))]
    if symbol.owner >= 0:
        spans = [one.span for one in draft.names.of(symbol) if one.is_declaration]
    else:
        spans = [one.span for one in draft.declared(symbol)]
    places = (_location(ls, draft, span) for span in spans)
    return [place for place in places if place is not None]


@server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
def references(ls: RulesServer, params: lsp.ReferenceParams) -> list[lsp.Location]:
    """List the places in the file that name the same thing."""
    return [
        lsp.Location(params.text_document.uri, place)
        for one, place in ls.uses(params)
        if params.context.include_declaration or not one.is_declaration
    ]


@server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
def highlight(ls: RulesServer, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
    """Mark the places that name the same thing."""
    return [lsp.DocumentHighlight(place) for _, place in ls.uses(params)]


@server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
def prepare_rename(ls: RulesServer, params: lsp.PrepareRenameParams) -> lsp.Range | None:
    """Say which name would be changed."""
    draft, lines, offset = ls.at(params)
    named = draft.names.at(offset)
    return None if named is None else lines.range(named.span.start, named.span.end)


@server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
def rename(ls: RulesServer, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
    """Give something another name wherever the file names it."""
    draft, lines, offset = ls.at(params)
    places = draft.renamed(offset, params.new_name)
    if isinstance(places, str):
        ls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, places))
        return None
    edits = [lsp.TextEdit(lines.range(*place), params.new_name) for place in places]
    return lsp.WorkspaceEdit(changes={params.text_document.uri: edits})


# ---------------------------------------------------------------- the whole file


@server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
def formatting(ls: RulesServer, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
    """Put a file into the standard layout; nothing if it cannot be read."""
    draft = ls.draft(params.text_document.uri)
    text, _ = format_text(draft.source)
    if text is None or text == draft.text:
        return None
    return [lsp.TextEdit(ls.lines(draft.text).range(0, len(draft.text)), text)]


@server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
def outline(ls: RulesServer, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    """List the sections of a file, and the sentences in them."""
    draft = ls.draft(params.text_document.uri)
    document = draft.names.document
    return [] if document is None else list(_symbols(document.items, ls.lines(draft.text)))


def _symbols(items: Iterable[Node], lines: Lines) -> Iterator[lsp.DocumentSymbol]:
    for item in items:
        inner: Iterable[Node] = ()
        match item:
            case nodes.Section():
                name = " ".join(filter(None, (item.keyword, item.name)))
                kind, inner = lsp.SymbolKind.Namespace, item.items
            case nodes.OnDeal():
                name, kind, inner = f"on deal {', '.join(map(str, item.deals))}", lsp.SymbolKind.Namespace, item.items
            case examples.Example():
                name, kind = item.title, lsp.SymbolKind.Event
            case nodes.Preset():
                name, kind = f"preset {item.name}", lsp.SymbolKind.Property
            case nodes.Rule():
                name = " ".join(filter(None, (item.keyword, item.name)))
                kind = (
                    lsp.SymbolKind.Variable if item.keyword in ("let", "option", "tally") else lsp.SymbolKind.Function
                )
                inner = item.inner
            case _:
                continue
        there = lines.range(item.span.start, item.span.end)
        yield lsp.DocumentSymbol(name, kind, there, there, children=list(_symbols(inner, lines)))


@server.feature(
    lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, lsp.SemanticTokensLegend(token_types=list(KINDS), token_modifiers=[])
)
def colours(ls: RulesServer, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
    """Colour each word by what it means."""
    draft = ls.draft(params.text_document.uri)
    lines = ls.lines(draft.text)
    data: list[int] = []
    before = lsp.Position(0, 0)
    for start, length, kind in coloured(draft.names):
        place, end = lines.position(start), lines.position(start + length)
        column = place.character - (before.character if place.line == before.line else 0)
        data += [place.line - before.line, column, end.character - place.character, KINDS.index(kind), 0]
        before = place
    return lsp.SemanticTokens(data)


@server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
def lenses(ls: RulesServer, params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
    """Offer to play the game, and say of each example whether it passes."""
    uri = params.text_document.uri
    draft = ls.draft(uri)
    if (document := draft.names.document) is None:
        return []
    lines = ls.lines(draft.text)
    head = lines.range(document.name_span.start, document.name_span.end)
    found = [lsp.CodeLens(head, lsp.Command("▶ play this game", PLAY, arguments=[uri]))] if draft.loaded.variant else []
    results = {one.title: one for one in draft.examples} if draft.loaded.variant is not None else {}
    for item in document.items:
        if isinstance(item, examples.Example):
            result = results.get(item.title)
            words = "run this example" if result is None else "✓ passes" if result.passed else "✗ fails: run it again"
            place = lines.range(item.title_span.start, item.title_span.end)
            found.append(lsp.CodeLens(place, lsp.Command(words, RUN_EXAMPLE, arguments=[uri, item.title])))
    return found


@server.command(RUN_EXAMPLE)
def run_example(ls: RulesServer, uri: str, title: str) -> dict[str, Any]:
    """Run one example, and show what came out."""
    result = next((one for one in ls.draft(uri).examples if one.title == title), None)
    if result is None:
        kind, words = lsp.MessageType.Warning, "The file has mistakes: no example can be run."
    elif result.passed:
        kind, words = lsp.MessageType.Info, f'"{title}" passes.'
    else:
        kind, words = lsp.MessageType.Error, f'"{title}": ' + " ".join(one.message for one in result.failures)
    ls.window_show_message(lsp.ShowMessageParams(kind, words))
    return {"title": title, "passed": result is not None and result.passed, "says": words}


@server.command(PLAY)
def play(ls: RulesServer, uri: str) -> dict[str, Any]:
    """Return the command that plays the game, for an editor that can open a terminal."""
    command = ["spadesdsl", "play", str(ls.draft(uri).path)]
    ls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, f"In a terminal: {shlex.join(command)}"))
    return {"command": command}


def serve() -> None:
    """Speak over standard input and output until the editor leaves."""
    server.start_io()
