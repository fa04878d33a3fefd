"""Every Python block of the docs and the README passes mypy as strictly as the package."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.support.doc_code import python_code
from tests.support.house import HOUSE

# A page is one session: like at the prompt, a name may be redefined with another type.
SESSION = "# mypy: allow-redefinition\n"


def module_of(page: str) -> str:
    return re.sub(r"\W", "_", page.removesuffix(".md")) + ".py"


def write_pages(folder: Path) -> dict[str, str]:
    """Write the code of each page that has any; return the name of the page by the name of its module."""
    pages = {}
    for page in HOUSE.files:
        if page == "README.md" or (page.startswith("docs/") and page.endswith(".md")):
            code = python_code(HOUSE.text(page))
            if code.strip():
                (folder / module_of(page)).write_text(code + SESSION, encoding="utf-8")
                pages[module_of(page)] = page
    return pages


def type_errors(folder: Path) -> list[str]:
    """Return mypy's errors in the modules of *folder*; the cache is that of `make lint`, which ran before."""
    command = [sys.executable, "-m", "mypy", "--no-error-summary", "--no-pretty", str(folder)]
    ran = subprocess.run(command, cwd=HOUSE.root, capture_output=True, text=True, timeout=600, check=False)
    assert ran.returncode in (0, 1), ran.stdout + ran.stderr
    # An error from the cache contains the folder of an earlier run.
    return [re.sub(r"^[^:]*/", "", line) for line in ran.stdout.splitlines()]


def test_code_in_the_docs_passes_mypy_strict(tmp_path: Path) -> None:
    pages = write_pages(tmp_path)
    assert {"docs/space.md", "docs/tactics.md", "README.md"} <= set(pages.values())
    (tmp_path / "wrong.py").write_text(python_code("# Wrong\n\n```python\n>>> 1 + (\n... 'a')\n2\n```\n"), "utf-8")
    errors = [re.sub(r"^[\w.]+", lambda found: pages.get(found[0], found[0]), line) for line in type_errors(tmp_path)]
    told = [error for error in errors if error.startswith("wrong.py:5: error:")]
    assert told, "a wrong block is reported, on its own line of the page"
    assert [error for error in errors if error not in told] == []
