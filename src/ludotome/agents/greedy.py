"""The greedy agent: the decision that looks best one step ahead.

A decision is worth what the game returns if it ends there, else the score its rules give now, for the seat against the
best of the others. What the seat cannot see, and what dice may show, is redrawn a few times and averaged; where no such
world is found, all decisions are worth the same.
"""

from __future__ import annotations

from ludotome.agents.agent import Stream, imagined
from ludotome.gamedef import Decision
from ludotome.play import State

_WORLDS = 4  # how often hidden things and dice are redrawn; one is enough where there are none


class GreedyAgent:
    """Looks one decision ahead; ties are broken at random."""

    name = "greedy"

    def choose(self, state: State, stream: Stream) -> Decision:
        """Return a decision of the greatest worth."""
        player = state.current_player()
        legal = state.legal_actions()
        number = _WORLDS if state.game.is_uncertain else 1
        drawn = [imagined(state, stream) for _ in range(number)]
        worlds = [world for world in drawn if world is not None]
        worth = [sum(_worth_after(world, decision, player) for world in worlds) for decision in legal]
        best = [decision for decision, value in zip(legal, worth, strict=True) if value == max(worth)]
        return best[stream.below(len(best))]


def _worth_after(world: State, decision: Decision, player: int) -> float:
    after = world.clone()
    after.apply_action(decision)
    if after.is_terminal():
        return 1_000_000.0 * after.returns()[player]
    scores = after.scores()
    if scores is None:
        return 0.0
    return float(scores[player] - max(score for seat, score in enumerate(scores) if seat != player))
