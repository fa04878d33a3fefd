"""The language server and hostile texts: each request has an answer, and the server continues."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from tests.support.renaming import shipped
from tests.unit.lsp.test_language_server import FOLDER, Editor, in_editor

TEXTS = (
    "",
    "\x00\x01",
    "```yaml\n" + "[" * 5000,
    "```yaml\nmetadata: { id: &a [*a, *b] }\n",
    "```yaml\nmetadata: { id: x, extends: ../../../etc/passwd }\n```\n",
    "```yaml\nmetadata: { id: x, extends: x.md }\n```\n",
    '```yaml\nactions:\n  - { id: a, pre: "' + "(" * 3000 + '" }\n```\n',
    "```yaml\nzones: [ { grid: { rows: 1000000000, cols: 1000000000 } } ]\n```\n",
    "\u202e\U0001f600" * 500,
    "```yaml\n" + "a: b\n" * 20_000,
)


def test_every_question_about_any_text_is_answered() -> None:
    async def ask(editor: Editor) -> None:
        for number, text in enumerate(TEXTS):
            document = await editor.open(FOLDER / f"hostile-{number}.md", text)
            assert editor.sent[document.uri], text[:40]
            for line in (0, 1, 999_999):
                place = types.Position(line=line, character=7)
                client, at = editor.client, {"text_document": document, "position": place}
                await client.text_document_completion_async(types.CompletionParams(**at))
                await client.text_document_hover_async(types.HoverParams(**at))
                await client.text_document_definition_async(types.DefinitionParams(**at))
                await client.text_document_prepare_rename_async(types.PrepareRenameParams(**at))
            await editor.client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
        document = await editor.open(FOLDER / "pig.md", shipped("pig"))
        assert editor.sent[document.uri] == []

    in_editor(ask)


def test_a_base_outside_the_workspace_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "secret.md").write_text(shipped("pig"), encoding="utf-8")
    text = "```yaml\nmetadata: { id: x, extends: ../secret.md }\n```\n"

    async def ask(editor: Editor) -> None:
        document = await editor.open(tmp_path / "games" / "x.md", text)
        assert [one.code for one in editor.sent[document.uri]] == ["LT262"]

    in_editor(ask, tmp_path / "games")


def test_no_file_is_read_for_a_question_about_a_document_that_is_not_open(tmp_path: Path) -> None:
    """Neither a file of the workspace nor any other; a path that is not a file has an empty answer too."""
    (tmp_path / "pig.md").write_text(shipped("pig"), encoding="utf-8")
    uris = [(tmp_path / "pig.md").as_uri(), (FOLDER / "pig.md").as_uri(), (tmp_path / "none.md").as_uri(), "http://x"]

    async def ask(editor: Editor) -> None:
        for uri in uris:
            document, place = types.TextDocumentIdentifier(uri), types.Position(line=6, character=3)
            client, at = editor.client, {"text_document": document, "position": place}
            assert await client.text_document_document_symbol_async(types.DocumentSymbolParams(document)) == []
            assert await client.text_document_hover_async(types.HoverParams(**at)) is None
            assert await client.text_document_completion_async(types.CompletionParams(**at)) == []
        opened = await editor.open(tmp_path / "pig.md", shipped("pig"))
        assert await editor.client.text_document_document_symbol_async(types.DocumentSymbolParams(opened))

    in_editor(ask, tmp_path)


def test_the_definition_of_what_a_base_declares_is_in_its_file(tmp_path: Path) -> None:
    base = "```yaml\nmetadata: { id: base, players: { min: 2, max: 2 } }\nconstants: { goal: 3 }\n```\n"
    variable = "{ name: n, type: int, min: 0, max: goal }"
    text = f"```yaml\nmetadata: {{ id: x, extends: base.md }}\nglobalVars: [ {variable} ]\n```\n"
    (tmp_path / "base.md").write_text(base, encoding="utf-8")

    async def ask(editor: Editor) -> None:
        document = await editor.open(tmp_path / "x.md", text)
        place = types.Position(line=2, character=text.splitlines()[2].index("goal") + 1)
        found = await editor.client.text_document_definition_async(types.DefinitionParams(document, place))
        assert isinstance(found, types.Location)
        assert found.uri == (tmp_path / "base.md").as_uri()
        assert (found.range.start.line, found.range.start.character) == (2, base.splitlines()[2].index("goal"))

    in_editor(ask, tmp_path)
