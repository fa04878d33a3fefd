"""Heat: how often each zone of a board is used, as a picture.

The more a cell is used, the darker it is; a cell that is never used has a dashed edge. Cells of similar shade are one
path, so that the picture of a large board stays small.

This module does not know what counts as use.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from html import escape
from math import ceil

from ludotome.picture import Scene
from ludotome.report.charts import WIDTH, svg, text

_SHADES = 8
_TALLEST = 240.0
_GAP = 0.92  # the filled part of a cell


def heat_map(scene: Scene, counts: Counter[str]) -> str:
    """Return the heat map of the first board whose zones are used; empty if there is none."""
    board = next(
        (one for one in scene.boards if any(zone.board == one.id and counts[zone.id] for zone in scene.zones)), None
    )
    if board is None:
        return ""
    zones = [zone for zone in scene.zones if zone.board == board.id]
    most = max(counts[zone.id] for zone in zones)
    scale = min(WIDTH / board.width, _TALLEST / board.height)
    side = board.cell * scale * _GAP
    left = (WIDTH - board.width * scale) / 2
    shades: dict[int, list[str]] = defaultdict(list)
    for zone in zones:
        shade = ceil(_SHADES * counts[zone.id] / most)
        x, y = left + zone.x * scale - side / 2, zone.y * scale - side / 2
        shades[shade].append(f"M{x:.0f} {y:.0f}h{side:.0f}v{side:.0f}h-{side:.0f}z")
    parts = [
        f'<path class="{"cell" if shade else "unused"}" d="{"".join(paths)}"'
        + (f' fill-opacity="{0.12 + 0.88 * shade / _SHADES:.2f}"/>' if shade else "/>")
        for shade, paths in sorted(shades.items())
    ]
    for label in board.labels:
        parts.append(text(left + label.x * scale, label.y * scale + 4, label.text, "faint", "middle", 11))
    best = max(zones, key=lambda zone: counts[zone.id])
    told = f"most used: {best.name}, {counts[best.id]:,} times"
    unused = sum(not counts[zone.id] for zone in zones)
    told += f"; never used: {unused} of {len(zones)}" if unused else "; every cell is used"
    height = board.height * scale + 24
    parts.append(text(WIDTH / 2, height - 4, told, "soft", "middle", 12))
    return svg(height, f"How often each cell of the board is used: {escape(told)}", parts)
