"""MCTS: many simulated games from here, more of them where they go well (UCT).

Each simulation starts from a world in which everything the seat cannot see is redrawn (`state.resample`), walks down
the tree by the upper confidence bound among what is legal in that world, adds one node and plays on at random. Worlds
share their decisions, so the tree is one of information sets for the seat that searches; every player is thought to
want their own return. In a game without secrets and dice this is plain UCT.

Invariants:
    * a node counts how often it could have been chosen, not only how often it was, since worlds differ in what is
      legal;
    * the answer is the most visited decision, the earlier one at a tie;
    * a game that meets a fault of the document is lost by everybody, and a decision that is one itself is taken again,
      or answered, only where there is no other.

This module does not know any game.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, log, sqrt

from ludotome.agents.agent import Stream, check_asked, imagined, is_fault
from ludotome.gamedef import Decision, PlayError, whole_number
from ludotome.play import State

_CURIOSITY = 1.4  # the weight of what is little known: about sqrt(2), for returns from -1 to 1


@dataclass(slots=True)
class _Node:
    """What is known of one decision: how often it was possible, how often taken, and what its player got in all."""

    possible: int = 0
    visits: int = 0
    total: float = 0.0
    is_faulty: bool = False
    below: dict[Decision, _Node] = field(default_factory=dict)


class MctsAgent:
    """Searches with a number of simulations a decision."""

    def __init__(self, simulations: int) -> None:
        instead = "write how many games to simulate for each decision, from 1"
        self.simulations = whole_number("simulations", simulations, 1, None, instead)
        self.name = f"mcts:{self.simulations}"

    def choose(self, state: State, stream: Stream) -> Decision:
        """Return the decision most simulations took; the only one without any."""
        check_asked(state, stream)
        legal = state.legal_actions()
        if len(legal) == 1:
            return legal[0]
        search = _Search(stream)
        for _ in range(self.simulations):
            world = imagined(state, stream)
            if world is not None:
                search.simulate(world)
        known = search.root.below
        worth = {decision: -1 if node.is_faulty else node.visits for decision, node in known.items()}
        return max(legal, key=lambda decision: worth.get(decision, 0))


class _Search:
    """One tree, grown by one game at a time."""

    def __init__(self, stream: Stream) -> None:
        self.root = _Node()
        self.stream = stream
        self.largest = 1.0  # the greatest return met, either way: scored games are brought to the range of the bound

    def simulate(self, world: State) -> None:
        """Play one game through the tree and note what each player got on the way."""
        path = list[tuple[_Node, int]]()
        try:
            self._descend(world, path)
            returns = world.returns() if world.is_terminal() else world.random_playout(self.stream.seed())
        except PlayError as error:
            if not is_fault(error):
                raise
            returns = (-self.largest,) * world.num_players
        self.largest = max(self.largest, *(abs(value) for value in returns))
        for node, player in path:
            node.visits += 1
            if player >= 0:
                node.total += returns[player]

    def _descend(self, world: State, path: list[tuple[_Node, int]]) -> None:
        """Walk *world* down to the first decision that is new, or to the end; *path* gets the way with who decided."""
        node = self.root
        while not world.is_terminal():
            legal, player = world.legal_actions(), world.current_player()
            decision, is_new = self._select(node, legal)
            node = node.below[decision]
            path.append((node, player))
            node.is_faulty = True  # until it is known to be none
            world.apply_action(decision)
            node.is_faulty = False
            if is_new:
                break

    def _select(self, node: _Node, legal: tuple[Decision, ...]) -> tuple[Decision, bool]:
        """Return a decision never tried here, at random, or the one of the greatest bound; and which of the two."""
        untried = [decision for decision in legal if decision not in node.below]
        for decision in legal:
            if decision in node.below:
                node.below[decision].possible += 1
        if not untried:
            return max(legal, key=lambda option: self._bound(node.below[option])), False
        decision = untried[self.stream.below(len(untried))]
        node.below[decision] = _Node(possible=1)
        return decision, True

    def _bound(self, node: _Node) -> float:
        if node.is_faulty:
            return -inf
        mean = node.total / (node.visits * self.largest)
        return mean + _CURIOSITY * sqrt(log(node.possible) / node.visits)
