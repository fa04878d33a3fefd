"""Scope: what an expression can see at its place: typed bindings, whether somebody acts, and where it stands.

This module does not know how a type is found.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from ludotome.gamedef.types import Type

# Where an expression stands decides which words it may use (`actor`, `noLegalMoves`, `seen`).
Place = Literal["setup", "phase", "action", "post", "trigger", "end", "scoring", "movement", "notation", "test"]


class Scope(Struct, frozen=True):
    """The names in sight; binding makes a new scope, so a scope can be shared. `actor` is None where nobody acts."""

    place: Place
    actor: Type | None = None
    bindings: dict[str, Type] = field(default_factory=dict)

    def bind(self, name: str, value: Type) -> Scope:
        """Return this scope with *name* bound, hiding what it meant before."""
        return replace(self, bindings={**self.bindings, name: value})

    def at(self, place: Place) -> Scope:
        """Return this scope at another place."""
        return replace(self, place=place)
