"""Initial values: each variable and property has a valid range and starts inside it."""

from __future__ import annotations

from collections.abc import Iterator

from ludotome.gamedef.definition import PropDef, VarDef
from ludotome.gamedef.infer import Inference

_INT32 = (-(2**31), 2**31 - 1)


def check(inference: Inference) -> None:
    """Report every variable or property with an invalid range or initial value."""
    for declared, path in _declarations(inference):
        fault = _fault(inference, declared)
        if fault is not None:
            field, message, suggestion = fault
            inference.findings.add("LT406", f"{path}.{field}", message, suggestion)


def _declarations(inference: Inference) -> Iterator[tuple[VarDef | PropDef, str]]:
    game = inference.symbols.game_def
    for section, variables in (
        ("globalVars", game.global_vars),
        ("perPlayerVars", game.per_player_vars),
        ("perZoneVars", game.per_zone_vars),
    ):
        yield from ((var, f"{section}[{i}]") for i, var in enumerate(variables))
    for index, kind in enumerate(game.token_types):
        yield from ((prop, f"tokenTypes[{index}].props[{i}]") for i, prop in enumerate(kind.props))


def _fault(inference: Inference, declared: VarDef | PropDef) -> tuple[str, str, str] | None:
    name, init = declared.name, declared.init
    if isinstance(declared.type, tuple):
        if not declared.type:
            return "type", f"`{name}` has no names to choose from", "write the names it can be, as in `[red, blue]`"
        if init is not None and init not in declared.type:
            names = ", ".join(declared.type)
            return "init", f"`{name}` starts as {_shown(init)}, which is not one of its names", f"write one of {names}"
        return None
    match declared.type:
        case "int":
            return _int_fault(declared)
        case "bool":
            wrong = init is not None and not isinstance(init, bool)
            return ("init", f"`{name}` starts as {_shown(init)}", "write true or false") if wrong else None
        case "zone":
            wrong = init is not None and init not in inference.symbols.zone_index
            return (
                ("init", f"`{name}` starts as {_shown(init)}, which is not a zone", "write a zone or none")
                if wrong
                else None
            )
        case "player":
            seats = inference.symbols.game_def.metadata.players.max
            wrong = init is not None and (isinstance(init, bool) or not isinstance(init, int) or not 0 <= init < seats)
            return (
                ("init", f"`{name}` starts as {_shown(init)}, which is not a seat", "write a seat or none")
                if wrong
                else None
            )
        case "token":
            return (
                None
                if init is None
                else ("init", f"`{name}` starts as {_shown(init)}", "a token variable starts as none")
            )


def _int_fault(declared: VarDef | PropDef) -> tuple[str, str, str] | None:
    name, low, high, init = declared.name, declared.min, declared.max, declared.init
    if low is None or high is None:
        missing = "min" if low is None else "max"
        return missing, f"whole number `{name}` has no `{missing}`", "write both `min` and `max`"
    if not _INT32[0] <= low <= high <= _INT32[1]:
        wrong = "max" if low <= high and high > _INT32[1] else "min"
        limits = f"from {_INT32[0]} to {_INT32[1]}"
        return wrong, f"`{name}` ranges from {low} to {high}", f"write `min` and `max` {limits}, the smaller first"
    if isinstance(init, bool) or not isinstance(init, int | None):
        return "init", f"`{name}` starts as {_shown(init)}", f"write a whole number from {low} to {high}"
    if init is not None and not low <= init <= high:
        return "init", f"`{name}` starts at {init}, outside {low} to {high}", f"write a number from {low} to {high}"
    return None


def _shown(init: object) -> str:
    """Return the value in the syntax of documents."""
    if isinstance(init, bool):
        return "true" if init else "false"
    return f"`{init}`" if isinstance(init, str) else str(init)
