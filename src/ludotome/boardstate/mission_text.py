"""Mission text: parse the lines of a mission to segments and tokens, with positions, and write them.

    mission: "Long Haul"
    board: 40x40
    segments: deck.segments.txt      # provenance only
    tokenlib: crew.tokens.txt        # provenance only

    instances:
      R1: room pos=(2,3) rot=90

    tokens:
      D1: type=door orient=90 cells=(4,3),(4,4) attrs={"open": false}

Invariants:
    * two dialects are read: the one above, and the one in existing missions, with `board: 40`, `profile:`, `version:`
      and tokens as `D1: door pos=(4,3) rot=90`; output uses the one above;
    * a line that is neither is a fault, never skipped;
    * reading an exported mission gives the same mission, and exporting it again the same text.

This module does not know any board: `mission` checks whether the parts fit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from ludotome.boardstate.faults import Faults, Ref, at, shown
from ludotome.boardstate.json_text import JsonFault, decode_json, encode_json
from ludotome.boardstate.lines import (
    Cursor,
    Field,
    LineAbandoned,
    Reader,
    lines_of,
    missing_key,
    open_text,
    unknown_key,
)
from ludotome.boardstate.names import MAX_PATH, check_name, written
from ludotome.boardstate.parts import Coord, SegmentInstance, Token
from ludotome.boardstate.tokens import attrs_fault
from ludotome.boardstate.versions import read_version

Part = TypeVar("Part", SegmentInstance, Token)

_HEADER = re.compile(r"([A-Za-z_][\w-]*)\s*:")
_SECTION = re.compile(r"(instances|tokens)\s*:\s*(?:#|$)")
_COLON = re.compile(r"\s*:\s*")
_BARE_TYPE = re.compile(r'(?="|[^\s=]+(?:\s+(?![\s=])|$))')
_BOARD = re.compile(r"([+-]?[0-9]{1,9})(?:\s*[xX×]\s*([+-]?[0-9]{1,9}))?")

HEADERS = ("mission", "board", "segments", "tokenlib", "profile", "version")


@dataclass(frozen=True, slots=True)
class Entry(Generic[Part]):
    """A part as written, and its position."""

    part: Part
    ref: Ref


@dataclass(slots=True)
class MissionText:
    """The content of a mission. A missing or invalid field is None and has a fault."""

    header: dict[str, Field] = field(default_factory=dict)
    size: int | None = None
    instances: list[Entry[SegmentInstance]] = field(default_factory=list)
    tokens: list[Entry[Token]] = field(default_factory=list)

    def named(self, key: str) -> str | None:
        """Return the header's value for *key*, or None."""
        return self.header[key].value if key in self.header else None


def parse_mission(text: str, source: str = "") -> tuple[MissionText, Faults]:
    """Return the content of *text* and its faults so far; raise `BoardError` only if it cannot be read at all."""
    source_text, faults = open_text(text, source)
    mission = MissionText()
    section = ""
    lines_in_section: dict[str, int] = {}
    for cursor in lines_of(source_text, faults, "mission"):
        start = cursor.at
        if found := cursor.take(_SECTION):
            section = found.group(1)
            if section in lines_in_section:
                message = f"the section `{section}:` comes twice"
                faults.error("LT674", section, message, "put all its lines under the first", (start, found.end()))
            lines_in_section.setdefault(section, 0)
            continue
        if section:
            cursor.path = f"{section}[{lines_in_section[section]}]"
            lines_in_section[section] += 1
        try:
            _LINE_READERS[section](cursor, mission)
        except LineAbandoned:
            continue
    if "board" not in mission.header:
        missing_key(faults, "board", "the line `board:`", "`board: 40x40` before the sections", (0, 0))
    return mission, faults


def _read_header(cursor: Cursor, mission: MissionText) -> None:
    key = cursor.take(_HEADER)
    if not key:
        raise cursor.abandon("`mission:`, `board:`, `segments:`, `tokenlib:`, `instances:` or `tokens:`")
    name = cursor.path = key.group(1)
    if name not in HEADERS:
        unknown_key(cursor.faults, "mission", name, (*HEADERS, "instances", "tokens"), key.span(1))
        return
    if name == "version":
        read_version(cursor)
        return
    value = cursor.line_value(f"a value for `{name}:`")
    if name in mission.header:
        labels = [(mission.header[name].place, "given here first")]
        message = f"`{name}:` is given twice"
        cursor.faults.error("LT669", name, message, "keep one of the two", key.span(1), labels=labels)
        return
    mission.header[name] = value
    if name == "board":
        mission.size = _board_size(cursor.faults, value)
    else:
        ref = at(name, value.place)
        check_name(value.value, f"value of `{name}:`", cursor.faults, ref, "value", limit=MAX_PATH)


