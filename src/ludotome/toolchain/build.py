"""Build: compile C to a file that can be loaded or run, unless the cache already has it.

Invariants:
    * the key of a build is a digest of the text, the flags, the declarations, the machine and the compiler's identity;
    * the compiler runs in a private folder, with file names that depend on nothing else, so the same build gives the
      same bytes; only successful builds are put into the cache;
    * a build that fails raises `ToolError` with the compiler's own message and leaves nothing behind but the source.

This module does not know what the C means, nor whether it is correct.
"""

from __future__ import annotations

import hashlib
import platform
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from ludotome.toolchain.cache import (
    Entry,
    Kept,
    find,
    keep,
    only_one,
    remove_unsound,
)
from ludotome.toolchain.compiler import Compiler, find_compiler
from ludotome.toolchain.errors import ToolError
from ludotome.toolchain.safety import why_unsafe
from ludotome.toolchain.store import digest_of, recall, remember

BASE_FLAGS = ("-O2", "-std=c99", "-Wall", "-Wextra")
LIBRARY_FLAGS = ("-shared",) if sys.platform == "win32" else ("-fPIC", "-shared")
# Zig optimises for the machine it runs on, but machines of different kinds may share a cache.
ZIG_FLAGS = ("-mcpu=baseline",)

LIBRARY_SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
MOST_SOURCE = 16 * 2**20
"""Limit of the C source, in bytes; no compiler would finish a larger one within its time limit."""
PROGRAM_SUFFIX = ".exe"
"""The same on every system, because compiled files in the cache are recognised by their suffix."""


class Library(Struct, frozen=True):
    """A loaded shared library.

    `lib` has the functions named in the declarations, `ffi` creates and reads C data, `messages` is the compiler's
    output (empty if there was none), `path` is the loaded file. The library stays loaded as long as `lib` is
    referenced.
    """

    name: str
    path: Path
    compiler: Compiler
    messages: str
    ffi: Any
    lib: Any

    @property
    def sha256(self) -> str:
        """SHA-256 digest of the loaded file."""
        return hashlib.sha256(self.path.read_bytes()).hexdigest()

    def offers(self, name: str) -> bool:
        """Return whether the library has the declared function *name*."""
        return _offers(self.ffi, self.lib, name)


def build(
    c_source: str,
    *,
    name: str,
    flags: Sequence[str] = (),
    cdef: str | None = None,
    meanwhile: Callable[[], object] | None = None,
) -> Library:
    """Return *c_source* compiled as a shared library and loaded; the cache is used if it was built before.

    *name* (letters, digits, `_` and `-`) names the files, for people who look at them. *flags* come after the built-in
    ones (`-O2 -std=c99 -Wall -Wextra -fPIC -shared`) and so override them. *cdef* declares what `lib` offers, in the
    form cffi reads: C without preprocessor lines. *meanwhile* is called while the compiler runs, if it has to run. Use
    it for work that is needed later anyway: if it raises `OSError`, the error is ignored.

    Two libraries built from the same text are the same file and share their static variables. Raises `ToolError` with
    code `no-compiler`, `compile-failed`, `load-failed` or `no-room`.
    """
    compiler, cdef = find_compiler(), cdef or ""
    declared: list[Any] = []

    def wait() -> None:
        # Here it would be reported as a fault of the folder; the later call repeats the work and reports the real
        # error.
        with suppress(OSError):
            declared.append(_declared(cdef))
            if meanwhile is not None:
                meanwhile()

    kept = _compiled(c_source, name, (*LIBRARY_FLAGS, *_listed(flags)), cdef, LIBRARY_SUFFIX, compiler, wait)
    ffi = declared[0] if declared else _declared(cdef)
    return Library(name, kept.path, compiler, kept.messages, ffi, _load(kept.path, ffi))


def load_built(file: str, sha256: str, *, name: str, cdef: str) -> Library | None:
    """Load a library that `build` made before; return None if the file is not safe or its digest differs."""
    path = Path(file)
    try:
        if why_unsafe(path) is not None or hashlib.sha256(path.read_bytes()).hexdigest() != sha256:
            return None
    except OSError:
        return None
    ffi = _declared_before(cdef)
    lib = _load(path, ffi)
    _KEPT_OPEN.append(lib)
    return Library(name, path, find_compiler(), "", ffi, lib)


_KEPT_OPEN: list[Any] = []
"""Libraries that stay loaded, because a reference to one of their functions does not keep them open."""


@cache
def _declared_before(cdef: str) -> Any:
    """Return the cffi declarations of *cdef*; cached, because cffi takes longer to parse C than to load a library."""
    import _cffi_backend

    key = digest_of(cdef, _cffi_backend.__version__, sys.version)
    kept = recall("declarations", key)
    if kept is None:
        kept = _as_python(cdef)
        remember("declarations", key, kept)
    names: dict[str, Any] = {}
    exec(kept, names)  # trusted as much as the library that it declares
    return names["ffi"]


