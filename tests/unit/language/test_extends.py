"""Language services in a document that extends another: the base's names are known, but not renamed here."""

from __future__ import annotations

import pytest

from ludotome.files import Shelf
from ludotome.language import RenameError, can_rename, complete, definition, hover, outline, references, rename
from tests.support.renaming import shipped

BASE = """# Base

```yaml
metadata: { id: base, players: { min: 2, max: 2 }, seats: [White, Black] }
constants: { goal: 3 }
perPlayerVars: [ { name: score, type: int, min: 0, max: 9 } ]
zones: [ { id: deck } ]
actions:
  - { id: gain, effects: [ addVar: { var: score, delta: 1 } ] }
endConditions: [ { when: "lastActor.score >= goal", result: { type: win, player: lastActor } } ]
```
"""
VARIANT = """# Variant

```yaml
metadata: { id: variant, extends: base.md }
perPlayerVars: [ { name: luck, type: int, min: 0, max: 9 } ]
actions:
  - { id: lose, pre: "score > 0 and luck < goal", effects: [ addVar: { var: score, delta: -1 } ] }
```
"""


def read(name: str) -> str:
    return {"base.md": BASE}[name]


def at(word: str, text: str = VARIANT) -> int:
    return text.index(word) + 1


def test_the_definition_is_in_the_base() -> None:
    found = definition(VARIANT, at("score > 0"), read)
    assert found is not None
    assert (found.source, BASE[found.start : found.end], found.line) == ("base.md", "score", 6)
    own = definition(VARIANT, at("luck < goal"), read)
    assert own is not None
    assert (own.source, own.line) == ("", 5)


def test_hover_shows_the_line_of_the_base() -> None:
    found = hover(VARIANT, at("score > 0"), read)
    assert found is not None
    assert "name: score" in found.text
    assert "declared in line 6 of `base.md`" in found.text
    assert "a whole number from 0 to 9" in found.text


def test_references_are_those_of_this_text() -> None:
    found = references(VARIANT, at("score > 0"), read)
    assert [VARIANT[span.start : span.end] for span in found] == ["score", "score"]


def test_what_the_base_declares_is_offered() -> None:
    text = VARIANT.replace("score > 0", "sc > 0")
    assert [one.label for one in complete(text, text.index("sc > 0") + 2, read)] == ["score"]
    text = VARIANT.replace("var: score", "var: ")
    labels = [one.label for one in complete(text, text.index("var: ,") + 5, read)]
    assert {"score", "luck"} <= set(labels)


def test_only_own_names_are_renamed() -> None:
    assert can_rename(VARIANT, at("luck < goal"), read) is not None
    assert [edit.replacement for edit in rename(VARIANT, at("luck < goal"), "hope", read)] == ["hope", "hope"]
    assert can_rename(VARIANT, at("score > 0"), read) is None
    with pytest.raises(RenameError, match=r"declared in `base\.md`"):
        rename(VARIANT, at("score > 0"), "points", read)


def test_the_outline_is_of_this_text() -> None:
    entries = outline(VARIANT, read)
    assert [entry.name for entry in entries] == ["metadata", "perPlayerVars", "actions"]
    assert [child.name for entry in entries for child in entry.children] == ["luck", "lose"]


def test_a_shipped_game_can_be_the_base() -> None:
    text = "```yaml\nmetadata: { id: small-hex, extends: hex }\nparameters: { size: 5 }\n```\n"
    found = definition(text, at("size", text), Shelf())
    base = shipped("hex")
    assert found is None or not found.source or base[found.start : found.end] == "size"
    assert outline(text, Shelf())
