"""Limits: counts and capacities must be at least 1."""

from __future__ import annotations

from ludotome.gamedef.infer import Inference


def check(inference: Inference) -> None:
    """Report limits, capacities and maxima below 1."""
    game = inference.symbols.game_def
    counts = [
        (f"actions[{a}].limits[{n}].max", limit.max)
        for a, action in enumerate(game.actions)
        for n, limit in enumerate(action.limits)
    ]
    counts += [
        (f"zones[{i}].capacity", zone.capacity) for i, zone in enumerate(game.zones) if zone.capacity is not None
    ]
    counts += [(f"tokenTypes[{i}].max", kind.max) for i, kind in enumerate(game.token_types) if kind.max is not None]
    for path, value in counts:
        if value < 1:
            inference.findings.add("LT411", path, f"{value} leaves no room", "write a number from 1")
