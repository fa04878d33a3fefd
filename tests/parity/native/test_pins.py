"""Moves that are not tried would have passed: pins do not change the legal moves, in positions with many pins."""

from __future__ import annotations

from dataclasses import replace

import pytest

import ludotome
from ludotome.native import ALL_ON, compile_game, count_lines, emit_game, play_games
from tests.support.parity import check_played_alike

CHESS = ludotome.load("chess")
SWITCHES = ("pins", "judged_moves", "trial_slice", "attack_masks", "target_masks", "kind_index")


@pytest.mark.long
@pytest.mark.parametrize("switch", SWITCHES)
def test_random_chess_is_the_same_without_a_switch(switch: str) -> None:
    """Two hundred games to the end, with bare kings and pinned pieces; a compilation each, so only in the long run."""
    on, off = (
        compile_game(CHESS.game_def, 2, options=options) for options in (ALL_ON, replace(ALL_ON, **{switch: False}))
    )
    assert on.code.source != off.code.source
    games, others = (play_games(native, 200, seed=3, threads=1) for native in (on, off))
    assert (games.plies == others.plies).all()
    assert (games.condition == others.condition).all()
    assert (games.returns == others.returns).all()


def test_a_trial_leaves_the_state_as_it_was() -> None:
    """Listing tries every move in place; afterwards the state and its indexes have the same bytes."""
    native = compile_game(CHESS.game_def, 2)
    state = native.new_state(1)
    for seed in range(40):
        before = state.copy()
        assert count_lines(native, state, 2) > 0
        rows = native.legal(state)
        assert (state == before).all()
        state = native.apply(state, rows[seed * 7 % len(rows)])


GUARDED = """\
# Guarded

```yaml
metadata: {{ id: guarded, players: {{ min: 2, max: 2 }}, seats: [A, B], maxPlies: 40 }}
zones:
  - grid: {{ rows: 4, cols: 4, directions: 8 }}
tokenTypes:
  - {{ id: crown, movement: [ {{ step: directions, onto: {onto} }} ] }}
  - {{ id: tower, movement: [ {{ slide: orthogonal, onto: {onto} }} ] }}
  - {{ id: rider, movement: [ {{ leap: [2, 1], onto: {onto} }} ] }}
setup:
  - place:
      A: {{ crown: [cell_0_0, cell_0_2], tower: [cell_1_3], rider: [cell_1_1] }}
      B: {{ crown: [cell_3_3], tower: [cell_2_0, cell_2_1], rider: [cell_3_1] }}
actions:
  - id: go
    params:
      - {{ name: $piece, domain: "tokens() where owner == actor" }}
      - {{ name: $to, domain: "{domain}" }}
    effects: [ {capture}moveToken: {{ token: $piece, to: $to }} ]
    post: "not exists(tokens(crown) where owner == actor and attacked(it.zone, {by}))"
endConditions:
  - {{ when: noLegalMoves, result: {{ type: draw }} }}
```
"""
REACHED, ANYWHERE = "destinations($piece)", "zones"
TAKING = "capture: $to, "


@pytest.mark.parametrize(
    ("onto", "domain", "capture", "by"),
    [
        ("[empty, enemy]", REACHED, TAKING, "actor.opponent"),
        ("[empty, enemy, friend]", REACHED, TAKING, "actor.opponent"),  # a player may capture their own crown
        ("[empty, enemy]", REACHED, "", "actor.opponent"),  # an occupied target is a fault, which passes
        ("[empty, enemy]", ANYWHERE, TAKING, "actor.opponent"),  # also its own zone: it captures itself
        ("[empty, enemy]", REACHED, TAKING, "actor"),  # the attacker may be the player to move
    ],
)
def test_a_move_judged_by_sets_of_zones_is_as_if_tried(onto: str, domain: str, capture: str, by: str) -> None:
    """Two crowns each, so that one can be captured while the other is attacked, and every result of a move."""
    game_def = ludotome.load_text(GUARDED.format(onto=onto, domain=domain, capture=capture, by=by)).game_def
    assert "return player < 0 || safe_0(" in emit_game(game_def, 2).source
    check_played_alike(game_def)
