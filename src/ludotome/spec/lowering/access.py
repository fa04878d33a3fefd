"""access: resolve `x.name` by the type of x: a variable, zone or region of a player; a property of a token or zone."""

from __future__ import annotations

from ludotome.diagnostics import is_sure, nearest
from ludotome.gamedef import (
    RELATIVE_DIRECTIONS,
    Binding,
    Expr,
    OwnedZone,
    PlayerProp,
    PlayerVar,
    RegionZones,
    TokenProp,
    Type,
    ZoneProp,
    ZoneVar,
)
from ludotome.spec import expressions as text
from ludotome.spec.foreign_words import bare, foreign_word
from ludotome.spec.lowering.context import Context
from ludotome.spec.lowering.declared_at import binding_labels, property_home
from ludotome.spec.lowering.environment import ANY, Env
from ludotome.spec.lowering.parts import TextPart
from ludotome.spec.lowering.signatures import argument_fields, functions

# Names for the whole game in other languages.
_CONTEXTS = ("ctx", "G", "game", "state", "self", "this", "gameState", "context")
# Properties for the number of elements in other languages.
_COUNTED = ("length", "size", "count", "len")
_HELD = ("tokens", "cards", "pieces", "contents", "items", "stones", "elements")
# Names under which other languages keep the properties of a thing.
_HOLDERS = ("props", "properties", "attributes", "attrs", "stats", "vars", "variables", "data", "fields")
_PLAYER_PROPERTIES = ("opponent", "next", "previous", "seat", "out")


def lower_access(ctx: Context, part: TextPart, ast: text.Access, env: Env) -> Expr:
    """Return the node of `of.name`."""
    if isinstance(ast.of, text.Name) and ast.of.name in _CONTEXTS and ast.of.name not in ctx.things.all_names:
        message = f"there is no `{ast.of.name}`: write names of the game alone"
        meant = ast.name
        if ast.of.name == "ctx" and bare(ast.name) == "currentplayer" and env.scope.actor is None:
            meant = "lastActor"  # `endIf` of boardgame.io is asked before the turn goes on
        return ctx.fault("LT225", part.origin(env), message, f"write `{meant}`", replacement=meant)
    if isinstance(ast.of, text.Name) and _stands_alone(ctx, ast.of.name, ast.name, env):
        message = f"undefined name `{ast.of.name}`; write `{ast.name}` alone"
        return ctx.fault("LT225", part.origin(env), message, f"write `{ast.name}`", replacement=ast.name)
    if isinstance(ast.of, text.Access) and (plain := _without_holder(ctx, part, ast, ast.of, env)) is not None:
        return plain
    of = ctx.lower(part.of(ast.of), ANY, env)
    kind = ctx.type_of(of, env.scope)
    if kind.is_unknown:
        return of  # poison, or a word not allowed here, which `gamedef` reports only if it is kept
    element = kind.element if kind.is_set and kind.element is not None else kind
    if kind.is_set and ast.name not in property_names(ctx, element) and ast.name.lower() in _COUNTED:
        return _write(ctx, part, ast, f"count({_owner(ctx, part, ast, env)})", env)
    if kind.is_set and element.kind == "zone" and bare(ast.name) in ("full", "isfull", "filled"):
        return _write(ctx, part, ast, f"all({_owner(ctx, part, ast, env)}, occupied(it))", env)
    if kind.is_set and element.kind == "zone" and (cells := text.cells_in_one_word(ast.name)) is not None:
        return _write(ctx, part, ast, cells.replace("board", _owner(ctx, part, ast, env), 1), env)
    # A set keeps its node, so that `gamedef` reports at its place that a single value is needed.
    node = property_node(ctx, of, element, ast.name)
    origin = part.origin(env, ast.name_start, ast.end)
    if node is None:
        return _no_property(ctx, ast, part, of, element, env)
    ctx.origins.note_field(node, "prop", origin)
    ctx.origins.note_field(node, "var", origin)
    return node


def _stands_alone(ctx: Context, holder: str, name: str, env: Env) -> bool:
    """Return whether *holder* is not a name and *name* is declared for the whole game: `constants.goal` is `goal`."""
    things, symbols = ctx.things, ctx.things.symbols
    of_it = property_names(ctx, ctx.type_of(Binding(env.it), env.scope)) if env.it is not None else ()
    if holder in (*things.all_names, *functions(), *of_it) or f"${holder}" in env.visible:
        return False
    if foreign_word("player", holder, ("actor", "actor.opponent", "lastActor", "players")) is not None:
        return False
    return name in things.settings or name in symbols.global_var


def _without_holder(ctx: Context, part: TextPart, ast: text.Access, holder: text.Access, env: Env) -> Expr | None:
    """Report `x.props.cost` where x itself has a `cost`."""
    if holder.name not in _HOLDERS:
        return None
    kind = ctx.type_of(ctx.lower(part.of(holder.of), ANY, env), env.scope)
    known = property_names(ctx, kind)
    if kind.is_set or holder.name in known or ast.name not in known:
        return None
    owner = ctx.text_at(part.of(holder.of).origin(env)) or text.print_expression(holder.of)
    origin = part.origin(env)
    return ctx.unknown("property", holder.name, (), origin, instead=f"{owner}.{ast.name}", over=origin)


