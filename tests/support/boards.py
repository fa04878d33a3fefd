"""Libraries and boards shared by the tests of board state."""

from __future__ import annotations

from ludotome.boardstate import BoardState, Coord, SegmentInstance, Token, add_segment, add_token, new_board

SEGMENTS = """\
legend: 0=wall, 1=corridor, 2=rubble
segment L_room_5x5 5x5 name="L Room 5x5"
0 0 1 0 0
0 1 1 1 0
1 1 1 1 0
0 1 1 1 0
0 0 0 0 0
endsegment
segment strip 5x2
0 1 1 1 2
1 0 1 1 1
endsegment
segment dot 1x1
1
endsegment
"""

TOKENS = """\
version: 1
type=door       notes="standard door token"
type=marine     notes="armored miniature"
type=blip
"""


def board(size: int = 12) -> BoardState:
    """Return an empty board with both libraries."""
    return new_board(size, SEGMENTS, TOKENS)


def furnished() -> BoardState:
    """Return a board with two segments, one of them turned, and three tokens, two of them on one cell."""
    state = board()
    add_segment(state, SegmentInstance("R1", "L_room_5x5", Coord(0, 0), 0))
    add_segment(state, SegmentInstance("S1", "strip", Coord(6, 1), 90))
    add_token(state, Token("D1", "door", 90, (Coord(4, 2), Coord(5, 2)), {"open": False, "tags": ["a", 1, None]}))
    add_token(state, Token("M1", "marine", 0, (Coord(2, 2),)))
    add_token(state, Token("B1", "blip", 180, (Coord(2, 2), Coord(11, 11))))
    return state
