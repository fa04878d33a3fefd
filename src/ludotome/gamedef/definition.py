"""GameDef: a whole game as frozen data, the one thing the language and both kernels agree on.

Invariants:
    * everything is explicit: macros are expanded, selectors resolved, defaults filled in, regions listed zone by zone;
    * order is meaning: zones, actions, triggers, end conditions and variables are in definition order;
    * an owned zone stands once for each possible seat (`hand:0`, `hand:1`, …), whoever plays.

What is a sound definition is `validate_game_def`; what it means is `docs/kernel.md`. This module checks nothing.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from ludotome.gamedef.effects import Effect as Effect  # `Effects` names it, and `help` looks for it here
from ludotome.gamedef.effects import Effects
from ludotome.gamedef.expressions import AnyExpr, BoolExpr, Expr, IntExpr, PlayersExpr, ScalarExpr, SetExpr, ZoneExpr
from ludotome.gamedef.looks import LookDef
from ludotome.gamedef.node import Holds
from ludotome.space import BoardDef, ZoneDef

SCHEMA_VERSION = 1

# "int", "bool", "player", "zone", "token", or the names a value may have
ValueType = Literal["int", "bool", "player", "zone", "token"] | tuple[str, ...]
Initial = int | bool | str | None
Setting = int | bool | str


class PlayerCount(msgspec.Struct, frozen=True):
    """How few and how many can play."""

    min: int
    max: int

    @property
    def in_words(self) -> str:
        """How many can play, to put before `players`: `2`, or `2 to 4`."""
        return f"{self.min}" if self.min == self.max else f"{self.min} to {self.max}"


class Metadata(msgspec.Struct, frozen=True):
    """Who can play, under which names, and the bounds of a game."""

    id: str
    players: PlayerCount
    seats: tuple[str, ...]
    max_trigger_depth: int = 8
    max_plies: int = 10_000
    history: int | None = None


class ParameterDef(msgspec.Struct, frozen=True):
    """A parameter of the game: its value, its default and the values it may have."""

    name: str
    value: Setting
    default: Setting
    min: int | None = None
    max: int | None = None
    values: tuple[Setting, ...] = ()


class VarDef(msgspec.Struct, frozen=True):
    """A variable: its type, for whole numbers its range, its initial value, and whether it is part of the position."""

    name: str
    type: ValueType
    min: int | None = None
    max: int | None = None
    init: Initial = None
    position: bool = True


class RegionDef(msgspec.Struct, frozen=True):
    """Named zones in definition order; of a seat region each seat has its own. Boards are regions unlisted."""

    id: str
    zones: tuple[str, ...] = ()
    of_seat: tuple[tuple[str, ...], ...] | None = None


class TerrainDef(msgspec.Struct, frozen=True):
    """What zones of this terrain block, whether they cover, and what they add to the cost of a step."""

    id: str
    blocks: tuple[Literal["move", "sight"], ...] = ()
    cover: bool = False
    cost: int = 0


class PropDef(msgspec.Struct, frozen=True):
    """A property of the tokens of a type."""

    name: str
    type: ValueType
    min: int | None = None
    max: int | None = None
    init: Initial = None


class MovementPattern(msgspec.Struct, frozen=True):
    """One way a token moves.

    `step`, `slide` and `hop` go one of `directions`; `path` follows them all in turn; `leap` jumps by `offset`.
    Relative directions (`forward` …) follow the token's owner.
    """

    kind: Literal["step", "slide", "hop", "path", "leap"]
    directions: tuple[str, ...] = ()
    offset: tuple[int, int] | None = None
    onto: tuple[Literal["empty", "enemy", "friend", "neutral"], ...] = ("empty", "enemy")
    over: Literal["empty", "enemy", "friend", "occupied", "any"] = "empty"
    when: Annotated[Expr, Holds("bool")] | None = None


class MovementGroup(msgspec.Struct, frozen=True):
    """Patterns under one name; the name is empty when the document named none."""

    name: str
    patterns: tuple[MovementPattern, ...]


class TokenTypeDef(msgspec.Struct, frozen=True):
    """A kind of token: its properties, how it moves, what it blocks, how many there can be and how it is shown."""

    id: str
    props: tuple[PropDef, ...] = ()
    movement: tuple[MovementGroup, ...] = ()
    blocks: tuple[Literal["move", "sight"], ...] = ()
    cover: bool = False
    max: int | None = None
    short: str | None = None
    draw: tuple[str, ...] | str | None = None  # one text for all, or one for each seat
    letter: str | None = None  # in the text of a position


class PhaseDef(msgspec.Struct, frozen=True):
    """A part of a turn: when it is entered at all, how it ends, what happens at its rims."""

    id: str
    ends: Literal["afterAction", "onPass", "manual"] = "afterAction"
    when: BoolExpr | None = None
    on_enter: Effects = ()
    on_exit: Effects = ()


class TurnStructure(msgspec.Struct, frozen=True):
    """The phases of a turn in order, and who comes next."""

    phases: tuple[PhaseDef, ...]
    active_player_order: Literal["roundRobin", "fixed"] = "roundRobin"


class Param(msgspec.Struct, frozen=True):
    """A parameter of an action: its name and the set it is taken from, which sees the parameters before it."""

    name: Annotated[str, Holds("binder")]
    domain: SetExpr


class Limit(msgspec.Struct, frozen=True):
    """How often one player may take an action in a turn, a phase or a game."""

    scope: Literal["turn", "phase", "game"]
    max: int


class Longest(msgspec.Struct, frozen=True):
    """Keep only what begins a longest series of takings, up to a bound; below it, what is preferred."""

    up_to: IntExpr
    prefer: IntExpr | None = None


Style = Literal["upper", "lower", "letters", "digits"]


class NotationPiece(msgspec.Struct, frozen=True):
    """A piece of a notation that is written in a style, or only where a condition holds before or after the action.

    A piece with `after` is a remark: it is shown, and who types the notation may leave it out.
    """

    value: str | AnyExpr
    style: tuple[Style, ...] = ()
    when: BoolExpr | None = None
    after: BoolExpr | None = None


Notation = tuple[str | AnyExpr | NotationPiece, ...]  # texts, expressions and pieces in turn


class ActionDef(msgspec.Struct, frozen=True):
    """Something a player may do: when it is legal, what it costs, what it does and how it is written down."""

    id: str
    effects: Effects
    phases: tuple[Annotated[str, Holds("phase")], ...]
    params: tuple[Param, ...] = ()
    actor: PlayersExpr | None = None
    pre: BoolExpr | None = None
    cost: Effects = ()
    post: BoolExpr | None = None
    longest: Longest | None = None
    limits: tuple[Limit, ...] = ()
    notation: Notation | None = None
    longer: tuple[Notation, ...] = ()  # more forms, in the order in which they are tried where those before do not tell


class EventPattern(msgspec.Struct, frozen=True):
    """What a trigger listens to; `zone` is a zone id or the name of an owned zone (anybody's)."""

    type: Literal["phaseEnter", "phaseExit", "turnStart", "turnEnd", "actionResolved", "tokenEntered"]
    phase: Annotated[str, Holds("phase")] | None = None
    action: Annotated[str, Holds("action")] | None = None
    zone: Annotated[str, Holds("zone or owned zone")] | None = None


class TriggerDef(msgspec.Struct, frozen=True):
    """Effects that run after an event, if a condition holds then."""

    id: str
    event: EventPattern
    effects: Effects
    when: BoolExpr | None = None


class Result(msgspec.Struct, frozen=True):
    """How a game ends: `player` wins; or by score; or by rank over the numbers in `by`, with `$player` bound."""

    type: Literal["win", "draw", "lossAll", "score", "rank"]
    player: PlayersExpr | None = None
    by: tuple[IntExpr, ...] = ()


class EndCondition(msgspec.Struct, frozen=True):
    """When the game ends, and how."""

    when: BoolExpr
    result: Result


class Scoring(msgspec.Struct, frozen=True):
    """A player's score, with `$player` bound, and whether more or less of it is better."""

    value: IntExpr
    method: Literal["highest", "lowest"] = "highest"


class WantedToken(msgspec.Struct, frozen=True):
    """A token that a test wants to be drawn: its type, and the properties that matter."""

    type: Annotated[str, Holds("token type")]
    props: dict[str, ScalarExpr] = {}


class Deal(msgspec.Struct, frozen=True):
    """The next tokens that come from shuffled zones into a zone, in order."""

    zone: ZoneExpr
    tokens: tuple[WantedToken, ...]


class ExpectedValue(msgspec.Struct, frozen=True):
    """A value a test looks at, as its author wrote it, and what it should be."""

    text: str
    value: AnyExpr
    equals: AnyExpr


class ExpectedOutcome(msgspec.Struct, frozen=True):
    """How a test's game should have ended."""

    type: Literal["win", "draw", "lossAll", "score", "rank", "stall", "truncated", "running"]
    winners: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None


class TestDef(msgspec.Struct, frozen=True):
    """A test a document carries: a position, moves in notation, and what must hold then."""

    __test__ = False  # not a test of ours: pytest would collect it by its name

    name: str
    position: Effects | None = None
    vars: Effects = ()
    active: int | None = None
    players: int | None = None
    seed: int = 1
    rolls: tuple[int, ...] = ()
    deals: tuple[Deal, ...] = ()
    draws: tuple[WantedToken, ...] = ()
    moves: tuple[str, ...] = ()
    legal: tuple[str, ...] | None = None
    illegal: tuple[str, ...] = ()
    outcome: ExpectedOutcome | None = None
    expect: tuple[ExpectedValue, ...] = ()
    perft: tuple[int, ...] = ()
    per: Literal["decision", "turn"] = "decision"


class GameDef(msgspec.Struct, frozen=True):
    """A whole game. `tests`, `parameters` and how things are drawn are not part of the rules (`rules_hash`)."""

    metadata: Metadata
    zones: tuple[ZoneDef, ...]
    turn_structure: TurnStructure
    actions: tuple[ActionDef, ...]
    end_conditions: tuple[EndCondition, ...]
    constants: dict[str, int] = {}
    global_vars: tuple[VarDef, ...] = ()
    per_player_vars: tuple[VarDef, ...] = ()
    per_zone_vars: tuple[VarDef, ...] = ()
    boards: tuple[BoardDef, ...] = ()
    regions: tuple[RegionDef, ...] = ()
    orientation: tuple[str | None, ...] = ()  # by seat
    terrain: tuple[TerrainDef, ...] = ()
    token_types: tuple[TokenTypeDef, ...] = ()
    setup: Effects = ()
    triggers: tuple[TriggerDef, ...] = ()
    scoring: Scoring | None = None
    look: LookDef | None = None
    parameters: tuple[ParameterDef, ...] = ()
    tests: tuple[TestDef, ...] = ()
    schema_version: int = SCHEMA_VERSION
