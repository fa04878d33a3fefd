"""What all tests share: the golden fixture, the hypothesis profiles, and `--bless`."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator
from pathlib import Path
from typing import Protocol

import pytest
from hypothesis import HealthCheck, settings

# A check shared by tests says what it compared, as a test does.
pytest.register_assert_rewrite("tests.support")

BROWSER_SECONDS = 240

# Derandomised in `make test`: a red run can be run again. `make long` looks further, from a new seed each time.
settings.register_profile("test", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("long", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("LUDOTOME_HYPOTHESIS", "test"))

# A shell without job control starts what runs in the background deaf to interrupts, and so would be every program the
# tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Golden(Protocol):
    """Compare a text with the file that holds what it should be, or rewrite the file under `--bless`."""

    def __call__(self, actual: str, file: Path) -> None: ...


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bless", action="store_true", help="rewrite golden files from what the code says now")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Thousands of tests and all they import stay until the end: looking for garbage among them finds none."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.collect()
        gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give what needs a browser a limit of its own: a browser that hangs is named within minutes."""
    for item in items:
        if item.get_closest_marker("browser") is not None and item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(BROWSER_SECONDS))


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """The golden comparison; a missing file fails unless `--bless` was said."""

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
