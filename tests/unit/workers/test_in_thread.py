"""Work beside an event loop ends when its time limit passes, whatever it does."""

from __future__ import annotations

import threading
from typing import Any

import anyio
import pytest

from ludotome.toolchain import ToolError
from ludotome.workers import in_thread


def test_work_that_takes_too_long_ends() -> None:
    """It does not continue in its thread, where a few such calls would keep the machine busy forever."""
    ended = threading.Event()

    def work(_job: Any) -> None:
        try:
            while not ended.is_set():
                pass
        finally:
            ended.set()

    with pytest.raises((ToolError, TimeoutError)):
        anyio.run(lambda: in_thread(work, seconds=0.5))
    try:
        assert ended.wait(5)
    finally:
        ended.set()
