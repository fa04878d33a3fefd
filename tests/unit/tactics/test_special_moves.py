"""Special moves: who may move whom, and the states afterwards; options, walked paths and the grid functions."""

from __future__ import annotations

from dataclasses import replace

from ludotome.tactics import (
    CharacterToken,
    GridType,
    MapItem,
    MapState,
    Position,
    create_grid_utils,
    get_cell_distance,
    get_distance,
    get_moved_by,
    get_neighbors,
    get_valid_destinations,
    get_valid_targets,
    hex_distance,
    is_within_hex_bounds,
    judge_walked_path,
    make_move,
)

HEX, SQUARE = GridType.HEX, GridType.SQUARE
BRAIN = CharacterToken("brain", (0, 0), team="red", movement=4)
NINJA = CharacterToken("ninja", (2, 0), team="red", movement=5)
SPOOK = CharacterToken("spook", (0, 3), team="blue", movement=5)
GUARD = MapItem("guard", "security-guard", (3, 3))
CAMERA = MapItem("camera", "camera", (4, 1))
MAP = MapState((GUARD, CAMERA, MapItem("w", "wall", (1, 0))), (BRAIN, NINJA, SPOOK), bounds=6)


def at(map_state: MapState, id_: str) -> CharacterToken:
    return next(one for one in map_state.characters if one.id == id_)


def test_ninja_vanish_moves_three_and_hides() -> None:
    done = make_move(NINJA, (2, 3), MAP, HEX, "ninja-vanish")
    assert done.valid
    assert done.map_state is not None
    assert at(done.map_state, "ninja") == replace(NINJA, position=Position(2, 3), state="hidden")
    assert make_move(NINJA, (2, 4), MAP, HEX, "ninja-vanish").reason == "destination is 4 away but movement is 3"


def test_all_according_to_plan_moves_every_ally_one_and_nobody_else() -> None:
    third = CharacterToken("third", (0, 1), team="red")
    world = MAP.with_characters((*MAP.characters, third))
    assert [one.id for one in get_moved_by(BRAIN, world, "all-according-to-plan")] == ["ninja", "third"]
    done = make_move(BRAIN, {"ninja": (3, 0), "third": (0, 2)}, world, HEX, "all-according-to-plan")
    assert done.map_state is not None
    assert (at(done.map_state, "ninja").position, at(done.map_state, "third").position) == ((3, 0), (0, 2))
    assert at(done.map_state, "brain") == BRAIN
    refused = make_move(BRAIN, {"spook": (0, 2)}, world, HEX, "all-according-to-plan")
    assert refused.reason == "`all-according-to-plan` of `brain` moves `ninja`, `third`, not `spook`"
    far = make_move(BRAIN, {"ninja": (3, 0), "third": (0, 4)}, world, HEX, "all-according-to-plan")
    assert (far.map_state, far.reason) == (None, "`third`: destination is 3 away but movement is 1")


def test_allies_may_follow_each_other() -> None:
    third = CharacterToken("third", (2, 1), team="red")
    world = MapState((), (BRAIN, NINJA, third))
    done = make_move(BRAIN, {"ninja": (3, 0), "third": (2, 0)}, world, HEX, "all-according-to-plan")
    assert done.valid
    assert not make_move(BRAIN, {"third": (2, 0), "ninja": (3, 0)}, world, HEX, "all-according-to-plan").valid


def test_go_over_there_moves_one_ally_or_mob() -> None:
    assert [one.id for one in get_moved_by(BRAIN, MAP, "go-over-there")] == ["ninja", "guard"]
    done = make_move(BRAIN, {"guard": (3, 2)}, MAP, HEX, "go-over-there")
    assert done.map_state is not None
    assert done.map_state.items[0].position == (3, 2)
    assert done.map_state.version == MAP.version + 1
    two = make_move(BRAIN, {"guard": (3, 2), "ninja": (3, 0)}, MAP, HEX, "go-over-there")
    assert two.reason == "`go-over-there` moves one, not 2"
    assert make_move(BRAIN, {"camera": (4, 0)}, MAP, HEX, "go-over-there").reason is not None


def test_a_character_that_may_not_make_a_move_moves_nobody() -> None:
    stunned = replace(BRAIN, state="stunned")
    assert get_moved_by(stunned, MAP, "go-over-there") == ()
    assert make_move(stunned, (0, 1), MAP, HEX).reason == (
        "`move` needs a character that is overt or hidden or disguised, but `brain` is stunned"
    )
    assert get_valid_destinations(stunned, MAP, HEX) == ()


def test_without_a_filter_targets_are_enemies() -> None:
    assert [one.id for one in get_valid_targets(BRAIN, 20, MAP.with_items((GUARD, CAMERA)), HEX)] == [
        "spook",
        "guard",
        "camera",
    ]


def test_a_walk_that_was_too_far_says_the_numbers() -> None:
    way = [Position(x, 0) for x in range(2, 9)]
    told = judge_walked_path(NINJA, way, MapState((), (NINJA,)), HEX)
    assert (told.valid, told.reasons, told.distance) == (False, ("moved 6, may move 5",), 6)
    assert told.reason == "moved 6, may move 5"


def test_every_fault_of_a_walk_is_reported() -> None:
    world = MapState((MapItem("w", "wall", (3, 2)),), (NINJA, SPOOK))
    told = judge_walked_path(NINJA, [(2, 2), (3, 2), (5, 2), (0, 3)], world, SQUARE)
    assert told.reasons == (
        "begins at 2,2, but `ninja` stands at 2,0",
        "through the wall at 3,2",
        "from 3,2 to 5,2 is 2 away, not one step",
        "from 5,2 to 0,3 is 5 away, not one step",
        "ends on `spook` at 0,3",
    )
    assert told.distance is None
    corner = MapState((MapItem("a", "wall", (1, 0)), MapItem("b", "table", (0, 1))), ())
    walker = CharacterToken("walker", (0, 0), movement=3)
    assert judge_walked_path(walker, [(0, 0), (1, 1)], corner, SQUARE).reasons == (
        "between the table at 0,1 and the wall at 1,0",
    )
    small = replace(corner, bounds=(3, 3))
    assert judge_walked_path(walker, [(0, 0), (0, -1)], small, SQUARE).reason == "off the board at 0,-1"
    assert not judge_walked_path(walker, [], corner, SQUARE).valid


def test_the_grid_utilities_are_public() -> None:
    for grid_type, number in ((HEX, 6), (SQUARE, 8)):
        around = get_neighbors(Position(2, 2), grid_type)
        assert len(around) == number
        assert around == create_grid_utils(grid_type).neighbors(Position(2, 2))
        assert {get_distance(Position(2, 2), one, grid_type) for one in around} == {1}
        assert {get_cell_distance(Position(2, 2), one, grid_type) for one in around} == {1}
    assert hex_distance((0, 0), (3, 2)) == get_distance(Position(0, 0), Position(3, 2), HEX) == 5
    assert is_within_hex_bounds(Position(2, -2), 2)
    assert not is_within_hex_bounds(Position(2, 1), 2)
