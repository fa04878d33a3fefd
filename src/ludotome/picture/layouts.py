"""Layouts: where the zones of a board are drawn.

Squares and hexagons follow their coordinates. The zones of a graph are placed as the document says; otherwise on a
circle if they form a ring, in rows and columns if their names say so (`a1`, `d7`), in two rows if they are almost one
long row, and otherwise so that distances in the picture match the number of steps.

Invariants:
    * a layout depends on the zones alone, and no two zones share a place;
    * places are centres, in units of which a cell is 48 wide, and every zone lies inside the extent.

This module does not know tokens or colours.
"""

from __future__ import annotations

import math
import re
from collections import deque
from collections.abc import Sequence
from itertools import combinations

from msgspec import Struct

from ludotome.picture.labels import hex_labels, square_labels
from ludotome.picture.scene import CELL, Label
from ludotome.space import ZoneDef

Point = tuple[float, float]
GUTTER = 22.0
HEX_HEIGHT = CELL * 2 / math.sqrt(3)
_SPREAD = 64.0  # between neighbours on a graph
_ROUNDS = 120
_LONG, _ROW_SHARE = 12, 0.7  # from so many zones, of which so large a part is one row, they are drawn in two rows
_MOST_ZONES_TO_SPREAD = 160
_USUAL_WIDTH = 620.0  # a board up to this width has labels of normal size
_SNAP = 14.0  # positions that differ by less in x or y are aligned
_CELL_NAME = re.compile(r"([A-Za-z]+?)_?(\d+)$")


class Layout(Struct, frozen=True):
    """The position of each zone of a board in order, the extent of the board, and its labels."""

    places: tuple[Point, ...]
    width: float
    height: float
    labels: tuple[Label, ...] = ()
    label_scale: float = 1


def square_layout(zones: Sequence[ZoneDef]) -> Layout:
    """Return the layout of a square board, with labels at its left and below it."""
    rows, cols = square_labels(zones)
    bottom = (max(rows) + 1) * CELL
    scale = label_scale((max(cols) + 1) * CELL)
    gutter = _round(GUTTER * scale)
    places = tuple((gutter + (z.col or 0) * CELL + CELL / 2, (z.row or 0) * CELL + CELL / 2) for z in zones)
    labels = [Label(text, _round(gutter / 2), row * CELL + CELL / 2) for row, text in rows.items()]
    labels += [Label(text, gutter + col * CELL + CELL / 2, _round(bottom + gutter / 2)) for col, text in cols.items()]
    return Layout(places, gutter + (max(cols) + 1) * CELL, bottom + gutter, tuple(labels), scale)


def label_scale(width: float) -> float:
    """Return the scale of labels on a board of this width: a wide board is shown smaller, so it needs larger labels."""
    return max(1.0, round(width / _USUAL_WIDTH, 1))


def hex_corners(*, flat: bool) -> tuple[Point, ...]:
    """Return the corners of a hexagon around its centre, clockwise from the lowest or the lower right one."""
    half, tall = CELL / 2, HEX_HEIGHT / 2
    pointed = ((0, tall), (-half, tall / 2), (-half, -tall / 2), (0, -tall), (half, -tall / 2), (half, tall / 2))
    return tuple((y, -x) for x, y in pointed) if flat else pointed


def flat_hex_layout(zones: Sequence[ZoneDef]) -> Layout:
    """Return the layout of a hex board with flat tops: the usual one, rotated clockwise by 30 degrees."""
    step = HEX_HEIGHT * 3 / 4
    raw = [((zone.q or 0) * step, ((zone.r or 0) + (zone.q or 0) / 2) * CELL) for zone in zones]
    left, top = min(x for x, _ in raw) - HEX_HEIGHT / 2 - 2, min(y for _, y in raw) - CELL / 2 - 2
    places = tuple((_round(x - left), _round(y - top)) for x, y in raw)
    width = max(x for x, _ in places) + HEX_HEIGHT / 2 + 2
    height = max(y for _, y in places) + CELL / 2 + 2
    return Layout(places, _round(width), _round(height))


