"""Narrow banded systems by a tree, against SciPy and against dense systems."""
import numpy
import pytest
import scipy.linalg

import cupy
from cupyx.scipy.linalg import _band_nodes


def solved(lower, upper, ab, b):
    x = cupy.asarray(b)
    _band_nodes.solve(lower, upper, cupy.asarray(ab), x)
    return x.get()


@pytest.mark.parametrize("dtype", "fdFD")
@pytest.mark.parametrize("bands", [(2, 2), (2, 0), (0, 2), (2, 1), (1, 2)])
@pytest.mark.parametrize("shape", [(1, 300), (3, 256), (2, 1033), (1, 9000)])
def test_against_scipy(shape, bands, dtype):
    lower, upper = bands
    batch, n = shape
    rng = numpy.random.default_rng(0)
    ab = rng.standard_normal((batch, lower + upper + 1, n))
    b = rng.standard_normal((batch, n))
    if dtype in "FD":
        ab, b = ab + 1j * ab[:, ::-1], b - 2j * b[::-1]
    ab[:, upper] += 4 * numpy.sign(ab[:, upper].real)
    ab, b = ab.astype(dtype), b.astype(dtype)
    x = solved(lower, upper, ab, b)
    for k in range(batch):
        wanted = scipy.linalg.solve_banded(bands, ab[k], b[k])
        assert abs(x[k] - wanted).max() <= 200 * numpy.finfo(dtype).eps * abs(wanted).max()


def test_rows_are_exchanged():
    n = 2000
    rng = numpy.random.default_rng(1)
    ab = rng.standard_normal((1, 5, n))
    ab[0, 2] = 0                # no diagonal at all
    b = rng.standard_normal((1, n))
    wanted = scipy.linalg.solve_banded((2, 2), ab[0], b[0])
    x = solved(2, 2, ab, b)[0]

    def residual(y):
        padded = numpy.pad(y, 2)
        product = sum(numpy.roll(ab[0, 2 - k], -k) * padded[2 + k:n + 2 + k] for k in (-2, -1, 1, 2))
        return abs(product - b[0]).max() / abs(y).max()
    assert residual(x) <= 100 * residual(wanted) + 1e-14


def test_singular():
    ab = numpy.ones((1, 5, 400))
    ab[0, :, 77] = 0
    with pytest.raises(numpy.linalg.LinAlgError, match="singular"):
        solved(2, 2, ab, numpy.ones((1, 400)))
