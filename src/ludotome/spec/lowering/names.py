"""names: resolve a bare word, a selector or an unknown binding at its place.

A name is, in this order: one of the names accepted at its place; a thing of the document or a word of the language
(for things that belong to players, the actor's); a property of `it`. If two apply, or none, that is an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ludotome.diagnostics import Label, Span, is_sure, near_names, nearest
from ludotome.gamedef import (
    Active,
    Actor,
    AllOther,
    AllPlayers,
    AllZones,
    Binding,
    BoolLiteral,
    CurrentPhase,
    DirectionSet,
    Expr,
    GlobalVar,
    IntLiteral,
    LastActor,
    NameLiteral,
    NoLegalMoves,
    OwnedZone,
    OwnedZones,
    PlayerProp,
    PlayerVar,
    RegionZones,
    SeatLiteral,
    Setting,
    TurnNumber,
    ZoneLiteral,
)
from ludotome.spec import expressions as text
from ludotome.spec.foreign_words import bare, foreign_word
from ludotome.spec.lowering.access import has_another_owner, of_other_kind, property_names, property_node
from ludotome.spec.lowering.context import EXTEND, INHERITED, NO_BASE, Context
from ludotome.spec.lowering.declared_at import binding_home, binding_labels, property_home, unnamed_cells
from ludotome.spec.lowering.environment import Env, Want
from ludotome.spec.lowering.origins import Origin
from ludotome.spec.lowering.parts import Part
from ludotome.spec.lowering.signatures import argument_fields, functions, usual_call
from ludotome.spec.made_names import MadeName

_WORDS: dict[str, Callable[[], Expr]] = {
    "actor": Actor,
    "active": Active,
    "lastActor": LastActor,
    "players": AllPlayers,
    "allOther": AllOther,
    "phase": CurrentPhase,
    "turn": TurnNumber,
    "noLegalMoves": NoLegalMoves,
    "zones": AllZones,
}
# Words for one element of a set without a name of its own.
ELEMENTS = {
    "player": ("player", "p"),
    "token": ("token", "piece", "card"),
    "zone": ("zone", "cell", "square", "space"),
}
# Names of the element in other languages, whatever its type.
_THE_ELEMENT = ("this", "_", "item", "elem", "element", "each")
# Words for the number of rows or columns, and the coordinate that counts them.
_SIZES = {
    "rows": "row", "numrows": "row", "height": "row",
    "cols": "col", "columns": "col", "numcols": "col", "width": "col",
}  # fmt: skip
_SEVERAL: dict[str, Callable[[], Expr]] = {"all": AllPlayers, "allOther": AllOther}
_FEW = 12
_LONGEST_NUMBER = 9
_HOW_TO_BIND = "a name with `$` is a parameter, or is bound by `let`, `forEach`, `roll`, `chooseOne` or an event"
# The kind of thing reported as missing, by the expected type, if a word means nothing there.
DIRECTION_SETS = ("directions", "orthogonal", "diagonal")
_KIND_OF_WANT = {
    "direction": "direction",
    "directions": "direction",
    "token type name": "token type",
    "zone": "zone",
    "int": "variable",
    "bool": "variable",
    "set": "region",
    "set of zone": "region",
}
_PLAYER_WORDS: dict[str, Callable[[], Expr]] = {
    "actor": Actor,
    "active": Active,
    "activePlayer": Active,
    "lastActor": LastActor,
}


def resolve_name(ctx: Context, name: str, part: Part, want: Want, env: Env) -> Expr:
    """Return the meaning of the bare word *name* where *want* is expected."""
    if name in want.names:
        return NameLiteral(name)
    if name in ctx.things.clashing:
        return ctx.poison()  # `gamedef` reports that the name is ambiguous
    thing = find_thing(ctx, name)
    of_it = property_of_it(ctx, name, env)
    if thing is not None and of_it is None and env.scope.actor is None and _belongs_to_players(ctx, name):
        return _whose(ctx, name, part, env)
    if thing is not None and of_it is not None:
        return ctx.fault(
            "LT223",
            part.origin(env),
            f"`{name}` is declared, and is also a property of the element here",
            f"write `it.{name}` for the property, or give the declared thing another name",
        )
    if thing is not None or of_it is not None:
        return thing or of_it  # type: ignore[return-value]
    if want.what == "item" or (want.what == "argument" and name in _known_names(ctx)):
        return NameLiteral(name)
    if _may_be_a_property(ctx, env):
        return ctx.poison()
    return _unknown(ctx, name, part, want, env)


def _may_be_a_property(ctx: Context, env: Env) -> bool:
    """Whether the type of the element here is unknown because of an error that was already reported."""
    return env.it is not None and ctx.type_of(Binding(env.it), env.scope).is_unknown


def _belongs_to_players(ctx: Context, name: str) -> bool:
    symbols = ctx.things.symbols
    region = symbols.regions.get(name)
    of_seat = region is not None and region.of_seat is not None
    return name in symbols.player_var or name in symbols.owned_zones or of_seat


def _whose(ctx: Context, name: str, part: Part, env: Env) -> Expr:
    """Report a bare name that would belong to the actor, where there is no actor."""
    is_zone = name in ctx.things.symbols.owned_zones
    others: tuple[str, ...]
    if env.scope.place == "setup" and is_zone:
        suggestion, others = f"write `{name}:each` for every player's", (f"{name}:each",)
    elif env.scope.place == "test" and is_zone:
        others = tuple(f"{name}:{seat}" for seat in ctx.things.seats)[:_FEW]
        suggestion = f"write {' or '.join(f'`{one}`' for one in others)}"
    elif "$player" in env.visible:
        suggestion, others = f"write `$player.{name}`", (f"$player.{name}",)
    else:
        suggestion = f"write `lastActor.{name}`, `active.{name}` or a seat's"
        others = (f"lastActor.{name}", f"active.{name}")
    return nobody_acts(ctx, name, part.origin(env), suggestion, others)


def nobody_acts(ctx: Context, name: str, origin: Origin, suggestion: str, others: tuple[str, ...]) -> Expr:
    """Report *name*, which each player has, where there is no actor; one of *others* alone is a certain fix."""
    message = f"each player has a `{name}`, and nobody acts here"
    fix = others[0] if len(others) == 1 else None
    return ctx.fault("LT226", origin, message, suggestion, alternatives=others, replacement=fix)


def find_thing(ctx: Context, name: str) -> Expr | None:
    """Return the declared thing or word *name*; things that belong to players are the actor's."""
    things, symbols = ctx.things, ctx.things.symbols
    if name in things.seats:
        return SeatLiteral(things.seats[name])
    if name in things.settings:
        return literal(things.settings[name])
    if name in symbols.global_var:
        return GlobalVar(name)
    if name in symbols.player_var:
        return PlayerVar(Actor(), name)
    if name in symbols.owned_zones:
        return OwnedZone(name, Actor())
    if name in things.zone_ids:
        return ZoneLiteral(things.zone_ids[name])
    if name in symbols.regions:
        return RegionZones(name, Actor() if symbols.regions[name].of_seat is not None else None)
    if name in _WORDS:
        return _WORDS[name]()
    if name in DIRECTION_SETS:
        return DirectionSet(name)  # type: ignore[arg-type]
    return None


