"""A table in real browsers: two people, one of them on a phone, and a spectator follow a whole game.

Screenshots are saved in `build/tables`.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.support.browser import SECONDS, browser_page
from tests.support.house import ROOT
from tests.support.player_page import DESK, PHONE
from tests.support.studio import Served, served

pytestmark = pytest.mark.browser
PICTURES = ROOT / "build" / "tables"
# the decisions that the page offers; some games have decisions that cannot be clicked
_DECIDE = "async choice => { const { page } = ludotome; return page.ask('decide', { ply: page.seen.ply, choice }); }"
_COUNT = """() => {
  const leaves = (choices) => choices.reduce((sum, one) => sum + (one.choices ? leaves(one.choices) : 1), 0);
  return leaves(ludotome.page.seen?.view.legal ?? []);
}"""


class AtTable:
    """The window of one person."""

    def __init__(self, page: Any, studio: Served, room: str) -> None:
        self.page = page
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.set_default_timeout(SECONDS * 1000)
        page.goto(studio.start_address)
        page.goto(room)
        self.wait()

    def wait(self) -> None:
        self.page.wait_for_selector("html[data-ready]", state="attached")

    def sit(self, name: str) -> None:
        self.page.click('button:has-text("Sit here") >> nth=0')
        self.page.fill("dialog input", name)
        self.page.click("dialog button[type=submit]")
        self.page.wait_for_selector(f"text={name} (you)")

    def see(self, ply: int) -> None:
        self.page.wait_for_selector(f"html[data-ply='{ply}']", state="attached")

    def seen(self, what: str) -> Any:
        return self.page.evaluate(f"ludotome.page.seen.{what}")

    def wait_for_its_turn(self) -> int:
        """Wait until the page offers decisions, and return how many."""
        return int(self._poll(_COUNT, "no decision was offered"))

    def wait_past(self, ply: int) -> None:
        """Wait until the page shows the decision after *ply*."""
        self._poll(f"ludotome.page.seen.ply > {ply}", f"nothing followed ply {ply}")

    def _poll(self, script: str, problem: str) -> Any:
        """Return the first true value of *script*. The page forbids `eval`, which `wait_for_function` needs."""
        limit = time.monotonic() + SECONDS
        while not (found := self.page.evaluate(script)):
            assert time.monotonic() < limit, f"{problem} within {SECONDS} s"
            self.page.wait_for_timeout(10)
        return found

    def shot(self, name: str) -> None:
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=str(PICTURES / f"{name}.png"))

    def click(self, zone: str) -> None:
        box = self.page.query_selector(f".board [data-zone={zone}]").bounding_box()
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def room_of(page: Any, studio: Served, game: str) -> str:
    """Open a table with the form on its page, and return its address."""
    page.goto(studio.start_address)
    page.goto(f"{studio.address}tables?game={game}")
    page.click('button:has-text("Open a table")')
    page.wait_for_url("**/t/**")
    return str(page.url)


def look_at_the_replay(person: AtTable, last: int, game: str) -> None:
    """Step through the finished game with the buttons, as a spectator and as the second seat."""
    page = person.page
    page.click('button:has-text("Replay")')
    page.wait_for_url("**/replay*")
    person.see(0)
    page.click('button[aria-label="Forward"]')
    person.see(1)
    page.click('button[aria-label="To the end"]')
    person.see(last)
    page.wait_for_selector(".result h2")
    page.select_option('select[aria-label="Seen by"]', "1")
    page.click('button[aria-label="Back"]')
    person.see(last - 1)
    person.shot(f"{game}-replay")
    assert person.errors == []
    person.page.go_back()
    person.wait()


def look_at_the_end(people: list[AtTable], names: list[str]) -> None:
    """Each person sees the result first, with the names of the people, and continues to the next game."""
    ann, bob = people
    winners = ann.seen("view.ended.winners")
    for seat, one in enumerate(people):
        found = one.page.query_selector(".result h2")
        assert found.bounding_box()["y"] < PHONE["height"] / 2
        others = [names[winner] for winner in winners if winner != seat]
        assert ("you" in found.inner_text().lower()) == (seat in winners)
        assert all(name in found.inner_text() for name in others)
    before = ann.page.url
    ann.page.click('button:has-text("Play again")')
    ann.page.wait_for_url(lambda url: url.partition("#")[0] != before.partition("#")[0])
    bob.page.wait_for_timeout(300)  # Ann leaves the old table, and Bob is notified
    bob.page.click('button:has-text("Go to the next game")')
    bob.page.wait_for_url(f"{ann.page.url.partition('#')[0]}*")
    for seat, one in ((1, ann), (0, bob)):
        one.wait()
        assert one.seen("you") == seat, "each sits one seat further"
        assert one.errors == []


def test_tokens_that_look_alike_are_one_choice(tmp_path: Path) -> None:
    """A tap beside two equal cards asks no question."""
    script = """() => {
      const leaf = (id, token) => ({ id, path: [{ action: "buy", text: "buy" }, { token, text: token }] });
      const table = { twinOf: (token) => (token === "t1" ? "t0" : token) };
      const { distinct } = Object.getPrototypeOf(ludotome.page.deciding);
      return distinct.call({ table }, [leaf(0, "t0"), leaf(1, "t1"), leaf(2, "t2")]).map(({ path }) => path[1].token);
    }"""
    with served(tmp_path) as studio, browser_page(offline=False, viewport=DESK) as page:
        ann = AtTable(page, studio, room_of(page, studio, "market"))
        assert ann.page.evaluate(script) == ["t1", "t2"]
        assert ann.page.evaluate("ludotome.page.table.twinOf('none')") == "none"
        doubled = ann.page.evaluate(
            "[...document.querySelectorAll('[data-tokens]')].flatMap(e => e.dataset.tokens.split(' ')"
            ".map(t => [ludotome.page.table.twinOf(t), e.dataset.tokens.split(' ')[0]]))"
        )
        assert all(found == first for found, first in doubled)


@pytest.mark.parametrize("game", ["breakthrough", "market"])
def test_two_people_and_somebody_who_watches_play_a_whole_game(game: str, tmp_path: Path) -> None:
    draw = random.Random(5)
    with served(tmp_path) as studio, browser_page(offline=False, viewport=DESK) as page:
        room = room_of(page, studio, game)
        browser = page.context.browser
        ann = AtTable(page, studio, room)
        bob = AtTable(browser.new_context(viewport=PHONE, has_touch=True).new_page(), studio, room)
        other = AtTable(browser.new_context(viewport=DESK).new_page(), studio, room)
        ann.sit("Ann")
        bob.sit("Bob <b>")
        if game == "breakthrough":
            ann.wait_for_its_turn()
            ann.click("cell_6_4")
            ann.click("cell_5_4")
            bob.see(1)
            assert bob.page.title().startswith("● Your turn")
            bob.wait_for_its_turn()
            bob.click("cell_1_3")
            bob.click("cell_2_3")
            ann.see(2)
            bob.page.click('button:has-text("Take back")')
            ann.page.click('button:has-text("Agree")')
            for one in (ann, bob, other):
                one.see(1)
        people = [ann, bob]
        while not ann.seen("isOver"):
            ply, current = ann.seen("ply"), ann.seen("current")
            person = people[current]
            person.see(ply)
            if ply == 9 or (ply == 10 and current):  # one of them disconnects and reconnects
                person.page.reload()
                person.wait()
            choice = draw.randrange(person.wait_for_its_turn())
            assert person.page.evaluate(_DECIDE, choice) is True
            for one in people:
                one.wait_past(ply)
        for name, one in (("ann", ann), ("bob", bob), ("other", other)):
            one.see(ann.seen("ply"))
            one.page.wait_for_selector(".result h2")
            one.shot(f"{game}-{name}")
            assert one.errors == []
            faults = [
                fault["id"]
                for fault in Axe().run(one.page).response["violations"]
                if fault["impact"] in ("serious", "critical")
            ]
            assert faults == [], name
        assert bob.page.evaluate("document.querySelector('.people b')") is None, "a name is text"
        look_at_the_replay(bob, ann.seen("ply"), game)
        assert bob.page.query_selector("h1").bounding_box()["y"] < PHONE["height"] / 4, "the name of the game"
        hand = "Object.values(ludotome.page.seen.view.zones).filter(zone => zone.tokens === null).length"
        assert other.page.evaluate(hand) >= ann.page.evaluate(hand)
        record = studio.client().get(f"{room.replace('/t/', '/api/tables/').split('#')[0]}/record").text
        look_at_the_end(people, ["Ann", "Bob"])
    kept = tmp_path / "record.json"
    kept.write_text(record, encoding="utf-8")
    again = [sys.executable, "-m", "ludotome", "replay", str(kept), "--game", game]
    replayed = subprocess.run(again, capture_output=True, text=True, check=True)
    assert "game over:" in replayed.stdout, replayed.stdout
