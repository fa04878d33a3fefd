"""Modules form no import cycles, imports inside functions included."""

from __future__ import annotations

from functools import cache

import pytest

from tests.support.house import HOUSE, Module
from tests.support.knots import knots

# Packages with import cycles if imports for the type checker count. Remove entries, never add any.
ANNOTATED = {"gamedef", "kernel", "play", "space", "spec"}


@cache
def modules() -> dict[str, Module]:
    return {module.name: module for module in HOUSE.sources}


def _spelled(knot: frozenset[str]) -> str:
    """Return the modules of a cycle without their common prefix."""
    return " ".join(sorted(name.rpartition(".")[2] for name in knot))


def test_no_modules_import_each_other() -> None:
    """To break a new cycle, move what both modules need to a module below both."""
    assert sorted(_spelled(knot) for knot in knots(modules(), typing=False)) == []


def test_no_modules_name_each_other_in_annotations_but_in_the_packages_listed() -> None:
    """An annotation that needs a module above should use a protocol, or a class in a module below both."""
    assert {name.split(".")[1] for knot in knots(modules(), typing=True) for name in knot} == ANNOTATED


A, B, C = "ludotome.a.x", "ludotome.a.y", "ludotome.a"


@pytest.mark.parametrize(
    ("x", "y", "running", "typed"),
    [
        ("from ludotome.a import y", "import ludotome.a.x", {A, B}, {A, B}),
        ("from ludotome.a.y import name", "def f():\n    from ludotome.a.x import g", {A, B}, {A, B}),
        ("from ludotome.a import y", "if TYPE_CHECKING:\n    from ludotome.a.x import g", None, {A, B}),
        ("from ludotome.a import y", "import ludotome.b", None, None),
        ("import ast", "from ludotome.a import x", None, None),
    ],
)
def test_a_knot_is_found(x: str, y: str, running: set[str] | None, typed: set[str] | None) -> None:
    texts = {"x": x, "y": y, "__init__": "from ludotome.a.x import name"}
    house = [Module(f"src/ludotome/a/{stem}.py", f"{text}\n") for stem, text in texts.items()]
    by_name = {module.name: module for module in house}
    assert knots(by_name, typing=False) == ([] if running is None else [running])
    assert knots(by_name, typing=True) == ([] if typed is None else [typed])
