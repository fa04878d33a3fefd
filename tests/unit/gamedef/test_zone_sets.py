"""Zone sets: one shared value for all expressions with the same possible zones."""

from __future__ import annotations

import ludotome as lt
from ludotome.gamedef import expressions as ex
from ludotome.gamedef.infer import Inference
from ludotome.gamedef.scope import Scope
from ludotome.gamedef.symbols import Symbols
from ludotome.gamedef.zone_sets import zone_sets, zones_of

TEXT = """\
```yaml
metadata: { id: sets, players: { min: 2, max: 2 }, seats: [X, O] }
zones:
  - grid: { rows: 2, cols: 2, directions: 4 }
  - { id: hand, owner: player }
  - { id: pile, capacity: 7 }
tokenTypes: [ { id: mark } ]
regions: { top: "row == 0" }
actions: [ { id: put, effects: [] } ]
endConditions: [ { when: "turn > 3", result: { type: draw } } ]
```
"""


def test_equal_groups_are_one_object() -> None:
    """So what is computed for one rule is available for all."""
    inference = Inference(Symbols(lt.load_text(TEXT).game_def))
    again = Inference(inference.symbols, shared=inference.declared)
    sets = zone_sets(inference)
    assert sets is zone_sets(again)
    assert sets.of_groups(frozenset({"board"})) is sets.of_groups(frozenset({"board"}))
    assert zones_of(inference, ex.ZoneLiteral("pile"), Scope("setup")) is zones_of(
        again, ex.ZoneLiteral("pile"), Scope("setup")
    )


def test_a_set_says_its_zones_their_capacities_and_names() -> None:
    """In definition order; no group means every zone."""
    sets = zone_sets(Inference(Symbols(lt.load_text(TEXT).game_def)))
    board, pile, every = (sets.of_groups(frozenset(names)) for names in ({"board"}, {"pile"}, set[str]()))
    assert board.ids == ("cell_0_0", "cell_0_1", "cell_1_0", "cell_1_1")
    assert every.ids == (*board.ids, "hand:0", "hand:1", "pile")
    assert (board.least_capacity, board.max_capacity) == (1, 1)
    assert (every.least_capacity, every.max_capacity) == (1, None)
    assert pile.max_capacity == 7
    assert every.narrow.ids == (*board.ids, "pile")
    assert (board.span, pile.span, len(sets.of_groups(frozenset({"nowhere"})).span)) == (range(4), range(6, 7), 1)
    assert every.names == {*every.ids, "board", "hand"}
    assert (board.meets(every), board.meets(pile)) == (True, False)
    assert sets.of_region("top").ids == ("cell_0_0", "cell_0_1")
