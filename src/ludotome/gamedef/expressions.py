"""Expressions: the values, conditions and sets of the language, one frozen class each.

Invariants:
    * expressions are pure and total: a property of `none` is `none`, and any comparison with `none` is false;
    * an expression has one static type: int, bool, player, zone, token, name, or a set of one of these;
    * names (token types, enum values, directions, phases, actions) are interned strings compared by spelling;
    * a binder (`bind`) is visible only in the fields that say `per="bind"`; the inner one hides the outer.

Each node declares what it reads itself, apart from its parts (`reads=`, in the vocabulary of `deeds`).

`docs/kernel.md` defines the meaning of each node. This module evaluates nothing and checks nothing.
"""

from __future__ import annotations

from typing import Annotated, Literal

from ludotome.gamedef.node import UNIONS, Holds, Node, node

IT = "$it"  # the binder for the keyword `it`

# What a field of type Expr must evaluate to. The strings are the vocabulary of `types.py`.
IntExpr = Annotated["Expr", Holds("int")]
BoolExpr = Annotated["Expr", Holds("bool")]
PlayerExpr = Annotated["Expr", Holds("player")]
ZoneExpr = Annotated["Expr", Holds("zone")]
TokenExpr = Annotated["Expr", Holds("token")]
DirectionExpr = Annotated["Expr", Holds("direction")]
DirectionsExpr = Annotated["Expr", Holds("directions")]  # one direction or a set of them
ScalarExpr = Annotated["Expr", Holds("scalar")]  # any type but a set
SetExpr = Annotated["Expr", Holds("set")]  # a set of anything
ZonesExpr = Annotated["Expr", Holds("set of zone")]
PlayersExpr = Annotated["Expr", Holds("players")]  # one player or a set of them
AnyExpr = Annotated["Expr", Holds("any")]
PerElement = Annotated["Expr", Holds("bool", per="bind")]
IntPerElement = Annotated["Expr", Holds("int", per="bind")]
Binder = Annotated[str, Holds("binder")]

# ── literals: JSON writes an int, a bool, null and a name as themselves ────────────────────────────────────────────


@node("ref", "int", result="int", reads=())
class IntLiteral(Node, frozen=True):
    """An integer literal."""

    value: int


@node("ref", "bool", result="bool", reads=())
class BoolLiteral(Node, frozen=True):
    """True or false."""

    value: bool


@node("ref", "none", reads=())
class NoneLiteral(Node, frozen=True):
    """The value `none`, to store or to pass on; `isNone` tests for it."""


@node("ref", "name", result="name", reads=())
class NameLiteral(Node, frozen=True):
    """A name that is not a thing: a token type, an enum value, a direction, a phase, an action."""

    name: str


@node("ref", "zone", result="zone", reads=())
class ZoneLiteral(Node, frozen=True):
    """One zone of the definition, by its id (`deck`, `cell_0_0`, `hand:0`)."""

    zone: Annotated[str, Holds("zone id")]


@node("ref", "seat", result="player", reads=())
class SeatLiteral(Node, frozen=True):
    """One player, by seat number from 0; `none` if fewer play."""

    seat: int


# ── who, where, when ───────────────────────────────────────────────────────────────────────────────────────────────


@node("ref", "binding", reads=("binding",))
class Binding(Node, frozen=True):
    """The value that a parameter, a binder or an event has bound to this name."""

    name: Annotated[str, Holds("binding")]


@node("ref", "actor", result="player", text="actor", reads=("actor",))
class Actor(Node, frozen=True):
    """The player who acts: in actions, in triggers, in onEnter and onExit."""


@node("ref", "active", result="player", text="active", reads=("turn",))
class Active(Node, frozen=True):
    """The player whose turn it is."""


@node("ref", "lastActor", result="player", text="lastActor", reads=("turn",))
class LastActor(Node, frozen=True):
    """The player who took the last action; `none` before the first."""


@node("ref", "phase", result="name", text="phase", reads=("turn",))
class CurrentPhase(Node, frozen=True):
    """The name of the phase the turn is in."""


@node("ref", "turn", result="int", text="turn", reads=("turn",))
class TurnNumber(Node, frozen=True):
    """The number of completed turns."""


