"""The table of shapes: every field of every section, in the order of the language pages."""

from __future__ import annotations

import msgspec

from ludotome.gamedef import BOARD_STYLES, LAYOUTS
from ludotome.space import CELL_NAMES
from ludotome.spec.shapes.field import Field, Shape

_NAME = Field("name")
_LABEL = Field("label")
_EXPR = Field("expr")
_INT = Field("int")
_BOOL = Field("bool")
_TEXT = Field("text")
_EFFECTS = Field("effects")


def _needed(field: Field) -> Field:
    return msgspec.structs.replace(field, required=True)


def _list(of: Field) -> Field:
    return Field("list", of=of)


def _one_or_more(of: Field) -> Field:
    """Return a field for a single thing or a list of them."""
    return Field("either", options=(of, _list(of)))


def _word(*choices: str) -> Field:
    return Field("word", choices=choices)


def _shape(name: str, example: str, /, **fields: Field) -> Shape:
    return Shape(name, {key.rstrip("_"): field for key, field in fields.items()}, example)


def _in(shape: Shape) -> Field:
    return Field("shape", shape=shape)


_PLAYERS = _shape("players", "{ min: 2, max: 2 }", min=Field("int", True, least=1), max=Field("int", True, least=1))
METADATA = _shape(
    "metadata",
    "{ id: my-game, players: { min: 2, max: 2 } }",
    id=Field("id", True),
    extends=_TEXT,
    players=_needed(_in(_PLAYERS)),
    seats=_list(_NAME),
    maxTriggerDepth=_INT,
    maxPlies=_INT,
    history=_INT,
)

_SETTING = Field("scalar")
PARAMETER = _shape(
    "a parameter of the game",
    "{ default: 8, min: 4, max: 19 }",
    default=_needed(_SETTING),
    min=Field("int", constants=False),
    max=Field("int", constants=False),
    values=_list(_SETTING),
)
_TYPE = Field("either", options=(_word("int", "bool", "player", "zone", "token"), _list(_NAME)))
_RANGE = {"type": _needed(_TYPE), "min": _INT, "max": _INT, "init": Field("scalar")}
VARIABLE = Shape(
    "a variable",
    {"name": _needed(_NAME), **_RANGE, "position": _BOOL},
    "{ name: score, type: int, min: 0, max: 100, init: 0 }",
)
PROPERTY = Shape("a property", dict(_RANGE), "{ type: int, min: 0, max: 3, init: 0 }")

ZONE = _shape(
    "a zone",
    "{ id: deck, owner: none, visibility: hidden, ordering: stack }",
    id=_needed(_NAME),
    owner=_word("none", "player"),
    visibility=_word("public", "owner", "hidden"),
    ordering=_word("stack", "queue", "set"),
    adjacentTo=_list(Field("zone")),
    capacity=_INT,
    props=Field("mapping", of=Field("scalar", True)),
    terrain=_LABEL,
    at=_list(_INT),
)
_TERRAIN_OF_ZONES = Field("mapping", of=Field("either", options=(_LABEL, _list(Field("zone")))))
_CELL_NAMES = _word(*CELL_NAMES)
_ZONES_WHERE = Field("either", options=(_EXPR, _list(Field("zone"))))
_PROPS_OF_ZONES = Field(
    "mapping", of=Field("either", options=(Field("scalar", True), Field("mapping", of=_ZONES_WHERE)))
)
_BOARD = {
    "id": _NAME,
    "cells": Field("expr"),
    "capacity": _INT,
    "ordering": _word("stack", "queue", "set"),
    "props": _PROPS_OF_ZONES,
    "terrain": _TERRAIN_OF_ZONES,
}
GRID = Shape(
    "a grid",
    {
        "rows": Field("int", True, least=1),
        "cols": Field("int", True, least=1),
        "directions": Field("int"),
        "wrap": _word("none", "rows", "cols", "both"),
        "names": _CELL_NAMES,
        **_BOARD,
    },
    "{ rows: 8, cols: 8, directions: 8, names: algebraic }",
)
HEX = Shape(
    "a hex board",
    {
        "radius": Field("int", least=0),
        "rhombus": Field("int", least=1),
        "rectangle": _list(Field("int", least=1)),
        "top": _word("pointed", "flat"),
        "names": _CELL_NAMES,
        **_BOARD,
    },
    "{ radius: 4 }",
)
_LINE = _shape(
    "a line",
    "{ along: e, back: w, zones: [[a, b, c]] }",
    along=_needed(_NAME),
    back=_NAME,
    closed=_BOOL,
    zones=Field("list", True, of=_list(Field("zone"))),
)
GRAPH = _shape(
    "a graph",
    "{ id: board, zones: [a, b, c], lines: [{ along: e, back: w, zones: [[a, b, c]] }] }",
    id=_NAME,
    zones=Field("list", True, of=_NAME),
    lines=_list(_in(_LINE)),
    capacity=_INT,
    ordering=_word("stack", "queue", "set"),
    props=_PROPS_OF_ZONES,
    terrain=_TERRAIN_OF_ZONES,
    layout=_word(*LAYOUTS),
    at=Field("mapping", of=_list(_INT)),
)
MISSION = _shape(
    "a mission board",
    "{ file: attic.mission.txt, walkable: [floor] }",
    id=_NAME,
    file=_needed(_TEXT),
    segments=_TEXT,
    tokens=_TEXT,
    walkable=_list(Field("scalar", True)),
    directions=_INT,
    capacity=_INT,
    ordering=_word("stack", "queue", "set"),
    props=_PROPS_OF_ZONES,
    names=_CELL_NAMES,
)
BOARD_MACROS: dict[str, Shape] = {"grid": GRID, "hex": HEX, "graph": GRAPH, "mission": MISSION}
# `{ macro: grid, args: [3, 3] }`: the names of the arguments, in order.
MACRO_ARGS = {"grid": ("rows", "cols"), "hex": ("radius",)}

