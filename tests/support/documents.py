"""Complete documents from the few lines of a test or a page."""

from __future__ import annotations

import re

# Complete games without errors; the sections of a snippet replace theirs.
COUNTING = {
    "metadata": "metadata: { id: base, players: { min: 2, max: 2 } }\n",
    "globalVars": "globalVars:\n  - { name: score, type: int, min: 0, max: 9, init: 0 }\n",
    "actions": "actions:\n  - id: add\n    effects: [ addVar: { var: score, delta: 1 } ]\n",
    "endConditions": 'endConditions:\n  - { when: "score == 9", result: { type: draw } }\n',
    "tests": "tests:\n  - { name: one thing to do, perft: [1] }\n",
}
MARKING = {
    "metadata": "metadata: { id: base, players: { min: 2, max: 2 }, seats: [X, O] }\n",
    "zones": "zones:\n  - grid: { rows: 3, cols: 3, directions: 8, names: algebraic }\n",
    "tokenTypes": "tokenTypes:\n  - { id: mark }\n",
    "actions": """actions:
  - id: place
    params: [ { name: $cell, domain: "board where empty(it)" } ]
    effects: [ createToken: { type: mark, zone: $cell, owner: actor } ]
""",
    "endConditions": "endConditions:\n  - { when: noLegalMoves, result: { type: draw } }\n",
    "tests": "tests:\n  - { name: nine cells, perft: [9] }\n",
}
# A bit of everything, for examples of single words.
RICH = {
    "metadata": "metadata: { id: base, players: { min: 2, max: 2 }, seats: [White, Black] }\n",
    "constants": "constants: { goal: 5 }\n",
    "zones": """zones:
  - grid: { rows: 3, cols: 3, directions: 8, names: algebraic }
  - { id: deck, visibility: hidden, ordering: stack, capacity: 9 }
  - { id: hand, owner: player, visibility: owner, capacity: 9 }
  - { id: discard, capacity: 9 }
""",
    "regions": 'regions: { edge: "row == 0", home: { White: [a1], Black: [a3] } }\n',
    "orientation": "orientation: { White: n, Black: s }\n",
    "globalVars": """globalVars:
  - { name: score, type: int, min: 0, max: 9 }
  - { name: mode, type: [fast, slow] }
  - { name: marked, type: zone }
""",
    "perPlayerVars": "perPlayerVars: [ { name: money, type: int, min: 0, max: 9 } ]\n",
    "perZoneVars": "perZoneVars: [ { name: heat, type: int, min: 0, max: 9 } ]\n",
    "tokenTypes": """tokenTypes:
  - id: man
    props: { power: { type: int, min: 0, max: 9 } }
    movement: { walk: [ { step: forward } ], jump: [ { hop: diagonal, over: enemy } ] }
""",
    "actions": "actions:\n  - { id: go, effects: [], notation: go }\n",
    "endConditions": 'endConditions:\n  - { when: "score == 9", result: { type: draw } }\n',
    "tests": "tests:\n  - { name: one thing to do, perft: [1] }\n",
}


def whole_document(snippet: str, base: dict[str, str] = COUNTING) -> str:
    """Return a document with *snippet* (YAML) in its own block, completed by the sections of *base*."""
    own = {match.group(1) for match in re.finditer(r"^(?:section: *)?(\w+):?", snippet, re.MULTILINE)}
    rest = "".join(text for name, text in base.items() if name not in own)
    block = snippet if snippet.endswith("\n") else snippet + "\n"
    return f"# A game\n\n```yaml\n{block}```\n\n```yaml\n{rest}```\n" if rest else f"# A game\n\n```yaml\n{block}```\n"
