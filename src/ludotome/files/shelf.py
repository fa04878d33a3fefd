"""Shelf: the shipped games, and the files that a document may name.

    chess            a shipped game
    x.md, m.txt      a file beside the document

A file that a shipped game names is beside that game. So once a shipped game has been read, a name that is not found
beside the document is also looked up there. This lets a document extend a shipped game that has files.

This module does not know what the texts mean.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ludotome.files.folder import Folder, MissingError
from ludotome.files.package_texts import package_folder

Reader = Callable[[str], str]
_DOCUMENT = ".md"
_GAMES = package_folder("games")


def shipped_games() -> tuple[str, ...]:
    """Return the names of the games that come with Ludotome, in alphabetical order."""
    if not _GAMES.is_dir():
        return ()
    return tuple(sorted(file.stem for file in _GAMES.iterdir() if file.suffix == _DOCUMENT))


def shipped_path(name: str) -> Path:
    """Return the path of the document of a shipped game."""
    return _GAMES / f"{name}{_DOCUMENT}"


class Shelf:
    """What a document may read: shipped games by name, and the files that *beside* reads."""

    def __init__(self, beside: Reader | None = None) -> None:
        self._beside = beside
        self._games = Folder(shipped_path("").parent)
        self._has_base = False  # a shipped game was read

    def __call__(self, name: str) -> str:
        """Return the text called *name*; raise `OSError` with the reason if there is none."""
        if "." not in name and "/" not in name:
            return self._shipped(name)
        if self._beside is None:
            raise OSError("no file can be read here; load the document from its folder, or pass `read=`")
        try:
            return self._beside(name)
        except (OSError, KeyError, ValueError):
            if self.is_shipped(name):
                return self._games.read(name)
            if (game := name.removesuffix(_DOCUMENT)) != name and game in shipped_games():
                raise MissingError("there is no such file", (game,)) from None
            raise

    def is_shipped(self, name: str) -> bool:
        """Return whether *name* is a file of the shipped games (not a document), and one of those games was read."""
        is_plain = "/" not in name and "\\" not in name and not name.endswith(_DOCUMENT)
        return self._has_base and is_plain and name in {file.name for file in shipped_path("").parent.iterdir()}

    def _is_beside(self, name: str) -> bool:
        try:
            return self._beside is not None and self._beside(name) is not None
        except (OSError, KeyError, ValueError):
            return False

    def _shipped(self, name: str) -> str:
        if name not in shipped_games():
            file = f"{name}{_DOCUMENT}"
            known = (file,) if self._is_beside(file) else shipped_games()
            raise MissingError(f"there is no shipped game `{name}`", known)
        self._has_base = True
        return self._games.read(f"{name}{_DOCUMENT}")
