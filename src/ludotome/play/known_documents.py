"""Known documents: a cache of compiled definitions.

The key covers the document's text and the content of every file of this package that decides what it means. The entry
also holds digests of all other files that were read for it (mission files); they must still match.

Only documents without errors are cached. The definition is a pickle, which loads much faster than JSON. Like the
compiled libraries, it is used only if nobody but the user can have written it (`toolchain`).

This module does not know how documents are compiled.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable

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
        self.digests: dict[str, str] = {}
        self.failed = False

    def __call__(self, name: str) -> str:
        """Return the text called *name*."""
        try:
            text = self._read(name)
        except BaseException:
            self.failed = True
            raise
        self.digests[name] = digest_of(text)
        return text


def recall_document(markdown: str, read: Reader | None) -> GameDef | None:
    """Return the cached definition of a document; None if it is not cached or a file that it read has changed."""
    data = recall(KIND, _key(markdown))
    if data is None:
        return None
    try:
        reads, digest, game_def = pickle.loads(data)
        same = all(read is not None and digest_of(read(name)) == wanted for name, wanted in reads.items())
    except Exception:  # another Python or msgspec wrote it, or a file is unreadable: compiling reports that
        return None
    if not same or not isinstance(game_def, GameDef):
        return None
    checked(game_def).__dict__["digest"] = digest  # computing it takes as long as all the rest
    return game_def


def remember_document(markdown: str, reads: NotedReads | None, game_def: GameDef) -> None:
    """Store the definition of a document without errors in the cache."""
    if reads is not None and reads.failed:
        return
    digests = {} if reads is None else reads.digests
    remember(KIND, _key(markdown), pickle.dumps((digests, checked(game_def).digest, game_def), protocol=5))


def _key(markdown: str) -> str:
    return digest_of(markdown, package_digest(ROOMS))
