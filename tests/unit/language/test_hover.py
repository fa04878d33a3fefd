"""Hover: the type, the value, the declaring line, or the first lines of the language page."""

from __future__ import annotations

import pytest

from ludotome.language import hover
from ludotome.spec.blocks import scalars
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
def test_what_is_not_known_is_not_reported(use: str) -> None:
    assert hover(GAME, place(use)) is None


def test_a_long_text_with_many_names_is_decoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not once for each name in it, which took 17 s for a notation of 12,000 characters."""
    decoded: list[str] = []
    decode = scalars._decode_flow

    def counting(raw: str, style: str) -> list[tuple[str, int]]:
        decoded.append(raw)
        return decode(raw, style)

    monkeypatch.setattr(scalars, "_decode_flow", counting)
    long = "{$card}" * 500
    text = GAME.replace("  - id: play\n", f'  - id: play\n    notation: "{long}\\t"\n')
    assert long in text
    hover(text, text.index(long) + 700)
    assert 1 <= sum(long in raw for raw in decoded) <= 2
