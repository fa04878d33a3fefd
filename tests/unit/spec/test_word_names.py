"""Declared names take precedence over later words of the language, with a message; first words are reserved."""

from __future__ import annotations

import pytest

from ludotome.gamedef import GameDef
from ludotome.gamedef import effects as fx
from ludotome.spec import compile_text
from ludotome.spec.compile import word_names
from ludotome.spec.editions import RESERVED
from ludotome.spec.lowering.signatures import functions
from ludotome.spec.lowering.things import WORDS

DOCUMENT = """\
```yaml
metadata: { id: drill, players: { min: 2, max: 2 } }
zones: [ grid: { rows: 3, cols: 3 } ]
tokenTypes: [ { id: man } ]
MORE
setup: [ createToken: { type: man, zone: cell_0_0, owner: P1 } ]
actions:
  - id: go
    params: [ { name: $to, domain: "board where empty(it)" } ]
    effects: [ EFFECT ]
    notation: "{$to}"
endConditions: [ { when: "turn > 3", result: { type: draw } } ]
tests: [ { name: a move, moves: [cell_1_1] } ]
```
"""
EFFECT_MACRO = 'macros: [ { name: NAME, params: [$a, $b], effects: [ moveToken: { token: "top($a)", to: $b } ] } ]'
MOVE = 'moveToken: { token: "first(tokens(man))", to: $to }'


def compiled(more: str, effect: str = MOVE) -> tuple[GameDef | None, list[tuple[str, str, str]]]:
    """Return the definition, and the code, severity and path of each diagnostic."""
    result = compile_text(DOCUMENT.replace("MORE", more).replace("EFFECT", effect))
    return result.game_def, [(one.code, one.severity, one.path) for one in result.diagnostics]


@pytest.mark.parametrize("name", ["swapTokens", "shuffle"])
def test_a_macro_called_like_an_effect_wins_with_a_warning(name: str) -> None:
    game_def, found = compiled(EFFECT_MACRO.replace("NAME", name), f"{name}: [cell_0_0, $to]")
    assert found == [("LT259", "warning", "macros[0].name")]
    assert game_def is not None
    (action,) = game_def.actions
    assert [type(effect) for effect in action.effects if not isinstance(effect, fx.Let)] == [fx.MoveToken]


def test_without_the_macro_the_word_is_the_effect() -> None:
    game_def, found = compiled("", 'swapTokens: { a: "first(tokens(man))", b: "top($to)" }')
    assert found == []
    assert game_def is not None
    assert [type(effect) for effect in game_def.actions[0].effects] == [fx.SwapTokens]


@pytest.mark.parametrize("name", ["place", "capture", "refillToSize", "discardDownTo"])
def test_an_effect_macro_called_like_a_built_in_shorthand_is_an_error(name: str) -> None:
    """The shorthand is expanded first, so that the macro could never be called."""
    assert compiled(EFFECT_MACRO.replace("NAME", name))[1] == [("LT255", "error", "macros[0].name")]


COUNTED = 'macros: [ { name: count, params: [$a], expr: "$a + 1" } ]'
VARIABLE = "globalVars: [ { name: turn, type: int, min: 0, max: 9 } ]"
REGION = 'regions: { zones: "row == 0" }'


@pytest.mark.parametrize(
    ("more", "word", "path"),
    [
        (COUNTED, "count", "macros[0].name"),
        (VARIABLE, "turn", "globalVars[0].name"),
        (REGION, "zones", "regions.zones"),
    ],
)
def test_a_later_word_gives_way_with_an_info_and_a_first_one_is_reserved(
    monkeypatch: pytest.MonkeyPatch, more: str, word: str, path: str
) -> None:
    assert ("LT255", "error", path) in compiled(more)[1]
    monkeypatch.setattr(word_names, "RESERVED", RESERVED - {word})
    assert ("LT259", "info", path) in compiled(more)[1]
    assert all(code != "LT255" for code, _, _ in compiled(more)[1])


def test_a_declared_name_that_wins_is_what_expressions_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_names, "RESERVED", RESERVED - {"count"})
    more = COUNTED + '\nregions: { far: "row == count(1)" }'
    game_def, _ = compiled(more)
    assert game_def is not None
    assert {region.id: len(region.zones) for region in game_def.regions}["far"] == 3


def test_each_reserved_word_is_one_of_the_language() -> None:
    assert {*functions(), *WORDS} >= RESERVED
