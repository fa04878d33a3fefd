"""The handle of a seat plays the game and reveals nothing hidden: attacks that worked on a `State`."""

from __future__ import annotations

import json

import pytest

import ludotome as lt

TRICKS = """```yaml
metadata: { id: tricks, players: { min: 4, max: 4 }, seats: [Ann, Bea, Cyd, Dot] }
zones:
  - { id: deck, visibility: hidden, ordering: stack }
  - { id: hand, owner: player, visibility: owner }
  - { id: trick, visibility: public }
tokenTypes: [ { id: card, props: { rank: { type: int, min: 1, max: 13 }, suit: { type: [C, D, H, S] } } } ]
setup:
  - forEach:
      bind: $r
      over: 1..13
      effects: [ forEach: { bind: $s, over: "[C, D, H, S]", effects: [ createToken: { type: card, zone: deck, props: { rank: $r, suit: $s } } ] } ]
  - shuffle: deck
  - forEach: { bind: $p, over: players, effects: [ draw: { from: deck, to: hand:$p, count: 13 } ] }
actions:
  - id: play
    params: [ { name: $card, domain: tokensInZone(actor.hand) } ]
    pre: "$card.rank > 1"
    effects: [ moveToken: { token: $card, to: trick } ]
    notation: "{$card.rank}{$card.suit}"
  - { id: dare, pre: "top(actor.next.hand).rank > 6 and turn > 99", effects: [] }
endConditions: [ { when: "turn > 20", result: { type: draw } } ]
```
"""  # noqa: E501  (YAML)
MADE_ANEW = """```yaml
metadata: { id: anew, players: { min: 2, max: 2 } }
zones: [ { id: deck, visibility: hidden }, { id: row, visibility: public } ]
tokenTypes: [ { id: card, max: 9 } ]
setup:
  - createToken: { type: card, zone: deck, count: 5 }
  - shuffle: deck
  - destroyToken: top(deck)
  - createToken: { type: card, zone: row }
actions: [ { id: point, params: [ { name: $c, domain: tokensInZone(row) } ], effects: [] } ]
endConditions: [ { when: "turn > 9", result: { type: draw } } ]
```
"""


@pytest.fixture(scope="module")
def tricks() -> lt.Game:
    return lt.load_text(TRICKS)


def start(game: lt.Game, seed: int = 1) -> lt.State:
    return game.new_initial_state(seed=seed, backend="reference")


def test_a_seat_plays_by_handle_by_json_and_by_text(tricks: lt.Game) -> None:
    state = start(tricks)
    ann = state.seat(0)
    hand = ann.observation()["zones"]["hand:0"]["tokens"]
    assert [card["id"] for card in hand] == [f"t{place}" for place in range(13)]
    first = ann.legal_actions()[0]
    assert dict(first.params)["$card"] in {card["id"] for card in hand}
    ann.apply(first)
    bea = state.seat(1)
    bea.apply({"action": "play", "params": dict(bea.legal_actions()[2].params)})
    cyd = state.seat(2)
    cyd.apply(cyd.legal_action_strings()[0])
    dot = state.seat(3)
    dot.apply(json.dumps({"action": "play", "params": dict(dot.legal_actions()[0].params)}))
    assert len(state.history()) == 4
    assert ann.observation()["zones"]["trick"]["count"] == 4


def test_no_token_is_found_by_trying_illegal_moves(tricks: lt.Game) -> None:
    """The error for an illegal decision named the zone of any token, so that all 39 hidden cards were found."""
    one, other = start(tricks, 1), start(tricks, 2)
    answers = [
        [state.seat(0).why({"action": "play", "params": {"$card": card}}) for card in range(52)]
        for state in (one, other)
    ]
    for state, told in zip((one, other), answers, strict=True):
        assert all(answer is not None and answer.startswith("`$card` of `play` cannot be") for answer in told)
        hidden = {"Bea", "Cyd", "Dot", "hand:1", "hand:2", "hand:3"}
        assert not any(name in str(answer) for answer in told for name in hidden)
        with pytest.raises(lt.PlayError) as refused:
            state.seat(0).apply({"action": "play", "params": {"$card": "hand:1#0"}})
        assert str(refused.value).startswith("`$card` of `play` cannot be hand:1#0; it can be t")
        assert not any("hand:1" in one for one in refused.value.details["alternatives"])


def test_a_condition_that_reads_a_hidden_card_does_not_reveal_it(tricks: lt.Game) -> None:
    """`pre` was refused with the values it read, and with another part for another card."""
    told = {start(tricks, seed).seat(0).why("dare") for seed in range(12)}
    true = {start(tricks, seed).why({"action": "dare"}) for seed in range(12)}
    assert len(true) > 3
    assert all("dare" in str(answer) and "rank" not in str(answer) for answer in told)
    by_json = {start(tricks, seed).seat(0).why({"action": "dare"}) for seed in range(12)}
    assert by_json == {"`dare` is not legal now"}


def test_a_mistyped_move_lists_only_the_own_hand(tricks: lt.Game) -> None:
    state = start(tricks)
    mine = set(state.seat(0).legal_action_strings())
    with pytest.raises(lt.PlayError) as refused:
        state.seat(0).apply("99X")
    assert set(refused.value.details["alternatives"]) <= mine
    for other in (1, 2, 3):
        with pytest.raises(lt.PlayError) as refused:
            state.seat(other).apply("99X")
        assert (refused.value.code, refused.value.details) == ("not-your-turn", {})
        assert str(refused.value) == f"Ann decides now, not {['Bea', 'Cyd', 'Dot'][other - 1]}"


def test_the_slot_of_a_destroyed_token_is_not_revealed_by_the_next_one() -> None:
    game = lt.load_text(MADE_ANEW)
    found = [start(game, seed) for seed in range(20)]
    assert len({json.dumps(state.observation(0)) for state in found}) > 1  # the slot of the new card differs
    assert len({json.dumps(state.seat(0).observation()) for state in found}) == 1
    assert len({state.seat(0).legal_actions() for state in found}) == 1
    assert len({state.seat(0).record() == found[0].seat(0).record() for state in found}) == 1


def test_a_seat_has_no_seed_hash_or_state(tricks: lt.Game) -> None:
    public = {name for name in dir(start(tricks).seat(0)) if not name.startswith("_")}
    assert public == {
        "apply", "current_player", "is_terminal", "legal_action_strings", "legal_actions", "observation", "outcome",
        "player", "record", "view", "why",
    }  # fmt: skip


def test_after_the_end_and_for_a_wrong_seat_the_error_says_so(tricks: lt.Game) -> None:
    state = start(tricks)
    with pytest.raises(lt.PlayError, match="player"):
        state.seat(4)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(lt.PlayError) as refused:
        state.seat(0).apply("play")
    assert refused.value.code == "game-over"
    assert state.seat(0).legal_actions() == ()


def test_where_nothing_is_hidden_the_reason_is_reported() -> None:
    state = lt.load("tic-tac-toe").new_initial_state(backend="reference")
    state.apply_action("b2")
    assert state.seat(1).why({"action": "place", "params": {"$cell": "b2"}}) == (
        "`$cell` of `place` cannot be b2: `empty(it)` does not hold; it can be cell_0_0, cell_0_1, cell_0_2, "
        "cell_1_0, cell_1_2, cell_2_0, cell_2_1, cell_2_2"
    )
    assert state.seat(1).why("a1") is None
