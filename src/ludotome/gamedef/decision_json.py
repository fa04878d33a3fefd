"""Decisions as JSON: `{"action": id, "params": {"$name": value}}`, `{"choose": value}` or `{"chance": value}`.

Invariant: parsing is strict; anything else raises `PlayError`, which says what to write.

This module does not know whether a decision is legal, nor whether its values exist.
"""

from __future__ import annotations

from typing import Any

from ludotome.gamedef.state import Decision, PlayError
from ludotome.gamedef.strict_json import read_json

_FORMS = '{"action": …, "params": {…}}, {"choose": …} or {"chance": …}'
_LARGEST = 2**63


def decision_to_data(decision: Decision) -> dict[str, Any]:
    """Return *decision* as plain JSON data."""
    match decision.kind:
        case "action":
            data: dict[str, Any] = {"action": decision.action}
            return data | {"params": dict(decision.params)} if decision.params else data
        case "choose":
            return {"choose": decision.choose}
        case "chance":
            return {"chance": decision.chance}


def decision_from_data(data: Any) -> Decision:
    """Return the decision encoded by plain JSON *data*; raise `PlayError` if it is not one."""
    if not isinstance(data, dict):
        raise _malformed(data, f"expected an object, {_FORMS}")
    match sorted(data):
        case ["action"] | ["action", "params"]:
            return _action(data)
        case ["choose"]:
            return Decision(choose=_value(data["choose"], "choose"))
        case ["chance"]:
            value = _value(data["chance"], "chance")
            if not isinstance(value, int) or isinstance(value, bool):
                raise _malformed(data, "`chance` is a whole number")
            return Decision(chance=value)
        case _:
            raise _malformed(data, f"a decision is one of {_FORMS}")


def _action(data: dict[str, Any]) -> Decision:
    action, params = data["action"], data.get("params", {})
    if not isinstance(action, str):
        raise _malformed(data, "`action` is the id of an action")
    if not isinstance(params, dict) or not all(isinstance(name, str) for name in params):
        raise _malformed(data, "`params` is an object from parameter names to values")
    return Decision(action=action, params=tuple((name, _value(value, name)) for name, value in params.items()))


def _value(value: Any, name: str) -> Any:
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int) and -_LARGEST <= value < _LARGEST:
        return value
    raise _malformed(value, f"`{name}` is a number, a truth value, a name or null")


def _malformed(data: Any, message: str) -> PlayError:
    shown = repr(data)
    return PlayError("malformed-decision", message, found=shown if len(shown) <= 200 else shown[:197] + "…")


def decision_from_json(text: str | bytes) -> Decision:
    """Return the decision encoded by JSON *text*."""
    try:
        data = read_json(text)
    except ValueError as problem:
        raise _malformed(text, f"not JSON: {problem}") from None
    return decision_from_data(data)
