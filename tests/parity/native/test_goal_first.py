"""The neighbours of a zone, in the order in which a search for a static goal follows them: the last one first."""

from __future__ import annotations

from typing import Any

import pytest

from ludotome.gamedef import GameDef
from ludotome.native.lower import ir
from ludotome.native.lower.goal_first import goal_first
from ludotome.native.lower.layout import Layout
from ludotome.native.lower.lowering import Lowering, Scope
from ludotome.native.lower.plan import ACTOR
from ludotome.native.lower.scalars import lower, new_lowering
from ludotome.spec import compile_text

DOCUMENT = """\
# A strip

```yaml
metadata: {{ id: strip, players: {{ min: 2, max: 2 }}, seats: [A, B], maxPlies: 9 }}
zones: [ grid: {{ rows: 1, cols: 5, directions: 4 }} ]
regions: {{ goal: {{ A: "col == 0", B: "col == 4" }} }}
tokenTypes: [ {{ id: man }} ]
actions:
  - id: place
    params: [ {{ name: $z, domain: "board where empty(it)" }} ]
    effects: [ createToken: {{ type: man, zone: $z, owner: actor }} ]
    post: "joins([$z], {goal}, empty(it))"
endConditions: [ {{ when: noLegalMoves, result: {{ type: draw }} }} ]
```
"""
LEFT, RIGHT = ((1,), (2, 0), (3, 1), (4, 2), (3,)), ((1,), (0, 2), (1, 3), (2, 4), (3,))


def _asked(goal: str) -> tuple[Lowering, ir.Joins]:
    result = compile_text(DOCUMENT.format(goal=goal))
    game: GameDef | None = result.game_def
    assert game is not None, result.diagnostics
    low = new_lowering(Layout(game, 2))
    post: Any = game.actions[0].post
    place = Scope(actor=ACTOR).bind("$z", ir.Local("z", "zone"))
    node = lower(low, post, place)
    assert isinstance(node, ir.Joins)
    return low, node


@pytest.mark.parametrize(
    ("goal", "lists"),
    [
        ("board where col == 0", LEFT),
        ("A.goal", LEFT),
        ("actor.goal", (*(tuple(sorted(row)) for row in RIGHT), *LEFT, *RIGHT)),
        ("board where empty(it)", None),
    ],
)
def test_the_nearest_to_the_goal_comes_last(goal: str, lists: tuple[tuple[int, ...], ...] | None) -> None:
    """For each player if the goal depends on the player; a goal that depends on the state has no order."""
    found = goal_first(*_asked(goal))
    assert (None if found is None else found.table.rows) == lists
