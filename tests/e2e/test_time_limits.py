"""Commands end when their time limit passes, and on an interrupt: within a second, with the finished results."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.hostile_documents import longest_of_all, nested_quantifiers

PATIENCE = 60


def start(*arguments: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "ludotome", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize("command", ["show", "perft", "simulate"])
def test_a_command_ends_when_its_time_is_up(command: str, tmp_path: Path) -> None:
    document = tmp_path / "endless.md"
    document.write_text(nested_quantifiers(7, "end") if command == "show" else longest_of_all(), encoding="utf-8")
    more = {"perft": ["-d", "2"], "simulate": ["-n", "5"]}.get(command, [])
    ran = start(command, str(document), *more, LUDOTOME_TIME_LIMIT="3")
    _, said = ran.communicate(timeout=PATIENCE)
    assert ran.returncode in (1, 130)
    assert "stopped after 3 s" in said
    assert "Traceback" not in said


def test_a_limit_that_is_not_a_number_is_wrong_usage() -> None:
    ran = start("games", LUDOTOME_TIME_LIMIT="soon")
    _, said = ran.communicate(timeout=PATIENCE)
    assert ran.returncode == 2
    assert "`LUDOTOME_TIME_LIMIT` is `soon`; write how many seconds" in said


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_an_endless_command(number: signal.Signals, tmp_path: Path) -> None:
    document = tmp_path / "endless.md"
    document.write_text(longest_of_all(), encoding="utf-8")
    ran = start("simulate", str(document), "-n", "5")
    time.sleep(8)  # compiling and playing print the same; by then it plays
    assert ran.poll() is None
    ran.send_signal(number)
    asked = time.monotonic()
    _, said = ran.communicate(timeout=PATIENCE)
    assert ran.returncode == 128 + number
    assert "Traceback" not in said
    assert time.monotonic() - asked < 10  # on a busy machine
