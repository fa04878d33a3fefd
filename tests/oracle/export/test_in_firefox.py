"""Exported files in Firefox: every shipped game is clicked to its end; Python replays its record, hash by hash."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotome as lt
from ludotome.export import export_html
from ludotome.play import shipped_games
from tests.support.firefox import FirefoxPage, firefox_page
from tests.support.player_page import PlayerPage

pytestmark = [pytest.mark.long, pytest.mark.browser]
LISTEN = """() => {
  window.violations = [];
  document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.violatedDirective));
  window.addEventListener("error", (event) => window.violations.push(event.message));
}"""


@pytest.fixture(scope="module")
def firefox() -> Iterator[FirefoxPage]:
    with firefox_page() as page:
        yield page


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", shipped_games())
def test_every_shipped_game_is_played_out(firefox: FirefoxPage, tmp_path: Path, name: str) -> None:
    file = tmp_path / "game.html"
    file.write_text(export_html(lt.load(name), opponent="person"), encoding="utf-8")
    player = PlayerPage(firefox)
    player.open(file)
    firefox.evaluate(LISTEN)
    player.ask("void player.begin(match.sitters.map(() => 'person'), '5')")
    plies = player.play_out(seed=1)
    record = lt.Record.from_json(player.ask("JSON.stringify(match.record())"))
    assert player.faults() == []
    assert len(record.decisions) == plies
    assert record.replay(lt.load(name)).is_terminal()


def test_the_computer_answers(firefox: FirefoxPage, tmp_path: Path) -> None:
    """Its search runs in a worker."""
    file = tmp_path / "game.html"
    file.write_text(export_html(lt.load("tic-tac-toe"), opponent="easy"), encoding="utf-8")
    player = PlayerPage(firefox)
    player.open(file)
    player.decide(0)
    player.wait_for_a_person()
    assert player.ply == 2
