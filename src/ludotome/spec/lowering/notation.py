"""notation: the template of an action, read by `templates` → the pieces of a definition.

"{if occupied($to): x}{$to}"  →  NotationPiece("x", when=Occupied(…)), Binding("$to")
"""

from __future__ import annotations

import re
from typing import get_args

from msgspec.structs import replace

from ludotome.gamedef import And, Expr, Notation, NotationPiece, Style
from ludotome.spec.lowering.context import Context
from ludotome.spec.lowering.environment import Env, Want
from ludotome.spec.lowering.lower import lower
from ludotome.spec.lowering.origins import Origin
from ludotome.spec.lowering.parts import part_of
from ludotome.spec.slips import Slip
from ludotome.spec.templates import Piece, Stretch, pieces_of

_BARE_NAME = re.compile(r"(?P<name>\$[A-Za-z_]\w*)(?:\.[A-Za-z_]\w*)*", re.ASCII)
STYLES: tuple[Style, ...] = get_args(Style)


def lower_template(ctx: Context, template: str, path: str, env: Env) -> Notation:
    """Return a notation as its texts, expressions and pieces in turn; *env* is that of the action's parameters."""
    before, after = replace(env, scope=env.scope.at("notation")), replace(env, scope=env.scope.at("post"))
    pieces = list(pieces_of(template))
    made = tuple(_lower_piece(ctx, piece, path, before, after) for piece in pieces)
    for piece, following, value in zip(pieces, pieces[1:], made[1:], strict=False):
        if following.is_expression and not piece.is_expression and piece.what.text.endswith("$"):
            _warn_of_dollar(ctx, piece.what, path, value, before)
    return made


def _warn_of_dollar(ctx: Context, text: Stretch, path: str, value: str | Expr | NotationPiece, env: Env) -> None:
    """Report a `$` before a brace, as in other languages, unless it may be a currency sign."""
    what = value.value if isinstance(value, NotationPiece) else value
    if isinstance(what, str) or ctx.type_of(what, env.scope).kind not in ("zone", "token", "player", "name"):
        return
    end = len(text.text)
    slip = Slip(
        code="LT510",
        start=end - 1,
        end=end,
        message="`$` before a brace is text, the same in every move",
        suggestion="write the brace alone, as in `{$to}`",
        edits=((end - 1, end, ""),),
        severity="warning",
    )
    ctx.slip(slip, path, text.start, in_key=False)


def _lower_piece(ctx: Context, piece: Piece, path: str, before: Env, after: Env) -> str | Expr | NotationPiece:
    if not piece.is_expression:
        _warn_of_bare_names(ctx, piece.what, path, before)
    value = _lower_stretch(ctx, piece.what, path, "any", before) if piece.is_expression else piece.what.text
    if not piece.styles and not piece.conditions:
        return value
    conditions: dict[str, list[Expr]] = {"if": [], "after": []}
    for word, asked in piece.conditions:
        conditions[word].append(_lower_stretch(ctx, asked, path, "bool", before if word == "if" else after))
    styles = [_style(ctx, style, path) for style in piece.styles]
    known = tuple(style for style in styles if style is not None)
    return NotationPiece(value, known, _all_of(conditions["if"]), _all_of(conditions["after"]))


def _lower_stretch(ctx: Context, stretch: Stretch, path: str, want: str, env: Env) -> Expr:
    return lower(ctx, part_of(ctx, stretch.text, path, stretch.start), Want(want), env)


def _warn_of_bare_names(ctx: Context, text: Stretch, path: str, env: Env) -> None:
    """Report each parameter in a text: without braces its name is written literally, the same for every move."""
    for found in _BARE_NAME.finditer(text.text):
        if found["name"] in env.visible:
            value = f"{{{found[0]}}}"
            slip = Slip(
                code="LT510",
                start=found.start(),
                end=found.end(),
                message=f"`{found[0]}` without braces is text, the same in every move",
                suggestion=f"write `{value}`",
                edits=((found.start(), found.end(), value),),
                severity="warning",
            )
            ctx.slip(slip, path, text.start, in_key=False)


def _style(ctx: Context, written: Stretch, path: str) -> Style | None:
    found = next((style for style in STYLES if style == written.text), None)
    if found is not None:
        return found
    ctx.unknown("style", written.text, STYLES, Origin(path, written.start, written.start + len(written.text)))
    return None


def _all_of(conditions: list[Expr]) -> Expr | None:
    if not conditions:
        return None
    return conditions[0] if len(conditions) == 1 else And(tuple(conditions))
