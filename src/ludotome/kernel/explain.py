"""Explain: why a decision is not legal.

A decision is refused by the first of these it does not pass: the action, the phase, `actor`, limits, the parameters and
their domains, `pre` (its exact conjunct), cost, adjacency, `post`, `longest`. The answer names it, says it in words and
gives the values it saw.

This module does not decide what is legal; it asks `legality` step by step.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from ludotome.gamedef import Decision, Expr, Node, Scope, children, encode
from ludotome.gamedef import expressions as ex
from ludotome.kernel.context import Context, Value, make, plain
from ludotome.kernel.decisions import from_json_value, to_json_value
from ludotome.kernel.legality import Action, Legality
from ludotome.kernel.tables import Tables
from ludotome.kernel.working import Working

_MOST_VALUES = 12


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """What refused a decision.

    `by` is one of over, choice, kind, action, phase, actor, limit, params, domain, pre, cost, adjacent, post, longest;
    `path` is the place in the definition, `values` each part of the condition (as JSON) with the value it had.
    """

    by: str
    message: str
    path: str = ""
    values: tuple[tuple[str, Any], ...] = ()


def refusal_of(tables: Tables, legality: Legality, move: Decision) -> Refusal | None:
    """Return the first thing that refuses *move* where nothing is pending, None when it is legal."""
    if move.kind != "action":
        return Refusal("kind", f"nothing is asked, so there is nothing to `{move.kind}`; take an action")
    place = legality.find(move)
    if place is not None:
        return _late_refusal(tables, legality, place)
    index = tables.symbols.action_index.get(move.action or "")
    if index is None:
        known = ", ".join(f"`{name}`" for name in tables.symbols.action_index)
        return Refusal("action", f"there is no action `{move.action}`; there are {known}")
    return _early_refusal(tables, tables.rules.actions[index], legality.state, move)


def _late_refusal(tables: Tables, legality: Legality, place: int) -> Refusal | None:
    by = legality.refusal(place)
    if by is None:
        return None
    action = legality.candidates[place].action
    path = f"actions[{action.index}].{ {'adjacent': 'effects'}.get(by, by) }"
    name = action.definition.id
    message = {
        "cost": f"the cost of `{name}` cannot be paid",
        "adjacent": f"`{name}` would move a token to a zone that is not next to it",
        "post": f"`{name}` would leave a state that its `post` does not allow",
        "longest": f"`{name}` must begin a longest series of takings, and this one does not",
    }[by]
    values: tuple[tuple[str, Any], ...] = ()
    if by == "post" and action.definition.post is not None:
        values = _post_values(tables, legality, place)
    return Refusal(by, message, path, values)


def _post_values(tables: Tables, legality: Legality, place: int) -> tuple[tuple[str, Any], ...]:
    """Return the parts of a `post` with their values in the state it refused."""
    from ludotome.kernel.run import Run  # a run of its own, only here

    candidate = legality.candidates[place]
    run = Run(tables, legality.state.copy(), is_trial=True)
    context = candidate.action.perform(run, legality.state.active, candidate.values)
    post = candidate.action.definition.post
    assert post is not None
    return _values_seen(tables, post, context, candidate.action.scope.at("post"))


def _early_refusal(tables: Tables, action: Action, state: Working, move: Decision) -> Refusal:
    definition, path = action.definition, f"actions[{action.index}]"
    phase = tables.rules.phases[state.phase].definition.id
    if phase not in definition.phases:
        belongs = " or ".join(f"`{name}`" for name in definition.phases)
        return Refusal("phase", f"`{definition.id}` belongs to phase {belongs}, not to `{phase}`", f"{path}.phases")
    if not action.is_for(state, None):
        return Refusal("actor", f"`{definition.id}` is not for player {state.active}", f"{path}.actor")
    if not action.is_within_limits(state, state.active):
        return Refusal("limit", f"player {state.active} has no `{definition.id}` left", f"{path}.limits")
    given = dict(move.params)
    if set(given) != set(action.names) or len(given) != len(move.params):
        wanted = ", ".join(f"`{name}`" for name in action.names) or "no parameters"
        found = ", ".join(f"`{name}`" for name, _ in move.params) or "none"
        return Refusal("params", f"`{definition.id}` takes {wanted}, found {found}", f"{path}.params")
    return _refusal_by_domain_or_pre(tables, action, state, given)


def _refusal_by_domain_or_pre(tables: Tables, action: Action, state: Working, given: dict[str, Any]) -> Refusal:
    path = f"actions[{action.index}]"
    context = Context(state, state.active)
    for depth, (name, type_) in enumerate(zip(action.names, action.types, strict=True)):
        domain = tuple(action.domains[depth](context))
        wanted = from_json_value(tables, given[name], type_)
        found = next((value for value in domain if wanted is not None and plain(value) == wanted), None)
        if found is None:
            shown = [to_json_value(tables, value, type_) for value in domain[:_MOST_VALUES]]
            message = f"`{name}` is {given[name]!r}; it can be {shown}{' …' if len(domain) > _MOST_VALUES else ''}"
            return Refusal("domain", message, f"{path}.params[{depth}].domain")
        context.bindings[name] = found
    for conjunct in action.conjuncts:
        if not conjunct.holds(context):
            seen = _values_seen(tables, conjunct.node, context, action.scope)
            return Refusal("pre", f"this does not hold: {_text(conjunct.node)}", f"{path}.pre", seen)
    raise AssertionError("a decision that passes everything is a candidate; please send us the record of this game")


def _values_seen(tables: Tables, node: Expr, context: Context, scope: Scope) -> tuple[tuple[str, Any], ...]:
    """Return the parts of a condition that stand for themselves, with their values."""
    found = []
    for part in _closed_parts(node):
        type_ = tables.rules.type_of(part, scope)
        value: Value = make(part, tables)(context)
        found.append((_text(part), to_json_value(tables, value, type_)))
    return tuple(dict(found).items())[:_MOST_VALUES]


def _closed_parts(node: Node) -> Iterator[Any]:
    """Yield the parts below a condition that hold no binder of their own and are not literals, outermost first."""
    literals = (ex.IntLiteral, ex.BoolLiteral, ex.NoneLiteral, ex.NameLiteral, ex.ZoneLiteral, ex.SeatLiteral)
    for _, child in children(node):
        if isinstance(child, literals) or hasattr(node, "bind"):
            continue
        yield child
        yield from _closed_parts(child)


def _text(node: Node) -> str:
    return msgspec.json.encode(encode(node)).decode()
