"""Kept lines: for each player the zones topped by their tokens, as one word per straight line of the board.

    run($z, top(it).owner == X) >= n

is then asked of the words of the lines through `$z`, by shifts and without a walk. It needs that the two directions of
every axis lead back to where they came from, and that no line is longer than a word.

This module does not know C.
"""

from __future__ import annotations

from msgspec import Struct

from ludotome.native.lower import ir
from ludotome.native.lower.ir import Scalar
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.ray_masks import WORD_BITS, is_undone, owner_of_top


class BoardLines(Struct, frozen=True):
    """The lines of a board: for each zone and axis the number of its line and its place on it."""

    count: int
    longest: int
    line_of_zone: tuple[tuple[int, ...], ...]
    place_of_zone: tuple[tuple[int, ...], ...]


def board_lines(low: Lowering) -> BoardLines | None:
    """Return the lines of the board, axis by axis, each numbered by its first zone; None where a line comes round."""
    lines: list[list[tuple[int, int]]] = [[] for _ in range(low.layout.zones)]
    count = longest = 0
    for way, back in low.board.axes:
        if not is_undone(low, way, back):
            return None
        step, before = low.board.neighbor_by_direction, sum(map(len, lines))
        for first in range(low.layout.zones):
            if step[first][back] >= 0:
                continue
            at, place = first, 0
            while at >= 0:
                lines[at].append((count, place))
                at, place = step[at][way], place + 1
            count, longest = count + 1, max(longest, place)
        if sum(map(len, lines)) - before != len(lines):
            return None  # a line without a first zone
    line_of, place_of = (tuple(tuple(pair[part] for pair in row) for row in lines) for part in (0, 1))
    return BoardLines(count, longest, line_of, place_of)


def run_asked(low: Lowering, node: Scalar) -> tuple[Scalar, Scalar, int] | None:
    """Return the zone, X and n, if *node* asks whether a run of n zones topped by tokens of X goes through the zone."""
    match node:
        case ir.Compare(op=">=", left=ir.Run() as run, right=ir.Const(value=n)) if n >= 2:
            owner = owner_of_top(run.where, run.element)
            if owner is None or run.element in ir.free_locals(owner):
                return None
            lines = board_lines(low)
            if lines is None or lines.longest + n - 1 > WORD_BITS:
                return None
            return run.zone, owner, n
    return None
