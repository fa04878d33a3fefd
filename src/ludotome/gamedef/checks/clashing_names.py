"""Clashing names: things of different kinds with one name, which is ambiguous in expressions."""

from __future__ import annotations

from collections.abc import Iterator

from ludotome.gamedef.infer import Inference


def check(inference: Inference) -> None:
    """Report every ambiguous name.

    Seats, parameters, constants, variables, zones and regions share one name space.
    """
    first: dict[str, tuple[str, str]] = {}
    for name, kind, path in _things(inference):
        before = first.setdefault(name, (kind, path))
        if before[0] != kind:
            message = f"`{name}` is a {kind} here and a {before[0]} at `{before[1]}`"
            inference.findings.add("LT403", path, message, "give one of the two another name")


def _things(inference: Inference) -> Iterator[tuple[str, str, str]]:
    game = inference.symbols.game_def
    yield from ((seat, "seat", f"metadata.seats[{i}]") for i, seat in enumerate(game.metadata.seats))
    settable = {parameter.name for parameter in game.parameters}
    yield from ((one.name, "parameter", f"parameters[{i}].name") for i, one in enumerate(game.parameters))
    yield from ((name, "constant", f"constants.{name}") for name in game.constants if name not in settable)
    for section, variables in (
        ("globalVars", game.global_vars),
        ("perPlayerVars", game.per_player_vars),
        ("perZoneVars", game.per_zone_vars),
    ):
        yield from ((var.name, "variable", f"{section}[{i}].name") for i, var in enumerate(variables))
    owned = {name: zones[0] for name, zones in inference.symbols.owned_zones.items()}
    yield from ((name, "zone", f"zones[{first}].id") for name, first in owned.items())
    yield from ((zone.id, "zone", f"zones[{i}].id") for i, zone in enumerate(game.zones))
    yield from ((zone.name, "zone", f"zones[{i}].name") for i, zone in enumerate(game.zones) if zone.name)
    yield from ((board.id, "board", f"boards[{i}].id") for i, board in enumerate(game.boards))
    yield from ((region.id, "region", f"regions[{i}].id") for i, region in enumerate(game.regions))
