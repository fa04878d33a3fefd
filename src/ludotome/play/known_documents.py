"""Known documents: a cache of compiled definitions.

The key covers the document's text, the settings of its parameters, the content of every file of this package that
decides what it means, and the versions of Python and of the libraries that read documents. The entry also holds
digests of all other files that were read for it (mission files); they must still match.

Only documents without errors are cached. The definition is a pickle, which loads much faster than JSON. Like the
compiled libraries, it is used only if nobody but the user can have written it (`toolchain`).

This module does not know how documents are compiled.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib.machinery import PathFinder
from typing import Any

import msgspec
from msgspec import Struct

from ludotome.gamedef import GameDef, checked
from ludotome.toolchain import digest_of, package_digest, recall, remember_made

PACKAGES = ("chance", "space", "movement", "tactics", "boardstate", "diagnostics", "files", "gamedef", "spec")
"""The packages whose files decide what a document means."""
READERS = ("yaml", "markdown_it")
"""The libraries that read documents; each writes its version in its `__init__`."""
KIND = "documents"
Reader = Callable[[str], str]


class NotedReads:
    """A reader that notes what was read through it."""

    def __init__(self, read: Reader) -> None:
        self._read = read
        self.texts: dict[str, str] = {}
        self.failed = False

    def __call__(self, name: str) -> str:
        """Return the text called *name*; all of one compilation sees one version of a file."""
        if name in self.texts:
            return self.texts[name]
        try:
            text = self._read(name)
        except BaseException:
            self.failed = True
            raise
        self.texts[name] = text
        return text


class KnownDocument(Struct, frozen=True):
    """A definition from the cache, and the other texts it was compiled from by their names."""

    game_def: GameDef
    texts: dict[str, str]


def recall_document(markdown: str, read: Reader | None, settings: Mapping[str, Any]) -> KnownDocument | None:
    """Return the cached definition of a document; None if it is not cached or a file that it read has changed."""
    data = recall(KIND, _key(markdown, settings))
    if data is None:
        return None
    try:
        reads, digest, game_def = pickle.loads(data)
        texts = {name: "" if read is None else read(name) for name in reads}
        same = all(digest_of(texts[name]) == wanted for name, wanted in reads.items())
    except Exception:  # another Python or msgspec wrote it, or a file is unreadable: compiling reports that
        return None
    if not same or not isinstance(game_def, GameDef):
        return None
    checked(game_def).__dict__["digest"] = digest  # computing it takes as long as all the rest
    return KnownDocument(game_def, texts)


def remember_document(markdown: str, reads: NotedReads | None, settings: Mapping[str, Any], game_def: GameDef) -> None:
    """Store the definition of a document without errors in the cache."""
    if reads is not None and reads.failed:
        return
    digests = {} if reads is None else {name: digest_of(text) for name, text in reads.texts.items()}
    data = pickle.dumps((digests, checked(game_def).digest, game_def), protocol=5)
    remember_made(PACKAGES, KIND, _key(markdown, settings), data)


def _key(markdown: str, settings: Mapping[str, Any]) -> str:
    """Return the key of a document; 1 and true are different settings."""
    set_to = repr(sorted(settings.items(), key=lambda setting: str(setting[0])))
    return digest_of(markdown, set_to, package_digest(PACKAGES), _versions())


@cache
def _versions() -> str:
    """Return a digest that differs for other versions of Python, msgspec and `READERS`, which are not imported."""
    return digest_of(sys.version, msgspec.__version__, *(_first_file(name) for name in READERS))


def _first_file(library: str) -> bytes:
    """Return the content of a library's `__init__`, also in a zip archive; nothing if its loader does not give it."""
    found = PathFinder.find_spec(library)
    read = None if found is None else getattr(found.loader, "get_data", None)
    return b"" if found is None or read is None else bytes(read(found.origin))
