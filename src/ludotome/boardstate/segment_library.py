"""Segment library: parse a text into segment definitions.

    legend: 0=wall, 1=corridor
    segment L_room 3x2 name="L room"
    0 0 1
    1 1 1
    endsegment

Invariants:
    * `legend:` lines merge, wherever they are; without one, 0 is wall and 1 is corridor;
    * every cell of every segment is in the legend, and every row has the width given in its header;
    * a header with rows × columns, as in some existing libraries, is accepted if the rows fit no other
      reading, with a warning that fixes it.

This module does not know any board.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ludotome.boardstate.faults import Faults, Place, at, shown
from ludotome.boardstate.lines import INTEGER, Cursor, Field, open_text, read_lines
from ludotome.boardstate.names import QUOTED, check_name
from ludotome.boardstate.parts import MAX_SIZE, CellType, Id, SegmentDef
from ludotome.boardstate.versions import read_version
from ludotome.diagnostics import Diagnostic

DEFAULT_LEGEND: Mapping[str, CellType] = {"wall": 0, "corridor": 1}

_KEYWORD = re.compile(r"(legend|version)\s*:|(segment|endsegment)(?!\S)")
_SIZE = re.compile(r"([0-9]{1,9})[xX×]([0-9]{1,9})(?!\S)")
_LEGEND_ENTRY = re.compile(rf"([0-9]{{1,9}})\s*=\s*({QUOTED.pattern}|[^\s,=\"#][^,=\"#]*)\s*")
_LEGEND_COMMA = re.compile(r",\s*")
_WORD = re.compile(r"\S+")


@dataclass(slots=True)
class _Draft:
    """A segment while its rows are read; it is checked when it is complete."""

    segment_id: Id
    name: str
    width: int
    height: int
    header: Place
    size_place: Place
    rows: list[tuple[CellType | None, ...]] = field(default_factory=list)
    row_places: list[Place] = field(default_factory=list)


def parse_segment_library(text: str, source: str = "") -> tuple[dict[Id, SegmentDef], tuple[Diagnostic, ...]]:
    """Return the segments of a library by id, in its order, and the warnings.

    Raises `BoardError` with every fault. A text without segments is an empty library. *source* names the text in spans.
    """
    source_text, faults = open_text(text, source)
    reader = _LibraryReader(faults, source_text.text)
    read_lines(source_text, faults, "segments", reader.read_line)
    definitions = reader.finish()
    faults.check()
    return definitions, faults.warnings


class _LibraryReader:
    """Reads lines and stores the open segment."""

    def __init__(self, faults: Faults, text: str) -> None:
        self.faults = faults
        self.text = text
        self.legend: dict[str, Field] = {}
        self.name_of_cell: dict[CellType, str] = {}
        self.drafts: dict[Id, _Draft] = {}
        self.open: _Draft | None = None
        # Each distinct word of the rows is parsed once: libraries are large, with few kinds of cells.
        self.cell_of_word: dict[str, CellType | None] = {}

    def read_line(self, cursor: Cursor) -> None:
        """Read one line that is not blank."""
        start = cursor.at
        keyword = cursor.take(_KEYWORD)
        word = (keyword.group(1) or keyword.group(2)) if keyword else None
        if keyword and self.open and word != "endsegment":
            self._not_closed()
        match word:
            case "legend":
                self._read_legend(cursor)
            case "version":
                read_version(cursor)
            case "segment":
                self._read_header(cursor)
            case "endsegment":
                self._close(cursor, (start, cursor.at))
            case _ if self.open:
                self._read_row(cursor, self.open)
            case _:
                raise cursor.abandon("`legend:`, `segment <id> <width>x<height>` or a comment")

    def finish(self) -> dict[Id, SegmentDef]:
        """Return the definitions without a fault."""
        if self.open:
            self._not_closed()
        legend = {name: entry.value for name, entry in self.legend.items()} or dict(DEFAULT_LEGEND)
        definitions = {}
        for draft in self.drafts.values():
            definition = self._defined(draft, legend)
            if definition:
                definitions[draft.segment_id] = definition
        return definitions

    def _read_legend(self, cursor: Cursor) -> None:
        expected = "entries such as `0=wall, 1=corridor`"
        cursor.done()
        while entry := cursor.take(_LEGEND_ENTRY):
            name = entry.group(2).strip()
            place = (entry.start(1), entry.start(2) + len(name))
            if name.startswith('"'):
                name = Cursor(self.text, entry.start(2), entry.end(2), self.faults, "legend").quoted().value
            self._add_to_legend(name, int(entry.group(1)), place)
            if not cursor.take(_LEGEND_COMMA):
                cursor.finish(expected)
                return
        raise cursor.abandon(expected)

    def _add_to_legend(self, name: str, cell: CellType, place: Place) -> None:
        if not check_name(name, "legend name", self.faults, at("legend", place), "name"):
            return
        known = name if name in self.legend else self.name_of_cell.get(cell)
        if known is None:
            self.legend[name] = Field(cell, place)
            self.name_of_cell[cell] = name
            return
        first = self.legend[known]
        if (known, first.value) != (name, cell):
            self.faults.error(
                "LT666",
                "legend",
                f"`{cell}={name}` contradicts `{first.value}={known}`",
                "give each number one name, and each name one number",
                place,
                labels=[(first.place, "given here first")],
            )

    def _read_header(self, cursor: Cursor) -> None:
        cursor.done()
        name = cursor.name("a segment id")
        cursor.done()
        start = cursor.at
        size = cursor.take(_SIZE)
        if not size:
            raise cursor.abandon("the size as `<width>x<height>`")
        fields = cursor.fields({"name": Cursor.value})
        path = f"segments.{name.value}"
        width, height = int(size.group(1)), int(size.group(2))
        # The rows are read and ignored even if the header is invalid, to report one cause only once.
        self.open = _Draft(name.value, name.value, width, height, name.place, (start, size.end()))
        usable = check_name(name.value, "segment id", self.faults, at(path, name.place), "id")
        if "name" in fields:
            self.open.name = fields["name"].value
            usable &= check_name(self.open.name, "segment name", self.faults, at(path, fields["name"].place), "name")
        if not (1 <= width <= MAX_SIZE and 1 <= height <= MAX_SIZE):
            message = f"segment {shown(name.value)} is {width}x{height}; a side has 1 to {MAX_SIZE} cells"
            self.faults.error("LT667", path, message, "write the true size", size.span())
            usable = False
        if name.value in self.drafts:
            self.faults.error(
                "LT665",
                path,
                f"segment {shown(name.value)} is defined twice",
                "give one of the two another id",
                name.place,
                labels=[(self.drafts[name.value].header, "defined here first")],
            )
        elif usable:
            self.drafts[name.value] = self.open

    def _read_row(self, cursor: Cursor, draft: _Draft) -> None:
        if len(draft.rows) > MAX_SIZE:
            return  # already too many for any header; the rest would only use memory
        place = cursor.rest()
        words = self.text[slice(*place)].split(None, MAX_SIZE + 1)[: MAX_SIZE + 1]
        cells = self.cell_of_word
        for word in words:
            if word not in cells:
                cells[word] = int(word) if INTEGER.fullmatch(word) and word[0] not in "+-" else None
        draft.rows.append(tuple([cells[word] for word in words]))
        draft.row_places.append(place)

    def _close(self, cursor: Cursor, place: Place) -> None:
        if self.open is None:
            message = "`endsegment` without a segment"
            self.faults.error("LT664", "segments", message, "remove it, or write its `segment` line", place)
        self.open = None
        cursor.finish("the end of the line")

    def _not_closed(self) -> None:
        assert self.open is not None
        draft = self.open
        self.open = None
        message = f"segment {shown(draft.segment_id)} has no `endsegment`"
        self.faults.error("LT664", f"segments.{draft.segment_id}", message, "write it after the last row", draft.header)

    def _defined(self, draft: _Draft, legend: Mapping[str, CellType]) -> SegmentDef | None:
        faults_before = self.faults.error_count
        self._check_cells(draft, set(legend.values()))
        width, height = self._true_size(draft)
        if self.faults.error_count > faults_before:
            return None
        grid = tuple(tuple(cell for cell in row if cell is not None) for row in draft.rows)
        return SegmentDef(draft.segment_id, draft.name, width, height, grid, legend)

    def _true_size(self, draft: _Draft) -> tuple[int, int]:
        """Return width and height, swapped if only that fits; record faults if neither fits."""
        width, height = draft.width, draft.height
        lengths = {len(row) for row in draft.rows}
        if len(draft.rows) == height and lengths <= {width}:
            return width, height
        path = f"segments.{draft.segment_id}"
        if len(draft.rows) == width and lengths <= {height}:
            message = (
                f"segment {shown(draft.segment_id)} has {width} rows of {height}, but its header says "
                f"{width} columns and {height} rows"
            )
            right = f"{height}x{width}"
            self.faults.warning("LT661", path, message, f"write `{right}`", draft.size_place, replacement=right)
            return height, width
        for number, (row, place) in enumerate(zip(draft.rows, draft.row_places, strict=True)):
            if len(row) != width:
                message = f"row {number + 1} of segment {shown(draft.segment_id)} has {len(row)} cells, not {width}"
                suggestion = f"write {width} numbers, or correct `{width}x{height}`"
                self.faults.error(
                    "LT660",
                    f"{path}.rows[{number}]",
                    message,
                    suggestion,
                    place,
                    labels=[(draft.size_place, "so it says")],
                )
        if len(draft.rows) != height:
            message = f"segment {shown(draft.segment_id)} has {len(draft.rows)} rows, not {height}"
            self.faults.error("LT668", path, message, f"write {height} rows, or correct the size", draft.size_place)
        return width, height

    def _check_cells(self, draft: _Draft, known: set[CellType]) -> None:
        """Record each word that is not a cell or a number not in the legend, once per segment, at its first place."""
        path = f"segments.{draft.segment_id}"
        noted: set[str] = set()
        for number, (row, place) in enumerate(zip(draft.rows, draft.row_places, strict=True)):
            if known.issuperset(row):
                continue
            for found in _WORD.finditer(self.text, *place):
                word = found.group()
                cell = self.cell_of_word[word]
                if cell in known or word in noted:
                    continue
                noted.add(word)
                spot = f"{path}.rows[{number}]"
                if cell is None:
                    message = f"{shown(word)} is not a cell type"
                    self.faults.error("LT663", spot, message, "write numbers, with blanks between them", found.span())
                else:
                    message = f"cell type {cell} is not in the legend"
                    suggestion = f"add `{cell}=<name>` to a `legend:` line"
                    self.faults.error("LT662", spot, message, suggestion, found.span())
