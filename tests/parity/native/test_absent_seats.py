"""Neither kernel creates tokens for a seat that nobody plays; the literal `none` as owner still means unowned."""

from __future__ import annotations

import pytest

from ludotome.gamedef import GameDef, GameState
from ludotome.kernel import apply_move, initial_state, legal_moves
from ludotome.native import ALL_OFF, ALL_ON, Options
from ludotome.spec import compile_text
from tests.support.documents import whole_document
from tests.support.parity import check_random_lines, pair_of

GAME = {
    "metadata": "metadata: { id: absent, players: { min: 2, max: 3 }, seats: [White, Black, Red], maxPlies: 40 }\n",
    "zones": "zones: [ grid: { rows: 3, cols: 3, names: algebraic } ]\n",
    "tokenTypes": "tokenTypes: [ { id: man, max: 40 }, { id: rock, max: 9 } ]\n",
    "setup": """setup:
  - place: { White: { man: [a1] }, Black: { man: [b1] }, Red: { man: [c1] }, none: { rock: [a3] } }
  - createToken: { type: rock, zone: b3, owner: none }
""",
    "actions": """actions:
  - id: drop
    params: [ { name: $z, domain: "board where empty(it)" } ]
    effects: [ createToken: { type: man, zone: $z, owner: Red } ]
  - { id: drop-own, params: [ { name: $z, domain: "board where empty(it)" } ],
      effects: [ createToken: { type: man, zone: $z, owner: actor } ] }
""".replace("drop-own", "own"),
    "endConditions": 'endConditions: [ { when: "turn > 12", result: { type: draw } } ]\n',
}


def game() -> GameDef:
    made = compile_text(whole_document("", GAME))
    assert made.game_def is not None, made.diagnostics
    return made.game_def


def owners(game_def: GameDef, state: GameState) -> list[tuple[str, int | None]]:
    found = (
        (state.tokens[slot], str(zone.name))
        for zone, slots in zip(game_def.zones, state.zones, strict=True)
        for slot in slots
    )
    return [(name, token.owner) for token, name in found if token is not None]


@pytest.mark.parametrize(("players", "red"), [(2, []), (3, [("c1", 2)])])
def test_a_token_of_an_absent_seat_is_not_made(players: int, red: list[tuple[str, int]]) -> None:
    game_def = game()
    state = initial_state(game_def, 1, players)
    assert sorted(owners(game_def, state)) == sorted([("a1", 0), ("b1", 1), ("a3", None), ("b3", None), *red])
    drop = next(move for move in legal_moves(game_def, state) if move.action == "drop")
    after = apply_move(game_def, state, drop).state
    assert len(owners(game_def, after)) == len(owners(game_def, state)) + len(red)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("options", [ALL_ON, ALL_OFF])
def test_both_kernels_agree_on_it(players: int, options: Options) -> None:
    assert check_random_lines(pair_of(game(), players, options=options), seeds=range(3), plies=20) > 12