def _board_size(faults: Faults, value: Field) -> int | None:
    found = _BOARD.fullmatch(value.value)
    width, height = (found.group(1), found.group(2) or found.group(1)) if found else ("", "")
    if found and int(width) == int(height):
        return int(width)
    message = f"the board is {shown(value.value)}, which is not a square of whole numbers"
    faults.error("LT685", "board", message, "write `board: 40x40`; parts of a board may stay empty", value.place)
    return None


def _read_instance(cursor: Cursor, mission: MissionText) -> None:
    name = _entry_name(cursor)
    segment = cursor.name("a segment id")
    fields = cursor.fields(_INSTANCE_READERS)
    if "pos" not in fields:
        missing_key(cursor.faults, cursor.path, "`pos=`", "`pos=(x,y)`", (cursor.at, cursor.at))
        return
    rot = fields.get("rot", Field(0, name.place))
    origin = fields["pos"]
    if origin.value is None or rot.value is None:
        return
    places = {"id": name.place, "segment_id": segment.place, "origin": origin.place, "rot": rot.place}
    instance = SegmentInstance(name.value, segment.value, origin.value, rot.value)
    mission.instances.append(Entry(instance, Ref(cursor.path, places.get)))


def _read_token(cursor: Cursor, mission: MissionText) -> None:
    name = _entry_name(cursor)
    bare = cursor.take(_BARE_TYPE) and cursor.name("a token type")
    fields = cursor.fields(_TOKEN_READERS)
    if bare:
        fields["bare type"] = bare
    kind = _one_of(cursor, fields, "type", "bare type")
    rot = _one_of(cursor, fields, "orient", "rot") or Field(0, name.place)
    cells = _one_of(cursor, fields, "cells", "pos")
    if kind is None:
        missing_key(cursor.faults, cursor.path, "`type=`", "`type=<type>`", (cursor.at, cursor.at))
    if cells is None:
        missing_key(cursor.faults, cursor.path, "`cells=`", "`cells=(x,y)`", (cursor.at, cursor.at))
    if kind is None or cells is None or rot.value is None:
        return
    points: list[Field] = cells.value
    if any(point.value is None for point in points):
        return
    attrs = fields.get("attrs")
    places = {"id": name.place, "type": kind.place, "rot": rot.place, "cells": cells.place}
    if attrs:
        places["attrs"] = attrs.place
    for number, point in enumerate(points):
        places[f"cells[{number}]"] = point.place
    token = Token(
        token_id=name.value,
        type=kind.value,
        rot=rot.value,
        cells=tuple([point.value for point in points]),
        attrs=attrs.value if attrs else None,
    )
    mission.tokens.append(Entry(token, Ref(cursor.path, places.get)))


def _entry_name(cursor: Cursor) -> Field:
    name = cursor.name("an id")
    if not cursor.take(_COLON):
        raise cursor.abandon("`:` after the id")
    return name


def _one_of(cursor: Cursor, fields: dict[str, Field], key: str, other: str) -> Field | None:
    """Return the field that the two dialects call *key* and *other*."""
    if key in fields and other in fields:
        message = f"`{key}` and `{other}` mean the same"
        cursor.faults.error("LT686", cursor.path, message, f"keep `{key}=` alone", fields[other].place)
    return fields.get(key) or fields.get(other)


def _read_attrs(cursor: Cursor) -> Field:
    """Read a JSON object; if it is invalid, skip it, so that the other fields of the line still count."""
    start = cursor.at
    try:
        value, length = decode_json(cursor.text[start : cursor.end])
        if isinstance(value, dict):
            cursor.at = start + length
            return Field(value, (start, cursor.at))
        fault = JsonFault(f"{shown(cursor.text[start : start + length])} is not an object")
    except JsonFault as error:
        fault = error
    place = (start + fault.offset, max(start + fault.offset, cursor.rest()[1]))
    attrs_fault(fault.problem, cursor.faults, at(cursor.path, place))
    cursor.at = cursor.end
    return Field(None, place)


_INSTANCE_READERS: dict[str, Reader] = {"pos": Cursor.point, "rot": Cursor.integer}
_TOKEN_READERS: dict[str, Reader] = {
    "type": Cursor.value,
    "orient": Cursor.integer,
    "rot": Cursor.integer,
    "cells": Cursor.points,
    "pos": Cursor.points,
    "attrs": _read_attrs,
}
_LINE_READERS = {"": _read_header, "instances": _read_instance, "tokens": _read_token}


def write_instance(segment: SegmentInstance) -> str:
    """Return the line of *segment* in the section `instances:`."""
    name, kind = written(segment.instance_id), written(segment.segment_id)
    return f"  {name}: {kind} pos={_cell(segment.origin)} rot={segment.rot}\n"


def write_token(token: Token) -> str:
    """Return the line of *token* in the section `tokens:`."""
    cells = ",".join(_cell(cell) for cell in token.cells)
    attrs = "" if token.attrs is None else f" attrs={encode_json(token.attrs)}"
    return f"  {written(token.token_id)}: type={written(token.type)} orient={token.rot} cells={cells}{attrs}\n"


def _cell(cell: Coord) -> str:
    return f"({cell.x},{cell.y})"
