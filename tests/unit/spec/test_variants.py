"""Documents that extend others: what is merged, the meaning of `inherited`, and where errors are shown."""

# ruff: noqa: E501  (one case a line)

from __future__ import annotations

from pathlib import Path

import pytest

import ludotome as lt
from ludotome.diagnostics import Diagnostic
from ludotome.files import Shelf
from ludotome.spec import compile_text, merged_text

BASE = """
# Base

```yaml
metadata: { id: base, players: { min: 2, max: 2 }, seats: [X, O], maxPlies: 50 }
constants: { wanted: 3, other: 1 }
zones:
  - grid: { rows: 3, cols: 3, directions: 8 }
regions: { corner: [cell_0_0], home: { X: [cell_0_1], O: [cell_2_1] } }
globalVars:
  - { name: count, type: int, min: 0, max: 20, init: 0 }
tokenTypes:
  - { id: mark, props: { big: { type: bool } } }
macros:
  - { name: free, params: [$z], expr: "empty($z)" }
setup:
  - createToken: { type: mark, zone: cell_1_1 }
actions:
  - id: put
    params: [ { name: $cell, domain: "board where free(it)" } ]
    pre: "count < 9 or false"
    effects:
      - createToken: { type: mark, zone: $cell, owner: actor }
      - addVar: { var: count, delta: 1 }
    notation: "{$cell}"
  - { id: wait, pre: { op: "<", left: count, right: 3 }, effects: [], notation: wait }
triggers:
  - { id: note, event: turnStart, when: "count > wanted", effects: [ setVar: { var: count, value: 0 } ] }
endConditions:
  - id: line
    when: "exists($z in board where run($z, top(it).owner == lastActor) >= wanted)"
    result: { type: win, player: lastActor }
  - { id: full, when: noLegalMoves, result: { type: draw } }
tests:
  - { name: of the base, moves: [wait] }
```
"""
TESTS = "\ntests:\n  - { name: of the variant, moves: [cell_0_0] }\n"


def variant(body: str, metadata: str = "id: variant, extends: base.md") -> str:
    return f"```yaml\nmetadata: {{ {metadata} }}\n{body}{TESTS}```\n"


def texts(body: str, base: str = BASE) -> dict[str, str]:
    return {"": variant(body), "base.md": base}


def game(body: str) -> lt.Game:
    return lt.load_text(variant(body), read=texts(body).__getitem__)


def errors(body: str, base: str = BASE, **more: str) -> list[Diagnostic]:
    read = {"base.md": base, **more}.__getitem__
    return [found for found in compile_text(variant(body), read).diagnostics if found.severity == "error"]


def written(body: str, old: str, new: str) -> str:
    """Return the base with a manual change, and with the name of the variant."""
    assert old in BASE
    return BASE.replace(old, new).replace("id: base,", "id: variant,")


def same(body: str, old: str, new: str) -> bool:
    return game(body).rules_hash == lt.load_text(written(body, old, new)).rules_hash


