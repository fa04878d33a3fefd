"""Trace: a game played decision by decision, with the search results and the things used by each.

Games between searching players equal those of `play_agents`: the same seed gives the same decisions.

Invariants:
    * values are those for the player to decide, on the scale of returns;
    * a decision without an alternative is included, without a search.

This module does not evaluate traces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ludotome.agents import Agent, MctsAgent, Stream
from ludotome.chance import mix, seed_generator
from ludotome.gamedef import OUTCOMES, Decision, PlayError
from ludotome.play import Game, Playouts, State
from ludotome.report.things import Thing, Things

FAULT = -2


@dataclass(frozen=True, slots=True)
class TracedDecision:
    """One decision: the player, the number of options, the chosen one, and the visits and values of the search.

    `used` are the things that the decision uses; `offered` is, for each thing, the share of the legal decisions that
    use it. Without a search `visits` is empty.
    """

    seat: int
    legal: int
    chosen: int
    visits: NDArray[np.int32]
    values: NDArray[np.float64]
    value: float
    used: frozenset[Thing]
    offered: Mapping[Thing, float]


@dataclass(slots=True)
class TracedGame:
    """A game: its number and seed, its decisions, and its result."""

    index: int
    seed: int
    decisions: list[TracedDecision] = field(default_factory=list)
    made: list[Decision] = field(default_factory=list)
    outcome: int = -1
    returns: tuple[float, ...] = ()
    condition: int = -1
    present: frozenset[Thing] = frozenset()

    def as_playouts(self, seats: int) -> Playouts:
        """Return the result of the game, as one row of `Playouts`."""
        return Playouts(
            np.array([self.returns or (0.0,) * seats]),
            np.array([len(self.decisions)], np.int32),
            np.array([self.outcome], np.int8),
            np.array([self.condition], np.int32),
        )


class Tracer:
    """Plays and traces games between players of one kind."""

    def __init__(self, game: Game, seats: int, agent: Agent, seed: int) -> None:
        self.game, self.seats, self.agent, self.seed = game, seats, agent, seed
        self.things = Things(game)

    def __call__(self, index: int) -> TracedGame:
        """Return game *index* of the series."""
        traced = TracedGame(index, mix(self.seed, index))
        present: set[Thing] = set()
        try:
            state = self.game.new_initial_state(seed=traced.seed, players=self.seats)
            while not state.is_terminal():
                present.update(self.things.present(state.game_state))
                self._decide(state, traced)
        except PlayError as error:
            if error.code != "document-fault":
                raise
            traced.outcome = FAULT
            return traced
        finally:
            traced.present = frozenset(present)
        ended = state.outcome()
        assert ended is not None
        traced.outcome, traced.returns = OUTCOMES.index(ended.type), ended.returns
        traced.condition = -1 if ended.condition is None else ended.condition
        return traced

    def _decide(self, state: State, traced: TracedGame) -> None:
        legal = state.legal_actions()
        stream = Stream(seed_generator(mix(self.seed, traced.index, len(traced.decisions))))
        visits, values, value = np.zeros(0, np.int32), np.zeros(0), 0.0
        if isinstance(self.agent, MctsAgent) and len(legal) > 1:
            found = self.agent.search(state, stream)
            decision, value = found.decision, found.value
            visits, values = np.array(found.visits, np.int32), np.array(found.values)
        else:
            decision = self.agent.choose(state, stream)
        chosen, before = legal.index(decision), state.game_state
        offered: Counter[Thing] = Counter()
        for one in legal:
            offered.update(self.things.of(before, one))
        seat = state.current_player()
        state.apply_action(decision)
        traced.made.append(decision)
        shares = {thing: count / len(legal) for thing, count in offered.items()}
        used = self.things.of(before, decision)
        traced.decisions.append(TracedDecision(seat, len(legal), chosen, visits, values, value, used, shares))