@node("op", "noLegalMoves", result="bool", text="noLegalMoves", reads=("legality",))
class NoLegalMoves(Node, frozen=True):
    """Whether the active player has no legal decision in this phase; only in end conditions."""


# ── variables and properties ───────────────────────────────────────────────────────────────────────────────────────


@node("ref", "gvar", reads=("variables",))
class GlobalVar(Node, frozen=True):
    """The value of a global variable."""

    var: Annotated[str, Holds("global variable")]


@node("ref", "pvar", reads=("variables",))
class PlayerVar(Node, frozen=True):
    """The value of a per-player variable for one player."""

    player: PlayerExpr
    var: Annotated[str, Holds("player variable")]


@node("ref", "zvar", reads=("variables",))
class ZoneVar(Node, frozen=True):
    """The value of a per-zone variable on one zone."""

    zone: ZoneExpr
    var: Annotated[str, Holds("zone variable")]


@node("ref", "tokenProp", reads=("tokens",))
class TokenProp(Node, frozen=True):
    """A property of a token: `owner`, `type`, `zone`, or one its type declares."""

    token: TokenExpr
    prop: Annotated[str, Holds("token property")]


@node("ref", "zoneProp", reads=())
class ZoneProp(Node, frozen=True):
    """A property of a zone: `row`, `col`, `q`, `r`, `terrain`, `owner`, or one the zones declare."""

    zone: ZoneExpr
    prop: Annotated[str, Holds("zone property")]


@node("ref", "playerProp", reads=("players",))
class PlayerProp(Node, frozen=True):
    """A property of a player: `opponent`, `next`, `previous`, `seat`, `out`, or a relative direction (`forward` …)."""

    player: PlayerExpr
    prop: Annotated[str, Holds("player property")]


@node("ref", "ownedZone", result="zone", reads=())
class OwnedZone(Node, frozen=True):
    """The zone of this name that belongs to one player (`hand:actor`)."""

    zone: Annotated[str, Holds("owned zone")]
    player: PlayerExpr


@node("ref", "zoneCount", result="int", text="zoneCount", reads=("tokens",))
class ZoneCount(Node, frozen=True):
    """How many tokens a zone holds."""

    zone: ZoneExpr


@node("ref", "top", result="token", text="top", reads=("tokens",))
class Top(Node, frozen=True):
    """The token that a draw from the zone would take next; `none` if it is empty."""

    zone: ZoneExpr


# ── arithmetic and logic ───────────────────────────────────────────────────────────────────────────────────────────


@node("op", "arithmetic", result="int", spellings=("+", "-", "*", "//", "%"), reads=())
class Arithmetic(Node, frozen=True):
    """Two integers combined by `+ - * // %`; division floors, and its divisor is a constant that is not 0."""

    op: Literal["+", "-", "*", "//", "%"]
    left: IntExpr
    right: IntExpr


@node("op", "neg", result="int", reads=())
class Negate(Node, frozen=True):
    """The negation of an integer."""

    arg: IntExpr


@node("op", "abs", result="int", text="abs", reads=())
class Absolute(Node, frozen=True):
    """The absolute value of an integer."""

    arg: IntExpr


@node("op", "min", result="int", text="min", reads=())
class Minimum(Node, frozen=True):
    """The smallest of one or more integers."""

    args: tuple[IntExpr, ...]


@node("op", "max", result="int", text="max", reads=())
class Maximum(Node, frozen=True):
    """The largest of one or more integers."""

    args: tuple[IntExpr, ...]


@node("op", "if", reads=())
class IfExpr(Node, frozen=True):
    """One of two expressions of the same type, selected by a condition."""

    when: BoolExpr
    then: AnyExpr
    else_: AnyExpr


@node("op", "and", result="bool", reads=())
class And(Node, frozen=True):
    """All conditions hold; true if there are none."""

    args: tuple[BoolExpr, ...]


@node("op", "or", result="bool", reads=())
class Or(Node, frozen=True):
    """Some condition holds; false if there are none."""

    args: tuple[BoolExpr, ...]


