"""Parameters: allowed values, places where they can be used, and that only their value remains."""

from __future__ import annotations

from typing import Any

import pytest

import ludotome as lt
from ludotome.gamedef import MOST_SETTINGS, from_json, to_json
from ludotome.spec import check_text, compile_text, settings_in_tests
from ludotome.spec.settings import settings_to_check
from ludotome.spec.variants import parse_document

DOCUMENT = """
```yaml
metadata: { id: sizes, players: { min: 2, max: 2 }MORE }
HEAD
zones:
  - grid: { rows: ROWS, cols: 3 }
globalVars:
  - { name: turns, type: int, min: 0, max: 9, init: 0 }
tokenTypes: [ { id: stone } ]
actions:
  - id: put
    params: [ { name: $cell, domain: "board where empty(it) and it.row != ROWS - 1" } ]
    effects: [ createToken: { type: stone, zone: $cell, owner: actor } ]
    notation: "{$cell}"
endConditions:
  - { when: "END", result: { type: draw } }
tests:
  - { name: first, moves: [ cell_0_0 ] }
TESTS
```
"""


def document(head: str = "", *, rows: str = "4", end: str = "noLegalMoves", tests: str = "", more: str = "") -> str:
    text = DOCUMENT.replace("HEAD", head).replace("ROWS", rows).replace("END", end).replace("MORE", more)
    return text.replace("TESTS", tests)


SIZED = document("parameters: { size: { default: 4, min: 2, max: 6 } }", rows="size")


def codes(text: str) -> list[str]:
    return [found.code for found in compile_text(text).diagnostics if found.severity == "error"]


@pytest.mark.parametrize("size", [2, 4, 6])
def test_a_size_leaves_the_rules_of_a_document_with_the_number_in_it(size: int) -> None:
    written = document(rows=str(size)).replace(f"it.row != {size} - 1", f"it.row != {size - 1}")
    assert lt.load_text(SIZED, size=size).rules_hash == lt.load_text(written).rules_hash


def test_a_constant_turned_into_a_parameter_keeps_the_rules() -> None:
    before = document("constants: { most: 5 }", end="turns >= most")
    after = document("parameters: { most: { default: 5, min: 1, max: 9 } }", end="turns >= most")
    assert lt.load_text(before).rules_hash == lt.load_text(after).rules_hash
    assert lt.load_text(after, most=6).rules_hash != lt.load_text(after).rules_hash


def test_the_values_are_those_of_the_game_and_of_its_json() -> None:
    game = lt.load_text(SIZED, size=3)
    assert game.parameters == {"size": 3}
    assert "size=3" in repr(game)
    assert lt.from_game_def(to_json(game.game_def)).parameters == {"size": 3}
    assert from_json(to_json(game.game_def)) == game.game_def
    assert lt.load_text(SIZED).parameters == {"size": 4}
    assert len(lt.load_text(SIZED, parameters={"size": 3}).game_def.zones) == 9


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"size": 7}, "`size` cannot be 7: write a whole number from 2 to 6"),
        ({"size": "3"}, "`size` cannot be '3': write a whole number from 2 to 6"),
        ({"size": True}, "`size` cannot be true: write a whole number from 2 to 6"),
        ({"size": 3.0}, "`size` cannot be 3.0: write a whole number from 2 to 6"),
        ({"siz": 3}, "there is no parameter `siz`; did you mean `size`?"),
        ({"komi": 3}, "there is no parameter `komi`; write one of `size`"),
        (["size"], "parameters"),
    ],
)
def test_a_wrong_setting_is_refused(given: Any, said: str) -> None:
    with pytest.raises(lt.PlayError) as caught:
        lt.load_text(SIZED, parameters=given)
    assert said in str(caught.value)
    assert caught.value.code == "bad-argument"


def test_a_game_without_parameters_says_so() -> None:
    with pytest.raises(lt.PlayError, match="there is no parameter `size`; the game has no parameters"):
        lt.load("chess", size=7)


