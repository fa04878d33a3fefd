"""Sandbox: run a WebAssembly module with a memory limit and a deadline for each call.

A module without imports can reach nothing but its own memory. Only its memory and its time remain to be limited, and
`wasmtime` limits both.

Invariants:
    * a module with an import is refused before it runs;
    * a call that misses its deadline, or traps, raises `ToolError`; the module's memory is then discarded, and the next
      call starts with new memory;
    * one call runs at a time; other threads wait.

This module does not know what the module computes. `wasmtime` is optional: the extra `export` installs it.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from math import ceil
from typing import Any, cast

from ludotome.toolchain.errors import ToolError

SANDBOX_MEMORY = 256 * 2**20
"""Default memory limit of a module, in bytes."""
SANDBOX_SECONDS = 10.0
"""Default deadline of a call, in seconds."""
_TICK = 0.02  # seconds: the precision of a deadline
_LINGER = 50  # ticks


class Sandbox:
    """One module that is ready to be called; `name` is used in messages."""

    def __init__(
        self, wasm: bytes, *, name: str, memory: int = SANDBOX_MEMORY, seconds: float = SANDBOX_SECONDS
    ) -> None:
        wasmtime = _wasmtime()
        self._wasmtime, self._name, self._memory, self.seconds = wasmtime, name, memory, seconds
        self._module = wasmtime.Module(_engine(), wasm)
        wanted = [f"{one.module}.{one.name}" for one in self._module.imports]
        if wanted:
            raise ToolError(
                "sandbox-import", f"`{name}` asks for `{wanted[0]}`; a module in the sandbox imports nothing"
            )
        self._lock = threading.RLock()
        self._running: tuple[Any, Any] | None = None  # the store and the module's exports
        self._functions: dict[str, Callable[..., Any]] = {}  # ready to be called
        self._rooms: dict[str, tuple[int, int]] = {}
        self.starts = 0
        """How many times the module was started with new memory; addresses from an earlier start are invalid."""

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Block calls from other threads, so that several calls form one transaction."""
        with self._lock:
            yield

    def call(self, function: str, *arguments: float) -> Any:
        """Call a function of the module and return its result; raise `ToolError` if it traps or takes too long."""
        with self._lock:
            store, offered = self._started()
            store.set_epoch_deadline(ceil(self.seconds / _TICK) + 1)
            called = self._functions.get(function)
            if called is None:
                called = self._functions[function] = _bound(store, offered[function])
            try:
                with _ticker().ticking():
                    return called(*arguments)
            except self._wasmtime.Trap as trap:
                self._forget()
                raise self._stopped(trap) from None
            except BaseException:  # an interrupt: the state of the memory is unknown
                self._forget()
                raise

    def offers(self, function: str) -> bool:
        """Return whether the module exports *function*."""
        with self._lock:
            return any(one.name == function for one in self._module.exports)

    def room(self, name: str, size: int) -> int:
        """Return the address of the buffer *name* of at least *size* bytes; it moves when it grows or a call fails."""
        with self._lock:
            self._started()
            at, have = self._rooms.get(name, (0, 0))
            if have < size:
                if at:
                    self.call("free", at)
                at = self.call("malloc", max(size, 64)) & 0xFFFFFFFF
                if not at:
                    self._rooms.pop(name, None)
                    raise ToolError("no-memory", f"`{self._name}` may have no more than {self._memory} bytes of memory")
                self._rooms[name] = at, max(size, 64)
            return at

    def zeros(self, name: str, size: int) -> int:
        """Return the address of *size* bytes that nobody writes: zeros, kept under *name* until a call fails."""
        with self._lock:
            is_new = name not in self._rooms
            at = self.room(name, size)
            if is_new:
                self.write(at, bytes(size))
            return at

    def write(self, at: int, data: bytes) -> None:
        """Write *data* to the module's memory, from address *at*."""
        ctypes.memmove(self._address(at, len(data)), data, len(data))

    def read(self, at: int, size: int) -> bytes:
        """Return *size* bytes of the module's memory, from address *at*."""
        return ctypes.string_at(self._address(at, size), size)

    def _address(self, at: int, size: int) -> int:
        """Return where *size* bytes of the module's memory are in this process; an `IndexError` outside of it."""
        store, offered = self._started()
        memory = offered["memory"]
        if at < 0 or size < 0 or at + size > memory.data_len(store):
            raise IndexError(f"{size} bytes at {at} are not in the memory of `{self._name}`")
        return ctypes.addressof(memory.data_ptr(store).contents) + at

    @property
    def memory_bytes(self) -> int:
        """Current size of the module's memory, in bytes."""
        store, offered = self._started()
        return int(offered["memory"].data_len(store))

    def _started(self) -> tuple[Any, Any]:
        if self._running is None:
            store = self._wasmtime.Store(_engine())
            store.set_limits(memory_size=self._memory)
            store.set_epoch_deadline(ceil(self.seconds / _TICK) + 1)
            try:
                instance = self._wasmtime.Instance(store, self._module, [])
            except (self._wasmtime.WasmtimeError, self._wasmtime.Trap):
                raise ToolError(
                    "no-memory", f"`{self._name}` needs more than {self._memory} bytes of memory to begin"
                ) from None
            self._running = store, instance.exports(store)
            self.starts += 1
        return self._running

    def _forget(self) -> None:
        self._running = None
        self._functions, self._rooms = {}, {}

    def _stopped(self, trap: Any) -> ToolError:
        if trap.trap_code == self._wasmtime.TrapCode.INTERRUPT:
            return ToolError(
                "time-limit", f"a call of `{self._name}` took longer than {self.seconds:g} s in the sandbox"
            )
        reason = str(getattr(trap.trap_code, "name", "unknown")).lower().replace("_", " ")
        return ToolError("sandbox-trap", f"`{self._name}` was stopped by the sandbox: {reason}")


