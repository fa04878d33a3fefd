"""Forged states: both kernels treat a state that was changed in one place alike.

Either both refuse it with the same code and message, or both accept it and agree on hashes, decisions, returns and
successors. Half of the changed values come from other states of the same game, so that many are accepted.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import ludotome as lt
from ludotome.play import shipped_games
from tests.support.beside import shipped

NAMES = shipped_games()
JUNK = (
    None, True, False, -1, 0, 1, 2, 3, 50, 2**30, 2**31 - 1, 2**31, 2**62, 0.5, "0", "1", str(2**64 - 1), "x",
    "win", "draw", "score", "stall", "truncated", "explicit", "sampled", [], {}, [0], [0, 1],
)  # fmt: skip


def texts_of_a_game(game: lt.Game, chance: Any, random: Random) -> list[str]:
    """Return the first, the last and some other states of a random game as JSON."""
    state = game.new_initial_state(random.randrange(2**32), chance=chance)
    states = [state.clone()]
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        states.append(state.clone())
    return [state.to_json() for state in (states[0], states[-1], *random.sample(states, min(4, len(states))))]


def forged(text: str, other: str, random: Random) -> str:
    """Return *text* with one place changed: taken from *other*, replaced by junk, removed, moved or incremented."""
    data = json.loads(text)
    key = random.choice(sorted(data))
    if random.random() < 0.5:
        data[key] = json.loads(other)[key]
        return json.dumps(data)
    target = data
    while isinstance(target[key], dict | list) and target[key] and random.random() < 0.8:
        target = target[key]
        key = random.choice(sorted(target) if isinstance(target, dict) else range(len(target)))
    match random.choice(("junk", "junk", "junk", "remove", "swap", "count")):
        case "remove":
            del target[key]
        case "swap":
            place = random.choice(sorted(target) if isinstance(target, dict) else range(len(target)))
            target[key], target[place] = target[place], target[key]
        case "count" if isinstance(target[key], int | float):
            target[key] += random.choice((-1, 1))
        case _:
            target[key] = random.choice(JUNK)
    return json.dumps(data)


def seen(game: lt.Game, text: str, backend: Any) -> tuple[bool, list[Any]]:
    """Return whether a kernel accepts the state, and everything it computes from it."""
    try:
        state = game.state_from_json(text, backend)
    except lt.PlayError as error:
        return False, [error.code, str(error)]
    said = [state.state_hash(), state.position_hash(), state.current_player(), state.outcome(), state.to_json()]
    for decision in state.legal_actions()[:3]:
        after = state.clone()
        try:
            after.apply_action(decision)
        except lt.PlayError as error:
            said += [decision, error.code, str(error)]
        else:
            said += [decision, after.state_hash(), after.returns()]
    return True, said


@pytest.mark.parametrize("name", NAMES)
def test_both_kernels_treat_a_forged_state_alike(name: str) -> None:
    game, random, taken = shipped(name), Random(name), 0
    for chance in ("sampled", "explicit"):
        texts = texts_of_a_game(game, chance, random)
        for _ in range(15):
            text = forged(random.choice(texts), random.choice(texts), random)
            reference, native = seen(game, text, "reference"), seen(game, text, "native")
            assert reference == native, text
            taken += reference[0]
    assert taken > 3  # otherwise only the JSON parser would be tested


@pytest.mark.parametrize("backend", ["reference", "native"])
@pytest.mark.parametrize(
    "change",
    [
        {"winners": [1]}, {"returns": [-1, 1]}, {"type": "draw", "winners": [], "returns": [0, 0]}, {"condition": 1},
        {"condition": None}, {"scores": [3, 0]}, {"type": "truncated", "winners": [], "condition": None},
    ],
    ids=lambda change: next(iter(change)),
)  # fmt: skip
def test_a_forged_outcome_is_refused_by_name(change: dict[str, Any], backend: Any) -> None:
    """On both kernels the rules determine the winner from the board."""
    game = shipped("tic-tac-toe")
    state = game.new_initial_state(backend=backend)
    for decision in ("a1", "a2", "b1", "b2", "c1"):
        state.apply_action(decision)
    data = json.loads(state.to_json())
    assert game.state_from_json(json.dumps(data), backend).returns() == (1, -1)
    data["outcome"] |= change
    with pytest.raises(lt.PlayError, match=rf"`outcome.{next(iter(change))}` is .* by the rules") as refused:
        game.state_from_json(json.dumps(data), backend)
    assert refused.value.code == "bad-state"


@pytest.mark.parametrize("backend", ["reference", "native"])
def test_a_game_that_goes_on_is_not_over_because_a_state_says_so(backend: Any) -> None:
    game = shipped("tic-tac-toe")
    data = json.loads(game.new_initial_state().to_json())
    data["outcome"] = {"type": "win", "winners": [0], "returns": [1, -1], "scores": None, "condition": 0}
    with pytest.raises(lt.PlayError, match="by the rules the game continues here"):
        game.state_from_json(json.dumps(data), backend)


@pytest.mark.parametrize("backend", ["reference", "native"])
def test_more_tokens_than_can_be_are_refused(backend: Any) -> None:
    game = shipped("kuhn-poker")
    data = json.loads(game.new_initial_state().to_json())
    zone = next(iter(data["zones"]))
    for _ in range(200):
        data["zones"][zone].append(len(data["tokens"]))
        data["tokens"].append({**data["tokens"][0], "zone": zone})
    with pytest.raises(lt.PlayError, match="`tokens` has 203 slots, and at most 3 can be in use") as refused:
        game.state_from_json(json.dumps(data), backend)
    assert refused.value.code == "bad-state"


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("tic-tac-toe", {"history": ["7"]}, "more positions than the game remembers"),
        ("go", {"history": []}, "`regionHistory.board`: expected 0 positions"),
    ],
)
def test_recorded_positions_are_of_one_number_and_only_where_they_are_asked_for(
    name: str, change: dict[str, Any], said: str
) -> None:
    game = shipped(name)
    data = json.loads(game.new_initial_state().to_json()) | change
    for backend in ("reference", "native"):
        with pytest.raises(lt.PlayError, match=said):
            game.state_from_json(json.dumps(data), backend)  # type: ignore[arg-type]