def _as_python(cdef: str) -> bytes:
    """Return the Python source that cffi generates for the declarations *cdef*."""
    import tempfile

    from cffi import recompiler

    ffi = _declared(cdef)
    ffi.set_source("declarations", None)  # no C: functions are looked up in the library by name
    with tempfile.TemporaryDirectory(prefix="ludotome-cffi-") as folder:
        path = Path(folder) / "declarations.py"
        recompiler.make_py_source(ffi, path.stem, str(path))
        return path.read_bytes()


def build_program(c_source: str, *, name: str, flags: Sequence[str] = ()) -> Path:
    """Return the path of *c_source* compiled as a program; the cache is used if it was built before.

    Names, flags and errors are as for `build`. Sanitized code must be run as a program (see `find_sanitizers`).
    """
    return build_file(c_source, name=name, flags=flags, suffix=PROGRAM_SUFFIX)


def build_file(c_source: str, *, name: str, flags: Sequence[str], suffix: str) -> Path:
    """Return the path of *c_source* compiled to a file with *suffix*; the cache is used if it was built before."""
    return _compiled(c_source, name, _listed(flags), "", suffix, find_compiler(), lambda: None).path


def _listed(flags: Sequence[str]) -> tuple[str, ...]:
    if isinstance(flags, str):
        raise TypeError(f"flags must be a sequence of texts; write `flags=({flags!r},)`")
    return tuple(flags)


def _compiled(
    c_source: str,
    name: str,
    flags: tuple[str, ...],
    cdef: str,
    suffix: str,
    compiler: Compiler,
    meanwhile: Callable[[], object],
) -> Kept:
    flags = (*BASE_FLAGS, *(ZIG_FLAGS if compiler.is_zig else ()), *flags)
    key = _key((c_source, *flags, cdef, suffix, platform.machine(), sys.platform), compiler)
    return compile_once(Entry(name, key, suffix), c_source, flags, compiler, meanwhile=meanwhile)


def build_with(
    compiler: Compiler, c_source: str, *, name: str, flags: tuple[str, ...], suffix: str, beside: Mapping[str, str]
) -> Path:
    """Return the path of *c_source* compiled by *compiler* with only these *flags*; the cache is used if possible.

    *beside* are further files for the compiler's folder: headers, or C files that *flags* name.
    """
    key = _key((c_source, *flags, *(part for pair in sorted(beside.items()) for part in pair), suffix), compiler)
    return compile_once(Entry(name, key, suffix), c_source, flags, compiler, beside=beside).path


def compile_once(
    entry: Entry,
    c_source: str,
    flags: tuple[str, ...],
    compiler: Compiler,
    *,
    beside: Mapping[str, str] = MappingProxyType({}),
    meanwhile: Callable[[], object] = lambda: None,
) -> Kept:
    """Return the cached file of *entry*; compile *c_source* only if there is none."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,100}", entry.name):
        raise ValueError(f"cannot name files `{entry.name}`; use up to 100 letters, digits, `_` and `-`")
    if len(c_source) > MOST_SOURCE:
        raise ToolError(
            "compile-limit", f"`{entry.name}` would be {len(c_source)} bytes of C; at most {MOST_SOURCE} are compiled"
        )
    found = find(entry)
    if found is None:
        from ludotome.toolchain.compiling import compile_entry  # imported late: a start with a full cache is faster

        with only_one(entry):
            found = find(entry)
            if found is None:
                remove_unsound(entry)
                found = keep(entry, compile_entry(entry, c_source, flags, compiler, beside, meanwhile))
    return found


def _key(parts: tuple[str, ...], compiler: Compiler) -> str:
    parts = (*parts, *compiler.command, compiler.identity)
    digest = hashlib.sha256()
    for part in parts:
        # Each part is preceded by its length; otherwise two different lists could give the same text.
        data = part.encode("utf-8", "surrogateescape")
        digest.update(b"%d:" % len(data) + data)
    return digest.hexdigest()


def _declared(cdef: str) -> Any:
    """Return a new cffi object with the declarations *cdef*; not shared, since its owner may declare more."""
    from cffi import FFI  # costs tens of milliseconds, and the front end never needs it

    ffi = FFI()
    ffi.cdef(cdef)
    return ffi


def _offers(ffi: Any, lib: Any, name: str) -> bool:
    try:
        return getattr(lib, name) is not None
    except (AttributeError, getattr(ffi, "error", AttributeError)):
        # Which one cffi raises depends on how the declarations were made; only one kind of `ffi` has `error`.
        return False


def _load(path: Path, ffi: Any) -> Any:
    try:
        lib = ffi.dlopen(str(path))
        # Symbols are resolved on first use; if none of the names resolves, this is the wrong library.
        names = dir(lib)
        if names and not any(_offers(ffi, lib, name) for name in names):
            raise OSError(f"it has no `{names[0]}`")
        return lib
    except OSError as error:
        raise ToolError("load-failed", f"cannot load the compiled library `{path}`: {error}") from error
