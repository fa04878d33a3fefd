"""Kinds: the kinds of lowered values, and of declared variables and properties."""

from __future__ import annotations

from typing import Literal

from ludotome.gamedef import PropDef, VarDef

Kind = Literal["int", "bool", "player", "zone", "token", "name", "list"]


def kind_of(var: VarDef | PropDef) -> Kind:
    """Return the kind of value of a variable or property."""
    return "name" if isinstance(var.type, tuple) else var.type
