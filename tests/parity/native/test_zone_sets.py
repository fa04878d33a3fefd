"""Conditions on zones that are tested as sets of bits: both kernels play alike, on boards of one word and of two."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import ludotome
from ludotome.gamedef import Chance, GameDef
from ludotome.native import ALL_OFF, ALL_ON, emit_game
from tests.support.parity import check_random_lines, pair_of

# Stones are placed and removed where conditions of every form that can be a set hold; `near` may be `none`.
GAME = """\
# Sets

```yaml
metadata: {{ id: sets, players: {{ min: 2, max: 2 }}, seats: [A, B], maxPlies: 60 }}
zones:
  - grid: {{ rows: {size}, cols: {size}, directions: 8 }}
  - grid: {{ id: side, rows: 2, cols: 2 }}
regions:
  rim: "row == 0 or col == 0"
  home: {{ A: "row < 2", B: "row > 2" }}
tokenTypes: [ {{ id: stone }}, {{ id: block }} ]
globalVars:
  - {{ name: near, type: zone, init: none }}
  - {{ name: seen, type: int, init: 0, min: 0, max: 1000 }}
setup:
  - forEach:
      bind: $z
      over: "board where (row + 2 * col) % 5 == 0"
      effects: [ createToken: {{ type: stone, zone: $z, owner: "if $z.row % 2 == 0 then A else B" }} ]
  - forEach: {{ bind: $z, over: "board where row == 1 and col == 1", effects: [ createToken: {{ type: block, zone: $z }} ] }}
macros:
  - {{ name: mine, params: [$z], expr: "top($z).owner == actor" }}
actions:
  - id: put
    params: [ {{ name: $z, domain: "board where empty(it) and (row // 2 == near.row // 2 or it in rim) and not (it in actor.home and col == 0)" }} ]
    effects:
      - createToken: {{ type: stone, zone: $z, owner: actor }}
      - setVar: {{ var: near, value: "first(board where row == $z.row and top(it).owner != actor)" }}
  - id: take
    params:
      - {{ name: $z, domain: "board where mine(it) and col <= 3" }}
      - {{ name: $to, domain: "board where not mine(it) and it.col == $z.col and it.row - 1 != $z.row" }}
    pre: "count(ray($z, [n, s, e]) where occupied(it)) > 1 and not exists(between($z, $to) where top(it).owner == actor.opponent)"
    effects: [ capture: $to, moveToken: {{ token: top($z), to: $to }}, setVar: {{ var: near, value: $to }} ]
  - id: count
    limits: [ {{ max: 1, scope: turn }} ]
    effects:
      - setVar: {{ var: seen, value: "count(board where it in lastActor.home or top(it).owner == lastActor) + count(adjacentZones(near) where empty(it)) + count(rim where top(it).owner == actor and it.row > 1) + count(board where occupied(it) and not (row == 3))" }}
      - setVar: {{ var: near, value: "first(side where it.row == seen % 3 and it.col == 0)" }}
endConditions:
  - {{ when: "not exists(board where empty(it) or top(it).owner == B)", result: {{ type: draw }} }}
  - {{ when: noLegalMoves, result: {{ type: draw }} }}
```
"""  # noqa: E501


def game_of(size: int) -> GameDef:
    return ludotome.load_text(GAME.format(size=size)).game_def


@pytest.mark.parametrize("on", [True, False])
@pytest.mark.parametrize("size", [5, 8, 9])
def test_sets_are_what_the_conditions_say(size: int, on: bool) -> None:
    """Every state, decision and hash of random games, with all optimisations and with none."""
    pair = pair_of(game_of(size), 2, options=ALL_ON if on else ALL_OFF)
    assert check_random_lines(pair, plies=60) > 100


@pytest.mark.parametrize("size", [5, 9])
def test_every_condition_is_read_from_sets(size: int) -> None:
    """Static sets, tokens, owners, lines and values that select a row of a table, in one word or in two."""
    code = emit_game(game_of(size), 2).source
    without = emit_game(game_of(size), 2, replace(ALL_ON, zone_sets=False)).source
    for part in (
        r"s->occupied\[",
        r"owner_zones\[1 \+ actor",
        r"zones_between\(",
        r"zone_set_\d\[1 \+ ",
        r"\[lt_row_of\(",
    ):
        assert re.search(part, code)
        assert not re.search(part, without)
    assert ("s->occupied[1]" in code) is (size == 9)


def test_boards_of_more_words_are_tested_zone_by_zone() -> None:
    """A set of 200 zones has four words, which are rarely fewer than the zones to be tested."""
    assert "zone_set_" not in emit_game(game_of(14), 2).source


OPEN = """\
```yaml
metadata: {{ id: open, players: {{ min: 2, max: 2 }}, seats: [A, B], maxPlies: 20 }}
zones: [ {{ grid: {{ rows: 4, cols: 4, directions: 8 }} }} ]
regions:
  rim: "row == 0 or col == 0"
  home: {{ A: "row < 2", B: "row > 2" }}
tokenTypes: [ {{ id: stone }} ]
actions:
  - id: put
    params: [ {{ name: $z, domain: "board where empty(it) and {condition}" }} ]
    effects: [ createToken: {{ type: stone, zone: $z, owner: actor }} ]
endConditions: [ {{ when: noLegalMoves, result: {{ type: draw }} }} ]
```
"""


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
@pytest.mark.parametrize(
    "condition",
    [
        "adjacent(cell_1_1, it)",
        "it in rim",
        "it in A.home",
        "it in between(cell_0_0, cell_3_3)",
        "it in ray(cell_1_1, [s, e])",
        "not (it in adjacentZones(cell_2_2))",
        "row == cell_1_1.row",
        "(col + row) % 2 == 0 and adjacent(it, cell_1_2)",
    ],
)
def test_open_sets_of_static_conditions(condition: str, chance: Chance) -> None:
    """An open set is kept before the rules are written, so the tables that it reads come before it."""
    pair = pair_of(ludotome.load_text(OPEN.format(condition=condition)).game_def, 2, chance=chance)
    assert check_random_lines(pair, plies=20) > 3
