"""Language on one page: the whole language, short enough for a prompt, generated from the tables that check documents.

Fields come from the table of shapes, effects and words from the nodes of definitions with the first line of their
docstrings, the grammar and the precedence table from the page on expressions, and the example is a tested document.
"""

from __future__ import annotations

import re
from pathlib import Path

from ludotome.gamedef import NODE_OF_JSON, RELATIVE_DIRECTIONS, FieldInfo, NodeInfo, fields_of
from ludotome.spec.lowering.signatures import functions, signature
from ludotome.spec.shapes import BOARD_MACROS, EFFECT_MACROS, EFFECT_SHORTHANDS, SECTION_FIELDS, ZONE, Field, Shape

ROOT = Path(__file__).resolve().parents[1]
MOST_BYTES = 25_000
EXPRESSIONS = ROOT / "docs" / "language" / "expressions.md"
EXAMPLE = ROOT / "tests" / "repairs" / "intended"
INTRODUCTION = """\
# The whole language on one page

This page is for prompts and for quick reference. The [language reference](index.md) has a page with tested examples for
each part; `ludotome schema` prints the JSON Schema; `ludotome check FILE --json` reports every error with its fix.

A game is a Markdown file. Prose explains it; fenced `yaml` blocks hold its sections, in any order and any number of
blocks. `metadata`, `actions`, `endConditions` are required, and so is at least one zone or variable. `!` marks required
fields, `|` separates alternatives, `…` means repetition. *expr* is an expression: text such as
`"count(board where empty(it)) > 3"`, or a plain value. In YAML put texts with `: , [ ] { } # & * ! | > % @` in quotes.
Whole numbers only; there are no floats.
"""
_KINDS = {
    "id": "name", "name": "name", "label": "name", "binding": "$name", "zone": "zone", "text": "text", "int": "int",
    "bool": "bool", "scalar": "value", "expr": "expr", "template": '"text {expr}"', "effects": "[effect…]",
    "place": "{ seat: { type: [zone…] | expr } }", "any": "…",
}  # fmt: skip
_MACROS = {
    "place": "Create tokens of a seat in the zones.",
    "capture": "Destroy every token in a zone.",
    "refillToSize": "Draw from `fromZone` until `zone` has `size` tokens.",
    "discardDownTo": "Move tokens to `to`, or destroy them, until `zone` has `size`; the player `choose` picks them.",
}
_NOTES = """\
- `it` is the element in `SET where …`, in the second argument of `sum`, `all`, `lowest`, `highest`, and in conditions
  of `group`, `run`, `ray … while`. Name an element with `exists($x in SET where …)`. Bare properties inside `where` are
  `it`'s: `tokens(pawn) where owner == actor`.
- Names with `$` are parameters, or bound by `let`, `forEach`, `roll`, `chooseOne`, `chooseN`, macros and events.
- Who: `actor` (who acts), `active` (whose turn it is), `lastActor` (who acted last; `none` before the first action),
  seats by name, `players`, `allOther`. In `endConditions` nobody acts: write `lastActor` or `active`. Properties:
  `.opponent` (two players), `.next`, `.previous`, `.out`, each player variable, each owned zone.
- A zone: its id (`deck`, `cell_0_0`, or display names such as `a1`), `hand:actor`, `hand:each` (in effects, every
  player's), `$to`, `$piece.zone`, `step(zone, direction)`. A bare owned zone (`hand`) is the actor's. Properties of
  zones: `.row .col` (grids, row 0 on top), `.q .r` (hexes), `.terrain`, declared `props`, zone variables.
- A token: `$piece`, `top(zone)`, `first(SET)`. Properties: `.type .owner .zone`, declared `props`.
- `board` is every cell of the board. A zone is not a set: the tokens in it are `tokensInZone(zone)`.
- Words: `turn` (from 0), `phase`, `noLegalMoves`, `none`, `true`, `false`. Ranges: `1..6`. Lists: `[a, b]`.
- `none` is the null value: comparisons with it are false; test with `x == none`. Division is `//`, remainder `%`.
- Directions: grids `n s w e nw ne sw se`, hexes `e w se nw ne sw`, `directions`, `orthogonal`, `diagonal`, and relative
  to `orientation`: RELATIVE.
- Events bind `$player`, and `tokenEntered` also `$token $zone $from`, `actionResolved` `$action`, phases `$phase`.
- A phase ends `afterAction` unless it has `ends: manual` (then effects use `endPhase` or `endTurn`) or `ends: onPass`.
- There are no methods, lambdas, comprehensions, assignments, floats, strings or random expressions; dice are `roll`.
- Acknowledge a warning on its line: `# ludotome: allow LT430 because REASON`.
"""


