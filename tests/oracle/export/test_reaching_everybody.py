"""Exported files for everybody: drag, touch, keyboard and accessibility (axe); hostile documents; frames in other
pages.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

import ludotome as lt
from ludotome.export import embed_code, export_html
from tests.support.browser import browser_page
from tests.support.player_page import PHONE, PlayerPage, player_page

pytestmark = pytest.mark.browser
HOSTILE = """\
# <img src=x onerror="document.title='broken'"> & "quotes" </script><script>document.title='broken'</script>

Prose with <b onclick="x()">HTML</b>, ![an image](http://example.com/x.png), [a link](javascript:alert(1)) and
[another](https://example.com/).

```yaml
metadata: { id: hostile, players: { min: 2, max: 2 }, seats: [A, B] }
zones: [ { grid: { rows: 2, cols: 2, directions: 4, names: algebraic } } ]
tokenTypes: [ { id: mark } ]
actions:
  - id: place
    params: [ { name: $cell, domain: "board where empty(it)" } ]
    effects: [ createToken: { type: mark, zone: $cell, owner: actor } ]
    notation: "<i onmouseover='x()'>{$cell}</i></script>"
endConditions: [ { when: noLegalMoves, result: { type: draw } } ]
look: { types: { mark: { mark: "<u>" } } }
```
"""
QUESTIONS = """\
# Questions

```yaml
metadata: { id: questions, players: { min: 2, max: 2 }, seats: [A, B] }
zones: [ { grid: { rows: 3, cols: 3, directions: 4, names: algebraic } } ]
tokenTypes: [ { id: pearl, props: { worth: { type: int, min: 1, max: 9 } } } ]
actions:
  - id: hide
    params: [ { name: $cell, domain: "board where empty(it)" }, { name: $worth, domain: "1..9" } ]
    effects: [ createToken: { type: pearl, zone: $cell, props: { worth: $worth } } ]
    notation: "{$cell}={$worth}"
endConditions: [ { when: noLegalMoves, result: { type: draw } } ]
```
"""
NOTATION = "<i onmouseover='x()'>b2</i></script>"


@cache
def breakthrough() -> str:
    return export_html(lt.load("breakthrough"), opponent="person")


@cache
def questions() -> str:
    return export_html(lt.load_text(QUESTIONS), opponent="person")


@pytest.fixture
def board_file(tmp_path: Path) -> Path:
    file = tmp_path / "breakthrough.html"
    file.write_text(breakthrough(), encoding="utf-8")
    return file


def middle(player: PlayerPage, zone: str) -> tuple[float, float]:
    box = player.page.query_selector(f"[data-zone={zone}]").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_piece_is_dragged(board_file: Path) -> None:
    with player_page(board_file) as player:
        player.page.mouse.move(*middle(player, "cell_6_4"))
        player.page.mouse.down()
        player.page.mouse.move(*middle(player, "cell_5_5"), steps=4)
        assert player.page.query_selector(".ghost") is not None
        player.page.mouse.up()
        assert player.ask("match.moves().map((move) => move.text)") == ["e2f3"]
        assert player.page.query_selector(".ghost") is None
        assert player.faults() == []


def test_a_move_is_made_by_touch_and_by_the_keyboard(board_file: Path) -> None:
    with player_page(board_file, PHONE, has_touch=True) as player:
        player.page.touchscreen.tap(*middle(player, "cell_6_4"))
        player.page.touchscreen.tap(*middle(player, "cell_5_4"))
        assert player.ply == 1
        player.page.focus("[data-zone=cell_1_4]")
        label = player.page.evaluate("document.activeElement.getAttribute('aria-label')")
        assert "Black pawn" in label
        assert label.endswith("moves")
        for key in ("Enter", "ArrowDown", "Enter"):
            player.page.keyboard.press(key)
        assert player.ply == 2
        player.page.keyboard.press("u")
        assert player.ply == 1
        player.page.keyboard.press("[")
        assert player.ask("match.shown") == 0
        assert player.faults() == []


@pytest.mark.parametrize("zone", ["cell_0_0", "cell_1_1", "cell_2_2"])
def test_a_question_opened_by_touch_waits_for_another_touch(tmp_path: Path, zone: str) -> None:
    """The click that a browser sends after the touch neither closes the question nor answers it."""
    file = tmp_path / "questions.html"
    file.write_text(questions(), encoding="utf-8")
    with player_page(file, PHONE, has_touch=True) as player:
        player.page.touchscreen.tap(*middle(player, zone))
        player.page.wait_for_timeout(400)  # until the browser has sent its click
        assert player.ply == 0
        assert player.page.locator("dialog[open]").count() == 1
        player.page.get_by_role("button", name="3", exact=True).tap()
        assert player.ply == 1
        player.page.touchscreen.tap(*middle(player, "cell_0_2"))
        player.page.wait_for_timeout(400)
        player.page.touchscreen.tap(5, 5)
        player.page.wait_for_selector("dialog[open]", state="detached")
        assert player.ply == 1
        assert player.faults() == []


def test_a_refused_click_says_what_is_possible(board_file: Path) -> None:
    with player_page(board_file) as player:
        player.page.mouse.click(*middle(player, "cell_6_4"))
        player.page.mouse.click(*middle(player, "cell_3_4"))
        told = player.page.inner_text(".why")
        assert "Not e5" in told
        assert "E2, White pawn: you can pick e3, d3 or f3." in told
        assert player.ply == 0


def test_a_refusal_without_a_condition_names_nothing_internal(tmp_path: Path) -> None:
    file = tmp_path / "checkers.html"
    file.write_text(export_html(lt.load("checkers"), opponent="person"), encoding="utf-8")
    with player_page(file) as player:
        player.page.mouse.click(*middle(player, "cell_5_0"))
        player.page.mouse.click(*middle(player, "cell_3_0"))
        player.page.wait_for_timeout(500)  # until a reason would be shown
        lines = player.page.inner_text(".why").splitlines()
        assert [line for line in lines if line] == ["Not a5", "A3, Black man: you can pick b4."]
        assert player.faults() == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(board_file: Path, scheme: str) -> None:
    with player_page(board_file, color_scheme=scheme) as player:
        faults = _serious(player)
        player.page.mouse.click(*middle(player, "cell_6_4"))
        player.page.keyboard.press("?")
        player.page.wait_for_timeout(250)  # until the animation of the sheet has ended
        faults += _serious(player)
        assert faults == []


def _serious(player: PlayerPage) -> list[str]:
    player.page.evaluate("delete window.axe")
    found = Axe().run(player.page).response["violations"]
    serious = [one for one in found if one["impact"] in ("serious", "critical")]
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in serious]


def test_a_hostile_document_is_shown_as_text(tmp_path: Path) -> None:
    file = tmp_path / "hostile.html"
    file.write_text(export_html(lt.load_text(HOSTILE), opponent="person"), encoding="utf-8")
    with player_page(file) as player:
        title = HOSTILE.splitlines()[0].removeprefix("# ")
        assert player.page.title() == title
        player.play_out(seed=1)
        assert player.page.inner_text(".moves button >> nth=0") == NOTATION
        player.page.keyboard.press("?")
        prose = player.page.inner_text(".drawer .prose")
        assert '<b onclick="x()">HTML</b>' in prose
        links = player.page.eval_on_selector_all(".drawer a", "all => all.map((link) => [link.href, link.rel])")
        assert links
        assert not [link for link in links if not link[0].startswith("http") or link[1] != "noopener noreferrer"]
        assert player.page.query_selector("img, b[onclick], i[onmouseover], main u, .drawer script") is None
        assert player.page.title() == title
        assert player.faults() == []


def test_a_frame_that_is_shut_off_still_plays_against_the_computer(tmp_path: Path) -> None:
    (tmp_path / "game.html").write_text(export_html(lt.load("tic-tac-toe"), opponent="easy"), encoding="utf-8")
    outer = tmp_path / "outer.html"
    outer.write_text(f"<!doctype html><body>{embed_code('game.html', 'A game')}</body>", encoding="utf-8")
    with browser_page(viewport={"width": 1280, "height": 900}) as page:
        page.goto(outer.as_uri())
        frame = page.frame_locator("iframe")
        frame.locator("[data-zone=cell_1_1]").click()
        frame.locator(".moves button").nth(1).wait_for()  # the move of the computer player
        assert frame.locator(".moves button").count() == 2
