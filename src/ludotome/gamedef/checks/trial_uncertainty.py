"""Trial uncertainty: what is tried to find out whether it is legal must not ask chance or a player."""

from __future__ import annotations

from ludotome.gamedef.infer import Inference
from ludotome.gamedef.node import NODES
from ludotome.gamedef.reach import is_tried, tried_effects, uncertain


def check(inference: Inference) -> None:
    """Report rolls, shuffles and choices in an action with `post` or `longest`, or in a trigger it reaches."""
    game = inference.symbols.game_def
    for index, action in enumerate(game.actions):
        if not is_tried(action):
            continue
        for place, effect in tried_effects(game, action):
            for node in uncertain(effect):
                path = place if place.startswith("triggers") else f"actions[{index}].{place}"
                word = "post" if action.post is not None else "longest"
                message = (
                    f"`{action.id}` has `{word}`, so it is tried first, and `{NODES[type(node)].name}` cannot be tried"
                )
                suggestion = f"move it to a trigger on `actionResolved`, or say the rule in `pre` instead of `{word}`"
                inference.findings.add("LT412", path, message, suggestion)
