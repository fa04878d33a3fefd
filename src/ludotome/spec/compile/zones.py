"""zones: the zones of the expanded document, one for each seat if they are owned, joined by the roads of graphs."""

from __future__ import annotations

from typing import Any

import msgspec

from ludotome.space import (
    BoardDef,
    Line,
    ZoneDef,
    build_adjacency_graph,
    graph_board,
    lay_roads,
    validate_adjacency,
)
from ludotome.spec.compile.values import entries, listed, mapping, whole
from ludotome.spec.lowering import Context, Origin


def compile_zones(ctx: Context) -> tuple[tuple[ZoneDef, ...], tuple[BoardDef, ...]]:
    """Return zones and boards in definition order; names without a zone are reported and left out."""
    zones: list[ZoneDef] = []
    for index, written in enumerate(entries(ctx.doc.get("zones"))):
        path = f"zones[{index}]"
        for zone in _zones(ctx, written):
            ctx.origins.of_path[f"zones[{len(zones)}]"] = path
            zones.append(zone)
    ids = _ids(ctx, zones)
    joined = _joined(ctx, tuple(_with_neighbours(zone, ids) for zone in zones), ids)
    for found in validate_adjacency(build_adjacency_graph(joined), joined):
        ctx.report.extend_at(
            found, ctx.span(Origin(_written(ctx, found.path))), ctx.written_path(_written(ctx, found.path))
        )
    return tuple(_without_dangling(zone, ids) for zone in joined), _boards(ctx)


def _written(ctx: Context, path: str) -> str:
    head, bracket, rest = path.partition("]")
    return ctx.origins.of_path.get(head + bracket, head + bracket) + rest


def _zones(ctx: Context, written: dict[str, Any]) -> list[ZoneDef]:
    if "board" in written:  # made by a board macro
        return [msgspec.convert(written, ZoneDef)]
    name = str(written.get("id"))
    fields = {
        "visibility": written.get("visibility", "public"),
        "ordering": written.get("ordering", "set"),
        "adjacent_to": tuple(str(one) for one in listed(written.get("adjacentTo"))),
        "props": mapping(written.get("props")),
        "capacity": whole(written.get("capacity"), ctx.things.shell.constants),
        "terrain": written.get("terrain"),
        "at": _point(written.get("at")),
    }
    if written.get("owner") != "player":
        return [ZoneDef(id=name, **fields)]
    return [ZoneDef(id=f"{name}:{seat}", owner="player", **fields) for seat in range(ctx.things.seat_count)]


def _point(written: object) -> tuple[int, int] | None:
    """Return where a zone is drawn; only its first two numbers count."""
    place = listed(written)
    return (int(place[0]), int(place[1])) if len(place) >= 2 else None


def _ids(ctx: Context, zones: list[ZoneDef]) -> dict[str, str]:
    """Return the id for every name of a zone: id, display name, `hand:Seat`, `deck:none`."""
    ids = {zone.name: str(zone.id) for zone in zones if zone.name} | {str(zone.id): str(zone.id) for zone in zones}
    for zone in zones:
        name, _, seat = zone.id.partition(":")
        if zone.owner == "player" and int(seat) < len(ctx.things.shell.metadata.seats):
            ids[f"{name}:{ctx.things.shell.metadata.seats[int(seat)]}"] = str(zone.id)
        elif zone.owner == "none":
            ids[f"{zone.id}:none"] = str(zone.id)
    return ids


def _with_neighbours(zone: ZoneDef, ids: dict[str, str]) -> ZoneDef:
    """Return the zone with its hand-written neighbours by id."""
    if zone.board is not None or not zone.adjacent_to:
        return zone
    # A bare name means the zone of the same owner.
    seat = zone.id.partition(":")[2]
    found = []
    for name in zone.adjacent_to:
        mine = ids.get(name) or ids.get(f"{name}:{seat}")
        found.append(mine if mine is not None else name)
    return msgspec.structs.replace(zone, adjacent_to=tuple(found))


def _without_dangling(zone: ZoneDef, ids: dict[str, str]) -> ZoneDef:
    """Return the zone without neighbours that do not exist; `space` has reported them."""
    if all(one in ids for one in zone.adjacent_to):
        return zone
    return msgspec.structs.replace(zone, adjacent_to=tuple(one for one in zone.adjacent_to if one in ids))


def _joined(ctx: Context, zones: tuple[ZoneDef, ...], ids: dict[str, str]) -> tuple[ZoneDef, ...]:
    """Return the zones with the roads of graphs added."""
    for _, line, path in ctx.doc.boards.roads if ctx.doc.boards is not None else ():
        road = _line(ctx, mapping(line), path, ids)
        try:
            zones = lay_roads(zones, [road])
        except ValueError as error:
            ctx.fault("LT616", Origin(path), str(error), "change the line, or give it another direction")
    return zones


def _line(ctx: Context, line: dict[str, Any], path: str, ids: dict[str, str]) -> Line:
    roads = []
    for number, road in enumerate(listed(line.get("zones"))):
        found = []
        for place, name in enumerate(listed(road)):
            if str(name) in ids:
                found.append(ids[str(name)])
            else:
                ctx.unknown("zone", str(name), ids, Origin(f"{path}.zones[{number}][{place}]"))
        roads.append(tuple(found))
    return Line(str(line.get("along")), tuple(roads), line.get("back"), bool(line.get("closed", False)))


def _boards(ctx: Context) -> tuple[BoardDef, ...]:
    made = ctx.doc.boards
    if made is None:
        return ()
    ctx.origins.of_path.update({f"boards[{index}]": path for index, path in enumerate(made.board_paths)})
    lines: dict[str, list[Line]] = {}
    for board, line, _ in made.roads:
        written = mapping(line)
        lines.setdefault(board, []).append(Line(str(written.get("along")), (), written.get("back")))
    return tuple(
        msgspec.structs.replace(graph_board(lines.get(board.id, []), board=board.id), layout=board.layout)
        if board.shape == "graph" and not board.directions
        else board
        for board in made.boards
    )