def literal(value: Setting) -> Expr:
    """Return the literal for a value that is known before play."""
    if isinstance(value, bool):
        return BoolLiteral(value)
    return IntLiteral(value) if isinstance(value, int) else NameLiteral(value)


def property_of_it(ctx: Context, name: str, env: Env) -> Expr | None:
    """Return the property *name* of the innermost element, or None if it has none."""
    if env.it is None:
        return None
    element = Binding(env.it)
    kind = ctx.type_of(element, env.scope)
    return property_node(ctx, element, kind, name)


def _known_names(ctx: Context) -> frozenset[str]:
    """Return every name that is not a thing: token types, enum values, directions, phases, actions, terrain."""
    return frozenset(ctx.things.symbols.names) | frozenset(ctx.things.inference.declared.directions)


def _unknown(ctx: Context, name: str, part: Part, want: Want, env: Env) -> Expr:
    """Report an undefined word; near names that fit come first."""
    origin = part.origin(env)
    if not ctx.report.explains:
        return ctx.fault("LT220", origin, f"undefined name `{name}`", "")
    if name == INHERITED:  # in a document that extends another, it has been replaced by now
        return ctx.fault("LT220", origin, NO_BASE, EXTEND)
    if (asked := _asked_of_it(ctx, name, want, env)) is not None:
        message = f"`{name}` is a function, and is called here without `()`"
        return ctx.fault("LT220", origin, message, f"write `{asked}`", alternatives=(asked,), replacement=asked)
    if want.what == "set" and not want.names and name in ctx.things.inference.declared.token_types:
        called = f"tokens({name})"
        message = f"`{name}` is a token type, and a set is needed here"
        return ctx.fault("LT220", origin, message, f"write `{called}`", alternatives=(called,), replacement=called)
    if want.what in ("set", "any") and ctx.things.shell.boards and (cells := text.cells_in_one_word(name)) is not None:
        message = f"undefined name `{name}`"
        return ctx.fault("LT220", origin, message, f"write `{cells}`", alternatives=(cells,), replacement=cells)
    call = _call_of(ctx, name) if not want.names else None
    if call is not None:
        message = f"`{name}` is a {'macro' if name in ctx.things.macros else 'function'}, and needs `()` here"
        fix = call if call.endswith("()") else None
        suggestion = f"write `{call}`" if fix is not None else f"call it as `{call}`"
        return ctx.fault("LT220", origin, message, suggestion, alternatives=(call,), replacement=fix)
    kind = _KIND_OF_WANT.get(want.what, "name" if want.names else None)
    candidates = _candidates(ctx, want, env)
    if kind == "direction":
        candidates = (*ctx.things.inference.declared.directions, *DIRECTION_SETS)
    elif kind == "region":
        candidates = tuple(ctx.things.symbols.regions)
    is_size = bare(name) in _SIZES
    if want.names or (kind is not None and nearest(name, candidates) and not is_size):
        return ctx.unknown(kind or "name", name, candidates, origin, labels=binding_labels(ctx, want.beside, origin))
    near = (f"${name}",) if f"${name}" in env.visible else _meant(ctx, name, want, env)
    near = near or nearest(name, (*candidates, *((INHERITED,) if ctx.extends else ())))
    if is_size:
        size = _size_of_board(ctx, name)
        near = (str(size),) if size is not None else ()
    else:
        near = near or nearest(name, (*ctx.things.all_names, *env.visible))
    if want.what == "int" and (die := re.fullmatch(r"[dD](\d+)", name)) is not None:
        near = (die[1],)  # `sides: d6`
    alternatives = tuple(near[:3]) or (() if is_size else _others(ctx, name, want, env, candidates))
    listed = ", ".join(f"`{one}`" for one in alternatives[:5])
    unlisted = f"declare it, or use the name of a {kind}" if kind is not None else "declare it, or use a declared name"
    suggestion = f"write {listed}" if len(alternatives) == 1 else f"write one of {listed}" if listed else unlisted
    declare, labels = (None, ()) if near else _home(ctx, name, env)
    if near == (f"${name}",) and (edits := _without_sign(ctx, origin, near[0])):  # as JavaScript writes it in a text
        return ctx.fault("LT220", origin, f"undefined name `{name}`", f"write `{{{near[0]}}}`", edits=edits)
    return ctx.fault(
        "LT220",
        origin,
        f"undefined name `{name}`",
        f"{suggestion}; or {declare}" if declare else suggestion,
        alternatives=alternatives,
        labels=labels,
        replacement=near[0] if is_sure(name, near) else None,
    )


