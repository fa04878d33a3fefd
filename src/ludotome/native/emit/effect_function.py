"""Effect function: the C function for a list of effects, and the C variables that hold its tokens.

This module does not know effects.
"""

from __future__ import annotations

from msgspec import Struct, field

from ludotome.native.emit.emitter import Emitter
from ludotome.native.lower import ir
from ludotome.native.lower.lowering import Lowering, Scope
from ludotome.native.text import Lines


class EffectFunction(Struct, dict=True):
    """A function that is being written."""

    emit: Emitter
    out: Lines
    in_cost: bool = False
    held: list[str] = field(default_factory=list)  # C variables that hold tokens
    lists: list[str] = field(default_factory=list)  # C lists of tokens, each with a `_count`
    chosen: list[str] = field(default_factory=list)  # C lists of chosen tokens, each beginning with its length

    actor: str = "-1"  # the C of the actor, -1 for none
    noting: bool = False  # whether changes are recorded, to be undone after a trial

    @property
    def low(self) -> Lowering:
        """The lowering of the game."""
        return self.emit.low

    def bind(self, name: str, kind: ir.Kind, text: str, scope: Scope, *, optional: bool) -> Scope:
        """Declare a C variable for a binding and return the scope that sees it."""
        # A token binding can become `none` when its token is destroyed later.
        local = self.low.local(name, kind, optional=optional or kind == "token")
        self.out.add(f"{'int64_t' if kind == 'int' else 'int32_t'} {local.name} = {text};", f"(void){local.name};")
        if kind == "token":
            self.held.append(local.name)
        return scope.bind(name, local)

    def checked(self, call: str) -> None:
        """Write a call that may return a fault, which is passed on."""
        self.out.add(f"if ((p->fault = {call})) return p->fault;")
