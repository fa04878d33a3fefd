"""Worlds drawn in machine code equal those of the reference kernel: every field, for every seat, seed and state."""

from __future__ import annotations

from itertools import islice

import pytest

import ludotome as lt
from ludotome.chance import mix
from ludotome.gamedef import GameDef, GameState, PlayError
from ludotome.kernel import resample
from ludotome.native import NativeGame, Worlds, compile_game, decode_state, encode_state
from ludotome.native.run.secrets import Secrets
from ludotome.play import shipped_games
from ludotome.spec import compile_text
from ludotome.toolchain import ToolError
from tests.support.random_play import states
from tests.support.secret_games import REMEMBERED, asking_game, secret_game

DICE_THEN_CHOICE = """```yaml
metadata: { id: dice-then-choice, players: { min: 2, max: 2 }, maxPlies: 20 }
zones: [ { id: cup, owner: player, visibility: owner }, { id: row } ]
tokenTypes: [ { id: die, props: { pips: { type: int, min: 1, max: 6, init: 1 } }, max: 40 } ]
globalVars: [ { name: n, type: int, min: 0, max: 99, init: 0 } ]
actions:
  - id: throw
    effects:
      - roll: { bind: $d, sides: 6 }
      - createToken: { type: die, zone: actor.cup, owner: actor, props: { pips: $d } }
      - chooseOne: { bind: $c, options: 1..3 }
      - addVar: { var: n, delta: $c }
endConditions: [ { when: n > 12, result: { type: win, player: active } } ]
```
"""
UNCERTAIN = [name for name in shipped_games() if lt.load(name).is_uncertain]
CHANCE = ("sampled", "explicit")


def world(game_def: GameDef, state: GameState, player: int, seed: int) -> GameState | None:
    try:
        return resample(game_def, state, player, seed)
    except PlayError as error:
        if error.code != "no-world":
            raise
        return None


def assert_same_worlds(game: NativeGame, states_of_play: list[GameState], draws: int = 2) -> int:
    """Assert the law at some states for every seat; return how many worlds were compared."""
    compared = 0
    for state in states_of_play:
        flat = encode_state(game, state)
        for player in range(game.players):
            worlds = Worlds(game, flat, player)
            for number in range(draws):
                seed = mix(state.ply, number)
                wanted, found = world(game.game_def, state, player, seed), worlds.draw(seed)
                # The outcome of a finished game is recomputed from its position, so it goes through the codec too.
                assert (None if found is None else decode_state(game, found)) == (
                    None if wanted is None else decode_state(game, encode_state(game, wanted))
                )
                compared += 1
    return compared


def compiled(game_def: GameDef, chance: str) -> NativeGame | None:
    try:
        return compile_game(game_def, game_def.metadata.players.min, chance=chance)  # type: ignore[arg-type]
    except ToolError as problem:
        if problem.code != "not-compiled":
            raise
        return None


@pytest.mark.parametrize("chance", CHANCE)
@pytest.mark.parametrize("name", UNCERTAIN)
def test_shipped_games_have_the_worlds_of_the_reference(name: str, chance: str) -> None:
    game_def = lt.load(name).game_def
    game = compiled(game_def, chance)
    assert game is not None
    assert assert_same_worlds(game, list(states(game_def, 3, 40, chance))) > 10


@pytest.mark.parametrize("chance", CHANCE)
def test_worlds_with_a_past_and_variables_that_hold_tokens(chance: str) -> None:
    game_def = compile_text(REMEMBERED).game_def
    assert game_def is not None
    game = compiled(game_def, chance)
    assert game is not None
    for seed in range(3):
        assert assert_same_worlds(game, list(states(game_def, seed, 25, chance))) > 80


def test_generated_games_have_the_worlds_of_the_reference() -> None:
    compared = 0
    for seed in range(6):
        game = compiled(secret_game(seed), "sampled")
        assert game is not None
        compared += assert_same_worlds(game, list(states(game.game_def, seed, 12)))
    assert compared > 200


