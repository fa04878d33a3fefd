from __future__ import annotations

import pytest

from ludotome.diagnostics import near_names


@pytest.mark.parametrize(
    ("name", "candidates", "expected"),
    [
        ("markt", ("deck", "hand", "market"), ("market",)),
        ("shop", ("deck", "hand", "market"), ("deck", "hand", "market")),
        ("Deck", ("hand", "deck"), ("deck",)),
        ("dcek", ("duck", "deck"), ("deck",)),
        ("moveTokn", ("moveToken", "moveTokenAdjacent", "moveTokens"), ("moveToken", "moveTokens")),
        ("x", ("y", "z"), ("y", "z")),
        ("a", (), ()),
        ("deck", ("deck", "decks", "decks"), ("decks",)),
        ("", ("a", "b"), ("a", "b")),
    ],
)
def test_near_names(name: str, candidates: tuple[str, ...], expected: tuple[str, ...]) -> None:
    assert near_names(name, candidates) == expected


def test_the_limit_is_for_near_names_and_not_for_the_list_of_all() -> None:
    assert near_names("zone1", [f"zone{n}" for n in range(2, 9)], limit=2) == ("zone2", "zone3")
    assert len(near_names("qqqqq", [f"zone{n}" for n in range(2, 9)], limit=2)) == 7


def test_candidates_may_be_read_only_once() -> None:
    assert near_names("shop", iter(["deck", "hand"])) == ("deck", "hand")
