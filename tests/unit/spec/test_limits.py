"""Documents that are small to write and huge to compute are refused with a diagnostic, quickly."""

from __future__ import annotations

import pytest

from ludotome.spec import compile_text
from tests.support.documents import MARKING, whole_document


def chain(first: str, each: str, depth: int) -> str:
    """Return macros that each call the previous one."""
    calls = [first, *(each.replace("LAST", f"m{number - 1}") for number in range(1, depth))]
    return "macros:\n" + "".join(f"  - {{ name: m{number}, {body} }}\n" for number, body in enumerate(calls))


END = 'endConditions:\n  - { when: "m39(1) == 1", result: { type: draw } }\n'
ACT = "actions:\n  - { id: place, effects: [ m39: [board] ] }\ntests: []\n"
CASES = {
    "seats by the million": ("metadata: { id: base, players: { min: 2, max: 1000000000 } }\n", "LT404"),
    "calls that double": (
        chain("params: [$a], expr: $a", "params: [$a], expr: LAST($a) + LAST($a)", 40) + END,
        "LT232",
    ),
    "arguments that double": (chain("params: [$a], expr: $a", "params: [$a], expr: LAST($a + $a)", 40) + END, "LT232"),
    "sets that double": (
        chain(
            "params: [$s], effects: [ forEach: { bind: $z, over: $s, effects: [] } ]",
            'params: [$s], effects: [ LAST: ["$s where it in $s"] ]',
            40,
        )
        + ACT,
        "LT232",
    ),
    "effects that double": (
        chain("effects: [ endTurn ]", "effects: [ LAST, LAST ]", 40)
        + "actions:\n  - { id: place, effects: [ m39 ] }\ntests: []\n",
        "LT232",
    ),
    "macros that are deep": (
        chain("params: [$a], expr: $a", "params: [$a], expr: LAST($a) + 1", 130)
        + 'endConditions:\n  - { when: "m129(1) == 1", result: { type: draw } }\n',
        "LT232",
    ),
    "effects that are deep": (
        chain("effects: [ endTurn ]", "effects: [ LAST ]", 130)
        + "actions:\n  - { id: place, effects: [ m129 ] }\ntests: []\n",
        "LT232",
    ),
    "regions of many parts": (
        "zones:\n  - grid: { rows: 100, cols: 100 }\nregions:\n" + f"  far: 'row in {list(range(400))}'\n",
        "LT256",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_growth_is_bounded(case: str) -> None:
    snippet, code = CASES[case]
    found = {one.code for one in compile_text(whole_document(snippet, MARKING)).diagnostics if one.severity == "error"}
    assert code in found
