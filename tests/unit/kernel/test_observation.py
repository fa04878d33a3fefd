"""What a seat may see: zones by visibility, tokens by id only if they are visible."""

from __future__ import annotations

import pytest

from ludotome.gamedef import PlayError
from ludotome.kernel import initial_state, observation, resample
from tests.support.small_games import cards, game, play

DEAL = [
    *cards("deck", 1, 2, 3, 4, 5, 6),
    {"shuffle": {"zone": "deck"}},
    {"draw": {"from": "deck", "to": "hand:0", "count": 2}},
    {"draw": {"from": "deck", "to": "hand:1", "count": 2}},
]


def test_counts_are_public_contents_are_not() -> None:
    seen = observation(game([{"id": "go"}], setup=DEAL), play(game([{"id": "go"}], setup=DEAL)), 0)["zones"]
    assert seen["deck"] == {"count": 2}
    assert seen["hand:1"] == {"count": 2}
    assert len(seen["hand:0"]["tokens"]) == 2
    assert "hand:2" not in seen  # nobody plays this seat


def test_a_variable_that_holds_an_unseen_token_says_only_where() -> None:
    held = {"setVar": {"var": "held", "value": {"ref": "top", "zone": "hand:1"}}}
    small = game([{"id": "go"}], setup=[*DEAL, held], globalVars=[{"name": "held", "type": "token"}])
    state = play(small)
    assert observation(small, state, 0)["globalVars"]["held"] == {"oneOf": "hand:1"}
    assert observation(small, state, 1)["globalVars"]["held"] == {"id": state.zones[3][0]}


def test_the_observation_of_a_seat_does_not_hold_the_generator_or_the_seed() -> None:
    small = game([{"id": "go"}])
    assert observation(small, initial_state(small, 1), 0) == observation(small, initial_state(small, 2), 0)


def test_resampling_keeps_what_is_seen_and_redraws_what_is_not() -> None:
    small = game([{"id": "go"}], setup=DEAL)
    state = play(small)
    drawn = [resample(small, state, 0, seed) for seed in range(40)]
    assert all(observation(small, other, 0) == observation(small, state, 0) for other in drawn)
    assert len({other.zones[3] for other in drawn}) > 5
    assert len({other.generator for other in drawn}) == 40
    assert resample(small, state, 0, 7) == resample(small, state, 0, 7)


def test_a_variable_that_holds_an_unseen_token_holds_any_token_of_that_zone_in_another_world() -> None:
    held = {"setVar": {"var": "held", "value": {"ref": "top", "zone": "hand:1"}}}
    small = game([{"id": "go"}], setup=[*DEAL, held], globalVars=[{"name": "held", "type": "token"}])
    state = play(small)
    worlds = [resample(small, state, 0, seed) for seed in range(20)]
    assert all(observation(small, world, 0) == observation(small, state, 0) for world in worlds)
    assert all(world.global_vars[1] in world.zones[3] for world in worlds)
    assert len({world.global_vars[1] for world in worlds}) > 2


def test_resampling_while_a_choice_is_pending_keeps_the_dice_that_were_seen() -> None:
    effects = [
        {"roll": {"bind": "$d", "sides": 6}},
        {"setVar": {"var": "n", "value": "$d"}},
        {"chooseOne": {"bind": "$c", "options": {"query": "intsInRange", "min": 1, "max": 2}}},
    ]
    small = game([{"id": "go", "effects": effects}], setup=DEAL)
    waiting = play(small, "go")
    for seed in range(5):
        other = resample(small, waiting, 0, seed)
        assert observation(small, other, 0) == observation(small, waiting, 0)


def test_where_no_world_is_found_resampling_refuses_instead_of_telling_the_truth() -> None:
    """A die of a thousand sides will not show the same number again, and is not searched for."""
    effects = [
        {"roll": {"bind": "$d", "sides": 1000}},
        {"setVar": {"var": "n", "value": "$d"}},
        {"chooseOne": {"bind": "$c", "options": {"query": "intsInRange", "min": 1, "max": 2}}},
    ]
    small = game([{"id": "go", "effects": effects}], setup=DEAL)
    waiting = play(small, "go")
    for seed in range(10, 20):  # one in sixty would find it by chance
        with pytest.raises(PlayError, match="no state that looks the same to player 0") as caught:
            resample(small, waiting, 0, seed)
        assert caught.value.code == "no-world"


@pytest.mark.parametrize("player", [-1, 2, True, "0"])
def test_only_seats_have_eyes(player: int) -> None:
    small = game([{"id": "go"}])
    with pytest.raises(PlayError):
        observation(small, initial_state(small, 1), player)
