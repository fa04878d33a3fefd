"""A real browser: find Chromium on this machine, and check pictures in it.

`$LUDOTOME_CHROMIUM` names the program; otherwise it is searched on the PATH, then in `.venv/chromium`, where
`tools/get_chromium.py` installs one. `make test` runs that first, so tests marked `browser` fail if there is none.

Invariant: nothing waits without a limit, and the browser is closed whatever happens.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

OWN = Path(__file__).resolve().parents[2] / ".venv" / "chromium" / "chromium"
SECONDS = 60  # that a page may take on a busy machine before a test fails
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MISSING = "no Chromium found: install one (on Debian: apt install chromium), or set LUDOTOME_CHROMIUM to its path"


def find_chromium() -> str | None:
    """Return the path of Chromium, or None; a wrong `$LUDOTOME_CHROMIUM` is an error."""
    named = os.environ.get("LUDOTOME_CHROMIUM")
    if named:
        if shutil.which(named) is None:
            raise FileNotFoundError(f"LUDOTOME_CHROMIUM is `{named}`, which is not a program that can be run")
        return named
    found = next((found for name in NAMES if (found := shutil.which(name))), None)
    return found or (str(OWN) if OWN.exists() else None)


@contextmanager
def browser_page(*, offline: bool = True, **options: Any) -> Iterator[Any]:
    """Yield an empty page of a new browser without network access, unless *offline* is False."""
    from playwright.sync_api import sync_playwright

    chromium = find_chromium()
    assert chromium is not None, MISSING
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, timeout=SECONDS * 1000)
        try:
            context = browser.new_context(offline=offline, **options)
            context.set_default_timeout(SECONDS * 1000)
            yield context.new_page()
        finally:
            browser.close()


MEASURE = (Path(__file__).parent / "measure_pictures.js").read_text(encoding="utf-8")


def faults_of_pictures(page: Any, pictures: dict[str, tuple[str, dict[str, str]]]) -> list[str]:
    """Return the faults of pictures drawn by *page*.

    Each has a name, its SVG, and the zone of each visible token.
    """
    drawn = "".join(f'<div id="{name}">{svg}</div>' for name, (svg, _) in pictures.items())
    page.set_content(f"<!DOCTYPE html><body>{drawn}</body>")
    zones = {name: zone_of_token for name, (_, zone_of_token) in pictures.items()}
    return [str(fault) for fault in page.evaluate(f"zones => {{ {MEASURE} return measure(zones); }}", zones)]
