"""The layout: fields are aligned and consecutive, and numbers have the fewest bits that hold their largest value."""

from __future__ import annotations

import pytest

import ludotome as lt
from ludotome.gamedef import GameDef, from_data, validate_game_def
from ludotome.gamedef.codec import encode
from ludotome.native import Layout
from ludotome.space import generate_grid, square_board
from tests.support.parity import check_random_lines, pair_of

IT = {"ref": "binding", "name": "$it"}
LAST_OF_EIGHT = 2**7 - 1


def _row(zones: int, *, stacked: bool) -> GameDef:
    """Return a game on one row of *zones* with as many tokens, which can move."""
    free = {"name": "$to", "domain": {"query": "where", "of": {"query": "zones"}, "where": {"op": "empty", "zone": IT}}}
    anywhere = {"name": "$from", "domain": {"query": "zones"}}
    taken = {"destroyToken": {"token": {"ref": "top", "zone": "$from"}}}
    moved = {"moveToken": {"token": {"ref": "top", "zone": "cell_0_0"}, "to": "$to"}}
    room = {"op": "<", "left": {"aggregate": "count", "query": {"query": "tokens"}}, "right": zones}
    actions = [
        {"id": "put", "params": [free], "pre": room, "effects": [{"createToken": {"type": "stone", "zone": "$to"}}]},
        {"id": "move", "params": [free], "effects": [moved]},
        {"id": "take", "params": [anywhere], "effects": [taken]},
    ]
    put = {"createToken": {"type": "stone", "zone": "cell_0_0" if stacked else "$z"}}
    game_def = from_data(
        {
            "metadata": {"id": "row", "players": {"min": 2, "max": 2}, "seats": ["A", "B"], "maxPlies": 200},
            "zones": [{**zone, "capacity": None if stacked else 1} for zone in encode(generate_grid(zones, 1))],
            "boards": encode((square_board(4),)),
            "tokenTypes": [{"id": "stone", "max": zones}],
            "setup": [{"forEach": {"bind": "$z", "over": {"query": "zones"}, "effects": [put]}}],
            "turnStructure": {"phases": [{"id": "main"}]},
            "actions": [{"phases": ["main"], **action} for action in actions],
            "endConditions": [{"when": False, "result": {"type": "draw"}}],
        }
    )
    found = [one for one in validate_game_def(game_def) if one.severity == "error"]
    assert not found, found[0]
    return game_def


@pytest.mark.parametrize("stacked", [False, True])
@pytest.mark.parametrize(("zones", "bits"), [(LAST_OF_EIGHT, 8), (LAST_OF_EIGHT + 1, 16)])
def test_the_last_zone_and_token_that_eight_bits_hold(zones: int, bits: int, *, stacked: bool) -> None:
    """Played alike with as many zones and tokens as fit, all in one zone if that is possible, and with one more."""
    game_def = _row(zones, stacked=stacked)
    layout = Layout(game_def, 2)
    narrow = {"first_token", "token_zone", *(("count_of_zone", "token_after") if stacked else ())}
    assert {layout.field[name].bits for name in narrow} == {bits}
    assert check_random_lines(pair_of(game_def), seeds=range(2), plies=20) > 20


@pytest.mark.parametrize("name", ["tic-tac-toe", "chess", "go", "gomoku", "market", "skirmish", "boarding"])
def test_fields_stand_aligned_one_after_another(name: str) -> None:
    """No field overlaps the next, and each is aligned for its width."""
    game = lt.load(name)
    layout = Layout(game.game_def, game.num_players)
    end = 0
    for field in layout.fields:
        assert (field.offset, field.offset % (field.bits // 8)) == (end, 0)
        end = field.end
    assert 0 <= layout.size - end < 8
    assert layout.size % 8 == 0
