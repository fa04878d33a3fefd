"""The language server, started as by an editor, with pygls's own client over stdio."""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient

from ludotome.diagnostics import SourceText
from ludotome.gamedef import to_json
from ludotome.language.analysed import symbols_of
from ludotome.lsp.positions import to_offset, to_position
from ludotome.spec import compile_text
from tests.support.completing import errors_of, uses_of
from tests.support.renaming import GAMES, difference, read_shipped, shipped, shipped_names

FOLDER = Path(str(GAMES))


class Editor:
    """A client with one server, and the diagnostics it received by URI."""

    def __init__(self) -> None:
        self.client = LanguageClient("test", "1")
        self.sent: dict[str, list[types.Diagnostic]] = {}
        self.arrived = asyncio.Event()

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: types.PublishDiagnosticsParams) -> None:
            self.sent[params.uri] = list(params.diagnostics)
            self.arrived.set()

    async def start(self, folder: Path, *, trusted: bool = True) -> None:
        await self.client.start_io(sys.executable, "-m", "ludotome", "lsp")
        root = types.WorkspaceFolder(uri=folder.as_uri(), name="games")
        await self.client.initialize_async(
            types.InitializeParams(
                capabilities=types.ClientCapabilities(),
                workspace_folders=[root],
                root_uri=folder.as_uri(),
                initialization_options={"trusted": trusted},
            )
        )
        self.client.initialized(types.InitializedParams())

    async def open(self, path: Path, text: str) -> types.TextDocumentIdentifier:
        self.arrived.clear()
        item = types.TextDocumentItem(uri=path.as_uri(), language_id="markdown", version=1, text=text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
        await asyncio.wait_for(self.arrived.wait(), 60)
        return types.TextDocumentIdentifier(uri=path.as_uri())

    async def stop(self) -> None:
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()


def in_editor(use: Callable[[Editor], Awaitable[None]], folder: Path = FOLDER, *, trusted: bool = True) -> None:
    """Run *use* with a started editor."""

    async def run() -> None:
        editor = Editor()
        await editor.start(folder, trusted=trusted)
        try:
            await use(editor)
        finally:
            await editor.stop()

    asyncio.run(run())


def position(text: str, offset: int) -> types.Position:
    return to_position(SourceText(text), offset)


def edited(text: str, edit: types.WorkspaceEdit | None) -> str:
    """Return *text* after the one document's edits."""
    assert edit is not None
    assert edit.changes is not None
    source = SourceText(text)
    (changes,) = edit.changes.values()
    for change in sorted(changes, key=lambda one: to_offset(source, one.range.start), reverse=True):
        start, end = to_offset(source, change.range.start), to_offset(source, change.range.end)
        text = text[:start] + change.new_text + text[end:]
    return text


def definition_of(text: str) -> Any:
    game_def = compile_text(text, read_shipped).game_def
    assert game_def is not None
    return json.loads(to_json(game_def))


async def rename_all(editor: Editor, game: str, every: int) -> int:
    """Rename each *every*-th symbol of *game* over the protocol and return how many were renamed."""
    text, done = shipped(game), 0
    document = await editor.open(FOLDER / f"{game}.md", text)
    assert [one for one in editor.sent[document.uri] if one.severity == types.DiagnosticSeverity.Error] == []
    before, symbols = definition_of(text), symbols_of(text, read_shipped)
    for symbol in list(symbols.declared)[::every]:
        if game == "boarding" and symbol.kind == "terrain":
            continue  # named in its mission file too
        new = "$zqx" if symbol.kind == "binding" else "zqx"
        at = position(text, symbols.declared[symbol].span.start)
        params = types.RenameParams(text_document=document, position=at, new_name=new)
        after = edited(text, await editor.client.text_document_rename_async(params))
        assert difference(before, definition_of(after), symbol.name, new) is None, symbol
        done += 1
    return done


async def complete_some(editor: Editor, game: str, places: int, offers: int) -> int:
    """Complete sampled names of *game*, insert some offers of each, and return how many compile: all must."""
    text, chosen, done = shipped(game), random.Random(7), 0
    document = await editor.open(FOLDER / f"{game}.md", text)
    uses = uses_of(text)
    for use in chosen.sample(uses, min(places, len(uses))):
        at = position(text, use.span.start)
        offered = await editor.client.text_document_completion_async(types.CompletionParams(document, at))
        assert isinstance(offered, list)
        whole = [one for one in offered if one.kind != types.CompletionItemKind.Function]
        for item in chosen.sample(whole, min(offers, len(whole))):
            assert isinstance(item.text_edit, types.TextEdit)
            after = edited(text, types.WorkspaceEdit(changes={document.uri: [item.text_edit]}))
            assert errors_of(after) == [], (game, use.symbol, item.label)
            done += 1
    return done


def test_a_session_with_a_shipped_game() -> None:
    async def session(editor: Editor) -> None:
        text = shipped("skirmish")
        document = await editor.open(FOLDER / "skirmish.md", text)
        at = position(text, text.index("sees($f, it)"))
        asked = {"text_document": document, "position": at}
        found = await editor.client.text_document_definition_async(types.DefinitionParams(**asked))
        assert isinstance(found, types.Location)
        assert found.range.start == position(text, text.index("sees\n"))
        context = types.ReferenceContext(include_declaration=True)
        uses = await editor.client.text_document_references_async(types.ReferenceParams(context=context, **asked))
        assert uses is not None
        assert len(uses) == 2
        shown = await editor.client.text_document_hover_async(types.HoverParams(**asked))
        assert shown is not None
        assert "sees($a, $b)" in shown.contents.value  # type: ignore[union-attr]
        outline = await editor.client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
        assert outline is not None
        assert [one.name for one in outline][:3] == ["metadata", "constants", "terrain"]
        at = position(text, text.index("prop: wounds") + 6)
        offered = await editor.client.text_document_completion_async(types.CompletionParams(document, at))
        assert isinstance(offered, list)
        assert {"wounds", "defence"} <= {one.label for one in offered}
        assert await rename_all(editor, "pig", 3) > 2
        assert await complete_some(editor, "pig", places=4, offers=2) > 3
        with pytest.raises(JsonRpcException, match="already means"):
            await editor.client.text_document_rename_async(
                types.RenameParams(document, position(text, text.index("walk: 3")), "clouds")
            )

    in_editor(session)


def test_errors_and_their_quick_fixes_behind_astral_characters() -> None:
    async def session(editor: Editor) -> None:
        text = shipped("pig").replace("# Pig", "# 🎲 Pig").replace("delta: pot }", "delta: pott }  # 🎲")
        document = await editor.open(FOLDER / "pig.md", text)
        (one,) = editor.sent[document.uri]
        assert one.code == "LT202"
        params = types.CodeActionParams(document, one.range, types.CodeActionContext(diagnostics=[one]))
        actions = await editor.client.text_document_code_action_async(params)
        assert actions
        assert isinstance(actions[0], types.CodeAction)
        assert edited(text, actions[0].edit) == text.replace("pott", "pot")
        editor.arrived.clear()
        change = types.TextDocumentContentChangeWholeDocument(text=shipped("pig"))
        version = types.VersionedTextDocumentIdentifier(version=2, uri=document.uri)
        editor.client.text_document_did_change(types.DidChangeTextDocumentParams(version, [change]))
        await asyncio.wait_for(editor.arrived.wait(), 60)
        assert editor.sent[document.uri] == []

    in_editor(session)


def test_missions_are_read_inside_the_workspace_only(tmp_path: Path) -> None:
    async def inside(editor: Editor) -> None:
        document = await editor.open(FOLDER / "boarding.md", shipped("boarding"))
        assert [one.code for one in editor.sent[document.uri]] == []

    async def outside(editor: Editor) -> None:
        document = await editor.open(FOLDER / "boarding.md", shipped("boarding"))
        assert "LT617" in [one.code for one in editor.sent[document.uri]]

    in_editor(inside)
    in_editor(outside, tmp_path)


def test_an_untrusted_workspace_has_diagnostics_only() -> None:
    async def session(editor: Editor) -> None:
        text = shipped("pig").replace("delta: pot }", "delta: pott }")
        document = await editor.open(FOLDER / "pig.md", text)
        assert [one.code for one in editor.sent[document.uri]] == ["LT202"]
        asked = {"text_document": document, "position": position(text, text.index("score"))}
        assert await editor.client.text_document_hover_async(types.HoverParams(**asked)) is None
        assert await editor.client.text_document_completion_async(types.CompletionParams(**asked)) == []
        assert await editor.client.text_document_definition_async(types.DefinitionParams(**asked)) is None

    in_editor(session, trusted=False)


@pytest.mark.long
def test_every_symbol_of_every_game_is_renamed_over_the_protocol() -> None:
    async def session(editor: Editor) -> None:
        for game in shipped_names():
            assert await rename_all(editor, game, 1) > 3

    in_editor(session)


@pytest.mark.long
def test_what_is_offered_over_the_protocol_compiles_in_every_game() -> None:
    async def session(editor: Editor) -> None:
        for game in shipped_names():
            assert await complete_some(editor, game, places=20, offers=3) > 10

    in_editor(session)
