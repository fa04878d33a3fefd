"""SpecError: a document or definition that cannot be played, with every diagnostic found.

As text it is the first error as `check --format concise` has it, and how many more there are. This module does not know
how a diagnostic is shown.
"""

from __future__ import annotations

from ludotome.diagnostics import Diagnostic, render


class SpecError(Exception):
    """The author's fault: `diagnostics` says what is wrong, where, and what to write instead."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...], filename: str | None = None) -> None:
        """Keep *diagnostics*; *filename* is what the document is called, where it is a file."""
        self.diagnostics = diagnostics
        errors = [found for found in diagnostics if found.severity == "error"]
        first = render(errors[:1], "", "concise", filename=filename).rstrip("\n")
        more = f"\nand {len(errors) - 1} more, in `diagnostics`" if len(errors) > 1 else ""
        super().__init__(first + more)
