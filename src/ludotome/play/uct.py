"""UCT: the reference implementation of search; `native/c/search.h` does the same in machine code.

A simulation goes down from the root by the upper confidence bound to the first new decision, and continues with random
play; the returns are then added along the path. Every player is assumed to maximize their own return.

* Without hidden information and chance, the nodes are positions, and results are proven: at the end of a game, at a
  choice with a child that has the best possible value, and at a choice whose children are all proven.
* Otherwise each simulation starts from a world in which everything that the searching seat cannot see is drawn at
  random. A node is a decision as that seat knows it; of those it cannot distinguish, one is drawn. Worlds share nodes,
  so a node counts how often it was available, not only how often it was chosen.

A game that meets a document fault counts as a loss for all players, and a decision that meets one itself is taken
again only if there is no other. Arithmetic is in the same order as in C.

This module does not know games, budgets or clocks.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from typing import Any

from ludotome.chance import bounded, logarithm, seed_generator
from ludotome.gamedef import Decision, PlayError
from ludotome.play.backends import Backend
from ludotome.play.fault_words import CODE as FAULT

CURIOSITY = 1.4  # the exploration constant: about sqrt(2), for returns from -1 to 1
World = tuple[Backend, Any]
"""A position and its backend."""
Known = Callable[[Backend, Any, tuple[Decision, ...]], Sequence[Hashable]]
"""Returns the legal decisions of a position as the searching seat knows them."""


@dataclass(slots=True, eq=False)
class Node:
    """A decision and its statistics: `mean` is its value for its player, `reach` the uncertainty."""

    decision: Decision | None = None
    key: Hashable = None
    place: int = 0
    visits: int = 0
    total: float = 0.0
    mean: float = 0.0
    reach: float = 0.0
    possible: int = 0
    proof: tuple[float, ...] | None = None
    is_faulty: bool = False
    below: list[Node] | None = None  # None: not listed yet; the tried ones come first
    tried: int = 0


class Uct:
    """One tree. *world* returns the start position for a seed, None if none was found.

    *known* returns decisions as the searching seat knows them; None if it knows everything.
    """

    def __init__(
        self, world: Callable[[int], World | None], seed: int, *, best: float, known: Known | None = None
    ) -> None:
        self.world, self.known, self.certain, self.best = world, known, known is None, best
        self.root, self.largest = Node(), 1.0  # the greatest absolute return so far: scored games have a wider range
        self._random = seed_generator(seed)
        # Each step: the decision, its player, and proven returns that are better for the player.
        self._path: list[tuple[Node, int, tuple[float, ...] | None]] = []

    def _below(self, n: int) -> int:
        value, self._random = bounded(self._random, n)
        return value

    def run(self, simulations: int, is_late: Callable[[], bool] | None = None) -> int:
        """Run more simulations; return how many were run, fewer if the root is proven or *is_late* returns true."""
        for done in range(simulations):
            if self.root.proof is not None or (done and is_late is not None and is_late()):
                return done
            self._simulate()
        return simulations

    def _simulate(self) -> None:
        start = self.world(0 if self.certain else self._below(2**63))
        if start is None:
            self.root.visits += 1
            return
        self._path.clear()
        returns, is_certain = self._descend(*start)
        self.largest = max(self.largest, *map(abs, returns))
        self.root.visits += 1
        got = returns
        for node, player, rather in reversed(self._path):
            node.visits += 1
            node.total += got[player] if player >= 0 else 0.0
            got = got if rather is None else rather
            if node.proof is None and not (node.is_faulty and self.certain):
                node.mean, node.reach = node.total / node.visits, 1 / sqrt(node.visits)
        if is_certain and self.certain:
            self._prove(returns)

    def _descend(self, backend: Backend, position: Any) -> tuple[tuple[float, ...], bool]:
        """Run one simulation; return the result of each player, and whether it is certain."""
        node = self.root
        try:
            while (outcome := backend.outcome(position)) is None:
                if node is not self.root and not node.visits:
                    return backend.playout(position, self._below(2**63)), False
                player, legal = backend.current_player(position), backend.decisions(position)
                rather = None
                if self.known is None:
                    node, rather = self._select_here(node, legal)
                    decision = node.decision
                else:
                    keys = self.known(backend, position, legal)
                    node, decision = self._select_among_worlds(node, legal, keys, player)
                self._path.append((node, player, rather))
                if node.proof is not None:
                    return node.proof, False
                assert decision is not None
                node.is_faulty = True  # until it is known not to be one
                position = _after(backend, position, decision)
                node.is_faulty = False
        except PlayError as error:
            if error.code != FAULT:
                raise
            if node.is_faulty:
                node.mean, node.reach = -inf, 0.0
            return (-self.largest,) * self._players(backend, position), False
        return outcome.returns, True

    def _players(self, backend: Backend, position: Any) -> int:
        return backend.to_state(position).players

    # ── which decision next ────────────────────────────────────────────────────────────────────────────────────────

    def _select_here(self, node: Node, legal: tuple[Decision, ...]) -> tuple[Node, tuple[float, ...] | None]:
        """Return a random untried child, or the unproven one with the greatest bound.

        Nothing more can be learnt about proven ones; but if one is at least as good, its player would take it, and its
        returns, the second value, are used from here up.
        """
        if node.below is None:
            node.below = [Node(decision, decision, place) for place, decision in enumerate(legal)]
        below, tried = node.below, node.tried
        if tried < len(below):
            chosen = tried + self._below(len(below) - tried)
            below[tried], below[chosen] = below[chosen], below[tried]
            node.tried += 1
            return below[tried], None
        width = CURIOSITY * self.largest * sqrt(logarithm(node.visits))

        def bound(child: Node) -> float:
            return child.mean + width * child.reach

        proven = max((child for child in below if child.proof is not None), key=bound, default=None)
        open_ = [child for child in below if child.proof is None and not child.is_faulty]
        if not open_:
            return proven or below[0], None
        best = max(open_, key=bound)
        return best, proven.proof if proven is not None and proven.mean >= bound(best) else None

    def _select_among_worlds(
        self, node: Node, legal: tuple[Decision, ...], keys: Sequence[Hashable], player: int
    ) -> tuple[Node, Decision]:
        """The same among the legal decisions of this world, and the decision to make; chance takes a random one."""
        node.below = node.below or []
        known = {child.key: child for child in node.below}
        alike: dict[Hashable, list[Decision]] = {}
        for key, decision in zip(keys, legal, strict=True):
            alike.setdefault(key, []).append(decision)
        for key in alike:
            if key in known:
                known[key].possible += 1
        untried = [key for key in alike if key not in known]
        if player < 0:
            place = self._below(len(legal))
            key, decision = keys[place], legal[place]
        else:
            key = untried[self._below(len(untried))] if untried else max(alike, key=lambda key: self._bound(known[key]))
            decision = alike[key][self._below(len(alike[key])) if len(alike[key]) > 1 else 0]
        if key not in known:
            known[key] = Node(decision, key, possible=1)
            node.below.append(known[key])
        return known[key], decision

    def _bound(self, node: Node) -> float:
        if node.is_faulty:
            return -inf
        return node.mean + CURIOSITY * self.largest * sqrt(logarithm(node.possible)) * node.reach

    # ── proofs ─────────────────────────────────────────────────────────────────────────────────────────────

    def _prove(self, returns: tuple[float, ...]) -> None:
        """Mark the end of the path as proven with *returns*, and propagate the proof upwards."""
        proof: tuple[float, ...] | None = returns
        for step in range(len(self._path) - 1, -1, -1):
            node, player, _ = self._path[step]
            if proof is None:
                return
            node.proof, node.mean, node.reach = proof, proof[player], 0.0
            proof = self._choice_proof(self._path[step - 1][0] if step else self.root, player)
        self.root.proof = proof

    def _choice_proof(self, node: Node, player: int) -> tuple[float, ...] | None:
        """Return the proven result of *player*'s choice, if any: see `native/c/search.h`, `lt_choice_proof`."""
        below = node.below or []
        proofs = [child.proof for child in below[: node.tried] if child.proof is not None]
        for proof in proofs:
            if proof[player] >= self.best:
                return proof
        if len(proofs) < len(below):
            return None
        most = max(proof[player] for proof in proofs)
        found = {proof for proof in proofs if proof[player] == most}
        return found.pop() if len(found) == 1 else None

    # ── results ───────────────────────────────────────────────────────────────────────────────────────────

    def line(self, most: int) -> tuple[Decision, ...]:
        """Return the expected line of play, starting with the chosen decision, up to *most*."""
        found: list[Decision] = []
        node = self.root
        while node.below and len(found) < most:
            below = sorted(node.below, key=lambda child: child.place) if self.certain else node.below
            place = answer(
                [child.visits for child in below],
                [child.mean for child in below],
                [child.proof is not None for child in below],
                [child.is_faulty for child in below],
            )
            node = below[place]
            if (found and not node.visits) or node.decision is None:
                break
            found.append(node.decision)
        return tuple(found)


def _after(backend: Backend, position: Any, decision: Decision) -> Any:
    after = backend.follow(position, decision)
    return backend.apply(position, decision) if after is None else after


def answer(visits: list[int], values: list[float], proven: list[bool], faulty: list[bool]) -> int:
    """Return the index of the decision to make: the most visited unproven one, or the best proven one if as good.

    Of several proven ones with the same value it is the most visited, since a loss that took long to find is also hard
    to find for others; in a tie the first one. A faulty one is made only if there is no other.
    """
    places = range(len(visits))
    certain = (place for place in places if proven[place])
    known = max(certain, key=lambda place: (values[place], visits[place]), default=None)
    tried = [place for place in places if visits[place] and not proven[place] and not faulty[place]]
    open_ = max(tried, key=lambda place: visits[place], default=None)
    if known is None or open_ is None:
        untried = min(places, key=lambda place: faulty[place])
        return next((place for place in (open_, known) if place is not None), untried)
    return known if values[known] >= values[open_] else open_
