"""Refusals: the error for a request that a table cannot accept."""

from __future__ import annotations


class TableError(Exception):
    """The request is not possible now; `code` names the kind of reason, the text is for the user."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
