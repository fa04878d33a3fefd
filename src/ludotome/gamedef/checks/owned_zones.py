"""Owned zones: one for every seat, numbered in order."""

from __future__ import annotations

from ludotome.gamedef.bounds import MOST_PLAYERS
from ludotome.gamedef.infer import Inference


def check(inference: Inference) -> None:
    """Report owned zones that are not `name:0` to `name:n`, one for each possible player."""
    game = inference.symbols.game_def
    seats: dict[str, list[str]] = {}
    for index, zone in enumerate(game.zones):
        name, colon, seat = zone.id.rpartition(":")
        if (zone.owner == "player") != bool(colon and seat.isdigit() and name):
            message = f"zone `{zone.id}` does not match its owner `{zone.owner}`"
            inference.findings.add(
                "LT409", f"zones[{index}]", message, "an owned zone is called `name:seat`, others have no colon"
            )
        elif zone.owner == "player":
            seats.setdefault(name, []).append(seat)
    # an absurd count is reported by another check; do not build a list of it
    wanted = [str(seat) for seat in range(min(game.metadata.players.max, MOST_PLAYERS))]
    for name, found in seats.items():
        if found != wanted:
            message = f"`{name}` belongs to seats {', '.join(found)}, but seats 0 to {len(wanted) - 1} can play"
            inference.findings.add(
                "LT409", "zones", message, f"write `{name}:0` to `{name}:{len(wanted) - 1}`, in order"
            )
