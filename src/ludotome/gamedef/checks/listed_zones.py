"""Listed zones: regions, neighbours and directions name zones that exist; terrain is declared."""

from __future__ import annotations

from ludotome.gamedef.infer import Inference


def check(inference: Inference) -> None:
    """Report every unknown name in a region or on a zone."""
    game, zones = inference.symbols.game_def, inference.symbols.zone_index
    for index, region in enumerate(game.regions):
        groups = (region.zones,) if region.of_seat is None else region.of_seat
        for seat, group in enumerate(groups):
            place = "zones" if region.of_seat is None else f"ofSeat[{seat}]"
            for number, zone in enumerate(group):
                if zone not in zones:
                    inference.findings.unknown("zone", zone, zones, f"regions[{index}].{place}[{number}]")
    terrains = [terrain.id for terrain in game.terrain]
    for index, node in enumerate(game.zones):
        for number, other in enumerate(node.adjacent_to):
            if other not in zones:
                inference.findings.unknown("zone", other, zones, f"zones[{index}].adjacentTo[{number}]")
        for way, other in node.directions.items():
            if other not in zones:
                inference.findings.unknown("zone", other, zones, f"zones[{index}].directions.{way}")
        if node.terrain is not None and node.terrain not in terrains:
            inference.findings.unknown("terrain", node.terrain, terrains, f"zones[{index}].terrain")
