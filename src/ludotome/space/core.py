"""Core: the C form of the searches and of sight, with the same functions as the plain form.

Invariants:
    * results are identical to those of `search` and `sightlines`;
    * memory is pooled: a result owns its buffers until it is freed, then the next query reuses them and clears only the
      entries that were used; array views keep the result alive, so a view never changes while it is in use;
    * the pools are lists, whose `pop` and `append` are atomic, so threads never share a buffer.

This module does not know cells or zones, only indices; arguments are checked by its callers.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from ludotome.files import package_text
from ludotome.space.lattice import Lattice
from ludotome.space.links import Links
from ludotome.space.sightlines import Policy
from ludotome.space.terrain import Mask, Terrain

_SOURCES = ("core.h", "core_search.c", "core_sight.c")


def core_source() -> str:
    """Return the whole C text of the core as one file, to compile it into another program."""
    texts = [package_text("space", name) for name in _SOURCES]
    return "\n".join(text.replace('#include "core.h"\n', "") for text in texts)


def core_declarations() -> str:
    """Return the C declarations of the core without preprocessor lines, as cffi reads them."""
    header = package_text("space", "core.h")
    return "\n".join(line for line in header.splitlines() if not line.startswith("#"))


class _Inner:
    """Part of an answer's memory as an array; keeps the answer alive."""

    __slots__ = ("__array_interface__", "_owner")

    def __init__(self, owner: Any, interface: dict[str, Any]) -> None:
        self._owner, self.__array_interface__ = owner, interface


class Costs:
    """The cost of every index after one flood: a sequence and an array, with its own memory until it is freed."""

    __slots__ = ("__array_interface__", "count", "pool", "work")

    def __init__(self, work: Any, pool: list[Any], count: int) -> None:
        self.work, self.pool, self.count = work, pool, count
        self.__array_interface__ = work.interface

    def __del__(self) -> None:
        self.pool.append(self.work)

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> int:
        found: int = self.work.cost[index]
        return found


class Reached:
    """The indices one flood reached; keeps its `Costs` alive, whose memory it shares."""

    __slots__ = ("costs", "count")

    def __init__(self, costs: Costs, count: int) -> None:
        self.costs, self.count = costs, count

    @property
    def __array_interface__(self) -> dict[str, Any]:
        return {"version": 3, "typestr": "<i4", "shape": (self.count,), "data": self.costs.work.reached_data}

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[int]:
        work = self.costs.work
        return iter(work.ffi.unpack(work.reached, self.count) if self.count else ())


class Seen:
    """A byte per index after one field of view, 1 where seen; with its own memory until it is freed."""

    __slots__ = ("pool", "view")

    def __init__(self, view: Any, pool: list[Any]) -> None:
        self.view, self.pool = view, pool

    @property
    def __array_interface__(self) -> dict[str, Any]:
        interface: dict[str, Any] = self.view.interface
        return interface

    @property
    def inner(self) -> Any:
        """An array view of the same without the rim, in the map's form."""
        return self.view.asarray(_Inner(self, self.view.inner_interface))

    def __del__(self) -> None:
        self.pool.append(self.view)


def _interface(ffi: Any, pointer: Any, count: int, kind: str) -> dict[str, Any]:
    return {"version": 3, "typestr": kind, "shape": (count,), "data": (int(ffi.cast("uintptr_t", pointer)), False)}


class _Work:
    """The memory of one search at a time over one `Links`."""

    def __init__(self, ffi: Any, count: int, ring: int) -> None:
        self.ffi = ffi
        self.ring = ring
        self.cost = ffi.new("int32_t[]", count)
        ffi.buffer(self.cost)[:] = b"\xff" * (4 * count)  # -1 everywhere: the state between searches
        self.reached = ffi.new("int32_t[]", count)
        self._others = [ffi.new("int32_t[]", size) for size in (count, count, count, ring)]
        self.path = self._others[1]
        self.struct = ffi.new("lt_work *", [self.cost, self.reached, *self._others, ring, 0])
        self.one = ffi.new("int32_t[1]")
        self.other = ffi.new("int32_t[1]")
        self.interface = _interface(ffi, self.cost, count, "<i4")
        self.reached_data = (int(ffi.cast("uintptr_t", self.reached)), False)


class _Ground:
    """A terrain as C reads it, with the memory of its searches."""

    def __init__(self, ffi: Any, terrain: Terrain, links: Any, pool: dict[int, list[_Work]]) -> None:
        self.count = terrain.space.links.count
        self.links, self._kept = links
        held = [ffi.from_buffer("int32_t[]", terrain.enter), ffi.from_buffer("int32_t[]", terrain.leave)]
        held.append(ffi.from_buffer("uint8_t[]", terrain.mask))
        self._held = held
        self.ground = ffi.new("lt_ground *", [*held, terrain.dearest_step, terrain.is_plain])
        self.ring = 1 << terrain.dearest_step.bit_length()
        self.pool = pool.setdefault(self.ring, [])


