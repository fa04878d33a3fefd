"""Explain: why a decision is not legal.

A decision is refused by the first of these tests that fails: the action, the phase, `actor`, limits, the parameters and
their domains, `pre` (its exact conjunct), cost, adjacency, `post`, `longest`. The result names the test, gives it in
the syntax of documents and in notation, and gives the values involved.

This module does not decide what is legal; it calls `legality` step by step.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from ludotome.gamedef import NODES, Decision, Expr, Node, Scope, Type, children, expression_text, facts, fields_of
from ludotome.gamedef import expressions as ex
from ludotome.kernel.context import Context, Value, asking, make, make_set, plain
from ludotome.kernel.decisions import from_json_value, spelt, to_json_value
from ludotome.kernel.legality import Action, Candidate, Legality, conjuncts_of
from ludotome.kernel.tables import Tables
from ludotome.kernel.working import Handle, Working

_MOST_VALUES = 12


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a decision was refused.

    `by` is one of over, choice, kind, action, phase, actor, limit, params, domain, pre, cost, adjacent, post, longest;
    `path` is the place in the definition, `values` the value of each part of the condition (as text). If a condition
    does not hold, `rule` says for what, and `condition` is the part that does not, as text.
    """

    by: str
    message: str
    path: str = ""
    values: tuple[tuple[str, Any], ...] = ()
    rule: str = ""
    condition: str = ""


def refusal_of(tables: Tables, legality: Legality, move: Decision) -> Refusal | None:
    """Return the first test that refuses *move* if no choice is pending; None if it is legal."""
    if move.kind != "action":
        return Refusal("kind", f"there is no pending choice to `{move.kind}`; take an action")
    candidate = legality.find(move)
    if candidate is not None:
        return _late_refusal(tables, legality, candidate)
    index = tables.symbols.action_index.get(move.action or "")
    if index is None:
        known = ", ".join(f"`{name}`" for name in tables.symbols.action_index)
        return Refusal("action", f"there is no action `{move.action}`; there are {known}")
    return _early_refusal(tables, tables.rules.actions[index], legality.state, move)


def _late_refusal(tables: Tables, legality: Legality, candidate: Candidate) -> Refusal | None:
    by, action = legality.refusal_of(candidate), candidate.action
    if by is None:
        return None
    path = f"actions[{action.index}].{ {'adjacent': 'effects'}.get(by, by) }"
    name = action.definition.id
    message = {
        "cost": f"the cost of `{name}` cannot be paid",
        "adjacent": f"`{name}` would move a token to a zone that is not adjacent",
        "post": f"the `post` of `{name}` would not hold",
        "longest": f"`{name}` must begin a longest series of captures, and this one does not",
    }[by]
    if by == "post" and action.definition.post is not None:
        return _post_refusal(tables, legality, candidate, message, path)
    return Refusal(by, message, path)


def _post_refusal(tables: Tables, legality: Legality, candidate: Candidate, message: str, path: str) -> Refusal:
    """Return the part of a `post` that does not hold, with its values in the state it refused."""
    from ludotome.kernel.run import Run  # imported late: only this function starts a run

    run = Run(tables, legality.state.copy(), is_trial=True)
    context = candidate.action.perform(run, legality.state.active, candidate.values)
    scope = candidate.action.scope.at("post")
    broken = next(part for part in conjuncts_of(candidate.action.definition.post) if not make(part, tables)(context))
    return _refusal("post", message, path, tables, broken, context, scope)


