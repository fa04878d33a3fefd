"""SpecError: a document or definition that cannot be played, with every diagnostic found.

This module does not know how diagnostics are shown.
"""

from __future__ import annotations

from ludotome.diagnostics import Diagnostic


class SpecError(Exception):
    """The author's fault: `diagnostics` says what is wrong, where, and what to write instead."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        self.diagnostics = diagnostics
        errors = [found for found in diagnostics if found.severity == "error"]
        lines = [f"{found.path}: {found.message}" for found in errors[:20]]
        more = f"\n… and {len(errors) - 20} more" if len(errors) > 20 else ""
        super().__init__("\n".join(lines) + more)
