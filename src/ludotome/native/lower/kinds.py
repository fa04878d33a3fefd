"""Kinds: what a lowered value is, and what a declared variable or property holds."""

from __future__ import annotations

from typing import Literal

from ludotome.gamedef import PropDef, VarDef

Kind = Literal["int", "bool", "player", "zone", "token", "name", "list"]


def kind_of(var: VarDef | PropDef) -> Kind:
    """Return the kind of what a variable or property holds."""
    return "name" if isinstance(var.type, tuple) else var.type
