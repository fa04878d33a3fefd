"""Games nobody wrote: random definitions that pass the checker, for properties and for parity between the kernels.

`make_game(pick)` builds one from a function that picks one of several things, so the same maker serves hypothesis
(`game_defs`, which shrinks) and plain seeds (`random_game`, which is quick). What a generated game means is nobody's
concern; that both kernels, every process and every replay agree on it is.

Every type has a `max` and every cell a capacity, so faults of the document do occur and are part of the game.
"""

# ruff: noqa: E501  (one production a line reads as a grammar)

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from hypothesis import strategies as st

from ludotome.gamedef import (
    ActionDef,
    EndCondition,
    EventPattern,
    GameDef,
    Limit,
    Longest,
    Metadata,
    MovementGroup,
    MovementPattern,
    Param,
    PhaseDef,
    PlayerCount,
    PropDef,
    RegionDef,
    Result,
    Scoring,
    TerrainDef,
    TokenTypeDef,
    TriggerDef,
    TurnStructure,
    VarDef,
    validate_game_def,
)
from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.space import (
    BoardDef,
    ZoneDef,
    ZoneId,
    generate_grid,
    generate_hex,
    generate_ring,
    hex_board,
    ring_board,
    square_board,
)

T = TypeVar("T")
Pick = Callable[[Sequence[Any]], Any]
MAX_PLIES = 24


@st.composite
def game_defs(draw: st.DrawFn) -> GameDef:
    """A definition without errors; the smallest shrink to a single action."""
    return draw(st.builds(_made_or_none, st.randoms(use_true_random=False)).filter(lambda made: made is not None))


def any_game() -> st.SearchStrategy[GameDef]:
    """A definition without errors, made quickly; it does not shrink, but its seed makes it again (`random_game`)."""
    return st.integers(0, 2**40).map(random_game)


def _made_or_none(source: random.Random) -> GameDef | None:
    made = make_game(source.choice)
    return None if any(found.severity == "error" for found in validate_game_def(made)) else made


def random_game(seed: int) -> GameDef:
    """Return the first definition without errors that *seed* leads to."""
    source = random.Random(seed)
    while True:
        made = _made_or_none(source)
        if made is not None:
            return made


@dataclass(frozen=True)
class Sight:
    """What an expression may use at its place: bindings by kind, whether somebody acts, how deep it may still go."""

    depth: int
    actor: bool = True
    tokens: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    ints: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    token_sets: tuple[str, ...] = ()
    asks: bool = True  # whether dice, shuffles and choices are allowed
    ends: bool = True  # whether endTurn and endPhase are

    def deeper(self) -> Sight:
        return replace(self, depth=self.depth - 1)

    def bind(self, kind: str, name: str) -> Sight:
        return replace(self, **{kind: (*getattr(self, kind), name)})


