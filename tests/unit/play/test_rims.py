"""The sides of a hex board in the colours of the seats that have to join them."""

from __future__ import annotations

import re

import ludotome as lt
from ludotome.picture import Rim


def _edges(rim: Rim) -> list[str]:
    return re.findall(r"M[^M]+", rim.d)


def test_the_four_sides_of_a_rhombus_are_drawn_and_no_edge_twice() -> None:
    board = lt.load("hex").scene().boards[0]
    assert [rim.seat for rim in board.rims] == [0, 1, 0, 1]
    edges = [edge for rim in board.rims for edge in _edges(rim)]
    assert len(set(edges)) == len(edges) == 2 * 4 * 11 - 2  # four sides of eleven cells meet at four corners
    top, left, bottom, right = board.rims
    ys = [float(y) for _, y in re.findall(r"[ML](\S+?) ([\d.]+)", top.d)]
    assert max(ys) < board.height / 4
    assert all(len(_edges(rim)) >= 21 for rim in (top, left, bottom, right))


def test_boards_on_which_pieces_move_have_no_rims() -> None:
    assert lt.load("skirmish").scene().boards[0].rims == ()
    assert lt.load("breakthrough").scene().boards[0].rims == ()
