"""States as text: squares with labels, hexagons in shifted rows, other zones listed, and no hidden information."""

# ruff: noqa: E501  (one case a line)

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import ludotome as lt
from ludotome.diagnostics import text_width
from ludotome.gamedef import GameDef, GameState, encode, from_json, to_json
from ludotome.play import Game, shipped_games
from ludotome.space import generate_grid, generate_hex, generate_hex_rhombus, hex_board, square_board
from tests.support.kernel_world import state_with, token, world
from tests.support.small_games import cards, game, play
from tests.unit.gamedef.games import tic_tac_toe

MORE = Path(__file__).parents[2] / "documents" / "more"


def draw_state(game_def: GameDef, state: GameState, player: int | None = None, **options: Any) -> str:
    return Game(game_def).state_of(state, "reference").text(player, **options)


def on_board(zones: Any, board: Any, *made: Any, **changed: Any) -> str:
    return draw_state(*on_board_state(zones, board, *made, **changed))


def on_board_state(zones: Any, board: Any, *made: Any, **changed: Any) -> tuple[GameDef, GameState]:
    changes = {"zones": [*encode(zones), {"id": "deck"}], "boards": encode((board,)), "regions": [], "orientation": []}
    types = [
        {"id": "disc", "draw": ["X", "O", "#"]},
        {"id": "wall", "draw": "|"},
        {"id": "rock", "short": "R"},
        {"id": "moss"},
    ]
    game_def = world(**changes, tokenTypes=types, globalVars=[], perPlayerVars=[], perZoneVars=[], endConditions=[{"when": False, "result": {"type": "draw"}}], **changed)  # fmt: skip
    return game_def, state_with(*made, game_def=game_def)


def test_a_square_board_has_its_labels_and_the_tokens_their_signs() -> None:
    made = (
        token("disc", "cell_0_0", 0),
        token("disc", "cell_1_1", 1),
        token("wall", "cell_1_2"),
        token("rock", "cell_0_2"),
    )
    drawn = on_board(generate_grid(2, 3, names="algebraic"), square_board(), *made, token("moss", "cell_0_1"))
    assert drawn.splitlines()[:3] == ["2 X m R", "1 . O |", "  a b c"]


def test_a_board_without_names_is_numbered_and_a_hole_is_blank() -> None:
    drawn = on_board(generate_grid(2, 3, removed=[(0, 1)]), square_board(), token("disc", "cell_0_0", 0))
    assert drawn.splitlines()[:3] == ["0 X   .", "1 . . .", "  0 1 2"]


def test_several_tokens_share_a_cell() -> None:
    two = (token("disc", "cell_0_0", 0), token("disc", "cell_0_0", 1))
    assert on_board(generate_grid(1, 2), square_board(), *two).splitlines()[0] == "0 XO ."
    assert on_board(generate_grid(1, 2), square_board(), *two, token("moss", "cell_0_0")).splitlines()[0] == "0 3 ."


def test_a_hex_board_is_drawn_in_shifted_rows() -> None:
    drawn = on_board(generate_hex(1), hex_board(), token("disc", "hex_0_0", 0), token("disc", "hex_1_0", 1))
    assert drawn.splitlines()[:3] == [" . .", ". X O", " . ."]


def test_a_named_rhombus_has_letters_above_and_numbers_before_its_rows() -> None:
    drawn = on_board(generate_hex_rhombus(3, names="algebraicDown"), hex_board(), token("disc", "hex_0_2", 0))
    assert drawn.splitlines()[:4] == ["  a b c", "1 . . .", " 2 . . .", "  3 X . ."]


def test_cells_of_other_hex_boards_carry_their_names_where_there_is_room() -> None:
    small = on_board_state(generate_hex(1, names="algebraicDown"), hex_board(), token("disc", "hex_1_0", 0))
    assert draw_state(*small).splitlines()[:3] == ["  .b1 .c1", ".a2 .b2 Xc2", "  .a3 .b3"]
    assert draw_state(*small, width=10).splitlines()[:3] == [" b1 . .", "a2 . . X", " a3 . ."]


def test_paint_is_for_what_belongs_to_a_seat_and_moves_nothing() -> None:
    """Without its colour codes a painted board equals the plain one, on squares and hexes."""
    made = (token("disc", "hex_0_0", 0), token("disc", "hex_1_0", 1), token("moss", "hex_0_1"))
    small, state = on_board_state(generate_hex(1), hex_board(), *made)
    painted = draw_state(small, state, paint=lambda text, seat: f"<{seat}{text}>")
    assert painted.splitlines()[:3] == [" . .", ". <0X> <1O>", " . m"]
    plain = re.sub(r"<\d(.)>", r"\1", painted)
    assert plain == draw_state(small, state)


