"""members: read `X in Y`, where a set is expected, as the elements of Y.

    tokens in market      →  tokensInZone(market)
    cards in hand         →  tokensInZone(hand)
    tokens(pawn) in hand  →  tokensInZone(hand) where it.type == pawn
    cells in home         →  home
    z in board where empty(z)  →  board where empty(it)

Only a word for the elements of Y, or a token type, is read like this; anything else may be a condition in the wrong
place.
"""

from __future__ import annotations

from ludotome.gamedef import Expr
from ludotome.spec import expressions as text
from ludotome.spec.lowering.context import Context
from ludotome.spec.lowering.environment import ANY, Env
from ludotome.spec.lowering.names import ELEMENTS, find_thing, property_of_it
from ludotome.spec.lowering.parts import TextPart
from ludotome.spec.lowering.queries import no_set


def lower_members(ctx: Context, part: TextPart, env: Env) -> Expr | None:
    """Report *part*, `X in Y` where a set is expected, as the elements of Y; None if X is not a word for them.

    Only unknown names in Y are reported, because Y determines what X may be.
    """
    ast = part.ast
    if not isinstance(ast, text.Binary) or (word := _word(ctx, ast.left, env)) is None:
        return None
    within = ctx.lower(part.of(ast.right), ANY, env)
    kind = ctx.type_of(within, env.scope)
    if kind.is_unknown:
        return within
    written = ctx.text_at(part.of(ast.right).origin(env)) or text.print_expression(ast.right)
    types = tuple(ctx.things.inference.declared.token_types)
    meant = None
    if kind.kind == "zone" and word in types and not kind.is_set:
        meant = f"tokensInZone({written})" + (f" where it.type == {word}" if len(types) > 1 else "")
    elif kind.kind == "zone" and not kind.is_set and word == "token":
        meant = f"tokensInZone({written})"
    elif kind.is_set and kind.element is not None and kind.element.kind == word:
        meant = written
    if meant is None:
        return None
    asked = ctx.text_at(part.origin(env)) or text.print_expression(ast)
    message = f"`{asked}` is true or false, and a set is needed here"
    return no_set(ctx, part.origin(env), message, f"write `{meant}`", meant)


def _word(ctx: Context, left: text.Expression, env: Env) -> str | None:
    """Return the kind of element that *left* is a word for, or the token type that it names; otherwise None."""
    types = tuple(ctx.things.inference.declared.token_types)
    if isinstance(left, text.Call) and left.name == "tokens" and len(left.args) <= 1:
        only = left.args[0] if left.args else None
        return "token" if only is None else only.name if isinstance(only, text.Name) and only.name in types else None
    if not isinstance(left, text.Name) or find_thing(ctx, left.name) or property_of_it(ctx, left.name, env):
        return None
    singular = left.name.removesuffix("s")
    for one in (left.name, singular):
        if one in types:
            return one
    return next((kind for kind, words in ELEMENTS.items() if singular in words), None)


def lower_named(ctx: Context, part: TextPart, env: Env) -> Expr | None:
    """Report *part*, `z in SET where … z …` where a set is expected, as the set without the name; otherwise None."""
    ast = part.ast
    if not isinstance(ast, text.Query) or ast.where is None or not isinstance(ast.source, text.Binary):
        return None
    source = ast.source
    if source.op != "in" or not isinstance(source.left, text.Name | text.Binding):
        return None
    if _word(ctx, source.left, env) is not None or source.left.name in env.visible:
        return None
    if find_thing(ctx, source.left.name) or property_of_it(ctx, source.left.name, env):
        return None
    written = ctx.text_at(part.origin(env))
    meant = text.rewrite(f"all {written}") if written is not None else None
    if meant is None or text.parse_expression(meant).slips:
        return None
    message = f"an element has the name `it` here, not `{source.left.name}`"
    return no_set(ctx, part.origin(env), message, f"write `{meant}`", meant)
