"""missions: a board of segments and tokens, read from a mission and its two libraries → its zones.

The texts come from `read`; errors inside them are reported at their place there. Libraries that the document does not
name are those that the mission names.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from ludotome.boardstate import BoardError, BoardState, find_library_paths, import_mission, new_board, to_zones
from ludotome.space import BoardDef, ZoneDef, square_board
from ludotome.spec.report import Report
from ludotome.spec.source_map import SourceMap


class _Texts(Struct, frozen=True):
    """A mission and its two libraries, with the names used in reports."""

    mission: str
    segments: str
    tokens: str
    name: str
    segments_name: str
    tokens_name: str


# An editor compiles a document at every keystroke, while its files stay the same.
@lru_cache(maxsize=4)
def _board(texts: _Texts) -> BoardState:
    """Return the board of a mission, which must not be changed; raises a `BoardError` with every error."""
    state = new_board(
        1, texts.segments, texts.tokens, segment_source=texts.segments_name, token_source=texts.tokens_name
    )
    import_mission(state, texts.mission, source=texts.name)
    return state


@lru_cache(maxsize=4)
def _zones(texts: _Texts, asked: bytes) -> tuple[ZoneDef, ...]:
    """Return the zones of a board as the document requests them, as JSON."""
    walkable, options = msgspec.json.decode(asked)
    return to_zones(_board(texts), walkable, **options)


def mission_zones(
    args: dict[str, Any],
    path: str,
    read: Callable[[str], str],
    report: Report,
    source_map: SourceMap | None,
) -> tuple[tuple[ZoneDef, ...], BoardDef] | None:
    """Return the zones and the board of a mission, or None with every error reported."""

    def text_of(key: str, name: str) -> str | None:
        try:
            return read(name)
        except (OSError, KeyError, ValueError) as problem:
            fault(f"{path}.{key}", f"cannot read `{name}`: {problem}", "name a file in the document's folder")
            return None

    def fault(where: str, message: str, suggestion: str) -> None:
        span = source_map.span(where) if source_map is not None else None
        report.add("LT617", where, message, suggestion, span=span)

    name = str(args["file"])
    mission = text_of("file", name)
    if mission is None:
        return None
    board_id, directions = str(args.get("id", "board")), args.get("directions", 4)
    try:
        paths = find_library_paths(mission, source=name)
        segments_name, tokens_name = args.get("segments") or paths.segments, args.get("tokens") or paths.tokens
        if segments_name is None or tokens_name is None:
            keys = " and ".join(
                f"`{key}`" for key, named in (("segments", segments_name), ("tokens", tokens_name)) if named is None
            )
            fault(path, f"neither the mission nor the document names a file for {keys}", f"write {keys} here")
            return None
        segments, tokens = text_of("segments", segments_name), text_of("tokens", tokens_name)
        if segments is None or tokens is None:
            return None
        texts = _Texts(mission, segments, tokens, name, segments_name, tokens_name)
        _board(texts)
    except BoardError as error:
        report.extend(error.diagnostics)
        return None
    walkable = args.get("walkable")
    asked = {
        "directions": directions,
        "board": board_id,
        "capacity": args.get("capacity", 1),
        "names": args.get("names"),
    }
    try:
        zones = _zones(texts, msgspec.json.encode((walkable, asked)))
    except BoardError as error:
        # If zones cannot be made, the cause is a request of the document, not the files.
        for found in error.diagnostics:
            names = list(walkable) if isinstance(walkable, list) else []
            wrong = next((index for index, one in enumerate(names) if f"`{one}`" in found.message), None)
            where = f"{path}.walkable" if wrong is None else f"{path}.walkable[{wrong}]"
            report.extend_at(found, source_map.span(where) if source_map is not None else None, where)
        return None
    return zones, square_board(directions, board=board_id)
