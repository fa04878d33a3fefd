"""Board state: boards assembled from segments and tokens, with their text and save formats.

Invariants:
    * a board contains its segment and token libraries; no two segments overlap; everything is on the board;
    * a call that fails raises `BoardError` with all faults and does not change the board;
    * reading an exported text gives the same board, and exporting it again gives the same bytes;
    * the time to look up a cell, or to change one thing, does not depend on the size of the board.

This package opens no file: it takes texts. It does not know rules, sight or paths; `to_zones` converts a board for the
packages that do.
"""

from ludotome.boardstate.board import (
    UNCOVERED,
    BoardState,
    find_by_id,
    find_segment_at,
    get_board_dimensions,
    get_cell_type,
    get_cells_in_same_segment,
    get_segment_instances,
    get_tokens,
    get_tokens_at,
)
from ludotome.boardstate.drawing import draw_board
from ludotome.boardstate.errors import BoardError
from ludotome.boardstate.libraries import (
    new_board,
    replace_segment_library,
    replace_token_library,
    set_token_type_strict,
)
from ludotome.boardstate.lines import MAX_TEXT
from ludotome.boardstate.mission import LibraryPaths, export_mission, find_library_paths, import_mission
from ludotome.boardstate.parts import (
    MAX_SIZE,
    CellType,
    Coord,
    Dimensions,
    SegmentDef,
    SegmentInstance,
    Token,
    TokenTypeDef,
)
from ludotome.boardstate.rotation import ROTATIONS, rotate_cell, rotated_size, unrotate_cell
from ludotome.boardstate.save import export_save, import_save
from ludotome.boardstate.segments import add_segment, remove_segment, update_segment
from ludotome.boardstate.tokens import add_token, remove_token, update_token
from ludotome.boardstate.zones import to_zones

__all__ = [
    # the parts of a board
    "Coord",
    "Dimensions",
    "CellType",
    "SegmentDef",
    "SegmentInstance",
    "TokenTypeDef",
    "Token",
    "BoardState",
    "BoardError",
    "MAX_SIZE",
    "MAX_TEXT",
    # a board and its libraries
    "new_board",
    "replace_segment_library",
    "replace_token_library",
    "set_token_type_strict",
    # changing it
    "add_segment",
    "update_segment",
    "remove_segment",
    "add_token",
    "update_token",
    "remove_token",
    # queries
    "get_cell_type",
    "UNCOVERED",
    "get_cells_in_same_segment",
    "find_segment_at",
    "get_tokens_at",
    "find_by_id",
    "get_board_dimensions",
    "get_segment_instances",
    "get_tokens",
    "ROTATIONS",
    "rotate_cell",
    "unrotate_cell",
    "rotated_size",
    # texts and saves
    "import_mission",
    "export_mission",
    "find_library_paths",
    "LibraryPaths",
    "import_save",
    "export_save",
    # for other packages
    "to_zones",
    "draw_board",
]
