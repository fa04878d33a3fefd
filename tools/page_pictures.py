"""Page pictures: screenshots for the docs, taken in a real browser.

Those of the studio are made by its tests (`pytest tests/e2e/test_studio_pages.py tests/e2e/test_tables_in_browsers.py
tests/oracle/studio`) and copied from `build`.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import ludotome as lt
from ludotome.export import export_html
from tests.support.player_page import DESK, PHONE, PlayerPage, player_page

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
# picture made by the tests of the studio, under `build` -> its name in the docs
STUDIO = {
    "studio/library-1280-light": "studio-library",
    "studio/hint-1280-light": "studio-play",
    "pictures/studio/workshop-problem-1280": "studio-workshop",
    "pictures/studio/workshop-simulate-1280": "studio-simulate",
    "pictures/studio/workshop-compare-1280": "studio-compare",
    "tables/breakthrough-ann": "table-desk",
}
# Some decisions by a fixed rule, so that the picture shows a game in progress.
PLAY = """plies => {
  const { player } = ludotome, { match } = player;
  let draw = 12345;
  for (let ply = 0; ply < plies && !match.isOver; ply++) {
    if (match.curtainFor !== null) match.confirm(match.curtainFor);
    draw = (draw * 1103515245 + 12345) % 2147483648;
    match.decide(draw % match.engine.legal().length);
  }
  player.refresh();
}"""


def main() -> None:
    """Write every picture."""
    _picture("breakthrough", "export-desk", 14, DESK, "light", click="cell_6_4")
    _picture("market", "export-phone", 9, PHONE, "dark")
    for made, to in STUDIO.items():
        shutil.copy(PICTURES.parents[1] / "build" / f"{made}.png", PICTURES / f"{to}.png")
        print(f"wrote docs/pictures/{to}.png")


def _picture(name: str, to: str, plies: int, size: dict[str, int], scheme: str, click: str | None = None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.html"
        file.write_text(export_html(lt.load(name)), encoding="utf-8")
        with player_page(file, size, color_scheme=scheme) as player:
            _prepare(player, plies)
            if click is not None:
                player.click(f"z:{click}")
            player.page.mouse.move(0, 0)
            player.page.wait_for_timeout(400)
            player.page.screenshot(path=str(PICTURES / f"{to}.png"))
            assert player.faults() == []
    print(f"wrote docs/pictures/{to}.png")


def _prepare(player: PlayerPage, plies: int) -> None:
    player.seat_people(seed=3)
    player.lift_curtain()
    player.page.evaluate(PLAY, plies)
    player.lift_curtain()


if __name__ == "__main__":
    main()
