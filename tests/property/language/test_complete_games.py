"""Completion offers only what compiles: each offer at sampled names of shipped games is inserted and compiled."""

from __future__ import annotations

import random

import pytest

from ludotome.language import complete
from tests.support.completing import CALLS, errors_of, uses_of
from tests.support.renaming import read_shipped, shipped, shipped_names


def check(game: str, places: int, offers: int) -> int:
    """Compile *offers* offers at each of *places* names of *game* and return how many were compiled."""
    text, chosen = shipped(game), random.Random(7)
    uses, compiled = uses_of(text), 0
    for use in chosen.sample(uses, min(places, len(uses))):
        found = [one for one in complete(text, use.span.start, read_shipped) if one.kind not in CALLS]
        line = text[text.rindex("\n", 0, use.span.start) + 1 : text.index("\n", use.span.start)]
        if "moves" not in line and "legal" not in line:
            assert use.symbol.name in [one.label for one in found], (use, line)
        for one in chosen.sample(found, min(offers, len(found))):
            changed = text[: one.span.start] + one.insert + text[one.span.end :]
            assert errors_of(changed) == [], (use.symbol, one.insert, line)
            compiled += 1
    return compiled


@pytest.mark.parametrize("game", ["pig", "kuhn-poker", "tic-tac-toe"])
def test_what_is_offered_compiles(game: str) -> None:
    assert check(game, places=6, offers=3) > 5


@pytest.mark.long
@pytest.mark.parametrize("game", shipped_names())
def test_what_is_offered_compiles_in_every_game(game: str) -> None:
    assert check(game, places=60, offers=6) > 20
