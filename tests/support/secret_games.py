"""Random games with hidden information: dice rolled secretly, cards burnt, drawn, changed and passed on face down.

Every part is legal anywhere, so that any selection of them is a game. Hidden tokens are created, changed, moved
and destroyed by chance, by choice and depending on other hidden tokens.
"""

# ruff: noqa: E501  (YAML)

from __future__ import annotations

import random
from functools import lru_cache

from hypothesis import strategies as st

from ludotome.gamedef import GameDef
from ludotome.spec import compile_text

DOCUMENT = """```yaml
metadata: {{ id: secret, players: {{ min: 2, max: 3 }}, seats: [Ann, Bea, Cyd], maxPlies: 60 }}
zones:
  - {{ id: deck, visibility: hidden, ordering: {order} }}
  - {{ id: hand, owner: player, visibility: owner }}
  - {{ id: cup, owner: player, visibility: {cup} }}
  - {{ id: row, visibility: public }}
globalVars:
  - {{ name: n, type: int, min: 0, max: 9, init: 0 }}
  - {{ name: held, type: token }}
tokenTypes:
  - {{ id: card, props: {{ rank: {{ type: int, min: 0, max: 9, init: 0 }}, up: {{ type: bool }} }}, max: 24 }}
  - {{ id: coin, props: {{ rank: {{ type: int, min: 0, max: 3, init: 1 }} }}, max: 24 }}
setup:
  - createToken: {{ type: card, zone: deck, count: 2, props: {{ rank: 4 }} }}
  - forEach: {{ bind: $p, over: players, effects: [ createToken: {{ type: card, zone: hand:$p, owner: $p, props: {{ rank: 5 }} }} ] }}
{setup}
actions:
  - id: go
    effects:
{effects}
  - id: play
    params: [ {{ name: $c, domain: "tokensInZone(actor.hand)" }} ]
    pre: "{pre}"
    effects:
      - moveToken: {{ token: $c, to: {to} }}
{more}
  - id: point
    params: [ {{ name: $t, domain: "{pointed}" }}, {{ name: $k, domain: "1..2" }} ]
    effects: [ addVar: {{ var: n, delta: $k }} ]
  - {{ id: peek, pre: "top(deck).rank > 3 and n > 99", effects: [] }}
  - {{ id: grope, params: [ {{ name: $t, domain: "tokensInZone(deck) where it.rank > 3" }} ], pre: "n > 99", effects: [] }}
endConditions: [ {{ when: "turn >= 40", result: {{ type: draw }} }} ]
```
"""
SETUP = (
    "shuffle: deck",
    "forEach: { bind: $p, over: players, effects: [ roll: { bind: $d, sides: 6 }, createToken: { type: card, zone: cup:$p, owner: $p, props: { rank: $d } } ] }",
    "forEach: { bind: $r, over: 1..3, effects: [ createToken: { type: coin, zone: deck, props: { rank: $r } } ] }",
    "forEach: { bind: $p, over: players, effects: [ draw: { from: deck, to: hand:$p, count: 1 } ] }",
    "destroyToken: top(deck)",
)  # fmt: skip
EFFECTS = (
    "shuffle: deck",
    "draw: { from: deck, to: actor.hand, count: 1 }",
    "draw: { from: deck, to: actor.cup, count: 1 }",
    "destroyToken: top(deck)",
    "destroyToken: first(tokensInZone(actor.hand))",
    "moveToken: { token: first(tokensInZone(actor.cup)), to: deck }",
    "moveToken: { token: top(deck), to: row }",
    "moveToken: { token: first(tokensInZone(actor.hand)), to: actor.next.hand }",
    "setVar: { var: held, value: top(deck) }",
    "setVar: { var: held, value: first(tokensInZone(actor.next.hand)) }",
    "setTokenProp: { token: top(deck), prop: rank, value: n }",
    "setTokenProp: { token: first(tokensInZone(actor.hand)), prop: owner, value: actor }",
    "createToken: { type: coin, zone: actor.hand, owner: actor }",
    "createToken: { type: coin, zone: row }",
    "roll: { bind: $a, sides: 6 }\n      - createToken: { type: card, zone: actor.cup, owner: actor, props: { rank: $a } }",
    "roll: { bind: $b, sides: 2 }\n      - if: { when: $b == 1, then: [ createToken: { type: coin, zone: deck } ], else: [ createToken: { type: card, zone: deck, props: { up: true } } ] }",
    "roll: { bind: $e, sides: 3 }\n      - setTokenProp: { token: first(tokensInZone(actor.cup)), prop: rank, value: $e }",
    "chooseOne: { bind: $f, options: 1..3 }\n      - createToken: { type: card, zone: actor.cup, props: { rank: $f } }",
    "chooseOne: { bind: $g, options: tokensInZone(actor.hand) }\n      - moveToken: { token: $g, to: deck }",
    "if: { when: top(deck).rank > 3, then: [ destroyToken: top(deck) ] }",
    "moveAll: { from: actor.cup, to: deck }",
)  # fmt: skip
PRE = ("true", "$c.rank > 0", "$c.rank > 4 or $c.type == coin", "count(tokensInZone(actor.hand)) > 1")
POINTED = ("tokens()", "tokensInZone(row)", "tokensInZone(actor.hand)", "tokensInZone(actor.next.hand)")


