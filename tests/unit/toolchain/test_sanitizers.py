"""The flags really detect faults."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ludotome.toolchain import build_program, find_compiler, find_sanitizers

OVERFLOW = "int main(int count, char **words) { (void)words; int wide = 0x7fffffff; return (wide + count) == 5; }"
OVERRUN = """
#include <stdlib.h>
int main(int count, char **words) {
    (void)words;
    volatile int *cells = malloc(4 * sizeof *cells);
    cells[0] = 0;
    int seen = cells[0] + 0 * (cells[3 + count] = 1);
    free((void *)cells);
    return seen;
}
"""


def ended(source: str, flags: tuple[str, ...]) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([build_program(source, name="fault", flags=flags)], capture_output=True, check=False)


def test_faults_pass_unseen_without_and_stop_the_program_with_sanitizers():
    found = find_sanitizers()
    assert "undefined" in found.kinds
    for kind, source in (("undefined", OVERFLOW), ("address", OVERRUN)):
        assert ended(source, ()).returncode == 0
        if kind in found.kinds:
            assert ended(source, found.flags).returncode != 0


def test_a_system_compiler_watches_addresses_too():
    expected = ("undefined",) if find_compiler().is_zig else ("address", "undefined")
    assert find_sanitizers().kinds == expected


@pytest.mark.long
def test_zig_watches_for_undefined_behaviour_alone(monkeypatch):
    """It accepts the flag of the address sanitizer and detects nothing, so the flag proves nothing."""
    monkeypatch.setenv("LUDOTOME_CC", f"{sys.executable} -m ziglang cc")
    found = find_sanitizers()
    assert found.kinds == ("undefined",)
    assert ended(OVERFLOW, found.flags).returncode != 0
