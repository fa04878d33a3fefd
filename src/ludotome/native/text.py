"""C text: lines with their indentation, and valid C names.

This module does not know the meaning of the lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

MOST_SPELT_OUT = 16  # equal lines for consecutive numbers; more of them become a loop
Written = Callable[[str], Sequence[str]]
"""A function from the text of a number to the lines about it."""


class Lines:
    """C lines, indented by their blocks."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._depth = 0

    def add(self, *lines: str) -> None:
        """Add lines at the present depth."""
        self.lines.extend("    " * self._depth + _without_doubled(line) if line else "" for line in lines)

    @contextmanager
    def block(self, head: str = "") -> Iterator[None]:
        """Add *head* and a block in braces; lines added inside the `with` statement are in the block."""
        self.add(f"{head} {{" if head else "{")
        self._depth += 1
        yield
        self._depth -= 1
        self.add("}")

    @contextmanager
    def blocks(self, heads: Iterable[str]) -> Iterator[None]:
        """Add blocks inside each other, the first outermost."""
        count = 0
        for head in heads:
            self.add(f"{head} {{")
            self._depth += 1
            count += 1
        yield
        for _ in range(count):
            self._depth -= 1
            self.add("}")

    def add_each(self, numbers: Iterable[tuple[int, Written]]) -> None:
        """Add the lines about each number; many consecutive numbers with the same lines become a loop.

        So C about thousands of parts of a document stays short and compiles fast.
        """
        row: list[tuple[int, Written]] = []
        for number, lines in numbers:
            if row and (number != row[-1][0] + 1 or lines("n") != row[-1][1]("n")):
                self._add_row(row)
                row = []
            row.append((number, lines))
        self._add_row(row)

    def _add_row(self, row: list[tuple[int, Written]]) -> None:
        if len(row) <= MOST_SPELT_OUT:
            self.add(*(line for number, lines in row for line in lines(str(number))))
            return
        with self.block(f"for (int32_t n = {row[0][0]}; n <= {row[-1][0]}; n++)"):
            self.add(*row[0][1]("n"))

    def __str__(self) -> str:
        return "\n".join(self.lines) + "\n"


def _without_doubled(line: str) -> str:
    """Return *line* with double parentheses around a test made single; clang takes them for an assignment."""
    head = "if (("
    if not line.startswith(head):
        return line
    depth, end = 1, len(head)
    while depth and end < len(line):
        depth += {"(": 1, ")": -1}.get(line[end], 0)
        end += 1
    inner = line[len(head) : end - 1]
    # Double parentheses mark an intended assignment.
    return line if line[end : end + 1] != ")" or " = " in inner else f"if ({inner}{line[end:]}"


def c_name(text: str) -> str:
    """Return *text* as a C identifier part: letters, digits and underscores.

    >>> c_name("move-piece"), c_name("é")
    ('move_piece', '_e9_')
    """
    plain = (c if c.isalnum() and c.isascii() else "_" if c in "-_ " else f"_{ord(c):x}_" for c in text)
    return "".join(plain)


def c_comment(text: str) -> str:
    """Return a one-line comment; text of a document can neither end it nor break the line."""
    plain = "".join(c if c.isprintable() and c.isascii() else "?" for c in text)
    return f"/* {plain.replace('*/', '* /').replace('/*', '/ *')} */"


def c_array(ctype: str, name: str, values: Sequence[int], width: int = 100) -> list[str]:
    """Return the lines of a static array; an empty one gets one unused entry, since C has no empty arrays."""
    lines, line = [f"static const {ctype} {name}[{max(len(values), 1)}] = {{"], "   "
    for value in values or (0,):
        if len(line) + len(str(value)) + 2 > width:
            lines.append(line)
            line = "   "
        line += f" {value},"
    return [*lines, line, "};"]


def c_word(word: int) -> str:
    """Return a 64-bit word as an entry of a table; in hexadecimal, which needs no type suffix.

    >>> c_word(2), c_word(2**64 - 1)
    ('2', '0xffffffffffffffff')
    """
    return str(word) if word < 10 else hex(word)


def c_words(out: Lines, name: str, rows: Sequence[Any]) -> None:
    """Add a static array of 64-bit words of any number of dimensions, a line for each of its first."""

    def text(part: Any) -> str:
        return c_word(part) if isinstance(part, int) else f"{{{', '.join(map(text, part))}}}"

    out.add(f"static const uint64_t {name} = {{", *(f"    {text(row)}," for row in rows), "};")


def c_int(value: int) -> str:
    """Return *value* as a C constant of its size; the lowest 64-bit number has no literal and becomes `LT_NOTHING`."""
    if value == -(2**63):
        return "LT_NOTHING"
    return str(value) if -(2**31) < value < 2**31 else f"INT64_C({value})"
