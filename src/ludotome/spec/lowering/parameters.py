"""parameters: expressions of parameters of the game, computed when they are lowered.

    size - 1            →  10
    scoring == area     →  true

Expressions without a parameter are left to `lower`, so that their meaning does not change.
"""

from __future__ import annotations

from ludotome.gamedef import Expr
from ludotome.spec import expressions as text
from ludotome.spec.lowering.context import Context
from ludotome.spec.lowering.environment import Env
from ludotome.spec.lowering.names import literal, property_of_it
from ludotome.spec.lowering.parts import TextPart
from ludotome.spec.settings import mentions, range_in_words, static_value


def static_node(ctx: Context, part: TextPart, env: Env) -> Expr | None:
    """Return the value of *part*, an operation on parameters, as a literal; None for anything else."""
    ast, parameters = part.ast, ctx.things.parameters
    if not parameters or not isinstance(ast, text.Binary | text.Unary | text.Not | text.Logic | text.If):
        return None
    if not mentions(ast, parameters):
        return None
    if isinstance(ast, text.Binary) and (wrong := _wrong_name(ctx, part, ast, env)) is not None:
        return wrong
    values = {name: value for name, value in ctx.things.settings.items() if property_of_it(ctx, name, env) is None}
    found = static_value(ast, values)
    return None if found is None else literal(found)


def _wrong_name(ctx: Context, part: TextPart, ast: text.Binary, env: Env) -> Expr | None:
    """Report a word compared with a parameter of a name type, if the parameter can never have that value."""
    for one, other in ((ast.left, ast.right), (ast.right, ast.left)):
        parameter = ctx.things.parameters.get(one.name) if isinstance(one, text.Name) else None
        if parameter is None or not isinstance(parameter.default, str) or not isinstance(other, text.Name):
            continue
        names = [str(value) for value in parameter.values]
        if other.name not in names and other.name not in ctx.things.settings:
            origin = part.of(other).origin(env)
            declare = f"`{parameter.name}` is {range_in_words(parameter)}"
            return ctx.unknown("name", other.name, names, origin, declare=declare)
    return None
