"""Held lines: when words of lines determine the length of slides, and which lines a board has."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

import ludotome
from ludotome.gamedef import GameDef
from ludotome.native import ALL_ON, emit_game
from ludotome.native.indexes.held import held_ways, lines_along
from ludotome.native.lower.layout import Layout
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.scalars import new_lowering
from ludotome.native.lower.target_masks import target_masks
from tests.support.native_games import hex_game
from tests.support.ring_games import torus


def _lowering(game_def: GameDef) -> Lowering:
    return new_lowering(Layout(game_def, 2))


def _amazons() -> GameDef:
    game_def: GameDef = ludotome.load("amazons").game_def
    return game_def


def test_every_zone_has_a_place_on_one_line_of_each_direction() -> None:
    """On ten by ten cells: ten straight lines, nineteen diagonals, and no place twice."""
    low = _lowering(_amazons())
    found = [lines_along(low, way) for way in range(len(low.board.direction_names))]
    assert sorted(lines.count for lines in found if lines) == [10] * 4 + [19] * 4
    assert {lines.longest for lines in found if lines} == {10}
    assert all(len(set(lines.places)) == 100 for lines in found if lines)


def test_a_step_along_a_line_is_one_place_further() -> None:
    """Also where directions are not those of a square board."""
    low = _lowering(hex_game())
    for way in range(len(low.board.direction_names)):
        lines = lines_along(low, way)
        assert lines is not None
        for zone, row in enumerate(low.board.neighbor_by_direction):
            line, place = lines.places[zone]
            assert row[way] < 0 or lines.places[row[way]] == (line, place + 1)


def test_a_cyclic_line_is_not_kept() -> None:
    """A line of a wrapped board has no first zone."""
    low = _lowering(torus("both"))
    assert {lines_along(low, way) for way in range(len(low.board.direction_names))} == {None}


def test_lines_tell_slides_onto_empty_zones_alone() -> None:
    """Queens that burn the board slide only onto empty zones; those of chess may capture."""
    for name, told in (("amazons", True), ("chess", False)):
        low = _lowering(ludotome.load(name).game_def)
        masks = target_masks(low, None)
        assert masks is not None
        assert (held_ways(low, masks) is not None) is told


def test_a_slide_begins_one_place_behind_its_token() -> None:
    """Each way has the zones of its line from there to the end."""
    low = _lowering(_amazons())
    masks = target_masks(low, None)
    assert masks is not None
    for way, line in zip(held_ways(low, masks) or (), masks.lines, strict=True):
        lines = lines_along(low, way.direction)
        assert lines is not None
        assert way.zones == line.zones
        assert [lines.places[zone] for zone in way.zones] == [
            (way.line, way.place + further) for further in range(1, len(way.zones) + 1)
        ]


@pytest.mark.parametrize("on", [True, False])
def test_words_are_kept_where_slides_ask_for_them(on: bool) -> None:
    """Four times ten lines and four times nineteen, or none with the switch off."""
    source = emit_game(_amazons(), 2, replace(ALL_ON, held_lines=on)).source
    assert ("uint16_t held[116];" in source) is on
    assert ("out = lt_slide_numbers(way->zones, lt_held_length(s, way), first, out);" in source) is on


def test_slides_with_a_condition_are_followed_by_masks() -> None:
    """Whether such a slide is possible depends on the token."""
    game_def = _amazons()
    queen = game_def.token_types[0]
    asked = ludotome.load("chess").game_def.token_types
    conditional = next(p for kind in asked for group in kind.movement for p in group.patterns if p.when is not None)
    group = queen.movement[0]
    pattern = msgspec.structs.replace(group.patterns[0], when=conditional.when)
    moved = msgspec.structs.replace(queen, movement=(msgspec.structs.replace(group, patterns=(pattern,)),))
    low = _lowering(msgspec.structs.replace(game_def, token_types=(moved, *game_def.token_types[1:])))
    masks = target_masks(low, None)
    assert masks is not None
    assert held_ways(low, masks) is None
