from __future__ import annotations

import pytest

from ludotome.diagnostics import is_sure, near_names, nearest


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


def test_the_first_five_names_are_listed_in_order_if_none_is_near() -> None:
    assert near_names("zone1", [f"zone{n}" for n in range(2, 9)], limit=2) == ("zone2", "zone3")
    assert near_names("qqqqq", [f"zone{n}" for n in range(2, 9)]) == ("zone2", "zone3", "zone4", "zone5", "zone6")


def test_case_and_hyphens_do_not_count() -> None:
    assert nearest("end_conditions", ["conditions", "endConditions"]) == ("endConditions",)
    assert nearest("EndConditions", ["endCondition", "endConditions"]) == ("endConditions",)


def test_a_name_that_differs_in_a_digit_may_be_another() -> None:
    assert is_sure("markt", ("market",))
    assert not is_sure("hand2", ("hand1",))
    assert not is_sure("hand", ("hand1", "band"))


def test_candidates_may_be_read_only_once() -> None:
    assert near_names("shop", iter(["deck", "hand"])) == ("deck", "hand")
