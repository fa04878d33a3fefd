"""Error messages never contain a given value in full or unescaped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import ludotome as lt
from ludotome.gamedef.shown import LONGEST_MESSAGE, plain_message, shown_value

BIG = "x" * 1_000_000
GIVEN: dict[str, Callable[[Any, Any], Any]] = {
    "text": lambda state, _: state.apply_action(BIG),
    "action": lambda state, _: state.apply_action({"action": BIG, "params": {}}),
    "value": lambda state, _: state.apply_action({"action": "place", "params": {"$cell": BIG}}),
    "parameter": lambda state, _: state.apply_action({"action": "place", "params": {BIG: "a1"}}),
    "number": lambda state, _: state.apply_action(10**10_000),
    "seat text": lambda _, seat: seat.apply(BIG),
    "seat number": lambda _, seat: seat.apply(10**10_000),
    "seat value": lambda _, seat: seat.apply({"action": "place", "params": {"$cell": BIG}}),
    "view": lambda state, _: state.view(BIG),
    "picture": lambda state, _: state.svg(BIG),
}


@pytest.mark.parametrize("name", GIVEN)
@pytest.mark.parametrize("backend", ["native", "reference"])
def test_a_large_value_is_not_echoed_whole(name: str, backend: str) -> None:
    """A megabyte of decision would be logged, and sent back."""
    state = lt.load("tic-tac-toe").new_initial_state(backend=backend)
    with pytest.raises(lt.PlayError) as caught:
        GIVEN[name](state, state.seat(0))
    assert len(str(caught.value)) < LONGEST_MESSAGE + 10


@pytest.mark.parametrize("given", ["\x1b[2Jx", "\u202ea1", "a\x00b", "a\rb"])
def test_control_characters_are_written_as_escapes(given: str) -> None:
    """In errors and in reasons, for a player and for trusted code: a log is read in a terminal."""
    state = lt.load("tic-tac-toe").new_initial_state()
    for ask in (state.why, state.seat(0).why):
        assert (ask(given) or "").replace("\n", "").isprintable()
    with pytest.raises(lt.PlayError) as caught:
        state.apply_action(given)
    assert str(caught.value).isprintable()


def test_both_ends_of_a_long_message_are_kept() -> None:
    """The error comes first, what to write last; a short message does not change."""
    assert plain_message(f"`{BIG}` is no move; write one").startswith("`xxx")
    assert plain_message(f"`{BIG}` is no move; write one").endswith("xxx` is no move; write one")
    assert plain_message("`é` is no move\nat all") == "`é` is no move\nat all"
    assert (shown_value("x" * 100), shown_value(10**5_000)) == (f"'{'x' * 78}…", "an int")
