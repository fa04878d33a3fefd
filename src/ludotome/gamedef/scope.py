"""Scope: what is visible to an expression: typed bindings, whether there is an actor, and its place.

This module does not know how a type is found.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from ludotome.gamedef.node import Node
from ludotome.gamedef.types import Type

# The place of an expression determines which words it can use (`actor`, `noLegalMoves`, `seen`).
Place = Literal["setup", "phase", "action", "post", "trigger", "end", "scoring", "movement", "notation", "test"]


class Scope(Struct, frozen=True):
    """The names in sight; binding makes a new scope, so a scope can be shared. `actor` is None if there is no actor.

    `loops` has the set, and its path, for each name that is the element of a loop whose every iteration comes here;
    `is_dead` says that this place is unreachable.
    """

    place: Place
    actor: Type | None = None
    bindings: dict[str, Type] = field(default_factory=dict)
    loops: dict[str, tuple[Node, str]] = field(default_factory=dict)
    is_dead: bool = False

    def bind(self, name: str, value: Type) -> Scope:
        """Return this scope with *name* bound, hiding its earlier meaning."""
        bindings = {**self.bindings, name: value}
        if name in self.loops:
            return replace(self, bindings=bindings, loops={key: one for key, one in self.loops.items() if key != name})
        return replace(self, bindings=bindings)

    def bind_element(self, name: str, value: Type, over: Node, path: str) -> Scope:
        """Return this scope with *name* bound to the element of a loop over *over*, which is at *path*."""
        return replace(self.bind(name, value), loops={**self.loops, name: (over, path)})

    def under_condition(self, *, never: bool) -> Scope:
        """Return this scope for a place reached only under a condition; *never*: the condition is known not to hold."""
        return replace(self, loops={}, is_dead=self.is_dead or never)

    def at(self, place: Place) -> Scope:
        """Return this scope at another place."""
        return replace(self, place=place)
