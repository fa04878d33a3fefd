"""Large boards with few pieces, and zones that nothing enters, take the fast ways and are played alike."""

from __future__ import annotations

import json
from typing import Any

import pytest

import ludotome as lt
from ludotome.files import package_text
from ludotome.native import compile_game
from tests.support.native_games import breakthrough
from tests.support.parity import check_random_lines, pair_of

DOCUMENT = package_text("games", "breakthrough.md")
QUICK = ("-O0",)


def with_pocket(zone: str) -> lt.Game:
    """Return breakthrough with one more zone, which no rule mentions."""
    assert DOCUMENT.count("zones:\n") == 1
    return lt.load_text(DOCUMENT.replace("zones:\n", f"zones:\n  - {zone}\n"))


@pytest.mark.parametrize("size", [48, 65])
def test_a_large_board_keeps_the_steps_of_its_few_pieces(size: int) -> None:
    """With 65 rows the number of a zone and what may not stand there need more than 16 bits."""
    pair = pair_of(breakthrough(size))
    assert "steps_of_move" in pair.native.code.source
    assert pair.native.layout.usual_tokens == 4 * size
    assert pair.native.layout.tokens == size * size
    assert check_random_lines(pair, seeds=(1,), plies=4) == 4


@pytest.mark.parametrize("zone", ["{ id: pocket }", "{ id: pocket, owner: player, visibility: owner }"])
def test_a_zone_that_nothing_enters_changes_nothing(zone: str) -> None:
    game = with_pocket(zone)
    pair = pair_of(game.game_def)
    assert pair.native.layout.single
    assert check_random_lines(pair, seeds=(1, 2), plies=30) > 40


def test_a_zone_that_the_setup_fills_has_room_for_many() -> None:
    text = DOCUMENT.replace("zones:\n", "zones:\n  - { id: pocket }\n")
    text = text.replace("setup:\n", "setup:\n  - createToken: { type: pawn, zone: pocket, owner: White, count: 2 }\n")
    assert not compile_game(lt.load_text(text).game_def, 2, flags=QUICK).layout.single


@pytest.mark.parametrize("backend", ["reference", "native"])
@pytest.mark.parametrize("count", [1, 2])
def test_a_state_with_a_token_where_none_can_come_is_refused(backend: Any, count: int) -> None:
    game = with_pocket("{ id: pocket }")
    data = json.loads(game.new_initial_state().to_json())
    for _ in range(count):
        data["zones"].setdefault("pocket", []).append(len(data["tokens"]))
        data["tokens"].append({**data["tokens"][0], "zone": "pocket"})
    with pytest.raises(lt.PlayError, match="`pocket` holds a token, and no rule ever puts one there") as refused:
        game.state_from_json(json.dumps(data), backend)
    assert refused.value.code == "bad-state"
