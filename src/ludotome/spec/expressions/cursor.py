"""Cursor: reads the tokens of an expression one by one and records slips.

Invariants:
    * it never moves past the `end` token;
    * at most one slip stops the reading.

This module does not know the grammar; `parse_expression` does.
"""

from __future__ import annotations

from typing import NoReturn

from ludotome.gamedef import MAX_DEPTH
from ludotome.spec.expressions.tokens import QUOTED_TEXT, UNREADABLE, Token
from ludotome.spec.slips import Slip

CANNOT_STAND = "LT055"


class StopError(Exception):
    """The text cannot be read any further; the slip is recorded."""


class Cursor:
    """The tokens of *text*, the next one to read, the nesting depth, and the slips so far."""

    def __init__(self, text: str, tokens: list[Token], slips: list[Slip]) -> None:
        self.text = text
        self.tokens = tokens
        self.slips = slips
        self.at = 0
        self.depth = 0

    @property
    def token(self) -> Token:
        """The next token."""
        return self.tokens[self.at]

    @property
    def end(self) -> int:
        """The end of the text."""
        return self.tokens[-1].end

    @property
    def last_end(self) -> int:
        """The end of the token before the next one."""
        return self.tokens[self.at - 1].end if self.at else 0

    def is_next(self, *texts: str) -> bool:
        """Return whether the next token is one of these operators or words."""
        return self.token.kind in ("op", "word") and self.token.text in texts

    def is_at_end(self) -> bool:
        """Whether everything was read."""
        return self.token.kind == "end"

    def take(self) -> Token:
        """Read the next token."""
        token = self.token
        if token.kind != "end":
            self.at += 1
        return token

    def accept(self, *texts: str) -> Token | None:
        """Read the next token if it is one of these."""
        return self.take() if self.is_next(*texts) else None

    def peek(self, distance: int = 1) -> Token:
        """Return a later token, or the last one if there are fewer."""
        return self.tokens[min(self.at + distance, len(self.tokens) - 1)]

    def slip(
        self,
        code: str,
        start: int,
        end: int,
        message: str,
        suggestion: str,
        *edits: tuple[int, int, str],
        is_spelling: bool = False,
    ) -> None:
        """Record a slip and continue."""
        slip = Slip(
            code=code,
            start=start,
            end=end,
            message=message,
            suggestion=suggestion,
            edits=tuple(edits),
            is_spelling=is_spelling,
        )
        self.slips.append(slip)

    def stop(self, message: str, suggestion: str) -> NoReturn:
        """Stop reading, with a slip for the next token unless the text is garbled."""
        token = self.token
        if not self.is_garbled():
            self.slip(CANNOT_STAND, token.start, token.end, message, suggestion)
        raise StopError

    def is_garbled(self) -> bool:
        """Return whether errors from here on are only consequences of an earlier invalid or unclosed token.

        The latter is an unclosed quote, unless it contains just a name.
        """
        return any(
            slip.start <= self.token.start
            and (slip.code == UNREADABLE or (slip.code == QUOTED_TEXT and not slip.edits and slip.end == self.end))
            for slip in self.slips
        )

    def deeper(self) -> None:
        """Go one level down; too much depth is a slip that stops the reading."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.slip(
                "LT056",
                self.token.start,
                self.token.end,
                f"an expression is nested deeper than {MAX_DEPTH} levels",
                "split it into macros",
            )
            raise StopError
