"""Fast path: for sliding patterns, test ray masks instead of walking along every ray.

A mask is a Python integer with one bit per tile, so the code is the same for boards of 64, 65 or 361 tiles. For each
start tile there is one mask per winning direction: the targets which that direction of that pattern wins against every
other pattern and direction of the piece. The masks are disjoint, so at most one matches.

Invariants:
    * only targets won by a sliding pattern of the piece are resolved, and only along the piece's own directions;
    * a target that an earlier pattern reaches (a step, a leap) is left to the other layers;
    * the path consists of the roads along the ray; a missing road means "not resolved", never an error;
    * geometry only: pieces on the board are ignored.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from ludotome.movement.board import Board
from ludotome.movement.compiled import Instruction, Op, Program, compile_piece
from ludotome.movement.lines import Ray, walks
from ludotome.movement.path import Path, Relation
from ludotome.movement.patterns import Pattern
from ludotome.movement.piece import Piece
from ludotome.movement.resolution import FastPath

# the targets one direction wins from a start tile, its ray and the roads along it, and the pattern it belongs to
Winner: TypeAlias = tuple[int, Ray, tuple[Relation, ...], Pattern]
# the attack set of a start tile, and the winners that divide it
Attack: TypeAlias = tuple[int, tuple[Winner, ...]]

# Looking up an enum member takes as long as testing a mask.
_USED: Final = FastPath.USED
_MISS: Final = FastPath.SKIP_ATTACK_MISS


@dataclass(frozen=True, slots=True, eq=False)
class SlidingTable:
    """The ray masks of one piece on one board, computed per start tile on first use."""

    program: Program
    has_slider: bool
    only_slides: bool
    """Every pattern slides or never moves, so a target outside the attack set is unreachable."""
    attack_of_tile: dict[int, Attack] = field(default_factory=dict)

    def attack(self, board: Board, start: int) -> Attack:
        """Return the attack set of *start* and the masks that form it."""
        known = self.attack_of_tile.get(start)
        if known is None:
            known = self.attack_of_tile[start] = _attack(board, self.program, start)
        return known


def sliding_table(board: Board, piece: Piece) -> SlidingTable:
    """Return the ray masks of *piece* on *board*; cached in the board."""
    table: SlidingTable | None = board.sliding_tables.get(piece)
    if table is None:
        program = compile_piece(board, piece)
        ops = {code.op for code in program.instructions}
        table = SlidingTable(program, Op.SLIDE in ops, ops <= {Op.SLIDE, Op.NONE})
        board.keep(board.sliding_tables, piece, table)
    return table


def _attack(board: Board, program: Program, start: int) -> Attack:
    taken = 0
    winners: list[Winner] = []
    for code in program.instructions:
        if code.op is Op.SLIDE:
            for way, targets in _won_by_way(board, program.ways(code), start, taken):
                winners.append((targets, board.ray(way, start), _roads(board, way, start), code.pattern))
                taken |= targets
        else:
            taken |= _reach(board, program, code, start)
    return sum(targets for targets, _, _, _ in winners), tuple(winners)


def _roads(board: Board, way: int, start: int) -> tuple[Relation, ...]:
    """Return the roads along the ray, step by step; fewer than its tiles if one is missing."""
    roads: list[Relation] = []
    for tile in (start, *board.ray(way, start)[:-1]):
        relation = board.relation_of[way][tile]
        if relation is None:
            break
        roads.append(relation)
    return tuple(roads)


def _won_by_way(board: Board, ways: tuple[int, ...], start: int, taken: int) -> list[tuple[int, int]]:
    """Return for each direction the targets it reaches in fewest steps (ties: earlier direction), without *taken*."""
    best: dict[int, tuple[int, int]] = {}
    for order, way in enumerate(ways):
        for steps, tile in enumerate(board.ray(way, start)):
            if not taken >> tile & 1:
                best[tile] = min(best.get(tile, (steps, order)), (steps, order))
    masks = [0] * len(ways)
    for tile, (_, order) in best.items():
        masks[order] |= 1 << tile
    return [(way, mask) for way, mask in zip(ways, masks, strict=True) if mask]


def _reach(board: Board, program: Program, code: Instruction, start: int) -> int:
    """Return the tiles on which *code*, which does not slide, lands on an empty board."""
    mask = 0
    for walk in walks(board, program, code, start):
        mask |= 1 << walk[-1]
    return mask


def trace_fast(board: Board, piece: Piece, from_: str, to: str) -> tuple[Path | None, FastPath]:
    """Return the sliding path from *from_* to *to*, ignoring pieces, and what the fast path did."""
    if from_ == to:
        return None, FastPath.SKIP_ZERO_LENGTH
    table = sliding_table(board, piece)
    if not table.has_slider:
        return None, FastPath.SKIP_NOT_SLIDER
    start, end = board.index_of_tile.get(from_), board.index_of_tile.get(to)
    if start is None or end is None:
        return None, _MISS
    attack, winners = table.attack(board, start)
    target = 1 << end
    if attack & target:
        for targets, ray, roads, pattern in winners:
            if targets & target:
                walk = roads[: ray.index(end) + 1]
                # The roads are fewer than the tiles of the ray if the board is inconsistent.
                if walk and walk[-1].to == to:
                    return Path(walk, pattern), _USED
                return None, FastPath.SKIP_RECONSTRUCT_FAIL
    return None, _MISS
