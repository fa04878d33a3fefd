"""Fault: where libyaml stopped in a text, what it said, and the lines around that place.

Invariants:
    * offsets count code points of the text;
    * at most 200 lines above are looked at, so that a long text is explained as quickly as a short one.

This module does not know any error; `explain_syntax` does.
"""

from __future__ import annotations

import re

from msgspec import Struct

from ludotome.spec.blocks import mistakes

KEY = re.compile(r"(?P<indent>[ ]*)(?P<dash>(?:- +)*)(?P<key>[\"']?[\w$][\w$ .-]*[\"']?) *:(?:\s+|$)(?P<value>.*)")
_TRAILING_COMMENT = re.compile(r"\s+#.*$")


class Fault(Struct, frozen=True):
    """Where libyaml stopped, what it said, and the line it stopped in."""

    text: str
    problem: str
    context: str
    index: int
    context_index: int | None

    @property
    def line_start(self) -> int:
        """Where the line it stopped in begins."""
        return mistakes.line_at(self.text, self.index)[0]

    @property
    def line(self) -> str:
        """The line it stopped in."""
        start, end = mistakes.line_at(self.text, self.index)
        return self.text[start:end]

    def lines_above(self) -> list[tuple[int, str]]:
        """The lines before the one it stopped in that hold something, nearest first, with where they start."""
        found: list[tuple[int, str]] = []
        end = self.line_start - 1
        while end >= 0 and len(found) < 200:
            start = self.text.rfind("\n", 0, end) + 1
            line = self.text[start:end]
            if line.strip() and not line.lstrip().startswith("#"):
                found.append((start, line))
            end = start - 1
        return found

    def lines_around(self) -> list[tuple[int, str]]:
        """Those of the lines above that the one it stopped in is indented under, nearest first."""
        found: list[tuple[int, str]] = []
        indent = width_of(self.line)
        for start, line in self.lines_above():
            if width_of(line) < indent:
                indent = width_of(line)
                found.append((start, line))
        return found


def width_of(line: str) -> int:
    """Return by how many spaces *line* is indented."""
    return len(line) - len(line.lstrip(" "))


def key_column(found: re.Match[str]) -> int:
    """Return the column of the key that `KEY` *found* in a line."""
    return len(found.group("indent")) + len(found.group("dash"))


def without_comment(value: str) -> str:
    """Return *value* without the comment after it and without spaces at its end."""
    return _TRAILING_COMMENT.sub("", value).rstrip()
