"""Compiling: run the compiler on C text in a private folder, which is removed afterwards.

This module does not know whether the result is already in the cache, nor what the C means.
"""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from ludotome.toolchain.cache import Built, Entry, keep_failed_source, no_room, writable_folder
from ludotome.toolchain.compiler import Compiler
from ludotome.toolchain.errors import ToolError
from ludotome.toolchain.running import run_compiler


def compile_entry(
    entry: Entry,
    c_source: str,
    flags: tuple[str, ...],
    compiler: Compiler,
    beside: Mapping[str, str],
    meanwhile: Callable[[], object],
) -> Built:
    """Return *c_source* compiled; raise `ToolError` with the compiler's own message if that fails."""
    source_name, compiled_name = f"{entry.name}.c", entry.name + entry.suffix
    try:
        # Zig keeps a cache of many megabytes and does not start without a folder for it.
        defaults = {"ZIG_GLOBAL_CACHE_DIR": str(writable_folder("zig"))} if compiler.is_zig else {}
        with tempfile.TemporaryDirectory(prefix="ludotome-build-", ignore_cleanup_errors=True) as work:
            folder = Path(work)
            for file_name, text in {**beside, source_name: c_source}.items():
                (folder / file_name).write_text(text, encoding="utf-8")
            # Flags last, since a library (`-lm`) must follow the code that needs it.
            arguments = (source_name, "-o", compiled_name, *flags)
            # Debug information contains the working folder, which differs in each run.
            nameless = f"-ffile-prefix-map={folder.resolve()}=."
            said = run_compiler(compiler, (nameless, *arguments), folder, defaults, meanwhile)
            compiled = folder / compiled_name
            if said.returncode == 0 and compiled.is_file():
                return Built(c_source, said.stdout, compiled.read_bytes())
    except OSError as error:
        raise no_room(error) from error
    kept = keep_failed_source(entry, c_source)
    raise ToolError(
        "compile-failed",
        f"the C compiler {_ended(said.returncode)} `{entry.name}`; the source is kept in `{kept}`\n"
        f"$ {shlex.join((*compiler.command, *arguments))}\n{said.stdout.rstrip()}",
    )


def _ended(status: int) -> str:
    """Return how a compiler ended that produced no file; a negative *status* is the signal that ended it."""
    if status < 0:
        return f"was ended by signal {-status} (is there enough memory?) while it compiled"
    return "refused" if status else "reported success but made no file of"