class _Ticker:
    """Advances the engine's epoch while a call runs, in a thread that otherwise sleeps.

    It continues for `_LINGER` ticks after the last call, because waking it takes longer than most calls.
    """

    def __init__(self) -> None:
        self._busy, self._change = 0, threading.Condition()
        self._process, self._is_awake = 0, False

    @contextmanager
    def ticking(self) -> Iterator[None]:
        with self._change:
            if self._process != os.getpid():  # a forked process has none of its parent's threads
                self._process = os.getpid()
                self._is_awake = True
                threading.Thread(target=self._tick, name="ludotome-sandbox", daemon=True).start()
            self._busy += 1
            if not self._is_awake:
                self._is_awake = True
                self._change.notify()
        try:
            yield
        finally:
            with self._change:
                self._busy -= 1

    def _tick(self) -> None:
        engine, pause, idle = _engine(), threading.Event(), 0
        while True:
            with self._change:
                idle = 0 if self._busy else idle + 1
                if idle > _LINGER:
                    self._is_awake, idle = False, 0
                while not self._is_awake:
                    self._change.wait()
            pause.wait(_TICK)
            engine.increment_epoch()


def _bound(store: Any, function: Any) -> Callable[..., Any]:
    """Return a function of a module whose types are looked up once: `wasmtime` does it for each argument of each call.

    Where a version of `wasmtime` has no such entries, or a function has other types, it is called as usual.
    """
    type_ = function.type(store)
    kinds = [str(one) for one in type_.params]
    results = [str(one) for one in type_.results]
    try:
        from wasmtime import WasmtimeError, _ffi
        from wasmtime._func import enter_wasm

        numbers = {"i32": _ffi.WASMTIME_I32.value, "i64": _ffi.WASMTIME_I64.value}
        given, answer = (_ffi.wasmtime_val_t * len(kinds))(), (_ffi.wasmtime_val_t * len(results))()
        for one, kind in zip(given, kinds, strict=True):
            one.kind = numbers[kind]
        here, entry = ctypes.byref(function._func), cast("Any", _ffi.wasmtime_func_call)
    except (ImportError, AttributeError, KeyError):
        return lambda *arguments: function(store, *arguments)
    fields = [(one.of, kind) for one, kind in zip(given, kinds, strict=True)]
    found = (answer[0].of, results[0]) if results else None

    def call(*arguments: int) -> Any:
        for (field, kind), value in zip(fields, arguments, strict=True):
            setattr(field, kind, value)
        with enter_wasm(store) as trap:
            error = entry(store._context(), here, given, len(kinds), answer, len(results), trap)
            if error:
                raise WasmtimeError._from_ptr(error)
        return None if found is None else getattr(*found)

    return call


@cache
def _ticker() -> _Ticker:
    return _Ticker()


@cache
def _engine() -> Any:
    wasmtime = _wasmtime()
    config = wasmtime.Config()
    config.epoch_interruption = True
    return wasmtime.Engine(config)


def _wasmtime() -> Any:
    try:
        import wasmtime
    except ImportError:
        raise ToolError(
            "missing-extra", "the sandbox needs wasmtime: install it with `pip install 'ludotome[export]'`"
        ) from None
    return wasmtime