def hex_layout(zones: Sequence[ZoneDef]) -> tuple[Layout, bool]:
    """Return the layout of a hex board, and whether each cell needs its own label.

    If all columns begin in the top row, columns are labelled above it and rows on their left.
    """
    row_step = HEX_HEIGHT * 3 / 4
    raw = [((zone.q or 0) * CELL + (zone.r or 0) * CELL / 2, (zone.r or 0) * row_step) for zone in zones]
    rows, letters = hex_labels(zones)
    scale = label_scale(max(x for x, _ in raw) - min(x for x, _ in raw) + CELL)
    gutter = _round(GUTTER * scale + 4) if letters else 4  # space for the rims of seats
    left, top = min(x for x, _ in raw) - CELL / 2 - gutter, min(y for _, y in raw) - HEX_HEIGHT / 2 - gutter
    places = tuple((_round(x - left), _round(y - top)) for x, y in raw)
    labels: list[Label] = []
    if letters:
        by_place = {(zone.q, zone.r): place for zone, place in zip(zones, places, strict=True)}
        for row, text in rows.items():
            x, y = min(place for (_, r), place in by_place.items() if r == row)
            labels.append(Label(text, _round(x - CELL / 2 - gutter / 2 - 2), y))
        first = min(rows)
        for col, text in letters.items():
            x, y = by_place[col, first]
            labels.append(Label(text, _round(x - CELL / 4), _round(y - HEX_HEIGHT / 2 - gutter / 2 + 2)))
    width = max(x for x, _ in places) + CELL / 2 + 4
    height = max(y for _, y in places) + HEX_HEIGHT / 2 + 4
    return Layout(places, _round(width), _round(height), tuple(labels), scale), not letters


def graph_layout(zones: Sequence[ZoneDef], layout: str | None = None) -> Layout:
    """Return the layout of a graph; the module docstring says how it is chosen.

    *layout* is set by the document: `ring` in the order of the zones, `rows` of about equal length, or `auto`.
    """
    near = _neighbours(zones)
    if layout == "ring":
        raw = _circle(len(zones))
    elif layout == "rows":
        raw = _in_rows(len(zones))
    else:
        raw = _ring(near) or _by_names(zones) or _long_row(near) or _snapped(_level(_spread(near)))
    raw = _with_written(zones, raw)
    margin = CELL * 0.6
    left, top = min(x for x, _ in raw) - margin, min(y for _, y in raw) - margin
    places = tuple((_round(x - left), _round(y - top)) for x, y in raw)
    width, height = (max(values) + margin for values in zip(*places, strict=True))
    scale = label_scale(width)
    return Layout(places, _round(width), _round(height + 12 * scale), label_scale=scale)