def _without_sign(ctx: Context, origin: Origin, meant: str) -> list[tuple[Span, str]]:
    """Return the edits from `${name}` to `{$name}`, if that is written at *origin*."""
    span = ctx.span(origin)
    if ctx.source_map is None or span is None or span.source:
        return []
    source = ctx.source_map.source
    if source.text[span.start - 2 : span.start] != "${" or source.text[span.end : span.end + 1] != "}":
        return []
    return [(source.span(span.start - 2, span.end + 1), f"{{{meant}}}")]


def _size_of_board(ctx: Context, name: str) -> int | None:
    """Return the number of rows or columns of the only grid, if *name* means that and not a misspelt `row`."""
    axis = _SIZES.get(bare(name))
    if axis is None or len(ctx.things.shell.boards) != 1:
        return None
    rows = (zone.row if axis == "row" else zone.col for zone in ctx.things.shell.zones)
    places = [place for place in rows if place is not None]
    return max(places) + 1 if places else None


def _meant(ctx: Context, name: str, want: Want, env: Env) -> tuple[str, ...]:
    """Return what *name* means in other languages: a player, a thing, a property of the element; empty otherwise.

    Without an actor, `player` may be either of two.
    """
    of_it = property_names(ctx, ctx.type_of(Binding(env.it), env.scope)) if env.it is not None else ()
    things = ctx.things.of_kind(want.what) if want.what == "zone" else ctx.things.all_names
    words = (*_WORDS, "actor.opponent", "none", *things, *((INHERITED,) if ctx.extends else ()))
    found = (
        foreign_word("property", name, of_it),
        foreign_word("property that is a player", name, of_it) if want.what == "player" else None,
        foreign_word("player", name, words),
        foreign_word("value", name, words),
    )
    meant = next((word for word in found if word is not None), None)
    kind = ctx.type_of(Binding(env.it), env.scope).kind if env.it is not None else "unknown"
    if bare(name) in ELEMENTS.get(kind, ()) or (env.it is not None and name in _THE_ELEMENT):
        return ("it",)  # `players where player.score > 3`
    if want.what == "player" and env.scope.actor is not None and name in ("next", "previous", "opponent"):
        return (f"actor.{name}",)
    if name == "self" and kind in (want.what, want.what.removesuffix("s")) and kind != "player":
        return ("it",)
    if meant is None and env.it is not None and not has_another_owner(ctx, name, env):
        meant = of_other_kind(ctx, ctx.type_of(Binding(env.it), env.scope), "it", name)
    if meant is None or env.scope.actor is not None or not meant.startswith("actor"):
        return (meant,) if meant is not None else ()
    if bare(name) == "mover":
        return (meant.replace("actor", "lastActor"),)  # the player who has moved
    return tuple(meant.replace("actor", one) for one in ("active", "lastActor"))