@pytest.mark.parametrize(
    ("body", "old", "new"),
    [
        ("constants: { wanted: 2 }", "wanted: 3", "wanted: 2"),
        ("remove: { constants: [other] }", ", other: 1", ""),
        ("zones: [ { grid: { cols: 4 } } ]", "cols: 3", "cols: 4"),
        ("regions: { home: { O: [cell_2_2] } }", "O: [cell_2_1]", "O: [cell_2_2]"),
        ("globalVars: [ { name: count, max: 30 } ]", "max: 20", "max: 30"),
        (
            "tokenTypes: [ { id: mark, props: { old: { type: bool } } } ]",
            "{ big: { type: bool } }",
            "{ big: { type: bool }, old: { type: bool } }",
        ),
        ("actions: [ { id: wait, pre: null } ]", "pre: { op: \"<\", left: count, right: 3 }, ", ""),
        ('actions: [ { id: put, pre: "inherited and count > 0" } ]', '"count < 9 or false"', '"(count < 9 or false) and count > 0"'),
        ('actions: [ { id: put, post: "inherited and count > 0" } ]', '    notation: "{$cell}"', '    post: "true and count > 0"\n    notation: "{$cell}"'),
        (
            "actions: [ { id: wait, pre: { op: and, args: [inherited, count > 0] } } ]",
            "{ op: \"<\", left: count, right: 3 }",
            "{ op: and, args: [ { op: \"<\", left: count, right: 3 }, count > 0 ] }",
        ),
        (
            "actions: [ { id: put, effects: [ inherited, setVar: { var: count, value: 2 } ] } ]",
            "delta: 1 }\n",
            "delta: 1 }\n      - setVar: { var: count, value: 2 }\n",
        ),
        (
            "actions: [ { id: wait, effects: [ if: { when: count > 0, then: [ inherited, addVar: { var: count, delta: 1 } ] } ] } ]",
            "effects: [], notation: wait",
            "effects: [ if: { when: count > 0, then: [ addVar: { var: count, delta: 1 } ] } ], notation: wait",
        ),
        ("actions: [ { id: put, notation: inherited, limits: [ inherited ] } ]", "cols: 3", "cols: 3"),
        ("setup: [ inherited, setVar: { var: count, value: 1 } ]", "zone: cell_1_1 }\n", "zone: cell_1_1 }\n  - setVar: { var: count, value: 1 }\n"),
        ("setup: []", "setup:\n  - createToken: { type: mark, zone: cell_1_1 }\n", "setup: []\n"),
        ('macros: [ { name: free, expr: "inherited or false" } ]', '"empty($z)"', '"(empty($z)) or false"'),
        ("remove: { triggers: [note] }", '  - { id: note, event: turnStart, when: "count > wanted", effects: [ setVar: { var: count, value: 0 } ] }', "  []"),
        (
            "endConditions: [ { id: early, before: line, when: count > 8, result: { type: draw } } ]",
            "endConditions:\n",
            "endConditions:\n  - { when: count > 8, result: { type: draw } }\n",
        ),
        (
            "turnStructure: { phases: [ { id: main, ends: manual } ] }",
            "setup:\n",
            "turnStructure: { phases: [ { id: main, ends: manual } ] }\nsetup:\n",
        ),
    ],
)  # fmt: skip
def test_a_variant_is_the_base_with_the_change_made_by_hand(body: str, old: str, new: str) -> None:
    assert same(body, old, new)
    whole = merged_text(variant(body), texts(body).__getitem__)
    assert whole is not None
    assert lt.load_text(whole).rules_hash == game(body).rules_hash


def test_tests_and_names_are_not_inherited() -> None:
    made = game("")
    assert made.name == "variant"
    assert [test.name for test in made.game_def.tests] == ["of the variant"]
    assert made.game_def.metadata.max_plies == 50
    (found,) = compile_text(variant("", "extends: base.md"), texts("").__getitem__).diagnostics
    assert (found.code, found.path) == ("LT263", "metadata.extends")


def test_a_variant_of_a_variant() -> None:
    middle = variant("constants: { wanted: 2 }", "id: middle, extends: base.md")
    last = variant('actions: [ { id: put, pre: "inherited and 1 < 2" } ]', "id: last, extends: middle.md")
    made = lt.load_text(last, read={"base.md": BASE, "middle.md": middle}.__getitem__)
    assert made.game_def.constants == {"wanted": 2, "other": 1}
    again = variant('actions: [ { id: put, pre: "nonsense or inherited" } ]', "id: again, extends: last.md")
    found = compile_text(again, {"base.md": BASE, "middle.md": middle, "last.md": last}.__getitem__).diagnostics
    assert [(one.code, one.span and one.span.source) for one in found] == [("LT220", "")]


