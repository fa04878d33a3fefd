"""Orientation: every seat faces a direction of the board, or none does."""

from __future__ import annotations

from ludotome.gamedef.infer import Inference


def check(inference: Inference) -> None:
    """Report unknown directions and missing seats."""
    game = inference.symbols.game_def
    known = inference.declared.directions
    for seat, way in enumerate(game.orientation):
        if way is not None and way not in known:
            inference.findings.unknown("direction", way, known, f"orientation[{seat}]")
    if len(game.metadata.seats) != game.metadata.players.max:
        return  # reported at `seats`; without them orientation cannot be checked
    if any(game.orientation) and len([way for way in game.orientation if way]) != game.metadata.players.max:
        facing = dict(enumerate(game.orientation))
        lost = [f"`{name}`" for seat, name in enumerate(game.metadata.seats) if facing.get(seat) is None]
        listed = ", ".join(lost) or "some seats"
        suggestion = f"write a direction for {listed} too, since every seat needs one"
        inference.findings.add("LT418", "orientation", f"no direction is forward for {listed}", suggestion)
