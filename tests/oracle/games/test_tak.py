"""Tak, whose cells are stacks, against an independent Tak in plain Python and against published counts.

The counts of move sequences on empty boards are those that several public engines (such as Tiltak and Tak.jl) test
themselves with. Our games are played on both kernels; after each move the legal moves, the stacks on all cells and the
result must be the same.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

import ludotome as lt
from tests.support.plain_tak import FILES, Tak

DOCUMENT = Path(__file__).parents[3] / "examples" / "tak.md"
COUNTS = {3: [9, 72, 1200], 4: [16, 240, 7440], 5: [25, 600, 43320], 6: [36, 1260, 132720]}


@cache
def tak(size: int) -> lt.Game:
    return lt.load(DOCUMENT, size=size)


def stacks(state: lt.State, size: int) -> dict[tuple[int, int], list[tuple[int | None, str]]]:
    """Return the stack on each cell of a state, from the bottom up."""
    game, now = state.game, state.game_state
    found = {}
    for zone, slots in zip(game.game_def.zones, now.zones, strict=True):
        if zone.row is not None and zone.col is not None:
            tokens = [token for slot in slots if (token := now.tokens[slot]) is not None]
            place = zone.col, size - 1 - zone.row
            found[place] = [(token.owner, game.symbols.names[token.type]) for token in tokens]
    return found


def play_beside(size: int, backend: lt.BackendName, games: int, seed: int) -> int:
    chooser, decisions = random.Random(seed), 0
    for number in range(games):
        ours, plain = tak(size).new_initial_state(number, backend=backend), Tak(size)
        limit = tak(size).game_def.metadata.max_plies  # a rule of the document alone: Tak has none
        while plain.result() is None and plain.turn < limit:
            wanted = plain.moves()
            assert sorted(ours.legal_action_strings()) == sorted(wanted)
            # moves of stacks make higher stacks, which random placing alone rarely does
            spreads = [move for move in wanted if any(way in move for way in "+-<>")]
            move = chooser.choice(spreads if spreads and chooser.random() < 0.5 else wanted)
            ours.apply_action(move)
            plain.play(move)
            decisions += 1
            found = {cell: [(one.owner, one.kind) for one in stack] for cell, stack in plain.board.items()}
            assert stacks(ours, size) == found, move
        assert ours.is_terminal()
        if plain.result() is None:
            outcome = ours.outcome()
            assert outcome is not None
            assert outcome.type == "truncated"
        else:
            assert ours.returns() == plain.result()
    return decisions


def test_cells_are_named_alike() -> None:
    names = {zone.name for zone in tak(6).game_def.zones if zone.row is not None}
    assert names == {f"{file}{rank}" for file in FILES for rank in range(1, 7)}


@pytest.mark.parametrize("backend", ["reference", "native"])
@pytest.mark.parametrize("size", [3, 5])
def test_tak_plays_as_the_plain_one(size: int, backend: lt.BackendName) -> None:
    assert play_beside(size, backend, games=2 if backend == "reference" else 8, seed=size) > 20


@pytest.mark.long
@pytest.mark.parametrize("backend", ["reference", "native"])
@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_tak_plays_a_hundred_games_as_the_plain_one(size: int, backend: lt.BackendName) -> None:
    assert play_beside(size, backend, games=100, seed=size) > 1000


@pytest.mark.parametrize("size", [3, 5])
def test_counts_are_the_published_ones(size: int) -> None:
    assert [tak(size).perft(depth) for depth in (1, 2, 3)] == COUNTS[size]


@pytest.mark.long
def test_deep_counts_are_the_published_ones() -> None:
    assert [tak(size).perft(depth) for size in (4, 6) for depth in (1, 2, 3)] == [*COUNTS[4], *COUNTS[6]]
    assert tak(3).perft(4) == 17_792
    assert tak(5).perft(4) == 2_999_784


def test_the_tests_of_the_document_pass() -> None:
    assert [(one.name, one.failures) for one in tak(5).run_tests() if not one.passed] == []
