"""Positions: immutable states, for playing decision by decision.

A position is a whole state with its indexes, and its legal decisions once they were requested. There are two forms
of it: an extension module (`c/positions.c`, one for all games, built on first use if Python's headers
are available) and the class below, which calls C through cffi and takes a few microseconds longer per call.

Invariants:
    * both forms give the same decisions, positions and errors;
    * `decisions` returns the same object for the same decision (up to a limit), so that `follow` recognises
      it by identity; a decision created elsewhere must go to `apply`, which checks it.

This module does not know why a decision is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any, Protocol

from ludotome.files import package_text
from ludotome.gamedef import MOST_DECISIONS, ActionIds, Decision
from ludotome.native.codes import FAULTS
from ludotome.native.lower.action_ids import action_ids
from ludotome.native.run.codec_decisions import decode_decision
from ludotome.native.run.crew import STOPPED
from ludotome.native.run.library import NativeGame, fault, listing_fault
from ludotome.toolchain import ToolError, build_extension

if TYPE_CHECKING:
    from types import ModuleType

TERMINAL_PLAYER = -4
MOST_KNOWN = 1 << 16
_Step = Callable[[bytes, bytes], bytes | None]
# Faults that the reference kernel does not have: they are raised directly, without consulting it.
MACHINE_FAULTS = tuple(map(FAULTS.index, ("no-memory", "stopped", "many-decisions")))
_ENTRIES = ("new", "legal_numbers", "follow_number", "apply", "decision_of_number", "number_of_decision", "tensor")


class Positions(Protocol):
    """The positions of one compiled game; the type of a position is private."""

    def new(self, seed: int, /) -> Any | None:
        """Return the position at the first decision; None on a document fault."""

    def of_bytes(self, state: bytes, /) -> Any:
        """Return the position of a state given as bytes."""

    def to_bytes(self, position: Any, /) -> bytes:
        """Return the state as bytes."""

    def decisions(self, position: Any, /) -> tuple[Decision, ...]:
        """Return the legal decisions, in definition order."""

    def decision(self, row: bytes, /) -> Decision:
        """Return the object for a decision given as the bytes of its row."""

    def follow(self, position: Any, decision: Decision, /) -> Any | None:
        """Return the position after one of its own `decisions`; None for any other object, or on a fault.

        It may also be None if they have not been listed, since they are never listed for a single decision.
        """

    def ids(self, position: Any, /) -> tuple[int, ...]:
        """Return the ids of the legal decisions, in the same order."""

    def follow_id(self, position: Any, number: int, /) -> Any | None:
        """Return the position after a legal decision given by its id; None if it is not legal, or on a fault."""

    def mask(self, position: Any, mask: Any, /) -> None:
        """Write 1 at the id of each legal decision of a player into an array of bytes, one for each id."""

    def tensor(self, position: Any, player: int, out: Any, /) -> None:
        """Write the observation of *player* into an array of the size and type of the game's tensor layout."""

    def seen(self, tensor: Any, mask: Any, position: Any, player: int, /) -> tuple[Any, Any]:
        """Return copies of a zero tensor and a zero mask, filled with the observation and the legal ids of *player*."""

    def apply(self, position: Any, row: bytes, /) -> Any | None:
        """Return the position after a decision given as bytes; None if it is not legal, or on a fault."""

    def player(self, position: Any, /) -> int:
        """Return the seat that decides, −1 for chance, −4 if the game is over."""

    def is_over(self, position: Any, /) -> bool:
        """Return whether the game is over."""


def positions_of(game: NativeGame) -> Positions:
    """Return the positions of *game*: those of the extension module, if available and decisions are numbered."""
    module, places = extension(), _places(game)
    if module is None or places == 0:
        return CallingPositions(game)
    ffi, lib = game.library.ffi, game.library.lib
    addresses = {name: int(ffi.cast("uintptr_t", getattr(lib, f"lt_{name}"))) for name in _ENTRIES}
    made: Positions = module.Positions(
        **addresses,
        state_bytes=game.state_bytes,
        width=game.width,
        outcome_at=game.layout.field["outcome"].entry,
        active_at=game.layout.field[game.layout.decides].entry,
        key_bytes=game.key_bytes,
        records_at=game.layout.field["history_count"].entry if game.layout.keys else 0,
        most_records=game.layout.history,
        stopped=STOPPED,
        many=MOST_DECISIONS,
        tensor_bytes=game.tensor_bytes,
        room=max(game.most_decisions + 1, game.layout.zones),
        places=places,
        decode=lambda row: _decoded(game, row),
        long_calls=LongCalls(game),
    )
    return made


