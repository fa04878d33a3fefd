"""Exported files are small, start quickly, and their computer players move quickly."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import median

import pytest

import ludotome as lt
from ludotome.export import export_html
from ludotome.export.bundle import bundled, joined_style
from ludotome.export.packing import packed
from ludotome.play import shipped_games
from tests.support.player_page import player_page

KILOBYTE = 1000
SLOW = {"chess": 2.0}  # seconds for 400 simulations, if one second is not enough
SEARCH = """async () => {
  const { player } = ludotome, { match } = player;
  const task = { seed: match.seed, history: match.engine.history(), simulations: 400 };
  await player.opponent.search(task);
  const before = performance.now();
  await player.opponent.search(task);
  return (performance.now() - before) / 1000;
}"""
READY = "() => performance.getEntriesByName('ready')[0].startTime"


def test_what_every_file_holds_besides_its_game_is_small() -> None:
    style = joined_style("tokens.css", "player/player.css")
    assert len(packed(bundled("player/page.js").encode())) + len(packed(style.encode())) < 51 * KILOBYTE


@pytest.mark.long
def test_files_are_small(record_property: Callable[[str, object], None]) -> None:
    sizes = {name: len(export_html(lt.load(name)).encode()) / KILOBYTE for name in shipped_games()}
    record_property("exported KB", {name: round(size, 1) for name, size in sizes.items()})
    assert median(sizes.values()) < 80
    assert max(sizes.values()) < 150


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.parametrize("name", shipped_games())
def test_a_file_starts_at_once_and_its_computer_answers_soon(
    tmp_path: Path, name: str, record_property: Callable[[str, object], None]
) -> None:
    """The best of three starts, since other programs run too."""
    file = tmp_path / "game.html"
    file.write_text(export_html(lt.load(name)), encoding="utf-8")
    ready, answers = [], []
    with player_page(file) as player:
        for _ in range(3):
            player.open(file)
            ready.append(player.page.evaluate(READY))
            answers.append(player.page.evaluate(SEARCH))
    record_property("ready ms", round(min(ready)))
    record_property("400 simulations s", round(min(answers), 3))
    assert min(ready) < 300
    assert min(answers) < SLOW.get(name, 1.0)
