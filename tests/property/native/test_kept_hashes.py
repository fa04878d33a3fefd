"""Incrementally updated hashes equal hashes computed from scratch.

Every game uses `seen` (in an end condition that never holds), so that the keys of its positions are recorded and become
part of the state hash: after one wrong sum, all later hashes differ.
"""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files

import msgspec
import pytest

import ludotome
from ludotome.gamedef import Compare, EndCondition, GameDef, IntLiteral, PlayError, Result, Seen, validate_game_def
from ludotome.native import ALL_ON, compile_game, supports
from tests.support.generated_games import random_game
from tests.support.native_games import reference_trace
from tests.support.parity import QUICK

SHIPPED = sorted(
    path.name.removesuffix(".md") for path in files("ludotome.games").iterdir() if path.name.endswith(".md")
)
EVERY_DAY = ("checkers", "go")
PLIES = 20


def _asking(game_def: GameDef) -> GameDef:
    """Return the game with end conditions that use `seen` for positions and for a region, and never hold."""
    asked = [Seen(), *(Seen(region.id) for region in game_def.regions[:2])]
    never = tuple(EndCondition(Compare(">=", one, IntLiteral(999)), Result("draw")) for one in asked)
    return msgspec.structs.replace(game_def, end_conditions=(*game_def.end_conditions, *never))


def _check_hashes_kept(game_def: GameDef) -> None:
    asking = _asking(game_def)
    if any(found.severity == "error" for found in validate_game_def(asking)) or supports(asking):
        return  # that most can be compiled is a separate law (tests/parity/native)
    players = asking.metadata.players.min
    kept = compile_game(asking, players)
    scratch = compile_game(asking, players, options=replace(ALL_ON, kept_hashes=False), flags=QUICK)
    assert ("token_sum" in kept.code.source) > ("token_sum" in scratch.code.source) or _holds_tokens(asking)
    for seed in (1, 2, 3):
        assert kept.trace(seed, seed, 200) == scratch.trace(seed, seed, 200)
    try:
        chain = reference_trace(asking, 1, 1, PLIES) if players == 2 else ()
    except PlayError:
        return  # a document fault
    assert kept.trace(1, 1, PLIES)[: len(chain)] == chain


def _holds_tokens(game_def: GameDef) -> bool:
    return any(prop.type == "token" for kind in game_def.token_types for prop in kind.props)


@pytest.mark.parametrize("name", [pytest.param(n, marks=() if n in EVERY_DAY else pytest.mark.long) for n in SHIPPED])
def test_kept_hashes_of_shipped_games_are_those_from_scratch(name: str) -> None:
    """Including captures, moves, promotions and hands of cards."""
    _check_hashes_kept(ludotome.load(name).game_def)


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(4, 300))])
def test_kept_hashes_of_random_games_are_those_from_scratch(seed: int) -> None:
    """Stacks, queues and properties that no shipped game has."""
    _check_hashes_kept(random_game(seed))
