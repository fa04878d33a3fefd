"""Trial uncertainty: effects that are tried, for legality or notation, must not depend on chance or choices."""

from __future__ import annotations

from ludotome.gamedef.definition import ActionDef, NotationPiece
from ludotome.gamedef.infer import Inference
from ludotome.gamedef.node import NODES
from ludotome.gamedef.reach import tried_effects, uncertain


def check(inference: Inference) -> None:
    """Report rolls, shuffles and choices in an action with `post`, `longest` or `after`, or in a trigger it reaches."""
    game = inference.symbols.game_def
    for index, action in enumerate(game.actions):
        word = _word(action)
        if word is None:
            continue
        for place, effect in tried_effects(game, action):
            for node in uncertain(effect):
                path = place if place.startswith("triggers") else f"actions[{index}].{place}"
                message = (
                    f"`{action.id}` has `{word}`, so it is tried first, and `{NODES[type(node)].name}` cannot be tried"
                )
                instead = "remove this part" if word == "after" else f"write the condition as `pre` instead of `{word}`"
                suggestion = f"move it to a trigger on `actionResolved`, or {instead}"
                inference.findings.add("LT412", path, message, suggestion)


def _word(action: ActionDef) -> str | None:
    """Return the keyword because of which *action* is tried, or None."""
    pieces = (piece for form in (action.notation or (), *action.longer) for piece in form)
    remarks = any(isinstance(piece, NotationPiece) and piece.after is not None for piece in pieces)
    asked = {"post": action.post is not None, "longest": action.longest is not None, "after": remarks}
    return next((word for word, is_asked in asked.items() if is_asked), None)
