"""Rules of a generated game: token types, phases, actions, triggers and ends over its world.

This module does not know how options are picked.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import msgspec

from ludotome.gamedef import (
    NODES,
    ActionDef,
    EndCondition,
    EventPattern,
    GameDef,
    Limit,
    Longest,
    Metadata,
    MovementGroup,
    MovementPattern,
    Node,
    NotationPiece,
    Param,
    PhaseDef,
    Result,
    Scoring,
    TokenTypeDef,
    TriggerDef,
    TurnStructure,
)
from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from tests.support.generated_games import effects, expressions
from tests.support.generated_games.effects import EffectWriter
from tests.support.generated_games.expressions import SETS, Writer
from tests.support.generated_games.sight import Pick, Sight
from tests.support.generated_games.world import TERRAIN, World, make_world

MAX_PLIES = 24
SPARED = effects.SPARED | expressions.SPARED


def make_game(pick: Pick) -> GameDef:
    """Return a definition from the options that *pick* picks; it need not be valid."""
    waits = pick((True, True, True, True, False))
    actions = (*(f"act{index}" for index in range(pick((1, 2, 3)))), *(("wait",) if waits else ()))
    phases = ("main", "late")[: pick((1, 1, 2))]
    world = make_world(pick, phases, actions)
    maker = RuleMaker(world, pick, EffectWriter(Writer(world, pick, _left_out(pick(range(1000))))))
    made = tuple(maker.wait() if name == "wait" else maker.action(index) for index, name in enumerate(actions))
    tried = any(action.post or action.longest for action in made)
    return GameDef(
        metadata=maker.metadata(),
        zones=world.zones,
        boards=world.boards,
        regions=world.regions,
        orientation=world.orientation,
        terrain=TERRAIN,
        token_types=maker.token_types(),
        global_vars=world.global_vars,
        per_player_vars=world.player_vars,
        per_zone_vars=world.zone_vars,
        turn_structure=TurnStructure(
            tuple(maker.phase(name) for name in phases), pick(("roundRobin", "roundRobin", "roundRobin", "fixed"))
        ),
        setup=maker.setup(),
        actions=made,
        triggers=tuple(maker.trigger(index, asks=not tried) for index in range(pick((0, 0, 1, 2)))),
        end_conditions=tuple(maker.end() for _ in range(pick((1, 0, 2)))),
        scoring=Scoring(maker.expressions.write("int", _of_player(2)), pick(("highest", "lowest"))),
    )


def _left_out(dialect: int) -> frozenset[type[Node]]:
    """Return the nodes that a dialect of the language lacks; dialect 0 has all of them.

    Games in small dialects use each node more often and in more ways.
    """
    source = random.Random(dialect)
    return frozenset(cls for cls in NODES if dialect and cls not in SPARED and source.random() < 0.5)


def _of_player(depth: int) -> Sight:
    return Sight(depth, "scoring", actor=False).bind("player", "$player")


@dataclass
class RuleMaker:
    """Makes the rules of one game."""

    world: World
    pick: Pick
    effects: EffectWriter

    @property
    def expressions(self) -> Writer:
        """Writes expressions."""
        return self.effects.write

    def maybe(self, kind: str, see: Sight, one_in: int = 2) -> Any:
        """Return an expression once in *one_in* times, otherwise None."""
        return self.expressions.write(kind, see) if self.pick(range(one_in)) == one_in - 1 else None

    def metadata(self) -> Metadata:
        """Return the players and the length of the game."""
        seats = tuple(f"P{seat + 1}" for seat in range(self.world.players.max))
        depth, plies, history = self.pick((2, 0, 8)), self.pick((MAX_PLIES, MAX_PLIES, 5)), self.pick((None, None, 3))
        return Metadata("generated", self.world.players, seats, depth, plies, history)

    # ── tokens ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def token_types(self) -> tuple[TokenTypeDef, ...]:
        """Return a type that moves and one that does not."""
        piece, card = self.world.props_of_type["piece"], self.world.props_of_type["card"]
        groups = (MovementGroup("", (self.pattern(), self.pattern())), MovementGroup("march", (self.pattern(),)))
        blocks = self.pick(((), ("move",), ("move", "sight"), ("sight",)))
        return (
            TokenTypeDef("piece", piece, groups, blocks, max=self.pick((9, 5, 3))),
            TokenTypeDef("card", card, cover=self.pick((False, True)), max=self.pick((9, 5))),
        )

    def pattern(self) -> MovementPattern:
        """Return a movement pattern."""
        relative = ("forward", "left", "backwardRight") if any(self.world.orientation) else ()
        ways = (*self.world.boards[0].directions, *relative)
        square = self.world.boards[0].shape == "square"
        kind = self.pick(("step", "slide", "hop", "path", *(("leap",) if square else ())))
        when = self.maybe("bool", Sight(1, "movement", actor=False).bind("token", ex.IT), 4)
        onto = self.pick((("empty", "enemy"), ("empty",), ("enemy", "friend"), ("empty", "neutral")))
        if kind == "leap":
            return MovementPattern(kind, offset=self.pick(((2, 1), (1, 1), (0, 2))), onto=onto, when=when)
        over = "empty" if kind == "slide" else self.pick(("empty", "occupied", "enemy", "friend", "any"))
        start = self.pick(range(len(ways)))
        return MovementPattern(kind, (*ways[start:], *ways[:start])[: self.pick((2, 1, 4))], None, onto, over, when)

    def setup(self) -> fx.Effects:
        """Return the setup: cards in the deck, a piece for two players, and something more."""
        first, last = (ex.ZoneLiteral(self.world.cells[place]) for place in (0, -1))
        piece = ex.NameLiteral("piece")
        see = Sight(1, "setup", actor=False)
        deck = ex.ZoneLiteral("deck")
        cards = (fx.CreateToken(ex.NameLiteral("card"), deck, count=ex.IntLiteral(3)),) if self.world.has_piles else ()
        return (
            *cards,
            fx.CreateToken(piece, first, ex.SeatLiteral(0)),
            fx.CreateToken(piece, last, ex.SeatLiteral(self.world.players.max - 1)),
            *((fx.Shuffle(deck),) if cards and self.pick((False, True)) else ()),
            *(self.effects.list(see, 2) if self.pick((False, False, True)) else ()),
        )

    # ── turns ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def phase(self, name: str) -> PhaseDef:
        """Return a phase."""
        see = Sight(1, "phase", takes=self.world.names["action"])
        ends = self.pick(("afterAction", "manual", "onPass"))
        when = self.maybe("bool", Sight(2, "phase", actor=False), 6)
        enter, leave = (self.effects.list(see, 1) if self.pick(range(5)) == 4 else () for _ in range(2))
        return PhaseDef(name, ends, when, enter, leave)

    def action(self, index: int) -> ActionDef:
        """Return an action; its `canTake` may use only later actions."""
        names, phases = self.world.names["action"], self.world.names["phase"]
        see, params = Sight(3, "action", takes=names[index + 1 :]), []
        for _ in range(self.pick((1, 0, 1, 2))):
            of = self.pick((*SETS, *SETS[:2]))
            name = f"$p{len(params)}"
            params.append(Param(name, self.expressions.write(of, see)))
            see = see.bind(of.removeprefix("set of "), name)
        tried = self.pick((False, False, True))
        acting = Sight(1, "action", takes=see.takes if tried else names, bound=see.bound, asks=not tried)
        post = Sight(2, "post", takes=see.takes, bound=see.bound)
        everybody = Sight(1, "action", actor=False)
        action = ActionDef(
            id=names[index],
            phases=phases if self.pick((True, True, False)) else (self.pick(phases),),
            params=tuple(params),
            actor=self.expressions.value("players", everybody) if self.pick(range(6)) == 5 else None,
            pre=self.maybe("bool", see),
            cost=self.cost(acting) if self.pick((False, False, True)) else (),
            effects=self.effects.list(acting),
            post=self.maybe("bool", post) if tried else None,
            longest=self.longest(see) if tried and self.pick((False, False, False, True)) else None,
            limits=self.limits(),
            notation=self.notation(see) if self.pick((False, False, True)) else None,
        )
        tried = action.post is not None or action.longest is not None
        return msgspec.structs.replace(action, longer=self.longer(see, tried=tried) if action.notation else ())

    def wait(self) -> ActionDef:
        """Return an action that is almost always legal, so that the game continues."""
        move = fx.MoveToken(ex.First(ex.Tokens()), self.effects.room(Sight(1)))
        pile = ex.ZoneLiteral(self.world.zones[-1].id)
        effect = self.pick((fx.AddVar("count", ex.IntLiteral(1)), move, fx.Shuffle(pile)))
        return ActionDef("wait", (effect,), self.world.names["phase"], limits=self.limits())

    def cost(self, see: Sight) -> fx.Effects:
        """Return the cost of an action: mostly money, sometimes anything."""
        paid = fx.AddVar("money", ex.IntLiteral(self.pick((-1, 0, -2))), "player", ex.Actor())
        return (paid,) if self.pick((True, True, False)) else (paid, *self.effects.list(see, 1))

    def limits(self) -> tuple[Limit, ...]:
        """Return the limits of an action."""
        scopes = self.pick(((), (), ("turn",), ("phase",), ("game",), ("turn", "game")))
        return tuple(Limit(scope, self.pick((1, 2))) for scope in scopes)

    def longest(self, see: Sight) -> Longest:
        """Return a `longest`."""
        return Longest(ex.IntLiteral(self.pick((2, 1, 3))), self.maybe("int", Sight(1, "action", bound=see.bound)))

    def notation(self, see: Sight) -> tuple[Any, ...]:
        """Return the notation of an action."""
        shown = tuple(ex.Binding(name) for _, name in see.bound)
        return (*shown, "!", self.expressions.write("int", Sight(1, "notation", bound=see.bound)))

    def longer(self, see: Sight, *, tried: bool) -> tuple[Any, ...]:
        """Return longer forms of a notation with every kind of piece; nothing is picked, so games do not change."""
        shown = tuple(ex.Binding(name) for _, name in see.bound)
        remark = NotationPiece("#", after=ex.Not(ex.BoolLiteral(False))) if tried else "#"
        styles = (NotationPiece("Go", ("upper",)), NotationPiece(ex.IntLiteral(12), ("digits", "letters", "lower")))
        return (NotationPiece("x", when=ex.BoolLiteral(True)), *shown, remark), (*styles, *shown)

    def trigger(self, index: int, *, asks: bool) -> TriggerDef:
        """Return a trigger."""
        type_ = self.pick(("tokenEntered", "actionResolved", "turnStart", "turnEnd", "phaseEnter", "phaseExit"))
        see = Sight(1, "trigger", asks=asks).bind("player", "$player")
        only: dict[str, Any] = {}
        if type_ == "tokenEntered":
            see = see.bind("zone", "$zone").bind("zone", "$from").bind("token", "$token")
            piles = ("deck", "hand") if self.world.has_piles else ()
            only = {"zone": self.pick((None, *piles, self.world.cells[0]))}
        elif type_ == "actionResolved":
            see = see.bind("action", "$action")
            only = {"action": self.pick((None, *self.world.names["action"]))}
        elif type_.startswith("phase"):
            see = see.bind("phase", "$phase")
            only = {"phase": self.pick((None, *self.world.names["phase"]))}
        when = self.maybe("bool", Sight(2, "trigger", bound=see.bound))
        return TriggerDef(f"on{index}", EventPattern(type_, **only), self.effects.list(see, 2), when)

    def end(self) -> EndCondition:
        """Return an end condition; rarely true in the first turns, so that games have some length."""
        see = Sight(2, "end", actor=False, takes=self.world.names["action"])
        late = ex.Compare(">=", ex.TurnNumber(), ex.IntLiteral(self.pick((3, 1, 6))))
        when = self.pick((lambda: ex.And((late, self.expressions.write("bool", see))), ex.NoLegalMoves))()
        return EndCondition(when, self.result(see))

    def result(self, see: Sight) -> Result:
        """Return a result."""
        type_ = self.pick(("win", "draw", "lossAll", "score", "rank"))
        if type_ == "win":
            return Result(type_, self.expressions.value("players", see))
        by = tuple(self.expressions.write("int", _of_player(1)) for _ in range(self.pick((1, 2))))
        return Result(type_, by=by if type_ == "rank" else ())
