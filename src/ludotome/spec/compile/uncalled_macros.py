"""uncalled_macros: check the bodies of macros that are never called, as far as possible.

A macro is checked where it is inlined, with its arguments. Without a call the types of its parameters are unknown, but
the names of functions, effects, fields, variables and bindings can still be checked.

Words whose meaning depends on the type of another part are left alone: whether `$piece.type == pawn` is right depends
on what `$piece` is.
"""

from __future__ import annotations

from msgspec.structs import replace

from ludotome.gamedef import Scope, Type
from ludotome.spec.lowering import Context, Env, Want, lower_effects
from ludotome.spec.lowering.parts import part_of
from ludotome.spec.report import Report

# The codes about a word or a value whose meaning depends on the type of a parameter.
_NEEDS_TYPES = frozenset(f"LT{number}" for number in (208, 209, 211, 220, 223, 225, 226, 227, 238))


def check_uncalled_macros(ctx: Context) -> None:
    """Report the errors in the bodies of macros that *ctx* has not called; all rules of *ctx* must be lowered."""
    for macro in [macro for name, macro in ctx.things.macros.items() if name not in ctx.called]:
        apart = replace(ctx, report=Report(ctx.report.source), called=set())
        params = {param: apart.poison() for param in macro.params}
        env = Env(Scope("action", Type("player")), params, stack=(macro.name,))
        if macro.expr is not None:
            apart.lower(part_of(apart, macro.expr, f"{macro.path}.expr"), Want("any"), env)
        else:
            lower_effects(apart, macro.effects, f"{macro.path}.effects", env)
        ctx.report.extend(found for found in apart.report.diagnostics if found.code not in _NEEDS_TYPES)
        # All bodies share one limit, so that many of them cost no more than a single called one.
        ctx.inlined, ctx.put_in, ctx.folded = apart.inlined, apart.put_in, apart.folded
        ctx.has_too_many = apart.has_too_many
