"""Build: from C text to something that runs, compiled only when nobody has compiled it before.

Invariants:
    * the key of a build is a digest of the text, the flags, the declarations, the machine and the compiler's identity;
    * compiling happens in a private folder, under names that depend on nothing else, so the same build gives the same
      bytes; only what compiled is put into the cache;
    * a build that fails raises `ToolError` with the compiler's own words and leaves nothing behind but the source.

This module does not know what the C is about, nor whether it is right.
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
# Zig tunes for the machine it runs on; a cache may be shared by machines that differ.
ZIG_FLAGS = ("-mcpu=baseline",)

LIBRARY_SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
MOST_SOURCE = 16 * 2**20
"""Bytes of C: more than this no compiler would finish within its time limit."""
PROGRAM_SUFFIX = ".exe"
"""On every system: a compiled file in the cache is known by its suffix."""


class Library(Struct, frozen=True):
    """A loaded shared library.

    `lib` has the functions that the declarations name, `ffi` makes and reads C data, `messages` is what the compiler
    said when it was built (empty when there was nothing to say), `path` is the loaded file.
    The library stays loaded for as long as `lib` is held by someone.
    """

    name: str
    path: Path
    compiler: Compiler
    messages: str
    ffi: Any
    lib: Any

    @property
    def sha256(self) -> str:
        """The digest of the loaded file."""
        return hashlib.sha256(self.path.read_bytes()).hexdigest()

    def offers(self, name: str) -> bool:
        """Whether the library has a function that its declarations name."""
        return _offers(self.ffi, self.lib, name)


def build(
    c_source: str,
    *,
    name: str,
    flags: Sequence[str] = (),
    cdef: str | None = None,
    meanwhile: Callable[[], object] | None = None,
) -> Library:
    """Return *c_source* compiled as a shared library and loaded, from the cache if it was built before.

    *name* (letters, digits, `_` and `-`) is for people: it names the files. *flags* follow our own
    (`-O2 -std=c99 -Wall -Wextra -fPIC -shared`) and so win over them. *cdef* are the declarations of what `lib` offers,
    as cffi reads them: C without preprocessor lines. *meanwhile* is called while the compiler runs, if it must run: for
    what the caller needs later anyway, since an `OSError` of it is not told.

    Two libraries built from the same text are one file, and share their static variables. A `ToolError` has code
    `no-compiler`, `compile-failed`, `load-failed` or `no-room`.
    """
    compiler, cdef = find_compiler(), cdef or ""
    declared: list[Any] = []

    def wait() -> None:
        # Here it would be told as a fault of the folder; where it is needed it is tried again, and told as what it is.
        with suppress(OSError):
            declared.append(_declared(cdef))
            if meanwhile is not None:
                meanwhile()

    kept = _compiled(c_source, name, (*LIBRARY_FLAGS, *_listed(flags)), cdef, LIBRARY_SUFFIX, compiler, wait)
    ffi = declared[0] if declared else _declared(cdef)
    return Library(name, kept.path, compiler, kept.messages, ffi, _load(kept.path, ffi))


def load_built(file: str, sha256: str, *, name: str, cdef: str) -> Library | None:
    """Load a library that `build` made before; None if the file is not safe or its digest differs."""
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
"""Libraries that stay loaded, because a function of such a library does not keep it open by itself."""


@cache
def _declared_before(cdef: str) -> Any:
    """Return the cffi declarations of *cdef*; cached, because cffi parses C slower than it loads a library."""
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
    """Return the Python text that cffi makes of declarations."""
    import tempfile

    from cffi import recompiler

    ffi = _declared(cdef)
    ffi.set_source("declarations", None)  # no C: functions are found in the library by name
    with tempfile.TemporaryDirectory(prefix="ludotome-cffi-") as folder:
        path = Path(folder) / "declarations.py"
        recompiler.make_py_source(ffi, path.stem, str(path))
        return path.read_bytes()


def build_program(c_source: str, *, name: str, flags: Sequence[str] = ()) -> Path:
    """Return the path of *c_source* compiled as a program, from the cache if it was built before.

    Names, flags and errors are as for `build`. A program is how sanitized code is run (see `find_sanitizers`).
    """
    return build_file(c_source, name=name, flags=flags, suffix=PROGRAM_SUFFIX)


def build_file(c_source: str, *, name: str, flags: Sequence[str], suffix: str) -> Path:
    """Return the path of *c_source* compiled as a file of its own kind, from the cache if it was built before."""
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
    """Return the path of *c_source* compiled by *compiler* with these *flags* alone, from the cache if it was built.

    *beside* are further files that the compiler finds in its folder: headers, or C that *flags* name.
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
    """Return what is kept of *entry*; *c_source* is compiled only if nothing is."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,100}", entry.name):
        raise ValueError(f"cannot name files `{entry.name}`; use up to 100 letters, digits, `_` and `-`")
    if len(c_source) > MOST_SOURCE:
        raise ToolError(
            "compile-limit", f"`{entry.name}` would be {len(c_source)} bytes of C; at most {MOST_SOURCE} are compiled"
        )
    found = find(entry)
    if found is None:
        from ludotome.toolchain.compiling import compile_entry  # a start that finds everything compiled is quicker

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
        # The length first: without it two lists of parts could run together into one text.
        data = part.encode("utf-8", "surrogateescape")
        digest.update(b"%d:" % len(data) + data)
    return digest.hexdigest()


def _declared(cdef: str) -> Any:
    """Return cffi's reading of *cdef*: another for each library, since its owner may declare more."""
    from cffi import FFI  # costs tens of milliseconds, and the front end never needs it

    ffi = FFI()
    ffi.cdef(cdef)
    return ffi


def _offers(ffi: Any, lib: Any, name: str) -> bool:
    try:
        return getattr(lib, name) is not None
    except (AttributeError, getattr(ffi, "error", AttributeError)):
        # cffi raises one or the other, by how it was told of the declarations; only one of them has an `error`.
        return False


def _load(path: Path, ffi: Any) -> Any:
    try:
        lib = ffi.dlopen(str(path))
        # Symbols are looked up when first used; a library that has none is not what was asked for.
        names = dir(lib)
        if names and not any(_offers(ffi, lib, name) for name in names):
            raise OSError(f"it has no `{names[0]}`")
        return lib
    except OSError as error:
        raise ToolError("load-failed", f"cannot load the compiled library `{path}`: {error}") from error
