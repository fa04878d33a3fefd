"""Destinations: the tiles a piece can go to, the tiles it attacks, and the attackers of a tile.

A game makes these queries for every piece at every move. Unlike `resolve_path`, which judges only the path that has
precedence, they consider *every* pattern: on a ring, a tile that is blocked clockwise may be free the other way round.

Invariants:
    * order: pattern, then direction or offset, then near to far; each tile once, without the start;
    * `MoveTable` uses dense indices and the content of each tile as bits, so a kernel with its own state can use it;
    * the caller evaluates conditions of patterns: *holds* is called once per pattern with its index in the piece's
      list.

An unowned piece has no destinations and attacks nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from ludotome.movement.board import Board
from ludotome.movement.compiled import Op, compile_piece
from ludotome.movement.lines import Jump, Ray, jumps, rays
from ludotome.movement.occupancy import Occupancy, check_question
from ludotome.movement.path import TileId
from ludotome.movement.patterns import EMPTY, ENEMY
from ludotome.movement.piece import Owner, Piece, check_piece

Holds: TypeAlias = Callable[[int], bool]
# refused bits, rays of a sliding pattern / refused over, refused onto, jumps of another; by place in the piece's list
Row: TypeAlias = tuple[int, int, tuple[Ray, ...], tuple[Jump, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class MoveTable:
    """The lines of one piece on one board per start tile, computed on first use."""

    board: Board
    piece: Piece
    _rows_of_tile: dict[int, tuple[Row, ...]] = field(default_factory=dict)
    _reach_of_tile: dict[int, int] = field(default_factory=dict)

    def rows(self, start: int) -> tuple[Row, ...]:
        """Return one row per pattern: the bits it cannot pass, the bits it cannot land on, its rays and its jumps."""
        known = self._rows_of_tile.get(start)
        if known is None:
            known = self._rows_of_tile[start] = tuple(self._make_rows(start))
        return known

    def _make_rows(self, start: int) -> Iterable[Row]:
        program = compile_piece(self.board, self.piece)
        for code in program.instructions:
            slide = code.op is Op.SLIDE
            yield (
                ~code.over,
                ~code.onto,
                rays(self.board, program, code, start) if slide else (),
                () if slide else jumps(self.board, program, code, start),
            )

    def destinations(
        self, kinds: Sequence[int], start: int, places: Iterable[int] | None = None, holds: Holds | None = None
    ) -> tuple[int, ...]:
        """Return the destinations from *start* when tiles hold *kinds*, by the patterns at *places* (default: all)."""
        rows = self.rows(start)
        found: list[int] = []
        add = found.append
        for place in range(len(rows)) if places is None else places:
            if holds is not None and not holds(place):
                continue
            not_over, not_onto, lines, leaps = rows[place]
            for ray in lines:
                for tile in ray:
                    kind = kinds[tile]
                    if not kind & not_onto:
                        add(tile)
                    if kind != EMPTY:
                        break
            for passed, landing in leaps:
                if kinds[landing] & not_onto:
                    continue
                for tile in passed:
                    if kinds[tile] & not_over:
                        break
                else:
                    add(landing)
        return tuple(dict.fromkeys(found))

    def attacks(self, kinds: Sequence[int], start: int, holds: Holds | None = None) -> tuple[int, ...]:
        """Return the tiles reached by patterns that may land on an enemy, whatever the last tile holds."""
        found: list[int] = []
        for place, (not_over, not_onto, lines, leaps) in enumerate(self.rows(start)):
            if not_onto & ENEMY or (holds is not None and not holds(place)):
                continue
            for ray in lines:
                for tile in ray:
                    found.append(tile)
                    if kinds[tile] != EMPTY:
                        break
            found.extend(landing for passed, landing in leaps if not any(kinds[tile] & not_over for tile in passed))
        return tuple(dict.fromkeys(found))

    def reach(self, start: int) -> int:
        """Return the mask of tiles reached on an empty board by patterns that may land on an enemy."""
        known = self._reach_of_tile.get(start)
        if known is None:
            known = 0
            for _, not_onto, lines, leaps in self.rows(start):
                if not not_onto & ENEMY:
                    for tile in (*(tile for ray in lines for tile in ray), *(landing for _, landing in leaps)):
                        known |= 1 << tile
            self._reach_of_tile[start] = known
        return known

    def hits(self, kinds: Sequence[int], start: int, target: int, holds: Holds | None = None) -> bool:
        """Return whether *target* is among `attacks`."""
        # The empty board rules out most pairs; only the rest depend on the pieces in between.
        return bool(self.reach(start) >> target & 1) and target in self.attacks(kinds, start, holds)


def move_table(board: Board, piece: Piece) -> MoveTable:
    """Return the lines of *piece* on *board*; cached in the board. Raises what `check_piece` raises."""
    table: MoveTable | None = board.move_tables.get(piece)
    if table is None:
        check_piece(board, piece)
        table = board.keep(board.move_tables, piece, MoveTable(board, piece))
    return table


def destinations(
    board: Board,
    occupancy: Occupancy,
    piece: Piece,
    from_: str,
    group: str | None = None,
    *,
    holds: Holds | None = None,
) -> tuple[TileId, ...]:
    """Return the tiles *piece* can go to from *from_*: in pattern order, direction order, near to far, each once.

    *group* limits this to one of its named groups. *holds*, called with the index of a pattern in the piece's list,
    returns whether its condition holds. Raises `ValueError` naming an unknown tile, group or direction.
    """
    check_question(board, occupancy, piece)
    start = board.tile_index(from_)
    table = move_table(board, piece)
    places = None if group is None else piece.places_of_group(group)
    if piece.owner is None:
        return ()
    kinds = occupancy.kinds_of_tile(board, piece)
    names = board.tiles
    return tuple([names[tile] for tile in table.destinations(kinds, start, places, holds)])


def attacks(
    board: Board, occupancy: Occupancy, piece: Piece, from_: str, *, holds: Holds | None = None
) -> tuple[TileId, ...]:
    """Return the tiles *piece* attacks from *from_*, in the order of `destinations`.

    Only patterns whose `onto` contains `enemy` attack; the last tile may hold anything or nothing.
    """
    check_question(board, occupancy, piece)
    start = board.tile_index(from_)
    table = move_table(board, piece)
    if piece.owner is None:
        return ()
    kinds = occupancy.kinds_of_tile(board, piece)
    return tuple([board.tiles[tile] for tile in table.attacks(kinds, start, holds)])


def attackers(board: Board, occupancy: Occupancy, tile: str, owner: Owner) -> tuple[TileId, ...]:
    """Return the tiles from which a piece of *owner* attacks *tile*, in board order, each once."""
    check_question(board, occupancy)
    target = board.tile_index(tile)
    found = []
    for name, pieces in occupancy.items():
        start = board.tile_index(name)
        own = (piece for piece in pieces if piece.owner is not None and piece.owner == owner)
        if any(move_table(board, piece).hits(occupancy.kinds_of_tile(board, piece), start, target) for piece in own):
            found.append(start)
    return tuple(board.tiles[start] for start in sorted(found))
