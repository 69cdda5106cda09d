"""Complex powers of numbers that are not finite or have huge exponents."""
import numpy
import pytest

import cupy

PARTS = [0.0, 1.0, -1.0, 2.0, -2.5, 0.5, 300.0, numpy.inf, -numpy.inf, numpy.nan]


@pytest.mark.parametrize("dtype", "FD")
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_special_values(dtype):
    z = numpy.array([complex(x, y) for x in PARTS for y in PARTS], dtype)
    base, exponent = (x.ravel() for x in numpy.meshgrid(z, z))
    # NumPy has NaN for 1 / infinity; tiny angles times huge numbers hang on the last bit of a logarithm.
    kept = ~(numpy.isinf(base) & (exponent == -1))
    base, exponent = base[kept], exponent[kept]
    want, have = numpy.power(base, exponent), cupy.power(cupy.asarray(base), cupy.asarray(exponent)).get()
    for part in ("real", "imag"):
        x, y = getattr(want, part), getattr(have, part)
        scale = numpy.where(numpy.isfinite(want), abs(want), 0)
        near = abs(x - y) <= (1e-3 if dtype == "F" else 1e-10) * scale + numpy.finfo(dtype).tiny
        assert (near | (x == y) | numpy.isnan(x) & numpy.isnan(y)).all()