class _View:
    """The memory of one field of view at a time over one lattice."""

    def __init__(self, ffi: Any, lattice: Lattice) -> None:
        from numpy import asarray  # an import per query would take as long as the query

        self.asarray = asarray
        self.seen = ffi.new("uint8_t[]", lattice.count)
        self.gaps = ffi.new("lt_gap[]", 2 * (lattice.rows + lattice.cols + 4))
        self.struct = ffi.new("lt_view *", [self.seen, self.gaps, -1, 0])
        self.interface = _interface(ffi, self.seen, lattice.count, "|u1")
        first = self.interface["data"][0] + lattice.stride + 1
        shape, strides = (lattice.rows, lattice.cols), (lattice.stride, 1)
        self.inner_interface = {**self.interface, "shape": shape, "strides": strides, "data": (first, False)}


class _Map:
    """A lattice as C reads it, with the memory of its fields of view."""

    def __init__(self, ffi: Any, lattice: Lattice) -> None:
        self._exists = ffi.from_buffer("uint8_t[]", lattice.links.exists)
        is_hex = lattice.shape == "hex"
        self.map = ffi.new("lt_map *", [is_hex, lattice.rows, lattice.cols, lattice.stride, self._exists])
        self.pool: list[_View] = []


class Core:
    """The compiled core, built on first use."""

    def __init__(self) -> None:
        from ludotome.toolchain import build  # imported late: the front end imports this package and must start fast

        library = build(core_source(), name="space-core", cdef=core_declarations())
        self.ffi, self.lib = library.ffi, library.lib
        self._links: WeakKeyDictionary[Links, tuple[Any, dict[int, list[_Work]]]] = WeakKeyDictionary()

    def flood(
        self, terrain: Terrain, sources: Sequence[int], occupied: Sequence[int], budget: int
    ) -> tuple[Costs, Reached]:
        """The C form of `search.flood`."""
        native = terrain.native or self._prepare(terrain)
        work = self._work(native)
        count = self.lib.lt_flood(
            native.links,
            native.ground,
            work.struct,
            *self._given(sources, work.one),
            *self._given(occupied, work.other),
            budget,
        )
        costs = Costs(work, native.pool, native.count)
        return costs, Reached(costs, count)

    def path(
        self, terrain: Terrain, starts: Sequence[int], goals: Sequence[int], occupied: Sequence[int], budget: int
    ) -> tuple[list[int], int] | None:
        """The C form of `search.path`."""
        native = terrain.native or self._prepare(terrain)
        work = self._work(native)
        cost = self.ffi.new("int32_t *")
        length = self.lib.lt_path(
            native.links,
            native.ground,
            work.struct,
            *self._given(starts, work.one),
            *self._given(goals, work.other),
            *self._given(occupied, self.ffi.NULL),
            budget,
            cost,
        )
        walked = self.ffi.unpack(work.path, length) if length else []
        native.pool.append(work)
        return (walked, cost[0]) if length else None

    def predecessors(self, terrain: Terrain, sources: Sequence[int], cost: Any) -> array[int]:
        """The C form of `search.predecessors`."""
        native = terrain.native or self._prepare(terrain)
        before = array("i", b"\xff\xff\xff\xff") * native.count
        work = self._work(native)
        self.lib.lt_predecessors(
            native.links,
            native.ground,
            work.struct,
            *self._given(sources, work.one),
            cost.work.cost,
            self.ffi.from_buffer("int32_t[]", before),
        )
        native.pool.append(work)
        return before

    def components(self, terrain: Terrain) -> tuple[array[int], int]:
        """The C form of `search.components`."""
        native = terrain.native or self._prepare(terrain)
        label = array("i", bytes(4)) * native.count
        count = self.lib.lt_components(native.links, native.ground, self.ffi.from_buffer("int32_t[]", label))
        return label, count

    def is_clear(self, lattice: Lattice, opaque: Mask, a: int, b: int, policy: Policy) -> bool:
        """The C form of `sightlines.is_clear`."""
        native = lattice.native or self._map(lattice)
        mask = opaque.native or self._mask(opaque)
        return bool(self.lib.lt_clear(native.map, mask, a, b, policy == "permissive"))

    def path_costs(self, terrain: Terrain, starts: Any, goals: Any, budget: int) -> Any:
        """Return an array of the costs of the paths from starts[i] to goals[i], -1 if there is none."""
        import numpy as np

        native = terrain.native or self._prepare(terrain)
        work = self._work(native)
        costs = np.empty(len(starts), dtype=np.int32)
        blocked = np.frombuffer(terrain.mask, dtype=np.uint8)
        arrays = (self.ffi.from_buffer("int32_t[]", each) for each in (starts, goals))
        self.lib.lt_path_costs(
            native.links,
            native.ground,
            work.struct,
            *arrays,
            len(starts),
            budget,
            self.ffi.from_buffer("int32_t[]", costs),
        )
        native.pool.append(work)
        costs[(blocked[starts] | blocked[goals]) != 0] = -1
        return costs

    def floods(self, terrain: Terrain, sources: Any, budget: int) -> Any:
        """Return the costs of one flood per source, as rows over all indices."""
        import numpy as np

        native = terrain.native or self._prepare(terrain)
        work = self._work(native)
        costs = np.empty((len(sources), native.count), dtype=np.int32)
        given, out = self.ffi.from_buffer("int32_t[]", sources), self.ffi.from_buffer("int32_t[]", costs)
        self.lib.lt_floods(native.links, native.ground, work.struct, given, len(sources), budget, out)
        native.pool.append(work)
        costs[np.frombuffer(terrain.mask, dtype=np.uint8)[sources] != 0] = -1
        return costs

    def fields(self, lattice: Lattice, opaque: Mask, origins: Any, radius: int, policy: Policy) -> Any:
        """Return one field of view per origin, as rows of bytes over all indices."""
        import numpy as np

        native = lattice.native or self._map(lattice)
        view = _View(self.ffi, lattice)
        seen = np.zeros((len(origins), lattice.count), dtype=np.uint8)
        mask, given = opaque.native or self._mask(opaque), self.ffi.from_buffer("int32_t[]", origins)
        out = self.ffi.from_buffer("uint8_t[]", seen)
        radius = min(radius, lattice.farthest)
        self.lib.lt_fields(native.map, mask, given, len(origins), radius, policy == "permissive", view.gaps, out)
        return seen

    def are_clear(self, lattice: Lattice, opaque: Mask, a: Any, b: Any, policy: Policy) -> Any:
        """Return an array that says whether each line from a[i] to b[i] is clear."""
        import numpy as np

        native = lattice.native or self._map(lattice)
        clear = np.empty(len(a), dtype=bool)
        ends = (self.ffi.from_buffer("int32_t[]", each) for each in (a, b))
        mask, out = opaque.native or self._mask(opaque), self.ffi.from_buffer("uint8_t[]", clear)
        self.lib.lt_clears(native.map, mask, *ends, len(a), policy == "permissive", out)
        return clear

    def field(self, lattice: Lattice, opaque: Mask, origin: int, radius: int, policy: Policy) -> Seen:
        """The C form of `sightlines.field`."""
        native = lattice.native or self._map(lattice)
        try:
            view = native.pool.pop()
        except IndexError:
            view = _View(self.ffi, lattice)
        radius = min(radius, lattice.farthest)
        mask = opaque.native or self._mask(opaque)
        self.lib.lt_field(native.map, mask, view.struct, origin, radius, policy == "permissive")
        return Seen(view, native.pool)

    def _prepare(self, terrain: Terrain) -> _Ground:
        links = terrain.space.links
        if links not in self._links:
            self._links[links] = (self._native_links(links), {})
        terrain.native = _Ground(self.ffi, terrain, *self._links[links])
        return terrain.native  # type: ignore[no-any-return]

    def _native_links(self, links: Links) -> tuple[Any, list[Any]]:
        """Return the C struct of *links* with the objects that must live as long as it does."""
        new, null = self.ffi.new, self.ffi.NULL
        if links.offsets:
            offset = new("int32_t[]", links.offsets)
            sides = new("int32_t[]", [side for pair in links.offset_sides for side in pair or (0, 0)])
            shift = new("int32_t[]", [part for step in links.shifts for part in step])
            degree, stride = len(links.offsets), links.stride
            struct = new("lt_links *", [links.count, degree, stride, shift, offset, null, null, sides])
            return struct, [shift, offset, sides]
        first, table, pairs = [0], array("i"), array("i")
        for row in links.table:
            table.extend(row)
            first.append(len(table))
        for row_sides in links.table_sides:
            for pair in row_sides:
                pairs.extend(pair or (-1, -1))
        held = [new("int32_t[]", values) for values in (first, table.tolist() or [0])]
        sides = new("int32_t[]", pairs.tolist()) if links.table_sides else null
        return new("lt_links *", [links.count, 0, 0, null, null, *held, sides]), [*held, sides]

    def _map(self, lattice: Lattice) -> _Map:
        lattice.native = _Map(self.ffi, lattice)
        return lattice.native  # type: ignore[no-any-return]

    def _work(self, native: _Ground) -> _Work:
        try:
            return native.pool.pop()
        except IndexError:
            return _Work(self.ffi, native.count, native.ring)

    def _given(self, indices: Sequence[int], one: Any) -> tuple[Any, int]:
        """Return *indices* as a C array and its length, in the buffer *one* if there is only one."""
        if not indices:
            return self.ffi.NULL, 0
        if len(indices) == 1 and one:
            one[0] = indices[0]
            return one, 1
        return self.ffi.new("int32_t[]", indices), len(indices)

    def _mask(self, mask: Mask) -> Any:
        mask.native = self.ffi.from_buffer("uint8_t[]", mask.flags)
        return mask.native
