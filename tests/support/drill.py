"""A drill: a copy of the repository to which only the definitions of an effect and a query are added.

This module knows how a node is defined and put into its union; the test knows which checks must then fail.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.house import ROOT

EFFECT = '''\
@node("effect", "nudgeToken", does=(Arrives(token="token", to="to"),))
class NudgeToken(Node, frozen=True):
    """Move a token a little."""

    token: TokenExpr
    to: ZoneExpr


'''
QUERY = '''\
@node("query", "cornersOf", result="set of zone", text="cornersOf", reads=())
class CornersOf(Node, frozen=True):
    """The corners of the board of a zone."""

    zone: ZoneExpr


'''
DOCUMENT = """\
```yaml
metadata: { id: drill, players: { min: 2, max: 2 }, seats: [White, Black], maxPlies: 20 }
zones: [ grid: { rows: 3, cols: 3, names: algebraic } ]
tokenTypes: [ { id: man } ]
setup: [ place: { White: { man: [a1] } } ]
actions:
  - id: go
    params: [ { name: $to, domain: DOMAIN } ]
    effects: [ EFFECT ]
    notation: "{$to}"
endConditions: [ { when: "turn > 5", result: { type: draw } } ]
tests: [ { name: it moves, moves: [b2], expect: { "occupied(b2)": true } } ]
```
"""


def copy_house(to: Path) -> Path:
    """Return a copy of the files needed to check the package, its tests and its types."""
    for folder in ("src", "tests", "tools", "docs"):
        shutil.copytree(ROOT / folder, to / folder, ignore=shutil.ignore_patterns("__pycache__", ".hypothesis"))
    for file in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / file, to / file)
    return to


def define(house: Path, *, effect: str = EFFECT, query: str = QUERY, in_unions: bool = True) -> None:
    """Add the two definitions to the copy at *house*, and their names to the unions."""
    folder = house / "src/ludotome/gamedef"
    effects, expressions = folder / "effects.py", folder / "expressions.py"
    _edit(effects, effect, r"^# The effects with nested lists", "PlainEffect = (\n    ", "NudgeToken", in_unions)
    _edit(expressions, query, r"^# Sets, and values", "Query = (\n    ", "CornersOf", in_unions)


def _edit(path: Path, definition: str, before: str, union: str, name: str, in_union: bool) -> None:
    text = path.read_text(encoding="utf-8")
    text, times = re.subn(before, lambda found: definition + found[0], text, count=1, flags=re.MULTILINE)
    assert times == 1, f"{path} has no line {before}"
    assert union in text
    path.write_text(text.replace(union, f"{union}{name} | ") if in_union else text, encoding="utf-8")


def run(house: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy, from which alone modules are imported."""
    environment = {**os.environ, "PYTHONPATH": f"{house / 'src'}{os.pathsep}{house}", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *command], cwd=house, env=environment, capture_output=True, text=True, check=False
    )
