"""Worlds: states that look to one seat like a given one, sampled in machine code.

Invariant: they are identical to those of the reference kernel for the same state, seat and seed.

Machine code cannot fix the results of the generator. So if a suspended decision has met sampled chance, machine code
finds no world, and the reference kernel is used instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludotome.native.codes import FAULTS
from ludotome.native.run.library import NativeGame, fault
from ludotome.toolchain import ToolError

if TYPE_CHECKING:
    from ludotome.native.run.library import Flat

_NONE = (FAULTS.index("no-world"), FAULTS.index("untold"))


class Worlds:
    """The knowledge of *seat* about *state*, and the worlds sampled from it; for one thread at a time."""

    def __init__(self, game: NativeGame, state: Flat, seat: int) -> None:
        assert game.secrets is not None
        self._game = game
        lib, ffi = game.library.lib, game.library.ffi
        made = lib.lt_run_new()
        if not made:
            raise ToolError("no-memory", "there is not enough memory for the states of this game")
        self._run = ffi.gc(made, lib.lt_run_free)
        code = lib.lt_run_veil(self._run, game.secrets.pointer, game.pointer(state, "void *"), seat)
        if code:
            raise fault(code)

    def draw(self, seed: int) -> Flat | None:
        """Return the world of *seed*; None if none was found in bounded work, or only the reference can draw it."""
        lib = self._game.library.lib
        code = self._game.call(lambda stop: int(lib.lt_run_world(self._run, seed, stop)))
        if code in _NONE:
            return None
        if code:
            raise fault(code)
        return self._copy(lib.lt_run_state(self._run))

    def _copy(self, state: Any) -> Flat:
        """Return a state of the run as a new array."""
        import numpy as np

        game, ffi = self._game, self._game.library.ffi
        header = np.frombuffer(ffi.buffer(state, game.state_bytes), dtype=np.int32)
        copy = game.blank(game.records(header))
        size = game.state_bytes + game.records(header) * game.key_bytes
        copy.view(np.uint8)[:size] = np.frombuffer(ffi.buffer(state, size), dtype=np.uint8)
        return game.rebuild(copy)
