"""Laws of paths, reachable cells, moves and cover on random maps."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from ludotome.tactics import (
    GridType,
    MapState,
    Position,
    build_wall_map,
    find_best_cover_position,
    find_path,
    get_move_cost,
    get_reachable_positions,
    has_cover,
    is_blocked,
    is_occupied_by_character,
    validate_move,
)
from tests.support import naive_tactics as naive
from tests.support.tactics_maps import PLACES, Scene, scenes

BUDGETS = st.integers(0, 7)


def naive_costs(scene: Scene, start: Position, budget: int) -> dict[tuple[int, int], int]:
    walls = scene.places("wall", "table")
    if not scene.is_on_board(start) or start in walls:
        return {}
    return naive.costs_from(scene.grid, tuple(start), budget, scene.is_free, walls, scene.places("difficult"))


def cost_of(scene: Scene, path) -> int:
    return sum(get_move_cost(a, b, scene.grid, scene.items) for a, b in pairwise(path))


def reach(scene: Scene, start: Position, budget: int):
    return get_reachable_positions(start, budget, scene.walls, scene.state, scene.grid, "me")


@given(scenes(), PLACES, BUDGETS)
def test_the_reach_is_what_a_plain_search_finds(scene, start, budget):
    found = {tuple(cell.position): cell.distance for cell in reach(scene, start, budget).values()}
    assert found == naive_costs(scene, start, budget)


@settings(max_examples=60)
@given(scenes(), PLACES, BUDGETS)
def test_the_reach_is_find_path_for_every_cell(scene, start, budget):
    """The same cells with the same paths; and the costs of the steps add up."""
    found = reach(scene, start, budget)
    around = [Position(start.x + dx, start.y + dy) for dx in range(-8, 9, 2) for dy in range(-8, 9, 2)]
    for goal in {*around, *(cell.position for cell in found.values())}:
        path = find_path(goal=goal, start=start, wall_map=scene.walls, map_state=scene.state, grid_type=scene.grid, max_distance=budget, exclude_character_id="me")  # fmt: skip # noqa: E501
        cell = found.get(f"{goal.x},{goal.y}")
        assert path == (cell and cell.path)
        if cell is not None:
            assert cost_of(scene, cell.path) == cell.distance <= budget
            assert not is_blocked(goal, scene.walls)
            assert goal == start or not is_occupied_by_character(goal, scene.state, "me")


@given(scenes(), PLACES, PLACES, st.sampled_from([8, 500, 10**9]))
def test_the_way_is_the_smallest_of_the_cheapest(scene, start, goal, budget):
    """With any budget, on bounded and unbounded maps: found by trying everything in neighbour order."""
    path = find_path(start, goal, scene.walls, scene.state, scene.grid, budget, "me")
    cost = naive_costs(scene, start, 8).get(tuple(goal))
    if cost is None:
        assert budget > 8 or path is None
    else:
        walls, difficult = scene.places("wall", "table"), scene.places("difficult")
        best = naive.smallest_way(scene.grid, tuple(start), tuple(goal), cost, scene.is_free, walls, difficult)
        assert path == best


@given(scenes(), PLACES, PLACES)
def test_a_great_budget_finds_what_a_walled_garden_around_everything_finds(scene, start, goal):
    """On an unbounded map nothing is lost by searching only near its contents."""
    open_plane = Scene(replace(scene.state, bounds=None), scene.grid)
    garden = Scene(replace(scene.state, bounds=Position(-40, -40) + Position(40, 40)), scene.grid)
    ways = [find_path(start, goal, each.walls, each.state, each.grid, 10**9, "me") for each in (open_plane, garden)]
    assert ways[0] == ways[1]


@settings(max_examples=60)
@given(scenes(), st.lists(PLACES, min_size=1, max_size=3), st.lists(PLACES, min_size=1, max_size=3), BUDGETS)
def test_several_starts_and_goals_give_the_cheapest_of_all_single_ways(scene, starts, goals, budget):
    cost = partial(cost_of, scene)
    options = scene.walls, scene.state, scene.grid, budget, "me"
    singles = [path for a in starts for b in goals if (path := find_path(a, b, *options)) is not None]
    path = find_path(starts, goals, *options)
    assert (path is None) == (not singles)
    if path is not None:
        least = min(map(cost, singles))
        assert cost(path) == least
        assert path[0] == next(single[0] for single in singles if cost(single) == least)
        assert path in singles
    reaches = [reach(scene, start, budget) for start in starts]
    together = {key: cell.distance for key, cell in reach(scene, starts, budget).items()}
    apart = [(key, cell.distance) for found in reaches for key, cell in found.items()]
    assert together == {key: min(cost for other, cost in apart if other == key) for key, _ in apart}


@given(scenes(), PLACES, BUDGETS)
def test_a_move_is_valid_exactly_within_reach(scene, goal, movement):
    me = replace(scene.state.characters[0], movement=movement)
    state = scene.state.with_characters([me, *scene.state.characters[1:]])
    told = validate_move(me, goal, state, scene.grid)
    cell = reach(Scene(state, scene.grid), me.position, movement).get(f"{goal.x},{goal.y}")
    assert told.valid == (cell is not None)
    if cell is None:
        assert (told.path, bool(told.reason)) == (None, True)
    else:
        assert (told.path, told.distance, told.reason) == (cell.path, cell.distance, None)


@settings(max_examples=50)
@given(scenes(), st.lists(PLACES, max_size=3), st.integers(0, 3))
def test_the_best_cover_is_the_best_of_all(scene, threats, budget):
    me, maps = scene.state.characters[0], (scene.walls, scene.items, scene.grid)
    cells = reach(scene, me.position, budget)
    best = find_best_cover_position(me, threats, cells, *maps)

    def rank(cell):
        covered = sum(has_cover(threat, cell.position, *maps).covered for threat in threats)
        x, y = cell.position
        return -covered, cell.distance, (x, y) if scene.grid == GridType.HEX else (y, x)

    first = min(cells.values(), key=rank, default=None)
    assert best == (None if first is None or rank(first)[0] == 0 else first.position)


@settings(max_examples=50)
@given(st.lists(scenes(most_items=6), min_size=2, max_size=4), PLACES, st.randoms())
def test_whatever_map_was_asked_before_the_answer_is_that_of_the_state(scene_list, start, random):
    """A history of changes, visited in any order with any of the wall maps: outdated ones are never used."""
    grid = scene_list[0].grid
    states = [scene_list[0].state]
    for scene in scene_list[1:]:
        states.append(states[-1].with_items(scene.state.items))
    states += [replace(state, characters=(), turn=1) for state in states]
    fresh = [MapState(s.items, s.characters, s.bounds, s.version, s.turn) for s in states]
    expected = [
        {key: cell.path for key, cell in get_reachable_positions(start, 3, build_wall_map(s, grid), s, grid).items()}
        for s in fresh
    ]
    for _ in range(8):
        asked, stale = random.randrange(len(states)), random.choice(states)
        found = get_reachable_positions(start, 3, build_wall_map(stale, grid), states[asked], grid)
        assert {key: cell.path for key, cell in found.items()} == expected[asked]
