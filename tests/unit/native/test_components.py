"""Which conditions about a group have the same value for all its zones, and that they are evaluated once."""

from __future__ import annotations

import pytest

import ludotome
from ludotome.native import emit_game
from ludotome.native.lower import ir
from ludotome.native.lower.components import group_asked

ZONE, IT, MEMBER = ir.Local("zone", "zone"), ir.Local("it", "zone"), ir.Local("member", "zone")


def _owner(zone: ir.Scalar) -> ir.Scalar:
    return ir.Load("token_owner", ir.Call("lt_top", (zone,), "token", optional=True), "player", optional=True)


def _group(where: ir.Scalar) -> ir.Flood:
    return ir.Flood(ZONE, IT, where, True, True, None, 9)


def _some(group: ir.Source, how: str = "exists") -> ir.Reduce:
    empty = ir.Call("lt_empty", (MEMBER,), "bool")
    return ir.Reduce(how, ir.Filtered(group, MEMBER, empty), MEMBER, None, "bool")  # type: ignore[arg-type]


EQUIVALENCES = {
    "free of the zone": ir.Call("lt_empty", (IT,), "bool"),
    "the same of both": ir.Compare("==", _owner(IT), _owner(ZONE)),
    "the same of both, turned": ir.Compare("==", _owner(ZONE), _owner(IT)),
}
OTHERS = {
    "not symmetric": ir.Compare("==", _owner(IT), ir.Load("token_zone", ZONE, "player")),
    "not an equality": ir.Compare("!=", _owner(IT), _owner(ZONE)),
    "more than an equality": ir.AllOf((ir.Compare("==", _owner(IT), _owner(ZONE)), ir.Compare("==", ZONE, IT))),
}


@pytest.mark.parametrize("where", EQUIVALENCES.values(), ids=EQUIVALENCES)
def test_a_group_by_an_equivalence_has_one_answer(where: ir.Scalar) -> None:
    """Whichever of its zones the search begins from."""
    assert group_asked(_some(_group(where)), ZONE) == _group(where)


@pytest.mark.parametrize("where", OTHERS.values(), ids=OTHERS)
def test_another_group_has_not(where: ir.Scalar) -> None:
    """Two zones of it may have different groups."""
    assert group_asked(_some(_group(where)), ZONE) is None


def test_the_first_zone_depends_on_where_the_walk_begins() -> None:
    """So it is evaluated for each zone."""
    assert group_asked(_some(_group(EQUIVALENCES["free of the zone"]), "first"), ZONE) is None


def test_a_question_that_names_the_zone_is_asked_of_each() -> None:
    """For example if zones of the group are compared with the start of the search."""
    named = ir.Reduce(
        "exists", _group(EQUIVALENCES["free of the zone"]), MEMBER, ir.Compare("==", MEMBER, ZONE), "bool"
    )
    assert group_asked(named, ZONE) is None


def test_areas_are_counted_by_group() -> None:
    """The two conditions in the score of go are each cached."""
    assert emit_game(ludotome.load("go").game_def, 2).source.count("lt_answers end_0_remembered") == 2
