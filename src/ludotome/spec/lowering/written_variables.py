"""written_variables: `{ quiet: 3, White.money: 9, a1.heat: 2, centre.heat: 4 }` → setVar effects.

The key names a variable of the game, of a seat, of a zone, or of every zone of a region or board.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludotome.gamedef import Effect, SeatLiteral, SetVar, ZoneLiteral
from ludotome.spec import expressions as text
from ludotome.spec.blocks import YamlValue, key_path
from ludotome.spec.expressions import parse_expression
from ludotome.spec.lowering.context import Context
from ludotome.spec.lowering.environment import Env, Want
from ludotome.spec.lowering.origins import Origin
from ludotome.spec.lowering.trees import lower_field


def lower_variables(ctx: Context, written: YamlValue, path: str, env: Env) -> tuple[Effect, ...]:
    """Return the effects that set variables to the values *written*; a key that is not a variable is reported."""
    made: list[Effect] = []
    for key, value in written.items() if isinstance(written, dict) else ():
        here = key_path(path, key)
        found = tuple(_targets(ctx, key))
        if not found:
            parameters = ctx.doc.get("parameters")
            is_set = isinstance(parameters, dict) and key in parameters
            known = () if is_set else _known(ctx)
            declare = f"write `set: {{ {key}: … }}` beside `vars`: this is a parameter" if is_set else None
            ctx.unknown("variable", key, known, Origin(here, on_key=True), declare=declare)
        for fields in found:
            names = _names_of(ctx, fields["var"])
            effect = SetVar(value=lower_field(ctx, value, here, Want("scalar", names), env), **fields)
            ctx.origins.note(effect, Origin(here, calls=env.calls, on_key=True))
            made.append(effect)
    return tuple(made)


def _targets(ctx: Context, key: str) -> Iterator[dict[str, Any]]:
    """Yield the fields of an effect for each variable that *key* names."""
    symbols, things = ctx.things.symbols, ctx.things
    match parse_expression(key).tree:
        case text.Name(name=name) if name in symbols.global_var:
            yield {"var": name, "scope": "global"}
        case text.Access(of=text.Name(name=seat), name=name) if seat in things.seats and name in symbols.player_var:
            yield {"var": name, "scope": "player", "player": SeatLiteral(things.seats[seat])}
        case text.Access(of=text.Name(name=place), name=name) if name in symbols.zone_var:
            for zone in _zones(ctx, place):
                yield {"var": name, "scope": "zone", "zone": ZoneLiteral(zone)}


def _zones(ctx: Context, place: str) -> tuple[str, ...]:
    """Return the zones of boards that *place* names: one, those of a region, or those of a board."""
    things = ctx.things
    on_board = {str(zone.id): zone.board for zone in things.shell.zones if zone.board is not None}
    if things.zone_ids.get(place) in on_board:
        return (things.zone_ids[place],)
    region = things.symbols.regions.get(place)
    zones = region.zones if region is not None and region.of_seat is None else ()
    return tuple(zone for zone, board in on_board.items() if board == place or zone in zones)


def _known(ctx: Context) -> tuple[str, ...]:
    symbols, shell = ctx.things.symbols, ctx.things.shell
    seats = (f"{seat}.{var}" for seat in ctx.things.seats for var in symbols.player_var)
    zones = (
        f"{zone.name or zone.id}.{var}" for zone in shell.zones if zone.board is not None for var in symbols.zone_var
    )
    return (*symbols.global_var, *seats, *zones)


def _names_of(ctx: Context, var: str) -> frozenset[str]:
    symbols = ctx.things.symbols
    declared = {**symbols.global_var, **symbols.player_var, **symbols.zone_var}[var][1]
    return frozenset(declared.type) if isinstance(declared.type, tuple) else frozenset()
