"""Names and places: every name fits on one line, and every board and every `look` can be drawn.

The front end checks the names in a document; this check also covers definitions that were read from JSON.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from ludotome.gamedef.bounds import MAX_NAME, MOST_COORDINATE, MOST_DRAWN, MOST_ZONES
from ludotome.gamedef.infer import Inference
from ludotome.gamedef.looks import faults_of
from ludotome.gamedef.node import fields_of
from ludotome.gamedef.position_fields import faults_of_fields
from ludotome.space import ZoneDef

# Fields whose texts have bounds of their own, or are only ever shown to the author.
_OTHER = ("tests", "look", "notation", "longer")


def check(inference: Inference) -> None:
    """Report names that are empty, too long or unprintable, and zones that are too many or too far apart."""
    game, add = inference.symbols.game_def, inference.findings.add
    for path, name in _texts(game, ""):
        if not name and path.endswith(".id"):
            add("LT419", path, "this name is empty", "write one letter at least")
        elif not name.isprintable():
            add("LT419", path, f"{_shown(name)} has characters that cannot be shown", "use letters, digits and signs")
        elif len(name) > MAX_NAME:
            message = f"{_shown(name)} has {len(name)} characters; at most {MAX_NAME} are allowed"
            add("LT419", path, message, "use a shorter name")
    if len(game.zones) > MOST_ZONES:
        message = f"this game has {len(game.zones)} zones; at most {MOST_ZONES} are allowed"
        add("LT419", "zones", message, "make its boards smaller")
    for index, zone in enumerate(game.zones):
        for key in ("row", "col", "q", "r"):
            _coordinate(inference, getattr(zone, key), f"zones[{index}].{key}")
        for place, value in enumerate(zone.at or ()):
            _coordinate(inference, value, f"zones[{index}].at[{place}]")
    for path, instead in faults_of(game.look) if game.look is not None else ():
        add("LT419", f"look.{_shown(path)[1:-1]}", "this cannot be drawn", instead)
    for fault in faults_of_fields(game, game.look.fen) if game.look is not None else ():
        add("LT419", f"look.fen{fault.path}", fault.message, fault.instead)
    _check_coordinates(inference)
    if inference.findings.found:
        return
    for number, board in enumerate(game.boards):
        cells = _cells([zone for zone in game.zones if zone.board == board.id]) if board.shape != "graph" else 0
        if cells > MOST_DRAWN:
            message = f"`{board.id}` spans {cells} cells from corner to corner; at most {MOST_DRAWN} are drawn"
            add("LT419", f"boards[{number}]", message, "put its zones closer together")


def _check_coordinates(inference: Inference) -> None:
    """Report zones of one board that have the same coordinates: their neighbours would be undefined."""
    first: dict[tuple[object, ...], str] = {}
    for index, zone in enumerate(inference.symbols.game_def.zones):
        place = (zone.board, zone.row, zone.col, zone.q, zone.r)
        if place[1:] != (None,) * 4 and first.setdefault(place, zone.id) != zone.id:
            message = f"{_shown(first[place])} and {_shown(zone.id)} have the same coordinates"
            inference.findings.add("LT419", f"zones[{index}]", message, "give each zone of a board its own position")


def _coordinate(inference: Inference, value: int | None, path: str) -> None:
    if value is not None and abs(value) > MOST_COORDINATE:
        message = f"the coordinate {value} is too far away"
        inference.findings.add("LT419", path, message, f"write a number from {-MOST_COORDINATE} to {MOST_COORDINATE}")


def _cells(zones: list[ZoneDef]) -> int:
    """Return how many cells the smallest rectangle around *zones* has."""
    places = [(zone.row, zone.col) if zone.row is not None else (zone.q, zone.r) for zone in zones]
    rows, cols = [row for row, _ in places if row is not None], [col for _, col in places if col is not None]
    if not rows or not cols:
        return 0
    return (max(rows) - min(rows) + 1) * (max(cols) - min(cols) + 1)


def _texts(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Yield every text in *value* that may name something, with its path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Struct):
        for info in fields_of(type(value)):
            if info.json_name not in _OTHER:
                name = f"{path}.{info.json_name}" if path else info.json_name
                yield from _texts(getattr(value, info.name), name)
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _texts(item, f"{path}[{index}]")
    elif isinstance(value, dict):
        for key, item in value.items():
            yield path, key
            yield from _texts(item, f"{path}.{_shown(key)[1:-1]}")


def _shown(name: str) -> str:
    """Return *name* in backticks, escaped and shortened so that any name is safe in a message."""
    text = ascii(name)[1:-1] if not name.isprintable() else name
    return f"`{text[:40]}…`" if len(text) > 40 else f"`{text}`"
