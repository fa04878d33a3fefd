"""Sources: find the text of a span, and its name for the reader.

Invariants:
    * the main document is the source named "" and is shown under the file name the caller gives;
    * a source whose text is unknown still has a name, so the place is shown without an excerpt.

This module opens no file; the caller passes the texts.
"""

from __future__ import annotations

from collections.abc import Mapping

from ludotome.diagnostics.source import SourceText

UNNAMED = "document"


class Sources:
    """The texts behind a list of diagnostics."""

    def __init__(self, source: str | SourceText | Mapping[str, str], filename: str | None = None) -> None:
        if isinstance(source, str):
            texts = {"": SourceText(source)}
        elif isinstance(source, SourceText):
            # Spans made from this text have its name; spans made elsewhere may call it "", the main document.
            texts = {"": source, source.name: source}
            filename = filename or source.name
        else:
            texts = {name: SourceText(text, name) for name, text in source.items()}
            if filename in texts:
                texts.setdefault("", texts[filename])
        self._texts = texts
        self._filename = filename or UNNAMED

    def find(self, name: str) -> SourceText | None:
        """Return the text named *name*, or None when it was not given."""
        return self._texts.get(name)

    def filename(self, name: str) -> str:
        """Return the name of the source *name* for the reader."""
        return name or self._filename
