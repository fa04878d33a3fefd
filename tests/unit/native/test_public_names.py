"""The `__init__` of native imports its names on first use; the imports for the type checker are the same."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

from ludotome import native

TREE = ast.parse(Path(native.__file__).read_text(encoding="utf-8"))


def test_the_table_of_names_is_what_the_type_checker_reads() -> None:
    told = {
        f"{node.module}.{name.name}"
        for branch in TREE.body
        if isinstance(branch, ast.If)
        for node in branch.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    assert told == {f"ludotome.native.{module}.{name}" for name, module in native._MODULE_OF_NAME.items()}


def test_every_public_name_is_fetched_from_its_module() -> None:
    assert sorted(native.__all__) == sorted(native._MODULE_OF_NAME)
    for name, module in native._MODULE_OF_NAME.items():
        assert getattr(native, name) is getattr(import_module(f"ludotome.native.{module}"), name)


def test_the_names_are_listed_before_they_are_fetched() -> None:
    assert set(native.__all__) <= set(dir(native))
