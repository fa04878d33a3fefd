"""Effects: the effects of the language, one frozen class each.

Each effect declares what it does (`does=`, in the vocabulary of `deeds`); passes query it through `facts`.

Invariants:
    * all arguments of one effect are evaluated before it changes anything;
    * an effect on a token or zone that is `none` does nothing;
    * `let`, `roll`, `chooseOne` and `chooseN` bind for the rest of their own list and what is nested in it.

`docs/kernel.md` defines the meaning of each effect. This module changes nothing and checks nothing.
"""

from __future__ import annotations

from typing import Annotated, Literal

from ludotome.gamedef.deeds import (
    Arrives,
    Asks,
    Binds,
    Destroys,
    Draws,
    Ends,
    NamesNext,
    PutsOut,
    Runs,
    SetsProperty,
    SetsVariable,
    StepsNext,
    When,
)
from ludotome.gamedef.expressions import (
    Actor,
    Binder,
    DirectionExpr,
    Expr,
    IntExpr,
    IntLiteral,
    PerElement,
    PlayerExpr,
    ScalarExpr,
    SetExpr,
    TokenExpr,
    ZoneExpr,
)
from ludotome.gamedef.node import UNIONS, Holds, Node, node

Effects = tuple["Effect", ...]
Scope = Literal["global", "player", "zone"]
VarName = Annotated[str, Holds("variable")]


@node("effect", "setVar", does=(SetsVariable("var", "scope"),))
class SetVar(Node, frozen=True):
    """Set a variable to a value, clamped to its range."""

    var: VarName
    value: ScalarExpr
    scope: Scope = "global"
    player: PlayerExpr | None = None
    zone: ZoneExpr | None = None


@node("effect", "addVar", does=(SetsVariable("var", "scope"),))
class AddVar(Node, frozen=True):
    """Add to an integer variable, clamped to its range."""

    var: VarName
    delta: IntExpr
    scope: Scope = "global"
    player: PlayerExpr | None = None
    zone: ZoneExpr | None = None


@node("effect", "setTokenProp", does=(SetsProperty("token", "prop", "value"),))
class SetTokenProp(Node, frozen=True):
    """Change the owner, the type or a property of a token; a new type keeps the properties that both types have."""

    token: TokenExpr
    prop: Annotated[str, Holds("token property")]
    value: ScalarExpr


@node(
    "effect",
    "moveToken",
    does=(Arrives(token="token", to="to", expects="from_"), Draws(into="to", when=When("position", "random"))),
)
class MoveToken(Node, frozen=True):
    """Move a token to a zone; `from`, if given, must be its current zone."""

    token: TokenExpr
    to: ZoneExpr
    from_: ZoneExpr | None = None
    position: Literal["top", "bottom", "random"] | None = None


@node("effect", "moveAll", does=(Arrives(source="from_", to="to"),))
class MoveAll(Node, frozen=True):
    """Move all tokens of a zone, or those for which a condition holds, in order."""

    from_: ZoneExpr
    to: ZoneExpr
    filter: PerElement | None = None
    bind: Binder = "$token"


@node(
    "effect", "moveTokenAdjacent", does=(Arrives(token="token", to="to", way="direction", expects="from_"), StepsNext())
)
class MoveTokenAdjacent(Node, frozen=True):
    """Move a token to a neighbouring zone, given as a zone (`to`) or by a direction."""

    token: TokenExpr
    to: ZoneExpr | None = None
    direction: DirectionExpr | None = None
    from_: ZoneExpr | None = None


@node("effect", "swapTokens", does=(Arrives(token="a", place_of="b"), Arrives(token="b", place_of="a")))
class SwapTokens(Node, frozen=True):
    """Exchange the places of two tokens; does nothing if either is `none` or both are the same."""

    a: TokenExpr
    b: TokenExpr


@node("effect", "draw", does=(Arrives(source="from_", to="to", count="count"),))
class Draw(Node, frozen=True):
    """Move up to a number of tokens from one zone to another, in the order in which they are taken."""

    from_: ZoneExpr
    to: ZoneExpr
    count: IntExpr