# ── errors ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("body", "code", "path", "said"),
    [
        ("remove: { actions: [putt] }", "LT263", "remove.actions[0]", "write `put`"),
        ("remove: { action: [put] }", "LT263", "remove.action", "write `actions`"),
        ("remove: { setup: [a] }", "LT263", "remove.setup", "write `setup: true`"),
        ("actions: [ { id: putt, notation: x } ]", "LT263", "actions[0].id", "write `put` to change that one"),
        (
            'actions: [ { id: putt, pre: "inherited and 1 < 2", effects: [] } ]',
            "LT263",
            "actions[0].id",
            "write `put` to change that one",
        ),
        ("actions: [ { id: new, before: putt, effects: [] } ]", "LT263", "actions[0]", "write `put`"),
        (
            "actions: [ { id: put, notation: x }, { id: put, notation: y } ]",
            "LT263",
            "actions[1].id",
            "join the two entries",
        ),
        ("zones: [ { id: a }, { id: a } ]", "LT263", "zones[1].id", "join the two entries"),
        (
            "remove: { actions: [wait] }\nactions: [ { id: wait, notation: x } ]",
            "LT263",
            "actions[0].id",
            "take it out of `remove`",
        ),
        ("actions: [ { id: put, effects: [ inherit ] } ]", "LT242", "actions[0].effects[0]", "write `inherited`"),
        ('actions: [ { id: put, pre: "inheritd and count > 0" } ]', "LT220", "actions[0].pre", "write `inherited`"),
        ("actions: [ { id: put, actor: inherited } ]", "LT264", "actions[0].actor", "without `inherited`"),
        ('actions: [ { id: wait, pre: "inherited and true" } ]', "LT264", "actions[0].pre", "write a tree"),
        ('setup: [ setVar: { var: count, value: "inherited + 1" } ]', "LT264", "setup[0].setVar.value", "as an entry"),
    ],
)
def test_what_leads_nowhere_is_reported(body: str, code: str, path: str, said: str) -> None:
    found = errors(body)
    assert [(one.code, one.path) for one in found[:1]] == [(code, path)]
    assert said in str(found[0].suggestion)
    assert found[0].span is not None
    assert found[0].span.source == ""


@pytest.mark.parametrize("section", ["actions", "constants", "zones"])
@pytest.mark.parametrize(
    ("name", "code", "message"),
    [
        ("null", "LT107", "expected a name, found nothing"),
        ("true", "LT021", "`true` is true or false, not a name"),
        ("1.5", "LT021", "`1.5` is a number, not a name"),
        ("[put]", "LT107", "expected a name, found a list"),
        ("{ id: put }", "LT107", "expected a name, found a mapping"),
    ],
)
def test_what_is_no_name_is_reported_as_written(section: str, name: str, code: str, message: str) -> None:
    found = errors(f"remove: {{ {section}: [{name}] }}")
    assert [(one.code, one.path, one.message) for one in found] == [(code, f"remove.{section}[0]", message)]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("missing.md", "cannot read the base `missing.md`"),
        ("../base.md", "`../base.md` is not a base"),
        ("sub/base.md", "`sub/base.md` is not a base"),
        ("self.md", "a document cannot extend itself: self.md → other.md → self.md"),
        ("chess", "cannot read the base `chess`"),
        ("[base.md]", "this is not a base"),
    ],
)
def test_a_base_that_cannot_be_read_is_the_only_mistake(name: str, said: str) -> None:
    files = {"self.md": variant("", "id: a, extends: other.md"), "other.md": variant("", "id: b, extends: self.md")}
    found = compile_text(variant("nonsense: 1", f"id: v, extends: {name}"), files.__getitem__).diagnostics
    assert [one.code for one in found if one.severity == "error" and one.code != "LT101"] == ["LT262"]
    (base,) = [one for one in found if one.code == "LT262"]
    assert base.message.startswith(said)


def test_a_shipped_base_is_found_by_its_name_alone() -> None:
    made = lt.load_text(variant("", "id: v, extends: tic-tac-toe").replace("[cell_0_0]", "[]"))
    assert made.name == "v"
    with pytest.raises(lt.SpecError) as caught:
        lt.load_text(variant("", "id: v, extends: tic-tac-to"))
    assert [one.suggestion for one in caught.value.diagnostics] == ["write `tic-tac-toe`"]


