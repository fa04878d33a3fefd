"""Effort: which walks of a game are so long that they ask on the way whether to stop.

    LONG_CALL   a game in which one call can take more steps than this has a flag to stop it (`LT_HALTS`)
    LONG_WALK   a walk that can take more steps than this asks about the flag at every element

A step is some nanoseconds. So a call that nobody can stop takes some tenths of a second at most, and between two looks
at the flag there are some milliseconds.

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


def is_long(layout: Layout) -> bool:
    """Whether one call on a state can take so many steps that somebody may want to stop it."""
    return Effort(infer_all(layout.symbols)).decision > LONG_CALL


def walk_of(plan: Plan) -> int:
    """Return the most steps that walking over the instances of an action can take, without trying them."""
    each, total = 1, sum(map(steps, plan.guards))
    for level in plan.levels:
        total += each * steps(level.source)
        each *= max(int(level.source.size), 1)
        total += each * (1 + sum(map(steps, level.guards)))
    return total


def steps(node: Any) -> int:
    """Return the most steps that a lowered expression or walk can take."""
    match node:
        case ir.Reduce():
            body = 0 if node.body is None else steps(node.body)
            return 1 + steps(node.source) + int(node.source.size) * (1 + body)
        case ir.CanTake() | ir.NoLegalMoves():
            return LONG_WALK  # as long as a list of decisions is
        case ir.Const() | ir.Local():
            return 0
        case ir.Call() if node.function == DISTANCE:
            return LONG_WALK // 10 + sum(map(steps, node.args))  # a search over all zones, unless it was made just now
    size = getattr(node, "size", 1)
    return 1 + int(size) * sum(map(steps, ir.parts(node)))
