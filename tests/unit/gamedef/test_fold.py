"""Static conditions on zones are evaluated before play, with the same rules for `none`."""

from __future__ import annotations

import pytest

from ludotome import gamedef as gd
from ludotome.gamedef import NotStaticError, fold
from ludotome.space import generate_grid

ZONE = {"$it": generate_grid(3, 4)[6]}  # row 1, column 2
ROW, COL = gd.ZoneProp(gd.Binding("$it"), "row"), gd.ZoneProp(gd.Binding("$it"), "col")
NOTHING = gd.ZoneProp(gd.Binding("$it"), "q")
ONE, TWO = gd.IntLiteral(1), gd.IntLiteral(2)


@pytest.mark.parametrize(
    ("expr", "value"),
    [
        (gd.Compare("==", ROW, ONE), True),
        (gd.Compare("==", gd.Arithmetic("%", gd.Arithmetic("+", ROW, COL), TWO), ONE), True),
        (gd.Arithmetic("//", gd.Negate(COL), gd.IntLiteral(4)), -1),
        (gd.Arithmetic("+", NOTHING, ONE), None),
        (gd.Compare("!=", NOTHING, ONE), False),
        (gd.Not(gd.Compare("==", NOTHING, ONE)), True),
        (gd.IsNone(NOTHING), True),
        (gd.In(COL, gd.IntsInRange(ONE, TWO)), True),
        (gd.NotIn(NOTHING, gd.ListOf((ONE,))), False),
        (gd.IfExpr(gd.Compare("<", ROW, COL), gd.Maximum((ROW, COL)), ONE), 2),
        (gd.And(()), True),
        (gd.Or(()), False),
    ],
)
def test_a_static_expression_has_its_value(expr: gd.Expr, value: object):
    assert fold(expr, ZONE) == value


def test_what_reads_the_state_is_refused_by_name():
    with pytest.raises(NotStaticError, match="Empty"):
        fold(gd.And((gd.Empty(gd.Binding("$it")),)), ZONE)