GROUNDS = {"wall": ["move", "sight"], "table": ["move"], "fog": ["sight"], "mud": [], "bulkhead": ["move", "sight"]}


def test_each_ground_has_its_mark_and_the_legend_says_which() -> None:
    """The usual mark unless a token (here a third seat's disc) or another terrain has it; then a letter of the name."""
    zones = generate_grid(1, 7)
    names = ["wall", "table", "fog", "mud", "bulkhead", "floor", None]
    ground = tuple(msgspec.structs.replace(zone, terrain=name) for zone, name in zip(zones, names, strict=True))
    terrain = [{"id": name, "blocks": blocks, "cost": 1} for name, blocks in GROUNDS.items()] + [{"id": "floor"}]
    drawn = on_board(ground, square_board(), terrain=terrain).splitlines()
    assert drawn[0] == "0 w = % : b . ."
    assert drawn[2] == "w wall, = table, % fog, : mud, b bulkhead"


def test_hidden_zones_show_their_count_and_owned_ones_only_to_their_owner() -> None:
    setup = [*cards("deck", 4, 5), *cards("hand:0", 7), *cards("row", 9)]
    small = game([{"id": "go"}], setup=setup)
    state = play(small)
    zones = ["deck (2)", "row (1): rank 9", "hand of P1 (1)", "hand of P2 (0)"]
    assert draw_state(small, state).splitlines() == [*zones, "n 0", "P1: money 3", "P2: money 3", "P1 to move"]
    assert "hand of P1 (1): rank 7" in draw_state(small, state, player=0)


def test_the_end_says_who_won() -> None:
    won = {"when": True, "result": {"type": "win", "player": {"ref": "seat", "seat": 1}}}
    small = game([{"id": "go"}], ends=[won])
    assert str(lt.Game(small).new_initial_state(backend="reference")).endswith("over: P2 wins")


def test_a_cell_with_two_tokens_widens_its_own_column_alone() -> None:
    two = (token("disc", "cell_0_0", 0), token("disc", "cell_0_0", 1))
    assert on_board(generate_grid(2, 3), square_board(), *two).splitlines()[:3] == ["0 XO . .", "1 .  . .", "  0  1 2"]


def test_a_board_that_does_not_fit_loses_its_gaps_and_then_its_sides() -> None:
    """The visible part is around the named zones, and a line says that it is a part."""
    small, state = on_board_state(
        generate_grid(1, 20, names="algebraic"), square_board(), token("disc", "cell_0_16", 0)
    )
    shown = {
        width: draw_state(small, state, width=width, around=["cell_0_16"]).splitlines()[:3] for width in (41, 40, 12)
    }
    assert shown[41][1] == "  a b c d e f g h i j k l m n o p q r s t"
    assert shown[40] == ["1 ................X...", "  abcdefghijklmnopqrst", ""]
    assert shown[12] == ["1 ......X...", "  klmnopqrst", "(a part: all of it needs 22 columns)"]


def test_a_hex_board_that_does_not_fit_shows_its_part_with_labels_at_the_margin() -> None:
    zones = generate_hex_rhombus(9, names="algebraicDown")
    small, state = on_board_state(zones, hex_board(), token("disc", "hex_8_8", 0))
    drawn = draw_state(small, state, width=12, around=["hex_8_8"]).splitlines()
    assert drawn[9:11] == ["9  . . . . X", "(a part: all of it needs 27 columns)"]
    assert max(map(len, drawn[:10])) <= 12


def test_tokens_with_properties_are_listed_one_below_the_other() -> None:
    """Equal ones are counted; a name is shown by itself, a number after the name of its property."""
    market = lt.load("market").new_initial_state(seed=1, backend="reference")
    lines = str(market).splitlines()
    assert lines[1:5] == [
        "row (4):",
        "  palace, cost 5, points 3",
        "  merchant, cost 2, points 1",
        "  2 × raider, cost 3, points 1",
    ]
    assert lines[-3:-1] == ["P1: money 3", "P2: money 3"]


def test_what_a_terminal_would_obey_is_drawn_as_a_sign() -> None:
    """Unchecked definitions are drawn too: one column per symbol, so that the board stays aligned."""
    named = json.loads(to_json(tic_tac_toe()))
    for zone in named["zones"]:
        zone["name"] = f"\x1b\n{zone['id'][-3:]}"
    drawn = str(Game(from_json(json.dumps(named))).new_initial_state(backend="reference"))
    assert "\x1b" not in drawn
    assert len(drawn.splitlines()) == 6


