"""Definitions nobody wrote: small random games that use every word machine code knows, for comparing the kernels.

`random_game(seed)` is a pure function of its seed. What comes out is well typed by construction, and often silly: sets
that are empty, players who are out, moves into full zones. A definition the checker refuses is not worth playing; ask
`validate_game_def` first.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ludotome.gamedef import (
    ActionDef,
    EndCondition,
    EventPattern,
    GameDef,
    Limit,
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
    TokenTypeDef,
    TriggerDef,
    TurnStructure,
    VarDef,
)
from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.space import ZoneDef, generate_grid, square_board

WAYS = ("n", "s", "w", "e", "nw", "ne", "sw", "se")
TYPES = ("a", "b")
BOARD = generate_grid(3, 3, directions=8, capacity=1)
PILES = (
    ZoneDef("deck", ordering="stack"),
    ZoneDef("line", ordering="queue", capacity=3),
    ZoneDef("hand:0", owner="player", visibility="owner"),
    ZoneDef("hand:1", owner="player", visibility="owner"),
)


@dataclass
class Writer:
    """Writes random expressions and effects; `bound` are the names in sight by type."""

    rng: random.Random
    actor: bool = True
    bound: dict[str, tuple[str, ...]] = field(default_factory=dict)
    place: str = "action"
    names: int = 0

    def one(self, *makers: Callable[[], ex.Expr]) -> ex.Expr:
        return self.rng.choice(makers)()

    def inner(self, kind: str, name: str) -> Writer:
        bound = {**self.bound, kind: (*self.bound.get(kind, ()), name)}
        return replace(self, bound=bound)

    def binder(self) -> str:
        return self.rng.choice((ex.IT, "$x", "$y"))

    def held(self, kind: str, otherwise: Callable[[], ex.Expr]) -> ex.Expr:
        names = self.bound.get(kind, ())
        return ex.Binding(self.rng.choice(names)) if names and self.rng.random() < 0.7 else otherwise()

    # ── scalars ────────────────────────────────────────────────────────────────────────────────────────────────────

    def int_(self, d: int) -> ex.Expr:
        small = lambda: ex.IntLiteral(self.rng.randint(-2, 5))  # noqa: E731
        if d <= 0:
            return self.held("int", lambda: self.one(small, lambda: ex.GlobalVar("n")))
        return self.one(
            small,
            lambda: self.held("int", small),
            lambda: ex.PlayerVar(self.player(d - 1), "m"),
            lambda: ex.ZoneVar(self.zone(d - 1), "v"),
            lambda: ex.TokenProp(self.token(d - 1), "p"),
            lambda: ex.ZoneProp(self.zone(d - 1), self.rng.choice(("row", "col"))),
            lambda: ex.ZoneCount(self.zone(d - 1)),
            lambda: ex.Arithmetic(self.rng.choice(("+", "-", "*")), self.int_(d - 2), self.int_(d - 2)),  # type: ignore[arg-type]
            lambda: ex.Arithmetic(
                self.rng.choice(("//", "%")),  # type: ignore[arg-type]
                self.int_(d - 2),
                ex.IntLiteral(self.rng.choice((-3, -2, 2, 3))),
            ),
            lambda: ex.Negate(self.int_(d - 2)),
            lambda: ex.Absolute(self.int_(d - 2)),
            lambda: ex.Minimum((self.int_(d - 2), self.int_(d - 2))),
            lambda: ex.Maximum((self.int_(d - 2), self.int_(d - 2))),
            lambda: ex.IfExpr(self.bool_(d - 2), self.int_(d - 2), self.int_(d - 2)),
            lambda: ex.Count(self.set_(d - 1)[0]),
            lambda: self.fold(d),
            lambda: self.run(d),
            lambda: ex.Distance(self.zone(d - 1), self.zone(d - 1)),
            ex.TurnNumber,
            lambda: ex.PlayerProp(self.player(d - 1), "seat"),
        )

    def fold(self, d: int) -> ex.Expr:
        source, kind = self.set_(d - 1)
        bind = self.binder()
        of = self.inner(kind, bind).inner(kind, ex.IT).int_(d - 2)
        return self.rng.choice((ex.Sum, ex.Lowest, ex.Highest))(source, of, bind)

    def run(self, d: int) -> ex.Expr:
        return ex.Run(self.zone(d - 1), self.inner("zone", ex.IT).bool_(d - 2))

    def bool_(self, d: int) -> ex.Expr:
        if d <= 0:
            return self.one(lambda: ex.BoolLiteral(self.rng.random() < 0.7), lambda: ex.GlobalVar("f"))
        compare = ("==", "!=", "<", "<=", ">", ">=")
        return self.one(
            lambda: ex.And((self.bool_(d - 1), self.bool_(d - 2))),
            lambda: ex.Or((self.bool_(d - 1), self.bool_(d - 2))),
            lambda: ex.Not(self.bool_(d - 1)),
            lambda: ex.Compare(self.rng.choice(compare), self.int_(d - 1), self.int_(d - 1)),  # type: ignore[arg-type]
            lambda: ex.Compare(self.rng.choice(compare[:2]), self.player(d - 1), self.player(d - 1)),  # type: ignore[arg-type]
            lambda: ex.Compare(self.rng.choice(compare[:2]), self.zone(d - 1), self.zone(d - 1)),  # type: ignore[arg-type]
            lambda: ex.Compare(self.rng.choice(compare[:2]), self.token(d - 1), self.token(d - 1)),  # type: ignore[arg-type]
            lambda: ex.Compare("==", ex.TokenProp(self.token(d - 1), "type"), ex.NameLiteral(self.rng.choice(TYPES))),
            lambda: ex.IsNone(self.one(*(lambda f=f: f(d - 1) for f in (self.player, self.zone, self.token)))),  # type: ignore[misc]
            lambda: self.member(d),
            lambda: ex.Exists(self.set_(d - 1)[0]),
            lambda: self.every(d),
            lambda: ex.Empty(self.zone(d - 1)),
            lambda: ex.Occupied(self.zone(d - 1)),
            lambda: ex.Adjacent(self.zone(d - 1), self.zone(d - 1)),
            lambda: ex.Connected(self.zone(d - 1), self.zone(d - 1), self.inner("zone", "$zone").bool_(d - 2)),
            lambda: ex.Joins(self.zones(d - 1), self.zones(d - 1), self.inner("zone", ex.IT).bool_(d - 2)),
            lambda: ex.Attacked(self.zone(d - 1), self.player(d - 1)),
            lambda: ex.TokenProp(self.token(d - 1), "flag"),
            lambda: ex.PlayerProp(self.player(d - 1), "out"),
        )

    def member(self, d: int) -> ex.Expr:
        node = self.rng.choice((ex.In, ex.NotIn))
        return self.one(
            lambda: node(self.zone(d - 1), self.zones(d - 1)),
            lambda: node(self.token(d - 1), self.tokens(d - 1)),
            lambda: node(self.player(d - 1), self.players(d - 1)),
            lambda: node(self.int_(d - 1), self.ints(d - 1)),
        )

    def every(self, d: int) -> ex.Expr:
        source, kind = self.set_(d - 1)
        bind = self.binder()
        return ex.All(source, self.inner(kind, bind).inner(kind, ex.IT).bool_(d - 2), bind)

    def player(self, d: int) -> ex.Expr:
        who: list[Callable[[], ex.Expr]] = [ex.Active, ex.LastActor, lambda: ex.SeatLiteral(self.rng.randint(0, 1))]
        who += [ex.Actor] if self.actor else []
        if d > 0:
            who += [
                lambda: ex.TokenProp(self.token(d - 1), "owner"),
                lambda: ex.ZoneProp(self.zone(d - 1), "owner"),
                lambda: ex.PlayerProp(self.player(d - 1), self.rng.choice(("next", "previous", "opponent"))),
                lambda: ex.GlobalVar("who"),
                lambda: ex.First(self.players(d - 1)),
            ]
        return self.held("player", lambda: self.one(*who))

    def zone(self, d: int) -> ex.Expr:
        where: list[Callable[[], ex.Expr]] = [lambda: ex.ZoneLiteral(self.rng.choice((*BOARD, *PILES)).id)]
        if d > 0:
            where += [
                lambda: ex.TokenProp(self.token(d - 1), "zone"),
                lambda: ex.Step(self.zone(d - 1), self.way(), ex.IntLiteral(self.rng.randint(0, 2))),
                lambda: ex.Step(self.zone(d - 1), self.way(), self.int_(d - 2)),
                lambda: ex.OwnedZone("hand", self.player(d - 1)),
                lambda: ex.First(self.zones(d - 1)),
                lambda: ex.GlobalVar("spot"),
                lambda: ex.IfExpr(self.bool_(d - 2), self.zone(d - 2), self.zone(d - 2)),
            ]
        return self.held("zone", lambda: self.one(*where))

    def token(self, d: int) -> ex.Expr:
        what: list[Callable[[], ex.Expr]] = [lambda: ex.Top(self.zone(d - 1)), lambda: ex.GlobalVar("held")]
        if d > 0:
            what.append(lambda: ex.First(self.tokens(d - 1)))
        return self.held("token", lambda: self.one(*what))

    def way(self) -> ex.Expr:
        word = self.rng.choice(("forward", "forwardLeft", "left"))
        return self.one(lambda: ex.NameLiteral(self.rng.choice(WAYS)), lambda: ex.PlayerProp(self.player(0), word))

    # ── sets ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def set_(self, d: int) -> tuple[ex.Expr, str]:
        kind = self.rng.choice(("zone", "token", "player", "int"))
        make = {"zone": self.zones, "token": self.tokens, "player": self.players, "int": self.ints}[kind]
        return make(d), kind

    def filtered(self, source: ex.Expr, kind: str, d: int) -> ex.Expr:
        bind = self.binder()
        return ex.Where(source, self.inner(kind, bind).inner(kind, ex.IT).bool_(d - 1), bind)

    def zones(self, d: int) -> ex.Expr:
        simple: list[Callable[[], ex.Expr]] = [
            lambda: ex.RegionZones("board"),
            ex.AllZones,
            lambda: ex.RegionZones("goal", self.player(d - 1)),
            lambda: ex.ListOf((self.zone(d - 1), self.zone(d - 1))),
        ]
        if d > 0:
            it = lambda: self.inner("zone", ex.IT)  # noqa: E731
            simple += [
                lambda: self.filtered(self.zones(d - 1), "zone", d - 1),
                lambda: ex.AdjacentZones(self.zone(d - 1)),
                lambda: ex.AdjacentZones(
                    self.zone(d - 1), ex.DirectionSet(self.rng.choice(("orthogonal", "diagonal")))
                ),  # type: ignore[arg-type]
                lambda: ex.ConnectedZones(
                    self.zone(d - 1),
                    self.inner("zone", "$zone").bool_(d - 2),
                    include_start=self.rng.random() < 0.5,
                ),
                lambda: ex.Group(self.zone(d - 1), it().bool_(d - 2)),
                lambda: ex.Ray(
                    self.zone(d - 1),
                    self.one(ex.DirectionSet, self.way),
                    it().bool_(d - 2) if self.rng.random() < 0.7 else None,
                    it().bool_(d - 2) if self.rng.random() < 0.5 else None,
                ),
                lambda: ex.Between(self.zone(d - 1), self.zone(d - 1)),
                lambda: ex.Destinations(self.token(d - 1)),
                lambda: ex.Attacks(self.token(d - 1)),
                lambda: ex.ZonesInRange(self.zone(d - 1), self.int_(d - 2)),
                lambda: ex.OwnedZones("hand", self.players(d - 1)),
            ]
        return self.one(*simple)

    def tokens(self, d: int) -> ex.Expr:
        simple: list[Callable[[], ex.Expr]] = [
            lambda: ex.Tokens(self.rng.choice(((), ("a",), ("b",), ("a", "b")))),
            lambda: ex.TokensInZone(self.zone(d - 1)),
            lambda: ex.TokensInAdjacentZones(self.zone(d - 1)),
        ]
        if d > 0:
            simple += [lambda: self.filtered(self.tokens(d - 1), "token", d - 1)] * 2
        return self.one(*simple)

    def players(self, d: int) -> ex.Expr:
        simple: list[Callable[[], ex.Expr]] = [ex.AllPlayers, lambda: ex.ListOf((self.player(d - 1),))]
        simple += [ex.AllOther] if self.actor else []
        if d > 0:
            simple.append(lambda: self.filtered(self.players(d - 1), "player", d - 1))
        return self.one(*simple)

    def ints(self, d: int) -> ex.Expr:
        low = ex.IntLiteral(self.rng.randint(-1, 2))
        return self.one(
            lambda: ex.IntsInRange(low, ex.IntLiteral(self.rng.randint(0, 4))),
            lambda: ex.ListOf((self.int_(d - 1), self.int_(d - 1))),
            lambda: self.filtered(ex.IntsInRange(low, ex.IntLiteral(3)), "int", d - 1),
        )

    # ── effects ────────────────────────────────────────────────────────────────────────────────────────────────────

    def effects(self, depth: int, most: int = 4) -> fx.Effects:
        made: list[fx.Effect] = []
        writer = self
        for _ in range(self.rng.randint(1, most)):
            effect = writer.effect(depth)
            made.append(effect)
            if (isinstance(effect, fx.Let) and effect.in_ is None) or isinstance(effect, fx.Roll):
                writer = writer.inner("int", effect.bind)
        return tuple(made)

    def effect(self, depth: int) -> fx.Effect:
        d, chance = 3, self.rng.random
        makers: list[Callable[[], fx.Effect]] = [
            lambda: fx.SetVar("n", self.int_(d)),
            lambda: fx.AddVar("n", self.int_(d)),
            lambda: fx.SetVar("f", self.bool_(d)),
            lambda: fx.SetVar("who", self.player(d)),
            lambda: fx.SetVar("spot", self.zone(d)),
            lambda: fx.SetVar("held", self.token(d)),
            lambda: fx.AddVar("m", self.int_(d), "player", player=self.player(d)),
            lambda: fx.SetVar("v", self.int_(d), "zone", zone=self.zone(d)),
            lambda: fx.SetTokenProp(self.token(d), "owner", self.player(d)),
            lambda: fx.SetTokenProp(self.token(d), "p", self.int_(d)),
            lambda: fx.SetTokenProp(self.token(d), "flag", self.bool_(d)),
            lambda: fx.MoveToken(
                self.token(d),
                self.pile(d),
                position=self.rng.choice((None, "top", "bottom", "random")),  # type: ignore[arg-type]
            ),
            lambda: fx.MoveAll(
                self.zone(d), self.pile(d), self.inner("token", "$token").bool_(2) if chance() < 0.5 else None
            ),
            lambda: fx.Draw(self.zone(d), self.pile(d), self.int_(2)),
            lambda: fx.Shuffle(self.zone(d)),
            lambda: fx.DestroyToken(self.token(d)),
            lambda: fx.CreateToken(ex.NameLiteral("a"), self.pile(d), self.player(d), props={"p": self.int_(2)}),
            lambda: fx.CreateToken(ex.NameLiteral("b"), self.pile(d), None, ex.IntLiteral(self.rng.randint(0, 2))),
            lambda: fx.Let(f"$k{self.rng.randint(0, 2)}", self.int_(d)),
            lambda: fx.Roll(f"$r{self.rng.randint(0, 1)}", ex.IntLiteral(self.rng.randint(1, 6))),
            fx.EndPhase,
            fx.EndTurn,
        ]
        if self.place == "setup":
            makers = makers[:-4]
        if self.actor:
            makers += [fx.ExtraTurn, lambda: fx.SetActivePlayer(self.player(d))]
            makers += [lambda: fx.Eliminate(self.player(d))] if chance() < 0.1 else []
        if depth > 0:
            makers += [
                lambda: fx.If(
                    self.bool_(d), self.effects(depth - 1, 2), self.effects(depth - 1, 2) if chance() < 0.5 else ()
                ),
                lambda: self.for_each(depth),
            ]
        return self.rng.choice(makers)()

    def pile(self, d: int) -> ex.Expr:
        """Return a zone that is seldom full, so that not every game ends in a fault."""
        roomy = lambda: ex.ZoneLiteral(self.rng.choice(("deck", "hand:0", "hand:1")))  # noqa: E731
        empty = lambda: ex.First(ex.Where(ex.RegionZones("board"), ex.Empty(ex.Binding(ex.IT))))  # noqa: E731
        return self.one(roomy, empty, empty, lambda: self.zone(d))

    def for_each(self, depth: int) -> fx.Effect:
        source, kind = self.set_(2)
        return fx.ForEach("$e", source, self.inner(kind, "$e").effects(depth - 1, 2))


def random_game(seed: int) -> GameDef:
    """Return the random definition of *seed*."""
    rng = random.Random(seed)
    acting = Writer(rng)
    idle = Writer(rng, actor=False, place="end")
    phases = ("main",) if rng.random() < 0.6 else ("main", "late")
    chance = rng.random
    return GameDef(
        metadata=Metadata(f"random-{seed}", PlayerCount(2, 2), ("First", "Second"), max_trigger_depth=2, max_plies=40),
        zones=(*BOARD, *PILES),
        boards=(square_board(8),),
        turn_structure=TurnStructure(
            tuple(
                PhaseDef(
                    name,
                    rng.choice(("afterAction", "manual")),  # type: ignore[arg-type]
                    idle.bool_(2) if chance() < 0.2 else None,
                    acting.effects(0, 1) if chance() < 0.2 else (),
                    acting.effects(0, 1) if chance() < 0.2 else (),
                )
                for name in phases
            ),
            "roundRobin" if chance() < 0.8 else "fixed",
        ),
        global_vars=(
            VarDef("n", "int", -9, 9, 1),
            VarDef("f", "bool"),
            VarDef("who", "player"),
            VarDef("spot", "zone", position=chance() < 0.5),
            VarDef("held", "token"),
        ),
        per_player_vars=(VarDef("m", "int", 0, 7, 2),),
        per_zone_vars=(VarDef("v", "int", -3, 3, 0),),
        regions=(RegionDef("goal", of_seat=(("cell_0_0", "cell_0_1", "cell_0_2"), ("cell_2_0", "cell_2_2"))),),
        orientation=("n", "s"),
        token_types=_types(rng, idle),
        setup=_setup(rng),
        actions=tuple(_action(rng, index, phases) for index in range(rng.randint(1, 3))),
        triggers=tuple(_trigger(rng, index) for index in range(rng.choice((0, 0, 1, 2)))),
        end_conditions=tuple(_end(rng, idle) for _ in range(rng.randint(0, 2))),
        scoring=Scoring(replace(idle, bound={"player": ("$player",)}).int_(3), rng.choice(("highest", "lowest"))),  # type: ignore[arg-type]
    )


def _types(rng: random.Random, idle: Writer) -> tuple[TokenTypeDef, ...]:
    step = MovementPattern("step", ("forward", "left"), onto=rng.choice((("empty",), ("empty", "enemy"))))
    slide = MovementPattern("slide", rng.choice((("n", "e"), ("ne", "sw", "w"))))
    hop = MovementPattern("hop", ("s", "n", "w"), over="occupied", onto=("empty", "friend"))
    when = replace(idle, bound={"token": (ex.IT,)}, place="movement").bool_(1) if rng.random() < 0.3 else None
    leap = MovementPattern("leap", offset=(2, 1), when=when)
    props = (PropDef("p", "int", -4, 4, 1), PropDef("flag", "bool"))
    return (
        TokenTypeDef("a", props, (MovementGroup("", tuple(rng.sample((step, slide, hop, leap), 2))),), max=4),
        TokenTypeDef(
            "b", props, (MovementGroup("", (rng.choice((step, slide, leap)),)),) if rng.random() < 0.7 else (), max=4
        ),
    )


def _setup(rng: random.Random) -> fx.Effects:
    made: list[fx.Effect] = [
        fx.CreateToken(ex.NameLiteral(rng.choice(TYPES)), ex.ZoneLiteral(zone), ex.SeatLiteral(seat))
        for seat, zone in enumerate(rng.sample([cell.id for cell in BOARD], 2))
    ]
    made.append(fx.CreateToken(ex.NameLiteral("b"), ex.ZoneLiteral("deck"), None, ex.IntLiteral(2)))
    if rng.random() < 0.5:
        made.append(fx.Shuffle(ex.ZoneLiteral("deck")))
    return tuple(made)


def _action(rng: random.Random, index: int, phases: tuple[str, ...]) -> ActionDef:
    writer = Writer(rng)
    params = []
    for number in range(rng.randint(0, 2)):
        domain, kind = writer.set_(3)
        params.append(Param(f"$p{number}", domain))
        writer = writer.inner(kind, f"$p{number}")
    uncertain = rng.random() < 0.6
    effects = writer.effects(1)
    certain = not any(isinstance(effect, fx.Roll | fx.Shuffle) for effect in _flat(effects))
    return ActionDef(
        f"act{index}",
        effects,
        phases if rng.random() < 0.7 else (rng.choice(phases),),
        tuple(params),
        pre=writer.bool_(3) if rng.random() < 0.4 else None,
        cost=(fx.AddVar("m", ex.IntLiteral(-1), "player", player=ex.Actor()),) if rng.random() < 0.15 else (),
        post=writer.bool_(3) if certain and not uncertain else None,
        limits=(Limit(rng.choice(("turn", "phase", "game")), rng.randint(1, 3)),) if rng.random() < 0.3 else (),  # type: ignore[arg-type]
    )


def _flat(effects: fx.Effects) -> list[fx.Effect]:
    found: list[fx.Effect] = []
    for effect in effects:
        found.append(effect)
        if isinstance(effect, fx.If):
            found += _flat((*effect.then, *effect.else_))
        elif isinstance(effect, fx.ForEach):
            found += _flat(effect.effects)
    return found


def _trigger(rng: random.Random, index: int) -> TriggerDef:
    type_ = rng.choice(("turnStart", "turnEnd", "phaseEnter", "phaseExit", "actionResolved", "tokenEntered"))
    bound = {"token": ("$token",), "zone": ("$zone", "$from")} if type_ == "tokenEntered" else {}
    writer = Writer(rng, bound={**bound, "player": ("$player",)}, place="trigger")
    zone = rng.choice((None, "hand", "deck", "cell_1_1")) if type_ == "tokenEntered" else None
    effects = tuple(effect for effect in writer.effects(1, 2) if not isinstance(effect, fx.EndTurn | fx.EndPhase))
    when = writer.bool_(2) if rng.random() < 0.5 else None
    return TriggerDef(f"t{index}", EventPattern(type_, zone=zone), effects, when)  # type: ignore[arg-type]


def _end(rng: random.Random, idle: Writer) -> EndCondition:
    rare = ex.And((idle.bool_(3), ex.Compare(">=", ex.TurnNumber(), ex.IntLiteral(rng.randint(2, 9)))))
    when: ex.Expr = rng.choice((rare, rare, ex.NoLegalMoves()))
    by = (replace(idle, bound={"player": ("$player",)}).int_(2),)
    return EndCondition(
        when,
        rng.choice(
            (Result("win", idle.player(1)), Result("draw"), Result("lossAll"), Result("score"), Result("rank", by=by))
        ),
    )