def _others(ctx: Context, name: str, want: Want, env: Env, candidates: tuple[str, ...]) -> tuple[str, ...]:
    """Return what to write for *name* if no name is near: things with such a property, or else what fits here.

    Among more than a dozen declared names, such as those of cells, none is more likely than another.
    """
    bound = {written: (node, ctx.type_of(node, env.scope)) for written, node in env.visible.items()}
    owners = tuple(f"{one}.{name}" for one, (node, kind) in bound.items() if property_node(ctx, node, kind, name))
    fitting = tuple(one for one, (_, kind) in bound.items() if kind.kind == want.what)
    few = near_names(name, candidates) if len(candidates) <= _FEW else ()
    return owners[:3] or (*fitting, *few)[:_FEW]


def _asked_of_it(ctx: Context, name: str, want: Want, env: Env) -> str | None:
    """Return `empty(it)` for `board where empty`: a test of one thing, where an element of its kind is available."""
    macro = ctx.things.macros.get(name)
    if macro is not None and macro.expr is not None and len(macro.params) == 1 and want.what == "bool" and env.it:
        return f"{name}(it)"
    info = functions().get(name) or functions().get(foreign_word("function", name, functions()) or "")
    if info is None or info.result != "bool" or want.what != "bool" or env.it is None:
        return None
    fields = [field.holds for field in argument_fields(info)]
    kind = ctx.type_of(Binding(env.it), env.scope).kind
    is_its = len(fields) == 1 and fields[0] is not None and fields[0].what == kind
    return f"{info.text}(it)" if is_its else None


def _call_of(ctx: Context, name: str) -> str | None:
    """Return the form of a call of the function or macro *name*, None if there is none."""
    if name in ctx.things.macros:
        return ctx.things.macros[name].signature
    info = functions().get(name)
    return usual_call(info) if info is not None else None


def _home(ctx: Context, name: str, env: Env) -> tuple[str | None, tuple[Label, ...]]:
    """Return how to declare *name* so that it has a meaning here, and a label for the place."""
    cells = unnamed_cells(ctx, name)
    if cells is not None or env.it is None:
        return cells or (None, ())
    return property_home(ctx, ctx.type_of(Binding(env.it), env.scope), name)


def _candidates(ctx: Context, want: Want, env: Env) -> tuple[str, ...]:
    if want.names:
        return tuple(sorted(want.names))
    of_it: tuple[str, ...] = ()
    if env.it is not None:
        of_it = property_names(ctx, ctx.type_of(Binding(env.it), env.scope))
    return tuple(dict.fromkeys((*of_it, *ctx.things.of_kind(want.what))))


