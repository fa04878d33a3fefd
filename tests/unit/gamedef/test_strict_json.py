"""JSON that two parsers could interpret differently is refused, wherever Ludotome reads JSON."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest

import ludotome as lt
from ludotome.gamedef import PlayError, SpecError, decision_from_json, from_json, read_json, to_json
from tests.unit.gamedef.games import tic_tac_toe


def check_refused(read: Callable[[str], Any], text: str, said: str) -> None:
    with pytest.raises((PlayError, SpecError), match=said):
        read(text)


def test_a_key_given_twice_is_refused_in_definitions_decisions_states_and_records() -> None:
    """The last value would be used silently; another parser, or a person, may use the first."""
    game = lt.from_game_def(tic_tac_toe())
    state = game.new_initial_state(seed=1, backend="reference")
    readers: dict[str, tuple[Callable[[str], Any], str, str]] = {
        "definition": (from_json, to_json(tic_tac_toe()), '"id":'),
        "decision": (decision_from_json, '{"action": "place", "params": {"$cell": "cell_0_0"}}', '"$cell":'),
        "state": (game.state_from_json, state.to_json(), '"turn":'),
        "record": (lt.Record.from_json, state.record().to_json(), '"seed":'),
    }
    for read, text, key in readers.values():
        read(text)
        check_refused(read, text.replace(key, f"{key}1,{key}", 1), "is given twice in one object")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1, "b": {"c": 1, "c": 1}}', "the key `c` is given twice"),
        ('[{"a": 1}, {"a": 1, "\\u0061": 2}]', "the key `a` is given twice"),
        ('{"a": NaN}', "NaN is not a JSON number"),
        ("[-Infinity]", "-Infinity is not a JSON number"),
        ('["\\ud800"]', r"`\\ud800` is half of a character"),
        ('["\ud800"]', r"`\\ud800` is half of a character"),
        ("[" * 1_000_000, "nested too deeply"),
        ('{"a":' * 1_000_000, "nested too deeply"),
        ("9" * 5000, "a number has more than 4300 digits"),
        (b"[\xff]", "byte 1 is not UTF-8"),
        ("[1,]", "line 1 column"),
    ],
)
def test_what_is_wrong_is_reported(text: str | bytes, said: str) -> None:
    with pytest.raises(ValueError, match=said) as refused:
        read_json(text)
    assert len(str(refused.value)) < 100


@pytest.mark.parametrize("text", [' {"a": [1, true, null, "é", "\\ud83d\\ude00"]} ', b'"\xc3\xa9"', "[]", "-3"])
def test_what_is_json_is_read(text: str | bytes) -> None:
    assert read_json(text) == json.loads(text)


def test_many_keys_are_compared_in_time_that_grows_as_they_do() -> None:
    text = "{" + ",".join(f'"k{index}":0' for index in range(200_000)) + ',"k199999":1}'
    start = time.process_time()
    with pytest.raises(ValueError, match="`k199999` is given twice"):
        read_json(text)
    assert time.process_time() - start < 3
