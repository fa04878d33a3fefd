"""Counterfactual regret minimisation in numpy, on the extensive form that `envs.to_efg` writes.

The text of the EFG file is read into arrays, one row a node, so that an iteration is a handful of array operations for
each level of the tree. Players are updated in turn, as in OpenSpiel's solver, whose strategies it reproduces.
"""

from __future__ import annotations

import argparse
import re
import time
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ludotome import envs

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
_LINE = re.compile(r'([cpt]) "" (\d+) (?:(\d+) )?"" \{ (.*?) \}')
_CHANCE = re.compile(r'"[^"]*" (\S+)')
_NAME = re.compile(r'"((?:[^"\\]|\\.)*)"')


@dataclass
class Tree:
    """The tree, nodes in the order of the file. A slot is a decision of an information set."""

    parent: Ints  # of each node, -1 for the root
    chance: Floats  # how likely chance leads here, 1 where it does not decide
    slot: Ints  # the decision that leads here, -1 for the root and what chance decides
    player: Ints  # who decides at a node: 0 or 1, 2 for chance, -1 at the end
    payoff: Floats  # of the first player at the end; the game is zero-sum
    set_of_slot: Ints  # the information set of each slot
    owner_of_slot: Ints
    levels: list[Ints]  # the nodes of each depth

    @classmethod
    def read(cls, text: str) -> Tree:
        """Return the tree of the text of an EFG file."""
        rows: list[tuple[int, float, int, int, float, int]] = []
        sets: dict[tuple[int, int], tuple[int, int]] = {}  # player and number → its own number, its first slot
        set_of_slot: list[int] = []
        owner_of_slot: list[int] = []
        ahead: list[tuple[int, float, int, int]] = [(-1, 1.0, -1, 0)]  # parent, chance, slot, depth, the next last
        for line in text.splitlines()[3:]:
            found = _LINE.match(line)
            if found is None:
                continue
            parent, likely, slot, depth = ahead.pop()
            node, kind = len(rows), found[1]
            if kind == "t":
                rows.append((parent, likely, slot, -1, float(found[4].split(",")[0]), depth))
            elif kind == "c":
                shares = [float(Fraction(share)) for share in _CHANCE.findall(found[4])]
                rows.append((parent, likely, slot, 2, 0.0, depth))
                ahead += [(node, share, -1, depth + 1) for share in reversed(shares)]
            else:
                player, count = int(found[2]) - 1, len(_NAME.findall(found[4]))
                if (player, int(found[3])) not in sets:
                    number = len(sets)
                    sets[player, int(found[3])] = number, len(set_of_slot)
                    set_of_slot += [number] * count
                    owner_of_slot += [player] * count
                first = sets[player, int(found[3])][1]
                rows.append((parent, likely, slot, player, 0.0, depth))
                ahead += [(node, 1.0, first + place, depth + 1) for place in reversed(range(count))]
        parents, chances, slots, players, payoffs, depths = map(np.array, zip(*rows, strict=True))
        levels = [np.flatnonzero(depths == depth) for depth in range(depths.max() + 1)]
        return cls(parents, chances, slots, players, payoffs, np.array(set_of_slot), np.array(owner_of_slot), levels)

    def uniform(self) -> Floats:
        """Return the strategy that takes every decision of a set equally often."""
        return self.normal(np.zeros(len(self.set_of_slot)))

    def normal(self, weights: Floats) -> Floats:
        """Return weights as chances, set by set; equal ones where all are 0."""
        total = np.bincount(self.set_of_slot, weights)[self.set_of_slot]
        count = np.bincount(self.set_of_slot)[self.set_of_slot]
        return np.where(total > 0, weights / np.where(total > 0, total, 1), 1 / count)

    def reach(self, strategy: Floats) -> tuple[Floats, Floats, Floats]:
        """Return how likely each node is reached as far as each player, and chance, decides."""
        made = [np.ones(len(self.parent)) for _ in range(3)]
        owner = np.where(self.slot >= 0, self.owner_of_slot[self.slot], 2)
        step = np.where(self.slot >= 0, strategy[self.slot], self.chance)
        for level in self.levels[1:]:
            for who in range(3):
                made[who][level] = made[who][self.parent[level]] * np.where(owner[level] == who, step[level], 1)
        return made[0], made[1], made[2]

    def values(self, strategy: Floats) -> Floats:
        """Return what the first player gets from each node on."""
        value = self.payoff.copy()
        step = np.where(self.slot >= 0, strategy[self.slot], self.chance)
        for level in reversed(self.levels[1:]):
            np.add.at(value, self.parent[level], step[level] * value[level])
        return value

    def regrets(self, player: int, strategy: Floats) -> tuple[Floats, Floats]:
        """Return how much better each decision of *player* would have done, and how likely the player comes to it."""
        reach, value = self.reach(strategy), self.values(strategy)
        mine = np.flatnonzero((self.slot >= 0) & (self.owner_of_slot[self.slot] == player))
        before = self.parent[mine]
        others = reach[1 - player][before] * reach[2][before]
        gain = (1 - 2 * player) * (value[mine] - value[before]) * others
        size = len(self.set_of_slot)
        # All nodes of an information set are reached alike by its own player, so any of them says how likely.
        own = np.zeros(size)
        own[self.slot[mine]] = reach[player][before]
        return np.asarray(np.bincount(self.slot[mine], gain, size), np.float64), own

    def best_response(self, player: int, strategy: Floats) -> float:
        """Return what *player* gets by the best answer to *strategy*."""
        reach = self.reach(strategy)
        others = reach[1 - player] * reach[2]
        worth = np.where(self.player < 0, (1 - 2 * player) * self.payoff * others, 0.0)
        size = len(self.set_of_slot)
        for level in reversed(self.levels[1:]):
            mine = level[self.player[self.parent[level]] == player]
            other = level[self.player[self.parent[level]] != player]
            np.add.at(worth, self.parent[other], worth[other])
            if len(mine):
                # With perfect recall all nodes of a set have one depth, so its best decision is known here.
                total = np.bincount(self.slot[mine], worth[mine], size)
                total[np.setdiff1d(np.arange(size), self.slot[mine])] = -np.inf
                best = np.full(self.set_of_slot.max() + 1, -np.inf)
                np.maximum.at(best, self.set_of_slot, total)
                first = np.full(len(best), size)
                np.minimum.at(first, self.set_of_slot, np.where(total == best[self.set_of_slot], np.arange(size), size))
                taken = mine[first[self.set_of_slot[self.slot[mine]]] == self.slot[mine]]
                np.add.at(worth, self.parent[taken], worth[taken])
        return float(worth[0])

    def exploitability(self, strategy: Floats) -> float:
        """Return how much a best answer wins against *strategy*, on average over the seats."""
        return (self.best_response(0, strategy) + self.best_response(1, strategy)) / 2


