"""The committed logarithms are correct, and Python reads the same ones."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext

import pytest

from ludotome.chance import logarithm, logarithms_header
from ludotome.chance.logarithms import _table


def test_every_entry_is_the_correctly_rounded_logarithm():
    """Decimal arithmetic with fifty digits is the oracle."""
    log_2, table = _table()
    with localcontext() as context:
        context.prec = 50
        assert log_2 == float(Decimal(2).ln())
        assert table == tuple(float((Decimal(256 + i) / 256).ln()) for i in range(256))


@pytest.mark.parametrize("number", [1, 2, 3, 7, 255, 256, 257, 511, 512, 1000, 99_999, 10**9, 2**32 - 1, 2**63])
def test_the_logarithm_of_a_whole_number_is_near(number: int):
    assert logarithm(number) <= math.log(number) + 1e-12
    assert logarithm(number) == pytest.approx(math.log(number), abs=0.004)


def test_the_logarithm_never_falls():
    values = [logarithm(number) for number in range(1, 5000)]
    assert values == sorted(values)
    assert values[0] == 0.0


def test_nothing_below_one_has_a_logarithm():
    with pytest.raises(ValueError, match="number is 0; write a whole number from 1"):
        logarithm(0)


def test_the_header_is_c_of_its_own():
    assert "lt_logarithm" in logarithms_header()
