"""Paint: the colours of the full renderer, or none.

Invariant: with colour off the text is the same without the escape sequences.
"""

from __future__ import annotations

from typing import Literal

Role = Literal["error", "warning", "info", "gutter", "label", "help", "bold", "removed", "added"]

_SGR: dict[Role, str] = {
    "error": "1;31",
    "warning": "1;33",
    "info": "1;36",
    "gutter": "1;34",
    "label": "1;34",
    "help": "1;32",
    "bold": "1",
    "removed": "31",
    "added": "32",
}


class Paint:
    """Colours text, or returns it unchanged."""

    def __init__(self, *, color: bool) -> None:
        self._color = color

    def __call__(self, text: str, role: Role | None) -> str:
        """Return *text* in the colour of *role*; an empty text stays empty."""
        if not self._color or role is None or not text:
            return text
        return f"\x1b[{_SGR[role]}m{text}\x1b[0m"
