"""From clicks to decisions, by the tree of legal decisions alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.deno import run_module

CLICK = """
import { labelled, Picking, questionOf } from "@web/player/picking.js";
const picking = new Picking(data.legal);
const told = data.clicks.map((place) => {
  const { decide, ask, refused } = picking.click({ tokens: [], alike: false, ...place });
  if (decide) return decide.notation;
  if (ask) return [questionOf(ask), ...labelled(ask).map(({ text }) => text)];
  return refused ? "refused" : { sources: [...picking.offered.sources], targets: [...picking.offered.targets] };
});
answer = { told, buttons: picking.unplaced.map((leaf) => leaf.notation) };
"""


def zone(name: str, *choices: dict[str, Any], param: str = "$to") -> dict[str, Any]:
    node = {"text": name, "zone": name, "param": param}
    return node | ({"choices": list(choices)} if choices else {})


def numbered(legal: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the tree with an id and a notation at each leaf."""
    count = 0

    def visit(node: dict[str, Any], before: str) -> dict[str, Any]:
        nonlocal count
        text = f"{before} {node['text']}".strip()
        if "choices" in node:
            return node | {"choices": [visit(choice, text) for choice in node["choices"]]}
        count += 1
        return node | {"id": count - 1, "notation": text}

    return [visit(node, "") for node in legal]


def clicked(legal: list[dict[str, Any]], *clicks: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = run_module(CLICK, {"legal": numbered(legal), "clicks": list(clicks)})
    return found


def at(name: str, *tokens: str, alike: bool = False) -> dict[str, Any]:
    return {"zone": name, "tokens": list(tokens), "alike": alike}


MOVE = {"text": "move", "action": "move", "choices": [zone("a1", zone("a2"), zone("b2")), zone("c1", zone("c2"))]}
PASS = {"text": "pass", "action": "pass"}
PAWN = {"text": "pawn on e7", "token": "t3", "param": "$piece"}
QUEEN, ROOK = ({"text": kind, "value": kind, "param": "$kind"} for kind in ("queen", "rook"))
PROMOTE = {"text": "promote", "action": "promote", "choices": [PAWN | {"choices": [zone("e8", QUEEN, ROOK)]}]}


@pytest.mark.parametrize(
    ("clicks", "told"),
    [
        ([at("a1")], [{"sources": [], "targets": ["a2", "b2"]}]),
        ([at("a1"), at("b2")], [{"sources": [], "targets": ["a2", "b2"]}, "move a1 b2"]),
        ([at("a1"), at("c1")], [{"sources": [], "targets": ["a2", "b2"]}, {"sources": [], "targets": ["c2"]}]),
        ([at("a1"), at("a1")], [{"sources": [], "targets": ["a2", "b2"]}, {"sources": ["a1", "c1"], "targets": []}]),
        ([at("a1"), at("h8")], [{"sources": [], "targets": ["a2", "b2"]}, "refused"]),
        ([at("h8")], ["refused"]),
    ],
    ids=["first", "both", "another", "let go", "nowhere", "not a start"],
)
def test_two_clicks_make_a_move(clicks: list[dict[str, Any]], told: list[Any]) -> None:
    found = clicked([MOVE, PASS], *clicks)
    assert found["told"] == told
    assert found["buttons"] == ["pass"]


def test_what_is_not_on_the_table_is_asked_at_the_end() -> None:
    found = clicked([PROMOTE], at("e7", "t3"), at("e8"))
    assert found["told"][1] == ["Which kind?", "queen", "rook"]


def test_the_first_of_the_tokens_that_look_alike_is_taken() -> None:
    cards = [{"text": "card", "token": name, "param": "$card"} for name in ("t1", "t2", "t5")]
    buy = {"text": "buy", "action": "buy", "choices": cards}
    assert clicked([buy], at("row", "t2", "t5", alike=True))["told"] == ["buy card"]
    assert clicked([buy], at("row", "t2", "t5"))["told"] == [["Which one?", "buy card", "buy card"]]


def test_a_piece_and_its_own_cell_are_one_click() -> None:
    legal = {"text": "move", "action": "move", "choices": [PAWN | {"choices": [zone("e7", zone("e8"), param="$from")]}]}
    assert clicked([legal], at("e7", "t3"), at("e8"))["told"][1] == "move pawn on e7 e7 e8"


def test_two_actions_by_the_same_clicks_are_distinguished_by_their_names() -> None:
    legal = [{"text": name, "action": name, "choices": [zone("a1")]} for name in ("dig", "rest")]
    assert clicked(legal, at("a1"))["told"] == [["Which one?", "dig", "rest"]]
