"""Perft: count the sequences of decisions, or of whole turns, from a state.

Published counts exist for many games, so this verifies rules. A turn is over when the turn counter changes or the game
ends; a sequence that ends early with the game is not counted.

This module does not know which kernel computes the state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from ludotome.gamedef import MOST_DECISIONS, Decision, PlayError, whole_number
from ludotome.play.fault_words import CODE as FAULT
from ludotome.play.reference import kernel

if TYPE_CHECKING:
    from ludotome.play.state import State

Per = Literal["decision", "turn"]
MOST_DEPTH = 2**31 - 1


def perft(
    state: State, depth: int, *, per: Per = "decision", divide: bool = False, max_decisions: int = MOST_DECISIONS
) -> int | tuple[tuple[Decision, int], ...]:
    """Return the number of sequences, or with *divide* that number for each first decision.

    Raise `PlayError` for a position with more than *max_decisions*, and for a document fault on the way, with the
    decisions that lead to it.
    """
    depth = whole_number("depth", depth, 0, MOST_DEPTH, f"write a whole number from 0 to {MOST_DEPTH}")
    if per not in ("decision", "turn"):
        raise PlayError("bad-argument", f"per is {per!r}; write decision or turn")
    try:
        return (_divided if divide else _counted)(state, depth, per, max_decisions)
    except PlayError as error:
        if error.code != FAULT:
            raise
        raise _led_to(state, _first_fault(state, depth, per) or error) from None


def _counted(state: State, depth: int, per: Per, most: int = MOST_DECISIONS) -> int:
    if state.backend == "native":
        counter: Any = state._backend
        counted: int = counter.perft(state._position, depth, per, most)
        return counted
    return (_decisions if per == "decision" else _turns)(state.clone(), depth, most)


def _divided(state: State, depth: int, per: Per, most: int) -> tuple[tuple[Decision, int], ...]:
    if state.backend == "native":
        counter: Any = state._backend
        counted: tuple[tuple[Decision, int], ...] = counter.divide(state._position, depth, per, most)
        return counted
    if depth == 0:
        return ()
    found = []
    for decision in state.legal_actions(max_decisions=most):
        child = state.clone()
        child.apply_action(decision)
        found.append((decision, _counted(child, _left(state, child, depth, per), per, most)))
    return tuple(found)


def _first_fault(state: State, depth: int, per: Per) -> PlayError | None:
    """Return the first fault within *depth* of *state*, in the order of decisions; None if there is none.

    Machine code counts below each decision until one is found that leads to a fault.
    """
    for decision in state.legal_actions() if depth else ():
        child = state.clone()
        try:
            child.apply_action(decision)
        except PlayError as error:
            return error
        left = _left(state, child, depth, per)
        try:
            _counted(child, left, per)
        except PlayError:
            return _first_fault(child, left, per)
    return None


def _led_to(start: State, error: PlayError) -> PlayError:
    """Return *error* with the decisions since *start*, in notation, if it knows them."""
    state, written = start.clone(), list[str]()
    history, last = error.details.get("history", start.history()), error.details.get("decision")
    answers = error.details.get("answers", ())
    for decision in history[len(start.history()) :]:
        written.append(kernel.notation_of(state.game.game_def, state.game_state, decision))
        state.apply_action(decision)
    given = answers[-1] if answers else last
    if given is not None:
        written.append(kernel.notation_of(state.game.game_def, state.game_state, given))
    after = f"\n  decided: {', '.join(written)}" if written else ""
    return PlayError(error.code, f"{error}{after}", **error.details)


def _left(before: State, after: State, depth: int, per: Per) -> int:
    """Return the depth that remains after one decision."""
    return depth - 1 if per == "decision" or _is_turn_over(before, after) else depth


def _decisions(state: State, depth: int, most: int) -> int:
    if depth == 0:
        return 1
    decisions = state.legal_actions(max_decisions=most)
    if depth == 1:
        return len(decisions)
    total = 0
    for decision in decisions:
        state.apply_action(decision)
        total += _decisions(state, depth - 1, most)
        state.undo_action()
    return total


def _turns(state: State, depth: int, most: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for decision in state.legal_actions(max_decisions=most):
        child = state.clone()
        child.apply_action(decision)
        total += _turns(child, _left(state, child, depth, "turn"), most)
    return total


def _is_turn_over(before: State, after: State) -> bool:
    return after.is_terminal() or after.game_state.turn != before.game_state.turn
