"""An expression without a type rule may have any value of its kind: checks become less precise, never wrong."""

from __future__ import annotations

import pytest

from ludotome.gamedef import Active, AdjacentZones, ZoneLiteral
from ludotome.gamedef.infer import RULES, Inference
from ludotome.gamedef.node import Node
from ludotome.gamedef.scope import Scope
from ludotome.gamedef.symbols import Symbols
from ludotome.gamedef.types import PLAYER, ZONE, set_of
from tests.unit.gamedef.games import tic_tac_toe

GAME = tic_tac_toe()
CORNER = ZoneLiteral(GAME.zones[0].id)


@pytest.mark.parametrize(
    ("node", "widest"),
    [(AdjacentZones(CORNER), set_of(ZONE, len(GAME.zones))), (Active(), PLAYER.maybe())],
    ids=["set of zone", "player"],
)
def test_the_type_is_the_widest_of_its_kind(monkeypatch: pytest.MonkeyPatch, node: Node, widest: object) -> None:
    """As for a newly defined node: its rule is removed."""
    known = RULES.find
    monkeypatch.setattr(RULES, "find", lambda one: None if type(one) is type(node) else known(one))
    assert Inference(Symbols(GAME)).infer(node, Scope("action"), "") == widest
