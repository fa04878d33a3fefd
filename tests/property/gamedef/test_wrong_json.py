"""Laws over definitions with wrong values: a readable `SpecError`, or a definition that reads back equal."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import Any

import pytest

from ludotome.diagnostics import Diagnostic
from ludotome.gamedef import SpecError, from_data, from_json, to_json, validate_game_def
from ludotome.spec import GameSpecDoc, compile_game_spec_to_game_def
from tests.support.wrong_values import SAMPLE, WRONG, places, shown_path, with_value


def mutants() -> Iterator[tuple[str, Any]]:
    """Yield the sample game as JSON data with each wrong value at each place."""
    game_def = compile_game_spec_to_game_def(GameSpecDoc(SAMPLE)).game_def
    assert game_def is not None
    data = json.loads(to_json(game_def))
    for path, _ in list(places(data)):
        for value in WRONG:
            yield f"{shown_path(path)} = {value!r}", with_value(data, path, value)


def check_all(documents: Iterator[tuple[str, Any]]) -> tuple[int, int]:
    read = refused = 0
    for name, data in documents:
        faults: tuple[Diagnostic, ...] = ()
        try:
            made = from_data(data)
        except SpecError as error:
            faults = error.diagnostics
        assert all(found.suggestion for found in faults), name
        if faults:
            refused += 1
            continue
        read += 1
        validate_game_def(made)
        assert from_json(to_json(made)) == made, name
    return read, refused


def test_a_share_of_wrong_definitions_is_answered() -> None:
    read, refused = check_all(itertools.islice(mutants(), 0, None, 499))
    assert read > 10
    assert refused > 50


@pytest.mark.long
def test_every_wrong_definition_is_answered() -> None:
    read, refused = check_all(mutants())
    assert read > 5_000
    assert refused > 20_000
