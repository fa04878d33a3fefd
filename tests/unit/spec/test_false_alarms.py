"""No document of the repository has a false warning, and a planted fault of each kind still causes one."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotome.spec import compile_text

ROOT = Path(__file__).parents[3]
FOLDERS = (
    "tests/documents",
    "tests/documents/more",
    "src/ludotome/games",
    "examples",
    "tests/repairs/intended",
    "tests/repairs/blind/intended",
)
DOCUMENTS = [file for folder in FOLDERS for file in sorted((ROOT / folder).glob("*.md")) if file.stem != "broken"]


def warnings(text: str, folder: Path | None = None) -> list[str]:
    def read(name: str) -> str:
        assert folder is not None
        return (folder / name).read_text(encoding="utf-8")

    result = compile_text(text, read=read)
    assert result.game_def is not None, [found.message for found in result.diagnostics if found.severity == "error"]
    return [found.code for found in result.diagnostics if found.severity == "warning"]


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.stem)
def test_a_document_has_no_false_warning(file: Path) -> None:
    assert warnings(file.read_text(encoding="utf-8"), file.parent) == []


def test_there_are_enough_documents() -> None:
    assert len([file for file in DOCUMENTS if file.parent.name == "more"]) >= 29
    assert len(DOCUMENTS) >= 60


DROPS = """# Drops

```yaml
metadata: { id: drops, players: { min: 2, max: 2 }, maxPlies: 90 }
zones:
  - grid: { rows: 4, cols: 4, directions: 8 }
  - { id: hand, owner: player, ordering: set }
tokenTypes:
  - { id: man, movement: [ { step: directions, onto: [empty, enemy] } ] }
  - { id: chief, movement: [ { step: directions, onto: [empty, enemy] } ] }
setup:
  - createToken: { type: man, zone: cell_0_0, owner: P1 }
  - createToken: { type: chief, zone: cell_3_3, owner: P2 }
actions:
  - id: move
    params:
      - { name: $p, domain: "tokens() where owner == actor and zone in board" }
      - { name: $to, domain: "destinations($p)" }
    effects:
      - let: { bind: $taken, value: "top($to)" }
      - setTokenProp: { token: $taken, prop: owner, value: actor }
      - moveToken: { token: $taken, to: hand }
      - moveToken: { token: $p, to: $to }
endConditions:
  - when: "turn > 80"
    result: { type: draw }
```
"""
SUPPLY = """# Supply

```yaml
metadata: { id: supply, players: { min: 2, max: 2 }, maxPlies: 90 }
zones:
  - grid: { rows: 4, cols: 4, capacity: 8 }
perPlayerVars:
  - { name: left, type: int, min: 0, max: 4, init: 4 }
tokenTypes: [ { id: stone, max: 8 } ]
actions:
  - id: lay
    params: [ { name: $z, domain: board } ]
    cost: [ addVar: { var: left, delta: -1 } ]
    effects: [ createToken: { type: stone, zone: $z, owner: actor } ]
endConditions:
  - when: "turn > 80"
    result: { type: draw }
```
"""
# A card is played, then a stone is placed where the card says.
CARDS = """# Cards and stones

