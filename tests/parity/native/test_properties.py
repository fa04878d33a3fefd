"""Properties of tokens: written in costs, clamped to the range of the token's type, and kept when the type changes."""

# ruff: noqa: E501  (one case a line reads as a table)

from __future__ import annotations

from typing import Any

import pytest

import ludotome as lt
from ludotome.gamedef import GameDef
from ludotome.native import supports
from tests.support.hostile_documents import many_stored
from tests.support.parity import check_every_line, check_random_lines, pair_of
from tests.support.small_games import N, game

ROW = {"query": "tokensInZone", "zone": "row"}
ON_ROW = {"name": "$t", "domain": ROW}
NOTHING = {"aggregate": "first", "query": {"query": "tokensInZone", "zone": "deck"}}


def _number(name: str, low: int, high: int, init: int) -> dict[str, Any]:
    return {"name": name, "type": "int", "min": low, "max": high, "init": init}


def _prop(name: str, token: Any = "$t") -> dict[str, Any]:
    return {"ref": "tokenProp", "token": token, "prop": name}


def _put(name: str, value: Any, token: Any = "$t") -> dict[str, Any]:
    return {"setTokenProp": {"token": token, "prop": name, "value": value}}


def _plus(left: Any, right: Any) -> dict[str, Any]:
    return {"op": "+", "left": left, "right": right}


def _create(type_: str, zone: Any = "row", **fields: Any) -> dict[str, Any]:
    return {"createToken": {"type": type_, "zone": zone, **fields}}


TYPES = [
    {"id": "sapper", "props": [_number("power", 0, 9, 5), {"name": "mood", "type": ["calm", "wild"]}, _number("own", 1, 3, 2)], "max": 12},
    {"id": "guard", "props": [{"name": "mood", "type": ["wild", "grim"]}, _number("power", 3, 6, 4), {"name": "up", "type": "bool"}], "max": 12},
    {"id": "stone", "max": 12},
]  # fmt: skip
SETUP = [
    _create("sapper"),
    _create("guard"),
    _create("stone"),
    _create("sapper", props={"power": 1, "mood": {"ref": "name", "name": "wild"}}),
]


def _small(*actions: dict[str, Any]) -> GameDef:
    tell = {"id": "tell", "params": [ON_ROW], "pre": {"op": ">", "left": _prop("power"), "right": 4}, "effects": [{"setVar": {"var": "n", "value": _plus(N, _prop("power"))}}]}  # fmt: skip
    return game([*actions, tell], tokenTypes=TYPES, setup=SETUP)


def test_a_property_written_in_a_cost_is_paid_or_refused_alike() -> None:
    """A value outside the range of its type makes the action illegal; a token without the property, or `none`, pays
    nothing.
    """
    pair = pair_of(
        _small(
            {"id": "tire", "params": [ON_ROW], "cost": [_put("power", _plus(_prop("power"), -2))]},
            {"id": "rest", "params": [ON_ROW], "cost": [_put("power", _plus(_prop("power"), 3)), _put("mood", _prop("mood"))]},
            {"id": "nobody", "cost": [_put("power", 99, NOTHING)]},
            {"id": "unknown", "params": [ON_ROW], "cost": [_put("own", _prop("own", NOTHING))], "effects": [_put("own", 3)]},
        )
    )  # fmt: skip
    assert check_every_line(pair, seed=1, depth=3) > 300


def test_a_token_made_in_a_cost_is_paid_or_refused_alike() -> None:
    """A token with an initial value out of range makes the action illegal, even with count 0; but not if its zone is
    `none`.
    """
    here, nowhere = "row", _prop("zone", NOTHING)
    weak = _plus(N, 2)  # 2 at first, and not known before play: a constant out of range is LT440
    pair = pair_of(
        _small(
            {"id": "hire", "cost": [_create("guard", here, props={"power": _plus(N, 4)})]},
            {"id": "weak", "cost": [_create("guard", here, props={"power": weak})]},
            {"id": "none", "cost": [_create("guard", here, props={"power": weak}, count=0)]},
            {"id": "lost", "cost": [_create("guard", nowhere, props={"power": weak})]},
            {"id": "many", "cost": [_create("sapper", here, props={"power": _plus(N, 1)}, count=2)]},
        )
    )  # fmt: skip
    assert check_every_line(pair, seed=1, depth=4) > 100


