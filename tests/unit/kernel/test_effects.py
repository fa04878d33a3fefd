"""Every effect changes exactly what `docs/kernel.md` says."""

# ruff: noqa: E501  (one case a line reads as a table)

from __future__ import annotations

import json
from typing import Any

import pytest

from ludotome.gamedef import NODES, PlayError, walk
from ludotome.kernel import apply_effects
from tests.support.kernel_world import ask, effects, plain_world, state_with, token
from tests.unit.kernel.expression_cases import (
    CARDS,
    NO_NUMBER,
    NOBODY,
    NOWHERE,
    QUEUED,
    aggregate,
    op,
    pair,
    query,
    ref,
    top,
)

COUNT = ref("gvar", var="count")
RANKS_IN = {
    zone: query("tokensInZone", zone=zone)
    for zone in ("deck", "line", "pile", "p", "q", "cell_1_1", "hand:0", "hand:1")
}
TOP_P = top("p")
CARD_1 = aggregate(
    "first",
    query=query(
        "where", of=query("tokensInZone", zone="deck"), where=pair("==", ref("tokenProp", token="$it", prop="rank"), 2)
    ),
)


def set_(var: str, value: Any, **fields: Any) -> dict[str, Any]:
    return {"setVar": {"var": var, "value": value, **fields}}


def add(var: str, delta: Any, **fields: Any) -> dict[str, Any]:
    return {"addVar": {"var": var, "delta": delta, **fields}}


def move(token_: Any, to: Any, **fields: Any) -> dict[str, Any]:
    return {"moveToken": {"token": token_, "to": to, **fields}}


def swap(a: Any, b: Any) -> dict[str, Any]:
    return {"swapTokens": {"a": a, "b": b}}


def prop(name: str, value: Any, token_: Any = TOP_P) -> dict[str, Any]:
    return {"setTokenProp": {"token": token_, "prop": name, "value": value}}


