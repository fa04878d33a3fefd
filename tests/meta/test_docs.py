"""Everything that the docs name exists: files, folders, packages and make targets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.house import HOUSE, House, broken_house

IN_BACKTICKS = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)")
ROOTS = ("src/", "tests/", "docs/", "tools/", "requirements/", "examples/", ".ci/")
AT_THE_ROOT = re.compile(r"[A-Z]{4,}\.md|LICENSE|Makefile|pyproject\.toml")
PACKAGE = re.compile(r"ludotome\.(?!service\b)([a-z]+)\b(?!\.md)")  # `ludotome.service` is a systemd unit
TARGET = re.compile(r"make ([a-z]+)")
# A name with one of these characters means many files.
PATTERN_SIGNS = re.compile(r"<[a-z ]+>|nnn|…|NAME|\{[^}]*\}")


def pages(house: House) -> list[str]:
    """Return the documents that people read; pages of codes and games are not among them."""
    return [f for f in house.files if f.endswith(".md") and ("/" not in f or f.startswith("docs/"))]


def missing_paths(house: House) -> list[str]:
    faults = []
    for page in pages(house):
        text = without_blocks(house.text(page))
        for name in IN_BACKTICKS.findall(text):
            if (name.startswith(ROOTS) or AT_THE_ROOT.fullmatch(name)) and " " not in name:
                pattern = PATTERN_SIGNS.sub("*", name).rstrip("/")
                if not any(house.root.glob(pattern)):
                    faults.append(f"{page}: no `{name}`")
        for name in LINK.findall(text):
            if not (house.root / page).parent.joinpath(name).exists():
                faults.append(f"{page}: a link to {name}, which is not there")
    return faults


def unknown_packages(house: House) -> list[str]:
    return [
        f"{page}: no package `{package}`"
        for page in pages(house)
        for name in IN_BACKTICKS.findall(house.text(page))
        for package in PACKAGE.findall(name)
        if package not in house.packages
    ]


def unknown_targets(house: House) -> list[str]:
    targets = set(re.findall(r"^([a-z]+):", house.text("Makefile"), re.MULTILINE))
    return [
        f"{page}: no target `make {target}`"
        for page in pages(house)
        for name in IN_BACKTICKS.findall(house.text(page))
        for target in TARGET.findall(name)
        if target not in targets
    ]


def unlisted_pages(house: House) -> list[str]:
    """Return the pages of `docs/` that cannot be reached by links from the README."""
    listed = set(LINK.findall(house.text("README.md")))
    pages = [f for f in house.files if f.endswith(".md") and f.startswith("docs/") and f.count("/") == 1]
    return [f"README.md: no link to {page}" for page in pages if page not in listed]


def without_blocks(markdown: str) -> str:
    return re.sub(r"^(`{3,}).*?^\1$", "", markdown, flags=re.MULTILINE | re.DOTALL)


def test_every_path_a_page_names_exists() -> None:
    assert missing_paths(HOUSE) == []


def test_every_package_a_page_names_exists() -> None:
    assert unknown_packages(HOUSE) == []


def test_every_target_a_page_names_exists() -> None:
    assert unknown_targets(HOUSE) == []


def test_the_readme_leads_to_every_page() -> None:
    assert unlisted_pages(HOUSE) == []


def test_a_page_that_the_readme_leaves_out_is_seen(tmp_path: Path) -> None:
    house = broken_house(tmp_path, {"README.md": "[a](docs/a.md)", "docs/a.md": "", "docs/b.md": ""})
    assert unlisted_pages(house) == ["README.md: no link to docs/b.md"]


@pytest.mark.parametrize(
    "text",
    [
        "see `src/ludotome/attic/x.py`",
        "see `docs/nothing.md`",
        "see `NOTHING.md`",
        "[here](docs/nothing.md)",
        "in `tests/<x>/nothing/`",
    ],
)
def test_a_path_that_is_not_there_is_seen(text: str, tmp_path: Path) -> None:
    assert len(missing_paths(broken_house(tmp_path, {"README.md": text}))) == 1


def test_a_package_or_target_that_is_not_there_is_seen(tmp_path: Path) -> None:
    house = broken_house(tmp_path, {"README.md": "`ludotome.attic` and `make coffee`", "Makefile": "run:\n"})
    assert len(unknown_packages(house)) == 1
    assert len(unknown_targets(house)) == 1


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "docs/glossary.md",
        "docs/adr/0001-the-stack.md",
    ],
)
def test_the_pages_of_the_repository_exist(page: str) -> None:
    assert len(HOUSE.text(page).splitlines()) > 3


def test_no_two_records_of_decisions_have_one_number() -> None:
    numbers = [int(Path(file).name[:4]) for file in HOUSE.files if file.startswith("docs/adr/")]
    assert numbers == sorted(set(numbers))
