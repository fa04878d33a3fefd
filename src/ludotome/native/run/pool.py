"""Pool: threads in C that share the work of a step, compiled once for all games.

Invariants:
    * no thread of a pool ever runs Python or receives its signals;
    * a forked process does all the work itself.

This module does not know what the work is.
"""

from __future__ import annotations

from functools import cache

from ludotome.files import package_text
from ludotome.toolchain import Library, ToolError, build

CDEF = """
void *lt_pool_new(int64_t threads, int64_t parts);
void lt_pool_run(void *pool, void *work, void *job, void *ask);
void lt_pool_free(void *pool);
"""


class Pool:
    """*threads*, including the caller's, that wait for work in *parts*, as long as this object exists."""

    def __init__(self, threads: int, parts: int) -> None:
        self._library = _library()
        made = self._library.lib.lt_pool_new(threads, parts)
        if not made:
            raise ToolError("no-threads", f"{threads} threads cannot be started; write fewer")
        self._made = self._library.ffi.gc(made, self._library.lib.lt_pool_free)

    def addresses(self) -> tuple[int, int]:
        """Return the addresses of the pool and of the function that runs a job on it, for other C."""
        ffi = self._library.ffi
        run = ffi.addressof(self._library.lib, "lt_pool_run")
        return int(ffi.cast("uintptr_t", self._made)), int(ffi.cast("uintptr_t", run))


@cache
def _library() -> Library:
    return build(package_text("native", "c", "pool.c"), name="pool", flags=("-pthread",), cdef=CDEF)
