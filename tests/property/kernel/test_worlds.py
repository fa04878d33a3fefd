"""A world drawn for a seat depends only on what the seat can know now, and on the seed."""

# ruff: noqa: E501  (YAML)

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotome.gamedef import GameDef, GameState, PlayError
from ludotome.kernel import check_state, initial_state, legal_moves, observation, resample
from ludotome.kernel.observation import sees_zone
from ludotome.kernel.rules import tables_of
from ludotome.spec import compile_text
from tests.support.generated_games import any_game
from tests.support.random_play import states
from tests.support.secret_games import secret_game, secret_games

CHANCE = st.sampled_from(("sampled", "explicit"))


def information(game_def: GameDef, state: GameState, player: int) -> str | None:
    """Return all that *player* can know of a state at a stop, as text; None while a choice is pending.

    It is the observation, the recorded positions without hidden information, and the open part of a shuffled order.
    """
    if state.pending is not None:
        return None
    tables = tables_of(game_def)
    hidden = {zone for zone in range(len(state.zones)) if not sees_zone(tables, zone, player)}
    regions = (tables.region(name, None, state.players) for name in tables.symbols.seen_regions)
    seen = [
        observation(game_def, state, player),
        state.recorded,
        None if hidden else state.history,
        [None if hidden & set(zones) else keys for zones, keys in zip(regions, state.region_history, strict=True)],
        [[slot in state.open_order for slot in state.zones[zone]] for zone in sorted(hidden)],
    ]
    return json.dumps(seen, sort_keys=True)


def alike(game_def: GameDef, seeds: Iterable[int], chance: str, most: int = 6) -> list[tuple[int, list[GameState]]]:
    """Return groups of different states that a player cannot distinguish, from games of many seeds."""
    groups: dict[tuple[int, str], list[GameState]] = defaultdict(list)
    for seed in seeds:
        for state in states(game_def, seed, most, chance):
            for player in range(state.players):
                key = information(game_def, state, player)
                if key is not None and state not in groups[player, key]:
                    groups[player, key].append(state)
    return [(player, found) for (player, _), found in groups.items() if len(found) > 1]


def world(game_def: GameDef, state: GameState, player: int, seed: int) -> GameState | str:
    try:
        return resample(game_def, state, player, seed)
    except PlayError as error:
        return error.code


def assert_blind(game_def: GameDef, chance: str, seeds: Iterable[int] = range(8)) -> int:
    """Assert that states a player cannot distinguish give equal worlds; return how many pairs were compared."""
    compared = 0
    for player, (first, *others) in alike(game_def, seeds, chance):
        for other in others[:3]:
            assert world(game_def, first, player, 5) == world(game_def, other, player, 5)
            compared += 1
    return compared


@settings(max_examples=60)
@given(secret_games, CHANCE)
def test_equal_information_gives_equal_worlds_where_dice_are_rolled_in_secret(game_def: GameDef, chance: str) -> None:
    assert_blind(game_def, chance)


@settings(max_examples=30)
@given(any_game(), CHANCE)
def test_equal_information_gives_equal_worlds_in_any_game(game_def: GameDef, chance: str) -> None:
    assert_blind(game_def, chance)


def test_the_law_is_tested_on_many_states() -> None:
    """The property above is not vacuous."""
    assert sum(assert_blind(secret_game(seed), "sampled", range(4)) for seed in range(12)) > 100


@settings(max_examples=60)
@given(secret_games, st.integers(0, 2**32), st.integers(0, 2**32), CHANCE)
def test_a_world_is_a_state_of_play_that_looks_the_same(game_def: GameDef, seed: int, other: int, chance: str) -> None:
    for state in states(game_def, seed, 8, chance):
        for player in range(state.players):
            drawn = world(game_def, state, player, other)
            if drawn != "no-world":
                assert isinstance(drawn, GameState)
                assert observation(game_def, drawn, player) == observation(game_def, state, player)
                check_state(game_def, drawn)


# ── attacks ────────────────────────────────────────────────────────────────────────────────────────────────────────

