"""Web module: a game as a WebAssembly module, and the data for `web/engine.js`.

The module computes rules with numbers. Everything else that a page shows (names, notation, who sees what, the scene) is
static data, made here. So JavaScript contains no rules and no second definition of hidden information.

Invariant: the data are plain JSON, and a pure function of the definition and the number of players.

This module does not know pages.
"""

from __future__ import annotations

import re
from math import isinf
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from ludotome.diagnostics import one_line
from ludotome.gamedef import CHOICES, ActionDef, Part, PropDef, Template, VarDef, best_return, checked, expression_text
from ludotome.native import FAULT_TEXTS, FAULTS, OUTCOMES, ModuleC, compile_module, conditions_of
from ludotome.play.reference import kernel
from ludotome.play.viewing import Lens
from ludotome.toolchain import ToolError

if TYPE_CHECKING:
    from ludotome.play.game import Game

DATA_VERSION = 1


class WebModule(Struct, frozen=True):
    """A game for one number of players: the bytes of its module, and the data that explain its numbers."""

    wasm: bytes
    data: dict[str, Any]

    def data_json(self) -> str:
        """Return the data as JSON text."""
        return msgspec.json.encode(self.data).decode()


def web_module(game: Game, players: int | None = None) -> WebModule:
    """Return *game* for *players* (default: the minimum) as a module with its data.

    Raise `ToolError` with code `not-compiled` if a part of the game cannot be compiled, or if its notation writes sets,
    which only the reference kernel can do.
    """
    seats = game.seats_for(players)
    made, wasm = compile_module(game.game_def, seats)
    if not made.code.notation:
        raise ToolError("not-compiled", f"the notation of `{game.name}` writes sets, which cannot be compiled")
    return WebModule(wasm, module_data(game, made))


def module_data(game: Game, made: ModuleC) -> dict[str, Any]:
    """Return the data of the module *made* of *game*."""
    lens, layout, definition = Lens(game, None), made.layout, game.game_def
    symbols, known = layout.symbols, checked(definition)
    best = best_return(definition, layout.players)
    kinds = symbols.token_type
    shorts = (kinds[number].short if number in kinds else None for number in range(len(symbols.names)))
    rows = {name: place for place, name in enumerate(layout.props)}
    return {
        "version": DATA_VERSION,
        "game": lens.scene.game,
        "rulesHash": game.rules_hash,
        "players": layout.players,
        "layout": {
            "fields": {field.name: (field.offset, field.count, field.bits) for field in layout.fields},
            "zones": layout.zones,
            "tokens": layout.tokens,
            "isSingle": layout.single,
            "keys": layout.keys,
            "width": layout.width,
            "decides": layout.decides,
            "asks": layout.answers > 0,
        },
        "zoneIds": lens.zone_ids,
        "zoneNames": lens.names,
        "zoneWords": [str(zone.name or zone.id) for zone in definition.zones],
        "zoneOwners": symbols.owner_of_zone,
        "boardZones": symbols.board_zones,
        "sees": [_flags(known.sees(seat)) for seat in range(layout.players)],
        "spectatorSees": _flags(known.sees(None)),
        "seatNames": [seat.name for seat in lens.scene.seats],
        "seatWords": [str(seat) for seat in definition.metadata.seats],
        "names": symbols.names,
        "nameWords": [n if short is None else short for n, short in zip(symbols.names, shorts, strict=True)],
        "types": {
            str(number): {"id": lens.types[number], "props": [_declared(prop, rows[prop.name]) for prop in kind.props]}
            for number, kind in kinds.items()
        },
        "globalVars": [_declared(var) for var in definition.global_vars],
        "playerVars": [_declared(var) for var in definition.per_player_vars],
        "zoneVars": [_declared(var) for var in definition.per_zone_vars],
        "phases": [one_line(phase.id) for phase in definition.turn_structure.phases],
        "actions": [
            _action(lens, action, template, made.code.kinds[place], _conditions(game, action))
            for place, (action, template) in enumerate(zip(definition.actions, known.notations.templates, strict=True))
        ],
        "isOpen": lens.is_open,
        "showsDice": lens.shows_dice,
        "isUncertain": game.is_uncertain,
        "hasWorlds": made.worlds,
        "best": None if isinf(best) else best,
        "choices": CHOICES,
        "outcomes": OUTCOMES,
        "faults": FAULTS,
        "faultTexts": FAULT_TEXTS,
        "scene": msgspec.to_builtins(lens.scene),
    }


def _flags(values: tuple[bool, ...]) -> str:
    """Return truth values as a text of 0 and 1."""
    return "".join(str(int(value)) for value in values)


def _declared(one: VarDef | PropDef, row: int | None = None) -> dict[str, Any]:
    """Return the name and type of a variable or property; for a property also its row in the state."""
    kind = "name" if isinstance(one.type, tuple) else one.type
    return {"name": one_line(one.name), "kind": kind} | ({} if row is None else {"row": row})


def _conditions(game: Game, action: ActionDef) -> list[dict[str, Any]]:
    """Return the conditions of an action as text, in the order of the module, with parameters by name."""
    found: list[dict[str, Any]] = []
    for condition in conditions_of(action):
        text = expression_text(game.symbols, condition.node)
        if condition.depth is None:
            found.append({"text": text})
            continue
        bound = re.compile(rf"(?<![\w$]){re.escape(condition.bind)}(?!\w)")
        named = action.params[condition.depth].name
        found.append({"param": condition.depth, "text": bound.sub(named, text)})
    return found


def _action(
    lens: Lens, action: ActionDef, template: Template, stored: tuple[str, ...], conditions: list[dict[str, Any]]
) -> dict[str, Any]:
    """Return an action with its parameters and notation."""
    kinds, phases = lens.param_kinds[action.id], lens.game_def.turn_structure.phases
    return {
        "id": action.id,
        "name": one_line(action.id),
        "params": [
            {"name": param.name, "kind": kinds[param.name], "stored": kind}
            for param, kind in zip(action.params, stored, strict=True)
        ],
        "forms": [[_part(part) for part in form] for form in template.forms],
        "types": [type_.kind for type_ in template.types],
        "remarks": len(template.remarks),
        "isTold": kernel.is_told_by_values(action),
        "phases": [at for at, phase in enumerate(phases) if phase.id in action.phases],
        "conditions": conditions,
    }


def _part(part: Part) -> dict[str, Any]:
    """Return a part of a form without empty fields."""
    fields = {"value": part.value, "style": part.style or None, "when": part.when, "after": part.after}
    return {name: value for name, value in fields.items() if value is not None}