@pytest.mark.parametrize(
    ("name", "instead"),
    [("mybase.md", "mybas.md"), ("mybas", "mybas.md"), ("tic-tac-toe.md", "tic-tac-toe"), ("Mybas.md", "mybas.md")],
)
def test_a_file_of_nearly_that_name_is_named(tmp_path: Path, name: str, instead: str) -> None:
    (tmp_path / "mybas.md").write_text(BASE, encoding="utf-8")
    (tmp_path / "v.md").write_text(variant("", f"id: v, extends: {name}"), encoding="utf-8")
    with pytest.raises(lt.SpecError) as caught:
        lt.load(tmp_path / "v.md")
    assert [(one.code, one.suggestion) for one in caught.value.diagnostics] == [("LT262", f"write `{instead}`")]


def test_mistakes_are_shown_in_the_file_that_made_them() -> None:
    bad = BASE.replace('"empty($z)"', '"emty($z)"')
    (found,) = errors("", bad)
    assert found.span is not None
    assert found.span.source == "base.md"
    assert bad[found.span.start : found.span.end] == "emty"
    assert found.context_snippet is not None
    assert "emty" in found.context_snippet
    assert found.fix is None  # `--fix` changes only the document itself
    (found,) = errors("", BASE.replace("tests:", "tests: ]"))
    assert found.span is not None
    assert found.span.source == "base.md"


def test_a_word_after_the_inherited_text_is_pointed_at() -> None:
    body = 'actions: [ { id: put, pre: "inherited and cuont > 0" } ]'
    (found,) = errors(body)
    assert found.span is not None
    assert variant(body)[found.span.start : found.span.end] == "cuont"
    bad = BASE.replace("count < 9 or false", "cuont < 9 or false")
    (found,) = errors('actions: [ { id: put, pre: "true and inherited" } ]', bad)
    assert found.span is not None
    assert (found.span.source, bad[found.span.start : found.span.end]) == ("base.md", "cuont")


def test_what_still_uses_a_removed_thing_is_shown_with_the_removal() -> None:
    body = "remove: { macros: [free] }"
    (found,) = errors(body)
    assert found.span is not None
    assert found.span.source == "base.md"
    (label,) = found.labels
    assert (label.text, variant(body)[label.span.start : label.span.end]) == ("removed here", "free")
    assert found.suggestion == "change what still uses `free`, or do not remove it"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("zones: [ grid: { rows: 6, cols: 8 } ]", "write your own `kingHome` under `regions` in this document, or remove it"),
        ("remove: { actions: [enPassant] }", "write your own `canAnswer` under `macros` in this document, or do not remove what it uses"),
        ("remove: { tokenTypes: [bishop] }", "write your own `setup` in this document, or do not remove what it uses"),
        ("remove: { tokenTypes: [bishop] }", "write your own `promote` under `actions` in this document, or do not remove what it uses"),
    ],
)  # fmt: skip
def test_an_error_in_a_shipped_base_says_what_to_write_in_the_variant(body: str, said: str) -> None:
    text = variant(body, "id: v, extends: chess")
    found = [one for one in compile_text(text, Shelf(None)).diagnostics if one.severity == "error"]
    assert said in [one.suggestion for one in found if one.span and one.span.source == "chess"]
    assert all(one.fix is None for one in found if one.span and one.span.source)


def test_fields_of_removed_variables_are_empty() -> None:
    """The text of positions is not a rule, so a variable that occurs only there is not in use."""
    look = "look: { fen: [ { F: X.fast, f: O.fast }, count, X.left ] }\nperPlayerVars: [ { name: fast, type: bool, init: true }, { name: left, type: int, min: 0, max: 3, init: 1 } ]\n"
    base = BASE.replace("tests:\n", f"{look}tests:\n")
    made = [
        lt.load_text(variant(body), read={"base.md": base}.__getitem__).new_initial_state()
        for body in ("", "remove: { perPlayerVars: [fast] }", "remove: { perPlayerVars: true }")
    ]
    assert [state.position_text(fields=True).partition(" ")[2] for state in made] == ["x Ff 0 1", "x - 0 1", "x - 0 -"]


