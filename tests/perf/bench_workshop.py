"""The time from a key to its diagnostics, and to open the library, in Chromium.

A key: typing in the workshop, the 95th percentile of 20 keys in each shipped game. The time runs from the change of the
text to the frame that shows its diagnostics, including the pause before a check. Games whose document takes longest to
check are the slowest.

The library: from the navigation to the last visible picture, by the browser's own clock, the 95th percentile of 20.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from ludotome.play import shipped_games
from tests.support.workshop import open_bench

_KEYS = 20
_OPENINGS = 20
_IN_SIGHT = "[...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight)"
_ALL_IN_SIGHT = f"() => {_IN_SIGHT}.length && {_IN_SIGHT}.every((image) => image.complete)"
_LAST_PICTURE = f"""() => {{
  const loaded = {_IN_SIGHT}.map((image) => performance.getEntriesByName(image.currentSrc).at(-1).responseEnd);
  return Math.max(performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd, ...loaded);
}}"""


def bench() -> list[dict[str, Any]]:
    """Return a row for the library and one per game."""
    with tempfile.TemporaryDirectory() as folder, open_bench(Path(folder)) as opened:
        keys = [
            {"job": f"{game}: key to diagnostics, p95", "ours": sorted(typed(opened, game))[int(0.95 * _KEYS) - 1]}
            for game in shipped_games()
        ]
        library = sorted(library_openings(opened))[int(0.95 * _OPENINGS) - 1]
        return [{"job": "library: opening, p95", "ours": library}, *keys]


def library_openings(opened: Any) -> list[float]:
    """Return the seconds of some openings of the library, from the navigation to the last visible picture."""
    page = opened.page("")
    page.wait_for_function("document.images.length === document.querySelectorAll('.games li').length")  # all are drawn
    times = []
    for _ in range(_OPENINGS):
        page.goto(f"{opened.studio.address}help")
        page.goto(opened.studio.address)
        page.wait_for_function(_ALL_IN_SIGHT)
        times.append(float(page.evaluate(_LAST_PICTURE)) / 1000)
    page.context.close()
    return times


def typed(opened: Any, game: str) -> list[float]:
    """Return the seconds from each of some keys to its diagnostics, typed at the end of the first YAML block."""
    page = opened.workshop(game)
    page.locator(".preview .stage").wait_for()
    page.locator(".cm-content").press("Control+f")  # the fence may be far below the visible part
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
