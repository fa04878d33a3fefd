"""declarations: everything a document declares → a definition without rules, against which names are resolved."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from ludotome.gamedef import (
    MOST_PLAYERS,
    ActionDef,
    GameDef,
    Metadata,
    PhaseDef,
    PlayerCount,
    TerrainDef,
    TurnStructure,
    VarDef,
)
from ludotome.space import BoardDef, ZoneDef
from ludotome.spec.blocks import key_path
from ludotome.spec.compile.look import compile_look
from ludotome.spec.compile.regions import compile_orientation, compile_regions
from ludotome.spec.compile.token_types import compile_token_types
from ludotome.spec.compile.values import entries, listed, mapping, whole
from ludotome.spec.compile.variables import declared
from ludotome.spec.compile.word_names import check_word_names
from ludotome.spec.compile.zones import compile_zones
from ludotome.spec.document import GameSpecDoc
from ludotome.spec.lowering import Context, MacroDef, Things, lower
from ludotome.spec.report import Report
from ludotome.spec.settings import constants_of, parameters_of
from ludotome.spec.source_map import SourceMap

DEFAULT_PHASE = "main"


class Declarations(Struct, frozen=True):
    """The context in which rules are compiled; its shell contains every declaration."""

    context: Context

    @property
    def shell(self) -> GameDef:
        """The definition without rules."""
        return self.context.things.shell


def compile_declarations(doc: GameSpecDoc, report: Report, source_map: SourceMap | None) -> Declarations:
    """Return everything *doc* declares; declarations that cannot be resolved are reported and left out."""
    constants = constants_of(doc)
    shell = _shell(doc, constants)
    macros = _macros(doc)
    ctx = Context(doc, Things(shell, macros), report, lower, source_map)
    ctx.origins.of_path.update(
        {f"terrain[{index}]": key_path("terrain", terrain.id) for index, terrain in enumerate(shell.terrain)}
    )
    zones, boards = compile_zones(ctx)
    shell = msgspec.structs.replace(shell, zones=zones, boards=boards)
    ctx.things = Things(shell, macros)
    shell = msgspec.structs.replace(
        shell,
        regions=compile_regions(ctx),
        orientation=compile_orientation(ctx),
        global_vars=_variables(ctx, "globalVars", constants),
        per_player_vars=_variables(ctx, "perPlayerVars", constants),
        per_zone_vars=_variables(ctx, "perZoneVars", constants),
        token_types=compile_token_types(ctx, constants),
    )
    shell = msgspec.structs.replace(shell, look=compile_look(ctx, shell))
    ctx.things = Things(shell, macros)
    check_word_names(ctx)
    return Declarations(ctx)


def _shell(doc: GameSpecDoc, constants: dict[str, int]) -> GameDef:
    phases = entries(mapping(doc.get("turnStructure")).get("phases"))
    return GameDef(
        metadata=_metadata(mapping(doc.get("metadata")), constants),
        zones=tuple[ZoneDef, ...](),
        boards=tuple[BoardDef, ...](),
        turn_structure=TurnStructure(
            tuple(PhaseDef(str(phase.get("id"))) for phase in phases) or (PhaseDef(DEFAULT_PHASE),)
        ),
        actions=tuple(ActionDef(str(action.get("id")), (), ()) for action in entries(doc.get("actions"))),
        end_conditions=(),
        constants=constants,
        parameters=parameters_of(doc),
        terrain=_terrain(doc, constants),
    )


def _metadata(written: dict[str, Any], constants: dict[str, int]) -> Metadata:
    players = mapping(written.get("players"))
    least, most = (whole(players.get(key, 2), constants) for key in ("min", "max"))
    seats = tuple(str(seat) for seat in listed(written.get("seats")))
    seats = seats or tuple(f"P{seat + 1}" for seat in range(min(most, MOST_PLAYERS)))
    optional = {"max_trigger_depth": "maxTriggerDepth", "max_plies": "maxPlies", "history": "history"}
    given = {name: whole(written[key], constants) for name, key in optional.items() if key in written}
    return Metadata(str(written.get("id", "")), PlayerCount(least, most), seats, **given)


def _terrain(doc: GameSpecDoc, constants: dict[str, int]) -> tuple[TerrainDef, ...]:
    written = mapping(doc.get("terrain"))
    brought = doc.boards.terrains if doc.boards is not None else ()
    every = {**written, **{name: {} for name in brought if name not in written}}
    return tuple(
        TerrainDef(
            name,
            tuple(listed(mapping(fields).get("blocks"))),
            bool(mapping(fields).get("cover", False)),
            whole(mapping(fields).get("cost", 0), constants),
        )
        for name, fields in every.items()
    )


def _macros(doc: GameSpecDoc) -> dict[str, MacroDef]:
    return {
        str(macro["name"]): MacroDef(
            str(macro["name"]),
            tuple(str(param) for param in listed(macro.get("params"))),
            macro.get("expr"),
            macro.get("effects"),
            f"macros[{index}]",
        )
        for index, macro in enumerate(entries(doc.get("macros")))
        if "name" in macro
    }


def _variables(ctx: Context, section: str, constants: dict[str, int]) -> tuple[VarDef, ...]:
    return tuple(declared(ctx, VarDef, str(var.get("name")), var, constants) for var in entries(ctx.doc.get(section)))
