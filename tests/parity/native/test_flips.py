"""Rays over one player's pieces to a piece of another, on boards of many shapes: the same on both kernels."""

from __future__ import annotations

import pytest

import ludotome
from ludotome.gamedef import GameDef
from ludotome.native import ALL_OFF, compile_game, emit_game, play_games
from tests.support.parity import QUICK, check_random_lines, pair_of

DOCUMENT = """\
# Flips

## The game

```yaml
metadata: {{ id: flips, players: {{ min: 2, max: 2 }}, seats: [Black, White] }}
zones:
  - grid: {{ rows: {rows}, cols: {cols}, directions: 8 }}
tokenTypes: [ {{ id: disc }} ]
setup:
  - place:
      Black: {{ disc: "it.col % 3 == 0 and it.row % 2 == 0" }}
      White: {{ disc: "it.col % 3 == 1" }}
macros:
  - name: flips
    params: [$z]
    expr: "ray($z, [{ways}]) while top(it).owner == actor.opponent then top(it).owner == actor"
actions:
  - id: put
    params: [ {{ name: $cell, domain: "board where empty(it) and exists(flips(it))" }} ]
    effects:
      - forEach:
          bind: $z
          over: "flips($cell)"
          effects: [ setTokenProp: {{ token: "top($z)", prop: owner, value: actor }} ]
      - createToken: {{ type: disc, zone: $cell, owner: actor }}
  - id: pass
    pre: "not canTake(put)"
    effects: []
endConditions:
  - when: "not canTake(put, Black) and not canTake(put, White)"
    result: {{ type: rank, by: "count(tokens(disc) where owner == $player)" }}
```
"""
ALL_WAYS = "n, ne, e, se, s, sw, w, nw"


def _flips(rows: int, cols: int, ways: str = ALL_WAYS) -> GameDef:
    game_def: GameDef = ludotome.load_text(DOCUMENT.format(rows=rows, cols=cols, ways=ways)).game_def
    return game_def


@pytest.mark.parametrize(
    ("rows", "cols", "ways"),
    [(8, 8, ALL_WAYS), (5, 7, ALL_WAYS), (2, 32, ALL_WAYS), (16, 4, "n, e, sw"), (1, 9, "e, w"), (9, 9, ALL_WAYS)],
)
def test_rays_flip_alike_on_every_board(rows: int, cols: int, ways: str) -> None:
    """Move by move as on the reference kernel, and random games are the same without any optimisation."""
    game_def = _flips(rows, cols, ways)
    assert check_random_lines(pair_of(game_def), range(3), 60) > 3
    on, off = (
        play_games(native, 100, seed=3, threads=1)
        for native in (compile_game(game_def, 2), compile_game(game_def, 2, options=ALL_OFF, flags=QUICK))
    )
    for column in ("returns", "plies", "outcome", "condition"):
        assert (getattr(on, column) == getattr(off, column)).all(), column


@pytest.mark.parametrize(("rows", "cols", "words"), [(8, 8, 2), (9, 9, 0)])
def test_decisions_are_drawn_from_sets_that_rays_find(rows: int, cols: int, words: int) -> None:
    """One word of zones, and one for passing; a board of two words lists its decisions."""
    source = emit_game(_flips(rows, cols), 2).source
    assert f"#define LT_DRAWN_WORDS {words}\n" in source
    assert f"#define LT_RECALLED {int(words > 0)}\n" in source