@node("op", "not", result="bool", reads=())
class Not(Node, frozen=True):
    """The condition does not hold."""

    arg: BoolExpr


@node("op", "compare", result="bool", spellings=("==", "!=", "<", "<=", ">", ">="), reads=())
class Compare(Node, frozen=True):
    """Two values of one type compared; false if either side is `none`, even for `!=`."""

    op: Literal["==", "!=", "<", "<=", ">", ">="]
    left: ScalarExpr
    right: ScalarExpr


@node("op", "isNone", result="bool", reads=())
class IsNone(Node, frozen=True):
    """The value is `none`; written `x == none`."""

    arg: ScalarExpr


@node("op", "in", result="bool", reads=())
class In(Node, frozen=True):
    """The value is an element of the set; false if it is `none`."""

    item: ScalarExpr
    set: SetExpr


@node("op", "notIn", result="bool", reads=())
class NotIn(Node, frozen=True):
    """The value is not `none` and not an element of the set."""

    item: ScalarExpr
    set: SetExpr


# ── aggregates over a set ──────────────────────────────────────────────────────────────────────────────────────────


@node("aggregate", "count", result="int", text="count", reads=())
class Count(Node, frozen=True):
    """The number of elements of a set."""

    query: SetExpr


@node("aggregate", "first", text="first", reads=())
class First(Node, frozen=True):
    """The first element of a set; `none` if it is empty."""

    query: SetExpr


@node("aggregate", "sum", result="int", text="sum", reads=())
class Sum(Node, frozen=True):
    """The sum of a number over a set, skipping `none`; 0 for an empty set."""

    query: SetExpr
    of: IntPerElement
    bind: Binder = IT


@node("aggregate", "lowest", result="int", text="lowest", reads=())
class Lowest(Node, frozen=True):
    """The minimum of a number over a set, skipping `none`; 0 for an empty set."""

    query: SetExpr
    of: IntPerElement
    bind: Binder = IT


@node("aggregate", "highest", result="int", text="highest", reads=())
class Highest(Node, frozen=True):
    """The maximum of a number over a set, skipping `none`; 0 for an empty set."""

    query: SetExpr
    of: IntPerElement
    bind: Binder = IT


@node("op", "exists", result="bool", text="exists", reads=())
class Exists(Node, frozen=True):
    """The set has an element."""

    query: SetExpr


@node("op", "all", result="bool", text="all", reads=())
class All(Node, frozen=True):
    """The condition holds for every element of the set; true for an empty set."""

    query: SetExpr
    where: PerElement
    bind: Binder = IT


# ── sets ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@node("query", "where", reads=())
class Where(Node, frozen=True):
    """The elements of a set for which a condition holds, in the set's order."""

    of: SetExpr
    where: PerElement
    bind: Binder = IT


@node("query", "list", reads=())
class ListOf(Node, frozen=True):
    """The values as written, without repeats and `none`."""

    items: tuple[ScalarExpr, ...]


@node("query", "intsInRange", result="set of int", reads=())
class IntsInRange(Node, frozen=True):
    """The integers from `min` to `max`, both included, ascending; empty if `min` is greater."""

    min: IntExpr
    max: IntExpr


@node("query", "players", result="set of player", text="players", reads=())
class AllPlayers(Node, frozen=True):
    """All players by seat, including eliminated ones."""


@node("query", "allOther", result="set of player", text="allOther", reads=("actor",))
class AllOther(Node, frozen=True):
    """All players except the actor, starting at the actor's left."""


@node("query", "zones", result="set of zone", text="zones", reads=())
class AllZones(Node, frozen=True):
    """Every zone in play, in definition order."""


@node("query", "region", result="set of zone", reads=())
class RegionZones(Node, frozen=True):
    """The zones of a region or board, in definition order; for a seat region, those of one player."""

    name: Annotated[str, Holds("region")]
    player: PlayerExpr | None = None


@node("query", "ownedZones", result="set of zone", reads=())
class OwnedZones(Node, frozen=True):
    """The zones of this name of several players (`hand:all`), in player order."""

    zone: Annotated[str, Holds("owned zone")]
    players: PlayersExpr


