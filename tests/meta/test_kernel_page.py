"""The page on the kernel describes the meaning of every node, with all its fields."""

from __future__ import annotations

import re

import pytest

from ludotome.gamedef import NODES, NodeInfo, fields_of
from tests.support.house import HOUSE

ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
HEADS = {"ref": "`ref`", "op": "`op`", "aggregate": "`aggregate`", "query": "`query`", "effect": "effect"}


def rows_of(family: str) -> dict[str, tuple[str, str]]:
    """Return the rows of one family's table: for each spelling its fields and its meaning."""
    page = HOUSE.text("docs/kernel.md")
    start = page.index(f"| {HEADS[family]} | fields")
    table = page[start : page.index("\n\n", start)]
    found = {}
    for names, fields, meaning in ROW.findall(table):
        for name in re.findall(r"`([^`]+)`", names):
            found[name] = (fields, meaning)
    return found


@pytest.mark.parametrize("info", NODES.values(), ids=lambda info: f"{info.family}-{info.name}")
def test_every_node_is_explained_with_all_its_fields(info: NodeInfo) -> None:
    rows = rows_of(info.family)
    for spelling in info.spellings or (info.name,):
        assert spelling in rows, f"docs/kernel.md does not explain `{spelling}`"
        fields, meaning = rows[spelling]
        assert len(meaning) > 10
        named = set(re.findall(r"`([^`?]+)`", fields)) - {"?"}
        wanted = {field.json_name for field in fields_of(info.cls) if not (info.spellings and field.name == "op")}
        assert named == wanted


def test_the_page_explains_nothing_that_is_not_there() -> None:
    for family in HEADS:
        known = {s for info in NODES.values() if info.family == family for s in (info.spellings or (info.name,))}
        assert rows_of(family).keys() - {"ref", "op", "aggregate", "query", "?"} <= known | {family}
