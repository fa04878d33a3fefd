"""Effort: which loops of a game are so long that they must check for interrupts.

    LONG_CALL   a game in which one call can take more steps has a flag to stop it (`LT_HALTS`)
    LONG_WALK   a loop that can take more steps checks the flag at every element
    LONG_STEP   an expression that can take more steps checks it once, before it is evaluated

A step takes a few nanoseconds. So an uninterruptible call takes a few tenths of a second at most, and the flag
is checked every few milliseconds. A check counts the steps up to the next one, in units of `LOOK`.

This module does not know how a call is stopped (`c/states.h`).
"""

from __future__ import annotations

from typing import Any

from ludotome.gamedef import Effort, infer_all
from ludotome.native.lower import ir
from ludotome.native.lower.layout import Layout
from ludotome.native.lower.plan import Plan
from ludotome.native.lower.tables import DISTANCE

LONG_CALL = 10**8
LONG_WALK = 10**6
LONG_STEP = LONG_WALK // 16
LOOK = 1024


def is_long(layout: Layout) -> bool:
    """Return whether one call on a state can take so many steps that it must be interruptible."""
    return Effort(infer_all(layout.symbols)).decision > LONG_CALL


def walk_of(plan: Plan) -> int:
    """Return the maximum number of steps for listing the instances of an action, without trying them."""
    each, total = 1, sum(map(steps, plan.guards))
    for level in plan.levels:
        total += each * steps(level.source)
        each *= max(int(level.source.size), 1)
        total += each * (1 + sum(map(steps, level.guards)))
    return total


def looks_of_listing(plan: Plan) -> int:
    """Return how many checks one round of the loops that list the instances of an action counts for."""
    return _looks(sum(steps(guard) for level in plan.levels for guard in level.guards))


def looks_of_round(node: Any) -> int:
    """Return how many checks one round of the loop of *node* counts for."""
    return _looks(steps(node) // max(int(node.source.size if isinstance(node, ir.Reduce) else node.size), 1))


def looks_of_call(node: Any) -> int:
    """Return how many checks evaluating *node* counts for."""
    return _looks(steps(node))


def _looks(count: int) -> int:
    return max(1, min(count, LONG_WALK) // LOOK)  # what takes longer checks by itself


def steps(node: Any) -> int:
    """Return the maximum number of steps of a lowered expression or loop."""
    match node:
        case ir.Reduce():
            body = 0 if node.body is None else steps(node.body)
            return 1 + steps(node.source) + int(node.source.size) * (1 + body)
        case ir.CanTake() | ir.NoLegalMoves():
            return LONG_WALK  # as long as listing decisions
        case ir.Const() | ir.Local():
            return 0
        case ir.Call() if node.function == DISTANCE:
            return LONG_WALK // 10 + sum(map(steps, node.args))  # a search over all zones, unless it is cached
    size = getattr(node, "size", 1)
    return 1 + int(size) * sum(map(steps, ir.parts(node)))
