"""Random games about connected groups of tokens: placing, capturing, flipping, moving, and forbidden moves.

A group is defined by owner, type or a property; it lives while it touches an open zone, usually an empty
one. Half of the games are similar to go, the others are not. Everything that can happen to a group happens: it grows,
joins another, loses a token, is captured or flipped, in an action, in a trial, and at the end of a turn.

This module does not know how machine code keeps groups.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludotome.gamedef import (
    IT,
    ActionDef,
    EndCondition,
    EventPattern,
    GameDef,
    Metadata,
    Param,
    PhaseDef,
    PlayerCount,
    PropDef,
    RegionDef,
    Result,
    TokenTypeDef,
    TriggerDef,
    TurnStructure,
    VarDef,
)
from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.space import BoardDef, ZoneDef, generate_grid, generate_hex, hex_board, square_board

AT, NEAR, MEMBER, TOKEN = (ex.Binding(name) for name in ("$at", "$n", "$s", "$t"))
it, board = ex.Binding(IT), ex.RegionZones("board")
STONE, BLOCK = ex.NameLiteral("stone"), ex.NameLiteral("block")


def group_game(seed: int) -> GameDef:
    """Return a game about groups; the same for the same *seed*."""
    maker = _Maker(random.Random(seed))
    pick = maker.random.choice
    boards, zones = maker.board()
    return GameDef(
        metadata=Metadata("groups", PlayerCount(maker.players, maker.players), ("A", "B", "C")[: maker.players], 2, 40),
        zones=zones,
        boards=boards,
        regions=(RegionDef("some", tuple(zone.id for zone in zones[::2])),),
        turn_structure=TurnStructure((PhaseDef("main"),)),
        token_types=(
            TokenTypeDef("stone", pick(((), (PropDef("marked", "bool"),)))),
            TokenTypeDef("block", (PropDef("marked", "bool"),), max=pick((3, 30))),
        ),
        global_vars=(VarDef("n", "int", 0, 9, 0),),
        actions=(*maker.actions(), ActionDef("pass", (), ("main",))),
        triggers=(maker.trigger(),) if pick((True, False, False)) else (),
        end_conditions=(EndCondition(ex.Compare(">=", ex.TurnNumber(), ex.IntLiteral(30)), Result("draw")),),
    )


@dataclass
class _Maker:
    random: random.Random

    def __post_init__(self) -> None:
        self.near_go = self.random.choice((True, False))
        self.players = self.random.choice((2, 2, 3))
        self.prop = self.pick(("owner", "owner", "type", "marked"))
        seat = ex.Compare("==", _of(it, "owner"), ex.SeatLiteral(0))
        block = ex.Compare("==", _of(it, "type"), BLOCK)
        self.open: ex.Expr = self.pick((ex.Empty(it), ex.Empty(it), seat, ex.Or((ex.Empty(it), block))))

    def pick(self, options: Sequence[Any]) -> Any:
        """Return one of *options*; the first one in games similar to go."""
        return options[0] if self.near_go else self.random.choice(options)

    def board(self) -> tuple[tuple[BoardDef, ...], tuple[ZoneDef, ...]]:
        pick = self.random.choice
        room = pick((1, 1, 1, 2))
        if pick((True, False, False)):
            return (hex_board(),), generate_hex(2, capacity=room)
        ways = pick((4, 4, 8))
        rows, cols = pick(((3, 3), (4, 3), (4, 5), (9, 9)))
        return (square_board(ways),), generate_grid(
            rows, cols, directions=ways, capacity=room, wrap=pick(("none", "none", "cols"))
        )

    # ── questions ──────────────────────────────────────────────────────────────────────────────────────────────────

    def group(self, zone: ex.Expr) -> ex.Expr:
        sides = [_of(it, self.prop), _of(zone, self.prop)]
        self.random.shuffle(sides)
        return ex.Group(zone, ex.Compare("==", *sides))

    def alive(self, zone: ex.Expr) -> ex.Expr:
        touches = ex.Exists(ex.Where(ex.AdjacentZones(MEMBER), self.open))
        return ex.Exists(ex.Where(self.group(zone), touches, "$s"))

    def post(self, zone: ex.Expr) -> ex.Expr:
        pick = self.random.choice
        near = ex.Exists(ex.Where(ex.AdjacentZones(zone), ex.Not(self.alive(NEAR)), "$n"))
        options = (
            self.alive(zone),
            ex.Compare("==", ex.Seen(pick(("board", "some"))), ex.IntLiteral(0)),
            ex.Not(near),
            ex.Occupied(zone),
            ex.CanTake("put") if zone != AT else ex.Not(ex.Empty(zone)),
        )
        often = (0.8, 0.5, *[0.02 if self.near_go else 0.2] * 3)
        kept = tuple(one for place, one in enumerate(options) if self.random.random() < often[place])
        return ex.And(kept) if kept else options[0]

    # ── actions ────────────────────────────────────────────────────────────────────────────────────────────────────

    def actions(self) -> tuple[ActionDef, ...]:
        others = [self.take(), self.turn(), self.mark(), self.shift()]
        return (self.put(), *self.random.sample(others, self.random.choice((0, 1, 2, 3))))

    def action(self, name: str, effects: fx.Effects, params: tuple[Param, ...], tried: ex.Expr) -> ActionDef:
        post = self.post(tried) if self.random.random() < 0.8 else None
        return ActionDef(name, effects, ("main",), params=params, post=post)

    def put(self) -> ActionDef:
        """Return an action that places a token and may capture or flip groups left without an open zone."""
        pick = self.pick
        other = ex.PlayerProp(ex.Actor(), "opponent" if self.players == 2 and pick((True, False)) else "next")
        whose = pick(
            (
                ex.Compare("==", _of(it, "owner"), other),
                ex.Compare("!=", _of(it, "owner"), ex.Actor()),
                ex.Occupied(it),
                ex.Compare("==", _of(it, "type"), STONE),
            )
        )
        change = pick((self._taken, self._taken, self._turned))(MEMBER)
        dead = ex.And((ex.Occupied(NEAR), ex.Not(self.alive(NEAR))))
        taking = fx.If(dead, (fx.ForEach("$s", self.group(NEAR), (change,)),))
        count = fx.AddVar("n", ex.IntLiteral(1))
        effects = (
            fx.CreateToken(pick((STONE, STONE, BLOCK)), AT, pick((ex.Actor(), ex.Actor(), ex.SeatLiteral(0), None))),
            fx.ForEach("$n", ex.Where(ex.AdjacentZones(AT), whose), (taking,)),
            *pick(((count,), (), (fx.If(self.alive(AT), (count,)),))),
        )
        twice = Param("$k", ex.IntsInRange(ex.IntLiteral(1), ex.IntLiteral(2)))  # two ways to do the same
        params = [_param("$at", ex.Empty(it)), *([twice] if self.random.random() < 0.2 else [])]
        self.random.shuffle(params)
        return self.action("put", effects, tuple(params), AT)

    def _taken(self, zone: ex.Expr) -> fx.Effect:
        return fx.ForEach("$t", ex.TokensInZone(zone), (fx.DestroyToken(TOKEN),))

    def _turned(self, zone: ex.Expr) -> fx.Effect:
        return fx.SetTokenProp(ex.Top(zone), "owner", self.random.choice((ex.Actor(), ex.NoneLiteral())))

    def take(self) -> ActionDef:
        return self.action("take", (fx.DestroyToken(ex.Top(AT)),), (_param("$at", ex.Not(self.alive(it))),), AT)

    def turn(self) -> ActionDef:
        owned = ex.Compare("==", _of(it, "owner"), ex.Actor())
        owner = fx.SetTokenProp(ex.Top(AT), "owner", ex.PlayerProp(ex.Actor(), "next"))
        return self.action("turn", (owner,), (_param("$at", owned),), AT)

    def mark(self) -> ActionDef:
        effects = (
            fx.SetTokenProp(ex.Top(AT), "marked", ex.Not(_of(AT, "marked"))),
            *((fx.SetTokenProp(ex.Top(AT), "type", STONE),) if self.random.random() < 0.5 else ()),
        )
        return self.action("mark", effects, (_param("$at", ex.Occupied(it)),), AT)

    def shift(self) -> ActionDef:
        to = ex.Binding("$to")
        params = (_param("$at", ex.Occupied(it)), Param("$to", ex.Where(ex.AdjacentZones(AT), ex.Empty(it))))
        return self.action("shift", (fx.MoveToken(ex.Top(AT), to),), params, to)

    def trigger(self) -> TriggerDef:
        dead = ex.Where(board, ex.And((ex.Occupied(it), ex.Not(self.alive(it)))))
        return TriggerDef("tidy", EventPattern("turnEnd"), (fx.ForEach("$s", dead, (self._taken(MEMBER),)),))


def _of(zone: ex.Expr, prop: str) -> ex.Expr:
    return ex.TokenProp(ex.Top(zone), prop)


def _param(name: str, where: ex.Expr) -> Param:
    return Param(name, ex.Where(board, where))
