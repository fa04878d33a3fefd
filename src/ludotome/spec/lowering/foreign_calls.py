"""foreign_calls: a call in the style of another language → ours, if only one meaning is possible.

    exists(board, empty(it))      →  exists(board where empty(it))
    sum([a, b])                   →  a + b
    sum(hand.points)              →  sum(tokensInZone(hand), points)
    opponent(actor)               →  actor.opponent
    zoneOf($piece)                →  $piece.zone
    floor(a // 2)                 →  (a // 2)
    range(1, 9)                   →  1..8
    cell(1, 2)                    →  cell_1_2
    next($pit)                    →  step($pit, on), on a board with one direction
    cards(hand)                   →  tokensInZone(hand)
    sites(empty)                  →  board where empty(it)
    tokens(actor)                 →  tokens() where owner == actor
    countTokens(rook, actor)      →  count(tokens(rook) where owner == actor)
    full(board)                   →  all(board, occupied(it))
    row($piece)                   →  $piece.zone.row
    owner($cell)                  →  top($cell).owner
    sum(grain)                    →  sum(board, it.grain)

This module reports nothing; `calls` does.
"""

from __future__ import annotations

import re

from ludotome.gamedef import Type
from ludotome.spec import expressions as text
from ludotome.spec.foreign_words import foreign_word
from ludotome.spec.lowering.access import of_other_kind, property_names
from ludotome.spec.lowering.context import Context
from ludotome.spec.lowering.environment import ANY, Env
from ludotome.spec.lowering.names import ELEMENTS, find_thing
from ludotome.spec.lowering.parts import TextPart

_OF_ONE_SET = ("exists", "count", "first")
_OF_LIST = {"min": "min", "max": "max", "lowest": "min", "highest": "max"}
_NEXT = ("next", "nextzone", "following", "nextcell")
_CELL = ("cell", "cellat", "square", "at", "zone", "hex", "hexat", "space", "pos")
_GETTER = re.compile(r"^get_?(?=[A-Z_]|[a-z]+_)|_?[oO]f$")  # `getOwner(x)`, `zoneOf(x)`
_FULL = ("full", "isfull", "filled", "alloccupied")
_COUNTS = re.compile(r"(?:count|num|number)_?(?:of_?)?(?:tokens|pieces|cards)", re.IGNORECASE)
_WHOLE = ("floor", "int", "trunc", "integer")  # every number is whole, and division rounds down
_SIMPLE = re.compile(r"[$\w.]+|\w+\(.*\)")


def as_our_call(ctx: Context, part: TextPart, ast: text.Call, env: Env) -> str | None:
    """Return the correct form of *ast*, a call of one of our functions with wrong arguments."""
    given = _texts(ctx, part, ast, env)
    if given is None or ast.binder is not None:
        return None
    match ast.args:
        case (text.Query(), _):
            return None  # it is not certain whether `and` or another `where` is meant
        case (_, _) if ast.name in _OF_ONE_SET:
            return f"{ast.name}({given[0]} where {given[1]})"
        case (text.ListLiteral(items=items),) if ast.name in _OF_LIST or ast.name == "sum":
            parts = [ctx.text_at(part.of(item).origin(env)) or "" for item in items]
            if not all(parts):
                return None
            if ast.name != "sum":
                return f"{_OF_LIST[ast.name]}({', '.join(parts)})"
            return " + ".join(one if _SIMPLE.fullmatch(one) else f"({one})" for one in parts)
        case (text.Access() as access,) if ast.name in ("sum", "lowest", "highest"):
            return _of_each(ctx, part, ast.name, access, env)
        case (text.Name(name=name),) if ast.name in ("sum", "lowest", "highest"):
            return _of_all(ctx, ast.name, name)
        case _:
            return None


def _of_each(ctx: Context, part: TextPart, function: str, access: text.Access, env: Env) -> str | None:
    """Read `sum(hand.points)` as the sum of the points of the tokens in the hand."""
    owner = ctx.text_at(part.of(access.of).origin(env))
    kind = ctx.type_of(ctx.lower(part.of(access.of), ANY, env), env.scope)
    if kind.kind == "zone" and not kind.is_set and access.name in property_names(ctx, Type("token")):
        return f"{function}(tokensInZone({owner}), {access.name})"
    if kind.is_set and kind.element is not None and access.name in property_names(ctx, kind.element):
        return f"{function}({owner}, {access.name})"
    return None


def _of_all(ctx: Context, function: str, name: str) -> str | None:
    """Read `sum(grain)` as the sum over everything that has such a variable or property."""
    symbols = ctx.things.symbols
    if name in symbols.zone_var and name not in symbols.player_var:
        return f"{function}(board, it.{name})" if ctx.things.shell.boards else None
    return f"{function}(players, it.{name})" if name in symbols.player_var else None


