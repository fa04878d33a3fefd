"""The lock files are complete, pinned by hash and name no registry; versions agree wherever they are written."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import ludotome
from tests.support.house import HOUSE, House, broken_house

# Split, so that this file does not name a registry either.
REGISTRIES = re.compile("|".join(re.escape(".".join(parts)) for parts in [
    ("py" + "pi", "org"), ("python" + "hosted", "org"), ("npm" + "js", "org"), ("npm" + "js", "com"),
    ("crates", "io"), ("ana" + "conda", "org"), ("ruby" + "gems", "org"),
]), re.IGNORECASE)  # fmt: skip
TEXT_FILES = {".py", ".md", ".txt", ".in", ".toml", ".json", ".h", ".c", ".yml", ".yaml", ""}


def named_registries(house: House) -> list[str]:
    return [
        file
        for file in house.files
        if Path(file).suffix in TEXT_FILES
        and REGISTRIES.search((house.root / file).read_text("utf-8", errors="replace"))
    ]


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", re.split(r"[<>=!~;\[ ]", name.strip(), maxsplit=1)[0]).lower()


def names_in(file: str) -> set[str]:
    lines = HOUSE.text(f"requirements/{file}").splitlines()
    return {normal(line) for line in lines if line.strip() and not line.startswith(("#", "-", " "))}


def test_no_committed_file_names_a_registry() -> None:
    assert named_registries(HOUSE) == []


def test_a_named_registry_is_seen(tmp_path: Path) -> None:
    address = "https://" + "files." + "python" + "hosted" + ".org/x"
    assert named_registries(broken_house(tmp_path, {"requirements/run.txt": address})) == ["requirements/run.txt"]


@pytest.mark.parametrize("file", ["run", "dev", "zig", "print", "node", "ray"])
def test_every_locked_package_is_pinned_by_version_and_hash(file: str) -> None:
    text = HOUSE.text(f"requirements/{file}.txt").replace("\\\n", " ")
    pins = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    assert pins
    assert [pin for pin in pins if not re.match(r"\S+==\S+( ;[^-]*)? +--hash=sha256:[0-9a-f]{64}", pin)] == []


@pytest.mark.parametrize("file", ["run", "dev", "zig", "print", "node", "ray"])
def test_the_lock_holds_everything_that_is_asked_for(file: str) -> None:
    assert names_in(f"{file}.in") - names_in(f"{file}.txt") == set()


def test_what_the_package_depends_on_is_what_make_run_installs() -> None:
    project = tomllib.loads(HOUSE.text("pyproject.toml"))["project"]
    build = {"hatchling"}
    assert {normal(name) for name in project["dependencies"]} | build == names_in("run.in")
    for extra in ("zig", "print"):
        assert {normal(name) for name in project["optional-dependencies"][extra]} == names_in(f"{extra}.in")


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads(HOUSE.text("pyproject.toml"))["project"]
    assert project["version"] == ludotome.__version__
    assert f"## {ludotome.__version__}" in HOUSE.text("CHANGELOG.md")
    assert f"\nversion: {ludotome.__version__}\n" in HOUSE.text("CITATION.cff")


def test_the_workflow_runs_the_two_commands_and_nothing_else() -> None:
    lines = HOUSE.text(".github/workflows/test.yml").splitlines()
    runs = [line.split("run:")[1].strip() for line in lines if line.lstrip().startswith("- run:")]
    assert runs == ["make run PYTHON=python", "make test PYTHON=python"]


def test_ci_runs_the_one_test_command_and_nothing_else() -> None:
    lines = [line for line in HOUSE.text(".ci/run").splitlines() if line and not line.startswith("#")]
    assert lines == ["set -euo pipefail", 'cd "$(dirname "$0")/.."', "make test"]
