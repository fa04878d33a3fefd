"""GameDef: a whole game as frozen data, the contract between the language and both kernels.

Invariants:
    * everything is explicit: macros are expanded, selectors resolved, defaults filled in, regions listed zone by zone;
    * order is significant: zones, actions, triggers, end conditions and variables are in definition order;
    * an owned zone is listed once for each possible seat (`hand:0`, `hand:1`, …), however many play.

`validate_game_def` checks definitions; `docs/kernel.md` defines their meaning. This module checks nothing.
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
    """The minimum and maximum number of players."""

    min: int
    max: int

    @property
    def in_words(self) -> str:
        """The number of players in words, to put before `players`: `2`, or `2 to 4`."""
        return f"{self.min}" if self.min == self.max else f"{self.min} to {self.max}"


class Metadata(msgspec.Struct, frozen=True):
    """The players, their names, and the bounds of a game."""

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
    """A variable: its type, its range for integers, its initial value, and whether it is part of the position."""

    name: str
    type: ValueType
    min: int | None = None
    max: int | None = None
    init: Initial = None
    position: bool = True


class RegionDef(msgspec.Struct, frozen=True):
    """Named zones in definition order; a seat region has zones for each seat. Boards are regions without being here."""

    id: str
    zones: tuple[str, ...] = ()
    of_seat: tuple[tuple[str, ...], ...] | None = None


class TerrainDef(msgspec.Struct, frozen=True):
    """A terrain: what its zones block, whether they give cover, and what they add to the cost of a step."""

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
    """One way in which a token moves.

    `step`, `slide` and `hop` use one of `directions`; `path` follows all of them in turn; `leap` jumps by `offset`.
    Relative directions (`forward` …) follow the token's owner.
    """

    kind: Literal["step", "slide", "hop", "path", "leap"]
    directions: tuple[str, ...] = ()
    offset: tuple[int, int] | None = None
    onto: tuple[Literal["empty", "enemy", "friend", "neutral"], ...] = ("empty", "enemy")
    over: Literal["empty", "enemy", "friend", "occupied", "any"] = "empty"
    when: Annotated[Expr, Holds("bool")] | None = None


class MovementGroup(msgspec.Struct, frozen=True):
    """Patterns under one name; the name is empty if the document gives none."""

    name: str
    patterns: tuple[MovementPattern, ...]


class TokenTypeDef(msgspec.Struct, frozen=True):
    """A token type: its properties, its movement, what it blocks, its maximum number, and how it is shown."""

    id: str
    props: tuple[PropDef, ...] = ()
    movement: tuple[MovementGroup, ...] = ()
    blocks: tuple[Literal["move", "sight"], ...] = ()
    cover: bool = False
    max: int | None = None
    short: str | None = None
    draw: tuple[str, ...] | str | None = None  # one text for all, or one for each seat
    letter: str | None = None  # letter in the text of a position


class PhaseDef(msgspec.Struct, frozen=True):
    """A phase of a turn: the condition for entering it, how it ends, and the effects on entry and exit."""

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
    """A parameter of an action: its name and its domain, which can use earlier parameters."""

    name: Annotated[str, Holds("binder")]
    domain: SetExpr


class Limit(msgspec.Struct, frozen=True):
    """How often one player may take an action in a turn, a phase or a game."""

    scope: Literal["turn", "phase", "game"]
    max: int


class Longest(msgspec.Struct, frozen=True):
    """Keep only decisions that begin a longest series of captures, up to a bound; ties are broken by preference."""

    up_to: IntExpr
    prefer: IntExpr | None = None


Style = Literal["upper", "lower", "letters", "digits"]


class NotationPiece(msgspec.Struct, frozen=True):
    """A part of a notation with a style, or with a condition that must hold before or after the action.

    A piece with `after` is a remark: it is shown, but optional in input.
    """

    value: str | AnyExpr
    style: tuple[Style, ...] = ()
    when: BoolExpr | None = None
    after: BoolExpr | None = None


Notation = tuple[str | AnyExpr | NotationPiece, ...]  # texts, expressions and pieces, in order


class ActionDef(msgspec.Struct, frozen=True):
    """An action of a player: when it is legal, its cost, its effects and its notation."""

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
    longer: tuple[Notation, ...] = ()  # longer forms, used in this order if shorter ones are ambiguous


class EventPattern(msgspec.Struct, frozen=True):
    """The event of a trigger; `zone` is a zone id or the name of owned zones (of any player)."""

    type: Literal["phaseEnter", "phaseExit", "turnStart", "turnEnd", "actionResolved", "tokenEntered"]
    phase: Annotated[str, Holds("phase")] | None = None
    action: Annotated[str, Holds("action")] | None = None
    zone: Annotated[str, Holds("zone or owned zone")] | None = None


class TriggerDef(msgspec.Struct, frozen=True):
    """Effects that run after an event if a condition holds."""

    id: str
    event: EventPattern
    effects: Effects
    when: BoolExpr | None = None


class Result(msgspec.Struct, frozen=True):
    """How a game ends: `player` wins, or the score decides, or the rank by the numbers in `by`, with `$player`."""

    type: Literal["win", "draw", "lossAll", "score", "rank"]
    player: PlayersExpr | None = None
    by: tuple[IntExpr, ...] = ()


class EndCondition(msgspec.Struct, frozen=True):
    """When the game ends, and how."""

    when: BoolExpr
    result: Result


class Scoring(msgspec.Struct, frozen=True):
    """A player's score, with `$player` bound, and whether a higher or lower score is better."""

    value: IntExpr
    method: Literal["highest", "lowest"] = "highest"


class WantedToken(msgspec.Struct, frozen=True):
    """A token that a test requires to be drawn: its type and the relevant properties."""

    type: Annotated[str, Holds("token type")]
    props: dict[str, ScalarExpr] = {}


class Deal(msgspec.Struct, frozen=True):
    """The next tokens that come from shuffled zones into a zone, in order."""

    zone: ZoneExpr
    tokens: tuple[WantedToken, ...]


class ExpectedValue(msgspec.Struct, frozen=True):
    """A value that a test checks, as written, and its expected value."""

    text: str
    value: AnyExpr
    equals: AnyExpr


class ExpectedOutcome(msgspec.Struct, frozen=True):
    """The expected end of a test's game."""

    type: Literal["win", "draw", "lossAll", "score", "rank", "stall", "truncated", "running"]
    winners: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None


class TestDef(msgspec.Struct, frozen=True):
    """A test in a document: a position, moves in notation, and expectations."""

    __test__ = False  # keeps pytest from collecting this class

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
    """A whole game. `tests`, `parameters` and drawings are not part of the rules (`rules_hash`)."""

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