REMEMBERED = """```yaml
metadata: { id: remembered, players: { min: 2, max: 3 }, seats: [Ann, Bea, Cyd], maxPlies: 60 }
zones:
  - grid: { rows: 2, cols: 3, names: algebraic }
  - { id: deck, visibility: hidden, ordering: stack }
  - { id: hand, owner: player, visibility: owner }
  - { id: box, owner: player, visibility: hidden }
regions: { held: ["hand:0", "hand:1", a1], open: [a1, b1] }
globalVars: [ { name: mark, type: token } ]
perPlayerVars: [ { name: favourite, type: token }, { name: points, type: int, min: 0, max: 99 } ]
perZoneVars: [ { name: shown, type: token } ]
tokenTypes:
  - { id: card, props: { rank: { type: int, min: 0, max: 9 }, at: { type: zone }, whose: { type: player } } }
  - { id: note, props: { whose: { type: player }, about: { type: token }, rank: { type: int, min: 0, max: 3 } }, max: 3 }
setup:
  - forEach: { bind: $r, over: 1..8, effects: [ createToken: { type: card, zone: deck, props: { rank: $r } } ] }
  - shuffle: deck
  - forEach: { bind: $p, over: players, effects: [ draw: { from: deck, to: hand:$p, count: 2 } ] }
actions:
  - id: swap
    params: [ { name: $c, domain: "tokensInZone(actor.hand)" } ]
    effects:
      - moveToken: { token: $c, to: actor.next.hand }
      - setVar: { var: favourite, player: actor, value: first(tokensInZone(actor.next.hand)) }
    post: "seen(held) < 5"
  - id: stow
    params: [ { name: $c, domain: "tokensInZone(actor.hand)" } ]
    effects:
      - setTokenProp: { token: $c, prop: whose, value: actor }
      - moveToken: { token: $c, to: actor.box }
      - setVar: { var: mark, value: $c }
      - setVar: { var: shown, zone: b1, value: $c }
  - id: write
    params: [ { name: $c, domain: "tokensInZone(actor.next.hand)" } ]
    pre: "count(tokensInZone(a1)) < 1"
    effects: [ createToken: { type: note, zone: a1, props: { about: $c, rank: 2 } } ]
    post: "seen(open) < 5"
  - id: burn
    pre: "count(tokensInZone(a1)) > 0"
    effects: [ destroyToken: first(tokensInZone(a1)) ]
  - { id: wait, effects: [ addVar: { var: points, player: actor, delta: 1 } ] }
endConditions: [ { when: "turn >= 30 or seen() >= 3", result: { type: draw } } ]
```
"""
"""Cards in hands, boxes and a deck; variables and notes that hold some of them; rules that ask which positions came."""