@node("query", "directions", result="set of direction", reads=())
class DirectionSet(Node, frozen=True):
    """All, the orthogonal or the diagonal directions of the board, in neighbour order."""

    which: Literal["directions", "orthogonal", "diagonal"] = "directions"


@node("query", "tokens", result="set of token", text="tokens", reads=("tokens",))
class Tokens(Node, frozen=True):
    """All tokens in play of these types (of any type if none is given), by slot."""

    types: tuple[Annotated[str, Holds("token type")], ...] = ()


@node("query", "tokensInZone", result="set of token", text="tokensInZone", reads=("tokens",))
class TokensInZone(Node, frozen=True):
    """The tokens of a zone, in the order in which a draw would take them."""

    zone: ZoneExpr


@node("query", "tokensInAdjacentZones", result="set of token", text="tokensInAdjacentZones", reads=("tokens",))
class TokensInAdjacentZones(Node, frozen=True):
    """The tokens of the neighbouring zones, in neighbour order."""

    zone: ZoneExpr


@node("query", "adjacentZones", result="set of zone", text="adjacentZones", reads=())
class AdjacentZones(Node, frozen=True):
    """The neighbours of a zone in neighbour order; with `directions`, only those in these directions."""

    zone: ZoneExpr
    directions: DirectionsExpr | None = None


@node("query", "connectedZones", result="set of zone", element="zone", text="connectedZones", reads=())
class ConnectedZones(Node, frozen=True):
    """The zones reached from a zone over zones for which `via` holds, breadth first; the start only if requested."""

    zone: ZoneExpr
    via: PerElement | None = None
    bind: Binder = "$zone"
    include_start: bool = False
    max_depth: IntExpr | None = None


@node("query", "group", result="set of zone", element="zone", text="group", reads=())
class Group(Node, frozen=True):
    """A zone and the connected zones for which the condition holds, breadth first; empty if it fails at the zone."""

    zone: ZoneExpr
    where: PerElement
    bind: Binder = IT


@node("query", "ray", result="set of zone", element="zone", text="ray", reads=())
class Ray(Node, frozen=True):
    """The zones on straight lines from a zone, direction by direction, near to far.

    `while` keeps the longest prefix for which it holds; `then` keeps that prefix only if there is a next zone and it
    holds there. A line ends at a zone it has already met; each zone is listed once.
    """

    from_: ZoneExpr
    direction: DirectionsExpr
    while_: PerElement | None = None
    then: PerElement | None = None
    bind: Binder = IT


@node("query", "between", result="set of zone", text="between", reads=())
class Between(Node, frozen=True):
    """The zones strictly between two zones on the first direction whose ray from one meets the other."""

    from_: ZoneExpr
    to: ZoneExpr


@node("query", "destinations", result="set of zone", text="destinations", reads=("tokens", "movement"))
class Destinations(Node, frozen=True):
    """The zones a token can move to, by all of its movement or by one named group."""

    token: TokenExpr
    group: Annotated[str, Holds("movement group")] | None = None


@node("query", "attacks", result="set of zone", text="attacks", reads=("tokens", "attacks"))
class Attacks(Node, frozen=True):
    """The zones a token attacks: where it could capture, whatever is there."""

    token: TokenExpr


@node("query", "reachable", result="set of zone", text="reachable", reads=("tokens",))
class Reachable(Node, frozen=True):
    """The zones a token reaches within a budget of movement cost, without its own, in definition order."""

    token: TokenExpr
    budget: IntExpr


@node("query", "zonesInRange", result="set of zone", text="zonesInRange", reads=())
class ZonesInRange(Node, frozen=True):
    """The zones within a number of steps, including the zone itself, in definition order."""

    zone: ZoneExpr
    range: IntExpr


# ── questions about space and rules ────────────────────────────────────────────────────────────────────────────────


@node("ref", "step", result="zone", text="step", reads=())
class Step(Node, frozen=True):
    """The zone reached by following a direction a number of times; `none` if an edge is missing."""

    zone: ZoneExpr
    direction: DirectionExpr
    count: IntExpr = IntLiteral(1)


