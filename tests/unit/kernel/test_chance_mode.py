"""Explicit chance: dice and tokens drawn from a shuffled zone are decisions of player −1."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from ludotome.gamedef import Decision, GameDef, GameState, PlayError, Symbols, state_from_json, state_to_json
from ludotome.kernel import apply_move, check_state, current_player, initial_state, legal_moves, observation
from tests.support.small_games import cards, game, n_of

ROLL: list[dict[str, Any]] = [{"roll": {"bind": "$d", "sides": 6}}, {"setVar": {"var": "n", "value": "$d"}}]


def hand(seat: int) -> dict[str, Any]:
    return {"ref": "zone", "zone": f"hand:{seat}"}


def draw(to: Any, count: int = 1) -> dict[str, Any]:
    return {"draw": {"from": "deck", "to": to, "count": count}}


def leaves(game_def: GameDef, state: GameState) -> list[GameState]:
    """Return the states after every possible answer of chance."""
    if current_player(game_def, state) != -1:
        return [state]
    return [
        leaf
        for move in legal_moves(game_def, state)
        for leaf in leaves(game_def, apply_move(game_def, state, move).state)
    ]


def test_a_die_is_one_decision_with_as_many_outcomes_as_sides() -> None:
    small = game([{"id": "go", "effects": ROLL}])
    state = apply_move(small, initial_state(small, 1, None, "explicit"), Decision("go")).state
    assert current_player(small, state) == -1
    assert [move.chance for move in legal_moves(small, state)] == [1, 2, 3, 4, 5, 6]
    done = apply_move(small, state, Decision(chance=4)).state
    assert (n_of(done), done.ply) == (4, 1)  # chance takes no ply


def test_kuhn_deals_three_times_two_ways() -> None:
    """3 × 2 deals of two cards out of three, each once, as in the published game tree."""
    small = game(
        [{"id": "go"}], setup=[*cards("deck", 1, 2, 3), {"shuffle": {"zone": "deck"}}, draw(hand(0)), draw(hand(1))]
    )
    dealt = leaves(small, initial_state(small, 1, None, "explicit"))
    assert Counter((state.zones[2], state.zones[3]) for state in dealt) == {
        ((a,), (b,)): 1 for a in range(3) for b in range(3) if a != b
    }


def test_leduc_deals_six_times_five_times_four_ways() -> None:
    small = game(
        [{"id": "go", "effects": [draw("row")]}],
        setup=[*cards("deck", 0, 0, 1, 1, 2, 2), {"shuffle": {"zone": "deck"}}, draw(hand(0)), draw(hand(1))],
    )
    dealt = leaves(small, initial_state(small, 1, None, "explicit"))
    assert len(dealt) == 30
    assert sum(len(leaves(small, apply_move(small, state, Decision("go")).state)) for state in dealt) == 120


def test_a_shuffle_asks_nothing_and_reading_the_top_asks_once() -> None:
    read = {
        "setVar": {"var": "n", "value": {"ref": "tokenProp", "token": {"ref": "top", "zone": "deck"}, "prop": "rank"}}
    }
    small = game(
        [{"id": "go", "effects": [read, read]}], setup=[*cards("deck", 5, 6, 7), {"shuffle": {"zone": "deck"}}]
    )
    start = initial_state(small, 1, None, "explicit")
    assert start.pending is None
    asked = apply_move(small, start, Decision("go")).state
    assert [move.chance for move in legal_moves(small, asked)] == [0, 1, 2]
    done = apply_move(small, asked, Decision(chance=1)).state
    assert (n_of(done), done.pending) == (6, None)  # the second read has no choice
    assert set(done.open_order) == {0, 2}


def test_the_last_open_token_is_known() -> None:
    small = game(
        [{"id": "go", "effects": [draw("row", 3)]}], setup=[*cards("deck", 5, 6, 7), {"shuffle": {"zone": "deck"}}]
    )
    state = apply_move(small, initial_state(small, 1, None, "explicit"), Decision("go")).state
    for _ in range(2):
        state = apply_move(small, state, legal_moves(small, state)[0]).state
    assert (state.pending, state.zones[1], state.open_order) == (None, (0, 1, 2), ())


def test_an_open_order_reveals_nothing_about_its_origin() -> None:
    ways = [(5, 6, 7), (7, 6, 5)]
    moves = [{"moveToken": {"token": {"ref": "top", "zone": "deck"}, "to": "deck", "position": "bottom"}}]
    states = []
    for setup in ([], moves):
        small = game([{"id": "go"}], setup=[*cards("deck", *ways[0]), *setup, {"shuffle": {"zone": "deck"}}])
        states.append(initial_state(small, 1, None, "explicit"))
    assert states[0] == states[1]


def test_a_random_place_asks_the_place() -> None:
    put = {"moveToken": {"token": {"ref": "top", "zone": "row"}, "to": "deck", "position": "random"}}
    small = game([{"id": "go", "effects": [put]}], setup=[*cards("row", 9), *cards("deck", 5, 6)])
    state = apply_move(small, initial_state(small, 1, None, "explicit"), Decision("go")).state
    placed = {move.chance: apply_move(small, state, move).state.zones[0] for move in legal_moves(small, state)}
    assert placed == {0: (0, 1, 2), 1: (1, 0, 2), 2: (1, 2, 0)}


def test_explicit_play_leaves_the_generator_alone() -> None:
    small = game([{"id": "go", "effects": ROLL}])
    start = initial_state(small, 1, None, "explicit")
    done = apply_move(small, apply_move(small, start, Decision("go")).state, Decision(chance=3)).state
    assert done.generator == start.generator


def test_states_of_explicit_chance_survive_json() -> None:
    small = game([{"id": "go"}], setup=[*cards("deck", 1, 2, 3), {"shuffle": {"zone": "deck"}}, draw(hand(0))])
    symbols = Symbols(small)
    state = initial_state(small, 1, None, "explicit")
    for _ in range(2):
        again = state_from_json(symbols, state_to_json(symbols, state))
        assert again == state
        check_state(small, again)
        state = apply_move(small, state, legal_moves(small, state)[0]).state


def test_nobody_sees_what_chance_has_not_decided() -> None:
    small = game([{"id": "go"}], setup=[*cards("row", 1, 2, 3), {"shuffle": {"zone": "row"}}])
    seen = observation(small, initial_state(small, 1, None, "explicit"), 0)["zones"]["row"]
    assert seen["tokens"] == []
    assert [token["id"] for token in seen["unplaced"]] == [0, 1, 2]


def test_sampled_deals_are_fair_over_seeds() -> None:
    """Each of six deals of two cards out of three occurs between 150 and 250 times in 1200 seeds."""
    small = game(
        [{"id": "go"}], setup=[*cards("deck", 1, 2, 3), {"shuffle": {"zone": "deck"}}, draw(hand(0)), draw(hand(1))]
    )
    deals = Counter((state.zones[2], state.zones[3]) for state in (initial_state(small, seed) for seed in range(1200)))
    assert len(deals) == 6
    assert all(150 < count < 250 for count in deals.values())


def test_a_die_with_too_many_sides_cannot_be_asked() -> None:
    big = [{"roll": {"bind": "$d", "sides": 10_001}}]
    small = game([{"id": "go", "effects": big}])
    with pytest.raises(PlayError) as caught:
        apply_move(small, initial_state(small, 1, None, "explicit"), Decision("go"))
    assert caught.value.code == "document-fault"
    assert apply_move(small, initial_state(small, 1), Decision("go")).state.pending is None
