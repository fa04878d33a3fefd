"""Budget: the maximum number of effects of one decision, if it follows from the document.

Every executed effect counts against a budget of 10,000. If no decision can reach it, effects are not counted.

This module does not know C.
"""

from __future__ import annotations

from typing import assert_never

from ludotome.gamedef import BUDGET, MOST_NUMBERS, Effects
from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.native.lower.lowering import Lowering, unhandled


def is_within_budget(low: Lowering) -> bool:
    """Return whether neither a decision nor setup can exceed the budget of effects.

    After a decision a walk passes at most players × phases phases before it stops, each with its onEnter and onExit.
    """
    game = low.game_def
    phases = sum(
        most_effects(low, phase.on_enter) + most_effects(low, phase.on_exit) for phase in game.turn_structure.phases
    )
    walk = (low.players + 2) * phases
    first = most_effects(low, game.setup)
    decisions = (most_effects(low, action.cost) + most_effects(low, action.effects) for action in game.actions)
    return not game.triggers and max(first, *decisions, 0) + walk <= BUDGET


def most_effects(low: Lowering, effects: Effects) -> int:
    """Return the maximum number of effects that a list can run."""
    return sum(_most(low, effect) for effect in effects)


def _most(low: Lowering, effect: fx.Effect) -> int:
    if isinstance(effect, fx.PlainEffect):
        return 1
    match effect:
        case fx.If():
            return 1 + max(most_effects(low, effect.then), most_effects(low, effect.else_))
        case fx.ForEach():
            return 1 + most_elements(low, effect.over) * most_effects(low, effect.effects)
        case fx.Let():
            return 1 + most_effects(low, effect.in_ or ())
        case _:
            assert_never(effect)


def most_elements(low: Lowering, over: ex.Expr) -> int:
    """Return the maximum number of elements of a set, from its form alone."""
    if isinstance(over, ex.Value):
        return _most_of_value(over)
    match over:
        case ex.Where():
            return most_elements(low, over.of)
        case ex.ListOf():
            return len(over.items)
        case ex.TokensInZone():
            return low.largest_zone
        case ex.IntsInRange(min=ex.IntLiteral(value=least), max=ex.IntLiteral(value=most)):
            return max(most - least + 1, 0)
        case ex.IntsInRange():
            return MOST_NUMBERS
        case ex.AllPlayers() | ex.AllOther() | ex.OwnedZones():
            return low.players
        case ex.AdjacentZones():
            return max(map(len, low.board.neighbors), default=0)
        case ex.DirectionSet():
            return len(low.board.direction_names)
        case ex.Tokens() | ex.TokensInAdjacentZones():
            return low.layout.tokens
        case ex.AllZones() | ex.RegionZones() | ex.ConnectedZones() | ex.Group() | ex.Ray() | ex.Between():
            return low.layout.zones
        case ex.Destinations() | ex.Attacks() | ex.Reachable() | ex.ZonesInRange():
            return low.layout.zones
        case _:
            raise unhandled(over)


def _most_of_value(over: ex.Value) -> int:
    match over:
        case ex.Binding() | ex.IfExpr():
            return MOST_NUMBERS  # a chosen set, or one of two sets
        case _:
            return 1  # any other value is a single one
