"""The workshop in Chromium: a game written from nothing, fixed, played, measured and exported; conflicting saves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from ludotome.spec import starter
from tests.support.browser import SECONDS
from tests.support.workshop import Bench, open_bench, play_to_the_end, save, write

pytestmark = pytest.mark.browser

HOSTILE = '<img src=x onerror="document.title=1">'
PICTURES = Path(__file__).resolve().parents[3] / "build" / "pictures" / "studio"


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with open_bench(tmp_path_factory.mktemp("games")) as opened:
        yield opened


def _picture(page: Any, name: str) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png")


def _wait_for_status(page: Any, text: str) -> None:
    page.locator(".status", has_text=text).wait_for()


def test_from_nothing_to_a_file_to_share(bench: Bench) -> None:
    page = bench.page("workshop")
    page.get_by_label("Name").fill("three")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/workshop/three.md")
    _wait_for_status(page, "fine")
    text = (bench.folder / "three.md").read_text(encoding="utf-8")

    # an error: its line is marked, the board stays, and a key applies its fix
    assert "directions: 8" in text
    write(page, text.replace("directions: 8", "directons: 8"))
    _wait_for_status(page, "1 problem")
    page.locator(".preview.old").wait_for()
    page.get_by_role("button", name="Line ").click()
    page.locator(".cm-problem").wait_for()
    _picture(page, "workshop-problem-1280")
    page.locator(".cm-problem button").click()
    _wait_for_status(page, "fine")

    save(page)
    page.get_by_role("tab", name="Tests").click()
    page.locator("#panel-tests", has_text="passed, 0 failed").wait_for()
    assert (bench.folder / "three.md").read_text(encoding="utf-8") == text

    page.locator(".cm-content").press("Control+Enter")
    page.locator(".preview.playing").wait_for()
    clicks = play_to_the_end(page)
    assert clicks >= 5
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector(".preview:not([data-ended])")
    page.get_by_role("button", name="Restart").click()
    page.wait_for_selector(".tried:empty", state="attached")

    page.get_by_role("tab", name="Simulate").click()
    page.get_by_role("button", name="Simulate", exact=True).click()
    page.locator(".sim h3", has_text="2,000 games in").wait_for()
    assert page.locator(".sim svg").first.get_attribute("aria-label").startswith("First ")
    _picture(page, "workshop-simulate-1280")

    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    assert download.value.suggested_filename == "three.html"
    assert "Content-Security-Policy" in Path(download.value.path()).read_text(encoding="utf-8")
    assert bench.complaints == []


def test_two_versions_are_compared_by_their_lines_and_their_games(bench: Bench) -> None:
    text = starter("four")
    (bench.folder / "four.md").write_text(text.replace(">= 3", ">= 4"), encoding="utf-8")
    page = bench.workshop("four.md")
    write(page, text)
    _wait_for_status(page, "fine")
    page.get_by_role("button", name="Compare").click()
    page.locator(".diff .added", has_text=">= 3").wait_for()
    page.get_by_label("How long to play").select_option("120")  # it ends as soon as all differences are settled
    page.get_by_role("button", name="Play both versions").click()
    page.locator(".games [role=status]", has_text="Different.").wait_for(timeout=200_000)
    cards = page.locator(".finding.different")
    labels = [one.get_attribute("aria-label") for one in cards.locator("svg").all()]
    assert any(label.startswith("before 100") for label in labels), labels  # all games were draws
    _picture(page, "workshop-compare-1280")
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    assert bench.complaints == []


def _find(page: Any, words: str) -> None:
    """Place the cursor after *words*, with the editor's own search."""
    page.locator(".cm-content").press("Control+f")
    page.keyboard.type(words)
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")


def test_names_with_the_keyboard_alone(bench: Bench) -> None:
    text = starter("keys")
    (bench.folder / "keys.md").write_text(text, encoding="utf-8")
    page = bench.workshop("keys.md")
    _find(page, "type: stone")
    page.keyboard.press("F2")
    page.get_by_label("New name").fill("not a name")
    page.keyboard.press("Enter")
    page.locator("dialog [role=alert]", has_text="is not a name").wait_for()
    page.get_by_label("New name").fill("pebble")
    page.keyboard.press("Enter")
    page.locator(".cm-line", has_text="type: pebble").wait_for()
    page.keyboard.press("F12")
    page.locator(".cm-activeLine", has_text="- { id: pebble").wait_for()

    _find(page, "owner == last")
    page.keyboard.press("Control+Space")
    page.locator(".cm-tooltip-autocomplete", has_text="lastActor").wait_for()
    page.keyboard.press("Escape")
    save(page)
    page.wait_for_selector(".bar .label:text-is('keys.md')")
    renamed = text.replace("id: stone", "id: pebble").replace("type: stone", "type: pebble")  # not in the prose
    assert (bench.folder / "keys.md").read_text(encoding="utf-8") == renamed

    # Tab leaves the editor, and the board is one stop further
    page.keyboard.press("Control+Enter")
    page.locator(".preview.playing").wait_for()
    for _ in range(8):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.board [data-zone]')"):
            break
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.locator(".tried li").wait_for()


def test_two_who_save_one_document(bench: Bench) -> None:
    (bench.folder / "shared.md").write_text("# One\n", encoding="utf-8")
    first, second = bench.workshop("shared.md"), bench.workshop("shared.md")
    write(first, "# First\n")
    save(first)
    first.locator(".bar .label", has_text="shared.md").wait_for()
    first.wait_for_selector(".bar .label:text-is('shared.md')")
    write(second, "# Second\n")
    save(second)
    second.get_by_text("Not saved: another version was saved").wait_for()
    assert (bench.folder / "shared.md").read_text(encoding="utf-8") == "# First\n"

    # nothing is lost: a reload restores the second text, and it is among the versions
    second.reload()
    second.get_by_text("Your unsaved text was restored.").wait_for()
    save(second)
    second.get_by_role("button", name="Overwrite it with mine").click()
    second.wait_for_selector(".bar .label:text-is('shared.md')")
    assert (bench.folder / "shared.md").read_text(encoding="utf-8") == "# Second\n"
    second.get_by_role("tab", name="Versions").click()
    rows = second.locator("#panel-versions li")
    expect(rows).to_have_count(4, timeout=SECONDS * 1000)
    rows.filter(has_text="found on disk").last.get_by_role("button", name="Restore").click()
    second.locator(".cm-line", has_text="# One").wait_for()
    second.get_by_role("button", name="Compare").first.click()
    second.locator(".diff .removed", has_text="# Second").wait_for()


def test_names_and_prose_are_shown_as_text(bench: Bench) -> None:
    metadata = f"{{ id: bad, players: {{ min: 2, max: 2 }}, seats: ['{HOSTILE}', B] }}"
    text = f"# {HOSTILE}\n\n```yaml\nmetadata: {metadata}\n```\n"
    (bench.folder / "hostile.md").write_text(text, encoding="utf-8")
    page = bench.workshop("hostile.md")
    page.locator("#panel-problems li").first.wait_for()
    page.get_by_role("tab", name="Outline").click()
    assert page.locator("img[src], [onerror]").count() == 0
    assert page.title() == "hostile.md · Ludotome"


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (390, "dark")])
def test_axe_finds_no_serious_fault(bench: Bench, width: int, theme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = bench.workshop("breakthrough", viewport={"width": width, "height": 844}, color_scheme=theme)
    page.locator(".preview .board").wait_for()
    _picture(page, f"workshop-{width}-{theme}")
    found = Axe().run(page).response["violations"]
    serious = [
        (one["id"], [node["target"] for node in one["nodes"]][:3])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
    assert serious == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
