"""The declarations of nodes, and the facts derived from them."""

from __future__ import annotations

import typing

import pytest

from ludotome.gamedef import NODES, Expr, Node, facts, validate_game_def
from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.gamedef.deeds import Arrives, Binds, Deed, Draws, Runs, When
from ludotome.gamedef.node import node
from tests.support.small_games import cards, game

EFFECTS = {cls for cls, info in NODES.items() if info.family == "effect"}
TOKEN, ZONE, OTHER = ex.Binding("$token"), ex.Binding("$zone"), ex.Binding("$other")


def declaring(kind: type[Deed]) -> set[type[Node]]:
    return {cls for cls in EFFECTS if any(isinstance(deed, kind) for deed in NODES[cls].does)}


@pytest.mark.parametrize(
    ("union", "members"),
    [
        pytest.param(fx.Effect, EFFECTS, id="Effect"),
        pytest.param(Expr, set(NODES) - EFFECTS, id="Expr"),
        pytest.param(fx.ControlEffect, declaring(Runs), id="ControlEffect"),
        pytest.param(fx.BindingEffect, declaring(Binds), id="BindingEffect"),
        pytest.param(fx.PlainEffect, EFFECTS - declaring(Runs), id="PlainEffect"),
    ],
)
def test_each_union_has_exactly_the_nodes_that_declare_it(union: typing.Any, members: set[type[Node]]) -> None:
    """The type checker cannot detect a node that is missing in its union."""
    assert set(typing.get_args(union)) == members


def test_every_list_of_effects_of_a_node_is_declared_as_run() -> None:
    """A field with effects that is not declared would be ignored by every pass."""
    for cls in EFFECTS:
        held = {name for name, hint in cls.__annotations__.items() if "Effects" in str(hint)}
        assert held == {deed.effects for deed in NODES[cls].does if isinstance(deed, Runs)}, cls


def test_an_effect_that_declares_nothing_is_refused_where_it_is_defined() -> None:
    with pytest.raises(TypeError, match=r"effect `doNothing`: write `does=\(…\)` with what it does"):
        node("effect", "doNothing")(type("DoNothing", (Node,), {}, frozen=True))
    assert ("effect", "doNothing") not in [(info.family, info.name) for info in NODES.values()]


@pytest.mark.parametrize("deed", [Arrives(to="nowhere"), Draws(when=When("nowhere", 1))])
def test_a_deed_that_names_no_field_is_refused_where_it_is_defined(deed: Deed) -> None:
    with pytest.raises(TypeError, match="names `nowhere`, which is not one of its fields"):
        node("effect", "wander", does=(deed,))(type("Wander", (Node,), {"__annotations__": {"to": str}}, frozen=True))


@pytest.mark.parametrize(
    ("effect", "to", "field"),
    [
        (fx.MoveToken(TOKEN, ZONE), ZONE, "to"),
        (fx.MoveAll(OTHER, ZONE), ZONE, "to"),
        (fx.CreateToken(ex.NameLiteral("man"), ZONE), ZONE, "zone"),
        (fx.MoveTokenAdjacent(TOKEN, ZONE), ZONE, "to"),
        (
            fx.MoveTokenAdjacent(TOKEN, None, ex.NameLiteral("north")),
            ex.Step(ex.TokenProp(TOKEN, "zone"), ex.NameLiteral("north")),
            "direction",
        ),
    ],
)
def test_an_arrival_says_where_to_and_which_field_says_so(effect: fx.Effect, to: ex.Expr, field: str) -> None:
    (arrival,) = facts.arrivals(effect)
    assert (arrival.to, arrival.field) == (to, field)


def test_a_deed_may_depend_on_a_field() -> None:
    """Only a random place is a matter of chance; a `let` with its own list binds nothing after it."""
    assert not facts.is_random(fx.MoveToken(TOKEN, ZONE, None, "top"))
    assert facts.drawn_place(fx.MoveToken(TOKEN, ZONE, None, "random")) == ZONE
    assert facts.bound_name(fx.Let("$x", TOKEN)) == "$x"
    assert facts.bound_name(fx.Let("$x", TOKEN, ())) is None


ARRIVING = {cls for cls in EFFECTS if any(isinstance(deed, Arrives) for deed in NODES[cls].does)}
TOP = {"ref": "top", "zone": "deck"}
# one effect of each class that brings tokens to a zone
BRINGING: dict[str, dict[str, object]] = {
    "moveToken": {"token": TOP, "to": "row"},
    "moveAll": {"from": "deck", "to": "row"},
    "moveTokenAdjacent": {"token": TOP, "to": "row"},
    "swapTokens": {"a": TOP, "b": {"ref": "top", "zone": "row"}},
    "draw": {"from": "deck", "to": "row", "count": 1},
    "createToken": {"type": "card", "zone": "row"},
}


def test_each_effect_that_raises_token_entered_is_tried_below() -> None:
    assert set(BRINGING) == {NODES[cls].name for cls in ARRIVING}


@pytest.mark.parametrize("name", BRINGING)
def test_an_action_that_is_tried_may_not_set_off_a_trigger_that_rolls(name: str) -> None:
    """Whatever brings the token raises the event, so LT412 must know every such effect."""
    action = {"id": "act", "post": True, "effects": [{name: BRINGING[name]}]}
    rolls = {"id": "luck", "event": {"type": "tokenEntered"}, "effects": [{"roll": {"bind": "$d", "sides": 6}}]}
    tried = game([action], setup=cards("deck", 1, 2), triggers=[rolls], check=False)
    assert [found.code for found in validate_game_def(tried)] == ["LT412"]
    calm = game([action], setup=cards("deck", 1, 2), check=False)
    assert "LT412" not in [found.code for found in validate_game_def(calm)]
