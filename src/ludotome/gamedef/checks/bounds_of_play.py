"""Bounds of play: the length of a game, the depth of triggers, the number of recorded positions."""

from __future__ import annotations

from ludotome.gamedef.bounds import DEEPEST_TRIGGERS, MOST_PLIES
from ludotome.gamedef.infer import Inference


def check(inference: Inference) -> None:
    """Report bounds out of their range."""
    metadata = inference.symbols.game_def.metadata
    ranges = (
        ("maxPlies", metadata.max_plies, 1, MOST_PLIES),
        ("maxTriggerDepth", metadata.max_trigger_depth, 0, DEEPEST_TRIGGERS),
        ("history", 1 if metadata.history is None else metadata.history, 1, MOST_PLIES),
    )
    for name, value, low, high in ranges:
        if not low <= value <= high:
            inference.findings.add(
                "LT405", f"metadata.{name}", f"`{name}` is {value}", f"write a number from {low} to {high}"
            )
