"""Hostile documents: small texts whose games are large or never end."""

from __future__ import annotations

HEAD = """\
```yaml
metadata: {{ id: {id}, players: {{ min: 2, max: 2 }}, seats: [X, O]{more} }}
zones: [ {{ grid: {{ rows: {rows}, cols: {cols}, directions: 4, names: algebraic }} }} ]
tokenTypes: [ {{ id: mark }} ]
"""


def head(name: str, rows: int, cols: int, more: str = "") -> str:
    """Return the first part of a document: a board with one mark per cell."""
    names = "" if cols > 26 else ", names: algebraic"
    text = HEAD.format(id=name, rows=rows, cols=cols, more=f", {more}" if more else "")
    return text.replace(", names: algebraic", names)


def long_memory() -> str:
    """Return a document of a few hundred bytes that may record a million positions."""
    return (
        head("long-memory", 3, 3, "maxPlies: 1000000")
        + """\
actions:
  - id: place
    params: [ { name: $cell, domain: "board where empty(it)" } ]
    effects: [ createToken: { type: mark, zone: $cell, owner: actor } ]
    post: "seen(board) < 1"
endConditions: [ { when: noLegalMoves, result: { type: draw } } ]
```
"""
    )


def long_memory_with_choices() -> str:
    """Return the same with a choice in the middle of a decision."""
    return (
        head("long-memory-choices", 3, 3, "maxPlies: 1000000")
        + """\
actions:
  - id: place
    params: [ { name: $cell, domain: "board where empty(it)" } ]
    effects:
      - chooseOne: { bind: $other, options: "board where empty(it)" }
      - createToken: { type: mark, zone: $other, owner: actor }
endConditions: [ { when: "seen() > 3", result: { type: draw } }, { when: noLegalMoves, result: { type: draw } } ]
```
"""
    )


def many_zone_variables(count: int = 20) -> str:
    """Return a board of 100 by 100 cells with *count* numbers on each, whose moves need trials."""
    variables = ", ".join(f"{{ name: v{i}, type: int, min: 0, max: 9, init: 0 }}" for i in range(count))
    return (
        head("many-variables", 100, 100)
        + f"""\
perZoneVars: [ {variables} ]
actions:
  - id: place
    params: [ {{ name: $cell, domain: "board where empty(it) and it.v0 == 0" }} ]
    effects:
      - createToken: {{ type: mark, zone: $cell, owner: actor }}
      - setVar: {{ scope: zone, zone: $cell, var: v0, value: 1 }}
    post: "count(tokens(mark) where zone.v0 == 1) < 20"
endConditions: [ {{ when: noLegalMoves, result: {{ type: draw }} }} ]
```
"""
    )


def nested_loops(depth: int = 12) -> str:
    """Return a document whose single decision has a list of up to 99,900 numbers at each of *depth* levels."""
    effects = "[ addVar: { var: n, delta: $l0 } ]"
    for level in range(depth):
        outer = f"$l{level + 1}" if level < depth - 1 else "1"
        asked = f"1..(n * 100) where it == {outer}"
        effects = f'[ forEach: {{ bind: $l{level}, over: "{asked}", effects: {effects} }} ]'
    ranges = '[ forEach: { bind: $r, over: "1..(n * 100) where it < 3", effects: [ addVar: { var: n, delta: 1 } ] } ]'
    return (
        head("nested-loops", 100, 100)
        + f"""\
globalVars: [ {{ name: n, type: int, min: 0, max: 999, init: 3 }} ]
actions:
  - {{ id: loop, effects: {effects} }}
  - {{ id: range, effects: {ranges} }}
  - {{ id: pass, effects: [] }}
  - {{ id: flood, pre: "count(connectedZones(first(board))) > 9", effects: [] }}
endConditions: [ {{ when: "turn > 50", result: {{ type: draw }} }} ]
```
"""
    )


