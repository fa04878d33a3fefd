"""Batches: many queries in one call, answered as NumPy arrays.

Invariants:
    * entry i of the result is the result of the single query for entry i;
    * cells are arrays of shape (n, 2) on a `Lattice`, sequences of zone ids on a `Board`, or any sequence of cells.

This module does not know how a single query works.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ludotome.space.forms import Form, engine
from ludotome.space.lattice import Lattice
from ludotome.space.numbers import integer
from ludotome.space.paths import flood, limit_of, shortest_path
from ludotome.space.sight import check_policy, line_of_sight, visible
from ludotome.space.sightlines import Policy
from ludotome.space.terrain import Place, Space, Terrain, terrain_of


def lines_of_sight(
    space: Space | Terrain,
    starts: Sequence[Place] | Any,
    ends: Sequence[Place] | Any,
    *,
    policy: Policy = "conservative",
    form: Form = "auto",
) -> Any:
    """Return an array of booleans: entry i says whether starts[i] sees ends[i]."""
    check_policy(policy)
    terrain = terrain_of(space)
    a, b = indices_of(terrain.space, "starts", starts), indices_of(terrain.space, "ends", ends)
    _check_pairs(a, b, "ends")
    lattice, answers = terrain.space, engine(form)
    if isinstance(lattice, Lattice) and hasattr(answers, "are_clear"):
        return answers.are_clear(lattice, terrain.opaque, a, b, policy)
    cell = terrain.space.cell
    pairs = zip(a.tolist(), b.tolist(), strict=True)
    return _array((line_of_sight(terrain, cell(i), cell(j), policy=policy, form=form).clear for i, j in pairs), "bool")


def path_costs(
    space: Space | Terrain,
    starts: Sequence[Place] | Any,
    goals: Sequence[Place] | Any,
    *,
    budget: int | None = None,
    form: Form = "auto",
) -> Any:
    """Return an array of integers: the cost of the cheapest path from starts[i] to goals[i], -1 if there is none."""
    terrain = terrain_of(space)
    a, b = indices_of(terrain.space, "starts", starts), indices_of(terrain.space, "goals", goals)
    _check_pairs(a, b, "goals")
    limit, answers = limit_of(budget), engine(form)
    if hasattr(answers, "path_costs"):
        return answers.path_costs(terrain, a, b, limit)
    cell = terrain.space.cell
    pairs = zip(a.tolist(), b.tolist(), strict=True)
    found = (shortest_path(terrain, cell(i), cell(j), budget=budget, form=form) for i, j in pairs)
    return _array((-1 if path is None else path.cost for path in found), "int32")


def floods(
    space: Space | Terrain, starts: Sequence[Place] | Any, *, budget: int | None = None, form: Form = "auto"
) -> Any:
    """Return an array of the maps' form, one per start: the cost of reaching each cell, -1 if unreachable."""
    terrain = terrain_of(space)
    indices, answers = indices_of(terrain.space, "starts", starts), engine(form)
    if hasattr(answers, "floods"):
        flat = answers.floods(terrain, indices, limit_of(budget))
        return terrain.space.views(flat)
    cell = terrain.space.cell
    return _stacked([flood(terrain, cell(i), budget=budget, form=form).costs for i in indices.tolist()], terrain.space)


def fields_of_view(
    space: Space | Terrain,
    origins: Sequence[Place] | Any,
    radius: int | None = None,
    *,
    policy: Policy = "conservative",
    form: Form = "auto",
) -> Any:
    """Return an array of the maps' form, one per origin: 1 where it sees the cell."""
    check_policy(policy)
    terrain = terrain_of(space)
    indices, answers = indices_of(terrain.space, "origins", origins), engine(form)
    if isinstance(terrain.space, Lattice) and hasattr(answers, "fields"):
        lattice = terrain.space
        most = lattice.farthest if radius is None else integer("radius", radius, least=0)
        return lattice.views(answers.fields(lattice, terrain.opaque, indices, most, policy))
    cell = terrain.space.cell
    seen = (visible(terrain, cell(i), radius, policy=policy, form=form) for i in indices.tolist())
    return _stacked([each.mask for each in seen], terrain.space)


def indices_of(space: Space, name: str, cells: Sequence[Place] | Any) -> Any:
    """Return *cells* as an array of indices; an error names the first that is not on the map."""
    if isinstance(space, Lattice) and hasattr(cells, "dtype"):
        return _lattice_indices(space, name, cells)
    if not isinstance(cells, Iterable):
        raise TypeError(f"`{name}` is {cells!r}; write a sequence of cells, or an array of them")
    return _array((space.index(cell, f"{name}[{place}]") for place, cell in enumerate(cells)), "int32")


def _lattice_indices(lattice: Lattice, name: str, cells: Any) -> Any:
    import numpy as np

    if cells.dtype.kind not in "iu" or cells.ndim != 2 or cells.shape[1] != 2:
        raise TypeError(f"`{name}` is {cells.dtype} of shape {cells.shape}; write an array of integers, (n, 2)")
    rows, cols = cells[:, 0] - lattice.first[0], cells[:, 1] - lattice.first[1]
    inside = (rows >= 0) & (rows < lattice.rows) & (cols >= 0) & (cols < lattice.cols)
    indices = ((rows + 1) * lattice.stride + cols + 1).astype(np.int32)
    exists = np.frombuffer(lattice.links.exists, dtype=np.uint8)
    good = inside & (exists[np.where(inside, indices, 0)] != 0)
    if not good.all():
        place = int(np.argmin(good))
        lattice.index(tuple(cells[place].tolist()), f"{name}[{place}]")
    return indices


def _check_pairs(a: Any, b: Any, other: str) -> None:
    if len(a) != len(b):
        raise ValueError(f"`starts` has {len(a)} cells and `{other}` {len(b)}; the numbers must be equal")


def _stacked(rows: list[Any], space: Space) -> Any:
    import numpy as np

    shape = space.view(np.empty(space.links.count, dtype=np.int8)).shape
    return np.stack(rows) if rows else np.empty((0, *shape))


def _array(values: Iterable[int], kind: str) -> Any:
    import numpy as np

    return np.fromiter(values, dtype=kind)
