"""Lattice: a square or hex map as one flat array, for maps that are too large or too simple for zones.

Invariants:
    * a cell is (row, col) or axial (q, r); its index counts row by row, so index order is reading order;
    * the array has a rim of cells that do not exist, so that a neighbour is one addition away and never outside;
    * a map has at most `LARGEST_LATTICE` indices, rim included.

This module does not know zones, names or what is on a cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from ludotome.space.hexes import Cell
from ludotome.space.links import Links, Sides
from ludotome.space.numbers import integer
from ludotome.space.terrain import Terrain
from ludotome.space.zones import HEX_DIRECTIONS, SQUARE_DIRECTIONS, square_directions

if TYPE_CHECKING:
    import numpy as np

LARGEST_LATTICE = 1 << 21


class Lattice:
    """A box of *rows* × *cols* cells from *first* on; `square` and `hexagon` make the usual ones.

    Cells for which *removed* holds do not exist. On hexes rows count q and columns r.
    """

    def __init__(
        self,
        shape: Literal["square", "hex"],
        rows: int,
        cols: int,
        first: Cell = (0, 0),
        *,
        directions: int | None = None,
        removed: Callable[[int, int], bool] | None = None,
    ) -> None:
        if shape not in ("square", "hex"):
            raise ValueError(f"`shape` is {shape!r}; write square or hex")
        self.shape: Literal["square", "hex"] = shape
        self.rows = integer("rows", rows, least=1)
        self.cols = integer("cols", cols, least=1)
        self.stride = self.cols + 2
        self.count = (self.rows + 2) * self.stride
        self.farthest = self.rows + self.cols  # no two cells are this far apart
        if self.count > LARGEST_LATTICE:
            raise ValueError(
                f"`rows × cols` is {self.rows} × {self.cols}; a lattice has at most {LARGEST_LATTICE} cells"
            )
        self.first = (integer("first", first[0]), integer("first", first[1]))
        steps = HEX_DIRECTIONS if shape == "hex" else SQUARE_DIRECTIONS
        names = tuple(steps) if shape == "hex" else square_directions(8 if directions is None else directions)
        self.directions = {name: steps[name] for name in names}
        self._removed = removed
        self.native: Any = None  # set by `core`

    @classmethod
    def square(cls, rows: int, cols: int, *, directions: int = 8) -> Lattice:
        """Return a square map with (0, 0) on the top left."""
        return cls("square", rows, cols, directions=directions)

    @classmethod
    def hexagon(cls, radius: int) -> Lattice:
        """Return a hexagonal map with (0, 0) in the middle."""
        n = integer("radius", radius, least=0)
        return cls("hex", 2 * n + 1, 2 * n + 1, (-n, -n), removed=lambda q, r: abs(q + r) > n)

    def __repr__(self) -> str:
        return f"Lattice({self.shape!r}, {self.rows}, {self.cols}, {self.first})"

    def __len__(self) -> int:
        return self.links.exists.count(1)

    def __contains__(self, cell: Cell) -> bool:
        row, col = cell[0] - self.first[0], cell[1] - self.first[1]
        return 0 <= row < self.rows and 0 <= col < self.cols and self.links.exists[self._at(row, col)] == 1

    def _at(self, row: int, col: int) -> int:
        return (row + 1) * self.stride + col + 1

    def index(self, cell: Cell, name: str = "cell") -> int:
        """Return the index of *cell*; for a cell off the map raise `ValueError` naming the argument."""
        try:
            a, b = cell
            row, col = a - self.first[0], b - self.first[1]
            if 0 <= row < self.rows and 0 <= col < self.cols:
                at = (row + 1) * self.stride + col + 1
                if self.links.exists[at]:
                    return at
        except (TypeError, ValueError):
            raise TypeError(f"`{name}` is {cell!r}; a cell of this map is a pair of integers") from None
        raise ValueError(f"`{name}` is {cell!r}; it is not on this map of {self.rows} × {self.cols} from {self.first}")

    def cell(self, index: int) -> Cell:
        """Return the cell of *index*; the inverse of `index`."""
        row, col = divmod(index, self.stride)
        return row - 1 + self.first[0], col - 1 + self.first[1]

    @cached_property
    def indices(self) -> tuple[int, ...]:
        """The index of every cell that exists, in reading order."""
        return tuple(at for at, there in enumerate(self.links.exists) if there)

    @cached_property
    def links(self) -> Links:
        """The neighbours of every index."""
        exists = bytearray(self.count)
        for row in range(self.rows):
            start = self._at(row, 0)
            exists[start : start + self.cols] = self._row_exists(row)
        offsets = tuple(a * self.stride + b for a, b in self.directions.values())
        diagonal = self.shape == "square"
        sides: Iterable[Sides] = (
            (a * self.stride, b) if diagonal and a and b else None for a, b in self.directions.values()
        )
        return Links(
            count=self.count,
            exists=bytes(exists),
            offsets=offsets,
            offset_sides=tuple(sides),
            shifts=tuple(self.directions.values()),
            stride=self.stride,
        )

    @cached_property
    def plain_terrain(self) -> Terrain:
        """The terrain where every step costs 1 and nothing blocks."""
        return Terrain(self)

    def _row_exists(self, row: int) -> bytes:
        if self._removed is None:
            return b"\1" * self.cols
        a, b = row + self.first[0], self.first[1]
        return bytes(not self._removed(a, b + col) for col in range(self.cols))

    def flat(self, values: Any, fill: int) -> Any:
        """Return *values*, an array of shape (rows, cols), as a flat array with the rim, which holds *fill*."""
        import numpy as np

        if values.shape != (self.rows, self.cols):
            raise ValueError(f"an array for this map has the shape {(self.rows, self.cols)}, not {values.shape}")
        flat = np.full((self.rows + 2, self.stride), fill, dtype=np.int32)
        flat[1:-1, 1:-1] = values
        return flat.reshape(-1)

    def view(self, flat: Any) -> np.ndarray[Any, Any]:
        """Return *flat*, a buffer over all indices, as an array view of shape (rows, cols), without copying."""
        inner: np.ndarray[Any, Any] | None = getattr(flat, "inner", None)  # a field of the C core knows its own inside
        if inner is not None:
            return inner
        import numpy as np

        return np.asarray(flat).reshape(self.rows + 2, self.stride)[1:-1, 1:-1]

    def views(self, flats: Any) -> Any:
        """Return an array with one flat row per map as array views of shape (n, rows, cols), without copying."""
        return flats.reshape(len(flats), self.rows + 2, self.stride)[:, 1:-1, 1:-1]