def property_node(ctx: Context, of: Expr, kind: Type, name: str) -> Expr | None:
    """Return the node for the property *name* of *of*, which is of *kind*; None if there is no such property."""
    symbols, declared = ctx.things.symbols, ctx.things.inference.declared
    match kind.kind:
        case "player":
            if name in _PLAYER_PROPERTIES or name in RELATIVE_DIRECTIONS:
                return PlayerProp(of, name)
            if name in symbols.player_var:
                return PlayerVar(of, name)
            if name in symbols.owned_zones:
                return OwnedZone(name, of)
            region = symbols.regions.get(name)
            return RegionZones(name, of) if region is not None and region.of_seat is not None else None
        case "token":
            return TokenProp(of, name) if name in declared.token_properties else None
        case "zone":
            if name in symbols.zone_var:
                return ZoneVar(of, name)
            return ZoneProp(of, name) if name in declared.zone_properties else None
        case _:
            return None


def property_names(ctx: Context, kind: Type) -> tuple[str, ...]:
    """Return the names of all properties of *kind*: those that the document declares, then the built-in ones."""
    symbols, declared = ctx.things.symbols, ctx.things.inference.declared
    match kind.kind:
        case "player":
            seat_regions = (name for name, region in symbols.regions.items() if region.of_seat is not None)
            ways = RELATIVE_DIRECTIONS if any(ctx.things.shell.orientation) else ()
            return (*symbols.player_var, *symbols.owned_zones, *seat_regions, *_PLAYER_PROPERTIES, *ways)
        case "token":
            return tuple(declared.token_properties)
        case "zone":
            return (*symbols.zone_var, *declared.zone_properties)
        case _:
            return ()


def _no_property(ctx: Context, ast: text.Access, part: TextPart, of: Expr, kind: Type, env: Env) -> Expr:
    origin = part.origin(env, ast.name_start, ast.end)
    known = property_names(ctx, kind)
    if not known:
        return ctx.fault(
            "LT225",
            origin,
            f"{kind} has no properties",
            "write a player, a token or a zone before the dot",
            labels=binding_labels(ctx, of, origin),
        )
    declare, labels = property_home(ctx, kind, ast.name)
    elsewhere = of_other_kind(ctx, kind, _owner(ctx, part, ast, env), ast.name)
    call = _call(ctx, part, ast, kind, env) if foreign_word("property", ast.name, known) is None else None
    near = nearest(ast.name, known)
    if not near and not kind.is_set and not has_another_owner(ctx, ast.name, env):
        call = elsewhere or call
    elif elsewhere is not None and not near:
        declare = f"write `{elsewhere}`"  # no fix: the name before the dot may be the wrong one
    if call is not None and not is_sure(ast.name, near):
        return _write(ctx, part, ast, call, env)
    return ctx.unknown("property", ast.name, known, origin, declare=declare, labels=labels)


def _write(ctx: Context, part: TextPart, ast: text.Access, meant: str, env: Env) -> Expr:
    """Report a property that is a function here, over the whole of `x.name`."""
    origin = part.origin(env)
    return ctx.unknown("property", ast.name, (), origin, instead=meant, over=origin)


def has_another_owner(ctx: Context, name: str, env: Env) -> bool:
    """Whether something that is bound here has a property *name*, which may be meant."""
    bound = (ctx.type_of(node, env.scope) for node in env.visible.values())
    return any(name in property_names(ctx, kind) for kind in bound if not kind.is_set)


def of_other_kind(ctx: Context, kind: Type, owner: str, name: str) -> str | None:
    """Return what `$piece.row` and `$cell.owner` should be: `$piece.zone.row` and `top($cell).owner`."""
    if name == "zone" or foreign_word("property", name, property_names(ctx, kind)) is not None:
        return None
    if kind.kind == "token" and name in property_names(ctx, Type("zone")):
        return f"{owner}.zone.{name}"
    if kind.kind == "zone" and name in property_names(ctx, Type("token")):
        return f"top({owner}).{name}"
    return None


def _owner(ctx: Context, part: TextPart, ast: text.Access, env: Env) -> str:
    return ctx.text_at(part.of(ast.of).origin(env)) or text.print_expression(ast.of)


def _call(ctx: Context, part: TextPart, ast: text.Access, kind: Type, env: Env) -> str | None:
    """Return `empty(b1)` for `b1.empty`, `zoneCount(hand)` for `hand.length`, `step(b1, n)` for `b1.north`; or None."""
    owner = _owner(ctx, part, ast, env)
    if kind.kind == "zone" and ast.name.lower() in _COUNTED:
        return f"zoneCount({owner})"
    if kind.kind == "zone" and ast.name.lower() in _HELD:
        return f"tokensInZone({owner})"
    ways = tuple(ctx.things.inference.declared.directions)
    way = ast.name if ast.name in ways else foreign_word("direction", ast.name, ways)
    if kind.kind == "zone" and way is not None:
        return f"step({owner}, {way})"
    name = ast.name if ast.name in functions() else foreign_word("function", ast.name, functions())
    info = functions().get(name or "")
    needed = [field.holds for field in argument_fields(info) if field.required] if info is not None else []
    wanted = needed[0].what if len(needed) == 1 and needed[0] is not None else None
    if wanted == "set" and kind.kind == "zone":  # of the tokens there
        return f"{name}(tokensInZone({owner}))"
    return f"{name}({owner})" if wanted == kind.kind else None
