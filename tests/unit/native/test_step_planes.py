"""Step planes: which movement they represent, and their content."""

from __future__ import annotations

import pytest

from ludotome.gamedef import GameDef
from ludotome.movement import ENEMY, FRIEND, NEUTRAL
from ludotome.native.lower.layout import Layout
from ludotome.native.lower.plan import plan_action
from ludotome.native.lower.scalars import new_lowering
from ludotome.native.lower.step_planes import StepPlanes, planes_asked
from tests.support.native_games import breakthrough
from tests.support.step_games import STEPS, Shape


def _planes(game_def: GameDef) -> StepPlanes | None:
    low = new_lowering(Layout(game_def, 2))
    return planes_asked(low, plan_action(low, 0, push_down=True), "planes")


def test_a_player_has_a_plane_for_each_step() -> None:
    """White moves up the board, Black down; the straight step enters no occupied zone, and the edge has fewer steps."""
    planes = _planes(breakthrough())
    assert planes is not None
    white, black = planes.planes
    assert [plane.shift for plane in white] == [-8, -9, -7]
    assert [plane.shift for plane in black] == [8, 9, 7]
    assert [plane.not_onto for plane in white] == [ENEMY | FRIEND | NEUTRAL, FRIEND | NEUTRAL, FRIEND | NEUTRAL]
    assert [plane.starts.bit_count() for plane in (*white, *black)] == [56, 49, 49, 56, 49, 49]
    assert (planes.width, planes.stride) == (3, 4)


def test_steps_that_no_zone_has_together_are_put_in_one_order() -> None:
    """On four rows no cell has all eight leaps of a knight."""
    planes = _planes(Shape(4, 16, "{ leap: [1, 2] }").definition())
    assert planes is not None
    assert [len(row) for row in planes.planes] == [8, 8]


@pytest.mark.parametrize("shape", STEPS, ids=lambda shape: f"{shape.rows}x{shape.cols}")
def test_planes_are_made_where_they_fit(shape: Shape) -> None:
    """A set of zones in one word, and at most eight steps."""
    fits = shape.rows * shape.cols <= 64 and "onto: enemy }, { leap" not in shape.movement
    assert (_planes(shape.definition()) is not None) is fits
