"""Small games with known reports: nim, a coin, a dominated action, an unusable card."""

from __future__ import annotations

from ludotome.play import Game, load_text

# Take one to three; the player who takes the last of ten wins. The first player wins by leaving a multiple of four.
NIM = """
# Nim

```yaml
metadata: { id: nim, players: { min: 2, max: 2 }, seats: [First, Second] }
globalVars: [ { name: left, type: int, min: 0, max: 10, init: 10 } ]
actions:
  - id: take
    params: [ { name: $n, domain: "1..3" } ]
    pre: "$n <= left"
    effects: [ addVar: { var: left, delta: "-$n" } ]
endConditions:
  - { when: "left == 0", result: { type: win, player: lastActor } }
```
"""

# The same with a parameter for the number, which decides who wins and how long the game takes.
TUNED = NIM.replace("globalVars:", "parameters: { stones: { default: 10, min: 4, max: 60 } }\nglobalVars:").replace(
    "max: 10, init: 10", "max: 60, init: stones"
)

# Sixteen decisions that change nothing, then a coin.
COIN = """
# Coin

```yaml
metadata: { id: coin, players: { min: 2, max: 2 }, seats: [Heads, Tails] }
globalVars:
  - { name: said, type: int, min: 0, max: 16, init: 0 }
  - { name: side, type: int, min: 0, max: 2, init: 0 }
actions:
  - id: say
    params: [ { name: $n, domain: "1..3" } ]
    effects:
      - addVar: { var: said, delta: 1 }
      - if: { when: "said == 16", then: [ { roll: { sides: 2, bind: $d } }, { setVar: { var: side, value: $d } } ] }
endConditions:
  - { when: "side == 1", result: { type: win, player: Heads } }
  - { when: "side == 2", result: { type: win, player: Tails } }
```
"""

# A race to 20 by a die: `walk` is 1 to 6 steps, a card 3, `stand` none. The blue card never comes out of its box.
RACE = """
# Race

```yaml
metadata: { id: race, players: { min: 2, max: 2 } }
perPlayerVars: [ { name: steps, type: int, min: 0, max: 40, init: 0 } ]
zones:
  - { id: table, owner: none, visibility: public, ordering: set }
  - { id: box, owner: none, visibility: public, ordering: set }
tokenTypes:
  - { id: card, props: { colour: { type: [red, green, blue] } } }
setup:
  - createToken: { type: card, zone: table, props: { colour: red } }
  - createToken: { type: card, zone: table, props: { colour: green } }
  - createToken: { type: card, zone: box, props: { colour: blue } }
actions:
  - id: walk
    effects: [ { roll: { sides: 6, bind: $d } }, { addVar: { var: steps, delta: $d } } ]
  - id: play
    params: [ { name: $card, domain: "tokensInZone(table)" } ]
    effects: [ addVar: { var: steps, delta: 3 } ]
  - id: stand
    effects: [ addVar: { var: steps, delta: 0 } ]
endConditions:
  - { when: "active.steps >= 20 or lastActor.steps >= 20", result: { type: win, player: lastActor } }
```
"""

# Eight rolls of a die of a thousand sides; `wish` is possible after a 1, so in one game of 125, `dream` in none.
RARE = """
# Rare

```yaml
metadata: { id: rare, players: { min: 2, max: 2 } }
globalVars:
  - { name: rolls, type: int, min: 0, max: 8, init: 0 }
  - { name: side, type: int, min: 0, max: 1000, init: 0 }
actions:
  - id: throw
    effects:
      - roll: { sides: 1000, bind: $d }
      - setVar: { var: side, value: $d }
      - addVar: { var: rolls, delta: 1 }
  - id: wish
    pre: "side == 1"
    effects: [ addVar: { var: rolls, delta: 1 } ]
  - id: dream
    pre: "side == 1 and rolls == 0"
    effects: [ addVar: { var: rolls, delta: 1 } ]
endConditions:
  - { when: "rolls == 8 and side <= 500", result: { type: win, player: lastActor } }
  - { when: "rolls == 8", result: { type: win, player: active } }
```
"""

# Three players roll a coin of 1 or 2 each, and are ranked by it: of eight results five share the first place, and the
# three others share the second.
COINS = """
# Coins

```yaml
metadata: { id: coins, players: { min: 3, max: 3 } }
perPlayerVars: [ { name: coin, type: int, min: 0, max: 2, init: 0 } ]
actions:
  - id: throw
    params: [ { name: $hand, domain: "1..2" } ]
    effects: [ { roll: { sides: 2, bind: $d } }, { setVar: { var: coin, value: $d } } ]
endConditions:
  - { when: "all(players, it.coin > 0)", result: { type: rank, by: ["$player.coin"] } }
```
"""


def made(document: str) -> Game:
    """Return the game of *document*."""
    return load_text(document)