def _early_refusal(tables: Tables, action: Action, state: Working, move: Decision) -> Refusal:
    definition, path = action.definition, f"actions[{action.index}]"
    phase = tables.rules.phases[state.phase].definition.id
    if phase not in definition.phases:
        belongs = " or ".join(f"`{name}`" for name in definition.phases)
        return Refusal("phase", f"`{definition.id}` belongs to phase {belongs}, not to `{phase}`", f"{path}.phases")
    if not action.is_for(state, None):
        return Refusal("actor", f"`{definition.id}` is not for {_seat(tables, state)}", f"{path}.actor")
    if not action.is_within_limits(state, state.active):
        return Refusal("limit", f"{_seat(tables, state)} has no `{definition.id}` left", f"{path}.limits")
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
            value = state.handles[wanted] if _is_slot(state, wanted, type_) else wanted
            meant = repr(given[name]) if value is None else said(tables, state, value, type_)
            can_be = said(tables, state, domain[:_MOST_VALUES], type_) + (" …" if len(domain) > _MOST_VALUES else "")
            broken = _broken_filter(tables, action, depth, context, value)
            why = "" if broken is None else f": `{broken}` does not hold"
            other = f"it can be {can_be}" if domain else "no value is possible"
            message = f"`{name}` of `{action.definition.id}` cannot be {meant}{why}; {other}"
            return Refusal("domain", message, f"{path}.params[{depth}].domain")
        context.bindings[name] = found
    for conjunct in action.conjuncts:
        if not conjunct.holds(context):
            message = f"the `pre` of `{action.definition.id}` does not hold"
            return _refusal("pre", message, f"{path}.pre", tables, conjunct.node, context, action.scope)
    raise AssertionError("a decision that passes every test must be a candidate; please report this, with the record")


def _broken_filter(tables: Tables, action: Action, depth: int, context: Context, value: Value) -> str | None:
    """Return the part of a domain's `where` that excludes *value*, as text; None if the filter does not exclude it.

    An element that is named only because it is passed to a macro is shown by its value.
    """
    node: Any = action.definition.params[depth].domain
    meant = said(tables, context.state, value, action.types[depth])
    while isinstance(node, ex.Where):
        if value in tuple(make_set(node.of, tables)(context)):
            parts = conjuncts_of(node.where)
            broken = (part for part in parts if not asking(context, node.bind, make(part, tables))(value))
            texts = (expression_text(tables.symbols, part) for part in broken)
            return next((text if node.bind == ex.IT else text.replace(node.bind, meant) for text in texts), None)
        node = node.of
    return None


def _refusal(by: str, message: str, path: str, tables: Tables, node: Expr, context: Context, scope: Scope) -> Refusal:
    """Return the refusal by a condition that does not hold, with the values of its closed parts."""
    values: dict[str, Any] = {}
    words = []
    for part in _closed_parts(node):
        text, type_ = expression_text(tables.symbols, part), tables.rules.type_of(part, scope)
        if text not in values and len(values) < _MOST_VALUES:
            value: Value = make(part, tables)(context)
            values[text] = to_json_value(tables, value, type_)
            words.append(f"`{text}` is {said(tables, context.state, value, type_)}")
    where = f", where {', '.join(words)}" if words else ""
    broken = expression_text(tables.symbols, node)
    return Refusal(by, f"{message}: `{broken}`{where}", path, tuple(values.items()), message, broken)


def said(tables: Tables, state: Working, value: Any, type_: Type) -> str:
    """Return a value in words: zones and players by name, a token by its type and where it is."""
    if value is None or value == ():
        return "nothing"
    if isinstance(value, (tuple, range)):
        element = type_.element if type_.element is not None else type_
        return ", ".join(said(tables, state, item, element) + _slot_said(item) for item in value)
    token = state.token(value) if isinstance(value, Handle) else None
    if token is None:
        return spelt(tables, value, type_)
    return f"the {tables.symbols.names[token.type]} on {spelt(tables, token.zone, Type('zone'))}"


def _slot_said(value: Any) -> str:
    """Return a suffix that distinguishes the tokens of a list: the number used in JSON."""
    return f" ({value.slot})" if isinstance(value, Handle) else ""


def _is_slot(state: Working, value: Any, type_: Type) -> bool:
    return type_.kind == "token" and isinstance(value, int) and 0 <= value < len(state.handles)


def _seat(tables: Tables, state: Working) -> str:
    return tables.game_def.metadata.seats[state.active]


def _closed_parts(node: Node) -> Iterator[Any]:
    """Yield the parts of a condition that have no binder and are not literals, outermost first."""
    for _, child in children(node):
        if facts.is_literal(child) or hasattr(node, "bind"):
            continue
        if not _is_joined(node):  # showing their values adds nothing
            yield child
        yield from _closed_parts(child)


def _is_joined(node: Node) -> bool:
    """Return whether *node* combines conditions: all its parts are conditions."""
    held = [info.holds for info in fields_of(type(node)) if info.holds is not None]
    return NODES[type(node)].result == "bool" and all(part.what == "bool" and part.per is None for part in held)