def longest_of_all() -> str:
    """Return a document whose first list of decisions takes longer than a lifetime."""
    return (
        head("longest-of-all", 4, 4)
        + """\
actions:
  - id: place
    params: [ { name: $cell, domain: "board where empty(it)" } ]
    effects: [ createToken: { type: mark, zone: $cell } ]
    longest: { upTo: 30 }
endConditions: [ { when: "turn > 5", result: { type: draw } } ]
```
"""
    )


def nested_quantifiers(depth: int = 7, place: str = "pre") -> str:
    """Return a document with *depth* nested conditions over all cells, in `pre` or as the end condition."""
    # No three cells are mutually adjacent, which no compiler can know.
    asked = " and ".join([*(f"adjacent($z{level}, $z{level + 1})" for level in range(depth - 1)), "adjacent($z0, $z2)"])
    for level in range(depth):
        asked = f"exists($z{level} in board where {asked})"
    pre, end = (asked, "turn > 5") if place == "pre" else ("true", asked)
    return (
        head("nested", 8, 8)
        + f"""\
actions:
  - id: place
    params: [ {{ name: $cell, domain: "board where empty(it)" }} ]
    pre: "{pre}"
    effects: [ createToken: {{ type: mark, zone: $cell }} ]
  - {{ id: pass, effects: [] }}
endConditions: [ {{ when: "{end}", result: {{ type: draw }} }} ]
```
"""
    )


def endless_loops() -> str:
    """Return a document whose single effect loops over pairs of cells and tests all cells for each."""
    return (
        head("endless-loops", 20, 20)
        + """\
globalVars: [ { name: n, type: int, min: 0, max: 1, init: 0 } ]
actions:
  - id: think
    effects:
      - forEach:
          bind: $a
          over: >-
            board where exists($b in board where exists($c in board where exists($d in board
            where adjacent(it, $b) and adjacent($b, $c) and adjacent($c, $d) and adjacent($d, $b))))
          effects: [ setVar: { var: n, value: 1 } ]
endConditions: [ { when: "turn > 5", result: { type: draw } } ]
```
"""
    )


def large_shuffle() -> str:
    """Return a shuffled stack of 9,000 tokens out of up to 29,000."""
    return """\
```yaml
metadata: { id: large-shuffle, players: { min: 2, max: 2 }, seats: [X, O] }
zones: [ { id: a, ordering: stack }, { id: b, ordering: stack } ]
tokenTypes: [ { id: coin, max: 29000 } ]
setup: [ createToken: { type: coin, zone: a, count: 9000 }, shuffle: a ]
actions: [ { id: go, effects: [ draw: { from: a, to: b, count: 1 } ] } ]
endConditions: [ { when: noLegalMoves, result: { type: draw } } ]
```
"""


def far_questions() -> str:
    """Return two boards of 10,000 cells with conditions that search all of them."""
    joined = "joins([first(board)], [first(other)], not empty(it) and joins([it], [first(board)], occupied(it)))"
    return f"""\
```yaml
metadata: {{ id: far-questions, players: {{ min: 2, max: 2 }}, seats: [X, O] }}
zones:
  - grid: {{ rows: 100, cols: 100, directions: 4 }}
  - grid: {{ id: other, rows: 100, cols: 100, directions: 4 }}
tokenTypes: [ {{ id: mark, blocks: [sight] }} ]
setup: [ createToken: {{ type: mark, zone: cell_0_0, owner: X }} ]
actions:
  - id: go
    params: [ {{ name: $t, domain: tokens() }}, {{ name: $to, domain: "reachable($t, 3)" }} ]
    pre: "lineOfSight($t.zone, $to)"
    effects: [ moveToken: {{ token: $t, to: $to }} ]
  - {{ id: join, pre: "{joined}", effects: [] }}
  - {{ id: touch, pre: "exists(board where count(group(it, occupied(it))) > 3)", effects: [] }}
endConditions:
  - {{ when: "{joined}", result: {{ type: draw }} }}
  - {{ when: noLegalMoves, result: {{ type: draw }} }}
```
"""


