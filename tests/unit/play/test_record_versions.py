"""Records: the fields of version 2, and that version 1 can still be read."""

from __future__ import annotations

import json

import pytest

import ludotome as lt

VARIANT = """
```yaml
metadata: { id: quick, extends: base.md }
```
"""
BASE = """
```yaml
metadata: { id: base, players: { min: 2, max: 2 } }
parameters: { most: { default: 5, min: 1, max: 9 } }
globalVars: [ { name: count, type: int, min: 0, max: 20, init: 0 } ]
actions: [ { id: add, effects: [ addVar: { var: count, delta: 1 } ], notation: add } ]
endConditions: [ { when: "count >= most", result: { type: draw } } ]
```
"""


def played(game: lt.Game, *moves: str) -> lt.Record:
    state = game.new_initial_state()
    for move in moves:
        state.apply_action(move)
    return state.record()


def test_a_record_of_version_1_is_replayed() -> None:
    record = played(lt.load("hex"), "a1", "b2")
    data = json.loads(record.to_json())
    assert data["version"] == 2
    old = {key: value for key, value in data.items() if key not in ("parameters", "start", "documents")}
    loaded = lt.Record.from_json(json.dumps({**old, "version": 1}))
    assert (loaded.parameters, loaded.start, loaded.documents) == ({}, None, {})
    assert loaded.replay(lt.load("hex")).position_text() == record.replay(lt.load("hex")).position_text()


def test_replay_sets_the_parameters_itself() -> None:
    record = played(lt.load("hex", size=4), "d4", "a1")
    assert record.parameters == {"size": 4}
    again = lt.Record.from_json(record.to_json())
    assert again == record
    assert again.replay(lt.load("hex")).position_text() == "s3/4/4/3S"


def test_a_game_that_began_elsewhere_has_its_start() -> None:
    state = lt.load("chess").state_from_position("8/8/8/3k4/8/3K4/4P3/8 Black")
    state.apply_action("Kd6")
    record = lt.Record.from_json(state.record().to_json())
    assert record.start is not None
    assert record.replay(lt.load("chess")).position_text() == "8/8/3k4/8/8/3K4/4P3/8"


def test_a_base_that_changed_is_named() -> None:
    game = lt.load_text(VARIANT, read={"base.md": BASE}.__getitem__)
    record = played(game, "add")
    assert set(record.documents) == {"", "base.md"}
    record.verify(game)
    changed = lt.load_text(VARIANT, read={"base.md": BASE.replace("delta: 1", "delta: 2")}.__getitem__)
    with pytest.raises(lt.PlayError, match=r"`base\.md`, which `quick` is made from, has changed") as caught:
        record.verify(changed)
    assert caught.value.code == "other-rules"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": 3}, "up to version 2"),
        ({"version": 0}, "up to version 2"),
        ({"version": [2]}, "up to version 2"),
        ({"format": "another", "version": {}}, "a record is an object with"),
        ({"parameters": [1]}, "`parameters` are numbers"),
        ({"documents": {"": 1}}, "`documents` digests"),
        ({"more": 1}, "a record is an object with"),
        ({"version": 1}, "a record is an object with"),
    ],
)
def test_what_is_not_a_record_is_refused(change: dict[str, object], said: str) -> None:
    data = json.loads(played(lt.load("hex"), "a1").to_json())
    with pytest.raises(lt.PlayError, match=said):
        lt.Record.from_json(json.dumps({**data, **change}))
