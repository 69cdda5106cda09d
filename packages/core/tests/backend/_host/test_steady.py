"""Functions whose unusual items take another way: the ends of their ranges, NaN and infinities among others."""
import numpy
import pytest

import cupy


@pytest.mark.parametrize(("low", "high"), [(-110, -86), (-87, -85), (85, 87), (86, 90), (-1, 1)])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_ends_of_exp(low, high):
    x = numpy.linspace(low, high, 20001).astype("f")
    want, have = numpy.exp(x.astype("d")), cupy.exp(cupy.asarray(x)).get()
    numpy.testing.assert_array_equal(numpy.isinf(have), numpy.isinf(want.astype("f")))
    finite = numpy.isfinite(have)
    error = abs(have.astype("d") - want)[finite]
    assert (error <= 5 * numpy.spacing(want[finite].astype("f")).astype("d")).all()


@pytest.mark.parametrize("name", ["exp", "sin", "cos", "tanh"])
@pytest.mark.parametrize("dtype", "ef")
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_among_others(name, dtype):
    x = numpy.linspace(-12, 12, 101).astype(dtype)
    x[::4], x[1::8], x[2::8] = numpy.nan, numpy.inf, -numpy.inf
    numpy.testing.assert_allclose(getattr(cupy, name)(cupy.asarray(x)).get(), getattr(numpy, name)(x),
                                  rtol=2e-3 if dtype == "e" else 1e-6, atol=1e-7)
