"""Coordinates: the same cell as an axial pair, an offset pair, a cube triple, a zone id and a point on a screen.

Invariants:
    * every converter has an inverse here, and going there and back changes nothing;
    * a cell is (row, col) on squares and axial (q, r) on hexes; every other form is only converted from and to these;
    * only `hex_center` and `hex_at`, which are for drawing and clicking, use floats.

This module does not know boards: converters accept every pair, whether or not a board has that cell.
"""

from __future__ import annotations

import re
from math import floor, sqrt
from typing import Literal, TypeAlias, get_args

from ludotome.space.numbers import integer
from ludotome.space.zones import ZoneId

Offset: TypeAlias = Literal["odd-r", "even-r", "odd-q", "even-q"]
"""Which rows (r) or columns (q) of an offset grid are shifted by half a cell: the odd or the even ones."""

Top: TypeAlias = Literal["pointy", "flat"]
"""Whether a hexagon is drawn with a corner or with a side on top."""

_ID = re.compile(r".*_(n?\d+)_(n?\d+)")


def offset_to_axial(row: int, col: int, layout: Offset = "odd-r") -> tuple[int, int]:
    """Return the axial (q, r) of the hexagon at *row*, *col* of an offset grid.

    Rows of `odd-r` and `even-r` are straight, and the odd or even ones lie half a cell further right. Columns of
    `odd-q` and `even-q` are straight, and the odd or even ones lie half a cell further down.

    >>> offset_to_axial(2, 5), offset_to_axial(2, 5, "even-q")
    ((4, 2), (5, -1))
    """
    row, col = integer("row", row), integer("col", col)
    shift = _shift(layout)
    return (col - (row + shift) // 2, row) if layout[-1] == "r" else (col, row - (col + shift) // 2)


def axial_to_offset(q: int, r: int, layout: Offset = "odd-r") -> tuple[int, int]:
    """Return the (row, col) of the axial hexagon *q*, *r*; the inverse of `offset_to_axial`.

    >>> axial_to_offset(4, 2), axial_to_offset(5, -1, "even-q")
    ((2, 5), (2, 5))
    """
    q, r = integer("q", q), integer("r", r)
    shift = _shift(layout)
    return (r, q + (r + shift) // 2) if layout[-1] == "r" else (r + (q + shift) // 2, q)


def _shift(layout: object) -> int:
    if layout not in get_args(Offset):
        raise ValueError(f"`layout` is {layout!r}; write {', '.join(get_args(Offset)[:-1])} or {get_args(Offset)[-1]}")
    return 1 if str(layout).startswith("even") else 0


def axial_to_cube(q: int, r: int) -> tuple[int, int, int]:
    """Return the cube coordinates (q, r, s) of an axial hexagon; their sum is 0.

    >>> axial_to_cube(2, -5)
    (2, -5, 3)
    """
    q, r = integer("q", q), integer("r", r)
    return q, r, -q - r


def cube_to_axial(q: int, r: int, s: int) -> tuple[int, int]:
    """Return the axial (q, r) of cube coordinates; raise `ValueError` if their sum is not 0.

    >>> cube_to_axial(2, -5, 3)
    (2, -5)
    """
    q, r, s = integer("q", q), integer("r", r), integer("s", s)
    if q + r + s != 0:
        raise ValueError(f"`q`, `r`, `s` are {q}, {r}, {s}; cube coordinates add up to 0")
    return q, r


def cell_id(row: int, col: int, prefix: str = "cell") -> ZoneId:
    """Return the id that `generate_grid` gives the zone at *row*, *col*.

    >>> cell_id(2, 5)
    'cell_2_5'
    """
    return _id(prefix, row, col)


def hex_id(q: int, r: int, prefix: str = "hex") -> ZoneId:
    """Return the id that `generate_hex` gives the zone at *q*, *r*, with `n` for a minus sign.

    >>> hex_id(-1, 2)
    'hex_n1_2'
    """
    return _id(prefix, q, r)


def _id(prefix: str, a: int, b: int) -> ZoneId:
    return "_".join((prefix, *(str(number).replace("-", "n") for number in (a, b))))


def cell_of_id(zone: ZoneId) -> tuple[int, int]:
    """Return the pair that *zone*, an id such as `cell_2_5` or `hex_n1_2`, was made of.

    >>> cell_of_id("hex_n1_2")
    (-1, 2)
    """
    found = _ID.fullmatch(zone) if isinstance(zone, str) else None  # type: ignore[redundant-expr]
    if found is None:
        raise ValueError(f"`zone` is {zone!r}; an id with coordinates looks like `cell_2_5` or `hex_n1_2`")
    return int(found[1].replace("n", "-")), int(found[2].replace("n", "-"))


def hex_center(q: int, r: int, size: float = 1.0, top: Top = "pointy") -> tuple[float, float]:
    """Return the centre of a hexagon on a screen: x to the right, y down, hexagon (0, 0) at the origin.

    *size* is the distance from the middle of a hexagon to its corners.

    >>> hex_center(2, 0, size=2, top="flat")[0], hex_center(0, 2, size=10)[1]
    (6.0, 30.0)
    """
    q, r = integer("q", q), integer("r", r)
    along, across = size * sqrt(3), size * 1.5
    return (along * (q + r / 2), across * r) if _is_pointy(top) else (across * q, along * (r + q / 2))


def hex_at(x: float, y: float, size: float = 1.0, top: Top = "pointy") -> tuple[int, int]:
    """Return the axial hexagon under the point *x*, *y*; the inverse of `hex_center` for every point inside it.

    >>> hex_at(17.0, 28.5, size=10)
    (0, 2)
    """
    if not size > 0:
        raise ValueError(f"`size` is {size!r}; it must be more than 0")
    along, across = size * sqrt(3), size * 1.5
    if _is_pointy(top):
        r = y / across
        q = x / along - r / 2
    else:
        q = x / across
        r = y / along - q / 2
    return _nearest(q, r)


def _nearest(q: float, r: float) -> tuple[int, int]:
    """Return the hexagon nearest to fractional coordinates: recompute the one with the largest rounding error."""
    s = -q - r
    near_q, near_r, near_s = floor(q + 0.5), floor(r + 0.5), floor(s + 0.5)
    off_q, off_r, off_s = abs(near_q - q), abs(near_r - r), abs(near_s - s)
    if off_q > off_r and off_q > off_s:
        return -near_r - near_s, near_r
    return (near_q, -near_q - near_s) if off_r > off_s else (near_q, near_r)


def _is_pointy(top: object) -> bool:
    if top not in get_args(Top):
        raise ValueError(f"`top` is {top!r}; write pointy or flat")
    return top == "pointy"
