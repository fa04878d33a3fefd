"""Perft: how many sequences of decisions, or of whole turns, there are from a state.

Published counts exist for many games, so this is how rules are proven. A turn is over when the turn counter moves or
the game ends; a sequence that ends early, because the game does, is not counted.

This module does not know which kernel computes the state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from ludotome.gamedef import Decision, PlayError
from ludotome.play.whole_numbers import whole_number

if TYPE_CHECKING:
    from ludotome.play.state import State

Per = Literal["decision", "turn"]
MOST_DEPTH = 2**31 - 1


def perft(
    state: State, depth: int, *, per: Per = "decision", divide: bool = False
) -> int | tuple[tuple[Decision, int], ...]:
    """Return the number of sequences, or with *divide* that number for each first decision."""
    depth = whole_number("depth", depth, 0, MOST_DEPTH, f"write a whole number from 0 to {MOST_DEPTH}")
    if per not in ("decision", "turn"):
        raise PlayError("bad-argument", f"per is {per!r}; write decision or turn")
    if state.backend == "native":
        counter: Any = state._backend
        counted: int | tuple[tuple[Decision, int], ...]
        counted = (counter.divide if divide else counter.perft)(state._position, depth, per)
        return counted
    count = _decisions if per == "decision" else _turns
    if not divide:
        return count(state.clone(), depth)
    if depth == 0:
        return ()
    found = []
    for decision in state.legal_actions():
        child = state.clone()
        child.apply_action(decision)
        over = per == "decision" or _is_turn_over(state, child)
        found.append((decision, count(child, depth - 1 if over else depth)))
    return tuple(found)


def _decisions(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    decisions = state.legal_actions()
    if depth == 1:
        return len(decisions)
    total = 0
    for decision in decisions:
        state.apply_action(decision)
        total += _decisions(state, depth - 1)
        state.undo_action()
    return total


def _turns(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for decision in state.legal_actions():
        child = state.clone()
        child.apply_action(decision)
        total += _turns(child, depth - 1 if _is_turn_over(state, child) else depth)
    return total


def _is_turn_over(before: State, after: State) -> bool:
    return after.is_terminal() or after.game_state.turn != before.game_state.turn
