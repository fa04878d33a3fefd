"""Lines: games in play, identified by seed and decisions, so that the server keeps no state between requests.

A page sends the seed and the indices of the decisions among the legal ones. The state after them is cached; for the
next request it is undone to the common prefix and continues from there.

Invariants:
    * the result depends only on the game, the number of players, the seed and the decisions; the kernel affects only
      speed;
    * a line is used by one request at a time.

This module does not know HTTP, nor how a game is shown.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Literal

from ludotome.gamedef import PlayError
from ludotome.play import Game, State

MOST_LINES = 32
MOST_DECISIONS = 20_000  # decisions in one line


class _Line:
    def __init__(self, game: Game, state: State) -> None:
        self.game = game  # referenced, so that its `id()` is not reused
        self.state = state
        self.places: list[int] = []
        self.lock = threading.Lock()


class Lines:
    """The most recently used lines."""

    def __init__(self) -> None:
        self._lines: OrderedDict[tuple[int, int, int, str], _Line] = OrderedDict()
        self._lock = threading.Lock()

    @contextmanager
    def at(
        self, game: Game, players: int, seed: int, places: Sequence[int], backend: Literal["reference", "native"]
    ) -> Iterator[State]:
        """Yield the state after these decisions, which must not be changed.

        Raise `PlayError` if an index is not that of a legal decision.
        """
        if len(places) > MOST_DECISIONS:
            raise PlayError("bad-argument", f"a line has {len(places)} decisions; at most {MOST_DECISIONS} are allowed")
        line = self._line(game, players, seed, backend)
        with line.lock:
            same = next((i for i, (a, b) in enumerate(zip(line.places, places, strict=False)) if a != b), None)
            common = min(len(line.places), len(places)) if same is None else same
            try:
                while len(line.places) > common:
                    line.state.undo_action()
                    line.places.pop()
                for place in places[common:]:
                    _advance(line, place)
            except BaseException:  # a time limit can interrupt between a decision and its entry
                self._forget(line)
                raise
            yield line.state

    def _forget(self, line: _Line) -> None:
        with self._lock:
            for key in [key for key, one in self._lines.items() if one is line]:
                del self._lines[key]

    def _line(self, game: Game, players: int, seed: int, backend: Literal["reference", "native"]) -> _Line:
        key = id(game), players, seed, backend
        with self._lock:
            line = self._lines.get(key)
            if line is None or line.game is not game:
                line = _Line(game, game.new_initial_state(seed=seed, players=players, backend=backend))
                self._lines[key] = line
            self._lines.move_to_end(key)
            while len(self._lines) > MOST_LINES:
                self._lines.popitem(last=False)
        return line


def _advance(line: _Line, place: int) -> None:
    legal = () if line.state.is_terminal() else line.state.legal_actions()
    if not 0 <= place < len(legal):
        ply = len(line.places)
        raise PlayError("illegal-decision", f"there is no decision {place} at ply {ply}: {len(legal)} are legal")
    line.state.apply_action(legal[place])
    line.places.append(place)
