"""Lines: a text as lines, and a cursor that reads one line from left to right.

Invariants:
    * a leading byte order mark is dropped; lines end at LF, CR LF or CR;
    * `#` at the start of a line or after a blank begins a comment;
    * an unreadable line is one fault, and reading continues with the next line;
    * a readable but invalid value is a fault too, and the rest of its line is still read.

This module does not know what any line means: the readers of libraries and missions define the fields.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

from ludotome.boardstate.faults import Faults, Place, one_of, shown
from ludotome.boardstate.names import BARE, QUOTED
from ludotome.boardstate.parts import Coord
from ludotome.diagnostics import SourceText

MAX_TEXT = 4 * 1024 * 1024
"""Limit on texts that are read or written, in characters; a mission with 10,000 tokens needs about a quarter."""

_UNREADABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")
# A line from its first character on, unless it is blank or a comment; those take a single pass of the scanner.
_LINE = re.compile(r"(?<![^\r\n])[^\S\r\n]*+[^\s#][^\r\n]*")
_BLANKS = re.compile(r"\s*")
_WORD = re.compile(r"\S+")
_KEY = re.compile(r"\s*([A-Za-z_][\w-]*)\s*=\s*")
_COMMENT = re.compile(r"(?<!\S)#")
_POINT = re.compile(r"(\(\s*([+-]?[0-9]{1,9})\s*,\s*([+-]?[0-9]{1,9})\s*\))(\s*,\s*)?")
# Blanks before and after a missing number must not be distinguished, or many blanks would take exponential time.
_WRONG_POINT = re.compile(r"(\(\s*(?:([^\s(),]+)\s*)?,\s*(?:([^\s(),]+)\s*)?\))(\s*,\s*)?")
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,9}(?!\S)")
INTEGER = re.compile(r"[+-]?[0-9]{1,9}")


class LineAbandoned(Exception):  # noqa: N818 - a signal inside this package, not an error of the caller
    """The rest of a line cannot be read; the fault has been recorded."""


class Field(NamedTuple):
    """A value and its position."""

    value: Any
    place: Place


Reader: TypeAlias = Callable[["Cursor"], Field]


def open_text(text: str, name: str = "") -> tuple[SourceText, Faults]:
    """Return *text* without its byte order mark, and a collector for its faults.

    Raises `BoardError` if it is longer than `MAX_TEXT` or contains characters that are not text.
    """
    if not isinstance(text, str):
        raise TypeError(f"the text is {shown(text)}; write a string, as `Path(…).read_text(encoding='utf-8')` gives")
    faults = Faults()
    check_length(len(text), faults)
    source = SourceText(text.removeprefix("\ufeff"), name)
    faults = Faults(source)
    if found := _UNREADABLE.search(source.text):
        faults.error(
            "LT651",
            "text",
            f"the text holds the control character U+{ord(found.group()):04X}",
            "save the file as plain UTF-8 text",
            found.span(),
        )
    faults.check()
    return source, faults


def check_length(length: int, faults: Faults) -> None:
    """Raise `BoardError` if a text of *length* characters is longer than `MAX_TEXT`."""
    if length > MAX_TEXT:
        message = f"the text has {length:,} characters; at most {MAX_TEXT:,} are read"
        faults.error("LT650", "text", message, "split it, or leave out what is not part of the board")
    faults.check()


def lines_of(source: SourceText, faults: Faults, path: str) -> Iterator[Cursor]:
    """Yield a cursor at the start of each line that is neither blank nor a comment."""
    for line in _LINE.finditer(source.text):
        cursor = Cursor(source.text, *line.span(), faults, path)
        cursor.done()
        yield cursor


def read_lines(source: SourceText, faults: Faults, path: str, read: Callable[[Cursor], None]) -> None:
    """Call *read* for each line that is not blank; skip a line that it abandons."""
    for cursor in lines_of(source, faults, path):
        with suppress(LineAbandoned):
            read(cursor)


class Cursor:
    """A place in one line, moving right."""

    __slots__ = ("at", "end", "faults", "path", "text")

    def __init__(self, text: str, at: int, end: int, faults: Faults, path: str) -> None:
        self.text = text
        self.at = at
        self.end = end
        self.faults = faults
        self.path = path

    def done(self) -> bool:
        """Skip blanks and return whether only a comment or nothing is left."""
        self.at = _BLANKS.match(self.text, self.at, self.end).end()  # type: ignore[union-attr]
        return self.at == self.end or self.text[self.at] == "#"

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Return the match of *pattern* here and move past it, or None."""
        found = pattern.match(self.text, self.at, self.end)
        if found:
            self.at = found.end()
        return found

    def rest(self) -> Place:
        """Return the position of the rest of the line, without comment and trailing blanks."""
        comment = _COMMENT.search(self.text, self.at, self.end)
        end = comment.start() if comment else self.end
        return self.at, max(self.at, self.at + len(self.text[self.at : end].rstrip()))

    def abandon(self, expected: str) -> LineAbandoned:
        """Record that the rest of this line is not *expected*, and return the exception to raise."""
        self.done()
        place = self.rest()
        seen = self.text[slice(*place)]
        message = (
            f"cannot read {shown(seen)}: expected {expected}" if seen else f"the line ends where {expected} must be"
        )
        self.faults.error("LT652", self.path, message, f"write {expected} here, or `#` before a comment", place)
        return LineAbandoned()

    def finish(self, expected: str) -> None:
        """Abandon the line unless nothing is left of it."""
        if not self.done():
            raise self.abandon(expected)

    def quoted(self) -> Field:
        """Return the JSON string that starts here."""
        start = self.at
        if found := self.take(QUOTED):
            with suppress(ValueError):
                value = json.loads(found.group())
                if not _UNREADABLE.search(value):
                    return Field(value, found.span())
        place = (start, self.rest()[1])
        message = f"the quoted text {shown(self.text[slice(*place)])} is not closed or has a wrong escape"
        self.faults.error("LT657", self.path, message, 'end it with `"`; inside write `\\"` and `\\\\`', place)
        raise LineAbandoned()

    def name(self, what: str) -> Field:
        """Return the name that starts here, quoted or bare."""
        if self.at < self.end and self.text[self.at] == '"':
            return self.quoted()
        if found := self.take(BARE):
            return Field(found.group(), found.span())
        raise self.abandon(what)

    def value(self) -> Field:
        """Return the field value that starts here: quoted, or everything up to the next blank."""
        if self.at < self.end and self.text[self.at] == '"':
            return self.quoted()
        if found := self.take(_WORD):
            return Field(found.group(), found.span())
        raise self.abandon("a value")

    def line_value(self, what: str) -> Field:
        """Return the rest of the line, without its comment, as one value; a quoted one must end the line."""
        if self.done():
            raise self.abandon(what)
        if self.text[self.at] == '"':
            field = self.quoted()
            self.finish("the end of the line")
            return field
        place = self.rest()
        self.at = place[1]
        return Field(self.text[slice(*place)], place)

    def integer(self) -> Field:
        """Return the whole number that starts here; otherwise record a fault; its value is then None."""
        if found := self.take(_WHOLE_NUMBER):
            return Field(int(found[0]), found.span())
        field = self.value()
        return Field(self.number(field.value, field.place), field.place)

    def number(self, text: str, place: Place) -> int | None:
        """Return *text* as a whole number of at most nine digits, or record a fault and return None."""
        if INTEGER.fullmatch(text):
            return int(text)
        message = f"{shown(text)} is not a whole number of at most nine digits"
        self.faults.error("LT653", self.path, message, "write a number such as `12`", place)
        return None

    def points(self) -> Field:
        """Return the cells `(x,y),(x,y),…` that start here, each with its position; invalid cells are None."""
        start = self.at
        found: list[Field] = []
        while True:
            if point := self.take(_POINT):
                found.append(Field(Coord(int(point[2]), int(point[3])), point.span(1)))
            elif point := self.take(_WRONG_POINT):
                for number in (2, 3):
                    self.number(point[number] or "", point.span(number if point[number] else 1))
                found.append(Field(None, point.span(1)))
            else:
                raise self.abandon("a cell such as `(3,4)`")
            if not point[4]:
                return Field(found, (start, self.at))

    def point(self) -> Field:
        """Return the one cell `(x,y)` that starts here; otherwise record a fault; its value is then None."""
        found = self.points()
        if len(found.value) == 1:
            return Field(found.value[0].value, found.place)
        self.at = found.value[1].place[0]
        raise self.abandon("one cell only")

    def fields(self, readers: Mapping[str, Reader], *, others: bool = False) -> dict[str, Field]:
        """Return the `key=value` fields up to the end of the line, each read by its reader.

        A repeated key is a fault, and its first value counts. So is a key without a reader, unless *others* says
        that foreign keys are skipped.
        """
        fields: dict[str, Field] = {}
        while key := self.take(_KEY):
            name = key.group(1)
            field = readers.get(name, Cursor.value)(self)
            if name in fields and name in readers:
                message = f"`{shown(name)[1:-1]}` is given twice"
                self.faults.error("LT656", self.path, message, "keep one of the two", (key.start(1), field.place[1]))
            elif name in readers:
                fields[name] = field
            elif not others:
                unknown_key(self.faults, self.path, name, readers, key.span(1))
        self.finish("`key=value`")
        return fields


def unknown_key(faults: Faults, path: str, name: str, known: Iterable[str], place: Place | None = None) -> None:
    """Record that *name* is not one of the *known* keys."""
    near = faults.near(name, known)
    suggestion = one_of(near, "leave it out")
    faults.error("LT655", path, f"unknown key {shown(name)}", suggestion, place, alternatives=near)


def missing_key(faults: Faults, path: str, keys: str, example: str, place: Place | None = None) -> None:
    """Record that the required *keys* are missing; *example* shows one."""
    faults.error("LT654", path, f"{keys} is missing", f"write {example}", place)