_BLOCKS = _list(_word("move", "sight"))
TERRAIN = _shape("a terrain", "{ blocks: [move, sight] }", blocks=_BLOCKS, cover=_BOOL, cost=Field("int", least=0))

_WAY = _one_or_more(_LABEL)
PATTERN = _shape(
    "a movement pattern",
    "{ step: forward, onto: empty }",
    step=_WAY,
    slide=_WAY,
    hop=_WAY,
    path=_list(_LABEL),
    leap=_list(_INT),
    onto=_one_or_more(_word("empty", "enemy", "friend", "neutral")),
    over=_word("empty", "enemy", "friend", "occupied", "any"),
    when=_EXPR,
)
_PATTERNS = _list(_in(PATTERN))
TOKEN_TYPE = _shape(
    "a token type",
    "{ id: pawn, movement: [ { step: forward } ] }",
    id=_needed(_NAME),
    props=Field("mapping", of=_in(PROPERTY)),
    movement=Field("either", options=(_PATTERNS, Field("mapping", of=_PATTERNS))),
    blocks=_BLOCKS,
    cover=_BOOL,
    max=_INT,
    short=_TEXT,
    letter=_TEXT,
    draw=Field("either", options=(_TEXT, Field("mapping", of=_TEXT))),
)
_TYPE_LOOK = _shape(
    "a look",
    "{ shape: figure, color: blue }",
    shape=_LABEL,
    mark=_TEXT,
    path=_TEXT,
    color=_TEXT,
    draw=Field("mapping", of=_TEXT),
)
_BOARD_LOOK = _shape("the look of boards", "{ style: lines }", style=_word(*BOARD_STYLES), light=_TEXT, dark=_TEXT)
LOOK = _shape(
    "look",
    "{ seats: { White: white }, board: { style: lines } }",
    seats=Field("mapping", of=_TEXT),
    board=_in(_BOARD_LOOK),
    terrain=Field("mapping", of=_TEXT),
    types=Field("mapping", of=Field("either", options=(_LABEL, _in(_TYPE_LOOK)))),
    fen=_list(Field("either", options=(Field("scalar"), Field("mapping", of=_TEXT)))),
)
MACRO = _shape(
    "a macro",
    '{ name: mine, params: [$z], expr: "top($z).owner == actor" }',
    name=_needed(_NAME),
    params=_list(Field("binding")),
    expr=_EXPR,
    effects=_EFFECTS,
)
PHASE = _shape(
    "a phase",
    "{ id: main, ends: manual }",
    id=_needed(_NAME),
    ends=_word("afterAction", "onPass", "manual"),
    when=_EXPR,
    onEnter=_EFFECTS,
    onExit=_EFFECTS,
)
TURN_STRUCTURE = _shape(
    "turnStructure",
    "{ phases: [ { id: main } ] }",
    phases=_list(_in(PHASE)),
    activePlayerOrder=_word("roundRobin", "fixed"),
)
_PARAM = _shape(
    "a parameter", '{ name: $card, domain: "tokensInZone(hand)" }', name=Field("binding", True), domain=_needed(_EXPR)
)
_LIMIT = _shape("a limit", "{ scope: turn, max: 1 }", scope=_needed(_word("turn", "phase", "game")), max=_needed(_INT))
_LONGEST = _shape("longest", '{ upTo: "2", prefer: "1" }', upTo=_needed(_EXPR), prefer=_EXPR)
ACTION = _shape(
    "an action",
    "{ id: pass, effects: [] }",
    id=_needed(_NAME),
    actor=_EXPR,
    phase=_one_or_more(_LABEL),
    params=_list(_in(_PARAM)),
    pre=_EXPR,
    cost=_EFFECTS,
    effects=_needed(_EFFECTS),
    post=_EXPR,
    longest=_in(_LONGEST),
    limits=_list(_in(_LIMIT)),
    notation=_one_or_more(Field("template")),
)
EVENTS = ("phaseEnter", "phaseExit", "turnStart", "turnEnd", "actionResolved", "tokenEntered")
_EVENT = _shape(
    "an event",
    "{ type: tokenEntered, zone: tableau }",
    type=_needed(_word(*EVENTS)),
    phase=_LABEL,
    action=_LABEL,
    zone=Field("zone"),
)
TRIGGER = _shape(
    "a trigger",
    "{ event: turnStart, effects: [ endTurn ] }",
    id=_NAME,
    event=_needed(Field("either", options=(_word(*EVENTS), _in(_EVENT)))),
    when=_EXPR,
    effects=_needed(_EFFECTS),
)
_RESULT = _shape(
    "a result",
    "{ type: win, player: lastActor }",
    type=_needed(_word("win", "draw", "lossAll", "score", "rank")),
    player=_EXPR,
    by=_one_or_more(_EXPR),
)
END_CONDITION = _shape(
    "an end condition",
    "{ when: noLegalMoves, result: { type: draw } }",
    id=_NAME,
    when=_needed(_EXPR),
    result=_needed(_in(_RESULT)),
)
SCORING = _shape(
    "scoring", '{ method: highest, value: "$player.score" }', method=_word("highest", "lowest"), value=_needed(_EXPR)
)
_MOVES = _list(_TEXT)
TEST = _shape(
    "a test",
    "{ name: two things to do, legal: [roll, hold] }",
    name=_needed(_TEXT),
    position=Field("place"),
    vars=Field("mapping", of=Field("expr")),
    active=_LABEL,
    players=_INT,
    seed=_INT,
    set=Field("mapping", of=_SETTING),
    after=_TEXT,
    rolls=_list(_INT),
    deals=Field("any"),
    draws=Field("any"),
    moves=_MOVES,
    legal=_MOVES,
    illegal=_MOVES,
    outcome=Field("any"),
    expect=Field("mapping", of=Field("expr")),
    perft=_list(_INT),
    per=_word("decision", "turn"),
)

