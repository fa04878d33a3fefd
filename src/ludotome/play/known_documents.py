"""Known documents: a cache of compiled definitions.

The key covers the document's text, the settings of its parameters and the content of every file of this package that
decides what it means. The entry also holds digests of all other files that were read for it (mission files); they must
still match.

Only documents without errors are cached. The definition is a pickle, which loads much faster than JSON. Like the
compiled libraries, it is used only if nobody but the user can have written it (`toolchain`).

This module does not know how documents are compiled.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from ludotome.gamedef import GameDef, checked
from ludotome.toolchain import digest_of, package_digest, recall, remember

ROOMS = ("chance", "space", "movement", "tactics", "boardstate", "diagnostics", "files", "gamedef", "spec")
"""The rooms whose files decide what a document means."""
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
    remember(KIND, _key(markdown, settings), pickle.dumps((digests, checked(game_def).digest, game_def), protocol=5))


def _key(markdown: str, settings: Mapping[str, Any]) -> str:
    """Return the key of a document; 1 and true are different settings."""
    return digest_of(
        markdown, repr(sorted(settings.items(), key=lambda setting: str(setting[0]))), package_digest(ROOMS)
    )
