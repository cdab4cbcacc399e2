"""The language server, spoken to by a real client over its standard input and output."""

from __future__ import annotations

import asyncio
import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from lsprotocol import types as lsp
from pygls.workspace import PositionCodec
from pytest_lsp import LanguageClient, make_test_lsp_client

from spadesdsl.editor.server import Lines
from tests.editor.test_names import HOUSE
from tests.work import at_most

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from pathlib import Path

PUBLISHED = "textDocument/publishDiagnostics"


@asynccontextmanager
async def editor() -> AsyncIterator[LanguageClient]:
    """Start a server, and a client that has said hello."""
    client = make_test_lsp_client()
    await client.start_io(sys.executable, "-m", "spadesdsl", "lsp")
    try:
        await client.initialize_session(
            lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), root_uri=None, process_id=None)
        )
        yield client
    finally:
        await asyncio.wait_for(client.shutdown_session(), 20)
        await client.stop()


def run(work: Callable[[LanguageClient], Awaitable[None]]) -> None:
    async def through() -> None:
        async with editor() as client:
            await asyncio.wait_for(work(client), 60)

    asyncio.run(through())


class Page:
    """An open file in the editor."""

    def __init__(self, client: LanguageClient, file: Path, text: str) -> None:
        self.client, self.uri, self.version = client, file.as_uri(), 1
        client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(self.uri, "spades", 1, text)))
        self.text = text
        self.it = lsp.TextDocumentIdentifier(self.uri)

    def type(self, text: str) -> None:
        """Change the whole text."""
        self.version += 1
        self.text = text
        it = lsp.VersionedTextDocumentIdentifier(self.version, self.uri)
        change = lsp.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(it, [change]))

    async def findings(self, until: Callable[[list[lsp.Diagnostic]], bool]) -> list[lsp.Diagnostic]:
        """Wait for findings."""
        while self.uri not in self.client.diagnostics or not until(list(self.client.diagnostics[self.uri])):
            await self.client.wait_for_notification(PUBLISHED)
        return list(self.client.diagnostics[self.uri])

    def position(self, word: str) -> lsp.Position:
        before = self.text[: self.text.index(word)]
        return lsp.Position(before.count("\n"), len(before.rsplit("\n", 1)[-1].encode("utf-16-le")) // 2)


def test_findings_come_as_one_types_and_a_fix_mends_the_file(tmp_path: Path) -> None:
    async def work(client: LanguageClient) -> None:
        page = Page(client, tmp_path / "house.spades", HOUSE)
        await page.findings(lambda found: not any(one.severity == lsp.DiagnosticSeverity.Error for one in found))
        wrong = HOUSE.replace("let surplus = taken - contract", "let surplus = takn - contract")
        page.type(wrong)
        (found,) = [
            one
            for one in await page.findings(lambda found: any(one.code == "E234" for one in found))
            if one.code == "E234"
        ]
        assert found.range == lsp.Range(lsp.Position(14, 18), lsp.Position(14, 22))
        actions: list[lsp.CodeAction] = []
        while not actions:  # the fix is tried when nobody types
            await asyncio.sleep(0.1)
            context = lsp.CodeActionContext([found])
            answer = await client.text_document_code_action_async(lsp.CodeActionParams(page.it, found.range, context))
            actions = [one for one in answer or () if isinstance(one, lsp.CodeAction)]
        (action,) = actions
        assert action.edit is not None
        assert action.edit.changes is not None
        (edit,) = action.edit.changes[page.uri]
        assert (edit.new_text, edit.range) == ("taken", found.range)
        page.type(HOUSE)
        await page.findings(lambda found: not any(one.code == "E234" for one in found))

    run(work)


def test_names_are_found_followed_and_changed(tmp_path: Path) -> None:
    async def work(client: LanguageClient) -> None:
        text = HOUSE.replace('"What a broken rule costs."', '"Что стоит 🂡."')
        page = Page(client, tmp_path / "house.spades", text)
        there = page.position("-fine")
        there = lsp.Position(there.line, there.character + 2)
        places = await client.text_document_definition_async(lsp.DefinitionParams(page.it, there))
        assert isinstance(places, list)
        assert [(one.uri, one.range.start.line) for one in places if isinstance(one, lsp.Location)] == [(page.uri, 3)]
        parent = await client.text_document_definition_async(lsp.DefinitionParams(page.it, page.position("tricks(2)")))
        assert isinstance(parent, list)
        assert str(getattr(parent[0], "uri", "")).endswith("/standard.spades")
        file = await client.text_document_definition_async(lsp.DefinitionParams(page.it, page.position("standard")))
        assert isinstance(file, list)
        assert str(getattr(file[0], "uri", "")).endswith("/standard.spades")
        hover = await client.text_document_hover_async(lsp.HoverParams(page.it, there))
        assert hover is not None
        assert isinstance(hover.contents, lsp.MarkupContent)
        assert "option fine = 10" in hover.contents.value
        renamed = await client.text_document_rename_async(lsp.RenameParams(page.it, there, "penalty"))
        assert renamed is not None
        assert renamed.changes is not None
        assert len(renamed.changes[page.uri]) == 3
        refused = await client.text_document_rename_async(lsp.RenameParams(page.it, there, "taken"))
        assert refused is None
        assert "meaning of its own" in client.messages[-1].message
        used = await client.text_document_references_async(
            lsp.ReferenceParams(lsp.ReferenceContext(include_declaration=False), page.it, there)
        )
        assert len(used or ()) == 2

    run(work)


def test_a_file_that_is_not_there_has_no_words_to_explain(tmp_path: Path) -> None:
    async def work(client: LanguageClient) -> None:
        nowhere = lsp.TextDocumentIdentifier((tmp_path / "gone.spades").as_uri())
        assert await client.text_document_hover_async(lsp.HoverParams(nowhere, lsp.Position(0, 0))) is None

    run(work)


def test_the_whole_file_is_outlined_coloured_tidied_and_its_examples_run(tmp_path: Path) -> None:
    async def work(client: LanguageClient) -> None:
        page = Page(client, tmp_path / "house.spades", HOUSE.replace("    let surplus", "  let   surplus"))
        symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(page.it))
        names = [one.name for one in symbols or () if isinstance(one, lsp.DocumentSymbol)]
        assert names == ["option fine", "bidding", "play", "scoring", "a fine"]
        colours = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(page.it))
        assert colours is not None
        assert len(colours.data) % 5 == 0
        edits = await client.text_document_formatting_async(
            lsp.DocumentFormattingParams(page.it, lsp.FormattingOptions(2, insert_spaces=True))
        )
        assert [one.new_text for one in edits or ()] == [HOUSE]
        lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(page.it))
        commands = [one.command for one in lenses or () if one.command is not None]
        assert [one.title for one in commands] == ["▶ play this game", "✓ passes"]
        run_it = lsp.ExecuteCommandParams(commands[1].command, commands[1].arguments)
        said = await client.workspace_execute_command_async(run_it)
        assert said is not None
        assert '"a fine" passes.' in client.messages[-1].message
        spaced = Page(client, tmp_path / "our rules.spades", HOUSE)
        play_it = lsp.ExecuteCommandParams("spadesdsl.play", [spaced.it.uri])
        await client.workspace_execute_command_async(play_it)
        assert client.messages[-1].message.endswith(f"spadesdsl play '{tmp_path / 'our rules.spades'}'")
        page.type(HOUSE.replace("broken_rule = -10 }", "broken_rule = -20 }"))
        lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(page.it))
        assert [one.command.title for one in lenses or () if one.command][1] == "✗ fails: run it again"

    run(work)


def test_a_file_typed_letter_by_letter_ends_without_a_finding_left_over(tmp_path: Path) -> None:
    async def work(client: LanguageClient) -> None:
        text = 'variant ours "Ours" extends standard {\n  set target = 300\n}\n'
        page = Page(client, tmp_path / "ours.spades", "")
        for end in range(1, len(text) + 1):
            page.type(text[:end])
            if end % 7 == 0:
                line = text[:end].count("\n")
                there = lsp.Position(line, len(text[:end].rsplit("\n", 1)[-1]))
                await client.text_document_completion_async(lsp.CompletionParams(page.it, there))
        await page.findings(lambda found: not any(one.severity == lsp.DiagnosticSeverity.Error for one in found))

    run(work)


def test_a_place_in_a_long_line_or_after_many_is_found_without_going_through_them() -> None:
    for text in ("or " * 2_000, "or\n" * 2_000):
        lines = Lines.of(text, PositionCodec())
        with at_most(60_000):
            places = [lines.range(at, at + 2) for at in range(0, len(text), 3)]
        assert [lines.offset(one.start) for one in places[::400]] == list(range(0, len(text), 1_200))
