"""variables: a variable or property as written → its definition, with the default initial value of its type."""

from __future__ import annotations

from typing import Any

from ludotome.gamedef import VarDef
from ludotome.spec.compile.values import whole
from ludotome.spec.lowering import Context


def declared(ctx: Context, make: type[Any], name: str, written: dict[str, Any], constants: dict[str, int]) -> Any:
    """Return a `VarDef` or `PropDef` from its fields, with the given or the default initial value."""
    kind = written.get("type")
    kind = tuple(str(one) for one in kind) if isinstance(kind, list) else kind
    low, high = (whole(written.get(key), constants) for key in ("min", "max"))
    init = _initial(ctx, kind, low, high, written, constants)
    fields = {"name": name, "type": kind, "min": low, "max": high, "init": init}
    if make is VarDef and "position" in written:
        fields["position"] = bool(written["position"])
    return make(**fields)


def _initial(ctx: Context, kind: Any, low: Any, high: Any, written: dict[str, Any], constants: dict[str, int]) -> Any:
    init = written.get("init")
    if "init" not in written or init is None:
        if isinstance(kind, tuple):
            return kind[0] if kind else None
        usual = {
            "int": low if isinstance(low, int) and (low > 0 or (isinstance(high, int) and high < 0)) else 0,
            "bool": False,
        }
        return usual.get(kind)
    if init == "none" and kind in ("player", "zone", "token"):
        return None
    if kind == "player" and isinstance(init, str):
        return ctx.things.seats.get(init, init)
    if kind == "zone" and isinstance(init, str):
        return ctx.things.zone_ids.get(init, init)
    return whole(init, constants) if kind == "int" else init
