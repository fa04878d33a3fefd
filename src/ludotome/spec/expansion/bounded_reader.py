"""Bounded reader: limit the total size of the files that the boards of one document read.

Each file takes time to parse, and a document can name thousands.

This module does not know the files or their source.
"""

from __future__ import annotations

from collections.abc import Callable

from ludotome.gamedef import MAX_READ


class BoundedReader:
    """A reader that fails once `MAX_READ` characters have been read."""

    def __init__(self, read: Callable[[str], str]) -> None:
        self._read = read
        self._left = MAX_READ

    def __call__(self, name: str) -> str:
        """Return the text of *name*; raises `OSError` if too much has been read before."""
        text = self._read(name) if self._left >= 0 else ""
        self._left -= len(text)
        if self._left < 0:
            raise OSError(f"the boards of a document may read {MAX_READ:,} characters in all")
        return text
