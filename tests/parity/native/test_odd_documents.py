"""Documents with odd values that compile are played alike by both kernels."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from ludotome.gamedef import GameDef, to_json
from ludotome.native import supports
from ludotome.spec import GameSpecDoc, compile_game_spec_to_game_def
from tests.support.parity import QUICK, check_random_lines, pair_of
from tests.support.wrong_values import Sections, node_mutants, section_mutants, shaken

PLIES = 50


def games(documents: Iterator[tuple[str, Sections]]) -> Iterator[tuple[str, GameDef]]:
    """Yield each game that one of the documents defines, once."""
    met: set[str] = set()
    for name, sections in documents:
        game_def = compile_game_spec_to_game_def(GameSpecDoc(sections)).game_def
        if game_def is not None and (text := to_json(game_def)) not in met:
            met.add(text)
            yield name, game_def


def check_alike(documents: Iterator[tuple[str, Sections]]) -> int:
    number = 0
    for name, game_def in games(documents):
        number += 1
        try:
            assert supports(game_def) == ()
            players = game_def.metadata.players.min
            check_random_lines(pair_of(game_def, players, flags=QUICK), seeds=(1,), plies=PLIES)
        except Exception as problem:
            problem.add_note(f"document: {name}")
            raise
    return number


def shaken_documents(seeds: range) -> Iterator[tuple[str, Sections]]:
    return ((f"shaken {seed}", shaken(random.Random(seed))) for seed in seeds)


def test_a_share_of_odd_documents_is_played_alike() -> None:
    share = itertools.chain(
        itertools.islice(node_mutants(), 0, None, 397),
        itertools.islice(section_mutants(), 0, None, 997),
        shaken_documents(range(30)),
    )
    assert check_alike(share) > 4


@pytest.mark.long
def test_odd_nodes_are_played_alike() -> None:
    assert check_alike(itertools.islice(node_mutants(), 0, None, 5)) > 100


@pytest.mark.long
def test_odd_sections_are_played_alike() -> None:
    assert check_alike(itertools.islice(section_mutants(), 0, None, 5)) > 100


@pytest.mark.long
def test_shaken_documents_are_played_alike() -> None:
    assert check_alike(shaken_documents(range(2_500))) > 100
