"""Walks over cyclic roads: any number of steps is exact, and lines stop where they began."""

from __future__ import annotations

from typing import Any

import pytest

from ludotome.gamedef import GameDef, encode
from ludotome.kernel import eval_value, initial_state
from ludotome.space import Line, generate_graph, generate_grid, generate_ring, graph_board, ring_board, square_board
from tests.support.kernel_world import expr, world

PLAIN: dict[str, Any] = {"regions": [], "orientation": [], "tokenTypes": [], "perZoneVars": []}


def ring(count: int) -> GameDef:
    return world(zones=encode(generate_ring(count)), boards=encode((ring_board(),)), **PLAIN)


def ask(game_def: GameDef, data: Any) -> Any:
    return eval_value(game_def, initial_state(game_def, 1), expr(data))


@pytest.mark.parametrize("steps", [0, 1, 4, 5, 6, 7, 12, 13, 1_000_003, 2**31])
def test_sowing_round_a_ring_comes_out_right(steps: int) -> None:
    found = ask(ring(6), {"ref": "step", "zone": "ring_2", "direction": "cw", "count": steps})
    assert found == f"ring_{(2 + steps) % 6}"


@pytest.mark.parametrize("steps", [2, 3, 4, 5, 50, 10**9])
def test_a_road_that_runs_into_a_ring_goes_round_it_forever(steps: int) -> None:
    """a → b → c → d → b: from a, step n is b, c, d in turn."""
    line = Line(along="on", zones=(("a", "b", "c", "d"),))
    back = Line(along="on", zones=(("d", "b"),))
    zones = generate_graph(("a", "b", "c", "d"), (line, back))
    game_def = world(zones=encode(zones), boards=encode((graph_board((line, back)),)), **PLAIN)
    found = ask(game_def, {"ref": "step", "zone": "a", "direction": "on", "count": steps})
    assert found == "bcd"[(steps - 1) % 3]


def test_a_ray_round_a_ring_stops_before_its_start() -> None:
    found = ask(ring(4), {"query": "ray", "from": "ring_1", "direction": "cw"})
    assert found == ("ring_2", "ring_3", "ring_0")


def test_a_run_round_a_ring_counts_each_zone_once() -> None:
    assert ask(ring(5), {"ref": "run", "zone": "ring_1", "where": True}) == 5


def test_between_takes_the_first_direction_whose_ray_meets_the_goal() -> None:
    assert ask(ring(5), {"query": "between", "from": "ring_0", "to": "ring_3"}) == ("ring_1", "ring_2")


@pytest.mark.parametrize(("removed", "seen"), [((), True), (((0, 1),), False)])
def test_a_cell_that_is_not_a_zone_is_solid(removed: tuple[tuple[int, int], ...], seen: bool) -> None:
    """No sight over a cell left out of a board, and nothing there gives cover; past its corner there is sight."""
    zones = generate_grid(2, 3, directions=8, removed=removed)
    game_def = world(zones=encode(zones), boards=encode((square_board(8),)), **PLAIN)
    assert ask(game_def, {"op": "lineOfSight", "from": "cell_0_0", "to": "cell_0_2"}) is seen
    assert ask(game_def, {"op": "hasCover", "from": "cell_0_0", "to": "cell_0_2"}) is False
    assert ask(game_def, {"op": "lineOfSight", "from": "cell_0_0", "to": "cell_1_1"}) is True


@pytest.mark.parametrize(("ground", "seen"), [("wall", False), ("floor", True)])
def test_nobody_sees_between_a_wall_and_a_cell_that_is_not_a_zone(ground: str, seen: bool) -> None:
    """The line from corner to corner passes exactly between the two; if one is floor, it is past a corner."""
    zones = encode(generate_grid(2, 2, directions=8, removed=((0, 1),)))
    next(zone for zone in zones if zone["id"] == "cell_1_0")["terrain"] = ground
    terrain = [{"id": "wall", "blocks": ["sight"]}, {"id": "floor"}]
    game_def = world(zones=zones, boards=encode((square_board(8),)), terrain=terrain, **PLAIN)
    assert ask(game_def, {"op": "lineOfSight", "from": "cell_0_0", "to": "cell_1_1"}) is seen
