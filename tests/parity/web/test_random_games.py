"""Modules play random games and search like machine code, in JavaScript and in the sandbox, number by number."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ludotome as lt
from ludotome.native import NativeGame, compile_game, sandbox_game
from ludotome.play import shipped_games
from tests.support.browser import browser_page
from tests.support.engine import engine_says, open_engine, page_says

GAMES = shipped_games()


def native(name: str) -> NativeGame:
    game = lt.load(name)
    return compile_game(game.game_def, game.num_players)


def seeds(count: int) -> list[tuple[int, int]]:
    draw = random.Random(count)
    return [(draw.getrandbits(64), draw.getrandbits(64)) for _ in range(count)]


def check_in_javascript(name: str, count: int, page: Any = None) -> None:
    """Compare random games in deno, or in *page* if given."""
    asked = seeds(count)
    texts = [[str(number) for number in pair] for pair in asked]
    job = {"job": "traces", "seeds": texts}
    found = engine_says(lt.load(name), job) if page is None else page_says(page, lt.load(name), job)
    assert found == [[str(number) for number in native(name).trace(*pair)] for pair in asked]


def check_in_the_sandbox(name: str, count: int) -> None:
    game, box = native(name), sandbox_game(native(name).game_def, native(name).players)
    for pair in seeds(count):
        assert box.trace(*pair) == game.trace(*pair)


def searched(name: str, plies: range, simulations: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return searches along a random game, and the results of machine code."""
    state, draw = lt.load(name).new_initial_state(seed=7, backend="native"), random.Random(7)
    asked, found, history = list[dict[str, Any]](), list[dict[str, Any]](), list[int]()
    for ply in plies:
        if state.is_terminal():
            break
        legal = state.legal_actions()
        if ply % 3 == 0 or state.asked is not None:
            asked.append({"history": history.copy(), "simulations": simulations, "seed": str(ply)})
            result = state.search(simulations, seed=ply, threads=1)
            one = {"visits": [*result.visits], "values": [*result.values], "simulations": result.simulations}
            found.append({"index": legal.index(result.decision), **one, "proven": result.proven})
        history.append(draw.randrange(len(legal)))
        state.apply_action(legal[history[-1]])
    return asked, found


@pytest.mark.parametrize("name", GAMES)
def test_random_games_in_javascript_equal_those_of_machine_code(name):
    check_in_javascript(name, 3)


@pytest.mark.parametrize("name", GAMES)
def test_random_games_in_the_sandbox_equal_those_of_machine_code(name):
    check_in_the_sandbox(name, 3)


@pytest.mark.browser
def test_random_games_in_chromium_equal_those_of_machine_code():
    with browser_page() as page:
        open_engine(page)
        for name in GAMES:
            check_in_javascript(name, 2, page)


@pytest.mark.parametrize("name", GAMES)
def test_a_search_in_javascript_finds_what_machine_code_finds(name):
    asked, found = searched(name, range(8), 60)
    assert engine_says(lt.load(name), {"job": "searches", "seed": "7", "asked": asked}) == found


@pytest.mark.parametrize("name", ["market", "kuhn-poker", "pig"])
def test_the_engine_plays_against_itself_to_the_end_and_its_game_is_one_of_python(name):
    """In `market` choices are pending while the deck is hidden."""
    game = lt.load(name)
    for seed, found in enumerate(engine_says(game, {"job": "contests", "seeds": ["0", "1"], "simulations": 30})):
        state = game.new_initial_state(seed=seed, backend="native")
        for index in found["history"]:
            state.apply_action(state.legal_actions()[index])
        assert state.is_terminal()
        assert (str(state.state_hash()), list(state.returns())) == (found["hash"], found["outcome"]["returns"])


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_two_hundred_random_games_are_equal_everywhere(name):
    check_in_javascript(name, 200)
    check_in_the_sandbox(name, 200)
    with browser_page() as page:
        open_engine(page)
        check_in_javascript(name, 200, page)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_searches_along_a_whole_game_are_equal(name):
    asked, found = searched(name, range(60), 400)
    assert engine_says(lt.load(name), {"job": "searches", "seed": "7", "asked": asked}) == found
