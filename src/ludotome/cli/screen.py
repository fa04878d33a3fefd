"""Screen: lay out a board, its moves and the last messages on one screen, so that the board stays visible.

Moves are in columns next to the board if there is room, else below it. Moves that do not fit are on further pages. The
last messages are just above the prompt, or under the moves if the board leaves no room below it.

Invariants:
    * a screen has at most *height* − 1 lines, the last being the prompt's, unless the board alone is higher;
    * no line is wider than *width*, colour codes not counted.

This module does not know games or terminals: it takes and returns lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ludotome.diagnostics import text_width

_COLOR = re.compile(r"\x1b\[[0-9;]*m")
_GAP = 3
_LEAST_BESIDE = 24  # the minimum width for moves next to the board
_LEAST_BELOW = 3  # the minimum height for moves below it
_MOST_REMARKS = 8


def screen(
    board: Sequence[str], moves: Sequence[str], remarks: Sequence[str], *, width: int, height: int, page: int = 0
) -> list[str]:
    """Return the lines of a screen: *board*, one page of *moves*, the last *remarks*."""
    told = list(remarks[-_MOST_REMARKS:])
    board = list(board)
    wide = max((visible_width(line) for line in board), default=0)
    beside = width - wide - _GAP
    below = height - 1 - len(board) - len(told) - 1
    longest = max((text_width(move) for move in moves), default=0)
    if moves and beside >= max(_LEAST_BESIDE, longest) and (below < _LEAST_BELOW or len(board) > below):
        under: list[str] = []
        if len(board) + len(told) > height - 1:
            under, told = [line for text in told for line in _wrapped(text, beside)], []
        # a few moves stay visible however long the messages are
        columns = page_of(moves, beside, max(len(board) - len(under) - 1, _LEAST_BELOW) if under else len(board), page)
        columns = [*columns, *([""] if under else []), *under][: len(board)]
        columns += [""] * (len(board) - len(columns))
        joined = [f"{_padded(line, wide + _GAP)}{move}".rstrip() for line, move in zip(board, columns, strict=True)]
        return [*joined, *told]
    room = max(height - 1 - len(board) - _LEAST_BELOW, 1)
    return [*board, *page_of(moves, width, max(below, _LEAST_BELOW), page), *told[-room:]]


def page_of(moves: Sequence[str], width: int, lines: int, page: int) -> list[str]:
    """Return one page of *moves* in columns, read from left to right; a last line says how many pages there are."""
    if not moves:
        return []
    wide = max(map(text_width, moves)) + 2
    across = max(1, (width + 2) // wide)
    rows = -(-len(moves) // across)
    if rows <= lines:
        return _rows(moves, across, wide)
    per_page = max(lines - 1, 1) * across
    pages = -(-len(moves) // per_page)
    first = page % pages * per_page
    shown = moves[first : first + per_page]
    note = f"… {len(moves)} moves, page {page % pages + 1} of {pages}: `moves`"
    return [*_rows(shown, across, wide), note[:width]]


def _rows(moves: Sequence[str], across: int, wide: int) -> list[str]:
    rows = (moves[start : start + across] for start in range(0, len(moves), across))
    return ["".join(_padded(move, wide) for move in row).rstrip() for row in rows]


def _wrapped(text: str, width: int) -> list[str]:
    """Return *text* wrapped to lines of at most *width* columns; a word that is wider is cut."""
    lines, line = [], ""
    for word in text.split():
        wide = visible_width(word)
        word = word if wide <= width else word[:width]
        if line and visible_width(line) + 1 + visible_width(word) > width:
            lines.append(line)
            line = ""
        line += (" " if line else "") + word
    return [*lines, line]


def visible_width(line: str) -> int:
    """Return the width of *line* in columns, without colour codes."""
    return text_width(_COLOR.sub("", line))


def _padded(text: str, width: int) -> str:
    return text + " " * max(width - visible_width(text), 0)
