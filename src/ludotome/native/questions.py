"""Questions: which games ask in the middle of a decision, and how many answers one decision can take.

A suspended state holds the answers so far, so a state has room for as many as there can be.

This module does not know C.
"""

from __future__ import annotations

from ludotome.gamedef import Effects, GameDef, walk
from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.native.budget import most_elements
from ludotome.native.lower import Lowering

_CHOICES = (fx.ChooseOne, fx.ChooseN)
# Where a trigger asks whenever a token enters somewhere, the form of the document does not say how often; a decision
# that would need more answers is refused.
MOST_ANSWERS = 256


def asks(game_def: GameDef) -> bool:
    """Whether a decision, or setup, can wait for an answer."""
    return any(isinstance(node, _CHOICES) for node in walk(game_def))


def most_answers(low: Lowering) -> int:
    """Return how many answers a state has room for: as many as one decision can take, 0 in a game that never asks.

    After a decision a walk passes at most players × phases phases before it stops, and turns no more often.
    """
    game = low.game_def
    if not asks(game):
        return 0
    structure = game.turn_structure.phases
    phases = sum(_answers(low, phase.on_enter) + _answers(low, phase.on_exit) for phase in structure)
    resolved = 0
    for trigger in game.triggers:
        answers = _answers(low, trigger.effects)
        if answers and trigger.event.type == "tokenEntered":
            return MOST_ANSWERS
        if trigger.event.type == "actionResolved":
            resolved += answers
        else:
            phases += answers * len(structure)
    walked = (low.players + 2) * phases
    decisions = (_answers(low, action.cost) + _answers(low, action.effects) for action in game.actions)
    return min(max(_answers(low, game.setup), *decisions, 1) + resolved + walked, MOST_ANSWERS * 16)


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
        case fx.ChooseN(n=ex.IntLiteral(value=wanted)):
            return max(0, min(wanted, most_elements(low, effect.options)))
        case fx.ChooseN():
            return most_elements(low, effect.options)
        case _:
            return 0
