"""C for reasons: which conditions of an action hold for given parameters, as numbers, for `why` on a page.

    reasons_A     writes 1 or 0 for each condition of action A: of each parameter's `where`, then of `pre`

`conditions_of` lists the same conditions in the same order; their texts are data (`play/web_module.py`).

Invariant: as in `notation`, no index is maintained only for these.

This module does not know which decisions are legal: a decision may pass all its conditions and still not be.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from ludotome.gamedef import ActionDef, Expr
from ludotome.gamedef import expressions as ex
from ludotome.native.emit.emitter import Emitter, c_type
from ludotome.native.lower.plan import Plan
from ludotome.native.lower.scalars import lower
from ludotome.native.text import Lines, c_name


class Condition(Struct, frozen=True):
    """One condition of an action: of the parameter at `depth`, bound to `bind`, or of `pre` if there is none."""

    node: Expr
    depth: int | None = None
    bind: str = ""


def conditions_of(action: ActionDef) -> tuple[Condition, ...]:
    """Return the conditions of *action*, in the order in which they are tested."""
    found = [
        Condition(part, depth, level.bind)
        for depth, param in enumerate(action.params)
        for level in _filters(param.domain)
        for part in _conjuncts(level.where)
    ]
    return (*found, *(Condition(part) for part in _conjuncts(action.pre)))


def _filters(domain: object) -> list[ex.Where]:
    """Return the filters of a domain, the innermost first."""
    found = list[ex.Where]()
    while isinstance(domain, ex.Where):
        found.insert(0, domain)
        domain = domain.of
    return found


def _conjuncts(node: Expr | None) -> Iterator[Expr]:
    """Yield the parts that must all hold, in written order."""
    if isinstance(node, ex.And):
        for arg in node.args:
            yield from _conjuncts(arg)
    elif node is not None:
        yield node


def write_reasons(emit: Emitter, out: Lines, plans: tuple[Plan, ...]) -> None:
    """Write the functions and their dispatcher."""
    for plan in plans:
        emit.stem = f"reasons_{c_name(plan.action.id)}"
        _reasons(emit, out, plan)
    heads = ["static void reasons(const lt_state *s, lt_play *p, const int32_t *d, int32_t *out)", "switch (d[0])"]
    with out.blocks(heads):
        out.add(*(f"case {plan.index}: reasons_{c_name(plan.action.id)}(s, p, d, out); break;" for plan in plans))
        out.add("default: break;")


def _reasons(emit: Emitter, out: Lines, plan: Plan) -> None:
    name = c_name(plan.action.id)
    with out.block(f"static void reasons_{name}(const lt_state *s, lt_play *p, const int32_t *d, int32_t *out)"):
        out.add("int32_t actor = s->active;", "(void)s; (void)p; (void)d; (void)out; (void)actor;")
        for place, local in enumerate(plan.params, start=1):
            out.add(f"{c_type(local.kind)} {local.name} = d[{place}];", f"(void){local.name};")
        for place, condition in enumerate(conditions_of(plan.action)):
            scope = plan.scope
            if condition.depth is not None:
                scope = scope.bind(condition.bind, plan.params[condition.depth])
            out.add(f"out[{place}] = !!{emit.condition(lower(emit.low, condition.node, scope))};")
