"""`swapTokens` on both kernels: on cells, in piles, with triggers, in trials, and with explicit chance."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from ludotome.gamedef import Chance, GameDef, walk
from ludotome.gamedef import effects as fx
from ludotome.native import ALL_OFF, compile_game
from ludotome.spec import compile_text
from tests.support.native_games import reference_trace
from tests.support.parity import check_every_line, check_random_lines, pair_of
from tests.support.small_games import cards, game

HEX = """\
```yaml
metadata: { id: hex-swap, players: { min: 2, max: 2 }, seats: [Red, Blue], maxPlies: 60 }
zones: [ hex: { rhombus: 4, names: algebraicDown } ]
regions:
  start: { Red: "r == 0", Blue: "q == 0" }
  goal: { Red: "r == 3", Blue: "q == 3" }
tokenTypes: [ { id: stone } ]
actions:
  - id: place
    params: [ { name: $cell, domain: "board where empty(it)" } ]
    effects: [ createToken: { type: stone, zone: $cell, owner: actor } ]
    notation: "{$cell}"
  - id: swap
    params:
      - { name: $mine, domain: "tokens(stone) where owner == actor" }
      - { name: $other, domain: "tokens(stone) where owner == actor.opponent" }
    effects: [ swapTokens: { a: $mine, b: $other } ]
    notation: "{$mine.zone}<>{$other.zone}"
endConditions:
  - when: "joins(lastActor.start, lastActor.goal, top(it).owner == lastActor)"
    result: { type: win, player: lastActor }
  - when: "joins(lastActor.opponent.start, lastActor.opponent.goal, top(it).owner == lastActor.opponent)"
    result: { type: win, player: lastActor.opponent }
tests:
  - name: two stones change places
    moves: [a1, b1, "a1<>b1"]
    expect: { "top(a1).owner": Blue, "top(b1).owner": Red }
```
"""


@cache
def hex_with_swaps() -> GameDef:
    compiled = compile_text(HEX)
    assert not compiled.diagnostics
    assert compiled.game_def is not None
    return compiled.game_def


def _check_whole_games(first: int, number: int) -> None:
    """Whole games have the same hashes on both kernels, with every optimisation and without any."""
    game_def = hex_with_swaps()
    quick, plain = (compile_game(game_def, 2), compile_game(game_def, 2, options=ALL_OFF))
    for seed in range(first, first + number):
        chain = reference_trace(game_def, seed, seed)
        assert quick.trace(seed, seed, 10_000) == chain, f"seed {seed}"
        assert plain.trace(seed, seed, 10_000) == chain, f"seed {seed}, without optimisations"


def test_hex_in_which_stones_may_be_swapped_is_played_alike() -> None:
    """A chain of stones can break, so joined groups must not be kept, which a list of effects without this one would
    miss.
    """
    _check_whole_games(0, 100)


@pytest.mark.long
@pytest.mark.parametrize("first", range(100, 1000, 100))
def test_hex_in_which_stones_may_be_swapped_is_played_alike_a_thousand_times(first: int) -> None:
    _check_whole_games(first, 100)


def test_every_line_of_hex_with_swaps_begins_alike() -> None:
    assert check_every_line(pair_of(hex_with_swaps()), 1, 2) > 200
    check_random_lines(pair_of(hex_with_swaps()))


TOKENS: dict[str, Any] = {"query": "tokens"}
ENTERED = {
    "setVar": {
        "var": "n",
        "value": {
            "op": "%",
            "left": {
                "op": "+",
                "left": {"op": "*", "left": {"ref": "gvar", "var": "n"}, "right": 7},
                "right": {"ref": "tokenProp", "token": "$token", "prop": "rank"},
            },
            "right": 997,
        },
    }
}


def piles(**changes: Any) -> GameDef:
    """A stack, a set and hands whose cards can all be swapped; a trigger records who came in which order."""
    swap = {
        "id": "swap",
        "params": [{"name": "$a", "domain": TOKENS}, {"name": "$b", "domain": TOKENS}],
        "effects": [{"swapTokens": {"a": "$a", "b": "$b"}}],
        **changes,
    }
    setup = [*cards("deck", 1, 2, 3), *cards("row", 4, 5), *cards("hand:0", 6), *cards("hand:1", 7)]
    listen = {"id": "entered", "event": {"type": "tokenEntered"}, "effects": [ENTERED]}
    return game([swap], setup=setup, triggers=[listen])


def test_cards_are_swapped_alike_in_piles_and_their_triggers_hear_of_both_in_order() -> None:
    pair = pair_of(piles())
    assert check_every_line(pair, 1, 1) == 1 + 7 * 7
    check_random_lines(pair, range(1, 12), 40)


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_a_shuffled_order_is_found_out_before_a_swap(chance: Chance) -> None:
    """With explicit chance both kernels ask for the place of a card in a shuffled deck."""
    shuffled = piles(effects=[{"swapTokens": {"a": "$a", "b": "$b"}}, {"shuffle": {"zone": "deck"}}])
    check_random_lines(pair_of(shuffled, chance=chance), range(1, 8), 40)


def test_a_swap_that_is_tried_first_leaves_no_trace() -> None:
    """An action with `post` tries its effects; if the action is illegal, nothing has changed."""
    row = {
        "aggregate": "count",
        "query": {
            "query": "where",
            "of": {"query": "tokensInZone", "zone": "row"},
            "where": {"op": ">", "left": {"ref": "tokenProp", "token": "$it", "prop": "rank"}, "right": 3},
        },
    }
    tried = piles(post={"op": ">=", "left": row, "right": 1})
    pair = pair_of(tried)
    check_random_lines(pair, range(1, 8), 40)
    assert any(isinstance(node, fx.SwapTokens) for node in walk(tried))
