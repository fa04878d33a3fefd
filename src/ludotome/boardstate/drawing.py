"""Drawing: a board as text, one character per cell.

Invariants:
    * a cell shows the last of its tokens in board order, otherwise its cell type, otherwise a blank if no segment
      covers it;
    * `#` is wall and `.` the first other type; further types are marked by their number, `+` from ten on;
    * a type of token is marked by a capital letter, the first one of its name that is free;
    * the key below the board explains each mark.

This module does not know terminals: no colour, no width.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_uppercase

from ludotome.boardstate.board import UNCOVERED, BoardState, get_cell_type, get_tokens_at
from ludotome.boardstate.parts import CellType, Coord
from ludotome.boardstate.segment_library import DEFAULT_LEGEND
from ludotome.boardstate.zones import WALL


def draw_board(state: BoardState) -> str:
    """Return the board drawn as text with its columns and rows numbered, and a key of the marks."""
    mark_of_type = _cell_marks(state)
    mark_of_token = _token_marks(state)
    side = range(state.size)
    margin = len(str(state.size - 1))
    lines = [f"{'':{margin}} {line}" for line in _ruler(state.size)]
    for y in side:
        row = "".join(_mark(state, Coord(x, y), mark_of_type, mark_of_token) for x in side)
        lines.append(f"{y:{margin}} {row}".rstrip())
    lines.append("")
    lines.extend(_key(state, mark_of_type, mark_of_token))
    return "\n".join(lines) + "\n"


def _mark(state: BoardState, cell: Coord, mark_of_type: dict[CellType, str], mark_of_token: dict[str, str]) -> str:
    tokens = get_tokens_at(state, cell)
    return mark_of_token[tokens[-1].type] if tokens else mark_of_type[get_cell_type(state, cell)]


def _names(state: BoardState) -> dict[CellType, str]:
    """Return the name of every cell type in a legend, by number; if legends differ, the first one counts."""
    names: dict[CellType, str] = {}
    for definition in state.segment_defs:
        for name, cell_type in (definition.legend or DEFAULT_LEGEND).items():
            names.setdefault(cell_type, name)
        for row in definition.grid:
            for cell_type in row:
                names.setdefault(cell_type, str(cell_type))
    return names


def _cell_marks(state: BoardState) -> dict[CellType, str]:
    marks = {UNCOVERED: " "}
    for cell_type, name in sorted(_names(state).items()):
        if name == WALL and "#" not in marks.values():
            marks[cell_type] = "#"
        elif "." not in marks.values():
            marks[cell_type] = "."
        else:
            marks[cell_type] = str(cell_type) if cell_type < 10 else "+"
    return marks


def _token_marks(state: BoardState) -> dict[str, str]:
    marks: dict[str, str] = {}
    for type_ in dict.fromkeys([*state.type_of_name, *(token.type for token in state.tokens)]):
        wished = [letter for letter in type_.upper() if letter in ascii_uppercase]
        free = (letter for letter in [*wished, *ascii_uppercase] if letter not in marks.values())
        marks[type_] = next(free, "?")
    return marks


def _ruler(size: int) -> Iterator[str]:
    """Yield the column numbers, one line per digit, tens and more only where they change."""
    for power in range(len(str(size - 1)) - 1, 0, -1):
        yield "".join(str(x // 10**power)[-1] if x % 10 == 0 and x else " " for x in range(size)).rstrip()
    yield "".join(str(x % 10) for x in range(size))


def _key(state: BoardState, mark_of_type: dict[CellType, str], mark_of_token: dict[str, str]) -> Iterator[str]:
    for cell_type, name in sorted(_names(state).items()):
        yield f"{mark_of_type[cell_type]} {name}"
    for type_, mark in mark_of_token.items():
        count = sum(token.type == type_ for token in state.tokens)
        if count:
            yield f"{mark} {type_} × {count}"