SECTION_FIELDS: dict[str, Field] = {
    "metadata": _in(METADATA),
    "parameters": Field("mapping", of=_in(PARAMETER)),
    "constants": Field("mapping", of=_INT),
    "globalVars": _list(_in(VARIABLE)),
    "perPlayerVars": _list(_in(VARIABLE)),
    "perZoneVars": _list(_in(VARIABLE)),
    "zones": _list(Field("any")),  # `validate_zones`: a zone or a board macro
    "regions": Field(
        "mapping",
        of=Field(
            "either",
            options=(
                _EXPR,
                _list(Field("zone")),
                Field("mapping", of=Field("either", options=(_EXPR, _list(Field("zone"))))),
            ),
        ),
    ),
    "orientation": Field("mapping", of=_LABEL),
    "terrain": Field("mapping", of=_in(TERRAIN)),
    "tokenTypes": _list(_in(TOKEN_TYPE)),
    "macros": _list(_in(MACRO)),
    "setup": _EFFECTS,
    "turnStructure": _in(TURN_STRUCTURE),
    "actions": _list(_in(ACTION)),
    "triggers": _list(_in(TRIGGER)),
    "endConditions": _list(_in(END_CONDITION)),
    "scoring": Field("either", options=(_EXPR, _in(SCORING))),
    "look": _in(LOOK),
    "remove": Field("mapping", of=Field("either", options=(_BOOL, _list(_LABEL)))),
    "tests": _list(_in(TEST)),
}

# Fields of effects that are expanded before effects are compiled.
EFFECT_SHORTHANDS: dict[str, dict[str, Field]] = {"createToken": {"each": Field("mapping", of=_EXPR)}}

# Built-in macros among the effects; a bare value is the value of the first field.
EFFECT_MACROS: dict[str, Shape] = {
    "refillToSize": _shape(
        "refillToSize",
        "{ zone: row, size: 4, fromZone: deck }",
        zone=_needed(_EXPR),
        size=_needed(_EXPR),
        fromZone=_needed(_EXPR),
    ),
    "discardDownTo": _shape(
        "discardDownTo",
        "{ zone: hand, size: 5, to: discard }",
        zone=_needed(_EXPR),
        size=_needed(_EXPR),
        to=_EXPR,
        choose=_EXPR,
    ),
    "capture": _shape("capture", "$to", zone=_needed(_EXPR)),
    "place": _shape("place", "{ White: { pawn: [a2, b2] } }"),
}
