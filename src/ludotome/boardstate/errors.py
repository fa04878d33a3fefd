"""BoardError: a board, a library, a mission or a save is not as it must be.

This module does not know what was checked; the diagnostics say it.
"""

from __future__ import annotations

from ludotome.diagnostics import Diagnostic, render


class BoardError(Exception):
    """Nothing was changed; `diagnostics` lists every fault in reading order, with line and column if in a text.

    As text it is the concise list, one fault a line.
    """

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(diagnostics)
        self.diagnostics = tuple(diagnostics)

    def __str__(self) -> str:
        return render(self.diagnostics, {}, "concise", filename="board").rstrip("\n")
