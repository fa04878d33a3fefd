"""However many processes start at once, the compiler runs once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from ludotome.toolchain import find_compiler

BUILD = """
from ludotome.toolchain import build
lib = build("int answer(void) { return 42; }", name="one", cdef="int answer(void);").lib
print(lib.answer())
"""


def test_ten_processes_compile_once(tmp_path: Path) -> None:
    """A slow compiler that records each run is run once; all ten processes get the library."""
    runs, compiler = tmp_path / "runs", tmp_path / "cc"
    compiler.write_text(f'#!/bin/sh\necho run >> "{runs}"\nsleep 0.5\nexec {find_compiler().command[0]} "$@"\n')
    compiler.chmod(0o755)
    env = os.environ | {"LUDOTOME_CC": str(compiler), "LUDOTOME_CACHE": str(tmp_path / "cache")}
    started = [
        subprocess.Popen([sys.executable, "-c", BUILD], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(10)
    ]
    said = [process.communicate()[0].strip() for process in started]
    assert said == [b"42"] * 10
    assert runs.read_text() == "run\n"
