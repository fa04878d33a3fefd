"""Watching files: no change during reading is missed."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from ludotome.cli.watch import watch


def test_a_file_that_comes_while_others_are_read_is_seen(tmp_path: Path) -> None:
    """It is missing in the first round, and created before the round ends."""
    document, mission = tmp_path / "game.md", tmp_path / "ship.txt"
    document.write_text("a game")
    found: list[bool] = []

    def act() -> list[str]:
        found.append(mission.exists())
        if len(found) == 2:
            raise KeyboardInterrupt
        mission.write_text("a ship")
        return [str(mission)]

    watching = threading.Thread(target=watch, args=([str(document)], act), daemon=True)
    watching.start()
    watching.join(10)
    assert found == [False, True]


def test_a_file_that_existed_before_is_read_once(tmp_path: Path) -> None:
    document, mission = tmp_path / "game.md", tmp_path / "ship.txt"
    document.write_text("a game")
    mission.write_text("a ship")
    time.sleep(0.1)  # wait until the file is older than `_CLOCK`: a newer one counts as changed meanwhile
    rounds: list[str] = []

    def act() -> list[str]:
        rounds.append(mission.read_text())
        if len(rounds) == 2:
            raise KeyboardInterrupt
        return [str(mission)]

    watching = threading.Thread(target=watch, args=([str(document)], act), daemon=True)
    watching.start()
    watching.join(1)
    assert rounds == ["a ship"]
    document.write_text("another game")
    watching.join(10)
    assert rounds == ["a ship", "a ship"]