def language_on_one_page() -> str:
    """Return the page; raise an error if it has become too long for a prompt."""
    text = "\n".join(
        [
            INTRODUCTION,
            "## Three examples\n",
            *map(_example, ("dice", "runners", "cards")),
            "## Sections\n",
            *_sections(),
            "\n## Effects\n",
            "Write `- name: { fields }`; if only one field is required, `- name: value`; if none is, `- name`.\n",
            *_effects(),
            "\n## Expressions\n",
            _grammar(),
            "### Functions\n",
            *_functions(),
            "\n## Rules to know\n",
            _notes(),
        ]
    )
    assert len(text.encode()) < MOST_BYTES, f"the page has {len(text.encode())} bytes"
    return text


def _example(name: str) -> str:
    return f"````markdown\n{(EXAMPLE / f'{name}.md').read_text(encoding='utf-8')}````\n"


def _sections() -> list[str]:
    lines = []
    for name, field in SECTION_FIELDS.items():
        kind = f"[ {_shape(ZONE)} | BOARD … ]" if name == "zones" else _field(field)
        lines.append(f"- `{name}`: `{kind}`")
        if name == "zones":
            lines += [f"  - `{board}: {_shape(shape)}`" for board, shape in BOARD_MACROS.items()]
    return lines


def _shape(shape: Shape) -> str:
    fields = [f"{name}{'!' if field.required else ''}: {_field(field)}" for name, field in shape.fields.items()]
    return f"{{ {', '.join(fields)} }}" if fields else shape.example


def _field(field: Field) -> str:
    match field.kind:
        case "word":
            return " | ".join(field.choices)
        case "shape":
            assert field.shape is not None
            return _shape(field.shape)
        case "list":
            return f"[{_field(field.of)}…]" if field.of is not None else "[…]"
        case "mapping":
            return f"{{ name: {_field(field.of)}… }}" if field.of is not None else "{ … }"
        case "either":
            return " | ".join(dict.fromkeys(_field(option) for option in field.options))
        case _:
            return _KINDS[field.kind]


def _effects() -> list[str]:
    lines = []
    for (family, name), info in NODE_OF_JSON.items():
        if family == "effect":
            lines.append(f"- `{name}{_fields(info, EFFECT_SHORTHANDS.get(name, {}))}`: {_first_line(info)}")
    lines += [f"- `{name}: {_shape(shape)}`: {_MACROS[name]}" for name, shape in EFFECT_MACROS.items()]
    return lines


def _fields(info: NodeInfo, shorthands: dict[str, Field]) -> str:
    fields = fields_of(info.cls)
    shown = [f"{field.json_name}{'!' if field.required else ''}{_holds(field)}" for field in fields]
    shown += [f"{name}: {_field(field)}" for name, field in shorthands.items()]
    return f": {{ {', '.join(shown)} }}" if shown else ""


def _holds(field: FieldInfo) -> str:
    if field.json_name in ("then", "else", "effects", "in"):
        return ": [effect…]"
    return "" if field.holds is None else f": {field.holds.what}"


def _first_line(info: NodeInfo) -> str:
    return (info.cls.__doc__ or "").split("\n")[0]


def _functions() -> list[str]:
    return [f"- `{signature(info)}` → {info.result or 'element'}: {_first_line(info)}" for info in functions().values()]


def _grammar() -> str:
    page = EXPRESSIONS.read_text(encoding="utf-8")
    found = re.search(r"```ebnf\n.*?```\n", page, re.DOTALL)
    assert found is not None
    return found.group()


def _notes() -> str:
    return _NOTES.replace("RELATIVE", " ".join(f"`{name}`" for name in RELATIVE_DIRECTIONS))