# effects, expression, expected value
CASES: list[tuple[tuple[Any, ...], Any, Any]] = [
    # variables are clamped on every write
    ((set_("count", 7),), COUNT, 7),
    ((set_("count", 99),), COUNT, 10),
    ((set_("count", -5),), COUNT, 0),
    ((set_("count", NO_NUMBER),), COUNT, 0),  # `none` stored into a number is 0
    ((set_("flag", True),), ref("gvar", var="flag"), True),
    ((set_("mode", "low"),), ref("gvar", var="mode"), "low"),
    ((set_("who", {"ref": "seat", "seat": 1}),), ref("gvar", var="who"), 1),
    ((set_("who", {"ref": "seat", "seat": 1}), set_("who", None)), ref("gvar", var="who"), None),
    ((set_("money", 9, scope="player", player={"id": 1}),), ref("pvar", player={"id": 1}, var="money"), 9),
    ((set_("money", 9, scope="player", player=NOBODY),), ref("pvar", player={"id": 0}, var="money"), 5),
    ((set_("seeds", 4, scope="zone", zone="q"),), ref("zvar", zone="q", var="seeds"), 4),
    ((set_("seeds", 4, scope="zone", zone=NOWHERE),), aggregate("sum", query=query("zones"), of=ref("zvar", zone="$it", var="seeds")), 0),
    ((add("count", 2),), COUNT, 5),
    ((add("count", 2), add("count", 20), add("count", -3)), COUNT, 7),
    ((add("count", NO_NUMBER),), COUNT, 3),
    ((add("money", -9, scope="player", player="actor"),), ref("pvar", player="actor", var="money"), 0),
    # token properties
    ((token("pawn", "p"), prop("power", 4)), ref("tokenProp", token=TOP_P, prop="power"), 4),
    ((token("pawn", "p"), prop("power", 40)), ref("tokenProp", token=TOP_P, prop="power"), 9),
    ((token("pawn", "p"), prop("owner", {"ref": "seat", "seat": 1})), ref("tokenProp", token=TOP_P, prop="owner"), 1),
    ((token("pawn", "p", 1), prop("owner", None)), ref("tokenProp", token=TOP_P, prop="owner"), None),
    ((token("pawn", "p", power=8), prop("type", "rook")), ref("tokenProp", token=TOP_P, prop="power"), 5),  # kept, in range
    ((token("rook", "p", power=3), prop("type", "pawn")), ref("tokenProp", token=TOP_P, prop="power"), 3),
    ((token("rook", "p"), prop("type", "pawn")), ref("tokenProp", token=TOP_P, prop="hue"), "red"),  # new: its initial value
    ((prop("power", 4),), ref("zoneCount", zone="p"), 0),  # on `none`: no effect
    ((token("stone", "p"), prop("power", 4)), ref("tokenProp", token=TOP_P, prop="power"), None),
    # moving
    ((token("pawn", "p"), move(TOP_P, "q")), RANKS_IN["q"], (0,)),
    ((token("pawn", "p"), move(TOP_P, "q")), RANKS_IN["p"], ()),
    ((token("pawn", "p"), move(TOP_P, "q", **{"from": "p"})), RANKS_IN["q"], (0,)),
    ((move(TOP_P, "q"),), RANKS_IN["q"], ()),
    ((token("pawn", "p"), move(TOP_P, NOWHERE)), RANKS_IN["p"], (0,)),
    ((*CARDS, token("card", "p"), move(TOP_P, "deck")), RANKS_IN["deck"], (3, 2, 1, 0)),  # on top of a stack
    ((*CARDS, token("card", "p"), move(TOP_P, "deck", position="bottom")), RANKS_IN["deck"], (2, 1, 0, 3)),
    ((*CARDS, token("card", "p"), move(TOP_P, "deck", position="top")), RANKS_IN["deck"], (3, 2, 1, 0)),
    ((*QUEUED, token("card", "p"), move(TOP_P, "line")), RANKS_IN["line"], (0, 1, 2)),  # at the back of a queue
    ((*QUEUED, token("card", "p"), move(TOP_P, "line", position="top")), RANKS_IN["line"], (2, 0, 1)),
    ((*QUEUED, token("card", "p"), move(TOP_P, "line", position="bottom")), RANKS_IN["line"], (0, 1, 2)),
    ((token("card", "p"), move(TOP_P, "line", position="random")), RANKS_IN["line"], (0,)),
    ((token("card", "p", count=2), move(TOP_P, "p")), RANKS_IN["p"], (1, 0)),  # leaves and enters: a set lists by arrival
    ((*CARDS, {"moveAll": {"from": "deck", "to": "pile"}}), RANKS_IN["pile"], (0, 1, 2)),  # stored order
    ((*CARDS, {"moveAll": {"from": "deck", "to": "p"}}, {"moveAll": {"from": "p", "to": "deck"}}), RANKS_IN["deck"], (2, 1, 0)),
    ((*CARDS, {"moveAll": {"from": "deck", "to": "pile", "filter": pair(">", ref("tokenProp", token="$token", prop="rank"), 1)}}), RANKS_IN["pile"], (1, 2)),
    ((token("pawn", "p"), {"moveTokenAdjacent": {"token": TOP_P, "to": "q"}}), RANKS_IN["q"], (0,)),
    ((token("pawn", "p"), {"moveTokenAdjacent": {"token": TOP_P, "direction": "east"}}), RANKS_IN["q"], (0,)),
    ((*CARDS, {"draw": {"from": "deck", "to": "hand:0", "count": 2}}), RANKS_IN["hand:0"], (2, 1)),  # in draw order
    ((*CARDS, {"draw": {"from": "deck", "to": "hand:0", "count": 9}}), RANKS_IN["hand:0"], (2, 1, 0)),  # as many as there are
    ((*CARDS, {"draw": {"from": "deck", "to": "hand:0", "count": -1}}), RANKS_IN["hand:0"], ()),
    ((*QUEUED, {"draw": {"from": "line", "to": "pile", "count": 1}}), RANKS_IN["pile"], (0,)),
    ((token("card", "pile", count=3), {"draw": {"from": "pile", "to": "p", "count": 1}}), RANKS_IN["p"], (0,)),  # the earliest
    ((token("card", "deck"), {"shuffle": {"zone": "deck"}}), RANKS_IN["deck"], (0,)),
    ((token("card", "deck", count=5), {"shuffle": {"zone": "deck"}}), ref("zoneCount", zone="deck"), 5),
    # swapping: exact places, also in the middle of a stack, in one zone and if both zones are full
    ((token("pawn", "p"), token("rook", "q"), swap(TOP_P, top("q"))), RANKS_IN["q"], (0,)),
    ((token("pawn", "p"), token("rook", "q"), swap(TOP_P, top("q"))), RANKS_IN["p"], (1,)),
    ((token("pawn", "p", 1), token("rook", "q"), swap(TOP_P, top("q"))), ref("tokenProp", token=top("q"), prop="owner"), 1),
    ((*CARDS, token("card", "p"), swap(TOP_P, CARD_1)), RANKS_IN["deck"], (2, 3, 0)),
    ((*QUEUED, token("card", "p"), swap(top("line"), TOP_P)), RANKS_IN["line"], (2, 1)),
    ((*CARDS, swap(top("deck"), CARD_1)), RANKS_IN["deck"], (1, 2, 0)),
    ((token("pawn", "cell_1_1", count=2), token("pawn", "p"), swap(top("cell_1_1"), TOP_P)), RANKS_IN["cell_1_1"], (2, 1)),
    ((token("pawn", "p"), swap(TOP_P, top("q"))), RANKS_IN["p"], (0,)),  # with `none`: no effect
    ((token("pawn", "p"), swap(TOP_P, TOP_P)), RANKS_IN["p"], (0,)),
    # many at once equal one by one
    ((*CARDS, {"draw": {"from": "deck", "to": "deck", "count": 2}}), RANKS_IN["deck"], (1, 2, 0)),
    ((*CARDS, {"moveAll": {"from": "deck", "to": "deck", "filter": pair("<", ref("tokenProp", token="$token", prop="rank"), 3)}}), RANKS_IN["deck"], (1, 0, 2)),
    ((token("card", "cell_1_1", count=2), {"moveAll": {"from": "cell_1_1", "to": "cell_1_1"}}), RANKS_IN["cell_1_1"], (0, 1)),  # full, and stays full
    # creating and destroying
    ((token("pawn", "p", count=3),), ref("zoneCount", zone="p"), 3),
    ((token("pawn", "p", count=0),), ref("zoneCount", zone="p"), 0),
    ((token("pawn", "p", 1, power=99),), ref("tokenProp", token=TOP_P, prop="power"), 9),
    ((token("pawn", "p"), token("pawn", "q"), {"destroyToken": {"token": TOP_P}}, token("pawn", "line")), RANKS_IN["line"], (0,)),  # lowest free slot
    ((token("pawn", "p"), set_("held", TOP_P), {"destroyToken": {"token": TOP_P}}), ref("gvar", var="held"), None),
    ((token("pawn", "p"), set_("held", TOP_P), {"destroyToken": {"token": TOP_P}}, token("pawn", "q")), ref("gvar", var="held"), None),
    ((token("pawn", "p"), set_("pet", TOP_P, scope="player", player={"id": 1}), {"destroyToken": {"token": TOP_P}}), ref("pvar", player={"id": 1}, var="pet"), None),
    ((token("pawn", "p"), token("pawn", "q", friend=TOP_P), {"destroyToken": {"token": TOP_P}}), ref("tokenProp", token=top("q"), prop="friend"), None),
    (({"destroyToken": {"token": TOP_P}},), ref("zoneCount", zone="p"), 0),
    # control
    (({"if": {"when": True, "then": [add("count", 1)], "else": [add("count", 5)]}},), COUNT, 4),
    (({"if": {"when": False, "then": [add("count", 1)], "else": [add("count", 5)]}},), COUNT, 8),
    (({"if": {"when": False, "then": [add("count", 1)]}},), COUNT, 3),
    (({"forEach": {"bind": "$n", "over": query("intsInRange", min=1, max=3), "effects": [add("count", "$n")]}},), COUNT, 9),
    ((*CARDS, {"forEach": {"bind": "$c", "over": query("tokensInZone", zone="deck"), "effects": [{"destroyToken": {"token": top("deck")}}, add("count", 1)]}}), COUNT, 6),
    (({"let": {"bind": "$n", "value": COUNT}}, set_("count", 9), set_("noise", "$n")), ref("gvar", var="noise"), 3),  # the value, not the expression
    (({"let": {"bind": "$n", "value": 2, "in": [add("count", "$n")]}},), COUNT, 5),
    (({"roll": {"bind": "$d", "sides": 1}}, set_("count", "$d")), COUNT, 1),
    (({"roll": {"bind": "$d", "sides": NO_NUMBER}}, {"if": {"when": op("isNone", arg="$d"), "then": [set_("count", 9)]}}), COUNT, 9),
    (({"chooseOne": {"bind": "$c", "options": query("tokens")}}, {"if": {"when": op("isNone", arg="$c"), "then": [set_("count", 9)]}}), COUNT, 9),  # no options
    (({"chooseN": {"bind": "$c", "options": query("players"), "n": 0}}, set_("count", aggregate("count", query="$c"))), COUNT, 0),
    # turns and players
    (({"eliminate": {"player": {"id": 1}}},), ref("playerProp", player={"id": 1}, prop="out"), True),
    (({"eliminate": {"player": NOBODY}},), ref("playerProp", player={"id": 1}, prop="out"), False),
    (({"setActivePlayer": {"player": {"id": 1}}},), ref("active"), 0),  # only when the turn ends
    (("extraTurn", "endPhase", "endTurn"), ref("active"), 0),
]  # fmt: skip