DICE = """```yaml
metadata: { id: dice, players: { min: 2, max: 3 } }
zones: [ { id: cup, owner: player, visibility: owner } ]
tokenTypes: [ { id: die, props: { face: { type: int, min: 0, max: 6 } }, max: 15 } ]
setup:
  - forEach:
      bind: $p
      over: players
      effects:
        - forEach:
            bind: $i
            over: 1..2
            effects: [ roll: { bind: $d, sides: 6 }, createToken: { type: die, zone: cup:$p, owner: $p, props: { face: $d } } ]
actions: [ { id: bid, effects: [] } ]
endConditions: [ { when: "turn > 9", result: { type: draw } } ]
```
"""
PRIZES = """```yaml
metadata: { id: prizes, players: { min: 3, max: 3 } }
zones:
  - { id: prizes, visibility: hidden, ordering: stack }
  - { id: hand, owner: player, visibility: owner }
  - { id: bid, owner: player, visibility: owner }
tokenTypes:
  - { id: prize, props: { points: { type: int, min: 1, max: 5 } } }
  - { id: card, props: { rank: { type: int, min: 1, max: 5 } } }
setup:
  - forEach: { bind: $k, over: 1..5, effects: [ createToken: { type: prize, zone: prizes, props: { points: $k } } ] }
  - forEach:
      bind: $p
      over: players
      effects: [ forEach: { bind: $k, over: 1..5, effects: [ createToken: { type: card, zone: hand:$p, owner: $p, props: { rank: $k } } ] } ]
  - shuffle: prizes
actions:
  - id: bid
    params: [ { name: $c, domain: tokensInZone(actor.hand) } ]
    effects: [ moveToken: { token: $c, to: actor.bid } ]
endConditions: [ { when: "turn > 9", result: { type: draw } } ]
```
"""


def compiled(document: str) -> GameDef:
    made = compile_text(document)
    assert made.game_def is not None, made.diagnostics
    return made.game_def


def test_dice_that_another_seat_rolled_in_secret_are_rolled_again() -> None:
    """Every pair of faces occurs, and the true one no more often than the others."""
    game_def = compiled(DICE)
    state = initial_state(game_def, 3)
    true = tuple(token.props[0] for token in state.tokens if token is not None and token.owner == 1)
    pairs: dict[tuple[object, ...], int] = defaultdict(int)
    for seed in range(1800):
        drawn = resample(game_def, state, 0, seed)
        assert all(token is not None and token.owner == token.zone for token in drawn.tokens)
        pairs[tuple(token.props[0] for token in drawn.tokens if token is not None and token.owner == 1)] += 1
    assert len(pairs) == 36
    assert max(pairs.values()) < 90  # expected 50, σ 7
    assert 20 < pairs[true] < 85


def test_a_zone_never_gets_a_type_or_an_owner_that_cannot_come_there() -> None:
    game_def = compiled(PRIZES)
    symbols = tables_of(game_def).symbols
    card = symbols.name_index["card"]
    state = initial_state(game_def, 3)
    orders = set()
    for seed in range(200):
        drawn = resample(game_def, state, 0, seed)
        for token in drawn.tokens:
            assert token is not None
            assert (token.type == card) == (symbols.owner_of_zone[token.zone] is not None)
            assert token.owner == symbols.owner_of_zone[token.zone]
        orders.add(drawn.zones[0])
    assert len(orders) > 60  # of 120 orders of the prizes


BURNT = """```yaml
metadata: { id: burnt, players: { min: 2, max: 2 } }
zones:
  - { id: deck, visibility: hidden, ordering: stack }
  - { id: hand, owner: player, visibility: owner }
  - { id: row, visibility: public }
tokenTypes: [ { id: card, props: { rank: { type: int, min: 1, max: 4 } }, max: 9 } ]
setup:
  - forEach: { bind: $k, over: 1..4, effects: [ createToken: { type: card, zone: deck, props: { rank: $k } } ] }
  - shuffle: deck
  - destroyToken: top(deck)
actions:
  - { id: make, effects: [ createToken: { type: card, zone: row, props: { rank: 1 } } ] }
endConditions: [ { when: "turn > 9", result: { type: draw } } ]
```
"""


def test_a_card_that_was_burnt_unseen_is_not_revealed_by_its_absence_or_its_slot() -> None:
    game_def = compiled(BURNT)
    by_seed = [initial_state(game_def, seed) for seed in range(12)]
    gone = {tuple(slot for slot, token in enumerate(state.tokens) if token is None) for state in by_seed}
    assert len(gone) > 2  # different cards were burnt
    assert len({json.dumps(observation(game_def, state, 0)) for state in by_seed}) == 1
    assert len({resample(game_def, state, 0, 1) for state in by_seed}) == 1


@pytest.mark.parametrize("player", [0, 1])
def test_worlds_continue_from_where_they_were_drawn(player: int) -> None:
    for document in (DICE, PRIZES, BURNT):
        game_def = compiled(document)
        drawn = resample(game_def, initial_state(game_def, 1), player, 7)
        assert legal_moves(game_def, drawn)
        assert len(list(states(game_def, 7, 4))) == 5
