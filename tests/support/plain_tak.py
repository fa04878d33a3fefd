"""Plain Tak: the game from its published rules in plain Python, independent of documents and kernels.

Moves are texts in Portable Tak Notation, of which `a1`, `Sa1`, `Ca1`, `a1>` and `3c2>12` are used. A stack is a text
from the bottom to the top: `w` and `b` are flat stones, `W` and `B` capstones, `/` follows a standing stone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

PIECES = {3: (10, 0), 4: (15, 0), 5: (21, 1), 6: (30, 1)}
WAYS = {"+": (0, 1), "-": (0, -1), ">": (1, 0), "<": (-1, 0)}
FILES = "abcdef"

Cell = tuple[int, int]


@dataclass
class Stone:
    """A piece: its owner, 0 or 1, and whether it is flat, standing or a capstone."""

    owner: int
    kind: str = "flat"


@dataclass
class Tak:
    """A running game."""

    size: int = 5
    turn: int = 0
    board: dict[Cell, list[Stone]] = field(default_factory=dict)
    flats: list[int] = field(default_factory=list)
    caps: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        flats, caps = PIECES[self.size]
        self.flats, self.caps = [flats, flats], [caps, caps]
        self.board = {(x, y): [] for x in range(self.size) for y in range(self.size)}

    @property
    def player(self) -> int:
        """The player whose turn it is."""
        return self.turn % 2

    # -- moves

    def moves(self) -> list[str]:
        """Return the legal moves; empty if the game is over."""
        if self.result() is not None:
            return []
        empty = [name(cell) for cell, stack in self.board.items() if not stack]
        if self.turn < 2:
            return empty
        found = []
        if self.flats[self.player]:
            found += [kind + cell for kind in ("", "S") for cell in empty]
        if self.caps[self.player]:
            found += [f"C{cell}" for cell in empty]
        for cell, stack in self.board.items():
            if stack and stack[-1].owner == self.player:
                for way in WAYS:
                    found += [written(cell, way, drops) for drops in self._spreads(cell, way)]
        return found

    def _spreads(self, cell: Cell, way: str) -> Iterator[tuple[int, ...]]:
        stack = self.board[cell]
        for lifted in range(1, min(self.size, len(stack)) + 1):
            yield from self._drops(stack[-lifted:], cell, way)

    def _drops(self, hand: list[Stone], cell: Cell, way: str) -> Iterator[tuple[int, ...]]:
        """Yield how many pieces of *hand* can be dropped on each cell beyond *cell*."""
        if not hand:
            yield ()
            return
        cell = (cell[0] + WAYS[way][0], cell[1] + WAYS[way][1])
        if cell not in self.board:
            return
        top = self.board[cell][-1].kind if self.board[cell] else "flat"
        if top == "cap" or (top == "wall" and not (len(hand) == 1 and hand[0].kind == "cap")):
            return
        for count in range(1, len(hand) + 1):
            for rest in self._drops(hand[count:], cell, way):
                yield (count, *rest)

    def play(self, move: str) -> None:
        """Make a legal move."""
        assert move in self.moves()
        if move[-1] not in "".join(WAYS) and not any(way in move for way in WAYS):
            self._place(move)
        else:
            self._spread(move)
        self.turn += 1

    def _place(self, move: str) -> None:
        owner = 1 - self.player if self.turn < 2 else self.player
        kind = {"S": "wall", "C": "cap"}.get(move[0], "flat")
        self.board[cell_of(move[-2:])].append(Stone(owner, kind))
        (self.caps if kind == "cap" else self.flats)[owner] -= 1

    def _spread(self, move: str) -> None:
        way = next(way for way in WAYS if way in move)
        head, _, tail = move.partition(way)
        lifted = int(head[:-2] or 1)
        x, y = cell_of(head[-2:])
        hand = self.board[x, y][-lifted:]
        del self.board[x, y][-lifted:]
        for count in map(int, tail or str(lifted)):
            x, y = x + WAYS[way][0], y + WAYS[way][1]
            for stone in self.board[x, y]:
                if stone.kind == "wall":
                    stone.kind = "flat"
            self.board[x, y] += hand[:count]
            hand = hand[count:]

    # -- the end

    def result(self) -> tuple[float, float] | None:
        """Return the result of each player, or None if the game is not over."""
        moved = 1 - self.player
        for owner in (moved, 1 - moved):
            if self._has_road(owner):
                return (1.0, -1.0) if owner == 0 else (-1.0, 1.0)
        is_full = all(self.board.values())
        if not is_full and all(flats or caps for flats, caps in zip(self.flats, self.caps, strict=True)):
            return None
        tops = [stack[-1] for stack in self.board.values() if stack]
        white, black = (sum(top.owner == owner and top.kind == "flat" for top in tops) for owner in (0, 1))
        won = float((white > black) - (white < black))
        return won, -won

    def _has_road(self, owner: int) -> bool:
        own = {
            cell
            for cell, stack in self.board.items()
            if stack and stack[-1].owner == owner and stack[-1].kind != "wall"
        }
        last = self.size - 1
        return any(self._reaches({cell for cell in own if cell[axis] == 0}, own, axis, last) for axis in (0, 1))

    @staticmethod
    def _reaches(reached: set[Cell], own: set[Cell], axis: int, last: int) -> bool:
        waiting = list(reached)
        while waiting:
            x, y = waiting.pop()
            if (x, y)[axis] == last:
                return True
            for dx, dy in WAYS.values():
                near = (x + dx, y + dy)
                if near in own and near not in reached:
                    reached.add(near)
                    waiting.append(near)
        return False


def name(cell: Cell) -> str:
    """Return the name of a cell."""
    return f"{FILES[cell[0]]}{cell[1] + 1}"


def cell_of(text: str) -> Cell:
    """Return the cell that *text* names."""
    return FILES.index(text[0]), int(text[1]) - 1


def written(cell: Cell, way: str, drops: tuple[int, ...]) -> str:
    """Return the notation of a spread."""
    lifted = sum(drops)
    return (str(lifted) if lifted > 1 else "") + name(cell) + way + ("".join(map(str, drops)) if len(drops) > 1 else "")
