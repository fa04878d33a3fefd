"""MCTS: choose a decision by Monte Carlo tree search with a fixed budget.

Invariant: an agent with a number of simulations gives the same decision for the same state and stream; one with a time
limit need not (`is_timed`).

This module does not know how a search works (`play`).
"""

from __future__ import annotations

from ludotome.agents.agent import Stream, check_asked
from ludotome.gamedef import Decision, PlayError, whole_number
from ludotome.play import MOST_SIMULATIONS, SearchResult, State


class MctsAgent:
    """Searches with a number of simulations per decision, or for a number of milliseconds."""

    def __init__(
        self, simulations: int | None = None, *, milliseconds: int | None = None, name: str | None = None
    ) -> None:
        if (simulations is None) == (milliseconds is None):
            raise PlayError("bad-argument", "an `mcts` agent has a number of simulations or of milliseconds; write one")
        instead = "write how many games to simulate for each decision, from 1"
        if simulations is not None:
            simulations = whole_number("simulations", simulations, 1, MOST_SIMULATIONS, instead)
        if milliseconds is not None:
            milliseconds = whole_number("milliseconds", milliseconds, 1, None, "write how long to search, from 1")
        self.simulations, self.milliseconds = simulations, milliseconds
        self.name = name or (f"mcts:{milliseconds}ms" if simulations is None else f"mcts:{simulations}")

    @property
    def is_timed(self) -> bool:
        """Whether its decisions depend on the speed of the machine."""
        return self.milliseconds is not None

    def choose(self, state: State, stream: Stream) -> Decision:
        """Return the decision that most simulations chose; a single legal decision needs no search."""
        check_asked(state, stream)
        legal = state.legal_actions()
        return legal[0] if len(legal) == 1 else self.search(state, stream).decision

    def search(self, state: State, stream: Stream) -> SearchResult:
        """Return the full result of the search behind `choose`; a single legal decision is searched too."""
        check_asked(state, stream)
        return state.search(self.simulations, self.milliseconds, seed=stream.seed())
