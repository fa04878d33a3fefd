"""Compiled: compile a piece's patterns to a short program over dense tables, and run it.

A program is a list of instructions in pattern order, each with an operation and a reference to an array of directions;
equal arrays are stored once. It prints:

    >>> from ludotome.movement import Board, DirectionPattern, FixedPattern, MultiDirectionPattern, Piece
    >>> patterns = (MultiDirectionPattern(("n", "e")), FixedPattern(("n", "e"), leaps=True), DirectionPattern("up"))
    >>> print(compile_piece(Board.grid(8, 8), Piece("x", "white", patterns)))
    @0  n e
    @1
    0  slide  @0  over empty  onto empty enemy
    1  steps  @0  over any  onto empty enemy
    2  none   @1  over empty  onto empty enemy

Invariants:
    * the order of patterns, directions and offsets is kept;
    * a direction that the board lacks is left out; a fixed sequence that contains one is `none`;
    * geometry only: pieces on the board are ignored.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from ludotome.movement.board import Board
from ludotome.movement.cells import NO_TILE, Cell
from ludotome.movement.path import Path, Relation
from ludotome.movement.patterns import (
    BIT_OF_WORD,
    BITS_OF_OVER,
    FixedPattern,
    HopPattern,
    LeapPattern,
    Pattern,
    directions_of,
    slides,
)
from ludotome.movement.piece import Piece

Ways = tuple[int, ...]
Walk = tuple[Relation, ...]


class Op(StrEnum):
    """What an instruction does with its array."""

    SLIDE = "slide"
    STEP = "step"
    HOP = "hop"
    STEPS = "steps"
    LEAP = "leap"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Instruction:
    """One pattern: operation, number of its direction array, offsets of a leap, what may be passed and landed on."""

    op: Op
    array: int
    offsets: tuple[Cell, ...]
    over: int
    onto: int
    pattern: Pattern


@dataclass(frozen=True, slots=True)
class Program:
    """The compiled form of a piece on a board."""

    arrays: tuple[Ways, ...]
    instructions: tuple[Instruction, ...]
    direction_names: tuple[str, ...]

    def ways(self, instruction: Instruction) -> Ways:
        """Return the directions of *instruction* as dense indices, in the pattern's order."""
        return self.arrays[instruction.array]

    def __str__(self) -> str:
        word_of_over = {bits: word for word, bits in BITS_OF_OVER.items()}
        lines = [
            f"@{number}  {' '.join(self.direction_names[way] for way in ways)}".rstrip()
            for number, ways in enumerate(self.arrays)
        ]
        for place, code in enumerate(self.instructions):
            operand = " ".join(f"({a},{b})" for a, b in code.offsets) or f"@{code.array}"
            onto = " ".join(word for word, bit in BIT_OF_WORD.items() if code.onto & bit)
            lines.append(f"{place}  {code.op:<5}  {operand}  over {word_of_over[code.over]}  onto {onto}")
        return "\n".join(lines)


def compile_piece(board: Board, piece: Piece) -> Program:
    """Return the program of *piece* on *board*; cached in the board."""
    program: Program | None = board.programs.get(piece)
    return program or board.keep(board.programs, piece, _compile(board, piece))


def _compile(board: Board, piece: Piece) -> Program:
    number_of_array: dict[Ways, int] = {}
    instructions = []
    for pattern in piece.pattern_list:
        op = _operation(board, pattern)
        known = (board.index_of_direction.get(name) for name in directions_of(pattern))
        ways = tuple(way for way in known if way is not None) if op is not Op.NONE else ()
        array = number_of_array.setdefault(ways, len(number_of_array))
        offsets = pattern.cells if isinstance(pattern, LeapPattern) else ()
        instructions.append(Instruction(op, array, offsets, pattern.over_bits, pattern.onto_bits, pattern))
    return Program(tuple(number_of_array), tuple(instructions), board.directions)


def _operation(board: Board, pattern: Pattern) -> Op:
    if isinstance(pattern, LeapPattern):
        return Op.LEAP
    names = directions_of(pattern)
    known = [name in board.index_of_direction for name in names]
    if isinstance(pattern, FixedPattern):
        return Op.STEPS if all(known) else Op.NONE
    if not any(known):
        return Op.NONE
    if isinstance(pattern, HopPattern):
        return Op.HOP
    return Op.SLIDE if slides(pattern) else Op.STEP


def trace_compiled(board: Board, piece: Piece, from_: str, to: str) -> Path | None:
    """Return the path of the first instruction that leads from *from_* to *to*, ignoring pieces."""
    start, end = board.index_of_tile.get(from_), board.index_of_tile.get(to)
    if start is None or end is None or start == end:
        return None
    program = compile_piece(board, piece)
    for code in program.instructions:
        walk = _WALKER_OF_OP[code.op](board, program.ways(code), code.offsets, start, end)
        if walk is not None:
            return Path(walk, code.pattern)
    return None


def _slide(board: Board, ways: Ways, _: tuple[Cell, ...], start: int, end: int) -> Walk | None:
    """Return the shortest straight walk to *end*; ties go to the earlier direction."""
    # A walk with as many steps as tiles repeats one; only a shorter walk can replace the best so far.
    best_way, limit = NO_TILE, len(board.tiles)
    for way in ways:
        neighbour_of = board.neighbour_of[way]
        tile, steps = neighbour_of[start], 1
        while steps < limit and tile != end and tile != NO_TILE:
            tile = neighbour_of[tile]
            steps += 1
        if tile == end and steps < limit:
            best_way, limit = way, steps
    return None if best_way == NO_TILE else _follow(board, (best_way,) * limit, start, end)


def _step(board: Board, ways: Ways, _: tuple[Cell, ...], start: int, end: int) -> Walk | None:
    for way in ways:
        if board.neighbour_of[way][start] == end:
            return _follow(board, (way,), start, end)
    return None


def _hop(board: Board, ways: Ways, _: tuple[Cell, ...], start: int, end: int) -> Walk | None:
    for way in ways:
        walk = _follow(board, (way, way), start, end)
        if walk is not None:
            return walk
    return None


def _steps(board: Board, ways: Ways, _: tuple[Cell, ...], start: int, end: int) -> Walk | None:
    return _follow(board, ways, start, end)


def _leap(board: Board, _: Ways, offsets: tuple[Cell, ...], start: int, end: int) -> Walk | None:
    for offset in offsets:
        relation = board.leap(start, offset)
        if relation is not None and board.index_of_tile[relation.to] == end:
            return (relation,)
    return None


def _none(*_: object) -> None:
    return None


def _follow(board: Board, ways: Ways, start: int, end: int) -> Walk | None:
    """Return the roads along *ways* from *start* if all exist and the last one ends on *end*."""
    walk = []
    tile = start
    for way in ways:
        relation = board.relation_of[way][tile]
        if relation is None:
            return None
        walk.append(relation)
        tile = board.neighbour_of[way][tile]
    return tuple(walk) if tile == end else None


_WALKER_OF_OP: Final[dict[Op, Callable[[Board, Ways, tuple[Cell, ...], int, int], Walk | None]]] = {
    Op.SLIDE: _slide,
    Op.STEP: _step,
    Op.HOP: _hop,
    Op.STEPS: _steps,
    Op.LEAP: _leap,
    Op.NONE: _none,
}
