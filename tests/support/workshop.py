"""The workshop in a real browser: a studio, its page, and the actions of a user."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.browser import MISSING, SECONDS, find_chromium
from tests.support.studio import Served, served

_PASTE = """(content, text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  content.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""


class Bench:
    """A browser that may use the studio at *served*."""

    def __init__(self, browser: Any, studio: Served, folder: Path) -> None:
        self.browser, self.studio, self.folder = browser, studio, folder
        self.complaints: list[str] = []

    def page(self, path: str, **options: Any) -> Any:
        """Return a page of a new context that has opened *path* with the key of this studio."""
        context = self.browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        context.set_default_timeout(SECONDS * 1000)
        page = context.new_page()
        page.on("console", lambda said: said.type in ("error", "warning") and self.complaints.append(said.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(self.studio.start_address)
        page.goto(self.studio.address + path)
        page.wait_for_selector("html[data-ready]", state="attached")
        return page

    def workshop(self, name: str, **options: Any) -> Any:
        """Return the workshop of a document, checked once."""
        page = self.page(f"workshop/{name}", **options)
        page.wait_for_selector("html[data-checked]", state="attached")
        return page


@contextmanager
def open_bench(folder: Path) -> Iterator[Bench]:
    """Yield a browser and a studio for *folder*."""
    from playwright.sync_api import sync_playwright

    chromium = find_chromium()
    assert chromium is not None, MISSING
    with served(folder) as studio, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, timeout=SECONDS * 1000)
        try:
            yield Bench(browser, studio, folder)
        finally:
            browser.close()


def write(page: Any, text: str) -> None:
    """Replace the text in the editor, as if it were pasted."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.locator(".cm-content").evaluate(_PASTE, text)


def save(page: Any) -> None:
    """Save with the keyboard."""
    page.locator(".cm-content").press("Control+s")


def play_to_the_end(page: Any, most: int = 40) -> int:
    """Click the first target that is offered until the game is over; return how many clicks that took."""
    for clicks in range(most):
        if page.locator(".preview[data-ended]").count():
            return clicks
        moves = page.locator(".tried li").count()
        page.locator(".preview [data-can]").first.click()
        page.wait_for_selector(f".tried li:nth-child({moves + 1})")
    raise AssertionError(f"the game is not over after {most} clicks")
