"""ToolError: the machine cannot do what was asked: no compiler, a full disk, a cache that cannot be written.

This module does not know what was being built.
"""

from __future__ import annotations


class ToolError(Exception):
    """The machine's fault, not the document's; `code` is stable and the message says what to do."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
