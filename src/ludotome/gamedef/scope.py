"""Scope: what an expression can see at its place: typed bindings, whether somebody acts, and where it stands.

This module does not know how a type is found.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from ludotome.gamedef.node import Node
from ludotome.gamedef.types import Type

# Where an expression stands decides which words it may use (`actor`, `noLegalMoves`, `seen`).
Place = Literal["setup", "phase", "action", "post", "trigger", "end", "scoring", "movement", "notation", "test"]


class Scope(Struct, frozen=True):
    """The names in sight; binding makes a new scope, so a scope can be shared. `actor` is None where nobody acts.

    `loops` has the set, and its path, of each name that is the element of a loop whose every round comes here;
    `is_dead` says that nothing ever comes here.
    """

    place: Place
    actor: Type | None = None
    bindings: dict[str, Type] = field(default_factory=dict)
    loops: dict[str, tuple[Node, str]] = field(default_factory=dict)
    is_dead: bool = False

    def bind(self, name: str, value: Type) -> Scope:
        """Return this scope with *name* bound, hiding what it meant before."""
        bindings = {**self.bindings, name: value}
        if name in self.loops:
            return replace(self, bindings=bindings, loops={key: one for key, one in self.loops.items() if key != name})
        return replace(self, bindings=bindings)

    def bind_element(self, name: str, value: Type, over: Node, path: str) -> Scope:
        """Return this scope with *name* bound to the element of a loop over *over*, which stands at *path*."""
        return replace(self.bind(name, value), loops={**self.loops, name: (over, path)})

    def under_condition(self, *, never: bool) -> Scope:
        """Return this scope for what is reached only under a condition; *never*: it is known not to hold."""
        return replace(self, loops={}, is_dead=self.is_dead or never)

    def at(self, place: Place) -> Scope:
        """Return this scope at another place."""
        return replace(self, place=place)
