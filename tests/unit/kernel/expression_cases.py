"""The meaning of every expression, case by case.

Each row is (effects that make the state, the expression, its value). The world is `tests/support/kernel_world.py`.
"""

# ruff: noqa: E501  (one case a line reads as a table)

from __future__ import annotations

from typing import Any

from tests.support.kernel_world import token

NONE: Any = None
IT = "$it"


def ref(name: str, /, **fields: Any) -> dict[str, Any]:
    return {"ref": name, **fields}


def op(name: str, /, **fields: Any) -> dict[str, Any]:
    return {"op": name, **fields}


def query(name: str, /, **fields: Any) -> dict[str, Any]:
    return {"query": name, **fields}


def aggregate(name: str, /, **fields: Any) -> dict[str, Any]:
    return {"aggregate": name, **fields}


def pair(sign: str, left: Any, right: Any) -> dict[str, Any]:
    return {"op": sign, "left": left, "right": right}


def from_of(**fields: Any) -> dict[str, Any]:
    """`from_` is `from` in JSON, which is a keyword in Python."""
    return {
        ("from" if key == "start" else "while" if key == "so_long" else key): value for key, value in fields.items()
    }


def top(zone: str) -> dict[str, Any]:
    return ref("top", zone=zone)


def owner_of_top(zone: str = IT) -> dict[str, Any]:
    return ref("tokenProp", token=top(zone), prop="owner")


def path(*zones: str) -> dict[str, Any]:
    return query("list", items=[ref("zone", zone=zone) for zone in zones])


NOWHERE = ref("step", zone="p", direction="west")  # a zone that is `none`
NOBODY = owner_of_top("p")  # a player that is `none` on the empty road
NO_NUMBER = ref("tokenProp", token=top("p"), prop="power")
BOARD = query("region", name="board")
ROAD = query("region", name="road")
PAWN_HERE = op("exists", query=query("tokensInZone", zone=IT))
LINE_OF_THREE = (token("stone", "cell_0_0", 0), token("stone", "cell_1_1", 0), token("stone", "cell_2_2", 0))
CARDS = (token("card", "deck", rank=1), token("card", "deck", rank=2), token("card", "deck", rank=3))
QUEUED = (token("card", "line", rank=1), token("card", "line", rank=2))

