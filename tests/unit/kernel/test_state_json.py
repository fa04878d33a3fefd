"""States in JSON: a written state reads back equal, and every invalid state is refused with its path."""

# ruff: noqa: E501  (one damage a line)

from __future__ import annotations

import json
from typing import Any

import pytest

from ludotome.gamedef import PlayError, Symbols, state_from_json, state_to_data, state_to_json
from ludotome.kernel import check_state
from tests.support.kernel_world import plain_world, state_with, token

STATE = state_with(
    token("pawn", "cell_0_0", 1, power=3),
    token("pawn", "q"),
    {"destroyToken": {"token": {"ref": "top", "zone": "q"}}},
    token("card", "deck", count=3),
    token("card", "hand:1"),
    {"setVar": {"var": "held", "value": {"ref": "top", "zone": "deck"}}},
    {"setVar": {"var": "where", "value": {"ref": "zone", "zone": "p"}}},
    {"setVar": {"var": "seeds", "value": 4, "scope": "zone", "zone": "q"}},
)


def data() -> dict[str, Any]:
    made: dict[str, Any] = json.loads(state_to_json(Symbols(plain_world()), STATE))
    return made


def test_a_state_is_written_with_names_and_comes_back() -> None:
    written = state_to_data(Symbols(plain_world()), STATE)
    assert written["phase"] == "main"
    assert written["globalVars"]["where"] == "p"
    assert written["zones"]["deck"] == [1, 2, 3]
    assert written["tokens"][0] == {
        "type": "pawn",
        "owner": 1,
        "zone": "cell_0_0",
        "props": {"power": 3, "fresh": True, "hue": "red", "friend": None},
    }
    assert state_from_json(Symbols(plain_world()), json.dumps(written)) == STATE


def put(path: str, value: Any) -> Any:
    def damage(target: Any) -> None:
        *steps, last = path.split(".")
        for step in steps:
            target = target[int(step)] if step.isdigit() else target[step]
        target[int(last) if last.isdigit() else last] = value

    return damage


DAMAGES: list[tuple[str, Any]] = [
    ("format", put("format", "other")), ("version", put("version", 2)), ("players", put("players", 9)),
    ("players", put("players", True)), ("players", put("players", "2")), ("players", put("players", 3)),
    ("phase", put("phase", "nowhere")), ("phase", put("phase", 0)), ("active", put("active", 2)),
    ("active", put("active", -1)), ("lastActor", put("lastActor", 7)), ("out", put("out", [5])), ("out", put("out", 1)),
    ("turn", put("turn", -1)), ("ply", put("ply", 1.5)), ("ply", put("ply", 2**70)), ("recorded", put("recorded", 1)),
    ("count", put("globalVars.count", 11)), ("count", put("globalVars.count", None)), ("flag", put("globalVars.flag", 1)),
    ("where", put("globalVars.where", "hand:2")), ("where", put("globalVars.where", "atlantis")),
    ("held", put("globalVars.held", 99)), ("mode", put("globalVars.mode", "middle")), ("who", put("globalVars.who", 5)),
    ("globalVars", put("globalVars.extra", 1)), ("globalVars", put("globalVars", [])),
    ("money", put("playerVars.money", [1])), ("money", put("playerVars.money", [1, 99])),
    ("seeds", put("zoneVars.seeds.p", 100)), ("seeds", put("zoneVars.seeds", {})),
    ("tokens", put("tokens", {})), ("tokens", put("tokens.0.type", "dragon")), ("tokens", put("tokens.0.owner", 3)),
    ("tokens", put("tokens.0.zone", "q")), ("tokens", put("tokens.0.props", {})), ("tokens", put("tokens.0", 3)),
    ("tokens", put("tokens.0.props.power", 10)), ("tokens", put("tokens.0", None)), ("tokens", put("tokens.4", None)),
    ("zones", put("zones.deck", [1, 2])), ("zones", put("zones.deck", [1, 2, 3, 3])), ("zones", put("zones.deck", "x")),
    ("zones", put("zones.cell_0_0", [0, 1, 2])), ("zones", put("zones.limbo", [])), ("zones", put("zones", [])),
    ("usage", put("usage", [1])), ("generator", put("generator", [1, 2])), ("generator", put("generator", ["1", "2"])),
    ("generator", put("generator", ["1"])), ("generator", put("generator", [str(2**128), "1"])),
    ("generator", put("generator", ["x" * 10**5, "1"])), ("history", put("history", ["-1"])), ("history", put("history", 0)),
    ("regionHistory", put("regionHistory", {"x": []})), ("chance", put("chance", "loaded")),
    ("openOrder", put("openOrder", [3, 1])), ("openOrder", put("openOrder", [77])), ("pending", put("pending", {})),
    ("outcome", put("outcome", {"type": "win"})), ("outcome", put("outcome", 1)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("where", "damage"), DAMAGES, ids=[f"{index}-{where}" for index, (where, _) in enumerate(DAMAGES)]
)
def test_what_could_not_be_a_state_is_refused(where: str, damage: Any) -> None:
    broken = data()
    damage(broken)
    with pytest.raises(PlayError) as caught:
        state_from_json(Symbols(plain_world()), json.dumps(broken))
    assert caught.value.code == "malformed-state"


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "3", '"x"', "[" * 5000, b"\xff\xfe"])
def test_what_is_not_a_state_at_all_is_refused(text: str | bytes) -> None:
    with pytest.raises(PlayError):
        state_from_json(Symbols(plain_world()), text)


def test_a_pending_state_inside_a_pending_state_is_refused() -> None:
    inner = data()
    inner["pending"] = {"before": data(), "decision": None, "answers": []}
    outer = data()
    outer["pending"] = {"before": inner, "decision": None, "answers": []}
    with pytest.raises(PlayError, match="cannot be pending itself"):
        state_from_json(Symbols(plain_world()), json.dumps(outer))


def test_a_state_that_waits_for_nothing_is_refused() -> None:
    waiting = data()
    waiting["pending"] = {"before": data(), "decision": {"action": "wait"}, "answers": []}
    state = state_from_json(Symbols(plain_world()), json.dumps(waiting))
    with pytest.raises(PlayError):
        check_state(plain_world(), state)
