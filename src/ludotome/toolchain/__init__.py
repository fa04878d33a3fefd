"""Toolchain: compile C to a shared library (or a WebAssembly module), cache it and load it.

Invariants:
    * the same source, flags and compiler give the same cached file, even if several processes build it at once;
    * if the machine has no compiler, a `ToolError` says what to do; if the disk is full or the cache is read-only,
      there is one `ToolWarning` and a temporary folder is used instead.

This package does not know the meaning of the C.
"""

from ludotome.toolchain.build import MOST_SOURCE, Library, build, build_program, load_built
from ludotome.toolchain.cache import cache_folder
from ludotome.toolchain.compiler import COMPILE_SECONDS, Compiler, find_compiler, find_wasm_compiler
from ludotome.toolchain.errors import ToolError, ToolWarning, warn_caller
from ludotome.toolchain.extension import build_extension
from ludotome.toolchain.instructions import instruction_flags
from ludotome.toolchain.package_digest import package_digest, remember_made
from ludotome.toolchain.sandbox import SANDBOX_MEMORY, SANDBOX_SECONDS, Sandbox
from ludotome.toolchain.sanitizers import Sanitizers, find_sanitizers
from ludotome.toolchain.store import digest_of, recall, remember
from ludotome.toolchain.threads import send_to, start_thread
from ludotome.toolchain.time_limits import TimeUp, checked_limit, time_limit
from ludotome.toolchain.webassembly import WasmModule, build_module

__all__ = [
    "COMPILE_SECONDS",
    "MOST_SOURCE",
    "build",
    "Library",
    "build_program",
    "load_built",
    "package_digest",
    "digest_of",
    "recall",
    "remember",
    "remember_made",
    "build_extension",
    "Compiler",
    "find_compiler",
    "find_wasm_compiler",
    "build_module",
    "WasmModule",
    "Sandbox",
    "SANDBOX_MEMORY",
    "SANDBOX_SECONDS",
    "instruction_flags",
    "Sanitizers",
    "find_sanitizers",
    "cache_folder",
    "time_limit",
    "checked_limit",
    "TimeUp",
    "send_to",
    "start_thread",
    "ToolError",
    "ToolWarning",
    "warn_caller",
]
