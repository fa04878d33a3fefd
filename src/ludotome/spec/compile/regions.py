"""regions: named sets of zones, listed by name or by a condition, and the direction each seat faces."""

from __future__ import annotations

from typing import Any

from ludotome.gamedef import RegionDef
from ludotome.spec.blocks import YamlValue, key_path
from ludotome.spec.compile.values import mapping
from ludotome.spec.lowering import Context, Origin
from ludotome.spec.lowering.seats import find_seat
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
        number = find_seat(ctx, seat, Origin(key_path(path, seat), on_key=True))
        if number is not None:
            by_seat[number] = _zones(ctx, zones, key_path(path, seat))
    return tuple(by_seat.get(seat, ()) for seat in range(ctx.things.seat_count))


def _zones(ctx: Context, written: YamlValue, path: str) -> tuple[str, ...]:
    if not isinstance(written, list):
        return zones_where(ctx, written, path)
    ids = ctx.things.zone_ids
    found = set()
    for index, name in enumerate(written):
        if str(name) in ids:
            found.add(ids[str(name)])
            continue
        ctx.unknown("zone", str(name), ids, Origin(f"{path}[{index}]"))
    return tuple(str(zone.id) for zone in ctx.things.shell.zones if zone.id in found)


def compile_orientation(ctx: Context) -> tuple[str | None, ...]:
    """Return the direction each seat faces, by seat; empty when the document says nothing."""
    written = mapping(ctx.doc.get("orientation"))
    paths = {seat: key_path("orientation", seat) for seat in written}
    numbers = {seat: find_seat(ctx, seat, Origin(paths[seat], on_key=True)) for seat in written}
    # An unknown seat name, which is reported, was meant for one of the seats without a direction.
    free = iter([seat for seat in range(ctx.things.seat_count) if seat not in numbers.values()])
    ways: dict[int | None, str] = {}
    for seat, way in written.items():
        number = numbers[seat] if numbers[seat] is not None else next(free, None)
        ways[number] = str(way)
        ctx.origins.of_path[f"orientation[{number}]"] = paths[seat]
    if not written:
        return ()
    return tuple(ways.get(seat) for seat in range(ctx.things.seat_count))
