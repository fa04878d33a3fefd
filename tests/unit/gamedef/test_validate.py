"""All faults of a definition are found at once, at their paths, with what to write instead."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ludotome import gamedef as gd
from ludotome.gamedef import GameDef, validate_game_def
from ludotome.space import ZoneDef
from tests.unit.gamedef.games import tic_tac_toe


def change(**fields: Any) -> GameDef:
    return msgspec.structs.replace(tic_tac_toe(), **fields)


def ends(when: gd.Expr, result: gd.Result | None = None) -> dict[str, Any]:
    return {"end_conditions": (gd.EndCondition(when, result or gd.Result("draw")),)}


def action(**fields: Any) -> dict[str, Any]:
    return {"actions": (msgspec.structs.replace(tic_tac_toe().actions[0], **fields),)}


def moving(when: gd.Expr) -> dict[str, Any]:
    pattern = gd.MovementPattern("step", ("n",), when=when)
    kinds = tic_tac_toe().token_types
    return {
        "token_types": (msgspec.structs.replace(kinds[0], movement=(gd.MovementGroup("", (pattern,)),)), *kinds[1:])
    }


ONE = gd.IntLiteral(1)
BIG = gd.VarDef("big", "int", -(2**31), 2**31 - 1, 0)
PRODUCT = gd.Arithmetic("*", gd.GlobalVar("big"), gd.GlobalVar("big"))
HUGE = gd.Arithmetic("*", PRODUCT, gd.GlobalVar("big"))

FAULTS: list[tuple[str, str, dict[str, Any]]] = [
    ("LT201", "endConditions[0].when.zone.zone", ends(gd.Empty(gd.ZoneLiteral("cell_9_9")))),
    ("LT202", "endConditions[0].when.left.var", ends(gd.Compare("==", gd.GlobalVar("x"), ONE))),
    ("LT203", "endConditions[0].when.query.types[0]", ends(gd.Exists(gd.Tokens(("pawn",))))),
    ("LT204", "actions[0].phases[0]", action(phases=("mian",))),
    ("LT205", "endConditions[0].when.action", ends(gd.CanTake("palce"))),
    ("LT206", "endConditions[0].when.query.name", ends(gd.Exists(gd.RegionZones("bord")))),
    ("LT207", "endConditions[0].when.zone", ends(gd.Empty(gd.Binding("$cell")))),
    (
        "LT208",
        "endConditions[0].when.left.prop",
        ends(gd.Compare("==", gd.TokenProp(gd.First(gd.Tokens()), "colour"), ONE)),
    ),
    (
        "LT209",
        "endConditions[0].when.zone.direction",
        ends(gd.Empty(gd.Step(gd.ZoneLiteral("cell_0_0"), gd.NameLiteral("north")))),
    ),
    ("LT214", "endConditions[0].result.player", ends(gd.NoLegalMoves(), gd.Result("win", gd.SeatLiteral(2)))),
    ("LT301", "endConditions[0].when", ends(ONE)),
    ("LT302", "endConditions[0].when", ends(gd.Compare("==", ONE, gd.Active()))),
    ("LT303", "endConditions[0].when.left", ends(gd.Compare("==", gd.AllPlayers(), gd.Active()))),
    ("LT304", "endConditions[0].when.left", {**ends(gd.Compare("==", HUGE, ONE)), "global_vars": (BIG,)}),
    (
        "LT305",
        "endConditions[0].when.left.right",
        ends(gd.Compare("==", gd.Arithmetic("//", ONE, gd.TurnNumber()), ONE)),
    ),
    ("LT306", "endConditions[0].when.left", ends(gd.Compare("==", gd.Actor(), gd.Active()))),
    ("LT307", "actions[0].pre", action(pre=gd.NoLegalMoves())),
    ("LT308", "actions[0].pre.left", action(pre=gd.Compare("==", gd.Seen("board"), ONE))),
    (
        "LT309",
        "endConditions[0].when.left",
        {
            **ends(gd.Compare("==", gd.PlayerProp(gd.Active(), "opponent"), gd.Active())),
            "metadata": gd.Metadata("three", gd.PlayerCount(3, 3), ("A", "B", "C")),
        },
    ),
    ("LT402", "actions[1].id", {"actions": (*tic_tac_toe().actions, *tic_tac_toe().actions)}),
    ("LT403", "globalVars[0].name", {"global_vars": (gd.VarDef("X", "bool"),)}),
    ("LT404", "metadata.players", {"metadata": gd.Metadata("none", gd.PlayerCount(0, 2), ("X", "O"))}),
    ("LT405", "metadata.maxPlies", {"metadata": gd.Metadata("t", gd.PlayerCount(2, 2), ("X", "O"), max_plies=0)}),
    ("LT406", "globalVars[0].init", {"global_vars": (gd.VarDef("v", "int", 0, 3, 4),)}),
    ("LT407", "actions[0].phases", action(phases=())),
    ("LT407", "turnStructure.phases", {"turn_structure": gd.TurnStructure(())}),
    ("LT410", "endConditions[0].result", ends(gd.NoLegalMoves(), gd.Result("score"))),
    ("LT411", "actions[0].limits[0].max", action(limits=(gd.Limit("turn", 0),))),
    (
        "LT412",
        "actions[0].effects[0]",
        action(post=gd.BoolLiteral(True), effects=(gd.Roll("$d", gd.IntLiteral(6)),)),
    ),
    ("LT413", "actions[0]", action(pre=gd.Not(gd.CanTake("place")))),
    (
        "LT413",
        "actions[0]",
        action(effects=(gd.If(gd.CanTake("place"), (gd.MoveTokenAdjacent(gd.NoneLiteral(), gd.Binding("$cell")),)),)),
    ),
    (
        "LT416",
        "tokenTypes[2].props[0]",
        {
            "token_types": (
                *tic_tac_toe().token_types,
                gd.TokenTypeDef("number", (gd.PropDef("worth", "int", 0, 9),)),
                gd.TokenTypeDef("truth", (gd.PropDef("worth", "bool"),)),
            )
        },
    ),
    ("LT415", "actions[0].longest.upTo", action(longest=gd.Longest(gd.IntLiteral(65)))),
    (
        "LT431",
        "tokenTypes[0].movement[0].patterns[0].when",
        moving(gd.Exists(gd.Attacks(gd.Binding("$it")))),
    ),
    (
        "LT417",
        "triggers[0].event.zone",
        {"triggers": (gd.TriggerDef("t", gd.EventPattern("turnStart", zone="cell_0_0"), ()),)},
    ),
    ("LT422", "actions[0].effects[0].roll.sides", action(effects=(gd.Roll("$d", gd.IntLiteral(0)),))),
    (
        "LT424",
        "actions[0].effects[0].addVar.var",
        {**action(effects=(gd.AddVar("v", ONE),)), "global_vars": (gd.VarDef("v", "bool"),)},
    ),
    (
        "LT425",
        "actions[0].effects[0].setTokenProp.prop",
        action(effects=(gd.SetTokenProp(gd.First(gd.Tokens()), "zone", gd.Binding("$cell")),)),
    ),
]


@pytest.mark.parametrize(("code", "path", "fields"), FAULTS, ids=[code for code, _, _ in FAULTS])
def test_each_fault_is_found_once_at_its_path(code: str, path: str, fields: dict[str, Any]):
    found = [diagnostic for diagnostic in validate_game_def(change(**fields)) if diagnostic.code == code]
    assert [diagnostic.path for diagnostic in found] == [path]
    assert found[0].suggestion


def test_a_sound_definition_has_no_findings():
    assert validate_game_def(tic_tac_toe()) == ()


def test_one_cause_gives_one_diagnostic():
    """A faulty part has type `unknown`: nothing is reported for what contains it."""
    faulty = gd.Compare(">", gd.Arithmetic("+", gd.GlobalVar("nope"), ONE), gd.Negate(ONE))
    found = validate_game_def(change(**ends(gd.And((gd.Not(faulty), gd.NoLegalMoves())))))
    assert [diagnostic.code for diagnostic in found] == ["LT202"]


def test_a_token_made_in_play_needs_a_bound():
    roomy = tuple(msgspec.structs.replace(zone, capacity=None) for zone in tic_tac_toe().zones)
    assert [diagnostic.code for diagnostic in validate_game_def(change(zones=roomy))] == ["LT414"]
    bounded = (gd.TokenTypeDef("mark", max=9),)
    assert validate_game_def(change(zones=roomy, token_types=bounded)) == ()


def test_a_cell_for_one_must_be_known_to_be_empty():
    anywhere = (gd.Param("$cell", gd.RegionZones("board")),)
    found = validate_game_def(change(**action(params=anywhere)))
    assert [(diagnostic.code, diagnostic.severity, diagnostic.path) for diagnostic in found] == [
        ("LT430", "warning", "actions[0].effects[0].createToken.zone")
    ]
    checked = action(params=anywhere, pre=gd.And((gd.Empty(gd.Binding("$cell")), gd.BoolLiteral(True))))
    assert validate_game_def(change(**checked)) == ()
    clear = gd.ForEach("$old", gd.TokensInZone(gd.Binding("$cell")), (gd.DestroyToken(gd.Binding("$old")),))
    put = tic_tac_toe().actions[0].effects[0]
    assert validate_game_def(change(**action(params=anywhere, effects=(clear, put)))) == ()
    twice = validate_game_def(change(**action(effects=(put, put))))
    assert [diagnostic.path for diagnostic in twice] == ["actions[0].effects[1].createToken.zone"]


def test_a_type_that_a_draw_cannot_bring_is_bounded_by_where_it_is_made():
    """Cards are drawn from an unlimited deck to an unlimited hand; marks only come to the board."""
    zones = (*tic_tac_toe().zones, ZoneDef(id="deck", ordering="stack"), ZoneDef(id="pile"))
    setup = (
        gd.CreateToken(gd.NameLiteral("card"), gd.ZoneLiteral("deck"), count=gd.IntLiteral(5)),
        gd.Draw(gd.ZoneLiteral("deck"), gd.ZoneLiteral("pile"), ONE),
    )
    types = (*tic_tac_toe().token_types, gd.TokenTypeDef("card"))
    game_def = change(zones=zones, setup=setup, token_types=types)
    assert validate_game_def(game_def) == ()
    assert gd.token_bound(gd.infer_all(gd.Symbols(game_def))).most == 9 + 5
