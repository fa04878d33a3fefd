"""Lowered: what `lower` records about each part of an expression, for language services.

This module does not know how a part is lowered.
"""

from __future__ import annotations

from msgspec import Struct

from ludotome.gamedef import Expr
from ludotome.spec.lowering.environment import Env, Want
from ludotome.spec.lowering.parts import Part


class Lowered(Struct, frozen=True):
    """One part of an expression, the expected type, its environment, and its node."""

    part: Part
    want: Want
    env: Env
    node: Expr
