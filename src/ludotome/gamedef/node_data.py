"""Nodes from data: accept an expression or effect as a node or as plain JSON data.

    {"op": "adjacent", "left": "a", "right": "b"}   →  Adjacent(ZoneLiteral("a"), ZoneLiteral("b"))

This module does not know whether a node makes sense in a game.
"""

from __future__ import annotations

from typing import Any, cast

from ludotome.gamedef.codec import Decoder
from ludotome.gamedef.effects import Effect
from ludotome.gamedef.expressions import Expr
from ludotome.gamedef.node import NODES, UNIONS, Node
from ludotome.gamedef.state import PlayError


def as_expression(name: str, given: Any) -> Expr:
    """Return *given*, the argument *name*, as an expression; raise `PlayError` if it is not valid."""
    return cast("Expr", _node(name, given, "Expr", "an expression"))


def as_effect(name: str, given: Any) -> Effect:
    """Return *given*, the argument *name*, as an effect; raise `PlayError` if it is not valid."""
    return cast("Effect", _node(name, given, "Effect", "an effect"))


def _node(name: str, given: Any, union: str, kind: str) -> Node:
    if isinstance(given, Node):
        if (NODES[type(given)].family == "effect") != (union == "Effect"):
            raise PlayError("bad-argument", f"{name} is a `{NODES[type(given)].name}`; write {kind}")
        return given
    decoder = Decoder()
    made = decoder.decode(given, UNIONS[union])
    if made is None:
        faults = "; ".join(
            (f"at {fault.path}: " if fault.path != "(root)" else "") + f"{fault.message}: {fault.suggestion}"
            for fault in decoder.faults
        )
        raise PlayError("bad-argument", f"{name} is not {kind}: {faults}")
    return cast("Node", made)