```yaml
metadata: { id: cards-and-stones, players: { min: 2, max: 2 }, maxPlies: 90 }
zones:
  - grid: { rows: 4, cols: 4 }
  - { id: deck, visibility: hidden, ordering: stack }
  - { id: hand, owner: player, visibility: owner }
  - { id: discard, ordering: stack }
tokenTypes: [ { id: stone, max: 16 }, { id: card, props: { column: { type: int, min: 0, max: 3 } } } ]
setup:
  - createToken: { each: { column: 0..3 }, type: card, zone: deck, count: 4 }
  - shuffle: deck
  - draw: { from: deck, to: hand:each, count: 2 }
actions:
  - id: play
    params:
      - { name: $card, domain: "tokensInZone(actor.hand)" }
      - { name: $cell, domain: "board where empty(it) and col == $card.column" }
    effects:
      - moveToken: { token: $card, to: discard }
      - createToken: { type: stone, zone: $cell, owner: actor }
      - draw: { from: deck, to: actor.hand, count: 1 }
endConditions: [ { when: noLegalMoves, result: { type: draw } } ]
```
"""
# Tak's `carry` takes up a stack and is empty again after each move.
TAK = (ROOT / "tests/documents/more/tak.md").read_text(encoding="utf-8")
# A knight leaves ash where it stood.
ASH = (ROOT / "tests/repairs/blind/intended/isolation.md").read_text(encoding="utf-8")
# the document, the text, its replacement, and the warnings then
PLANTED = [
    (DROPS, "", "", []),
    # the top of another zone is removed, not the token there
    (DROPS, 'value: "top($to)"', 'value: "top($p.zone)"', ["LT430"]),
    # perhaps none of this kind is there, but another is
    (DROPS, 'value: "top($to)"', 'value: "first(tokensInZone($to) where type == man)"', ["LT430"]),
    # it may return to its old cell
    (DROPS, "{ token: $taken, to: hand }", "{ token: $taken, to: first(board) }", ["LT430", "LT430"]),
    # nothing is removed
    (DROPS, "      - moveToken: { token: $taken, to: hand }\n", "", ["LT430"]),
    (CARDS, "", "", []),
    # the card itself is placed there, or may be
    (CARDS, "to: discard }", "to: $cell }", ["LT430", "LT434"]),
    (CARDS, "to: discard }", "to: first(board where empty(it)) }", ["LT430", "LT430", "LT434"]),
    (SUPPLY, "", "", []),
    (SUPPLY, "max: 4, init: 4", "max: 5, init: 5", ["LT434"]),
    (SUPPLY, "cost: [ addVar: { var: left, delta: -1 } ]", 'pre: "left > 0"', ["LT434"]),
    (SUPPLY, "capacity: 8", "capacity: 7", ["LT430"]),
    # one more is taken up than is laid down
    (TAK, 'count: "$a + $b + $c + $f" }', 'count: "$a + $b + $c + $f + 1" }', ["LT430"]),
    # the last part is never laid down
    (TAK, "      - lay: [$from, $d, 4, $f]\n", "", ["LT430"]),
    # six may be taken up, and there is room for five
    (TAK, "0..min(5, zoneCount($from)) - $a - $b - $c", "0..min(6, zoneCount($from)) - $a - $b - $c", ["LT430"]),
    (TAK, "0..min(5, zoneCount($from)) - $a - $b - $c", "0..min(5, zoneCount($from)) - $a - $b", ["LT430"]),
    # the last part may be laid down off the board, and then stays in the hand
    (TAK, " and drops($from, $d, 4, $f, 0)", "", ["LT430"]),
    # without a cell, a test of it is false, so `not` holds; so does the other side of `or`
    (TAK, "(empty(step($from, $d, $i)) or", "(not empty(step($from, $d, $i)) or", ["LT430"]),
    (TAK, "or $n == 1 and $next == 0 and top($from)", "or $n == 1 or top($from)", ["LT430"]),
    # something else is placed there
    (
        TAK,
        "effects: [ createToken: { type: cap, zone: $z, owner: actor } ]",
        "effects: [ createToken: { type: cap, zone: carry, owner: actor } ]",
        ["LT430", "LT430"],
    ),
    # it may stay where it is
    (ASH, '"destinations($knight)"', '"board where empty(it) or it == $knight.zone"', ["LT430", "LT430"]),
    # the place is stored after the move
    (
        ASH,
        "      - let: { bind: $left, value: $knight.zone }\n      - moveToken: { token: $knight, to: $to }\n",
        "      - moveToken: { token: $knight, to: $to }\n      - let: { bind: $left, value: $knight.zone }\n",
        ["LT430"],
    ),
]


@pytest.mark.parametrize(("text", "right", "wrong", "codes"), PLANTED)
def test_a_planted_fault_is_warned_of(text: str, right: str, wrong: str, codes: list[str]) -> None:
    assert right in text
    assert sorted(code for code in warnings(text.replace(right, wrong, 1)) if code.startswith("LT43")) == codes