def test_a_parameter_is_set_once() -> None:
    with pytest.raises(lt.PlayError, match="set twice"):
        lt.load_text(SIZED, parameters={"size": 3}, size=3)


@pytest.mark.parametrize(
    ("declared", "path"),
    [
        ("size: { default: 9, min: 2, max: 6 }", "parameters.size.default"),
        ("size: { default: 4, values: [2, 3] }", "parameters.size.default"),
        ("size: { default: 4, values: [4, true] }", "parameters.size.values[1]"),
        ("size: { default: 4, min: 6, max: 2 }", "parameters.size.max"),
        ("size: { default: 4 }, how: { default: fast }", "parameters.how.default"),
        ("size: { default: 4 }, how: { default: fast, values: [fast], min: 1 }", "parameters.how.min"),
        ("size: { default: 4 }, how: { default: true, max: 1 }", "parameters.how.max"),
        ("size: { default: 4, values: [4], min: 1 }", "parameters.size.min"),
        ('size: { default: 4 }, how: { default: "a b", values: ["a b"] }', "parameters.how.default"),
        ("size: { default: 4, values: [] }", "parameters.size.values"),
        ("size: { default: 4 }, the-size: { default: 4 }", "parameters.the-size"),
    ],
)
def test_a_declaration_that_contradicts_itself_is_reported_there(declared: str, path: str) -> None:
    found = compile_text(document(f"parameters: {{ {declared} }}", rows="size")).diagnostics
    assert [(one.code, one.path) for one in found if one.severity == "error"] == [("LT261", path)]
    assert all(one.suggestion for one in found)


def test_the_shape_of_a_declaration_is_checked() -> None:
    assert codes(document("parameters: { size: 4 }")) == ["LT107"]
    assert codes(document("parameters: { size: { default: 4, least: 2 } }")) == ["LT105"]
    assert codes(document("parameters: { size: { min: 4 } }")) == ["LT106"]
    assert codes(document("parameters: { size: { default: 4 } }\nconstants: { size: 4 }")) == ["LT261"]


@pytest.mark.parametrize(
    ("cols", "message", "suggestion"),
    [
        ("pie", "`pie` is true or false, not a whole number", "write a whole number, or `size`"),
        ("way", "`way` is a name, not a whole number", "write a whole number, or `size`"),
        ("sise", "no constant is called `sise`", "write `size`"),
        ("$size", "expected a whole number, found `$size`", "write `size`"),
        ('"{size}"', "expected a whole number, found `{size}`", "write `size`"),
        ("size // 0", "`size // 0` is not a whole number", "joined by `+`, `-`, `*`, `//` or `%`"),
        ("elsewhere", "expected a whole number, found `elsewhere`", "write a whole number"),
    ],
)
def test_errors_in_sizes_are_distinguished(cols: str, message: str, suggestion: str) -> None:
    declared = "parameters: { size: { default: 4 }, pie: { default: true }, way: { default: on, values: [on] } }"
    text = document(declared).replace("cols: 3", f"cols: {cols}")
    (found,) = [one for one in compile_text(text).diagnostics if one.severity == "error"]
    assert (found.code, found.message) == ("LT107", message)
    assert suggestion in str(found.suggestion)


def test_a_name_means_one_thing() -> None:
    assert codes(document("parameters: { turns: { default: 4 } }")) == ["LT403"]
    assert codes(document("parameters: { actor: { default: 4 } }")) == ["LT255"]


def test_truth_values_and_names_decide_before_play() -> None:
    head = "parameters: { short: { default: false }, by: { default: turns, values: [turns, cells] } }"
    end = "if by == turns then turns >= 3 else noLegalMoves"
    usual = lt.load_text(document(head, end=end))
    assert usual.rules_hash == lt.load_text(document(end="turns >= 3")).rules_hash
    assert lt.load_text(document(head, end=end), by="cells").rules_hash == lt.load_text(document()).rules_hash
    switched = document(head, end="short and turns >= 3 or noLegalMoves")
    assert lt.load_text(switched, short=True).rules_hash != lt.load_text(switched).rules_hash
    assert codes(document(head, end="by == cels")) == ["LT211"]


