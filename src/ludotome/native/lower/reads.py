"""Reads: the zones whose contents an expression reads, as paths from one zone.

This module does not know what the result is used for.
"""

from __future__ import annotations

from typing import Any

from ludotome.native.lower import ir
from ludotome.native.lower.ir import Scalar


def zones_read(node: Scalar, element: str) -> set[tuple[str, ...]] | None:
    """Return the zones whose contents *node* reads, each as the static tables that lead there from *element*.

    None if it reads anything except the contents of such zones, static tables, constants and `lastActor`.

    >>> it = ir.Local("it", "zone")
    >>> zones_read(ir.Call("lt_empty", (it,), "bool"), "it")
    {()}
    """
    found: set[tuple[str, ...]] = set()
    return found if _reads(node, element, found) else None


def _reads(node: Any, element: str, found: set[tuple[str, ...]]) -> bool:
    match node:
        case ir.Const() | ir.Field(name="last_actor"):
            return True
        case ir.Local():
            return node.name == element
        case ir.Call(function="lt_empty" | "lt_occupied" | "lt_count" | "lt_top"):
            way = _way(node.args[0], element)
            if way is not None:
                found.add(way)
            return way is not None
        case ir.Load(array="token_owner" | "token_type" | "token_props") | ir.Lookup():
            pass
        case ir.Compare() | ir.AllOf() | ir.AnyOf() | ir.Negation() | ir.Missing():
            pass
        case _:
            return False
    return all(_reads(part, element, found) for part in ir.parts(node))


def _way(zone: Any, element: str) -> tuple[str, ...] | None:
    """Return the tables that lead from *element* to *zone*, outermost last; None if there are none."""
    if isinstance(zone, ir.Local):
        return () if zone.name == element else None
    if isinstance(zone, ir.Lookup) and zone.table.flat and zone.kind == "zone":
        inner = _way(zone.index[0], element)
        return None if inner is None else (*inner, zone.table.name)
    return None
