"""Laws of sight and cover on random maps."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotome.tactics import (
    GridType,
    MapItem,
    build_wall_map,
    can_target,
    get_visible_positions,
    has_cover,
    has_line_of_sight,
    hex_line_draw,
    position_of_key,
)
from tests.support import naive_tactics as naive
from tests.support.tactics_maps import PLACES, Scene, scenes

POLICIES = st.sampled_from(["conservative", "permissive"])


def look(scene: Scene, a, b, policy="conservative"):
    return has_line_of_sight(a, b, scene.walls, scene.items, scene.grid, policy=policy)


@given(scenes(), PLACES, PLACES, POLICIES)
def test_a_sees_b_exactly_when_b_sees_a(scene, a, b, policy):
    there, back = look(scene, a, b, policy), look(scene, b, a, policy)
    assert there.clear == back.clear
    assert there.line == back.line[::-1]
    assert there.ties == back.ties[::-1]
    assert sorted(there.cover_positions) == sorted(back.cover_positions)


@given(scenes(), PLACES, PLACES, POLICIES)
def test_sight_is_what_fractions_say(scene, a, b, policy):
    """Nearest hex centres and crossed squares, computed directly; and the explanations are among the crossed cells."""
    seen = look(scene, a, b, policy)
    if not (scene.is_on_board(a) and scene.is_on_board(b)):
        assert (seen.clear, seen.line) == (False, ())
        return
    opaque = scene.places("wall", "smoke")
    met = naive.groups_between(scene.grid, a, b)
    assert seen.clear == naive.is_seen(scene.grid, a, b, opaque, policy)
    assert {frozenset(tie) for tie in seen.ties} == {frozenset(group) for group in met if len(group) == 2}
    crossed = {cell for group in met for cell in group}
    assert (seen.blocked_by is None) == seen.clear
    assert seen.clear or seen.blocked_by in crossed & opaque
    cover = crossed & scene.places("table", "difficult") if seen.clear else set()
    assert set(seen.cover_positions) == cover


@given(scenes(), PLACES, PLACES)
def test_what_is_seen_conservatively_is_seen_permissively(scene, a, b):
    assert look(scene, a, b, "permissive").clear or not look(scene, a, b).clear


@given(scenes(), PLACES, PLACES, PLACES)
def test_one_wall_more_never_reveals(scene, a, b, wall):
    walled = Scene(scene.state.with_items([*scene.state.items, MapItem("more", "wall", wall)]), scene.grid)
    assert look(scene, a, b).clear or not look(walled, a, b).clear


@settings(max_examples=60)
@given(scenes(), PLACES, st.integers(0, 6), POLICIES)
def test_what_is_visible_is_one_line_for_each_position(scene, a, range_, policy):
    seen = get_visible_positions(a, range_, scene.walls, scene.items, scene.grid, policy=policy)
    near = [(a.x + dx, a.y + dy) for dx in range(-range_, range_ + 1) for dy in range(-range_, range_ + 1)]
    lines = {at for at in near if naive.distance(scene.grid, a, at) <= range_ and look(scene, a, at, policy).clear}
    assert {tuple(position_of_key(key)) for key in seen} == lines


@given(scenes(), PLACES, PLACES)
def test_cover_only_on_clear_lines_next_to_the_target(scene, a, b):
    seen, cover = look(scene, a, b), has_cover(a, b, scene.walls, scene.items, scene.grid)
    beside = [at for at in seen.cover_positions if naive.distance(scene.grid, at, b) == 1]
    assert cover.covered_by == tuple(beside)
    assert (cover.covered, cover.cover_type, cover.defense_bonus) == (
        (True, "partial", 1) if beside else (False, "none", 0)
    )
    assert seen.clear or not cover.covered


@given(scenes(), PLACES, PLACES, st.integers(0, 9))
def test_targeting_is_range_sight_and_cover(scene, a, b, range_):
    maps = scene.walls, scene.items, scene.grid
    told = can_target(a, b, range_, *maps)
    away = naive.distance(scene.grid, a, b)
    seen, cover = has_line_of_sight(a, b, *maps), has_cover(a, b, *maps)
    assert (told.in_range, told.distance, told.has_los, told.has_cover) == (
        away <= range_, away, seen.clear, cover.covered,
    )  # fmt: skip


@given(PLACES, PLACES)
def test_a_drawn_line_takes_the_smaller_of_the_nearest_hexes(a, b):
    line = hex_line_draw(a, b)
    assert line == (a, *(group[0] for group in naive.hex_groups(a, b)), b)[: naive.distance("hex", a, b) + 1]


@pytest.mark.parametrize("grid", GridType)
@given(scene=scenes(), a=PLACES, b=PLACES)
def test_characters_never_matter_to_sight(grid, scene, a, b):
    alone = Scene(scene.state.with_characters(()), grid)
    here = Scene(scene.state, grid)
    assert look(alone, a, b) == look(here, a, b)
    assert build_wall_map(alone.state, grid) == build_wall_map(here.state, grid)
