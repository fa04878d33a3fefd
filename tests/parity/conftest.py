"""What tests of games nobody wrote share: libraries that nobody will ask for again, compiled as fast as can be."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator

import pytest


@pytest.fixture
def own_cache(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A cache of its own."""
    with tempfile.TemporaryDirectory(prefix="ludotome-parity-") as folder:
        monkeypatch.setenv("LUDOTOME_CACHE", folder)
        yield


@pytest.fixture
def compile_quickly(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Called, it has tcc compile where there is one: several times as fast as the others do without optimising."""
    tcc = shutil.which("tcc")
    return lambda: monkeypatch.setenv("LUDOTOME_CC", tcc) if tcc else None