@cache
def extension() -> ModuleType | None:
    """Return the extension module; None if it cannot be built, which only costs speed."""
    source = package_text("native", "c", "positions.c")
    try:
        return build_extension(source, name="ludotome_positions")
    except ToolError:
        return None


def _places(game: NativeGame) -> int:
    """Return the size of the table of known decisions, a power of two; 0 if there are too many to number."""
    count = game.decisions
    return min(1 << max(count - 1, 1).bit_length(), MOST_KNOWN) if count else 0


def _decoded(game: NativeGame, row: bytes) -> Decision:
    return decode_decision(game, memoryview(row).cast("i").tolist())


class LongCalls:
    """C calls on bytes that take long or fail; they run without the GIL, and an interrupt stops them."""

    def __init__(self, game: NativeGame) -> None:
        self._game, self._lib, self._ffi = game, game.library.lib, game.library.ffi

    def new(self, seed: int) -> bytes | None:
        """Return the state at the first decision; None on a document fault."""
        return self._to(1, lambda to, stop: self._lib.lt_new(to, seed, stop))

    def legal(self, state: bytes) -> bytes:
        """Return the numbers of the legal decisions; raise an error if they cannot be listed."""
        ffi, width, here = self._ffi, self._game.width, self._ffi.from_buffer(state)
        room = self._game.most_decisions + 1
        while True:
            out = bytearray(4 * room * width)
            to = ffi.from_buffer("int32_t[]", out)
            count = self._game.call(partial(self._lib.lt_legal_numbers, here, to, room, ffi.NULL))
            if listing_fault(count):
                raise fault(listing_fault(count))
            if count <= room:
                return bytes(out[: 4 * count])
            room = count

    def follow(self, state: bytes, number: int) -> bytes | None:
        """Return the state after a legal decision; None on a document fault."""
        here = self._ffi.from_buffer(state)
        return self._to(self.records(state) + 1, lambda to, stop: self._lib.lt_follow_number(here, number, to, stop))

    def apply(self, state: bytes, row: bytes) -> bytes | None:
        """Return the state after a decision; None if it is not legal, or on a fault."""
        given = self._ffi.from_buffer(state), self._ffi.from_buffer("int32_t[]", row)
        return self._to(self.records(state) + 1, lambda to, stop: self._lib.lt_apply(*given, to, stop))

    def follow_row(self, state: bytes, row: bytes) -> bytes | None:
        """Return the state after a legal decision given as its numbers; None on a document fault."""
        given = self._ffi.from_buffer(state), self._ffi.from_buffer("int32_t[]", row)
        return self._to(self.records(state) + 1, lambda to, stop: self._lib.lt_follow(*given, to, stop))

    def records(self, state: bytes) -> int:
        """Return the number of positions recorded in a state."""
        keys = self._game.layout.keys
        return memoryview(state).cast("i")[self._game.layout.field["history_count"].entry] if keys else 0

    def _to(self, records: int, function: Callable[[Any, Any], int]) -> bytes | None:
        after = bytearray(self._game.state_bytes + records * self._game.key_bytes)
        to = self._ffi.from_buffer(after)
        code = self._game.call(lambda stop: function(to, stop))
        if code in MACHINE_FAULTS:
            raise fault(code)
        return None if code else bytes(after)


class Position:
    """A whole state, with its legal decisions as values and rows once they were requested."""

    __slots__ = ("decisions", "rows", "state")

    def __init__(self, state: bytearray) -> None:
        self.state = state
        self.decisions: tuple[Decision, ...] | None = None
        self.rows: tuple[bytes, ...] = ()


