"""The C core by itself: memory of results, threads, size, and behaviour without a compiler."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from ludotome.space import Lattice, Terrain, core_declarations, core_source, flood, shortest_path, visible
from ludotome.toolchain import build, build_program, find_sanitizers

HERE = Path(__file__).parent


def test_views_keep_their_memory_when_the_answer_is_gone():
    lattice = Lattice.square(30, 30)
    costs = flood(lattice, (0, 0), form="c").costs
    reached = flood(lattice, (7, 7), budget=1, form="c").reached
    seen = visible(lattice, (5, 5), 2, form="c").mask
    for place in range(20):
        flood(lattice, (place, 9), form="c")
        visible(lattice, (place, 20), 5, form="c")
    assert costs[29, 29] == 29
    assert sorted(map(lattice.cell, reached.tolist())) == [(r, c) for r in (6, 7, 8) for c in (6, 7, 8)]
    assert seen.sum() == 25


def test_memory_is_taken_again_once_an_answer_is_gone():
    lattice = Lattice.square(20, 20)
    terrain = Terrain(lattice)
    for _ in range(50):
        flood(terrain, (3, 3), budget=2, form="c")
        visible(terrain, (3, 3), 2, form="c")
    assert len(terrain.native.pool) == 1
    assert len(lattice.native.pool) == 1


def test_threads_never_share_a_buffer():
    rng = np.random.default_rng(1)
    terrain = Terrain(Lattice.square(60, 60), enter=rng.integers(1, 4, (60, 60)), opaque=rng.random((60, 60)) < 0.2)

    def ask(place):
        cell = (place % 60, place * 7 % 60)
        return int(flood(terrain, cell, form="c").costs.sum()), int(visible(terrain, cell, form="c").mask.sum())

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(ask, range(80))) == [ask(place) for place in range(80)]


def test_a_million_cells_are_answered():
    lattice = Lattice.square(1000, 1000)
    assert shortest_path(lattice, (0, 0), (999, 999), form="c").cost == 999
    assert flood(Terrain(lattice, enter=3), (0, 0), form="c").cost((999, 999)) == 2997
    assert len(visible(lattice, (500, 500), 3, form="c")) == 49


def test_a_dead_end_on_a_large_map_gives_no_path_and_does_not_hang():
    walls = [(r, c) for r in range(300) for c in (150,)]
    terrain = Terrain(Lattice.square(300, 300), blocked=walls)
    assert shortest_path(terrain, (0, 0), (299, 299), form="c") is None


def test_the_core_is_clean_under_the_sanitizers():
    """A program over the core with thousands of random queries; any invalid access or overflow stops it."""
    found = find_sanitizers()
    assert "undefined" in found.kinds, "install gcc or clang with their sanitizers"
    source = core_source() + (HERE / "core_program.c").read_text(encoding="utf-8")
    program = build_program(source, name="space-core-sanitized", flags=found.flags)
    done = subprocess.run([program, "300"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "300 rounds agree"), done.stderr


def test_the_core_compiles_without_a_warning_even_the_picky_ones():
    built = build(core_source(), name="space-core-picky", cdef=core_declarations(), flags=("-Wconversion", "-Wshadow"))
    assert built.messages == ""


FALLBACK = """
import warnings
from ludotome.space import Lattice, shortest_path
from ludotome.toolchain import ToolError
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    assert shortest_path(Lattice.hexagon(3), (-3, 0), (3, 0)).cost == 6
    assert shortest_path(Lattice.hexagon(3), (-3, 0), (3, 0)).cost == 6
assert len(caught) == 1 and "plain Python" in str(caught[0].message), caught
try:
    shortest_path(Lattice.hexagon(3), (-3, 0), (3, 0), form="c")
except ToolError as error:
    assert error.code == "no-compiler"
else:
    raise SystemExit("no error")
"""


def test_without_a_compiler_python_answers_and_says_so_once(tmp_path):
    environment = {"PATH": "", "LUDOTOME_CC": str(tmp_path / "no-such-compiler"), "XDG_CACHE_HOME": str(tmp_path)}
    source = str(Path(__file__).parents[3] / "src")
    done = subprocess.run(
        [sys.executable, "-c", FALLBACK],
        env={**environment, "PYTHONPATH": source},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("module", ["numpy", "cffi", "rapidfuzz", "scipy"])
def test_the_package_is_light_to_import(module):
    source = str(Path(__file__).parents[3] / "src")
    code = f"import sys, ludotome.space; sys.exit({module!r} in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], env={"PYTHONPATH": source}, check=False)
    assert done.returncode == 0
