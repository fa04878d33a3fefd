"""Refusals: why something cannot be done at a table."""

from __future__ import annotations


class TableError(Exception):
    """What was asked for is not possible now; `code` names the kind of reason, the text says it to the user."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