def assert_same_while_asked(seeds: range, plies: int, most: int) -> int:
    """Assert the law while a choice is pending, in up to *most* states of each game; return how many there were."""
    found = 0
    for seed in seeds:
        for chance in CHANCE:
            game = compiled(asking_game(seed), chance)
            if game is not None:
                asked = (state for state in states(game.game_def, seed, plies, chance) if state.pending is not None)
                found += assert_same_worlds(game, list(islice(asked, most)))
    return found


def test_worlds_while_a_choice_is_pending_are_those_of_the_reference() -> None:
    assert assert_same_while_asked(range(5), 12, 4) > 80


def test_a_world_that_must_be_told_its_dice_comes_from_the_reference() -> None:
    """The past output of a native state's generator cannot be fixed, so machine code finds no world."""
    state = lt.load_text(DICE_THEN_CHOICE).new_initial_state(seed=3, backend="native")
    state.apply_action(state.legal_actions()[0])
    assert state.asked is not None
    flat = encode_state(compiled(state.game.game_def, "sampled"), state.game_state)  # type: ignore[arg-type]
    assert Worlds(compiled(state.game.game_def, "sampled"), flat, 0).draw(1) is None  # type: ignore[arg-type]
    world = state.resample(0, 1)
    assert world.observation(0) == state.observation(0)
    assert any(answer.kind == "chance" for answer in world.game_state.pending.answers)  # type: ignore[union-attr]
    found = state.search(30, seed=2)
    assert sum(found.visits) == found.simulations == 30


@pytest.mark.long
def test_many_games_that_ask_have_the_worlds_of_the_reference() -> None:
    assert assert_same_while_asked(range(5, 150), 30, 12) > 4000


@pytest.mark.long
@pytest.mark.parametrize("chance", CHANCE)
def test_many_generated_games_have_the_worlds_of_the_reference(chance: str) -> None:
    compared = 0
    for seed in range(400):
        game = compiled(secret_game(seed), chance)
        if game is not None:
            compared += assert_same_worlds(game, list(states(game.game_def, seed, 12, chance)))
    assert compared > 5000


@pytest.mark.long
@pytest.mark.parametrize("name", UNCERTAIN)
def test_whole_games_have_the_worlds_of_the_reference(name: str) -> None:
    game_def = lt.load(name).game_def
    for chance in CHANCE:
        game = compiled(game_def, chance)
        assert game is not None
        for seed in range(6):
            assert assert_same_worlds(game, list(states(game_def, seed, 200, chance)), 3) > 10


# ── when machine code is used ──────────────────────────────────────────────────────────────────────────────────────


def test_a_native_state_is_resampled_in_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    native = lt.load("leduc-poker").new_initial_state(seed=4, backend="native")
    reference = lt.load("leduc-poker").new_initial_state(seed=4, backend="reference")
    wanted = reference.resample(1, 9).to_json()
    monkeypatch.setattr("ludotome.kernel.resample", None)
    world = native.resample(1, 9)
    assert world.to_json() == wanted
    assert world.observation(1) == native.observation(1)


@pytest.mark.parametrize("player", [-1, 2, "Ann", True])
def test_a_seat_that_does_not_exist_is_refused_as_by_the_reference(player: object) -> None:
    said = []
    for backend in ("native", "reference"):
        state = lt.load("kuhn-poker").new_initial_state(seed=1, backend=backend)  # type: ignore[arg-type]
        try:
            said.append(state.resample(player, 1).to_json())  # type: ignore[arg-type]
        except Exception as error:
            said.append(f"{type(error).__name__}: {error}")
    assert said[0] == said[1]


def test_tables_that_would_be_too_large_are_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the reference kernel draws the worlds, and they are the same."""
    monkeypatch.setattr(Secrets, "fits", False)
    state = lt.load("kuhn-poker").new_initial_state(seed=2, backend="native")
    assert state.search(20, seed=3).simulations == 20
    assert state.resample(0, 5).observation(0) == state.observation(0)
