"""Slips: errors in a piece of text whose position in the document is not yet known.

A slip has the code and words of a diagnostic and offsets into the piece (an expression, a YAML block); `Report` turns
it into a diagnostic with a span of the document. This module does not know documents.
"""

from __future__ import annotations

from msgspec import Struct

from ludotome.diagnostics import Severity


class Slip(Struct, frozen=True, kw_only=True):
    """One error from `start` to `end`; `edits` (start, end, replacement) fix it where that is certain.

    `labels` (start, end, text) are other places that show why. `is_spelling` says that only a word or sign is spelt
    differently, so that the meaning of the rest is certain.
    """

    code: str
    start: int
    end: int
    message: str
    suggestion: str
    edits: tuple[tuple[int, int, str], ...] = ()
    severity: Severity = "error"
    labels: tuple[tuple[int, int, str], ...] = ()
    is_spelling: bool = False