def unbound(ctx: Context, name: str, origin: Origin, env: Env) -> Expr:
    """Report a `$name` that nothing binds here."""
    plain = name[1:]
    if find_thing(ctx, plain) is not None and not nearest(name, env.visible):
        message = f"`{name}` is not bound here, but `{plain}` is declared"
        return ctx.fault("LT222", origin, message, f"write `{plain}` without `$`", replacement=plain)
    meant = foreign_word("player", plain, (*_WORDS, "actor.opponent")) if env.scope.actor is not None else None
    if meant is not None and not nearest(name, env.visible):
        return ctx.unknown("binding", name, (), origin, instead=meant, over=origin)
    if name == "$it" and env.it is not None:
        return ctx.unknown("binding", name, (), origin, instead="it", over=origin)
    declare, labels = binding_home(ctx, name, origin, env.stack[-1] if env.stack else None)
    bound = [one for one in env.visible if not isinstance(one, MadeName)]
    shown = () if bound else labels  # if names are bound here, a misspelling is most likely
    return ctx.unknown("binding", name, bound, origin, declare=declare, notes=(_HOW_TO_BIND,), labels=shown)


def resolve_selector(ctx: Context, ast: text.Selector, part: Part, env: Env) -> Expr:
    """Return the zone that `hand:actor`, `hand:0`, `hand:$p` or `deck:none` names."""
    owned = ctx.things.symbols.owned_zones
    zone_end = ast.start + len(ast.zone)
    if ast.zone not in owned:
        if ast.zone in ctx.things.zone_ids and ast.which == "none":
            return ZoneLiteral(ctx.things.zone_ids[ast.zone])
        origin = part.origin(env, ast.start, zone_end)
        if ast.zone in ctx.things.zone_ids:
            whole = part.origin(env, ast.start, ast.end)
            return ctx.fault("LT224", whole, f"`{ast.zone}` has no owner", f"write `{ast.zone}`", replacement=ast.zone)
        region = ctx.things.symbols.regions.get(ast.zone)
        if region is not None and region.of_seat is not None and ast.which in ("actor", "active", *ctx.things.seats):
            whole, meant = part.origin(env, ast.start, ast.end), f"{ast.which}.{ast.zone}"
            message = f"`{ast.zone}` is a region of each seat, not a zone"
            return ctx.fault("LT224", whole, message, f"write `{meant}`", replacement=meant)
        return ctx.unknown("owned zone", ast.zone, owned, origin)
    several = _SEVERAL.get(ast.which)
    if several is not None:
        return OwnedZones(ast.zone, several())
    player = find_player(ctx, ast.which, env)
    if player is not None:
        return OwnedZone(ast.zone, player)
    origin = part.origin(env, zone_end + 1, ast.end)
    if ast.which.startswith("$"):
        return unbound(ctx, ast.which, origin, env)
    known = ("actor", "active", "left", "right", "all", "allOther", *ctx.things.seats)
    near = nearest(ast.which, known)
    each = ast.which in ("each", "none")
    return ctx.fault(
        "LT224",
        origin,
        f"`{ast.which}` is not a player" if not each else f"`{ast.which}` is not possible here",
        f"write `{near[0]}`" if near else f"write one of {', '.join(f'`{name}`' for name in known[:5])}",
        alternatives=near_names(ast.which, known),
        replacement=near[0] if len(near) == 1 else None,
    )


def is_seat_number(word: str) -> bool:
    """Return whether *word* could be the number of a seat; one that no game has is reported later."""
    return word.isascii() and word.isdigit() and len(word) <= _LONGEST_NUMBER


def find_player(ctx: Context, which: str, env: Env) -> Expr | None:
    """Return the player that a selector's word *which* names; numbers are seats."""
    if is_seat_number(which):
        return SeatLiteral(int(which))
    if which.startswith("$"):
        return env.mention(which)
    if which in _PLAYER_WORDS:
        return _PLAYER_WORDS[which]()
    if which in ("left", "right"):
        return PlayerProp(Actor(), "next" if which == "left" else "previous")
    if which in ctx.things.seats:
        return SeatLiteral(ctx.things.seats[which])
    return None