def _in_rows(count: int) -> list[Point]:
    across = math.ceil(math.sqrt(count * 2))
    return [(place % across * _SPREAD, place // across * _SPREAD) for place in range(count)]


def _with_written(zones: Sequence[ZoneDef], raw: list[Point]) -> list[Point]:
    """Return the positions given by the document; zones without one are in a row below the others."""
    written = [zone.at for zone in zones if zone.at is not None]
    if not written:
        return raw
    left, bottom = min(x for x, _ in written), max(y for _, y in written) + 1
    others = iter(range(left, left + len(zones)))
    places = [zone.at if zone.at is not None else (next(others), bottom) for zone in zones]
    return [(x * _SPREAD, y * _SPREAD) for x, y in places]


def _round(value: float) -> float:
    return round(value, 1)


def _neighbours(zones: Sequence[ZoneDef]) -> list[list[int]]:
    index = {zone.id: place for place, zone in enumerate(zones)}
    return [[index[other] for other in zone.adjacent_to if other in index] for zone in zones]


def _circle(count: int) -> list[Point]:
    radius = max(_SPREAD / (2 * math.sin(math.pi / max(count, 3))), _SPREAD)
    turns = [2 * math.pi * place / count - math.pi / 2 for place in range(count)]
    return [(radius * math.cos(turn), radius * math.sin(turn)) for turn in turns]


def _ring(near: list[list[int]]) -> list[Point] | None:
    """Return positions on a circle, in order around it, if the zones form a ring of at least four."""
    if len(near) < 4 or any(len(set(found)) != 2 for found in near):
        return None
    order, before, here = [0], -1, 0
    while (step := next(zone for zone in near[here] if zone != before)) != 0:
        if step in order:
            return None
        order.append(step)
        before, here = here, step
    if len(order) != len(near):
        return None
    around = _circle(len(order))
    places: list[Point] = [(0.0, 0.0)] * len(order)
    for place, zone in enumerate(order):
        places[zone] = around[place]
    return places


def _by_names(zones: Sequence[ZoneDef]) -> list[Point] | None:
    """Return positions in columns by letter and rows by number, if all zones have names like `d7`."""
    found = [_CELL_NAME.match(zone.name or zone.id) for zone in zones]
    if len(zones) < 4 or not all(found):
        return None
    cells = [(match[1].lower(), int(match[2])) for match in found if match is not None]
    letters, numbers = sorted({letter for letter, _ in cells}), sorted({number for _, number in cells})
    if len(set(cells)) != len(cells) or len(letters) < 2 or len(numbers) < 2:
        return None
    if any(len(letter) > 1 for letter in letters) or len(letters) * len(numbers) > 4 * len(cells):
        return None
    return [(letters.index(letter) * _SPREAD, -numbers.index(number) * _SPREAD) for letter, number in cells]


def _spread(near: list[list[int]]) -> list[Point]:
    """Return positions whose distances approximate the numbers of steps between the zones.

    Stress majorization: starting from a circle, each zone in turn moves to the mean of the positions that the others
    imply.
    """
    count = len(near)
    places = _circle(count)
    if not 2 < count <= _MOST_ZONES_TO_SPREAD:
        return places
    steps = [_distances(near, start) for start in range(count)]
    far = 1 + max(max(row) for row in steps)
    wanted = [[(far if step < 0 else step) * _SPREAD for step in row] for row in steps]
    for _ in range(_ROUNDS):
        for zone in range(count):
            places[zone] = _pulled(places, wanted[zone], zone)
    return places


def _level(places: list[Point]) -> list[Point]:
    """Return *places* rotated so that they are widest from left to right, with the first zone at the lower left."""
    count = len(places)
    mid_x, mid_y = sum(x for x, _ in places) / count, sum(y for _, y in places) / count
    spread_x = sum((x - mid_x) ** 2 for x, _ in places)
    spread_y = sum((y - mid_y) ** 2 for _, y in places)
    both = sum((x - mid_x) * (y - mid_y) for x, y in places)
    turn = -math.atan2(2 * both, spread_x - spread_y) / 2
    cos, sin = math.cos(turn), math.sin(turn)
    turned = [((x - mid_x) * cos - (y - mid_y) * sin, (x - mid_x) * sin + (y - mid_y) * cos) for x, y in places]
    first_x, first_y = turned[0]
    across, down = -1 if first_x > 0 else 1, -1 if first_y < 0 else 1
    return [(x * across, y * down) for x, y in turned]


def _snapped(places: list[Point]) -> list[Point]:
    """Return *places* with nearly aligned ones aligned, unless two would then overlap."""
    xs, ys = (_in_line(values) for values in zip(*places, strict=True))
    snapped = [(xs[x], ys[y]) for x, y in places]
    apart = all(math.dist(one, other) > CELL for one, other in combinations(snapped, 2))
    return snapped if apart else places


def _in_line(values: Sequence[float]) -> dict[float, float]:
    """Return for each value the mean of its cluster of close values."""
    runs: list[list[float]] = []
    for value in sorted(values):
        if not runs or value - runs[-1][-1] > _SNAP:
            runs.append([])
        runs[-1].append(value)
    return {value: sum(run) / len(run) for run in runs for value in run}


def _long_row(near: list[list[int]]) -> list[Point] | None:
    """Return positions in two rows joined on the right, if the zones are little more than one long row.

    A zone beside the row is between the two rows, as near as possible to its junction.
    """
    count = len(near)
    if count < _LONG:
        return None
    start = _furthest(_distances(near, 0))
    steps = _distances(near, start)
    if min(steps) < 0 or max(steps) < _ROW_SHARE * (count - 1):
        return None
    row = _way_back(near, steps, _furthest(steps))[::-1]
    half = (len(row) + 1) // 2
    low = 2 if len(row) == count else 3
    cells = {zone: (at, low) if at < half else (2 * half - 1 - at, 0) for at, zone in enumerate(row)}
    free = {1: list(range(half)), 2: list(range(half))}
    for zone in range(count):
        if zone not in cells:
            away = _distances(near, zone)
            across, down = cells[min(row, key=lambda one: away[one])]
            between = free[1 if down == 0 else 2]
            col = min(between, key=lambda one: abs(one - across))
            between.remove(col)
            cells[zone] = col, 1 if down == 0 else 2
    return [(cells[zone][0] * _SPREAD, cells[zone][1] * _SPREAD) for zone in range(count)]


def _way_back(near: list[list[int]], steps: list[int], zone: int) -> list[int]:
    """Return a shortest path from *zone* to the zone from which *steps* are counted, both included."""
    way = [zone]
    while steps[way[-1]]:
        way.append(next(other for other in near[way[-1]] if steps[other] == steps[way[-1]] - 1))
    return way


def _furthest(steps: list[int]) -> int:
    return max(range(len(steps)), key=lambda zone: steps[zone])


def _pulled(places: list[Point], wanted: list[float], zone: int) -> Point:
    """Return the mean of the positions that the others imply for *zone*; nearer ones have more weight."""
    x, y = places[zone]
    total = sum_x = sum_y = 0.0
    for other, (ox, oy) in enumerate(places):
        if other == zone:
            continue
        weight = 1 / wanted[other] ** 2
        apart = math.sqrt((x - ox) ** 2 + (y - oy) ** 2) or 1e-9
        scale = wanted[other] / apart
        total += weight
        sum_x += weight * (ox + (x - ox) * scale)
        sum_y += weight * (oy + (y - oy) * scale)
    return sum_x / total, sum_y / total


def _distances(near: list[list[int]], start: int) -> list[int]:
    """Return the number of steps from *start* to each zone, −1 if there is no path."""
    found = [-1] * len(near)
    found[start] = 0
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for zone in near[here]:
            if found[zone] < 0:
                found[zone] = found[here] + 1
                queue.append(zone)
    return found
