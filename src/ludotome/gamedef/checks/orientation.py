"""Orientation: every seat faces a direction of the board, or none does."""

from __future__ import annotations

from ludotome.gamedef.infer import Inference


def check(inference: Inference) -> None:
    """Report unknown directions and seats that were forgotten."""
    game = inference.symbols.game_def
    known = inference.declared.directions
    for seat, way in enumerate(game.orientation):
        if way is not None and way not in known:
            inference.findings.unknown("direction", way, known, f"orientation[{seat}]")
    if any(game.orientation) and len([way for way in game.orientation if way]) != game.metadata.players.max:
        facing = [*game.orientation, *[None] * game.metadata.players.max][: game.metadata.players.max]
        seats = [*game.metadata.seats, *[f"seat {n}" for n in range(len(game.metadata.seats), len(facing))]]
        lost = ", ".join(f"`{seat}`" for seat, way in zip(seats, facing, strict=False) if way is None)
        suggestion = f"write a direction for {lost} too, since every seat needs one"
        inference.findings.add("LT418", "orientation", f"no direction is forward for {lost}", suggestion)
