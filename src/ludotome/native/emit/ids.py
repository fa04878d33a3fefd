"""C for numbers of decisions: convert decisions to ids and back, with constant factors.

    decision_number       the id of a decision
    decision_of_number    the decision of an id

This module does not know what the numbers are used for; `action_ids` defines them.
"""

from __future__ import annotations

from ludotome.gamedef import ActionIds, PlayError
from ludotome.native.lower import ir
from ludotome.native.lower.action_ids import action_ids
from ludotome.native.lower.ir import Local
from ludotome.native.lower.layout import Layout
from ludotome.native.lower.plan import Level, Plan
from ludotome.native.text import Lines


def ids_of(layout: Layout) -> ActionIds | None:
    """Return the ids of the decisions; None for a game with too many to number."""
    try:
        return action_ids(layout, layout.width)
    except PlayError:
        return None


def tells_all(ids: ActionIds | None, plans: tuple[Plan, ...], layout: Layout) -> bool:
    """Return whether an id can replace its decision: no value of a decision can be outside its range.

    This is decided from the ranges and the loops alone, not from inferred types.
    """
    return ids is not None and all(
        _is_within(level, ids.low[plan.index][place], ids.size[plan.index][place], layout)
        for plan in plans
        for place, level in enumerate(plan.levels)
    )


def _is_within(level: Level, low: int, size: int, layout: Layout) -> bool:
    match level.source, level.param.kind:
        case ir.Listing(items=items), _ if all(isinstance(item, ir.Const) for item in items):
            return all(isinstance(item, ir.Const) and low <= item.value < low + size for item in items)
        case _, "zone":
            return (low, size) == (0, layout.zones)
        case _, "token":
            return (low, size) == (0, max(layout.tokens, 1))
        case _, "player":
            return (low, size) == (0, layout.players)
        case _:
            return False


def number(ids: ActionIds, plan: Plan, params: tuple[Local, ...]) -> str:
    """Return C for the id of an instance of *plan* with *params*; further parameters count as 0."""
    first, *factors = ids.weights(plan.index)
    terms = [
        f"{param.name}{'' if factor == 1 else f' * {factor}'}" for param, factor in zip(params, factors, strict=False)
    ]
    return " + ".join([*terms, *([str(first)] if first or not terms else [])])


def numbers(ids: ActionIds) -> str:
    """Return the functions that turn decisions, answers among them, into ids and back."""
    out = Lines()
    out.add("/* where every decision is a zone, the one whose number is 0 */")
    out.add(f"#define LT_FIRST_ZONE {ids.low[0][0] if ids.low and ids.low[0] else 0}")
    actions, places = range(len(ids.base)), range(len(ids.low[0]) if ids.low else 0)
    with out.blocks(["LT_INLINE int64_t decision_number(const int32_t *d)", "switch (d[0])"]):
        for action in actions:
            first, *factors = ids.weights(action)
            terms = (f"(int64_t)d[{1 + i}] * {factors[i]}" for i in places if ids.size[action][i] > 1)
            out.add(f"case {action}: return {' + '.join([str(first + _fixed(ids, action)), *terms])};")
        out.add("default: return -1;")
    with out.block("LT_INLINE void decision_of_number(int32_t number, int32_t *d)"):
        out.add("uint32_t rest;")
        for action in actions:
            last = action + 1 == len(ids.base)
            with out.block("" if last else f"if (number < {ids.base[action + 1]})"):
                out.add(f"d[0] = {action};", f"rest = (uint32_t)number - {ids.base[action]}u;")
                for i in places:
                    low, size, factor = (table[action][i] for table in (ids.low, ids.size, ids.stride))
                    value = "0" if size <= 1 else f"(int32_t)(rest / {factor}u)"
                    out.add(f"d[{1 + i}] = {value}{f' + {low}' if low else ''};")
                    if size > 1 and factor > 1:
                        out.add(f"rest %= {factor}u;")
                out.add("(void)rest;", *([] if last else ["return;"]))
    return str(out)


def _fixed(ids: ActionIds, action: int) -> int:
    """Return the contribution of the parameters with a single value."""
    return sum(
        low * stride
        for low, size, stride in zip(ids.low[action], ids.size[action], ids.stride[action], strict=True)
        if size <= 1
    )