@pytest.mark.parametrize(("made", "data", "value"), CASES, ids=[json.dumps(case[0])[-70:] for case in CASES])
def test_an_effect_does_what_it_means(made: tuple[Any, ...], data: Any, value: Any) -> None:
    assert ask(data, state_with(*made)) == value


def test_every_effect_has_a_case() -> None:
    met = {type(node) for made, _, _ in CASES for node in walk(effects(*made))}
    expected = {cls for cls, info in NODES.items() if info.family == "effect"}
    assert expected <= met


FAULTS: list[tuple[tuple[Any, ...], str]] = [
    ((token("pawn", "cell_1_1", count=3),), "zone `cell_1_1` is full"),
    ((token("pawn", "cell_1_1", count=2), token("pawn", "p"), move(TOP_P, "cell_1_1")), "is full"),
    ((token("pawn", "p"), move(TOP_P, "q", **{"from": "r"})), "not in `r` as `from` says"),
    ((token("stone", "p", count=5),), "one more `stone` than the 4"),
    ((token("stone", "p", count=4), token("pawn", "q"), prop("type", "stone", top("q"))), "one more `stone`"),
    ((token("pawn", "p"), {"moveTokenAdjacent": {"token": TOP_P, "to": "r"}}), "`r` is not adjacent to `p`"),
    ((token("pawn", "island"), {"moveTokenAdjacent": {"token": top("island"), "to": "p"}}), "not adjacent"),
    ((token("pawn", "p"), {"moveTokenAdjacent": {"token": TOP_P, "direction": "west"}}), "there is no zone `west` of `p`"),
    (({"forEach": {"bind": "$n", "over": query("intsInRange", min=1, max=3), "effects": [], "limit": 2}},), "`limit` is 2"),
    (({"roll": {"bind": "$d", "sides": 0}},), "a die with 0 sides"),
    (({"forEach": {"bind": "$n", "over": query("intsInRange", min=1, max=10_000), "effects": [add("noise", 1)]}},), "more than 10000 effects"),
]  # fmt: skip


