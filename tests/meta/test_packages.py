"""The packages follow the rules: public interfaces, docstrings, sizes, names, and which ones may open files.

Each rule is a function from a house to a list of faults: none in this repository, and at least one in a house that is
broken on purpose.
"""

from __future__ import annotations

import ast
import inspect
import pydoc
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from tests.support.house import HOUSE, House, Module, broken_house

HARD_SIZE = 800
# module -> why it may be longer than HARD_SIZE
LONG_MODULES: dict[str, str] = {}
# `__init__` of a package -> why it contains more than a docstring, imports and `__all__`
INTERFACES_WITH_LOGIC: dict[str, str] = {
    "src/ludotome/native/__init__.py": "a game found in the cache needs no emitters, so names are fetched late",
}
# Defined at every start, so these are structs; a dataclass takes twenty times as long to define (ADR 17).
PACKAGES_OF_STRUCTS = {"gamedef", "spec", "diagnostics", "kernel", "native", "toolchain"}
# module -> why its values are dataclasses nevertheless
# `help` resolves the types of a struct's fields, and finds only loaded ones.
_LOADED_LATER = "the types of its fields are loaded later than it, or not at all"
DATACLASSES = {
    "src/ludotome/native/options.py": "callers change a switch by `dataclasses.replace`",
    "src/ludotome/native/run/batch.py": _LOADED_LATER,
    "src/ludotome/native/run/contest.py": _LOADED_LATER,
    "src/ludotome/native/run/many.py": _LOADED_LATER,
    "src/ludotome/spec/document.py": _LOADED_LATER,
}
NO_NAMES = {"utils", "util", "helpers", "helper", "common", "misc", "stuff", "tools", "base"}
PACKAGES_THAT_OPEN_FILES = {"files", "play", "cli", "toolchain", "tables"}
FILE_METHODS = {
    "read_text", "read_bytes", "write_text", "write_bytes", "mkdir", "unlink", "rmdir", "touch", "rename", "iterdir",
    "glob", "rglob", "is_file", "is_dir", "exists", "stat", "chmod", "symlink_to",
}  # fmt: skip
# Parts of those modules that do not touch files.
HARMLESS = ("os.PathLike", "os.cpu_count", "os.environ", "os.sched_", "io.StringIO", "urllib.parse")
FILE_MODULES = {"pathlib", "tempfile", "shutil", "glob", "io", "fileinput", "os", "subprocess", "socket", "urllib"}
# Needed to read a data file of the package; `importlib.resources` also finds such files in an archive.
DATA_METHODS = {"read_text", "read_bytes", "iterdir", "is_dir"}


def bypassed_interfaces(house: House) -> list[str]:
    """Return imports of another package's modules that bypass its `__init__`."""
    faults = []
    for module in house.sources:
        for name, line in module.imported():
            parts = name.split(".")
            if parts[0] != "ludotome" or len(parts) < 3 or parts[1] == module.package:
                continue
            inner = Path(house.root, "src", *parts[:3])
            if inner.with_suffix(".py").exists() or inner.is_dir():
                door = ast.unparse(ast.parse(house.text(f"src/ludotome/{parts[1]}/__init__.py")))
                # `from ludotome.package import name` uses the `__init__` even if a module has the same name as its
                # function.
                if len(parts) > 3 or f"import {parts[2]}" not in door.replace(", ", "\nimport "):
                    faults.append(f"{module.path}:{line}: `{name}` is inside the package `{parts[1]}`")
    return faults


def relative_imports(house: House) -> list[str]:
    return [
        f"{module.path}:{node.lineno}: a relative import"
        for module in house.sources
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ImportFrom) and node.level
    ]


def interfaces_with_logic(house: House) -> list[str]:
    """Return each `__init__` of a package that has more than a docstring, imports and `__all__`."""
    faults = []
    for module in house.sources:
        if not module.package or not module.path.endswith("/__init__.py") or module.path in INTERFACES_WITH_LOGIC:
            continue
        for node in module.tree.body:
            is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            is_all = isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
            if not (is_text or is_all or isinstance(node, ast.Import | ast.ImportFrom)):
                faults.append(f"{module.path}:{node.lineno}: logic in an interface")
    return faults


def interfaces_without_list(house: House) -> list[str]:
    """Return each package with public names but no `__all__`."""
    return [
        f"{module.path}: imports names but has no `__all__`"
        for module in house.sources
        if module.package
        and module.path.count("/") == 3
        and module.path.endswith("/__init__.py")
        and any(isinstance(node, ast.ImportFrom) and node.module != "__future__" for node in module.tree.body)
        and "__all__" not in module.text
    ]


def missing_docstrings(house: House) -> list[str]:
    return [
        f"{module.path}: no docstring"
        for module in house.sources
        if module.tree.body and not ast.get_docstring(module.tree)
    ]


def long_modules(house: House) -> list[str]:
    return [
        f"{module.path}: {lines} lines; which two things is it?"
        for module in house.sources
        if (lines := module.text.count("\n")) > HARD_SIZE and module.path not in LONG_MODULES
    ]


def names_that_say_nothing(house: House) -> list[str]:
    return [
        f"{module.path}: `{part}` says nothing"
        for module in house.sources
        for part in Path(module.path).with_suffix("").parts[2:]
        if part.strip("_") in NO_NAMES
    ]


