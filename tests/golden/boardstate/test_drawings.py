"""Boards as text: the examples, with their rotated segments and their tokens."""

from pathlib import Path

import pytest

from ludotome.boardstate import draw_board, import_mission, new_board
from tests.conftest import Golden

HERE = Path(__file__).parent
MISSIONS = Path(__file__).parents[3] / "examples" / "missions"


@pytest.mark.parametrize("mission", sorted(file.name for file in MISSIONS.glob("*.mission.txt")))
def test_an_example_is_drawn(mission: str, golden: Golden) -> None:
    texts = [
        (MISSIONS / name).read_text(encoding="utf-8") for name in ("ship.segments.txt", "crew.tokens.txt", mission)
    ]
    state = new_board(1, texts[0], texts[1])
    import_mission(state, texts[2])
    golden(draw_board(state), HERE / mission.replace(".mission", ""))
