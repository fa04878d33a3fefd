"""Limits set by callers: seconds, and decisions in a position."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy  # noqa: F401 - which takes longer to load than the limits below
import pytest

import ludotome as lt
from ludotome.kernel import legality
from ludotome.native import compile_game
from ludotome.toolchain import TimeUp, ToolError, time_limit
from tests.support.hostile_documents import (
    endless_loops,
    head,
    longest_of_all,
    many_actions,
    nested_quantifiers,
    set_of_an_effect,
)

ENDLESS: dict[str, Callable[[lt.Game, str], Any]] = {
    "start": lambda game, backend: game.new_initial_state(backend=backend, time_limit=0.3),
    "perft": lambda game, backend: game.perft(1, backend=backend, time_limit=0.3),
}


@pytest.mark.parametrize("backend", ["native", "reference"])
@pytest.mark.parametrize("name", ENDLESS)
def test_a_call_ends_when_its_time_is_up(name: str, backend: str) -> None:
    """On both kernels, with an error that says what was stopped and after how long."""
    game = lt.load_text(nested_quantifiers(7, "end"))
    if backend == "native":
        compile_game(game.game_def, 2)  # which may take longer than that
    started = time.process_time()
    with pytest.raises(ToolError, match=r"stopped after 0\.3 s") as caught:
        ENDLESS[name](game, backend)
    assert caught.value.code == "time-limit"
    assert time.process_time() - started < 3


LONG = "exists($n in 1..90 where count($a in board where $a == it or $a.row == 200) < $n)"  # false, after 900,000 tests


@pytest.mark.parametrize(
    "over",
    [
        f"board where count(connectedZones(it, not {LONG})) > 9999",
        f"board where run(it, not {LONG}) > 99",
        f"board where joins([it], board where row == 99, not {LONG})",
    ],
    ids=["connectedZones", "run", "joins"],
)
def test_a_decision_ends_when_its_time_is_up_before_the_set_of_an_effect_is_known(over: str) -> None:
    """However the set is searched, although the call is first tried briefly without a limit."""
    game = lt.load_text(set_of_an_effect(over))
    state = game.new_initial_state(backend="native")
    started = time.process_time()
    with pytest.raises(ToolError, match=r"stopped after 0\.3 s"):
        state.apply_action("search", time_limit=0.3)
    assert time.process_time() - started < 3


def test_a_state_is_as_it_was_after_a_decision_that_took_too_long() -> None:
    """Neither its history nor its position has changed."""
    game = lt.load_text(endless_loops())
    state = game.new_initial_state(backend="reference")
    before = state.state_hash()
    with pytest.raises(ToolError, match="a decision was stopped after"):
        state.apply_action("think", time_limit=0.2)
    assert (state.state_hash(), state.history()) == (before, ())


@pytest.mark.parametrize(("backend", "game"), [("native", "breakthrough"), ("reference", "tic-tac-toe")])
def test_playouts_keep_what_was_finished_in_time(backend: str, game: str) -> None:
    """As after an interrupt; if no game ends in time, there is none."""
    found = lt.load(game).playouts(10**6, backend=backend, threads=1, time_limit=0.5)
    assert found.interrupted
    assert 0 < len(found.plies) < 10**6
    assert (found.outcome >= 0).all()
    none = lt.load_text(longest_of_all()).playouts(5, backend=backend, threads=1, time_limit=0.5)
    assert none.interrupted
    assert len(none.plies) == 0


@pytest.mark.parametrize("backend", ["native", "reference"])
def test_a_position_with_too_many_decisions_is_refused(backend: str) -> None:
    """By the caller's bound if given; otherwise the limit is a million."""
    game = lt.load("tic-tac-toe")
    state = game.new_initial_state(backend=backend)
    assert len(state.legal_actions(max_decisions=9)) == 9
    with pytest.raises(lt.PlayError, match="more than 8 legal decisions") as caught:
        state.legal_actions(max_decisions=8)
    assert caught.value.code == "too-many-decisions"
    with pytest.raises(lt.PlayError) as caught:
        game.perft(2, backend=backend, max_decisions=8)
    assert caught.value.code == "too-many-decisions"
    assert (game.playouts(3, backend="reference", max_decisions=8).outcome == -2).all()


@pytest.mark.parametrize("backend", ["native", "reference"])
def test_a_hundred_million_decisions_are_an_error_and_not_a_full_memory(backend: str) -> None:
    """Four cells out of a hundred, in any order: the list stops at a million."""
    params = ", ".join(f'{{ name: $c{n}, domain: "board" }}' for n in range(4))
    game = lt.load_text(
        head("many", 10, 10) + f"actions: [ {{ id: go, params: [ {params} ], effects: [] }} ]\n"
        'endConditions: [ { when: "turn > 5", result: { type: draw } } ]\n```\n'
    )
    with pytest.raises(lt.PlayError) as caught:
        game.new_initial_state(backend=backend).legal_actions()
    assert caught.value.code == "too-many-decisions"


def test_the_reference_kernel_counts_the_decisions_of_all_actions_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand actions with a million instances each would fill the memory."""
    game = lt.load_text(many_actions(3))
    monkeypatch.setattr(legality, "MOST_DECISIONS", 27)
    assert len(game.new_initial_state(backend="reference").legal_actions()) == 27
    monkeypatch.setattr(legality, "MOST_DECISIONS", 26)
    with pytest.raises(lt.PlayError) as caught:
        game.new_initial_state(backend="reference").legal_actions()
    assert caught.value.code == "too-many-decisions"


@pytest.mark.parametrize("wrong", [0, -1, "5", True, float("nan")])
def test_an_invalid_limit_is_refused_by_name(wrong: object) -> None:
    """With its value and what to write instead."""
    with pytest.raises(lt.PlayError, match=r"time_limit is .*write how many seconds"):
        lt.load("tic-tac-toe").playouts(1, time_limit=wrong)  # type: ignore[arg-type]


def test_a_block_that_ends_in_time_is_left_alone() -> None:
    """Even at the last moment: of 200 blocks that end at about their limit, none is stopped after its end."""
    late = []
    for block in range(200):
        is_over = False
        try:
            with time_limit(0.001, "it"):
                time.sleep(0.001)  # as long as the limit, so that either may come first
            is_over = True
            time.sleep(0.001)  # a limit that was not cancelled would act here
        except (ToolError, TimeUp):  # `TimeUp` if it comes between the last line of the block and its end
            if is_over:
                late.append(block)
    assert late == []
