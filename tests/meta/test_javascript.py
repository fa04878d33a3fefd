"""Our JavaScript passes the type checker in strict mode."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.deno import WEB, check_types


def test_every_module_passes_the_type_checker() -> None:
    modules = sorted(file for file in WEB.rglob("*.js") if "vendor" not in file.parts)  # third-party code has no types
    assert modules
    check_types(modules)


def test_the_type_checker_finds_a_wrong_type(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.js"
    wrong.write_text("/** @type {number} */\nexport const count = 'three';\n", encoding="utf-8")
    with pytest.raises(AssertionError, match="not assignable"):
        check_types([wrong])
