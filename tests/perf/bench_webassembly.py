"""The speed of WebAssembly: random games in Chromium compared with the native kernel in the same run, on one thread
each.

`floor` is the required share of native speed: 0.6.
"""

from __future__ import annotations

import base64
import time
from typing import Any

import ludotome as lt
from ludotome.play import shipped_games
from tests.support.browser import browser_page
from tests.support.timing import Row, beside

FLOOR = 0.6
ROUNDS, AT_ONCE = 30, 10  # of which the fastest counts: the first after a pause has cold caches
SECONDS = 0.005  # seconds of one round: short ones, some of which are not disturbed by other programs
WARM = 3.0  # seconds until the browser has finally compiled the hot functions, which it does during play
# Plays games `first` to `first + count` of a seed, like `lt_playouts`; returns the milliseconds it took.
SCRIPT = """
window.begin = async (text, players) => {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const { malloc, free, lt_playouts, memory } = instance.exports;
  const never = malloc(8);
  new Int32Array(memory.buffer, never, 1)[0] = 0;
  window.play = (first, count) => {
    const rooms = [8 * players, 4, 4, 4, 4].map((size) => malloc(size * count));
    const start = performance.now();
    const done = lt_playouts(1n, BigInt(first), BigInt(count), 2n ** 31n - 1n, ...rooms, 1000000n, never);
    const taken = performance.now() - start;
    rooms.forEach((room) => free(room));
    if (Number(done) !== count) throw new Error(`played ${done} of ${count} games`);
    return taken;
  };
};
"""
WARM_UP = """([count, limit]) => {
  const start = performance.now();
  while (performance.now() - start < limit) play(0, count);
}"""
QUICKEST = "([first, count, times]) => Math.min(...Array.from({ length: times }, () => play(first, count)))"


def bench() -> list[dict[str, Any]]:
    """Return a row per shipped game."""
    with browser_page() as page:
        page.evaluate(f"() => {{ {SCRIPT} }}")
        return [row(page, name) for name in shipped_games()]


def row(page: Any, name: str) -> Row:
    """Return the seconds of a game in Chromium and natively, in turns."""
    game = lt.load(name)
    page.evaluate(
        "([text, players]) => begin(text, players)",
        [base64.b64encode(game.web_module().wasm).decode(), game.num_players],
    )
    count = games_for(game)
    ours, native = list[float](), list[float]()
    page.evaluate(WARM_UP, [count, WARM * 1000])
    for turn in range(ROUNDS):
        first = turn * count
        ours.append(page.evaluate(QUICKEST, [first, count, AT_ONCE]) / 1000 / count)
        native.append(min(played(game, first, count) for _ in range(AT_ONCE)) / count)
    # A browser has no clock for processor time, so the fastest rounds are compared.
    quickest = {"ours": min(ours), "peer": min(native), "ratio": min(native) / min(ours)}
    return beside(f"{name}, a random game in Chromium", ours, "native", native, FLOOR, None) | quickest


def played(game: lt.Game, first: int, count: int) -> float:
    """Return the seconds of this many games on the native kernel."""
    start = time.perf_counter()
    game.playouts(count, seed=1, threads=1, first=first)
    return time.perf_counter() - start


def games_for(game: lt.Game) -> int:
    """Return how many random games take about as long as a round."""
    game.playouts(1, threads=1)  # this compiles it
    count = 4
    while True:
        start = time.process_time()
        game.playouts(count, seed=1, threads=1)
        taken = time.process_time() - start
        if taken > SECONDS / 2:
            return max(1, int(count * SECONDS / taken))
        count *= 2