@node("effect", "shuffle", does=(Draws(orders="zone"),))
class Shuffle(Node, frozen=True):
    """Put the tokens of a zone in random order."""

    zone: ZoneExpr


@node("effect", "createToken", does=(Arrives(makes="type", owner="owner", props="props", to="zone", count="count"),))
class CreateToken(Node, frozen=True):
    """Create tokens of a type in a zone; properties not given have their initial value."""

    type: Annotated[Expr, Holds("token type name")]
    zone: ZoneExpr
    owner: PlayerExpr | None = None
    count: IntExpr = IntLiteral(1)
    props: dict[str, ScalarExpr] = {}  # noqa: RUF012  (msgspec copies an empty default)


@node("effect", "destroyToken", does=(Destroys("token"),))
class DestroyToken(Node, frozen=True):
    """Remove a token from the game; variables that held it become `none`."""

    token: TokenExpr


@node("effect", "if", does=(Runs("then", alternative=True), Runs("else_", alternative=True)))
class If(Node, frozen=True):
    """Run one of two lists of effects, depending on a condition."""

    when: Annotated[Expr, Holds("bool")]
    then: Effects
    else_: Effects = ()


@node("effect", "forEach", does=(Runs("effects", each="over", limit="limit"),))
class ForEach(Node, frozen=True):
    """Run the effects for each element of a set, which is evaluated once before the loop."""

    bind: Binder
    over: SetExpr
    effects: Effects
    limit: int | None = None


@node("effect", "let", does=(Binds("bind", unless="in_"), Runs("in_")))
class Let(Node, frozen=True):
    """Bind a value to a name for the rest of this list, or for the effects in `in`."""

    bind: Binder
    value: ScalarExpr
    in_: Effects | None = None


@node("effect", "chooseOne", does=(Asks("options"), Binds("bind")))
class ChooseOne(Node, frozen=True):
    """Let a player choose one of the options and bind it to a name; `none` if there are no options."""

    bind: Binder
    options: SetExpr
    chooser: PlayerExpr = Actor()


@node("effect", "chooseN", does=(Asks("options", times="n"), Binds("bind")))
class ChooseN(Node, frozen=True):
    """Let a player choose a number of the options, in their order, and bind them to a name as a set."""

    bind: Binder
    options: SetExpr
    n: IntExpr
    chooser: PlayerExpr = Actor()


@node("effect", "roll", does=(Draws(sides="sides"), Binds("bind")))
class Roll(Node, frozen=True):
    """Roll a die with this many sides and bind the number, from 1, to a name."""

    bind: Binder
    sides: IntExpr


@node("effect", "endPhase", does=(Ends("phase"),))
class EndPhase(Node, frozen=True):
    """End the phase after this decision."""


@node("effect", "endTurn", does=(Ends("turn"),))
class EndTurn(Node, frozen=True):
    """End the turn after this decision."""


@node("effect", "setActivePlayer", does=(NamesNext(),))
class SetActivePlayer(Node, frozen=True):
    """Name the player who takes the next turn."""

    player: PlayerExpr


@node("effect", "extraTurn", does=(NamesNext(),))
class ExtraTurn(Node, frozen=True):
    """Name the actor as the player who takes the next turn."""


@node("effect", "eliminate", does=(PutsOut("player"),))
class Eliminate(Node, frozen=True):
    """Eliminate a player, who is then skipped in the turn order."""

    player: PlayerExpr


# The effects with nested lists of effects. A pass that follows lists matches these one by one and treats all
# others alike, so that the type checker reports it when one is added.
ControlEffect = If | ForEach | Let
# The effects that bind a name for the rest of their list.
BindingEffect = Let | ChooseOne | ChooseN | Roll
PlainEffect = (
    SetVar | AddVar | SetTokenProp | MoveToken | MoveAll | MoveTokenAdjacent | SwapTokens | Draw | Shuffle
    | CreateToken | DestroyToken | ChooseOne | ChooseN | Roll | EndPhase | EndTurn | SetActivePlayer | ExtraTurn
    | Eliminate
)  # fmt: skip
Effect = PlainEffect | ControlEffect
UNIONS["Effect"] = Effect
