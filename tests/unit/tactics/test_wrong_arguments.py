"""A value that is not a map state is refused by name in every function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ludotome.tactics import (
    GridType,
    MapState,
    Position,
    build_item_position_map,
    build_wall_map,
    find_path,
    get_characters_in_range,
    get_items_in_range,
    get_reachable_positions,
    is_occupied_by_character,
)

HERE, THERE = Position(0, 0), Position(2, 2)
WALLS = build_wall_map(MapState(), GridType.SQUARE)
CALLS: dict[str, Callable[[Any], Any]] = {
    "walls": lambda wrong: build_wall_map(wrong, GridType.SQUARE),
    "items": build_item_position_map,
    "occupied": lambda wrong: is_occupied_by_character(HERE, wrong),
    "path": lambda wrong: find_path(HERE, THERE, WALLS, wrong, GridType.SQUARE, 5),
    "reach": lambda wrong: get_reachable_positions(HERE, 3, WALLS, wrong, GridType.SQUARE),
    "characters": lambda wrong: get_characters_in_range(HERE, 3, wrong, GridType.SQUARE),
    "items in range": lambda wrong: get_items_in_range(HERE, 3, wrong, GridType.SQUARE),
}


@pytest.mark.parametrize("wrong", [None, 3, "map", []], ids=repr)
@pytest.mark.parametrize("call", CALLS)
def test_what_is_not_a_map_is_named(call: str, wrong: object):
    with pytest.raises(TypeError, match=r"`map_state` is .*; write a `MapState`"):
        CALLS[call](wrong)