CASES: list[tuple[tuple[Any, ...], Any, Any]] = [
    # literals
    ((), 7, 7),
    ((), True, True),
    ((), NONE, None),
    ((), "red", "red"),
    ((), ref("zone", zone="cell_1_1"), "cell_1_1"),
    ((), ref("zone", zone="hand:1"), "hand:1"),
    ((), ref("zone", zone="hand:2"), None),  # nobody plays this seat
    ((), ref("seat", seat=1), 1),
    ((), ref("seat", seat=2), None),
    # who, where, when
    ((), ref("actor"), 0),
    ((), ref("active"), 0),
    ((), ref("lastActor"), None),
    ((), ref("phase"), "main"),
    ((), ref("turn"), 0),
    ((), op("noLegalMoves"), False),
    # variables and properties
    ((), ref("gvar", var="count"), 3),
    ((), ref("gvar", var="flag"), False),
    ((), ref("gvar", var="who"), None),
    ((), ref("gvar", var="mode"), "high"),
    (({"setVar": {"var": "where", "value": ref("zone", zone="q")}},), ref("gvar", var="where"), "q"),
    ((), ref("pvar", player={"id": 1}, var="money"), 5),
    ((), ref("pvar", player=NOBODY, var="money"), None),
    ((), ref("zvar", zone="cell_1_1", var="seeds"), 0),
    ((), ref("zvar", zone="deck", var="seeds"), None),  # a deck is on no board
    ((), ref("zvar", zone=NOWHERE, var="seeds"), None),
    ((token("pawn", "p", 1, power=4),), ref("tokenProp", token=top("p"), prop="power"), 4),
    ((token("pawn", "p", 1),), ref("tokenProp", token=top("p"), prop="owner"), 1),
    ((token("pawn", "p", 1),), ref("tokenProp", token=top("p"), prop="type"), "pawn"),
    ((token("pawn", "p", 1),), ref("tokenProp", token=top("p"), prop="zone"), "p"),
    ((token("pawn", "p", 1),), ref("tokenProp", token=top("p"), prop="fresh"), True),
    ((token("pawn", "p", 1),), ref("tokenProp", token=top("p"), prop="hue"), "red"),  # the first name
    ((token("pawn", "p"),), ref("tokenProp", token=top("p"), prop="owner"), None),
    ((token("stone", "p"),), ref("tokenProp", token=top("p"), prop="power"), None),  # stones have none
    ((), NO_NUMBER, None),
    ((), ref("zoneProp", zone="cell_2_1", prop="row"), 2),
    ((), ref("zoneProp", zone="cell_2_1", prop="col"), 1),
    ((), ref("zoneProp", zone="p", prop="row"), None),
    ((), ref("zoneProp", zone="hand:1", prop="owner"), 1),
    ((), ref("zoneProp", zone=NOWHERE, prop="row"), None),
    ((), ref("playerProp", player="actor", prop="next"), 1),
    ((), ref("playerProp", player={"id": 1}, prop="next"), 0),
    ((), ref("playerProp", player="actor", prop="previous"), 1),
    ((), ref("playerProp", player={"id": 1}, prop="seat"), 1),
    ((), ref("playerProp", player="actor", prop="out"), False),
    (({"eliminate": {"player": {"id": 1}}},), ref("playerProp", player={"id": 1}, prop="out"), True),
    (({"eliminate": {"player": {"id": 1}}},), ref("playerProp", player="actor", prop="next"), 0),  # nobody else is left
    ((), ref("playerProp", player="actor", prop="forward"), "n"),
    ((), ref("playerProp", player={"id": 1}, prop="forwardLeft"), "se"),
    ((), ref("playerProp", player=NOBODY, prop="next"), None),
    ((), ref("ownedZone", zone="hand", player={"id": 1}), "hand:1"),
    ((), ref("ownedZone", zone="hand", player=NOBODY), None),
    (CARDS, ref("zoneCount", zone="deck"), 3),
    ((), ref("zoneCount", zone=NOWHERE), None),
    (CARDS, ref("tokenProp", token=top("deck"), prop="rank"), 3),  # the top of a stack is the last token
    (QUEUED, ref("tokenProp", token=top("line"), prop="rank"), 1),  # the next of a queue is the first token
    ((), top("deck"), None),
    # arithmetic
    ((), pair("+", 2, 3), 5),
    ((), pair("-", 2, 3), -1),
    ((), pair("*", 2, 3), 6),
    ((), pair("//", -7, 2), -4),  # floors, where C would truncate
    ((), pair("%", -7, 3), 2),
    ((), pair("//", 7, -2), -4),
    ((), pair("%", 7, -3), -2),
    ((), pair("+", 2, NO_NUMBER), None),
    ((), op("neg", arg=5), -5),
    ((), op("neg", arg=NO_NUMBER), None),
    ((), op("abs", arg=-5), 5),
    ((), op("abs", arg=NO_NUMBER), None),
    ((), op("min", args=[3, 1, 2]), 1),
    ((), op("max", args=[3, 1, 2]), 3),
    ((), op("max", args=[3, NO_NUMBER]), None),
    ((), op("if", when=True, then=1, **{"else": 2}), 1),
    ((), op("if", when=False, then=1, **{"else": 2}), 2),
    # logic; a comparison with `none` is false for every operator
    ((), op("and", args=[]), True),
    ((), op("or", args=[]), False),
    ((), op("and", args=[True, False]), False),
    ((), op("or", args=[False, True]), True),
    ((), op("not", arg=False), True),
    *(((), pair(sign, 1, 2), holds) for sign, holds in zip(("==", "!=", "<", "<=", ">", ">="), (0, 1, 1, 1, 0, 0), strict=True)),
    *(((), pair(sign, NO_NUMBER, 2), False) for sign in ("==", "!=", "<", "<=", ">", ">=")),
    *(((), pair(sign, NOBODY, NOBODY), False) for sign in ("==", "!=")),
    ((), op("not", arg=pair("==", NOBODY, NOBODY)), True),  # a trap: not the same as `!=`
    ((), op("isNone", arg=NOBODY), True),
    ((), op("isNone", arg=ref("actor")), False),
    ((), op("in", item=2, set=query("intsInRange", min=1, max=3)), True),
    ((), op("in", item=NO_NUMBER, set=query("intsInRange", min=1, max=3)), False),
    ((), op("notIn", item=5, set=query("intsInRange", min=1, max=3)), True),
    ((), op("notIn", item=NO_NUMBER, set=query("intsInRange", min=1, max=3)), False),
    # aggregates; over an empty set they are 0
    ((), aggregate("count", query=BOARD), 9),
    ((), aggregate("first", query=BOARD), "cell_0_0"),
    ((), aggregate("first", query=query("tokens")), None),
    ((), aggregate("first", query=query("where", of=BOARD, where=pair(">", ref("zoneProp", zone=IT, prop="row"), 1))), "cell_2_0"),
    ((), aggregate("sum", query=BOARD, of=ref("zoneProp", zone=IT, prop="row")), 9),
    ((), aggregate("sum", query=query("tokens"), of=1), 0),
    ((), aggregate("sum", query=query("zones"), of=ref("zoneProp", zone=IT, prop="row")), 9),  # decks have no row: skipped
    ((), aggregate("lowest", query=query("intsInRange", min=4, max=6), of=IT), 4),
    ((), aggregate("highest", query=query("intsInRange", min=4, max=6), of=IT), 6),
    ((), aggregate("lowest", query=query("tokens"), of=1), 0),
    ((), aggregate("highest", query=query("intsInRange", min=-5, max=-3), of=IT), -3),
    ((), op("exists", query=query("tokens")), False),
    ((), op("exists", query=query("where", of=BOARD, where=op("empty", zone=IT))), True),
    ((), op("all", query=BOARD, where=op("empty", zone=IT)), True),
    ((token("stone", "cell_1_1"),), op("all", query=BOARD, where=op("empty", zone=IT)), False),
    ((), op("all", query=query("tokens"), where=False), True),
    # sets and their order
    ((), query("where", of=query("intsInRange", min=1, max=5), where=pair(">", IT, 3)), (4, 5)),
    ((), query("where", of=query("intsInRange", min=1, max=5), where=pair(">", "$n", 3), bind="$n"), (4, 5)),
    ((), query("list", items=[3, 1, 3, NO_NUMBER, 2]), (3, 1, 2)),  # as written; repeats and `none` are dropped
    ((), query("intsInRange", min=2, max=4), (2, 3, 4)),
    ((), query("intsInRange", min=4, max=2), ()),
    ((), query("intsInRange", min=NO_NUMBER, max=2), ()),
    ((), query("players"), (0, 1)),
    (({"eliminate": {"player": {"id": 1}}},), query("players"), (0, 1)),  # eliminated players are still listed
    ((), query("allOther"), (1,)),
    ((), aggregate("count", query=query("zones")), 19),  # 9 cells, 5 of the road, deck, line, pile, two hands
    ((), query("region", name="corners"), ("cell_0_0", "cell_0_2", "cell_2_0", "cell_2_2")),
    ((), query("region", name="home", player={"id": 1}), ("cell_0_0",)),
    ((), query("region", name="home", player=NOBODY), ()),
    ((), query("ownedZones", zone="hand", players="all"), ("hand:0", "hand:1")),
    ((), query("directions"), ("n", "s", "w", "e", "nw", "ne", "sw", "se", "east", "west")),
    ((), query("directions", which="diagonal"), ("nw", "ne", "sw", "se")),
    ((), query("directions", which="orthogonal"), ("n", "s", "w", "e", "east", "west")),
    ((token("pawn", "s"), token("stone", "p"), token("pawn", "q")), query("tokens", types=["pawn"]), (0, 2)),
    ((token("pawn", "s"), token("stone", "p")), query("tokens"), (0, 1)),
    (CARDS, query("tokensInZone", zone="deck"), (2, 1, 0)),  # in the order of a draw
    (QUEUED, query("tokensInZone", zone="line"), (0, 1)),
    ((), query("tokensInZone", zone=NOWHERE), ()),
    ((token("pawn", "r"), token("pawn", "p", count=2)), query("tokensInAdjacentZones", zone="q"), (1, 2, 0)),
    # the board as a graph
    ((), query("adjacentZones", zone="cell_0_0"), ("cell_1_0", "cell_0_1", "cell_1_1")),
    ((), query("adjacentZones", zone="cell_1_1", directions=query("list", items=["e", "n"])), ("cell_0_1", "cell_1_2")),
    ((), query("adjacentZones", zone="cell_1_1", directions="se"), ("cell_2_2",)),
    ((), query("adjacentZones", zone=NOWHERE), ()),
    ((), op("adjacent", left="p", right="q"), True),
    ((), op("adjacent", left="p", right="r"), False),
    ((), op("adjacent", left="p", right="p"), False),
    ((), op("adjacent", left="p", right=NOWHERE), False),
    ((), query("connectedZones", zone="p"), ("q", "r", "s")),
    ((), query("connectedZones", zone="p", maxDepth=1), ("q",)),
    ((), query("connectedZones", zone="p", maxDepth=0), ()),
    ((), query("connectedZones", zone="p", includeStart=True), ("p", "q", "r", "s")),
    ((), query("connectedZones", zone="island"), ()),
    ((token("stone", "r"),), query("connectedZones", zone="p", via=op("empty", zone="$zone")), ("q",)),
    ((token("stone", "r"),), query("connectedZones", zone="p", via=op("empty", zone=IT)), ("q",)),  # `via` binds both
    ((), op("connected", **from_of(start="p", to="s")), True),
    ((), op("connected", **from_of(start="p", to="island")), False),
    ((), op("connected", **from_of(start="p", to="p")), False),
    ((token("stone", "s"),), op("connected", **from_of(start="p", to="s", via=op("empty", zone="$zone"))), False),
    ((), op("connected", **from_of(start="p", to="s", maxDepth=2)), False),
    ((token("stone", "p"), token("stone", "q")), query("group", zone="p", where=op("occupied", zone=IT)), ("p", "q")),
    ((), query("group", zone="p", where=op("occupied", zone=IT)), ()),  # the start itself is tested
    ((), query("ray", **from_of(start="cell_2_0", direction="ne")), ("cell_1_1", "cell_0_2")),
    ((), query("ray", **from_of(start="cell_1_1", direction=query("list", items=["n", "e"]))), ("cell_0_1", "cell_1_2")),
    ((token("stone", "cell_0_1"),), query("ray", **from_of(start="cell_2_1", direction="n", so_long=op("empty", zone=IT))), ("cell_1_1",)),
    ((token("stone", "cell_0_1"),), query("ray", **from_of(start="cell_2_1", direction="n", so_long=op("empty", zone=IT), then=op("occupied", zone=IT))), ("cell_1_1",)),
    ((), query("ray", **from_of(start="cell_2_1", direction="n", so_long=op("empty", zone=IT), then=op("occupied", zone=IT))), ()),  # no next zone
    ((), query("between", **from_of(start="cell_0_0", to="cell_2_2")), ("cell_1_1",)),
    ((), query("between", **from_of(start="cell_0_0", to="cell_1_2")), ()),
    ((), query("between", **from_of(start="p", to="s")), ("q", "r")),
    ((), ref("step", zone="p", direction="east"), "q"),
    ((), ref("step", zone="p", direction="east", count=3), "s"),
    ((), ref("step", zone="p", direction="east", count=0), "p"),
    ((), ref("step", zone="p", direction="east", count=4), None),
    ((), ref("step", zone="p", direction="n"), None),  # no such direction from there
    (LINE_OF_THREE, ref("run", zone="cell_1_1", where=pair("==", owner_of_top(), ref("seat", seat=0))), 3),
    (LINE_OF_THREE, ref("run", zone="cell_0_1", where=op("occupied", zone=IT)), 0),
    (LINE_OF_THREE, ref("run", zone="cell_0_0", where=True), 3),
    ((), ref("run", zone="island", where=True), 1),
    ((), ref("run", zone=NOWHERE, where=True), None),
    ((), ref("distance", **from_of(start="p", to="s")), 3),
    ((), ref("distance", **from_of(start="cell_0_0", to="cell_2_1")), 2),
    ((), ref("distance", **from_of(start="p", to="p")), 0),
    ((), ref("distance", **from_of(start="p", to="island")), None),
    ((), query("zonesInRange", zone="q", range=1), ("p", "q", "r")),
    ((), query("zonesInRange", zone="q", range=0), ("q",)),
    ((), query("zonesInRange", zone="q", range=-1), ()),
    ((token("stone", "q"), token("stone", "r")), op("joins", **from_of(start=path("q"), to=path("r"), where=op("occupied", zone=IT))), True),
    ((token("stone", "q"),), op("joins", **from_of(start=path("q"), to=path("r"), where=op("occupied", zone=IT))), False),
    ((token("stone", "q"),), op("joins", **from_of(start=path("q"), to=path("q"), where=op("occupied", zone=IT))), True),  # one zone in both
    ((), op("empty", zone="p"), True),
    ((), op("occupied", zone="p"), False),
    ((), op("empty", zone=NOWHERE), False),
    ((), op("occupied", zone=NOWHERE), False),
    # movement, sight, rules
    ((token("pawn", "cell_2_1", 0), token("pawn", "cell_1_0", 1)), query("destinations", token=top("cell_2_1")), ("cell_1_1", "cell_1_0")),
    ((token("pawn", "cell_2_1", 0), token("pawn", "cell_1_0", 1)), query("destinations", token=top("cell_2_1"), group="take"), ("cell_1_0",)),
    ((token("pawn", "cell_0_1", 1),), query("destinations", token=top("cell_0_1")), ("cell_1_1",)),  # Ben faces south
    ((token("pawn", "cell_2_1"),), query("destinations", token=top("cell_2_1")), ()),  # unowned
    ((token("rook", "cell_1_1", 0), token("pawn", "cell_0_1", 0)), query("destinations", token=top("cell_1_1")), ("cell_2_1", "cell_1_0", "cell_1_2")),
    ((token("pawn", "cell_2_1", 0),), query("attacks", token=top("cell_2_1")), ("cell_1_0", "cell_1_2")),
    ((token("rook", "cell_1_1", 0), token("pawn", "cell_0_1", 0)), query("attacks", token=top("cell_1_1")), ("cell_0_1", "cell_2_1", "cell_1_0", "cell_1_2")),
    ((token("pawn", "cell_2_1", 0),), op("attacked", zone="cell_1_0", player={"id": 0}), True),
    ((token("pawn", "cell_2_1", 0),), op("attacked", zone="cell_1_0", player={"id": 1}), False),
    ((token("pawn", "cell_0_0", 0), token("stone", "cell_1_1"), token("stone", "cell_0_1")), query("reachable", token=top("cell_0_0"), budget=1), ("cell_1_0",)),
    ((token("pawn", "cell_0_0", 0),), query("reachable", token=top("cell_0_0"), budget=0), ()),
    ((), op("lineOfSight", **from_of(start="cell_0_0", to="cell_2_2")), True),
    ((token("stone", "cell_1_1"),), op("lineOfSight", **from_of(start="cell_0_0", to="cell_2_2")), False),
    ((token("stone", "cell_0_0"),), op("lineOfSight", **from_of(start="cell_0_0", to="cell_2_2")), True),  # ends never block
    ((), op("lineOfSight", **from_of(start="cell_0_0", to=NOWHERE)), False),
    ((token("crate", "cell_1_1"),), op("hasCover", **from_of(start="cell_0_0", to="cell_2_2")), True),
    ((token("crate", "cell_2_2"),), op("hasCover", **from_of(start="cell_0_0", to="cell_2_2")), False),  # its own zone
    ((), op("canTake", action="wait"), True),
    ((), op("canTake", action="wait", player={"id": 1}), True),
    ((), op("canTake", action="wait", player=NOBODY), False),
]  # fmt: skip
