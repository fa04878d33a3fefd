"""Shared by all tests: the fixture for golden files, the hypothesis profiles, and `--bless`."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator
from pathlib import Path
from typing import Protocol

import pytest
from hypothesis import HealthCheck, settings

# A shared check shows the compared values, as a test does.
pytest.register_assert_rewrite("tests.support")

BROWSER_SECONDS = 240

# Derandomised in `make test`, so that a failed run can be repeated. `make long` uses a new seed each time.
settings.register_profile("test", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("long", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("LUDOTOME_HYPOTHESIS", "test"))

# A shell without job control starts background programs with interrupts ignored. The programs that the tests start and
# interrupt would inherit this.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Golden(Protocol):
    """Compares a text with its golden file, or rewrites the file under `--bless`."""

    def __call__(self, actual: str, file: Path) -> None: ...


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bless", action="store_true", help="rewrite golden files from what the code says now")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Disable the garbage collector during collection: thousands of tests and their imports stay in memory anyway."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.collect()
        gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give tests with a browser their own time limit, so that a browser that hangs is reported within minutes."""
    for item in items:
        if item.get_closest_marker("browser") is not None and item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(BROWSER_SECONDS))


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """The golden comparison; a missing file is a failure unless `--bless` is given."""

    def compare(actual: str, file: Path) -> None:
        if request.config.getoption("--bless"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(actual, encoding="utf-8", newline="")
            return
        assert file.exists(), f"no golden file {file}; look at the output and run `make bless`"
        with file.open(encoding="utf-8", newline="") as stream:
            expected = stream.read()
        assert actual == expected

    return compare
