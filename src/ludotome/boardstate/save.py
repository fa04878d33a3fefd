"""Save: write a whole board with its libraries as JSON text, and read it.

Invariants:
    * a save names its format and version; another format or a newer version is an error;
    * ids, order, attributes, names, paths and strictness are preserved, and exporting again gives the same bytes;
    * there is one line per segment, token, type and row, so that two saves can be compared line by line.

This module does not know how a part is checked on its board (`segments`, `tokens`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ludotome.boardstate.board import UNTITLED, BoardState
from ludotome.boardstate.checks import check_size
from ludotome.boardstate.faults import Faults, Ref, shown
from ludotome.boardstate.json_places import Step
from ludotome.boardstate.json_text import encode_json
from ludotome.boardstate.lines import check_length
from ludotome.boardstate.parts import MAX_SIZE, Coord, Id, SegmentDef, SegmentInstance, Token, TokenTypeDef
from ludotome.boardstate.save_reader import SaveReader, open_save
from ludotome.boardstate.segments import lay_segment
from ludotome.boardstate.tokens import lay_token

FORMAT = "ludotome-board"
VERSION = 1

# field of the part -> its key in a save
_SEGMENT_KEYS = {"id": "instanceId", "segment_id": "segmentId", "origin": "origin", "rot": "rot"}
_TOKEN_KEYS = {"id": "tokenId", "type": "type", "rot": "rot", "cells": "cells"}
_DEFINITION_KEYS = ("segmentId", "name", "width", "height", "grid", "legend", "metadata")
_HEAD_KEYS = (
    *("format", "version", "missionName", "segmentLibraryPath", "tokenLibraryPath", "size", "tokenTypeStrict"),
    *("segments", "tokens", "segmentDefs", "tokenTypes"),
)


def export_save(state: BoardState) -> str:
    """Return the whole board as JSON text.

    Raises `BoardError` if the text would be too long to be read again.
    """
    head = {
        "format": FORMAT,
        "version": VERSION,
        "missionName": state.mission_name,
        "segmentLibraryPath": state.segment_library_path,
        "tokenLibraryPath": state.token_library_path,
        "size": state.size,
        "tokenTypeStrict": state.token_type_strict,
    }
    members = [f'"{key}": {encode_json(value)}' for key, value in head.items()]
    members.append(_list("segments", (encode_json(_segment_json(segment)) for segment in state.segments)))
    members.append(_list("tokens", (encode_json(_token_json(token)) for token in state.tokens)))
    members.append(_list("segmentDefs", map(_definition_text, state.segment_defs)))
    members.append(_list("tokenTypes", (encode_json(_type_json(type_)) for type_ in state.token_types)))
    text = "{\n" + ",\n".join(members) + "\n}\n"
    check_length(len(text), Faults())
    return text


def _list(key: str, items: Iterable[str]) -> str:
    body = ",\n".join(items)
    return f'"{key}": [\n{body}\n]' if body else f'"{key}": []'


def _segment_json(segment: SegmentInstance) -> dict[str, Any]:
    return {
        "instanceId": segment.instance_id,
        "segmentId": segment.segment_id,
        "origin": _coord_json(segment.origin),
        "rot": segment.rot,
    }


def _token_json(token: Token) -> dict[str, Any]:
    cells = [_coord_json(cell) for cell in token.cells]
    value = {"tokenId": token.token_id, "type": token.type, "rot": token.rot, "cells": cells}
    return value if token.attrs is None else {**value, "attrs": token.attrs}


def _coord_json(coord: Coord) -> dict[str, int]:
    return {"x": coord.x, "y": coord.y}


def _type_json(type_: TokenTypeDef) -> dict[str, Any]:
    return {"type": type_.type} if type_.notes is None else {"type": type_.type, "notes": type_.notes}


def _definition_text(definition: SegmentDef) -> str:
    value: dict[str, Any] = {
        "segmentId": definition.segment_id,
        "name": definition.name,
        "width": definition.width,
        "height": definition.height,
    }
    for key, extra in (("legend", definition.legend), ("metadata", definition.metadata)):
        if extra is not None:
            value[key] = extra
    rows = ",\n".join(encode_json(row) for row in definition.grid)
    return f'{encode_json(value)[:-1]},"grid":[\n{rows}]}}'


def import_save(save: object, *, source: str = "") -> BoardState:
    """Return the board in *save*: the text of `export_save`, its bytes, or its parsed JSON as a mapping.

    Raises `BoardError` with all faults; in a text they have line and column. *source* names the text in spans.
    """
    value, reader = open_save(save, source)
    check_format(value, reader)
    reader.faults.check()
    state = _read_head(value, reader)
    state.definition_of_id = _read_definitions(value, reader)
    state.type_of_name = _read_types(value, reader)
    for steps, item in reader.items(value, "segments"):
        segment = _read_segment(item, steps, reader)
        if segment:
            lay_segment(state, segment, reader.faults, reader.ref(steps, _SEGMENT_KEYS))
    for steps, item in reader.items(value, "tokens"):
        token = _read_token(item, steps, reader)
        if token:
            lay_token(state, token, reader.faults, reader.ref(steps, _TOKEN_KEYS))
    reader.faults.check()
    return state


def check_format(value: Mapping[str, Any], reader: SaveReader) -> None:
    """Record a fault unless *value* is a save of a board in a supported version."""
    if value.get("format") != FORMAT:
        message = f"`format` is {shown(value.get('format'))}; a board's save says `{FORMAT}`"
        suggestion = "give a file that `export_save` has written"
        reader.faults.error("LT691", "format", message, suggestion, reader.place(("format",)))
        return
    version = value.get("version")
    if type(version) is not int or version != VERSION:
        message = f"the save's version is {shown(version)}; this Ludotome reads version {VERSION}"
        newer = isinstance(version, int) and version > VERSION
        suggestion = "use a newer Ludotome" if newer else f'give a save with `"version": {VERSION}`'
        reader.faults.error("LT692", "version", message, suggestion, reader.place(("version",)))


def _read_head(value: Mapping[str, Any], reader: SaveReader) -> BoardState:
    reader.only_keys(value, (), _HEAD_KEYS)
    size = value.get("size")
    usable = check_size(size, reader.faults, Ref("size", lambda field: reader.place((field,))))
    # Without a size the rest is still checked, on a board large enough for everything.
    state = BoardState(size if usable and isinstance(size, int) else MAX_SIZE, {}, {})
    state.token_type_strict = reader.get(value, (), "tokenTypeStrict", bool, default=False)
    state.mission_name = reader.name(value, (), "missionName", default=UNTITLED)
    state.segment_library_path = reader.name(value, (), "segmentLibraryPath", default=None)
    state.token_library_path = reader.name(value, (), "tokenLibraryPath", default=None)
    return state


def _read_types(value: Mapping[str, Any], reader: SaveReader) -> dict[str, TokenTypeDef]:
    types: dict[str, TokenTypeDef] = {}
    for steps, item in reader.items(value, "tokenTypes"):
        reader.only_keys(item, steps, ("type", "notes"))
        name = reader.name(item, steps, "type")
        notes = reader.get(item, steps, "notes", str, default=None)
        reader.once(name, types, (*steps, "type"))
        types[name] = TokenTypeDef(name, notes)
    return types


def _read_definitions(value: Mapping[str, Any], reader: SaveReader) -> dict[Id, SegmentDef]:
    definitions: dict[Id, SegmentDef] = {}
    for steps, item in reader.items(value, "segmentDefs"):
        reader.only_keys(item, steps, _DEFINITION_KEYS)
        segment_id = reader.name(item, steps, "segmentId")
        reader.once(segment_id, definitions, (*steps, "segmentId"))
        legend = reader.legend(item, steps)
        width = reader.side(item, steps, "width")
        height = reader.side(item, steps, "height")
        definitions[segment_id] = SegmentDef(
            segment_id=segment_id,
            name=reader.name(item, steps, "name"),
            width=width,
            height=height,
            grid=reader.grid(item, steps, width, height, legend),
            legend=legend,
            metadata=reader.get(item, steps, "metadata", dict, default=None),
        )
    return definitions


def _read_segment(item: Mapping[str, Any], steps: tuple[Step, ...], reader: SaveReader) -> SegmentInstance | None:
    reader.only_keys(item, steps, _SEGMENT_KEYS.values())
    origin = reader.coord(item.get("origin"), (*steps, "origin"))
    if origin is None or not reader.has_keys(item, steps, _SEGMENT_KEYS.values()):
        return None
    return SegmentInstance(item["instanceId"], item["segmentId"], origin, item["rot"])


def _read_token(item: Mapping[str, Any], steps: tuple[Step, ...], reader: SaveReader) -> Token | None:
    reader.only_keys(item, steps, (*_TOKEN_KEYS.values(), "attrs"))
    cells = [
        reader.coord(cell, (*steps, "cells", number))
        for number, cell in enumerate(reader.get(item, steps, "cells", list, default=[]))
    ]
    if None in cells or not reader.has_keys(item, steps, _TOKEN_KEYS.values()):
        return None
    whole = tuple([cell for cell in cells if cell is not None])
    return Token(item["tokenId"], item["type"], item["rot"], whole, item.get("attrs"))
