"""Small hand-written definitions for the tests of this room."""

from __future__ import annotations

from ludotome.gamedef import (
    ActionDef,
    Actor,
    Binding,
    Compare,
    CreateToken,
    Empty,
    EndCondition,
    Exists,
    GameDef,
    IntLiteral,
    LastActor,
    Metadata,
    NameLiteral,
    NoLegalMoves,
    Param,
    PhaseDef,
    PlayerCount,
    RegionZones,
    Result,
    Run,
    TokenProp,
    TokenTypeDef,
    Top,
    TurnStructure,
    Where,
)
from ludotome.space import generate_grid, square_board


def tic_tac_toe() -> GameDef:
    """Return three in a row on nine cells."""
    mine = Compare("==", TokenProp(Top(Binding("$it")), "owner"), LastActor())
    lines = Where(RegionZones("board"), Compare(">=", Run(Binding("$z"), mine), IntLiteral(3)), "$z")
    return GameDef(
        metadata=Metadata("tic-tac-toe", PlayerCount(2, 2), ("X", "O")),
        zones=generate_grid(3, 3, directions=8, names="algebraic", capacity=1),
        boards=(square_board(8),),
        turn_structure=TurnStructure((PhaseDef("main"),)),
        actions=(
            ActionDef(
                id="place",
                phases=("main",),
                params=(Param("$cell", Where(RegionZones("board"), Empty(Binding("$it")))),),
                effects=(CreateToken(NameLiteral("mark"), Binding("$cell"), Actor()),),
                notation=(Binding("$cell"),),
            ),
        ),
        end_conditions=(
            EndCondition(Exists(lines), Result("win", LastActor())),
            EndCondition(NoLegalMoves(), Result("draw")),
        ),
        token_types=(TokenTypeDef("mark", draw=("X", "O")),),
    )