@lru_cache(maxsize=4000)
def secret_document(seed: int) -> str:
    """Return the document generated from *seed*."""
    pick = random.Random(seed)
    return DOCUMENT.format(
        order=pick.choice(("stack", "queue", "set")),
        cup=pick.choice(("owner", "hidden")),
        setup="\n".join(f"  - {effect}" for effect in pick.sample(SETUP, pick.randint(0, 3))),
        effects="\n".join(f"      - {effect}" for effect in pick.sample(EFFECTS, pick.randint(1, 4))),
        more="\n".join(f"      - {effect}" for effect in pick.sample(EFFECTS, pick.randint(0, 2))),
        pre=pick.choice(PRE),
        to=pick.choice(("row", "deck", "actor.cup", "actor.next.hand")),
        pointed=pick.choice(POINTED),
    )


@lru_cache(maxsize=400)
def secret_game(seed: int) -> GameDef:
    """Return the game generated from *seed*."""
    made = compile_text(secret_document(seed))
    assert made.game_def is not None, made.diagnostics
    return made.game_def


QUIET = tuple(effect for effect in EFFECTS if not any(word in effect for word in ("shuffle", "roll", "chooseOne")))
ASKED = (
    "chooseOne: {{ bind: {0}, options: 1..3, chooser: {1} }}\n      - addVar: {{ var: n, delta: {0} }}",
    "chooseOne: {{ bind: {0}, options: tokensInZone(actor.hand) }}\n      - moveToken: {{ token: {0}, to: actor.next.hand }}",
    "chooseOne: {{ bind: {0}, options: tokensInZone(actor.next.hand), chooser: {1} }}\n      - moveToken: {{ token: {0}, to: row }}",
    "chooseOne: {{ bind: {0}, options: tokensInZone(deck), chooser: {1} }}\n      - setVar: {{ var: held, value: {0} }}",
    "chooseOne: {{ bind: {0}, options: '[deck, row]', chooser: {1} }}\n      - moveToken: {{ token: top(deck), to: {0} }}",
    "chooseOne: {{ bind: {0}, options: players, chooser: {1} }}\n      - addVar: {{ var: n, delta: 1 }}",
    "chooseOne: {{ bind: {0}, options: '[true, false]', chooser: {1} }}\n      - if: {{ when: {0}, then: [ moveToken: {{ token: top(deck), to: row }} ] }}",
    "chooseN: {{ bind: {0}, options: tokensInZone(actor.hand), n: 2 }}\n      - forEach: {{ bind: {0}x, over: {0}, effects: [ moveToken: {{ token: {0}x, to: row }} ] }}",
)  # fmt: skip


@lru_cache(maxsize=400)
def asking_game(seed: int) -> GameDef:
    """Return a game of the same kind whose decisions ask again and again: what was moved before is seen, or is not."""
    pick = random.Random(seed)
    effects = [*pick.sample(QUIET, 2)]
    for number, one in enumerate(pick.sample(ASKED, 3)):
        effects += [one.format(f"$q{number}", pick.choice(("actor", "actor.next"))), pick.choice(QUIET)]
    text = DOCUMENT.format(
        order=pick.choice(("stack", "queue", "set")),
        cup=pick.choice(("owner", "hidden", "public")),
        setup="\n".join(f"  - {effect}" for effect in pick.sample(SETUP, pick.randint(1, 4))),
        effects="\n".join(f"      - {effect}" for effect in effects),
        more="",
        pre="true",
        to=pick.choice(("row", "deck", "actor.cup")),
        pointed=pick.choice(POINTED),
    )
    made = compile_text(text)
    assert made.game_def is not None, made.diagnostics
    return made.game_def


secret_games = st.integers(0, 3999).map(secret_game)