def tokens_of(ctx: Context, part: TextPart, ast: text.Call, env: Env) -> str | None:
    """Return what `tokens(actor)` or `tokens(owner == actor)` should be: the tokens for which that holds."""
    given = _texts(ctx, part, ast, env)
    if given is None or ast.name != "tokens" or len(ast.args) != 1:
        return None
    match ast.args[0]:
        case text.Binary(op="==" | "!=" | "<" | "<=" | ">" | ">=") | text.Logic():
            return f"tokens() where {given[0]}"
        case text.Name(name=name) if name not in ctx.things.inference.declared.token_types:
            thing = find_thing(ctx, name)
            is_player = thing is not None and ctx.type_of(thing, env.scope) == Type("player")
            player = foreign_word("player", name, ("actor", "actor.opponent")) if env.scope.actor is not None else None
            meant = name if is_player else player
            return f"tokens() where owner == {meant}" if meant is not None else None
        case _:
            return None


def as_no_call(ctx: Context, part: TextPart, ast: text.Call, env: Env) -> str | None:
    """Return the correct form of *ast*, a call of something that is not a function."""
    given = _texts(ctx, part, ast, env)
    if given is None or ast.binder is not None:
        return None
    name = ast.name.replace("_", "").lower()
    match ast.args:
        case (text.Integer() | text.Unary(arg=text.Integer()), text.Integer() | text.Unary(arg=text.Integer())) if (
            name in _CELL
        ):
            return _cell(ctx, given[0], given[1])
        case (*_, last) if ast.name == "range" and len(given) <= 2:
            low = given[0] if len(given) == 2 else "0"
            return f"{low}..{last.value - 1}" if isinstance(last, text.Integer) else f"{low}..{given[-1]} - 1"
        case (text.Name(name=test),) if (cells := text.cells_that(test, name)) is not None:
            return cells if ctx.things.shell.boards else None
        case (text.Name(name=counted), *_) if (
            _COUNTS.fullmatch(ast.name) and counted in ctx.things.inference.declared.token_types and len(given) <= 2
        ):
            return f"count(tokens({counted}){f' where owner == {given[1]}' if len(given) == 2 else ''})"
        case (text.Name(name=kind_name),) if kind_name in ctx.things.inference.declared.token_types:
            return None  # as of `pieces(rook)`
        case (only,) if name in _FULL:
            return _full(ctx, part, only, given[0], env)
        case (only,) if name in _WHOLE:
            return given[0] if _SIMPLE.fullmatch(given[0]) else f"({given[0]})"
        case (only,) if ast.name.removesuffix("s") in (*ELEMENTS["token"], *ctx.things.inference.declared.token_types):
            kind = ctx.type_of(ctx.lower(part.of(only), ANY, env), env.scope)
            return f"tokensInZone({given[0]})" if kind.kind == "zone" and not kind.is_set else None
        case (only,):
            return _property(ctx, part, ast.name, only, given[0], env)
        case _:
            return None


def cells_of_call(ctx: Context, ast: text.Call) -> str | None:
    """Return the set that `getEmptyCells()` is."""
    name = re.sub(r"^get_?", "", ast.name)
    return None if ast.args or not ctx.things.shell.boards else text.cells_in_one_word(name)


def _full(ctx: Context, part: TextPart, only: text.Expression, written: str, env: Env) -> str | None:
    kind = ctx.type_of(ctx.lower(part.of(only), ANY, env), env.scope)
    of_zones = kind.is_set and kind.element is not None and kind.element.kind == "zone"
    return f"all({written}, occupied(it))" if of_zones else None


def _property(ctx: Context, part: TextPart, name: str, only: text.Expression, written: str, env: Env) -> str | None:
    """Read `opponent(actor)` as `actor.opponent`, if the argument has such a property."""
    if not isinstance(only, text.Name | text.Binding | text.It | text.Access | text.Call):
        return None
    declared = ctx.things.inference.declared
    is_next = name.replace("_", "").lower() in _NEXT
    stem = _GETTER.sub("", name)
    name = stem[:1].lower() + stem[1:] if stem != name else name
    every = {one for kind in ("player", "token", "zone") for one in property_names(ctx, Type(kind))}
    meant = name if name in every else foreign_word("property", name, every)
    if (meant is None and not is_next) or name in declared.token_types:
        return None
    kind = ctx.type_of(ctx.lower(part.of(only), ANY, env), env.scope)
    if kind.is_set or kind.is_unknown:
        return None
    if meant is not None and meant in property_names(ctx, kind):
        return f"{written}.{meant}"
    if meant is not None and (of_other := of_other_kind(ctx, kind, written, meant)) is not None:
        return of_other
    ways = tuple(declared.directions)
    return f"step({written}, {ways[0]})" if is_next and kind.kind == "zone" and len(ways) == 1 else None


def _cell(ctx: Context, first: str, second: str) -> str | None:
    """Return the cell or hexagon with these two coordinates, if there is exactly one."""
    ends = "_".join(one.replace("-", "n").replace(" ", "") for one in (first, second))
    found = [zone for zone in (f"cell_{ends}", f"hex_{ends}") if zone in ctx.things.zone_ids]
    return found[0] if len(found) == 1 else None


def _texts(ctx: Context, part: TextPart, ast: text.Call, env: Env) -> list[str] | None:
    """Return the arguments as written; None without a source or an argument."""
    found = [ctx.text_at(part.of(arg).origin(env)) for arg in ast.args]
    written = [one for one in found if one is not None]
    return written if written and len(written) == len(found) else None
