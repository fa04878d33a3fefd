"""Hover: the type, the value, the declaring line, or the first lines of the language page."""

from __future__ import annotations

import pytest

from ludotome.language import hover
from tests.unit.language.test_navigate import GAME, place


@pytest.mark.parametrize(
    ("use", "said"),
    [
        ("|goal: 3", "**constant** `goal` = 3"),
        ("lastActor.|score", "a whole number from 0 to 9, one for each player"),
        ("name: |mood", "one of `calm`, `angry`, one for the game"),
        ("token: |$card", "**binding** `$card`: a token"),
        ("where |cheap(it)", "`cheap($c)`"),
        ("to: |hand", "each player has one"),
        ("$c.|cost <", "**token property** `cost`: a whole number"),
        ("to: |a1", "- grid: {"),
        ("|setVar: {", "A number outside the"),
        ("|actions:", "what players may do"),
        ("|count($x", "`count(query)`: a whole number"),
        ("player: |lastActor", "a player"),
    ],
)
def test_hover(use: str, said: str) -> None:
    found = hover(GAME, place(use))
    assert found is not None
    assert said in found.text
    assert found.span.start <= place(use) < found.span.end


@pytest.mark.parametrize("use", ["# |Small", "players: { |min", "id: |small"])
def test_nothing_is_said_of_what_is_not_known(use: str) -> None:
    assert hover(GAME, place(use)) is None