def test_names_that_a_terminal_would_obey_are_refused() -> None:
    named = json.loads(to_json(tic_tac_toe()))
    named["zones"][4]["name"] = "\x1b[31mcentre"
    with pytest.raises(lt.SpecError) as refused:
        lt.from_game_def(json.dumps(named))
    assert [found.code for found in refused.value.diagnostics] == ["LT419"]
    assert "\x1b" not in str(refused.value)


@pytest.mark.parametrize("name", shipped_games())
def test_every_shipped_game_fits_a_terminal_of_forty_columns(name: str) -> None:
    """Along a random game, as each seat sees it."""
    state, chooser = lt.load(name).new_initial_state(seed=3), random.Random(3)
    for _ in range(40):
        if state.is_terminal():
            break
        drawn = draw_state(state.game.game_def, state.game_state, max(state.current_player(), 0), width=40)
        assert max(map(len, drawn.splitlines())) <= 40, drawn
        assert "a part" not in drawn
        state.apply_action(chooser.choice(state.legal_actions()))


def test_a_compact_drawing_has_few_lines_and_leaves_out_only_what_is_as_usual() -> None:
    state = lt.load(MORE / "hearts.md").new_initial_state(seed=1, backend="reference")
    usual, compact = (state.text(0, width=80, compact=compact) for compact in (False, True))
    assert len(usual.splitlines()) > 24
    assert len(compact.splitlines()) < 12
    assert all(text_width(line) <= 80 for line in compact.splitlines())
    words = set(compact.replace(";", " ").replace(",", " ").replace(":", " ").split())
    assert set(usual.replace(",", " ").replace(":", " ").split()) - words == {"rank", "broken", "no"}


def test_many_zones_of_a_graph_that_do_not_fit_as_a_map_are_listed_in_columns() -> None:
    state = lt.load(MORE / "backgammon.md").new_initial_state(seed=1, backend="reference")
    lines = state.text(width=80).splitlines()
    assert lines[0].startswith("barX:.  barO:.  p1:OO")
    assert len(lines) < 10
    assert all(text_width(line) <= 80 for line in lines)


def test_what_is_drawn_alike_for_every_seat_or_by_a_property_still_tells_type_and_owner() -> None:
    text = """
```yaml
metadata: { id: facing, players: { min: 2, max: 2 }, seats: [Cats, Rats] }
zones: [ { grid: { rows: 1, cols: 6, names: algebraic } } ]
tokenTypes:
  - { id: tank, props: { facing: { type: [n, s], init: n } }, draw: { by: facing, n: "^", s: "v" } }
  - { id: jeep, props: { facing: { type: [n, s], init: s } }, draw: { by: facing, n: "^", s: "v" } }
  - { id: flag, draw: "!" }
setup: [ place: { Cats: { tank: [a1], flag: [c1] }, Rats: { tank: [b1], flag: [d1], jeep: [f1] } } ]
actions: [ { id: wait, effects: [ endTurn ] } ]
endConditions: [ { when: "turn == 9", result: { type: draw } } ]
```
"""
    drawn = lt.load_text(text).new_initial_state(backend="reference").text().splitlines()
    assert drawn[0].split() == ["1", "^1", "^2", "!1", "!2", ".", "v"]
    assert drawn[2] == "^ tank (facing n), v jeep (facing s), 1 Cats, 2 Rats"
    both = text.replace("type: [n, s], init: s", "type: [n, s], init: n")
    drawn = lt.load_text(both).new_initial_state(backend="reference").text().splitlines()
    assert drawn[0].split() == ["1", "t^1", "t^2", "!1", "!2", ".", "j^2"]


def test_types_whose_names_begin_alike_have_longer_letters() -> None:
    text = """
```yaml
metadata: { id: letters, players: { min: 2, max: 2 }, seats: [Cats, Rats] }
zones: [ { grid: { rows: 1, cols: 3 } } ]
tokenTypes: [ { id: scout }, { id: spy }, { id: miner } ]
setup: [ place: { Cats: { scout: [cell_0_0], spy: [cell_0_1] }, Rats: { miner: [cell_0_2] } } ]
actions: [ { id: wait, effects: [ endTurn ] } ]
endConditions: [ { when: "turn == 9", result: { type: draw } } ]
```
"""
    drawn = lt.load_text(text).new_initial_state(backend="reference").text().splitlines()
    assert drawn[0].split() == ["0", "SC", "SP", "m"]