@dataclass
class Maker:
    """Makes one game; every decision goes through `pick`."""

    pick: Pick
    players: PlayerCount = field(default_factory=lambda: PlayerCount(2, 2))
    zones: tuple[ZoneDef, ...] = ()
    board: BoardDef = field(default_factory=BoardDef)
    names: int = 0

    def chance(self, one_in: int) -> bool:
        return self.pick(range(one_in)) == one_in - 1

    def fresh(self) -> str:
        self.names += 1
        return f"$v{self.names}"

    # ── expressions ────────────────────────────────────────────────────────────────────────────────────────────────

    def number(self, see: Sight) -> ex.Expr:
        leaves: list[Callable[[], ex.Expr]] = [
            lambda: ex.IntLiteral(self.pick((0, 1, 2, 3, -1))),
            lambda: ex.GlobalVar("count"),
            *(lambda name=name: ex.Binding(name) for name in see.ints),
        ]
        if see.depth <= 0:
            return self.pick(leaves)()
        inner = see.deeper()
        return self.pick(
            [
                *leaves,
                lambda: ex.PlayerVar(self.player(inner), "money"),
                lambda: ex.ZoneVar(self.zone(inner), "seeds"),
                lambda: ex.TokenProp(self.token(inner), "power"),
                lambda: ex.ZoneCount(self.zone(inner)),
                lambda: ex.TurnNumber(),
                lambda: ex.Arithmetic(self.pick(("+", "-", "*")), self.number(inner), self.number(inner)),
                lambda: ex.Arithmetic(self.pick(("//", "%")), self.number(inner), ex.IntLiteral(self.pick((2, 3, -2)))),
                lambda: ex.Negate(self.number(inner)),
                lambda: ex.Absolute(self.number(inner)),
                lambda: ex.Minimum((self.number(inner), self.number(inner))),
                lambda: ex.Maximum((self.number(inner), self.number(inner))),
                lambda: ex.IfExpr(self.condition(inner), self.number(inner), self.number(inner)),
                lambda: ex.Count(self.set(inner)),
                lambda: ex.Sum(self.zone_set(inner), self.number(inner.bind("zones", ex.IT))),
                lambda: ex.Lowest(self.token_set(inner), self.number(inner.bind("tokens", ex.IT))),
                lambda: ex.Highest(ex.AllPlayers(), self.number(inner.bind("players", ex.IT))),
                lambda: ex.Run(self.zone(inner), self.condition(inner.bind("zones", ex.IT))),
                lambda: ex.Distance(self.zone(inner), self.zone(inner)),
                lambda: ex.ZoneProp(self.zone(inner), "weight"),
            ]
        )()  # type: ignore[no-any-return]

    def condition(self, see: Sight) -> ex.Expr:
        if see.depth <= 0:
            return self.pick((ex.BoolLiteral(True), ex.GlobalVar("flag"), ex.Compare("<", ex.GlobalVar("count"), ex.IntLiteral(5))))  # type: ignore[no-any-return]  # fmt: skip
        inner = see.deeper()
        return self.pick(
            [
                lambda: ex.Compare(self.pick(("==", "!=", "<", "<=", ">", ">=")), self.number(inner), self.number(inner)),
                lambda: ex.Compare(self.pick(("==", "!=")), self.player(inner), self.player(inner)),
                lambda: ex.Compare(self.pick(("==", "!=")), self.zone(inner), self.zone(inner)),
                lambda: ex.Compare(self.pick(("==", "!=")), self.token(inner), self.token(inner)),
                lambda: ex.Compare(self.pick(("==", "!=")), ex.TokenProp(self.token(inner), "type"), ex.NameLiteral(self.pick(("piece", "card")))),
                lambda: ex.Compare("==", ex.GlobalVar("mode"), ex.NameLiteral(self.pick(("calm", "wild")))),
                lambda: ex.And((self.condition(inner), self.condition(inner))),
                lambda: ex.Or((self.condition(inner), self.condition(inner))),
                lambda: ex.Not(self.condition(inner)),
                lambda: ex.IsNone(self.token(inner)),
                lambda: ex.In(self.zone(inner), self.zone_set(inner)),
                lambda: ex.NotIn(self.token(inner), self.token_set(inner)),
                lambda: ex.Empty(self.zone(inner)),
                lambda: ex.Occupied(self.zone(inner)),
                lambda: ex.Adjacent(self.zone(inner), self.zone(inner)),
                lambda: ex.Connected(self.zone(inner), self.zone(inner), self.condition(inner.bind("zones", ex.IT))),
                lambda: ex.Joins(self.zone_set(inner), self.zone_set(inner), self.condition(inner.bind("zones", ex.IT))),
                lambda: ex.Exists(self.set(inner)),
                lambda: ex.Exists(ex.Where(self.zone_set(inner), self.condition(inner.bind("zones", "$z")), "$z")),
                lambda: ex.All(self.token_set(inner), self.condition(inner.bind("tokens", ex.IT))),
                lambda: ex.Attacked(self.zone(inner), self.player(inner)),
                lambda: ex.LineOfSight(self.zone(inner), self.zone(inner)),
                lambda: ex.HasCover(self.zone(inner), self.zone(inner)),
                lambda: ex.PlayerProp(self.player(inner), "out"),
            ]
        )()  # type: ignore[no-any-return]  # fmt: skip

    def player(self, see: Sight) -> ex.Expr:
        options: list[Callable[[], ex.Expr]] = [
            lambda: ex.Active(),
            lambda: ex.SeatLiteral(self.pick(range(self.players.max))),
            lambda: ex.LastActor(),
            lambda: ex.GlobalVar("who"),
            *(lambda name=name: ex.Binding(name) for name in see.players),
        ]
        if see.actor:
            options.append(lambda: ex.Actor())
        if see.depth > 0:
            inner = see.deeper()
            options += [
                lambda: ex.PlayerProp(self.player(inner), self.pick(("next", "previous"))),
                lambda: ex.TokenProp(self.token(inner), "owner"),
                lambda: ex.ZoneProp(self.zone(inner), "owner"),
            ]
        return self.pick(options)()  # type: ignore[no-any-return]

    def zone(self, see: Sight) -> ex.Expr:
        options: list[Callable[[], ex.Expr]] = [
            lambda: ex.ZoneLiteral(self.pick([zone.id for zone in self.zones])),
            *(lambda name=name: ex.Binding(name) for name in see.zones for _ in range(3)),
        ]
        if see.depth > 0:
            inner = see.deeper()
            options += [
                lambda: ex.GlobalVar("where"),
                lambda: ex.OwnedZone("hand", self.player(inner)),
                lambda: ex.TokenProp(self.token(inner), "zone"),
                lambda: ex.Step(self.zone(inner), ex.NameLiteral(self.pick(self.board.directions)), ex.IntLiteral(self.pick((1, 2)))),
                lambda: ex.First(self.zone_set(inner)),
            ]  # fmt: skip
        return self.pick(options)()  # type: ignore[no-any-return]

    def token(self, see: Sight) -> ex.Expr:
        options: list[Callable[[], ex.Expr]] = [
            lambda: ex.GlobalVar("held"),
            *(lambda name=name: ex.Binding(name) for name in see.tokens for _ in range(3)),
        ]
        if see.depth > 0:
            inner = see.deeper()
            options += [
                lambda: ex.Top(self.zone(inner)),
                lambda: ex.First(self.token_set(inner)),
                lambda: ex.TokenProp(self.token(inner), "mate"),
            ]
        return self.pick(options)()  # type: ignore[no-any-return]

    def set(self, see: Sight) -> ex.Expr:
        return self.pick((self.zone_set, self.token_set, self.number_set))(see)  # type: ignore[no-any-return]

    def number_set(self, see: Sight) -> ex.Expr:
        least = self.pick((0, 1))
        if see.depth > 0 and self.chance(3):
            return ex.ListOf(tuple(self.number(see.deeper()) for _ in range(self.pick((1, 2, 3)))))
        return ex.IntsInRange(ex.IntLiteral(least), ex.IntLiteral(self.pick((0, 1, 2, 3))))

    def zone_set(self, see: Sight) -> ex.Expr:
        plain: list[Callable[[], ex.Expr]] = [
            lambda: ex.RegionZones("board"),
            lambda: ex.RegionZones("some"),
            lambda: ex.AllZones(),
        ]
        if see.depth <= 0:
            return self.pick(plain)()  # type: ignore[no-any-return]
        inner = see.deeper()
        of_zone = inner.bind("zones", ex.IT)
        ways = ex.DirectionSet(self.pick(("directions", "orthogonal", "diagonal")))
        return self.pick(
            [
                *plain,
                lambda: ex.AdjacentZones(self.zone(inner), self.pick((None, ways))),
                lambda: ex.Where(self.zone_set(inner), self.condition(of_zone)),
                lambda: ex.ConnectedZones(
                    self.zone(inner), self.condition(inner.bind("zones", "$zone")), include_start=self.chance(2)
                ),
                lambda: ex.ConnectedZones(self.zone(inner), max_depth=self.number(inner)),
                lambda: ex.Group(self.zone(inner), self.condition(of_zone)),
                lambda: ex.Ray(
                    self.zone(inner), ways, self.condition(of_zone), self.pick((None, self.condition(of_zone)))
                ),
                lambda: ex.Between(self.zone(inner), self.zone(inner)),
                lambda: ex.ZonesInRange(self.zone(inner), ex.IntLiteral(self.pick((0, 1, 2)))),
                lambda: ex.OwnedZones("hand", ex.AllPlayers()),
                lambda: ex.Destinations(self.token(inner)),
                lambda: ex.Attacks(self.token(inner)),
                lambda: ex.Reachable(self.token(inner), ex.IntLiteral(self.pick((1, 2, 3)))),
                lambda: ex.RegionZones("home", self.player(inner)),
            ]
        )()  # type: ignore[no-any-return]

    def token_set(self, see: Sight) -> ex.Expr:
        plain: list[Callable[[], ex.Expr]] = [
            lambda: ex.Tokens(self.pick(((), ("piece",), ("card",)))),
            *(lambda name=name: ex.Binding(name) for name in see.token_sets),
        ]
        if see.depth <= 0:
            return self.pick(plain)()  # type: ignore[no-any-return]
        inner = see.deeper()
        return self.pick(
            [
                *plain,
                lambda: ex.TokensInZone(self.zone(inner)),
                lambda: ex.TokensInAdjacentZones(self.zone(inner)),
                lambda: ex.Where(self.token_set(inner), self.condition(inner.bind("tokens", ex.IT))),
            ]
        )()  # type: ignore[no-any-return]

    # ── effects ────────────────────────────────────────────────────────────────────────────────────────────────────

    def effects(self, see: Sight, most: int = 3) -> tuple[fx.Effect, ...]:
        made: list[fx.Effect] = []
        for _ in range(self.pick(range(1, most + 1))):
            effect, see = self.effect(see)
            made.append(effect)
        return tuple(made)

    def effect(self, see: Sight) -> tuple[fx.Effect, Sight]:
        """Return an effect and what those after it in its list see."""
        options = ["variable", "variable", "create", "move", "prop", "destroy", "draw", "moveAll"]
        options += ["if", "forEach", "let"] if see.depth > 0 else []
        options += ["roll", "chooseOne", "chooseN", "shuffle", "random"] if see.asks else []
        options += ["request"] if see.ends else []
        kind = self.pick(options)
        inner = see.deeper()
        match kind:
            case "forEach":
                name, over = self.fresh(), self.pick(("zones", "tokens", "ints", "players"))
                sets = {"zones": self.zone_set, "tokens": self.token_set, "ints": self.number_set}
                listed = ex.AllPlayers() if over == "players" else sets[over](inner)
                return fx.ForEach(name, listed, self.effects(inner.bind(over, name), 2)), see
            case "let":
                name, what = self.fresh(), self.pick(("zones", "tokens", "ints", "players"))
                values = {"zones": self.zone, "tokens": self.token, "ints": self.number, "players": self.player}
                return fx.Let(name, values[what](inner)), see.bind(what, name)
            case "roll":
                name = self.fresh()
                return fx.Roll(name, ex.IntLiteral(self.pick((1, 2, 6)))), see.bind("ints", name)
            case "chooseOne":
                name, over = self.fresh(), self.pick(("zones", "tokens", "ints"))
                sets = {"zones": self.zone_set, "tokens": self.token_set, "ints": self.number_set}
                return fx.ChooseOne(name, sets[over](inner), self.player(inner)), see.bind(over, name)
            case "chooseN":
                name = self.fresh()
                chosen = fx.ChooseN(name, self.token_set(inner), ex.IntLiteral(self.pick((1, 2))), self.player(inner))
                return chosen, see.bind("token_sets", name)
            case _:
                return self.plain_effect(kind, inner), see

    def plain_effect(self, kind: str, see: Sight) -> fx.Effect:
        match kind:
            case "if":
                return fx.If(self.condition(see), self.effects(see, 2), self.pick(((), self.effects(see, 1))))
            case "variable":
                return self.variable(see)
            case "create":
                owner = self.pick((None, self.player(see)))
                props = {"power": self.number(see)} if self.chance(2) else {}
                kinds = ex.NameLiteral(self.pick(("piece", "card")))
                return fx.CreateToken(kinds, self.zone(see), owner, ex.IntLiteral(self.pick((1, 1, 2))), props)
            case "move" | "random":
                if see.depth > 0 and self.chance(4):
                    way = ex.NameLiteral(self.pick(self.board.directions))
                    return self.pick((fx.MoveTokenAdjacent(self.token(see), self.zone(see)), fx.MoveTokenAdjacent(self.token(see), direction=way)))  # type: ignore[no-any-return]  # fmt: skip
                position = "random" if kind == "random" else self.pick((None, "top", "bottom"))
                return fx.MoveToken(self.token(see), self.zone(see), position=position)
            case "prop":
                return self.change(see)
            case "destroy":
                return fx.DestroyToken(self.token(see))
            case "draw":
                return fx.Draw(self.zone(see), self.zone(see), ex.IntLiteral(self.pick((1, 2))))
            case "moveAll":
                holds = self.condition(see.bind("tokens", "$token")) if self.chance(2) else None
                return fx.MoveAll(self.zone(see), self.zone(see), holds)
            case "shuffle":
                return fx.Shuffle(self.zone(see))
            case "request":
                return self.pick((fx.EndTurn(), fx.EndPhase(), fx.SetActivePlayer(self.player(see)), fx.Eliminate(self.player(see))))  # type: ignore[no-any-return]  # fmt: skip
        raise AssertionError(kind)

    def variable(self, see: Sight) -> fx.Effect:
        return self.pick(
            [
                lambda: fx.AddVar("count", self.number(see)),
                lambda: fx.SetVar("count", self.number(see)),
                lambda: fx.SetVar("flag", self.condition(see)),
                lambda: fx.SetVar("where", self.zone(see)),
                lambda: fx.SetVar("held", self.token(see)),
                lambda: fx.SetVar("who", self.player(see)),
                lambda: fx.SetVar("mode", ex.NameLiteral(self.pick(("calm", "wild")))),
                lambda: fx.AddVar("money", self.number(see), "player", self.player(see)),
                lambda: fx.AddVar("seeds", self.number(see), "zone", zone=self.zone(see)),
            ]
        )()  # type: ignore[no-any-return]

    def change(self, see: Sight) -> fx.Effect:
        return self.pick(
            [
                lambda: fx.SetTokenProp(self.token(see), "power", self.number(see)),
                lambda: fx.SetTokenProp(self.token(see), "owner", self.player(see)),
                lambda: fx.SetTokenProp(self.token(see), "type", ex.NameLiteral(self.pick(("piece", "card")))),
                lambda: fx.SetTokenProp(self.token(see), "mate", self.token(see)),
            ]
        )()  # type: ignore[no-any-return]

    # ── the game ───────────────────────────────────────────────────────────────────────────────────────────────────

    def action(self, index: int, phases: tuple[str, ...]) -> ActionDef:
        see, params = Sight(2), []
        for _ in range(self.pick((0, 1, 1, 2))):
            name, over = self.fresh(), self.pick(("zones", "tokens", "ints"))
            domain = {"zones": self.zone_set, "tokens": self.token_set, "ints": self.number_set}[over](see)
            params.append(Param(name, domain))
            see = see.bind(over, name)
        tried = self.chance(3)
        acting = replace(see, asks=not tried)
        cost = (fx.AddVar("money", ex.Negate(ex.IntLiteral(self.pick((0, 1, 2)))), "player", ex.Actor()),)
        return ActionDef(
            id=f"act{index}",
            phases=phases if self.chance(2) else (self.pick(phases),),
            params=tuple(params),
            actor=None if self.pick(range(5)) else ex.SeatLiteral(0),
            pre=self.condition(see) if self.chance(2) else None,
            cost=cost if self.chance(3) else (),
            effects=self.effects(acting),
            post=self.condition(replace(see, depth=1)) if tried and self.chance(2) else None,
            longest=Longest(ex.IntLiteral(2)) if tried and self.chance(4) else None,
            limits=(Limit(self.pick(("turn", "phase", "game")), self.pick((1, 2))),) if self.chance(3) else (),
        )

    def trigger(self, index: int, asks: bool) -> TriggerDef:
        type_ = self.pick(("tokenEntered", "actionResolved", "turnStart", "turnEnd", "phaseEnter", "phaseExit"))
        see = Sight(2, asks=asks, ends=False)
        if type_ == "tokenEntered":
            see = see.bind("tokens", "$token").bind("zones", "$zone")
        zone = self.pick((None, "deck", "hand")) if type_ == "tokenEntered" else None
        when = self.condition(see) if self.chance(2) else None
        return TriggerDef(f"on{index}", EventPattern(type_, zone=zone), self.effects(see, 2), when)

    def end(self) -> EndCondition:
        see = Sight(2, actor=False)
        when = self.pick(
            (ex.NoLegalMoves(), self.condition(see), ex.Compare(">=", ex.GlobalVar("count"), ex.IntLiteral(9)))
        )
        result = self.pick(
            (Result("draw"), Result("lossAll"), Result("win", ex.LastActor()), Result("score"), Result("rank", by=(ex.PlayerVar(ex.Binding("$player"), "money"),)))
        )  # fmt: skip
        return EndCondition(when, result)

    def layout(self) -> None:
        """Choose the board and the other zones."""
        shape = self.pick(("grid4", "grid8", "hex", "ring"))
        cells, self.board = {
            "grid4": lambda: (generate_grid(self.pick((1, 2, 3)), 3, capacity=2), square_board(4)),
            "grid8": lambda: (generate_grid(self.pick((2, 3)), 3, directions=8, capacity=2), square_board(8)),
            "hex": lambda: (generate_hex(1, capacity=2), hex_board()),
            "ring": lambda: (generate_ring(self.pick((2, 5)), capacity=2), ring_board()),
        }[shape]()
        grounds = (None, "floor", "mud", "wall", "table")
        cells = tuple(
            _with(zone, terrain=self.pick(grounds), props={"weight": place}) for place, zone in enumerate(cells)
        )
        deck = ZoneDef(ZoneId("deck"), ordering=self.pick(("stack", "queue", "set")), visibility="hidden")
        hands = (
            ZoneDef(ZoneId(f"hand:{seat}"), owner="player", visibility="owner", ordering=self.pick(("set", "stack")))
            for seat in range(self.players.max)
        )
        self.zones = (*cells, deck, *hands)


