"""SpecError: a document or definition is invalid; it has all diagnostics.

As a string it is the first error, as in `check --format concise`, and the number of others. This module does not know
how a diagnostic is shown.
"""

from __future__ import annotations

from ludotome.diagnostics import Diagnostic, render


class SpecError(Exception):
    """An invalid document; `diagnostics` say what is wrong, where, and what to write instead."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...], filename: str | None = None) -> None:
        """Store *diagnostics*; *filename* is the name of the document, if it is a file."""
        self.diagnostics = diagnostics
        errors = [found for found in diagnostics if found.severity == "error"]
        first = render(errors[:1], "", "concise", filename=filename).rstrip("\n")
        more = f"\nand {len(errors) - 1} more, in `diagnostics`" if len(errors) > 1 else ""
        super().__init__(first + more)
