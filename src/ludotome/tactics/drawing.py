"""Drawing: a map as text, with a path, reachable cells or a field of view marked on it.

Invariants:
    * squares are drawn row by row; hexes too, each row half a cell further to the right, so neighbours touch;
    * characters and obstacles stay visible; marks cover everything else;
    * what is off the board is blank.

This module does not know how marks were found.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludotome.tactics.bounds import box_around, box_of_bounds, is_on_board
from ludotome.tactics.grid import GridType, grid_of
from ludotome.tactics.map_state import MapState
from ludotome.tactics.positions import Pair, Position, as_position, position_of_key

LARGEST_DRAWING = 10_000
_SIGN_OF_TYPE = {"wall": "#", "table": "t", "smoke": "%", "difficult": "~"}


def draw_map(map_state: MapState, grid_type: GridType, marks: Iterable[Pair | str] = (), *, sign: str = "*") -> str:
    """Return *map_state* as text, with *sign* on each of *marks*: positions or keys, so any result will do.

    Walls are `#`, tables `t`, smoke `%`, difficult terrain `~`, other items the first letter of their type, characters
    that of their id in upper case. An unlimited map is drawn as far as its items and characters extend.
    """
    grid = grid_of(grid_type)
    marked = [position_of_key(each) if isinstance(each, str) else as_position("marks", each) for each in marks]
    signs = _signs(map_state, marked, sign)
    box = box_of_bounds(map_state.bounds, grid) or box_around([grid.cell(at) for at in signs] or [(0, 0)])
    if box.rows * box.cols > LARGEST_DRAWING:
        raise ValueError(f"this map is {box.cols} × {box.rows} cells; at most {LARGEST_DRAWING} are drawn")

    def sign_at(position: Position) -> str:
        return signs.get(position, ".") if is_on_board(position, map_state.bounds, grid) else " "

    is_hex = grid.shape == "hex"  # a hex of row r stands 2·q + r half cells to the right
    xs, ys = (0, 1) if is_hex else (1, 0)
    lines = []
    for y in range(box.first[ys], box.last[ys] + 1):
        row = [sign_at(Position(x, y)) for x in range(box.first[xs], box.last[xs] + 1)]
        lines.append(" " * (y - box.first[ys]) * is_hex + " ".join(row))
    return "\n".join(_without_margin(lines))


def _signs(map_state: MapState, marked: list[Position], sign: str) -> dict[Position, str]:
    """Return the sign for each position; later ones win: other items, marks, obstacles, characters."""
    items = [(item, _SIGN_OF_TYPE.get(item.type, item.type[0])) for item in map_state.present_items]
    stands = [(item, drawn) for item, drawn in items if item.rule.blocks_movement or item.rule.blocks_sight]
    return (
        {item.position: drawn for item, drawn in items}
        | dict.fromkeys(marked, sign)
        | {item.position: drawn for item, drawn in stands}
        | {character.position: character.id[0].upper() for character in map_state.characters}
    )


def _without_margin(lines: list[str]) -> list[str]:
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line[margin:].rstrip() for line in lines]
