"""Fault: where libyaml stopped in a text, its message, and the lines around that place.

Invariants:
    * offsets count code points of the text;
    * at most 200 lines above are examined, so that a long text is explained as quickly as a short one.

This module does not know any particular error; `explain_syntax` does.
"""

from __future__ import annotations

import re

from msgspec import Struct

from ludotome.spec.blocks import mistakes

KEY = re.compile(r"(?P<indent>[ ]*)(?P<dash>(?:- +)*)(?P<key>[\"']?[\w$][\w$ .-]*[\"']?) *:(?:\s+|$)(?P<value>.*)")
_TRAILING_COMMENT = re.compile(r"\s+#.*$")


class Fault(Struct, frozen=True):
    """Where libyaml stopped, its message, and the line where it stopped."""

    text: str
    problem: str
    context: str
    index: int
    context_index: int | None

    @property
    def line_start(self) -> int:
        """Return the start of the line where libyaml stopped."""
        return mistakes.line_at(self.text, self.index)[0]

    @property
    def line(self) -> str:
        """Return the line where libyaml stopped."""
        start, end = mistakes.line_at(self.text, self.index)
        return self.text[start:end]

    def lines_above(self) -> list[tuple[int, str]]:
        """Return the non-blank lines before the one where libyaml stopped, nearest first, each with its start."""
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
        """Return those of the lines above under which the stopping line is indented, nearest first."""
        found: list[tuple[int, str]] = []
        indent = width_of(self.line)
        for start, line in self.lines_above():
            if width_of(line) < indent:
                indent = width_of(line)
                found.append((start, line))
        return found


def width_of(line: str) -> int:
    """Return the number of spaces by which *line* is indented."""
    return len(line) - len(line.lstrip(" "))


def key_column(found: re.Match[str]) -> int:
    """Return the column of the key that `KEY` *found* in a line."""
    return len(found.group("indent")) + len(found.group("dash"))


def without_comment(value: str) -> str:
    """Return *value* without a comment after it and without trailing spaces."""
    return _TRAILING_COMMENT.sub("", value).rstrip()