@pytest.mark.parametrize(("made", "message"), FAULTS, ids=[message for _, message in FAULTS])
def test_what_cannot_be_done_is_a_document_fault(made: tuple[Any, ...], message: str) -> None:
    with pytest.raises(PlayError, match=message) as caught:
        state_with(*made)
    assert caught.value.code == "document-fault"


def test_the_budget_counts_every_node_run() -> None:
    """9,999 rounds of one node and the forEach itself are exactly 10,000."""
    loop = {"forEach": {"bind": "$n", "over": query("intsInRange", min=1, max=9_999), "effects": [add("noise", 1)]}}
    assert ask(ref("gvar", var="noise"), state_with(loop)) == 9


def test_a_fault_leaves_the_state_as_it_was() -> None:
    before = state_with(token("pawn", "p"))
    failing = effects(add("count", 1), move(TOP_P, "q"), move(top("q"), "q", **{"from": "r"}))
    with pytest.raises(PlayError):
        apply_effects(plain_world(), before, failing, actor=0)
    assert before == state_with(token("pawn", "p"))


def test_a_destroyed_token_stays_gone_under_its_name_though_its_slot_is_used_again() -> None:
    made = (
        token("pawn", "p", power=7),
        {"let": {"bind": "$t", "value": TOP_P}},
        {"destroyToken": {"token": "$t"}},
        token("pawn", "q", power=2),  # takes slot 0
        {"if": {"when": op("isNone", arg="$t"), "then": [set_("count", 9)]}},
        move("$t", "r"),
    )
    state = state_with(*made)
    assert ask(COUNT, state) == 9
    assert ask(RANKS_IN["q"], state) == (0,)


def test_tokens_made_while_a_list_is_walked_are_not_visited_and_dead_ones_are_skipped() -> None:
    body = [{"destroyToken": {"token": "$t"}}, token("card", "deck"), add("count", 1)]
    state = state_with(*CARDS, {"forEach": {"bind": "$t", "over": query("tokensInZone", zone="deck"), "effects": body}})
    assert ask(COUNT, state) == 6
    assert ask(ref("zoneCount", zone="deck"), state) == 3


def test_names_end_with_their_list() -> None:
    inner = {"if": {"when": True, "then": [{"let": {"bind": "$n", "value": 9}}]}}
    state = state_with({"let": {"bind": "$n", "value": 1}}, inner, set_("count", "$n"))
    assert ask(COUNT, state) == 1


def test_random_places_and_shuffles_come_from_the_generator_in_the_state() -> None:
    cards = token("card", "deck", count=20)
    once, again = (state_with(cards, {"shuffle": {"zone": "deck"}}) for _ in range(2))
    assert once == again
    assert ask(RANKS_IN["deck"], once) != tuple(range(19, -1, -1))
    twice = state_with(cards, {"shuffle": {"zone": "deck"}}, {"shuffle": {"zone": "deck"}})
    assert twice.generator != once.generator