def many_actions(count: int, side: int = 3) -> str:
    """Return *count* actions over one board, which differ only in their names."""
    actions = "".join(
        f'  - {{ id: a{n}, params: [ {{ name: $c, domain: "board where empty(it)" }} ], effects: [] }}\n'
        for n in range(count)
    )
    return (
        head("many-actions", side, side)
        + f"actions:\n{actions}endConditions: [ {{ when: noLegalMoves, result: {{ type: draw }} }} ]\n```\n"
    )


def many_patterns(types: int = 10) -> str:
    """Return *types* token types that slide over 10,000 cells, with two moves each."""
    kinds = ", ".join(f"{{ id: t{n}, movement: [ slide: directions, slide: orthogonal ] }}" for n in range(types))
    return (
        head("many-patterns", 100, 100).replace("tokenTypes: [ { id: mark } ]", f"tokenTypes: [ {kinds} ]")
        + """\
actions:
  - id: go
    params: [ { name: $t, domain: tokens() }, { name: $to, domain: destinations($t) } ]
    effects: [ capture: $to, moveToken: { token: $t, to: $to } ]
endConditions: [ { when: noLegalMoves, result: { type: draw } } ]
```
"""
    )


def many_stored(variables: int, types: int = 2, props: int = 3) -> str:
    """Return a game with this many variables of each kind, and token types with this many properties.

    Some store tokens and some have other initial values, so that they do not all look alike.
    """

    def number(name: str, at: int) -> str:
        return f"{{ name: {name}{at}, type: int, min: 0, max: 9, init: {1 if at == 2 else 0} }}"

    def props_of(kind: int) -> str:
        numbers = [f"p{n}: {{ type: int, min: 0, max: 9, init: {n % 3} }}" for n in range(props - kind % 2)]
        return ", ".join([*numbers[:2], "held: { type: token }", *numbers[2:]])

    kinds = ", ".join(f"{{ id: kind{n}, max: 12, props: {{ {props_of(n)} }} }}" for n in range(types))
    told = ", ".join(number("g", n) for n in range(variables))
    players = ", ".join(number("v", n) for n in range(variables))
    zones = ", ".join(number("z", n) for n in range(variables))
    last = variables - 1
    return (
        head("many-stored", 3, 3).replace("tokenTypes: [ { id: mark } ]", f"tokenTypes: [ {kinds} ]")
        + f"""\
globalVars: [ {told}, {{ name: last, type: token }} ]
perPlayerVars: [ {players} ]
perZoneVars: [ {zones} ]
actions:
  - id: put
    params: [ {{ name: $cell, domain: "board where empty(it)" }} ]
    effects:
      - createToken: {{ type: kind{types - 1}, zone: $cell, owner: actor }}
      - setTokenProp: {{ token: top($cell), prop: p1, value: "g{last} + 1" }}
      - setTokenProp: {{ token: top($cell), prop: held, value: last }}
      - setVar: {{ var: last, value: top($cell) }}
      - setVar: {{ var: g{last}, value: "g{last} + 1" }}
      - setVar: {{ var: v{last}, player: actor, value: "g{last}" }}
      - setVar: {{ var: z{last}, zone: $cell, value: "g{last}" }}
  - id: turn
    params: [ {{ name: $old, domain: "tokens(kind{types - 1})" }} ]
    effects: [ setTokenProp: {{ token: $old, prop: type, value: kind0 }}, setVar: {{ var: g2, value: "g2 + 1" }} ]
endConditions: [ {{ when: "count(tokens(kind0)) > 3 or seen() > 2", result: {{ type: draw }} }} ]
```
"""
    )


def set_of_an_effect(over: str) -> str:
    """A game whose only action runs an effect for each element of *over*, with a board of 10,000 cells."""
    return f"""```yaml
metadata: {{ id: set-of-an-effect, players: {{ min: 2, max: 2 }} }}
zones: [{{ grid: {{ rows: 100, cols: 100, directions: 4 }} }}]
globalVars: [{{ name: found, type: bool, init: false }}]
setup: []
actions:
  - id: search
    effects:
      - forEach: {{ bind: $each, over: '{over}', effects: [{{ setVar: {{ var: found, value: true }} }}] }}
endConditions: [{{ when: found, result: {{ type: draw }} }}]
```
"""