class CallingPositions:
    """The positions of one game, by calls through cffi."""

    def __init__(self, game: NativeGame) -> None:
        self._game, self._lib, self._ffi = game, game.library.lib, game.library.ffi
        self._room = game.most_decisions + 1
        self._outcome_at = game.layout.field["outcome"].entry
        self._active_at = game.layout.field[game.layout.decides].entry
        self._known: dict[bytes, Decision] = {}
        self._calls = LongCalls(game)

    def new(self, seed: int, /) -> Position | None:
        """Return the position at the first decision; None on a document fault."""
        state = self._calls.new(seed)
        return None if state is None else Position(bytearray(state))

    def of_bytes(self, state: bytes, /) -> Position:
        """Return the position of a state."""
        size = self._game.state_bytes
        if len(state) >= size:
            size += self._calls.records(state) * self._game.key_bytes
        if len(state) < size:
            raise ValueError(f"a state has {size} bytes, not {len(state)}")
        return Position(bytearray(state[:size]))

    def to_bytes(self, position: Position, /) -> bytes:
        """Return the state as bytes."""
        return bytes(position.state)

    def decisions(self, position: Position, /) -> tuple[Decision, ...]:
        """Return the legal decisions, in definition order."""
        found = position.decisions
        if found is None:
            position.rows = self._rows(position)
            found = position.decisions = tuple([self.decision(row) for row in position.rows])
        return found

    def _rows(self, position: Position) -> tuple[bytes, ...]:
        ffi, size = self._ffi, 4 * self._game.width
        here = ffi.from_buffer(position.state)
        while True:
            out = bytearray(self._room * size)
            to = ffi.from_buffer("int32_t[]", out)
            count = self._game.call(partial(self._lib.lt_legal, here, to, self._room, ffi.NULL))
            if listing_fault(count):
                raise fault(listing_fault(count))
            if count <= self._room:
                break
            self._room = 2 * count
        raw = bytes(out[: count * size])
        return tuple([raw[start : start + size] for start in range(0, len(raw), size)])

    def decision(self, row: bytes, /) -> Decision:
        """Return the object for a decision."""
        found = self._known.get(row)
        if found is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            found = self._known[row] = _decoded(self._game, row)
        return found

    def follow(self, position: Position, decision: Decision, /) -> Position | None:
        """Return the position after one of its listed `decisions`; None for any other object, or on a fault."""
        for known, row in zip(position.decisions or (), position.rows, strict=True):
            if known is decision:
                return self._after(self._calls.follow_row, position, row)
        return None

    def ids(self, position: Position, /) -> tuple[int, ...]:
        """Return the ids of the legal decisions; raise `PlayError` if there are too many to number."""
        self.decisions(position)
        ids = self._ids
        found = [ids.number(memoryview(row).cast("i").tolist()) for row in position.rows]
        return tuple(number for number in found if number is not None)

    @cached_property
    def _ids(self) -> ActionIds:
        return action_ids(self._game.layout, self._game.width)

    def follow_id(self, position: Position, number: int, /) -> Position | None:
        """Return the position after a legal decision given by its id; None if it is not legal, or on a fault."""
        ids = self.ids(position)
        if number not in ids:
            return None
        return self._after(self._calls.follow_row, position, position.rows[ids.index(number)])

    def mask(self, position: Position, mask: Any, /) -> None:
        """Write 1 at the id of each legal decision of a player."""
        for number in self.ids(position):
            if number < len(mask):
                mask[number] = 1

    def tensor(self, position: Position, player: int, out: Any, /) -> None:
        """Write the observation of *player*."""
        lib, ffi = self._game.library.lib, self._game.library.ffi
        code = lib.lt_tensor(ffi.from_buffer(position.state), player, ffi.from_buffer(out))
        if code:
            raise fault(code)

    def seen(self, tensor: Any, mask: Any, position: Position, player: int, /) -> tuple[Any, Any]:
        """Return copies of both arrays, filled with the observation and the legal ids of *player*."""
        tensor, mask = tensor.copy(), mask.copy()
        self.tensor(position, player, tensor)
        if self.player(position) == player:
            self.mask(position, mask)
        return tensor, mask

    def apply(self, position: Position, row: bytes, /) -> Position | None:
        """Return the position after a decision; None if it is not legal, or on a fault."""
        if len(row) != 4 * self._game.width:
            raise ValueError(f"a decision of this game has {self._game.width} numbers")
        return self._after(self._calls.apply, position, row)

    def _after(
        self, function: Callable[[bytes, bytes], bytes | None], position: Position, row: bytes
    ) -> Position | None:
        after = function(bytes(position.state), row)
        return None if after is None else Position(bytearray(after))

    def player(self, position: Position, /) -> int:
        """Return the seat that decides, −4 if the game is over."""
        return TERMINAL_PLAYER if self.is_over(position) else memoryview(position.state).cast("i")[self._active_at]

    def is_over(self, position: Position, /) -> bool:
        """Return whether the game is over."""
        return memoryview(position.state).cast("i")[self._outcome_at] != 0
