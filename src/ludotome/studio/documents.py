"""Documents: the documents of one folder with their versions, and the shipped ones, which are read-only.

A name is that of a shipped game (`chess`) or a path below the folder that ends in `.md` (`mine/market.md`).

Invariants:
    * every file goes through `Folder`, so nothing outside the folder is read or written;
    * a save names the version that was edited; if the file has changed meanwhile, nothing is written, both texts are
      kept as versions and the caller gets an error;
    * the replaced text and the new one are in `Versions` before the save is reported.

This module does not know HTTP.
"""

from __future__ import annotations

import sqlite3
import threading
from typing import Any

from msgspec import Struct

from ludotome.diagnostics import nearest
from ludotome.files import Folder, Shelf
from ludotome.gamedef import PlayError
from ludotome.play import shipped_games, shipped_path
from ludotome.studio.versions import Versions, version_of

MOST_DOCUMENTS = 500  # documents listed at most
MOST_BYTES = 2 * 2**20  # of a document
PRIVATE = ".ludotome"  # the folder for versions, in the served folder
_SUFFIX = ".md"


class Document(Struct, frozen=True):
    """A document as it is on disk now."""

    name: str
    text: str
    version: str
    shipped: bool


class ConflictError(Exception):
    """Another version was saved meanwhile: *theirs* is on disk, *yours* was not written but kept as a version."""

    def __init__(self, theirs: Document, yours: str, kept: int) -> None:
        super().__init__("another version was saved in between")
        self.theirs, self.yours, self.kept = theirs, yours, kept


class Documents:
    """The documents below *folder*, and the shipped games."""

    def __init__(self, folder: str) -> None:
        self._folder = Folder(folder)
        self._lock = threading.Lock()
        self.versions = Versions(self._versions_path)

    def names(self) -> tuple[str, ...]:
        """Return the names of the documents in the folder, in alphabetical order."""
        return self._folder.names(_SUFFIX, MOST_DOCUMENTS)

    def read(self, name: str) -> Document:
        """Return a document; raise `PlayError` if it cannot be read."""
        if name in shipped_games():
            text = Folder(shipped_path(name).parent).read(f"{name}{_SUFFIX}")
            return Document(name, text, version_of(text), shipped=True)
        self._require_document(name)
        try:
            text = self._folder.read(name, MOST_BYTES)
        except OSError as problem:
            near = nearest(name, (*shipped_games(), *self.names()))
            hint = f"; did you mean `{near[0]}`?" if near else ""
            raise PlayError("no-document", f"cannot read `{name}`: {problem}{hint}", alternatives=tuple(near)) from None
        return Document(name, text, version_of(text), shipped=False)

    def save(self, name: str, text: str, version: str | None) -> tuple[Document, int]:
        """Replace the edited version (None: a new document) by *text*; return the document and its version number.

        Raise `ConflictError` if the file no longer has that version, or if a new document already exists.
        """
        if name in shipped_games():
            raise PlayError("cannot-write", f"`{name}` comes with Ludotome; save it under a name that ends in `.md`")
        self._require_document(name)
        if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
            raise PlayError("cannot-write", f"cannot write `{name}`: it would be larger than {MOST_BYTES} bytes")
        with self._lock:
            now = self._now(name)
            if now is not None and now.text != text and now.version != version:
                self.versions.keep(name, now.text, "found")
                raise ConflictError(now, text, self.versions.keep(name, text, "refused"))
            try:
                if now is not None:
                    self.versions.keep(name, now.text, "found")
                self._folder.write(name, text)
                kept = self.versions.keep(name, text, "saved")
            except (OSError, UnicodeEncodeError, sqlite3.Error) as problem:
                raise PlayError("cannot-write", f"cannot write `{name}`: {problem}") from None
        return Document(name, text, version_of(text), shipped=False), kept

    def reader(self, name: str) -> Shelf:
        """Return the reader for the files that the document *name* names: shipped games, and files in its folder."""
        if name in shipped_games():
            return Shelf(Folder(shipped_path(name).parent).read)
        folder = name.rpartition("/")[0]
        return Shelf(lambda beside: self._folder.read(f"{folder}/{beside}" if folder else beside))

    def close(self) -> None:
        """Close the file of versions."""
        self.versions.close()

    def private_file(self, name: str) -> str:
        """Return the path of a file of the studio in the folder; its parent folder is created."""
        return f"{self._folder.own_folder(PRIVATE, make=True)}/{name}"

    def _versions_path(self, make: bool) -> str | None:
        private = self._folder.own_folder(PRIVATE, make=make)
        return None if private is None else f"{private}/versions.sqlite"

    def _now(self, name: str) -> Document | None:
        try:
            return self.read(name)
        except PlayError:
            if name in self.names():
                raise
            return None

    def _require_document(self, name: str) -> None:
        """Refuse files that are not documents: other files are read only through the document that names them."""
        if not name.endswith(_SUFFIX) or any(part.startswith(".") for part in name.split("/")):
            raise PlayError("no-document", f"`{name}` is not the name of a document: write one that ends in `.md`")


def document_data(document: Document) -> dict[str, Any]:
    """Return a document as plain JSON data."""
    return {
        "name": document.name,
        "text": document.text,
        "version": document.version,
        "shipped": document.shipped,
    }
