"""regions: named sets of zones, listed by name or by a condition, and which way each seat faces."""

from __future__ import annotations

from typing import Any

from ludotome.diagnostics import near_names, nearest
from ludotome.gamedef import RegionDef
from ludotome.spec.blocks import YamlValue, key_path
from ludotome.spec.compile.values import mapping
from ludotome.spec.lowering import Context, Origin
from ludotome.spec.lowering.static import zones_where
from ludotome.spec.lowering.trees import FAMILIES


def compile_regions(ctx: Context) -> tuple[RegionDef, ...]:
    """Return the regions in declaration order, each listing its zones in definition order."""
    found = []
    for index, (name, written) in enumerate(mapping(ctx.doc.get("regions")).items()):
        path = key_path("regions", name)
        ctx.origins.of_path[f"regions[{index}]"] = path
        if isinstance(written, dict) and not any(family in written for family in FAMILIES):
            found.append(RegionDef(name, of_seat=_of_seats(ctx, written, path)))
        else:
            found.append(RegionDef(name, zones=_zones(ctx, written, path)))
    return tuple(found)


def _of_seats(ctx: Context, written: dict[str, Any], path: str) -> tuple[tuple[str, ...], ...]:
    by_seat: dict[int, tuple[str, ...]] = {}
    for seat, zones in written.items():
        number = find_seat(ctx, seat, key_path(path, seat))
        if number is not None:
            by_seat[number] = _zones(ctx, zones, key_path(path, seat))
    return tuple(by_seat.get(seat, ()) for seat in range(ctx.things.shell.metadata.players.max))


def find_seat(ctx: Context, seat: str, path: str) -> int | None:
    """Return the number of the seat that the key at *path* names; an unknown one is reported."""
    if seat in ctx.things.seats:
        return ctx.things.seats[seat]
    near = nearest(seat, ctx.things.seats)
    ctx.fault(
        "LT250",
        Origin(path, on_key=True),
        f"no seat is called `{seat}`",
        f"write `{near[0]}`" if near else "write the name of a seat",
        alternatives=near_names(seat, ctx.things.seats),
        replacement=near[0] if len(near) == 1 else None,
    )
    return None


def _zones(ctx: Context, written: YamlValue, path: str) -> tuple[str, ...]:
    if not isinstance(written, list):
        return zones_where(ctx, written, path)
    ids = ctx.things.zone_ids
    found = set()
    for index, name in enumerate(written):
        if str(name) in ids:
            found.add(ids[str(name)])
            continue
        near = nearest(str(name), ids)
        ctx.fault(
            "LT251",
            Origin(f"{path}[{index}]"),
            f"no zone is called `{name}`",
            f"write `{near[0]}`" if near else "write the name of a zone",
            alternatives=near_names(str(name), ids)[:8],
            replacement=near[0] if len(near) == 1 else None,
        )
    return tuple(str(zone.id) for zone in ctx.things.shell.zones if zone.id in found)


def compile_orientation(ctx: Context) -> tuple[str | None, ...]:
    """Return the direction each seat faces, by seat; empty when the document says nothing."""
    written = mapping(ctx.doc.get("orientation"))
    ways: dict[int, str] = {}
    for seat, way in written.items():
        path = key_path("orientation", seat)
        number = find_seat(ctx, seat, path)
        if number is not None:
            ways[number] = str(way)
            ctx.origins.of_path[f"orientation[{number}]"] = path
    if not written:
        return ()
    return tuple(ways.get(seat) for seat in range(ctx.things.shell.metadata.players.max))
