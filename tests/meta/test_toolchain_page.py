"""docs/toolchain.md lists every error code for failures of the machine, in all packages."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.support.house import HOUSE

PAGE = Path(__file__).parents[2] / "docs" / "toolchain.md"


def test_every_code_of_a_tool_error_is_in_the_table():
    raised = {
        node.args[0].value
        for module in HOUSE.sources
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "ToolError"
        and isinstance(node.args[0], ast.Constant)
    }  # fmt: skip
    rows = re.findall(r"^\| `([a-z-]+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(raised) > 4
    assert sorted(rows) == sorted(raised)
