"""The random agent: choose every legal decision with equal probability."""

from __future__ import annotations

from ludotome.agents.agent import Stream, check_asked
from ludotome.gamedef import Decision
from ludotome.play import State


class RandomAgent:
    """Chooses uniformly among the legal decisions."""

    name = "random"

    def choose(self, state: State, stream: Stream) -> Decision:
        """Return a legal decision; all are equally likely."""
        check_asked(state, stream)
        legal = state.legal_actions()
        return legal[stream.below(len(legal))]
