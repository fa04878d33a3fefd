"""The generated pages are up to date with the code."""

from __future__ import annotations

import subprocess
import sys

from ludotome.diagnostics import code_pages
from tests.support.house import HOUSE, ROOT
from tools.generate_docs import GENERATED, RANGES


def test_generated_pages_are_current() -> None:
    ran = subprocess.run(
        [sys.executable, "tools/generate_docs.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout) == (0, ""), ran.stdout + ran.stderr


def test_every_generated_page_says_that_it_is() -> None:
    pages = [page for page in GENERATED if page.endswith(".md")]
    assert pages
    for page in pages:
        assert "<!-- Made by `make docs`" in HOUSE.text(page)


def test_every_code_lies_in_exactly_one_range() -> None:
    for page in code_pages():
        assert sum(first <= page.code <= last for first, last in RANGES) == 1, page.code
