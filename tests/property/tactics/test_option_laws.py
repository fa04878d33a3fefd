"""Laws of options and walked paths: lists contain exactly what the single queries allow."""

from __future__ import annotations

from hypothesis import given

from ludotome.tactics import (
    CharacterToken,
    Position,
    can_target,
    find_path,
    get_valid_destinations,
    get_valid_targets,
    judge_walked_path,
    validate_move,
)
from tests.support.tactics_maps import Scene, scenes

NEAR = [Position(x, y) for x in range(-8, 9) for y in range(-8, 9)]


def mover(scene: Scene) -> CharacterToken:
    found = next((one for one in scene.state.characters if one.id == "me"), None)
    return (
        CharacterToken("me", Position(0, 0), movement=3)
        if found is None
        else CharacterToken("me", found.position, movement=3)
    )


@given(scenes())
def test_destinations_are_exactly_where_a_move_is_valid(scene: Scene) -> None:
    me = mover(scene)
    listed = get_valid_destinations(me, scene.state, scene.grid)
    valid = {cell for cell in NEAR if validate_move(me, cell, scene.state, scene.grid).valid}
    assert set(listed) == valid - {me.position}
    assert len(listed) == len(set(listed))


@given(scenes())
def test_targets_are_exactly_what_can_be_targeted(scene: Scene) -> None:
    me = mover(scene)
    listed = get_valid_targets(me, 3, scene.state, scene.grid, lambda _: True)
    for thing in (*scene.state.characters, *scene.state.present_items):
        aimed = can_target(me, thing.position, 3, scene.walls, scene.items, scene.grid)
        is_self = isinstance(thing, CharacterToken) and thing.id == "me"
        assert (thing in listed) == (aimed.in_range and aimed.has_los and not is_self)


@given(scenes())
def test_a_way_that_is_found_may_be_walked(scene: Scene) -> None:
    me = mover(scene)
    for goal in get_valid_destinations(me, scene.state, scene.grid):
        way = find_path(me.position, goal, scene.walls, scene.state, scene.grid, 3, me.id)
        assert way is not None
        judged = judge_walked_path(me, way, scene.state, scene.grid)
        assert judged.reasons == ()
        assert judged.distance == validate_move(me, goal, scene.state, scene.grid).distance


@given(scenes())
def test_a_walk_through_a_wall_is_never_allowed(scene: Scene) -> None:
    me = mover(scene)
    for cell in NEAR:
        if tuple(cell) in scene.places("wall", "table"):
            judged = judge_walked_path(me, [me.position, cell], scene.state, scene.grid)
            assert any(f" at {cell.x},{cell.y}" in reason for reason in judged.reasons)
