"""Every code has one page and one module that checks it, and vice versa."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from ludotome.diagnostics import code_pages, fenced_blocks
from ludotome.diagnostics.pages import parse_code_page
from tests.support.house import HOUSE, House, broken_house

PAGES = "src/ludotome/diagnostics/codes"
CODE = re.compile(r"LT\d{3}")


def modules_of_codes(house: House) -> dict[str, list[str]]:
    """Return the modules in which each code is a whole string."""
    found: dict[str, list[str]] = {}
    for module in house.sources:
        texts = (node.value for node in ast.walk(module.tree) if isinstance(node, ast.Constant))
        for code in sorted({text for text in texts if isinstance(text, str) and CODE.fullmatch(text)}):
            found.setdefault(code, []).append(module.path)
    return found


def unjoined(house: House) -> list[str]:
    """Return codes without a page, pages without a check, and codes that two modules check."""
    modules = modules_of_codes(house)
    pages = {Path(file).stem for file in house.files if file.startswith(f"{PAGES}/")}
    faults = [f"{code} has no page but is named in {modules[code]}" for code in sorted(set(modules) - pages)]
    faults += [f"{code} has a page but no module checks it" for code in sorted(pages - set(modules))]
    faults += [f"{code} is checked in {found}" for code, found in sorted(modules.items()) if len(found) > 1]
    return faults


def test_pages_and_checks_are_joined() -> None:
    assert unjoined(HOUSE) == []


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"src/ludotome/space/a.py": 'X = "LT601"\n'}, "no page"),
        ({f"{PAGES}/LT601.md": ""}, "no module"),
        (
            {f"{PAGES}/LT601.md": "", "src/ludotome/a.py": 'X = "LT601"\n', "src/ludotome/b.py": 'X = "LT601"\n'},
            "is checked in",
        ),
    ],
)
def test_a_code_without_page_or_check_is_found(files: dict[str, str], told: str, tmp_path: Path) -> None:
    faults = unjoined(broken_house(tmp_path, files))
    assert len(faults) == 1
    assert told in faults[0]


@pytest.mark.parametrize("file", [file for file in HOUSE.files if file.startswith(f"{PAGES}/")])
def test_every_page_is_as_it_must_be(file: str) -> None:
    """The name of the file, the four sections, and a fenced block in each of the last two."""
    assert CODE.fullmatch(Path(file).stem)
    assert file.endswith(".md")
    page = parse_code_page(HOUSE.text(file))
    assert page.code == Path(file).stem
    assert fenced_blocks(page.example), "the example has no fenced block"
    assert fenced_blocks(page.instead), "`Instead` has no fenced block"


def test_names_of_codes_are_all_different() -> None:
    names = [page.name for page in code_pages()]
    assert sorted(set(names)) == sorted(names)
