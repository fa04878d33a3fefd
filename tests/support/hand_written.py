"""The hand-written reasoners of `tests/perf/hand`: what a game written in C for speed alone reaches.

Each is compiled with the flags that compiled documents get, so that only the code differs.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from ludotome.toolchain import build, instruction_flags

FOLDER = Path(__file__).resolve().parents[1] / "perf" / "hand"
SHARED = ("hand.h", "reasoner.h")
DECLARED = """
void hand_playouts(int64_t games, uint64_t seed, int64_t *plies, int64_t *score);
int64_t hand_perft(int depth);
int64_t hand_perft_of_turns(int depth);
"""


class HandWritten:
    """A reasoner for one game: `connect-four`, `breakthrough`, `othello` or `checkers`."""

    def __init__(self, name: str) -> None:
        self._library = _library(name)
        self._lib = self._library.lib

    def perft(self, depth: int) -> int:
        """Return how many sequences of exactly *depth* decisions there are."""
        return int(self._lib.hand_perft(depth))

    def perft_of_turns(self, depth: int) -> int:
        """Return how many sequences of *depth* whole moves there are; for checkers, where a move may be many hops."""
        return int(self._lib.hand_perft_of_turns(depth))

    def play(self, games: int, seed: int = 1) -> tuple[int, float]:
        """Play random games; return their decisions and the first seat's mean result, a win 1 and a draw a half."""
        plies, score = self._library.ffi.new("int64_t *"), self._library.ffi.new("int64_t *")
        self._lib.hand_playouts(games, seed, plies, score)
        return int(plies[0]), (1 + int(score[0]) / games) / 2


@cache
def _library(name: str) -> Any:
    text = (FOLDER / f"{name.replace('-', '_')}.c").read_text(encoding="utf-8")
    # The compiler works in a folder of its own, so what is included is put in.
    for file in SHARED:
        text = text.replace(f'#include "{file}"', (FOLDER / file).read_text(encoding="utf-8"))
    return build(text, name=f"hand-{name}", flags=instruction_flags(), cdef=DECLARED)
