"""Large boards with few pieces, and zones that no token enters, are played alike with all optimisations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import ludotome as lt
from ludotome.files import package_text
from ludotome.gamedef import checked
from ludotome.native import compile_game
from tests.support.native_games import breakthrough
from tests.support.parity import check_random_lines, pair_of

DOCUMENT = package_text("games", "breakthrough.md")
QUICK = ("-O0",)
CROWDED = """
# Crowd
~~~yaml
metadata: { id: crowd, players: { min: 2, max: 2 }, seats: [A, B] }
zones: [ { id: bag }, grid: { rows: 3, cols: 3 } ]
tokenTypes: [ { id: man } ]
setup: [ createToken: { type: man, zone: bag, owner: A }, createToken: { type: man, zone: bag, owner: B } ]
actions:
  - id: go
    params: [ { name: $p, domain: "tokens(man) where owner == actor" }, { name: $to, domain: "board where empty(it)" } ]
    effects: [ moveToken: { token: $p, to: $to } ]
endConditions: [ { when: "turn >= 20", result: { type: draw } } ]
tests:
  - name: a crowd
    position: { A: { man: [cell_0_0, cell_0_1, cell_0_2] }, B: { man: [cell_2_0, cell_2_1, cell_2_2] } }
    expect: { "count(tokens(man))": 6 }
~~~
"""


def with_pocket(zone: str) -> lt.Game:
    """Return breakthrough with one more zone, which no rule mentions."""
    assert DOCUMENT.count("zones:\n") == 1
    return lt.load_text(DOCUMENT.replace("zones:\n", f"zones:\n  - {zone}\n"))


@pytest.mark.parametrize("size", [48, 65])
def test_a_large_board_keeps_the_steps_of_its_few_pieces(size: int) -> None:
    """With 65 rows the number of a zone and its forbidden content need more than 16 bits."""
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
    with pytest.raises(lt.PlayError, match="`pocket` holds a token, but no rule can put one there") as refused:
        game.state_from_json(json.dumps(data), backend)
    assert refused.value.code == "bad-state"


def test_the_positions_of_tests_are_part_of_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A state has room for the tokens of every test, which may be more than play ever has."""
    monkeypatch.setenv("LUDOTOME_CACHE", str(tmp_path))
    game = lt.load_text(CROWDED)
    plain = replace(game.game_def, tests=())
    assert checked(plain).digest == checked(game.game_def).digest
    assert [compile_game(one, 2, flags=QUICK).layout.tokens for one in (plain, game.game_def)] == [2, 6]
