"""Server: the requests of the protocol that are supported, and the open documents.

A document is checked shortly after its last change, in the same thread. The size of a document is limited, so the time
is, too.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable
from typing import Any, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from ludotome import __version__, language
from ludotome.diagnostics import Diagnostic, SourceText, Span
from ludotome.files import Folder, Shelf, folder_inside, shipped_games, shipped_path
from ludotome.language import rename as renamed
from ludotome.lsp import answers
from ludotome.lsp.positions import to_offset, to_range
from ludotome.spec import check_text

_log = logging.getLogger(__name__)
_PAUSE = 0.12  # seconds without a change before a document is checked
_T = TypeVar("_T")


class Document:
    """An open document: its text, a reader for the files that it names, and its diagnostics."""

    def __init__(self, uri: str, text: str, folder: Folder | None) -> None:
        self.uri, self.text = uri, text
        self.source = SourceText(text)
        self.folder = folder
        self.read = Shelf(folder.read if folder is not None else None)
        self._found: tuple[Diagnostic, ...] | None = None

    def location(self, span: Span) -> types.Location | None:
        """Return where a span of this document, or of one that it extends, is; None if that is not a file here."""
        if not span.source:
            return types.Location(uri=self.uri, range=to_range(self.source, span))
        if span.source in shipped_games():
            path = str(shipped_path(span.source))
        elif self.folder is not None:
            path = self.folder.path(span.source)
        else:
            return None
        uri = from_fs_path(path)
        return (
            None if uri is None else types.Location(uri=uri, range=to_range(SourceText(self.read(span.source)), span))
        )

    def found(self) -> tuple[Diagnostic, ...]:
        """Return the diagnostics of the document, made on first use."""
        if self._found is None:
            self._found = check_text(self.text, self.read).diagnostics
        return self._found


class Server(LanguageServer):
    """The server and its open documents by URI."""

    def __init__(self) -> None:
        super().__init__("ludotome", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Incremental)
        self._documents: dict[str, Document] = {}
        self._waiting: dict[str, asyncio.TimerHandle] = {}
        self.is_trusted = True

    def document(self, uri: str) -> Document | None:
        """Return the current document at *uri*, None if it is not open: no file is read for a question alone.

        Files that it names are read again when it has changed.
        """
        opened = self.workspace.text_documents.get(uri)
        if opened is None:
            return None
        text = opened.source
        known = self._documents.get(uri)
        if known is None or known.text != text:
            known = self._documents[uri] = Document(uri, text, self._folder(uri))
        return known

    def _folder(self, uri: str) -> Folder | None:
        """Return the folder of a document, if it is inside the workspace."""
        path = to_fs_path(uri)
        roots = [to_fs_path(one) for one in self.workspace.folders]
        if not roots and self.workspace.root_path:
            roots = [self.workspace.root_path]
        return folder_inside(path, [root for root in roots if root]) if path is not None else None

    def check_soon(self, uri: str) -> None:
        """Publish the diagnostics of a document once it has not changed for a moment."""
        if uri in self._waiting:
            self._waiting[uri].cancel()
        self._waiting[uri] = asyncio.get_running_loop().call_later(_PAUSE, self.check, uri)

    def check(self, uri: str) -> None:
        """Publish the diagnostics of a document."""
        document = self.document(uri)
        if document is None:
            return
        nothing: tuple[Diagnostic, ...] = ()
        found = attempt(document.found, nothing)
        shown = answers.diagnostics(document.source, found)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri=uri, diagnostics=shown))

    def forget(self, uri: str) -> None:
        """Remove the diagnostics of a document that was closed."""
        if uri in self._waiting:
            self._waiting.pop(uri).cancel()
        self._documents.pop(uri, None)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri=uri, diagnostics=[]))


def attempt(ask: Callable[[], _T], otherwise: _T) -> _T:
    """Return the answer, or *otherwise* after an internal error: one text must not stop the editor's server."""
    try:
        return ask()
    except Exception:
        _log.exception("a request failed")
        return otherwise


def make_server() -> Server:
    """Return a server with handlers for all its requests."""
    server = Server()

    def ask(params: Any, service: Callable[[Document, int], _T], otherwise: _T) -> _T:
        if not server.is_trusted:
            return otherwise
        document = server.document(params.text_document.uri)
        if document is None:
            return otherwise
        return attempt(lambda: service(document, to_offset(document.source, params.position)), otherwise)

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        options = params.initialization_options
        server.is_trusted = not (isinstance(options, dict) and options.get("trusted") is False)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        server.check(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        server.check_soon(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        server.forget(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=["$", ".", ":"]))
    def completion(params: types.CompletionParams) -> list[types.CompletionItem]:
        return ask(
            params,
            lambda one, at: answers.completions(one.source, language.complete(one.text, at, one.read)),
            list[types.CompletionItem](),
        )

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        return ask(params, lambda one, at: answers.hover(one.source, language.hover(one.text, at, one.read)), None)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> types.Location | None:
        def find(one: Document, at: int) -> types.Location | None:
            span = language.definition(one.text, at, one.read)
            return one.location(span) if span is not None else None

        return ask(params, find, None)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def references(params: types.ReferenceParams) -> list[types.Location]:
        def find(one: Document, at: int) -> list[types.Location]:
            spans = language.references(one.text, at, one.read)
            declared = language.definition(one.text, at, one.read)
            kept = [span for span in spans if params.context.include_declaration or span != declared]
            return [types.Location(uri=one.uri, range=to_range(one.source, span)) for span in kept]

        return ask(params, find, list[types.Location]())

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare_rename(params: types.PrepareRenameParams) -> types.Range | None:
        def find(one: Document, at: int) -> types.Range | None:
            span = language.can_rename(one.text, at, one.read)
            return to_range(one.source, span) if span is not None else None

        return ask(params, find, None)

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        refused: list[language.RenameError] = []

        def make(one: Document, at: int) -> types.WorkspaceEdit | None:
            try:
                edits = renamed(one.text, at, params.new_name, one.read)
            except language.RenameError as error:
                refused.append(error)
                return None
            return answers.workspace_edit(one.source, one.uri, edits)

        made = ask(params, make, None)
        if refused:
            raise JsonRpcInvalidParams(str(refused[0]))
        return made

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def document_symbol(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        one = server.document(params.text_document.uri) if server.is_trusted else None
        if one is None:
            return []
        return attempt(lambda: answers.symbols(one.source, language.outline(one.text, one.read)), [])

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])
    )
    def code_action(params: types.CodeActionParams) -> list[types.CodeAction]:
        one = server.document(params.text_document.uri) if server.is_trusted else None
        if one is None:
            return []
        return attempt(lambda: answers.quick_fixes(one.source, one.uri, one.found(), params.range), [])

    return server


def start() -> None:
    """Serve one editor over standard input and output until it ends the connection."""
    server = make_server()
    gc.collect()
    gc.freeze()  # loaded modules live as long as the process; a garbage collection that scans them would delay answers
    server.start_io()
