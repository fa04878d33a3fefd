"""Questions: which games ask in the middle of a decision, and how many answers one decision can take.

A suspended state holds the answers so far, so a state has room for as many as there can be.

This module does not know C.
"""

from __future__ import annotations

from ludotome.gamedef import Effects, walk
from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.native.budget import most_elements
from ludotome.native.layout import Layout
from ludotome.native.lower import Lowering

_CHOICES = (fx.ChooseOne, fx.ChooseN)
# Where a trigger asks whenever a token enters somewhere, the form of the document does not say how often; a decision
# that would need more answers is refused.
MOST_ANSWERS = 256


def asks(layout: Layout) -> bool:
    """Whether a decision, or setup, can wait for an answer of a player or, under explicit chance, of chance."""
    nodes = tuple(walk(layout.game_def))
    by_chance = layout.opens or any(isinstance(node, fx.Roll) or _is_put_anywhere(node) for node in nodes)
    return (layout.explicit and by_chance) or any(isinstance(node, _CHOICES) for node in nodes)


def _is_put_anywhere(node: object) -> bool:
    return isinstance(node, fx.MoveToken) and node.position == "random"


def most_answers(low: Lowering) -> int:
    """Return how many answers a state has room for: as many as one decision can take, 0 in a game that never asks.

    After a decision a walk passes at most players × phases phases before it stops, and turns no more often.
    """
    game = low.game_def
    if not asks(low.layout):
        return 0
    # Of a zone left open before, each token may be asked for once; a shuffle opens it again.
    opened = low.layout.tokens if low.layout.opens else 0
    structure = game.turn_structure.phases
    phases = sum(_answers(low, phase.on_enter) + _answers(low, phase.on_exit) for phase in structure)
    resolved = 0
    for trigger in game.triggers:
        answers = _answers(low, trigger.effects)
        if answers and trigger.event.type == "tokenEntered":
            return MOST_ANSWERS + 2 * opened
        if trigger.event.type == "actionResolved":
            resolved += answers
        else:
            phases += answers * len(structure)
    walked = (low.players + 2) * phases
    decisions = (_answers(low, action.cost) + _answers(low, action.effects) for action in game.actions)
    most = max(_answers(low, game.setup), *decisions, 1) + resolved + walked + opened
    return min(most, MOST_ANSWERS * 16)


def _answers(low: Lowering, effects: Effects) -> int:
    return sum(_most(low, effect) for effect in effects)


def _most(low: Lowering, effect: fx.Effect) -> int:
    match effect:
        case fx.If():
            return max(_answers(low, effect.then), _answers(low, effect.else_))
        case fx.ForEach():
            each = _answers(low, effect.effects)
            return each * most_elements(low, effect.over) if each else 0
        case fx.Let():
            return _answers(low, effect.in_ or ())
        case fx.ChooseOne():
            return 1
        case fx.Roll():
            return int(low.layout.explicit)
        case fx.MoveToken() if _is_put_anywhere(effect):
            return int(low.layout.explicit)
        case fx.Shuffle():
            return low.layout.tokens if low.layout.opens else 0
        case fx.ChooseN(n=ex.IntLiteral(value=wanted)):
            return max(0, min(wanted, most_elements(low, effect.options)))
        case fx.ChooseN():
            return most_elements(low, effect.options)
        case _:
            return 0
