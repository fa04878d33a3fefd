"""Player page: an exported file in a real browser, played by clicks as a person would.

The driver gets the next decision from the page, so that it can click through a whole game; the clicks themselves
go through the mouse and the elements that a person sees.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.browser import SECONDS, browser_page

DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}

_LISTEN = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
"""

# The centre of a key's element: `s` is a selector, `z` a zone, `t` a token, which a click on its cell picks too.
_MIDDLE = """([kind, name]) => {
  const { table } = ludotome.player;
  const quoted = CSS.escape(name);
  let found = document.querySelector(kind === "s" ? name : kind === "z" ? `[data-zone="${quoted}"]`
    : `[data-token="${quoted}"], [data-tokens~="${quoted}"]`);
  const zone = kind === "t" && table.placeOf(found)?.zone;
  found = (zone && document.querySelector(`.board [data-zone="${CSS.escape(zone)}"]`)) || found;
  let box = found.getBoundingClientRect();
  if (box.top < 0 || box.bottom > innerHeight - 80) {
    found.scrollIntoView({ block: "center", behavior: "instant" });
    box = found.getBoundingClientRect();
  }
  return [box.left + box.width / 2, box.top + box.height / 2];
}"""

_NOW = "[match.engine.ply(), document.querySelector('dialog[open]') !== null]"
_STATE = "[match.isOver, player.curtain !== null, player.picking.leaves.length]"


class PlayerPage:
    """An open exported file."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.add_init_script(_LISTEN)

    def open(self, file: Path) -> None:
        """Open *file* from disk and wait until it can be played."""
        self.page.goto(file.as_uri())
        self.page.wait_for_selector("html[data-ready]", state="attached")
        assert self.page.get_attribute("html", "data-ready") == "true", self.page.inner_text("body")

    def faults(self) -> list[str]:
        """Return the errors since the page was opened, and violations of its security policy."""
        return [*self.errors, *self.page.evaluate("window.violations")]

    def ask(self, script: str) -> Any:
        """Return the value of an expression in which `player` and `match` are those of the page."""
        return self.page.evaluate(
            f"() => {{ const {{ player }} = ludotome; const {{ match }} = player; return {script}; }}"
        )

    def until(self, script: str) -> None:
        """Wait until an expression as in `ask` is true; the page forbids `eval`, so it is polled."""
        limit = time.monotonic() + SECONDS
        while not self.ask(script):
            assert time.monotonic() < limit, f"`{script}` was not true within {SECONDS} s"
            self.page.wait_for_timeout(10)

    def wait_for_a_person(self) -> None:
        """Wait until a person must decide or the game is over."""
        self.until("match.isOver || match.isPersonsTurn")

    def seat_people(self, seed: int = 5) -> None:
        """Start a game with people on all seats, through the page's own dialog."""
        self.lift_curtain()
        self.page.click("button[aria-label='New game']")
        for select in self.page.query_selector_all(".sheet select"):
            select.select_option("person")
        self.page.fill("#seed", str(seed))
        self.page.click(".sheet button:has-text('Begin')")

    def lift_curtain(self) -> bool:
        """Lift the curtain if it is down."""
        if self.page.query_selector(".curtain button") is None:
            return False
        self.press(".curtain button")
        return True

    def decide(self, place: int) -> None:
        """Make the decision at *place* of the legal ones by clicks."""
        leaf = self.ask(f"({{ ...player.picking.leaves[{place}], before: match.engine.ply() }})")
        before, asks = leaf["before"], False
        now = before
        for key in leaf["keys"]:
            self.click(key)
            now, asks = self.ask(_NOW)
            if now != before or asks:
                break
        if now == before and not asks:
            named = f"[data-decision='{leaf['id']}']"
            self.press(named if self.page.query_selector(named) else ".do button")
            now, asks = self.ask(_NOW)
        if asks:
            self.press(".options button")
        assert self.ply > before, f"{leaf['notation']} was not made"

    @property
    def ply(self) -> int:
        """Return how many decisions were made."""
        return int(self.ask("match.engine.ply()"))

    def click(self, key: str) -> None:
        """Click the element of a step of a decision: its cell if it is on a board."""
        x, y = self.page.evaluate(_MIDDLE, [key[0], key[2:]])
        self.page.mouse.click(x, y)

    def press(self, selector: str) -> None:
        """Click an element of the page."""
        x, y = self.page.evaluate(_MIDDLE, ["s", selector])
        self.page.mouse.click(x, y)

    def play_out(self, seed: int, most: int = 1000) -> int:
        """Play by random decisions until the game is over; return how many were made."""
        draw = random.Random(seed)
        for ply in range(most):
            is_over, is_covered, choices = self.ask(_STATE)
            if is_over:
                return ply
            if is_covered:
                self.lift_curtain()
                choices = self.ask(_STATE)[2]
            self.decide(draw.randrange(choices))
        raise AssertionError(f"the game is not over after {most} decisions")


@contextmanager
def player_page(file: Path, size: dict[str, int] | None = None, **options: Any) -> Iterator[PlayerPage]:
    """Yield an exported *file*, open in its own browser."""
    with browser_page(viewport=size or DESK, **options) as page:
        player = PlayerPage(page)
        player.open(file)
        yield player
