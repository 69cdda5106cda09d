"""Kolmogorov's distribution, and Smirnov's in all its regions: few terms, many, powers beyond range, large n."""
import numpy
import pytest
import scipy.special

import cupy
from cupyx.scipy import special

_SIZES = [2, 3, 7, 8, 30, 500, 20_000, 1_000_000]


@pytest.mark.parametrize("n", _SIZES)
def test_far_and_near_tails_have_scipys_values(n):
    d = numpy.array([1e-12, 0.3 / n, 1 / n, 1.5 / n, 2.9 / n, *(numpy.array([0.1, 0.7, 2, 6, 15]) / n ** 0.5)])
    d = d[d < 1] if n < 20_000 else d[[0, 1, 2, 3, 4, 6]]
    found = special.smirnov(float(n), cupy.asarray(d)).get()
    numpy.testing.assert_allclose(found, scipy.special.smirnov(n, d), rtol=3e-14 if n < 1000 else 1e-12)


@pytest.mark.parametrize("n", [*_SIZES[:6], 2_000_000])
@pytest.mark.parametrize("p", [1e-200, 1e-23, 0.02, 0.5, 0.6, 0.98, 1 - 2 ** -40, 1 - 2 ** -53])
def test_the_inverse_is_where_the_probability_passes(n, p):
    d = float(special.smirnovi(float(n), cupy.asarray(p)))
    above = special.smirnov(float(n), cupy.asarray([d * (1 - 2 ** -51), min(d * (1 + 2 ** -51), 1)])).get()
    assert above[0] >= p * (1 - 2 ** -51) and above[1] <= p * (1 + 2 ** -51)
    if p > 0.9 and n < 1000:            # where few of the samples lie beyond
        numpy.testing.assert_allclose(d, scipy.special.smirnovi(n, p), rtol=1e-11)


def test_the_inverse_of_kolmogorovs_is_where_the_probability_passes():
    p = numpy.r_[numpy.linspace(0.01, 0.99, 99), 0.5 - 2.0 ** -numpy.arange(3, 53, 5), 1e-300, 1e-20, 1 - 2.0 ** -53]
    x = special.kolmogi(cupy.asarray(p))
    above, below = (special.kolmogorov(x * (1 + k * 2.0 ** -51)).get() for k in (-1, 1))
    assert (above >= p * (1 - 2 ** -51)).all() and (below <= p * (1 + 2 ** -51)).all()