@node("ref", "run", result="int", element="zone", text="run", reads=())
class Run(Node, frozen=True):
    """The length of the longest straight line through a zone on which a condition holds; 0 if it fails there."""

    zone: ZoneExpr
    where: PerElement
    bind: Binder = IT


@node("ref", "distance", result="int", text="distance", reads=())
class Distance(Node, frozen=True):
    """The number of steps between two zones, ignoring tokens; `none` if they are not connected."""

    from_: ZoneExpr
    to: ZoneExpr


@node("ref", "seen", result="int", text="seen", reads=("history",))
class Seen(Node, frozen=True):
    """How many recorded positions equal this one, or had the same content of a region."""

    region: Annotated[str, Holds("region")] | None = None


@node("op", "empty", result="bool", text="empty", reads=("tokens",))
class Empty(Node, frozen=True):
    """The zone holds no token."""

    zone: ZoneExpr


@node("op", "occupied", result="bool", text="occupied", reads=("tokens",))
class Occupied(Node, frozen=True):
    """The zone holds a token."""

    zone: ZoneExpr


@node("op", "adjacent", result="bool", text="adjacent", reads=())
class Adjacent(Node, frozen=True):
    """The two zones are neighbours; never a zone and itself."""

    left: ZoneExpr
    right: ZoneExpr


@node("op", "connected", result="bool", element="zone", text="connected", reads=())
class Connected(Node, frozen=True):
    """A path leads from one zone to another over zones, target included, for which `via` holds."""

    from_: ZoneExpr
    to: ZoneExpr
    via: PerElement | None = None
    bind: Binder = "$zone"
    max_depth: IntExpr | None = None


@node("op", "joins", result="bool", element="zone", text="joins", reads=())
class Joins(Node, frozen=True):
    """A path of zones for which the condition holds leads from one set to another, ends included."""

    from_: ZonesExpr
    to: ZonesExpr
    where: PerElement
    bind: Binder = IT


@node("op", "attacked", result="bool", text="attacked", reads=("tokens", "attacks"))
class Attacked(Node, frozen=True):
    """Some token of the player attacks the zone."""

    zone: ZoneExpr
    player: PlayerExpr


@node("op", "lineOfSight", result="bool", text="lineOfSight", reads=("tokens",))
class LineOfSight(Node, frozen=True):
    """Nothing that blocks sight is between the two zones."""

    from_: ZoneExpr
    to: ZoneExpr


@node("op", "hasCover", result="bool", text="hasCover", reads=("tokens",))
class HasCover(Node, frozen=True):
    """A token on the target zone has cover from an attacker on the other zone."""

    from_: ZoneExpr
    to: ZoneExpr


@node("op", "canTake", result="bool", text="canTake", reads=("legality",))
class CanTake(Node, frozen=True):
    """The player (default: the actor, or the active player without one) now has a legal instance of the action."""

    action: Annotated[str, Holds("action")]
    player: PlayerExpr | None = None


# Sets, and values. An `if` and a binding are among the values and may also be sets.
Query = (
    Where | ListOf | IntsInRange | AllPlayers | AllOther | AllZones | RegionZones | OwnedZones | DirectionSet
    | Tokens | TokensInZone | TokensInAdjacentZones | AdjacentZones | ConnectedZones | Group | Ray | Between
    | Destinations | Attacks | Reachable | ZonesInRange
)  # fmt: skip
Value = (
    IntLiteral | BoolLiteral | NoneLiteral | NameLiteral | ZoneLiteral | SeatLiteral | Binding | Actor | Active
    | LastActor | CurrentPhase | TurnNumber | NoLegalMoves | GlobalVar | PlayerVar | ZoneVar | TokenProp | ZoneProp
    | PlayerProp | OwnedZone | ZoneCount | Top | Arithmetic | Negate | Absolute | Minimum | Maximum | IfExpr | And
    | Or | Not | Compare | IsNone | In | NotIn | Count | First | Sum | Lowest | Highest | Exists | All | Step | Run
    | Distance | Seen | Empty | Occupied | Adjacent | Connected | Joins | Attacked | LineOfSight | HasCover | CanTake
)  # fmt: skip
Expr = Value | Query
UNIONS["Expr"] = Expr
