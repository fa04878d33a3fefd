"""World: the parts of a generated game that its rules can name: players, zones, variables, token types.

Every kind of thing is declared at least once: ordered, unordered and hidden zones, zones with and without room, wrapped
and one-way roads, variables of every type and scope, properties that only some tokens have. The kinds of names are
those that rules need: `direction`, `type`, `mode`, `phase`, `terrain`, `action`.

This module does not know rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from ludotome.gamedef import PlayerCount, PropDef, RegionDef, TerrainDef, VarDef
from ludotome.space import (
    BoardDef,
    Line,
    ZoneDef,
    ZoneId,
    generate_graph,
    generate_grid,
    generate_hex,
    generate_ring,
    graph_board,
    hex_board,
    ring_board,
    square_board,
)
from tests.support.generated_games.sight import Pick

MODES = ("calm", "wild")
TERRAIN = (
    TerrainDef("floor"),
    TerrainDef("mud", cost=1),
    TerrainDef("wall", ("move", "sight")),
    TerrainDef("table", ("move",), cover=True),
    TerrainDef("fog", ("sight",)),
)
INT32 = (-(2**31), 2**31 - 1)


@dataclass(frozen=True)
class World:
    """The parts of one game; `names` lists the names of each kind."""

    players: PlayerCount
    boards: tuple[BoardDef, ...]
    zones: tuple[ZoneDef, ...]
    regions: tuple[RegionDef, ...]
    orientation: tuple[str | None, ...]
    global_vars: tuple[VarDef, ...]
    player_vars: tuple[VarDef, ...]
    zone_vars: tuple[VarDef, ...]
    props_of_type: dict[str, tuple[PropDef, ...]]
    names: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def has_piles(self) -> bool:
        """Whether there are a deck, a line and hands; a game without them is played only on its boards."""
        return any(zone.owner == "player" for zone in self.zones)

    @property
    def cells(self) -> tuple[str, ...]:
        """The zones that belong to a board."""
        return tuple(zone.id for zone in self.zones if zone.board is not None)

    def kind_of(self, declared: str | tuple[str, ...]) -> str:
        """Return the kind of a variable or property."""
        return "mode" if isinstance(declared, tuple) else declared

    def token_props(self, kind: str) -> list[str]:
        """Return the token properties of *kind*."""
        declared = {p.name: self.kind_of(p.type) for props in self.props_of_type.values() for p in props}
        known = {"owner": "player", "type": "type", "zone": "zone", **declared}
        return [name for name, found in known.items() if found == kind]

    def zone_props(self, kind: str) -> list[str]:
        """Return the zone properties of *kind*."""
        coordinates = [
            name for name in ("row", "col", "q", "r") if any(getattr(z, name) is not None for z in self.zones)
        ]
        terrain = ["terrain"] if any(zone.terrain for zone in self.zones) else []
        known = {"int": ["weight", *coordinates], "terrain": terrain, "player": ["owner"], "bool": ["shrine"]}
        return known.get(kind, [])

    def player_props(self, kind: str) -> list[str]:
        """Return the player properties of *kind*."""
        opponent = ["opponent"] if (self.players.min, self.players.max) == (2, 2) else []
        facing = ["forward", "backward", "left", "right", "forwardLeft"] if any(self.orientation) else []
        known = {"player": ["next", "previous", *opponent], "int": ["seat"], "bool": ["out"], "direction": facing}
        return known.get(kind, [])


def make_world(pick: Pick, phases: tuple[str, ...], actions: tuple[str, ...]) -> World:
    """Return the parts of a game."""
    players = PlayerCount(*pick(((2, 2), (2, 2), (2, 3), (1, 2), (3, 3))))
    piles = pick((True, True, False))
    # Machine code knows more about a game in which no zone ever holds two tokens.
    board, cells = _board(pick, pick((1, 2, None)) if piles else 1)
    boards, yard = ((board, _YARD[0]), _YARD[1]) if piles and pick((False, False, True)) else ((board,), ())
    cells = tuple(_furnished(pick, place, zone) for place, zone in enumerate((*cells, *yard)))
    ids = tuple(zone.id for zone in cells)
    seats = range(players.max)
    homes = tuple(tuple(sorted({ids[seat % len(ids)], ids[-1]}, key=ids.index)) for seat in seats)
    ways = tuple(dict.fromkeys(way for each in boards for way in each.directions))
    faces = pick((True, True, False)) and bool(board.directions)
    return World(
        players,
        boards,
        (*cells, *(_piles(pick, players.max) if piles else ())),
        (RegionDef("some", ids[::2]), RegionDef("home", of_seat=homes)),
        tuple(pick(board.directions) for _ in seats) if faces else (),
        *_variables(pick, ids[0]),
        _properties(pick),
        {
            "direction": ways,
            "type": ("piece", "card"),
            "mode": MODES,
            "phase": phases,
            "action": actions,
            "terrain": tuple(kind.id for kind in TERRAIN),
        },
    )


_YARD = (
    BoardDef("yard", "graph", ("up", "down"), ("down", "up")),
    generate_graph(("low", "high"), (Line("up", (("low", "high"),), "down"),), board="yard", capacity=2),
)


def _board(pick: Pick, room: int | None) -> tuple[BoardDef, tuple[ZoneDef, ...]]:
    roads = (Line("on", (("a", "b", "c"), ("d", "a")), pick(("back", None))), Line("off", (("c", "a"),)))
    wrap = pick(("none", "none", "cols", "both"))
    return pick(  # type: ignore[no-any-return]
        (
            lambda: (square_board(4), generate_grid(pick((2, 3, 1)), 3, capacity=room, wrap=wrap)),
            lambda: (square_board(8), generate_grid(pick((2, 3)), 3, directions=8, capacity=room)),
            lambda: (square_board(8), generate_grid(4, 4, directions=8, capacity=room, removed=((1, 1),))),
            lambda: (hex_board(), generate_hex(1, capacity=room)),
            lambda: (ring_board(), generate_ring(pick((2, 5)), capacity=room)),
            lambda: (graph_board(roads), generate_graph("abcd", roads, capacity=room)),
        )
    )()


def _furnished(pick: Pick, place: int, zone: ZoneDef) -> ZoneDef:
    ground = pick((None, None, *(kind.id for kind in TERRAIN)))
    props: dict[str, Any] = {"weight": place - 1} | ({"shrine": place % 2 == 0} if place < 3 else {})
    made: ZoneDef = msgspec.structs.replace(zone, terrain=ground, props=props)
    return made


def _piles(pick: Pick, seats: int) -> tuple[ZoneDef, ...]:
    order, hand = pick(("stack", "queue", "set")), pick(("set", "stack", "queue"))
    return (
        ZoneDef(ZoneId("deck"), ordering=order, visibility=pick(("hidden", "public"))),
        ZoneDef(ZoneId("line"), ordering="queue", capacity=3),
        *(
            ZoneDef(ZoneId(f"hand:{seat}"), owner="player", visibility=pick(("owner", "public")), ordering=hand)
            for seat in range(seats)
        ),
    )


def _variables(pick: Pick, first: ZoneId) -> tuple[tuple[VarDef, ...], ...]:
    least, most = pick(((0, 9), (-9, 9), (0, 3), (-(10**9), 10**9), (0, 9), (-1, 9), INT32))
    return (
        (
            VarDef("count", "int", least, most, 1),
            VarDef("flag", "bool"),
            VarDef("where", "zone", init=pick((None, first)), position=pick((True, False))),
            *((VarDef("held", "token"),) if pick((True, False)) else ()),
            VarDef("who", "player", init=pick((None, 0))),
            VarDef("mood", MODES, position=pick((True, False))),
        ),
        (
            VarDef("money", "int", 0, 9, 3),
            *((VarDef("pet", "token"),) if pick((False, True)) else ()),
            VarDef("ready", "bool", init=True),
        ),
        (VarDef("seeds", "int", -3, 5, 0), VarDef("claim", "player")),
    )


def _properties(pick: Pick) -> dict[str, tuple[PropDef, ...]]:
    mate = (PropDef("mate", "token"),) if pick((False, True)) else ()
    shared = (PropDef("power", "int", -4, 7, pick((0, 1, 2))),)
    return {
        "piece": (*shared, *mate, PropDef("marked", "bool"), PropDef("mood", MODES)),
        "card": (*shared, PropDef("foe", "player"), PropDef("base", "zone")),
    }
