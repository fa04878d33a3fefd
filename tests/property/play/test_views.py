"""A seat's view, text and picture do not depend on hidden information by a single byte."""

from __future__ import annotations

import random
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import ludotome as lt
from ludotome.gamedef import GameDef
from ludotome.play import State, shipped_games
from tests.support.generated_games import any_game, random_game
from tests.support.secret_games import secret_game, secret_games

SHARED = sorted((Path(__file__).parents[2] / "documents" / "more").glob("*.md"))


def _positions(game: lt.Game, seed: int, plies: int) -> list[State]:
    """Return the positions of a random game, until it is over or hits a document fault."""
    found: list[State] = []
    draw = random.Random(seed)
    try:
        state = game.new_initial_state(seed=seed, backend="reference")
        for _ in range(plies):
            found.append(state.clone())
            if state.is_terminal():
                return found
            state.apply_action(draw.choice(state.legal_actions()))
        found.append(state)
    except lt.PlayError as error:
        if error.code != "document-fault":
            raise
    return found


def _world(state: State, seat: int, seed: int) -> State | None:
    try:
        return state.resample(seat, seed)
    except lt.PlayError as error:
        if error.code not in ("no-world", "document-fault"):
            raise
        return None


def _without_legal(state: State, seat: int) -> str:
    return replace(state.view(seat), legal=()).to_json()


def assert_shows_nothing_hidden(
    game: lt.Game, seeds: range, plies: int, *, rules_may_tell: bool = False
) -> tuple[int, int]:
    """Assert the law; return how many worlds were compared, and how many of them were other states.

    With *rules_may_tell*, legality may depend on hidden information because the document wants it; then everything but
    the legal decisions is compared.
    """
    compared = changed = 0
    for seed in seeds:
        for ply, state in enumerate(_positions(game, seed, plies)):
            for seat in range(state.num_players):
                world = _world(state, seat, ply)
                if world is None:
                    continue
                assert _without_legal(world, seat) == _without_legal(state, seat)
                assert world.text(seat) == state.text(seat)
                if rules_may_tell and world.legal_actions() != state.legal_actions():
                    continue
                assert world.view(seat).to_json() == state.view(seat).to_json()
                svg = state.svg(seat)
                assert world.svg(seat) == svg
                assert ElementTree.fromstring(svg) is not None
                compared += 1
                changed += world.state_hash() != state.state_hash()
    return compared, changed


@pytest.mark.parametrize("name", shipped_games())
def test_drawing_hidden_things_anew_changes_no_byte_of_what_a_seat_is_shown(name: str) -> None:
    game = lt.load(name)
    seeds, plies = (range(3), 8) if game.is_uncertain else (range(1), 3)
    compared, changed = assert_shows_nothing_hidden(game, seeds, plies)
    assert compared >= 8
    assert changed > 10 or not game.is_uncertain  # the worlds were other states


@pytest.mark.parametrize("file", SHARED, ids=lambda file: file.stem)
def test_nothing_hidden_is_shown_in_any_shared_game(file: Path) -> None:
    game = lt.load(file)
    compared, changed = assert_shows_nothing_hidden(game, range(1), 2 if game.has_secrets else 1)
    assert compared >= 1
    assert changed or not game.has_secrets


@pytest.mark.long
@pytest.mark.parametrize("file", SHARED, ids=lambda file: file.stem)
def test_nothing_hidden_is_shown_in_whole_shared_games(file: Path) -> None:
    """Some games are over after three decisions: then more games are played."""
    compared, games = 0, 0
    while games < 3 or (compared < 60 and games < 60):
        compared += assert_shows_nothing_hidden(lt.load(file), range(games, games + 1), 40)[0]
        games += 1
    assert compared >= 60


@settings(max_examples=15)
@given(secret_games, st.integers(0, 99))
def test_nothing_hidden_is_shown_where_dice_are_rolled_in_secret(game_def: GameDef, seed: int) -> None:
    assert_shows_nothing_hidden(lt.from_game_def(game_def), range(seed, seed + 1), 3, rules_may_tell=True)


@settings(max_examples=15)
@given(any_game(), st.integers(0, 99))
def test_nothing_hidden_is_shown_in_generated_games(game_def: GameDef, seed: int) -> None:
    assert_shows_nothing_hidden(lt.from_game_def(game_def), range(seed, seed + 1), 3, rules_may_tell=True)


def test_the_law_is_tested_on_many_worlds() -> None:
    """The properties above are not vacuous."""
    games = [secret_game(seed) for seed in range(4)] + [random_game(seed) for seed in range(8)]
    counts = [assert_shows_nothing_hidden(lt.from_game_def(game), range(1), 4, rules_may_tell=True) for game in games]
    assert sum(compared for compared, _ in counts) > 40
    assert sum(changed for _, changed in counts) > 10


@pytest.mark.parametrize("name", ["kuhn-poker", "leduc-poker", "boarding"])
def test_a_spectator_is_shown_no_more_than_any_seat(name: str) -> None:
    for state in _positions(lt.load(name), 3, 8):
        seen = state.view().zones
        for seat in range(state.num_players):
            own = state.view(seat).zones
            for zone, shown in seen.items():
                assert own[zone].count == shown.count
                assert shown.tokens is None or own[zone].tokens is not None
