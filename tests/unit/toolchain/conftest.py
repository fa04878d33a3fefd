"""Every test of this folder has its own cache, and some run in a new process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ludotome.toolchain import cache_folder

RunPython = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache; zig keeps the user's own, since it takes long to fill."""
    monkeypatch.setenv("ZIG_GLOBAL_CACHE_DIR", os.environ.get("ZIG_GLOBAL_CACHE_DIR") or str(cache_folder() / "zig"))
    monkeypatch.setenv("LUDOTOME_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("LUDOTOME_CC", raising=False)
    return tmp_path / "cache"


@pytest.fixture
def run_python() -> RunPython:
    """Run Python code in a new process; its output is in `.stdout`, warnings are in `.stderr`."""

    def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-W", "always::UserWarning", "-c", code],
            env={**os.environ, **environment},
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )

    return run
