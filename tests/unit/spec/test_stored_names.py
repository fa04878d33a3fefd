"""A name that a variable, property or type cannot store is an error, even as one of several possible names."""

from __future__ import annotations

import pytest

from ludotome.spec import compile_text

TEXT = """\
```yaml
metadata: { id: names, players: { min: 2, max: 2 }, maxPlies: 9 }
zones: [ grid: { rows: 1, cols: 2 } ]
globalVars: [ { name: mood, type: [calm, angry], init: calm } ]
tokenTypes: [ { id: man, props: { hat: { type: [red, blue], init: red } } }, { id: king } ]
setup: [ createToken: { type: man, zone: cell_0_0 } ]
actions:
  - id: change
    params: [ { name: $n, domain: "NAMES" } ]
    effects: [ EFFECT ]
endConditions: [ { when: "turn > 3", result: { type: draw } } ]
```
"""
MOOD = "setVar: { var: mood, value: $n }"
HAT = "setTokenProp: { token: top(cell_0_0), prop: hat, value: $n }"
TYPE = "setTokenProp: { token: top(cell_0_0), prop: type, value: $n }"


def errors(names: str, effect: str) -> list[tuple[str, str, str | None]]:
    text = TEXT.replace("NAMES", names).replace("EFFECT", effect)
    found = compile_text(text).diagnostics
    return [(one.code, one.message, one.suggestion) for one in found if one.severity == "error"]


@pytest.mark.parametrize(
    ("names", "effect", "wrong", "right"),
    [
        ("[calm, furious]", MOOD, "furious", "`angry`, `calm`"),
        ("[red, green, blue]", HAT, "green", "`blue`, `red`"),
        ("[king, bishop]", TYPE, "bishop", "`king`, `man`"),
    ],
)
def test_one_of_several_names_cannot_be_stored(names: str, effect: str, wrong: str, right: str) -> None:
    message = f"this can be `{wrong}`, which cannot be stored here"
    assert errors(names, effect) == [("LT211", message, f"choose among {right} alone")]


@pytest.mark.parametrize(("names", "effect"), [("[angry, calm]", MOOD), ("[blue]", HAT), ("[man, king]", TYPE)])
def test_names_that_are_declared_are_fine(names: str, effect: str) -> None:
    assert errors(names, effect) == []
