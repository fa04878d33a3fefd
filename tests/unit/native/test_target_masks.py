"""Target masks: which movement they represent, and their content."""

from __future__ import annotations

import msgspec

import ludotome
from ludotome.gamedef import GameDef
from ludotome.movement import EMPTY, ENEMY, FRIEND, NEUTRAL
from ludotome.native.lower import ir
from ludotome.native.lower.layout import Layout
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.scalars import new_lowering
from ludotome.native.lower.sources import all_directions
from ludotome.native.lower.target_masks import rays_over_empty, target_masks
from ludotome.space import ZoneDef


def _lowering(game_def: GameDef) -> Lowering:
    return new_lowering(Layout(game_def, 2))


def _definition(name: str) -> GameDef:
    return ludotome.load(name).game_def


def test_steps_say_how_far_a_zone_is_on_its_way() -> None:
    """From a corner of the chessboard the opposite corner is the seventh zone of a diagonal; a knight's leap has no
    steps.
    """
    low = _lowering(_definition("chess"))
    masks = target_masks(low, None)
    assert masks is not None
    at = low.symbols.zone_index
    steps = masks.steps[at["cell_0_0"]]
    assert (steps[at["cell_7_7"]], steps[at["cell_0_3"]], steps[at["cell_2_1"]]) == (7, 3, 0)
    assert masks.most == 27


def test_a_hundred_zones_take_two_words_and_two_hundred_too_many() -> None:
    """The slides of amazons are represented by masks; on a longer board they are walked."""
    game_def = _definition("amazons")
    assert target_masks(_lowering(game_def), None) is not None
    more = tuple(ZoneDef(f"far_{n}", capacity=1) for n in range(100))
    assert target_masks(_lowering(msgspec.structs.replace(game_def, zones=(*game_def.zones, *more))), None) is None


def test_zones_of_several_tokens_are_walked() -> None:
    """Then the content of a zone has more than one bit."""
    game_def = _definition("chess")
    zones = tuple(msgspec.structs.replace(zone, capacity=2) for zone in game_def.zones)
    assert target_masks(_lowering(msgspec.structs.replace(game_def, zones=zones)), None) is None


def test_jumps_without_targets_are_detected_at_once() -> None:
    """Every jump of checkers passes over an enemy and lands on an empty cell; chess has no such common condition."""
    jumps = target_masks(_lowering(_definition("checkers")), "jump")
    chess = target_masks(_lowering(_definition("chess")), None)
    assert jumps is not None
    assert chess is not None
    assert jumps.needed("over") == EMPTY | FRIEND | NEUTRAL
    assert jumps.needed("onto") == ENEMY | FRIEND | NEUTRAL
    assert chess.needed("over") is chess.needed("onto") is None


def test_rays_over_empty_zones_are_slides() -> None:
    """With another condition, or one at their end, they are walked."""
    low = _lowering(_definition("amazons"))
    it, zone = ir.Local("it", "zone"), ir.Local("from", "zone")
    empty = ir.Call("lt_empty", (it,), "bool")
    found = rays_over_empty(low, ir.Rays(zone, all_directions(low), it, empty, None, 100))
    assert found is not None
    assert found.most == 35
    assert rays_over_empty(low, ir.Rays(zone, all_directions(low), it, None, None, 100)) is None
    assert rays_over_empty(low, ir.Rays(zone, all_directions(low), it, empty, empty, 100)) is None
