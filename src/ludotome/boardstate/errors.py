"""BoardError: a board, a library, a mission or a save is invalid.

This module does not know what was checked; the diagnostics do.
"""

from __future__ import annotations

from ludotome.diagnostics import Diagnostic, render


class BoardError(Exception):
    """An invalid input; nothing was changed. `diagnostics` are all faults in reading order, with places in texts.

    As a string it is the concise list, one fault per line.
    """

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(diagnostics)
        self.diagnostics = tuple(diagnostics)

    def __str__(self) -> str:
        return render(self.diagnostics, {}, "concise", filename="board").rstrip("\n")
