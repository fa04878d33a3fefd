"""Environment: the names visible to an expression, and the type its place expects.

This module does not resolve names.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy

from msgspec import Struct, field
from msgspec.structs import replace

from ludotome.gamedef import Binding, Expr, Scope, Type, children
from ludotome.spec.lowering.origins import Origin
from ludotome.spec.made_names import MadeName


class Want(Struct, frozen=True):
    """What a place expects, in `gamedef`'s vocabulary (`int`, `zone`, `set`, …), and the names it accepts, if any.

    *beside* is the other side of a comparison, if that determines the names.
    """

    what: str
    names: frozenset[str] = frozenset()
    beside: Expr | None = None


ANY = Want("any")


class Env(Struct, frozen=True):
    """The visible bindings by written name, the typed scope with their real names, and the enclosing macro calls.

    `it` is the real name of the innermost element, `nesting` the number of enclosing elements. A macro sees only its
    parameters, while `scope` still contains what its arguments refer to.
    """

    scope: Scope
    visible: Mapping[str, Expr] = field(default_factory=dict)
    it: str | None = None
    calls: tuple[Origin, ...] = ()
    stack: tuple[str, ...] = ()
    nesting: int = 0

    def mention(self, written: str) -> Expr | None:
        """Return a new node for the binding *written*, or None if there is none.

        Each use has a node and a place of its own.

        For an argument of a macro that is more than a name or a literal, it is the caller's node.
        """
        found = self.visible.get(written)
        return found if found is None or any(children(found)) else copy(found)

    def bind(self, written: str, kind: Type) -> tuple[Env, str]:
        """Return this environment with *written* bound, and its real name.

        Inside a macro, a name that the caller also uses gets another real name, so that arguments keep their meaning.
        """
        real = written.real if isinstance(written, MadeName) else written
        real = self._fresh(real) if self.calls else real
        visible = {**self.visible, written: Binding(real)}
        return replace(self, scope=self.scope.bind(real, kind), visible=visible), real

    def poisoned(self, written: str, poison: Expr) -> Env:
        """Return this environment with *written* bound to *poison*, because its error was already reported."""
        return replace(self, visible={**self.visible, written: poison})

    def element(self, written: str | None, kind: Type, *, alone: bool, usual: str) -> tuple[Env, str]:
        """Return the environment for one element of a set, and the element's real name.

        *written* is the name of `$x in`, *usual* the default name of the node; *alone* means that the element is not
        passed to a macro, which would need a unique name.
        """
        if written is not None:
            env, real = self.bind(written, kind)
            return replace(env, it=real, nesting=self.nesting + 1), real
        real = usual if alone else self._fresh("$it")
        scope = self.scope.bind(real, kind).bind("$it", kind)
        env = replace(self, scope=scope, it=real, nesting=self.nesting + 1)
        return (replace(env, visible={**env.visible, usual: Binding(real)}) if usual != "$it" else env), real

    def inside(self, macro: str, params: Mapping[str, Expr], call: Origin) -> Env:
        """Return the environment of the body of *macro*."""
        return Env(self.scope, dict(params), None, (*self.calls, call), (*self.stack, macro))

    def _fresh(self, name: str) -> str:
        if name not in self.scope.bindings and name != "$it":
            return name
        number = 1
        while f"{name}_{number}" in self.scope.bindings:
            number += 1
        return f"{name}_{number}"
