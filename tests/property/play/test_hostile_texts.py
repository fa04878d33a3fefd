"""Hostile texts: any text in place of a definition, state, decision or record is refused with a readable error."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludotome as lt
from ludotome.gamedef import to_json
from tests.property.play.test_hostile_json import places

JUNK = (
    None, True, -1, 0, 10**30, -(2**63), 2**64, 1.5, float("nan"), float("inf"), "", "x", "\ud800", [], {}, [[]],
    "A" * 100_000, [None] * 50, {"ref": "gvar", "var": "zz"}, {"op": "and", "args": 3},
)  # fmt: skip
TEXTS: dict[str, str | bytes] = {
    "deep lists": "[" * 5000 + "]" * 5000,
    "deep objects": '{"a":' * 5000 + "1" + "}" * 5000,
    "a key twice": '{"metadata": 1, "metadata": 2}',
    "not a number": "NaN",
    "infinite": "[1e400]",
    "nothing": "",
    "blanks": " " * 10,
    "a lone surrogate": "\ud800",
    "an escaped surrogate": '{"x": "\\ud800"}',
    "ten megabytes": '"' + "A" * 10_000_000 + '"',
    "bytes that are no text": b"\xff\xfe",
    "a long number": "1" * 10_000,
}


def market() -> lt.State:
    return lt.load("market").new_initial_state(seed=1, backend="reference")


READERS: dict[str, Callable[[Any], object]] = {
    "definition": lt.from_game_def,
    "state": lambda text: lt.load("market").state_from_json(text, "reference"),
    "record": lt.Record.from_json,
    "decision": lambda text: market().apply_action(text),
}


@pytest.mark.parametrize("reader", list(READERS))
@pytest.mark.parametrize("text", list(TEXTS))
def test_any_other_text_is_refused_with_a_message(text: str, reader: str) -> None:
    with pytest.raises((lt.PlayError, lt.SpecError)) as caught:
        READERS[reader](TEXTS[text])
    assert str(caught.value)


@settings(max_examples=120)
@given(st.sampled_from(("kuhn-poker", "market", "tic-tac-toe")), st.data())
def test_a_damaged_definition_is_refused_or_can_be_played(name: str, data: st.DataObject) -> None:
    definition = copy.deepcopy(json.loads(to_json(lt.load(name).game_def)))
    for _ in range(data.draw(st.integers(1, 2))):
        *steps, last = data.draw(st.sampled_from(list(places(definition))))
        target = definition
        for step in steps:
            target = target[step]
        target[last] = copy.deepcopy(data.draw(st.sampled_from(JUNK)))
    try:
        game = lt.from_game_def(json.dumps(definition))
    except lt.SpecError as error:
        assert error.diagnostics  # noqa: PT017  (refused in words is one of the two good ends)
        return
    state = game.new_initial_state(seed=1, backend="reference")
    for decision in state.legal_actions()[:3]:
        state.clone().apply_action(decision)
    assert game.state_from_json(state.to_json(), "reference").game_state == state.game_state