def test_numbers_may_be_arithmetic_of_parameters() -> None:
    head = "parameters: { n: { default: 2, min: 1, max: 3 } }\nconstants: { twice: 2 * n }"
    game = lt.load_text(document(head, rows="2 * n + 1", end="turns >= twice", more=", maxPlies: 10 * twice"), n=3)
    assert len(game.game_def.zones) == 21
    assert game.game_def.metadata.max_plies == 60
    assert "LT107" in codes(document(rows='"4"'))  # a number in quotes stays an error
    assert codes(document("parameters: { n: { default: 2 } }", rows="2 * m")) == ["LT107"]


def test_tests_are_of_their_setting() -> None:
    text = SIZED.replace("TESTS", "").replace(
        "tests:\n", "tests:\n  - { name: small, set: { size: 2 }, expect: { count(board): 6 } }\n"
    )
    assert [test.name for test in lt.load_text(text).game_def.tests] == ["first"]
    small = lt.load_text(text, size=2)
    assert [(result.name, result.passed) for result in small.run_tests()] == [("small", True)]
    assert settings_in_tests(text) == ({"size": 2},)
    assert codes(text.replace("size: 2 }, expect", "size: 9 }, expect")) == ["LT804"]
    assert codes(text.replace("size: 2 }, expect", "siz: 2 }, expect")) == ["LT804"]


def test_a_setting_of_a_document_without_parameters_says_where_to_declare_it() -> None:
    text = document(rows="3", tests="  - { name: small, set: { size: 2 }, moves: [] }")
    found = next(one for one in compile_text(text).diagnostics if one.code == "LT804")
    assert found.suggestion == "declare `size` under `parameters`, or leave `set` out"


def test_checking_compiles_the_ends_and_every_listed_value() -> None:
    """Only with `size` 1 is the last row the first: then the region is empty and `first` is `none`."""
    head = "parameters: { size: { default: 4, min: 1, max: 5 }, pairs: { default: 1, values: [1, 2] } }"
    text = document(head, rows="size").replace("cols: 3", "cols: 5 - size")
    assert compile_text(text).game_def is not None
    result = check_text(text)
    assert result.game_def is None
    (found,) = [one for one in result.diagnostics if one.severity == "error"]
    assert (found.path, found.notes) == ("zones[0].grid.cols", ("found with size=5",))
    assert check_text(SIZED).game_def is not None


def test_a_switch_that_is_off_is_not_a_mistake() -> None:
    text = document("parameters: { swap: { default: false } }").replace(
        "endConditions", "  - { id: swap, pre: swap, effects: [] }\nendConditions"
    )
    assert [found.code for found in check_text(text).diagnostics if found.code == "LT502"] == []


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        (", ".join(f"p{number}: {{ default: 1 }}" for number in range(65)), "there are 65 parameters"),
        (f"size: {{ default: 3, values: {list(range(1, 100))} }}", "`size` lists 99 values; at most 64"),
    ],
)
def test_parameters_and_values_are_bounded(parameters: str, said: str) -> None:
    found = [one for one in check_text(document(f"parameters: {{ {parameters} }}")).diagnostics if one.code == "LT261"]
    assert len(found) == 1
    assert said in found[0].message


def test_check_compiles_a_bounded_number_of_settings() -> None:
    parameters = ", ".join(f"p{number}: {{ default: 5, min: 0, max: 9 }}" for number in range(64))
    doc = parse_document(document(f"parameters: {{ {parameters} }}")).doc
    assert len(settings_to_check(doc)) == MOST_SETTINGS
