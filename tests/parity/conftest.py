"""Shared by tests of generated games: libraries that are needed only once, compiled as fast as possible."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator

import pytest


@pytest.fixture
def own_cache(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A separate cache."""
    with tempfile.TemporaryDirectory(prefix="ludotome-parity-") as folder:
        monkeypatch.setenv("LUDOTOME_CACHE", folder)
        yield


@pytest.fixture
def compile_quickly(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return a function that makes tcc the compiler if available: several times as fast as the others."""
    tcc = shutil.which("tcc")
    return lambda: monkeypatch.setenv("LUDOTOME_CC", tcc) if tcc else None
