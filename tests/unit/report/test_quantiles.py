"""Quantiles and corrections agree with SciPy and with published examples."""

from __future__ import annotations

import pytest
from scipy import stats

from ludotome.report.corrections import benjamini_hochberg, holm
from ludotome.report.quantiles import normal_quantile, t_quantile, t_tail


@pytest.mark.parametrize("degrees", [1, 2, 3.5, 10, 59, 2000, 1e6])
def test_t_agrees_with_scipy(degrees: float) -> None:
    for t in (0.0, 0.3, 1.0, 2.0, 5.0, 40.0):
        assert t_tail(t, degrees) == pytest.approx(2 * stats.t.sf(t, degrees), rel=1e-7, abs=1e-300)
        assert t_tail(-t, degrees) == t_tail(t, degrees)
    for share in (0.75, 0.95, 0.975, 0.9999):
        assert t_quantile(share, degrees) == pytest.approx(stats.t.ppf(share, degrees), rel=1e-7)


def test_t_with_very_many_degrees_is_normal() -> None:
    assert t_quantile(0.975, 1e9) == normal_quantile(0.975) == pytest.approx(stats.norm.ppf(0.975))
    assert t_tail(1.5, 1e9) == pytest.approx(2 * stats.norm.sf(1.5))


def test_benjamini_hochberg_agrees_with_scipy() -> None:
    p_values = [0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.99]
    assert benjamini_hochberg(p_values) == pytest.approx(tuple(stats.false_discovery_control(p_values)))
    assert benjamini_hochberg(p_values[::-1]) == pytest.approx(benjamini_hochberg(p_values)[::-1])


def test_holm_never_undoes_the_order_and_stays_between_the_test_and_bonferroni() -> None:
    p_values = [0.04, 0.01, 0.03, 0.005]
    corrected = holm(p_values)
    assert corrected == pytest.approx((0.06, 0.03, 0.06, 0.02))
    for plain, better in zip(p_values, corrected, strict=True):
        assert plain <= better <= min(1.0, 4 * plain)
    assert holm([]) == benjamini_hochberg([]) == ()