def test_each_type_keeps_a_property_in_its_own_range() -> None:
    """Numbers are clamped to the range of the token's type; `none` becomes the first name."""
    pair = pair_of(
        _small(
            {"id": "set", "params": [ON_ROW, {"name": "$n", "domain": {"query": "intsInRange", "min": 0, "max": 10}}], "effects": [_put("power", "$n"), _put("own", "$n")]},
            {"id": "calm", "params": [ON_ROW], "effects": [_put("mood", {"ref": "name", "name": "wild"}), _put("up", True)]},
            {"id": "lull", "params": [ON_ROW], "effects": [_put("mood", _prop("mood", NOTHING)), _put("up", _prop("up", NOTHING)), _put("power", _prop("power", NOTHING))]},
        )
    )  # fmt: skip
    assert check_every_line(pair, seed=1, depth=1) > 40
    assert check_random_lines(pair, seeds=range(3), plies=20) > 50


def test_a_new_type_keeps_what_both_have_and_begins_the_rest() -> None:
    """A number is clamped to the new range, names of another list are reset; in a cost, clamping makes the action
    illegal.
    """
    types = ("sapper", "guard", "stone")
    become = [
        {"id": f"to_{kind}", "params": [ON_ROW], "effects": [_put("type", {"ref": "name", "name": kind})]}
        for kind in types
    ]
    pay = [
        {"id": f"pay_{kind}", "params": [ON_ROW], "cost": [_put("type", {"ref": "name", "name": kind})]}
        for kind in types
    ]
    drain = {"id": "drain", "params": [ON_ROW], "effects": [_put("power", _plus(_prop("power"), -4)), _put("mood", {"ref": "name", "name": "wild"})]}  # fmt: skip
    pair = pair_of(_small(*become, *pay, drain))
    assert check_random_lines(pair, seeds=range(12), plies=30) > 300


def test_a_property_that_holds_two_kinds_of_things_is_named() -> None:
    """A number on some tokens and a boolean on others cannot be compiled; the checker reports it first (LT416)."""
    mixed = [{"id": "a", "props": [_number("x", 0, 5, 1)]}, {"id": "b", "props": [{"name": "x", "type": "bool"}]}]
    (reason,) = supports(game([{"id": "wait"}], tokenTypes=mixed, check=False))
    assert "property `x` holds bool and int" in reason


@pytest.mark.parametrize("name", ["power", "mood"])
def test_trials_put_properties_of_either_type_back(name: str) -> None:
    """A `post` sees the written values, and a failed trial changes nothing."""
    value = _plus(_prop("power"), 2) if name == "power" else {"ref": "name", "name": "wild"}
    actions = [
        {"id": "try", "params": [ON_ROW], "effects": [_put(name, value)], "post": {"op": "<", "left": _prop("power"), "right": 7}},
        {"id": "turn", "params": [ON_ROW], "effects": [_put("type", {"ref": "name", "name": "guard"})], "post": {"op": "!=", "left": _prop("power"), "right": 3}},
    ]  # fmt: skip
    assert check_every_line(pair_of(_small(*actions)), seed=1, depth=3) > 50


@pytest.mark.parametrize("sizes", [(40, 2, 3), (3, 30, 20), (20, 20, 40)])
def test_many_variables_types_and_properties_mean_the_same(sizes: tuple[int, int, int]) -> None:
    """Their C is written as loops and tables."""
    pair = pair_of(lt.load_text(many_stored(*sizes)).game_def)
    assert check_random_lines(pair) > 20
