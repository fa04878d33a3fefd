"""Documents: read, check, fix, compile and write the documents of one folder, and read the shipped ones.

Invariants:
    * a name is that of a shipped game, or a path below the folder; every file goes through `Folder`;
    * in the folder only documents and texts are read and written, and no hidden files: other files may contain secrets
      or be executed;
    * nothing is written unless the user allowed it; a fix is returned as text in any case;
    * errors in a document are data: diagnostics with location, message and suggestion.

This module does not know the protocol.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from ludotome.diagnostics import code_page, has_errors, mend, nearest, render
from ludotome.files import Folder
from ludotome.gamedef import PlayError, to_json
from ludotome.mcp.limits import MOST_DOCUMENTS, clipped
from ludotome.play import Game, load, load_text, run_tests, shipped_games, shipped_path
from ludotome.spec import CompileResult, compile_text, starter

Read = Callable[[str], str]
_SUFFIXES = (".md", ".txt")


class NotAllowedError(Exception):
    """Writing a file is not allowed by the user."""


class Documents:
    """The documents that a client may name: those below *folder*, and the shipped games."""

    def __init__(self, folder: str, *, allow_write: bool = False) -> None:
        self._folder = Folder(folder)
        self._allow_write = allow_write

    def listed(self) -> dict[str, Any]:
        """Return the names of the shipped games and of the documents in the folder."""
        return {"shipped": list(shipped_games()), "documents": list(self._folder.names(".md", MOST_DOCUMENTS))}

    def read(self, name: str) -> str:
        """Return the text of a document; raise `PlayError` if it cannot be read."""
        if name in shipped_games():
            return Folder(shipped_path(name).parent).read(f"{name}.md")
        try:
            return self._folder.read(_plain(name))
        except OSError as problem:
            near = nearest(name, (*shipped_games(), *self._folder.names(".md", MOST_DOCUMENTS)))
            hint = f"; did you mean `{near[0]}`?" if near and near[0] != name else ""
            raise PlayError("no-document", f"cannot read `{name}`: {problem}{hint}", alternatives=tuple(near)) from None

    def write(self, name: str, text: str) -> dict[str, Any]:
        """Write *text* to a document of the folder and check it."""
        self._write(name, text)
        return {"written": name, **self._report_of(name, text, self._compile(name, text))}

    def edit(self, name: str, old: str, new: str) -> dict[str, Any]:
        """Replace the one place where a document has *old* by *new*, write it and check it."""
        self._require_write(name)
        text = self.read(name)
        found = text.count(old) if old else 0
        if found != 1:
            more = "add more of the text around it" if found else "copy the text exactly, with its blanks"
            raise PlayError("no-such-text", f"`{name}` has this text {found} times, not once: {more}")
        return self.write(name, text.replace(old, new))

    def check(self, name: str, text: str | None, *, fix: bool) -> dict[str, Any]:
        """Return the diagnostics of a document, or of *text* in its place; with *fix* also the fixed text.

        The fixed text is written if writing is allowed and the text came from the folder.
        """
        before = self.read(name) if text is None else text
        result = self._compile(name, before)
        if not fix:
            return self._report_of(name, before, result)
        mended = mend(before, lambda text: self._compile(name, text))
        told = self._report_of(name, mended.text, self._compile(name, mended.text))
        told |= {"changed": mended.text != before, "fixed": clipped(mended.text)}
        if told["changed"] and text is None and self._allow_write and name not in shipped_games():
            self._write(name, mended.text)
            told["written"] = name
        return told

    def compile(self, name: str, text: str | None) -> dict[str, Any]:
        """Return the definition of a document as JSON, or its errors."""
        before = self.read(name) if text is None else text
        result = self._compile(name, before)
        told = self._report_of(name, before, result)
        if told["ok"] and result.game_def is not None:
            told["game_def"] = clipped(to_json(result.game_def))
        return told

    def test(self, name: str) -> dict[str, Any]:
        """Run the tests inside a document."""
        results = run_tests(self.game(name, None))
        failed = [{"test": one.name, "failures": list(one.failures)} for one in results if not one.passed]
        return {"passed": len(results) - len(failed), "failed": failed}

    def new(self, name: str, players: int, board: str, path: str | None) -> dict[str, Any]:
        """Return a commented document for a new game; with *path* it is also written, if that file does not exist."""
        text = starter(name, players, board)
        if path is None:
            return {"text": text}
        self._write(path, text, is_new=True)
        return {"text": text, "written": path, **self._report_of(path, text, self._compile(path, text))}

    def game(self, name: str, text: str | None) -> Game:
        """Return the game of a document, or of *text*; raise `SpecError` if it has errors."""
        if text is None and name in shipped_games():
            return load(name)
        return load_text(self.read(name) if text is None else text, read=self._beside(name))

    def _beside(self, name: str) -> Read:
        """Return the reader for the files that the document *name* names: relative to it, below the folder."""
        if name in shipped_games():
            return Folder(shipped_path(name).parent).read
        folder = name.rpartition("/")[0]
        return lambda beside: self._folder.read(
            _plain(f"{folder}/{beside}" if folder and not beside.startswith("/") else beside)
        )

    def _compile(self, name: str, text: str) -> CompileResult:
        return compile_text(text, self._beside(name))

    def _report_of(self, name: str, text: str, result: CompileResult) -> dict[str, Any]:
        """Return diagnostics in the form of `check --json`, and as text."""
        found = result.diagnostics
        report = json.loads(render(found, {"": text, name: text}, "json", filename=name))
        shown = clipped(render(found, {"": text, name: text}, filename=name, color=False, width=100))
        more = "parts with structural errors are checked for names and types once these errors are fixed"
        told = {"ok": not has_errors(found), "diagnostics": report["diagnostics"], "report": shown}
        return told | ({"note": more} if result.stopped_early else {})

    def _write(self, name: str, text: str, *, is_new: bool = False) -> None:
        self._require_write(name)
        try:
            self._folder.write(_plain(name), text, is_new=is_new)
        except OSError as problem:
            raise PlayError("cannot-write", f"cannot write `{name}`: {problem}") from None

    def _require_write(self, name: str) -> None:
        if not self._allow_write:
            raise NotAllowedError(
                f"cannot write `{name}`: start the server with `ludotome mcp --allow-write` to allow it"
            )


def _plain(name: str) -> str:
    """Return the name of a file that a client may use; raise `OSError` if it may not."""
    if not name.endswith(_SUFFIXES) or any(part.startswith(".") and part != "." for part in name.split("/")):
        raise OSError("names end in `.md` or `.txt`, and no part of them begins with a dot")
    return name


def explained(code: str) -> str:
    """Return the page of a diagnostic code."""
    return code_page(code).markdown