def _with(zone: ZoneDef, **changes: Any) -> ZoneDef:
    import msgspec

    made: ZoneDef = msgspec.structs.replace(zone, **changes)
    return made


def make_game(pick: Pick) -> GameDef:
    """Return a definition made of what *pick* picks; it need not pass the checker."""
    maker = Maker(pick, PlayerCount(2, pick((2, 2, 3))))
    maker.layout()
    phases = tuple(f"phase{index}" for index in range(pick((1, 1, 2))))
    actions = tuple(maker.action(index, phases) for index in range(pick((1, 2, 3))))
    asks = not any(action.post or action.longest for action in actions)
    triggers = tuple(maker.trigger(index, asks) for index in range(pick((0, 0, 1, 2))))
    cells = tuple(zone.id for zone in maker.zones if zone.board is not None)
    see = Sight(1, actor=False, ends=False)
    seats = tuple(f"P{seat + 1}" for seat in range(maker.players.max))
    orientation: tuple[str, ...] = tuple(pick(maker.board.directions) for _ in seats)
    return GameDef(
        metadata=Metadata("generated", maker.players, seats, max_trigger_depth=2, max_plies=MAX_PLIES),
        zones=maker.zones,
        boards=(maker.board,),
        regions=(
            RegionDef("some", cells[::2]),
            RegionDef("home", of_seat=tuple((cells[seat % len(cells)],) for seat in range(maker.players.max))),
        ),
        orientation=orientation,
        terrain=(
            TerrainDef("floor"), TerrainDef("mud", cost=1), TerrainDef("wall", ("move", "sight")),
            TerrainDef("table", ("move",), cover=True),
        ),
        token_types=(_piece(pick, maker.board), _card(pick)),
        global_vars=(
            VarDef("count", "int", 0, 9, 0), VarDef("flag", "bool"), VarDef("where", "zone"), VarDef("held", "token"),
            VarDef("who", "player"), VarDef("mode", ("calm", "wild"), position=pick((True, False))),
        ),
        per_player_vars=(VarDef("money", "int", 0, 9, 3),),
        per_zone_vars=(VarDef("seeds", "int", -3, 5, 0),),
        turn_structure=TurnStructure(
            tuple(PhaseDef(name, pick(("afterAction", "manual"))) for name in phases), pick(("roundRobin", "roundRobin", "fixed"))
        ),
        setup=(
            fx.CreateToken(ex.NameLiteral("card"), ex.ZoneLiteral("deck"), count=ex.IntLiteral(3)),
            fx.CreateToken(ex.NameLiteral("piece"), ex.ZoneLiteral(cells[0]), ex.SeatLiteral(0)),
            fx.CreateToken(ex.NameLiteral("piece"), ex.ZoneLiteral(cells[-1]), ex.SeatLiteral(1)),
            *maker.effects(see, 2),
        ),
        actions=actions,
        triggers=triggers,
        end_conditions=tuple(maker.end() for _ in range(pick((1, 2)))),
        scoring=Scoring(ex.PlayerVar(ex.Binding("$player"), "money"), pick(("highest", "lowest"))),
    )  # fmt: skip


def _piece(pick: Pick, board: BoardDef) -> TokenTypeDef:
    kinds = [
        MovementPattern("step", (pick(("forward", board.directions[0])),)),
        MovementPattern("slide", board.directions[:2]),
        MovementPattern("hop", board.directions[:2], over="occupied"),
        MovementPattern("path", (board.directions[0], board.directions[-1])),
    ]
    when = ex.Compare(">", ex.TokenProp(ex.Binding(ex.IT), "power"), ex.IntLiteral(1))
    patterns = (pick(kinds), MovementPattern("step", board.directions, onto=("empty",), when=when))
    props = (PropDef("power", "int", 0, 7, 2), PropDef("mate", "token"))
    blocks = pick(((), ("move",), ("move", "sight")))
    return TokenTypeDef("piece", props, (MovementGroup("", patterns),), blocks, max=5)


def _card(pick: Pick) -> TokenTypeDef:
    return TokenTypeDef("card", (PropDef("power", "int", 0, 3, 1),), cover=pick((True, False)), max=6)
