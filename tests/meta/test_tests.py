"""The tests follow the rules: in a known folder, with assertions, without skips, importing only what they may."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.house import HOUSE, TEST_FOLDERS, House, broken_house

FOLDERS_BY_PACKAGE = {"unit", "property", "golden", "oracle"}
# Calls that assert: pytest's own, the golden fixture, and helpers whose name says so.
ASSERTING = (
    "assert",
    "check",
    "golden",
    "raises",
    "warns",
    "fail",
    "verify",
    "validate",
    "expect",
    "run_state_machine",
)
SKIPPING = {
    "skip",
    "skipif",
    "xfail",
    "importorskip",
    "skipTest",
    "SkipTest",
    "skipIf",
    "skipUnless",
    "expectedFailure",
}


FURTHER = ("games", "house", "web")  # folders of tests that belong to no package


def strays(house: House) -> list[str]:
    """Return test files outside the folders, and folders without a package."""
    faults = []
    for module in house.modules("tests"):
        parts = Path(module.path).parts[1:]
        name = parts[-1]
        if parts in {("conftest.py",)} or parts[0] == "support" or name in {"conftest.py", "__init__.py"}:
            continue
        if parts[0] not in TEST_FOLDERS:
            faults.append(f"{module.path}: `{parts[0]}` is not one of {', '.join(TEST_FOLDERS)}")
        elif parts[0] in FOLDERS_BY_PACKAGE and (len(parts) < 3 or parts[1] not in (*house.packages, *FURTHER)):
            faults.append(f"{module.path}: not below the folder of a package")
        if "def test_" in module.text and not name.startswith("test_"):
            faults.append(f"{module.path}: has tests that pytest does not look for")
    return faults


def empty_tests(house: House) -> list[str]:
    """Return the tests without assertions."""
    return [
        f"{module.path}:{node.lineno}: `{node.name}` asserts nothing"
        for module in house.modules("tests")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and not _asserts(node)
    ]


def _asserts(function: ast.FunctionDef) -> bool:
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
            if called.lstrip("_").startswith(ASSERTING):
                return True
    return False


def skips(house: House) -> list[str]:
    """Return the tests that are skipped or expected to fail, which prove nothing and look green."""
    return [
        f"{module.path}:{node.lineno}: `{name}`"
        for module in house.modules("tests")
        for node in ast.walk(module.tree)
        if (name := getattr(node, "attr", getattr(node, "id", ""))) in SKIPPING
    ]


def unit_tests_that_look_up(house: House) -> list[str]:
    """Return the unit tests that import packages above their own."""
    faults = []
    for module in house.modules("tests/unit"):
        package = Path(module.path).parts[2]
        if package not in house.packages:
            continue
        for name, line in module.imported():
            parts = name.split(".")
            if parts[0] == "ludotome" and len(parts) > 1 and parts[1] not in {package, *house.packages_below(package)}:
                faults.append(f"{module.path}:{line}: `{name}` is not below `{package}`")
    return faults


def e2e_tests_that_look_inside(house: House) -> list[str]:
    return [
        f"{module.path}:{line}: imports `{name}`"
        for module in house.modules("tests/e2e")
        for name, line in module.imported()
        if name.split(".")[0] == "ludotome"
    ]


Law = Callable[[House], list[str]]
LAWS: dict[Law, dict[str, str]] = {
    strays: {"tests/more/test_x.py": ""},
    empty_tests: {"tests/unit/space/test_x.py": "def test_x():\n    print(1)\n"},
    skips: {"tests/unit/space/test_x.py": "import pytest\n\n\n@pytest.mark.skip\ndef test_x():\n    assert 1\n"},
    unit_tests_that_look_up: {"tests/unit/space/test_x.py": "from ludotome.cli import main\n"},
    e2e_tests_that_look_inside: {"tests/e2e/test_x.py": "import ludotome.spec\n"},
}


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_tests_keep_the_rules(law: Law) -> None:
    assert law(HOUSE) == []


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_tests_that_break_the_rules_are_found(law: Law, tmp_path: Path) -> None:
    assert len(law(broken_house(tmp_path, LAWS[law]))) == 1


@pytest.mark.parametrize("path", ["tests/unit/test_x.py", "tests/unit/attic/test_x.py", "tests/test_x.py"])
def test_a_test_outside_a_package_is_seen(path: str, tmp_path: Path) -> None:
    assert len(strays(broken_house(tmp_path, {path: ""}))) == 1


def test_a_test_that_pytest_would_not_find_is_seen(tmp_path: Path) -> None:
    assert len(strays(broken_house(tmp_path, {"tests/unit/space/x.py": "def test_x(): assert 1\n"}))) == 1
