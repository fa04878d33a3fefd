"""Every caller gets errors in the terms of the document: the name of the zone, and the line."""

from __future__ import annotations

from typing import Any

import pytest

import ludotome as lt
from ludotome.gamedef import PlayError, to_json
from tests.support.faulty_game import FULL, LINE


@pytest.mark.parametrize("backend", ["reference", "native"])
def test_a_decision_that_cannot_be_done_names_the_zone_and_the_line(backend: Any) -> None:
    state = lt.load_text(FULL).new_initial_state(seed=1, backend=backend)
    with pytest.raises(PlayError, match="zone `b1` is full: it holds 1 of 1\n  " + _quoted(LINE)) as caught:
        state.apply_action("a1b1")
    assert caught.value.details["record"].decisions == ()
    assert caught.value.details["line"].number == 18


def test_without_a_document_the_path_stands_for_the_line() -> None:
    game = lt.from_game_def(to_json(lt.load_text(FULL).game_def))
    with pytest.raises(PlayError, match=r"zone `b1` is full: it holds 1 of 1 \(actions\[0\].effects\[0\].moveToken\)"):
        game.new_initial_state(seed=1).apply_action("a1b1")


def test_what_a_macro_made_is_located_by_the_list_it_is_in() -> None:
    twice = FULL.replace("Grey: { stone: [a3] }", "Grey: { stone: [a3, b1] }")
    with pytest.raises(PlayError, match="zone `b1` is full: it holds 1 of 1\n  line 8 of the document: setup:"):
        lt.load_text(twice).new_initial_state(seed=1)


def test_a_trigger_is_named() -> None:
    text = FULL.replace(
        "endConditions:",
        """triggers:
  - id: push
    event: tokenEntered
    effects:
      - createToken: { type: stone, zone: $zone }
endConditions:""",
    )
    with pytest.raises(PlayError, match="zone `a1` is full: it holds 1 of 1 in trigger `push`\n  line 24"):
        lt.load_text(text).new_initial_state(seed=1)


@pytest.mark.parametrize("backend", ["reference", "native"])
@pytest.mark.parametrize(("per", "divide"), [("decision", False), ("decision", True), ("turn", False)])
def test_a_count_says_which_decisions_led_to_the_fault(backend: Any, per: Any, divide: Any) -> None:
    game = lt.load_text(FULL.replace("[a1, b1]", "[a1, b2]"))
    with pytest.raises(PlayError, match=_quoted(LINE) + "\n  decided: a1a2, a3a2"):
        game.perft(3, backend=backend, per=per, divide=divide)


def test_a_tests_position_that_cannot_be_placed_is_reported_as_such() -> None:
    text = FULL.removesuffix("```\n") + "tests:\n  - { name: it, position: { Red: { stone: [c1, c1] } } }\n```\n"
    (result,) = lt.load_text(text).run_tests()
    assert result.failures == ("its `position` cannot be placed: zone `c1` is full: it holds 1 of 1",)


def _quoted(text: str) -> str:
    return text.replace("$", r"\$").replace("{", r"\{").replace("}", r"\}")