def solve(tree: Tree, iterations: int) -> Floats:
    """Return the average strategy of so many iterations of CFR."""
    size = len(tree.set_of_slot)
    regret, total = np.zeros(size), np.zeros(size)
    strategy = tree.uniform()
    for _ in range(iterations):
        for player in (0, 1):
            gained, own = tree.regrets(player, strategy)
            regret += gained
            total += own * np.where(tree.owner_of_slot == player, strategy, 0)
            strategy = tree.normal(np.maximum(regret, 0))
    return tree.normal(total)


def main() -> None:
    """Write the tree, solve it, and print the value of the game and how much a best answer still wins."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="leduc-poker")
    parser.add_argument("--iterations", type=int, default=100)
    options: Any = parser.parse_args()
    began = time.process_time()
    text = envs.to_efg(options.game)
    written = time.process_time()
    tree = Tree.read(text)
    strategy = solve(tree, options.iterations)
    ended = time.process_time()
    print(f"{options.game}: {len(tree.parent):,} nodes, {tree.set_of_slot.max() + 1} information sets")
    print(f"value {tree.values(strategy)[0]:+.6f}, exploitability {tree.exploitability(strategy):.6f}")
    print(f"{written - began:.2f} s for the tree, {ended - written:.2f} s for {options.iterations} iterations")


if __name__ == "__main__":
    main()
