"""A roguelike on `ludotome.space`: a dungeon, fog of war, monsters that hunt by sight, and a hero in search of stairs.

Run it in a terminal to play with the keys h j k l (y u b n for diagonals), each followed by Enter; an empty line waits.
Without a terminal, or with `--auto`, the hero explores alone.
"""

from __future__ import annotations

import argparse
import random
import sys
from itertools import pairwise

from ludotome.space import Cell, Lattice, Terrain, draw, flood, line_of_sight, nearest, shortest_path, visible

ROWS, COLS, SIGHT = 17, 48, 9
KEYS = {"h": (0, -1), "l": (0, 1), "k": (-1, 0), "j": (1, 0), "y": (-1, -1), "u": (-1, 1), "b": (1, -1), "n": (1, 1)}


class Dungeon:
    """The map, who stands where, and what the hero has seen."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.map = Lattice.square(ROWS, COLS)
        rooms = [self._room() for _ in range(9)]
        floor = {cell for room in rooms for cell in room} | self._corridors([room[len(room) // 2] for room in rooms])
        walls = [cell for cell in map(self.map.cell, self.map.indices) if cell not in floor]
        self.terrain = Terrain(self.map, blocked=walls, opaque=walls)  # made once, asked at every step
        self.hero, self.life, self.turn = rooms[0][len(rooms[0]) // 2], 8, 0
        far = flood(self.terrain, self.hero)
        self.stairs = max(far, key=lambda cell: (far.cost(cell) or 0, cell))
        lairs = [cell for cell in far if (far.cost(cell) or 0) > 8 and cell != self.stairs]
        self.monsters = self.dice.sample(lairs, 6)
        self.known: set[Cell] = set()
        self.look()

    def _room(self) -> list[Cell]:
        height, width = self.dice.randint(3, 5), self.dice.randint(4, 9)
        top, left = self.dice.randint(1, ROWS - height - 1), self.dice.randint(1, COLS - width - 1)
        return [(row, col) for row in range(top, top + height) for col in range(left, left + width)]

    def _corridors(self, middles: list[Cell]) -> set[Cell]:
        dug: set[Cell] = set()
        for (row, col), (row_2, col_2) in pairwise(middles):
            dug |= {(row, c) for c in range(min(col, col_2), max(col, col_2) + 1)}
            dug |= {(r, col_2) for r in range(min(row, row_2), max(row, row_2) + 1)}
        return dug

    def look(self) -> None:
        """Remember what the hero sees now."""
        self.seen = visible(self.terrain, self.hero, SIGHT)
        self.known.update(self.seen)

    def walk(self, to: Cell) -> None:
        """Move the hero to *to*, or hit the monster there; then each monster that sees the hero comes or bites."""
        self.turn += 1
        if to in self.monsters:
            self.monsters.remove(to)
        elif to in self.map and not self.terrain.is_blocked(to):
            self.hero = to
        self.look()
        for number, monster in enumerate(self.monsters):
            if not line_of_sight(self.terrain, monster, self.hero):
                continue
            way = shortest_path(self.terrain, monster, self.hero, occupied=self.monsters, goal_occupied=True)
            if way is not None and len(way) == 2:
                self.life -= self.dice.randint(0, 1)
            elif way is not None:
                self.monsters[number] = way.cells[1]

    def explore(self) -> Cell:
        """Return the next step of a careful hero: hit, take known stairs, or go where something is still unknown."""
        beside = [cell for cell in self.monsters if max(abs(cell[0] - self.hero[0]), abs(cell[1] - self.hero[1])) == 1]
        goals = [self.stairs] if self.stairs in self.known else self._frontier()
        way = flood(self.terrain, self.hero, occupied=self.monsters).path(goals[0]) if goals else None
        return beside[0] if beside else self.hero if way is None or len(way) < 2 else way.cells[1]

    def _frontier(self) -> list[Cell]:
        def is_edge(cell: Cell) -> bool:
            sides = ((cell[0] + a, cell[1] + b) for a, b in list(KEYS.values())[:4])
            return cell in self.known and any(side not in self.known for side in sides)

        return [cell for cell, _ in nearest(self.terrain, self.hero, is_edge, 1, occupied=self.monsters)]

    def picture(self) -> str:
        """Return the map as the hero knows it."""

        def mark(cell: Cell) -> str:
            if cell == self.hero or (cell in self.monsters and cell in self.seen):
                return "@" if cell == self.hero else "m"
            if cell not in self.known:
                return " "
            return "#" if self.terrain.is_blocked(cell) else ">" if cell == self.stairs else "."

        return "\n".join(line[::2].rstrip() for line in draw(self.map, mark).splitlines())


def main() -> None:
    """Play until the hero stands on the stairs, is dead, or has walked 500 turns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--auto", action="store_true", help="let the hero explore alone")
    options = parser.parse_args()
    dungeon, auto = Dungeon(options.seed), options.auto or not sys.stdin.isatty()
    while dungeon.hero != dungeon.stairs and dungeon.life > 0 and dungeon.turn < 500:
        if auto:
            dungeon.walk(dungeon.explore())
            continue
        print(f"{dungeon.picture()}\nlife {dungeon.life}, turn {dungeon.turn}", flush=True)
        down, right = KEYS.get(input("> ").strip(), (0, 0))
        dungeon.walk((dungeon.hero[0] + down, dungeon.hero[1] + right))
    print(dungeon.picture())
    result = "found the stairs" if dungeon.hero == dungeon.stairs else "died" if dungeon.life <= 0 else "gave up"
    print(
        f"{result} in turn {dungeon.turn} with {max(dungeon.life, 0)} life; {len(dungeon.monsters)} monsters are left"
    )


if __name__ == "__main__":
    main()
