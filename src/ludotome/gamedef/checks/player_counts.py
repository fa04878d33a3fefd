"""Player counts: the minimum and maximum number of players, and a name for each seat."""

from __future__ import annotations

from ludotome.gamedef.bounds import MOST_PLAYERS
from ludotome.gamedef.infer import Inference


def check(inference: Inference) -> None:
    """Report impossible counts and seats without a unique name."""
    metadata, found = inference.symbols.game_def.metadata, inference.findings
    low, high = metadata.players.min, metadata.players.max
    if not 1 <= low <= high <= MOST_PLAYERS:
        message = f"{low} to {high} players are not possible"
        found.add("LT404", "metadata.players", message, f"write 1 <= min <= max <= {MOST_PLAYERS}")
    elif len(metadata.seats) != high:
        named = "1 seat is named" if len(metadata.seats) == 1 else f"{len(metadata.seats)} seats are named"
        message = f"{named}, but up to {high} can play"
        found.add("LT404", "metadata.seats", message, f"name {high} seats, or leave `seats` out")
