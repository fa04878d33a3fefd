"""Rims: lines along the sides of a hex board that belong to seats.

A side is a region of a seat at the rim, such as the top row that Red has to connect with the bottom row. If a corner
cell belongs to two sides, each of its outer edges belongs to the side that faces the same way.

Invariants:
    * an edge belongs to one side at most;
    * an edge with a cell on both sides belongs to none.

This module does not know colours.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from ludotome.picture.layouts import Point, hex_corners
from ludotome.picture.scene import Rim, ZoneScene
from ludotome.picture.svg_parts import number


class _Edge(NamedTuple):
    start: Point
    end: Point
    outward: Point


def hex_rims(cells: Sequence[ZoneScene], sides: Sequence[tuple[int, Collection[str]]]) -> tuple[Rim, ...]:
    """Return the rims of a hex board with these *cells*; each of *sides* is a seat and the zones of its side."""
    middles = {(round(one.x), round(one.y)) for one in cells}
    wanted = {zone for _, zones in sides for zone in zones}
    edges = {cell.id: _outer_edges(cell, middles) for cell in cells if cell.id in wanted}
    facing = [_mean([edge.outward for zone in zones for edge in edges.get(zone, ())]) for _, zones in sides]
    drawn: list[list[_Edge]] = [[] for _ in sides]
    for cell in cells:
        having = [place for place, (_, zones) in enumerate(sides) if cell.id in zones]
        for edge in edges.get(cell.id, ()):
            drawn[max(having, key=lambda place: _along(facing[place], edge))].append(edge)
    return tuple(Rim(seat, _path(found)) for (seat, _), found in zip(sides, drawn, strict=True) if found)


def _outer_edges(cell: ZoneScene, middles: Collection[tuple[int, int]]) -> list[_Edge]:
    """Return the edges of *cell* that no other cell shares; coordinates are rounded, so one unit may be off."""
    corners = hex_corners(flat=cell.shape == "flatHexagon")
    found = []
    for (x, y), (to_x, to_y) in zip(corners, (*corners[1:], corners[0]), strict=True):
        out_x, out_y = x + to_x, y + to_y  # the centre of the neighbour beyond this edge
        col, row = round(cell.x + out_x), round(cell.y + out_y)
        if not any((col + a, row + b) in middles for a in (-1, 0, 1) for b in (-1, 0, 1)):
            found.append(_Edge((cell.x + x, cell.y + y), (cell.x + to_x, cell.y + to_y), (out_x, out_y)))
    return found


def _mean(points: Sequence[Point]) -> Point:
    count = max(len(points), 1)
    return sum(x for x, _ in points) / count, sum(y for _, y in points) / count


def _along(facing: Point, edge: _Edge) -> float:
    return facing[0] * edge.outward[0] + facing[1] * edge.outward[1]


def _path(edges: Sequence[_Edge]) -> str:
    return "".join(
        f"M{number(one[0])} {number(one[1])}L{number(other[0])} {number(other[1])}" for one, other, _ in edges
    )
