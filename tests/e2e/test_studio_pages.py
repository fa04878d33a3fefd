"""The pages of the studio in a real browser: library, play and help, on a desktop and a phone, by mouse and keyboard.

Screenshots are saved in `build/studio`.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.support.browser import SECONDS, browser_page
from tests.support.house import ROOT
from tests.support.player_page import DESK, PHONE, PlayerPage
from tests.support.studio import Served, served

pytestmark = pytest.mark.browser
PICTURES = ROOT / "build" / "studio"
MOST_BYTES = 150_000  # size of the play page, compressed
HOSTILE = "<img src=x onerror=\"document.title='broken'\"> & </script>"


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("games")
    shutil.copy(ROOT / "examples" / "tic-tac-toe.md", folder / "mine.md")
    shutil.copy(ROOT / "examples" / "broken.md", folder)
    with served(folder) as found:
        yield found


class Browser(PlayerPage):
    """A page of the studio."""

    def __init__(self, page: Any, studio: Served) -> None:
        super().__init__(page)
        self._studio = studio
        page.goto(studio.start_address)
        self.ready()

    def ready(self) -> None:
        self.page.wait_for_selector("html[data-ready]", state="attached")
        assert self.page.get_attribute("html", "data-ready") == "true", self.page.inner_text("body")

    def go(self, path: str) -> None:
        self.page.goto(self._studio.address.rstrip("/") + path)
        self.ready()

    def shot(self, name: str) -> None:
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.mouse.move(0, 0)
        self.page.screenshot(path=str(PICTURES / f"{name}.png"))

    def serious(self) -> list[str]:
        self.page.evaluate("delete window.axe")
        found = Axe().run(self.page).response["violations"]
        grave = [one for one in found if one["impact"] in ("serious", "critical")]
        return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in grave]

    def is_wider_than_its_window(self) -> bool:
        return bool(self.page.evaluate("document.documentElement.scrollWidth > innerWidth"))


@contextmanager
def opened(studio: Served, size: dict[str, int], **options: Any) -> Iterator[Browser]:
    with browser_page(offline=False, viewport=size, **options) as page:
        yield Browser(page, studio)


@pytest.mark.parametrize(("size", "scheme"), [(DESK, "light"), (PHONE, "dark")])
def test_every_page_can_be_read_by_everybody(studio: Served, size: dict[str, int], scheme: str) -> None:
    with opened(studio, size, color_scheme=scheme) as browser:
        faults = []
        pages = {"library": "/", "play": "/play/breakthrough", "cards": "/play/market", "broken": "/play/broken.md",
                 "help": "/help/tutorial", "found": "/help?q=capture"}  # fmt: skip
        for name, path in pages.items():
            browser.go(path)
            if name == "library":
                browser.page.wait_for_selector("[data-name='tic-tac-toe'] img")
                browser.page.wait_for_selector("[data-name='broken.md'].broken")
            faults += [f"{name}: {fault}" for fault in browser.serious()]
            if browser.is_wider_than_its_window():
                faults.append(f"{name}: it is wider than its window")
            browser.shot(f"{name}-{size['width']}-{scheme}")
        assert faults == []
        assert browser.faults() == []


def test_a_game_is_found_played_and_replayed_by_keys_alone(studio: Served) -> None:
    with opened(studio, DESK) as browser:
        page = browser.page
        page.keyboard.press("/")
        page.keyboard.type("breakth")
        expect(page.locator(".games li")).to_have_count(1, timeout=SECONDS * 1000)
        for _ in range(20):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.textContent") == "Breakthrough":
                break
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-zone=cell_6_4]")
        browser.ready()
        page.focus("[data-zone=cell_6_4]")
        for key in ("Enter", "ArrowUp", "Enter"):
            page.keyboard.press(key)
        page.wait_for_selector("[data-ply='2']")
        browser.wait_for_a_person()
        assert browser.ask("match.moves()[0].text") == "e2e3"
        page.keyboard.press("h")
        page.wait_for_selector(".hint [role=meter]")
        assert 0 <= int(page.get_attribute(".hint [role=meter]", "aria-valuenow")) <= 100
        assert "in 100" in page.inner_text(".hint")
        browser.shot("hint-1280-light")
        page.keyboard.press("[")
        assert browser.ask("match.shown") == 1
        page.keyboard.press("End")
        page.keyboard.press("u")
        assert browser.ask("match.engine.ply()") == 0
        page.keyboard.press("?")
        assert "Breakthrough" in page.inner_text("dialog")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        assert browser.faults() == []


def test_a_refused_move_is_explained_in_the_words_of_the_game(studio: Served) -> None:
    with opened(studio, DESK) as browser:
        browser.go("/play/othello")
        browser.click("z:cell_0_0")
        browser.page.wait_for_selector(".why .label")
        told = browser.page.inner_text(".why")
        assert "cannot be a1: exists(" in told
        assert "does not hold" in told
        browser.shot("why-1280-light")
        assert browser.faults() == []


def test_a_game_is_played_to_its_end_against_a_computer(studio: Served) -> None:
    with opened(studio, PHONE, has_touch=True) as browser:
        browser.go("/play/mine.md")
        for _ in range(9):
            browser.wait_for_a_person()
            if browser.ask("match.isOver"):
                break
            before = browser.ask("match.engine.ply()")
            browser.click(browser.ask("player.picking.leaves[0].keys[0]"))
            browser.until(f"match.engine.ply() > {before}")
        assert browser.ask("match.isOver")
        assert "Play again" in browser.page.inner_text(".result")
        browser.shot("over-390-light")
        browser.page.click("button:has-text('Share')")
        assert '"ludotome-record"' in browser.page.input_value("dialog section:last-of-type textarea")
        browser.page.keyboard.press("Escape")
        browser.page.click("button:has-text('Play again')")
        browser.until("!match.isOver && match.engine.ply() === 0")  # the person, who begins, has not decided yet
        assert browser.page.locator(".result").is_hidden()
        assert browser.faults() == []


def test_hostile_names_and_prose_are_shown_as_text(studio: Served) -> None:
    text = (studio.folder / "mine.md").read_text(encoding="utf-8")
    heading = next(line for line in text.splitlines() if line.startswith("# "))
    hostile = studio.folder / "hostile.md"
    hostile.write_text(f"{text.replace(heading, f'# {HOSTILE}', 1)}\n<b onclick='x()'>Prose</b>\n", encoding="utf-8")
    with opened(studio, DESK) as browser:
        assert HOSTILE in browser.page.inner_text("[data-name='hostile.md'] h2")
        browser.go("/play/hostile.md")
        assert HOSTILE in browser.page.inner_text("h1")
        assert browser.page.title().startswith(HOSTILE)
        browser.page.keyboard.press("?")
        assert "<b onclick='x()'>Prose</b>" in browser.page.inner_text("dialog")
        assert browser.page.locator("img").count() == 0
        assert browser.faults() == []
    hostile.unlink()


def test_the_play_page_is_small(studio: Served) -> None:
    with opened(studio, DESK) as browser:
        sizes: list[Any] = []
        browser.page.context.clear_cookies()
        browser.page.on("response", lambda answer: sizes.append(answer))
        browser.page.goto(studio.start_address.replace("/?", "/play/chess?"))
        browser.ready()
        total = sum(answer.request.sizes()["responseBodySize"] for answer in sizes)
        assert 30_000 < total < MOST_BYTES
