"""Conditions in a document exclude faults during play, and impossible faults cause no warnings."""

from __future__ import annotations

import pytest

from ludotome.spec import compile_text

FRAME = """```yaml
metadata: {{ id: g, players: {{ min: 2, max: 2 }} }}
zones:
  - grid: {{ rows: 3, cols: 3, directions: 4, names: algebraic }}
  - {{ id: hand, owner: player }}
  - {{ id: pile }}
regions: {{ corners: [a1, a3, c1, c3] }}
tokenTypes:
  - {{ id: man }}
  - {{ id: card, max: {cards} }}
setup:
  - createToken: {{ type: man, zone: a1, owner: 0 }}
  - createToken: {{ type: man, zone: c3, owner: 1 }}
actions:
  - id: act
{action}
    effects: {effects}
endConditions: [ {{ when: noLegalMoves, result: {{ type: draw }} }} ]
```
"""
WALKER = '    params: [ { name: $man, domain: "tokens(man) where owner == actor" } ]\n'
STEP = "moveTokenAdjacent: { token: $man, direction: n }"
LEAP = 'moveToken: { token: $man, to: "step($man.zone, n)" }'
FREE = WALKER + '    pre: "empty(step($man.zone, n))"'
MINT = "[ createToken: { type: card, zone: pile, count: 2 } ]"
CORNER = '    params: [ { name: $z, domain: "corners where empty(it)" } ]'


def codes(action: str, effects: str, cards: int = 12) -> list[str]:
    """Return the diagnostics of a game with one action, without lints."""
    text = FRAME.format(action=action, effects=effects, cards=cards)
    return [one.code for one in compile_text(text).diagnostics if not one.code.startswith("LT5")]


@pytest.mark.parametrize("move", [STEP, LEAP])
def test_a_step_to_a_cell_that_pre_found_empty_has_room(move: str) -> None:
    assert codes(FREE, f"[ {move} ]") == []


@pytest.mark.parametrize("move", [STEP, LEAP])
def test_a_second_step_comes_to_another_cell_than_the_first(move: str) -> None:
    """A condition in `pre` about the cell ahead of the token does not hold for the new cell ahead after a move."""
    assert "LT430" in codes(FREE, f"[ {move}, {move} ]")


def test_what_is_made_under_a_limit_of_the_game_is_counted_for_every_player() -> None:
    limit = "    limits: [ { scope: game, max: 3 } ]"
    assert codes(limit, MINT, cards=12) == []
    assert codes(limit, MINT, cards=11) == ["LT434"]
    assert codes(limit.replace("game", "turn"), MINT, cards=12) == ["LT434"]


def test_as_many_cells_as_tokens_of_a_type_are_enough() -> None:
    """The board has four corners, and each is taken only if it is empty."""
    effects = "[ createToken: { type: card, zone: $z } ]"
    assert codes(CORNER, effects, cards=4) == []
    assert codes(CORNER, effects, cards=3) == ["LT434"]


def test_a_surplus_is_no_more_than_the_tokens_there_can_be() -> None:
    limit = "    limits: [ { scope: game, max: 3 } ]\n"
    effects = f"{MINT[:-2]}, discardDownTo: {{ zone: pile, size: 1, to: hand, choose: actor }} ]"
    assert codes(limit, effects) == []