def test_remove_needs_a_base() -> None:
    found = compile_text(BASE.replace("setup:", "remove: { actions: [put] }\nsetup:")).diagnostics
    assert [one.code for one in found if one.severity == "error"] == ["LT262"]


def test_warnings_of_the_base_are_not_repeated() -> None:
    base = BASE.replace("globalVars:\n", "globalVars:\n  - { name: unread, type: bool }\n")
    assert [one.code for one in compile_text(base).diagnostics] == ["LT503"]
    assert compile_text(variant(""), {"base.md": base}.__getitem__).diagnostics == ()


@pytest.mark.parametrize(
    "entry",
    [
        "{ id: place, effects: [inherited, inherited, inherited, inherited] }",
        "{ id: place, pre: 'inherited and inherited and inherited and inherited' }",
    ],
)
def test_what_is_inherited_many_times_over_stays_as_large_as_a_document(entry: str) -> None:
    """Each of several small documents repeats four times the content of the previous one: a million times in the end."""

    def read(name: str) -> str:
        number = int(name.removesuffix(".md").removeprefix("base"))
        base = "tic-tac-toe" if number == 10 else f"base{number + 1}.md"
        return variant(f"actions: [ {entry} ]", f"id: variant, extends: {base}")

    shelf = Shelf(read)
    found = compile_text(variant(f"actions: [ {entry} ]", "id: variant, extends: base0.md"), shelf).diagnostics
    assert [one.code for one in found] == ["LT262"]
    assert "this document has more than 1000" in found[0].message


def with_scoring(body: str, more: str = "") -> lt.Game:
    base = BASE.replace("tests:\n", f'scoring: "count"\n{more}tests:\n')
    return lt.load_text(variant(body), read={"base.md": base}.__getitem__)


def test_scoring_is_removed_as_a_whole() -> None:
    assert with_scoring("").game_def.scoring is not None
    assert with_scoring("remove: { scoring: true }").game_def.scoring is None
    assert with_scoring("remove: { scoring: true }\nscoring: turn").game_def.scoring is not None


def test_any_section_is_removed_as_a_whole() -> None:
    made = game("remove: { triggers: true, setup: true }").game_def
    assert (made.triggers, made.setup) == ((), ())


@pytest.mark.parametrize(
    ("removed", "said", "suggestion"),
    [
        ("{ scoring: true }", "the base has no `scoring`", "leave it out"),
        ("{ setup: [createToken] }", "`setup` has no names", "write `setup: true`"),
        ("{ setup: false }", "`setup` has no names", "write `setup: true`"),
        (
            "{ actions: false }",
            "what is under `remove` for `actions` must be a list of names",
            "write `actions: [put, wait]`",
        ),
        ("{ actions: { put: true } }", "must be a list of names", "write `actions: [put]`"),
        ("{ metadata: true }", "nothing under `metadata` can be removed", "write one of"),
        ("{ tests: true }", "nothing under `tests` can be removed", "write one of"),
    ],
)
def test_what_cannot_be_removed_is_reported(removed: str, said: str, suggestion: str) -> None:
    (found,) = errors(f"remove: {removed}")
    assert (found.code, said in found.message, suggestion in (found.suggestion or "")) == ("LT263", True, True)


def test_what_uses_a_removed_section_is_an_error_where_it_stands() -> None:
    found = errors("remove: { constants: true }")
    assert found
    assert all(one.path.split("[")[0].split(".")[0] in ("triggers", "endConditions") for one in found)


