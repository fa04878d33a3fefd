"""Questions: which games have choices in the middle of a decision, and how many answers one decision can need.

A suspended state contains the answers so far, so a state has room for the maximum number.

This module does not know C.
"""

from __future__ import annotations

from typing import assert_never

from ludotome.gamedef import Effects, Node, facts, walk
from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.native.lower.budget import most_elements
from ludotome.native.lower.layout import Layout
from ludotome.native.lower.lowering import Lowering

# If a trigger has a choice whenever a token enters a zone, the document does not bound the number; a decision
# that would need more answers is rejected.
MOST_ANSWERS = 256


def asks(layout: Layout) -> bool:
    """Return whether a decision, or setup, can wait for an answer of a player or, with explicit chance, of chance."""
    nodes = tuple(walk(layout.game_def))
    by_chance = layout.opens or any(map(_draws_one, nodes))
    return (layout.explicit and by_chance) or any(map(facts.asks_player, nodes))


def _draws_one(node: Node) -> bool:
    """Return whether *node* needs one outcome of chance; a shuffled order is decided only when it is read."""
    return facts.is_random(node) and facts.shuffled(node) is None


def most_answers(low: Lowering) -> int:
    """Return the number of answers in a state: the maximum for one decision, 0 in a game without choices.

    After a decision a walk passes at most players × phases phases before it stops, and turns no more often.
    """
    game = low.game_def
    if not asks(low.layout):
        return 0
    # Each token of an open zone may be decided once; a shuffle opens the zone again.
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
    if isinstance(effect, fx.ControlEffect):
        return _in_lists(low, effect)
    layout, asked = low.layout, facts.question(effect)
    drawn = int(layout.explicit) if _draws_one(effect) else 0
    opened = layout.tokens if layout.opens and facts.shuffled(effect) is not None else 0
    return drawn + opened + (0 if asked is None else _times(low, asked))


def _times(low: Lowering, asked: facts.Question) -> int:
    """Return the maximum number of answers to one choice."""
    if asked.times is None:
        return 1
    most = most_elements(low, asked.options)
    return max(0, min(asked.times.value, most)) if isinstance(asked.times, ex.IntLiteral) else most


def _in_lists(low: Lowering, effect: fx.ControlEffect) -> int:
    match effect:
        case fx.If():
            return max(_answers(low, effect.then), _answers(low, effect.else_))
        case fx.ForEach():
            each = _answers(low, effect.effects)
            return each * most_elements(low, effect.over) if each else 0
        case fx.Let():
            return _answers(low, effect.in_ or ())
        case _:
            assert_never(effect)
