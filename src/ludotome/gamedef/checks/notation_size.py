"""Notation size: the text of a decision is bounded, so that a list of decisions cannot fill the memory."""

from __future__ import annotations

from ludotome.gamedef.bounds import MOST_FORMS, MOST_NOTATION
from ludotome.gamedef.definition import Notation, NotationPiece
from ludotome.gamedef.infer import Inference

LONGEST_NUMBER = 20  # the digits of a number of 64 bits, and its sign


def check(inference: Inference) -> None:
    """Report notations that can be too long, and actions with too many forms."""
    longest = _longest_value(inference)
    for index, action in enumerate(inference.symbols.game_def.actions):
        path = f"actions[{index}]"
        forms = [(f"{path}.notation", action.notation or ())]
        forms += [(f"{path}.longer[{number}]", form) for number, form in enumerate(action.longer)]
        for place, form in forms:
            size = _size(form, longest)
            if size > MOST_NOTATION:
                message = f"this can be {size} characters; the notation of a decision can have at most {MOST_NOTATION}"
                inference.findings.add("LT429", place, message, "write fewer or shorter parts")
        if len(forms) > MOST_FORMS:
            message = f"`{action.id}` has {len(forms)} forms of notation; at most {MOST_FORMS} are tried"
            inference.findings.add("LT429", f"{path}.notation", message, "write fewer forms")


def _size(form: Notation, longest: int) -> int:
    parts = [part.value if isinstance(part, NotationPiece) else part for part in form]
    return sum(len(part) if isinstance(part, str) else longest for part in parts)


def _longest_value(inference: Inference) -> int:
    """Return the maximum number of characters of a value."""
    game = inference.symbols.game_def
    names = [*(str(zone.id) for zone in game.zones), *(zone.name or "" for zone in game.zones), *game.metadata.seats]
    names += [name for kind in game.token_types for name in (kind.id, kind.short or "")]
    names += inference.symbols.names
    return max(LONGEST_NUMBER, *map(len, names)) if names else LONGEST_NUMBER