@pytest.mark.parametrize(
    ("body", "gone"),
    [
        ("globalVars: [ { name: inherited, type: bool, init: true } ]\nactions: [ { id: put, pre: inherited } ]", "9"),
        (
            "macros: [ { name: inherited, expr: 'count < 2' } ]\nactions: [ { id: put, pre: 'inherited() or false' } ]",
            "9",
        ),
        (
            "macros: [ { name: inherited, effects: [ endTurn ] } ]\nactions: [ { id: put, effects: [ inherited: [] ] } ]",
            "AddVar",
        ),
        (
            "macros: [ { name: inherited, effects: [ endTurn ] } ]\nactions: [ { id: put, effects: [ inherited ] } ]",
            "AddVar",
        ),
        ("constants: { inherited: 4 }\nactions: [ { id: put, pre: 'count < inherited' } ]", "9"),
        ("regions: { inherited: [cell_0_0] }\nactions: [ { id: put, pre: 'count(inherited) == 1' } ]", "9"),
    ],
)
def test_a_declared_name_wins_over_the_word(body: str, gone: str) -> None:
    put = next(action for action in game(body).game_def.actions if action.id == "put")
    assert gone not in str(put)
    told = [
        one for one in compile_text(variant(body), {"base.md": BASE}.__getitem__).diagnostics if one.code == "LT267"
    ]
    is_said = "inherited: []" not in body  # a key is never the word
    assert [(one.severity, one.path.startswith("actions[0]")) for one in told] == ([("info", True)] if is_said else [])


def test_a_name_that_the_base_declares_wins_too_unless_it_is_removed() -> None:
    base = BASE.replace("constants: {", "constants: { inherited: 4,")
    body = "actions: [ { id: put, pre: 'inherited and turn < 9' } ]"
    assert [one.code for one in errors(body, base)] == ["LT301"]  # a number, which is not a condition
    assert errors(f"{body}\nremove: {{ constants: [inherited] }}", base) == []


# ── what people write who do not know the words ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("key", ["base", "parent", "variantOf", "based_on", "inherits"])
def test_a_base_under_another_word_gets_the_right_one(key: str) -> None:
    read = {"base.md": BASE}.__getitem__
    (found,) = compile_text(variant("", f"id: variant, {key}: base.md"), read).diagnostics
    assert (found.code, found.path, found.suggestion) == ("LT262", f"metadata.{key}", "write `extends`")
    assert found.fix is not None
    assert [edit.replacement for edit in found.fix.edits] == ["extends"]


def test_a_section_extends_is_the_only_thing_that_is_wrong() -> None:
    read = {"base.md": BASE}.__getitem__
    text = "```yaml\nextends: base.md\nmetadata: { id: variant }\n```\n"
    (found,) = compile_text(text, read).diagnostics
    assert (found.code, found.suggestion) == ("LT101", "write `extends: base.md` under `metadata:`")


@pytest.mark.parametrize("word", ["super", "base", "parent"])
@pytest.mark.parametrize("field", ['pre: "{} and count > 0"', "effects: [ {}, addVar: {{ var: count, delta: 1 }} ]"])
def test_other_words_for_inherited_get_the_right_one(word: str, field: str) -> None:
    body = f"actions: [ {{ id: put, {field.format(word)} }} ]\n"
    (found,) = errors(body)
    assert found.suggestion == "write `inherited`"
    assert found.fix is not None
    mended = body.replace(word, "inherited")
    assert errors(mended) == []


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ('pre: "count < 9 or false"', 'pre: "inherited"', "LT220", "this document extends no other"),
        (
            "    effects:\n      - createToken",
            "    effects:\n      - inherited\n      - createToken",
            "LT242",
            "this document extends no other",
        ),
        ("id: full,", "id: full, before: line,", "LT105", "`before` is not a field"),
    ],
)
def test_words_of_variants_where_there_is_no_base(old: str, new: str, code: str, said: str) -> None:
    assert old in BASE
    (found,) = compile_text(BASE.replace(old, new)).diagnostics
    assert (found.code, said in found.message) == (code, True)
    assert "extend" in (found.suggestion or "")


@pytest.mark.parametrize(
    ("removed", "code", "suggestion"),
    [
        ("{ actions: put }", "LT107", "write a list, such as `[ put ]`"),
        ("[put]", "LT102", "below their sections, such as `actions: [pass]`"),
        ("{ actions: [full] }", "LT263", "write it under `endConditions`: `remove: { endConditions: [full] }`"),
    ],
)
def test_names_removed_in_the_wrong_form_or_place(removed: str, code: str, suggestion: str) -> None:
    (found,) = errors(f"remove: {removed}")
    assert (found.code, suggestion in (found.suggestion or "")) == (code, True)
