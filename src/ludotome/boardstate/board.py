"""Board: a square board with its libraries, segments and tokens, and queries on it.

Invariants:
    * no two segments share a cell; every segment and token is on the board; every rotation is a multiple of 90 degrees;
    * instance ids and token ids share one name space;
    * the two indices always match the rosters.

This module only reads; `segments`, `tokens`, `libraries`, `mission` and `save` change a board, after checks. It does
not know rules, sight or paths: `zones` converts the board for the packages that do.
"""

from __future__ import annotations

from ludotome.boardstate.faults import shown
from ludotome.boardstate.index import NOTHING, Rect, SegmentIndex, TokenIndex
from ludotome.boardstate.parts import (
    CellType,
    Coord,
    Dimensions,
    Id,
    SegmentDef,
    SegmentInstance,
    Token,
    TokenTypeDef,
)
from ludotome.boardstate.roster import Roster
from ludotome.boardstate.rotation import rotated_size, unrotate_cell
from ludotome.diagnostics import Diagnostic

UNCOVERED = -1
"""The result of `get_cell_type` for a cell that no segment covers, or that is not on the board."""

UNTITLED = "untitled"


class BoardState:
    """A board of `size` × `size` cells. Read its fields freely; change it only by functions of this package."""

    def __init__(
        self, size: int, definition_of_id: dict[Id, SegmentDef], type_of_name: dict[str, TokenTypeDef]
    ) -> None:
        self.size = size
        self.definition_of_id = definition_of_id
        self.type_of_name = type_of_name
        self.token_type_strict = False
        self.mission_name = UNTITLED
        self.segment_library_path: str | None = None
        self.token_library_path: str | None = None
        self.segment_warnings: tuple[Diagnostic, ...] = ()
        self.token_warnings: tuple[Diagnostic, ...] = ()
        self.mission_warnings: tuple[Diagnostic, ...] = ()
        self.segment_roster: Roster[SegmentInstance] = Roster()
        self.token_roster: Roster[Token] = Roster()
        self.segment_index = SegmentIndex(size)
        self.token_index = TokenIndex()

    @property
    def segments(self) -> tuple[SegmentInstance, ...]:
        """The segments on the board, in board order."""
        return self.segment_roster.in_order()

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens on the board, in board order."""
        return self.token_roster.in_order()

    @property
    def segment_defs(self) -> tuple[SegmentDef, ...]:
        """The embedded segment library, in its order."""
        return tuple(self.definition_of_id.values())

    @property
    def token_types(self) -> tuple[TokenTypeDef, ...]:
        """The embedded token library, in its order."""
        return tuple(self.type_of_name.values())

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """The warnings from the libraries and the mission that this board was read from."""
        return self.segment_warnings + self.token_warnings + self.mission_warnings

    def emptied(self, size: int | None = None) -> BoardState:
        """Return an empty board with the same libraries, names and strictness, of *size* if given."""
        twin = BoardState(self.size if size is None else size, self.definition_of_id, self.type_of_name)
        twin.token_type_strict = self.token_type_strict
        twin.mission_name = self.mission_name
        twin.segment_library_path, twin.token_library_path = self.segment_library_path, self.token_library_path
        twin.segment_warnings, twin.token_warnings = self.segment_warnings, self.token_warnings
        twin.mission_warnings = self.mission_warnings
        return twin

    def __repr__(self) -> str:
        segments, tokens = len(self.segment_roster.ids()), len(self.token_roster.ids())
        return f"<board of {self.size} × {self.size} with {segments} segments and {tokens} tokens>"

    def adopt(self, other: BoardState) -> None:
        """Replace the whole content by that of *other*, which must not be used afterwards."""
        self.__dict__.update(other.__dict__)


def footprint(definition: SegmentDef, instance: SegmentInstance) -> Rect:
    """Return the cells that *instance* of *definition* covers: its origin is the top left of the turned block."""
    width, height = rotated_size(definition.width, definition.height, instance.rot)
    return Rect(instance.origin.x, instance.origin.y, width, height)


def find_segment_at(state: BoardState, coord: Coord) -> SegmentInstance | None:
    """Return the segment that covers *coord*, or None."""
    cell = _cell(coord)
    ordinal = state.segment_index.at(cell.x, cell.y)
    return None if ordinal == NOTHING else state.segment_roster.thing(ordinal)


def get_cell_type(state: BoardState, coord: Coord) -> CellType:
    """Return the type of the cell at *coord*, or −1 if no segment covers it or it is outside the board.

    A wall of a segment has the segment's own type for walls, not −1.
    """
    instance = find_segment_at(state, coord)
    if instance is None:
        return UNCOVERED
    definition = state.definition_of_id[instance.segment_id]
    row, col = coord.y - instance.origin.y, coord.x - instance.origin.x
    row, col = unrotate_cell(row, col, definition.height, definition.width, instance.rot)
    return definition.grid[row][col]


def get_cells_in_same_segment(state: BoardState, coord: Coord) -> tuple[Coord, ...]:
    """Return every cell of the segment that covers *coord*, row by row, including *coord*; () if there is none."""
    instance = find_segment_at(state, coord)
    if instance is None:
        return ()
    x, y, width, height = footprint(state.definition_of_id[instance.segment_id], instance)
    return tuple(Coord(column, row) for row in range(y, y + height) for column in range(x, x + width))


def get_tokens_at(state: BoardState, coord: Coord) -> tuple[Token, ...]:
    """Return the tokens that cover *coord*, in board order; () if there are none or it is outside the board."""
    return tuple(state.token_roster.thing(ordinal) for ordinal in state.token_index.at(_cell(coord)))


def find_by_id(state: BoardState, id: Id) -> SegmentInstance | Token | None:  # noqa: A002 - the public name
    """Return the segment instance or the token with this *id*, or None."""
    return state.segment_roster.find(id) or state.token_roster.find(id)


def get_board_dimensions(state: BoardState) -> Dimensions:
    """Return how many columns and rows the board has."""
    return Dimensions(state.size, state.size)


def get_segment_instances(state: BoardState) -> tuple[SegmentInstance, ...]:
    """Return the segments on the board, in the order they were added."""
    return state.segments


def get_tokens(state: BoardState) -> tuple[Token, ...]:
    """Return the tokens on the board, in the order they were added."""
    return state.tokens


def _cell(coord: object) -> Coord:
    """Return *coord*; raise `TypeError` if it is not a cell, instead of treating it as empty."""
    if isinstance(coord, Coord) and isinstance(coord.x, int) and isinstance(coord.y, int):  # type: ignore[redundant-expr]
        return coord
    raise TypeError(f"`coord` is {shown(coord)}; write a cell such as `Coord(3, 4)`")