def dataclasses_defined(house: House) -> list[str]:
    return [
        f"{module.path}:{line}: a dataclass; write `class …(Struct, frozen=True)`"
        for module in house.sources
        if module.package in PACKAGES_OF_STRUCTS and module.path not in DATACLASSES
        for name, line in module.imported()
        if name in ("dataclasses", "dataclasses.dataclass")
    ]


def opened_files(house: House) -> list[str]:
    """Return uses of the file system outside play, cli and toolchain; a package may read its own data files."""
    return [
        fault
        for module in house.sources
        if module.package not in PACKAGES_THAT_OPEN_FILES
        for fault in _file_uses(module)
    ]


def _file_uses(module: Module) -> list[str]:
    reads_data = any(name.startswith("importlib.resources") for name, _ in module.imported())
    forbidden = FILE_METHODS - DATA_METHODS if reads_data else FILE_METHODS
    faults = [
        f"{module.path}:{line}: imports `{name}`"
        for name, line in module.imported()
        if name.split(".")[0] in FILE_MODULES and not name.startswith(HARMLESS)
    ]
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name) and node.func.id == "open":
            faults.append(f"{module.path}:{node.lineno}: opens a file")
        elif isinstance(node.func, ast.Attribute) and node.func.attr in forbidden:
            faults.append(f"{module.path}:{node.lineno}: `.{node.func.attr}()`")
    return faults


Law = Callable[[House], list[str]]
LAWS: dict[Law, dict[str, str]] = {
    bypassed_interfaces: {
        "src/ludotome/space/__init__.py": "",
        "src/ludotome/space/rays.py": "",
        "src/ludotome/tactics/sight.py": "from ludotome.space.rays import ray\n",
    },
    relative_imports: {"src/ludotome/space/x.py": "from . import y\n"},
    interfaces_with_logic: {"src/ludotome/space/__init__.py": '"""Space."""\n\nX = 1\n'},
    interfaces_without_list: {"src/ludotome/space/__init__.py": '"""Space."""\n\nfrom ludotome.space.x import y\n'},
    missing_docstrings: {"src/ludotome/space/x.py": "X = 1\n"},
    long_modules: {"src/ludotome/space/x.py": '"""X."""\n' + "X = 1\n" * HARD_SIZE},
    names_that_say_nothing: {"src/ludotome/space/utils.py": ""},
    dataclasses_defined: {"src/ludotome/spec/x.py": "from dataclasses import dataclass\n"},
    opened_files: {"src/ludotome/space/x.py": "def f(path):\n    return path.read_text()\n"},
}


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_this_repository_keeps_the_rules(law: Law) -> None:
    assert law(HOUSE) == []


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_a_repository_that_breaks_a_rule_is_found(law: Law, tmp_path: Path) -> None:
    assert len(law(broken_house(tmp_path, LAWS[law]))) == 1


@pytest.mark.parametrize(
    "text",
    ["open('x')", "import pathlib", "from pathlib import Path", "import os", "p.write_bytes(b'')", "import subprocess"],
)
def test_every_way_to_a_file_is_seen(text: str, tmp_path: Path) -> None:
    assert opened_files(broken_house(tmp_path, {"src/ludotome/spec/x.py": f"{text}\n"}))


def test_a_package_may_read_its_own_data(tmp_path: Path) -> None:
    text = "from importlib import resources\n\nX = (resources.files('ludotome') / 'x').read_text()\n"
    assert opened_files(broken_house(tmp_path, {"src/ludotome/spec/x.py": text})) == []


def test_exceptions_name_files_that_need_them() -> None:
    """An exception that is no longer needed must be removed."""
    by_path = {module.path: module for module in HOUSE.sources}
    assert all(by_path[path].text.count("\n") > HARD_SIZE for path in LONG_MODULES)
    assert set(INTERFACES_WITH_LOGIC) <= set(by_path)
    assert all("import dataclass" in by_path[path].text for path in DATACLASSES)


@pytest.mark.parametrize("package", HOUSE.packages)
def test_every_package_has_an_interface_whose_names_exist(package: str) -> None:
    front = import_module(f"ludotome.{package}")
    assert front.__doc__
    names = getattr(front, "__all__", [])
    assert len(set(names)) == len(names)
    assert [name for name in names if not hasattr(front, name)] == []


@pytest.mark.parametrize("package", HOUSE.packages)
def test_help_works_for_every_package_and_all_its_names(package: str) -> None:
    """The types of a struct's fields are resolved only now, so an import only for the type checker is detected here."""
    front = import_module(f"ludotome.{package}")
    assert front.__name__ in pydoc.render_doc(front, renderer=pydoc.plaintext)
    offered = [getattr(front, name) for name in getattr(front, "__all__", [])]
    for thing in offered:
        if isinstance(thing, type) or inspect.isroutine(thing):
            assert thing.__name__ in pydoc.render_doc(thing, renderer=pydoc.plaintext)


def test_every_exported_name_is_a_public_name_of_its_package() -> None:
    door = import_module("ludotome")
    for name, package in door._PACKAGE_OF_NAME.items():
        assert name in import_module(f"ludotome.{package}").__all__, f"`{name}` is not public in `{package}`"
        assert getattr(door, name) is getattr(import_module(f"ludotome.{package}"), name)
