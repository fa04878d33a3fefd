"""How soon a key shows its diagnostics: typing in the workshop, the 95th percentile of 20 keys in each shipped game.

The time runs from the change of the text to the frame that shows its diagnostics, in Chromium, with the pause before a
check. Games whose document takes longest to check are the slowest.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from ludotome.play import shipped_games
from tests.support.workshop import open_bench

_KEYS = 20


def bench() -> list[dict[str, Any]]:
    """Return a row for each game."""
    with tempfile.TemporaryDirectory() as folder, open_bench(Path(folder)) as opened:
        return [
            {"job": f"{game}: key to diagnostics, p95", "ours": sorted(typed(opened, game))[int(0.95 * _KEYS) - 1]}
            for game in shipped_games()
        ]


def typed(opened: Any, game: str) -> list[float]:
    """Return the seconds from each of some keys to its diagnostics, typed at the end of the first YAML block."""
    page = opened.workshop(game)
    page.locator(".preview .stage").wait_for()
    page.locator(".cm-content").press("Control+f")  # the fence may be far below what is drawn
    page.keyboard.type("```yaml")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    times = []
    for key in "# a comment about it"[:_KEYS]:
        page.evaluate("delete document.documentElement.dataset.checked")
        page.keyboard.press(key if key != " " else "Space")
        page.wait_for_selector("html[data-checked]", state="attached")
        times.append(float(page.get_attribute("html", "data-checked")) / 1000)
        page.wait_for_timeout(150)  # the picture and the outline of this text follow
    page.context.close()
    return times
