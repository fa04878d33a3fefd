"""A record for one seat names tokens only where the seat saw them, and contains neither seed nor hashes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import ludotome as lt
from tests.support.small_games import cards, game

DEAL = [
    *cards("deck", 1, 2, 3, 4, 5, 6),
    {"shuffle": {"zone": "deck"}},
    {"draw": {"from": "deck", "to": "hand:0", "count": 2}},
    {"draw": {"from": "deck", "to": "hand:1", "count": 2}},
]
HAND: dict[str, Any] = {
    "query": "tokensInZone",
    "zone": {"ref": "ownedZone", "zone": "hand", "player": {"ref": "actor"}},
}
PUT = {
    "id": "put",
    "params": [{"name": "$card", "domain": HAND}],
    "effects": [{"moveToken": {"token": "$card", "to": "row"}}],
}
BURY = {
    "id": "bury",
    "effects": [
        {"chooseOne": {"bind": "$card", "options": HAND}},
        {"moveToken": {"token": "$card", "to": "deck", "position": "bottom"}},
    ],
}


def played(seed: int = 1) -> tuple[lt.Game, lt.State]:
    """The first player plays a card, the second buries one."""
    made = lt.Game(game([PUT, BURY], setup=DEAL))
    state = made.new_initial_state(seed=seed, backend="reference")
    state.apply_action(state.legal_actions()[0])
    state.apply_action({"action": "bury"})
    state.apply_action(state.legal_actions()[0])
    return made, state


def test_a_token_is_named_to_those_who_saw_it_and_given_by_its_zone_to_others() -> None:
    made, state = played()
    _, bury, _ = state.history()
    mine, theirs = (state.record().seen_by(made, seat).decisions for seat in (0, 1))
    assert mine == (
        {"player": 0, "action": "put", "params": {"$card": "t0"}},
        {"player": 1, "action": "bury"},
        {"player": 1, "choose": {"oneOf": "hand:1"}},
    )
    assert theirs == (
        {"player": 0, "action": "put", "params": {"$card": {"oneOf": "hand:0"}}},
        {"player": 1, "action": "bury"},
        {"player": 1, "choose": "t1"},
    )
    assert bury.params == ()


def test_a_seat_is_shown_what_it_saw_before_each_decision_and_at_the_end() -> None:
    made, state = played()
    shown = state.record().seen_by(made, 1)
    assert len(shown.observations) == len(shown.decisions) + 1
    assert shown.observations[-1] == state.seat(1).observation()
    assert state.seat(1).record() == shown


def test_nothing_in_the_record_of_a_seat_deals_the_cards_again(tmp_path: Path) -> None:
    made, state = played()
    file = tmp_path / "seen.json"
    state.record().seen_by(made, 0).save(file)
    data = json.loads(file.read_text())
    assert sorted(data) == ["decisions", "format", "game", "observations", "players", "rules", "seat", "version"]
    with pytest.raises(lt.PlayError, match="one seat saw") as caught:
        lt.Record.load(file)
    assert caught.value.code == "malformed-record"


def test_games_a_seat_cannot_distinguish_give_it_equal_records() -> None:
    """Kuhn poker: the same card, the same betting, another card of the other player."""
    made = lt.load("kuhn-poker")
    told: dict[str, set[str]] = {}
    for seed in range(40):
        state = made.new_initial_state(seed=seed, backend="reference")
        start = state.observation(0)
        for _ in range(2):
            state.apply_action(state.legal_actions()[0])
        texts = told.setdefault(json.dumps([start, state.observation(0)]), set())
        texts.add(state.record().seen_by(made, 0).to_json())
    assert len(told) >= 3
    assert all(len(texts) == 1 for texts in told.values())


@pytest.mark.parametrize("seat", [-1, 2, True, "0", None])
def test_only_seats_are_shown_a_game(seat: Any) -> None:
    made, state = played()
    with pytest.raises(lt.PlayError) as caught:
        state.record().seen_by(made, seat)
    assert caught.value.code == "bad-argument"


def test_a_tampered_record_is_not_shown_to_anybody() -> None:
    made, state = played()
    data = json.loads(state.record().to_json())
    data["hashes"][1] = "0" * 16
    with pytest.raises(lt.PlayError) as caught:
        lt.Record.from_json(json.dumps(data)).seen_by(made, 0)
    assert caught.value.code == "record-mismatch"
