"""Zones: convert a board to a graph of zones, for `space`, `tactics` and documents.

Invariants:
    * a cell is a zone if its type is walkable; it is named `cell_Y_X`, and zones come row by row from the top left;
    * every zone has the same properties: `cellType`, `segment`, and for each type of token on the board whether there
      is one; its terrain is the legend's name for its cell type;
    * neighbours are as on every square board: n s w e, then nw ne sw se.

This module does not know what a door does; a document reads the property and defines it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludotome.boardstate.board import (
    BoardState,
    find_segment_at,
    get_cell_type,
    get_cells_in_same_segment,
    get_tokens_at,
)
from ludotome.boardstate.faults import Faults, one_of, shown
from ludotome.boardstate.parts import CellType, Coord
from ludotome.boardstate.segment_library import DEFAULT_LEGEND
from ludotome.space import LARGEST_BOARD, SQUARE_DIRECTIONS, CellNames, ZoneDef, cell_id, cell_name

WALL = "wall"


def to_zones(
    state: BoardState,
    walkable: Iterable[CellType | str] | None = None,
    *,
    directions: int = 4,
    board: str = "board",
    capacity: int | None = 1,
    names: CellNames | None = None,
) -> tuple[ZoneDef, ...]:
    """Return a zone for each cell whose type is *walkable*, row by row, joined to its 4 or 8 walkable neighbours.

    Types are given by number or by the legend's name; by default all except those named `wall` are walkable. Adjacent
    segments are joined: the board is one graph. *board* and *capacity* are passed to the zones; *names*
    selects their display names, as in `cell_name`. Raises `BoardError` if a type is in no legend, *directions* is
    neither 4 nor 8, or there would be too many zones.
    """
    faults = Faults()
    chosen = None if walkable is None else _chosen(state, walkable, faults)
    if directions not in (4, 8):
        faults.error("LT696", "directions", f"`directions` is {shown(directions)}", "write 4 or 8")
    faults.check()
    terrain_of_cell = {cell: terrain for cell, terrain in _terrain(state) if _is_walkable(state, cell, terrain, chosen)}
    if len(terrain_of_cell) > LARGEST_BOARD:
        message = f"{len(terrain_of_cell):,} cells are walkable; at most {LARGEST_BOARD:,} can be zones"
        faults.error("LT697", "walkable", message, "choose fewer types, or a smaller board")
    faults.check()
    steps = tuple(SQUARE_DIRECTIONS.items())[:directions]
    zone_of_cell = {cell: cell_id(cell.y, cell.x) for cell in sorted(terrain_of_cell, key=_reading_place)}
    types = tuple(dict.fromkeys(token.type for token in state.tokens))
    zones = []
    for cell, zone in zone_of_cell.items():
        around = ((name, zone_of_cell.get(Coord(cell.x + right, cell.y + down))) for name, (down, right) in steps)
        ways = {name: neighbour for name, neighbour in around if neighbour is not None}
        zones.append(
            ZoneDef(
                id=zone,
                adjacent_to=tuple(ways.values()),
                directions=ways,
                props=_properties(state, cell, types),
                capacity=capacity,
                board=board,
                row=cell.y,
                col=cell.x,
                terrain=terrain_of_cell[cell],
                name=None if names is None else cell_name(names, cell.y, cell.x, state.size),
            )
        )
    return tuple(zones)


def _properties(state: BoardState, cell: Coord, types: tuple[str, ...]) -> dict[str, bool | int | str]:
    segment = find_segment_at(state, cell)
    assert segment is not None
    here = {token.type for token in get_tokens_at(state, cell)}
    own: dict[str, bool | int | str] = {"cellType": get_cell_type(state, cell), "segment": segment.instance_id}
    return {**{type_: type_ in here for type_ in types}, **own}


def _terrain(state: BoardState) -> Iterator[tuple[Coord, str]]:
    """Yield every covered cell with the name of its type; or its number if the legend lacks it."""
    for segment in state.segments:
        legend = state.definition_of_id[segment.segment_id].legend or DEFAULT_LEGEND
        name_of_type = {cell_type: name for name, cell_type in legend.items()}
        for cell in get_cells_in_same_segment(state, segment.origin):
            cell_type = get_cell_type(state, cell)
            yield cell, name_of_type.get(cell_type, str(cell_type))


def _chosen(state: BoardState, walkable: Iterable[CellType | str], faults: Faults) -> frozenset[CellType | str]:
    if isinstance(walkable, (str, bytes)) or not isinstance(walkable, Iterable):
        raise TypeError(f"`walkable` is {shown(walkable)}; write a list of cell types, such as `['corridor']`")
    chosen = frozenset(walkable)
    legends = [definition.legend or DEFAULT_LEGEND for definition in state.segment_defs]
    known: dict[CellType | str, None] = {key: None for legend in legends for item in legend.items() for key in item}
    for name in sorted(chosen - known.keys(), key=str):
        near = faults.near(str(name), [key for key in known if isinstance(key, str)])
        suggestion = one_of(near, "add it to the legend")
        faults.error("LT695", "walkable", f"no legend has the cell type {shown(name)}", suggestion, alternatives=near)
    return chosen


def _is_walkable(state: BoardState, cell: Coord, terrain: str, chosen: frozenset[CellType | str] | None) -> bool:
    if chosen is None:
        return terrain != WALL
    return terrain in chosen or get_cell_type(state, cell) in chosen


def _reading_place(cell: Coord) -> tuple[int, int]:
    return cell.y, cell.x
