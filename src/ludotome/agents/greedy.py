"""The greedy agent: choose the decision that looks best one step ahead.

A decision is worth what the game returns if it ends there, otherwise the current score of the seat compared with the
best of the others. Hidden information and dice are sampled a few times, and the value is averaged over the worlds that
allow the decision (hidden information may affect what is legal). If no world allows it, it is worth 0. A decision that
meets a fault of the document cannot be played, so it is worth less than any other.
"""

from __future__ import annotations

from math import inf

from ludotome.agents.agent import Stream, check_asked, imagined, is_fault
from ludotome.gamedef import Decision, PlayError
from ludotome.play import State

_WORLDS = 4  # how often hidden information and dice are sampled; once is enough without them


class GreedyAgent:
    """Looks one decision ahead; ties are broken at random."""

    name = "greedy"

    def choose(self, state: State, stream: Stream) -> Decision:
        """Return a decision of the highest value."""
        check_asked(state, stream)
        player = state.current_player()
        legal = state.legal_actions()
        number = _WORLDS if state.game.is_uncertain else 1
        drawn = [imagined(state, stream) for _ in range(number)]
        worlds = [world for world in drawn if world is not None]
        worth = [_mean_worth(worlds, decision, player) for decision in legal]
        best = [decision for decision, value in zip(legal, worth, strict=True) if value == max(worth)]
        return best[stream.below(len(best))]


def _mean_worth(worlds: list[State], decision: Decision, player: int) -> float:
    found = [_worth_after(world, decision, player) for world in worlds]
    known = [worth for worth in found if worth is not None]
    total = 0.0
    for worth in known:  # in the order of the C code; `sum` may round differently
        total += worth
    return total / len(known) if known else 0.0


def _worth_after(world: State, decision: Decision, player: int) -> float | None:
    """Return the value of *decision* in *world*; None if it is not legal there."""
    after = world.clone()
    try:
        after.apply_action(decision)
    except PlayError as error:
        if is_fault(error):
            return -inf
        if error.code != "illegal-decision":
            raise
        return None
    if after.is_terminal():
        return 1_000_000.0 * after.returns()[player]
    scores = after.scores()
    if scores is None:
        return 0.0
    return float(scores[player] - max((score for seat, score in enumerate(scores) if seat != player), default=0))
