"""Duplicate ids: two things of one kind with the same id."""

from __future__ import annotations

from collections.abc import Iterable

from ludotome.gamedef.infer import Inference


def check(inference: Inference) -> None:
    """Report every id that was used before in its section."""
    game = inference.symbols.game_def
    sections: dict[str, Iterable[tuple[str, str]]] = {
        "zones": ((zone.id, "id") for zone in game.zones),
        "boards": ((board.id, "id") for board in game.boards),
        "regions": ((region.id, "id") for region in game.regions),
        "terrain": ((terrain.id, "id") for terrain in game.terrain),
        "tokenTypes": ((kind.id, "id") for kind in game.token_types),
        "turnStructure.phases": ((phase.id, "id") for phase in game.turn_structure.phases),
        "actions": ((action.id, "id") for action in game.actions),
        "triggers": ((trigger.id, "id") for trigger in game.triggers),
        "globalVars": ((var.name, "name") for var in game.global_vars),
        "perPlayerVars": ((var.name, "name") for var in game.per_player_vars),
        "perZoneVars": ((var.name, "name") for var in game.per_zone_vars),
        "metadata.seats": ((seat, "") for seat in game.metadata.seats),
    }
    for section, ids in sections.items():
        _report(inference, section, ids)
    for index, kind in enumerate(game.token_types):
        _report(inference, f"tokenTypes[{index}].props", ((prop.name, "name") for prop in kind.props))
    for index, action in enumerate(game.actions):
        _report(inference, f"actions[{index}].params", ((param.name, "name") for param in action.params))


def _report(inference: Inference, section: str, ids: Iterable[tuple[str, str]]) -> None:
    first: dict[str, int] = {}
    for index, (name, key) in enumerate(ids):
        if name in first:
            path = f"{section}[{index}]" + (f".{key}" if key else "")
            message = f"`{name}` already exists, as `{section}[{first[name]}]`"
            inference.findings.add("LT402", path, message, "give one of the two another name")
        first.setdefault(name, index)
