"""The possible contents of zones are read from the rules, and so are the tokens that everybody knows."""

from __future__ import annotations

from typing import Any

import pytest

from ludotome.gamedef import Contents, Symbols, Values, from_data, infer_all

CARD = {"id": "card", "props": [{"name": "rank", "type": "int", "min": 0, "max": 9}, {"name": "up", "type": "bool"}]}
COIN = {"id": "coin", "props": [], "max": 9}
MAKE: dict[str, Any] = {"createToken": {"type": "card", "zone": "deck", "props": {"rank": 3}}}
ROLL: dict[str, Any] = {"roll": {"bind": "$d", "sides": 6}}
TOP = {"ref": "top", "zone": "deck"}
HAND = {"ref": "ownedZone", "zone": "hand", "player": {"ref": "actor"}}


def contents(setup: list[dict[str, Any]], effects: list[dict[str, Any]] | None = None) -> Contents:
    """Return the possible contents in a game of a deck, a row and hands, with one action."""
    game_def = from_data(
        {
            "metadata": {"id": "g", "players": {"min": 2, "max": 2}, "seats": ["A", "B"]},
            "zones": [
                {"id": "deck", "visibility": "hidden"},
                {"id": "row"},
                *({"id": f"hand:{seat}", "owner": "player", "visibility": "owner"} for seat in (0, 1)),
            ],
            "globalVars": [{"name": "n", "type": "int", "min": 0, "max": 4, "init": 0}],
            "tokenTypes": [CARD, COIN],
            "setup": setup,
            "turnStructure": {"phases": [{"id": "main"}]},
            "actions": [{"id": "go", "phases": ["main"], "effects": effects or []}],
            "endConditions": [],
        }
    )
    return Contents(infer_all(Symbols(game_def)))


def test_tokens_come_to_where_effects_take_them_and_nowhere_else() -> None:
    found = contents([MAKE], [{"draw": {"from": "deck", "to": HAND, "count": 1}}])
    assert [found.types_in(zone) for zone in ("deck", "row", "hand:0", "hand:1")] == [
        ("card",),
        (),
        ("card",),
        ("card",),
    ]
    assert found.values_in("card", "hand:1")["rank"] == Values(3, 3)
    assert found.values_in("coin", "deck") == {}


@pytest.mark.parametrize(
    ("setup", "effects"),
    [
        ([MAKE], []),
        ([ROLL, MAKE], []),
        ([{"shuffle": {"zone": "deck"}}, MAKE], []),
        ([MAKE], [{"destroyToken": {"token": {"ref": "top", "zone": "row"}}}]),  # where no card ever comes
        ([MAKE], [{"createToken": {"type": "coin", "zone": "row"}}]),
    ],
)
def test_a_type_is_fixed_that_setup_makes_alike_in_every_game(setup: Any, effects: Any) -> None:
    assert "card" in contents(setup, effects).fixed


@pytest.mark.parametrize(
    ("setup", "effects"),
    [
        ([ROLL, {"createToken": {"type": "card", "zone": "deck", "props": {"rank": "$d"}}}], []),
        ([ROLL, {"createToken": {"type": "card", "zone": "deck", "count": "$d"}}], []),
        ([ROLL, {"if": {"when": {"op": ">", "left": "$d", "right": 3}, "then": [MAKE]}}], []),
        ([{"createToken": {"type": "card", "zone": "deck", "props": {"rank": {"ref": "gvar", "var": "n"}}}}], []),
        ([ROLL, {"createToken": {"type": "coin", "zone": "deck", "count": "$d"}}, MAKE], []),  # its slot varies
        ([MAKE], [MAKE]),
        ([MAKE], [{"destroyToken": {"token": TOP}}]),
        ([MAKE], [{"setTokenProp": {"token": TOP, "prop": "type", "value": "coin"}}]),
    ],
)
def test_a_type_is_not_fixed_where_chance_choice_or_the_table_decides(setup: Any, effects: Any) -> None:
    assert "card" not in contents(setup, effects).fixed


def test_what_a_rule_writes_goes_with_the_token() -> None:
    write = {"setTokenProp": {"token": TOP, "prop": "rank", "value": "$d"}}
    found = contents([MAKE], [ROLL, write, {"moveToken": {"token": TOP, "to": "row"}}])
    assert found.values_in("card", "row")["rank"] == Values(1, 6, is_changed=True)
    assert found.values_in("card", "row")["up"] == Values(0, 0)


def test_an_owner_who_is_the_owner_of_the_zone_is_known_as_such_until_the_token_leaves() -> None:
    make = {"createToken": {"type": "card", "zone": HAND, "owner": {"ref": "actor"}}}
    found = contents([], [make, {"moveAll": {"from": HAND, "to": "row"}}])
    assert found.values_in("card", "hand:1")["owner"] == Values(is_home=True)
    assert found.values_in("card", "row")["owner"] == Values(seats=frozenset({0, 1}))
